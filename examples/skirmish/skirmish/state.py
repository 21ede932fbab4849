"""Everything that lasts, and the atoms that change it: each changes one fact and notes its event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from skirmish.battlefield import TOLERANCE, WELL, WELL_RADIUS, Battlefield
from vanguard.core.state import State
from vanguard.geometry.measuring import gap, part_gap
from vanguard.geometry.shapes import Base

ROUNDS: Final = 4
SIDES: Final = ("Blue", "Red")
WELL_REACH: Final = 3.0

WAITING: Final = "waiting"
IN_PLAY: Final = "in play"
REMOVED: Final = "removed"


@dataclass(frozen=True, eq=False)
class Profile:
    """What does not change of a figure; shared by all copies of a game."""

    key: str
    name: str
    look: str
    move: float
    aim: int
    wounds: int
    base: float


class Figure:
    """One figure in a game."""

    __slots__ = ("activated", "base", "fate", "key", "name", "profile", "side", "wounds")

    def __init__(self, key: str, name: str, side: int, profile: Profile) -> None:
        self.key = key
        self.name = name
        self.side = side
        self.profile = profile
        self.base = Base(key, 0.0, 0.0, profile.base / 2.0, 0.0, 1.5)
        self.wounds = profile.wounds
        self.fate = WAITING
        self.activated = False

    def copy(self) -> Figure:
        twin = Figure(self.key, self.name, self.side, self.profile)
        twin.base = self.base  # never changed, only replaced
        twin.wounds = self.wounds
        twin.fate = self.fate
        twin.activated = self.activated
        return twin

    def facts(self) -> list[Any]:
        return [self.key, self.base.x, self.base.y, self.wounds, self.fate, self.activated]


class Battle(State):
    """The battle between two activations."""

    __slots__ = ("active", "field", "figures", "points", "round", "turn")

    def __init__(self, field: Battlefield, figures: list[Figure]) -> None:
        super().__init__()
        self.field = field
        self.figures = figures
        self.points = [0, 0]
        self.round = 0
        """0 while figures are set up."""
        self.turn = 0
        self.active = ""

    def copy(self) -> Battle:
        twin = Battle(self.field, [figure.copy() for figure in self.figures])
        twin.points = list(self.points)
        twin.round = self.round
        twin.turn = self.turn
        twin.active = self.active
        return twin

    def facts(self) -> Any:
        return [self.round, self.turn, self.active, self.points, [figure.facts() for figure in self.figures]]

    def is_being_set_up(self) -> bool:
        return self.round == 0

    def stage(self) -> str:
        return f"round {self.round}"

    def __getitem__(self, key: str) -> Figure:
        for figure in self.figures:
            if figure.key == key:
                return figure
        raise KeyError(key)

    def name_of(self, key: str) -> str:
        """A figure by its name; anything else is called what it is called."""
        for figure in self.figures:
            if figure.key == key:
                return figure.name
        return key

    def of(self, side: int) -> list[Figure]:
        return [figure for figure in self.figures if figure.side == side and figure.fate == IN_PLAY]

    def others(self, key: str) -> list[Base]:
        return [figure.base for figure in self.figures if figure.fate == IN_PLAY and figure.key != key]

    def ready(self, side: int) -> list[Figure]:
        return [figure for figure in self.of(side) if not figure.activated]

    def at_well(self, side: int) -> int:
        well = Base("well", WELL[0], WELL[1], WELL_RADIUS)
        return len([figure for figure in self.of(side) if gap(figure.base, well) <= WELL_REACH + TOLERANCE])

    def in_woods(self, figure: Figure) -> bool:
        return any(part_gap(figure.base, part) <= 0.0 for part in self.field.woods)


def as_battle(state: State) -> Battle:
    assert isinstance(state, Battle)
    return state


# -- atoms ----------------------------------------------------------------------------------------------------------------


def set_up(battle: Battle, key: str, x: float, y: float) -> None:
    figure = battle[key]
    figure.base = figure.base.at(x, y)
    figure.fate = IN_PLAY
    battle.note("set up", "game.sides", (key,), who=figure.name, path=((x, y),))


def move_to(battle: Battle, key: str, x: float, y: float, cost: float, way: Any) -> None:
    figure = battle[key]
    path = ((figure.base.x, figure.base.y), *way)
    figure.base = figure.base.at(x, y)
    battle.note("moves", "move.distance", (key,), who=figure.name, cost=f"{cost:.1f}", path=path)


def wound(battle: Battle, key: str, hits: int) -> None:
    figure = battle[key]
    lost = min(hits, figure.wounds)
    figure.wounds -= lost
    battle.note("wounded", "shoot.wounds", (key,), who=figure.name, amount=lost, left=figure.wounds)
    if figure.wounds == 0:
        figure.fate = REMOVED
        battle.note("falls", "shoot.wounds", (key,), who=figure.name)


def score(battle: Battle, side: int) -> None:
    battle.points[side] += 1
    battle.note("scores", "game.well", who=SIDES[side], seat=side, amount=1, left=battle.points[side])
