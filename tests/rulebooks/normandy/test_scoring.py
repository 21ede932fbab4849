"""Scoring: sector control, victory points, weather, Underdog draws, the end of the game."""

import pytest

from tests.rulebooks.normandy.positions import answered, at, battle_on, field, put, state, the
from vanguard.core.questions import Draw, Roll, Together
from vanguard.rulebooks.normandy import rulebook
from vanguard.rulebooks.normandy.scoring import standing
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import asked, keys

proves = proves_for("normandy")

STARS = """
    2    .   .   *   .   .   .   .   *   .   .   .   .   *
    7    .   .   *   .   .   .   .   *   .   .   .   .   *
    12   .   .   *   .   .   .   .   *   .   .   .   .   *
"""
"""A Strategic Point in the middle of every sector."""


def scoring(vp=(0, 0), round=1):
    battle = battle_on(field(STARS))
    battle.phase = "scoring"
    battle.round = round
    battle.boards[0].vp, battle.boards[1].vp = vp
    return battle


# -- control --------------------------------------------------------------------------------------------------------------


@proves("control.capture", "control.token-location", "vp.uses-new-control", "vp.score", "scoring.step-order")
def test_a_figure_on_foot_takes_the_sector_whose_strategic_point_it_stands_on_and_scores_it_at_once():
    """Blue Riflemen on red's home center: red loses that token, blue gets 3 VP for its captured side at once."""
    battle = scoring()
    put(battle, "us-riflemen", (7, 2), (8, 2))
    game = at(battle)
    assert state(game).control == (1, 0, 1, -1, -1, -1, 0, 0, 0)
    assert [board.vp for board in state(game).boards] == [1 + 3, 0]
    assert [board.requisition for board in state(game).boards] == [11, 6], (
        "its requisition counts from the next round on"
    )


@proves("vp.score")
def test_the_home_line_and_the_middle_center_score_three():
    battle = scoring()
    battle.control = (1, 1, 1, -1, 0, -1, 0, 0, 0)
    assert [board.vp for board in state(at(battle)).boards] == [3, 1]


@proves("control.only-in-scoring")
def test_standing_on_a_strategic_point_during_the_activation_phase_changes_nothing():
    battle = battle_on(field(STARS))
    unit = put(battle, "us-halftrack", (7, 8))
    put(battle, "us-hq", (7, 7))
    battle.bag = (1, 0)
    game = answered(at(battle), ["usa"], "us-hq-a", "move", [[7, 6]], "pass")
    assert unit.key in state(game).units
    assert state(game).round == 2
    assert state(game).control[4] == -1


@proves("control.mechanized-cannot")
def test_a_vehicle_on_a_strategic_point_takes_nothing_and_changes_nothing():
    battle = scoring()
    put(battle, "de-panzer4", (7, 7))
    put(battle, "us-sherman", (7, 2))
    assert state(at(battle)).control == (1, 1, 1, -1, -1, -1, 0, 0, 0)


@proves("control.persists")
def test_control_stays_when_the_unit_has_left_or_died():
    battle = scoring()
    battle.control = (1, 0, 1, 0, 0, -1, 0, 0, 0)
    assert state(at(battle)).control == (1, 0, 1, 0, 0, -1, 0, 0, 0)


@proves("control.pinned-test")
def test_a_pinned_unit_takes_a_sector_only_by_a_passed_pinning_test():
    """1 Pin token and a plus: a neutral sector stays neutral, an enemy sector the enemy's."""
    for place, sector, before in (((7, 7), 4, -1), ((7, 2), 1, 1)):
        battle = scoring()
        put(battle, "us-riflemen", place, pins=1)
        game = at(battle)
        assert isinstance(game.question, Roll)
        assert state(answered(game, ["plus"])).control[sector] == before
        battle = scoring()
        put(battle, "us-riflemen", place, pins=1)
        assert state(answered(at(battle), ["dash"])).control[sector] == 0


@proves("control.no-test-if-already-owned")
def test_nobody_rolls_for_a_sector_he_controls_already():
    battle = scoring()
    put(battle, "us-riflemen", (7, 12), pins=3)
    assert isinstance(at(battle).question, Together), "the next round's recruiting is asked at once"


@proves("control.test-order", "ability.steadfast")
def test_tests_are_rolled_from_north_to_south_and_west_to_east():
    battle = scoring()
    put(battle, "us-riflemen", (12, 7), pins=1)
    put(battle, "us-rangers", (2, 7), pins=2)
    put(battle, "us-mg", (7, 2), pins=1)
    game = at(battle)
    order = []
    while isinstance(game.question, Roll):
        order.append((game.question.key, game.question.count))
        answered(game, ["blank"])
    assert order == [("pinning us-mg-a", 1), ("pinning us-rangers-a", 1), ("pinning us-riflemen-a", 1)]


# -- weather --------------------------------------------------------------------------------------------------------------


@proves("weather.trigger", "setup.weather.deck", "setup.weather.vp-tokens")
def test_a_total_that_reaches_the_token_reveals_a_random_new_card_and_the_next_token():
    game = at(scoring((7, 0)))
    question = asked(game)
    assert isinstance(question, Draw)
    assert sorted(question.items) == ["break-in-the-clouds", "driving-rain", "gale", "ground-fog"]
    answered(game, ["gale"])
    assert state(game).weather == "gale"
    assert state(game).weather_tokens == (15, 22)
    assert "gale" not in state(game).weather_deck


@proves("weather.trigger", "weather.effects-last")
def test_below_the_token_the_weather_stays():
    battle = scoring((6, 0))
    game = at(battle)
    assert isinstance(game.question, Together)
    assert state(game).weather == "all-clear"


@proves("weather.once-per-scoring", "weather.effects-last", "weather.trigger")
def test_only_one_card_is_revealed_per_scoring_phase():
    """From 15 to 16 with the tokens 8 and 15: one card now, the token 15 is looked at next round."""
    battle = scoring((15, 15))
    game = answered(at(battle), ["gale"])
    assert isinstance(game.question, Together)
    assert state(game).weather_tokens == (15, 22)
    battle = state(game)
    battle.phase = "scoring"
    again = at(battle)
    assert state(again).weather == "gale", "in force until the next one is revealed"
    assert state(answered(again, ["ground-fog"])).weather == "ground-fog"


@proves("weather.last-card", "setup.weather.vp-tokens", "weather.trigger")
def test_the_third_card_has_no_token_and_is_never_replaced():
    battle = scoring((25, 25))
    battle.weather, battle.weather_deck, battle.weather_tokens = "gale", ("ground-fog",), ()
    assert isinstance(at(battle).question, Together)
    assert state(at(scoring((25, 25)))).weather_tokens == (8, 15, 22)


@proves("underdog.draw-condition")
def test_six_behind_takes_an_underdog_card_and_five_behind_does_not():
    """15 against 10 gives no card, 16 against 10 one."""
    five = answered(at(scoring((14, 9))), ["gale"])
    assert isinstance(five.question, Together)
    six = answered(at(scoring((15, 9))), ["gale"])
    assert asked(six).player == 1
    assert asked(six).clause == "underdog.draw-choice"


@proves("underdog.draw-choice")
def test_the_trailing_player_picks_any_of_his_own_cards():
    game = answered(at(scoring((15, 9))), ["gale"])
    assert keys(game) == ["reserves-forward", "atlantic-wall", "counter-attack"]
    answered(game, "counter-attack")
    board = state(game).boards[1]
    assert (board.drawn, board.underdogs) == ("counter-attack", ("reserves-forward", "atlantic-wall"))


@proves("underdog.draw-choice")
def test_without_cards_left_there_is_nothing_to_take():
    battle = scoring((15, 0))
    battle.boards[1].underdogs = ()
    assert isinstance(answered(at(battle), ["gale"]).question, Together)


@proves("underdog.no-weather-no-card")
def test_without_new_weather_nobody_gets_a_card_however_far_behind():
    battle = scoring((20, 0))
    battle.weather_tokens = ()
    game = at(battle)
    assert isinstance(game.question, Together)
    assert state(game).boards[1].drawn == ""


@proves("underdog.removed-after-round", "underdog.lasts-one-round", "strain.five-for-the-game")
def test_a_played_card_and_its_effect_end_with_the_round_and_the_strain_stays_spent():
    battle = scoring()
    board = battle.boards[1]
    board.played, board.effects, board.strain = "counter-attack", (("move", 1),), 2
    board.underdogs = ("atlantic-wall",)
    game = at(battle)
    board = state(game).boards[1]
    assert (board.played, board.effects, board.underdogs, board.strain) == ("", (), ("atlantic-wall",), 2)


@proves("round.phase-order")
def test_a_round_runs_from_planning_through_activation_to_scoring():
    battle = battle_on(field(STARS))
    battle.phase = "plan"
    put(battle, "us-hq", (7, 13))
    game = at(battle)
    seen = [state(game).phase]
    answered(game, {}, {})
    for answer in ({}, ["usa"], "us-hq-a", "pass"):
        if game.question is not None and state(game).phase != seen[-1]:
            seen.append(state(game).phase)
        answered(game, answer)
    assert seen == ["recruit", "promote", "activation"]
    assert state(game).round == 2
    assert state(game).phase == "recruit"
    assert not the(game, "us-hq-a").activated


# -- the end --------------------------------------------------------------------------------------------------------------


@proves("end.vp-limit", "end.winner")
def test_thirty_victory_points_end_the_game_after_scoring_even_if_both_pass_it():
    battle = scoring((29, 35))
    game = at(battle)
    assert game.over
    assert game.standing.winner == 1
    assert game.standing.clause == "end.winner"
    assert isinstance(at(scoring((28, 0))).question, Draw), "29 is not enough"


@proves("end.round-limit")
def test_the_game_ends_after_the_tenth_round():
    assert at(scoring((1, 0), 10)).over
    assert not at(scoring((1, 0), 9)).over


@proves("end.tie-break")
def test_a_tie_goes_to_more_sectors_then_strain_then_requisition_else_it_is_a_draw():
    battle = scoring((20, 20), 10)
    battle.phase = "over"
    assert standing(battle).winner is None
    battle.boards[1].requisition = 1
    assert standing(battle).winner == 1
    battle.boards[0].strain = 5
    battle.boards[1].strain = 4
    assert standing(battle).winner == 0
    battle.control = (1, 1, 1, 1, -1, -1, 0, 0, 0)
    assert standing(battle).winner == 1
    assert "sectors" in rulebook.standing(battle).reason


@proves("end.no-elimination")
def test_a_side_without_units_plays_on():
    battle = scoring()
    put(battle, "us-hq", (7, 13))
    game = at(battle)
    assert not game.over
    answered(game, {}, {"de-hq": 1})
    assert "de-hq-a" in state(game).units


@proves("end.winner", "end.tie-break")
@pytest.mark.parametrize("winner", [0, 1])
def test_whichever_seat_has_more_wins_and_ties_are_broken_in_order(winner: int):
    """Victory points, then sectors, then Strain, then requisition; each of them the last thing that differs."""
    for what in ("vp", "strain", "requisition"):
        battle = battle_on()
        battle.phase = "over"
        for board in battle.boards:
            board.vp, board.strain, board.requisition = 7, 2, 3
        battle.control = (-1,) * 9
        setattr(battle.boards[winner], what, 9)
        found = standing(battle)
        assert found.winner == winner, what
        assert found.scores == (float(battle.boards[0].vp), float(battle.boards[1].vp))
        assert found.clause == ("end.winner" if what == "vp" else "end.tie-break")


# -- the edges ------------------------------------------------------------------------------------------------------------


@proves("weather.trigger")
@pytest.mark.parametrize("totals", [(7, 0), (0, 7)])
def test_the_better_total_of_either_side_reveals_the_weather_and_chance_draws_it(totals):
    """7 and the point for the home line make 8, the first token; 6 and a point do not."""
    game = at(scoring(totals))
    question = asked(game)
    assert isinstance(question, Draw)
    assert question.player == -1
    assert isinstance(at(scoring(tuple(max(0, total - 1) for total in totals))).question, Together)


@proves("weather.trigger", "underdog.draw-condition", "underdog.draw-choice")
@pytest.mark.parametrize("side", [0, 1])
def test_either_side_may_be_the_one_that_trails_far_enough(side):
    game = answered(at(scoring((15, 9) if side == 1 else (9, 15))), ["gale"])
    assert asked(game).player == side
    answered(game, keys(game)[1])
    assert state(game).boards[side].drawn
    assert not state(game).boards[1 - side].drawn


@proves("underdog.draw-choice")
def test_the_last_card_is_taken_unasked_and_of_two_one_is_chosen():
    battle = scoring((15, 9))
    battle.boards[1].underdogs = ("counter-attack",)
    game = answered(at(battle), ["gale"])
    assert asked(game).clause != "underdog.draw-choice"
    board = state(game).boards[1]
    assert (board.drawn, board.underdogs) == ("counter-attack", ())
    battle = scoring((15, 9))
    battle.boards[1].underdogs = ("counter-attack", "atlantic-wall")
    game = answered(at(battle), ["gale"])
    assert keys(game) == ["counter-attack", "atlantic-wall"]


@proves("end.winner", "end.tie-break")
def test_the_game_is_over_with_a_winner_or_with_none():
    for totals, winner, clause in (
        ((5, 3), 0, "end.winner"),
        ((3, 5), 1, "end.winner"),
        ((4, 4), None, "end.tie-break"),
    ):
        battle = scoring(totals)
        battle.phase = "over"
        end = standing(battle)
        assert (end.over, end.winner, end.clause) == (True, winner, clause)
        assert not standing(scoring(totals)).over


@proves("end.tie-break", "end.winner")
@pytest.mark.parametrize("side", [0, 1])
def test_a_tie_in_points_goes_to_who_controls_more_sectors_on_either_side(side):
    battle = scoring((9, 9))
    battle.phase = "over"
    battle.control = (1, 1, 1, side, -1, -1, 0, 0, 0)
    end = standing(battle)
    assert (end.winner, end.clause, end.reason) == (side, "end.tie-break", "4 sectors against 3")


@proves("control.pinned-test", "control.capture")
def test_an_unpinned_unit_takes_a_sector_without_rolling():
    battle = scoring()
    put(battle, "us-riflemen", (7, 7), (8, 7))
    game = at(battle)
    assert not isinstance(game.question, Roll)
    assert state(game).control[4] == 0
    assert not any(event.key == "steadfast" for event in game.events)
