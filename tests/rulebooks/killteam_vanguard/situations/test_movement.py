"""Movement: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at
from tests.rulebooks.killteam_vanguard.situations.sketches import (
    TOUCH,
    chance,
    drawn,
    drawn_plain,
    drawn_round,
    pool,
    removed,
    told,
)
from vanguard.core.refusals import Refused
from vanguard.odds import of_trial
from vanguard.rulebooks.killteam_vanguard import rulebook
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")
LEDGE = "piece platform 3 11,8 18,14 sheer sheer sheer sheer\nactive a"


def moving(lines: str, action: str = "walk") -> Position:
    return drawn_plain(lines + "\nred gunner far 34,34\nactive a").play(action)


@proves("move.not-through-models", "retaliate.against-charge-and-disengaging", "disengage.stopped")
def test_nobody_walks_through_the_enemy_it_pushed_into_its_own_way() -> None:
    """Struck where it leaves g, the ogre answers and pushes g three inches east, onto the way it was going: it stops at g."""
    game = drawn("blue ogre a 10,10\nred guard g 12.26,10\nactive a")
    game.play("run", [[10, 12.5], [15.26, 12.5], [15.26, 9]], "axe", "maul", dice="hit 1 / hit 3 1 / armor 4")
    assert (game["g"].x, game["g"].y) == (pytest.approx(15.26, abs=0.02), 10)
    assert (game["a"].x, game["a"].y) == (15.26, pytest.approx(10 + TOUCH, abs=0.02))
    assert game["a"].fatigued


@proves("engage.condition", "engage.no-ranged-attack")
def test_a_spear_reaches_up_a_step_aslant() -> None:
    """1.2 up and 1.6 across are 2 exactly; 1.65 across are more."""
    scene = "blue gunner a {},11\nred spearman s 15,11,1.2\npiece platform 1.2 14.3,8 20,14 stairs stairs stairs stairs\nactive a"
    near = drawn_plain(scene.format(15 - TOUCH - 1.6))
    assert "[melee.targets]" in near.why_not("attack"), "engaged, so it cannot shoot, and its knife does not reach"
    assert drawn_plain(scene.format(15 - TOUCH - 1.65)).play("attack").options == ["gun>s"]


@proves("charge.move", "terrain.obstacle.cross")
def test_a_charge_over_a_fence_reaches_an_enemy_five_and_three_quarters_away() -> None:
    """SP 6 + 3 = 9; the fence costs 2, so 7 inches of way."""
    scene = "blue fencer a 10,11\nred gunner t {},11\npiece obstacle 1 12,5 12,17\nactive a"
    reached = drawn_plain(scene.format(17 + TOUCH)).play("charge", "t", [[17, 11]])
    assert reached.clause == "charge.attack"
    short = drawn_plain(scene.format(17 + TOUCH + 0.05)).play("charge", "t")
    assert not told(short, (17.05, 11))["legal"]


@proves("charge.attack", "retaliate.against-charge-and-disengaging", "fatigue.action.not-when-fatigued")
def test_a_charger_that_answered_on_the_way_strikes_its_target_and_has_no_fatigue_action_left() -> None:
    scene = f"blue fencer a 10,10\nred gunner k 13,{10 + TOUCH}\nred gunner t 18,10\nactive a"
    game = drawn(scene).play("charge", "t", [[18 - TOUCH, 10]], "knife", "sword", dice="hit 1 / hit 1 1")
    assert game.clause == "charge.attack"
    game.play("sword", "hit", "decline", dice="hit 1 1")
    assert (game["a"].activated, game["a"].fatigued, game.decider) == (True, True, 1)


@proves("charge.attack", "move.not-through-models")
def test_a_charge_that_ends_at_the_target_it_pushed_there_is_still_a_charge() -> None:
    """It comes within an inch of g, leaves again, and pushes g into the rest of its way: there it strikes."""
    giant = 'card giant SP9 AR4+ WN4: Maul [MELEE] (1", 2D6, 3+, AP0, D1) PUSH (3")\n'
    game = drawn(giant + "blue giant a 8,12.5\nred guard g 12.26,12.5\nactive a")
    game.play("charge", "g", [[10, 12.5], [10, 10], [15.26, 10], [15.26, 11.5]])
    game.play("axe", "maul", dice="hit 1 / hit 3 1 / armor 4")
    assert (game["a"].x, game["a"].y) == (15.26, pytest.approx(12.5 - TOUCH, abs=0.02))
    assert game.clause == "charge.attack"


@proves("charge.attack", "engage.mutual", "retaliate.attack")
def test_a_charge_that_stops_at_a_spears_reach_strikes_nobody() -> None:
    """At a gap of 1.5 the two are engaged by the spear, but the sword does not reach: no free attack is offered."""
    game = drawn_plain(f"blue fencer a 10,10\nred spearman t {16 + TOUCH + 1.5},10\nactive a").play(
        "charge", "t", [[16, 10]]
    )
    assert game.clause != "charge.attack"
    assert "[melee.targets]" in game.why_not("attack")


@proves("charge.attack.counts-as-attack", "fatigue.action.no-repeat")
def test_a_declined_charge_attack_may_be_made_up_for_without_its_bonus() -> None:
    game = drawn_plain("blue fencer a 10,10\nred archer t 16,10\nactive a").play(
        "charge", "t", [[14.74, 10]], "decline"
    )
    game.play("attack", "sword>t", dice="hit 1 1")
    assert game.modifiers("Hit roll") == {}
    assert game["a"].fatigued


@proves("knockdown.must-stand", "fatigue.action", "activation.no-repeat")
def test_who_stood_up_and_is_toppled_while_running_off_is_done() -> None:
    scene = f"blue gunner a 10,10 down\nred mace b {10 + TOUCH},10\nred gunner u 30,30\nactive a"
    game = drawn(scene).play("stand-up", "run", [[4, 10]], "mace", dice="hit 2 1 / armor 1")
    assert (game["a"].knocked_down, game["a"].activated, game["a"].fatigued, game.decider) == (True, True, True, 1)


@proves("knockdown.does-not-engage", "ranged.engagement", "knockdown.half-height")
def test_a_friend_who_lies_beside_the_target_does_not_protect_it() -> None:
    """A knocked-down blue beside a red does not engage it: the red may be shot; the blue one is engaged and not shot."""
    scene = f"blue gunner a 10,10\nblue fencer f 20,{10 + TOUCH} down\nred fencer t 20,10\nred gunner g 24,20\n"
    assert "gun>t" in drawn_plain(scene + "active a").play("attack").options
    shooter = drawn_plain(scene + "active g").play("attack")
    assert "gun>a" in shooter.options
    assert "gun>f" not in shooter.options


@proves("knockdown.half-height")
def test_a_swarm_half_an_inch_high_is_no_lower_when_it_lies() -> None:
    game = at("blue scarab-swarm s 10,10   down\nred rifleman t 30,30\nactive s")
    assert game["s"].height == 0.5


@proves("knockdown.armor-penalty", "outside-combat.hits")
def test_fire_burns_one_who_lies_no_worse_and_for_good() -> None:
    """AP1 and nothing for lying: a 5 saves at 4+. A 4 does not, and there is no recovery."""
    scene = "blue gunner a 10,10 activated\nred archer t 30,30 down, fire, activated\nfinished blue red\nstep end phase"
    saved = drawn_plain(scene).play(dice="armor 5")
    assert saved.modifiers("Armor roll") == {"AP1": -1}
    assert saved["t"].in_play
    assert not drawn_plain(scene).play(dice="armor 4")["t"].in_play


@proves("knockdown.no-recovery", "melee.modifier.knocked-down", "melee.modifier.outnumbering")
def test_odds_of_two_against_one_who_lies() -> None:
    """Three dice at 3+ with +1, armor with -1, and no recovery."""
    game = drawn_plain(
        f"blue fencer a 10,10\nblue fencer h {10 + 2 * TOUCH},10\nred gunner t {10 + TOUCH},10 down, wounds 2\nactive a"
    ).play("attack")
    assert chance(game, "sword>t") == pytest.approx(removed(pool(3, 3, 1), 4, -1, 1, 2, False), abs=1e-6)


@proves("vertical.ladder", "drop.safe")
def test_a_climb_down_a_ladder_leaves_an_inch_and_a_half_of_a_walk() -> None:
    """4.5 down and 1.5 along are 6; with 1.7 along it cannot be climbed any more, only fallen."""
    ladder = "blue fencer a {},11,4.5\npiece platform 4.5 12,8 18,14 sheer sheer sheer sheer ladder west 2-4"
    near = moving(ladder.format(12.8)).play([[11.3, 11]])
    assert near.options == ["climb", "drop"]
    near.play("climb")
    assert (near["a"].elevation, near["a"].wounds, near["a"].standing) == (0, 2, True)
    far = moving(ladder.format(13)).play([[11.3, 11]], dice="armor 6 1 1")
    assert (far["a"].elevation, far["a"].wounds, far["a"].knocked_down) == (0, 1, True)


@proves("vertical.climb", "move.path-measured")
def test_a_walk_climbs_an_inch_and_a_half_with_three_inches_of_its_six() -> None:
    """3 inches along and 3 for the climb: 6 exactly; 0.02 more is too far."""
    game = moving("blue fencer a 10.5,11\npiece platform 1.5 12,8 18,14 climbable climbable climbable climbable")
    assert told(game, (13.5, 11))["cost"] == pytest.approx(6.0)
    assert told(game, (13.5, 11))["legal"]
    assert not told(game, (13.52, 11))["legal"]


@proves("drop.safe", "card.special-actions")
def test_nobody_is_asked_to_fall_where_a_grapple_line_climbs_down_for_nothing() -> None:
    """Four inches over a wall of three: with the line neither up nor down costs anything, and falling would only hurt."""
    game = at("""
        blue scout a 10,10
        red rifleman t 30,30
        piece obstacle 3 12,5 12,15
        active a
    """)
    game.play("grapple-line", [[14, 10]])
    assert (game["a"].x, game.clause) == (14, "activation.budget")


@proves("drop.fall-hits", "drop.fall-armor")
def test_odds_of_a_fall_of_four_inches_and_a_half() -> None:
    """Two hits at AP2 against armor 5+, a wound: only sixes save."""
    told = of_trial(rulebook, rulebook.trial({"what": "fall", "target": "rifleman", "height": 4.5}))
    assert told.chance_removed() == pytest.approx(removed([0.0, 0.0, 1.0], 5, -2, 1, 1), abs=1e-6)


@proves("drop.fall-hits", "drop.fall-knockdown")
@pytest.mark.parametrize(("height", "dice"), [(2.99, ""), (3.0, "armor 4")])
def test_a_fall_of_three_inches_is_one_hit_and_a_hair_less_none(height: float, dice: str) -> None:
    game = moving(f"blue fencer a 13,11,{height}\npiece platform {height} 12,8 18,14 sheer sheer sheer sheer")
    game.play([[9, 11]], dice=dice)
    if dice:
        assert game.modifiers("Armor roll") == {"AP1": -1}
        assert (game["a"].knocked_down, game["a"].wounds) == (True, 1)
        assert game["a"].x == pytest.approx(12 - 0.63, abs=0.02)
    else:
        assert (game["a"].x, game["a"].standing) == (9, True)


@proves("drop.fall-knockdown", "knockdown.must-stand", "fatigue.action.marking")
def test_who_falls_while_running_may_stand_up_for_fatigue() -> None:
    game = drawn_plain(f"blue gunner a 13,11,3\nred archer t 30,30\n{LEDGE}").play("run", [[9, 11]], dice="armor 1")
    assert game.options == ["stand-up", "done"]
    game.play("stand-up")
    assert (game["a"].standing, game["a"].fatigued, game["a"].activated) == (True, True, True)


@proves("drop.fall-knockdown", "charge.attack.none-if-not-engaging")
@pytest.mark.parametrize(("armor", "strikes"), [(1, False), (6, True)])
def test_a_charger_hurt_in_its_fall_strikes_nobody(armor: int, strikes: bool) -> None:
    scene = "blue fencer a 13,11,3\nred gunner t 9,11\npiece platform 3 12,8 18,14 sheer sheer sheer sheer\nactive a"
    game = drawn(scene).play("charge", "t", [[9 + TOUCH, 11]], dice=f"armor {armor}")
    assert (game.clause == "charge.attack") is strikes
    assert game["a"].knocked_down is not strikes


@proves("terrain.obstacle.tall", "terrain.obstacle.cross", "drop.safe")
def test_two_inches_are_stepped_over_and_what_is_higher_is_climbed() -> None:
    """2 high: 2 for the crossing. 2.1 high: 4.2 up and a harmless drop."""
    for height, cost in ((2, 5.0), (2.1, 7.2), (2.5, 8.0)):
        game = moving(f"blue fencer a 10,11\npiece obstacle {height} 11.5,0 11.5,36", "run")
        assert told(game, (13, 11))["cost"] == pytest.approx(cost)


@proves("terrain.obstacle.tall", "drop.fall-hits", "drop.landing")
def test_over_a_three_inch_wall_one_falls_or_climbs_down_for_six_more() -> None:
    """1.5 to the wall, 6 up, 1.5 beyond: 9 of 12; the climb down would make it 15, so it falls."""
    game = moving("blue fencer a 10,11\npiece obstacle 3 11.5,0 11.5,36", "run").play([[13, 11]], dice="armor 5")
    assert (game["a"].x, game["a"].standing) == (13, True)


@proves("terrain.window", "terrain.obstacle.cross")
def test_through_a_window_one_walks_for_two_inches_and_through_the_wall_beside_it_not() -> None:
    """4 inches of way and 2 for the sill are a whole walk."""
    game = moving("blue gunner a 10,10\npiece wall 3 12,5 12,15 window 4-6")
    assert told(game, (14, 10))["cost"] == pytest.approx(6.0)
    assert told(game, (14, 10))["legal"]
    assert not told(game, (14.02, 10))["legal"]
    assert not told(game, (10, 10), (14, 12.5))["legal"]


@proves("terrain.difficult", "terrain.obstacle.cross", "action.run")
def test_a_run_through_a_wood_and_over_a_fence_adds_up() -> None:
    """3 inches of wood count 6, the fence 2, 4 inches of open ground 4: 12 of 12."""
    game = moving("blue fencer a 10,11\npiece woods 3 11,5 14,17\npiece obstacle 1 15,5 15,17", "run")
    assert told(game, (10, 11), (17, 11))["cost"] == pytest.approx(12.0)
    assert told(game, (10, 11), (17, 11))["legal"]
    assert not told(game, (10, 11), (17.02, 11))["legal"]


@proves("terrain.impassable", "move.not-through-models", "terrain.obstacle.cross")
@pytest.mark.parametrize(
    ("barrier", "told"),
    [
        ("piece wall 3 10,5 10,15", "wall 1 is in the way [terrain.impassable]"),
        ("piece blocking 3 10,5 11,15", "blocking 1 is in the way [terrain.impassable]"),
        ("piece pool 0 8.5,5 15,15", "pool 1 is in the way [terrain.impassable]"),
        ("red fencer x 10,10", "x is in the way [move.not-through-models]"),
        ("piece obstacle 1 12.2,5 12.2,15", "the base would end across obstacle 1 [terrain.obstacle.cross]"),
    ],
)
def test_what_bars_the_way_is_told_by_its_own_rule(barrier: str, told: str) -> None:
    game = drawn_round(f"blue fencer a 7,10\nred fencer y 30,30\n{barrier}\nactive a").play("walk")
    with pytest.raises(Refused) as refusal:
        game.play([[7, 10], [12, 10]])
    assert str(refusal.value) == f"a: {told}"
