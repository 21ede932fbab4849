"""Kill Team Lite as a rulebook: what can be played, how it goes on from a rest, and what is shown of it."""

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
from vanguard.geometry.measuring import overlapping
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, TOLERANCE, WIDTH, Killzone
from vanguard.rulebooks.killteam_lite.missions import mission_of, wounds_taken
from vanguard.rulebooks.killteam_lite.profiles import KillTeam
from vanguard.rulebooks.killteam_lite.setup import determine_roles, place_barricade, set_up_operative
from vanguard.rulebooks.killteam_lite.state import (
    ACTIVATION,
    BARRICADES,
    ENDED,
    FIREFIGHT,
    INITIATIVE,
    OPERATIVES,
    ROLES,
    SIDES,
    STRATEGY,
    Battle,
    Operative,
)
from vanguard.rulebooks.killteam_lite.table.messages import MESSAGES, PICTURES
from vanguard.rulebooks.killteam_lite.turning_points import (
    firefight_phase,
    initiative_phase,
    next_action,
    strategy_phase,
)

DEFENDERS: Final = {"random": -1, "first": 0, "second": 1}


class KillTeamLite(Rulebook):
    """The Lite Rules of 2021 with four kill teams, six missions and six killzones."""

    name = "killteam_lite"
    version = "1"
    title = "Kill Team: Lite Rules"
    summary = "Two kill teams, four Turning Points, about forty minutes; 30 by 22 inches."
    unit = "in"
    messages = MESSAGES
    pictures = PICTURES

    # -- what can be played ---------------------------------------------------------------------------------------------

    def scenarios(self) -> Sequence[Offer]:
        from vanguard.rulebooks.killteam_lite.content.content import content

        return [Offer(card.key, card.name, card.text) for card in content().missions.values()]

    def battlefields(self, scenario: str = "") -> Sequence[Offer]:
        from vanguard.rulebooks.killteam_lite.content.content import content

        printed = content()
        mission = printed.missions.get(scenario)
        keys = mission.killzones if mission is not None and mission.killzones else tuple(printed.killzones)
        return [Offer(key, printed.killzones[key].name, printed.killzones[key].note) for key in keys]

    def armies(self) -> Sequence[Offer]:
        from vanguard.rulebooks.killteam_lite.content.army_list import whole_team
        from vanguard.rulebooks.killteam_lite.content.content import content

        return [
            Offer(
                team.key,
                team.name,
                f"{team.size} operatives: {team.character}",
                {"faction": team.name, "roster": whole_team(team.key)},
            )
            for team in content().teams.values()
        ]

    def default_setup(self, variant: int = 0) -> Setup:
        """Variant 0 is a good first game; others walk through teams, missions and killzones."""
        from vanguard.rulebooks.killteam_lite.content.army_list import whole_team
        from vanguard.rulebooks.killteam_lite.content.content import content

        printed = content()
        teams = list(printed.teams)
        if variant == 0:
            return Setup("hold", "broken-street", (whole_team(teams[0]), whole_team(teams[1])))
        pairs = [(a, b) for a in teams for b in teams]
        first, second = pairs[variant * 5 % len(pairs)]
        missions = list(printed.missions)
        mission = missions[variant % len(missions)]
        fields = [offer.key for offer in self.battlefields(mission)]
        killzone = fields[variant // len(missions) % len(fields)]
        return Setup(mission, killzone, (whole_team(first), whole_team(second)))

    def content_digest(self) -> str:
        from vanguard.rulebooks.killteam_lite.content.content import content

        return content().digest()

    def content_kinds(self) -> Mapping[str, ContentKind]:
        from vanguard.rulebooks.killteam_lite.content.content import content_kinds

        return content_kinds()

    def roster_book(self) -> RosterBook:
        from vanguard.rulebooks.killteam_lite.content.army_list import BOOK

        return BOOK

    def roster_faults(self, roster: Mapping[str, Any]) -> list[str]:
        from vanguard.rulebooks.killteam_lite.content.army_list import faults_of

        return faults_of(roster)

    # -- the rules --------------------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> State:
        from vanguard.rulebooks.killteam_lite.content.army_list import given_names, read_roster
        from vanguard.rulebooks.killteam_lite.content.content import content

        printed = content()
        faults = [fault for army in setup.armies for fault in self.roster_faults(army)]
        mission = printed.missions.get(setup.scenario)
        if mission is None:
            faults.append(f"there is no mission {setup.scenario!r:.60}; known: {', '.join(printed.missions)}")
        fields = [offer.key for offer in self.battlefields(setup.scenario)]
        if setup.battlefield not in fields:
            faults.append(f"{setup.battlefield!r:.60} is no killzone of this mission; known: {', '.join(fields)}")
        for option in setup.options:
            if option != "defender":
                faults.append(f"there is no option {option!r:.60}; known: defender")
        defender = setup.options.get("defender", "random")
        if defender not in DEFENDERS:
            faults.append(f"defender is one of {', '.join(DEFENDERS)}, not {defender!r:.60}")
        if faults or mission is None:
            raise Refused("; ".join(faults), "setup.sequence")
        rosters = (read_roster(setup.armies[0]), read_roster(setup.armies[1]))
        teams = (printed.teams[rosters[0].faction], printed.teams[rosters[1].faction])
        battle = Battle(Killzone(printed.killzones[setup.battlefield]), mission, teams)
        battle.agreed_defender = DEFENDERS[defender]
        muster(battle, (given_names(rosters[0]), given_names(rosters[1])))
        return battle

    def procedure(self, state: State) -> Procedure | None:
        assert isinstance(state, Battle)
        phase = state.phase
        if phase == ACTIVATION:
            return next_action(state)
        if phase == FIREFIGHT:
            return firefight_phase(state)
        if phase == STRATEGY:
            return strategy_phase(state)
        if phase == INITIATIVE:
            return initiative_phase(state)
        if phase == ROLES:
            return determine_roles(state)
        if phase == BARRICADES:
            return place_barricade(state)
        if phase == OPERATIVES:
            return set_up_operative(state)
        return None

    def standing(self, state: State) -> Standing:
        assert isinstance(state, Battle)
        if mission_of(state).scored_by_points:
            scores = (float(state.points[0]), float(state.points[1]))
        else:
            shares = [wounds_taken(state, seat) for seat in (0, 1)]
            scores = (round(shares[0][0] / shares[0][1], 4), round(shares[1][0] / shares[1][1], 4))
        if state.phase != ENDED:
            return Standing(scores)
        winner = state.winner if state.winner >= 0 else None
        return Standing(scores, True, winner, state.reason, state.reason_clause)

    # -- what people see ---------------------------------------------------------------------------------------------------

    def table(self, state: State) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_lite.table.view import table

        assert isinstance(state, Battle)
        return table(state)

    def scene_key(self, state: State) -> Any:
        assert isinstance(state, Battle)
        return tuple(state.edges), [part.points for part in state.killzone.barricades]

    open_table = True

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_lite.table.view import view

        assert isinstance(state, Battle)
        return view(state)

    def cards(self, state: State) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_lite.table.view import cards

        assert isinstance(state, Battle)
        return cards(state)

    def sight(self, state: State, viewer: str, target: str) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_lite.table.view import sight

        assert isinstance(state, Battle)
        return sight(state, viewer, target)

    def measure(self, state: State, start: Given, end: Given) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_lite.table.view import measure

        assert isinstance(state, Battle)
        return measure(state, start, end)

    # -- chances ------------------------------------------------------------------------------------------------------------

    def trials(self, state: State, question: Question[Any]) -> dict[str, Trial]:
        from vanguard.rulebooks.killteam_lite.odds.trials import trials

        assert isinstance(state, Battle)
        return trials(state, question)

    def trial(self, wish: Mapping[str, Any]) -> Trial:
        from vanguard.rulebooks.killteam_lite.odds.trials import trial

        return trial(wish)

    def trial_fields(self) -> dict[str, Any]:
        from vanguard.rulebooks.killteam_lite.odds.trials import trial_fields

        return trial_fields()

    def threats(self, state: State, model: str, at: tuple[float, ...]) -> list[Trial]:
        from vanguard.rulebooks.killteam_lite.odds.trials import threats

        assert isinstance(state, Battle)
        return threats(state, model, at)

    def tally(self, state: State) -> dict[str, int]:
        assert isinstance(state, Battle)
        return {operative.key: operative.wounds if operative.standing else 0 for operative in state.operatives}

    # -- what must never be -------------------------------------------------------------------------------------------------

    def mind(self) -> Mind:
        from vanguard.rulebooks.killteam_lite.bot.mind import mind

        return mind

    def promises(self) -> Promises:
        from vanguard.rulebooks.killteam_lite.promises import PROMISES

        return PROMISES

    def faults(self, state: State) -> list[str]:
        assert isinstance(state, Battle)
        found: list[str] = []
        standing = state.in_play()
        for operative in standing:
            found.extend(_operative_faults(operative))
        for i in range(len(standing)):
            for j in range(i + 1, len(standing)):
                a, b = standing[i].base, standing[j].base
                if overlapping(a, b, 2 * TOLERANCE) and abs(a.elevation - b.elevation) < 0.1:
                    found.append(f"{a.key} and {b.key} overlap")
        if min(state.command_points) < 0:
            found.append(f"Command Points below 0: {state.command_points}")
        if state.barricades != len(state.killzone.barricades) or state.barricades > 4:
            found.append(f"{state.barricades} barricades counted, {len(state.killzone.barricades)} on the table")
        if state.carrier and not state[state.carrier].in_play:
            found.append(f"the relic is carried by {state.carrier}, who is not in play")
        return found


def _operative_faults(operative: Operative) -> list[str]:
    found: list[str] = []
    base = operative.base
    if not 0 <= operative.wounds <= operative.card.wounds:
        found.append(f"{operative.key} has {operative.wounds} of {operative.card.wounds} wounds")
    reach = base.radius - TOLERANCE
    if not (reach <= base.x <= WIDTH - reach and reach <= base.y <= DEPTH - reach):
        found.append(f"{operative.key} stands outside the killzone")
    return found


Names = Mapping[str, Sequence[str]]
"""The names a player gives to the operatives of a datacard, by its key."""


def muster(battle: Battle, names: tuple[Names, Names]) -> None:
    """All operatives of both teams, waiting to be set up."""
    mirror = battle.teams[0] is battle.teams[1]
    for seat in (0, 1):
        for operative in team_operatives(battle.teams[seat], seat, mirror, names[seat]):
            battle.places[operative.key] = len(battle.operatives)
            battle.operatives.append(operative)


def team_operatives(team: KillTeam, seat: int, mirror: bool, names: Names) -> list[Operative]:
    found: list[Operative] = []
    for card in team.datacards:
        given = names.get(card.key, ())
        for copy in range(1, card.count + 1):
            number = f" {copy}" if card.count > 1 else ""
            key = f"{SIDES[seat]}-{card.key}{number.replace(' ', '-')}"
            name = (given[copy - 1] if given else "") or f"{card.name}{number}"
            if mirror:
                name = f"{SIDES[seat].capitalize()} {name}"
            found.append(Operative(key, name, seat, card, Base(key, 0.0, 0.0, card.radius, 0.0, card.height)))
    return found


rulebook = KillTeamLite()
