"""Risk: what the best next enemy activation can do to a model at a point."""

from __future__ import annotations

import pytest

from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Place
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.odds import RiskMap, coarse_first, of_trial
from vanguard.odds.risk import questions_of

SQUARE = [[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]]


def test_coarse_points_come_first_and_no_point_twice() -> None:
    points = coarse_first(SQUARE, 0.5)
    assert len(points) == len(set(points)) == 64
    assert points[:4] == [(0.0, 0.0), (2.0, 0.0), (0.0, 2.0), (2.0, 2.0)]


def test_hexes_are_points_as_they_are() -> None:
    assert coarse_first([[(5, 4)], [(6, 4)]], 1.0) == [(5, 4), (6, 4)]


def test_what_is_asked_tells_attacks_apart_that_have_one_name() -> None:
    rulebook = load_rulebook("killteam_vanguard")
    wish = {"attacker": "warden", "weapon": "pulse-carbine", "target": "rifleman"}
    plain, covered = rulebook.trial(wish), rulebook.trial({**wish, "cover": True})
    assert plain.label == covered.label
    assert questions_of(plain) != questions_of(covered)
    assert questions_of(plain) == questions_of(rulebook.trial(wish))


def a_move(name: str) -> tuple[Game, Place[object]]:
    """A model that may move in the middle of a game."""
    rulebook = load_rulebook(name)
    game = Game.new(rulebook, rulebook.default_setup(), KeyedDice(secret_from_seed("risk")))
    for step in range(600):
        question = game.question_for(game.deciders()[0])
        assert question is not None
        if step > 80 and isinstance(question, Place) and question.mover:
            return game, question
        candidates = question.candidates()
        game.answer(candidates[step % len(candidates)], seat=question.player)
    raise AssertionError("nobody moved")


@pytest.mark.parametrize("name", sorted(registered()))
def test_risk_at_a_point_is_that_of_the_worst_attack_there(name: str) -> None:
    game, question = a_move(name)
    before = game.digest
    risks = RiskMap(game.rulebook, game.state, question.mover)
    for path in question.candidates()[:3]:
        at = tuple(path[-1])
        risk = risks.at(at)
        attacks = game.rulebook.threats(game.state, question.mover, at)
        chances = [of_trial(game.rulebook, trial).chance_removed() for trial in attacks]
        assert risk.threats == len(attacks)
        assert risk.removed == pytest.approx(max(chances, default=0.0), abs=1e-9)
        assert 0 <= risk.removed <= risk.wounded <= 1 + 1e-9
    assert game.digest == before, "looking at risk changes nothing"
