"""Each rule at its very edge: exactly at range, exactly at half, nobody left, nothing left to roll. Worked out before it was run."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from vanguard.rulebooks.killteam_lite.state import PloyInForce
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


# -- two ploys at one moment ------------------------------------------------------------------------------------------------

CHARGED = "blue Crusher a 4,11 Engage\nred Warden w 10,11 Engage"


@proves("initiative.simultaneous-effects", "strategy.ploys.tactical-timing")
@pytest.mark.parametrize(
    ("first", "ploys"), [("blue-first", ["Pounce", "Counterblow"]), ("red-first", ["Counterblow", "Pounce"])]
)
def test_who_has_the_initiative_says_whether_a_pounce_or_a_counterblow_comes_first(
    first: str, ploys: list[str]
) -> None:
    table = at(CHARGED, active="a", cp=(1, 1)).play("charge", [[8.2, 11]])
    assert (table.clause, table.options) == ("initiative.simultaneous-effects", ["blue-first", "red-first"])
    table.play(first)
    for ploy in ploys:
        assert ploy in table.prompt
        table.play("no")
    assert table.clause == "firefight.one-action-at-a-time"


@proves("initiative.simultaneous-effects", "strategy.ploys.tactical-timing")
def test_no_counterblow_comes_after_a_pounce_that_was_let_go_with_no_point_left() -> None:
    table = at(CHARGED, active="a", cp=(1, 1), points=1).play("charge", [[8.2, 11]], "blue-first", "no")
    assert (table.battle.active, table.battle.command_points) == ("", (1, 1))


@proves("initiative.simultaneous-effects")
@pytest.mark.parametrize(("cp", "ploy"), [((1, 0), "Pounce"), ((0, 1), "Counterblow")])
def test_nobody_orders_a_single_ploy(cp: tuple[int, int], ploy: str) -> None:
    table = at(CHARGED, active="a", cp=cp).play("charge", [[8.2, 11]])
    assert ploy in table.prompt


# -- exactly at reach ---------------------------------------------------------------------------------------------------------


@proves("strategy.ploys.tactical-timing")
@pytest.mark.parametrize(("x", "asked"), [(14.0, True), (14.01, False)])
def test_one_holds_on_with_a_medic_exactly_three_inches_away(x: float, asked: bool) -> None:
    drawn = (
        f"blue Man a 4,11 Engage\nred Trooper t 10,11 Engage wounds=1 base=25.4\nred Medic m {x},11 Engage base=25.4"
    )
    table = at(drawn, active="a", cp=(0, 1))
    table.play("shoot", "t", "keep", dice="attack 5 1 1 1 / defence 1 1 1")
    assert (not table.game.over and "Hold On!" in table.prompt) is asked


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


@proves("reap.area")
@pytest.mark.parametrize(("x", "left"), [(7.5, 7), (7.51, 8)])
def test_a_scythe_reaps_exactly_an_inch_behind_the_struck(x: float, left: int) -> None:
    drawn = f"blue Man a 4,11 Engage\nred Man b 5.5,11 Engage blades=none\nred Man c {x},11 Engage"
    table = at(drawn, active="a", weapons={"a": ("scythe: A 1, WS 3+, D 1/1, Reap 1",)})
    table.play("fight", dice="fight 6")
    assert table["c"].wounds == left


@proves("torrent.mutual-distance")
@pytest.mark.parametrize(("y", "swept"), [(14.0, True), (14.01, False)])
def test_a_torrent_goes_on_exactly_two_inches(y: float, swept: bool) -> None:
    drawn = f"blue Man a 4,11 Engage\nred Man b 9,11 Engage\nred Man c 9,{y} Engage"
    table = at(drawn, active="a", weapons={"a": ('spray: A 1, BS 3+, D 1/1, Torrent 2"',)})
    table.play("shoot", "b", dice="attack 1")
    assert (table.clause == "torrent.extra-attacks") is swept


@proves("fusillade.extra-targets")
@pytest.mark.parametrize(("y", "shared"), [(14.0, True), (14.01, False)])
def test_a_fusillade_spreads_exactly_two_inches(y: float, shared: bool) -> None:
    drawn = f"blue Man a 4,11 Engage\nred Man b 9,11 Engage\nred Man c 9,{y} Engage"
    table = at(drawn, active="a", weapons={"a": ("gun: A 4, BS 3+, D 1/1, Fusillade",)})
    if shared:
        table.play("shoot", "b")
        assert table.clause == "fusillade.distribute"
    else:
        table.play("shoot", "b", dice="attack 1 1 1 1")


@proves("shooting.cover-die-comes-from-the-pool", "ap.before-cover")
@pytest.mark.parametrize(("defence", "asked"), [(2, True), (1, False)])
def test_the_last_defence_die_may_be_kept_for_cover_and_no_die_may_not(defence: int, asked: bool) -> None:
    drawn = f"blue Man a 4,11 Engage\nred Man b 12,11 Engage Df={defence}\nlow 10.8,10,11.3,12"
    table = at(drawn, active="a", weapons={"a": ("gun: A 1, BS 3+, D 1/1, AP1",)})
    table.play("shoot", "b", dice="attack 4")
    if asked:
        assert table.options == ["retain-1", "roll-all"]
        assert table.play("retain-1", "discard-0c-1n")["b"].wounds == 8, "the one die saves, and none is rolled"
    else:
        assert table["b"].wounds == 7


@proves("move.allowance", "charge.distance", "charge.must-finish-engaged")
@pytest.mark.parametrize(("x", "frenzied", "reached"), [(14, True, True), (14.01, True, False), (14, False, False)])
def test_a_frenzied_charge_reaches_an_enemy_nine_inches_and_one_away(x: float, frenzied: bool, reached: bool) -> None:
    """M 6 and 2 and 1 lead from 3 to 12; bases of half an inch each leave exactly an inch to one at 14."""
    battle = battle_at(f"blue Crusher a 3,11 Engage base=25.4\nred Man b {x},11 Engage", active="a")
    battle.ploys_in_force = (PloyInForce(0, "frenzy"),) if frenzied else ()
    assert ("charge" in Table(battle).options) is reached


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


@proves("damage.injured-skill", "damage.injured-threshold")
@pytest.mark.parametrize(("wounds", "hits"), [(4, 1), (3, 0)])
def test_half_the_wounds_hit_as_well_as_all(wounds: int, hits: int) -> None:
    drawn = f"blue Man a 4,11 Engage wounds={wounds}\nred Man b 12,11 Engage"
    table = at(drawn, active="a", weapons={"a": ("gun: A 1, BS 3+, D 1/1",)})
    if hits:
        table.play("shoot", "b", dice="attack 3 / defence 1 1 1")
    else:
        table.play("shoot", "b", dice="attack 3")
    assert table["b"].wounds == 8 - hits
