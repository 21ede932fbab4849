"""Ways to play a card of Vijilant: what a planner tries out for one activation."""

from __future__ import annotations

from typing import Final

USUAL: Final = "usual"
GOAL: Final = "goal"
AWAY: Final = "away"
NEAR: Final = "near"


class Stance:
    """How a unit goes about its turn; bolder and more ambitious by so much than its temperament."""

    __slots__ = ("ambition", "boldness", "goes", "hunkers_last", "moves_first", "moves_last", "name")

    def __init__(
        self,
        name: str,
        boldness: float = 1.0,
        ambition: float = 1.0,
        goes: str = USUAL,
        moves_first: float = 0.0,
        moves_last: float = 0.0,
        hunkers_last: float = 0.0,
    ) -> None:
        self.name = name
        self.boldness = boldness
        self.ambition = ambition
        self.goes = goes
        """Where moves lead: to where the script wants to be, to what the mission is about, off from or up to the enemy."""
        self.moves_first = moves_first
        """How much sooner it moves than it would, in worth, while it has more than one action left."""
        self.moves_last = moves_last
        """The same for its last action."""
        self.hunkers_last = hunkers_last
        """How much sooner it hunkers down with its last action."""


FIRST: Final = 30.0
"""Worth that no attack comes near: it is done before anything else."""

SCRIPTED: Final = Stance("as the script would")
STAYS: Final = Stance("stays and attacks", ambition=0.0)
SHOOTS_AND_WITHDRAWS: Final = Stance("attacks, then withdraws", goes=AWAY, ambition=0.0, moves_last=FIRST)
WITHDRAWS: Final = Stance("withdraws", goes=AWAY, moves_first=FIRST, moves_last=FIRST)
STAYS_DOWN: Final = Stance("attacks, then hunkers down", ambition=0.0, hunkers_last=FIRST)
TO_THE_GOAL: Final = Stance("to the goal", goes=GOAL, moves_first=FIRST, moves_last=FIRST)
GOAL_AND_ATTACK: Final = Stance("to the goal, then attacks", goes=GOAL, moves_first=FIRST)
CLOSES_IN: Final = Stance("closes in, then attacks", goes=NEAR, moves_first=FIRST)
