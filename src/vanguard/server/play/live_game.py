"""A live game: the people and bots around it, one change after another, each on disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Iterable
from typing import Any, Literal

from vanguard.core.questions import Given
from vanguard.core.refusals import Refused, RuleFault
from vanguard.server.play.playing import Playing
from vanguard.server.storage import store as storage
from vanguard.server.storage.store import Statement, Store, StoredPlay
from vanguard.server.wire import shown
from vanguard.server.wire.connection import Connection
from vanguard.server.wire.messages import (
    Ack,
    Perspective,
    Presence,
    Proposal,
    Proposals,
    SeatPresence,
    Thinking,
    Update,
    Welcome,
)
from vanguard.server.workers.crew import Crew, Position
from vanguard.server.workers.jobs import bot_answer

log = logging.getLogger("vanguard.server")

NO_SUCH_GAME = 4404
"""The code with which the socket of a game closes that is not there."""

SIDES = ("First", "Second")


class Stale(Refused):
    """The answer was decided for an earlier moment of the game."""


class LiveGame:
    """All that changes a game goes through here, one change at a time."""

    def __init__(self, playing: Playing, play: StoredPlay, store: Store, crew: Crew, place: str) -> None:
        self.playing = playing
        self.scene_told: dict[str, Any] = playing.scene()
        self.stored = playing.stored
        self.store = store
        self.crew = crew
        self.place = place
        """Where the rulebook is, for workers."""
        self.message_ids = play.message_ids
        self.connections: set[Connection] = set()
        self.proposals: dict[tuple[str, int], Proposal] = {}
        self.history = 0
        self.lock = asyncio.Lock()
        self.why: list[str] = []
        self.unusable = False
        self._thinking: dict[int, asyncio.Task[None]] = {}

    # -- people ---------------------------------------------------------------------------------------------------------------

    def kind(self, seat: int) -> str:
        return self.stored.seats[seat].kind

    def name(self, seat: int) -> str:
        return self.stored.seats[seat].name or SIDES[seat]

    def nobody_else(self, seat: int, held: Iterable[int]) -> bool:
        """Whether no other person would have to agree: the other seat is a bot or held by the same browser."""
        other = 1 - seat
        return self.kind(other) == "bot" or other in held

    def presence(self) -> list[SeatPresence]:
        online = {seat for connection in self.connections for seat in connection.seats}
        found: list[SeatPresence] = []
        for seat, stored in enumerate(self.stored.seats):
            kind: Any = stored.kind
            found.append(
                {
                    "seat": seat,
                    "kind": kind,
                    "name": self.name(seat),
                    "level": stored.level,
                    "joined": kind != "friend" or not stored.invitation_hash,
                    "online": kind == "bot" or seat in online,
                }
            )
        return found

    def watchers(self) -> int:
        return len([connection for connection in self.connections if not connection.seats])

    @property
    def idle(self) -> bool:
        """Nobody is here and nothing is under way: it can be read again from disk when it is wanted."""
        return not self.connections and not self._thinking and not self.lock.locked()

    async def enter(self, connection: Connection) -> None:
        async with self.lock:
            self.connections.add(connection)
            lines = self.playing.lines_for(connection.seats)
            connection.lines_sent = len(lines)
            connection.send(self._welcome(connection, lines))
            self.tell_presence(besides=connection)
        self.wake_bots()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.tell_presence()

    def tell_presence(self, besides: Connection | None = None) -> None:
        message: Presence = {"type": "presence", "presence": self.presence(), "watchers": self.watchers()}
        self.tell_everybody(message, besides)

    def tell_everybody(self, message: Any, besides: Connection | None = None) -> None:
        text = storage.as_json(message)
        for connection in self.connections:
            if connection is not besides:
                connection.send_text(text)

    # -- what is told ---------------------------------------------------------------------------------------------------------

    def perspectives(self, seats: tuple[int, ...]) -> list[Perspective]:
        return [self._perspective(seat, seats) for seat in seats or (None,)]

    def _perspective(self, seat: int | None, held: tuple[int, ...]) -> Perspective:
        playing = self.playing
        view: Any = playing.game.view(seat)
        if seat is None:
            return {
                "seat": None,
                "view": view,
                "question": None,
                "undo": {"possible": False, "free": False},
                "auto_pass": [],
            }
        question = playing.question_for(seat)
        return {
            "seat": seat,
            "view": view,
            "question": None if question is None else shown.question_shown(question, seat, playing.both_in_secret),
            "undo": playing.undo_shown(seat, self.nobody_else(seat, held)),
            "auto_pass": self.stored.auto_pass[seat],
        }

    def _welcome(self, connection: Connection, lines: list[Any]) -> Welcome:
        playing = self.playing
        table: Any = playing.scene()
        return {
            "type": "welcome",
            "game": self.stored.id,
            "rulebook": self.stored.rulebook,
            "title": playing.rulebook.title,
            "scenario": playing.setup.scenario,
            "battlefield": playing.setup.battlefield,
            "unit": playing.rulebook.unit,
            "seats": list(connection.seats),
            "watching": not connection.seats,
            "stamp": self.stored.stamp,
            "revision": playing.revision,
            "table": table,
            "cards": playing.cards,
            "perspectives": self.perspectives(connection.seats),
            "log": lines,
            "standing": shown.standing(playing.game, self.stored.result),
            "deciding": shown.deciding(playing.game, playing.over),
            "presence": self.presence(),
            "watchers": self.watchers(),
            "proposals": list(self.proposals.values()),
            "commitment": playing.commitment,
            "dice_secret": self._dice_secret(),
        }

    def _dice_secret(self) -> str | None:
        return (self.stored.dice_secret or None) if self.playing.over else None

    def _changed_scene(self) -> Any | None:
        """The scene, if it is not the one told last."""
        scene = self.playing.scene()
        if scene == self.scene_told:
            return None
        self.scene_told = scene
        return scene

    def tell_update(self, retell: bool = False) -> None:
        """The new state of things to everybody, to each what it may see; the same text is made once per group."""
        playing = self.playing
        changed = self._changed_scene()
        made: dict[tuple[tuple[int, ...], int], str] = {}
        by_group: dict[tuple[int, ...], tuple[list[Perspective], list[Any]]] = {}
        for connection in self.connections:
            seats = connection.seats
            if seats not in by_group:
                by_group[seats] = (self.perspectives(seats), playing.lines_for(seats))
            perspectives, lines = by_group[seats]
            start = 0 if retell else min(connection.lines_sent, len(lines))
            connection.lines_sent = len(lines)
            if (seats, start) not in made:
                update: Update = {
                    "type": "update",
                    "stamp": self.stored.stamp,
                    "revision": playing.revision,
                    "perspectives": perspectives,
                    "log_from": start,
                    "log": lines[start:],
                    "standing": shown.standing(playing.game, self.stored.result),
                    "deciding": shown.deciding(playing.game, playing.over),
                    "proposals": list(self.proposals.values()),
                    "dice_secret": self._dice_secret(),
                }
                if changed is not None:
                    update["table"] = changed
                made[seats, start] = storage.as_json(update)
            connection.send_text(made[seats, start])

    # -- answers --------------------------------------------------------------------------------------------------------------

    async def answer(self, seat: int, given: Given, at: int | None, message: str | None = None) -> Ack:
        """An answer from a seat; acknowledged when it is on disk. The same message twice is done once."""
        async with self.lock:
            if message is not None and (seat, message) in self.message_ids:
                return self.ack(message, duplicate=True)
            self._refuse_stale(at)
            await self._take(seat, given, message)
            ack = self.ack(message or "")
        self.wake_bots()
        return ack

    def ack(self, message: str, duplicate: bool = False, note: str = "") -> Ack:
        return {"type": "ack", "re": message, "stamp": self.stored.stamp, "duplicate": duplicate, "note": note}

    def refuse_unusable(self) -> None:
        if self.unusable:
            raise Refused("the game is being read again from disk; please reconnect")

    def _refuse_stale(self, at: int | None) -> None:
        self.refuse_unusable()
        if at is not None and at != self.stored.stamp:
            raise Stale("the game has moved on since this was decided")

    async def _take(self, seat: int, given: Given, message: str | None) -> None:
        playing = self.playing
        before = playing.revision
        kept, pending = list(playing.steps), playing.game.pending
        try:
            playing.answer(seat, given)
        except Refused:
            raise
        except Exception as fault:
            log.exception("a rule of %s failed in game %s at step %d", self.stored.rulebook, self.stored.id, before)
            playing.start_over(kept, pending)
            raise Refused("the rules failed at this answer, so it was not taken; please report it") from fault
        self._pass_by_themselves()
        statements = self._saving_from(before)
        if message is not None:
            statements.append(storage.adding_message_id(self.stored.id, seat, message))
            self.message_ids.add((seat, message))
        if playing.revision > before:
            self.stored.stamp += 1
            self.proposals.clear()
        await self._save(statements)
        self.tell_update()

    def _pass_by_themselves(self) -> None:
        """Seats that wanted to pass whenever a clause asks them do so."""
        kept, pending = list(self.playing.steps), self.playing.game.pending
        try:
            self._pass_while_asked()
        except Exception:
            log.exception("a rule of %s failed in game %s when a seat passed", self.stored.rulebook, self.stored.id)
            self.playing.start_over(kept, pending)

    def _pass_while_asked(self) -> None:
        playing = self.playing
        passed = True
        while passed and not playing.over:
            passed = False
            for seat in playing.deciders():
                question = playing.question_for(seat)
                if question is None or question.clause not in self.stored.auto_pass[seat]:
                    continue
                key = shown.passing_key(question)
                if key is not None and not playing.both_in_secret:
                    playing.answer(seat, key, auto=True)
                    passed = True

    def _saving_from(self, before: int) -> list[Statement]:
        """Everything that differs from what is on disk when its last step was `before`."""
        game = self.stored.id
        steps = self.playing.steps
        statements = [
            storage.adding_answer(game, at, steps[at].seat, steps[at].given, steps[at].auto)
            for at in range(before, len(steps))
        ]
        statements.append(storage.clearing_pending(game))
        statements += [storage.adding_pending(game, seat, given) for seat, given in self.playing.game.pending.items()]
        return statements

    async def _save(self, statements: list[Statement]) -> None:
        """To disk; if the disk does not take it, this game is thrown away and read again, so that nothing is shown unsaved."""
        self.stored.summary = self.playing.summary()
        self.stored.touched = time.time()
        try:
            await self.store.write([*statements, storage.changing(self.stored)])
        except storage.StorageFault:
            self.unusable = True
            asyncio.get_running_loop().call_soon(self._send_away)
            raise

    def _send_away(self) -> None:
        """Everybody connects again and gets the game as it is on disk."""
        for connection in self.connections:
            connection.close(1011)

    async def delete(self) -> None:
        """Off the disk for good; whoever is still here is told that there is no such game."""
        async with self.lock:
            self.refuse_unusable()
            await self.store.write(storage.deleting(self.stored.id))
            self.unusable = True
            await self.stop()
            for connection in self.connections:
                connection.close(NO_SUCH_GAME)

    # -- bots -----------------------------------------------------------------------------------------------------------------

    def wake_bots(self) -> None:
        """Let bots that are asked something think. Two bots play on only while somebody looks."""
        kinds = [seat.kind for seat in self.stored.seats]
        if kinds == ["bot", "bot"] and not self.connections:
            return
        for seat in self.playing.deciders():
            if kinds[seat] == "bot" and seat not in self._thinking and not self.unusable:
                self._thinking[seat] = asyncio.create_task(self._think(seat))

    def _thinks(self, seat: int, on: bool) -> Thinking:
        return {"type": "thinking", "seat": seat, "on": on}

    async def _think(self, seat: int) -> None:
        """Answer for a bot until others decide. One that is stuck tries again when somebody answers or comes back."""
        self.tell_everybody(self._thinks(seat, True))
        stuck = False
        try:
            await self._answer_for_bot(seat)
        except Exception:
            stuck = True
            log.exception("the bot on seat %d of game %s is stuck", seat, self.stored.id)
        finally:
            self._thinking.pop(seat, None)
            self.tell_everybody(self._thinks(seat, False))
        if not stuck:
            self.wake_bots()

    async def _answer_for_bot(self, seat: int) -> None:
        while seat in self.playing.deciders() and not self.unusable:
            stamp = self.stored.stamp
            given, why = await self._bot_answer(seat)
            async with self.lock:
                if self.stored.stamp != stamp or seat not in self.playing.deciders() or self.unusable:
                    continue
                self.why = [] if self.playing.both_in_secret else why
                try:
                    await self._take(seat, given, None)
                except storage.StorageFault:
                    return
                except Refused as refusal:
                    log.error("the bot on seat %d of game %s was refused: %s", seat, self.stored.id, refusal)
                    question = self.playing.question_for(seat)
                    candidates = [] if question is None else question.candidates()
                    if not candidates:
                        raise RuleFault("a bot has nothing left to answer") from refusal
                    await self._take(seat, random.choice(candidates), None)

    async def _bot_answer(self, seat: int) -> tuple[Given, list[str]]:
        level = self.stored.seats[seat].level or "random"
        try:
            return await self.crew.run(self.stored.id, bot_answer, self.position(), seat, level)
        except Exception:
            # A broken bot must not stop a person's game: it then answers like the simplest of them.
            log.exception("the bot %s failed in game %s", level, self.stored.id)
            question = self.playing.question_for(seat)
            candidates = [None] if question is None else question.candidates()
            return random.choice(candidates or [None]), []

    def position(self) -> Position:
        answers = tuple([(step.seat, step.given) for step in self.playing.steps])
        return Position(self.stored.id, self.place, self.stored.setup, self.history, answers)

    async def stop(self) -> None:
        for task in list(self._thinking.values()):
            task.cancel()

    # -- undo, draw, concede --------------------------------------------------------------------------------------------------

    async def want_undo(self, seat: int, held: tuple[int, ...], message: str) -> Ack:
        """Take back the seat's last answer: at once if that is free or nobody else must agree, else ask."""
        async with self.lock:
            self.refuse_unusable()
            self._refuse_over()
            if seat in self.playing.game.pending:
                self.playing.withdraw(seat)
                await self._save([storage.clearing_pending(self.stored.id, seat)])
                self.tell_update()
                return self.ack(message)
            last = self.playing.last_answer_of(seat)
            if last is None:
                raise Refused("there is nothing to take back")
            if last[1] or self.nobody_else(seat, held):
                await self._take_back(seat)
                return self._woken(self.ack(message))
            self._propose("undo", seat, f"{self.name(seat)} asks to take back the last decision.")
            return self.ack(message, note="the other player is asked")

    async def _take_back(self, seat: int) -> None:
        last = self.playing.last_answer_of(seat)
        if last is None:
            raise Refused("there is nothing to take back")
        self.playing.take_back_to(last[0])
        self.history += 1
        self.stored.stamp += 1
        self.proposals.clear()
        await self._save([storage.cutting(self.stored.id, last[0]), *self._saving_from(last[0])])
        self.tell_update(retell=True)

    def _woken(self, ack: Ack) -> Ack:
        self.wake_bots()
        return ack

    def _refuse_over(self) -> None:
        if self.playing.over:
            raise Refused("the game is over")

    def _propose(self, what: Literal["undo", "draw"], seat: int, text: str) -> None:
        self.proposals[what, seat] = {"what": what, "by": seat, "text": text}
        self._tell_proposals("")

    def _tell_proposals(self, note: str) -> None:
        message: Proposals = {"type": "proposals", "proposals": list(self.proposals.values()), "note": note}
        self.tell_everybody(message)

    async def consent(self, seat: int, to: str, accept: bool, message: str) -> Ack:
        """Answer the other seat's wish."""
        async with self.lock:
            self.refuse_unusable()
            other = 1 - seat
            if (to, other) not in self.proposals:
                raise Refused(f"the other player has asked for no {to}")
            del self.proposals[to, other]
            if not accept:
                self._tell_proposals(f"{self.name(seat)} declines the {to}.")
            elif to == "undo":
                await self._take_back(other)
            else:
                await self._end(None, "a draw was agreed", "agreed")
            return self._woken(self.ack(message))

    async def offer_draw(self, seat: int, held: tuple[int, ...], message: str) -> Ack:
        async with self.lock:
            self.refuse_unusable()
            self._refuse_over()
            if 1 - seat in held:
                await self._end(None, "a draw was agreed", "agreed")
                return self.ack(message)
            if self.kind(1 - seat) == "bot":
                self._tell_proposals(f"{self.name(1 - seat)} declines the draw.")
                return self.ack(message, note="the bot plays on")
            if ("draw", 1 - seat) in self.proposals:
                await self._end(None, "a draw was agreed", "agreed")
                return self.ack(message)
            self._propose("draw", seat, f"{self.name(seat)} offers a draw.")
            return self.ack(message, note="the other player is asked")

    async def concede(self, seat: int, message: str) -> Ack:
        async with self.lock:
            self.refuse_unusable()
            self._refuse_over()
            await self._end(1 - seat, f"{self.name(seat)} concedes", "conceded")
            return self.ack(message)

    async def _end(self, winner: int | None, reason: str, how: str) -> None:
        self.stored.result = {"winner": winner, "reason": reason, "how": how}
        self.stored.stamp += 1
        self.proposals.clear()
        await self._save([storage.clearing_pending(self.stored.id)])
        self.tell_update()

    # -- preferences ----------------------------------------------------------------------------------------------------------

    async def set_auto_pass(self, seat: int, clause: str, on: bool, message: str) -> Ack:
        async with self.lock:
            self.refuse_unusable()
            wanted = [kept for kept in self.stored.auto_pass[seat] if kept != clause]
            if on:
                wanted = [*wanted, clause][-100:]
            self.stored.auto_pass[seat] = wanted
            before = self.playing.revision
            self._pass_by_themselves()
            if self.playing.revision > before:
                self.stored.stamp += 1
                self.proposals.clear()
            await self._save(self._saving_from(before))
            self.tell_update()
            return self._woken(self.ack(message))
