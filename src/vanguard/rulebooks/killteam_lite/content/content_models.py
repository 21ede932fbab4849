"""What a content file may say, in the words of the printed cards; everything else is refused with its place."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from vanguard.core.telling.looks import PieceLook, TerrainLook

TargetNumber = Annotated[str, StringConstraints(pattern=r"^[2-6]\+$")]
DamagePair = Annotated[str, StringConstraints(pattern=r"^\d+/\d+$")]
Coordinate = Annotated[float, Field(ge=0.0, le=30.0, allow_inf_nan=False)]
Spot = tuple[Coordinate, Annotated[float, Field(ge=0.0, le=22.0, allow_inf_nan=False)]]
Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]


class Entry(BaseModel):
    """Unknown keys stop the load."""

    model_config = ConfigDict(extra="forbid")


class ProfileEntry(Entry):
    """One profile of a weapon with several."""

    name: Name
    A: int = Field(ge=1, le=20)
    BS: TargetNumber | None = None
    WS: TargetNumber | None = None
    D: DamagePair
    rules: list[Name] = []


class WeaponEntry(Entry):
    """A weapon: its numbers, or several profiles."""

    name: Name
    kind: Literal["ranged", "melee"]
    A: int | None = Field(default=None, ge=1, le=20)
    BS: TargetNumber | None = None
    WS: TargetNumber | None = None
    D: DamagePair | None = None
    rules: list[Name] = []
    profiles: list[ProfileEntry] = []

    @model_validator(mode="after")
    def numbers_or_profiles(self) -> WeaponEntry:
        if not self.profiles and (self.A is None or self.D is None):
            raise ValueError("needs A and D, or profiles that have them")
        profiles: list[ProfileEntry | WeaponEntry] = list(self.profiles) if self.profiles else [self]
        for profile in profiles:
            wanted, other = ("BS", "WS") if self.kind == "ranged" else ("WS", "BS")
            if getattr(profile, wanted) is None or getattr(profile, other) is not None:
                raise ValueError(f"a {self.kind} weapon needs {wanted} and has no {other}")
        return self


class AbilityEntry(Entry):
    """An ability or a unique action."""

    name: Name
    kind: Literal["ability", "action"]
    AP: int = Field(default=0, ge=0, le=3)
    psychic: bool = False
    text: str


class PloyEntry(Entry):
    """A Strategic or Tactical Ploy."""

    name: Name
    team: Name
    kind: Literal["strategic", "tactical"]
    CP: int = Field(ge=0, le=6)
    trigger: str = ""
    text: str
    lends: list[Name] = []
    lends_to: list[Name] = []


class OperativeEntry(Entry):
    """A datacard."""

    name: Name
    look: PieceLook = "trooper"
    count: int = Field(default=1, ge=1, le=12)
    leader: bool = False
    M: float = Field(ge=1, le=20, allow_inf_nan=False)
    APL: int = Field(ge=1, le=4)
    Df: int = Field(ge=0, le=8)
    Sv: TargetNumber
    W: int = Field(ge=1, le=40)
    base: float = Field(ge=20, le=65, allow_inf_nan=False)
    height: float | None = Field(default=None, gt=0.1, le=6, allow_inf_nan=False)
    rules: list[Name] = []
    weapons: list[Name]
    abilities: list[Name] = []


class TeamEntry(Entry):
    """A kill team, fielded whole."""

    name: Name
    character: str
    operatives: list[OperativeEntry] = Field(min_length=1)


class MissionEntry(Entry):
    """A mission; how it scores is part of the rules."""

    name: Name
    text: str
    markers: list[Spot] = []
    west_devices: list[Spot] = []
    east_devices: list[Spot] = []
    any_edge: bool = False
    killzones: list[Name] = []


class PartEntry(Entry):
    """A rectangle of terrain between two elevations."""

    feature: Name
    look: TerrainLook = "wall"
    rect: tuple[float, float, float, float]
    bottom: float = Field(ge=0.0, le=10.0, allow_inf_nan=False)
    top: float = Field(ge=0.0, le=10.0, allow_inf_nan=False)
    traits: list[Literal["solid", "open", "traversable", "standable", "overhead"]]
    twice: bool = False

    @model_validator(mode="after")
    def inside_the_killzone(self) -> PartEntry:
        x1, y1, x2, y2 = self.rect
        if not (0.0 <= x1 < x2 <= 30.0 and 0.0 <= y1 < y2 <= 22.0):
            raise ValueError(f"rect {list(self.rect)} is not a rectangle inside the killzone of 30 by 22")
        if self.top <= self.bottom:
            raise ValueError(f"top {self.top:g} is not above bottom {self.bottom:g}")
        if ("solid" in self.traits) == ("open" in self.traits):
            raise ValueError("a part is either solid or open")
        return self


class KillzoneEntry(Entry):
    """A map."""

    name: Name
    note: str = ""
    parts: list[PartEntry]
