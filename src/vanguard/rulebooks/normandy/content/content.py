"""All printed content, loaded once: unit cards, tiles, named battlefields, weather and Underdog cards, the board."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from vanguard.core.content import ContentKind, Fault, Shelf, unknown
from vanguard.rulebooks.normandy.content.content_models import (
    AttackEntry,
    BattlefieldEntry,
    BoardEntry,
    SideEntry,
    TileEntry,
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
    for kind in KINDS.values():
        shelf.read(kind)
    shelf.refuse_faults()
    weathers = shelf.read(WEATHER)
    return Content(
        {key: unit_card(key, entry) for key, entry in shelf.read(UNITS).items()},
        {key: TileFace(key, face.name, face.rows) for key, face in shelf.read(TILES).items()},
        {
            key: NamedBattlefield(key, it.name, it.summary, tuple([tile for line in it.lines for tile in line]))
            for key, it in shelf.read(BATTLEFIELDS).items()
        },
        {key: Weather(key, it.name, it.promotions, it.tokens, it.text, it.clause) for key, it in weathers.items()},
        next(key for key, it in weathers.items() if it.starts),
        {
            key: UnderdogCard(
                key,
                it.name,
                it.faction,
                tuple([UnderdogAbility(a.behind, a.strain, tuple(a.gives.items())) for a in it.abilities]),
            )
            for key, it in shelf.read(UNDERDOG).items()
        },
        board_of(shelf.only(BOARD)),
    )


def board_of(board: BoardEntry) -> Board:
    tokens, sectors = board.tokens, board.sectors
    tracks = [
        tuple([SectorToken(it.requisition, it.vp) for it in track])
        for track in (sectors.own_home, sectors.middle, sectors.enemy_home)
    ]
    return Board(
        board.requisition_cap,
        board.command,
        board.strain,
        board.faction_tokens,
        board.weather_tokens,
        board.victory_points,
        board.rounds,
        board.underdog_lead,
        board.transport_hexes,
        board.supply.prices,
        board.supply.spaces,
        (tracks[0], tracks[1], tracks[2]),
        tokens.airstrike,
        tokens.flak_or_gate,
        tokens.minefield_or_sandbag,
        read_dice(tokens.minefield_dice),
        attack_profile(tokens.airstrike_attack),
        attack_profile(tokens.flak_attack),
    )


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
    normal = card_side(entry, entry)
    veteran = card_side(entry.veteran, entry)
    return UnitCard(
        key, entry.name, entry.faction, entry.type, entry.supply, entry.cost, entry.copies, normal, veteran, entry.look,
    )  # fmt: skip


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
