"""Every message between browser and server. The OpenAPI schema and the browser's types are generated from here.

What a browser sends is a pydantic model that refuses unknown keys; what the server sends is plain data of a typed shape.
docs/protocol.md tells the story in words.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from vanguard.server.wire.vocabulary import Card, Measure, Point, Preview, Sight, TableScene, TableView

MOST_BYTES_IN_A_FRAME = 16 * 1024

Seat = Annotated[int, Field(ge=0, le=1)]
Secret = Annotated[str, Field(min_length=16, max_length=64)]
MessageId = Annotated[str, Field(min_length=1, max_length=64)]
Key = Annotated[str, Field(max_length=200)]
Step = Annotated[int, Field(ge=0)]
Spot = Annotated[list[float], Field(min_length=2, max_length=3)]
Path = Annotated[list[Spot], Field(min_length=1, max_length=64)]


class Request(BaseModel):
    """Anything a browser sends."""

    model_config = ConfigDict(extra="forbid")


# -- pages: what can be played ----------------------------------------------------------------------------------------


class Health(TypedDict):
    """How the server is; `ok` is what a watchdog wants to know."""

    ok: bool
    saving: bool
    """Whether what is played is being kept."""
    why: str
    last_commit: float
    waiting: int
    """Writes that wait for the disk."""
    free_bytes: int
    workers: bool
    workers_lost: int
    """How many worker processes had to be replaced."""
    games: int
    browsers: int


class OfferShown(TypedDict):
    """A scenario, a battlefield or a ready army; `details` is what the rulebook adds (faction, points, roster …)."""

    key: str
    name: str
    summary: str
    details: dict[str, Any]


class ScenarioShown(OfferShown):
    battlefields: list[str]
    """Keys of the battlefields it can be played on."""


class DefaultSetup(TypedDict):
    scenario: str
    battlefield: str
    armies: list[str | None]
    """Keys of the ready armies of the first and the second seat."""
    options: dict[str, str]


class OpponentShown(TypedDict):
    """A bot as people are offered it."""

    level: str
    name: str
    summary: str


class RulebookShown(TypedDict):
    name: str
    title: str
    summary: str
    unit: str
    version: str
    scenarios: list[ScenarioShown]
    battlefields: list[OfferShown]
    armies: list[OfferShown]
    levels: list[str]
    """Bot levels, weakest first."""
    opponents: list[OpponentShown]
    """Those that people are offered, by name, weakest first."""
    default_level: str
    default: DefaultSetup


class MapPart(TypedDict):
    look: str
    points: list[list[float]]
    closed: bool
    top: float


class MapHex(TypedDict):
    at: list[int]
    look: str


class MapShown(TypedDict):
    """A battlefield as a small picture: what lies where, and what it looks like. Empty if it is laid out only during set-up."""

    kind: str
    width: float
    depth: float
    parts: list[MapPart]
    hexes: list[MapHex]


class RosterWanted(Request):
    """An own army list: pasted text, or the plain roster."""

    text: Annotated[str, Field(max_length=64_000)] | None = None
    roster: dict[str, Any] | None = None


class RosterChecked(TypedDict):
    legal: bool
    roster: dict[str, Any] | None
    faults: list[str]
    told: NotRequired[str]
    """Of a legal list: what it fields, and for how many points."""


class FreeOddsWanted(Request):
    """An attack outside any game, by the fields the rulebook names."""

    wish: Annotated[dict[Key, Any], Field(max_length=60)]


class FreeOdds(TypedDict):
    odds: list[OddsOfOption]
    note: str


class ClauseShown(TypedDict):
    id: str
    section: str
    rule: str
    ruling: NotRequired[str]
    example: NotRequired[str]
    choice: NotRequired[str]
    correction: NotRequired[str]
    out_of_scope: NotRequired[str]


# -- pages: games ---------------------------------------------------------------------------------------------------------


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
    held: Annotated[list[Held], Field(max_length=200)] = []
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


class ReplayMark(TypedDict):
    step: int
    label: str


class ReplayOutline(TypedDict):
    game: str
    steps: int
    marks: list[ReplayMark]
    """Where each stage (round, turning point) begins."""
    log: list[LogLine]
    """All lines; `step` is the first step at which a line is there."""
    table: TableScene
    cards: dict[str, Card]
    rulebook: str
    title: str
    standing: StandingShown
    players: list[SeatPresence]
    may_branch: bool


class StepMeasure(Request):
    """From and to at a step of a replay: keys of models or markers, or points."""

    start: Key | Spot
    end: Key | Spot


class StepSight(Request):
    """Who looks at whom at a step of a replay."""

    viewer: Key
    target: Key


class ReplayPosition(TypedDict):
    step: int
    steps: int
    stage: str
    view: TableView
    standing: StandingShown
    asked: Deciding
    """What is being decided at this step."""
    table: NotRequired[TableScene]
    """Where the scene at this step differs from the outline's."""
    answer: str | None
    """What was answered next, in words; None at the end, and where the reader may not know."""


class Luck(TypedDict):
    """A side's dice that could succeed or fail: how many it rolled, how many succeeded, how many were to be expected."""

    dice: int
    good: int
    expected: float


class Swing(TypedDict):
    """A moment in which the game turned: the step to look at, what happened, for whom, and how much beside the others.

    `change` is in the bots' own measure of a position: neither points nor a chance."""

    step: int
    text: str
    change: float
    seat: int


class Story(TypedDict):
    """What a finished game was like."""

    luck: list[Luck]
    swings: list[Swing]


class GameDeleted(TypedDict):
    game: str


class Problem(TypedDict):
    """Any refusal over HTTP."""

    why: str
    clause: NotRequired[str]
    faults: NotRequired[list[str]]


# -- socket: from the browser -----------------------------------------------------------------------------------------------


class Hello(Request):
    """The first frame. One browser may hold both seats of a game (two at one screen), or a spectator's secret."""

    type: Literal["hello"]
    secrets: Annotated[list[Secret], Field(min_length=1, max_length=3)]


class Asking(Request):
    id: MessageId
    """Chosen by the browser, echoed as `re` by whatever answers it. For answers: unique, so that a repeat is harmless."""
    seat: Seat | None = None
    """Which of the held seats speaks; may be left out by a browser that holds one."""


class GiveAnswer(Asking):
    type: Literal["answer"]
    given: Any
    at: Step
    """The `stamp` for which this was decided: a stale answer is refused."""


class GiveCommand(Asking):
    """An answer as typed text. What gives something up for good is refused until it is said again, with `sure`."""

    type: Literal["command"]
    text: Annotated[str, Field(max_length=400)]
    at: Step
    sure: bool = False


class WantCompletions(Asking):
    type: Literal["complete"]
    text: Annotated[str, Field(max_length=400)]


class WantPreview(Asking):
    """`models`: where single models of a squad go that somebody sets by hand."""

    type: Literal["preview"]
    path: Path
    models: Annotated[dict[Key, Path], Field(max_length=40)] = {}


class WantSnap(Asking):
    type: Literal["snap"]
    path: Path


class WantWeigh(Asking):
    """Would these amounts be taken, and what do they come to? Nothing is answered."""

    type: Literal["weigh"]
    amounts: Annotated[dict[Key, int], Field(max_length=100)]


class WantArea(Asking):
    type: Literal["area"]


class WantMeasure(Asking):
    """From and to: keys of models or markers, or points."""

    type: Literal["measure"]
    start: Key | Spot
    end: Key | Spot


class WantSight(Asking):
    """`path`: as if the question at hand (a move) had been answered so."""

    type: Literal["sight"]
    viewer: Key
    target: Key
    path: Path | None = None


class WantOdds(Asking):
    """The exact chances of the attack that an option would start; without `option` for all options that start one.

    `amounts`: of the attack with its dice split so. `answers`: of what several answers, one after the other, would start.
    """

    type: Literal["odds"]
    option: Key | None = None
    amounts: Annotated[dict[Key, int], Field(max_length=100)] | None = None
    answers: Annotated[list[Any], Field(min_length=1, max_length=20)] | None = None


class WantRisk(Asking):
    """For points where the mover could end: the chance to be hit there by the next enemy activation."""

    type: Literal["risk"]
    points: Annotated[list[Spot], Field(max_length=200)] | None = None


class WantUndo(Asking):
    """Take back this seat's last answer: at once if nothing was rolled or revealed since, else the other is asked."""

    type: Literal["undo"]


class GiveConsent(Asking):
    """To a pending undo request or draw offer of the other seat."""

    type: Literal["consent"]
    to: Literal["undo", "draw"]
    accept: bool


class WantDraw(Asking):
    type: Literal["offer_draw"]


class Concede(Asking):
    type: Literal["concede"]


class SetAutoPass(Asking):
    """Pass by itself whenever this seat is asked by this clause and may pass."""

    type: Literal["auto_pass"]
    clause: Key
    on: bool


class WantWhy(Asking):
    """What the bot thought at its last answer."""

    type: Literal["why"]


class WantSuggestion(Asking):
    """What a bot would answer here; `quickly`: one that does not look ahead."""

    type: Literal["suggest"]
    quickly: bool = False


class WantWays(Asking):
    """A piece is sent to a place (`to`) or onto somebody (`target`): which answers would do that?

    Without a piece: who of one's own could act on the target, and how."""

    type: Literal["ways"]
    mover: Key | None = None
    target: Key | None = None
    to: Spot | None = None


class WantGroup(Asking):
    """Several pieces are dragged together by a vector: a plan for each. `together`: none goes further than all can."""

    type: Literal["group"]
    movers: Annotated[list[Key], Field(min_length=1, max_length=60)]
    by: Annotated[list[float], Field(min_length=2, max_length=2)]
    together: bool = True


class Say(Asking):
    """To the other player and whoever watches: one of the ready phrases by its key, or a line of one's own."""

    type: Literal["say"]
    phrase: Annotated[str, Field(max_length=20)] | None = None
    text: Annotated[str, Field(max_length=400)] | None = None


class SetChat(Asking):
    """Whether this seat wants to hear and say words of one's own; ready phrases always pass."""

    type: Literal["chat"]
    on: bool


class WantOtherPlace(Asking):
    """Before the first answer of this seat in the battle: a piece it has set up should stand somewhere else."""

    type: Literal["replace"]
    mover: Key
    to: Spot


class Ping(Asking):
    type: Literal["ping"]


ClientMessage = Annotated[
    Hello
    | GiveAnswer
    | GiveCommand
    | WantCompletions
    | WantPreview
    | WantSnap
    | WantWeigh
    | WantArea
    | WantMeasure
    | WantSight
    | WantOdds
    | WantRisk
    | WantUndo
    | GiveConsent
    | WantDraw
    | Concede
    | SetAutoPass
    | WantWhy
    | WantSuggestion
    | WantWays
    | WantGroup
    | WantOtherPlace
    | Say
    | SetChat
    | Ping,
    Field(discriminator="type"),
]
read_client_message: TypeAdapter[Any] = TypeAdapter(ClientMessage)


# -- socket: to the browser ---------------------------------------------------------------------------------------------------


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
    """What an event looks like on the table, as the rules noted it; see `core.pictures`."""

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


class OptionShown(TypedDict):
    key: str
    label: str
    why_not: str
    """Empty for an available option."""
    clause: str
    about: list[str]
    dice: list[int]
    """The places of the dice it takes, among `dice` of the question."""
    card: str
    """The key of the card in a hand that it does something with; empty for none."""
    deed: str
    """What it does with that card, in a word."""
    grave: bool
    """It gives something up for good: ask once more."""


class Asked(TypedDict):
    seat: int
    prompt: str
    clause: str
    about: list[str]
    secret: bool
    """Both decide in secret: a shared screen hides this from the other player."""
    reveals: bool
    dice: DiceRolled | None
    """The dice on the table that this is about."""
    against: DiceRolled | None
    """The dice of the other side that they are set against, where both have rolled."""


class ChooseAsked(Asked):
    kind: Literal["choose"]
    options: list[OptionShown]
    passes: str | None
    """The key of the option that passes, if there is one: auto-pass can be offered."""


class PlaceAsked(Asked):
    kind: Literal["place"]
    mover: str
    on: Literal["table", "hexes"]
    has_area: bool
    examples: list[list[Point]]
    """A few legal answers, so that the keyboard can offer something."""


class LotShown(TypedDict):
    key: str
    label: str
    at_least: int
    at_most: int
    dice: list[int]
    """The places of the dice it stands for, among `dice` of the question, where dice are picked."""


class SplitAsked(Asked):
    kind: Literal["split"]
    lots: list[LotShown]
    total: int
    up_to: bool
    examples: list[dict[str, int]]
    """A few legal answers to begin with."""
    purchase: bool
    """Something can be bought here. A ready-made purchase is suggested for the asking; to buy nothing is asked once more."""


QuestionShown = Annotated[ChooseAsked | PlaceAsked | SplitAsked, Field(discriminator="kind")]


class Deciding(TypedDict):
    """Who decides now and what, as everybody may know it."""

    seats: list[int]
    prompt: str
    clause: str
    kind: str
    secret: bool
    setup: bool
    """The battle has not begun: armies are being set up."""


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


class WhyShown(TypedDict):
    type: Literal["why"]
    re: str
    available: bool
    lines: list[str]


class Suggested(TypedDict):
    """What a bot would answer, in words too, and why."""

    type: Literal["suggested"]
    re: str
    given: Any
    text: str
    lines: list[str]


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


ServerMessage = Annotated[
    Welcome
    | Update
    | Presence
    | Proposals
    | Notices
    | Thinking
    | Said
    | Ack
    | RefusedMessage
    | Completions
    | Previewed
    | Snapped
    | Weighed
    | AreaShown
    | Measured
    | SightShown
    | OddsShown
    | RiskShown
    | WhyShown
    | Suggested
    | WaysShown
    | GroupPlanned
    | Pong,
    Field(discriminator="type"),
]
