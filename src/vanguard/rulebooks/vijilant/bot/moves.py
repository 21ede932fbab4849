"""Where a move ends: at the goal, in contact with whom it wants to strike, where its weapons reach, in the yard."""

from __future__ import annotations

from math import hypot
from typing import Any, Final

from vanguard.core.questions import Given, Place, WhereTo
from vanguard.core.refusals import Refused
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.vijilant.bot.aims import (
    attacks,
    goal_spots,
    has_mission_goal,
    heart,
    is_supporter,
    place_of,
    spots_for,
    unit_holds,
)
from vanguard.rulebooks.vijilant.bot.stances import AWAY, GOAL, NEAR, USUAL
from vanguard.rulebooks.vijilant.bot.worth import charge_value, prize, ram_value
from vanguard.rulebooks.vijilant.contact import is_locked
from vanguard.rulebooks.vijilant.driving import Drive
from vanguard.rulebooks.vijilant.movement import allowance_of
from vanguard.rulebooks.vijilant.squad_moves import SquadMove
from vanguard.rulebooks.vijilant.state import Battle, Unit
from vanguard.rulebooks.vijilant.wounds import landing_fault, on_the_ground
from vanguard.tabletop.bot_moves import ahead_and_aside

WISHES: Final = 3
"""How many places are tried for a long way around terrain."""
THERE: Final = 0.2
ON_THE_WAY: Final = 5.0
"""Who comes so much nearer to the best place, and ends so far from it, is on the way: those beside it lie in that direction."""
A_STEP: Final = 1.5
"""A shorter move to where it can shoot from is not worth an action."""
NEARER: Final = 0.05
"""Who wants to touch something may need a step as short as this."""
FROM_AFAR: Final = 0.7
"""The share of its range from which a unit shoots."""
CLOSE: Final = 0.25
"""The same for one that closes in, out of its enemy's cover and in the reach of lighter weapons."""
BEHIND: Final = 3.0
"""A hero stands so much further from the enemy than the foremost of those she leads."""
WAY_OFF: Final = 20.0
LANDS: Final = 1000.0
"""More than any shot: those aboard can do nothing in the air."""
HAIR: Final = 0.004
TURNS: Final = (0.0, 0.35, -0.35, 0.8, -0.8)
"""How far to turn from the straight way, in radians, if it is barred."""
COMES_IN: Final = (
    "deploy.default-edge", "deploy.cheaper-entries", "depot.attacker-deployment", "heist.attacker-deployment", "movement.up-to-m",
)  # fmt: skip


def end_of(given: Given) -> Point:
    """Where the first model would end."""
    path = given["path"] if isinstance(given, dict) else given
    return (path[-1][0], path[-1][1])


def unit_of(battle: Battle, question: Place[Any]) -> Unit | None:
    if question.mover in battle.places:
        return battle.units[battle.model(question.mover).unit]
    return None


def ranked_ends(battle: Battle, seat: int, question: Place[Any], quick: bool = False, goes: str = USUAL) -> list[Given]:
    """Best first; quickly: without looking for ways around terrain, as a planner tries things out."""
    unit = unit_of(battle, question)
    if quick and unit is not None:
        straight = _straight(question, wishes_of(battle, unit, goes))
        if straight is not None:
            return [straight]
    found = question.candidates()
    if unit is None:
        return found
    if question.clause == "ramming.part-of-movement":
        return _rams(battle, unit, found)
    if question.clause in ("units.flyer.full-move", "deploy.flyer"):
        return _flights(battle, unit, found)
    if question.clause == "depot.defender-zone":
        return _in_the_zone(battle, unit, question, found)
    wishes = wishes_of(battle, unit, goes)
    if question.clause in COMES_IN and wishes and not quick:
        found = [*_toward(question, place_of(battle, unit), wishes), *found]
    if not wishes:
        return found
    ends = sorted(found, key=lambda it: _off(end_of(it), wishes))
    if quick or question.clause != "movement.up-to-m" or is_locked(battle, unit) or _leaves(battle, unit, ends[0]):
        return ends
    return ends if goes_for_the_goal(battle, unit) else [*_elsewhere(battle, unit, question), *ends]


def _leaves(battle: Battle, unit: Unit, given: Given) -> bool:
    x, y = place_of(battle, unit)
    end = end_of(given)
    return hypot(end[0] - x, end[1] - y) >= A_STEP


def _elsewhere(battle: Battle, unit: Unit, question: Place[Any]) -> list[Given]:
    """Shut out from what it wishes for: toward the nearest enemy that it can get any nearer to."""
    x, y = place_of(battle, unit)
    places = [battle.standing(enemy)[0].base.centre for enemy in battle.units_on_table(1 - unit.seat)]
    places.sort(key=lambda it: hypot(it[0] - x, it[1] - y))
    for place in places:
        found = [given for given in _toward(question, (x, y), [place]) if _leaves(battle, unit, given)]
        if found:
            return found
    return []


def _off(end: Point, wishes: list[Point]) -> float:
    """How far from the nearest wish, the first ones counting a little more."""
    return min([hypot(end[0] - x, end[1] - y) + 0.3 * k for k, (x, y) in enumerate(wishes)])


def _toward(question: Place[Any], here: Point, wishes: list[Point]) -> list[Given]:
    """The furthest legal moves toward the first wishes, around terrain."""
    found: list[Given] = []
    for x, y in wishes[:WISHES]:
        try:
            given = question.snap([[round(x, 3), round(y, 3)]])
            question.read(given)
        except Refused:
            continue
        if given not in found:
            found.append(given)
        off = hypot(end_of(given)[0] - x, end_of(given)[1] - y)
        if off < THERE or ON_THE_WAY < off < hypot(here[0] - x, here[1] - y) - ON_THE_WAY:
            break
    return found


def _straight(question: Place[Any], wishes: list[Point]) -> Given | None:
    """A squad straight toward its first wish or a little to the side of that, if everybody can follow so."""
    move = question.where
    if type(move) is not SquadMove or move.must_strike or not wishes:
        return None
    base, (x, y) = move.models[0].base, wishes[0]
    far = min(hypot(x - base.x, y - base.y), move.allowance - HAIR)
    for point in ahead_and_aside(base, (x, y), far, TURNS):
        if move.tried((point,)):
            return [list(point)]
    return None


# -- what a unit wishes for ---------------------------------------------------------------------------------------------------


def wishes_of(battle: Battle, unit: Unit, goes: str = USUAL) -> list[Point]:
    """Where its first model would like to stand, best first; nothing if it has no wish."""
    here = place_of(battle, unit)
    if goes == GOAL:
        return spots_for(battle, unit, here[0], here[1])
    if goes == AWAY:
        return [retreat(battle, unit, here)]
    if goes == NEAR:
        return shooting_spots(battle, unit, here, CLOSE)
    if unit.card.hero:
        return [led_from_behind(battle, unit, here, wish) for wish in usual_wishes(battle, unit, here)]
    return usual_wishes(battle, unit, here)


def usual_wishes(battle: Battle, unit: Unit, here: Point) -> list[Point]:
    """At the goal, in contact with whom it wants to strike, or where it can shoot from."""
    charge = charge_spot(battle, unit, here)
    if goes_for_the_goal(battle, unit):
        if unit_holds(battle, unit):
            return [charge] if charge is not None else [here]
        return spots_for(battle, unit, here[0], here[1])
    if charge is not None:
        return [charge]
    return shooting_spots(battle, unit, here)


def led_from_behind(battle: Battle, unit: Unit, here: Point, wish: Point) -> Point:
    """A hero's wish if she can attack from there in this turn, or as far toward it as others of hers stand before her."""
    turn = battle.turn
    actions = turn.points - 1 if turn is not None else 0
    if hypot(wish[0] - here[0], wish[1] - here[1]) <= actions * allowance_of(battle, unit):
        return wish
    enemies = [battle.standing(enemy)[0].base.centre for enemy in battle.units_on_table(1 - unit.seat)]
    friends = [
        one for one in battle.units_on_table(unit.seat) if one is not unit and not one.flying and not one.card.hero
    ]
    if not enemies or not friends:
        return wish
    x, y = min(enemies, key=lambda it: hypot(it[0] - wish[0], it[1] - wish[1]))
    bases = [battle.standing(friend)[0].base for friend in friends]
    nearest = min([hypot(base.x - x, base.y - y) for base in bases]) + BEHIND
    length = hypot(wish[0] - x, wish[1] - y)
    if length >= nearest:
        return wish
    dx, dy = here[0] - x, here[1] - y
    far = max(1e-6, hypot(dx, dy))
    if far <= nearest:
        return here
    return (x + dx * nearest / far, y + dy * nearest / far)


def goes_for_the_goal(battle: Battle, unit: Unit) -> bool:
    """Is it there to take what the mission is about, even if it has to wait beside it?"""
    return attacks(battle, unit.seat) and has_mission_goal(battle) and not is_supporter(unit)


def stands_as_it_wishes(battle: Battle, unit: Unit) -> bool:
    """Has it no better place to go to?"""
    x, y = place_of(battle, unit)
    return all([hypot(x - wish[0], y - wish[1]) < A_STEP for wish in wishes_of(battle, unit)[:1]])


def gets_nearer(battle: Battle, unit: Unit, goes: str = USUAL, quick: bool = False) -> bool:
    """Does any move of it end nearer to what it wishes for? On a long way some always does; close by it may be shut out.

    Quickly: is there a straight way to it?
    """
    wishes, here = wishes_of(battle, unit, goes), place_of(battle, unit)
    reach = allowance_of(battle, unit)
    left = _off(here, wishes) if wishes else reach
    if left >= reach:
        return True
    locked = is_locked(battle, unit)
    move: WhereTo[Any]
    if unit.card.walker:
        move = SquadMove(battle, unit, battle.standing(unit), reach, locked)
    else:
        move = Drive(battle, unit, battle.models[unit.first], battle.turn, reach, locked)
    if quick:
        return any([bool(move.tried(((round(x, 3), round(y, 3)),))) for x, y in wishes[:WISHES]])
    around = [move.snap(((x, y),)) for x, y in wishes[:WISHES]]
    ends = [(path[-1][0], path[-1][1]) for path in [*around, *move.propose()]]
    return any([_off(end, wishes) < left - NEARER for end in ends])


def charge_spot(battle: Battle, unit: Unit, here: Point) -> Point | None:
    """In contact with whoever is best to strike and in reach."""
    if not any([weapon.cc for weapon in unit.weapons]):
        return None
    turn = battle.turn
    moves = 1 if turn is None else turn.points + 1 + (0 if turn.extra_used else 1)
    reach = moves * allowance_of(battle, unit)
    best: tuple[float, Point] | None = None
    for enemy in battle.units_on_table(1 - unit.seat):
        if enemy.flying:
            continue
        bases = [model.base for model in battle.standing(enemy)]
        length, base = min(
            [(hypot(it.x - here[0], it.y - here[1]), it) for it in bases], key=lambda it: it[0] - it[1].radius
        )
        gap = length - base.radius - unit.card.radius
        if gap > reach or length < 1e-6:
            continue
        value = charge_value(battle, unit, enemy)  # the costly part, so only for whom it can reach
        score = value - 0.1 * gap
        if value > 1.0 and (best is None or score > best[0]):
            off = (base.radius + unit.card.radius + 0.04) / length
            best = (score, (base.x + (here[0] - base.x) * off, base.y + (here[1] - base.y) * off))
    return None if best is None else best[1]


def retreat(battle: Battle, unit: Unit, here: Point) -> Point:
    """Away from the enemies, the nearest most of all."""
    dx = dy = 0.0
    for enemy in battle.units_on_table(1 - unit.seat):
        x, y = battle.standing(enemy)[0].base.centre
        away = max(1.0, hypot(here[0] - x, here[1] - y))
        dx += (here[0] - x) / (away * away)
        dy += (here[1] - y) / (away * away)
    length = max(1e-6, hypot(dx, dy))
    room = unit.card.radius
    x, y = here[0] + WAY_OFF * dx / length, here[1] + WAY_OFF * dy / length
    return (min(max(x, room), battle.battlefield.width - room), min(max(y, room), battle.battlefield.depth - room))


def shooting_spots(battle: Battle, unit: Unit, here: Point, near_enough: float = FROM_AFAR) -> list[Point]:
    """Toward the most wanted enemy, as far as its weapons need; the defender stays near what it defends."""
    reach = max([weapon.farthest for weapon in unit.weapons if not weapon.cc], default=4.0)
    best: tuple[float, Point] | None = None
    for enemy in battle.units_on_table(1 - unit.seat):
        for model in battle.standing(enemy)[:1]:
            base = model.base
            length = hypot(base.x - here[0], base.y - here[1])
            score = prize(battle, enemy) - 0.25 * max(0.0, length - reach)
            keep = max(3.0, near_enough * reach)
            if length <= keep:
                spot = here
            else:
                spot = (base.x + (here[0] - base.x) * keep / length, base.y + (here[1] - base.y) * keep / length)
            if best is None or score > best[0]:
                best = (score, spot)
    if best is None:
        return [heart(battle)] if has_mission_goal(battle) else [(35.0, 35.0)]
    return [best[1]]


# -- other ways to come to stand somewhere ------------------------------------------------------------------------------------


def _rams(battle: Battle, unit: Unit, found: list[Given]) -> list[Given]:
    move = Drive(battle, unit, battle.models[unit.first], battle.turn, allowance_of(battle, unit), is_locked(battle, unit), True)  # fmt: skip

    def value(given: Given) -> float:
        return ram_value(battle, unit, move, tuple([tuple(point) for point in given]))

    return sorted(found, key=lambda it: -value(it))


def _flights(battle: Battle, unit: Unit, found: list[Given]) -> list[Given]:
    """Where most of what it could shoot at lies within reach; with troops aboard, where it can land."""
    reach = max([weapon.farthest for weapon in unit.weapons], default=10.0)
    base, others = battle.models[unit.first].base, on_the_ground(battle, unit)
    lands = battle.passengers(unit) is not None
    enemies = [(prize(battle, it), battle.standing(it)[0].base) for it in battle.units_on_table(1 - unit.seat)]

    def value(given: Given) -> float:
        x, y = end_of(given)
        total = 0.0
        for worth, enemy in enemies:
            length = hypot(enemy.x - x, enemy.y - y)
            total += worth if length <= reach else worth * 0.3 * max(0.0, 1.0 - (length - reach) / 30.0)
        if lands and not landing_fault(battle, unit, base.at(x, y), others):
            total += LANDS
        return total

    return sorted(found, key=lambda it: -value(it))


def _in_the_zone(battle: Battle, unit: Unit, question: Place[Any], found: list[Given]) -> list[Given]:
    """Guards around the goal itself, so that nobody else finds room there; whoever reaches far stands behind."""
    x, y = heart(battle)
    if is_supporter(unit) or unit.card.hero or not unit.card.infantry:
        return sorted(found, key=lambda it: hypot(end_of(it)[0] - x, end_of(it)[1] - y - 9.0))
    wishes = goal_spots(battle, x, 0.0, unit.card.radius + 0.03, unit)
    found = [*_toward(question, place_of(battle, unit), wishes), *found]
    return sorted(found, key=lambda it: _off(end_of(it), wishes))
