"""The train of The Heist: its set-up, its containers, and its way across the table."""

from __future__ import annotations

from math import hypot, inf
from typing import Final

from vanguard.core.questions import Choose, Draw, Option, Path, WhereTo
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.measuring import disc_overlaps
from vanguard.geometry.shapes import Base, Part, Point, rectangle
from vanguard.rulebooks.vijilant.battlefield import DECK_WHEELS, TOLERANCE, Battlefield, slots_of
from vanguard.rulebooks.vijilant.coherency import LINK, is_coherent, settle_core
from vanguard.rulebooks.vijilant.cover import is_aboard
from vanguard.rulebooks.vijilant.entering import Placing, anywhere, widest
from vanguard.rulebooks.vijilant.movement import stand
from vanguard.rulebooks.vijilant.profiles import (
    BARRED,
    BLOCKS_SIGHT,
    CARRIAGE,
    CLIMBABLE,
    CONTAINER,
    COVER,
    ROUGH,
    TRAIN,
    VEHICLE,
    BattleMap,
    TerrainPiece,
)
from vanguard.rulebooks.vijilant.state import ABOARD, CONTAINERS, STANDING, Battle, Model, Unit
from vanguard.tabletop.standing import nearest_place

RIGHT: Final = "From left to right"
LEFT: Final = "From right to left"
START_CLAUSE: Final = "heist.defender-starts-on-train"
ALONG: Final = "along"
ACROSS: Final = "across"
DONE: Final = "done"

COLUMNS: Final = 13
CLOSE_COLUMNS: Final = 31
ROWS: Final = 3
"""Places on the deck that are proposed; more of them if it is crowded."""
CROWDED_COLUMNS: Final = 121
CROWDED_ROWS: Final = 13
"""Where no formation fits, everybody is looked for a place alone."""
CLOSE_BY: Final = 6.0
"""So far from where the train pushes it a model is looked for a place in reach of its squad."""
ANYWHERE: Final = 70.0


# -- set-up -------------------------------------------------------------------------------------------------------------------


async def set_up_train(battle: Battle) -> None:
    """The defender picks the direction; shards are drawn over the rest of the table; then come the containers."""
    map = await map_of_direction(battle)
    battle.battlefield = Battlefield(map, await drawn_shards(battle, map))
    battle.phase = CONTAINERS


async def map_of_direction(battle: Battle) -> BattleMap:
    """The train starts at one end of the table and points to the other, as the defender wishes."""
    map = battle.battlefield.map
    options = [
        Option("right", map if runs_right(map) else map.mirrored(), RIGHT),
        Option("left", map.mirrored() if runs_right(map) else map, LEFT),
    ]
    chosen = await Choose(battle.defender, "Which way does the train run?", options, "heist.train-start")
    battle.note("train-direction", "heist.train-start", words=(RIGHT if runs_right(chosen) else LEFT).lower())
    return chosen


def runs_right(map: BattleMap) -> bool:
    assert map.train is not None
    return map.train.direction > 0


async def drawn_shards(battle: Battle, map: BattleMap) -> tuple[int, ...]:
    """So many slots of each half of the table, every one equally likely."""
    drawn: list[int] = []
    for number, draw in enumerate(map.draws):
        names = [slot.key for slot in draw.slots]
        items = await Draw(battle.defender, names, f"shards {number}", "heist.shards-random", draw.count)
        drawn.extend([slot for slot, piece in enumerate(slots_of(map)) if piece.key in items])
    battle.note("shards-drawn", "heist.shards-random", count=len(drawn))
    return tuple(drawn)


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
        why = "" if ContainerSpot(field, way).is_possible() else "no room for it"
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
        return
    way = chosen
    spot = ContainerSpot(field, way)
    piece = await spot.ask(battle.defender, "Where does the container stand?", "heist.containers-on-train")
    battle.battlefield = field.with_container(container_piece(field, way, piece))
    battle.note("container-placed", "heist.containers-on-train", side=battle.side_name(battle.defender))


def container_part(field: Battlefield, way: str, at: Point, name: str = "") -> Part:
    train = field.map.train
    assert train is not None
    long, wide = train.container_length, train.container_width
    width, depth = (long, wide) if way == ALONG else (wide, long)
    deck_top = max([piece.part.top for piece in train.pieces if piece.kind == CARRIAGE])
    corners = rectangle(at[0], at[1], width, depth)
    traits = [ROUGH, BARRED, BLOCKS_SIGHT, COVER, CLIMBABLE]
    return Part(name, corners, True, deck_top, deck_top + train.container_height, traits, TRAIN)


def container_piece(field: Battlefield, way: str, at: Point) -> TerrainPiece:
    number = len(field.containers) + 1
    part = container_part(field, way, at, f"container-{number}")
    look = next((piece.look for piece in field.map.pieces if piece.kind == CONTAINER), "container")
    return TerrainPiece(part.name, f"Container {number}", CONTAINER, look, part)


class ContainerSpot(WhereTo[Point]):
    """Where a container may stand on the train, along the deck or across it."""

    __slots__ = ("field", "way")

    def __init__(self, field: Battlefield, way: str) -> None:
        super().__init__()
        self.field = field
        self.way = way

    def check(self, path: Path) -> Point:
        at = (path[-1][0], path[-1][1])
        fault = container_fault(self.field, container_part(self.field, self.way, at))
        if fault:
            raise Refused(fault, "heist.containers-on-train")
        return at

    def aims(self) -> list[Path]:
        """Two rows along each carriage, or in its middle."""
        train = self.field.map.train
        assert train is not None
        long, wide = train.container_length, train.container_width
        width, depth = (long, wide) if self.way == ALONG else (wide, long)
        found: list[Path] = []
        for piece in train.pieces:
            deck = piece.part
            if piece.kind != CARRIAGE or deck.max_x - deck.min_x < width or deck.max_y - deck.min_y < depth:
                continue
            for share in (0.0, 0.5, 1.0):
                x = thousandth(deck.min_x + width / 2 + share * (deck.max_x - deck.min_x - width))
                for side in (0.0, 1.0):
                    y = thousandth(deck.min_y + depth / 2 + side * (deck.max_y - deck.min_y - depth))
                    if ((x, y),) not in found:
                        found.append(((x, y),))
        return found


def container_fault(field: Battlefield, part: Part) -> str:
    """What keeps a container from standing there; empty if nothing does."""
    train = field.map.train
    assert train is not None
    if not any([_holds(piece.part, part) for piece in train.pieces if piece.kind == CARRIAGE]):
        return "a container stands wholly on one carriage"
    for other in field.containers:
        if _overlap(part, other.part):
            return f"it would overlap {other.name}"
    return ""


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


# -- units on the train --------------------------------------------------------------------------------------------------------


def on_deck(battle: Battle, unit: Unit) -> Placing | None:
    """Where a unit may start the mission aboard; None if there is no room for it."""
    field = battle.battlefield
    models = battle.all_models(unit)
    radius = models[widest(models)].base.radius
    way = DECK_WHEELS if unit.card.type == VEHICLE else ""

    def allowed(x: float, y: float, radius: float) -> str:
        return deck_fault(field, unit, x, y, radius)

    placing = Placing(battle, unit, models, allowed, [], START_CLAUSE, way=way, by=(unit.card.walker,))
    for columns in (COLUMNS, CLOSE_COLUMNS):
        placing = placing.at_spots(_deck_spots(field, radius, columns, ROWS))
        if placing.is_possible():
            return placing
    spots = _deck_spots(field, radius, CROWDED_COLUMNS, CROWDED_ROWS)
    return placing.in_a_crowd(lambda: placing.one_beside_the_other(spots))


def deck_fault(field: Battlefield, unit: Unit, x: float, y: float, radius: float) -> str:
    """Every base wholly on the deck, or on a container if it walks; a VTOL is landed. Empty if it may stand there."""
    if not field.holds_aboard(x, y, radius):
        return "its whole base must be on the deck"
    for piece in field.containers:
        if not unit.card.walker and disc_overlaps(piece.part, x, y, radius, TOLERANCE):
            return f"{piece.name} is in the way"
    return ""


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
    if on_deck(battle, unit) is None:
        return "there is no room on the deck"
    return ""


# -- driving on ----------------------------------------------------------------------------------------------------------------


async def drive_on(battle: Battle) -> None:
    """After every round but the last the train moves forward with everything aboard; others in its way are set beside it."""
    train = battle.battlefield.map.train
    if train is None:
        return
    whole = [unit for unit in battle.units if is_coherent(battle, unit)]
    riding = carry_on(battle, train.advance * train.direction)
    for unit in battle.units:
        pushed = [it for it in battle.standing(unit) if it not in riding and _is_pushed(battle, unit, it)]
        if pushed:
            await push_aside(battle, unit, pushed, unit in whole)
    for unit in battle.units:
        if unit.card.vtol and unit.airborne and battle.on_table(unit):
            hover_on(battle, unit)
        elif unit.card.skimmer and battle.on_table(unit):
            sink_or_rise(battle, battle.models[unit.first])
    for unit in whole:
        await settle_core(battle, unit)


def carry_on(battle: Battle, dx: float) -> list[Model]:
    """The train and everything aboard are moved along the track: who that was."""
    riding = [model for model in battle.models if model.fate == STANDING and is_aboard(battle, model)]
    before = [model.base.centre for model in riding]
    battle.battlefield = battle.battlefield.driven_on(dx)
    for model in riding:
        model.base = model.base.at(thousandth(model.base.x + dx), model.base.y)
    keys = tuple([model.key for model in riding])
    paths = [(start, model.base.centre) for start, model in zip(before, riding, strict=True)]
    battle.note("train-moves", "heist.train-moves", keys, distance=f"{abs(dx):g}", paths=paths)
    return riding


def _is_pushed(battle: Battle, unit: Unit, model: Model) -> bool:
    """Not in the air, and where the train now is."""
    if unit.flying or (unit.airborne and unit.card.vtol):
        return False
    base = model.base
    for piece in battle.battlefield.pieces:
        if piece.part.group == TRAIN and disc_overlaps(piece.part, base.x, base.y, base.radius, TOLERANCE):
            return True
    return False


def hover_on(battle: Battle, unit: Unit) -> None:
    """A VTOL in the air stays over whatever is under it now; if somebody is carried into it, at the nearest clear place."""
    model = battle.models[unit.first]
    before = model.base.centre
    placing = Placing(battle, unit, [model], anywhere, [], "heist.train-pushes")
    x, y = nearest_place(before[0], before[1], placing.has_room, ANYWHERE) or before
    stand(battle, model, x, y, model.base.facing)
    if (x, y) != before:
        battle.note("makes-room", "heist.train-pushes", (model.key,), who=model.name, path=(before, (x, y)))


def sink_or_rise(battle: Battle, model: Model) -> None:
    """A skimmer hovers over whatever is under it now: one that hung over the edge of the deck is left over the ground."""
    stand(battle, model, model.base.x, model.base.y, model.base.facing)


async def push_aside(battle: Battle, unit: Unit, models: list[Model], whole: bool) -> None:
    """Models not aboard that the train would overlap are set beside it by the shortest way, without harm.

    A squad that was in coherency stays in it where that is possible: closer together, or all on one side.
    """
    sides = [await _goes_south(battle, unit, model) for model in models]
    before = [model.base for model in models]
    _set_beside(battle, unit, models, sides, False)
    if whole and not is_coherent(battle, unit):
        shortest = [model.base for model in models]
        _put(models, _together(battle, unit, models, before, sides) or shortest)
    for model, base in zip(models, before, strict=True):
        battle.note("pushed", "heist.train-pushes", (model.key,), who=model.name, path=(base.centre, model.base.centre))


def _together(battle: Battle, unit: Unit, models: list[Model], before: list[Base], sides: list[bool]) -> list[Base]:
    """Where they stand in coherency and have gone the shortest way for that; nothing if there is no such place."""
    best: list[Base] = []
    least = inf
    for planned in (sides, [True] * len(models), [False] * len(models)):
        for linked in (False, True):
            _put(models, before)
            _set_beside(battle, unit, models, planned, linked)
            gone = sum([hypot(m.base.x - b.x, m.base.y - b.y) for m, b in zip(models, before, strict=True)])
            if is_coherent(battle, unit) and gone < least:
                best, least = [model.base for model in models], gone
    return best


def _put(models: list[Model], bases: list[Base]) -> None:
    for model, base in zip(models, bases, strict=True):
        model.base = base


def _way(battle: Battle, model: Model, south: bool) -> float:
    """How far it is to a side of the train."""
    deck = battle.battlefield.deck
    assert deck is not None
    base = model.base
    return base.y - (deck.min_y - base.radius) if south else deck.max_y + base.radius - base.y


async def _goes_south(battle: Battle, unit: Unit, model: Model) -> bool:
    """The nearer side; the owner's choice if both are equally near."""
    to_south, to_north = _way(battle, model, True), _way(battle, model, False)
    if abs(to_south - to_north) > TOLERANCE:
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
    reach = model.base.radius - TOLERANCE
    placing = Placing(battle, unit, [model], anywhere, [], "heist.train-pushes")

    def fits(px: float, py: float) -> bool:
        return not deck.min_y - reach < py < deck.max_y + reach and placing.has_room(px, py)

    circles = [(mate.x, mate.y, model.base.radius + mate.radius + LINK) for mate in mates]

    def in_reach(px: float, py: float) -> bool:
        for mx, my, far in circles:
            if (px - mx) * (px - mx) + (py - my) * (py - my) <= far * far:
                return fits(px, py)
        return False

    found = nearest_place(x, y, in_reach, CLOSE_BY) if mates else None
    if found is None:
        found = nearest_place(x, y, fits, ANYWHERE)
    return (x, y) if found is None else found
