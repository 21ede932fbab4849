"""Small ways to break a rule: where a clause is decided, and every change there that a test of the clause should notice.

A clause is decided where the code cites its id: in the class that bears it, in the function if it cites no other clause, else
in the branch or the statement around the citation. What only tells (log lines, refusals, labels) or only helps odds along is left
alone.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

TELLING: Final = ("note", "Refused", "Option", "Modifier", "DiceShown", "isinstance", "Lot")
"""Calls whose arguments are words for people, or types."""
FOR_ODDS: Final = ("silent", "heard", "meeting", "foretells", "worthwhile", "obvious", "alike", "ahead")
"""Attributes that only odds and logs read: what hangs on them changes no game."""
APART: Final = ("table", "odds", "bot", "content")
"""Parts of a rulebook that decide no rule."""

ADVISING: Final = ("preview", "worth_rerolling", "may_fell_others", "told", "label")
"""Functions that tell or weigh, and change no game."""

SHIFTED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


class Change:
    """One small break: the module, the function or class attribute it lies in, and how it reads before and after."""

    def __init__(self, path: Path, where: str, line: int, before: str, after: str, tree: ast.Module) -> None:
        self.path = path
        self.where = where
        self.line = line
        self.before = before
        self.after = after
        self.tree = tree
        """The whole module with the change made."""

    @property
    def text(self) -> str:
        return f"{self.path.name}:{self.where}: {self.before} -> {self.after}"


def rule_files(package: Path) -> list[Path]:
    """The modules of a rulebook that say its rules."""
    return [
        path for path in sorted(package.rglob("*.py")) if not set(path.relative_to(package).parts[:-1]) & set(APART)
    ]


def changes_of(path: Path, clauses: set[str], wanted: set[str]) -> Iterator[tuple[str, Change]]:
    """Every change of a module, with the wanted clause that is decided there; `clauses` are all of the rulebook."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    seen: set[tuple[str, str]] = set()
    for where, owner in _owners(tree):
        cited = _cited(owner, clauses)
        for clause in sorted(set(cited.values()) & wanted):
            for place in _places(owner, clause, cited):
                for change in _changes_in(path, tree, where, place):
                    if (clause, change.text) not in seen:
                        seen.add((clause, change.text))
                        yield clause, change


# -- where a clause is decided ----------------------------------------------------------------------------------------------


def _owners(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Functions, and classes that bear a clause themselves, by name; methods of other classes are owners of their own."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            if any(isinstance(part, ast.Assign) and _names(part) == ["clause"] for part in node.body):
                yield node.name, node
            else:
                for part in node.body:
                    if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and part.name not in ADVISING:
                        yield f"{node.name}.{part.name}", part


def _names(assign: ast.Assign) -> list[str]:
    return [target.id for target in assign.targets if isinstance(target, ast.Name)]


def _cited(owner: ast.AST, clauses: set[str]) -> dict[int, str]:
    """The clauses cited in a function or class, by the node that cites them."""
    return {
        id(node): node.value
        for node in ast.walk(owner)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in clauses
    }


def _places(owner: ast.AST, clause: str, cited: dict[int, str]) -> list[ast.AST]:
    if set(cited.values()) == {clause}:
        return [owner]
    found: list[ast.AST] = []
    for path in _paths_to(owner, [key for key, name in cited.items() if name == clause]):
        branches = [node for node in path if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.comprehension))]
        statements = [node for node in path if isinstance(node, ast.stmt) and node is not owner]
        methods = [
            node for node in path if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node is not owner
        ]
        place = branches[-1] if branches else statements[-1] if statements else None
        if isinstance(owner, ast.ClassDef) and not branches and methods:
            place = methods[-1]
        if place is not None and place not in found:
            found.append(place)
    return found


def _paths_to(node: ast.AST, wanted: list[int], above: tuple[ast.AST, ...] = ()) -> Iterator[tuple[ast.AST, ...]]:
    here = (*above, node)
    if id(node) in wanted:
        yield here
    for child in ast.iter_child_nodes(node):
        yield from _paths_to(child, wanted, here)


# -- small breaks -----------------------------------------------------------------------------------------------------------


def _changes_in(path: Path, tree: ast.Module, where: str, place: ast.AST) -> Iterator[Change]:
    # an `else` or `elif` behind the branch that cites the clause is another rule
    here = _with(place, orelse=[]) if isinstance(place, ast.If) and place.orelse else place
    for node, name in _breakable(here, where):
        if node is here:
            node = place
        for broken in _broken(node):
            twin = _replaced(tree, node, broken)
            before, after = _told(node), _told(broken)
            yield Change(path, name, getattr(node, "lineno", 0), before, after, twin)


def _breakable(node: ast.AST, where: str) -> Iterator[tuple[ast.AST, str]]:
    """Every node worth breaking, and the function or attribute it lies in."""
    if isinstance(node, (ast.Assert, ast.Raise, ast.JoinedStr, ast.arguments)) or _only_tells(node) or _for_odds(node):
        return
    if isinstance(node, ast.FunctionDef) and node.name in ADVISING:
        return
    yield node, where
    for child in ast.iter_child_nodes(node):
        inside = where
        if isinstance(node, ast.ClassDef):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                inside = f"{where}.{child.name}"
            elif isinstance(child, ast.Assign):
                inside = f"{where}.{','.join(_names(child))}"
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and (
            child in node.decorator_list or child is node.returns
        ):
            continue
        if isinstance(node, ast.AnnAssign) and child is node.annotation:
            continue
        yield from _breakable(child, inside)


def _only_tells(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    call = node.value if isinstance(node, ast.Expr) else node
    if isinstance(call, ast.Call):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        return name in TELLING
    return False


def _for_odds(node: ast.AST) -> bool:
    if isinstance(node, (ast.If, ast.IfExp)):
        return any(isinstance(part, ast.Attribute) and part.attr in FOR_ODDS for part in ast.walk(node.test))
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Attribute) and target.attr in FOR_ODDS for target in node.targets)
    return False


def _broken(node: ast.AST) -> Iterator[ast.AST]:
    """The node in every usual small way wrong."""
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        if isinstance(node, ast.If) and not node.orelse:
            yield ast.Pass()
    elif isinstance(node, ast.comprehension):
        for i, test in enumerate(node.ifs):
            yield _with(node, ifs=[*node.ifs[:i], ast.UnaryOp(ast.Not(), test), *node.ifs[i + 1 :]])
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield _with(node, ops=[SHIFTED[type(node.ops[0])]()])
    elif isinstance(node, ast.BoolOp):
        for i in range(len(node.values)):
            left = [*node.values[:i], *node.values[i + 1 :]]
            yield left[0] if len(left) == 1 else _with(node, values=left)
    elif _adds(node):
        yield _with(node, op=ast.Sub() if isinstance(node.op, ast.Add) else ast.Add())  # type: ignore[attr-defined]
    elif _changes_state(node):
        yield ast.Pass()
    elif isinstance(node, ast.Constant):
        yield from _broken_constant(node.value)


def _adds(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp) and _is_text(node):
        return False
    return isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, (ast.Add, ast.Sub))


def _changes_state(node: ast.AST) -> bool:
    """A call made for what it does, or something set."""
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute) for target in node.targets)
    return isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Await))


def _broken_constant(value: Any) -> Iterator[ast.AST]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, (int, float)):
        yield ast.Constant(value + 1)
        yield ast.Constant(value - 1)


def _is_text(node: ast.AST) -> bool:
    return any(
        isinstance(part, ast.JoinedStr) or isinstance(getattr(part, "value", None), str) for part in ast.walk(node)
    )


def _with(node: Any, **changed: Any) -> ast.AST:
    twin = copy.copy(node)
    for name, value in changed.items():
        setattr(twin, name, value)
    return twin


def _replaced(tree: ast.Module, node: ast.AST, broken: ast.AST) -> ast.Module:
    """The module with one node exchanged; the rest is shared."""

    def exchanged(here: Any) -> Any:
        if here is node:
            return ast.copy_location(broken, node) if hasattr(node, "lineno") else broken
        if isinstance(here, list):
            parts = [exchanged(part) for part in here]
            return here if all(a is b for a, b in zip(parts, here, strict=True)) else parts
        if not isinstance(here, ast.AST):
            return here
        for name, value in ast.iter_fields(here):
            found = exchanged(value)
            if found is not value:
                return _with(here, **{name: found})
        return here

    twin = exchanged(tree)
    assert isinstance(twin, ast.Module)
    return ast.fix_missing_locations(twin)


def _told(node: ast.AST) -> str:
    """In one short line."""
    if isinstance(node, ast.Pass):
        return "nothing"
    if isinstance(node, (ast.If, ast.While)):
        return f"if {ast.unparse(ast.fix_missing_locations(copy.deepcopy(node.test)))}: …"[:110]
    if isinstance(node, ast.comprehension):
        return " ".join(["if " + ast.unparse(test) for test in node.ifs])[:110]
    return " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())[:110]
