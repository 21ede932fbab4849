"""What a seat may not know never reaches it: not by view, options, log or refusal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.kit.random_play import new_game, random_steps
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Place, Split, Together
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook


def everything_shown(game: Game, seat: int | None) -> str:
    """All that reaches a seat, as bytes to compare: view, its own question with options, log, refusals, undo, revision."""
    shown: list[Any] = [game.view(seat), game.log(seat), game.revision, game.rulebook.cards(game.state)]
    shown.append(game.rulebook.table(game.state))
    question = game.question_for(seat) if seat is not None else None
    if question is not None:
        shown.append([question.prompt, question.clause, question.about, question.kind])
        if isinstance(question, Choose):
            shown.append([[o.key, o.label, o.why_not, o.clause, o.about] for o in question.options])
        if isinstance(question, Place):
            shown.append([question.candidates(), question.mover])
        if isinstance(question, Split):
            shown.append([[lot.key, lot.label, lot.at_most] for lot in question.lots])
    if seat is not None:
        with pytest.raises(Refused) as refusal:
            game.answer("no such answer", seat=seat)
        shown.append(str(refusal.value))
    return json.dumps(shown, sort_keys=True, allow_nan=False)


def test_the_dice_to_come_show_nowhere(rulebook: Rulebook, number: int) -> None:
    """Two games alike in everything that has happened, with different secrets, look the same to everybody."""
    game = new_game(rulebook, number)
    for count, step in enumerate(random_steps(game, number)):
        if count % 23 == 0:
            other = step.fork(KeyedDice(secret_from_seed(f"another {count}")))
            for seat in (0, 1, None):
                assert everything_shown(other, seat) == everything_shown(step, seat)


def test_a_pending_secret_answer_shows_nowhere_to_the_other_seat(rulebook: Rulebook, number: int) -> None:
    game = new_game(rulebook, number)
    seen = 0
    for step in random_steps(game, number):
        if not isinstance(step.question, Together) or step.pending:
            continue
        for seat in (0, 1):
            part = step.question.part_of(seat)
            before = [everything_shown(step, 1 - seat), everything_shown(step, None)]
            for given in part.candidates()[:4]:
                fork = step.fork(step.dice)
                fork.answer(given, seat=seat)
                assert [everything_shown(fork, 1 - seat), everything_shown(fork, None)] == before
        seen += 1
        if seen == 3:
            break
