"""A planner that thinks in turns: it takes the best way to go about one, keeps to it, and thinks again with the next."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.kit.duel import as_duel, rulebook
from vanguard.bots import postures
from vanguard.bots.postures import ROUNDS, PosturingMind, TurnPlanner
from vanguard.bots.search import Budget, Search
from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Given, Player, Question
from vanguard.core.rulebook import load_rulebook
from vanguard.testing.random_play import new_game


class Stance(PosturingMind):
    """Always takes the same stance; a bout is a turn. The more often somebody stood low the better."""

    def __init__(self, stance: str, caution: float = 0.0) -> None:
        self.stance = stance
        self.caution = caution
        self.planned: list[int] = []

    def ranked(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        candidates = question.candidates()
        return [self.stance] if self.stance in candidates else candidates

    def turn_to_plan(self, game: Game, seat: Player) -> int:
        return as_duel(game.state).bout

    def postures(self) -> list[tuple[str, Mind]]:
        self.planned.append(1)
        return [("high, as usual", self), ("low for once", Stance("low"))]

    def round_is_over(self, game: Game, start: Game, seat: Player) -> bool:
        return as_duel(game.state).bout > as_duel(start.state).bout

    def value(self, game: Game, seat: Player) -> float:
        return float(str([answer.given for answer in game.answers]).count("low"))


def test_the_turn_is_played_in_the_way_that_came_out_best_and_thought_of_once() -> None:
    mind = Stance("high")
    bot = TurnPlanner("duel", mind, 1)
    game = new_game(rulebook, 1)
    while game.question is not None and as_duel(game.state).bout < 3:
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        given = bot.answer(game, seat) if seat == 0 else question.candidates()[0]
        if seat == 0 and "low" in question.candidates():
            assert given == "low"
            assert bot.why["plan"] == "low for once"
        game.answer(given, seat=seat)
    assert bot.failures == 0
    assert len(mind.planned) == 2, "one for each bout"


def test_another_way_must_be_better_than_luck_explains() -> None:
    class Lucky(Stance):
        def value(self, game: Game, seat: Player) -> float:
            return 0.0

    bot = TurnPlanner("duel", Lucky("high", caution=0.5), 1)
    assert bot.answer(new_game(rulebook, 1), 0) == "high"
    assert bot.why["plan"] == "high, as usual"


def test_every_way_is_tried_and_the_search_counts_with_it() -> None:
    mind = Stance("high")
    game = new_game(rulebook, 1)
    bot = TurnPlanner("duel", mind, 1)
    bot.answer(game, 0)
    assert bot.why["tries"] == 2 * sum([tries for _, tries in ROUNDS])
    longer = TurnPlanner("duel", mind, 1, Search(mind, 1, Budget(rollouts=24)))
    assert longer.answer(game, 0) == "low"
    assert longer.why["tries"] > bot.why["tries"]


def test_a_turn_is_not_thought_over_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(rulebook, 1)
    bot = TurnPlanner("duel", Stance("high"), 1)
    monkeypatch.setattr(postures, "ENOUGH_STEPS", 1)
    bot.answer(game, 0)
    assert bot.why["tries"] == 1


def test_a_turn_of_40k_vanguard_is_gone_about_in_nine_ways_that_differ() -> None:
    mind = load_rulebook("fortyk_vanguard").mind()
    assert isinstance(mind, PosturingMind)
    known = mind.postures()
    assert known[0][1] is mind
    assert len({name for name, _ in known}) == 9
    ways = {(one.boldness, one.ambition, one.guards, one.stands_to_shoot) for _, one in known}  # type: ignore[attr-defined]
    assert len(ways) == 9
    bold = dict(mind.tempered(1.3, 1.0).postures())  # type: ignore[attr-defined]
    assert bold["charge sooner"].boldness == 1.3 * 1.8, "a temperament colours every way"
