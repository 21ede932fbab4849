"""How to play Vijilant: get to the goal or onto the train in time, keep others off it, shoot what is worth most."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from vanguard.core.game import Game
from vanguard.core.minds import RankingMind
from vanguard.core.questions import Choose, Given, Place, Player, Question, Split
from vanguard.rulebooks.vijilant.actions import DONE, FLY, HUNKER, MOVE, REGROUP, UNLOAD
from vanguard.rulebooks.vijilant.bot.cards import ranked_cards
from vanguard.rulebooks.vijilant.bot.deeds import ranked_deeds, ranked_last_stand
from vanguard.rulebooks.vijilant.bot.moves import ranked_ends
from vanguard.rulebooks.vijilant.bot.small_choices import (
    aims_of_goodshots,
    allocation,
    containers,
    entries,
    passengers,
    starters_on_the_train,
    strikes,
    subcards,
    targets_of_command,
)
from vanguard.rulebooks.vijilant.bot.value import DECIDED, worth_to
from vanguard.rulebooks.vijilant.state import ACTIONS, Battle

CARD: Final = "turn.free-card-choice"
MENU: Final = "turn.action-menu"
SHORT: Final[dict[str, int]] = {
    CARD: 6,
    MENU: 5,
    "movement.up-to-m": 4,
    "deploy.on-first-play": 3,
    "last-stand.when": 3,
}
"""How many answers a planner tries out."""
PEACEFUL: Final = (MOVE, FLY, UNLOAD, HUNKER, REGROUP, DONE)

Ranking = Callable[[Battle, int, Any, random.Random], list[Given]]


def battle_of(game: Game) -> Battle:
    state = game.state
    assert isinstance(state, Battle)
    return state


def _first_first(battle: Battle, seat: int, question: Any, chance: random.Random) -> list[Given]:
    """As they are offered."""
    found: list[Given] = question.candidates()
    return found


def _any_order(battle: Battle, seat: int, question: Any, chance: random.Random) -> list[Given]:
    found: list[Given] = question.candidates()
    chance.shuffle(found)
    return found


CHOICES: Final[dict[str, Ranking]] = {
    CARD: ranked_cards,
    MENU: ranked_deeds,
    "last-stand.when": ranked_last_stand,
    "goodshot.nominate": aims_of_goodshots,
    "weapon.cc.in-movement-action": strikes,
    "weapon.subcards": subcards,
    "deploy.embarked": passengers,
    "deploy.on-first-play": entries,
    "heist.train-start": _any_order,
    "heist.containers-on-train": containers,
    "heist.defender-starts-on-train": starters_on_the_train,
    "coherency.who-is-out": _first_first,
    "heist.train-pushes": _any_order,
    "wounds.system-or-wound": _first_first,
    "pin.attacker-asks": _first_first,
}


ALWAYS: Final[Mapping[str, str]] = {
    "pin.attacker-asks": "a pinned enemy never hurts, so the test is always demanded",
    "wounds.system-or-wound": "a lost system costs the wound as well, so a plain wound is never worse",
}


class VijilantMind(RankingMind):
    """Script, sitter and value for Vijilant. Nothing is hidden in this rulebook."""

    slips: ClassVar[Mapping[str, float]] = {"novice": 0.82, "learner": 0.6, "casual": 0.37, "regular": 0.2}

    idle: ClassVar[tuple[str, ...]] = ("done", "end", "skip")
    always: ClassVar[Mapping[str, str]] = ALWAYS

    worth_trying: ClassVar[Mapping[str, int]] = SHORT
    rounds = 2  # a turn of squads takes long to play: a third round of trying would take more than a second

    def ranked(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        battle = battle_of(game)
        if isinstance(question, Split):
            return allocation(battle, seat, question)
        if isinstance(question, Place):
            return ranked_ends(battle, seat, question)
        found = CHOICES.get(question.clause)
        if question.clause == MENU and isinstance(question, Choose):
            return ranked_deeds(battle, seat, question, chance, self.boldness, self.ambition)
        if found is not None:
            return found(battle, seat, question, chance)
        if isinstance(question, Choose):
            return targets_of_command(battle, seat, question)
        return question.candidates()

    def playout(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        if isinstance(question, Place):
            return ranked_ends(battle_of(game), seat, question, quick=True)[0]
        return self.script(game, seat, question, chance)

    def looked_far_enough(self, game: Game, start: Game, seat: Player) -> bool:
        """The turn is over and the other side has had one."""
        battle, before = battle_of(game), battle_of(start)
        if battle.phase == ACTIONS or game.revision <= start.revision:
            return False
        enemy = 1 - seat
        return (
            battle.round > before.round
            or battle.turns_begun[enemy] > before.turns_begun[enemy]
            or not battle.hand(enemy)
        )

    def round_is_over(self, game: Game, start: Game, seat: Player) -> bool:
        battle = battle_of(game)
        return battle.phase != ACTIONS and battle.round > battle_of(start).round

    def value(self, game: Game, seat: Player) -> float:
        standing = game.standing
        battle = battle_of(game)
        if standing.over:
            won = 0.0 if standing.winner is None else DECIDED if standing.winner == seat else -DECIDED
            return won + 0.1 * worth_to(battle, seat)
        return worth_to(battle, seat)

    def sitter(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """Goes where the mission is decided and stays there; never attacks."""
        peaceful: list[Given] = []
        if isinstance(question, Choose) and question.clause in ("last-stand.when", "weapon.cc.in-movement-action"):
            peaceful = [option.key for option in question.available if option.declines]
        elif isinstance(question, Choose) and question.clause == MENU:
            ranked = self.ranked(game, seat, question, chance)
            peaceful = [given for given in ranked if question.option(given).value[0] in PEACEFUL]
        return peaceful[0] if peaceful else self.script(game, seat, question, chance)


mind: Final = VijilantMind()
