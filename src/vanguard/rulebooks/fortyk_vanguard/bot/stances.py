"""Ways to go about a turn of 40k Vanguard, and about its charges: what a planner plays out to find the best."""

from __future__ import annotations

from collections.abc import Mapping

from vanguard.rulebooks.fortyk_vanguard.bot.value import CHARGE_REACH

OUT_OF_REACH = 11.0
"""Inches from an enemy that few charges cover."""
NO_MARKER = -1


class Stance:
    """How a side, or one of its models, goes about its turn; bolder by so much than its temperament."""

    __slots__ = ("boldness", "charge_reach", "forsakes", "hunts", "keeps_off", "name", "stands_to_shoot")

    def __init__(
        self,
        name: str,
        boldness: float = 1.0,
        hunts: bool = False,
        forsakes: int = NO_MARKER,
        stands_to_shoot: bool = False,
        keeps_off: float = 0.0,
        charge_reach: float = CHARGE_REACH,
    ) -> None:
        self.name = name
        self.boldness = boldness
        self.hunts = hunts
        """Goes for the enemy, not for a marker."""
        self.forsakes = forsakes
        """The marker it does not go for."""
        self.stands_to_shoot = stands_to_shoot
        """Whoever has a shot stays where it is."""
        self.keeps_off = keeps_off
        """Inches from the nearest enemy that moves do not end within, if they can help it."""
        self.charge_reach = charge_reach
        """How far away an enemy may be to be charged."""


NOBODY: Mapping[str, Stance] = {}
USUAL = Stance("to the markers, and attack what is worth it")
FOR_A_TURN = (
    Stance("charge sooner", boldness=1.8),
    Stance("charge only what is sure", boldness=0.4),
    Stance("whoever has a shot stays and shoots", boldness=0.6, stands_to_shoot=True),
    Stance("out of the reach of charges", boldness=0.6, keeps_off=OUT_OF_REACH),
)
FOR_CHARGES = (
    Stance("charge nobody", boldness=-9.0),
    Stance("charge only what is sure", boldness=0.4),
    Stance("charge sooner", boldness=1.8),
    Stance("charge from afar too", boldness=1.4, charge_reach=10.0),
)
HUNTS = Stance("hunts", hunts=True)
KEEPS_OFF = Stance("keeps out of the reach of charges", keeps_off=OUT_OF_REACH)
CHARGES_OF_ONE = (Stance("charges nobody", boldness=-9.0), Stance("charges whatever is near", 3.0, charge_reach=9.0))
