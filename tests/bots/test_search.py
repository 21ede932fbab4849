"""The search: deterministic by rollouts, ended by time or a call, never illegal, and better than what it is built on."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.kit.duel import rulebook as duel_rules
from tests.kit.duel_mind import DuelMind
from vanguard.bots import Budget, make_bot
from vanguard.bots.rungs import PlannerBot, ScriptBot
from vanguard.bots.search import ROUNDS, SURE, Contender, Horizon, Search, unlike
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
    for number in range(40):
        game = advanced(rulebook, number, 60 + 7 * number)
        bot = make_bot(name, "search", 1, Budget(rollouts=24))
        bot.answer(game, game.deciders()[0])
        if rollouts_of(bot):
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
    played: list[int] = []
    for rollouts in (0, 5, 24, 90):
        bot = searching(1, Budget(rollouts=rollouts))
        bot.answer(duel(1), 0)
        played.append(rollouts_of(bot))
        assert played[-1] <= rollouts
    assert played[-1] > 30


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


def contender(*results: float) -> Contender:
    one = Contender(Plan("", ()))
    one.results.extend(results)
    return one


def test_the_planners_choice_is_kept_unless_another_is_clearly_better() -> None:
    search = Search(DuelMind(), 1, Budget())
    favourite = contender(*[5.0] * 6)
    lucky = contender(4.0, 4.0, 4.0, 4.0, 4.0, 12.5)
    better = contender(6.0, 5.9, 6.1, 6.0, 6.0, 6.0)
    assert SURE > 0.0
    assert search._chosen(favourite, [lucky]) is favourite
    assert search._chosen(favourite, [lucky, better]) is better


def test_fewer_tries_than_a_die_has_faces_tell_nothing() -> None:
    search = Search(DuelMind(), 1, Budget())
    favourite = contender(*[5.0] * 6)
    assert search._chosen(favourite, [contender(9.0, 9.1, 9.0, 8.9, 9.0)]) is favourite


def test_plans_that_are_clearly_worse_are_not_tried_any_further() -> None:
    search = Search(DuelMind(), 1, Budget())
    favourite = contender(5.0, 5.0, 5.0, 5.0)
    worse, no_better, better = (
        contender(4.0, 3.9, 4.1, 4.0),
        contender(4.0, 6.0, 4.5, 5.4),
        contender(6.0, 5.0, 6.0, 5.0),
    )
    assert search._better_half(favourite, [worse, no_better, better, worse]) == [better, no_better]
    assert search._better_half(favourite, [worse, no_better, better]) == [better]
    assert search._better_half(favourite, [worse, worse]) == []


class Indifferent(DuelMind):
    def value(self, game: Game, seat: int) -> float:
        return 1.0


def test_a_search_ends_early_where_the_matter_is_settled() -> None:
    plans = [Plan(f"{number}", ()) for number in range(6)]
    search = Search(Indifferent(), 1, Budget(rollouts=1000))
    game = duel(1)
    question = game.question_for(0)
    assert question is not None
    search.begin(game, question)
    assert search.best_of(game, 0, plans, plans[2]) is plans[2]
    assert 36 <= search.rollouts < 400, "one round of trying and no further"


def test_a_budget_that_buys_no_round_of_even_dice_is_not_spent() -> None:
    bot = searching(1, Budget(rollouts=12))
    bot.answer(duel(1), 0)
    assert rollouts_of(bot) == 0


def test_plans_that_begin_differently_are_played_on_before_those_that_begin_alike() -> None:
    def plan(label: str, value: float, *steps: tuple[str, Given]) -> Plan:
        one = Plan(label, steps)
        one.add(value)
        return one

    favourite = plan("first goes", 9.0, ("who", "first"), ("where", [[1.0, 1.0]]))
    alike = plan("first stays", 8.0, ("who", "first"))
    second, second_again = plan("second goes", 7.0, ("who", "second")), plan("second stays", 6.0, ("who", "second"))
    usual, bold = plan("as usual", 5.0), plan("bold", 4.0)
    found = unlike(favourite, [usual, second_again, alike, favourite, bold, second])
    assert [one.label for one in found] == ["second goes", "as usual", "bold", "first stays", "second stays"]


class Rounds(DuelMind):
    """Counts answers as rounds, and values a position by how many were given."""

    def round_is_over(self, game: Game, start: Game, seat: int) -> bool:
        return game.revision >= start.revision + 3

    def value(self, game: Game, seat: int) -> float:
        return float(game.revision)


def answered(game: Game) -> None:
    seat = game.deciders()[0]
    question = game.question_for(seat)
    assert question is not None
    game.answer(question.draw(lambda count: 0), seat=seat)


def test_a_rollout_is_judged_at_the_end_of_this_round_and_of_the_next() -> None:
    assert ROUNDS == 2
    start = duel(1)
    fork = start.fork(KeyedDice(secret_from_seed("on")))
    horizon, ends = Horizon(Rounds()), [start.revision]
    while not horizon.reached(fork, start, 0):
        if fork.revision >= ends[-1] + 3:
            ends.append(fork.revision)
        answered(fork)
    first_end = ends[1]
    assert len(ends) == 2
    assert first_end + 3 <= fork.revision
    assert horizon.worth(fork, 0) == (first_end + fork.revision) / 2


def test_a_rollout_that_ends_before_counts_as_it_ended() -> None:
    start = duel(1)
    fork = start.fork(KeyedDice(secret_from_seed("on")))
    horizon = Horizon(Rounds())
    assert horizon.worth(fork, 0) == fork.revision
    while fork.revision < start.revision + 3:
        answered(fork)
    first_end = fork.revision
    assert not horizon.reached(fork, start, 0)
    answered(fork)
    assert horizon.worth(fork, 0) == (first_end + fork.revision) / 2 > first_end


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
