"""Vijilant as a rulebook: what can be played, how it goes on from a rest, and what is shown of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from vanguard.core.content import ContentKind
from vanguard.core.minds import Mind
from vanguard.core.promises import Promises
from vanguard.core.questions import Given, Question
from vanguard.core.refusals import Refused
from vanguard.core.rosters import RosterBook
from vanguard.core.rulebook import Offer, Procedure, Rulebook, Setup, Standing, Trial
from vanguard.core.state import State
from vanguard.rulebooks.vijilant.battlefield import Battlefield
from vanguard.rulebooks.vijilant.missions import CAMPAIGN, begin_next_mission, campaign_is_over
from vanguard.rulebooks.vijilant.setup import STEPS, begin_mission
from vanguard.rulebooks.vijilant.state import (
    ACTIONS,
    CARDS,
    DEPOT_RAID,
    EMBARKED,
    ENDED,
    IN_HAND,
    ROUND_END,
    STANDING,
    THE_HEIST,
    TRAIN_SETUP,
    Battle,
)
from vanguard.rulebooks.vijilant.table.messages import MESSAGES, PICTURES
from vanguard.rulebooks.vijilant.train import set_up_train
from vanguard.rulebooks.vijilant.turns import act, end_round, play_card

DEFENDERS: Final = {"random": -1, "first": 0, "second": 1}
OVERLAP: Final = 0.03


class Vijilant(Rulebook):
    """Core Book Alpha 2.0 with two forces, three missions and the Glasstrain campaign."""

    name = "vijilant"
    version = "1"
    title = "Vijilant: Glasstrain"
    summary = "Two forces of cards and squads, four rounds, about an hour; 70 by 70 centimetres."
    unit = "cm"
    messages = MESSAGES
    pictures = PICTURES

    # -- what can be played ---------------------------------------------------------------------------------------------

    def scenarios(self) -> Sequence[Offer]:
        from vanguard.rulebooks.vijilant.content.content import content

        found = [Offer(it.key, it.name, it.text) for it in content().missions.values()]
        told = "Depot Raid, then The Heist: whoever wins the first defends the train, whoever wins the second has won."
        return [*found, Offer(CAMPAIGN, "Glasstrain campaign", told)]

    def battlefields(self, scenario: str = "") -> Sequence[Offer]:
        from vanguard.rulebooks.vijilant.content.content import content

        maps = content().maps
        mission = content().missions.get(DEPOT_RAID if scenario == CAMPAIGN else scenario)
        keys = mission.maps if mission is not None else tuple(maps)
        return [Offer(key, maps[key].name, maps[key].note) for key in keys]

    def armies(self) -> Sequence[Offer]:
        from vanguard.rulebooks.vijilant.content.army_list import whole_force
        from vanguard.rulebooks.vijilant.content.content import content

        return [
            Offer(it.key, it.name, it.summary, {"faction": it.name, "roster": whole_force(it.key)})
            for it in content().forces.values()
        ]

    def default_setup(self, variant: int = 0) -> Setup:
        """Variant 0 is a good first game; others walk through missions, maps, seats and practice forces."""
        from vanguard.rulebooks.vijilant.content.army_list import whole_force

        pairs = (("collective", "driftwake"), ("driftwake", "collective"))
        first, second = pairs[variant // 4 % 2]
        plays = ((DEPOT_RAID, "depot"), (THE_HEIST, "glasstrain"), (CAMPAIGN, "depot"), ("open-skirmish", ""))
        scenario, field = plays[variant % 4]
        if not field:
            field = ("depot", "glasstrain")[variant // 8 % 2]
            first, second = f"{first}-practice", f"{second}-practice"
        return Setup(scenario, field, (whole_force(first), whole_force(second)))

    def content_digest(self) -> str:
        from vanguard.rulebooks.vijilant.content.content import content

        return content().digest

    def content_kinds(self) -> Mapping[str, ContentKind]:
        from vanguard.rulebooks.vijilant.content.content import content_kinds

        return content_kinds()

    def roster_book(self) -> RosterBook:
        from vanguard.rulebooks.vijilant.content.army_list import BOOK

        return BOOK

    def roster_faults(self, roster: Mapping[str, Any]) -> list[str]:
        from vanguard.rulebooks.vijilant.content.army_list import faults_of

        return faults_of(roster)

    # -- the rules --------------------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> State:
        from vanguard.rulebooks.vijilant.content.army_list import read_force
        from vanguard.rulebooks.vijilant.content.content import content

        faults = [fault for army in setup.armies for fault in self.roster_faults(army)]
        campaign = setup.scenario == CAMPAIGN
        missions = content().missions
        mission = missions.get(DEPOT_RAID if campaign else setup.scenario)
        if mission is None:
            faults.append(f"there is no mission {setup.scenario!r:.60}; known: {', '.join([*missions, CAMPAIGN])}")
        fields = [offer.key for offer in self.battlefields(setup.scenario)]
        if setup.battlefield not in fields:
            faults.append(f"{setup.battlefield!r:.60} is no map of this mission; known: {', '.join(fields)}")
        for option in setup.options:
            if option != "defender":
                faults.append(f"there is no option {option!r:.60}; known: defender")
        defender = setup.options.get("defender", "random")
        if defender not in DEFENDERS:
            faults.append(f"defender is one of {', '.join(DEFENDERS)}, not {defender!r:.60}")
        if faults or mission is None:
            raise Refused("; ".join(faults), "campaign.all-cards")
        mustered = (read_force(setup.armies[0]), read_force(setup.armies[1]))
        forces = (mustered[0].force, mustered[1].force)
        if campaign and (forces[0].practice or forces[1].practice):
            raise Refused("a practice force is no part of the campaign", "campaign.all-cards")
        field = shared_field(setup.battlefield)
        battle = Battle(field, mission, forces)
        battle.supports = (mustered[0].support, mustered[1].support)
        battle.campaign = campaign
        battle.agreed_defender = DEFENDERS[defender]
        begin_mission(battle, mission, field)
        return battle

    def procedure(self, state: State) -> Procedure | None:
        assert isinstance(state, Battle)
        phase = state.phase
        if phase == ACTIONS:
            return act(state)
        if phase == CARDS:
            return play_card(state)
        if phase == ROUND_END:
            return end_round(state)
        if phase == TRAIN_SETUP:
            return set_up_train(state)
        if phase == ENDED:
            return None if not state.campaign or campaign_is_over(state) else begin_next_mission(state)
        return STEPS[phase](state)

    def standing(self, state: State) -> Standing:
        assert isinstance(state, Battle)
        over = state.phase == ENDED and (not state.campaign or campaign_is_over(state))
        if not over:
            return Standing(scores_of(state))
        winner = state.winner if state.winner >= 0 else None
        return Standing(scores_of(state), True, winner, state.reason, state.reason_clause)

    # -- what people see ---------------------------------------------------------------------------------------------------

    def table(self, state: State) -> dict[str, Any]:
        from vanguard.rulebooks.vijilant.table.view import table

        assert isinstance(state, Battle)
        return table(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        from vanguard.rulebooks.vijilant.table.view import view

        assert isinstance(state, Battle)
        return view(state)

    def cards(self, state: State) -> dict[str, Any]:
        from vanguard.rulebooks.vijilant.table.cards import cards

        assert isinstance(state, Battle)
        return cards(state)

    def sight(self, state: State, viewer: str, target: str) -> dict[str, Any]:
        from vanguard.rulebooks.vijilant.table.view import sight

        assert isinstance(state, Battle)
        return sight(state, viewer, target)

    def measure(self, state: State, start: Given, end: Given) -> dict[str, Any]:
        from vanguard.rulebooks.vijilant.table.view import measure

        assert isinstance(state, Battle)
        return measure(state, start, end)

    # -- chances ------------------------------------------------------------------------------------------------------------

    def trials(self, state: State, question: Question[Any]) -> dict[str, Trial]:
        from vanguard.rulebooks.vijilant.odds.trials import trials

        assert isinstance(state, Battle)
        return trials(state, question)

    def trial(self, wish: Mapping[str, Any]) -> Trial:
        from vanguard.rulebooks.vijilant.odds.trials import trial

        return trial(wish)

    def trial_fields(self) -> dict[str, Any]:
        from vanguard.rulebooks.vijilant.odds.trials import trial_fields

        return trial_fields()

    def threats(self, state: State, model: str, at: tuple[float, ...]) -> list[Trial]:
        from vanguard.rulebooks.vijilant.odds.trials import threats

        assert isinstance(state, Battle)
        return threats(state, model, at)

    def tally(self, state: State) -> dict[str, int]:
        assert isinstance(state, Battle)
        left = {model.key: state.health_left(model) if model.fate <= EMBARKED else 0 for model in state.models}
        for unit in state.units:
            left[unit.key] = sum([left[model.key] for model in state.all_models(unit)])
        return left

    # -- what must never be -------------------------------------------------------------------------------------------------

    def mind(self) -> Mind:
        from vanguard.rulebooks.vijilant.bot.mind import mind

        return mind

    def promises(self) -> Promises:
        from vanguard.rulebooks.vijilant.promises import PROMISES

        return PROMISES

    def faults(self, state: State) -> list[str]:
        assert isinstance(state, Battle)
        return [*_model_faults(state), *_card_faults(state)]


_fields: dict[str, Battlefield] = {}


def shared_field(key: str) -> Battlefield:
    """The map as it is printed, made once: what it remembers of sight and ground serves every game."""
    from vanguard.rulebooks.vijilant.content.content import content

    found = _fields.get(key)
    if found is None:
        found = _fields[key] = Battlefield(content().map(key))
    return found


def scores_of(battle: Battle) -> tuple[float, float]:
    """Living units; once a mission is decided its winner is ahead whatever is left."""
    alive = [float(len([unit for unit in battle.units_of(seat) if battle.is_alive(unit)])) for seat in (0, 1)]
    if battle.mission.key == "open-skirmish":
        alive = [float(len(battle.units_on_table(seat))) for seat in (0, 1)]
    return (alive[0], alive[1])


def _model_faults(battle: Battle) -> list[str]:
    found: list[str] = []
    field = battle.battlefield
    standing = [model for model in battle.models if model.fate == STANDING]
    for model in standing:
        base = model.base
        reach = base.radius - OVERLAP
        if not (reach <= base.x <= field.width - reach and reach <= base.y <= field.depth - reach):
            found.append(f"{model.key} stands off the table")
        if not 0 <= model.wounds < battle.units[model.unit].card.health:
            found.append(f"{model.key} stands with {model.wounds} wounds")
    for i, one in enumerate(standing):
        for other in standing[:i]:
            if battle.units[one.unit].flying != battle.units[other.unit].flying:
                continue
            dx, dy = one.base.x - other.base.x, one.base.y - other.base.y
            near = one.base.radius + other.base.radius - OVERLAP
            if dx * dx + dy * dy < near * near:
                found.append(f"{one.key} and {other.key} overlap")
    for model in battle.models:
        if model.fate == EMBARKED and battle.units[model.unit].inside < 0:
            found.append(f"{model.key} rides in nothing")
    return found


def _card_faults(battle: Battle) -> list[str]:
    found: list[str] = []
    counts = [len([card for card in battle.cards if card.seat == seat]) for seat in (0, 1)]
    if counts[0] != counts[1]:
        found.append(f"hands of {counts[0]} and {counts[1]} cards")
    for unit in battle.units:
        card = battle.unit_card(unit)
        if battle.is_alive(unit) == battle.card_flipped[card.index]:
            found.append(f"the card of {unit.key} is {'flipped' if battle.card_flipped[card.index] else 'not flipped'}")
        in_hand = battle.card_place[card.index] == IN_HAND
        if battle.phase == CARDS and unit.had_turn == in_hand and battle.is_alive(unit):
            found.append(f"the card of {unit.key} is in the wrong place")
    return found
