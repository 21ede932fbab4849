"""The rulebook as generic code sees it: what can be played, what comes next, how the game stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from vanguard.core.anatomy import PackagedRulebook
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Offer, Procedure, Setup, Standing
from vanguard.core.state import State
from vanguard.rulebooks.killteam_vanguard.activations import next_action
from vanguard.rulebooks.killteam_vanguard.deployment import choose_sides, deploy_next, first_turn
from vanguard.rulebooks.killteam_vanguard.rounds_and_turns import (
    after_activation,
    end_phase,
    score_round,
    start_phase,
    take_turn,
)
from vanguard.rulebooks.killteam_vanguard.state import (
    ACTIVATION,
    AFTER_ACTIVATION,
    DEPLOY,
    END_PHASE,
    FIRST_TURN_ROLL,
    GAME_OVER,
    SCORING,
    SIDES_ROLL,
    START_PHASE,
    TURN,
    Battle,
)
from vanguard.rulebooks.killteam_vanguard.table.messages import MESSAGES, PICTURES

STEPS: Final[dict[str, Callable[[Battle], Procedure]]] = {
    SIDES_ROLL: choose_sides,
    DEPLOY: deploy_next,
    FIRST_TURN_ROLL: first_turn,
    START_PHASE: start_phase,
    TURN: take_turn,
    ACTIVATION: next_action,
    AFTER_ACTIVATION: after_activation,
    END_PHASE: end_phase,
    SCORING: score_round,
}
"""What comes next in each step; nothing once the game is over."""


class KillTeamVanguard(PackagedRulebook):
    """Kill Team Vanguard: alternating activations with fatigue and command points on a 36 by 36 inch table."""

    name = "killteam_vanguard"
    version = "2.5"
    title = "Kill Team Vanguard"
    summary = (
        "Two warbands of 5 to 11 models on a 36 inch table, 5 or 6 Rounds of alternating activations; about an hour."
    )
    unit = "in"
    messages = MESSAGES
    pictures = PICTURES

    # -- what can be played ---------------------------------------------------------------------------------------------

    def scenarios(self) -> Sequence[Offer]:
        from vanguard.rulebooks.killteam_vanguard.setup import scenario_offers

        return scenario_offers()

    def battlefields(self, scenario: str = "") -> Sequence[Offer]:
        from vanguard.rulebooks.killteam_vanguard.setup import map_offers

        return map_offers(scenario)

    def armies(self) -> Sequence[Offer]:
        from vanguard.rulebooks.killteam_vanguard.setup import army_offers

        return army_offers()

    def default_setup(self, variant: int = 0) -> Setup:
        from vanguard.rulebooks.killteam_vanguard.setup import setup_of_variant

        return setup_of_variant(variant)

    # -- the rules --------------------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> State:
        from vanguard.rulebooks.killteam_vanguard.setup import new_battle

        return new_battle(setup)

    def procedure(self, state: State) -> Procedure | None:
        battle = battle_of(state)
        step = STEPS.get(battle.step)
        return None if step is None else step(battle)

    def standing(self, state: State) -> Standing:
        battle = battle_of(state)
        blue, red = battle.victory_points
        if battle.step != GAME_OVER:
            return Standing((blue, red))
        winner = None if blue == red else 0 if blue > red else 1
        told = "a draw" if winner is None else f"{battle.colour(winner)} has more victory points"
        points = f"{max(blue, red)} to {min(blue, red)}"
        return Standing((blue, red), True, winner, f"{told}, {points}; {battle.reason}", "gather.winner")

    # -- what people see ---------------------------------------------------------------------------------------------------

    def scene_key(self, state: State) -> Any:
        return tuple(battle_of(state).zones)

    open_table = True

    # -- chances ------------------------------------------------------------------------------------------------------------

    def tally(self, state: State) -> dict[str, int]:
        return {model.key: model.wounds if model.in_play else 0 for model in battle_of(state).models}

    def faults(self, state: State) -> list[str]:
        from vanguard.rulebooks.killteam_vanguard.table.view import faults_in

        return faults_in(battle_of(state))


def battle_of(state: State) -> Battle:
    if not isinstance(state, Battle):
        raise Refused(f"this is not a battle of Kill Team Vanguard but a {type(state).__name__}")
    return state
