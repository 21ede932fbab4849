"""A referee beside the killzone: it reads the log of a game with the book in its hand and objects to whatever the book does not allow.

It calls no rule of the engine. Datacards, weapons and positions are read off the table, sight is the slow statement of
`slow_sight`, and the rest is worked out here: whose turn it is, action points, orders, how far and where moves end, who may be
shot at, what dice come to, Command Points, damage, and what a mission scores.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import hypot
from typing import Any

from tests.rulebooks import refereed
from tests.rulebooks.killteam_lite import slow_sight
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Question
from vanguard.core.telling.events import Event

HAIR = 0.001 + 1e-9
IN_PLAY, INCAPACITATED, EXITED = 1, 2, 3
COSTS = {"normal-move": 1, "charge": 1, "fall-back": 2, "dash": 1, "shoot": 1, "fight": 1}
MOVES = ("normal-move", "charge", "fall-back", "dash")
NOT_TOGETHER = {
    "normal-move": {"charge", "fall-back"},
    "charge": {"normal-move", "dash", "fall-back"},
    "fall-back": {"normal-move", "charge"},
    "dash": {"charge"},
}
HITS, CRITICALS = "hits", "criticals"


def rules_of(profile: Any) -> dict[str, int]:
    """The special rules of a weapon by name, each with its number."""
    return {rule.name: rule.value for rule in profile.rules}


class Referee(refereed.Referee):
    """Follows one game, answer by answer; `objections` is what it would stop the game for."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.table: dict[str, Any] = {}
        """Everybody as the referee sees them now: off the table before every answer, and by the log from there."""
        self.ground: slow_sight.Ground = []
        self.seen: dict[Any, Any] = {}
        self.turning_point = 0
        self.initiative = -1
        self.turns: list[int] = []
        self.ready: set[str] = set()
        self.watched: set[str] = set()
        self.points = [2, 2]
        self.ploys: list[set[str]] = [set(), set()]
        self.prey = ["", ""]
        """Whom each side hunts in this Turning Point (Marked Prey)."""
        self.scores = [0, 0]
        self.active = ""
        self.action_points = 0
        self.done: Counter[str] = Counter()
        self.heavy = self.pounces = False
        self.overwatching = False
        self.weapon: Any = None
        self.struck: dict[str, Any] = {}
        """The weapons of a combat, by who wields them."""
        self.hits: Counter[str] = Counter()
        self.carrier = ""
        self.owed: list[tuple[int, int]] = []
        """Victory points that a mission pays for what has just happened: to whom, and how many."""
        self.devices = [2, 2]

    # -- what is on the table ---------------------------------------------------------------------------------------------

    def look(self) -> None:
        self.table = {it.key: it.copy() for it in self.game.state.operatives}
        if self.turning_point and not self.ground:
            self.ground = slow_sight.ground_of(list(self.game.state.killzone.parts))

    def judge_log(self) -> None:
        self.demand(None, not self.owed, f"{self.owed} VP are owed and not scored")
        for now in self.game.state.operatives:
            told = self[now.key]
            if told.fate == now.fate == IN_PLAY:
                self.demand(None, told.wounds == now.wounds, f"{now.key} has {now.wounds} wounds without a word")
                here = (now.base.x, now.base.y, now.base.elevation)
                self.demand(
                    None,
                    here == (told.base.x, told.base.y, told.base.elevation),
                    f"{now.key} is at {here} without a word",
                )

    @property
    def operatives(self) -> list[Any]:
        return [it for it in self.table.values() if it.fate == IN_PLAY]

    def __getitem__(self, key: str) -> Any:
        return self.table[key]

    def when(self) -> str:
        return f"turning point {self.turning_point}"

    def seat_of(self, event: Event) -> int:
        state = self.game.state
        return next(iter([seat for seat in (0, 1) if event.values.get("team") == state.team_name(seat)]), -1)

    def gap(self, one: Any, other: Any) -> float:
        if one.key == other.key:
            return 0.0
        flat = max(0.0, hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius)
        return hypot(flat, one.elevation - other.elevation)

    def visible(self, one: Any, other: Any) -> bool:
        return one.key == other.key or bool(self._remembered("visible", one, other, slow_sight.visible))

    def sightline(self, one: Any, other: Any) -> tuple[bool, bool]:
        clear, uncovered = self._remembered("sightline", one, other, slow_sight.clear_and_open)
        return clear, uncovered

    def _remembered(self, what: str, one: Any, other: Any, worked_out: Any) -> Any:
        key = (what, one.x, one.y, one.elevation, one.head, other.x, other.y, other.elevation, other.head)
        if key not in self.seen:
            self.seen[key] = worked_out(one, other, self.ground)
        return self.seen[key]

    def engage(self, one: Any, other: Any) -> bool:
        return self.gap(one, other) <= 1.0 + HAIR and (self.visible(one, other) or self.visible(other, one))

    def engaged(self, operative: Any, base: Any = None) -> bool:
        base = base or operative.base
        return any(self.engage(base, enemy.base) for enemy in self.operatives if enemy.seat != operative.seat)

    def injured(self, operative: Any) -> bool:
        return operative.wounds * 2 < operative.card.wounds and "hold-fast" not in self.ploys[operative.seat]

    # -- an answer ----------------------------------------------------------------------------------------------------------

    def hear(self, question: Question[Any], given: Given) -> None:
        if question.clause == "firefight.one-action-at-a-time":
            self._act(str(given))

    def _act(self, action: str) -> None:
        """What the action costs; a weapon's extra point is counted when it is known."""
        cost = COSTS.get(action, 0 if action == "pass" else 1)
        if action == "fight" and self.pounces:
            cost, self.pounces = 0, False
        self.action_points = 0 if action == "pass" else self.action_points - cost
        self.pounces = self.pounces and action != "pass"
        self.done[action] += 1
        self.overwatching = action == "overwatch"
        if action == "shoot":
            self.weapon = None

    def judge_table(self) -> None:
        state = self.game.state
        self.demand(None, list(state.purse()) == self.points, f"{state.purse()} CP where {self.points} are left")
        self.demand(None, list(state.points) == self.scores, f"{state.points} VP where {self.scores} are scored")
        if self._asks_for_an_action():
            told = state.action_points == self.action_points
            self.demand(None, told, f"{state.action_points} AP where {self.action_points} are left")
        if not self.turning_point or self.game.over:
            return
        if state.active != self.active:
            self._end_activation()
        ready = {it.key for it in self.operatives if it.ready}
        owed = {it.key for it in self.operatives if it.key in self.ready}
        self.demand(None, ready == owed, f"ready are {ready ^ owed} or not")
        for one in self.operatives:
            base = one.base
            inside = min(base.x, base.y, 30 - base.x, 22 - base.y) >= base.radius - HAIR
            self.demand(None, inside, f"{one.key} hangs over the edge")
            for other in self.operatives:
                if other.key < one.key and abs(base.elevation - other.base.elevation) < 0.1:
                    apart = hypot(base.x - other.base.x, base.y - other.base.y) - base.radius - other.base.radius
                    self.demand(None, apart > -HAIR, f"{one.key} overlaps {other.key}")

    # -- what is offered ------------------------------------------------------------------------------------------------------

    def judge_offer(self, question: Question[Any]) -> None:
        """What may be chosen is exactly what the book allows; whether a way is there is not looked for here."""
        judged: set[str] | None = None
        if question.clause == "firefight.must-activate":
            allowed = {it.key for it in self.operatives if it.seat == question.player and it.key in self.ready}
        elif question.clause == "firefight.one-action-at-a-time":
            allowed = self._allowed_actions()
            judged = {"normal-move", "dash", "shoot", "fight", "pass"}
        elif question.clause == "shooting.select-target" and self.weapon is not None:
            shooter = self[self.shooter]
            allowed = {it.key for it in self.operatives if self._may_shoot(shooter, self.weapon, it)}
        elif question.clause == "overwatch.one-per-turn":
            mine = [it for it in self.operatives if it.seat == question.player]
            allowed = {"none", *[it.key for it in mine if self._may_overwatch(it)]}
        else:
            return
        assert isinstance(question, Choose)
        offered = {option.key for option in question.options if option.available}
        if question.clause == "firefight.one-action-at-a-time":
            self._judge_other_moves(offered)
        different = offered ^ allowed if judged is None else (offered ^ allowed) & judged
        self.demand(None, not different, f"{question.prompt}: {different}")

    @property
    def shooter(self) -> str:
        return self.watcher if self.overwatching and self.watcher else self.active

    def _allowed_actions(self) -> set[str]:
        operative = self[self.active]
        free = not self.engaged(operative)
        allowed = {"pass"}
        if free and self._may_go("normal-move"):
            allowed.add("normal-move")
        if free and self._may_go("dash") and self.carrier != self.active:
            allowed.add("dash")
        if free and not self.done["shoot"] and any(self._may_use(operative, it) for it in operative.card.ranged):
            allowed.add("shoot")
        times = 2 if operative.card.has("drilled") else 1
        if not free and self.done["fight"] < times and (self.action_points >= 1 or self.pounces):
            allowed.add("fight")
        return allowed

    def _may_go(self, move: str) -> bool:
        barred = self.done[move] or any(self.done[other] for other in NOT_TOGETHER[move])
        heavy = self.heavy and move != "dash"
        return not barred and not heavy and self.action_points >= COSTS[move]

    def _judge_other_moves(self, offered: set[str]) -> None:
        operative = self[self.active]
        engaged = self.engaged(operative)
        if "charge" in offered:
            fine = self._may_go("charge") and not engaged and operative.order == "Engage"
            self.demand(None, fine, f"{self.active} is offered a Charge")
        if "fall-back" in offered:
            self.demand(None, self._may_go("fall-back") and engaged, f"{self.active} is offered a Fall Back")

    def _may_use(self, shooter: Any, profile: Any) -> bool:
        rules = rules_of(profile)
        if shooter.order == "Conceal" and "Silent" not in rules:
            return False
        if "Heavy" in rules and any(self.done[move] for move in ("normal-move", "charge", "fall-back")):
            return False
        if "Limited" in rules and profile.weapon in shooter.used_up:
            return False
        if self.action_points < 1 + ("Unwieldy" in rules):
            return False
        return any(self._may_shoot(shooter, profile, it) for it in self.operatives)

    def _may_overwatch(self, watcher: Any) -> bool:
        if watcher.order != "Engage" or watcher.key in self.watched or self.engaged(watcher):
            return False
        for profile in watcher.card.ranged:
            rules = rules_of(profile)
            used = "Limited" in rules and profile.weapon in watcher.used_up
            if not used and "Blast" not in rules and "Unwieldy" not in rules:
                if any(self._may_shoot(watcher, profile, it) for it in self.operatives):
                    return True
        return False

    def _may_shoot(self, shooter: Any, profile: Any, target: Any) -> bool:
        if target.seat == shooter.seat or target.wounds <= 0:
            return False
        rules = rules_of(profile)
        if "Rng" in rules and self.gap(shooter.base, target.base) > rules["Rng"] + HAIR:
            return False
        if self.engaged(target) or not self.visible(shooter.base, target.base):
            return False
        clear, uncovered = self.sightline(shooter.base, target.base)
        return clear and (uncovered or target.order == "Engage" or "Indirect" in rules)

    # -- reading the log ----------------------------------------------------------------------------------------------------

    def read_event(self, event: Event) -> None:
        key, values = event.key, event.values
        about = event.about[0] if event.about else ""
        seat = self.seat_of(event)
        if key == "set-up":
            self[about].fate, self[about].base = IN_PLAY, self._on_the_table(about).base
        elif key == "turning-point":
            self.turning_point += 1
            self.ready = {it.key for it in self.operatives}
            self.watched, self.ploys, self.prey, self.turns = set(), [set(), set()], ["", ""], []
        elif key == "initiative":
            self.initiative = seat
        elif key == "command-point-gained":
            self.points[seat] += 1
        elif key == "ploy-used":
            self._ploy(event, seat)
        elif key == "marked-prey":
            self.prey[1 - self[about].seat] = about
        elif key == "rerolled" and values["source"] == "Command Re-roll":
            self.points[seat] -= 1
        elif key == "activated":
            self._activate(event, about)
        elif key == "order-given":
            self[about].order = values["order"]
            fine = self.turning_point > 1 or event.clause == "strategy.ploys.tactical-timing"
            self.demand(event, fine, "orders stay in the first Turning Point")
        elif key == "apl-changed":
            self._change_apl(event, about)
        elif key in MOVES:
            self._move(event, about)
        elif key == "overwatch":
            self._overwatch(event, about)
        elif key == "shoots":
            self._shoot(event)
        elif key == "attack-dice":
            self._attack_dice(event)
        elif key == "rending":
            self.hits[HITS] -= 1
            self.hits[CRITICALS] += 1
        elif key == "defence-dice":
            self._defence_dice(event, about)
        elif key == "hits-saved":
            self.hits[HITS] -= values["normals"]
            self.hits[CRITICALS] -= values["criticals"]
        elif key == "fight-dice":
            self._fight_dice(event, about)
        elif key in ("strikes", "strikes-critically"):
            self.struck["last"] = (event.about[0], key == "strikes-critically")
        elif key in ("wounds-lost", "mortal-wounds"):
            self._wounds(event, about)
        elif key == "wounds-regained":
            self[about].wounds += values["amount"]
        elif key == "held-on":
            self[about].wounds = 1
        elif key in ("incapacitated", "exited"):
            self[about].fate = INCAPACITATED if key == "incapacitated" else EXITED
            self.ready.discard(about)
            self._owe_for(self[about])
        elif key == "device-destroyed":
            self.devices[1 - self[about].seat] -= 1
            self.owed.append((self[about].seat, 3))
        elif key == "relic-taken":
            self.carrier = about
        elif key == "relic-dropped":
            self.carrier = ""
        elif key == "points-scored":
            self._scored(event)
        elif key == "turning-point-ended":
            self._end_activation()
            self.demand(event, not [it.key for it in self.operatives if it.key in self.ready], "somebody is ready")
            self._score(event)

    def _on_the_table(self, key: str) -> Any:
        return next(it for it in self.game.state.operatives if it.key == key)

    def _ploy(self, event: Event, seat: int) -> None:
        card = next(it for it in self.game.state.teams[seat].ploys if it.name == event.values["ploy"])
        self.points[seat] -= card.cost
        self.demand(event, self.points[seat] >= 0, "cannot be paid")
        self.demand(event, card.key not in self.ploys[seat], "used twice in a Turning Point")
        self.ploys[seat].add(card.key)
        self.pounces = self.pounces or card.key == "pounce"

    def _turn(self, event: Event, seat: int) -> None:
        """Players alternate; whoever has nobody ready is passed over, or makes an Overwatch."""
        owed = 1 - self.turns[-1] if self.turns else self.initiative
        if owed != seat:
            waiting = [it.key for it in self.operatives if it.seat == owed and it.key in self.ready]
            self.demand(event, not waiting, "it is the other's turn")
        self.turns.append(seat)

    def _activate(self, event: Event, key: str) -> None:
        operative = self[key]
        self._end_activation()
        self._turn(event, operative.seat)
        self.demand(event, key in self.ready, "is not ready")
        self.active, self.done, self.heavy, self.pounces = key, Counter(), False, False
        self.overwatching, self.watcher = False, ""
        owed = operative.card.apl + max(-1, min(1, operative.apl_change))
        self.demand(event, event.values["points"] == owed, f"{owed} AP are owed")
        self.action_points = owed

    watcher = ""

    def _end_activation(self) -> None:
        self.ready.discard(self.active)
        self.active = ""

    def _asks_for_an_action(self) -> bool:
        question = self.game.question
        return question is not None and question.clause == "firefight.one-action-at-a-time"

    def _change_apl(self, event: Event, key: str) -> None:
        operative = self[key]
        before = max(-1, min(1, operative.apl_change))
        operative.apl_change += int(event.values["change"])
        after = max(-1, min(1, operative.apl_change))
        self.demand(event, event.values["apl"] == operative.card.apl + after, "another APL")
        if key == self.active and key in self.ready:
            self.action_points = max(0, self.action_points + after - before)

    def _move(self, event: Event, key: str) -> None:
        operative = self[key]
        movement = operative.card.movement - 2 * self.injured(operative)
        frenzy = "frenzy" in self.ploys[operative.seat]
        allowance = {"dash": 3.0, "charge": movement + 2 + frenzy}.get(event.key, movement)
        path = event.values["path"]
        length = sum([hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)])
        self.demand(event, length <= allowance + HAIR, f"{length:.3f} of {allowance}")
        self.demand(event, length - 0.06 <= float(event.values["cost"]) <= allowance + 0.051, "another price")
        operative.base = self._on_the_table(key).base
        ends = hypot(operative.base.x - path[-1][0], operative.base.y - path[-1][1]) < HAIR
        self.demand(event, ends, "does not end where its way does")
        engaged = self.engaged(operative)
        self.demand(event, engaged == (event.key == "charge"), "ends where it may not")
        if event.key in ("normal-move", "dash"):
            for point in path[:-1]:
                there = operative.base.at(point[0], point[1], point[2] if len(point) > 2 else operative.base.elevation)
                self.demand(event, not self.engaged(operative, there), f"comes too near at {point}")

    # -- attacks ------------------------------------------------------------------------------------------------------------

    def _overwatch(self, event: Event, key: str) -> None:
        operative = self[key]
        if not self.overwatching:
            self._end_activation()
        in_its_activation, self.overwatching, self.watcher, self.weapon = self.overwatching, True, key, None
        fine = operative.order == "Engage" and key not in self.watched and not self.engaged(operative)
        self.demand(event, fine, "may not make one")
        if not in_its_activation:
            mine = [it.key for it in self.operatives if it.seat == operative.seat and it.key in self.ready]
            theirs = [it.key for it in self.operatives if it.seat != operative.seat and it.key in self.ready]
            self.demand(event, not mine and bool(theirs), "is made while somebody is ready, or nobody")
            self.turns.append(operative.seat)
        self.watched.add(key)

    def _shoot(self, event: Event) -> None:
        shooter = self[event.about[0]]
        first = self.weapon is None or self.weapon.name != event.values["weapon"]
        self.weapon = next(it for it in shooter.card.ranged if it.name == event.values["weapon"])
        rules = rules_of(self.weapon)
        if first and not self.overwatching:
            self.action_points -= "Unwieldy" in rules
            self.heavy = self.heavy or "Heavy" in rules
        if self.overwatching:
            self.demand(event, not {"Blast", "Unwieldy"} & set(rules), "not a weapon for Overwatch")
        self.hits = Counter()

    def _sorted(self, event: Event, profile: Any, operative: Any, worse: int) -> Counter[str]:
        rules = rules_of(profile)
        lethal = rules.get("Lethal", 6)
        if event.about and self.prey[operative.seat] in self._opponents(event, operative):
            lethal = min(lethal, 5)
        needed = profile.skill + worse + self.injured(operative)
        found: Counter[str] = Counter()
        for face in event.dice.faces:
            if face == 6 or (face != 1 and face >= needed and face >= lethal):
                found[CRITICALS] += 1
            elif face != 1 and face >= needed:
                found[HITS] += 1
        told = (event.values["hits"], event.values["criticals"])
        self.demand(
            event, told == (found[HITS], found[CRITICALS]), f"{event.dice.faces} at {needed}+ are {dict(found)}"
        )
        return found

    def _opponents(self, event: Event, operative: Any) -> tuple[str, ...]:
        return event.about[1:] or tuple([key for key in self.struck if key != operative.key])

    def _attack_dice(self, event: Event) -> None:
        shooter = self[event.about[0]]
        shared = "Fusillade" in rules_of(self.weapon) and not self.overwatching
        count = len(event.dice.faces)
        self.demand(event, count == self.weapon.attacks or (shared and count < self.weapon.attacks), f"{count} dice")
        self.hits = self._sorted(event, self.weapon, shooter, int(self.overwatching))

    def _defence_dice(self, event: Event, key: str) -> None:
        target, rules = self[key], rules_of(self.weapon)
        piercing = {rules.get("AP", 0), rules.get("P", 0) if self.hits[CRITICALS] else 0}
        seat = 1 - target.seat
        if "killing-light" in self.ploys[seat] and self.weapon.weapon in ("warden-rifle", "repeater"):
            piercing.add(1)
        if "marked-rounds" in self.ploys[seat] and self.weapon.weapon in ("service-rifle", "shotgun"):
            piercing.add(1 if self.hits[CRITICALS] else 0)
        shell = "hard-shell" in self.ploys[target.seat]
        retained = int(event.values["cover"].split("(")[1].split()[0]) if event.values["cover"] else 0
        count = len(event.dice.faces) + retained
        if event.dice.label == "invulnerable save":
            self.demand(event, count == target.card.defence, f"{count} dice")
        else:
            owed = {max(0, target.card.defence - max(0, it - shell)) for it in piercing - {0}} or {target.card.defence}
            self.demand(event, count in owed, f"{count} dice where {owed} are owed")
        self.demand(event, retained <= 1 + ("dig-in" in self.ploys[target.seat]), "too many retained")
        self.demand(event, not retained or "No Cover" not in rules, "retained against No Cover")
        needed = int(event.dice.needed.rstrip("+"))
        saves = [face for face in event.dice.faces if face != 1 and face >= needed]
        told = (event.values["saves"], event.values["criticals"])
        self.demand(event, told == (len(saves) - saves.count(6) + retained, saves.count(6)), "what the dice come to")

    def _fight_dice(self, event: Event, key: str) -> None:
        fighter = self[key]
        profile = next(it for it in fighter.card.melee if it.name == event.values["weapon"])
        self.struck[key] = profile
        self.demand(event, len(event.dice.faces) == profile.attacks, "another number of dice")
        if not self.prey[fighter.seat]:
            self._sorted(event, profile, fighter, 0)

    def _wounds(self, event: Event, key: str) -> None:
        operative = self[key]
        operative.wounds = max(0, operative.wounds - event.values["amount"])
        self.demand(event, event.values["left"] == operative.wounds, f"{operative.wounds} are left")
        if event.clause in ("shooting.damage-critical", "shooting.damage-normal"):
            owed = self.hits[HITS] * self.weapon.damage + self.hits[CRITICALS] * self.weapon.critical_damage
            self.demand(event, event.values["amount"] == owed, f"{owed} are owed")
        elif event.clause in ("combat.strike-normal", "combat.strike-critical"):
            striker, critical = self.struck["last"]
            profile = self.struck[striker]
            owed = profile.critical_damage if critical else profile.damage
            self.demand(event, event.values["amount"] == owed, f"{owed} are owed")

    # -- scoring ------------------------------------------------------------------------------------------------------------

    def _owe_for(self, gone: Any) -> None:
        """What it pays that somebody has fallen or broken through."""
        mission = self.game.state.mission.key
        if gone.fate == EXITED:
            self.owed.append((gone.seat, 3))
        elif mission in ("break-through", "decapitation"):
            leads = mission == "decapitation" and gone.card.leader
            self.owed.append((1 - gone.seat, 5 if leads else 1))

    def _owe_at_the_end(self) -> None:
        """Devices that still stand and leaders that still live pay when the battle is over."""
        mission = self.game.state.mission.key
        for seat in (0, 1):
            leads = any(it.card.leader for it in self.operatives if it.seat == seat)
            owed = {"sabotage": self.devices[seat], "decapitation": 2 * leads}.get(mission, 0)
            self.owed += [(seat, owed)] if owed else []

    def _scored(self, event: Event) -> None:
        seat, amount = event.values["seat"], event.values["amount"]
        self.scores[seat] += amount
        if self.game.state.mission.key in ("break-through", "sabotage", "decapitation"):
            self.demand(event, (seat, amount) in self.owed, f"{self.owed} VP are owed")
            self.owed = self.owed[1:]

    def _score(self, event: Event) -> None:
        """What a mission owes at the end of a Turning Point is what the log scores next."""
        mission = self.game.state.mission
        if self.turning_point == 4 or not self.operatives:
            self._owe_at_the_end()
        if mission.key not in ("hold", "relic") or self.turning_point < 2:
            return
        owed = Counter[int]()
        if mission.key == "relic" and self.carrier:
            owed[self[self.carrier].seat] += 2
        elif mission.key == "hold":
            held = [self._controls(marker) for marker in mission.markers]
            for seat in (0, 1):
                owed[seat] += held.count(seat) + (held.count(seat) > held.count(1 - seat))
        scored = Counter[int]()
        for later in self.game.events_from(self.read):
            if later.key == "points-scored" and later.values["why"] != "the relic is home":
                scored[later.values["seat"]] += later.values["amount"]
        self.demand(event, +owed == +scored, f"{dict(scored)} scored, {dict(owed)} owed")

    def _controls(self, marker: tuple[float, float]) -> int:
        strength = [0, 0]
        for it in self.operatives:
            flat = max(0.0, hypot(it.base.x - marker[0], it.base.y - marker[1]) - it.base.radius)
            if hypot(flat, it.base.elevation) <= 2.0 + HAIR:
                strength[it.seat] += it.card.apl + max(-1, min(1, it.apl_change))
        return -1 if strength[0] == strength[1] else int(strength[1] > strength[0])
