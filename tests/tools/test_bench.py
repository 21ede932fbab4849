"""The bench always ends and tells honestly what was kept and what was not."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from tools import bench
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.lab import pace
from vanguard.lab.pace import Pace, kept_in_time

SLOW, FAST = Pace(3.0, 2.0), Pace(1.0, 2.0)


@pytest.fixture
def benches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bench").mkdir()
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    return tmp_path / "bench"


def test_a_bench_that_does_not_end_is_stopped_and_called_missed(
    benches: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (benches / "endless_bench.py").write_text("print('so far')\nwhile True: pass\n", encoding="utf-8")
    bench.run_bench("endless_bench.py", 2, None)
    told = capfd.readouterr().out
    assert "at most 2 s" in told
    assert "so far" in told
    assert "endless_bench.py was not finished after 2 s: MISSED" in told


def test_a_bench_that_fails_does_not_end_the_others(benches: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (benches / "failing_bench.py").write_text("raise SystemExit(1)\n", encoding="utf-8")
    bench.run_bench("failing_bench.py", 20, None)
    assert "says that a promise was MISSED" in capfd.readouterr().out


def test_every_bench_has_its_time_and_all_together_end_within_twenty_five_minutes() -> None:
    there = {path.name for path in (bench.ROOT / "bench").glob("*_bench.py")}
    assert there == set(bench.BENCHES)
    plain_as_well = sum(seconds for name, seconds in bench.BENCHES.items() if name not in bench.AS_INSTALLED)
    assert sum(bench.BENCHES.values()) + plain_as_well <= 23 * 60, "the engine's own table takes two minutes more"


def test_every_rulebook_has_its_promises() -> None:
    assert all(load_rulebook(name).promises().games_per_second for name in registered())
    names = [figure.name for figure in bench.figures()]
    for name in registered():
        assert f"{name}: random games per second" in names
        assert f"{name}: slowest listing of legal answers" in names


def test_a_figure_says_kept_or_missed() -> None:
    usual = Pace(2.0, 2.0)
    games = bench.Figure("games", "/s", lambda: 0.0, 30, 200, more_is_better=True)
    assert games.verdict("plain", 31.0, usual).startswith("≥ 30 kept")
    assert games.verdict("compiled", 31.0, usual).startswith("≥ 200 MISSED")
    listing = bench.Figure("listing", "ms", lambda: 0.0, 5)
    assert listing.verdict("plain", 5.1, usual).startswith("≤ 5 MISSED")
    assert listing.verdict("compiled", 5.1, usual) == ""


def test_on_a_slow_day_a_figure_may_take_longer_and_on_a_fast_one_less() -> None:
    listing = bench.Figure("listing", "ms", lambda: 0.0, 5)
    assert listing.verdict("plain", 7.4, SLOW) == "≤ 7.5 kept (5 at yardstick 2.00, now 3.00 ms)"
    assert listing.verdict("plain", 7.6, SLOW).startswith("≤ 7.5 MISSED")
    assert listing.verdict("plain", 2.6, FAST).startswith("≤ 2.5 MISSED")
    assert listing.verdict("plain", 2.4, FAST).startswith("≤ 2.5 kept")


def test_on_a_slow_day_fewer_games_are_owed_a_second_and_on_a_fast_one_more() -> None:
    games = bench.Figure("games", "/s", lambda: 0.0, 30, more_is_better=True)
    assert games.verdict("plain", 21.0, SLOW) == "≥ 20 kept (30 at yardstick 2.00, now 3.00 ms)"
    assert games.verdict("plain", 19.0, SLOW).startswith("≥ 20 MISSED")
    assert games.verdict("plain", 59.0, FAST).startswith("≥ 60 MISSED")


def test_what_is_no_time_is_owed_alike_on_every_machine() -> None:
    memory = bench.Figure("memory", "kB", lambda: 0.0, 100)
    assert memory.verdict("plain", 101.0, SLOW) == "≤ 100 MISSED"
    assert memory.verdict("plain", 99.0, FAST) == "≤ 100 kept"


def test_a_row_of_a_bench_tells_the_scaled_limit_the_yardstick_and_its_reference() -> None:
    assert kept_in_time(70.0, 50.0, SLOW) == (True, "kept (at most 75: 50 at yardstick 2.00, now 3.00 ms)")
    assert kept_in_time(26.0, 50.0, FAST) == (False, "MISSED (at most 25: 50 at yardstick 2.00, now 1.00 ms)")
    assert kept_in_time(1e9, None, FAST) == (True, "")


def test_the_pace_of_a_figure_is_the_mean_of_the_yardstick_before_and_after_it() -> None:
    order: list[str] = []
    readings = iter([2.0, 4.0])

    def read() -> float:
        order.append("yardstick")
        return next(readings)

    def figure() -> str:
        order.append("figure")
        return "found"

    found, beside_it = pace.beside(figure, read)
    assert found == "found"
    assert beside_it.yardstick == 3.0
    assert beside_it.reference == pace.REFERENCE[pace.form()]
    assert order == ["yardstick", "figure", "yardstick"]


def test_the_yardstick_is_the_piece_of_which_the_reference_was_taken() -> None:
    """Whoever changes it measures `REFERENCE` again, and says so here."""
    assert pace.piece() == 369
    assert pace.REFERENCE == {"plain": 2.89, "compiled": 1.15}


@pytest.fixture(scope="module")
def odds_bench() -> dict[str, Any]:
    return runpy.run_path(str(bench.ROOT / "bench" / "odds_bench.py"))


@pytest.mark.parametrize("name", sorted(registered()))
def test_the_attacks_of_every_rulebook_are_found_for_the_bench_of_odds(odds_bench: dict[str, Any], name: str) -> None:
    rulebook = load_rulebook(name)
    every = odds_bench["wishes"](rulebook)
    schema = rulebook.trial_fields()
    who = "weapon" if "weapon" in schema["required"] else "attacker"
    assert {wish[who] for wish in every} == set(schema["properties"][who]["enum"])
    assert any("weapon" in wish for wish in every)
    points = dict.fromkeys(rulebook.promises().points, 2)
    for wish in odds_bench["spread"](every, 20):
        assert rulebook.trial({**wish, **points}).label


def test_the_bench_of_odds_names_no_rulebook() -> None:
    text = (bench.ROOT / "bench" / "odds_bench.py").read_text(encoding="utf-8")
    assert [name for name in registered() if name in text] == []


def test_what_takes_long_has_its_pace_read_all_along_by_a_process_that_ends_with_it() -> None:
    readings = pace.AllAlong()
    read = readings.pace()
    assert read.yardstick > 0.0 and read.reference == pace.REFERENCE[pace.form()]
    assert readings._telling.returncode is not None
