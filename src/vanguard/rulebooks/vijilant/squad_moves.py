"""Movement of squads: the leader's path, those who follow it, and the coherency they keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import cos, hypot, inf, pi, sin
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from vanguard.core.questions import Path
from vanguard.core.refusals import Refused
from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement import Ground, Mover, PricedPath, Surroundings, cheapest_path_in, price_path
from vanguard.geometry.movement.forced import snap_toward
from vanguard.geometry.movement.pricing import straight_cost
from vanguard.geometry.movement.reach import reach_area
from vanguard.geometry.shapes import BadShape, Base, Point
from vanguard.rulebooks.vijilant.battlefield import (
    CONTACT,
    FOOT,
    STEP,
    TOLERANCE,
)
from vanguard.rulebooks.vijilant.coherency import LINK, REACH
from vanguard.rulebooks.vijilant.movement import (
    DETOURS,
    HAIR,
    HEADINGS,
    LEVELS,
    NEAREST,
    SHARES,
    Moved,
    enemies_in_way,
    flat,
    friends_in_way,
    heading_to_enemy,
    refusal,
)
from vanguard.rulebooks.vijilant.state import Battle, Model, Unit
from vanguard.tabletop.remembered_moves import Deciding, RememberedMove, places_of
from vanguard.tabletop.scene import chain_scene
from vanguard.tabletop.squads import (
    NOBODY,
    PlaceSquad,
    Step,
    WhereToSquad,
    follow,
    is_linked,
    linked_groups,
    smallest_gap,
)

CLOSING_SLACK: Final = 0.1
ANYWHERE: Final = 1_000.0
"""A squad that may stay split keeps its parts as they are."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SquadMove(WhereToSquad[Moved]):
    """Some models of one unit about to move together: what they may spend, what is in the way, how they must end.

    `anchors` are models of the squad that stay where they are. A move that `must_strike` has to end in contact with an
    enemy. A squad that starts out of coherency must end in it, or with its parts no further apart than the standard
    closing move leaves them.
    """

    __slots__ = (
        "_arounds", "_enemies", "_friends", "_remembered", "allowance", "anchors", "battle", "closing", "closing_move", "ground", "indices",
        "known", "locked", "models", "must_strike", "unit", "was_linked",
    )  # fmt: skip
    draws_area: ClassVar[bool] = True

    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        models: list[Model],
        allowance: float,
        locked: bool = False,
        must_strike: bool = False,
    ) -> None:
        super().__init__()
        self.battle: Final[Battle] = battle
        self.unit: Final[Unit] = unit
        self.models: Final[list[Model]] = models
        self.indices: Final[list[int]] = [model.index for model in models]
        self.locked: Final[bool] = locked
        self.allowance: Final[float] = allowance * 0.5 if locked else allowance
        self.ground: Final[Ground] = battle.battlefield.ground(FOOT, locked)
        self.anchors: Final[list[Base]] = [m.base for m in battle.standing(unit) if m.index not in self.indices]
        self.must_strike: Final[bool] = must_strike
        self.was_linked: Final[bool] = is_linked([*[m.base for m in models], *self.anchors], LINK)
        self.closing = -1.0
        """The gap that the standard closing move would leave, for a squad out of coherency."""
        self.closing_move: Moved = ()
        """The standard closing move itself: its leader's end stands for it."""
        self.known: dict[Path, Moved] = {}
        self._arounds: dict[int, Surroundings] = {}
        self._enemies: list[Base] | None = None
        self._friends: list[Base] | None = None
        self._remembered: RememberedMove[Moved] | None = None

    @property
    def enemies(self) -> list[Base]:
        found = self._enemies
        if found is None:
            found = self._enemies = enemies_in_way(self.battle, self.unit)
        return found

    @property
    def friends(self) -> list[Base]:
        found = self._friends
        if found is None:
            found = self._friends = friends_in_way(self.battle, self.unit, self.indices)
        return found

    @property
    def remembered(self) -> RememberedMove[Moved]:
        """What came of wishes for this very move before."""
        found = self._remembered
        if found is None:
            found = self._remembered = self.battle.battlefield.remembered_moves.of(self.deciding())
        return found

    def deciding(self) -> Deciding:
        """Everything that decides what comes of a wish: who moves how, and where everybody stands."""
        return (
            type(self).__name__, self.battle.edge_of(self.unit.seat), self.allowance, self.locked, self.must_strike, self.closing,
            tuple([(model.index, model.base.height) for model in self.models]),
            places_of([model.base for model in self.models]), places_of(self.anchors), places_of(self.enemies),
            places_of(self.friends),
        )  # fmt: skip

    def around(self, i: int) -> Surroundings:
        found = self._arounds.get(i)
        if found is None:
            mover = Mover(flat(self.models[i].base), self.allowance, self.enemies, self.friends, level_gap=LEVELS)
            found = Surroundings(self.ground, mover, self.allowance + 2 * TOLERANCE)
            self._arounds[i] = found
        return found

    # -- a path given by a player -------------------------------------------------------------------------------------------

    def straight(self, i: int, x: float, y: float) -> Step | None:
        """Straight to a point, or staying where it is."""
        around = self.around(i)
        cost = straight_cost(around, x, y)
        if cost == inf:
            return None
        return Step(((around.x, around.y), (x, y)), cost)

    def around_terrain(self, i: int, x: float, y: float, quick: bool = False) -> Step | None:
        found = self.straight(i, x, y)
        if found is not None:
            return found
        around = self.around(i)
        if hypot(x - around.x, y - around.y) > self.allowance + TOLERANCE:
            return None
        priced = cheapest_path_in(around, (x, y), self.allowance, quick)
        return None if priced is None or not priced.legal else step_of(priced)

    def leader_step(self, path: Path, i: int = 0) -> Step:
        """The path of one model; a single point means: go there by the cheapest legal path."""
        plan = [(point[0], point[1]) for point in path]
        if len(plan) == 1:
            step = self.around_terrain(i, plan[0][0], plan[0][1])
            if step is not None:
                return step
        priced = self.priced(path, i)
        if priced.objection is not None:
            raise refusal(self.battle, self.unit, self.models[i].name, priced.objection, self.locked)
        return step_of(priced)

    def priced(self, path: Path, i: int = 0) -> PricedPath:
        try:
            return price_path(self.ground, self.around(i).mover, [(point[0], point[1]) for point in path])
        except BadShape as fault:
            raise Refused(str(fault), "movement.up-to-m") from None

    def closes_up(self, gap: float, moved: Moved) -> None:
        """It starts out of coherency, and this is the standard closing move."""
        self.closing, self.closing_move = gap, moved
        self._remembered = None

    def question(self, prompt: str, clause: str) -> PlaceSquad[Moved]:
        """Where the first model goes; the others follow it, or are set by hand."""
        return PlaceSquad(self.unit.seat, prompt, clause, self)

    def check(self, path: Path, by_hand: Mapping[str, Path] = NOBODY) -> Moved:
        known = None if by_hand else self._found_before(path)
        if known is None and not by_hand:
            known = self.remembered.ways.get(path)
        if known is not None:
            return known
        steps, lost = self.steps(self.leader_step(path), by_hand)
        if lost >= 0:
            raise Refused(
                f"{self.models[lost].name} cannot follow and stay within {REACH:g} cm of the squad",
                "coherency.moves-must-keep-it",
            )
        self.refuse_bad_end(steps)
        moved = self.moved(steps)
        if not by_hand:
            self.remembered.ways[path] = moved
        return moved

    def moved_key(self) -> str:
        return self.models[0].key

    def followers(self) -> tuple[str, ...]:
        return tuple([model.key for model in self.models[1:]])

    def _found_before(self, path: Path) -> Moved | None:
        """A move that has been worked out already."""
        if self.closing_move and path == self.closing_path():
            return self.closing_move
        found = self.known.get(path)
        return self.remembered.ends.get(path) if found is None else found

    def closing_path(self) -> Path:
        end = self.closing_move[0][1][-1]
        return ((end[0], end[1]),)

    def steps(self, first: Step, by_hand: Mapping[str, Path], detours: bool = True) -> tuple[list[Step], int]:
        """How everybody moves after the leader's step, and who cannot follow (-1: nobody)."""
        bases = [flat(model.base) for model in self.models]
        count = len(bases)
        if count == 1:
            return [first], -1
        set_steps: dict[int, Step] = {}
        for i in range(count):
            path = by_hand.get(self.models[i].key)
            if path is not None and i:
                set_steps[i] = self.leader_step(path, i)
        rest = [i for i in range(1, count) if i not in set_steps]
        moving = [bases[0], *[bases[i] for i in rest]]
        places = self.places(first, moving)
        anchors = [*self.anchors, *[bases[i].at(step.x, step.y) for i, step in set_steps.items()]]
        numbers = [0, *rest]
        reach = LINK if self.was_linked or self.closing >= 0.0 else ANYWHERE
        found, lost = follow(moving, reach, 0, first, places, lambda k, x, y: self.straight(numbers[k], x, y), anchors)
        if lost >= 0 and detours:
            found, lost = follow(
                moving, reach, 0, first, places, lambda k, x, y: self.around_terrain(numbers[k], x, y, True), anchors
            )
        if lost >= 0:
            return [], numbers[lost]
        for k, i in enumerate(numbers):
            set_steps[i] = found[k]
        return [set_steps[i] for i in range(count)], -1

    def places(self, first: Step, bases: list[Base]) -> list[Point]:
        """Where everybody would like to stand: as they stood around the leader."""
        dx, dy = first.x - bases[0].x, first.y - bases[0].y
        return [(base.x + dx, base.y + dy) for base in bases]

    def refuse_bad_end(self, steps: list[Step]) -> None:
        """No base on another, the squad in coherency, in contact where that is demanded."""
        bases = [model.base.at(step.x, step.y) for model, step in zip(self.models, steps, strict=True)]
        for i in range(len(bases)):
            for j in range(i):
                if (
                    hypot(bases[i].x - bases[j].x, bases[i].y - bases[j].y)
                    < bases[i].radius + bases[j].radius - TOLERANCE
                ):
                    raise Refused(
                        f"{self.models[i].name} would stand on {self.models[j].name}", "movement.through-models"
                    )
        self.refuse_incoherent(bases)
        if self.must_strike and not any([self.touches(bases, enemy) for enemy in self.enemies]):
            raise Refused(
                "the extra movement action must end in contact with an enemy unit and strike it",
                "cc.extra-movement-action",
            )

    def refuse_incoherent(self, bases: list[Base]) -> None:
        everybody = [*bases, *self.anchors]
        groups = linked_groups(everybody, LINK)
        if len(groups) < 2:
            return
        if self.was_linked:
            stray = groups[-1][0]
            name = self.models[stray].name if stray < len(self.models) else self.unit.name
            raise Refused(f"{name} would be more than {REACH:g} cm from its squad", "coherency.moves-must-keep-it")
        inner = [everybody[i] for i in groups[0]]
        outer = [everybody[i] for group in groups[1:] for i in group]
        gap = smallest_gap(inner, outer)
        if self.closing >= 0.0 and gap > self.closing + CLOSING_SLACK:
            raise Refused(
                f"the squad is out of coherency: it must close up to {self.closing:.1f} cm; this leaves {gap:.1f}",
                "coherency.must-restore",
            )

    def touches(self, bases: list[Base], enemy: Base) -> bool:
        """Would one of the squad, standing so, be in contact with an enemy?"""
        field = self.battle.battlefield
        for base in bases:
            if hypot(base.x - enemy.x, base.y - enemy.y) <= base.radius + enemy.radius + CONTACT:
                if abs(field.elevation_at(base.x, base.y) - enemy.elevation) <= STEP:
                    return True
        return False

    def crammed(self, find: Callable[[], Moved]) -> Path:
        """Where no formation fits: everybody at a place of their own, that of the first standing for all of them; nothing if
        there are no such places."""
        remembered = self.remembered
        if remembered.crowd is None:
            remembered.crowd = find()
        if not remembered.crowd:
            return ()
        end = remembered.crowd[0][1][-1]
        path: Path = ((end[0], end[1]),)
        self.known[path] = remembered.crowd
        return path

    def moved(self, steps: list[Step]) -> Moved:
        return tuple([(m.index, step.points, step.cost) for m, step in zip(self.models, steps, strict=True)])

    # -- for people ----------------------------------------------------------------------------------------------------------

    def preview(self, path: Path, by_hand: Mapping[str, Path] = NOBODY) -> dict[str, Any]:
        """What the leader's path costs item by item, where everybody else would stand, and why it is not legal."""
        priced = self.priced(path)
        if len(path) == 1 and not priced.legal:
            detour = cheapest_path_in(self.around(0), (path[0][0], path[0][1]), self.allowance)
            priced = priced if detour is None else detour
        shown: dict[str, Any] = {
            "legal": True,
            "cost": round(priced.cost, 2),
            "allowance": round(self.allowance, 2),
            "items": [
                {"label": f"{item.label} {item.part}".strip(), "amount": round(item.amount, 2)} for item in priced.items
            ],
            "path": [[x, y] for x, y, _ in priced.points],
            "provokes": [],
        }
        try:
            moved = self.check(path, by_hand)
        except Refused as why:
            shown["legal"] = False
            shown["why"] = why.message
            shown["clause"] = why.clause
            shown["links"] = self.links(path, by_hand)
            return shown
        shown["followers"] = [
            {"key": self.battle.models[index].key, "path": [[p[0], p[1]] for p in points]}
            for index, points, _ in moved[1:]
        ]
        shown["links"] = self.links(path, by_hand)
        return shown

    def links(self, path: Path, by_hand: Mapping[str, Path]) -> list[dict[str, Any]]:
        """How the squad would hold together with its models where a person puts them, allowed or not."""
        try:
            ends = [points[-1] for _, points, _ in self.check(path)]
        except Refused:
            ends = [model.base.centre for model in self.models]
            ends[0] = (path[-1][0], path[-1][1])
        bases: list[Base] = [*self.anchors]
        for model, end in zip(self.models, ends, strict=True):
            put = by_hand[model.key][-1] if model.key in by_hand else end
            bases.append(flat(model.base).at(put[0], put[1]))
        return chain_scene(self.unit.key, bases, LINK, self.unit.name)

    def area(self) -> list[list[tuple[float, float]]]:
        return [ring for area in reach_area(self.ground, self.around(0).mover) for ring in area.rings]

    def snap(self, path: Path) -> Path:
        found = self.remembered.snapped.get(path)
        if found is None:
            found = self.remembered.snapped[path] = self.snapped(path)
        return found

    def snapped(self, path: Path) -> Path:
        """The furthest legal move of the leader toward the last point of a wish; shorter if others cannot follow."""
        try:
            priced = snap_toward(self.ground, self.around(0).mover, (path[-1][0], path[-1][1]))
        except BadShape as fault:
            raise Refused(str(fault), "movement.up-to-m") from None
        found: Path = tuple([(x, y) for x, y, _ in priced.waypoints]) or (self.models[0].base.centre,)
        x0, y0 = self.models[0].base.centre
        for share in (1.0, 0.85, 0.7, 0.5, 0.3):
            last = found[-1]
            tried: Path = found if share == 1.0 else ((thousandth(x0 + share * (last[0] - x0)), thousandth(y0 + share * (last[1] - y0))),)  # fmt: skip
            if self.is_legal(tried):
                return tried
        return ((x0, y0),)

    # -- proposals -------------------------------------------------------------------------------------------------------------

    def last_resort(self) -> Iterator[Path]:
        """Where nothing straight leads into contact that has to be made: places all around an enemy, and ways to them."""
        found: list[Path] = []
        leader = self.models[0].base
        for _, _, i, enemy in self._pairs()[:NEAREST] if self.must_strike else []:
            base = self.models[i].base
            apart = base.radius + enemy.radius + 0.05
            for k in range(HEADINGS):
                c, s = cos(2.0 * pi * k / HEADINGS), sin(2.0 * pi * k / HEADINGS)
                dx, dy = enemy.x + apart * c - base.x, enemy.y + apart * s - base.y
                path: Path = ((thousandth(leader.x + dx), thousandth(leader.y + dy)),)
                if hypot(dx, dy) > self.allowance or path in found:
                    continue
                if not self._leads_there(path):
                    continue
                found.append(path)
                yield path
                if len(found) == DETOURS:
                    return

    def _leads_there(self, path: Path) -> bool:
        """Does any way lead to where a path says?"""
        ways = self.remembered.ways
        if path not in ways:
            try:
                ways[path] = self.check(path)
            except Refused:
                ways[path] = None
        return ways[path] is not None

    def aims(self) -> list[Path]:
        """Where a move might go: closing up, nowhere, straight in some directions, into contact with an enemy near by."""
        base = self.models[0].base
        aims: list[Path] = [self.closing_path()] if self.closing_move else []
        contacts = self._contacts()
        if not self.must_strike:
            toward = heading_to_enemy(self.battle, self.unit, self.models[0].base, self.enemies)
            far = self.allowance - HAIR
            aims.append(((thousandth(base.x), thousandth(base.y)),))
            for i in range(HEADINGS):
                angle = toward + 2.0 * pi * i / HEADINGS
                for share in SHARES:
                    x, y = base.x + far * share * cos(angle), base.y + far * share * sin(angle)
                    aims.append(((thousandth(x), thousandth(y)),))
        for aim in contacts:
            if aim not in aims:
                aims.append(aim)
        return aims

    def _contacts(self) -> list[Path]:
        """Where the leader stands when somebody of the squad is in contact with an enemy near by, all going the same way."""
        leader = self.models[0].base
        found: list[Path] = []
        for distance, _, i, enemy in self._pairs()[: 2 * NEAREST if self.must_strike else NEAREST]:
            base = self.models[i].base
            share = max(0.0, distance - 0.05) / max(1e-6, hypot(enemy.x - base.x, enemy.y - base.y))
            dx, dy = share * (enemy.x - base.x), share * (enemy.y - base.y)
            found.append(((thousandth(leader.x + dx), thousandth(leader.y + dy)),))
        return found

    def _pairs(self) -> list[tuple[float, str, int, Base]]:
        """Who of the squad could reach which enemy if nothing were in between, the nearest first."""
        found: list[tuple[float, str, int, Base]] = []
        xs, ys = [model.base.x for model in self.models], [model.base.y for model in self.models]
        far = self.allowance + self.models[0].base.radius
        west, east, south, north = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
        for enemy in self.enemies:
            r = enemy.radius
            if not (west - r <= enemy.x <= east + r and south - r <= enemy.y <= north + r):
                continue
            reaching = self._reaching(enemy)
            for distance, i in reaching if self.must_strike else reaching[:1]:
                found.append((distance, enemy.key, i, enemy))
        found.sort(key=_nearest_first)
        return found

    def _reaching(self, enemy: Base) -> list[tuple[float, int]]:
        """The models that have an enemy within their allowance, by how far it is off and their number."""
        found: list[tuple[float, int]] = []
        far = self.allowance + enemy.radius
        for i in range(len(self.models)):
            base = self.models[i].base
            distance = hypot(enemy.x - base.x, enemy.y - base.y) - base.radius
            if distance <= far:
                found.append((distance - enemy.radius, i))
        found.sort()
        return found

    def tried(self, aim: Path) -> Path:
        """The leader straight to a point with everybody following straight, or nothing."""
        if self._found_before(aim) is not None:
            return aim
        ends = self.remembered.ends
        if aim in ends:
            return ()
        moved = ends[aim] = self._straight_on(aim)
        return () if moved is None else aim

    def _straight_on(self, aim: Path) -> Moved | None:
        """How everybody moves straight to where the leader goes straight to a point; None if they cannot."""
        first = self.straight(0, aim[0][0], aim[0][1])
        if first is None:
            return None
        steps, lost = self.steps(first, {}, detours=False)
        if lost >= 0:
            return None
        try:
            self.refuse_bad_end(steps)
        except Refused:
            return None
        return self.moved(steps)


def _nearest_first(entry: tuple[float, str, int, Base]) -> tuple[float, str, int]:
    return (entry[0], entry[1], entry[2])


def step_of(priced: PricedPath) -> Step:
    return Step(tuple([(x, y) for x, y, _ in priced.points]), priced.cost)
