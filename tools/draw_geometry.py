"""Draws the pictures of docs/geometry.md with the library itself: `python -m tools.draw_geometry`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tools.svg_drawing import FREE, INK, STOPPED, Drawing
from vanguard.geometry.cover import Fan
from vanguard.geometry.hexes import rows_between
from vanguard.geometry.measuring import gap, nearest_points, nearest_points_to_part, part_gap
from vanguard.geometry.screens import Screen
from vanguard.geometry.shapes import Base, EdgeStretch, Part, Table, rectangle
from vanguard.geometry.sight import Sampling, Sight

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
RED, BLUE = "#e07a5f", "#6f9bd1"
ACROSS = (-1.0, -0.5, 0.0, 0.5, 1.0)


def sample_table() -> Table:
    """A corner of a table: a block, an angled ruin with a window, a fence, a wood."""
    return Table(
        20.0,
        12.0,
        "in",
        [
            Part("block", rectangle(9.5, 8.2, 2.4, 1.4, 20.0), top=3.0, traits=["solid"]),
            Part("ruin", [(11, 2), (15, 2), (15, 2.6), (11.6, 2.6), (11.6, 5.4), (11, 5.4)], top=4.0, traits=["solid"]),
            Part("fence", [(5, 2), (5, 4.6), (6.4, 5.6)], closed=False, top=1.0, traits=["obstacle"]),
            Part("wood", [(14, 7.2), (17.6, 7.6), (18, 10.4), (15, 10.8), (13.6, 9)], top=3.0, traits=["soft"]),
            Part(
                "wall",
                [(3, 11), (3, 7)],
                closed=False,
                top=4.0,
                traits=["wall"],
                stretches=[EdgeStretch("window", 0, 1.0, 3.0, 1.0, 2.5)],
            ),
        ],
    )


def soldier(key: str, x: float, y: float) -> Base:
    return Base(key, x, y, 0.63, 0.0, 1.5, 0.472)


def new_drawing(title: str, table: Table) -> Drawing:
    drawing = Drawing(table.width, table.depth, title)
    drawing.table(table)
    return drawing


def measuring() -> str:
    """Base to base and base to part, between the nearest points."""
    table = sample_table()
    drawing = new_drawing(
        "Distances between bases, and from a base to terrain, run between their nearest points", table
    )
    a, b = soldier("a", 6.8, 2.2), soldier("b", 2.2, 4.6)
    for start, end, length in (
        (*nearest_points(a, b), gap(a, b)),
        (*nearest_points_to_part(a, table.part("ruin")), part_gap(a, table.part("ruin"))),
        (*nearest_points_to_part(a, table.part("block")), part_gap(a, table.part("block"))),
    ):
        drawing.line([start, end], INK, 1.5, "5 3")
        drawing.label((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + 0.35, f"{length:.2f}″")
    drawing.base(a, RED)
    drawing.base(b, BLUE)
    return drawing.svg()


def sight() -> str:
    """Rays from five viewpoints to five points of each target, the stopped ones with a cross where they end."""
    table = sample_table()
    drawing = new_drawing("Lines of sight: free ones are whole, stopped ones end at a cross and go on dashed", table)
    viewer = soldier("a", 7.0, 5.0)
    targets = [soldier("b", 13.4, 4.2), soldier("c", 11.6, 10.4), soldier("d", 17.6, 5.6)]
    across = Sampling([(0.5, 0.0)], axis=False, across=ACROSS)
    for target in targets:
        look = Sight(across, across, [p for p in table.parts if not p.has("soft")], graze=0.01).look(viewer, target)
        for i in range(len(ACROSS)):
            eye, mark = look.eyes()[i], look.marks()[i]
            blockers = look.blockers(eye, mark)
            drawing.ray(eye[:2], mark[:2], blockers[0].at if blockers else -1.0)
        drawing.base(target, BLUE)
    drawing.base(viewer, RED)
    return drawing.svg()


def windows_and_woods() -> str:
    """Who touches the window looks through it; a wood hides what lies more than an inch inside."""
    table = sample_table()
    drawing = new_drawing(
        "Who touches a window looks through it; a ray that runs too far through a wood is hidden", table
    )
    across = Sampling([(0.9, 0.0)], axis=False, across=ACROSS)
    rules = Sight(across, across, [table.part("wall"), table.part("block")], [table.part("wood")], 0.01, 1.0, 0.01)
    inside, behind = soldier("a", 2.37, 9.0), soldier("b", 1.0, 7.2)
    far, edge = soldier("c", 17.0, 9.4), soldier("d", 9.0, 11.0)
    for viewer, target in ((inside, edge), (behind, edge), (edge, far)):
        look = rules.look(viewer, target)
        for i in range(len(ACROSS)):
            eye, mark = look.eyes()[i], look.marks()[i]
            blockers = look.blockers(eye, mark)
            if blockers or not look.hidden(eye, mark):
                drawing.ray(eye[:2], mark[:2], blockers[0].at if blockers else -1.0)
            else:
                drawing.line([eye[:2], mark[:2]], INK, 1.0, "1 4")
    for base, colour in ((inside, RED), (behind, RED), (edge, BLUE), (far, BLUE)):
        drawing.base(base, colour)
    return drawing.svg()


def fans() -> str:
    """The fan from one point of the shooter to the target's base, and what it crosses."""
    table = sample_table()
    drawing = new_drawing(
        "A cover fan: all lines from one point to every part of a base, with the crossed sections", table
    )
    shooter, target = soldier("a", 2.2, 3.4), soldier("b", 13.2, 4.2)
    fan = Fan((shooter.x + shooter.radius, shooter.y), target)
    drawing.area(fan.outline(), FREE, 0.2)
    for name in ("fence", "ruin", "block"):
        screen = Screen(table.part(name), True)
        if not fan.overlaps(screen):
            continue
        for piece in fan.section(screen):
            drawing.area(piece, STOPPED, 0.6)
        part = table.part(name)
        drawing.label(
            (part.min_x + part.max_x) / 2, part.min_y - 0.9, f"section {fan.gap_to_section(screen):.2f}″ from b"
        )
    drawing.base(shooter, RED)
    drawing.base(target, BLUE)
    return drawing.svg()


def hexes() -> str:
    """The two rows between two hexes whose line runs along hex borders."""
    size = 0.9
    drawing = Drawing(16.4, 9.9, "A line along hex borders has a row on either side; both are looked at", 24.0)
    start, end = (4, 1), (4, 5)
    one, two = rows_between(start, end)
    for row in range(7):
        for column in range(10):
            cell = (column, row)
            colour, text = "#ffffff", ""
            if cell in (start, end):
                colour, text = RED, "from" if cell == start else "to"
            elif cell in one and cell in two:
                colour, text = "#b9b3d6", "both"
            elif cell in one:
                colour, text = "#cfe3d6", "one"
            elif cell in two:
                colour, text = "#f2dcb3", "other"
            drawing.hex(cell, size, colour, text)
    return drawing.svg()


DRAWN: dict[str, Callable[[], str]] = {
    "measuring.svg": measuring,
    "sight.svg": sight,
    "windows-and-woods.svg": windows_and_woods,
    "fans.svg": fans,
    "hexes.svg": hexes,
}
"""File name and the function that draws it. tests/geometry/test_pictures.py keeps the files up to date."""


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, draw in DRAWN.items():
        (PICTURES / name).write_text(draw(), encoding="utf-8")
        print(f"docs/pictures/{name}")


if __name__ == "__main__":
    main()
