"""Each rule at its very edge: exactly the Health, the last point, the last figure, the corner of the field. Worked out before it was run."""

from __future__ import annotations

import pytest

from tests.rulebooks.normandy.positions import drawn, ends
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


@proves("damage.health-per-figure", "damage.unit-destroyed", "damage.tokens-kept", "token.minefield-resolution")
@pytest.mark.parametrize(("second", "there"), [("burst", False), ("blank", True)])
def test_exactly_its_health_takes_the_last_man_and_one_less_leaves_him_pinned(second: str, there: bool) -> None:
    """Riflemen have Health 3: a dash, a plus and a burst are three; without the burst two tokens stay."""
    position = drawn("""
        blue us-riflemen a 7,9
        red  de-hq       e 7,1
        minefield red 7,8
        active a
    """)
    position.play("move", [[7, 8]], dice=f"attack-black dash+plus {second}")
    assert ("us-riflemen-a" in position.battle.units) is there
    if there:
        assert (position["a"].damage, position["a"].pins) == (2, 1)


@proves("recruit.condition-requisition", "supply.several-per-round", "requisition.cap-20")
@pytest.mark.parametrize(("unit", "refused"), [("us-mortar", False), ("us-rangers", True)])
def test_a_full_purse_pays_two_levels_and_five_more_and_not_six(unit: str, refused: bool) -> None:
    """6 and 9 for levels 2 and 3 leave 5 of 20: a mortar costs 5, Rangers cost 6."""
    game = drawn("""
        blue us-hq h 7,13
        red  de-hq e 7,1
        requisition 20 0
        phase recruit
    """).game
    plan = {"supply": 2, unit: 1}
    if refused:
        with pytest.raises(Refused, match="21 requisition; you have 20"):
            game.answer(plan, seat=0)
    else:
        game.answer(plan, seat=0)


@proves("promote.cost", "promote.limit-by-weather")
@pytest.mark.parametrize(("requisition", "command", "asked"), [(2, 1, True), (1, 1, False), (2, 0, False)])
def test_the_last_command_and_two_requisition_promote_riflemen(requisition: int, command: int, asked: bool) -> None:
    """Supply 1: one Command and two requisition, not one of them less. The HQ is a veteran already."""
    position = drawn(f"""
        blue us-hq       h 7,13 veteran
        blue us-riflemen a 7,9 8,9
        red  de-hq       e 7,1 veteran
        requisition {requisition} 0
        command {command} 0
        phase promote
        bag 0 0
    """)
    assert (position.clause == "promote.cost") is asked
    if asked:
        position.play({"us-riflemen-a": 1}, dice="token usa")
        assert position["a"].veteran
        assert (position.battle.boards[0].requisition, position.battle.boards[0].command) == (0, 0)
        assert position.clause == "activation.must-activate"


@proves("deploy.entry-hex", "deploy.all-figures", "move.through-friends")
def test_a_pair_comes_in_through_the_only_free_corner_of_its_backline() -> None:
    """All but the corner is water: the first man must go on to make room, the second ends in the corner."""
    water = " ".join([f"{column},14" for column in range(14)])
    position = drawn(f"""
        blue us-riflemen a
        red  de-hq       e 7,1
        ground ~ {water}
        active a
    """)
    position.play("deploy")
    first = ends(position.game)
    assert first == {(14, 14), (13, 13), (14, 13)}
    position.play([[14, 13]])
    assert ends(position.game) == {(14, 14), (13, 13)}


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


@proves("pin.zero-ap-unit", "withdraw.pinned-must-test", "activation.must-activate")
def test_a_unit_without_a_point_may_only_withdraw_or_wait() -> None:
    position = drawn("""
        blue us-mortar   a 7,9 pins=1
        red  de-hq       e 7,1
        active a points=0
    """)
    assert position.options == ["withdraw", "pass"]


@proves("end.round-limit", "end.tie-break")
@pytest.mark.parametrize(
    ("strain", "requisition", "winner"), [("5 4", "0 9", 0), ("4 4", "3 9", 1), ("4 4", "9 9", None)]
)
def test_in_the_last_round_strain_decides_then_requisition_then_nobody(
    strain: str, requisition: str, winner: int | None
) -> None:
    position = drawn(f"""
        blue us-hq h 7,13
        red  de-hq e 7,1
        vp 10 10
        strain {strain}
        requisition {requisition}
        round 10
        phase scoring
        bag 0 0
    """)
    assert position.game.over
    assert position.game.standing.winner == winner
