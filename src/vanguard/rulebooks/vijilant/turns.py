"""Cards, turns and rounds: who plays what, what is saved, forfeited, spent and dead, and how a round ends."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Listing, Option
from vanguard.core.telling.events import counted
from vanguard.rulebooks.vijilant.actions import flight, next_action, owes_flight
from vanguard.rulebooks.vijilant.coherency import is_coherent
from vanguard.rulebooks.vijilant.deployment import NO_ROOM, deploy, may_enter
from vanguard.rulebooks.vijilant.missions import check_round_end, check_wiped_out
from vanguard.rulebooks.vijilant.pinning import lift_pins
from vanguard.rulebooks.vijilant.special_rules import effect_of, play_command
from vanguard.rulebooks.vijilant.state import (
    ACTIONS,
    CARDS,
    COMMAND,
    ENDED,
    FACE_DOWN,
    FACE_UP,
    IN_HAND,
    ROUND_END,
    SAVED,
    UNIT,
    Battle,
    Card,
    Turn,
    Unit,
)
from vanguard.rulebooks.vijilant.train import drive_on

PLAY: Final = "play"
SAVE: Final = "save"
SKIP: Final = "skip"
FORFEIT: Final = "forfeit"
END: Final = "end"

NOBODY: Final = -1

Play = tuple[str, int]
"""What is done with which card (-1: none)."""


class Hand(Listing[Play]):
    """Everything a player may do with the cards in hand; whether a card can be played is worked out one by one."""

    __slots__ = ("all_pinned", "battle", "plays", "seat")

    def __init__(self, battle: Battle, seat: int) -> None:
        self.battle: Final[Battle] = battle
        self.seat: Final[int] = seat
        hand = battle.hand(seat)
        self.all_pinned: Final[bool] = bool(hand) and all([is_pinned(battle, card) for card in hand])
        self.plays: Final[list[Play]] = plays_of(battle, hand, self.all_pinned)

    def __len__(self) -> int:
        return len(self.plays)

    def option(self, number: int) -> Option[Play]:
        what, index = self.plays[number]
        if what == END:
            unplayed = len([what for what, _ in self.plays if what == PLAY])
            label = f"End the round: {counted(unplayed, 'card')} unplayed" if unplayed else "End the round"
            return Option(END, (END, -1), label, "round.end-early", grave=unplayed > 0)
        card = self.battle.cards[index]
        if what == SKIP:
            return Option(SKIP, (SKIP, index), "Play a skip card", "skip.does-nothing")
        why, clause = self._objection(what, card)
        deed = {PLAY: "Play", SAVE: "Save", FORFEIT: "Forfeit"}[what]
        if what == PLAY and card.unit >= 0 and not self.battle.units[card.unit].deployed:
            deed = "Deploy"
        label = card.name if deed == "Play" else f"{deed} {card.name}"
        about = self.battle.keys(self.battle.units[card.unit]) if card.kind == UNIT else ()
        does = card.command.text if what == PLAY and card.command is not None else ""
        return Option(
            f"{what}:{card.key}", (what, index), label, clause, why, about, card=card.key, deed=deed, does=does
        )

    def named(self, key: str) -> Option[Play] | None:
        for number in range(len(self.plays)):
            what, index = self.plays[number]
            word = what if what in (END, SKIP) else f"{what}:{self.battle.cards[index].key}"
            if word == key:
                return self.option(number)
        return None

    def _objection(self, what: str, card: Card) -> tuple[str, str]:
        battle = self.battle
        if what == FORFEIT:
            return ("", "pin.last-card-forfeit")
        if is_pinned(battle, card):
            return ("pinned: it cannot be the next card", "pin.not-next")
        if what == SAVE:
            return ("", "skip.save-a-card")
        if card.kind == COMMAND:
            assert card.command is not None
            effect = effect_of(card.command)
            options = effect.options(battle, card.seat, card.command)
            return ("", card.command.clause) if options else (effect.nobody, "command.text-rules")
        unit = battle.units[card.unit]
        if unit.inside >= 0 and not battle.units[unit.inside].deployed:
            return (f"it rides in {battle.units[unit.inside].name}, which is not on the table", "deploy.embarked")
        if not unit.deployed and not may_enter(battle, unit):
            return (NO_ROOM, "deploy.default-edge")
        return ("", "turn.free-card-choice")


def plays_of(battle: Battle, hand: list[Card], all_pinned: bool) -> list[Play]:
    found: list[Play] = []
    skip = -1
    for card in hand:
        if battle.is_skip(card):
            skip = card.index if skip < 0 else skip
        elif all_pinned:
            found.append((FORFEIT, card.index))
        else:
            found.append((PLAY, card.index))
            found.append((SAVE, card.index))
    if skip >= 0:
        found.append((SKIP, skip))
    found.append((END, -1))
    return found


def is_pinned(battle: Battle, card: Card) -> bool:
    """Does the card belong to a pinned unit, so that it cannot be the next one its owner plays?"""
    return card.kind == UNIT and not battle.card_flipped[card.index] and battle.units[card.unit].pinned >= 0


# -- a turn -------------------------------------------------------------------------------------------------------------------


async def play_card(battle: Battle) -> None:
    """The player whose turn it is plays exactly one card, or ends the round."""
    seat = battle.turn_of
    what, index = await Choose(seat, "Play a card", Hand(battle, seat), "turn.free-card-choice")
    if what == END:
        end_round_for(battle, seat)
        pass_on(battle, seat)
        return
    card = battle.cards[index]
    begun = list(battle.turns_begun)
    begun[seat] += 1
    battle.turns_begun = (begun[0], begun[1])
    battle.last_turn = seat
    if what == SKIP:
        table(battle, card, FACE_DOWN)
        battle.note("skips", "skip.does-nothing", side=battle.side_name(seat))
        finish_turn(battle, seat)
    elif card.kind == COMMAND:
        await play_or_save_command(battle, seat, card, what)
        finish_turn(battle, seat)
    else:
        await play_unit(battle, seat, card, what)


async def play_or_save_command(battle: Battle, seat: int, card: Card, what: str) -> None:
    command = card.command
    assert command is not None
    if what == SAVE:
        table(battle, card, SAVED)
        battle.note("saves", "skip.save-a-card", side=battle.side_name(seat), card=card.name)
        return
    if command.single_use:
        battle.card_flipped[card.index] = True
    table(battle, card, FACE_DOWN if command.single_use else FACE_UP)
    await play_command(battle, seat, command)
    if command.single_use:
        battle.note("spent", "turn.finish-face-down", card=card.name)


async def play_unit(battle: Battle, seat: int, card: Card, what: str) -> None:
    """A unit's card: it acts, deploys, is saved, or is forfeit because it is pinned and nothing else is left."""
    unit = battle.units[card.unit]
    table(battle, card, SAVED if what == SAVE else FACE_UP)
    unit.had_turn = True
    turn = Turn(unit.index, unit.card.action_points)
    turn.facing = battle.models[unit.first].base.facing or 0.0
    if what == FORFEIT:
        battle.note("forfeits", "pin.last-card-forfeit", battle.keys(unit), unit=unit.name)
        stand_up(battle, unit)
        finish_turn(battle, seat)
        return
    if what == SAVE:
        battle.note("saves", "skip.save-a-card", battle.keys(unit), side=battle.side_name(seat), card=card.name)
        stand_up(battle, unit)
        if owes_flight(battle, unit, turn):
            await flight(battle, unit, turn)
        finish_turn(battle, seat)
        return
    battle.turn = turn
    battle.phase = ACTIONS
    battle.note("plays", "turn.alternate", battle.keys(unit), side=battle.side_name(seat), card=card.name)
    stand_up(battle, unit)
    if not unit.deployed:
        await deploy(battle, unit, turn)
    elif unit.inside < 0 and not is_coherent(battle, unit):
        turn.regrouping = True


async def act(battle: Battle) -> None:
    """One action of the unit whose turn it is; when nothing is left its turn is over."""
    seat = battle.turn_of
    if not await next_action(battle):
        battle.turn = None
        finish_turn(battle, seat)
        return
    check_wiped_out(battle)


def table(battle: Battle, card: Card, where: int) -> None:
    battle.card_place[card.index] = where


def finish_turn(battle: Battle, seat: int) -> None:
    battle.turn = None
    battle.phase = CARDS
    lift_pins(battle, seat)
    for unit in battle.units:
        if unit.had_turn and unit.seat == seat and (unit.skill_bonus or unit.move_bonus):
            unit.skill_bonus = 0
            unit.move_bonus = 0
    if not check_wiped_out(battle):
        pass_on(battle, seat)


def end_round_for(battle: Battle, seat: int) -> None:
    out = list(battle.out)
    out[seat] = True
    battle.out = (out[0], out[1])
    battle.note("ends-round", "round.end-early", side=battle.side_name(seat))


def can_go_on(battle: Battle, seat: int) -> bool:
    return not battle.out[seat] and bool(battle.hand(seat))


def pass_on(battle: Battle, seat: int) -> None:
    """The other player takes the next turn, or whoever still has cards; if nobody has, the round is over."""
    if can_go_on(battle, 1 - seat):
        battle.turn_of = 1 - seat
    elif can_go_on(battle, seat):
        battle.turn_of = seat
    else:
        battle.turn_of = -1
        battle.phase = ROUND_END


# -- rounds -------------------------------------------------------------------------------------------------------------------


def begin_round(battle: Battle, opener: int) -> None:
    battle.round += 1
    battle.opener = opener
    battle.out = (False, False)
    battle.last_turn = NOBODY
    battle.turn_of = opener
    battle.phase = CARDS
    for unit in battle.units:
        unit.had_turn = False
    battle.note("round", "round.end-sequence", number=battle.round, round=battle.round, side=battle.side_name(opener))


async def end_round(battle: Battle) -> None:
    """Win check, the train's advance, expiry of effects and stale hunker markers, cards back to hand, the next opener."""
    check_round_end(battle)
    if battle.phase == ENDED:
        return
    if battle.train_runs:
        await drive_on(battle)
    for unit in battle.units:
        expire(battle, unit)
    for card in battle.cards:
        battle.card_place[card.index] = IN_HAND
    opener = battle.opener if battle.last_turn == NOBODY else 1 - battle.last_turn
    begin_round(battle, opener)


def expire(battle: Battle, unit: Unit) -> None:
    """Effects until the end of the round end; a marker of an earlier round is gone if the unit was not played in this one."""
    unit.skill_bonus = 0
    unit.move_bonus = 0
    unit.dodge_bonus = 0
    unit.morale_bonus = 0
    if unit.hunkered < battle.round:
        stand_up(battle, unit)


def stand_up(battle: Battle, unit: Unit) -> None:
    """A hunkered unit loses its marker."""
    if unit.hunkered:
        unit.hunkered = 0
        battle.note("hunker-ends", "hunker.expires", battle.keys(unit), unit=unit.name)
