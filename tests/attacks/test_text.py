"""Text that nobody can see is refused at the door, whichever way it comes in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.browser import Site, bearer, play_on
from vanguard.core.records import read_record
from vanguard.server.wire.text import absurd_number, fit_name, unfit, unfit_in_json

UNSEEN = {
    "lone surrogate": "\ud800",
    "the other half": "\udfff",
    "NUL": "\0",
    "escape": "\x1b[2J",
    "delete": "\x7f",
    "next line": "\x85",
    "right to left": "\u202e",
    "isolate": "\u2066",
    "zero width space": "\u200b",
    "zero width joiner": "\u200d",
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "line separator": "\u2028",
    "Hangul filler": "\u3164",
    "Braille blank": "\u2800",
    "private use": "\ue000",
    "tag": "\U000e0041",
    "pile of marks": "a" + "\u0301" * 20,
}
SEEN = ["Ada", "Zoë", "Ξένια", "Игорь", "王小明", "ひろし", "أمين", "נועה", "d'Artagnan", "🦊 Fox", "e\u0301"]


def finished(site: Site) -> dict[str, Any]:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        play_on(browser)
    reply = site.client.get(f"/api/games/{created['game']}/record", headers=bearer(created["watch"]))
    record: dict[str, Any] = reply.json()
    return record


@pytest.mark.parametrize("unseen", UNSEEN.values(), ids=UNSEEN)
def test_unseen_characters_are_found_as_they_are_and_escaped(unseen: str) -> None:
    assert unfit(f"Ada{unseen}")
    assert unfit_in_json(json.dumps({"name": f"Ada{unseen}"}))


@pytest.mark.parametrize("name", SEEN)
def test_names_of_all_languages_are_let_in(name: str) -> None:
    assert unfit(name, one_line=True) == ""
    assert unfit_in_json(json.dumps({"name": name})) == ""
    assert unfit_in_json(json.dumps({"name": name}, ensure_ascii=False)) == ""
    assert fit_name(f"  {name} ") == fit_name(name) != ""


def test_an_escaped_backslash_is_no_escape() -> None:
    assert unfit_in_json(json.dumps("C:\\u202e")) == ""
    assert unfit_in_json(r'"\\\u202e"')


@pytest.mark.parametrize("unseen", UNSEEN.values(), ids=UNSEEN)
def test_a_record_with_unseen_characters_stops_nothing(site: Site, unseen: str) -> None:
    """One upload with a lone surrogate once stopped all saving."""
    record = finished(site)
    record["seats"] = [f"Ada{unseen}", "B"]
    reply = site.client.post("/api/records", content=json.dumps(record).encode())
    assert reply.status_code == 422
    assert "cannot be shown" in reply.json()["why"]
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        assert browser.answer("high", seat=0)["type"] == "ack"
    assert site.client.get("/api/health").json()["ok"] is True


@pytest.mark.parametrize("unseen", ["\ud800", "\u202e", "\0"], ids=repr)
def test_every_way_in_refuses_them(site: Site, unseen: str) -> None:
    created = site.new_game()
    game, secrets = created["game"], site.secrets(created)
    friend = site.new_game(second="friend")
    for path, body in [
        ("/api/games", {"rulebook": "duel", "seats": [{"name": f"A{unseen}"}, {}]}),
        ("/api/games", {"rulebook": f"duel{unseen}", "seats": [{}, {}]}),
        ("/api/games", {"rulebook": "duel", "seats": [{}, {}], "options": {"a": unseen}}),
        ("/api/games", {"rulebook": "duel", "seats": [{}, {}], "armies": [{"name": unseen}, None]}),
        ("/api/rulebooks/duel/roster", {"text": f"duel{unseen}"}),
        ("/api/rulebooks/duel/odds", {"wish": {"weapon": unseen}}),
        (f"/api/games/{friend['game']}/join", {"invitation": friend["seats"][1]["invitation"], "name": unseen}),
    ]:
        reply = site.client.post(path, content=json.dumps(body).encode())
        assert reply.status_code == 422, path
        assert "cannot be shown" in reply.json()["why"], path
    with site.sit(game, *secrets) as browser:
        if unseen != "\ud800":  # which is no JSON text for a socket at all
            for kind, fields in [
                ("answer", {"given": f"high{unseen}", "at": 0, "seat": 0}),
                ("command", {"text": f"high{unseen}", "at": 0, "seat": 0}),
                ("auto_pass", {"clause": unseen, "on": True, "seat": 0}),
            ]:
                reply = browser.ask(kind, **fields)
                assert reply["type"] == "refused" and "cannot be shown" in reply["why"]
        assert browser.state["revision"] == 0


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "1" + "0" * 400])
def test_numbers_that_are_none_are_refused(site: Site, number: str) -> None:
    assert absurd_number(f'{{"a": {number}}}')
    assert absurd_number(f'{{"a": "{number}"}}') == ""
    body = f'{{"roster": {{"points": {number}}}}}'
    assert site.client.post("/api/rulebooks/duel/roster", content=body.encode()).status_code == 422
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.socket.send_text(f'{{"type":"answer","id":"x","seat":0,"at":0,"given":[[{number},1]]}}')
        browser.socket.send_text('{"type":"ping","id":"y"}') if number.startswith("1") else None
        if number.startswith("1"):
            assert browser.next("refused")["why"].endswith("is no number for a table")


@pytest.mark.parametrize("number", ["1", "-0.25", "1e-7", "3.141592653589793", "12345678901234567890"])
def test_numbers_that_are_some_are_let_in(number: str) -> None:
    assert absurd_number(f"[{number}]") == ""
    assert absurd_number(f'{{"digest": "12e289", "at": {number}}}') == ""


def test_a_record_written_as_text_is_let_in_whatever_its_digests_look_like(site: Site) -> None:
    record = finished(site)
    assert absurd_number(f"3 first [[1,2]]\n= {'1' * 20}e289\n= {'7' * 24}\nend 3\n") == ""
    assert absurd_number("3 first [[1e400,2]]\n")
    text = read_record(json.dumps(record)).to_text()
    assert site.client.post("/api/records", content=text.encode()).status_code == 200


@pytest.mark.parametrize(
    "name",
    ["Bot", "bot (planner)", "Expert (bot)", "B0t 1", "Воt", "ＢＯＴ", "Host", "the-host"[4:], "S e r v e r", "ADMIN"],
)
def test_nobody_is_called_like_a_bot_or_the_host(site: Site, name: str) -> None:
    wanted = {"rulebook": "duel", "seats": [{"kind": "human", "name": name}, {"kind": "bot"}]}
    reply = site.client.post("/api/games", json=wanted)
    assert reply.status_code == 422
    assert "could be taken for" in reply.json()["why"]


def test_nobody_sits_down_under_the_others_name(site: Site) -> None:
    created = site.post(
        "/api/games", {"rulebook": "duel", "seats": [{"kind": "human", "name": "Ada"}, {"kind": "friend"}]}
    )
    place, invitation = f"/api/games/{created['game']}/join", created["seats"][1]["invitation"]
    for name in ("Ada", " ada ", "First", "Bot (planner)", "Ada\nBo"):
        assert site.client.post(place, json={"invitation": invitation, "name": name}).status_code == 422, name
    assert site.post(place, {"invitation": invitation, "name": "Bo"})["seat"] == 1
