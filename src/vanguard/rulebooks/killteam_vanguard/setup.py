"""Set-up: what can be picked on the start page, and the first position of a game."""

from __future__ import annotations

from functools import cache
from typing import Final

from vanguard.core.armies.rosters import Roster
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Offer, Setup
from vanguard.geometry.measuring import point_gap
from vanguard.rulebooks.killteam_vanguard.battlefield import Battlefield
from vanguard.rulebooks.killteam_vanguard.content.army_list import (
    BOOK,
    LARGEST,
    POINTS,
    muster,
)
from vanguard.rulebooks.killteam_vanguard.content.content import content
from vanguard.rulebooks.killteam_vanguard.scenarios import OBJECTIVE_RADIUS, Scenario
from vanguard.rulebooks.killteam_vanguard.state import COLOURS, TOLERANCE, Battle, battle_on

DEFAULT_SCENARIO: Final = "gather-intelligence"
DEFAULT_MAP: Final = "relay-yard"
DEFAULT_ARMIES: Final = ("tomb-phalanx", "firing-line")


def scenario_offers() -> list[Offer]:
    first = [DEFAULT_SCENARIO]
    keys = first + [key for key in content().scenarios if key not in first]
    return [Offer(key, content().scenarios[key].name, content().scenarios[key].summary) for key in keys]


def map_offers(scenario: str) -> list[Offer]:
    """The maps on which no terrain lies under an objective of the scenario."""
    played = content().scenarios.get(scenario)
    offers: list[Offer] = []
    for key in [DEFAULT_MAP, *[key for key in content().maps if key != DEFAULT_MAP]]:
        field = content().maps[key]
        if played is None or not misfits(played, field):
            offers.append(Offer(key, field.name, field.summary))
    return offers


def army_offers() -> list[Offer]:
    offers: list[Offer] = []
    for key, roster in content().warbands.items():
        points = BOOK.legality(roster).points
        details = {"roster": roster.plain(), "faction": roster.faction, "points": points}
        offers.append(Offer(key, roster.name, content().summaries[key], details))
    return offers


def setup_of_variant(variant: int) -> Setup:
    """Variant 0 is the game to begin with; the others walk through all pairs of armies, maps and scenarios."""
    armies = list(content().warbands)
    maps = [DEFAULT_MAP, *[key for key in content().maps if key != DEFAULT_MAP]]
    scenarios = [offer.key for offer in scenario_offers()]
    if variant == 0:
        first, second = DEFAULT_ARMIES
    else:
        count = len(armies)
        first = armies[variant % count]
        second = armies[(variant // count + variant + 1) % count]
    field = maps[variant % len(maps)]
    scenario = scenarios[variant // len(maps) % len(scenarios)]
    both = (content().warbands[first].plain(), content().warbands[second].plain())
    return Setup(scenario, field, both)


# -- the first position -----------------------------------------------------------------------------------------------------


def new_battle(setup: Setup) -> Battle:
    """The battle before the deployment roll-off; everything wrong with the set-up is named together."""
    faults = setup.place_faults(content().scenarios, content().maps, ("scenario", "map"))
    scenario, field = content().scenarios.get(setup.scenario), content().maps.get(setup.battlefield)
    if scenario is not None and field is not None:
        faults.extend(misfits_in_content(setup.scenario, setup.battlefield))
    limit = _points_limit(setup, faults)
    rosters: list[Roster] = []
    for side, army in enumerate(setup.armies):
        roster, wrong = BOOK.judge(army, limit)
        faults.extend([f"{COLOURS[side]}'s warband: {fault}" for fault in wrong])
        if roster is not None:
            rosters.append(roster)
    if faults or scenario is None or field is None:
        raise Refused("; ".join(faults))
    mirrored = rosters[0].faction == rosters[1].faction
    models = [*muster(rosters[0], 0, mirrored), *muster(rosters[1], 1, mirrored)]
    return battle_on(field, scenario, models)


def _points_limit(setup: Setup, faults: list[str]) -> int:
    """The agreed total: the option `points`, 100 if nothing was agreed."""
    for key in setup.options:
        if key != "points":
            faults.append(f"there is no option {key!r:.60}; known: points")
    told = setup.options.get("points", str(POINTS))
    if not told.isdigit() or not 1 <= int(told) <= LARGEST:
        faults.append(
            f"the points limit is a whole number from 1 to {LARGEST}, not {told!r:.60} [warband.points-limit]"
        )
        return POINTS
    return int(told)


@cache
def misfits_in_content(scenario: str, battlefield: str) -> list[str]:
    """The same for every game on the map: worked out once."""
    return misfits(content().scenarios[scenario], content().maps[battlefield])


def misfits(scenario: Scenario, field: Battlefield) -> list[str]:
    """Terrain may not lie under objective counters, and zones must lie on the table."""
    faults: list[str] = []
    for objective in scenario.objectives:
        if not field.table.holds(objective.x, objective.y):
            faults.append(
                f"{objective.label} of {scenario.name} lies off {field.name} [setup.objectives-after-terrain]"
            )
        for part in field.table.parts:
            if point_gap(part, objective.x, objective.y) < OBJECTIVE_RADIUS - TOLERANCE:
                faults.append(f"{part.name} of {field.name} lies under {objective.label} [setup.terrain-coverage]")
    for zone in scenario.zones:
        if not field.table.holds(zone.rect[2], zone.rect[3]):
            faults.append(f"the {zone.name} zone of {scenario.name} lies off {field.name} [deploy.alternate]")
    return faults
