"""A move and a shot in at most four clicks, or two drags and a pick: who, where, at whom, and with what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import hypot
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person
from vanguard.bots.ladder import make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Choose
from vanguard.core.records import record_of
from vanguard.core.rulebook import load_rulebook
from vanguard.server.workers.ways import ways

ROOM = 2.6
"""So far from everybody else a drag can start or end without taking somebody else, in bases."""


def pieces_of(game: Game) -> dict[str, dict[str, Any]]:
    return {one["key"]: one for one in game.view(None)["models"] if one.get("on_table", True)}


def stands_free(pieces: dict[str, dict[str, Any]], point: tuple[float, float], but: str, size: float) -> bool:
    others = [one for key, one in pieces.items() if key != but]
    return all([hypot(one["x"] - point[0], one["y"] - point[1]) > ROOM * size for one in others])


def movers_of(game: Game, seat: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Own pieces the question is about that can be taken by hand."""
    question = game.question_for(seat)
    pieces = pieces_of(game)
    if isinstance(question, Choose):
        about = {key for option in question.options if option.available for key in option.about}
        for key, piece in pieces.items():
            if key in about and piece["side"] == seat:
                yield key, piece


def move_and_shot(game: Game, seat: int) -> tuple[str, tuple[float, float], str] | None:
    """Who could be dragged where and then onto whom, by this question."""
    middle = game.rulebook.table(game.state)
    for key, piece in movers_of(game, seat):
        size = piece["radius"]
        away = middle["width"] / 2 - piece["x"], middle["depth"] / 2 - piece["y"]
        share = 3.0 * size / max(1.0, hypot(*away))
        end = piece["x"] + share * away[0], piece["y"] + share * away[1]
        if not stands_free(pieces_of(game), end, key, size):
            continue
        found = ways(game, seat, key, None, list(end))
        if not found or not found[0]["answers"]:
            continue
        after = game.fork()
        for given in found[0]["answers"]:
            if after.question is None or after.deciders()[0] != seat:
                break
            after.answer(given, seat=seat)
        else:
            if after.question is None or seat not in after.deciders():
                continue
            for other, enemy in pieces_of(after).items():
                there = enemy["x"], enemy["y"]
                if enemy["side"] != seat and stands_free(pieces_of(after), there, other, enemy["radius"]):
                    if ways(after, seat, key, other, None):
                        return key, end, other
    return None


def volley(game: Game, seat: int) -> tuple[list[str], str] | None:
    """Who of one's own could be picked together and dragged onto whom, to shoot at it."""
    question = game.question_for(seat)
    if question is None or question.clause != "core.shoot.select":
        return None
    pieces = pieces_of(game)
    movers = [
        key
        for key, piece in movers_of(game, seat)
        if stands_free(pieces, (piece["x"], piece["y"]), key, piece["radius"])
    ]
    for key, enemy in pieces.items() if len(movers) > 1 else ():
        if enemy["side"] != seat and stands_free(pieces, (enemy["x"], enemy["y"]), key, enemy["radius"]):
            shooters = [mover for mover in movers if ways(game, seat, mover, key, None)]
            if len(shooters) > 1 and enemy["wounds"] > 3:
                return shooters[:2], key
    return None


T = TypeVar("T")


@cache
def a_game_with(name: str, wanted: Callable[[Game, int], T | None]) -> tuple[str, int, T]:
    """The record of a game between scripts up to where this was first possible, that step, and what it is."""
    rulebook = load_rulebook(name)
    for seed in range(6):
        game = Game.new(rulebook, rulebook.default_setup(seed), KeyedDice(secret_from_seed(seed)))
        bots = [make_bot(name, "script", seat) for seat in (0, 1)]
        while game.question is not None:
            seat = game.deciders()[0]
            if game.revision > 60 and len(game.deciders()) == 1:
                deed = wanted(game, seat)
                if deed is not None:
                    return record_of(game, reveal=True).to_text(), game.revision, deed
            game.answer(bots[seat].answer(game, seat), seat=seat)
    raise AssertionError("this was possible in none of these games")


def lines_told(page: Page) -> int:
    """How many lines the log has; of a long one only the last are on the page."""
    last = page.locator(".log [data-line]").last.get_attribute("data-line")
    assert last
    return int(last) + 1


SAID_SINCE = "from => [...document.querySelectorAll('.log [data-line]')].filter(one => one.dataset.line >= from).map(one => one.innerText).join(' ')"


def on_screen(person: Person, key: str) -> tuple[float, float]:
    box = person.page.locator(f'[data-model="{key}"] .base').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def a_move(game: Game, seat: int) -> tuple[str, tuple[float, float]] | None:
    """Who could be sent where, by this question, with room to be taken and put down by hand."""
    pieces, table = pieces_of(game), game.rulebook.table(game.state)
    for key, piece in movers_of(game, seat):
        size = piece["radius"]
        away = table["width"] / 2 - piece["x"], table["depth"] / 2 - piece["y"]
        share = 3.0 * size / max(1.0, hypot(*away))
        end = piece["x"] + share * away[0], piece["y"] + share * away[1]
        here = piece["x"], piece["y"]
        if stands_free(pieces, here, key, size) and stands_free(pieces, end, key, size):
            if ways(game, seat, key, None, list(end)):
                return key, end
    return None


def a_shot(game: Game, seat: int) -> tuple[str, str] | None:
    """Who could act on whom, by this question."""
    pieces = pieces_of(game)
    for key, piece in movers_of(game, seat):
        if stands_free(pieces, (piece["x"], piece["y"]), key, piece["radius"]):
            for other, enemy in pieces.items():
                if enemy["side"] != seat and stands_free(pieces, (enemy["x"], enemy["y"]), other, enemy["radius"]):
                    if ways(game, seat, key, other, None):
                        return key, other
    return None


def move_and_shot_on_hexes(game: Game, seat: int) -> tuple[str, tuple[float, float], str] | None:
    """A unit of more than one figure that could be sent to a free hex next to it, and then onto whom."""
    pieces = {key: one for key, one in pieces_of(game).items() if one.get("at")}
    units = [one["group"] for one in pieces.values()]
    taken = {tuple(one["at"]) for one in pieces.values()}
    question = game.question_for(seat)
    if not isinstance(question, Choose) or any(option.card for option in question.options):
        return None
    for key in [key for option in question.available for key in option.about if key in pieces]:
        column, row = pieces[key]["at"]
        end = column, row + (1 if row < 7 else -1)
        if pieces[key]["side"] != seat or units.count(pieces[key]["group"]) < 2 or end in taken:
            continue
        found = [way for way in ways(game, seat, key, None, list(end)) if way["path"][-1] == list(end)]
        if not found:
            continue
        after = game.fork()
        for given in found[0]["answers"]:
            after.answer(given, seat=seat)
        if after.question is None or seat not in after.deciders():
            continue
        for other, enemy in pieces_of(after).items():
            if enemy["side"] != seat and enemy.get("at") and ways(after, seat, key, other, None):
                return key, end, other
    return None


DRAGS, CLICKS = "drags", "clicks"


class Hand:
    """Acts on the table by drags, or by clicks alone, and counts the gestures."""

    def __init__(self, person: Person, by: str) -> None:
        self.person, self.by, self.count, self.picked = person, by, 0, ""
        self.most = 3 if by == DRAGS else 4

    def sends(self, key: str, to: tuple[float, float]) -> None:
        """A piece is sent to a point of the screen; the first of what that could mean is picked."""
        page, moment = self.person.page, self.person.asked()[1]
        if self.by == DRAGS:
            page.mouse.move(*on_screen(self.person, key))
            page.mouse.down()
            page.mouse.move(*to, steps=4)
            page.mouse.up()
        else:
            if self.picked != key:
                page.mouse.click(*on_screen(self.person, key))
                self.picked, self.count = key, self.count + 1
            page.mouse.click(*to)
        self.count += 1
        self._picks_the_first(moment, to)

    def picks_whoever_acts_on(self, target: str) -> None:
        """Somebody of the other side is clicked, while nobody is picked to act."""
        moment = self.person.asked()[1]
        there = on_screen(self.person, target)
        self.person.page.mouse.click(*there)
        self.count += 1
        self._picks_the_first(moment, there)

    def _picks_the_first(self, moment: str, there: tuple[float, float]) -> None:
        """The first of the list at the piece; the only answer about it is picked by another click on it."""
        page = self.person.page
        page.wait_for_function(
            "was => document.querySelector('.act-menu [role=menuitem], .option.armed')"
            " || document.querySelector('.prompt')?.dataset.moment !== was",
            arg=moment,
        )
        if self.person.asked()[1] == moment:
            menu = page.get_by_role("menuitem")
            if menu.count():
                menu.first.click()
            else:
                page.mouse.click(*there)
            self.count += 1
        self.person.waits_for_change(moment)


@pytest.mark.parametrize("by", [DRAGS, CLICKS])
@pytest.mark.parametrize("rulebook", ["killteam_vanguard", "killteam_lite", "vijilant"])
def test_a_move_and_a_shot_take_four_clicks_or_two_drags_and_a_pick(
    person: Person, tmp_path: Path, rulebook: str, by: str
) -> None:
    text, step, (mover, end, target) = a_game_with(rulebook, move_and_shot)
    page = person.page
    person.plays_on(text, step, tmp_path / "record.txt")
    hand = Hand(person, by)
    x, y = person.screen_of(end)
    hand.sends(mover, (x, y))
    expect(page.locator(".trail").first).to_be_visible()
    person.waits_until_asked()
    before = lines_told(page)
    hand.sends(mover, on_screen(person, target))
    assert hand.count <= hand.most
    expect(page.locator(f'.log [data-line="{before}"]')).to_be_attached()
    person.takes_a_picture(f"move-and-shot-{rulebook}-{by}")
    assert person.complaints == []


@pytest.mark.parametrize("by", [DRAGS, CLICKS])
def test_on_hexes_a_whole_unit_moves_and_shoots_as_shortly(person: Person, tmp_path: Path, by: str) -> None:
    """Whoever belongs to it goes along with the figure that is sent."""
    text, step, (mover, end, target) = a_game_with("normandy", move_and_shot_on_hexes)
    page = person.page
    person.plays_on(text, step, tmp_path / "record.txt")
    hand = Hand(person, by)
    there = page.locator(f'[data-hex="{end[0]:g},{end[1]:g}"]').bounding_box()
    assert there
    hand.sends(mover, (there["x"] + there["width"] / 2, there["y"] + there["height"] / 2))
    expect(page.locator(".trail")).to_have_count(2)
    person.waits_until_asked()
    before = lines_told(page)
    hand.sends(mover, on_screen(person, target))
    expect(page.locator(f'.log [data-line="{before}"]')).to_be_attached()
    assert hand.count <= hand.most
    assert person.complaints == []


@pytest.mark.parametrize("by", [DRAGS, CLICKS])
def test_in_a_game_of_phases_a_move_and_a_shot_are_as_short(person: Person, tmp_path: Path, by: str) -> None:
    """By clicks, the enemy is clicked and one of those who could shoot at it is picked there."""
    page, hand = person.page, Hand(person, by)
    text, step, (mover, end) = a_game_with("fortyk_vanguard", a_move)
    person.plays_on(text, step, tmp_path / "record.txt")
    x, y = person.screen_of(end)
    hand.sends(mover, (x, y))
    expect(page.locator(".trail").first).to_be_visible()
    text, step, (mover, target) = a_game_with("fortyk_vanguard", a_shot)
    person.plays_on(text, step, tmp_path / "record.txt")
    before = lines_told(page)
    if by == CLICKS:
        hand.picks_whoever_acts_on(target)
    else:
        hand.sends(mover, on_screen(person, target))
    expect(page.locator(f'.log [data-line="{before}"]')).to_be_attached()
    assert hand.count <= hand.most
    assert person.complaints == []


def test_several_picked_together_all_fire_at_whom_one_of_them_is_dragged_onto(person: Person, tmp_path: Path) -> None:
    text, step, (shooters, target) = a_game_with("fortyk_vanguard", volley)
    page = person.page
    person.plays_on(text, step, tmp_path / "record.txt")
    for key in shooters:
        page.keyboard.down("Shift")
        page.mouse.click(*on_screen(person, key))
        page.keyboard.up("Shift")
        expect(page.locator(f'[data-picked="{key}"]')).to_be_attached()
    names = [str(page.locator(f'[data-model="{key}"] [role=button]').get_attribute("aria-label")) for key in shooters]
    before = lines_told(page)
    page.mouse.move(*on_screen(person, shooters[0]))
    page.mouse.down()
    page.mouse.move(*on_screen(person, target), steps=4)
    page.mouse.up()
    fired = [f"{name.split(',')[0]}: " for name in names]
    for _ in range(40):
        page.wait_for_function(
            "([from, names]) => { const said = (" + SAID_SINCE + ")(from);"
            " return names.every(name => said.includes(name)) || (document.querySelector('.prompt .options [data-option]:not(:disabled)')"
            " && document.querySelector('.prompt h2 .clause').dataset.clause !== 'core.shoot.select') }",
            arg=[before, fired],
        )
        if all(name in page.evaluate(SAID_SINCE, before) for name in fired):
            break
        _, moment = person.asked()
        page.locator("[data-option]").first.click()  # what is asked in between: dice to keep, saves to take
        person.waits_for_change(moment)
    person.takes_a_picture("volley-fortyk_vanguard")
    assert all(name in page.evaluate(SAID_SINCE, before) for name in fired), page.evaluate(SAID_SINCE, before)
    assert person.complaints == []
