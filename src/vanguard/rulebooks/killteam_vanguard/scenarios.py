"""Scenarios: zones, fallback edges, objectives, how long the game lasts, and what scores."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

from vanguard.rulebooks.killteam_vanguard.atoms import score
from vanguard.rulebooks.killteam_vanguard.engagements import engaged
from vanguard.rulebooks.killteam_vanguard.state import TOLERANCE

if TYPE_CHECKING:
    from vanguard.rulebooks.killteam_vanguard.state import Battle, Model

OBJECTIVE_RADIUS: Final = 0.5


@dataclass(frozen=True, eq=False)
class Zone:
    """One side of the table: its name, its deployment rectangle and its fallback edges."""

    name: str
    rect: tuple[float, float, float, float]
    edges: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Objective:
    """A counter on the table: it does not move, is not picked up and blocks nothing."""

    key: str
    label: str
    x: float
    y: float
    points: tuple[int, int]
    """Victory points for the player of the first and of the second zone."""


@dataclass(frozen=True, eq=False)
class Scenario:
    """What is fought over. Never changed once made."""

    key: str
    name: str
    summary: str
    rounds: int
    duration_roll: bool
    ends_when_wiped_out: bool
    zones: tuple[Zone, Zone]
    objectives: tuple[Objective, ...]
    leader_captures_engaged: bool
    leader_points: int
    """Points instead of the usual ones while the capturing side's leader is in contact; 0 for no such rule."""
    leader_bounty: int
    """Points for the opponent the moment a leader is removed, once per game."""
    leader_beyond: int
    """Points at the end for a standing leader wholly in the enemy half."""

    # -- how long it lasts ------------------------------------------------------------------------------------------------

    def is_over_when_wiped_out(self, battle: Battle) -> bool:
        """Is a side gone, and the game over with this Round?"""
        return self.ends_when_wiped_out and not (battle.has_models(0) and battle.has_models(1))

    def may_another_round_follow(self, battle: Battle) -> bool:
        """For certain, or by the duration roll that is still to come."""
        if self.is_over_when_wiped_out(battle):
            return False
        return battle.round < battle.rounds or (battle.round == self.rounds and self.duration_roll)

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
