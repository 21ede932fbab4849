"""Attacks that could happen, for exact odds: the same procedures as in play, on a copy of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vanguard.core.anatomy import Maker
from vanguard.core.attacks.wishes import Wish, flag, one_of, whole, wish_fields
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Begin, Trial
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.killteam_lite.actions import FIGHT, SHOOT
from vanguard.rulebooks.killteam_lite.combat import fight_in_combat, fight_options
from vanguard.rulebooks.killteam_lite.content.content import content
from vanguard.rulebooks.killteam_lite.killzone import BARRICADE_THICKNESS, Killzone, barricade_at
from vanguard.rulebooks.killteam_lite.line_of_sight import ENGAGEMENT_RANGE, is_engaged, sightline, within
from vanguard.rulebooks.killteam_lite.moves import CHARGE_BONUS
from vanguard.rulebooks.killteam_lite.profiles import Datacard, KillTeam, KillzoneMap, WeaponProfile
from vanguard.rulebooks.killteam_lite.shooting import (
    shoot_at,
    target_fault,
    valid_targets,
    weapon_fault,
    weapon_options,
)
from vanguard.rulebooks.killteam_lite.state import ENGAGE, FIREFIGHT, IN_PLAY, Battle, Operative
from vanguard.tabletop.standing import beside

ATTACKER = "blue-attacker"
TARGET = "red-target"


def attempted_shot(battle: Battle, shooter: str, target: str, profile: str, overwatch: bool) -> Trial:
    """What selecting a target starts."""
    return shot_trial(battle, battle[shooter], target, battle[shooter].card.profile(profile), overwatch)


def attempted_combat(battle: Battle, fighter: str, target: str) -> Trial:
    """What selecting an enemy to fight starts."""
    return fight_trial(battle, battle[fighter], target)


def attempted_shoot(battle: Battle, key: str) -> Trial | None:
    """A Shoot action before weapon and target are selected: the first weapon that has a target, at the first target."""
    operative = battle[key]
    for option in weapon_options(battle, operative, False, battle.action_points):
        if option.available:
            profile = operative.card.profile(option.value)
            return shot_trial(battle, operative, valid_targets(battle, operative, profile)[0], profile, False)
    return None


def attempted_fight(battle: Battle, key: str) -> Trial:
    """A Fight action before an enemy is selected: the first one engaged."""
    return fight_trial(battle, battle[key], fight_options(battle, battle[key])[0].value)


def shot_trial(battle: Battle, shooter: Operative, target: str, profile: WeaponProfile, overwatch: bool) -> Trial:
    label = f"{shooter.name} shoots {battle[target].name} with the {profile.name}"
    watched = (target, shooter.key, *_bystanders(battle, shooter.key, target, profile))
    start = Begin(shoot_at, shooter.key, target, profile, overwatch)
    trial = Trial(label, shooter.seat, battle, start, watched)
    trial.settled = {"fusillade.distribute": {target: profile.attacks}, "torrent.extra-attacks": "stop"}
    return trial


def _bystanders(battle: Battle, shooter: str, target: str, profile: WeaponProfile) -> list[str]:
    """Who else a blast would catch, the shooter aside."""
    caught = [key for rule in profile.rules for key in rule.caught(battle, target)]
    return [key for key in caught if key != shooter]


def fight_trial(battle: Battle, fighter: Operative, target: str) -> Trial:
    label = f"{fighter.name} fights {battle[target].name}"
    return Trial(label, fighter.seat, battle, Begin(fight_in_combat, fighter.key, target), (target, fighter.key))


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
        enemy.base = beside(enemy.base, target.base)
    return fight_trial(there, enemy, target.key)


# -- free-standing attacks ------------------------------------------------------------------------------------------------


def _profiles() -> dict[str, WeaponProfile]:
    return {profile.key: profile for profiles in content().weapons.values() for profile in profiles}


def _melee_profiles() -> dict[str, WeaponProfile]:
    return {key: profile for key, profile in _profiles().items() if not profile.ranged}


def _datacards() -> dict[str, Datacard]:
    return {f"{team.key}/{card.key}": card for team in content().teams.values() for card in team.datacards}


def _names() -> dict[str, str]:
    """What the operatives are called, with their kill team."""
    teams = content().teams.values()
    return {f"{team.key}/{card.key}": f"{card.name} ({team.name})" for team in teams for card in team.datacards}


def trial_fields() -> dict[str, Any]:
    return wish_fields(
        ["weapon", "target"],
        weapon=one_of({key: profile.name for key, profile in sorted(_profiles().items())}, "Weapon"),
        attacker=one_of(_names(), "Attacker"),
        target=one_of(_names(), "Target"),
        fights_back_with=one_of(
            {key: profile.name for key, profile in sorted(_melee_profiles().items())}, "Target fights back with"
        ),
        cover=flag("Target in Cover"),
        overwatch=flag("Overwatch"),
        attacker_wounds=whole("Attacker's wounds", 1),
        target_wounds=whole("Target's wounds", 1),
        attacker_command_points=whole("Attacker's Command Points", 0, 6, 0),
        target_command_points=whole("Target's Command Points", 0, 6, 0),
    )


def trial(given: Mapping[str, Any]) -> Trial:
    """A shot or a combat between two operatives alone on an empty killzone."""
    _refuse_fighting_back_from_afar(given)
    wish = Wish(given, trial_fields())
    profiles, cards = _profiles(), _datacards()
    weapon = profiles[wish.text("weapon")]
    target_card = cards[wish.text("target")]
    attacker_card = cards[wish.text("attacker")] if wish.has("attacker") else _bearer(weapon, cards)
    _refuse_what_cannot_be(wish, weapon)
    battle = duel(attacker_card, weapon, target_card, wish.flag("cover"))
    if wish.has("fights_back_with"):
        battle[TARGET].card = with_weapon(target_card, profiles[wish.text("fights_back_with")])
    battle[ATTACKER].wounds = wish.whole("attacker_wounds", attacker_card.wounds, attacker_card.wounds)
    battle[TARGET].wounds = wish.whole("target_wounds", target_card.wounds, target_card.wounds)
    battle.command_points = (wish.whole("attacker_command_points"), wish.whole("target_command_points"))
    if not weapon.ranged:
        return fight_trial(battle, battle[ATTACKER], TARGET)
    overwatch = wish.flag("overwatch")
    why, clause = weapon_fault(battle, battle[ATTACKER], weapon, overwatch)
    if why:
        raise Refused(f"{weapon.name}: {why}", clause)
    return shot_trial(battle, battle[ATTACKER], TARGET, weapon, overwatch)


def _refuse_fighting_back_from_afar(given: Mapping[str, Any]) -> None:
    back = _profiles().get(str(given.get("fights_back_with", "")))
    if back is not None and back.ranged:
        told = f"fights_back_with: the {back.name} is a ranged weapon; in a combat both select a melee weapon"
        raise Refused(told, "combat.select-weapons")


def _refuse_what_cannot_be(wish: Wish, weapon: WeaponProfile) -> None:
    """Wishes that the rules leave no room for, rather than an answer to another question."""
    if wish.has("fights_back_with") and weapon.ranged:
        raise Refused(
            f"fights_back_with: nobody fights back when shot at with the {weapon.name}", "combat.select-weapons"
        )
    if not weapon.ranged and wish.flag("overwatch"):
        raise Refused(
            f"overwatch: the {weapon.name} is a melee weapon; Overwatch is a shooting attack",
            "overwatch.is-not-a-shoot-action",
        )
    if not weapon.ranged and wish.flag("cover"):
        raise Refused("cover: within Engagement Range there is no Cover", "cover.too-close")


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


ATTEMPTS: Final[dict[str, Maker]] = {
    "shot": attempted_shot,
    "combat": attempted_combat,
    SHOOT: attempted_shoot,
    FIGHT: attempted_fight,
}
