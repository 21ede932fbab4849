"""What the bot goes by, said for people who ask why it did something."""

from __future__ import annotations

from collections.abc import Mapping

GOES_BY: Mapping[str, str] = {
    "turn.activate-or-pass": "whoever can shoot or charge something acts first, then whoever takes an objective",
    "activation.budget": "objectives that can be taken now come first, then good shots and charges",
    "action.walk": "it goes for the objective it was given, or closer to the enemy",
    "action.run": "it goes for the objective it was given, or closer to the enemy",
    "attack.choose-weapon": "it attacks whoever loses most of what it is worth",
    "charge.target-in-los": "it charges whoever loses most by it and can be reached",
    "charge.attack": "it strikes with what hurts most",
    "cp.reroll": "a command point is spent where a new roll is likely to change something",
}
