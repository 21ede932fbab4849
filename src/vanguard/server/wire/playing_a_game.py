"""What players do at a table: they answer, take back, agree, concede, rearrange and talk."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from vanguard.core.questions import Choose, Given, Question
from vanguard.core.questions.notation import given_from_typed
from vanguard.core.refusals import Refused
from vanguard.server.play.live_game import Stale
from vanguard.server.wire.asker import Asker
from vanguard.server.wire.messages import asking, replies


async def give_answer(asker: Asker, message: asking.GiveAnswer) -> Any:
    return await asker.live.answer(asker.seat, message.given, message.at, message.id, asker.spend)


async def give_command(asker: Asker, message: asking.GiveCommand) -> Any:
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


async def want_undo(asker: Asker, message: asking.WantUndo) -> Any:
    return await asker.live.want_undo(asker.seat, asker.held, message.id)


async def give_consent(asker: Asker, message: asking.GiveConsent) -> Any:
    return await asker.live.consent(asker.seat, message.to, message.accept, message.id)


async def want_draw(asker: Asker, message: asking.WantDraw) -> Any:
    return await asker.live.offer_draw(asker.seat, asker.held, message.id)


async def concede(asker: Asker, message: asking.Concede) -> Any:
    return await asker.live.concede(asker.seat, message.id)


async def set_auto_pass(asker: Asker, message: asking.SetAutoPass) -> Any:
    return await asker.live.set_auto_pass(asker.seat, message.clause, message.on, message.id)


async def want_other_place(asker: Asker, message: asking.WantOtherPlace) -> Any:
    return await asker.live.put_elsewhere(asker.seat, asker.held, message.mover, message.to, message.id)


async def say(asker: Asker, message: asking.Say) -> Any:
    asker.live.say(asker.seat, message.phrase, message.text)
    return asker.live.ack(message.id)


async def set_chat(asker: Asker, message: asking.SetChat) -> Any:
    asker.live.talk.wants[asker.seat] = message.on
    return asker.live.ack(message.id)


async def ping(asker: Asker, message: asking.Ping) -> Any:
    reply: replies.Pong = {"type": "pong", "re": message.id}
    return reply


HANDLERS: dict[type[Any], Callable[[Asker, Any], Coroutine[Any, Any, Any]]] = {
    asking.GiveAnswer: give_answer,
    asking.GiveCommand: give_command,
    asking.WantUndo: want_undo,
    asking.GiveConsent: give_consent,
    asking.WantDraw: want_draw,
    asking.Concede: concede,
    asking.SetAutoPass: set_auto_pass,
    asking.WantOtherPlace: want_other_place,
    asking.Say: say,
    asking.SetChat: set_chat,
    asking.Ping: ping,
}
"""Done in the order in which they come."""
