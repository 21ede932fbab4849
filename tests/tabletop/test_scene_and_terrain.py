"""Pieces of the scene, kinds of terrain, and sight remembered by position."""

from __future__ import annotations

from random import Random

import pytest

from tests.geometry.cases import Scene
from vanguard.core.refusals import Refused
from vanguard.geometry.movement import impassable
from vanguard.geometry.sampling import Sampling
from vanguard.geometry.shapes import BadShape, Base, Table
from vanguard.geometry.sight import Sight
from vanguard.tabletop.scene import measured, measured_thing, part_of_kind, standing_faults, table_scene, zone_scene
from vanguard.tabletop.sight import SightMemory
from vanguard.tabletop.terrain import TerrainKind, TerrainKinds, corners_of, ground_of

KINDS = TerrainKinds(
    [TerrainKind("woods", ("soft",), "hides", look="woods"), TerrainKind("wall", ("solid",), "blocks", line=True)]
)


def test_a_kind_gives_its_traits_note_and_look() -> None:
    woods = KINDS.part("copse", "woods", corners_of((1, 1, 4, 3)), 3.0)
    shown = part_of_kind(woods, KINDS["woods"], "A copse")
    assert (shown["kind"], shown["traits"], shown["notes"]) == ("woods", ["soft"], "hides")
    assert (shown["label"], shown["look"], shown["closed"]) == ("A copse", "woods", True)
    assert not KINDS.part("fence", "wall", [(0, 0), (3, 0)], 2.0).closed


def test_unknown_kinds_and_looks_are_refused_by_name() -> None:
    with pytest.raises(BadShape, match="no terrain of kind 'swamp'; known: woods, wall"):
        KINDS["swamp"]
    with pytest.raises(BadShape, match="nothing looks like 'cheese'"):
        TerrainKind("moon", (), "", look="cheese")
    with pytest.raises(BadShape, match="described twice"):
        TerrainKinds([TerrainKind("a", (), ""), TerrainKind("a", (), "")])


def test_parts_of_which_the_ground_makes_nothing_do_not_hinder() -> None:
    woods = KINDS.part("copse", "woods", corners_of((1, 1, 4, 3)), 3.0)
    wall = KINDS.part("fence", "wall", [(5, 0), (5, 9)], 2.0)
    table = Table(10, 10, "cm", [woods, wall])
    ground = ground_of(table, lambda part: impassable(part) if part.has("solid") else None, 0.001)
    assert [feature.part.name for feature in ground.features] == ["fence"]
    scene = table_scene(table, [], [zone_scene("south", "South", 0, corners_of((0, 0, 10, 2)))])
    assert (scene["unit"], scene["zones"][0]["points"][2]) == ("cm", [10, 2])


def test_distances_are_told_in_the_unit_of_the_table() -> None:
    a, b = Base("a", 2.0, 2.0, 0.5), Base("b", 6.25, 2.0, 0.5)
    assert measured("a", "b", Table(10, 10), "m", {"b": b}, {"a": a}.__getitem__)["text"] == '3.25"'
    assert measured("a", "b", Table(10, 10, "cm"), "m", {"b": b}, {"a": a}.__getitem__)["text"] == "3.25 cm"
    assert measured_thing("a", {}, {"a": a}.__getitem__, "m") is a
    assert measured_thing([1, 2], {}, {"a": a}.__getitem__, "m", lambda x, y: 3.0).elevation == 3.0
    for nonsense in (7, None, {"x": 1}, [1], [1, "b"]):
        with pytest.raises(Refused):
            measured_thing(nonsense, {}, {"a": a}.__getitem__, "m")


def test_bases_over_the_edge_and_over_each_other_are_faults() -> None:
    table = Table(10, 10)
    fine = [Base("a", 2.0, 2.0, 0.5), Base("b", 3.0, 2.0, 0.5), Base("c", 2.0, 2.0, 0.5, 3.0)]
    assert standing_faults(table, fine, 0.003) == []
    wrong = standing_faults(table, [Base("a", 0.3, 2.0, 0.5), Base("b", 1.0, 2.0, 0.5)], 0.003)
    assert wrong == ["a hangs over the table edge at (0.3, 2.0)", "a and b overlap by 0.300"]


def test_remembered_sight_is_fresh_sight_and_looks_once() -> None:
    dice = Random(4)
    for limit in (3, 1_000):
        scene = Scene(dice, 14.0)
        eyes = Sampling([(0.5, 0.0)], axis=False, rim=8)
        sight = Sight(eyes, eyes, [scene.polygon("rock")])
        looks: list[str] = []

        def judge(viewer: Base, target: Base, sight: Sight = sight, looks: list[str] = looks) -> bool:
            looks.append(viewer.key)
            return sight.sees(viewer, target)

        memory: SightMemory[bool] = SightMemory(limit)
        bases = [scene.base(f"b{i}") for i in range(4)]
        for _ in range(2):
            for a in bases:
                for b in bases:
                    assert memory.verdict(a, b, judge) == sight.sees(a, b)
        assert len(looks) == (16 if limit > 16 else len(looks))
        bases[0] = bases[0].at(bases[0].x + 0.5, bases[0].y)
        assert memory.verdict(bases[0], bases[1], judge) == sight.sees(bases[0], bases[1])
