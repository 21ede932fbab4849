"""Golden games: whole games between bots, kept as records that must replay exactly.

    GOLDEN = GoldenGames(rulebook, Path(__file__).with_name("golden"), {"first-blood": (Setup(…), "script")})
    test_a_golden_game_replays_to_the_same_end = replays(GOLDEN)

`GOLDEN.write()` plays them anew and writes them; do that only after a change that is meant to change how games go, and read
what changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

import pytest

from vanguard.bots.ladder import make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.records import Record, read_record, record_of, replay
from vanguard.core.rulebook import Rulebook, Setup


class GoldenGames:
    """The games of a rulebook by name: what is played, and by bots of which level; the name also seeds the dice."""

    def __init__(self, rulebook: Rulebook, place: Path, games: Mapping[str, tuple[Setup, str]]) -> None:
        self.rulebook = rulebook
        self.place = place
        self.games = games
        self._replayed: dict[str, Game] = {}

    def played(self, name: str) -> Game:
        setup, level = self.games[name]
        game = Game.new(self.rulebook, setup, KeyedDice(secret_from_seed(name)))
        bots = [make_bot(self.rulebook.name, level, seat) for seat in (0, 1)]
        while game.question is not None:
            seat = game.deciders()[0]
            game.answer(bots[seat].answer(game, seat), seat=seat)
        return game

    def write(self) -> None:
        self.place.mkdir(exist_ok=True)
        for name, (_, level) in self.games.items():
            record = record_of(self.played(name), (level, level), reveal=True)
            (self.place / f"{name}.txt").write_text(record.to_text(), encoding="utf-8")
            print(f"{name}: {record.result['reason']}")

    def record(self, name: str) -> Record:
        return read_record((self.place / f"{name}.txt").read_text(encoding="utf-8"))

    def replayed(self, name: str) -> Game:
        if name not in self._replayed:
            self._replayed[name] = replay(self.record(name), self.rulebook)
        return self._replayed[name]

    @cached_property
    def events(self) -> set[str]:
        """The keys of everything that happens in any of them."""
        return {event.key for name in self.games for event in self.replayed(name).events}


def replays(golden: GoldenGames) -> Callable[[str], None]:
    """The test that every game is legal, its dice fair and its end the one that was written."""

    @pytest.mark.parametrize("name", sorted(golden.games))
    def test_a_golden_game_replays_to_the_same_end(name: str) -> None:
        game = golden.replayed(name)
        assert game.over
        assert game.standing.plain() == golden.record(name).result

    return test_a_golden_game_replays_to_the_same_end
