"""What must be asked: whoever may answer a charge, a Fall Back, a power or bad dice now is asked before it is too late."""

from __future__ import annotations

from collections.abc import Collection

from tests.rulebooks.fortyk_vanguard.refereeing.ledger import Chapter, Ledger
from tests.rulebooks.fortyk_vanguard.refereeing.points import PRICES, Points
from vanguard.core.telling.events import Event

SELECTIONS = {
    "core.move.each-unit-once", "core.psychic.select", "core.shoot.select", "core.charge.each-unit-once", "core.fight.alternate",
    "core.fight.chargers-first",
}  # fmt: skip


class Windows(Chapter):
    """The questions since somebody was selected, and those that are missing among them."""

    def __init__(self, ledger: Ledger, points: Points) -> None:
        super().__init__(ledger)
        self.points = points
        self.asked: set[str] = set()
        self.charge: tuple[str, ...] = ()
        """Who charges whom."""
        self.defends: set[str] = set()
        """Who was set to defend in this phase and does not fire."""
        self.again: Collection[int] = ()
        """Dice that were rolled again already."""

    def hear(self, clause: str) -> None:
        """This is asked now."""
        if clause in SELECTIONS:
            self.asked = set()
        self.asked.add(clause)

    def may_use(self, seat: int, name: str) -> bool:
        it = self.ledger
        return it.command_points[seat] >= PRICES[name] and not self.points.used[seat][name]

    def was_asked(self, clause: str, told: str) -> None:
        self.ledger.check(clause in self.asked, clause, f"nobody was asked {told}")

    def on_phase(self, event: Event) -> None:
        self.defends = set()

    # -- charges and moves -------------------------------------------------------------------------------------------------

    def on_declares(self, event: Event) -> None:
        self.charge = event.about

    def on_set_to_defend(self, event: Event) -> None:
        self.defends.add(event.about[0])

    def on_charge_roll(self, event: Event) -> None:
        charger, *targets = self.charge
        if self.may_use(1 - self.ledger.seat(charger), "Fire Overwatch"):
            for target in targets:
                if self.could_fire(target, charger):
                    self.was_asked("core.stratagem.fire-overwatch", f"whether {target} fires Overwatch at {charger}")

    def could_fire(self, key: str, charger: str) -> bool:
        it = self.ledger
        if key not in it.places or key in self.defends or it.in_combat_with(key):
            return False
        card = it.cards[key]
        if not card.row(it.wounds[key]).ballistic_skill:
            return False
        guns = [gun for weapon in card.weapons for gun in weapon.ranged if not it.against_weapon(key, gun)]
        return any(not it.against_target(key, gun, charger) for gun in guns)

    def on_fall_back(self, event: Event) -> None:
        it, key = self.ledger, event.about[0]
        if it.in_combat_with(key) and self.may_use(1 - it.seat(key), "Cut Them Down"):
            self.was_asked("core.stratagem.cut-them-down", f"whether {key} is cut down")

    on_desperate_breakout = on_fall_back

    # -- powers and dice -----------------------------------------------------------------------------------------------------

    def on_manifests(self, event: Event) -> None:
        it, caster = self.ledger, event.about[0]
        for key in it.on_table(1 - it.seat(caster)):
            psyker = it.cards[key].psyker is not None and it.gap(key, caster) <= 24 and "denied" not in it.did[key]
            if psyker and 12 + it.hood(key, caster) > it.tested:
                self.was_asked("core.psychic.deny", f"whether {key} denies {caster}")

    def on_re_rolls_ones(self, event: Event) -> None:
        self.again = range(event.values["n"])

    def on_hits(self, event: Event) -> None:
        """One of several dice that missed may be rolled again, if not all of those were before."""
        assert event.dice is not None
        again, self.again = self.again, ()
        failed = [mark for mark in event.dice.marks if mark in ("miss", "fail")]
        if len(failed) > len(again) and self.may_use(self.ledger.seat(event.about[0]), "Command Re-roll"):
            self.was_asked("core.stratagem.command-re-roll", f"about {failed}")

    on_wound_rolls = on_hits
