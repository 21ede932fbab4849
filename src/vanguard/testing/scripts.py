"""Scripted play: answers and named dice in the order the rules ask for them; anything left over or missing fails."""

from __future__ import annotations

from typing import Any

from vanguard.core.dice import ScriptedDice
from vanguard.core.game import Game
from vanguard.core.questions import Chance, Choose, Question


def dice_script(text: str) -> list[tuple[str, list[Any]]]:
    """`hit 5 2 / armor 1` as scripted dice: the roll's name, then its faces; symbols stay words."""
    rolls: list[tuple[str, list[Any]]] = []
    for part in text.split("/"):
        words = part.split()
        if words:
            rolls.append((words[0], [int(word) if word.lstrip("-").isdigit() else word for word in words[1:]]))
    return rolls


def play(game: Game, *answers: Any, dice: str = "") -> Game:
    """Give these answers in order, rolling these dice. Fails if a die is left over, missing, or for another roll."""
    script = ScriptedDice(dice_script(dice))
    game.resume_with(script)
    for answer in answers:
        question = game.question
        assert question is not None, f"the game is over before {answer!r}"
        if callable(answer):
            answer = answer(question)
        game.answer(answer)
    script.check_used_up()
    assert not isinstance(game.question, Chance)
    return game


def asked(game: Game) -> Question[Any]:
    """The question asked now; fails when the game is over."""
    assert game.question is not None, "the game is over"
    return game.question


def keys(game: Game) -> list[str]:
    """The keys of the available options of the question asked now."""
    question = asked(game)
    assert isinstance(question, Choose), f"{question.prompt!r} lists no options"
    return [option.key for option in question.available]


def why_not(game: Game, key: str) -> str:
    """Why this option is not available, with its clause; empty if it is available."""
    question = asked(game)
    assert isinstance(question, Choose)
    option = question.option(key)
    return f"{option.why_not} [{option.clause}]" if option.why_not else ""


def run(procedure: Any, answers: list[Any], dice: str = "") -> Any:
    """Run one procedure outside any game with these answers and dice; gives back what the procedure returns.

    For rules that are easier to see alone. Fails if an answer or a die is left over, missing or refused.
    """
    script = ScriptedDice(dice_script(dice))
    waiting = list(answers)
    value: Any = None
    while True:
        try:
            question = procedure.send(value)
        except StopIteration as done:
            assert not waiting, f"never asked for: {waiting}"
            script.check_used_up()
            return done.value
        if isinstance(question, Chance):
            value = script.outcome(question, question.key)
        else:
            assert waiting, f"no answer left for {question.prompt!r}"
            value = question.read(waiting.pop(0))[1]
