"""What is wrong with content, and where: faults as values, and those that a model reports in the words of whoever writes content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin

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


def placed(fault: Fault, file: str, key: str) -> Fault:
    """The same with its file and entry, where whoever found it did not say them."""
    return replace(fault, file=fault.file or file, entry=fault.entry or key)


# -- a model reports ---------------------------------------------------------------------------------------------------

_WANTED = {
    "text": ("string_type",),
    "a whole number": ("int_type", "int_parsing", "int_from_float"),
    "a number": ("float_type", "float_parsing"),
    "true or false": ("bool_type",),
    "a list": ("list_type", "tuple_type", "set_type", "frozen_set_type"),
    "a table": ("dict_type", "model_type", "model_attributes_type"),
}
_WORDS = {kind: wanted for wanted, kinds in _WANTED.items() for kind in kinds}
_LIMITS = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
    "multiple_of": ("a multiple of", "multiple_of"),
}


def validated(file: str, key: str, raw: Any, model: type[Entry], faults: list[Fault]) -> Entry | None:
    """An entry read against its model; None if it is not sound, and why is added to the faults."""
    from pydantic import ValidationError

    if not isinstance(raw, dict):
        faults.append(Fault(file, key, "", "stands outside any entry: write it below the [heading] of one"))
        return None
    try:
        return model.model_validate(raw)
    except ValidationError as invalid:
        name = _shown_name(key, raw)
        details = invalid.errors(include_url=False, include_context=True)
        faults.extend([_fault_of(file, name, error, model) for error in _without_twins(details)])
        return None


def _shown_name(key: str, raw: Mapping[str, Any]) -> str:
    """An entry is spoken of by the name on its card; its id stands beside it when that is something else."""
    name = raw.get("name")
    if not isinstance(name, str) or not name or name.casefold() == key.casefold():
        return key
    return f"{name} [{key}]" if key else name


def _without_twins(errors: list[ErrorDetails]) -> Iterator[ErrorDetails]:
    """A union reports a fault once per member; the first report of a place is enough."""
    seen: set[str] = set()
    for error in errors:
        place = _written_place(error["loc"])
        if place not in seen:
            seen.add(place)
            yield error


def _fault_of(file: str, entry: str, error: ErrorDetails, model: type[BaseModel]) -> Fault:
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
