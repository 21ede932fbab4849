"""What a referee keeps of cards and turns: whose turn it is, which cards are left, points, pins, rounds, and who has won."""

from __future__ import annotations

from math import hypot
from typing import Any

from tests.rulebooks.vijilant.refereeing.combat import Combat
from tests.rulebooks.vijilant.refereeing.facts import HAIR, SLACK, Outline, gap, holds, linked, overlaps, touch
from tests.rulebooks.vijilant.refereeing.moves import Moves
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Question
from vanguard.core.telling.events import Event

ONE_POINT = ("move", "ram", "regroup", "hunker", "load", "unload", "land", "slow", "special")


class Cards(Combat, Moves):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.begin_mission()

    def begin_mission(self) -> None:
        self.opener = self.last = -1
        """Who opened the round, and who took its last turn so far."""
        self.round = 0
        self.ended: set[int] = set()
        self.played: set[str] = set()
        self.spent: set[str] = set()
        self.turns = [0, 0]
        self.pinned = {}
        """Pinned units, and how many turns their owner had begun by then."""
        self.held: set[str] = set()
        """Who held the goal or the train when the last round ended."""
        self.points, self.extra = 0, False
        self.had_turn = set()
        self.owed, self.blow = {"test": set(), "stand": set()}, None

    def hand(self, seat: int) -> list[Any]:
        return [it for it in self.battle.cards if it.seat == seat and it.key not in self.played]

    def is_skip(self, card: Any) -> bool:
        dead = card.unit >= 0 and not self.alive(self.battle.units[card.unit])
        return bool(card.kind == "skip" or dead or card.key in self.spent)

    def barred(self, card: Any) -> bool:
        return card.unit >= 0 and self.battle.units[card.unit].key in self.pinned and not self.is_skip(card)

    def next_seat(self) -> int:
        first = self.opener if self.last < 0 else 1 - self.last
        return first if first not in self.ended and self.hand(first) else 1 - first

    # -- questions ---------------------------------------------------------------------------------------------------------

    def check_question(self, question: Question[Any]) -> None:
        if question.clause == "turn.action-menu":
            self.check_menu(question)
        elif question.clause == "turn.free-card-choice":
            self.check_hand(question)
        elif question.clause == "deploy.on-first-play":
            self.check_entries(question)
        elif question.clause.startswith("cards.") and isinstance(question, Choose):
            self.check_targets(question)

    def check_hand(self, question: Any) -> None:
        """Every card that can be played or saved is offered, and no other; what a command can be played on is its own matter."""
        self.agree("whose turn", question.player == self.next_seat(), f"{question.player} is asked")
        overdue = [key for key, begun in self.pinned.items() if begun < self.turns[self.unit(key).seat]]
        self.agree("pins lifted", not overdue, f"{overdue} are still pinned after a turn")
        hand = self.hand(question.player)
        expected = {"end"}
        for card in hand:
            if self.is_skip(card):
                expected.add("skip")
            elif all(self.barred(it) for it in hand):
                expected.add(f"forfeit:{card.key}")
            elif not self.barred(card):
                expected |= {f"save:{card.key}", f"play:{card.key}"}
            waits = card.unit >= 0 and self.waits(self.battle.units[card.unit])
            if waits or card.kind == "command":
                expected.discard(f"play:{card.key}")
        commands = {f"play:{it.key}" for it in hand if it.kind == "command"}
        found = {it.key for it in question.available} - commands
        self.agree("hands", found == expected, f"{sorted(found ^ expected)}")

    def waits(self, unit: Any) -> bool:
        """Does it ride in something that is not on the table?"""
        return unit.inside >= 0 and not self.models(self.battle.units[unit.inside])

    def check_menu(self, question: Any) -> None:
        """Every shot and strike that can be made is offered, and no other."""
        unit = self.unit(self.active)
        told = int(question.prompt.rpartition(": ")[2].partition(" ")[0])
        self.agree("points left", told == self.points, f"{question.prompt}, not {self.points}")
        offered = {it.key for it in question.available}
        closing_up = any(it.key == "regroup" for it in question.options)
        mine = self.models(unit)
        for target in self.enemies(unit.seat) if mine else []:
            for volley in self.volleys(unit):
                can = self.points >= (2 if volley == "heavy" else 1) and self.can_fire(unit, mine, volley, target)
                key = f"shoot:{volley}:{target.key}"
                self.agree("shots offered", (key in offered) == (can and not closing_up), key)
            can = (self.points > 0 or not self.extra) and self.can_strike(unit, target)
            key = f"strike:{target.key}"
            self.agree("strikes offered", (key in offered) == (can and not closing_up), key)
            for special in [it for it in unit.card.specials if not it.aura]:
                key = f"special:{special.key}:{target.key}"
                can = self.points > 0 and self.can_sing(mine, special, target) and not closing_up
                self.agree("specials offered", (key in offered) == can, key)
        others = {
            key for key in offered if key.partition(":")[0] in ("hunker", "load", "land", "slow", "move", "fly", "done")
        }
        expected = self.other_deeds(unit) if mine and not closing_up else others
        self.agree("other actions offered", others == expected, f"{sorted(others ^ expected)}")

    def can_sing(self, mine: list[Any], special: Any, target: Any) -> bool:
        """Within reach of somebody she sees; once a turn, at nobody in the air or pinned already."""
        near = [it for it in self.visible(mine, target) if any(gap(it, one) <= special.reach + SLACK for one in mine)]
        fresh = special.key not in self.battle.turn.used and target.key not in self.pinned
        return fresh and not self.flying(target) and bool(near)

    def other_deeds(self, unit: Any) -> set[str]:
        """What else is open to a unit on the table: moving, flying, hunkering, getting in, landing, slowing down, ending."""
        kind, mobile = unit.card.type, "mobility" not in [it.kind for it in self.lost(unit)]
        found = set() if kind == "Flyer" and unit.airborne and mobile and not self.flights else {"done"}
        if kind == "Flyer" and mobile and not self.flights:
            found.add("fly")
        if not self.points:
            return found
        if kind != "Flyer" and mobile:
            found.add("move")
        if kind == "Walker" and unit.hunkered != self.battle.round:
            found.add("hunker")
        if unit.airborne and self.may_land(unit) and (kind == "VTOL" or self.flights):
            found.add("land")
        if unit.card.capacity and kind in ("Vehicle", "Skimmer") and not unit.slowed:
            found.add("slow")
        return found | {
            f"load:{it.key}" for it in self.battle.units if it.seat == unit.seat and self.may_board(unit, it)
        }

    def may_land(self, unit: Any) -> bool:
        """Clear of impassable terrain, containers and bases; a VTOL also on a deck that holds its whole base."""
        model, on_deck = self.models(unit)[0], unit.card.type == "VTOL"
        base = model.base
        for it in self.field.pieces:
            if overlaps(base.x, base.y, base.radius + HAIR - SLACK, Outline(it.part.points)):
                deck = self.field.deck if it.part.group and self.field.deck else Outline(it.part.points)
                closed = "impassable" in it.part.traits or it.kind == "container"
                if closed or (it.kind == "carriage" and not (on_deck and holds(deck, base))):
                    return False
        others = [it for it in self.battle.units if it is not unit and not self.flying(it)]
        bases = [m.base for it in others for m in self.models(it)]
        return all(hypot(it.x - base.x, it.y - base.y) >= it.radius + base.radius - SLACK for it in bases)

    def may_board(self, unit: Any, transport: Any) -> bool:
        """Room for all of an infantry unit, one of them touching, everybody within 3 cm, and it has landed or slowed down."""
        mine, carrier = self.models(unit), self.models(transport)
        if not carrier or not self.infantry(unit) or len(mine) > transport.card.capacity or self.parts(unit) > 1:
            return False
        taken = any(it.inside == transport.index and self.alive(it) for it in self.battle.units)
        waits = not transport.airborne if transport.card.type in ("Flyer", "VTOL") else transport.slowed
        near = all(gap(it, carrier[0]) <= 3 + SLACK for it in mine)
        return waits and not taken and near and any(touch(it, carrier[0]) for it in mine)

    def check_targets(self, question: Any) -> None:
        """Whom a command may be played on."""
        battle, seat = self.battle, question.player
        found = {it.key.partition(":")[0] for it in question.available}
        here = [it for it in battle.units if it.seat == seat and self.models(it)]
        fresh = [it for it in battle.units if it.seat == seat and self.alive(it) and it.key not in self.had_turn]
        hurt = [it for it in here if not self.infantry(it) and (self.lost(it) or self.models(it)[0].wounds)]
        inside = [
            it for it in battle.units if it.seat == seat and it.inside >= 0 and self.alive(it) and not self.waits(it)
        ]
        expected = {
            "cards.orbital-lance": self.enemies(seat), "cards.strafing-run": self.enemies(seat), "cards.smoke-curtain": here,
            "cards.shared-purpose": [*here, *fresh], "cards.double-time": fresh, "cards.patch-kit": hurt,
            "cards.grapple-down": [it for it in inside if it.key in found],
        }[question.clause]  # fmt: skip
        self.agree("targets of commands", found == {it.key for it in expected}, f"{question.prompt} {sorted(found)}")

    def check_entries(self, question: Any) -> None:
        """The ways in: what its card says, the zone for the defender of the depot, one action or two for an attacker."""
        unit = self.unit(next(it.key for it in self.battle.units if it.key == self.active))
        printed, mission = unit.card.deployment, self.battle.mission.key
        expected = {"edge" if printed.usual else "short" if printed.way == "edge" else printed.way}
        if mission == "depot-raid" and unit.seat == self.battle.defender:
            expected = (expected - {"edge"}) | {"zone"}
        elif mission != "open-skirmish" and unit.seat != self.battle.defender:
            expected |= {"edge", "short"}
        found = {it.key for it in question.available}
        self.agree("ways in", found == expected, f"{unit.name}: {sorted(found)}")

    def note_answer(self, question: Question[Any], given: Any) -> None:
        """What the turn costs so far, by what its owner has chosen."""
        if question.clause == "deploy.on-first-play":
            self.entry = given
        if question.clause != "turn.action-menu":
            return
        what, _, word = given.partition(":")
        if what in ("shoot", "pick"):
            self.points -= 2 if word.startswith("heavy") else 1
        elif what == "extra-move" or (what == "strike" and not self.extra):
            self.extra = True
        elif what in ("strike", *ONE_POINT):
            self.points -= 1
        self.agree("action points", self.points >= 0, f"{self.points} left after {given}")

    # -- turns -------------------------------------------------------------------------------------------------------------

    def seat(self, event: Event) -> int:
        return next(seat for seat in (0, 1) if self.battle.side_name(seat) == event.values["side"])

    def card(self, event: Event) -> Any:
        seat = self.seat(event)
        return next(it for it in self.battle.cards if it.seat == seat and it.name == event.values["card"])

    def take_turn(self, card: Any) -> None:
        seat, unit = card.seat, self.battle.units[card.unit] if card.unit >= 0 else None
        self.agree("whose turn", seat == self.next_seat(), f"{seat} plays {card.name}")
        self.agree("cards", card.key not in self.played, f"{card.name} is played twice")
        free = [it for it in self.hand(seat) if not self.barred(it)]
        self.agree("pinned cards", not self.barred(card) or not free, f"{card.name} is pinned")
        self.played.add(card.key)
        self.last, self.active = seat, "" if unit is None else unit.key
        self.turns[seat] += 1
        self.flights, self.entry, self.extra = 0, "", False
        self.points = 0 if unit is None else unit.card.action_points
        self.had_turn |= {self.active}

    def on_plays(self, event: Event) -> None:
        self.end_ram()
        self.take_turn(self.card(event))

    def on_saves(self, event: Event) -> None:
        self.take_turn(self.card(event))

    def on_forfeits(self, event: Event) -> None:
        unit = self.about(event)
        self.take_turn(next(it for it in self.battle.cards if it.unit == unit.index))

    def on_command_played(self, event: Event) -> None:
        card = self.card(event)
        self.agree("single use", card.key not in self.spent, f"{card.name} is played again")
        self.take_turn(card)
        self.spent |= {card.key} if card.command.single_use else set()

    def on_skips(self, event: Event) -> None:
        skips = [it for it in self.hand(self.seat(event)) if self.is_skip(it)]
        self.agree("skip cards", bool(skips), "there is none")
        if skips:
            self.take_turn(skips[0])

    def on_deploys(self, event: Event) -> None:
        """What its entry costs, by its card or by the mission."""
        unit = self.about(event)
        if unit.key != self.active:
            return
        printed = unit.card.deployment
        in_zone = (
            self.battle.mission.key == "depot-raid" and unit.seat == self.battle.defender and printed.way != "flight"
        )
        way = self.entry or ("zone" if in_zone else "")
        cost = {"zone": printed.action_points if printed.zone else 2, "short": 1, "edge": 2}.get(
            way, printed.action_points
        )
        self.points = max(0, self.points - cost)
        self.extra = not self.points

    # -- pins and rounds -----------------------------------------------------------------------------------------------------

    def on_pinned(self, event: Event) -> None:
        unit = self.about(event)
        self.pinned[unit.key] = self.turns[unit.seat]

    def on_pin_lifted(self, event: Event) -> None:
        unit = self.about(event)
        begun = self.pinned.pop(unit.key, 99)
        self.agree("pins lifted", begun < self.turns[unit.seat], unit.name)

    def on_unit_dead(self, event: Event) -> None:
        self.pinned.pop(self.about(event).key, None)

    def on_ends_round(self, event: Event) -> None:
        self.ended.add(self.seat(event))

    def on_mission_begins(self, event: Event) -> None:
        self.begin_mission()

    def on_round(self, event: Event) -> None:
        opener = self.seat(event)
        if self.round:
            self.agree("who opens", opener == (self.opener if self.last < 0 else 1 - self.last), f"{opener}")
            for seat in (0, 1):
                self.agree("rounds over", seat in self.ended or not self.hand(seat), f"{seat} has cards left")
            self.held = self.holders() if self.battle.defender >= 0 else set()
        self.round += 1
        self.opener, self.last = opener, -1
        self.ended, self.played, self.had_turn = set(), set(), set()
        left = [len([it for it in self.battle.cards if it.seat == seat and not self.battle.card_place[it.index]]) for seat in (0, 1)]  # fmt: skip
        self.agree("equal hands", left[0] == left[1] == len(self.battle.cards) // 2, f"{left}")

    # -- how it ends ---------------------------------------------------------------------------------------------------------

    def left(self, seat: int) -> int:
        return len([it for it in self.battle.units if it.seat == seat and self.models(it)])

    def on_won(self, event: Event) -> None:
        battle, seat = self.battle, self.seat(event)
        if battle.defender < 0:
            self.agree("winners", battle.round == 4 and self.left(seat) > self.left(1 - seat), f"{seat}")
            return
        attacker = 1 - battle.defender
        wiped_out = not any(it.seat == attacker and self.alive(it) for it in battle.units)
        held = bool(self.holders() & self.held) and not wiped_out
        right = seat == (attacker if held else battle.defender) and (held or wiped_out or battle.round == 4)
        self.agree("winners", right, f"{seat} wins; held: {held}, wiped out: {wiped_out}")

    def on_drawn(self, event: Event) -> None:
        self.agree("winners", self.battle.round == 4 and self.left(0) == self.left(1), "a draw")

    # -- the table -----------------------------------------------------------------------------------------------------------

    def check_pins(self) -> None:
        marked = {it.key for it in self.battle.units if it.pinned >= 0}
        self.agree("pins", marked == set(self.pinned), f"{marked} are pinned, not {set(self.pinned)}")

    def parts(self, unit: Any) -> int:
        return len(linked(self.models(unit)))
