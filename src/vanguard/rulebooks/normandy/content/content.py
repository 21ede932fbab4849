"""All printed content, loaded once: unit cards, tiles, named battlefields, weather and Underdog cards, the board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from vanguard.core.content import ContentKind, Fault, digest_of, load_entries, load_one, unknown
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy.profiles import (
    Ability,
    Attack,
    Board,
    CardSide,
    NamedBattlefield,
    SectorToken,
    TileFace,
    UnderdogAbility,
    UnderdogCard,
    UnitCard,
    Weather,
)

if TYPE_CHECKING:
    from vanguard.rulebooks.normandy.content.content_models import AttackEntry, BattlefieldEntry, SideEntry, UnitEntry

CONTENT: Final = Path(__file__).parent
INNATE: Final = ("steadfast", "camouflage", "recon", "side-skirts")
FACTIONS: Final[dict[str, str]] = {"usa": "USA", "germany": "Germany"}


class Content:
    """Everything printed, by key and in the order of the files."""

    __slots__ = (
        "battlefields",
        "board",
        "cards",
        "digest",
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
        digest: str,
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
        self.digest: Final = digest

    def card(self, key: str) -> UnitCard:
        card = self.cards.get(key)
        if card is None:
            raise Refused(f"there is no unit card {key!r:.60}")
        return card

    def underdogs_of(self, faction: str) -> tuple[str, ...]:
        return tuple([card.key for card in self.underdogs.values() if card.faction == faction])


_loaded: list[Content] = []


def content() -> Content:
    """The content of the package, read on first use."""
    if not _loaded:
        _loaded.append(load_content(CONTENT))
    return _loaded[0]


def load_content(directory: Path) -> Content:
    """The content of a directory. Raises `ContentFaults` with everything that is wrong with it."""
    from vanguard.rulebooks.normandy.content import content_models as models

    units = load_entries(directory / "units", models.UnitEntry)
    faces = load_entries(directory / "tiles.toml", models.TileEntry)
    weathers = load_entries(directory / "weather.toml", models.WeatherEntry)
    underdogs = load_entries(directory / "underdog.toml", models.UnderdogEntry)
    board = load_one(directory / "board.toml", models.BoardEntry)

    fields = load_entries(
        directory / "battlefields.toml", models.BattlefieldEntry, lambda _, it: tile_faults(it, list(faces))
    )
    tokens = board.tokens
    sectors = board.sectors
    tracks = [
        tuple([SectorToken(it.requisition, it.vp) for it in track])
        for track in (sectors.own_home, sectors.middle, sectors.enemy_home)
    ]
    return Content(
        {key: unit_card(key, entry) for key, entry in units.items()},
        {key: TileFace(key, face.name, face.rows) for key, face in faces.items()},
        {
            key: NamedBattlefield(key, it.name, it.summary, tuple([tile for line in it.lines for tile in line]))
            for key, it in fields.items()
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
            for key, it in underdogs.items()
        },
        Board(
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
            models.read_dice(tokens.minefield_dice),
            attack_profile(tokens.airstrike_attack),
            attack_profile(tokens.flak_attack),
        ),
        digest_of(directory),
    )


def tile_faults(field: BattlefieldEntry, faces: list[str]) -> list[Fault]:
    """A battlefield names known tile faces, each tile once."""
    tiles = [tile for line in field.lines for tile in line]
    found = [unknown(tile, faces, "tile face", field="lines") for tile in tiles if tile not in faces]
    numbers = [tile[:-1] for tile in tiles]
    for number in sorted({number for number in numbers if numbers.count(number) > 1}):
        found.append(Fault("", "", "lines", f"tile {number} is used twice"))
    return found


def content_kinds() -> dict[str, ContentKind]:
    """The kinds of content files, for `vanguard check` and for editors."""
    from vanguard.rulebooks.normandy.content import content_models as models

    return {
        "units": ContentKind("content/units/*.toml", lambda: models.UnitEntry),
        "tiles": ContentKind("content/tiles.toml", lambda: models.TileEntry),
        "battlefields": ContentKind(
            "content/battlefields.toml",
            lambda: models.BattlefieldEntry,
            lambda _, it: tile_faults(it, list(content().tiles)),
        ),
        "weather": ContentKind("content/weather.toml", lambda: models.WeatherEntry),
        "underdog": ContentKind("content/underdog.toml", lambda: models.UnderdogEntry),
        "board": ContentKind("content/board.toml", lambda: models.BoardEntry, one_entry=True),
    }


def unit_card(key: str, entry: UnitEntry) -> UnitCard:
    normal = card_side(entry, entry)
    veteran = card_side(entry.veteran, entry)
    return UnitCard(
        key, entry.name, entry.faction, entry.type, entry.supply, entry.cost, entry.copies, normal, veteran, entry.look,
    )  # fmt: skip


def card_side(side: SideEntry, normal: UnitEntry) -> CardSide:
    """A side of a card; what it does not give is as on the normal side."""
    from vanguard.rulebooks.normandy.content.content_models import read_ability

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
    from vanguard.rulebooks.normandy.content.content_models import read_dice, read_range

    brackets = [(*read_range(bracket), read_dice(dice)) for bracket, dice in entry.dice.items()]
    return Attack(entry.name, entry.action_points, entry.keywords, tuple(brackets))
