"""Line of sight: situations worked out from the book by hand."""

from random import Random

import pytest

from tests.rulebooks.killteam_lite import slow_sight
from tests.rulebooks.killteam_lite.positions import at
from vanguard.geometry.measuring import gap
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.killteam_lite.content.content import content
from vanguard.rulebooks.killteam_lite.killzone import Killzone
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def somewhere(chance: Random, key: str, ground: slow_sight.Ground) -> Base:
    """An operative of some size near some part, on the floor or on a level, where one may stand."""
    while True:
        size, height = chance.choice([(25, 1.2), (28, 1.5), (32, 1.5), (40, 2.0)])
        radius = size / 25.4 / 2
        near, _ = chance.choice(ground)
        x, y = chance.uniform(near.min_x - 3, near.max_x + 3), chance.uniform(near.min_y - 3, near.max_y + 3)
        disc = slow_sight.Spot(x, y).buffer(radius)
        levels = [part.top for part, outline in ground if "standable" in part.traits and outline.contains(disc)]
        z = chance.choice([0.0, *levels])
        if not any(
            [part.top >= z + 0.5 and part.bottom < z + height and outline.intersects(disc) for part, outline in ground]
        ):
            return Base(key, x, y, radius, z, height)


@proves("los.uses-targets-order", "cover.definition")
def test_cover_works_one_way_when_the_wall_is_near_one_of_the_two_only() -> None:
    """The wall is 0.3" from red and 5" from blue, both concealed: red may not be shot, blue may."""
    drawn = "blue Man a 4,11 Conceal\nred Man b 11,11 Conceal\nlow 9.7,9,10.2,13"
    silent = {"a": ("gun: A 1, BS 3+, D 1/1, Silent",), "b": ("gun: A 1, BS 3+, D 1/1, Silent",)}
    assert "no valid target" in at(drawn, active="a", weapons=silent).why_not("shoot")
    assert at(drawn, active="b", turn=1, weapons=silent).why_not("shoot") == ""


@proves("visible.definition", "visible.own-level-obstructs", "obscured.definition", "obscured.peering", "cover.definition",
        "cover.intervening", "cover.too-close")  # fmt: skip
@pytest.mark.parametrize("name", sorted(content().killzones))
def test_who_sees_whom_on_every_killzone_is_what_the_catalogue_comes_to(name: str) -> None:
    chance = Random(f"sight {name}")
    killzone = Killzone(content().killzones[name])
    ground = slow_sight.ground_of(list(killzone.parts))
    for _ in range(40):
        looker, target = somewhere(chance, "a", ground), somewhere(chance, "b", ground)
        while gap(looker, target) > 6:
            target = somewhere(chance, "b", ground)
        told = killzone.sightline(looker, target)
        assert told.visible is slow_sight.visible(looker, target, ground), (looker, target)
        if told.visible:
            assert (told.clear, told.open) == slow_sight.clear_and_open(looker, target, ground), (looker, target)


@proves("visible.definition", "engagement.needs-visibility")
def test_around_a_wall_that_ends_at_the_line_of_the_heads_nobody_is_hidden() -> None:
    """The wall ends where the line between the two heads runs: grazing an edge does not obstruct."""
    drawn = "blue Man a 4,11 Engage\nred Man b 6,11 Engage\nwall 4.9,11,5.1,15"
    assert "[normal-move.not-while-engaged]" in at(drawn, active="a").why_not("normal-move")


@proves("visible.blocked-by-solid-terrain", "firefight.illegal-action-refused")
def test_nobody_is_patched_up_through_a_wall() -> None:
    drawn = "blue Medic m 4,11 Engage\nblue Trooper t 5.6,11 Engage wounds=1\nred Man b 28,11 Engage\nwall 4.7,8,4.9,14"
    assert "no legal target" in at(drawn, active="m").why_not("patch-up")


@proves("obscured.definition", "cover.definition")
def test_between_one_and_two_inches_large_terrain_neither_obscures_nor_covers() -> None:
    """2" from the target it is still in sight, and 1.5" away not in Cover: even a Conceal order does not help."""
    drawn = "blue Man a 4,11 Engage\nred Man b 14,11 {}\nopen {},5,{},17"
    for order in ("Engage", "Conceal"):
        assert at(drawn.format(order, 11.25, 11.5), active="a").why_not("shoot") == ""
        assert at(drawn.format(order, 11.75, 12.0), active="a").why_not("shoot") == ""
        assert "no valid target" in at(drawn.format(order, 11.1, 11.4), active="a").why_not("shoot")


@proves("obscured.large")
def test_terrain_as_tall_as_the_target_is_not_large() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 14,11 Engage\nopen 9,5,9.25,17 top={}"
    assert at(drawn.format(1.5), active="a").why_not("shoot") == ""
    assert "no valid target" in at(drawn.format(1.6), active="a").why_not("shoot")


@proves("obscured.large", "obscured.definition")
def test_on_a_platform_one_is_taller_than_the_wall_below() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 14,11{} Engage\nopen 9,5,9.25,17\n{}"
    assert "no valid target" in at(drawn.format("", ""), active="a").why_not("shoot")
    raised = at(drawn.format(",2", "level 13,8,17,14 top=2"), active="a")
    assert raised.why_not("shoot") == "", 'its top at 3.5" is above that of the wall'


@proves("obscured.peering")
def test_only_what_lies_within_an_inch_is_peered_round() -> None:
    """A wall from 0.7" to 0.95" before the base is ignored; of one from 0.8" to 1.05" the rest still obscures."""
    drawn = "blue Man a 4,11 Engage\nred Man b 14,11 Engage\nopen {},5,{},17"
    assert at(drawn.format(5.2, 5.45), active="a").why_not("shoot") == ""
    assert "no valid target" in at(drawn.format(5.3, 5.55), active="a").why_not("shoot")


@proves("cover.too-close")
def test_too_close_to_hide_is_measured_aslant() -> None:
    """1.2" across and 1.6" up is 2" exactly: no Cover behind the low wall. 1.3" across is more than 2": Cover."""
    drawn = "blue Man a 4,11 Engage\nred Man b {},11,1.6 Conceal\nlevel 5.6,8,10,14 top=1.6\nlow 5,9,5.3,13"
    assert at(drawn.format(6.2), active="a").why_not("shoot") == ""
    assert "no valid target" in at(drawn.format(6.3), active="a").why_not("shoot")


@proves("cover.intervening")
def test_the_shooter_looks_past_the_end_of_a_wall_from_the_edge_of_its_base() -> None:
    """From the rim at 4,11.5 the fan to the target passes above 9.3,10.61: a wall up to 10.6 covers nothing, one up to
    10.65 does."""
    drawn = "blue Man a 4,11 Engage\nred Man b 10,11 Conceal\nlow 9,6,9.3,{}"
    assert at(drawn.format(10.6), active="a").why_not("shoot") == ""
    assert "no valid target" in at(drawn.format(10.65), active="a").why_not("shoot")
