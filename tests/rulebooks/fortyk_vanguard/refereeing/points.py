"""Command points are gained and paid, victory points are those of the markers held."""

from __future__ import annotations

from collections import Counter
from math import hypot

from tests.rulebooks.fortyk_vanguard.refereeing.ledger import Chapter, Ledger
from vanguard.core.telling.events import Event

PRICES = {
    "Command Re-roll": 1, "Cut Them Down": 1, "Desperate Breakout": 2, "Emergency Disembarkation": 1, "Fire Overwatch": 1,
    "Counter-Offensive": 2, "Insane Bravery": 2,
}  # fmt: skip


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
