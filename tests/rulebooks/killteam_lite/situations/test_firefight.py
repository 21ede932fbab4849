"""Firefight: situations worked out from the book by hand."""

from fractions import Fraction

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from tests.rulebooks.killteam_lite.situations.sketches import APART, FAR, armed, exactly, odds
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


@proves("order.conceal.forbids", "strategy.ploys.tactical-timing", "overwatch.eligible")
def test_who_vanishes_keeps_no_watch() -> None:
    drawn = "blue Needler n 4,11 Engage\nblue Needler o 4,14 Engage done\nred Man b 9,11 Engage\nred Man c 9,13 Engage"
    table = at(drawn, active="n", cp=(1, 0)).play("pass", "use", "b", "engage", "pass")
    assert table.decider == 0
    assert "[order.conceal.forbids]" in table.why_not("n")
    assert table.keys == ["o", "none"]


@proves("firefight.none-ready", "overwatch.window", "firefight.incapacitated-while-ready")
def test_a_blast_that_fells_the_shooters_last_ready_friend_leaves_overwatch() -> None:
    """Blue's last ready man dies by its own side's bomb: blue has nobody ready, red still has, so blue may watch."""
    drawn = "blue Man a 4,11 Engage\nblue Man f 12,13.2 Conceal wounds=1 Df=0\nblue Man w 4,14 Engage done\nred Man b 12,11 Engage Df=0 W=20\nred Man c 20,11 Engage"
    table = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Blast 2"').play("shoot", "b", "pass", dice="attack 5 / attack 5")
    table.play("b", "engage", "pass")
    assert table.keys == ["w", "none"]


@proves("firefight.spend-ap", "strategy.ploys.tactical-timing", "apl.change-during-activation")
def test_a_pounce_leaves_the_point_for_something_else() -> None:
    """Charge 1AP, Fight free, and the enemy gone: the last point shoots or passes, and Fight is not repeated."""
    drawn = "blue Spitter s 4,11 Engage\nred Man b 9,11 Engage wounds=1 blades=none\nred Man c 12,12 Engage Df=0"
    table = at(drawn, active="s", cp=(1, 0)).play("charge", [[7.4, 11]], "use", "fight", dice="fight 5 1 1")
    assert (table["b"].in_play, table.battle.action_points) == (False, 1)
    assert table.why_not("shoot") == ""
    assert "[dash.not-with-charge]" in table.why_not("dash")


@proves("firefight.no-repeat", "strategy.ploys.tactical-timing")
def test_without_the_ploy_the_second_fight_of_the_drilled_costs_its_point() -> None:
    drawn = "blue Warden_Captain c 4,11 Engage\nred Man b 12,11 Engage W=60 blades=none"
    table = at(drawn, active="c").play("charge", [[10.2, 11]], "fight", dice="fight 1 1 1 1 1")
    assert table.battle.action_points == 1
    table.play("fight", dice="fight 1 1 1 1 1")
    assert table.battle.active == ""


@proves("firefight.illegal-action-refused", "rng.maximum")
def test_a_distance_that_is_too_far_never_reads_like_its_limit() -> None:
    """A gap of 1.016" is not told as 1.0" beside a reach of 1"."""
    medic = at("blue Medic m 4,11 Engage\nblue Trooper t 4,13 Engage wounds=3\nred Man b 20,11 Engage", active="m")
    assert "no legal target" in medic.why_not("patch-up")
    two = at(
        "blue Medic m 4,11 Engage wounds=3\nblue Trooper t 4,13 Engage wounds=3\nred Man b 20,11 Engage", active="m"
    ).play("patch-up")
    assert two.why_not("t").startswith('1.02" away, it reaches 1"')
    pistol = {"a": ('gun: A 4, BS 3+, D 3/4, Rng 6"',)}
    shot = at("blue Man a 4,11 Engage\nred Man b 11,11 Engage\nred Man c 11.04,12 Engage", active="a", weapons=pistol)
    shot.play("shoot")
    assert shot.why_not("c").startswith('6.1" away, its range is 6"')


@proves("firefight.end-of-activation", "charge.distance", "firefight.no-repeat")
def test_a_stunned_hunter_charges_with_its_only_point_and_fights_for_nothing_once() -> None:
    table = at("blue Hunter h 4,11 Engage apl_change=-1\nred Man b 12,11 Engage" + FAR, active="h", cp=(1, 0))
    table.play("charge", [[10, 11]], "use")
    assert table.keys == ["fight", "pass"]
    table.play("fight", dice="fight 2 2 2 2 2 / fight 1 1 1 1")
    assert table.decider == 1, "the free Fight is the end of it"


@proves("firefight.incapacitated-in-own-activation", "combat.ends-on-incapacitation")
def test_an_attacker_who_falls_in_its_own_fight_loses_what_it_had_left() -> None:
    drawn = "blue Man a 4,11 Engage APL=3 wounds=3\nblue Man a2 2,2 Conceal\nred Man b 5.5,11 Engage\nred Man c 20,2 Conceal"
    table = at(drawn, active="a").play("fight", "strike-normal", dice="fight 5 4 1 1 / fight 5 5 1 1")
    table.play("strike-normal")
    assert (table["a"].in_play, table["b"].wounds, table.decider) == (False, 5, 1)


@proves("firefight.end-of-turning-point", "overwatch.window")
def test_an_overwatch_that_fells_the_last_ready_enemy_ends_the_turning_point() -> None:
    drawn = "blue Man a 4,11 Engage done\nred Man b 12,11 Engage Df=0 wounds=1\nred Man c 28,20 Conceal done"
    table = at(drawn).play("a", "b", dice="attack 4 1 1 1 / initiative 5 / initiative 2")
    assert (table.battle.turning_point, table["b"].in_play) == (3, False)
    assert table.clause == "initiative.high-roll-decides"


@proves("overwatch.one-per-turn", "overwatch.optional", "overwatch.once-per-turning-point")
def test_watches_are_kept_one_by_one_and_may_be_put_off() -> None:
    drawn = "blue Man a 4,11 Engage done\nblue Man a2 4,14 Engage done\nred Man b 12,11 Engage Df=0\nred Man c 12,14 Conceal"
    table = at(drawn).play("none", "b", "engage", "pass")
    assert table.keys == ["a", "a2", "none"]
    table.play("a", "b", dice="attack 4 1 1 1")
    assert (table["b"].wounds, table.decider) == (5, 1)


@proves("overwatch.eligible", "game.specific-overrides-general")
def test_the_watchful_need_an_engage_order_and_freedom_in_their_own_activation_too() -> None:
    drawn = "blue Sentinel s 4,11 {}\nred Man b {},11 Engage"
    assert "[order.conceal.forbids]" in at(drawn.format("Conceal", 20), active="s").why_not("overwatch")
    assert "[overwatch.eligible]" in at(drawn.format("Engage", 5.6), active="s").why_not("overwatch")


@proves("overwatch.once-per-turning-point", "firefight.no-repeat", "overwatch.worse-bs")
def test_who_has_shot_and_watched_in_its_activation_watches_no_more() -> None:
    drawn = "blue Sentinel s 4,11 Engage APL=3\nblue Warden w 4,14 Engage done\nred Man b 12,11 Engage\nred Man c 12,14 Engage"
    table = (
        at(drawn, active="s").play("shoot", "b", dice="attack 1 1 1 1").play("overwatch", "b", dice="attack 3 3 3 3")
    )
    assert table["b"].wounds == 8, "BS 4+"
    table.play("pass", "b", "engage", "pass")
    assert table.keys == ["w", "none"]
    assert "[overwatch.once-per-turning-point]" in table.why_not("s")


@proves("overwatch.worse-bs", "damage.injured-skill")
def test_odds_of_an_injured_watcher() -> None:
    """BS 3+ comes to 5+: four wounds fall to a 6 or to two 5s. Neither comes in (4^4 + 4 x 4^3) of 6^4."""
    battle = battle_at(
        APART.format("wounds=3 done", "Man", "wounds=4 Df=0"), weapons={"a": ("gun: A 4, BS 3+, D 3/4",)}
    )
    told = odds(Table(battle).play("a"), "b")
    assert told.chance_removed() == exactly(Fraction(49, 81))
