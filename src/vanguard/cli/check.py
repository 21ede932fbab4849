"""`vanguard check`: content files, army lists and catalogues, with all their faults together."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from vanguard.core.armies.roster_text import parse_roster
from vanguard.core.armies.rosters import Legality, Roster, RosterBook, legality, roster_from_plain
from vanguard.core.clauses import FILE_NAME, catalogue_path, read_catalogue
from vanguard.core.content import ContentFaults, ContentKind, Fault, Shelf, write_schemas
from vanguard.core.lessons import LESSONS, read_lessons
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook, load_rulebook, registered
from vanguard.core.suggestions import did_you_mean, probably_meant

FAULTY = 1

Together = list[tuple[str, ContentKind[Any], Path]]
"""Content files that are checked at once: whose content each is, and which."""


def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE…", help="Content (.toml), army lists (.txt, .json), catalogues, or a rulebook's name."
        ),
    ] = None,
    rulebook: Annotated[
        str, typer.Option("--rulebook", "-r", help="Whose content it is, if the path does not say.")
    ] = "",
    kind: Annotated[str, typer.Option("--kind", "-k", help="units, maps, scenarios …, if the path does not say.")] = "",
    schema: Annotated[
        tuple[str, Path] | None,
        typer.Option("--schema", metavar="RULEBOOK DIR", help="Write JSON Schemas for editors."),
    ] = None,
) -> None:
    """Check content files, army lists and catalogues. Every fault is told: file, entry, field, what is wrong, what was meant."""
    if schema is not None:
        _write_schemas(*schema)
    elif not files:
        raise Refused("nothing to check: name files, or an installed rulebook")
    if not files:
        return
    faults: list[Fault] = []
    together = _known_content(files, rulebook, kind)
    for name in files:
        found = list(dict.fromkeys(_faults_of(name, rulebook, kind, together)))
        faults.extend(found)
        if not found:
            print(f"{name}: {_praise(name, rulebook)}")
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        print(f"{len(faults)} fault{'s' if len(faults) > 1 else ''}", file=sys.stderr)
        raise typer.Exit(FAULTY)


def _praise(name: str, rulebook: str) -> str:
    """That nothing is wrong with it; of an army list also what it costs, where anything does."""
    path = Path(name)
    points = _verdict_on(path, rulebook).points if _is_army_list(path) else 0
    return f"legal, {points} points" if points else "sound"


def _is_army_list(path: Path) -> bool:
    return path.is_file() and path.suffix != ".toml" and path.name != FILE_NAME


def _faults_of(name: str, rulebook: str, kind: str, together: Together) -> Iterator[Fault]:
    path = Path(name)
    if not path.exists():
        if name in registered():
            yield from _faults_of_rulebook(load_rulebook(name))
        else:
            yield Fault(name, "", "", "there is no such file or rulebook", probably_meant(name, registered()))
    elif path.is_dir():
        inside = sorted(path.rglob("*.toml"))
        if not inside:
            yield Fault(name, "", "", "there is no content (*.toml) in this directory")
        for file in inside:
            yield from _faults_of_toml(file, rulebook, kind, together)
    elif path.name == FILE_NAME:
        yield from _faults_of_catalogue(path)
    elif path.suffix == ".toml":
        yield from _faults_of_toml(path, rulebook, kind, together)
    else:
        yield from _faults_of_roster(path, rulebook)


def _faults_of_toml(file: Path, rulebook: str, kind: str, together: Together) -> list[Fault]:
    return _faults_of_lessons(file) if file.name == LESSONS else _faults_of_content(file, rulebook, kind, together)


# -- a whole rulebook -------------------------------------------------------------------------------------------------


def _faults_of_rulebook(book: Rulebook) -> Iterator[Fault]:
    """Everything a rulebook ships: its catalogue, its content and its ready armies."""
    catalogue = catalogue_path(book.name)
    yield from _faults_of_catalogue(catalogue)
    yield from _faults_of_lessons(catalogue.parent / LESSONS)
    shelf = Shelf(book.content_directory())
    for kind in book.content_kinds().values():
        shelf.read(kind)
    yield from shelf.faults
    try:
        for army in book.armies():
            for told in book.roster_faults(army.details.get("roster", {})):
                yield Fault("armies", army.name, "", told)
    except ContentFaults as refused:  # armies cannot be read while the content has faults
        yield from refused.faults


def _faults_of_catalogue(file: Path) -> list[Fault]:
    try:
        read_catalogue(file)
    except ContentFaults as refused:
        return refused.faults
    return []


def _faults_of_lessons(file: Path) -> list[Fault]:
    try:
        read_lessons(file)
    except ContentFaults as refused:
        return refused.faults
    return []


# -- content ----------------------------------------------------------------------------------------------------------


def _known_content(names: list[str], rulebook: str, kind: str) -> Together:
    """Content files that are checked together may name each other's entries."""
    found: Together = []
    for name in names:
        path = Path(name)
        for file in sorted(path.rglob("*.toml")) if path.is_dir() else [path]:
            if file.suffix == ".toml" and file.is_file() and file.name != LESSONS:
                with suppress(Refused):
                    book, its_kind = _kind_of(file, rulebook, kind)
                    if not file.resolve().is_relative_to(book.content_directory()):
                        found.append((book.name, its_kind, file))
    return found


def _faults_of_content(file: Path, rulebook: str, kind: str, together: Together) -> list[Fault]:
    try:
        book, found = _kind_of(file, rulebook, kind)
    except Refused as unclear:
        return [Fault(str(file), "", "", unclear.message)]
    shelf = Shelf(book.content_directory(), sound=True)
    for whose, other, beside in together:
        if whose == book.name and beside != file:
            shelf.lay_beside(other, beside)
    faults = shelf.faults_of(found, file)
    return [replace(fault, file=str(file)) if fault.file == file.name else fault for fault in faults]


def _kind_of(file: Path, rulebook: str, kind: str) -> tuple[Rulebook, ContentKind[Any]]:
    """Which content of which rulebook a file is: as told, by its `#:schema` line, or by its place in a rulebook's package."""
    named_rulebook, named_kind = _schema_line(file)
    parts = file.resolve().parts
    whose = rulebook or named_rulebook or next((name for name in registered() if name in parts), "")
    if not whose:
        raise Refused("it is not clear whose content this is: name the rulebook with --rulebook")
    book = load_rulebook(whose)
    kinds = book.content_kinds()
    wanted = kind or named_kind
    if wanted and wanted not in kinds:
        hint = did_you_mean(wanted, kinds)
        raise Refused(f"{whose} has no content of the kind {wanted!r:.60}{hint} (it has {', '.join(kinds) or 'none'})")
    for name, found in kinds.items():
        if name == wanted or (not wanted and file.resolve().match(found.where)):
            return book, found
    raise Refused(
        f"it is not clear which content of {whose} this is: name it with --kind ({', '.join(kinds) or 'it has none'})"
    )


def _schema_line(file: Path) -> tuple[str, str]:
    """`#:schema killteam_lite/units.schema.json` in the first line says whose content it is and which."""
    with file.open(encoding="utf-8", errors="replace") as lines:
        first = lines.readline().strip()
    if not first.startswith("#:schema "):
        return "", ""
    place = Path(first.removeprefix("#:schema ").strip())
    whose = place.parent.name
    return (whose if whose in registered() else ""), place.name.removesuffix(".json").removesuffix(".schema")


def _write_schemas(rulebook: str, directory: Path) -> None:
    book = load_rulebook(rulebook)
    kinds = book.content_kinds()
    if not kinds:
        raise Refused(f"{rulebook} has no content files that could have a schema")
    schemas = {name: kind.schema(f"{book.title}: {name}") for name, kind in kinds.items()}
    for file in write_schemas(schemas, directory / rulebook):
        print(f"wrote {file}")


# -- army lists -------------------------------------------------------------------------------------------------------


def read_roster(file: Path) -> Roster:
    """An army list in a file, as text or JSON; `ContentFaults` that name the file if it is none."""
    try:
        text = file.read_text(encoding="utf-8")
        if text.lstrip().startswith("{"):
            return roster_from_plain(json.loads(text))
        return parse_roster(text, _book_of)
    except json.JSONDecodeError as broken:
        fault = Fault(str(file), f"line {broken.lineno}", "", f"this is not valid JSON: {broken.msg}")
        raise ContentFaults([fault]) from None
    except UnicodeDecodeError as broken:
        raise ContentFaults([Fault(str(file), "", "", f"this is not UTF-8 text (byte {broken.start})")]) from None
    except ContentFaults as refused:
        raise ContentFaults([replace(fault, file=str(file)) for fault in refused.faults]) from None


def _verdict_on(file: Path, rulebook: str) -> Legality:
    """Whether an army list is legal, and what it costs."""
    roster = read_roster(file)
    return legality(roster, _book_of(rulebook or roster.rulebook))


def _faults_of_roster(file: Path, rulebook: str) -> list[Fault]:
    try:
        verdict = _verdict_on(file, rulebook)
    except ContentFaults as refused:
        return refused.faults
    except Refused as refused:
        return [Fault(str(file), "", "", str(refused))]
    return [
        Fault(str(file), f"entry {reason.entry}" if reason.entry else "", "", str(reason)) for reason in verdict.reasons
    ]


def _book_of(rulebook: str) -> RosterBook:
    book = load_rulebook(rulebook).roster_book()
    if book is None:
        raise Refused(f"{rulebook} builds no armies from lists")
    return book
