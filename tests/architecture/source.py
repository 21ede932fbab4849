"""The project's own files, as the architecture tests read them."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "vanguard"
NOT_OURS = {".git", ".venv", "node_modules", "build", "dist", "static", "__pycache__"}


def modules(*parts: str) -> list[Path]:
    """The modules of these parts of the house (`core`, `geometry`), or of all of it."""
    places = [PACKAGE / part for part in parts] or [PACKAGE]
    return sorted(module for place in places for module in place.rglob("*.py"))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def layer_of(module: Path) -> str:
    """`core` for src/vanguard/core/dice.py; a module at the top belongs to the command line."""
    inside = module.relative_to(PACKAGE).parts
    return inside[0] if len(inside) > 1 else "cli"


@cache
def tree_of(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"), str(module))


def imports_of(module: Path) -> Iterator[tuple[int, str]]:
    """Every name a module imports, at the top or inside a function, with its line."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


@cache
def tracked_files() -> tuple[Path, ...]:
    """What is kept in the project; in an export without history, everything that is not built."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode == 0 and listed.stdout:
        found = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        found = [path for path in ROOT.rglob("*") if not NOT_OURS & set(path.relative_to(ROOT).parts)]
    return tuple(sorted(path for path in found if path.is_file()))


def text_of(path: Path) -> str:
    """The text of a file; nothing for pictures and the like."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""
