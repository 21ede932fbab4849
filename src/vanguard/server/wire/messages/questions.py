"""A question as the seat that decides sees it, and as everybody else does."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from vanguard.server.wire.messages.happened import DiceRolled
from vanguard.server.wire.vocabulary import Point


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
    does: str
    """What it does, in a sentence or two, where its name does not say it: shown with it."""
    rule: str
    """What the rule says by which it may be done, where it says nothing itself and no other answer comes from the same rule: told to
    whoever looks closer."""
    idle: bool
    """It is legal and can gain nothing here: where only one other answer is left, nobody need be asked."""


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
    card: str
    """The printed card of what is bought with it, if there is one."""
    why_not: str
    """Why nothing can be given to it now, whatever else is given."""


class SplitAsked(Asked):
    kind: Literal["split"]
    lots: list[LotShown]
    total: int
    up_to: bool
    examples: list[dict[str, int]]
    """A few legal answers to begin with."""
    usual: dict[str, int] | None
    """Amounts that most would give, to begin with; none where there is no such convention."""
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
