"""Attacks that could happen, for exact odds: the same procedures as in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vanguard.core.questions import Question
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Procedure, Trial
from vanguard.core.state import State
from vanguard.rulebooks.killteam_vanguard.attacks import CHARGE, Strike, attack
from vanguard.rulebooks.killteam_vanguard.declaring import choose_focus, declared_attack
from vanguard.rulebooks.killteam_vanguard.state import Battle


class AttackTrial:
    """Starts one declared attack, all dice at one target, on a copy of a state."""

    __slots__ = ("attacker", "target", "weapon")

    def __init__(self, attacker: str, target: str, weapon: int) -> None:
        self.attacker = attacker
        self.target = target
        self.weapon = weapon

    def __call__(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        weapon = state[self.attacker].profile.weapons[self.weapon]
        return declared_attack(state, self.attacker, weapon, [(self.target, weapon.dice)])


class ChargeTrial:
    """Starts the charge attack of a model that has just moved into contact."""

    __slots__ = ("attacker", "target", "weapon")

    def __init__(self, attacker: str, target: str, weapon: int) -> None:
        self.attacker = attacker
        self.target = target
        self.weapon = weapon

    def __call__(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        return _charge(state, self.attacker, self.target, self.weapon)


async def _charge(battle: Battle, attacker: str, target: str, number: int) -> None:
    weapon = battle[attacker].profile.melee[number]
    strike = Strike(attacker, weapon, CHARGE)
    strike.moved = True
    await choose_focus(battle, strike, "Charge", "melee.modifier.charge")
    await attack(battle, strike, [(target, weapon.dice)])


def trials_of(battle: Battle, question: Question[Any]) -> dict[str, Trial]:
    """The attacks behind the options of an attack or charge-attack question, by option key."""
    found: dict[str, Trial] = {}
    if question.clause not in ("attack.choose-weapon", "charge.attack") or not question.about:
        return found
    attacker = question.about[0]
    for option in getattr(question, "available", []):
        if question.clause == "attack.choose-weapon":
            number, target = option.value
            start: AttackTrial | ChargeTrial = AttackTrial(attacker, target, number)
        elif option.value >= 0:
            target = question.about[1]
            start = ChargeTrial(attacker, target, option.value)
        else:
            continue
        found[option.key] = Trial(option.label, battle[attacker].side, battle, start, (target, attacker))
    return found


def wished_trial(wish: Mapping[str, Any]) -> Trial:
    raise Refused(f"no such attack: {dict(wish)!r:.80}")


def fields_of_trials() -> dict[str, Any]:
    return {}
