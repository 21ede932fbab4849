"""New games: as somebody wishes them, from a step of another, or from a record that was sent in."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from vanguard.core.dice import SECRET_BYTES
from vanguard.core.records import CONCEDED, DRAW_AGREED
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook, Setup
from vanguard.core.setups import setup_wanted
from vanguard.server.play.live_game import LiveGame
from vanguard.server.play.playing import Playing
from vanguard.server.play.refusals import NotNow
from vanguard.server.play.seats import against_a_bot, link_of, seats_wanted
from vanguard.server.play.secrets_of_seats import hash_of, new_game_id, new_secret
from vanguard.server.storage import rows
from vanguard.server.storage.rows import StoredGame, StoredPlay, StoredSeat
from vanguard.server.wire.messages.games import GameCreated, GameWanted, SeatWanted

if TYPE_CHECKING:
    from vanguard.server.play.hub import Hub

log = logging.getLogger("vanguard.server")


class MakingGames:
    """Makes games, keeps them on disk and puts them on the hub's tables."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._contents: dict[str, bytes] = {}

    async def create(self, wanted: GameWanted, maker: str = "") -> GameCreated:
        rulebook = self._hub.library.get(wanted.rulebook)
        await self._hub.upkeep.make_room(maker)
        setup = setup_wanted(rulebook, wanted.scenario, wanted.battlefield, wanted.armies, wanted.options)
        results = self._hub.held.results_against_bots(wanted.rulebook, wanted.held)
        return await self._make(wanted.rulebook, setup, wanted.seats, [], 0, maker, wanted.practice, results)

    async def branch(
        self, game: str, secrets: list[str], step: int, wanted: list[SeatWanted], maker: str = ""
    ) -> GameCreated:
        """A new game that plays on from a step of another, with fresh dice."""
        live, seats = await self._hub.opened(game, secrets)
        playing = live.playing
        if not 0 <= step <= playing.revision:
            raise Refused(f"the game has {playing.revision} steps; there is no step {step}")
        if not playing.over:
            refuse_peeking(live, seats, wanted)
        await self._hub.upkeep.make_room(maker)
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
        rulebook = self._hub.library.get(name)
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
        playing = await self._hub.replayed(stored, rulebook, play)
        playing.throw_dice()
        await self._keep(playing)
        live = self._hub.seated(playing, play)
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
        await self._hub.store.write(statements)
        log.info("game made: game=%s rulebook=%s maker=%s", stored.id, stored.rulebook, stored.maker)
        await self._hub.upkeep.one_more()

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
        rulebook = self._hub.library.get(opened["rulebook"])
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
        playing = await self._hub.replayed(stored, rulebook, play)
        await self._keep(playing)
        self._hub.seated(playing, play)
        return playing, watch


def refuse_peeking(live: LiveGame, held: tuple[int, ...], wanted: list[SeatWanted]) -> None:
    """While a game runs, a branch must not show anybody what is hidden in it: own seats are kept, the rest are bots."""
    people = [seat for seat in (0, 1) if live.kind(seat) != "bot"]
    if not held or any(seat not in held for seat in people):
        raise NotNow("a game with other people in it can be played on from here only when it is over")
    for seat, wish in enumerate(wanted):
        if (wish.kind == "human") != (seat in held) or wish.kind == "friend":
            raise NotNow("while the game runs you keep your own seats and bots take the others")


def new_dice_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


def ending_of(opened: dict[str, Any]) -> dict[str, Any]:
    """How a recorded game ended outside the rules."""
    ending, names = str(opened["ending"]), opened["seats"]
    if ending in CONCEDED:
        seat = CONCEDED.index(ending)
        return {"winner": 1 - seat, "reason": f"{names[seat]} concedes", "how": "conceded"}
    return {"winner": None, "reason": "a draw was agreed", "how": "agreed"} if ending == DRAW_AGREED else {}
