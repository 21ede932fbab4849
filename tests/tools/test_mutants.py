"""Breaking rules on purpose: where a clause is decided, what is broken there, and that an unnoticed break is listed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from mutation import Change, changes_of, rule_files  # noqa: E402 - a tool, found from the root

RULES = """
class Splash:
    clause = "splash.reach"
    reach = 2

    def caught(self, distance):
        return distance <= self.reach


def fault(model, battle):
    if model.engaged:
        return "engaged", "shoot.not-engaged"
    if model.distance > 6 and not battle.fog:
        battle.note("far", "shoot.range", n=3)
        return "too far", "shoot.range"
    return "", ""


def pay(battle, seat):
    battle.points[seat] -= 1
    battle.paid = True
    tell(battle, "points.pay")
    if battle.silent:
        battle.odds = 5


def free(battle):
    return 1 + 1
"""
CLAUSES = {"splash.reach", "shoot.not-engaged", "shoot.range", "points.pay", "never.cited"}


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.py"
    path.write_text(RULES)
    return path


def texts(path: Path, clause: str) -> list[str]:
    return [change.text.partition(": ")[2] for _, change in changes_of(path, CLAUSES, {clause})]


def test_a_function_that_cites_several_clauses_is_broken_branch_by_branch(rules: Path) -> None:
    assert texts(rules, "shoot.not-engaged") == [
        "if model.engaged: … -> if not model.engaged: …",
        "if model.engaged: … -> nothing",
    ]
    assert texts(rules, "shoot.range") == [
        "if model.distance > 6 and (not battle.fog): … -> if not (model.distance > 6 and (not battle.fog)): …",
        "if model.distance > 6 and (not battle.fog): … -> nothing",
        "model.distance > 6 and (not battle.fog) -> not battle.fog",
        "model.distance > 6 and (not battle.fog) -> model.distance > 6",
        "model.distance > 6 -> model.distance >= 6",
        "6 -> 7",
        "6 -> 5",
    ], "the note only tells"


def test_a_function_of_one_clause_and_a_class_that_bears_one_are_broken_as_a_whole(rules: Path) -> None:
    assert texts(rules, "points.pay") == [
        "battle.points[seat] -= 1 -> battle.points[seat] += 1",
        "1 -> 2",
        "1 -> 0",
        "battle.paid = True -> nothing",
        "True -> False",
        "tell(battle, 'points.pay') -> nothing",
    ], "what odds alone read is left alone"
    assert texts(rules, "splash.reach") == ["2 -> 3", "2 -> 1", "distance <= self.reach -> distance < self.reach"]
    assert texts(rules, "never.cited") == []


def test_a_change_is_made_in_its_place_alone(rules: Path) -> None:
    changes: dict[str, Change] = {change.text: change for _, change in changes_of(rules, CLAUSES, {"points.pay"})}
    broken: dict[str, object] = {}
    change = changes["rules.py:pay: battle.points[seat] -= 1 -> battle.points[seat] += 1"]
    exec(compile(change.tree, "rules.py", "exec"), broken)
    assert callable(broken["fault"])
    assert change.where == "pay"


def test_parts_of_a_rulebook_that_decide_no_rule_are_left_alone(tmp_path: Path) -> None:
    for part in ("shooting.py", "table/view.py", "odds/trials.py", "bot/mind.py"):
        (tmp_path / part).parent.mkdir(exist_ok=True)
        (tmp_path / part).write_text("")
    assert [path.name for path in rule_files(tmp_path)] == ["shooting.py"]


def test_a_proof_that_holds_kills_every_mutant_and_the_score_says_so() -> None:
    command = [
        sys.executable,
        "tools/mutants.py",
        "--rulebook",
        "killteam_lite",
        "--clause",
        "heavy.no-moves-with-shoot",
    ]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "killteam_lite: " in told.stdout
    assert "0 survived" in told.stdout
