"""Whole games over the socket: answers, acknowledgements, reloads, bots, typed commands."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.browser import Site, play_on, sensible
from vanguard.server.app import Settings, create_app
from vanguard.server.play.table import Table
from vanguard.server.storage.store import Store


def test_two_at_one_screen_play_a_duel_to_its_end(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        assert browser.state["seats"] == [0, 1]
        play_on(browser)
        assert browser.state["standing"]["how"] == "rules"
        assert browser.state["standing"]["reason"]
        assert browser.state["deciding"]["seats"] == []
        assert any(line["dice"] and line["dice"]["faces"] for line in browser.log)


def test_an_answer_is_worked_out_while_the_disk_takes_it_and_told_when_it_is_there(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, on_disk = threading.Event(), threading.Event()
    committing, updates = Store._commit, Table._updates

    def slow_disk(self: Store, writes: list[Any]) -> None:
        on_disk.wait()
        committing(self, writes)

    def noticed(self: Table, *asked: Any) -> dict[Any, str]:
        found = updates(self, *asked)
        shown.set()
        return found

    created = site.new_game()
    secrets = site.secrets(created)
    with site.sit(created["game"], *secrets) as browser, site.sit(created["game"], *secrets) as twin:
        play_on(browser, until=lambda browser: not browser.state["deciding"]["secret"])
        question = browser.question()
        assert question is not None
        before = twin.up_to_date().state["stamp"]
        monkeypatch.setattr(Store, "_commit", slow_disk)
        monkeypatch.setattr(Table, "_updates", noticed)
        answer = {"type": "answer", "id": "a", "given": sensible(question), "at": before, "seat": question["seat"]}
        browser.socket.send_json(answer)
        shown.wait()
        assert twin.up_to_date().state["stamp"] == before, "nobody hears of what is not on disk"
        on_disk.set()
        assert browser.next("ack")["stamp"] == before + 1
        assert twin.next("update")["stamp"] == before + 1


def test_a_bot_answers_by_itself_until_the_game_is_over(site: Site) -> None:
    created = site.new_game(second="bot")
    assert created["seats"][1]["secret"] is None
    with site.sit(created["game"], *site.secrets(created)) as browser:
        play_on(browser)
        assert browser.state["standing"]["over"]


def test_a_reload_in_mid_game_shows_the_very_same_game(site: Site) -> None:
    created = site.new_game()
    secrets = site.secrets(created)
    with site.sit(created["game"], *secrets) as browser:
        play_on(browser, until=lambda browser: browser.state["revision"] > 10)
        with site.sit(created["game"], *secrets) as again:
            assert again.state["perspectives"] == browser.state["perspectives"]
            assert again.log == browser.log
            assert again.state["stamp"] == browser.state["stamp"]


def test_a_restarted_server_has_every_acknowledged_answer(settings: Settings) -> None:
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        site = Site(client)
        created = site.new_game()
        secrets = site.secrets(created)
        with site.sit(created["game"], *secrets) as browser:
            play_on(browser, until=lambda browser: browser.state["revision"] > 10)
            before = browser.state
            log = browser.log
            waiting = browser.answer("high", seat=0) if before["deciding"]["secret"] else None
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        with Site(client).sit(created["game"], *secrets) as browser:
            assert browser.state["revision"] == before["revision"]
            assert browser.log == log
            assert browser.state["perspectives"][1] == before["perspectives"][1]
            if waiting is not None:
                assert browser.question(0) is None


def test_a_secret_answer_that_waits_survives_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        site = Site(client)
        created = site.new_game()
        secrets = site.secrets(created)
        with site.sit(created["game"], *secrets) as browser:
            assert browser.answer("low", seat=1)["type"] == "ack"
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        with Site(client).sit(created["game"], *secrets) as browser:
            assert browser.question(1) is None
            browser.answer("high", seat=0)
            assert browser.log[0]["text"] == "Stances are shown: high against low."


def test_the_same_message_twice_is_done_once(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.answer("high", seat=0)
        stamp = browser.state["stamp"]
        first = browser.ask("answer", id="once", given="low", at=stamp, seat=1)
        again = browser.ask("answer", id="once", given="low", at=stamp, seat=1)
        assert (first["duplicate"], again["duplicate"]) == (False, True)
        assert first["stamp"] == again["stamp"] == stamp + 1


def test_the_same_message_after_a_restart_is_still_done_once(settings: Settings) -> None:
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        site = Site(client)
        created = site.new_game()
        secrets = site.secrets(created)
        with site.sit(created["game"], *secrets) as browser:
            browser.answer("high", seat=0, id="mine")
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        with Site(client).sit(created["game"], *secrets) as browser:
            assert browser.ask("answer", id="mine", given="high", at=0, seat=0)["duplicate"] is True


def test_a_stale_answer_is_refused_and_says_so(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.answer("high", seat=0)
        browser.answer("low", seat=1)
        before = browser.state
        reply = browser.ask("answer", given={"body": 2}, at=0)
        assert (reply["type"], reply["stale"]) == ("refused", True)
        assert browser.up_to_date().state == before


def test_an_answer_out_of_turn_is_refused_and_changes_nothing(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.answer("high", seat=0)
        browser.answer("low", seat=1)
        waiting = 1 - browser.state["deciding"]["seats"][0]
        reply = browser.answer({"body": 2}, seat=waiting)
        assert (reply["type"], reply["stale"]) == ("refused", False)
        assert "somebody else" in reply["why"]


def test_an_illegal_answer_is_refused_with_its_clause(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        reply = browser.answer("sideways", seat=0)
        assert reply["clause"] == "duel.stance"
        assert "sideways" in reply["why"]
        for nonsense in (None, 7, [], {"high": 1}, "x" * 10_000, [[1e308, float("1e308")]]):
            assert browser.answer(nonsense, seat=0)["type"] == "refused"


def test_a_game_can_be_played_by_typing(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        assert browser.ask("command", text="hi", at=0, seat=0)["type"] == "ack"
        assert browser.ask("command", text="LOW", at=0, seat=1)["type"] == "ack"
        browser.up_to_date()
        stamp = browser.state["stamp"]
        refused = browser.ask("command", text="head=one", at=stamp)
        assert "head=one" in refused["why"]
        completions = browser.ask("complete", text="h")
        assert completions["completions"][0]["text"] == "head=1 body=1"
        assert browser.ask("command", text="head=1 b=1", at=stamp)["type"] == "ack"


def test_completions_list_what_can_be_typed(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        found = browser.ask("complete", text="", seat=0)["completions"]
        assert [entry["text"] for entry in found] == ["high", "low"]


def test_auto_pass_answers_a_reaction_by_itself_and_is_skipped_by_undo(site: Site) -> None:
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        for seat in (0, 1):
            browser.ask("auto_pass", clause="duel.dodge", on=True, seat=seat)
        play_on(browser)
        assert all("steps back" not in line["text"] for line in browser.log)
        assert browser.state["perspectives"][0]["auto_pass"] == ["duel.dodge"]
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.ask("auto_pass", clause="duel.dodge", on=False, seat=0)
        assert browser.up_to_date().state["perspectives"][0]["auto_pass"] == []


def test_conceding_and_agreeing_a_draw_end_the_game_above_the_rules(site: Site) -> None:
    created = site.new_game(first="human", second="bot")
    with site.sit(created["game"], *site.secrets(created)) as browser:
        assert browser.ask("offer_draw")["note"] == "the bot plays on"
        browser.ask("concede")
        browser.up_to_date()
        assert browser.state["standing"]["winner"] == 1
        assert browser.state["standing"]["how"] == "conceded"
        assert browser.state["dice_secret"]
        assert browser.ask("concede")["type"] == "refused"
        assert browser.answer("high")["type"] == "refused"


def test_the_dice_secret_is_told_only_when_the_game_is_over(site: Site) -> None:
    from vanguard.core.dice import commitment_to

    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        play_on(browser, until=lambda browser: browser.state["revision"] > 5)
        assert browser.state["dice_secret"] is None
        play_on(browser)
        assert commitment_to(browser.state["dice_secret"]) == created["commitment"]
        frames_before_the_end = browser.traffic[:-6]
        assert not any(browser.state["dice_secret"] in frame for frame in frames_before_the_end)


@pytest.mark.parametrize("rulebook", ["killteam_lite", "killteam_vanguard", "normandy"])
def test_a_scene_that_changes_in_play_is_told_to_those_who_are_there(site: Site, rulebook: str) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]
    created = site.post("/api/games", {"rulebook": rulebook, "seats": seats})
    with site.sit(created["game"], *site.secrets(created)) as browser:
        play_on(browser, until=lambda browser: browser.state["revision"] > 40)
        with site.sit(created["game"], created["watch"]) as latecomer:
            assert latecomer.state["table"] == browser.state["table"]
            outline = site.get(f"/api/games/{created['game']}/replay", created["watch"])
            step = browser.state["revision"]
            position = site.get(f"/api/games/{created['game']}/replay/{step}", created["watch"])
            assert position.get("table", outline["table"]) == browser.state["table"]
