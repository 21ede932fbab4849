"""What a table shows before a decision, with a real rulebook: odds, risk, sight, measure, reach, previews, thoughts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.browser import Browser, Site, play_on, sensible
from vanguard.bots import make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Split
from vanguard.core.rulebook import load_rulebook
from vanguard.server.workers.insights import odds, odds_of_amounts, odds_of_wish


@pytest.fixture
def table(site: Site) -> Iterator[Browser]:
    """Two at one screen in a real game, past its deployment."""
    created = site.post(
        "/api/games", {"rulebook": "killteam_vanguard", "seats": [{"kind": "human"}, {"kind": "human"}]}
    )
    with site.sit(created["game"], *site.secrets(created)) as browser:
        yield browser


def until_kind(browser: Browser, kind: str, clause: str = "") -> dict[str, Any]:
    def found(browser: Browser) -> bool:
        question = browser.question()
        return question is not None and question["kind"] == kind and clause in question["clause"]

    play_on(browser, found)
    question = browser.question()
    assert question is not None
    return question


def test_a_move_is_measured_previewed_snapped_and_its_reach_drawn(table: Browser) -> None:
    question = until_kind(table, "place")
    seat, path = question["seat"], question["examples"][0]
    preview = table.ask("preview", path=path, seat=seat)["preview"]
    assert preview["legal"] is True
    far = table.ask("preview", path=[[500, 500]], seat=seat)["preview"]
    assert far["legal"] is False and far["why"]
    snapped = table.ask("snap", path=path, seat=seat)
    assert snapped["type"] == "snapped" and snapped["preview"]["legal"] is True
    if question["has_area"]:
        assert table.ask("area", seat=seat)["polygons"]


def test_sight_and_distance_between_models_are_explained_and_unknown_ones_are_not_there(table: Browser) -> None:
    until_kind(table, "choose", "turn")
    models = table.state["perspectives"][0]["view"]["models"]
    ours = next(model["key"] for model in models if model["side"] == 0)
    theirs = next(model["key"] for model in models if model["side"] == 1)
    measured = table.ask("measure", start=ours, end=theirs, seat=0)["measure"]
    assert measured["distance"] > 0 and measured["text"]
    assert table.ask("measure", start=[1, 1], end=[4, 5], seat=0)["measure"]["distance"] == pytest.approx(5)
    sight = table.ask("sight", viewer=ours, target=theirs, seat=0)["sight"]
    assert isinstance(sight["sees"], bool) and sight["summary"]
    assert table.ask("sight", viewer=ours, target="nobody", seat=0)["why"] == "there is no 'nobody' on this table"


def test_sight_from_a_planned_position_does_not_move_anybody(table: Browser) -> None:
    question = until_kind(table, "place", "action")
    seat = question["seat"]
    models = table.state["perspectives"][seat]["view"]["models"]
    target = next(model["key"] for model in models if model["side"] != seat)
    before = table.state["perspectives"]
    reply = table.ask("sight", viewer=question["mover"], target=target, path=question["examples"][-1], seat=seat)
    assert reply["type"] == "sight"
    assert table.up_to_date().state["perspectives"] == before


def test_odds_are_exact_and_add_up_before_an_attack() -> None:
    game, option = before_an_attack()
    seat = game.deciders()[0]
    found = odds(game, seat, option)
    assert found["available"] is True
    [one] = found["odds"]
    assert one["option"] == option
    assert 0 <= one["outcomes"][0]["chance"] <= 1
    assert sum(one["details"]["models"][0]["exactly"].values()) == pytest.approx(1)
    assert odds(game, seat, "no such option")["available"] is False
    assert odds(game, 1 - seat, option)["available"] is False


def test_dice_split_over_targets_have_odds_for_everybody_they_touch() -> None:
    game = at_a_split()
    seat = game.deciders()[0]
    question = game.question
    assert isinstance(question, Split)
    amounts = next(given for given in question.candidates() if len(given) > 1)
    before = game.digest
    found = odds_of_amounts(game, seat, amounts)
    assert found["available"] is True
    [one] = found["odds"]
    labels = [outcome["label"] for outcome in one["outcomes"]]
    removed = [label for label in labels if label.endswith(" removed")]
    harmed = [model for model in one["details"]["models"] if model["exactly"].get("0", 0.0) < 1.0 - 1e-6]
    assert len(removed) == len(harmed) >= len(amounts), "whoever cannot come to harm is not spoken of"
    assert all(0 <= outcome["chance"] <= 1 for outcome in one["outcomes"])
    assert one["label"].count(" at ") == len(amounts)
    assert game.digest == before
    assert odds_of_amounts(game, 1 - seat, amounts)["available"] is False
    refused = odds_of_amounts(game, seat, {"nobody": 1})
    assert refused["available"] is False and "nobody" in refused["note"]


def at_a_split() -> Game:
    """A game between scripts to where dice may be split."""
    rulebook = load_rulebook("killteam_vanguard")
    for number in range(50):
        game = Game.new(rulebook, rulebook.default_setup(number), KeyedDice(secret_from_seed(f"live/{number}")))
        bots = [make_bot(rulebook.name, "script", seat) for seat in (0, 1)]
        while game.question is not None:
            question = game.question
            if isinstance(question, Split) and question.is_attack and max(map(len, question.candidates())) > 1:
                return game
            seat = game.deciders()[0]
            game.answer(bots[seat].answer(game, seat), seat=seat)
    raise AssertionError("nobody ever split dice")


def before_an_attack() -> tuple[Game, str]:
    """A game played by chance to where somebody may attack, and that option."""
    rulebook = load_rulebook("normandy")
    for seed in range(50):
        chance = random.Random(seed)
        game = Game.new(rulebook, rulebook.default_setup(), KeyedDice(secret_from_seed(seed)))
        while game.question is not None:
            trials = rulebook.trials(game.state, game.question)
            if trials:
                return game, next(iter(trials))
            for seat in game.deciders():
                question = game.question_for(seat)
                assert question is not None
                game.answer(chance.choice(question.candidates()), seat=seat)
    raise AssertionError("nobody ever attacked")


def test_odds_over_the_socket_say_when_there_is_nothing_to_compute(table: Browser) -> None:
    question = until_kind(table, "choose")
    reply = table.ask("odds", seat=question["seat"])
    assert (reply["type"], reply["available"], reply["odds"]) == ("odds", False, [])
    assert reply["note"]


def test_risk_is_asked_only_where_something_moves(table: Browser) -> None:
    question = until_kind(table, "choose")
    assert table.ask("risk", seat=question["seat"])["why"] == "no place is asked for now"
    question = until_kind(table, "place", "deploy")
    reply = table.ask("risk", points=[question["examples"][0][-1]], seat=question["seat"])
    assert all(0 <= point["chance"] <= 1 for point in reply["points"])


def test_chances_of_an_attack_outside_any_game(site: Site) -> None:
    schema = site.get("/api/rulebooks/killteam_vanguard/odds")
    assert schema["properties"]
    refused = site.client.post("/api/rulebooks/killteam_vanguard/odds", json={"wish": {"weapon": "spoon"}})
    assert refused.status_code == 422 and refused.json()["why"]


def test_every_map_of_every_rulebook_has_a_picture_and_unknown_ones_are_not_there(site: Site) -> None:
    for book in site.get("/api/rulebooks"):
        place = f"/api/rulebooks/{book['name']}/map"
        usual = site.get(place)
        assert usual["parts"] or usual["hexes"] or book["name"] == "duel"
        for scenario in book["scenarios"]:
            for battlefield in scenario["battlefields"]:
                shown = site.get(f"{place}?scenario={scenario['key']}&battlefield={battlefield}")
                assert shown["kind"] in ("measured", "hexes") and shown["width"] > 0 and shown["depth"] > 0
                assert all(0 <= x <= shown["width"] for part in shown["parts"] for x, _ in part["points"])
        for wrong in ("scenario=nowhere", "battlefield=nowhere", f"battlefield={'x' * 900}"):
            refused = site.client.get(f"{place}?{wrong}")
            assert refused.status_code == 404 and "there is no" in refused.json()["why"]


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "normandy"])
def test_a_bot_says_why_it_did_something_to_its_opponent(site: Site, rulebook: str) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "level": "script"}]
    created = site.post("/api/games", {"rulebook": rulebook, "seats": seats})
    with site.sit(created["game"], *site.secrets(created)) as browser:
        for _ in range(60):
            thoughts = browser.up_to_date().ask("why")["thoughts"]
            if any(thought["why"] for thought in thoughts):
                break
            question = browser.question()
            if question is None:
                browser.next("update")
            else:
                browser.answer(sensible(question))
        assert all(thought["prompt"] for thought in thoughts)
        assert any(thought["why"] for thought in thoughts)
        assert browser.ask("why", step=0)["thoughts"] == []


@pytest.mark.parametrize(
    ("rulebook", "wish", "fate"),
    [
        ("normandy", {"what": "pinning", "target": "us-riflemen"}, "fails"),
        ("killteam_vanguard", {"what": "nerve", "target": "bulwark"}, "fails its nerve test"),
        ("vijilant", {"what": "pinning", "target": "dri-boarders"}, "pinned"),
    ],
)
def test_a_test_is_told_by_what_it_decides_and_not_as_a_removal(rulebook: str, wish: dict[str, str], fate: str) -> None:
    [told] = odds_of_wish(load_rulebook(rulebook), wish)["odds"]
    assert [outcome["label"] for outcome in told["outcomes"]] == [fate]
    assert 0 < told["outcomes"][0]["chance"] < 1


def test_what_takes_the_last_wound_is_told_as_a_removal_only() -> None:
    [told] = odds_of_wish(
        load_rulebook("killteam_vanguard"),
        {"attacker": "rifleman", "weapon": "halden-rifle", "target": "bulwark", "wounds": 1},
    )["odds"]
    removed, *losses = [outcome["chance"] for outcome in told["outcomes"] if outcome["label"] != "unharmed"]
    assert 0 < removed not in losses
