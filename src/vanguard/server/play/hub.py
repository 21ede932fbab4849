"""All games of this server: found by their id, read back from disk, let go of and deleted."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from vanguard.core.content import changed_entries
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook
from vanguard.server.play.aside import Aside
from vanguard.server.play.held_games import HeldGames
from vanguard.server.play.invitations import Invitations
from vanguard.server.play.library import Library
from vanguard.server.play.live_game import LiveGame
from vanguard.server.play.looking_back import LookingBack
from vanguard.server.play.making_games import MakingGames
from vanguard.server.play.past_game import PastGame
from vanguard.server.play.playing import Playing
from vanguard.server.play.refusals import NoSuchGame, NotNow
from vanguard.server.play.seats import WrongSecret, role_of
from vanguard.server.play.upkeep import Keeping, Upkeep
from vanguard.server.storage import rows
from vanguard.server.storage.rows import StoredGame, StoredPlay
from vanguard.server.storage.store import Store
from vanguard.server.wire.budget import SECONDS_PER_SECOND, Budgets
from vanguard.server.wire.messages.basics import Health
from vanguard.server.wire.messages.table import Notice
from vanguard.server.workers.crew import Crew

log = logging.getLogger("vanguard.server")

MOST_PAST_GAMES = 50
MOST_IDLE_GAMES = 400
"""Games kept in memory although nobody is there; the least recently used go first."""


class Hub:
    """Games by id, in memory while somebody uses them."""

    def __init__(
        self,
        library: Library,
        store: Store,
        crew: Crew,
        keeping: Keeping | None = None,
        loop_share: float = SECONDS_PER_SECOND,
    ) -> None:
        self.library = library
        self.store = store
        self.crew = crew
        self.aside = Aside()
        self.upkeep = Upkeep(store, keeping or Keeping(), self._delete_if_deserted)
        self.budgets = Budgets(loop_share)
        self.notices: list[Notice] = []
        """What everybody at every table should know now; the games share this very list."""
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._reading: dict[str, asyncio.Task[LiveGame | PastGame]] = {}
        self._being_deleted: set[str] = set()
        self._past: OrderedDict[str, PastGame] = OrderedDict()
        self._replaying = ThreadPoolExecutor(1, thread_name_prefix="replaying")
        self.looking_back = LookingBack(self._replaying)
        self.making = MakingGames(self)
        self.invitations = Invitations(self)
        self.held = HeldGames(self)

    # -- how it goes ----------------------------------------------------------------------------------------------------------

    def health(self) -> Health:
        saving = self.store.health()
        working, lost = self.crew.health()
        return {
            "ok": saving.works and working,
            "saving": saving.works,
            "why": saving.why,
            "last_commit": saving.last_commit,
            "waiting": saving.waiting,
            "free_bytes": saving.free_bytes,
            "workers": working,
            "workers_lost": lost,
            "games": len(self._games),
            "browsers": self.browsers(),
        }

    def browsers(self) -> int:
        return sum([len(live.connections) for live in self._games.values()])

    def look_after_saving(self) -> None:
        """Tell every table when saving stops to work, and when it works again."""
        saving = self.store.health()
        wanted: list[Notice] = []
        if not saving.works:
            wanted.append({"kind": "not-saved", "text": f"Games are not being saved at the moment: {saving.why}."})
        elif saving.little_space:
            wanted.append({"kind": "little-space", "text": "The server's disk is nearly full; please tell the host."})
        if wanted == self.notices:
            return
        for notice in wanted:
            log.error("%s: %s", notice["kind"], notice["text"])
        self.notices[:] = wanted
        for live in list(self._games.values()):
            live.tell_notices()

    # -- finding --------------------------------------------------------------------------------------------------------------

    async def game(self, game: str) -> LiveGame | PastGame:
        """The game of this id, read from disk if it must be."""
        if game in self._being_deleted:
            raise NoSuchGame("there is no such game")
        live = self._games.get(game)
        if live is not None and not live.unusable:
            self._games.move_to_end(game)
            return live
        self._games.pop(game, None)
        if game in self._past:
            return self._past[game]
        if game not in self._reading:
            task = asyncio.create_task(self._read(game))
            self._reading[game] = task
            task.add_done_callback(lambda _: self._reading.pop(game, None))
        return await asyncio.shield(self._reading[game])

    async def _read(self, game: str) -> LiveGame | PastGame:
        stored = self.store.game(game)
        if stored is None:
            raise NoSuchGame("there is no such game")
        play = self.store.play(game)
        try:
            rulebook = self.library.get(stored.rulebook)
            playing = await self.replayed(stored, rulebook, play)
        except Refused as fault:
            # Whatever a later version makes of it: what people played is shown, not lost.
            why = fault.message + self._what_changed(stored)
            log.warning("game %s is shown only: %s", game, why)
            self._past[game] = PastGame(stored, self.store.picture(game), why)
            while len(self._past) > MOST_PAST_GAMES:
                self._past.popitem(last=False)
            return self._past[game]
        playing.damage = play.damage
        live = self.seated(playing, play)
        live.bots.wake(live)
        return live

    def _what_changed(self, stored: StoredGame) -> str:
        """The entries of content that are not what they were, from the content that was kept with the game."""
        try:
            rulebook = self.library.get(stored.rulebook)
            then = self.store.content(stored.content)
        except (Refused, ValueError):
            return ""
        changed = changed_entries(then, rulebook.content_meaning()) if then else []
        return f" ({', '.join(changed[:3])}{' and more' if len(changed) > 3 else ''})" if changed else ""

    async def replayed(self, stored: StoredGame, rulebook: Rulebook, play: StoredPlay) -> Playing:
        """The game as it was played. A long one takes a while, so this runs beside the loop, one after another: many at once
        would take the processor from everybody who plays.
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._replaying, played_again, stored, rulebook, play, self.aside
        )

    def seated(self, playing: Playing, play: StoredPlay) -> LiveGame:
        place = self.library.places[playing.rulebook.name]
        live = LiveGame(playing, play, self.store, self.crew, self.aside, place, self.notices)
        self._games[playing.stored.id] = live
        self._let_idle_go()
        return live

    def _let_idle_go(self) -> None:
        idle = [game for game, live in self._games.items() if live.idle]
        for game in idle[: max(0, len(idle) - MOST_IDLE_GAMES)]:
            del self._games[game]

    async def found(self, game: str, secrets: list[str]) -> tuple[LiveGame | PastGame, tuple[int, ...]]:
        """The game and the seats that these secrets open; none for a spectator's. Any that does not fit refuses all."""
        stored = self.known(game)
        seats: set[int] = set()
        for secret in secrets:
            seat = role_of(stored, secret)
            if seat is not None:
                seats.add(seat)
        live = await self.game(game)
        if isinstance(live, LiveGame):
            await live.at_rest()
        return live, tuple(sorted(seats))

    async def opened(self, game: str, secrets: list[str]) -> tuple[LiveGame, tuple[int, ...]]:
        """The same for more than a look: `Refused` if the game can only be looked at."""
        live, seats = await self.found(game, secrets)
        if isinstance(live, PastGame):
            raise NotNow(live.refusal())
        return live, seats

    def in_memory(self, game: str) -> LiveGame | None:
        return self._games.get(game)

    def known(self, game: str) -> StoredGame:
        live = self._games.get(game)
        stored = live.stored if live is not None and not live.unusable else self.store.game(game)
        if stored is None:
            raise NoSuchGame("there is no such game")
        return stored

    # -- deleting -------------------------------------------------------------------------------------------------------------

    async def delete(self, game: str, secrets: list[str]) -> None:
        """Delete a game for good: by whoever holds all seats that people have taken, so that nobody loses another's game."""
        stored = self.known(game)
        held = {role_of(stored, secret) for secret in secrets}
        people = {seat for seat, sitting in enumerate(stored.seats) if sitting.secret_hash}
        if not people & held:
            raise WrongSecret("only who plays a game can delete it")
        if not people <= held:
            raise NotNow("somebody else plays this game too, so it is not deleted")
        await self._delete(game)

    async def _delete_if_deserted(self, game: str) -> bool:
        """Delete a game at which nobody is."""
        live = self._games.get(game)
        if live is not None and not live.deserted:
            return False
        await self._delete(game)
        return True

    async def _delete(self, game: str) -> None:
        self._being_deleted.add(game)  # from now on nobody finds it, though it may take a moment
        try:
            if game in self._reading:
                await asyncio.wait([self._reading[game]])
            live = self._games.get(game)
            if live is None:
                await self.store.write(rows.deleting(game))
            else:
                await live.delete()
            self._games.pop(game, None)
            self._past.pop(game, None)
        finally:
            self._being_deleted.discard(game)
        log.info("game deleted: game=%s", game)

    async def close(self) -> None:
        """When this returns, of every game that was played on a picture is on disk."""
        live_games = list(self._games.values())
        for live in live_games:
            live.bots.stop()
        await asyncio.gather(*[live.keep_picture() for live in live_games])
        self._replaying.shutdown(wait=False, cancel_futures=True)
        self.aside.close()


def played_again(stored: StoredGame, rulebook: Rulebook, play: StoredPlay, aside: Aside) -> Playing:
    """The game as it was played; a long one takes a while, so this runs beside the loop. What in it took long is noted."""
    playing = Playing(stored, rulebook)
    playing.play_again(play, lambda clause, seconds: aside.note(("answer", rulebook.name, clause), seconds))
    return playing
