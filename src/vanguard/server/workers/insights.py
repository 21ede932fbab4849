"""What is shown before a decision: exact chances of attacks, and risk at points."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from vanguard.core.game import Game
from vanguard.core.questions import Choose, Place, Question, Split
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import REMOVED, Rulebook
from vanguard.odds import Odds, RiskMap, coarse_first, of, of_trial
from vanguard.odds.live import trial_of_answer
from vanguard.server.wire.messages.replies import OddsOfOption, OutcomeChance, RiskPoint

NO_ODDS = "no attack would start here"
NO_RISK = "there is no risk to show here"
MOST_OPTIONS = 40
MOST_ANSWERS = 8
MOST_RISK_POINTS = 200
NEVER = 1e-6
"""Less than this is what adding up chances leaves over: nobody is told of it."""
RISK_SECONDS = 3.0
POINTS_ACROSS = 24


def odds(game: Game, seat: int, option: str | None) -> dict[str, Any]:
    """Exact chances of the attacks that the options of this seat's question would start."""
    question = game.question_for(seat)
    trials = {} if question is None else game.rulebook.trials(game.state, question)
    if option is not None:
        trials = {key: trial for key, trial in trials.items() if key == option}
    found = [shown_odds(key, of_trial(game.rulebook, trial)) for key, trial in list(trials.items())[:MOST_OPTIONS]]
    compared = not found and isinstance(question, Choose) and is_of_one_attack(question)
    if compared and isinstance(question, Choose):
        found = odds_of_each_answer(game, question, option)
    return {"available": bool(found), "note": "" if found else NO_ODDS, "odds": found, "compared": compared}


def is_of_one_attack(question: Choose[Any]) -> bool:
    """Is it asked in the middle of an attack, or does one follow whatever is answered?"""
    return question.dice is not None or question.under_way is not None or question.is_attack


def odds_of_each_answer(game: Game, question: Choose[Any], option: str | None) -> list[OddsOfOption]:
    """What keeping the dice, rolling one again or spending something would come to, answer by answer."""
    found: list[OddsOfOption] = []
    for answer in question.available[:MOST_ANSWERS]:
        if option in (None, answer.key):
            try:
                found.append(shown_odds(answer.key, of(game, answer.key, under_way=True)))
            except Refused:
                continue  # it touches nobody whose fate could be told
    return found


def odds_of_amounts(game: Game, seat: int, amounts: Mapping[str, int]) -> dict[str, Any]:
    """Exact chances of an attack whose dice are split so; nothing if the split starts none, or is not allowed."""
    question = game.question_for(seat)
    if not isinstance(question, Split) or not question.is_attack:
        return {"available": False, "note": NO_ODDS, "odds": []}
    try:
        given = {key: amount for key, amount in amounts.items() if amount}
        solved = of(game, given, under_way=question.dice is not None)
    except Refused as refused:
        return {"available": False, "note": str(refused), "odds": []}
    names = names_of(game, seat)
    outcomes: list[OutcomeChance] = []
    for i, key in enumerate(solved.watched):
        name, unharmed = names.get(key, key), solved.damage(i).get(0, 0.0)
        if amounts.get(key) or unharmed < 1.0 - NEVER:
            outcomes.append({"label": f"{name} removed", "chance": solved.chance_removed(i)})
            outcomes.append({"label": f"{name} unharmed", "chance": unharmed})
    labels = {lot.key: lot.label for lot in question.lots}
    label = ", ".join([f"{amount} at {labels.get(key, key)}" for key, amount in amounts.items() if amount])
    shown: OddsOfOption = {"option": "", "label": label, "outcomes": outcomes, "details": solved.plain()}
    return {"available": True, "note": "", "odds": [shown]}


def odds_of_answers(game: Game, seat: int, answers: list[Any]) -> dict[str, Any]:
    """Exact chances of what several answers, one after the other, would start: a volley of several weapons, say."""
    later = game.fork()
    before: Question[Any] | None = None
    try:
        for given in answers[:-1]:
            before = later.question_for(seat)
            later.answer(given, seat=seat)
        question = later.question_for(seat)
        if question is None:
            raise Refused(NO_ODDS)
        in_one_breath = before is not None and before.about and set(before.about) & set(question.about)
        if in_one_breath:  # what was chosen before is resolved together with the last answer
            trial = trial_of_answer(later, answers[-1])
            solved = of_trial(game.rulebook, trial, whole=False)
        else:
            solved = of(later, answers[-1])
    except Refused as refused:
        return {"available": False, "note": str(refused), "odds": []}
    note = "" if not solved.error else f"sampled, ± {solved.error:.1%}"
    return {"available": True, "note": note, "odds": [shown_odds("", solved)]}


def names_of(game: Game, seat: int) -> dict[str, str]:
    """What everything that can be harmed is called; a unit of one name like its models."""
    names: dict[str, str] = {}
    for model in game.rulebook.view(game.state, seat)["models"]:
        names[model["key"]] = model["name"]
        if model.get("group"):
            names.setdefault(model["group"], model["name"])
    return names


def odds_of_wish(rulebook: Rulebook, wish: Mapping[str, Any]) -> dict[str, Any]:
    """Chances of a free-standing attack, named by the fields of `Rulebook.trial_fields`."""
    try:
        trial = rulebook.trial(wish)
    except (KeyError, TypeError, ValueError) as fault:
        raise Refused(f"this attack cannot be read: {fault}") from None
    solved = of_trial(rulebook, trial)
    note = "" if not solved.error else f"sampled, ± {solved.error:.1%}"
    return {"odds": [shown_odds("", solved)], "note": note}


def shown_odds(option: str, solved: Odds) -> OddsOfOption:
    """The most telling first: that the target is removed, then how much it loses; of a test what failing or passing it means."""
    removed = solved.chance_removed()
    outcomes: list[OutcomeChance] = [{"label": solved.fate, "chance": removed}]
    if solved.fate == REMOVED:
        outcomes += losses(solved, removed)
    outcomes += [{"label": test, "chance": solved.chance_failed(test)} for test in solved.tests]
    return {"option": option, "label": solved.label, "outcomes": outcomes, "details": solved.plain()}


def losses(solved: Odds, removed: float) -> list[OutcomeChance]:
    """What loses so much that it goes is not told twice."""
    at_least = 0.0
    lines: list[OutcomeChance] = []
    for lost, chance in sorted(solved.damage().items(), reverse=True):
        at_least += chance
        if lost > 0 and abs(at_least - removed) > 1e-9:
            lines.append({"label": f"loses {lost} or more", "chance": at_least})
        elif lost == 0:
            lines.append({"label": "unharmed", "chance": chance})
    return lines[::-1]


def risk(game: Game, seat: int, points: list[list[float]] | None) -> dict[str, Any]:
    """For points where the mover could end: the chance to be wounded there by the next enemy activation.

    Coarse points come first; after a few seconds what has been found is shown.
    """
    question = game.question_for(seat)
    if not isinstance(question, Place) or not question.mover:
        return {"available": False, "note": NO_RISK, "points": []}
    wanted = [tuple(point) for point in points] if points else grid_over(question)
    risks = RiskMap(game.rulebook, game.state, question.mover)
    until = time.monotonic() + RISK_SECONDS
    found: list[RiskPoint] = []
    threatened = False
    for at in wanted[:MOST_RISK_POINTS]:
        one = risks.at(at)
        threatened = threatened or one.threats > 0
        found.append({"at": list(one.at), "chance": one.wounded, "details": one.plain()})
        if time.monotonic() > until:
            break
    return {"available": bool(found), "note": "" if threatened else "no enemy can attack there next", "points": found}


def grid_over(question: Place[Any]) -> list[tuple[float, ...]]:
    polygons = question.area()
    xs = [point[0] for polygon in polygons for point in polygon]
    ys = [point[1] for polygon in polygons for point in polygon]
    if not xs:
        return [tuple(path[-1]) for path in question.candidates()]
    width = max(max(xs) - min(xs), max(ys) - min(ys))
    return coarse_first(polygons, max(0.25, width / POINTS_ACROSS))
