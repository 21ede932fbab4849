"""Shooting: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.killteam_lite.positions import at
from tests.rulebooks.killteam_lite.situations.sketches import APART, FAR_OFF, armed, exactly, odds, removed
from tests.rulebooks.killteam_lite.test_abilities_and_ploys import with_ploy
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


@proves("shooting.target-not-engaged-with-friends", "torrent.extras-must-be-valid", "blast.always-valid-targets")
def test_a_torrent_spares_whom_a_friend_fights_and_a_blast_does_not() -> None:
    drawn = (
        "blue Man a 4,11 Engage\nblue Man f 12,14.8 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    )
    torrent = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Torrent 2"').play("shoot", "b", dice="attack 5")
    assert torrent["c"].wounds == 8
    blast = armed(drawn, 'gun: A 1, BS 3+, D 1/1, Blast 2"').play("shoot", "b", dice="attack 5 / attack 5")
    assert blast["c"].wounds == 7


@proves("shooting.cover-die", "ap.before-cover")
def test_odds_of_the_dug_in_against_ap() -> None:
    """Df 3 less 1, both retained: three hits of which two are discarded, or criticals that cost both dice."""
    drawn = APART.format("", "Trooper", "W=6 Sv=5") + "\nlow 10.8,9,11.2,13"
    table = with_ploy(armed(drawn, "gun: A 3, BS 3+, D 3/4, AP1"), 1, "dig-in")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(305, 7776))


@proves("shooting.cover-die", "shooting.two-normal-saves-discard-critical")
def test_odds_of_dug_in_troopers_are_those_worked_out_by_hand() -> None:
    """Two hits at a target with 3 wounds and 2 dice that may both be retained. A normal and a critical hit: one die is retained
    against the normal hit and a 6 is needed, 1 in 6. Two critical hits: two sixes. Anything less is stopped."""
    drawn = "blue Man a 4,11 Engage\nred Trooper b 12,11 Engage wounds=3 Df=2\nlow 10.8,9,11.2,13"
    table = with_ploy(at(drawn, active="a", weapons={"a": ("gun: A 2, BS 3+, D 3/4",)}), 1, "dig-in")
    assert removed(table, "shoot") == pytest.approx(2 * (1 / 6 * 3 / 6) * 5 / 6 + 1 / 36 * 35 / 36)


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


@proves("shooting.ends-when-nothing-is-left", "strategy.ploys.tactical-timing")
def test_who_holds_on_in_the_attack_step_has_nothing_to_save() -> None:
    """It can lose no more wounds in this action: no Cover die, no defence dice and no re-rolls to pay for."""
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage wounds=2\nred Medic m 12,14 Engage\nlow 10.8,9,11.2,13"
    table = at(drawn, active="a", cp=(0, 2), weapons={"a": ("gun: A 2, BS 3+, D 2/2, MW2",)})
    table.play("shoot", "t", "hold-on", dice="attack 6 5")
    assert (table["t"].wounds, table.battle.command_points, table.battle.held) == (1, (0, 1), ())


@proves("shooting.no-attack-on-the-incapacitated", "fusillade.separate-attacks", "splash.area")
def test_fusillade_dice_at_whom_the_splash_has_felled_are_lost() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0 wounds=1" + FAR_OFF
    table = armed(drawn, "gun: A 3, BS 3+, D 1/1, Splash 1, Fusillade").play(
        "shoot", "b", {"b": 2, "c": 1}, dice="attack 6 2"
    )
    assert (table["b"].wounds, table["c"].in_play) == (6, False)
