"""Attacks that could happen, for exact odds: the same procedures as in play, on a copy of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any

from vanguard.core.content import probably_meant
from vanguard.core.questions import Question
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Procedure, Trial
from vanguard.core.state import State
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.killteam_lite.actions import FIGHT, SHOOT, shoot_fault
from vanguard.rulebooks.killteam_lite.combat import fight_in_combat, fight_options
from vanguard.rulebooks.killteam_lite.content.content import content
from vanguard.rulebooks.killteam_lite.killzone import BARRICADE_THICKNESS, Killzone, barricade_at
from vanguard.rulebooks.killteam_lite.line_of_sight import (
    ENGAGEMENT_RANGE,
    is_engaged,
    sightline,
    within,
)
from vanguard.rulebooks.killteam_lite.profiles import Datacard, KillTeam, KillzoneMap, WeaponProfile
from vanguard.rulebooks.killteam_lite.shooting import shoot_at, target_fault, valid_targets, weapon_fault
from vanguard.rulebooks.killteam_lite.state import ENGAGE, FIREFIGHT, IN_PLAY, Battle, Operative

CHARGE_BONUS = 2.0
ATTACKER = "blue-attacker"
TARGET = "red-target"


class _Shot:
    """A shooting action about to be made."""

    __slots__ = ("overwatch", "profile", "shooter", "target")

    def __init__(self, shooter: str, target: str, profile: str, overwatch: bool) -> None:
        self.shooter = shooter
        self.target = target
        self.profile = profile
        self.overwatch = overwatch

    def start(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        profile = state[self.shooter].card.profile(self.profile)
        return shoot_at(state, self.shooter, self.target, profile, self.overwatch)


class _Fight:
    """A combat about to be fought."""

    __slots__ = ("fighter", "target")

    def __init__(self, fighter: str, target: str) -> None:
        self.fighter = fighter
        self.target = target

    def start(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        return fight_in_combat(state, self.fighter, self.target)


def trials(battle: Battle, question: Question[Any]) -> dict[str, Trial]:
    """The attacks that the options of this question would start."""
    if question.clause == "shooting.select-target":
        return _targets_of_a_shot(battle, battle[question.about[0]])
    if question.clause == "combat.select-target":
        fighter = battle[question.about[0]]
        return {option.key: fight_trial(battle, fighter, option.value) for option in fight_options(battle, fighter)}
    if question.clause == "firefight.one-action-at-a-time":
        return _actions(battle, battle[question.about[0]])
    return {}


def _targets_of_a_shot(battle: Battle, shooter: Operative) -> dict[str, Trial]:
    profile = shooter.card.profile(battle.in_hand)
    return {
        target: shot_trial(battle, shooter, target, profile, battle.overwatching)
        for target in valid_targets(battle, shooter, profile)
    }


def _actions(battle: Battle, operative: Operative) -> dict[str, Trial]:
    """Shoot at the first valid target and Fight the first engaged enemy."""
    found: dict[str, Trial] = {}
    engaged = is_engaged(battle, operative)
    if not shoot_fault(battle, operative, engaged)[0]:
        for profile in operative.card.ranged:
            targets = (
                [] if weapon_fault(battle, operative, profile, False)[0] else valid_targets(battle, operative, profile)
            )
            if targets and 1 + profile.extra_cost <= battle.action_points:
                found[SHOOT] = shot_trial(battle, operative, targets[0], profile, False)
                break
    enemies = fight_options(battle, operative)
    if enemies:
        found[FIGHT] = fight_trial(battle, operative, enemies[0].value)
    return found


def shot_trial(battle: Battle, shooter: Operative, target: str, profile: WeaponProfile, overwatch: bool) -> Trial:
    label = f"{shooter.name} shoots {battle[target].name} with the {profile.name}"
    watched = (target, shooter.key, *_bystanders(battle, shooter.key, target, profile))
    return Trial(label, shooter.seat, battle, _Shot(shooter.key, target, profile.key, overwatch).start, watched)


def _bystanders(battle: Battle, shooter: str, target: str, profile: WeaponProfile) -> list[str]:
    """Who else a blast would catch, the shooter aside."""
    caught = [key for rule in profile.rules for key in rule.caught(battle, target)]
    return [key for key in caught if key != shooter]


def fight_trial(battle: Battle, fighter: Operative, target: str) -> Trial:
    label = f"{fighter.name} fights {battle[target].name}"
    return Trial(label, fighter.seat, battle, _Fight(fighter.key, target).start, (target, fighter.key))


# -- risk ---------------------------------------------------------------------------------------------------------------


def threats(battle: Battle, key: str, at: tuple[float, ...]) -> list[Trial]:
    """The attacks an enemy's next activation could make on this operative if it stood at this point.

    Shots from where the enemy stands, and combats it is in or can charge into.
    """
    if key not in battle.places:
        raise Refused(f"there is no operative {key!r:.60}")
    there = battle.copy()
    moved = there[key]
    elevation = at[2] if len(at) > 2 else moved.base.elevation
    moved.base = Base(key, round(at[0], 3), round(at[1], 3), moved.card.radius, elevation, moved.card.height)
    moved.fate = IN_PLAY
    found: list[Trial] = []
    for enemy in there.enemies_of(moved.seat):
        enemy.order = ENGAGE
        found.extend(_shots_of(there, enemy, moved))
        if enemy.card.melee and within(enemy.base, moved.base, enemy.card.movement + CHARGE_BONUS + ENGAGEMENT_RANGE):
            found.append(_charge_of(there, enemy, moved))
    return found


def _shots_of(there: Battle, enemy: Operative, target: Operative) -> list[Trial]:
    if is_engaged(there, enemy):
        return []
    found: list[Trial] = []
    for profile in enemy.card.ranged:
        if weapon_fault(there, enemy, profile, False)[0] or target_fault(there, enemy, profile, target)[0]:
            continue
        trial = shot_trial(there, enemy, target.key, profile, False)
        if not sightline(there, enemy, target).open:
            trial.label += " in Cover"
        found.append(trial)
    return found


def _charge_of(there: Battle, enemy: Operative, target: Operative) -> Trial:
    """The combat with the enemy set beside the operative, if it is not there already."""
    if not within(enemy.base, target.base, ENGAGEMENT_RANGE):
        there = there.copy()
        enemy, target = there[enemy.key], there[target.key]
        one, two = enemy.base, target.base
        apart = hypot(one.x - two.x, one.y - two.y) or 1.0
        share = (one.radius + two.radius) / apart
        x, y = two.x + (one.x - two.x) * share, two.y + (one.y - two.y) * share
        enemy.base = Base(one.key, round(x, 3), round(y, 3), one.radius, two.elevation, one.height)
    return fight_trial(there, enemy, target.key)


# -- free-standing attacks ------------------------------------------------------------------------------------------------


def _profiles() -> dict[str, WeaponProfile]:
    return {profile.key: profile for profiles in content().weapons.values() for profile in profiles}


def _melee_profiles() -> dict[str, WeaponProfile]:
    return {key: profile for key, profile in _profiles().items() if not profile.ranged}


def _datacards() -> dict[str, Datacard]:
    return {f"{team.key}/{card.key}": card for team in content().teams.values() for card in team.datacards}


def trial_fields() -> dict[str, Any]:
    points = {"type": "integer", "minimum": 0, "maximum": 6, "default": 0}
    return {
        "type": "object",
        "properties": {
            "weapon": {"enum": sorted(_profiles()), "title": "Weapon"},
            "attacker": {"enum": sorted(_datacards()), "title": "Attacker"},
            "target": {"enum": sorted(_datacards()), "title": "Target"},
            "fights_back_with": {"enum": sorted(_melee_profiles()), "title": "Target fights back with"},
            "cover": {"type": "boolean", "title": "Target in Cover", "default": False},
            "overwatch": {"type": "boolean", "title": "Overwatch", "default": False},
            "attacker_wounds": {"type": "integer", "minimum": 1, "title": "Attacker's wounds"},
            "target_wounds": {"type": "integer", "minimum": 1, "title": "Target's wounds"},
            "attacker_command_points": {**points, "title": "Attacker's Command Points"},
            "target_command_points": {**points, "title": "Target's Command Points"},
        },
        "required": ["weapon", "target"],
        "additionalProperties": False,
    }


def trial(wish: Mapping[str, Any]) -> Trial:
    """A shot or a combat between two operatives alone on an empty killzone."""
    fields = trial_fields()["properties"]
    for key in wish:
        if key not in fields:
            meant = probably_meant(str(key), fields)
            raise Refused(f"unknown field {key!r:.60}{f'; did you mean {meant}?' if meant else ''}")
    weapon = _named(wish, "weapon", _profiles())
    target_card = _named(wish, "target", _datacards())
    cards = _datacards()
    attacker_card = _named(wish, "attacker", cards) if "attacker" in wish else _bearer(weapon, cards)
    _refuse_what_cannot_be(wish, weapon)
    battle = duel(attacker_card, weapon, target_card, bool(wish.get("cover", False)))
    if "fights_back_with" in wish:
        battle[TARGET].card = with_weapon(target_card, _named(wish, "fights_back_with", _profiles()))
    battle[ATTACKER].wounds = _whole(wish, "attacker_wounds", 1, attacker_card.wounds, attacker_card.wounds)
    battle[TARGET].wounds = _whole(wish, "target_wounds", 1, target_card.wounds, target_card.wounds)
    battle.command_points = (
        _whole(wish, "attacker_command_points", 0, 6, 0),
        _whole(wish, "target_command_points", 0, 6, 0),
    )
    if not weapon.ranged:
        return fight_trial(battle, battle[ATTACKER], TARGET)
    overwatch = bool(wish.get("overwatch", False))
    why, clause = weapon_fault(battle, battle[ATTACKER], weapon, overwatch)
    if why:
        raise Refused(f"{weapon.name}: {why}", clause)
    return shot_trial(battle, battle[ATTACKER], TARGET, weapon, overwatch)


def _refuse_what_cannot_be(wish: Mapping[str, Any], weapon: WeaponProfile) -> None:
    """Wishes that the rules leave no room for, rather than an answer to another question."""
    back = _profiles().get(str(wish.get("fights_back_with", "")))
    if back is not None and back.ranged:
        told = f"fights_back_with: the {back.name} is a ranged weapon; in a combat both select a melee weapon"
        raise Refused(told, "combat.select-weapons")
    if back is not None and weapon.ranged:
        raise Refused(
            f"fights_back_with: nobody fights back when shot at with the {weapon.name}", "combat.select-weapons"
        )
    if not weapon.ranged and wish.get("overwatch"):
        raise Refused(
            f"overwatch: the {weapon.name} is a melee weapon; Overwatch is a shooting attack",
            "overwatch.is-not-a-shoot-action",
        )
    if not weapon.ranged and wish.get("cover"):
        raise Refused("cover: within Engagement Range there is no Cover", "cover.too-close")


def _named(wish: Mapping[str, Any], field: str, known: Mapping[str, Any]) -> Any:
    name = str(wish.get(field, ""))
    if name not in known:
        meant = probably_meant(str(name), known)
        raise Refused(f"{field}: there is no {name!r:.60}{f'; did you mean {meant}?' if meant else ''}")
    return known[name]


def _whole(wish: Mapping[str, Any], field: str, least: int, most: int, default: int) -> int:
    value = wish.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refused(f"{field} is a whole number from {least} to {most}, not {value!r:.60}")
    return value


def _bearer(weapon: WeaponProfile, cards: Mapping[str, Datacard]) -> Datacard:
    """Whoever carries the weapon on their datacard."""
    for card in cards.values():
        if weapon in card.ranged or weapon in card.melee:
            return card
    return next(iter(cards.values()))


def with_weapon(card: Datacard, weapon: WeaponProfile) -> Datacard:
    """The same datacard with this weapon instead of its own of that kind."""
    ranged = (weapon,) if weapon.ranged else card.ranged
    melee = card.melee if weapon.ranged else (weapon,)
    return Datacard(
        card.key, card.name, 1, card.leader, card.movement, card.apl, card.defence, card.save, card.invulnerable,
        card.wounds, card.base_mm, card.height, ranged, melee, card.abilities,
    )  # fmt: skip


def duel(attacker: Datacard, weapon: WeaponProfile, target: Datacard, cover: bool = False) -> Battle:
    """Two operatives alone: beside each other for a melee weapon, 5\" apart for a ranged one."""
    teams = [
        KillTeam(name, name.capitalize(), "", (card,), ())
        for name, card in (("attackers", attacker), ("targets", target))
    ]
    apart = attacker.radius + target.radius + (5.0 if weapon.ranged else 0.5)
    killzone = Killzone(KillzoneMap("empty", "Empty ground", "", ()))
    if cover:
        front = 15.0 + apart - target.radius - 0.4 - BARRICADE_THICKNESS / 2.0
        killzone = killzone.with_barricade(barricade_at(1, round(front, 3), 11.0, 90.0))
    battle = Battle(killzone, content().missions["none"], (teams[0], teams[1]))
    battle.barricades = 1 if cover else 0
    battle.command_points = (0, 0)
    battle.phase = FIREFIGHT
    battle.turning_point = 2
    battle.initiative = 0
    armed = with_weapon(attacker, weapon)
    for key, card, seat, x in ((ATTACKER, armed, 0, 15.0), (TARGET, target, 1, round(15.0 + apart, 3))):
        operative = Operative(key, card.name, seat, card, Base(key, x, 11.0, card.radius, 0.0, card.height))
        operative.fate = IN_PLAY
        operative.order = ENGAGE
        battle.places[key] = len(battle.operatives)
        battle.operatives.append(operative)
    return battle
