"""Dice rolls: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_vanguard.situations.sketches import chance, drawn_plain, drawn_round, pool, removed
from vanguard.odds import of as odds_of
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


@proves("dice.exploding-six", "attack.recovery.excess-modifier", "attack.recovery.natural")
def test_odds_of_a_curse_are_those_worked_out_by_hand() -> None:
    """One die at 4+ scores exactly n hits in 5/12 of 1/6 to the power n-1; recovery needs 4+, then 5+, then a 6."""
    game = drawn_round("blue witch a 10,10\nred witch t 16,10\nactive a").play("attack")
    hits = [5 / 12 / 6 ** (n - 1) for n in range(1, 30)]
    fails = [1 / 2, 2 / 3, *[5 / 6] * 27]
    assert odds_of(game.game, "curse>t").chance_removed() == pytest.approx(sum([h * f for h, f in zip(hits, fails)]))
    lying = drawn_round("blue witch a 10,10\nred witch t 16,10 down\nactive a").play("attack")
    assert odds_of(lying.game, "curse>t").chance_removed() == pytest.approx(1 / 2), "no recovery roll"


@proves("dice.exploding-six", "attack.recovery.roll")
def test_odds_of_a_plain_shot() -> None:
    game = drawn_plain("blue gunner a 10,10\nred archer t 19,10\nactive a").play("attack")
    assert chance(game, "gun>t") == pytest.approx(removed(pool(2, 3, 0), 4, 0, 1, 1), abs=1e-6)


@proves("dice.exploding-six.armor-rolls")
def test_extra_armor_dice_stop_when_everything_is_saved() -> None:
    """One hit, saved by a 6: no extra die is rolled, there is nothing left to save."""
    game = drawn_plain("blue gunner a 10,10\nred gunner t 19,10\nactive a").play(
        "attack", "gun>t", dice="hit 3 1 / armor 6"
    )
    assert game["t"].wounds == 3
