"""How to play Vijilant: get to the goal or onto the train in time, keep others off it, shoot what is worth most."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from vanguard.bots.plans import PlanningMind, Rounds
from vanguard.bots.trying import Plan
from vanguard.core.game import Game
from vanguard.core.minds import Mind
from vanguard.core.questions import Choose, Given, Place, Player, Question, Split
from vanguard.rulebooks.vijilant.actions import DONE, FLY, HUNKER, MOVE, REGROUP, UNLOAD
from vanguard.rulebooks.vijilant.bot.aims import has_mission_goal
from vanguard.rulebooks.vijilant.bot.cards import ranked_cards
from vanguard.rulebooks.vijilant.bot.deeds import ATTACKS, ranked_deeds, ranked_last_stand
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
from vanguard.rulebooks.vijilant.bot.stances import (
    CLOSES_IN,
    GOAL_AND_ATTACK,
    SCRIPTED,
    SHOOTS_AND_WITHDRAWS,
    STAYS,
    STAYS_DOWN,
    TO_THE_GOAL,
    WITHDRAWS,
    Stance,
)
from vanguard.rulebooks.vijilant.bot.value import chance_to_win
from vanguard.rulebooks.vijilant.state import ACTIONS, IN_HAND, Battle, Unit
from vanguard.rulebooks.vijilant.turns import END, PLAY, SAVE

CARD: Final = "turn.free-card-choice"
MENU: Final = "turn.action-menu"
MOST_CARDS: Final = 6
"""Cards that a planner tries out."""
MOST_ATTACKS: Final = 3
"""Other first attacks that it tries out for a card."""
FEW_CARDS: Final = 6
"""With so many cards to come it looks to the end of the round."""
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


def cards_to_come(battle: Battle) -> int:
    """Cards in both hands that do something."""
    places = battle.card_place
    return len([card for card in battle.cards if places[card.index] == IN_HAND and not battle.is_skip(card)])


def ways_of(battle: Battle, unit: Unit) -> list[Stance]:
    """Ways for a unit to go about its turn besides the script's."""
    if not battle.on_table(unit):
        return []
    if unit.card.flyer:
        return [STAYS]
    found = [STAYS, CLOSES_IN, SHOOTS_AND_WITHDRAWS]
    if unit.card.walker:
        found.append(STAYS_DOWN)
    found += [TO_THE_GOAL, GOAL_AND_ATTACK] if has_mission_goal(battle) else [WITHDRAWS]
    return found


class VijilantMind(PlanningMind):
    """Script, sitter and value for Vijilant. Nothing is hidden in this rulebook."""

    opponent: ClassVar[str] = "planner"
    slips: ClassVar[Mapping[str, float]] = {"novice": 0.82, "learner": 0.6, "casual": 0.37, "regular": 0.2}

    idle: ClassVar[tuple[str, ...]] = ("done", "end", "skip")
    always: ClassVar[Mapping[str, str]] = ALWAYS

    trying_again: ClassVar[Rounds] = ((6, 1), (3, 2))
    enough_steps: ClassVar[int] = 1200
    varied: ClassVar[int] = 3
    foresight = 200

    def __init__(self, stance: Stance = SCRIPTED) -> None:
        self.stance = stance

    def tempered(self, boldness: float, ambition: float) -> Mind:
        twin = VijilantMind(self.stance)
        twin.boldness, twin.ambition = boldness, ambition
        return twin

    # -- plans -----------------------------------------------------------------------------------------------------------------

    def begins(self, question: Question[Any]) -> bool:
        return question.clause == CARD

    def plans(self, game: Game, seat: Player, question: Question[Any]) -> list[Plan]:
        """Each card that is worth playing now, as the script would play it."""
        scripted = Plan(SCRIPTED.name, ())
        if question.clause != CARD or not isinstance(question, Choose):
            return [scripted]
        ranked = ranked_cards(battle_of(game), seat, question, random.Random(0))
        worth_it = [key for key in ranked if key != END and not key.startswith(SAVE)] or ranked[:1]
        scripted.of = ranked[0]
        others = [key for key in worth_it[:MOST_CARDS] if key != ranked[0]]
        return [scripted, *[Plan(key, ((CARD, key),), key) for key in others]]

    def variations(self, game: Game, seat: Player, question: Question[Any], plan: Plan) -> list[Plan]:
        """Other ways to go about the turn of the unit whose card a plan plays."""
        battle = battle_of(game)
        assert isinstance(question, Choose)
        what, index = question.option(plan.of).value
        if what != PLAY or battle.cards[index].unit < 0:
            return []
        unit = battle.units[battle.cards[index].unit]
        steps = ((CARD, plan.of),)
        ways = [
            Plan(f"{plan.of}: {stance.name}", steps, plan.of, self._posed(stance)) for stance in ways_of(battle, unit)
        ]
        return ways + self._other_attacks(game, seat, plan.of) if battle.on_table(unit) else ways

    def _other_attacks(self, game: Game, seat: Player, card: str) -> list[Plan]:
        """To begin the turn with an attack that is not the script's first thought."""
        fork = game.fork(for_seat=seat)
        fork.answer(card, seat=seat)
        menu = fork.question
        if menu is None or menu.clause != MENU or not isinstance(menu, Choose):
            return []
        ranked = self._deeds(battle_of(fork), seat, menu, random.Random(0), True)
        others = [str(key) for key in ranked[1:] if menu.option(key).value[0] in ATTACKS][:MOST_ATTACKS]
        return [Plan(f"{card}: {key} first", ((CARD, card), (MENU, key)), card) for key in others]

    def _posed(self, stance: Stance) -> Mind:
        """The same mind going about it in another way."""
        twin = VijilantMind(stance)
        twin.boldness, twin.ambition = self.boldness * stance.boldness, self.ambition * stance.ambition
        return twin

    # -- answers ---------------------------------------------------------------------------------------------------------------

    def ranked(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        battle = battle_of(game)
        if isinstance(question, Split):
            return allocation(battle, seat, question)
        if isinstance(question, Place):
            return ranked_ends(battle, seat, question, goes=self.stance.goes)
        found = CHOICES.get(question.clause)
        if question.clause == MENU and isinstance(question, Choose):
            return self._deeds(battle, seat, question, chance)
        if found is not None:
            return found(battle, seat, question, chance)
        if isinstance(question, Choose):
            return targets_of_command(battle, seat, question)
        return question.candidates()

    def _deeds(
        self, battle: Battle, seat: Player, question: Choose[Any], chance: random.Random, quick: bool = False
    ) -> list[Given]:
        return ranked_deeds(battle, seat, question, chance, self.boldness, self.ambition, self.stance, quick)

    def playout(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        if isinstance(question, Place):
            return ranked_ends(battle_of(game), seat, question, True, self.stance.goes)[0]
        if question.clause == MENU and isinstance(question, Choose):
            return self._deeds(battle_of(game), seat, question, chance, True)[0]
        return self.script(game, seat, question, chance)

    def looked_far_enough(self, game: Game, start: Game, seat: Player) -> bool:
        """The turn is over and the other side has had one; where few cards are left, the round is over. Nobody sets up the next
        mission in thought."""
        question = game.question
        battle, before = battle_of(game), battle_of(start)
        if question is not None and battle.mission is not before.mission:
            return True
        if question is None or question.clause != CARD or game.revision <= start.revision:
            return False
        if battle.round > before.round:
            return True
        if cards_to_come(before) <= FEW_CARDS:
            return False
        enemy = 1 - seat
        return battle.turns_begun[enemy] > before.turns_begun[enemy] or not battle.hand(enemy)

    def round_is_over(self, game: Game, start: Game, seat: Player) -> bool:
        battle = battle_of(game)
        return battle.is_being_set_up() or (battle.phase != ACTIONS and battle.round > battle_of(start).round)

    def value(self, game: Game, seat: Player) -> float:
        standing = game.standing
        if standing.over:
            return 0.5 if standing.winner is None else float(standing.winner == seat)
        battle = battle_of(game)
        return chance_to_win(battle, seat)

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
