"""The example rulebook stands outside the tree, and keeps its rules and every contract there."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from vanguard.testing.contracts.recounts import ENOUGH_MOVES, moves_shown

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "skirmish"


def run(*arguments: str, **more: str) -> str:
    path = os.pathsep.join([str(EXAMPLE), *sys.path])
    place = {"VANGUARD_RULEBOOKS": "skirmish=skirmish:rulebook", "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *arguments], env={**os.environ, **place, **more}, cwd=EXAMPLE, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    return done.stdout


def test_the_example_keeps_its_rules_and_every_contract() -> None:
    told = run("pytest", "-q", "-p", "no:cacheprovider", "--rootdir=.", "tests", VANGUARD_CONTRACT_GAMES="1")
    assert "passed" in told
    assert "skipped" not in told


def test_the_example_is_found_and_its_content_checked_by_its_place_alone() -> None:
    assert "Skirmish" in run("vanguard", "rulebooks")
    assert "measure.base-to-base" in run("vanguard", "rules", "skirmish")
    run("vanguard", "check", "skirmish")


def test_bots_of_the_example_play_whole_matches() -> None:
    assert "script" in run("vanguard", "match", "skirmish", "--bots", "script,random", "--pairs", "2")


def test_a_contract_plays_on_until_it_has_seen_enough_moves_of_games_that_are_soon_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    turns = importlib.import_module("skirmish.turns")
    monkeypatch.setattr(turns, "ROUNDS", 1)
    seen = list(moves_shown(importlib.import_module("skirmish").rulebook, 3, 200, every=4))
    assert len(seen) >= ENOUGH_MOVES
