"""Command reroll: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.killteam_lite.positions import at
from tests.rulebooks.killteam_lite.situations.sketches import APART_WITH, FAR_OFF, armed, exactly, odds, removed
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")
APART_TO_DRAW_ON = "blue Man a 4,11 Engage\nred Man b 12,11 Engage "


@proves("command-reroll.effect", "shooting.save")
def test_odds_of_a_defence_die_that_may_be_bought_again() -> None:
    """A critical hit (1/6) passes two dice that are not 6, a normal one (1/2) two below 4: 25/216 + 27/216."""
    table = armed(APART_WITH.format("", "wounds=3 Df=1"), "gun: A 1, BS 3+, D 3/4", cp=(0, 1))
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(13, 54))


@proves("command-reroll.only-attack-and-defence-dice", "command-reroll.order-in-combat")
def test_in_a_combat_both_pay_for_their_own_dice_the_attacker_first() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 5.5,11 Engage"
    blades = {"a": ("blade: A 1, WS 3+, D 3/4",), "b": ("blade: A 1, WS 3+, D 3/4",)}
    table = at(drawn, active="a", cp=(1, 1), weapons=blades).play("fight", dice="fight 1 / fight 2")
    assert (table.decider, table.keys) == (0, ["command-1", "keep"])
    table.play("keep")
    assert (table.decider, table.keys) == (1, ["command-2", "keep"])
    table.play("command-2", dice="reroll 6")
    assert (table["a"].wounds, table.battle.command_points) == (4, (1, 0))


@proves("command-reroll.repeatable", "balanced.with-other-rerolls", "dice.reroll-once")
def test_three_dice_are_rolled_again_for_one_free_and_two_paid() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0" + FAR_OFF
    table = armed(drawn, "gun: A 3, BS 3+, D 1/2, Balanced", cp=(2, 0)).play("shoot", "b", dice="attack 1 2 2")
    table.play("command-1", "command-2", "balanced-2", dice="reroll 6 / reroll 2 / reroll 5")
    assert (table["b"].wounds, table.battle.command_points) == (5, (0, 0))


@proves("dice.reroll-once", "ceaseless.reroll-ones", "command-reroll.effect")
def test_odds_know_that_a_die_is_rolled_again_once_by_whatever_allows_it() -> None:
    """5+ with one die: of the four misses the 1 is free and the others are bought, and none is rolled a third time."""
    ceaseless = {"a": ("gun: A 1, BS 5+, D 3/4, Ceaseless",)}
    table = at(APART_TO_DRAW_ON + "wounds=3 Df=0", active="a", cp=(1, 0), weapons=ceaseless)
    assert removed(table, "shoot") == pytest.approx(2 / 6 + 4 / 6 * 2 / 6)
