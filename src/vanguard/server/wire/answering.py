"""Every message of a socket gets an answer: what it asked for, or the reason why not."""

from __future__ import annotations

import logging
from typing import Any

from vanguard.core.refusals import Refused
from vanguard.server.play.live_game import LiveGame
from vanguard.server.storage.store import StorageFault
from vanguard.server.wire import looking_ahead, playing_a_game
from vanguard.server.wire.asker import Asker
from vanguard.server.wire.budget import Budget
from vanguard.server.wire.connection import Connection
from vanguard.server.wire.frames import refused
from vanguard.server.wire.messages import asking

log = logging.getLogger("vanguard.server")

HANDLERS = {**playing_a_game.HANDLERS, **looking_ahead.LOOKUPS}


async def answer(live: LiveGame, connection: Connection, message: Any, budget: Budget) -> None:
    if isinstance(message, asking.Hello):
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
