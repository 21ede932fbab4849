"""Trying broken rules: each in a forked process in which everything is loaded already, by the tests that should notice.

Which test runs which function is found out once and kept in build/mutants until the tests or the rules change.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import hashlib
import io
import json
import os
import resource
import signal
import sys
import time
import types
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tools.mutation import Change

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "mutants"
LEAST_SECONDS: Final = 4
SO_MUCH_LONGER: Final = 5
"""A change that makes the tests need so many times their processor time counts as noticed."""
CANNOT: Final = 3
"""A change that cannot be made in running modules."""
KILLED, SURVIVED, TIMED_OUT = "killed", "survived", "timed out"


class Mutant:
    """A change, the clause whose tests should notice it (or none: then whichever run the function), and what became of it."""

    def __init__(self, clause: str, change: Change) -> None:
        self.clause = clause
        self.change = change
        self.fate = ""
        self.reason = ""
        """Why nobody could notice it."""
        self.noticed_by: list[str] = []
        """Tests that do not claim the clause and notice the change all the same."""

    @property
    def key(self) -> str:
        return f"{self.clause} | {self.change.text}"


# -- making a change in the running modules ---------------------------------------------------------------------------------


def apply(change: Change) -> bool:
    """Exchange the code of the function, the class attribute or the table; False if it cannot be done from outside."""
    module = next((m for m in list(sys.modules.values()) if getattr(m, "__file__", None) == str(change.path)), None)
    if module is None:
        return False
    code = compile(change.part, str(change.path), "exec")
    names = change.where.split(".")
    found = _code_of(code, names)
    target: Any = module
    for name in names[:-1]:
        target = vars(target)[name]
    holder = vars(target)
    if found is not None:
        function = _function(holder.get(names[-1]))
        if function is None or function.__code__.co_freevars != found.co_freevars:
            return False
        function.__code__ = found
        return True
    fresh = dict(vars(module))
    with contextlib.suppress(Exception):
        exec(code, fresh)
        for name in names[-1].split(","):
            if isinstance(target, type):  # an attribute of a class: made anew beside the real one
                setattr(target, name, vars(fresh[names[0]])[name])
            else:
                _exchange(holder[name], fresh[name])
        return True
    return False


def _exchange(old: Any, new: Any) -> None:
    """A constant in every module that knows it."""
    for module in list(sys.modules.values()):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if value is old:
                setattr(module, name, new)


def _code_of(code: types.CodeType, names: list[str]) -> types.CodeType | None:
    for name in names:
        inner = [part for part in code.co_consts if isinstance(part, types.CodeType) and part.co_name == name]
        if not inner:
            return None
        code = inner[-1]
    return code


def _function(found: Any) -> types.FunctionType | None:
    if isinstance(found, (staticmethod, classmethod)):
        found = found.__func__
    if isinstance(found, property):
        found = found.fget
    found = getattr(found, "__wrapped__", found)
    return found if isinstance(found, types.FunctionType) else None


# -- which test runs what ----------------------------------------------------------------------------------------------------


class Seen:
    """What one test needs and runs, as it was when it was looked at."""

    def __init__(self, passed: bool, seconds: float, functions: list[str]) -> None:
        self.passed = passed
        self.seconds = seconds
        self.functions = frozenset(functions)


def place_of(change: Change, package: Path) -> str:
    return f"{change.path.relative_to(package)}:{change.where}"


def _watched(package: Path, do: Callable[[], None]) -> list[str]:
    """Run this and tell which functions of the package were called."""
    called: set[types.CodeType] = set()
    add = called.add

    def trace(frame: types.FrameType, event: str, arg: object) -> None:
        add(frame.f_code)

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    finally:
        sys.settrace(before)
    inside = str(package) + os.sep
    return sorted(
        {
            f"{code.co_filename[len(inside) :]}:{code.co_qualname.partition('.<locals>')[0]}"
            for code in called
            if code.co_filename.startswith(inside)
        }
    )


def _digest(paths: list[Path]) -> str:
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()


def _sources(path: Path) -> dict[str, str]:
    """What each test of a file depends on there: itself, and whatever is no test. What it claims is no matter."""
    tree = ast.parse(path.read_bytes())
    tests = [part for part in tree.body if isinstance(part, ast.FunctionDef) and part.name.startswith("test_")]
    shared = "".join([ast.unparse(part) for part in tree.body if part not in tests])
    found: dict[str, str] = {}
    for test in tests:
        test.decorator_list = [mark for mark in test.decorator_list if not ast.unparse(mark).startswith("proves(")]
        found[test.name] = hashlib.sha256((shared + ast.unparse(test)).encode()).hexdigest()
    return found


# -- running the tests that claim a clause -----------------------------------------------------------------------------------


class Runner:
    """A pytest plugin that runs the mutants instead of the tests."""

    def __init__(self, rulebook: str, package: Path, mutants: list[Mutant], suggest: bool = False) -> None:
        self.rulebook = rulebook
        self.package = package
        self.mutants = mutants
        self.suggest = suggest
        self.items: dict[str, pytest.Item] = {}
        self.claims: dict[str, list[str]] = {}
        self.seen: dict[str, Seen] = {}
        self.kills: Counter[str] = Counter()
        self.unclaimed: set[str] = set()
        self.unsound: set[str] = set()
        """Tests that fail already."""
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        for name, item in self.items.items():
            for mark in item.iter_markers("proves"):
                if mark.args[0] == self.rulebook:
                    for clause in mark.args[1:]:
                        self.claims.setdefault(clause, []).append(name)
        gc.collect()
        gc.freeze()
        claimed = {name for mutant in self.mutants for name in self.claims.get(mutant.clause, [])}
        self._look(set(self.items) if self.suggest or self._any_clause() else claimed)
        self.unsound = {name for name, seen in self.seen.items() if not seen.passed}
        self.unclaimed = {m.clause for m in self.mutants if m.clause and m.clause not in self.claims}
        wanted = [mutant for mutant in self.mutants if self._tests_of(mutant)]
        for mutant in self.mutants:
            if not mutant.clause and not self._tests_of(mutant):
                mutant.fate = SURVIVED  # no test runs it
        for mutant, fate, told in self._tried([(m, self._tests_of) for m in wanted]):
            mutant.fate = fate
            if fate == KILLED:
                self.kills.update(told)
        if self.suggest:
            survivors = [m for m in wanted if m.fate == SURVIVED]
            for mutant, _, told in self._tried([(m, self._others_of) for m in survivors if self._others_of(m)]):
                mutant.noticed_by = told
        return True

    def _any_clause(self) -> bool:
        return any(not mutant.clause for mutant in self.mutants)

    # -- the tests of a mutant

    def _tests_of(self, mutant: Mutant) -> list[str]:
        """Those that kill often first, then the quick ones; a test that never runs the function cannot notice."""
        place = place_of(mutant.change, self.package)
        names = self.claims.get(mutant.clause, []) if mutant.clause else self._that_run(place)
        sound = [name for name in names if name not in self.unsound]
        return sorted(sound, key=lambda name: (-min(self.kills[name], 20), self.seen[name].seconds))

    def _others_of(self, mutant: Mutant) -> list[str]:
        claiming = set(self.claims.get(mutant.clause, []))
        others = [name for name in self._that_run(place_of(mutant.change, self.package)) if name not in claiming]
        quick = sorted(others, key=lambda name: self.seen[name].seconds)
        return [name for name in quick if name not in self.unsound and self.seen[name].seconds < 2.0][:60]

    def _that_run(self, place: str) -> list[str]:
        return [name for name, seen in self.seen.items() if place in seen.functions]

    # -- in children

    def _look(self, wanted: set[str]) -> None:
        """What these tests run: from the last time if nothing they may depend on has changed."""
        kept = KEPT / f"{self.rulebook}-tests.json"
        known = json.loads(kept.read_text()) if kept.is_file() else {}
        rules = _digest(sorted(self.package.rglob("*.py")))
        sources = {path: _sources(path) for path in {item.path for item in self.items.values()}}
        digests = {n: rules + sources[i.path].get(i.name.partition("[")[0], "") for n, i in self.items.items()}
        found = {name: known[name] for name in self.items if name in known and known[name][0] == digests[name]}
        fresh = [name for name in self.items if name in wanted and name not in found]
        for done, name in enumerate(fresh):
            _tell(f"{self.rulebook}: looking at test {done} of {len(fresh)}")
            told = self._forked(partial(self._looked_at, name), 600)[1]
            found[name] = [digests[name], *(json.loads(told) if told else [False, 0.0, []])]
        KEPT.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(found))
        self.seen = {name: Seen(*row[1:]) for name, row in found.items()}

    def _looked_at(self, name: str) -> str:
        item = self.items[name]
        started = time.process_time()
        functions = _watched(self.package, lambda: item.ihook.pytest_runtest_protocol(item=item, nextitem=None))
        return json.dumps([not self.failed, time.process_time() - started, functions])

    def _tried(
        self, wanted: list[tuple[Mutant, Callable[[Mutant], list[str]]]]
    ) -> Iterator[tuple[Mutant, str, list[str]]]:
        """What becomes of each, and which tests noticed: the first, or with all of them tried up to four."""
        for done, (mutant, tests) in enumerate(wanted, 1):
            _tell(f"{self.rulebook}: {done} of {len(wanted)}")
            names = tests(mutant)
            enough = 1 if tests == self._tests_of else 4
            seconds = LEAST_SECONDS + SO_MUCH_LONGER * sum(self.seen[name].seconds for name in names)
            code, told = self._forked(partial(self._broken, mutant, names, enough), int(seconds) + 1)
            if code == -signal.SIGXCPU:
                yield mutant, TIMED_OUT, []
            else:
                yield mutant, {0: SURVIVED, CANNOT: ""}.get(code, KILLED), json.loads(told) if told else []

    def _broken(self, mutant: Mutant, names: list[str], enough: int) -> str:
        """Break the rule and run the tests until enough notice."""
        if not apply(mutant.change):
            os._exit(CANNOT)
        noticed: list[str] = []
        for name in names:
            self.failed = False
            item = self.items[name]
            try:
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
            except BaseException:  # the change may break anything, also what runs the test
                self.failed = True
            if self.failed:
                noticed.append(name)
                if len(noticed) == enough:
                    break
        return json.dumps(noticed) if noticed else ""

    def _forked(self, do: Callable[[], str], seconds: int) -> tuple[int, str]:
        """Run this in a child with so much processor time; its exit code (0 if it tells nothing, else 1) and what it told."""
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            code = 1
            with contextlib.suppress(BaseException):
                os.close(reading)
                gc.disable()
                resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
                told = do()
                code = 1 if told else 0
                with os.fdopen(writing, "w") as out:
                    out.write(told)
            os._exit(code)
        os.close(writing)
        with os.fdopen(reading) as out:
            told = out.read()
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), told


_told_at = [0.0]


def _tell(line: str) -> None:
    """How far it is, now and then."""
    if time.monotonic() - _told_at[0] > 15.0:
        _told_at[0] = time.monotonic()
        print(f"  {line}", file=sys.stderr, flush=True)


def run(runner: Runner) -> None:
    """Collect the tests of the rulebook and let the runner do its work."""
    tests = [str(ROOT / "tests" / "rulebooks" / runner.rulebook)]
    shared = sorted((ROOT / "tests" / "rulebooks").glob("test_*.py"))
    tests += [str(path) for path in shared if f'"{runner.rulebook}"' in path.read_text(encoding="utf-8")]
    command = ["-q", "-s", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:xdist", "--strict-markers", *tests]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = pytest.main(command, plugins=[runner])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"The tests cannot be run:\n{said.getvalue()}")
