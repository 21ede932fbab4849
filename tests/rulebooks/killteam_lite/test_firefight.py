"""FIREFIGHT PHASE, orders, action points, OVERWATCH and PASS."""

from typing import Any

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from vanguard.core.refusals import Refused
from vanguard.rulebooks.killteam_lite.actions import COSTS, ActionList
from vanguard.rulebooks.killteam_lite.damage import change_apl
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")

FOUR = "blue Man a 4,11 Engage\nblue Man a2 4,15 Conceal\nred Man b 20,11 Engage\nred Man b2 20,15 Engage"


@proves(
    "firefight.alternate",
    "firefight.initiative-first",
    "firefight.must-activate",
    "firefight.end-of-activation",
    "pass.forfeits",
)
def test_players_alternate_and_nobody_may_skip() -> None:
    table = at(FOUR, turn=1)
    assert (table.asked.player, table.keys) == (1, ["b", "b2"])
    table.play("b", "engage", "pass")
    assert (table.asked.player, table.keys) == (0, ["a", "a2"])
    table.play("a2", "conceal", "pass")
    assert (table.asked.player, table.keys) == (1, ["b2"])
    assert "[firefight.end-of-activation]" in table.why_not("b")


@proves("firefight.order-step", "firefight.order-may-change-later", "order.persists")
def test_from_the_second_turning_point_the_order_is_settled_first_and_then_stays() -> None:
    table = at(FOUR).play("a2")
    assert table.keys == ["engage", "conceal"]
    table.play("engage")
    assert table["a2"].order == "Engage"
    assert table.asked.clause == "firefight.one-action-at-a-time", "after it the order cannot be changed any more"
    table.play("pass")
    assert table["a2"].order == "Engage", "it keeps it through the activations of others"


@proves("firefight.order-locked-in-first-turning-point", "charge.not-while-concealed")
def test_in_the_first_turning_point_the_order_of_set_up_is_kept() -> None:
    """Set up with Conceal: it cannot switch to Engage and so cannot Charge."""
    table = at("blue Man a 4,11 Conceal\nred Man b 9,11 Engage", turning_point=1).play("a")
    assert table.asked.clause == "firefight.one-action-at-a-time"
    assert "[charge.not-while-concealed]" in table.why_not("charge")


@proves("firefight.generate-ap", "apl.change-duration")
def test_action_points_equal_the_current_apl() -> None:
    """APL 2 with a -1 change: 1 AP; the change ends with the activation."""
    table = at("blue Man a 4,11 Engage apl_change=-1\nred Man b 20,11 Engage").play("a", "engage")
    assert table.battle.action_points == 1
    table.play("pass")
    assert table["a"].apl == 2


@proves("firefight.spend-ap", "firefight.one-action-at-a-time", "firefight.end-of-activation", "action.costs")
def test_actions_are_chosen_one_at_a_time_and_paid_for() -> None:
    assert COSTS == {"normal-move": 1, "shoot": 1, "charge": 1, "fight": 1, "fall-back": 2, "dash": 1, "pass": 0}
    table = at(FOUR, active="a").play("normal-move", [[5, 11]])
    assert table.battle.action_points == 1
    table.play("dash", [[6, 11]])
    assert table.battle.active == ""
    assert not table["a"].ready
    assert table.asked.player == 1


@proves("firefight.no-repeat", "dash.with-normal-move")
def test_an_action_is_performed_once_per_activation_but_move_and_dash_are_two_actions() -> None:
    table = at("blue Man a 4,11 Engage APL=3\nred Man b 20,11 Engage", active="a").play("dash", [[5, 11]])
    assert "[firefight.no-repeat]" in table.why_not("dash")
    with pytest.raises(Refused, match="already performed"):
        table.play("dash")
    table.play("normal-move", [[11, 11]])
    assert table["a"].base.x == 11


@proves("firefight.unspent-ap-lost", "pass.no-effect", "pass.forfeits")
def test_a_pass_gives_up_all_action_points_left() -> None:
    table = at(FOUR, active="a").play("pass")
    assert table.battle.action_points == 0
    assert table.battle.active == ""
    assert not table["a"].ready
    assert (table["a"].wounds, table["a"].base.x) == (8, 4)


@proves("pass.repeatable")
def test_pass_is_never_refused_as_a_repetition() -> None:
    battle = at(FOUR, active="a").battle
    battle.performed = ("pass",)
    assert next(iter([option for option in ActionList(battle, battle["a"]).all() if option.key == "pass"])).available


@proves("firefight.incapacitated-while-ready")
def test_a_ready_operative_that_is_removed_costs_its_player_no_turn() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 10,11 Engage Df=0 wounds=1\nred Man c 10,15 Engage"
    table = at(drawn, active="a").play("shoot", "b", "pass", dice="attack 5 5 1 1")
    assert (table.asked.player, table.keys) == (1, ["c"])


@proves("firefight.end-of-activation", "firefight.spend-ap")
def test_a_free_action_may_still_be_performed_without_action_points() -> None:
    """Pounce makes the next Fight cost 0AP: with no AP left the activation goes on for it."""
    table = at("blue Hunter h 4,11 Engage\nred Man b 10,11 Engage blades=none W=30", active="h", cp=(1, 0), points=1)
    table.play("charge", [[8, 11]], "use")
    assert table.battle.action_points == 0
    assert table.keys == ["fight", "pass"]
    table.play("fight", "keep", dice="fight 5 5 5 5 1")
    assert table["b"].wounds == 18
    assert table.battle.active == ""


# -- overwatch ------------------------------------------------------------------------------------------------------------


@proves("overwatch.window", "firefight.none-ready", "overwatch.one-per-turn", "overwatch.optional", "overwatch.once-per-turning-point",
        "overwatch.does-not-activate")  # fmt: skip
def test_a_player_without_ready_operatives_may_overwatch_once_per_turn() -> None:
    """The opponent has three left: a1, a2 and a3 may Overwatch one after the other, but a1 not twice."""
    blue = "".join([f"blue Man a{i} 4,{4 + 4 * i} Engage done\n" for i in range(1, 4)])
    red = "".join([f"red Man b{i} 20,{4 + 4 * i} Engage Df=0 W=30\n" for i in range(1, 4)])
    table = at(blue + red)
    assert table.keys == ["a1", "a2", "a3", "none"]
    table.play("a1", "b1", dice="attack 1 1 1 1")
    assert not table["a1"].ready
    assert table.asked.player == 1
    table.play("b1", "engage", "pass")
    assert "[overwatch.once-per-turning-point]" in table.why_not("a1")
    table.play("none", "b2", "engage", "pass")
    assert table.keys == ["a2", "a3", "none"], "declining does not forfeit later turns"


@proves("overwatch.window", "firefight.end-of-turning-point")
def test_there_is_no_overwatch_once_nobody_is_ready() -> None:
    table = at("blue Man a 4,11 Engage done\nred Man b 20,11 Engage", active="b").play(
        "pass", dice="initiative 1 / initiative 2"
    )
    assert table.battle.turning_point == 3
    assert table.clause == "initiative.high-roll-decides"


@proves("overwatch.eligible", "order.engage.allows", "order.conceal.forbids")
def test_overwatch_needs_an_engage_order_freedom_and_a_target() -> None:
    table = at(
        """
        blue Man free 4,11 Engage done
        blue Man hidden 4,13 Conceal done
        blue Man caught 18.5,15 Engage done
        blue Man blind 2,2 Engage done
        red  Man b 20,11 Engage
        red  Man c 20,15 Engage
        wall 3,0,3.25,5
        wall 0,4,3,4.25
        """
    )
    assert table.keys == ["free", "none"]
    assert "[order.conceal.forbids]" in table.why_not("hidden")
    assert "Engagement Range" in table.why_not("caught")
    assert table.why_not("blind") == "no valid target [overwatch.eligible]"


@proves("overwatch.worse-bs", "overwatch.outside-activation")
def test_overwatch_worsens_the_skill_on_top_of_being_injured() -> None:
    """BS 3+, injured, Overwatch: 5+. It costs no AP and is no option of an activation."""
    table = at("blue Man a 4,11 Engage done wounds=3\nred Man b 20,11 Engage Df=0").play(
        "a", "b", dice="attack 5 4 4 4"
    )
    assert table["b"].wounds == 5
    own = at("blue Man a 4,11 Engage\nred Man b 20,11 Engage", active="a")
    with pytest.raises(Refused, match="not one of the answers"):
        own.play("overwatch")


# -- APL changes --------------------------------------------------------------------------------------------------------------


@proves("apl.change-cap")
def test_apl_changes_add_up_but_count_for_one_at_most() -> None:
    """Two Stun attacks on an APL 2 operative: APL 1, not 0. A later +1 makes the sum -1: still APL 1."""
    battle = at(FOUR).battle
    change_apl(battle, "b", -1, "stun.shooting")
    change_apl(battle, "b", -1, "stun.shooting")
    assert battle["b"].apl == 1
    change_apl(battle, "b", 1, "stun.shooting")
    assert battle["b"].apl == 1
    change_apl(battle, "b", 2, "stun.shooting")
    assert battle["b"].apl == 3


@proves("apl.change-during-activation")
def test_a_change_during_the_activation_takes_or_gives_an_action_point() -> None:
    """1 AP left and stunned: 0 AP. An operative already at -1 loses no further AP."""
    battle = at(FOUR, active="a", points=1).battle
    change_apl(battle, "a", -1, "stun.shooting")
    assert battle.action_points == 0
    fresh = at("blue Man a 4,11 Engage apl_change=-1\nred Man b 20,11 Engage", active="a").battle
    change_apl(fresh, "a", -1, "stun.shooting")
    assert fresh.action_points == 1
    change_apl(fresh, "a", 3, "stun.shooting")
    assert fresh.action_points == 2


@proves("apl.change-during-activation", "stun.combat-second", "apl.change-duration")
def test_an_operative_stunned_in_its_own_fight_may_lose_its_last_action_point() -> None:
    """APL 3, Charge and Fight performed, 1 AP left; the enemy's Stun weapon reduces its APL: the activation ends."""
    table = at(
        "blue Man a 4,11 Engage APL=3 W=20\nred Man b 10,11 Engage W=20",
        active="a",
        weapons={"b": ("maul: A 2, WS 3+, D 1/1, Stun",)},
    )
    table.play("charge", [[8.2, 11]], "fight", dice="fight 1 1 1 1 / fight 6 6")
    assert table.battle.active == ""
    assert table["a"].apl == 3, "the change ended with the activation it was made in"


@proves("apl.change-duration")
def test_a_change_after_the_activation_waits_for_the_next_one() -> None:
    table = at("blue Man a 4,11 done\nred Man b 20,11 Conceal", active="b", turning_point=2)
    change_apl(table.battle, "a", -1, "stun.shooting")
    table.play("pass", dice="initiative 6 / initiative 2")
    table.play("self", "a", "engage")
    assert table.battle.action_points == 1


# -- action points, to the last -----------------------------------------------------------------------------------------------


def with_points(drawn: str, points: int, **more: Any) -> Table:
    battle = battle_at(drawn, active="a", **more)
    battle.action_points = points
    return Table(battle)


@proves("firefight.spend-ap")
def test_every_action_needs_its_points_and_just_enough_is_enough() -> None:
    free = "blue Man a 4,11 Engage\nred Man b 9,11 Engage"
    near = "blue Man a 4,11 Engage\nred Man b 5.5,11 Engage"
    for drawn, action, cost in (
        (free, "normal-move", 1),
        (free, "dash", 1),
        (free, "charge", 1),
        (free, "shoot", 1),
        (near, "fight", 1),
        (near, "fall-back", 2),
    ):
        assert with_points(drawn, cost).why_not(action) == ""
        short = with_points(drawn, cost - 1).why_not(action)
        assert short == f"costs {cost} AP, {cost - 1} left [firefight.spend-ap]"


@proves("firefight.spend-ap", "overwatch.outside-activation")
def test_an_overwatch_as_an_action_needs_a_point_and_names_what_else_forbids_it_first() -> None:
    drawn = "blue Sentinel a 4,11 Engage\nred Man b 20,11 Engage"
    assert with_points(drawn, 1).why_not("overwatch") == ""
    assert with_points(drawn, 0).why_not("overwatch") == "costs 1 AP, 0 left [firefight.spend-ap]"
    hidden = with_points("blue Sentinel a 4,11 Conceal\nred Man b 20,11 Engage", 0)
    assert "[order.conceal.forbids]" in hidden.why_not("overwatch")


@proves("firefight.spend-ap", "game.specific-overrides-general", "firefight.no-repeat")
def test_a_unique_action_needs_its_points_and_is_made_once() -> None:
    drawn = "blue Medic a 4,11 Engage\nblue Trooper t 5.5,11 Engage W=7 wounds=2\nred Man b 25,11 Engage"
    assert with_points(drawn, 1).why_not("patch-up") == ""
    assert "[firefight.spend-ap]" in with_points(drawn, 0).why_not("patch-up")


@proves("firefight.no-repeat", "shooting.select-weapon")
def test_a_second_shot_is_refused_as_a_repetition_and_none_without_a_gun() -> None:
    table = at("blue Man a 4,11 Engage APL=3\nred Man b 15,11 Engage Df=0", active="a")
    table.play("shoot", "b", dice="attack 1 1 1 1")
    assert table.why_not("shoot") == "already performed in this activation [firefight.no-repeat]"


@proves("pass.forfeits", "firefight.illegal-action-refused")
def test_whatever_else_can_or_cannot_be_done_a_pass_gives_up_what_is_left() -> None:
    """A Sergeant with a relic at his feet and a friend at his side, free and then engaged: every action by its own rule."""
    drawn = "blue Sergeant s 14,11 Engage\nblue Trooper t 14,14 Engage\nred Man b {} Engage"
    free = at(drawn.format("26,11"), active="s", mission="relic")
    assert free.keys == ["normal-move", "dash", "shoot", "move-it", "pick-up", "pass"]
    assert "[charge.must-finish-engaged]" in free.why_not("charge")
    assert "[fight.only-while-engaged]" in free.why_not("fight")
    engaged = at(drawn.format("15.6,11"), active="s", mission="relic")
    assert engaged.keys == ["fall-back", "fight", "pass"]
    assert "[shoot.not-while-engaged]" in engaged.why_not("shoot")
    for table in (free, engaged):
        table.play("pass")
        assert (table.battle.active, table.battle.action_points, table["s"].ready) == ("", 0, False)
