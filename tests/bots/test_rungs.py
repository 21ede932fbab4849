"""The rungs of the ladder: deterministic, honest, explainable, and never silent about a failure."""

from __future__ import annotations

import logging
import random
from typing import Any, ClassVar

import pytest

from tests.kit.duel import as_duel, rulebook
from tests.kit.duel_mind import DuelMind
from vanguard.bots import levels, make_bot, opponents
from vanguard.bots.ladder import EVEN, SLIPS, level_like
from vanguard.bots.rungs import PlannerBot, ScriptBot, SitterBot, SlippingBot, Tried
from vanguard.bots.trying import NEXT, Plan, play_on
from vanguard.bots.uniform import RandomBot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Option, Place, Player, Question
from vanguard.core.refusals import RuleFault
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.testing.random_play import new_game


def duel(seed: int) -> Game:
    return Game.new(rulebook, rulebook.default_setup(), KeyedDice(secret_from_seed(seed)))


def answers_of(bots: tuple[Any, Any], seed: int) -> list[Given]:
    game = duel(seed)
    given: list[Given] = []
    while game.question is not None:
        seat = game.deciders()[0]
        given.append(bots[seat].answer(game, seat))
        game.answer(given[-1], seat=seat)
    return given


def make(kind: Any, seed: int) -> Any:
    return RandomBot("duel", seed) if kind is RandomBot else kind("duel", DuelMind(), seed)


@pytest.mark.parametrize("kind", [RandomBot, SitterBot, ScriptBot, PlannerBot])
def test_a_bot_plays_the_same_game_again_for_the_same_seed(kind: Any) -> None:
    first = answers_of((make(kind, 1), make(kind, 2)), 7)
    assert answers_of((make(kind, 1), make(kind, 2)), 7) == first


def test_another_seed_plays_another_game() -> None:
    games = {str(answers_of((RandomBot("duel", seed), RandomBot("duel", seed + 1)), 7)) for seed in range(5)}
    assert len(games) > 1


@pytest.mark.parametrize("kind", [RandomBot, SitterBot, ScriptBot, PlannerBot])
def test_a_bots_answer_does_not_change_with_the_secret_or_the_other_seats_pending_answer(kind: Any) -> None:
    answers = set()
    for secret in range(4):
        for pending in (None, "high", "low"):
            game = duel(secret)
            if pending is not None:
                game.answer(pending, seat=1)
            answers.add(make(kind, 3).answer(game, 0))
    assert len(answers) == 1


def test_a_planner_beats_the_script_it_is_built_on() -> None:
    points = 0
    for seed in range(12):
        for planner_seat in (0, 1):
            bots = [make(ScriptBot, 1), make(ScriptBot, 2)]
            bots[planner_seat] = make(PlannerBot, seed)
            game = duel(seed)
            while game.question is not None:
                seat = game.deciders()[0]
                game.answer(bots[seat].answer(game, seat), seat=seat)
            points += game.standing.winner == planner_seat
    assert points >= 17, f"{points} of 24"


def test_a_planner_says_what_it_chose_and_what_it_rejected() -> None:
    game = duel(1)
    bot = make(PlannerBot, 1)
    game.answer(bot.answer(game, 0), seat=0)
    assert bot.why["chosen"] in ("high", "low")
    assert len(bot.why["rejected"]) == 1
    assert bot.why["value"] >= bot.why["rejected"][0]["value"]


def test_a_planner_that_fails_plays_the_script_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(DuelMind):
        def value(self, game: Game, seat: int) -> float:
            raise ZeroDivisionError

    bot = PlannerBot("duel", Broken(), 1)
    with caplog.at_level(logging.ERROR, logger="vanguard.bots"):
        assert bot.answer(duel(1), 0) == "high"
    assert bot.failures == 1
    assert "planner failed" in caplog.text


def test_a_coarse_answer_that_is_refused_while_trying_out_is_replaced_by_the_scripts() -> None:
    class Coarse(DuelMind):
        def playout(self, game: Game, seat: int, question: Question[Any], chance: random.Random) -> Given:
            return "no such answer"

    coarse, plain = PlannerBot("duel", Coarse(), 1), PlannerBot("duel", DuelMind(), 1)
    assert coarse.answer(duel(1), 0) == plain.answer(duel(1), 0)
    assert coarse.failures == 0
    assert coarse.why == plain.why


def test_a_plan_is_tried_although_the_other_seat_may_answer_first() -> None:
    """Both are asked at once: the answer to try out is the seat's own, whoever is named first among the deciders."""
    for seat in (0, 1):
        plan = Plan("low", ((NEXT, "low"),))
        fork = play_on(
            duel(1), seat, plan, DuelMind(), _has_answered, 1, KeyedDice(secret_from_seed(1)), random.Random(1)
        )
        assert fork.pending == {seat: "low"}


def _has_answered(game: Game, start: Game, seat: int) -> bool:
    return bool(game.pending)


def test_trying_out_never_touches_the_real_game() -> None:
    game = duel(4)
    bot = make(PlannerBot, 1)
    before = game.digest
    bot.answer(game, 0)
    assert game.digest == before


def test_a_seat_that_is_asked_nothing_cannot_be_answered_for() -> None:
    game = duel(1)
    game.answer("high", seat=0)
    for kind in (RandomBot, ScriptBot):
        with pytest.raises(RuleFault, match="asked nothing"):
            make(kind, 1).answer(game, 0)


def test_random_is_uniform_over_the_available_options() -> None:
    counts: dict[str, int] = {}
    bot = RandomBot("duel", 1)
    game = duel(1)
    question: Question[Any] | None = game.question_for(0)
    assert isinstance(question, Choose)
    for _ in range(1000):
        key = bot.answer(game, 0)
        counts[key] = counts.get(key, 0) + 1
    assert set(counts) == {"high", "low"}
    assert abs(counts["high"] - 500) < 80


# -- trying out ------------------------------------------------------------------------------------------------------------


def tried(*results: float) -> Tried:
    one = Tried(["some answer"])
    for result in results:
        one.add(result)
    return one


def test_an_edge_is_measured_try_by_try_with_the_same_dice() -> None:
    edge, error = tried(1.0, 11.0, 21.0).edge_over(tried(0.0, 10.0, 20.0))
    assert (edge, error) == (1.0, 0.0), "luck that both shared is no doubt"
    edge, error = tried(4.0, 0.0, 2.0).edge_over(tried(0.0, 0.0, 0.0))
    assert edge == 2.0
    assert error == pytest.approx((4.0 / 3.0) ** 0.5)


def test_a_single_try_proves_nothing() -> None:
    edge, error = tried(3.0).edge_over(tried(1.0))
    assert edge <= error


class Judging(DuelMind):
    """Finds nothing in `high`; in `low` what it is told, and luck every other time."""

    def __init__(self, caution: float, low_is_worth: float) -> None:
        self.caution = caution
        self.low_is_worth = low_is_worth
        self.lows = 0

    def looked_far_enough(self, game: Game, start: Game, seat: int) -> bool:
        return seat in game.pending

    def value(self, game: Game, seat: int) -> float:
        if game.pending.get(seat) == "high":
            return 0.0
        self.lows += 1
        return self.low_is_worth + (3.0 if self.lows % 2 == 0 else 0.0)


@pytest.mark.parametrize(
    ("caution", "low_is_worth", "answer"), [(0.0, -0.5, "low"), (2.0, -0.5, "high"), (2.0, 5.0, "low")]
)
def test_a_cautious_planner_leaves_the_script_only_for_what_is_clearly_better(
    caution: float, low_is_worth: float, answer: str
) -> None:
    assert PlannerBot("duel", Judging(caution, low_is_worth), 1).answer(duel(1), 0) == answer


class Lining(DuelMind):
    """Thinks of dodging and of where to in one go."""

    def lines(self, game: Game, seat: int, question: Question[Any], chance: random.Random) -> list[list[Given]]:
        if question.clause != "duel.dodge":
            return [[self.script(game, seat, question, chance)]]
        assert isinstance(question, Choose), "where to step was thought of together with the dodge"
        fork = game.fork(game.dice)
        fork.answer("yes", seat=seat)
        place = fork.question_for(seat)
        assert place is not None
        return [["no"], ["yes", place.candidates()[-1]]]

    def value(self, game: Game, seat: int) -> float:
        return float(as_duel(game.state).wounds[seat])


def test_a_planner_keeps_to_the_line_it_chose() -> None:
    stepped = 0
    for seed in range(6):
        game = duel(seed)
        bots = (PlannerBot("duel", Lining(), 1), make(ScriptBot, 2))
        while game.question is not None:
            seat = game.deciders()[0]
            question = game.question_for(seat)
            given = bots[seat].answer(game, seat)
            if seat == 0 and isinstance(question, Place):
                assert given == question.candidates()[-1]
                stepped += 1
            game.answer(given, seat=seat)
        assert bots[0].failures == 0
    assert stepped


# -- levels for people --------------------------------------------------------------------------------------------------------


class Undecided(DuelMind):
    """Likes three answers, the second of which lets the offer go by."""

    idle: ClassVar[tuple[str, ...]] = ("no",)

    def ranked(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        return ["good", "no", "fair"] if isinstance(question, Choose) else super().ranked(game, seat, question, chance)


def three_ways() -> Choose[str]:
    return Choose(0, "Which?", [Option(key, key) for key in ("good", "no", "fair")], "duel.dodge")


def slipping(slips: float) -> SlippingBot:
    return SlippingBot("duel", Undecided(), 3, "casual", slips)


def test_who_slips_takes_a_second_thought_but_never_does_nothing_by_mistake() -> None:
    ranked: list[Given] = ["good", "no", "fair"]
    always = slipping(1.0)
    assert {always._choice(three_ways(), ranked) for _ in range(20)} == {"fair"}
    assert {slipping(0.0)._choice(three_ways(), ranked) for _ in range(20)} == {"good"}
    sometimes = slipping(0.5)
    assert {sometimes._choice(three_ways(), ranked) for _ in range(40)} == {"good", "fair"}


def test_every_level_offered_to_people_can_be_played_and_says_what_it_is_like() -> None:
    for name in sorted(registered()):
        offered = opponents(name)
        assert offered[0] is EVEN
        mind = load_rulebook(name).mind()
        hidden = {"sitter"} if mind is None or mind.searches_well else {"sitter", "search"}
        assert [one.level for one in offered[1:]] == [level for level in levels(name) if level not in hidden]
        assert len({one.name for one in offered}) == len(offered)
        for one in offered[1:]:
            assert make_bot(name, one.level, 1).level == one.level
            assert one.summary.endswith(".")


def test_every_level_slips_less_than_the_one_below_in_every_rulebook() -> None:
    for name in sorted(registered()):
        mind = load_rulebook(name).mind()
        if mind is not None:
            slips = [mind.slips.get(level, SLIPS[level]) for level in levels(name) if level in SLIPS]
            assert slips == sorted(slips, reverse=True), name
            assert len(set(slips)) == 4 and min(slips) > 0.0 and max(slips) < 1.0, name
            assert set(mind.slips) <= set(SLIPS) and mind.thoughts > 1, name


def test_a_level_about_as_strong_as_somebody_follows_the_results() -> None:
    known = levels("normandy")
    assert level_like([], known) == "casual"
    assert level_like([("casual:bold", 1.0), ("regular", 1.0), ("script", 1.0)], known) == "script"
    assert level_like([("casual", 0.0)] * 3, known) in ("novice", "learner")
    assert level_like([("random", 0.0)] * 30, known) == "random"
    assert level_like([("search", 1.0)] * 30, known) == "search"
    assert level_like([("script", 0.5)] * 20, known) == "script", "who draws with a level is of that level"
    assert level_like([("sitter", 1.0), ("unheard-of", 1.0)], known) == "casual", "other bots tell nothing"


def test_a_script_says_what_it_chose_and_what_else_it_thought_of() -> None:
    game = new_game(load_rulebook("killteam_lite"), 4)
    bot = make_bot("killteam_lite", "script", 1)
    seat = game.deciders()[0]
    given = bot.answer(game, seat)
    assert isinstance(bot, ScriptBot)
    assert bot.why["chosen"] == given
    assert given not in [other["answer"] for other in bot.why["rejected"]]
    assert bot.why["rejected"]
