"""What the bot goes by, said for people who ask why it did something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GOES_BY: Final[Mapping[str, str]] = {
    "turn.free-card-choice": (
        "it plays what matters most now: whoever can hurt the enemy or is near the goal, "
        "and a command where it helps that"
    ),
    "turn.action-menu": (
        "whoever can still reach the goal in time runs for it; else it does what takes most from the enemy"
    ),
    "last-stand.when": "the dead strike at whoever loses most by it",
    "goodshot.nominate": "good shots go where one more wound kills or costs a system",
    "weapon.cc.in-movement-action": "it strikes whoever loses most by it",
    "deploy.on-first-play": "it comes in where the way to what it wants is shortest",
    "movement.up-to-m": "it goes where it can hold the goal, strike, or shoot from afar",
    "weapon.subcards": "it takes what hurts the enemy's force most",
}
