"""Typed answers: the one notation of the terminal, the command line of the web table and the records' readers.

A key, a label, its beginning, words of it or its number picks an option; `12.5,3 14,6` is a path; `head=1 body=2` a split, whose names may
have spaces in them: `white blank=1 black hit=2`.
"""

from __future__ import annotations

import json
import re
from typing import Any

from vanguard.core.questions import Choose, Given, Option, Place, Question, Split
from vanguard.core.refusals import Refused

_POINT = re.compile(r"^\(?(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:,(-?\d+(?:\.\d+)?))?\)?$")
_WORDS = re.compile(r"[^\w']+")
_SHARE = re.compile(r"\s*(?P<name>[^=]+?)\s*=\s*(?P<amount>\d{1,6})(?=[\s,]|$)[\s,]*")


def given_from_typed(question: Question[Any], text: str) -> Given:
    """The plain answer that a typed text means; `Refused` says what can be typed."""
    text = " ".join(text.split())
    if text[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise Refused(f"cannot read {text!r:.60}", question.clause) from None
    if isinstance(question, Choose):
        return _option_meant(question, text).key
    if isinstance(question, Place):
        return _points(text, question.clause)
    if isinstance(question, Split):
        return _amounts(question, text)
    raise Refused(f"“{question.prompt}” cannot be answered by typing", question.clause)


def typed_from_given(given: Given) -> str:
    """How a person would type this answer."""
    if isinstance(given, str):
        return given
    if isinstance(given, dict):
        return " ".join(f"{key}={amount}" for key, amount in given.items())
    return " ".join(",".join(f"{number:g}" for number in point) for point in given)


def completions(question: Question[Any], text: str = "") -> list[str]:
    """What could be typed next, for a completing prompt."""
    text = text.strip().casefold()
    if isinstance(question, Choose):
        return [option.key for option in question.options if not option.why_not and begins(option, text)]
    if isinstance(question, Split):
        return [f"{lot.key}=" for lot in question.lots if lot.key.casefold().startswith(_last_name(text))]
    return [
        typed for typed in (typed_from_given(given) for given in question.candidates()[:12]) if typed.startswith(text)
    ]


def _last_name(text: str) -> str:
    """What is being typed behind the last whole share."""
    at = 0
    for share in _SHARE.finditer(text):
        at = share.end()
    return text[at:].strip()


def begins(option: Option[Any], folded: str) -> bool:
    """Does the option's key or label begin so?"""
    return option.key.casefold().startswith(folded) or option.label.casefold().startswith(folded)


def speaks_of(option: Option[Any], folded: str) -> bool:
    """Are these whole words of the option's label?"""
    return f" {folded} " in f" {_WORDS.sub(' ', option.label.casefold())} "


def _option_meant(question: Choose[Any], text: str) -> Option[Any]:
    """A whole key or label, the number of an option in the list, or what just one key or label begins with or speaks of."""
    folded = text.casefold()
    options = question.options
    for option in options:
        if folded in (option.key.casefold(), option.label.casefold()):
            return option
    if text.isdecimal() and len(text) < 6 and 1 <= int(text) <= len(options):
        return options[int(text) - 1]
    fitting = [option for option in options if folded and begins(option, folded)]
    fitting = fitting or [option for option in options if folded and speaks_of(option, folded)]
    meant = [option for option in fitting if not option.why_not] or fitting
    if len(meant) == 1:
        return meant[0]
    if meant:
        told = ", ".join([f"“{option.label}”" for option in meant[:6]])
        raise Refused(f"“{text:.60}” could mean {told}", question.clause)
    known = ", ".join([f"“{option.label}”" for option in question.available[:12]])
    raise Refused(f"“{text:.60}” is none of the answers; type one of {known}", question.clause)


def _points(text: str, clause: str) -> list[list[float]]:
    points: list[list[float]] = []
    for word in re.sub(r"\s*,\s*", ",", text).replace(";", " ").split():
        point = _POINT.match(word)
        if point is None:
            raise Refused(f"a place is typed as points such as “4,7.5 6,9”; {word!r:.40} is none", clause)
        points.append([float(number) for number in point.groups() if number is not None])
    if not points:
        raise Refused("a place is typed as points such as “4,7.5 6,9”", clause)
    return points


def _amounts(question: Split, text: str) -> dict[str, int]:
    """Shares by the name of the lot, or by its beginning; a lot named twice gets both."""
    amounts: dict[str, int] = {}
    text = re.sub(r"\s*:\s*(?=\d)", "=", text)
    at = 0
    while at < len(text):
        share = _SHARE.match(text, at)
        if share is None:
            told = f"a split is typed as amounts such as “{_example(question)}”; {text[at:]!r:.40} is none"
            raise Refused(told, question.clause)
        name = share["name"].lstrip(", ")
        key = _lot_meant(question, name)
        amounts[key] = amounts.get(key, 0) + int(share["amount"])
        at = share.end()
    return amounts


def _lot_meant(question: Split, name: str) -> str:
    folded = name.casefold()
    names = [(lot.key, (lot.key.casefold(), lot.label.casefold())) for lot in question.lots]
    lots = [key for key, known in names if folded in known]
    lots = lots or [
        key for key, (one, other) in names if folded and (one.startswith(folded) or other.startswith(folded))
    ]
    if len(lots) != 1:
        known = ", ".join([f"“{lot.label}”" for lot in question.lots])
        raise Refused(f"“{name:.40}” is not one of {known}", question.clause)
    return lots[0]


def _example(question: Split) -> str:
    for candidate in question.candidates()[:1]:
        return typed_from_given(candidate)
    return " ".join([f"{lot.key}={lot.at_least}" for lot in question.lots])
