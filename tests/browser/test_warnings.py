"""What a move would provoke is told before it is confirmed."""

from __future__ import annotations

from math import hypot
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.person import Person
from vanguard.bots.ladder import make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Given, Place
from vanguard.core.records import record_of
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.killteam_vanguard import rulebook


def stands_free(game: Game, point: list[float]) -> bool:
    """Can this point be clicked without hitting a piece that stands near it?"""
    pieces = [piece for piece in rulebook.view(game.state, None)["models"] if piece.get("on_table", True)]
    return all([hypot(piece["x"] - point[0], piece["y"] - point[1]) > 1.6 for piece in pieces])


PIXELS = 0.1
"""A click is so exact, in inches."""


def warning_at(question: Place[Any], x: float, y: float) -> str:
    """What a move toward this point would provoke, as the table finds the way; empty if nothing, or nobody can go there."""
    try:
        way = question.snap([[x, y]])
        provoked = question.preview(way).get("provokes") if way else None
    except Refused:
        return ""
    return str(provoked[0]["text"]).split(" at ")[0] if provoked else ""


def provoking(game: Game) -> tuple[Given, str] | None:
    """A place to go to that provokes an attack, wherever exactly one clicks, and by whom."""
    for seat in game.deciders():
        question = game.question_for(seat)
        if isinstance(question, Place):
            for way in question.candidates():
                if not question.preview(way).get("provokes") or not stands_free(game, way[-1]):
                    continue
                x, y = way[-1][:2]
                around = [(0.0, 0.0), (PIXELS, 0.0), (-PIXELS, 0.0), (0.0, PIXELS), (0.0, -PIXELS)]
                warnings = {warning_at(question, x + dx, y + dy) for dx, dy in around}
                if len(warnings) == 1 and (warning := warnings.pop()):
                    return [x, y], warning
    return None


def a_game_with_a_provoking_move() -> tuple[str, int, Given, str]:
    """The record of a game up to a step at which somebody may walk away from an enemy, where to, and who attacks."""
    rosters = {offer.key: offer.details["roster"] for offer in rulebook.armies()}
    setup = Setup("crossfire", "broken-refinery", (rosters["slag-pack"], rosters["breach-party"]))
    for seed in range(20):
        game = Game.new(rulebook, setup, KeyedDice(secret_from_seed(seed)))
        bots = [make_bot(rulebook.name, "script", seat) for seat in (0, 1)]
        while game.question is not None:
            if move := provoking(game):
                return record_of(game, reveal=True).to_text(), game.revision, *move
            seat = game.deciders()[0]
            game.answer(bots[seat].answer(game, seat), seat=seat)
    raise AssertionError("nobody could walk away from an enemy in any of these games")


def test_a_move_away_from_an_enemy_warns_of_the_attack_before_it_is_confirmed(person: Person, tmp_path: Path) -> None:
    text, step, place, whom = a_game_with_a_provoking_move()
    page = person.page
    person.plays_on(text, step, tmp_path / "record.txt")
    assert person.waits_until_asked() == "place"
    _, moment = person.asked()
    person.presses_at(*person.screen_of(place))
    expect(page.locator(".place .provokes").filter(has_text=whom)).to_be_visible()
    assert person.asked()[1] == moment, "nothing has happened yet"
    person.takes_a_picture("provoking-move")
    page.locator("[data-confirm]").click()
    person.waits_for_change(moment)
    assert person.complaints == []
