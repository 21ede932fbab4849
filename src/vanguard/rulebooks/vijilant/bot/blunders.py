"""What a person would laugh at in a game of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vanguard.core.blunders import A_STEP, BlunderWatcher
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Question
from vanguard.core.telling.events import Event
from vanguard.rulebooks.vijilant.actions import RAM, SHOOT, STRIKE
from vanguard.rulebooks.vijilant.state import UNIT, Battle, Model, Unit
from vanguard.rulebooks.vijilant.turns import SKIP


class Blunders(BlunderWatcher):
    """Shots that cannot hurt, turns without an action, skip cards for nobody, heroes ahead of all others."""

    forgiven: ClassVar[Mapping[str, float]] = {
        "heroes who end their turn ahead of everybody": 0.35,
        "moves of less than 0.3": 0.1,
        "rams with troops aboard": 0.0,
        "skip cards with no unit left to wait for": 0.0,
        "turns without an action, with somebody to attack": 0.02,
        "volleys whose hits do nothing": 0.2,
    }

    def begins(self) -> None:
        self.first = True
        self.hero = -1

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        if question.clause == "turn.free-card-choice":
            self.first = True
            self._hero_has_acted(game)
            if given == SKIP:
                self.count("skip cards with no unit left to wait for", not _somebody_acts(game, seat))
        elif question.clause == "turn.action-menu" and isinstance(question, Choose):
            if self.first:
                shots = [option for option in question.available if option.value[0] in (SHOOT, STRIKE)]
                self.count("turns without an action, with somebody to attack", given == "done" and bool(shots))
            self.first = False
            battle = game.state
            assert isinstance(battle, Battle) and battle.turn is not None
            unit = battle.units[battle.turn.unit]
            if unit.card.hero:
                self.hero = unit.index
            if given == RAM:
                self.count("rams with troops aboard", battle.passengers(unit) is not None)

    def _hero_has_acted(self, game: Game) -> None:
        battle = game.state
        assert isinstance(battle, Battle)
        if self.hero >= 0 and battle.on_table(battle.units[self.hero]):
            hero = battle.units[self.hero]
            others = [unit for unit in battle.units_on_table(hero.seat) if unit is not hero and not unit.flying]
            enemies = [model for unit in battle.units_on_table(1 - hero.seat) for model in battle.standing(unit)]
            if others and enemies:
                ahead = _nearest(battle, hero, enemies) < min([_nearest(battle, one, enemies) for one in others])
                self.count("heroes who end their turn ahead of everybody", ahead)
        self.hero = -1

    def sees(self, game: Game, event: Event) -> None:
        if event.key in ("moves", "drives"):
            self.count("moves of less than 0.3", float(event.values["cost"]) < A_STEP)
        elif event.key == "dice":
            self.count("volleys whose hits do nothing", False)
        elif event.key == "harmless":
            self.found["volleys whose hits do nothing"] += 1


def _nearest(battle: Battle, unit: Unit, enemies: list[Model]) -> float:
    return min([battle.gap(model, enemy) for model in battle.standing(unit) for enemy in enemies])


def _somebody_acts(game: Game, seat: int) -> bool:
    """Has the enemy a unit yet to act in this round, and the player one that may be waiting for it or an attack from above?"""
    battle = game.state
    assert isinstance(battle, Battle)
    waits = [card for card in battle.hand(seat) if not battle.is_skip(card) and (card.kind == UNIT or card.command)]
    theirs = [card for card in battle.hand(1 - seat) if not battle.is_skip(card) and card.kind == UNIT]
    return bool(waits) and bool(theirs) and not battle.out[1 - seat]
