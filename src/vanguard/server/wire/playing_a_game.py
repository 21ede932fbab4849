"""What players do at a table: they answer, take back, agree, concede, rearrange and talk."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from vanguard.core.notation import given_from_typed
from vanguard.core.questions import Choose, Given, Question
from vanguard.core.refusals import Refused
from vanguard.server.play.live_game import Stale
from vanguard.server.wire import messages as m
from vanguard.server.wire.asker import Asker


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


async def ping(asker: Asker, message: m.Ping) -> Any:
    reply: m.Pong = {"type": "pong", "re": message.id}
    return reply


HANDLERS: dict[type[Any], Callable[[Asker, Any], Coroutine[Any, Any, Any]]] = {
    m.GiveAnswer: give_answer,
    m.GiveCommand: give_command,
    m.WantUndo: want_undo,
    m.GiveConsent: give_consent,
    m.WantDraw: want_draw,
    m.Concede: concede,
    m.SetAutoPass: set_auto_pass,
    m.WantOtherPlace: want_other_place,
    m.Say: say,
    m.SetChat: set_chat,
    m.WantWhy: want_why,
    m.Ping: ping,
}
"""Done in the order in which they come."""
