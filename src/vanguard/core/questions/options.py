"""The answers a `Choose` offers: each with its key, its value, and the reason if it is not available now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

T = TypeVar("T")

NO_FACTS: Final[Mapping[str, int]] = {}


class Option(Generic[T]):
    """One answer of a `Choose`: its stable text key, the value the rule receives, a label, and why it is not available.

    `why_not` is empty for an available option; otherwise it says in a few words what forbids it and `clause` cites the
    rule, so that a table can show the option greyed. `about` names the models, markers or hexes it would touch.
    `declines` marks the answer that lets an offer go by, so that those who want can have it given by itself. `dice` are the
    places of the dice it takes, among those the question is about. `facts` are numbers whoever decides may weigh (`fails`,
    `modifier`), so that nobody need read them out of the label. `attempt` is the attack or test it would start, for those who
    ask its odds: a kind of the rulebook's own and its particulars, such as `("shot", "b1", "rifle", "r2")`.
    `card` is the card of a hand (or of a piece not yet on the table) that it does something with, and `deed` says what, for a
    table that shows it at the card.
    `grave` marks an answer that gives something up for good: a table asks once more.
    `does` says what it does, where its name does not: a sentence of the content, or the id of the clause whose words say it.
    `idle` marks a legal answer that can gain nothing here: a table sets it apart, and need not ask where only one other is left.
    """

    __slots__ = (
        "about", "attempt", "card", "clause", "declines", "deed", "dice", "does", "facts", "grave", "idle", "key", "label",
        "value", "why_not",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        value: T,
        label: str = "",
        clause: str = "",
        why_not: str = "",
        about: tuple[str, ...] = (),
        declines: bool = False,
        dice: tuple[int, ...] = (),
        facts: Mapping[str, int] = NO_FACTS,
        attempt: tuple[Any, ...] = (),
        card: str = "",
        deed: str = "",
        grave: bool = False,
        idle: bool = False,
        does: str = "",
    ) -> None:
        self.key = key
        self.value = value
        self.label = label or key
        self.clause = clause
        self.why_not = why_not
        self.about = about
        self.declines = declines
        self.dice = dice
        self.facts = facts
        self.attempt = attempt
        self.card = card
        self.deed = deed
        self.grave = grave
        self.idle = idle
        self.does = does

    @property
    def available(self) -> bool:
        return not self.why_not

    def __repr__(self) -> str:
        return f"Option({self.key!r}{', not: ' + self.why_not if self.why_not else ''})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Listing(Generic[T]):
    """Options that are worked out one by one: how many there are, and each of them by its number.

    Whoever wants the whole list gets it; whoever draws one at random pays for little more than that one.
    """

    __slots__ = ()

    def __len__(self) -> int:
        raise TypeError(f"{type(self).__name__} does not say how many options it has")

    def option(self, number: int) -> Option[T]:
        """The option of that number, counted from 0; the same every time it is asked for."""
        raise TypeError(f"{type(self).__name__} does not say what its options are")

    def named(self, key: str) -> Option[T] | None:
        """The option of this key, where it can be worked out without the others; else None."""
        return None

    def all(self) -> list[Option[T]]:
        return [self.option(number) for number in range(len(self))]


def among(values: Iterable[T], label: Callable[[T], str] = str) -> list[Option[T]]:
    """Options for plain values whose text is their key: `among([None, 0, 1])` offers `none`, `0` and `1`."""
    return [
        Option("none" if value is None else str(value), value, label(value), declines=value is None) for value in values
    ]


def yes_or_no(yes: str = "Yes", no: str = "No", attempt: tuple[Any, ...] = (), does: str = "") -> list[Option[bool]]:
    """`attempt` is what a yes would start, `does` what it does."""
    return [Option("yes", True, yes, attempt=attempt, does=does), Option("no", False, no, declines=True)]
