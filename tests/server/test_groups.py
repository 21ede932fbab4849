"""Several pieces moved together, several weapons at one target: plans by the rules, carried out by ordinary answers."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import hypot
from typing import Any

import pytest

from tests.server.browser import Site, sensible
from vanguard.core.game import Game
from vanguard.core.questions import Choose
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook
from vanguard.server.workers.groups import group_moves
from vanguard.server.workers.insights import odds_of_answers
from vanguard.server.workers.ways import ways
from vanguard.testing.random_play import advanced


def asked_by(clause: str, seeds: int = 12) -> tuple[Game, int]:
    """A game of 40k Vanguard in which somebody selects a model by this clause, and may select more than two."""
    rulebook = load_rulebook("fortyk_vanguard")
    for seed in range(1, seeds):
        for steps in range(60, 420, 9):
            game = advanced(rulebook, seed, steps)
            if game.over:
                break
            question = game.question
            if isinstance(question, Choose) and question.clause == clause and len(question.available) > 3:
                return game, question.player
    raise AssertionError(f"{clause} was never asked")


@cache
def moving() -> tuple[Game, int]:
    return asked_by("core.move.each-unit-once")


def own(game: Game, seat: int) -> dict[str, Any]:
    models = game.rulebook.view(game.state, seat)["models"]
    return {model["key"]: model for model in models if model["side"] == seat and model["on_table"]}


def towards_the_middle(game: Game, seat: int, length: float) -> list[float]:
    models = own(game, seat).values()
    table = game.rulebook.table(game.state)
    dx = table["width"] / 2 - sum(model["x"] for model in models) / len(models)
    dy = table["depth"] / 2 - sum(model["y"] for model in models) / len(models)
    return [length * dx / hypot(dx, dy), length * dy / hypot(dx, dy)]


def test_every_move_of_a_group_is_an_ordinary_answer_that_is_taken() -> None:
    game, seat = moving()
    digest = game.digest
    plan = group_moves(game, seat, list(own(game, seat)), towards_the_middle(game, seat, 3.0), together=False)
    assert game.digest == digest, "a plan changes nothing"
    assert len(plan["moves"]) > 1
    later = game.fork()
    for move in plan["moves"]:
        for given in move["answers"]:
            later.answer(given, seat=seat)
    for move in plan["moves"]:
        model = own(later, seat)[move["key"]]
        assert [model["x"], model["y"]] == pytest.approx(move["path"][-1][:2], abs=1e-3)
        assert move["preview"]["legal"] and move["preview"]["cost"] <= move["preview"]["allowance"] + 1e-6


def test_who_cannot_go_along_is_told_why_by_the_rules() -> None:
    game, seat = moving()
    question = game.question
    assert isinstance(question, Choose)
    models = own(game, seat)
    plan = group_moves(game, seat, [*models, "nobody"], towards_the_middle(game, seat, 2.0), together=False)
    told = {one["key"]: one for one in plan["cannot"]}
    assert told["nobody"]["why"] == "it is not on the table"
    assert {*told} | {move["key"] for move in plan["moves"]} == {*models, "nobody"}
    for option in question.options:
        if option.why_not and option.about and option.about[0] in models:
            assert told[option.about[0]]["why"] == option.why_not


def test_a_formation_is_kept_by_going_no_further_than_all_can() -> None:
    game, seat = moving()
    by = towards_the_middle(game, seat, 12.0)
    models = own(game, seat)
    # Whoever stands before a wall would hold everybody: where armies deploy is none of this test's business.
    plans = (group_moves(game, seat, list(pair), by, together=True) for pair in combinations(models, 2))
    plan = next(it for it in plans if len(it["moves"]) == 2 and it["share"] > 0)
    assert plan["share"] < 1, "nobody walks a foot"
    for move in plan["moves"]:
        if move["short"] < 0.01:
            start, end = models[move["key"]], move["path"][-1]
            assert end[0] - start["x"] == pytest.approx(by[0] * plan["share"], abs=0.01)
            assert end[1] - start["y"] == pytest.approx(by[1] * plan["share"], abs=0.01)
    assert any(move["short"] < 0.01 for move in plan["moves"])


def test_a_group_that_is_not_moved_is_refused() -> None:
    game, seat = moving()
    with pytest.raises(Refused, match="keeps its place"):
        group_moves(game, seat, list(own(game, seat)), [0.0, 0.0], together=True)


@cache
def volley() -> tuple[Game, int, list[dict[str, Any]]]:
    """A position in which somebody may fire more than one weapon at the same enemy, and the ways to do it."""
    rulebook = load_rulebook("fortyk_vanguard")
    for seed in range(1, 30):
        for steps in range(60, 420, 7):
            game = advanced(rulebook, seed, steps)
            question = game.question
            if game.over or not isinstance(question, Choose):
                continue
            if question.clause != "core.shoot.select":
                continue
            enemies = [m for m in rulebook.view(game.state, None)["models"] if m["side"] != question.player]
            for option in question.available:
                for enemy in enemies if not option.declines else ():
                    found = ways(game, question.player, option.key, enemy["key"], None)
                    if len(found) > 2:
                        return game, question.player, found
    raise AssertionError("nobody has two weapons for one enemy")


def test_all_weapons_at_one_enemy_are_one_way_that_comes_first() -> None:
    game, seat, found = volley()
    whole = found[0]
    assert len(whole["answers"]) > len(found[1]["answers"])
    later = game.fork()
    for given in whole["answers"]:
        assert later.question_for(seat) is not None
        later.answer(given, seat=seat)


def test_a_volley_removes_more_often_than_each_of_its_weapons() -> None:
    game, seat, found = volley()
    chances = []
    for way in found[:3]:
        odds = odds_of_answers(game, seat, way["answers"])
        assert odds["available"], odds["note"]
        chances.append(odds["odds"][0]["outcomes"][0]["chance"])
    assert chances[0] >= max(chances[1:]) - 1e-9
    assert chances[0] > min(chances[1:]), chances


def test_what_starts_no_attack_has_no_odds() -> None:
    game, seat = moving()
    assert not odds_of_answers(game, seat, ["end-phase"])["available"]
    assert not odds_of_answers(game, seat, ["nobody", "nothing"])["available"]


def test_a_group_is_planned_over_the_wire(site: Site) -> None:
    created = site.new_game(rulebook="fortyk_vanguard")
    with site.sit(created["game"], *site.secrets(created)) as browser:
        for _ in range(200):
            asked = browser.question()
            assert asked is not None
            if asked["clause"] == "core.move.each-unit-once":
                break
            browser.answer(sensible(asked), seat=asked["seat"])
        seat = asked["seat"]
        view = next(one["view"] for one in browser.state["perspectives"] if one["seat"] == seat)
        mine = [model["key"] for model in view["models"] if model["side"] == seat and model["on_table"]][:4]
        reply = browser.ask("group", movers=mine, by=[1.0, 0.2], seat=seat)
        assert reply["type"] == "grouped"
        assert sorted([one["key"] for one in [*reply["moves"], *reply["cannot"]]]) == sorted(mine)
        for move in reply["moves"]:
            for given in move["answers"]:
                assert browser.answer(given, seat=seat)["type"] == "ack"
