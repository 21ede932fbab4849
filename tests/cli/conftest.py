"""A third party's package on the path: a rulebook that is found only through its entry point."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from vanguard.core import rulebook as protocol

RULES = """
from collections.abc import Iterator, Mapping
from typing import Any
from pydantic import BaseModel, ConfigDict, Field
from vanguard.core.content import ContentKind, Fault, Shelf, unknown
from vanguard.core.armies.rosters import RosterBook, RosterClauses, UnitListing
from vanguard.core.rulebook import Offer, Rulebook


class Duellist(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: str
    points: int = Field(ge=1)
    rules: list[str] = []


class Yard(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: str
    width: int


def known_rules(key: str, duellist: Duellist, shelf: Shelf) -> Iterator[Fault]:
    for rule in duellist.rules:
        if rule != "Riposte":
            yield unknown(rule, ["Riposte"], "special rule", field="rules")


class Book(RosterBook):
    rulebook = "duelling"
    clauses = RosterClauses("duel.strike", "duel.strike", "duel.strike", "duel.strike", "duel.strike", "duel.strike")
    limit = 10

    def factions(self) -> Mapping[str, str]:
        return {"french": "French School"}

    def units(self, faction: str) -> Mapping[str, UnitListing]:
        return {"maitre": UnitListing("maitre", "Maitre", cost=6)}


class Duelling(Rulebook):
    name = "duelling"
    version = "3"
    title = "Duelling"
    summary = "two swords, ten minutes"

    def armies(self) -> list[Offer]:
        roster = {"rulebook": "duelling", "faction": "french", "name": "Solo", "entries": [{"unit": "maitre"}]}
        return [Offer("solo", "Solo", "one master", {"roster": roster})]

    def roster_book(self) -> RosterBook:
        return Book()

    def content_kinds(self) -> Mapping[str, ContentKind[Any]]:
        return {
            "duellists": ContentKind("content/duellists/*.toml", Duellist, known_rules),
            "yards": ContentKind("content/yards/*.toml", Yard, one_entry=True),
        }


rulebook = Duelling()
"""

CLAUSES = """
rulebook: duelling
title: The Art of Duelling
clauses:
- {id: duel.strike, section: Striking, rule: 'A strike hits on 4 or more. Nobody argues.', example: A 4 hits., ruling: Cocked dice again.}
- {id: duel.parry.once, section: Striking, rule: One parry per strike., choice: The defender.}
- {id: duel.swords, section: Needs, rule: 'Bring a [long] sword.', out_of_scope: Software has no swords.}
"""


@pytest.fixture
def duelling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package directory of an installed rulebook called duelling."""
    package = tmp_path / "site" / "duelling"
    (package / "content" / "duellists").mkdir(parents=True)
    (package / "content" / "yards").mkdir()
    (package / "__init__.py").write_text(RULES, encoding="utf-8")
    (package / "clauses.yaml").write_text(CLAUSES, encoding="utf-8")
    (package / "content" / "duellists" / "french.toml").write_text(
        '[maitre]\nname = "Maitre"\npoints = 6\nrules = ["Riposte"]\n', encoding="utf-8"
    )
    (package / "content" / "yards" / "cloister.toml").write_text('name = "Cloister"\nwidth = 6\n', encoding="utf-8")
    described = tmp_path / "site" / "duelling-3.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: duelling\nVersion: 3\n", encoding="utf-8")
    (described / "entry_points.txt").write_text(
        "[vanguard.rulebooks]\nduelling = duelling:rulebook\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    _forget()
    yield package
    _forget()


def _forget() -> None:
    """What is installed is looked up once per process; here it changes."""
    sys.modules.pop("duelling", None)
    importlib.invalidate_caches()
    protocol._found.clear()
