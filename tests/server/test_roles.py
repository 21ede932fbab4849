"""Every message by every role: the deciding seat, the other seat, a spectator, a stranger."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.server.browser import Browser, Site
from vanguard.server.wire.answering import HANDLERS
from vanguard.server.wire.messages.asking import Asking, Hello

MESSAGES: dict[str, dict[str, Any]] = {
    "answer": {"given": {"body": 2}, "at": 1},
    "command": {"text": "body=2", "at": 1},
    "complete": {"text": "b"},
    "preview": {"path": [[4.5, 0]]},
    "snap": {"path": [[4.5, 0]]},
    "weigh": {"amounts": {"body": 2}},
    "area": {},
    "measure": {"start": "a", "end": "b"},
    "sight": {"viewer": "a", "target": "b"},
    "odds": {},
    "risk": {},
    "undo": {},
    "consent": {"to": "undo", "accept": True},
    "offer_draw": {},
    "concede": {},
    "auto_pass": {"clause": "duel.dodge", "on": True},
    "why": {},
    "suggest": {"quickly": True},
    "ways": {"mover": "a", "target": "b"},
    "group": {"movers": ["a"], "by": [1.0, 0.0]},
    "say": {"phrase": "hello"},
    "chat": {"on": False},
    "replace": {"mover": "a", "to": [1.0, 1.0]},
    "ping": {},
}
"""A sensible message of each type while a duellist splits dice."""

DECIDER = {
    "answer": "ack",
    "command": "ack",
    "complete": "completions",
    "preview": "refused",
    "snap": "refused",
    "weigh": "weighed",
    "area": "refused",
    "measure": "refused",
    "sight": "refused",
    "odds": "odds",
    "risk": "refused",
    "undo": "ack",
    "consent": "refused",
    "offer_draw": "ack",
    "concede": "ack",
    "auto_pass": "ack",
    "why": "why",
    "suggest": "refused",
    "ways": "ways",
    "group": "grouped",
    "say": "ack",
    "chat": "ack",
    "replace": "refused",
    "ping": "pong",
}
OTHER = {
    **DECIDER,
    "ways": "refused",
    "group": "refused",
    "answer": "refused",
    "command": "refused",
    "complete": "refused",
    "odds": "refused",
    "weigh": "refused",
}
SPECTATOR = {**dict.fromkeys(DECIDER, "refused"), "ping": "pong"}


def test_the_table_names_every_message_there_is() -> None:
    types = {kind.model_fields["type"].annotation.__args__[0] for kind in HANDLERS}  # type: ignore[union-attr]
    assert types == set(MESSAGES) == set(DECIDER)
    assert all(issubclass(kind, Asking) for kind in HANDLERS)
    assert Hello not in HANDLERS


def at_a_split(site: Site) -> tuple[dict[str, Any], list[str], int]:
    """A game of two people online where one splits dice; who."""
    created = site.new_game(second="friend")
    joined = site.post(f"/api/games/{created['game']}/join", {"invitation": created["seats"][1]["invitation"]})
    secrets = [created["seats"][0]["secret"], joined["secret"]]
    with site.sit(created["game"], *secrets) as both:
        both.answer("high", seat=0)
        both.answer("low", seat=1)
        return created, secrets, both.state["deciding"]["seats"][0]


def replied(browser: Browser, kind: str) -> str:
    return str(browser.ask(kind, **MESSAGES[kind])["type"])


@pytest.mark.parametrize("kind", MESSAGES)
def test_the_deciding_seat_gets_what_it_asks_for(site: Site, kind: str) -> None:
    created, secrets, decider = at_a_split(site)
    with site.sit(created["game"], secrets[decider]) as browser:
        assert replied(browser, kind) == DECIDER[kind]


@pytest.mark.parametrize("kind", MESSAGES)
def test_the_other_seat_cannot_decide_or_ask_about_the_decision(site: Site, kind: str) -> None:
    created, secrets, decider = at_a_split(site)
    with site.sit(created["game"], secrets[1 - decider]) as browser:
        before = browser.state["revision"]
        assert replied(browser, kind) == OTHER[kind]
        assert browser.up_to_date().state["revision"] == before


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_seat_cannot_speak_for_the_other(site: Site, kind: str) -> None:
    created, secrets, decider = at_a_split(site)
    with site.sit(created["game"], secrets[1 - decider]) as browser:
        reply = browser.ask(kind, **MESSAGES[kind], seat=decider)
        if kind != "ping":
            assert reply["why"] == "this seat is somebody else's"
        assert browser.up_to_date().state["revision"] == browser.state["revision"]


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_spectator_changes_nothing(site: Site, kind: str) -> None:
    created, _, decider = at_a_split(site)
    with site.sit(created["game"], created["watch"]) as browser:
        before = browser.state
        assert browser.state["perspectives"][0]["question"] is None
        assert replied(browser, kind) == SPECTATOR[kind]
        reply = browser.ask(kind, **MESSAGES[kind], seat=decider)
        assert reply["type"] == SPECTATOR[kind]
        assert browser.up_to_date().state == before


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_stranger_is_cut_off_whatever_it_says(site: Site, kind: str) -> None:
    created, _, _ = at_a_split(site)
    with site.client.websocket_connect(f"ws://localhost/api/games/{created['game']}/socket") as socket:
        socket.send_json({"type": kind, "id": "1", **MESSAGES[kind]})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4400


def test_a_wrong_secret_a_right_and_a_wrong_one_and_an_unknown_game_are_cut_off(site: Site) -> None:
    created, secrets, _ = at_a_split(site)
    for game, tried, code in (
        (created["game"], ["x" * 32], 4403),
        (created["game"], [secrets[0], "x" * 32], 4403),
        (created["game"], [created["seats"][1]["invitation"]], 4403),
        ("nowhere", [secrets[0]], 4404),
    ):
        with site.client.websocket_connect(f"ws://localhost/api/games/{game}/socket") as socket:
            socket.send_json({"type": "hello", "secrets": tried})
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == code


PAGES = ["replay", "replay/0", "record"]


@pytest.mark.parametrize("page", PAGES)
def test_pages_of_a_game_need_a_secret_of_that_game(site: Site, page: str) -> None:
    created, _, _ = at_a_split(site)
    other = site.new_game()
    path = f"/api/games/{created['game']}/{page}"
    assert site.client.get(path).status_code == 403
    for wrong in ("x" * 32, other["watch"], created["seats"][1]["invitation"]):
        assert site.client.get(path, headers={"Authorization": f"Bearer {wrong}"}).status_code == 403
    assert (
        site.client.get(f"/api/games/nowhere/{page}", headers={"Authorization": "Bearer " + "x" * 32}).status_code
        == 404
    )


def test_an_invitation_is_good_once_and_its_sender_holds_no_secret_of_the_seat(site: Site) -> None:
    created = site.new_game(second="friend")
    invitation = created["seats"][1]["invitation"]
    with site.sit(created["game"], created["seats"][0]["secret"]) as browser:
        assert [seat["joined"] for seat in browser.state["presence"]] == [True, False]
        joined = site.post(f"/api/games/{created['game']}/join", {"invitation": invitation, "name": "Bo"})
        told = browser.next("presence")["presence"][1]
        assert (told["joined"], told["name"], told["online"]) == (True, "Bo", False)
    again = site.client.post(f"/api/games/{created['game']}/join", json={"invitation": invitation})
    assert again.status_code == 403
    assert joined["secret"] != invitation


def test_presence_tells_who_is_there(site: Site) -> None:
    created, secrets, _ = at_a_split(site)
    with site.sit(created["game"], secrets[0]) as first:
        with site.sit(created["game"], secrets[1]):
            assert first.next("presence")["presence"][1]["online"] is True
        while first.next("presence")["presence"][1]["online"]:
            pass
        with site.sit(created["game"], created["watch"]):
            assert first.next("presence")["watchers"] == 1
