"""What people see, measure and read."""

import json

import pytest

from tests.rulebooks.normandy.positions import activate, answered, at, battle_on, field, hexes, put, state
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Question
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy import rulebook
from vanguard.testing.scripts import asked, play


def test_the_table_is_a_field_of_hexes_with_sectors_and_both_backlines():
    table = rulebook.table(rulebook.new(rulebook.default_setup()))
    assert (table["kind"], table["width"], table["depth"]) == ("hexes", 15, 15)
    assert len(table["hexes"]) == 225
    center = next(hex for hex in table["hexes"] if hex["at"] == [7, 7])
    assert center["label"] == "Strategic Point, village street"
    assert (center["cover"], center["road"], center["star"], center["sector"]) == (True, True, True, "center")
    zones = {zone["key"]: zone for zone in table["zones"]}
    assert zones["backline-0"]["hexes"] == [[c, 14] for c in range(15)]
    assert zones["sector west"]["label"] == "west: Water mill"
    json.dumps(table)


def test_models_markers_and_panels_show_the_whole_position():
    battle = battle_on(field("7 . . . . . . . *"))
    put(battle, "us-riflemen", (7, 10), (8, 10), pins=2, damage=1, veteran=True, hidden="smoke")
    put(battle, "us-hq")
    battle.mines = ((hexes((1, 1))[0], 1),)
    battle.airstrikes = ((hexes((2, 2))[0], 0),)
    battle.bag = (2, 0)
    view = at(battle).view(None)
    first, second = view["models"]
    assert (first["key"], second["key"], first["group"]) == ("us-riflemen-a.1", "us-riflemen-a.2", "us-riflemen-a")
    assert (first["wounds"], second["wounds"], first["max_wounds"]) == (2, 3, 3)
    assert [entry["label"] for entry in first["status"]] == ["Veteran", "Pinned 2", "Hidden", "Damage 1"]
    assert first["card"] == "us-riflemen-veteran"
    kinds = [marker["kind"] for marker in view["markers"]]
    assert kinds.count("minefield") == kinds.count("airstrike") == 1
    bag = next(panel for panel in view["panels"] if panel["title"] == "Bag")
    assert [line["value"] for line in bag["lines"]] == [2, 0]
    army = next(panel for panel in view["panels"] if panel["title"] == "USA army board")
    assert [line["value"] for line in army["lines"]][:2] == ["7,10 and 8,10", "not deployed"]


def test_the_active_unit_is_named_with_its_side():
    battle = battle_on()
    unit = put(battle, "de-grenadiers", (7, 2), (8, 2))
    view = activate(battle, unit).view(0)
    assert (view["active"], view["active_model"], view["phase"]) == (1, "de-grenadiers-a.1", "Activation")


def test_cards_print_both_sides_with_attacks_in_words():
    cards = rulebook.cards(battle_on())
    card = cards["us-riflemen"]
    assert card["stats"][0] == {"label": "Supply", "value": "1", "clause": "supply.unlock-units"}
    text = card["blocks"][0]["lines"][0]["text"]
    assert text == "1 action point; range 1–2: 2 white dice; range 3–4: 1 white die"
    assert cards["de-tiger-veteran"]["name"] == "Tiger I (veteran)"
    assert len(cards) == 60


def test_measuring_counts_hexes_between_the_closest_figures():
    battle = battle_on()
    put(battle, "us-riflemen", (7, 10), (7, 11))
    put(battle, "de-hq", (7, 7))
    battle.mines = ((hexes((0, 0))[0], 1),)
    assert rulebook.measure(battle, "us-riflemen-a", "de-hq-a")["text"] == "3 hexes"
    assert rulebook.measure(battle, "us-riflemen-a.2", "de-hq-a")["distance"] == 4
    assert rulebook.measure(battle, [7, 14], [7, 7])["distance"] == 7
    assert rulebook.measure(battle, "minefield 0,0", [0, 1])["text"] == "1 hex"
    for wrong in ("nobody", [1], [float("nan"), 1.0], [99, 1]):
        with pytest.raises((Refused, ValueError)):
            rulebook.measure(battle, wrong, [0, 0])


def test_sight_explains_range_and_cover_because_there_is_no_line_of_sight():
    battle = battle_on(field("7 . . . . . . . b\n8 . . . . . . . w"))
    put(battle, "us-hq", (7, 10))
    put(battle, "de-hq", (7, 7))
    told = rulebook.sight(battle, "us-hq-a", "de-hq-a")
    assert told["sees"]
    assert told["summary"].startswith("Range 3, cover 2")
    assert told["cover"] == {"in": True, "why": "wood at 7,8, bocage at 7,7", "clause": "cover.intervening"}
    in_the_hedge = battle_on(field("7 . . . . . . . b"))
    put(in_the_hedge, "us-hq", (7, 10))
    put(in_the_hedge, "de-hq", (7, 7))
    assert rulebook.sight(in_the_hedge, "us-hq-a", "de-hq-a")["cover"]["clause"] == "cover.own-hex"
    in_the_hedge.gates = ((hexes((7, 8))[0], 1),)
    told = rulebook.sight(in_the_hedge, "us-hq-a", "de-hq-a")
    assert told["cover"]["why"] == "Belgian Gate at 7,8, bocage at 7,7"


def test_every_option_says_what_it_is_about_and_every_greyed_one_why():
    battle = battle_on()
    put(battle, "us-hq", (7, 12))
    unit = put(battle, "us-engineers", (7, 10), (8, 10))
    put(battle, "de-grenadiers", (7, 9), (8, 9))
    question: Question[object] = asked(activate(battle, unit, 1, spent=True))
    assert isinstance(question, Choose)
    for option in question.options:
        assert option.label
        assert option.clause
        if option.available:
            assert option.about
    assert {option.key for option in question.options if option.why_not} == {
        "attack flamethrower",
        "demolition",
        "sandbags us-hq-a",
        "withdraw",
    }


def test_the_log_of_a_round_reads_as_sentences():
    game = Game.new(rulebook, rulebook.default_setup(), None)
    answered(game, {"supply": 1, "us-riflemen": 1}, {"supply": 1, "de-sniper": 1}, ["usa"], "us-riflemen-a")
    play(game, "deploy", [[7, 13]], [[8, 13]], "pass", dice="token germany")
    assert game.log(None)[:6] == [
        "Round 1 begins.",
        "The USA gains 10 requisition and has 10.",
        "Germany gains 10 requisition and has 10.",
        "The USA reaches supply level 2 for 6 requisition.",
        "The USA recruits Riflemen A for 4 requisition.",
        "Germany reaches supply level 2 for 6 requisition.",
    ]
    assert "Riflemen A deploys with the black ID at 7,13 and 8,13." in game.log(None)
    assert state(game).round == 1
