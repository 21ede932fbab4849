"""Answers as typed text, the same for every rulebook.

A choice is typed as its key or as the beginning of its label, a place as its points (`4,7.5 6,9`), a split as amounts by
lot (`head=1 body=2`).
"""

from __future__ import annotations

import re
from typing import Any

from vanguard.core.questions import Choose, Given, Option, Place, Question, Split
from vanguard.core.refusals import Refused
from vanguard.server.wire.messages import Completion

MOST_COMPLETIONS = 30
_POINT = re.compile(r"^\(?(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:,(-?\d+(?:\.\d+)?))?\)?$")


def read_command(question: Question[Any], text: str) -> Given:
    """The plain answer that this text means; `Refused` says how to type it."""
    text = " ".join(text.split())
    if isinstance(question, Choose):
        return _option_meant(question, text).key
    if isinstance(question, Place):
        return _points(question, text)
    if isinstance(question, Split):
        return _amounts(question, text)
    raise Refused("this question cannot be answered by typing", question.clause)


def _option_meant(question: Choose[Any], text: str) -> Option[Any]:
    folded = text.casefold()
    for option in question.options:
        if folded in (option.key.casefold(), option.label.casefold()):
            return option
    meant = [option for option in question.available if _begins(option, folded)] if folded else []
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Refused(f"{text!r:.60} could be {', '.join(option.key for option in meant[:6])}", question.clause)
    known = ", ".join(option.key for option in question.available[:12])
    raise Refused(f"{text!r:.60} is none of the answers; type one of {known}", question.clause)


def _begins(option: Option[Any], folded: str) -> bool:
    return option.key.casefold().startswith(folded) or option.label.casefold().startswith(folded)


def _points(question: Place[Any], text: str) -> Given:
    points: list[list[float]] = []
    for word in re.sub(r"\s*,\s*", ",", text).replace(";", " ").split():
        point = _POINT.match(word)
        if point is None:
            raise Refused(f"a place is typed as points such as “4,7.5 6,9”; {word!r:.40} is none", question.clause)
        points.append([float(number) for number in point.groups() if number is not None])
    if not points:
        raise Refused("a place is typed as points such as “4,7.5 6,9”", question.clause)
    return points


def _amounts(question: Split, text: str) -> Given:
    amounts: dict[str, int] = {}
    known = ", ".join(lot.key for lot in question.lots)
    for word in re.sub(r"\s*[=:]\s*", "=", text).replace(",", " ").split():
        name, _, amount = word.partition("=")
        if not amount.isdigit() or len(amount) > 6:
            raise Refused(
                f"a split is typed as amounts such as “{_example(question)}”; {word!r:.40} is none", question.clause
            )
        lots = [lot.key for lot in question.lots if lot.key.casefold() == name.casefold()]
        lots = lots or [lot.key for lot in question.lots if lot.key.casefold().startswith(name.casefold())]
        if len(lots) != 1:
            raise Refused(f"{name!r:.40} is not one of {known}", question.clause)
        amounts[lots[0]] = amounts.get(lots[0], 0) + int(amount)
    return amounts


def _example(question: Split) -> str:
    for candidate in question.candidates()[:1]:
        return " ".join([f"{key}={amount}" for key, amount in candidate.items()])
    return " ".join([f"{lot.key}={lot.at_least}" for lot in question.lots])


def completions(question: Question[Any], text: str) -> tuple[list[Completion], str]:
    """What could be typed on from here, and a hint how answers to this question are typed."""
    folded = " ".join(text.split()).casefold()
    if isinstance(question, Choose):
        found = [option for option in question.options if _begins(option, folded) or folded in option.label.casefold()]
        found.sort(key=lambda option: (not option.available, not _begins(option, folded)))
        return [_completion(option.key, option.label, option.why_not) for option in found[:MOST_COMPLETIONS]], (
            "type an answer or the beginning of its name"
        )
    candidates = question.candidates()
    typed = [typed_form(candidate) for candidate in candidates]
    found_typed = [words for words in dict.fromkeys(typed) if words.startswith(folded)][:MOST_COMPLETIONS]
    hint = "type points such as 4,7.5 6,9" if isinstance(question, Place) else "type amounts by name, such as a=2 b=1"
    return [_completion(words, words, "") for words in found_typed], hint


def typed_form(given: Given) -> str:
    """An answer as it would be typed."""
    if isinstance(given, dict):
        return " ".join([f"{key}={amount}" for key, amount in given.items()])
    if isinstance(given, list):
        return " ".join([",".join([f"{number:g}" for number in point]) for point in given])
    return str(given)


def _completion(text: str, label: str, why_not: str) -> Completion:
    return {"text": text, "label": label, "why_not": why_not}
