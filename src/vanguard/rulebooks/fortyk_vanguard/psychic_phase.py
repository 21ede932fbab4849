"""THE PSYCHIC PHASE: Psychic tests, Perils of the Warp, Deny the Witch, and the powers."""

from __future__ import annotations

from typing import Final

from vanguard.core.events import DiceShown
from vanguard.core.questions import Choose, Option, Roll
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE, within
from vanguard.rulebooks.fortyk_vanguard.damage import destroy, hurt_everybody_near, suffer_damage, suffer_mortal_wounds
from vanguard.rulebooks.fortyk_vanguard.dice import roll_quantity
from vanguard.rulebooks.fortyk_vanguard.placing import put, setting_up
from vanguard.rulebooks.fortyk_vanguard.profiles import CHARACTER, CORE, PsychicPower, Quantity
from vanguard.rulebooks.fortyk_vanguard.selecting import Reason, select_next
from vanguard.rulebooks.fortyk_vanguard.special_rules import rules_of
from vanguard.rulebooks.fortyk_vanguard.state import (
    BROKE_OUT,
    COMMAND,
    FELL_BACK,
    MANIFESTED,
    ON_TABLE,
    PSYCHIC,
    REPOSITIONED,
    Battle,
    Effect,
    Model,
    other,
)
from vanguard.rulebooks.fortyk_vanguard.stratagems import re_roll_sum

SMITE: Final = "smite"
STRONG: Final = 11
DENY_REACH: Final = 24.0
PERILS_REACH: Final = 6.0
JUMP_DISTANCE: Final = 9.0
PERILOUS: Final[dict[tuple[int, ...], str]] = {(1, 1): ", Perils of the Warp", (6, 6): ", Perils of the Warp"}
"""The Psychic tests that cause Perils (core.psychic.perils), and how whoever may re-roll them is told."""
D3: Final = Quantity(0, 1, 3)
D6: Final = Quantity(0, 1, 6)

CORE_ONLY: Final = ("da-jump",)
CHARACTERS_ONLY: Final = ("fists-of-gork",)
CORE_OR_CHARACTER: Final = ("hallowed-fury",)
STRONGER_AT_ELEVEN: Final = (SMITE, "fists-of-gork")
UNTIL_OWN_TURN: Final = ("nightshroud", "terrifying-visions")
"""Powers that end at the start of the caster's next turn; the others last until its next Psychic phase."""


# -- who manifests ------------------------------------------------------------------------------------------------------------------


def psykers(battle: Battle, seat: int) -> list[Model]:
    return [it for it in battle.of(seat) if it.profile.psyker is not None and not it.did(MANIFESTED)]


def why_not_manifest(battle: Battle, model: Model) -> Reason:
    if model.profile.psyker is None:
        return ("it is no PSYKER", "core.psychic.select")
    if model.did(MANIFESTED):
        return ("it has manifested its powers", "core.psychic.select")
    if model.moved == FELL_BACK or model.did(BROKE_OUT):
        return ("it Fell Back this turn", "core.psychic.select")
    against = [why_not_power(battle, model, power) for power in known_powers(model)]
    if not all([why[0] for why in against]):
        return ("", "")
    if all([why[1] == "core.psychic.same-power-once" for why in against]):
        return ("it has no power left to attempt", "core.psychic.same-power-once")
    return ("nobody is where one of its powers could affect them", "core.psychic.number-of-powers")


def known_powers(model: Model) -> tuple[PsychicPower, ...]:
    psyker = model.profile.psyker
    return () if psyker is None else psyker.known


def why_not_power(battle: Battle, model: Model, power: PsychicPower) -> Reason:
    """Each power once per battle round by one army, Smite once per round by one PSYKER; and there must be a target."""
    tried = battle.powers_attempted[model.seat]
    if (f"{SMITE} {model.key}" if power.key == SMITE else power.key) in tried:
        return ("it was attempted this battle round already", "core.psychic.same-power-once")
    if not targets_of(battle, model, power):
        return ("nobody it could affect", "core.psychic.number-of-powers")
    return ("", "")


async def next_to_manifest(battle: Battle) -> bool:
    seat = battle.turn
    key = await select_next(
        battle, seat, psykers(battle, seat), why_not_manifest, "Psychic phase", "manifest powers", "core.psychic.select"
    )
    if not key:
        return False
    model = battle[key]
    model.flags |= MANIFESTED
    psyker = model.profile.psyker
    assert psyker is not None
    while model.fate == ON_TABLE and model.powers_tried < psyker.powers_per_phase:
        options: list[Option[str]] = [Option("done", "", "No more powers", declines=True)]
        for power in psyker.known:
            why, clause = why_not_power(battle, model, power)
            label = f"{power.name} (warp charge {warp_charge(battle, model, power)})"
            options.append(Option(power.key, power.key, label, clause, why, attempt=("power", key, power.key)))
        chosen = await Choose(seat, f"{model.name}: which power?", options, "core.psychic.number-of-powers", (key,))
        if not chosen:
            break
        await manifest(battle, model, next(power for power in psyker.known if power.key == chosen))
    return True


def warp_charge(battle: Battle, model: Model, power: PsychicPower) -> int:
    """Smite gets harder with every attempt of the army this phase (core.psychic.smite-gets-harder)."""
    return power.warp_charge + (battle.smites[model.seat] if power.key == SMITE else 0)


# -- manifesting ----------------------------------------------------------------------------------------------------------------------


async def manifest(battle: Battle, model: Model, power: PsychicPower) -> None:
    """The Psychic test, Perils, the attempt to deny it, then what the power does."""
    seat = model.seat
    needed = warp_charge(battle, model, power)
    note_attempt(battle, model, power)
    clause = "core.psychic.test"
    about = (model.key,)
    rolled = tuple(
        await Roll(
            seat, 2, f"psychic {model.key}", clause, prompt=f"{model.name}: {power.name}", about=about, alike=sum
        )
    )
    told = f"Psychic test for {power.name}: {sum(rolled)} ({needed} needed{PERILOUS.get(rolled, '')}). Re-roll it?"
    short = sum(rolled) < needed or rolled in PERILOUS or could_be_better(battle, model, power, sum(rolled))
    faces = await re_roll_sum(battle, seat, rolled, "Psychic test", told, about, short, sum, needed)
    total = sum(faces)
    if battle.heard:
        mark = "hit" if total >= needed else "miss"
        dice = DiceShown("Psychic test", seat, faces, (mark, mark), f"{needed}+")
        battle.note("psychic-test", clause, about, dice, who=model.name, power=power.name, n=total, needed=needed)
    if faces in PERILOUS and await _perils(battle, model):
        return
    if total < needed:
        return
    if await _denied(battle, model, power, total):
        return
    await resolve_power(battle, model, power, total)


def could_be_better(battle: Battle, model: Model, power: PsychicPower, total: int) -> bool:
    """A test that is passed could be stronger, or harder to deny; otherwise nobody is asked to re-roll it."""
    return (total < STRONG and power.key in STRONGER_AT_ELEVEN) or bool(deniers(battle, model))


def note_attempt(battle: Battle, model: Model, power: PsychicPower) -> None:
    model.powers_tried += 1
    tried = [*battle.powers_attempted]
    tried[model.seat] = (*tried[model.seat], f"{SMITE} {model.key}" if power.key == SMITE else power.key)
    battle.powers_attempted = (tried[0], tried[1])
    if power.key == SMITE:
        smites = list(battle.smites)
        smites[model.seat] += 1
        battle.smites = (smites[0], smites[1])


async def _perils(battle: Battle, model: Model) -> bool:
    """Perils of the Warp: D3 mortal wounds; true if it destroys the PSYKER, which hurts everybody near."""
    clause = "core.psychic.perils"
    amount = await roll_quantity(
        battle, model.seat, D3, f"perils {model.key}", clause, "Perils of the Warp", (model.key,)
    )
    battle.note("perils", clause, (model.key,), who=model.name, n=amount)
    await suffer_damage(battle, model.key, amount, clause)
    if model.wounds > 0:
        return False
    await hurt_everybody_near(battle, model, PERILS_REACH, D3, "core.psychic.perils-death")
    await destroy(battle, model.key)
    return True


def deniers(battle: Battle, caster: Model) -> list[Model]:
    """The enemy's PSYKERS that may attempt to deny a power of this one."""
    return [
        it
        for it in battle.of(other(caster.seat))
        if it.profile.psyker is not None
        and it.denies_tried < it.profile.psyker.denies_per_phase
        and within(it.base, caster.base, DENY_REACH)
    ]


async def _denied(battle: Battle, caster: Model, power: PsychicPower, total: int) -> bool:
    """Deny the Witch: one PSYKER within 24" may try once to beat the Psychic test."""
    seat = other(caster.seat)
    able = deniers(battle, caster)
    if not able:
        return False
    options: list[Option[str]] = [Option("no", "", "Let it happen", declines=True)]
    options += [Option(it.key, it.key, f"{it.name} denies it", about=(it.key,)) for it in able]
    prompt = f"{caster.name} manifests {power.name} with {total}. Deny it?"
    key = await Choose(seat, prompt, options, "core.psychic.deny", (caster.key,))
    if not key:
        return False
    denier = battle[key]
    denier.denies_tried += 1
    bonus = sum([rule.deny_bonus(battle, denier, caster) for rule in rules_of(denier)])
    rolled = tuple(
        await Roll(seat, 2, f"deny {key}", "core.psychic.deny", prompt=f"{denier.name} denies", about=(key,), alike=sum)
    )
    told = f"Deny the Witch: {sum(rolled) + bonus}, more than {total} is needed. Re-roll it?"
    needed = total + 1 - bonus
    faces = await re_roll_sum(battle, seat, rolled, "Deny the Witch", told, (key,), sum(rolled) < needed, sum, needed)
    denied = sum(faces) + bonus > total
    if battle.heard:
        dice = DiceShown("Deny the Witch", seat, faces, ("hit" if denied else "miss",) * 2, f"more than {total}")
        message = "denies" if denied else "fails-to-deny"
        battle.note(message, "core.psychic.deny", (key,), dice, who=denier.name, n=sum(faces) + bonus, needed=total)
    return denied


# -- what powers do -------------------------------------------------------------------------------------------------------------------


def targets_of(battle: Battle, caster: Model, power: PsychicPower) -> list[Model]:
    """Whom a power could affect now."""
    if power.key == SMITE:
        return closest_visible(battle, caster, power.reach)
    found: list[Model] = []
    for model in battle.models:
        if model.fate != ON_TABLE or (model.seat == caster.seat) == power.on_enemy:
            continue
        if not _fits(model, power) or not within(caster.base, model.base, power.reach):
            continue
        if not power.needs_sight or battle.sees(caster.base, model):
            found.append(model)
    return found


def _fits(model: Model, power: PsychicPower) -> bool:
    profile = model.profile
    if power.key in CORE_ONLY:
        return profile.is_(CORE)
    if power.key in CHARACTERS_ONLY:
        return profile.is_(CHARACTER)
    if power.key in CORE_OR_CHARACTER:
        return profile.is_(CORE) or profile.is_(CHARACTER)
    return True


def closest_visible(battle: Battle, model: Model, reach: float) -> list[Model]:
    """The closest visible enemy within a reach, or several that are equally close; Look Out, Sir does not matter."""
    near = [
        (gap(model.base, it.base), it) for it in battle.enemies_of(model.seat) if within(model.base, it.base, reach)
    ]
    near.sort(key=lambda pair: pair[0])
    found: list[Model] = []
    best = -1.0
    for distance, enemy in near:
        if found and distance > best + TOLERANCE:
            break
        if battle.sees(model.base, enemy):
            if not found:
                best = distance
            found.append(enemy)
    return found


async def pick(battle: Battle, seat: int, prompt: str, targets: list[Model], clause: str) -> Model | None:
    """One of some models: the player resolving the rule picks (core.concept.closest-tie)."""
    if len(targets) < 2:
        return targets[0] if targets else None
    options = [Option(it.key, it.key, it.name, about=(it.key,)) for it in targets]
    return battle[await Choose(seat, prompt, options, clause)]


def clause_of(power: PsychicPower) -> str:
    return "core.psychic.smite" if power.key == SMITE else f"faction.{power.key}"


async def resolve_power(battle: Battle, caster: Model, power: PsychicPower, total: int) -> None:
    clause = clause_of(power)
    target = await pick(battle, caster.seat, f"{power.name}: at whom?", targets_of(battle, caster, power), clause)
    if target is None:
        return
    about = (caster.key, target.key)
    battle.note("manifests", clause, about, who=caster.name, power=power.name, target=target.name)
    if power.key == SMITE:
        await _smite(battle, caster, target, total)
    elif power.key == "eadbanger":
        await _bang_heads(battle, caster, target)
    elif power.key == "da-jump":
        await _jump(battle, target)
    else:
        amount = _fists(total) if power.key == "fists-of-gork" else 1
        until = COMMAND if power.key in UNTIL_OWN_TURN else PSYCHIC
        battle.effects = (*battle.effects, Effect(power.key, target.key, caster.seat, until, amount))


async def _smite(battle: Battle, caster: Model, target: Model, total: int) -> None:
    """D3 mortal wounds, or D6 if the Psychic test was 11 or more."""
    quantity, told = D6 if total >= STRONG else D3, f"mortal {target.key}"
    clause, about = "core.psychic.smite", (caster.key, target.key)
    wounds = await roll_quantity(battle, caster.seat, quantity, told, clause, "Smite", about)
    await suffer_mortal_wounds(battle, target.key, wounds, clause)


async def _bang_heads(battle: Battle, caster: Model, target: Model) -> None:
    """A die higher than the Toughness of the target causes D6 mortal wounds."""
    clause, about = "faction.eadbanger", (caster.key, target.key)
    seat, name, toughness = caster.seat, "'Eadbanger", target.profile.toughness
    [face] = await Roll(seat, 1, f"bang {target.key}", clause, prompt=name, about=about)
    bangs = face > toughness
    dice = DiceShown(name, seat, (face,), ("hit" if bangs else "miss",), f"more than {toughness}")
    message = "bangs" if bangs else "resists"
    battle.note(message, clause, about, dice, who=target.name, n=face, needed=toughness)
    if bangs:
        wounds = await roll_quantity(battle, seat, D6, f"mortal {target.key}", clause, name, about)
        await suffer_mortal_wounds(battle, target.key, wounds, clause)


def _fists(total: int) -> int:
    """+2 Strength and Attacks, or +3 if the Psychic test was 11 or more (faction.fists-of-gork)."""
    return 3 if total >= STRONG else 2


async def _jump(battle: Battle, model: Model) -> None:
    """Set up again more than 9" from every enemy; it counts as having moved (core.move.repositioned)."""
    clause = "faction.da-jump"
    placing = setting_up(battle, model, clause, far_from_enemies=JUMP_DISTANCE)
    if placing.any_spot() is None:
        return
    put(model, await placing.ask(model.seat, f"Where does {model.name} appear?", clause, (model.key,)))
    model.flags |= REPOSITIONED
    battle.note("appears", "core.move.repositioned", (model.key,), who=model.name, path=((model.base.x, model.base.y),))


def begin_psychic_phase(battle: Battle) -> None:
    """What PSYKERS may do is counted anew each phase."""
    battle.smites = (0, 0)
    for model in battle.models:
        if model.profile.psyker is not None:
            model.powers_tried = 0
            model.denies_tried = 0
