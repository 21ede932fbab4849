"""Last Stand: what the dead of an attack may still do, and their removal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from vanguard.core.attacks.courses import AskPart, Course, Part
from vanguard.core.attacks.undertakings import Settled, see_through
from vanguard.core.questions import Choose, Option, Path, Place
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.vijilant.attacks import DeclaredAttack
from vanguard.rulebooks.vijilant.battlefield import CONTACT
from vanguard.rulebooks.vijilant.close_combat import NOBODY, begin_strike, cc_firings, strike_question, strike_targets
from vanguard.rulebooks.vijilant.coherency import LINK, settle_core
from vanguard.rulebooks.vijilant.combat import dice_of
from vanguard.rulebooks.vijilant.driving import Drive, Driven
from vanguard.rulebooks.vijilant.movement import Moved, march
from vanguard.rulebooks.vijilant.pinning import could_be_pinned
from vanguard.rulebooks.vijilant.ramming import ram
from vanguard.rulebooks.vijilant.shooting import HEAVY, Aim, may_harm, open_fire, targets_of, volleys_of
from vanguard.rulebooks.vijilant.special_rules import chorus_fault, sing_chorus
from vanguard.rulebooks.vijilant.squad_moves import SquadMove
from vanguard.rulebooks.vijilant.state import STANDING, Battle, Model, Unit
from vanguard.rulebooks.vijilant.transports import bail_out
from vanguard.rulebooks.vijilant.wounds import Casualties, remove
from vanguard.tabletop.squads import PlaceSquad, linked_groups

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
        prompt = f"Killed: {names_of(battle, self.killed)}. Last Stand?"
        return Choose(unit.seat, prompt, options, "last-stand.when", about)

    def after(self, battle: Battle, deed: Deed) -> tuple[Part, ...]:
        if deed[0] == NOTHING:
            return ()
        if deed[0] == CHARGE:
            return (LastMove(self.killed),)
        return (LastDrive(self.killed[0]),) if deed[0] == RAM else (LastDeed(self.killed, deed),)

    def tell(self, battle: Battle, deed: Deed) -> None:
        if deed[0] != NOTHING:
            keys = tuple([battle.models[index].key for index in self.killed])
            battle.note("last-stand", "last-stand.when", keys, who=names_of(battle, self.killed))


def names_of(battle: Battle, killed: tuple[int, ...]) -> str:
    first = battle.models[killed[0]]
    return first.name if len(killed) == 1 else f"{len(killed)} of {battle.units[first.unit].name}"


class LastDeed(Part):
    """What the dead have chosen to do where they lie."""

    __slots__ = ("deed", "killed")

    def __init__(self, killed: tuple[int, ...], deed: Deed) -> None:
        super().__init__(("last deed", killed, deed))
        self.killed = killed
        self.deed = deed

    async def resolve(self, battle: Battle, course: Course) -> None:
        models = [battle.models[index] for index in self.killed]
        unit = battle.units[models[0].unit]
        what, index, word = self.deed
        target = battle.units[index]
        if what == SHOOT:
            aim = Aim(battle, unit, models, target, ())
            course.first(dice_of(DeclaredAttack(open_fire(battle, aim, aim.firings(word), False))))
        elif what == STRIKE:
            course.first(dice_of(DeclaredAttack(begin_strike(battle, unit, target, models, False))))
        else:
            await sing_chorus(battle, unit, unit.card.special(word), target)


class LastMove(AskPart):
    """The dead go into contact together and strike."""

    __slots__ = ("killed",)

    def __init__(self, killed: tuple[int, ...]) -> None:
        super().__init__(("last move", killed))
        self.killed = killed

    def free(self, battle: Battle) -> list[Model]:
        return [battle.models[i] for i in self.killed if not lies_under(battle, battle.models[i])]

    def asks(self, battle: Battle) -> PlaceSquad[Moved]:
        free = self.free(battle)
        unit = battle.units[free[0].unit]
        prompt = f"{unit.name}: a last move into contact"
        return charging(battle, unit, free).question(prompt, "last-stand.coherency")

    def after(self, battle: Battle, moved: Moved) -> tuple[Part, ...]:
        return LastMarch(self.killed, moved), LastContact(tuple([model.index for model in self.free(battle)]))


class LastMarch(Part):
    """Where the dead go."""

    __slots__ = ("killed", "moved")

    def __init__(self, killed: tuple[int, ...], moved: Moved) -> None:
        super().__init__(("last march", moved))
        self.killed = killed
        self.moved = moved

    async def resolve(self, battle: Battle, course: Course) -> None:
        unit = battle.units[battle.models[self.killed[0]].unit]
        going = tuple([index for index, _, _ in self.moved])
        march(battle, unit, self.moved, "last-stand.one-joint-action", names_of(battle, going))


class LastContact(AskPart):
    """Whom the dead strike that they have come in contact with."""

    __slots__ = ("killed",)

    def __init__(self, killed: tuple[int, ...]) -> None:
        super().__init__(("last contact", killed))
        self.killed = killed

    def asks(self, battle: Battle) -> Choose[int] | Settled:
        models = [battle.models[index] for index in self.killed]
        unit = battle.units[models[0].unit]
        targets = strike_targets(battle, unit, models)
        if len(targets) > 1:
            return strike_question(battle, unit, targets, True)
        return Settled(targets[0].index if targets else NOBODY)

    def after(self, battle: Battle, index: int) -> tuple[Part, ...]:
        return () if index == NOBODY else (LastDeed(self.killed, (STRIKE, index, "")),)


class LastDrive(AskPart):
    """A dead vehicle rams."""

    __slots__ = ("killed",)

    def __init__(self, killed: int) -> None:
        super().__init__(("last drive", killed))
        self.killed = killed

    def asks(self, battle: Battle) -> Place[Driven]:
        unit = battle.units[battle.models[self.killed].unit]
        return last_drive(battle, unit).ask(unit.seat, f"{unit.name}: a last ram", "ramming.part-of-movement")

    def after(self, battle: Battle, driven: Driven) -> tuple[Part, ...]:
        return (LastRam(self.killed, driven),)


class LastRam(Part):
    """Whom it meets may fall in turn."""

    __slots__ = ("driven", "killed")

    def __init__(self, killed: int, driven: Driven) -> None:
        super().__init__(("last ram", killed, driven))
        self.killed = killed
        self.driven = driven

    async def resolve(self, battle: Battle, course: Course) -> None:
        unit = battle.units[battle.models[self.killed].unit]
        casualties, _ = await ram(battle, unit, last_drive(battle, unit), self.driven)
        course.first(Fallen(tuple(casualties)))


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


def deeds(battle: Battle, unit: Unit, models: list[Model]) -> list[Option[Deed]]:
    """One action's worth: no Heavy weapon for two points, no extra movement action, no free flight; and of that only what may
    come to something, for the dead are removed afterwards."""
    options: list[Option[Deed]] = [Option(NOTHING, (NOTHING, -1, ""), "Nothing", declines=True)]
    for volley in volleys_of(battle, unit, 1):
        if volley == HEAVY:
            continue
        for target in targets_of(battle, unit.seat):
            aim = Aim(battle, unit, models, target, ())
            if not aim.objection(volley, 1)[0] and may_harm(battle, aim.firings(volley), target):
                deed = (SHOOT, target.index, volley)
                options.append(
                    _attack_of(battle, models, deed, f"shoot:{volley}:{target.key}", f"Shoot at {target.name}")
                )
    blades = cc_firings(battle, unit, models)
    touched = strike_targets(battle, unit, models)
    for target in touched:
        deed = (STRIKE, target.index, "")
        if may_harm(battle, blades, target):
            options.append(_attack_of(battle, models, deed, f"strike:{target.key}", f"Strike {target.name}"))
    options += _moves(battle, unit, models, touched)
    for special in unit.card.specials:
        if not special.aura:
            for target in targets_of(battle, unit.seat):
                if could_be_pinned(battle, target) and not chorus_fault(battle, models, special, target)[0]:
                    key = f"{special.key}:{target.key}"
                    deed = (SPECIAL, target.index, special.key)
                    options.append(Option(key, deed, f"{special.name}: {target.name}", does=special.text))
    return options


def _attack_of(battle: Battle, models: list[Model], deed: Deed, key: str, label: str) -> Option[Deed]:
    attempt = ("last deed", *deed, *[model.index for model in models])
    return Option(key, deed, label, about=battle.keys(battle.units[deed[1]]), attempt=attempt)


def _moves(battle: Battle, unit: Unit, models: list[Model], touched: list[Unit]) -> list[Option[Deed]]:
    """A movement action of the dead is worth something only with a CC attack on somebody they do not touch already, or a ram."""
    free = [model for model in models if not lies_under(battle, model)]
    if not free or unit.card.flyer or battle.is_immobile(unit):
        return []
    if unit.card.walker:
        charge, blades = charging(battle, unit, free), cc_firings(battle, unit, free)
        near = [enemy for enemy in within_reach(battle, unit, free, charge.allowance) if enemy not in touched]
        if any([may_harm(battle, blades, enemy) for enemy in near]) and charge.is_possible():
            return [Option(CHARGE, (CHARGE, -1, ""), "Move and strike")]
        return []
    drive = last_drive(battle, unit)
    near = within_reach(battle, unit, free, drive.allowance)
    if any([unit.card.cc_power > enemy.card.toughness.least for enemy in near]) and drive.is_possible():
        return [Option(RAM, (RAM, -1, ""), "Ram")]
    return []


def within_reach(battle: Battle, unit: Unit, models: list[Model], far: float) -> list[Unit]:
    """The enemy units on the ground that one of these could come to if nothing were in between."""
    found: list[Unit] = []
    for enemy in targets_of(battle, unit.seat):
        theirs = [] if enemy.flying else battle.standing(enemy)
        if any([battle.gap(model, it) <= far + CONTACT for model in models for it in theirs]):
            found.append(enemy)
    return found


def lies_under(battle: Battle, model: Model) -> bool:
    """A casualty lying under the base of an enemy vehicle cannot move."""
    seat = battle.units[model.unit].seat
    for other in battle.models:
        unit = battle.units[other.unit]
        if other.fate == STANDING and unit.seat != seat and not unit.flying:
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

    def refuse_incoherent(self, bases: list[Base]) -> None:
        """The dead keep to their squad; whether it holds together without them is not their doing."""
        alone = [group for group in linked_groups([*bases, *self.anchors], LINK) if group[-1] < len(bases)]
        if self.anchors and not alone:
            return
        super().refuse_incoherent(bases)

    def touched(self, path: Path) -> list[int]:
        """The enemy units they would touch."""
        battle = self.battle
        ends = [battle.models[i].base.at(points[-1][0], points[-1][1]) for i, points, _ in self.check(path)]
        return sorted({battle.model(it.key).unit for it in self.enemies if self.touches(ends, it)})


def charging(battle: Battle, unit: Unit, models: list[Model]) -> LastCharge:
    """The joint move of the dead into contact, in coherency with their squad."""
    return LastCharge(battle, unit, models, unit.card.move, is_locked_dead(battle, unit, models), True)


def is_locked_dead(battle: Battle, unit: Unit, models: list[Model]) -> bool:
    """Casualties still count as touching until they are removed."""
    from vanguard.rulebooks.vijilant.contact import touched_by

    return bool(touched_by(battle, unit, [*models, *battle.standing(unit)]))


def last_drive(battle: Battle, unit: Unit) -> Drive:
    model = battle.models[unit.first]
    return Drive(battle, unit, model, None, unit.card.move, is_locked_dead(battle, unit, [model]), True)
