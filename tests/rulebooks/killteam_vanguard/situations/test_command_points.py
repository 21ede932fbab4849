"""Command points: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_vanguard.positions import at
from tests.rulebooks.killteam_vanguard.situations.sketches import (
    chance,
    drawn,
    drawn_plain,
    drawn_round,
    one_die,
    pool,
    shown,
)
from vanguard.odds import of as odds_of
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


def lost(hits: int) -> float:
    """The chance that not all of so many hits are saved at 4+ with -1 for lying, with one die that may be rolled again."""
    if hits == 0:
        return 0.0
    saves = pool(hits, 4, -1)
    short = [saves[n] for n in range(hits)]
    # one failed die is rolled again: it must bring at least what is missing
    again = one_die(4, -1)
    return sum([missed * sum(again[: hits - n]) for n, missed in enumerate(short)])


@proves("cp.follow-up", "turn.other-plays-on")
@pytest.mark.parametrize(
    ("other_side", "asked"),
    [
        ("red archer x 30,30", True),
        ("red archer x 30,30 activated\nfinished red", False),
        ("red archer x 30,30 removed", False),
    ],
)
def test_nobody_pays_to_follow_up_where_the_other_side_gets_no_turn_anyway(other_side: str, asked: bool) -> None:
    game = drawn_round(f"blue archer a 5,5\nblue archer b 8,5\n{other_side}\ncp 3 3\nturn blue").play(
        "activate a", "done"
    )
    assert (game.clause == "cp.follow-up") is asked
    if not asked:
        game.play("activate b", "done", "again a")
        assert game.battle.command_points[0] == 2, "two Turns in a row for nothing, and one point to act again"


@proves("cp.follow-up.max-two", "cp.follow-up.reactivation")
def test_following_up_with_somebody_again_takes_two_points_and_ends_there() -> None:
    game = drawn_plain("blue gunner a 10,10\nblue gunner b 5,5 activated\nred archer t 30,30\ncp 5 0\nactive a").play(
        "done"
    )
    game.play("again b", "done")
    assert (game.battle.command_points[0], game["b"].fatigued) == (3, True)
    assert game.clause == "turn.declare-finished", "no third model follows"


@proves("cp.reroll", "card.special-abilities")
def test_a_charm_serves_a_side_without_a_point() -> None:
    game = at("""
        blue rifleman+lucky-charm a 10,10
        red rifleman t 14,10
        cp 0 0
        active a
    """)
    game.play("attack", "halden-rifle>t", dice="hit 2 4")
    assert game.options == ["keep", "free-die-1", "free-die-2"]


@proves("cp.reroll", "dice.exploding-six")
def test_a_hit_may_be_rolled_again_in_hope_of_a_six() -> None:
    """The only reason to touch a success: two hits may come of one."""
    game = drawn("blue archer a 10,10\nred fencer t 19,10\ncp 1 0\nactive a").play("attack", "bow>t", dice="hit 4")
    assert game.options == ["keep", "die-1"]
    game.play("die-1", dice="hit-reroll 6 4 / armor 1 1 / recovery 1")
    assert not game["t"].in_play


@proves("cp.reroll", "dice.reroll.once")
def test_odds_of_a_curse_with_a_command_point() -> None:
    """Against one who lies a hit is all it takes, and a miss is rolled again."""
    game = drawn_round("blue witch a 10,10\nred witch t 16,10 down\ncp 1 0\nactive a").play("attack")
    assert odds_of(game.game, "curse>t").chance_removed() == pytest.approx(3 / 4)


@proves("cp.reroll", "dice.reroll.once", "cp.when-spendable")
def test_both_sides_pay_for_their_own_dice_and_sixes_stay() -> None:
    game = drawn_plain("blue gunner a 10,10\nred gunner t 19,10\ncp 1 1\nactive a")
    game.play("attack", "gun>t", dice="hit 6 2 1")
    assert game.decider == 0
    assert "die-1" not in game.options, "a natural 6 may not be re-rolled"
    game.play("die-2", dice="hit-reroll 3 / armor 1 4")
    assert (game.decider, game.options) == (1, ["keep", "die-1", "die-2"])
    game.play("die-1", dice="armor-reroll 2")
    assert (game["t"].wounds, game.battle.command_points) == (2, (0, 0))


@proves("cp.reroll", "dice.exploding-six")
def test_an_armor_die_bought_again_that_shows_six_saves_two() -> None:
    """Two hits, armor 1 and 2: the 1 becomes a 6, its extra die a 4: nothing gets through."""
    game = drawn_plain("blue gunner a 10,10\nred gunner t 19,10\ncp 0 1\nactive a")
    game.play("attack", "gun>t", "die-1", dice="hit 3 3 / armor 1 2 / armor-reroll 6 4")
    assert (game["t"].wounds, game.battle.command_points) == (3, (0, 0))


@proves("cp.reroll", "dice.reroll.once")
def test_odds_of_an_armor_die_that_may_be_bought_again() -> None:
    """One die at 4+, armor 4+, one who lies with a wound: a single hit (5/12) passes two armor dice (1/4).

    n hits in a row (5/12 over 6 to the n-1) are stopped only by sixes and more; worked out die by die below."""
    game = drawn_plain("blue archer a 10,10\nred archer t 16,10 down\ncp 0 1\nactive a").play("attack")
    assert chance(game, "bow>t") == pytest.approx(sum([h * lost(n) for n, h in enumerate(one_die(4, 0))]), abs=1e-4)


@proves("cp.reroll", "dice.exploding-six")
def test_odds_of_a_shot_with_a_point_to_spend() -> None:
    """One who lies with a wound, two dice at 3+: the best of keeping, of rolling a miss again and of rolling a hit again."""
    game = drawn_plain("blue gunner a 10,10\nred archer t 16,10 down\ncp 1 0\nactive a").play("attack")
    through = [1 - sum(pool(n, 4, -1)[n:]) for n in range(9)]
    again = one_die(3, 0)

    def rerolled(hits: int) -> float:
        return sum([share * through[min(8, hits + more)] for more, share in enumerate(again)])

    total = 0.0
    for (hits, misses, plain), share in shown(2).items():
        best = through[min(8, hits)]
        if misses:
            best = max(best, rerolled(hits))
        if plain:
            best = max(best, rerolled(hits - 1))
        total += share * best
    assert chance(game, "gun>t") == pytest.approx(total, abs=1e-4)
