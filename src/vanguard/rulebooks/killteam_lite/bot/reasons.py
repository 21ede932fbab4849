"""What the bot goes by, said for people who ask why it did something."""

from __future__ import annotations

from collections.abc import Mapping

GOES_BY: Mapping[str, str] = {
    "firefight.must-activate": "whoever has the best attack, or can take a marker, acts first",
    "firefight.order-may-change-later": "whoever can attack engages; whoever cannot stays hidden",
    "firefight.one-action-at-a-time": "markers that score come first, then the best attack, then a better place",
    "shooting.select-target": "it shoots at whoever loses most of what it is worth",
    "shooting.select-weapon": "it takes the weapon that hurts most",
    "combat.select-target": "it fights whoever loses most of what it is worth",
    "combat.alternate": "it strikes, unless a parry keeps it alive",
    "command-reroll.window": "a command point is spent where a new roll is likely to change something",
}
