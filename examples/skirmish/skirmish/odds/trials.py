"""Which attacks odds can be told of: the very rule of shooting, run on copies of the battle."""

from __future__ import annotations

from skirmish.shooting import attack
from skirmish.state import Battle
from vanguard.core.rulebook import Begin, Trial


def shot(battle: Battle, key: str, target: str) -> Trial:
    """What an option to shoot attempts."""
    label = f"{battle.name_of(key)} shoots {battle.name_of(target)}"
    return Trial(label, battle[key].side, battle, Begin(attack, key, target), (target,))


ATTEMPTS = {"shot": shot}
