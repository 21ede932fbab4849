"""Combat: situations worked out from the book by hand."""

from fractions import Fraction
from typing import Any

from tests.rulebooks.killteam_lite.positions import Table, at
from tests.rulebooks.killteam_lite.situations.sketches import exactly, fight, odds
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def duel(blue: str, red: str, one: str = "", other: str = "", **more: Any) -> Table:
    """Two who are engaged, each with the weapons named."""
    drawn = f"blue Man a 4,11 Engage {one}\nred Man b 5.6,11 Engage {other}\nred Man c 28,20 Conceal"
    weapons = {"a": tuple(blue.split("; ")), "b": tuple(red.split("; "))}
    return at(drawn, active="a", weapons=weapons, **more)


@proves("combat.select-weapons", "damage.injured-skill", "relentless.reroll-any")
def test_relentless_rolls_everything_again_once_and_nothing_is_left_to_pay_for() -> None:
    table = fight("claws: A 2, WS 3+, D 1/2, Relentless", "club: A 1, WS 3+, D 1/1", cp=(5, 0))
    table.play("fight", "relentless-1-2", dice="fight 1 2 / fight 1 / reroll 2 1")
    assert (table["b"].wounds, table.battle.command_points) == (8, (5, 0))


@proves("combat.alternate", "combat.parry-critical")
def test_odds_of_a_duel_and_of_one_with_a_brutal_answer() -> None:
    plain = duel("axe: A 3, WS 3+, D 3/5", "club: A 3, WS 4+, D 2/3", "W=20", "wounds=6")
    assert odds(plain, "fight").chance_removed() == exactly(Fraction(1711, 3888))
    brutal = duel("axe: A 3, WS 4+, D 2/4", "club: A 2, WS 3+, D 3/4, Brutal", "W=20", "wounds=4")
    assert odds(brutal, "fight").chance_removed() == exactly(Fraction(103, 216))


@proves("combat.ends-on-incapacitation", "strategy.ploys.tactical-timing")
def test_a_last_blow_may_take_the_victor_along() -> None:
    drawn = "blue Man a 4,11 Engage wounds=3\nblue Man a2 2,2 Conceal\nred Warden w 5.6,11 Engage wounds=1\nred Warden v 20,2 Conceal"
    table = at(drawn, active="a", cp=(0, 1), weapons={"w": ("blade: A 2, WS 3+, D 3/4",)})
    table.play("fight", "keep", "strike-normal", dice="fight 5 5 1 1 / fight 5 1")
    table.play("strike-normal")
    assert (table["a"].in_play, table["w"].in_play) == (False, False)
