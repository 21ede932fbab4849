"""Games that somebody looks back at: played once more with all that a game in play has let go of, and a few of them kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import Executor

from vanguard.core.game import Game
from vanguard.server.play.live_game import LiveGame
from vanguard.server.play.playing import Playing

MOST_KEPT = 8
RESTS_APART = 16


class LookingBack:
    """Replayed games, the longest unused let go of. All work is done beside the loop, by one hand."""

    def __init__(self, beside_the_loop: Executor) -> None:
        self._beside_the_loop = beside_the_loop
        self._games: OrderedDict[str, tuple[int, Game]] = OrderedDict()

    async def at(self, live: LiveGame, step: int) -> Game:
        """A copy of the game as it stood after `step` answers."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._beside_the_loop, self._at, live.playing, live.history, step)

    def _at(self, playing: Playing, history: int, step: int) -> Game:
        name = playing.stored.id
        of_history, game = self._games.pop(name, (-1, None))
        if game is None or of_history != history:
            game = Game.new(playing.rulebook, playing.setup, None)
            game.rests_apart = RESTS_APART
        playing.catch_up(game, step)
        self._games[name] = (history, game)
        while len(self._games) > MOST_KEPT:
            self._games.popitem(last=False)
        then = game.fork()
        then.rewind(step)
        return then
