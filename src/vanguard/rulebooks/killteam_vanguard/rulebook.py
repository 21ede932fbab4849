"""The rulebook as generic code sees it: what can be played, what comes next, how the game stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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


class KillTeamVanguard(PackagedRulebook):
    """Kill Team Vanguard: alternating activations with fatigue and command points on a 36 by 36 inch table."""

    name = "killteam_vanguard"
    version = "1"
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
        step = battle.step
        if step == ACTIVATION:
            return next_action(battle)
        if step == TURN:
            return take_turn(battle)
        if step == AFTER_ACTIVATION:
            return after_activation(battle)
        if step == START_PHASE:
            return start_phase(battle)
        if step == END_PHASE:
            return end_phase(battle)
        if step == SCORING:
            return score_round(battle)
        if step == DEPLOY:
            return deploy_next(battle)
        if step == SIDES_ROLL:
            return choose_sides(battle)
        if step == FIRST_TURN_ROLL:
            return first_turn(battle)
        return None

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
