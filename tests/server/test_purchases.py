"""A purchase comes ready-made: what a bot would buy is offered to everybody, and an empty one is told apart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.browser import Site
from vanguard.bots import make_bot
from vanguard.core.clauses import load_catalogue
from vanguard.core.game import Game
from vanguard.core.questions import Together
from vanguard.core.rulebook import load_rulebook
from vanguard.rulebooks.normandy.planning import Purchase
from vanguard.rulebooks.normandy.state import Battle
from vanguard.server.wire.shown import question_shown


def what_scripts_buy(seat: int) -> list[Any]:
    """What bots of different seeds recruit to begin with."""
    rulebook = load_rulebook("normandy")
    game = Game.new(rulebook, rulebook.default_setup(), None)
    return [make_bot("normandy", "script", seed).answer(game.fork(), seat) for seed in range(8)]


@pytest.mark.parametrize("second", ["bot", "human"])
def test_the_proposed_purchase_is_what_the_script_would_buy_on_that_seat(site: Site, second: str) -> None:
    created = site.new_game(rulebook="normandy", second=second)
    with site.sit(created["game"], *site.secrets(created)) as browser:
        question = browser.question()
        assert question is not None and question["purchase"]
        seat = question["seat"]
        given = browser.ask("suggest", quickly=True, seat=seat)["given"]
        assert given in what_scripts_buy(seat)
        assert set(given) - {"supply"}, "somebody is recruited"
        assert browser.answer(given, seat=seat)["type"] == "ack"


def test_against_another_person_a_purchase_is_proposed_to_both_and_nothing_else(site: Site) -> None:
    created = site.post("/api/games", {"rulebook": "normandy", "seats": [{"kind": "human"}, {"kind": "friend"}]})
    joined = site.post(f"/api/games/{created['game']}/join", {"invitation": created["seats"][1]["invitation"]})
    secrets = [created["seats"][0]["secret"], joined["secret"]]
    with site.sit(created["game"], secrets[0]) as first, site.sit(created["game"], secrets[1]) as second:
        assert first.ask("suggest")["type"] == "refused", "no more than the ready-made purchase"
        for browser in (first, second):
            reply = browser.up_to_date().ask("suggest", quickly=True)
            assert reply["type"] == "suggested" and reply["given"]
            assert browser.answer(reply["given"])["type"] == "ack"
        asked = next(one for one in (first.up_to_date(), second.up_to_date()) if one.question() is not None)
        assert asked.question()["clause"] != "recruit.spend"  # type: ignore[index]
        assert asked.ask("suggest", quickly=True)["type"] == "refused"


@pytest.mark.parametrize(("requisition", "purchase"), [(10, True), (0, False)])
def test_whoever_can_buy_nothing_is_not_asked_whether_they_are_sure(requisition: int, purchase: bool) -> None:
    rulebook = load_rulebook("normandy")
    game = Game.new(rulebook, rulebook.default_setup(), None)
    assert isinstance(game.state, Battle) and isinstance(game.question, Together)
    game.state.boards[0].requisition = requisition
    shown = question_shown(game.question.parts[0], 0, True, load_catalogue("normandy"))
    assert shown is not None and shown["kind"] == "split"
    assert shown["purchase"] is purchase


@pytest.mark.parametrize(("supply", "requisition"), [(1, 10), (1, 2), (2, 20), (5, 20)])
def test_what_cannot_be_bought_with_anything_else_says_why(supply: int, requisition: int) -> None:
    """Held against every plan: some supply levels and one of it."""
    rulebook = load_rulebook("normandy")
    game = Game.new(rulebook, rulebook.default_setup(), None)
    assert isinstance(game.state, Battle)
    game.state.boards[0].supply, game.state.boards[0].requisition = supply, requisition
    asked = Purchase(game.state, 0).question()
    shown = question_shown(asked, 0, True, load_catalogue("normandy"))
    assert shown is not None and shown["kind"] == "split"
    levels = range(len(game.state.content.board.prices) + 2 - supply)
    for lot in shown["lots"]:
        plans = [{"supply": some, lot["key"]: 1} for some in levels] if lot["key"] != "supply" else [{"supply": 1}]
        legal = any([asked.weigh(plan)["legal"] for plan in plans])
        assert legal == (not lot["why_not"] and lot["at_most"] > 0), lot
        assert lot["card"] in rulebook.cards(game.state) or lot["key"] == "supply"
