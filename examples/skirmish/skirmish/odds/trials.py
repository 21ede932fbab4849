"""Which attacks odds can be told of: the very rule of shooting, run on copies of the battle."""

from __future__ import annotations

from skirmish.shooting import attack
from skirmish.state import Battle, as_battle
from vanguard.core.rulebook import Procedure, Trial
from vanguard.core.state import State


def shot(battle: Battle, key: str, target: str) -> Trial:
    """What an option to shoot attempts."""

    def start(state: State) -> Procedure:
        return attack(as_battle(state), key, target)

    label = f"{battle.name_of(key)} shoots {battle.name_of(target)}"
    return Trial(label, battle[key].side, battle, start, (target,))


ATTEMPTS = {"shot": shot}
