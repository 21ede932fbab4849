"""From a gesture to answers, and from a question to a suggestion."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rulebooks.normandy.positions import activate, battle_on, field, put
from tests.server.browser import Site
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Place
from vanguard.core.rulebook import load_rulebook
from vanguard.server.workers.ways import ways, ways_onto, without_detours
from vanguard.testing.random_play import advanced, new_game, random_steps
from vanguard.testing.scripts import play


def somebody_can_act(rulebook: str) -> tuple[Game, int, str, tuple[float, float]]:
    """A game in which the seat asked can choose who acts: the seat, a piece, and a place near it."""
    for steps in range(10, 200, 3):
        game = advanced(load_rulebook(rulebook), 3, steps)
        [seat, *_] = game.deciders()
        question = game.question_for(seat)
        models = {model["key"]: model for model in game.rulebook.view(game.state, seat)["models"]}
        if not isinstance(question, Choose):
            continue
        for option in question.available:
            model = models.get(option.about[0]) if option.about else None
            if model is None or model["side"] != seat or not model.get("on_table", True) or "x" not in model:
                continue
            near = (model["x"] + 1.0, model["y"] + (1.0 if model["y"] < 15 else -1.0))
            if ways(game, seat, option.about[0], None, list(near)):
                return game, seat, option.about[0], near
    raise AssertionError(f"nobody of {rulebook} could be moved in a whole game")


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "killteam_lite", "fortyk_vanguard"])
def test_dragging_a_piece_finds_the_answers_that_bring_it_there(rulebook: str) -> None:
    game, seat, mover, near = somebody_can_act(rulebook)
    digest = game.digest
    found = ways(game, seat, mover, None, list(near))
    assert game.digest == digest, "looking for a way changes nothing"
    for way in found:
        later = game.fork()
        for given in way["answers"]:
            assert later.question_for(seat) is not None, f"{way['label']} does not lead there"
            later.answer(given, seat=seat)
    best = found[0]
    assert best["preview"]["legal"] and best["path"] == best["answers"][-1]


def every_ninth_step(rulebook: str, first: int) -> Iterator[Game]:
    """Positions of one random game, from so many answers on."""
    game = new_game(load_rulebook(rulebook), 3)
    for step, _ in enumerate(random_steps(game, 3)):
        if step >= first and step % 9 == 0:
            yield game.fork()


def test_whoever_belongs_to_a_unit_goes_along_as_it_stood() -> None:
    """Normandy asks for the hex of every figure: a unit that is dragged by one of them is moved whole, in one gesture."""
    moved = 0
    for game in every_ninth_step("normandy", 60):
        for seat in game.deciders():
            figures = [one for one in game.view(seat)["models"] if one["side"] == seat and one.get("on_table", True)]
            units = [one["group"] for one in figures]
            for figure in [one for one in figures if units.count(one["group"]) == 2]:
                column, row = figure["at"]
                for way in ways(game, seat, figure["key"], None, [column, row + (1 if row < 7 else -1)])[:1]:
                    later = game.fork()
                    for given in way["answers"]:
                        later.answer(given, seat=seat)
                    assert not isinstance(later.question_for(seat), Place), "nobody is left behind"
                    moved += 1
        if moved > 3:
            return
    raise AssertionError("no unit of two figures could be moved")


def test_of_figures_equally_close_those_are_compared_that_suit_the_attack_best() -> None:
    """Whoever lets one unit attack another by a gesture need not be asked from which hex to which it is reckoned."""
    battle = battle_on(field("8 . . . . . . . b ."))
    shooter = put(battle, "us-hq", (7, 10))
    put(battle, "de-grenadiers", (7, 8), (8, 8))
    game = play(activate(battle, shooter))
    pieces = game.view(0)["models"]
    [mover] = [one["key"] for one in pieces if one["side"] == 0]
    for target in [one["key"] for one in pieces if one["side"] == 1]:
        [way] = ways(game, 0, mover, target, None)
        later = game.fork()
        for given in way["answers"][:-1]:
            later.answer(given, seat=0)
        question = later.question_for(0)
        assert question is not None and question.clause == "attack.tie-attacker-chooses"
        assert way["answers"][-1] == "7,10>8,8", "not the man in the bocage"


def test_ways_of_different_steps_are_not_called_the_same() -> None:
    game, seat, mover, near = somebody_can_act("killteam_vanguard")
    labels = [way["label"] for way in ways(game, seat, mover, None, list(near))]
    assert len(labels) > 1 and len(set(labels)) == len(labels)


@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "fortyk_vanguard"])
def test_somebody_of_the_other_side_is_picked_and_whoever_could_act_on_it_is_told(rulebook: str) -> None:
    for steps in range(40, 400, 3):
        game = advanced(load_rulebook(rulebook), 3, steps)
        for seat in game.deciders():
            enemies = [one["key"] for one in game.view(seat)["models"] if one["side"] != seat]
            found = next((found for key in enemies if len(found := ways_onto(game, seat, key)) > 1), [])
            if found:
                assert len({str(way["answers"][0]) for way in found}) == len(found), "one way for each of one's own"
                for way in found:
                    later = game.fork()
                    for given in way["answers"]:
                        later.answer(given, seat=seat)
                return
    raise AssertionError("nobody could be acted on by two")


def test_nobody_is_moved_who_is_not_there() -> None:
    game, seat, _, near = somebody_can_act("killteam_vanguard")
    assert ways(game, seat, "nobody-of-that-name", None, list(near)) == []
    assert ways(game, seat, "nobody-of-that-name", "nobody-else", None) == []


def test_a_suggestion_can_be_given_as_the_answer(site: Site) -> None:
    created = site.new_game(rulebook="killteam_vanguard")
    with site.sit(created["game"], *site.secrets(created)) as browser:
        for _ in range(6):
            asked = browser.question()
            assert asked is not None
            reply = browser.ask("suggest", quickly=True, seat=asked["seat"])
            assert reply["type"] == "suggested" and reply["text"]
            assert browser.answer(reply["given"], seat=asked["seat"])["type"] == "ack"
            browser.up_to_date()


def test_a_move_is_not_offered_once_more_with_something_else_before_it() -> None:
    deeds = [["walk"], ["aim", "walk"], ["focus", "aim", "walk"], ["aim", "run"], ["run"], ["aim", "attack"]]
    found = [{"answers": [*deed, [[1.0, 2.0]]], "path": [[1.0, 2.0]]} for deed in deeds]
    del found[-1]["path"]
    assert [way["answers"][:-1] for way in without_detours(found)] == [["walk"], ["run"], ["aim", "attack"]]
