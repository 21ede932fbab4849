"""Two browsers at one game, others watching; secrets stay where they belong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser.conftest import served
from tests.browser.person import Person


def links_from_menu(person: Person) -> dict[str, str]:
    """The invitation and the spectators' link, as this browser keeps them."""
    kept: dict[str, Any] = json.loads(person.page.evaluate("localStorage.getItem('vanguard.keys')"))
    keys = kept[person.game]
    invitations = keys["invitations"]
    return {
        "friend": invitations[0]["link"] if invitations else "",
        "watch": f"/g/{person.game}#watch={keys['watch']}",
    }


def everything_heard(page: Page) -> list[str]:
    """All that reaches this browser from now on: socket frames and answers of the server."""
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    page.on("websocket", listen)
    page.on("response", lambda response: heard.append(response.text()) if "/api/" in response.url else None)
    return heard


def joins(friend: Person, link: str) -> None:
    friend.page.goto(link if link.startswith("http") else friend.site + link)
    friend.page.get_by_role("button", name="Take the seat").click()
    friend.sees_the_table()


def opens(spectator: Person, link: str) -> None:
    spectator.page.goto(spectator.site + link)
    spectator.sees_the_table()


def test_two_play_online_and_a_third_watches(person: Person, another: Callable[..., Person]) -> None:
    person.sets_up("duel", "A friend by link")
    links = links_from_menu(person)
    expect(person.page.locator("header")).to_contain_text("not here yet")
    friend, spectator = another(), another()
    joins(friend, links["friend"])
    opens(spectator, links["watch"])
    expect(person.page.locator("header")).to_contain_text("Second player, here")
    expect(spectator.page.locator("header")).to_contain_text("Watching")
    for _ in range(300):
        if person.asked()[0] == "over":
            break
        asked = [one for one in (person, friend) if one.asked()[0] not in ("wait", "over")]
        if asked:
            asked[0].answers()
    expect(spectator.prompt).to_contain_text("Game over")
    expect(friend.prompt).to_contain_text("Game over")
    lines = [one.page.locator(".log li").count() for one in (person, friend, spectator)]
    assert lines[0] == lines[1] == lines[2] > 5
    assert spectator.page.locator("[data-option]").count() == 0
    assert person.complaints == friend.complaints == spectator.complaints == []


def test_a_friend_who_leaves_is_shown_as_away_and_comes_back(person: Person, another: Callable[..., Person]) -> None:
    person.sets_up("duel", "A friend by link")
    friend = another()
    joins(friend, links_from_menu(person)["friend"])
    expect(person.page.locator("header")).to_contain_text("Second player, here")
    table = friend.page.url
    friend.page.goto(friend.site + "/")
    expect(person.page.locator("header")).to_contain_text("Second player, away")
    friend.page.goto(table)
    friend.sees_the_table()
    expect(person.page.locator("header")).to_contain_text("Second player, here")


def secret_answer_heard_by_others(person: Person, another: Callable[..., Person], stance: str) -> list[list[Any]]:
    """What the other player and a spectator hear from just before a secret answer until they have asked something else."""
    person.sets_up("duel", "A friend by link")
    links = links_from_menu(person)
    friend, spectator = another(), another()
    ears = [everything_heard(friend.page), everything_heard(spectator.page)]
    joins(friend, links["friend"])
    opens(spectator, links["watch"])
    expect(person.page.locator("header")).to_contain_text("Second player, here")
    person.waits_until_asked()
    friend.waits_until_asked()
    settles(friend.page, ears[0])
    for heard in ears:
        heard.clear()
    person.page.locator(f'[data-option="{stance}"]').click()
    expect(person.prompt).to_have_attribute("data-kind", "wait")
    for one in (friend, spectator):
        one.page.get_by_role("button", name="Tape measure").click()
        one.presses_model("a")
        one.presses_model("b")
        expect(one.page.locator(".prompt .fault")).to_contain_text("measures nothing")
    friend.waits_until_asked()
    friend.page.locator('[data-option="low"]').click()
    expect(spectator.page.locator(".log")).to_contain_text(f"Stances are shown: {stance} against low.")
    return [[json.loads(frame) for frame in heard if frame.startswith("{")] for heard in ears]


def settles(page: Page, heard: list[str]) -> None:
    """The page has been told the chances of what it is asked; it asks for them by itself, and an answer to that may come at any time."""
    for _ in range(6_000):
        if any('"odds"' in frame for frame in heard):
            return
        page.evaluate("new Promise(requestAnimationFrame)")
    raise AssertionError("the page never asked for chances")


def before_the_reveal(frames: list[Any]) -> list[Any]:
    told = []
    for frame in frames:
        if frame["type"] == "update" and any("Stances are shown" in line["text"] for line in frame["log"]):
            break
        frame.pop("re", None)
        told.append(frame)
    return told


def test_a_secret_choice_never_reaches_another_browser_before_both_have_chosen(
    person: Person, another: Callable[..., Person]
) -> None:
    """What the others hear is the same, letter by letter, whichever secret was chosen."""
    high = [before_the_reveal(frames) for frames in secret_answer_heard_by_others(person, another, "high")]
    low = [before_the_reveal(frames) for frames in secret_answer_heard_by_others(person, another, "low")]
    assert high == low
    assert all(any(frame["type"] == "refused" for frame in heard) for heard in high), "nothing was heard at all"


def test_two_at_one_screen_hide_a_secret_choice_behind_a_privacy_screen(person: Person) -> None:
    person.sets_up("duel", "Two at this screen")
    expect(person.page.get_by_role("dialog")).to_contain_text("Hand the screen to Ada")
    person.takes_a_picture("privacy")
    person.answers()
    person.page.locator('[data-option="high"]').click()
    expect(person.page.get_by_role("dialog")).to_contain_text("Hand the screen to Bo")
    person.answers()
    person.page.locator('[data-option="low"]').click()
    expect(person.page.locator(".log")).to_contain_text("Stances are shown: high against low.")
    person.plays_to_the_end()


def test_an_undo_after_a_die_asks_the_other_player(person: Person, another: Callable[..., Person]) -> None:
    person.sets_up("duel", "A friend by link")
    friend = another()
    joins(friend, links_from_menu(person)["friend"])
    both = (person, friend)
    for _ in range(40):
        asked = [one for one in both if one.asked()[0] not in ("wait", "over")]
        if any(one.page.get_by_role("button", name="Ask for undo").count() for one in both):
            break
        if asked:
            asked[0].answers()
    asker = next(one for one in both if one.page.get_by_role("button", name="Ask for undo").count())
    other = friend if asker is person else person
    lines = asker.page.locator(".log li").count()
    asker.page.get_by_role("button", name="Ask for undo").click()
    other.page.get_by_role("button", name="Agree").click()
    expect(asker.page.locator(".log li")).not_to_have_count(lines)


def test_people_talk_by_phrases_and_words_until_one_of_them_wants_phrases_only(
    person: Person, another: Callable[..., Person]
) -> None:
    person.sets_up("duel", "A friend by link")
    friend = another()
    joins(friend, links_from_menu(person)["friend"])
    for one in (person, friend):
        one.page.locator(".talk summary").click()
    friend.page.locator("[data-phrase=hello]").click()
    expect(person.page.locator(".talk ul")).to_contain_text("Hello!")
    words = person.page.get_by_label("Say something")
    words.fill("a fine evening for a duel")
    words.press("Enter")
    expect(friend.page.locator(".talk ul")).to_contain_text("a fine evening for a duel")
    friend.page.get_by_label("Words of our own, not only phrases").uncheck()
    expect(friend.page.get_by_label("Say something")).to_have_count(0)
    words.fill("are you there?")
    words.press("Enter")
    expect(person.page.get_by_role("alert")).to_contain_text("the other player has switched the chat off")
    person.page.locator("[data-phrase=thanks]").click()
    expect(friend.page.locator(".talk ul")).to_contain_text("Thank you.")
    expect(friend.page.locator(".talk ul")).not_to_contain_text("are you there?")
    assert person.complaints == [] and friend.complaints == []


def test_a_closed_circle_is_entered_with_its_key_and_the_link_leads_on(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A browser says where a form comes from only if the page that holds it lets it."""
    with served(tmp_path_factory.mktemp("closed"), "--key", "open sesame") as address:
        page = browser.new_page()
        page.goto(f"{address}/odds")
        page.get_by_label("Key").fill("sesame")
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_role("alert")).to_contain_text("not the key")
        page.get_by_label("Key").fill("open sesame")
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_role("heading", name="Odds").first).to_be_visible()
        assert page.url == f"{address}/odds"
        page.close()
