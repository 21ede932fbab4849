"""What a person would laugh at in a game of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vanguard.core.blunders import BlunderWatcher
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Question
from vanguard.core.telling.events import Event
from vanguard.rulebooks.normandy.bot.mind import best_attack, has_to_be_set_up
from vanguard.rulebooks.normandy.state import Battle


class Blunders(BlunderWatcher):
    """Supply in the last Round, units that walk in circles, action points left with an enemy in sight."""

    forgiven: ClassVar[Mapping[str, float]] = {
        "guns that walk on with somebody to hurt": 0.3,
        "headquarters lost, of all lost units": 0.2,
        "moves back to where it was": 0.02,
        "moves that go nowhere": 0.005,
        "passes with somebody to shoot at": 0.0,
        "supply in the last Round": 0.0,
    }

    def begins(self) -> None:
        self.places: dict[str, list[list[int]]] = {}

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        state = game.state
        assert isinstance(state, Battle)
        if question.clause == "recruit.spend" and state.round >= state.content.board.rounds:
            self.count("supply in the last Round", bool(given.get("supply")))
        elif question.clause == "activation.must-activate":
            self.places = {}
        elif question.clause == "ap.spend-freely" and isinstance(question, Choose):
            deed = question.option(str(given)).value[0]
            if deed == "pass":
                attacks = [option for option in question.available if option.value[0] in ("attack", "flak")]
                self.count("passes with somebody to shoot at", bool(attacks))
            elif deed == "move" and state.activation is not None:
                unit = state.units[state.activation.unit]
                if has_to_be_set_up(unit):
                    attacks = [option for option in question.available if option.value[0] == "attack"]
                    self.count(
                        "guns that walk on with somebody to hurt", bool(attacks) and best_attack(state, unit) > 0.0
                    )
                self.places.setdefault(unit.key, []).append(sorted(unit.hexes))

    def sees(self, game: Game, event: Event) -> None:
        state = game.state
        assert isinstance(state, Battle)
        if event.key == "moved":
            self.count("moves that go nowhere", not event.values["pieces"])
            key = event.about[0]
            unit = state.units.get(key)
            been = self.places.get(key, [])
            if unit is not None and been:
                self.count("moves back to where it was", sorted(unit.hexes) in been)
        elif event.key == "destroyed":
            self.count("headquarters lost, of all lost units", state.content.cards[event.values["card"]].type == "HQ")
