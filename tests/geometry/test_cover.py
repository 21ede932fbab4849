"""Fans, crossed sections, points behind a piece, arcs and merged pieces."""

from __future__ import annotations

from math import inf, pi
from random import Random

import numpy as np
import pytest
from shapely import convex_hull, multipoints, polygons, unary_union  # type: ignore[import-untyped]
from shapely.geometry import MultiPoint, Polygon  # type: ignore[import-untyped]

from tests.geometry.cases import Scene, as_shapely, cases
from vanguard.geometry import arcs, cover
from vanguard.geometry.cover import Fan
from vanguard.geometry.merging import hull, merge_touching
from vanguard.geometry.screens import Screen
from vanguard.geometry.shapes import BadShape, Base, Part, Point3, rectangle
from vanguard.geometry.sight import Sampling, Sight

DISC = Sampling([(0.0, 0.0)], rim=16, of_body=False)


def man(x: float, y: float, radius: float = 0.5, facing: float | None = None) -> Base:
    return Base("man", x, y, radius, 0.0, 1.5, facing=facing)


def block(name: str, x: float, y: float, width: float, depth: float, top: float = 2.0, bottom: float = 0.0) -> Part:
    return Part(name, rectangle(x, y, width, depth), True, bottom, top)


def screen(part: Part) -> Screen:
    return Screen(part, True)


TURNS = np.linspace(0.0, 2.0 * pi, 512, endpoint=False)
RIM = np.stack([np.cos(TURNS), np.sin(TURNS)], axis=1)


def disc_shape(x: float, y: float, radius: float) -> Polygon:
    return polygons(RIM * radius + (x, y))


def fan_shape(fan: Fan) -> Polygon:
    rim = RIM * fan.radius + (fan.centre_x, fan.centre_y)
    return convex_hull(multipoints(np.append(rim, [(fan.x, fan.y)], axis=0)))


# --- against shapely --------------------------------------------------------------------------------------------


@cases(700)
def test_fans_overlap_parts_as_shapely_says(dice: Random) -> None:
    scene = Scene(dice, 12.0)
    part = scene.polygon() if dice.random() < 0.8 else scene.chain()
    fan = Fan(scene.point(), scene.base())
    shape, whole = as_shapely(part), fan_shape(fan)
    if not whole.intersects(shape):
        smaller = 0.0
    elif part.closed:
        smaller = whole.buffer(-1e-4).intersection(shape).area
    else:
        smaller = whole.buffer(-1e-4).intersection(shape).length
    if smaller > 1e-6:
        assert fan.overlaps(screen(part))
        assert fan.gap_to_section(screen(part)) < inf
    elif not whole.buffer(1e-4).intersects(shape):
        assert not fan.overlaps(screen(part))
        assert fan.gap_to_section(screen(part)) == inf


@cases(700)
def test_distance_to_the_crossed_section_agrees_with_shapely(dice: Random) -> None:
    scene = Scene(dice, 12.0)
    part, base = scene.polygon(), scene.base()
    fan = Fan(scene.point(), base)
    section = fan_shape(fan).intersection(as_shapely(part))
    inner = section.buffer(-1e-4)  # without edges that only touch the fan
    if inner.area > 1e-3:
        disc = disc_shape(base.x, base.y, base.radius)
        found = fan.gap_to_section(screen(part))
        assert section.distance(disc) - 2e-3 <= found <= inner.distance(disc) + 2e-3


@cases(700)
def test_distance_to_what_is_left_of_a_section_agrees_with_shapely(dice: Random) -> None:
    scene = Scene(dice, 12.0)
    part, target, active = scene.polygon(), scene.base("t"), scene.base("a")
    starts = DISC.plan(active, 1.0, 0.0)
    fan = Fan(dice.choice(starts), target)
    reach = active.radius + 1.0
    whole, shape = fan_shape(fan), as_shapely(part)
    left = whole.intersection(shape).difference(disc_shape(active.x, active.y, reach))
    inner = left.buffer(-1e-4)
    found = fan.gap_to_section_beyond(screen(part), active.x, active.y, reach)
    if inner.area > 1e-2:
        disc = disc_shape(target.x, target.y, target.radius)
        assert left.distance(disc) - 2e-3 <= found <= inner.distance(disc) + 2e-3
    wider = whole.buffer(1e-3).intersection(shape.buffer(1e-3))
    if wider.difference(disc_shape(active.x, active.y, reach - 1e-3)).is_empty:
        assert found == inf


@cases(600)
def test_the_drawn_fan_is_the_fan(dice: Random) -> None:
    scene = Scene(dice, 12.0, grid=False)
    fan = Fan(scene.point(), scene.base())
    assert Polygon(fan.outline(64)).symmetric_difference(fan_shape(fan)).area < 1e-2


@cases(400)
def test_hulls_agree_with_shapely(dice: Random) -> None:
    scene = Scene(dice, 6.0)
    points = [scene.point() for _ in range(dice.randint(3, 9))]
    truth = MultiPoint(points).convex_hull
    found = hull(points)
    assert (Polygon(found).area if len(found) > 2 else 0.0) == pytest.approx(truth.area, abs=1e-9)


# --- fans by hand -----------------------------------------------------------------------------------------------


def test_what_touches_the_border_of_a_fan_is_not_crossed() -> None:
    """A 3-4-5 triangle: from the origin the disc of radius 3 around (5, 0) is touched at (3.2, 2.4)."""
    fan = Fan((0.0, 0.0), man(5.0, 0.0, 3.0))
    assert sorted((round(x, 9), round(y, 9)) for x, y in fan.triangle) == [(0.0, 0.0), (3.2, -2.4), (3.2, 2.4)]
    beside = Part("beside", [(0, 0), (3.2, 2.4), (0, 5)])
    fence = Part("fence", [(0, 0), (3.2, 2.4)], closed=False, top=1.0)
    behind = Part("behind", rectangle(9.0, 0.0, 2.0, 2.0))
    for touching in (beside, fence, behind):
        assert not fan.overlaps(screen(touching))
        assert fan.gap_to_section(screen(touching)) == inf
    for touching in (beside.moved(0.0, -0.001), fence.moved(0.0, -0.001), behind.moved(-0.001, 0.0)):
        assert fan.overlaps(screen(touching))


def test_a_point_in_the_disc_sees_only_the_disc() -> None:
    fan = Fan((10.0, 0.2), man(10.0, 0.0, 1.0))
    assert fan.triangle == []
    assert fan.overlaps(screen(block("hut", 11.5, 0.0, 2.0, 2.0)))
    assert not fan.overlaps(screen(block("hut", 12.5, 0.0, 2.0, 2.0)))


def test_a_wall_across_the_fan_is_crossed_and_its_section_measured() -> None:
    fan = Fan((0.0, 0.0), man(10.0, 0.0))
    wall = screen(block("wall", 8.0, 0.0, 1.0, 6.0))
    assert fan.overlaps(wall)
    assert fan.gap_to_section(wall) == pytest.approx(1.0)
    (section,) = fan.section(wall)
    assert all(abs(y) < 0.5 for _, y in section)


def test_distance_is_measured_to_the_section_not_to_the_rest_of_the_part() -> None:
    """The wall comes within 1 of the base, but only outside the fan."""
    angle = Part("angle", [(4, -4), (5, -4), (5, 0.6), (10, 0.6), (10, 1.0), (4, 1.0)])
    fan = Fan((0.0, 0.0), man(10.0, 0.0))
    assert fan.overlaps(screen(angle))
    assert fan.gap_to_section(screen(angle)) == pytest.approx(4.5, abs=0.01)


def test_a_chain_across_the_fan_is_crossed() -> None:
    fan = Fan((0.0, 0.0), man(10.0, 0.0))
    chain = screen(Part("fence", [(6, -3), (6, 3)], closed=False, top=1.0))
    assert fan.overlaps(chain)
    assert fan.gap_to_section(chain) == pytest.approx(3.5)


def test_what_is_near_the_shooter_does_not_obscure() -> None:
    target, shooter = man(10.0, 0.0), man(0.0, 0.0)
    fan = Fan((0.0, 0.0), target)
    near = screen(block("near", 1.0, 0.0, 0.5, 4.0))
    middle = screen(block("middle", 5.0, 0.0, 0.5, 4.0))
    assert fan.gap_to_section_beyond(near, shooter.x, shooter.y, 1.5) == inf
    assert fan.gap_to_section_beyond(middle, shooter.x, shooter.y, 1.5) == pytest.approx(4.25)


def test_a_long_part_is_cut_where_the_shooter_stands_near() -> None:
    """A wall along the whole line: what is left begins 1.5 from the shooter and reaches to the target."""
    fan = Fan((0.0, 0.0), man(10.0, 0.0))
    long = screen(block("long", 4.0, 0.0, 6.0, 4.0))
    assert fan.gap_to_section_beyond(long, 0.0, 0.0, 1.5) == pytest.approx(2.5)
    assert fan.gap_to_section_beyond(long, 0.0, 0.0, 7.5) == inf
    assert fan.gap_to_section_beyond(long, 7.0, 0.0, 1.0) == pytest.approx(3.5, abs=0.05)


def test_a_target_is_clear_if_one_point_of_the_shooter_sees_past() -> None:
    starts = DISC.plan(man(0.0, 0.0), 1.0, 0.0)
    assert len(starts) == 17
    corner = screen(Part("corner", [(5, 0.45), (6, 0.45), (6, 5), (5, 5)]))
    assert cover.clear_of(corner, starts, man(10.0, 0.0))
    assert not cover.clear_of(screen(block("wall", 5.0, 0.0, 1.0, 9.0)), starts, man(10.0, 0.0))


# --- behind, above, on ------------------------------------------------------------------------------------------


def behind(part: Part, target: Base, start: Point3 = (0.0, 0.0, 0.0)) -> int:
    points = [(x, y, target.elevation) for x, y in cover.across(target, 20, 1.0, 0.0)]
    return cover.behind_count([Screen(part, False)], start, points)


def test_twenty_points_divide_the_diameter_evenly() -> None:
    points = cover.across(man(10.0, 0.0, 1.0), 20, 1.0, 0.0)
    assert len(points) == 20
    assert [round(y, 6) for _, y in points[:2]] == [-0.95, -0.85]
    assert points[-1] == pytest.approx((10.0, 0.95))


def test_half_a_base_behind_a_shard() -> None:
    target = man(10.0, 0.0, 1.0)
    assert behind(block("shard", 8.0, 5.0, 1.0, 10.0), target) == 10
    assert behind(block("shard", 8.0, 0.0, 1.0, 10.0), target) == 20
    assert behind(block("shard", 8.0, 6.0, 1.0, 10.0), target) == 0


def test_nothing_is_behind_a_piece_lower_than_the_line() -> None:
    assert behind(block("shard", 8.0, 0.0, 1.0, 10.0, top=0.5), man(10.0, 0.0, 1.0), (0.0, 0.0, 4.0)) == 0
    assert behind(block("shard", 8.0, 0.0, 1.0, 10.0, top=2.0), man(10.0, 0.0, 1.0), (0.0, 0.0, 4.0)) == 20


def test_a_fence_hides_what_is_behind_it() -> None:
    fence = Part("fence", [(5, -3), (5, 3)], closed=False, top=1.0)
    assert cover.behind_count([Screen(fence, True)], (0.0, 0.0, 0.5), [(10.0, 0.0, 0.5), (10.0, 8.0, 0.5)]) == 1


def test_only_what_is_overhead_hides_from_above() -> None:
    roof, table = block("roof", 5.0, 5.0, 4.0, 4.0, top=3.0, bottom=2.0), block("table", 5.0, 5.0, 4.0, 4.0, top=1.0)
    assert cover.hidden_from_above(man(5.0, 5.0), [roof, table]) == ["roof"]
    assert cover.hidden_from_above(man(2.5, 5.0), [roof, table]) == []
    assert cover.hidden_from_above(man(2.6, 5.0), [roof, table]) == ["roof"]
    tall = Base("tall", 5.0, 5.0, 0.5, 0.0, 2.5)
    assert cover.hidden_from_above(tall, [roof]) == []


def test_parts_stood_on_are_named() -> None:
    hut, far = block("hut", 5.0, 5.0, 2.0, 2.0), block("far", 15.0, 5.0, 2.0, 2.0)
    assert cover.stood_on(man(4.1, 5.0), [hut, far]) == ["hut"]


# --- facing -----------------------------------------------------------------------------------------------------


def test_armour_zones_are_divided_by_lines_across_the_hull() -> None:
    tank = man(10.0, 10.0, 2.5, facing=90.0)
    assert arcs.front_point(tank) == (10.0, 12.5)
    zones = {(10.0, 20.0): "front", (0.0, 12.5): "side", (0.0, 12.6): "front", (20.0, 7.5): "side", (20.0, 7.4): "rear"}
    for point, zone in zones.items():
        assert arcs.hull_zone(tank, *point) == zone


def test_mounts_fire_into_their_half() -> None:
    tank = man(0.0, 0.0, 2.5, facing=90.0)
    halves = ("front", "rear", "left", "right")
    assert [h for h in halves if arcs.faces_half(tank, -3.0, 4.0, h)] == ["front", "left"]
    assert [h for h in halves if arcs.faces_half(tank, 3.0, -4.0, h)] == ["rear", "right"]
    assert [h for h in halves if arcs.faces_half(tank, 3.0, 0.0, h)] == ["right"]
    with pytest.raises(BadShape, match="no upper half"):
        arcs.faces_half(tank, 1.0, 1.0, "upper")


def test_a_base_without_facing_has_no_front() -> None:
    with pytest.raises(BadShape, match="base man has no facing"):
        arcs.front_point(man(0.0, 0.0))


# --- merged pieces ----------------------------------------------------------------------------------------------


def one_kind(part: Part) -> str:
    return part.name.split()[0]


def ray(parts: tuple[Part, ...]) -> Sight:
    level = Sampling([(0.0, 0.0)])
    return Sight(level, level, parts, floors=False)


def test_containers_end_to_end_are_one_piece_without_a_slit() -> None:
    left, right = block("container 1", 3.0, 5.0, 4.0, 2.0), block("container 2", 7.05, 5.0, 4.0, 2.0)
    (piece,) = merge_touching([right, left], 0.1, one_kind)
    assert piece.name == "container 1 + container 2"
    assert piece.gap(man(11.55, 5.0)) == pytest.approx(2.0)
    north, south = man(5.025, 9.0), Base("south", 5.025, 1.0, 0.5, 0.0, 1.5)
    assert ray((left, right)).sees(north, south)
    assert not ray(piece.all_parts()).sees(north, south)


def test_a_shared_edge_is_no_slit_either() -> None:
    left, right = block("container 1", 3.0, 5.0, 4.0, 2.0), block("container 2", 7.0, 5.0, 4.0, 2.0)
    (piece,) = merge_touching([left, right], 0.1, one_kind)
    assert not ray(piece.all_parts()).sees(man(5.0, 9.0), Base("south", 5.0, 1.0, 0.5, 0.0, 1.5))
    assert piece.stood_on(man(5.0, 5.0))


def test_bridges_stay_in_the_seam() -> None:
    """Just outside the outer faces of two merged containers a line still passes."""
    left, right = block("container 1", 3.0, 5.0, 4.0, 2.0), block("container 2", 7.05, 5.0, 4.0, 2.0)
    (piece,) = merge_touching([left, right], 0.1, one_kind)
    outside = ray(piece.all_parts())
    assert outside.sees(man(0.0, 6.001), Base("east", 12.0, 6.001, 0.5, 0.0, 1.5))
    assert outside.sees(man(0.0, 3.999), Base("east", 12.0, 3.999, 0.5, 0.0, 1.5))


def test_other_kinds_other_tops_and_wider_gaps_stay_apart() -> None:
    parts = [
        block("container 1", 3.0, 5.0, 4.0, 2.0),
        block("container 2", 7.2, 5.0, 4.0, 2.0),
        block("shard 1", 3.0, 7.0, 4.0, 2.0),
        block("container 3", 3.0, 3.0, 4.0, 2.0, top=4.0),
    ]
    assert [piece.name for piece in merge_touching(parts, 0.1, one_kind)] == [
        "container 1", "container 2", "container 3", "shard 1",
    ]  # fmt: skip


def test_chains_of_touching_parts_merge_in_any_order() -> None:
    row = [block(f"container {i}", 4.0 * i, 5.0, 4.0, 2.0) for i in range(4)]
    for order in (row, row[::-1], [row[2], row[0], row[3], row[1]]):
        (piece,) = merge_touching(order, 0.1, one_kind)
        assert piece.name == "container 0 + container 1 + container 2 + container 3"
        assert [bridge.name for bridge in piece.bridges] == [
            b.name for b in merge_touching(row, 0.1, one_kind)[0].bridges
        ]


@cases(300)
def test_merged_pieces_block_whatever_their_parts_block(dice: Random) -> None:
    scene = Scene(dice, 8.0)
    parts = [scene.polygon(f"rock {i}", top=2.0) for i in range(4)]
    pieces = merge_touching(parts, 0.1, one_kind)
    assert sorted(p.name for piece in pieces for p in piece.parts) == sorted(p.name for p in parts)
    bridges = [as_shapely(bridge) for piece in pieces for bridge in piece.bridges]
    if bridges:
        near = unary_union([as_shapely(p).buffer(0.15) for p in parts])
        assert all(near.covers(bridge) for bridge in bridges)
    sight = ray(tuple(p for piece in pieces for p in piece.all_parts()))
    a, b = man(*scene.point()), Base("b", *scene.point(), 0.5)
    if not ray(tuple(parts)).sees(a, b):
        assert not sight.sees(a, b)
