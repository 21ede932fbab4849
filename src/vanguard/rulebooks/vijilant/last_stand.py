"""Last Stand: what the dead of an attack may still do, and their removal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from vanguard.core.courses import AskPart, Course, Part
from vanguard.core.questions import Choose, Option, Path
from vanguard.core.undertakings import see_through
from vanguard.rulebooks.vijilant.close_combat import offer_strike, strike, strike_targets
from vanguard.rulebooks.vijilant.coherency import settle_core
from vanguard.rulebooks.vijilant.driving import Drive
from vanguard.rulebooks.vijilant.movement import march
from vanguard.rulebooks.vijilant.ramming import ram
from vanguard.rulebooks.vijilant.shooting import HEAVY, Aim, fire, targets_of, volleys_of
from vanguard.rulebooks.vijilant.special_rules import chorus_fault, sing_chorus
from vanguard.rulebooks.vijilant.squad_moves import SquadMove
from vanguard.rulebooks.vijilant.state import STANDING, Battle, Model, Unit
from vanguard.rulebooks.vijilant.transports import bail_out
from vanguard.rulebooks.vijilant.wounds import Casualties, remove

NOTHING: Final = "nothing"
SHOOT: Final = "shoot"
STRIKE: Final = "strike"
CHARGE: Final = "charge"
RAM: Final = "ram"
SPECIAL: Final = "special"

Deed = tuple[str, int, str]
"""What is done, to which unit, with what."""


async def aftermath(battle: Battle, casualties: Casualties) -> None:
    """Passengers of destroyed transports bail out, the dead take their Last Stands and are removed."""
    await see_through(battle, Course(Fallen(tuple(casualties))))


class Fallen(Part):
    """Who was killed by one attack."""

    __slots__ = ("casualties",)

    def __init__(self, casualties: tuple[int, ...]) -> None:
        super().__init__(("fallen", casualties))
        self.casualties = casualties

    async def resolve(self, battle: Battle, course: Course) -> None:
        if not self.casualties:
            return
        units = list(dict.fromkeys([battle.models[index].unit for index in self.casualties]))
        for index in self.casualties:
            unit = battle.units[battle.models[index].unit]
            if unit.card.capacity:
                bail_out(battle, unit)
        of_units = [tuple([i for i in self.casualties if battle.models[i].unit == number]) for number in units]
        course.first(*[LastStand(killed) for killed in of_units], Removal(self.casualties, tuple(units)))


class LastStand(AskPart):
    """All models of one unit killed by the same attack take one action together, with their own weapons and sight only."""

    __slots__ = ("killed",)

    def __init__(self, killed: tuple[int, ...]) -> None:
        super().__init__(("last stand", killed))
        self.killed = killed

    def asks(self, battle: Battle) -> Choose[Deed] | None:
        models = [battle.models[index] for index in self.killed]
        unit = battle.units[models[0].unit]
        if unit.had_turn:
            return None
        options = deeds(battle, unit, models)
        if len(options) < 2:
            return None
        about = tuple([model.key for model in models])
        return Choose(unit.seat, f"Last Stand of {self.names(battle)}", options, "last-stand.when", about)

    def names(self, battle: Battle) -> str:
        first = battle.models[self.killed[0]]
        return first.name if len(self.killed) == 1 else f"{len(self.killed)} of {battle.units[first.unit].name}"

    def after(self, battle: Battle, deed: Deed) -> tuple[Part, ...]:
        return () if deed[0] == NOTHING else (LastDeed(self.killed, deed),)

    def tell(self, battle: Battle, deed: Deed) -> None:
        if deed[0] != NOTHING:
            keys = tuple([battle.models[index].key for index in self.killed])
            battle.note("last-stand", "last-stand.when", keys, who=self.names(battle))


class LastDeed(Part):
    """What the dead have chosen to do."""

    __slots__ = ("deed", "killed")

    def __init__(self, killed: tuple[int, ...], deed: Deed) -> None:
        super().__init__(("last deed", killed, deed))
        self.killed = killed
        self.deed = deed

    async def resolve(self, battle: Battle, course: Course) -> None:
        models = [battle.models[index] for index in self.killed]
        await perform(battle, battle.units[models[0].unit], models, *self.deed)


class Removal(Part):
    """The dead leave the table; a squad they leave split may have to say which part counts."""

    __slots__ = ("casualties", "units")

    def __init__(self, casualties: tuple[int, ...], units: tuple[int, ...]) -> None:
        super().__init__(("removal", casualties))
        self.casualties = casualties
        self.units = units

    async def resolve(self, battle: Battle, course: Course) -> None:
        remove(battle, list(self.casualties))
        for number in self.units:
            await settle_core(battle, battle.units[number])


async def perform(battle: Battle, unit: Unit, models: list[Model], what: str, index: int, word: str) -> None:
    if what == SHOOT:
        await fire(battle, Aim(battle, unit, models, battle.units[index], ()), word)
    elif what == STRIKE:
        await strike(battle, unit, battle.units[index], models, False)
    elif what == CHARGE:
        await charge(battle, unit, models)
    elif what == RAM:
        await last_ram(battle, unit)
    else:
        await sing_chorus(battle, unit, unit.card.special(word), battle.units[index])


def deeds(battle: Battle, unit: Unit, models: list[Model]) -> list[Option[Deed]]:
    """One action's worth: no Heavy weapon for two points, no extra movement action, no free flight."""
    options: list[Option[Deed]] = [Option(NOTHING, (NOTHING, -1, ""), "Nothing", declines=True)]
    for volley in volleys_of(battle, unit, 1):
        if volley == HEAVY:
            continue
        for target in targets_of(battle, unit.seat):
            aim = Aim(battle, unit, models, target, ())
            if not aim.objection(volley, 1)[0]:
                label = f"Shoot at {target.name}"
                options.append(Option(f"shoot:{volley}:{target.key}", (SHOOT, target.index, volley), label, about=battle.keys(target)))  # fmt: skip
    for target in strike_targets(battle, unit, models):
        options.append(Option(f"strike:{target.key}", (STRIKE, target.index, ""), f"Strike {target.name}"))
    options += _moves(battle, unit, models)
    for special in unit.card.specials:
        if not special.aura:
            for target in targets_of(battle, unit.seat):
                if not chorus_fault(battle, models, special, target)[0]:
                    key = f"{special.key}:{target.key}"
                    options.append(Option(key, (SPECIAL, target.index, special.key), f"{special.name}: {target.name}"))
    return options


def _moves(battle: Battle, unit: Unit, models: list[Model]) -> list[Option[Deed]]:
    """A movement action of the dead is worth something only with a CC attack or a ram in it."""
    if unit.card.walker:
        free = [model for model in models if not lies_under(battle, model)]
        if free and not battle.is_immobile(unit) and charging(battle, unit, free) is not None:
            return [Option(CHARGE, (CHARGE, -1, ""), "Move and strike")]
        return []
    if unit.flying or unit.card.flyer or not unit.card.cc_power or battle.is_immobile(unit):
        return []
    move = Drive(battle, unit, models[0], None, unit.card.move, is_locked_dead(battle, unit, models), True)
    return [Option(RAM, (RAM, -1, ""), "Ram")] if move.is_possible() else []


def lies_under(battle: Battle, model: Model) -> bool:
    """A casualty lying under a vehicle's base cannot move."""
    for other in battle.models:
        if other.fate == STANDING and other.unit != model.unit and not battle.units[other.unit].flying:
            dx, dy = other.base.x - model.base.x, other.base.y - model.base.y
            near = other.base.radius + model.base.radius - 0.01
            if dx * dx + dy * dy < near * near:
                return True
    return False


class LastCharge(SquadMove):
    """A move of the dead into contact: where they fall does not matter, only whom they touch."""

    def proposals(self) -> Iterator[Path]:
        known: list[list[int]] = []
        for path in self.legal_aims():
            touched = self.touched(path)
            if touched not in known:
                known.append(touched)
                yield path

    def touched(self, path: Path) -> list[int]:
        """The enemy units they would touch."""
        battle = self.battle
        ends = [battle.models[i].base.at(points[-1][0], points[-1][1]) for i, points, _ in self.check(path)]
        return sorted({battle.model(it.key).unit for it in self.enemies if self.touches(ends, it)})


def charging(battle: Battle, unit: Unit, models: list[Model]) -> SquadMove | None:
    """The joint move of the dead into contact, in coherency with their squad; None if there is none."""
    from vanguard.rulebooks.vijilant.close_combat import cc_firings

    if not cc_firings(battle, unit, models):
        return None
    move = LastCharge(battle, unit, models, unit.card.move, is_locked_dead(battle, unit, models), True)
    return move if move.is_possible() else None


def is_locked_dead(battle: Battle, unit: Unit, models: list[Model]) -> bool:
    """Casualties still count as touching until they are removed."""
    from vanguard.rulebooks.vijilant.contact import touched_by

    return bool(touched_by(battle, unit, [*models, *battle.standing(unit)]))


async def charge(battle: Battle, unit: Unit, models: list[Model]) -> None:
    free = [model for model in models if not lies_under(battle, model)]
    move = charging(battle, unit, free)
    assert move is not None
    moved = await move.question(f"{unit.name}: a last move into contact", "last-stand.coherency")
    march(battle, unit, moved, "last-stand.one-joint-action")
    await offer_strike(battle, unit, free, False, must=True)


async def last_ram(battle: Battle, unit: Unit) -> None:
    model = battle.models[unit.first]
    move = Drive(battle, unit, model, None, unit.card.move, is_locked_dead(battle, unit, [model]), True)
    driven = await move.ask(unit.seat, f"{unit.name}: a last ram", "ramming.part-of-movement")
    casualties, _ = await ram(battle, unit, move, driven)
    await aftermath(battle, casualties)
