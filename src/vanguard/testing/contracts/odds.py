"""Odds of attacks in games under way are what walking every answer comes to, without any short cut."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from vanguard.core.questions import Chance, Choose, Question, Roll
from vanguard.core.rulebook import Rulebook, Trial
from vanguard.core.state import SILENCE, State
from vanguard.odds.answers import of_trial
from vanguard.odds.outcomes import outcome_of
from vanguard.testing.live_trials import Comparison, trials_of_game

TRIALS = 2
"""Attacks taken from each game; `make fuzz` compares two thousand of every rulebook (`tools/fuzz.py`)."""
MOST_RUNS = 2_000
PLAYED = 12
"""Attacks of each game that are played out,"""
PLAYS = 8
"""so often each."""


@cache
def live_trials(rulebook: Rulebook, number: int) -> list[Trial]:
    return trials_of_game(rulebook, number, PLAYED)


def test_odds_that_call_themselves_exact_are(rulebook: Rulebook, number: int) -> None:
    comparison = Comparison(MOST_RUNS)
    for trial in live_trials(rulebook, number)[:TRIALS]:
        comparison.compare(rulebook, trial)
    assert not comparison.wrong


def test_a_position_holds_whatever_an_attack_changes(rulebook: Rulebook, number: int) -> None:
    """Odds know a situation again by it: of two states with one position the rules must not be able to tell which is which."""
    chance = random.Random(f"positions {rulebook.name} {number}")
    for trial in live_trials(rulebook, number):
        known: dict[Any, str] = {}
        for _ in range(PLAYS):
            for state in on_the_way(trial, chance):
                facts = repr(state.facts())
                assert known.setdefault(state.position(), facts) == facts, trial.label


def on_the_way(trial: Trial, chance: random.Random) -> Iterator[State]:
    """The state at every question of an attack that is played out at random, and at its end."""
    state = trial.state.copy()
    state.events = SILENCE
    procedure = trial.start(state)
    value: Any = None
    try:
        while True:
            question = procedure.send(value)
            yield state
            if isinstance(question, Chance):
                value = question.outcome(chance.randrange)
            else:
                value = question.read(chance.choice(question.candidates()))[1]
    except StopIteration:
        yield state


def test_faces_that_a_roll_calls_alike_come_to_the_same(rulebook: Rulebook, number: int) -> None:
    """Odds roll one face for each kind: with any other of its kind an attack must end as it did."""
    chance = random.Random(f"kinds {rulebook.name} {number}")
    for trial in live_trials(rulebook, number):
        for _ in range(PLAYS):
            played = Played(chance)
            ended = played.end_of(rulebook, trial)
            assert AgainWithLikeFaces(chance, played).end_of(rulebook, trial) == ended, trial.label


class Played:
    """An attack played out at random; what was rolled and which of the answers were given."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.given: list[Any] = []

    def end_of(self, rulebook: Rulebook, trial: Trial) -> Any:
        state = trial.state.copy()
        state.events = SILENCE
        procedure = trial.start(state)
        value: Any = None
        try:
            while True:
                question = procedure.send(value)
                value = self.fallen(question) if isinstance(question, Chance) else self.answered(question)
        except StopIteration:
            return outcome_of(rulebook, trial, state)

    def fallen(self, question: Chance) -> tuple[Any, ...]:
        faces = question.outcome(self.chance.randrange)
        self.given.append(faces)
        return faces

    def answered(self, question: Question[Any]) -> Any:
        """The first answer or the last: by these nobody tells like faces apart."""
        which = self.chance.choice((0, -1))
        self.given.append(which)
        return answers_to(question)[which]


class AgainWithLikeFaces(Played):
    """The same once more, with the same answers, but with other faces of the same kinds."""

    def __init__(self, chance: random.Random, before: Played) -> None:
        super().__init__(chance)
        self.before = iter(before.given)
        self.like: dict[int, dict[Any, Any]] = {}
        """What each face of a seat's dice was changed for last: dice that are rolled again lie beside the others."""

    def fallen(self, question: Chance) -> tuple[Any, ...]:
        faces = next(self.before, None)
        assert isinstance(faces, tuple), f"{question.key} is only rolled with other faces of the same kinds"
        if not isinstance(question, Roll) or question.kinds is None:
            return tuple(faces)
        like = self.like.get(question.player)
        if like is None or not are_alike(question, like):
            like = self.like[question.player] = like_faces(question, self.chance)
        return tuple([like[face] for face in faces])

    def answered(self, question: Question[Any]) -> Any:
        which = next(self.before, None)
        assert isinstance(which, int), f"“{question.prompt}” is only asked with other faces of the same kinds"
        return answers_to(question)[which]


def answers_to(question: Question[Any]) -> list[Any]:
    if isinstance(question, Choose):
        return [option.value for option in question.available]
    return [question.read(given)[1] for given in question.candidates()]


def kinds_of(roll: Roll) -> dict[Any, Any]:
    assert roll.kinds is not None
    return {face: (kind, face in roll.again) for face, kind in zip(roll.faces, roll.kinds, strict=True)}


def are_alike(roll: Roll, changed: dict[Any, Any]) -> bool:
    kinds = kinds_of(roll)
    return kinds.keys() == changed.keys() and all([kinds[face] == kinds[changed[face]] for face in kinds])


def like_faces(roll: Roll, chance: random.Random) -> dict[Any, Any]:
    """Each face changed for one of its kind."""
    changed: dict[Any, Any] = {}
    together: dict[Any, list[Any]] = {}
    for face, kind in kinds_of(roll).items():
        together.setdefault(kind, []).append(face)
    for faces in together.values():
        changed.update(zip(faces, chance.sample(faces, len(faces)), strict=True))
    return changed


def test_the_attack_that_the_form_of_odds_opens_with_can_be_solved(rulebook: Rulebook, number: int) -> None:
    """Defaults, examples, and the first choice of whatever must be given: nobody meets a refusal before choosing anything."""
    schema = rulebook.trial_fields()
    wish: dict[str, Any] = {}
    for key, field in schema.get("properties", {}).items():
        for value in (field.get("default"), *field.get("examples", ())):
            if value is not None:
                wish.setdefault(key, value)
        if key in schema.get("required", ()):
            wish.setdefault(key, next(iter(field.get("enum", ())), None))
    if wish and number == 0:
        assert 0.0 <= of_trial(rulebook, rulebook.trial(wish)).chance_removed() <= 1.0
