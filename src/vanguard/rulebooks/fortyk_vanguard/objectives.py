"""OBJECTIVE MARKERS: who is in range, who controls them, and what that scores."""

from __future__ import annotations

from math import hypot
from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.fortyk_vanguard.battlefield import TOLERANCE
from vanguard.rulebooks.fortyk_vanguard.state import ON_TABLE, Battle, Model, other

MARKER_HEIGHT: Final = 5.0


def in_range(battle: Battle, base: Base, marker: int) -> bool:
    """Within 3" horizontally and 5" vertically of the marker (core.mission.objective-range)."""
    x, y = battle.markers[marker]
    reach = battle.mission.marker_reach + battle.mission.marker_radius + base.radius + TOLERANCE
    return hypot(base.x - x, base.y - y) <= reach and base.elevation <= MARKER_HEIGHT + TOLERANCE


def markers_of(battle: Battle, model: Model) -> list[int]:
    """The markers a model is in range of, the nearest first."""
    base = model.base
    found = [i for i in range(len(battle.markers)) if in_range(battle, base, i)]
    if len(found) > 1:
        found.sort(key=lambda i: hypot(battle.markers[i][0] - base.x, battle.markers[i][1] - base.y))
    return found


def holds(battle: Battle, counted: dict[str, int], marker: int) -> int:
    """Who controls a marker: -1 for nobody. Objective Secured beats numbers, numbers decide between equals."""
    numbers, secured = [0, 0], [False, False]
    for model in battle.models:
        if model.fate == ON_TABLE and counted.get(model.key, -1) == marker:
            numbers[model.seat] += 1
            if model.profile.has("objective-secured"):
                secured[model.seat] = True
    if secured[0] != secured[1]:
        return 0 if secured[0] else 1
    if numbers[0] == numbers[1]:
        return -1
    return 0 if numbers[0] > numbers[1] else 1


def nearest_markers(battle: Battle) -> dict[str, int]:
    """The marker each model counts for, if everybody in range of two counts for the nearer one."""
    counted: dict[str, int] = {}
    for model in battle.models:
        if model.fate == ON_TABLE:
            near = markers_of(battle, model)
            if near:
                counted[model.key] = near[0]
    return counted


def controlled(battle: Battle, counted: dict[str, int] | None = None) -> list[int]:
    """Who controls each marker now."""
    known = nearest_markers(battle) if counted is None else counted
    return [holds(battle, known, marker) for marker in range(len(battle.markers))]


async def counted_models(battle: Battle) -> dict[str, int]:
    """The marker each model counts for; whoever is in range of two, its owner says which (core.mission.objective-control)."""
    counted: dict[str, int] = {}
    for seat in (battle.turn, other(battle.turn)):
        for model in battle.of(seat):
            near = markers_of(battle, model)
            if len(near) == 1:
                counted[model.key] = near[0]
            elif near:
                options = [Option(f"marker-{i + 1}", i, f"Marker {i + 1}", about=(f"marker-{i + 1}",)) for i in near]
                prompt = f"{model.name} is in range of two markers. Which does it count for?"
                counted[model.key] = await Choose(seat, prompt, options, "core.mission.objective-control", (model.key,))
    return counted


def score(battle: Battle, seat: int, amount: int, message: str, clause: str) -> None:
    points = list(battle.points)
    points[seat] += amount
    battle.points = (points[0], points[1])
    battle.note(message, clause, who=battle.army_name(seat), amount=amount, left=points[seat], seat=seat)


async def capture_and_control(battle: Battle) -> None:
    """At the end of a player's Command phase: 1 VP for each marker they control."""
    held = controlled(battle, await counted_models(battle))
    mine = len([seat for seat in held if seat == battle.turn])
    if mine:
        score(battle, battle.turn, mine, "scores", "core.mission.capture-and-control")
