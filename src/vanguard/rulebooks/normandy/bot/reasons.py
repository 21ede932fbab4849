"""What the bot goes by, said for people who ask why it did something."""

from __future__ import annotations

from collections.abc import Mapping

GOES_BY: Mapping[str, str] = {
    "activation.must-activate": "whoever can hurt the enemy or take a strategic point acts first",
    "ap.spend-freely": "it does what hurts most, or brings it to a strategic point",
    "move.distance": "it goes to the strategic point it wants, through cover where that is no detour",
    "deploy.is-move-action": "it arrives where the way to the strategic points is shortest",
    "recruit.spend": "it buys what is worth most for its cost, and men on foot to hold ground",
}
