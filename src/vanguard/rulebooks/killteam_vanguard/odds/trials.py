"""Attacks that could happen, for exact odds: the same procedures as in play, started on copies of a state."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, inf
from typing import Any, Final

from vanguard.core.content import probably_meant
from vanguard.core.questions import Question
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Procedure, Trial
from vanguard.core.state import State
from vanguard.geometry.measuring import gap
from vanguard.geometry.movement.pricing import straight_cost
from vanguard.geometry.shapes import Table
from vanguard.rulebooks.killteam_vanguard.attacks import attack
from vanguard.rulebooks.killteam_vanguard.battlefield import Battlefield
from vanguard.rulebooks.killteam_vanguard.blows import caught_in_blast
from vanguard.rulebooks.killteam_vanguard.charging import CHARGE_BONUS
from vanguard.rulebooks.killteam_vanguard.content.content import content
from vanguard.rulebooks.killteam_vanguard.declaring import choose_focus, declared_attack, target_objection
from vanguard.rulebooks.killteam_vanguard.end_phase import resolve_end_effect
from vanguard.rulebooks.killteam_vanguard.engagements import engaged
from vanguard.rulebooks.killteam_vanguard.line_of_sight import IN_COVER, IN_THE_OPEN, OBSCURED, exposure, sees
from vanguard.rulebooks.killteam_vanguard.movement import SAFE_DROP, MoveQuestion, reading_of
from vanguard.rulebooks.killteam_vanguard.nerve import must_test, nerve_test
from vanguard.rulebooks.killteam_vanguard.placing import level_at
from vanguard.rulebooks.killteam_vanguard.profiles import Card, Faction, Profile, Weapon
from vanguard.rulebooks.killteam_vanguard.scenarios import Scenario, Zone
from vanguard.rulebooks.killteam_vanguard.state import IN_PLAY, TOLERANCE, Activation, Battle, battle_on, fielded
from vanguard.rulebooks.killteam_vanguard.strikes import ACTION, CHARGE, DISENGAGING, LONG_RANGE, RETALIATION, Strike
from vanguard.rulebooks.killteam_vanguard.travelling import fall_down
from vanguard.tabletop.moves import point_toward

WAYS_OF: Final = {
    "attack.choose-weapon": ACTION,
    "charge.attack": CHARGE,
    "disengage.attack": DISENGAGING,
    "retaliate.who": RETALIATION,
}
"""The questions whose options are attacks, by clause, and the way in which those attacks are made."""


def look_around(battle: Battle, attacker: str, target: str) -> None:
    """Settle sight between the two before thousands of tries ask for it."""
    sees(battle, battle[target], battle[attacker])
    exposure(battle, battle[attacker], battle[target])


FALL: Final = "fall"
NERVE: Final = "nerve"
TOXIN: Final = "toxin"
FIRE: Final = "fire"
WAIL: Final = "wail"
WAIL_CLAUSE: Final = "card.special-abilities"


class AttackTrial:
    """Starts one attack, all dice at one target, on a copy of a state."""

    __slots__ = ("attacker", "target", "weapon", "way")

    def __init__(self, attacker: str, target: str, weapon: str, way: str) -> None:
        self.attacker = attacker
        self.target = target
        self.weapon = weapon
        self.way = way

    def __call__(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        weapon = state[self.attacker].profile.weapon(self.weapon)
        assert weapon is not None
        split = [(self.target, weapon.dice)]
        if self.way == ACTION:
            return declared_attack(state, self.attacker, weapon, split)
        if self.way == CHARGE:
            return _charge_attack(state, Strike(self.attacker, weapon, CHARGE), split)
        return attack(state, Strike(self.attacker, weapon, self.way), split)


async def _charge_attack(battle: Battle, strike: Strike, split: list[tuple[str, int]]) -> None:
    strike.moved = True
    await choose_focus(battle, strike, "Charge", "melee.modifier.charge")
    activation = battle.activation
    if activation is not None and activation.model == strike.attacker and activation.focused:
        activation.focused = False
        await choose_focus(battle, strike, "Focus", "melee.modifier.focus")
    await attack(battle, strike, split)


class HarmTrial:
    """Starts a fall, a nerve test, or what toxin or fire do at the end of a Round."""

    __slots__ = ("forced", "height", "key", "what")

    def __init__(self, what: str, key: str, height: float = 0.0, forced: bool = False) -> None:
        self.what = what
        self.key = key
        self.height = height
        self.forced = forced
        """A nerve test that an enemy's ability demands."""

    def __call__(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        return self._run(state)

    async def _run(self, battle: Battle) -> None:
        if self.what == FALL:
            await fall_down(battle, self.key, self.height)
        elif self.what == NERVE:
            if not await nerve_test(battle, self.key, "its warband is broken", "nerve.test", self.forced):
                activation = Activation(self.key, False, False, False)
                activation.fell_back = True
                battle.activation = activation
        else:
            await resolve_end_effect(battle, battle[self.key].side, self.what, self.key)

    def count(self, state: State) -> tuple[int, ...]:
        """1 for a nerve that holds, 0 for one that fails."""
        assert isinstance(state, Battle)
        activation = state.activation
        return (0 if activation is not None and activation.model == self.key and activation.fell_back else 1,)


def harm_trial(battle: Battle, what: str, key: str, height: float = 0.0) -> Trial:
    """The other side counts as the attacker: it wants the model to come to harm."""
    model = battle[key]
    start = HarmTrial(what, key, height)
    against = 1 - model.side
    if what == NERVE:
        return Trial(f"{model.name} tests its nerve", against, battle, start, (key,), "fails", start.count)
    told = {FALL: f'falls {height:g}"', TOXIN: "suffers its toxin", FIRE: "burns"}
    return Trial(f"{model.name} {told[what]}", against, battle, start, (key,))


def forced_test(battle: Battle, key: str, why: str, fate: str) -> Trial:
    """A nerve test that an enemy's ability demands of a model, and what comes of failing it."""
    start = HarmTrial(NERVE, key, forced=True)
    model = battle[key]
    return Trial(f"{model.name} tests its nerve: {why}", 1 - model.side, battle, start, (key,), fate, start.count)


def _forced_tests(battle: Battle, question: Question[Any]) -> dict[str, Trial]:
    """Of a charger before an enemy with a dreadful card, and of whoever is wailed at."""
    found: dict[str, Trial] = {}
    owner = question.about[0] if question.about else ""
    for option in getattr(question, "available", ()):
        target = option.key
        if owner not in battle.index or target not in battle.index:
            continue
        if question.clause == "charge.target-in-los":
            for ability in battle[target].profile.abilities:
                if ability.frightens_chargers():
                    why = f"{battle[target].name}'s {ability.name}"
                    found[target] = forced_test(battle, owner, why, "dares not")
        elif battle[target].side != battle[owner].side:
            found[target] = forced_test(battle, target, option.label, "fatigued")
    return found


def _wails(battle: Battle, question: Question[Any]) -> bool:
    """Is a model asked at whom it wails?"""
    owner = battle.find(question.about[0]) if question.about else None
    if owner is None or question.clause != WAIL_CLAUSE:
        return False
    abilities = [ability for ability in owner.profile.abilities if ability.key == WAIL]
    return bool(abilities) and " wails" in question.prompt


def _harm_behind(battle: Battle, question: Question[Any]) -> dict[str, Trial]:
    """Nerve tests of models of a broken warband that could be activated, and toxin and fire of the end phase."""
    found: dict[str, Trial] = {}
    for option in getattr(question, "available", ()):
        words = str(option.key).split(" ")
        model = next((word for word in words if word in battle.index), "")
        if not model:
            continue
        if question.clause == "turn.activate-or-pass" and must_test(battle, battle[model]):
            found[option.key] = harm_trial(battle, NERVE, model)
        elif question.clause.startswith("end.") and words[0] in (TOXIN, FIRE):
            found[option.key] = harm_trial(battle, words[0], model)
    return found


def trials_of(battle: Battle, question: Question[Any]) -> dict[str, Trial]:
    """The attacks and tests behind the options of a question, by option key."""
    found: dict[str, Trial] = {}
    if question.clause == "turn.activate-or-pass" or question.clause.startswith("end."):
        return _harm_behind(battle, question)
    if question.clause == "charge.target-in-los" or _wails(battle, question):
        return _forced_tests(battle, question)
    way = WAYS_OF.get(question.clause)
    if way is None or not question.about:
        return found
    attacker = battle[question.about[0]]
    for option in getattr(question, "available", ()):
        if way == ACTION:
            number, target = option.value
            weapon = attacker.profile.weapons[number]
        elif option.value >= 0:
            target = question.about[1]
            weapon = attacker.profile.melee[option.value]
        else:
            continue
        look_around(battle, attacker.key, target)
        start = AttackTrial(attacker.key, target, weapon.key, way)
        watched = (target, attacker.key, *_bystanders(battle, attacker.key, target, weapon))
        found[option.key] = Trial(option.label, attacker.side, battle, start, watched)
    return found


def _bystanders(battle: Battle, attacker: str, target: str, weapon: Weapon) -> list[str]:
    """Who else a blast would strike, the attacker aside."""
    return [key for key in caught_in_blast(battle, Strike(attacker, weapon, ACTION), battle[target]) if key != attacker]


# -- threats: what the next enemy activation could do -----------------------------------------------------------------------


def threats_to(battle: Battle, key: str, at: tuple[float, ...]) -> list[Trial]:
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
    length = hypot(charger.x - target.x, charger.y - target.y) or 1.0
    share = (charger.radius + target.radius) / length
    charger.x = round(target.x + (charger.x - target.x) * share, 3)
    charger.y = round(target.y + (charger.y - target.y) * share, 3)
    charger.elevation = target.elevation
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
    return Trial(label, enemy.side, there, AttackTrial(enemy_key, key, weapon.key, way), (key, enemy_key))


# -- a free-standing attack -------------------------------------------------------------------------------------------------

ATTACKS: Final = "attack"
ATTACKER: Final = "attacker"
TARGET: Final = "target"
MOST_POINTS: Final = 6


def fields_of_trials() -> dict[str, Any]:
    """What `wished_trial` understands, as a JSON schema."""
    points = {"type": "integer", "minimum": 0, "maximum": MOST_POINTS, "default": 0}
    return {
        "type": "object",
        "properties": {
            "what": {"enum": [ATTACKS, FALL, NERVE, TOXIN, FIRE], "title": "What happens", "default": ATTACKS},
            "forced": {"type": "boolean", "title": "An enemy's ability demands the nerve test", "default": False},
            "height": {"type": "number", "minimum": 0, "maximum": 12, "title": "Inches of the fall", "default": 4},
            "attacker": {"enum": sorted(_cards()), "title": "Attacker"},
            "weapon": {"enum": sorted(_weapon_keys()), "title": "Attack"},
            "target": {"enum": sorted(_cards()), "title": "Target"},
            "way": {"enum": [ACTION, CHARGE, DISENGAGING], "title": "How it is made", "default": ACTION},
            "distance": {"type": "number", "minimum": 0, "maximum": 36, "title": "Distance in inches"},
            "aim": {"type": "boolean", "title": "After Aim", "default": False},
            "focus": {"type": "boolean", "title": "After Focus", "default": False},
            "obscured": {"type": "boolean", "title": "Target obscured", "default": False},
            "cover": {"type": "boolean", "title": "Target in cover", "default": False},
            "knocked_down": {"type": "boolean", "title": "Target knocked down", "default": False},
            "fatigued": {"type": "boolean", "title": "Target fatigued (cannot retaliate)", "default": False},
            "wounds": {"type": "integer", "minimum": 1, "title": "Target's wounds"},
            "attacker_wounds": {"type": "integer", "minimum": 1, "title": "Attacker's wounds"},
            "attacker_points": {**points, "title": "Attacker's command points"},
            "target_points": {**points, "title": "Target's command points"},
        },
        "required": ["target"],
        "additionalProperties": False,
    }


def wished_trial(wish: Mapping[str, Any]) -> Trial:
    """An attack between two models alone on an empty table."""
    fields = fields_of_trials()["properties"]
    for key in wish:
        if key not in fields:
            meant = probably_meant(str(key), fields)
            raise Refused(f"unknown field {key!r:.60}{f'; did you mean {meant}?' if meant else ''}")
    what = _choice(wish, "what", fields["what"]["enum"], ATTACKS)
    if what != ATTACKS:
        return _wished_harm(wish, what)
    attacker = _profile(wish, "attacker")
    target = _profile(wish, "target")
    weapon = attacker.weapon(str(wish.get("weapon", "")))
    if weapon is None:
        known = [weapon.key for weapon in attacker.weapons]
        meant = probably_meant(str(wish.get("weapon", "")), known)
        hint = f"; did you mean {meant}?" if meant else f"; it has {', '.join(known)}"
        raise Refused(f"{attacker.name} has no attack {wish.get('weapon')!r:.60}{hint}", "attack.choose-weapon")
    way = _choice(wish, "way", fields["way"]["enum"], ACTION)
    if way != ACTION and not weapon.melee:
        raise Refused(f"{weapon.name} is a ranged attack: it cannot be a {way} attack", "stat.attack-type")
    battle = _duel(attacker, target, _distance(wish, weapon))
    _set_states(battle, wish, weapon)
    if way == ACTION:
        why, clause = target_objection(battle, battle[ATTACKER], weapon, battle[TARGET])
        if why:
            raise Refused(f"{weapon.name} at {target.name}: {why}", clause)
    look_around(battle, ATTACKER, TARGET)
    label = f"{attacker.name}, {weapon.line()}, at {target.name}"
    return Trial(label, 0, battle, AttackTrial(ATTACKER, TARGET, weapon.key, way), (TARGET, ATTACKER))


def _wished_harm(wish: Mapping[str, Any], what: str) -> Trial:
    """A fall or a test of one model alone."""
    target = _profile(wish, "target")
    battle = _duel(target, target, 12.0)
    model = battle[TARGET]
    model.name = target.name
    model.wounds = _whole(wish, "wounds", 1, target.wounds, target.wounds)
    battle.command_points = [0, _whole(wish, "target_points", 0, MOST_POINTS, 0)]
    model.knocked_down = _flag(wish, "knocked_down")
    height = wish.get("height", 4)
    if isinstance(height, bool) or not isinstance(height, (int, float)) or not 0 <= height <= 12:
        raise Refused(f"height: 0 to 12 inches, not {height!r:.60}", "drop.fall-hits")
    if what == NERVE and _flag(wish, "forced"):
        return forced_test(battle, TARGET, "an enemy's ability demands it", "fails")
    return harm_trial(battle, what, TARGET, float(height))


def _set_states(battle: Battle, wish: Mapping[str, Any], weapon: Weapon) -> None:
    attacker, target = battle[ATTACKER], battle[TARGET]
    target.wounds = _whole(wish, "wounds", 1, target.profile.wounds, target.profile.wounds)
    attacker.wounds = _whole(wish, "attacker_wounds", 1, attacker.profile.wounds, attacker.profile.wounds)
    battle.command_points = [
        _whole(wish, "attacker_points", 0, MOST_POINTS, 0),
        _whole(wish, "target_points", 0, MOST_POINTS, 0),
    ]
    target.fatigued = _flag(wish, "fatigued")
    if _flag(wish, "knocked_down"):
        target.knocked_down = True
        target.height = target.profile.height_down
    activation = Activation(ATTACKER, False, False, False)
    activation.aimed = _flag(wish, "aim")
    activation.focused = _flag(wish, "focus")
    battle.activation = activation
    if _flag(wish, "cover"):
        battle.exposed[(ATTACKER, TARGET)] = IN_COVER
    elif _flag(wish, "obscured"):
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


def cards_with_weapons() -> dict[str, list[str]]:
    """The attacks every card can have: its own, its faction's, and those its options add."""
    found: dict[str, list[str]] = {}
    for key, (card, faction) in _cards().items():
        added = [option.adds.key for option in card.options if option.adds is not None]
        found[key] = sorted({*[weapon.key for weapon in (*card.weapons, *faction.weapons)], *added})
    return found


def _weapon_keys() -> set[str]:
    return {weapon for weapons in cards_with_weapons().values() for weapon in weapons}


def _profile(wish: Mapping[str, Any], field: str) -> Profile:
    """The card of that name; the attacker has the option that carries the wished weapon, if one does."""
    cards = _cards()
    name = str(wish.get(field, ""))
    if name not in cards:
        meant = probably_meant(name, cards)
        raise Refused(f"{field}: there is no card {name!r:.60}{f'; did you mean {meant}?' if meant else ''}")
    card, faction = cards[name]
    options = []
    if field == "attacker":
        options = [
            option for option in card.options if option.adds is not None and option.adds.key == wish.get("weapon")
        ]
    return Profile(card, faction, options, card.printed_as_leader)


def _distance(wish: Mapping[str, Any], weapon: Weapon) -> float:
    told = wish.get("distance", 0.0 if weapon.melee else min(weapon.range, LONG_RANGE))
    if isinstance(told, bool) or not isinstance(told, (int, float)) or not 0.0 <= told <= weapon.range:
        raise Refused(f'distance: 0 to {weapon.range:g}" for {weapon.name}, not {told!r:.60}', "attack.target.range")
    return float(told)


def _whole(wish: Mapping[str, Any], field: str, low: int, high: int, usual: int) -> int:
    told = wish.get(field, usual)
    if isinstance(told, bool) or not isinstance(told, int) or not low <= told <= high:
        raise Refused(f"{field}: a whole number from {low} to {high}, not {told!r:.60}")
    return told


def _flag(wish: Mapping[str, Any], field: str) -> bool:
    told = wish.get(field, False)
    if not isinstance(told, bool):
        raise Refused(f"{field}: true or false, not {told!r:.60}")
    return told


def _choice(wish: Mapping[str, Any], field: str, known: list[str], usual: str) -> str:
    told = wish.get(field, usual)
    if told not in known:
        raise Refused(f"{field}: one of {', '.join(known)}, not {told!r:.60}")
    return str(told)
