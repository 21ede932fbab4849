"""A failure found at length is kept: from then on every run tries it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

BROKEN_CONTRACT = """
from vanguard.core.rulebook import Rulebook

def test_broken_contract(rulebook: Rulebook, number: int) -> None:
    assert number != 1003 or rulebook.name != "duel"
"""

BROKEN_PROPERTY = """
from random import Random
from tests.geometry.cases import cases

@cases(10)
def test_broken_property(dice: Random) -> None:
    assert dice.random() < 0.98
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The fuzzer with the contracts' and the properties' own settings, one test of each kind, and a fault in both."""
    for part in ("tools/fuzz.py", "tests/__init__.py", "tests/conftest.py", "pyproject.toml"):
        (tmp_path / part).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / part, tmp_path / part)
    shutil.copytree(ROOT / "tests" / "kit", tmp_path / "tests" / "kit")
    for folder, parts in (("contracts", ("__init__.py", "conftest.py")), ("geometry", ("cases.py", "conftest.py"))):
        (tmp_path / "tests" / folder).mkdir()
        for part in parts:
            shutil.copy(ROOT / "tests" / folder / part, tmp_path / "tests" / folder / part)
    (tmp_path / "tests" / "odds").mkdir()
    (tmp_path / "tests" / "contracts" / "test_broken.py").write_text(BROKEN_CONTRACT)
    (tmp_path / "tests" / "geometry" / "test_broken.py").write_text(BROKEN_PROPERTY)
    return tmp_path


ENOUGH = "duel or property"
"""The smallest rulebook: no other has to be read for a fault that is none of its own."""


def fuzz(project: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "tools/fuzz.py", "--jobs", "1", "--odds", "0", "--only", ENOUGH, *options]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=120)


def unit_tests(project: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", ENOUGH, "tests"]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=120)


def test_every_failing_game_and_case_is_kept_and_tried_ever_after(project: Path) -> None:
    assert unit_tests(project).returncode == 0, "the faults lie beyond the few games and cases of a quick run"
    found = fuzz(project, "--games", "6", "--cases", "400")
    assert found.returncode != 0
    assert "broken: tests/contracts/test_broken.py::test_broken_contract[duel-1003]" in found.stderr
    assert "1 games added to tests/contracts/kept_failures.txt" in found.stderr
    assert (project / "tests/contracts/kept_failures.txt").read_text() == "1003 duel\n"
    (kept,) = (project / "tests/geometry/kept_cases.txt").read_text().splitlines()
    number, name = kept.split()
    assert name == "test_broken_property"
    assert 1000 <= int(number) < 1400
    again = unit_tests(project)
    assert "test_broken_contract[duel-1003]" in again.stdout
    assert f"case {number} of test_broken_property" in again.stdout


def test_a_run_without_a_fault_keeps_nothing_and_says_so(project: Path) -> None:
    found = fuzz(project, "--games", "2", "--cases", "0")
    assert found.returncode == 0, found.stderr
    assert "2 games of every rulebook: 0 contracts broken." in found.stdout
    assert not (project / "tests/contracts/kept_failures.txt").exists()
