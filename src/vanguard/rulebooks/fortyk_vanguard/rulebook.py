"""40k Vanguard as a rulebook: what can be played, how it goes on from a rest, and what is shown of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from vanguard.core.anatomy import PackagedRulebook
from vanguard.core.armies.rosters import Roster, points_of
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Offer, Procedure, Setup, Standing
from vanguard.core.state import State
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE, Battlefield
from vanguard.rulebooks.fortyk_vanguard.rounds import play_on
from vanguard.rulebooks.fortyk_vanguard.state import EMBARKED, ENDED, ON_TABLE, SIDES, Battle, Model, Side
from vanguard.rulebooks.fortyk_vanguard.table.messages import MESSAGES, PICTURES
from vanguard.tabletop.scene import standing_faults

MISSION: Final = "only-war"
FIRST_GAME: Final[tuple[str, str]] = ("marines-captain", "orks-warboss")
MARKER_WAYS: Final[tuple[str, ...]] = ("placed", "fixed")
"""Objective markers are placed by the players in turn, or lie where the table has them."""

_fields: dict[str, Battlefield] = {}


class FortykVanguard(PackagedRulebook):
    """40k Vanguard with four factions, the mission Only War and six battlefields."""

    name = "fortyk_vanguard"
    version = "15"
    title = "40k Vanguard"
    summary = (
        "Two armies of single models, five battle rounds of seven phases, one to two hours; 44 or 22 by 30 inches."
    )
    unit = "in"
    messages = MESSAGES
    pictures = PICTURES

    # -- what can be played ---------------------------------------------------------------------------------------------

    def scenarios(self) -> Sequence[Offer]:
        from vanguard.rulebooks.fortyk_vanguard.content.content import content

        mission = content().mission
        return [Offer(mission.key, mission.name, mission.text)]

    def battlefields(self, scenario: str = "") -> Sequence[Offer]:
        from vanguard.rulebooks.fortyk_vanguard.content.content import content

        return [Offer(key, it.name, f"{it.size.name}: {it.summary}") for key, it in content().maps.items()]

    def armies(self) -> Sequence[Offer]:
        from vanguard.rulebooks.fortyk_vanguard.content.content import content

        found = []
        for key, army in content().armies.items():
            faction = content().factions[army.roster.faction].name
            name = f"{army.roster.name} ({army.points_limit} points)"
            details = {"faction": faction, "roster": army.roster.plain(), "limit": army.points_limit}
            found.append(Offer(key, name, army.summary, details))
        return found

    def default_setup(self, variant: int = 0) -> Setup:
        """Variant 0 is a good first game; others walk through armies of equal points and the maps."""
        from vanguard.rulebooks.fortyk_vanguard.content.content import content

        printed = content()
        maps = list(printed.maps)
        if variant == 0:
            first_army, second_army = (printed.armies[key].roster.plain() for key in FIRST_GAME)
            return Setup(MISSION, maps[0], (first_army, second_army))
        armies = list(printed.armies.values())
        first = armies[variant * 7 % len(armies)]
        equal = [it for it in armies if it.points_limit == first.points_limit]
        second = equal[variant * 5 % len(equal)]
        options = {"markers": MARKER_WAYS[variant // 3 % 2]}
        return Setup(MISSION, maps[variant % len(maps)], (first.roster.plain(), second.roster.plain()), options)

    # -- the rules --------------------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> State:
        from vanguard.rulebooks.fortyk_vanguard.content.army_list import Army, muster
        from vanguard.rulebooks.fortyk_vanguard.content.content import content

        printed = content()
        armies: list[Army] = [muster(roster) for roster in self.legal_rosters(setup)]
        sides = [
            Side(f"{army.faction}/{army.name}", army.name, army.faction_name, len(army.models), army.command_points)
            for army in armies
        ]
        battle = Battle(field_of(setup.battlefield), printed.mission, printed.stratagems, (sides[0], sides[1]))
        battle.quick_markers = setup.options.get("markers", MARKER_WAYS[0]) == "fixed"
        first, second = [{it.name for it in army.models} for army in armies]
        mirror = not first.isdisjoint(second)
        for seat, army in enumerate(armies):
            for it in army.models:
                name = f"{SIDES[seat].capitalize()} {it.name}" if mirror else it.name
                model = Model(f"{SIDES[seat]}-{it.key}", name, seat, it.profile, it.warlord, it.label)
                battle.places[model.key] = len(battle.models)
                battle.models.append(model)
        return battle

    def legal_rosters(self, setup: Setup) -> list[Roster]:
        """The armies of a battle that can be set up; otherwise all that is wrong with it at once."""
        from vanguard.rulebooks.fortyk_vanguard.content.army_list import BOOK
        from vanguard.rulebooks.fortyk_vanguard.content.content import content

        printed = content()
        faults = setup.place_faults([MISSION], printed.maps, ("mission", "battlefield"))
        faults += setup.option_faults({"markers": MARKER_WAYS})
        rosters: list[Roster] = []
        for given in setup.armies:
            roster, alone = BOOK.judge(given)
            faults += alone
            if roster is not None:
                rosters.append(roster)
        if not faults:
            size = max([points_of(roster, BOOK) for roster in rosters])  # no limit is agreed: the dearer army decides
            faults = [told for given in setup.armies for told in BOOK.judge(given, size)[1]]
        if faults:
            raise Refused("; ".join(faults), "core.mission.sequence")
        return rosters

    def procedure(self, state: State) -> Procedure | None:
        assert isinstance(state, Battle)
        return None if state.phase == ENDED else play_on(state)

    def standing(self, state: State) -> Standing:
        assert isinstance(state, Battle)
        scores = (float(state.points[0]), float(state.points[1]))
        if state.phase != ENDED:
            return Standing(scores)
        winner = state.winner if state.winner >= 0 else None
        return Standing(scores, True, winner, state.reason, state.reason_clause)

    # -- what people see ---------------------------------------------------------------------------------------------------

    open_table = True

    def scene_key(self, state: State) -> Any:
        """Only whose zone is whose is settled during play."""
        assert isinstance(state, Battle)
        return state.field.map.key, tuple(state.zones)

    # -- chances ------------------------------------------------------------------------------------------------------------

    def tally(self, state: State) -> dict[str, int]:
        assert isinstance(state, Battle)
        return {model.key: model.wounds if model.alive else 0 for model in state.models}

    # -- what must never be -------------------------------------------------------------------------------------------------

    def faults(self, state: State) -> list[str]:
        assert isinstance(state, Battle)
        found: list[str] = []
        for model in state.models:
            if not 0 <= model.wounds <= model.profile.wounds:
                found.append(f"{model.key} has {model.wounds} of {model.profile.wounds} wounds")
            if model.fate == ON_TABLE and model.wounds == 0:
                found.append(f"{model.key} has no wounds left and stands on the battlefield")
            if (model.fate == EMBARKED) != bool(model.aboard):
                found.append(f"{model.key} is {'' if model.aboard else 'not '}aboard anything, yet otherwise listed")
            if model.fate == EMBARKED and state[model.aboard].fate != ON_TABLE:
                found.append(f"{model.key} is aboard {model.aboard}, which is not on the battlefield")
        bases = [model.base for model in state.models if model.fate == ON_TABLE]
        found += standing_faults(state.field.table, bases, 2 * TOLERANCE)
        if min(state.command_points) < 0:
            found.append(f"Command points below 0: {state.command_points}")
        return found


def field_of(key: str) -> Battlefield:
    """The battlefield of a map, prepared once: what was seen on it is remembered across games."""
    from vanguard.rulebooks.fortyk_vanguard.content.content import content

    if key not in _fields:
        _fields[key] = Battlefield(content().maps[key])
    return _fields[key]


rulebook = FortykVanguard()
