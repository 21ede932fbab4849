"""What several of the situations draw with: weapons, cards, and how what they are about begins."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard import odds
from vanguard.core.refusals import Refused

STRONG = "gun: Gun, P 9, Sr 1, R 0-60"
GUN = "gun: Gun, P 2, Sr 1, R 0-40"
AXE = "axe: CC, P 2, Sr 1"
FAR = "\nred Squad z 65,65"
LIGHT_GUN = "gun: Gun, P 2, Sr 1, R 0-60"
HOOKS = "hooks: CC, P 2, Sr 1"


def points(table: Table) -> int:
    """The action points left in the turn that is being played."""
    assert table.battle.turn is not None
    return table.battle.turn.points


def refused(table: Table, *answers: Any) -> str:
    """The clause by which the last of these answers is refused."""
    *before, last = answers
    table.play(*before)
    with pytest.raises(Refused) as why:
        table.play(last)
    return why.value.clause


def depot(drawn: str, **more: Any) -> Table:
    return at(drawn, mission="depot-raid", map="depot", defender=1, **more)


def heist(drawn: str, offset: float = 10.0, **more: Any) -> Table:
    """In round 2 the deck lies from x = 10 to 41, y = 30.5 to 35.5."""
    return at(drawn, mission="the-heist", map="glasstrain", defender=1, offset=offset, **more)


def chance(drawn: str, option: str, **weapons: str) -> odds.Odds:
    table = at(drawn + FAR, active="a", weapons={key: (text,) for key, text in weapons.items()})
    return odds.of(table.game, option)


RIFLE = "rifle: Gun, P 2, Sr 1, R 0-60"


def told(table: Table) -> list[str]:
    return [event.key for event in table.game.events]


APART = "red Squad z 65,65"


def points_of_the_turn(table: Table) -> int:
    assert table.battle.turn is not None
    return table.battle.turn.points


def points_left(table: Table) -> int:
    return 0 if table.battle.turn is None else table.battle.turn.points


def refusal(table: Table, *answers: Any) -> str:
    with pytest.raises(Refused) as why:
        table.play(*answers)
    return why.value.clause
