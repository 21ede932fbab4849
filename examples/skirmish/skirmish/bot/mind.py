"""How to play it sensibly: to the well, and shoot whoever is nearest to falling."""

from __future__ import annotations

import random
from math import hypot
from typing import Any

from skirmish.battlefield import WELL
from skirmish.shooting import HOLD
from skirmish.state import as_battle
from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Choose, Given, Place, Player, Question


class SkirmishMind(Mind):
    """Walks to the well and shoots."""

    idle = (HOLD,)

    def script(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        battle = as_battle(game.state)
        if isinstance(question, Place):
            return min(question.candidates(), key=lambda path: hypot(path[-1][0] - WELL[0], path[-1][1] - WELL[1]))
        if isinstance(question, Choose) and question.clause == "activation.act":
            shots = [option for option in question.available if option.value]
            return min(shots, key=lambda option: (battle[option.value].wounds, option.key)).key if shots else HOLD
        return question.candidates()[0]

    def sitter(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        if isinstance(question, Choose) and question.clause == "activation.act":
            return HOLD
        return self.script(game, seat, question, chance)

    def value(self, game: Game, seat: Player) -> float:
        """Points, wounds left, and who is near the well."""
        battle = as_battle(game.state)
        worth = [0.0, 0.0]
        for side in (0, 1):
            near = sum([hypot(one.base.x - WELL[0], one.base.y - WELL[1]) for one in battle.of(side)])
            wounds = sum([one.wounds for one in battle.of(side)])
            worth[side] = battle.points[side] + 0.3 * wounds - 0.02 * near
        return worth[seat] - worth[1 - seat]

    def shortlist(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        first = self.script(game, seat, question, chance)
        return [first, *[given for given in question.candidates() if given != first]][:6]


mind = SkirmishMind()
