"""What several of the situations draw with: weapons, cards, and how what they are about begins."""

from fractions import Fraction
from random import Random

import pytest

from tests.rulebooks.normandy import slow_attacks
from tests.rulebooks.normandy.positions import Cell, Drawn
from vanguard.odds import of as odds_of


def figures(position: Drawn, key: str) -> list[tuple[int, int]]:
    """Where the figures of a unit stand."""
    return [(hex % 15, hex // 15) for hex in position[key].places()]


def chances(position: Drawn, option: str) -> dict[int, float]:
    return odds_of(position.game, option).damage()


def out_of(total: int, *parts: int) -> object:
    """`out_of(9, 1, 4, 4)`: no damage 1 in 9, one 4 in 9, two 4 in 9."""
    return pytest.approx({i: float(Fraction(part, total)) for i, part in enumerate(parts) if part})


def standing(position: Drawn) -> set[str]:
    return set(position.battle.units)


def beside(chance: Random, centre: Cell, reach: int, land: list[Cell], figures: int) -> list[Cell]:
    """So many hexes near a place, the second one usually beside the first; fewer if there is no room."""
    found = [chance.choice([cell for cell in land if slow_attacks.apart(cell, centre) <= reach])]
    near = [cell for cell in land if 0 < slow_attacks.apart(cell, found[0]) <= chance.choice([1, 1, 3])]
    return found + ([chance.choice(near)] if figures > 1 and near and chance.random() < 0.8 else [])


def keys_of_all(position: Drawn) -> set[str]:
    return {unit.key for unit in position.battle.units.values()}


def exactly(**parts: str) -> object:
    """`_0="1/9"`: the chance of no damage, and so on."""
    return pytest.approx({int(key[1:]): float(Fraction(part)) for key, part in parts.items()})


STARS = "2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12"
