"""Where a base may be set: one condition per phrase, and a place is found whenever there is one."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest

from vanguard.core.refusals import Refused
from vanguard.geometry.movement import EdgeKind, Ground, Mover, deck, impassable, obstacle
from vanguard.geometry.movement.paths import ON_BASE, ON_TERRAIN, TOO_NEAR
from vanguard.geometry.shapes import Base, Part, Table, rectangle
from vanguard.tabletop.moves import ANY
from vanguard.tabletop.placing import NOT_NEAR, OUTSIDE, Away, Near, Placing, rectangle_zone
from vanguard.tabletop.standing import honeycomb

CLAUSES = {
    OUTSIDE: "zone", NOT_NEAR: "near", TOO_NEAR: "away", ON_BASE: "bases", ON_TERRAIN: "terrain", ANY: "set-up",
}  # fmt: skip
ROCK = Part("rock", rectangle(5, 5, 2, 2), top=3.0)
TABLE = Table(20, 20, "in", [ROCK])
GROUND = Ground(TABLE, [impassable(ROCK)], 0.001)
ZONE = rectangle_zone("the south zone", 0, 0, 20, 6)


def model(key: str = "me", x: float = 0.0, y: float = 0.0, radius: float = 0.5) -> Base:
    return Base(key, x, y, radius, 0.0, 1.5)


def placing(others: list[Base] | None = None, **options: object) -> Placing:
    return Placing(GROUND, Mover(model(), 0.0, others or []), "Scout", CLAUSES, str, **options)  # type: ignore[arg-type]


def refused(it: Placing, *path: tuple[float, ...]) -> Refused:
    with pytest.raises(Refused) as refusal:
        it.check(path)
    return refusal.value


@pytest.mark.parametrize(
    ("spot", "clause"),
    [((3, 5.8), "zone"), ((5.5, 4.0), "terrain"), ((10.2, 3.0), "bases"), ((13.0, 3.0), "near"), ((4.0, 1.0), "away")],
)
def test_each_condition_is_refused_by_its_own_clause(spot: tuple[float, float], clause: str) -> None:
    friend, foe = model("friend", 10.0, 3.0), model("foe", 2.0, 1.0)
    it = placing([friend, foe], inside=[ZONE], near=[Near(friend, 6.0), Near(friend, 1.9)], away=[Away(foe, 2.0)])
    if clause in ("zone", "terrain", "away"):
        it = placing([friend, foe], inside=[ZONE], away=[Away(foe, 2.0)])
    assert refused(it, spot).clause == clause


def test_a_refusal_says_the_distance_and_its_limit() -> None:
    it = placing(near=[Near(model("transport", 10.0, 10.0, 2.0), 3.0, wholly=True)])
    assert refused(it, (15.0, 10.0)).message == (
        'Scout cannot be set up there: at most 3" from transport is allowed, it would be 3.5"'
    )
    assert it.check(((14.5, 10.0),)) == (14.5, 10.0, 0.0)


def test_a_set_up_is_a_single_point() -> None:
    assert refused(placing(), (3.0, 3.0), (4.0, 4.0)).clause == "set-up"


def test_proposals_are_free_and_samples_are_among_them() -> None:
    it = placing([model("friend", 3.0, 3.0)], inside=[ZONE], steps=(3.0,))
    proposed = it.propose()
    assert len(proposed) > 3
    assert all(it.check(path) for path in proposed)
    dice = Random(2)
    assert {it.sample(dice.randrange) for _ in range(300)} == set(proposed)


def test_the_last_gap_is_found_however_narrow() -> None:
    """A row of bases with one gap just as wide as the newcomer."""
    row = [model(f"m{i}", 0.5 + i, 0.5) for i in range(20) if i != 13]
    zone = rectangle_zone("the strip", 0, 0, 20, 1)
    it = placing(row, inside=[zone])
    assert it.any_spot() == pytest.approx((13.5, 0.5, 0.0), abs=0.002)
    assert it.propose()
    assert placing([*row, model("last", 13.51, 0.5)], inside=[zone]).any_spot() is None


def test_whether_there_is_room_is_true_on_crowded_tables() -> None:
    """Against trying every twentieth: wherever that finds a place one is found, and what is found is a place."""
    dice = Random(5)
    crowded = found = 0
    for _ in range(40):
        parts = [
            Part(f"p{i}", rectangle(dice.uniform(2, 10), dice.uniform(2, 6), dice.uniform(1, 3), 1.0, dice.uniform(0, 180)), top=2.0)
            for i in range(3)
        ]  # fmt: skip
        parts.append(Part("fence", [(dice.uniform(1, 5), 4.0), (dice.uniform(7, 11), 4.5)], closed=False, top=1.0))
        table = Table(12, 8, "in", parts, overhang=True)
        ground = Ground(table, [*[impassable(part) for part in parts[:3]], obstacle(parts[3])], 0.001)
        others = [model(f"m{i}", dice.uniform(1, 11), dice.uniform(1, 7), dice.uniform(0.5, 1.2)) for i in range(9)]
        it = Placing(
            ground, Mover(model("me", radius=0.8), 0.0, others), "Scout", CLAUSES, str,
            near=[Near(others[0], 0.6)], away=[Away(others[1], 2.0), Away(others[2], 1.0)],
        )  # fmt: skip
        spot = it.any_spot()
        if spot is None:
            assert not any(it.is_free((x / 20.0, y / 20.0)) for x in range(241) for y in range(161))
            crowded += 1
        else:
            assert it.objection(*spot) is None
            found += 1
    assert crowded > 5
    assert found > 5


def test_the_nearest_spot_is_free_and_none_is_nearer() -> None:
    """Against a fine grid on crowded tables; a wish that is free is kept, and on a full table there is none."""
    random = Random(7)
    for _ in range(15):
        crowd = [
            model(f"m{i}", random.uniform(4, 16), random.uniform(4, 16), random.uniform(0.4, 1.6)) for i in range(30)
        ]
        it = placing(crowd)
        x, y = random.uniform(5, 15), random.uniform(5, 15)
        found = it.nearest_spot(x, y, 0.0)
        assert found is not None
        assert it.is_free(found[:2])
        far = hypot(found[0] - x, found[1] - y)
        grid = [(x + i * far / 30, y + j * far / 30) for i in range(-30, 31) for j in range(-30, 31)]
        nearer = [spot for spot in grid if hypot(spot[0] - x, spot[1] - y) < far - 0.004 and TABLE.holds(*spot)]
        assert not [spot for spot in nearer if it.is_free(spot)]
    assert placing().nearest_spot(3.2, 4.1, 0.0) == (3.2, 4.1, 0.0)
    assert placing([model("giant", 10, 10, 20)]).nearest_spot(3.2, 4.1, 0.0) is None


def test_a_level_is_found_where_the_floor_is_full() -> None:
    roof = Part("roof", rectangle(5, 5, 4, 4), top=3.0)
    ground = Ground(Table(10, 10, "in", [roof]), [deck(roof, EdgeKind("side", 1.0, 1.0, False))], 0.001)
    it = Placing(ground, Mover(model(), 0.0), "Scout", CLAUSES, str, inside=[rectangle_zone("the yard", 3, 3, 7, 7)])
    spot = it.any_spot()
    assert spot is not None
    assert spot[2] == 3.0
    assert it.check(it.propose()[0])[2] == 3.0


@pytest.mark.parametrize(
    ("wish", "at"),
    [((3.0, 2.0), (3.0, 2.0)), ((3.0, 12.0), (3.0, 5.5)), ((-4.0, 30.0), (0.5, 5.5)), ((10.0, 3.0), None)],
)
def test_a_wish_that_cannot_be_met_is_moved_to_about_the_nearest_place(
    wish: tuple[float, float], at: tuple[float, float] | None
) -> None:
    friend = model("friend", 10.0, 3.0)
    it = placing([friend], inside=[ZONE])
    ((x, y),) = [point[:2] for point in it.snap((wish,))]
    it.check(((x, y),))
    if at is None:
        assert 0.998 <= ((x - 10.0) ** 2 + (y - 3.0) ** 2) ** 0.5 < 1.01, "it touches whoever stands there"
    else:
        assert (x, y) == pytest.approx(at, abs=0.01)


def test_wishes_anywhere_end_where_it_may_be_set_and_no_farther_off_than_need_be() -> None:
    dice = Random(8)
    others = [model(f"m{number}", dice.uniform(0, 20), dice.uniform(0, 6)) for number in range(8)]
    it = placing(others, inside=[ZONE])
    free = [path[-1] for step in (0.25,) for path in placing(others, inside=[ZONE], steps=(step,)).propose()]
    for _ in range(200):
        wish = (dice.uniform(-5, 25), dice.uniform(-5, 25))
        (spot,) = it.snap((wish,))
        it.check((spot,))
        best = min(((x - wish[0]) ** 2 + (y - wish[1]) ** 2) ** 0.5 for x, y in free)
        assert ((spot[0] - wish[0]) ** 2 + (spot[1] - wish[1]) ** 2) ** 0.5 < best + 0.6


def test_a_honeycomb_grows_from_its_middle_with_neighbours_a_step_apart() -> None:
    places = honeycomb((10.0, 20.0), 2.0, 3)
    assert places[0] == (10.0, 20.0)
    assert len(places) == len(set(places)) == 49
    far = [round(hypot(x - 10.0, y - 20.0), 2) for x, y in places]
    assert far == sorted(far)
    assert far[:8] == [0.0, *[2.0] * 6, 3.46], "six all around"
    assert min(hypot(a[0] - b[0], a[1] - b[1]) for a in places for b in places if a != b) >= 1.999
