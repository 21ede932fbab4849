"""What happened and how it stands: lines of the log with their dice and pictures, the standing."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from vanguard.server.wire.vocabulary import Point


class ModifierShown(TypedDict):
    amount: int
    label: str
    clause: str


class DiceRolled(TypedDict):
    label: str
    player: int
    faces: list[Any]
    marks: list[str]
    needed: str
    modifiers: list[ModifierShown]


class PictureShown(TypedDict):
    """What an event looks like on the table, as the rules noted it; see `core.telling.pictures`."""

    kind: Literal[
        "move", "place", "attack", "harm", "heal", "fall", "leave", "gain", "lose", "act", "score", "stage", "reveal"
    ]
    who: list[str]
    whom: NotRequired[list[str]]
    paths: NotRequired[list[list[Point]]]
    """One for each of `who`, from where it starts."""
    way: NotRequired[str]
    """Of an attack: `ranged`, `melee`, or `help` for a friend."""
    state: NotRequired[str]
    """Of `gain` and `lose`: the key of the state."""
    amount: NotRequired[int]
    left: NotRequired[int]
    seat: NotRequired[int]
    round: NotRequired[int]
    """Of `stage`: which round it is."""


class LogLine(TypedDict):
    text: str
    clause: str
    about: list[str]
    dice: DiceRolled | None
    shows: PictureShown | None
    step: int
    seen_by: int | None
    """None: everybody; else only this seat (a browser with both seats hides it from the other)."""


class StandingShown(TypedDict):
    scores: list[float]
    over: bool
    winner: int | None
    reason: str
    clause: str
    how: Literal["", "rules", "conceded", "agreed"]
