"""What generic code may ask of this rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from skirmish.content.content import field, figures
from skirmish.state import ROUNDS, SIDES, Battle, Figure, as_battle
from skirmish.table.messages import MESSAGES, PICTURES
from skirmish.turns import is_over, next_step
from vanguard.core.anatomy import PackagedRulebook
from vanguard.core.promises import Promises, WalkPrices
from vanguard.core.rulebook import Offer, Procedure, Setup, Standing
from vanguard.core.state import State
from vanguard.tabletop.scene import standing_faults

ARMY = ("captain", "rifle", "runner")


class Skirmish(PackagedRulebook):
    """Three a side over a well."""

    name: ClassVar[str] = "skirmish"
    version: ClassVar[str] = "1"
    title: ClassVar[str] = "Skirmish"
    summary: ClassVar[str] = "Three a side fight over a well; a quarter of an hour."
    messages: ClassVar[Mapping[str, str]] = MESSAGES
    pictures = PICTURES
    open_table: ClassVar[bool] = True

    def scenarios(self) -> Sequence[Offer]:
        return [Offer("well", "The well", "Hold the well at the end of each round.")]

    def battlefields(self, scenario: str = "") -> Sequence[Offer]:
        return [Offer("village", "The village", "Two ruins, two woods and a well.")]

    def armies(self) -> Sequence[Offer]:
        return [Offer("band", "The band", "A captain, a rifle and a runner.", {"roster": {}, "faction": ""})]

    def default_setup(self, variant: int = 0) -> Setup:
        return Setup("well", "village", ({}, {}))

    def new(self, setup: Setup) -> State:
        fielded: list[Figure] = []
        for side in (0, 1):
            for number, key in enumerate(ARMY, start=1):
                profile = figures()[key]
                fielded.append(Figure(f"{'br'[side]}{number}", f"{SIDES[side]} {profile.name}", side, profile))
        return Battle(field(), fielded)

    def procedure(self, state: State) -> Procedure | None:
        return next_step(as_battle(state))

    def standing(self, state: State) -> Standing:
        battle = as_battle(state)
        scores = (float(battle.points[0]), float(battle.points[1]))
        if not is_over(battle):
            return Standing(scores)
        winner = None if scores[0] == scores[1] else int(scores[1] > scores[0])
        reason = f"{ROUNDS} rounds are over" if battle.round > ROUNDS else "one side has nobody left"
        return Standing(scores, True, winner, reason, "game.end")

    def scene_key(self, state: State) -> Any:
        return 0  # nothing of the scene ever changes

    def tally(self, state: State) -> dict[str, int]:
        return {figure.key: figure.wounds for figure in as_battle(state).figures}

    def promises(self) -> Promises:
        return Promises(compulsory=(), once_a_round="acts", walking=(WalkPrices(0.0, 0.0),))

    def faults(self, state: State) -> list[str]:
        battle = as_battle(state)
        bases = [figure.base for figure in (*battle.of(0), *battle.of(1))]
        faults = standing_faults(battle.field.table, bases, 0.003)
        return faults + [f"{figure.key} has {figure.wounds} wounds" for figure in battle.figures if figure.wounds < 0]


rulebook = Skirmish()
