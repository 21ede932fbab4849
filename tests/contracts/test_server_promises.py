"""What a server relies on to be quick: scenes that are known by a key, views made once for all, and few resting states."""

from __future__ import annotations

import pytest

from vanguard.core.chapters import ANSWERS_AT_HAND
from vanguard.core.game import Game
from vanguard.core.refusals import RuleFault
from vanguard.core.rulebook import Rulebook
from vanguard.testing.random_play import new_game, random_steps


def test_the_scene_changes_only_with_its_key(rulebook: Rulebook, number: int) -> None:
    told: list[tuple[object, object]] = []
    for game in random_steps(new_game(rulebook, number), number):
        key, scene = rulebook.scene_key(game.state), rulebook.table(game.state)
        if told and told[-1][1] != scene:
            assert told[-1][0] != key, "the scene has changed and its key has not"
        told.append((key, scene))


def test_an_open_table_looks_the_same_to_everybody(rulebook: Rulebook, number: int) -> None:
    for step, game in enumerate(random_steps(new_game(rulebook, number), number)):
        if rulebook.open_table and step % 5 == 0:
            everybody = [rulebook.view(game.state, seat) for seat in (None, 0, 1)]
            assert everybody[0] == everybody[1] == everybody[2]


def test_a_game_that_keeps_few_resting_states_goes_back_to_the_same_moments(rulebook: Rulebook) -> None:
    game = new_game(rulebook, 3)
    game.rests_apart = 4
    digests: dict[int, str] = {}
    for step in random_steps(game, 3):
        if not step.pending:
            digests[step.revision] = step.digest
        if len(digests) == 60:
            break
    latest = game.revision
    for revision in sorted(digests, reverse=True)[::7]:
        then = game.fork()
        then.dice = None
        then.rewind(revision)
        assert then.revision == revision
        assert then.digest == digests[revision]
        assert [answer.given for answer in then.answers] == [answer.given for answer in game.answers[:revision]]
        assert len(then.events) <= len(game.events)
    assert game.revision == latest


def test_answers_and_events_from_a_number_on_are_the_rest_of_all(rulebook: Rulebook) -> None:
    game = new_game(rulebook, 5)
    for step, _ in enumerate(random_steps(game, 5)):
        if step == 40:
            break
    for number in range(0, game.revision + 2, 3):
        assert game.answers_from(number) == game.answers[number:]
        assert game.events_from(number) == game.events[number:]


def test_a_game_that_forgets_remembers_its_last_stretches(rulebook: Rulebook) -> None:
    game = new_game(rulebook, 7)
    game.rests_apart, game.forgets = 3, True
    digests: dict[int, str] = {}
    for step in random_steps(game, 7):
        if not step.pending:
            digests[step.revision] = step.digest
        if len(digests) == 80:
            break
    known = game.remembered_from
    assert known <= max(0, game.revision - ANSWERS_AT_HAND)
    assert known or game.revision < 3 * ANSWERS_AT_HAND, "so long a game has let go of its beginning"
    assert len(game.answers_from(known)) == game.revision - known
    for revision in sorted(digests, reverse=True)[::5]:
        then = game.fork()
        then.dice = None
        if revision < known:
            with pytest.raises(RuleFault):
                then.rewind(revision)
        else:
            then.rewind(revision)
            assert (then.revision, then.digest) == (revision, digests[revision])
    for what in (game.answers_from, game.events_from) if known else ():
        with pytest.raises(RuleFault):
            what(0)


def test_whoever_reads_events_as_they_come_can_let_go_of_them(rulebook: Rulebook) -> None:
    kept, letting_go = new_game(rulebook, 6), new_game(rulebook, 6)
    read = 0
    for number, _ in enumerate(zip(random_steps(kept, 6), random_steps(letting_go, 6), strict=True)):
        assert sentences(letting_go, read) == sentences(kept, read)
        read += len(letting_go.events_from(read))
        letting_go.let_go_of_events()
        if number == 50:
            break
    with pytest.raises(RuleFault):
        letting_go.events_from(0)
    back = max(0, kept.revision - 9)
    for game in (kept, letting_go):
        game.dice = None
        game.rewind(back)
    assert letting_go.digest == kept.digest
    assert len(kept.events) <= read
    assert sentences(letting_go, len(kept.events)) == []


def sentences(game: Game, number: int) -> list[str]:
    return [event.sentence(game.rulebook.messages) for event in game.events_from(number)]


def test_what_a_game_lets_go_of_changes_nothing(rulebook: Rulebook) -> None:
    kept, letting_go = new_game(rulebook, 9), new_game(rulebook, 9)
    both = zip(random_steps(kept, 9), random_steps(letting_go, 9), strict=True)
    for number, (one, other) in enumerate(both):
        assert (one.digest, one.question is None) == (other.digest, other.question is None)
        other.state.let_go()
        if number == 60:
            break
