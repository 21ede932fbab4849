"""What people see of a measured table: the table and its terrain, zones, models, markers, distances and lines of sight.

These are the pieces of `Rulebook.table` and `Rulebook.view` in the vocabulary of docs/protocol.md; a rulebook adds what is
particular to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import hypot
from typing import Any

from vanguard.core.questions.paths import read_point
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.arcs import FRONT, REAR, SIDE, facing_vector
from vanguard.geometry.measuring import gap, nearest_points, overlapping
from vanguard.geometry.shapes import Base, Part, Point, Point3, Table
from vanguard.geometry.sight import Look
from vanguard.tabletop.squads import chain
from vanguard.tabletop.terrain import TerrainKind

# -- the table --------------------------------------------------------------------------------------------------------------


def table_scene(table: Table, parts: Sequence[dict[str, Any]], zones: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "kind": "measured",
        "unit": table.unit,
        "width": table.width,
        "depth": table.depth,
        "parts": list(parts),
        "zones": list(zones),
    }


def part_scene(part: Part, kind: str, notes: str, label: str = "", look: str = "") -> dict[str, Any]:
    """A piece of terrain; the kinds of its edges and its windows and ladders are told where it has any."""
    shown: dict[str, Any] = {
        "name": part.name,
        "kind": kind,
        "label": label or part.name,
        "points": [list(point) for point in part.points],
        "closed": part.closed,
        "bottom": part.bottom,
        "top": part.top,
        "traits": sorted(part.traits),
        "notes": notes,
        "edges": list(part.edge_kinds) if any(part.edge_kinds) else [],
        "stretches": [
            {"kind": stretch.kind, "points": [[e[0], e[1]], [e[2], e[3]]], "label": stretch.kind}
            for stretch, e in zip(part.stretches, part.stretch_edges, strict=True)
        ],
    }
    if look:
        shown["look"] = look
    return shown


def part_of_kind(part: Part, kind: TerrainKind, label: str = "", look: str = "") -> dict[str, Any]:
    """A piece of terrain as its kind describes it."""
    return part_scene(part, kind.key, kind.note, label, look or kind.look)


def zone_scene(key: str, label: str, side: int | None, points: Iterable[Point]) -> dict[str, Any]:
    return {"key": key, "label": label, "side": side, "points": [list(point) for point in points]}


# -- what stands on it --------------------------------------------------------------------------------------------------------


def model_scene(
    base: Base,
    card: str,
    name: str,
    label: str,
    side: int,
    wounds: int,
    max_wounds: int,
    status: Sequence[tuple[str, str]],
    on_table: bool,
    group: str | None = None,
) -> dict[str, Any]:
    """A model: its base, its card, what it has left, and its states as (key, label)."""
    return {
        "key": base.key,
        "card": card,
        "name": name,
        "label": label,
        "side": side,
        "x": base.x,
        "y": base.y,
        "radius": thousandth(base.radius),
        "elevation": base.elevation,
        "height": base.height,
        "facing": base.facing,
        "wounds": wounds,
        "max_wounds": max_wounds,
        "status": labelled(status),
        "group": group,
        "on_table": on_table,
    }


def labelled(pairs: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"key": key, "label": label} for key, label in pairs]


def marker_scene(key: str, kind: str, label: str, place: Point, radius: float, side: int | None) -> dict[str, Any]:
    return {"key": key, "kind": kind, "label": label, "x": place[0], "y": place[1], "radius": radius, "side": side}


# -- measuring ----------------------------------------------------------------------------------------------------------------


def measured(
    start: Any,
    end: Any,
    table: Table,
    clause: str,
    markers: Mapping[str, Base],
    base_of: Callable[[str], Base],
    digits: int = 2,
    apart: Callable[[Base, Base], float] = gap,
    level_at: Callable[[float, float], float] | None = None,
) -> dict[str, Any]:
    """The distance between two models, markers or points, and between which points it is; `apart` is how this game measures."""
    first, second = [measured_thing(thing, markers, base_of, clause, level_at) for thing in (start, end)]
    distance = apart(first, second)
    here, there = nearest_points(first, second)
    return {
        "distance": thousandth(distance),
        "text": f"{distance:.{digits}f}{table.mark}",
        "from": [thousandth(here[0]), thousandth(here[1])],
        "to": [thousandth(there[0]), thousandth(there[1])],
    }


def measured_thing(
    thing: Any,
    markers: Mapping[str, Base],
    base_of: Callable[[str], Base],
    clause: str,
    level_at: Callable[[float, float], float] | None = None,
) -> Base:
    """What somebody wants measured: a marker or a model by its key, or a point, on the ground unless it says otherwise."""
    if isinstance(thing, str):
        marker = markers.get(thing)
        return base_of(thing) if marker is None else marker
    if not isinstance(thing, (list, tuple)):
        raise Refused(f"a model, a marker or a point is measured, not {thing!r:.60}", clause)
    point = read_point(thing, clause)
    if len(point) == 3:
        return Base("point", point[0], point[1], 0.0, point[2])
    return Base("point", point[0], point[1], 0.0, 0.0 if level_at is None else level_at(point[0], point[1]))


# -- lines of sight -------------------------------------------------------------------------------------------------------------


def rays_from(look: Look, eye: Point3, name_of: Callable[[str], str]) -> list[dict[str, Any]]:
    """The rays from one point of the viewer to every point of the target, each with what blocks it."""
    lines: list[dict[str, Any]] = []
    for mark in look.marks():
        blockers = look.blockers(eye, mark)
        blocked_by = name_of(blockers[0].name) if blockers else None
        line: dict[str, Any] = {"from": list(eye), "to": list(mark), "blocked_by": blocked_by}
        if not blockers and look.hidden(eye, mark):
            line["through"] = "soft terrain"
        lines.append(line)
    return lines


def clearest_rays(look: Look, name_of: Callable[[str], str]) -> list[dict[str, Any]]:
    """The rays from the point that sees most of the target; from the middle where that sees as much as any."""
    eyes = look.eyes()
    best = rays_from(look, eyes[len(eyes) // 2], name_of)
    for eye in eyes:
        rays = rays_from(look, eye, name_of)
        if _clearness(rays) > _clearness(best):
            best = rays
    return best


def _clearness(rays: list[dict[str, Any]]) -> tuple[int, int]:
    """How many rays nothing blocks, and how many of them nothing obscures."""
    free = [ray for ray in rays if not ray["blocked_by"]]
    return len(free), len([ray for ray in free if "through" not in ray])


# -- what must never be -----------------------------------------------------------------------------------------------------------


def standing_faults(table: Table, bases: Sequence[Base], slack: float, level_gap: float = 0.1) -> list[str]:
    """Bases over the table edge and bases that overlap on one level: for `Rulebook.faults`."""
    faults: list[str] = []
    for i, base in enumerate(bases):
        if not table.holds_disc(base.x, base.y, base.radius, slack):
            faults.append(f"{base.key} hangs over the table edge at ({base.x}, {base.y})")
        for other in bases[i + 1 :]:
            if abs(base.elevation - other.elevation) < level_gap and overlapping(base, other, slack):
                overlap = base.radius + other.radius - hypot(base.x - other.x, base.y - other.y)
                faults.append(f"{base.key} and {other.key} overlap by {overlap:.3f}")
    return faults


def chain_scene(group: str, bases: Sequence[Base], reach: float, name: str) -> list[dict[str, Any]]:
    """The lines that tie a squad together, where it is broken, and what it is called."""
    return [
        {"group": group, "name": name, "ends": [[bases[i].x, bases[i].y], [bases[j].x, bases[j].y]], "holds": holds}
        for i, j, holds in chain(bases, reach)
    ]


def hull_zones(base: Base, labels: Mapping[str, str], depth: float) -> list[dict[str, Any]]:
    """From where the front, the sides and the rear of a hull are struck, as far as it is drawn (`geometry.arcs.hull_zone`)."""
    ux, uy = facing_vector(base)
    r, far = base.radius, base.radius + depth
    bands = ((FRONT, r, far, -far, far), (SIDE, -r, r, r, far), (SIDE, -r, r, -far, -r), (REAR, -far, -r, -far, far))
    found: list[dict[str, Any]] = []
    for zone, behind, ahead, right, left in bands:
        corners = ((behind, right), (ahead, right), (ahead, left), (behind, left))
        points = [[thousandth(base.x + a * ux - b * uy), thousandth(base.y + a * uy + b * ux)] for a, b in corners]
        found.append({"label": labels[zone], "points": points})
    return found
