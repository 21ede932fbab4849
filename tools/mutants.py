"""Are the proofs proofs? `make mutants [RULEBOOK=killteam_lite] [CLAUSE=shooting.select-target] [SAMPLE=200]`.

Every place where a clause is decided is broken in the usual small ways, one at a time, and the tests that claim the clause are run.
A change that none of them notices survives and is listed; those that change nothing anybody could notice stand with their reason in
docs/mutants-equivalent.txt. `--keep` writes the score into docs/mutants.md.

Each change is tried in a forked process in which everything is loaded already, so that it costs little more than its tests.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import signal
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src"), str(ROOT / "tools")]

from mutation import Change, changes_of, rule_files  # noqa: E402 - the project's own modules, found from its root

from vanguard.core.clauses import catalogue_path, load_catalogue  # noqa: E402

SCORES = ROOT / "docs" / "mutants.md"
EQUIVALENT = ROOT / "docs" / "mutants-equivalent.txt"
LEAST_SECONDS: Final = 10.0
SO_MUCH_LONGER: Final = 15.0
"""A change that makes the tests take so many times as long counts as noticed."""
CANNOT: Final = 3
"""A change that cannot be made in running modules."""
KILLED, SURVIVED, TIMED_OUT = "killed", "survived", "timed out"


class Mutant:
    """A change, the clause whose tests should notice it, and what became of it."""

    def __init__(self, clause: str, change: Change) -> None:
        self.clause = clause
        self.change = change
        self.fate = ""
        self.reason = ""
        """Why nobody could notice it."""


# -- making a change in the running modules ---------------------------------------------------------------------------------


def apply(change: Change) -> bool:
    """Exchange the code of the function, or the class attribute; False if it cannot be done from outside."""
    module = next((m for m in list(sys.modules.values()) if getattr(m, "__file__", None) == str(change.path)), None)
    if module is None:
        return False
    code = compile(change.tree, str(change.path), "exec")
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
    if isinstance(target, type):  # an attribute of a class: made anew beside the real one
        fresh: dict[str, Any] = {"__name__": module.__name__}
        with contextlib.suppress(Exception):
            exec(code, fresh)
            for name in names[-1].split(","):
                setattr(target, name, vars(fresh[names[0]])[name])
            return True
    return False


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


# -- running the tests that claim a clause -----------------------------------------------------------------------------------


class Runner:
    """A pytest plugin that runs the mutants instead of the tests."""

    def __init__(self, rulebook: str, mutants: list[Mutant], jobs: int) -> None:
        self.rulebook = rulebook
        self.mutants = mutants
        self.jobs = jobs
        self.unclaimed: set[str] = set()
        self.unsound: set[str] = set()
        """Clauses whose tests fail already."""
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        claims: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            for mark in item.iter_markers("proves"):
                if mark.args[0] == self.rulebook:
                    for clause in mark.args[1:]:
                        claims.setdefault(clause, []).append(item)
        clauses = list(dict.fromkeys(mutant.clause for mutant in self.mutants))
        self.unclaimed = {clause for clause in clauses if clause not in claims}
        lasts: dict[str, float] = {}
        for clause, (fate, seconds) in self._tried([(c, None) for c in clauses if c in claims], claims, lasts):
            lasts[str(clause)] = seconds
            if fate != SURVIVED:
                self.unsound.add(str(clause))
        wanted = [(m.clause, m) for m in self.mutants if m.clause in claims and m.clause not in self.unsound]
        told = time.monotonic()
        for done, (mutant, (fate, _)) in enumerate(self._tried(wanted, claims, lasts), 1):
            mutant.fate = fate
            if time.monotonic() - told > 15.0:
                told = time.monotonic()
                print(f"  {self.rulebook}: {done} of {len(wanted)}", file=sys.stderr, flush=True)
        return True

    def _tried(
        self, wanted: list[tuple[str, Mutant | None]], claims: dict[str, list[pytest.Item]], lasts: dict[str, float]
    ) -> Iterator[tuple[Any, tuple[str, float]]]:
        """What becomes of each, at most so many at a time."""
        waiting = list(reversed(wanted))
        running: dict[int, tuple[Any, float, float]] = {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                clause, mutant = waiting.pop()
                pid = os.fork()
                if pid == 0:
                    self._in_child(claims[clause], mutant)
                started = time.monotonic()
                most = LEAST_SECONDS + SO_MUCH_LONGER * lasts[clause] if clause in lasts else 600.0
                running[pid] = (clause if mutant is None else mutant, started, started + most)
            time.sleep(0.002)
            for pid, (which, started, ends) in list(running.items()):
                now = time.monotonic()
                found, status = os.waitpid(pid, os.WNOHANG)
                if found:
                    del running[pid]
                    fates = {0: SURVIVED, CANNOT: ""}
                    yield which, (fates.get(os.waitstatus_to_exitcode(status), KILLED), now - started)
                elif now > ends:
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                    del running[pid]
                    yield which, (TIMED_OUT, now - started)

    def _in_child(self, items: list[pytest.Item], mutant: Mutant | None) -> None:
        """Break the rule and run the tests until one notices; never returns."""
        with contextlib.suppress(BaseException):
            if mutant is not None and not apply(mutant.change):
                os._exit(CANNOT)
            for item in items:
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
                if self.failed:
                    os._exit(1)
            os._exit(0)
        os._exit(1)


# -- what there is to break --------------------------------------------------------------------------------------------------


def mutants_of(rulebook: str, wanted: set[str], sample: int, seed: int) -> list[Mutant]:
    """All changes of a rulebook, or as many drawn from them; the same ones for the same seed."""
    package = catalogue_path(rulebook).parent
    clauses = set(load_catalogue(rulebook).ids)
    found: list[Mutant] = []
    for path in rule_files(package):
        found.extend([Mutant(clause, change) for clause, change in changes_of(path, clauses, wanted)])
    if sample and sample < len(found):
        found = random.Random(seed).sample(found, sample)
    return found


def equivalents() -> dict[tuple[str, str], str]:
    """`rulebook | change | reason` on each line."""
    known: dict[tuple[str, str], str] = {}
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if EQUIVALENT.is_file() else []:
        if line.strip() and not line.startswith("#"):
            rulebook, change, reason = [part.strip() for part in line.split(" | ")]
            known[rulebook, change] = reason
    return known


def run(rulebook: str, mutants: list[Mutant], jobs: int) -> Runner:
    runner = Runner(rulebook, mutants, jobs)
    tests = [str(ROOT / "tests" / "rulebooks")]
    command = ["-q", "-s", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:xdist", "--strict-markers", *tests]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = pytest.main(command, plugins=[runner])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"The tests cannot be run:\n{said.getvalue()}")
    return runner


def report(rulebook: str, runner: Runner, all_clauses: set[str]) -> str:
    """The survivors by clause, and the score."""
    known = equivalents()
    tried = [mutant for mutant in runner.mutants if mutant.fate]
    for mutant in tried:
        mutant.reason = known.get((rulebook, mutant.change.text), "") if mutant.fate == SURVIVED else ""
    survivors = [mutant for mutant in tried if mutant.fate == SURVIVED and not mutant.reason]
    by_clause: dict[str, list[Mutant]] = {}
    for mutant in survivors:
        by_clause.setdefault(mutant.clause, []).append(mutant)
    for clause in sorted(by_clause):
        print(f"{clause}")
        for mutant in by_clause[clause]:
            print(f"    line {mutant.change.line}  {mutant.change.text}")
    for clause in sorted(runner.unclaimed):
        print(f"{clause}: broken by nobody's test, since no test claims it")
    for clause in sorted(runner.unsound):
        print(f"{clause}: its tests fail before anything is broken")
    equivalent = len([mutant for mutant in tried if mutant.reason])
    counted = len(tried) - equivalent
    killed = counted - len(survivors)
    share = 100.0 * killed / counted if counted else 100.0
    clauses = len({mutant.clause for mutant in tried})
    return (
        f"{rulebook}: {len(tried)} mutants of {clauses} clauses, {killed} killed, {len(survivors)} survived, "
        f"{equivalent} equivalent with a reason: {share:.1f} %"
    )


def keep(lines: list[str]) -> None:
    """The last score of each rulebook stands in docs/mutants.md, between two marks."""
    text = SCORES.read_text(encoding="utf-8")
    head, _, rest = text.partition("<!-- scores -->\n")
    table, _, tail = rest.partition("<!-- end -->")
    rows = {line.split(":")[0].lstrip("- "): line for line in table.splitlines() if line.startswith("- ")}
    rows.update({line.split(":")[0]: f"- {line}" for line in lines})
    body = "\n".join(rows[name] for name in sorted(rows))
    SCORES.write_text(f"{head}<!-- scores -->\n{body}\n<!-- end -->{tail}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", action="append", help="only this rulebook (may be given several times)")
    parser.add_argument("--clause", action="append", help="only this clause, or all that begin so with a final .*")
    parser.add_argument("--sample", type=int, default=0, help="only so many changes per rulebook, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="which ones are drawn")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (default: 2)")
    parser.add_argument("--keep", action="store_true", help="write the scores into docs/mutants.md")
    wanted = parser.parse_args()
    os.chdir(ROOT)
    rulebooks = wanted.rulebook or ["killteam_lite", "killteam_vanguard", "normandy"]
    scores: list[str] = []
    survived = False
    for rulebook in rulebooks:
        known = {clause for clause in load_catalogue(rulebook).ids if _is_wanted(clause, wanted.clause)}
        if not known:
            sys.exit(f"{rulebook} has no clause {', '.join(wanted.clause)}")
        mutants = mutants_of(rulebook, known, wanted.sample, wanted.seed)
        runner = run(rulebook, mutants, wanted.jobs)
        scores.append(report(rulebook, runner, known))
        survived = survived or any(mutant.fate == SURVIVED and not mutant.reason for mutant in mutants)
    print("\n".join(scores))
    if wanted.keep:
        keep(scores)
    sys.exit(1 if survived and wanted.clause else 0)


def _is_wanted(clause: str, wishes: list[str] | None) -> bool:
    if not wishes:
        return True
    return any(clause == wish or (wish.endswith(".*") and clause.startswith(wish[:-1])) for wish in wishes)


if __name__ == "__main__":
    main()
