"""Actions: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from tests.rulebooks.killteam_lite.situations.sketches import FAR_OFF, GANTRY, moved, not_moved
from vanguard.rulebooks.killteam_lite.state import PloyInForce
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


@proves("move.allowance", "charge.distance", "charge.must-finish-engaged")
@pytest.mark.parametrize(("x", "frenzied", "reached"), [(14, True, True), (14.01, True, False), (14, False, False)])
def test_a_frenzied_charge_reaches_an_enemy_nine_inches_and_one_away(x: float, frenzied: bool, reached: bool) -> None:
    """M 6 and 2 and 1 lead from 3 to 12; bases of half an inch each leave exactly an inch to one at 14."""
    battle = battle_at(f"blue Crusher a 3,11 Engage base=25.4\nred Man b {x},11 Engage", active="a")
    battle.ploys_in_force = (PloyInForce(0, "frenzy"),) if frenzied else ()
    assert ("charge" in Table(battle).options) is reached


@proves("move.not-through-bases", "engagement.definition")
def test_under_a_gantry_one_passes_below_friend_and_foe() -> None:
    """Bases on another level are in nobody's way, and an enemy 3" overhead engages nobody."""
    below = at(GANTRY, active="a").play("normal-move", [[12, 11, 0]])
    assert (below["a"].base.x, below["a"].base.elevation) == (12, 0)


@proves("move.terrain-blocks")
def test_what_rises_half_an_inch_is_in_the_way_and_what_rises_less_is_not() -> None:
    drawn = "blue Man a 4,11 Engage\nbump 6,0,6.5,22 top={}"
    assert moved(drawn.format(0.49), "normal-move", [[9, 11]])["a"].base.x == 9
    not_moved(drawn.format(0.5), "normal-move", [[4, 11], [9, 11]], "in the way")


@proves("move.terrain-blocks")
def test_a_head_that_just_touches_the_roof_passes_under_it() -> None:
    drawn = "blue Man a 4,11 Engage\nroof 6,0,8,22 bottom={}"
    assert moved(drawn.format(1.5), "normal-move", [[7, 11]])["a"].base.x == 7
    not_moved(drawn.format(1.4), "normal-move", [[4, 11], [7, 11]], "roof 1")


@proves("move.terrain-blocks", "move.not-through-bases")
def test_a_gap_as_wide_as_the_base_lets_it_through() -> None:
    gap = "blue Man a 4,11 Engage\nwall 7,0,7.25,{}\nwall 7,{},7.25,22"
    assert moved(gap.format(10.5, 11.5), "normal-move", [[4, 11], [9, 11]])["a"].base.x == 9
    not_moved(gap.format(10.55, 11.45), "normal-move", [[4, 11], [9, 11]], "in the way")


@proves("move.terrain-blocks")
def test_a_parapet_on_a_platform_is_crossed_for_two_inches_like_any_low_wall() -> None:
    drawn = "blue Man a 6,11,3 Engage\nlevel 5,8,14,14\nlow 8,8,8.25,14 bottom=3 top=4"
    assert moved(drawn, "normal-move", [[10, 11, 3]])["a"].base.x == 10
    not_moved(drawn, "normal-move", [[6, 11, 3], [10.1, 11, 3]], 'costs 6.1", the allowance is 6"')


@proves("move.climb-and-drop")
def test_four_inches_up_cost_four_and_leave_an_inch_and_a_half_for_the_way_in() -> None:
    """0.5" to the wall, 4" up, 1.5" inwards: 6" in all; a hair more is too far."""
    drawn = "blue Man a 4,11 Engage\nlevel 5,8,9,14 top=4"
    up = moved(drawn, "normal-move", [[4.5, 11, 4], [6, 11]])
    assert (up["a"].base.x, up["a"].base.elevation) == (6, 4)
    not_moved(drawn, "normal-move", [[4.5, 11, 4], [6.1, 11]], 'costs 6.1", the allowance is 6"')


@proves("move.climb-and-drop")
def test_up_is_rounded_up_and_down_is_rounded_down_whatever_the_height() -> None:
    """1.9" up costs 2" and down nothing; 2.1" up costs 4" and down 2"."""
    floor, above = (
        "blue Man a 4.5,11 Engage\nlevel 5,8,9,14 top={}",
        "blue Man a 8.5,11,{0} Engage\nlevel 5,8,9,14 top={0}",
    )
    for height, up, down in ((1.9, 2, 0), (2.0, 2, 2), (2.1, 4, 2)):
        climber = at(floor.format(height) + FAR_OFF, active="a").play("normal-move")
        assert climber.asked.preview([[4.5, 11, height], [5.5, 11]])["cost"] == pytest.approx(1 + up)  # type: ignore[attr-defined]
        dropper = at(above.format(height) + FAR_OFF, active="a").play("normal-move")
        assert dropper.asked.preview([[9.5, 11, 0]])["cost"] == pytest.approx(1 + down)  # type: ignore[attr-defined]


@proves("move.climb-and-drop", "dash.distance")
def test_a_dash_just_drops_from_three_inches_up() -> None:
    """1" over the edge and 2" down is a whole Dash; from 0.1" further in it is too far."""
    drawn = "blue Man a {},11,3 Engage\nlevel 5,8,9,14"
    assert moved(drawn.format(8.5), "dash", [[9.5, 11, 0]])["a"].base.elevation == 0
    not_moved(drawn.format(8.4), "dash", [[9.5, 11, 0]], 'costs 3.1", the allowance is 3"')


@proves("move.climb-and-drop", "normal-move.avoids-engagement")
def test_dropping_beside_an_enemy_is_seen_at_the_foot_of_the_platform() -> None:
    """3" above it nobody engages; on the floor at 9.5,11 the enemy at 11,11 is 0.5" away."""
    drawn = "blue Man a 8,11,3 Engage\nred Man b 11,11 Engage\nlevel 5,8,9,14"
    not_moved(drawn, "normal-move", [[9.5, 11, 0]], "normal-move.avoids-engagement")
    assert moved(drawn, "charge", [[9.5, 11, 0]])["a"].base.elevation == 0


@proves("move.injured-allowance", "charge.distance", "move.climb-and-drop")
def test_an_injured_charger_climbs_to_exactly_an_inch_from_its_enemy() -> None:
    """Injured: 4" and 2". 0.5" to the wall, 4" up, 1.5" in: the enemy at 8 is then 1" away, one at 8.1 out of reach."""
    drawn = "blue Man a 4,11 Engage wounds=3\nred Man b {},11,3 Engage\nlevel 5,8,9,14"
    assert moved(drawn.format(8), "charge", [[4.5, 11, 3], [6, 11]])["a"].base.x == 6
    assert "[charge.must-finish-engaged]" in at(drawn.format(8.1) + FAR_OFF, active="a").why_not("charge")
