"""All games of this server: made, joined, read back from disk, branched and listed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from vanguard.core.content import changed_entries
from vanguard.core.dice import SECRET_BYTES
from vanguard.core.records import CONCEDED, DRAW_AGREED
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook, Setup
from vanguard.core.setups import setup_wanted
from vanguard.server.play.aside import Aside
from vanguard.server.play.library import Library, invitation_shown
from vanguard.server.play.live_game import LiveGame
from vanguard.server.play.looking_back import LookingBack
from vanguard.server.play.past_game import PastGame
from vanguard.server.play.playing import Playing
from vanguard.server.play.seats import (
    WrongSecret,
    against_a_bot,
    link_of,
    points_against_a_bot,
    presence_of,
    refuse_same_names,
    role_of,
    seats_wanted,
)
from vanguard.server.play.secrets_of_seats import fits, hash_of, new_game_id, new_secret, secret_from
from vanguard.server.play.upkeep import Keeping, Upkeep
from vanguard.server.storage import rows
from vanguard.server.storage.rows import StoredGame, StoredPlay, StoredSeat
from vanguard.server.storage.store import StorageFault, Store
from vanguard.server.wire.budget import SECONDS_PER_SECOND, Budgets
from vanguard.server.wire.messages import (
    GameCreated,
    GameSummary,
    GameWanted,
    Health,
    Held,
    InvitationShown,
    Joined,
    Notice,
    SeatGiven,
    SeatWanted,
)
from vanguard.server.wire.text import fit_name
from vanguard.server.workers.crew import Crew

log = logging.getLogger("vanguard.server")

MOST_PAST_GAMES = 50
MOST_IDLE_GAMES = 400
"""Games kept in memory although nobody is there; the least recently used go first."""


class NoSuchGame(Refused):
    """There is no game of this id, or it is none of the asker's business: told in the same words."""


class NotNow(Refused):
    """Allowed, but not at this point of the game."""


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
        self._contents: dict[str, bytes] = {}
        self._replaying = ThreadPoolExecutor(1, thread_name_prefix="replaying")
        self.looking_back = LookingBack(self._replaying)

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
            playing = await self._replayed(stored, rulebook, play)
        except Refused as fault:
            # Whatever a later version makes of it: what people played is shown, not lost.
            why = fault.message + self._what_changed(stored)
            log.warning("game %s is shown only: %s", game, why)
            self._past[game] = PastGame(stored, self.store.picture(game), why)
            while len(self._past) > MOST_PAST_GAMES:
                self._past.popitem(last=False)
            return self._past[game]
        playing.damage = play.damage
        live = self._live(playing, play)
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

    async def _replayed(self, stored: StoredGame, rulebook: Rulebook, play: StoredPlay) -> Playing:
        """The game as it was played. A long one takes a while, so this runs beside the loop, one after another: many at once
        would take the processor from everybody who plays.
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._replaying, replayed, stored, rulebook, play, self.aside
        )

    def _live(self, playing: Playing, play: StoredPlay) -> LiveGame:
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
        stored = self._known(game)
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

    def _known(self, game: str) -> StoredGame:
        live = self._games.get(game)
        stored = live.stored if live is not None and not live.unusable else self.store.game(game)
        if stored is None:
            raise NoSuchGame("there is no such game")
        return stored

    def mine(self, held: list[Held]) -> list[GameSummary]:
        """The games that these secrets open, the latest first."""
        seats: dict[str, set[int]] = {}
        games: dict[str, StoredGame] = {}
        for entry in held:
            try:
                stored = games.get(entry.game) or self._known(entry.game)
                seat = role_of(stored, entry.secret)
            except Refused:
                continue
            games[entry.game] = stored
            seats.setdefault(entry.game, set()).update(() if seat is None else (seat,))
        found = [self._summary(stored, sorted(seats[game])) for game, stored in games.items()]
        return sorted(found, key=lambda summary: -summary["touched"])

    def _summary(self, stored: StoredGame, seats: list[int]) -> GameSummary:
        told: dict[str, Any] = stored.summary
        live = self._games.get(stored.id)
        return {
            "game": stored.id,
            "rulebook": stored.rulebook,
            "title": self._title(stored.rulebook),
            "scenario": stored.setup["scenario"],
            "battlefield": stored.setup["battlefield"],
            "seats": seats,
            "players": presence_of(stored, set()) if live is None else live.presence(),
            "steps": told["steps"],
            "stage": told["stage"],
            "deciding": told["deciding"],
            "over": told["over"],
            "winner": told["winner"],
            "reason": told["reason"],
            "created": stored.created,
            "touched": stored.touched,
        }

    def _title(self, rulebook: str) -> str:
        try:
            return self.library.get(rulebook).title
        except Refused:
            return rulebook

    # -- making ---------------------------------------------------------------------------------------------------------------

    async def create(self, wanted: GameWanted, maker: str = "") -> GameCreated:
        rulebook = self.library.get(wanted.rulebook)
        await self.upkeep.make_room(maker)
        setup = setup_wanted(rulebook, wanted.scenario, wanted.battlefield, wanted.armies, wanted.options)
        results = self._results(wanted.rulebook, wanted.held)
        return await self._make(wanted.rulebook, setup, wanted.seats, [], 0, maker, wanted.practice, results)

    def _results(self, rulebook: str, held: list[Held]) -> list[tuple[str, float]]:
        """What whoever holds these secrets came to against bots in this rulebook, the oldest first."""
        found: list[tuple[float, tuple[str, float]]] = []
        for entry in held:
            try:
                stored = self._known(entry.game)
                seat = role_of(stored, entry.secret)
            except Refused:
                continue
            points = points_against_a_bot(stored, seat) if seat is not None and stored.rulebook == rulebook else None
            if points is not None:
                found.append((stored.touched, points))
        return [points for _, points in sorted(found)]

    async def branch(
        self, game: str, secrets: list[str], step: int, wanted: list[SeatWanted], maker: str = ""
    ) -> GameCreated:
        """A new game that plays on from a step of another, with fresh dice."""
        live, seats = await self.opened(game, secrets)
        playing = live.playing
        if not 0 <= step <= playing.revision:
            raise Refused(f"the game has {playing.revision} steps; there is no step {step}")
        if not playing.over:
            refuse_peeking(live, seats, wanted)
        await self.upkeep.make_room(maker)
        answers = [(played.seat, played.given) for played in playing.steps[:step]]
        return await self._make(live.stored.rulebook, playing.setup, wanted, answers, step, maker, None)

    async def _make(
        self,
        name: str,
        setup: Setup,
        wanted: list[SeatWanted],
        answers: list[tuple[int, Any]],
        base: int,
        maker: str,
        practice: bool | None,
        results: Sequence[tuple[str, float]] = (),
    ) -> GameCreated:
        rulebook = self.library.get(name)
        seats, given = seats_wanted(name, wanted, results)
        watch = new_secret()
        stored = StoredGame(
            id=new_game_id(),
            rulebook=name,
            version=rulebook.version,
            content=rulebook.content_digest(),
            setup=setup.plain(),
            dice_secret=new_dice_secret(),
            seats=seats,
            watch_hash=hash_of(watch),
            base=base,
            created=time.time(),
            maker=maker,
            practice=against_a_bot(seats) and practice is not False,
        )
        play = StoredPlay([(seat, one, False) for seat, one in answers])
        playing = await self._replayed(stored, rulebook, play)
        playing.throw_dice()
        await self._keep(playing)
        live = self._live(playing, play)
        live.bots.wake(live)
        for seat in given:
            seat["link"] = link_of(stored.id, seat)
        return {
            "game": stored.id,
            "seats": given,
            "watch": watch,
            "watch_link": f"/g/{stored.id}#watch={watch}",
            "commitment": playing.commitment,
        }

    async def _keep(self, playing: Playing) -> None:
        stored = playing.stored
        stored.summary = playing.summary()
        stored.touched = time.time()
        statements = [rows.adding(stored), *self._keeping_content(playing.rulebook)]
        if not playing.game.pending:
            statements.append(rows.adding_digest(stored.id, playing.revision, playing.game.digest))
        for at, step in enumerate(playing.steps):
            statements.append(rows.adding_answer(stored.id, at, step.seat, step.given, step.auto))
        await self.store.write(statements)
        log.info("game made: game=%s rulebook=%s maker=%s", stored.id, stored.rulebook, stored.maker)
        await self.upkeep.one_more()

    def _keeping_content(self, rulebook: Rulebook) -> list[rows.Statement]:
        """With the first game of these units, maps and scenarios they are kept, so that it can be said later what changed."""
        digest = rulebook.content_digest()
        if not digest:
            return []
        if digest not in self._contents:
            self._contents[digest] = rows.packed(rulebook.content_meaning())
        return [rows.adding_content(digest, self._contents[digest])]

    async def keep_archive(self, opened: dict[str, Any], maker: str = "") -> tuple[Playing, str]:
        """A record that was replayed in a worker becomes a game to be watched and branched."""
        rulebook = self.library.get(opened["rulebook"])
        watch = new_secret()
        stored = StoredGame(
            id=new_game_id(),
            rulebook=rulebook.name,
            version=rulebook.version,
            content=rulebook.content_digest(),
            setup=opened["setup"],
            dice_secret=opened["secret"],
            seats=[StoredSeat("human", name[:40]) for name in opened["seats"]],
            watch_hash=hash_of(watch),
            archive=True,
            result=ending_of(opened),
            created=time.time(),
            maker=maker,
        )
        play = StoredPlay([(seat, given, False) for seat, given in opened["answers"]])
        playing = await self._replayed(stored, rulebook, play)
        await self._keep(playing)
        self._live(playing, play)
        return playing, watch

    # -- joining --------------------------------------------------------------------------------------------------------------

    async def join(self, game: str, invitation: str, name: str | None, key: str | None = None) -> Joined:
        """Take the seat an invitation is for. It makes a fresh secret, so that whoever sent the invitation has none.

        A browser that names a key of its own may ask again if the reply was lost: the same key gets the same secret.
        """
        live = await self.game(game)
        if isinstance(live, PastGame):
            raise NotNow(live.refusal())
        async with live.lock:
            live.refuse_unusable()
            for seat, stored in enumerate(live.stored.seats):
                if not fits(invitation, stored.invitation_hash):
                    continue
                secret = new_secret() if key is None else secret_from(invitation, key)
                if not stored.secret_hash:
                    await self._sit_down(live, seat, secret, name)
                elif not fits(secret, stored.secret_hash):
                    break
                return {"game": game, "seat": seat, "secret": secret, "link": f"/g/{game}#seat={secret}"}
        raise WrongSecret("this invitation is not good here, or it has been taken already")

    async def invitation(self, game: str, secrets: list[str]) -> InvitationShown:
        """What an invitation is to, and by whom; told to whoever has it, as long as the seat is free."""
        live = await self.game(game)
        if isinstance(live, PastGame):
            raise NotNow(live.refusal())
        for seat, stored in enumerate(live.stored.seats):
            if not stored.secret_hash and any([fits(secret, stored.invitation_hash) for secret in secrets]):
                playing = live.playing
                return invitation_shown(game, playing.rulebook, playing.setup, seat, live.name(1 - seat))
        raise WrongSecret("this invitation is not good here, or it has been taken already")

    async def _sit_down(self, live: LiveGame, seat: int, secret: str, name: str | None) -> None:
        stored = live.stored
        before = stored.seats[seat]
        stored.seats[seat] = replace(before, secret_hash=hash_of(secret), name=fit_name(name) or before.name)
        try:
            refuse_same_names(stored.seats)
            await self.store.write([rows.changing(stored)])
        except (Refused, StorageFault):
            stored.seats[seat] = before
            raise
        log.info("seat taken: game=%s seat=%d", stored.id, seat)
        live.tell_presence()

    async def invite_again(self, game: str, secrets: list[str]) -> SeatGiven:
        """A fresh invitation for the seat that nobody has taken; the one sent before is void."""
        live, held = await self.opened(game, secrets)
        async with live.lock:
            live.refuse_unusable()
            if not held:
                raise WrongSecret("only who plays a game can invite to it")
            for seat, stored in enumerate(live.stored.seats):
                if stored.kind == "friend" and not stored.secret_hash:
                    before, invitation = stored.invitation_hash, new_secret()
                    stored.invitation_hash = hash_of(invitation)
                    try:
                        await self.store.write([rows.changing(live.stored)])
                    except StorageFault:
                        stored.invitation_hash = before
                        raise
                    given: SeatGiven = {
                        "seat": seat,
                        "kind": "friend",
                        "level": None,
                        "secret": None,
                        "invitation": invitation,
                        "link": None,
                    }
                    return {**given, "link": link_of(game, given)}
        raise NotNow("every seat of this game is taken")

    # -- deleting -------------------------------------------------------------------------------------------------------------

    async def delete(self, game: str, secrets: list[str]) -> None:
        """Delete a game for good: by whoever holds all seats that people have taken, so that nobody loses another's game."""
        stored = self._known(game)
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


def replayed(stored: StoredGame, rulebook: Rulebook, play: StoredPlay, aside: Aside) -> Playing:
    """The game as it was played; a long one takes a while, so this runs beside the loop. What in it took long is noted."""
    playing = Playing(stored, rulebook)
    playing.play_again(play, lambda clause, seconds: aside.note(("answer", rulebook.name, clause), seconds))
    return playing


def refuse_peeking(live: LiveGame, held: tuple[int, ...], wanted: list[SeatWanted]) -> None:
    """While a game runs, a branch must not show anybody what is hidden in it: own seats are kept, the rest are bots."""
    people = [seat for seat in (0, 1) if live.kind(seat) != "bot"]
    if not held or any(seat not in held for seat in people):
        raise NotNow("a game with other people in it can be played on from here only when it is over")
    for seat, wish in enumerate(wanted):
        if (wish.kind == "human") != (seat in held) or wish.kind == "friend":
            raise NotNow("while the game runs you keep your own seats and bots take the others")


def new_dice_secret() -> str:
    import secrets

    return secrets.token_hex(SECRET_BYTES)


def ending_of(opened: dict[str, Any]) -> dict[str, Any]:
    """How a recorded game ended outside the rules."""
    ending, names = str(opened["ending"]), opened["seats"]
    if ending in CONCEDED:
        seat = CONCEDED.index(ending)
        return {"winner": 1 - seat, "reason": f"{names[seat]} concedes", "how": "conceded"}
    return {"winner": None, "reason": "a draw was agreed", "how": "agreed"} if ending == DRAW_AGREED else {}
