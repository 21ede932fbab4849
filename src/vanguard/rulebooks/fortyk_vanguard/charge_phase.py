"""THE CHARGE PHASE: declaring, Overwatch, the charge roll and move, then the enemy's Heroic Interventions."""

from __future__ import annotations

from typing import Final

from vanguard.core.attacks.courses import Course, Part
from vanguard.core.attacks.undertakings import see_through
from vanguard.core.questions import Choose, Option, Roll, yes_or_no
from vanguard.core.remembering import remember
from vanguard.core.telling.events import DiceShown
from vanguard.geometry.measuring import gap, plan_gap
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE, within
from vanguard.rulebooks.fortyk_vanguard.engagement import is_engaged, near, strike_reach
from vanguard.rulebooks.fortyk_vanguard.moves import CHARGE_MOVE, INTERVENTION, SHORT_MOVE, ModelMove, move_to
from vanguard.rulebooks.fortyk_vanguard.profiles import CHARACTER, CORE, Weapon, WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.selecting import Reason, select_next
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import Aims, allocate, choices_left, resolve, take_aim
from vanguard.rulebooks.fortyk_vanguard.special_rules import rules_of
from vanguard.rulebooks.fortyk_vanguard.state import (
    ADVANCED,
    BROKE_OUT,
    CHARGED,
    DECLARED_CHARGE,
    FELL_BACK,
    HOLDS_STEADY,
    INTERVENED,
    LEFT_A_WRECK,
    NEAR_AN_ENEMY,
    ON_TABLE,
    SET_TO_DEFEND,
    WAS_CHARGED,
    Battle,
    Model,
    other,
)
from vanguard.rulebooks.fortyk_vanguard.stratagems import (
    COMMAND_RE_ROLL,
    FIRE_OVERWATCH,
    label,
    text,
    usable,
    use,
)
from vanguard.rulebooks.fortyk_vanguard.sum_tests import SumTest
from vanguard.rulebooks.fortyk_vanguard.targets import Shooter
from vanguard.rulebooks.fortyk_vanguard.terrain import is_defended

CHARGE_REACH: Final = 12.0
HIGHEST: Final = 12
"""The highest charge roll."""
MOST_BARRED: Final = 1000
"""So many charges without a way are remembered on a battlefield."""
HEROIC_REACH: Final = 3.0
HEROIC_HEIGHT: Final = 5.0
SENTINEL_REACH: Final = 6.0
NATURAL_SIX: Final = 6
STEADY: Final = 5


# -- who charges --------------------------------------------------------------------------------------------------------------------


def begin_charge_phase(battle: Battle) -> None:
    """Only models within 12" of an enemy at the start of the phase may declare a charge (core.charge.eligible)."""
    for model in battle.of(battle.turn):
        if any([within(model.base, enemy.base, CHARGE_REACH) for enemy in battle.enemies_of(model.seat)]):
            model.flags |= NEAR_AN_ENEMY


def chargers(battle: Battle, seat: int) -> list[Model]:
    return [it for it in battle.of(seat) if not it.did(DECLARED_CHARGE) and it.did(NEAR_AN_ENEMY)]


def why_not_charge(battle: Battle, model: Model) -> Reason:
    """Why a model cannot declare a charge."""
    clause = "core.charge.eligible"
    if model.did(DECLARED_CHARGE):
        return ("it has declared its charge", "core.charge.each-unit-once")
    if not model.did(NEAR_AN_ENEMY):
        return ('no enemy was within 12" when the phase began', clause)
    if model.moved == ADVANCED and not charges_after_advancing(battle, model):
        return ("it Advanced this turn", "core.move.advance-restrictions")
    if model.moved == FELL_BACK or model.did(BROKE_OUT):
        return ("it Fell Back this turn", "core.move.fall-back-restrictions")
    if model.did(LEFT_A_WRECK):
        return ("it left a destroyed transport this turn", "core.transport.destroyed-restrictions")
    if is_engaged(battle, model):
        return ("it is within Engagement Range already", clause)
    if not in_charge_reach(battle, model):
        return ('no enemy is within 12"', "core.charge.declare-targets")
    return ("", "")


def charges_after_advancing(battle: Battle, model: Model) -> bool:
    """In the first round of a Waaagh! CORE and CHARACTER Orks may."""
    effect = battle.army_effect("waaagh", model.seat)
    if effect is None or effect.amount != 2:
        return False
    return model.profile.is_(CORE) or model.profile.is_(CHARACTER)


def in_charge_reach(battle: Battle, model: Model) -> list[Model]:
    return [enemy for enemy in battle.enemies_of(model.seat) if within(model.base, enemy.base, CHARGE_REACH)]


async def next_to_charge(battle: Battle) -> bool:
    """One model charges; false when the player declares no more."""
    seat = battle.turn
    key = await select_next(
        battle, seat, chargers(battle, seat), why_not_charge, "Charge phase", "charge", "core.charge.each-unit-once"
    )
    if not key:
        return False
    await charge(battle, battle[key])
    return True


# -- one charge -------------------------------------------------------------------------------------------------------------------------


async def charge(battle: Battle, model: Model) -> None:
    """Targets, the defenders' answers, the roll, and the move if it can reach every target."""
    targets = await declare_targets(battle, model)
    declare(battle, model, targets)
    await defend(battle, model, targets)
    await overwatch(battle, model, targets)
    if model.fate != ON_TABLE or battle.destroyed_armies():  # the last enemy may burn at its own gun
        return
    move = await charge_distance(battle, model, targets)
    if move is None:
        return
    arrived = await move.question(f'Charge of {model.name}, {move.allowance:g}": where does it end?')
    model.flags |= CHARGED
    for key in move.targets:
        battle[key].flags |= WAS_CHARGED
    move_to(battle, model, CHARGE_MOVE, arrived)


def declare(battle: Battle, model: Model, targets: tuple[str, ...]) -> None:
    """The charge is declared: against these and no others, and no second time."""
    model.flags |= DECLARED_CHARGE
    model.charge_targets = targets
    names = ", ".join([battle[key].name for key in targets])
    battle.note("declares", "core.charge.declare-targets", (model.key, *targets), who=model.name, targets=names)


async def charge_distance(battle: Battle, model: Model, targets: tuple[str, ...]) -> ModelMove | None:
    """The charge roll (core.charge.roll), and the move if it can end within reach of every target; else the charge fails."""
    still = tuple([key for key in targets if battle[key].fate == ON_TABLE])
    course = Course(ChargeRoll(model, still))
    await see_through(battle, course)
    move: ModelMove | None = course.outcome
    return move


class ChargeRoll(SumTest):
    """One that falls short may be rolled again: 'Ere We Go does so for nothing, Command Re-roll for a point."""

    __slots__ = ("charger", "targets")

    def __init__(self, model: Model, targets: tuple[str, ...]) -> None:
        free = [rule.clause for rule in rules_of(model) if rule.rerolls_charges()]
        free_by = free[0] if free else ""
        super().__init__((model.key, targets), model.seat, f"Charge roll of {model.name}", (model.key,), 0, free_by)
        self.charger = model.key
        self.targets = targets

    def asks(self, battle: Battle) -> Roll:
        return Roll(self.seat, 2, f"charge {self.charger}", "core.charge.roll", prompt=self.what, about=self.about)

    def is_short(self, battle: Battle, faces: tuple[int, ...]) -> bool:
        """It does not reach, and the highest roll could."""
        if not self.free_by and not usable(battle, self.seat, COMMAND_RE_ROLL):
            return False
        model = battle[self.charger]
        if charge_move(battle, model, self.targets, sum(faces)) is not None:
            return False
        return charge_move(battle, model, self.targets, HIGHEST) is not None

    def told(self, battle: Battle, faces: tuple[int, ...]) -> str:
        rolled = sum(faces)
        needed = falls_short(battle, battle[self.charger], self.targets, rolled)[0] if battle.heard else ""
        told = f'{self.what}: {rolled}", which does not reach'
        return told + (f' ({needed}" needed). Roll it again?' if needed else ". Roll it again?")

    def asks_again(self, battle: Battle, faces: tuple[int, ...]) -> Choose[bool] | None:
        if not self.free_by:
            return super().asks_again(battle, faces)
        options = [
            Option("keep", False, f'Keep {sum(faces)}"', declines=True),
            Option("re-roll", True, "Roll again", does=self.free_by),
        ]
        question = Choose(self.seat, self.told(battle, faces), options, self.free_by, self.about)
        question.dice = DiceShown("Charge roll", self.seat, faces)
        return question

    def rolls_again(self, count: int) -> Roll:
        if not self.free_by:
            return super().rolls_again(count)
        return Roll(self.seat, count, f"charge-again {self.charger}", self.free_by, about=self.about)

    def settled(self, battle: Battle, faces: tuple[int, ...]) -> tuple[Part, ...]:
        return (ChargeRolled(self.charger, self.targets, sum(faces)),)

    def tell_settled(self, battle: Battle, faces: tuple[int, ...]) -> None:
        name = battle[self.charger].name
        battle.note(
            "charge-roll", "core.charge.roll", self.about, who=name, n=sum(faces), first=faces[0], second=faces[1]
        )


class ChargeRolled(Part):
    """The roll stands: the charge succeeds if it reaches every target."""

    __slots__ = ("charger", "distance", "targets")

    def __init__(self, charger: str, targets: tuple[str, ...], distance: int) -> None:
        super().__init__(("charge rolled", charger, targets, distance))
        self.charger = charger
        self.targets = targets
        self.distance = distance

    async def resolve(self, battle: Battle, course: Course) -> None:
        model = battle[self.charger]
        course.outcome = charge_move(battle, model, self.targets, self.distance)
        if course.outcome is None:
            tell_failure(battle, model, self.targets, self.distance)


def charge_move(battle: Battle, model: Model, targets: tuple[str, ...], distance: int) -> ModelMove | None:
    """The move a roll allows, if it reaches every target. That there is none takes long to find out: it is remembered."""
    if is_out_of_reach(battle, model, targets, distance):
        return None
    barred, charge = battle.field.barred, (model.key, targets, distance)
    standing = (model.profile, *[(it.key, it.seat, it.base) for it in battle.models if it.fate == ON_TABLE])
    if barred.get(charge) == standing:
        return None
    move = ModelMove(battle, model, CHARGE_MOVE, float(distance), targets)
    if targets and move.is_possible():
        return move
    remember(barred, charge, standing, MOST_BARRED)
    return None


def is_out_of_reach(battle: Battle, model: Model, targets: tuple[str, ...], distance: int) -> bool:
    """A quick look: is a target farther than a straight way could bring it into reach, whatever is in between?"""
    for key in targets:
        target = battle[key].base
        if plan_gap(model.base, target) > distance + strike_reach(battle.field, target) + 3.0 * TOLERANCE:
            return True
    return False


def falls_short(battle: Battle, model: Model, targets: tuple[str, ...], rolled: int) -> tuple[str, str]:
    """The distance to the farthest target and its name, if the roll is not even enough for the straight way."""
    field, base = battle.field, model.base
    enemies = [battle[key] for key in targets]
    needed, name = max([(gap(base, it.base) - strike_reach(field, it.base, base), it.name) for it in enemies])
    return (f"{round(needed, 2):g}", name) if needed > rolled else ("", "")


def tell_failure(battle: Battle, model: Model, targets: tuple[str, ...], rolled: int) -> None:
    """Why a charge fails: a target is too far for the roll, or there is no way to end near all of them."""
    clause, about = "core.charge.failure", (model.key,)
    if battle.heard and targets:
        needed, name = falls_short(battle, model, targets, rolled)
        if needed:
            battle.note("charge-fails", clause, about, who=model.name, n=rolled, needed=needed, target=name)
            return
    names = ", ".join([battle[key].name for key in targets])
    battle.note("charge-barred", clause, about, who=model.name, n=rolled, targets=names or "anybody")


async def declare_targets(battle: Battle, model: Model) -> tuple[str, ...]:
    """One or more enemies within 12", visible or not (core.charge.declare-targets)."""
    clause = "core.charge.declare-targets"
    reach = in_charge_reach(battle, model)
    chosen: list[str] = []
    while len(chosen) < len(reach):
        options: list[Option[str]] = []
        if chosen:
            if not any([_also_in_reach(battle, model, chosen, it) for it in reach if it.key not in chosen]):
                break
            options.append(Option("no-more", "", "No other target", clause, declines=True))
        for enemy in battle.enemies_of(model.seat):
            why = "a target already" if enemy.key in chosen else "" if enemy in reach else 'more than 12" away'
            attempt = ("charge", model.key, (*chosen, enemy.key))
            options.append(Option(enemy.key, enemy.key, enemy.name, clause, why, (enemy.key,), attempt=attempt))
        prompt = f"{model.name}: whom else does it charge?" if chosen else f"{model.name}: whom does it charge?"
        key = await Choose(model.seat, prompt, options, clause, (model.key,))
        if not key:
            break
        chosen.append(key)
    return tuple(chosen)


def _also_in_reach(battle: Battle, model: Model, chosen: list[str], enemy: Model) -> bool:
    """Could it ever strike this enemy and each of those chosen from one place? Else nobody is asked for another target."""
    room = 2.0 * model.base.radius + strike_reach(battle.field, enemy.base) + TOLERANCE
    bases = [battle[key].base for key in chosen]
    return all([plan_gap(base, enemy.base) <= room + strike_reach(battle.field, base) for base in bases])


# -- the defenders' answers ---------------------------------------------------------------------------------------------------------------


async def defend(battle: Battle, charger: Model, targets: tuple[str, ...]) -> None:
    """INFANTRY in Defensible terrain may Hold Steady or Set to Defend (core.terrain.defensible)."""
    for key in targets:
        model = battle[key]
        if (
            model.did(HOLDS_STEADY | SET_TO_DEFEND)
            or is_engaged(battle, model)
            or not is_defended(battle, model, charger)
        ):
            continue
        options: list[Option[str]] = [
            Option("hold-steady", "hold-steady", "Hold Steady: Overwatch hits on 5+", "core.terrain.hold-steady"),
            Option("set-to-defend", "set-to-defend", "Set to Defend: +1 to hit in melee", "core.terrain.set-to-defend"),
            Option("neither", "", "Neither", declines=True),
        ]
        prompt = f"{charger.name} charges {model.name} in defensible terrain."
        chosen = await Choose(model.seat, prompt, options, "core.terrain.defensible", (key,))
        if chosen:
            model.flags |= HOLDS_STEADY if chosen == "hold-steady" else SET_TO_DEFEND
            battle.note(chosen, f"core.terrain.{chosen}", (key,), who=model.name)


async def overwatch(battle: Battle, charger: Model, targets: tuple[str, ...]) -> None:
    """After targets are declared: Sentinel Constructs near for nothing, and one target by Stratagem."""
    for model in battle.enemies_of(charger.seat):
        if model.profile.has("sentinel-construct") and charger.fate == ON_TABLE:
            await _offer_sentinel(battle, model, charger, targets)
    if charger.fate == ON_TABLE and usable(battle, other(charger.seat), FIRE_OVERWATCH):
        await _offer_fire_overwatch(battle, charger, targets)


async def _offer_sentinel(battle: Battle, model: Model, charger: Model, targets: tuple[str, ...]) -> None:
    """A Sentinel Construct fires at who charges it or a friend near it (faction.sentinel-construct)."""
    clause, reach = "faction.sentinel-construct", model.profile.reach_of("sentinel-construct", SENTINEL_REACH)
    guarded = [key for key in targets if key == model.key or within(model.base, battle[key].base, reach)]
    if not guarded or not can_fire(battle, model, charger):
        return
    attempt = ("overwatch", model.key, charger.key, True)
    options = yes_or_no("Fire Overwatch", "Hold fire", attempt, model.profile.ability("sentinel-construct").text)
    prompt = f"{charger.name} charges near {model.name}: Sentinel Construct?"
    if await Choose(model.seat, prompt, options, clause, (model.key,)):
        battle.note("sentinel", clause, (model.key, charger.key), who=model.name)
        await fire_overwatch(battle, model, charger, sentinel=True)


async def _offer_fire_overwatch(battle: Battle, charger: Model, targets: tuple[str, ...]) -> None:
    """One of the targets fires, by Stratagem (core.stratagem.fire-overwatch)."""
    able = [battle[key] for key in targets if can_fire(battle, battle[key], charger)]
    if not able:
        return
    told, does = label(battle, FIRE_OVERWATCH), text(battle, FIRE_OVERWATCH)
    options: list[Option[str]] = [Option("no", "", "Hold fire", declines=True)]
    for it in able:
        attempt = ("overwatch", it.key, charger.key, False)
        options.append(Option(it.key, it.key, f"{told} with {it.name}", about=(it.key,), attempt=attempt, does=does))
    prompt = f"{charger.name} charges. Fire Overwatch?"
    key = await Choose(able[0].seat, prompt, options, "core.stratagem.fire-overwatch", (charger.key,))
    if key:
        await overwatch_by_stratagem(battle, battle[key], charger)


async def overwatch_by_stratagem(battle: Battle, model: Model, charger: Model) -> None:
    use(battle, model.seat, FIRE_OVERWATCH, (model.key,))
    await fire_overwatch(battle, model, charger)


def can_fire(battle: Battle, model: Model, charger: Model) -> bool:
    """Not within Engagement Range, not set to defend, and with a weapon that can target the charger."""
    if model.fate != ON_TABLE or model.did(SET_TO_DEFEND) or is_engaged(battle, model) or not model.row.ballistic_skill:
        return False
    shooter = Shooter(battle, model, overwatch=True)
    for weapon in model.profile.ranged:
        for profile in weapon.ranged:
            if not shooter.why_not_weapon(weapon, profile)[0] and not shooter.why_not_target(profile, charger)[0]:
                return True
    return False


async def fire_overwatch(battle: Battle, model: Model, charger: Model, sentinel: bool = False) -> None:
    """All attacks go to the charger and hit on an unmodified 6 (Hold Steady: 5 or 6)."""
    shooter = Shooter(battle, model, overwatch=True)
    while True:
        choices = choices_left(model, shooter.used)
        if sentinel:
            choices = [(weapon, profile) for weapon, profile in choices if fires_at_full_power(weapon, profile)]
        aims = Aims(shooter, choices)
        aims.enemies = [charger]
        if not aims.any_target():
            break
        chosen, key, _ = await Choose(
            model.seat,
            f"{model.name}: Overwatch with which weapon?",
            aims,
            "core.overwatch.range-and-sight",
            (model.key,),
        )
        if not chosen:
            break
        profile = model.profile.weapon(chosen).profile(key)
        take_aim(shooter, chosen, profile)
        groups = await allocate(battle, shooter, chosen, profile, charger)
        for group in groups:
            group.hits_on = STEADY if model.did(HOLDS_STEADY) else NATURAL_SIX
        shooter.groups += groups
    await resolve(battle, model, shooter.groups)


def fires_at_full_power(weapon: Weapon, profile: WeaponProfile) -> bool:
    """Sentinel Construct: a weapon with a profile for those who stood still uses that one, moved or not."""
    return profile.only_if_stationary or not any([it.only_if_stationary for it in weapon.ranged])


# -- heroic interventions -----------------------------------------------------------------------------------------------------------------


def heroes(battle: Battle, seat: int) -> list[Model]:
    return [it for it in battle.of(seat) if it.profile.is_(CHARACTER) and not it.did(INTERVENED)]


def why_not_intervene(battle: Battle, model: Model) -> Reason:
    clause = "core.heroic.eligible"
    if not model.profile.is_(CHARACTER):
        return ("it is no CHARACTER", clause)
    if model.did(INTERVENED):
        return ("it has intervened", clause)
    if is_engaged(battle, model):
        return ("it is within Engagement Range already", clause)
    if model.did(LEFT_A_WRECK):
        return ("it left a destroyed transport this turn", "core.transport.destroyed-restrictions")
    if not near(battle, model.base, HEROIC_REACH, HEROIC_HEIGHT, model.seat):
        return ('no enemy is within 3"', clause)
    if not ModelMove(battle, model, INTERVENTION, SHORT_MOVE).is_possible():
        return ("it cannot come closer", "core.heroic.move")
    return ("", "")


async def next_to_intervene(battle: Battle) -> bool:
    """After all charges the opponent's CHARACTERS may move up to 3" closer to the closest enemy."""
    seat = other(battle.turn)
    key = await select_next(
        battle,
        seat,
        heroes(battle, seat),
        why_not_intervene,
        "Heroic Interventions",
        "intervene",
        "core.heroic.eligible",
    )
    if not key:
        return False
    model = battle[key]
    arrived = await ModelMove(battle, model, INTERVENTION, SHORT_MOVE).question(
        f"Heroic Intervention of {model.name}: where to?"
    )
    model.flags |= INTERVENED
    move_to(battle, model, INTERVENTION, arrived)
    return True
