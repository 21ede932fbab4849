"""What Kill Team Vanguard's bots know: what a position is worth, where a model might go, and ways."""

from __future__ import annotations

import random

from vanguard.bots.killteam_vanguard import battle_of, mind
from vanguard.bots.killteam_vanguard_places import destinations
from vanguard.bots.killteam_vanguard_value import chance_of_winning, log_odds
from vanguard.bots.rungs import PlannerBot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Given, Place
from vanguard.rulebooks.killteam_vanguard import rulebook
from vanguard.rulebooks.killteam_vanguard.line_of_sight import IN_THE_OPEN, exposure, in_the_open, sees
from vanguard.rulebooks.killteam_vanguard.state import REMOVED, TURN


def played(variant: int, until_round: int) -> Game:
    """A game of the script against itself, at the first Turn of a Round."""
    game = Game.new(rulebook, rulebook.default_setup(variant), KeyedDice(secret_from_seed(f"bots {variant}")))
    chance = random.Random(1)
    while battle_of(game).round < until_round or battle_of(game).step != TURN or not game.at_rest:
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        game.answer(mind.script(game, seat, question, chance), seat=seat)
    return game


def test_what_speaks_for_one_side_speaks_against_the_other() -> None:
    for variant in (1, 4, 8):
        battle = battle_of(played(variant, 2))
        assert abs(log_odds(battle, 0) + log_odds(battle, 1)) < 1e-9
        assert 0.0 < chance_of_winning(log_odds(battle, 0)) < 1.0


def test_a_lead_counts_more_the_fewer_rounds_are_left() -> None:
    gains = []
    for a_round in (1, 3, 5):
        battle = battle_of(played(4, 2))
        battle.round = a_round
        before = log_odds(battle, 0)
        battle.victory_points[0] += 2
        gains.append(log_odds(battle, 0) - before)
    assert 0.0 < gains[0] < gains[1] < gains[2]


def test_losing_a_model_or_its_wounds_is_worth_less() -> None:
    battle = battle_of(played(2, 2))
    model = next(it for it in battle.of_side(0) if it.wounds > 1)
    before = log_odds(battle, 0)
    model.wounds -= 1
    wounded = log_odds(battle, 0)
    model.place = REMOVED
    battle.forget_sight()
    assert log_odds(battle, 0) < wounded < before


def test_places_thought_of_can_all_be_gone_to() -> None:
    for variant in (1, 2, 3):
        game = played(variant, 2)
        battle = battle_of(game)
        seat = battle.turn_player
        model = next(it for it in battle.of_side(seat) if not it.activated and it.standing and not it.fatigued)
        game.answer(f"activate {model.key}", seat=seat)
        found = destinations(battle_of(game), battle_of(game)[model.key], model.profile.speed, True, 2)
        assert found
        game.answer("walk", seat=seat)
        question = game.question_for(seat)
        assert isinstance(question, Place)
        for given in found:
            assert question.preview(given)["legal"], given


def test_seeing_a_target_whole_is_the_same_quick_or_exact() -> None:
    open_ones = 0
    for variant in (1, 2, 3):
        battle = battle_of(played(variant, 3))
        for viewer in battle.of_side(0):
            for target in battle.of_side(1):
                if sees(battle, viewer, target):
                    battle.exposed.clear()
                    quick = in_the_open(battle, viewer, target)
                    battle.exposed.clear()
                    assert quick == (exposure(battle, viewer, target) == IN_THE_OPEN)
                    open_ones += quick
    assert open_ones


def test_a_planner_plays_an_activation_without_failing_and_the_same_way_again() -> None:
    answers = []
    for _ in range(2):
        game = played(3, 2)
        seat = battle_of(game).turn_player
        bot = PlannerBot("killteam_vanguard", mind, 5)
        given: list[Given] = []
        while game.deciders() == (seat,) and len(given) < 6:
            given.append(bot.answer(game, seat))
            game.answer(given[-1], seat=seat)
        assert bot.failures == 0
        assert bot.why["tries"] > 1
        answers.append(given)
    assert answers[0] == answers[1]
