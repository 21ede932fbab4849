"""One blow at one target: hit roll, wounds, recovery roll; whom a blast catches and who may strike back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from vanguard.core.attacks.rerolls import RerollWindow
from vanguard.core.questions import Choose, Option
from vanguard.core.telling.events import Modifier, counted
from vanguard.core.telling.pictures import MELEE, RANGED
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_vanguard.armor import armor_roll
from vanguard.rulebooks.killteam_vanguard.atoms import fatigue, lose_wounds, recover, remove
from vanguard.rulebooks.killteam_vanguard.dice_rolls import (
    PoolRule,
    single_die,
    single_shown,
    succeeds,
    total,
)
from vanguard.rulebooks.killteam_vanguard.line_of_sight import sees
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model, within
from vanguard.rulebooks.killteam_vanguard.strikes import (
    BLAST,
    CLAUSES_OF_WAYS,
    RETALIATION,
    Strike,
    hit_modifiers,
)

if TYPE_CHECKING:
    from vanguard.rulebooks.killteam_vanguard.profiles import Weapon

RECOVERY: Final = 4


def target_question(battle: Battle, attacker: str, left: Sequence[tuple[str, int]]) -> Choose[int]:
    """The attacker chooses the order of targets."""
    options = [
        Option(key, i, f"{battle[key].name} ({counted(dice, 'die', 'dice')})", about=(key,))
        for i, (key, dice) in enumerate(left)
    ]
    prompt = "Which target is resolved next?"
    return Choose(battle[attacker].side, prompt, options, "attack.split.one-target-at-a-time", (attacker,))


# -- hit roll -----------------------------------------------------------------------------------------------------------


def tell_declared(battle: Battle, strike: Strike, target: str) -> None:
    weapon = strike.weapon
    battle.note(
        f"{strike.way} declared", CLAUSES_OF_WAYS[strike.way], (strike.attacker, target),
        attacker=battle[strike.attacker].name, target=battle[target].name, weapon=weapon.name,
        way=MELEE if weapon.melee else RANGED,
    )  # fmt: skip


def hit_pool(battle: Battle, strike: Strike, target_key: str, dice: int) -> RerollWindow:
    """So many attack dice; each die that reaches Hit after modifiers is a hit."""
    attacker, target = battle[strike.attacker], battle[target_key]
    modifiers = hit_modifiers(battle, strike, attacker, target)
    who = f"{attacker.key}>{target_key}"
    pool = PoolRule(battle, attacker, "hit", who, "attack.hit-roll", strike.weapon.hit, modifiers)
    pool.about = (strike.attacker, target_key)
    pool.harms = target.side == attacker.side
    return pool.thrown(battle, dice)


# -- wounds and recovery ------------------------------------------------------------------------------------------------


async def suffer(battle: Battle, key: str, wounds: int, was_down: bool, clause: str) -> None:
    """All wounds at once; at 0 or fewer a recovery roll, unless the model was already knocked down."""
    if wounds <= 0:
        return
    model = battle[key]
    excess = wounds - model.wounds
    lose_wounds(battle, model, wounds, clause)
    if model.wounds > 0:
        return
    if was_down:
        remove(battle, model, "it was already knocked down", "attack.recovery.already-knocked-down")
        return
    await recovery_roll(battle, key, excess)


def recovery_modifiers(model: Model, excess: int) -> list[Modifier]:
    """The wounds suffered beyond those it had, and what a card adds."""
    modifiers: list[Modifier] = []
    if excess > 0:
        modifiers.append(Modifier(-excess, "excess wounds", "attack.recovery.excess-modifier"))
    for ability in model.profile.abilities:
        if ability.recovery_bonus():
            modifiers.append(Modifier(ability.recovery_bonus(), ability.name, "card.special-abilities"))
    return modifiers


async def recovery_roll(battle: Battle, key: str, excess: int) -> None:
    """4+ on one die, less the wounds suffered beyond those it had."""
    model = battle[key]
    modifiers = recovery_modifiers(model, excess)
    [face] = await single_die(model, "recovery", "attack.recovery.roll", RECOVERY, total(modifiers))
    passed = succeeds(face, RECOVERY, total(modifiers))
    battle.note(
        "recovery passed" if passed else "recovery failed", "attack.recovery.roll", (key,),
        single_shown("Recovery roll", model.side, face, passed, RECOVERY, modifiers),
        model=model.name, face=face,
    )  # fmt: skip
    if passed:
        recover(battle, model)
    else:
        remove(battle, model, "its recovery roll failed", "attack.recovery.fail")


# -- wounding outside of combat ------------------------------------------------------------------------------------------


async def hits_outside_combat(battle: Battle, key: str, hits: int, ap: int, source: str) -> int:
    """Hits that no attack makes: an armor roll without attack modifiers, D1 each. Returns the wounds suffered."""
    was_down = battle[key].knocked_down
    piercing = [Modifier(-ap, f"AP{ap}", "attack.armor-roll.ap")] if ap else []
    unsaved = await armor_roll(battle, key, source, hits, piercing)
    await suffer(battle, key, unsaved, was_down, "outside-combat.recovery")
    return unsaved


# -- blast ----------------------------------------------------------------------------------------------------------------


def caught_in_blast(battle: Battle, strike: Strike, hit: Model) -> list[str]:
    """Every other model within reach of the hit one, friend and foe alike, measured when the hit roll is complete."""
    reach = 0.0
    for rule in strike.weapon.rules:
        reach = max(reach, rule.reaches_around())
    if reach <= 0.0 or strike.way == BLAST:
        return []
    return [model.key for model in battle.everybody() if model is not hit and within(model, hit, reach)]


_BLAST_WEAPON: list[Weapon] = []


def blast_weapon() -> Weapon:
    """The printed profile of the further attacks: 2D6, 4+, AP0, D1, and no special rule."""
    if not _BLAST_WEAPON:
        from vanguard.rulebooks.killteam_vanguard.profiles import Weapon as Profiled

        _BLAST_WEAPON.append(Profiled("blast", "the blast", False, 0.0, 2, 4, 0, 1))
    return _BLAST_WEAPON[0]


def blast_question(battle: Battle, attacker: str, left: Sequence[str]) -> Choose[int]:
    """The attacker chooses the order."""
    options = [Option(key, i, battle[key].name, about=(key,)) for i, key in enumerate(left)]
    prompt = "Which model does the blast strike next?"
    return Choose(battle[attacker].side, prompt, options, "blast.timing", (attacker,))


# -- retaliation ----------------------------------------------------------------------------------------------------------


def may_retaliate(battle: Battle, model: Model) -> bool:
    """In play, standing, and able to pay with fatigue: neither fatigued nor already spending its fatigue."""
    if not model.in_play or model.knocked_down or model.fatigued:
        return False
    activation = battle.activation
    if activation is not None and activation.model == model.key:
        return not activation.fatigue_used and not activation.again
    return True


def melee_attacks_at(battle: Battle, model: Model, target: Model) -> list[Weapon]:
    """The melee attacks of the model that reach a target it sees."""
    distance = gap(model, target)
    found = [weapon for weapon in model.profile.melee if distance <= weapon.range + TOLERANCE]
    return found if found and sees(battle, model, target) else []


def retaliation_question(battle: Battle, key: str, attacker_key: str) -> Choose[int] | None:
    """With which melee attack, by its number, the target strikes back, negative for none; None if it has none to."""
    model = battle[key]
    weapons = melee_attacks_at(battle, model, battle[attacker_key])
    if not weapons:
        return None
    options: list[Option[int]] = [Option("decline", -1, "Do not retaliate", "retaliate.who", declines=True)]
    for weapon in weapons:
        number = model.profile.melee.index(weapon)
        attempt = ("attack", RETALIATION, key, attacker_key, weapon.key)
        about = (attacker_key,)
        options.append(Option(weapon.key, number, weapon.line(), "retaliate.attack", about=about, attempt=attempt))
    prompt = f"Does {model.name} retaliate against {battle[attacker_key].name}?"
    return Choose(model.side, prompt, options, "retaliate.who", (key, attacker_key))


def fatigue_by_retaliating(battle: Battle, key: str) -> None:
    if battle[key].in_play:
        fatigue(battle, battle[key], "retaliating", "retaliate.fatigues")
