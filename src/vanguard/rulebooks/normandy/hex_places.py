"""A hex to be named: for a figure that moves or lands, and for a token."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeVar

from vanguard.core.questions import Path, Uniform, WhereTo
from vanguard.core.questions.urn import Urn
from vanguard.rulebooks.normandy.ground import CELLS, HEXES, forward_first
from vanguard.rulebooks.normandy.state import Battle

T = TypeVar("T")


class HexPlace(WhereTo[T]):
    """Something of a side about to be put into a hex: `may_end` says where it may, `worth_a_look` where it might."""

    __slots__ = ("battle", "side")
    on: ClassVar[str] = "hexes"
    draws_area: ClassVar[bool] = True

    def __init__(self, battle: Battle, side: int) -> None:
        super().__init__()
        self.battle = battle
        self.side = side

    def worth_a_look(self) -> list[int]:
        """Hexes among which all ends are."""
        return list(range(HEXES))

    def may_end(self, hex: int) -> bool:
        raise TypeError(f"{type(self).__name__} does not say where it may be")

    def ends(self) -> list[int]:
        """Every hex where it may come to be."""
        return [hex for hex in self.worth_a_look() if self.may_end(hex)]

    def proposals(self) -> Iterator[Path]:
        for hex in forward_first(self.ends(), self.battle.edges[self.side]):
            yield (CELLS[hex],)

    def sample(self, uniform: Uniform) -> Path:
        """One of the ends, found by looking at hexes by chance."""
        hexes = self.worth_a_look()
        urn = Urn(len(hexes), uniform)
        hex = hexes[urn.draw()]
        while not self.may_end(hex):
            hex = hexes[urn.draw()]
        return (CELLS[hex],)

    def area(self) -> list[list[tuple[float, float]]]:
        return [[CELLS[hex]] for hex in self.ends()]
