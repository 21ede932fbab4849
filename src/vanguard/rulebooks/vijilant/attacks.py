"""An attack about to be made: who fires what at whom, how hard that is to hit, and the dice it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vanguard.core.attacks.courses import Part
from vanguard.core.telling.events import Modifier
from vanguard.geometry.arcs import hull_zone
from vanguard.rulebooks.vijilant.battlefield import TOLERANCE
from vanguard.rulebooks.vijilant.contact import is_in_melee_with_friends_of
from vanguard.rulebooks.vijilant.cover import Covered, CoverOfUnit, is_aboard, unit_aboard
from vanguard.rulebooks.vijilant.line_of_sight import Looking, is_spotted
from vanguard.rulebooks.vijilant.profiles import SIDE, Weapon
from vanguard.rulebooks.vijilant.state import Battle, Model, Unit
from vanguard.rulebooks.vijilant.wounds import (
    systems_in_view,
)

MISS: Final = 0
HIT: Final = 1
GOODSHOT: Final = 2

NO_PIN: Final = 0
MAY_PIN: Final = 1
MUST_PIN: Final = 2

NO_SYSTEM: Final = ""
Named = tuple[int, str]
"""The model goodshots are aimed at, and the system of it or none."""
NOBODY: Final[Named] = (-1, NO_SYSTEM)


class Firing:
    """One weapon fired once by one model; a command card's weapon has no model."""

    __slots__ = ("model", "weapon")

    def __init__(self, model: Model | None, weapon: Weapon) -> None:
        self.model: Final[Model | None] = model
        self.weapon: Final[Weapon] = weapon


class DiceGroup:
    """Dice that are alike: the same weapon, the same need, the same Power against the same Toughness."""

    __slots__ = ("count", "goodshots", "kinds", "modifiers", "need", "only_visible", "toughness", "weapon")

    def __init__(
        self,
        weapon: Weapon,
        need: int,
        six_only: bool,
        goodshots: bool,
        only_visible: bool,
        toughness: int,
        modifiers: list[Modifier],
    ) -> None:
        self.weapon: Final[Weapon] = weapon
        self.count = 0
        self.need: Final[int] = need
        """The lowest face that hits; 7 and more cannot."""
        self.goodshots: Final[bool] = goodshots
        self.only_visible: Final[bool] = only_visible
        self.toughness: Final[int] = toughness
        self.modifiers: Final[list[Modifier]] = modifiers
        lowest = max(need, 6) if six_only else need
        best = GOODSHOT if goodshots else HIT
        self.kinds: Final[tuple[int, ...]] = tuple(
            [(best if face == 6 else HIT) if face >= lowest else MISS for face in (1, 2, 3, 4, 5, 6)]
        )

    def key(self) -> tuple[object, ...]:
        """All that what comes of them depends on."""
        return (self.weapon.key, self.count, self.kinds, self.only_visible, self.toughness)

    @property
    def pins(self) -> int:
        if self.weapon.pins_by_itself:
            return MUST_PIN
        return MAY_PIN if self.weapon.pinning else NO_PIN

    @property
    def wounds(self) -> int:
        """Wounds of each hit: as many as Power exceeds Toughness."""
        return max(0, self.weapon.power - self.toughness)


class Hits:
    """Hits that wound alike, waiting to be allocated."""

    __slots__ = ("count", "only_visible", "power", "toughness")

    def __init__(self, power: int, toughness: int, only_visible: bool, count: int) -> None:
        self.power: Final[int] = power
        self.toughness: Final[int] = toughness
        self.only_visible: Final[bool] = only_visible
        self.count: Final[int] = count

    def key(self) -> tuple[int, int, bool, int]:
        return (self.power, self.toughness, self.only_visible, self.count)

    @property
    def wounds(self) -> int:
        """Wounds of each hit: as many as Power exceeds Toughness."""
        return max(0, self.power - self.toughness)


class DeclaredAttack:
    """What an attack is once its dice are known: who makes it, at whom, who could be seen then. It is never changed."""

    __slots__ = ("attackers", "groups", "into_melee", "key", "of_turn", "seat", "seen", "target", "who")

    def __init__(self, attack: Attack) -> None:
        self.seat: Final[int] = attack.seat
        self.who: Final[str] = attack.who
        self.attackers: Final[tuple[int, ...]] = tuple([model.index for model in attack.attackers])
        self.target: Final[int] = attack.target.index
        self.of_turn: Final[bool] = attack.of_turn
        self.into_melee: Final[bool] = attack.into_melee
        self.seen: Final[tuple[int, ...]] = tuple(attack.seen)
        self.groups: Final[tuple[DiceGroup, ...]] = tuple(attack.dice())
        dice = tuple([group.key() for group in self.groups])
        self.key: Final[tuple[object, ...]] = (
            self.seat,
            self.who,
            self.attackers,
            self.target,
            self.of_turn,
            self.seen,
            dice,
        )

    def after_hits(self, casualties: tuple[int, ...], pins: int) -> tuple[Part, ...]:
        """Last Stands, removal of casualties, the pinning test."""
        from vanguard.rulebooks.vijilant.last_stand import Fallen
        from vanguard.rulebooks.vijilant.pinning import PinAfterAttack

        return Fallen(casualties), PinAfterAttack(self.seat, self.target, pins)

    def targets(self, battle: Battle, only_visible: bool) -> list[Model]:
        """The living models that can be hit: visible ones, or all where sight is not needed."""
        return those_hit(battle, battle.units[self.target], self.seen if only_visible else None)

    def attacking(self, battle: Battle) -> list[Model]:
        return [battle.models[index] for index in self.attackers]

    def named_before(self, battle: Battle) -> Named | None:
        """What goodshots of the same turn were aimed at."""
        turn = battle.turn if self.of_turn else None
        return None if turn is None or turn.nominated == NOBODY else turn.nominated

    def hits_anybody_alike(self, battle: Battle) -> bool:
        """Can every die hit the same models? Not if some need to see whom they hit and one of the squad is hidden."""
        if len({group.only_visible for group in self.groups}) < 2:
            return True
        return all([model.index in self.seen for model in battle.standing(battle.units[self.target])])

    def only_hits_count(self, battle: Battle) -> bool:
        """Aimed or not, a hit kills one model of one Health, or wounds the only model; its systems matter no more once it has had
        its turn. So odds take goodshots for ordinary hits, and are held to it by walking every answer."""
        target = battle.units[self.target]
        if target.card.count == 1:
            return target.had_turn or not target.card.systems
        return target.card.health == 1 and self.hits_anybody_alike(battle)


class HitsAlone(DeclaredAttack):
    """An attack of which only its hits matter."""

    __slots__ = ()

    def after_hits(self, casualties: tuple[int, ...], pins: int) -> tuple[Part, ...]:
        return ()


def those_hit(battle: Battle, target: Unit, seen: Sequence[int] | None) -> list[Model]:
    models = battle.standing(target)
    return models if seen is None else [model for model in models if model.index in seen]


class Attack:
    """An attack under way: who attacks with what, whom, who can be hit, and how hard they are to hit."""

    __slots__ = (
        "_looking", "_melee", "attackers", "battle", "cc", "firings", "of_turn", "seat", "seen", "target", "unit",
    )  # fmt: skip

    def __init__(
        self,
        battle: Battle,
        seat: int,
        unit: Unit | None,
        attackers: list[Model],
        firings: list[Firing],
        target: Unit,
        cc: bool,
        of_turn: bool,
    ) -> None:
        self.battle: Final[Battle] = battle
        self.seat: Final[int] = seat
        self.unit: Final[Unit | None] = unit
        """None for a command card."""
        self.attackers: Final[list[Model]] = attackers
        self.firings: Final[list[Firing]] = firings
        self.target: Final[Unit] = target
        self.cc: Final[bool] = cc
        self.of_turn: Final[bool] = of_turn
        """Part of the unit's own turn, so that its nomination binds; a Last Stand is not."""
        self._looking: Final[Looking] = Looking(battle, attackers, target)
        self.seen: Final[list[int]] = [model.index for model in self._looking.visible()] if unit is not None else []
        """Visibility is taken at the start of the attack."""
        self._melee = -1

    # -- how hard they are to hit -----------------------------------------------------------------------------------------

    def targets(self, only_visible: bool) -> list[Model]:
        """The living models that can be hit: visible ones, or all where sight is not needed."""
        return those_hit(self.battle, self.target, self.seen if only_visible else None)

    def distance(self, firing: Model, only_visible: bool) -> float:
        """From the firing model to the nearest model that can be hit."""
        return min([self.battle.gap(firing, model) for model in self.targets(only_visible)])

    @property
    def into_melee(self) -> bool:
        if self._melee < 0:
            self._melee = 1 if not self.cc and is_in_melee_with_friends_of(self.battle, self.target) else 0
        return self._melee == 1

    def weakest_dodge(self, only_visible: bool) -> tuple[int, list[Modifier]]:
        """The lowest modified Dodge among the models that can be hit, and what it is made of."""
        models = self.targets(only_visible)
        lobbing = [it.model for it in self.firings if it.model is not None and it.weapon.indirect]
        cover = CoverOfUnit(self.battle, self._looking, self.target, models, lobbing)
        best = 1_000
        best_parts: list[Modifier] = []
        for model in models:
            parts = self._dodge_parts(None if self.cc else cover.of(model))
            total = sum([part.amount for part in parts])
            if total < best:
                best, best_parts = total, parts
        return best, best_parts

    def _dodge_parts(self, covered: Covered | None) -> list[Modifier]:
        target = self.target
        parts = [Modifier(target.card.dodge, "Dodge", "card.dodge")]
        if covered is not None and covered.bonus:
            parts.append(Modifier(covered.bonus, covered.piece, covered.clause))
        if target.hunkered:
            parts.append(Modifier(1, "hunkered down", "hunker.bonus"))
        if self.cc:
            return parts
        if target.dodge_bonus:
            parts.append(Modifier(target.dodge_bonus, "Smoke Curtain", "cards.smoke-curtain"))
        for gear in target.card.wargear:
            if not gear.beyond:
                parts.append(Modifier(gear.dodge, gear.name, gear.clause))
        return parts

    def _dodge_of_shot(self, firing: Firing, only_visible: bool) -> list[Modifier]:
        """What range adds to Dodge for the dice of this weapon fired by this model alone."""
        far = [gear for gear in self.target.card.wargear if gear.beyond]
        if firing.model is None or self.cc or not (firing.weapon.long or far):
            return []
        distance = self.distance(firing.model, only_visible)
        against_far = [Modifier(it.dodge, it.name, it.clause) for it in far if distance > it.beyond + TOLERANCE]
        return [*long_range(firing.weapon, distance), *against_far]

    def skill_parts(self, weapon: Weapon, spotted: bool) -> list[Modifier]:
        """Skill with everything that changes it; it may go below 0."""
        unit = self.unit
        if unit is None:
            return [Modifier(weapon.skill_mod, "Skill", "command.attack-procedure")]
        battle = self.battle
        parts = [Modifier(unit.card.skill, "Skill", "card.skill-default")]
        parts.append(Modifier(weapon.skill_mod, weapon.name, "weapon.skill-modifier"))
        if self.of_turn:
            parts.append(Modifier(unit.skill_bonus, "Shared Purpose", "cards.shared-purpose"))
        if battle.is_blinded(unit):
            parts.append(Modifier(-1, "sensors lost", "systems.sensors"))
        if battle.train_runs and self._is_aboard(unit):
            parts.append(Modifier(-1, "the bumping train", "heist.bumping"))
        if weapon.indirect and not spotted:
            parts.append(Modifier(-1, "no spotter", "weapon.indirect.skill-penalty"))
        return parts

    def _is_aboard(self, unit: Unit) -> bool:
        """The train bumps a unit with a living model aboard, and those who take their Last Stand there."""
        return unit_aboard(self.battle, unit) or any([is_aboard(self.battle, model) for model in self.attackers])

    # -- dice -------------------------------------------------------------------------------------------------------------

    def dice(self) -> list[DiceGroup]:
        """All dice of the attack, tagged by what they can do, in card order."""
        groups: list[DiceGroup] = []
        dodges: dict[bool, tuple[int, list[Modifier]]] = {}
        aims: dict[bool, bool] = {}
        spotted = self._is_spotted()
        for firing in self.firings:
            weapon = firing.weapon
            only_visible = weapon.needs_sight and self.unit is not None
            if only_visible not in dodges:
                dodges[only_visible] = self.weakest_dodge(only_visible)
                aims[only_visible] = self._has_aims(only_visible)
            dodge, dodge_parts = dodges[only_visible]
            of_shot = self._dodge_of_shot(firing, only_visible)
            skill_parts = self.skill_parts(weapon, spotted)
            need = dodge + sum([p.amount for p in of_shot]) - sum([p.amount for p in skill_parts]) + 1
            goodshots = weapon.goodshots and aims[only_visible]
            toughness = armour_met(self.battle, self.target, firing.model)
            group = _alike(groups, weapon, need, toughness)
            if group is None:
                against = [Modifier(-p.amount, p.label, p.clause) for p in (*dodge_parts, *of_shot)]
                modifiers = [part for part in (*skill_parts, *against) if part.amount]
                group = DiceGroup(weapon, need, self.into_melee, goodshots, only_visible, toughness, modifiers)
                groups.append(group)
            group.count += weapon.spread
        return groups

    def _is_spotted(self) -> bool:
        if self.unit is None or not any([it.weapon.indirect for it in self.firings]):
            return True
        return bool(self.seen) or is_spotted(self.battle, self.seat, self.target)

    def _has_aims(self, only_visible: bool) -> bool:
        """May 6s strike one thing or another? Not into a melee, not from command cards, not at a unit nobody sees; and where there
        is one thing only that any hit can strike, they are ordinary hits."""
        if not self.seen or self.into_melee:
            return False
        models = self.targets(only_visible)
        return len(models) > 1 or bool(systems_in_view(self.battle, models[0], self.attackers))

    @property
    def who(self) -> str:
        return "command" if self.unit is None else self.unit.key


def armour_met(battle: Battle, target: Unit, attacker: Model | None) -> int:
    """The armour of the zone the attacking model is in; a command card always meets the side."""
    printed = target.card.toughness
    if not printed.by_side:
        return printed.front
    struck = battle.models[target.first].base
    if attacker is None or struck.facing is None:
        return printed.at(SIDE)
    return printed.at(hull_zone(struck, attacker.base.x, attacker.base.y))


def long_range(weapon: Weapon, distance: float) -> list[Modifier]:
    """A target beyond the printed distance has one Dodge more."""
    if not weapon.long or distance <= weapon.long + TOLERANCE:
        return []
    return [Modifier(1, f"beyond {weapon.long:g} cm", "cards.long-range")]


def _alike(groups: list[DiceGroup], weapon: Weapon, need: int, toughness: int) -> DiceGroup | None:
    for group in groups:
        if group.weapon is weapon and group.need == need and group.toughness == toughness:
            return group
    return None
