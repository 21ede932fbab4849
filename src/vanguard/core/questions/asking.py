"""What every question is: who decides, the prompt, the clause that grants it, and what may be answered."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from vanguard.core.questions.urn import Uniform
from vanguard.core.refusals import RuleFault
from vanguard.core.telling.events import DiceShown

Player = int
Given = Any
"""The plain JSON form of an answer: a text key, a list of points, amounts per lot, faces."""

T = TypeVar("T")


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(Generic[T]):
    """What all questions share: who decides, the prompt for people, the clause that grants it."""

    __slots__ = ("about", "against", "clause", "dice", "player", "prompt", "reveals", "under_way")
    kind: ClassVar[str] = "question"

    def __init__(
        self, player: Player, prompt: str, clause: str, about: tuple[str, ...] = (), reveals: bool = False
    ) -> None:
        self.player = player
        self.prompt = prompt
        self.clause = clause
        self.about = about
        self.reveals = reveals
        """True if answering shows something hidden to the other player: undo stops here as it stops at a die."""
        self.dice: DiceShown | None = None
        """The dice on the table that this is about, for people to look at; set by rules where somebody may look."""
        self.against: DiceShown | None = None
        """The dice of the other side that they are set against, where both have rolled."""
        self.under_way: Any = None
        """The undertaking that asks it, and what it is unfolding; see `core.attacks.undertakings`."""

    def __await__(self) -> Generator[Question[Any], Any, T]:
        value: T = yield self
        return value

    def read(self, given: Given) -> tuple[Given, T]:
        """The answer in its plain form, tidied, and the value the rule receives; `Refused` if it is not legal."""
        raise unanswerable(self)

    def candidates(self) -> list[Given]:
        """A finite, sensible sample of legal answers in plain form; everything, where that is finite and small."""
        return []

    def draw(self, uniform: Uniform) -> Given:
        """One of the candidates, each as likely as any other; where it can, without working out the rest."""
        candidates = self.candidates()
        return candidates[uniform(self._at_least_one(len(candidates)))]

    def _at_least_one(self, count: int) -> int:
        if not count:
            raise RuleFault(f"“{self.prompt}” has no possible answer")
        return count


def unanswerable(question: Question[Any]) -> Exception:
    return TypeError(f"{type(question).__name__} cannot be answered directly")
