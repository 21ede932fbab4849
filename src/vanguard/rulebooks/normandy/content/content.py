"""All printed content, loaded once: unit cards, tiles, named battlefields, weather and Underdog cards, the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from vanguard.core.content import ContentKind, Fault, Shelf, made_from, unknown
from vanguard.rulebooks.normandy.content.content_models import (
    AttackEntry,
    BattlefieldEntry,
    BoardEntry,
    SectorEntry,
    SideEntry,
    TileEntry,
    UnderdogAbilityEntry,
    UnderdogEntry,
    UnitEntry,
    WeatherEntry,
    read_ability,
    read_dice,
    read_range,
)
from vanguard.rulebooks.normandy.profiles import (
    Ability,
    Attack,
    Board,
    CardSide,
    Content,
    NamedBattlefield,
    SectorToken,
    TileFace,
    UnderdogAbility,
    UnderdogCard,
    UnitCard,
    Weather,
    spaces_by_level,
)

CONTENT: Final = Path(__file__).parent
INNATE: Final = ("steadfast", "camouflage", "recon", "side-skirts")


@cache
def content() -> Content:
    """The content of the package, read on first use."""
    return load_content(CONTENT)


def load_content(directory: Path) -> Content:
    """The content of a directory. Raises `ContentFaults` with everything that is wrong with it."""
    shelf = Shelf(directory)
    shelf.read_all(KINDS)
    weathers = shelf.read(WEATHER)
    return Content(
        {key: unit_card(key, entry) for key, entry in shelf.read(UNITS).items()},
        {key: made_from(face, TileFace, key=key) for key, face in shelf.read(TILES).items()},
        {
            key: made_from(it, NamedBattlefield, key=key, tiles=tuple([tile for line in it.lines for tile in line]))
            for key, it in shelf.read(BATTLEFIELDS).items()
        },
        {key: made_from(it, Weather, key=key) for key, it in weathers.items()},
        next(key for key, it in weathers.items() if it.starts),
        {
            key: made_from(it, UnderdogCard, key=key, abilities=tuple([underdog_ability(a) for a in it.abilities]))
            for key, it in shelf.read(UNDERDOG).items()
        },
        board_of(shelf.only(BOARD)),
    )


def underdog_ability(entry: UnderdogAbilityEntry) -> UnderdogAbility:
    return made_from(entry, UnderdogAbility, gives=tuple(entry.gives.items()))


def board_of(board: BoardEntry) -> Board:
    tokens, sectors = board.tokens, board.sectors
    return made_from(
        board,
        Board,
        prices=board.supply.prices,
        spaces=spaces_by_level(board.supply.spaces),
        own_home=track_of(sectors.own_home),
        middle=track_of(sectors.middle),
        enemy_home=track_of(sectors.enemy_home),
        airstrikes=tokens.airstrike,
        flak_or_gate=tokens.flak_or_gate,
        minefield_or_sandbag=tokens.minefield_or_sandbag,
        minefield_dice=read_dice(tokens.minefield_dice),
        airstrike_attack=attack_profile(tokens.airstrike_attack),
        flak_attack=attack_profile(tokens.flak_attack),
    )


def track_of(sectors: Sequence[SectorEntry]) -> tuple[SectorToken, ...]:
    return tuple([made_from(it, SectorToken) for it in sectors])


def tile_faults(key: str, field: BattlefieldEntry, shelf: Shelf) -> list[Fault]:
    """A battlefield names known tile faces, each tile once."""
    faces = shelf.keys(TILES)
    tiles = [tile for line in field.lines for tile in line]
    found = [unknown(tile, faces, "tile face", field="lines") for tile in tiles if tile not in faces]
    numbers = [tile[:-1] for tile in tiles]
    for number in sorted({number for number in numbers if numbers.count(number) > 1}):
        found.append(Fault("", "", "lines", f"tile {number} is used twice"))
    return found


UNITS: Final = ContentKind("content/units/*.toml", UnitEntry)
TILES: Final = ContentKind("content/tiles.toml", TileEntry)
BATTLEFIELDS: Final = ContentKind("content/battlefields.toml", BattlefieldEntry, tile_faults)
WEATHER: Final = ContentKind("content/weather.toml", WeatherEntry)
UNDERDOG: Final = ContentKind("content/underdog.toml", UnderdogEntry)
BOARD: Final = ContentKind("content/board.toml", BoardEntry, one_entry=True)
KINDS: Final[dict[str, ContentKind[Any]]] = {
    "units": UNITS,
    "tiles": TILES,
    "battlefields": BATTLEFIELDS,
    "weather": WEATHER,
    "underdog": UNDERDOG,
    "board": BOARD,
}


def unit_card(key: str, entry: UnitEntry) -> UnitCard:
    veteran = card_side(entry.veteran, entry)
    return made_from(entry, UnitCard, key=key, normal=card_side(entry, entry), veteran=veteran)


def card_side(side: SideEntry, normal: UnitEntry) -> CardSide:
    """A side of a card; what it does not give is as on the normal side."""
    attacks = side.attacks if side.attacks is not None else normal.attacks
    abilities = side.abilities if side.abilities is not None else normal.abilities
    armor = side.armor if side.armor is not None else normal.armor
    return CardSide(
        armor or 0,
        side.health or normal.health or 1,
        side.move or normal.move or 1,
        side.action_points or normal.action_points or 1,
        tuple([attack_profile(attack) for attack in attacks or ()]),
        tuple([Ability(*read_ability(text)) for text in abilities or ()]),
        INNATE,
    )


def attack_profile(entry: AttackEntry) -> Attack:
    brackets = [(*read_range(bracket), read_dice(dice)) for bracket, dice in entry.dice.items()]
    return Attack(entry.name, entry.action_points, entry.keywords, tuple(brackets))
