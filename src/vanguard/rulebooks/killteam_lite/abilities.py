"""Abilities and unique actions of the datacards. One class per unique action; abilities act where they are named."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Option
from vanguard.geometry.measuring import gap, told_beside
from vanguard.rulebooks.killteam_lite.damage import change_apl, regain_wounds, remove_casualties, suffer_mortal_wounds
from vanguard.rulebooks.killteam_lite.line_of_sight import is_visible, within
from vanguard.rulebooks.killteam_lite.profiles import Ability
from vanguard.rulebooks.killteam_lite.state import Battle, Operative

NULL_WARD: Final = "null-ward"
NULL_WARD_REACH: Final = 6.0
CLAUSE: Final = "game.specific-overrides-general"

Fault = tuple[str, str]
FINE: Final[Fault] = ("", "")


class UniqueAction:
    """An action only some operatives have; it is refused without a legal target."""

    key = ""
    reach = 6.0
    allowed_while_engaged = False
    on_enemies = False

    def bar(self, operative: Operative, target: Operative) -> str:
        """Whom its text leaves out, distance and sight aside; empty for all others."""
        return ""

    def fault(self, battle: Battle, operative: Operative, target: Operative) -> Fault:
        """Why it cannot be used on this one: not meant, out of reach, or not Visible to it."""
        why = self.bar(operative, target)
        if why:
            return why, CLAUSE
        if not within(operative.base, target.base, self.reach):
            away = told_beside(gap(operative.base, target.base), self.reach)
            return f'{away}" away, it reaches {self.reach:g}"', CLAUSE
        if not is_visible(battle, operative, target):
            return "not Visible", "visible.definition"
        return FINE

    def target_options(self, battle: Battle, operative: Operative) -> list[Option[str]]:
        """Everybody on its side of the text, friends or enemies; those it cannot be used on with the reason."""
        options: list[Option[str]] = []
        for target in battle.in_play():
            if self.on_enemies == (target.seat != operative.seat):
                why, clause = self.fault(battle, operative, target)
                options.append(Option(target.key, target.key, target.name, clause, why, (target.key,)))
        return options

    def has_target(self, battle: Battle, operative: Operative) -> bool:
        return any([option.available for option in self.target_options(battle, operative)])

    async def perform(self, battle: Battle, key: str, target: str) -> None:
        """Do it."""


class MoveIt(UniqueAction):
    """One other ready friendly operative near it: APL +1."""

    key = "move-it"

    def bar(self, operative: Operative, target: Operative) -> str:
        if target.key == operative.key:
            return "it helps others only"
        return "" if target.ready else "not ready"

    async def perform(self, battle: Battle, key: str, target: str) -> None:
        battle.note("move-it", CLAUSE, (key, target), who=battle[key].name, target=battle[target].name)
        change_apl(battle, target, 1, CLAUSE)


class PatchUp(UniqueAction):
    """One friendly operative beside it regains 3 wounds."""

    key = "patch-up"
    reach = 1.0
    healed = 3

    def bar(self, operative: Operative, target: Operative) -> str:
        return "" if target.wounds < target.card.wounds else "it has all its wounds"

    async def perform(self, battle: Battle, key: str, target: str) -> None:
        battle.note("patch-up", CLAUSE, (key, target), who=battle[key].name, target=battle[target].name)
        regain_wounds(battle, target, self.healed, CLAUSE)


class MindSpike(UniqueAction):
    """A Psychic Action: one enemy suffers 2 mortal wounds."""

    key = "mind-spike"
    wounds = 2
    on_enemies = True

    async def perform(self, battle: Battle, key: str, target: str) -> None:
        battle.note("mind-spike", CLAUSE, (key, target), who=battle[key].name, target=battle[target].name)
        await suffer_mortal_wounds(battle, target, self.wounds, "damage.mortal-wounds")
        await remove_casualties(battle)
        battle.held = ()


class VeilShield(UniqueAction):
    """A Psychic Action: one friendly operative has an invulnerable save of 4+ until its maker acts again or falls."""

    key = "veil-shield"
    allowed_while_engaged = True

    async def perform(self, battle: Battle, key: str, target: str) -> None:
        battle[target].shielded_by = key
        battle.note("veil-shield", CLAUSE, (key, target), who=battle[key].name, target=battle[target].name)


UNIQUE_ACTIONS: Final[dict[str, UniqueAction]] = {
    action.key: action for action in (MoveIt(), PatchUp(), MindSpike(), VeilShield())
}

ABILITIES: Final[tuple[str, ...]] = ("drilled", "watchful", NULL_WARD, "leaper")
"""Abilities that are no actions of their own."""


def why_not_unique(battle: Battle, operative: Operative, ability: Ability, engaged: bool) -> Fault:
    unique = UNIQUE_ACTIONS[ability.key]
    if engaged and not unique.allowed_while_engaged:
        return "within Engagement Range of an enemy operative", CLAUSE
    if ability.psychic and null_warded(battle, operative):
        return "a Null Ward forbids Psychic Actions here", "psychic-action.label"
    if not unique.has_target(battle, operative):
        return "no legal target", "firefight.illegal-action-refused"
    return FINE


def null_warded(battle: Battle, operative: Operative) -> bool:
    """Is an enemy with a Null Ward within 6\"?"""
    for enemy in battle.enemies_of(operative.seat):
        if enemy.card.has(NULL_WARD) and within(operative.base, enemy.base, NULL_WARD_REACH):
            return True
    return False
