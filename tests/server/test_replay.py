"""Replays, branches, records: from any step a game can be looked at, and a finished one played on."""

from __future__ import annotations

import json
from typing import Any

from tests.kit.duel import rulebook
from tests.server.browser import Site, bearer, play_on
from tests.server.test_hidden import two_online
from vanguard.core.questions import Draw, Roll
from vanguard.core.records import read_record, replay
from vanguard.server.wire.shown import answer_in_words, asked_in_words

BOTS = {"seats": [{"kind": "human"}, {"kind": "bot"}]}


def finished(site: Site) -> tuple[dict[str, Any], list[str], Any]:
    created = site.new_game()
    secrets = site.secrets(created)
    with site.sit(created["game"], *secrets) as browser:
        play_on(browser)
        return created, secrets, browser


def test_a_finished_game_can_be_stepped_through_by_a_spectator(site: Site) -> None:
    created, _, browser = finished(site)
    outline = site.get(f"/api/games/{created['game']}/replay", created["watch"])
    assert outline["steps"] == browser.state["revision"]
    assert outline["marks"][0] == {"step": 0, "label": "bout 1"}
    assert [line["text"] for line in outline["log"]] == [line["text"] for line in browser.log]
    assert [line["step"] for line in outline["log"]] == sorted(line["step"] for line in outline["log"])
    positions = [
        site.get(f"/api/games/{created['game']}/replay/{step}", created["watch"])
        for step in range(outline["steps"] + 1)
    ]
    assert positions[0]["view"]["players"][0]["score"] == 6
    assert positions[0]["answer"] == "high / high"
    assert positions[-1]["view"] == browser.state["perspectives"][0]["view"]
    assert positions[-1]["standing"]["over"] and positions[-1]["answer"] is None
    assert all(not position["standing"]["over"] for position in positions[:-1])


def test_a_step_that_is_not_there_is_refused(site: Site) -> None:
    created, secrets, browser = finished(site)
    for step in (-1, browser.state["revision"] + 1, 10**12):
        reply = site.client.get(f"/api/games/{created['game']}/replay/{step}", headers=bearer(secrets[0]))
        assert reply.status_code == 404, step
    reply = site.client.post(
        f"/api/games/{created['game']}/branch", json={"step": 10**9, **BOTS}, headers=bearer(secrets[0])
    )
    assert reply.status_code == 422


def test_any_step_of_a_finished_game_becomes_a_live_game(site: Site) -> None:
    created, _, browser = finished(site)
    step = browser.state["revision"] // 2
    position = site.get(f"/api/games/{created['game']}/replay/{step}", created["watch"])
    branch = site.post(f"/api/games/{created['game']}/branch", {"step": step, **BOTS}, created["watch"])
    assert branch["commitment"] != created["commitment"]
    with site.sit(branch["game"], *site.secrets(branch)) as player:
        assert player.log[: len(player.log)][:3] == browser.log[:3]
        if position["asked"]["kind"] != "chance":
            assert player.state["revision"] >= step
        play_on(player)
        record = site.get(f"/api/games/{branch['game']}/record", branch["watch"])
        replay(read_record(json.dumps(record)), rulebook)


def test_nothing_of_the_game_before_the_branch_can_be_taken_back(site: Site) -> None:
    created, secrets, _ = finished(site)
    branch = site.post(f"/api/games/{created['game']}/branch", {"step": 2, **BOTS}, secrets[0])
    with site.sit(branch["game"], *site.secrets(branch)) as player:
        if player.state["revision"] == 2:
            assert player.ask("undo")["why"] == "there is nothing to take back"


def test_a_running_game_with_others_in_it_cannot_be_branched(site: Site) -> None:
    game, secrets, watch = two_online(site)
    for secret in (secrets[0], watch):
        reply = site.client.post(f"/api/games/{game}/branch", json={"step": 0, **BOTS}, headers=bearer(secret))
        assert reply.status_code == 409
    assert site.get(f"/api/games/{game}/replay", secrets[0])["may_branch"] is False


def test_a_running_game_against_a_bot_is_branched_by_its_player_who_keeps_the_seat(site: Site) -> None:
    created = site.new_game(second="bot")
    [secret] = site.secrets(created)
    path = f"/api/games/{created['game']}/branch"
    assert site.get(f"/api/games/{created['game']}/replay", secret)["may_branch"] is True
    swapped = {"step": 0, "seats": [{"kind": "bot"}, {"kind": "human"}]}
    assert site.client.post(path, json=swapped, headers=bearer(secret)).status_code == 409
    assert site.client.post(path, json={"step": 0, **BOTS}, headers=bearer(created["watch"])).status_code == 409
    assert site.post(path, {"step": 0, **BOTS}, secret)["game"] != created["game"]


def test_the_record_of_a_finished_game_replays_and_its_dice_were_fair(site: Site) -> None:
    created, _, browser = finished(site)
    reply = site.client.get(f"/api/games/{created['game']}/record", headers=bearer(created["watch"]))
    assert "attachment" in reply.headers["content-disposition"]
    record = read_record(reply.text)
    assert record.commitment == created["commitment"] and record.secret
    assert replay(record, rulebook).revision == browser.state["revision"]


def test_a_running_game_has_no_record_to_download(site: Site) -> None:
    created = site.new_game()
    reply = site.client.get(f"/api/games/{created['game']}/record", headers=bearer(created["watch"]))
    assert reply.status_code == 409


def test_a_conceded_game_is_recorded_with_its_ending(site: Site) -> None:
    created = site.new_game()
    secrets = site.secrets(created)
    with site.sit(created["game"], *secrets) as browser:
        browser.ask("concede", seat=1)
    text = site.client.get(f"/api/games/{created['game']}/record", headers=bearer(created["watch"])).text
    uploaded = site.post("/api/records", json.loads(text))
    outline = site.get(f"/api/games/{uploaded['game']}/replay", uploaded["watch"])
    assert outline["standing"]["winner"] == 0
    assert outline["standing"]["how"] == "conceded"


def test_an_uploaded_record_can_be_watched_and_branched_but_not_answered(site: Site) -> None:
    created, _, browser = finished(site)
    text = site.client.get(f"/api/games/{created['game']}/record", headers=bearer(created["watch"])).text
    uploaded = site.post("/api/records", json.loads(text))
    assert uploaded["steps"] == browser.state["revision"]
    with site.sit(uploaded["game"], uploaded["watch"]) as watcher:
        assert watcher.log == browser.log
        assert watcher.answer("high")["type"] == "refused"
    branch = site.post(f"/api/games/{uploaded['game']}/branch", {"step": 0, **BOTS}, uploaded["watch"])
    with site.sit(branch["game"], *site.secrets(branch)) as player:
        assert player.question()["clause"] == "duel.stance"  # type: ignore[index]


def test_an_altered_record_is_refused_by_name(site: Site) -> None:
    created, _, _ = finished(site)
    record = site.get(f"/api/games/{created['game']}/record", created["watch"])
    rolled = next(number for number, answer in enumerate(record["answers"]) if answer[0] == -1 and len(answer[1]) == 2)
    faces = record["answers"][rolled][1]
    record["answers"][rolled][1] = [7 - face for face in faces]
    reply = site.client.post("/api/records", json=record)
    assert reply.status_code == 422
    assert f"answer {rolled + 1}" in reply.json()["why"]


def test_what_is_no_record_or_too_large_is_refused(site: Site) -> None:
    for text, status in (
        (b"", 422),
        (b"{", 422),
        (b"[" * 100_000, 422),
        (b"\xff\xfe", 422),
        (b'{"format": "vanguard-record 1"}', 422),
        (b"x" * (1024 * 1024 + 1), 413),
    ):
        reply = site.client.post("/api/records", content=text)
        assert reply.status_code == status, text[:20]
        assert reply.json()["why"]


def test_my_games_are_listed_by_the_secrets_i_hold(site: Site) -> None:
    created, secrets, _ = finished(site)
    running = site.new_game(second="bot")
    held = [{"game": created["game"], "secret": secret} for secret in secrets]
    held += [{"game": running["game"], "secret": running["watch"]}]
    held += [{"game": running["game"], "secret": "x" * 32}, {"game": "nowhere", "secret": "x" * 32}]
    mine = site.post("/api/games/mine", {"held": held})
    by_game = {summary["game"]: summary for summary in mine}
    assert by_game[created["game"]]["seats"] == [0, 1]
    assert by_game[created["game"]]["over"] is True
    assert by_game[running["game"]]["seats"] == []
    assert by_game[running["game"]]["over"] is False
    assert len(mine) == 2


def a_few_steps(site: Site, rulebook: str, steps: int) -> tuple[str, str, dict[str, Any]]:
    """A game of two at one screen after some answers, and where it stands."""
    created = site.new_game(rulebook=rulebook)
    secrets = site.secrets(created)
    with site.sit(created["game"], *secrets) as browser:
        play_on(browser, lambda at: at.state["revision"] >= steps)
    position = site.get(f"/api/games/{created['game']}/replay/{steps}", secrets[0])
    return f"/api/games/{created['game']}/replay", secrets[0], position


def test_the_tape_and_sight_work_at_the_step_that_is_shown(site: Site) -> None:
    path, secret, position = a_few_steps(site, "killteam_vanguard", 40)
    sides = [[model for model in position["view"]["models"] if model["side"] == side] for side in (0, 1)]
    mine, theirs = [next(model for model in side if model["on_table"]) for side in sides]
    between = {"start": mine["key"], "end": theirs["key"]}
    measured = site.post(f"{path}/{position['step']}/measure", between, secret)
    assert measured["distance"] > 0 and measured["text"]
    points = {"start": [1, 1], "end": [4, 5]}
    assert site.post(f"{path}/{position['step']}/measure", points, secret)["distance"] == 5
    sight = site.post(f"{path}/{position['step']}/sight", {"viewer": mine["key"], "target": theirs["key"]}, secret)
    assert isinstance(sight["sees"], bool) and sight["summary"]


def test_the_tools_of_a_replay_refuse_strangers_other_steps_and_what_is_not_there(site: Site) -> None:
    path, secret, _ = a_few_steps(site, "killteam_vanguard", 4)
    points = {"start": [1, 1], "end": [4, 5]}

    def refused(where: str, body: Any, *secrets: str) -> tuple[int, str]:
        reply = site.client.post(where, json=body, headers=bearer(*secrets))
        return reply.status_code, reply.json()["why"]

    assert refused(f"{path}/4/measure", points)[0] == 403
    assert refused(f"{path}/4/measure", points, "x" * 32)[0] == 403
    assert refused(f"{path}/400000/measure", points, secret)[0] == 404
    assert refused(f"{path}/4/measure?seat=1", points, secret) == (403, "this seat is somebody else's")
    assert refused(f"{path}/4/measure", {**points, "end": "nobody"}, secret) == (
        422,
        "there is no 'nobody' on this table",
    )
    assert refused(f"{path}/4/sight", {"viewer": "nobody", "target": "no-one"}, secret)[0] == 422
    assert refused(f"{path}/4/measure", {"start": [1], "end": [4, 5]}, secret)[0] == 422
    assert refused(f"{path}/4/measure", {**points, "further": 1}, secret)[0] == 422


def test_chance_is_told_in_words_and_places_to_a_tenth() -> None:
    """Keys are for dice that must be the same in a paired game; nobody need read them."""
    roll, one = Roll(0, 3, "reroll-white us-riflemen-a", "x"), Roll(0, 1, "token", "x")
    draw = Draw(-1, ("usa", "germany"), "token", "x")
    assert [asked_in_words(one) for one in (roll, one, draw)] == [
        "3 dice are rolled",
        "1 die is rolled",
        "Drawn at random",
    ]
    assert asked_in_words(Roll(0, 1, "token", "x", prompt="Who begins?")) == "Who begins?"
    assert (answer_in_words(draw, ["usa"]), answer_in_words(roll, [5, 3, 1])) == ("", "5, 3, 1")
