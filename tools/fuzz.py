"""Many random games of every rulebook under every contract: `make fuzz GAMES=2000`.

The number of every game that broke a contract is kept in tests/contracts/kept_failures.txt: from then on `make test` plays
it too, so that it never comes back.
"""

import argparse
import contextlib
import io
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

ROOT = Path(__file__).resolve().parents[1]
CONTRACTS = ROOT / "tests" / "contracts"
KEPT = CONTRACTS / "kept_failures.txt"
_GAME = re.compile(r"\[(?P<rulebook>[a-z_]+)-(?P<number>\d+)\]$")


class Watcher:
    """A pytest plugin that moves the bar and remembers what failed."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.task = progress.add_task("Playing", total=None)
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


def keep(failed: list[str]) -> int:
    """Writes the numbers of the games that failed beside those kept already; says how many are new."""
    known = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.is_file() else []
    lines = list(known)
    for nodeid in failed:
        game = _GAME.search(nodeid)
        line = f"{game['number']} {game['rulebook']}" if game is not None else ""
        if line and line not in lines:
            lines.append(line)
    if lines != known:
        KEPT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines) - len(known)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games per contract and rulebook (default: 200)")
    parser.add_argument("--first", type=int, default=1000, help="the number of the first game (default: 1000)")
    parser.add_argument("--only", default="", help="only tests that match, as with pytest -k")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)")
    wanted = parser.parse_args()
    os.environ["VANGUARD_CONTRACT_GAMES"] = str(wanted.games)
    os.environ["VANGUARD_CONTRACT_FIRST"] = str(wanted.first)
    os.chdir(ROOT)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    command = ["-q", "-p", "no:cacheprovider", "-n", str(wanted.jobs), "-k", wanted.only, str(CONTRACTS)]
    said = io.StringIO()
    with Progress(*columns, console=console) as progress:
        watcher = Watcher(progress)
        with contextlib.redirect_stdout(said):
            code = pytest.main(command, plugins=[watcher])
    if not watcher.failed and code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(said.getvalue())
    if not watcher.failed:
        print(f"{wanted.games} games of every rulebook kept every contract.")
        return
    for nodeid, told in list(watcher.failed.items())[:5]:
        print(f"--- {nodeid}\n{told}\n")
    new = keep(list(watcher.failed))
    sys.exit(f"{len(watcher.failed)} contracts were broken; {new} games were added to {KEPT.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
