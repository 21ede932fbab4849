"""What content files may say: pydantic models for weapons, datasheets, powers, maps and armies. Only used while loading."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

QUANTITY = re.compile(r"(?:(?P<dice>\d*)D(?P<sides>[36])(?:\+(?P<added>\d+))?|(?P<fixed>\d+))")
WEAPON_TYPE = re.compile(
    r"(?P<type>Assault|Heavy|Rapid Fire|Pistol|Grenade) (?P<attacks>\d*D[36]|\d+)|Dakka (?P<near>\d+)/(?P<far>\d+)|Melee"
)
STRENGTH = re.compile(r"User|\+(?P<plus>\d+)|x(?P<times>\d)|(?P<own>\d+)")
TARGET_NUMBER = re.compile(r"[2-7]\+")


def quantity(text: str) -> str:
    if not QUANTITY.fullmatch(text):
        raise ValueError(f"a quantity is written 3, D3, 2D6 or D6+2, not {text!r}")
    return text


def weapon_type(text: str) -> str:
    if not WEAPON_TYPE.fullmatch(text):
        raise ValueError(f"a type is written Assault 3, Heavy D6, Rapid Fire 1, Dakka 5/3 or Melee, not {text!r}")
    return text


def strength(text: str) -> str:
    if not STRENGTH.fullmatch(text):
        raise ValueError(f"a Strength is written 4, User, +2 or x2, not {text!r}")
    return text


def target_number(text: str) -> str:
    if not TARGET_NUMBER.fullmatch(text):
        raise ValueError(f"a target number is written 2+ to 7+, not {text!r}")
    return text


QuantityText = Annotated[str, AfterValidator(quantity)]
TypeText = Annotated[str, AfterValidator(weapon_type)]
StrengthText = Annotated[str, AfterValidator(strength)]
TargetNumber = Annotated[str, AfterValidator(target_number)]
Skill = Annotated[str, Field(pattern=r"^([2-6]\+|-)$")]
Coordinate = Annotated[float, Field(allow_inf_nan=False, ge=0, le=120)]
Rect = tuple[Coordinate, Coordinate, Coordinate, Coordinate]
Text = Annotated[str, Field(min_length=1, max_length=500)]
Key = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
Look = Literal[
    "trooper", "heavy", "leader", "medic", "sniper", "beast", "swarm", "walker", "tank", "transport", "flyer", "gun",
    "machine-gun", "mortar", "half-track", "officer", "psyker", "bike", "monster",
]  # fmt: skip
TerrainLook = Literal[
    "ruin", "wall", "woods", "water", "crater", "crates", "container", "road", "hedge", "hill", "building", "barrels",
    "pipes", "rubble", "bunker",
]  # fmt: skip
Role = Literal["hq", "troops", "elites", "fast-attack", "heavy-support", "dedicated-transport"]
Trait = Literal[
    "light-cover", "heavy-cover", "dense-cover", "obscuring", "defensible", "defence-line", "scaleable", "breachable",
    "difficult-ground", "exposed-position", "unstable-position",
]  # fmt: skip


class Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# -- weapons --------------------------------------------------------------------------------------------------------------


FOR_RANGED_ONLY = (
    "blast", "damage_at_half_range", "ignores_look_out_sir", "ignores_visibility", "once_per_battle", "only_if_stationary",
    "bolt", "lasgun", "grinding_advance",
)  # fmt: skip


class WeaponProfileEntry(Entry):
    """One way to use a weapon, in the words of a datasheet; `name` tells it from the weapon's other profiles."""

    name: str = ""
    range: Annotated[float, Field(ge=0, le=120)] = 0
    type: TypeText
    S: StrengthText
    AP: Annotated[int, Field(ge=-6, le=0)]
    D: QuantityText
    blast: bool = False
    damage_at_half_range: QuantityText | None = None
    hit_modifier: Annotated[int, Field(ge=-1, le=1)] = 0
    automatic_hits: bool = False
    extra_hits_on_six: Annotated[int, Field(ge=0, le=3)] = 0
    automatic_wounds_on_six: bool = False
    mortal_wounds_on_six: Annotated[int, Field(ge=0, le=3)] = 0
    extra_attacks: Annotated[int, Field(ge=0, le=3)] = 0
    only_extra_attacks: bool = False
    ignores_look_out_sir: bool = False
    ignores_visibility: bool = False
    once_per_battle: bool = False
    destroys_bearer_on_one: bool = False
    mortal_wound_to_bearer_on_one: bool = False
    only_if_stationary: bool = False
    bolt: bool = False
    lasgun: bool = False
    grinding_advance: bool = False

    @model_validator(mode="after")
    def _fits_its_type(self) -> WeaponProfileEntry:
        melee = self.type == "Melee"
        if melee != (self.range == 0):
            raise ValueError("a ranged weapon has a range, a melee weapon has none")
        for field in FOR_RANGED_ONLY if melee else ():
            if getattr(self, field):
                raise ValueError(f"{field} is for ranged weapons")
        if self.blast and self.type.startswith(("Rapid Fire", "Dakka")):
            raise ValueError(
                "a weapon whose attacks depend on half range is not Blast: which number counts is printed nowhere"
            )
        if not melee and self.extra_attacks:
            raise ValueError("only a melee weapon gives additional attacks")
        if self.only_extra_attacks and not self.extra_attacks:
            raise ValueError("only_extra_attacks needs extra_attacks")
        return self


class WeaponEntry(Entry):
    name: Text
    profiles: Annotated[list[WeaponProfileEntry], Field(min_length=1, max_length=3)]


# -- abilities, powers, stratagems ----------------------------------------------------------------------------------------


class AbilityEntry(Entry):
    name: Text
    rule: str = ""
    """The rule it is, if that has another name than this ability."""
    reach: Annotated[float, Field(ge=0, le=48)] = 0
    number: Annotated[int, Field(ge=0, le=12)] = 0
    text: Text


class PowerEntry(Entry):
    name: Text
    warp_charge: Annotated[int, Field(ge=2, le=12)]
    reach: Annotated[float, Field(gt=0, le=48)]
    on: Literal["enemy", "friend"]
    needs_sight: bool = False
    text: Text


class StratagemEntry(Entry):
    name: Text
    cost: Annotated[int, Field(ge=1, le=3)]
    once_per_battle: bool = False
    clause: str
    text: Text


# -- datasheets -----------------------------------------------------------------------------------------------------------


class ProfileEntry(Entry):
    """The profile line; A and M may be left to the damage table."""

    M: Annotated[float, Field(gt=0, le=24)]
    WS: Skill
    BS: Skill
    S: Annotated[int, Field(ge=1, le=16)]
    T: Annotated[int, Field(ge=1, le=9)]
    W: Annotated[int, Field(ge=1, le=17)]
    A: QuantityText
    Ld: Annotated[int, Field(ge=1, le=12)]
    Sv: TargetNumber
    invulnerable: TargetNumber | None = None


class DamageRowEntry(Entry):
    """What changes from this many wounds left downwards."""

    wounds: Annotated[int, Field(ge=1)]
    M: Annotated[float, Field(gt=0, le=24)] | None = None
    WS: Skill | None = None
    BS: Skill | None = None
    S: Annotated[int, Field(ge=1, le=16)] | None = None
    A: QuantityText | None = None


class VariantEntry(Entry):
    """A model of the unit that differs: its squad leader or a team."""

    name: Text
    look: Look | None = None
    W: Annotated[int, Field(ge=1, le=17)] | None = None
    S: Annotated[int, Field(ge=1, le=16)] | None = None
    A: QuantityText | None = None
    Ld: Annotated[int, Field(ge=1, le=12)] | None = None
    base_mm: Annotated[float, Field(ge=20, le=160)] | None = None
    height: Annotated[float, Field(gt=0, le=8)] | None = None
    weapons: list[str] | None = None


class OptionEntry(Entry):
    """Wargear or an upgrade: who may take it, how many of a unit, what is given up for it."""

    name: Text
    points: Annotated[int, Field(ge=0, le=100)] = 0
    who: Literal["any", "leader", "trooper", "unit", "team"] = "any"
    """`unit`: every model takes it; `team`: two troopers are replaced by one team that has it."""
    weapons: list[str] = []
    abilities: list[str] = []
    instead_of: list[str] = []
    needs: str = ""
    """A weapon the model must have."""
    most: Annotated[int, Field(ge=1, le=30)] | None = None
    """How many of the unit may take it; without a number every model may."""
    per: Annotated[int, Field(ge=2, le=30)] | None = None
    """One for so many models, and one in any case."""
    group: str = ""
    """Options of one group share their limit."""
    look: Look | None = None
    invulnerable: TargetNumber | None = None
    save_bonus: Annotated[int, Field(ge=0, le=3)] | None = None
    ignore_wounds: TargetNumber | None = None

    @model_validator(mode="after")
    def _gives_something(self) -> OptionEntry:
        if not (self.weapons or self.abilities):
            raise ValueError("an option gives weapons or abilities")
        return self


class PsykerEntry(Entry):
    powers: Annotated[int, Field(ge=1, le=3)]
    denies: Annotated[int, Field(ge=0, le=3)]
    chooses: Annotated[int, Field(ge=0, le=4)]
    discipline: list[str]


class ExplosionEntry(Entry):
    roll: Annotated[int, Field(ge=2, le=6)]
    reach: Annotated[float, Field(gt=0, le=12)]
    mortal_wounds: QuantityText


class DatasheetEntry(Entry):
    name: Text
    model: Text
    """What one of its models is called."""
    role: Role
    size: tuple[Annotated[int, Field(ge=1, le=30)], Annotated[int, Field(ge=1, le=30)]]
    points: Annotated[int, Field(ge=1, le=400)]
    full_price: Annotated[int, Field(ge=1, le=400)] | None = None
    """What a unit of full size costs, where the whole unit has a price."""
    look: Look
    base_mm: Annotated[float, Field(ge=20, le=160)]
    height: Annotated[float, Field(gt=0, le=8)]
    hull: tuple[float, float] | None = None
    keywords: Annotated[list[Annotated[str, Field(pattern=r"^[A-Z][A-Z ]+$")]], Field(min_length=1)]
    profile: ProfileEntry
    damage_table: list[DamageRowEntry] = []
    weapons: list[str] = []
    abilities: list[str] = []
    leader: VariantEntry | None = None
    team: VariantEntry | None = None
    options: list[OptionEntry] = []
    psyker: PsykerEntry | None = None
    explosion: ExplosionEntry | None = None
    capacity: Annotated[int, Field(ge=0, le=30)] = 0
    damage_reduction: Annotated[int, Field(ge=0, le=3)] = 0
    damage_reduction_up_to: Annotated[int, Field(ge=0, le=16)] = 0
    cover_bonus: Annotated[int, Field(ge=0, le=2)] = 0
    save_bonus: Annotated[int, Field(ge=0, le=3)] = 0
    ignore_wounds: TargetNumber | None = None

    @model_validator(mode="after")
    def _size_and_keywords(self) -> DatasheetEntry:
        if self.size[0] > self.size[1]:
            raise ValueError(f"size runs from the fewest to the most models, not {self.size[0]} to {self.size[1]}")
        for banned in ("AIRCRAFT", "TITANIC"):
            if banned in self.keywords:
                raise ValueError(f"{banned} models have no place in games of this size")
        if ("PSYKER" in self.keywords) != (self.psyker is not None):
            raise ValueError("a PSYKER says what it does in the Psychic phase, and nobody else does")
        if ("TRANSPORT" in self.keywords) != (self.capacity > 0):
            raise ValueError("a TRANSPORT has a capacity, and nobody else has")
        wounds = [row.wounds for row in self.damage_table]
        if wounds and (wounds != sorted(wounds, reverse=True) or wounds[-1] != 1):
            raise ValueError("a damage table runs from the most wounds left down to 1")
        return self


class FactionEntry(Entry):
    name: Text
    summary: Text
    keyword: Annotated[str, Field(pattern=r"^[A-Z][A-Z ]+$")]
    units: Annotated[dict[Key, DatasheetEntry], Field(min_length=1)]


# -- detachments and armies -----------------------------------------------------------------------------------------------


class DetachmentEntry(Entry):
    name: Text
    command_points: Annotated[int, Field(ge=0, le=4)]
    refunded: bool = False
    """Is it refunded in full if it contains the Warlord?"""
    slots: dict[Role, tuple[Annotated[int, Field(ge=0, le=12)], Annotated[int, Field(ge=0, le=12)]]]


class ArmyLine(Entry):
    unit: str
    count: Annotated[int, Field(ge=1, le=30)] = 1
    options: list[str] = []
    name: str = ""
    leader: bool = False


class ArmyEntry(Entry):
    name: Text
    summary: Text
    faction: str
    points_limit: Annotated[int, Field(ge=50, le=500)]
    entries: Annotated[list[ArmyLine], Field(min_length=1)]


# -- the mission and maps -------------------------------------------------------------------------------------------------


class SizeEntry(Entry):
    name: Text
    width: Annotated[float, Field(ge=12, le=120)]
    depth: Annotated[float, Field(ge=12, le=120)]
    zones: tuple[Rect, Rect]
    markers: Annotated[list[tuple[Coordinate, Coordinate]], Field(min_length=1)]
    from_edge: Annotated[float, Field(ge=0, le=12)]
    from_marker: Annotated[float, Field(ge=0, le=12)]
    between_centres: bool = False


class MissionEntry(Entry):
    name: Text
    text: Text
    rounds: Annotated[int, Field(ge=1, le=12)]
    markers: Annotated[int, Field(ge=1, le=6)]
    marker_mm: Annotated[float, Field(gt=0, le=100)]
    marker_reach: Annotated[float, Field(gt=0, le=12)]
    sizes: Annotated[dict[Key, SizeEntry], Field(min_length=1)]


class WallEntry(Entry):
    rect: Rect
    top: Annotated[float, Field(gt=0, le=12)]


class FloorEntry(Entry):
    rect: Rect
    elevation: Annotated[float, Field(gt=0, le=12)]


class PieceEntry(Entry):
    """A terrain feature: a rectangle or the corners of a polygon; `twice` sets it up again turned by half a turn.

    Its kind says category, traits and look; `traits` and `look` replace those of the kind.
    """

    name: Text
    kind: Literal["ruin", "woods", "crater", "barricade", "container", "hill"]
    look: TerrainLook | None = None
    traits: list[Trait] | None = None
    height: Annotated[float, Field(ge=0, le=12)]
    rect: Rect | None = None
    corners: list[tuple[Coordinate, Coordinate]] = []
    walls: list[WallEntry] = []
    floors: list[FloorEntry] = []
    twice: bool = False

    @model_validator(mode="after")
    def _has_one_outline(self) -> PieceEntry:
        if (self.rect is None) == (not self.corners):
            raise ValueError("a feature has either a rect or corners")
        if self.kind == "ruin" and self.height < 5:
            raise ValueError('a ruin is Obscuring and so at least 5" high')
        if self.kind == "woods" and self.height < 3:
            raise ValueError('woods give Dense Cover and so are at least 3" high')
        if self.kind == "hill" and self.traits:
            raise ValueError("a Hill is no terrain feature and has no traits")
        if self.kind != "ruin" and (self.walls or self.floors):
            raise ValueError("only a ruin has walls and floors of its own")
        return self


class MapEntry(Entry):
    name: Text
    summary: Text
    size: str
    pieces: Annotated[list[PieceEntry], Field(min_length=1)]
