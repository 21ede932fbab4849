"""The engine plays the same games in any process, under any hash seed, plain or compiled."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.architecture.source import PACKAGE, ROOT, modules, shown
from tools.compile_engine import KEEPS_PLAIN, STAY_PLAIN, clean, compiled_files, engine_modules, reason_to_stay_plain

DUEL = "duel=tests.kit.duel:rulebook"


def _run(*command: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _digests(*arguments: str, source: Path = ROOT / "src", seed: str = "0") -> dict[str, Any]:
    path = os.pathsep.join([str(source), str(ROOT)])
    told = _run(
        "tools/one_digest.py", "--json", *arguments, PYTHONPATH=path, PYTHONHASHSEED=seed, VANGUARD_RULEBOOKS=DUEL
    )
    found: dict[str, Any] = json.loads(told)
    return found


def test_every_rulebook_plays_the_same_game_under_another_hash_seed() -> None:
    few = ("--games", "1", "--decisions", "150", "--attacks", "2")
    first, second = _digests(*few, seed="1"), _digests(*few, seed="2")
    assert first["digests"] == second["digests"]
    assert "duel" in first["digests"]


def test_the_compiled_core_plays_the_same_games_as_the_plain_one(tmp_path: Path) -> None:
    """The core alone is compiled here, as quickly as it can be: what the same source means is settled before the C compiler
    makes it fast. `make fast` compiles all and compares every rulebook.
    """
    copy = tmp_path / "project"
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static")
    shutil.copytree(ROOT / "src", copy / "src", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", copy)
    command = ("compile", "--root", str(copy), "--parts", "core", "--level", "0")
    _run("tools/compile_engine.py", *command, PYTHONPATH=str(copy / "src"))
    compiled = _digests("duel", "--games", "10", "--attacks", "0", source=copy / "src")
    assert compiled["compiled"]
    assert clean(copy) > 5
    plain = _digests("duel", "--games", "10", "--attacks", "0", source=copy / "src")
    assert not plain["compiled"]
    assert plain["digests"] == compiled["digests"]
    assert compiled_files(copy) == []


def test_the_engine_is_compiled_but_for_modules_with_a_reason() -> None:
    compiled = engine_modules(ROOT)
    left_out = {
        module.relative_to(PACKAGE).as_posix(): reason_to_stay_plain(module, PACKAGE)
        for module in modules("core", "geometry", "rulebooks")
        if module not in compiled and module.name != "__init__.py"
    }
    assert all(left_out.values())
    assert set(STAY_PLAIN.values()) <= set(left_out.values()), "no rule without a module it holds for"
    assert PACKAGE / "core" / "game.py" in compiled


def test_what_stays_plain_is_loading_not_playing() -> None:
    """A rulebook keeps its content loading apart, so that its chapters compile."""
    for module in modules("rulebooks"):
        told = reason_to_stay_plain(module, PACKAGE)
        assert told == "" or told in {*KEEPS_PLAIN.values(), *STAY_PLAIN.values()}, shown(module)
