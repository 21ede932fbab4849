"""What attacks of Kill Team Lite are worth: by exact counts of dice, and by rules of thumb where many are compared."""

from __future__ import annotations

from vanguard.geometry.measuring import gap
from vanguard.rulebooks.killteam_lite.line_of_sight import in_line_of_sight, is_engaged, sightline
from vanguard.rulebooks.killteam_lite.profiles import Datacard, WeaponProfile
from vanguard.rulebooks.killteam_lite.state import Battle, Operative


class _Remembered:
    """Expected losses already worked out; a datacard and a profile never change."""

    __slots__ = ("damage", "shots", "worth")

    def __init__(self) -> None:
        self.shots: dict[tuple[WeaponProfile, Datacard, bool, int], float] = {}
        self.damage: dict[tuple[WeaponProfile, Datacard, bool], float] = {}
        self.worth: dict[Datacard, float] = {}


_remembered = _Remembered()


def binomial(n: int, p: float) -> list[float]:
    """Chances of 0 to n successes."""
    chances = [1.0]
    for _ in range(n):
        longer = [0.0] * (len(chances) + 1)
        for i, chance in enumerate(chances):
            longer[i] += chance * (1.0 - p)
            longer[i + 1] += chance * p
        chances = longer
    return chances


def two_kinds(n: int, critical: float, normal: float) -> list[tuple[int, int, float]]:
    """Chances of so many critical and normal successes of n dice."""
    found: list[tuple[int, int, float]] = []
    for criticals, chance in enumerate(binomial(n, critical)):
        rest = binomial(n - criticals, normal / (1.0 - critical))
        for normals, share in enumerate(rest):
            found.append((criticals, normals, chance * share))
    return found


def loss_by_shot(profile: WeaponProfile, target: Datacard, in_cover: bool, wounds: int) -> float:
    """The share of its remaining wounds a target loses on average to one shooting attack, re-rolls and ploys aside."""
    key = (profile, target, in_cover, wounds)
    known = _remembered.shots.get(key)
    if known is not None:
        return known
    piercing, lethal, no_cover, mortal = 0, 6, False, 0
    for rule in profile.rules:
        if rule.name == "AP":
            piercing = rule.value
        elif rule.name == "Lethal":
            lethal = rule.value
        elif rule.name == "No Cover":
            no_cover = True
        elif rule.name == "MW":
            mortal = rule.value
    critical = (7 - lethal) / 6.0
    normal = max(0.0, (7 - profile.skill) / 6.0 - critical)
    needed = target.save
    dice = max(0, target.defence - piercing)
    if target.invulnerable and target.invulnerable <= needed:
        needed, dice = target.invulnerable, target.defence
    kept = 1 if in_cover and not no_cover and dice > 0 else 0
    loss = 0.0
    saves = two_kinds(dice - kept, 1.0 / 6.0, max(0.0, (6 - needed) / 6.0))
    for criticals, normals, chance in two_kinds(profile.attacks, critical, normal):
        for blocks, parries, share in saves:
            damage = damage_left(criticals, normals, blocks, parries + kept, profile) + criticals * mortal
            loss += chance * share * min(damage, wounds)
    loss /= wounds
    _remembered.shots[key] = loss
    return loss


def damage_left(criticals: int, normals: int, blocks: int, parries: int, profile: WeaponProfile) -> int:
    """Damage after saves: critical saves stop critical hits first, two normal saves stop one too."""
    stopped = min(criticals, blocks)
    criticals -= stopped
    blocks -= stopped
    parries += blocks
    if profile.critical_damage > 2 * profile.damage or parries > normals:
        pairs = min(criticals, (parries if profile.critical_damage > 2 * profile.damage else parries - normals) // 2)
        criticals -= pairs
        parries -= 2 * pairs
    normals -= min(normals, parries)
    return criticals * profile.critical_damage + normals * profile.damage


def hit_damage(profile: WeaponProfile) -> float:
    """Damage of all dice on average before any save."""
    normal = max(0, 6 - profile.skill) / 6
    return profile.attacks * (normal * profile.damage + profile.critical_damage / 6.0)


def best_melee(card: Datacard) -> float:
    best = 0.0
    for profile in card.melee:
        best = max(best, hit_damage(profile))
    return best


def worth_of(card: Datacard) -> float:
    """What an operative is worth in wounds: its staying power, its best weapon, its lead."""
    known = _remembered.worth.get(card)
    if known is None:
        best = best_melee(card)
        for profile in card.ranged:
            best = max(best, hit_damage(profile))
        known = card.wounds + best + (4.0 if card.leader else 0.0)
        _remembered.worth[card] = known
    return known


def best_loss_by_shot(battle: Battle, shooter: Operative, target: Operative, more_than: float = 0.0) -> float:
    """The share of its wounds the best weapon in reach would take off a target; 0 if that is no more than asked for."""
    distance = gap(shooter.base, target.base)
    in_reach: list[WeaponProfile] = []
    hoped_for = 0.0
    for profile in shooter.card.ranged:
        if distance <= profile.reach and not (profile.limited and profile.weapon in shooter.used_up):
            in_reach.append(profile)
            hoped_for = max(hoped_for, loss_by_shot(profile, target.card, False, max(1, target.wounds)))
    # Looking costs most, so it comes last.
    if hoped_for <= more_than or not in_line_of_sight(battle, shooter, target):
        return 0.0
    if sightline(battle, shooter, target).open:
        return hoped_for
    best = 0.0
    for profile in in_reach:
        best = max(best, loss_by_shot(profile, target.card, True, max(1, target.wounds)))
    return best if best > more_than else 0.0


# -- rules of thumb, for the script ----------------------------------------------------------------------------------------


def shot_damage(profile: WeaponProfile, card: Datacard, in_the_open: bool) -> float:
    """Wounds a shooting attack takes on average: saves cancel hits about one for one."""
    key = (profile, card, in_the_open)
    known = _remembered.damage.get(key)
    if known is not None:
        return known
    needed = card.save if not card.invulnerable else min(card.save, card.invulnerable)
    armor_piercing = sum([rule.value for rule in profile.rules if rule.name == "AP"])
    saves = max(0, card.defence - armor_piercing) * max(0, 7 - needed) / 6
    if not in_the_open:
        saves += 0.4
    hits = profile.attacks * max(0, 7 - profile.skill) / 6
    damage = hit_damage(profile) * max(0.12, 1 - 0.85 * saves / hits) if hits > 0 else 0.0
    _remembered.damage[key] = damage
    return damage


def share_of(target: Operative, damage: float) -> float:
    """Share of an operative's worth that this damage takes; finishing one off counts most."""
    return min(1.0, damage / max(1, target.wounds)) * worth_of(target.card) * (1.15 if damage >= target.wounds else 1.0)


def fight_value(fighter: Operative, target: Operative) -> float:
    """Half of the hits land before the answer does."""
    own, back = best_melee(fighter.card) * 0.75, best_melee(target.card) * 0.55
    if own >= target.wounds:
        back *= 0.5
    return share_of(target, own) - share_of(fighter, back)


def best_shot(battle: Battle, shooter: Operative) -> float:
    """The best shot from where it stands, whatever its order."""
    best = 0.0
    usable = [one for one in shooter.card.ranged if not (one.limited and one.weapon in shooter.used_up)]
    if not usable:
        return best
    for target in battle.enemies_of(shooter.seat):
        if not target.standing:
            continue
        distance = gap(shooter.base, target.base)
        in_reach = [profile for profile in usable if distance <= profile.reach]
        hoped_for = best_of(in_reach, target, True)
        # Looking costs most, so it comes last.
        if hoped_for <= best or not in_line_of_sight(battle, shooter, target) or is_engaged(battle, target):
            continue
        in_the_open = sightline(battle, shooter, target).open
        best = max(best, hoped_for if in_the_open else best_of(in_reach, target, False))
    return best


def best_of(profiles: list[WeaponProfile], target: Operative, in_the_open: bool) -> float:
    """The most that one of these weapons takes of a target's worth."""
    best = 0.0
    for profile in profiles:
        best = max(best, share_of(target, shot_damage(profile, target.card, in_the_open)))
    return best
