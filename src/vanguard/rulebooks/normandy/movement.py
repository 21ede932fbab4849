"""Moving: Move actions, deploying over the backline, by transport and by Paratroop; roads, water, stacking, coherency."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.questions import Path, Place
from vanguard.core.refusals import Refused
from vanguard.core.telling.events import counted
from vanguard.rulebooks.normandy.ground import (
    BACKLINES,
    CELLS,
    DISTANCE,
    NEIGHBOURS,
    hex_at,
    shown,
)
from vanguard.rulebooks.normandy.hex_places import HexPlace
from vanguard.rulebooks.normandy.reach import BARRED, FRIEND, Obstacles, Reach, figure_reach
from vanguard.rulebooks.normandy.state import Battle, Unit, token_at

FAR: Final[int] = 99


def move_value(battle: Battle, unit: Unit) -> int:
    """Hexes per Move action: the printed value, changed by Counter-attack and by Driving Rain."""
    move = unit.face.move + battle.boards[unit.side].effect("move")
    if battle.weather == "driving-rain" and unit.card.mechanized:
        move = max(1, move - 1)
    return move


class Way:
    """How the figures of a unit go: how far, by which rule, and whether they come in from off the battlefield."""

    __slots__ = ("allowance", "clause", "deploying")

    def __init__(self, allowance: int, clause: str, deploying: bool) -> None:
        self.allowance: Final = allowance
        self.clause: Final = clause
        self.deploying: Final = deploying


def marching(battle: Battle, unit: Unit) -> Way:
    return Way(move_value(battle, unit), "move.distance", False)


def entering(battle: Battle, unit: Unit) -> Way:
    """Over the backline: the entry hex is the first of the Move value."""
    return Way(move_value(battle, unit), "deploy.is-move-action", True)


def entering_by_transport(battle: Battle) -> Way:
    return Way(battle.content.board.transport_hexes, "transport.six-hexes", True)


class FigureMove(HexPlace[tuple[int, ...]]):
    """One figure of a Move action: where it may end, so that the other figure can still end beside it."""

    __slots__ = (
        "_ends", "_follow", "allowance", "by_road", "clause", "deploying", "edge", "figure", "must_move", "obstacles",
        "others", "partners", "reach", "scattered", "start", "unit",
    )  # fmt: skip

    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        figure: int,
        way: Way,
        others: list[int],
        moved: bool = False,
        scattered: bool = False,
        after: FigureMove | None = None,
    ) -> None:
        super().__init__(battle, unit.side)
        self.unit = unit
        self.figure = figure
        self.allowance = way.allowance
        self.others = others
        """The figures that still have to move after this one."""
        self.must_move = not moved and not others
        """No figure has left its hex so far, and none comes after this one."""
        self.scattered = scattered
        """A Minefield has stopped a figure: the unit need not end coherent this time."""
        self.by_road = may_use_road(battle, unit)
        self.deploying = way.deploying
        self.clause = way.clause
        self.start = unit.hexes[figure]
        self.partners: list[int] = [i for i in unit.standing() if i != figure]
        self.edge = BACKLINES[battle.edges[unit.side]] if way.deploying else []
        obstacles: Obstacles | None = None
        reach: Reach | None = None
        if after is not None and not scattered:
            # The figure before has only changed its own hex, and its own unit is in nobody's way.
            obstacles = after.obstacles
            reach = after._follow if not self.by_road else None
        if obstacles is None:
            obstacles = Obstacles(battle, unit)
        if reach is None:
            reach = figure_reach(battle, self.start, self.edge, self.allowance, obstacles, self.by_road)
        self.obstacles: Obstacles = obstacles
        self.reach: Reach = reach
        self._follow: Reach | None = None
        self._ends: list[int] | None = None

    # -- where it may end ----------------------------------------------------------------------------------------------------

    def ends(self) -> list[int]:
        """Every hex where this figure may end."""
        known = self._ends
        if known is None:
            known = [hex for hex in self.worth_a_look() if self.may_end(hex)]
            self._ends = known
        return known

    def worth_a_look(self) -> list[int]:
        """Hexes among which all ends are: beside the only other figure if that one has moved already, else whatever is reached."""
        if len(self.partners) != 1 or self.others or self.scattered or self.obstacles.mines:
            return self.reach.hexes
        cost = self.reach.cost
        return [hex for hex in NEIGHBOURS[self.unit.hexes[self.partners[0]]] if cost[hex] >= 0]

    def may_end(self, hex: int) -> bool:
        """Whether the figure may end in a hex it reaches."""
        if self.end_is_taken(hex):
            return False
        if self.must_move and hex == self.start:
            return False
        if not self.partners or self.scattered:
            return True
        if hex != self.start and hex in self.obstacles.mines:
            return not (self.deploying and self.others) or self.leaves_a_way_in(hex)
        if self.others:
            return self.leaves_room(hex)
        beside, places = NEIGHBOURS[hex], self.unit.hexes
        return any([places[i] in beside for i in self.partners])

    def end_is_taken(self, hex: int) -> bool:
        if self.obstacles.at[hex] == FRIEND:
            return True
        return hex != self.start and hex in self.unit.hexes

    def leaves_room(self, hex: int) -> bool:
        """Whether the figure that follows can still come to stand beside this one; if nobody moved yet, it has to move."""
        follow = self.follow()
        cost, at = follow.cost, self.obstacles.at
        stays = hex == self.start
        there = self.unit.hexes[self.others[0]]
        for near in NEIGHBOURS[hex]:
            if cost[near] >= 0 and at[near] != FRIEND and not (stays and near == there):
                return True
        return False

    def leaves_a_way_in(self, hex: int) -> bool:
        """Whether the figure that follows finds any other hex, past the mine that has gone off: both must come in."""
        after = Obstacles(self.battle, self.unit)
        after.mines.remove(hex)
        reach = figure_reach(self.battle, self.start, self.edge, self.allowance, after, False)
        return any([other != hex and after.at[other] != FRIEND for other in reach.hexes])

    def follow(self) -> Reach:
        """Where the figure that follows gets to."""
        known = self._follow
        if known is None:
            there = self.unit.hexes[self.others[0]]
            if there == self.start and not self.by_road:  # both still off the battlefield
                known = self.reach
            else:
                known = figure_reach(self.battle, there, self.edge, self.allowance, self.obstacles, False)
            self._follow = known
        return known

    # -- the question --------------------------------------------------------------------------------------------------------

    def moved_key(self) -> str:
        return self.unit.figures[self.figure]

    def question(self) -> Place[tuple[int, ...]]:
        figure = f" (figure {self.figure + 1})" if self.unit.card.size > 1 else ""
        verb = "Deploy" if self.deploying else "Move"
        prompt = f"{verb} {self.unit.title}{figure} up to {counted(self.allowance, 'hex', 'hexes')}"
        return self.ask(self.side, prompt, self.clause, self.unit.about)

    def check(self, path: Path) -> tuple[int, ...]:
        """The hexes entered; empty for a figure that stays where it is, or comes back to it."""
        hexes = [hex_at(point, self.clause) for point in path]
        way = self.whole_way(hexes)
        end = hexes[-1]
        if not self.may_end(end):
            raise self.why_not_there(end)
        return () if end == self.start else way

    def whole_way(self, hexes: list[int]) -> tuple[int, ...]:
        """The way through the named hexes, walked hex by hex; a single hex is gone to by the cheapest way."""
        if len(hexes) == 1:
            if self.reach.cost[hexes[0]] < 0:
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
        if leg.cost[there] < 0:
            raise self.why_not_reached(there)
        return list(leg.path_to(there))

    def refuse_barred(self, way: list[int]) -> None:
        for i, hex in enumerate(way):
            if self.obstacles.at[hex] == BARRED or self.battle.field().water[hex]:
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
        if self.obstacles.at[hex] == BARRED:
            if token_at(self.battle.gates, hex) >= 0 and self.unit.card.mechanized:
                return barred_by_gate(hex)
            return Refused(f"hex {shown(hex)} holds an enemy figure", "move.blocked-by-enemies")
        far = figure_reach(self.battle, self.start, self.edge, FAR, self.obstacles, False).cost[hex]
        if far < 0:
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
        """The way through the named hexes if it is legal, else to the legal end nearest to the wished one, in line with it."""
        if len(path) > 1 and self.preview(path)["legal"]:
            return path
        wished = hex_at(path[-1], self.clause)
        ends = self.ends()
        if not ends:
            return path
        row, column = DISTANCE[wished], CELLS[wished][0]
        return (CELLS[min(ends, key=lambda hex: (row[hex], abs(CELLS[hex][0] - column), hex))],)


def barred_by_gate(hex: int) -> Refused:
    return Refused(f"a Belgian Gate bars hex {shown(hex)} to vehicles", "token.belgian-gate")


def may_use_road(battle: Battle, unit: Unit) -> bool:
    """Vehicles, once per activation in progress."""
    activation = battle.activation
    if not unit.card.mechanized:
        return False
    return activation is None or unit.key not in activation.roads


def can_move(battle: Battle, unit: Unit, first: int) -> bool:
    """Whether a Move action that begins with this figure can end legally."""
    standing = unit.standing()
    if steps_aside(battle, unit, standing):  # usually there is such a step, and then the order does not matter
        return True
    others = [i for i in standing if i != first]
    return bool(FigureMove(battle, unit, first, marching(battle, unit), others).ends())


def steps_aside(battle: Battle, unit: Unit, standing: list[int]) -> bool:
    """Whether one figure can take one step to an empty hex and still be beside the other, which stays."""
    barred = unit.card.mechanized and battle.gates
    here = unit.hexes[standing[0]]
    beside: list[int] | None = NEIGHBOURS[unit.hexes[standing[1]]] if len(standing) > 1 else None
    for hex in battle.field().land[here]:
        if (beside is not None and hex not in beside) or battle.holds_figure(hex):
            continue
        if not barred or token_at(battle.gates, hex) < 0:
            return True
    return False


def can_deploy(battle: Battle, unit: Unit, way: Way) -> bool:
    """Whether all figures of the unit can come onto the battlefield over the backline."""
    edge = BACKLINES[battle.edges[unit.side]]
    water = battle.field().water
    gates = battle.gates if unit.card.mechanized else ()
    before = unit.card.size == 1
    for hex in edge:  # usually there is room on the backline itself
        free = not water[hex] and not battle.holds_figure(hex) and token_at(gates, hex) < 0
        if free and before:
            return True
        before = free or unit.card.size == 1
    return bool(FigureMove(battle, unit, 0, way, list(range(1, unit.card.size))).ends())


def set_hex(unit: Unit, figure: int, hex: int) -> None:
    unit.hexes = tuple([hex if i == figure else place for i, place in enumerate(unit.hexes)])
