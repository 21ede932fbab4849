"""What several of the situations draw with: weapons, cards, and how what they are about begins."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at
from vanguard.core.refusals import Refused
from vanguard.odds.answers import of_trial, options_with_odds
from vanguard.rulebooks.killteam_lite import rulebook

FAR = "\nred Man far 28,20 Conceal"
APART = "blue Man a 4,11 Engage {}\nred {} b 12,11 Engage {}"


def veiled(wounds: int) -> Table:
    """A flamer at a Seer and the Needler beside her, over whom she has raised a Veil Shield."""
    drawn = f"blue Man a 4,11 Engage\nred Seer s 9,11 Engage wounds={wounds}\nred Needler n 9,13 Engage W=8\nred Needler far 28,20 Conceal"
    table = at(drawn, active="a", weapons={"a": ('flamer: A 2, BS 2+, D 2/2, Torrent 2"',)})
    table["n"].shielded_by = "s"
    return table


def removed(table: Table, attack: str) -> float:
    """The chance told ahead that the target is incapacitated."""
    return of_trial(rulebook, options_with_odds(table.game)[attack]).chance_removed()


FAR_OFF = "\nred Man far 28,21 Conceal"


def armed(drawn: str, gun: str, active: str = "a", **more: Any) -> Table:
    return at(drawn, active=active, weapons={active: (gun,)}, **more)


def moved(drawn: str, action: str, path: list[list[float]], **more: Any) -> Table:
    return at(drawn + FAR_OFF, active="a", **more).play(action, path)


def not_moved(drawn: str, action: str, path: list[list[float]], why: str, **more: Any) -> None:
    with pytest.raises(Refused, match=why):
        moved(drawn, action, path, **more)


def odds(table: Table, attack: str) -> Any:
    return of_trial(rulebook, options_with_odds(table.game)[attack])


def exactly(fraction: Fraction) -> Any:
    return pytest.approx(float(fraction), abs=1e-9)


GANTRY = "blue Man a 7,11 Engage\nblue Man f 9,11,3 Engage\nred Man b 11,11,3 Engage\nlevel 8,10,14,12 bottom=2.5"


def fight(mine: str, theirs: str, blue: str = "", red: str = "", **more: Any) -> Table:
    weapons = {"a": (mine,), "b": (theirs,)}
    drawn = f"blue Man a 4,11 Engage {blue}\nred Man b 5.5,11 Engage {red}" + FAR_OFF
    return at(drawn, active="a", weapons=weapons, **more)


APART_WITH = "blue Man a 4,11 Engage {}\nred Man b 12,11 Engage {}"
