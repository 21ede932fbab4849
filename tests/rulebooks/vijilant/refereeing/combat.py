"""What a referee makes of an attack: who may fire, what each face of a die comes to, what the hits may do, what is owed after."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

from tests.rulebooks.vijilant.refereeing.facts import CASUALTY, EMBARKED, SLACK, STANDING, WAITING, Facts, gap, touch
from vanguard.core.game import Game
from vanguard.core.telling.events import Event

PIN_TESTS = ("pin.roll", "weapon.flame.pins", "cards.dread-chorus", "coherency.cannot-restore")
UNDECIDED = ("goodshot.nominate", "wounds.system-or-wound", "wounds.defender-allocates")
"""What is asked in the middle of an attack."""


class Blow:
    """One attack: whom it may hit, how they stood before it, and what its hits come to."""

    def __init__(self, shot: Event | None, target: Any, models: list[Any]) -> None:
        self.shot, self.target = shot, target
        self.before = {it.key: it.wounds for it in models}
        self.hittable: set[str] = set()
        self.hits: list[int] = []
        """Of every hit, the wounds it is worth."""
        self.certain = True
        """Are all of them at one Toughness, and none aimed?"""


class Combat(Facts):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.shot: Event | None = None
        self.blow: Blow | None = None
        self.rolling: tuple[Any, set[int]] = (None, set())
        self.dying: tuple[str, ...] = ()
        """Who takes the Last Stand under way."""
        self.active, self.pinned, self.had_turn = "", {}, set()
        self.owed: dict[str, set[str]] = {"test": set(), "stand": set()}
        self.tested: set[str] = set()
        self.burnt: set[str] = set()
        """Who was hit by Flame, which asks nobody."""

    pinned: dict[str, int]
    had_turn: set[str]

    # -- who may fire what -------------------------------------------------------------------------------------------------

    def volley(self, unit: Any, volley: str) -> list[Any]:
        """The weapons that fire together: for one point, for two, or one of those that fire alone."""
        used = () if self.battle.turn is None else self.battle.turn.used
        weapons = [it for it in unit.weapons if "CC" not in it.kinds and self.works(unit, it)]
        weapons = [it for it in weapons if not (it.once_per_turn and it.key in used)]
        if volley in ("light", "heavy"):
            return [it for it in weapons if not it.alone and (volley == "heavy" or it.action_points < 2)]
        return [it for it in weapons if it.key == volley]

    def volleys(self, unit: Any) -> list[str]:
        return ["light", "heavy", *[it.key for it in unit.weapons if it.alone]]

    def can_fire(self, unit: Any, mine: list[Any], volley: str, target: Any) -> bool:
        needed = [it for it in self.volley(unit, volley) if volley != "heavy" or it.action_points > 1]
        return any(self.reaching(mine, weapon, target) for weapon in needed)

    def can_strike(self, unit: Any, target: Any) -> bool:
        blades = [it for it in unit.weapons if "CC" in it.kinds and self.works(unit, it)]
        armed = any(not it.bearers or m.kind.key in it.bearers for it in blades for m in self.coherent(unit))
        return (
            armed
            and not self.flying(target)
            and any(touch(a, b) for a in self.models(unit) for b in self.models(target))
        )

    def hittable(self, mine: list[Any], weapon: Any, target: Any) -> list[Any]:
        return self.models(target) if {"Indirect", "CC"} & set(weapon.kinds) else self.visible(mine, target)

    def reaching(self, mine: list[Any], weapon: Any, target: Any) -> list[Any]:
        """Who of them has somebody who can be hit within the range of the weapon."""
        bearers = [it for it in mine if not weapon.bearers or it.kind.key in weapon.bearers]
        far = weapon.farthest + SLACK
        near = [it for it in bearers if any(gap(it, m) <= far for m in self.models(target))]
        models = self.hittable(mine, weapon, target) if near else []
        return [it for it in near if models and weapon.nearest - SLACK <= min(gap(it, m) for m in models) <= far]

    # -- dice --------------------------------------------------------------------------------------------------------------

    def check_roll(self, roll: Any) -> None:
        if roll.clause == "combat.to-hit":
            self.check_attack(roll)
        elif roll.clause in PIN_TESTS:
            unit = self.unit(roll.key.partition(" ")[2])
            self.tested.add(unit.key)
            passing = tuple([1 if face + self.morale(unit) >= 10 else 0 for face in range(1, 7)])
            self.agree("pinning tests", tuple(roll.kinds) == passing, f"{unit.name}, Morale {self.morale(unit)}")

    def morale(self, unit: Any) -> int:
        best = max(it.kind.morale for it in self.models(unit, WAITING, STANDING, EMBARKED))
        friends = [it for it in self.battle.units if it.seat == unit.seat]
        near = [it for it in friends if any(gap(a, b) <= 8 + SLACK for a in self.models(it) for b in self.models(unit))]
        auras = {special.key: hero for hero in near for special in hero.card.specials}
        if "linked-minds" in auras:
            best = max(best, auras["linked-minds"].card.kinds[0].morale)
        return int(best + ("black-flag" in auras) + unit.morale_bonus)

    def check_attack(self, roll: Any) -> None:
        """How many dice a weapon rolls, and which of their faces hit."""
        weapon_key, _, rest = roll.key.partition(" ")
        who, _, whom = rest.partition(">")
        target = self.unit(whom)
        if who == "command":
            commands = [it.command for it in self.battle.cards if it.command is not None]
            weapon = next(it.weapon for it in commands if it.key == weapon_key)
            self.compare(roll, weapon, [self.hitting(None, [], [], weapon, target, None)])
            self.note_blow(target, weapon, {target.card.toughness.side}, self.models(target))
            return
        unit = self.unit(who)
        weapon = next(it for it in unit.weapons if it.key == weapon_key)
        firing = [it for it in self.models(unit, STANDING, CASUALTY) if it.key in self.shot.about]  # type: ignore[union-attr]
        mine = self.attackers(unit, firing, "CC" in weapon.kinds)
        firers = firing if "CC" in weapon.kinds else [it for it in self.reaching(mine, weapon, target) if it in firing]
        firers = [it for it in firers if not weapon.bearers or it.kind.key in weapon.bearers][
            : 1 if weapon.team else None
        ]
        self.compare(roll, weapon, [self.hitting(unit, mine, firers, weapon, target, it) for it in firers])
        zones = {self.toughness(target, it) for it in firers}
        self.note_blow(target, weapon, zones, self.hittable(mine, weapon, target))

    def attackers(self, unit: Any, firing: list[Any], cc: bool) -> list[Any]:
        """Whose eyes count: the dead of a Last Stand have their own, in close combat only those in coherency strike."""
        if any(it.fate == CASUALTY for it in firing):
            return [it for it in self.models(unit, CASUALTY) if it.key in self.dying]
        return self.coherent(unit) if cc else self.models(unit)

    def compare(self, roll: Any, weapon: Any, by_the_book: list[tuple[int, ...]]) -> None:
        found = tuple([1 if it else 0 for it in roll.kinds])
        most = weapon.spread * by_the_book.count(found)
        self.agree("dice", 0 < roll.count <= most, f"{roll.key}: {roll.count} of {found}, by the book {by_the_book}")
        if {"Blast", "Flame"} & set(weapon.kinds):
            self.agree("no goodshots", 2 not in roll.kinds, f"{roll.key}: {roll.kinds}")

    def hitting(
        self, unit: Any, mine: list[Any], firers: list[Any], weapon: Any, target: Any, one: Any
    ) -> tuple[int, ...]:  # fmt: skip
        """Which faces hit: D6 and Skill above the weakest Dodge; into a melee only a 6."""
        models = self.models(target) if unit is None else self.hittable(mine, weapon, target)
        dodge = min(self.dodges(mine, firers, weapon, target, models), default=99)
        cc = "CC" in weapon.kinds
        if unit is not None and not cc:
            apart = min([gap(one, it) for it in models], default=0.0)
            dodge += int(bool(weapon.long) and apart > weapon.long + 0.01)
            dodge += sum(it.dodge for it in target.card.wargear if it.beyond and apart > it.beyond + 0.01)
        skill = self.skill(unit, mine, weapon, target)
        melee = not cc and self.in_contact(target, STANDING, CASUALTY)
        return tuple([1 if face + skill > dodge and (face == 6 or not melee) else 0 for face in range(1, 7)])

    def dodges(self, mine: list[Any], firers: list[Any], weapon: Any, target: Any, models: list[Any]) -> list[int]:
        """Of every model that can be hit: its card, what it wears, and the best cover of those in coherency."""
        plain = target.card.dodge + (1 if target.hunkered else 0)
        if "CC" in weapon.kinds:
            return [plain for _ in models]
        plain += target.dodge_bonus + sum(it.dodge for it in target.card.wargear if not it.beyond)
        alone: dict[str, int] = {}
        for model in models:
            lobbing = sorted(firers, key=lambda it, to=model: gap(it, to))[:1] if "Indirect" in weapon.kinds else []  # type: ignore[misc]
            alone[model.key] = self.cover_of(mine, lobbing, model)
        together = [it.key for it in self.coherent(target)]
        shared = max([bonus for key, bonus in alone.items() if key in together], default=0)
        return [plain + (max(bonus, shared) if key in together else bonus) for key, bonus in alone.items()]

    def skill(self, unit: Any, mine: list[Any], weapon: Any, target: Any) -> int:
        if unit is None:
            return int(weapon.skill_mod)
        of_turn = unit.key == self.active and not any(it.fate == CASUALTY for it in mine)
        skill = unit.card.skill + weapon.skill_mod + (unit.skill_bonus if of_turn else 0)
        skill -= int("sensors" in [it.kind for it in self.lost(unit)])
        if self.battle.mission.key == "the-heist":
            skill -= int(any(self.aboard(it) for it in [*mine, *self.models(unit)]))
        if "Indirect" in weapon.kinds:
            friends = [m for it in self.battle.units if it.seat == unit.seat for m in self.models(it)]
            skill -= int(not self.visible([*mine, *friends], target))
        return int(skill)

    def toughness(self, target: Any, one: Any) -> int:
        """Ahead of the front of the hull, behind its rear, or between the two lines."""
        printed = target.card.toughness
        if target.card.type == "Walker":
            return int(printed.front)
        base = self.models(target)[0].base
        turn = radians(base.facing)
        ahead = (one.base.x - base.x) * cos(turn) + (one.base.y - base.y) * sin(turn)
        return int(printed.front if ahead > base.radius else printed.rear if ahead < -base.radius else printed.side)

    # -- what hits do ------------------------------------------------------------------------------------------------------

    def note_blow(self, target: Any, weapon: Any, zones: set[int], hittable: list[Any]) -> None:
        if self.blow is None or self.blow.shot is not self.shot:
            self.blow = Blow(self.shot, target, self.models(target))
        self.blow.hittable |= {it.key for it in hittable}
        self.blow.certain = self.blow.certain and len(zones) == 1
        self.rolling = weapon, zones

    def on_dice(self, event: Event) -> None:
        weapon, zones = self.rolling
        assert self.blow is not None
        self.blow.hits += [max(0, weapon.power - max(zones, default=99))] * event.values["hits"]
        pins = {"Flame", "Pinning"} & set(weapon.kinds)
        if event.values["hits"] and pins and self.blow.target.key not in self.pinned:
            self.owed["test"].add(self.blow.target.key)
            if "Flame" in pins:
                self.burnt.add(self.blow.target.key)

    def on_goodshot(self, event: Event) -> None:
        assert self.blow is not None
        self.blow.certain = False

    def end_blow(self) -> None:
        """Once nothing of an attack is left to be decided: as many wounds as its hits are worth, on those it could hit."""
        blow, self.blow = self.blow, None
        if blow is None:
            return
        taken = {it.key: it.wounds - blow.before[it.key] for it in self.battle.models if it.key in blow.before}
        strays = [key for key, amount in taken.items() if amount and key not in blow.hittable]
        self.agree("who is hit", not strays, f"{strays} cannot be hit")
        health = blow.target.card.health
        room = sum([health - wounds for key, wounds in blow.before.items() if key in blow.hittable])
        wounding = [it for it in blow.hits if it]
        most = min(sum(wounding), room)
        least = most if len(blow.before) == 1 else min(len(wounding), room) if health == 1 else 0
        if blow.certain:
            right = least <= sum(taken.values()) <= most
            self.agree("wounds taken", right, f"{blow.target.name} takes {taken} of {blow.hits}")

    # -- what follows --------------------------------------------------------------------------------------------------------

    def on_killed(self, event: Event) -> None:
        if self.about(event).key not in self.had_turn:
            self.owed["stand"] |= set(event.about)

    def on_last_stand(self, event: Event) -> None:
        unit, self.dying = self.about(event), event.about
        self.agree("Last Stands", unit.key not in self.had_turn, f"{unit.name} has had its turn")

    def on_bails_out(self, event: Event) -> None:
        """Out of the air a hit of Power 2 for each, on land of Power 1: it kills whoever it wounds and has no Health more."""
        unit = self.about(event)
        transport = self.battle.units[self.battle.models[self.battle.places[event.about[-1]]].unit]
        hovered = transport.card.type == "Skimmer" and "mobility" not in [it.kind for it in self.lost(transport)]
        power = 2 if transport.airborne or hovered else 1
        wounds = power - unit.card.toughness.front
        self.agree("crashes", event.values["power"] == power, f"{transport.name}: Power {event.values['power']}")
        whole = wounds > 0 or not event.values["killed"]
        self.agree("crashes", whole, f"{event.values['killed']} of {unit.name} fall")

    def check_asked(self) -> None:
        """What is asked settles what is owed."""
        asked = self.game.question
        if asked is None or asked.clause not in UNDECIDED:
            self.end_blow()
        if asked is not None and asked.clause == "pin.attacker-asks":
            self.owed["test"] = {key for key in self.owed["test"] if self.unit(key).name not in asked.prompt}
        if asked is not None and asked.clause == "last-stand.when":
            self.owed["stand"] -= set(asked.about)

    def check_owed(self) -> None:
        """Whoever was hit by what pins has been tested, or its attacker asked; the dead who could still act were asked. Nobody need
        be asked for what cannot come to anything."""
        for key in sorted(self.owed["test"]):
            unit = self.unit(key)
            done = (
                key in self.tested or not self.models(unit) or (key not in self.burnt and not self.may_be_pinned(unit))
            )
            self.agree("tests owed", done, f"{key} was not tested")
        for key in sorted(self.owed["stand"]):
            model = self.battle.models[self.battle.places[key]]
            unit = self.battle.units[model.unit]
            volleys = [it for it in self.volleys(unit) if it != "heavy"]
            could = [it.key for it in self.enemies(unit.seat) if any(self.may_harm(model, it, v) for v in volleys)]
            self.agree("Last Stands owed", not could, f"{key} could have shot at {could}")
        self.owed, self.tested, self.burnt = {"test": set(), "stand": set()}, set(), set()

    def may_harm(self, model: Any, target: Any, volley: str) -> bool:
        """Is a weapon of the volley in range that wounds or pins?"""
        weapons = [
            it for it in self.volley(self.battle.units[model.unit], volley) if self.reaching([model], it, target)
        ]
        wounding = any(it.power > self.toughness(target, model) for it in weapons)
        return wounding or (any({"Flame", "Pinning"} & set(it.kinds) for it in weapons) and self.may_be_pinned(target))

    def may_be_pinned(self, unit: Any) -> bool:
        """A 1 fails the test, and the card is still to be played."""
        in_hand = any(it.unit == unit.index for it in self.hand(unit.seat)) and unit.seat not in self.ended
        return self.morale(unit) + 1 < 10 and (in_hand or self.battle.round < 4)
