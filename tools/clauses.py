"""Which clauses of each rulebook are proven by a test: `make clauses`.

Only tests that pytest collects count. With `--strict` an unproven clause makes the command fail.
"""

import argparse
import contextlib
import io
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from vanguard.core.clauses import catalogue_path, load_catalogue  # noqa: E402
from vanguard.core.rulebook import registered  # noqa: E402
from vanguard.testing.proves import proven_clauses  # noqa: E402 - the project's own modules, found from its root


class Collected:
    """A pytest plugin that keeps the collected tests."""

    def __init__(self) -> None:
        self.items: list[pytest.Item] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.items = list(session.items)


def collect() -> list[pytest.Item]:
    collected = Collected()
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", str(ROOT / "tests")], plugins=[collected])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"The tests cannot be collected:\n{said.getvalue()}")
    return collected.items


def report(rulebook: str, proven: set[str]) -> tuple[str, list[str]]:
    """The line of a rulebook and the ids nobody proves."""
    catalogue = load_catalogue(rulebook)
    aside = {clause.id for clause in catalogue.out_of_scope}
    unproven = [clause for clause in catalogue.ids if clause not in proven and clause not in aside]
    counts = f"{len(proven)} proven, {len(aside)} out of scope, {len(unproven)} unproven of {len(catalogue.ids)}"
    return f"{rulebook}: {counts}", unproven


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strict", action="store_true", help="fail if any clause is unproven")
    parser.add_argument("rulebooks", nargs="*", help="only these (default: all installed)")
    wanted = parser.parse_args()
    proven = proven_clauses(collect())
    missing = 0
    for rulebook in wanted.rulebooks or sorted(registered()):
        if not catalogue_path(rulebook).is_file():
            print(f"{rulebook}: no catalogue")
            continue
        line, unproven = report(rulebook, proven.get(rulebook, set()))
        missing += len(unproven)
        print(line)
        for clause in unproven:
            print(f"  {clause}")
    if wanted.strict and missing:
        sys.exit(1)


if __name__ == "__main__":
    main()
