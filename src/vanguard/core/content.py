"""Content in TOML: profiles, maps, scenarios and armies, refused with all their faults at once.

A rulebook says what an entry looks like with a pydantic model (`extra="forbid"`) and turns valid entries into its own
frozen profiles. A file holds its entries as tables: the key is the entry's id.

    [necron-lord]
    name = "Necron Lord"
    points = 25

Every fault names the file, the entry, the field, what is wrong and, where something similar exists, what was probably meant.

A rulebook names its kinds of files once and reads them from a shelf, which refuses nothing before all of them are read:

    WEAPONS = ContentKind("content/weapons.toml", WeaponEntry)
    UNITS = ContentKind("content/units/*.toml", UnitEntry, unit_faults)     # looks up shelf.keys(WEAPONS)

    shelf = Shelf(directory)     # the package's `content`
    shelf.read_all({"weapons": WEAPONS, "units": UNITS})
    weapons = {key: made_from(entry, Weapon, key=key) for key, entry in shelf.read(WEAPONS).items()}
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args, get_origin

from vanguard.core.suggestions import probably_meant

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

    Entry = TypeVar("Entry", bound=BaseModel)
else:
    Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with content, and where."""

    file: str
    entry: str
    field: str
    wrong: str
    meant: str = ""

    def __str__(self) -> str:
        place = ": ".join([part for part in (self.file, self.entry, self.field) if part])
        hint = f" (did you mean {self.meant}?)" if self.meant else ""
        return f"{place}: {self.wrong}{hint}" if place else f"{self.wrong}{hint}"

    def plain(self) -> dict[str, str]:
        return {
            "file": self.file,
            "entry": self.entry,
            "field": self.field,
            "wrong": self.wrong,
            "meant": self.meant,
        }


class ContentFaults(Exception):
    """Everything that is wrong with the content, together; its text has one line per fault."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = list(faults)
        super().__init__("\n".join([str(fault) for fault in self.faults]))


def unknown(written: str, known: Iterable[str], what: str, *, entry: str = "", field: str = "") -> Fault:
    """The fault of naming something that does not exist: for the `check` of a rulebook; the loader fills in the file."""
    return Fault("", entry, field, f"there is no {what} {written!r:.80}", probably_meant(written, known))


# -- reading ----------------------------------------------------------------------------------------------------------


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


def meaning_of(directory: Path) -> dict[str, Any]:
    """All content below a directory as plain data by file: what it means, whatever its comments and layout."""
    return {
        file.relative_to(directory).as_posix(): _plain(tomllib.loads(file.read_text(encoding="utf-8")))
        for file in sorted(directory.rglob("*.toml"))
    }


def _plain(value: Any) -> Any:
    """TOML knows dates and not-a-number, JSON does not."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value if isinstance(value, str | int | float | bool) else str(value)


@cache
def digest_once(directory: Path) -> str:
    """The digest of content that does not change while the program runs: that of an installed rulebook."""
    return digest_of(directory) if directory.is_dir() else ""


def digest_of(directory: Path) -> str:
    """A short text that changes whenever the content means something else, and only then. The order of entries counts."""
    text = json.dumps(meaning_of(directory), ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def changed_entries(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What differs between two meanings, by file and entry, such as `factions/necrons.toml: necron-lord`."""
    found: list[str] = []
    for file in sorted({*then, *now}):
        before, after = then.get(file, {}), now.get(file, {})
        keys = [key for key in dict.fromkeys([*before, *after]) if before.get(key) != after.get(key)]
        found += [f"{file}: {key}" for key in keys]
    return found


def _validated(file: str, key: str, raw: Any, model: type[Entry], faults: list[Fault]) -> Entry | None:
    from pydantic import ValidationError

    if not isinstance(raw, dict):
        faults.append(Fault(file, key, "", "stands outside any entry: write it below the [heading] of one"))
        return None
    try:
        return model.model_validate(raw)
    except ValidationError as invalid:
        name = _shown_name(key, raw)
        details = invalid.errors(include_url=False, include_context=True)
        faults.extend([_fault_of(file, name, error, raw, model) for error in _without_twins(details)])
        return None


def _shown_name(key: str, raw: Mapping[str, Any]) -> str:
    """An entry is spoken of by the name on its card; its id stands beside it when that is something else."""
    name = raw.get("name")
    if not isinstance(name, str) or not name or name.casefold() == key.casefold():
        return key
    return f"{name} [{key}]" if key else name


def _placed(fault: Fault, file: str, key: str) -> Fault:
    return replace(fault, file=fault.file or file, entry=fault.entry or key)


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
                entry = _validated(file.name, shown, raw, kind.model, self.faults)
                if entry is None:
                    continue
                self.entries[key] = entry
                if kind.check is not None:
                    self.faults.extend([_placed(fault, file.name, shown) for fault in kind.check(key, entry, shelf)])


# -- saying what is wrong ---------------------------------------------------------------------------------------------

_WORDS = {"string_type": "text", "int_type": "a whole number", "float_type": "a number", "bool_type": "true or false"}
_WORDS |= {"list_type": "a list", "dict_type": "a table", "model_type": "a table", "tuple_type": "a list"}
_WORDS |= {"int_parsing": "a whole number", "float_parsing": "a number", "int_from_float": "a whole number"}
_WORDS |= {"model_attributes_type": "a table", "set_type": "a list", "frozen_set_type": "a list"}


def _without_twins(errors: list[ErrorDetails]) -> Iterator[ErrorDetails]:
    """A union reports a fault once per member; the first report of a place is enough."""
    seen: set[str] = set()
    for error in errors:
        place = _written_place(error["loc"])
        if place not in seen:
            seen.add(place)
            yield error


def _fault_of(file: str, entry: str, error: ErrorDetails, raw: Any, model: type[BaseModel]) -> Fault:
    kind = error["type"]
    place = error["loc"]
    field = _written_place(place)
    context: Mapping[str, Any] = error.get("ctx", {})
    value = error["input"]
    if kind == "extra_forbidden":
        known = _fields_at(model, place[:-1])
        wrong = f"unknown key {str(place[-1])!r:.80}"
        if known:
            wrong += f"; this table has {', '.join(known)}"
        return Fault(file, entry, _written_place(place[:-1]), wrong, probably_meant(str(place[-1]), known))
    if kind == "missing":
        return Fault(file, entry, field, "is missing")
    if kind in _WORDS:
        return Fault(file, entry, field, f"must be {_WORDS[kind]}, not {value!r:.80}")
    if kind in ("literal_error", "enum"):
        expected = str(context.get("expected", ""))
        known = [word.strip(" '\"") for word in expected.replace(" or ", ", ").split(",")]
        return Fault(
            file,
            entry,
            field,
            f"must be one of {', '.join(known)}, not {value!r:.80}",
            probably_meant(str(value), known),
        )
    if kind in ("value_error", "assertion_error"):
        return Fault(file, entry, field, str(context.get("error", error["msg"])))
    if kind in _LIMITS:
        limit = context.get(_LIMITS[kind][1])
        return Fault(file, entry, field, f"is {value!r:.80}, but must be {_LIMITS[kind][0]} {limit}")
    message = error["msg"]
    return Fault(file, entry, field, f"{message[:1].lower()}{message[1:]}, not {value!r:.80}")


_LIMITS = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
    "multiple_of": ("a multiple of", "multiple_of"),
}


def _written_place(place: Sequence[int | str]) -> str:
    """`attacks[2].damage`: counted from one, as a reader counts."""
    written = ""
    for part in place:
        if isinstance(part, int):
            written += f"[{part + 1}]"
        elif part.isidentifier() or "-" in part or " " in part:
            written += f".{part}" if written else part
    return written


def _fields_at(model: type[BaseModel], place: Sequence[int | str]) -> list[str]:
    """The keys a table at this place may have, for naming what was probably meant."""
    current: Any = model
    for part in place:
        if not isinstance(part, str):
            continue  # which of a list: they are all alike
        if _is_dict(current):
            current = get_args(current)[1]
            continue
        table = _table_model(current)
        field = None if table is None else table.model_fields.get(part)
        current = None if field is None else field.annotation
    table = None if _is_dict(current) else _table_model(current)
    return [] if table is None else [field.alias or name for name, field in table.model_fields.items()]


def _is_dict(annotation: Any) -> bool:
    return get_origin(annotation) is dict


def _table_model(annotation: Any) -> type[BaseModel] | None:
    """The model inside `list[Attack]` or `Attack | None`."""
    from pydantic import BaseModel

    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in get_args(annotation):
        found = _table_model(argument)
        if found is not None:
            return found
    return None


# -- schemas for editors ----------------------------------------------------------------------------------------------


def schema_of_file(model: type[BaseModel], title: str, *, one_entry: bool = False) -> dict[str, Any]:
    """The JSON Schema of a content file: a table per entry, or one entry that is the whole file."""
    entry = model.model_json_schema()
    definitions = entry.pop("$defs", {})
    dialect = "https://json-schema.org/draft/2020-12/schema"
    if one_entry:
        return {"$schema": dialect, "title": title, **entry, "$defs": definitions}
    name = model.__name__
    return {
        "$schema": dialect,
        "title": title,
        "type": "object",
        "additionalProperties": {"$ref": f"#/$defs/{name}"},
        "$defs": {**definitions, name: entry},
    }


def write_schemas(schemas: Mapping[str, Mapping[str, Any]], directory: Path) -> list[Path]:
    """Writes `<name>.schema.json` for each; a content file names its schema in a first line `#:schema <name>.schema.json`."""
    directory.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, schema in schemas.items():
        file = directory / f"{name}.schema.json"
        file.write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        written.append(file)
    return written
