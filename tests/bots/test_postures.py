"""A planner that thinks in turns: it takes the best way to go about one, keeps to it, and thinks again with the next."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.kit.duel import as_duel, rulebook
from tests.rulebooks.fortyk_vanguard.positions import at, game_at
from vanguard.bots import postures
from vanguard.bots.postures import ENOUGH_STEPS, ROUNDS, PosturingMind, TurnPlanner
from vanguard.bots.search import Budget, Search
from vanguard.bots.trying import Plan
from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Given, Player, Question
from vanguard.core.rulebook import load_rulebook
from vanguard.rulebooks.fortyk_vanguard.bot.mind import FortykVanguardMind
from vanguard.rulebooks.fortyk_vanguard.bot.stances import FOR_A_TURN, FOR_CHARGES, USUAL
from vanguard.rulebooks.fortyk_vanguard.bot.stances import Stance as Way
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

    def postures(self, game: Game, seat: Player) -> list[tuple[str, Mind]]:
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


def test_where_a_turn_takes_long_to_play_fewer_ways_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is enough for twelve tries: the first four ways are tried three times, not thirteen once."""
    tried: list[str] = []

    def slowly(bot: TurnPlanner, game: Game, seat: Player, plan: Plan, number: int) -> float:
        tried.append(plan.label)
        bot._steps += ENOUGH_STEPS // 12 + 1
        return 0.0

    monkeypatch.setattr(TurnPlanner, "_play_out", slowly)
    mind = Stance("high")
    monkeypatch.setattr(mind, "postures", lambda game, seat: [(f"way {n}", mind) for n in range(13)])
    TurnPlanner("duel", mind, 1).answer(new_game(rulebook, 1), 0)
    assert sorted(set(tried)) == ["way 0", "way 1", "way 2", "way 3"]
    assert {tried.count(way) for way in tried} == {3}


@pytest.mark.parametrize(("phase", "others"), [("movement", FOR_A_TURN), ("charge", FOR_CHARGES)])
def test_a_turn_of_40k_vanguard_is_gone_about_in_ways_that_differ(phase: str, others: tuple[Way, ...]) -> None:
    mind = load_rulebook("fortyk_vanguard").mind()
    assert mind is not None
    bold = mind.tempered(1.3, 1.0)
    assert isinstance(bold, PosturingMind)
    found = bold.postures(game_at(at("blue Man a 4,15 did=near\nred Man b 10,15", phase=phase)), 0)
    assert found[0] == (USUAL.name, bold), "the usual way comes first"
    assert [name for name, _ in found[1 : len(others) + 1]] == [stance.name for stance in others], (
        "then those of the army"
    )
    told = [str([getattr(stance, part) for part in Way.__slots__ if part != "name"]) for stance in (USUAL, *others)]
    assert len(set(told)) == len(others) + 1
    assert {other.boldness for _, other in found} == {1.3}, "a temperament colours every way"


WAYS_TO_MOVE = ["to another marker", "hunts", "keeps out of the reach of charges"]
WAYS_TO_CHARGE = ["charges nobody", "charges whatever is near"]


@pytest.mark.parametrize(("phase", "ways"), [("movement", WAYS_TO_MOVE), ("charge", WAYS_TO_CHARGE)])
def test_single_models_of_40k_vanguard_go_their_own_ways(phase: str, ways: list[str]) -> None:
    """Two of blue are near enough to red; the nearer one is thought of first."""
    mind = load_rulebook("fortyk_vanguard").mind()
    assert isinstance(mind, FortykVanguardMind)
    game = game_at(at("blue Man a 6,15 did=near\nblue Man b 8,15 did=near\nred Man c 13,15", phase=phase))
    alone = [each for _, each in mind.postures(game, 0) if isinstance(each, FortykVanguardMind) and each.stances]
    assert [[*each.stances] for each in alone] == [["b"]] * len(ways) + [["a"]] * len(ways)
    assert [stance.name for each in alone for stance in each.stances.values()] == ways * 2


def test_charges_of_40k_vanguard_are_thought_over_again_before_they_begin() -> None:
    mind = load_rulebook("fortyk_vanguard").mind()
    assert isinstance(mind, PosturingMind)
    numbers = []
    for phase in ("movement", "shooting", "charge"):
        game = game_at(at("blue Man a 4,15 did=near\nred Man b 10,15", phase=phase))
        numbers.append(mind.turn_to_plan(game, 0))
        assert mind.turn_to_plan(game, 1) == 0, "it is not its turn"
    assert numbers[1] == 0
    assert 0 < numbers[0] < numbers[2]
