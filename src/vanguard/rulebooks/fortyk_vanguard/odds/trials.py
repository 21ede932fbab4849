"""Attacks, charges and powers that could happen, for odds: the very procedures of play on a small copy of the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from vanguard.core.anatomy import Maker
from vanguard.core.attacks.courses import Course, Part
from vanguard.core.attacks.undertakings import see_through
from vanguard.core.attacks.wishes import Wish, amount, flag, one_of, whole, wish_fields
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Begin, Procedure, Trial
from vanguard.core.state import State
from vanguard.geometry.shapes import Part as Outline
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup
from vanguard.rulebooks.fortyk_vanguard.battlefield import Battlefield
from vanguard.rulebooks.fortyk_vanguard.charge_phase import (
    NATURAL_SIX,
    STEADY,
    ChargeRoll,
    ChargeRolled,
    fire_overwatch,
    overwatch_by_stratagem,
)
from vanguard.rulebooks.fortyk_vanguard.engagement import engage_each_other, engaged_enemies
from vanguard.rulebooks.fortyk_vanguard.fight_phase import choose_attacks, legal_targets
from vanguard.rulebooks.fortyk_vanguard.morale_phase import passes_morale_test
from vanguard.rulebooks.fortyk_vanguard.movement_phase import cut_down
from vanguard.rulebooks.fortyk_vanguard.placing import put
from vanguard.rulebooks.fortyk_vanguard.profiles import (
    AREA,
    DENSE_COVER,
    HEAVY_COVER,
    LIGHT_COVER,
    BattlefieldMap,
    ModelProfile,
    TerrainPiece,
    Weapon,
    WeaponProfile,
)
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import (
    Denial,
    PassedTest,
    known_powers,
    manifest,
    targets_of,
)
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import allocate, looks_out, resolve, shots_of
from vanguard.rulebooks.fortyk_vanguard.state import (
    CHARGED,
    FIGHT,
    HOLDS_STEADY,
    NORMAL_MOVE,
    ON_TABLE,
    SHOOTING,
    Battle,
    Model,
    Side,
    other,
)
from vanguard.rulebooks.fortyk_vanguard.targets import Shooter

AURAS: Final[tuple[str, ...]] = ("rites-of-battle", "warboss")
"""Abilities of others that change an attack."""
FURTHEST: Final = 120.0
STANDS: Final = 99
"""What a caster is marked with, on the copy that is counted, whose power nobody has denied."""
HARMFUL: Final[tuple[str, ...]] = ("smite", "eadbanger")
"""Powers that are counted in wounds; of the others, whether they come to be."""


# -- a small copy -------------------------------------------------------------------------------------------------------------------


def small_copy(battle: Battle, keys: list[str]) -> Battle:
    """A copy with some models only, and those whose auras may matter to them."""
    small = battle.copy()
    seats = [battle[key].seat for key in keys[:1]]
    kept = [
        model
        for model in small.models
        if model.key in keys
        or (model.fate == ON_TABLE and model.seat in seats and any([rule in AURAS for rule in model.profile.rules]))
    ]
    small.models = kept
    small.places = {model.key: i for i, model in enumerate(kept)}
    small.to_return = tuple([key for key in small.to_return if key in small.places])
    return small


# -- shooting -----------------------------------------------------------------------------------------------------------------------


def around(battle: Battle, model: Model) -> list[str]:
    """Who else matters to a shooter: what carries it, and the enemies that keep big guns from what is farther away."""
    carrier = [model.aboard] if model.aboard else []
    return [*carrier, *[enemy.key for enemy in Shooter(battle, model).engaged_with]]


AS_LISTED: Final = {"vanguard.split-fire.resolution-order": "as-listed"}
"""An attack that is not yet declared is about its targets in the order listed, the initial target first. Whoever is asked for the
order then can ask for the odds of each answer."""


async def begin_shot(battle: Battle, key: str, weapon: str, profile_key: str, target: str, overwatch: bool) -> None:
    """One weapon of a model at an initial target."""
    model = battle[key]
    profile = model.profile.weapon(weapon).profile(profile_key)
    shooter = Shooter(battle, model, overwatch)
    shooter.used.append(weapon)
    groups = []
    for _ in range(shots_of(model, profile)):
        groups += await allocate(battle, shooter, weapon, profile, battle[target])
    if overwatch:
        for group in groups:
            group.hits_on = STEADY if model.did(HOLDS_STEADY) else NATURAL_SIX
    await resolve(battle, model, groups)


def shot_trial(battle: Battle, key: str, weapon: str, profile_key: str, target: str, overwatch: bool) -> Trial:
    """All attacks at one model; a blast with all it catches. Only the models that matter come along."""
    model = battle[key]
    profile = model.profile.weapon(weapon).profile(profile_key)
    victim = battle[target]
    caught = [] if overwatch or not profile.blast else Shooter(battle, model).blast_victims(profile, victim)
    label = f"{model.name}: {profile.name} at {victim.name}"
    start = Begin(begin_shot, model.key, weapon, profile_key, target, overwatch)
    watched = (target, *[it.key for it in caught])
    small = small_copy(battle, [model.key, *watched, *around(battle, model)])
    if profile.harms_bearer:
        watched = (target, model.key, *watched[1:])
    trial = Trial(label, model.seat, small, start, watched)
    trial.anybody = len(watched) > 1 and watched[1] != model.key
    trial.settled = AS_LISTED
    return trial


async def begin_volley(battle: Battle, key: str, groups: tuple[AttackGroup, ...]) -> None:
    """The attacks of several weapons as they were allocated."""
    await resolve(battle, battle[key], list(groups))


def volley_trial(battle: Battle, key: str, groups: tuple[AttackGroup, ...]) -> Trial:
    """Whatever has been aimed so far, if nothing more is."""
    model = battle[key]
    targets = list(dict.fromkeys([group.target for group in groups]))
    label = f"{model.name} shoots at {', '.join([battle[target].name for target in targets])}"
    small = small_copy(battle, [key, *targets, *around(battle, model)])
    watched = [*targets, key] if any([group.profile.harms_bearer for group in groups]) else targets
    trial = Trial(label, model.seat, small, Begin(begin_volley, key, groups), tuple(watched))
    trial.anybody = len(targets) > 1
    trial.settled = AS_LISTED
    return trial


def begin_overwatch(battle: Battle, key: str, charger: str, sentinel: bool) -> Procedure:
    if sentinel:
        return fire_overwatch(battle, battle[key], battle[charger], sentinel)
    return overwatch_by_stratagem(battle, battle[key], battle[charger])


def overwatch_trial(battle: Battle, key: str, charger: str, sentinel: bool) -> Trial:
    """Whatever it can fire at a charger."""
    model = battle[key]
    small = small_copy(battle, [key, charger, *around(battle, model)])
    label = f"{model.name}: Overwatch at {battle[charger].name}"
    return Trial(label, model.seat, small, Begin(begin_overwatch, key, charger, sentinel), (charger,))


# -- fighting -----------------------------------------------------------------------------------------------------------------------


async def begin_fight(battle: Battle, key: str, target: str) -> None:
    """The close combat attacks of a model, all on one enemy."""
    model = battle[key]
    groups = await choose_attacks(battle, model, [battle[target]])
    await resolve(battle, model, groups)


def fight_trial(battle: Battle, model: Model, target: Model) -> Trial:
    label = f"{model.name} fights {target.name}"
    small = small_copy(battle, [model.key, target.key])
    return Trial(label, model.seat, small, Begin(begin_fight, model.key, target.key), (target.key,))


def first_fight(battle: Battle, key: str) -> Trial | None:
    """The attacks of a model that is to fight, on the first enemy it may choose."""
    model = battle[key]
    targets = legal_targets(battle, model)
    return fight_trial(battle, model, targets[0]) if targets else None


# -- charging -----------------------------------------------------------------------------------------------------------------------


class CountedRoll(ChargeRoll):
    """The roll of a charge of which it is counted whether its targets can be reached."""

    __slots__ = ()

    def settled(self, battle: Battle, faces: tuple[int, ...]) -> tuple[ChargeRolled, ...]:
        return (CountedCharge(self.charger, self.targets, sum(faces)),)


class CountedCharge(ChargeRolled):
    """One that reaches has charged, wherever it ends."""

    __slots__ = ()

    async def resolve(self, battle: Battle, course: Course) -> None:
        await super().resolve(battle, course)
        if course.outcome is not None:
            battle[self.charger].flags |= CHARGED


def begin_charge(battle: Battle, key: str, targets: tuple[str, ...]) -> Procedure:
    return see_through(battle, Course(CountedRoll(battle[key], targets)))


def short_charge(key: str) -> Callable[[State], tuple[int, ...]]:
    """Nothing is left of a charge that reaches its targets."""

    def count(state: State) -> tuple[int, ...]:
        assert isinstance(state, Battle)
        return (0 if state[key].did(CHARGED) else 1,)

    return count


def charge_trial(battle: Battle, key: str, targets: tuple[str, ...]) -> Trial:
    """The chance that a charge reaches: everybody in the way comes along."""
    model = battle[key]
    small = battle.copy()
    start = Begin(begin_charge, model.key, targets)
    names = ", ".join([battle[key].name for key in targets])
    label = f"{model.name} charges {names}"
    return Trial(label, model.seat, small, start, (model.key,), "reaches", short_charge(model.key))


# -- stratagems and tests -------------------------------------------------------------------------------------------------------------


def begin_to_cut_down(battle: Battle, key: str) -> Procedure:
    return cut_down(battle, battle[key])


def cut_down_trial(battle: Battle, key: str) -> Trial:
    """What whoever falls back suffers from those it leaves."""
    model = battle[key]
    small = small_copy(battle, [key, *[it.key for it in engaged_enemies(battle, model)]])
    return Trial(f"Cut {model.name} down", other(model.seat), small, Begin(begin_to_cut_down, key), (key,))


async def begin_morale_test(battle: Battle, seat: int) -> None:
    """Whoever fails loses one model at least, for `nobody_lost`."""
    if not await passes_morale_test(battle, seat):
        lost = list(battle.destroyed_this_turn)
        lost[seat] += 1
        battle.destroyed_this_turn = (lost[0], lost[1])


def morale_trial(battle: Battle, seat: int) -> Trial:
    before = battle.destroyed_this_turn[seat]

    def nobody_lost(state: State) -> tuple[int, ...]:
        assert isinstance(state, Battle)
        return (0 if state.destroyed_this_turn[seat] > before else 1,)

    label = f"{battle.army_name(seat)}: Morale test"
    start = Begin(begin_morale_test, seat)
    return Trial(label, other(seat), battle.copy(), start, (battle.of(seat)[0].key,), "fails", nobody_lost)


# -- powers ---------------------------------------------------------------------------------------------------------------------------


def begin_power(battle: Battle, key: str, power: str) -> Procedure:
    model = battle[key]
    return manifest(battle, model, next(known for known in known_powers(model) if known.key == power))


def no_effect(battle: Battle) -> Callable[[State], tuple[int, ...]]:
    """Nothing is left of a power that takes effect on somebody."""
    before = len(battle.effects)

    def count(state: State) -> tuple[int, ...]:
        assert isinstance(state, Battle)
        return (0 if len(state.effects) > before else 1,)

    return count


def power_trial(battle: Battle, key: str, power_key: str) -> Trial | None:
    """What Smite does to the closest enemy, and whether other powers come to be."""
    model = battle[key]
    power = next(power for power in known_powers(model) if power.key == power_key)
    if power.key == "da-jump":
        return None
    target = targets_of(battle, model, power)[0]
    start = Begin(begin_power, key, power.key)
    enemies = [it.key for it in battle.enemies_of(model.seat) if it.profile.psyker is not None]
    small = small_copy(battle, [key, target.key, *enemies])
    told = f"{model.name}: {power.name} at {target.name}"
    if power.key in HARMFUL:
        return Trial(told, model.seat, small, start, (target.key,))
    return Trial(told, model.seat, small, start, (target.key,), "manifests", no_effect(battle))


class CountedDenial(Denial):
    """A denial of which it is counted whether it fails."""

    __slots__ = ()

    def manifested(self) -> tuple[Part, ...]:
        return (PowerStands(self.caster, self.power, self.total),)


class PowerStands(PassedTest):
    """Nobody has denied it."""

    __slots__ = ()

    async def resolve(self, battle: Battle, course: Course) -> None:
        battle[self.caster].powers_tried = STANDS


def begin_denial(battle: Battle, denier: str, caster: str, power_key: str, total: int) -> Procedure:
    power = next(known for known in known_powers(battle[caster]) if known.key == power_key)
    return see_through(battle, Course(CountedDenial(caster, power, total).test_of(battle, denier)))


def deny_trial(battle: Battle, denier: str, caster: str, power_key: str, total: int) -> Trial:
    """Whether a power that lies there with so much is denied."""

    def stands(state: State) -> tuple[int, ...]:
        assert isinstance(state, Battle)
        return (1 if state[caster].powers_tried == STANDS else 0,)

    model = battle[denier]
    start = Begin(begin_denial, denier, caster, power_key, total)
    small = small_copy(battle, [denier, caster])
    return Trial(f"{model.name} denies", model.seat, small, start, (caster,), "denied", stands)


# -- risk -------------------------------------------------------------------------------------------------------------------------------


def threats(battle: Battle, key: str, at: tuple[float, ...]) -> list[Trial]:
    """The shots every enemy could take from where it stands or rides, if this model stood at a point."""
    if key not in battle.places:
        raise Refused(f"there is nothing called {key!r:.60} on the battlefield", "core.concept.measuring")
    there = battle.copy()
    model = there[key]
    put(model, (at[0], at[1], at[2] if len(at) > 2 else 0.0))
    found: list[Trial] = []
    for enemy in [it for it in there.models if it.seat != model.seat and looks_out(there, it)]:
        enemy.flags = 0
        enemy.moved = 0
        if enemy.on_table and engage_each_other(enemy.base, model.base) and not enemy.profile.ranged:
            found.append(fight_trial(there, enemy, model))
            continue
        shooter = Shooter(there, enemy)
        for weapon in enemy.profile.ranged:
            for profile in weapon.ranged:
                if not shooter.why_not_weapon(weapon, profile)[0] and not shooter.why_not_target(profile, model)[0]:
                    trial = shot_trial(there, enemy.key, weapon.key, profile.key, key, False)
                    trial.label = threat_label(there, shooter, profile, model)
                    found.append(trial)
    return found


def threat_label(battle: Battle, shooter: Shooter, profile: WeaponProfile, model: Model) -> str:
    near = "within half range" if shooter.in_half_range(profile, model) else "beyond half range"
    return f"{shooter.model.profile.name}, {profile.name}, {near}"


# -- free-standing attacks --------------------------------------------------------------------------------------------------------------


def model_names() -> dict[str, tuple[str, str, str]]:
    """Every model of every datasheet by name: its faction, datasheet and which model of it."""
    from vanguard.rulebooks.fortyk_vanguard.content.content import content

    found: dict[str, tuple[str, str, str]] = {}
    for faction in content().factions.values():
        for sheet in faction.datasheets.values():
            for kind, variant in (("trooper", sheet.trooper), ("leader", sheet.leader), ("team", sheet.team)):
                if variant is not None:
                    name = f"{sheet.key}" if kind == "trooper" else f"{sheet.key}/{kind}"
                    found[name] = (faction.key, sheet.key, kind)
    return found


def weapon_profiles() -> dict[str, tuple[Weapon, WeaponProfile]]:
    from vanguard.rulebooks.fortyk_vanguard.content.content import content

    return {profile.key: (weapon, profile) for weapon in content().rack.weapons.values() for profile in weapon.profiles}


def trial_fields() -> dict[str, Any]:
    models = {key: name_among(key) for key in model_names()}
    weapons = {key: profile.name for key, (_, profile) in weapon_profiles().items()}
    return wish_fields(
        ["weapon", "target"],
        weapon=one_of(weapons, "Weapon", example="bolt-rifle"),
        attacker=one_of(models, "Attacking model (the first that carries it if not given)"),
        target=one_of(models, "Target model", example="boyz"),
        range=amount("Distance in inches (half range if not given)", 0, FURTHEST),
        cover=flag("Target has the benefits of cover"),
        dense=flag("Dense Cover between them"),
        moved=flag("Attacker has moved"),
        charged=flag("Attacker has charged"),
        wounds=whole("Wounds left of the target", 1),
    )


def trial(given: Mapping[str, Any]) -> Trial:
    """An attack of one model on another at a distance, on ground that is as wished."""
    wish = Wish(given, trial_fields())
    weapon, profile = weapon_profiles()[wish.text("weapon")]
    target = profile_named(wish.text("target"))
    attacker = armed(attacker_of(wish.text("attacker"), weapon), weapon)
    distance = wish.amount("range", profile.range * 0.5)
    if profile.ranged and distance > profile.range:
        raise Refused(f'{profile.name} reaches {profile.range:g}", not {distance:g}"', "core.shoot.number-of-attacks")
    if profile.melee:
        distance = 0.0
    battle = what_if(attacker, target, distance, wish.flag("cover"), wish.flag("dense"))
    shooter, victim = battle.models
    victim.wounds = wish.whole("wounds", target.wounds, target.wounds)
    if wish.flag("moved"):
        shooter.moved = NORMAL_MOVE
    if wish.flag("charged"):
        shooter.flags |= CHARGED
        shooter.charge_targets = (victim.key,)
    if profile.melee:
        battle.phase = FIGHT
        return fight_trial(battle, shooter, victim)
    return shot_trial(battle, shooter.key, weapon.key, profile.key, victim.key, False)


def name_among(key: str) -> str:
    """What a model is called, with its datasheet where that is called otherwise."""
    from vanguard.rulebooks.fortyk_vanguard.content.content import content

    faction, datasheet, _ = model_names()[key]
    sheet, name = content().factions[faction].datasheets[datasheet].name, profile_named(key).name
    return name if name == sheet else f"{name} ({sheet})"


def profile_named(key: str) -> ModelProfile:
    from vanguard.rulebooks.fortyk_vanguard.content.army_list import profile_of

    return profile_of(*model_names()[key])


def attacker_of(key: str, weapon: Weapon) -> ModelProfile:
    """The model named, or the first that carries the weapon, or the first of all."""
    if key:
        return profile_named(key)
    first: ModelProfile | None = None
    for name in model_names():
        profile = profile_named(name)
        if any([carried.printed == weapon.key for carried in profile.weapons]):
            return profile
        if first is None and (profile.row(profile.wounds).ballistic_skill or weapon.melee):
            first = profile
    assert first is not None
    return first


def armed(profile: ModelProfile, weapon: Weapon) -> ModelProfile:
    """The model with this weapon alone in its hands."""
    return ModelProfile(
        f"{profile.key}+{weapon.key}", profile.unit, profile.name, profile.faction, profile.role, profile.look,
        profile.points, profile.keywords, profile.characteristics, profile.footprint, (weapon,), profile.abilities,
        profile.psyker, profile.explosion, 0, profile.ignore_wounds, profile.damage_reduction,
        profile.damage_reduction_up_to, profile.cover_bonus, profile.save_bonus,
    )  # fmt: skip


def what_if(attacker: ModelProfile, target: ModelProfile, distance: float, cover: bool, dense: bool) -> Battle:
    """Two models on a large table, with a crater under the target or a wood between them where that is wished."""
    from vanguard.rulebooks.fortyk_vanguard.content.content import content

    printed = content()
    size = max(printed.sizes.values(), key=lambda it: it.width)
    x = 4.0 + attacker.radius
    there = x + attacker.radius + distance + target.radius
    pieces: list[TerrainPiece] = []
    if cover:
        traits = frozenset((LIGHT_COVER, HEAVY_COVER))
        pieces.append(area("crater", there - 0.1, there + target.radius, traits, 0.5))
    if dense and distance > 0.0:
        pieces.append(area("wood", x + attacker.radius, x + attacker.radius + distance, frozenset((DENSE_COVER,)), 3.0))
    battlefield = BattlefieldMap("what-if", "What if", "", size, tuple(pieces))
    sides = tuple([Side(name, name, name, 1, 0) for name in ("attacker", "target")])
    battle = Battle(Battlefield(battlefield), printed.mission, printed.stratagems, (sides[0], sides[1]))
    battle.round = 1
    battle.phase = SHOOTING
    for seat, (profile, place) in enumerate(((attacker, x), (target, there))):
        model = Model(("attacker", "target")[seat], profile.name, seat, profile, False)
        put(model, (place, 15.0, 0.0))
        battle.places[model.key] = seat
        battle.models.append(model)
    return battle


def area(name: str, west: float, east: float, traits: frozenset[str], height: float) -> TerrainPiece:
    part = Outline(name, [(west, 12.0), (east, 12.0), (east, 18.0), (west, 18.0)], True, 0.0, height)
    return TerrainPiece(name, name, name, AREA, traits, height, part)


ATTEMPTS: Final[dict[str, Maker]] = {
    "shot": shot_trial,
    "volley": volley_trial,
    "charge": charge_trial,
    "fight": first_fight,
    "power": power_trial,
    "deny": deny_trial,
    "overwatch": overwatch_trial,
    "cut down": cut_down_trial,
    "morale": morale_trial,
}
