"""The train of The Heist: its set-up, its containers, and its way across the table."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Draw, Option, Path, Place
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import disc_overlaps
from vanguard.geometry.shapes import Base, Part, Point, rectangle
from vanguard.rulebooks.vijilant.battlefield import DECK_WHEELS, Battlefield
from vanguard.rulebooks.vijilant.coherency import LINK, is_coherent, settle_core
from vanguard.rulebooks.vijilant.cover import is_aboard
from vanguard.rulebooks.vijilant.entering import Placing
from vanguard.rulebooks.vijilant.movement import stand
from vanguard.rulebooks.vijilant.profiles import (
    BARRED,
    BLOCKS_SIGHT,
    CARRIAGE,
    CLIMBABLE,
    CONTAINER,
    COVER,
    IMPASSABLE,
    ROUGH,
    TRAIN,
    VEHICLE,
    TerrainPiece,
)
from vanguard.rulebooks.vijilant.state import ABOARD, STANDING, Battle, Model, Unit
from vanguard.tabletop.squads import is_linked
from vanguard.tabletop.standing import nearest_place

START_CLAUSE: Final = "heist.defender-starts-on-train"
ALONG: Final = "along"
ACROSS: Final = "across"
DONE: Final = "done"

CLOSE_BY: Final = 6.0
"""So far from where the train pushes it a model is looked for a place in reach of its squad."""
ANYWHERE: Final = 70.0


# -- set-up -------------------------------------------------------------------------------------------------------------------


async def set_up_train(battle: Battle) -> None:
    """The defender picks the direction; shards are drawn; the defender puts one to six containers on the train."""
    field = battle.battlefield
    if battle.setup_at == 0:
        options = [
            Option("right", 1, "From left to right"),
            Option("left", -1, "From right to left"),
        ]
        direction = await Choose(battle.defender, "Which way does the train run?", options, "heist.train-start")
        map = field.map
        assert map.train is not None
        if direction != map.train.direction:
            map = map.mirrored()
        words = "left to right" if direction > 0 else "right to left"
        battle.note("train-direction", "heist.train-start", words=words)
        drawn: list[int] = []
        first = 0
        for number, draw in enumerate(map.draws):
            names = [slot.key for slot in draw.slots]
            items = await Draw(battle.defender, names, f"shards {number}", "heist.shards-random", draw.count)
            drawn.extend([first + names.index(item) for item in items])
            first += len(draw.slots)
        battle.battlefield = Battlefield(map, tuple(sorted(drawn)))
        battle.note("shards-drawn", "heist.shards-random", count=len(drawn))
        battle.setup_at = 1
        return
    await place_container(battle)


async def place_container(battle: Battle) -> None:
    """One more container on the train, or no more."""
    field = battle.battlefield
    train = field.map.train
    assert train is not None
    placed = len(field.containers)
    options: list[Option[str]] = []
    if placed >= train.least_containers:
        options.append(Option(DONE, DONE, "No more containers", declines=True))
    for way in (ALONG, ACROSS):
        spots = container_spots(field, way)
        why = "" if spots else "no room for it"
        options.append(Option(way, way, f"A container {way} the deck", "heist.containers-on-train", why))
    if placed >= train.most_containers or not any([it.available for it in options if it.value != DONE]):
        chosen = DONE
    else:
        chosen = await Choose(
            battle.defender,
            f"Containers on the train: {placed} of {train.most_containers}",
            options,
            "heist.containers-on-train",
        )
    if chosen == DONE:
        battle.phase = ABOARD
        battle.setup_at = 0
        return
    way = chosen
    piece = await Place(
        battle.defender,
        "Where does the container stand?",
        "heist.containers-on-train",
        lambda path: checked_container(field, way, path),
        lambda: container_spots(field, way),
    )
    battle.battlefield = field.with_container(container_piece(field, way, piece))
    battle.note("container-placed", "heist.containers-on-train", side=battle.side_name(battle.defender))


def container_part(field: Battlefield, way: str, at: Point, number: int) -> Part:
    train = field.map.train
    assert train is not None
    long, wide = train.container_length, train.container_width
    width, depth = (long, wide) if way == ALONG else (wide, long)
    deck_top = max([piece.part.top for piece in train.pieces if piece.kind == CARRIAGE])
    corners = rectangle(at[0], at[1], width, depth)
    traits = [ROUGH, BARRED, BLOCKS_SIGHT, COVER, CLIMBABLE]
    return Part(f"container-{number}", corners, True, deck_top, deck_top + train.container_height, traits, TRAIN)


def container_piece(field: Battlefield, way: str, at: Point) -> TerrainPiece:
    number = len(field.containers) + 1
    part = container_part(field, way, at, number)
    look = next((piece.look for piece in field.map.pieces if piece.kind == CONTAINER), "container")
    return TerrainPiece(part.name, f"Container {number}", CONTAINER, look, part)


def checked_container(field: Battlefield, way: str, path: Path) -> Point:
    at = (path[-1][0], path[-1][1])
    if not (0.0 <= at[0] <= field.width and 0.0 <= at[1] <= field.depth):
        raise Refused("a container stands on the train", "heist.containers-on-train")
    part = container_part(field, way, at, len(field.containers) + 1)
    train = field.map.train
    assert train is not None
    if not any([_holds(piece.part, part) for piece in train.pieces if piece.kind == CARRIAGE]):
        raise Refused("a container stands wholly on one carriage", "heist.containers-on-train")
    for other in field.containers:
        if _overlap(part, other.part):
            raise Refused(f"it would overlap {other.name}", "heist.containers-on-train")
    return at


def _holds(deck: Part, part: Part) -> bool:
    slack = 0.001
    return (
        part.min_x >= deck.min_x - slack
        and part.max_x <= deck.max_x + slack
        and part.min_y >= deck.min_y - slack
        and part.max_y <= deck.max_y + slack
    )


def _overlap(a: Part, b: Part) -> bool:
    slack = 0.001
    return (
        a.min_x < b.max_x - slack
        and b.min_x < a.max_x - slack
        and a.min_y < b.max_y - slack
        and b.min_y < a.max_y - slack
    )


def container_spots(field: Battlefield, way: str) -> list[Path]:
    """Places worth proposing: two rows along each carriage, or in its middle."""
    train = field.map.train
    assert train is not None
    long, wide = train.container_length, train.container_width
    width, depth = (long, wide) if way == ALONG else (wide, long)
    found: list[Path] = []
    for piece in train.pieces:
        deck = piece.part
        if piece.kind != CARRIAGE or deck.max_x - deck.min_x < width or deck.max_y - deck.min_y < depth:
            continue
        for share in (0.0, 0.5, 1.0):
            x = thousandth(deck.min_x + width / 2 + share * (deck.max_x - deck.min_x - width))
            for side in (0.0, 1.0):
                y = thousandth(deck.min_y + depth / 2 + side * (deck.max_y - deck.min_y - depth))
                path: Path = ((x, y),)
                try:
                    checked_container(field, way, path)
                except Refused:
                    continue
                if path not in found:
                    found.append(path)
    return found


# -- units on the train --------------------------------------------------------------------------------------------------------


def on_deck(battle: Battle, unit: Unit) -> Placing:
    """Every base wholly on the deck; a VTOL landed, clear of containers."""
    field = battle.battlefield
    models = battle.all_models(unit)
    radius = models[0].base.radius

    def fault(base: Base) -> str:
        if not field.is_aboard(base):
            return "its whole base must be on the deck"
        if unit.card.walker:
            return ""
        for piece in field.pieces:
            if piece.kind == CONTAINER and disc_overlaps(piece.part, base.x, base.y, base.radius, 0.01):
                return f"{piece.name} is in the way"
        return ""

    way = DECK_WHEELS if unit.card.type == VEHICLE else ""
    placing = Placing(battle, unit, models, fault, _deck_spots(field, radius, 13, 3), START_CLAUSE, way=way)
    if placing.can_move():
        return placing
    return Placing(battle, unit, models, fault, _deck_spots(field, radius, 31, 3), START_CLAUSE, way=way)


def _deck_spots(field: Battlefield, radius: float, columns: int, rows: int) -> list[Point]:
    """A grid over the deck for bases of a radius."""
    deck = field.deck
    assert deck is not None
    spots: list[Point] = []
    for i in range(columns):
        x = deck.min_x + radius + (deck.max_x - deck.min_x - 2 * radius) * i / (columns - 1)
        for k in range(rows):
            y = deck.min_y + radius + (deck.max_y - deck.min_y - 2 * radius) * k / (rows - 1)
            spots.append((thousandth(x), thousandth(y)))
    return spots


def may_start_aboard(battle: Battle, unit: Unit) -> str:
    """Why a unit cannot be placed on the train; empty if it can."""
    if unit.card.flyer:
        return "flyers cannot be placed"
    if unit.inside >= 0:
        return f"it rides in {battle.units[unit.inside].name}"
    if not on_deck(battle, unit).can_move():
        return "there is no room on the deck"
    return ""


# -- driving on ----------------------------------------------------------------------------------------------------------------


async def drive_on(battle: Battle) -> None:
    """After every round but the last the train moves forward with everything aboard; others in its way are set beside it."""
    field = battle.battlefield
    train = field.map.train
    if train is None:
        return
    riding = [model for model in battle.models if model.fate == STANDING and is_aboard(battle, model)]
    whole = [unit.index for unit in battle.units if is_coherent(battle, unit)]
    dx = train.advance * train.direction
    battle.battlefield = field.driven_on(dx)
    paths: list[tuple[Point, Point]] = []
    for model in riding:
        before = model.base.centre
        model.base = model.base.at(thousandth(model.base.x + dx), model.base.y)
        paths.append((before, model.base.centre))
    keys = tuple([model.key for model in riding])
    battle.note("train-moves", "heist.train-moves", keys, distance=f"{train.advance:g}", paths=paths)
    for unit in battle.units:
        pushed = [model for model in battle.standing(unit) if _is_pushed(battle, unit, model)]
        if pushed:
            await push_aside(battle, unit, pushed, unit.index in whole)
    for index in whole:
        await settle_core(battle, battle.units[index])


def _is_pushed(battle: Battle, unit: Unit, model: Model) -> bool:
    """Not aboard, not in the air, and where the train now is."""
    if unit.flying or (unit.airborne and unit.card.vtol) or is_aboard(battle, model):
        return False
    return _under_train(battle, model.base)


def _under_train(battle: Battle, base: Base) -> bool:
    for piece in battle.battlefield.pieces:
        if piece.part.group == TRAIN and disc_overlaps(piece.part, base.x, base.y, base.radius, 0.01):
            return True
    return False


async def push_aside(battle: Battle, unit: Unit, models: list[Model], whole: bool) -> None:
    """Models not aboard that the train would overlap are set beside it by the shortest way, without harm.

    A squad that was in coherency stays in it where that is possible: closer together, or all on one side.
    """
    sides = [await _goes_south(battle, unit, model) for model in models]
    before = [model.base for model in models]
    shorter = sum([_way(battle, model, True) - _way(battle, model, False) for model in models]) <= 0.0
    plans = [(sides, False)]
    if whole and len(battle.standing(unit)) > 1:
        one_side, other_side = [shorter] * len(models), [not shorter] * len(models)
        plans += [(sides, True), (one_side, False), (one_side, True), (other_side, False), (other_side, True), plans[0]]
    for planned, linked in plans:
        for model, base in zip(models, before, strict=True):
            model.base = base
        _set_beside(battle, unit, models, planned, linked)
        if is_coherent(battle, unit):
            break
    for model, base in zip(models, before, strict=True):
        battle.note("pushed", "heist.train-pushes", (model.key,), who=model.name, path=(base.centre, model.base.centre))


def _way(battle: Battle, model: Model, south: bool) -> float:
    """How far it is to a side of the train."""
    deck = battle.battlefield.deck
    assert deck is not None
    base = model.base
    return base.y - (deck.min_y - base.radius) if south else deck.max_y + base.radius - base.y


async def _goes_south(battle: Battle, unit: Unit, model: Model) -> bool:
    """The nearer side; the owner's choice if both are equally near."""
    to_south, to_north = _way(battle, model, True), _way(battle, model, False)
    if abs(to_south - to_north) >= 0.01:
        return to_south < to_north
    options = [Option("south", True, "To the south"), Option("north", False, "To the north")]
    prompt = f"The train pushes {model.name} aside: to which side?"
    return await Choose(unit.seat, prompt, options, "heist.train-pushes", (model.key,))


def _set_beside(battle: Battle, unit: Unit, models: list[Model], sides: list[bool], linked: bool) -> None:
    """Everybody to the nearest clear place on the given side; if `linked`, one in reach of those of the squad that stand."""
    standing = [model.base for model in battle.standing(unit) if model not in models]
    for model, south in zip(models, sides, strict=True):
        way = _way(battle, model, south)
        x, y = clear_spot(battle, model, model.base.x, model.base.y + (-way if south else way), standing if linked else [])  # fmt: skip
        stand(battle, model, x, y, model.base.facing)
        standing.append(model.base)


def clear_spot(battle: Battle, model: Model, x: float, y: float, mates: list[Base]) -> Point:
    """The nearest place beside the track to a point, free of bases and shards; in reach of one of these if possible."""
    unit = battle.units[model.unit]
    deck = battle.battlefield.deck
    assert deck is not None
    south, north = deck.min_y - model.base.radius + 0.01, deck.max_y + model.base.radius - 0.01
    placing = Placing(battle, unit, [model], lambda base: "", [], "heist.train-pushes")

    def fits(px: float, py: float) -> bool:
        return not south < py < north and not placing.fault(0, px, py) and not _on_closed(battle, model.base.at(px, py))

    def in_reach(px: float, py: float) -> bool:
        base = model.base.at(px, py)
        return any([is_linked([base, mate], LINK) for mate in mates]) and fits(px, py)

    found = nearest_place(x, y, in_reach, CLOSE_BY) if mates else None
    if found is None:
        found = nearest_place(x, y, fits, ANYWHERE)
    return (x, y) if found is None else found


def _on_closed(battle: Battle, base: Base) -> bool:
    for piece in battle.battlefield.pieces:
        if piece.has(IMPASSABLE) and disc_overlaps(piece.part, base.x, base.y, base.radius, 0.01):
            return True
    return False
