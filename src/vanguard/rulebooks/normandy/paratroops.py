"""Paratroops: where a figure may land."""

from __future__ import annotations

from vanguard.core.questions import Path, Place, Uniform
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy.ground import NEIGHBOURS, hex_at, shown
from vanguard.rulebooks.normandy.hex_places import HexPlace
from vanguard.rulebooks.normandy.movement import barred_by_gate
from vanguard.rulebooks.normandy.state import Battle, Unit, token_at


class Landing(HexPlace[tuple[int, ...]]):
    """Where a figure may land by Paratroop: empty, no water, no Strategic Point, no enemy beside it, coherent."""

    __slots__ = ("figure", "unit")

    def __init__(self, battle: Battle, unit: Unit, figure: int) -> None:
        super().__init__(battle, unit.side)
        self.unit = unit
        self.figure = figure

    def open_hexes(self) -> list[bool]:
        ground = self.battle.field()
        open = [not water and not star for water, star in zip(ground.water, ground.star)]
        if self.unit.mechanized:
            for hex, _ in self.battle.gates:
                open[hex] = False
        for hex, other in self.battle.occupants().items():
            open[hex] = False
            if other.side != self.unit.side:
                for beside in NEIGHBOURS[hex]:
                    open[beside] = False
        return open

    def ends(self) -> list[int]:
        open = self.open_hexes()
        landed = [hex for hex in self.unit.hexes if hex >= 0]
        if landed:
            return [hex for hex in NEIGHBOURS[landed[0]] if open[hex]]
        found = [hex for hex, is_open in enumerate(open) if is_open]
        if self.unit.card.size == 1:
            return found
        return [hex for hex in found if any([open[beside] for beside in NEIGHBOURS[hex]])]

    def sample(self, uniform: Uniform) -> Path:
        paths = self.propose()
        return paths[uniform(len(paths))]

    def check(self, path: Path) -> tuple[int, ...]:
        clause = "ability.paratroop-placement"
        if len(path) != 1:
            raise Refused("a paratroop lands in one hex", clause)
        hex = hex_at(path[0], clause)
        if hex in self.ends():
            return (hex,)
        ground = self.battle.field()
        taken = self.battle.occupants()
        if hex in taken:
            raise Refused(f"hex {shown(hex)} is not empty", clause)
        if ground.water[hex]:
            raise Refused(f"hex {shown(hex)} is water", clause)
        if ground.star[hex]:
            raise Refused(f"hex {shown(hex)} is a Strategic Point", clause)
        if self.unit.mechanized and token_at(self.battle.gates, hex) >= 0:
            raise barred_by_gate(hex)
        if not self.open_hexes()[hex]:
            raise Refused(f"hex {shown(hex)} is beside an enemy figure", clause)
        raise Refused(f"at {shown(hex)} the figures would not land beside each other", "units.coherency")

    def moved_key(self) -> str:
        return self.unit.figures[self.figure]

    def question(self) -> Place[tuple[int, ...]]:
        prompt = f"Where does figure {self.figure + 1} of {self.unit.title} land?"
        return self.ask(self.side, prompt, "ability.paratroop-placement", self.unit.about)
