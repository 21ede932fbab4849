"""What all messages are made of: the bounds of what a browser sends, how the server is, and any refusal."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

Seat = Annotated[int, Field(ge=0, le=1)]
Secret = Annotated[str, Field(min_length=16, max_length=64)]
MessageId = Annotated[str, Field(min_length=1, max_length=64)]
Key = Annotated[str, Field(max_length=200)]
Step = Annotated[int, Field(ge=0)]
Spot = Annotated[list[float], Field(min_length=2, max_length=3)]
Path = Annotated[list[Spot], Field(min_length=1, max_length=64)]


class Request(BaseModel):
    """Anything a browser sends."""

    model_config = ConfigDict(extra="forbid")


class Health(TypedDict):
    """How the server is; `ok` is what a watchdog wants to know."""

    ok: bool
    saving: bool
    """Whether what is played is being kept."""
    why: str
    last_commit: float
    waiting: int
    """Writes that wait for the disk."""
    free_bytes: int
    workers: bool
    workers_lost: int
    """How many worker processes had to be replaced."""
    games: int
    browsers: int


class Problem(TypedDict):
    """Any refusal over HTTP."""

    why: str
    clause: NotRequired[str]
    faults: NotRequired[list[str]]
