"""All games of this server: made, joined, read back from disk, branched and listed."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Any

from vanguard.core.dice import SECRET_BYTES
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook, Setup
from vanguard.server.play.bot_seats import default_level, levels_of
from vanguard.server.play.library import Library, setup_wanted
from vanguard.server.play.live_game import SIDES, LiveGame
from vanguard.server.play.playing import Playing
from vanguard.server.play.secrets_of_seats import fits, hash_of, new_game_id, new_secret
from vanguard.server.storage import store as storage
from vanguard.server.storage.store import Store, StoredGame, StoredPlay, StoredSeat
from vanguard.server.wire.messages import GameCreated, GameSummary, GameWanted, Held, Joined, SeatGiven, SeatWanted
from vanguard.server.workers.crew import Crew

MOST_IDLE_GAMES = 400
"""Games kept in memory although nobody is there; the least recently used go first."""


MOST_KEPT = {"finished": 5_000, "unfinished": 5_000, "records": 500}
"""How many finished games, unfinished ones and opened records stay on disk; beyond that the longest untouched go."""
TIDY_EVERY = 100
"""How many games are made until the disk is tidied again; it is tidied at the start too."""


class NoSuchGame(Refused):
    """There is no game of this id, or it is none of the asker's business: told in the same words."""


class WrongSecret(Refused):
    """The secret does not open this game."""


class NotNow(Refused):
    """Allowed, but not at this point of the game."""


class Hub:
    """Games by id, in memory while somebody uses them."""

    def __init__(self, library: Library, store: Store, crew: Crew) -> None:
        self.library = library
        self.store = store
        self.crew = crew
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._reading: dict[str, asyncio.Task[LiveGame]] = {}
        self._made = 0

    # -- finding --------------------------------------------------------------------------------------------------------------

    async def game(self, game: str) -> LiveGame:
        """The live game of this id, read from disk if it must be."""
        live = self._games.get(game)
        if live is not None and not live.unusable:
            self._games.move_to_end(game)
            return live
        self._games.pop(game, None)
        if game not in self._reading:
            task = asyncio.create_task(self._read(game))
            self._reading[game] = task
            task.add_done_callback(lambda _: self._reading.pop(game, None))
        return await asyncio.shield(self._reading[game])

    async def _read(self, game: str) -> LiveGame:
        stored = self.store.game(game)
        if stored is None:
            raise NoSuchGame("there is no such game")
        rulebook = self.library.get(stored.rulebook)
        play = self.store.play(game)
        playing = await asyncio.to_thread(replayed, stored, rulebook, play)
        live = self._live(playing, play)
        live.wake_bots()
        return live

    def _live(self, playing: Playing, play: StoredPlay) -> LiveGame:
        live = LiveGame(playing, play, self.store, self.crew, self.library.places[playing.rulebook.name])
        self._games[playing.stored.id] = live
        self._let_idle_go()
        return live

    def _let_idle_go(self) -> None:
        idle = [game for game, live in self._games.items() if live.idle]
        for game in idle[: max(0, len(idle) - MOST_IDLE_GAMES)]:
            del self._games[game]

    async def opened(self, game: str, secrets: list[str]) -> tuple[LiveGame, tuple[int, ...]]:
        """The game and the seats that these secrets open; none for a spectator's. Any that does not fit refuses all."""
        stored = self._known(game)
        seats: set[int] = set()
        for secret in secrets:
            seat = role_of(stored, secret)
            if seat is not None:
                seats.add(seat)
        return await self.game(game), tuple(sorted(seats))

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
            "players": presence_of(stored) if live is None else live.presence(),
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

    async def create(self, wanted: GameWanted) -> GameCreated:
        rulebook = self.library.get(wanted.rulebook)
        setup = setup_wanted(rulebook, wanted.scenario, wanted.battlefield, wanted.armies, wanted.options)
        return await self._make(wanted.rulebook, setup, wanted.seats, [], 0)

    async def branch(self, game: str, secrets: list[str], step: int, wanted: list[SeatWanted]) -> GameCreated:
        """A new game that plays on from a step of another, with fresh dice."""
        live, seats = await self.opened(game, secrets)
        playing = live.playing
        if not 0 <= step <= playing.revision:
            raise Refused(f"the game has {playing.revision} steps; there is no step {step}")
        if not playing.over:
            refuse_peeking(live, seats, wanted)
        answers = [(played.seat, played.given) for played in playing.steps[:step]]
        return await self._make(live.stored.rulebook, playing.setup, wanted, answers, step)

    async def _make(
        self, name: str, setup: Setup, wanted: list[SeatWanted], answers: list[tuple[int, Any]], base: int
    ) -> GameCreated:
        rulebook = self.library.get(name)
        seats, given = seats_wanted(name, wanted)
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
        )
        play = StoredPlay([(seat, one, False) for seat, one in answers], {}, set())
        playing = await asyncio.to_thread(replayed, stored, rulebook, play)
        playing.throw_dice()
        await self._keep(playing)
        live = self._live(playing, play)
        live.wake_bots()
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
        statements = [storage.adding(stored)]
        for at, step in enumerate(playing.steps):
            statements.append(storage.adding_answer(stored.id, at, step.seat, step.given, step.auto))
        await self.store.write(statements)
        self._made += 1
        if self._made % TIDY_EVERY == 0:
            await self.tidy()

    async def keep_archive(self, opened: dict[str, Any]) -> tuple[Playing, str]:
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
        )
        play = StoredPlay([(seat, given, False) for seat, given in opened["answers"]], {}, set())
        playing = await asyncio.to_thread(replayed, stored, rulebook, play)
        await self._keep(playing)
        self._live(playing, play)
        return playing, watch

    # -- joining --------------------------------------------------------------------------------------------------------------

    async def join(self, game: str, invitation: str, name: str | None) -> Joined:
        """Take the seat an invitation is for. It makes a fresh secret, so that whoever sent the invitation has none."""
        live = await self.game(game)
        async with live.lock:
            live.refuse_unusable()
            for seat, stored in enumerate(live.stored.seats):
                if not fits(invitation, stored.invitation_hash):
                    continue
                secret = new_secret()
                stored.secret_hash = hash_of(secret)
                stored.invitation_hash = ""
                if name:
                    stored.name = name
                await self.store.write([storage.changing(live.stored)])
                live.tell_presence()
                return {"game": game, "seat": seat, "secret": secret, "link": f"/g/{game}#seat={secret}"}
        raise WrongSecret("this invitation is not good here, or it has been taken already")

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

    async def _delete(self, game: str) -> None:
        if game in self._reading:
            await asyncio.wait([self._reading[game]])
        live = self._games.pop(game, None)
        if live is None:
            await self.store.write(storage.deleting(game))
        else:
            await live.delete()

    async def tidy(self) -> None:
        """Delete the longest untouched beyond `MOST_KEPT`; never a game at which somebody is."""
        for archive, over, kind in ((False, True, "finished"), (False, False, "unfinished"), (True, True, "records")):
            for game in self.store.overdue(archive, over, MOST_KEPT[kind]):
                live = self._games.get(game)
                if live is None or live.idle:
                    await self._delete(game)

    async def close(self) -> None:
        for live in list(self._games.values()):
            await live.stop()


def replayed(stored: StoredGame, rulebook: Rulebook, play: StoredPlay) -> Playing:
    """The game as it was played; a long one takes a while, so this runs beside the loop."""
    playing = Playing(stored, rulebook)
    playing.play_again(play)
    return playing


def role_of(stored: StoredGame, secret: str) -> int | None:
    """The seat this secret opens, None for the spectators'; `WrongSecret` if it opens nothing."""
    for seat, sitting in enumerate(stored.seats):
        if fits(secret, sitting.secret_hash):
            return seat
    if fits(secret, stored.watch_hash):
        return None
    raise WrongSecret("this secret does not open this game")


def refuse_peeking(live: LiveGame, held: tuple[int, ...], wanted: list[SeatWanted]) -> None:
    """While a game runs, a branch must not show anybody what is hidden in it: own seats are kept, the rest are bots."""
    people = [seat for seat in (0, 1) if live.kind(seat) != "bot"]
    if not held or any(seat not in held for seat in people):
        raise NotNow("a game with other people in it can be played on from here only when it is over")
    for seat, wish in enumerate(wanted):
        if (wish.kind == "human") != (seat in held) or wish.kind == "friend":
            raise NotNow("while the game runs you keep your own seats and bots take the others")


def seats_wanted(rulebook: str, wanted: list[SeatWanted]) -> tuple[list[StoredSeat], list[SeatGiven]]:
    """Who sits where, as it is stored and as it is told once to whoever makes the game."""
    stored: list[StoredSeat] = []
    given: list[SeatGiven] = []
    for number, wish in enumerate(wanted):
        level = None
        if wish.kind == "bot":
            level = wish.level or default_level(rulebook)
            if level not in levels_of(rulebook):
                raise Refused(f"there is no bot {level!r:.40}; there is: {', '.join(levels_of(rulebook))}")
        secret = new_secret() if wish.kind == "human" else None
        invitation = new_secret() if wish.kind == "friend" else None
        usual = f"Bot ({level})" if wish.kind == "bot" else SIDES[number]
        stored.append(
            StoredSeat(
                wish.kind,
                (wish.name or "").strip() or usual,
                level,
                hash_of(secret) if secret else "",
                hash_of(invitation) if invitation else "",
            )
        )
        given.append(
            {
                "seat": number,
                "kind": wish.kind,
                "level": level,
                "secret": secret,
                "invitation": invitation,
                "link": None,
            }
        )
    return stored, given


def link_of(game: str, seat: SeatGiven) -> str | None:
    if seat["secret"]:
        return f"/g/{game}#seat={seat['secret']}"
    if seat["invitation"]:
        return f"/g/{game}#join={seat['invitation']}"
    return None


def new_dice_secret() -> str:
    import secrets

    return secrets.token_hex(SECRET_BYTES)


def ending_of(opened: dict[str, Any]) -> dict[str, Any]:
    """How a recorded game ended outside the rules."""
    ending = str(opened["ending"])[:200]
    if not ending:
        return {}
    conceding = [seat for seat, name in enumerate(opened["seats"]) if ending == f"{name} concedes"]
    if len(conceding) == 1:
        return {"winner": 1 - conceding[0], "reason": ending, "how": "conceded"}
    return {"winner": None, "reason": ending, "how": "agreed"}


def presence_of(stored: StoredGame) -> list[Any]:
    return [
        {
            "seat": number,
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "joined": not seat.invitation_hash,
            "online": seat.kind == "bot",
        }
        for number, seat in enumerate(stored.seats)
    ]
