"""Set up: situations worked out from the book by hand."""

from typing import Any

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from tests.rulebooks.killteam_lite.situations.sketches import armed
from vanguard.rulebooks.killteam_lite.state import INCAPACITATED, STRATEGY
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def ended(drawn: str, mission: str, turning_point: int = 2, **more: Any) -> Table:
    """The last operative passes; the Turning Point is over."""
    table = at(
        drawn + "\nblue Man last 2,21 Conceal", active="last", mission=mission, turning_point=turning_point, **more
    )
    table.play("pass", dice="" if turning_point == 4 else "initiative 5 / initiative 2")
    assert table.game.over or table.clause == "initiative.high-roll-decides"
    return table


@proves("game.specific-overrides-general", "damage.injured-at-once", "damage.injured-threshold")
@pytest.mark.parametrize(("x", "reached"), [(12.0, True), (12.01, False)])
def test_a_medic_patches_up_exactly_an_inch_away_and_at_half_nobody_is_injured(x: float, reached: bool) -> None:
    """W 8 with one left; three more make exactly half: M is 6 again."""
    drawn = f"blue Medic m 10,11 Conceal base=25.4\nblue Man t {x},11 Conceal wounds=1\nred Man b 28,3 Conceal"
    table = at(drawn, active="m")
    assert ("patch-up" in table.options) is reached
    if reached:
        table.play("patch-up", "t")
        assert table["t"].wounds == 4
        assert table.battle.movement_of(table["t"]) == 6


@proves("game.specific-overrides-general", "damage.incapacitated")
@pytest.mark.parametrize(("x", "reached"), [(11.0, True), (11.01, False)])
def test_a_mind_spike_fells_two_wounds_exactly_six_inches_away(x: float, reached: bool) -> None:
    drawn = f"blue Seer s 4,11 Conceal base=25.4\nred Man b {x},11 Conceal wounds=2\nred Man c 28,3 Conceal"
    table = at(drawn, active="s")
    assert ("mind-spike" in table.options) is reached
    if reached:
        assert not table.play("mind-spike", "b")["b"].in_play


@proves("battle.winner-by-mission")
@pytest.mark.parametrize(("x", "may"), [(27.5, True), (27.49, False)])
def test_who_touches_the_line_of_the_enemys_zone_from_inside_may_exit(x: float, may: bool) -> None:
    drawn = f"blue Man a {x},11 Conceal\nred Man b 4,11 Conceal"
    table = at(drawn, active="a", mission="break-through")
    assert ("exit" in table.options) is may
    if may:
        table.play("exit")
        assert table.battle.points == (3, 0)


@proves("battle.winner-by-mission")
def test_two_operatives_of_equal_apl_hold_a_marker_for_nobody_and_a_third_for_its_side() -> None:
    drawn = "blue Man a 15,8.5 Conceal\nred Man b 15,13.5 Conceal"
    table = at(drawn, active="a", mission="hold")
    table["b"].ready = table.battle["a"].ready = False
    table.play("pass", dice="initiative 6 / initiative 1")
    assert table.battle.points == (0, 0)
    assert table.clause == "initiative.high-roll-decides", "the next Turning Point has begun"


@proves("battle.winner-by-mission", "firefight.alternate")
def test_whose_last_operative_breaks_through_leaves_the_battle_to_the_other() -> None:
    table = at("blue Man a 28.5,11 Engage\nred Man b 15,20 Engage", active="a", mission="break-through").play("exit")
    assert (table.battle.points, table.decider, table.game.over) == ((3, 0), 1, False)


@proves("battle.winner-by-mission", "strategy.ploys.effect-immediate")
def test_a_player_with_nobody_left_is_asked_for_no_strategic_ploy() -> None:
    battle = battle_at("blue Man a 4,11 Engage\nred Trooper t 12,11 Engage", turn=1, cp=(0, 3), mission="hold")
    battle["t"].wounds, battle["t"].fate, battle["t"].ready = 0, INCAPACITATED, False
    battle.phase = STRATEGY
    table = Table(battle)
    assert (table.decider, table.clause) == (0, "firefight.must-activate")


@proves("battle.winner-by-mission")
def test_a_relic_lies_on_the_platform_where_its_carrier_fell() -> None:
    """Three inches up: who stands there picks it up, and nobody from the floor below."""
    drawn = "level 6,8,10,14\nblue Man a 8,11,3 Engage wounds=1 Df=0\nblue Man c {} Engage\nred Man b 20,11 Engage"
    for place, why_not in (("9.4,11,3", ""), ("8,15", 'the relic is 4.6" away, at most 1" is allowed')):
        table = at(drawn.format(place), active="b", mission="relic", turn=1)
        table.battle.carrier = "a"
        table.play("shoot", "a", "pass", "c", "engage", dice="attack 5 1 1 1")
        assert (table.battle.relic, table.battle.relic_level) == ((8, 11), 3)
        assert table.why_not("pick-up").startswith(why_not)
        assert ("pick-up" in table.keys) == (not why_not)


@proves("battle.winner-by-mission")
def test_with_nobody_left_on_either_side_a_mission_ends_with_the_turning_point() -> None:
    """One was shot, the last one leaves: nobody is asked who has the initiative of an empty killzone."""
    drawn = "blue Man a 27.5,11 Engage\nred Man b 4,11 Engage wounds=1 Df=0"
    table = at(drawn, active="a", mission="break-through", turning_point=2).play("shoot", "b", dice="attack 5 1 1 1")
    table.play("exit")
    assert table.game.question is None
    assert (table.battle.points, table.battle.winner) == ((4, 0), 0)
    assert table.events("won")[0].clause == "battle.winner-by-mission"


@proves("battle.winner-by-mission", "apl.change-duration")
def test_a_stunned_operative_holds_a_marker_with_the_apl_it_has_left() -> None:
    """Exactly 2" from the marker, APL 2 against 2 less 1: blue holds it, and holding more than red is a second point."""
    drawn = "blue Man a 15,6.5 done\nred Man b 15,1.5 done apl_change=-1"
    assert ended(drawn, "hold").battle.points == (2, 0)
    assert ended(drawn.replace("15,6.5", "15,6.52"), "hold").battle.points == (0, 2)


@proves("battle.winner-by-mission")
def test_nobody_holds_a_marker_from_a_platform_above_it() -> None:
    drawn = "blue Man a 15,11,3 done\nred Man b 15,13.5 done\nlevel 14,10,16,12 bottom=2.5 top=3"
    assert ended(drawn, "hold").battle.points == (0, 2)


@proves("battle.winner-by-mission", "battle.winner-default")
def test_a_tie_on_points_and_losses_is_a_draw() -> None:
    drawn = "blue Man a 15,4 done\nred Man b 15,18 done"
    table = ended(drawn, "hold", turning_point=4)
    assert table.game.over
    assert (table.battle.points, table.game.standing.winner) == ((1, 1), None)


@proves("battle.winner-by-mission", "hot.self-damage")
def test_a_leader_that_burns_itself_to_death_pays_the_enemy() -> None:
    drawn = "blue Warden_Captain c 4,11 Engage wounds=3 W=6\nblue Warden w 2,2 Conceal\nred Man b 9,11 Engage Df=0\nred Man d 28,20 Conceal"
    table = at(drawn, active="c", mission="decapitation").play("shoot", "b", dice="attack 1 2 2 2")
    assert (table["c"].in_play, table.battle.points) == (False, (0, 5))


@proves("battle.winner-by-mission")
def test_a_device_is_reached_from_an_inch_and_never_ones_own() -> None:
    drawn = "blue Man a {} Engage\nred Man b 15,20 Engage"
    assert at(drawn.format("24.5,5"), active="a", mission="sabotage").why_not("sabotage") == ""
    assert at(drawn.format("24.4,5"), active="a", mission="sabotage").why_not("sabotage") != ""
    assert at(drawn.format("4,6"), active="a", mission="sabotage").why_not("sabotage") != ""
    first = at(drawn.format("25,5"), active="a", mission="sabotage", turning_point=1)
    assert "first Turning Point" in first.why_not("sabotage")


@proves("battle.winner-by-mission")
def test_the_relic_counts_at_the_end_only_wholly_within_twelve_inches_of_home() -> None:
    drawn = "blue Man a {},11 done\nred Man b 25,11 done"
    for x, points in ((11.5, 5), (11.6, 2)):
        battle = battle_at(
            drawn.format(x) + "\nblue Man last 2,21 Conceal", active="last", mission="relic", turning_point=4
        )
        battle.carrier = "a"
        assert Table(battle).play("pass").battle.points == (points, 0)


@proves("battle.winner-by-mission", "firefight.incapacitated-while-ready")
def test_survivors_play_on_until_the_last_turning_point() -> None:
    """Red has nobody left in Turning Point 3: blue still activates, scores and is asked for its order in the fourth."""
    drawn = "blue Man a 15,4 Engage\nblue Man a2 15,18 Conceal\nred Man b 12,4 Engage Df=0 wounds=1"
    table = at(drawn, active="a", mission="hold", turning_point=3).play("shoot", "b", "pass", dice="attack 5 1 1 1")
    table.play("a2", "conceal", "pass", dice="initiative 5 / initiative 2")
    assert (table.battle.points, table.battle.turning_point) == ((3, 0), 4)
    assert table.clause == "initiative.high-roll-decides"


@proves("battle.winner-by-mission", "charge.distance")
def test_who_carries_the_relic_may_still_charge_and_drops_it_where_it_falls() -> None:
    drawn = "blue Man a 14,11 Engage APL=3 wounds=1\nblue Man z 2,2 Conceal\nred Man b 20,11 Engage"
    table = at(drawn, active="a", mission="relic").play(
        "pick-up", "charge", [[18.5, 11]], "fight", dice="fight 1 1 1 1 / fight 4 1 1 1"
    )
    assert (table["a"].in_play, table.battle.carrier, table.battle.relic) == (False, "", (18.5, 11))


@proves("battle.winner-by-mission")
def test_sabotage_pays_for_own_devices_that_stand_at_the_end() -> None:
    table = at(
        "blue Man a 25,5 Engage done\nred Man b 5,5 Engage", active="b", turn=1, mission="sabotage", turning_point=4
    )
    table.play("sabotage", "pass")
    assert table.game.over
    assert table.battle.points == (1, 5)


@proves("battle.winner-by-mission", "blast.hits-friends-too")
def test_ones_own_bomb_on_ones_own_man_pays_the_enemy() -> None:
    drawn = "blue Man a 4,11 Engage\nblue Man f 12,13.2 Conceal wounds=1 Df=0\nred Man b 12,11 Engage Df=0"
    table = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Blast 2"', mission="break-through").play(
        "shoot", "b", dice="attack 5 / attack 5"
    )
    assert (table["f"].in_play, table.battle.points) == (False, (0, 1))


@proves("battle.winner-default")
def test_shares_are_compared_exactly() -> None:
    """Two of six W 7 against one of three W 14: both a third, a draw."""
    blue = "".join([f"blue Man a{i} 1,{2 + 2 * i} done W=7\n" for i in range(6)])
    red = "".join([f"red Man b{i} 28,{2 + 2 * i} done W=14\n" for i in range(2)])
    battle = battle_at(blue + red + "red Man last 28,20 Conceal W=14", active="last", turn=1, turning_point=4)
    for key in ("a0", "a1", "b0"):
        battle[key].wounds, battle[key].fate = 0, 2
    table = Table(battle).play("pass")
    assert table.game.over
    assert table.game.standing.winner is None


@proves("battle.early-end-default", "hot.attack-continues")
def test_the_last_of_both_sides_fall_in_one_action_and_nobody_is_asked_anything_more() -> None:
    drawn = "blue Needler a 4,11 Engage wounds=1\nred Man b 9,11 Engage Df=0 wounds=1"
    table = at(drawn, active="a", cp=(1, 0), weapons={"a": ("gun: A 2, BS 3+, D 1/1, Hot",)})
    table.play("shoot", "b", "keep", dice="attack 1 5")
    assert table.game.question is None, "no Vanish for the fallen"
    assert not table["a"].in_play and not table["b"].in_play


@proves("battle.early-end-default", "overwatch.outside-activation")
def test_the_last_enemy_felled_in_overwatch_ends_the_battle() -> None:
    drawn = "blue Man a 4,11 Engage done\nred Man b 12,11 Engage Df=0 wounds=1"
    table = at(drawn).play("a", "b", dice="attack 6 1 1 1")
    assert (table.game.question, table.battle.winner) == (None, 0)
