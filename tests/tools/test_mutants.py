"""Breaking rules on purpose: where a clause is decided, what is broken there, and that an unnoticed break is listed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from mutation import Change, changes_of, changes_of_the_rest, constants, rule_files  # noqa: E402 - a tool, found from the root

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
    if battle.heard:
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


NAMED = """
from rules.words import FAR
NEAR: Final = "shoot.not-engaged"
BARRED = {"run": ((WALK, 2, "points.pay"), (AIM, 1, "splash.reach")), "why": "shoot.range"}

class Aim:
    bonus_clause = "splash.reach"

    def bonus(self, dice):
        if self.steady:
            return 1, self.bonus_clause
        if dice > 3:
            return 2, FAR
        return 0, NEAR
"""


def test_a_clause_cited_by_the_name_of_a_constant_is_found_where_the_name_stands(tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text('FAR: Final = "shoot.range"')
    path = tmp_path / "named.py"
    path.write_text(NAMED)
    names = constants(tmp_path, CLAUSES)[path]
    assert (names["FAR"], names["NEAR"]) == ("shoot.range", "shoot.not-engaged")
    found = {
        clause: [change.text.partition(": ")[2] for _, change in changes_of(path, CLAUSES, {clause}, names)]
        for clause in ("shoot.range", "splash.reach", "shoot.not-engaged")
    }
    assert found["shoot.range"] == [
        "if dice > 3: … -> if not dice > 3: …",
        "if dice > 3: … -> nothing",
        "dice > 3 -> dice >= 3",
        "3 -> 4",
        "3 -> 2",
        "2 -> 3",
        "2 -> 1",
    ]
    assert found["splash.reach"][:3] == ["1 -> 2", "1 -> 0", "(AIM, 1, 'splash.reach') -> nothing"], (
        "the entry of a table"
    )
    assert found["splash.reach"][3] == "if self.steady: … -> if not self.steady: …"
    assert found["shoot.not-engaged"] == ["0 -> 1", "0 -> -1"]


def test_changes_that_read_the_same_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "twice.py"
    path.write_text('def score(side):\n    note(side, 1, "points.pay")\n    return points[1] + 1\n')
    texts_found = texts(path, "points.pay")
    assert texts_found.count("1 -> 2") == 1
    assert "1 -> 2 (2)" in texts_found
    assert "1 -> 2 (3)" not in texts_found, "the note only tells"


def test_what_cites_no_clause_is_the_rest(rules: Path) -> None:
    assert [change.text.partition(": ")[2] for change in changes_of_the_rest(rules, CLAUSES)] == [
        "1 + 1 -> 1 - 1",
        "1 -> 2",
        "1 -> 0",
        "1 -> 2 (2)",
        "1 -> 0 (2)",
    ]


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


def test_what_is_worked_out_for_odds_alone_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "rolling.py"
    path.write_text(
        "def roll(battle, needed):\n"
        "    kinds = tuple([face >= 4 for face in range(6)])\n"
        "    worst = 2\n"
        "    face = Roll(1, 'splash.reach', kinds=kinds)\n"
        "    return face > worst\n"
    )
    broken = texts(path, "splash.reach")
    assert "2 -> 3" in broken
    assert not [change for change in broken if "face >= 4" in change or "4 ->" in change]
