"""The socket of a game: hello, then requests of a seat or a spectator, each answered or refused with its reason."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from vanguard.core.game import Game
from vanguard.core.notation import given_from_typed
from vanguard.core.questions import Choose, Given, Place, Question, Split
from vanguard.core.refusals import Refused
from vanguard.server.play.aside import Spend
from vanguard.server.play.bot_seats import advising_level
from vanguard.server.play.hub import Hub, NoSuchGame
from vanguard.server.play.live_game import NO_SUCH_GAME, LiveGame, Stale
from vanguard.server.play.past_game import PastGame
from vanguard.server.play.seats import WrongSecret
from vanguard.server.play.tools_at_a_step import measured, seen
from vanguard.server.storage.store import StorageFault
from vanguard.server.wire import messages as m
from vanguard.server.wire import shown
from vanguard.server.wire.budget import Budget
from vanguard.server.wire.commands import completions
from vanguard.server.wire.connection import Connection
from vanguard.server.wire.guard import Pace, same_house
from vanguard.server.wire.text import refuse_at_the_door
from vanguard.server.workers.jobs import (
    area_of,
    group_of,
    odds_of,
    odds_of_a_split,
    odds_of_a_way,
    risk_of,
    snapped,
    suggestion,
    ways_to,
)

log = logging.getLogger("vanguard.server")

HELLO_SECONDS = 10
FRAMES_AT_ONCE = 600
FRAMES_PER_SECOND = 120
MOST_QUESTIONS_AT_ONCE = 4
"""Different things one browser may have looked up at a time; beyond that the oldest gives way."""

BAD_FRAME = 4400
WRONG_SECRET = 4403
TOO_MANY_FRAMES = 4429


ADDRESS = re.compile("/api/games/([^/]+)/socket")


class GameSockets:
    """Around the pages: sockets of games are served here, without what lies between a page and its request, which a
    connection that stays open for hours would keep all the time.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = ADDRESS.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if asked is None:
            await self.app(scope, receive, send)
            return
        scope["headers"] = []  # the guard has looked at them
        await serve_socket(scope["app"].state.hub, WebSocket(scope, receive, send), asked[1])


async def serve_socket(hub: Hub, socket: WebSocket, game: str) -> None:
    """One browser from hello to farewell."""
    await socket.accept()
    try:
        hello = await asyncio.wait_for(_next_message(socket), HELLO_SECONDS)
        if not isinstance(hello, m.Hello):
            await socket.close(BAD_FRAME)
            return
        live, seats = await hub.found(game, hello.secrets)
        del hello
    except (_NoMessage, _Unfit, TimeoutError):
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
    person = same_house(socket.client.host) if socket.client else ""
    connection = Connection(socket, seats, person)
    if isinstance(live, PastGame):
        await _show(live, connection)
    else:
        await _serve(live, connection, hub.budgets.of(person))


async def _show(past: PastGame, connection: Connection) -> None:
    """A game that can only be looked at: everything but a ping is refused with the reason."""
    sending = asyncio.create_task(connection.send_all())
    connection.send(past.welcome(connection.seats))
    pace = Pace(FRAMES_AT_ONCE, FRAMES_PER_SECOND)
    try:
        while pace.allows():
            message = await _next_message(connection.socket)
            if isinstance(message, m.Ping):
                connection.send({"type": "pong", "re": message.id})
            else:
                connection.send(refused(getattr(message, "id", None), Refused(past.refusal())))
    except (_NoMessage, _Unfit):
        connection.close(BAD_FRAME)
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()


async def _serve(live: LiveGame, connection: Connection, budget: Budget) -> None:
    sending = asyncio.create_task(connection.send_all())
    pace = Pace(FRAMES_AT_ONCE, FRAMES_PER_SECOND)
    lookups = Lookups(live, connection, budget)
    try:
        await live.enter(connection)
        while True:
            text = await _next_text(connection.socket)
            if not pace.allows():
                connection.close(TOO_MANY_FRAMES)
                break
            try:
                with budget.charged():
                    message = _read(text)
            except _Unfit as unfit:
                await budget.enough()
                connection.send(refused(unfit.re, unfit.refusal))
                await asyncio.sleep(0)
                continue
            if isinstance(message, LOOKUPS):
                lookups.want(message)
                # Frames that came in one piece are there at once; whoever else waits comes first.
                await asyncio.sleep(0)
            else:
                await budget.enough()
                await _answer(live, connection, message, budget)
                await asyncio.sleep(0)
    except _NoMessage:
        connection.close(BAD_FRAME)
    except WebSocketDisconnect:
        sending.cancel()
    finally:
        lookups.stop()
        await live.leave(connection)
        try:
            await asyncio.wait_for(sending, HELLO_SECONDS)
        except (asyncio.CancelledError, TimeoutError):
            pass


class Lookups:
    """What one browser wants to know without changing anything, one after another: a newer wish of a kind replaces the older
    one, and none of them keeps an answer waiting.
    """

    def __init__(self, live: LiveGame, connection: Connection, budget: Budget) -> None:
        self._live = live
        self._connection = connection
        self._budget = budget
        self._wanted: dict[Any, m.Asking] = {}
        self._running: asyncio.Task[None] | None = None

    def want(self, message: m.Asking) -> None:
        kind: Any = type(message)
        if isinstance(message, m.WantOdds):
            kind = (kind, message.option, repr(message.answers))
        older = self._wanted.pop(kind, None)
        self._wanted[kind] = message
        if older is None and len(self._wanted) > MOST_QUESTIONS_AT_ONCE:
            older = self._first()
        if older is not None:
            self._connection.send(refused(older.id, Replaced("a newer question came before this was answered")))
        if self._running is None:
            self._running = asyncio.create_task(self._answer_all())

    def _first(self) -> m.Asking:
        return self._wanted.pop(next(iter(self._wanted)))

    async def _answer_all(self) -> None:
        try:
            while self._wanted:
                await self._budget.enough()
                message = self._first()
                await _answer(self._live, self._connection, message, self._budget)
                await asyncio.sleep(0)
        finally:
            self._running = None

    def stop(self) -> None:
        self._wanted.clear()
        if self._running is not None:
            self._running.cancel()


class Replaced(Stale):
    """Not answered, because the same browser has asked again."""


class _NoMessage(Exception):
    """A frame that is none of the messages."""


class _Unfit(Exception):
    """A message with text or numbers that are not let in."""

    def __init__(self, re: str | None, refusal: Refused) -> None:
        self.re = re
        self.refusal = refusal


async def _next_message(socket: WebSocket) -> Any:
    return _read(await _next_text(socket))


async def _next_text(socket: WebSocket) -> str:
    frame = await socket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    text: str | None = frame.get("text")
    if text is None or len(text) > m.MOST_BYTES_IN_A_FRAME:
        raise _NoMessage
    return text


def _read(text: str) -> Any:
    """The message, looked at for what cannot be seen and numbers that are none."""
    try:
        message = m.read_client_message.validate_json(text)
    except ValidationError:
        raise _NoMessage from None
    try:
        refuse_at_the_door(text)
    except Refused as refusal:
        raise _Unfit(getattr(message, "id", None), refusal) from None
    return message


def refused(re: str | None, refusal: Refused) -> m.RefusedMessage:
    return {
        "type": "refused",
        "re": re,
        "why": refusal.message,
        "clause": refusal.clause,
        "stale": isinstance(refusal, Stale),
    }


async def _answer(live: LiveGame, connection: Connection, message: Any, budget: Budget) -> None:
    if isinstance(message, m.Hello):
        connection.send(refused(None, Refused("hello was said already")))
        return
    try:
        handler = HANDLERS[type(message)]
        await live.at_rest()
        reply: Any = await budget.charging(handler(Asker(live, connection, message, budget.spend), message))
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

    def __init__(self, live: LiveGame, connection: Connection, message: m.Asking, spend: Spend) -> None:
        self.live = live
        self.spend = spend
        """Counts what is worked out for it beside the loop."""
        self.held = connection.seats
        self.person = connection.person
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
    return await asker.live.answer(asker.seat, message.given, message.at, message.id, asker.spend)


async def give_command(asker: Asker, message: m.GiveCommand) -> Any:
    live = asker.live
    seat = asker.seat
    if (seat, message.id) in live.message_ids:
        return live.ack(message.id, duplicate=True)
    if message.at != live.stored.stamp:
        raise Stale("the game has moved on since this was typed")
    given = given_from_typed(asker.question, message.text)
    if not message.sure:
        refuse_grave(asker.question, given)
    return await live.answer(seat, given, message.at, message.id, asker.spend)


def refuse_grave(question: Question[Any], given: Given) -> None:
    """What gives something up for good is not done by one line of text."""
    if not isinstance(question, Choose):
        return
    for option in question.options:
        if option.key == given and option.grave:
            raise Refused(
                f"“{option.label}” gives something up for good: say it once more to do it", clause=option.clause
            )


async def want_completions(asker: Asker, message: m.WantCompletions) -> Any:
    found, hint = completions(asker.question, message.text)
    reply: m.Completions = {"type": "completions", "re": message.id, "completions": found, "hint": hint}
    return reply


# -- before answering ---------------------------------------------------------------------------------------------------------


async def want_preview(asker: Asker, message: m.WantPreview) -> Any:
    given = {"path": message.path, "models": message.models} if message.models else message.path
    preview: Any = asker.place.preview(given)
    reply: m.Previewed = {"type": "previewed", "re": message.id, "preview": preview}
    return reply


async def want_snap(asker: Asker, message: m.WantSnap) -> Any:
    """The furthest way toward a point: on a measured table that is a search, which a worker does."""
    path, preview = await _worked_out(asker, snapped, message.path)
    reply: m.Snapped = {"type": "snapped", "re": message.id, "path": path, "preview": preview}
    return reply


async def _worked_out(asker: Asker, job: Callable[..., Any], *arguments: Any) -> Any:
    """Where things are searched for by a worker; among hexes it is done before a worker would have been told."""
    live, seat, place = asker.live, asker.seat, asker.place
    position = live.position()
    if place.on == "hexes":
        return job(position, seat, *arguments, place=place)
    return await live.crew.advise(job, position, seat, *arguments, person=asker.person, handy=True)


async def want_weigh(asker: Asker, message: m.WantWeigh) -> Any:
    question = asker.question
    if not isinstance(question, Split):
        raise Refused("no amounts are asked for now", question.clause)
    return {"type": "weighed", "re": message.id, **question.weigh(message.amounts)}


async def want_area(asker: Asker, message: m.WantArea) -> Any:
    """The region is the same until the game moves on, so it is worked out once."""
    live, moment = asker.live, (asker.live.stored.stamp, asker.seat)
    if moment not in live.areas:
        found = await _worked_out(asker, area_of)
        if moment[0] == live.stored.stamp:
            live.areas[moment] = found
    else:
        found = live.areas[moment]
    reply: m.AreaShown = {"type": "area", "re": message.id, "polygons": found}
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
    if message.answers is not None:
        found = await live.crew.advise(odds_of_a_way, position, seat, message.answers, person=asker.person)
    elif message.amounts is not None:
        found = await live.crew.advise(odds_of_a_split, position, seat, message.amounts, person=asker.person)
    else:
        found = await live.crew.advise(odds_of, position, seat, message.option, person=asker.person)
    return {"type": "odds", "re": message.id, **found}


async def want_risk(asker: Asker, message: m.WantRisk) -> Any:
    live = asker.live
    asker.must_be_asked(for_a_place=True)
    found = await live.crew.advise(risk_of, live.position(), asker.seat, message.points, person=asker.person)
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


async def want_other_place(asker: Asker, message: m.WantOtherPlace) -> Any:
    return await asker.live.put_elsewhere(asker.seat, asker.held, message.mover, message.to, message.id)


async def say(asker: Asker, message: m.Say) -> Any:
    asker.live.say(asker.seat, message.phrase, message.text)
    return asker.live.ack(message.id)


async def set_chat(asker: Asker, message: m.SetChat) -> Any:
    asker.live.talk.wants[asker.seat] = message.on
    return asker.live.ack(message.id)


async def want_why(asker: Asker, message: m.WantWhy) -> Any:
    """What a bot thought at its last open answer is told to the person on the other seat."""
    seat = asker.seat
    live = asker.live
    lines = live.why if live.kind(1 - seat) == "bot" else []
    reply: m.WhyShown = {"type": "why", "re": message.id, "available": bool(lines), "lines": lines}
    return reply


async def want_suggestion(asker: Asker, message: m.WantSuggestion) -> Any:
    """What a bot would do here: while setting up, and in games that are played against nobody else.

    A ready-made purchase is offered to everybody alike.
    """
    live, seat = asker.live, asker.seat
    alone = live.kind(1 - seat) == "bot" or 1 - seat in asker.held
    question = asker.question
    offered = message.quickly and isinstance(question, Split) and question.is_purchase
    if not alone and not offered and shown.stage(live.playing.game) != shown.SET_UP:
        raise Refused("nobody is helped against another person")
    level = advising_level(live.stored.rulebook, message.quickly)
    given, text, lines = await live.crew.advise(suggestion, live.position(), seat, level, person=asker.person)
    reply: m.Suggested = {"type": "suggested", "re": message.id, "given": given, "text": text, "lines": lines}
    return reply


async def want_ways(asker: Asker, message: m.WantWays) -> Any:
    live, seat = asker.live, asker.seat
    asker.must_be_asked()
    found = await live.crew.advise(
        ways_to, live.position(), seat, message.mover, message.target, message.to, person=asker.person
    )
    reply: m.WaysShown = {"type": "ways", "re": message.id, "ways": found}
    return reply


async def want_group(asker: Asker, message: m.WantGroup) -> Any:
    live, seat = asker.live, asker.seat
    asker.must_be_asked()
    found = await live.crew.advise(
        group_of, live.position(), seat, message.movers, message.by, message.together, person=asker.person, handy=True
    )
    return {"type": "grouped", "re": message.id, **found}


async def ping(asker: Asker, message: m.Ping) -> Any:
    reply: m.Pong = {"type": "pong", "re": message.id}
    return reply


LOOKUPS = (
    m.WantCompletions,
    m.WantPreview,
    m.WantSnap,
    m.WantWeigh,
    m.WantArea,
    m.WantMeasure,
    m.WantSight,
    m.WantOdds,
    m.WantRisk,
    m.WantSuggestion,
    m.WantWays,
    m.WantGroup,
)
"""What changes nothing."""

HANDLERS: dict[type[Any], Callable[[Asker, Any], Coroutine[Any, Any, Any]]] = {
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
    m.WantOtherPlace: want_other_place,
    m.Say: say,
    m.SetChat: set_chat,
    m.WantWhy: want_why,
    m.WantSuggestion: want_suggestion,
    m.WantWays: want_ways,
    m.WantGroup: want_group,
    m.Ping: ping,
}
