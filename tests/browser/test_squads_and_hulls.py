"""At a table of squads, hulls and a train: what is ahead is drawn, armour is seen by whoever aims, windows interrupt clearly."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Place, Question
from vanguard.core.records import give_recorded, read_record
from vanguard.core.rulebook import load_rulebook

GAME = Path(__file__).resolve().parents[1] / "rulebooks" / "vijilant" / "golden" / "heist-of-the-collective.txt"
AIM, LAST_STAND, ALLOCATE, DRIVE, SQUAD = "aim", "last stand", "allocate", "drive", "squad"


def asks_for(game: Game, question: Question[object]) -> str:
    """What of interest here is asked for."""
    models = {one["key"]: one for one in game.view(None)["models"] if one["on_table"]}
    if question.clause == "last-stand.when":
        return LAST_STAND
    if question.clause == "wounds.defender-allocates":
        return ALLOCATE
    if isinstance(question, Place) and models.get(question.mover, {}).get("facing") is not None:
        return DRIVE
    if isinstance(question, Choose) and question.clause == "turn.action-menu":
        hulls = {key for option in question.available for key in option.about if models.get(key, {}).get("zones")}
        if len({key for key in hulls if models[key]["side"] != question.player}) > 1:
            return AIM
        if len(question.about) > 3 and "move" in [option.key for option in question.available]:
            return SQUAD
    return ""


@pytest.fixture(scope="module")
def steps() -> dict[str, int]:
    """Where in a recorded game what is asked for the first time."""
    record = read_record(GAME.read_text(encoding="utf-8"))
    game = Game.new(load_rulebook(record.rulebook), record.setup, None)
    found: dict[str, int] = {}
    for seat, given in record.answers:
        if seat >= 0 and game.question is not None:
            found.setdefault(asks_for(game, game.question), game.revision)
        give_recorded(game, seat, given)
    assert found.keys() >= {AIM, LAST_STAND, ALLOCATE, DRIVE, SQUAD}
    return found


def test_armour_is_drawn_for_whoever_aims_hulls_are_turned_by_a_handle_and_the_dead_interrupt(
    person: Person, steps: dict[str, int], tmp_path: Path
) -> None:
    page = person.page
    record = person.opens(GAME.read_text(encoding="utf-8"), tmp_path / "record.txt")

    person.branches(record, steps[AIM])
    expect(page.locator(".zone-name", has_text="The train after this round")).to_be_visible()
    hulls = page.locator("[data-hull]")
    assert hulls.count() > 1
    assert hulls.first.locator("polygon").count() == 4, "front, rear and both sides"
    whole = page.locator("[data-hull]:not([clip-path])")
    expect(whole).to_have_count(0)
    key = hulls.first.get_attribute("data-hull")
    page.mouse.move(*middle_of(person, f'[data-model="{key}"] .base'))
    expect(whole).to_have_attribute("data-hull", key or "")
    person.takes_a_picture("armour-zones")

    person.branches(record, steps[SQUAD])
    x, y = middle_of(person, ".model.active .base")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 40, steps=4)
    expect(page.locator("[data-follower]").first).to_be_visible()
    expect(page.locator("[data-ghost]")).to_be_visible()
    page.keyboard.press("Escape")
    page.mouse.up()

    person.branches(record, steps[DRIVE])
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    handle = page.locator("[data-turn] .handle")
    expect(handle).to_be_visible()
    x, y = middle_of(person, "[data-turn] .handle")
    hub = middle_of(person, "[data-ghost] .base")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(hub[0] + (y - hub[1]), hub[1] - (x - hub[0]), steps=4)  # a quarter turn
    page.mouse.up()
    expect(page.locator(".place .sum")).to_contain_text("turning")
    page.wait_for_function(
        "([x, y]) => { const now = document.querySelector('[data-turn] .handle').getBoundingClientRect();"
        " return Math.hypot(now.x + now.width / 2 - x, now.y + now.height / 2 - y) > 10 }",
        arg=[x, y],
    )
    person.takes_a_picture("facing-handle")

    person.branches(record, steps[ALLOCATE])
    assert page.locator(".prompt-dice .die").count() > 0, "the dice it is about"
    _, moment = person.asked()
    page.locator("[data-confirm]").click()  # as it is proposed
    person.waits_for_change(moment)

    person.branches(record, steps[LAST_STAND])
    expect(page.locator(".prompt.reaction .tag")).to_have_text("Reaction")
    expect(page.locator(".casualty").first).to_be_attached()
    person.takes_a_picture("last-stand")
    assert person.complaints == []


def middle_of(person: Person, what: str) -> tuple[float, float]:
    box = person.page.locator(what).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
