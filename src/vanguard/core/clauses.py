"""The catalogue of a rulebook: every rule as a clause with a stable id, our rulings and worked examples.

Questions, rolls, modifiers, events and refusals carry the id of the clause that causes them; tests say which clauses they
prove; the table shows the clause behind any line. A wrong or unclear clause is corrected in `clauses.yaml`, never coded
around.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from vanguard.core.content import ContentFaults, Fault
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import registration_of
from vanguard.core.suggestions import probably_meant

FILE_NAME = "clauses.yaml"
_TEXTS = ("id", "section", "rule", "ruling", "example", "choice", "out_of_scope")
_NEEDED = ("id", "section", "rule")
_PARTS = ("rulebook", "title", "flow", "stats", "clauses", "geometry", "traps")


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: what it says, how we read it where the book is silent or unclear, an example, and who chooses."""

    id: str
    section: str
    rule: str
    ruling: str = ""
    example: str = ""
    choice: str = ""
    out_of_scope: str = ""
    """Why software has nothing to enforce here (physical components, advice); empty for a rule in force."""

    def plain(self) -> dict[str, str]:
        return {name: text for name in _TEXTS if (text := getattr(self, name))}


class Catalogue:
    """All clauses of a rulebook in the order of the book."""

    def __init__(self, rulebook: str, title: str, clauses: tuple[Clause, ...], notes: Mapping[str, Any]) -> None:
        self.rulebook = rulebook
        self.title = title
        self.clauses = clauses
        self.notes = notes
        """The rest of the catalogue: how a game flows, what the numbers on a card mean, the geometry, the traps."""
        self._by_id = {clause.id: clause for clause in clauses}

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self._by_id)

    @property
    def out_of_scope(self) -> tuple[Clause, ...]:
        return tuple([clause for clause in self.clauses if clause.out_of_scope])

    def __contains__(self, clause: str) -> bool:
        return clause in self._by_id

    def get(self, clause: str) -> Clause:
        """The clause of this id; an unknown one is refused with what was probably meant."""
        found = self._by_id.get(clause)
        if found is not None:
            return found
        meant = self.meant_by(clause)
        hint = f"; did you mean {meant}?" if meant else ""
        raise Refused(f"{self.rulebook} has no clause {clause!r:.80}{hint}")

    def in_words(self, does: str) -> str:
        """What an option says it does: as it is written, or in the words of the clause it names."""
        clause = self._by_id.get(does)
        return does if clause is None else clause.rule

    def meant_by(self, clause: str) -> str:
        """The id most like this one; failing that, one that ends in the same words."""
        near = probably_meant(clause, self._by_id)
        if near:
            return near
        last = clause.rpartition(".")[2]
        return next((known for known in self._by_id if known.rpartition(".")[2] == last), "")

    def search(self, text: str) -> list[Clause]:
        """The clauses that have every word of the text, those with the words in their id first."""
        words = text.casefold().split()

        def has_all(written: str) -> bool:
            return all(word in written for word in words)

        in_id = [clause for clause in self.clauses if has_all(clause.id.casefold())]
        elsewhere = [
            clause
            for clause in self.clauses
            if clause not in in_id and has_all(" ".join(clause.plain().values()).casefold())
        ]
        return in_id + elsewhere


def catalogue_path(rulebook: str) -> Path:
    """Where the installed rulebook keeps its catalogue; the rulebook itself is not imported."""
    module = registration_of(rulebook).value.partition(":")[0]
    try:
        spec = find_spec(module)
    except ImportError:  # the package around it is not there
        spec = None
    if spec is not None and spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations))) / FILE_NAME
    if spec is not None and spec.origin is not None:
        return Path(spec.origin).parent / FILE_NAME
    raise Refused(f"the rulebook {rulebook} is registered as {module}, which is not installed")


def load_catalogue(rulebook: str) -> Catalogue:
    """The catalogue of an installed rulebook, read once."""
    return _read_once(catalogue_path(rulebook))


def catalogue_or_empty(rulebook: str, title: str) -> Catalogue:
    """The same; one without clauses for a rulebook under development that has none yet."""
    try:
        return load_catalogue(rulebook)
    except (Refused, ContentFaults):
        return Catalogue(rulebook, title, (), {})


@cache
def _read_once(file: Path) -> Catalogue:
    """By its file: a rulebook under development comes and goes, and none answers for another of its name."""
    return read_catalogue(file)


def read_catalogue(file: Path) -> Catalogue:
    """The catalogue in this file. Raises `ContentFaults` with everything that is wrong with it."""
    written = _parsed(file)
    faults: list[Fault] = []
    for part in written:
        if part not in _PARTS:
            faults.append(Fault(file.name, "", "", f"unknown part {part!r}", probably_meant(str(part), _PARTS)))
    clauses: dict[str, Clause] = {}
    listed = written.get("clauses")
    for number, raw in enumerate(listed if isinstance(listed, list) else [], start=1):
        clause = _clause(file.name, number, raw, faults)
        if clause is None:
            continue
        if clause.id in clauses:
            faults.append(Fault(file.name, clause.id, "id", "is used twice"))
        clauses[clause.id] = clause
    if not listed:
        faults.append(Fault(file.name, "", "clauses", "there are none"))
    if faults:
        raise ContentFaults(faults)
    name = str(written.get("rulebook", file.parent.name))
    notes = {part: told for part, told in written.items() if part not in ("rulebook", "title", "clauses")}
    return Catalogue(name, str(written.get("title", name)), tuple(clauses.values()), notes)


def _parsed(file: Path) -> dict[str, Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        written = yaml.load(file.read_text(encoding="utf-8"), Loader=loader)
    except OSError as broken:
        raise ContentFaults([Fault(str(file), "", "", f"cannot be read: {broken.strerror}")]) from None
    except yaml.YAMLError as broken:
        problem = " ".join(str(broken).split())
        raise ContentFaults([Fault(file.name, "", "", f"this is not valid YAML: {problem}")]) from None
    if not isinstance(written, dict):
        raise ContentFaults([Fault(file.name, "", "", "a catalogue is a table with a list of clauses")])
    return written


def _clause(file: str, number: int, raw: Any, faults: list[Fault]) -> Clause | None:
    if not isinstance(raw, dict):
        faults.append(Fault(file, f"clause {number}", "", "must be a table with id, section and rule"))
        return None
    name = str(raw.get("id", f"clause {number}"))
    before = len(faults)
    for key, text in raw.items():
        if key not in _TEXTS:
            faults.append(Fault(file, name, str(key), "unknown key", probably_meant(str(key), _TEXTS)))
        elif not isinstance(text, str) or not text.strip():
            faults.append(Fault(file, name, str(key), f"must be text, not {text!r:.80}"))
    faults.extend([Fault(file, name, key, "is missing") for key in _NEEDED if key not in raw])
    if len(faults) > before:
        return None
    return Clause(**{key: text.strip() for key, text in raw.items()})
