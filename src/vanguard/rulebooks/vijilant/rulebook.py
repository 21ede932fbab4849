"""Vijilant as a rulebook: what can be played, how it goes on from a rest, and what is shown of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from vanguard.core.anatomy import PackagedRulebook
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Offer, Procedure, Setup, Standing
from vanguard.core.state import State
from vanguard.rulebooks.vijilant.battlefield import Battlefield
from vanguard.rulebooks.vijilant.missions import CAMPAIGN, begin_next_mission, campaign_is_over
from vanguard.rulebooks.vijilant.profiles import Force
from vanguard.rulebooks.vijilant.setup import STEPS, begin_mission
from vanguard.rulebooks.vijilant.state import (
    ACTIONS,
    CARDS,
    CASUALTY,
    DEPOT_RAID,
    EMBARKED,
    ENDED,
    IN_HAND,
    ROUND_END,
    STANDING,
    THE_HEIST,
    Battle,
)
from vanguard.rulebooks.vijilant.table.messages import MESSAGES, PICTURES
from vanguard.rulebooks.vijilant.turns import act, end_round, play_card
from vanguard.tabletop.scene import standing_faults

DEFENDERS: Final = {"random": -1, "first": 0, "second": 1}
OVERLAP: Final = 0.03
FAR_APART: Final = 1000.0
"""No two models may overlap in plan, whatever their heights."""


class Vijilant(PackagedRulebook):
    """Core Book Alpha 2.0 with two forces, three missions and the Glasstrain campaign."""

    name = "vijilant"
    version = "16"
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
        from vanguard.rulebooks.vijilant.content.army_list import BOOK
        from vanguard.rulebooks.vijilant.content.content import content

        return [
            Offer(it.key, it.name, it.summary, {"faction": it.name, "roster": BOOK.whole(it.key)})
            for it in content().forces.values()
        ]

    def default_setup(self, variant: int = 0) -> Setup:
        """Variant 0 is a good first game; others walk through missions, maps, seats and practice forces."""
        from vanguard.rulebooks.vijilant.content.army_list import BOOK

        pairs = (("collective", "driftwake"), ("driftwake", "collective"))
        first, second = pairs[variant // 4 % 2]
        plays = ((DEPOT_RAID, "depot"), (THE_HEIST, "glasstrain"), (CAMPAIGN, "depot"), ("open-skirmish", ""))
        scenario, field = plays[variant % 4]
        if not field:
            field = ("depot", "glasstrain")[variant // 8 % 2]
            first, second = f"{first}-practice", f"{second}-practice"
        return Setup(scenario, field, (BOOK.whole(first), BOOK.whole(second)))

    # -- the rules --------------------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> State:
        from vanguard.rulebooks.vijilant.content.army_list import read_force
        from vanguard.rulebooks.vijilant.content.content import content

        self._refuse_wrong(setup)
        mustered = (read_force(setup.armies[0]), read_force(setup.armies[1]))
        forces = (mustered[0].force, mustered[1].force)
        campaign = setup.scenario == CAMPAIGN
        if campaign:
            refuse_practice(forces)
        mission = content().missions[DEPOT_RAID if campaign else setup.scenario]
        field = shared_field(setup.battlefield)
        battle = Battle(field, mission, forces)
        battle.supports = (mustered[0].support, mustered[1].support)
        battle.campaign = campaign
        battle.agreed_defender = DEFENDERS[setup.options.get("defender", "random")]
        begin_mission(battle, mission, field)
        return battle

    def _refuse_wrong(self, setup: Setup) -> None:
        """Whole forces on a map of the mission; every fault is told."""
        from vanguard.rulebooks.vijilant.content.content import content

        faults = [fault for army in setup.armies for fault in self.roster_faults(army)]
        fields = [offer.key for offer in self.battlefields(setup.scenario)]
        faults += setup.place_faults([*content().missions, CAMPAIGN], fields, ("mission", "map of this mission"))
        faults += setup.option_faults({"defender": DEFENDERS})
        if faults:
            raise Refused("; ".join(faults), "campaign.all-cards")

    def procedure(self, state: State) -> Procedure | None:
        assert isinstance(state, Battle)
        phase = state.phase
        if phase == ACTIONS:
            return act(state)
        if phase == CARDS:
            return play_card(state)
        if phase == ROUND_END:
            return end_round(state)
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

    open_table = True

    def scene_key(self, state: State) -> Any:
        """Terrain is drawn, moved and smashed during play; edges are settled, and the train's next place goes with the round."""
        assert isinstance(state, Battle)
        pieces = [
            (piece.key, piece.part.points, piece.part.bottom, piece.part.top) for piece in state.battlefield.pieces
        ]
        return pieces, state.defender, state.train_runs, state.round, state.mission.key

    # -- chances ------------------------------------------------------------------------------------------------------------

    def tally(self, state: State) -> dict[str, int]:
        assert isinstance(state, Battle)
        left = {model.key: state.health_left(model) if model.fate <= EMBARKED else 0 for model in state.models}
        for unit in state.units:
            left[unit.key] = sum([left[model.key] for model in state.all_models(unit)])
        return left

    # -- what must never be -------------------------------------------------------------------------------------------------

    def faults(self, state: State) -> list[str]:
        assert isinstance(state, Battle)
        return [*_model_faults(state), *_card_faults(state)]


def refuse_practice(forces: tuple[Force, Force]) -> None:
    for force in forces:
        if force.practice:
            raise Refused("a practice force is no part of the campaign", "campaign.all-cards")


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
    standing = [model for model in battle.models if model.fate == STANDING]
    ramming = battle.turn.unit if battle.turn is not None and battle.turn.ramming else -1
    for model in standing:
        if not 0 <= model.wounds < battle.units[model.unit].card.health:
            found.append(f"{model.key} stands with {model.wounds} wounds")
    for flying in (False, True):
        level = [it for it in standing if battle.units[it.unit].flying == flying and it.unit != ramming]
        bases = (
            [model.base for model in level] if battle.phase != ROUND_END else []
        )  # the train may be clearing its way
        found += standing_faults(battle.battlefield.table, bases, OVERLAP, FAR_APART)
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
        falling = any([model.fate == CASUALTY for model in battle.all_models(unit)])  # flipped when they are removed
        if not falling and battle.is_alive(unit) == battle.card_flipped[card.index]:
            found.append(f"the card of {unit.key} is {'flipped' if battle.card_flipped[card.index] else 'not flipped'}")
        in_hand = battle.card_place[card.index] == IN_HAND
        if battle.phase == CARDS and unit.had_turn == in_hand and battle.is_alive(unit):
            found.append(f"the card of {unit.key} is in the wrong place")
    return found
