"""Features: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.normandy.positions import drawn, ends
from tests.rulebooks.normandy.situations.sketches import chances, exactly, figures
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


@proves("feature.water-no-block-fire", "cover.figures-give-none")
def test_shots_over_water_and_over_a_tank_meet_no_cover() -> None:
    position = drawn("""
        blue us-riflemen a 4,8
        blue us-sherman  t 5,8
        red  de-hq       b 7,8
        ground ~ 6,8
        active a
    """)
    assert chances(position, "attack garands de-hq-a") == exactly(_0="1/3", _1="2/3")


@proves("feature.hill", "cover.intervening", "feature.hill-reference-figure")
@pytest.mark.parametrize(
    ("own", "target", "chance"),
    [
        ("H", "b", "2/3"),  # its own wood is no cover to the target, its hill takes the bocage's
        ("h", "b", "2/3"),
        ("b", "b", "1/3"),
        ("h", "H", "2/3"),
        (".", "H", "1/3"),  # a hill under the target protects by its trees alone
        (".", "h", "2/3"),
        ("^", ".", "2/3"),  # cover never falls below nothing
    ],
)
def test_a_hill_helps_whoever_shoots_from_it_and_nobody_on_it(own: str, target: str, chance: str) -> None:
    """One white die of Riflemen at range 3, straight along a row."""
    position = drawn(f"""
        blue us-riflemen a 4,8
        red  de-hq       b 7,8
        ground {own} 4,8
        ground {target} 7,8
        active a
    """)
    p = Fraction(chance)
    assert chances(position, "attack garands de-hq-a") == pytest.approx({0: float(1 - p), 1: float(p)})


@proves("feature.fortification-mechanized", "hidden.fortification-stays")
def test_a_tank_in_a_trench_is_not_hidden_and_a_half_track_takes_every_dash() -> None:
    position = drawn("""
        blue us-halftrack a 7,9
        blue us-hq        h 5,8
        red  de-hq        b 7,7
        ground T 7,9 5,8
        active a
    """)
    assert not position.battle.is_hidden(position["a"])
    assert position.battle.is_hidden(position["h"])


@proves("feature.road-bonus", "feature.road-entirely", "weather.card.driving-rain")
@pytest.mark.parametrize(("weather", "farthest"), [("all-clear", 2), ("driving-rain", 3)])
def test_a_road_of_exactly_its_move_carries_a_half_track_one_hex_further(weather: str, farthest: int) -> None:
    """Half-track, Move 4 (3 in the rain), on a road from row 7 northwards: five hexes, or four."""
    road = " ".join([f"7,{row}" for row in range(1, 15)])
    position = drawn(f"""
        blue us-halftrack a 7,7
        red  de-hq        e 0,0
        ground = {road}
        weather {weather}
        active a
    """)
    position.play("move")
    assert min([row for _, row in ends(position.game)]) == farthest


@proves("feature.road-extra-hex-anywhere", "token.minefield-trigger")
def test_the_extra_hex_of_the_road_may_be_a_mine_and_it_goes_off() -> None:
    position = drawn("""
        blue us-halftrack a 2,8
        ground = 2,8 3,8 4,8 5,8 6,8
        minefield red 7,8
        active a
    """)
    position.play("move", [[7, 8]], dice="attack-black burst blank")
    assert figures(position, "a") == [(7, 8)]
    assert (position["a"].damage, position["a"].pins) == (1, 1)
    assert position.battle.mines == ()


@proves("feature.road-deploy", "feature.road-extra-hex-anywhere")
def test_a_jumbo_that_enters_by_the_road_rolls_one_hex_further_and_off_it() -> None:
    position = drawn("""
        blue us-jumbo j
        ground = 7,14 7,13
        active j
    """)
    position.play("deploy")
    assert {place for place in ends(position.game) if place[1] == 12} == {(7, 12), (8, 12)}
