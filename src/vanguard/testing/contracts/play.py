"""What every rulebook promises while it is played."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from vanguard.core.clauses import load_catalogue
from vanguard.core.questions import Choose, Place, Question, Split, Together
from vanguard.core.records import give_recorded
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook
from vanguard.testing.random_play import advanced, new_game, random_steps, some_answer

LOOK_EVERY = 17
"""Costly looks are taken at every so many steps; a prime, so that they fall on all kinds of questions."""


def test_random_games_end_and_somebody_is_always_asked(rulebook: Rulebook, number: int) -> None:
    game = new_game(rulebook, number)
    for step in random_steps(game, number):
        assert step.deciders(), "the game is not over and nobody is asked"
        assert not step.standing.over
    assert game.standing.over
    assert game.standing.reason
    with pytest.raises(Refused, match="over"):
        game.answer("anything")


def test_nothing_impossible_ever_stands_on_the_table(rulebook: Rulebook, number: int) -> None:
    """Wounds within bounds, no overlapping bases, nothing lost: whatever the rulebook says must never be."""
    game = new_game(rulebook, number)
    for count, step in enumerate(random_steps(game, number)):
        if count % 5 == 0:
            assert rulebook.faults(step.state) == []
    assert rulebook.faults(game.state) == []


def test_every_offered_answer_is_accepted(rulebook: Rulebook, number: int) -> None:
    game = new_game(rulebook, number)
    for count, step in enumerate(random_steps(game, number)):
        if count % LOOK_EVERY == number % LOOK_EVERY:
            for seat in step.deciders():
                question = step.question_for(seat)
                assert question is not None
                for given in question.candidates()[:40]:
                    fork = step.fork()
                    fork.answer(given, seat=seat)


def test_every_question_names_its_clause_and_reads_as_a_prompt(rulebook: Rulebook, number: int) -> None:
    for step in random_steps(new_game(rulebook, number), number):
        question = step.question
        assert question is not None
        assert question.prompt.strip()
        assert question.clause
        for seat in step.deciders():
            part = step.question_for(seat)
            if isinstance(part, Choose):
                keys = [option.key for option in part.options]
                assert len(keys) == len(set(keys)), f"“{part.prompt}” has two options with one key"
                assert all(option.label.strip() for option in part.options)


def test_answers_that_cannot_be_meant_are_refused_and_change_nothing(rulebook: Rulebook, number: int) -> None:
    game = new_game(rulebook, number)
    for count, step in enumerate(random_steps(game, number)):
        if count % LOOK_EVERY != number % LOOK_EVERY:
            continue
        before = step.digest
        seat = step.deciders()[0]
        question = step.question_for(seat)
        assert question is not None
        for bad in nonsense(question):
            with pytest.raises(Refused) as refusal:
                step.answer(bad, seat=seat)
            assert refusal.value.message
            assert step.digest == before, f"refusing {bad!r} changed the game"


def nonsense(question: Question[Any]) -> list[Any]:
    """Answers nobody may give to this question."""
    bad: list[Any] = [None, 7, True, "no such answer", [], {"nowhere": 1}, [[float("nan"), 1.0]], [[float("inf"), 1.0]]]
    if isinstance(question, Choose):
        bad += [option.key for option in question.options if option.why_not][:5]
    if isinstance(question, Place):
        bad += [[[1e5, 1e5]], [[-500.0, 3.0]], [["a", "b"]], [[1.0]], [[1.0, 2.0]] * 65]
    if isinstance(question, Split):
        keys = [lot.key for lot in question.lots]
        bad += [dict.fromkeys(keys, -1), {keys[0]: question.total + 1}, {keys[0]: 0.5}, {keys[0]: True}]
    return bad


def test_the_wrong_seat_and_a_stale_answer_are_refused(rulebook: Rulebook, number: int) -> None:
    game = advanced(rulebook, number, 20)
    seat = game.deciders()[0]
    question = game.question_for(seat)
    assert question is not None
    given = question.candidates()[0]
    before = game.digest
    with pytest.raises(Refused):
        game.answer(given, seat=7)
    if not isinstance(game.question, Together):
        with pytest.raises(Refused):
            game.answer(given, seat=1 - seat)
    with pytest.raises(Refused, match="step"):
        game.answer(given, seat=seat, at=game.revision - 1)
    assert game.digest == before
    game.answer(given, seat=seat, at=game.revision)
    assert game.digest != before


def test_a_fork_stands_alike_and_never_touches_its_parent(rulebook: Rulebook, number: int) -> None:
    game = new_game(rulebook, number)
    chance = random.Random(number)
    for count, step in enumerate(random_steps(game, number)):
        if count % LOOK_EVERY != number % LOOK_EVERY:
            continue
        before = step.digest
        fork = step.fork(step.dice)
        assert fork.digest == before
        assert fork.log(None) == step.log(None)
        twin = step.fork(step.dice)
        for _ in range(6):
            if fork.question is None:
                break
            seat = fork.deciders()[0]
            question = fork.question_for(seat)
            assert question is not None
            given = some_answer(question, chance)
            fork.answer(given, seat=seat)
            twin.answer(given, seat=seat)
            assert twin.digest == fork.digest
        assert step.digest == before


def test_undo_and_redo_change_nothing(rulebook: Rulebook, number: int) -> None:
    game = advanced(rulebook, number, 10 + 7 * number)
    chance = random.Random(number)
    trail: list[tuple[int, str]] = []
    for _ in range(8):
        if game.question is None or isinstance(game.question, Together):
            break
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        trail.append((game.revision, game.digest))
        game.answer(some_answer(question, chance), seat=seat)
    if not trail:
        return
    after, dice = game.digest, game.dice
    redo = game.answers[trail[0][0] :]
    for revision, digest in reversed(trail):
        game.rewind(revision)
        assert game.digest == digest
    game.dice = None
    for answer in redo:
        give_recorded(game, answer.seat, answer.given)
    assert game.digest == after
    assert dice is not None
    game.resume_with(dice)
    assert game.digest == after


def test_undo_goes_back_one_decision_and_stops_at_dice(rulebook: Rulebook, number: int) -> None:
    game = new_game(rulebook, number)
    free, stopped = 0, 0
    for step in random_steps(game, number):
        if step.pending or not step.revision:
            continue
        answers = step.answers
        fork = step.fork(step.dice)
        if step.can_undo():
            fork.undo()
            assert fork.revision == len(answers) - 1
            free += 1
        else:
            with pytest.raises(Refused):
                fork.undo()
            stopped += 1
        if free >= 5 and stopped >= 5:
            break
    assert free + stopped > 0


def test_the_log_is_sentences_that_cite_known_clauses(rulebook: Rulebook, number: int) -> None:
    game = new_game(rulebook, number)
    for _ in random_steps(game, number):
        pass
    known = known_clauses(rulebook)
    for event in game.events:
        sentence = event.sentence(rulebook.messages)
        assert sentence.strip()
        assert "{" not in sentence
        json.dumps(dict(event.values), allow_nan=False)
        if event.dice is not None:
            json.dumps(event.dice.plain())
        if known is not None and event.clause:
            assert event.clause in known, f"{event.key} cites {event.clause}"


def known_clauses(rulebook: Rulebook) -> set[str] | None:
    """The ids of its catalogue; None for one that has none."""
    try:
        return set(load_catalogue(rulebook.name).ids)
    except (Refused, OSError):
        return None


def test_views_tables_and_cards_are_plain_and_complete(rulebook: Rulebook, number: int) -> None:
    game = new_game(rulebook, number)
    json.dumps(rulebook.table(game.state), allow_nan=False)
    for count, step in enumerate(random_steps(game, number)):
        if count % LOOK_EVERY:
            continue
        cards = rulebook.cards(step.state)
        for seat in (0, 1, None):
            view = step.view(seat)
            json.dumps(view, allow_nan=False)
            assert {"round", "phase", "active", "players", "models", "markers", "panels"} <= set(view)
            for model in view["models"]:
                assert {"key", "card", "name", "label", "side", "wounds", "max_wounds", "status"} <= set(model)
                assert model["card"] in cards


def test_the_tally_knows_every_model_of_the_view(rulebook: Rulebook, number: int) -> None:
    game = advanced(rulebook, number, 60)
    tally = rulebook.tally(game.state)
    for model in game.view(0)["models"]:
        assert tally[model["key"]] == model["wounds"] or tally[model["key"]] == 0
