"""THE PSYCHIC PHASE: Psychic tests, Perils of the Warp, Deny the Witch, and the powers."""

from __future__ import annotations

from typing import Final

from vanguard.core.attacks.courses import AskPart, Course, Part
from vanguard.core.attacks.undertakings import Asked, Settled, see_through
from vanguard.core.questions import Choose, Option, Roll
from vanguard.core.telling.events import DiceShown, Modifier
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
from vanguard.rulebooks.fortyk_vanguard.sum_tests import SumTest

SMITE: Final = "smite"
STRONG: Final = 11
HIGHEST: Final = 12
"""The highest sum of two dice."""
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
        return ("not a PSYKER", "core.psychic.select")
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
            options.append(
                Option(power.key, power.key, label, clause, why, attempt=("power", key, power.key), does=power.text)
            )
        chosen = await Choose(seat, f"{model.name}: which power?", options, "core.psychic.number-of-powers", (key,))
        if not chosen:
            break
        await manifest(battle, model, next(power for power in psyker.known if power.key == chosen))
        if battle.destroyed_armies():
            break
    return True


def warp_charge(battle: Battle, model: Model, power: PsychicPower) -> int:
    """Smite gets harder with every attempt of the army this phase (core.psychic.smite-gets-harder)."""
    return power.warp_charge + (battle.smites[model.seat] if power.key == SMITE else 0)


# -- manifesting ----------------------------------------------------------------------------------------------------------------------


async def manifest(battle: Battle, model: Model, power: PsychicPower) -> None:
    """The Psychic test, Perils, the attempt to deny it, then what the power does."""
    needed = warp_charge(battle, model, power)
    note_attempt(battle, model, power)
    await see_through(battle, Course(PsychicTest(model, power, needed)))


class PsychicTest(SumTest):
    """Two dice for the power; a double 1 or a double 6 brings Perils of the Warp."""

    __slots__ = ("caster", "power")

    def __init__(self, caster: Model, power: PsychicPower, needed: int) -> None:
        super().__init__((caster.key, power.key), caster.seat, "Psychic test", (caster.key,), needed)
        self.caster = caster.key
        self.power = power

    def asks(self, battle: Battle) -> Roll:
        prompt = f"{battle[self.caster].name}: {self.power.name}"
        return Roll(self.seat, 2, f"psychic {self.caster}", "core.psychic.test", prompt=prompt, about=self.about)

    def told(self, battle: Battle, faces: tuple[int, ...]) -> str:
        perilous = PERILOUS.get(faces, "")
        return f"Psychic test for {self.power.name}: {sum(faces)} ({self.needed} needed{perilous}). Re-roll it?"

    def is_short(self, battle: Battle, faces: tuple[int, ...]) -> bool:
        total = sum(faces)
        return (
            total < self.needed or faces in PERILOUS or could_be_better(battle, battle[self.caster], self.power, total)
        )

    def settled(self, battle: Battle, faces: tuple[int, ...]) -> tuple[Part, ...]:
        total = sum(faces)
        denial = (Denial(self.caster, self.power, total),) if total >= self.needed else ()
        return (Perils(self.caster, denial),) if faces in PERILOUS else denial

    def tell_settled(self, battle: Battle, faces: tuple[int, ...]) -> None:
        total = sum(faces)
        dice = DiceShown("Psychic test", self.seat, faces, needed=f"{self.needed}+ in all")
        battle.note(
            "psychic-test", "core.psychic.test", self.about, dice,
            who=battle[self.caster].name, power=self.power.name, n=total, needed=self.needed,
        )  # fmt: skip


def could_be_better(battle: Battle, model: Model, power: PsychicPower, total: int) -> bool:
    """A test that is passed could be stronger, or harder to deny; otherwise nobody is asked to re-roll it."""
    return (total < STRONG and strength_matters(battle, model, power)) or bool(deniers(battle, model))


def strength_matters(battle: Battle, model: Model, power: PsychicPower) -> bool:
    """Would a test of 11 or more do more? Whoever has one wound left dies of any Smite."""
    if power.key != SMITE:
        return power.key in STRONGER_AT_ELEVEN
    return any([it.wounds > 1 or it.profile.ignore_wounds for it in targets_of(battle, model, power)])


def note_attempt(battle: Battle, model: Model, power: PsychicPower) -> None:
    model.powers_tried += 1
    tried = [*battle.powers_attempted]
    tried[model.seat] = (*tried[model.seat], f"{SMITE} {model.key}" if power.key == SMITE else power.key)
    battle.powers_attempted = (tried[0], tried[1])
    if power.key == SMITE:
        smites = list(battle.smites)
        smites[model.seat] += 1
        battle.smites = (smites[0], smites[1])


class Perils(Part):
    """Perils of the Warp: D3 mortal wounds; a PSYKER whom they destroy hurts everybody near, and the power is lost."""

    __slots__ = ("caster", "survived")

    def __init__(self, caster: str, survived: tuple[Part, ...]) -> None:
        super().__init__(("perils", caster, *[part.key for part in survived]))
        self.caster = caster
        self.survived = survived
        """What comes next if it survives."""

    async def resolve(self, battle: Battle, course: Course) -> None:
        clause = "core.psychic.perils"
        model = battle[self.caster]
        about = (model.key,)
        amount = await roll_quantity(battle, model.seat, D3, f"perils {model.key}", clause, "Perils of the Warp", about)
        battle.note("perils", clause, about, who=model.name, n=amount)
        await suffer_damage(battle, model.key, amount, clause)
        if model.wounds > 0:
            course.first(*self.survived)
            return
        await hurt_everybody_near(battle, model, PERILS_REACH, D3, "core.psychic.perils-death")
        await destroy(battle, model.key)


def deniers(battle: Battle, caster: Model) -> list[Model]:
    """The enemy's PSYKERS that may attempt to deny a power of this one."""
    return [
        it
        for it in battle.of(other(caster.seat))
        if it.profile.psyker is not None
        and it.denies_tried < it.profile.psyker.denies_per_phase
        and within(it.base, caster.base, DENY_REACH)
    ]


def deny_modifiers(battle: Battle, denier: Model, caster: Model) -> list[Modifier]:
    """What is added to its roll to deny a power of this caster."""
    found: list[Modifier] = []
    for rule in rules_of(denier):
        bonus = rule.deny_bonus(battle, denier, caster)
        if bonus:
            found.append(Modifier(bonus, denier.profile.ability(rule.key).name, rule.clause))
    return found


def deny_bonus(battle: Battle, denier: Model, caster: Model) -> int:
    return sum([modifier.amount for modifier in deny_modifiers(battle, denier, caster)])


class PassedTest(AskPart):
    """A power whose Psychic test was passed with so much."""

    __slots__ = ("caster", "power", "total")

    def __init__(self, caster: str, power: PsychicPower, total: int) -> None:
        super().__init__((type(self).__name__, caster, power.key, total))
        self.caster = caster
        self.power = power
        self.total = total

    def asks(self, battle: Battle) -> Asked:
        return None


class Denial(PassedTest):
    """Deny the Witch: one PSYKER within 24" may try once to beat the Psychic test."""

    __slots__ = ()

    def asks(self, battle: Battle) -> Choose[str] | Settled:
        """Who denies it; nobody is asked of whom no roll would be enough."""
        caster = battle[self.caster]
        able = [it for it in deniers(battle, caster) if HIGHEST + deny_bonus(battle, it, caster) > self.total]
        if not able:
            return Settled("")
        options: list[Option[str]] = [Option("no", "", "Let it happen", declines=True)]
        for it in able:
            attempt = ("deny", it.key, caster.key, self.power.key, self.total)
            options.append(Option(it.key, it.key, f"{it.name} denies it", about=(it.key,), attempt=attempt))
        prompt = f"{caster.name} manifests {self.power.name} with {self.total}. Deny it?"
        about = (caster.key, *[it.key for it in targets_of(battle, caster, self.power)[:1]])
        return Choose(other(caster.seat), prompt, options, "core.psychic.deny", about)

    def after(self, battle: Battle, key: str) -> tuple[Part, ...]:
        if not key:
            return self.manifested()
        return DenialTried(key), self.test_of(battle, key)

    def test_of(self, battle: Battle, key: str) -> DenyTest:
        return DenyTest(self, battle[key], deny_bonus(battle, battle[key], battle[self.caster]))

    def manifested(self) -> tuple[Part, ...]:
        return (Manifested(self.caster, self.power, self.total),)


class DenialTried(Part):
    """Each PSYKER denies so often a phase."""

    __slots__ = ("denier",)

    def __init__(self, denier: str) -> None:
        super().__init__(("denial tried", denier))
        self.denier = denier

    async def resolve(self, battle: Battle, course: Course) -> None:
        battle[self.denier].denies_tried += 1


class DenyTest(SumTest):
    """More than the Psychic test denies the power."""

    __slots__ = ("bonus", "denial", "denier")

    def __init__(self, denial: Denial, denier: Model, bonus: int) -> None:
        needed = denial.total + 1 - bonus
        super().__init__((denial.key, denier.key), denier.seat, "Deny the Witch", (denier.key,), needed)
        self.denial = denial
        self.denier = denier.key
        self.bonus = bonus

    def asks(self, battle: Battle) -> Roll:
        prompt = f"{battle[self.denier].name} denies"
        return Roll(self.seat, 2, f"deny {self.denier}", "core.psychic.deny", prompt=prompt, about=self.about)

    def told(self, battle: Battle, faces: tuple[int, ...]) -> str:
        return f"Deny the Witch: {sum(faces) + self.bonus}, more than {self.denial.total} is needed. Re-roll it?"

    def settled(self, battle: Battle, faces: tuple[int, ...]) -> tuple[Part, ...]:
        return () if sum(faces) >= self.needed else self.denial.manifested()

    def tell_settled(self, battle: Battle, faces: tuple[int, ...]) -> None:
        denied = sum(faces) >= self.needed
        beaten = self.denial.total
        added = deny_modifiers(battle, battle[self.denier], battle[self.denial.caster])
        dice = DiceShown("Deny the Witch", self.seat, faces, (), f"more than {beaten} in all", added)
        battle.note(
            "denies" if denied else "fails-to-deny", "core.psychic.deny", self.about, dice,
            who=battle[self.denier].name, n=sum(faces) + self.bonus, needed=beaten,
        )  # fmt: skip


class Manifested(PassedTest):
    """The power comes to be."""

    __slots__ = ()

    async def resolve(self, battle: Battle, course: Course) -> None:
        await resolve_power(battle, battle[self.caster], self.power, self.total)


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
