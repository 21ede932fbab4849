"""Events: what happened, as a message key and values; the sentence is made from them when somebody reads it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

EVERYBODY = -1

AGREES: Final = re.compile(r"\{(\w+):([^{}]*\|[^{}]*)\}")
"""In a message, words that agree with a number: `{n} {n:token is|tokens are} lost`, or, with words for none, `{n:no hits|1 hit|# hits}`."""


def agreeing(number: int, forms: Sequence[str]) -> str:
    """Of words for one and for many, or for none, one and many, those that fit."""
    *none, one, many = forms
    if none and not number:
        return none[0]
    return one if number == 1 else many.replace("#", str(number))


def counted(count: int, one: str, many: str = "") -> str:
    """`1 hit`, `2 hits`, `no hits`."""
    words = one if count == 1 else many or one + "s"
    return f"{count if count else 'no'} {words}"


class Modifier:
    """A number that can explain itself: `Modifier(-1, "long range", clause="ranged.long-range")`."""

    __slots__ = ("amount", "clause", "label")

    def __init__(self, amount: int, label: str, clause: str) -> None:
        self.amount = amount
        self.label = label
        self.clause = clause

    def plain(self) -> dict[str, Any]:
        return {"amount": self.amount, "label": self.label, "clause": self.clause}


def needed_in_words(printed: int, really: int) -> str:
    """What a die needs: as printed, and as it is after modifiers where that is another number."""
    if really > 6:
        return f"{printed}+, with modifiers never"
    return f"{printed}+" if printed == really else f"{printed}+, with modifiers {really}+"


class DiceShown:
    """A roll as the log shows it: the faces, what was needed, the itemised modifiers and which dice succeeded.

    `marks` has one word per die: usually `hit`, `miss`, `critical`, `save`, `fail`.
    """

    __slots__ = ("faces", "label", "marks", "modifiers", "needed", "player")

    def __init__(
        self,
        label: str,
        player: int,
        faces: Sequence[Any],
        marks: Sequence[str] = (),
        needed: str = "",
        modifiers: Sequence[Modifier] = (),
    ) -> None:
        self.label = label
        self.player = player
        self.faces = tuple(faces)
        self.marks = tuple(marks)
        self.needed = needed
        self.modifiers = tuple(modifiers)

    def plain(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "player": self.player,
            "faces": list(self.faces),
            "marks": list(self.marks),
            "needed": self.needed,
            "modifiers": [modifier.plain() for modifier in self.modifiers],
        }


class Event:
    """One change of a fact, or one die roll: message key, values, clause, dice, and what on the table it is about.

    `seen_by` is the only seat that may read it, or EVERYBODY. An event that only one seat may read and has a public side
    is noted as two events.
    """

    __slots__ = ("about", "clause", "dice", "key", "seen_by", "values")

    def __init__(
        self,
        key: str,
        values: Mapping[str, Any],
        clause: str = "",
        about: tuple[str, ...] = (),
        dice: DiceShown | None = None,
        seen_by: int = EVERYBODY,
    ) -> None:
        self.key = key
        self.values = values
        self.clause = clause
        self.about = about
        self.dice = dice
        self.seen_by = seen_by

    def sentence(self, messages: Mapping[str, str]) -> str:
        """The English sentence of this event by the rulebook's messages."""
        message = AGREES.sub(lambda found: agreeing(self.values[found[1]], found[2].split("|")), messages[self.key])
        text = message.format_map(self.values)
        return text[:1].upper() + text[1:]

    def __repr__(self) -> str:
        return f"Event({self.key}, {dict(self.values)})"
