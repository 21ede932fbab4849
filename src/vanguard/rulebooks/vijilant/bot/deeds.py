"""What a unit does with its action points: run for the goal in time, else whatever takes most from the enemy."""

from __future__ import annotations

import random
from typing import Any, Final

from vanguard.core.questions import Choose, Given
from vanguard.rulebooks.vijilant import actions
from vanguard.rulebooks.vijilant.bot.aims import attacks, has_mission_goal, is_supporter, unit_holds, way_left
from vanguard.rulebooks.vijilant.bot.moves import gets_nearer, stands_as_it_wishes
from vanguard.rulebooks.vijilant.bot.stances import SCRIPTED, Stance
from vanguard.rulebooks.vijilant.bot.worth import charge_value, prize, ram_value, shot_value, strike_value
from vanguard.rulebooks.vijilant.contact import is_locked
from vanguard.rulebooks.vijilant.driving import Drive
from vanguard.rulebooks.vijilant.movement import allowance_of
from vanguard.rulebooks.vijilant.special_rules import morale_of
from vanguard.rulebooks.vijilant.state import Battle, Model, Turn, Unit

IN_TIME: Final = 20.0
"""Getting there while it still counts comes before any shot."""


LANDS: Final = 6.0
"""Troops in a flyer can do nothing, and few survive a crash: they are put down as soon as may be. Out of a VTOL they get in the air too."""
FOR_NOTHING: Final = -0.5
"""A shot that cannot hurt is worse than none."""
SEARCHED: Final = (actions.EXTRA, actions.RAM, actions.FLY_RAM)
"""Whether these are possible takes a search for a way into contact."""
ATTACKS: Final = (actions.SHOOT, actions.STRIKE, actions.RAM, actions.FLY_RAM)


def ranked_deeds(
    battle: Battle,
    seat: int,
    question: Choose[Any],
    chance: random.Random,
    boldness: float = 1.0,
    ambition: float = 1.0,
    stance: Stance = SCRIPTED,
    quick: bool = False,
) -> list[Given]:
    """Best first, attacks and moves weighed by the player's temperament and by how it goes about this turn.

    Quickly, what takes a search to tell whether it is possible is asked only as long as nothing better is.
    """
    turn = battle.turn
    assert turn is not None
    unit = battle.units[turn.unit]
    scored: list[tuple[float, str, actions.Deed]] = []
    for deed in actions.entries(battle, unit, turn):
        what, index, word = deed
        searched = quick and what in SEARCHED
        if what != actions.PICK and (searched or not actions.objection(battle, unit, turn, deed)[0]):
            lean = boldness if what in ATTACKS else ambition if what in (actions.MOVE, actions.EXTRA) else 1.0
            score = lean * deed_score(battle, unit, turn, what, index, word)
            scored.append((score + eagerness(stance, turn, what), actions.key_of(battle, deed), deed))
    scored.sort(key=lambda it: (-it[0], it[1]))
    keys: list[Given] = []
    last: list[Given] = []
    for _, key, deed in scored:
        what = deed[0]
        if quick and what in SEARCHED and (keys or actions.objection(battle, unit, turn, deed)[0]):
            continue
        comes_first = what == actions.MOVE and not keys and not turn.regrouping
        if comes_first and not gets_nearer(battle, unit, stance.goes, quick):
            last.append(key)  # no deed at all
        else:
            keys.append(key)
    return keys + last


def eagerness(stance: Stance, turn: Turn, what: str) -> float:
    """How much sooner a stance does this than the script would."""
    if what == actions.MOVE:
        return stance.moves_first if turn.points > 1 else stance.moves_last
    return stance.hunkers_last if what == actions.HUNKER and turn.points == 1 else 0.0


def deed_score(battle: Battle, unit: Unit, turn: Turn, what: str, index: int, word: str) -> float:
    if what == actions.SHOOT:
        value = shot_value(battle, unit, battle.standing(unit), battle.units[index], word, turn.used)
        return (0.55 if word == "heavy" else 1.0) * value + 0.2 if value > 0.0 else FOR_NOTHING
    if what == actions.STRIKE:
        value = strike_value(battle, unit, battle.units[index])
        return value + 0.3 if value > 0.0 else FOR_NOTHING
    if what in (actions.MOVE, actions.EXTRA):
        return move_score(battle, unit, turn, what == actions.EXTRA)
    if what == actions.RAM:
        if battle.passengers(unit) is not None:
            return FOR_NOTHING  # those aboard would bail out among enemies
        return _best_ram(battle, unit, turn)
    if what in (actions.FLY, actions.FLY_RAM):
        return 2.0 if what == actions.FLY else 0.1
    if what == actions.HUNKER:
        return 1.3 if unit_holds(battle, unit) else 0.4
    if what == actions.UNLOAD:
        return unload_score(battle, unit)
    if what == actions.LAND:
        return LANDS if unit.card.flyer and battle.passengers(unit) is not None else -1.0
    if what == actions.SPECIAL:
        return _pin_value(battle, battle.units[index])
    if what == actions.REGROUP:
        return 50.0
    if what == actions.DONE:
        return 0.0
    return -1.0


def move_score(battle: Battle, unit: Unit, turn: Turn, extra: bool) -> float:
    """Runners run while it counts; others move to where they can do something."""
    charge = _charge_score(battle, unit, turn, extra)
    if attacks(battle, unit.seat) and not is_supporter(unit) and has_mission_goal(battle):
        if unit_holds(battle, unit):
            return charge - 4.0
        left = way_left(battle, unit)
        rounds = max(0, battle.mission.rounds - 1 - battle.round)
        to_come = rounds * 2.0 * unit.card.move
        if left > to_come:
            return IN_TIME
        if left <= turn.points * unit.card.move:
            return 6.0 + charge
        return max(2.5, charge)
    if charge > 0.0:
        return charge
    return -1.0 if extra or stands_as_it_wishes(battle, unit) else 0.6


def _charge_score(battle: Battle, unit: Unit, turn: Turn, extra: bool) -> float:
    """What striking whoever can be reached is worth."""
    if not any([weapon.cc for weapon in unit.weapons]):
        return 0.0
    moves = (turn.points if not extra else 0) + (0 if turn.extra_used else 1)
    reach = max(1, moves) * allowance_of(battle, unit)
    best = 0.0
    for enemy in battle.units_on_table(1 - unit.seat):
        gap = min([battle.gap(a, b) for a in battle.standing(unit) for b in battle.standing(enemy)])
        if gap <= reach and not enemy.flying:
            strikes = max(1.0, moves - gap / max(1.0, allowance_of(battle, unit)))
            best = max(best, charge_value(battle, unit, enemy) * (1.0 + 0.4 * (strikes - 1.0)))
    return best


def _best_ram(battle: Battle, unit: Unit, turn: Turn) -> float:
    move = Drive(
        battle, unit, battle.models[unit.first], turn, allowance_of(battle, unit), is_locked(battle, unit), True
    )
    return max([ram_value(battle, unit, move, path) for path in move.propose()], default=0.0)


def unload_score(battle: Battle, unit: Unit) -> float:
    """Out when the transport is near what they want, or on its last legs, or not going anywhere."""
    transport = battle.units[unit.inside]
    model = battle.models[transport.first]
    near = way_left(battle, transport) if has_mission_goal(battle) else 20.0
    if near <= unit.card.move + 6.0 or battle.is_immobile(transport):
        return 12.0
    if battle.health_left(model) <= 1 or battle.round >= 3 or not attacks(battle, unit.seat):
        return 5.0
    return -0.5


def _pin_value(battle: Battle, target: Unit) -> float:
    """Making a unit test, by its chance to fail and what it could still do."""
    morale = sum([part.amount for part in morale_of(battle, target)])
    fails = max(0, min(6, 9 - morale)) / 6.0
    return prize(battle, target) * fails * (0.35 if not target.had_turn else 0.1)


def ranked_last_stand(battle: Battle, seat: int, question: Choose[Any], chance: random.Random) -> list[Given]:
    """The dead have nothing to lose: whatever takes most."""
    models = [battle.model(key) for key in question.about]
    unit = battle.units[models[0].unit]
    scored: list[tuple[float, str]] = []
    for option in question.available:
        what, index, word = option.value
        value = 0.0
        if what == "shoot":
            value = shot_value(battle, unit, models, battle.units[index], word, ())
        elif what == "strike":
            value = strike_value(battle, unit, battle.units[index], models)
        elif what == "charge":
            value = _last_charge(battle, unit, models)
        elif what == "ram":
            value = 0.5
        elif what == "special":
            value = _pin_value(battle, battle.units[index])
        scored.append((value, option.key))
    scored.sort(key=lambda it: (-it[0], it[1]))
    return [key for _, key in scored]


def _last_charge(battle: Battle, unit: Unit, models: list[Model]) -> float:
    """What the dead could take from whoever is near enough; nothing from whom they cannot hurt."""
    best = FOR_NOTHING
    for enemy in battle.units_on_table(1 - unit.seat):
        gap = min([battle.gap(a, b) for a in models for b in battle.standing(enemy)])
        if gap <= unit.card.move and not enemy.flying:
            value = strike_value(battle, unit, enemy, models)
            best = max(best, value if value > 0.0 else FOR_NOTHING)
    return best
