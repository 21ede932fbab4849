"""Random games under every contract, random tables under every property, odds beside the walk of every answer:
`make fuzz GAMES=2000 CASES=100000 ODDS=2000`.

Whatever fails is kept, and from then on `make test` tries it too, so that it never comes back: the number of a game in
tests/contracts/kept_failures.txt, the number of a case of a property in tests/geometry/kept_cases.txt.
"""

import argparse
import contextlib
import io
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from vanguard.core.rulebook import load_rulebook, registered
from vanguard.testing.live_trials import Comparison, trials_of_game

ROOT = Path(__file__).resolve().parents[1]
CONTRACTS = ROOT / "tests" / "contracts"
KEPT_GAMES = CONTRACTS / "kept_failures.txt"
PROPERTIES = (ROOT / "tests" / "geometry", ROOT / "tests" / "odds")
KEPT_CASES = PROPERTIES[0] / "kept_cases.txt"
_GAME = re.compile(r"\[(?P<rulebook>[a-z_]+)-(?P<number>\d+)\]$")
_CASE = re.compile(r"case (?P<number>\d+) of (?P<property>test_\w+)")


class Watcher:
    """A pytest plugin that moves the bar and remembers what failed."""

    def __init__(self, progress: Progress, told: str) -> None:
        self.progress = progress
        self.task = progress.add_task(told, total=None)
        self.failed: dict[str, str] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.items:
            self.progress.update(self.task, total=len(session.items))

    def pytest_xdist_node_collection_finished(self, node: Any, ids: list[str]) -> None:
        self.progress.update(self.task, total=len(ids))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self.failed:
            self.failed[report.nodeid] = report.longreprtext
            self.progress.console.print(f"broken: {report.nodeid}", markup=False, highlight=False, soft_wrap=True)
        if report.when == "teardown":
            self.progress.advance(self.task)

    def games(self) -> list[str]:
        """The games that broke a contract, as they are kept."""
        found = [_GAME.search(nodeid) for nodeid in self.failed]
        return [f"{game['number']} {game['rulebook']}" for game in found if game is not None]

    def cases(self) -> list[str]:
        """The cases that broke a property, as they are kept."""
        found = [_CASE.search(told) for told in self.failed.values()]
        return [f"{case['number']} {case['property']}" for case in found if case is not None]


def keep(lines: list[str], where: Path) -> int:
    """Writes what failed beside what is kept already; says how much is new."""
    known = where.read_text(encoding="utf-8").splitlines() if where.is_file() else []
    all_of_them = list(dict.fromkeys([*known, *lines]))
    if all_of_them != known:
        where.write_text("\n".join(all_of_them) + "\n", encoding="utf-8")
    return len(all_of_them) - len(known)


def run(told: str, wanted: argparse.Namespace, *where: Path) -> Watcher:
    """All tests of these folders, with a bar; a run that could not even start ends everything."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    workers = str(wanted.jobs if wanted.jobs > 1 else 0)  # alone there is nobody to share with
    command = ["-q", "-p", "no:cacheprovider", "-n", workers, "-k", wanted.only, *[str(one) for one in where]]
    said = io.StringIO()
    with Progress(*columns, console=Console(stderr=True)) as progress:
        watcher = Watcher(progress, told)
        with contextlib.redirect_stdout(said):
            code = pytest.main(command, plugins=[watcher])
    if not watcher.failed and code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(said.getvalue())
    for nodeid, failure in list(watcher.failed.items())[:5]:
        print(f"--- {nodeid}\n{failure}\n")
    return watcher


MOST_RUNS = 10_000
SECONDS = 3.0
"""An attack whose walk takes longer is left out, and counted."""
OF_A_GAME = 20


def compared(name: str, number: int) -> Comparison:
    """Attacks of one game: what odds say of them, and what walking every answer comes to."""
    rulebook, comparison = load_rulebook(name), Comparison(MOST_RUNS, SECONDS)
    for trial in trials_of_game(rulebook, number, OF_A_GAME):
        comparison.compare(rulebook, trial)
    comparison.wrong = [f"{name}, game {number}: {wrong}" for wrong in comparison.wrong]
    return comparison


def compare_odds(wanted: argparse.Namespace) -> list[str]:
    """Of every rulebook, game after game until so many attacks were compared; tells the counts, gives what was wrong."""
    wrong: list[str] = []
    with ProcessPoolExecutor(wanted.jobs) as pool:
        for name in wanted.rulebook or sorted(registered()):
            together = Comparison(MOST_RUNS, SECONDS)
            number = wanted.first
            while together.attacks < wanted.odds and number < wanted.first + wanted.odds:
                for found in pool.map(partial(compared, name), range(number, number + wanted.jobs)):
                    together.add(found)
                number += wanted.jobs
            print(f"{name}: {together.told()}", flush=True)
            wrong += together.wrong
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games per contract and rulebook (default: 200)")
    parser.add_argument("--cases", type=int, default=100_000, help="cases per property (default: 100,000)")
    parser.add_argument("--odds", type=int, default=2_000, help="attacks of every rulebook to compare (default: 2,000)")
    parser.add_argument(
        "--rulebook", action="append", help="compare odds of this rulebook only; may be given several times"
    )
    parser.add_argument("--first", type=int, default=1000, help="the number of the first game and case (default: 1000)")
    parser.add_argument("--only", default="", help="only tests that match, as with pytest -k")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)")
    wanted = parser.parse_args()
    os.environ["VANGUARD_CONTRACT_GAMES"] = str(wanted.games)
    os.environ["VANGUARD_FUZZ_CASES"] = str(wanted.cases)
    os.environ["VANGUARD_CONTRACT_FIRST"] = os.environ["VANGUARD_FUZZ_FIRST"] = str(wanted.first)
    os.chdir(ROOT)
    broken: list[str] = []
    if wanted.games:
        played = run("Playing", wanted, CONTRACTS)
        new = keep(played.games(), KEPT_GAMES)
        print(f"{wanted.games} games of every rulebook: {len(played.failed)} contracts broken.")
        if played.failed:
            broken.append(f"{len(played.failed)} contracts ({new} games added to {KEPT_GAMES.relative_to(ROOT)})")
    if wanted.cases:
        tried = run("Measuring", wanted, *PROPERTIES)
        new = keep(tried.cases(), KEPT_CASES)
        print(f"{wanted.cases} cases of every property: {len(tried.failed)} broken.")
        if tried.failed:
            broken.append(f"{len(tried.failed)} properties ({new} cases added to {KEPT_CASES.relative_to(ROOT)})")
    if wanted.odds:
        wrong = compare_odds(wanted)
        for one in wrong[:5]:
            print(f"--- {one}\n")
        if wrong:
            broken.append(f"odds of {len(wrong)} attacks")
    if broken:
        sys.exit(f"broken: {'; '.join(broken)}")


if __name__ == "__main__":
    main()
