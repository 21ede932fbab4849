"""Random games from rich positions: full supply, many units, Underdog cards in hand, so that every card gets used."""

import random

from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.rulebooks.normandy import rulebook
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.state import Battle


def rich_game(seed: int) -> Game:
    """Round 3 or so: both at a high supply level with a full purse; one side far behind with a card in hand."""
    chance = random.Random(f"rich {seed}")
    battle = rulebook.new(rulebook.default_setup(seed))
    assert isinstance(battle, Battle)
    behind = seed // 2 % 2
    for side, board in enumerate(battle.boards):
        board.supply = chance.randint(3, 5)
        board.requisition = 20
        board.vp = 2 if side == behind else 17
    board = battle.boards[behind]
    board.drawn = chance.choice(board.underdogs)
    board.underdogs = tuple(key for key in board.underdogs if key != board.drawn)
    if chance.random() < 0.7:
        battle.weather = chance.choice(battle.weather_deck)
        battle.weather_deck = tuple(key for key in battle.weather_deck if key != battle.weather)
        battle.weather_tokens = battle.weather_tokens[1:]
    return Game.at(rulebook, battle, KeyedDice(secret_from_seed(seed)))


def eager(candidates: list, chance: random.Random):
    """A random answer, but rarely one that gives a unit up or does nothing."""
    lively = [given for given in candidates if given not in ("pass", "withdraw", {})] or candidates
    return chance.choice(lively if chance.random() < 0.95 else candidates)


def wild_game(seed: int) -> Game:
    """A game from a rich position played to its end at random, looked over all the time."""
    game = rich_game(seed)
    chance = random.Random(seed)
    while game.question is not None:
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        candidates = question.candidates()
        assert candidates, question.prompt
        game.answer(eager(candidates, chance), seat=seat)
        if game.revision % 4 == 0:
            assert rulebook.faults(game.state) == []
    return game


def test_wild_games_break_nothing_and_use_every_underdog_card_token_and_message():
    said: set[str] = set()
    cited: set[str] = set()
    for seed in range(20):
        game = wild_game(seed)
        assert game.standing.over
        said.update(event.key for event in game.events)
        cited.update(event.clause for event in game.events)
    rare = {
        "precise", "steadfast", "flak-captured", "underdog-discarded", "mine-goes-off", "demolished", "figure-lost-outside",
    }  # fmt: skip
    assert set(rulebook.messages) - said <= rare
    assert {f"underdog.card.{card}" for card in content().underdogs} <= cited
