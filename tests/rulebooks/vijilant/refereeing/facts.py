"""What a referee sees on the table: who stands where, who touches, sees and covers whom. Worked out from the book alone.

It reads positions, marks and printed cards, and calls none of the rules; sight and cover come from `slow_geometry`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, radians, sin
from typing import Any

from tests.rulebooks import refereed
from tests.rulebooks.vijilant.slow_geometry import CONTACT, Disc, Piece, Point, cover, distance, inside, sees
from vanguard.core.game import Game
from vanguard.core.telling.events import Event

WAITING, STANDING, EMBARKED, CASUALTY, REMOVED = range(5)
HAIR = 0.03
SLACK = 0.011


class Outline(list[Point]):
    """The corners of a piece, and the box around them."""

    def __init__(self, corners: Iterable[Point]) -> None:
        super().__init__(corners)
        xs, ys = [x for x, _ in self], [y for _, y in self]
        self.box = min(xs), max(xs), min(ys), max(ys)


def gap(a: Any, b: Any) -> float:
    """From base edge to base edge."""
    return max(0.0, hypot(a.base.x - b.base.x, a.base.y - b.base.y) - a.base.radius - b.base.radius)


def touch(a: Any, b: Any) -> bool:
    return gap(a, b) <= CONTACT and abs(a.base.elevation - b.base.elevation) <= 3.0


def disc(model: Any) -> Disc:
    return Disc(model.base.x, model.base.y, model.base.radius, model.base.elevation, model.base.height)


def front(base: Any, facing: float) -> Point:
    return base.x + base.radius * cos(radians(facing)), base.y + base.radius * sin(radians(facing))


def linked(models: list[Any]) -> list[list[Any]]:
    """The groups of models within 3 cm of each other, the largest first."""
    left, groups = list(models), []
    while left:
        group, edge = [left[0]], [left.pop(0)]
        while edge:
            one = edge.pop()
            near = [it for it in left if gap(one, it) <= 3.0 + SLACK]
            left = [it for it in left if it not in near]
            group, edge = group + near, edge + near
        groups.append(group)
    return sorted(groups, key=len, reverse=True)


def overlaps(x: float, y: float, radius: float, outline: Outline) -> bool:
    """Does a base lie over an outline? Most are far apart."""
    west, east, south, north = outline.box
    if not (west - radius < x < east + radius and south - radius < y < north + radius):
        return False
    return distance(outline, (x, y)) < radius - HAIR


def holds(outline: Outline, base: Any) -> bool:
    """Is the whole base within the outline?"""
    west, east, south, north = outline.box
    if not (west <= base.x <= east and south <= base.y <= north):
        return False
    far = base.radius - HAIR
    return all(inside(outline, (base.x + far * cos(k / 8), base.y + far * sin(k / 8))) for k in range(51))


class Field:
    """The terrain of one moment."""

    def __init__(self, battlefield: Any) -> None:
        self.pieces = battlefield.pieces
        self.blocking = _merged([it for it in self.pieces if "blocks sight" in it.part.traits])
        self.covering = _merged([it for it in self.pieces if {"cover", "area cover"} & set(it.part.traits)])
        self.deck = None if battlefield.deck is None else Outline(battlefield.deck.points)
        self.surfaces = [
            (Outline(it.part.points), it.part.top)
            for it in self.pieces
            if "climbable" in it.part.traits and not (it.kind == "carriage" and it.part.group == "train")
        ]
        """What can be stood on, with its height; the carriages of the train are one deck."""
        if self.deck is not None:
            self.surfaces.append((self.deck, 1.5))
        self.seen: dict[Any, bool] = {}

    def outlines(self, trait: str) -> list[Outline]:
        return [Outline(it.part.points) for it in self.pieces if trait in it.part.traits]

    def height(self, x: float, y: float, hovers: bool) -> float:
        tops = [top for outline, top in self.surfaces if inside(outline, (x, y))]
        engines = [it.part for it in self.pieces if hovers and it.kind == "locomotive"]
        return max(tops + [part.top for part in engines if inside(Outline(part.points), (x, y))], default=0.0)


def _merged(pieces: list[Any]) -> list[Piece]:
    """Pieces of one kind and height that touch each other count as one."""
    groups: list[list[Any]] = []
    for piece in pieces:
        near = [group for group in groups if any(_adjoin(piece, it) for it in group)]
        groups = [group for group in groups if group not in near] + [[piece, *[it for group in near for it in group]]]
    return [
        Piece(
            [Outline(points) for points in (*[it.part.points for it in group], *_seams(group))],
            group[0].part.top,
            "area cover" in group[0].part.traits,
        )
        for group in groups
    ]


def _seams(group: list[Any]) -> list[list[Point]]:
    """Where pieces that count as one touch along a side, so that no line slips through between them."""
    found: list[list[Point]] = []
    for i, one in enumerate(group):
        for other in group[i + 1 :]:
            if not _adjoin(one, other):
                continue
            p, q = one.part, other.part
            west, east = max(p.min_x, q.min_x), min(p.max_x, q.max_x)
            south, north = max(p.min_y, q.min_y), min(p.max_y, q.max_y)
            if north - south <= CONTACT < east - west:
                found.append(_box(west, east, min(south, north) - CONTACT, max(south, north) + CONTACT))
            elif east - west <= CONTACT < north - south:
                found.append(_box(min(west, east) - CONTACT, max(west, east) + CONTACT, south, north))
    return found


def _box(west: float, east: float, south: float, north: float) -> list[Point]:
    return [(west, south), (east, south), (east, north), (west, north)]


def _adjoin(a: Any, b: Any) -> bool:
    p, q = a.part, b.part
    if (a.kind, p.top) != (b.kind, q.top) or a.kind == "glass shard":
        return False
    return max(q.min_x - p.max_x, p.min_x - q.max_x, q.min_y - p.max_y, p.min_y - q.max_y) <= CONTACT


def between(a: Disc, b: Disc, west: float, east: float, south: float, north: float) -> bool:
    """Does a box lie anywhere near the lines from one base to another?"""
    return (
        min(a.x - a.radius, b.x - b.radius) <= east
        and west <= max(a.x + a.radius, b.x + b.radius)
        and min(a.y - a.radius, b.y - b.radius) <= north
        and south <= max(a.y + a.radius, b.y + b.radius)
    )


class Facts(refereed.Referee):
    """A game as it stands, and what the referee has to say about it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.counts: dict[str, int] = {}
        """How often each thing was looked at."""
        self._field: tuple[Any, Field] | None = None

    @property
    def battle(self) -> Any:
        return self.game.state

    @property
    def field(self) -> Field:
        known, battlefield = self._field, self.battle.battlefield
        if known is None or known[0] is not battlefield:
            known = self._field = (battlefield, Field(battlefield))
        return known[1]

    def agree(self, what: str, right: bool, told: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1
        if not right:
            self.objections.append(f"answer {self.game.revision}, round {self.battle.round}: {what}: {told}")

    # -- units and models --------------------------------------------------------------------------------------------------

    def unit(self, key: str) -> Any:
        return next(it for it in self.battle.units if it.key == key)

    def about(self, event: Event) -> Any:
        """The unit an event tells of first."""
        return self.battle.units[self.battle.models[self.battle.places[event.about[0]]].unit]

    def models(self, unit: Any, *fates: int) -> list[Any]:
        return [it for it in self.battle.models[unit.first : unit.last] if it.fate in (fates or (STANDING,))]

    def alive(self, unit: Any) -> bool:
        return bool(self.models(unit, WAITING, STANDING, EMBARKED))

    def flying(self, unit: Any) -> bool:
        return bool(unit.airborne and unit.card.type == "Flyer")

    def infantry(self, unit: Any) -> bool:
        return bool(unit.card.type == "Walker" and unit.card.role != "machine")

    def enemies(self, seat: int) -> list[Any]:
        return [it for it in self.battle.units if it.seat != seat and self.models(it)]

    def coherent(self, unit: Any) -> list[Any]:
        """The largest part; of equally large ones that of the model its owner has named."""
        groups = linked(self.models(unit)) or [[]]
        largest = [it for it in groups if len(it) == len(groups[0])]
        return next((it for it in largest if unit.core in [m.index for m in it]), largest[0])

    def lost(self, unit: Any) -> list[Any]:
        gone = [key for model in self.models(unit, *range(5)) for key in model.lost]
        return [it for it in unit.card.systems if it.key in gone]

    def works(self, unit: Any, weapon: Any) -> bool:
        return weapon.key not in [it.weapon for it in self.lost(unit)]

    def aboard(self, model: Any) -> bool:
        unit, deck = self.battle.units[model.unit], self.field.deck
        in_air = unit.airborne and unit.card.type in ("Flyer", "VTOL")
        return deck is not None and not in_air and holds(deck, model.base)

    def in_contact(self, unit: Any, *fates: int) -> bool:
        """Does it touch an enemy at ground level?"""
        if self.flying(unit):
            return False
        others = [it for it in self.battle.units if it.seat != unit.seat and not self.flying(it)]
        theirs = [model for it in others for model in self.models(it, *fates)]
        return any(touch(a, b) for a in self.models(unit, *fates) for b in theirs)

    def holders(self) -> set[str]:
        """The attacker's models at the goal, or the attacker's units aboard the train."""
        mine = [it for it in self.battle.units if it.seat == 1 - self.battle.defender]
        if self.battle.mission.key == "the-heist":
            return {it.key for it in mine if any(self.aboard(model) for model in self.models(it))}
        goals = [Outline(it.part.points) for it in self.field.pieces if it.goal]
        at_it = [model for it in mine if not self.flying(it) for model in self.models(it)]
        return {
            it.key
            for it in at_it
            if any(distance(goal, it.base.centre) <= it.base.radius + CONTACT for goal in goals)
        }  # fmt: skip

    # -- sight and cover ---------------------------------------------------------------------------------------------------

    def sees(self, viewer: Any, model: Any) -> bool:
        target = self.battle.units[model.unit]
        if self.flying(self.battle.units[viewer.unit]) or self.flying(target):
            return True
        a, b = disc(viewer), disc(model)
        bodies = [
            disc(m)
            for it in self.battle.units
            if it.seat == target.seat and it is not target and not self.flying(it)
            if not self.infantry(it) or self.infantry(target)
            for m in self.models(it)
        ]
        bodies = [it for it in bodies if between(a, b, it.x - it.radius, it.x + it.radius, it.y - it.radius, it.y + it.radius)]  # fmt: skip
        key = tuple([(it.x, it.y, it.elevation, it.radius) for it in (a, b, *bodies)])
        if key not in self.field.seen:
            pieces = [it for it in self.field.blocking if any(between(a, b, *part.box) for part in it.outlines)]  # type: ignore[attr-defined]
            self.field.seen[key] = sees(a, b, pieces, bodies)
        return self.field.seen[key]

    def visible(self, viewers: list[Any], target: Any) -> list[Any]:
        return [it for it in self.models(target) if any(self.sees(one, it) for one in viewers)]

    def cover_of(self, viewers: list[Any], lobbing: list[Any], model: Any) -> int:
        """The Dodge that cover gives one model against these attackers, judged by the nearest that sees it."""
        seeing = [it for it in viewers if self.sees(it, model)] or lobbing
        nearest = min([gap(it, model) for it in seeing], default=0.0)
        judges = [it for it in seeing if gap(it, model) <= nearest + 1e-6]
        bonus = min([self.cover_from(it, model) for it in judges], default=0)
        return max(bonus, 1) if self.battle.mission.key == "the-heist" and self.aboard(model) else bonus

    def cover_from(self, judge: Any, model: Any) -> int:
        if self.battle.units[model.unit].card.type == "Flyer" or self.flying(self.battle.units[judge.unit]):
            return 0
        return cover(disc(judge), disc(model), self.field.covering)
