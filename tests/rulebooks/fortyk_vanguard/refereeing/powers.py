"""Psychic powers: how often what may be attempted, and what it takes."""

from __future__ import annotations

from collections import Counter

from tests.rulebooks.fortyk_vanguard.refereeing.ledger import HAIR, Chapter, Ledger
from vanguard.core.telling.events import Event


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
        denied = sum(event.dice.faces) + it.hood(key, self.caster) > event.values["needed"]
        it.check(denied == (event.key == "denies"), "core.psychic.deny", f"{event.dice.faces} of {key}")

    on_fails_to_deny = on_denies
