"""Which card to play next: whoever can do most now, before it is too late or too dangerous to wait."""

from __future__ import annotations

import random
from typing import Any, Final

from vanguard.core.questions import Choose, Given
from vanguard.rulebooks.vijilant.bot.aims import attacks, closeness, is_supporter, unit_holds, way_left
from vanguard.rulebooks.vijilant.bot.deeds import unload_score
from vanguard.rulebooks.vijilant.bot.worth import card_worth, command_value, prize, shot_value, strike_value
from vanguard.rulebooks.vijilant.profiles import CommandCard
from vanguard.rulebooks.vijilant.shooting import targets_of, volleys_of
from vanguard.rulebooks.vijilant.special_rules import effect_of
from vanguard.rulebooks.vijilant.state import COMMAND, UNIT, Battle, Card, Unit
from vanguard.rulebooks.vijilant.transports import unload_fault
from vanguard.rulebooks.vijilant.turns import END, FORFEIT, SAVE, SKIP

WAITS: Final = 1.2
"""A skip card comes before a unit that can do nothing yet."""
FOR_NOBODY: Final = -1.0
"""Where no enemy is left to wait for, it comes after everything."""
ENDS: Final = -0.5
"""The round is over for whoever holds nothing but skip cards and commands for another round."""
FOR_NOTHING: Final = -15.0
"""A command that does nothing now is kept for another round."""
SAVED: Final = -20.0
"""Whoever ends the round keeps all cards as well, and a skip card passes the turn as well."""


def ranked_cards(battle: Battle, seat: int, question: Choose[Any], chance: random.Random) -> list[Given]:
    scored: list[tuple[float, str]] = []
    for option in question.available:
        what, index = option.value
        scored.append((_score(battle, seat, what, index, chance), option.key))
    scored.sort(key=lambda it: (-it[0], it[1]))
    return [key for _, key in scored]


def _score(battle: Battle, seat: int, what: str, index: int, chance: random.Random) -> float:
    if what == END:
        return ENDS
    if what == SAVE:
        return SAVED
    if what == FORFEIT:
        # One pinned unit's turn, the least, rather than those of all others.
        return ENDS + 0.1 / card_worth(battle.units[battle.cards[index].unit].card)
    if what == SKIP:
        return WAITS if waits_for_somebody(battle, seat) else FOR_NOBODY
    card = battle.cards[index]
    if card.kind == COMMAND:
        assert card.command is not None
        return command_score(battle, seat, card.command)
    return unit_score(battle, battle.units[card.unit])


def waits_for_somebody(battle: Battle, seat: int) -> bool:
    """Has the enemy a unit yet to act, and the player a unit or an attack from above that may be the better for it?"""
    return acts_later(battle, 1 - seat) and any(
        [
            card.kind == UNIT or (card.command is not None and card.command.weapon is not None)
            for card in held(battle, seat)
        ]
    )


def acts_later(battle: Battle, seat: int) -> bool:
    """Has this player a unit that may still act in this round?"""
    return not battle.out[seat] and any([card.kind == UNIT for card in held(battle, seat)])


def held(battle: Battle, seat: int) -> list[Card]:
    """The cards in hand that do something."""
    return [card for card in battle.hand(seat) if not battle.is_skip(card)]


# -- units --------------------------------------------------------------------------------------------------------------------


def unit_score(battle: Battle, unit: Unit) -> float:
    """How much it matters that this unit acts now."""
    if unit.inside >= 0:
        return _passenger_score(battle, unit)
    if not battle.on_table(unit):
        # Whoever leads comes when there is somebody to stand behind.
        return 3.4 if unit.card.hero else 3.0 if is_supporter(unit) else 3.5 + 0.1 * unit.card.move
    value = best_attack(battle, unit)
    if attacks(battle, unit.seat) and not is_supporter(unit) and not unit_holds(battle, unit):
        left = way_left(battle, unit)
        if left <= 2.0 * unit.card.move:
            value += 3.0
        value += 1.0
    if closeness(battle, unit) > 0.5:
        value += 1.0
    return value


def _passenger_score(battle: Battle, unit: Unit) -> float:
    """After its transport has brought it where it wants to get out; until then there is nothing for it to do."""
    transport = battle.units[unit.inside]
    if not battle.on_table(transport):
        return -5.0
    if not transport.had_turn or unload_score(battle, unit) <= 0.0:
        return 0.5
    return 4.0 if not unload_fault(battle, unit) else 0.5


def best_attack(battle: Battle, unit: Unit) -> float:
    """The most its turn could take from the enemy by shooting or striking."""
    best = 0.0
    models = battle.standing(unit)
    if not models:
        return 0.0
    reach = max([weapon.farthest for weapon in unit.weapons], default=0.0) + 0.5
    for target in targets_of(battle, unit.seat):
        gap = min([battle.gap(a, b) for a in models[:1] for b in battle.standing(target)])
        if gap <= reach + 6.0:
            for volley in volleys_of(battle, unit, 2):
                value = shot_value(battle, unit, models, target, volley, ())
                best = max(best, value if volley == "heavy" else 1.8 * value)
        if gap <= 3.0 * unit.card.move and any([weapon.cc for weapon in unit.weapons]):
            best = max(best, strike_value(battle, unit, target))
    return best


# -- commands -----------------------------------------------------------------------------------------------------------------


def command_score(battle: Battle, seat: int, card: CommandCard) -> float:
    options = effect_of(card).options(battle, seat, card)
    return max([command_target_score(battle, seat, card, battle.units[it.value[0]], it.value[1]) for it in options], default=-10.0)  # fmt: skip


def command_target_score(battle: Battle, seat: int, card: CommandCard, unit: Unit, word: str) -> float:
    """How good it is to play this card on this unit now; a single use is kept for something worth it."""
    last = battle.round >= battle.mission.rounds
    threatened = acts_later(battle, 1 - seat)
    if card.weapon is not None:
        value = command_value(battle, seat, card, unit)
        needed = 2.0 if battle.round >= 3 else 4.0
        return value if value >= needed or last else FOR_NOTHING
    if card.health:
        return 2.5 + 0.1 * card_worth(unit.card) if word else (1.0 if last else FOR_NOTHING)
    if card.move:
        running = attacks(battle, seat) and not is_supporter(unit) and not unit_holds(battle, unit) and unit.inside < 0
        if running and battle.round <= 3:
            return 4.0 + 0.05 * way_left(battle, unit)
        # A flyer would have to fly further, and who attacks from where it stands runs nowhere.
        return FOR_NOTHING if unit.card.flyer or is_supporter(unit) or best_attack(battle, unit) > 0.0 else 1.0
    if card.dodge:
        value = 6.0 * closeness(battle, unit) if attacks(battle, seat) else prize(battle, unit) * 0.15
        return value if threatened and (value > 3.0 or last) else FOR_NOTHING
    if card.morale and card.skill:
        if word == "skill":
            return 1.5 + 0.1 * best_attack(battle, unit) if best_attack(battle, unit) > 0.0 else FOR_NOTHING
        return 1.0 + 2.0 * closeness(battle, unit) if threatened else FOR_NOTHING
    return _unload_score(battle, unit)


def _unload_score(battle: Battle, unit: Unit) -> float:
    """Grapple Down: troops near what they want get out without an action."""
    transport = battle.units[unit.inside]
    near = way_left(battle, transport)
    return 5.0 if near <= 6.0 else FOR_NOTHING
