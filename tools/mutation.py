"""Small ways to break a rule: where a clause is decided, and every change there that a test of the clause should notice.

A clause is decided where the code cites its id, literally or by the name of a constant: in the class that bears it, in the
function if it cites no other clause, else in the branch or the statement around the citation, or in the entry of a table. What only
tells (log lines, refusals, labels) or only helps odds along is left alone.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

TELLING: Final = ("note", "Refused", "Option", "Modifier", "DiceShown", "isinstance", "Lot")
"""Calls whose arguments are words for people, or types."""
SHOWING: Final = ("note", "DiceShown", "Refused")
"""Calls that only show: what is worked out for them alone is left alone too."""
FOR_ODDS: Final = ("heard", "usual", "alike", "is_attack", "is_purchase")
"""Attributes that only odds and logs read: what hangs on them changes no game."""
FOR_ODDS_ALONE: Final = ("kinds",)
"""Arguments that only odds read: which faces of a die come to the same."""
ASSERTING: Final = ("strict",)
"""Arguments that promise what holds anyway, like an assertion."""
APART: Final = ("table", "odds", "bot", "content")
"""Parts of a rulebook that decide no rule."""

ADVISING: Final = (
    "preview",
    "shown",
    "worth_rerolling",
    "may_fell_others",
    "told",
    "label",
    "snap",
    "propose",
    "sample",
    "area",
)
"""Functions that tell, weigh or suggest, and change no game."""

SHIFTED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


class Change:
    """One small break: the module, the function, class attribute or table it lies in, and how it reads before and after."""

    def __init__(self, path: Path, where: str, module: ast.Module, node: ast.AST, broken: ast.AST) -> None:
        self.path = path
        self.where = where
        self.module = module
        self.node = node
        self.broken = broken
        first = node.ifs[0] if isinstance(node, ast.comprehension) and node.ifs else node
        self.line = getattr(first, "lineno", 0)
        self.before = _told(node)
        self.after = _told(broken)
        self.twins = 0
        """How many changes of the same place read the same and stand before this one."""

    @property
    def text(self) -> str:
        twin = f" ({self.twins + 1})" if self.twins else ""
        return f"{self.path.name}:{self.where}: {self.before} -> {self.after}{twin}"

    @property
    def tree(self) -> ast.Module:
        """The whole module with the change made."""
        return _replaced(self.module, self.node, self.broken)

    @property
    def part(self) -> ast.Module:
        """As much of the changed module as has to be compiled: the changed function, class or table."""
        changed = self.tree.body
        differing = [new for new, old in zip(changed, self.module.body, strict=True) if new is not old]
        future = [node for node in changed if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
        return ast.Module(body=[*future, *differing], type_ignores=[])


def rule_files(package: Path) -> list[Path]:
    """The modules of a rulebook that say its rules."""
    return [
        path for path in sorted(package.rglob("*.py")) if not set(path.relative_to(package).parts[:-1]) & set(APART)
    ]


def changes_of(
    path: Path, clauses: set[str], wanted: set[str], names: dict[str, str] | None = None
) -> Iterator[tuple[str, Change]]:
    """Every change of a module, with the wanted clause that is decided there.

    `clauses` are all of the rulebook; `names` the constants of other modules that stand for one (see `constants`).
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known = {**(names or {}), **_named(tree.body, clauses, {})}
    for where, owner in _owners(tree, clauses):
        cited = _cited(owner, clauses, known)
        for clause in sorted(set(cited.values()) & wanted):
            seen: set[tuple[int, str]] = set()
            read: dict[str, int] = {}
            others = _others(owner, clause, cited) | _only_shown(owner)
            for place in _places(owner, clause, cited):
                changes = [*_changes_in(path, tree, where, place, others), *_left_out(path, tree, where, owner, place)]
                for change in changes:
                    if (id(change.node), change.before + change.after) not in seen:
                        seen.add((id(change.node), change.before + change.after))
                        yield clause, _numbered(change, read)


def changes_of_the_rest(path: Path, clauses: set[str], names: dict[str, str] | None = None) -> Iterator[Change]:
    """Every change in the functions of a module that cite no clause."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known = {**(names or {}), **_named(tree.body, clauses, {})}
    for where, owner in _owners(tree, clauses):
        if isinstance(owner, (ast.FunctionDef, ast.AsyncFunctionDef)) and not _cited(owner, clauses, known):
            read: dict[str, int] = {}
            for change in _changes_in(path, tree, where, owner):
                yield _numbered(change, read)


def _numbered(change: Change, read: dict[str, int]) -> Change:
    """Changes that read the same are told apart by their number."""
    text = change.text
    change.twins = read.get(text, 0)
    read[text] = change.twins + 1
    return change


def constants(package: Path, clauses: set[str]) -> dict[Path, dict[str, str]]:
    """The constants that stand for a clause in each module of a rulebook, its own and those it imports."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.rglob("*.py"))}
    own = {path: _named(tree.body, clauses, {}) for path, tree in trees.items()}
    by_stem: dict[str, dict[str, str]] = {}
    for path, named in own.items():
        by_stem.setdefault(path.stem, {}).update(named)
    found: dict[Path, dict[str, str]] = {}
    for path, tree in trees.items():
        found[path] = dict(own[path])
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                exported = by_stem.get((node.module or "").rpartition(".")[2], {})
                for name in node.names:
                    if name.name in exported:
                        found[path][name.asname or name.name] = exported[name.name]
    return found


# -- where a clause is decided ----------------------------------------------------------------------------------------------


def _owners(tree: ast.Module, clauses: set[str]) -> Iterator[tuple[str, ast.AST]]:
    """Functions, tables, and classes that bear a clause themselves, by name; methods of other classes are owners of their own."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.name not in ADVISING:
                yield node.name, node
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            if _is_table(node):
                yield ",".join(_names(node)), node
        elif isinstance(node, ast.ClassDef):
            if any(_names(part) == ["clause"] for part in node.body):
                yield node.name, node
            else:
                for part in node.body:
                    if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and part.name not in ADVISING:
                        yield f"{node.name}.{part.name}", part
                    elif _is_table(part):
                        yield f"{node.name}.{','.join(_names(part))}", part


def _is_table(node: ast.AST) -> bool:
    return isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, (ast.Dict, ast.Tuple, ast.List))


def _names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return [node.target.id] if isinstance(node.target, ast.Name) else []
    return [t.id for t in node.targets if isinstance(t, ast.Name)] if isinstance(node, ast.Assign) else []


def _named(body: list[ast.stmt], clauses: set[str], known: dict[str, str]) -> dict[str, str]:
    """The names that are set to a clause here."""
    found: dict[str, str] = {}
    for node in body:
        value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value in clauses:
            found.update(dict.fromkeys(_names(node), value.value))
        elif isinstance(node, ast.ClassDef):
            found.update({f"self.{name}": clause for name, clause in _named(node.body, clauses, known).items()})
    return found


def _cited(owner: ast.AST, clauses: set[str], names: dict[str, str]) -> dict[int, str]:
    """The clauses cited in a function, class or table, by the node that cites them."""
    found: dict[int, str] = {}
    for node in ast.walk(owner):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in clauses:
            found[id(node)] = node.value
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
            found[id(node)] = names[node.id]
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in ("self", "cls")
            and node.attr != "clause"
            and f"self.{node.attr}" in names
        ):
            found[id(node)] = names[f"self.{node.attr}"]
    return found


def _places(owner: ast.AST, clause: str, cited: dict[int, str]) -> list[ast.AST]:
    paths = _paths_to(owner, [key for key, name in cited.items() if name == clause])
    if _is_table(owner):
        return _entries(paths)
    if set(cited.values()) == {clause}:
        return [owner]
    found: list[ast.AST] = []
    for path in paths:
        if isinstance(owner, ast.ClassDef) and _names(path[1]) == ["clause"]:
            return [owner]
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


def _others(owner: ast.AST, clause: str, cited: dict[int, str]) -> set[int]:
    """Places of other clauses that do not cite this one: what is broken there is for the tests of those."""
    if _is_table(owner):
        return set()
    found: set[int] = set()
    for other in set(cited.values()) - {clause}:
        for place in _places(owner, other, cited):
            if clause not in {cited[id(node)] for node in ast.walk(place) if id(node) in cited}:
                found.add(id(place))
    return found


def _entries(paths: Iterator[tuple[ast.AST, ...]]) -> list[ast.AST]:
    """The innermost entry of a table around each citation that says more than the citation."""
    found: list[ast.AST] = []
    for path in paths:
        rows = [node for node in path[:-1] if isinstance(node, (ast.Tuple, ast.List, ast.Call))]
        if rows and rows[-1] not in found:
            found.append(rows[-1])
    return found


def _paths_to(node: ast.AST, wanted: list[int], above: tuple[ast.AST, ...] = ()) -> Iterator[tuple[ast.AST, ...]]:
    here = (*above, node)
    if id(node) in wanted:
        yield here
    for child in ast.iter_child_nodes(node):
        yield from _paths_to(child, wanted, here)


# -- small breaks -----------------------------------------------------------------------------------------------------------


def _changes_in(
    path: Path, tree: ast.Module, where: str, place: ast.AST, others: set[int] | None = None
) -> Iterator[Change]:
    # an `else` or `elif` behind the branch that cites the clause is another rule
    here = _with(place, orelse=[]) if isinstance(place, ast.If) and place.orelse else place
    for node, name in _breakable(here, where, others or set()):
        if node is here:
            node = place
        for broken in _broken(node):
            yield Change(path, name, tree, node, broken)


def _left_out(path: Path, tree: ast.Module, where: str, table: ast.AST, entry: ast.AST) -> Iterator[Change]:
    """A table without one of its entries."""
    for node in ast.walk(table) if _is_table(table) else ():
        if isinstance(node, (ast.Tuple, ast.List)) and entry in node.elts:
            change = Change(
                path, where, tree, node, _with(node, elts=[part for part in node.elts if part is not entry])
            )
            change.before, change.after = _told(entry), "nothing"
            yield change


def _breakable(node: ast.AST, where: str, others: set[int]) -> Iterator[tuple[ast.AST, str]]:
    """Every node worth breaking, and the function or attribute it lies in; not the places of other clauses."""
    if id(node) in others:
        for part in node.orelse if isinstance(node, ast.If) else ():
            yield from _breakable(part, where, others)
        return
    if isinstance(node, (ast.Assert, ast.Raise, ast.JoinedStr, ast.arguments)) or _only_tells(node) or _for_odds(node):
        return
    if (isinstance(node, ast.FunctionDef) and node.name in ADVISING) or _chooses_words(node):
        return
    yield node, where
    for child in ast.iter_child_nodes(node):
        inside = where
        if isinstance(node, ast.ClassDef):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                inside = f"{where}.{child.name}"
            elif isinstance(child, (ast.Assign, ast.AnnAssign)):
                inside = f"{where}.{','.join(_names(child))}"
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and (
            child in node.decorator_list or child is node.returns
        ):
            continue
        if isinstance(node, ast.AnnAssign) and child is node.annotation:
            continue
        yield from _breakable(child, inside, others)


def _only_tells(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    call = node.value if isinstance(node, ast.Expr) else node
    return isinstance(call, ast.Call) and _called(call) in TELLING


def _chooses_words(node: ast.AST) -> bool:
    """`"1 point" if points == 1 else f"{points} points"`: words for people, told by their blanks."""
    if not isinstance(node, ast.IfExp):
        return False
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and " " in str(part.value))
        for part in (node.body, node.orelse)
    )


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _for_odds(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg in (*FOR_ODDS_ALONE, *ASSERTING)
    if isinstance(node, (ast.If, ast.IfExp)):
        return any(isinstance(part, ast.Attribute) and part.attr in FOR_ODDS for part in ast.walk(node.test))
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Attribute) and target.attr in FOR_ODDS for target in node.targets)
    return False


def _only_shown(function: ast.AST) -> set[int]:
    """The statements of a function that set a name which only odds, log lines and the dice on the table read."""
    read: dict[str, int] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            read[node.id] = read.get(node.id, 0) + 1
    shown: set[int] = set()
    for node in ast.walk(function):
        for_odds = isinstance(node, ast.keyword) and node.arg in FOR_ODDS_ALONE
        if for_odds or (isinstance(node, ast.Call) and _called(node) in SHOWING):
            shown.update(id(part) for part in ast.walk(node) if isinstance(part, ast.Name))
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and id(node) in shown and isinstance(node.ctx, ast.Load):
            read[node.id] -= 1
    names = {name for name, count in read.items() if not count}
    return {
        id(node)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and all(isinstance(t, ast.Name) and t.id in names for t in node.targets)
    }


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
    twin: ast.AST = copy.copy(node)
    for name, value in changed.items():
        setattr(twin, name, value)
    return twin


def _replaced(tree: ast.Module, node: ast.AST, broken: ast.AST) -> ast.Module:
    """The module with one node exchanged; the rest is shared."""

    line = getattr(node, "lineno", 0)

    def exchanged(here: Any) -> Any:
        if here is node:
            return ast.copy_location(broken, node) if hasattr(node, "lineno") else broken
        if isinstance(here, list):
            parts = [exchanged(part) for part in here]
            return here if all(a is b for a, b in zip(parts, here, strict=True)) else parts
        if not isinstance(here, ast.AST):
            return here
        if line and isinstance(here, ast.stmt) and not here.lineno - 40 <= line <= (here.end_lineno or line):
            return here  # decorators stand above the line of their function
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
