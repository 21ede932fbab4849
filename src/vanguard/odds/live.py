"""Any answer of a game under way, followed through the rules until the action it starts is over.

A rulebook names the attacks behind its options (`Rulebook.trials`); this is for everything else that rolls dice: dice split
over several targets, a drop from a wall, a move past enemies, a ploy.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from vanguard.core.game import Game
from vanguard.core.questions import Chance, Given, Place, Question, Split, Together
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Procedure, Rulebook, Trial
from vanguard.core.state import SILENCE, State


def trial_of_answer(game: Game, given: Given) -> Trial:
    """The rest of the action if the question asked now were answered so; `Refused` if that is not a legal answer."""
    question = game.question
    if question is None:
        raise Refused("the game is over: there is nothing to attack")
    if isinstance(question, Together):
        raise Refused(f"{given!r:.80} starts no attack: both sides answer in secret", question.clause)
    value = question.read(given)[1]
    start = FromRest(game.rulebook, [*game.values_since_rest(), value])
    sides = sides_of(game.rulebook, game.state)
    touched = without_members([key for key in named_by(question, given) if key in sides], game)
    enemies = [key for key in touched if sides[key] != question.player]
    own = [key for key in touched if sides[key] == question.player]
    watched = (*enemies, *own)
    if not watched:
        raise Refused(f"{given!r:.80} starts no attack: it touches no model", question.clause)
    attacker = question.player if enemies else 1 - question.player
    trial = Trial(f"{question.prompt} {told(given)}", attacker, game.resting_state(), start, watched)
    trial.anybody = True
    return trial


MOST_STEPS = 40


def rolls_dice(trial: Trial, at_once: bool) -> bool:
    """Does it come to dice: at once, or if everybody gives the first answer?"""
    state = trial.state.copy()
    state.events = SILENCE
    procedure = trial.start(state)
    value: Any = None
    try:
        for _ in range(1 if at_once else MOST_STEPS):
            question = procedure.send(value)
            if isinstance(question, Chance):
                return True
            value = question.read(question.candidates()[0])[1]
    except StopIteration:
        pass
    return False


class FromRest:
    """Starts what comes next from a resting state and gives the answers given since."""

    __slots__ = ("answers", "rulebook")

    def __init__(self, rulebook: Rulebook, answers: Sequence[Any]) -> None:
        self.rulebook = rulebook
        self.answers = answers

    def __call__(self, state: State) -> Any:
        procedure = self.rulebook.procedure(state)
        assert procedure is not None
        return self._from(procedure)

    def _from(self, procedure: Procedure) -> Generator[Question[Any], Any, None]:
        """Ends with the action, or with the next place on the table to be chosen."""
        try:
            question = procedure.send(None)
            for value in self.answers:
                question = procedure.send(value)
            while not isinstance(question, Place):
                value = yield question
                question = procedure.send(value)
        except StopIteration:
            return


def named_by(question: Question[Any], given: Given) -> list[str]:
    """The models an answer touches: the option's own, those that get a share, the mover, and whom the question is about."""
    found: list[str] = []
    if isinstance(question, Split) and isinstance(given, dict):
        found.extend([str(key) for key, amount in given.items() if amount])
    elif isinstance(question, Place):
        found.append(question.mover)
    elif isinstance(given, str):
        found.extend(
            [key for option in getattr(question, "available", ()) if option.key == given for key in option.about]
        )
    if not isinstance(question, Split):
        found.extend(question.about)
    elif question.is_attack:
        lots = [lot.key for lot in question.lots]
        found.extend([key for key in question.about if key not in lots])
    return list(dict.fromkeys(found))


def sides_of(rulebook: Rulebook, state: State) -> dict[str, int]:
    """Whose model each is, and whose unit, where units can be told apart from their models."""
    sides: dict[str, int] = {}
    for model in rulebook.view(state, None).get("models", ()):
        sides[model["key"]] = model["side"]
        if model.get("group"):
            sides[model["group"]] = model["side"]
    return sides


def without_members(touched: list[str], game: Game) -> list[str]:
    """Where a unit is named as a whole, what becomes of it is asked and not of each of its models."""
    unit_of = {model["key"]: model.get("group") for model in game.rulebook.view(game.state, None).get("models", ())}
    return [key for key in touched if unit_of.get(key) in (None, key) or unit_of[key] not in touched]


def told(given: Given) -> str:
    """A split or a path as people say it."""
    if isinstance(given, dict):
        return ", ".join([f"{amount} × {key}" for key, amount in given.items()]) or "none"
    if isinstance(given, (list, tuple)):
        return "to " + "; ".join([", ".join([f"{part:g}" for part in point]) for point in given])
    return str(given)
