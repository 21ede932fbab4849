"""Shooting actions: which weapons of a unit can fire at whom, in which volleys, and firing them."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Lot, Option, Split
from vanguard.geometry.measuring import told_beside
from vanguard.rulebooks.vijilant.attacks import Attack, Firing, armour_met
from vanguard.rulebooks.vijilant.combat import make_attack
from vanguard.rulebooks.vijilant.line_of_sight import Looking
from vanguard.rulebooks.vijilant.pinning import could_be_pinned
from vanguard.rulebooks.vijilant.profiles import Weapon
from vanguard.rulebooks.vijilant.state import Battle, Model, Unit

LIGHT: Final = "light"
"""Everything that fires for one action point."""
HEAVY: Final = "heavy"
"""Heavy weapons for two action points, everything else joining in."""
NOWHERE: Final = 1_000.0


class Aim:
    """Some models of one unit aiming at another: what they see of it and which weapons reach it."""

    __slots__ = ("_looking", "_nearest", "_visible", "battle", "models", "target", "unit", "used")

    def __init__(self, battle: Battle, unit: Unit, models: list[Model], target: Unit, used: tuple[str, ...]) -> None:
        self.battle: Final[Battle] = battle
        self.unit: Final[Unit] = unit
        self.models: Final[list[Model]] = models
        self.target: Final[Unit] = target
        self.used: Final[tuple[str, ...]] = used
        """Weapons that fire once per turn and have fired."""
        self._looking: Final[Looking] = Looking(battle, models, target)
        self._visible: list[Model] | None = None
        self._nearest = NOWHERE
        """From a bearer of what could not reach to the nearest model of the target."""

    @property
    def visible(self) -> list[Model]:
        found = self._visible
        if found is None:
            found = self._visible = self._looking.visible()
        return found

    def weapons(self, volley: str) -> list[Weapon]:
        """The weapons of a volley, whether they reach or not; a weapon that fires alone is a volley of its own."""
        found: list[Weapon] = []
        for weapon in self.unit.weapons:
            if weapon.cc or not self.battle.weapon_works(self.unit, weapon):
                continue
            if weapon.once_per_turn and weapon.key in self.used:
                continue
            if weapon.alone:
                if weapon.key == volley:
                    found.append(weapon)
            elif volley == HEAVY or (volley == LIGHT and weapon.action_points < 2):
                found.append(weapon)
        return found

    def bearers(self, weapon: Weapon) -> list[Model]:
        """Who could fire the weapon if it reached: every bearer its own, or any model of the team."""
        return [model for model in self.models if weapon.borne_by(model.kind.key)]

    def could_reach(self, weapon: Weapon) -> bool:
        """Is any model of the target in range of any bearer, seen or not? Quick, before sight is looked at."""
        standing = self.battle.standing(self.target)
        far = weapon.farthest + 0.01
        for bearer in self.bearers(weapon):
            for model in standing:
                gap = self.battle.gap(bearer, model)
                if gap <= far:
                    return True
                if gap < self._nearest:
                    self._nearest = gap
        return False

    def reaching(self, weapon: Weapon) -> list[Model]:
        """The bearers that have the target within the weapon's range, from the nearest model that can be hit."""
        models = self.visible if weapon.needs_sight else self.battle.standing(self.target)
        if not models:
            return []
        found: list[Model] = []
        for bearer in self.bearers(weapon):
            nearest = min([self.battle.gap(bearer, model) for model in models])
            if weapon.nearest - 0.01 <= nearest <= weapon.farthest + 0.01:
                found.append(bearer)
        return found

    def firings(self, volley: str) -> list[Firing]:
        """Everything of a volley that reaches, in card order; a team weapon is fired by the nearest of its team."""
        found: list[Firing] = []
        for weapon in self.weapons(volley):
            if not self.could_reach(weapon):
                continue
            reaching = self.reaching(weapon)
            if weapon.team and reaching:
                reaching = [self.nearest_of(reaching)]
            found.extend([Firing(model, weapon) for model in reaching])
        return found

    def nearest_of(self, models: list[Model]) -> Model:
        standing = self.battle.standing(self.target)
        return min(models, key=lambda it: (min([self.battle.gap(it, m) for m in standing]), it.index))

    def objection(self, volley: str, points: int) -> tuple[str, str]:
        """Why a volley cannot be fired, and the clause; empty if it can."""
        weapons = self.weapons(volley)
        cost = cost_of(self.unit, volley)
        if points < cost:
            return (f"costs {cost} action points, {points} left", "weapon.heavy.two-actions")
        if not weapons:
            return self._nothing_left(volley)
        near = [weapon for weapon in weapons if self.could_reach(weapon)]
        if volley == HEAVY:
            near = [weapon for weapon in near if weapon.action_points > 1]
        if not near:
            return self._out_of_range(weapons, volley)
        if not any([self.reaching(weapon) for weapon in near]):
            if not self.visible and all([weapon.needs_sight for weapon in near]):
                return (f"nobody sees {self.target.name}", "combat.sight.unit-shares")
            return self._not_in_range(near)
        return ("", "")

    def _nothing_left(self, volley: str) -> tuple[str, str]:
        """Whatever belongs to the volley fires once per turn and has done so."""
        spent = next(it for it in self.unit.weapons if it.key in self.used and (it.key == volley or not it.alone))
        return (f"the {spent.name} fires once per turn", spent.clause or "weapon.special")

    def _out_of_range(self, weapons: list[Weapon], volley: str) -> tuple[str, str]:
        """Nothing of the volley reaches so far."""
        bearing = [it for it in weapons if self.bearers(it) and (volley != HEAVY or it.action_points > 1)]
        if not bearing:
            return ("nobody is left to fire it", "weapon.dies-with-bearer")
        reach = max([weapon.farthest for weapon in bearing])
        return (
            f"out of range: {told_beside(self._nearest, reach)} cm away, {reach:g} cm at most",
            "combat.range.per-weapon",
        )

    def _not_in_range(self, weapons: list[Weapon]) -> tuple[str, str]:
        """Some model is near enough for these weapons, but too near, or it cannot be hit by them."""
        gaps: list[float] = []
        for weapon in weapons:
            models = self.visible if weapon.needs_sight else self.battle.standing(self.target)
            gaps.extend([self.battle.gap(bearer, model) for bearer in self.bearers(weapon) for model in models])
        least, most = min([it.nearest for it in weapons]), max([it.farthest for it in weapons])
        nearest = min(gaps)
        told = told_beside(nearest, least if nearest < least else most)
        return (
            f"out of range: {told} cm to whoever can be hit, {least:g} to {most:g} cm are needed",
            "weapon.range-and-minimum",
        )


def cost_of(unit: Unit, volley: str) -> int:
    if volley == HEAVY:
        return 2
    if volley == LIGHT:
        return 1
    return unit.card.weapon(volley).action_points


def volleys_of(battle: Battle, unit: Unit, points: int) -> list[str]:
    """The volleys a unit has at all: light, heavy, and each weapon that fires alone."""
    found: list[str] = []
    for weapon in unit.weapons:
        if weapon.cc or not battle.weapon_works(unit, weapon):
            continue
        kind = weapon.key if weapon.alone else HEAVY if weapon.action_points > 1 else LIGHT
        if kind not in found and (kind != HEAVY or points > 1):
            found.append(kind)
    return found


def targets_of(battle: Battle, seat: int) -> list[Unit]:
    """Enemy units with a living model on the table."""
    return [unit for unit in battle.units if unit.seat != seat and unit.deployed and battle.on_table(unit)]


def may_harm(battle: Battle, firings: list[Firing], target: Unit) -> bool:
    """May any of these weapons wound or pin it?"""
    may_pin = could_be_pinned(battle, target)
    for firing in firings:
        if firing.weapon.power > armour_met(battle, target, firing.model) or (may_pin and firing.weapon.pinning):
            return True
    return False


async def fire(battle: Battle, aim: Aim, volley: str, of_turn: bool = False, by_hand: bool = False) -> None:
    """One attack with all weapons of the volley, or with those its owner picks."""
    firings = aim.firings(volley)
    if by_hand:
        firings = await picked(aim, volley, firings)
    await make_attack(open_fire(battle, aim, firings, of_turn))


def open_fire(battle: Battle, aim: Aim, firings: list[Firing], of_turn: bool) -> Attack:
    """These weapons are fired; what comes of it is still to be rolled."""
    attack = Attack(battle, aim.unit.seat, aim.unit, aim.models, firings, aim.target, False, of_turn)
    note_fire(attack)
    once = [it.weapon.key for it in firings if it.weapon.once_per_turn]
    if of_turn and once and battle.turn is not None:
        battle.turn.used = (*battle.turn.used, *sorted(set(once)))
    return attack


def note_fire(attack: Attack) -> None:
    battle = attack.battle
    if not battle.heard or attack.unit is None:
        return
    names: list[str] = []
    for firing in attack.firings:
        if firing.weapon.name not in names:
            names.append(firing.weapon.name)
    counts = [len([it for it in attack.firings if it.weapon.name == name]) for name in names]
    words = ", ".join([f"{n} × {name}" if n > 1 else name for n, name in zip(counts, names, strict=True)])
    keys = [firing.model.key for firing in attack.firings if firing.model is not None]
    targets = [model.key for model in battle.standing(attack.target)]
    battle.note(
        "shoots" if not attack.cc else "strikes", "cc.like-shooting" if attack.cc else "combat.sequence",
        tuple(dict.fromkeys([*keys, *targets])), unit=attack.unit.name, target=attack.target.name, weapons=words, whom=targets,
    )  # fmt: skip


async def picked(aim: Aim, volley: str, firings: list[Firing]) -> list[Firing]:
    """Which weapons fire, and which model of a team fires its weapon."""
    weapons: list[Weapon] = []
    for firing in firings:
        if firing.weapon not in weapons:
            weapons.append(firing.weapon)
    counts = [len([it for it in firings if it.weapon is weapon]) for weapon in weapons]
    lots = [Lot(weapon.key, weapon.name, at_most=count) for weapon, count in zip(weapons, counts, strict=True)]

    def refuse(amounts: tuple[int, ...]) -> None:
        from vanguard.core.refusals import Refused

        if not any(amounts):
            raise Refused("at least one weapon fires", "combat.which-weapons")
        if volley == HEAVY and not any([n for n, it in zip(amounts, weapons, strict=True) if it.action_points > 1]):
            raise Refused("two action points are for a Heavy weapon; it must fire", "weapon.heavy.two-actions")

    amounts = await Split(
        aim.unit.seat, "How many of each fire?", sum(counts), lots, "combat.which-weapons", up_to=True, check=refuse
    )
    found: list[Firing] = []
    for weapon, amount in zip(weapons, amounts, strict=True):
        if not amount:
            continue
        if weapon.team:
            found.append(Firing(await team_firer(aim, weapon), weapon))
        else:
            found.extend([it for it in firings if it.weapon is weapon][:amount])
    return found


async def team_firer(aim: Aim, weapon: Weapon) -> Model:
    """Which living model of the team fires: range, cover and armour zone are judged from it."""
    reaching = aim.reaching(weapon)
    if len(reaching) == 1:
        [only] = reaching
        return only
    options = [Option(model.key, model.index, model.name, about=(model.key,)) for model in reaching]
    index = await Choose(aim.unit.seat, f"Who fires the {weapon.name}?", options, "weapon.team-firer")
    return aim.battle.models[index]
