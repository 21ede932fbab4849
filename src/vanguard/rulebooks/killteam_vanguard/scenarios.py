"""Scenarios: zones, fallback edges, objectives, how long the game lasts, and what scores."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final

from vanguard.rulebooks.killteam_vanguard.atoms import score
from vanguard.rulebooks.killteam_vanguard.engagements import engaged
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE

if TYPE_CHECKING:
    from vanguard.rulebooks.killteam_vanguard.state import Battle, Model

OBJECTIVE_RADIUS: Final = 0.5


class Zone:
    """One side of the table: its name, its deployment rectangle and its fallback edges."""

    __slots__ = ("name", "rect", "edges")

    def __init__(self, name: str, rect: Sequence[float], edges: Sequence[str]) -> None:
        x1, y1, x2, y2 = rect
        self.name: Final[str] = name
        self.rect: Final[tuple[float, float, float, float]] = (x1, y1, x2, y2)
        self.edges: Final[tuple[str, ...]] = tuple(edges)


class Objective:
    """A counter on the table: it does not move, is not picked up and blocks nothing."""

    __slots__ = ("key", "label", "x", "y", "points")

    def __init__(self, key: str, label: str, x: float, y: float, points: tuple[int, int]) -> None:
        self.key: Final[str] = key
        self.label: Final[str] = label
        self.x: Final[float] = x
        self.y: Final[float] = y
        self.points: Final[tuple[int, int]] = points
        """Victory points for the player of the first and of the second zone."""


class Scenario:
    """What is fought over. Never changed once made."""

    __slots__ = (
        "key", "name", "summary", "rounds", "duration_roll", "ends_when_wiped_out", "zones", "objectives",
        "leader_captures_engaged", "leader_points", "leader_bounty", "leader_beyond",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        name: str,
        summary: str,
        rounds: int,
        duration_roll: bool,
        ends_when_wiped_out: bool,
        zones: tuple[Zone, Zone],
        objectives: Sequence[Objective],
        leader_captures_engaged: bool,
        leader_points: int,
        leader_bounty: int,
        leader_beyond: int,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.summary: Final[str] = summary
        self.rounds: Final[int] = rounds
        self.duration_roll: Final[bool] = duration_roll
        self.ends_when_wiped_out: Final[bool] = ends_when_wiped_out
        self.zones: Final[tuple[Zone, Zone]] = zones
        self.objectives: Final[tuple[Objective, ...]] = tuple(objectives)
        self.leader_captures_engaged: Final[bool] = leader_captures_engaged
        self.leader_points: Final[int] = leader_points
        """Points instead of the usual ones while the capturing side's leader is in contact; 0 for no such rule."""
        self.leader_bounty: Final[int] = leader_bounty
        """Points for the opponent the moment a leader is removed, once per game."""
        self.leader_beyond: Final[int] = leader_beyond
        """Points at the end for a standing leader wholly in the enemy half."""

    # -- scoring --------------------------------------------------------------------------------------------------------

    def score_round(self, battle: Battle) -> None:
        """Victory points for what is captured at this moment."""
        for objective in self.objectives:
            for side in (0, 1):
                if captures(battle, objective, side):
                    self._score_objective(battle, objective, side)

    def _score_objective(self, battle: Battle, objective: Objective, side: int) -> None:
        points = objective.points[battle.zones[side]]
        why = f"holding {objective.label}"
        leader = battle.leader_of(side)
        if self.leader_points and leader is not None and leader.in_play and touches(leader, objective):
            points = self.leader_points
            why = f"holding {objective.label} with the leader"
        score(battle, side, points, why, "gather.capture.when", (objective.key,))

    def on_removed(self, battle: Battle, model: Model) -> None:
        if self.leader_bounty and model.profile.leader and not battle.leader_bounty_paid[model.side]:
            battle.leader_bounty_paid[model.side] = True
            score(
                battle,
                1 - model.side,
                self.leader_bounty,
                "removing the enemy leader",
                "warband.leader-scenario",
                (model.key,),
            )

    def score_end(self, battle: Battle) -> None:
        if not self.leader_beyond:
            return
        for side in (0, 1):
            leader = battle.leader_of(side)
            if leader is not None and leader.in_play and leader.standing and in_enemy_half(battle, leader):
                score(
                    battle,
                    side,
                    self.leader_beyond,
                    "a leader in the enemy half",
                    "warband.leader-scenario",
                    (leader.key,),
                )


def touches(model: Model, objective: Objective) -> bool:
    """Base contact with a counter: the base touches or overlaps it."""
    if model.elevation > TOLERANCE:
        return False
    dx, dy = model.x - objective.x, model.y - objective.y
    return sqrt(dx * dx + dy * dy) <= model.radius + OBJECTIVE_RADIUS + TOLERANCE


def captures(battle: Battle, objective: Objective, side: int) -> bool:
    """A standing, unengaged model in contact, and no enemy in contact."""
    able = False
    for model in battle.everybody():
        if not touches(model, objective):
            continue
        if model.side != side:
            return False
        if model.knocked_down or able:
            continue
        leads = battle.scenario.leader_captures_engaged and model.profile.leader
        if leads or not engaged(battle, model):
            able = True
    return able


def in_enemy_half(battle: Battle, leader: Model) -> bool:
    """Wholly beyond the middle line, as seen from its own side of the table."""
    middle = battle.field.table.depth / 2
    if battle.zones[leader.side] == 0:
        return leader.y > middle + leader.radius
    return leader.y < middle - leader.radius
