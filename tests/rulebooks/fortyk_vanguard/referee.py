"""A referee beside the table: reads the log and the cards, measures for himself, and says what was against the book.

He shares no rule with the rulebook: of the battle he looks at cards, heights, effects and lines of sight; where models are,
what they did, wounds, losses, Command points and victory points he keeps himself, from what the log says. Each chapter of
his is a class that looks at an event before the ledger notes it.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import hypot
from typing import Any

from vanguard.core.events import Event
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Question, Split
from vanguard.rulebooks.fortyk_vanguard.profiles import ModelProfile, WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.state import SIDES, Battle, Effect

TOLERANCE = 0.001
"""The book forgives a thousandth, in favour of within."""
HAIR = 0.002
"""As much again for what is rounded."""
PRICES = {
    "Command Re-roll": 1, "Cut Them Down": 1, "Desperate Breakout": 2, "Emergency Disembarkation": 1, "Fire Overwatch": 1,
    "Counter-Offensive": 2, "Insane Bravery": 2,
}  # fmt: skip
WALKS = {
    "normal-move", "advance", "fall-back", "desperate-breakout", "charge-move", "pile-in", "consolidation",
    "heroic-intervention",
}  # fmt: skip
GONE = {"destroyed", "flees", "no-room", "never-arrived"}
SET_UP = {"deployed", "disembarks", "arrives", "appears", "stands-up"}
Spot = tuple[float, float, float]


class Ledger:
    """What the referee keeps: who is where, wounds, points, and what everybody did this turn and this phase."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game.state, Battle)
        self.battle: Battle = game.state
        self.faults: list[str] = []
        self.cards: dict[str, ModelProfile] = {model.key: model.profile for model in self.battle.models}
        self.wounds = {key: card.wounds for key, card in self.cards.items()}
        self.places: dict[str, Spot] = {}
        self.aboard: dict[str, str] = {}
        self.gone: set[str] = set()
        self.command_points = [side.command_points for side in self.battle.sides]
        self.points = [0, 0]
        self.round = 0
        self.turn = -1
        self.phase = ""
        self.did: dict[str, set[str]] = {key: set() for key in self.cards}
        self.lost = [0, 0]
        self.counts_for: dict[str, int] = {}
        self.spent: dict[str, list[str]] = {}
        """Weapons of one use that were shot."""
        self.targets: dict[str, tuple[str, ...]] = {}
        """Whom a charge of this turn was declared against."""
        self.near_at_start: set[str] = set()
        """Who was within 12" of an enemy when the Charge phase began."""
        self.aimed: Any = ()
        """Who aimed which weapon last."""
        self.lasting: tuple[Effect, ...] = ()
        """Powers and orders, as they were before what the log tells now."""

    def fault(self, clause: str, words: str) -> None:
        self.faults.append(f"round {self.round}, {self.phase}: {words} [{clause}]")

    def check(self, right: bool, clause: str, words: str) -> None:
        if not right:
            self.fault(clause, words)

    # -- measuring -----------------------------------------------------------------------------------------------------

    def spot(self, key: str) -> Spot:
        """Passengers measure from their transport."""
        return self.places[self.aboard.get(key, key)]

    def radius(self, key: str) -> float:
        return self.cards[self.aboard.get(key, key)].radius

    def flat(self, a: str, b: str, at: Spot | None = None) -> float:
        (ax, ay, _), (bx, by, _) = at or self.spot(a), self.spot(b)
        return max(0.0, hypot(ax - bx, ay - by) - self.radius(a) - self.radius(b))

    def gap(self, a: str, b: str, at: Spot | None = None) -> float:
        return hypot(self.flat(a, b, at), (at or self.spot(a))[2] - self.spot(b)[2])

    def engaged(self, a: str, b: str, at: Spot | None = None) -> bool:
        rise = abs((at or self.spot(a))[2] - self.spot(b)[2])
        return self.flat(a, b, at) <= 1.0 + TOLERANCE and rise <= 5.0 + TOLERANCE

    def seat(self, key: str) -> int:
        return SIDES.index(key.split("-")[0])

    def friends(self, key: str) -> list[str]:
        return [it for it in self.places if self.seat(it) == self.seat(key) and it != key]

    def enemies(self, key: str) -> list[str]:
        return [it for it in self.places if self.seat(it) != self.seat(key)]

    def in_combat_with(self, key: str) -> list[str]:
        me = self.aboard.get(key, key)
        return [it for it in self.enemies(key) if self.engaged(me, it)]

    def on_table(self, seat: int) -> list[str]:
        return [it for it in self.places if self.seat(it) == seat]

    def sees(self, a: str, b: str) -> bool:
        return self.battle.sees(self.battle[self.aboard.get(a, a)].base, self.battle[b])

    def effects(self, key: str) -> list[str]:
        return [effect.key for effect in self.lasting if effect.about == key]

    def is_a(self, key: str, *words: str) -> bool:
        return any(word in self.cards[key].keywords for word in words)

    def weapon(self, key: str, name: str) -> WeaponProfile | None:
        found = [it for weapon in self.cards[key].weapons for it in weapon.profiles if it.name == name]
        return found[0] if found else None

    # -- who may shoot whom ---------------------------------------------------------------------------------------------

    def against_shooting(self, key: str) -> str:
        """The clause by which a model does not shoot at all this phase."""
        if self.did[key] & {"fall-back", "desperate-breakout"} and key not in self.aboard:
            return "core.move.fall-back-restrictions"
        return "core.shoot.select" if "shot" in self.did[key] else ""

    def against_weapon(self, key: str, weapon: WeaponProfile) -> str:
        mover = self.aboard.get(key, key)
        ran = "advance" in self.did[mover] and self.seat(key) == self.turn
        if ran and weapon.type not in ("assault", "dakka") and "forwards" not in self.effects(key):
            return "core.move.advance-restrictions"
        if weapon.once_per_battle and weapon.name in self.spent.get(key, ()):
            return "core.weapon.one-use"
        moved = self.did[mover] & {"normal-move", "advance", "arrives", "appears"} and self.seat(key) == self.turn
        if weapon.only_if_stationary and moved:
            return "weapon.only-if-stationary"
        if self.in_combat_with(key) and not weapon.pistol and not self.is_a(key, "VEHICLE", "MONSTER"):
            return "core.shoot.no-shooting-while-engaged"
        return ""

    def against_target(self, key: str, weapon: WeaponProfile, target: str) -> str:
        """The clause by which a model cannot be shot at with a weapon, as initial target or as another."""
        if self.gap(key, target) > weapon.range + TOLERANCE:
            return "core.shoot.target-must-be-visible-and-in-range"
        foes, big = self.in_combat_with(key), self.is_a(key, "VEHICLE", "MONSTER")
        if foes and not big and target not in foes:
            return "core.weapon.pistol-engaged"
        if target not in foes and any(self.engaged(friend, target) for friend in self.friends(key)):
            return "core.shoot.no-targets-engaged-with-friends"
        if weapon.blast:
            if target in foes:
                return "vanguard.blast.not-against-engaged"
            reach = (1.0 if weapon.type == "grenade" else 2.0) + TOLERANCE
            if any(self.gap(friend, target) <= reach for friend in [*self.friends(key), self.aboard.get(key, key)]):
                return "vanguard.blast.no-friends-in-blast-range"
        if not weapon.ignores_visibility and not self.sees(key, target):
            return "core.shoot.target-must-be-visible-and-in-range"
        screened = not weapon.ignores_look_out_sir and any(self.screens(it, target, key) for it in self.friends(target))
        return "vanguard.look-out-sir.cannot-target" if screened else ""

    def screens(self, screen: str, target: str, shooter: str) -> bool:
        """Look Out, Sir: within 2", closer, large enough, and seen."""
        if not self.is_a(target, "CHARACTER") or self.gap(screen, target) > 2 + TOLERANCE:
            return False
        if self.gap(shooter, screen) >= self.gap(shooter, target) - TOLERANCE:
            return False
        large = self.cards[screen].base_mm >= self.cards[target].base_mm - 10
        return large and self.sees(shooter, screen)

    def against_charging(self, key: str) -> str:
        did = self.did[key]
        waaagh = any(it.key == "waaagh" and it.amount == 2 and it.owner == self.turn for it in self.lasting)
        if "advance" in did and not (waaagh and self.is_a(key, "CORE", "CHARACTER")):
            return "core.move.advance-restrictions"
        if did & {"fall-back", "desperate-breakout"}:
            return "core.move.fall-back-restrictions"
        if did & {"declares", "wreck"} or self.in_combat_with(key):
            return "core.charge.eligible"
        near = any(self.gap(key, enemy) <= 12 + TOLERANCE for enemy in self.enemies(key))
        return "" if near else "core.charge.declare-targets"

    # -- noting --------------------------------------------------------------------------------------------------------

    def note(self, event: Event) -> None:
        key = event.about[0] if event.about else ""
        if event.key in WALKS or event.key in SET_UP or event.key == "set-up":
            x, y = event.values["path"][-1][:2] if "path" in event.values else (event.values["x"], event.values["y"])
            self.places[key] = (x, y, self.battle[key].base.elevation)
            self.aboard.pop(key, None)
            self.did[key].add(event.key)
            if event.key == "stands-up":
                self.gone.discard(key)
                self.wounds[key] = self.cards[key].wounds
                self.lost[self.seat(key)] -= 1
        elif event.key in GONE:
            self.places.pop(key, None)
            self.aboard.pop(key, None)
            self.gone.add(key)
            self.wounds[key] = 0
            self.lost[self.seat(key)] += 1
        elif event.key == "embarks":
            self.places.pop(key, None)
            self.aboard[key] = event.about[1]
        elif event.key in ("wounds", "regains"):
            self.wounds[key] = event.values["left"]
        elif event.key == "turn":
            self.round = event.values["round"]
            self.turn = self.battle.turn
            self.lost = [0, 0]
            self.targets = {}
            self.lasting = self.battle.effects
            self.did = {it: set() for it in self.cards}
        elif event.key == "phase":
            self.phase = event.values["phase"]
            near = [it for it in self.places if any(self.gap(it, foe) <= 12 + TOLERANCE for foe in self.enemies(it))]
            self.near_at_start = set(near)
            self.lasting = self.battle.effects


class Chapter:
    """One part of the book the referee knows; `see` is called before the ledger notes an event."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def see(self, event: Event) -> None:
        handler = getattr(self, "on_" + event.key.replace("-", "_"), None)
        if handler is not None:
            handler(event)


# -- points ------------------------------------------------------------------------------------------------------------


class Points(Chapter):
    """Command points are gained and paid, victory points are those of the markers held."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self.used: list[Counter[str]] = [Counter(), Counter()]
        self.brave = [False, False]
        self.scored = 0

    def on_turn(self, event: Event) -> None:
        self.scored = 0

    def on_command_point(self, event: Event) -> None:
        self.ledger.command_points[self.ledger.turn] += 1

    def on_phase(self, event: Event) -> None:
        it = self.ledger
        self.used = [Counter(), Counter()]
        if event.values["phase"] == "Movement phase":
            held = self.held().count(it.turn)
            told = f"{held} markers are held and {self.scored} VP were scored"
            it.check(self.scored == held, "core.mission.capture-and-control", told)
            it.points[it.turn] += held
            it.check(tuple(it.points) == it.battle.points, "core.mission.capture-and-control", "the points differ")
            it.counts_for = {}

    def on_scores(self, event: Event) -> None:
        self.scored = event.values["amount"]

    def on_stratagem(self, event: Event) -> None:
        it, name = self.ledger, event.values["name"]
        seat = 0 if event.values["who"] == it.battle.army_name(0) else 1
        it.command_points[seat] -= PRICES[name]
        it.check(it.command_points[seat] >= 0, "core.stratagem.cost", f"{name} was not paid for")
        it.check(not self.used[seat][name], "core.stratagem.once-per-phase", f"{name} was used twice")
        self.used[seat][name] += 1
        if name == "Insane Bravery":
            it.check(not self.brave[seat], "core.stratagem.insane-bravery", "a second Insane Bravery")
            self.brave[seat] = True

    def held(self) -> list[int]:
        """Who controls each marker: more models in range, Objective Secured before numbers."""
        it, found = self.ledger, list[int]()
        for i, (x, y) in enumerate(it.battle.markers):
            near = [key for key in it.places if self.in_range(key, x, y) and it.counts_for.get(key, i) == i]
            secured = {it.seat(key) for key in near if it.cards[key].has("objective-secured")}
            count = Counter(it.seat(key) for key in near)
            if len(secured) == 1:
                found.append(secured.pop())
            else:
                found.append(-1 if count[0] == count[1] else 0 if count[0] > count[1] else 1)
        return found

    def in_range(self, key: str, x: float, y: float) -> bool:
        px, py, pz = self.ledger.spot(key)
        disc = 20 / 25.4
        return hypot(px - x, py - y) - disc - self.ledger.radius(key) <= 3.001 and pz <= 5.001

    def on_ends(self, event: Event) -> None:
        it = self.ledger
        held = self.held()
        if held.count(0) != held.count(1):
            it.points[0 if held.count(0) > held.count(1) else 1] += 1
        for model in it.battle.models:
            if model.warlord and model.key in it.gone:
                it.points[1 - model.seat] += 1
        alive = [any(it.seat(key) == seat and key not in it.gone for key in it.cards) for seat in (0, 1)]
        best = it.points.index(max(it.points)) if it.points[0] != it.points[1] else -1
        winner = best if alive[0] == alive[1] else alive.index(True)
        it.check(tuple(it.points) == it.battle.points, "core.mission.end-bonus", f"{it.points} are the points")
        it.check(it.battle.winner == winner, "core.mission.victor", f"{winner} has won")
        it.check(not all(alive) or it.round == 5, "core.mission.battle-ends", "the battle ended early")


# -- moving ------------------------------------------------------------------------------------------------------------


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


# -- attacks -----------------------------------------------------------------------------------------------------------


class Volley:
    """One model's attacks: the weapons it aims, whom they were given to, and whom they destroy."""

    def __init__(self, attacker: str, overwatch: bool) -> None:
        self.attacker = attacker
        self.overwatch = overwatch
        self.aims: list[tuple[WeaponProfile, str]] = []
        self.counts: list[int] = []
        self.victims: list[tuple[str, ...]] = []
        self.made: dict[str, Counter[str]] = {}
        self.fallen: list[str] = []
        self.blows = (0, 0)


class Attacks(Chapter):
    """Who may shoot and fight, with what at whom and how often, and what the dice come to."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self.volley: Volley | None = None
        self.profile: WeaponProfile | None = None
        self.pair = ("", "")
        self.hit = self.sure = self.wounding = self.failed = 0
        self.exploded: set[str] = set()
        self.struck = 0
        self.countered = ""

    # -- shooting ----------------------------------------------------------------------------------------------------------

    def on_turn(self, event: Event) -> None:
        self.end_volley()

    on_phase = on_turn
    on_declares = on_turn
    on_ends = on_turn

    def on_aims(self, event: Event) -> None:
        it, (key, target) = self.ledger, event.about
        if self.volley is None or self.volley.attacker != key or self.volley.made:
            self.end_volley()
            self.volley = Volley(key, it.seat(key) != it.turn)
            selected = self.volley.overwatch or "shot" in it.did[key]
            it.check(selected, "core.shoot.select", f"{key} was not selected to shoot")
        weapon = it.weapon(key, event.values["weapon"])
        assert weapon is not None
        it.aimed = (key, weapon)
        self.judge_aim(key, weapon, target)
        self.volley.aims.append((weapon, target))
        if weapon.once_per_battle:
            it.spent.setdefault(key, []).append(weapon.name)
        self.volley.counts.append(self.printed(key, weapon, target))
        self.volley.victims.append(())

    def judge_aim(self, key: str, weapon: WeaponProfile, target: str) -> None:
        it, volley = self.ledger, self.volley
        assert volley is not None
        used = [profile for profile, _ in volley.aims]
        if used and used[0].name != weapon.name:
            mixed = any(profile.pistol != weapon.pistol for profile in used)
            it.check(not mixed, "core.weapon.pistol-or-others", f"{key} mixes Pistols and others")
            it.check(not (used[0].grenade or weapon.grenade), "core.weapon.grenade", f"{key} throws and shoots")
        against = it.against_weapon(key, weapon) or it.against_target(key, weapon, target)
        it.check(not against, against, f"{key} aims {weapon.name} at {target}")

    def printed(self, key: str, weapon: WeaponProfile, target: str) -> int:
        """The number of attacks where no die is rolled for it; otherwise below 0 until the log says it."""
        it = self.ledger
        near = it.gap(key, target) <= weapon.range / 2 + 0.001
        quantity = weapon.attacks if near or weapon.type != "dakka" else weapon.attacks_beyond_half
        if quantity.dice:
            return -1
        count = quantity.plus
        if weapon.type == "rapid-fire":
            if weapon.lasgun and "first-rank" in it.effects(key):
                count *= 2
            moved = it.did[key] & {"normal-move", "advance", "fall-back", "arrives", "disembarks", "appears", "set-up"}
            steady = it.is_a(key, "TERMINATOR") or (it.is_a(key, "INFANTRY") and not moved)
            discipline = weapon.bolt and it.cards[key].has("bolter-discipline") and steady
            count *= 2 if near or discipline else 1
        return count

    def on_attacks(self, event: Event) -> None:
        assert self.volley is not None
        self.volley.counts[-1] = event.values["n"]

    def on_blast_most(self, event: Event) -> None:
        self.raised(event, 11)

    def on_blast_least(self, event: Event) -> None:
        self.raised(event, 6)

    def raised(self, event: Event, least: int) -> None:
        assert self.volley is not None
        weapon = self.volley.aims[-1][0]
        self.volley.counts[-1] = weapon.attacks.most if least == 11 else 3
        self.ledger.check(event.values["n"] == self.volley.counts[-1], event.clause, "the number of a blast")

    def on_blast(self, event: Event) -> None:
        """Everybody within Blast Range of the initial target whom it sees."""
        it, volley = self.ledger, self.volley
        assert volley is not None
        weapon, initial = volley.aims[-1]
        reach = (1.0 if weapon.type == "grenade" else 2.0) + TOLERANCE
        near = [friend for friend in it.friends(initial) if it.gap(initial, friend) <= reach]
        right = {friend for friend in near if it.sees(initial, friend)}
        it.check(set(event.about) == right, "vanguard.blast.victims", f"a blast at {initial} catches {right}")
        volley.victims[-1] = event.about

    def end_volley(self) -> None:
        volley, self.volley = self.volley, None
        if volley is None:
            return
        it, key = self.ledger, volley.attacker
        if not volley.aims:
            least, most = volley.blows
            told = f"{key} makes {self.struck} attacks of {least} to {most}"
            it.check(least <= self.struck <= most, "core.fight.number-of-attacks", told)
        for name in {weapon.name for weapon, _ in volley.aims}:
            counts = [count for (weapon, _), count in zip(volley.aims, volley.counts) if weapon.name == name]
            made = volley.made.get(name, Counter())
            told = f"{key} makes {sum(made.values())} attacks with {name} of {counts}"
            it.check(sum(made.values()) == sum(counts), "core.shoot.number-of-attacks", told)
            if len(counts) == 1:
                at = [weapon.name for weapon, _ in volley.aims].index(name)
                self.judge_shares(volley, *volley.aims[at], volley.victims[at], made)
        unrolled = [fallen for fallen in volley.fallen if it.cards[fallen].has("reanimation-protocols")]
        it.check(not unrolled, "faction.reanimation-protocols", f"nothing is rolled for {unrolled}")

    def judge_shares(
        self, volley: Volley, weapon: WeaponProfile, initial: str, victims: tuple[str, ...], made: Counter[str]
    ) -> None:
        it = self.ledger
        it.check(made[initial] > 0, "vanguard.split-fire.first-attack-on-initial-target", f"none at {initial}")
        if weapon.blast:
            shares = [made[it] for it in (initial, *victims)]
            it.check(set(made) <= {initial, *victims}, "vanguard.blast.victims", f"{dict(made)} of a blast")
            fair = max(shares) - min(shares) <= 1 and made[initial] == max(shares)
            it.check(fair, "vanguard.blast.repeat-in-rounds", f"{dict(made)} of a blast at {initial}")
            size = len(shares)
            least = weapon.attacks.most if size > 10 else 3 if size > 5 else 1
            it.check(sum(shares) >= least, "vanguard.blast.attack-count", f"{sum(shares)} attacks at {size} models")

    # -- dice --------------------------------------------------------------------------------------------------------------

    def begins(self, event: Event, count: int) -> WeaponProfile | None:
        """Attacks of one profile on one model begin."""
        it, (key, target) = self.ledger, event.about
        weapon = it.weapon(key, event.values["weapon"])
        self.pair, self.profile = (key, target), weapon
        self.sure = self.hit = self.wounding = self.failed = 0
        if weapon is not None and weapon.type != "melee":
            assert self.volley is not None and self.volley.attacker == key
            made = self.volley.made.setdefault(weapon.name, Counter())
            made[target] += count
        else:
            self.strikes(key)
            self.struck += count
        return weapon

    def strikes(self, key: str) -> None:
        """A model fights: once a phase, and chargers before all who neither charged nor fight first."""
        it = self.ledger
        if self.volley is not None and self.volley.attacker == key:
            return
        self.end_volley()
        self.volley, self.struck = Volley(key, False), 0
        self.volley.blows = self.blows(key)
        it.check("fought" not in it.did[key], "core.fight.eligible", f"{key} fights again")
        it.did[key].add("fought")
        first = "charge-move" in it.did[key] or it.cards[key].has("fights-first") or self.countered == key
        for other in it.places if not first else ():
            if {"charge-move", "fought"} & it.did[other] == {"charge-move"} and "dreads" not in it.did[other]:
                targets = [target for target in it.targets.get(other, ()) if target in it.places]
                waits = any(it.engaged(other, target) for target in targets)
                it.check(not waits, "core.fight.chargers-first", f"{key} fights before {other}, who charged")

    def on_stratagem(self, event: Event) -> None:
        if event.values["name"] == "Counter-Offensive":
            self.countered = event.about[0]

    def on_dreads(self, event: Event) -> None:
        self.ledger.did[event.about[0]].add("dreads")

    def blows(self, key: str) -> tuple[int, int]:
        """The least and the most attacks a model makes when it fights."""
        it, did = self.ledger, self.ledger.did[key]
        card = it.cards[key]
        printed = card.row(it.wounds[key] or 1).attacks
        more = sum(e.amount for e in it.lasting if e.about == key and e.key in ("fists-of-gork", "hallowed-fury"))
        more += any(e.key == "waaagh" and e.owner == it.seat(key) for e in it.lasting)
        if card.has("shock-assault"):
            charged = any(key in it.targets.get(other, ()) and "charge-move" in it.did[other] for other in it.cards)
            more += bool(did & {"charge-move", "heroic-intervention"}) or charged
        more += card.has("avalanche-of-muscle") and "charge-move" in did
        more += sum(weapon.extra_attacks for carried in card.weapons for weapon in carried.melee)
        return printed.least + more, printed.most + more

    def on_attacks_lost(self, event: Event) -> None:
        self.begins(event, event.values["n"])

    def on_automatic_hits(self, event: Event) -> None:
        self.begins(event, event.values["n"])
        self.hit = event.values["n"]

    def on_smoke(self, event: Event) -> None:
        self.ledger.spent.setdefault(event.about[0], []).append("smoke")

    def on_hold_steady(self, event: Event) -> None:
        self.ledger.did[event.about[0]].add("holds steady")

    def on_set_to_defend(self, event: Event) -> None:
        self.ledger.did[event.about[0]].add("defends")

    def on_hits(self, event: Event) -> None:
        it, (key, target) = self.ledger, event.about
        weapon = self.begins(event, event.values["of"])
        assert event.dice is not None and self.volley is not None
        faces = event.dice.faces
        it.check(len(faces) == event.values["of"], "core.attack.hit-roll", "a die for each attack")
        ranged = weapon is not None and weapon.type != "melee"
        row = it.cards[key].row(it.wounds[key])
        skill = row.ballistic_skill if ranged else row.weapon_skill
        if self.volley.overwatch:
            least = 5 if "holds steady" in it.did[key] else 6
            landed = [face for face in faces if face >= least]
        else:
            modifier = self.modifier(key, target, weapon, ranged)
            modifier += sum(it.amount for it in event.dice.modifiers if it.label == "dense cover")
            modifier = max(-1, min(1, modifier))
            landed = [face for face in faces if face == 6 or (face > 1 and face + modifier >= skill)]
        told = f"{len(landed)} of {faces} hit {target} by {key}, not {event.values['n']}"
        it.check(len(landed) == event.values["n"], "core.attack.hit-modifier-cap", told)
        sixes = faces.count(6)
        extra = weapon.extra_hits_on_six * sixes if weapon is not None else 0
        self.sure = sixes if weapon is not None and weapon.automatic_wounds_on_six else 0
        self.hit = len(landed) + extra - self.sure
        self.wounding = self.sure
        if not ranged:
            self.judge_blow(key, target)

    def modifier(self, key: str, target: str, weapon: WeaponProfile | None, ranged: bool) -> int:
        it, effects = self.ledger, self.ledger.effects(key)
        found = weapon.hit_modifier if weapon is not None else 0
        found += effects.count("my-will-be-done") - effects.count("jabbin-fingerz") - effects.count("withering-gaze")
        mover = it.aboard.get(key, key)
        if ranged:
            assert weapon is not None
            if weapon.type in ("assault", "dakka") and "advance" in it.did[mover]:
                found -= 1
            moved = {"normal-move", "advance", "arrives", "disembarks", "appears", "set-up"}
            if weapon.type == "heavy" and it.is_a(key, "INFANTRY") and it.did[mover] & moved:
                found -= 1
            if weapon.type == "heavy" and it.in_combat_with(key):
                found -= 1
            against = it.effects(target)
            return found - against.count("nightshroud") - against.count("smoke-launchers")
        bosses = [key, *it.friends(key)]
        boss = any(
            it.cards[friend].has("warboss") and it.gap(key, friend) <= 6.001 for friend in bosses if friend in it.places
        )
        found += boss and it.is_a(key, "CORE", "CHARACTER")
        return found + ("defends" in it.did[key])

    def judge_blow(self, key: str, target: str) -> None:
        it = self.ledger
        if key not in it.places:
            return
        line = any(piece.has("defence-line") for piece in it.battle.field.pieces) and it.gap(key, target) <= 2.002
        it.check(it.engaged(key, target) or line, "core.fight.targets", f"{key} strikes {target} from afar")
        if "charge-move" in it.did[key]:
            declared = target in it.targets[key] or "heroic-intervention" in it.did[target]
            it.check(declared, "core.fight.charger-targets", f"{key} strikes {target}, no target of its charge")

    def on_wound_rolls(self, event: Event) -> None:
        it, (key, target), weapon = self.ledger, event.about, self.profile
        assert event.dice is not None and self.pair == (key, target)
        it.check(
            event.values["of"] == self.hit, "core.attack.hit-roll", f"{self.hit} hits make {event.values['of']} rolls"
        )
        strength = it.cards[key].row(it.wounds[key]).strength
        more = sum(e.amount for e in it.lasting if e.about == key and e.key in ("fists-of-gork", "hallowed-fury"))
        if weapon is not None:
            own = weapon.strength
            strength = own.own or strength * own.times + own.plus + more
        else:
            strength += more
        tough = it.cards[target].toughness
        needed = 2 if strength >= 2 * tough else 3 if strength > tough else 4 if strength == tough else 5
        needed = 6 if 2 * strength <= tough else needed
        wounds = len([face for face in event.dice.faces if face >= needed])
        told = f"{wounds} of {event.dice.faces} wound {target} by {key} (S {strength}), not {event.values['n']}"
        it.check(wounds == event.values["n"], "core.attack.wound-table", told)
        self.wounding = wounds + self.sure

    def on_saves(self, event: Event) -> None:
        it, target, weapon = self.ledger, event.about[0], self.profile
        assert event.dice is not None
        card = it.cards[target]
        it.check(event.values["of"] == self.wounding, "core.attack.saving-throw", "a save for each wound")
        barrier = "psychic-barrier" in it.effects(target)
        cover = sum(m.amount for m in event.dice.modifiers if m.label in ("cover", "small in cover"))
        armour = card.save - (weapon.ap if weapon is not None else 0) - card.save_bonus - barrier
        if event.dice.label == "Invulnerable save":
            needed = max(2, card.invulnerable - barrier)
            it.check(card.invulnerable - barrier < armour, "core.attack.invulnerable-save", f"{target} saves worse")
        else:
            needed = max(2, armour - cover)
        saved = len([face for face in event.dice.faces if face >= needed])
        told = f"{saved} of {event.dice.faces} saved by {target}, not {event.values['n']}"
        it.check(saved == event.values["n"], "core.attack.saving-throw", told)
        self.failed = event.values["of"] - saved

    # -- harm --------------------------------------------------------------------------------------------------------------

    def on_wounds(self, event: Event) -> None:
        it, key = self.ledger, event.about[0]
        left = it.wounds[key] - event.values["amount"]
        it.check(left == event.values["left"] >= 0, "core.attack.excess-damage-lost", f"{key} has {left} wounds left")
        by_attack = ("core.attack.inflict-damage", "core.attack.mortal-wounds-in-addition")
        if event.clause in by_attack and left == 0 and self.volley is not None and key not in self.volley.fallen:
            self.volley.fallen.append(key)

    def on_explodes(self, event: Event) -> None:
        self.exploded.add(event.about[0])

    on_burns_out = on_explodes

    def on_destroyed(self, event: Event) -> None:
        it, key = self.ledger, event.about[0]
        if it.cards[key].explosion is not None:
            it.check(key in self.exploded, "core.ability.explodes", f"nothing is rolled for {key}")
        it.check(key not in it.aboard.values(), "core.transport.destroyed", f"somebody is still aboard {key}")

    def on_reanimation(self, event: Event) -> None:
        assert self.volley is not None
        owed = event.about[0] in self.volley.fallen
        self.ledger.check(owed, "faction.reanimation-protocols", f"{event.about[0]} was not felled by attacks")
        if owed:
            self.volley.fallen.remove(event.about[0])

    def on_stands_up(self, event: Event) -> None:
        key = event.about[0]
        self.ledger.check(key in self.ledger.gone, "faction.reanimation-protocols", f"{key} was not destroyed")


# -- powers ------------------------------------------------------------------------------------------------------------


class Powers(Chapter):
    """How often what may be attempted, and what it takes."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self.round: list[tuple[int, str]] = []
        self.phase: Counter[str] = Counter()
        self.smites = 0
        self.caster = ""

    def on_turn(self, event: Event) -> None:
        if event.values["round"] != self.ledger.round:
            self.round = []

    def on_phase(self, event: Event) -> None:
        self.phase, self.smites = Counter(), 0

    def on_psychic_test(self, event: Event) -> None:
        it, key, name = self.ledger, event.about[0], event.values["power"]
        assert event.dice is not None
        psyker = it.cards[key].psyker
        assert psyker is not None
        (power,) = [power for power in psyker.known if power.name == name]
        smite = name == "Smite"
        tried = (it.seat(key), f"{name} {key}" if smite else name)
        it.check(tried not in self.round, "core.psychic.same-power-once", f"{key} attempts {name} again")
        needed = power.warp_charge + (self.smites if smite else 0)
        it.check(event.values["needed"] == needed, "core.psychic.smite-gets-harder", f"{name} needs {needed}")
        it.check(event.values["n"] == sum(event.dice.faces), "core.psychic.test", f"{name}: the sum")
        it.check("fall-back" not in it.did[key], "core.psychic.select", f"{key} Fell Back")
        self.round.append(tried)
        self.smites += smite
        self.phase[key] += 1
        self.caster = key
        it.check(self.phase[key] <= psyker.powers_per_phase, "core.psychic.number-of-powers", f"{key}: too many")

    def on_denies(self, event: Event) -> None:
        it, key = self.ledger, event.about[0]
        psyker = it.cards[key].psyker
        assert psyker is not None and event.dice is not None
        self.phase[f"{key} denies"] += 1
        it.did[key].add("denied")
        it.check(self.phase[f"{key} denies"] <= psyker.denies_per_phase, "core.psychic.deny-once", f"{key}: too many")
        it.check(it.gap(key, self.caster) <= 24 + HAIR, "core.psychic.deny", f"{key} is too far to deny")
        hood = it.cards[key].has("psychic-hood") and it.gap(key, self.caster) <= 12.001
        denied = sum(event.dice.faces) + hood > event.values["needed"]
        it.check(denied == (event.key == "denies"), "core.psychic.deny", f"{event.dice.faces} of {key}")

    on_fails_to_deny = on_denies


# -- morale ------------------------------------------------------------------------------------------------------------


class Morale(Chapter):
    """One test for each army that lost somebody, who flees, and how many attrition takes."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self.tested: list[int] = []
        self.failed = -1
        self.fled = self.dice = self.owed = self.rolled_for = 0

    def on_turn(self, event: Event) -> None:
        self.close()
        it = self.ledger
        for seat in (0, 1) if it.round else ():
            owed = it.lost[seat] > 0 and bool(it.on_table(seat))
            it.check(not owed or seat in self.tested, "vanguard.morale.trigger", f"army {seat} takes no test")
        self.tested = []

    def on_ends(self, event: Event) -> None:
        self.close()

    def on_stratagem(self, event: Event) -> None:
        if event.values["name"] == "Insane Bravery":
            self.tested.append(0 if event.values["who"] == self.ledger.battle.army_name(0) else 1)

    def below_half(self, seat: int) -> bool:
        it = self.ledger
        alive = [key for key in it.cards if it.seat(key) == seat and key not in it.gone]
        return 2 * len(alive) < it.battle.sides[seat].starting_models

    def on_morale_passed(self, event: Event) -> None:
        self.close()
        it = self.ledger
        assert event.dice is not None
        seat, face = event.dice.player, event.dice.faces[0]
        first = not self.tested or self.tested == [it.turn]
        it.check(first and seat not in self.tested, "vanguard.morale.active-player-tests-first", "the order of tests")
        it.check(it.lost[seat] > 0, "vanguard.morale.trigger", f"army {seat} lost nobody and tests")
        added = it.lost[seat] * (2 if self.below_half(seat) else 1)
        heads = [it.cards[key].leadership - 2 * ("terrifying-visions" in it.effects(key)) for key in it.on_table(seat)]
        passes = face == 1 or face + added <= max(heads)
        told = f"army {seat}: {face} and {added} against {max(heads)}"
        it.check(passes == (event.key == "morale-passed"), "vanguard.morale.normal-test", told)
        it.check(event.values["n"] == face + added, "vanguard.morale.double-losses-below-half", told)
        self.tested.append(seat)
        if not passes:
            self.failed, self.fled, self.dice, self.owed = seat, 0, 0, 1

    on_morale_failed = on_morale_passed

    def on_attrition(self, event: Event) -> None:
        it = self.ledger
        assert event.dice is not None
        if not self.dice:
            self.rolled_for = len([k for k in it.on_table(self.failed) if "mental-fortitude" not in it.effects(k)])
        worst = 1 - sum(modifier.amount for modifier in event.dice.modifiers)
        labels = [modifier.label for modifier in event.dice.modifiers]
        it.check("below half-strength" not in labels or self.below_half(self.failed), event.clause, "not below half")
        self.dice += len(event.dice.faces)
        self.owed += len([face for face in event.dice.faces if face <= worst])

    def on_flees(self, event: Event) -> None:
        if event.about[0] in self.ledger.places:
            self.fled += 1

    def close(self) -> None:
        """After a failed test: everybody rolled once, and as many fled as had to."""
        it, seat, self.failed = self.ledger, self.failed, -1
        if seat >= 0:
            it.check(self.dice == self.rolled_for, "vanguard.morale.combat-attrition-army-wide", f"{self.dice} dice")
            right = self.fled == self.owed or not it.on_table(seat)
            it.check(right, "vanguard.morale.combat-attrition-army-wide", f"{self.fled} of {self.owed} fled")
            self.rolled_for = 0


# -- questions -----------------------------------------------------------------------------------------------------------


class Questions:
    """Is every option that is offered legal, and every legal one offered?"""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def judge(self, question: Any) -> None:
        handler = {
            "core.shoot.select": self.shooters,
            "core.shoot.declare-all-targets-first": self.aims,
            "core.weapon.pistol-or-others": self.aims,
            "core.charge.each-unit-once": self.chargers,
            "core.heroic.eligible": self.heroes,
            "core.psychic.deny": self.deniers,
            "core.move.options-when-free": self.moves,
            "core.move.options-when-engaged": self.moves,
            "vanguard.split-fire.other-targets": self.others,
            "vanguard.morale.failed-one-flees": self.anybody,
            "vanguard.morale.combat-attrition-army-wide": self.anybody,
        }.get(question.clause)
        if handler is not None:
            handler(question)

    def same(self, question: Question[Any], right: set[str], offered: set[str]) -> None:
        wrong = f"{question.prompt} offers {sorted(offered - right)} wrongly and not {sorted(right - offered)}"
        self.ledger.check(right == offered, question.clause, wrong)

    def offered(self, question: Question[Any]) -> set[str]:
        assert isinstance(question, Choose)
        return {option.key for option in question.available if not option.declines}

    def mine(self, question: Question[Any]) -> list[str]:
        return self.ledger.on_table(question.player)

    def may_aim(self, key: str, weapon: WeaponProfile, target: str) -> bool:
        it = self.ledger
        return not it.against_weapon(key, weapon) and not it.against_target(key, weapon, target)

    def shooters(self, question: Question[Any]) -> None:
        it = self.ledger
        riding = [key for key in it.aboard if it.seat(key) == question.player and it.aboard[key] in it.places]
        right = set[str]()
        for key in [*self.mine(question), *riding]:
            card = it.cards[key]
            if it.against_shooting(key) or not card.row(it.wounds[key]).ballistic_skill:
                continue
            guns = [profile for weapon in card.weapons for profile in weapon.ranged]
            open_to_it = [gun for gun in guns if not it.against_weapon(key, gun)]
            smokes = card.has("smoke-launchers") and "smoke" not in it.spent.get(key, ())
            if any(self.may_aim(key, gun, foe) for gun in guns for foe in it.enemies(key)) or (open_to_it and smokes):
                right.add(key)
        self.same(question, right, self.offered(question))

    def aims(self, question: Question[Any]) -> None:
        assert isinstance(question, Choose)
        it, key = self.ledger, question.about[0]
        for option in question.available:
            name, _, target = option.key.partition(">")
            if target:
                gun = it.cards[key].weapon(name.split("/")[0]).profile(name.split("/")[1])
                it.check(self.may_aim(key, gun, target), question.clause, f"{key} may not shoot {option.key}")
        if question.clause == "core.shoot.declare-all-targets-first":
            right = {
                f"{weapon.key}/{gun.key}>{foe}" for weapon in it.cards[key].weapons for gun in weapon.ranged
                for foe in it.enemies(key) if self.may_aim(key, gun, foe)
            }  # fmt: skip
            self.same(question, right, self.offered(question) - {"smoke"})

    def others(self, question: Question[Any]) -> None:
        assert isinstance(question, Split)
        it, (initial, *others) = self.ledger, [lot.key for lot in question.lots]
        key, gun = it.aimed
        near = [enemy for enemy in it.enemies(key) if enemy != initial and it.gap(initial, enemy) <= 3 + TOLERANCE]
        self.same(question, {enemy for enemy in near if not it.against_target(key, gun, enemy)}, set(others))

    def chargers(self, question: Question[Any]) -> None:
        right = {key for key in self.mine(question) if not self.ledger.against_charging(key)}
        self.same(question, right & self.ledger.near_at_start, self.offered(question))

    def heroes(self, question: Question[Any]) -> None:
        it = self.ledger
        heroes = [key for key in self.mine(question) if it.is_a(key, "CHARACTER") and not it.in_combat_with(key)]
        right = {key for key in heroes if any(self.is_by(key, enemy) for enemy in it.enemies(key))}
        right -= {key for key in right if it.did[key] & {"heroic-intervention", "wreck"}}
        self.same(question, right, self.offered(question))

    def is_by(self, key: str, enemy: str) -> bool:
        it = self.ledger
        rise = abs(it.places[key][2] - it.places[enemy][2])
        return it.flat(key, enemy) <= 3 + TOLERANCE and rise <= 5 + TOLERANCE

    def deniers(self, question: Question[Any]) -> None:
        it, caster = self.ledger, question.about[0]
        psykers = [key for key in self.mine(question) if it.cards[key].psyker is not None]
        right = {key for key in psykers if it.gap(key, caster) <= 24 + TOLERANCE and "denied" not in it.did[key]}
        self.same(question, right, self.offered(question))

    def moves(self, question: Question[Any]) -> None:
        fighting = bool(self.ledger.in_combat_with(question.about[0]))
        offered = self.offered(question)
        right = offered <= {"fall-back", "breakout"} if fighting else offered == {"normal", "advance"}
        self.ledger.check(right, question.clause, f"{question.about[0]} may {sorted(offered)}")

    def anybody(self, question: Question[Any]) -> None:
        it = self.ledger
        right = {key for key in self.mine(question) if "mental-fortitude" not in it.effects(key)}
        self.same(question, right, self.offered(question))


class Referee:
    """Watches a game: call `look` after every answer, and `hear` with the answer before it is given."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ledger = Ledger(game)
        self.chapters = [chapter(self.ledger) for chapter in (Points, Moves, Attacks, Powers, Morale)]
        self.questions = Questions(self.ledger)
        self.read = 0

    @property
    def faults(self) -> list[str]:
        return self.ledger.faults

    def hear(self, given: Any) -> None:
        """What is said and not told: who is selected, and which of two markers a model counts for."""
        question = self.game.question
        if question is not None and question.clause == "core.mission.objective-control":
            self.ledger.counts_for[question.about[0]] = int(str(given).removeprefix("marker-")) - 1
        elif question is not None and question.clause == "core.shoot.select" and given in self.ledger.cards:
            self.ledger.did[str(given)].add("shot")

    def look(self) -> None:
        ledger = self.ledger
        assert isinstance(self.game.state, Battle)
        ledger.battle = self.game.state
        for event in self.game.events_from(self.read):
            self.read += 1
            for chapter in self.chapters:
                chapter.see(event)
            ledger.note(event)
        battle = ledger.battle
        ledger.lasting = battle.effects
        ledger.check(battle.command_points == tuple(ledger.command_points), "core.stratagem.cost", "the CP differ")
        if self.game.deciders():
            self.questions.judge(self.game.question)
        for model in battle.models:
            stands = (model.base.x, model.base.y, model.base.elevation)
            if model.on_table and ledger.places.get(model.key) != stands:
                ledger.fault("core.concept.measuring", f"{model.key} is at {stands} without a word")
            if model.wounds != ledger.wounds[model.key]:
                ledger.fault("core.attack.inflict-damage", f"{model.key} has {model.wounds} wounds without a word")
