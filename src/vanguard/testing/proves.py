"""`@proves("move.distance")`: which clauses of a rulebook a test proves.

A test module binds its rulebook once, at the top:

    proves = proves_for("killteam_lite")

    @proves("shoot.cover", "shoot.cover.obscured")
    def test_a_barricade_gives_cover_to_whoever_stands_behind_it(): ...

An unknown clause fails at import, with what was probably meant. `make clauses` lists what no test proves.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from vanguard.core.clauses import Catalogue, load_catalogue, read_catalogue


def proves_for(rulebook: str, catalogue: Path | None = None) -> Callable[..., pytest.MarkDecorator]:
    """The `@proves` of one rulebook; `catalogue` names the file of one that is not installed."""
    clauses = load_catalogue(rulebook) if catalogue is None else read_catalogue(catalogue)

    def proves(*proven: str) -> pytest.MarkDecorator:
        if not proven:
            raise ValueError("@proves names at least one clause")
        for clause in proven:
            check_provable(clauses, clause)
        return pytest.mark.proves(rulebook, *proven)

    return proves


def check_provable(catalogue: Catalogue, clause: str) -> None:
    """A clause can be proven if it is in the catalogue and in scope."""
    reason = catalogue.get(clause).out_of_scope
    if reason:
        raise ValueError(f"{clause} is marked out of scope in the catalogue ({reason}): it cannot also be proven")


def proven_clauses(items: list[pytest.Item]) -> dict[str, set[str]]:
    """The clauses that these tests prove, by rulebook. A test that is never run proves nothing."""
    proven: dict[str, set[str]] = {}
    for item in items:
        if item.get_closest_marker("skip") or item.get_closest_marker("xfail"):
            continue
        for mark in item.iter_markers("proves"):
            rulebook, *clauses = mark.args
            proven.setdefault(rulebook, set()).update(clauses)
    return proven
