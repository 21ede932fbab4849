"""Every clause that a rulebook's code or content cites is in its catalogue."""

import ast
import inspect
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.architecture.source import PACKAGE, shown, tree_of
from vanguard.core import questions, refusals, rulebook, state
from vanguard.core.armies import rosters
from vanguard.core.clauses import FILE_NAME, read_catalogue
from vanguard.core.telling import events

RULEBOOKS = sorted(file.parent for file in (PACKAGE / "rulebooks").glob(f"*/{FILE_NAME}"))


def _clause_positions() -> dict[str, int]:
    """Where each constructor of the core takes its clause, so that positional arguments are found too."""
    found: dict[str, int] = {}
    places: list[ModuleType] = [events, questions, refusals, rosters, rulebook]
    for place in places:
        for name, thing in vars(place).items():
            if inspect.isclass(thing) and thing.__module__ == place.__name__ and "__init__" in vars(thing):
                parameters = list(inspect.signature(thing).parameters)
                if "clause" in parameters:
                    found[name] = parameters.index("clause")
    found["note"] = list(inspect.signature(state.State.note).parameters).index("clause") - 1
    return found


POSITIONS = _clause_positions()


def _texts(node: ast.expr) -> Iterator[ast.Constant]:
    """The texts a clause argument can turn out to be: itself, either side of a choice, any member of a list."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        for element in node.elts:
            yield from _texts(element)
    elif isinstance(node, (ast.Dict, ast.BoolOp)):
        for value in node.values:
            yield from _texts(value)


def cited_in_code(module: Path) -> Iterator[tuple[int, str]]:
    """Every clause written in a module: `clause=` anywhere, the clause of a core class, names that speak of clauses."""
    for node in ast.walk(tree_of(module)):
        for expression in _clause_expressions(node):
            for text in _texts(expression):
                yield text.lineno, str(text.value)


def _clause_expressions(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Call):
        yield from (keyword.value for keyword in node.keywords if keyword.arg in ("clause", "clauses"))
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        position = POSITIONS.get(name, len(node.args))
        if position < len(node.args):
            yield node.args[position]
    elif isinstance(node, ast.Assign):
        names = [target.id if isinstance(target, ast.Name) else getattr(target, "attr", "") for target in node.targets]
        if any(name.casefold() in ("clause", "clauses") or name.endswith("_CLAUSE") for name in names):
            yield node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        name = node.target.id if isinstance(node.target, ast.Name) else getattr(node.target, "attr", "")
        if name.casefold() in ("clause", "clauses") or name.endswith("_CLAUSE"):
            yield node.value
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        named = [*node.args.posonlyargs, *node.args.args][::-1]
        pairs = list(zip(named, node.args.defaults[::-1], strict=False))
        pairs += [
            (name, value) for name, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if value
        ]
        yield from (value for name, value in pairs if name.arg == "clause")


def cited_in_content(table: Any) -> Iterator[str]:
    """Every `clause = "…"` of a content file, however deep."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key == "clause" and isinstance(value, str):
                yield value
            else:
                yield from cited_in_content(value)
    elif isinstance(table, list):
        for value in table:
            yield from cited_in_content(value)


def _unknown(catalogue_file: Path, cited: list[tuple[str, str]]) -> list[str]:
    catalogue = read_catalogue(catalogue_file)
    return [
        f"{place} cites {clause}; did you mean {catalogue.meant_by(clause) or 'another'}?"
        for place, clause in cited
        if clause not in catalogue
    ]


@pytest.mark.parametrize("package", RULEBOOKS, ids=lambda package: package.name)
def test_every_clause_cited_in_code_is_in_the_catalogue(package: Path) -> None:
    cited = [
        (f"{shown(module)}:{line}", clause)
        for module in sorted(package.rglob("*.py"))
        for line, clause in cited_in_code(module)
    ]
    assert _unknown(package / FILE_NAME, cited) == []


@pytest.mark.parametrize("package", RULEBOOKS, ids=lambda package: package.name)
def test_every_clause_cited_in_content_is_in_the_catalogue(package: Path) -> None:
    cited = [
        (shown(file), clause)
        for file in sorted(package.rglob("*.toml"))
        for clause in cited_in_content(tomllib.loads(file.read_text(encoding="utf-8")))
    ]
    assert _unknown(package / FILE_NAME, cited) == []


def test_the_scan_sees_clauses_however_they_are_written(tmp_path: Path) -> None:
    module = tmp_path / "chapter.py"
    module.write_text(
        "\n".join(
            [
                'CLAUSES = ("a.one", "a.two")',
                "LONG_CLAUSE = 'a.three'",
                "def f(x, clause='a.four'): ...",
                "raise Refused('no', 'a.five')",
                "Modifier(-1, 'far', clause='a.six' if x else 'a.seven')",
                "battle.note('hit', 'a.eight', name=1)",
                "messages = {'a.not-a-clause': 'text'}",
            ]
        ),
        encoding="utf-8",
    )
    assert sorted(clause for _, clause in cited_in_code(module)) == sorted(
        ["a.one", "a.two", "a.three", "a.four", "a.five", "a.six", "a.seven", "a.eight"]
    )
