"""Wishes for odds: an attack by names and numbers, read against the fields a rulebook understands.

A rulebook says its fields once, as a JSON schema for forms and command lines, and reads a wish by them:

    FIELDS = wish_fields(["target"], weapon=one_of(WEAPONS, "Weapon"), target=one_of(CARDS, "Target"),
                         cover=flag("Target in cover"), wounds=whole("Target's wounds", 1))
    wish = Wish(given, FIELDS)
    weapon, cover = WEAPONS[wish.text("weapon")], wish.flag("cover")

Whatever is not understood is refused with its field, the value and what would do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from vanguard.core.refusals import Refused
from vanguard.core.suggestions import meant_or_known

Field = dict[str, Any]


# -- what is understood -----------------------------------------------------------------------------------------------


def wish_fields(required: Sequence[str], **fields: Field) -> dict[str, Any]:
    """The fields of a wish as a JSON schema."""
    return {"type": "object", "required": list(required), "additionalProperties": False, "properties": fields}


def one_of(known: Iterable[str], title: str, default: str = "", example: str = "") -> Field:
    """`known`: the words, or a dict with what each is called by people. `example`: what a form opens with, though a wish
    without it does not mean it.
    """
    field: Field = {"enum": list(known), "title": title} | ({"examples": [example]} if example else {})
    if isinstance(known, dict):
        field["enumNames"] = list(known.values())
    return _field(field, default or None)


def only_for(what: Sequence[str], field: Field) -> Field:
    """A field that a form shows only while `what` is one of these: of no use to anything else."""
    return {**field, "when": list(what)}


def flag(title: str, default: bool = False) -> Field:
    return {"type": "boolean", "default": default, "title": title}


def whole(title: str, least: int, most: int | None = None, default: int | None = None) -> Field:
    limits = {"type": "integer", "minimum": least} | ({} if most is None else {"maximum": most})
    return _field({**limits, "title": title}, default)


def amount(title: str, least: float, most: float | None = None, default: float | None = None) -> Field:
    limits = {"type": "number", "minimum": least} | ({} if most is None else {"maximum": most})
    return _field({**limits, "title": title}, default)


def _field(field: Field, default: Any) -> Field:
    return field if default is None else {**field, "default": default}


# -- what is wished ---------------------------------------------------------------------------------------------------


class Wish:
    """A wish whose every field is known and within its limits; a field that is None was not given."""

    __slots__ = ("_clause", "_fields", "_given")

    def __init__(self, given: Mapping[str, Any], fields: Mapping[str, Any], clause: str = "") -> None:
        self._clause = clause
        self._fields: Mapping[str, Field] = fields["properties"]
        self._given: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        for key, value in self._given.items():
            if key not in self._fields:
                raise Refused(f"an attack has no {key!r:.40}{meant_or_known(key, list(self._fields))}", clause)
            self._check(key, value)
        for key in fields["required"]:
            self.need(key)

    def _check(self, key: str, value: Any) -> None:
        field = self._fields[key]
        if "enum" in field:
            if value not in field["enum"]:
                raise Refused(
                    f"{key}: there is no {value!r:.60}{meant_or_known(str(value), field['enum'])}", self._clause
                )
        elif field["type"] == "boolean":
            if not isinstance(value, bool):
                raise Refused(f"{key}: true or false, not {value!r:.60}", self._clause)
        else:
            self._check_number(key, field.get("minimum"), field.get("maximum"))

    def _check_number(self, key: str, least: float | None, most: float | None) -> None:
        value = self._given.get(key)
        if value is None:
            return
        integer = self._fields[key]["type"] == "integer"
        numeric = not isinstance(value, bool) and isinstance(value, int if integer else (int, float))
        if numeric and (least is None or value >= least) and (most is None or value <= most):
            return
        kind = "a whole number" if integer else "a number"
        limits = f" from {least:g} to {most:g}" if least is not None and most is not None else ""
        limits = limits or (f" of at least {least:g}" if least is not None else "")
        raise Refused(f"{key}: {kind}{limits}, not {value!r:.60}", self._clause)

    def need(self, key: str) -> None:
        """Refused if this was not given."""
        if key not in self._given:
            raise Refused(f"{key} is missing{meant_or_known('', self._fields[key].get('enum', []))}", self._clause)

    def has(self, key: str) -> bool:
        return key in self._given

    def text(self, key: str) -> str:
        return str(self._get(key, ""))

    def flag(self, key: str) -> bool:
        return bool(self._get(key, False))

    def whole(self, key: str, usual: int = 0, most: int | None = None) -> int:
        """A whole number, `usual` where it is not given; `most` where this wish allows no more."""
        self._check_number(
            key, self._fields[key].get("minimum"), self._fields[key].get("maximum") if most is None else most
        )
        return int(self._get(key, usual))

    def amount(self, key: str, usual: float = 0.0) -> float:
        return float(self._get(key, usual))

    def _get(self, key: str, usual: Any) -> Any:
        if key in self._given:
            return self._given[key]
        return self._fields[key].get("default", usual)
