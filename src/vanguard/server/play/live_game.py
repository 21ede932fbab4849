"""A live game: the people and bots around it, one change after another, each on disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, Literal

from vanguard.core.questions import Given
from vanguard.core.records import MOST_TAKEN_BACK
from vanguard.core.refusals import Refused
from vanguard.server.play.aside import Aside, Spend, nobody_pays
from vanguard.server.play.playing import Playing
from vanguard.server.play.rearranging import movable, rearranged, set_up_after
from vanguard.server.play.table import Table
from vanguard.server.play.telling import (
    Views,
    perspectives_text,
    picture_of,
    undo_shown,
)
from vanguard.server.play.thinking import BotsThinking
from vanguard.server.storage import rows
from vanguard.server.storage.rows import MOST_MESSAGE_IDS, Statement, StoredPlay
from vanguard.server.storage.store import StorageFault, Store
from vanguard.server.wire import shown
from vanguard.server.wire.connection import Connection
from vanguard.server.wire.messages.replies import Ack
from vanguard.server.wire.messages.table import Notice, Proposals
from vanguard.server.workers.crew import Crew, Position
from vanguard.server.workers.jobs import place_elsewhere

log = logging.getLogger("vanguard.server")

NO_SUCH_GAME = 4404
"""The code with which the socket of a game closes that is not there."""

READ_AGAIN = 1011
"""The code with which sockets close when what is in memory is not what is on disk: who connects again gets that."""

DIGEST_EVERY = 25
PICTURE_EVERY = 500
"""After so many answers, dice included, it is kept how the game stands, and how it looks. A picture has the whole log and takes as
long as ten answers; one is made anyway when everybody leaves, and only what a crash cut short needs another."""


TRIES_TO_PUT_ELSEWHERE = 5

_histories = count(1)


class Stale(Refused):
    """The answer was decided for an earlier moment of the game."""


def luck_of_bots(game: str) -> str:
    """What the bots of a game draw their whims from: another game, other whims."""
    return game


class LiveGame(Table):
    """All that changes a game goes through here, one change at a time."""

    def __init__(
        self,
        playing: Playing,
        play: StoredPlay,
        store: Store,
        crew: Crew,
        aside: Aside,
        place: str,
        notices: list[Notice],
    ) -> None:
        super().__init__(playing, aside, notices)
        self.store = store
        self.crew = crew
        self.place = place
        """Where the rulebook is, for workers."""
        self.message_ids: dict[tuple[int, str], None] = dict.fromkeys(play.message_ids)
        self.history = next(_histories)
        """Another number after every undo, and whenever the game is read again: what was replayed of it before is no use then."""
        self.lock = asyncio.Lock()
        self.bots = BotsThinking()
        self.unusable = False
        self.areas: dict[tuple[int, int], Any] = {}
        """Reachable regions that were worked out, by stamp and seat: of the present moment only."""
        self._picture_at = max(play.digests, default=0)
        self._picturing: asyncio.Task[None] | None = None
        """Makes the picture that is kept when everybody has left."""

    @property
    def deserted(self) -> bool:
        """Nobody is here, and no bot thinks."""
        return not self.connections and not self.bots.busy

    @property
    def idle(self) -> bool:
        """Deserted, and nothing is under way, not even its picture: it can be read again from disk when it is wanted."""
        pictured = self._picturing is None or self._picturing.done()
        return self.deserted and pictured and not self.lock.locked()

    def position(self) -> Position:
        answers = tuple([(step.seat, step.given) for step in self.playing.steps])
        return Position(
            self.stored.id, self.place, self.stored.setup, self.history, answers, luck_of_bots(self.stored.id)
        )

    # -- coming and going -----------------------------------------------------------------------------------------------------

    async def enter(self, connection: Connection) -> None:
        async with self.lock:
            if self.unusable:
                connection.close(READ_AGAIN)
                return
            seats = connection.seats
            perspectives = await self.worked_out(
                "show", lambda: perspectives_text(self.playing, seats, Views(self.playing))
            )
            self.connections.add(connection)
            connection.send_text(self.welcome(connection, perspectives))
            self.tell_presence(besides=connection)
        self.bots.wake(self)

    async def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.tell_presence()
        if not self.connections:
            if not self.bots.may_think(self):
                self.bots.call_off()
            self._picturing = asyncio.create_task(self.keep_picture())  # who leaves does not wait for it

    async def keep_picture(self) -> None:
        """How the game looks now, for a day on which these rules are gone. If it cannot be kept, nothing is lost today."""
        async with self.lock:
            if self.unusable or self.playing.revision == self._picture_at or self.playing.game.pending:
                return
            try:
                await self.store.write(await self._pictured())
            except StorageFault as fault:
                log.warning("no picture of game %s was kept: %s", self.stored.id, fault)
            except Exception:
                log.exception("no picture of game %s could be made", self.stored.id)

    async def _pictured(self) -> list[Statement]:
        revision = self.playing.revision
        picture = await self.worked_out("picture", lambda: rows.packed_text(picture_of(self.playing)))
        self._picture_at = revision
        return [
            rows.adding_digest(self.stored.id, revision, self.playing.game.digest),
            rows.adding_picture(self.stored.id, revision, picture),
        ]

    # -- answers --------------------------------------------------------------------------------------------------------------

    async def answer(
        self, seat: int, given: Given, at: int | None, message: str | None = None, spend: Spend = nobody_pays
    ) -> Ack:
        """An answer from a seat; acknowledged when it is on disk. The same message twice is done once."""
        async with self.lock:
            if message is not None and (seat, message) in self.message_ids:
                return self.ack(message, duplicate=True)
            self._refuse_stale(at)
            await self.take(seat, given, message, spend)
            ack = self.ack(message or "")
        self.bots.wake(self)
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

    async def take(self, seat: int, given: Given, message: str | None, spend: Spend = nobody_pays) -> None:
        playing = self.playing
        before, pending = playing.revision, playing.game.pending
        with self._or_read_again(but=Refused):
            try:
                await self.worked_out("answer", lambda: playing.answer(seat, given), spend)
            except Refused:
                raise
            except Exception as fault:
                log.exception("a rule of %s failed in game %s at step %d", self.stored.rulebook, self.stored.id, before)
                playing.start_over(playing.steps[:before], pending)
                raise Refused("the rules failed at this answer, so it was not taken; please report it") from fault
        with self._or_read_again():
            self._pass_by_themselves()
            statements = await self._saving_from(before, bool(pending))
            if message is not None:
                self.stored.answered += 1
                statements.append(rows.adding_message_id(self.stored.id, seat, message))
                self._remember(seat, message)
            if playing.revision > before:
                self.stored.stamp += 1
                self.proposals.clear()
            saved = self._begin_to_save(statements)
        try:
            updates = await self.updates(spend=spend)  # while the disk is at it; told only when it is done
        finally:
            with self._or_read_again():
                await saved
        self.send_updates(updates)

    @contextmanager
    def _or_read_again(self, but: type[Refused] | tuple[()] = ()) -> Iterator[None]:
        """Whatever goes wrong between a change and its commit: the game in memory is ahead of the disk and is thrown away."""
        try:
            yield
        except BaseException as fault:
            if not isinstance(fault, but):
                self.throw_away()
            raise

    def throw_away(self) -> None:
        if not self.unusable:
            self.unusable = True
            asyncio.get_running_loop().call_soon(self._send_away)

    def _remember(self, seat: int, message: str) -> None:
        self.message_ids[seat, message] = None
        while len(self.message_ids) > MOST_MESSAGE_IDS:
            del self.message_ids[next(iter(self.message_ids))]

    def _pass_by_themselves(self) -> None:
        """Seats that wanted to pass whenever a clause asks them do so."""
        if not (self.stored.auto_pass[0] or self.stored.auto_pass[1]):
            return
        before, pending = self.playing.revision, self.playing.game.pending
        try:
            self._pass_while_asked()
        except Exception:
            log.exception("a rule of %s failed in game %s when a seat passed", self.stored.rulebook, self.stored.id)
            self.playing.start_over(self.playing.steps[:before], pending)

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

    async def _saving_from(self, before: int, had_pending: bool = True) -> list[Statement]:
        """Everything that differs from what is on disk when its last step was `before`."""
        game, playing = self.stored.id, self.playing
        steps = playing.steps
        statements = [
            rows.adding_answer(game, at, steps[at].seat, steps[at].given, steps[at].auto)
            for at in range(before, len(steps))
        ]
        pending = playing.game.pending
        if had_pending:
            statements.append(rows.clearing_pending(game))
        statements += [rows.adding_pending(game, seat, given) for seat, given in pending.items()]
        if not pending:
            if playing.over or len(steps) // PICTURE_EVERY > before // PICTURE_EVERY:
                statements += await self._pictured()
            elif len(steps) // DIGEST_EVERY > before // DIGEST_EVERY:
                statements.append(rows.adding_digest(game, len(steps), playing.game.digest))
        return statements

    async def _save(self, statements: list[Statement], everything: bool = False) -> None:
        """To disk; if the disk does not take it, this game is thrown away and read again, so that nothing is shown unsaved."""
        with self._or_read_again():
            await self._begin_to_save(statements, everything)

    def _begin_to_save(self, statements: list[Statement], everything: bool = False) -> asyncio.Future[None]:
        self.areas.clear()
        self.stored.summary = self.playing.summary()
        self.stored.touched = time.time()
        changed = rows.changing(self.stored) if everything else rows.playing_on(self.stored)
        return self.store.begin([*statements, changed])

    def _send_away(self) -> None:
        """Everybody connects again and gets the game as it is on disk."""
        self.bots.call_off()
        for connection in self.connections:
            connection.close(READ_AGAIN)

    async def delete(self) -> None:
        """Off the disk for good; whoever is still here is told that there is no such game."""
        async with self.lock:
            await self.store.write(rows.deleting(self.stored.id))
            self.unusable = True
            self.bots.stop()
            for connection in self.connections:
                connection.close(NO_SUCH_GAME)

    # -- undo, draw, concede --------------------------------------------------------------------------------------------------

    async def want_undo(self, seat: int, held: tuple[int, ...], message: str) -> Ack:
        """Take back the seat's last answer: at once if that is free or nobody else must agree, else ask."""
        async with self.lock:
            self.refuse_unusable()
            self._refuse_over()
            if seat in self.playing.game.pending:
                self.playing.withdraw(seat)
                await self._save([rows.clearing_pending(self.stored.id, seat)])
                await self.tell_update()
                return self.ack(message)
            last = self.playing.last_answer_of(seat)
            if last is None:
                raise Refused("there is nothing to take back")
            undo = undo_shown(self.playing, seat, held)
            if not undo["possible"]:
                raise Refused("dice were rolled or something was revealed since, and this game is not for practice")
            if undo["free"]:
                await self._take_back(seat, looked_ahead=not last[1] and self.kind(1 - seat) == "bot")
                return self._woken(self.ack(message))
            self._propose("undo", seat, f"{self.name(seat)} asks to take back the last decision.")
            return self.ack(message, note="the other player is asked")

    async def _take_back(self, seat: int, looked_ahead: bool = False) -> None:
        last = self.playing.last_answer_of(seat)
        if last is None:
            raise Refused("there is nothing to take back")
        if looked_ahead:
            self._note_taken_back(last[0], [[step.seat, step.given] for step in self.playing.steps[last[0] :]])
        with self._or_read_again():
            if self.playing.remembers(last[0]):
                self.playing.take_back_to(last[0])
            else:
                self.playing = await asyncio.to_thread(self.playing.before, last[0])
            await self._rewritten(last[0])

    def _note_taken_back(self, to: int, answers: list[list[Any]]) -> None:
        self.stored.taken_back = [*self.stored.taken_back, {"to": to, "answers": answers}][-MOST_TAKEN_BACK:]

    async def _rewritten(self, step: int) -> None:
        """The game is another one from this step on: on disk, and for everybody."""
        self.bots.call_off()
        self.history = next(_histories)
        self.stored.stamp += 1
        self.proposals.clear()
        self._picture_at = min(self._picture_at, step)
        saving = [*rows.cutting(self.stored.id, step), *(await self._saving_from(step))]
        await self._save(saving, everything=True)
        await self.tell_update(retell=True)

    def _woken(self, ack: Ack) -> Ack:
        self.bots.wake(self)
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
        self.bots.call_off()
        self.stored.result = {"winner": winner, "reason": reason, "how": how}
        self.stored.stamp += 1
        self.proposals.clear()
        log.info("game ended: game=%s how=%s", self.stored.id, how)
        await self._save([rows.clearing_pending(self.stored.id)], everything=True)
        await self.tell_update()

    # -- before the battle ----------------------------------------------------------------------------------------------------

    async def put_elsewhere(self, seat: int, held: tuple[int, ...], mover: str, to: list[float], message: str) -> Ack:
        """A piece that was set up stands somewhere else, as near to the wish as it may.

        A bot may answer while the place is looked for: then it is looked for again.
        """
        for _ in range(TRIES_TO_PUT_ELSEWHERE):
            await self.at_rest()
            if mover not in movable(self.playing, seat, held):
                raise Refused("it cannot be put elsewhere any more")
            stamp, step = self.stored.stamp, self.playing.set_up[mover][1]
            later = set_up_after(self.playing, step)
            path = await self.crew.advise(
                place_elsewhere, self.position(), seat, step, later, to, person=self.stored.maker, handy=True
            )
            async with self.lock:
                self.refuse_unusable()
                if self.stored.stamp == stamp:
                    await self._rearrange(seat, mover, path, step)
                    break
        else:
            raise Stale("the game has moved on since this was decided")
        self.bots.wake(self)
        return self.ack(message)

    async def _rearrange(self, seat: int, mover: str, path: Given, step: int) -> None:
        old = [[played.seat, played.given] for played in self.playing.steps[step:]]
        with self._or_read_again(but=Refused):
            rearranged(self.playing, seat, mover, path)
            if self.kind(1 - seat) == "bot":
                self._note_taken_back(step, old)
            await self._rewritten(step)

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
            await self._save(await self._saving_from(before), everything=True)
            await self.tell_update()
            return self._woken(self.ack(message))
