"""One socket never starves the others: it yields, it pays for what it costs, and its newest wish replaces the older ones."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import replace
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.kit.loops import run
from tests.server.browser import Browser, Site
from vanguard.core.refusals import Refused
from vanguard.server.app import Settings, create_app
from vanguard.server.wire import budget as budgets
from vanguard.server.wire import sockets
from vanguard.server.wire.budget import Budget, Budgets
from vanguard.server.wire.connection import Connection
from vanguard.server.workers.crew import Crew
from vanguard.server.workers.jobs import area_of
from vanguard.server.workers.line import MOST_OF_ONE, NOBODY_WAITS, FairLine, LineFull


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr("vanguard.server.wire.budget.time.monotonic", lambda: now[0])
    monkeypatch.setattr("vanguard.server.wire.budget.time.thread_time", lambda: now[0])
    return now


def test_work_is_counted_by_what_it_costs_the_loop(clock: list[float]) -> None:
    budget = Budget()

    async def works(seconds: float) -> str:
        clock[0] += seconds
        return "done"

    async def waits(seconds: float) -> str:
        waiting = asyncio.get_running_loop().create_future()

        def done() -> None:
            clock[0] += seconds
            waiting.set_result(None)

        asyncio.get_running_loop().call_soon(done)
        await waiting
        return "waited"

    async def spend() -> None:
        before = budget.left
        assert await budget.charging(waits(30)) == "waited"
        assert budget.left >= before, "waiting for a disk or a worker costs nothing"
        assert await budget.charging(works(2)) == "done"
        assert budget.left == pytest.approx(budgets.SECONDS_AT_ONCE + 2 * budgets.SECONDS_PER_SECOND - 2, abs=0.3)

    run(spend())
    assert budget.left < 0


def test_a_fault_of_the_work_arrives_and_is_paid_for(clock: list[float]) -> None:
    budget = Budget()

    async def fails() -> None:
        clock[0] += 9
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        run(budget.charging(fails()))
    assert budget.left < -5


def test_who_has_spent_too_much_waits_and_nobody_else(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock[0] += seconds

    monkeypatch.setattr("vanguard.server.wire.budget.asyncio.sleep", sleep)
    both = Budgets()
    both.of("spender").spend(1.0)
    run(both.of("other").enough())
    assert slept == []
    run(both.of("spender").enough())
    assert sum(slept) == pytest.approx(0.5 / budgets.SECONDS_PER_SECOND)
    assert both.of("spender").left >= -1e-9


def place_asked(site: Site) -> tuple[str, list[str]]:
    created = site.new_game(rulebook="killteam_lite")
    return created["game"], site.secrets(created)


def test_five_hundred_areas_in_one_breath_are_one(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """22 kB of `area` frames once froze everybody for nine seconds."""
    jobs: Counter[str] = Counter()
    advising = Crew.advise

    async def counted(self: Crew, job: Any, *arguments: Any, **how: Any) -> Any:
        jobs[job.__name__] += 1
        return await advising(self, job, *arguments, **how)

    monkeypatch.setattr(Crew, "advise", counted)
    game, secrets = place_asked(site)
    with site.sit(game, *secrets) as browser:
        while (question := browser.question()) is None or question["kind"] != "place":
            assert question is not None
            given = next(option["key"] for option in question["options"] if not option["why_not"])
            browser.answer(given, seat=question["seat"])
        seat = question["seat"]
        for number in range(500):
            browser.socket.send_json({"type": "area", "id": f"area-{number}", "seat": seat})
        answered = [browser.next_of("area", "refused") for _ in range(500)]
        assert jobs[area_of.__name__] == 1, "the region is worked out once for the question"
        assert answered[-1]["type"] == "area"
        assert {reply["stale"] for reply in answered if reply["type"] == "refused"} <= {True}
        again = browser.ask("area", seat=seat)
        assert again["polygons"] == answered[-1]["polygons"]
        assert jobs[area_of.__name__] == 1


def test_an_answer_does_not_wait_for_what_is_being_looked_up(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(self: Crew, *_: Any, **__: Any) -> Any:
        await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(Crew, "advise", never)
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        browser.socket.send_json({"type": "odds", "id": "odds", "seat": 0})
        assert browser.answer("high", seat=0)["type"] == "ack"


@pytest.mark.parametrize("frame", ["answer", "complete", "absurd"])
def test_who_has_spent_too_much_is_not_served_and_whoever_has_not_is(settings: Settings, frame: str) -> None:
    stranger, friend = "203.0.113.5", "198.51.100.7"
    frames = {
        "answer": '{"type":"answer","id":"mine","at":0,"given":"high","seat":0}',
        "complete": '{"type":"complete","id":"mine","text":"","seat":0}',
        "absurd": ABSURD,
    }
    proxied = create_app(replace(settings, proxies=("10.0.0.9",)))
    with TestClient(proxied, base_url="http://localhost", client=("10.0.0.9", 5000)) as client:
        site = Site(client)
        theirs, ours = site.new_game(), site.new_game()
        site.hub.budgets.of(stranger).spend(1e9)

        def seat(game: str, address: str) -> Any:
            return client.websocket_connect(
                f"ws://localhost/api/games/{game}/socket", headers={"X-Forwarded-For": address}
            )

        with seat(theirs["game"], stranger) as socket, seat(ours["game"], friend) as other:
            spender, honest = Browser(socket, site.secrets(theirs)), Browser(other, site.secrets(ours))
            spender.socket.send_text(frames[frame])
            for given in ("high", "low"):
                assert honest.answer(given, seat=("high", "low").index(given))["type"] == "ack"
            with pytest.raises(anyio.WouldBlock):
                while json.loads(spender.socket._send_rx.receive_nowait()["text"])["type"] == "presence":
                    pass
        assert site.hub.store.play(theirs["game"]).pending == {}


def test_frames_that_came_in_one_piece_let_everybody_else_go_first() -> None:
    """A socket that has the next frame at once never has to wait, and so would keep the loop to itself."""

    class Flooding:
        left = 50

        async def receive(self) -> dict[str, Any]:
            self.left -= 1
            kind = '{"type":"ping","id":"1"}' if self.left % 2 else ABSURD
            return {"type": "websocket.receive", "text": kind} if self.left else {"type": "websocket.disconnect"}

        async def send_text(self, text: str) -> None:
            pass

    class Table:
        async def enter(self, connection: Any) -> None:
            pass

        leave = enter

        async def at_rest(self) -> None:
            pass

    async def served() -> int:
        flooding: Any = Flooding()
        table: Any = Table()
        serving = asyncio.create_task(sockets._serve(table, Connection(flooding, (0,)), Budget(1e9)))
        turns = 0
        while flooding.left:
            await asyncio.sleep(0)
            turns += 1
        await serving
        return turns

    assert run(served()) >= 49


# -- lines ----------------------------------------------------------------------------------------------------------------


def test_in_a_line_persons_take_turns() -> None:
    line: FairLine[str] = FairLine()
    for number in range(5):
        line.put(f"stranger {number}", "stranger")
    line.put("friend 0", "friend")
    line.put("friend 1", "friend")
    taken = [line.take() for _ in range(7)]
    assert taken[:4] == ["stranger 0", "friend 0", "stranger 1", "friend 1"]
    assert taken[4:] == ["stranger 2", "stranger 3", "stranger 4"]


def test_whose_job_is_being_done_has_one_in_the_line_until_it_is_done() -> None:
    """At no moment in between: else a stranger would have both advisers."""
    line: FairLine[str] = FairLine()
    line.put("job", "stranger")
    assert (line.has("stranger"), len(line)) == (True, 1)
    assert line.take() == "job"
    assert (line.has("stranger"), line.has("friend"), len(line)) == (True, False, 1)
    line.done()
    assert (line.has("stranger"), len(line)) == (False, 0)


def test_what_a_person_waits_for_comes_before_what_only_goes_on() -> None:
    line: FairLine[str] = FairLine()
    for number in range(20):
        line.put(f"bots {number}", f"watched {number}", NOBODY_WAITS)
    line.put("a person's bot", "person")
    assert line.take() == "a person's bot"


def test_nobody_fills_a_line_alone() -> None:
    line: FairLine[int] = FairLine()
    for number in range(MOST_OF_ONE):
        line.put(number, "stranger")
    with pytest.raises(LineFull):
        line.put(0, "stranger")
    line.put(0, "friend")
    assert len(line) == MOST_OF_ONE + 1
    assert len(line.close()) == MOST_OF_ONE + 1
    assert line.take() is None


ABSURD = '{"type":"answer","id":"absurd","at":0,"given":[[1' + "0" * 400 + ",1]]}"


def test_what_is_refused_at_the_door_is_counted_like_anything_else(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "FRAMES_AT_ONCE", 20)
    monkeypatch.setattr(sockets, "FRAMES_PER_SECOND", 0.001)
    created = site.new_game()
    with site.sit(created["game"], *site.secrets(created)) as browser:
        for _ in range(20):
            browser.socket.send_text(ABSURD)
            assert browser.next("refused")["re"] == "absurd"
        browser.socket.send_text(ABSURD)
        with pytest.raises(WebSocketDisconnect) as closed:
            browser.next("refused")
        assert closed.value.code == sockets.TOO_MANY_FRAMES


def test_reading_a_frame_is_paid_for_even_if_it_is_refused(clock: list[float]) -> None:
    def refusing() -> None:
        clock[0] += 0.2
        raise Refused("no number for a table")

    budget = Budget()
    before = budget.left
    with pytest.raises(Refused):
        budget.charged(refusing)
    assert budget.left < before - 0.1
