"""What a referee measures of a move: how far everybody went, what it cost, that nothing was in the way."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, cos, hypot, radians, sin
from typing import Any

from tests.rulebooks.vijilant.refereeing.facts import HAIR, STANDING, Facts, Outline, front, overlaps
from tests.rulebooks.vijilant.slow_geometry import Point, inside, to_edge, within_outline
from vanguard.core.game import Game
from vanguard.core.telling.events import Event

PACE = 0.1
ENTRIES = ("deploy.default-edge", "deploy.cheaper-entries", "depot.attacker-deployment", "heist.attacker-deployment")
Way = tuple[Point, ...]


def rough_share(a: Point, b: Point, rough: list[Outline]) -> float:
    """How much of a straight leg leads through rough ground; where pieces overlap it counts once."""
    share, reached = 0.0, 0.0
    for low, high in sorted([part for part in [within_outline(it, a, b) for it in rough] if part is not None]):
        share += max(0.0, high - max(low, reached))
        reached = max(reached, high)
    return share


class Moves(Facts):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.active, self.entry = "", ""
        self.flights = 0
        self.driven = False
        """Has the train driven on?"""
        self.daring: list[str] = []
        """Who has come through dangerous terrain and not rolled for it yet."""
        self.struck: set[str] = set()
        """Who was run down in the drive under way."""
        self.stopped = False
        """Did somebody who survived stop it?"""
        self.locked: set[str] = set()
        self.remember()

    def remember(self) -> None:
        """How things stand before an answer: moves are measured against that, whatever else the answer leads to."""
        self.ground = self.field
        self.before = {it.key: it.base for it in self.battle.models}
        self.hurry = {it.key: it.move_bonus for it in self.battle.units}
        self.on_table = {it.key for it in self.battle.models if it.fate == STANDING}
        asked = self.game.question
        if asked is None or asked.clause != "wounds.system-or-wound":  # that is asked in the middle of a ram, too
            self.locked = {it.key for it in self.battle.units if self.in_contact(it)}

    def allowance(self, unit: Any, event: Event) -> float:
        """Its Move, in its own turn with Double Time; once or twice that on entry."""
        move = unit.card.move + (self.hurry[unit.key] if unit.key == self.active else 0)
        once = self.entry == "short" or (not self.entry and unit.card.deployment.moves == 1)
        return float(move * (2 if event.clause in ENTRIES and not once else 1)) + HAIR

    def on_moves(self, event: Event) -> None:
        unit = self.about(event)
        locked = unit.key in self.locked and event.clause not in ENTRIES
        costs = []
        for key, way in zip(event.values["pieces"], event.values["paths"], strict=True):
            base = self.before[key]
            begins = hypot(way[0][0] - base.x, way[0][1] - base.y) < 0.01
            self.agree("where moves begin", begins or event.clause in ENTRIES, f"{key} at {way[0]}")
            cost = self.walked(way, self.ground.outlines("rough"), locked)
            self.agree("distances", cost <= self.allowance(unit, event), f"{key} walks {cost:.2f} cm")
            self.check_free(unit, base, way, self.ground.outlines("impassable"))
            costs.append(cost / 2 if locked else cost)
            self.note_danger(key, way)
        told = float(event.values["cost"])
        self.agree("costs told", abs(max(costs) - told) <= 0.07, f"{unit.name} walks {max(costs):.2f}, not {told}")

    def on_drives(self, event: Event) -> None:
        unit, way = self.about(event), event.values["path"]
        model = self.battle.models[unit.first]
        base, entering = self.before[model.key], event.clause in ENTRIES
        hovers = unit.card.type in ("Skimmer", "VTOL")
        locked = unit.key in self.locked and not hovers and not entering
        facing = base.facing if not entering else 270.0 if way[0][1] > 35 else 90.0
        start, end = front(base.at(*way[0]), facing), front(base.at(*way[-1]), model.base.facing)
        straight = hypot(end[0] - start[0], end[1] - start[1]) * (2 if locked else 1)
        cost = max(self.walked(way, [] if hovers else self.ground.outlines("rough"), locked), straight)
        self.agree("distances", cost <= self.allowance(unit, event), f"{unit.name} drives {cost:.2f} cm")
        if unit.card.ponderous:
            ux, uy = cos(radians(facing)), sin(radians(facing))
            off = max(abs((x - way[0][0]) * uy - (y - way[0][1]) * ux) for x, y in way)
            self.agree("ponderous lines", off < HAIR, f"{unit.name} leaves its line by {off:.2f} cm")
        closed = [] if hovers else self.ground.outlines("impassable")
        ramming = event.clause == "ramming.part-of-movement"
        self.check_free(unit, base, way, closed, ramming)
        if not hovers and unit.key == self.active:
            self.note_danger(model.key, way)
        if ramming:
            self.check_ram(unit, base, way)

    def note_danger(self, key: str, way: Way) -> None:
        for outline in self.ground.outlines("dangerous"):
            if any(inside(outline, at) for at in way) or any(within_outline(outline, a, b) for a, b in pairwise(way)):
                self.daring.append(key)

    def check_danger(self, roll: Any) -> None:
        alive = self.still_daring()
        self.agree("dangerous terrain", roll.count == len(alive), f"{roll.count} dice for {alive}")
        self.daring = []

    def still_daring(self) -> list[str]:
        """Who died meanwhile, or came there in a Last Stand, has nothing more to fear."""
        return [key for key in self.daring if self.battle.models[self.battle.places[key]].fate == STANDING]

    def on_rams(self, event: Event) -> None:
        self.struck |= set(event.values["whom"])

    def on_ram_stopped(self, event: Event) -> None:
        self.stopped = True

    def check_ram(self, unit: Any, base: Any, way: Way) -> None:
        """Whoever the base came over was struck, and nobody it did not touch; who stands too high or too low is not met. Who is
        stopped where it cannot stay is set back on its way, and may have struck others beyond its end."""
        met = self.onward(way, unit.card.move + self.hurry[unit.key]) if self.stopped else way
        theirs = [it for it in self.battle.units if it.seat != unit.seat and not self.flying(it)]
        for model in [model for it in theirs for model in self.battle.models[it.first : it.last]]:
            other = self.before[model.key]
            if model.key not in self.struck and model.key not in self.on_table:
                continue
            swept = met if model.key in self.struck else way
            apart = min([to_edge(a, b, (other.x, other.y)) for a, b in pairwise(swept)]) - base.radius - other.radius
            fine = apart <= HAIR if model.key in self.struck else apart >= -HAIR
            self.agree("rams", fine, f"{unit.name} passes {model.key} at {apart:.2f} cm")
        self.end_ram()

    def end_ram(self) -> None:
        self.struck, self.stopped = set(), False

    def onward(self, way: Way, far: float) -> Way:
        """A way that leads so much farther, straight on."""
        (ax, ay), (bx, by) = way[-2:]
        length = hypot(bx - ax, by - ay)
        return (*way, (bx + (bx - ax) / length * far, by + (by - ay) / length * far)) if length else way

    def walked(self, way: Way, rough: list[Outline], locked: bool) -> float:
        """What a way costs: double in rough ground, or all of it out of close combat."""
        legs = [
            (hypot(b[0] - a[0], b[1] - a[1]), 1.0 if locked else rough_share(a, b, rough)) for a, b in pairwise(way)
        ]
        return sum([length * (1.0 + slow) for length, slow in legs])

    def check_free(self, unit: Any, base: Any, way: Way, closed: list[Outline], ramming: bool = False) -> None:
        """Not through closed terrain, and not through enemies but in a ram."""
        theirs = [it for it in self.battle.units if it.seat != unit.seat and not self.flying(it) and not ramming]
        enemies = [self.before[model.key] for it in theirs for model in self.models(it)]
        met = ""
        for a, b in pairwise(way):
            paces = max(1, ceil(hypot(b[0] - a[0], b[1] - a[1]) / PACE))
            for k in range(paces + 1):
                x, y = (a[i] + (b[i] - a[i]) * k / paces for i in (0, 1))
                if any(overlaps(x, y, base.radius, outline) for outline in closed):
                    met = f"terrain at {x:.2f}, {y:.2f}"
                for it in enemies:
                    if hypot(it.x - x, it.y - y) < base.radius + it.radius - HAIR:
                        met = f"{it.key} at {x:.2f}, {y:.2f}"
        self.agree("free ways", not met, f"{base.key} goes through {met}")

    def on_flies(self, event: Event) -> None:
        unit = self.about(event)
        model = self.battle.models[unit.first]
        self.flights += 1
        self.agree("one flight", self.flights == 1, f"{unit.name} flies again")
        if event.clause == "ramming.altitude":
            self.end_ram()
            return
        base = self.before[model.key]
        start = event.values["path"][0] if event.clause == "deploy.flyer" else front(base, base.facing)
        end = front(model.base, model.base.facing)
        flown = hypot(end[0] - start[0], end[1] - start[1])
        right = abs(flown - unit.card.move - self.hurry[unit.key]) <= 0.11
        self.agree("full flights", right, f"{unit.name} flies {flown:.2f} cm")

    def on_train_moves(self, event: Event) -> None:
        self.driven = True
        moved = [(abs(b[0] - a[0]), abs(b[1] - a[1])) for a, b in event.values["paths"]]
        carried = all(abs(x - 10) < 0.01 and y < 0.01 for x, y in moved)
        self.agree("riders", carried, f"{moved}")
        riding = set(event.about)
        aboard = {it.key for it in self.battle.models if it.fate == 1 and self.aboard(it)}
        self.agree("who rides", aboard == riding, f"{sorted(aboard ^ riding)}")
