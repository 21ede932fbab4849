"""What can be played, own lists, clauses, and games that cannot be made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.browser import Site
from tests.server.conftest import DUEL
from vanguard.bots.temperaments import TEMPERAMENTS
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.server.app import Settings, create_app
from vanguard.server.play.bot_seats import default_level
from vanguard.server.play.library import rulebook_at
from vanguard.server.play.seats import seats_wanted
from vanguard.server.wire import shown
from vanguard.server.wire.messages.games import SeatWanted
from vanguard.server.workers.crew import Crew
from vanguard.testing.random_play import new_game


def test_the_rulebooks_are_offered_with_a_default_that_starts(site: Site) -> None:
    [duel] = [book for book in site.get("/api/rulebooks") if book["name"] == "duel"]
    assert duel["default"] == {"scenario": "duel", "battlefield": "line", "armies": ["ada", "bo"], "options": {}}
    assert duel["scenarios"][0]["battlefields"] == ["line"]
    assert duel["levels"][0] == "random" and duel["default_level"] in duel["levels"]
    default = duel["default"]
    created = site.new_game(scenario=default["scenario"], battlefield=default["battlefield"], armies=default["armies"])
    assert created["seats"][0]["link"] == f"/g/{created['game']}#seat={created['seats'][0]['secret']}"


def test_whoever_has_not_chosen_meets_the_strongest_that_answers_within_a_second() -> None:
    """As it was measured: docs/bots.md."""
    met = {name: default_level(name) for name in registered()}
    assert met == {
        "fortyk_vanguard": "planner",
        "killteam_lite": "planner",
        "killteam_vanguard": "planner",
        "normandy": "planner",
        "vijilant": "planner",
    }


def test_own_rosters_are_played(site: Site) -> None:
    created = site.new_game(armies=[{"name": "zoe"}, "bo"])
    with site.sit(created["game"], created["watch"]) as watcher:
        assert watcher.state["perspectives"][0]["view"]["players"][0]["name"] == "Zoe"


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"rulebook": "chess"}, "there is no rulebook 'chess'"),
        ({"scenario": "siege"}, "there is no scenario 'siege'"),
        ({"armies": ["nobody", None]}, "there is no army 'nobody'"),
        ({"armies": [{"nome": "x"}, None]}, "needs a name"),
        ({"seats": [{"kind": "human"}, {"kind": "bot", "level": "wizard"}]}, "there is no bot 'wizard'"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_the_reason(site: Site, wanted: dict[str, Any], told: str) -> None:
    body = {"rulebook": "duel", "seats": [{"kind": "human"}, {"kind": "human"}], **wanted}
    reply = site.client.post("/api/games", json=body)
    assert reply.status_code == 422
    assert told in reply.json()["why"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"rulebook": "duel"},
        {"rulebook": "duel", "seats": [{"kind": "human"}]},
        {"rulebook": "duel", "seats": [{"kind": "king"}, {"kind": "human"}]},
        {"rulebook": "duel", "seats": [{"kind": "human"}, {"kind": "human"}], "cheat": True},
    ],
)
def test_a_malformed_wish_is_refused_naming_what_is_wrong(site: Site, body: dict[str, Any]) -> None:
    reply = site.client.post("/api/games", json=body)
    assert reply.status_code == 422
    assert reply.json()["faults"]


def test_a_list_is_checked_with_all_its_faults(site: Site) -> None:
    path = "/api/rulebooks/duel/roster"
    assert site.post(path, {"text": '{"name": "zoe"}'}) == {"legal": True, "roster": {"name": "zoe"}, "faults": []}
    assert site.post(path, {"roster": {}})["faults"] == ["a duellist needs a name"]
    assert "cannot be read" in site.post(path, {"text": "{oops"})["faults"][0]
    assert "JSON only" in site.post(path, {"text": "Zoe (duel, heroes)"})["faults"][0]
    assert site.post(path, {})["legal"] is False


def test_lessons_are_told_in_their_order_and_a_rulebook_may_have_none(site: Site) -> None:
    lessons = site.get("/api/rulebooks/normandy/lessons")
    assert [lesson["key"] for lesson in lessons[:2]] == ["goal", "recruiting"]
    assert lessons[0]["asked"] == [] and lessons[1]["asked"] == ["recruit.spend"]
    assert site.get("/api/rulebooks/duel/lessons") == []
    assert site.client.get("/api/rulebooks/chess/lessons").status_code == 404


def test_clauses_are_read_and_searched_by_words(site: Site) -> None:
    everything = site.get("/api/rulebooks/normandy/clauses")
    first = everything[0]
    assert site.get(f"/api/rulebooks/normandy/clauses/{first['id']}") == first
    found = site.get("/api/rulebooks/normandy/clauses?q=weather")
    assert found and len(found) < len(everything)
    assert site.get("/api/rulebooks/duel/clauses") == []
    assert site.client.get("/api/rulebooks/duel/clauses/duel.nowhere").status_code == 404
    assert site.client.get("/api/rulebooks/chess/clauses").status_code == 404


def test_a_bot_sits_down_under_the_name_people_chose_it_by() -> None:
    wanted = [SeatWanted(kind="human"), SeatWanted(kind="bot", level="script")]
    stored, _ = seats_wanted("killteam_vanguard", wanted)
    assert stored[0].name == "First"
    assert stored[1].name.endswith("Veteran (bot)")
    wanted[1] = SeatWanted(kind="bot", level="script:bold")
    assert seats_wanted("killteam_vanguard", wanted)[0][1].name == "Bold Veteran (bot)"


def test_a_bot_that_sits_down_has_a_temperament_and_what_is_kept_tells_which() -> None:
    wanted = [SeatWanted(kind="human"), SeatWanted(kind="bot", level="planner")]
    kept = {seats_wanted("normandy", wanted)[0][1].level for _ in range(60)}
    assert kept == {f"planner:{one.key}" for one in TEMPERAMENTS}
    wanted[1] = SeatWanted(kind="bot", level="planner:careful")
    assert seats_wanted("normandy", wanted)[0][1].level == "planner:careful", "a rematch is against the same"


@pytest.mark.parametrize("name", sorted(registered()))
def test_a_round_that_has_begun_is_no_set_up_whoever_has_its_turn(name: str) -> None:
    game = new_game(load_rulebook(name), 0)
    state: Any = game.state
    counted = "turning_point" if hasattr(state, "turning_point") else "round"
    assert (shown.stage(game) == shown.SET_UP) is (getattr(state, counted) == 0)
    setattr(state, counted, 3)
    assert shown.stage(game) != shown.SET_UP


def test_a_server_that_starts_loads_all_rulebooks_and_a_broken_one_keeps_nobody_from_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(setup: Any) -> None:
        raise ValueError("no game")

    monkeypatch.setattr(rulebook_at(DUEL), "new", fails)
    monkeypatch.setattr(Crew, "warm_up", lambda self: None)
    with TestClient(
        create_app(Settings(tmp_path, (DUEL,), workers=1, warm=True)), base_url="http://localhost"
    ) as client:
        monkeypatch.setattr(
            "vanguard.server.play.library.rulebook_at", lambda place: pytest.fail(f"{place} comes late")
        )
        offered = [book["name"] for book in client.get("/api/rulebooks").json()]
    assert set(registered()) <= set(offered)
    assert "the rulebook duel has no game that could be begun" in caplog.text
