"""The words in which every rulebook describes its table, so that one browser table draws them all.

These are the shapes of what `Rulebook.table`, `view`, `cards`, `sight` and `measure` return: plain data, typed for the
schema from which the browser's types are generated. Keys marked NotRequired may be missing.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

Point = list[float]
"""[x, y] in table units, the origin at the bottom left; or [column, row] of a hex."""


class Stretch(TypedDict):
    """A stretch of a terrain part's outline with a meaning of its own: a window, a door, a ladder."""

    kind: str
    points: list[Point]
    label: NotRequired[str]


class TerrainPart(TypedDict):
    name: str
    kind: str
    label: str
    look: NotRequired[str]
    """Which drawing: one of `core.telling.looks.TerrainLook`."""
    tells_height: NotRequired[bool]
    """Its label says how high it is: nothing need be added."""
    points: list[Point]
    closed: NotRequired[bool]
    bottom: NotRequired[float]
    top: NotRequired[float]
    traits: NotRequired[list[str]]
    notes: NotRequired[str]
    stretches: NotRequired[list[Stretch]]


class Zone(TypedDict):
    """A deployment zone, an objective area or a sector: by its outline, or by its hexes."""

    key: str
    label: str
    side: NotRequired[int | None]
    points: NotRequired[list[Point]]
    hexes: NotRequired[list[list[int]]]


class Hex(TypedDict):
    """One hex of a pointy-top map in odd-r rows."""

    at: list[int]
    terrain: str
    label: str
    look: NotRequired[str]
    cover: NotRequired[bool]
    road: NotRequired[bool]
    star: NotRequired[bool]
    sector: NotRequired[str]


class TableScene(TypedDict):
    """The unchanging scene, drawn once."""

    kind: Literal["measured", "hexes"]
    unit: str
    width: float
    depth: float
    one_at_a_time: NotRequired[bool]
    """Sides take turns piece by piece: nobody moves several together."""
    parts: NotRequired[list[TerrainPart]]
    zones: NotRequired[list[Zone]]
    hexes: NotRequired[list[Hex]]


class Resource(TypedDict):
    label: str
    value: Any


class PlayerView(TypedDict):
    seat: int
    name: NotRequired[str]
    faction: NotRequired[str]
    score: NotRequired[float]
    resources: NotRequired[list[Resource]]
    notes: NotRequired[list[str]]


class Status(TypedDict):
    key: str
    label: str


class HullZone(TypedDict):
    """From where which armour of a piece is struck: an outline on the table around it, and what it says there."""

    label: str
    points: list[Point]


class Link(TypedDict):
    """Two pieces of a squad: are they within reach of each other, or is this where it is broken?"""

    group: str
    name: NotRequired[str]
    """Of the squad."""
    ends: list[Point]
    holds: bool


class HandCard(TypedDict):
    """A card of a player, wherever it is."""

    key: str
    name: str
    card: NotRequired[str]
    """The key of what is printed on it, among the cards."""
    models: NotRequired[list[str]]
    """The pieces it stands for."""
    in_hand: bool
    state: Literal["ready", "played", "saved", "spent", "dead", "skip", "pinned"]
    note: NotRequired[str]


class Hand(TypedDict):
    """All cards of a side that the other may know of."""

    side: int
    cards: list[HandCard]


class ModelView(TypedDict):
    """A model on the table: measured by x, y and radius, or standing on the hex `at`."""

    key: str
    card: NotRequired[str]
    name: str
    label: NotRequired[str]
    side: int
    x: NotRequired[float]
    y: NotRequired[float]
    radius: NotRequired[float]
    elevation: NotRequired[float]
    height: NotRequired[float]
    facing: NotRequired[float | None]
    at: NotRequired[list[int] | None]
    wounds: NotRequired[int]
    max_wounds: NotRequired[int]
    status: NotRequired[list[Status]]
    group: NotRequired[str | None]
    on_table: NotRequired[bool]
    look: NotRequired[str]
    """Which drawing: one of `core.telling.looks.PieceLook`."""
    leader: NotRequired[bool]
    acted: NotRequired[bool | None]
    """True: done for this round; False: still to act; missing where nobody takes turns now."""
    aboard: NotRequired[str]
    """The key of the piece it rides in, while it does."""
    zones: NotRequired[list[HullZone]]
    """The armour it shows to each side, drawn when somebody aims at it."""


class Marker(TypedDict):
    key: str
    kind: str
    label: str
    x: NotRequired[float]
    y: NotRequired[float]
    radius: NotRequired[float]
    at: NotRequired[list[int] | None]
    side: NotRequired[int | None]
    points: NotRequired[list[float]]
    """What holding it is worth to the first and to the second seat."""


class Mission(TypedDict):
    """How this game is won: what scores, and what each side would score, or who would win, if the round ended now."""

    name: str
    text: str
    clause: NotRequired[str]
    now: NotRequired[list[float]]
    outlook: NotRequired[str]
    lines: NotRequired[list[PanelLine]]


class PanelLine(TypedDict):
    label: str
    value: NotRequired[Any]
    detail: NotRequired[str]


class Panel(TypedDict):
    """A box beside the table: an army board, the bag, the weather, a hand of cards."""

    title: str
    side: NotRequired[int | None]
    lines: list[PanelLine]


class TableView(TypedDict):
    """What one seat may see of the table at one moment."""

    round: NotRequired[int]
    rounds: NotRequired[int]
    round_name: NotRequired[str]
    """What a round is called, where the rulebook has another word."""
    phase: NotRequired[str]
    active: NotRequired[int | None]
    active_model: NotRequired[str | None]
    players: list[PlayerView]
    models: list[ModelView]
    markers: NotRequired[list[Marker]]
    panels: NotRequired[list[Panel]]
    mission: NotRequired[Mission]
    hands: NotRequired[list[Hand]]
    links: NotRequired[list[Link]]


class Stat(TypedDict):
    label: str
    value: Any
    clause: NotRequired[str]
    name: NotRequired[str]
    """What the label is short for."""


class CardLine(TypedDict):
    name: str
    text: NotRequired[str]
    clause: NotRequired[str]


class CardBlock(TypedDict):
    title: str
    lines: list[CardLine]


class Card(TypedDict):
    """The printed card of a profile."""

    name: str
    letters: NotRequired[list[CardLine]]
    """What is short for what on it, beside its characteristics: `Sr`, Spread."""
    type: NotRequired[str]
    points: NotRequired[float | None]
    stats: NotRequired[list[Stat]]
    blocks: NotRequired[list[CardBlock]]


SightLine = TypedDict(
    "SightLine",
    {"from": list[float], "to": list[float], "blocked_by": NotRequired[str | None], "through": NotRequired[str]},
)
"""`through`: what obscures a line without blocking it."""

CoverVerdict = TypedDict("CoverVerdict", {"in": bool, "why": NotRequired[str], "clause": NotRequired[str]})


class Sight(TypedDict):
    """Can one model see another, explained."""

    sees: bool
    summary: str
    clause: NotRequired[str]
    lines: NotRequired[list[SightLine]]
    cover: NotRequired[CoverVerdict]
    obscured: NotRequired[bool]


Measure = TypedDict("Measure", {"distance": float, "text": str, "from": NotRequired[Point], "to": NotRequired[Point]})


class CostItem(TypedDict):
    label: str
    amount: float


class Provoked(TypedDict):
    text: str
    clause: NotRequired[str]


class Follower(TypedDict):
    """A model of the squad that goes along, and its own path."""

    key: str
    path: list[Point]


class Preview(TypedDict):
    """What a path would cost and provoke, itemised, legal or not."""

    legal: bool
    why: NotRequired[str]
    clause: NotRequired[str]
    cost: NotRequired[float]
    allowance: NotRequired[float]
    items: NotRequired[list[CostItem]]
    path: NotRequired[list[Point]]
    followers: NotRequired[list[Follower]]
    facing: NotRequired[float | None]
    """Where it would face at the end, in degrees counter-clockwise from east."""
    outline: NotRequired[list[Point]]
    """The shape of what is placed, where it is not a base."""
    provokes: NotRequired[list[Provoked]]
    links: NotRequired[list[Link]]
    """How the squad would hold together."""
