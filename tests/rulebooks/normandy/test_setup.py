"""Set-up: factions, colors, the battlefield of nine tiles, the weather, the army boards."""

import pytest

from tests.rulebooks.normandy.positions import Cell, answered, state
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Roll
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.normandy import rulebook
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.ground import CELLS, LEGEND, NEIGHBOURS, SECTOR, lay_out
from vanguard.rulebooks.normandy.resources import sector_token
from vanguard.rulebooks.normandy.state import Battle
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import asked

proves = proves_for("normandy")

USA, GERMANY = {"faction": "usa"}, {"faction": "germany"}


def new(battlefield="crossroads-at-dawn", armies=(USA, GERMANY), **options) -> Battle:
    battle = rulebook.new(Setup("battle", battlefield, armies, options))
    assert isinstance(battle, Battle)
    return battle


@proves("setup.choose-faction")
def test_one_player_takes_the_usa_and_the_other_germany():
    assert [board.faction for board in new(armies=(GERMANY, USA)).boards] == ["germany", "usa"]
    with pytest.raises(Refused, match="one player takes the USA and the other Germany"):
        new(armies=(USA, USA))
    with pytest.raises(Refused, match="there is no faction 'japan'"):
        new(armies=({"faction": "japan"}, USA))


@proves("setup.choose-color")
def test_the_color_is_independent_of_the_faction_and_blue_sits_in_the_south():
    assert new(colors="blue-red").edges == (0, 1)
    red = new(colors="red-blue")
    assert red.edges == (1, 0)
    assert red.control == (0, 0, 0, -1, -1, -1, 1, 1, 1)
    with pytest.raises(Refused, match="blue-red or red-blue"):
        new(colors="green-red")


def test_every_fault_of_a_set_up_is_named_at_once():
    wish = Setup("siege", "atlantis", (USA, USA), {"tiles": "4A 4B 99Z", "moon": "full"})
    with pytest.raises(Refused) as refusal:
        rulebook.new(wish)
    for part in ("siege", "atlantis", "99Z", "9 tiles, not 3", "tile 4 is used twice", "moon"):
        assert part in refusal.value.message


@proves("setup.battlefield.nine-of-fifteen")
def test_a_random_battlefield_draws_nine_different_tiles_with_either_face_up():
    game = Game.new(rulebook, Setup("battle", "random", (USA, GERMANY)), None)
    assert asked(game).player == -1, "nobody draws them but chance"
    answered(game, ["4", "1", "8", "7", "2", "6", "13", "5", "9"])
    question = asked(game)
    assert isinstance(question, Roll)
    assert (question.player, question.ordered) == (-1, True), "each tile has its own face"
    answered(game, ["A", "A", "B", "B", "A", "A", "B", "A", "A"])
    assert state(game).field().tiles == ("4A", "1A", "8B", "7B", "2A", "6A", "13B", "5A", "9A")
    seen = set()
    for seed in range(12):
        game = Game.new(rulebook, Setup("battle", "random", (USA, GERMANY)), KeyedDice(secret_from_seed(seed)))
        tiles = state(game).field().tiles
        assert len({tile[:-1] for tile in tiles}) == 9
        seen.add(tiles)
    assert len(seen) == 12


REFERENCE = """
    .......=b......
    .hh..b.=....w..
    .h^h.==%==.w*w.
    .hh....=.b..w..
    ......w=.......
    .b....b=....T..
    .~~v..v=v..b.b.
    ===%=.v$==.F*F.
    .~~v..v=v..b.b.
    ...b..v=b..TTT.
    .w.w...=.......
    w...w~~=~.=====
    ..*....=...v@v.
    w...w.*=.b..v..
    .w.w.w.=...b...
"""
"""The nine tiles of Crossroads at Dawn as they close to one field of 15 by 15 hexes."""


@proves("setup.battlefield.first-line", "setup.battlefield.reversed-line", "setup.battlefield.third-line")
def test_nine_tiles_close_to_one_field_with_the_middle_line_turned():
    rows = REFERENCE.split()
    assert new().field().signs == "".join(rows)
    seam = [(a, b) for a in range(15 * 4, 15 * 5) for b in NEIGHBOURS[a] if b // 15 == 5]
    assert len(seam) == 29
    touching: list[Cell] = [CELLS[b] for b in NEIGHBOURS[5 * 15 + 7] if b // 15 == 4]
    assert sorted(touching) == [(7, 4), (8, 4)]


@proves("setup.battlefield.strategic-point", "feature.star")
def test_every_tile_face_has_one_strategic_point_and_no_water_at_its_edge_rows():
    assert len(content().tiles) == 30
    for face in content().tiles.values():
        signs = "".join(face.rows)
        assert sum(LEGEND[sign].star for sign in signs) == 1
        assert not any(LEGEND[sign].water for sign in face.rows[0] + face.rows[4])
    stars = [CELLS[star] for star in new().field().stars]
    assert stars == [(2, 2), (7, 2), (12, 2), (3, 7), (7, 7), (12, 7), (2, 12), (6, 13), (12, 12)]


def test_the_land_of_every_named_battlefield_is_one_piece():
    for named in content().battlefields.values():
        ground = lay_out(named.tiles, content().tiles)
        seen, front = {0}, [0]
        while front:
            front = [
                beside for hex in front for beside in ground.land[hex] if beside not in seen and not seen.add(beside)
            ]
        assert len(seen) == ground.water.count(False), named.name


@proves("setup.battlefield.sector-names", "income.sector-values")
def test_left_and_right_are_seen_from_the_own_edge_and_one_tokens_two_sides_differ():
    """Columns 0-4 of rows 10-14 are blue's home left; columns 0-4 of rows 0-4 are red's home right."""
    battle = new()
    blue_home_left = SECTOR[12 * 15 + 2]
    red_home_right = SECTOR[2 * 15 + 2]
    values = {
        (sector, side): (sector_token(battle, sector, side).requisition, sector_token(battle, sector, side).vp)
        for sector in range(9)
        for side in (0, 1)
    }
    assert values[blue_home_left, 0] == (3, 0)
    assert values[red_home_right, 1] == (3, 0)
    assert values[7, 0] == (4, 1)
    assert [values[sector, 0] for sector in (3, 4, 5)] == [(1, 1), (2, 2), (1, 1)]
    assert [values[sector, 0] for sector in (0, 1, 2)] == [(1, 2), (1, 3), (1, 2)]
    assert [values[sector, 1] for sector in (6, 7, 8)] == [(1, 2), (1, 3), (1, 2)]
    assert sum(values[sector, 0][0] for sector in range(9)) == 17
    assert sum(values[sector, 0][1] for sector in range(9)) == 12


@proves(
    "setup.requisition-zero", "setup.vp-zero", "setup.strain-five", "setup.hq-on-board", "setup.home-sectors",
    "setup.neutral-sectors", "setup.supply-locked", "supply.five-levels", "components.strain-command-counts",
)  # fmt: skip
def test_both_army_boards_start_with_an_hq_card_three_home_sectors_and_five_strain():
    battle = new()
    for side, hq in ((0, "us-hq-a"), (1, "de-hq-a")):
        board = battle.boards[side]
        assert (board.requisition, board.vp, board.strain, board.supply) == (0, 0, 5, 1)
        assert [unit.key for unit in battle.units_of(side)] == [hq]
        assert not battle.units[hq].deployed
        assert len(board.underdogs) == 3
    assert battle.control == (1, 1, 1, -1, -1, -1, 0, 0, 0)
    assert content().board.prices == (6, 9, 11, 14)
    assert content().board.command == 3
    spaces = content().board.spaces[1]
    assert {type: room for type, room in spaces.items() if room} == {"HQ": 1, "Infantry": 2, "Specialist": 1}


@proves("setup.weather.all-clear", "setup.weather.deck", "setup.weather.vp-tokens")
def test_the_first_weather_is_all_clear_and_the_other_four_lie_face_down_in_no_order():
    battle = new()
    assert battle.weather == "all-clear"
    assert sorted(battle.weather_deck) == ["break-in-the-clouds", "driving-rain", "gale", "ground-fog"]
    assert battle.weather_tokens == (8, 15, 22)


@proves("setup.underdog.face-up", "setup.army-board.tracks", "setup.shared-pool")
def test_boards_cards_and_tokens_are_open_to_both_seats():
    game = Game.new(rulebook, rulebook.default_setup(), KeyedDice(secret_from_seed(1)))
    assert game.view(0) == game.view(1) == game.view(None)
    titles = [panel["title"] for panel in game.view(1)["panels"]]
    assert "USA Underdog cards" in titles
    assert "Germany army board" in titles
    lines = [line["label"] for panel in game.view(1)["panels"] for line in panel["lines"]]
    assert {"Red Ball Express", "Air Superiority", "Hold the Line", "Atlantic Wall"} <= set(lines)
    labels = [entry["label"] for entry in game.view(0)["players"][0]["resources"]]
    assert labels == ["Requisition", "Command", "Supply level", "Income", "Strain", "Sectors"]
    assert state(game).two_sided_left() == 9, "one pool for both"


@proves("components.unit-card-copies", "components.strain-command-counts", "units.types", "units.mechanized")
def test_each_faction_has_fifteen_units_of_six_types_on_thirty_one_cards():
    for faction in ("usa", "germany"):
        cards = content().of_faction[faction]
        assert len(cards) == 15
        assert sum(card.copies for card in cards) == 31
        assert {card.type for card in cards} == {
            "HQ", "Infantry", "Specialist", "Artillery", "Light Vehicle", "Heavy Vehicle",
        }  # fmt: skip
        mechanized = {card.type for card in cards if card.mechanized}
        assert mechanized == {"Light Vehicle", "Heavy Vehicle"}


@proves("units.size-figures", "units.armored-no-size", "units.card-is-the-rules", "units.veteran-side")
def test_a_card_has_a_size_or_an_armor_and_a_better_veteran_side():
    sizes = {"HQ": 1, "Specialist": 2, "Infantry": 2, "Artillery": 1, "Light Vehicle": 1, "Heavy Vehicle": 1}
    for card in content().cards.values():
        assert card.size == sizes[card.type]
        on_foot = card.type in ("HQ", "Infantry", "Specialist")
        assert (card.normal.armor == 0) == on_foot
        assert card.veteran.health >= card.normal.health
        shown = rulebook.cards(new())
        assert shown[card.key] != shown[f"{card.key}-veteran"], f"{card.name} gains nothing by promotion"


@proves("supply.spaces-by-level", "components.faction-tokens-limit", "id.colors-per-type")
def test_a_full_board_has_twelve_spaces_for_the_twelve_tokens_and_a_color_for_each_unit():
    from vanguard.rulebooks.normandy.profiles import ID_COLORS

    totals = [sum(spaces.values()) for spaces in content().board.spaces]
    assert totals == [0, 4, 6, 8, 10, 12]
    full = content().board.spaces[5]
    assert full == {"HQ": 1, "Infantry": 3, "Specialist": 2, "Artillery": 2, "Light Vehicle": 2, "Heavy Vehicle": 2}
    assert content().board.faction_tokens == 12
    figures = {"Infantry": 2, "Specialist": 2}
    assert sum(len(colors) * figures.get(type, 1) for type, colors in ID_COLORS.items()) == 23
    assert all(len(ID_COLORS[type]) >= room for type, room in full.items())
