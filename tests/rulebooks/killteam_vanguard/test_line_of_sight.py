"""Line of sight: all round, any part to any part, bodies only, obscured from the best viewpoint."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.rulebooks.killteam_vanguard.positions import at
from vanguard.rulebooks.killteam_vanguard.line_of_sight import IN_COVER, IN_THE_OPEN, OBSCURED, exposure, sees
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


@proves("los.all-round")
@given(angle=st.floats(0, 6.283))
def test_models_see_in_every_direction(angle: float):
    from math import cos, sin

    game = at(f"""
        blue rifleman a 18,18
        red  rifleman t {18 + 8 * cos(angle):.3f},{18 + 8 * sin(angle):.3f}
    """)
    assert sees(game.battle, game["a"], game["t"])


@proves("los.any-part")
def test_a_head_above_a_wall_is_enough_to_be_seen():
    game = at("""
        blue rifleman a 10,18
        red  rifleman t 20,18
        piece wall 1.4  15,10 15,26
    """)
    assert sees(game.battle, game["a"], game["t"])
    high = at("""
        blue rifleman a 10,18
        red  rifleman t 20,18
        piece wall 1.5  15,10 15,26
    """)
    assert not sees(high.battle, high["a"], high["t"])


@proves("los.body-only")
def test_the_rim_of_a_base_that_shows_past_a_corner_is_not_the_body():
    """The body is three quarters of the base: with only the outer rim past the corner there is no sight."""
    text = """
        blue rifleman a 10,18
        red  rifleman t 20,{y}
        piece wall 3  15,10 15,{end}
        piece wall 3  19.3,10 19.3,{end}
    """
    rim = at(text.format(y=18, end=18.4))
    assert not sees(rim.battle, rim["a"], rim["t"])
    body = at(text.format(y=18, end=18.3))
    assert sees(body.battle, body["a"], body["t"])


@proves("los.obscured", "ranged.modifier.obscured")
def test_obscured_is_judged_from_the_best_viewpoint():
    """A wall end that hides part of the target from one shoulder but nothing from the other does not obscure."""
    clear = at("""
        blue slag-brute a 10,18
        red  rifleman t 20,18
        piece wall 3  12,10 12,17.8
    """)
    assert exposure(clear.battle, clear["a"], clear["t"]) == IN_THE_OPEN
    partly = at("""
        blue rifleman a 10,18
        red  rifleman t 20,18
        piece wall 3  19,10 19,17.8
    """)
    assert exposure(partly.battle, partly["a"], partly["t"]) == OBSCURED


@proves("los.models-hide", "gather.counters-static")
def test_a_big_model_hides_a_small_one_behind_it_and_objective_counters_hide_nothing():
    hidden = at("""
        blue scarab-swarm a 10,18
        blue slag-brute s 14,18
        red  scarab-swarm t 18,18
    """)
    assert not sees(hidden.battle, hidden["a"], hidden["t"])
    counter = at("""
        blue scarab-swarm a 10,18
        red  scarab-swarm t 26,18
    """)
    assert exposure(counter.battle, counter["a"], counter["t"]) == IN_THE_OPEN


@proves("terrain.obstacle.cover", "ranged.modifier.cover")
def test_cover_is_obscured_by_an_obstacle_that_the_base_touches():
    game = at("""
        blue rifleman a 10,18
        red  rifleman t 20,18
        piece obstacle 1  19.508,15 19.508,21
    """)
    assert exposure(game.battle, game["a"], game["t"]) == IN_COVER
    assert exposure(game.battle, game["t"], game["a"]) == IN_THE_OPEN


@proves("los.obscured")
def test_more_than_an_inch_of_woods_hides_but_does_not_block():
    game = at("""
        blue rifleman a 10,18
        red  rifleman t 20,18
        piece woods 3  14,10 16,26
    """)
    assert sees(game.battle, game["a"], game["t"])
    assert exposure(game.battle, game["a"], game["t"]) == OBSCURED
    thin = at("""
        blue rifleman a 10,18
        red  rifleman t 20,18
        piece woods 3  14,10 14.9,26
    """)
    assert exposure(thin.battle, thin["a"], thin["t"]) == IN_THE_OPEN


@proves("engage.condition")
def test_sight_is_looked_up_anew_after_a_move():
    game = at("""
        blue rifleman a 10,10
        red  rifleman t 20,10
        piece blocking 4  14,8 16,12
        active a
    """)
    assert "attack" not in game.options
    game.play("walk", [[10, 14]])
    assert "attack" in game.options
