"""A mind for the example rulebook: enough to show what the rungs share."""

from __future__ import annotations

import random
from typing import Any

from tests.kit.duel import as_duel
from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Choose, Given, Player, Question


class DuelMind(Mind):
    """Keeps its dice and stands its ground; whoever thinks a little does better."""

    def script(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        if question.clause == "duel.dodge" and isinstance(question, Choose):
            return "no"
        return question.candidates()[0]

    def sitter(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        return question.candidates()[0]

    def value(self, game: Game, seat: Player) -> float:
        duel = as_duel(game.state)
        return float(duel.wounds[seat] - duel.wounds[1 - seat] + 0.3 * (duel.tokens[seat] - duel.tokens[1 - seat]))

    def shortlist(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        scripted = self.script(game, seat, question, chance)
        return [scripted, *[given for given in question.candidates() if given != scripted]]


mind = DuelMind()
