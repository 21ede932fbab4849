"""What everybody around a table is told: the whole game, every change of it, who is there, what is said."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from vanguard.server.wire.messages.happened import LogLine, StandingShown
from vanguard.server.wire.messages.questions import Deciding, QuestionShown
from vanguard.server.wire.vocabulary import Card, TableScene, TableView


class UndoShown(TypedDict):
    possible: bool
    free: bool
    """False: the other player will be asked."""


class Perspective(TypedDict):
    """What one seat (None: a spectator) sees and is asked."""

    seat: int | None
    view: TableView
    question: QuestionShown | None
    undo: UndoShown
    auto_pass: list[str]


class SeatPresence(TypedDict):
    seat: int
    kind: Literal["human", "bot", "friend"]
    name: str
    level: str | None
    joined: bool
    """False while an invitation has not been taken."""
    online: bool


class Notice(TypedDict):
    """Something everybody should know, such as that games are not being saved just now."""

    kind: Literal["not-saved", "little-space"]
    text: str


class Proposal(TypedDict):
    """A pending wish that needs the other seat's consent."""

    what: Literal["undo", "draw"]
    by: int
    text: str


class Welcome(TypedDict):
    """The whole game, after `hello` and whenever the browser connects again."""

    type: Literal["welcome"]
    game: str
    rulebook: str
    title: str
    scenario: str
    battlefield: str
    unit: str
    seats: list[int]
    watching: bool
    stamp: int
    revision: int
    table: TableScene
    cards: dict[str, Card]
    perspectives: list[Perspective]
    log: list[LogLine]
    standing: StandingShown
    deciding: Deciding
    presence: list[SeatPresence]
    watchers: int
    proposals: list[Proposal]
    commitment: str
    dice_secret: str | None
    """Only once the game is over: with it every roll can be checked."""
    practice: NotRequired[bool]
    """Against a bot: undo goes back over dice and reveals, and what was taken back is kept in the record."""
    taken_back: NotRequired[int]
    """How many times that was done."""
    read_only: NotRequired[str]
    """Why the game can only be looked at, if so: it was played by an earlier version, or is damaged on disk."""
    notices: NotRequired[list[Notice]]
    said: NotRequired[list[Said]]
    """What was said at the table so far."""
    phrases: NotRequired[dict[str, str]]
    """What can be said without typing: by key, in words."""
    movable: NotRequired[list[str]]
    """Pieces of this browser's seats that were set up and may still be put somewhere else."""


class Update(TypedDict):
    """The game has changed. The log from `log_from` on is replaced by `log` (an undo shortens it)."""

    type: Literal["update"]
    stamp: int
    revision: int
    table: NotRequired[TableScene]
    """Only when the scene has changed: a zone was taken, a barricade set up."""
    perspectives: list[Perspective]
    log_from: int
    log: list[LogLine]
    standing: StandingShown
    deciding: Deciding
    proposals: list[Proposal]
    dice_secret: str | None
    movable: NotRequired[list[str]]
    """As in `welcome`; missing: none."""


class Presence(TypedDict):
    type: Literal["presence"]
    presence: list[SeatPresence]
    watchers: int


class Proposals(TypedDict):
    """The pending wishes changed; `note` says what became of one ("Red declines the undo")."""

    type: Literal["proposals"]
    proposals: list[Proposal]
    note: str


class Notices(TypedDict):
    """What everybody should know has changed; an empty list: all is well again."""

    type: Literal["notices"]
    notices: list[Notice]


class Thinking(TypedDict):
    """A bot starts or stops to think."""

    type: Literal["thinking"]
    seat: int
    on: bool


class Said(TypedDict):
    """Somebody said something; `phrase`: the key of a ready phrase, empty for words of their own."""

    type: Literal["said"]
    seat: int
    name: str
    text: str
    phrase: str
