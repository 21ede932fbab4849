"""How far models go, and where a move of its kind may end; setting up, getting in and out."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any

from tests.rulebooks.fortyk_vanguard.refereeing.ledger import HAIR, WALKS, Chapter, Ledger, Spot
from vanguard.core.telling.events import Event


class Moves(Chapter):
    """Moves are paid for in inches, and end where their kind may end."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self.rolled: dict[str, int] = {}

    def see(self, event: Event) -> None:
        super().see(event)
        if event.key in WALKS:
            self.walk(event)

    def on_turn(self, event: Event) -> None:
        self.rolled = {}

    def on_advances(self, event: Event) -> None:
        self.rolled[event.about[0]] = event.values["n"]

    def on_throttle(self, event: Event) -> None:
        self.rolled[event.about[0]] = 6

    def on_charge_roll(self, event: Event) -> None:
        it = self.ledger
        it.check(event.values["n"] == event.values["first"] + event.values["second"], "core.charge.roll", "the sum")
        self.rolled[event.about[0]] = event.values["n"]

    def on_declares(self, event: Event) -> None:
        it, (key, *targets) = self.ledger, event.about
        it.targets[key] = tuple(targets)
        against = it.against_charging(key)
        it.check(not against, against, f"{key} declares a charge")
        for target in targets:
            it.check(it.gap(key, target) <= 12 + HAIR, "core.charge.declare-targets", f"{key} is far from {target}")
        it.did[key].add("declares")

    def on_wreck(self, event: Event) -> None:
        self.ledger.did[event.about[0]].add("wreck")

    def allowance(self, key: str, kind: str) -> float:
        it = self.ledger
        if kind in ("pile-in", "consolidation", "heroic-intervention"):
            return 3.0
        if kind == "charge-move":
            return self.rolled[key]
        move = it.cards[key].row(it.wounds[key]).move
        if kind in ("normal-move", "advance") and it.is_a(key, "CORE"):
            lords = [friend for friend in it.friends(key) if it.cards[friend].has("relentless-march")]
            move += any(it.gap(key, lord) <= 6 + HAIR for lord in lords)
        return move + (self.rolled[key] if kind == "advance" else 0)

    def walk(self, event: Event) -> None:
        it, key, kind = self.ledger, event.about[0], event.key
        path = [tuple(point[:2]) for point in event.values["path"]]
        start, end = it.places[key], (*path[-1], it.battle[key].base.elevation)
        flies = it.is_a(key, "FLY") and kind not in ("charge-move", "pile-in", "consolidation", "heroic-intervention")
        length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
        length = hypot(end[0] - start[0], end[1] - start[1]) if flies else length
        cost = length + (0.0 if flies else abs(end[2] - start[2]))
        slow = kind not in ("pile-in", "consolidation", "heroic-intervention") and not it.is_a(key, "FLY")
        if slow and any(self.sweeps(path, piece.footprint.points, it.radius(key)) for piece in self.rough()):
            cost += 2.0
        allowed = self.allowance(key, kind)
        it.check(path[0] == start[:2], event.clause, f"{key} does not start where it stood")
        it.check(cost <= allowed + HAIR, event.clause, f'{key} {kind} costs {cost:.3f}" of {allowed:g}"')
        self.judge_start(key, kind, event.clause)
        self.judge_end(key, kind, end, event.clause)
        if not flies and kind in ("normal-move", "advance", "charge-move"):
            for enemy in it.enemies(key):
                near = self.nearest(path, it.places[enemy]) - it.radius(key) - it.radius(enemy)
                level = min(abs(start[2] - it.places[enemy][2]), abs(end[2] - it.places[enemy][2])) <= 5
                if level and near < 1.0 - HAIR and not (kind == "charge-move" and enemy in it.targets[key]):
                    it.fault(event.clause, f"{key} comes within Engagement Range of {enemy} on its way")

    def rough(self) -> list[Any]:
        return [piece for piece in self.ledger.battle.field.pieces if piece.has("difficult-ground")]

    def judge_start(self, key: str, kind: str, clause: str) -> None:
        it = self.ledger
        fighting = bool(it.in_combat_with(key))
        if kind in ("normal-move", "advance"):
            it.check(not fighting, "core.move.options-when-engaged", f"{key} walks out of combat")
        if kind in ("fall-back", "desperate-breakout"):
            it.check(fighting, "core.move.options-when-free", f"{key} falls back from nobody")
        before = {"normal-move", "advance", "fall-back", "desperate-breakout", "arrives", "appears"}
        if kind in before and it.phase == "Movement phase":
            it.check(not it.did[key] & before, "core.move.each-unit-once", f"{key} moves a second time")
        if kind in ("charge-move", "pile-in", "consolidation", "heroic-intervention"):
            it.check(kind not in it.did[key], clause, f"{key}: a second {kind}")
        if kind == "heroic-intervention":
            near = any(it.flat(key, enemy) <= 3 + HAIR for enemy in it.enemies(key))
            right = it.is_a(key, "CHARACTER") and near and not it.in_combat_with(key) and it.seat(key) != it.turn
            it.check(right, "core.heroic.eligible", f"{key} may not intervene")

    def judge_end(self, key: str, kind: str, end: Spot, clause: str) -> None:
        it = self.ledger
        size = it.battle.field.map.size
        rim = it.radius(key) - HAIR
        inside = rim <= end[0] <= size.width - rim and rim <= end[1] <= size.depth - rim
        it.check(inside, "core.concept.battlefield-edge", f"{key} hangs over the edge")
        for other in it.places:
            level = abs(end[2] - it.places[other][2]) < 0.5
            apart = (
                hypot(end[0] - it.places[other][0], end[1] - it.places[other][1]) - it.radius(other) - it.radius(key)
            )
            if other != key and level and apart < -2 * HAIR:
                it.fault("core.move.path", f"{key} ends on {other}")
        if kind in ("normal-move", "advance", "fall-back"):
            for enemy in it.enemies(key):
                it.check(not it.engaged(key, enemy, end), clause, f"{key} ends within Engagement Range of {enemy}")
        elif kind == "charge-move":
            self.judge_charge(key, end)
        elif kind != "desperate-breakout":
            least = min(it.gap(key, enemy) for enemy in it.enemies(key))
            closest = [enemy for enemy in it.enemies(key) if it.gap(key, enemy) <= least + HAIR]
            closer = any(it.gap(key, enemy, end) < it.gap(key, enemy) for enemy in closest)
            it.check(closer, clause, f"{key} does not end closer to {closest}")

    def judge_charge(self, key: str, end: Spot) -> None:
        it = self.ledger
        for enemy in it.enemies(key):
            if enemy in it.targets[key]:
                across = (
                    any(piece.has("defence-line") for piece in it.battle.field.pieces)
                    and it.gap(key, enemy, end) <= 2.002
                )
                reached = it.engaged(key, enemy, end) or across
                it.check(reached, "core.charge.success", f"{key} does not reach {enemy}")
            else:
                it.check(not it.engaged(key, enemy, end), "core.charge.success", f"{key} reaches {enemy}, no target")

    @staticmethod
    def nearest(path: list[Any], spot: Spot) -> float:
        """How near a path of the centre comes to a spot in plan."""
        best = hypot(path[0][0] - spot[0], path[0][1] - spot[1])
        for (ax, ay), (bx, by) in pairwise(path):
            length = (bx - ax) ** 2 + (by - ay) ** 2
            share = 0.0 if not length else ((spot[0] - ax) * (bx - ax) + (spot[1] - ay) * (by - ay)) / length
            share = min(1.0, max(0.0, share))
            best = min(best, hypot(ax + share * (bx - ax) - spot[0], ay + share * (by - ay) - spot[1]))
        return best

    def sweeps(self, path: list[Any], corners: Any, radius: float) -> bool:
        """Does a base on this path pass over a polygon?"""
        from shapely.geometry import LineString, Point, Polygon  # type: ignore[import-untyped]

        line = LineString(path) if len(path) > 1 and path[0] != path[-1] else Point(path[0])
        return bool(Polygon([point[:2] for point in corners]).distance(line) < radius - HAIR)

    # -- setting up ------------------------------------------------------------------------------------------------------

    def on_deployed(self, event: Event) -> None:
        it, key = self.ledger, event.about[0]
        x, y = event.values["path"][0]
        x1, y1, x2, y2 = it.battle.zone(it.seat(key))
        rim = it.radius(key) - HAIR
        inside = x1 + rim <= x <= x2 - rim and y1 + rim <= y <= y2 - rim
        it.check(inside, "core.mission.deploy-alternately", f"{key} is deployed out of its zone")

    def on_arrives(self, event: Event) -> None:
        self.ledger.check(self.ledger.round > 1, "core.reinforcements.not-in-round-one", "reserves in round 1")
        self.judge_far(event)

    def on_appears(self, event: Event) -> None:
        self.judge_far(event)

    def judge_far(self, event: Event) -> None:
        it, key = self.ledger, event.about[0]
        end = (*event.values["path"][0], it.battle[key].base.elevation)
        for enemy in it.enemies(key):
            it.check(it.gap(key, enemy, end) > 9.0, event.clause, f'{key} appears within 9" of {enemy}')

    def on_disembarks(self, event: Event) -> None:
        self.judge_wreck(event, event.values["path"][0], 3.0)

    def on_set_up(self, event: Event) -> None:
        self.judge_wreck(event, (event.values["x"], event.values["y"]), 6.0)

    def judge_wreck(self, event: Event, spot: Any, reach: float) -> None:
        it, key = self.ledger, event.about[0]
        x, y, _ = it.places[it.aboard[key]]
        own = it.cards[key].radius
        far = hypot(spot[0] - x, spot[1] - y) - it.radius(it.aboard[key]) + own
        it.check(far <= reach + HAIR, event.clause, f'{key} gets out {far:.3f}" away')
        for enemy in it.enemies(key):
            ex, ey, ez = it.places[enemy]
            apart = hypot(spot[0] - ex, spot[1] - ey) - own - it.radius(enemy)
            near = apart <= 1.0 and abs(it.battle[key].base.elevation - ez) <= 5
            it.check(not near, "core.concept.no-setup-in-engagement", f"{key} gets out beside {enemy}")

    def on_embarks(self, event: Event) -> None:
        it, (key, transport) = self.ledger, event.about
        if it.round:
            it.check(it.gap(key, transport) <= 3 + HAIR, event.clause, f"{key} embarks from afar")
            it.check(not it.in_combat_with(transport), "core.transport.embark-limits", f"{transport} is in combat")
            it.check("disembarks" not in it.did[key], "core.transport.embark-limits", f"{key} gets in again")
        room = it.cards[transport].capacity - list(it.aboard.values()).count(transport)
        it.check(room > 0, "core.transport.capacity", f"{transport} is full")
