"""Frames of a socket as they come in: read as one of the messages, or none; and how a refusal goes back."""

from __future__ import annotations

from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from vanguard.core.refusals import Refused
from vanguard.server.play.live_game import Stale
from vanguard.server.wire.messages import any_frame, replies
from vanguard.server.wire.text import refuse_at_the_door


class NoMessage(Exception):
    """A frame that is none of the messages."""


class Unfit(Exception):
    """A message with text or numbers that are not let in."""

    def __init__(self, re: str | None, refusal: Refused) -> None:
        self.re = re
        self.refusal = refusal


async def next_message(socket: WebSocket) -> Any:
    return read(await next_text(socket))


async def next_text(socket: WebSocket) -> str:
    frame = await socket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    text: str | None = frame.get("text")
    if text is None or len(text) > any_frame.MOST_BYTES_IN_A_FRAME:
        raise NoMessage
    return text


def read(text: str) -> Any:
    """The message, looked at for what cannot be seen and numbers that are none."""
    try:
        message = any_frame.read_client_message.validate_json(text)
    except ValidationError:
        raise NoMessage from None
    try:
        refuse_at_the_door(text)
    except Refused as refusal:
        raise Unfit(getattr(message, "id", None), refusal) from None
    return message


def refused(re: str | None, refusal: Refused) -> replies.RefusedMessage:
    return {
        "type": "refused",
        "re": re,
        "why": refusal.message,
        "clause": refusal.clause,
        "stale": isinstance(refusal, Stale),
    }
