"""40k Vanguard as a rulebook: what can be played, how it goes on from a rest, and what is shown of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from vanguard.core.content import ContentKind
from vanguard.core.minds import Mind
from vanguard.core.promises import Promises
from vanguard.core.questions import Given, Question
from vanguard.core.refusals import Refused
from vanguard.core.rosters import RosterBook, roster_from_plain
from vanguard.core.rulebook import Offer, Procedure, Rulebook, Setup, Standing, Trial
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


class FortykVanguard(Rulebook):
    """40k Vanguard with four factions, the mission Only War and six battlefields."""

    name = "fortyk_vanguard"
    version = "1"
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
            found.append(Offer(key, name, army.summary, {"faction": faction, "roster": army.roster.plain()}))
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

    def content_digest(self) -> str:
        from vanguard.rulebooks.fortyk_vanguard.content.content import content

        return content().digest

    def content_kinds(self) -> Mapping[str, ContentKind]:
        from vanguard.rulebooks.fortyk_vanguard.content.content import content_kinds

        return content_kinds()

    def roster_book(self) -> RosterBook:
        from vanguard.rulebooks.fortyk_vanguard.content.army_list import BOOK

        return BOOK

    def roster_faults(self, roster: Mapping[str, Any]) -> list[str]:
        from vanguard.rulebooks.fortyk_vanguard.content.army_list import roster_faults

        return roster_faults(roster)

    # -- the rules --------------------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> State:
        from vanguard.rulebooks.fortyk_vanguard.content.army_list import agreed_limit, muster, roster_legality
        from vanguard.rulebooks.fortyk_vanguard.content.content import content

        printed = content()
        faults: list[str] = []
        if setup.scenario != MISSION:
            faults.append(f"there is no mission {setup.scenario!r:.60}; known: {MISSION}")
        if setup.battlefield not in printed.maps:
            faults.append(f"there is no battlefield {setup.battlefield!r:.60}; known: {', '.join(printed.maps)}")
        for option in setup.options:
            if option != "markers":
                faults.append(f"there is no option {option!r:.60}; known: markers")
        markers = setup.options.get("markers", MARKER_WAYS[0])
        if markers not in MARKER_WAYS:
            faults.append(f"markers are one of {', '.join(MARKER_WAYS)}, not {markers!r:.60}")
        rosters = []
        for given in setup.armies:
            alone = self.roster_faults(given)
            faults += alone
            if not alone:
                rosters.append(roster_from_plain(given))
        if not faults:
            limit = agreed_limit([muster(roster).points for roster in rosters])
            faults = [told for roster in rosters for told in roster_legality(roster, limit).sentences()]
        if faults:
            raise Refused("; ".join(faults), "core.mission.sequence")
        armies = [muster(roster) for roster in rosters]
        sides = [
            Side(f"{army.faction}/{army.name}", army.name, army.faction_name, len(army.models), army.command_points)
            for army in armies
        ]
        battle = Battle(field_of(setup.battlefield), printed.mission, printed.stratagems, (sides[0], sides[1]))
        battle.quick_markers = markers == "fixed"
        mirror = armies[0].name == armies[1].name
        for seat, army in enumerate(armies):
            for it in army.models:
                name = f"{SIDES[seat].capitalize()} {it.name}" if mirror else it.name
                model = Model(f"{SIDES[seat]}-{it.key}", name, seat, it.profile, it.warlord)
                battle.places[model.key] = len(battle.models)
                battle.models.append(model)
        return battle

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

    def table(self, state: State) -> dict[str, Any]:
        from vanguard.rulebooks.fortyk_vanguard.table.view import table

        assert isinstance(state, Battle)
        return table(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        from vanguard.rulebooks.fortyk_vanguard.table.view import view

        assert isinstance(state, Battle)
        return view(state)

    def cards(self, state: State) -> dict[str, Any]:
        from vanguard.rulebooks.fortyk_vanguard.table.cards import cards

        assert isinstance(state, Battle)
        return cards(state)

    def sight(self, state: State, viewer: str, target: str) -> dict[str, Any]:
        from vanguard.rulebooks.fortyk_vanguard.table.view import sight

        assert isinstance(state, Battle)
        return sight(state, viewer, target)

    def measure(self, state: State, start: Given, end: Given) -> dict[str, Any]:
        from vanguard.rulebooks.fortyk_vanguard.table.view import measure

        assert isinstance(state, Battle)
        return measure(state, start, end)

    # -- chances ------------------------------------------------------------------------------------------------------------

    def trials(self, state: State, question: Question[Any]) -> dict[str, Trial]:
        from vanguard.rulebooks.fortyk_vanguard.odds.trials import trials

        assert isinstance(state, Battle)
        return trials(state, question)

    def trial(self, wish: Mapping[str, Any]) -> Trial:
        from vanguard.rulebooks.fortyk_vanguard.odds.trials import trial

        return trial(wish)

    def trial_fields(self) -> dict[str, Any]:
        from vanguard.rulebooks.fortyk_vanguard.odds.trials import trial_fields

        return trial_fields()

    def threats(self, state: State, model: str, at: tuple[float, ...]) -> list[Trial]:
        from vanguard.rulebooks.fortyk_vanguard.odds.trials import threats

        assert isinstance(state, Battle)
        return threats(state, model, at)

    def tally(self, state: State) -> dict[str, int]:
        assert isinstance(state, Battle)
        return {model.key: model.wounds if model.alive else 0 for model in state.models}

    # -- what must never be -------------------------------------------------------------------------------------------------

    def mind(self) -> Mind:
        from vanguard.rulebooks.fortyk_vanguard.bot.mind import mind

        return mind

    def promises(self) -> Promises:
        from vanguard.rulebooks.fortyk_vanguard.promises import PROMISES

        return PROMISES

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
