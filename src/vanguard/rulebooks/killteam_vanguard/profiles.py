"""Model stat cards: the printed numbers of weapons, cards and factions, and the final values of a fielded model."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, Final

from vanguard.rulebooks.killteam_vanguard.rule_hooks import Ability, AttackRule, SpecialAction

if TYPE_CHECKING:
    from collections.abc import Sequence

BASE_RADIUS: Final[dict[int, float]] = {25: 0.492, 32: 0.630, 40: 0.787, 50: 0.984, 60: 1.181}
"""Radius in inches by the diameter of the base in millimetres."""

BODY_SHARE: Final = 0.75
"""The body is a cylinder over three quarters of the base: bases and protruding bits do not count for sight."""

NO_REACH: Final = -1.0
"""The engagement range of a model without a melee attack: it has none."""


@dataclass(frozen=True, eq=False)
class Weapon:
    """One attack line of a card: type, range, attack dice, hit, armor piercing, damage and its own special rules."""

    key: str
    name: str
    melee: bool
    range: float
    dice: int
    hit: int
    ap: int
    damage: int
    rules: tuple[AttackRule, ...] = ()

    def line(self) -> str:
        """The attack as it is printed: `Gauss Blaster [RANGED] (24", 2D6, 3+, AP2, D1) BLAST (2")`."""
        kind = "MELEE" if self.melee else "RANGED"
        rules = "".join([f" {rule.name}" for rule in self.rules])
        return f'{self.name} [{kind}] ({self.range:g}", {self.dice}D6, {self.hit}+, AP{self.ap}, D{self.damage}){rules}'


@dataclass(frozen=True, eq=False)
class WeaponOption:
    """Something an entry may pay points for: a weapon added or swapped in, or an ability."""

    key: str
    name: str
    points: int
    adds: Weapon | None
    instead_of: str
    """Name of the weapon that is given up, with both kinds of attack if it has them; empty if the others are kept."""
    ability: Ability | None
    one_per_warband: bool


@dataclass(frozen=True, eq=False)
class Card:
    """An entry of a faction list: a stat card with its cost and how many of it a warband may have."""

    key: str
    name: str
    types: tuple[str, ...]
    points: int
    most: int
    command_points: int
    speed: float
    armor: int
    wounds: int
    nerve: int
    base_mm: int
    height: float
    weapons: tuple[Weapon, ...]
    actions: tuple[SpecialAction, ...]
    abilities: tuple[Ability, ...]
    options: tuple[WeaponOption, ...]
    printed_as_leader: bool
    """The printed numbers already contain the leader's bonus (the one card of the book does)."""
    look: str = "trooper"
    """Which drawing stands for it on a table."""

    def option(self, key: str) -> WeaponOption | None:
        for option in self.options:
            if option.key == key:
                return option
        return None


@dataclass(frozen=True, eq=False)
class Faction:
    """A faction list: entries, the attacks and abilities every model of it has, and what its leader gets."""

    key: str
    name: str
    summary: str
    weapons: tuple[Weapon, ...]
    abilities: tuple[Ability, ...]
    leader_abilities: tuple[Ability, ...]
    cards: tuple[Card, ...]

    def card(self, key: str) -> Card | None:
        for card in self.cards:
            if card.key == key:
                return card
        return None


class Profile:
    """The final values of a model of a warband: its card with options, faction attacks and the leader's bonus."""

    __slots__ = (
        "key", "card", "faction", "leader", "name", "types", "points", "command_points", "speed", "armor", "wounds",
        "nerve", "radius", "height", "height_down", "body_radius", "invulnerable", "weapons", "melee", "ranged", "reach",
        "longest_shot", "actions", "abilities", "options",
    )  # fmt: skip

    def __init__(self, card: Card, faction: Faction, options: Sequence[WeaponOption], leader: bool) -> None:
        bonus = 0
        if leader and not card.printed_as_leader:
            bonus = 1
        if not leader and card.printed_as_leader:
            bonus = -1
        weapons = [*card.weapons, *faction.weapons]
        abilities = [*card.abilities]
        for option in options:
            weapons = [weapon for weapon in weapons if weapon.name != option.instead_of]
            if option.adds is not None:
                weapons.insert(0, option.adds)
            if option.ability is not None:
                abilities.append(option.ability)
        abilities.extend(faction.abilities)
        if leader:
            abilities.extend(faction.leader_abilities)
        self.key: Final[str] = "+".join([card.key, *[option.key for option in options]]) + ("*" if leader else "")
        """The key of its card as fielded: entry, options and a star for the leader."""
        self.card: Final[Card] = card
        self.faction: Final[str] = faction.name
        self.leader: Final[bool] = leader
        self.name: Final[str] = card.name
        self.types: Final[tuple[str, ...]] = card.types
        self.points: Final[int] = card.points + sum([option.points for option in options])
        self.command_points: Final[int] = card.command_points + bonus
        self.speed: Final[float] = card.speed
        self.armor: Final[int] = card.armor
        self.wounds: Final[int] = card.wounds + bonus
        self.nerve: Final[int] = card.nerve
        self.radius: Final[float] = BASE_RADIUS[card.base_mm]
        self.height: Final[float] = card.height
        self.height_down: Final[float] = half_height(card.height)
        self.body_radius: Final[float] = BODY_SHARE * self.radius
        self.weapons: Final[tuple[Weapon, ...]] = tuple(weapons)
        self.melee: Final[tuple[Weapon, ...]] = tuple([weapon for weapon in weapons if weapon.melee])
        self.ranged: Final[tuple[Weapon, ...]] = tuple([weapon for weapon in weapons if not weapon.melee])
        self.reach: Final[float] = max([weapon.range for weapon in self.melee], default=NO_REACH)
        """Engagement range: that of the longest melee attack."""
        self.longest_shot: Final[float] = max([weapon.range for weapon in self.ranged], default=NO_REACH)
        self.actions: Final[tuple[SpecialAction, ...]] = card.actions
        self.abilities: Final[tuple[Ability, ...]] = tuple(dict.fromkeys(abilities))
        """Each once, wherever it comes from: the same ability of the same model does not add up with itself."""
        values = sorted({ability.invulnerable for ability in abilities if ability.invulnerable})
        self.invulnerable: Final[tuple[int, ...]] = tuple(values)
        self.options: Final[tuple[WeaponOption, ...]] = tuple(options)

    def weapon(self, key: str) -> Weapon | None:
        for weapon in self.weapons:
            if weapon.key == key:
                return weapon
        return None

    def has(self, ability: str) -> bool:
        for own in self.abilities:
            if own.key == ability:
                return True
        return False


def half_height(height: float) -> float:
    """A knocked-down body: half its height, rounded down to a multiple of 0.5, never below 0.5."""
    return max(0.5, floor(height / 2 / 0.5 + 1e-9) * 0.5)
