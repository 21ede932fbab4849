"""The question where a base moves: checked, priced, previewed, snapped, proposed and sampled, for any measured game."""

from __future__ import annotations

from random import Random

import pytest

from vanguard.core.refusals import Refused
from vanguard.geometry.movement import EdgeKind, Ground, Mover, deck, difficult, impassable, keep_away, platform
from vanguard.geometry.movement.paths import BASE_IN_WAY, COMES_TOO_NEAR, TABLE_EDGE, TERRAIN_IN_WAY, TOO_FAR
from vanguard.geometry.shapes import Base, Part, Table, rectangle
from vanguard.tabletop.moves import ANY, Move

TOWER = Part("tower", rectangle(10, 10, 4, 4), top=5.0)
WOODS = Part("woods", rectangle(10, 4, 4, 4), top=3.0)
ROOF = Part("roof", rectangle(4, 14, 6, 4), top=2.0)
TABLE = Table(20, 20, "in", [TOWER, WOODS, ROOF])
SIDE = EdgeKind("side", 1.0, 1.0, False)
GROUND = Ground(TABLE, [impassable(TOWER), difficult(WOODS), deck(ROOF, SIDE)], 0.001)
CLAUSES = {
    TABLE_EDGE: "move.edge", BASE_IN_WAY: "move.bases", TERRAIN_IN_WAY: "move.terrain", TOO_FAR: "move.allowance",
    COMES_TOO_NEAR: "move.engagement", ANY: "move.path",
}  # fmt: skip
NAMES = {"foe": "Old Grim", "me": "Runner"}


def name_of(key: str) -> str:
    return NAMES.get(key, key)


def base(key: str = "me", x: float = 5.0, y: float = 10.0) -> Base:
    return Base(key, x, y, 0.5, 0.0, 1.5)


def move(mover: Mover | None = None, **options: object) -> Move:
    return Move(GROUND, mover or Mover(base(), 6.0), "Runner", CLAUSES, name_of, **options)  # type: ignore[arg-type]


def refused(it: Move, *path: tuple[float, ...]) -> Refused:
    with pytest.raises(Refused) as refusal:
        it.check(path)
    return refusal.value


@pytest.mark.parametrize(
    ("path", "why", "clause"),
    [
        (((5.0, 3.0), (5.0, 1.0)), 'Runner: the move costs 9", the allowance is 6"', "move.allowance"),
        (((7.9, 10.0), (9.0, 10.0)), "Runner: tower is in the way", "move.terrain"),
        (((0.2, 10.0), (0.3, 10.0)), "Runner: the base would leave the table", "move.edge"),
    ],
)
def test_a_refusal_names_the_clause_of_its_kind(path: tuple[tuple[float, ...], ...], why: str, clause: str) -> None:
    refusal = refused(move(), *path)
    assert (refusal.message, refusal.clause) == (why, clause)


def test_who_is_in_the_way_is_called_by_name_and_the_distance_as_players_call_it() -> None:
    foe = base("foe", 5.0, 8.0)
    assert refused(move(Mover(base(), 6.0, [foe])), (5.0, 8.5), (5.0, 9.0)).message == "Runner: Old Grim is in the way"
    zones = [keep_away(base("foe", 5.0, 7.0), 1.0, called="Engagement Range")]
    near = refused(move(Mover(base(), 6.0, (), (), zones), called="Dash"), (5.0, 8.5), (6.0, 8.5))
    assert near.message == "Runner cannot make this Dash: the path comes within Engagement Range of Old Grim"
    assert near.clause == "move.engagement"


def test_a_single_point_means_the_best_way_there_and_more_points_mean_themselves() -> None:
    around = move(Mover(base("me", 7.0, 10.0), 12.0)).check(((13.0, 10.0),))
    assert around.legal
    assert around.cost > 6.5
    assert not move(Mover(base("me", 7.0, 10.0), 12.0)).priced(((7.5, 10.0), (13.0, 10.0))).legal


def test_a_point_without_elevation_may_lie_on_a_level() -> None:
    priced = move(Mover(base("me", 4.0, 11.0), 6.0)).check(((4.0, 14.0),))
    assert priced.end == (4.0, 14.0, 2.0)
    assert priced.cost == pytest.approx(5.0, abs=0.01)


def test_a_preview_shows_the_bill_and_the_reason() -> None:
    shown = move(Mover(base("me", 7.0, 4.0), 6.0)).preview(((8.5, 4.0), (10.0, 4.0)))
    assert shown["legal"]
    assert shown["bill"] == "3 + difficult ground 2 = 5 of 6"
    bad = move().preview(((5.0, 3.0), (5.0, 2.0)))
    assert (bad["legal"], bad["clause"]) == (False, "move.allowance")


def test_snapping_keeps_a_legal_path_and_shortens_one_that_is_too_long() -> None:
    it = move()
    assert it.snap(((5.0, 7.0), (5.0, 6.0))) == ((5.0, 7.0), (5.0, 6.0))
    snapped = it.snap(((5.0, 1.0),))
    assert it.check(snapped).cost == pytest.approx(6.0, abs=0.01)


def test_every_proposal_is_legal_and_a_sample_is_one_of_them() -> None:
    foe = base("foe", 5.0, 6.0)
    it = move(Mover(base(), 6.0, [foe]), goals=[(15.0, 15.0), (5.0, 10.0)], target=foe)
    proposed = it.propose()
    assert len(proposed) > 5
    for path in proposed:
        x, y, z, cost, _ = it.arrive(path)
        priced = it.check(path)
        assert (x, y, z) == pytest.approx(priced.end)
        assert cost == pytest.approx(priced.cost, abs=0.001)
    dice = Random(3)
    drawn = {it.sample(dice.randrange) for _ in range(300)}
    assert drawn == set(proposed)


def test_a_contact_without_a_straight_way_is_gone_to_around_what_is_in_it() -> None:
    foe = base("foe", 13.0, 10.0)
    it = move(Mover(base("me", 7.4, 10.0), 12.0, [foe]), target=foe)
    [detour] = [path for path in it.propose() if path[-1][0] > 12.3]
    assert it.check(detour).legal


def test_with_several_limits_for_dropping_the_harmless_one_is_tried_first() -> None:
    cliff = Part("cliff", rectangle(10, 10, 10, 10), top=4.0, edge_kinds=("sheer",) * 4)
    edges = {"sheer": EdgeKind("sheer", float("inf"), float("inf"), True)}
    ground = Ground(Table(20, 20, "in", [cliff]), [platform(cliff, edges)], 0.01)
    mover = Mover(base("me", 10.0, 6.0), 6.0)
    assert not Move(ground, mover, "Runner", CLAUSES, name_of, drops=(2.0,)).priced(((10.0, 3.0),)).legal
    daring = Move(ground, mover, "Runner", CLAUSES, name_of, drops=(2.0, 10.0)).priced(((10.0, 3.0),))
    assert daring.legal
    assert [change.height for change in daring.drops] == [4.0]


def test_nonsense_is_refused_by_the_clause_of_paths() -> None:
    assert refused(move(), (float("nan"), 3.0)).clause == "move.path"
