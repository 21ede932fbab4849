"""All printed content, loaded once: unit and command cards, forces, terrain, maps and missions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from typing import Any, Final

from vanguard.core.content import ContentKind, Fault, Shelf, made_from, unknown
from vanguard.core.refusals import Refused
from vanguard.geometry.shapes import Part, Point
from vanguard.rulebooks.vijilant.content.content_models import (
    COMMAND_RULES,
    USUAL_RADIUS,
    CommandEntry,
    DrawEntry,
    ForceEntry,
    MapEntry,
    MissionEntry,
    ModelEntry,
    PieceEntry,
    SpecialEntry,
    TerrainEntry,
    TrainEntry,
    UnitEntry,
    WeaponEntry,
)
from vanguard.rulebooks.vijilant.profiles import (
    HERO,
    MACHINE,
    MOBILITY,
    SENSORS,
    SHARD,
    TRAIN,
    WEAPON,
    BattleMap,
    CommandCard,
    Deployment,
    Force,
    Mission,
    ModelKind,
    ShardDraw,
    Special,
    System,
    TerrainPiece,
    Toughness,
    Train,
    UnitCard,
    Wargear,
    Weapon,
)

CONTENT: Final = Path(__file__).parent
HEIGHTS: Final[dict[str, float]] = {HERO: 2.5, MACHINE: 4.0}
"""The usual body height by role; infantry have 2.0."""
USUAL_DEPLOYMENT: Final = Deployment("edge", 2, 2, False, "Two actions: moved in up to twice M from the own edge.")


@dataclass(frozen=True, eq=False)
class Content:
    """Everything printed, by key and in the order of the files."""

    units: dict[str, UnitCard]
    commands: dict[str, CommandCard]
    forces: dict[str, Force]
    maps: dict[str, BattleMap]
    missions: dict[str, Mission]
    terrain_texts: dict[str, str]
    """What each kind of terrain does, in words."""

    def mission(self, key: str) -> Mission:
        mission = self.missions.get(key)
        if mission is None:
            raise Refused(f"there is no mission {key!r:.60} (there are {', '.join(self.missions)})")
        return mission

    def map(self, key: str) -> BattleMap:
        found = self.maps.get(key)
        if found is None:
            raise Refused(f"there is no map {key!r:.60} (there are {', '.join(self.maps)})")
        return found


@cache
def content() -> Content:
    """The content of the package, read on first use."""
    return load_content(CONTENT)


def load_content(directory: Path) -> Content:
    """The content of a directory. Raises `ContentFaults` with everything that is wrong with it."""
    shelf = Shelf(directory)
    shelf.read_all(KINDS)
    forces, terrain = shelf.read(FORCES), shelf.read(TERRAIN)
    owners = {card: key for key, force in reversed(forces.items()) for card in (*force.units, *force.commands)}
    units = {key: unit_card(key, entry, owners.get(key, "")) for key, entry in shelf.read(UNITS).items()}
    commands = {key: command_card(key, entry, owners.get(key, "")) for key, entry in shelf.read(COMMANDS).items()}
    return Content(
        units,
        commands,
        {key: force_of(key, entry, units, commands) for key, entry in forces.items()},
        {key: battle_map(key, entry, terrain) for key, entry in shelf.read(MAPS).items()},
        {key: made_from(entry, Mission, key=key) for key, entry in shelf.read(MISSIONS).items()},
        {kind: entry.text for kind, entry in terrain.items()},
    )


def force_faults(key: str, force: ForceEntry, shelf: Shelf) -> list[Fault]:
    """A force names known cards, each once."""
    units, commands = shelf.keys(UNITS), shelf.keys(COMMANDS)
    found = [unknown(card, units, "unit card", field="units") for card in force.units if card not in units]
    found += [unknown(it, commands, "command card", field="commands") for it in force.commands if it not in commands]
    for cards, field in ((force.units, "units"), (force.commands, "commands")):
        for card in sorted({card for card in cards if cards.count(card) > 1}):
            found.append(Fault("", "", field, f"{card} is named twice"))
    return found


def command_faults(key: str, command: CommandEntry, shelf: Shelf) -> list[Fault]:
    """A command card is a weapon, or one whose rule is written."""
    if command.weapon is not None or key in COMMAND_RULES:
        return []
    return [unknown(key, COMMAND_RULES, "rule of a command card", field="weapon")]


def mission_faults(key: str, mission: MissionEntry, shelf: Shelf) -> list[Fault]:
    """A mission names known maps and, if any, a known defender."""
    maps, forces = shelf.keys(MAPS), shelf.keys(FORCES)
    found = [unknown(it, maps, "map", field="maps") for it in mission.maps if it not in maps]
    if mission.defender and mission.defender not in forces:
        found.append(unknown(mission.defender, forces, "force", field="defender"))
    return found


UNITS: Final = ContentKind("content/units/*.toml", UnitEntry)
COMMANDS: Final = ContentKind("content/commands.toml", CommandEntry, command_faults)
FORCES: Final = ContentKind("content/forces.toml", ForceEntry, force_faults)
TERRAIN: Final = ContentKind("content/terrain.toml", TerrainEntry)
MAPS: Final = ContentKind("content/maps/*.toml", MapEntry, one_entry=True)
MISSIONS: Final = ContentKind("content/missions.toml", MissionEntry, mission_faults)
KINDS: Final[dict[str, ContentKind[Any]]] = {
    "units": UNITS,
    "commands": COMMANDS,
    "forces": FORCES,
    "terrain": TERRAIN,
    "maps": MAPS,
    "missions": MISSIONS,
}


# -- cards ------------------------------------------------------------------------------------------------------------


def unit_card(key: str, entry: UnitEntry, force: str) -> UnitCard:
    armour = entry.toughness
    if isinstance(armour, int):
        toughness = Toughness(armour, armour, armour)
    else:
        toughness = Toughness(armour.front, armour.side, armour.rear)
    weapons = tuple([weapon_of(weapon) for weapon in entry.weapons])
    return made_from(
        entry,
        UnitCard,
        key=key,
        force=force,
        toughness=toughness,
        kinds=tuple([model_kind(model, entry) for model in entry.models]),
        weapons=weapons,
        support=tuple([weapon_of(weapon) for weapon in entry.support]),
        specials=tuple([special_of(it) for it in entry.specials]),
        wargear=tuple([made_from(it, Wargear, key=it.rule, clause=f"cards.{it.rule}") for it in entry.wargear]),
        systems=tuple([system_of(it.system, it.mount, weapons) for it in entry.systems]),
        deployment=deployment_of(entry),
        capacity=entry.transport,
        traits=traits_of(entry),
    )


def special_of(entry: SpecialEntry) -> Special:
    action = entry.kind == "action"
    return made_from(
        entry,
        Special,
        key=entry.rule,
        aura=entry.kind == "aura",
        action_points=int(action),
        once_per_turn=action,
        clause=f"cards.{entry.rule}",
    )


def model_kind(model: ModelEntry, unit: UnitEntry) -> ModelKind:
    return ModelKind(
        model.kind,
        model.name or model.kind.capitalize(),
        model.count,
        USUAL_RADIUS[unit.role] if model.radius is None else model.radius,
        HEIGHTS.get(unit.role, 2.0) if model.height is None else model.height,
        unit.morale if model.morale is None else model.morale,
        model.look,
    )


def key_of(name: str) -> str:
    """`prefects-blade` of "Prefect's blade"."""
    return name.lower().replace("'", "").replace(" ", "-")


def weapon_of(entry: WeaponEntry) -> Weapon:
    nearest, farthest = entry.range
    return made_from(
        entry,
        Weapon,
        key=key_of(entry.name),
        nearest=nearest,
        farthest=farthest,
        skill_mod=entry.skill,
        action_points=entry.action_points or 0,
    )


def system_of(name: str, mount: str, weapons: tuple[Weapon, ...]) -> System:
    if name in (MOBILITY, SENSORS):
        return System(name, name.capitalize(), name, mount, "")
    key = next(weapon.key for weapon in weapons if weapon.name == name)
    return System(key, name, WEAPON, mount, key)


def deployment_of(entry: UnitEntry) -> Deployment:
    deploy = entry.deploy
    if deploy is None:
        return USUAL_DEPLOYMENT
    return Deployment(deploy.way, deploy.action_points, 1, deploy.zone, deploy.text)


def traits_of(entry: UnitEntry) -> tuple[str, ...]:
    """What else the card says, for reading."""
    traits: list[str] = []
    if entry.ponderous:
        traits.append("Ponderous")
    if entry.transport:
        traits.append(f"Transport: one infantry unit of up to {entry.transport} models")
    return tuple(traits)


def command_card(key: str, entry: CommandEntry, force: str) -> CommandCard:
    weapon = None
    if entry.weapon is not None:
        it = entry.weapon
        weapon = Weapon(key_of(it.name), it.name, it.kinds, it.power, it.spread, 0.0, 0.0, it.skill)
    clause = f"cards.{key}" if key in COMMAND_RULES else "command.attack-procedure"
    return made_from(entry, CommandCard, key=key, force=force, weapon=weapon, clause=clause)


def force_of(key: str, entry: ForceEntry, units: dict[str, UnitCard], commands: dict[str, CommandCard]) -> Force:
    mine = tuple([units[it] for it in entry.units])
    return made_from(entry, Force, key=key, units=mine, commands=tuple([commands[it] for it in entry.commands]))


# -- maps and missions ------------------------------------------------------------------------------------------------


def outline(piece: PieceEntry) -> list[Point]:
    if piece.rect is not None:
        x0, x1, y0, y1 = piece.rect
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    x, y = piece.centre or (0.0, 0.0)
    radius = piece.circumradius or 0.0
    return [(x + radius * cos(radians(angle)), y + radius * sin(radians(angle))) for angle in range(0, 360, 60)]


def terrain_piece(piece: PieceEntry, terrain: dict[str, TerrainEntry], group: str = "") -> TerrainPiece:
    kind = terrain[piece.kind]
    part = Part(piece.key, outline(piece), True, 0.0, piece.height, kind.traits, group)
    return TerrainPiece(piece.key, piece.name or f"{kind.name} {piece.key}", piece.kind, kind.look, part, piece.goal)


def battle_map(key: str, entry: MapEntry, terrain: dict[str, TerrainEntry]) -> BattleMap:
    return made_from(
        entry,
        BattleMap,
        key=key,
        pieces=tuple([terrain_piece(piece, terrain) for piece in entry.pieces]),
        draws=tuple([shard_draw(draw, terrain) for draw in entry.draws]),
        train=None if entry.train is None else train_of(entry.train, terrain),
    )


def shard_draw(draw: DrawEntry, terrain: dict[str, TerrainEntry]) -> ShardDraw:
    slots: list[TerrainPiece] = []
    for number, centre in enumerate(draw.slots, start=1):
        written = {"key": f"{draw.side}-{number}", "name": f"Glass shard {draw.side[0].upper()}{number}", "kind": SHARD}
        piece = PieceEntry.model_validate(
            {**written, "centre": centre, "circumradius": draw.circumradius, "height": draw.height}
        )
        slots.append(terrain_piece(piece, terrain))
    return ShardDraw(tuple(slots), draw.count, tuple([number - 1 for number in draw.fixed]))


def train_of(entry: TrainEntry, terrain: dict[str, TerrainEntry]) -> Train:
    least, most = entry.containers
    return Train(
        1, tuple([terrain_piece(piece, terrain, TRAIN) for piece in entry.pieces]), entry.deck, entry.advance,
        least, most, entry.container.length, entry.container.width, entry.container.height,
    )  # fmt: skip
