"""Damage: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_lite.positions import at
from tests.rulebooks.killteam_lite.situations.sketches import armed, veiled
from tests.rulebooks.killteam_lite.test_abilities_and_ploys import with_ploy
from vanguard.odds.answers import of_trial, options_with_odds
from vanguard.rulebooks.killteam_lite import rulebook
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


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


@proves("damage.injured-skill", "hot.self-damage")
def test_odds_of_a_hot_gun_in_injured_hands() -> None:
    """Injured, so 4+; each 1 costs three wounds, and three are left."""
    table = at("blue Man a 4,11 Engage wounds=3\nred Man b 12,11 Engage wounds=3 Df=0", active="a",
               weapons={"a": ("gun: A 2, BS 3+, D 3/4, Hot",)})  # fmt: skip
    told = of_trial(rulebook, options_with_odds(table.game)["shoot"])
    assert told.chance_removed() == pytest.approx(3 / 4)
    assert told.wounds_left(1) == pytest.approx({0: 11 / 36, 3: 25 / 36})


@proves("damage.injured-skill", "overwatch.worse-bs", "strategy.ploys.duration")
def test_who_holds_fast_watches_as_well_as_the_unhurt() -> None:
    drawn = "blue Warden w 4,11 Engage done wounds=2\nred Man b 12,11 Engage Df=0"
    held = with_ploy(at(drawn), 0, "hold-fast").play("w", "b", dice="attack 4 3 1 1")
    plain = at(drawn).play("w", "b", dice="attack 4 5 1 1")
    assert (held["b"].wounds, plain["b"].wounds) == (5, 5)


@proves("damage.injured-at-once", "hot.self-damage", "special.per-shooting-attack")
def test_a_shooter_burnt_by_its_first_attack_aims_worse_in_the_second() -> None:
    """W 8: two 1s leave 2 wounds, so the 3s of the second attack miss at 4+."""
    drawn = "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 12,13 Engage Df=0"
    table = at(drawn, active="a", weapons={"a": ('gun: A 3, BS 3+, D 1/1, Hot, Torrent 2"',)})
    table.play("shoot", "b", "c", dice="attack 1 1 3 / attack 3 3 4")
    assert (table["a"].wounds, table["b"].wounds, table["c"].wounds) == (2, 7, 7)


@proves("damage.injured-at-once", "hot.self-damage", "charge.distance")
def test_who_burns_itself_charges_less_far_in_the_same_activation() -> None:
    """W 8: two 1s cost 6 wounds, so M 4 and a Charge of 6"; the Dash stays 3"."""
    drawn = "blue Man a 4,11 Engage APL=3\nred Man b 12.1,11 Engage Df=0"
    table = armed(drawn, "gun: A 2, BS 3+, D 1/1, Hot").play("shoot", "b", dice="attack 1 1")
    assert table["a"].wounds == 2
    assert "[charge.must-finish-engaged]" in table.why_not("charge"), 'b is 7.1" away, the reach is 6" and 1"'
    assert table.play("dash", [[7, 11]])["a"].base.x == 7


@proves("damage.incapacitated", "shooting.casualties-removed-after-action", "game.specific-overrides-general")
def test_a_veil_falls_with_its_seer_while_the_torrent_goes_on() -> None:
    """She lies there until the action is over, but she is incapacitated already: her Needler has only its Sv."""
    up = veiled(9).play("shoot", "s", "save", "n", dice="attack 5 5 / defence 1 1 1 / attack 5 1")
    assert (up.clause, up.keys) == ("invulnerable.instead-of-save", ["save", "invulnerable-4"])
    down = veiled(1).play("shoot", "s", "save", "n", dice="attack 5 5 / defence 1 1 1 / attack 5 1 / defence 1 1 1")
    assert (down["n"].wounds, down["n"].shielded_by, down["s"].in_play) == (6, "", False)
    assert len(down.events("shield-ended")) == 1
