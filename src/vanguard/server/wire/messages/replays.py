"""Looking back: a game step by step, and its story."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from vanguard.server.wire.messages.basics import Key, Request, Spot
from vanguard.server.wire.messages.happened import LogLine, StandingShown
from vanguard.server.wire.messages.questions import Deciding
from vanguard.server.wire.messages.table import SeatPresence
from vanguard.server.wire.vocabulary import Card, TableScene, TableView


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
