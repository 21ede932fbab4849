"""What people say to each other, and what an invitation tells."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.browser import Browser, Site, bearer
from vanguard.core.refusals import Refused
from vanguard.server.play.talk import MOST_LETTERS, PHRASES, Talk, fit_words


def with_a_friend(site: Site) -> tuple[dict[str, Any], str, str]:
    created = site.new_game(first="human", second="friend")
    invitation = created["seats"][1]["invitation"]
    joined = site.post(f"/api/games/{created['game']}/join", {"invitation": invitation, "name": "Robin"})
    return created, created["seats"][0]["secret"], joined["secret"]


def heard(browser: Browser) -> list[dict[str, Any]]:
    """All that was said in this browser's hearing since it came."""
    messages = [json.loads(text) for text in browser.up_to_date().traffic]
    return [message for message in messages if message["type"] == "said"]


def test_a_phrase_and_a_line_reach_the_other_player_and_whoever_watches(site: Site) -> None:
    created, mine, theirs = with_a_friend(site)
    with (
        site.sit(created["game"], mine) as me,
        site.sit(created["game"], theirs) as robin,
        site.sit(created["game"], created["watch"]) as watcher,
    ):
        assert me.state["phrases"] == PHRASES
        assert me.ask("say", phrase="hello")["type"] == "ack"
        assert robin.ask("say", text="  Well   met. ")["type"] == "ack"
        assert [(said["text"], said["name"], said["seat"]) for said in heard(robin)] == [
            ("Hello!", "First", 0),
            ("Well met.", "Robin", 1),
        ]
        assert heard(me) == heard(watcher) == heard(robin)
        assert watcher.ask("say", text="me too")["type"] == "refused"
    with site.sit(created["game"], mine) as again:
        assert [one["text"] for one in again.state["said"]] == ["Hello!", "Well met."]


def test_who_switches_the_chat_off_hears_only_ready_phrases(site: Site) -> None:
    created, mine, theirs = with_a_friend(site)
    with site.sit(created["game"], mine) as me, site.sit(created["game"], theirs) as robin:
        assert robin.ask("say", text="before")["type"] == "ack"
        assert me.ask("chat", on=False)["type"] == "ack"
        refused = robin.ask("say", text="are you there?")
        assert "switched the chat off" in refused["why"]
        assert robin.ask("say", phrase="thanks")["type"] == "ack"
        assert [said["text"] for said in heard(me)] == ["before", PHRASES["thanks"]]
        assert me.ask("say", text="I may not either")["type"] == "refused"
    with site.sit(created["game"], mine) as again:
        assert [one["text"] for one in again.state["said"]] == [PHRASES["thanks"]]


@pytest.mark.parametrize("text", ["", "   ", "x" * (MOST_LETTERS + 1), "two\nlines", "hid\u200bden", "turn\u202eed"])
def test_what_cannot_be_shown_is_not_said(text: str) -> None:
    with pytest.raises(Refused):
        fit_words(text)


def test_nobody_says_more_than_a_person_can_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vanguard.server.wire.guard.time.monotonic", lambda: 100.0)
    talk = Talk()
    with pytest.raises(Refused, match="slower"):
        for _ in range(9):
            talk.say(0, "Ann", "hello", None)
    assert talk.say(1, "Ben", "hello", None)["seat"] == 1, "the other is not held up by it"


def test_a_phrase_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(Refused, match="hello, luck"):
        Talk().say(0, "Ann", "insult", None)
    with pytest.raises(Refused, match="either"):
        Talk().say(0, "Ann", "hello", "and more")


def test_nobody_talks_to_a_bot(site: Site) -> None:
    created = site.new_game(second="bot")
    with site.sit(created["game"], *site.secrets(created)) as me:
        assert "phrases" not in me.state
        assert me.ask("say", phrase="hello")["type"] == "refused"


def test_whoever_gave_no_name_is_not_called_by_a_number(site: Site) -> None:
    created = site.post("/api/games", {"rulebook": "duel", "seats": [{"kind": "human"}, {"kind": "friend"}]})
    told = site.get(f"/api/games/{created['game']}/invitation", created["seats"][1]["invitation"])
    assert told["host"] == ""


def test_an_invitation_names_the_game_and_the_host(site: Site) -> None:
    body = {
        "rulebook": "killteam_lite",
        "seats": [{"kind": "human", "name": "Ann"}, {"kind": "friend"}],
    }
    created = site.post("/api/games", body)
    invitation = created["seats"][1]["invitation"]
    path = f"/api/games/{created['game']}/invitation"
    told = site.get(path, invitation)
    assert (told["host"], told["title"], told["seat"]) == ("Ann", "Kill Team: Lite Rules", 1)
    assert told["scenario"] and told["army"]
    for wrong in (created["watch"], created["seats"][0]["secret"], "x" * 32):
        assert site.client.get(path, headers=bearer(wrong)).status_code == 403
    site.post(f"/api/games/{created['game']}/join", {"invitation": invitation, "name": "Ben"})
    assert site.client.get(path, headers=bearer(invitation)).status_code == 403, "it has been taken"
