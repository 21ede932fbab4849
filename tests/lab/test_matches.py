"""Matches: pairs with seats swapped, resumable, and nothing suspicious dropped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.kit.duel_mind import DuelMind
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook
from vanguard.lab import matches, simulation
from vanguard.lab.matches import MatchPlan, run_match
from vanguard.lab.statistics import ratings, wilson


@pytest.fixture(autouse=True)
def with_the_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VANGUARD_RULEBOOKS", "duel=tests.kit.duel:rulebook")


def plan(pairs: int = 5, **more: object) -> MatchPlan:
    return MatchPlan("duel", ("random", "random"), pairs, **more)  # type: ignore[arg-type]


def test_a_match_counts_every_game_once() -> None:
    told = run_match(plan(10))
    assert told["games"] == told["wins"] + told["draws"] + told["losses"] == 20
    assert told["refused"] == told["crashed"] == told["stalled"] == told["unfinished"] == 0
    assert told["low"] <= told["win_rate"] <= told["high"]


def test_both_games_of_a_pair_have_the_same_map_armies_and_dice() -> None:
    first, second = matches.play_pair((plan(), 3))
    assert (first["map"], first["armies"]) == (second["map"], second["armies"])
    assert [first["swapped"], second["swapped"]] == [False, True]


def test_a_match_of_a_bot_against_itself_stands_near_half() -> None:
    told = run_match(plan(300))
    assert abs(told["win_rate"] - 0.5) < 0.08


def test_results_are_kept_in_a_file_and_the_match_resumes(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    run_match(plan(3), file=file)
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 6
    told = run_match(plan(5), file=file)
    assert told["games"] == 10
    assert file.read_text(encoding="utf-8").splitlines()[:7] == lines
    fresh = run_match(plan(5))
    assert (told["wins"], told["draws"]) == (fresh["wins"], fresh["draws"])


def test_a_file_of_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    run_match(plan(1), file=file)
    with pytest.raises(Refused, match="another match"):
        run_match(plan(1, seed=2), file=file)
    file.write_text("not json\n", encoding="utf-8")
    with pytest.raises(Refused, match="not a file of match results"):
        run_match(plan(1), file=file)


def test_a_stop_keeps_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.jsonl"
    real = matches.play_pair

    def stopped_at_two(task: tuple[MatchPlan, int]) -> list[dict[str, object]]:
        if task[1] == 2:
            raise KeyboardInterrupt
        return real(task)

    monkeypatch.setattr(matches, "play_pair", stopped_at_two)
    told = run_match(plan(5), file=file)
    assert told["interrupted"]
    assert told["games"] == 4
    assert len(file.read_text(encoding="utf-8").splitlines()) == 5


def test_crashes_refusals_and_stalls_are_counted_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.kit.duel import DuelRulebook

    monkeypatch.setattr(DuelRulebook, "standing", lambda self, state: 1 / 0)
    told = run_match(plan(2))
    assert told["crashed"] == 4
    assert told["games"] == 0
    assert told["unfinished"] == 4
    assert "ZeroDivisionError" in told["problems"][0]


def test_a_refused_answer_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    from vanguard.bots.uniform import RandomBot

    monkeypatch.setattr(RandomBot, "answer", lambda self, game, seat: "no such answer")
    told = run_match(plan(1))
    assert told["refused"] > 0
    assert told["games"] == 2


def test_unknown_bots_armies_and_maps_are_refused_before_anything_is_played() -> None:
    for bad, why in (
        (MatchPlan("duel", ("random", "plannner"), 1), "no bot"),
        (plan(armies=["nobody"]), "no army"),
        (plan(maps=["nowhere"]), "no map"),
        (plan(0), "at least one pair"),
        (MatchPlan("duell", ("random", "random"), 1), "did you mean duel"),
    ):
        with pytest.raises(Refused, match=why):
            run_match(bad)


def test_armies_and_maps_can_be_picked() -> None:
    told = run_match(plan(4, armies=["ada"], maps=["line"]))
    assert told["armies_table"] == []
    assert [row["map"] for row in told["maps_table"]] == ["line"]


def test_a_simulation_is_the_same_for_the_same_seed_and_plain_json() -> None:
    first, second = (simulation.simulate("duel", 20, seed=4) for _ in range(2))
    assert first["results"] == second["results"]
    assert first["decisions"] == second["decisions"]
    assert first["finished"] == first["games"] == 20
    json.dumps(first)
    with pytest.raises(Refused, match="at least one game"):
        simulation.simulate("duel", 0)


def test_a_simulation_may_play_one_scenario_such_as_a_campaign() -> None:
    variants = simulation.variants_of("vijilant", "glasstrain")
    scenarios = {load_rulebook("vijilant").default_setup(number).scenario for number in variants}
    assert scenarios == {"glasstrain"}
    played = simulation.simulate("vijilant", 1, seed=3, scenario="glasstrain")
    assert (played["finished"], played["crashed"]) == (1, 0)
    assert played["games_per_second"] > 0
    with pytest.raises(Refused, match=r"known: .*glasstrain"):
        simulation.simulate("vijilant", 1, scenario="nowhere")


def test_the_interval_is_honest_at_the_ends() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(10, 10)
    assert low == pytest.approx(0.722, abs=0.001)
    assert high == pytest.approx(1.0)
    low, high = wilson(500, 1000)
    assert (low, high) == (pytest.approx(0.4691, abs=0.0005), pytest.approx(0.5309, abs=0.0005))


def test_ratings_put_a_sweep_far_above_and_equal_players_level() -> None:
    rated = ratings({("strong", "weak"): (95.0, 100), ("twin", "weak"): (50.0, 100)}, "weak")
    assert rated["weak"] == pytest.approx(1000)
    assert rated["twin"] == pytest.approx(1000, abs=1)
    assert 1450 < rated["strong"] < 1560


def test_a_bot_that_failed_and_fell_back_on_the_script_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def confused(*_: object) -> float:
        raise ZeroDivisionError("no thought left")

    monkeypatch.setattr("tests.kit.duel_mind.DuelMind.value", confused)
    monkeypatch.setattr("tests.kit.duel.DuelRulebook.mind", lambda _: DuelMind())
    told = run_match(MatchPlan("duel", ("planner", "random"), 2))
    assert told["fell_back"] > 0
    assert told["games"] == 4
    assert told["crashed"] == 0


def test_a_bot_against_itself_plays_two_different_games_of_a_pair() -> None:
    told = [matches.play_pair((plan(), pair)) for pair in range(20)]
    assert any(first["scores"] != second["scores"] for first, second in told)
