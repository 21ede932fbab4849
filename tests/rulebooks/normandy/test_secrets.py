"""What is hidden stays hidden: pending plans, tokens still in the bag, the face-down weather."""

import json

import pytest

from tests.rulebooks.normandy.positions import answered, at, battle_on, put
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Place, Split
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy import rulebook
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


def shown_to(game: Game, seat: int | None) -> str:
    """Everything that reaches a seat: view, cards, log, revision, its question with all options, and refusals."""
    told = [game.view(seat), rulebook.cards(game.state), game.log(seat), game.revision]
    question = game.question_for(seat) if seat is not None else None
    if isinstance(question, Choose):
        told.append([[it.key, it.label, it.why_not, it.clause, list(it.about)] for it in question.options])
    if isinstance(question, Split):
        told.append([[lot.key, lot.label, lot.at_most, lot.at_least] for lot in question.lots])
        told.append([question.prompt, question.total, question.candidates()])
    if isinstance(question, Place):
        told.append(question.candidates())
    if seat is not None:
        for bad in ("nonsense", {"us-jumbo": 9, "de-tiger": 9}, {"supply": 9}, [[99, 99]]):
            with pytest.raises(Refused) as refusal:
                game.answer(bad, seat=seat)
            told.append(str(refusal.value))
    return json.dumps(told, sort_keys=True)


PLANS = ({}, {"us-riflemen": 1, "us-mg": 1}, {"supply": 1}, {"supply": 1, "us-sniper": 1})


@proves("recruit.secret")
def test_a_pending_purchase_changes_nothing_the_other_seat_can_see():
    seen = set()
    for plan in PLANS:
        game = Game.new(rulebook, rulebook.default_setup(), KeyedDice(secret_from_seed(3)))
        before = shown_to(game, 1), shown_to(game, None)
        game.answer(plan, seat=0)
        assert (shown_to(game, 1), shown_to(game, None)) == before
        seen.add(before)
    assert len(seen) == 1


@proves("promote.simultaneous")
def test_a_pending_promotion_changes_nothing_the_other_seat_can_see():
    seen = set()
    for plan in ({}, {"us-hq-a": 1}):
        battle = battle_on()
        put(battle, "us-hq")
        put(battle, "de-hq")
        battle.phase = "promote"
        for board in battle.boards:
            board.requisition = 10
        game = at(battle)
        game.answer(plan, seat=0)
        seen.add((shown_to(game, 1), shown_to(game, None)))
    assert len(seen) == 1


@proves("activation.draw", "setup.weather.deck")
def test_the_tokens_and_cards_to_come_exist_nowhere_before_they_are_drawn():
    """Games alike so far but with other dice look the same to everybody, and their states are equal to the last fact."""
    games = []
    for seed in (1, 2, 3):
        battle = battle_on()
        put(battle, "us-hq", (7, 13))
        put(battle, "us-riflemen", (1, 13), (2, 13))
        put(battle, "de-hq", (7, 1))
        battle.bag = (2, 1)
        game = at(battle)
        answered(game, ["usa"])
        game.dice = KeyedDice(secret_from_seed(seed))
        games.append(game)
    for seat in (0, 1, None):
        assert len({shown_to(game, seat) for game in games}) == 1
    assert len({game.digest for game in games}) == 1


def test_undoing_a_pending_plan_leaves_no_trace():
    game = Game.new(rulebook, rulebook.default_setup(), KeyedDice(secret_from_seed(3)))
    before = [shown_to(game, seat) for seat in (0, 1, None)]
    game.answer({"supply": 1}, seat=0)
    game.undo(seat=0)
    assert [shown_to(game, seat) for seat in (0, 1, None)] == before
