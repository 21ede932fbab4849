"""Attacks, charges and powers that could happen, for odds: the very procedures of play on a small copy of the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vanguard.core.questions import Choose, Question
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Procedure, Trial
from vanguard.core.state import State
from vanguard.geometry.shapes import Part
from vanguard.rulebooks.fortyk_vanguard.battlefield import Battlefield
from vanguard.rulebooks.fortyk_vanguard.charge_phase import NATURAL_SIX, STEADY, charge_distance
from vanguard.rulebooks.fortyk_vanguard.engagement import engage_each_other
from vanguard.rulebooks.fortyk_vanguard.fight_phase import choose_attacks, legal_targets
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
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import known_powers, manifest, targets_of
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import allocate, resolve, shots_of
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
)
from vanguard.rulebooks.fortyk_vanguard.targets import Shooter

AIMING: Final[tuple[str, ...]] = (
    "core.shoot.declare-all-targets-first", "core.weapon.pistol-or-others", "core.overwatch.range-and-sight",
)  # fmt: skip
"""The questions whose options are a weapon, a profile and a target."""
AURAS: Final[tuple[str, ...]] = ("rites-of-battle", "warboss")
"""Abilities of others that change an attack."""
FURTHEST: Final = 120.0
HARMFUL: Final[tuple[str, ...]] = ("smite", "eadbanger")
"""Powers that are counted in wounds; of the others, whether they come to be."""


def trials(battle: Battle, question: Question[Any]) -> dict[str, Trial]:
    """The attacks, charges and powers that the options of this question would start."""
    if not isinstance(question, Choose):
        return {}
    if question.clause in AIMING:
        overwatch = question.clause == "core.overwatch.range-and-sight"
        return {
            it.key: shot_trial(battle, battle[question.about[0]], it.value[0], it.value[1], it.value[2], overwatch)
            for it in question.available
            if it.value[2]
        }
    if question.clause == "core.charge.declare-targets" and question.about:
        charger = battle[question.about[0]]
        return {it.key: charge_trial(battle, charger, (it.value,)) for it in question.available if it.value}
    if question.clause in ("core.fight.chargers-first", "core.fight.alternate", "core.fight.fights-last"):
        return {
            it.key: fight_trial(battle, battle[it.value], target)
            for it in question.available
            for target in legal_targets(battle, battle[it.value])[:1]
        }
    if question.clause == "core.psychic.number-of-powers" and question.about:
        return power_trials(battle, battle[question.about[0]], question)
    return {}


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


class ShotStart:
    """Starts one weapon of a model at an initial target."""

    __slots__ = ("key", "overwatch", "profile", "target", "weapon")

    def __init__(self, key: str, weapon: str, profile: str, target: str, overwatch: bool) -> None:
        self.key = key
        self.weapon = weapon
        self.profile = profile
        self.target = target
        self.overwatch = overwatch

    def __call__(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        return self._run(state)

    async def _run(self, battle: Battle) -> None:
        model = battle[self.key]
        profile = model.profile.weapon(self.weapon).profile(self.profile)
        shooter = Shooter(battle, model, self.overwatch)
        groups = []
        for _ in range(shots_of(model, profile)):
            groups += await allocate(battle, shooter, self.weapon, profile, battle[self.target])
        if self.overwatch:
            for group in groups:
                group.hits_on = STEADY if model.did(HOLDS_STEADY) else NATURAL_SIX
        await resolve(battle, model, groups)


def shot_trial(battle: Battle, model: Model, weapon: str, profile_key: str, target: str, overwatch: bool) -> Trial:
    """All attacks at one model; a blast with all it catches. Only the models that matter come along."""
    profile = model.profile.weapon(weapon).profile(profile_key)
    victim = battle[target]
    keys = [model.key, target]
    if model.aboard:
        keys.append(model.aboard)
    if profile.blast and not overwatch:
        keys += [it.key for it in Shooter(battle, model).blast_victims(profile, victim)]
    label = f"{model.name}: {profile.name} at {victim.name}"
    start = ShotStart(model.key, weapon, profile_key, target, overwatch)
    watched = (target, *[key for key in keys[2:] if key != model.aboard])
    if profile.destroys_bearer_on_one or profile.mortal_wound_to_bearer_on_one:
        watched = (target, model.key, *watched[1:])
    trial = Trial(label, model.seat, small_copy(battle, keys), start, watched)
    trial.anybody = len(watched) > 1 and watched[1] != model.key
    return trial


# -- fighting -----------------------------------------------------------------------------------------------------------------------


class FightStart:
    """Starts the close combat attacks of a model, all on one enemy."""

    __slots__ = ("key", "target", "weapon")

    def __init__(self, key: str, target: str, weapon: str = "") -> None:
        self.key = key
        self.target = target
        self.weapon = weapon

    def __call__(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        return self._run(state)

    async def _run(self, battle: Battle) -> None:
        model = battle[self.key]
        groups = await choose_attacks(battle, model, [battle[self.target]])
        await resolve(battle, model, groups)


def fight_trial(battle: Battle, model: Model, target: Model) -> Trial:
    label = f"{model.name} fights {target.name}"
    return Trial(
        label, model.seat, small_copy(battle, [model.key, target.key]), FightStart(model.key, target.key), (target.key,)
    )


# -- charging -----------------------------------------------------------------------------------------------------------------------


class ChargeStart:
    """Starts the roll of a charge; it is counted whether its targets can be reached."""

    __slots__ = ("key", "targets")

    def __init__(self, key: str, targets: tuple[str, ...]) -> None:
        self.key = key
        self.targets = targets

    def __call__(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        return self._run(state)

    async def _run(self, battle: Battle) -> None:
        if await charge_distance(battle, battle[self.key], self.targets) is not None:
            battle[self.key].flags |= CHARGED

    def count(self, state: State) -> tuple[int, ...]:
        """Nothing is left of a charge that does not reach its targets."""
        assert isinstance(state, Battle)
        return (0 if state[self.key].did(CHARGED) else 1,)


def charge_trial(battle: Battle, model: Model, targets: tuple[str, ...]) -> Trial:
    """The chance that a charge reaches: everybody in the way comes along."""
    small = battle.copy()
    start = ChargeStart(model.key, targets)
    names = ", ".join([battle[key].name for key in targets])
    return Trial(f"{model.name} charges {names}", model.seat, small, start, (model.key,), "reaches", start.count)


# -- powers ---------------------------------------------------------------------------------------------------------------------------


class PowerStart:
    """Starts a psychic power; it is counted whether it takes effect on somebody."""

    __slots__ = ("effects", "key", "power")

    def __init__(self, battle: Battle, key: str, power: str) -> None:
        self.key = key
        self.power = power
        self.effects = len(battle.effects)

    def __call__(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        model = state[self.key]
        return manifest(state, model, next(power for power in known_powers(model) if power.key == self.power))

    def count(self, state: State) -> tuple[int, ...]:
        assert isinstance(state, Battle)
        return (0 if len(state.effects) > self.effects else 1,)


def power_trials(battle: Battle, model: Model, question: Choose[Any]) -> dict[str, Trial]:
    """What Smite does to the closest enemy, and whether other powers come to be."""
    found: dict[str, Trial] = {}
    for option in question.available:
        for power in known_powers(model):
            if power.key != option.value or power.key == "da-jump":
                continue
            targets = targets_of(battle, model, power)
            start = PowerStart(battle, model.key, power.key)
            label = f"{model.name}: {power.name}"
            enemies = [it.key for it in battle.enemies_of(model.seat) if it.profile.psyker is not None]
            small = small_copy(battle, [model.key, targets[0].key, *enemies])
            told = f"{label} at {targets[0].name}"
            if power.key in HARMFUL:
                found[option.key] = Trial(told, model.seat, small, start, (targets[0].key,))
            else:
                found[option.key] = Trial(told, model.seat, small, start, (targets[0].key,), "manifests", start.count)
    return found


# -- risk -------------------------------------------------------------------------------------------------------------------------------


def threats(battle: Battle, key: str, at: tuple[float, ...]) -> list[Trial]:
    """The shots every enemy could take from where it stands, if this model stood at a point."""
    if key not in battle.places:
        raise Refused(f"there is nothing called {key!r:.60} on the battlefield", "core.concept.measuring")
    there = battle.copy()
    model = there[key]
    put(model, (at[0], at[1], at[2] if len(at) > 2 else 0.0))
    found: list[Trial] = []
    for enemy in there.enemies_of(model.seat):
        enemy.flags = 0
        enemy.moved = 0
        if engage_each_other(enemy.base, model.base) and not enemy.profile.ranged:
            found.append(fight_trial(there, enemy, model))
            continue
        shooter = Shooter(there, enemy)
        for weapon in enemy.profile.ranged:
            for profile in weapon.ranged:
                if not shooter.why_not_weapon(weapon, profile)[0] and not shooter.why_not_target(profile, model)[0]:
                    trial = shot_trial(there, enemy, weapon.key, profile.key, key, False)
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
    models = list(model_names())
    return {
        "type": "object",
        "required": ["weapon", "target"],
        "additionalProperties": False,
        "properties": {
            "weapon": {"enum": list(weapon_profiles()), "title": "Weapon profile"},
            "attacker": {"enum": models, "title": "Attacking model (the first that carries it if not given)"},
            "target": {"enum": models, "title": "Target model"},
            "range": {"type": "number", "minimum": 0, "title": "Distance in inches (half range if not given)"},
            "cover": {"type": "boolean", "default": False, "title": "Target has the benefits of cover"},
            "dense": {"type": "boolean", "default": False, "title": "Dense Cover between them"},
            "moved": {"type": "boolean", "default": False, "title": "Attacker has moved"},
            "charged": {"type": "boolean", "default": False, "title": "Attacker has charged"},
            "wounds": {"type": "integer", "minimum": 1, "title": "Wounds left of the target"},
        },
    }


def trial(wish: Mapping[str, Any]) -> Trial:
    """An attack of one model on another at a distance, on ground that is as wished."""
    fields = trial_fields()["properties"]
    for field in wish:
        if field not in fields:
            raise Refused(f"an attack has no {field!r:.40}; it has {', '.join(fields)}")
    for field in ("cover", "dense", "moved", "charged"):
        if not isinstance(wish.get(field, False), bool):
            raise Refused(f"{field} is true or false, not {wish[field]!r:.60}")
    weapon, profile = weapon_named(wish.get("weapon"))
    target = profile_named(wish.get("target"), "target")
    attacker = armed(attacker_of(wish.get("attacker"), weapon), weapon)
    usual = 0.0 if profile.melee else profile.range * 0.5
    distance = number(wish, "range", usual, 0.0, FURTHEST)
    if profile.ranged and distance > profile.range:
        raise Refused(f'{profile.name} reaches {profile.range:g}", not {distance:g}"', "core.shoot.number-of-attacks")
    if profile.melee:
        distance = 0.0
    battle = what_if(attacker, target, distance, bool(wish.get("cover")), bool(wish.get("dense")))
    shooter, victim = battle.models
    victim.wounds = int(number(wish, "wounds", float(target.wounds), 1.0, float(target.wounds)))
    if wish.get("moved"):
        shooter.moved = NORMAL_MOVE
    if wish.get("charged"):
        shooter.flags |= CHARGED
        shooter.charge_targets = (victim.key,)
    if profile.melee:
        battle.phase = FIGHT
        return fight_trial(battle, shooter, victim)
    return shot_trial(battle, shooter, weapon.key, profile.key, victim.key, False)


def weapon_named(key: Any) -> tuple[Weapon, WeaponProfile]:
    known = weapon_profiles()
    if not isinstance(key, str) or key not in known:
        raise Refused(f"weapon names a weapon profile, not {key!r:.60}{meant(key, list(known))}")
    return known[key]


def profile_named(key: Any, field: str) -> ModelProfile:
    from vanguard.rulebooks.fortyk_vanguard.content.army_list import profile_of

    known = model_names()
    if not isinstance(key, str) or key not in known:
        raise Refused(f"{field} names a model, not {key!r:.60}{meant(key, list(known))}")
    return profile_of(*known[key])


def meant(key: Any, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(str(key), known, 1)
    return f"; did you mean {close[0]}?" if close else ""


def attacker_of(key: Any, weapon: Weapon) -> ModelProfile:
    """The model named, or the first that carries the weapon, or the first of all."""
    if key is not None:
        return profile_named(key, "attacker")
    first: ModelProfile | None = None
    for name in model_names():
        profile = profile_named(name, "attacker")
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
    part = Part(name, [(west, 12.0), (east, 12.0), (east, 18.0), (west, 18.0)], True, 0.0, height)
    return TerrainPiece(name, name, name, AREA, traits, height, part)


def number(wish: Mapping[str, Any], field: str, default: float, least: float, most: float) -> float:
    value = wish.get(field, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise Refused(f"{field} is a number from {least:g} to {most:g}, not {value!r:.60}")
    return float(value)
