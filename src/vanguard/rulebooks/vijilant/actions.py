"""A unit's turn: its menu of actions and what each of them does."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Listing, Option, Path, Roll
from vanguard.rulebooks.vijilant.close_combat import can_strike, offer_strike, strike, strike_targets
from vanguard.rulebooks.vijilant.coherency import is_coherent
from vanguard.rulebooks.vijilant.contact import is_locked
from vanguard.rulebooks.vijilant.driving import Drive, drive
from vanguard.rulebooks.vijilant.flying import Flight, fly, flyers_to_ram
from vanguard.rulebooks.vijilant.last_stand import aftermath
from vanguard.rulebooks.vijilant.movement import Moved, allowance_of, march
from vanguard.rulebooks.vijilant.pinning import could_be_pinned, pinning_test
from vanguard.rulebooks.vijilant.ramming import ram, ram_in_flight
from vanguard.rulebooks.vijilant.regrouping import Closing
from vanguard.rulebooks.vijilant.shooting import HEAVY, LIGHT, Aim, cost_of, fire, may_harm, targets_of, volleys_of
from vanguard.rulebooks.vijilant.special_rules import chorus_fault, sing_chorus
from vanguard.rulebooks.vijilant.squad_moves import SquadMove
from vanguard.rulebooks.vijilant.state import Battle, Turn, Unit
from vanguard.rulebooks.vijilant.transports import (
    land,
    land_objection,
    load,
    load_objection,
    slow_down,
    unload,
    unload_fault,
)
from vanguard.rulebooks.vijilant.wounds import Casualties, suffer

MOVE: Final = "move"
EXTRA: Final = "extra-move"
RAM: Final = "ram"
FLY: Final = "fly"
FLY_RAM: Final = "fly-ram"
SHOOT: Final = "shoot"
PICK: Final = "pick"
STRIKE: Final = "strike"
HUNKER: Final = "hunker"
LOAD: Final = "load"
UNLOAD: Final = "unload"
LAND: Final = "land"
SLOW: Final = "slow"
SPECIAL: Final = "special"
REGROUP: Final = "regroup"
DONE: Final = "done"

GRANTED_BY: Final = {
    MOVE: "movement.up-to-m",
    EXTRA: "cc.extra-movement-action",
    RAM: "ramming.part-of-movement",
    FLY: "units.flyer.full-move",
    FLY_RAM: "ramming.altitude",
    SHOOT: "combat.which-weapons",
    PICK: "combat.which-weapons",
    STRIKE: "weapon.cc.in-movement-action",
    SPECIAL: "weapon.special",
    HUNKER: "hunker.bonus",
    LOAD: "transport.load-unload-cost",
    UNLOAD: "transport.unload-then-act",
    LAND: "transport.landing-cost",
    SLOW: "transport.ground-must-slow-to-pick-up",
    REGROUP: "coherency.must-restore",
    DONE: "turn.all-at-once",
}
"""The rule by which a unit may do it."""

Deed = tuple[str, int, str]
"""What is done, to which unit (-1: none), with what."""


class Menu(Listing[Deed]):
    """Everything a unit might do now, each with the reason if it cannot; worked out one by one."""

    __slots__ = ("battle", "entries", "turn", "unit")

    def __init__(self, battle: Battle, unit: Unit, turn: Turn) -> None:
        self.battle: Final[Battle] = battle
        self.unit: Final[Unit] = unit
        self.turn: Final[Turn] = turn
        self.entries: Final[list[Deed]] = entries(battle, unit, turn)

    def __len__(self) -> int:
        return len(self.entries)

    def option(self, number: int) -> Option[Deed]:
        deed = self.entries[number]
        why, clause = objection(self.battle, self.unit, self.turn, deed)
        about = self.battle.keys(self.battle.units[deed[1]]) if deed[1] >= 0 else ()
        label = label_of(self.battle, self.unit, self.turn, deed)
        attempt: tuple[str | int, ...] = ()
        if deed[0] in (SHOOT, STRIKE, SPECIAL):
            attempt = ("deed", self.unit.index, deed[0], deed[1], deed[2])
        does = self.unit.card.special(deed[2]).text if deed[0] == SPECIAL else ""
        heavy = deed[2] == HEAVY and deed[0] in (SHOOT, PICK)
        granted = clause or ("weapon.heavy.two-actions" if heavy else GRANTED_BY[deed[0]])
        idle = not why and self._gains_nothing(deed)
        return Option(
            key_of(self.battle, deed), deed, label, granted, why, about, attempt=attempt, does=does, idle=idle
        )

    def _gains_nothing(self, deed: Deed) -> bool:
        """Weapons that can neither wound nor pin whom they are fired at, a test that nobody can fail, and a move of a tank that
        has pivoted and can only stay."""
        what, index, word = deed
        if what == MOVE:
            return self.turn.pivoted
        if what not in (SHOOT, PICK, SPECIAL):
            return False
        battle, target = self.battle, self.battle.units[index]
        if what == SPECIAL:
            return not could_be_pinned(battle, target)
        aim = Aim(battle, self.unit, battle.standing(self.unit), target, self.turn.used)
        return not may_harm(battle, aim.firings(word), target)

    def named(self, key: str) -> Option[Deed] | None:
        for number in range(len(self.entries)):
            if key_of(self.battle, self.entries[number]) == key:
                return self.option(number)
        return None


def key_of(battle: Battle, deed: Deed) -> str:
    words = [deed[0]]
    if deed[2]:
        words.append(deed[2])
    if deed[1] >= 0:
        words.append(battle.units[deed[1]].key)
    return ":".join(words)


def label_of(battle: Battle, unit: Unit, turn: Turn, deed: Deed) -> str:
    what, index, word = deed
    target = battle.units[index].name if index >= 0 else ""
    if what in (SHOOT, PICK):
        if word == LIGHT:
            label = f"Shoot at {target}"
        elif word == HEAVY:
            label = f"Heavy fire at {target}"
        else:
            label = f"{unit.card.weapon(word).name} at {target}"
        return f"{label} (weapons by choice)" if what == PICK else label
    if what == MOVE:
        return move_label(battle, unit)
    plain = {
        EXTRA: "Extra movement action" if turn.struck else "Extra movement action into contact, and strike",
        RAM: "Move and ram",
        FLY: f"Fly {allowance_of(battle, unit):g} cm",
        FLY_RAM: "Fly and ram a flyer",
        STRIKE: f"Strike {target}" + (" (extra action)" if not turn.extra_used else ""),
        HUNKER: "Hunker down",
        LOAD: f"Get into {target}",
        UNLOAD: f"Get out of {target}",
        LAND: "Land",
        SLOW: "Slow down for troops to get in",
        REGROUP: "Close up",
        DONE: "End the turn",
    }
    if what == SPECIAL:
        return f"{unit.card.special(word).name}: {target}"
    return plain[what]


def move_label(battle: Battle, unit: Unit) -> str:
    allowance = allowance_of(battle, unit)
    if unit.card.skimmer or unit.card.vtol or not is_locked(battle, unit):
        return f"Move {allowance:g} cm"
    return f"Move {allowance * 0.5:g} cm, locked in close combat"


def entries(battle: Battle, unit: Unit, turn: Turn) -> list[Deed]:
    """What the unit could do by its card; whether it can now is judged one by one."""
    if unit.inside >= 0:
        return [(UNLOAD, unit.inside, ""), (DONE, -1, "")]
    found: list[Deed] = [(REGROUP, -1, "")] if turn.regrouping else []
    _add_moves(battle, unit, turn, found)
    if turn.points:
        _add_shots(battle, unit, turn, found)
        if unit.card.walker:
            found.append((HUNKER, -1, ""))
        _add_transport_deeds(battle, unit, found)
        for special in unit.card.specials:
            if not special.aura:
                found.extend([(SPECIAL, target.index, special.key) for target in targets_of(battle, unit.seat)])
    found.append((DONE, -1, ""))
    return found


def _add_moves(battle: Battle, unit: Unit, turn: Turn, found: list[Deed]) -> None:
    if unit.card.flyer:
        if not turn.flown:
            found.append((FLY, -1, ""))
            if unit.airborne and flyers_to_ram(battle, unit.seat):
                found.append((FLY_RAM, -1, ""))
        return
    if turn.points:
        found.append((MOVE, -1, ""))
        if unit.card.cc_power:
            found.append((RAM, -1, ""))
    if turn.points or not turn.extra_used:
        found.extend([(STRIKE, target.index, "") for target in strike_targets(battle, unit)])
    if not turn.extra_used and can_strike(battle, unit):
        found.append((EXTRA, -1, ""))


def _add_shots(battle: Battle, unit: Unit, turn: Turn, found: list[Deed]) -> None:
    """Heavy fire is listed with its cost even when too few points are left for it."""
    targets = targets_of(battle, unit.seat)
    for volley in volleys_of(battle, unit, max(turn.points, 2)):
        several = len([it for it in unit.weapons if not it.cc and not it.alone]) > 1 or any(
            [it.team for it in unit.weapons]
        )
        for target in targets:
            found.append((SHOOT, target.index, volley))
            if several and volley in (LIGHT, HEAVY) and cost_of(unit, volley) <= turn.points:
                found.append((PICK, target.index, volley))


def _add_transport_deeds(battle: Battle, unit: Unit, found: list[Deed]) -> None:
    if unit.card.infantry:
        for transport in battle.units:
            if transport.seat == unit.seat and transport.card.capacity and battle.on_table(transport):
                found.append((LOAD, transport.index, ""))
    if unit.airborne and (unit.card.flyer or unit.card.vtol):
        found.append((LAND, -1, ""))
    elif unit.card.capacity and not unit.slowed and not unit.card.flyer and not unit.card.vtol:
        found.append((SLOW, -1, ""))


def objection(battle: Battle, unit: Unit, turn: Turn, deed: Deed) -> tuple[str, str]:
    """Why something cannot be done now, and the clause; empty if it can."""
    what, index, word = deed
    if turn.regrouping and what not in (REGROUP, MOVE):
        return (f"{unit.name} is out of coherency and must close up first", "coherency.must-restore")
    if what in (MOVE, RAM, EXTRA, FLY, FLY_RAM) and battle.is_immobile(unit):
        return (f"{unit.name} has lost its mobility", "systems.mobility")
    if what in (SHOOT, PICK):
        return Aim(battle, unit, battle.standing(unit), battle.units[index], turn.used).objection(word, turn.points)
    if what == RAM:
        near = Drive(battle, unit, battle.models[unit.first], turn, allowance_of(battle, unit), is_locked(battle, unit), True)  # fmt: skip
        return ("", "") if near.is_possible() else ("no enemy in its way within reach", "ramming.part-of-movement")
    if what == FLY and not flight_of(battle, unit, False).is_possible():
        return ("no flight of its full Move ends clear and on the table", "units.flyer.stays-on-table")
    if what == FLY_RAM and not flight_of(battle, unit, True).is_possible():
        return ("no flyer in its way within reach", "ramming.altitude")
    if what == EXTRA and not turn.struck:
        if not SquadMove(battle, unit, battle.standing(unit), allowance_of(battle, unit), is_locked(battle, unit), True).is_possible():  # fmt: skip
            return ("no enemy can be reached", "cc.extra-movement-action")
    if what == HUNKER and unit.hunkered == battle.round:
        return ("hunkering twice gives no more", "hunker.bonus")
    if what == LOAD:
        return load_objection(battle, unit, battle.units[index])
    if what == UNLOAD:
        fault = unload_fault(battle, unit)
        return (fault, "transport.contact") if fault else ("", "")
    if what == LAND:
        return land_objection(battle, unit, turn.flown)
    if what == SPECIAL:
        special = unit.card.special(word)
        if special.once_per_turn and word in turn.used:
            return ("once per turn", special.clause)
        return chorus_fault(battle, battle.standing(unit), special, battle.units[index])
    if what == DONE and owes_flight(battle, unit, turn):
        return (f"{unit.name} must fly its full Move this turn", "units.flyer.full-move")
    return ("", "")


def owes_flight(battle: Battle, unit: Unit, turn: Turn) -> bool:
    """An airborne flyer makes one full flight on each of its own turns, if there is any that ends on the table."""
    if not unit.flying or turn.flown or battle.is_immobile(unit) or not battle.on_table(unit):
        return False
    return flight_of(battle, unit, False).is_possible()


# -- the turn -------------------------------------------------------------------------------------------------------------


async def next_action(battle: Battle) -> bool:
    """One action of the active unit. False when its turn is over."""
    turn = battle.turn
    assert turn is not None
    unit = battle.units[turn.unit]
    if not battle.is_alive(unit):
        return False
    turn.regrouping = turn.regrouping and not is_coherent(battle, unit)
    if turn.regrouping and not await may_go_on(battle, unit, turn):
        return False
    if not has_more(battle, unit, turn):
        return False
    what, index, word = await chosen_action(battle, unit, turn)
    if what == DONE:
        return False
    await perform(battle, unit, turn, what, index, word)
    return True


async def chosen_action(battle: Battle, unit: Unit, turn: Turn) -> Deed:
    points = "1 point" if turn.points == 1 else f"{turn.points} points"
    return await Choose(
        unit.seat, f"{unit.name}: {points} left", Menu(battle, unit, turn), "turn.action-menu", battle.keys(unit)
    )


def has_more(battle: Battle, unit: Unit, turn: Turn) -> bool:
    """Anything left to do: points, the flight it owes, or the extra movement action of a CC weapon."""
    if turn.points or owes_flight(battle, unit, turn):
        return True
    if turn.extra_used or unit.inside >= 0 or unit.card.flyer or not can_strike(battle, unit):
        return False
    if turn.struck:
        return not battle.is_immobile(unit) or bool(strike_targets(battle, unit))
    if strike_targets(battle, unit):
        return True
    return not objection(battle, unit, turn, (EXTRA, -1, ""))[0]


async def may_go_on(battle: Battle, unit: Unit, turn: Turn) -> bool:
    """A squad out of coherency that cannot restore it takes a pinning test before anything else."""
    if turn.points and not Closing(battle, unit, allowance_of(battle, unit), is_locked(battle, unit)).is_blocked:
        return True
    turn.regrouping = False
    return await pinning_test(battle, unit, "coherency.cannot-restore")


async def perform(battle: Battle, unit: Unit, turn: Turn, what: str, index: int, word: str) -> None:
    if what == MOVE:
        turn.points -= 1
        await movement_action(battle, unit, turn, False)
    elif what == EXTRA:
        turn.extra_used = True
        await movement_action(battle, unit, turn, not turn.struck)
    elif what == RAM:
        turn.points -= 1
        await ramming_action(battle, unit, turn)
    elif what in (FLY, FLY_RAM):
        await flight(battle, unit, turn, what == FLY_RAM)
    elif what in (SHOOT, PICK):
        turn.points -= cost_of(unit, word)
        aim = Aim(battle, unit, battle.standing(unit), battle.units[index], turn.used)
        await fire(battle, aim, word, of_turn=True, by_hand=what == PICK)
    elif what == STRIKE:
        if turn.extra_used:
            turn.points -= 1
        turn.extra_used = True
        await strike(battle, unit, battle.units[index])
    elif what == HUNKER:
        turn.points -= 1
        hunker_down(battle, unit)
    elif what == REGROUP:
        turn.points -= 1
        await close_up(battle, unit)
        await strike_after_moving(battle, unit, turn, False)
    elif what == SPECIAL:
        await perform_special(battle, unit, turn, word, battle.units[index])
    else:
        await perform_other(battle, unit, turn, what, index)


async def perform_special(battle: Battle, unit: Unit, turn: Turn, word: str, target: Unit) -> None:
    special = unit.card.special(word)
    turn.points -= special.action_points
    turn.used = (*turn.used, word)
    await sing_chorus(battle, unit, special, target)


async def perform_other(battle: Battle, unit: Unit, turn: Turn, what: str, index: int) -> None:
    """Getting in and out, landing and slowing down: one action point each."""
    turn.points -= 1
    if what == LOAD:
        load(battle, unit, battle.units[index])
    elif what == UNLOAD:
        await unload(battle, unit)
    elif what == LAND:
        land(battle, unit)
    else:
        slow_down(battle, unit)


async def close_up(battle: Battle, unit: Unit) -> None:
    """A squad out of coherency goes as far as it takes, or as far as it can, to be whole again."""
    closing = Closing(battle, unit, allowance_of(battle, unit), is_locked(battle, unit))
    march(battle, unit, closing.moved, "coherency.must-restore")
    await face_dangers(battle, unit, closing.moved)


def hunker_down(battle: Battle, unit: Unit) -> None:
    unit.hunkered = battle.round
    battle.note("hunkers", "hunker.cost", battle.keys(unit), unit=unit.name)


# -- movement actions -------------------------------------------------------------------------------------------------------


async def movement_action(battle: Battle, unit: Unit, turn: Turn, must_strike: bool) -> None:
    """The unit moves, braves dangerous terrain and may make one CC attack."""
    if unit.card.walker:
        await walk(battle, unit, turn, must_strike)
    else:
        await drive_on_wheels(battle, unit, turn)
    await strike_after_moving(battle, unit, turn, must_strike)


async def strike_after_moving(battle: Battle, unit: Unit, turn: Turn, must: bool) -> None:
    """One CC attack ends a movement action; a squad that is still to close up does nothing else before."""
    if battle.on_table(unit) and not (turn.regrouping and not is_coherent(battle, unit)):
        await offer_strike(battle, unit, must)


async def walk(battle: Battle, unit: Unit, turn: Turn, must_strike: bool) -> None:
    """Every model of the unit up to its Move; for the extra movement action into contact."""
    locked = is_locked(battle, unit)
    if turn.regrouping:
        move = Closing(battle, unit, allowance_of(battle, unit), locked).move
    else:
        move = SquadMove(battle, unit, battle.standing(unit), allowance_of(battle, unit), locked, must_strike)
    prompt = f"{unit.name} moves up to {move.allowance:g} cm{' into contact' if must_strike else ''}{because(locked)}"
    clause = "cc.extra-movement-action" if must_strike else "movement.up-to-m"
    moved = await move.question(prompt, clause)
    march(battle, unit, moved, clause)
    await face_dangers(battle, unit, moved)


async def drive_on_wheels(battle: Battle, unit: Unit, turn: Turn) -> None:
    """A vehicle, a skimmer or a VTOL up to its Move, with its facing at the end."""
    model = battle.models[unit.first]
    drives = Drive(battle, unit, model, turn, allowance_of(battle, unit), is_locked(battle, unit))
    prompt = f"{unit.name} moves up to {drives.allowance:g} cm{because(drives.locked)}"
    driven = await drives.ask(unit.seat, prompt, "movement.up-to-m")
    drive(battle, unit, driven, "movement.up-to-m")
    await face_dangers_driving(battle, unit, driven[0])


def because(locked: bool) -> str:
    return ", half its Move: it is locked in close combat" if locked else ""


async def ramming_action(battle: Battle, unit: Unit, turn: Turn) -> None:
    """A movement action declared as a ram."""
    model = battle.models[unit.first]
    move = Drive(battle, unit, model, turn, allowance_of(battle, unit), is_locked(battle, unit), True)
    prompt = f"{unit.name} rams: up to {move.allowance:g} cm, straight on from the first contact"
    driven = await move.ask(unit.seat, prompt, "ramming.part-of-movement")
    casualties, way = await ram(battle, unit, move, driven)
    await face_dangers_driving(battle, unit, way)
    await aftermath(battle, casualties)


async def flight(battle: Battle, unit: Unit, turn: Turn, ramming: bool = False) -> None:
    """One flight of the full Move, whose direction is free."""
    flies = flight_of(battle, unit, ramming)
    prompt = f"{unit.name} flies {flies.distance:g} cm: where to?"
    flown = await flies.ask(unit.seat, prompt, "units.flyer.full-move")
    turn.flown = True
    if ramming:
        await aftermath(battle, await ram_in_flight(battle, unit, flies, flown))
    else:
        fly(battle, unit, flown, flies.base.centre)


def flight_of(battle: Battle, unit: Unit, ramming: bool) -> Flight:
    model = battle.models[unit.first]
    return Flight(battle, unit, model, model.base, allowance_of(battle, unit), ramming)


async def face_dangers(battle: Battle, unit: Unit, moved: Moved) -> None:
    """Every model that moved in dangerous terrain rolls a D6; on a 1 it takes a wound. No Last Stand in one's own turn."""
    facing = in_danger(battle, moved)
    if not facing:
        return
    faces = await Roll(
        unit.seat, len(facing), f"danger {unit.key}", "movement.dangerous", kinds=(0, 1, 1, 1, 1, 1), ordered=True
    )
    if battle.heard:
        note_dangers(battle, unit, faces)
    casualties: Casualties = []
    for index, face in zip(facing, faces, strict=True):
        if face == 1:
            suffer(battle, battle.models[index], 1, casualties, "movement.dangerous")
    await aftermath(battle, casualties)


async def face_dangers_driving(battle: Battle, unit: Unit, way: Path) -> None:
    """A vehicle on its wheels like everybody; skimmers and VTOLs are above it."""
    if not (unit.card.skimmer or unit.card.vtol):
        await face_dangers(battle, unit, ((unit.first, way, 0.0),))


def in_danger(battle: Battle, moved: Moved) -> list[int]:
    """Those who moved, and whose centre came through dangerous terrain or started in it."""
    if not battle.battlefield.dangerous:
        return []
    gone = [(index, points) for index, points, _ in moved if any([it != points[0] for it in points])]
    return [
        index
        for index, points in gone
        if battle.models[index].stands and battle.battlefield.dangers_on(points) is not None
    ]


def note_dangers(battle: Battle, unit: Unit, faces: tuple[int, ...]) -> None:
    from vanguard.core.telling.events import DiceShown

    marks = ["fail" if face == 1 else "save" for face in faces]
    shown = DiceShown("Dangerous terrain", unit.seat, faces, marks, "2+")
    battle.note("dangers", "movement.dangerous", battle.keys(unit), shown, unit=unit.name)
