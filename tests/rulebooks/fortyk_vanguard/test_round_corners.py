"""What a charge, a pile-in or a consolidation can reach, it reaches: round Difficult Ground, up onto things, past friends."""

from __future__ import annotations

import gc
from math import cos, dist, sin
from random import Random

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, refusal
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.geometry.circles import last_legs_to_circle
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge_distance, charge_move, is_out_of_reach
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model
from vanguard.rulebooks.fortyk_vanguard.moves import CHARGE_MOVE, ModelMove
from vanguard.rulebooks.fortyk_vanguard.narrow_places import lies_aside
from vanguard.rulebooks.fortyk_vanguard.state import DESTROYED, ON_TABLE


def reaches(drawn: str, dice: str) -> bool:
    table = at(drawn, phase="charge")
    return table.do(charge_distance, table["a"], ("b",), dice=f"charge {dice}") is not None


@proves("core.charge.success", "core.terrain.difficult-ground")
@pytest.mark.parametrize(("dice", "far_enough"), [("4 5", False), ("5 5", True)])
def test_a_charge_passes_a_friend_on_the_side_where_no_wood_slows_it(dice: str, far_enough: bool) -> None:
    """Through the wood it is shorter, but costs 2" more; between friend and wood it is a little less than 10"."""
    drawn = """
        blue Man a 1.886,26.367 base=50
        blue Man f 0.984,23.985 base=50
        red  Man b 2.995,14.384 base=32
        woods 3.5,18,7.5,22
    """
    assert reaches(drawn, dice) == far_enough


@proves("core.charge.success", "core.charge.terrain", "core.concept.engagement-range")
@pytest.mark.parametrize(("dice", "far_enough"), [("2 3", False), ("3 3", True)])
def test_a_charge_may_end_on_top_of_what_stands_between(dice: str, far_enough: bool) -> None:
    """There is no room before b, who is 0.7" behind a container: from its edge, 2" up, he is within Engagement Range."""
    assert reaches("blue Man a 6,15\nred Man b 11.2,15\ncontainer 8,12,10,18", dice) == far_enough


@proves("core.charge.success", "core.move.path")
@pytest.mark.parametrize(("dice", "far_enough"), [("3 3", False), ("4 3", True)])
def test_a_charge_goes_past_a_friend_and_straight_at_its_target(dice: str, far_enough: bool) -> None:
    """The friend's base of 60 mm makes a way of 6" one of 6.5"."""
    assert reaches("blue Man a 4,15\nblue Man f 7,15 base=60\nred Man b 12,15", dice) == far_enough


@proves("core.terrain.difficult-ground")
@pytest.mark.parametrize("way", [[[16.5, 15]], [[14, 15], [16.5, 15]]])
def test_who_stands_on_difficult_ground_with_the_edge_of_a_base_is_slowed_by_every_way(way: list[list[float]]) -> None:
    table = at("blue Man a 12.4,15\nred Man b 40,15\ncrater 8,13,12,17", phase="movement")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert "core.terrain.difficult-ground" in refusal(question, way)
    assert question.read([[16.4, 15]])


def wedged() -> Table:
    """f is 0.998" from e, a friend stands between them and others beside him; round the friend there is a place nearer."""
    return at(
        """
        blue Man f 8.262,12.319 base=32
        blue Man g 7.37,11.61 base=25
        blue Man h 6.44,12.98 base=32
        blue Man i 8.86,11.21 base=32
        red  Man e 6.5,10.667 base=40
        """,
        phase="fight",
    )


@proves("core.fight.pile-in", "core.move.path")
def test_a_fighter_behind_a_friend_may_pile_in_round_him() -> None:
    table = wedged()
    assert table.ask(fight, table["f"]).clause == "core.fight.pile-in"


@proves("core.charge.success", "core.terrain.defence-line")
@pytest.mark.parametrize("seed", range(40))
def test_a_charge_is_out_of_reach_at_a_glance_only_if_no_move_could_be_made(seed: int) -> None:
    """Round, over or across whatever there is: to the thousandth of where each roll just reaches."""
    chance = Random(f"glance {seed}")
    roll, angle = chance.randint(2, 12), chance.uniform(0.0, 1.5)
    far = roll + 2.0 + chance.choice([-0.003, 0.0, 0.001, 0.002, 0.5, 0.99, 1.0, 1.001])
    x, y = round(5 + far * cos(angle), 3), round(5 + far * sin(angle), 3)
    behind = chance.choice(
        ["", f"barricade {x - 0.6:.2f},{y - 3:.2f},{x - 0.5:.2f},{y + 3:.2f}", "container 6,3,8,4.4"]
    )
    table = at(f"blue Man a 5,5 base=25.4\nred Man b {x},{y} base=25.4\n{behind}", phase="charge")
    move = ModelMove(table.battle, table["a"], CHARGE_MOVE, float(roll), ("b",))
    if move.is_possible():
        assert not is_out_of_reach(table.battle, table["a"], ("b",), roll)


@pytest.mark.parametrize("seed", range(30))
def test_what_lies_aside_of_a_last_leg_is_touched_by_none_that_is_short_enough(seed: int) -> None:
    chance = Random(f"aside {seed}")
    circles = [(chance.uniform(0, 20), chance.uniform(0, 20), chance.uniform(0.5, 3)) for _ in range(30)]
    start, goal, allowance = (chance.uniform(0, 20), 10.0), (10.0, chance.uniform(0, 20), 2.0), chance.uniform(4, 14)
    for circle in circles:
        _, *legs = last_legs_to_circle(start, [circle], goal)
        lengths = [dist(start, touched) + dist(touched, end) for touched, end in legs]
        if lies_aside(circle, start, goal, allowance):
            assert min(lengths, default=allowance + 1.0) > allowance


@proves("core.charge.roll", "core.charge.failure")
def test_a_charge_that_found_no_way_is_looked_at_again_when_somebody_has_made_room() -> None:
    """b stands in a corner behind friends. That there is no way is remembered only for as long as all stand as they stood."""
    table = at(
        "blue Man a 8,8\nred Man b 0.6,0.6\nred Man c 2.2,0.6\nred Man d 0.6,2.2\nred Man e 2.2,2.2", phase="charge"
    )
    battle, a, friends = table.battle, table["a"], [table[key] for key in ("c", "d", "e")]

    def reaches_b(distance: int) -> bool:
        return charge_move(battle, a, ("b",), distance) is not None

    assert not reaches_b(12)
    assert not reaches_b(12)
    assert not reaches_b(11)
    assert list(battle.field.barred) == [("a", ("b",), 12), ("a", ("b",), 11)]
    for friend in friends:
        friend.fate = DESTROYED
    assert reaches_b(12)
    for friend in friends:
        friend.fate = ON_TABLE
    assert not reaches_b(12)
    for friend in friends:
        friend.base = friend.base.at(friend.base.x + 20.0, friend.base.y + 20.0)
    assert reaches_b(12)


@proves("core.charge.roll", "core.charge.failure")
def test_a_charge_that_found_no_way_says_nothing_of_whoever_flies() -> None:
    """Craters all the way slow who walks, 12" are too few then. Other games on the same map have other models there."""
    drawn = "red Man b 17,15\ncrater 4.5,0,16,30 traits=difficult-ground"
    table = at(f"blue Man a 4,15\n{drawn}", phase="charge")
    flyer = at(f"blue Man a 4,15 kw=FLY\n{drawn}", phase="charge")["a"]
    assert charge_move(table.battle, table["a"], ("b",), 12) is None
    table["a"].profile = flyer.profile
    assert charge_move(table.battle, table["a"], ("b",), 12) is not None


def test_a_move_that_was_only_looked_at_is_let_go_of_at_once() -> None:
    """Thousands are in every game: none may wait for the collector because it knows itself."""
    table = at("blue Man a 8,8\nred Man b 14,8", phase="charge")
    gc.collect()
    gc.disable()
    try:
        assert ModelMove(table.battle, table["a"], CHARGE_MOVE, 7.0, ("b",)).is_possible()
        assert gc.collect() == 0
    finally:
        gc.enable()
