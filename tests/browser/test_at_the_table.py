"""The prompt, undo, keys, tools, log and rules at the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.person import Person
from tests.browser.test_activation import a_game_with
from vanguard.core.game import Game
from vanguard.core.questions import Place


def reaches(person: Person, kind: str, most: int = 80) -> None:
    """Play until a question of this kind is asked."""
    for _ in range(most):
        asked = person.waits_until_asked()
        if asked == kind:
            return
        assert asked != "over", f"the game was over before anything of kind {kind} was asked"
        person.answers()
    raise AssertionError(f"nothing of kind {kind} was asked in {most} answers")


def reaches_a_move(person: Person) -> None:
    """The army is set up, and somebody is about to move."""
    person.waits_until_asked()
    person.has_the_army_set_up()
    for _ in range(80):
        reaches(person, "place")
        if person.page.locator(".model.option .base").count() == 1:
            return
        person.answers()


def leaves_the_field(page: Page) -> None:
    """Out of the command line, so that keys are keys again."""
    if page.evaluate("document.activeElement?.tagName === 'INPUT'"):
        page.keyboard.press("Escape")


def place_of(page: Page, model: str) -> str:
    return page.locator(f'[data-model="{model}"]').get_attribute("transform") or ""


def test_an_answer_can_be_taken_back_until_a_die_is_rolled(person: Person) -> None:
    person.sets_up("killteam_vanguard", "Two at this screen")
    reaches(person, "place")
    before = person.prompt.locator("h2").inner_text()
    person.answers()
    person.waits_until_asked()
    assert person.prompt.locator("h2").inner_text() != before
    _, moment = person.asked()
    leaves_the_field(person.page)
    person.page.keyboard.press("u")
    person.waits_for_change(moment)
    expect(person.prompt.locator("h2")).to_have_text(before)
    assert person.complaints == []


def test_a_reload_in_the_middle_changes_nothing(person: Person) -> None:
    person.sets_up("killteam_lite", "You against a bot")
    person.plays(15)
    person.waits_until_asked()
    question = person.prompt.locator("h2").inner_text()
    tokens = person.page.locator("[data-model]").evaluate_all("all => all.map(m => m.getAttribute('transform'))")
    person.page.reload()
    person.waits_until_asked()
    expect(person.prompt.locator("h2")).to_have_text(question)
    assert (
        person.page.locator("[data-model]").evaluate_all("all => all.map(m => m.getAttribute('transform'))") == tokens
    )


def test_a_move_shows_its_reach_its_cost_and_snaps_to_the_last_legal_point(person: Person) -> None:
    person.sets_up("killteam_vanguard", "You against a bot")
    page = person.page
    reaches_a_move(person)
    expect(page.locator(".area path")).to_have_attribute("d", re.compile("M"))
    box = page.locator(".model.option .base").first.bounding_box()
    board = page.locator("svg.board").bounding_box()
    assert box and board
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2, steps=6)
    page.mouse.up()
    expect(page.locator("[data-confirm]")).to_be_enabled()
    expect(page.locator(".place .cost")).to_contain_text(re.compile(r"[\d.]+″ of [\d.]+″"))
    expect(page.locator(".ghost .wish")).to_be_visible()
    person.takes_a_picture("move-plan")
    _, moment = person.asked()
    page.keyboard.press("Enter")
    person.waits_for_change(moment)


def test_everything_can_be_done_by_keyboard(person: Person) -> None:
    """Deployment by arrows and Enter, choices by their number, the help by its key."""
    person.sets_up("killteam_vanguard", "You against a bot")
    page = person.page
    for _ in range(14):
        kind = person.waits_until_asked()
        _, moment = person.asked()
        if kind == "choose":
            page.keyboard.press("1")
        elif kind == "place":
            page.get_by_role("button", name="Suggest").focus()
            page.keyboard.press("Enter")
            expect(page.locator("[data-confirm]")).to_be_enabled()
            page.locator("[data-confirm]").focus()
            page.keyboard.press("Enter")
        else:
            page.locator("[data-confirm]").focus()
            page.keyboard.press("Enter")
        person.waits_for_change(moment)
    page.locator("[data-model] [role=button]").first.focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement?.closest('[data-model]')?.getAttribute('data-model')")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keys and gestures")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".home").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement?.closest('.prompt') !== null"), "past the tools and every piece"


def a_rule_opens_beside_the_table_and_the_catalogue_is_searched(page: Page) -> None:
    clause = page.locator(".prompt h2 .clause")
    clause.click()
    expect(page.locator(".reader article code")).to_have_text(clause.get_attribute("data-clause") or "")
    page.get_by_label("Search the rules").fill("overwatch")
    expect(page.locator(".reader li").first).to_contain_text(re.compile("overwatch", re.I))


def test_rules_are_read_beside_the_table_and_arrows_nudge_a_plan_that_escape_leaves(person: Person) -> None:
    person.sets_up("killteam_lite", "You against a bot")
    page = person.page
    person.waits_until_asked()
    a_rule_opens_beside_the_table_and_the_catalogue_is_searched(page)
    reaches_a_move(person)
    leaves_the_field(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".place .cost")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".place .cost")).to_have_count(0)


def test_typed_commands_are_completed_and_refused_with_the_reason(person: Person) -> None:
    person.sets_up("duel", "Two at this screen")
    person.answers()
    field = person.page.get_by_label("Type an answer")
    field.fill("hi")
    expect(person.page.get_by_role("option").first).to_contain_text("high")
    field.fill("sideways")
    field.press("Enter")
    expect(person.page.locator(".prompt .fault")).to_contain_text("sideways")
    _, moment = person.asked()
    field.fill("high")
    field.press("Enter")
    person.waits_for_change(moment)
    assert person.waits_until_asked() == "veiled"
    person.answers()
    field.focus()
    kind, moment = person.asked()
    assert kind == "choose"
    person.page.keyboard.press("1")  # the field is empty: it is no text but the first answer
    person.waits_for_change(moment)
    expect(field).to_have_value("")
    assert person.complaints == []


def zooming_flipping_and_fitting_keep_the_table_in_view(page: Page, model: str) -> None:
    board = page.locator("svg.board")
    whole = board.get_attribute("viewBox")
    assert whole
    before = place_of(page, model)
    page.get_by_role("button", name="Closer").click()
    assert board.get_attribute("viewBox") != whole
    page.get_by_role("button", name="Show the whole table").click()
    expect(board).to_have_attribute("viewBox", whole)
    page.get_by_role("button", name="Turn the table around").click()
    assert place_of(page, model) != before


def test_the_tools_of_the_table_explain_themselves(person: Person) -> None:
    person.sets_up("killteam_vanguard", "You against a bot")
    page = person.page
    for _ in range(40):
        person.waits_until_asked()
        if page.locator(".model.side0").count() > 3 and page.locator(".model.side1").count() > 3:
            break
        person.answers()
    mine = page.locator(".model.side0").first.get_attribute("data-model")
    theirs = page.locator(".model.side1").first.get_attribute("data-model")
    assert mine and theirs
    page.get_by_role("button", name="Tape measure").click()
    person.presses_model(mine)
    person.presses_model(theirs)
    expect(page.locator(".tape text")).to_contain_text(re.compile(r'\d[″"]'))
    page.get_by_role("button", name="Who can see whom").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Who can see whom").click()
    person.presses_model(mine)
    person.presses_model(theirs)
    expect(page.locator(".tool-note")).to_contain_text(re.compile("Sees it|Does not see it"))
    assert page.locator(".sight line").count() > 0
    person.takes_a_picture("sight")
    page.keyboard.press("Escape")
    zooming_flipping_and_fitting_keep_the_table_in_view(page, mine)
    assert person.complaints == []


def test_the_log_cites_its_rule_and_shows_itself_on_the_table(person: Person) -> None:
    person.sets_up("duel", "You against a bot")
    page = person.page
    for _ in range(20):
        person.waits_until_asked()
        if page.locator(".log .has-dice").count():
            break
        person.answers()
    line = page.locator(".log li", has=page.locator(".has-dice")).last
    line.locator("button").first.click()
    expect(line.locator(".die").first).to_be_visible()
    expect(page.locator(".model.mention")).to_have_count(2)
    line.get_by_role("button", name="Roll again, slowly").click()
    expect(line.locator(".die")).to_have_count(2)
    person.takes_a_picture("log-line")


def test_passing_by_itself_is_offered_and_can_be_stopped(person: Person) -> None:
    person.sets_up("duel", "Two at this screen")
    page = person.page
    for _ in range(60):
        if person.waits_until_asked() == "over":
            raise AssertionError("nothing could be passed")
        if page.get_by_label("Always pass when asked this").count():
            break
        person.answers()
    _, moment = person.asked()
    page.get_by_label("Always pass when asked this").click()
    person.waits_for_change(moment)
    expect(page.get_by_role("button", name="Passing by itself")).to_have_count(1)
    page.get_by_role("button", name="Passing by itself").click()
    expect(page.get_by_role("button", name="Passing by itself")).to_have_count(0)


def a_far_move(game: Game, seat: int) -> bool | None:
    """Can somebody on the table go more than a hex, and in many ways?"""
    question = game.question_for(seat)
    if not isinstance(question, Place) or "up to 1 " in question.prompt:
        return None
    stands = [one for one in game.view(None)["models"] if one["key"] == question.mover and one["on_table"]]
    return (bool(stands) and len({tuple(way[-1]) for way in question.candidates()}) > 6) or None


def test_a_way_over_hexes_is_picked_hex_by_hex(person: Person, tmp_path: Path) -> None:
    """A unit of Normandy goes around a corner: every hex is a click, the cost grows, a hex of the way cuts it back."""
    text, step, _ = a_game_with("normandy", a_far_move)
    person.plays_on(text, step, tmp_path / "record.txt")
    page = person.page
    hexes: list[list[int]] = page.locator(".hex.reach").evaluate_all(
        "all => all.map(h => h.dataset.hex.split(',').map(Number))"
    )
    start = page.locator(".model.option").get_attribute("data-model")
    assert start

    def press(hex: list[int]) -> None:
        box = page.locator(f'[data-hex="{hex[0]},{hex[1]}"] .cell').bounding_box()
        assert box is not None
        person.presses_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    first = next(one for one in hexes if any(beside(one, other) for other in hexes) and cost_of(page, press, one) == 1)
    second = next(other for other in hexes if beside(first, other))
    expect(page.locator(".place .sum")).to_contain_text(re.compile(r"1 of \d hexes"))
    press(second)
    expect(page.locator(".place .sum")).to_contain_text(re.compile(r"2 of \d hexes"))
    expect(page.locator(".ghost .corner")).to_have_count(1)
    person.takes_a_picture("hex-way")
    press(first)
    expect(page.locator(".place .sum")).to_contain_text(re.compile(r"1 of \d hexes"))
    press(second)
    expect(page.locator("[data-confirm]")).to_be_enabled()
    _, moment = person.asked()
    page.locator("[data-confirm]").click()
    person.waits_for_change(moment)
    assert person.complaints == []


def beside(one: list[int], other: list[int]) -> bool:
    """Whether two hexes of the map touch (pointy-top, odd rows lie half a hex further east)."""
    columns = [hex[0] - (hex[1] - (hex[1] & 1)) // 2 for hex in (one, other)]
    across, down = columns[1] - columns[0], other[1] - one[1]
    return (across, down) in {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}


def cost_of(page: Page, press: Callable[[list[int]], None], hex: list[int]) -> int:
    """What it costs to go straight to a hex."""
    page.keyboard.press("Escape")
    press(hex)
    return int(page.locator(".place .sum b").inner_text())
