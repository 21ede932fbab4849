"""Kill Team Lite as a rulebook: what can be played, how it goes on from a rest, and what is shown of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from vanguard.core.anatomy import PackagedRulebook
from vanguard.core.armies.numbering import label_of, numbered, numbers_among
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Offer, Procedure, Setup, Standing
from vanguard.core.state import State
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.killteam_lite.killzone import TOLERANCE, Killzone
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
from vanguard.tabletop.scene import standing_faults

DEFENDERS: Final = {"random": -1, "first": 0, "second": 1}


STEPS: Final[dict[str, Callable[[Battle], Procedure]]] = {
    ROLES: determine_roles,
    BARRICADES: place_barricade,
    OPERATIVES: set_up_operative,
    INITIATIVE: initiative_phase,
    STRATEGY: strategy_phase,
    FIREFIGHT: firefight_phase,
    ACTIVATION: next_action,
}
"""What comes next in each phase; nothing once the battle has ended."""


class KillTeamLite(PackagedRulebook):
    """The Lite Rules of 2021 with four kill teams, six missions and six killzones."""

    name = "killteam_lite"
    version = "4.4"
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
        from vanguard.rulebooks.killteam_lite.content.army_list import BOOK
        from vanguard.rulebooks.killteam_lite.content.content import content

        return [
            Offer(
                team.key,
                team.name,
                f"{team.size} operatives: {team.character}",
                {"faction": team.name, "roster": BOOK.whole(team.key)},
            )
            for team in content().teams.values()
        ]

    def default_setup(self, variant: int = 0) -> Setup:
        """Variant 0 is a good first game; others walk through teams, missions and killzones."""
        from vanguard.rulebooks.killteam_lite.content.army_list import BOOK
        from vanguard.rulebooks.killteam_lite.content.content import content

        printed = content()
        teams = list(printed.teams)
        if variant == 0:
            return Setup("hold", "broken-street", (BOOK.whole(teams[0]), BOOK.whole(teams[1])))
        pairs = [(a, b) for a in teams for b in teams]
        first, second = pairs[variant * 5 % len(pairs)]
        missions = list(printed.missions)
        mission = missions[variant % len(missions)]
        fields = [offer.key for offer in self.battlefields(mission)]
        killzone = fields[variant // len(missions) % len(fields)]
        return Setup(mission, killzone, (BOOK.whole(first), BOOK.whole(second)))

    # -- the rules --------------------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> State:
        from vanguard.rulebooks.killteam_lite.content.army_list import BOOK, given_names
        from vanguard.rulebooks.killteam_lite.content.content import content

        printed = content()
        faults = [fault for army in setup.armies for fault in self.roster_faults(army)]
        fields = [offer.key for offer in self.battlefields(setup.scenario)]
        faults += setup.place_faults(printed.missions, fields, ("mission", "killzone of this mission"))
        faults += setup.option_faults({"defender": DEFENDERS})
        if faults:
            raise Refused("; ".join(faults), "setup.sequence")
        rosters = (BOOK.read(setup.armies[0]), BOOK.read(setup.armies[1]))
        teams = (printed.teams[rosters[0].faction], printed.teams[rosters[1].faction])
        battle = Battle(Killzone(printed.killzones[setup.battlefield]), printed.missions[setup.scenario], teams)
        battle.agreed_defender = DEFENDERS[setup.options.get("defender", "random")]
        muster(battle, (given_names(rosters[0]), given_names(rosters[1])))
        return battle

    def procedure(self, state: State) -> Procedure | None:
        assert isinstance(state, Battle)
        step = STEPS.get(state.phase)
        return None if step is None else step(state)

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

    def scene_key(self, state: State) -> Any:
        assert isinstance(state, Battle)
        return tuple(state.edges), [part.points for part in state.killzone.barricades]

    open_table = True

    # -- chances ------------------------------------------------------------------------------------------------------------

    def tally(self, state: State) -> dict[str, int]:
        assert isinstance(state, Battle)
        return {operative.key: operative.wounds if operative.standing else 0 for operative in state.operatives}

    # -- what must never be -------------------------------------------------------------------------------------------------

    def faults(self, state: State) -> list[str]:
        assert isinstance(state, Battle)
        found: list[str] = []
        standing = state.in_play()
        for operative in standing:
            if not 0 <= operative.wounds <= operative.card.wounds:
                found.append(f"{operative.key} has {operative.wounds} of {operative.card.wounds} wounds")
        found += standing_faults(state.killzone.table, [operative.base for operative in standing], 2 * TOLERANCE)
        if min(state.command_points) < 0:
            found.append(f"Command Points below 0: {state.command_points}")
        if state.barricades != len(state.killzone.barricades) or state.barricades > 4:
            found.append(f"{state.barricades} barricades counted, {len(state.killzone.barricades)} on the table")
        if state.carrier and not state[state.carrier].in_play:
            found.append(f"the relic is carried by {state.carrier}, who is not in play")
        return found


Names = Mapping[str, Sequence[tuple[str, str]]]
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
        for copy, number in enumerate(numbers_among([card.name] * card.count)):
            key = f"{SIDES[seat]}-{card.key}" + (f"-{number}" if number else "")
            name, label = given[copy] if given else ("", "")
            if not name:
                name, label = numbered(card.name, number), label_of(number)
            if mirror:
                name = f"{SIDES[seat].capitalize()} {name}"
            found.append(Operative(key, name, seat, card, Base(key, 0.0, 0.0, card.radius, 0.0, card.height), label))
    return found


rulebook = KillTeamLite()
