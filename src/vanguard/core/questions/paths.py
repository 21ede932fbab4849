"""The paths people give: points from plain data, finite and to a thousandth, or a refusal that says what is wrong."""

from __future__ import annotations

import math
from typing import Any

from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth

Path = tuple[tuple[float, ...], ...]
"""Points of a path in table units, or (column, row) hexes; a single point is a path of one."""

MOST_WAYPOINTS = 64


def read_path(given: Any, clause: str) -> Path:
    """Points from plain data, to a thousandth; refuses what is no list of finite points."""
    if not isinstance(given, (list, tuple)) or not given:
        raise Refused(f"a place is a list of points such as [[4, 12]], not {given!r:.80}", clause)
    if len(given) > MOST_WAYPOINTS:
        raise Refused(f"a path has at most {MOST_WAYPOINTS} points; this one has {len(given)}", clause)
    return tuple([read_point(point, clause) for point in given])


def read_point(point: Any, clause: str) -> tuple[float, ...]:
    if not isinstance(point, (list, tuple)) or not 2 <= len(point) <= 3:
        raise Refused(f"a point has two coordinates (or three with its height), not {point!r:.80}", clause)
    coordinates: list[float] = []
    for number in point:
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise Refused(f"a coordinate is a number, not {number!r:.80}", clause)
        if not math.isfinite(number) or abs(number) > 1e6:
            raise Refused(f"a coordinate must be finite and on the table, not {number!r:.80}", clause)
        coordinates.append(thousandth(float(number)))
    return tuple(coordinates)
