"""A referee beside the table: it reads the log of a game with the book in its hand and objects to whatever the book does not allow.

It calls no rule of the engine. Cards and positions are read off the table, sight is the slow statement of `slow_sight`, and
everything else is worked out here: whose Turn it is, what an activation may contain, how far a move goes, which dice are
rolled with which modifiers and what they come to, counters, command points and victory points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import Any

from tests.rulebooks import refereed
from tests.rulebooks.killteam_vanguard.slow_sight import Body, Piece, Sight, sees, sight
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Question
from vanguard.core.telling.events import Event

HAIR = 0.01 + 1e-9
IN_PLAY, REMOVED = 1, 2
LONG = ("run", "charge", "field-dressing", "reanimation-protocol", "prime-reanimation-protocol")
FREE = ("steady",)
CHARGE_ATTACK = "charge attack"
NO_STRIKE = ("", "", "", "")
WALKS = ("walk", "grapple-line", "leap")
ALLOWANCES = {
    "walks": (1, 0),
    "grapples": (1, 0),
    "leaps": (1, 0),
    "runs": (2, 0),
    "moves": (1, 3),
    "falls back": (2, 0),
}
"""How often a move has the speed of its model, and how many inches more."""


def pieces_of(game: Game) -> list[Piece]:
    """The terrain of the table as the slow sight takes it; what hides nobody is left out."""
    found: list[Piece] = []
    for part in game.state.field.table.parts:
        xs, ys = [x for x, _ in part.points], [y for _, y in part.points]
        if part.closed and part.top:
            kind = "woods" if "soft" in part.traits else "blocking"
            found.append(Piece(kind, part.top, min(xs), min(ys), max(xs), max(ys)))
        elif not part.closed:
            windows = [(it.start, it.end) for it in part.stretches if it.kind == "window"]
            kind = "wall" if "wall" in part.traits else "obstacle"
            found.append(Piece(kind, part.top, xs[0], ys[0], xs[1], ys[1], *windows[:1]))
    return found


class Referee(refereed.Referee):
    """Follows one game, answer by answer; `objections` is what it would stop the game for."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.pieces = pieces_of(game)
        self.sights: dict[Any, Sight] = {}
        self.seen: dict[Any, bool] = {}
        self.table: dict[str, Any] = {}
        """Everybody as the referee sees them now: off the table before every answer, and by the log from there."""
        self.last_told: dict[str, tuple[float, float]] = {}
        self.way: list[tuple[float, ...]] = []
        """How the last one that moved was told to go, with heights."""
        """Where the log said last that they go: somebody who is asked about on the way comes there later."""
        self.round = 0
        self.first: int | None = None
        self.turns: list[int] = []
        self.followed = False
        self.finished: list[int] = []
        self.broken = [False, False]
        self.points, self.tokens, self.scores = [0, 0], [0, 0], [0, 0]
        self.scored: Counter[tuple[int, str]] = Counter()
        self.acted: set[str] = set()
        self.tired: set[str] = set()
        self.down: set[str] = set()
        self.active = ""
        self.again = self.began_tired = False
        self.actions: list[str] = []
        self.afraid_of: set[str] = set()
        self.must_stand: set[str] = set()
        """Who lay when its activation began."""
        self.strike = NO_STRIKE
        """In which way, who, whom, and with what."""
        self.charges_at = ""
        self.attack_begins = False
        self.hits = self.unsaved = 0

    # -- what is on the table ---------------------------------------------------------------------------------------------

    @property
    def models(self) -> list[Any]:
        return [model for model in self.table.values() if model.place == IN_PLAY]

    def __getitem__(self, key: str) -> Any:
        return self.table[key]

    def look(self) -> None:
        self.table = {model.key: model.copy() for model in self.game.state.models}

    def judge_log(self) -> None:
        for now in self.game.state.models:
            told = self[now.key]
            if told.place == now.place == IN_PLAY:
                self.demand(None, told.wounds == now.wounds, f"{now.key} has {now.wounds} wounds without a word")
                on_its_way = now.key == self.active and self.question_is_on_the_way()
                places = [(told.x, told.y), self.last_told.get(now.key, (told.x, told.y))]
                apart = min([hypot(x - now.x, y - now.y) for x, y in places])
                self.demand(None, apart < HAIR or on_its_way, f"{now.key} is at ({now.x}, {now.y}) without a word")

    def when(self) -> str:
        return f"round {self.round}"

    def gap(self, one: Any, other: Any) -> float:
        flat = max(0.0, hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius)
        return hypot(flat, one.elevation - other.elevation)

    def sight(self, one: Any, other: Any) -> Sight:
        others = [self._body(it) for it in self.models if it is not one and it is not other]
        key = (self._body(one), self._body(other), tuple(others))
        if key not in self.sights:
            self.sights[key] = sight(key[0], key[1], others, self.pieces)
        return self.sights[key]

    def sees(self, one: Any, other: Any) -> bool:
        others = [self._body(it) for it in self.models if it is not one and it is not other]
        key = (self._body(one), self._body(other), tuple(others))
        if key not in self.seen:
            between = [it for it in others if self._is_between(key[0], key[1], it)]
            self.seen[key] = sees(key[0], key[1], between, self.pieces)
        return self.seen[key]

    @staticmethod
    def _is_between(one: Body, other: Body, third: Body) -> bool:
        """Could it hide anything? Whoever stands outside the box around both cannot."""
        far = third.base + max(one.base, other.base)
        low_x, high_x = sorted((one.x, other.x))
        low_y, high_y = sorted((one.y, other.y))
        return low_x - far < third.x < high_x + far and low_y - far < third.y < high_y + far

    def _body(self, model: Any) -> Body:
        height = model.profile.card.height
        if model.key in self.down:
            height = max(0.5, int(height) / 2)
        return Body(model.x, model.y, model.elevation, model.radius, height)

    def reach(self, model: Any) -> float:
        return max([weapon.range for weapon in model.profile.weapons if weapon.melee], default=-1.0)

    def engages(self, one: Any, other: Any) -> bool:
        """Between two standing models it is mutual; one who lies engages nobody."""
        if one.key in self.down or one.side == other.side:
            return False
        reach = max(self.reach(one), -1.0 if other.key in self.down else self.reach(other))
        if reach < 0.0 or self.gap(one, other) > reach + HAIR:
            return False
        return self.sees(one, other) or self.sees(other, one)

    def engaged(self, model: Any) -> bool:
        return any([self.engages(enemy, model) for enemy in self.models])

    # -- an answer ----------------------------------------------------------------------------------------------------------

    def hear(self, question: Question[Any], given: Given) -> None:
        if question.clause == "activation.budget" and given not in ("done", "charge"):
            self._count_action(str(given))
        self.charges_at = str(given) if question.clause == "charge.target-in-los" else ""

    # -- what is offered ------------------------------------------------------------------------------------------------------

    def judge_offer(self, question: Question[Any]) -> None:
        """What may be chosen is exactly what the book allows."""
        if question.clause == "activation.budget":
            allowed = self._allowed_actions()
        elif question.clause == "attack.choose-weapon":
            allowed = set(self._attacks(self[self.active]))
        elif question.clause == "charge.target-in-los":
            allowed = {enemy.key for enemy in self._enemies(self[self.active]) if self._dares_and_sees(enemy)}
        elif question.clause == "turn.activate-or-pass":
            allowed = self._allowed_turns(question.player)
        elif question.clause == "cp.follow-up":
            allowed = self._allowed_follow_ups(question.player)
        else:
            return
        assert isinstance(question, Choose)
        offered = {option.key for option in question.options if option.available}
        special = {action.key for action in self[self.active].profile.actions} if self.active else set()
        self.demand(None, offered - special == allowed - special, f"{question.prompt} {offered ^ allowed}")

    def _enemies(self, model: Any) -> list[Any]:
        return [enemy for enemy in self.models if enemy.side != model.side]

    def _dares_and_sees(self, enemy: Any) -> bool:
        return enemy.key not in self.afraid_of and self.sees(self[self.active], enemy)

    def _allowed_actions(self) -> set[str]:
        model = self[self.active]
        if model.key in self.down:
            fits = self._fits(False) and "stand-up" not in self.actions
            return {"stand-up"} if model.key in self.must_stand else {"done", *(["stand-up"] if fits else [])}
        allowed = {"done"}
        if self._fits(False):
            allowed |= {"aim", "focus"} - set(self.actions)
            if "steady" not in self.actions and not {"walk", "run", "charge"} & set(self.actions):
                allowed.add("walk")
            if not {"attack", CHARGE_ATTACK} & set(self.actions) and next(self._attacks(model), ""):
                allowed.add("attack")
        if self._fits(True) and not {"walk", "steady"} & set(self.actions):
            allowed.add("run")
            if not self.engaged(model) and any(self._dares_and_sees(enemy) for enemy in self._enemies(model)):
                allowed.add("charge")
        return allowed

    def _fits(self, long: bool) -> bool:
        """Does the activation allow one more action, if need be for fatigue?"""
        longs, shorts = self._longs_and_shorts()
        if self.began_tired or self.again:
            return not long and not longs and not shorts
        normal = not longs and (shorts <= 1 if not long else not shorts)
        if normal:
            return True
        rested = self.active not in self.tired and not self._fatigue_is_used()
        return rested and (not longs and shorts == 1 if long else longs + shorts <= 2)

    def _attacks(self, model: Any) -> Iterator[str]:
        engaged = self.engaged(model)
        for weapon in model.profile.weapons:
            for enemy in self._enemies(model):
                if self.gap(model, enemy) <= weapon.range + HAIR and self.sees(model, enemy):
                    if weapon.melee or not (engaged or self.engaged(enemy)):
                        yield f"{weapon.key}>{enemy.key}"

    def _allowed_turns(self, seat: int) -> set[str]:
        waiting = self._waiting(seat)
        allowed = {f"activate {key}" for key in waiting}
        if self.points[seat]:
            allowed |= {f"again {key}" for key in self._rested(seat)}
        if self.tokens[seat]:
            allowed.add("pass")
        return allowed if waiting else {*allowed, "finish"}

    def _allowed_follow_ups(self, seat: int) -> set[str]:
        allowed = {f"activate {key}" for key in self._waiting(seat)}
        if self.points[seat] >= 2:
            allowed |= {f"again {key}" for key in self._rested(seat)}
        return {"stop", *allowed} - {f"again {self.active}"}

    def _rested(self, seat: int) -> list[str]:
        mine = [model.key for model in self.models if model.side == seat]
        return [key for key in mine if key in self.acted and key not in self.tired]

    # -- what is done -------------------------------------------------------------------------------------------------------

    def _count_action(self, action: str) -> None:
        """One long or two different shorts, one more short for fatigue, each once; Walk goes with no Run or Charge."""
        model = self[self.active]
        action = "walk" if action in WALKS else action
        self.demand(None, action not in self.actions, f"{self.active} does {action} twice")
        used_before = self._fatigue_is_used()
        self.actions.append(action)
        longs, shorts = self._longs_and_shorts()
        if self.began_tired or self.again:
            self.demand(None, not longs and shorts <= 1, f"{self.active} has one short action and does {self.actions}")
        else:
            self.demand(None, shorts <= 3 - 2 * longs and longs <= 1, f"{self.active} does too much: {self.actions}")
            tires = self._fatigue_is_used() and not used_before
            self.demand(None, not tires or self.active not in self.tired, f"{self.active} is tired: {self.actions}")
        both = "walk" in self.actions and ("run" in self.actions or "charge" in self.actions)
        self.demand(None, not both, f"{self.active} walks and runs or charges")
        self.demand(None, self.active not in self.down or action == "stand-up", f"{self.active} lies and does {action}")
        self.demand(None, action != "charge" or not self.engaged(model), f"{self.active} is engaged and charges")
        self.attack_begins = action == "attack"

    def _longs_and_shorts(self) -> tuple[int, int]:
        counted = [action for action in self.actions if action not in (*FREE, CHARGE_ATTACK)]
        longs = len([action for action in counted if action in LONG])
        return longs, len(counted) - longs

    def _fatigue_is_used(self) -> bool:
        longs, shorts = self._longs_and_shorts()
        return self.again or (longs > 0 and shorts > 0) or shorts > 2

    def judge_table(self) -> None:
        """Counters and pools as the log told them, nobody in anybody's place, everybody on the table."""
        for model in self.models:
            self.demand(None, model.fatigued == (model.key in self.tired), f"{model.key}'s fatigue is not as told")
            self.demand(None, model.knocked_down == (model.key in self.down), f"{model.key} lies or stands unlike told")
            inside = model.radius - HAIR <= min(model.x, model.y, 36 - model.x, 36 - model.y)
            self.demand(None, inside, f"{model.key} hangs over the edge")
            for other in self.models:
                if other.key < model.key and abs(other.elevation - model.elevation) < 0.1:
                    apart = hypot(model.x - other.x, model.y - other.y) - model.radius - other.radius
                    leaping = self.active in (model.key, other.key) and self.question_is_on_the_way()
                    self.demand(None, apart > -HAIR or leaping, f"{model.key} overlaps {other.key}")
        state = self.game.state
        self.demand(None, list(state.purse()) == self.points, f"{state.purse()} points where {self.points} are left")
        self.demand(None, state.pass_tokens == self.tokens, f"{state.pass_tokens} tokens, owed {self.tokens}")
        self.demand(None, state.victory_points == self.scores, "other victory points than told")

    def question_is_on_the_way(self) -> bool:
        """Somebody is asked in the middle of a move, of blows or of a fall where the mover could not stay."""
        question = self.game.question
        return question is not None and not self.game.at_rest and question.clause not in ("action.walk", "action.run")

    # -- reading the log ----------------------------------------------------------------------------------------------------

    def read_event(self, event: Event) -> None:
        seat = {"Blue": 0, "Red": 1}.get(event.values.get("player", ""), -1)
        about = event.about[0] if event.about else ""
        if seat >= 0:
            self._read_of_player(event, seat)
        elif event.dice is not None:
            self._read_of_dice(event, about)
        else:
            self._read_of_model(event, about)

    def _read_of_player(self, event: Event, seat: int) -> None:
        key, values = event.key, event.values
        mine = [model for model in self.models if model.side == seat]
        if key == "goes first":
            self.first = seat
        elif key == "gained command points":
            owed = 2 + sum([model.profile.command_points for model in mine])
            owed += any([model.profile.leader and model.profile.faction == "Halden Rifles" for model in mine])
            self.demand(event, values["amount"] == owed, f"{owed} are owed")
            self.points[seat] = owed
        elif key == "gained pass tokens":
            self.tokens[seat] = len(self.models) - 2 * len(mine)
            self.demand(event, values["tokens"].split()[0] == str(self.tokens[seat]), f"{self.tokens[seat]} are owed")
        elif key == "spent command points":
            self.points[seat] -= values["amount"]
            self.demand(event, self.points[seat] >= 0, "more than there was")
        elif key == "passed":
            self.tokens[seat] -= 1
            self._turn(event, seat)
        elif key in ("declared finished", "finished by itself"):
            self.demand(event, not self._waiting(seat) and seat not in self.finished, "somebody did not act")
            self.finished.append(seat)
        elif key == "command points lost":
            self.points[seat] = 0
        elif key == "scored":
            self.scores[seat] += values["amount"]
            if event.clause == "gather.capture.when":
                self.scored[(seat, event.about[0])] += values["amount"]

    def _read_of_model(self, event: Event, about: str) -> None:
        key = event.key
        if key == "round begins":
            self._begin_round(event)
        elif key == "end phase":
            self.demand(event, not self._waiting(0) + self._waiting(1), "somebody did not act")
            self.acted = set()
        elif key == "game over":
            self._score(event)
            self.tokens = [0, 0]
        elif key in ("activates", "re-activates"):
            self._activate(event, about, key == "re-activates")
        elif key == "charges":
            self._count_action("charge")
        elif key in ("deployed", "moves", "stopped", "pushed", "returned to play"):
            self._place(event, about)
        elif key == "activated":
            self.acted.add(about)
        elif key.endswith(" declared"):
            self._declare(event)
        elif key in ("fire burns", "falls"):
            self.strike = NO_STRIKE
        elif key == "lost wounds":
            self._wound(event, about)
        elif key == "regained a wound":
            self[about].wounds += event.values["amount"]
        elif key in ("fatigued", "fatigue cleared"):
            self._mark(self.tired, about, key == "fatigued")
        elif key in ("knocked down", "stood up"):
            self._mark(self.down, about, key == "knocked down")
            self.must_stand.discard(about)
            self[about].knocked_down = key == "knocked down"
        elif key == "removed":
            self[about].place = REMOVED
            self._mark(self.tired, about, False)
            self._mark(self.down, about, False)

    def _read_of_dice(self, event: Event, about: str) -> None:
        key = event.key
        if key in ("nerve passed", "nerve failed"):
            target = int(event.dice.needed.rstrip("+"))
            self.demand(event, target <= self[about].profile.nerve, "needs more than its nerve")
            self._single(event, target, key == "nerve passed")
            if key == "nerve failed" and self.charges_at:
                self.afraid_of.add(self.charges_at)
        elif key in ("recovery passed", "recovery failed"):
            self.demand(event, about not in self.down, "lay already and rolls")
            excess = sum([it.amount for it in event.dice.modifiers if it.label == "excess wounds"])
            self.demand(event, excess == min(0, self[about].wounds), f"{self[about].wounds} wounds left")
            self._single(event, 4, key == "recovery passed")
            self[about].wounds = 1
        elif key.endswith(" hit roll"):
            self._hit_roll(event)
        elif key == "armor roll":
            self._armor_roll(event, about)

    @staticmethod
    def _mark(marks: set[str], key: str, there: bool) -> None:
        if there:
            marks.add(key)
        else:
            marks.discard(key)

    def _waiting(self, seat: int) -> list[str]:
        return [model.key for model in self.models if model.side == seat and model.key not in self.acted]

    # -- rounds, turns and activations ----------------------------------------------------------------------------------------

    def _begin_round(self, event: Event) -> None:
        if self.round:
            self._score(event)
            alive = [side for side in (0, 1) if any([model.side == side for model in self.models])]
            self.first = next(iter([side for side in self.finished if side in alive] + alive), self.first)
        self.round += 1
        self.points, self.tokens, self.finished, self.turns = [0, 0], [0, 0], [], []
        for side in (0, 1):
            left = len([model for model in self.models if model.side == side])
            self.broken[side] = 2 * left < self.game.state.starting_models[side]

    def _turn(self, event: Event, seat: int) -> None:
        """Players alternate; who is finished or gone is passed over."""
        owed = 1 - self.turns[-1] if self.turns else self.first
        if owed != seat:
            alive = any([model.side == owed for model in self.models])
            self.demand(event, owed in self.finished or not alive, "it is the other's Turn")
        self.demand(event, seat not in self.finished, "this player is finished")
        self.turns.append(seat)
        self.followed = False

    def _activate(self, event: Event, key: str, again: bool) -> None:
        seat = self[key].side
        paid = [it.clause for it in self.game.events_from(self.read - 3)[:2] if it.key == "spent command points"]
        if "cp.follow-up" in paid:
            self.demand(event, self.turns[-1:] == [seat] and key != self.active and not self.followed, "follows nobody")
            self.followed = True
        else:
            self._turn(event, seat)
        self.demand(event, ("reactivate.cost" in paid) == again, "paid or not for acting again")
        self.demand(event, (key in self.acted) == again, "has acted or not")
        self.demand(event, not again or key not in self.tired, "is tired and acts again")
        self.active, self.again, self.began_tired, self.actions = key, again, key in self.tired, []
        self.must_stand = self.down & {key}
        self.afraid_of = set()
        tested = [it.clause for it in self.game.events_from(self.read)[:1]] == ["broken.test-at-first-activation"]
        owed = not again and self.broken[seat] and not self.engaged(self[key])
        self.demand(event, tested == owed, "a nerve test that is owed, or is not")

    def _single(self, event: Event, target: int, passed: bool) -> None:
        face = event.values["face"]
        good = face == 6 or (face != 1 and face + sum([it.amount for it in event.dice.modifiers]) >= target)
        self.demand(event, passed == good, "the die says otherwise")

    def _place(self, event: Event, key: str) -> None:
        points = [tuple(point[:2]) for point in event.values["path"]]
        model = self[key]
        if event.key == "moves":
            self.way = [(*point, 0.0)[:3] for point in event.values["path"]]
            length = sum([hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)])
            times, more = ALLOWANCES[event.values["verb"]]
            allowance = times * model.profile.speed + more
            self.demand(event, length <= allowance + HAIR, f"{length:.3f} of {allowance}")
            self.demand(event, length - 0.06 <= float(event.values["cost"]) <= allowance + 0.051, "another price")
            straight = hypot(points[-1][0] - points[0][0], points[-1][1] - points[0][1])
            self.demand(event, event.values["verb"] != "leaps" or length < straight + HAIR, "not straight")
        elif event.key == "deployed":
            model.place = IN_PLAY
        elif event.key == "returned to play":
            model.place, model.wounds = IN_PLAY, 1
            self.acted.add(key)
        model.x, model.y = self.last_told[key] = points[-1][0], points[-1][1]
        if event.key == "returned to play":
            near = [self.gap(model, enemy) for enemy in self.models if enemy.side != model.side]
            self.demand(event, min(near, default=2.0) > 1.0 + HAIR - 0.001, "too near to an enemy")

    # -- attacks ------------------------------------------------------------------------------------------------------------

    def _changes_level(self, mover: Any) -> bool:
        """Does the way that was told last climb or drop where the mover stands?"""
        return any(
            here[:2] == there[:2] and here[2] != there[2] and hypot(here[0] - mover.x, here[1] - mover.y) < HAIR
            for here, there in pairwise(self.way)
        )

    def _declare(self, event: Event) -> None:
        """Whom it may be made at; further targets of a split were judged with the first."""
        way = event.key.split()[0]
        attacker, target = self[event.about[0]], self[event.about[1]]
        self.strike = (way, attacker.key, target.key, event.values["weapon"] + event.values["way"])
        if way == "blast" or (way == "action" and not self.attack_begins):
            return
        self.attack_begins = False
        weapon = self._weapon()
        self.demand(event, attacker.side != target.side, "a friend")
        self.demand(event, attacker.key not in self.down, "attacks lying down")
        self.demand(event, self.gap(attacker, target) <= weapon.range + HAIR, f"{self.gap(attacker, target):.3f} away")
        self.demand(event, self.sees(attacker, target), "out of sight")
        if way == "charge":
            self.demand(event, "attack" not in self.actions and CHARGE_ATTACK not in self.actions, "a second Attack")
            self.actions.append(CHARGE_ATTACK)
        elif way == "retaliation":
            tired = attacker.key in self.tired or (attacker.key == self.active and self._fatigue_is_used())
            self.demand(event, not tired, "is tired and strikes back")
        elif way == "disengaging":
            leaves = self.gap(attacker, target) >= self.reach(attacker) - 0.02 or self._changes_level(target)
            self.demand(event, leaves, "not where it leaves")
        elif CHARGE_ATTACK in self.actions:
            self.demand(event, False, "a second Attack")
        if not weapon.melee:
            self.demand(event, not self.engaged(attacker), "shoots engaged")
            self.demand(event, not self.engaged(target), "the target is engaged")

    def _weapon(self) -> Any:
        weapons = self[self.strike[1]].profile.weapons
        return next(it for it in weapons if it.name + ("melee" if it.melee else "ranged") == self.strike[3])

    def _hit_roll(self, event: Event) -> None:
        way, attacker, target = self.strike[0], self[self.strike[1]], self[self.strike[2]]
        amounts = {it.label: it.amount for it in event.dice.modifiers}
        dice = sum([amount for label, amount in amounts.items() if label.endswith("(dice)")])
        modifier = sum(amounts.values()) - dice
        if way == "blast":
            needed, count = 4, 2
            self.demand(event, not amounts, "a blast is modified by nothing")
        else:
            weapon = self._weapon()
            needed, count = weapon.hit, weapon.dice + dice
            chosen = sum([amounts.get(label, 0) for label in ("aim", "focus", "charge", "Targeting Routines")])
            owed = self._owed_to_hit(way, weapon, attacker, target)
            self.demand(event, modifier == owed + chosen, f"{amounts} where {owed} is owed besides what was chosen")
            for label in ("aim", "focus"):
                self.demand(event, label not in amounts or label in self.actions, f"no {label} was performed")
            helped = weapon.melee and self._helped(attacker, target)
            self.demand(event, ("outnumbering (dice)" in amounts) == helped, "outnumbering")
            rapid = any([rule.name == "RAPID" for rule in weapon.rules])
            rapid = rapid and self.gap(attacker, target) <= weapon.range / 2 + HAIR
            self.demand(event, ("RAPID (dice)" in amounts) == rapid, "RAPID")
        thrown = len(event.dice.faces) - event.dice.faces.count(6)
        self.demand(event, thrown == count or (thrown < count and way == "action"), f"{thrown} dice of {count}")
        self.hits = self._counted(event, needed, modifier)

    def _owed_to_hit(self, way: str, weapon: Any, attacker: Any, target: Any) -> int:
        if weapon.melee:
            return (target.key in self.down) + (way == "disengaging")
        obscured = "steady" not in self.actions and self.sight(attacker, target).obscured
        return -obscured - (self.gap(attacker, target) > 12.01)

    def _helped(self, attacker: Any, target: Any) -> bool:
        """One friend who engages the target alone and is not tired is enough."""
        for friend in self.models:
            if friend.side == attacker.side and friend is not attacker and friend.key not in self.tired:
                alone = not any([self.engages(it, friend) for it in self.models if it is not target])
                if alone and self.engages(friend, target):
                    return True
        return False

    def _counted(self, event: Event, needed: int, modifier: int) -> int:
        """The successes among the dice: a six always, a one never."""
        good = [face == 6 or (face != 1 and face + modifier >= needed) for face in event.dice.faces]
        self.demand(event, good == [mark in ("hit", "save") for mark in event.dice.marks], "what the dice come to")
        return sum(good)

    def _armor_roll(self, event: Event, key: str) -> None:
        amounts = {it.label: it.amount for it in event.dice.modifiers}
        modifier, needed = sum(amounts.values()), int(event.dice.needed.split("+")[0])
        way, attacker = self.strike[:2]
        attacked = self.hits > 0 and key == self.strike[2]
        if event.clause == "invulnerable.unmodified":
            self.demand(event, not amounts and needed in self[key].profile.invulnerable, "invulnerable")
        else:
            self.demand(event, needed == self[key].profile.armor, "another armor")
            if attacked and way == "blast":
                self.demand(event, not amounts, "a blast is modified by nothing")
            elif attacked:
                weapon = self._weapon()
                chosen = sum([amounts.get(label, 0) for label in ("focus", "charge", "Brace")])
                owed = (
                    self.sight(self[attacker], self[key]).cover
                    - weapon.ap
                    - (key in self.down)
                    - (way == "disengaging")
                )
                self.demand(event, modifier == owed + chosen, f"{amounts} where {owed} is owed besides what was chosen")
        saved = self._counted(event, needed, modifier)
        if attacked:
            self.demand(
                event,
                event.values["unsaved"].split()[0] == (str(self.hits - saved) if saved < self.hits else "no"),
                "unsaved",
            )
        self.unsaved = int(event.values["unsaved"].split()[0].replace("no", "0"))

    def _wound(self, event: Event, key: str) -> None:
        model = self[key]
        model.wounds -= event.values["amount"]
        if event.clause == "attack.wounds":
            way = self.strike[0]
            damage = 1 if way == "blast" else self._weapon().damage
            mortal = way != "blast" and any([rule.name == "MORTAL" for rule in self._weapon().rules])
            owed = (self.hits if mortal else self.unsaved) * damage
            self.demand(event, event.values["amount"] == owed, f"{owed} are owed")
        if model.wounds <= 0:
            following = self.game.events_from(self.read)[:1]
            self.demand(
                event, not following or following[0].key in ("recovery passed", "recovery failed", "removed"), "no end"
            )

    # -- scoring ------------------------------------------------------------------------------------------------------------

    def _score(self, event: Event) -> None:
        """What each side holds now is what it has scored for this Round."""
        owed: Counter[tuple[int, str]] = Counter()
        scenario = self.game.state.scenario
        for objective in scenario.objectives:
            there = [
                it
                for it in self.models
                if it.elevation < 0.01 and hypot(it.x - objective.x, it.y - objective.y) <= it.radius + 0.5 + HAIR
            ]
            for side in (0, 1):
                mine = [it for it in there if it.side == side]
                able = [it for it in mine if it.key not in self.down and (self._leads(it) or not self.engaged(it))]
                if able and mine == there:
                    points = objective.points[self.game.state.zones[side]]
                    if scenario.key == "cut-off-the-head":
                        points = 3 if any([it.profile.leader for it in mine]) else 2
                    owed[(side, objective.key)] += points
        self.demand(event, owed == self.scored, f"{dict(self.scored)} scored, {dict(owed)} owed")
        self.scored = Counter()

    def _leads(self, model: Any) -> bool:
        return self.game.state.scenario.key == "cut-off-the-head" and bool(model.profile.leader)
