"""THE FIGHT PHASE: who fights when, pile in, close combat attacks, consolidate."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Lot, Option, Split, yes_or_no
from vanguard.core.refusals import Refused
from vanguard.core.telling.events import counted
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup
from vanguard.rulebooks.fortyk_vanguard.battlefield import within
from vanguard.rulebooks.fortyk_vanguard.dice import roll_quantity
from vanguard.rulebooks.fortyk_vanguard.endings import LEAST_STEP
from vanguard.rulebooks.fortyk_vanguard.engagement import enemies_to_strike
from vanguard.rulebooks.fortyk_vanguard.moves import CONSOLIDATION, PILE_IN, SHORT_MOVE, ModelMove, move_to
from vanguard.rulebooks.fortyk_vanguard.profiles import MELEE, Quantity, WeaponProfile, WeaponStrength
from vanguard.rulebooks.fortyk_vanguard.selecting import Reason
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import resolve
from vanguard.rulebooks.fortyk_vanguard.special_rules import extra_attacks, rules_of
from vanguard.rulebooks.fortyk_vanguard.state import (
    BROKE_OUT,
    CHARGED,
    FIGHTS_LAST,
    FOUGHT,
    INTERVENED,
    ON_TABLE,
    Battle,
    Model,
    other,
)
from vanguard.rulebooks.fortyk_vanguard.stratagems import COUNTER_OFFENSIVE, label, text, usable, use
from vanguard.rulebooks.fortyk_vanguard.terrain import has_heavy_cover

FIRST: Final = 0
NORMAL: Final = 1
LAST: Final = 2

CLOSE_COMBAT_WEAPON: Final = WeaponProfile(
    "close-combat-weapon", "close combat weapon", 0.0, MELEE, Quantity(0), WeaponStrength(), 0, Quantity(1), Quantity(0)
)


# -- who fights when ------------------------------------------------------------------------------------------------------------------


def group_of(model: Model) -> int:
    """Chargers and those who fight first, the others, those who fight last; first and last cancel out."""
    first = model.did(CHARGED) or any([rule.fights_first() for rule in rules_of(model)])
    last = model.did(FIGHTS_LAST)
    if first == last:
        return NORMAL
    return FIRST if first else LAST


def is_eligible(battle: Battle, model: Model) -> bool:
    """Within Engagement Range of an enemy, or it charged this turn; each fights once (core.fight.eligible), and who made a
    Desperate Breakout does nothing else (core.stratagem.desperate-breakout)."""
    if model.fate != ON_TABLE or model.did(FOUGHT | BROKE_OUT):
        return False
    return model.did(CHARGED) or bool(enemies_to_strike(battle, model))


async def next_to_fight(battle: Battle) -> bool:
    """One model fights; false when nobody is left. Whoever can fight must (core.ability.optional-use)."""
    key = await _counter_offensive(battle)
    if key:
        await fight(battle, battle[key])
        battle.counter = other(battle[key].seat)
        return True
    mine = who_is_next(battle)
    if not mine:
        return False
    seat, group = mine[0].seat, group_of(mine[0])
    model = await _choose_fighter(battle, seat, mine, group)
    await fight(battle, model)
    turns = list(battle.fight_turns)
    turns[group] = other(seat)
    battle.fight_turns = (turns[0], turns[1], turns[2])
    battle.counter = other(seat)
    return True


def who_is_next(battle: Battle) -> list[Model]:
    """Those of one player among whom the next is chosen (core.fight.alternate); nobody when all have fought."""
    eligible = [model for model in battle.models if is_eligible(battle, model)]
    if not eligible:
        return []
    group = min([group_of(model) for model in eligible])
    ready = [model for model in eligible if group_of(model) == group]
    seat = battle.fight_turns[group]
    if seat < 0:
        seat = other(battle.turn) if group == NORMAL else battle.turn
    mine = [model for model in ready if model.seat == seat]
    return mine or ready


async def _choose_fighter(battle: Battle, seat: int, mine: list[Model], group: int) -> Model:
    if len(mine) == 1:
        return mine[0]
    options = [Option(it.key, it.key, it.name, about=(it.key,), attempt=("fight", it.key)) for it in mine]
    for it in battle.of(seat):
        if it not in mine:
            why, clause = why_not_fight(battle, it)
            options.append(Option(it.key, it.key, it.name, clause, why, (it.key,)))
    clause = ("core.fight.chargers-first", "core.fight.alternate", "core.fight.fights-last")[group]
    left = "charged or fight first" if group == FIRST else "are in combat" if group == NORMAL else "fight last"
    prompt = f"Fight phase: who fights next? {len(mine)} of yours {left}."
    return battle[await Choose(seat, prompt, options, clause)]


def why_not_fight(battle: Battle, model: Model) -> Reason:
    """Why a model is not among those who fight next."""
    if model.did(FOUGHT):
        return ("it has fought", "core.fight.eligible")
    if model.did(BROKE_OUT):
        return ("it broke out and does nothing else this turn", "core.stratagem.desperate-breakout")
    if is_eligible(battle, model):
        waits_for = "core.fight.fights-last" if group_of(model) == LAST else "core.fight.chargers-first"
        return ("others fight first", waits_for)
    return ("not in combat", "core.fight.eligible")


async def _counter_offensive(battle: Battle) -> str:
    """After an enemy has fought, one of a player's eligible models may fight next (core.stratagem.counter-offensive)."""
    seat = battle.counter
    battle.counter = -1
    if seat < 0 or not usable(battle, seat, COUNTER_OFFENSIVE):
        return ""
    able = [it for it in battle.of(seat) if is_eligible(battle, it) and group_of(it) != LAST]
    if not able or fights_by_right(battle, able):
        return ""
    options: list[Option[str]] = [Option("no", "", "Keep the order", declines=True)]
    told = label(battle, COUNTER_OFFENSIVE)
    options += [
        Option(
            it.key,
            it.key,
            f"{told} with {it.name}",
            about=(it.key,),
            attempt=("fight", it.key),
            does=text(battle, COUNTER_OFFENSIVE),
        )
        for it in able
    ]
    key = await Choose(seat, "An enemy has fought. Use Counter-Offensive?", options, "core.stratagem.counter-offensive")
    if key:
        use(battle, seat, COUNTER_OFFENSIVE, (key,))
    return key


def fights_by_right(battle: Battle, able: list[Model]) -> bool:
    """Does the order let a player fight with all of these now, before any enemy does, or is there none?"""
    rivals = [it for it in battle.enemies_of(able[0].seat) if is_eligible(battle, it)]
    upcoming = who_is_next(battle)
    if not rivals or len(able) == 1:
        return not rivals or able[0] in upcoming
    return all([it in upcoming and group_of(it) not in [group_of(rival) for rival in rivals] for it in able])


# -- one model fights -------------------------------------------------------------------------------------------------------------------


async def fight(battle: Battle, model: Model) -> None:
    """It piles in, makes close combat attacks, consolidates (core.fight.sequence)."""
    await close_in(battle, model, PILE_IN)
    targets = legal_targets(battle, model)
    if targets:
        groups = await choose_attacks(battle, model, targets)
        model.flags |= FOUGHT
        await resolve(battle, model, groups)
    model.flags |= FOUGHT
    if model.fate == ON_TABLE:
        await close_in(battle, model, CONSOLIDATION)


async def close_in(battle: Battle, model: Model, kind: str) -> None:
    """Up to 3", ending closer to the closest enemy; a model touching an enemy stays where it is."""
    enemies = battle.enemies_of(model.seat)
    if not enemies or any([within(model.base, enemy.base, LEAST_STEP) for enemy in enemies]):
        return
    move = ModelMove(battle, model, kind, SHORT_MOVE)
    if not move.is_possible():
        return
    clause = "core.fight.pile-in" if kind == PILE_IN else "core.fight.consolidate"
    told = "Pile in" if kind == PILE_IN else "Consolidate"
    if await Choose(model.seat, f"{model.name}: {told.lower()}?", yes_or_no(told, "Stay"), clause, (model.key,)):
        move_to(battle, model, kind, await move.question(f"{model.name}: {told.lower()} where?"))


def legal_targets(battle: Battle, model: Model) -> list[Model]:
    """Enemies within reach; a charger strikes only those it declared, or that intervened this turn, and a model without
    Weapon Skill nobody."""
    enemies = enemies_to_strike(battle, model) if model.row.weapon_skill else []
    if not model.did(CHARGED):
        return enemies
    return [it for it in enemies if it.key in model.charge_targets or it.did(INTERVENED)]


class Arm:
    """A melee weapon in hand, or several alike: which, and how many attacks they add that must be made with them."""

    __slots__ = ("extra", "key", "profile")

    def __init__(self, key: str, profile: WeaponProfile) -> None:
        self.key: Final[str] = key
        self.profile: Final[WeaponProfile] = profile
        self.extra: int = profile.extra_attacks


def arms_of(model: Model) -> list[Arm]:
    """The melee weapons of a model, like ones together; without any, a close combat weapon (core.fight.weapons)."""
    found: list[Arm] = []
    for weapon in model.profile.melee:
        for profile in weapon.melee:
            like = [arm for arm in found if arm.profile.name == profile.name]
            if like:
                like[0].extra += profile.extra_attacks
            else:
                found.append(Arm(weapon.key, profile))
    if all([arm.profile.only_extra_attacks for arm in found]):
        found.append(Arm(CLOSE_COMBAT_WEAPON.key, CLOSE_COMBAT_WEAPON))
    return found


class Blows:
    """The attacks a model may make: how many with any weapon, and how many more with which."""

    __slots__ = ("arms", "count", "lots", "targets")

    def __init__(self, count: int, arms: list[Arm], targets: list[Model]) -> None:
        self.count = count
        self.arms = arms
        self.targets = targets
        self.lots: list[tuple[Arm, Model]] = [(arm, target) for arm in arms for target in targets]

    @property
    def total(self) -> int:
        return self.count + sum([arm.extra for arm in self.arms])

    def check(self, amounts: tuple[int, ...]) -> None:
        """Extra attacks are made with the weapon that gives them."""
        for arm in self.arms:
            made = sum([amount for amount, lot in zip(amounts, self.lots, strict=True) if lot[0] is arm])
            if made < arm.extra:
                words = f"{counted(arm.extra, 'attack')} must be made with {arm.profile.name}, not {made}"
                raise Refused(words, "core.fight.number-of-attacks")
            if arm.profile.only_extra_attacks and made > arm.extra:
                most = counted(arm.extra, "attack")
                words = f"no more than {most} can be made with {arm.profile.name}, not {made}"
                raise Refused(words, "core.fight.number-of-attacks")

    def with_one(self, chosen: Arm, target: Model) -> tuple[int, ...]:
        """All attacks on one model, all free ones with one weapon."""
        amounts: list[int] = []
        for arm, enemy in self.lots:
            amount = arm.extra + (self.count if arm is chosen else 0)
            amounts.append(amount if enemy.key == target.key else 0)
        return tuple(amounts)

    def free(self) -> list[Arm]:
        """The weapons with which any attack may be made."""
        return [arm for arm in self.arms if not arm.profile.only_extra_attacks]

    def propose(self) -> list[tuple[int, ...]]:
        return [self.with_one(arm, target) for arm in self.free() for target in self.targets]


async def choose_attacks(battle: Battle, model: Model, targets: list[Model]) -> list[AttackGroup]:
    """Weapon and target of every attack, before any is resolved (core.fight.targets, core.fight.weapons)."""
    printed = model.row.attacks
    clause = "core.fight.number-of-attacks"
    told = f"{model.name}: attacks"
    count = await roll_quantity(battle, model.seat, printed, f"melee {model.key}", clause, told, (model.key,), True)
    count += extra_attacks(battle, model)
    blows = Blows(max(1, count), arms_of(model), targets)
    free = blows.free()
    if len(free) == 1 and len(targets) == 1:
        amounts = blows.with_one(free[0], targets[0])
    else:
        amounts = await ask_for_blows(model, blows)
    return [
        melee_group(battle, model, arm.key, arm.profile, target, amount)
        for (arm, target), amount in zip(blows.lots, amounts, strict=True)
        if amount
    ]


def ask_for_blows(model: Model, blows: Blows) -> Split:
    lots = [
        Lot(f"{arm.key}>{target.key}", f"{arm.profile.name} at {target.name}", blows.total, about=(target.key,))
        for arm, target in blows.lots
    ]
    prompt = f"{model.name}: {counted(blows.total, 'attack')}, with what at whom?"
    about = tuple([target.key for target in blows.targets])
    split = Split(
        model.seat,
        prompt,
        blows.total,
        lots,
        "core.fight.targets",
        check=blows.check,
        propose=blows.propose,
        about=about,
    )
    split.is_attack = True
    return split


def melee_group(
    battle: Battle, model: Model, weapon: str, profile: WeaponProfile, target: Model, count: int
) -> AttackGroup:
    group = AttackGroup(model, weapon, profile, target.key, count)
    group.covered = has_heavy_cover(battle, model, target)
    return group
