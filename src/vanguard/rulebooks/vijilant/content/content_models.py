"""What the content files may say: validation only. `content.py` turns valid entries into profiles."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from vanguard.rulebooks.vijilant.profiles import CC, HEAVY, HERO, MACHINE, MOBILITY, SENSORS, SQUAD, WALKER

UnitType = Literal["Walker", "Vehicle", "Skimmer", "VTOL", "Flyer"]
Role = Literal["hero", "infantry squad", "machine"]
WeaponKind = Literal["Gun", "Blast", "Flame", "Indirect", "CC", "Heavy", "Pinning"]
Mount = Literal["any", "front", "rear", "left", "right"]
Look = Literal[
    "trooper", "heavy", "leader", "medic", "sniper", "beast", "swarm", "walker", "tank", "transport", "flyer", "gun",
    "machine-gun", "mortar", "half-track", "officer", "psyker", "bike", "monster",
]  # fmt: skip
TerrainLook = Literal[
    "ruin", "wall", "woods", "water", "crater", "crates", "container", "road", "hedge", "hill", "building", "barrels",
    "pipes", "rubble", "bunker", "rails", "carriage", "glass",
]  # fmt: skip
TerrainKind = Literal["glass shard", "container", "carriage", "locomotive", "spoil heap", "shardfall"]
TerrainTrait = Literal[
    "impassable", "barred to vehicles", "rough", "dangerous", "blocks sight", "cover", "area cover", "climbable"
]
SpecialKey = Literal["dread-chorus", "linked-minds", "black-flag"]
WargearKey = Literal["ward-cloak", "chaff-pods"]
USUAL_RADIUS: Final = {HERO: 1.25, SQUAD: 1.0}
"""The base radius by role where none is given; machines print theirs."""
WIDTH: Final = 70.0
"""Of the table."""
COMMAND_RULES: Final = (
    "orbital-lance", "strafing-run", "shared-purpose", "smoke-curtain", "double-time", "patch-kit", "grapple-down",
)  # fmt: skip
"""The command cards that have a rule of their own; any other fires a weapon."""

Amount = Annotated[int, Field(ge=0, le=20)]
Length = Annotated[float, Field(ge=0, le=70)]
Some = Annotated[int, Field(ge=1, le=20)]
Corners = tuple[float, float, float, float]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ArmourEntry(Strict):
    front: Amount
    side: Amount
    rear: Amount


class ModelEntry(Strict):
    """One kind of model; what is not given is as usual for its unit (radius and height by role, Morale of the card)."""

    kind: str
    name: str = ""
    count: Some = 1
    radius: Annotated[float, Field(gt=0, le=5)] | None = None
    height: Annotated[float, Field(gt=0, le=10)] | None = None
    morale: Amount | None = None
    look: Look


class CommandWeaponEntry(Strict):
    """What a command card fires with: it has no range, and the printed Skill is the whole Skill."""

    name: str
    kinds: tuple[Literal["Gun", "Blast"], ...]
    power: Some
    spread: Some
    skill: int = 0


class WeaponEntry(Strict):
    name: str
    kinds: tuple[WeaponKind, ...]
    power: Some
    spread: Some
    range: tuple[Length, Length] = (0, 0)
    skill: Annotated[int, Field(ge=-5, le=5)] = 0
    long: Length = 0
    bearers: tuple[str, ...] = ()
    team: bool = False
    action_points: Annotated[int, Field(ge=1, le=3)] | None = None
    once_per_turn: bool = False
    alone: bool = False
    clause: str = "weapon.special"
    text: str = ""

    @model_validator(mode="after")
    def makes_sense(self) -> WeaponEntry:
        wrong: list[str] = []
        near, far = self.range
        if not self.kinds or len(set(self.kinds)) != len(self.kinds):
            wrong.append("a weapon names its kinds, each once")
        if CC in self.kinds and far > 0:
            wrong.append("a CC weapon works in contact and has no range")
        if CC not in self.kinds and not near < far:
            wrong.append(f"a range runs from near to far, not from {near:g} to {far:g}")
        if self.long and not near < self.long < far:
            wrong.append(f"Long {self.long:g} lies outside the range {near:g} to {far:g}")
        if self.team and self.bearers:
            wrong.append("a team weapon belongs to the whole unit and names no bearers")
        if self.action_points is not None and HEAVY not in self.kinds:
            wrong.append("only a Heavy weapon can have its action points changed by the card")
        if wrong:
            raise ValueError("; ".join(wrong))
        return self


class SpecialEntry(Strict):
    rule: SpecialKey
    name: str
    kind: Literal["action", "aura"]
    reach: Length
    morale: Amount = 0
    text: str

    @model_validator(mode="after")
    def makes_sense(self) -> SpecialEntry:
        kind = "action" if self.rule == "dread-chorus" else "aura"
        if self.kind != kind:
            raise ValueError(f"{self.rule} is an {kind}, not an {self.kind}")
        if (self.rule == "black-flag") != bool(self.morale):
            raise ValueError("a black flag adds to Morale, and nothing else does: say by how much")
        return self


class WargearEntry(Strict):
    rule: WargearKey
    name: str
    dodge: Some
    beyond: Length = 0
    text: str

    @model_validator(mode="after")
    def makes_sense(self) -> WargearEntry:
        if (self.rule == "chaff-pods") != bool(self.beyond):
            raise ValueError("chaff pods work beyond some distance, and nothing else does: say beyond which")
        return self


class SystemEntry(Strict):
    """`mobility`, `sensors`, or a weapon of the card by its name."""

    system: str
    mount: Mount


class DeployEntry(Strict):
    way: Literal["edge", "touching edge", "flight"] = "edge"
    action_points: Annotated[int, Field(ge=0, le=1)]
    zone: bool = False
    text: str


class UnitEntry(Strict):
    name: str
    type: UnitType
    role: Role
    look: Look
    move: Annotated[float, Field(gt=0, le=35)]
    skill: Annotated[int, Field(ge=-5, le=5)] = 0
    dodge: Amount
    toughness: Amount | ArmourEntry
    health: Some = 1
    morale: Amount
    action_points: Annotated[int, Field(ge=1, le=4)] = 2
    cc_power: Amount = 0
    ponderous: bool = False
    transport: Amount = 0
    models: tuple[ModelEntry, ...]
    weapons: tuple[WeaponEntry, ...]
    support: tuple[WeaponEntry, ...] = ()
    specials: tuple[SpecialEntry, ...] = ()
    wargear: tuple[WargearEntry, ...] = ()
    systems: tuple[SystemEntry, ...] = ()
    deploy: DeployEntry | None = None

    @model_validator(mode="after")
    def makes_sense(self) -> UnitEntry:
        wrong = [*self._wrong_with_models(), *self._wrong_with_its_type(), *self._wrong_with_weapons()]
        wrong += [] if wrong else self._wrong_with_its_entry()
        if wrong:
            raise ValueError("; ".join(wrong))
        return self

    def _wrong_with_models(self) -> list[str]:
        kinds = [model.kind for model in self.models]
        wrong: list[str] = []
        if not kinds or len(set(kinds)) != len(kinds):
            wrong.append("a unit names the kinds of its models, each once")
        count = sum([model.count for model in self.models])
        if self.role != "infantry squad" and count != 1:
            wrong.append(f"a {self.role} is one model, not {count}")
        if count > 1 and self.systems:
            wrong.append("systems are parts of a large model: a squad has none")
        if self.role == MACHINE and any(model.radius is None for model in self.models):
            wrong.append("a machine's base has no usual size: give its radius")
        return wrong

    def _wrong_with_its_type(self) -> list[str]:
        wrong: list[str] = []
        walks = self.type == WALKER
        if not walks and self.role != MACHINE:
            wrong.append(f"a {self.type} is a machine, not a {self.role}")
        if walks and isinstance(self.toughness, ArmourEntry):
            wrong.append("a Walker has no facing and one Toughness")
        if walks and self.cc_power:
            wrong.append("a Walker cannot ram and has no CC power")
        if not walks and not self.cc_power:
            wrong.append(f"a {self.type} needs a CC power to ram with")
        if walks and any(system.mount != "any" for system in self.systems):
            wrong.append("a Walker has no facing: its systems are mounted any")
        if walks and (self.ponderous or self.transport):
            wrong.append("a Walker is neither ponderous nor a transport")
        if self.type == "Flyer" and (self.deploy is None or self.deploy.way != "flight"):
            wrong.append("a Flyer enters with its flight: its deployment says so")
        if self.type != "Flyer" and self.deploy is not None and self.deploy.way == "flight":
            wrong.append("only a Flyer enters with a flight")
        return wrong

    def _wrong_with_its_entry(self) -> list[str]:
        """On an empty table there has to be room for it within its way in."""
        wide = [2.0 * (model.radius or USUAL_RADIUS[self.role]) for model in self.models for _ in range(model.count)]
        deep = self.move * (2 if self.deploy is None else 1)
        if self.deploy is not None and self.deploy.way == "touching edge":
            deep = max(wide)
        rows = int(deep / max(wide) + 1e-6)
        if not rows:
            return [f"its front comes {deep:g} cm in and its base is {max(wide):g} cm wide: it could never enter"]
        if sum(wide) > rows * WIDTH:
            return [f"{len(wide)} models cannot all stand within the {deep:g} cm of their way in"]
        return []

    def _wrong_with_weapons(self) -> list[str]:
        kinds = [model.kind for model in self.models]
        names = [weapon.name for weapon in self.weapons]
        wrong: list[str] = []
        for weapon in (*self.weapons, *self.support):
            wrong.extend(
                [
                    f"{weapon.name} is borne by {kind}, of which there is none"
                    for kind in weapon.bearers
                    if kind not in kinds
                ]
            )
        if len(set(names)) != len(names):
            wrong.append("two weapons have one name")
        if len(self.support) == 1:
            wrong.append("a single support weapon is no choice: print it on the card")
        systems = [system.system for system in self.systems]
        if len(set(systems)) != len(systems):
            wrong.append("a system is named twice")
        wrong.extend(
            [f"there is no weapon {name} to be a system" for name in systems if name not in (MOBILITY, SENSORS, *names)]
        )
        return wrong


class CommandEntry(Strict):
    name: str
    single_use: bool = False
    weapon: CommandWeaponEntry | None = None
    move: Length = 0
    skill: Amount = 0
    dodge: Amount = 0
    morale: Amount = 0
    health: Amount = 0
    text: str


class ForceEntry(Strict):
    name: str
    summary: str
    practice: bool = False
    units: tuple[str, ...]
    commands: tuple[str, ...]


class TerrainEntry(Strict):
    """How a kind of terrain plays wherever it stands."""

    name: str
    look: TerrainLook
    traits: tuple[TerrainTrait, ...]
    text: str
    clause: str


class PieceEntry(Strict):
    """A rectangle (x from, x to, y from, y to) or a hexagon with a corner due east."""

    key: str
    kind: TerrainKind
    name: str = ""
    rect: Corners | None = None
    centre: tuple[float, float] | None = None
    circumradius: Annotated[float, Field(gt=0, le=10)] | None = None
    height: Annotated[float, Field(ge=0, le=20)] = 0
    goal: bool = False

    @model_validator(mode="after")
    def has_an_outline(self) -> PieceEntry:
        if (self.rect is None) == (self.centre is None) or (self.centre is None) != (self.circumradius is None):
            raise ValueError("a piece has either a rect or a centre with its circumradius")
        if self.rect is not None and not (self.rect[0] < self.rect[1] and self.rect[2] < self.rect[3]):
            raise ValueError("a rect runs from x to x and from y to y, the smaller number first")
        return self


class ContainerEntry(Strict):
    length: Annotated[float, Field(gt=0)]
    width: Annotated[float, Field(gt=0)]
    height: Annotated[float, Field(gt=0)]


class TrainEntry(Strict):
    deck: Corners
    advance: Annotated[float, Field(gt=0)]
    containers: tuple[Some, Some]
    container: ContainerEntry
    pieces: tuple[PieceEntry, ...]


class DrawEntry(Strict):
    """Slots for glass shards; `fixed` counts them from one."""

    side: Literal["south", "north"]
    count: Some
    fixed: tuple[Some, ...]
    circumradius: Annotated[float, Field(gt=0, le=10)]
    height: Annotated[float, Field(gt=0, le=20)]
    slots: tuple[tuple[float, float], ...]

    @model_validator(mode="after")
    def enough_slots(self) -> DrawEntry:
        if len(set(self.fixed)) != self.count or max(self.fixed) > len(self.slots):
            raise ValueError(
                f"the fixed draw names {self.count} different slots of {len(self.slots)}, not {list(self.fixed)}"
            )
        return self


class MapEntry(Strict):
    name: str
    note: str
    width: Annotated[float, Field(gt=0)] = 70
    depth: Annotated[float, Field(gt=0)] = 70
    yard: Corners | None = None
    pieces: tuple[PieceEntry, ...] = ()
    train: TrainEntry | None = None
    draws: tuple[DrawEntry, ...] = ()

    @model_validator(mode="after")
    def keys_once(self) -> MapEntry:
        keys = [piece.key for piece in (*self.pieces, *(self.train.pieces if self.train is not None else ()))]
        twice = sorted({key for key in keys if keys.count(key) > 1})
        if twice:
            raise ValueError(f"two pieces are called {', '.join(twice)}")
        return self


class MissionEntry(Strict):
    name: str
    text: str
    maps: tuple[str, ...]
    rounds: Some = 4
    defender: str = ""
    roll_off: bool = False
    short_entry: bool = False
    campaign: Amount = 0
