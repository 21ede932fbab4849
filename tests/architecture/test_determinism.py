"""The engine plays the same game everywhere: no clock, no stray randomness, nothing that depends on a hash seed."""

import ast
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGE, imports_of, modules, shown, tree_of

ENGINE = ("core", "geometry", "rulebooks")
FORBIDDEN = {
    "random",
    "secrets",
    "time",
    "datetime",
    "uuid",
    "os",
    "threading",
    "asyncio",
    "multiprocessing",
    "numpy",
    "locale",
}
ALLOWED = {
    ("core/minds.py", "random"): "a bot is handed the generator of its own seed; no rule sees it",
    ("core/rulebook.py", "os"): "an environment variable may name rulebooks under development; no rule reads it",
}


def _is_a_bot(module: Path) -> bool:
    """A rulebook's own bot plays the game and is no part of its rules; its chance comes from its seed."""
    inside = module.relative_to(PACKAGE).parts
    return inside[0] == "rulebooks" and "bot" in inside[:-1]


def _inside(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("part", ENGINE)
def test_the_engine_imports_no_clock_and_no_randomness(part: str) -> None:
    wrong = [
        f"{shown(module)}:{line} imports {name}"
        for module in modules(part)
        for line, name in imports_of(module)
        if name.split(".")[0] in FORBIDDEN - ({"random"} if _is_a_bot(module) else set())
        and (_inside(module), name.split(".")[0]) not in ALLOWED
    ]
    assert wrong == []


def test_every_exception_is_still_needed() -> None:
    used = {(_inside(module), name.split(".")[0]) for module in modules(*ENGINE) for _, name in imports_of(module)}
    assert not set(ALLOWED) - used


def _is_set(node: ast.expr) -> bool:
    if isinstance(node, (ast.Set, ast.SetComp)):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")


@pytest.mark.parametrize("part", ENGINE)
def test_no_loop_follows_the_order_of_a_set(part: str) -> None:
    wrong: list[str] = []
    for module in modules(part):
        for node in ast.walk(tree_of(module)):
            if isinstance(node, (ast.For, ast.comprehension)) and _is_set(node.iter):
                wrong.append(f"{shown(module)}:{node.iter.lineno} goes through a set; sort it first")
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("list", "tuple") and node.args and _is_set(node.args[0]):
                wrong.append(f"{shown(module)}:{node.lineno} makes a {node.func.id} of a set; sort it")
    assert wrong == []


@pytest.mark.parametrize("part", ENGINE)
def test_no_decision_hangs_on_hash_or_identity(part: str) -> None:
    """`hash` of a text differs from process to process and `id` from run to run; `__hash__` itself may use it."""
    wrong: list[str] = []
    for module in modules(part):
        hashing = [
            range(node.lineno, (node.end_lineno or node.lineno) + 1)
            for node in ast.walk(tree_of(module))
            if isinstance(node, ast.FunctionDef) and node.name == "__hash__"
        ]
        for node in ast.walk(tree_of(module)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("hash", "id") and not any(node.lineno in lines for lines in hashing):
                wrong.append(f"{shown(module)}:{node.lineno} calls {node.func.id}()")
    assert wrong == []
