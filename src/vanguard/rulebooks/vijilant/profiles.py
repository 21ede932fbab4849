"""What is printed: unit cards with their models, weapons, systems and subcards, command cards, forces, maps and missions.

All of it is made once from the content files and never changes; states share it by reference. Lengths are centimetres.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from vanguard.geometry.shapes import Part, Point

Rectangle = tuple[float, float, float, float]
"""x from, x to, y from, y to."""

# -- words printed on cards and maps ----------------------------------------------------------------------------------

WALKER: Final = "Walker"
VEHICLE: Final = "Vehicle"
SKIMMER: Final = "Skimmer"
VTOL: Final = "VTOL"
FLYER: Final = "Flyer"

HERO: Final = "hero"
SQUAD: Final = "infantry squad"
MACHINE: Final = "machine"

BLAST: Final = "Blast"
FLAME: Final = "Flame"
INDIRECT: Final = "Indirect"
CC: Final = "CC"
HEAVY: Final = "Heavy"
PINNING: Final = "Pinning"

MOBILITY: Final = "mobility"
SENSORS: Final = "sensors"
WEAPON: Final = "weapon"

IMPASSABLE: Final = "impassable"
BARRED: Final = "barred to vehicles"
ROUGH: Final = "rough"
DANGEROUS: Final = "dangerous"
BLOCKS_SIGHT: Final = "blocks sight"
COVER: Final = "cover"
AREA_COVER: Final = "area cover"
CLIMBABLE: Final = "climbable"

CONTAINER: Final = "container"
CARRIAGE: Final = "carriage"
LOCOMOTIVE: Final = "locomotive"
SHARD: Final = "glass shard"

TRAIN: Final = "train"
"""The group of all parts that the train carries along."""

FRONT: Final = "front"
SIDE: Final = "side"
REAR: Final = "rear"


# -- unit cards -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Toughness:
    """One number, or armour by side."""

    front: int
    side: int
    rear: int

    @property
    def by_side(self) -> bool:
        return not self.front == self.side == self.rear

    @property
    def least(self) -> int:
        return min(self.front, self.side, self.rear)

    @property
    def printed(self) -> str:
        return f"{self.front}/{self.side}/{self.rear}" if self.by_side else str(self.front)

    def at(self, zone: str) -> int:
        """The Toughness an attack out of this zone strikes."""
        if zone == FRONT:
            return self.front
        return self.rear if zone == REAR else self.side


@dataclass(eq=False)
class Weapon:
    """A weapon as printed. `nearest` and `farthest` are its range; `long` the distance beyond which its target dodges
    better, 0 for none."""

    key: str
    name: str
    kinds: tuple[str, ...]
    power: int
    spread: int
    nearest: float
    farthest: float
    skill_mod: int = 0
    long: float = 0.0
    bearers: tuple[str, ...] = ()
    """The kinds of models that carry it, each its own; empty for every model of the unit."""
    team: bool = False
    """One weapon for the whole unit, fired by one of its models."""
    action_points: int = 0
    """What one firing costs: two for a Heavy weapon unless its unit's card says otherwise."""
    once_per_turn: bool = False
    alone: bool = False
    """No other weapon fires in the same attack."""
    clause: str = ""
    """What to cite where the card says something of its own about this weapon."""
    text: str = ""
    cc: bool = field(init=False)
    heavy: bool = field(init=False)
    indirect: bool = field(init=False)
    pins_by_itself: bool = field(init=False)
    """A Flame hit forces the pinning test; other pinning weapons leave it to the attacker to ask."""
    pinning: bool = field(init=False)
    goodshots: bool = field(init=False)
    needs_sight: bool = field(init=False)
    line: str = field(init=False)
    """The numbers as they are printed on the card."""
    label: str = field(init=False)

    def __post_init__(self) -> None:
        self.cc = CC in self.kinds
        self.heavy = HEAVY in self.kinds
        self.indirect = INDIRECT in self.kinds
        self.pins_by_itself = FLAME in self.kinds
        self.pinning = PINNING in self.kinds or FLAME in self.kinds
        self.goodshots = BLAST not in self.kinds and FLAME not in self.kinds
        self.needs_sight = not self.indirect and not self.cc
        self.action_points = self.action_points or (2 if self.heavy else 1)
        reach = "contact" if self.cc else f"R {self.nearest:g}-{self.farthest:g}"
        numbers = [", ".join(self.kinds), f"P {self.power}", f"Sr {self.spread}", reach]
        if self.skill_mod:
            numbers.append(f"Skill {self.skill_mod:+d}")
        if self.long:
            numbers.append(f"Long {self.long:g}")
        self.line = ", ".join(numbers)
        self.label = f"{self.name} ({self.line})"

    def borne_by(self, kind: str) -> bool:
        """Does a model of this kind carry it?"""
        return not self.bearers or kind in self.bearers

    def __repr__(self) -> str:
        return f"Weapon({self.key})"


@dataclass(frozen=True, eq=False)
class Special:
    """A Special weapon or aura: what it does is written in `special_rules` under its key; here its printed numbers."""

    key: str
    name: str
    aura: bool
    reach: float
    morale: int
    """What an aura adds to Morale; 0 for none."""
    action_points: int
    once_per_turn: bool
    clause: str
    text: str


@dataclass(frozen=True, eq=False)
class Wargear:
    """A printed wargear subcard, always carried: `dodge` is added against attacks from more than `beyond` cm away,
    never against CC attacks."""

    key: str
    name: str
    dodge: int
    beyond: float
    """0 for attacks from any distance."""
    clause: str
    text: str


@dataclass(frozen=True, eq=False)
class System:
    """A subsystem of a large model and the side it can be seen from; `weapon` is the key of the weapon it is."""

    key: str
    name: str
    kind: str
    mount: str
    weapon: str


@dataclass(frozen=True, eq=False)
class ModelKind:
    """One kind of model in a unit and how many of it there are."""

    key: str
    name: str
    count: int
    radius: float
    height: float
    """Of the body, only for blocking sight."""
    morale: int
    look: str


@dataclass(frozen=True, eq=False)
class Deployment:
    """How a unit enters when its card is played for the first time, and what that costs."""

    way: str
    """`edge`: moved in from the own edge; `touching edge`: placed touching it; `flight`: enters with its flight."""
    action_points: int
    moves: int
    """How many times its Move it may come in from the edge."""
    zone: bool
    """May it be placed in a mission's deployment zone for the same points? Otherwise that costs the usual two."""
    text: str

    @property
    def usual(self) -> bool:
        """Is this what a card without a deployment entry does?"""
        return self.way == "edge" and self.action_points == 2


@dataclass(eq=False)
class UnitCard:
    """A unit card with everything printed on it and the subcards that belong to it."""

    key: str
    name: str
    force: str
    type: str
    role: str
    look: str
    move: float
    skill: int
    dodge: int
    toughness: Toughness
    health: int
    """Of each model."""
    action_points: int
    cc_power: int
    """The Power of its ram; 0 for a unit that has none and cannot ram."""
    kinds: tuple[ModelKind, ...]
    weapons: tuple[Weapon, ...]
    """Printed on the card itself, in card order; support subcards are not among them."""
    support: tuple[Weapon, ...]
    """The support subcards it may carry, exactly one of them if there are any."""
    specials: tuple[Special, ...]
    wargear: tuple[Wargear, ...]
    systems: tuple[System, ...]
    deployment: Deployment
    ponderous: bool
    capacity: int
    """The most models of the one infantry unit it can carry; 0 for no transport."""
    traits: tuple[str, ...]
    """What else is printed on it, for reading."""
    models: tuple[ModelKind, ...] = field(init=False)
    """The kind of each model, one entry per model."""
    count: int = field(init=False)
    radius: float = field(init=False)
    walker: bool = field(init=False)
    flyer: bool = field(init=False)
    vtol: bool = field(init=False)
    skimmer: bool = field(init=False)
    vehicle: bool = field(init=False)
    """Flyers, VTOLs and skimmers count as vehicles wherever nothing else is said."""
    faces: bool = field(init=False)
    """Has it a front? Walkers have none."""
    hero: bool = field(init=False)
    infantry: bool = field(init=False)

    def __post_init__(self) -> None:
        self.models = tuple([kind for kind in self.kinds for _ in range(kind.count)])
        self.count = len(self.models)
        self.radius = max([kind.radius for kind in self.kinds])
        self.walker = self.type == WALKER
        self.flyer = self.type == FLYER
        self.vtol = self.type == VTOL
        self.skimmer = self.type == SKIMMER
        self.vehicle = self.type != WALKER
        self.faces = self.type != WALKER
        self.hero = self.role == HERO
        self.infantry = self.type == WALKER and self.role != MACHINE

    def weapon(self, key: str) -> Weapon:
        for weapon in (*self.weapons, *self.support):
            if weapon.key == key:
                return weapon
        raise KeyError(key)

    def system(self, key: str) -> System:
        for system in self.systems:
            if system.key == key:
                return system
        raise KeyError(key)

    def special(self, key: str) -> Special:
        for special in self.specials:
            if special.key == key:
                return special
        raise KeyError(key)

    def __repr__(self) -> str:
        return f"UnitCard({self.key})"


@dataclass(frozen=True, eq=False)
class CommandCard:
    """A command card. What it does stands in `special_rules` under its key; here are its printed numbers. `weapon` is what
    a weapon command fires with, its `skill_mod` being the printed Skill."""

    key: str
    name: str
    force: str
    single_use: bool
    weapon: Weapon | None
    move: float
    """What it adds to the unit's Move, Skill, Dodge and Morale and gives back in Health; 0 where it says nothing."""
    skill: int
    dodge: int
    morale: int
    health: int
    clause: str
    text: str


@dataclass(frozen=True, eq=False)
class Force:
    """The cards of one player, always fielded whole. A practice force is for the open skirmish only."""

    key: str
    name: str
    summary: str
    units: tuple[UnitCard, ...]
    commands: tuple[CommandCard, ...]
    practice: bool

    @property
    def hand(self) -> int:
        """How many cards it has in hand before skip cards are added."""
        return len(self.units) + len(self.commands)


# -- maps -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class TerrainPiece:
    """A piece of terrain: its outline, what it is and how it plays. `part` has the traits and the group for geometry."""

    key: str
    name: str
    kind: str
    look: str
    part: Part
    """Its name is the key of the piece, its top the piece's height, its traits words such as `ROUGH`."""
    goal: bool = False

    def has(self, trait: str) -> bool:
        return trait in self.part.traits

    def with_part(self, part: Part) -> TerrainPiece:
        return TerrainPiece(self.key, self.name, self.kind, self.look, part, self.goal)


@dataclass(frozen=True, eq=False)
class ShardDraw:
    """Slots for glass shards, of which some are drawn at random; `fixed` is the draw of tests and demonstrations."""

    slots: tuple[TerrainPiece, ...]
    """The shard that stands there if its slot is drawn."""
    count: int
    fixed: tuple[int, ...]
    """Indices into the slots, from 0."""


@dataclass(frozen=True, eq=False)
class Train:
    """The train as it stands in round 1: carriages (couplings are carriages too) and locomotive, and what it may carry."""

    direction: int
    """+1 from left to right, -1 from right to left."""
    pieces: tuple[TerrainPiece, ...]
    deck: Rectangle
    advance: float
    """How far it drives after every round."""
    least_containers: int
    most_containers: int
    container_length: float
    container_width: float
    container_height: float


@dataclass(frozen=True, eq=False)
class BattleMap:
    """A map: fixed terrain, shard slots to draw from, and the train if there is one."""

    key: str
    name: str
    note: str
    width: float
    depth: float
    pieces: tuple[TerrainPiece, ...]
    draws: tuple[ShardDraw, ...]
    train: Train | None
    yard: Rectangle | None
    """The depot yard and what lies behind it: where a base of the defender may stand without touching anything."""

    @property
    def goal(self) -> TerrainPiece | None:
        return next((piece for piece in self.pieces if piece.goal), None)

    def mirrored(self) -> BattleMap:
        """The same map with left and right exchanged: the train runs from right to left."""
        draws = [
            ShardDraw(tuple([_mirrored(slot, self.width) for slot in draw.slots]), draw.count, draw.fixed)
            for draw in self.draws
        ]
        train = self.train
        if train is not None:
            x0, x1, y0, y1 = train.deck
            train = Train(
                -train.direction,
                tuple([_mirrored(piece, self.width) for piece in train.pieces]),
                (self.width - x1, self.width - x0, y0, y1),
                train.advance,
                train.least_containers,
                train.most_containers,
                train.container_length,
                train.container_width,
                train.container_height,
            )
        yard = self.yard
        if yard is not None:
            yard = (self.width - yard[1], self.width - yard[0], yard[2], yard[3])
        pieces = tuple([_mirrored(piece, self.width) for piece in self.pieces])
        return BattleMap(
            self.key, self.name, self.note, self.width, self.depth, pieces, tuple(draws), train, yard
        )  # fmt: skip


def _mirrored(piece: TerrainPiece, width: float) -> TerrainPiece:
    part = piece.part
    points: list[Point] = [(width - x, y) for x, y in reversed(part.points)]
    return piece.with_part(Part(part.name, points, True, part.bottom, part.top, part.traits, part.group))


# -- missions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Mission:
    """A mission as printed; how it is set up and won is written in the module `missions` under its key."""

    key: str
    name: str
    text: str
    maps: tuple[str, ...]
    """The maps it can be played on, the usual one first."""
    rounds: int
    defender: str
    """The force that defends; empty if the mission does not name it."""
    roll_off: bool
    """Does a roll-off decide who opens round 1? Otherwise the defender does."""
    short_entry: bool
    """May attackers enter with a single action, up to their Move?"""
    campaign: int
    """Its number in the campaign; 0 for a mission outside it."""
