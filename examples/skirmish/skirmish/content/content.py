"""The content: figures from TOML, and the one piece of ground this game is fought on."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from skirmish.battlefield import Battlefield, ground_of_well
from skirmish.state import Profile
from vanguard.core.content import ContentKind, Shelf, made_from
from vanguard.core.telling.looks import PieceLook


class FigureEntry(BaseModel):
    """One figure as its file describes it; anything unknown or out of bounds is a fault by name."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    look: PieceLook = "trooper"
    move: float = Field(ge=1, le=12)
    aim: int = Field(ge=1, le=6)
    wounds: int = Field(ge=1, le=9)
    base: float = Field(gt=0.3, le=4)


FIGURES = ContentKind("content/figures.toml", FigureEntry)
KINDS = {"figures": FIGURES}


@cache
def figures() -> dict[str, Profile]:
    shelf = Shelf(Path(__file__).parent)
    shelf.read_all(KINDS)
    return {key: made_from(entry, Profile, key=key) for key, entry in shelf.read(FIGURES).items()}


@cache
def field() -> Battlefield:
    return ground_of_well()
