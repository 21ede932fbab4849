"""Moving: Move actions, deploying over the backline, by transport and by Paratroop; roads, water, stacking, coherency."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.questions import Path, Place
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy.ground import BACKLINES, CELLS, DISTANCE, NEIGHBOURS, forward_first, hex_at, shown
from vanguard.rulebooks.normandy.state import GONE, Battle, Unit, token_at

FAR: Final[int] = 99


def move_value(battle: Battle, unit: Unit) -> int:
    """Hexes per Move action: the printed value, changed by Counter-attack and by Driving Rain."""
    move = unit.face.move + battle.boards[unit.side].effect("move")
    if battle.weather == "driving-rain" and unit.card.mechanized:
        move = max(1, move - 1)
    return move


class Obstacles:
    """What bars or stops one side's figures of one kind right now."""

    __slots__ = ("barred", "friends", "mines")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.barred: Final[set[int]] = set()
        """Hexes that cannot be entered: enemy figures, and Belgian Gates for vehicles. Water is never a neighbour."""
        self.friends: Final[set[int]] = set()
        """Hexes with figures of other friendly units: passed freely, but no place to stop."""
        side = unit.side
        for other in battle.units.values():
            if not other.deployed or other is unit:
                continue
            group = self.friends if other.side == side else self.barred
            for hex in other.hexes:
                if hex >= 0:
                    group.add(hex)
        if unit.card.mechanized:
            for hex, _ in battle.gates:
                self.barred.add(hex)
        self.mines: Final[set[int]] = {hex for hex, owner in battle.mines if owner != side}
        """Hexes with enemy Minefields: movement ends there."""


class Reach:
    """Every hex one figure can get to, what that costs and where it comes from; -1 comes from off the battlefield."""

    __slots__ = ("before", "by_road", "cost")

    def __init__(self, cost: dict[int, int], before: dict[int, int], by_road: dict[int, tuple[int, ...]]) -> None:
        self.cost: Final = cost
        self.before: Final = before
        self.by_road: Final = by_road
        """The whole way to each hex that only the road bonus reaches."""

    def path_to(self, hex: int) -> tuple[int, ...]:
        """The hexes entered on the cheapest way."""
        road = self.by_road.get(hex)
        if road is not None:
            return road
        path: list[int] = []
        while hex in self.before:
            path.append(hex)
            hex = self.before[hex]
        path.reverse()
        return tuple(path)


def figure_reach(
    battle: Battle, start: int, edge: list[int], allowance: int, obstacles: Obstacles, by_road: bool
) -> Reach:
    """Where a figure gets from its hex, or from off the battlefield (start GONE) over the backline, entry paid."""
    ground = battle.field()
    land, mines = ground.land, obstacles.mines
    closed = list(ground.water)
    for hex in obstacles.barred:
        closed[hex] = True
    cost: dict[int, int] = {}
    before: dict[int, int] = {}
    spent = 0
    front: list[int] = []
    if start >= 0:
        cost[start] = 0
        closed[start] = True
        front.append(start)
    else:
        spent = 1
        for hex in edge:
            if not closed[hex]:
                closed[hex] = True
                cost[hex] = 1
                before[hex] = GONE
                front.append(hex)
    while front and spent < allowance:
        spent += 1
        ahead: list[int] = []
        for hex in front:
            if mines and hex in mines and hex != start:
                continue
            for beside in land[hex]:
                if not closed[beside]:
                    closed[beside] = True
                    cost[beside] = spent
                    before[beside] = hex
                    ahead.append(beside)
        front = ahead
    roads: dict[int, tuple[int, ...]] = {}
    if by_road:
        roads = road_bonus(battle, start, edge, allowance, obstacles, cost)
        for hex in roads:
            cost[hex] = allowance + 1
    return Reach(cost, before, roads)


def road_bonus(
    battle: Battle, start: int, edge: list[int], allowance: int, obstacles: Obstacles, reached: dict[int, int]
) -> dict[int, tuple[int, ...]]:
    """The hexes one step beyond the allowance, on or off the road, after a way whose every hex is road, the start included."""
    ground = battle.field()
    road, land = ground.road, ground.land
    barred, mines = obstacles.barred, obstacles.mines
    ways: dict[int, tuple[int, ...]] = {}
    if start >= 0 and road[start]:
        ways[start] = ()
    elif start < 0:
        for hex in edge:
            if road[hex] and hex not in barred:
                ways[hex] = (hex,)
    front = list(ways)
    for _ in range(allowance if start >= 0 else allowance - 1):
        ahead: list[int] = []
        for hex in front:
            if hex in mines and hex != start:
                continue
            for beside in land[hex]:
                if road[beside] and beside not in ways and beside not in barred:
                    ways[beside] = (*ways[hex], beside)
                    ahead.append(beside)
        front = ahead
    found: dict[int, tuple[int, ...]] = {}
    for hex in front:
        if hex in mines:
            continue
        for beside in land[hex]:
            if beside not in reached and beside not in barred and beside not in found:
                found[beside] = (*ways[hex], beside)
    return found


class FigureMove:
    """One figure of a Move action: where it may end, so that the other figure can still end beside it."""

    __slots__ = (
        "_ends", "allowance", "battle", "by_road", "clause", "deploying", "edge", "figure", "must_move", "obstacles", "others",
        "reach", "scattered", "start", "unit",
    )  # fmt: skip

    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        figure: int,
        allowance: int,
        others: list[int],
        must_move: bool,
        scattered: bool,
        by_road: bool,
        deploying: bool,
        clause: str,
    ) -> None:
        self.battle = battle
        self.unit = unit
        self.figure = figure
        self.allowance = allowance
        self.others = others
        """The figures that still have to move after this one."""
        self.must_move = must_move
        """No figure has left its hex so far, and none comes after this one."""
        self.scattered = scattered
        """A Minefield has stopped a figure: the unit need not end coherent this time."""
        self.by_road = by_road
        self.deploying = deploying
        self.clause = clause
        self.start = unit.hexes[figure]
        self.edge = BACKLINES[battle.edges[unit.side]] if deploying else []
        self.obstacles = Obstacles(battle, unit)
        self.reach = figure_reach(battle, self.start, self.edge, allowance, self.obstacles, by_road)
        self._ends: list[int] | None = None

    # -- where it may end ----------------------------------------------------------------------------------------------------

    def ends(self) -> list[int]:
        """Every hex where this figure may end."""
        known = self._ends
        if known is None:
            known = self.find_ends()
            self._ends = known
        return known

    def find_ends(self) -> list[int]:
        taken = self.obstacles.friends.union([hex for hex in self.unit.hexes if hex != self.start])
        open = [hex for hex in self.reach.cost if hex not in taken]
        if self.must_move:
            open = [hex for hex in open if hex != self.start]
        partners = [i for i in self.unit.standing() if i != self.figure]
        if not partners or self.scattered:
            return open
        mines = self.obstacles.mines
        if not self.others:
            beside = {near for i in partners for near in NEIGHBOURS[self.unit.hexes[i]]}
            return [hex for hex in open if hex in beside or (hex in mines and hex != self.start)]
        return self.ends_before(self.others[0], open)

    def end_is_taken(self, hex: int) -> bool:
        if hex in self.obstacles.friends:
            return True
        return hex != self.start and hex in self.unit.hexes

    def ends_before(self, other: int, open: list[int]) -> list[int]:
        """The ends from which the figure that follows can still come to stand beside this one."""
        there = self.unit.hexes[other]
        follow = figure_reach(self.battle, there, self.edge, self.allowance, self.obstacles, False).cost
        friends, mines = self.obstacles.friends, self.obstacles.mines
        free = {hex for hex in follow if hex not in friends}
        if self.start >= 0:
            free_if_left = free
            free_if_kept = free - {self.start, there}
        else:
            free_if_left = free_if_kept = free
        found: list[int] = []
        for hex in open:
            if hex in mines and hex != self.start:
                found.append(hex)
                continue
            room = free_if_kept if hex == self.start else free_if_left
            for near in NEIGHBOURS[hex]:
                if near in room:
                    found.append(hex)
                    break
        return found

    # -- the question --------------------------------------------------------------------------------------------------------

    def question(self) -> Place[tuple[int, ...]]:
        figure = f" (figure {self.figure + 1})" if self.unit.card.size > 1 else ""
        verb = "Deploy" if self.deploying else "Move"
        return Place(
            self.unit.side,
            f"{verb} {self.unit.title}{figure} up to {self.allowance} hexes",
            self.clause,
            self.check,
            self.propose,
            mover=self.unit.figures[self.figure],
            area=self.area,
            preview=self.preview,
            snap=self.snap,
            on="hexes",
            about=self.unit.about,
        )

    def propose(self) -> list[Path]:
        return [(CELLS[hex],) for hex in forward_first(self.ends(), self.battle.edges[self.unit.side])]

    def area(self) -> list[list[tuple[float, float]]]:
        return [[CELLS[hex]] for hex in self.ends()]

    def check(self, path: Path) -> tuple[int, ...]:
        """The hexes entered; empty for a figure that stays where it is."""
        hexes = [hex_at(point, self.clause) for point in path]
        way = self.whole_way(hexes)
        end = hexes[-1]
        if end not in self.ends():
            raise self.why_not_there(end)
        return way

    def whole_way(self, hexes: list[int]) -> tuple[int, ...]:
        """The way through the named hexes, walked hex by hex; a single hex is gone to by the cheapest way."""
        if len(hexes) == 1:
            if hexes[0] not in self.reach.cost:
                raise self.why_not_reached(hexes[0])
            return self.reach.path_to(hexes[0])
        way: list[int] = []
        here = self.start
        for hex in hexes:
            way.extend(self.leg(here, hex))
            here = hex
        self.refuse_barred(way)
        cost = len(way)
        if cost > self.allowance and not self.earns_road_bonus(way):
            raise Refused(f"{self.unit.title} moves {self.allowance} hexes; this path is {cost}", self.clause)
        return tuple(way)

    def leg(self, here: int, there: int) -> list[int]:
        """From one named hex to the next."""
        if here == there:
            return []
        if here >= 0 and there in NEIGHBOURS[here]:
            return [there]
        leg = figure_reach(self.battle, here, self.edge, FAR, self.obstacles, False)
        if there not in leg.cost:
            raise self.why_not_reached(there)
        return list(leg.path_to(there))

    def refuse_barred(self, way: list[int]) -> None:
        for i, hex in enumerate(way):
            if hex in self.obstacles.barred or self.battle.field().water[hex]:
                raise self.why_not_reached(hex)
            if hex in self.obstacles.mines and i < len(way) - 1:
                raise Refused(f"the Minefield at {shown(hex)} ends the movement there", "token.minefield-trigger")

    def earns_road_bonus(self, way: list[int]) -> bool:
        """One hex over the allowance, after a way entirely on road."""
        if not self.by_road or len(way) != self.allowance + 1:
            return False
        road = self.battle.field().road
        if self.start >= 0 and not road[self.start]:
            return False
        return all([road[hex] for hex in way[:-1]])

    def why_not_reached(self, hex: int) -> Refused:
        """Why a hex cannot be entered or is too far."""
        if self.battle.field().water[hex]:
            return Refused(f"hex {shown(hex)} is water", "feature.water")
        if hex in self.obstacles.barred:
            if token_at(self.battle.gates, hex) >= 0 and self.unit.card.mechanized:
                return Refused(f"a Belgian Gate bars hex {shown(hex)} to vehicles", "token.belgian-gate")
            return Refused(f"hex {shown(hex)} holds an enemy figure", "move.blocked-by-enemies")
        far = figure_reach(self.battle, self.start, self.edge, FAR, self.obstacles, False).cost.get(hex)
        if far is None:
            return Refused(f"there is no way to hex {shown(hex)}", self.clause)
        return Refused(f"{self.unit.title} moves {self.allowance} hexes; {shown(hex)} is {far} away", self.clause)

    def why_not_there(self, end: int) -> Refused:
        if self.end_is_taken(end):
            return Refused(f"hex {shown(end)} already holds a friendly figure", "move.through-friends")
        if self.must_move and end == self.start:
            return Refused("at least one figure must leave its hex", "move.at-least-one")
        return Refused(
            f"from {shown(end)} the figures of {self.unit.title} would not end beside each other", "units.coherency"
        )

    def preview(self, path: Path) -> dict[str, Any]:
        """Cost against allowance, and what the way would provoke."""
        try:
            way = self.check(path)
        except Refused as refusal:
            return {"legal": False, "why": refusal.message, "clause": refusal.clause, "allowance": self.allowance}
        items = [{"label": "hexes", "amount": min(len(way), self.allowance)}]
        if len(way) > self.allowance:
            items.append({"label": "road bonus (free)", "amount": 0})
        provokes = [
            {"text": f"the Minefield at {shown(hex)} goes off", "clause": "token.minefield-trigger"}
            for hex in way[-1:]
            if hex in self.obstacles.mines
        ]
        if way and self.unit.hidden:
            provokes.append({"text": f"{self.unit.title} is no longer Hidden", "clause": "hidden.lost-on-move"})
        return {
            "legal": True,
            "cost": min(len(way), self.allowance),
            "allowance": self.allowance,
            "items": items,
            "path": [list(CELLS[hex]) for hex in way],
            "provokes": provokes,
        }

    def snap(self, path: Path) -> Path:
        """The legal end nearest to the wished one; of equally near ones the one most in line with it."""
        wished = hex_at(path[-1], self.clause)
        ends = self.ends()
        if not ends:
            return path
        row, column = DISTANCE[wished], CELLS[wished][0]
        return (CELLS[min(ends, key=lambda hex: (row[hex], abs(CELLS[hex][0] - column), hex))],)


def can_move(battle: Battle, unit: Unit, first: int) -> bool:
    """Whether a Move action that begins with this figure can end legally."""
    standing = unit.standing()
    if steps_aside(battle, unit, standing):  # usually there is such a step, and then the order does not matter
        return True
    others = [i for i in standing if i != first]
    question = FigureMove(
        battle, unit, first, move_value(battle, unit), others, not others, False, False, False, "move.distance"
    )
    return bool(question.ends())


def steps_aside(battle: Battle, unit: Unit, standing: list[int]) -> bool:
    """Whether one figure can take one step to an empty hex and still be beside the other, which stays."""
    barred = unit.card.mechanized and battle.gates
    taken = battle.occupants()
    here = unit.hexes[standing[0]]
    beside: list[int] | None = NEIGHBOURS[unit.hexes[standing[1]]] if len(standing) > 1 else None
    for hex in battle.field().land[here]:
        if hex in taken or (beside is not None and hex not in beside):
            continue
        if not barred or token_at(battle.gates, hex) < 0:
            return True
    return False


def can_deploy(battle: Battle, unit: Unit, allowance: int) -> bool:
    """Whether all figures of the unit can come onto the battlefield over the backline."""
    edge = BACKLINES[battle.edges[unit.side]]
    taken = battle.occupants()
    water = battle.field().water
    free = [hex not in taken and not water[hex] for hex in edge]
    if unit.card.size == 1 and any(free):
        return True
    if any([free[i] and free[i + 1] for i in range(len(edge) - 1)]):
        return True
    others = list(range(1, unit.card.size))
    question = FigureMove(battle, unit, 0, allowance, others, False, False, False, True, "deploy.is-move-action")
    return bool(question.ends())


# -- paratroops -----------------------------------------------------------------------------------------------------------


class Landing:
    """Where a figure may land by Paratroop: empty, no water, no Strategic Point, no enemy beside it, coherent."""

    __slots__ = ("battle", "figure", "unit")

    def __init__(self, battle: Battle, unit: Unit, figure: int) -> None:
        self.battle = battle
        self.unit = unit
        self.figure = figure

    def open_hexes(self) -> list[bool]:
        ground = self.battle.field()
        open = [not water and not star for water, star in zip(ground.water, ground.star)]
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
        if not self.open_hexes()[hex]:
            raise Refused(f"hex {shown(hex)} is beside an enemy figure", clause)
        raise Refused(f"at {shown(hex)} the figures would not land beside each other", "units.coherency")

    def propose(self) -> list[Path]:
        return [(CELLS[hex],) for hex in forward_first(self.ends(), self.battle.edges[self.unit.side])]

    def area(self) -> list[list[tuple[float, float]]]:
        return [[CELLS[hex]] for hex in self.ends()]

    def question(self) -> Place[tuple[int, ...]]:
        return Place(
            self.unit.side,
            f"Where does figure {self.figure + 1} of {self.unit.title} land?",
            "ability.paratroop-placement",
            self.check,
            self.propose,
            mover=self.unit.figures[self.figure],
            area=self.area,
            on="hexes",
            about=self.unit.about,
        )


def set_hex(unit: Unit, figure: int, hex: int) -> None:
    unit.hexes = tuple([hex if i == figure else place for i, place in enumerate(unit.hexes)])
