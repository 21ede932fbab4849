"""What answers a message of the socket."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from vanguard.server.wire.vocabulary import Measure, Point, Preview, Sight


class Ack(TypedDict):
    """Done, and on disk. `duplicate`: this id had been answered before; nothing was done twice."""

    type: Literal["ack"]
    re: str
    stamp: int
    duplicate: bool
    note: str


class RefusedMessage(TypedDict):
    type: Literal["refused"]
    re: str | None
    why: str
    clause: str
    stale: bool
    """True: the game has moved on; look at the latest update and decide again."""


class Completions(TypedDict):
    type: Literal["completions"]
    re: str
    completions: list[Completion]
    hint: str


class Completion(TypedDict):
    text: str
    label: str
    why_not: str


class Previewed(TypedDict):
    type: Literal["previewed"]
    re: str
    preview: Preview


class Snapped(TypedDict):
    type: Literal["snapped"]
    re: str
    path: list[Point]
    preview: Preview


class Weighed(TypedDict):
    """`told`: what the amounts come to, where that is more than their sum (what a purchase costs)."""

    type: Literal["weighed"]
    re: str
    legal: bool
    why: str
    clause: str
    told: str


class AreaShown(TypedDict):
    """The reachable region; polygons of base centres (or hex centres [column, row])."""

    type: Literal["area"]
    re: str
    polygons: list[list[Point]]


class Measured(TypedDict):
    type: Literal["measured"]
    re: str
    measure: Measure


class SightShown(TypedDict):
    type: Literal["sight"]
    re: str
    sight: Sight


class OutcomeChance(TypedDict):
    label: str
    chance: float


class OddsOfOption(TypedDict):
    option: str
    label: str
    outcomes: list[OutcomeChance]
    """What happens to the target, most telling first."""
    details: dict[str, Any]


class OddsShown(TypedDict):
    type: Literal["odds"]
    re: str
    available: bool
    note: str
    odds: list[OddsOfOption]
    compared: bool
    """They are of answers in one attack, to be weighed against each other; otherwise each starts an attack of its own."""


class RiskPoint(TypedDict):
    at: Point
    chance: float
    details: dict[str, Any]


class RiskShown(TypedDict):
    type: Literal["risk"]
    re: str
    available: bool
    note: str
    points: list[RiskPoint]


class Thought(TypedDict):
    """What a bot decided when it was asked something (nothing is said of a place), why, and what else it thought of."""

    prompt: str
    did: str
    why: str
    instead: list[str]


class WhyShown(TypedDict):
    """The last decisions of a bot before the moment asked about, the newest last."""

    type: Literal["why"]
    re: str
    thoughts: list[Thought]


class Suggested(TypedDict):
    """What a bot would answer, in words too, and why."""

    type: Literal["suggested"]
    re: str
    given: Any
    text: str
    why: str


class Way(TypedDict):
    """Answers that, one after the other, do what was wished."""

    answers: list[Any]
    label: str
    path: NotRequired[list[Point]]
    preview: NotRequired[Preview]


class WaysShown(TypedDict):
    type: Literal["ways"]
    re: str
    ways: list[Way]


class GroupMove(TypedDict):
    """One piece of a group: answers that, one after the other, bring it there; by how much it falls short of the wish."""

    key: str
    answers: list[Any]
    path: list[Point]
    preview: Preview
    short: float


class GroupStays(TypedDict):
    """A piece of a group that cannot go along, and why."""

    key: str
    why: str
    clause: str


class GroupPlanned(TypedDict):
    """The moves in the order in which they are to be answered; `share` of the wished way that the group goes."""

    type: Literal["grouped"]
    re: str
    moves: list[GroupMove]
    cannot: list[GroupStays]
    share: float


class Pong(TypedDict):
    type: Literal["pong"]
    re: str
