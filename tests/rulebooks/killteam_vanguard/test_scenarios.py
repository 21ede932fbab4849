"""Scenarios: deployment zones, fallback edges, capturing, scoring; the printed one and our two."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at, battle_at
from vanguard.core.refusals import Refused
from vanguard.rulebooks.killteam_vanguard.content.content import content
from vanguard.rulebooks.killteam_vanguard.scenarios import captures
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


def scored(models: str, scenario: str = "gather-intelligence", facts: str = "") -> Position:
    """The position after the End phase and the scoring of Round 1."""
    return at(f"scenario {scenario}\n{models}\nfinished blue red\n{facts}\nstep end phase")


@proves("gather.five-objectives", "gather.deployment-zones", "gather.fallback-edges", "deploy.fallback-edges")
def test_gather_intelligence_has_five_counters_two_strips_and_an_edge_each():
    scenario = content().scenarios["gather-intelligence"]
    assert [(o.x, o.y) for o in scenario.objectives] == [(9, 12), (27, 12), (18, 18), (9, 24), (27, 24)]
    south, north = scenario.zones
    assert (south.rect, south.edges) == ((0, 0, 36, 6), ("south",))
    assert (north.rect, north.edges) == ((0, 30, 36, 36), ("north",))


@proves("gather.vp-values", "gather.capture.when", "gather.vp-accumulate")
def test_each_captured_counter_scores_by_whose_zone_it_is_nearest():
    """South holding O1, O3 and O5 scores 6; north holding O1 and O4 scores 3."""
    south = scored("blue rifleman a 9,12\nblue rifleman b 18,18\nblue rifleman c 27,24\nred rifleman r 3,33")
    assert south.battle.victory_points == [6, 0]
    north = scored("blue rifleman a 30,3\nred rifleman r 9,12\nred rifleman s 9,24")
    assert north.battle.victory_points == [0, 3]


@proves("gather.vp-accumulate", "gather.capture.when")
def test_points_of_all_rounds_add_up_and_a_counter_left_scores_no_more():
    game = scored("blue rifleman a 18,18\nred rifleman r 3,33")
    assert game.battle.victory_points == [3, 0]
    game.play("activate a", "done", "yes", "activate r", "done", "finish")
    assert game.battle.victory_points == [6, 0]
    game.play("activate a", "walk", [[18, 21]], "done", "yes", "activate r", "done", "finish")
    assert game.battle.victory_points == [6, 0]


@proves("gather.capture.contact")
@pytest.mark.parametrize(("x", "held"), [(18.99, True), (19.0, True), (19.02, False)])
def test_capturing_needs_base_contact_with_the_counter(x: float, held: bool):
    game = at(f"blue rifleman a {x},18\nred rifleman r 3,33")
    assert captures(game.battle, game.battle.scenario.objectives[2], 0) is held


@proves("gather.capture.uncontested")
def test_any_enemy_in_contact_even_a_knocked_down_one_prevents_the_capture():
    game = scored("blue rifleman a 18,18.5\nred rifleman r 18,17.5 down")
    assert game.battle.victory_points == [0, 0]


@proves("gather.capture.standing")
def test_a_knocked_down_model_captures_nothing():
    assert scored("blue rifleman a 18,18 down\nred rifleman r 3,33").battle.victory_points == [0, 0]


@proves("gather.capture.unengaged", "knockdown.does-not-engage")
def test_an_engaged_model_captures_nothing_unless_its_neighbour_lies_down_or_a_friend_is_free():
    engaged = scored("blue rifleman a 18,18\nred choir-zealot+hooked-spear r 18,20.5")
    assert engaged.battle.victory_points == [0, 0]
    down = scored("blue rifleman a 18,18\nred choir-zealot+hooked-spear r 18,20.5 down")
    assert down.battle.victory_points == [3, 0]
    friend = scored("blue rifleman a 18,18.4\nblue rifleman b 18,17.3 fatigued\nred necron-warrior r 18,19.52")
    assert friend.battle.victory_points == [3, 0]


@proves("gather.counters-static", "gather.capture.contact")
def test_a_model_may_stand_on_and_move_over_a_counter():
    game = at("blue rifleman a 16,18\nred rifleman r 3,33\nactive a")
    game.play("walk", [[18, 18]])
    assert game["a"].x == 18


@proves("gather.capture.when", "end.step3-discard-cp")
def test_scoring_comes_after_the_end_phase_steps():
    game = scored("blue rifleman a 18,18 toxin\nred rifleman r 3,33", facts="cp 2 0")
    game.play(dice="recovery 1")
    assert game.battle.victory_points == [0, 0]


@proves("warband.leader-scenario")
def test_gather_intelligence_gives_the_leader_no_special_part():
    game = scored("blue rifleman* a 18,18\nred choir-zealot+hooked-spear r 18,20.5")
    assert game.battle.victory_points == [0, 0]
    lost = at(
        "blue rifleman* a 10,10 wounds 1, toxin\nblue rifleman b 3,3\nred rifleman r 3,33\nfinished blue red\nstep end phase"
    )
    lost.play(dice="recovery 1")
    assert lost.battle.victory_points == [0, 0]


# -- Cut Off the Head -----------------------------------------------------------------------------------------------------------


@proves("warband.leader-scenario", "game.length-from-scenario")
def test_a_leader_captures_while_engaged_and_scores_three_instead_of_two():
    plain = scored("blue rifleman a 18,18\nred rifleman r 3,33", "cut-off-the-head")
    assert plain.battle.victory_points == [2, 0]
    leader = scored("blue rifleman* a 18,18\nred choir-zealot+hooked-spear r 18,20.5", "cut-off-the-head")
    assert leader.battle.victory_points == [3, 0]


@proves("warband.leader-scenario")
def test_removing_a_leader_scores_five_once_per_game():
    game = at("""
        scenario cut-off-the-head
        blue marksman a 10,10
        red  rifleman* r 19,10 wounds 1
        red  rifleman s 30,30
        active a
    """)
    game.play("attack", "long-rifle>r", "done", dice="hit 2 / armor 1 / recovery 1")
    assert game.battle.victory_points == [5, 0]
    assert game.battle.leader_bounty_paid == [False, True]


@proves("warband.leader-scenario", "game.length-from-scenario")
def test_a_standing_leader_wholly_in_the_enemy_half_scores_three_at_the_end_of_exactly_six_rounds():
    text = """
        scenario cut-off-the-head
        blue rifleman* a 5,{y} {state} activated
        red  rifleman* r 30,33 activated
        round 6
        finished blue red
        step end phase
    """
    assert at(text.format(y=18.6, state="")).battle.victory_points == [3, 0]
    assert at(text.format(y=18.4, state="")).battle.victory_points == [0, 0]
    assert at(text.format(y=18.6, state="down,")).battle.victory_points == [0, 0]
    assert at(text.format(y=18.6, state="")).game.over


# -- Crossfire ------------------------------------------------------------------------------------------------------------------


@proves("gather.deployment-zones", "deploy.alternate")
def test_crossfire_deploys_in_opposite_corner_squares():
    game = at("scenario crossfire\nblue rifleman a 0,0 waiting\nred rifleman r 33,33\nstep deployment")
    with pytest.raises(Refused, match="south-west zone"):
        game.game.answer([[13, 3]])
    game.game.answer([[11, 11]])
    assert game["a"].in_play


@proves("game.length-from-scenario", "winner.by-scenario")
def test_crossfire_scores_its_three_counters_and_ends_when_a_side_is_wiped_out():
    game = scored("blue rifleman a 9,24\nblue rifleman b 18,18\nred rifleman r 27,12", "crossfire")
    assert game.battle.victory_points == [5, 2]
    over = scored("blue rifleman a 9,24\nred rifleman r 27,12 removed", "crossfire")
    assert over.game.over
    assert over.battle.victory_points == [2, 0]


# -- the leader, to the letter --------------------------------------------------------------------------------------------------


@proves("gather.capture.when", "warband.leader-scenario")
def test_a_leader_scores_more_only_where_it_stands_itself_and_only_in_its_scenario():
    head = "cut-off-the-head"
    other = "red rifleman r 33,33"
    assert scored(f"blue rifleman* a 18,18\n{other}", head).battle.victory_points == [3, 0]
    assert scored(f"blue rifleman a 18,18\n{other}", head).battle.victory_points == [2, 0], "no leader"
    beside = f"blue rifleman a 18,18\nblue rifleman* b 3,3\n{other}"
    assert scored(beside, head).battle.victory_points == [2, 0], "the leader is elsewhere"
    fallen = f"blue rifleman a 18,18\nblue rifleman* b 18,18 removed\n{other}"
    assert scored(fallen, head).battle.victory_points == [2, 0], "the leader is gone"
    plain = scored(f"blue rifleman* a 18,18\n{other}")
    men = scored(f"blue rifleman a 18,18\n{other}")
    assert plain.battle.victory_points == men.battle.victory_points


@proves("warband.leader-scenario")
def test_a_leaders_removal_pays_once_and_only_where_the_scenario_says_so():
    for scenario, card, points in (
        ("cut-off-the-head", "rifleman*", [5, 0]),
        ("cut-off-the-head", "rifleman", [0, 0]),
        ("gather-intelligence", "rifleman*", [0, 0]),
    ):
        battle = battle_at(f"scenario {scenario}\nblue marksman a 10,10\nred {card} r 19,10\nred rifleman s 30,30")
        battle.scenario.on_removed(battle, battle["r"])
        assert battle.victory_points == points
        battle.scenario.on_removed(battle, battle["r"])
        assert battle.victory_points == points, "once in a game, though it returned and fell again"


@proves("warband.leader-scenario")
@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_leader_beyond_the_middle_scores_for_either_side_and_nobody_without_one(side: str):
    """Blue comes from the south and red from the north: each leader stands in the other's half."""
    places = {"blue": "5,30", "red": "30,5"}
    for card, state, points in (
        ("rifleman*", "activated", 3),
        ("rifleman", "activated", 0),
        ("rifleman*", "removed", 0),
    ):
        other = "red" if side == "blue" else "blue"
        game = at(
            f"scenario cut-off-the-head\n{side} {card} a {places[side]} {state}\n{side} rifleman b 18,{8 if side == 'blue' else 28} activated\n"
            f"{other} rifleman r 33,{33 if side == 'blue' else 3} activated\nround 6\nfinished blue red\nstep end phase"
        )
        assert game.battle.victory_points == ([points, 0] if side == "blue" else [0, points])
    plain = at(
        "scenario gather-intelligence\nblue rifleman* a 5,30 activated\nred rifleman r 33,33 activated\n"
        "round 6\nrounds 6\nfinished blue red\nstep end phase"
    )
    assert plain.battle.victory_points == [0, 0]


@proves("warband.leader-scenario")
@pytest.mark.parametrize(("scenario", "points"), [("cut-off-the-head", 5), ("gather-intelligence", 0)])
def test_a_bounty_is_paid_only_where_the_scenario_sets_one(scenario: str, points: int):
    game = at(f"""
        scenario {scenario}
        blue marksman a 10,10
        red  rifleman* t 19,10
        red  rifleman u 30,30
        active a
    """)
    game.play("attack", "long-rifle>t", dice="hit 5 / armor 1 / recovery 1")
    assert not game["t"].in_play
    assert game.battle.victory_points == [points, 0]
