"""Kinds of content files, and the shelf that reads them: all faults of all files are told together."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from vanguard.core.content.faults import ContentFaults, Fault, placed, validated
from vanguard.core.content.schemas import schema_of_file

if TYPE_CHECKING:
    from pydantic import BaseModel

    Entry = TypeVar("Entry", bound=BaseModel)
else:
    Entry = TypeVar("Entry")


def content_files(source: Path | Iterable[Path], pattern: str = "*.toml") -> list[Path]:
    """The files meant by a file, a directory or several of them; a path that is not there is a fault."""
    found: list[Path] = []
    faults: list[Fault] = []
    for path in [source] if isinstance(source, Path) else source:
        if path.is_dir():
            found.extend(sorted(path.glob(pattern)))
        elif path.is_file():
            found.append(path)
        else:
            faults.append(Fault(str(path), "", "", "there is no such file or directory"))
    if faults:
        raise ContentFaults(faults)
    return found


def _parsed(file: Path, faults: list[Fault]) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as broken:
        faults.append(Fault(file.name, "", "", f"this is not valid TOML: {broken}"))
    except UnicodeDecodeError as broken:
        faults.append(Fault(file.name, "", "", f"this is not UTF-8 text (byte {broken.start})"))
    except OSError as broken:
        faults.append(Fault(file.name, "", "", f"this file cannot be read: {broken.strerror}"))
    return {}


class ContentKind(Generic[Entry]):
    """A kind of content file: where it lies, what an entry looks like, and what its model alone cannot see.

    `where` is its place inside the rulebook's package (`content/units/*.toml`). `check(id, entry, shelf)` yields faults such
    as an unknown special rule; what other files hold it looks up on the shelf. `one_entry`: a whole file is one entry, such
    as a map, and its id is the file's stem.
    """

    __slots__ = ("check", "model", "one_entry", "where")

    def __init__(
        self,
        where: str,
        model: type[Entry],
        check: Callable[[str, Entry, Shelf], Iterable[Fault]] | None = None,
        one_entry: bool = False,
    ) -> None:
        self.where = where
        self.model = model
        self.check = check
        self.one_entry = one_entry

    def schema(self, title: str) -> dict[str, Any]:
        return schema_of_file(self.model, title, one_entry=self.one_entry)


class Shelf:
    """The files of a rulebook's `content` directory. All of them are read before any is refused, so that all faults are told at
    once."""

    def __init__(self, directory: Path, sound: bool = False) -> None:
        self.directory = directory
        self.sound = sound
        """Whether all of it was read before without a fault: then a check may ask the rulebook itself, such as for legality."""
        self.faults: list[Fault] = []
        self._entries: dict[str, dict[str, Any]] = {}
        self._keys: dict[str, list[str]] = {}
        self._beside: dict[str, list[Path]] = {}

    def lay_beside(self, kind: ContentKind[Any], file: Path) -> None:
        """A file that is not of this directory but is to be looked up in as well, as if it were; its faults are told elsewhere."""
        self._beside.setdefault(kind.where, []).append(file)

    def read(self, kind: ContentKind[Entry]) -> dict[str, Entry]:
        """All sound entries of this kind by id, in order of reading; what is wrong with others waits for `refuse_faults`."""
        self.keys(kind)
        return self._entries[kind.where]

    def only(self, kind: ContentKind[Entry]) -> Entry:
        """The entry of a kind that has exactly one, such as a board. Refuses what is wrong so far."""
        found = list(self.read(kind).values())
        self.refuse_faults()
        return found[0]

    def keys(self, kind: ContentKind[Any]) -> list[str]:
        """The ids of this kind, faulty entries too: naming one of them is no second fault."""
        if kind.where not in self._keys:
            reading = _Reading()
            self._keys[kind.where], self._entries[kind.where] = reading.keys, reading.entries
            try:
                reading.read(self._files(kind), kind, self)
            except ContentFaults as missing:
                reading.faults.extend(missing.faults)
            self.faults.extend(reading.faults)
            for file in self._beside.get(kind.where, ()):
                beside = _Reading()
                beside.read([file], kind, self)
                reading.keys.extend(beside.keys)
                reading.entries.update(beside.entries)
        return self._keys[kind.where]

    def read_all(self, kinds: Mapping[str, ContentKind[Any]]) -> None:
        """Reads every kind; all faults of all files together are refused."""
        for kind in kinds.values():
            self.read(kind)
        self.refuse_faults()

    def refuse_faults(self) -> None:
        """Raises `ContentFaults` with everything that is wrong with what was read."""
        if self.faults:
            raise ContentFaults(list(dict.fromkeys(self.faults)))

    def faults_of(self, kind: ContentKind[Any], source: Path | Iterable[Path]) -> list[Fault]:
        """Everything wrong with files of this kind that may lie elsewhere; what they name is looked up on this shelf."""
        reading = _Reading()
        reading.read(content_files(source), kind, self)
        return reading.faults

    def _files(self, kind: ContentKind[Any]) -> list[Path]:
        place = self.directory / kind.where.removeprefix("content/")
        return content_files(place.parent, place.name) if "*" in place.name else content_files(place)


Printed = TypeVar("Printed")


def made_from(entry: BaseModel, kind: type[Printed], **told: Any) -> Printed:
    """A printed thing (a dataclass) of an entry: what is told, and whatever else both call by the same name.

    `made_from(entry, Stratagem, key="fire-overwatch")` takes name, cost, clause and text as they stand in the file.
    """
    values = dict(told)
    for field in fields(kind):  # type: ignore[arg-type]
        if field.init and field.name not in values and hasattr(entry, field.name):
            value = getattr(entry, field.name)
            values[field.name] = tuple(value) if isinstance(value, list) else value
    return kind(**values)


class _Reading:
    """Files of one kind while they are read."""

    __slots__ = ("entries", "faults", "keys")

    def __init__(self) -> None:
        self.entries: dict[str, Any] = {}
        self.keys: list[str] = []
        self.faults: list[Fault] = []

    def read(self, files: Iterable[Path], kind: ContentKind[Any], shelf: Shelf) -> None:
        first_seen: dict[str, str] = {}
        for file in files:
            unreadable = len(self.faults)
            table = _parsed(file, self.faults)
            if kind.one_entry:
                table = {file.stem: table} if len(self.faults) == unreadable else {}
            for key, raw in table.items():
                if key in first_seen:
                    self.faults.append(Fault(file.name, key, "", f"this id is already used in {first_seen[key]}"))
                    continue
                first_seen[key] = file.name
                self.keys.append(key)
                shown = "" if kind.one_entry else key
                entry = validated(file.name, shown, raw, kind.model, self.faults)
                if entry is None:
                    continue
                self.entries[key] = entry
                if kind.check is not None:
                    self.faults.extend([placed(fault, file.name, shown) for fault in kind.check(key, entry, shelf)])
