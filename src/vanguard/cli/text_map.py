"""The table as letters: terrain, markers and everybody who stands on it, for a terminal. North is at the top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Any

SIGNS = {
    "ruin": "#", "wall": "=", "woods": "♣", "water": "~", "crater": "∪", "crates": "▒", "container": "▓", "road": "-", "hedge": "\"",
    "hill": "^", "building": "█", "barrels": "○", "pipes": "≈", "rubble": ":", "bunker": "■", "rails": "+", "carriage": "▤",
    "glass": "*", "field": "·",
}  # fmt: skip
"""By the look of terrain; what has another look is drawn as `OTHER`."""
OTHER = "%"
MORE = "×¤§÷†‡"
"""For further kinds of terrain that look like one that is drawn already: shards to walk in beside shards to walk around."""
MARKER = "◎"
SEVERAL = "&"
"""Several pieces in one place, or too many for letters of their own."""
MOST_COLUMNS = 88
SMALLEST = 0.5
"""Of a measured table: what one letter stands for at least; a line of letters is twice as deep, as letters are."""
RULER = 10


def letters_of(view: Mapping[str, Any]) -> dict[str, str]:
    """A letter for every piece by key: capitals for the first side. The models of a squad share theirs."""
    given: dict[tuple[int, str], str] = {}
    found: dict[str, str] = {}
    used = [0, 0]
    for model in view.get("models", []):
        side = 1 if model["side"] == 1 else 0
        whose = (side, str(model.get("group") or model["key"]))
        if whose not in given:
            given[whose] = chr(ord("Aa"[side]) + used[side]) if used[side] < 26 else SEVERAL
            used[side] += 1
        found[model["key"]] = given[whose]
    return found


def text_map(table: Mapping[str, Any], view: Mapping[str, Any]) -> list[str]:
    """The lines to print: the table, then who is who and what the terrain is."""
    letters = letters_of(view)
    here = [model for model in view.get("models", []) if model.get("on_table", True) and not model.get("removed")]
    lines = _hexes(table, here, letters) if table["kind"] == "hexes" else _measured(table, view, here, letters)
    return [*lines, *_who(here, letters), *_what(table, lines)]


# -- a measured table -------------------------------------------------------------------------------------------------------


def signs_of(table: Mapping[str, Any]) -> dict[tuple[str, str], tuple[str, str]]:
    """The sign of every piece by its look and kind, and the word for it: its kind where several look alike."""
    kinds: dict[str, list[str]] = {}
    for piece in table["parts"] or table.get("hexes", []):
        of_look = kinds.setdefault(str(piece["look"]), [])
        if str(piece.get("kind", "")) not in of_look:
            of_look.append(str(piece.get("kind", "")))
    more = iter(MORE)
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for look in sorted(kinds):
        first, *others = sorted(kinds[look], key=lambda kind: (look not in kind, kind))
        found[look, first] = (SIGNS.get(look, OTHER), first if others else look)
        for kind in others:
            found[look, kind] = (next(more, OTHER), kind)
    return found


def _measured(
    table: Mapping[str, Any], view: Mapping[str, Any], here: Sequence[Mapping[str, Any]], letters: Mapping[str, str]
) -> list[str]:
    wide = SMALLEST * ceil(table["width"] / SMALLEST / MOST_COLUMNS)
    deep = 2.0 * wide
    columns, rows = int(table["width"] / wide + 0.5), int(table["depth"] / deep + 0.5)
    cells = [[" "] * columns for _ in range(rows)]
    signs = signs_of(table)
    for part in sorted(table["parts"], key=lambda part: float(part["top"])):
        _fill(cells, part, signs[str(part["look"]), str(part.get("kind", ""))][0], wide, deep)
    for marker in view.get("markers", []):
        if marker.get("x") is not None:
            _put(cells, marker["x"] / wide, marker["y"] / deep, MARKER)
    for model in here:
        _put(cells, model["x"] / wide, model["y"] / deep, letters[model["key"]])
    ruler = "".join([f"{number * RULER * wide:<{RULER}g}" for number in range(columns // RULER + 1)]).rstrip()
    lines = [f"{row * deep:>4g} |{''.join(line)}|" for row, line in enumerate(cells)]
    edge = f"     +{'-' * columns}+"
    return [edge, *reversed(lines), edge, f"      {ruler}"]


def _put(cells: list[list[str]], x: float, y: float, sign: str) -> None:
    """One sign, onto whatever terrain is there; where a piece stands already, there are several."""
    row, column = min(max(int(y), 0), len(cells) - 1), min(max(int(x), 0), len(cells[0]) - 1)
    before = cells[row][column]
    cells[row][column] = SEVERAL if before.isalpha() and before.isascii() and before != sign else sign


def _fill(cells: list[list[str]], part: Mapping[str, Any], sign: str, wide: float, deep: float) -> None:
    """Whatever lies in the middle of a letter's place; the outline too, or thin walls would fall between the letters."""
    points = [(float(point[0]), float(point[1])) for point in part["points"]]
    if part["closed"]:
        for row in range(len(cells)):
            for column in range(len(cells[0])):
                if _inside(points, (column + 0.5) * wide, (row + 0.5) * deep):
                    cells[row][column] = sign
    ring = [*points, points[0]] if part["closed"] else points
    for (x1, y1), (x2, y2) in pairwise(ring):
        steps = int(max(abs(x2 - x1) / wide, abs(y2 - y1) / deep)) + 1
        for step in range(steps + 1):
            x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
            column, row = int(x / wide), int(y / deep)
            if 0 <= row < len(cells) and 0 <= column < len(cells[0]):
                cells[row][column] = sign


def _inside(points: Sequence[tuple[float, float]], x: float, y: float) -> bool:
    """By the edges that a ray to the right crosses."""
    inside = False
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


# -- hexes ------------------------------------------------------------------------------------------------------------------


def _hexes(table: Mapping[str, Any], here: Sequence[Mapping[str, Any]], letters: Mapping[str, str]) -> list[str]:
    """Four letters a hex: terrain, a star for a strategic point, whoever stands there; odd rows half a hex to the east."""
    standing: dict[tuple[int, int], str] = {}
    for model in here:
        at = model.get("at")
        if at is not None:
            cell = (int(at[0]), int(at[1]))
            before = standing.get(cell, "")
            letter = letters[model["key"]]
            standing[cell] = letter if before in ("", letter) else SEVERAL
    rows: dict[int, list[str]] = {}
    signs = signs_of(table)
    for one in table["hexes"]:
        cell = (int(one["at"][0]), int(one["at"][1]))
        star = "★" if one.get("star") else " "
        sign = signs[str(one["look"]), str(one.get("kind", ""))][0]
        rows.setdefault(cell[1], []).append(f"{sign}{standing.get(cell, ' ')}{star} ")
    head = "     " + "".join([f"{column:<4}" for column in range(int(table["width"]))]).rstrip()
    return [head, *[f"{row:>4} {'  ' if row % 2 else ''}{''.join(rows[row])}".rstrip() for row in sorted(rows)]]


# -- who and what ------------------------------------------------------------------------------------------------------------


def _who(here: Sequence[Mapping[str, Any]], letters: Mapping[str, str]) -> list[str]:
    """Each letter with the name of its piece or squad, in two columns."""
    named: dict[tuple[int, str], list[str]] = {}
    for model in here:
        named.setdefault((1 if model["side"] == 1 else 0, letters[model["key"]]), []).append(str(model["name"]))
    entries = [
        f"{letter} {names[0]}{f' and {len(names) - 1} more' if names[1:] else ''}"
        for (_, letter), names in sorted(named.items())
    ]
    half = (len(entries) + 1) // 2
    rows = [f"      {left:<42}{right}".rstrip() for left, right in zip(entries[:half], [*entries[half:], ""])]
    return rows


def _what(table: Mapping[str, Any], lines: Sequence[str]) -> list[str]:
    """What the signs on this table mean."""
    drawn = "".join(lines)
    told = [f"{sign} {word}" for sign, word in signs_of(table).values() if sign in drawn]
    if MARKER in drawn:
        told.append(f"{MARKER} marker")
    if "★" in drawn:
        told.append("★ strategic point")
    return [f"      {'   '.join(told)}"] if told else []
