"""What a move would provoke is told before it is confirmed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.person import Person
from vanguard.core.game import Game
from vanguard.core.questions import Given, Place
from vanguard.core.records import Record, give_recorded, read_record
from vanguard.rulebooks.killteam_vanguard import rulebook

GOLDEN = Path(__file__).parents[1] / "rulebooks" / "killteam_vanguard" / "golden"


def a_provoking_move(record: Record) -> tuple[int, Given, str]:
    """The step of a recorded game at which somebody may walk away from an enemy: its number, the way, the warning."""
    game = Game.new(rulebook, record.setup, None)
    for step, (answering, given) in enumerate(record.answers):
        for seat in game.deciders():
            question = game.question_for(seat)
            for way in question.candidates() if isinstance(question, Place) else ():
                assert isinstance(question, Place)
                provoked = question.preview(way).get("provokes")
                if provoked:
                    return step, way, provoked[0]["text"]
        give_recorded(game, answering, given)
    raise AssertionError("nobody could walk away from an enemy in this game")


def test_a_move_away_from_an_enemy_warns_of_the_attack_before_it_is_confirmed(person: Person, tmp_path: Path) -> None:
    text = (GOLDEN / "slag-pack-against-silver-lance.txt").read_text(encoding="utf-8")
    step, way, warning = a_provoking_move(read_record(text))
    page = person.page
    upload = tmp_path / "record.txt"
    upload.write_text(text, encoding="utf-8")
    person.goes_to("/")
    page.get_by_label("Open a record").set_input_files(upload)
    expect(page.locator(".count")).to_be_visible()
    person.goes_to(f"/g/{person.game}?step={step}")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("two at this screen").check()
    page.get_by_role("button", name=f"Start from step {step}").click()
    person.sees_the_table()
    assert person.waits_until_asked() == "place"
    x, y = page.evaluate(
        """([x, y]) => {
            const table = document.querySelector('[data-model]').parentNode.getScreenCTM()
            const point = new DOMPoint(x, y).matrixTransform(table)
            return [point.x, point.y]
        }""",
        way[-1],
    )
    _, moment = person.asked()
    person.presses_at(x, y)
    expect(page.locator(".place .provokes")).to_contain_text(warning.split(" at ")[0])
    assert person.asked()[1] == moment, "nothing has happened yet"
    person.takes_a_picture("provoking-move")
    page.locator("[data-confirm]").click()
    person.waits_for_change(moment)
    assert person.complaints == []
