"""The small decisions of Kill Team Lite: set-up, ploys, which save, which dice again, whom with what."""

from __future__ import annotations

import random
from typing import Any

from vanguard.core.questions import Choose, Given, Player
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_lite.bot.attacks import best_shot, share_of, shot_damage
from vanguard.rulebooks.killteam_lite.line_of_sight import in_line_of_sight, is_engaged, sightline
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.rerolls import COMMAND
from vanguard.rulebooks.killteam_lite.state import TURNING_POINTS, Battle, Operative

LONG_REACH = 20.0
"""Whoever shoots this far can do so from the drop zone in the first Turning Point, if its order lets it."""
SPARED = 1.3
"""What a wound of a friend weighs against one of an enemy."""
HOT_RISK = 4
"""Whoever has no more wounds than this does not risk a Hot weapon if another one shoots too."""
MUCH, SOMETHING = 2.0, 1.4
"""What a Strategic Ploy must promise in the first Turning Point, and later."""
WORTH_A_POINT = 0.3
"""Successes a re-roll for a command point must promise; in the last Turning Point any will do."""
NEAR_A_CHARGE = 3.0
"""How much farther than its Charge an enemy may be for another inch to matter."""


def keys_of(question: Choose[Any]) -> list[str]:
    return [option.key for option in question.available]


def first(wanted: str, question: Choose[Any]) -> list[Given]:
    keys = keys_of(question)
    return [wanted, *[key for key in keys if key != wanted]] if wanted in keys else list(keys)


def shuffled(question: Choose[Any], chance: random.Random) -> list[Given]:
    """Answers as good as each other: by the bot's own seed, so that two games differ."""
    keys: list[Given] = list(keys_of(question))
    chance.shuffle(keys)
    return keys


# -- set-up and the start of a Turning Point ---------------------------------------------------------------------------------


def first_order(battle: Battle, question: Choose[Any], boldness: float = 1.0) -> list[Given]:
    """Long rifles begin ready to shoot, everybody else hidden; a bold player's shorter ones too."""
    operative = battle[question.about[0]]
    reaches = max([profile.reach for profile in operative.card.ranged], default=0.0)
    return first("engage" if reaches * boldness >= LONG_REACH else "conceal", question)


def takes_initiative(battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
    """Whoever can do harm goes first; otherwise the other side may come out of its cover first."""
    harm = any([best_shot(battle, one) > 0.0 or is_engaged(battle, one) for one in battle.of(seat)])
    feared = any([best_shot(battle, one) > 0.0 for one in battle.enemies_of(seat)])
    return first("self" if harm or feared else "opponent", question)


def ploys(battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
    """A ploy that does something now; at first only one that does much, since the battle is long."""
    least = MUCH if battle.turning_point == 1 else SOMETHING
    scored = sorted([(-ploy_gain(battle, seat, key), key) for key in keys_of(question) if key != "pass"])
    wanted = [key for gain, key in scored if -gain >= least]
    return [*wanted, "pass", *[key for gain, key in scored if -gain < least]]


def ploy_gain(battle: Battle, seat: Player, key: str) -> float:
    """What a Strategic Ploy is likely to do this Turning Point, roughly in operatives it matters to."""
    own, enemies = battle.of(seat), battle.enemies_of(seat)
    if key == "hold-fast":
        return float(sum([battle.is_injured(one) for one in own]))
    if key == "drift":
        return MUCH if battle.turning_point == 1 else 0.0
    if key in ("frenzy",):
        return float(sum([_nearly_charges(battle, one, enemies) for one in own]))
    if key in ("hard-shell", "dig-in"):
        threatened = sum([best_shot(battle, enemy) > 0.0 for enemy in enemies])
        return 0.6 * threatened
    shooting = sum([best_shot(battle, one) > 0.0 for one in own])
    return 0.7 * shooting


def _nearly_charges(battle: Battle, one: Operative, enemies: list[Operative]) -> bool:
    """Is there an enemy that another inch of a Charge may bring within reach?"""
    if not one.card.melee or is_engaged(battle, one):
        return False
    reach = battle.movement_of(one) + 2.0
    distances = [gap(one.base, enemy.base) for enemy in enemies if enemy.standing]
    return any([reach < distance <= reach + NEAR_A_CHARGE for distance in distances])


# -- whom to shoot with what ----------------------------------------------------------------------------------------------------


def shot_gain(battle: Battle, shooter: Operative, profile: WeaponProfile, target: Operative) -> float:
    """What a shot takes of the enemy, those caught by a blast included, less what it does to friends."""
    in_the_open = sightline(battle, shooter, target).open
    gain = share_of(target, shot_damage(profile, target.card, in_the_open))
    for rule in profile.rules:
        for key in rule.caught(battle, target.key):
            caught = battle[key]
            harm = share_of(caught, shot_damage(profile, caught.card, True))
            gain += harm if caught.seat != shooter.seat else -SPARED * harm
        if rule.minds_ones() and not rule.dice_to_reroll([1]) and shooter.wounds <= HOT_RISK:
            gain -= share_of(shooter, 1.0)
    return gain


def targets(battle: Battle, question: Choose[Any]) -> list[Given]:
    shooter = battle[question.about[0]]
    profile = shooter.card.profile(battle.in_hand) if battle.in_hand else shooter.card.ranged[0]
    keys = keys_of(question)
    gains = {key: shot_gain(battle, shooter, profile, battle[key]) for key in keys}
    return sorted(keys, key=lambda key: -gains[key])


def weapons(battle: Battle, question: Choose[Any]) -> list[Given]:
    """The weapon that does most to whomever it reaches."""
    shooter = battle[question.about[0]]
    enemies = [
        one for one in battle.enemies_of(shooter.seat) if one.standing and in_line_of_sight(battle, shooter, one)
    ]

    def best(key: str) -> float:
        profile = shooter.card.profile(key)
        reached = [one for one in enemies if gap(shooter.base, one.base) <= profile.reach]
        return max([shot_gain(battle, shooter, profile, one) for one in reached], default=0.0)

    gains = {key: best(key) for key in keys_of(question)}
    return sorted(gains, key=lambda key: -gains[key])


# -- dice ------------------------------------------------------------------------------------------------------------------------


def which_save(battle: Battle, question: Choose[Any]) -> list[Given]:
    """The save that stops more hits on average; armour piercing takes dice only from Sv."""
    target, shooter = battle[question.about[0]], battle[question.about[1]]
    profile = shooter.card.profile(battle.in_hand)
    piercing = max([rule.value for rule in profile.rules if rule.name == "AP"], default=0)

    def stopped(value: int) -> float:
        dice = target.card.defence if value else max(0, target.card.defence - piercing)
        return dice * max(0, 7 - (value or target.card.save)) / 6

    ranked = sorted(question.available, key=lambda option: -stopped(option.value))
    return [option.key for option in ranked]


def needed_of(battle: Battle, question: Choose[Any]) -> int:
    """What a die of this roll has to show: attack dice are about shooter and target, defence dice about the target."""
    one = battle[question.about[0]]
    if len(question.about) < 2:
        return min(one.card.save, one.card.invulnerable or 7)
    profiles = [profile for profile in (*one.card.ranged, *one.card.melee) if profile.key == battle.in_hand]
    return profiles[0].skill if profiles else 3


def rerolls(battle: Battle, question: Choose[Any]) -> list[Given]:
    """The most dice that failed, by a rule that costs nothing before command points; no good die is touched."""
    needed = needed_of(battle, question) if question.about else 3
    best, chosen = 0.0, "keep"
    for option in question.available:
        source, faces = option.value
        if not source or any([face >= max(2, needed) for face in faces]):
            continue
        costs = source == COMMAND and battle.turning_point < TURNING_POINTS
        gain = len(faces) * (7 - needed) / 6 - (WORTH_A_POINT if costs else 0.0)
        if gain > best:
            best, chosen = gain, option.key
    return [chosen, *[key for key in question.candidates() if key != chosen]]
