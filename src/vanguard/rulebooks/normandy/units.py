"""Units: recruited, promoted, pinned, hidden, damaged, destroyed. Each change of a fact is noted where it is made."""

from __future__ import annotations

from typing import Any

from vanguard.core.questions import Choose, Option
from vanguard.core.refusals import RuleFault
from vanguard.rulebooks.normandy.ground import CELLS, shown
from vanguard.rulebooks.normandy.profiles import ID_COLORS, UnitCard
from vanguard.rulebooks.normandy.state import COMING, GONE, Battle, Unit


def place_card(battle: Battle, side: int, card: UnitCard) -> Unit:
    """Put a copy of a unit card on the army board; the unit is not on the battlefield yet."""
    letter = free_letter(battle, card)
    key = f"{card.key}-{letter}"
    title = card.name if card.copies == 1 else f"{card.name} {letter.upper()}"
    unit = Unit(key, side, card, title)
    battle.units[key] = unit
    return unit


def free_letter(battle: Battle, card: UnitCard) -> str:
    for letter in "abcdef":
        if f"{card.key}-{letter}" not in battle.units:
            return letter
    raise RuleFault(f"there are more copies of {card.name} than letters")


def recruit(battle: Battle, side: int, card: UnitCard, price: int) -> Unit:
    unit = place_card(battle, side, card)
    battle.boards[side].requisition -= price
    battle.note(
        "recruited" if price else "recruited-free",
        clause="recruit.reveal-simultaneous",
        about=unit.about,
        side=side_name(battle, side),
        unit=unit.title,
        card=card.key,
        price=price,
    )
    return unit


def promote(battle: Battle, unit: Unit, price: int, command: int) -> None:
    """Flip the card to its veteran side; nothing else about the unit changes."""
    board = battle.boards[unit.side]
    board.requisition -= price
    board.command -= command
    unit.veteran = True
    unit.face = unit.card.veteran
    battle.note(
        "promoted", clause="units.veteran-side", about=unit.about, unit=unit.title, price=price, command=command
    )


def give_color(battle: Battle, unit: Unit) -> None:
    """The first ID color of its type that no other unit of its side on the battlefield wears."""
    worn = [
        other.color for other in battle.units.values() if other.side == unit.side and other.card.type == unit.card.type
    ]
    unit.color = next(color for color in ID_COLORS[unit.card.type] if color not in worn)


def pin(battle: Battle, unit: Unit, clause: str) -> None:
    unit.pins += 1
    battle.note("pinned", clause=clause, about=unit.about, unit=unit.title, pins=unit.pins)


def unpin(battle: Battle, unit: Unit, count: int, clause: str) -> None:
    count = min(count, unit.pins)
    unit.pins -= count
    battle.note("unpinned", clause=clause, about=unit.about, unit=unit.title, count=count, pins=unit.pins)


def hide(battle: Battle, unit: Unit, token: str, clause: str) -> None:
    """Put a Hidden token (smoke) or a Sandbag token on the unit's card."""
    unit.hidden = token
    battle.note("hidden", clause=clause, about=unit.about, unit=unit.title, token=token)


def lose_hidden(battle: Battle, unit: Unit) -> None:
    """A Move action takes away Hidden that came from a token; a Sandbag token goes back to the pool."""
    if unit.hidden:
        unit.hidden = ""
        battle.note("seen-again", clause="hidden.lost-on-move", about=unit.about, unit=unit.title)


def destroy(battle: Battle, unit: Unit, message: str, clause: str) -> None:
    """The card leaves the army board with all its tokens; it can be recruited again as a new unit."""
    del battle.units[unit.key]
    battle.note(
        message, clause=clause, about=unit.about, unit=unit.title, card=unit.card.key, **pictured(unit, unit.placed())
    )


def pictured(unit: Unit, figures: list[int]) -> dict[str, Any]:
    """Figures on the battlefield, and where: what a table needs to draw what befalls them."""
    return {
        "seat": unit.side,
        "pieces": [unit.figures[i] for i in figures],
        "paths": [[CELLS[unit.hexes[i]]] for i in figures],
    }


async def suffer(battle: Battle, key: str, damage: int, precise: bool = False) -> None:
    """Damage over figures: each full Health removes one figure, the rest stays on the card as tokens."""
    unit = battle.units[key]
    if not damage:
        return
    health = unit.face.health
    total = unit.damage + damage
    while total >= health:
        figures = len(unit.standing())
        if figures == 1 or (total >= health * figures and not precise):
            destroy(battle, unit, "destroyed", "damage.unit-destroyed")
            return
        total -= health
        await lose_figure(battle, unit)
        if precise:
            total = 0
            battle.note("precise", clause="kw.precise-excess-lost", about=unit.about, unit=unit.title)
            break
    unit.damage = total
    if total:
        battle.note(
            "damaged",
            clause="damage.tokens-kept",
            about=unit.about,
            unit=unit.title,
            tokens=total,
            health=health,
            amount=total,
            pieces=[unit.figures[unit.standing()[0]]],
        )


async def lose_figure(battle: Battle, unit: Unit) -> None:
    """The owner removes one figure of his choice."""
    options = [
        Option(unit.figures[i], i, f"Figure {i + 1} {whereabouts(unit.hexes[i])}", about=(unit.figures[i],))
        for i in unit.standing()
    ]
    question = Choose(
        unit.side, f"Which figure of {unit.title} is removed?", options, "damage.remove-figure", unit.about
    )
    question.dice = battle.dice_on_the_table()
    figure = await question
    where = unit.hexes[figure]
    unit.hexes = tuple([GONE if i == figure else hex for i, hex in enumerate(unit.hexes)])
    if where == COMING:
        battle.note("figure-lost-outside", clause="damage.remove-figure", about=unit.about, unit=unit.title)
        return
    battle.note(
        "figure-lost", clause="damage.remove-figure", about=(unit.figures[figure],), unit=unit.title, hex=shown(where),
        path=(CELLS[where],), seat=unit.side,
    )  # fmt: skip


def whereabouts(hex: int) -> str:
    return "not in yet" if hex == COMING else f"at {shown(hex)}"


def side_name(battle: Battle, side: int) -> str:
    return "the USA" if battle.boards[side].faction == "usa" else "Germany"
