"""The socket of a game: hello, then requests of a seat or a spectator, each answered or refused with its reason."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from vanguard.core.game import Game
from vanguard.core.questions import Given, Place, Question, Split
from vanguard.core.refusals import Refused
from vanguard.server.play.hub import Hub, NoSuchGame, WrongSecret
from vanguard.server.play.live_game import NO_SUCH_GAME, LiveGame, Stale
from vanguard.server.play.tools_at_a_step import measured, seen
from vanguard.server.storage.store import StorageFault
from vanguard.server.wire import messages as m
from vanguard.server.wire.commands import completions, read_command
from vanguard.server.wire.connection import Connection
from vanguard.server.wire.guard import Pace
from vanguard.server.workers.jobs import odds_of, odds_of_a_split, risk_of

log = logging.getLogger("vanguard.server")

HELLO_SECONDS = 10
FRAMES_AT_ONCE = 600
FRAMES_PER_SECOND = 120
MOST_ADVICE_AT_ONCE = 4
ADVICE = (m.WantOdds, m.WantRisk)

BAD_FRAME = 4400
WRONG_SECRET = 4403
TOO_MANY_FRAMES = 4429


async def serve_socket(hub: Hub, socket: WebSocket, game: str) -> None:
    """One browser from hello to farewell."""
    await socket.accept()
    try:
        hello = await asyncio.wait_for(_next_message(socket), HELLO_SECONDS)
        if not isinstance(hello, m.Hello):
            await socket.close(BAD_FRAME)
            return
        live, seats = await hub.opened(game, hello.secrets)
    except (_NoMessage, TimeoutError):
        await socket.close(BAD_FRAME)
        return
    except WebSocketDisconnect:
        return
    except NoSuchGame:
        await socket.close(NO_SUCH_GAME)
        return
    except WrongSecret:
        await socket.close(WRONG_SECRET)
        return
    except Refused as refusal:
        await socket.send_json(refused(None, refusal))
        await socket.close(NO_SUCH_GAME)
        return
    await _serve(live, Connection(socket, seats))


async def _serve(live: LiveGame, connection: Connection) -> None:
    sending = asyncio.create_task(connection.send_all())
    pace = Pace(FRAMES_AT_ONCE, FRAMES_PER_SECOND)
    advising: set[asyncio.Task[None]] = set()
    try:
        await live.enter(connection)
        while True:
            message = await _next_message(connection.socket)
            if not pace.allows():
                connection.close(TOO_MANY_FRAMES)
                break
            if isinstance(message, ADVICE):
                _advise(live, connection, message, advising)
            else:
                await _answer(live, connection, message)
    except _NoMessage:
        connection.close(BAD_FRAME)
    except WebSocketDisconnect:
        sending.cancel()
    finally:
        live.leave(connection)
        for task in advising:
            task.cancel()
        try:
            await asyncio.wait_for(sending, HELLO_SECONDS)
        except (asyncio.CancelledError, TimeoutError):
            pass


def _advise(live: LiveGame, connection: Connection, message: m.Asking, advising: set[asyncio.Task[None]]) -> None:
    """Chances may take seconds to work out: beside the other messages, so that an answer need not wait for them."""
    if len(advising) >= MOST_ADVICE_AT_ONCE:
        connection.send(refused(message.id, Refused("chances are still being worked out")))
        return
    task = asyncio.create_task(_answer(live, connection, message))
    advising.add(task)
    task.add_done_callback(advising.discard)


class _NoMessage(Exception):
    """A frame that is none of the messages."""


async def _next_message(socket: WebSocket) -> Any:
    frame = await socket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    text = frame.get("text")
    if text is None or len(text.encode()) > m.MOST_BYTES_IN_A_FRAME:
        raise _NoMessage
    try:
        return m.read_client_message.validate_json(text)
    except ValidationError:
        raise _NoMessage from None


def refused(re: str | None, refusal: Refused) -> m.RefusedMessage:
    return {
        "type": "refused",
        "re": re,
        "why": refusal.message,
        "clause": refusal.clause,
        "stale": isinstance(refusal, Stale),
    }


async def _answer(live: LiveGame, connection: Connection, message: Any) -> None:
    if isinstance(message, m.Hello):
        connection.send(refused(None, Refused("hello was said already")))
        return
    try:
        handler = HANDLERS[type(message)]
        reply = await handler(Asker(live, connection, message), message)
    except Refused as refusal:
        reply = refused(message.id, refusal)
    except StorageFault as fault:
        reply = refused(message.id, Refused(str(fault)))
    except Exception:
        log.exception("%s failed in game %s", message.type, live.stored.id)
        reply = refused(message.id, Refused("this failed on the server; its log says why"))
    connection.send(reply)


class Asker:
    """Who sent a message: the seat it speaks for, and what that seat is being asked."""

    def __init__(self, live: LiveGame, connection: Connection, message: m.Asking) -> None:
        self.live = live
        self.held = connection.seats
        self._message = message

    @property
    def eyes(self) -> int | None:
        """The seat whose eyes are used; None for a spectator."""
        if not self.held:
            return None
        return self.seat

    @property
    def seat(self) -> int:
        """The seat that speaks; a spectator has none and is refused."""
        if not self.held:
            raise Refused("spectators cannot do this")
        wanted = self._message.seat
        if wanted is None:
            if len(self.held) == 1:
                return self.held[0]
            deciding = [seat for seat in self.live.playing.deciders() if seat in self.held]
            return deciding[0] if deciding else self.held[0]
        if wanted not in self.held:
            raise Refused("this seat is somebody else's")
        return wanted

    @property
    def question(self) -> Question[Any]:
        question = self.live.playing.question_for(self.seat)
        if question is None:
            raise Refused("you are asked nothing now")
        return question

    @property
    def place(self) -> Place[Any]:
        question = self.question
        if not isinstance(question, Place):
            raise Refused("no place is asked for now", question.clause)
        return question

    def must_be_asked(self, for_a_place: bool = False) -> None:
        """Refuse unless this seat is asked something (a place) now."""
        _ = self.place if for_a_place else self.question

    @property
    def view(self) -> dict[str, Any]:
        """What these eyes see."""
        return self.live.playing.game.view(self.eyes)


# -- answering ----------------------------------------------------------------------------------------------------------------


async def give_answer(asker: Asker, message: m.GiveAnswer) -> Any:
    return await asker.live.answer(asker.seat, message.given, message.at, message.id)


async def give_command(asker: Asker, message: m.GiveCommand) -> Any:
    live = asker.live
    seat = asker.seat
    if (seat, message.id) in live.message_ids:
        return live.ack(message.id, duplicate=True)
    if message.at != live.stored.stamp:
        raise Stale("the game has moved on since this was typed")
    return await live.answer(seat, read_command(asker.question, message.text), message.at, message.id)


async def want_completions(asker: Asker, message: m.WantCompletions) -> Any:
    found, hint = completions(asker.question, message.text)
    reply: m.Completions = {"type": "completions", "re": message.id, "completions": found, "hint": hint}
    return reply


# -- before answering ---------------------------------------------------------------------------------------------------------


async def want_preview(asker: Asker, message: m.WantPreview) -> Any:
    preview: Any = asker.place.preview(message.path)
    reply: m.Previewed = {"type": "previewed", "re": message.id, "preview": preview}
    return reply


async def want_snap(asker: Asker, message: m.WantSnap) -> Any:
    place = asker.place
    path = place.snap(message.path)
    preview: Any = place.preview(path) if path else {"legal": False, "why": "there is no legal way toward this point"}
    reply: m.Snapped = {"type": "snapped", "re": message.id, "path": path, "preview": preview}
    return reply


async def want_weigh(asker: Asker, message: m.WantWeigh) -> Any:
    question = asker.question
    if not isinstance(question, Split):
        raise Refused("no amounts are asked for now", question.clause)
    return {"type": "weighed", "re": message.id, **question.weigh(message.amounts)}


async def want_area(asker: Asker, message: m.WantArea) -> Any:
    polygons = [[list(point) for point in polygon] for polygon in asker.place.area()]
    reply: m.AreaShown = {"type": "area", "re": message.id, "polygons": polygons}
    return reply


async def want_measure(asker: Asker, message: m.WantMeasure) -> Any:
    playing = asker.live.playing
    measure: Any = measured(playing.rulebook, playing.game.state, asker.view, message.start, message.end)
    reply: m.Measured = {"type": "measured", "re": message.id, "measure": measure}
    return reply


async def want_sight(asker: Asker, message: m.WantSight) -> Any:
    playing = asker.live.playing
    view = asker.view
    state = playing.game.state if message.path is None else _moved(playing.game, asker, message.path).state
    sight: Any = seen(playing.rulebook, state, view, message.viewer, message.target)
    reply: m.SightShown = {"type": "sight", "re": message.id, "sight": sight}
    return reply


def _moved(game: Game, asker: Asker, path: Given) -> Game:
    """The game as if the place being asked for had been answered so; no dice are thrown for it."""
    if asker.place.reveals:
        raise Refused("what lies there is hidden until the move is made")
    imagined = game.fork()
    imagined.answer(path, seat=asker.seat)
    return imagined


async def want_odds(asker: Asker, message: m.WantOdds) -> Any:
    live = asker.live
    asker.must_be_asked()
    position, seat = live.position(), asker.seat
    if message.amounts is not None:
        found = await live.crew.advise(odds_of_a_split, position, seat, message.amounts)
    else:
        found = await live.crew.advise(odds_of, position, seat, message.option)
    return {"type": "odds", "re": message.id, **found}


async def want_risk(asker: Asker, message: m.WantRisk) -> Any:
    live = asker.live
    asker.must_be_asked(for_a_place=True)
    found = await live.crew.advise(risk_of, live.position(), asker.seat, message.points)
    return {"type": "risk", "re": message.id, **found}


# -- between the players ------------------------------------------------------------------------------------------------------


async def want_undo(asker: Asker, message: m.WantUndo) -> Any:
    return await asker.live.want_undo(asker.seat, asker.held, message.id)


async def give_consent(asker: Asker, message: m.GiveConsent) -> Any:
    return await asker.live.consent(asker.seat, message.to, message.accept, message.id)


async def want_draw(asker: Asker, message: m.WantDraw) -> Any:
    return await asker.live.offer_draw(asker.seat, asker.held, message.id)


async def concede(asker: Asker, message: m.Concede) -> Any:
    return await asker.live.concede(asker.seat, message.id)


async def set_auto_pass(asker: Asker, message: m.SetAutoPass) -> Any:
    return await asker.live.set_auto_pass(asker.seat, message.clause, message.on, message.id)


async def want_why(asker: Asker, message: m.WantWhy) -> Any:
    """What a bot thought at its last open answer is told to the person on the other seat."""
    seat = asker.seat
    live = asker.live
    lines = live.why if live.kind(1 - seat) == "bot" else []
    reply: m.WhyShown = {"type": "why", "re": message.id, "available": bool(lines), "lines": lines}
    return reply


async def ping(asker: Asker, message: m.Ping) -> Any:
    reply: m.Pong = {"type": "pong", "re": message.id}
    return reply


HANDLERS: dict[type[Any], Callable[[Asker, Any], Awaitable[Any]]] = {
    m.GiveAnswer: give_answer,
    m.GiveCommand: give_command,
    m.WantCompletions: want_completions,
    m.WantPreview: want_preview,
    m.WantSnap: want_snap,
    m.WantWeigh: want_weigh,
    m.WantArea: want_area,
    m.WantMeasure: want_measure,
    m.WantSight: want_sight,
    m.WantOdds: want_odds,
    m.WantRisk: want_risk,
    m.WantUndo: want_undo,
    m.GiveConsent: give_consent,
    m.WantDraw: want_draw,
    m.Concede: concede,
    m.SetAutoPass: set_auto_pass,
    m.WantWhy: want_why,
    m.Ping: ping,
}
