"""The Morale phase: who tests, who flees, and how many attrition takes."""

from __future__ import annotations

from tests.rulebooks.fortyk_vanguard.refereeing.ledger import Chapter, Ledger
from vanguard.core.telling.events import Event


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
