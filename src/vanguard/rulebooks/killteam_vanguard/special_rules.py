"""The special rules as printed: one small class each, overriding the moments it is about."""

from __future__ import annotations

from typing import ClassVar, Final

from vanguard.core.questions import Choose, Option
from vanguard.core.telling.events import Modifier
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.atoms import fatigue, give_toxin, ignite, knock_down, regain_wound
from vanguard.rulebooks.killteam_vanguard.battlefield import SKITTER
from vanguard.rulebooks.killteam_vanguard.declaring import choose_target_of
from vanguard.rulebooks.killteam_vanguard.dice_rolls import friendly_within, one_more_helps, total
from vanguard.rulebooks.killteam_vanguard.line_of_sight import out_of_command
from vanguard.rulebooks.killteam_vanguard.nerve import nerve_test
from vanguard.rulebooks.killteam_vanguard.pushing import push_away
from vanguard.rulebooks.killteam_vanguard.rule_hooks import Ability, AttackRule
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model, within
from vanguard.rulebooks.killteam_vanguard.strikes import Strike, hit_modifiers

# -- special rules of attacks -------------------------------------------------------------------------------------------


class Blast(AttackRule):
    """A hit also attacks every other model near the one hit (2D6, 4+, AP0, D1), modified by nothing."""

    text = "If it hits, a further attack (2D6, 4+, AP0, D1), modified by nothing, is made against every other model near the hit one."
    clause = "blast.trigger"
    takes_amount: ClassVar[bool] = True

    def reaches_around(self) -> float:
        return self.amount


class Mortal(AttackRule):
    """Hits are not answered with an armor roll; each inflicts D mortal wounds."""

    text = "Its hits are not answered with an armor roll; each inflicts D mortal wounds."
    clause = "mortal.no-armor"

    def hits_are_mortal(self) -> bool:
        return True


class Topple(AttackRule):
    """An unsaved hit knocks the target down."""

    text = "If at least one hit is unsaved, the target is knocked down."

    async def after_target(self, battle: Battle, strike: Strike, target: str, hit: bool, unsaved: int) -> None:
        if unsaved and battle[target].in_play:
            knock_down(battle, battle[target], f"toppled by {strike.weapon.name}", "stat.attack-special")


class Drain(AttackRule):
    """An unsaved hit fatigues the target."""

    text = "If at least one hit is unsaved, the target is fatigued."

    async def after_target(self, battle: Battle, strike: Strike, target: str, hit: bool, unsaved: int) -> None:
        if unsaved and battle[target].in_play:
            fatigue(battle, battle[target], f"being drained by {strike.weapon.name}", "stat.attack-special")


class Push(AttackRule):
    """A hit moves the target straight away from the attacker."""

    text = "If it hits, the target is moved that far straight away from the attacker."
    takes_amount: ClassVar[bool] = True

    async def after_target(self, battle: Battle, strike: Strike, target: str, hit: bool, unsaved: int) -> None:
        if hit and battle[target].in_play:
            await push_away(battle, strike.attacker, target, self.amount)


class Rapid(AttackRule):
    """One more die against a target within half the range."""

    text = "+1D6 against a target within half its range."

    def extra_dice(self, battle: Battle, strike: Strike, attacker: Model, target: Model) -> Modifier | None:
        if gap(attacker, target) <= strike.weapon.range / 2 + TOLERANCE:
            return Modifier(1, "RAPID (dice)", "stat.attack-special")
        return None


class Unwieldy(AttackRule):
    """One die less after a movement action."""

    text = "-1D6 against one target if the model has moved in this activation."

    def lost_dice(self, battle: Battle, strike: Strike, attacker: Model) -> Modifier | None:
        return Modifier(-1, "UNWIELDY (dice)", "stat.attack-special") if strike.moved else None


class Toxin(AttackRule):
    """An unsaved hit leaves a toxin counter."""

    text = "If at least one hit is unsaved, the target gets a toxin counter: 1 mortal wound in the End phase."

    async def after_target(self, battle: Battle, strike: Strike, target: str, hit: bool, unsaved: int) -> None:
        if unsaved and battle[target].in_play:
            give_toxin(battle, battle[target])


class Ignite(AttackRule):
    """A hit leaves a fire counter."""

    text = "If it hits, the target gets a fire counter: 1 hit (AP1, D1) in the End phase."

    async def after_target(self, battle: Battle, strike: Strike, target: str, hit: bool, unsaved: int) -> None:
        if hit and battle[target].in_play:
            ignite(battle, battle[target])


# -- abilities ----------------------------------------------------------------------------------------------------------


class TargetingRoutines(Ability):
    """+1 to hit for one ranged attack, bought before its hit roll."""

    key = "targeting-routines"
    name = "Targeting Routines"
    text = "Before the hit roll of its ranged attack: that attack gets +1 to hit."
    clause = "ability.targeting-routines"
    cost = 1

    def may_improve_shot(self, battle: Battle, strike: Strike, attacker: Model, split: list[tuple[str, int]]) -> bool:
        """Of several targets the later may be harder to hit once the first is resolved; one is as hard as it is now."""
        if len(split) > 1:
            return True
        modifiers = hit_modifiers(battle, strike, attacker, battle[split[0][0]])
        return one_more_helps(strike.weapon.hit, total(modifiers))

    async def improve_shot(self, battle: Battle, strike: Strike, split: list[tuple[str, int]]) -> None:
        strike.to_hit.append(Modifier(1, self.name, self.clause))


class VolleyDrill(Ability):
    """One more die against one target, for a model that has not moved in this activation."""

    key = "volley-drill"
    name = "Volley Drill"
    text = "Before the hit roll of its ranged attack, if it has not moved in this activation: +1D6 against one target."
    clause = "card.special-abilities.cp-cost"
    cost = 1

    def may_improve_shot(self, battle: Battle, strike: Strike, attacker: Model, split: list[tuple[str, int]]) -> bool:
        return not strike.moved

    async def improve_shot(self, battle: Battle, strike: Strike, split: list[tuple[str, int]]) -> None:
        strike.extra_die_at = await choose_target_of(battle, strike, split, "Volley Drill: one more die at whom?")


class Brace(Ability):
    """+1 on the dice of one armor roll made with AR."""

    key = "brace"
    name = "Brace"
    text = "Before an armor roll made with AR: +1 to the armor dice of that roll."
    clause = "card.special-abilities.cp-cost"
    cost = 1

    def may_strengthen_armor(self, battle: Battle, target: Model) -> bool:
        return True


class SelfRepair(Ability):
    """End phase: regain a wound, once per model per Round."""

    key = "self-repair"
    name = "Self-Repair"
    text = "End phase: regains 1 wound if it has fewer than its WN. Once per Round."
    clause = "card.special-abilities.cp-cost"
    cost = 1

    def may_use_at_end(self, battle: Battle, owner: Model) -> bool:
        if owner.repaired or owner.wounds >= owner.profile.wounds:
            return False
        return owner.toxin or owner.fire or battle.scenario.may_another_round_follow(battle)

    def use_at_end(self, battle: Battle, owner: Model) -> None:
        owner.repaired = True
        regain_wound(battle, owner, self.name, self.clause)


class PhaseShifter(Ability):
    key = "phase-shifter"
    name = "Phase Shifter"
    text = "Invulnerable armor 4+."
    clause = "ability.phase-shifter"
    invulnerable = 4


class DispersionShield(Ability):
    key = "dispersion-shield"
    name = "Dispersion Shield"
    text = "Invulnerable armor 4+."
    clause = "invulnerable.choice"
    invulnerable = 4


class VoidCloak(Ability):
    key = "void-cloak"
    name = "Void Cloak"
    text = "Invulnerable armor 5+."
    clause = "invulnerable.choice"
    invulnerable = 5


class AegisField(Ability):
    key = "aegis-field"
    name = "Aegis Field"
    text = "Invulnerable armor 6+."
    clause = "invulnerable.choice"
    invulnerable = 6


class StormShield(Ability):
    key = "storm-shield"
    name = "Storm Shield"
    text = "Invulnerable armor 4+; with Aegis Field it chooses one of the two for each roll."
    clause = "invulnerable.only-one"
    invulnerable = 4


class LuckyCharm(Ability):
    """Once per Round a free re-roll of one die of the model's own hit or armor roll."""

    key = "lucky-charm"
    name = "Lucky Charm"
    text = "Once per Round: re-roll one die of its hit or armor roll without paying CP."
    clause = "card.special-abilities"

    def free_reroll(self, battle: Battle, owner: Model, roller: Model) -> bool:
        return owner is roller


class Foresight(Ability):
    """Once per Round a free re-roll for the model or a friend within 6."""

    key = "foresight"
    name = "Foresight"
    text = (
        "Once per Round: re-roll one die of a hit or armor roll of this model or a friend within 6 without paying CP."
    )
    clause = "card.special-abilities"

    def free_reroll(self, battle: Battle, owner: Model, roller: Model) -> bool:
        return friendly_within(owner, roller, 6.0)


class TooAngryToDie(Ability):
    key = "too-angry-to-die"
    name = "Too Angry to Die"
    text = "+1 to its recovery rolls."
    clause = "attack.recovery.roll"

    def recovery_bonus(self) -> int:
        return 1


class Unbowed(Ability):
    key = "unbowed"
    name = "Unbowed"
    text = "+1 to the leader's recovery rolls."
    clause = "warband.leader-bonus"

    def recovery_bonus(self) -> int:
        return 1


class Zeal(Ability):
    """+1 to own nerve tests while another friend is within 3."""

    key = "zeal"
    name = "Zeal"
    text = "+1 to its nerve tests while another friendly model is within 3."
    clause = "nerve.test"

    def nerve_modifier(self, battle: Battle, owner: Model, tested: Model) -> Modifier | None:
        if owner is tested:
            for friend in battle.friends_of(tested):
                if within(friend, tested, 3.0):
                    return Modifier(1, self.name, self.clause)
        return None


class EmberIcon(Ability):
    key = "ember-icon"
    name = "Ember Icon"
    text = "+1 to nerve tests of friendly models within 6, itself included."
    clause = "nerve.test"

    def nerve_modifier(self, battle: Battle, owner: Model, tested: Model) -> Modifier | None:
        if friendly_within(owner, tested, 6.0):
            return Modifier(1, self.name, self.clause)
        return None


class Terror(Ability):
    key = "terror"
    name = "Terror"
    text = "-1 to nerve tests of enemies within 3."
    clause = "nerve.test"

    def nerve_modifier(self, battle: Battle, owner: Model, tested: Model) -> Modifier | None:
        if owner.side != tested.side and within(owner, tested, 3.0):
            return Modifier(-1, self.name, self.clause)
        return None


class BurningWords(Ability):
    key = "burning-words"
    name = "Burning Words"
    text = "Friendly models within 6 of the leader may use its NE in nerve tests."
    clause = "warband.leader-bonus"

    def lends_nerve(self, battle: Battle, owner: Model, tested: Model) -> bool:
        return friendly_within(owner, tested, 6.0)


class MindWard(Ability):
    key = "mind-ward"
    name = "Mind Ward"
    text = "Friendly models within 6, itself included, pass forced nerve tests on 2+."
    clause = "nerve.test"

    def steadies(self, battle: Battle, owner: Model, tested: Model) -> bool:
        return friendly_within(owner, tested, 6.0)


class DreadVisage(Ability):
    key = "dread-visage"
    name = "Dread Visage"
    text = "An enemy that wants to charge this model first takes a nerve test; failed, it may not in this activation."
    clause = "nerve.test"

    def frightens_chargers(self) -> bool:
        return True


class Wail(Ability):
    """At the start of its activation an enemy it sees within 6 tests its nerve or is fatigued."""

    key = "wail"
    name = "Wail"
    text = "At the start of its activation, if standing: one enemy within 6 it sees takes a nerve test and is fatigued if it fails."
    clause = "card.special-abilities"

    async def on_activation(self, battle: Battle, owner: str) -> None:
        model = battle[owner]
        if model.knocked_down:
            return
        options = []
        for enemy in battle.enemies_of(model):
            why = "it is fatigued already" if enemy.fatigued else out_of_command(battle, model, enemy)
            label, attempt = f"Wail at {enemy.name}", ("wail", enemy.key)
            options.append(
                Option(enemy.key, enemy.key, label, self.clause, why, (enemy.key,), attempt=attempt, does=self.text)
            )
        if not any([option.available for option in options]):
            return
        options.append(Option("nobody", "", "Do not wail", self.clause, declines=True))
        target = await Choose(model.side, f"{model.name} wails: at whom?", options, self.clause, (owner,))
        if target and not await nerve_test(battle, target, f"{battle[owner].name}'s wail", "nerve.test", forced=True):
            fatigue(battle, battle[target], "failing its nerve test", self.clause)


class ChainOfCommand(Ability):
    key = "chain-of-command"
    name = "Chain of Command"
    text = "Start phase: 1 CP more while the leader is in play."
    clause = "start.command-points"

    def extra_command_points(self) -> int:
        return 1


class Skitter(Ability):
    key = "skitter"
    name = "Skitter"
    text = "Obstacles cost it 0 instead of 2 to cross; climbing costs it 1 per inch."
    clause = "terrain.obstacle.cross"

    def moves_as(self) -> str:
        return SKITTER


ATTACK_RULES: Final[dict[str, type[AttackRule]]] = {
    "BLAST": Blast,
    "MORTAL": Mortal,
    "TOPPLE": Topple,
    "DRAIN": Drain,
    "PUSH": Push,
    "RAPID": Rapid,
    "UNWIELDY": Unwieldy,
    "TOXIN": Toxin,
    "IGNITE": Ignite,
}


def _by_name(*abilities: Ability) -> dict[str, Ability]:
    return {ability.name: ability for ability in abilities}


ABILITIES: Final[dict[str, Ability]] = _by_name(
    TargetingRoutines(),
    VolleyDrill(),
    Brace(),
    SelfRepair(),
    PhaseShifter(),
    DispersionShield(),
    VoidCloak(),
    AegisField(),
    StormShield(),
    LuckyCharm(),
    Foresight(),
    TooAngryToDie(),
    Unbowed(),
    Zeal(),
    EmberIcon(),
    Terror(),
    BurningWords(),
    MindWard(),
    DreadVisage(),
    Wail(),
    ChainOfCommand(),
    Skitter(),
)
"""Abilities have no state of their own: one of each serves every card."""
