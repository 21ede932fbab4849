"""Who asks: the seat a message speaks for, and what that seat is being asked."""

from __future__ import annotations

from typing import Any

from vanguard.core.questions import Place, Question
from vanguard.core.refusals import Refused
from vanguard.server.play.aside import Spend
from vanguard.server.play.live_game import LiveGame
from vanguard.server.wire.connection import Connection
from vanguard.server.wire.messages import asking


class Asker:
    """Who sent a message: the seat it speaks for, and what that seat is being asked."""

    def __init__(self, live: LiveGame, connection: Connection, message: asking.Asking, spend: Spend) -> None:
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
