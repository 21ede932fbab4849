"""How even factions are: every pairing both ways round, resumable, nothing suspicious dropped, recruits counted."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.kit.duel import DuelRulebook
from vanguard.cli import main
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Offer, load_rulebook
from vanguard.core.telling.events import Event
from vanguard.lab import balance
from vanguard.lab.balance import BalancePlan, measure_balance


@pytest.fixture(autouse=True)
def with_the_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VANGUARD_RULEBOOKS", "duel=tests.kit.duel:rulebook")


def plan(games: int = 10, **more: object) -> BalancePlan:
    return BalancePlan("duel", "random", games, **more)  # type: ignore[arg-type]


def with_four_armies_of_three_factions(monkeypatch: pytest.MonkeyPatch) -> None:
    armies = [("ada", "reds"), ("bo", "blues"), ("cy", "blues"), ("di", "greens")]
    offers = [Offer(key, key, "", {"roster": {"name": key}, "faction": faction}) for key, faction in armies]
    monkeypatch.setattr(DuelRulebook, "armies", lambda self: offers)


def test_both_games_of_a_pair_have_the_same_map_and_dice_and_the_armies_in_each_others_seats() -> None:
    first, second = balance.play_both_ways((plan(), 3))
    assert (first["map"], first["scenario"]) == (second["map"], second["scenario"])
    assert first["armies"] == second["armies"][::-1] == ["ada", "bo"]
    assert [first["swapped"], second["swapped"]] == [False, True]


def test_every_game_is_counted_once_for_each_side() -> None:
    told = measure_balance(plan(40))
    assert told["games"] == 40
    assert [row["faction"] for row in told["factions"]] == ["ada", "bo"]
    ada, bo = told["factions"]
    assert ada["games"] == bo["games"] == 40
    assert ada["win_rate"] + bo["win_rate"] == pytest.approx(1.0)
    assert ada["low"] <= ada["win_rate"] <= ada["high"]
    assert told["first_seat"]["games"] == 40
    assert told["refused"] == told["crashed"] == told["stalled"] == told["unfinished"] == 0


def test_an_odd_number_of_games_is_rounded_up_to_pairs() -> None:
    assert measure_balance(plan(3))["games"] == 4


def test_all_pairings_of_factions_meet_equally_often_and_walk_through_their_armies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_four_armies_of_three_factions(monkeypatch)
    rulebook = load_rulebook("duel")
    met = Counter(
        tuple(army.key for army in plan().encounter(rulebook, pair).armies) for pair in range(12)
    )  # fmt: skip
    assert met == {
        ("ada", "bo"): 2,
        ("ada", "cy"): 2,
        ("ada", "di"): 4,
        ("bo", "di"): 2,
        ("cy", "di"): 2,
    }


def test_only_armies_mustered_to_the_same_limit_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    armies = [
        ("ada", "reds", 200),
        ("bo", "blues", 200),
        ("cy", "blues", 400),
        ("di", "reds", 400),
        ("ed", "greens", 300),
    ]
    offers = [
        Offer(key, key, "", {"roster": {"name": key}, "faction": faction, "limit": limit})
        for key, faction, limit in armies
    ]
    monkeypatch.setattr(DuelRulebook, "armies", lambda self: offers)
    met = {
        tuple(army.key for army in plan().encounter(load_rulebook("duel"), pair).armies) for pair in range(24)
    }  # fmt: skip
    alone = {
        ("ada", "ed"),
        ("di", "ed"),
        ("bo", "ed"),
        ("cy", "ed"),
    }  # greens have no other: they meet whomever there is
    assert met == {("ada", "bo"), ("di", "cy")} | alone


def test_a_faction_counts_all_its_armies(monkeypatch: pytest.MonkeyPatch) -> None:
    with_four_armies_of_three_factions(monkeypatch)
    lines = [
        {"result": "first", "factions": ["reds", "blues"], "armies": ["ada", "bo"]},
        {"result": "second", "factions": ["blues", "reds"], "armies": ["cy", "ada"]},
        {"result": "draw", "factions": ["greens", "blues"], "armies": ["di", "bo"]},
    ]
    assert [(row["faction"], row["games"], row["win_rate"]) for row in balance.rates(lines, "factions", "faction")] == [
        ("blues", 3, pytest.approx(1 / 6, abs=1e-4)),
        ("greens", 1, 0.5),
        ("reds", 2, 1.0),
    ]
    assert [(row["faction"], row["against"], row["games"], row["win_rate"]) for row in balance.pairings(lines)] == [
        ("blues", "greens", 1, 0.5),
        ("blues", "reds", 2, 0.0),
    ]


def test_results_are_kept_in_a_file_and_the_measurement_resumes(tmp_path: Path) -> None:
    file = tmp_path / "balance.jsonl"
    measure_balance(plan(4), file=file)
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 4
    told = measure_balance(plan(10), file=file)
    assert file.read_text(encoding="utf-8").splitlines()[:5] == lines
    fresh = measure_balance(plan(10))
    assert (told["factions"], told["first_seat"]) == (fresh["factions"], fresh["first_seat"])
    with pytest.raises(Refused, match="another match"):
        measure_balance(plan(4, seed=2), file=file)


def test_processes_play_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, together = measure_balance(plan(6)), measure_balance(plan(6), jobs=2)
    assert (alone["factions"], alone["first_seat"]) == (together["factions"], together["first_seat"])


def test_crashes_are_counted_and_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(DuelRulebook, "standing", lambda self, state: 1 / 0)
    assert main(["balance", "duel", "--bots", "random", "--games", "4"]) == 1
    said = capsys.readouterr().out
    assert "crashed 4" in said
    assert "unfinished 4" in said
    assert "ZeroDivisionError" in said


def test_recruits_are_counted_and_those_nobody_wants_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def any_event_is_a_tank(self: DuelRulebook, event: Event) -> str:
        return "tank"

    monkeypatch.setattr(DuelRulebook, "recruitable", lambda self: {"tank": "ada", "jeep": "bo"})
    monkeypatch.setattr(DuelRulebook, "recruited", any_event_is_a_tank)
    tank, jeep = measure_balance(plan(2))["recruits"]
    assert (tank["card"], tank["faction"], tank["games"]) == ("tank", "ada", 2)
    assert tank["times"] > 2
    assert (jeep["card"], jeep["times"], jeep["games"]) == ("jeep", 0, 0)


def test_unknown_bots_armies_and_maps_and_a_single_faction_are_refused_before_anything_is_played() -> None:
    for bad, why in (
        (BalancePlan("duel", "plannner", 2), "no bot"),
        (plan(armies=["nobody"]), "no army"),
        (plan(maps=["nowhere"]), "no map"),
        (plan(armies=["ada"]), "at least two factions; there is ada"),
        (plan(0), "at least one game"),
        (BalancePlan("duell", "random", 2), "did you mean duel"),
    ):
        with pytest.raises(Refused, match=why):
            measure_balance(bad)


def test_the_command_prints_rates_with_intervals_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "duel", "--bots", "random", "--games", "8", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "8 games of random against itself" in said
    assert "First seat: win rate, 95 % interval" in said
    assert main(["balance", "duel", "--bots", "random", "--games", "8", "--seed", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 8
    for row in told["factions"]:
        assert f"{row['faction']:<32} {row['win_rate']:6.1%}" in said


def test_normandy_tells_its_recruits() -> None:
    told = measure_balance(BalancePlan("normandy", "random", 2, maps=["random"]))
    assert len(told["recruits"]) == 30
    times = {row["card"]: row["times"] for row in told["recruits"]}
    assert times["us-riflemen"] + times["de-grenadiers"] > 0


# -- how exciting the games are ----------------------------------------------------------------------------------------------


def played(course: list[float], scores: tuple[float, float], mover: int = 0) -> dict[str, object]:
    result = "draw" if scores[0] == scores[1] else "first" if scores[0] > scores[1] else "second"
    return {"course": course, "scores": list(scores), "result": result, "mover": mover}


def test_the_lead_changes_when_somebody_else_leads_than_before() -> None:
    assert balance.lead_changes([0.0, 1.0, 3.0, 2.0]) == 0
    assert balance.lead_changes([1.0, 0.0, 2.0]) == 0, "a tie in between is no change"
    assert balance.lead_changes([1.0, -1.0, 0.0, 2.0]) == 2


def test_games_are_told_by_how_close_they_were_and_when_they_were_settled() -> None:
    lines = [
        played([0.0, 2.0, 4.0, 6.0], (6.0, 0.0)),  # led at half-time and won; the loser has nothing
        played([1.0, 1.0, -1.0, -1.0], (5.0, 6.0)),  # led at half-time and lost by a point
        played([0.0, 0.0, 1.0, 2.0], (9.0, 7.0)),  # nobody led at half-time
        played([2.0, 3.0, 1.0, 0.0], (4.0, 4.0)),  # a draw
    ]
    assert balance.drama(lines) == {
        "close": 0.75,
        "lead_changes": 0.25,
        "led_at_half_time": 0.75,
        "settled_at_half_time": 0.25,
        "loser_scored_nothing": 0.25,
    }


def test_acting_first_is_counted_apart_from_the_seat() -> None:
    lines = [played([1.0], (1.0, 0.0), 0), played([-1.0], (0.0, 1.0), 1), played([1.0], (1.0, 0.0), 1)]
    told = balance.first_mover(lines)
    assert told is not None
    assert (told["games"], told["win_rate"]) == (3, 0.6667)


def test_a_game_tells_who_led_after_each_of_its_stages() -> None:
    for line in balance.play_both_ways((plan(), 1)):
        scores = line["scores"]
        assert line["course"][-1] == scores[0] - scores[1]
        assert len(line["course"]) > 1
    told = measure_balance(plan(6))
    assert told["drama"] is not None
    assert told["first_mover"]["games"] == 6
