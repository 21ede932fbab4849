"""Which attacks odds can be told of: the very rule of shooting, run on copies of the battle."""

from __future__ import annotations

from typing import Any

from skirmish.shooting import attack
from skirmish.state import Battle, as_battle
from vanguard.core.questions import Choose, Question
from vanguard.core.rulebook import Procedure, Trial
from vanguard.core.state import State


def trials(battle: Battle, question: Question[Any]) -> dict[str, Trial]:
    """The shots among the options of a question."""
    if question.clause != "activation.act" or not isinstance(question, Choose):
        return {}
    key = question.about[0]
    return {option.key: shot(battle, key, option.value) for option in question.available if option.value}


def shot(battle: Battle, key: str, target: str) -> Trial:
    def start(state: State) -> Procedure:
        return attack(as_battle(state), key, target)

    label = f"{battle.name_of(key)} shoots {battle.name_of(target)}"
    return Trial(label, battle[key].side, battle, start, (target,))
