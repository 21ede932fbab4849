"""What players may choose: all that is legal, and nothing else."""

from __future__ import annotations

from typing import Any

from tests.rulebooks.fortyk_vanguard.refereeing.ledger import TOLERANCE, Ledger
from vanguard.core.questions import Choose, Question, Split
from vanguard.rulebooks.fortyk_vanguard.profiles import WeaponProfile


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
        near = [key for key in psykers if it.gap(key, caster) <= 24 + TOLERANCE and "denied" not in it.did[key]]
        right = {key for key in near if 12 + it.hood(key, caster) > it.tested}
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
