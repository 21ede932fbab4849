"""Seats that are not lost, endings that cannot be forged, and uploads that are refused with their reason."""

from __future__ import annotations

import copy
import json
import logging
from typing import Any

import pytest

from tests.attacks.test_text import finished
from tests.server.browser import Site, bearer
from vanguard.core.records import RecordFault, read_record, replay

KEY = "0123456789abcdef0123456789abcdef"


def invited(site: Site) -> tuple[dict[str, Any], str, str]:
    created = site.new_game(second="friend")
    return created, f"/api/games/{created['game']}/join", created["seats"][1]["invitation"]


def test_a_lost_reply_does_not_lose_the_seat(site: Site) -> None:
    created, place, invitation = invited(site)
    first = site.post(place, {"invitation": invitation, "name": "Bo", "key": KEY})
    again = site.post(place, {"invitation": invitation, "name": "Bo", "key": KEY})
    assert first == again
    with site.sit(created["game"], again["secret"]) as browser:
        assert browser.state["seats"] == [1]


def test_whoever_sent_the_invitation_cannot_take_the_seat_after_the_friend(site: Site) -> None:
    _, place, invitation = invited(site)
    site.post(place, {"invitation": invitation, "key": KEY})
    for body in ({"invitation": invitation}, {"invitation": invitation, "key": KEY[::-1]}):
        assert site.client.post(place, json=body).status_code == 403


def test_a_host_invites_again_and_the_older_invitation_is_void(site: Site) -> None:
    created, place, invitation = invited(site)
    mine = created["seats"][0]["secret"]
    again = f"/api/games/{created['game']}/invite"
    fresh = site.post(again, {}, mine)
    assert fresh["link"] == f"/g/{created['game']}#join={fresh['invitation']}"
    assert site.client.post(place, json={"invitation": invitation}).status_code == 403
    assert site.client.post(again, headers=bearer(created["watch"])).status_code == 403
    assert site.post(place, {"invitation": fresh["invitation"]})["seat"] == 1
    assert site.client.post(again, headers=bearer(mine)).status_code == 409


def test_a_game_nobody_joined_is_closed_by_its_host(site: Site) -> None:
    created, place, invitation = invited(site)
    reply = site.client.delete(f"/api/games/{created['game']}", headers=bearer(created["seats"][0]["secret"]))
    assert reply.status_code == 200
    assert site.client.post(place, json={"invitation": invitation}).status_code == 404


# -- endings --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["First concedes", "Second concedes", "conceded by first", "draw agreed"])
def test_a_game_that_was_over_cannot_have_been_ended_otherwise(site: Site, ending: str) -> None:
    from tests.kit.duel import rulebook

    record = finished(site)
    assert replay(read_record(json.dumps(record)), rulebook).over
    record["ending"] = ending
    with pytest.raises(RecordFault, match="over by the rules"):
        replay(read_record(json.dumps(record)), rulebook)
    reply = site.client.post("/api/records", content=json.dumps(record).encode())
    assert reply.status_code == 422
    assert "over by the rules" in reply.json()["why"]


def conceded(site: Site) -> dict[str, Any]:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.answer("high", seat=0)
        browser.ask("concede", seat=1)
    reply = site.client.get(f"/api/games/{created['game']}/record", headers=bearer(created["watch"]))
    record: dict[str, Any] = reply.json()
    return record


def test_a_conceded_game_says_who_conceded_not_under_which_name(site: Site) -> None:
    record = conceded(site)
    assert record["ending"] == "conceded by second"
    opened = site.client.post("/api/records", content=json.dumps(record).encode()).json()
    with site.sit(opened["game"], opened["watch"]) as browser:
        standing = browser.state["standing"]
        assert (standing["winner"], standing["how"]) == (0, "conceded")


def test_an_ending_that_is_none_is_refused(site: Site) -> None:
    record = conceded(site)
    for ending in ("Third concedes", "I won", "x" * 5000):
        record["ending"] = ending
        reply = site.client.post("/api/records", content=json.dumps(record).encode())
        assert reply.status_code == 422
        assert "is none of conceded by first" in reply.json()["why"]
    record["ending"] = "First concedes"
    assert read_record(json.dumps(record)).ending == "conceded by first", "as records said it before"


# -- uploads --------------------------------------------------------------------------------------------------------------

WRONG: dict[str, Any] = {
    "no seats": ("seats", None, "two names"),
    "three seats": ("seats", ["a", "b", "c"], "two names"),
    "a number for a version": ("version", 7, "a text is wanted"),
    "no setup": ("setup", [], "a table is wanted"),
    "answers of another shape": ("answers", [[0]], "a seat and an answer"),
    "an answer of nobody": ("answers", [[9, "high"]], "a seat and an answer"),
    "deep nonsense": ("answers", [[0, {"a": [[[[]]]]}]], "digest"),
    "digests that are none": ("digests", {"x": 1}, "is no step"),
    "a secret that is none": ("secret", "zz", ""),
    "a commitment that does not fit": ("commitment", "00", ""),
    "another rulebook": ("rulebook", "chess", "here can be played"),
    "another result": ("result", {"winner": 1}, "result"),
    "what was taken back": ("taken_back", [{"to": "x"}], "taken_back"),
}


@pytest.mark.parametrize(("part", "value", "why"), WRONG.values(), ids=WRONG)
def test_a_malformed_upload_is_refused_with_the_reason(site: Site, part: str, value: Any, why: str) -> None:
    record = copy.deepcopy(_record(site))
    record[part] = value
    reply = site.client.post("/api/records", content=json.dumps(record).encode())
    assert reply.status_code == 422
    told = reply.json()["why"]
    assert why in told
    assert "limits of time and memory" not in told


_made: list[dict[str, Any]] = []


def _record(site: Site) -> dict[str, Any]:
    if not _made:
        _made.append(finished(site))
    return _made[0]


# -- the log --------------------------------------------------------------------------------------------------------------


def test_the_log_tells_what_happened_once_and_no_secret(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "vanguard.server")
    created, place, invitation = invited(site)
    joined = site.post(place, {"invitation": invitation, "key": KEY})
    mine = created["seats"][0]["secret"]
    with site.sit(created["game"], mine) as browser:
        browser.ask("concede")
    site.client.delete(f"/api/games/{created['game']}", headers=bearer(mine, joined["secret"]))
    lines = [record.getMessage() for record in caplog.records if record.name == "vanguard.server"]
    for told in ("game made", "seat taken", "game ended", "game deleted"):
        assert len([line for line in lines if line.startswith(told)]) == 1, lines
    every = "\n".join(lines)
    for secret in (mine, joined["secret"], invitation, created["watch"], KEY, "testclient"):
        assert secret not in every
