"""What a browser sends over the socket of a game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from vanguard.server.wire.messages.basics import Key, MessageId, Path, Request, Seat, Secret, Spot, Step


class Hello(Request):
    """The first frame. One browser may hold both seats of a game (two at one screen), or a spectator's secret."""

    type: Literal["hello"]
    secrets: Annotated[list[Secret], Field(min_length=1, max_length=3)]


class Asking(Request):
    id: MessageId
    """Chosen by the browser, echoed as `re` by whatever answers it. For answers: unique, so that a repeat is harmless."""
    seat: Seat | None = None
    """Which of the held seats speaks; may be left out by a browser that holds one."""


class GiveAnswer(Asking):
    type: Literal["answer"]
    given: Any
    at: Step
    """The `stamp` for which this was decided: a stale answer is refused."""


class GiveCommand(Asking):
    """An answer as typed text. What gives something up for good is refused until it is said again, with `sure`."""

    type: Literal["command"]
    text: Annotated[str, Field(max_length=400)]
    at: Step
    sure: bool = False


class WantCompletions(Asking):
    type: Literal["complete"]
    text: Annotated[str, Field(max_length=400)]


class WantPreview(Asking):
    """`models`: where single models of a squad go that somebody sets by hand."""

    type: Literal["preview"]
    path: Path
    models: Annotated[dict[Key, Path], Field(max_length=40)] = Field(default={})


class WantSnap(Asking):
    type: Literal["snap"]
    path: Path


class WantWeigh(Asking):
    """Would these amounts be taken, and what do they come to? Nothing is answered."""

    type: Literal["weigh"]
    amounts: Annotated[dict[Key, int], Field(max_length=100)]


class WantArea(Asking):
    type: Literal["area"]


class WantMeasure(Asking):
    """From and to: keys of models or markers, or points."""

    type: Literal["measure"]
    start: Key | Spot
    end: Key | Spot


class WantSight(Asking):
    """`path`: as if the question at hand (a move) had been answered so."""

    type: Literal["sight"]
    viewer: Key
    target: Key
    path: Path | None = None


class WantOdds(Asking):
    """The exact chances of the attack that an option would start; without `option` for all options that start one.

    `amounts`: of the attack with its dice split so. `answers`: of what several answers, one after the other, would start.
    """

    type: Literal["odds"]
    option: Key | None = None
    amounts: Annotated[dict[Key, int], Field(max_length=100)] | None = None
    answers: Annotated[list[Any], Field(min_length=1, max_length=20)] | None = None


class WantRisk(Asking):
    """For points where the mover could end: the chance to be hit there by the next enemy activation."""

    type: Literal["risk"]
    points: Annotated[list[Spot], Field(max_length=200)] | None = None


class WantUndo(Asking):
    """Take back this seat's last answer: at once if nothing was rolled or revealed since, else the other is asked."""

    type: Literal["undo"]


class GiveConsent(Asking):
    """To a pending undo request or draw offer of the other seat."""

    type: Literal["consent"]
    to: Literal["undo", "draw"]
    accept: bool


class WantDraw(Asking):
    type: Literal["offer_draw"]


class Concede(Asking):
    type: Literal["concede"]


class SetAutoPass(Asking):
    """Pass by itself whenever this seat is asked by this clause and may pass."""

    type: Literal["auto_pass"]
    clause: Key
    on: bool


class WantWhy(Asking):
    """What a bot thought at its last answers: those before a `step` of the log, or of all."""

    type: Literal["why"]
    step: int | None = None


class WantSuggestion(Asking):
    """What a bot would answer here; `quickly`: one that does not look ahead."""

    type: Literal["suggest"]
    quickly: bool = False


class WantWays(Asking):
    """A piece is sent to a place (`to`) or onto somebody (`target`): which answers would do that?

    Without a piece: who of one's own could act on the target, and how."""

    type: Literal["ways"]
    mover: Key | None = None
    target: Key | None = None
    to: Spot | None = None


class WantGroup(Asking):
    """Several pieces are dragged together by a vector: a plan for each. `together`: none goes further than all can."""

    type: Literal["group"]
    movers: Annotated[list[Key], Field(min_length=1, max_length=60)]
    by: Annotated[list[float], Field(min_length=2, max_length=2)]
    together: bool = True


class Say(Asking):
    """To the other player and whoever watches: one of the ready phrases by its key, or a line of one's own."""

    type: Literal["say"]
    phrase: Annotated[str, Field(max_length=20)] | None = None
    text: Annotated[str, Field(max_length=400)] | None = None


class SetChat(Asking):
    """Whether this seat wants to hear and say words of one's own; ready phrases always pass."""

    type: Literal["chat"]
    on: bool


class WantOtherPlace(Asking):
    """Before the first answer of this seat in the battle: a piece it has set up should stand somewhere else."""

    type: Literal["replace"]
    mover: Key
    to: Spot


class Ping(Asking):
    type: Literal["ping"]
