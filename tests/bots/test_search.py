"""The search: deterministic by rollouts, ended by time or a call, never illegal, and better than what it is built on."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from tests.kit.duel import rulebook as duel_rules
from tests.kit.duel_mind import DuelMind
from vanguard.bots import Budget, make_bot
from vanguard.bots.rungs import PlannerBot, ScriptBot
from vanguard.bots.search import REPLIES, SURE, Contender, Search
from vanguard.bots.trying import Plan
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Given
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.testing.random_play import advanced

WITH_A_MIND = [name for name in sorted(registered()) if load_rulebook(name).mind() is not None]


def duel(seed: int) -> Game:
    return Game.new(duel_rules, duel_rules.default_setup(), KeyedDice(secret_from_seed(seed)))


def searching(seed: int, budget: Budget) -> PlannerBot:
    mind = DuelMind()
    return PlannerBot("duel", mind, seed, search=Search(mind, seed, budget))


def rollouts_of(bot: Any) -> int:
    return int(bot._search.rollouts)


@cache
def somewhere(name: str) -> Game:
    rulebook = load_rulebook(name)
    mind = rulebook.mind()
    assert mind is not None
    for number in range(40):
        game = advanced(rulebook, number, 60 + 7 * number)
        seat = game.deciders()[0]
        question = game.question_for(seat)
        if question is not None and len(mind.shortlist(game, seat, question, random.Random(1))) > 1:
            return game
    raise AssertionError("nothing to think about")


def at_a_choice(name: str) -> tuple[Game, int]:
    """Somewhere in a game where a search has something to think about."""
    game = somewhere(name).fork(KeyedDice(secret_from_seed("a choice")))
    return game, game.deciders()[0]


def answers_of(budget: Budget) -> list[Given]:
    game = duel(5)
    bots = (searching(1, budget), searching(2, budget))
    given: list[Given] = []
    while game.question is not None:
        seat = game.deciders()[0]
        given.append(bots[seat].answer(game, seat))
        game.answer(given[-1], seat=seat)
    assert bots[0].failures == bots[1].failures == 0
    return given


def test_the_same_seed_and_rollouts_play_the_same_game_again() -> None:
    assert answers_of(Budget(rollouts=24)) == answers_of(Budget(rollouts=24))


def test_a_search_plays_no_more_rollouts_than_it_was_given() -> None:
    for rollouts in (0, 5, 24, 90):
        bot = searching(1, Budget(rollouts=rollouts))
        bot.answer(duel(1), 0)
        assert rollouts_of(bot) <= rollouts
    assert rollouts_of(bot) > 30


@pytest.mark.parametrize("name", WITH_A_MIND)
def test_a_search_that_is_called_off_answers_at_once_with_the_best_so_far(name: str) -> None:
    game, seat = at_a_choice(name)
    asked = 0

    def called_off() -> bool:
        nonlocal asked
        asked += 1
        return asked > 12

    bot = make_bot(name, "search", 1, Budget(rollouts=100_000, called_off=called_off))
    given = bot.answer(game, seat)
    assert bot.failures == 0
    assert rollouts_of(bot) <= 12
    game.answer(given, seat=seat)


@pytest.mark.parametrize("name", WITH_A_MIND)
def test_a_search_called_off_before_it_began_plays_the_script(name: str) -> None:
    game, seat = at_a_choice(name)
    bot = make_bot(name, "search", 1, Budget(called_off=lambda: True))
    given = bot.answer(game, seat)
    assert bot.failures == 0
    assert rollouts_of(bot) == 0
    assert given == make_bot(name, "script", 1).answer(game, seat)


def test_a_search_ends_when_its_time_is_over() -> None:
    told = 0.0

    def clock() -> float:
        nonlocal told
        told += 0.01
        return told

    bot = searching(1, Budget(seconds=3.0, clock=clock))
    bot.answer(duel(1), 0)
    assert rollouts_of(bot) > 0
    assert told <= 3.2


def test_the_time_for_an_activation_is_shared_by_its_decisions() -> None:
    game, seat = at_a_choice("normandy")
    bot = make_bot("normandy", "search", 1, Budget(rollouts=40))
    played = 0
    while game.question is not None and game.deciders()[0] == seat and played <= 40:
        given = bot.answer(game, seat)
        played += rollouts_of(bot)
        game.answer(given, seat=seat)
        question = game.question_for(seat)
        if question is None or question.clause == "activation.must-activate":
            break
    assert 0 < played <= 40


# -- what counts ---------------------------------------------------------------------------------------------------------------


def contender(*against: list[float]) -> Contender:
    one = Contender(Plan("", ()))
    for reply, results in enumerate(against):
        one.against[reply] = dict(enumerate(results))
    return one


def test_the_worst_reply_of_the_enemy_counts_if_it_is_clearly_worse() -> None:
    assert REPLIES == 3
    assert contender([10.0, 12.0], [4.0, 6.0], [7.0, 9.0]).value == 5.0
    assert contender([10.0, 12.0], [5.0, 15.0], [10.0, 12.0]).value == 11.0, "luck is no reply"
    assert contender([10.0, 12.0], [7.0, 11.5], [10.0, 12.0]).value == 11.0, "nor is what luck may explain"
    assert contender([10.0, 12.0]).value == 11.0


def test_the_planners_choice_is_kept_unless_another_is_clearly_better() -> None:
    search = Search(DuelMind(), 1, Budget())
    favourite = contender([5.0, 5.0, 5.0, 5.0])
    lucky = contender([4.0, 4.0, 4.0, 9.5])
    better = contender([6.0, 5.9, 6.1, 6.0])
    assert SURE > 0.0
    assert search._chosen(favourite, [lucky]) is favourite
    assert search._chosen(favourite, [lucky, better]) is better


def test_what_the_planner_found_in_its_own_tries_counts_beside_the_rollouts() -> None:
    favourite, lucky = contender([5.0, 5.0, 5.0, 5.0]), contender([6.5, 5.5, 6.5, 5.5])
    assert Search(DuelMind(), 1, Budget())._chosen(favourite, [lucky]) is lucky
    for mine, theirs in ((9.0, 4.0), (9.2, 3.9), (8.8, 4.2)):
        favourite.plan.add(mine)
        lucky.plan.add(theirs)
    gain, error = lucky.lead_over(favourite)
    assert gain < 0.0 < error < lucky.edge_over(favourite)[1]
    assert Search(DuelMind(), 1, Budget())._chosen(favourite, [lucky]) is favourite


def test_a_search_beats_the_script_it_is_built_on() -> None:
    points = 0
    for seed in range(10):
        for seat in (0, 1):
            bots: list[Any] = [ScriptBot("duel", DuelMind(), 1), ScriptBot("duel", DuelMind(), 2)]
            bots[seat] = searching(seed, Budget(rollouts=60))
            game = duel(seed)
            while game.question is not None:
                decider = game.deciders()[0]
                game.answer(bots[decider].answer(game, decider), seat=decider)
            points += game.standing.winner == seat
    assert points >= 14, f"{points} of 20"
