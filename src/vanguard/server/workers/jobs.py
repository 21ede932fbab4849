"""What worker processes do. Each function runs in a worker and takes and gives plain data."""

from __future__ import annotations

import random
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from vanguard.core.game import Game
from vanguard.core.questions import Place
from vanguard.core.records import give_recorded, read_record, refuse_other_version, replay, setup_from_plain
from vanguard.core.refusals import Refused
from vanguard.server.play.library import rulebook_at
from vanguard.server.wire.messages.replies import Thought
from vanguard.server.wire.shown import answer_in_words
from vanguard.server.workers.crew import Position
from vanguard.server.workers.elsewhere import elsewhere
from vanguard.server.workers.groups import group_moves
from vanguard.server.workers.insights import odds, odds_of_amounts, odds_of_answers, odds_of_wish, risk
from vanguard.server.workers.process import called_off
from vanguard.server.workers.reasons import thought_about, thoughts_of_turn
from vanguard.server.workers.ways import ways, ways_onto

MOST_GAMES_KEPT = 64

_games: OrderedDict[str, tuple[int, Game]] = OrderedDict()
_bots: OrderedDict[tuple[str, int, str], Any] = OrderedDict()


def game_of(position: Position) -> Game:
    """The game at this position, without dice: the kept one played on, or replayed from the start."""
    history, game = _games.pop(position.game, (-1, None))
    if game is None or history != position.history or game.revision > len(position.answers):
        game = Game.new(rulebook_at(position.rulebook), setup_from_plain(position.setup), None)
    for seat, given in position.answers[game.revision :]:
        give_recorded(game, seat, given)
    _games[position.game] = (position.history, game)
    while len(_games) > MOST_GAMES_KEPT:
        _games.popitem(last=False)
    return game


def bot_answer(position: Position, seat: int, level: str) -> Any:
    """What the bot on this seat answers."""
    from vanguard.bots import budget_for_people, make_bot

    game = game_of(position)
    key = (position.game, seat, level)
    bot = _bots.pop(key, None)
    if bot is None:
        seed = random.Random(f"{position.luck} {seat}").getrandbits(32)
        budget = budget_for_people()
        budget.called_off = called_off
        bot = make_bot(game.rulebook.name, level, seed, budget)
    _bots[key] = bot
    while len(_bots) > MOST_GAMES_KEPT:
        _bots.popitem(last=False)
    return bot.answer(game.fork(), seat)


def suggestion(position: Position, seat: int, level: str, why: bool) -> tuple[Any, str, str]:
    """What a bot of this level would answer, in words too, and why, if that is wanted."""
    given = bot_answer(position, seat, level)
    game = game_of(position)
    thought = thought_about(game, seat, level, given) if why else None
    return given, answer_in_words(game.question_for(seat), given), thought["why"] if thought is not None else ""


def reasons_of(position: Position, seat: int, level: str, step: int | None) -> list[Thought]:
    """Why the bot on this seat did what it did last, or last before a step."""
    until = len(position.answers) if step is None else step
    return thoughts_of_turn(game_of(position), seat, level, position.answers, until)


def ways_to(position: Position, seat: int, mover: str | None, target: str | None, to: list[float] | None) -> list[Any]:
    game = game_of(position)
    if mover is None:
        return ways_onto(game, seat, target) if target else []
    return ways(game, seat, mover, target, to)


def group_of(position: Position, seat: int, movers: list[str], by: list[float], together: bool) -> dict[str, Any]:
    return group_moves(game_of(position), seat, movers, by, together)


def area_of(position: Position, seat: int, place: Place[Any] | None = None) -> list[Any]:
    """The reachable region of the place this seat is asked for; `place`, if it is at hand."""
    place = place or _place(position, seat)
    return [[list(point) for point in polygon] for polygon in place.area()]


def snapped(
    position: Position, seat: int, path: list[list[float]], place: Place[Any] | None = None
) -> tuple[list[Any], dict[str, Any]]:
    """The furthest legal path toward a wish, and its preview."""
    place = place or _place(position, seat)
    found = place.snap(path)
    if not found:
        return [], {"legal": False, "why": "there is no legal way toward this point"}
    return found, place.preview(found)


def place_elsewhere(position: Position, seat: int, step: int, later: int, to: list[float]) -> list[Any]:
    """Where a piece that was set up at this step could stand instead, near the wish, with all that was set up after it."""
    before = replace(position, game=f"{position.game} set-up", answers=position.answers[:step])
    return elsewhere(game_of(before), seat, to, position.answers[step + 1 : later])


def _place(position: Position, seat: int) -> Place[Any]:
    question = game_of(position).question_for(seat)
    if not isinstance(question, Place):
        raise Refused("no place is asked for now")
    return question


def odds_of(position: Position, seat: int, option: str | None) -> dict[str, Any]:
    return odds(game_of(position), seat, option)


def odds_of_a_split(position: Position, seat: int, amounts: dict[str, int]) -> dict[str, Any]:
    return odds_of_amounts(game_of(position), seat, amounts)


def odds_of_a_way(position: Position, seat: int, answers: list[Any]) -> dict[str, Any]:
    return odds_of_answers(game_of(position), seat, answers)


def risk_of(position: Position, seat: int, points: list[list[float]] | None) -> dict[str, Any]:
    return risk(game_of(position), seat, points)


def free_odds(place: str, wish: dict[str, Any]) -> dict[str, Any]:
    """Chances of an attack outside any game; what is wrong with the wish is told as a refusal."""
    try:
        return odds_of_wish(rulebook_at(place), wish)
    except Refused as refusal:
        return {"why": refusal.message, "clause": refusal.clause}


def opened_record(text: str, places: dict[str, str]) -> dict[str, Any]:
    """A record that was sent in, replayed answer by answer; what is wrong with it is told as a refusal."""
    try:
        record = read_record(text)
        if record.rulebook not in places:
            raise Refused(f"the record is of {record.rulebook!r:.60}; here can be played: {', '.join(places)}")
        rulebook = rulebook_at(places[record.rulebook])
        refuse_other_version(record, rulebook)
        game = replay(record, rulebook)
    except Refused as refusal:
        return {"why": refusal.message, "clause": refusal.clause}
    except (RecursionError, MemoryError):
        return {"why": "the record is too large to be replayed", "clause": ""}
    except Exception as fault:
        # Nobody knows all that can be wrong with what a stranger wrote; that something is, is enough.
        return {"why": f"the record cannot be replayed: {type(fault).__name__}: {fault}"[:300], "clause": ""}
    return {
        "rulebook": record.rulebook,
        "setup": record.setup.plain(),
        "seats": list(record.seats),
        "secret": record.secret,
        "answers": [[answer.seat, answer.given] for answer in game.answers],
        "ending": record.ending,
        "result": record.result,
    }
