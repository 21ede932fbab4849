"""Attacks that could happen, for exact odds: the same procedures as in play, started on copies of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Any, Final

from vanguard.core.anatomy import Maker
from vanguard.core.attacks.wishes import Wish, amount, flag, one_of, only_for, whole, wish_fields
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Begin, Procedure, Trial
from vanguard.core.state import State
from vanguard.geometry.measuring import gap
from vanguard.geometry.movement.pricing import straight_cost
from vanguard.geometry.shapes import Table
from vanguard.rulebooks.killteam_vanguard.attacks import attack
from vanguard.rulebooks.killteam_vanguard.battlefield import Battlefield
from vanguard.rulebooks.killteam_vanguard.blows import caught_in_blast
from vanguard.rulebooks.killteam_vanguard.charging import CHARGE_BONUS, strike_after_charge
from vanguard.rulebooks.killteam_vanguard.content.content import content
from vanguard.rulebooks.killteam_vanguard.declaring import declared_attack, target_objection
from vanguard.rulebooks.killteam_vanguard.end_phase import FIRE, TOXIN, resolve_end_effect
from vanguard.rulebooks.killteam_vanguard.engagements import engaged
from vanguard.rulebooks.killteam_vanguard.line_of_sight import IN_COVER, IN_THE_OPEN, OBSCURED, exposure, sees
from vanguard.rulebooks.killteam_vanguard.movement import SAFE_DROP, MoveQuestion, reading_of
from vanguard.rulebooks.killteam_vanguard.nerve import must_test, nerve_test
from vanguard.rulebooks.killteam_vanguard.placing import level_at
from vanguard.rulebooks.killteam_vanguard.profiles import Card, Faction, Profile, Weapon
from vanguard.rulebooks.killteam_vanguard.scenarios import Scenario, Zone
from vanguard.rulebooks.killteam_vanguard.state import IN_PLAY, TOLERANCE, Activation, Battle, battle_on, fielded
from vanguard.rulebooks.killteam_vanguard.strikes import ACTION, CHARGE, DISENGAGING, LONG_RANGE, Strike
from vanguard.rulebooks.killteam_vanguard.travelling import fall_down
from vanguard.tabletop.moves import point_toward
from vanguard.tabletop.standing import beside


def look_around(battle: Battle, attacker: str, target: str) -> None:
    """Settle sight between the two before thousands of tries ask for it."""
    sees(battle, battle[target], battle[attacker])
    exposure(battle, battle[attacker], battle[target])


FALL: Final = "fall"
NERVE: Final = "nerve"


def begin_attack(battle: Battle, attacker: str, target: str, key: str, way: str) -> Procedure:
    """One attack, all dice at one target."""
    weapon = battle[attacker].profile.weapon(key)
    assert weapon is not None
    split = [(target, weapon.dice)]
    if way == ACTION:
        return declared_attack(battle, attacker, weapon, split)
    if way == CHARGE:
        return strike_after_charge(battle, Strike(attacker, weapon, CHARGE), split)
    return attack(battle, Strike(attacker, weapon, way), split)


async def begin_nerve_test(battle: Battle, key: str, forced: bool) -> None:
    """A model that fails it has fallen back, for `nerve_held`; `forced` is a test that an enemy's ability demands."""
    if not await nerve_test(battle, key, "its warband is broken", "nerve.test", forced):
        activation = Activation(key, False, False, False)
        activation.fell_back = True
        battle.activation = activation


def nerve_held(key: str) -> Callable[[State], tuple[int, ...]]:
    """1 for a nerve that holds, 0 for one that fails."""

    def count(state: State) -> tuple[int, ...]:
        assert isinstance(state, Battle)
        activation = state.activation
        return (0 if activation is not None and activation.model == key and activation.fell_back else 1,)

    return count


def harm_trial(battle: Battle, what: str, key: str, height: float = 0.0) -> Trial:
    """The other side counts as the attacker: it wants the model to come to harm."""
    model = battle[key]
    if what == NERVE:
        return _test_of_nerve(battle, key, "", "fails its nerve test", False)
    told = {FALL: f'falls {height:g}"', TOXIN: "suffers its toxin", FIRE: "burns"}
    start = Begin(fall_down, key, height) if what == FALL else Begin(resolve_end_effect, model.side, what, key)
    return Trial(f"{model.name} {told[what]}", 1 - model.side, battle, start, (key,))


def forced_test(battle: Battle, key: str, why: str, fate: str) -> Trial:
    """A nerve test that an enemy's ability demands of a model, and what comes of failing it."""
    return _test_of_nerve(battle, key, f": {why}", fate, True)


def _test_of_nerve(battle: Battle, key: str, why: str, fate: str, forced: bool) -> Trial:
    model = battle[key]
    label = f"{model.name} tests its nerve{why}"
    return Trial(label, 1 - model.side, battle, Begin(begin_nerve_test, key, forced), (key,), fate, nerve_held(key))


# -- what options attempt -------------------------------------------------------------------------------------------------


def attempted_attack(battle: Battle, way: str, attacker: str, target: str, key: str) -> Trial:
    """An attack with all dice at one target: an action, a charge, a disengaging attack or a retaliation."""
    model = battle[attacker]
    weapon = model.profile.weapon(key)
    assert weapon is not None
    look_around(battle, attacker, target)
    label = f"{weapon.name} at {battle[target].name}" if way == ACTION else weapon.line()
    watched = (target, attacker, *_bystanders(battle, attacker, target, weapon))
    return Trial(label, model.side, battle, Begin(begin_attack, attacker, target, key, way), watched)


def attempted_dare(battle: Battle, charger: str, target: str) -> Trial | None:
    """The nerve test of a charger before an enemy with a dreadful card."""
    for ability in battle[target].profile.abilities:
        if ability.frightens_chargers():
            return forced_test(battle, charger, f"{battle[target].name}'s {ability.name}", "dares not")
    return None


def attempted_wail(battle: Battle, target: str) -> Trial:
    """The nerve test of whoever is wailed at."""
    return forced_test(battle, target, f"Wail at {battle[target].name}", "fatigued")


def attempted_activation(battle: Battle, key: str) -> Trial | None:
    """The nerve test of a model whose warband is broken, if it has to take one."""
    return harm_trial(battle, NERVE, key) if must_test(battle, battle[key]) else None


def attempted_toxin(battle: Battle, key: str) -> Trial:
    return harm_trial(battle, TOXIN, key)


def attempted_fire(battle: Battle, key: str) -> Trial:
    return harm_trial(battle, FIRE, key)


def _bystanders(battle: Battle, attacker: str, target: str, weapon: Weapon) -> list[str]:
    """Who else a blast would strike, the attacker aside."""
    return [key for key in caught_in_blast(battle, Strike(attacker, weapon, ACTION), battle[target]) if key != attacker]


# -- threats: what the next enemy activation could do -----------------------------------------------------------------------


def threats(battle: Battle, key: str, at: tuple[float, ...]) -> list[Trial]:
    """The attacks an enemy's next activation could make on this model if it stood at this point.

    Shots from where the enemy stands (after an Aim) or after walking straight nearer; melee where it stands; charges.
    """
    model = battle.find(key)
    there = battle.copy()
    mover = there[key]
    mover.x, mover.y = round(at[0], 3), round(at[1], 3)
    mover.elevation = level_at(there, mover.x, mover.y)
    mover.place = IN_PLAY
    there.forget_sight()
    found: list[Trial] = []
    for enemy in there.enemies_of(model):
        if enemy.standing:
            found.extend(_threats_of(there, enemy.key, key))
    return found


def _threats_of(there: Battle, enemy_key: str, key: str) -> list[Trial]:
    found: list[Trial] = []
    enemy, target = there[enemy_key], there[key]
    distance = gap(enemy, target)
    in_sight = sees(there, enemy, target)
    for weapon in enemy.profile.weapons:
        if weapon.melee:
            if in_sight and distance <= weapon.range + TOLERANCE:
                found.append(_threat(there, enemy_key, key, weapon, ACTION, False))
            elif in_sight and not enemy.fatigued and not engaged(there, enemy):
                if distance <= enemy.profile.speed + CHARGE_BONUS + weapon.range:
                    found.append(_charge_threat(there, enemy_key, key, weapon))
        elif in_sight and distance <= weapon.range + TOLERANCE and not engaged(there, enemy):
            if not engaged(there, target):
                found.append(_threat(there, enemy_key, key, weapon, ACTION, not enemy.fatigued))
        elif distance <= weapon.range + enemy.profile.speed and not enemy.fatigued:
            moved = _walked_nearer(there, enemy_key, key, weapon)
            if moved is not None:
                found.append(_threat(moved, enemy_key, key, weapon, ACTION, False))
    return found


def _walked_nearer(there: Battle, enemy_key: str, key: str, weapon: Weapon) -> Battle | None:
    """The position after the enemy walked straight toward the target, if it can shoot from there."""
    enemy, target = there[enemy_key], there[key]
    point = point_toward(enemy.centre, target.centre, enemy.profile.speed, enemy.radius + target.radius + 1.0)
    if point is None:
        return None
    around = MoveQuestion(there, enemy, enemy.profile.speed, reading_of(enemy), drop_limit=SAFE_DROP).around
    if straight_cost(around, point[0], point[1]) == inf:
        return None
    moved = there.copy()
    walker = moved[enemy_key]
    walker.x, walker.y = point
    walker.elevation = level_at(moved, point[0], point[1])
    moved.forget_sight()
    shooter, shot = moved[enemy_key], moved[key]
    if engaged(moved, shooter) or engaged(moved, shot) or gap(shooter, shot) > weapon.range + TOLERANCE:
        return None
    return moved if sees(moved, shooter, shot) else None


def _charge_threat(there: Battle, enemy_key: str, key: str, weapon: Weapon) -> Trial:
    """The charge attack with the charger set beside the target."""
    moved = there.copy()
    charger, target = moved[enemy_key], moved[key]
    touching = beside(charger, target)
    charger.x, charger.y, charger.elevation = touching.x, touching.y, touching.elevation
    moved.forget_sight()
    return _threat(moved, enemy_key, key, weapon, CHARGE, False)


def _threat(battle: Battle, enemy_key: str, key: str, weapon: Weapon, way: str, aims: bool) -> Trial:
    """A trial whose label says everything its odds depend on."""
    enemy, target = battle[enemy_key], battle[key]
    look_around(battle, enemy_key, key)
    there = battle.copy()
    there.activation = Activation(enemy_key, False, enemy.fatigued, False)
    there.activation.aimed = aims and not weapon.melee
    words: list[str] = []
    if there.activation.aimed:
        words.append("aimed")
    if way == CHARGE:
        words.append("charging")
    hidden = exposure(battle, enemy, target)
    if hidden != IN_THE_OPEN:
        words.append("in cover" if hidden == IN_COVER else "obscured")
    if not weapon.melee and gap(enemy, target) > LONG_RANGE + TOLERANCE:
        words.append("long range")
    if target.knocked_down:
        words.append("knocked down")
    told = f" ({', '.join(words)})" if words else ""
    label = f"{enemy.profile.name} with {weapon.line()}{told}"
    return Trial(label, enemy.side, there, Begin(begin_attack, enemy_key, key, weapon.key, way), (key, enemy_key))


# -- a free-standing attack -------------------------------------------------------------------------------------------------

ATTACKS: Final = "attack"
ATTACKER: Final = "attacker"
TARGET: Final = "target"
MOST_POINTS: Final = 6


def trial_fields() -> dict[str, Any]:
    """What `trial` understands, as a JSON schema."""
    cards = {key: card.name for key, (card, _) in sorted(_cards().items())}
    return wish_fields(
        ["target"],
        what=one_of([ATTACKS, FALL, NERVE, TOXIN, FIRE], "What happens", ATTACKS),
        forced=only_for([NERVE], flag("An enemy's ability demands the nerve test")),
        height=only_for([FALL], amount("Inches of the fall", 0, 12, 4)),
        attacker=one_of(cards, "Attacker", example="immortal"),
        weapon=one_of(_weapon_names(), "Attack (the first one of the card if not given)"),
        target=one_of(cards, "Target", example="rifleman"),
        way=one_of([ACTION, CHARGE, DISENGAGING], "How it is made", ACTION),
        distance=amount("Distance in inches", 0, 36),
        aim=flag("After Aim"),
        focus=flag("After Focus"),
        obscured=flag("Target obscured"),
        cover=flag("Target in cover"),
        knocked_down=flag("Target knocked down"),
        fatigued=flag("Target fatigued (cannot retaliate)"),
        wounds=whole("Target's wounds", 1),
        attacker_wounds=whole("Attacker's wounds", 1),
        attacker_points=whole("Attacker's command points", 0, MOST_POINTS, 0),
        target_points=whole("Target's command points", 0, MOST_POINTS, 0),
    )


def trial(given: Mapping[str, Any]) -> Trial:
    """An attack between two models alone on an empty table."""
    wish = Wish(given, trial_fields())
    if wish.text("what") != ATTACKS:
        return _wished_harm(wish, wish.text("what"))
    wish.need("attacker")
    attacker = _profile(wish, "attacker")
    target = _profile(wish, "target")
    weapon = attacker.weapon(wish.text("weapon")) if wish.text("weapon") else attacker.weapons[0]
    if weapon is None:
        known = ", ".join([weapon.key for weapon in attacker.weapons])
        raise Refused(f"{attacker.name} has no attack {wish.text('weapon')!r}; it has {known}", "attack.choose-weapon")
    way = wish.text("way")
    if way != ACTION and not weapon.melee:
        raise Refused(f"{weapon.name} is a ranged attack: it cannot be a {way} attack", "stat.attack-type")
    battle = _duel(attacker, target, _distance(wish, weapon))
    _set_states(battle, wish)
    if way == ACTION:
        why, clause = target_objection(battle, battle[ATTACKER], weapon, battle[TARGET])
        if why:
            raise Refused(f"{weapon.name} at {target.name}: {why}", clause)
    look_around(battle, ATTACKER, TARGET)
    label = f"{attacker.name}, {weapon.line()}, at {target.name}"
    return Trial(label, 0, battle, Begin(begin_attack, ATTACKER, TARGET, weapon.key, way), (TARGET, ATTACKER))


def _wished_harm(wish: Wish, what: str) -> Trial:
    """A fall or a test of one model alone."""
    target = _profile(wish, "target")
    battle = _duel(target, target, 12.0)
    model = battle[TARGET]
    model.name = target.name
    model.wounds = wish.whole("wounds", target.wounds, target.wounds)
    battle.command_points = (0, wish.whole("target_points"))
    model.knocked_down = wish.flag("knocked_down")
    if what == NERVE and wish.flag("forced"):
        return forced_test(battle, TARGET, "an enemy's ability demands it", "fails")
    return harm_trial(battle, what, TARGET, wish.amount("height"))


def _set_states(battle: Battle, wish: Wish) -> None:
    attacker, target = battle[ATTACKER], battle[TARGET]
    target.wounds = wish.whole("wounds", target.profile.wounds, target.profile.wounds)
    attacker.wounds = wish.whole("attacker_wounds", attacker.profile.wounds, attacker.profile.wounds)
    battle.command_points = (wish.whole("attacker_points"), wish.whole("target_points"))
    target.fatigued = wish.flag("fatigued")
    if wish.flag("knocked_down"):
        target.knocked_down = True
        target.height = target.profile.height_down
    activation = Activation(ATTACKER, False, False, False)
    activation.aimed = wish.flag("aim")
    activation.focused = wish.flag("focus")
    battle.activation = activation
    if wish.flag("cover"):
        battle.exposed[(ATTACKER, TARGET)] = IN_COVER
    elif wish.flag("obscured"):
        battle.exposed[(ATTACKER, TARGET)] = OBSCURED


def _duel(attacker: Profile, target: Profile, distance: float) -> Battle:
    """Two models so far apart on an empty table."""
    field = Battlefield("empty", "An empty table", "", Table(72.0, 36.0, "in"), ())
    zones = (Zone("south", (0.0, 0.0, 72.0, 6.0), ("south",)), Zone("north", (0.0, 30.0, 72.0, 36.0), ("north",)))
    scenario = Scenario("none", "No scenario", "", 1, False, False, zones, (), False, 0, 0, 0)
    one = fielded(ATTACKER, attacker, 0, attacker.name, "1")
    other_name = f"the other {target.name}" if target.name == attacker.name else target.name
    other = fielded(TARGET, target, 1, other_name, "2")
    one.x, one.y, one.place = 10.0, 18.0, IN_PLAY
    other.x, other.y, other.place = round(10.0 + one.radius + other.radius + distance, 3), 18.0, IN_PLAY
    return battle_on(field, scenario, [one, other])


def _cards() -> dict[str, tuple[Card, Faction]]:
    return {card.key: (card, faction) for faction in content().factions.values() for card in faction.cards}


def _weapon_names() -> dict[str, str]:
    """What every attack of any card is called."""
    found: dict[str, str] = {}
    for card, faction in _cards().values():
        added = [option.adds for option in card.options if option.adds is not None]
        found |= {weapon.key: weapon.name for weapon in (*card.weapons, *faction.weapons, *added)}
    return dict(sorted(found.items()))


def _profile(wish: Wish, field: str) -> Profile:
    """The card of that name; the attacker has the option that carries the wished weapon, if one does."""
    card, faction = _cards()[wish.text(field)]
    options = []
    if field == "attacker":
        options = [
            option for option in card.options if option.adds is not None and option.adds.key == wish.text("weapon")
        ]
    return Profile(card, faction, options, card.printed_as_leader)


def _distance(wish: Wish, weapon: Weapon) -> float:
    told = wish.amount("distance", 0.0 if weapon.melee else min(weapon.range, LONG_RANGE))
    if told > weapon.range:
        raise Refused(f'distance: 0 to {weapon.range:g}" for {weapon.name}, not {told:g}', "attack.target.range")
    return told


ATTEMPTS: Final[dict[str, Maker]] = {
    "attack": attempted_attack,
    "dare": attempted_dare,
    "wail": attempted_wail,
    "activate": attempted_activation,
    TOXIN: attempted_toxin,
    FIRE: attempted_fire,
}
