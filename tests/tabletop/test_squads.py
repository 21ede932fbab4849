"""What ties a squad together, and from where which side of a hull is struck: as they are drawn."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from shapely.geometry import Point, Polygon

from vanguard.core.questions.paths import Path
from vanguard.geometry.arcs import hull_zone
from vanguard.geometry.shapes import Base
from vanguard.tabletop.scene import chain_scene, hull_zones
from vanguard.tabletop.squads import NOBODY, PlaceSquad, Step, WhereToSquad, chain, follow, is_linked


def squad() -> list[Base]:
    return [Base("a", 0, 0, 0.5), Base("b", 3, 0, 0.5), Base("c", 20, 0, 0.5), Base("d", 6, 0, 0.5)]


def test_a_squad_is_tied_together_by_its_nearest_and_broken_where_the_gap_is_too_wide() -> None:
    assert chain(squad(), 2.0) == [(0, 1, True), (1, 3, True), (3, 2, False)]
    assert chain(squad()[:1], 2.0) == []


def test_the_broken_line_is_drawn_between_the_two_that_are_too_far_apart() -> None:
    broken = [link for link in chain_scene("squad", squad(), 2.0, "Cohort") if not link["holds"]]
    assert broken == [{"group": "squad", "name": "Cohort", "ends": [[6, 0], [20, 0]], "holds": False}]


def test_whoever_is_tied_to_the_squad_by_somebody_further_from_its_leader_can_stay() -> None:
    bases = [Base("a", 0, 0, 0.5), Base("b", -0.9, 4.6, 0.5), Base("c", 2, 2, 0.5), Base("d", 2, 4.8, 0.5)]
    assert is_linked(bases, 2.0)
    places = [base.centre for base in bases]

    def stays(i: int, x: float, y: float) -> Step | None:
        return Step(((x, y),), 0.0) if (x, y) == places[i] else None

    steps, lost = follow(bases, 2.0, 0, Step((places[0],), 0.0), places, stays)
    assert lost == -1
    assert [(step.x, step.y) for step in steps] == places
    assert follow(bases[:2], 2.0, 0, Step((places[0],), 0.0), places[:2], stays)[1] == 1  # nobody ties it


@pytest.mark.parametrize("facing", [0.0, 37.0, 90.0, 200.0])
def test_the_drawn_zones_of_a_hull_are_those_its_armour_goes_by(facing: float) -> None:
    base = Base("tank", 10, 12, 2.5, facing=facing)
    zones = hull_zones(base, {"front": "front", "side": "side", "rear": "rear"}, 9.0)
    shapes = [(zone["label"], Polygon(zone["points"])) for zone in zones]
    judged = 0
    for x in range(-2, 23):
        for y in range(25):
            around = [label for label, shape in shapes if shape.contains(Point(x + 0.123, y + 0.321))]
            if around:
                assert around == [hull_zone(base, x + 0.123, y + 0.321)]
                judged += 1
    assert judged > 300


class ThreeWays(WhereToSquad[Path]):
    """Three ways, one of them thought of twice, all legal; counts those that were worked out."""

    def __init__(self) -> None:
        super().__init__()
        self.worked_out = 0

    def check(self, path: Path, by_hand: Mapping[str, Path] = NOBODY) -> Path:
        self.worked_out += 1
        return path

    def aims(self) -> list[Path]:
        return [((1.0, 2.0),), ((1.0, 2.0),), ((3.0, 4.0),), ((5.0, 6.0),)]


def test_where_the_first_places_of_a_squad_are_enough_no_others_are_worked_out() -> None:
    squad = ThreeWays()
    place = PlaceSquad(0, "Where?", "c", squad)
    assert place.examples(1) == [[[1.0, 2.0]]]
    assert squad.worked_out == 1
    assert place.candidates() == [[[1.0, 2.0]], [[3.0, 4.0]], [[5.0, 6.0]]]
