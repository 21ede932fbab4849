"""How far a figure gets: what is in its way, the hexes it reaches and by which way, and the bonus of a road."""

from __future__ import annotations

from typing import Final

from vanguard.rulebooks.normandy.ground import HEXES
from vanguard.rulebooks.normandy.state import GONE, Battle, Unit

FREE: Final[int] = 0
FRIEND: Final[int] = 1
BARRED: Final[int] = 2


class Obstacles:
    """What bars or stops one side's figures of one kind right now."""

    __slots__ = ("at", "mines")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        at = [FREE] * HEXES
        side = unit.side
        for other in battle.units.values():
            if other.deployed and other is not unit:
                kind = FRIEND if other.side == side else BARRED
                for hex in other.hexes:
                    if hex >= 0:
                        at[hex] = kind
        if unit.card.mechanized:
            for hex, _ in battle.gates:
                at[hex] = BARRED
        self.at: Final = at
        """FRIEND: a figure of another friendly unit, passed freely, but no place to stop. BARRED: cannot be entered, for
        an enemy figure or, for vehicles, a Belgian Gate. Water is never a neighbour."""
        self.mines: Final[list[int]] = [hex for hex, owner in battle.mines if owner != side]
        """Hexes with enemy Minefields: movement ends there."""


UNREACHED: Final[int] = -1


class Reach:
    """Every hex one figure can get to, what that costs and where it comes from."""

    __slots__ = ("before", "by_road", "cost", "hexes")

    def __init__(
        self, hexes: list[int], cost: list[int], before: list[int], by_road: dict[int, tuple[int, ...]]
    ) -> None:
        self.hexes: Final = hexes
        self.cost: Final = cost
        """By hex; below 0 where the figure cannot get to."""
        self.before: Final = before
        """The hex it comes from; GONE for the start, and for a hex entered from off the battlefield."""
        self.by_road: Final = by_road
        """The whole way to each hex that only the road bonus reaches."""

    def path_to(self, hex: int) -> tuple[int, ...]:
        """The hexes entered on the cheapest way."""
        road = self.by_road.get(hex) if self.by_road else None
        if road is not None:
            return road
        path: list[int] = []
        while hex >= 0 and self.cost[hex] > 0:
            path.append(hex)
            hex = self.before[hex]
        path.reverse()
        return tuple(path)


def figure_reach(
    battle: Battle, start: int, edge: list[int], allowance: int, obstacles: Obstacles, by_road: bool
) -> Reach:
    """Where a figure gets from its hex, or from off the battlefield (start GONE) over the backline, entry paid."""
    ground = battle.field()
    land, mines, at = ground.land, obstacles.mines, obstacles.at
    cost = [UNREACHED] * HEXES
    before = [GONE] * HEXES
    hexes: list[int] = []
    spent = 0
    if start >= 0:
        cost[start] = 0
        hexes.append(start)
    else:
        spent = 1
        water = ground.water
        for hex in edge:
            if not water[hex] and at[hex] != BARRED:
                cost[hex] = 1
                hexes.append(hex)
    front = hexes
    while front and spent < allowance:
        spent += 1
        ahead: list[int] = []
        for hex in front:
            if mines and hex in mines and hex != start:
                continue
            for beside in land[hex]:
                if cost[beside] < 0 and at[beside] != BARRED:
                    cost[beside] = spent
                    before[beside] = hex
                    ahead.append(beside)
        hexes += ahead
        front = ahead
    roads: dict[int, tuple[int, ...]] = {}
    if by_road:
        roads = road_bonus(battle, start, edge, allowance, obstacles, cost)
        for hex in roads:
            cost[hex] = allowance + 1
            hexes.append(hex)
    return Reach(hexes, cost, before, roads)


def road_bonus(
    battle: Battle, start: int, edge: list[int], allowance: int, obstacles: Obstacles, reached: list[int]
) -> dict[int, tuple[int, ...]]:
    """The hexes one step beyond the allowance, on or off the road, after a way whose every hex is road, the start included."""
    ground = battle.field()
    road, land = ground.road, ground.land
    at, mines = obstacles.at, obstacles.mines
    ways: dict[int, tuple[int, ...]] = {}
    if start >= 0 and road[start]:
        ways[start] = ()
    elif start < 0:
        for hex in edge:
            if road[hex] and at[hex] != BARRED:
                ways[hex] = (hex,)
    front = list(ways)
    for _ in range(allowance if start >= 0 else allowance - 1):
        ahead: list[int] = []
        for hex in front:
            if hex in mines and hex != start:
                continue
            for beside in land[hex]:
                if road[beside] and beside not in ways and at[beside] != BARRED:
                    ways[beside] = (*ways[hex], beside)
                    ahead.append(beside)
        front = ahead
    found: dict[int, tuple[int, ...]] = {}
    for hex in front:
        if hex in mines:
            continue
        for beside in land[hex]:
            if reached[beside] < 0 and at[beside] != BARRED and beside not in found:
                found[beside] = (*ways[hex], beside)
    return found
