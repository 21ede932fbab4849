"""What the referee keeps and measures: who is where, wounds, points, and what everybody did this turn and this phase."""

from __future__ import annotations

from math import hypot
from typing import Any

from vanguard.core.game import Game
from vanguard.core.telling.events import Event
from vanguard.rulebooks.fortyk_vanguard.profiles import ModelProfile, WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.state import SIDES, Battle, Effect

TOLERANCE = 0.001
"""The book forgives a thousandth, in favour of within."""
HAIR = 0.002
"""As much again for what is rounded."""
WALKS = {
    "normal-move", "advance", "fall-back", "desperate-breakout", "charge-move", "pile-in", "consolidation",
    "heroic-intervention",
}  # fmt: skip
GONE = {"destroyed", "flees", "no-room", "no-place", "never-arrived"}
DOOMED = {"caught", "overheats", "wreck-lost"}
"""Destroyed outright, with whatever that sets off before the model is gone."""
SET_UP = {"deployed", "disembarks", "arrives", "appears", "stands-up"}
Spot = tuple[float, float, float]


class Ledger:
    """What the referee keeps: who is where, wounds, points, and what everybody did this turn and this phase."""

    def __init__(self, game: Game, objections: list[str]) -> None:
        assert isinstance(game.state, Battle)
        self.battle: Battle = game.state
        self.objections = objections
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
        self.tested = 0
        """What the last Psychic test came to."""
        self.turns_to_come = 0
        """So many turns begin among what is still to be read: until they do, the effects on the table are not yet those of now."""
        self.lasting: tuple[Effect, ...] = ()
        """Powers and orders, as they were before what the log tells now."""

    def fault(self, clause: str, words: str) -> None:
        self.objections.append(f"round {self.round}, {self.phase}: {words} [{clause}]")

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

    def hood(self, key: str, caster: str) -> int:
        """What a Psychic Hood adds to a roll to deny this caster."""
        return int(self.cards[key].has("psychic-hood") and self.gap(key, caster) <= 12 + TOLERANCE)

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
        mover = self.aboard.get(key, key)
        if self.did[mover] & {"fall-back", "desperate-breakout"}:
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
        elif event.key in DOOMED or (event.key == "breakout" and event.dice is not None and event.dice.faces == (1,)):
            self.wounds[key] = 0
        elif event.key == "psychic-test":
            self.tested = event.values["n"]
        elif event.key in ("wounds", "regains"):
            self.wounds[key] = event.values["left"]
        elif event.key == "turn":
            self.round = event.values["round"]
            self.turn = self.battle.turn
            self.lost = [0, 0]
            self.targets = {}
            self.turns_to_come -= 1
            self.lasting = self.battle.effects
            self.did = {it: set() for it in self.cards}
        elif event.key == "phase":
            self.phase = event.values["phase"]
            near = [it for it in self.places if any(self.gap(it, foe) <= 12 + TOLERANCE for foe in self.enemies(it))]
            self.near_at_start = set(near)
            if not self.turns_to_come:
                self.lasting = self.battle.effects


class Chapter:
    """One part of the book the referee knows; `see` is called before the ledger notes an event."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def see(self, event: Event) -> None:
        handler = getattr(self, "on_" + event.key.replace("-", "_"), None)
        if handler is not None:
            handler(event)
