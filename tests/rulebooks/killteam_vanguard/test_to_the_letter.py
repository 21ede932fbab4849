"""Rules to the letter: what two of them make of each other, and the limits that the chapters' own tests leave open."""

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at
from vanguard.core.refusals import Refused
from vanguard.odds import of_option
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")

CARDS = """
    card gunner SP6 AR4+ WN3 base 32: Gun [RANGED] (24", 2D6, 3+, AP0, D1); Knife [MELEE] (0", 1D6, 4+, AP0, D1)
    card fencer SP6 AR4+ WN1 base 32: Sword [MELEE] (0", 2D6, 3+, AP0, D1)
    card spearman SP6 AR4+ WN1 base 32: Spear [MELEE] (2", 1D6, 4+, AP0, D1)
    card archer SP6 AR4+ WN1 base 32: Bow [RANGED] (12", 1D6, 4+, AP0, D1)
    card witch SP6 AR4+ WN1 base 32: Curse [RANGED] (12", 1D6, 4+, AP0, D1) MORTAL; Knife [MELEE] (0", 1D6, 4+, AP0, D1)
"""


def drawn(lines: str) -> Position:
    return at(CARDS + lines)


# -- attacks ------------------------------------------------------------------------------------------------------------------


@proves(
    "attack.target.range", "attack.target.los", "engage.not-ranged-target", "engage.no-ranged-attack", "melee.targets"
)
def test_who_can_attack_nobody_is_told_what_keeps_the_nearest_enemy_safe() -> None:
    far = drawn("blue gunner a 5,10\nred gunner t 30.28,10\nactive a")
    assert far.why_not("attack").endswith('; Gun at t: 24.02" away, its range is 24" [attack.target.range]')
    hidden = drawn("blue gunner a 5,10\nred gunner t 15,10\npiece blocking 4 9,5 11,15\nactive a")
    assert hidden.why_not("attack").endswith("; Gun at t: no line of sight [attack.target.los]")
    busy = drawn("blue gunner a 5,10\nblue gunner b 14,10\nred gunner t 15.26,10\nactive a")
    assert busy.why_not("attack").endswith("; Gun at t: it is engaged [engage.not-ranged-target]")
    speared = "blue {} a 5,10\nred spearman t 7.5,10\nactive a"
    assert "no enemy within reach of its melee attacks [melee.targets]" in drawn(speared.format("gunner")).why_not(
        "attack"
    )
    assert "an engaged model may not shoot [engage.no-ranged-attack]" in drawn(speared.format("archer")).why_not(
        "attack"
    )


@proves("retaliate.timing", "attack.recovery.already-knocked-down", "melee.modifier.outnumbering-helper",
        "melee.modifier.knocked-down")  # fmt: skip
def test_the_second_of_two_retaliations_meets_a_fallen_attacker_and_has_no_help_from_the_first() -> None:
    """The first has a helper and rolls three dice; it is tired then, so the second rolls two, at +1, and nobody recovers twice."""
    game = drawn("blue fencer a 10,10\nred fencer x 11.26,10\nred fencer z 10,11.26\nactive a")
    game.play("attack", "sword>x", {"x": 1, "z": 1}, "x", dice="hit 1 / hit 1")
    game.play("sword", dice="hit 3 1 1 / armor 1 / recovery 6")
    assert (game["a"].knocked_down, game["x"].fatigued) == (True, True)
    game.play("sword", dice="hit 2 1 / armor 4")
    assert not game["a"].in_play and game["z"].fatigued


@proves("disengage.attack", "melee.modifier.outnumbering", "melee.modifier.disengaging")
def test_enemies_left_at_the_same_point_help_each_other() -> None:
    """1D6 and one for the helper, at 4+ with +1; armor 4+ with -1."""
    game = drawn("blue gunner a 10,10\nred gunner x 11.26,10\nred gunner z 10,11.26\nactive a")
    game.play("walk", [[10, 10], [8, 8]], "x", "knife", dice="hit 3 3 / armor 4 5")
    assert game["a"].wounds == 2
    assert game.clause == "retaliate.who"


@proves("end.step1-effects", "outside-combat.recovery", "attack.recovery.already-knocked-down")
def test_who_recovered_from_its_toxin_has_no_second_roll_from_its_fire() -> None:
    game = drawn("blue fencer a 10,10 toxin, fire, activated\nred fencer x 20,20 activated\nturn red")
    game.play("toxin a", dice="recovery 4 / armor 1")
    assert not game["a"].in_play, "the fire is the last effect and is resolved unasked, without a recovery roll"


@proves("attack.split.declare", "blast.timing")
def test_dice_for_somebody_the_blast_of_the_first_target_removed_are_told_as_lost() -> None:
    bomber = 'card bomber SP6 AR4+ WN3 base 32: Bomb [RANGED] (24", 2D6, 3+, AP0, D1) BLAST (2")\n'
    game = drawn(bomber + "blue bomber a 10,10\nred fencer x 14,10\nred fencer y 15.5,10\nactive a")
    hits = "hit 3 / armor 1 / recovery 1 / hit 4 1 / armor 1 / recovery 1"
    game.play("attack", "bomb>x", {"x": 1, "y": 1}, "x", dice=hits)
    assert "Y is gone: 1 die meant for it cannot be rolled." in game.log


# -- turns --------------------------------------------------------------------------------------------------------------------


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
    game = drawn(f"blue archer a 5,5\nblue archer b 8,5\n{other_side}\ncp 3 3\nturn blue").play("activate a", "done")
    assert (game.clause == "cp.follow-up") is asked
    if not asked:
        game.play("activate b", "done", "no", "again a")
        assert game.battle.command_points[0] == 2, "two Turns in a row for nothing, and one point to act again"


# -- movement -----------------------------------------------------------------------------------------------------------------


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
    game = drawn(f"blue fencer a 7,10\nred fencer y 30,30\n{barrier}\nactive a").play("walk")
    with pytest.raises(Refused) as refusal:
        game.play([[7, 10], [12, 10]])
    assert str(refusal.value) == f"a: {told}"


# -- odds worked out by hand --------------------------------------------------------------------------------------------------


@proves("dice.exploding-six", "attack.recovery.excess-modifier", "attack.recovery.natural")
def test_odds_of_a_curse_are_those_worked_out_by_hand() -> None:
    """One die at 4+ scores exactly n hits in 5/12 of 1/6 to the power n-1; recovery needs 4+, then 5+, then a 6."""
    game = drawn("blue witch a 10,10\nred witch t 16,10\nactive a").play("attack")
    hits = [5 / 12 / 6 ** (n - 1) for n in range(1, 30)]
    fails = [1 / 2, 2 / 3, *[5 / 6] * 27]
    assert of_option(game.game, "curse>t").chance_removed() == pytest.approx(sum([h * f for h, f in zip(hits, fails)]))
    lying = drawn("blue witch a 10,10\nred witch t 16,10 down\nactive a").play("attack")
    assert of_option(lying.game, "curse>t").chance_removed() == pytest.approx(1 / 2), "no recovery roll"


@proves("cp.reroll", "dice.reroll.once")
def test_odds_of_a_curse_with_a_command_point() -> None:
    """Against one who lies a hit is all it takes, and a miss is rolled again."""
    game = drawn("blue witch a 10,10\nred witch t 16,10 down\ncp 1 0\nactive a").play("attack")
    assert of_option(game.game, "curse>t").chance_removed() == pytest.approx(3 / 4)
