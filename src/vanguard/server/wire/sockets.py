"""The socket of a game: hello, then requests of a seat or a spectator, each answered or refused with its reason."""

from __future__ import annotations

import asyncio
import re
from functools import partial

from fastapi import WebSocket, WebSocketDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from vanguard.core.refusals import Refused
from vanguard.server.play.hub import Hub
from vanguard.server.play.live_game import NO_SUCH_GAME, LiveGame
from vanguard.server.play.past_game import PastGame
from vanguard.server.play.refusals import NoSuchGame
from vanguard.server.play.seats import WrongSecret
from vanguard.server.wire.answering import answer
from vanguard.server.wire.budget import Budget
from vanguard.server.wire.connection import AT_ONCE, Connection
from vanguard.server.wire.frames import NoMessage, Unfit, next_message, next_text, read, refused
from vanguard.server.wire.guard import Pace, same_house
from vanguard.server.wire.looking_ahead import LOOKUPS
from vanguard.server.wire.lookups import Lookups
from vanguard.server.wire.messages import asking

HELLO_SECONDS = 10
FRAMES_AT_ONCE = 600
FRAMES_PER_SECOND = 120

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
        hello = await asyncio.wait_for(next_message(socket), HELLO_SECONDS)
        if not isinstance(hello, asking.Hello):
            await socket.close(BAD_FRAME)
            return
        live, seats = await hub.found(game, hello.secrets)
        del hello
    except (NoMessage, Unfit, TimeoutError):
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
    at_once = socket.scope.get("extensions", {}).get(AT_ONCE)
    connection = Connection(socket, seats, person, None if at_once is None else at_once())
    if isinstance(live, PastGame):
        await _show(live, connection)
    else:
        await _serve(live, connection, hub.budgets.of(person))


async def _show(past: PastGame, connection: Connection) -> None:
    """A game that can only be looked at: everything but a ping is refused with the reason."""
    connection.send(past.welcome(connection.seats))
    pace = Pace(FRAMES_AT_ONCE, FRAMES_PER_SECOND)
    try:
        while pace.allows():
            message = await next_message(connection.socket)
            if isinstance(message, asking.Ping):
                connection.send({"type": "pong", "re": message.id})
            else:
                connection.send(refused(getattr(message, "id", None), Refused(past.refusal())))
    except (NoMessage, Unfit):
        connection.close(BAD_FRAME)
    except WebSocketDisconnect:
        pass
    finally:
        await connection.finish(HELLO_SECONDS)


async def _serve(live: LiveGame, connection: Connection, budget: Budget) -> None:
    pace = Pace(FRAMES_AT_ONCE, FRAMES_PER_SECOND)
    lookups = Lookups(live, connection, budget)
    try:
        await live.enter(connection)
        while True:
            text = await next_text(connection.socket)
            if not pace.allows():
                connection.close(TOO_MANY_FRAMES)
                break
            try:
                message = budget.charged(partial(read, text))
            except Unfit as unfit:
                await budget.enough()
                connection.send(refused(unfit.re, unfit.refusal))
                await asyncio.sleep(0)
                continue
            if type(message) in LOOKUPS:
                lookups.want(message)
                # Frames that came in one piece are there at once; whoever else waits comes first.
                await asyncio.sleep(0)
            else:
                await budget.enough()
                await answer(live, connection, message, budget)
                await asyncio.sleep(0)
    except NoMessage:
        connection.close(BAD_FRAME)
    except WebSocketDisconnect:
        pass
    finally:
        lookups.stop()
        await live.leave(connection)
        await connection.finish(HELLO_SECONDS)
