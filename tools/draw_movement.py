"""Draws the pictures of docs/geometry-movement.md with the library itself: `python -m tools.draw_movement`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tools.svg_drawing import FREE, INK, STOPPED, Drawing
from vanguard.geometry.movement import (
    EdgeKind,
    Ground,
    Mover,
    cheapest_path,
    difficult,
    impassable,
    keep_away,
    leavings,
    obstacle,
    platform,
    price_path,
    surroundings,
    wall,
)
from vanguard.geometry.movement.candidates import contact_candidates, taken
from vanguard.geometry.movement.reach import reach_area
from vanguard.geometry.shapes import Base, EdgeStretch, Part, Point, Table

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
RED, BLUE = "#e07a5f", "#6f9bd1"
UPPER = "#b07aa1"
KINDS = {
    "stairs": EdgeKind("stairs", 0.0, 0.0, False),
    "climbable": EdgeKind("climbable", 2.0, 2.0, True),
    "sheer": EdgeKind("sheer", float("inf"), float("inf"), True),
}


def sample_ground() -> Ground:
    """A corner of a table: woods, a tower, a fence, a platform, a ruin with a window."""
    woods = Part("woods", [(1.5, 6), (5.5, 6.5), (5.5, 10.5), (1.5, 10)], top=3.0, traits=["soft"])
    tower = Part("tower", [(8, 4.6), (10, 4.6), (10, 7), (8, 7)], top=4.0)
    fence = Part("fence", [(6, 9.3), (11, 9.3)], closed=False, top=1.0)
    stand = Part(
        "stand", [(13, 5), (17, 5), (17, 9), (13, 9)], top=2.0, edge_kinds=("stairs", "climbable", "sheer", "climbable")
    )
    ruin = Part("ruin", [(12, 2.6), (18, 2.6)], closed=False, top=3.0, stretches=[EdgeStretch("window", 0, 2.0, 4.0)])
    features = [difficult(woods), impassable(tower), obstacle(fence), platform(stand, KINDS), wall(ruin)]
    return Ground(Table(20.0, 12.0, "in", [woods, tower, fence, stand, ruin]), features)


def soldier(key: str, x: float, y: float, elevation: float = 0.0) -> Base:
    return Base(key, x, y, 0.5, elevation, 1.5)


def plan(points: list[tuple[float, float, float]]) -> list[Point]:
    return [(x, y) for x, y, _ in points]


def new_drawing(title: str) -> Drawing:
    drawing = Drawing(20.0, 12.0, title)
    drawing.table(sample_ground().table)
    return drawing


def priced_paths() -> str:
    """One player's own path with its bill, and the cheapest path to the same place."""
    ground = sample_ground()
    mover = Mover(soldier("a", 7, 3), 14.0, [soldier("b", 11.3, 6)], drops_up_to=2.0)
    drawing = new_drawing("A path through the fence priced item by item, and the cheapest way to the same place")
    drawing.base(mover.base, RED)
    drawing.base(mover.blockers[0], BLUE)
    own = price_path(ground, mover, [(7, 8), (8.5, 10.6), (11.8, 10.6)])
    drawing.path(plan(own.points), STOPPED)
    drawing.label(7.4, 11.3, own.bill(), 12.0)
    best = cheapest_path(ground, mover, (11.8, 10.6))
    assert best is not None
    drawing.path(plan(best.points), FREE)
    drawing.label(14.6, 10.6, best.bill(), 12.0)
    up = cheapest_path(ground, mover, (15, 7))
    assert up is not None
    drawing.path(plan(up.points), UPPER)
    drawing.label(15, 8.0, up.bill(), 12.0)
    return drawing.svg()


def reach() -> str:
    """Where a move of 6 can end, on the ground and on the platform."""
    ground = sample_ground()
    enemy = soldier("e", 11.4, 7.9)
    mover = Mover(soldier("a", 10.6, 3), 6.0, [enemy], zones=[keep_away(enemy, 1.0)], drops_up_to=2.0)
    drawing = new_drawing("Everywhere a move of six inches can end: round the tower, through the window, up the stairs")
    for area in reach_area(ground, mover):
        drawing.areas(area.rings, FREE if area.z == 0.0 else UPPER, 0.3)
    drawing.base(mover.base, RED)
    drawing.base(enemy, BLUE)
    return drawing.svg()


def leaving() -> str:
    """The last point within an enemy's range on the way past it."""
    ground = sample_ground()
    enemy = soldier("e", 7.5, 2.2)
    mover = Mover(soldier("a", 4.4, 3.4), 8.0, [enemy])
    path = price_path(ground, mover, [(7.8, 3.8), (10.8, 3.4)])
    drawing = new_drawing("A path leaves the enemy's range of one inch where the gap is exactly one inch")
    drawing.base(mover.base, RED)
    drawing.base(enemy, BLUE)
    drawing.path(plan(path.points), INK)
    [last_within] = leavings(path.points, 0.5, enemy, 1.0, ground.tolerance)
    drawing.base(soldier("", last_within.x, last_within.y), "none")
    drawing.line([(enemy.x, enemy.y), (last_within.x, last_within.y)], STOPPED, 1.2, "3 4")
    drawing.label(last_within.x + 0.4, last_within.y + 0.8, f"left after {last_within.along:.2f}")
    return drawing.svg()


def candidates() -> str:
    """Points offered to a bot: in contact with an enemy, and beside it."""
    ground = sample_ground()
    enemy = soldier("e", 11.4, 10.6)
    mover = Mover(soldier("a", 10.8, 3.4), 8.0, [enemy], drops_up_to=2.0)
    around = surroundings(ground, mover)
    drawing = new_drawing("Points a bot may choose from: in contact with the enemy, and an inch from it")
    drawing.base(mover.base, RED)
    drawing.base(enemy, BLUE)

    groups = (
        ("beside", taken(contact_candidates(around, enemy, gap=1.0), 4), FREE),
        ("contact", taken(contact_candidates(around, enemy), 4), STOPPED),
    )
    for word, found, colour in groups:
        for candidate in found:
            drawing.area(
                [(candidate.x + a, candidate.y + b) for a, b in ((0.15, 0), (0, 0.15), (-0.15, 0), (0, -0.15))],
                colour,
                0.9,
            )
            drawing.label(candidate.x, candidate.y - 0.35, word, 8.0)
    return drawing.svg()


DRAWN: dict[str, Callable[[], str]] = {
    "priced-paths.svg": priced_paths,
    "reach.svg": reach,
    "leaving.svg": leaving,
    "candidates.svg": candidates,
}
"""File name and the function that draws it. tests/geometry/movement/test_pictures.py keeps the files up to date."""


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, draw in DRAWN.items():
        (PICTURES / name).write_text(draw(), encoding="utf-8")
        print(f"docs/pictures/{name}")


if __name__ == "__main__":
    main()
