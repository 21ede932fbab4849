"""Datasheets and Detachments as they are printed: what an army list is made of, before it becomes models on the table."""

from __future__ import annotations

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


class ModelKind:
    """A model of a datasheet: the common one, its squad leader or a team."""

    __slots__ = ("key", "name", "look", "characteristics", "footprint", "weapons")

    def __init__(
        self,
        key: str,
        name: str,
        look: str,
        characteristics: Characteristics,
        footprint: Footprint,
        weapons: tuple[str, ...],
    ) -> None:
        self.key: Final[str] = key
        """trooper, leader or team."""
        self.name: Final[str] = name
        self.look: Final[str] = look
        self.characteristics: Final[Characteristics] = characteristics
        self.footprint: Final[Footprint] = footprint
        self.weapons: Final[tuple[str, ...]] = weapons
        """Keys of weapons, one as often as it is carried."""


class WargearOption:
    """Wargear or an upgrade: who may take it, how many of a unit, and what is given up for it."""

    __slots__ = (
        "key", "name", "points", "who", "weapons", "abilities", "instead_of", "needs", "most", "per", "group",
        "look", "invulnerable", "save_bonus", "ignore_wounds",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        name: str,
        points: int,
        who: str,
        weapons: tuple[str, ...],
        abilities: tuple[Ability, ...],
        instead_of: tuple[str, ...],
        needs: str,
        most: int | None,
        per: int | None,
        group: str,
        look: str,
        invulnerable: int,
        save_bonus: int | None,
        ignore_wounds: int,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.points: Final[int] = points
        self.who: Final[str] = who
        self.weapons: Final[tuple[str, ...]] = weapons
        self.abilities: Final[tuple[Ability, ...]] = abilities
        self.instead_of: Final[tuple[str, ...]] = instead_of
        """Keys of weapons or abilities that are given up."""
        self.needs: Final[str] = needs
        self.most: Final[int | None] = most
        self.per: Final[int | None] = per
        self.group: Final[str] = group or key
        """Options of one group share their limit."""
        self.look: Final[str] = look
        """What a model with it looks like, empty if like the others."""
        self.invulnerable: Final[int] = invulnerable
        self.save_bonus: Final[int | None] = save_bonus
        self.ignore_wounds: Final[int] = ignore_wounds

    @property
    def limited(self) -> bool:
        """Is it for some models of a unit only?"""
        return self.who != WHOLE_UNIT and (self.most is not None or self.per is not None)

    def allowed(self, models: int) -> int | None:
        """How many of a unit of this size may take it; None for every model. The size of the unit never forbids the first."""
        if self.per is not None:
            return max(1, models // self.per)
        return self.most


class Datasheet:
    """A unit as its datasheet prints it."""

    __slots__ = (
        "key", "name", "faction", "role", "least", "most", "points", "full_price", "keywords", "trooper", "leader",
        "team", "abilities", "options", "powers_per_phase", "denies_per_phase", "powers_chosen", "discipline",
        "explosion", "capacity", "damage_reduction", "damage_reduction_up_to", "cover_bonus", "save_bonus",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        name: str,
        faction: str,
        role: str,
        size: tuple[int, int],
        points: int,
        full_price: int | None,
        keywords: frozenset[str],
        trooper: ModelKind,
        leader: ModelKind | None,
        team: ModelKind | None,
        abilities: tuple[Ability, ...],
        options: tuple[WargearOption, ...],
        psyker: tuple[int, int, int],
        discipline: tuple[PsychicPower, ...],
        explosion: Explosion | None,
        capacity: int,
        damage_reduction: int,
        damage_reduction_up_to: int,
        cover_bonus: int,
        save_bonus: int,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.faction: Final[str] = faction
        self.role: Final[str] = role
        self.least: Final[int] = size[0]
        self.most: Final[int] = size[1]
        self.points: Final[int] = points
        self.full_price: Final[int | None] = full_price
        self.keywords: Final[frozenset[str]] = keywords
        self.trooper: Final[ModelKind] = trooper
        self.leader: Final[ModelKind | None] = leader
        self.team: Final[ModelKind | None] = team
        self.abilities: Final[tuple[Ability, ...]] = abilities
        self.options: Final[tuple[WargearOption, ...]] = options
        self.powers_per_phase: Final[int] = psyker[0]
        self.denies_per_phase: Final[int] = psyker[1]
        self.powers_chosen: Final[int] = psyker[2]
        self.discipline: Final[tuple[PsychicPower, ...]] = discipline
        self.explosion: Final[Explosion | None] = explosion
        self.capacity: Final[int] = capacity
        self.damage_reduction: Final[int] = damage_reduction
        self.damage_reduction_up_to: Final[int] = damage_reduction_up_to
        self.cover_bonus: Final[int] = cover_bonus
        self.save_bonus: Final[int] = save_bonus

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


class Faction:
    """The datasheets of a faction."""

    __slots__ = ("key", "name", "summary", "keyword", "datasheets")

    def __init__(self, key: str, name: str, summary: str, keyword: str, datasheets: dict[str, Datasheet]) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.summary: Final[str] = summary
        self.keyword: Final[str] = keyword
        self.datasheets: Final[dict[str, Datasheet]] = datasheets


class Detachment:
    """A Detachment: its Command points and how many units of each Battlefield Role it needs and allows."""

    __slots__ = ("key", "name", "command_points", "refunded", "slots")

    def __init__(
        self, key: str, name: str, command_points: int, refunded: bool, slots: dict[str, tuple[int, int]]
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.command_points: Final[int] = command_points
        self.refunded: Final[bool] = refunded
        self.slots: Final[dict[str, tuple[int, int]]] = slots


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
