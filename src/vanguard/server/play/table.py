"""A table: the people around a game, what each of them is told, and what they say to each other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from vanguard.core.refusals import Refused
from vanguard.server.play.aside import Aside, Kind, Spend, nobody_pays
from vanguard.server.play.playing import Playing
from vanguard.server.play.rearranging import movable
from vanguard.server.play.seats import SIDES, presence_of
from vanguard.server.play.talk import PHRASES, Talk
from vanguard.server.play.telling import Views, perspectives_text, update_of, welcome_of, whole_text
from vanguard.server.wire.connection import Connection
from vanguard.server.wire.messages.table import Notice, Notices, Presence, Proposal, SeatPresence
from vanguard.server.wire.text import wire_json

T = TypeVar("T")

Told = tuple[tuple[int, ...], int]
"""What browsers are told alike: the seats they hold, and the line of the log from which on they have none."""

Updates = dict[Connection, str]
"""What is to be sent to whom."""


class Table:
    """Who is here, and what is told to whom. Nothing here changes the game."""

    def __init__(self, playing: Playing, aside: Aside, notices: list[Notice]) -> None:
        self.playing = playing
        self.stored = playing.stored
        self.aside = aside
        self.notices = notices
        self.connections: set[Connection] = set()
        self.proposals: dict[tuple[str, int], Proposal] = {}
        self.talk = Talk()
        self.scene_told: Any = playing.scene_key()
        self._at_work: asyncio.Future[None] | None = None
        """While its rules are worked out beside the loop."""

    # -- people ---------------------------------------------------------------------------------------------------------------

    def kind(self, seat: int) -> str:
        return self.stored.seats[seat].kind

    def name(self, seat: int) -> str:
        return self.stored.seats[seat].name or SIDES[seat]

    def presence(self) -> list[SeatPresence]:
        return presence_of(self.stored, {seat for connection in self.connections for seat in connection.seats})

    def watchers(self) -> int:
        return len([connection for connection in self.connections if not connection.seats])

    def tell_presence(self, besides: Connection | None = None) -> None:
        if not self.connections or (besides is not None and len(self.connections) == 1):
            return
        message: Presence = {"type": "presence", "presence": self.presence(), "watchers": self.watchers()}
        self.tell_everybody(message, besides)

    def tell_notices(self) -> None:
        message: Notices = {"type": "notices", "notices": list(self.notices)}
        self.tell_everybody(message)

    def tell_everybody(self, message: Any, besides: Connection | None = None) -> None:
        text = wire_json(message)
        for connection in self.connections:
            if connection is not besides:
                connection.send_text(text)

    # -- what takes long ------------------------------------------------------------------------------------------------------

    @property
    def resting(self) -> bool:
        return self._at_work is None

    async def at_rest(self) -> None:
        """Wait while its rules are worked out beside the loop: until then nothing of the game is to be read."""
        while self._at_work is not None:
            await asyncio.shield(self._at_work)

    async def worked_out(self, what: str, work: Callable[[], T], spend: Spend = nobody_pays) -> T:
        """The result of the work on what is being asked; who does it holds the lock."""
        question = self.playing.game.question
        kind: Kind = (what, self.stored.rulebook, "" if question is None else question.clause)
        if not self.aside.takes_long(kind):
            return self.aside.at_once(kind, work)
        at_work = self._at_work = asyncio.get_running_loop().create_future()
        try:
            return await self.aside.beside(kind, work, spend)
        finally:
            self._at_work = None
            at_work.set_result(None)

    # -- what is told ---------------------------------------------------------------------------------------------------------

    def welcome(self, connection: Connection, perspectives: str) -> str:
        welcome = welcome_of(self.playing, connection.seats, list(self.proposals.values()))
        welcome.update(presence=self.presence(), watchers=self.watchers(), notices=list(self.notices))
        welcome.update(movable=self._movable(connection.seats))
        if self.talkative:
            welcome.update(said=self.talk.heard_by(connection.seats), phrases=PHRASES)
        lines = self.playing.lines_for(connection.seats)
        connection.lines_sent = len(lines)
        return whole_text([wire_json(welcome)], perspectives, lines)

    def _movable(self, seats: tuple[int, ...]) -> list[str]:
        return [key for seat in seats for key in movable(self.playing, seat, seats)]

    def _changed_scene(self) -> Any | None:
        """The scene, if it is not the one told last."""
        key = self.playing.scene_key()
        if key == self.scene_told:
            return None
        self.scene_told = key
        return self.playing.scene()

    async def tell_update(self, retell: bool = False) -> None:
        """The new state of things to everybody, to each what it may see."""
        self.send_updates(await self.updates(retell))

    async def updates(self, retell: bool = False, spend: Spend = nobody_pays) -> Updates:
        """What is to be told to whom; the same text is made once per group."""
        playing = self.playing
        changed = self._changed_scene()
        told: dict[Connection, Told] = {}
        for connection in self.connections:
            start = 0 if retell else min(connection.lines_sent, playing.lines_told_to(connection.seats))
            told[connection] = (connection.seats, start)
        groups = set(told.values())
        texts = await self.worked_out("show", lambda: self._updates(groups, changed), spend) if groups else {}
        return {connection: texts[told_to] for connection, told_to in told.items()}

    def send_updates(self, updates: Updates) -> None:
        for connection, text in updates.items():
            connection.lines_sent = self.playing.lines_told_to(connection.seats)
            connection.send_text(text)

    def _updates(self, groups: set[Told], scene: Any | None) -> dict[Told, str]:
        playing = self.playing
        views = Views(playing)
        made: dict[Told, str] = {}
        same = wire_json(update_of(playing, list(self.proposals.values()), scene))
        for seats, start in groups:
            own = wire_json({"log_from": start, "movable": self._movable(seats)})
            lines = playing.lines_for(seats, start)
            made[seats, start] = whole_text([same, own], perspectives_text(playing, seats, views), lines)
        return made

    # -- talking --------------------------------------------------------------------------------------------------------------

    @property
    def talkative(self) -> bool:
        """Are there two people, each at a screen of their own?"""
        return any([seat.kind == "friend" for seat in self.stored.seats])

    def say(self, seat: int, phrase: str | None, text: str | None) -> None:
        if not self.talkative:
            raise Refused("there is nobody at another screen to talk to")
        said = self.talk.say(seat, self.name(seat), phrase, text)
        line = wire_json(said)
        for connection in self.connections:
            if self.talk.reaches(said, connection.seats):
                connection.send_text(line)
