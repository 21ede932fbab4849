"""Which text is let in: what can be seen and spoken, on every way in.

Lone surrogates are no text for a disk, control characters none for a log, and characters that turn the direction of writing
or take no room let one name look like another.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from pydantic_core import to_json

from vanguard.core.refusals import Refused

LINE_BREAKS = "\t\n\r"
_NOT_SHOWN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
"""Shown as nothing, though they count as letters or marks."""
_PLAIN = re.compile(r"[\t\n\r\x20-\x7e]*\Z")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|(.))", re.DOTALL)
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
MOST_MARKS = 4
"""Marks above and below one letter; more of them cover the lines around it."""


class UnfitText(Refused):
    """Text with something in it that cannot be seen."""


def unfit(text: str, one_line: bool = False) -> str:
    """The first thing in a text that is not let in, named so that its sender finds it; empty if all is well."""
    if _PLAIN.match(text) and not (one_line and any(mark in text for mark in LINE_BREAKS)):
        return ""
    marks = 0
    for place, letter in enumerate(text, 1):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if letter in LINE_BREAKS and not one_line:
            continue
        if kind in _NOT_SHOWN or letter in _FILLERS or marks > MOST_MARKS:
            name = unicodedata.name(letter, "") or ("a line break" if letter in LINE_BREAKS else "no letter")
            return f"U+{ord(letter):04X} ({name.lower()}) at place {place}"
    return ""


def refuse_unfit(text: str, what: str, one_line: bool = False) -> None:
    found = unfit(text, one_line)
    if found:
        raise UnfitText(f"{what} has a character that cannot be shown: {found}")


def unfit_in_json(raw: str) -> str:
    """The same for text that is not read yet: escapes count as what they stand for."""
    found = unfit(raw)
    return found if found or "\\" not in raw else unfit(_ESCAPE.sub(_unescaped, raw))


def _unescaped(escape: re.Match[str]) -> str:
    code, low, short = escape.groups()
    if short is not None:
        return _SHORT.get(short, short)
    high = int(code, 16)
    if low is None:
        return chr(high)
    if 0xD800 <= high < 0xDC00:
        return chr(0x10000 + ((high - 0xD800) << 10) + int(low, 16) - 0xDC00)
    return chr(high) + chr(int(low, 16))


_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_ABSURD = re.compile(r"(?<![\w.])-?(?:NaN|Infinity|\d{40,}|\d[\d.]*[eE][+-]?\d{3,})(?!\w)")
_DIGEST_LINE = re.compile(r"(?m)^= [0-9a-f]+\s*$")
"""In a record written as text: hexadecimal, and therefore no number."""


def absurd_number(raw: str) -> str:
    """A number of a JSON text that is none, or that nothing on a table can be: 10**400 as a place."""
    found = _ABSURD.search(raw)
    if found is None:
        return ""
    found = _ABSURD.search(_STRINGS.sub('""', _DIGEST_LINE.sub("", raw)))
    return "" if found is None else f"{found.group():.12}…"


def refuse_at_the_door(raw: str) -> None:
    """For whatever comes in as JSON or as a record, before anything is read from it."""
    found = unfit_in_json(raw)
    if found:
        raise UnfitText(f"there is a character in this that cannot be shown: {found}")
    number = absurd_number(raw)
    if number:
        raise UnfitText(f"{number} is no number for a table")


def wire_json(value: Any) -> str:
    """A message as text. No number of ours is infinite; should one ever be, a browser can still read the rest."""
    return to_json(value, inf_nan_mode="null").decode()


# -- names of people ------------------------------------------------------------------------------------------------------

_LOOKALIKES = str.maketrans("аеорсухіјѕвнкмтԁɡαοιρτυνκβεη0135", "aeopcyxijsbhkmtdgaoiptuvkbenoles")
_RESERVED = {"host", "server", "admin", "administrator", "moderator", "vanguard", "dice", "spectator", "system", "bot"}


def fit_name(name: str | None) -> str:
    """A person's name as it is kept: one line, nothing hidden, and not that of a bot or of the host."""
    if name is None:
        return ""
    refuse_unfit(name, "the name", one_line=True)
    kept = " ".join(unicodedata.normalize("NFKC", name).split())
    refuse_unfit(kept, "the name", one_line=True)
    folded = unicodedata.normalize("NFD", kept.casefold()).translate(_LOOKALIKES)
    words = re.findall(r"[a-z]+", "".join([letter for letter in folded if not unicodedata.combining(letter)]))
    if words and ("bot" in (words[0], words[-1]) or "".join(words) in _RESERVED):
        raise Refused(f"{kept!r:.60} could be taken for a bot or the host; please choose another name")
    return kept
