"""States in which a game could have come to a standstill or to something impossible, and what the book makes of them."""

from tests.rulebooks.vijilant.positions import at
from vanguard.rulebooks.vijilant.rulebook import _model_faults
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("ramming.altitude", "units.flyer.no-contact")
def test_a_flyer_stopped_by_whom_it_rams_while_over_a_friend_ends_just_short_of_the_friend() -> None:
    """M 24 north from (35,10). The enemy at (35,30) stops it with the centres 4 apart, at (35,26); there it would overlap its
    friend at (37,24), so it stays behind: centres at least 4 apart leave it south of 24 - sqrt(16 - 4) = 20.54."""
    table = at(
        """
        blue Flyer a 35,10 north cc=3
        blue Flyer b 37,24
        red Flyer z 35,30 H=9
        """,
        active="a",
    )
    table.play("fly-ram", [[35, 34]], "plain")
    assert table["z1"].wounds == 1
    x, y = table.at("a1")
    assert x == 35.0
    assert 20.0 <= y <= 20.55
    assert _model_faults(table.battle) == []


@proves("ramming.survivor-blocks", "movement.top-of-container", "heist.defender-starts-on-train")
def test_a_vehicle_stopped_by_whom_it_rams_while_driving_off_the_deck_stays_on_it() -> None:
    """The deck ends at y = 30.5. A truck (radius 2.25) meets a strider (radius 2) at (20,26) with its centre at y = 30.25, half
    off the deck, where nobody may end: it stays aboard, with its centre at 32.75 or more, and may still drive along the deck."""
    table = at(
        """
        blue Truck t 20,33 south started-aboard
        red Strider s 20,26 H=9
        """,
        active="t",
        mission="the-heist",
        map="glasstrain",
        defender=0,
    )
    table.play("ram", [[20, 26.5]], "plain")
    assert table["s1"].wounds == 1
    x, y = table.at("t1")
    assert (x, table["t1"].base.elevation) == (20.0, 1.5)
    assert 32.74 <= y <= 32.85
    table.play("move", [[24, 33]])
    assert table.at("t1") == (24.0, 33.0)
