"""Printed things: attack profiles, unit cards with their veteran side, weather and Underdog cards, sector tiles, the board.

All of them are made once from the content files and never change; states share them by reference.
"""

from __future__ import annotations

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
        self.key: Final = name.lower().strip(".").replace(" ", "-")
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
        kept = [word for word in self.keywords if not word.startswith("Reroll ")]
        return Attack(name, self.action_points, (*kept, f"Reroll {reroll}"), self.brackets)


def keyword_number(keywords: tuple[str, ...], word: str) -> int:
    """The X of `AP X` or `Reroll X`, 0 without that keyword."""
    for keyword in keywords:
        if keyword.startswith(word + " "):
            return int(keyword[len(word) + 1 :])
    return 0


class Ability:
    """An ability printed on a card: `key` finds its rule, `amount` is the printed number (hexes, tokens), 0 if none."""

    __slots__ = ("amount", "key", "name")

    def __init__(self, key: str, name: str, amount: int) -> None:
        self.key: Final = key
        self.name: Final = name
        self.amount: Final = amount


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


class UnitCard:
    """A unit card with both its sides."""

    __slots__ = (
        "copies",
        "cost",
        "faction",
        "key",
        "look",
        "mechanized",
        "name",
        "normal",
        "offer",
        "size",
        "space",
        "supply",
        "type",
        "veteran",
    )

    def __init__(
        self,
        key: str,
        name: str,
        faction: str,
        type: str,
        supply: int,
        cost: int,
        copies: int,
        normal: CardSide,
        veteran: CardSide,
        look: str = "trooper",
    ) -> None:
        self.look: Final = look
        self.key: Final = key
        self.name: Final = name
        self.faction: Final = faction
        self.type: Final = type
        self.supply: Final = supply
        self.cost: Final = cost
        self.copies: Final = copies
        self.offer: Final = f"{name} ({type}, supply {supply}, {cost} requisition)"
        """How it is offered for recruiting."""
        self.size: Final[int] = FIGURES[type]
        self.space: Final[int] = TYPES.index(type)
        """The kind of unit card space it takes, as its place among the types."""
        self.mechanized: Final[bool] = type in ("Light Vehicle", "Heavy Vehicle")
        self.normal: Final = normal
        self.veteran: Final = veteran


class Weather:
    __slots__ = ("clause", "key", "name", "promotions", "text", "tokens")

    def __init__(self, key: str, name: str, promotions: int, tokens: int, text: str, clause: str) -> None:
        self.key: Final = key
        self.name: Final = name
        self.promotions: Final = promotions
        self.tokens: Final = tokens
        self.text: Final = text
        self.clause: Final = clause


class UnderdogAbility:
    """One ability of an Underdog card: the VP one must be behind, its Strain, and what it gives by name and amount."""

    __slots__ = ("behind", "gives", "strain")

    def __init__(self, behind: int, strain: int, gives: tuple[tuple[str, int], ...]) -> None:
        self.behind: Final = behind
        self.strain: Final = strain
        self.gives: Final = gives


class UnderdogCard:
    __slots__ = ("abilities", "clause", "faction", "key", "name")

    def __init__(self, key: str, name: str, faction: str, abilities: tuple[UnderdogAbility, ...]) -> None:
        self.key: Final = key
        self.name: Final = name
        self.faction: Final = faction
        self.abilities: Final = abilities
        self.clause: Final = f"underdog.card.{key}"


class TileFace:
    """One face of a double-sided sector tile, printed upright: five rows of five terrain signs."""

    __slots__ = ("key", "name", "rows")

    def __init__(self, key: str, name: str, rows: tuple[str, ...]) -> None:
        self.key: Final = key
        self.name: Final = name
        self.rows: Final = rows


class NamedBattlefield:
    __slots__ = ("key", "name", "summary", "tiles")

    def __init__(self, key: str, name: str, summary: str, tiles: tuple[str, ...]) -> None:
        self.key: Final = key
        self.name: Final = name
        self.summary: Final = summary
        self.tiles: Final = tiles


class SectorToken:
    """What a sector gives whoever controls it, in each round."""

    __slots__ = ("requisition", "vp")

    def __init__(self, requisition: int, vp: int) -> None:
        self.requisition: Final = requisition
        self.vp: Final = vp


class Board:
    """The numbers on army boards, sector tokens and the shared tokens."""

    __slots__ = (
        "airstrike_attack", "airstrikes", "command", "enemy_home", "faction_tokens", "flak_attack", "flak_or_gate",
        "middle", "minefield_dice", "minefield_or_sandbag", "own_home", "prices", "requisition_cap", "rounds", "spaces",
        "strain", "transport_hexes", "underdog_lead", "victory_points", "weather_tokens",
    )  # fmt: skip

    def __init__(
        self,
        requisition_cap: int,
        command: int,
        strain: int,
        faction_tokens: int,
        weather_tokens: tuple[int, ...],
        victory_points: int,
        rounds: int,
        underdog_lead: int,
        transport_hexes: int,
        prices: tuple[int, ...],
        spaces: tuple[tuple[str, ...], ...],
        sectors: tuple[tuple[SectorToken, ...], tuple[SectorToken, ...], tuple[SectorToken, ...]],
        airstrikes: int,
        flak_or_gate: int,
        minefield_or_sandbag: int,
        minefield_dice: Dice,
        airstrike_attack: Attack,
        flak_attack: Attack,
    ) -> None:
        self.requisition_cap: Final = requisition_cap
        self.command: Final = command
        self.strain: Final = strain
        self.faction_tokens: Final = faction_tokens
        self.weather_tokens: Final = weather_tokens
        self.victory_points: Final = victory_points
        self.rounds: Final = rounds
        self.underdog_lead: Final = underdog_lead
        self.transport_hexes: Final = transport_hexes
        self.prices: Final = prices
        self.spaces: Final[list[dict[str, int]]] = spaces_by_level(spaces)
        self.own_home: Final = sectors[0]
        self.middle: Final = sectors[1]
        self.enemy_home: Final = sectors[2]
        self.airstrikes: Final = airstrikes
        self.flak_or_gate: Final = flak_or_gate
        self.minefield_or_sandbag: Final = minefield_or_sandbag
        self.minefield_dice: Final = minefield_dice
        self.airstrike_attack: Final = airstrike_attack
        self.flak_attack: Final = flak_attack


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


class Content:
    """Everything printed, by key and in the order of the files."""

    __slots__ = (
        "battlefields",
        "board",
        "cards",
        "first_weather",
        "of_faction",
        "tiles",
        "underdogs",
        "weathers",
    )

    def __init__(
        self,
        cards: dict[str, UnitCard],
        tiles: dict[str, TileFace],
        battlefields: dict[str, NamedBattlefield],
        weathers: dict[str, Weather],
        first_weather: str,
        underdogs: dict[str, UnderdogCard],
        board: Board,
    ) -> None:
        self.cards: Final = cards
        self.of_faction: Final[dict[str, list[UnitCard]]] = {
            faction: [card for card in cards.values() if card.faction == faction] for faction in FACTIONS
        }
        self.tiles: Final = tiles
        self.battlefields: Final = battlefields
        self.weathers: Final = weathers
        self.first_weather: Final = first_weather
        self.underdogs: Final = underdogs
        self.board: Final = board

    def card(self, key: str) -> UnitCard:
        card = self.cards.get(key)
        if card is None:
            raise Refused(f"there is no unit card {key!r:.60}")
        return card

    def underdogs_of(self, faction: str) -> tuple[str, ...]:
        return tuple([card.key for card in self.underdogs.values() if card.faction == faction])
