"""The bench always ends and tells honestly what was kept and what was not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import bench
from vanguard.core.rulebook import load_rulebook, registered


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


def test_every_bench_has_its_time_and_all_together_end_within_twenty_minutes() -> None:
    there = {path.name for path in (bench.ROOT / "bench").glob("*_bench.py")}
    assert there == set(bench.BENCHES)
    plain_as_well = sum(seconds for name, seconds in bench.BENCHES.items() if name not in bench.AS_INSTALLED)
    assert sum(bench.BENCHES.values()) + plain_as_well <= 18 * 60, "the engine's own table takes two minutes more"


def test_every_rulebook_has_its_promises() -> None:
    assert all(load_rulebook(name).promises().games_per_second for name in registered())
    names = [figure.name for figure in bench.figures()]
    for name in registered():
        assert f"{name}: random games per second" in names
        assert f"{name}: slowest listing of legal answers" in names


def test_a_figure_says_kept_or_missed() -> None:
    games = bench.Figure("games", "/s", lambda: 0.0, 30, 200, more_is_better=True)
    assert games.verdict("plain", 31.0) == "≥ 30 kept"
    assert games.verdict("compiled", 31.0) == "≥ 200 MISSED"
    listing = bench.Figure("listing", "ms", lambda: 0.0, 5)
    assert listing.verdict("plain", 5.1) == "≤ 5 MISSED"
    assert listing.verdict("compiled", 5.1) == ""
