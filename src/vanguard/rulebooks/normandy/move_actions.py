"""The Move action as it is played: figure after figure, Minefields, Hidden lost, Flak captured; and the ways to deploy."""

from __future__ import annotations

from vanguard.core.questions import Roll
from vanguard.core.telling.events import DiceShown
from vanguard.rulebooks.normandy.ground import CELLS, shown
from vanguard.rulebooks.normandy.movement import (
    FigureMove,
    entering,
    entering_by_transport,
    marching,
    set_hex,
)
from vanguard.rulebooks.normandy.paratroops import Landing
from vanguard.rulebooks.normandy.state import BY_PARATROOP, BY_TRANSPORT, COMING, Activation, Battle, Unit, token_at
from vanguard.rulebooks.normandy.symbols import BLANK, NOT_BLANK, WHITE
from vanguard.rulebooks.normandy.tokens import remove_token, set_off_mine
from vanguard.rulebooks.normandy.units import give_color, lose_hidden, pictured, pin


async def move_unit(battle: Battle, key: str, first: int) -> None:
    """One Move action of a deployed unit, beginning with the figure `first`."""
    unit = battle.units[key]
    lose_hidden(battle, unit)
    by = marching(battle, unit)
    order = [first, *[i for i in unit.standing() if i != first]]
    moved = False
    scattered = False
    question: FigureMove | None = None
    ways: dict[int, list[int]] = {}
    for turn, figure in enumerate(order):
        if unit.hexes[figure] < 0:  # a Minefield has taken it since
            continue
        others = [i for i in order[turn + 1 :] if unit.hexes[i] >= 0]
        question = FigureMove(battle, unit, figure, by, others, moved, scattered, question)
        way = await question.question()
        if not way:
            continue
        moved = True
        ways[figure] = [unit.hexes[figure], *way]
        set_hex(unit, figure, way[-1])
        if len(way) > by.allowance:
            use_road(battle, unit)
        if is_mined(battle, unit, way[-1]):
            scattered = True
            note_move(battle, unit, [gone[-1] for gone in ways.values()], ways)
            ways = {}
            await set_off_mine(battle, key, way[-1])
            if key not in battle.units:
                return
    if ways:
        note_move(battle, unit, unit.places(), ways)
    capture_flak(battle, unit)


def note_move(battle: Battle, unit: Unit, places: list[int], ways: dict[int, list[int]]) -> None:
    if not battle.heard:
        return
    hexes = " and ".join([shown(hex) for hex in places])
    battle.note(
        "moved",
        clause="move.distance",
        about=unit.about,
        unit=unit.title,
        hexes=hexes,
        pieces=[unit.figures[figure] for figure in ways],
        paths=[[CELLS[hex] for hex in way] for way in ways.values()],
    )


def use_road(battle: Battle, unit: Unit) -> None:
    now = battle.activation
    if now is not None:
        battle.activation = Activation(now.unit, now.points, now.spent, now.commands, (*now.roads, unit.key))
    battle.note("road-bonus", clause="feature.road-bonus", about=unit.about, unit=unit.title)


def is_mined(battle: Battle, unit: Unit, hex: int) -> bool:
    owner = token_at(battle.mines, hex)
    return owner >= 0 and owner != unit.side


def capture_flak(battle: Battle, unit: Unit) -> None:
    """An enemy figure on foot that ends its move at a Flak 88 puts it out of action."""
    if unit.card.mechanized:
        return
    for hex in unit.places():
        owner = token_at(battle.flaks, hex)
        if owner >= 0 and owner != unit.side:
            remove_token(battle, "flak-88", hex)
            battle.note(
                "flak-captured", clause="token.flak88-capture", about=unit.about, unit=unit.title, hex=shown(hex)
            )


# -- deploying ------------------------------------------------------------------------------------------------------------


async def deploy_unit(battle: Battle, key: str, transport: bool) -> None:
    """Over the backline: the entry hex is the first of the Move value, or of the six hexes of a transport. One figure after the
    other: a Minefield goes off under the first before the second comes in.
    """
    unit = battle.units[key]
    by = entering_by_transport(battle) if transport else entering(battle, unit)
    message = "deployed-by-transport" if transport else "deployed"
    if transport:
        unit.arrived = BY_TRANSPORT
    unit.hexes = (COMING,) * unit.card.size
    scattered = False
    untold: list[int] = []
    question: FigureMove | None = None
    for figure in range(unit.card.size):
        if unit.hexes[figure] != COMING:  # a Minefield has taken it since
            continue
        others = [i for i in unit.standing() if i > figure]
        question = FigureMove(battle, unit, figure, by, others, figure > 0, scattered, question)
        way = await question.question()
        set_hex(unit, figure, way[-1])
        if not unit.deployed:
            take_the_field(battle, unit)
        untold.append(figure)
        if len(way) > by.allowance:
            use_road(battle, unit)
        if is_mined(battle, unit, way[-1]):
            scattered = True
            note_arrival(battle, unit, untold, message, by.clause)
            untold = []
            await set_off_mine(battle, key, way[-1])
            if key not in battle.units:
                return
    if untold:
        note_arrival(battle, unit, untold, message, by.clause)
    capture_flak(battle, unit)


async def land_by_paratroop(battle: Battle, key: str) -> None:
    """Anywhere empty and away from enemies; then each blank of the landing roll pins, unless the card says otherwise."""
    unit = battle.units[key]
    for figure in unit.standing():
        way = await Landing(battle, unit, figure).question()
        set_hex(unit, figure, way[-1])
    unit.arrived = BY_PARATROOP
    take_the_field(battle, unit)
    note_arrival(battle, unit, unit.placed(), "landed", "ability.paratroop-placement")
    for hex in unit.places():
        if is_mined(battle, unit, hex):
            await set_off_mine(battle, key, hex)
            if key not in battle.units:
                return
    capture_flak(battle, unit)
    ability = unit.face.paratroop
    if ability is None or ability.amount:
        return
    figures = len(unit.standing())
    faces = await Roll(unit.side, figures, f"landing {key}", "ability.paratroop-landing", WHITE, NOT_BLANK)
    battle.note(
        "landing-roll",
        clause="ability.paratroop-landing",
        about=unit.about,
        dice=DiceShown(
            "Landing", unit.side, faces, ["fail" if face == BLANK else "save" for face in faces], "not blank"
        ),
        unit=unit.title,
        blanks=faces.count(BLANK),
    )
    for _ in range(faces.count(BLANK)):
        pin(battle, unit, "ability.paratroop-landing")


def take_the_field(battle: Battle, unit: Unit) -> None:
    unit.deployed = True
    give_color(battle, unit)


def note_arrival(battle: Battle, unit: Unit, figures: list[int], message: str, clause: str) -> None:
    if not battle.heard:
        return
    battle.note(
        message,
        clause=clause,
        about=unit.about,
        unit=unit.title,
        color=unit.color,
        hexes=" and ".join([shown(unit.hexes[figure]) for figure in figures]),
        **pictured(unit, figures),
    )
