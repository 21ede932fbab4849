"""The yardstick: a skirmish of forty models with trivial options, to measure the core itself.

Whatever this takes is what the core costs every rulebook. It is compiled with the engine, so that plain and compiled
figures compare the same things.
"""

from __future__ import annotations

from typing import Any

from vanguard.core.questions import Choose, Option
from vanguard.core.rulebook import Procedure, Rulebook, Setup, Standing
from vanguard.core.state import State

MODELS = 40
ANSWERS_BETWEEN_RESTS = 8
OPTIONS = [Option("left", -1), Option("stay", 0), Option("right", 1)]


class Figure:
    """A model as rulebooks have them: where it stands, how well it is, what it has done."""

    __slots__ = ("acted", "key", "profile", "status", "wounds", "x", "y")

    def __init__(self, key: str, profile: tuple[int, ...], x: float, y: float, wounds: int) -> None:
        self.key = key
        self.profile = profile
        self.x = x
        self.y = y
        self.wounds = wounds
        self.acted = False
        self.status = 0

    def copy(self) -> Figure:
        other = Figure(self.key, self.profile, self.x, self.y, self.wounds)
        other.acted = self.acted
        other.status = self.status
        return other


class Skirmish(State):
    """Forty models and whose turn it is."""

    __slots__ = ("figures", "points", "turn")

    def __init__(self, figures: list[Figure], turn: int, points: list[int]) -> None:
        super().__init__()
        self.figures = figures
        self.turn = turn
        self.points = points

    def copy(self) -> Skirmish:
        return Skirmish([figure.copy() for figure in self.figures], self.turn, list(self.points))

    def facts(self) -> Any:
        models = [[figure.key, figure.x, figure.y, figure.wounds, figure.status] for figure in self.figures]
        return [models, self.turn, self.points]


async def activation(skirmish: Skirmish) -> None:
    """One model is nudged about: as many answers as an activation usually takes."""
    figure = skirmish.figures[skirmish.turn % MODELS]
    player = skirmish.turn % 2
    for _ in range(ANSWERS_BETWEEN_RESTS):
        step = await Choose(player, "Where to?", OPTIONS, "yardstick.step")
        figure.x += step
    skirmish.note("moved", "yardstick.step", (figure.key,), x=figure.x)
    skirmish.turn += 1


class Yardstick(Rulebook):
    """A rulebook that never ends, for measuring."""

    name = "yardstick"
    version = "1"
    title = "Yardstick"

    def default_setup(self, variant: int = 0) -> Setup:
        return Setup("open", "plain", ({}, {}))

    def new(self, setup: Setup) -> State:
        profile = (6, 3, 4, 1)
        figures = [Figure(f"m{i}", profile, float(i % 8) * 4.0, float(i // 8) * 5.0, 3) for i in range(MODELS)]
        return Skirmish(figures, 0, [0, 0])

    def procedure(self, state: State) -> Procedure | None:
        assert isinstance(state, Skirmish)
        return activation(state)

    def standing(self, state: State) -> Standing:
        return Standing((0.0, 0.0))


rulebook = Yardstick()
