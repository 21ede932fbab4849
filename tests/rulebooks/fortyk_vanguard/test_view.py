"""What people see of a battle: models and their states, markers and who holds them, cards, sight and distances."""

import json
import re
from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, game_at
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.clauses import load_catalogue
from vanguard.core.game import Game
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.content.content import content
from vanguard.rulebooks.fortyk_vanguard.state import Effect
from vanguard.rulebooks.fortyk_vanguard.table.messages import MESSAGES


def seen(table: Table) -> dict[str, Any]:
    return rulebook.view(table.battle, None)


def model(table: Table, key: str) -> dict[str, Any]:
    [found] = [it for it in seen(table)["models"] if it["key"] == key]
    assert isinstance(found, dict)
    return found


def states(table: Table, key: str) -> str:
    return json.dumps(model(table, key)["status"])


# -- models and markers -------------------------------------------------------------------------------------------------------------


def test_a_model_shows_what_it_did_and_what_lasts_on_it() -> None:
    table = at("blue Man a 4,15 moved=advanced did=shot +warlord\nred Man b 5.5,15 W=6 wounds=2")
    table.battle.effects = (Effect("smoke-launchers", "a", 0, "shooting"),)
    for word in ("Advanced", "Has shot", "Warlord", "In combat", "moke"):
        assert word in states(table, "a")
    assert "Below half-strength" in states(table, "b")
    assert model(table, "b")["wounds"] == 2


def test_whoever_fights_last_or_left_a_wreck_is_marked() -> None:
    table = at("blue Man a 4,15 did=last\nblue Man c 8,15 did=wreck\nred Man b 30,15")
    assert "Fights last" in states(table, "a")
    assert "Left a wreck" in states(table, "c")
    assert "wreck" not in states(table, "a")


def test_a_transport_shows_who_is_inside_and_passengers_where_they_are() -> None:
    table = at("blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nred Man b 30,15")
    assert "Carries a" in states(table, "t")
    assert "Aboard t" in states(table, "a")


def test_markers_show_who_holds_them_and_the_mission_what_it_would_score() -> None:
    table = at("blue Man a 13,17\nred Man b 31,17\nred Man c 22,9")
    assert [(marker["label"], marker["side"]) for marker in seen(table)["markers"]][:2] == [
        ("Marker 1", 0),
        ("Marker 2", 1),
    ]
    assert seen(table)["mission"]["now"] == [1, 2]


def test_players_show_points_models_left_and_stratagems_used() -> None:
    table = at("blue Man a 4,15\nblue Man r reserve\nred Man b 30,15", cp=(2, 1), starting=(5, 1))
    table.battle.stratagems_used = (("command-re-roll",), ())
    first = seen(table)["players"][0]
    assert first["resources"][0]["value"] == 2
    assert "2 of 5 models left" in first["notes"]
    assert "1 in reserve" in first["notes"]
    [panel] = seen(table)["panels"]
    lines = {line["label"]: line for line in panel["lines"]}
    assert lines["Command Re-roll"]["value"] == "1 CP"
    assert lines["Command Re-roll"]["detail"].endswith(f"Used by {table.battle.army_name(0)}.")
    assert "Used by" not in lines["Fire Overwatch"]["detail"]
    assert len(lines) == len(content().stratagems)


def test_every_piece_of_terrain_is_drawn_with_its_name_look_and_traits() -> None:
    for key, field in content().maps.items():
        armies = [content().armies[name].roster.plain() for name in ("marines-captain", "orks-warboss")]
        state = rulebook.new(Setup("only-war", key, (armies[0], armies[1])))
        scene = json.dumps(rulebook.table(state))
        for piece in field.pieces:
            assert piece.name in scene
            assert piece.look in scene


# -- cards --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("army", sorted(content().armies))
def test_every_card_names_its_weapons_and_abilities_and_cites_clauses_that_exist(army: str) -> None:
    roster = content().armies[army].roster.plain()
    state = rulebook.new(Setup("only-war", "chapel-quarter", (roster, roster), {"markers": "fixed"}))
    cards = rulebook.cards(state)
    catalogue = load_catalogue("fortyk_vanguard")
    for card in cards.values():
        assert card["stats"]
        for block in card["blocks"]:
            for line in block["lines"]:
                assert line["name"]
                assert line["clause"] in catalogue, line


# -- sight and distances ------------------------------------------------------------------------------------------------------------


def test_sight_says_what_hides_a_model_and_what_covers_it() -> None:
    hidden = at("blue Man a 4,15\nred Man b 16,15\nruin 8,10,12,20")
    told = rulebook.sight(hidden.battle, "a", "b")
    assert told["sees"] is False
    assert "ruin 1" in told["summary"]
    assert told["clause"] == "core.terrain.obscuring"
    covered = at("blue Man a 4,15\nred Man b 16,15 kw=CHARACTER\nred Man s 14,15\ncrater 15,14,17,16\nwoods 8,10,9,20")
    told = rulebook.sight(covered.battle, "a", "b")
    assert told["sees"] is True
    assert told["cover"]["in"] is True
    for words in ("crater 1", "dense cover", "Look Out, Sir: s"):
        assert words in told["summary"]


def test_distances_are_between_bases_markers_and_points() -> None:
    table = at("blue Man a 4,15\nred Man b 16,15\nred Man r reserve")
    assert rulebook.measure(table.battle, "a", "b")["distance"] == pytest.approx(11.0)
    assert rulebook.measure(table.battle, "a", "marker-1")["distance"] == pytest.approx(
        13 - 4 - 0.5 - 20 / 25.4, abs=0.01
    )
    with pytest.raises(Refused, match="not on the battlefield"):
        rulebook.measure(table.battle, "a", "r")
    with pytest.raises(Refused, match="nothing called"):
        rulebook.measure(table.battle, "a", "nobody")


# -- words --------------------------------------------------------------------------------------------------------------------------


def test_ending_a_phase_warns_of_those_who_could_still_act() -> None:
    game = game_at(at("blue Man a 4,15\nblue Man c 4,18 did=shot\nred Man b 10,15"))
    assert game.question is not None
    labels = [option.label for option in game.question.options]  # type: ignore[attr-defined]
    assert any(label.endswith("1 could still shoot") for label in labels)
    assert "1 left" in game.question.prompt


def test_every_message_has_a_sentence_whose_values_are_given() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15", weapons={"a": ('gun: 24" Assault 2, S 4, AP 0, D 1',)})
    game = game_at(table)
    assert isinstance(game, Game)
    for key, sentence in MESSAGES.items():
        assert re.fullmatch(r"[a-z0-9-]+", key)
        assert sentence.strip()
        assert sentence.count("{") == sentence.count("}")


@proves("core.mission.sequence")
def test_a_setup_with_faults_is_refused_with_all_of_them() -> None:
    roster = content().armies["orks-mob"].roster.plain()
    wrong = {**roster, "entries": [{"unit": "boyz", "count": 31, "options": [], "name": "", "leader": True}]}
    with pytest.raises(Refused) as refused:
        rulebook.new(Setup("only-peace", "nowhere", (roster, wrong), {"weather": "rain"}))
    for words in ("only-peace", "nowhere", "weather", "at most 30 models"):
        assert words in str(refused.value)


@proves("core.mission.sequence", "vanguard.detachment.hq-required-at-300")
def test_an_army_without_hq_is_refused_against_one_of_four_hundred_points() -> None:
    small = content().armies["orks-mob"].roster.plain()
    large = content().armies["orks-waaagh"].roster.plain()
    with pytest.raises(Refused, match=r"hq-required-at-300"):
        rulebook.new(Setup("only-war", "refinery", (small, large)))
    rulebook.new(Setup("only-war", "refinery", (small, content().armies["guard-line"].roster.plain())))
