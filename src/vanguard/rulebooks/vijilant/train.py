"""The train of The Heist: its set-up, its containers, and its way across the table."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from vanguard.core.questions import Choose, Draw, Option, Path, Place
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import disc_overlaps
from vanguard.geometry.shapes import Base, Part, Point, rectangle
from vanguard.rulebooks.vijilant.battlefield import DECK_WHEELS, Battlefield
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

ALONG: Final = "along"
ACROSS: Final = "across"
DONE: Final = "done"


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

    spots: list[Point] = []
    deck = field.deck
    assert deck is not None
    count = 13
    for i in range(count):
        x = deck.min_x + radius + (deck.max_x - deck.min_x - 2 * radius) * i / (count - 1)
        for share in (0.0, 0.5, 1.0):
            y = deck.min_y + radius + (deck.max_y - deck.min_y - 2 * radius) * share
            spots.append((thousandth(x), thousandth(y)))
    way = DECK_WHEELS if unit.card.type == VEHICLE else ""
    return Placing(battle, unit, models, fault, spots, "heist.defender-starts-on-train", way=way)


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
    riding = [model for model in battle.models if model.fate == STANDING and rides(battle, model)]
    dx = train.advance * train.direction
    battle.battlefield = field.driven_on(dx)
    paths: list[tuple[Point, Point]] = []
    for model in riding:
        before = model.base.centre
        model.base = model.base.at(thousandth(model.base.x + dx), model.base.y)
        paths.append((before, model.base.centre))
    keys = tuple([model.key for model in riding])
    battle.note("train-moves", "heist.train-moves", keys, distance=f"{train.advance:g}", paths=paths)
    aboard = [model.index for model in riding]
    for model in battle.models:
        if model.fate == STANDING and model.index not in aboard:
            await push_aside(battle, model)


def rides(battle: Battle, model: Model) -> bool:
    """Everything aboard moves with the train; so does a vehicle that stands partly on it."""
    return is_aboard(battle, model)


def _under_train(battle: Battle, base: Base) -> bool:
    for piece in battle.battlefield.pieces:
        if piece.part.group == TRAIN and disc_overlaps(piece.part, base.x, base.y, base.radius, 0.01):
            return True
    return False


async def push_aside(battle: Battle, model: Model) -> None:
    """A model not aboard that the train would overlap is set beside it by the shortest way, without harm."""
    unit = battle.units[model.unit]
    if unit.flying or (unit.airborne and unit.card.vtol) or not _under_train(battle, model.base):
        return
    deck = battle.battlefield.deck
    assert deck is not None
    base = model.base
    south, north = deck.min_y - base.radius, deck.max_y + base.radius
    to_south, to_north = base.y - south, north - base.y
    if abs(to_south - to_north) < 0.01:
        options = [Option("south", True, "To the south"), Option("north", False, "To the north")]
        to_the_south = await Choose(
            unit.seat,
            f"The train pushes {model.name} aside: to which side?",
            options,
            "heist.train-pushes",
            (model.key,),
        )
    else:
        to_the_south = to_south < to_north
    x, y = clear_spot(battle, model, base.x, south if to_the_south else north)
    stand(battle, model, x, y, base.facing)
    battle.note("pushed", "heist.train-pushes", (model.key,), who=model.name, path=(base.centre, (x, y)))


def clear_spot(battle: Battle, model: Model, x: float, y: float) -> Point:
    """The nearest place to stand to a point: free of bases, shards and the train."""
    unit = battle.units[model.unit]
    placing = Placing(battle, unit, [model], lambda base: "", [], "heist.train-pushes")
    for ring in range(120):
        for k in range(1 if ring == 0 else 24):
            angle = 2.0 * pi * k / 24
            px, py = thousandth(x + 0.25 * ring * cos(angle)), thousandth(y + 0.25 * ring * sin(angle))
            if placing.fault(0, px, py):
                continue
            base = model.base.at(px, py)
            if _under_train(battle, base) or _on_closed(battle, unit, base):
                continue
            return (px, py)
    return (x, y)


def _on_closed(battle: Battle, unit: Unit, base: Base) -> bool:
    for piece in battle.battlefield.pieces:
        if piece.has(IMPASSABLE) and disc_overlaps(piece.part, base.x, base.y, base.radius, 0.01):
            return True
    return False
