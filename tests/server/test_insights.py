"""What a table shows before a decision, with a real rulebook: odds, risk, sight, measure, reach, previews, thoughts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.browser import Browser, Site, play_on, sensible


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


def test_odds_are_exact_and_add_up_before_an_attack(site: Site) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]
    created = site.post("/api/games", {"rulebook": "normandy", "seats": seats})
    with site.sit(created["game"], *site.secrets(created)) as browser:
        choice = random.Random(3)
        option = ""
        while not option:
            question = browser.question()
            assert question is not None, "nobody ever attacked"
            option = attack_in(question)
            if not option:
                browser.answer(any_legal(question, choice), seat=question["seat"])
        odds = browser.ask("odds", option=option, seat=question["seat"])
        assert odds["available"] is True
        [one] = odds["odds"]
        assert one["option"] == option
        assert 0 <= one["outcomes"][0]["chance"] <= 1
        assert sum(one["details"]["models"][0]["exactly"].values()) == pytest.approx(1)
        assert browser.ask("odds", option="no such option", seat=question["seat"])["available"] is False


def any_legal(question: dict[str, Any], choice: random.Random) -> Any:
    if question["kind"] == "choose":
        return choice.choice([option["key"] for option in question["options"] if not option["why_not"]])
    return choice.choice(question["examples"])


def attack_in(question: dict[str, Any]) -> str:
    keys = [option["key"] for option in question.get("options", ()) if not option["why_not"]]
    return next((key for key in keys if key.startswith("attack ")), "")


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


def test_a_planning_bot_tells_its_thoughts_to_its_opponent(site: Site) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "level": "planner"}]
    created = site.post("/api/games", {"rulebook": "killteam_vanguard", "seats": seats})
    with site.sit(created["game"], *site.secrets(created)) as browser:
        for _ in range(60):
            why = browser.up_to_date().ask("why")
            if why["available"]:
                break
            question = browser.question()
            if question is None:
                browser.next("update")
            else:
                browser.answer(sensible(question))
        assert any(line.startswith("Chosen: ") for line in why["lines"])
