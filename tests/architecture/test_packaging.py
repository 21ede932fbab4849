"""What is installed is what the project says: rulebooks, commands, data files, locked packages with their reasons."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGE, ROOT
from vanguard.core.rulebook import load_rulebook, registered

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RULEBOOKS: dict[str, str] = PROJECT["entry-points"]["vanguard.rulebooks"]


def _package(requirement: str) -> str:
    """`uvloop` of `uvloop>=0.21; sys_platform != 'win32'`, spelled as lock files spell it."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def test_every_rulebook_of_the_house_is_registered() -> None:
    here = {catalogue.parent.name for catalogue in (PACKAGE / "rulebooks").glob("*/clauses.yaml")}
    assert set(RULEBOOKS) == here
    assert set(RULEBOOKS) <= set(registered())


@pytest.mark.parametrize("name", sorted(RULEBOOKS))
def test_every_registered_rulebook_loads_under_its_name(name: str) -> None:
    rulebook = load_rulebook(name)
    assert rulebook.name == name
    assert rulebook.version
    assert rulebook.title
    assert rulebook.summary


def test_a_built_package_has_everything_it_needs_to_play(tmp_path: Path) -> None:
    """Catalogues and content travel with the wheel."""
    project = tmp_path / "project"
    shutil.copytree(ROOT / "src", project / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, project)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"]
    done = subprocess.run(
        [*command, str(tmp_path), str(project)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    [wheel] = tmp_path.glob("vanguard-*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    needed = [file for suffix in ("*.py", "*.yaml", "*.toml") for file in PACKAGE.rglob(suffix)]
    missing = [name for file in needed if (name := file.relative_to(ROOT / "src").as_posix()) not in packed]
    assert missing == []


@pytest.mark.parametrize("lock", ["run", "test"])
def test_everything_needed_is_locked_with_hashes(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.lock").read_text(encoding="utf-8")
    pinned = re.findall(r"^([\w.-]+)==\S+[^\n]*\\\n\s+--hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)
    assert len(pinned) == len(re.findall(r"^[\w.-]+==", text, re.MULTILINE))
    extras = PROJECT["optional-dependencies"]
    needed = PROJECT["dependencies"] + extras["build"] + (extras["test"] if lock == "test" else [])
    assert {_package(requirement) for requirement in needed} <= set(pinned)


def test_every_dependency_has_its_reason() -> None:
    reasons = (ROOT / "docs" / "decisions" / "0002-dependencies.md").read_text(encoding="utf-8").lower()
    needed = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["test"]
    known_by_other_names = {"types-pyyaml": "pyyaml", "mypy-extensions": "mypy_extensions"}
    names = [known_by_other_names.get(_package(requirement), _package(requirement)) for requirement in needed]
    assert [name for name in names if name not in reasons] == []
