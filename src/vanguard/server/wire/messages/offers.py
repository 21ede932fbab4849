"""What can be played: rulebooks, maps, armies, clauses, chances outside any game."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from vanguard.server.wire.messages.basics import Key, Request
from vanguard.server.wire.messages.replies import OddsOfOption


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
    road: bool


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


class LessonShown(TypedDict):
    """What a newcomer is told at the first question by one of these clauses; without any, before everything else."""

    key: str
    title: str
    text: str
    asked: list[str]


class ClauseShown(TypedDict):
    id: str
    section: str
    rule: str
    ruling: NotRequired[str]
    example: NotRequired[str]
    choice: NotRequired[str]
    correction: NotRequired[str]
    out_of_scope: NotRequired[str]
