"""What is printed: weapons, datacards, ploys, kill teams, missions and killzones. Loaded once, shared, never changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from vanguard.geometry.screens import Screen
from vanguard.geometry.shapes import Part, Point
from vanguard.rulebooks.killteam_lite.rule_hooks import NO_LIMIT, SpecialRule

MILLIMETRES_PER_INCH: Final = 25.4
Rectangle = tuple[float, float, float, float]
"""x from, y from, x to, y to."""


@dataclass(eq=False)
class WeaponProfile:
    """One way to use a weapon: attack dice, the result they need, damage of normal and critical hits, special rules."""

    key: str
    weapon: str
    """The weapon this is a profile of: what Limited counts."""
    name: str
    ranged: bool
    attacks: int
    skill: int
    """BS or WS: the result an attack die needs."""
    damage: int
    critical_damage: int
    rules: tuple[SpecialRule, ...] = ()
    reach: float = field(init=False)
    extra_cost: int = field(init=False)
    barred_from_overwatch: SpecialRule | None = field(init=False)
    silent: bool = field(init=False)
    heavy: bool = field(init=False)
    limited: bool = field(init=False)
    indirect: bool = field(init=False)
    line: str = field(init=False)
    """The numbers as they are printed on a datacard."""
    label: str = field(init=False)

    def __post_init__(self) -> None:
        self.reach = min([rule.reach() for rule in self.rules], default=NO_LIMIT)
        self.extra_cost = sum([rule.extra_action_points() for rule in self.rules])
        self.barred_from_overwatch = next(iter([rule for rule in self.rules if rule.bars_overwatch()]), None)
        self.silent = any([rule.lets_the_concealed_shoot() for rule in self.rules])
        self.heavy = any([rule.bars_moves_with_shoot() for rule in self.rules])
        self.limited = any([rule.once_per_battle() for rule in self.rules])
        self.indirect = any([rule.sees_past_cover() for rule in self.rules])
        numbers = (
            f"A {self.attacks}, {'BS' if self.ranged else 'WS'} {self.skill}+, D {self.damage}/{self.critical_damage}"
        )
        self.line = ", ".join([numbers, *[rule.printed for rule in self.rules]])
        self.label = f"{self.name} ({self.line})"

    def __repr__(self) -> str:
        return f"WeaponProfile({self.key})"


@dataclass(frozen=True, eq=False)
class Ability:
    """An ability or a unique action of a datacard; what it does is written in the module `abilities`."""

    key: str
    name: str
    is_action: bool
    action_points: int
    psychic: bool
    text: str

    @property
    def action_label(self) -> str:
        return f"{self.name} ({self.action_points} AP)"


@dataclass(eq=False)
class Datacard:
    """The characteristics of an operative."""

    key: str
    name: str
    count: int
    leader: bool
    movement: float
    apl: int
    defence: int
    save: int
    invulnerable: int
    """The x of Invulnerable Save x+, 0 for none."""
    wounds: int
    base_mm: float
    height: float
    ranged: tuple[WeaponProfile, ...]
    melee: tuple[WeaponProfile, ...]
    abilities: tuple[Ability, ...]
    look: str = "trooper"
    radius: float = field(init=False)
    ability_keys: frozenset[str] = field(init=False)
    unique_actions: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.radius = self.base_mm / MILLIMETRES_PER_INCH / 2.0
        self.ability_keys = frozenset([ability.key for ability in self.abilities])
        self.unique_actions = tuple([ability.key for ability in self.abilities if ability.is_action])

    def has(self, ability: str) -> bool:
        return ability in self.ability_keys

    def ability(self, key: str) -> Ability:
        for ability in self.abilities:
            if ability.key == key:
                return ability
        raise KeyError(key)

    def profile(self, key: str) -> WeaponProfile:
        for profile in (*self.ranged, *self.melee):
            if profile.key == key:
                return profile
        raise KeyError(key)


@dataclass(frozen=True, eq=False)
class PloyCard:
    """A ploy as it is printed; what it does is written in the module `ploys`."""

    key: str
    name: str
    strategic: bool
    cost: int
    trigger: str
    text: str
    lends: tuple[SpecialRule, ...] = ()
    """Special rules it gives to weapons while it is in force."""
    lends_to: tuple[str, ...] = ()
    """The weapons it gives them to; empty for all."""


@dataclass(eq=False)
class KillTeam:
    """A kill team, fielded whole."""

    key: str
    name: str
    character: str
    datacards: tuple[Datacard, ...]
    ploys: tuple[PloyCard, ...]
    wounds: int = field(init=False)

    def __post_init__(self) -> None:
        self.wounds = sum([card.wounds * card.count for card in self.datacards])

    def ploy(self, key: str) -> PloyCard | None:
        for ploy in self.ploys:
            if ploy.key == key:
                return ploy
        return None

    @property
    def size(self) -> int:
        return sum([card.count for card in self.datacards])


@dataclass(frozen=True, eq=False)
class MissionCard:
    """A mission as it is printed; how it scores is written in the module `missions`."""

    key: str
    name: str
    text: str
    markers: tuple[Point, ...]
    west_devices: tuple[Point, ...]
    east_devices: tuple[Point, ...]
    any_edge: bool
    """May the Defender pick any of the four edges? Otherwise one of the two 22\" edges."""
    killzones: tuple[str, ...]
    """The killzones it is made for; empty for all."""


@dataclass(eq=False)
class KillzoneMap:
    """A map: its name and its terrain."""

    key: str
    name: str
    note: str
    parts: tuple[Part, ...]
    looks: tuple[str, ...] = ()
    """How each part is drawn."""
    screens: tuple[Screen, ...] = field(init=False)
    """The same, prepared for lines of sight once for all games."""

    def __post_init__(self) -> None:
        self.looks = self.looks or tuple(["wall" for _ in self.parts])
        self.screens = tuple([Screen(part, True) for part in self.parts])
