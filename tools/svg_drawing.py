"""Drawing a table as SVG: terrain, bases, rays, fans, areas and paths, north up. For the documentation and for looking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, radians, sin
from typing import Final
from xml.sax.saxutils import escape

from vanguard.geometry.hexes import Cell, hex_centre, hex_corners
from vanguard.geometry.measuring import encloses
from vanguard.geometry.shapes import Base, Part, Point, Table

INK: Final[str] = "#22303c"
FREE: Final[str] = "#1f7a4d"
STOPPED: Final[str] = "#b3261e"
GROUND: Final[str] = "#f3efe4"
SOLID: Final[str] = "#8d99a6"
SOFT: Final[str] = "#9cc08b"


class Drawing:
    """Collects shapes in table units and writes them as one SVG picture."""

    __slots__ = ("width", "depth", "scale", "title", "_shapes")

    def __init__(self, width: float, depth: float, title: str, scale: float = 24.0) -> None:
        """`scale` is the number of pixels per inch or centimetre; the title is read out to those who cannot see it."""
        self.width: Final[float] = width
        self.depth: Final[float] = depth
        self.scale: Final[float] = scale
        self.title: Final[str] = title
        self._shapes: Final[list[str]] = []

    def table(self, table: Table) -> None:
        """The table's parts: solid ones grey, areas green, chains as thick lines."""
        for part in table.parts:
            self.part(part)

    def part(self, part: Part, colour: str = "") -> None:
        if part.closed:
            fill = colour or (SOFT if part.has("soft") or part.has("difficult") else SOLID)
            self._add(f'<polygon points="{self._points(part.points)}" fill="{fill}" stroke="{INK}" stroke-width="1"/>')
        else:
            self.line(part.points, colour or INK, 4.0)
        for x1, y1, x2, y2 in part.stretch_edges:
            self.line([(x1, y1), (x2, y2)], GROUND, 2.0)
        x = (part.min_x + part.max_x) * 0.5
        y = (part.min_y + part.max_y) * 0.5
        if not encloses(part, x, y):
            y = part.min_y - 9.0 / self.scale  # a chain or an angle: its name stands below it
        self.label(x, y, part.name)

    def base(self, base: Base, colour: str) -> None:
        """A base as a disc with its key; the facing as a stroke from the centre."""
        self._add(
            f'<circle cx="{self._x(base.x)}" cy="{self._y(base.y)}" r="{self._n(base.radius * self.scale)}" '
            f'fill="{colour}" fill-opacity="0.85" stroke="{INK}" stroke-width="1.5"/>'
        )
        facing = base.facing
        if facing is not None:
            turn = radians(facing)
            tip = (base.x + base.radius * cos(turn), base.y + base.radius * sin(turn))
            self.line([(base.x, base.y), tip], INK, 2.0)
        self.label(base.x, base.y, base.key)

    def ray(self, start: Point, end: Point, stopped_at: float = -1.0) -> None:
        """A line of sight; a stopped one is dashed beyond the cross where it ends, so that colour never speaks alone."""
        if stopped_at < 0.0:
            self.line([start, end], FREE, 1.2)
            return
        x = start[0] + stopped_at * (end[0] - start[0])
        y = start[1] + stopped_at * (end[1] - start[1])
        self.line([start, (x, y)], STOPPED, 1.2)
        self.line([(x, y), end], STOPPED, 0.8, "3 4")
        size = 3.0 / self.scale
        self.line([(x - size, y - size), (x + size, y + size)], STOPPED, 1.5)
        self.line([(x - size, y + size), (x + size, y - size)], STOPPED, 1.5)

    def area(self, outline: Iterable[Point], colour: str, opacity: float = 0.3) -> None:
        """A filled area: a fan, a crossed section, a zone."""
        self.areas([list(outline)], colour, opacity)

    def areas(self, rings: Sequence[Sequence[Point]], colour: str, opacity: float = 0.3) -> None:
        """An area of several rings, holes included (a ring inside a ring)."""
        path = " ".join(["M " + self._points(ring).replace(" ", " L ") + " Z" for ring in rings if ring])
        self._add(
            f'<path d="{path}" fill="{colour}" fill-opacity="{self._n(opacity)}" fill-rule="evenodd" '
            f'stroke="{colour}" stroke-width="1"/>'
        )

    def line(self, points: Sequence[Point], colour: str, width: float = 1.5, dashes: str = "") -> None:
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._add(
            f'<polyline points="{self._points(points)}" fill="none" stroke="{colour}" '
            f'stroke-width="{self._n(width)}" stroke-linecap="round"{dash}/>'
        )

    def path(self, points: Sequence[Point], colour: str = INK) -> None:
        """A path with a dot at every corner and an arrow head at its end."""
        self.line(points, colour, 2.0)
        for x, y in points:
            self._add(f'<circle cx="{self._x(x)}" cy="{self._y(y)}" r="2.5" fill="{colour}"/>')
        if len(points) > 1:
            (x1, y1), (x2, y2) = points[-2], points[-1]
            length = hypot(x2 - x1, y2 - y1) or 1.0
            ux, uy = (x2 - x1) / length * 8.0 / self.scale, (y2 - y1) / length * 8.0 / self.scale
            self.area(
                [(x2, y2), (x2 - ux - uy * 0.5, y2 - uy + ux * 0.5), (x2 - ux + uy * 0.5, y2 - uy - ux * 0.5)],
                colour,
                1.0,
            )

    def label(self, x: float, y: float, text: str, size: float = 11.0) -> None:
        self._add(
            f'<text x="{self._x(x)}" y="{self._y(y)}" font-size="{self._n(size)}" font-family="sans-serif" '
            f'fill="{INK}" text-anchor="middle" dominant-baseline="middle">{escape(text)}</text>'
        )

    def hex(self, cell: Cell, size: float, colour: str, text: str = "") -> None:
        """A hex, drawn with row 0 in the north; `size` is its side in table units."""
        flipped = [(x, self.depth - y) for x, y in hex_corners(cell, size)]
        self._add(f'<polygon points="{self._points(flipped)}" fill="{colour}" stroke="{INK}" stroke-width="1"/>')
        if text:
            x, y = hex_centre(cell, size)
            self.label(x, self.depth - y, text)

    def svg(self) -> str:
        """The picture as text."""
        width, height = self._n(self.width * self.scale), self._n(self.depth * self.scale)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img"><title>{escape(self.title)}</title>'
        )
        ground = f'<rect width="{width}" height="{height}" fill="{GROUND}" stroke="{INK}"/>'
        return "\n".join([head, ground, *self._shapes, "</svg>"]) + "\n"

    def _add(self, shape: str) -> None:
        self._shapes.append(shape)

    def _points(self, points: Iterable[Point]) -> str:
        return " ".join([f"{self._x(x)},{self._y(y)}" for x, y in points])

    def _x(self, x: float) -> str:
        return self._n(x * self.scale)

    def _y(self, y: float) -> str:
        return self._n((self.depth - y) * self.scale)

    def _n(self, number: float) -> str:
        """Two decimals are finer than a pixel; no trailing zeros, so that pictures do not change with the platform."""
        text = f"{number:.2f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
