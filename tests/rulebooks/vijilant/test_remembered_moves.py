"""What is remembered of squads' wishes is what would be found anew, and goes by everything that decides it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from tests.rulebooks.vijilant.situations.sketches import FAR
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.rulebook import load_rulebook
from vanguard.rulebooks.vijilant.battlefield import HOVER
from vanguard.rulebooks.vijilant.entering import Placing, anywhere
from vanguard.rulebooks.vijilant.movement import stand
from vanguard.rulebooks.vijilant.regrouping import Closing
from vanguard.rulebooks.vijilant.squad_moves import SquadMove
from vanguard.rulebooks.vijilant.state import Battle
from vanguard.rulebooks.vijilant.transports import unloading
from vanguard.tabletop.remembered_moves import MOST_REMEMBERED

DECISIONS = 90


def offered(number: int, most: int) -> list[Any]:
    """All that is offered in the first part of a random game on a map that remembers so many moves at most."""
    rulebook = load_rulebook("vijilant")
    game = Game.new(rulebook, rulebook.default_setup(number), KeyedDice(secret_from_seed(f"remembered {number}")))
    chance = random.Random(f"remembered {number}")
    found: list[Any] = []
    fields = []
    while game.question is not None and len(found) < DECISIONS:
        assert isinstance(game.state, Battle)
        fields.append(game.state.battlefield)
        game.state.battlefield.remembered_moves.most = most
        seat = game.deciders()[0]
        question = game.fork().question_for(seat)
        assert question is not None
        found.append((question.prompt, question.candidates()))
        game.answer(chance.choice(found[-1][1]), seat=seat)
    for field in fields:
        field.remembered_moves.most = MOST_REMEMBERED
    return found


@pytest.mark.parametrize("number", range(8))
def test_what_is_remembered_of_wishes_is_what_would_be_found_anew(number: int) -> None:
    assert offered(number, MOST_REMEMBERED) == offered(number, 0)


def two_squads() -> Table:
    return at(
        "blue Squad a 20,20 22.5,20 25,20\nblue Squad f 20,30 22.5,30\nred Squad e 20,40 22.5,40" + FAR, active="a"
    )


def move_of(table: Table, allowance: float = 10.0, must_strike: bool = False) -> SquadMove:
    battle = table.battle
    return SquadMove(battle, table.unit("a"), battle.standing(table.unit("a")), allowance, False, must_strike)


def test_a_move_is_the_same_as_long_as_nobody_has_moved() -> None:
    table = two_squads()
    ends = move_of(table).propose()
    assert move_of(table).remembered.ends.keys() >= set(ends)
    for key in ("a2", "f1", "e2"):
        before, base = move_of(table).deciding(), table[key].base
        stand(table.battle, table[key], base.x + 0.5, base.y)
        assert move_of(table).deciding() != before
        assert not move_of(table).remembered.ends


def test_how_far_it_may_go_and_whether_it_must_strike_make_it_another_move() -> None:
    table = two_squads()
    kinds = [move_of(table), move_of(table, 8.0), move_of(table, must_strike=True)]
    assert len({move.deciding() for move in kinds}) == 3


def test_the_nearest_legal_way_to_a_wish_is_looked_for_once() -> None:
    table = two_squads()
    wish = ((20.0, 60.0),)
    snapped = move_of(table).snap(wish)
    assert move_of(table).remembered.snapped == {wish: snapped}
    assert move_of(table).snap(wish) == snapped


def test_getting_out_goes_by_where_the_transport_is_and_whether_it_flies() -> None:
    table = at("blue Flyer t 20,20\nblue Squad p n=3 inside=t\nred Squad e 20,40" + FAR, active="t")
    battle, transport = table.battle, table.unit("t")
    found = set()
    for airborne in (True, False):
        for x in (20.0, 30.0):
            transport.airborne = airborne
            stand(battle, table["t1"], x, 20.0)
            found.add(unloading(battle, table.unit("p")).deciding())
    assert len(found) == 4


def test_being_set_up_goes_by_what_it_is_set_up_for() -> None:
    table = two_squads()
    battle, unit = table.battle, table.unit("a")
    placings = [
        Placing(battle, unit, battle.all_models(unit), anywhere, [], "deploy.cheaper-entries"),
        Placing(battle, unit, battle.all_models(unit), anywhere, [], "depot.defender-zone"),
        Placing(battle, unit, battle.all_models(unit), anywhere, [], "depot.defender-zone", way=HOVER),
        Placing(battle, unit, battle.all_models(unit), anywhere, [], "depot.defender-zone", by=(True,)),
    ]
    assert len({placing.deciding() for placing in placings}) == 4
    assert placings[0].at_spots([(1.0, 1.0)]).deciding() == placings[0].deciding()


def split_squad() -> Table:
    return at("blue Squad a 20,20 22.5,20 33,20\nred Squad e 50,50" + FAR, active="a")


def closing_of(table: Table) -> Closing:
    return Closing(table.battle, table.unit("a"), 6.0, False)


def test_how_a_squad_closes_up_is_worked_out_once_and_anew_when_somebody_has_moved() -> None:
    table = split_squad()
    first, again = closing_of(table), closing_of(table)
    assert again.moved is first.moved and again.gap == first.gap
    assert again.move.check(again.move.closing_path()) == first.moved
    base = table["a3"].base
    stand(table.battle, table["a3"], base.x + 1.0, base.y)
    assert closing_of(table).moved != first.moved


def test_a_squad_that_closes_up_makes_another_move_than_one_that_need_not() -> None:
    table = split_squad()
    assert closing_of(table).move.deciding() != move_of(table, 6.0).deciding()
    assert closing_of(table).move.remembered is not move_of(table, 6.0).remembered


def test_what_is_straight_on_is_not_learned_from_ways_around() -> None:
    """A wall of enemies between the squad and its wish: a way leads there, though nobody goes straight."""
    table = at("blue Squad a 20,20\nred Squad e 20,24 22.5,24 17.5,24" + FAR, active="a")
    wish = ((20.0, 28.0),)
    move = move_of(table, 30.0)
    assert not move.tried(wish)
    moved = move.check(wish)
    assert move_of(table, 30.0).check(wish) is moved
    assert not move_of(table, 30.0).tried(wish)
