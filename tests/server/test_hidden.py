"""What one player may not know never reaches that player's browser, nor a spectator's."""

from __future__ import annotations

import json
from typing import Any

from tests.server.browser import Site, sensible


def two_online(site: Site) -> tuple[str, list[str], str]:
    created = site.new_game(second="friend")
    joined = site.post(f"/api/games/{created['game']}/join", {"invitation": created["seats"][1]["invitation"]})
    return created["game"], [created["seats"][0]["secret"], joined["secret"]], created["watch"]


def without_shared_words(frames: list[str]) -> str:
    """The traffic without the options both are offered, which name the stances."""
    kept: list[Any] = []
    for frame in frames:
        message = json.loads(frame)
        for perspective in message.get("perspectives", ()):
            perspective["question"] = None
        kept.append(message)
    return json.dumps(kept)


def test_a_secret_choice_is_in_nobody_elses_traffic_until_both_have_chosen(site: Site) -> None:
    game, secrets, watch = two_online(site)
    with site.sit(game, secrets[0]) as first, site.sit(game, secrets[1]) as second, site.sit(game, watch) as watcher:
        assert first.answer("low")["type"] == "ack"
        for browser in (second, watcher):
            browser.up_to_date()
            traffic = without_shared_words(browser.traffic)
            assert "low" not in traffic
            assert browser.state["stamp"] == 0
            assert browser.state["deciding"]["seats"] == [1]
        assert first.question() is None
        second.answer("high")
        assert second.log[0]["text"] == "Stances are shown: low against high."
        assert watcher.up_to_date().log[0]["text"] == "Stances are shown: low against high."


def test_a_waiting_secret_answer_can_be_taken_back_unseen(site: Site) -> None:
    game, secrets, _ = two_online(site)
    with site.sit(game, secrets[0]) as first, site.sit(game, secrets[1]) as second:
        first.answer("low")
        assert first.state["perspectives"][0]["undo"] == {"possible": True, "free": True}
        first.ask("undo")
        assert first.up_to_date().question() is not None
        first.answer("high")
        second.answer("high")
        assert second.log[0]["text"] == "Stances are shown: high against high."
        assert "low" not in without_shared_words(second.traffic)


def test_only_the_deciding_seat_is_sent_the_options(site: Site) -> None:
    game, secrets, watch = two_online(site)
    with site.sit(game, secrets[0]) as first, site.sit(game, secrets[1]) as second, site.sit(game, watch) as watcher:
        first.answer("low")
        second.answer("high")
        browsers = [first.up_to_date(), second]
        decider = second.state["deciding"]["seats"][0]
        assert browsers[decider].question()["kind"] == "split"  # type: ignore[index]
        assert browsers[1 - decider].question() is None
        assert watcher.up_to_date().question() is None
        assert watcher.state["deciding"]["prompt"] == "Split your dice"


def test_the_replay_of_a_running_game_does_not_tell_what_the_other_answered(site: Site) -> None:
    game, secrets, watch = two_online(site)
    with site.sit(game, *secrets) as both:
        both.answer("low", seat=0)
        assert site.get(f"/api/games/{game}/replay/0", secrets[1])["answer"] is None
        both.answer("high", seat=1)
        decider = both.state["deciding"]["seats"][0]
        both.answer({"body": 2})
    told = [site.get(f"/api/games/{game}/replay/2", secret)["answer"] for secret in (*secrets, watch)]
    assert told[decider] == "body: 2"
    assert told[1 - decider] is None
    assert told[2] is None


def test_secrets_are_stored_only_as_hashes(site: Site, settings: Any) -> None:
    game, secrets, watch = two_online(site)
    stored = b"".join(file.read_bytes() for file in settings.data.iterdir())
    for secret in (*secrets, watch):
        assert secret.encode() not in stored
    assert game.encode() in stored


def test_secrets_have_at_least_128_bits() -> None:
    from base64 import urlsafe_b64decode

    from vanguard.server.play.secrets_of_seats import new_secret

    secret = new_secret()
    assert len(urlsafe_b64decode(secret + "=" * (-len(secret) % 4))) * 8 >= 128
    assert new_secret() != secret


def test_a_secret_answer_in_a_real_game_changes_nothing_others_see_but_who_is_still_to_answer(site: Site) -> None:
    created = site.post("/api/games", {"rulebook": "normandy", "seats": [{"kind": "human"}, {"kind": "friend"}]})
    game, watch = created["game"], created["watch"]
    joined = site.post(f"/api/games/{game}/join", {"invitation": created["seats"][1]["invitation"]})
    secrets = [created["seats"][0]["secret"], joined["secret"]]
    with site.sit(game, secrets[0]) as first, site.sit(game, secrets[1]) as second, site.sit(game, watch) as watcher:
        browsers = [first, second]
        while not watcher.up_to_date().state["deciding"]["secret"]:
            seat = watcher.state["deciding"]["seats"][0]
            browsers[seat].up_to_date().answer(sensible(browsers[seat].question()))  # type: ignore[arg-type]
        seat = first.up_to_date().state["deciding"]["seats"][0]
        others = [browsers[1 - seat].up_to_date(), watcher]
        before = [browser.state for browser in others]
        log = [browser.log for browser in others]
        assert browsers[seat].up_to_date().answer(browsers[seat].question()["examples"][-1])["type"] == "ack"  # type: ignore[index]
        for browser, earlier, lines in zip(others, before, log, strict=True):
            now = browser.up_to_date().state
            assert now["deciding"] == {**earlier["deciding"], "seats": [1 - seat]}
            assert {**now, "deciding": None, "type": "", "log": None, "log_from": 0} == {
                **earlier,
                "deciding": None,
                "type": "",
                "log": None,
                "log_from": 0,
            }
            assert browser.log == lines


def test_a_bot_does_not_tell_what_it_thought_at_a_secret_choice(site: Site) -> None:
    created = site.post(
        "/api/games", {"rulebook": "normandy", "seats": [{"kind": "human"}, {"kind": "bot", "level": "planner"}]}
    )
    with site.sit(created["game"], created["seats"][0]["secret"]) as browser:
        while browser.up_to_date().state["deciding"]["seats"] != [0] or not browser.state["deciding"]["secret"]:
            question = browser.question()
            if question is None or question["secret"]:
                browser.next("update")
            else:
                browser.answer(sensible(question))
        assert browser.ask("why")["thoughts"] == []
