"""The engine's shooting and fighting agree with an independent enumeration, over random weapons and targets."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import pytest

from tests.rulebooks.killteam_lite.brute_force import Arm, Mark, fighting, reroll_rules, shooting
from tests.rulebooks.killteam_lite.positions import datacard, weapon
from vanguard.core.questions import Choose, Roll
from vanguard.core.rulebook import Trial
from vanguard.rulebooks.killteam_lite.odds.trials import ATTACKER, TARGET, duel, fight_trial, shot_trial
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.state import Battle

SHOTS = 130
FIGHTS = 100


class Solver:
    """Runs the rules themselves: chance in every way, the attacker maximising, the defender minimising."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        assert isinstance(trial.state, Battle)
        self.start = self.wounds(trial.state)
        self.path: list[Any] = []

    def wounds(self, battle: Battle) -> tuple[int, int]:
        return (
            battle[TARGET].wounds if battle[TARGET].in_play else 0,
            battle[ATTACKER].wounds if battle[ATTACKER].in_play else 0,
        )

    def value(self) -> float:
        state = self.trial.state.copy()
        assert isinstance(state, Battle)
        procedure = self.trial.start(state)
        try:
            question = procedure.send(None)
            for answer in self.path:
                question = procedure.send(answer)
        except StopIteration:
            target, attacker = self.wounds(state)
            return float((self.start[0] - target) - (self.start[1] - attacker))
        if isinstance(question, Roll):
            return sum([chance * self.after(faces) for faces, chance in cases(question)])
        assert isinstance(question, Choose)
        values = [self.after(option.value) for option in question.available]
        return max(values) if question.player == 0 else min(values)

    def after(self, answer: Any) -> float:
        self.path.append(answer)
        value = self.value()
        self.path.pop()
        return value


def cases(roll: Roll) -> list[tuple[tuple[int, ...], float]]:
    """Every outcome the rules tell apart by the kinds of faces, with its chance."""
    kinds = roll.kinds or roll.faces
    faces = [roll.faces[kinds.index(kind)] for kind in sorted(set(kinds))]
    chances = [kinds.count(kind) / len(kinds) for kind in sorted(set(kinds))]
    found = []
    for chosen in combinations_with_replacement(range(len(faces)), roll.count):
        ways = factorial(roll.count) // prod([factorial(chosen.count(kind)) for kind in set(chosen)])
        found.append((tuple([faces[kind] for kind in chosen]), ways * prod([chances[kind] for kind in chosen])))
    return found


def profile_of(arm: Arm, ranged: bool) -> WeaponProfile:
    skill = f"{'BS' if ranged else 'WS'} {arm.skill}+"
    name = "gun" if ranged else "blade"
    return weapon(", ".join([f"{name}: A {arm.dice}", skill, f"D {arm.damage}/{arm.critical}", *sorted(arm.rules)]))


def random_arm(chance: random.Random, rules: list[str], most_dice: int) -> Arm:
    chosen = frozenset(chance.sample(rules, chance.randrange(0, 3)))
    rerolls = chosen & {"Balanced", "Ceaseless", "Relentless"}
    dice = chance.randint(1, min(most_dice, 2) if rerolls else most_dice)
    damage = chance.randint(1, 5)
    return Arm(dice, chance.randint(2, 5), damage, chance.randint(max(1, damage - 1), 7), chosen)


SHOOTING_RULES = ["AP1", "AP2", "P1", "P2", "Lethal 5+", "Lethal 4+", "MW1", "MW2", "Splash 1", "Rending", "Balanced", "Ceaseless",
                  "Relentless", "Hot", "No Cover", "Barrage", "Indirect", "Stun", "Silent", "Heavy"]  # fmt: skip
FIGHTING_RULES = [
    "Lethal 5+",
    "Lethal 4+",
    "Rending",
    "Balanced",
    "Ceaseless",
    "Relentless",
    "Brutal",
    "Stun",
    "Reap 1",
]


@pytest.mark.parametrize("block", range(10))
def test_shooting_agrees_with_brute_force(block: int) -> None:
    for number in range(block * SHOTS // 10, (block + 1) * SHOTS // 10):
        chance = random.Random(f"shot {number}")
        arm = random_arm(chance, SHOOTING_RULES, 3)
        if (
            len({rule[:6] for rule in arm.rules}) < len(arm.rules)
            or {"AP1", "AP2"} <= arm.rules
            or {"P1", "P2"} <= arm.rules
        ):
            arm = Arm(arm.dice, arm.skill, arm.damage, arm.critical, frozenset(sorted(arm.rules)[:1]))
        invulnerable = chance.choice([0, 0, 0, 4, 5])
        wounds = chance.randint(3, 14)
        mark = Mark(
            chance.randint(0, 3 if not invulnerable else 2),
            chance.randint(2, 6),
            invulnerable,
            wounds,
            chance.random() < 0.4,
        )
        target, _ = datacard(
            "Man", {"Df": str(mark.dice), "Sv": str(mark.save), "inv": str(invulnerable), "W": str(wounds)}
        )
        shooter, _ = datacard("Man", {})
        profile = profile_of(arm, True)
        battle = duel(shooter, profile, target, mark.cover)
        solved = Solver(shot_trial(battle, battle[ATTACKER], TARGET, profile, False)).value()
        assert solved == pytest.approx(shooting(arm, mark, 8), abs=1e-9), (number, profile.line, vars(mark))


@pytest.mark.parametrize("block", range(10))
def test_fighting_agrees_with_brute_force(block: int) -> None:
    for number in range(block * FIGHTS // 10, (block + 1) * FIGHTS // 10):
        chance = random.Random(f"fight {number}")
        mine, theirs = (random_arm(chance, FIGHTING_RULES, 2) for _ in range(2))
        for arm in (mine, theirs):
            if {"Lethal 5+", "Lethal 4+"} <= arm.rules:
                arm.rules = frozenset({"Lethal 5+"})
        if len(reroll_rules(mine)) + len(reroll_rules(theirs)) > 1:
            mine.dice = theirs.dice = 1  # otherwise the tree of re-rolls takes minutes
        my_wounds, their_wounds = chance.randint(2, 12), chance.randint(2, 12)
        attacker, _ = datacard("Man", {"W": str(my_wounds)})
        target, _ = datacard("Man", {"W": str(their_wounds)}, (profile_of(theirs, False),))
        profile = profile_of(mine, False)
        battle = duel(attacker, profile, target)
        solved = Solver(fight_trial(battle, battle[ATTACKER], TARGET)).value()
        expected = fighting(mine, theirs, my_wounds, their_wounds)
        assert solved == pytest.approx(expected, abs=1e-9), (number, profile.line, profile_of(theirs, False).line)
