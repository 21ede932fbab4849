"""What is printed: weapons, datacards, ploys, kill teams, missions and killzones. Loaded once, shared, never changed."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.screens import Screen
from vanguard.geometry.shapes import Part, Point
from vanguard.rulebooks.killteam_lite.rule_hooks import NO_LIMIT, SpecialRule

MILLIMETRES_PER_INCH: Final = 25.4
Rectangle = tuple[float, float, float, float]
"""x from, y from, x to, y to."""


class WeaponProfile:
    """One way to use a weapon: attack dice, the result they need, damage of normal and critical hits, special rules."""

    __slots__ = (
        "key", "weapon", "name", "ranged", "attacks", "skill", "damage", "critical_damage", "rules",
        "reach", "extra_cost", "barred_from_overwatch", "silent", "heavy", "limited", "indirect",
        "line", "label",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        weapon: str,
        name: str,
        ranged: bool,
        attacks: int,
        skill: int,
        damage: int,
        critical_damage: int,
        rules: tuple[SpecialRule, ...] = (),
    ) -> None:
        self.key: Final[str] = key
        self.weapon: Final[str] = weapon
        """The weapon this is a profile of: what Limited counts."""
        self.name: Final[str] = name
        self.ranged: Final[bool] = ranged
        self.attacks: Final[int] = attacks
        self.skill: Final[int] = skill
        """BS or WS: the result an attack die needs."""
        self.damage: Final[int] = damage
        self.critical_damage: Final[int] = critical_damage
        self.rules: Final[tuple[SpecialRule, ...]] = rules
        self.reach: Final[float] = min([rule.reach() for rule in rules], default=NO_LIMIT)
        self.extra_cost: Final[int] = sum([rule.extra_action_points() for rule in rules])
        self.barred_from_overwatch: Final[SpecialRule | None] = next(
            iter([rule for rule in rules if rule.bars_overwatch()]), None
        )
        self.silent: Final[bool] = any([rule.lets_the_concealed_shoot() for rule in rules])
        self.heavy: Final[bool] = any([rule.bars_moves_with_shoot() for rule in rules])
        self.limited: Final[bool] = any([rule.once_per_battle() for rule in rules])
        self.indirect: Final[bool] = any([rule.sees_past_cover() for rule in rules])
        numbers = f"A {attacks}, {'BS' if ranged else 'WS'} {skill}+, D {damage}/{critical_damage}"
        self.line: Final[str] = ", ".join([numbers, *[rule.printed for rule in rules]])
        """The numbers as they are printed on a datacard."""
        self.label: Final[str] = f"{name} ({self.line})"

    def __repr__(self) -> str:
        return f"WeaponProfile({self.key})"


class Ability:
    """An ability or a unique action of a datacard; what it does is written in the module `abilities`."""

    __slots__ = ("key", "name", "is_action", "action_points", "action_label", "psychic", "text")

    def __init__(self, key: str, name: str, is_action: bool, action_points: int, psychic: bool, text: str) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.is_action: Final[bool] = is_action
        self.action_points: Final[int] = action_points
        self.action_label: Final[str] = f"{name} ({action_points} AP)"
        self.psychic: Final[bool] = psychic
        self.text: Final[str] = text


class Datacard:
    """The characteristics of an operative."""

    __slots__ = (
        "key", "name", "count", "leader", "movement", "apl", "defence", "save", "invulnerable", "wounds", "base_mm",
        "radius", "height", "ranged", "melee", "abilities", "ability_keys", "unique_actions", "look",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        name: str,
        count: int,
        leader: bool,
        movement: float,
        apl: int,
        defence: int,
        save: int,
        invulnerable: int,
        wounds: int,
        base_mm: float,
        height: float,
        ranged: tuple[WeaponProfile, ...],
        melee: tuple[WeaponProfile, ...],
        abilities: tuple[Ability, ...],
        look: str = "trooper",
    ) -> None:
        self.look: Final[str] = look
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.count: Final[int] = count
        self.leader: Final[bool] = leader
        self.movement: Final[float] = movement
        self.apl: Final[int] = apl
        self.defence: Final[int] = defence
        self.save: Final[int] = save
        self.invulnerable: Final[int] = invulnerable
        """The x of Invulnerable Save x+, 0 for none."""
        self.wounds: Final[int] = wounds
        self.base_mm: Final[float] = base_mm
        self.radius: Final[float] = base_mm / MILLIMETRES_PER_INCH / 2.0
        self.height: Final[float] = height
        self.ranged: Final[tuple[WeaponProfile, ...]] = ranged
        self.melee: Final[tuple[WeaponProfile, ...]] = melee
        self.abilities: Final[tuple[Ability, ...]] = abilities
        self.ability_keys: Final[frozenset[str]] = frozenset([ability.key for ability in abilities])

        self.unique_actions: Final[tuple[str, ...]] = tuple([ability.key for ability in abilities if ability.is_action])

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


class PloyCard:
    """A ploy as it is printed; what it does is written in the module `ploys`."""

    __slots__ = ("key", "name", "strategic", "cost", "trigger", "text", "lends", "lends_to")

    def __init__(
        self,
        key: str,
        name: str,
        strategic: bool,
        cost: int,
        trigger: str,
        text: str,
        lends: tuple[SpecialRule, ...] = (),
        lends_to: tuple[str, ...] = (),
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.strategic: Final[bool] = strategic
        self.cost: Final[int] = cost
        self.trigger: Final[str] = trigger
        self.text: Final[str] = text
        self.lends: Final[tuple[SpecialRule, ...]] = lends
        """Special rules it gives to weapons while it is in force."""
        self.lends_to: Final[tuple[str, ...]] = lends_to
        """The weapons it gives them to; empty for all."""


class KillTeam:
    """A kill team, fielded whole."""

    __slots__ = ("key", "name", "character", "datacards", "ploys", "wounds")

    def __init__(
        self,
        key: str,
        name: str,
        character: str,
        datacards: tuple[Datacard, ...],
        ploys: tuple[PloyCard, ...],
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.character: Final[str] = character
        self.datacards: Final[tuple[Datacard, ...]] = datacards
        self.ploys: Final[tuple[PloyCard, ...]] = ploys
        self.wounds: Final[int] = sum([card.wounds * card.count for card in datacards])

    def ploy(self, key: str) -> PloyCard | None:
        for ploy in self.ploys:
            if ploy.key == key:
                return ploy
        return None

    @property
    def size(self) -> int:
        return sum([card.count for card in self.datacards])


class MissionCard:
    """A mission as it is printed; how it scores is written in the module `missions`."""

    __slots__ = ("key", "name", "text", "markers", "west_devices", "east_devices", "any_edge", "killzones")

    def __init__(
        self,
        key: str,
        name: str,
        text: str,
        markers: tuple[Point, ...],
        west_devices: tuple[Point, ...],
        east_devices: tuple[Point, ...],
        any_edge: bool,
        killzones: tuple[str, ...],
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.text: Final[str] = text
        self.markers: Final[tuple[Point, ...]] = markers
        self.west_devices: Final[tuple[Point, ...]] = west_devices
        self.east_devices: Final[tuple[Point, ...]] = east_devices
        self.any_edge: Final[bool] = any_edge
        """May the Defender pick any of the four edges? Otherwise one of the two 22\" edges."""
        self.killzones: Final[tuple[str, ...]] = killzones
        """The killzones it is made for; empty for all."""


class KillzoneMap:
    """A map: its name and its terrain."""

    __slots__ = ("key", "looks", "name", "note", "parts", "screens")

    def __init__(self, key: str, name: str, note: str, parts: tuple[Part, ...], looks: tuple[str, ...] = ()) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.note: Final[str] = note
        self.parts: Final[tuple[Part, ...]] = parts
        self.looks: Final[tuple[str, ...]] = looks or tuple(["wall" for _ in parts])
        """How each part is drawn."""
        self.screens: Final[tuple[Screen, ...]] = tuple([Screen(part, True) for part in parts])
        """The same, prepared for lines of sight once for all games."""
