"""What goes to a browser, built by allow-list from a game: questions, log lines, who decides, how it stands."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from vanguard.core.clauses import Catalogue
from vanguard.core.game import Game
from vanguard.core.questions import Chance, Choose, Draw, Given, Option, Place, Question, Split, Together
from vanguard.core.rulebook import Rulebook
from vanguard.core.telling.events import EVERYBODY, Event
from vanguard.core.telling.pictures import plain_picture
from vanguard.server.wire.messages.happened import LogLine, StandingShown
from vanguard.server.wire.messages.questions import (
    Asked,
    ChooseAsked,
    Deciding,
    OptionShown,
    PlaceAsked,
    QuestionShown,
    SplitAsked,
)

MOST_EXAMPLES = 8
SET_UP = "set-up"


def log_line(event: Event, rulebook: Rulebook, step: int) -> LogLine:
    picture = rulebook.pictures.get(event.key)
    return {
        "text": event.sentence(rulebook.messages),
        "clause": event.clause,
        "about": list(event.about),
        "dice": cast(Any, None if event.dice is None else event.dice.plain()),
        "shows": cast(Any, None if picture is None else plain_picture(event, picture)),
        "step": step,
        "seen_by": None if event.seen_by == EVERYBODY else event.seen_by,
    }


def question_shown(question: Question[Any], seat: int, secret: bool, catalogue: Catalogue) -> QuestionShown | None:
    """The question as the deciding seat sees it; the catalogue says what its answers do."""
    if isinstance(question, Choose):
        rules = rules_of_their_own(question)
        choose: ChooseAsked = {
            **_asked(question, seat, secret),
            "kind": "choose",
            "options": [_option(option, rules, catalogue) for option in question.options],
            "passes": passing_key(question),
        }
        return choose
    if isinstance(question, Place):
        place: PlaceAsked = {
            **_asked(question, seat, secret),
            "kind": "place",
            "mover": question.mover,
            "on": "hexes" if question.on == "hexes" else "table",
            "has_area": question.has_area,
            "examples": cast(Any, question.examples(MOST_EXAMPLES)),
        }
        return place
    if isinstance(question, Split):
        candidates = question.candidates()
        split: SplitAsked = {
            **_asked(question, seat, secret),
            "kind": "split",
            "lots": [
                {
                    "key": lot.key,
                    "label": lot.label,
                    "at_least": lot.at_least,
                    "at_most": lot.at_most,
                    "dice": list(lot.dice),
                    "card": lot.card,
                    "why_not": question.out_of_reach(number) if question.out_of_reach is not None else "",
                }
                for number, lot in enumerate(question.lots)
            ],
            "total": question.total,
            "up_to": question.up_to,
            "examples": candidates[:MOST_EXAMPLES],
            "usual": question.usual,
            "purchase": question.is_purchase and any(candidates),
        }
        return split
    return None


def _asked(question: Question[Any], seat: int, secret: bool) -> Asked:
    return {
        "seat": seat,
        "prompt": question.prompt,
        "clause": question.clause,
        "about": list(question.about),
        "secret": secret,
        "reveals": question.reveals,
        "dice": cast(Any, None if question.dice is None else question.dice.plain()),
        "against": cast(Any, None if question.against is None else question.against.plain()),
    }


def rules_of_their_own(question: Choose[Any]) -> set[str]:
    """The clauses that grant one of the answers that can be given, and not the question or another of them."""
    granting = Counter([option.clause for option in question.available])
    return {clause for clause, times in granting.items() if times == 1 and clause and clause != question.clause}


def told_with(label: str, sentence: str) -> str:
    """What an answer does, without the name that stands above it: "Dig In, 1 action point: put a token …" begins with "Put"."""
    name = label.partition(" (")[0].partition(":")[0]
    heading, colon, rest = sentence.partition(": ")
    if not colon or not heading.startswith(name):
        return sentence
    return rest[:1].upper() + rest[1:]


def _option(option: Option[Any], rules: set[str], catalogue: Catalogue) -> OptionShown:
    known = option.available and not option.does and option.clause in rules and option.clause in catalogue
    return {
        "does": told_with(option.label, catalogue.in_words(option.does)) if option.available else "",
        "rule": catalogue.in_words(option.clause) if known else "",
        "key": option.key,
        "label": option.label,
        "why_not": option.why_not,
        "clause": option.clause,
        "about": list(option.about),
        "dice": list(option.dice),
        "card": option.card,
        "deed": option.deed,
        "grave": option.grave,
        "idle": option.idle,
    }


def passing_key(question: Question[Any]) -> str | None:
    """The key that lets this offer go by, if it can be."""
    if not isinstance(question, Choose):
        return None
    for option in question.options:
        if option.declines and option.available:
            return option.key
    return None


def stage(game: Game) -> str:
    """Such as `round 3`; what comes before the first round is the set-up."""
    return SET_UP if game.state.is_being_set_up() else game.state.stage_told()


def nobody_decides() -> Deciding:
    return {"seats": [], "prompt": "", "clause": "", "kind": "over", "secret": False, "setup": False}


def deciding(game: Game, over: bool) -> Deciding:
    """Who decides and what, as everybody may know it; of a secret choice only that it is made."""
    question = game.question
    if question is None or over:
        return nobody_decides()
    return {
        "seats": list(game.deciders()),
        "prompt": asked_in_words(question),
        "clause": question.clause,
        "kind": question.kind if not isinstance(question, Chance) else "chance",
        "secret": isinstance(question, Together),
        "setup": stage(game) == SET_UP,
    }


def asked_in_words(question: Question[Any]) -> str:
    """What is asked; of chance, whose questions have keys rather than words, what happens."""
    if not isinstance(question, Chance) or question.prompt != question.key:
        return question.prompt
    if isinstance(question, Draw):
        return "Drawn at random"
    return "1 die is rolled" if question.count == 1 else f"{question.count} dice are rolled"


def standing(game: Game, result: dict[str, Any]) -> StandingShown:
    """How it stands; a concession or an agreed draw stands above what the rules say."""
    plain = game.standing.plain()
    return ended(cast(StandingShown, {**plain, "how": "rules" if plain["over"] else ""}), result)


def ended(standing: StandingShown, result: dict[str, Any]) -> StandingShown:
    """The same with how it ended outside the rules, if it did."""
    if not result:
        return standing
    return {
        **standing,
        "over": True,
        "winner": result["winner"],
        "reason": result["reason"],
        "clause": "",
        "how": result["how"],
    }


def answer_in_words(question: Question[Any] | None, given: Given) -> str:
    """An answer as a replay tells it; what was drawn is told by the log, in its own words."""
    if isinstance(question, Draw):
        return ""
    if isinstance(question, Choose):
        for option in question.options:
            if option.key == given:
                return option.label
    if isinstance(question, Together) and isinstance(given, list):
        parts = [answer_in_words(part, one) for part, one in zip(question.parts, given, strict=True)]
        return " / ".join(parts)
    if isinstance(question, Split) and isinstance(given, dict):
        labels = {lot.key: lot.label for lot in question.lots}
        return ", ".join([f"{labels.get(key, key)}: {amount}" for key, amount in given.items()]) or "nothing"
    if isinstance(question, Place) and isinstance(given, list):
        return " → ".join([f"({', '.join(f'{round(number, 1):g}' for number in point)})" for point in given])
    if isinstance(given, list):
        return ", ".join([str(face) for face in given])
    return str(given)
