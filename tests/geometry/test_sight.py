"""Sight against shapely ray by ray, against brute force pair by pair, and the cases where a hair decides."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest
from shapely.geometry import LineString, Polygon  # type: ignore[import-untyped]
from shapely.geometry import Point as Spot

from tests.geometry.cases import Scene, as_shapely, cases
from vanguard.geometry.measuring import encloses, outline_gap
from vanguard.geometry.pieces import convex_pieces
from vanguard.geometry.screens import Screen, body_entry, chain_crossings, prism_entry
from vanguard.geometry.shapes import Base, EdgeStretch, Part, Point3, rectangle
from vanguard.geometry.sight import Look, Sampling, Sight

ACROSS = (-1.0, -0.5, 0.0, 0.5, 1.0)
TEN = Sampling([(0.5, 0.0), (0.95, 0.0)], axis=False, across=ACROSS)
FIFTEEN = Sampling([(0.1, 0.0), (0.5, 0.0), (0.95, 0.0)], axis=False, across=ACROSS)
HEAD = Sampling([(1.0, 0.0)])
BODY = Sampling([(0.0, 0.1), (0.5, 0.0), (1.0, 0.0)], rim=16)
DISC = Sampling([(0.0, 0.0)], rim=16, of_body=False)
SINGLE = Sampling([(0.5, 0.0)])

GRAZE = 0.01


def blockers_of(look: Look) -> set[str]:
    """The names of all parts and bodies that stop some ray."""
    return {it.name for eye in look.eyes() for mark in look.marks() for it in look.blockers(eye, mark)}


def man(key: str, x: float, y: float, elevation: float = 0.0, height: float = 1.5, radius: float = 0.5) -> Base:
    return Base(key, x, y, radius, elevation, height, radius * 0.75)


def block(name: str, x: float, y: float, width: float, depth: float, top: float = 3.0, bottom: float = 0.0) -> Part:
    return Part(name, rectangle(x, y, width, depth), True, bottom, top)


def wall(name: str, *points: tuple[float, float], top: float = 3.0, stretches: tuple[EdgeStretch, ...] = ()) -> Part:
    return Part(name, points, closed=False, top=top, stretches=stretches)


def single_ray(*solids: Part, softs: tuple[Part, ...] = (), **how: float) -> Sight:
    return Sight(SINGLE, SINGLE, solids, softs, **how)  # type: ignore[arg-type]


# --- the slow truth ---------------------------------------------------------------------------------------------


def clipped(eye: Point3, mark: Point3, bottom: float, top: float) -> LineString | None:
    """The part of the ray between two heights, in plan, found by cutting its side view. Along the very top nothing is."""
    if eye[2] == mark[2] == top:
        return None
    length = hypot(mark[0] - eye[0], mark[1] - eye[1])
    side = LineString([(0.0, eye[2]), (length, mark[2])]).intersection(
        Polygon([(-1.0, bottom), (length + 1.0, bottom), (length + 1.0, top), (-1.0, top)])
    )
    if side.is_empty or side.length == 0.0:
        return None
    places = sorted(x / length for x, _ in side.coords)
    return LineString(
        [(eye[0] + t * (mark[0] - eye[0]), eye[1] + t * (mark[1] - eye[1])) for t in (places[0], places[-1])]
    )


def steepness(eye: Point3, mark: Point3) -> float:
    """Length in space of a unit of length in plan."""
    plan = hypot(mark[0] - eye[0], mark[1] - eye[1])
    return hypot(plan, mark[2] - eye[2]) / plan


def stopped_by_solid(part: Part, eye: Point3, mark: Point3, graze: float) -> bool | None:
    """None if a hair's breadth decides."""
    ray = clipped(eye, mark, part.bottom, part.top)
    if ray is None:
        return False
    shape = as_shapely(part)
    lengths = [ray.intersection(shape.buffer(d, join_style=2)).length * steepness(eye, mark) for d in (-1e-5, 1e-5)]
    if lengths[0] > graze + 1e-4:
        return True
    return False if lengths[1] <= graze - 1e-4 or lengths[1] <= 1e-9 else None


def stopped_by_chain(part: Part, eye: Point3, mark: Point3) -> bool | None:
    ray = clipped(eye, mark, part.bottom, part.top)
    if ray is None:
        return False
    if any(ray.distance(Spot(p)) < 1e-5 for p in part.points):
        return None
    chain = as_shapely(part)
    if min(chain.distance(Spot(p)) for p in ray.coords) < 1e-5:
        return None
    return bool(ray.crosses(chain))


def stopped_by_body(body: Base, eye: Point3, mark: Point3, graze: float) -> bool | None:
    ray = clipped(eye, mark, body.elevation, body.elevation + body.height)
    if ray is None:
        return False
    length = ray.intersection(Spot(body.x, body.y).buffer(body.body_radius, quad_segs=256)).length
    length *= steepness(eye, mark)
    return None if abs(length - graze) < 2e-3 else length > graze


# --- rays against shapely ---------------------------------------------------------------------------------------


@cases(1200)
def test_rays_through_prisms_agree_with_shapely(dice: Random) -> None:
    scene = Scene(dice, 8.0)
    part = scene.polygon("part", bottom=dice.choice([0.0, 0.0, 1.0]))
    screen = Screen(part, True)
    for _ in range(3):
        eye = (*scene.point(), dice.choice([0.6, 1.1, 2.2, 4.1]))
        mark = (*scene.point(), dice.choice([0.6, 1.1, 2.2, 4.1]))
        if eye[:2] == mark[:2]:
            continue
        graze = dice.choice([1e-6, GRAZE])
        truth = stopped_by_solid(part, eye, mark, graze)
        if truth is not None:
            assert (prism_entry(screen, *eye, *mark, graze) >= 0.0) == truth


@cases(1200)
def test_rays_across_chains_agree_with_shapely(dice: Random) -> None:
    scene = Scene(dice, 6.0)
    part = scene.chain()
    screen = Screen(part, True)
    for _ in range(3):
        eye = (*scene.point(), dice.choice([0.6, 1.1, 2.2]))
        mark = (*scene.point(), dice.choice([0.6, 1.1, 2.2]))
        if eye[:2] == mark[:2]:
            continue
        truth = stopped_by_chain(part, eye, mark)
        if truth is not None:
            assert bool(chain_crossings(screen, *eye, *mark)) == truth


@cases(600)
def test_rays_through_bodies_agree_with_shapely(dice: Random) -> None:
    scene = Scene(dice, 6.0)
    body = scene.base()
    for _ in range(3):
        eye, mark = (*scene.point(), dice.uniform(0.0, 4.0)), (*scene.point(), dice.uniform(0.0, 4.0))
        if eye[:2] == mark[:2]:
            continue
        truth = stopped_by_body(body, eye, mark, GRAZE)
        if truth is not None:
            assert (body_entry(body, *eye, *mark, GRAZE, True) >= 0.0) == truth


@cases(600)
def test_length_in_soft_parts_agrees_with_dense_sampling(dice: Random) -> None:
    scene = Scene(dice, 8.0)
    softs = [scene.polygon(f"wood {i}") for i in range(3)]
    look = Sight(SINGLE, SINGLE, [], softs).look(man("a", *scene.point()), man("b", *scene.point()))
    (eye,), (mark,) = look.eyes(), look.marks()
    count, inside = 400, 0
    for i in range(count):
        t = (i + 0.5) / count
        x, y, z = (eye[k] + t * (mark[k] - eye[k]) for k in range(3))
        inside += any(z < part.top and strictly_inside(part, x, y) for part in softs)
    length = hypot(*(mark[k] - eye[k] for k in range(3)))
    assert look.soft_length(eye, mark) == pytest.approx(inside * length / count, abs=length / count * 8.0 + 1e-9)


def strictly_inside(part: Part, x: float, y: float) -> bool:
    return encloses(part, x, y) and outline_gap(part, x, y) > 1e-9  # proved against shapely in test_measuring


# --- pairs against brute force ----------------------------------------------------------------------------------


def terrain(scene: Scene, count: int) -> list[Part]:
    return [
        scene.polygon(f"solid {i}") if scene.dice.random() < 0.7 else scene.chain(f"wall {i}") for i in range(count)
    ]


def stopped_by_anything(sight: Sight, eye: Point3, mark: Point3, bodies: list[Base]) -> bool:
    for screen in sight.screens:
        if screen.is_chain and chain_crossings(screen, *eye, *mark):
            return True
        if not screen.is_chain and prism_entry(screen, *eye, *mark, sight.graze) >= 0.0:
            return True
    return any(body_entry(body, *eye, *mark, sight.graze, sight.floors) >= 0.0 for body in bodies)


@cases(600)
def test_rays_straight_up_are_stopped_by_what_lies_over_the_point(dice: Random) -> None:
    scene = Scene(dice, 6.0)
    part = scene.polygon("part", bottom=dice.choice([0.0, 1.0]))
    body = scene.base("body")
    low, high = sorted(dice.sample([0.3, 0.6, 1.4, 2.2, 4.1, 6.0], 2))
    x, y = scene.point()
    rises = min(high, part.top) - max(low, part.bottom)
    shape = as_shapely(part)
    if rises > 0.0 and shape.boundary.distance(Spot(x, y)) > 1e-6:
        assert (prism_entry(Screen(part, True), x, y, low, x, y, high, 1e-6) >= 0.0) == shape.contains(Spot(x, y))
        assert (prism_entry(Screen(part, True), x, y, high, x, y, low, 1e-6) >= 0.0) == shape.contains(Spot(x, y))
    rises = min(high, body.head) - max(low, body.elevation)
    away = hypot(x - body.x, y - body.y) - body.body_radius
    if rises > 1e-3 and abs(away) > 1e-6:
        assert (body_entry(body, x, y, low, x, y, high, 1e-6, True) >= 0.0) == (away < 0.0)
    assert chain_crossings(Screen(scene.chain(), True), x, y, low, x, y, high) == []


@cases(900)
def test_culling_never_changes_a_verdict(dice: Random) -> None:
    """Every ray against everything on the table, without lanes, shut lanes or early ends."""
    scene = Scene(dice, 14.0)
    eyes, marks = dice.choice([(TEN, FIFTEEN), (HEAD, BODY), (DISC, DISC)])
    sight = Sight(eyes, marks, terrain(scene, 5), graze=dice.choice([1e-6, GRAZE]), floors=dice.random() < 0.7)
    viewer, target = scene.base("viewer"), scene.base("target")
    if dice.random() < 0.25:
        target = target.at(viewer.x, viewer.y, dice.choice([1.5, 3.0, 6.0]))
    bodies = [scene.base(f"body {i}") for i in range(dice.choice([0, 3]))]
    look = sight.look(viewer, target, [viewer, target, *bodies])
    free = [[not stopped_by_anything(sight, eye, mark, bodies) for mark in look.marks()] for eye in look.eyes()]
    assert look.clear_counts() == [sum(row) for row in free]
    assert sight.sees(viewer, target, bodies) == any(any(row) for row in free)
    assert look.wholly_seen() == any(all(row) for row in free)


@cases(300)
def test_verdicts_do_not_depend_on_the_order_of_things(dice: Random) -> None:
    scene = Scene(dice, 14.0)
    parts = terrain(scene, 6)
    softs = [scene.polygon(f"wood {i}") for i in range(2)]
    bodies = [scene.base(f"body {i}") for i in range(4)]
    viewer, target = scene.base("viewer"), scene.base("target")
    answers = []
    for _ in range(3):
        dice.shuffle(parts)
        dice.shuffle(softs)
        dice.shuffle(bodies)
        look = Sight(TEN, FIFTEEN, parts, softs, GRAZE, 1.0).look(viewer, target, bodies)
        names = [[b.name for b in look.blockers(eye, mark)] for eye in look.eyes() for mark in look.marks()]
        answers.append((look.seen(), look.clear_counts(), names))
    assert answers[0] == answers[1] == answers[2]


@cases(300)
def test_sight_with_the_same_points_on_both_sides_is_mutual(dice: Random) -> None:
    scene = Scene(dice, 14.0)
    sight = Sight(DISC, DISC, terrain(scene, 5), floors=False)
    a, b = scene.base("a"), scene.base("b")
    assert sight.sees(a, b) == sight.sees(b, a)


@cases(400)
def test_convex_pieces_cover_their_polygon_and_nothing_else(dice: Random) -> None:
    part = Scene(dice).polygon()
    pieces = [Polygon(piece.points) for piece in convex_pieces(part)]
    assert sum(piece.area for piece in pieces) == pytest.approx(abs(part.area), abs=1e-6)
    assert all(piece.area == pytest.approx(piece.convex_hull.area) for piece in pieces)
    assert all(as_shapely(part).buffer(1e-6).covers(piece) for piece in pieces)


# --- points that look and are looked at -------------------------------------------------------------------------


def test_points_across_the_line_of_sight_lie_on_both_sides_at_every_level() -> None:
    look = Sight(TEN, FIFTEEN, []).look(man("a", 0.0, 0.0, radius=1.0), man("b", 10.0, 0.0, 3.0, radius=1.0))
    assert len(look.eyes()) == 10
    assert len(look.marks()) == 15
    assert [(x, round(y, 6)) for x, y, z in look.eyes()[:5]] == [(0.0, s * 0.75) for s in ACROSS]
    assert sorted({z for _, _, z in look.eyes()}) == pytest.approx([0.75, 1.425])
    assert sorted({z for _, _, z in look.marks()}) == pytest.approx([3.15, 3.75, 4.425])


def test_rim_points_begin_in_the_east_and_the_axis_comes_first() -> None:
    points = BODY.points(Base("b", 1.0, 1.0, 1.0, 0.0, 2.0), 1.0, 0.0)
    assert len(points) == 51
    assert points[0] == (1.0, 1.0, 0.1)
    assert points[1] == (2.0, 1.0, 0.1)
    assert points[5] == pytest.approx((1.0, 2.0, 0.1))
    assert HEAD.points(Base("b", 1.0, 1.0, 1.0, 0.0, 2.0), 1.0, 0.0) == [(1.0, 1.0, 2.0)]


def test_models_above_each_other_look_east() -> None:
    look = Sight(TEN, FIFTEEN, []).look(man("a", 5.0, 5.0), man("b", 5.0, 5.0, 3.0))
    assert look.eyes()[0][:2] == (5.0, 5.0 - 0.375)
    assert look.seen()


def test_a_floor_between_models_above_each_other_blocks() -> None:
    floor = Part("floor", rectangle(5, 5, 6, 6), True, 2.5, 3.0)
    look = Sight(TEN, FIFTEEN, [floor], graze=GRAZE).look(man("a", 5.0, 5.0), man("b", 5.0, 5.0, 3.0))
    assert not look.seen()
    assert blockers_of(look) == {"floor"}


def test_a_wall_behind_the_eye_hides_what_of_a_model_underneath_lies_behind_it() -> None:
    """Of two that stand above each other some points lie behind the other's: the lane reaches back to them."""
    wall = Part("wall", [(5.5, 11.5), (7.0, 12.5)], False, 0.0, 2.0)
    look = Sight(HEAD, BODY, [wall], graze=GRAZE).look(
        Base("above", 5.5, 12.0, 1.0, 0.0, 1.0), Base("below", 5.0, 12.0, 1.0, 0.0, 2.5)
    )
    [eye] = look.eyes()
    hidden = [mark for mark in look.marks() if chain_crossings(look.sight.screens[0], *eye, *mark)]
    assert hidden
    assert look.clear_counts() == [len(look.marks()) - len(hidden)]


# --- grazing ----------------------------------------------------------------------------------------------------


def test_a_ray_along_an_edge_is_free() -> None:
    assert single_ray(block("hut", 5.0, 1.0, 2.0, 2.0)).sees(man("a", 0.0, 0.0), man("b", 10.0, 0.0))
    assert single_ray(block("hut", 5.0, 1.0, 2.0, 2.0)).sees(man("a", 0.0, 2.0), man("b", 10.0, 2.0))


def test_a_ray_through_a_corner_is_free() -> None:
    assert single_ray(block("hut", 5.0, 5.0, 2.0, 2.0)).sees(man("a", 3.0, 5.0), man("b", 5.0, 3.0))
    assert single_ray(Part("tip", [(5, 0), (6, 2), (4, 2)], top=3.0)).sees(man("a", 0.0, 0.0), man("b", 10.0, 0.0))


def test_a_ray_a_hair_inside_an_edge_is_blocked() -> None:
    assert not single_ray(block("hut", 5.0, 1.0, 2.0, 2.0)).sees(man("a", 0.0, 0.001), man("b", 10.0, 0.001))


def test_a_ray_may_cut_a_corner_as_long_as_the_rulebook_allows() -> None:
    sight = Sight(SINGLE, SINGLE, [block("hut", 5.0, 5.0, 2.0, 2.0)], graze=GRAZE)
    assert sight.sees(man("a", 3.005, 5.0), man("b", 5.005, 3.0))
    assert not sight.sees(man("a", 3.02, 5.0), man("b", 5.02, 3.0))


def test_a_ray_at_the_height_of_a_top_is_free_and_below_it_is_not() -> None:
    sight = single_ray(block("hut", 5.0, 0.0, 2.0, 2.0, top=0.75))
    assert sight.sees(man("a", 0.0, 0.0), man("b", 10.0, 0.0))
    assert not sight.sees(man("a", 0.0, 0.0, height=1.49), man("b", 10.0, 0.0, height=1.49))


def test_a_ray_under_a_roof_is_free_if_floors_count() -> None:
    roof = block("roof", 5.0, 0.0, 2.0, 2.0, top=3.0, bottom=0.75)
    assert Sight(SINGLE, SINGLE, [roof]).sees(man("a", 0.0, 0.0), man("b", 10.0, 0.0))
    assert not Sight(SINGLE, SINGLE, [roof], floors=False).sees(man("a", 0.0, 0.0), man("b", 10.0, 0.0))


def test_a_ray_on_the_ground_is_blocked_where_bottoms_do_not_count() -> None:
    ground = Sampling([(0.0, 0.0)])
    sight = Sight(ground, ground, [block("hut", 5.0, 0.0, 2.0, 2.0)], floors=False)
    assert not sight.sees(man("a", 0.0, 0.0), man("b", 10.0, 0.0))


def test_a_ray_sinks_behind_a_low_wall_only_near_it() -> None:
    """From 4 high a wall of 2 hides what stands close behind it and not what stands far behind."""
    sight = single_ray(wall("wall", (5, -3), (5, 3), top=2.0))
    high = man("a", 0.0, 0.0, elevation=3.25)
    assert not sight.sees(high, man("near", 6.0, 0.0))
    assert sight.sees(high, man("far", 10.0, 0.0))


def test_touching_parts_leave_no_slit_but_their_seam_is_a_graze() -> None:
    left, right = block("left", 4.0, 1.0, 2.0, 2.0), block("right", 6.0, 1.0, 2.0, 2.0)
    assert not single_ray(left, right).sees(man("a", 4.9, -3.0), man("b", 5.1, 5.0))
    assert single_ray(left, right).sees(man("a", 5.0, -3.0), man("b", 5.0, 5.0))


def test_a_ray_along_a_cut_inside_a_polygon_is_blocked() -> None:
    """An angled ruin is worked on in pieces; the seam between the pieces is not an edge."""
    ruin = Part("ruin", [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)], top=3.0)
    cuts = [
        (piece.points[i], piece.points[(i + 1) % len(piece.points)])
        for piece in convex_pieces(ruin)
        for i in range(len(piece.points))
        if piece.cuts[i]
    ]
    assert cuts
    for (x1, y1), (x2, y2) in cuts:
        eye, mark = man("a", 2 * x1 - x2, 2 * y1 - y2), man("b", 2 * x2 - x1, 2 * y2 - y1)
        assert not single_ray(ruin).sees(eye, mark)


# --- chains -----------------------------------------------------------------------------------------------------


def test_a_ray_past_the_end_of_a_wall_is_free_even_if_it_touches() -> None:
    sight = single_ray(wall("wall", (5, 0), (5, 4)))
    assert sight.sees(man("a", 0.0, 0.0), man("b", 10.0, 0.0))
    assert not sight.sees(man("a", 0.0, 0.001), man("b", 10.0, 0.001))


def test_a_ray_along_a_wall_is_free() -> None:
    assert single_ray(wall("wall", (3, 0), (6, 0))).sees(man("a", 0.0, 0.0), man("b", 10.0, 0.0))


def test_a_ray_through_the_joint_of_a_wall_is_blocked() -> None:
    assert not single_ray(wall("wall", (5, -2), (5, 0), (6, 2))).sees(man("a", 0.0, 0.0), man("b", 10.0, 0.0))


def test_a_ray_that_touches_the_tip_of_a_bent_wall_is_free_from_both_sides() -> None:
    assert single_ray(wall("wall", (4, 2), (5, 0), (6, 2))).sees(man("a", 0.0, 0.0), man("b", 10.0, 0.0))
    assert single_ray(wall("wall", (4, -2), (5, 0), (6, -2))).sees(man("a", 0.0, 0.0), man("b", 10.0, 0.0))


def test_a_ray_that_follows_a_wall_and_leaves_on_the_other_side_is_blocked() -> None:
    assert not single_ray(wall("wall", (4, 2), (5, 0), (6, 0), (7, -2))).sees(man("a", 0, 0), man("b", 10, 0))
    assert single_ray(wall("wall", (4, 2), (5, 0), (6, 0), (7, 2))).sees(man("a", 0, 0), man("b", 10, 0))


def test_a_courtyard_wall_has_no_weak_corner() -> None:
    yard = wall("yard", (4, -2), (8, -2), (8, 2), (4, 2), (4, -2))
    assert not single_ray(yard).sees(man("a", 2.0, -4.0), man("b", 6.0, 0.0))
    assert single_ray(yard).sees(man("a", 2.0, 0.0), man("b", 6.0, -4.0))


def test_models_in_contact_across_a_wall_do_not_see_each_other() -> None:
    sight = Sight(TEN, FIFTEEN, [wall("wall", (0, -3), (0, 3))], graze=GRAZE)
    assert not sight.sees(man("a", -0.5, 0.0), man("b", 0.5, 0.0))


# --- windows ----------------------------------------------------------------------------------------------------

WINDOW = wall("wall", (5, -3), (5, 3), top=4.0, stretches=(EdgeStretch("window", 0, 2.0, 4.0, 1.0, 2.5),))


def window_sight() -> Sight:
    return Sight(TEN, FIFTEEN, [WINDOW], graze=GRAZE, window_contact=0.01)


def test_who_touches_a_window_sees_and_is_seen_through_it() -> None:
    inside, outside = man("in", 4.5, 0.0), man("out", 12.0, 0.0)
    assert window_sight().sees(inside, outside)
    assert window_sight().sees(outside, inside)
    assert not window_sight().sees(man("in", 4.0, 0.0), outside)


def test_a_window_hides_what_is_below_its_sill_and_says_so() -> None:
    look = window_sight().look(man("out", 12.0, 0.0), man("in", 4.5, 0.0))
    assert 0 < max(look.clear_counts()) < 15
    low = look.marks()[2]
    (blocked,) = look.blockers(look.eyes()[2], low)
    assert (blocked.name, blocked.stretch) == ("wall", 0)
    assert blocked.at == pytest.approx(7.0 / 7.5)


def test_a_window_nobody_touches_is_wall() -> None:
    look = window_sight().look(man("a", 0.0, 0.0), man("b", 10.0, 0.0))
    assert not look.seen()
    assert {b.stretch for eye in look.eyes() for mark in look.marks() for b in look.blockers(eye, mark)} == {-1}


def test_touching_the_wall_beside_the_window_opens_nothing() -> None:
    assert not window_sight().sees(man("a", 4.5, 2.0), man("b", 10.0, 2.0))


# --- bodies, soft parts, ignored parts --------------------------------------------------------------------------


def test_a_body_between_blocks_and_own_bodies_never_do() -> None:
    a, b, between = man("a", 0.0, 0.0), man("b", 10.0, 0.0), man("c", 5.0, 0.0, radius=1.0)
    sight = Sight(TEN, FIFTEEN, [], graze=GRAZE)
    assert sight.sees(a, b, [a, b])
    look = sight.look(a, b, [a, b, between])
    assert not look.seen()
    assert blockers_of(look) == {"c"}
    assert sight.look(a, b, [between.at(5.0, 3.0)]).seen()


def test_a_touched_body_does_not_block() -> None:
    sight = Sight(SINGLE, SINGLE, [], graze=1e-6)
    assert sight.sees(man("a", 0, 0), man("b", 10, 0), [man("c", 5.0, 0.375)])
    assert not sight.sees(man("a", 0, 0), man("b", 10, 0), [man("c", 5.0, 0.37)])


def test_a_tall_body_behind_hides_nothing() -> None:
    assert Sight(TEN, FIFTEEN, []).sees(man("a", 0, 0), man("b", 4, 0), [man("c", 6, 0, height=5.0, radius=2.0)])


def test_soft_parts_hide_beyond_the_limit_but_never_block() -> None:
    wood = block("wood", 5.0, 0.0, 1.0, 6.0)
    for limit, clear in ((1.0, 1), (0.99, 0)):
        look = single_ray(softs=(wood,), soft_limit=limit).look(man("a", 0, 0), man("b", 10, 0))
        assert look.clear_counts() == [clear]
        assert look.wholly_seen() == bool(clear)
        assert look.seen()


def test_overlapping_soft_parts_count_once() -> None:
    woods = (block("one", 5.0, 0.0, 2.0, 4.0), block("two", 5.5, 0.0, 2.0, 4.0))
    look = single_ray(softs=woods).look(man("a", 0, 0), man("b", 10, 0))
    assert look.soft_length(look.eyes()[0], look.marks()[0]) == pytest.approx(2.5)


def test_an_ignored_part_does_not_block() -> None:
    sight = single_ray(block("stand", 5.0, 0.0, 2.0, 2.0), block("hut", 5.0, 8.0, 2.0, 2.0))
    assert sight.sees(man("a", 0, 0), man("b", 10, 0), ignored=("stand",))
    assert not sight.sees(man("a", 0, 8), man("b", 10, 8), ignored=("stand",))


# --- how much is seen, and why not ------------------------------------------------------------------------------


def test_half_behind_a_corner_is_seen_in_part() -> None:
    sight = Sight(TEN, FIFTEEN, [wall("wall", (9, 0.05), (9, 5))], graze=GRAZE)
    counts = sight.look(man("a", 0, 0), man("b", 10, 0)).clear_counts()
    assert len(counts) == 10
    assert all(0 < count < 15 for count in counts)


def test_blockers_are_named_in_the_order_the_ray_meets_them() -> None:
    sight = single_ray(block("second", 6.0, 0.0, 1.0, 2.0), block("first", 3.0, 0.0, 1.0, 2.0))
    look = sight.look(man("a", 0, 0), man("b", 10, 0), [man("third", 8.0, 0.0)])
    found = look.blockers(look.eyes()[0], look.marks()[0])
    assert [b.name for b in found] == ["first", "second", "third"]
    assert [b.at for b in found] == pytest.approx([0.25, 0.55, 0.7625])


def test_nothing_blocks_a_free_ray() -> None:
    look = Look(single_ray(), man("a", 0, 0), man("b", 10, 0), (), ())
    assert look.blockers(look.eyes()[0], look.marks()[0]) == []
