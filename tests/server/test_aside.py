"""Rules that take long: worked out beside the loop, noticed by themselves, and nobody at another table waits for them."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.kit.loops import run
from tests.server.browser import Site, sensible
from vanguard.core.chapters import CHANCE
from vanguard.server.play import aside as asides
from vanguard.server.play.aside import LONG, Aside, Kind
from vanguard.server.play.live_game import LiveGame
from vanguard.server.play.playing import Playing
from vanguard.server.storage.rows import StoredPlay

KIND: Kind = ("answer", "duel", "duel.strike")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(asides, "thread_time", lambda: now[0])
    return now


def test_what_nobody_has_met_yet_may_be_long() -> None:
    assert Aside().takes_long(KIND)


def test_what_was_long_once_is_done_aside_until_it_was_short_for_a_good_while(clock: list[float]) -> None:
    aside = Aside()

    def works(seconds: float) -> None:
        clock[0] += seconds

    aside.at_once(KIND, lambda: works(LONG / 5))
    assert not aside.takes_long(KIND)
    aside.at_once(KIND, lambda: works(10 * LONG))
    for _ in range(100):
        aside.at_once(KIND, lambda: works(LONG / 5))
        assert aside.takes_long(KIND), "one in a hundred is long"
    for _ in range(1000):
        aside.at_once(KIND, lambda: works(LONG / 5))
    assert not aside.takes_long(KIND)
    assert aside.takes_long(("show", "duel", "duel.strike")), "of that nothing is known"


def test_what_was_long_at_its_very_first_time_alone_is_not_done_aside_for_ever(clock: list[float]) -> None:
    aside = Aside()
    for seconds in (100 * LONG, LONG / 5):
        assert aside.takes_long(KIND), "the first of a kind loads what the others find, so the second decides"
        aside.note(KIND, seconds)
    assert not aside.takes_long(KIND)
    for _ in range(2):
        aside.note(KIND, 100 * LONG)
        assert aside.takes_long(KIND)


def test_what_fails_took_its_time_too(clock: list[float]) -> None:
    aside = Aside()
    aside.note(KIND, 0.0)

    def fails() -> None:
        clock[0] += 1
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        aside.at_once(KIND, fails)
    assert aside.takes_long(KIND)


def test_whoever_asked_for_it_pays_and_it_is_done_by_another_thread(clock: list[float]) -> None:
    aside = Aside()
    paid: list[tuple[float, bool]] = []

    def works() -> bool:
        clock[0] += 3
        return threading.current_thread() is threading.main_thread()

    async def asked() -> bool:
        loop_thread = threading.current_thread()
        return await aside.beside(
            KIND, works, lambda seconds: paid.append((seconds, threading.current_thread() is loop_thread))
        )

    assert run(asked()) is False
    assert paid == [(3, True)], "counted by the loop, as all budgets are"
    aside.close()


def test_while_a_long_answer_is_worked_out_other_tables_go_on_and_nobody_reads_the_game(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_work, done = threading.Event(), threading.Event()
    reading_meanwhile: list[bool] = []
    answering, resting = Playing.answer, LiveGame.at_rest

    def long_answer(self: Playing, seat: int, given: Any, auto: bool = False) -> None:
        at_work.set()
        done.wait()
        answering(self, seat, given, auto)

    async def rested(self: LiveGame) -> None:
        await resting(self)
        reading_meanwhile.append(at_work.is_set() and not done.is_set() and self.stored.id == game["game"])

    game, other = site.new_game(second="friend"), site.new_game()
    monkeypatch.setattr(Playing, "answer", long_answer)
    monkeypatch.setattr(LiveGame, "at_rest", rested)
    with (
        site.sit(game["game"], *site.secrets(game)) as browser,
        site.sit(game["game"], *site.secrets(game)) as twin,
        site.sit(other["game"], *site.secrets(other)) as stranger,
    ):
        question = browser.question()
        assert question is not None
        given = sensible(question)
        browser.socket.send_json({"type": "answer", "id": "long", "given": given, "at": browser.state["stamp"]})
        at_work.wait()
        twin.socket.send_json({"type": "complete", "id": "reads", "text": ""})
        assert stranger.ask("ping")["type"] == "pong"
        done.set()
        assert browser.next("ack")["re"] == "long"
        assert twin.next_of("completions", "refused")["re"] == "reads"
    assert reading_meanwhile and not any(reading_meanwhile)


def test_a_game_that_is_played_again_tells_how_long_each_answer_took_with_its_dice(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 0.5
        return now[0]

    noted: list[tuple[str, float]] = []
    playings: list[Playing] = []
    beginning = Playing._begin

    def begun(self: Playing) -> None:
        playings.append(self)
        beginning(self)

    monkeypatch.setattr(Playing, "_begin", begun)
    game = site.new_game()
    with site.sit(game["game"], *site.secrets(game)) as browser:
        for _ in range(6):
            question = browser.question()
            assert question is not None
            browser.answer(sensible(question), seat=question["seat"])
    [playing] = playings
    monkeypatch.setattr("vanguard.server.play.playing.thread_time", clock)
    again = Playing(playing.stored, playing.rulebook)
    again.play_again(
        StoredPlay([(step.seat, step.given, step.auto) for step in playing.steps]),
        lambda clause, seconds: noted.append((clause, seconds)),
    )
    assert len(noted) == len(playing.steps)
    for at in range(1, len(noted)):
        (clause, seconds), rolled = noted[at], playing.steps[at].seat == CHANCE
        assert seconds == (noted[at - 1][1] + 0.5 if rolled else 0.5)
        assert not rolled or clause == noted[at - 1][0]
    assert len({step.seat == CHANCE for step in playing.steps}) == 2, "in a duel something is rolled"
