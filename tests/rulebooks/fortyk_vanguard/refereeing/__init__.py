"""A referee beside the table: reads the log and the cards, measures for himself, and says what was against the book.

He shares no rule with the rulebook: of the battle he looks at cards, heights, effects and lines of sight; where models are,
what they did, wounds, losses, Command points and victory points he keeps himself, from what the log says. Each chapter of
his is a class that looks at an event before the ledger notes it.
"""

from __future__ import annotations

from typing import Any

from tests.rulebooks import refereed
from tests.rulebooks.fortyk_vanguard.refereeing.attacks import Attacks
from tests.rulebooks.fortyk_vanguard.refereeing.ledger import Chapter, Ledger
from tests.rulebooks.fortyk_vanguard.refereeing.morale import Morale
from tests.rulebooks.fortyk_vanguard.refereeing.moves import Moves
from tests.rulebooks.fortyk_vanguard.refereeing.points import Points
from tests.rulebooks.fortyk_vanguard.refereeing.powers import Powers
from tests.rulebooks.fortyk_vanguard.refereeing.questions import Questions
from tests.rulebooks.fortyk_vanguard.refereeing.windows import Windows
from vanguard.core.game import Game
from vanguard.core.questions import Given, Question
from vanguard.core.telling.events import Event


class Referee(refereed.Referee):
    """The chapters together."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.ledger = Ledger(game, self.objections)
        points = Points(self.ledger)
        self.windows = Windows(self.ledger, points)
        others = [chapter(self.ledger) for chapter in (Moves, Attacks, Powers, Morale)]
        self.chapters: list[Chapter] = [self.windows, points, *others]
        self.questions = Questions(self.ledger)

    def look(self) -> None:
        self.ledger.battle = self.game.state

    def judge_offer(self, question: Question[Any]) -> None:
        self.windows.hear(question.clause)
        self.questions.judge(question)

    def hear(self, question: Question[Any], given: Given) -> None:
        """What is said and not told: who is selected, and which of two markers a model counts for."""
        if question.clause == "core.mission.objective-control":
            self.ledger.counts_for[question.about[0]] = int(str(given).removeprefix("marker-")) - 1
        elif question.clause == "core.shoot.select" and given in self.ledger.cards:
            self.ledger.did[str(given)].add("shot")

    def follow(self) -> None:
        self.look()
        self.ledger.turns_to_come = len([it for it in self.game.events_from(self.read) if it.key == "turn"])
        super().follow()

    def read_event(self, event: Event) -> None:
        for chapter in self.chapters:
            chapter.see(event)
        self.ledger.note(event)

    def judge_table(self) -> None:
        it, battle = self.ledger, self.ledger.battle
        it.lasting = battle.effects
        it.check(battle.command_points == tuple(it.command_points), "core.stratagem.cost", "the CP differ")
        for model in battle.models:
            stands = (model.base.x, model.base.y, model.base.elevation)
            if model.on_table and it.places.get(model.key) != stands:
                it.fault("core.concept.measuring", f"{model.key} is at {stands} without a word")
            if model.wounds != it.wounds[model.key]:
                it.fault("core.attack.inflict-damage", f"{model.key} has {model.wounds} wounds without a word")
