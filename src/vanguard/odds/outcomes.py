"""Outcomes of an attack and what the two sides want of them."""

from __future__ import annotations

from typing import Final

from vanguard.core.rulebook import Rulebook, Trial
from vanguard.core.state import State

Outcome = tuple[int, ...]
Distribution = dict[Outcome, float]
Value = tuple[float, float, float]
Advice = dict[tuple[int, str, str, str], float]
"""The first decisions of each side: (seat, prompt, answer, its label) and how likely this one comes up."""

EQUAL: Final = 3e-9
"""Values that differ by less are the same: what was left out as too unlikely must not decide."""


class Worth:
    """What something is worth to the attacker: the parts of a value, compared in their order."""

    __slots__ = ("damage", "kill", "own")

    def __init__(self, kill: float, damage: float, own: float) -> None:
        self.kill = kill
        self.damage = damage
        self.own = own

    def gain(self, than: Worth) -> float:
        """By how much it is more than another, in the first of its parts that differs; 0 if they are the same."""
        more = self.kill - than.kill
        if -EQUAL <= more <= EQUAL:
            more = self.damage - than.damage
            if -EQUAL <= more <= EQUAL:
                more = self.own - than.own
                if -EQUAL <= more <= EQUAL:
                    return 0.0
        return more


class Aim:
    """What a player wants of an outcome distribution: the attacker's value, compared as a tuple, is its opposite's loss.

    Kill chance of the target first, then expected damage to it, then the attacker's own losses less those of other enemies.
    """

    __slots__ = ("attacker", "signs", "start")

    def __init__(self, attacker: int, start: Outcome, signs: tuple[int, ...]) -> None:
        self.attacker = attacker
        self.start = start
        self.signs = signs
        """For each of the watched: 1 for the attacker's own, -1 for another enemy of the attacker; -1 for each test."""

    def worth(self, outcome: Outcome) -> Value:
        """Of one end."""
        start = self.start
        own = 0
        for i in range(1, len(outcome)):
            own += (start[i] - outcome[i]) * self.signs[i]
        return 1.0 if outcome[0] <= 0 else 0.0, float(start[0] - outcome[0]), float(-own)

    def value(self, distribution: Distribution) -> Value:
        kill = damage = own = mass = 0.0
        for outcome, chance in distribution.items():
            worth = self.worth(outcome)
            mass += chance
            kill += chance * worth[0]
            damage += chance * worth[1]
            own += chance * worth[2]
        return kill / mass, damage / mass, own / mass

    def best(self, now: Outcome) -> Value:
        """Nothing is better for the attacker from here on: what a standing model has lost does not come back."""
        own = 0.0
        for i in range(1, len(now)):
            if self.signs[i] < 0:
                own -= self.start[i]
            elif now[i] > 0:
                own += self.start[i] - now[i]
        return 1.0, float(self.start[0]), -own

    def worst(self, now: Outcome) -> Value:
        """Nothing is better for the defender from here on; a fallen target may still recover."""
        own = 0.0
        for i in range(1, len(now)):
            if self.signs[i] > 0:
                own += self.start[i]
            elif now[i] > 0:
                own -= self.start[i] - now[i]
        return 0.0, float(self.start[0] - now[0]) if now[0] > 0 else 0.0, -own


def outcome_of(rulebook: Rulebook, trial: Trial, state: State) -> Outcome:
    """What is left of each of the watched, and for each test that follows 1 if it is not failed."""
    if trial.count is not None:
        return trial.count(state)
    tally = rulebook.tally(state)
    left = tuple([tally.get(key, 0) for key in trial.watched])
    return left if trial.held is None else (*left, *trial.held(state))


def aim_of(rulebook: Rulebook, trial: Trial) -> Aim:
    """In an attack a second watched model is the attacker's; of more, or of any others, it is asked whose they are.

    A failed test of the target is as good for the attacker as a wound on another enemy.
    """
    signs = [1] * len(trial.watched)
    if len(trial.watched) > 2 or trial.anybody:
        sides = {model["key"]: model["side"] for model in rulebook.view(trial.state, None).get("models", ())}
        signs = [-1 if sides.get(key, trial.attacker) != trial.attacker else 1 for key in trial.watched]
    signs += [-1] * len(trial.tests)
    return Aim(trial.attacker, outcome_of(rulebook, trial, trial.state), tuple(signs))
