"""Strategic Ploys: most of them are in force until the end of the Turning Point, some act at once."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.killteam_lite.actions import place_for
from vanguard.rulebooks.killteam_lite.command_points import put_in_force, use_ploy
from vanguard.rulebooks.killteam_lite.line_of_sight import is_engaged
from vanguard.rulebooks.killteam_lite.missions import mission_of
from vanguard.rulebooks.killteam_lite.moves import DASH, move_to
from vanguard.rulebooks.killteam_lite.profiles import PloyCard
from vanguard.rulebooks.killteam_lite.state import CONCEAL, Battle, Operative

DRIFT: Final = "drift"
DRIFTERS: Final = 2
MARKED_PREY: Final = "marked-prey"
CLAUSE: Final = "strategy.ploys.effect-immediate"

STRATEGIC: Final[tuple[str, ...]] = (
    "dig-in", "marked-rounds", "hold-fast", "killing-light", DRIFT, MARKED_PREY, "frenzy", "hard-shell",
)  # fmt: skip
TACTICAL: Final[tuple[str, ...]] = (
    "hold-on", "go-to-ground", "counterblow", "last-blow", "vanish", "snap-aside", "pounce", "death-throes",
)  # fmt: skip
"""Every ploy the rules know how to resolve."""


def why_not_strategic(battle: Battle, seat: int, card: PloyCard) -> tuple[str, str]:
    """Why a Strategic Ploy would do nothing now, and the clause."""
    if not battle.of(seat):
        return "no friendly operative is left", CLAUSE
    if card.lends_to and not any([_bears_one_of(operative, card.lends_to) for operative in battle.of(seat)]):
        return "no friendly operative has such a weapon", CLAUSE
    if card.key == DRIFT and not drifters(battle, seat, ()):
        return "no friendly operative with a Conceal order is free to Dash", CLAUSE
    if card.key == MARKED_PREY and not battle.enemies_of(seat):
        return "there is no enemy operative", CLAUSE
    return "", ""


def _bears_one_of(operative: Operative, weapons: tuple[str, ...]) -> bool:
    return any([profile.weapon in weapons for profile in (*operative.card.ranged, *operative.card.melee)])


async def use_strategic_ploy(battle: Battle, seat: int, key: str) -> None:
    """Pay, then the effect begins at once, before the other player's turn."""
    card = battle.teams[seat].ploy(key)
    assert card is not None
    use_ploy(battle, seat, card)
    if key == DRIFT:
        await _drift(battle, seat)
    elif key == MARKED_PREY:
        options = [Option(enemy.key, enemy.key, enemy.name, about=(enemy.key,)) for enemy in battle.enemies_of(seat)]
        prey = await Choose(seat, f"{card.name}: name an enemy operative", options, CLAUSE)
        put_in_force(battle, seat, card, prey)
        battle.note("marked-prey", CLAUSE, (prey,), target=battle[prey].name)
    else:
        put_in_force(battle, seat, card)


def drift_fault(battle: Battle, operative: Operative, moved: tuple[str, ...]) -> str:
    """Why this operative makes no Dash: only those with a Conceal order that are not engaged and may Dash do."""
    if operative.key in moved:
        return "it has drifted"
    if operative.order != CONCEAL:
        return "it has no Conceal order"
    if mission_of(battle).bars_dash(battle, operative):
        return "the mission forbids it to Dash"
    return "within Engagement Range of an enemy operative" if is_engaged(battle, operative) else ""


def drifters(battle: Battle, seat: int, moved: tuple[str, ...]) -> list[str]:
    return [operative.key for operative in battle.of(seat) if not drift_fault(battle, operative, moved)]


async def _drift(battle: Battle, seat: int) -> None:
    """Up to two of them each make a Dash at once; it is no activation and counts against nothing."""
    moved: tuple[str, ...] = ()
    while len(moved) < DRIFTERS:
        if not drifters(battle, seat, moved):
            return
        options = [
            Option(it.key, it.key, it.name, CLAUSE, drift_fault(battle, it, moved), (it.key,)) for it in battle.of(seat)
        ]
        options.append(Option("stop", "", "Nobody else", declines=True))
        key = await Choose(seat, "Drift: who makes a Dash?", options, CLAUSE)
        if not key:
            return
        arrival = await place_for(battle, battle[key], DASH)
        move_to(battle, key, DASH, arrival)
        moved = (*moved, key)
