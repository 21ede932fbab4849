"""Scoring: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.normandy.positions import answered, at, battle_on, drawn, put, state
from tests.rulebooks.normandy.situations.sketches import STARS, standing
from vanguard.core.questions import Draw
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


@proves("control.capture", "income.sector-values", "vp.uses-new-control", "setup.battlefield.sector-names")
def test_sides_that_swap_a_home_sector_score_and_earn_by_whose_home_it_was() -> None:
    """Blue takes red's right (columns and rows 0 to 4): 2 VP; red takes blue's center: 3. Blue 0 + 0 + 2, red 0 + 1 + 3.

    Next income: blue 3 + 3 + 1 = 7, red 3 + 4 + 1 = 8.
    """
    position = drawn(f"""
        blue us-hq         h 2,2
        red  de-grenadiers g 7,12 8,12
        ground * {STARS}
        phase scoring
    """)
    assert position.battle.control == (0, 1, 1, -1, -1, -1, 0, 1, 0)
    assert [board.vp for board in position.battle.boards] == [2, 4]
    assert [board.requisition for board in position.battle.boards] == [7, 8]


@proves("control.mechanized-cannot", "control.persists")
def test_a_tank_on_the_enemys_point_keeps_him_from_standing_there_but_not_from_scoring() -> None:
    position = drawn(f"""
        blue us-sherman t 7,2
        blue us-hq      h 7,12
        ground * {STARS}
        phase scoring
    """)
    assert position.battle.control == (1, 1, 1, -1, -1, -1, 0, 0, 0)
    assert [board.vp for board in position.battle.boards] == [1, 1]


@proves("weather.trigger", "underdog.draw-condition", "weather.once-per-scoring")
def test_the_deficit_is_counted_after_this_rounds_points() -> None:
    """13 + 1 + 2 = 16 against 9 + 1 = 10: six behind only now; before, it was four."""
    position = drawn(f"""
        blue us-hq h 7,7
        red  de-hq e 7,1
        ground * {STARS}
        vp 13 9
        round 4
        phase scoring
    """)
    assert isinstance(position.game.question, Draw)
    answered(position.game, ["driving-rain"])
    assert position.decider == 1
    assert position.clause == "underdog.draw-choice"


@proves("weather.once-per-scoring", "underdog.draw-condition", "setup.weather.vp-tokens")
def test_a_leap_over_two_weather_tokens_turns_one_card_and_the_second_waits_for_the_next_round() -> None:
    """7 VP and the 12 of all nine sectors: 19 passes 8 and 15, one card turns; the enemy at 0 takes one Underdog card."""
    battle = battle_on()
    put(battle, "us-hq", (0, 14))
    put(battle, "de-hq", (0, 0))
    battle.control = (0,) * 9
    battle.boards[0].vp = 7
    battle.phase = "scoring"
    game = answered(at(battle), ["gale"], "counter-attack")
    after = state(game)
    assert (after.boards[0].vp, after.weather, after.weather_tokens) == (19, "gale", (15, 22))
    assert after.boards[1].drawn == "counter-attack"


@proves("end.vp-limit", "weather.trigger", "scoring.step-order")
def test_a_game_that_ends_at_thirty_reveals_no_weather() -> None:
    position = drawn(f"""
        blue us-hq h 7,7
        red  de-hq e 7,1
        ground * {STARS}
        vp 27 3
        round 6
        phase scoring
    """)
    assert position.game.over
    assert position.battle.boards[0].vp == 30
    assert position.battle.weather == "all-clear"


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


@proves("end.tie-break", "end.vp-limit")
def test_thirty_all_goes_to_whoever_holds_more_sectors_after_the_last_capture() -> None:
    """Blue 27 + 1 + 2 takes the middle center and has 4 sectors; red 29 + 1 has 3."""
    position = drawn(f"""
        blue us-hq h 7,7
        red  de-hq e 7,1
        ground * {STARS}
        vp 27 29
        strain 0 5
        round 9
        phase scoring
    """)
    assert position.game.over
    assert [board.vp for board in position.battle.boards] == [30, 30]
    assert position.game.standing.winner == 0
    assert position.game.standing.clause == "end.tie-break"


@proves("end.no-elimination", "activation.dead-token", "ap.destroyed-mid-activation")
def test_a_side_whose_last_unit_dies_in_its_own_move_goes_on_with_the_next_round() -> None:
    position = drawn("""
        blue us-hq h 7,10 damage=3
        red  de-hq e 1,1 activated
        minefield red 7,9
        bag 2 1
        active h
    """)
    dice = "attack-black plus blank / token usa / token germany / token usa"
    position.play("move", [[7, 9]], dice=dice)
    assert standing(position) == {"de-hq-a"}
    assert (position.battle.round, position.battle.phase) == (2, "recruit")
    position.play({"us-hq": 1}, {})
    assert "us-hq-a" in standing(position)
