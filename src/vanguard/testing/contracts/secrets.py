"""What a seat may not know never reaches it: not by view, options, log or refusal."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Chance, Choose, Draw, Place, Split, Together
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook
from vanguard.testing.random_play import new_game, random_steps, some_answer

EVERYBODY = (0, 1, None)
"""Both seats and a spectator."""


def everything_shown(game: Game, seat: int | None) -> str:
    """All that reaches a seat, as bytes to compare: view, its own question with options, log, refusals, undo, revision."""
    shown: list[Any] = [game.view(seat), game.log(seat), game.revision, game.rulebook.cards(game.state)]
    shown.append([[event.key, event.clause, event.about] for event in game.events if event.seen_by in (-1, seat)])
    shown.append([game.rulebook.table(game.state), game.standing.plain(), game.deciders()])
    return json.dumps([shown, asked(game, seat)], sort_keys=True, allow_nan=False)


def asked(game: Game, seat: int | None) -> list[Any]:
    """The question of this seat with its options, if it has one, and how nonsense is refused."""
    shown: list[Any] = []
    question = game.question_for(seat) if seat is not None else None
    if question is not None:
        shown.append([question.prompt, question.clause, question.about, question.kind])
        if isinstance(question, Choose):
            shown.append([[o.key, o.label, o.why_not, o.clause, o.about] for o in question.options])
        if isinstance(question, Place):
            shown.append([question.candidates(), question.mover])
        if isinstance(question, Split):
            shown.append([[lot.key, lot.label, lot.at_most] for lot in question.lots])
    if seat is not None and not isinstance(game.question, Chance):
        with pytest.raises(Refused) as refusal:
            game.answer("no such answer", seat=seat)
        shown.append(str(refusal.value))
    return shown


# --- the dice to come -----------------------------------------------------------------------------------------------


def test_the_dice_to_come_show_nowhere(rulebook: Rulebook, number: int) -> None:
    """Two games alike in everything that has happened, with different secrets, look the same to everybody."""
    game = new_game(rulebook, number)
    for count, step in enumerate(random_steps(game, number)):
        if count % 23 == 0:
            other = step.fork(KeyedDice(secret_from_seed(f"another {count}")))
            for seat in EVERYBODY:
                assert everything_shown(other, seat) == everything_shown(step, seat)


# --- the other seat's answer ----------------------------------------------------------------------------------------


def test_a_pending_secret_answer_shows_nowhere_to_the_other_seat(rulebook: Rulebook, number: int) -> None:
    game = new_game(rulebook, number)
    seen = 0
    for step in random_steps(game, number):
        if not isinstance(step.question, Together) or step.pending:
            continue
        for seat in (0, 1):
            part = step.question.part_of(seat)
            for other in (1 - seat, None):
                shown = set()
                for given in part.candidates()[:4]:
                    fork = step.fork(step.dice)
                    fork.answer(given, seat=seat)
                    shown.add(unsaid(everything_shown(fork, other)))
                assert shown == {unsaid(everything_shown(step, other))}
        seen += 1
        if seen == 3:
            break


def unsaid(shown: str) -> str:
    """Who has still to answer may be seen, though not what has been answered."""
    parts = json.loads(shown)
    parts[0][5] = parts[0][5][:2]
    return json.dumps(parts)


# --- hands, decks and whatever else lies hidden -------------------------------------------------------------------------


class Looked:
    """What a search for leaks looked at: dealings of hidden things, by name, and draws that only one seat may see."""

    def __init__(self) -> None:
        self.moments = 0
        self.dealt: dict[str, int] = {}
        self.secret_draws = 0


def look_for_leaks(rulebook: Rulebook, number: int) -> Looked:
    """A whole random game in which all that is hidden from a seat is dealt again and again, and must show nowhere.

    Where a rulebook deals nothing again, nothing may be hidden: everybody then sees the same and reads the same.
    """
    looked = Looked()
    chance = random.Random(f"redeal {number}")
    game = Game.new(rulebook, rulebook.default_setup(number), None)
    dice = KeyedDice(secret_from_seed(f"contract {number}"))
    for count in range(20_000):
        question = game.question
        if question is None:
            break
        if isinstance(question, Chance):
            if isinstance(question, Draw) and question.secret_to >= 0:
                look_at_draw(game, question, looked)
            game.answer(list(dice.outcome(question, game.chance_event())))
            continue
        if count < 3 or count % 29 == number % 29:
            look_at_moment(game, chance, looked)
        seat = game.deciders()[0]
        asked = game.question_for(seat)
        assert asked is not None
        game.answer(some_answer(asked, chance), seat=seat)
    assert game.question is None, "no end"
    assert looked.moments, "the game was over before anybody looked"
    return looked


def look_at_moment(game: Game, chance: random.Random, looked: Looked) -> None:
    looked.moments += 1
    nothing_hidden = True
    for seat in EVERYBODY:
        fork = game.fork()
        dealt = game.rulebook.redeal(fork.state, seat, chance.randrange)
        if dealt:
            nothing_hidden = False
        else:
            assert fork.digest == game.digest, "something was dealt again and not said"
        for name in dealt:
            looked.dealt[name] = looked.dealt.get(name, 0) + (fork.digest != game.digest)
        assert everything_shown(fork, seat) == everything_shown(game, seat), f"{dealt} can be told apart by {seat}"
        if game.at_rest:
            look_at_what_is_asked(game, seat, chance)
    if nothing_hidden:
        assert game.view(0) == game.view(1) == game.view(None), "nothing is hidden, yet not everybody sees the same"
        assert game.log(0) == game.log(1) == game.log(None), "nothing is hidden, yet not everybody reads the same"


def look_at_what_is_asked(game: Game, seat: int | None, chance: random.Random) -> None:
    """Asked anew from a rest where the hidden is dealt again, everybody is asked the same."""
    rest = game.resting_state()
    game.rulebook.redeal(rest, seat, chance.randrange)
    anew = Game.at(game.rulebook, rest, None, game.setup)
    assert asked(anew, seat) == asked(game, seat), f"what is asked tells {seat} what is hidden"
    assert anew.view(seat) == game.view(seat)


def look_at_draw(game: Game, draw: Draw, looked: Looked) -> None:
    """Whatever one seat draws in secret, the others see the same."""
    looked.secret_draws += 1
    outcomes = [sorted(draw.items)[: draw.count], sorted(draw.items)[::-1][: draw.count]]
    for seat in EVERYBODY:
        if seat == draw.secret_to:
            continue
        shown = set()
        for outcome in outcomes:
            fork = game.fork()
            fork.answer(outcome)
            shown.add(everything_shown(fork, seat))
        assert len(shown) == 1, f"what seat {draw.secret_to} drew can be told by {seat}"


def test_whatever_lies_hidden_can_be_dealt_again_unseen(rulebook: Rulebook, number: int) -> None:
    looked = look_for_leaks(rulebook, number)
    hidden = rulebook.promises().hidden
    if hidden:
        assert set(looked.dealt) == set(hidden)
        assert all(looked.dealt.values()), "dealt again, it must differ now and then, or nothing was tried"
