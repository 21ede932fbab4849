"""Moves: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from tests.rulebooks.killteam_lite.situations.sketches import GANTRY, moved, not_moved
from tests.rulebooks.killteam_lite.test_abilities_and_ploys import with_ploy
from vanguard.core.refusals import Refused
from vanguard.rulebooks.killteam_lite.state import STRATEGY
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


@proves("engagement.definition", "normal-move.not-while-engaged")
def test_engagement_range_is_measured_aslant_to_somebody_on_a_step() -> None:
    """0.6" across and 0.8" up is 1" exactly; 0.62" across is more."""
    drawn = "blue Man a {},11 Engage\nred Man b 10.5,11,0.8 Engage\nlevel 10,8,14,14 top=0.8"
    assert "[normal-move.not-while-engaged]" in at(drawn.format(8.9), active="a").why_not("normal-move")
    assert at(drawn.format(8.88), active="a").why_not("normal-move") == ""


@proves("engagement.mutual", "fight.only-while-engaged", "visible.not-mutual")
def test_who_sees_nobody_may_fight_whoever_sees_it() -> None:
    """A tall operative looks over the wall at a small one beside it: both are engaged, and the small one may fight."""
    drawn = "blue Man a 4,11 Engage height=1.2\nred Man b 5.4,11 Engage height=4\nwall 4.6,9,4.8,13 top=1.8"
    table = at(drawn, active="a")
    assert table.why_not("fight") == ""


@proves("normal-move.avoids-engagement", "engagement.needs-visibility")
def test_a_path_behind_a_wall_passes_an_enemy_it_would_engage_in_the_open() -> None:
    """0.6" from the enemy, but a wall hides both; beyond its end the same distance is refused."""
    drawn = "blue Man a 4,11 Engage\nred Man b 7,12.6 Engage\nwall 3,11.6,{},11.8"
    assert moved(drawn.format(12), "normal-move", [[4, 11], [10, 11]])["a"].base.x == 10
    not_moved(drawn.format(6.4), "normal-move", [[4, 11], [10, 11]], "normal-move.avoids-engagement")


@proves("charge.distance", "damage.injured-move")
def test_frenzy_helps_the_injured_too() -> None:
    """M 6 less 2, Charge 2 more, Frenzy 1 more: 7"."""
    drawn = "blue Crusher c 4,11 Engage W=15 wounds=7\nred Man b 13,11 Engage"
    table = with_ploy(at(drawn, active="c"), 0, "frenzy").play("charge")
    assert 'up to 7"' in table.prompt


@proves("charge.may-enter-engagement", "fall-back.through-engagement", "dash.avoids-engagement")
def test_after_falling_back_past_an_enemy_the_dash_must_keep_clear_of_it() -> None:
    drawn = "blue Man a 10,11 Engage APL=3\nred Man b 11.5,11 Engage\nred Man c 7,12.4 Engage"
    table = moved(drawn, "fall-back", [[5, 11]])
    assert table["a"].base.x == 5
    with pytest.raises(Refused, match=r"dash\.avoids-engagement"):
        table.play("dash", [[5, 11], [7.5, 11]])


@proves("charge.must-finish-engaged", "engagement.needs-visibility")
def test_a_charge_that_ends_near_nobody_is_told_how_far_it_ends_from_the_nearest() -> None:
    drawn = "blue Man a 10,11 Engage\nred Man b 16,11 Engage\nred Man c 16,5 Engage\n"
    with pytest.raises(Refused, match=r'; b would be 1\.01" away, at most 1" is allowed'):
        at(drawn, active="a").play("charge", [[13.99, 11]])
    with pytest.raises(Refused, match="; b is out of sight or on another level"):
        at(drawn + "wall 15,8,15.3,14", active="a").play("charge", [[14.4, 11]])


@proves("charge.must-finish-engaged", "firefight.illegal-action-refused", "move.climb-and-drop")
def test_a_charge_up_a_gantry_squeezes_past_a_friend() -> None:
    """2.34" to its side, 4" up, 1.56" past the friend: 7.91" of 8, and the enemy is 0.12" away. No other end will do:
    the gantry is 2" wide and the friend stands in its middle."""
    table = at(GANTRY, active="a").play("charge", [[8.8, 9.5, 3], [10, 10.5, 3]])
    assert table["a"].base.elevation == 3


@proves("fall-back.distance", "move.terrain-blocks")
def test_who_falls_back_over_a_low_wall_pays_for_it() -> None:
    drawn = "blue Man a 10,11 Engage\nred Man b 11.5,11 Engage\nlow 8.5,2,9,20"
    assert moved(drawn, "fall-back", [[6, 11]])["a"].base.x == 6
    not_moved(drawn, "fall-back", [[5.9, 11]], 'costs 6.1", the allowance is 6"')


@proves("fall-back.must-finish-free", "firefight.illegal-action-refused")
def test_a_fall_back_is_refused_only_if_there_is_no_way_out() -> None:
    """Injured, so 4": straight to 12.83,13.83 between c and d, 1.4" and 1.8" from them; every other way ends near somebody."""
    drawn = """
        blue Man a 10,11 Engage wounds=3
        red  Man b 9.78,9.46
        red  Man c 10.48,13.63
        red  Man d 13.07,11.08
        red  Man e 13.65,9.71
        red  Man f 8.08,10.89
        red  Man g 7.85,12.96
        red  Man h 6.82,12.09
        red  Man i 8.42,8.23
    """
    assert at(drawn, active="a").play("fall-back", [[12.828, 13.828]])["a"].base.x == 12.828


@proves("dash.avoids-engagement", "strategy.ploys.effect-immediate")
def test_a_drift_keeps_to_the_rules_of_a_dash() -> None:
    battle = battle_at("blue Needler n 4,11 Conceal\nblue Needler o 4,14 Conceal\nred Man b 8,11 Engage", cp=(3, 0))
    battle.phase = STRATEGY
    table = Table(battle).play("drift", "n")
    for path, why in (
        ([[7.1, 11]], "avoids-engagement|Engagement Range"),
        ([[4, 14.05]], "."),
        ([[1, 11], [1, 10.9]], "3.1"),
    ):
        with pytest.raises(Refused, match=why):
            table.play(path)
