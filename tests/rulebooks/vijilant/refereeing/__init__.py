"""A referee who reads along: a second opinion on every answer, roll and table, worked out from the book alone.

    assert refereed(Referee, "vijilant", 28, "script").objections == []

`facts` looks at the table, `combat` reckons attacks, `moves` measures, `cards` keeps the turns; none of them calls a rule.
What the referee does not agree with is noted in `objections`, what was looked at, and how often, in `counts`.
"""

from __future__ import annotations

from math import hypot
from typing import Any

from tests.rulebooks.vijilant.refereeing.cards import Cards
from tests.rulebooks.vijilant.refereeing.facts import EMBARKED, HAIR, REMOVED, STANDING, Outline, holds, overlaps
from vanguard.core.game import Game
from vanguard.core.questions import Given, Question
from vanguard.core.questions.chance import Chance


class Referee(Cards):
    """Plays answers into a game and looks at everything that comes of them."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.whole: dict[str, bool] = {}
        """Which units were in coherency when they were last looked at."""
        self.fallen: set[str] = set()
        self.known: dict[str, tuple[Any, ...]] = {}
        """Where everybody stood when it was last looked at."""

    def judge_offer(self, question: Question[Any]) -> None:
        self.check_question(question)

    def hear(self, question: Question[Any], given: Given) -> None:
        self.note_answer(question, given)
        self.remember()

    def answer(self, given: Given, seat: int) -> None:
        """Dice are looked at before they are thrown."""
        self.prepare(given, seat)
        self.game.answer(given, seat=seat, settle=False)
        while isinstance(self.game.question, Chance):
            self.follow()
            self.check_roll(self.game.question)
            if self.game.question.clause == "movement.dangerous":
                self.check_danger(self.game.question)
            self.game.throw()
        self.follow()
        self.check_asked()
        if self.game.at_rest:
            self.check_owed()
            self.agree("dangerous terrain", not self.still_daring(), f"{self.daring} have not rolled")
            self.daring = []
            self.check_table()

    def follow(self) -> None:
        """Everything that was told since; what belongs to a mission that has been cleared away cannot be looked at any more."""
        events = self.game.events_from(self.read)
        self.read += len(events)
        begins = [i for i, event in enumerate(events) if event.key == "mission-begins"]
        for event in events[begins[-1] if begins else 0 :]:
            if event.key in ("shoots", "strikes", "command-played"):
                self.shot = event
            if event.key == "killed":
                self.fallen |= set(event.about)
            told = getattr(self, "on_" + event.key.replace("-", "_"), None)
            if told is not None:
                told(event)

    # -- the table ---------------------------------------------------------------------------------------------------------

    def check_table(self) -> None:
        self.check_pins()
        for unit in self.battle.units:
            self.check_unit(unit)
            for model in self.models(unit):
                now = (model.base, model.wounds, unit.airborne, self.field)
                if self.known.get(model.key) != now:
                    self.known[model.key] = now
                    self.check_base(unit, model)
        self.check_overlaps()
        self.fallen, self.driven = set(), False

    def check_unit(self, unit: Any) -> None:
        """Its card, its passengers, and its coherency: lost only by casualties and by the train."""
        card = next(it for it in self.battle.cards if it.unit == unit.index)
        self.agree("dead cards", self.battle.card_flipped[card.index] != self.alive(unit), unit.name)
        riding = [it for it in self.battle.units if it.inside == unit.index and self.alive(it)]
        count = sum([len(self.models(it, EMBARKED)) for it in riding])
        fit = len(riding) < 2 and count <= unit.card.capacity and all(self.infantry(it) for it in riding)
        self.agree("passengers", fit and (unit.inside < 0 or not self.models(unit)), f"{unit.name} carries {count}")
        whole = self.parts(unit) < 2
        excused = self.driven or self.fallen & {it.key for it in self.models(unit, REMOVED)}
        self.agree("coherency", whole or not self.whole.get(unit.key, True) or bool(excused), f"{unit.name} is split")
        self.whole[unit.key] = whole

    def check_base(self, unit: Any, model: Any) -> None:
        """Wholly on the table, as high as what is under it, in nothing it may not enter, and on or off what can be climbed."""
        base, kind, wounds = model.base, unit.card.type, model.wounds
        self.agree("on the table", min(base.x, base.y, 70 - base.x, 70 - base.y) >= base.radius - HAIR, model.key)
        self.agree("wounds", 0 <= wounds < unit.card.health, f"{model.key} stands with {wounds}")
        if self.flying(unit):
            return
        height = self.field.height(base.x, base.y, kind in ("Skimmer", "VTOL"))
        self.agree("heights", abs(height - base.elevation) < 0.01, f"{model.key} at {base.elevation}, not {height}")
        hovers = kind == "Skimmer" or (kind == "VTOL" and unit.airborne)
        for piece in self.field.pieces:
            if self.is_closed(piece, unit, hovers):
                self.agree("closed terrain", not overlaps(base.x, base.y, base.radius, Outline(piece.part.points)), f"{model.key} in {piece.name}")  # fmt: skip
        for outline, top in self.field.surfaces if not hovers else []:
            partly = overlaps(base.x, base.y, base.radius, outline) and not holds(outline, base)
            self.agree("edges", not partly, f"{model.key} stands partly on what is {top} cm high")

    def is_closed(self, piece: Any, unit: Any, hovers: bool) -> bool:
        if hovers:
            return bool(piece.kind == "glass shard")
        on_deck = unit.on_deck and piece.kind == "carriage" and piece.part.group
        barred = unit.card.type in ("Vehicle", "Flyer") and "barred to vehicles" in piece.part.traits and not on_deck
        return "impassable" in piece.part.traits or bool(barred)

    def check_overlaps(self) -> None:
        standing = [it for it in self.battle.models if it.fate == STANDING]
        for i, one in enumerate(standing):
            for other in standing[:i]:
                near = one.base.radius + other.base.radius - HAIR
                if hypot(one.base.x - other.base.x, one.base.y - other.base.y) < near:
                    apart = self.flying(self.battle.units[one.unit]) != self.flying(self.battle.units[other.unit])
                    self.agree("bases apart", apart, f"{one.key} and {other.key} overlap")
