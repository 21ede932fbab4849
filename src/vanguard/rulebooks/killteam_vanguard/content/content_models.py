"""What content files may say: pydantic models for factions, maps, scenarios and warbands. Only used while loading."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from vanguard.core.telling.looks import PieceLook, TerrainLook

ATTACK_LINE = re.compile(
    r'(?P<name>[^\[\]()"]+?) \[(?P<kind>MELEE|RANGED)\] '
    r'\((?:(?P<range>\d+(?:\.\d+)?)", )?(?P<dice>\d+)D6, (?P<hit>[2-6])\+, AP(?P<ap>\d+), D(?P<damage>\d+)\)'
    r"(?P<rules>(?: [A-Z]+(?: \(\d+(?:\.\d+)?\"\))?)*)"
)
RULE = re.compile(r"(?P<key>[A-Z]+)(?: \((?P<amount>\d+(?:\.\d+)?)\"\))?")
TARGET_NUMBER = re.compile(r"[2-6]\+")
MOST_BLAST_DICE = 2


def attack_line(line: str) -> str:
    match = ATTACK_LINE.fullmatch(line)
    if match is None:
        raise ValueError(f'an attack is written like: Gauss Blaster [RANGED] (24", 2D6, 3+, AP2, D1); not {line!r}')
    if match["kind"] == "RANGED" and match["range"] is None:
        raise ValueError(f"a ranged attack needs a range: {line!r}")
    if int(match["dice"]) < 1 or int(match["damage"]) < 1:
        raise ValueError(f"an attack has at least one die and damage 1: {line!r}")
    if "BLAST" in match["rules"] and int(match["dice"]) > MOST_BLAST_DICE:
        raise ValueError(f"an attack with BLAST has at most {MOST_BLAST_DICE}D6: {line!r}")
    return line


def target_number(value: str) -> str:
    if not TARGET_NUMBER.fullmatch(value):
        raise ValueError(f"a target number is written 2+ to 6+, not {value!r}")
    return value


AttackLine = Annotated[str, AfterValidator(attack_line)]
TargetNumber = Annotated[str, AfterValidator(target_number)]
Coordinate = Annotated[float, Field(allow_inf_nan=False, ge=0, le=144)]
Rect = tuple[Coordinate, Coordinate, Coordinate, Coordinate]
Text = Annotated[str, Field(min_length=1, max_length=400)]


class Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class OptionEntry(Entry):
    """A weapon (`attack`, perhaps `instead_of` another) or an ability for points."""

    name: Text
    points: Annotated[int, Field(ge=0, le=100)]
    attack: AttackLine = ""
    instead_of: str = ""
    ability: str = ""
    one_per_warband: bool = False

    @model_validator(mode="after")
    def _one_thing(self) -> OptionEntry:
        if bool(self.attack) == bool(self.ability):
            raise ValueError("an option gives either an attack or an ability")
        if self.instead_of and not self.attack:
            raise ValueError("only an attack can be taken instead of another")
        return self


class CardEntry(Entry):
    """A stat card with the words of the printed one."""

    name: Text
    type: Text
    points: Annotated[int, Field(ge=1, le=200)]
    max: Annotated[int, Field(ge=1, le=20)]
    CP: Annotated[int, Field(ge=0, le=9)]
    SP: Annotated[float, Field(gt=0, le=12, allow_inf_nan=False)]
    AR: TargetNumber
    WN: Annotated[int, Field(ge=1, le=12)]
    NE: TargetNumber
    base_mm: Literal[25, 32, 40, 50, 60]
    look: PieceLook = "trooper"
    height: Annotated[float, Field(ge=0.5, le=6, multiple_of=0.5)]
    printed_as_leader: bool = False
    attacks: Annotated[list[AttackLine], Field(min_length=1)]
    actions: list[str] = []
    abilities: list[str] = []
    options: list[OptionEntry] = []


class FactionEntry(Entry):
    name: Text
    summary: Text
    attacks: list[AttackLine] = []
    abilities: list[str] = []
    leader_abilities: list[str] = []
    entries: Annotated[dict[str, CardEntry], Field(min_length=1)]


Side = Literal["south", "north", "east", "west"]
EdgeName = Literal["stairs", "climbable", "sheer"]


class LadderEntry(Entry):
    edge: Side
    start: Coordinate = Field(alias="from")
    end: Coordinate = Field(alias="to")


class WindowEntry(Entry):
    start: Coordinate = Field(alias="from")
    end: Coordinate = Field(alias="to")
    sill: float = 1.0
    upper: float = 2.5

    @model_validator(mode="after")
    def _wide_enough(self) -> WindowEntry:
        if self.end - self.start < 1.5:
            raise ValueError(f"a window is at least 1.5 inches long, not {self.end - self.start:g}")
        if not 0 < self.sill < self.upper:
            raise ValueError("a window's sill lies above the ground and below its upper edge")
        return self


class PieceEntry(Entry):
    """A terrain piece: an area has a `rect`, an obstacle or wall a `line`."""

    kind: Literal["woods", "marsh", "scree", "blocking", "pool", "platform", "obstacle", "wall"]
    name: str = ""
    look: TerrainLook | None = None
    height: Annotated[float, Field(ge=0, le=12, allow_inf_nan=False)] = 0.0
    rect: Rect | None = None
    line: Rect | None = None
    edges: dict[Side, EdgeName] = {}
    ladders: list[LadderEntry] = []
    windows: list[WindowEntry] = []

    @model_validator(mode="after")
    def _fits_its_kind(self) -> PieceEntry:
        is_line = self.kind in ("obstacle", "wall")
        if is_line != (self.line is not None) or is_line == (self.rect is not None):
            raise ValueError(f"{self.kind} is given by a {'line' if is_line else 'rect'}")
        if self.kind in ("obstacle", "wall", "platform", "blocking") and self.height <= 0:
            raise ValueError(f"{self.kind} needs a height above 0")
        if self.kind == "platform" and set(self.edges) != {"south", "north", "east", "west"}:
            raise ValueError("a platform says what each of its four edges is")
        if self.kind != "platform" and (self.edges or self.ladders):
            raise ValueError("only a platform has edges and ladders")
        if self.kind != "wall" and self.windows:
            raise ValueError("only a wall has windows")
        return self


class MapEntry(Entry):
    """A table of 36 by 36; `half` is repeated turned by 180 degrees, `pieces` are not."""

    name: Text
    summary: Text
    width: Annotated[float, Field(ge=12, le=144)] = 36.0
    depth: Annotated[float, Field(ge=12, le=144)] = 36.0
    half: list[PieceEntry] = []
    pieces: list[PieceEntry] = []


class ZoneEntry(Entry):
    name: Text
    rect: Rect
    edges: Annotated[list[Side], Field(min_length=1)]


class ObjectiveEntry(Entry):
    key: Annotated[str, Field(pattern=r"[a-z][a-z0-9-]*")]
    label: str = ""
    at: tuple[Coordinate, Coordinate]
    points: tuple[int, int]


class ScenarioEntry(Entry):
    name: Text
    summary: Text
    rounds: Annotated[int, Field(ge=1, le=12)]
    duration_roll: bool = False
    ends_when_wiped_out: bool = False
    leader_captures_engaged: bool = False
    leader_points: Annotated[int, Field(ge=0)] = 0
    leader_bounty: Annotated[int, Field(ge=0)] = 0
    leader_beyond: Annotated[int, Field(ge=0)] = 0
    zones: Annotated[list[ZoneEntry], Field(min_length=2, max_length=2)]
    objectives: list[ObjectiveEntry]


class RosterLine(Entry):
    unit: str
    count: Annotated[int, Field(ge=1, le=20)] = 1
    options: list[str] = []
    leader: bool = False


class WarbandEntry(Entry):
    name: Text
    summary: Text = "A warband of your own"
    faction: str
    entries: Annotated[list[RosterLine], Field(min_length=1)]
