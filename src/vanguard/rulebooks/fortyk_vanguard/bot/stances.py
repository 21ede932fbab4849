"""Ways to go about a turn of 40k Vanguard, and about its charges: what a planner plays out to find the best."""

from __future__ import annotations

from vanguard.rulebooks.fortyk_vanguard.bot.value import CHARGE_REACH

GUARDS = 3
"""Models that go for a marker as a rule."""
OUT_OF_REACH = 11.0
"""Inches from an enemy that few charges cover."""


class Stance:
    """How a side goes about its turn; bolder and more ambitious by so much than its temperament."""

    __slots__ = (
        "ambition",
        "boldness",
        "charge_reach",
        "guards",
        "keeps_off",
        "left_alone",
        "name",
        "stands_to_shoot",
    )

    def __init__(
        self,
        name: str,
        boldness: float = 1.0,
        ambition: float = 1.0,
        guards: int = GUARDS,
        stands_to_shoot: bool = False,
        left_alone: float = 0.0,
        keeps_off: float = 0.0,
        charge_reach: float = CHARGE_REACH,
    ) -> None:
        self.name = name
        self.boldness = boldness
        self.ambition = ambition
        self.guards = guards
        """How many models go for a marker before the others hunt."""
        self.stands_to_shoot = stands_to_shoot
        """Whoever has a shot stays where it is."""
        self.left_alone = left_alone
        """The share of the markers, those farthest from the army, that nobody goes for."""
        self.keeps_off = keeps_off
        """Inches from the nearest enemy that moves do not end within, if they can help it."""
        self.charge_reach = charge_reach
        """How far away an enemy may be to be charged."""


USUAL = Stance("to the markers, and attack what is worth it")
FOR_A_TURN = (
    Stance("charge sooner", boldness=1.8),
    Stance("whoever has a shot stays and shoots", boldness=0.6, stands_to_shoot=True),
    Stance("one to a marker, the others hunt", guards=1),
    Stance("everybody to the markers", guards=6),
    Stance("forward, and charge whatever is near", boldness=2.5, ambition=1.6, guards=1),
    Stance("out of the reach of charges", boldness=0.6, keeps_off=OUT_OF_REACH),
    Stance("half of the markers, in force", guards=9, left_alone=0.5),
    Stance("stay and shoot, or go to a marker", guards=6, stands_to_shoot=True),
    Stance("charge only what is sure", boldness=0.4),
    Stance("go for the markers, whatever could be shot at", ambition=1.6),
    Stance("most of the markers, in force", guards=5, left_alone=0.25),
    Stance("stay and shoot out of the reach of charges", 0.6, stands_to_shoot=True, keeps_off=OUT_OF_REACH),
)
FOR_CHARGES = (
    Stance("charge nobody", boldness=-9.0),
    Stance("charge only what is sure", boldness=0.4),
    Stance("charge sooner", boldness=1.8),
    Stance("charge whatever is near", boldness=3.0),
    Stance("charge from afar too", boldness=1.4, charge_reach=10.0),
)
