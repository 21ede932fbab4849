"""A script deploys like somebody who has seen the markers: before them, the warlord behind, not in the corners."""

from __future__ import annotations

from math import hypot

import pytest

from vanguard.bots import make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.state import Battle


def deployed(variant: int, seed: int) -> Battle:
    game = Game.new(rulebook, rulebook.default_setup(variant), KeyedDice(secret_from_seed(seed)))
    bots = [make_bot(rulebook.name, "script", seed + seat) for seat in (0, 1)]
    while game.state.is_being_set_up():
        seat = game.deciders()[0]
        game.answer(bots[seat].answer(game, seat), seat=seat)
    assert isinstance(game.state, Battle)
    return game.state


@pytest.mark.parametrize("variant", [0, 3])
def test_nearly_everybody_stands_within_a_move_or_two_of_a_marker_and_nobody_in_a_corner(variant: int) -> None:
    battle = deployed(variant, 5)
    size = battle.field.map.size
    for seat in (0, 1):
        own = battle.of(seat)
        away = sorted(min(hypot(m.base.x - x, m.base.y - y) for x, y in battle.markers) for m in own)
        assert away[len(away) // 2] < 12.0
        corners = [(x, y) for x in (0.0, size.width) for y in (0.0, size.depth)]
        assert all(hypot(m.base.x - x, m.base.y - y) > 3.0 for m in own for x, y in corners)


def test_two_seeds_deploy_differently() -> None:
    places = [sorted((m.base.x, m.base.y) for m in deployed(0, seed).of(0)) for seed in (5, 6)]
    assert places[0] != places[1]
