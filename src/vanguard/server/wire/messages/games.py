"""Games on the start page: made, joined, listed, branched, opened from a record, deleted."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from vanguard.server.wire.messages.basics import Key, Request, Secret, Step
from vanguard.server.wire.messages.table import SeatPresence


class SeatWanted(Request):
    """Who sits here: `human` (this browser), `bot` of a level, or `friend` (an invitation link is made)."""

    kind: Literal["human", "bot", "friend"] = "human"
    level: Annotated[str, Field(max_length=40)] | None = None
    name: Annotated[str, Field(max_length=40)] | None = None


Seats = Annotated[list[SeatWanted], Field(min_length=2, max_length=2)]


class Held(Request):
    game: Annotated[str, Field(max_length=40)]
    secret: Secret


class GameWanted(Request):
    """A new game. What is left out is taken from the rulebook's default set-up.

    An army is the key of a ready army or a plain roster.
    """

    rulebook: Key
    scenario: Key | None = None
    battlefield: Key | None = None
    armies: Annotated[list[Key | dict[str, Any] | None], Field(min_length=2, max_length=2)] | None = None
    options: Annotated[dict[Key, Key], Field(max_length=40)] | None = None
    seats: Seats
    practice: bool | None = None
    """Against a bot: whether undo may go back over dice and reveals. Left out: yes."""
    held: Annotated[list[Held], Field(max_length=200)] = Field(default=[])
    """What this browser has played here: of use to a bot of the level `even`, which is to be about as strong."""


class SeatGiven(TypedDict):
    seat: int
    kind: Literal["human", "bot", "friend"]
    level: str | None
    secret: str | None
    """For a `human` seat: the seat's secret. Shown once; the server keeps only its hash."""
    invitation: str | None
    """For a `friend` seat: good for one `join`, which makes the seat's secret."""
    link: str | None


class GameCreated(TypedDict):
    game: str
    seats: list[SeatGiven]
    watch: str
    """The secret for spectators."""
    watch_link: str
    commitment: str
    """The hash that binds the dice secret from before the first roll."""


class GamesWanted(Request):
    held: Annotated[list[Held], Field(max_length=200)]


class GameSummary(TypedDict):
    game: str
    rulebook: str
    title: str
    scenario: str
    battlefield: str
    seats: list[int]
    """The seats this browser holds here; empty for a spectator."""
    players: list[SeatPresence]
    steps: int
    stage: str
    """Such as `round 3`."""
    deciding: list[int]
    over: bool
    winner: int | None
    reason: str
    created: float
    touched: float


class JoinWanted(Request):
    invitation: Secret
    name: Annotated[str, Field(max_length=40)] | None = None
    key: Secret | None = None
    """Chosen by the browser and kept until it has the reply: who asks again with it gets the same seat again."""


class InvitationShown(TypedDict):
    """What somebody is invited to, and by whom."""

    game: str
    rulebook: str
    title: str
    scenario: str
    """What is played, in the rulebook's words."""
    battlefield: str
    host: str
    seat: int
    army: str
    """What the invited would play, where that is settled already."""


class Joined(TypedDict):
    game: str
    seat: int
    secret: str
    link: str


class BranchWanted(Request):
    """Play on from a step of a game or replay."""

    step: Step
    seats: Seats


class UploadAccepted(TypedDict):
    game: str
    watch: str
    watch_link: str
    steps: int


class GameDeleted(TypedDict):
    game: str
