"""What was set up can be put elsewhere until one's battle begins, where an undo as far as that would be free."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.server.browser import Browser, Site, sensible


def set_up(browser: Browser, upto: int = 400) -> None:
    """Answer until the battle has begun and this browser is asked something in it."""
    for _ in range(upto):
        browser.up_to_date()
        asked = browser.question()
        if asked is None:
            browser.next("update")
        elif not browser.state["deciding"]["setup"]:
            return
        else:
            browser.answer(sensible(asked), seat=asked["seat"])
    raise AssertionError("the battle does not begin")


def places(browser: Browser) -> dict[str, tuple[float, float]]:
    models = browser.state["perspectives"][0]["view"]["models"]
    return {model["key"]: (model["x"], model["y"]) for model in models if model["on_table"]}


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "killteam_lite", "fortyk_vanguard"])
def test_a_model_is_put_elsewhere_and_all_others_stay(site: Site, rulebook: str) -> None:
    created = site.new_game(rulebook=rulebook)
    with site.sit(created["game"], *site.secrets(created)) as browser:
        set_up(browser)
        mine = list(browser.state["movable"])
        assert mine, "something was set up"
        before, length = places(browser), len(browser.log)
        moved = 0
        for key in mine:
            seat = next(m["side"] for m in browser.state["perspectives"][0]["view"]["models"] if m["key"] == key)
            x, y = before[key]
            for dx, dy in ((0.7, 0.0), (-0.7, 0.0), (0.0, 0.7), (0.0, -0.7)):
                reply = browser.ask("replace", mover=key, to=[x + dx, y + dy], seat=seat)
                browser.up_to_date()
                if reply["type"] == "ack" and places(browser)[key] != before[key]:
                    moved += 1
                    break
            if moved:
                break
        assert moved, "nobody could be put elsewhere"
        now = places(browser)
        assert {other: at for other, at in now.items() if other != key} == {
            other: at for other, at in before.items() if other != key
        }
        assert len(browser.log) == length, "the same story but for one place"
        assert not browser.state["deciding"]["setup"]


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "killteam_lite", "fortyk_vanguard"])
def test_dropped_on_somebody_who_was_set_up_later_it_stands_beside(site: Site, rulebook: str) -> None:
    created = site.new_game(rulebook=rulebook, second="bot")
    with site.sit(created["game"], *site.secrets(created)) as browser:
        set_up(browser)
        mine = browser.state["movable"]
        before = places(browser)
        first, *others = [key for key in browser.state["movable"] if key in before]
        assert others, "an army has several models"
        for target in others:
            assert browser.ask("replace", mover=first, to=list(before[target]))["type"] == "ack", target
            browser.up_to_date()
            now = places(browser)
            assert now[first] != before[first]
            assert math.dist(now[first], before[target]) < 6, "beside it, not anywhere"
            assert {key: at for key, at in now.items() if key != first} == {
                key: at for key, at in before.items() if key != first
            }
        assert browser.state["movable"] == mine


def test_what_stands_on_disk_is_the_new_place(site: Site) -> None:
    created = site.new_game(rulebook="killteam_vanguard", second="bot")
    secret = site.secrets(created)
    with site.sit(created["game"], *secret) as browser:
        set_up(browser)
        key = browser.state["movable"][0]
        x, y = places(browser)[key]
        wish = [x + (0.5 if x < 15 else -0.5), y]
        assert browser.ask("replace", mover=key, to=wish)["type"] == "ack"
        browser.up_to_date()
        there = places(browser)[key]
        assert there != (x, y)
    with site.sit(created["game"], *secret) as browser:
        assert places(browser)[key] == there
        assert browser.state["taken_back"] == 1, "the record says so"


def test_once_a_seat_has_fought_nothing_is_put_elsewhere(site: Site) -> None:
    created = site.new_game(rulebook="killteam_vanguard")
    with site.sit(created["game"], *site.secrets(created)) as browser:
        set_up(browser)
        asked = browser.question()
        assert asked is not None
        before: dict[str, Any] = {m["key"]: m for m in browser.state["perspectives"][0]["view"]["models"]}
        browser.answer(sensible(asked), seat=asked["seat"])
        movable = browser.state["movable"]
        assert all(before[key]["side"] != asked["seat"] for key in movable)
        mine = next(key for key, model in before.items() if model["side"] == asked["seat"])
        reply = browser.ask("replace", mover=mine, to=[10.0, 2.0], seat=asked["seat"])
        assert reply["type"] == "refused"


def test_against_a_friend_only_what_nobody_has_answered_since_is_put_elsewhere(site: Site) -> None:
    created = site.new_game(rulebook="killteam_vanguard", second="friend")
    invitation = created["seats"][1]["invitation"]
    joined = site.post(f"/api/games/{created['game']}/join", {"invitation": invitation, "name": "Robin"})
    with (
        site.sit(created["game"], created["seats"][0]["secret"]) as me,
        site.sit(created["game"], joined["secret"]) as robin,
    ):
        placed: list[str] = []
        for _ in range(60):
            me.up_to_date(), robin.up_to_date()
            if me.state["movable"]:
                placed = me.state["movable"]
            asking = me if me.question() is not None else robin
            if placed and asking is robin:
                break
            asking.answer(sensible(asking.question() or {}))
        assert placed, "what was just placed may be put elsewhere"
        robin.answer(sensible(robin.question() or {}))
        me.up_to_date()
        assert not set(placed) & set(me.state["movable"]), "the other has answered since"


def test_what_is_not_there_cannot_be_put_elsewhere(site: Site) -> None:
    created = site.new_game(rulebook="killteam_vanguard")
    with site.sit(created["game"], *site.secrets(created)) as browser:
        assert browser.ask("replace", mover="nobody", to=[3.0, 3.0], seat=0)["type"] == "refused"
