"""The bots of a game: they think in workers, answer until others decide, and are called off when that is of no use any more."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import TYPE_CHECKING

from vanguard.core.questions import Given
from vanguard.core.refusals import Refused, RuleFault
from vanguard.server.storage.store import StorageFault
from vanguard.server.wire.messages.table import Thinking
from vanguard.server.workers.jobs import bot_answer

if TYPE_CHECKING:
    from vanguard.server.play.live_game import LiveGame

log = logging.getLogger("vanguard.server")


class BotsThinking:
    """All bots that sit at one game. It does not hold the game, which would keep itself in memory through it."""

    __slots__ = ("_searching", "_thinking")

    def __init__(self) -> None:
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._searching: dict[int, asyncio.Task[tuple[Given, list[str]]]] = {}
        """What a worker is asked at present, by seat."""

    @property
    def busy(self) -> bool:
        return bool(self._thinking)

    def wake(self, live: LiveGame) -> None:
        """Let bots that are asked something think."""
        if not self.may_think(live) or not live.resting:
            return  # whoever answers now wakes them when that is done
        for seat in live.playing.deciders():
            if live.kind(seat) == "bot" and seat not in self._thinking:
                self._thinking[seat] = asyncio.create_task(self._think(live, seat))

    def may_think(self, live: LiveGame) -> bool:
        """Two bots play on only while somebody looks."""
        among_themselves = live.kind(0) == live.kind(1) == "bot"
        return not live.unusable and (bool(live.connections) or not among_themselves)

    def call_off(self) -> None:
        """What bots search for is of no use any more: the game has been taken back, has ended or is gone."""
        for search in list(self._searching.values()):
            search.cancel()

    def _thinks(self, seat: int, on: bool) -> Thinking:
        return {"type": "thinking", "seat": seat, "on": on}

    async def _think(self, live: LiveGame, seat: int) -> None:
        """Answer for a bot until others decide. One that is stuck tries again when somebody answers or comes back."""
        live.tell_everybody(self._thinks(seat, True))
        stuck = False
        try:
            await self._answer_for_bot(live, seat)
        except Exception:
            stuck = True
            log.exception("the bot on seat %d of game %s is stuck", seat, live.stored.id)
        finally:
            self._thinking.pop(seat, None)
            live.tell_everybody(self._thinks(seat, False))
        if not stuck:
            self.wake(live)

    async def _answer_for_bot(self, live: LiveGame, seat: int) -> None:
        while await self._is_asked(live, seat):
            stamp = live.stored.stamp
            found = await self._searched(live, seat)
            if not found:
                continue
            [given] = found
            async with live.lock:
                if live.stored.stamp != stamp or seat not in live.playing.deciders() or live.unusable:
                    continue
                try:
                    await live.take(seat, given, None)
                except StorageFault:
                    return
                except Refused as refusal:
                    log.error("the bot on seat %d of game %s was refused: %s", seat, live.stored.id, refusal)
                    question = live.playing.question_for(seat)
                    candidates = [] if question is None else question.candidates()
                    if not candidates:
                        raise RuleFault("a bot has nothing left to answer") from refusal
                    await live.take(seat, random.choice(candidates), None)

    async def _is_asked(self, live: LiveGame, seat: int) -> bool:
        await live.at_rest()
        return seat in live.playing.deciders() and self.may_think(live)

    async def _searched(self, live: LiveGame, seat: int) -> list[Given]:
        """What a bot wants to answer; nothing if it was called off."""
        search = self._searching[seat] = asyncio.create_task(self._bot_answer(live, seat))
        try:
            await asyncio.wait([search])
            return [] if search.cancelled() else [search.result()]
        finally:
            self._searching.pop(seat, None)
            search.cancel()

    async def _bot_answer(self, live: LiveGame, seat: int) -> Given:
        level = live.stored.seats[seat].level or "random"
        try:
            return await live.crew.run(
                live.stored.id,
                bot_answer,
                live.position(),
                seat,
                level,
                person=live.stored.maker,
                nobody_waits=live.kind(1 - seat) == "bot",
            )
        except Exception:
            # A broken bot must not stop a person's game: it then answers like the simplest of them.
            log.exception("the bot %s failed in game %s", level, live.stored.id)
            question = live.playing.question_for(seat)
            candidates = [None] if question is None else question.candidates()
            return random.choice(candidates or [None])

    def stop(self) -> None:
        for task in list(self._thinking.values()):
            task.cancel()
