"""The rulebook as generic code sees it: what can be played, what comes next, how the game stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vanguard.core.content import ContentKind
from vanguard.core.minds import Mind
from vanguard.core.promises import Promises
from vanguard.core.questions import Question
from vanguard.core.refusals import Refused
from vanguard.core.rosters import RosterBook
from vanguard.core.rulebook import Offer, Procedure, Rulebook, Setup, Standing, Trial
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


class KillTeamVanguard(Rulebook):
    """Kill Team Vanguard: alternating activations with fatigue and command points on a 36 by 36 inch table."""

    name = "killteam_vanguard"
    version = "1"
    title = "Kill Team Vanguard"
    summary = (
        "Two warbands of 5 to 11 models on a 36 inch table, 5 or 6 Rounds of alternating activations; about an hour"
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

    def content_digest(self) -> str:
        from vanguard.rulebooks.killteam_vanguard.content.content import content

        return content().digest

    def roster_book(self) -> RosterBook:
        from vanguard.rulebooks.killteam_vanguard.content.army_list import BOOK

        return BOOK

    def content_kinds(self) -> Mapping[str, ContentKind]:
        from vanguard.rulebooks.killteam_vanguard.content.content import content_kinds

        return content_kinds()

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

    def table(self, state: State) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_vanguard.table.view import table_of

        return table_of(battle_of(state))

    def scene_key(self, state: State) -> Any:
        return tuple(battle_of(state).zones)

    open_table = True

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_vanguard.table.view import view_of

        return view_of(battle_of(state))

    def cards(self, state: State) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_vanguard.table.view import cards_of

        return cards_of(battle_of(state))

    def sight(self, state: State, viewer: str, target: str) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_vanguard.table.view import sight_of

        return sight_of(battle_of(state), viewer, target)

    def measure(self, state: State, start: Any, end: Any) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_vanguard.table.view import measure

        return measure(battle_of(state), start, end)

    # -- chances ------------------------------------------------------------------------------------------------------------

    def trials(self, state: State, question: Question[Any]) -> dict[str, Trial]:
        from vanguard.rulebooks.killteam_vanguard.odds.trials import trials_of

        return trials_of(battle_of(state), question)

    def trial(self, wish: Mapping[str, Any]) -> Trial:
        from vanguard.rulebooks.killteam_vanguard.odds.trials import wished_trial

        return wished_trial(wish)

    def trial_fields(self) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_vanguard.odds.trials import fields_of_trials

        return fields_of_trials()

    def threats(self, state: State, model: str, at: tuple[float, ...]) -> list[Trial]:
        from vanguard.rulebooks.killteam_vanguard.odds.trials import threats_to

        return threats_to(battle_of(state), model, at)

    def tally(self, state: State) -> dict[str, int]:
        return {model.key: model.wounds if model.in_play else 0 for model in battle_of(state).models}

    def mind(self) -> Mind:
        from vanguard.rulebooks.killteam_vanguard.bot.mind import mind

        return mind

    def promises(self) -> Promises:
        from vanguard.rulebooks.killteam_vanguard.promises import PROMISES

        return PROMISES

    def faults(self, state: State) -> list[str]:
        from vanguard.rulebooks.killteam_vanguard.table.view import faults_in

        return faults_in(battle_of(state))


def battle_of(state: State) -> Battle:
    if not isinstance(state, Battle):
        raise Refused(f"this is not a battle of Kill Team Vanguard but a {type(state).__name__}")
    return state
