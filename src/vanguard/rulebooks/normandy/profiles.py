"""Printed things: attack profiles, unit cards with their veteran side, weather and Underdog cards, sector tiles, the board.

All of them are made once from the content files and never change; states share them by reference.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from vanguard.core.refusals import Refused

Dice = tuple[int, int, int]
"""How many white, black and red dice."""

LONGEST_RANGE: Final[int] = 28
TYPES: Final[tuple[str, ...]] = ("HQ", "Infantry", "Specialist", "Artillery", "Light Vehicle", "Heavy Vehicle")
FIGURES: Final[dict[str, int]] = {
    "HQ": 1, "Infantry": 2, "Specialist": 2, "Artillery": 1, "Light Vehicle": 1, "Heavy Vehicle": 1,
}  # fmt: skip
ID_COLORS: Final[dict[str, tuple[str, ...]]] = {
    "HQ": ("black",),
    "Infantry": ("black", "white", "yellow", "pink"),
    "Specialist": ("black", "white", "yellow"),
    "Artillery": ("black", "white", "yellow", "pink"),
    "Light Vehicle": ("black", "white"),
    "Heavy Vehicle": ("black", "white"),
}


class Attack:
    """An attack profile: its cost in action points, its keywords, and the dice per figure at each range."""

    __slots__ = (
        "action_points", "armor_penetration", "blast", "brackets", "dice_at", "farthest", "ignores_hidden", "indirect",
        "key", "keywords", "name", "nearest", "pinning", "precise", "reroll",
    )  # fmt: skip

    def __init__(
        self, name: str, action_points: int, keywords: tuple[str, ...], brackets: tuple[tuple[int, int, Dice], ...]
    ) -> None:
        self.name: Final = name
        self.key: Final = attack_key(name)
        self.action_points: Final = action_points
        self.keywords: Final = keywords
        self.brackets: Final = brackets
        self.nearest: Final[int] = min([low for low, _, _ in brackets])
        self.farthest: Final[int] = max([high for _, high, _ in brackets])
        dice_at: list[Dice | None] = [None] * (LONGEST_RANGE + 1)
        for low, high, dice in brackets:
            for i in range(low, high + 1):
                dice_at[i] = dice
        self.dice_at: Final = dice_at
        self.blast: Final = "Blast" in keywords
        self.indirect: Final = "Indirect" in keywords
        self.pinning: Final = "Pinning" in keywords
        self.precise: Final = "Precise" in keywords
        self.ignores_hidden: Final = "Ignores Hidden" in keywords
        self.armor_penetration: Final[int] = keyword_number(keywords, "AP")
        self.reroll: Final[int] = keyword_number(keywords, "Reroll")

    def with_reroll(self, reroll: int, name: str) -> Attack:
        """The same attack under another name with this Reroll value."""
        kept = [word for word in self.keywords if word != f"Reroll {self.reroll}"]
        return Attack(name, self.action_points, (*kept, f"Reroll {reroll}"), self.brackets)


def attack_key(name: str) -> str:
    """`Hull MG` is chosen as `hull-mg`."""
    return name.lower().strip(".").replace(" ", "-")


def keyword_number(keywords: tuple[str, ...], word: str) -> int:
    """The X of `AP X` or `Reroll X`, 0 without that keyword."""
    for keyword in keywords:
        if keyword.startswith(word + " "):
            return int(keyword[len(word) + 1 :])
    return 0


@dataclass(frozen=True, eq=False)
class Ability:
    """An ability printed on a card: `key` finds its rule, `amount` is the printed number (hexes, tokens), 0 if none."""

    key: str
    name: str
    amount: int


class CardSide:
    """One side of a unit card."""

    __slots__ = (
        "abilities", "action_points", "actions", "armor", "attacks", "camouflage", "health", "move", "paratroop", "recon",
        "side_skirts", "steadfast",
    )  # fmt: skip

    def __init__(
        self,
        armor: int,
        health: int,
        move: int,
        action_points: int,
        attacks: tuple[Attack, ...],
        abilities: tuple[Ability, ...],
        innate: tuple[str, ...],
    ) -> None:
        self.armor: Final = armor
        self.health: Final = health
        self.move: Final = move
        self.action_points: Final = action_points
        self.attacks: Final = attacks
        self.abilities: Final = abilities
        keys = [ability.key for ability in abilities]
        self.camouflage: Final = "camouflage" in keys
        self.recon: Final = "recon" in keys
        self.steadfast: Final = "steadfast" in keys
        self.side_skirts: Final = "side-skirts" in keys
        self.paratroop: Final[Ability | None] = next((it for it in abilities if it.key == "paratroop"), None)
        self.actions: Final = tuple([it for it in abilities if it.key not in innate and it.key != "paratroop"])

    def attack(self, key: str) -> Attack:
        for attack in self.attacks:
            if attack.key == key:
                return attack
        raise KeyError(key)

    def action(self, key: str) -> Ability:
        for ability in self.actions:
            if ability.key == key:
                return ability
        raise KeyError(key)


@dataclass(eq=False)
class UnitCard:
    """A unit card with both its sides."""

    key: str
    name: str
    faction: str
    type: str
    supply: int
    cost: int
    copies: int
    normal: CardSide
    veteran: CardSide
    look: str = "trooper"
    offer: str = field(init=False)
    """How it is offered for recruiting."""
    size: int = field(init=False)
    space: int = field(init=False)
    """The kind of unit card space it takes, as its place among the types."""
    mechanized: bool = field(init=False)

    def __post_init__(self) -> None:
        self.offer = f"{self.name} ({self.type}, supply {self.supply}, {self.cost} requisition)"
        self.size = FIGURES[self.type]
        self.space = TYPES.index(self.type)
        self.mechanized = self.type in ("Light Vehicle", "Heavy Vehicle")


@dataclass(frozen=True, eq=False)
class Weather:
    key: str
    name: str
    promotions: int
    tokens: int
    text: str
    clause: str


@dataclass(frozen=True, eq=False)
class UnderdogAbility:
    """One ability of an Underdog card: the VP one must be behind, its Strain, and what it gives by name and amount."""

    behind: int
    strain: int
    gives: tuple[tuple[str, int], ...]


@dataclass(frozen=True, eq=False)
class UnderdogCard:
    key: str
    name: str
    faction: str
    abilities: tuple[UnderdogAbility, ...]

    @property
    def clause(self) -> str:
        return f"underdog.card.{self.key}"


@dataclass(frozen=True, eq=False)
class TileFace:
    """One face of a double-sided sector tile, printed upright: five rows of five terrain signs."""

    key: str
    name: str
    rows: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class NamedBattlefield:
    key: str
    name: str
    summary: str
    tiles: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class SectorToken:
    """What a sector gives whoever controls it, in each round."""

    requisition: int
    vp: int


@dataclass(frozen=True, eq=False)
class Board:
    """The numbers on army boards, sector tokens and the shared tokens."""

    requisition_cap: int
    command: int
    strain: int
    faction_tokens: int
    weather_tokens: tuple[int, ...]
    victory_points: int
    rounds: int
    underdog_lead: int
    transport_hexes: int
    prices: tuple[int, ...]
    spaces: list[dict[str, int]]
    """See `spaces_by_level`."""
    own_home: tuple[SectorToken, ...]
    middle: tuple[SectorToken, ...]
    enemy_home: tuple[SectorToken, ...]
    airstrikes: int
    flak_or_gate: int
    minefield_or_sandbag: int
    minefield_dice: Dice
    airstrike_attack: Attack
    flak_attack: Attack


def spaces_by_level(added: tuple[tuple[str, ...], ...]) -> list[dict[str, int]]:
    """The usable unit card spaces of each type at each supply level; index 0 is not a level."""
    spaces: dict[str, int] = dict.fromkeys(TYPES, 0)
    by_level = [dict(spaces)]
    for adds in added:
        for type in adds:
            spaces[type] += 1
        by_level.append(dict(spaces))
    return by_level


FACTIONS: Final[dict[str, str]] = {"usa": "USA", "germany": "Germany"}


@dataclass(eq=False)
class Content:
    """Everything printed, by key and in the order of the files."""

    cards: dict[str, UnitCard]
    tiles: dict[str, TileFace]
    battlefields: dict[str, NamedBattlefield]
    weathers: dict[str, Weather]
    first_weather: str
    underdogs: dict[str, UnderdogCard]
    board: Board
    of_faction: dict[str, list[UnitCard]] = field(init=False)

    def __post_init__(self) -> None:
        self.of_faction = {
            faction: [card for card in self.cards.values() if card.faction == faction] for faction in FACTIONS
        }

    def card(self, key: str) -> UnitCard:
        card = self.cards.get(key)
        if card is None:
            raise Refused(f"there is no unit card {key!r:.60}")
        return card

    def underdogs_of(self, faction: str) -> tuple[str, ...]:
        return tuple([card.key for card in self.underdogs.values() if card.faction == faction])
