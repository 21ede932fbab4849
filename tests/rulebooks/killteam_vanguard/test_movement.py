"""Movement: paths, engagement, charging, disengaging attacks, being knocked down, climbing, dropping, falling; terrain."""

from __future__ import annotations

import math

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at
from vanguard.core.questions import Place
from vanguard.core.refusals import Refused
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.killteam_vanguard.engagements import engaged, engages
from vanguard.rulebooks.killteam_vanguard.profiles import BASE_RADIUS, NO_REACH, half_height
from vanguard.rulebooks.killteam_vanguard.travelling import fall_hits
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


def walker(speed_card: str = "necron-warrior", more: str = "", where: str = "10,10") -> Position:
    """A model about to place its walk."""
    game = at(f"""
        blue {speed_card} w {where}
        red  necron-warrior far 33,33
        {more}
        active w
    """)
    return game.play("walk")


def refused(game: Position, *points: tuple[float, float]) -> str:
    with pytest.raises(Refused) as refusal:
        game.game.answer([list(point) for point in points])
    return str(refusal.value)


def price(game: Position, *points: tuple[float, float]) -> float:
    question = game.game.question
    assert isinstance(question, Place)
    shown = question.preview([list(point) for point in points])
    return float(shown["cost"])


def legal(game: Position, *points: tuple[float, float]) -> bool:
    question = game.game.question
    assert isinstance(question, Place)
    return bool(question.preview([list(point) for point in points])["legal"])


# -- paths ------------------------------------------------------------------------------------------------------------------


@proves("move.path-measured", "action.walk", "stat.speed")
def test_the_length_of_the_path_actually_taken_is_what_counts():
    game = walker()
    assert "allowance" in refused(game, (10, 12), (12.5, 12))
    game.play([[10, 12], [12, 12]])
    assert (game["w"].x, game["w"].y) == (12, 12)


@proves("action.run")
def test_a_run_goes_up_to_twice_the_speed():
    game = at("""
        blue necron-warrior w 10,10
        red  necron-warrior far 33,33
        active w
    """)
    game.play("run")
    assert "allowance" in refused(game, (18.1, 10))
    game.play([[18, 10]])
    assert game["w"].x == 18


@proves("move.not-through-models")
@pytest.mark.parametrize(
    "blocker", ["blue necron-warrior b 12,10", "red necron-warrior b 12,10", "red necron-warrior b 12,10 down"]
)
def test_no_model_moves_through_another_friend_or_foe_standing_or_down(blocker: str):
    game = walker(more=blocker)
    assert not legal(game, (13, 10), (14, 10))
    assert legal(game, (10.74, 10))


@proves("move.not-through-models")
def test_bases_may_touch_but_not_overlap_at_the_end():
    game = walker(more="red necron-warrior b 12,10")
    assert "b is in the way [move.not-through-models]" in refused(game, (10.8, 10))
    game.play([[10.74, 10]])
    assert game["w"].x == 10.74


@proves("move.table-edge")
def test_the_whole_base_stays_on_the_table():
    game = walker(where="2,10")
    assert "leave the table" in refused(game, (0.5, 10))
    game.play([[0.63, 10]])
    assert game["w"].x == 0.63


@proves("move.into-contact-without-charge")
def test_a_walk_may_end_in_contact_and_be_followed_by_a_plain_melee_attack():
    game = at("""
        blue flayed-one w 10,10
        red  necron-warrior t 14,10
        active w
    """)
    game.play("walk", [[12.74, 10]], "attack", "flayer-claws>t", "decline", dice="hit 3 1 1 / armor 6")
    assert game.modifiers("Hit roll") == {}


@proves("measure.base-to-base")
def test_two_bases_of_radius_half_an_inch_with_centers_six_apart_are_five_inches_apart():
    from vanguard.geometry.measuring import gap

    assert gap(Base("a", 0, 0, 0.5), Base("b", 6, 0, 0.5)) == pytest.approx(5.0)


@proves("base.shape-and-size")
def test_every_base_is_a_disc_of_the_listed_sizes():
    assert BASE_RADIUS == {25: 0.492, 32: 0.630, 40: 0.787, 50: 0.984, 60: 1.181}
    for diameter, radius in BASE_RADIUS.items():
        assert radius == pytest.approx(diameter / 25.4 / 2, abs=0.001)


# -- engagement -----------------------------------------------------------------------------------------------------------------


def pair(one: str, other: str, gap: float, states: str = "", more: str = "") -> Position:
    game = at(f"""
        blue {one} a 10,10
        red  {other} b 10,20 {states}
        {more}
        cp 0 0
    """)
    game["b"].x, game["b"].y = round(10 + game["a"].radius + game["b"].radius + gap, 3), 10.0
    return Position(game.battle.copy())


@proves("engage.range", "engage.condition", "engage.mutual")
@pytest.mark.parametrize(("gap", "locked"), [(1.5, True), (2.0, True), (2.02, False)])
def test_the_longer_reach_of_the_two_decides_and_engagement_is_mutual(gap: float, locked: bool):
    """Spear (2) and knife (0) at a gap of 1.5: both are engaged."""
    game = pair("choir-zealot+hooked-spear", "ash-gunner", gap)
    assert game["a"].reach == 2.0
    assert engaged(game.battle, game["a"]) is locked
    assert engaged(game.battle, game["b"]) is locked


@proves("engage.mutual")
def test_only_the_spear_can_strike_across_the_gap():
    game = pair("choir-zealot+hooked-spear", "ash-gunner", 1.5)
    game.play("activate a", "attack")
    assert game.options == ["hooked-spear>b"]


@proves("engage.range")
def test_a_model_without_melee_attack_has_no_range_of_its_own_but_is_engaged_by_others():
    unarmed = 'card unarmed SP5: Pistol [RANGED] (12", 1D6, 4+, AP0, D1)'
    game = at(f"{unarmed}\nblue choir-zealot+hooked-spear a 10,10\nred unarmed b 12.7,10\ncp 0 0")
    assert game["b"].reach == NO_REACH
    assert engages(game.battle, game["a"], game["b"])
    assert engages(game.battle, game["b"], game["a"])


@proves("engage.condition", "los.uses")
def test_a_wall_between_two_models_in_contact_prevents_engagement():
    game = pair("necron-warrior", "necron-warrior", 0.0, more="piece wall 3  10.63,5 10.63,15")
    assert not engaged(game.battle, game["a"])


@proves("engage.never-friends")
def test_friends_are_never_engaged_with_each_other():
    game = at("""
        blue flayed-one a 10,10
        blue flayed-one b 11.26,10
        red  necron-warrior far 30,30
    """)
    assert not engages(game.battle, game["a"], game["b"])
    assert not engaged(game.battle, game["a"])


@proves("engage.continuous", "knockdown.does-not-engage")
def test_engagement_follows_positions_and_states_at_once():
    game = pair("flayed-one", "necron-warrior", 0.0)
    assert engaged(game.battle, game["a"])
    game.battle["b"].knocked_down = True
    assert not engaged(game.battle, game["a"])


@proves("engage.no-charge", "charge.not-engaged")
def test_an_engaged_model_may_not_charge():
    game = pair("flayed-one", "necron-warrior", 0.0, more="red necron-warrior c 20,20")
    game.play("activate a")
    assert "may not charge" in game.why_not("charge")


# -- knocked down -----------------------------------------------------------------------------------------------------------------


@proves("knockdown.does-not-engage", "knockdown.can-be-engaged")
def test_engagement_with_a_knocked_down_model_is_one_way():
    """The standing model is free to shoot others, charge, be shot and leave; the one down is engaged and not shot at."""
    game = pair("rifleman", "necron-warrior", 0.0, states="down", more="red necron-warrior c 20,20")
    assert not engaged(game.battle, game["a"])
    assert engaged(game.battle, game["b"])
    game.play("activate a")
    assert "charge" in game.options
    game.play("attack")
    assert "halden-rifle>c" in game.options
    assert "bayonet>b" in game.options
    assert "engaged" in game.why_not("halden-rifle>b")


@proves("knockdown.can-be-engaged")
def test_two_knocked_down_models_do_not_engage_each_other():
    game = at("""
        blue rifleman a 10,10 down
        red  rifleman b 10.984,10 down
        red  rifleman c 30,30
    """)
    assert not engaged(game.battle, game["a"])
    assert not engaged(game.battle, game["b"])


@proves("knockdown.must-stand", "knockdown.counter", "action.stand-up")
def test_a_knocked_down_model_must_stand_up_first_when_it_activates():
    game = at("""
        blue rifleman a 10,10 down
        red  rifleman b 30,30
    """)
    game.play("activate a")
    assert game.options == ["stand-up"]
    assert "must stand up" in game.why_not("done")
    game.play("stand-up")
    assert game["a"].standing
    assert "walk" in game.options
    assert "stand-up" not in game.options


@proves("knockdown.no-attacks")
def test_a_knocked_down_model_cannot_attack():
    game = at("""
        blue rifleman a 10,10 down
        red  rifleman b 20,10
    """)
    game.play("activate a")
    assert "stand up first" in game.why_not("attack")


@proves("knockdown.half-height", "counters.several-per-model")
@pytest.mark.parametrize(("height", "down"), [(1.5, 0.5), (2.0, 1.0), (2.5, 1.0), (0.5, 0.5), (1.0, 0.5)])
def test_a_knocked_down_body_has_half_its_height_rounded_down_to_half_inches(height: float, down: float):
    assert half_height(height) == down


@proves("knockdown.half-height", "los.body-only", "los.all-round")
def test_a_low_wall_hides_a_knocked_down_model_that_it_does_not_hide_standing():
    standing = at("""
        blue rifleman a 10,10
        red  rifleman b 20,10
        piece obstacle 1  19.4,5 19.4,15
        active a
    """)
    assert "attack" in standing.options
    down = at("""
        blue rifleman a 10,10
        red  rifleman b 20,10 down
        piece obstacle 1.5  19.4,5 19.4,15
        active a
    """)
    assert "attack" not in down.options


# -- charging ---------------------------------------------------------------------------------------------------------------------


@proves("action.charge", "charge.target-in-los", "charge.move", "charge.attack", "melee.modifier.charge")
def test_a_charge_names_a_visible_enemy_moves_speed_plus_three_and_strikes_it_with_a_bonus():
    game = at("""
        blue flayed-one w 10,10
        red  necron-warrior t 19,10
        red  necron-warrior hidden 10,30
        piece blocking 4  5,20 15,22
        active w
    """)
    game.play("charge")
    assert game.options == ["t"]
    assert "line of sight" in game.why_not("hidden")
    game.play("t")
    assert "allowance" in refused(game, (18.1, 12))
    game.play([[17.74, 10]], "flayer-claws", "hit", "decline", dice="hit 2 1 1 / armor 6")
    assert game.modifiers("Hit roll") == {"charge": 1}


@proves("charge.target-in-los", "charge.move")
def test_a_charge_may_name_an_engaged_or_distant_target_and_may_be_of_no_length():
    game = at("""
        blue flayed-one w 10,10
        blue flayed-one v 25,25
        red  necron-warrior t 26.26,25
        active w
    """)
    game.play("charge", "t", [[10, 10]])
    assert game["w"].x == 10
    assert "charge" not in game.options


@proves("charge.attack.none-if-not-engaging", "fatigue.action.no-repeat")
def test_a_charge_that_ends_engaging_only_somebody_else_gets_no_free_attack_but_may_attack_for_fatigue():
    game = at("""
        blue flayed-one w 10,10
        red  necron-warrior t 30,10
        red  necron-warrior u 16,10
        active w
    """)
    game.play("charge", "t", [[14.74, 10]])
    assert game.prompt == "What does w do?"
    game.play("attack", "flayer-claws>u", "decline", dice="hit 3 1 1 / armor 6")
    assert game.modifiers("Hit roll") == {}
    assert game["w"].fatigued


@proves("charge.attack", "knockdown.can-be-engaged")
def test_a_knocked_down_charge_target_in_reach_counts_as_engaged():
    game = at("""
        blue flayed-one w 10,10
        red  necron-warrior t 14,10 down
        active w
    """)
    game.play("charge", "t", [[12.74, 10]], "flayer-claws", "ap", dice="hit 1 1 1")
    assert game.modifiers("Hit roll") == {"target knocked down": 1}


@proves("charge.attack.counts-as-attack", "free-action.no-repeat", "activation.no-repeat")
def test_a_ranged_attack_before_cancels_the_charge_attack_and_the_charge_attack_a_later_attack():
    before = at("""
        blue choir-zealot w 10,10
        red  necron-warrior t 16,10
        active w
    """)
    before.play("attack", "slug-pistol>t", "charge", "t", [[14.878, 10]], dice="hit 1")
    assert before.decider == 1
    after = at("""
        blue choir-zealot w 10,10
        red  necron-warrior t 16,10
        active w
    """)
    after.play("charge", "t", [[14.878, 10]], "cudgel", "hit", "decline", dice="hit 1 1")
    assert "already" in after.why_not("attack")


@proves("charge.attack")
def test_the_charge_attack_may_be_declined():
    game = at("""
        blue flayed-one w 10,10
        red  necron-warrior t 14,10
        active w
    """)
    game.play("charge", "t", [[12.74, 10]], "decline")
    assert "attack" in game.options


@proves("melee.charge-no-split")
def test_a_charge_attack_is_never_split():
    game = at("""
        blue flayed-one w 10,10
        red  necron-warrior t 14,10
        red  necron-warrior u 12.74,11.26
        active w
    """)
    game.play("charge", "t", [[12.74, 10]], "flayer-claws", "hit", "decline", dice="hit 1 1 1")
    assert len(game.dice("Hit roll").faces) == 3


@proves("melee.modifier.charge-plus-focus", "melee.modifier.focus")
def test_focus_taken_before_a_charge_adds_its_own_bonus_to_the_charge_bonus():
    game = at("""
        blue flayed-one w 10,10
        red  necron-warrior t 14,10
        active w
    """)
    game.play("focus", "charge", "t", [[12.74, 10]], "flayer-claws", "ap", "ap", "decline", dice="hit 3 1 1 / armor 6")
    assert game.modifiers("Armor roll") == {"AP1": -1, "charge": -1, "focus": -1}
    assert game["w"].fatigued


# -- disengaging --------------------------------------------------------------------------------------------------------------------


@proves(
    "engage.leaving-provokes", "disengage.provokes", "disengage.attack", "melee.modifier.disengaging", "disengage.point"
)
def test_leaving_an_enemys_engagement_range_provokes_an_attack_at_the_last_point_in_range():
    """The spearman attacks when the gap is exactly 2.0 on the way out."""
    game = pair("ash-gunner", "choir-zealot+hooked-spear", 0.0)
    game["a"].x, game["b"].x = 10.0, 10.984
    game = Position(game.battle.copy())
    game.play("activate a", "walk", [[6, 10]])
    assert game.decider == 1
    assert game.options == ["decline", "hooked-spear"]
    gap = game["b"].x - game["a"].x - 2 * 0.492
    assert gap == pytest.approx(2.0, abs=0.002)
    game.play("hooked-spear", dice="hit 3 / armor 6")
    assert game.modifiers("Hit roll") == {"disengaging attack": 1}
    assert game.modifiers("Armor roll") == {"disengaging attack": -1}
    assert (game["a"].x, game["a"].y) == (6, 10)


@proves("disengage.attack")
def test_at_the_leaving_point_a_shorter_knife_does_not_reach():
    game = pair("ash-gunner", "choir-zealot+hooked-spear", 0.0)
    game.play("activate a", "walk", [[6, 10]])
    assert "cudgel" not in game.options


@proves("disengage.provokes")
def test_a_spearman_who_was_never_in_the_knifes_range_walks_away_freely():
    game = pair("choir-zealot+hooked-spear", "ash-gunner", 1.5)
    game.play("activate a", "walk", [[6, 10]])
    assert game["a"].x == 6
    assert not any(event.key == "disengaging hit roll" for event in game.game.events)


@proves("disengage.within-range-free")
def test_moving_about_within_the_enemys_range_provokes_nothing():
    game = pair("ash-gunner", "choir-zealot+hooked-spear", 0.5)
    game.play("activate a", "walk", [[10, 11]])
    assert game["a"].y == 11


@proves("disengage.provokes")
def test_entering_and_leaving_a_range_within_one_move_provokes_and_twice_provokes_twice():
    game = at("""
        blue howler w 10,10
        red  choir-zealot+hooked-spear s 14,12.5
        red  rifleman far 33,33
        active w
    """)
    game.play("run", [[19, 10]], "decline")
    assert game["w"].x == 19
    twice = at("""
        blue howler w 11,9
        red  choir-zealot+hooked-spear s 14,12.5
        red  rifleman far 33,33
        active w
    """)
    twice.play("run", [[14, 9.9], [14, 9.0], [14, 9.9], [14, 9.0]], "decline", "decline")
    assert twice["w"].y == 9.0


@proves("disengage.order")
def test_several_disengaging_attacks_come_in_the_order_the_ranges_are_left():
    game = at("""
        blue rifleman w 10,10
        red  choir-zealot+hooked-spear s 12,10
        red  ash-gunner k 10,10.984
        active w
    """)
    game.play("walk", [[6, 10]])
    assert game.options == ["decline", "knife"]
    game.play("decline")
    assert game.options == ["decline", "hooked-spear"]


@proves("disengage.order")
def test_the_attacking_player_orders_attacks_at_the_same_point_and_those_left_lapse_when_the_mover_is_stopped():
    game = at("""
        blue rifleman w 10,10
        red  ash-gunner k 10.984,10
        red  ash-gunner l 10,10.984
        active w
    """)
    game.play("walk", [[8, 8]])
    assert sorted(game.options) == ["k", "l"]
    game.play("l", "knife", dice="hit 4 4 / armor 1 1 / recovery 6")
    assert game["w"].knocked_down
    assert (game["w"].x, game["w"].y) == (10, 10)
    assert game.decider == 0


@proves("disengage.stopped")
def test_a_mover_knocked_down_stays_at_that_point_and_gets_no_charge_attack():
    game = at("""
        blue flayed-one w 10,10
        red  choir-zealot+hooked-spear s 13.9,12.5
        red  necron-warrior t 19,10
        active w
    """)
    game.play("charge", "t", [[17.74, 10]], "hooked-spear", dice="hit 5 / armor 1 / recovery 4")
    assert game["w"].knocked_down
    assert 13.9 < game["w"].x < 17
    reach = math.hypot(game["w"].x - 13.9, game["w"].y - 12.5) - 0.63 - 0.492
    assert reach == pytest.approx(2.0, abs=0.002)
    assert game["t"].wounds == 1


@proves("disengage.stopped")
def test_a_mover_stopped_across_an_obstacle_is_set_back_to_the_last_spot_where_it_may_stand():
    """Its center is over the wall when the range is left; it lies down on the near side."""
    game = at("""
        blue rifleman w 10,10
        red  choir-zealot+hooked-spear s 10.984,10
        piece obstacle 1  7.9,5 7.9,15
        active w
    """)
    game.play("walk", [[7, 10]], "hooked-spear", dice="hit 5 / armor 1 / recovery 4")
    assert game["w"].knocked_down
    assert game["w"].x == pytest.approx(7.9 + 0.492, abs=0.02)


@proves("disengage.attack", "disengage.stopped")
def test_a_mover_that_only_loses_wounds_moves_on_and_fatigued_or_activated_enemies_may_strike():
    game = at("""
        blue immortal w 10,10
        red  ash-gunner k 11.122,10 fatigued activated
        active w
    """)
    game.play("walk", [[7, 10]], "knife", "decline", dice="hit 4 / armor 1")
    assert game["w"].wounds == 1
    assert game["w"].x == 7
    assert game["k"].fatigued


@proves("knockdown.no-attacks", "knockdown.does-not-engage")
def test_leaving_a_knocked_down_enemy_provokes_nothing():
    game = at("""
        blue rifleman w 10,10
        red  choir-zealot+hooked-spear s 10.984,10 down
        active w
    """)
    game.play("walk", [[6, 10]])
    assert game["w"].x == 6


@proves("retaliate.against-charge-and-disengaging", "retaliate.fatigues")
def test_a_disengaging_attack_may_be_answered_at_the_leaving_point_before_the_move_goes_on():
    game = at("""
        blue flayed-one w 10,10
        red  necron-warrior k 11.26,10
        active w
    """)
    game.play("walk", [[6, 10]], "melee-weapon", "flayer-claws", dice="hit 1 / hit 4 1 1 / armor 1 / recovery 1")
    assert game["w"].fatigued
    assert not game["k"].in_play
    assert game["w"].x == 6


@proves("retaliate.against-charge-and-disengaging")
def test_a_charge_attack_may_be_answered():
    game = at("""
        blue flayed-one w 10,10
        red  necron-warrior t 14,10
        active w
    """)
    game.play("charge", "t", [[12.74, 10]], "flayer-claws", "hit", dice="hit 1 1 1")
    assert (game.decider, "melee-weapon" in game.options) == (1, True)


# -- levels -------------------------------------------------------------------------------------------------------------------------


def beside(edge: str, height: float = 3, card: str = "howler", where: str = "10.5,11", more: str = "") -> Position:
    """A model west of a platform whose edges are all of one kind, about to run."""
    game = at(f"""
        blue {card} w {where}
        red  necron-warrior far 33,33
        piece platform {height}  12,8 18,14 {edge} {edge} {edge} {edge} {more}
        active w
    """)
    return game.play("run")


@proves("vertical.stairs")
def test_stairs_cost_nothing_extra():
    game = beside("stairs")
    assert price(game, (13, 11)) == pytest.approx(2.5)
    game.play([[13, 11]])
    assert game["w"].elevation == 3


@proves("vertical.climb")
def test_a_climb_costs_two_inches_for_each_inch_of_height():
    """A 3 inch wall costs 6 inches to climb."""
    assert price(beside("climbable"), (13, 11)) == pytest.approx(8.5)


@proves("vertical.ladder")
def test_a_ladder_costs_its_height():
    """A 3 inch ladder costs 3 inches."""
    game = beside("sheer", more="ladder west 2-4")
    assert price(game, (13, 11)) == pytest.approx(5.5)


@proves("vertical.climb", "terrain.impassable")
def test_a_sheer_face_cannot_be_climbed():
    assert "cannot be climbed" in refused(beside("sheer"), (13, 11))


@proves("vertical.must-complete")
def test_a_climb_that_cannot_be_paid_to_the_top_is_refused_and_nobody_stands_across_an_edge():
    assert "allowance" in refused(beside("climbable", card="necron-warrior"), (13, 11))
    assert "edge" in refused(beside("stairs"), (12.2, 11))


@proves("vertical.knocked-down-on-climb", "disengage.provokes")
def test_changing_level_out_of_a_range_provokes_on_the_level_that_is_left():
    """Jumping off a ledge within a Walk provokes; knocked down, the step does not happen."""
    game = at("""
        blue rifleman w 13,11,2
        red  choir-zealot+hooked-spear s 13,12.2,2
        piece platform 2  12,8 18,14 sheer sheer sheer sheer
        active w
    """)
    game.play("walk", [[10.9, 11]], "hooked-spear", dice="hit 3 / armor 1 / recovery 4")
    assert game["w"].knocked_down
    assert game["w"].elevation == 2
    assert game["w"].x > 12


@proves("drop.safe")
def test_a_drop_of_two_inches_is_free_and_harmless():
    game = at("""
        blue rifleman w 13,11,2
        red  necron-warrior far 33,33
        piece platform 2  12,8 18,14 sheer sheer sheer sheer
        active w
    """)
    game.play("walk")
    assert price(game, (11, 11)) == pytest.approx(2.0)
    game.play([[11, 11]])
    assert (game["w"].elevation, game["w"].wounds) == (0, 1)


@pytest.mark.parametrize(("height", "hits"), [(2.0, 0), (2.9, 0), (3.0, 1), (4.5, 2), (4.0, 2), (5.0, 3)])
@proves("drop.fall-hits")
def test_a_fall_makes_as_many_hits_as_it_is_higher_than_two_rounded_down(height: float, hits: int):
    """4.5 inches: 2 hits at AP2. 3.0: 1 at AP1. 2.9: none."""
    assert fall_hits(height) == hits


FALL = """
        blue {card} w 13,11,4.5 {states}
        red  necron-warrior far 33,33
        piece platform 4.5  12,8 18,14 sheer sheer sheer sheer
        cp {cp} 0
        active w
"""


@proves("drop.fall-hits", "drop.fall-armor", "drop.fall-knockdown", "drop.landing", "outside-combat.hits")
def test_a_model_wounded_by_its_fall_is_knocked_down_where_it_landed_and_its_action_ends():
    game = at(FALL.format(card="immortal", states="", cp=0))
    game.play("walk", [[10, 11]], dice="armor 6 1 1")
    assert game.modifiers("Armor roll") == {"AP2": -2}
    model = game["w"]
    assert (model.knocked_down, model.fatigued, model.wounds, model.elevation) == (True, False, 1, 0)
    assert model.x == pytest.approx(12 - 0.63, abs=0.02)


@proves("drop.fall-knockdown", "drop.landing")
def test_a_model_knocked_down_by_its_fall_does_not_lie_on_an_obstacle_under_the_edge():
    """It lands at 11.37,11, over an obstacle that it was about to cross: it is set on the nearest spot that is free."""
    drawn = FALL.format(card="immortal", states="", cp=0).replace("13,11,4.5", "12.4,11,4.5")
    game = at(drawn + "        piece obstacle 1  11.2,8 11.2,14\n")
    game.play("walk", [[10.5, 11]], dice="armor 6 1 1")
    fallen = game["w"]
    assert (fallen.knocked_down, fallen.elevation) == (True, 0)
    assert fallen.x == pytest.approx(11.2 - 0.63, abs=0.02)


@proves("drop.fall-knockdown", "drop.fall-armor")
def test_a_model_unhurt_by_its_fall_goes_on_and_may_buy_rerolls_of_its_armor():
    game = at(FALL.format(card="immortal", states="", cp=1))
    game.play("walk", [[10, 11]], "die-1", dice="armor 1 6 1 / armor-reroll 6")
    assert game["w"].standing
    assert game["w"].x == 10


@proves("drop.fall-knockdown", "outside-combat.recovery")
def test_a_model_felled_by_its_fall_recovers_as_usual_and_is_then_fatigued_too():
    game = at(FALL.format(card="rifleman", states="", cp=0))
    game.play("walk", [[10, 11]], dice="armor 1 1 / recovery 5")
    assert game.modifiers("Recovery roll") == {"excess wounds": -1}
    assert (game["w"].knocked_down, game["w"].fatigued) == (True, True)


@proves("drop.safe", "drop.fall-hits")
def test_where_the_path_climbs_down_three_inches_the_owner_may_rather_drop():
    game = at("""
        blue howler w 13,11,3
        red  necron-warrior far 33,33
        piece platform 3  12,8 18,14 climbable climbable climbable climbable
        active w
    """)
    game.play("run", [[10, 11]])
    assert game.options == ["climb", "drop"]
    game.play("drop", dice="armor 6")
    assert game["w"].x == 10


@proves("drop.fall-hits", "move.path-measured")
def test_a_fall_that_is_only_too_long_is_refused_with_its_length():
    """SP 5, 1 inch from the edge of 4.5 inches: however deep it falls, 5.1 is more than 5."""
    game = at(FALL.format(card="rifleman", states="", cp=0))
    assert game["w"].profile.speed == 5
    game.play("walk")
    assert refused(game, (7.9, 11)) == 'w: the move costs 5.1", the allowance is 5" [move.path-measured]'
    assert legal(game, (8, 11))


@proves("terrain.obstacle.tall", "drop.fall-hits")
def test_a_tall_obstacle_that_is_too_dear_is_refused_with_the_cheaper_way_down():
    """A 4 inch wall costs 8 up; then a drop of 4 for nothing, or 8 down: 3.7 inches to go cost 11.7 of 10, not 19.7."""
    game = at("""
        blue rifleman w 8,10
        red  necron-warrior far 33,33
        piece obstacle 4  11,0 11,36
        active w
    """)
    game.play("run")
    assert refused(game, (11.7, 10)) == 'w: the move costs 11.7", the allowance is 10" [move.path-measured]'


@proves("drop.fall-hits", "terrain.obstacle.tall")
def test_the_preview_of_a_path_tells_every_fall_on_it_from_a_platform_and_from_a_wall():
    ledge = at(FALL.format(card="rifleman", states="", cp=0))
    ledge.play("walk")
    wall = at("""
        blue howler w 10,10
        red  necron-warrior far 33,33
        piece obstacle 3  11,0 11,36
        active w
    """)
    wall.play("run")
    told = [game.game.question.preview([place])["provokes"] for game, place in ((ledge, [10, 11]), (wall, [11.7, 10]))]
    assert [entry["text"] for entries in told for entry in entries] == [
        "falls 4.5 inches: 2 hits at AP2",
        "falls 3 inches: 1 hit at AP1",
    ]


@proves("drop.landing")
def test_a_drop_onto_an_occupied_spot_is_refused():
    game = at("""
        blue rifleman w 13,11,2
        red  rifleman r 11.4,11
        piece platform 2  12,8 18,14 sheer sheer sheer sheer
        active w
    """)
    game.play("walk")
    assert not legal(game, (12.2, 11), (11.5, 11))
    assert not legal(game, (13, 10.9), (10.4, 11))


# -- terrain ------------------------------------------------------------------------------------------------------------------------


@proves("terrain.open")
def test_open_ground_costs_its_length():
    assert price(walker(), (13, 10)) == pytest.approx(3.0)


@proves("terrain.obstacle.cross")
def test_crossing_a_low_obstacle_costs_two_inches_whatever_its_height():
    """1 inch from center to the wall, radius 0.5: 1.5 to stand clear + 2 = 3.5."""
    for height in ("0.5", "1", "2"):
        game = walker("rifleman", more=f"piece obstacle {height}  11,5 11,15")
        assert price(game, (11.5, 10)) == pytest.approx(3.5)


@proves("terrain.obstacle.cross")
def test_no_move_ends_across_an_obstacle_and_one_that_cannot_pay_to_get_clear_is_refused():
    game = walker(more="piece obstacle 1  11,5 11,15")
    assert "end across" in refused(game, (11.3, 10))
    slow = walker(where="8.9,10", more="piece obstacle 1  11,5 11,15")
    assert not legal(slow, (11.7, 10))


@proves("terrain.obstacle.tall")
def test_a_tall_obstacle_is_climbed_up_and_over_or_dropped_from():
    """3 inch wall: 6 up, then a drop of 3 (1 hit at AP1) or 6 down."""
    game = at("""
        blue howler w 10,10
        red  necron-warrior far 33,33
        piece obstacle 3  11,0 11,36
        active w
    """)
    game.play("run")
    assert price(game, (11.7, 10)) == pytest.approx(1.7 + 6)
    game.play([[11.7, 10]], dice="armor 6")
    assert game.modifiers("Armor roll") == {"AP1": -1}
    climbing = at("""
        blue howler w 10.3,10
        red  necron-warrior far 33,33
        piece obstacle 2.5  11,0 11,36
        active w
    """)
    climbing.play("run")
    assert price(climbing, (11.7, 10)) == pytest.approx(1.4 + 5)


@proves("terrain.window")
def test_a_window_is_crossed_for_two_inches_and_seen_through_above_the_sill_by_whoever_touches_it():
    game = walker("rifleman", more="piece wall 3  11,5 11,15 window 4-6")
    assert price(game, (11.5, 10)) == pytest.approx(3.5)
    assert "wall" in refused(walker("rifleman", more="piece wall 3  11,5 11,15"), (11.5, 10))
    near = at("""
        blue rifleman a 10,10
        red  rifleman t 18.508,10
        piece wall 3  18,5 18,15 window 4-6
        active a
    """)
    near["t"].x = 18.492
    near = Position(near.battle.copy())
    near.play("attack", "halden-rifle>t", dice="hit 6 1 1 / armor 4")
    assert near.modifiers("Armor roll") == {"cover": 1}
    far = at("""
        blue rifleman a 10,10
        red  rifleman t 20,10
        piece wall 3  18,5 18,15 window 4-6
        active a
    """)
    assert "attack" not in far.options


@proves("terrain.difficult")
def test_each_inch_of_difficult_ground_counts_double():
    """5 available, 1 in the open first: 2 inches of woods. 3 inches through woods use 6."""
    game = walker("rifleman", more="piece woods 3  11,5 20,15")
    assert price(game, (13, 10)) == pytest.approx(5.0)
    assert not legal(game, (13.1, 10))
    inside = walker("scout", where="12,10", more="piece marsh 0  11,5 20,15")
    assert price(inside, (15, 10)) == pytest.approx(6.0)


@proves("terrain.difficult.boundary")
def test_a_base_may_stand_anywhere_in_or_across_the_border_of_difficult_ground():
    game = walker("rifleman", more="piece woods 3  11,5 20,15")
    assert legal(game, (11, 10))
    assert legal(game, (10.7, 10))


@proves("terrain.impassable", "terrain.agree-types")
@pytest.mark.parametrize("kind", ["blocking 4", "pool 0"])
def test_no_base_moves_into_or_overlaps_impassable_terrain(kind: str):
    game = walker("rifleman", more=f"piece {kind}  11,5 13,15")
    assert not legal(game, (10.6, 10))
    assert legal(game, (10.5, 10))
    assert not legal(game, (13.6, 10), (14, 10))


@proves("terrain.agree-types")
def test_blocking_terrain_also_blocks_sight_and_a_pool_does_not():
    for kind, seen in (("blocking 4", False), ("pool 0", True)):
        game = at(f"""
            blue rifleman a 10,10
            red  rifleman t 20,10
            piece {kind}  14,5 16,15
            active a
        """)
        assert ("attack" in game.options) is seen


@proves("move.path-measured")
def test_a_single_point_means_the_cheapest_way_there():
    game = walker("scout", more="piece blocking 4  11,9 12,10.5")
    game.play([[13, 10]])
    assert game["w"].x == 13
    assert any("walks" in line for line in game.log)


@pytest.mark.parametrize("given", [[[float("nan"), 3]], [["a", 3]], [], [[1e9, 2]], [[10]], "walk"])
@proves("move.path-measured")
def test_a_path_that_is_no_list_of_points_on_the_table_is_refused_and_changes_nothing(given: object):
    game = walker()
    before = game.game.digest
    with pytest.raises(Refused):
        game.game.answer(given)
    assert game.game.digest == before


@proves("disengage.stopped")
def test_that_a_mover_is_stopped_is_told_where_and_not_of_one_that_is_removed():
    """It leaves the spear's reach at a crooked place."""
    text = """
        blue flayed-one w 10,10
        red  choir-zealot+hooked-spear s 13.9,12.5
        red  necron-warrior t 19.3,11.7
        active w
    """
    game = at(text)
    game.play("charge", "t", [[17.8, 11.3]], "hooked-spear", dice="hit 5 / armor 1 / recovery 4")
    assert game["w"].knocked_down
    [told] = game.events("stopped")
    assert told.about == ("w",)
    gone = at(text)
    gone.play("charge", "t", [[17.8, 11.3]], "hooked-spear", dice="hit 5 / armor 1 / recovery 1")
    assert not gone["w"].in_play
    assert not gone.events("stopped")


@proves("disengage.attack")
def test_who_lets_the_mover_go_does_not_strike_and_who_strikes_rolls():
    text = """
        blue rifleman w 10,10
        red  ash-gunner k 10.984,10
        active w
    """
    spared = at(text).play("walk", [[6, 10]], "decline")
    assert not spared.events("disengaging hit roll")
    assert spared["w"].x == 6
    struck = at(text).play("walk", [[6, 10]], "knife", "decline", dice="hit 1")
    assert len(struck.events("disengaging hit roll")) == 1
    assert struck["w"].x == 6
