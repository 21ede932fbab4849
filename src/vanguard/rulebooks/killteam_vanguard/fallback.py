"""Fallback!: the forced retreat of a model that failed its nerve test."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from vanguard.core.questions import Choose, Option, Path, WhereTo
from vanguard.core.refusals import Refused
from vanguard.core.remembering import remember
from vanguard.geometry.movement.forced import ends_as_near_as, nearest_to_edge, straight_to_edge
from vanguard.geometry.movement.ground import KeepOut, edge_distance, keep_away
from vanguard.geometry.movement.paths import PricedPath
from vanguard.geometry.shapes import Point
from vanguard.rulebooks.killteam_vanguard.atoms import remove, spot, stand_up
from vanguard.rulebooks.killteam_vanguard.movement import SAFE_DROP, MoveQuestion, reading_of
from vanguard.rulebooks.killteam_vanguard.nerve import nerve_test
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE, Battle, Model
from vanguard.rulebooks.killteam_vanguard.travelling import travel
from vanguard.tabletop.moves import as_given

MOST_RETREATS: Final = 2_000
SLACK: Final = 0.25
"""A drawn path may end this much further from the edge than the best one found."""


async def fall_back(battle: Battle, key: str) -> None:
    """Toward its own table edge as directly and as far as possible, up to twice SP; at the edge a second test."""
    model = battle[key]
    battle.note("falls back", "broken.fail", (key,), model=model.name)
    allowance = 2.0 * model.profile.speed
    if model.knocked_down:
        stand_up(battle, model, "fallback.knocked-down")
        allowance = model.profile.speed
    edge = await choose_edge(battle, key)
    if not at_edge(battle, battle[key], edge):
        await retreat(battle, key, edge, allowance)
    model = battle[key]
    if model.in_play and model.standing and at_edge(battle, model, edge):
        await edge_check(battle, key)


async def choose_edge(battle: Battle, key: str) -> str:
    """The closest of its fallback edges, measured before the move; ties are the owner's choice."""
    model = battle[key]
    edges = battle.scenario.zones[battle.zones[model.side]].edges
    gaps = [edge_gap(battle, model, edge) for edge in edges]
    closest = [edge for edge, gap in zip(edges, gaps, strict=True) if gap <= min(gaps) + TOLERANCE]
    if len(closest) == 1:
        return closest[0]
    options = [Option(edge, edge, f"The {edge} edge", "fallback.closest-edge") for edge in closest]
    return await Choose(
        model.side, f"{model.name} falls back: to which edge?", options, "fallback.closest-edge", (key,)
    )


def edge_gap(battle: Battle, model: Model, edge: str) -> float:
    return edge_distance(battle.field.grounds[""], model.x, model.y, model.radius, edge)


def at_edge(battle: Battle, model: Model, edge: str) -> bool:
    return edge_gap(battle, model, edge) <= TOLERANCE


async def retreat(battle: Battle, key: str, edge: str, allowance: float) -> None:
    """Straight at the edge if that is open and costs no more than its length; otherwise the owner draws the path."""
    model = battle[key]
    way = RetreatQuestion(battle, model, allowance, edge)
    priced = way.straight()
    if priced is None:
        best = way.best()
        if best.length < TOLERANCE:
            battle.note("stays put", "fallback.no-engaging", (key,), model=model.name)
            return
        prompt = f"{model.name} falls back toward the {edge} edge: by which way?"
        priced = await way.ask(model.side, prompt, "fallback.move")
    x, y, z = priced.end
    battle.note(
        "moves", "fallback.move", (key,),
        model=model.name, verb="falls back", cost=f"{priced.cost:.1f}", place=spot(x, y, z), path=priced.points,
    )  # fmt: skip
    await travel(battle, key, priced)


class RetreatQuestion(WhereTo[PricedPath]):
    """The way back: it may not engage anybody and must end as near to the edge as the allowance lets it."""

    __slots__ = ("battle", "key", "edge", "move", "_best")
    draws_area: ClassVar[bool] = True

    def __init__(self, battle: Battle, model: Model, allowance: float, edge: str) -> None:
        super().__init__()
        self.battle = battle
        self.key = model.key
        self.edge = edge
        zones = ranges_to_avoid(battle, model)
        self.move = MoveQuestion(battle, model, allowance, reading_of(model), "", zones, SAFE_DROP)
        self._best: PricedPath | None = None

    def straight(self) -> PricedPath | None:
        return straight_to_edge(self.move.ground, self.move.mover(SAFE_DROP), self.edge)

    def best(self) -> PricedPath:
        if self._best is None:
            remembered = self.battle.field.retreats
            key = self._situation()
            self._best = remembered.get(key)
            if self._best is None:
                best = nearest_to_edge(self.move.ground, self.move.mover(SAFE_DROP), self.edge)
                self._best = remember(remembered, key, best, MOST_RETREATS)
        return self._best

    def _situation(self) -> tuple[Any, ...]:
        """All the best way depends on: who goes, how far, to which edge, and where everybody stands and reaches."""
        battle = self.battle
        everybody = [
            (it.key == self.key, it.side, it.x, it.y, it.elevation, it.radius, it.profile.reach, it.standing)
            for it in battle.everybody()
        ]
        reading = reading_of(battle[self.key])
        return (self.edge, self.move.allowance, reading, tuple(everybody))

    def check(self, path: Path) -> PricedPath:
        if path == as_given(self.move.ground, self.best()):
            # Written in thousandths a way that just squeezes past an edge may seem to touch it: it is meant as found.
            return self.best()
        priced = self.move.check(path)
        model = self.battle[self.key]
        best = self.best()
        if not ends_as_near_as(best, priced, self.move.ground, model.radius, self.edge, SLACK):
            nearest = edge_distance(self.move.ground, best.end[0], best.end[1], model.radius, self.edge)
            ends = edge_distance(self.move.ground, priced.end[0], priced.end[1], model.radius, self.edge)
            raise Refused(
                f'{model.name} ends {ends:.2f}" from the {self.edge} edge; it can come within {nearest:.2f}"',
                "fallback.move",
            )
        return priced

    def moved_key(self) -> str:
        return self.key

    def shown(self, path: Path) -> dict[str, Any]:
        return self.move.preview(path)

    def area(self) -> list[list[Point]]:
        return self.move.area()

    def aims(self) -> list[Path]:
        """The best way found."""
        return [as_given(self.move.ground, self.best())]


def ranges_to_avoid(battle: Battle, model: Model) -> list[KeepOut]:
    """The longer of the two engagement ranges of any standing enemy; one it starts in may be left, not entered again."""
    zones: list[KeepOut] = []
    for enemy in battle.enemies_of(model):
        reach = max(enemy.profile.reach, model.profile.reach)
        if enemy.standing and reach >= 0.0:
            zones.append(keep_away(enemy, reach, may_leave=True))
    return zones


async def edge_check(battle: Battle, key: str) -> None:
    """At its edge it tests again: passed, it stops there; failed, it is removed without a recovery roll."""
    battle.note("reaches the edge", "fallback.edge-check", (key,), model=battle[key].name)
    if not await nerve_test(battle, key, "it stands at its table edge", "fallback.edge-check"):
        remove(battle, battle[key], "it flees the table", "fallback.removed-outright")
