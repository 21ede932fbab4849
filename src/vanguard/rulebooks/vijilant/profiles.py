"""What is printed: unit cards with their models, weapons, systems and subcards, command cards, forces, maps and missions.

All of it is made once from the content files and never changes; states share it by reference. Lengths are centimetres.
"""

from __future__ import annotations

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
UNIT_TYPES: Final[tuple[str, ...]] = (WALKER, VEHICLE, SKIMMER, VTOL, FLYER)

HERO: Final = "hero"
SQUAD: Final = "infantry squad"
MACHINE: Final = "machine"

GUN: Final = "Gun"
BLAST: Final = "Blast"
FLAME: Final = "Flame"
INDIRECT: Final = "Indirect"
CC: Final = "CC"
HEAVY: Final = "Heavy"
PINNING: Final = "Pinning"
WEAPON_KINDS: Final[tuple[str, ...]] = (GUN, BLAST, FLAME, INDIRECT, CC, HEAVY, PINNING)

MOBILITY: Final = "mobility"
SENSORS: Final = "sensors"
WEAPON: Final = "weapon"
SYSTEM_KINDS: Final[tuple[str, ...]] = (MOBILITY, SENSORS, WEAPON)
MOUNTS: Final[tuple[str, ...]] = ("any", "front", "rear", "left", "right")

IMPASSABLE: Final = "impassable"
BARRED: Final = "barred to vehicles"
ROUGH: Final = "rough"
DANGEROUS: Final = "dangerous"
BLOCKS_SIGHT: Final = "blocks sight"
COVER: Final = "cover"
AREA_COVER: Final = "area cover"
CLIMBABLE: Final = "climbable"
TERRAIN_TRAITS: Final[tuple[str, ...]] = (
    IMPASSABLE, BARRED, ROUGH, DANGEROUS, BLOCKS_SIGHT, COVER, AREA_COVER, CLIMBABLE,
)  # fmt: skip

CONTAINER: Final = "container"
CARRIAGE: Final = "carriage"
LOCOMOTIVE: Final = "locomotive"
SHARD: Final = "glass shard"
SPOIL_HEAP: Final = "spoil heap"
SHARDFALL: Final = "shardfall"

TRAIN: Final = "train"
"""The group of all parts that the train carries along."""

FRONT: Final = "front"
SIDE: Final = "side"
REAR: Final = "rear"


# -- unit cards -------------------------------------------------------------------------------------------------------


class Toughness:
    """One number, or armour by side."""

    __slots__ = ("by_side", "front", "printed", "rear", "side")

    def __init__(self, front: int, side: int, rear: int) -> None:
        self.front: Final[int] = front
        self.side: Final[int] = side
        self.rear: Final[int] = rear
        self.by_side: Final[bool] = not front == side == rear
        self.printed: Final[str] = f"{front}/{side}/{rear}" if self.by_side else str(front)

    def at(self, zone: str) -> int:
        """The Toughness an attack out of this zone strikes."""
        if zone == FRONT:
            return self.front
        return self.rear if zone == REAR else self.side


class Weapon:
    """A weapon as printed. `nearest` and `farthest` are its range; `long` the distance beyond which its target dodges
    better, 0 for none."""

    __slots__ = (
        "action_points", "alone", "bearers", "cc", "clause", "farthest", "goodshots", "heavy", "indirect", "key", "kinds", "label",
        "line", "long", "name", "nearest", "needs_sight", "once_per_turn", "pinning", "pins_by_itself", "power",
        "skill_mod", "spread", "team", "text",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        name: str,
        kinds: tuple[str, ...],
        power: int,
        spread: int,
        nearest: float,
        farthest: float,
        skill_mod: int = 0,
        long: float = 0.0,
        bearers: tuple[str, ...] = (),
        team: bool = False,
        action_points: int = 0,
        once_per_turn: bool = False,
        alone: bool = False,
        clause: str = "",
        text: str = "",
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.kinds: Final[tuple[str, ...]] = kinds
        self.power: Final[int] = power
        self.spread: Final[int] = spread
        self.nearest: Final[float] = nearest
        self.farthest: Final[float] = farthest
        self.skill_mod: Final[int] = skill_mod
        self.long: Final[float] = long
        self.bearers: Final[tuple[str, ...]] = bearers
        """The kinds of models that carry it, each its own; empty for every model of the unit."""
        self.team: Final[bool] = team
        """One weapon for the whole unit, fired by one of its models."""
        self.cc: Final[bool] = CC in kinds
        self.heavy: Final[bool] = HEAVY in kinds
        self.indirect: Final[bool] = INDIRECT in kinds
        self.pins_by_itself: Final[bool] = FLAME in kinds
        """A Flame hit forces the pinning test; other pinning weapons leave it to the attacker to ask."""
        self.pinning: Final[bool] = PINNING in kinds or FLAME in kinds
        self.goodshots: Final[bool] = BLAST not in kinds and FLAME not in kinds
        self.needs_sight: Final[bool] = not self.indirect and not self.cc
        self.action_points: Final[int] = action_points or (2 if self.heavy else 1)
        """What one firing costs: two for a Heavy weapon unless its unit's card says otherwise."""
        self.once_per_turn: Final[bool] = once_per_turn
        self.alone: Final[bool] = alone
        """No other weapon fires in the same attack."""
        self.clause: Final[str] = clause
        """What to cite where the card says something of its own about this weapon."""
        self.text: Final[str] = text
        reach = "contact" if self.cc else f"R {nearest:g}-{farthest:g}"
        numbers = [", ".join(kinds), f"P {power}", f"Sr {spread}", reach]
        if skill_mod:
            numbers.append(f"Skill {skill_mod:+d}")
        if long:
            numbers.append(f"Long {long:g}")
        self.line: Final[str] = ", ".join(numbers)
        """The numbers as they are printed on the card."""
        self.label: Final[str] = f"{name} ({self.line})"

    def borne_by(self, kind: str) -> bool:
        """Does a model of this kind carry it?"""
        return not self.bearers or kind in self.bearers

    def __repr__(self) -> str:
        return f"Weapon({self.key})"


class Special:
    """A Special weapon or aura: what it does is written in `special_rules` under its key; here its printed numbers."""

    __slots__ = ("action_points", "aura", "clause", "key", "morale", "name", "once_per_turn", "reach", "text")

    def __init__(
        self,
        key: str,
        name: str,
        aura: bool,
        reach: float,
        morale: int,
        action_points: int,
        once_per_turn: bool,
        clause: str,
        text: str,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.aura: Final[bool] = aura
        self.reach: Final[float] = reach
        self.morale: Final[int] = morale
        """What an aura adds to Morale; 0 for none."""
        self.action_points: Final[int] = action_points
        self.once_per_turn: Final[bool] = once_per_turn
        self.clause: Final[str] = clause
        self.text: Final[str] = text


class Wargear:
    """A printed wargear subcard, always carried: `dodge` is added against attacks from more than `beyond` cm away,
    never against CC attacks."""

    __slots__ = ("beyond", "clause", "dodge", "key", "name", "text")

    def __init__(self, key: str, name: str, dodge: int, beyond: float, clause: str, text: str) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.dodge: Final[int] = dodge
        self.beyond: Final[float] = beyond
        """0 for attacks from any distance."""
        self.clause: Final[str] = clause
        self.text: Final[str] = text


class System:
    """A subsystem of a large model and the side it can be seen from; `weapon` is the key of the weapon it is."""

    __slots__ = ("key", "kind", "mount", "name", "weapon")

    def __init__(self, key: str, name: str, kind: str, mount: str, weapon: str) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.kind: Final[str] = kind
        self.mount: Final[str] = mount
        self.weapon: Final[str] = weapon


class ModelKind:
    """One kind of model in a unit and how many of it there are."""

    __slots__ = ("count", "height", "key", "look", "morale", "name", "radius")

    def __init__(self, key: str, name: str, count: int, radius: float, height: float, morale: int, look: str) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.count: Final[int] = count
        self.radius: Final[float] = radius
        self.height: Final[float] = height
        """Of the body, only for blocking sight."""
        self.morale: Final[int] = morale
        self.look: Final[str] = look


class Deployment:
    """How a unit enters when its card is played for the first time, and what that costs."""

    __slots__ = ("action_points", "moves", "text", "way", "zone")

    def __init__(self, way: str, action_points: int, moves: int, zone: bool, text: str) -> None:
        self.way: Final[str] = way
        """`edge`: moved in from the own edge; `touching edge`: placed touching it; `flight`: enters with its flight."""
        self.action_points: Final[int] = action_points
        self.moves: Final[int] = moves
        """How many times its Move it may come in from the edge."""
        self.zone: Final[bool] = zone
        """May it be placed in a mission's deployment zone for the same points? Otherwise that costs the usual two."""
        self.text: Final[str] = text

    @property
    def usual(self) -> bool:
        """Is this what a card without a deployment entry does?"""
        return self.way == "edge" and self.action_points == 2


class UnitCard:
    """A unit card with everything printed on it and the subcards that belong to it."""

    __slots__ = (
        "action_points", "capacity", "cc_power", "count", "deployment", "dodge", "faces", "flyer", "force", "health",
        "hero", "infantry", "key", "kinds", "look", "models", "move", "name", "ponderous", "radius", "role", "skill",
        "skimmer", "specials", "support", "systems", "toughness", "traits", "type", "vehicle", "vtol", "walker", "wargear",
        "weapons",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        name: str,
        force: str,
        type: str,
        role: str,
        look: str,
        move: float,
        skill: int,
        dodge: int,
        toughness: Toughness,
        health: int,
        action_points: int,
        cc_power: int,
        kinds: tuple[ModelKind, ...],
        weapons: tuple[Weapon, ...],
        support: tuple[Weapon, ...],
        specials: tuple[Special, ...],
        wargear: tuple[Wargear, ...],
        systems: tuple[System, ...],
        deployment: Deployment,
        ponderous: bool,
        capacity: int,
        traits: tuple[str, ...],
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.force: Final[str] = force
        self.type: Final[str] = type
        self.role: Final[str] = role
        self.look: Final[str] = look
        self.move: Final[float] = move
        self.skill: Final[int] = skill
        self.dodge: Final[int] = dodge
        self.toughness: Final[Toughness] = toughness
        self.health: Final[int] = health
        """Of each model."""
        self.action_points: Final[int] = action_points
        self.cc_power: Final[int] = cc_power
        """The Power of its ram; 0 for a unit that has none and cannot ram."""
        self.kinds: Final[tuple[ModelKind, ...]] = kinds
        self.models: Final[tuple[ModelKind, ...]] = tuple([kind for kind in kinds for _ in range(kind.count)])
        """The kind of each model, one entry per model."""
        self.count: Final[int] = len(self.models)
        self.radius: Final[float] = max([kind.radius for kind in kinds])
        self.weapons: Final[tuple[Weapon, ...]] = weapons
        """Printed on the card itself, in card order; support subcards are not among them."""
        self.support: Final[tuple[Weapon, ...]] = support
        """The support subcards it may carry, exactly one of them if there are any."""
        self.specials: Final[tuple[Special, ...]] = specials
        self.wargear: Final[tuple[Wargear, ...]] = wargear
        self.systems: Final[tuple[System, ...]] = systems
        self.deployment: Final[Deployment] = deployment
        self.ponderous: Final[bool] = ponderous
        self.capacity: Final[int] = capacity
        """The most models of the one infantry unit it can carry; 0 for no transport."""
        self.traits: Final[tuple[str, ...]] = traits
        """What else is printed on it, for reading."""
        self.walker: Final[bool] = type == WALKER
        self.flyer: Final[bool] = type == FLYER
        self.vtol: Final[bool] = type == VTOL
        self.skimmer: Final[bool] = type == SKIMMER
        self.vehicle: Final[bool] = type != WALKER
        """Flyers, VTOLs and skimmers count as vehicles wherever nothing else is said."""
        self.faces: Final[bool] = type != WALKER
        """Has it a front? Walkers have none."""
        self.hero: Final[bool] = role == HERO
        self.infantry: Final[bool] = type == WALKER and role != MACHINE

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


class CommandCard:
    """A command card. What it does stands in `special_rules` under its key; here are its printed numbers. `weapon` is what
    a weapon command fires with, its `skill_mod` being the printed Skill."""

    __slots__ = (
        "clause", "dodge", "force", "health", "key", "morale", "move", "name", "single_use", "skill", "text", "weapon",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        name: str,
        force: str,
        single_use: bool,
        weapon: Weapon | None,
        move: float,
        skill: int,
        dodge: int,
        morale: int,
        health: int,
        clause: str,
        text: str,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.force: Final[str] = force
        self.single_use: Final[bool] = single_use
        self.weapon: Final[Weapon | None] = weapon
        self.move: Final[float] = move
        """What it adds to the unit's Move, Skill, Dodge and Morale and gives back in Health; 0 where it says nothing."""
        self.skill: Final[int] = skill
        self.dodge: Final[int] = dodge
        self.morale: Final[int] = morale
        self.health: Final[int] = health
        self.clause: Final[str] = clause
        self.text: Final[str] = text


class Force:
    """The cards of one player, always fielded whole. A practice force is for the open skirmish only."""

    __slots__ = ("commands", "key", "name", "practice", "summary", "units")

    def __init__(
        self,
        key: str,
        name: str,
        summary: str,
        units: tuple[UnitCard, ...],
        commands: tuple[CommandCard, ...],
        practice: bool,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.summary: Final[str] = summary
        self.units: Final[tuple[UnitCard, ...]] = units
        self.commands: Final[tuple[CommandCard, ...]] = commands
        self.practice: Final[bool] = practice

    @property
    def hand(self) -> int:
        """How many cards it has in hand before skip cards are added."""
        return len(self.units) + len(self.commands)


# -- maps -------------------------------------------------------------------------------------------------------------


class TerrainPiece:
    """A piece of terrain: its outline, what it is and how it plays. `part` has the traits and the group for geometry."""

    __slots__ = ("goal", "key", "kind", "look", "name", "part")

    def __init__(self, key: str, name: str, kind: str, look: str, part: Part, goal: bool = False) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.kind: Final[str] = kind
        self.look: Final[str] = look
        self.part: Final[Part] = part
        """Its name is the key of the piece, its top the piece's height, its traits the words of `TERRAIN_TRAITS`."""
        self.goal: Final[bool] = goal

    def has(self, trait: str) -> bool:
        return trait in self.part.traits

    def with_part(self, part: Part) -> TerrainPiece:
        return TerrainPiece(self.key, self.name, self.kind, self.look, part, self.goal)


class ShardDraw:
    """Slots for glass shards, of which some are drawn at random; `fixed` is the draw of tests and demonstrations."""

    __slots__ = ("count", "fixed", "slots")

    def __init__(self, slots: tuple[TerrainPiece, ...], count: int, fixed: tuple[int, ...]) -> None:
        self.slots: Final[tuple[TerrainPiece, ...]] = slots
        """The shard that stands there if its slot is drawn."""
        self.count: Final[int] = count
        self.fixed: Final[tuple[int, ...]] = fixed
        """Indices into the slots, from 0."""


class Train:
    """The train as it stands in round 1: carriages (couplings are carriages too) and locomotive, and what it may carry."""

    __slots__ = (
        "advance", "container_height", "container_length", "container_width", "deck", "direction", "least_containers",
        "most_containers", "pieces",
    )  # fmt: skip

    def __init__(
        self,
        direction: int,
        pieces: tuple[TerrainPiece, ...],
        deck: Rectangle,
        advance: float,
        least_containers: int,
        most_containers: int,
        container_length: float,
        container_width: float,
        container_height: float,
    ) -> None:
        self.direction: Final[int] = direction
        """+1 from left to right, -1 from right to left."""
        self.pieces: Final[tuple[TerrainPiece, ...]] = pieces
        self.deck: Final[Rectangle] = deck
        self.advance: Final[float] = advance
        """How far it drives after every round."""
        self.least_containers: Final[int] = least_containers
        self.most_containers: Final[int] = most_containers
        self.container_length: Final[float] = container_length
        self.container_width: Final[float] = container_width
        self.container_height: Final[float] = container_height


class BattleMap:
    """A map: fixed terrain, shard slots to draw from, and the train if there is one."""

    __slots__ = ("depth", "draws", "key", "name", "note", "pieces", "train", "width", "yard")

    def __init__(
        self,
        key: str,
        name: str,
        note: str,
        width: float,
        depth: float,
        pieces: tuple[TerrainPiece, ...],
        draws: tuple[ShardDraw, ...],
        train: Train | None,
        yard: Rectangle | None,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.note: Final[str] = note
        self.width: Final[float] = width
        self.depth: Final[float] = depth
        self.pieces: Final[tuple[TerrainPiece, ...]] = pieces
        self.draws: Final[tuple[ShardDraw, ...]] = draws
        self.train: Final[Train | None] = train
        self.yard: Final[Rectangle | None] = yard
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


class Mission:
    """A mission as printed; how it is set up and won is written in the module `missions` under its key."""

    __slots__ = ("campaign", "defender", "key", "maps", "name", "roll_off", "rounds", "short_entry", "text")

    def __init__(
        self,
        key: str,
        name: str,
        text: str,
        maps: tuple[str, ...],
        rounds: int,
        defender: str,
        roll_off: bool,
        short_entry: bool,
        campaign: int,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.text: Final[str] = text
        self.maps: Final[tuple[str, ...]] = maps
        """The maps it can be played on, the usual one first."""
        self.rounds: Final[int] = rounds
        self.defender: Final[str] = defender
        """The force that defends; empty if the mission does not name it."""
        self.roll_off: Final[bool] = roll_off
        """Does a roll-off decide who opens round 1? Otherwise the defender does."""
        self.short_entry: Final[bool] = short_entry
        """May attackers enter with a single action, up to their Move?"""
        self.campaign: Final[int] = campaign
        """Its number in the campaign; 0 for a mission outside it."""
