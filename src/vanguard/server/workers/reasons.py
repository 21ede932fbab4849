"""Why a bot did something, in a sentence: what it goes by there, and what speaks for it on the table.

Nothing is kept while bots play: a position is looked at again when somebody asks.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from vanguard.bots.ladder import RUNGS
from vanguard.bots.temperaments import with_temperament
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Place, Question, Split
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import REMOVED
from vanguard.odds import Odds, RiskMap, of_trial
from vanguard.server.wire.messages.replies import Thought
from vanguard.server.wire.shown import answer_in_words

RANDOM = "random"
PLANNING = ("planner", "search")
JUDGING = tuple([rung for rung in RUNGS if rung not in (RANDOM, "sitter")])
"""Levels that answer by the judgement of a rulebook's mind."""
MOST_THOUGHTS = 4
"""So many decisions are explained at once: the last ones."""
MOST_LOOKED_BACK = 12
MOST_COMPARED = 5
NEARER = 0.5
"""So much nearer to something is worth telling, in table units."""


def thoughts_of_turn(
    game: Game, seat: int, level: str, answers: Sequence[tuple[int, Given]], until: int
) -> list[Thought]:
    """The last decisions of a seat before a step, as far as nobody else has decided in between; the newest last."""
    found: list[Thought] = []
    looked_at = 0
    then = game.fork()
    for step in range(min(until, len(answers)) - 1, -1, -1):
        if (answers[step][0] == 1 - seat and found) or looked_at == MOST_LOOKED_BACK or len(found) == MOST_THOUGHTS:
            break
        if answers[step][0] == seat:
            looked_at += 1
            then.rewind(step)
            thought = thought_about(then, seat, level, answers[step][1])
            if thought is not None:
                found.append(thought)
    return found[::-1]


def thought_about(game: Game, seat: int, level: str, given: Given) -> Thought | None:
    """Why a bot of this level would answer so; None where there was nothing to decide."""
    question = game.question_for(seat)
    if question is None or is_forced(question):
        return None
    rung = with_temperament(level)[0]
    mind = game.rulebook.mind() if rung in JUDGING else None
    ranked: list[Given] = []
    parts: list[str] = []
    if mind is not None:
        parts.append({**game.rulebook.reasons(), **mind.always}.get(question.clause, ""))
        if isinstance(question, Choose):  # a place is one of many alike
            ranked = mind.ranked(game.fork(for_seat=seat), seat, question, random.Random(0))
    parts += ["it moves as it pleases"] if rung == RANDOM else facts_of(game, seat, question, given)
    if ranked and ranked[0] == given and not any(parts):
        parts.append(f"the best of {len(ranked)} by its reckoning")
    elif ranked and ranked[0] != given:
        how = "tried out, it came to more than" if rung in PLANNING else "it slipped, thinking first of"
        parts.append(f"{how} “{answer_in_words(question, ranked[0])}”")
    return {
        "prompt": question.prompt,
        "did": "" if isinstance(question, Place) else answer_in_words(question, given),
        "why": "; ".join([part for part in parts if part]),
        "instead": [answer_in_words(question, other) for other in ranked[:3] if other != given][:2],
    }


def is_forced(question: Question[Any]) -> bool:
    if isinstance(question, Choose):
        return len(question.available) < 2
    return not isinstance(question, (Place, Split))


# -- what speaks for it -------------------------------------------------------------------------------------------------------


def facts_of(game: Game, seat: int, question: Question[Any], given: Given) -> list[str]:
    try:
        if isinstance(question, Choose):
            return chances(game, question, given)
        if isinstance(question, Place):
            return ground_gained(game, seat, question, given)
    except Refused:
        pass  # what cannot be measured or reckoned there is left out
    return []


def percent(chance: float) -> str:
    return f"{100.0 * chance:.0f} %"


def in_short(odds: Odds) -> str:
    """That the target goes, what it loses on average, and what else may come of it; of a test what it decides."""
    told = [f"{odds.fate} {percent(odds.chance_removed())}"]
    if odds.fate == REMOVED:
        told.append(f"loses {odds.mean_damage():.1f} on average")
    told += [f"{test} {percent(odds.chance_failed(test))}" for test in odds.tests]
    return ", ".join(told)


def chances(game: Game, question: Choose[Any], given: Given) -> list[str]:
    """The chances of the attack it starts, beside the best of the others it could start."""
    trials = game.rulebook.trials(game.state, question)
    if given not in trials:
        return []
    solved = {key: of_trial(game.rulebook, trials[key]) for key in [given, *trials][: MOST_COMPARED + 1]}
    taken = solved.pop(given)
    told = in_short(taken)
    if not solved:
        return [told]

    def worth(odds: Odds) -> tuple[float, float]:
        return odds.chance_removed(), odds.mean_damage()

    other = max(solved, key=lambda key: worth(solved[key]))
    if worth(solved[other]) < worth(taken):
        return [f"{told}, more than anything else here"]
    return [f"{told}; {question.option(other).label}: {in_short(solved[other])}"]


def ground_gained(game: Game, seat: int, question: Place[Any], given: Given) -> list[str]:
    """What a piece comes nearer to, and what may happen to it there."""
    view = game.view(seat)
    piece = next((it for it in view["models"] if it["key"] == question.mover), None)
    if piece is None or not piece.get("on_table", True):
        return []
    path = given["path"] if isinstance(given, dict) else given
    here, there = place_of(piece), path[-1][:2]
    told = nearest(game, here, there, [(it["key"], it["label"]) for it in objectives(view)])
    if not told:
        enemies = [it for it in view["models"] if it["side"] != seat and it.get("on_table", True)]
        told = nearest(game, here, there, [(it["key"], it["name"]) for it in enemies])
    risks = RiskMap(game.rulebook, game.state, question.mover)
    before, after = risks.at(tuple(here)), risks.at(tuple(there))
    if before.threats or after.threats:
        there_now = f"the worst attack there would harm it with {percent(after.wounded)}"
        told.append(f"{there_now}, {percent(before.wounded)} where it was")
    return told


def objectives(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [it for it in view.get("markers", ()) if it["kind"] == "objective"]


def place_of(thing: dict[str, Any]) -> list[float]:
    return thing["at"] if thing.get("at") is not None else [thing["x"], thing["y"]]


def nearest(game: Game, here: list[float], there: list[float], things: list[tuple[str, str]]) -> list[str]:
    """Of all that it comes nearer to, what it is then nearest to."""
    best: tuple[float, str] | None = None
    for key, name in things:
        before = game.rulebook.measure(game.state, here, key)
        after = game.rulebook.measure(game.state, there, key)
        nearer = before["distance"] - after["distance"] >= NEARER
        if nearer and (best is None or after["distance"] < best[0]):
            best = (after["distance"], f"it ends {after['text']} from {name}, {before['text']} before")
    return [] if best is None else [best[1]]
