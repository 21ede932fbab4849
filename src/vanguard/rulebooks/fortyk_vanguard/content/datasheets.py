"""Datasheets and Detachments as they are printed: what an army list is made of, before it becomes models on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vanguard.rulebooks.fortyk_vanguard.profiles import (
    Ability,
    Characteristics,
    Explosion,
    Footprint,
    PsychicPower,
    Weapon,
)

ANY: Final = "any"
LEADER: Final = "leader"
TROOPER: Final = "trooper"
WHOLE_UNIT: Final = "unit"
TEAM: Final = "team"
MEN_IN_A_TEAM: Final = 2


@dataclass(frozen=True, eq=False)
class ModelKind:
    """A model of a datasheet: the common one, its squad leader or a team."""

    key: str
    """trooper, leader or team."""
    name: str
    look: str
    characteristics: Characteristics
    footprint: Footprint
    weapons: tuple[str, ...]
    """Keys of weapons, one as often as it is carried."""


@dataclass(frozen=True, eq=False)
class WargearOption:
    """Wargear or an upgrade: who may take it, how many of a unit, and what is given up for it."""

    key: str
    name: str
    points: int
    who: str
    weapons: tuple[str, ...]
    abilities: tuple[Ability, ...]
    instead_of: tuple[str, ...]
    """Keys of weapons or abilities that are given up."""
    needs: str
    most: int | None
    per: int | None
    group: str
    """Options of one group share their limit."""
    look: str
    """What a model with it looks like, empty if like the others."""
    invulnerable: int
    save_bonus: int | None
    ignore_wounds: int

    @property
    def limited(self) -> bool:
        """Is it for some models of a unit only?"""
        return self.who != WHOLE_UNIT and (self.most is not None or self.per is not None)

    def allowed(self, models: int) -> int | None:
        """How many of a unit of this size may take it; None for every model. The size of the unit never forbids the first."""
        if self.per is not None:
            return max(1, models // self.per)
        return self.most


@dataclass(frozen=True, eq=False)
class Datasheet:
    """A unit as its datasheet prints it."""

    key: str
    name: str
    faction: str
    role: str
    least: int
    most: int
    points: int
    full_price: int | None
    keywords: frozenset[str]
    trooper: ModelKind
    leader: ModelKind | None
    team: ModelKind | None
    abilities: tuple[Ability, ...]
    options: tuple[WargearOption, ...]
    powers_per_phase: int
    denies_per_phase: int
    powers_chosen: int
    discipline: tuple[PsychicPower, ...]
    explosion: Explosion | None
    capacity: int
    damage_reduction: int
    damage_reduction_up_to: int
    cover_bonus: int
    save_bonus: int
    ignore_wounds: int

    @property
    def is_psyker(self) -> bool:
        return self.powers_per_phase > 0

    def price(self, models: int) -> int:
        """What so many models cost without wargear."""
        if self.full_price is not None and models >= self.least:
            return self.full_price
        return self.points * models

    def option(self, key: str) -> WargearOption | None:
        for option in self.options:
            if option.key == key:
                return option
        return None

    def power(self, key: str) -> PsychicPower | None:
        for power in self.discipline:
            if power.key == key:
                return power
        return None


@dataclass(frozen=True, eq=False)
class Faction:
    """The datasheets of a faction."""

    key: str
    name: str
    summary: str
    keyword: str
    datasheets: dict[str, Datasheet]


@dataclass(frozen=True, eq=False)
class Detachment:
    """A Detachment: its Command points and how many units of each Battlefield Role it needs and allows."""

    key: str
    name: str
    command_points: int
    refunded: bool
    slots: dict[str, tuple[int, int]]


class WeaponRack:
    """The weapons of the list by key, from which models are armed."""

    __slots__ = ("weapons",)

    def __init__(self, weapons: dict[str, Weapon]) -> None:
        self.weapons: Final[dict[str, Weapon]] = weapons

    def carried(self, keys: list[str]) -> tuple[Weapon, ...]:
        """The weapons of one model; the second of a kind has a key of its own."""
        seen: dict[str, int] = {}
        arms: list[Weapon] = []
        for key in keys:
            seen[key] = seen.get(key, 0) + 1
            printed = self.weapons[key]
            own = key if seen[key] == 1 else f"{key}-{seen[key]}"
            arms.append(Weapon(own, key, printed.name, printed.profiles))
        return tuple(arms)
