"""What can be played, own lists, clauses, and games that cannot be made."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.browser import Site


def test_the_rulebooks_are_offered_with_a_default_that_starts(site: Site) -> None:
    [duel] = [shown for shown in site.get("/api/rulebooks") if shown["name"] == "duel"]
    assert duel["default"] == {"scenario": "duel", "battlefield": "line", "armies": ["ada", "bo"], "options": {}}
    assert duel["scenarios"][0]["battlefields"] == ["line"]
    assert duel["levels"][0] == "random" and duel["default_level"] in duel["levels"]
    default = duel["default"]
    created = site.new_game(scenario=default["scenario"], battlefield=default["battlefield"], armies=default["armies"])
    assert created["seats"][0]["link"] == f"/g/{created['game']}#seat={created['seats'][0]['secret']}"


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


def test_clauses_are_read_and_searched_by_words(site: Site) -> None:
    everything = site.get("/api/rulebooks/normandy/clauses")
    first = everything[0]
    assert site.get(f"/api/rulebooks/normandy/clauses/{first['id']}") == first
    found = site.get("/api/rulebooks/normandy/clauses?q=weather")
    assert found and len(found) < len(everything)
    assert site.get("/api/rulebooks/duel/clauses") == []
    assert site.client.get("/api/rulebooks/duel/clauses/duel.nowhere").status_code == 404
    assert site.client.get("/api/rulebooks/chess/clauses").status_code == 404
