"""A stretch of play without dice, run ahead for odds on copies of the battle: what it asks is told question by question."""

from __future__ import annotations

from typing import Any

from vanguard.core.questions import Choose, Later, Meeting
from vanguard.core.rulebook import Procedure
from vanguard.core.state import SILENCE
from vanguard.rulebooks.killteam_lite.state import Battle


class Stretch:
    """Some steps of an attack between one roll of dice and the next, or to its end."""

    __slots__ = ()

    def begin(self, battle: Battle) -> Procedure:
        """The procedure of play."""
        raise TypeError("there is nothing to play")

    def ended(self, battle: Battle) -> Any:
        """What follows when the procedure begun last has come to its end."""
        raise TypeError("nothing follows")


class Rehearsal:
    """A stretch, as far as some answers lead. `key` is all it depends on beside them."""

    __slots__ = ("answers", "battle", "key", "stretch")

    def __init__(self, battle: Battle, stretch: Stretch, key: Any, answers: tuple[Any, ...] = ()) -> None:
        self.battle = battle
        self.stretch = stretch
        self.key = key
        self.answers = answers

    def told(self) -> Any:
        """The next question, or what follows when all are answered."""
        battle = self.battle.copy()
        battle.events = SILENCE
        procedure = self.stretch.begin(battle)
        try:
            question = procedure.send(None)
            for answer in self.answers:
                question = procedure.send(answer)
        except StopIteration:
            return self.stretch.ended(battle)
        procedure.close()
        assert isinstance(question, Choose), "there are no dice in a rehearsal"
        obvious = question.obvious
        if obvious is not None:
            later = Later((self.key, self.answers), self._after(obvious.value).told)
            later.decision = (question.player, "", "", obvious.label)
            return later
        question.foretells = self.answered
        question.meeting = Meeting((self.key, self.answers))
        return question

    def answered(self, value: Any) -> Any:
        return self._after(value).told()

    def _after(self, value: Any) -> Rehearsal:
        return Rehearsal(self.battle, self.stretch, self.key, (*self.answers, value))
