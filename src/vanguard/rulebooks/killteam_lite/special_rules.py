"""COMMON CRITICAL HIT RULES, SPECIAL RULES AND ABILITIES: one class per printed rule, overriding the moments it changes."""

from __future__ import annotations

from typing import ClassVar, Final

from vanguard.core.questions import Choose, Lot, Option, Split
from vanguard.geometry.measuring import gap, told_beside
from vanguard.rulebooks.killteam_lite.attacks import NOBODY_ELSE, Combat, Fighter, Hits, ShootingAction, ShootingAttack
from vanguard.rulebooks.killteam_lite.damage import change_apl, suffer_mortal_wounds
from vanguard.rulebooks.killteam_lite.line_of_sight import is_visible, within
from vanguard.rulebooks.killteam_lite.rule_hooks import SpecialRule
from vanguard.rulebooks.killteam_lite.shooting import (
    blast_attack,
    further_attack,
    target_fault,
    valid_targets,
)
from vanguard.rulebooks.killteam_lite.state import Battle

HOT_WOUNDS: Final = 3
FUSILLADE_SPREAD: Final = 2.0
REAP_REACH: Final = 1.0
SPLASH_REACH: Final = 2.0


Shares = tuple[tuple[str, int], ...]
"""Whom an action has still to attack, and with how many dice."""


def still_standing(battle: Battle, shares: Shares) -> Shares:
    """No further attack is made on whoever has been incapacitated since."""
    return tuple([share for share in shares if battle[share[0]].standing])


class ArmourPiercing(SpecialRule):
    """APx: the target's Df is x lower for this attack."""

    name = "AP"
    clause = "ap.reduces-defence"
    takes_value: ClassVar[bool] = True
    summary = "The target has x fewer defence {x:die|dice}."

    def armour_piercing(self, attack: ShootingAttack) -> int:
        return self.value


class Barrage(SpecialRule):
    """The Cover die is earned by being hidden from above, not from the side."""

    name = "Barrage"
    clause = "barrage.overhead-cover"
    summary = "Cover is judged from directly above."

    def looks_from_above(self) -> bool:
        return True


class Balanced(SpecialRule):
    """A single attack die of the roll may be rolled again."""

    name = "Balanced"
    clause = "balanced.one-reroll"
    summary = "You may re-roll one attack die."

    def dice_to_reroll(self, faces: list[int]) -> list[tuple[int, ...]]:
        return [(face,) for face in sorted(set(faces))]


class Blast(SpecialRule):
    """After the target, everybody Visible to it and near it is attacked too, friend or foe."""

    name = "Blast"
    clause = "blast.extra-attacks"
    takes_value: ClassVar[bool] = True
    summary = "Also attacks every operative visible to and within x of the target. Not in Overwatch."

    def bars_overwatch(self) -> bool:
        return True

    async def another_attack(self, battle: Battle, action: ShootingAction) -> ShootingAttack | None:
        if action.overwatch:
            return None
        left = action.left
        if left is None:
            left = tuple([(key, action.profile.attacks) for key in self.caught(battle, action.attacked[0])])
        left = still_standing(battle, left)
        if not left:
            return None
        key = left[0][0]
        if len(left) > 1:
            key = await self._choose_next(battle, action, [key for key, _ in left])
        action.left = tuple([share for share in left if share[0] != key])
        return blast_attack(battle, action, key)

    def caught(self, battle: Battle, centre: str) -> list[str]:
        """Each other operative that is Visible to the target and within x of it."""
        target = battle[centre]
        return [
            operative.key
            for operative in battle.in_play()
            if operative.key != centre
            and operative.standing
            and within(target.base, operative.base, float(self.value))
            and is_visible(battle, target, operative)
        ]

    async def _choose_next(self, battle: Battle, action: ShootingAction, caught: list[str]) -> str:
        options = [Option(key, key, battle[key].name, about=(key,)) for key in caught]
        return await Choose(action.seat, "Who is caught in the blast first?", options, "blast.order-of-extras")


class Brutal(SpecialRule):
    """The opponent can parry only with critical hits."""

    name = "Brutal"
    clause = "brutal.parry-only-with-criticals"
    summary = "The opponent parries only with critical hits."

    def bars_normal_parries(self) -> bool:
        return True


class Ceaseless(SpecialRule):
    """Any of the attack dice showing 1 may be rolled again."""

    name = "Ceaseless"
    clause = "ceaseless.reroll-ones"
    summary = "You may re-roll attack dice that show 1."

    def dice_to_reroll(self, faces: list[int]) -> list[tuple[int, ...]]:
        ones = faces.count(1)
        return [(1,) * count for count in range(ones, 0, -1)]

    def minds_ones(self) -> bool:
        return True


def too_far(battle: Battle, key: str, other: str, reach: float) -> str:
    """How far one operative is from another, and how far it may be."""
    away = gap(battle[key].base, battle[other].base)
    return f'{told_beside(away, reach)}" from {battle[other].name}, at most {reach:g}" is allowed'


class Fusillade(SpecialRule):
    """The attack dice of a Shoot action may be shared among valid targets near the first one."""

    name = "Fusillade"
    clause = "fusillade.extra-targets"
    summary = 'The dice may be split among valid targets within 2" of the first.'

    async def share_dice(self, battle: Battle, action: ShootingAction) -> None:
        if action.overwatch:
            return
        first = action.attacked[0]
        near = self._near(battle, action, first)
        if not near:
            return
        total = action.profile.attacks
        lots = [Lot(first, battle[first].name, total, 1)]
        lots.extend([Lot(key, battle[key].name, total - 1, 0) for key in near])
        lots.extend(self._too_far(battle, action, first, near))
        prompt = f"Share {total} attack dice"
        split = Split(action.seat, prompt, total, lots, "fusillade.distribute", about=(first, *near, action.shooter))
        split.is_attack = True
        amounts = await split
        action.shares = tuple([(lot.key, amount) for lot, amount in zip(lots, amounts) if amount])

    def _too_far(self, battle: Battle, action: ShootingAction, first: str, near: list[str]) -> list[Lot]:
        """Valid targets that get no share, with their distance."""
        return [
            Lot(key, f"{battle[key].name}: {too_far(battle, key, first, FUSILLADE_SPREAD)}", 0, 0)
            for key in valid_targets(battle, battle[action.shooter], action.profile)
            if key != first and key not in near
        ]

    def _near(self, battle: Battle, action: ShootingAction, first: str) -> list[str]:
        shooter, target = battle[action.shooter], battle[first]
        return [
            key
            for key in valid_targets(battle, shooter, action.profile)
            if key != first and within(target.base, battle[key].base, FUSILLADE_SPREAD)
        ]

    async def another_attack(self, battle: Battle, action: ShootingAction) -> ShootingAttack | None:
        """The share of somebody who is already incapacitated is lost."""
        left = still_standing(battle, action.shares[1:] if action.left is None else action.left)
        if not left:
            return None
        key, dice = left[0]
        if len(left) > 1:
            options = [Option(name, name, battle[name].name, about=(name,)) for name, _ in left]
            key = await Choose(action.seat, "Who is shot at next?", options, "fusillade.separate-attacks")
            dice = next(iter([amount for name, amount in left if name == key]))
        action.left = tuple([share for share in left if share[0] != key])
        return further_attack(battle, action, key, dice)


class Heavy(SpecialRule):
    """Not in one activation with Charge, Fall Back or Normal Move."""

    name = "Heavy"
    clause = "heavy.no-moves-with-shoot"
    summary = "Not in an activation with Charge, Fall Back or Normal Move."

    def bars_moves_with_shoot(self) -> bool:
        return True


class Hot(SpecialRule):
    """Each discarded attack die showing 1 costs the shooter 3 mortal wounds."""

    name = "Hot"
    clause = "hot.self-damage"
    summary = "Each discarded 1 inflicts 3 mortal wounds on the shooter."

    def minds_ones(self) -> bool:
        return True

    async def ones_discarded(self, battle: Battle, attack: ShootingAttack, ones: int) -> None:
        await suffer_mortal_wounds(battle, attack.shooter, HOT_WOUNDS * ones, self.clause)


class Indirect(SpecialRule):
    """When the target is selected, enemies count as not in Cover."""

    name = "Indirect"
    clause = "indirect.ignores-cover-for-targeting"
    summary = "Targets are selected as if they were not in Cover."

    def sees_past_cover(self) -> bool:
        return True


class InvulnerableSave(SpecialRule):
    """A save that APx does not touch, printed on a datacard; the Defender may use it instead of Sv."""

    name = "Invulnerable Save"
    clause = "invulnerable.instead-of-save"
    takes_value: ClassVar[bool] = True
    summary = "May be used instead of Sv; APx does not apply then."


class Lethal(SpecialRule):
    """Successful attack dice of x or more are critical hits."""

    name = "Lethal"
    clause = "lethal.critical-range"
    takes_value: ClassVar[bool] = True
    summary = "Successes of x+ are critical hits."

    def critical_from(self) -> int:
        return self.value


class Limited(SpecialRule):
    """The weapon can be selected for use only once per battle."""

    name = "Limited"
    clause = "limited.once-per-battle"
    summary = "Once per battle."

    def once_per_battle(self) -> bool:
        return True


class MortalWounds(SpecialRule):
    """MWx: each critical hit retained inflicts x mortal wounds on the target at once."""

    name = "MW"
    clause = "mw.extra-mortal-wounds"
    takes_value: ClassVar[bool] = True
    summary = "Each critical hit retained also inflicts x mortal {x:wound|wounds}."

    def acts_on_critical_hits(self) -> bool:
        return True

    async def critical_hits_retained(self, battle: Battle, attack: ShootingAttack) -> None:
        await suffer_mortal_wounds(battle, attack.target, self.value * attack.critical, self.clause)


class NoCover(SpecialRule):
    """No defence die can be retained for Cover."""

    name = "No Cover"
    clause = "no-cover.no-retained-die"
    summary = "No defence die can be retained for Cover."

    def forbids_cover_die(self, battle: Battle, attack: ShootingAttack) -> bool:
        return True


class PsychicAction(SpecialRule):
    """A label on certain actions, without rules of its own."""

    name = "Psychic Action"
    clause = "psychic-action.label"
    summary = "A label other rules may refer to."


class Piercing(SpecialRule):
    """Px: with at least one critical hit retained, the weapon has APx for this attack."""

    name = "P"
    clause = "p.gains-ap"
    takes_value: ClassVar[bool] = True
    summary = "With a critical hit retained the attack has APx."

    def acts_on_critical_hits(self) -> bool:
        return True

    async def critical_hits_retained(self, battle: Battle, attack: ShootingAttack) -> None:
        battle.note("piercing-gained", self.clause, (attack.target,), weapon=attack.profile.name, piercing=self.value)

    def armour_piercing(self, attack: ShootingAttack) -> int:
        return self.value if attack.critical else 0


class Reap(SpecialRule):
    """A critical strike also inflicts x mortal wounds on each other enemy near the bearer or the struck operative."""

    name = "Reap"
    clause = "reap.area"
    takes_value: ClassVar[bool] = True
    summary = 'A critical strike inflicts x mortal {x:wound|wounds} on other enemies within 1".'

    def acts_on_critical_strikes(self, battle: Battle, striker: Fighter, struck: Fighter, number: int) -> bool:
        return bool(self._reaped(battle, striker, struck))

    async def critical_strike(self, battle: Battle, combat: Combat, striker: Fighter, struck: Fighter) -> None:
        for key in self._reaped(battle, striker, struck):
            await suffer_mortal_wounds(battle, key, self.value, self.clause)

    def _reaped(self, battle: Battle, striker: Fighter, struck: Fighter) -> list[str]:
        bearer, target = battle[striker.operative], battle[struck.operative]
        return [
            enemy.key
            for enemy in battle.enemies_of(bearer.seat)
            if enemy.key != target.key
            and enemy.standing
            and (within(bearer.base, enemy.base, REAP_REACH) or within(target.base, enemy.base, REAP_REACH))
            and is_visible(battle, bearer, enemy)
        ]


class Relentless(SpecialRule):
    """As many attack dice as wanted may be rolled again, once."""

    name = "Relentless"
    clause = "relentless.reroll-any"
    summary = "You may re-roll any or all attack dice."

    def dice_to_reroll(self, faces: list[int]) -> list[tuple[int, ...]]:
        choices: list[tuple[int, ...]] = [()]
        for face in sorted(set(faces)):
            count = faces.count(face)
            choices = [(*chosen, *((face,) * n)) for chosen in choices for n in range(count + 1)]
        return [chosen for chosen in choices if chosen]


class Rending(SpecialRule):
    """With a critical hit retained, one normal hit may become a critical hit."""

    name = "Rending"
    clause = "rending.upgrade-one"
    summary = "With a critical hit, one normal hit may become critical."

    def upgrades_a_hit(self) -> bool:
        return True


class Range(SpecialRule):
    """Rng x: only operatives within x of the shooter are valid targets."""

    name = "Rng"
    clause = "rng.maximum"
    takes_value: ClassVar[bool] = True
    summary = "Only targets within x."

    def reach(self) -> float:
        return float(self.value)


class Silent(SpecialRule):
    """An operative with a Conceal order may perform Shoot with this weapon."""

    name = "Silent"
    clause = "silent.shoot-while-concealed"
    summary = "May Shoot with a Conceal order."

    def lets_the_concealed_shoot(self) -> bool:
        return True


class Splash(SpecialRule):
    """Each critical hit retained inflicts x mortal wounds on the target and on whoever it sees near it."""

    name = "Splash"
    clause = "splash.area"
    takes_value: ClassVar[bool] = True
    summary = (
        'Each critical hit retained inflicts x mortal {x:wound|wounds} on the target and everybody visible within 2".'
    )

    def acts_on_critical_hits(self) -> bool:
        return True

    async def critical_hits_retained(self, battle: Battle, attack: ShootingAttack) -> None:
        target = battle[attack.target]
        splashed = [target.key]
        splashed.extend(
            [
                operative.key
                for operative in battle.in_play()
                if operative.key != target.key
                and operative.standing
                and within(target.base, operative.base, SPLASH_REACH)
                and is_visible(battle, target, operative)
            ]
        )
        for key in splashed:
            await suffer_mortal_wounds(battle, key, self.value * attack.critical, self.clause)


class Stun(SpecialRule):
    """Critical hits take a die from the opponent or an action point from the target."""

    name = "Stun"
    clause = "stun.shooting"
    summary = "Critical hits lower the target's APL by 1; in combat the first critical strike removes a normal hit."

    def acts_on_critical_hits(self) -> bool:
        return True

    async def critical_hits_retained(self, battle: Battle, attack: ShootingAttack) -> None:
        change_apl(battle, attack.target, -1, self.clause)

    def critical_strikes_counted(self) -> int:
        return 2

    def hits_after_critical_strike(self, number: int, hits: Hits) -> Hits:
        return (hits[0] - 1, hits[1]) if number == 1 and hits[0] else hits

    def note_hits_lost(self, battle: Battle, struck: Fighter) -> None:
        battle.note("stunned-hit", "stun.combat-first", (struck.operative,), who=battle[struck.operative].name)

    def acts_on_critical_strikes(self, battle: Battle, striker: Fighter, struck: Fighter, number: int) -> bool:
        return number == 2

    async def critical_strike(self, battle: Battle, combat: Combat, striker: Fighter, struck: Fighter) -> None:
        if striker.critical_strikes == 2:
            change_apl(battle, struck.operative, -1, "stun.combat-second")


class Torrent(SpecialRule):
    """After its target the weapon may attack further valid targets, all within x of one another."""

    name = "Torrent"
    clause = "torrent.extra-attacks"
    takes_value: ClassVar[bool] = True
    summary = "May go on to attack valid targets within x of each other."

    async def another_attack(self, battle: Battle, action: ShootingAction) -> ShootingAttack | None:
        near = self._near(battle, action)
        if not near:
            return None
        options = [Option(key, key, battle[key].name, about=(key,)) for key in near]
        options.extend(self._others(battle, action, near))
        options.append(Option("stop", "", NOBODY_ELSE, declines=True))
        prompt = f"The {action.profile.name} sweeps on: attack whom?"
        key = await Choose(action.seat, prompt, options, self.clause)
        return further_attack(battle, action, key, action.profile.attacks) if key else None

    def _others(self, battle: Battle, action: ShootingAction, near: list[str]) -> list[Option[str]]:
        """Every other enemy, with the reason why the weapon does not sweep on to it."""
        found: list[Option[str]] = []
        shooter = battle[action.shooter]
        for enemy in battle.enemies_of(shooter.seat):
            if enemy.key in near:
                continue
            why, clause = target_fault(battle, shooter, action.profile, enemy)
            if enemy.key in action.attacked:
                why, clause = "attacked already", self.clause
            for attacked in action.attacked:
                if not why and not within(enemy.base, battle[attacked].base, float(self.value)):
                    why, clause = too_far(battle, enemy.key, attacked, float(self.value)), self.clause
            found.append(Option(enemy.key, enemy.key, enemy.name, clause, why, (enemy.key,)))
        return found

    def _near(self, battle: Battle, action: ShootingAction) -> list[str]:
        """Valid targets not attacked yet, near enough to every target so far."""
        reach = float(self.value)
        near: list[str] = []
        for key in valid_targets(battle, battle[action.shooter], action.profile):
            if key in action.attacked:
                continue
            if all([within(battle[key].base, battle[attacked].base, reach) for attacked in action.attacked]):
                near.append(key)
        return near


class Unwieldy(SpecialRule):
    """A Shoot action with it costs 1 AP more, and it is of no use in Overwatch."""

    name = "Unwieldy"
    clause = "unwieldy.extra-ap"
    summary = "Shoot costs 1 AP more. Not in Overwatch."

    def extra_action_points(self) -> int:
        return 1

    def bars_overwatch(self) -> bool:
        return True


SPECIAL_RULES: Final[dict[str, type[SpecialRule]]] = {
    rule("").name: rule
    for rule in (
        ArmourPiercing, Barrage, Balanced, Blast, Brutal, Ceaseless, Fusillade, Heavy, Hot, Indirect, InvulnerableSave,
        Lethal, Limited, MortalWounds, NoCover, PsychicAction, Piercing, Reap, Relentless, Rending, Range, Silent,
        Splash, Stun, Torrent, Unwieldy,
    )
}  # fmt: skip
"""All rules by their printed name, without the number."""
