"""Typed answers: the one notation of the terminal, the command line of the web table and the records' readers.

A key or the beginning of a label picks an option; `12.5,3 14,6` is a path; `head=1 body=2` a split.
"""

from __future__ import annotations

import json
from typing import Any

from vanguard.core.questions import Choose, Given, Place, Question, Split
from vanguard.core.refusals import Refused


def given_from_typed(question: Question[Any], text: str) -> Given:
    """The plain answer that a typed text means; `Refused` says what can be typed."""
    text = text.strip()
    if text[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except ValueError:
            raise Refused(f"cannot read {text!r:.60}", question.clause) from None
    if isinstance(question, Choose):
        return _option_key(question, text)
    if isinstance(question, Place):
        return _points(text, question.clause)
    if isinstance(question, Split):
        return _amounts(text, question.clause)
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
    text = text.strip().lower()
    if isinstance(question, Choose):
        return [o.key for o in question.options if not o.why_not and _fits(text, o.key, o.label)]
    if isinstance(question, Split):
        return [f"{lot.key}=" for lot in question.lots if lot.key.lower().startswith(text.split(" ")[-1])]
    return [
        typed for typed in (typed_from_given(given) for given in question.candidates()[:12]) if typed.startswith(text)
    ]


def _fits(text: str, key: str, label: str) -> bool:
    return key.lower().startswith(text) or label.lower().startswith(text)


def _option_key(question: Choose[Any], text: str) -> str:
    """A whole key, the number of an option in the list, or the beginning of just one key or label."""
    options = question.options
    for option in options:
        if option.key == text:
            return option.key
    if text.isdigit() and 1 <= int(text) <= len(options):
        return options[int(text) - 1].key
    wanted = text.lower()
    fitting = [option for option in options if wanted and _fits(wanted, option.key, option.label)]
    open_ones = [option for option in fitting if not option.why_not] or fitting
    if len(open_ones) == 1:
        return open_ones[0].key
    if len(open_ones) > 1:
        meant = ", ".join(option.key for option in open_ones[:8])
        raise Refused(f"{text!r:.60} could mean {meant}", question.clause)
    return text


def _points(text: str, clause: str) -> list[list[float]]:
    points: list[list[float]] = []
    for word in text.replace(";", " ").split():
        try:
            points.append([float(number) for number in word.split(",")])
        except ValueError:
            raise Refused(f"a point is typed as 12.5,3 and not as {word!r:.40}", clause) from None
    return points


def _amounts(text: str, clause: str) -> dict[str, int]:
    amounts: dict[str, int] = {}
    for word in text.replace(",", " ").split():
        key, equals, amount = word.rpartition("=")
        if not equals or not amount.lstrip("-").isdigit():
            raise Refused(f"a share is typed as name=2 and not as {word!r:.40}", clause)
        amounts[key] = int(amount)
    return amounts
