"""What pieces and terrain look like: the drawings a table knows. Content names one; a table draws it."""

from __future__ import annotations

from typing import Literal

PieceLook = Literal[
    "trooper", "heavy", "leader", "medic", "sniper", "beast", "swarm", "walker", "tank", "transport", "flyer", "gun",
    "machine-gun", "mortar", "half-track", "officer", "psyker", "bike", "monster",
]  # fmt: skip

TerrainLook = Literal[
    "ruin", "wall", "woods", "water", "crater", "crates", "container", "road", "hedge", "hill", "building", "barrels",
    "pipes", "rubble", "bunker", "rails", "carriage", "glass", "field",
]  # fmt: skip
