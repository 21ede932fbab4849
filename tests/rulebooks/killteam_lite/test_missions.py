"""Missions: markers, mission actions, victory points and the end."""

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from vanguard.rulebooks.killteam_lite.missions import MISSIONS, controller, decide, mission_of, score
from vanguard.rulebooks.killteam_lite.turning_points import end_turning_point
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


@proves("game.mission-optional")
def test_there_are_six_missions_one_of_them_none() -> None:
    assert list(MISSIONS) == ["none", "hold", "relic", "break-through", "sabotage", "decapitation"]


@proves("battle.winner-by-mission")
def test_a_marker_is_controlled_by_the_higher_sum_of_apl_within_two_inches() -> None:
    """APL 2 and 2 against 3: the two; equal sums are nobody's; 2.1" away does not count."""
    battle = battle_at(
        "blue Man a 15,13\nblue Man a2 16.5,11\nred Warden w 13,11 APL=3\nred Man b 15,22", mission="hold"
    )
    assert controller(battle, (15.0, 11.0)) == 0
    battle["a2"].base = battle["a2"].base.at(17.6, 11)
    assert controller(battle, (15.0, 11.0)) == 1
    battle["w"].apl_change = -1
    assert controller(battle, (15.0, 11.0)) == -1


@proves("battle.winner-by-mission")
def test_hold_scores_markers_and_the_lead_from_the_second_turning_point_on() -> None:
    drawn = "blue Man a 15,4 done\nblue Man a2 15,18 done\nred Man b 15,11 done"
    for turning_point, points in ((1, (0, 0)), (2, (3, 1))):
        battle = battle_at(drawn, mission="hold", turning_point=turning_point)
        end_turning_point(battle)
        assert battle.points == points


@proves("battle.winner-by-mission")
def test_the_relic_is_picked_up_carried_dropped_and_brought_home() -> None:
    drawn = "blue Man a 14,11 Engage APL=3\nred Man b 20,11 Engage"
    table = at(drawn, active="a", mission="relic").play("pick-up")
    assert table.battle.carrier == "a"
    assert "it carries the relic" in table.why_not("dash")
    mission_of(table.battle).turning_point_ended(table.battle)
    assert table.battle.points == (2, 0)
    table["a"].base = table["a"].base.at(11.5, 11)
    mission_of(table.battle).battle_ended(table.battle)
    assert table.battle.points == (5, 0), 'wholly within 12" of its own edge'
    falls = at("blue Man a 14,11 Engage wounds=1 Df=0\nred Man b 20,11 Engage", active="b", mission="relic", turn=1)
    falls.battle.carrier = "a"
    falls.play("shoot", "a", dice="attack 5 1 1 1")
    assert falls.battle.carrier == ""
    assert falls.battle.relic == (14, 11)


@proves("battle.winner-by-mission")
def test_mission_actions_need_freedom_and_the_second_turning_point() -> None:
    first = at("blue Man a 14,11 Engage\nred Man b 20,11 Engage", active="a", mission="relic", turning_point=1)
    assert "not in the first Turning Point" in first.why_not("pick-up")
    engaged = at("blue Man a 14,11 Engage\nred Man b 15.5,11 Engage", active="a", mission="relic")
    assert "Engagement Range" in engaged.why_not("pick-up")
    away = at("blue Man a 12,11 Engage\nred Man b 20,11 Engage", active="a", mission="relic")
    assert 'the relic is 2.5" away, at most 1" is allowed' in away.why_not("pick-up")


@proves("battle.winner-by-mission")
def test_break_through_scores_exits_and_casualties() -> None:
    table = at(
        "blue Man a 28.5,11 Engage\nblue Man a2 4,4 Engage\nred Man b 20,11 Engage", active="a", mission="break-through"
    )
    table.play("exit")
    assert table.battle.points == (3, 0)
    assert not table["a"].in_play
    assert table.asked.player == 1
    assert table.game.standing.scores == (3.0, 0.0)
    inside = at("blue Man a 27.2,11 Engage\nred Man b 20,11 Engage", active="a", mission="break-through")
    assert "not wholly within the enemy drop zone" in inside.why_not("exit")
    kill = at("blue Man a 4,11 Engage\nred Man b 20,11 Engage Df=0 wounds=1", active="a", mission="break-through")
    kill.play("shoot", "b", dice="attack 5 1 1 1")
    assert kill.battle.points == (1, 0)


@proves("battle.winner-by-mission")
def test_sabotage_destroys_enemy_devices_and_scores_those_left() -> None:
    table = at("blue Man a 25,5 Engage\nred Man b 15,20 Engage", active="a", mission="sabotage").play("sabotage")
    assert table.battle.destroyed == ("device-east-1",)
    assert table.battle.points == (3, 0)
    assert 'no intact enemy device within 1"' in table.why_not("sabotage") or "already performed" in table.why_not(
        "sabotage"
    )
    mission_of(table.battle).battle_ended(table.battle)
    assert table.battle.points == (5, 1)


@proves("battle.winner-by-mission")
def test_decapitation_is_about_the_leaders() -> None:
    drawn = (
        "blue Sergeant s 4,11 Engage\nred Warden_Captain c 12,11 Engage wounds=1\nred Warden w 20,20 Engage wounds=1"
    )
    table = at(drawn, active="s", mission="decapitation")
    table.play("shoot", "c", dice="attack 5 5 5 5 / defence 1 1 1")
    assert table.battle.points == (5, 0)
    mission_of(table.battle).battle_ended(table.battle)
    assert table.battle.points == (7, 0), "the Sergeant still stands"


@proves("battle.winner-by-mission", "battle.winner-default")
def test_equal_points_are_broken_by_the_default_score() -> None:
    battle = battle_at("blue Man a 4,11\nred Man b 20,11\nred Man c 20,15", mission="hold")
    battle.points = (4, 4)
    assert decide(battle)[0] == -1
    battle["b"].wounds = 0
    battle["b"].fate = 2
    assert decide(battle)[0] == 0
    battle.points = (4, 5)
    assert decide(battle)[0] == 1


def test_scores_are_open_to_both_players() -> None:
    table = Table(battle_at("blue Man a 15,4\nred Man b 15,11", mission="hold"))
    for seat in (0, 1, None):
        shown = table.game.view(seat)
        assert [player["score"] for player in shown["players"]] == [0, 0]
        assert [marker["side"] for marker in shown["markers"]] == [0, 1, None]


# -- the edges --------------------------------------------------------------------------------------------------------------


@proves("battle.winner-by-mission", "battle.winner-default")
def test_points_decide_a_mission_either_way_and_the_default_decides_ties_and_battles_without_one() -> None:
    for mission, points, winner, clause in (
        ("hold", (3, 1), 0, "battle.winner-by-mission"),
        ("hold", (1, 3), 1, "battle.winner-by-mission"),
        ("hold", (2, 2), 0, "battle.winner-default"),
        ("none", (1, 3), 0, "battle.winner-default"),
    ):
        battle = battle_at("blue Man a 4,11 done\nred Man b 20,11 done\nred Man c 20,15 done", mission=mission)
        battle["b"].wounds, battle["b"].fate = 0, 2
        battle.points = points
        told = decide(battle)
        assert (told[0], told[2]) == (winner, clause)


@proves("battle.winner-by-mission")
def test_nothing_scored_is_not_told_and_one_point_is() -> None:
    battle = battle_at("blue Man a 4,11\nred Man b 20,11", mission="hold")
    score(battle, 0, 0, "nothing")
    score(battle, 1, 1, "a marker")
    assert battle.points == (0, 1)
    assert [event.key for event in battle.events] == ["points-scored"]


@proves("battle.winner-by-mission")
def test_the_relic_is_reached_from_an_inch_away_and_not_taken_from_a_carrier() -> None:
    """The relic lies at 15,11: a Man's base of half an inch reaches it from 1.5 and not from 1.6 inches."""
    drawn = "blue Man a {x},11 Engage\nblue Man c 14,12.5 Engage\nred Man b 25,11 Engage"
    assert at(drawn.format(x=13.5), active="a", mission="relic").why_not("pick-up") == ""
    assert "the relic is 1.1" in at(drawn.format(x=13.4), active="a", mission="relic").why_not("pick-up")
    carried = at(drawn.format(x=13.5), active="a", mission="relic")
    carried.battle.carrier = "c"
    again = Table(carried.battle.copy())
    assert "being carried" in again.why_not("pick-up")
    assert again.why_not("dash") == "", "only the carrier may not dash"
    assert again.why_not("normal-move") == ""


@proves("battle.winner-by-mission")
def test_who_has_left_through_the_enemy_zone_is_neither_in_play_nor_ready() -> None:
    battle = battle_at("blue Man a 28.5,11 Engage\nred Man b 20,11 Engage", mission="break-through")
    mission_of(battle).perform(battle, battle["a"], "exit")
    assert (battle["a"].in_play, battle["a"].ready) == (False, False)


@proves("firefight.spend-ap", "firefight.no-repeat", "battle.winner-by-mission")
def test_a_mission_action_costs_one_point_and_is_made_once() -> None:
    drawn = "blue Man a 14,11 Engage\nred Man b 25,11 Engage"
    for points, clause in ((1, ""), (0, "costs 1 AP, 0 left [firefight.spend-ap]")):
        battle = battle_at(drawn, active="a", mission="relic")
        battle.action_points = points
        assert Table(battle).why_not("pick-up") == clause
    battle = battle_at(drawn, active="a", mission="relic")
    battle.performed = ("pick-up",)
    assert "[firefight.no-repeat]" in Table(battle).why_not("pick-up")


@proves("battle.winner-by-mission")
def test_only_the_dash_is_barred_to_whoever_carries_the_relic() -> None:
    table = at("blue Man a 14,11 Engage APL=3\nred Man b 24,11 Engage", active="a", mission="relic").play("pick-up")
    assert "it carries the relic" in table.why_not("dash")
    assert "normal-move" in table.keys
