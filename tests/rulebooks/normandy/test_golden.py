"""The golden games end as they always did, and a record of one replays to the same facts."""

import pytest

from tests.rulebooks.normandy.golden import GAMES, told, written
from vanguard.core.records import read_record, record_of, replay
from vanguard.rulebooks.normandy import rulebook
from vanguard.testing.random_play import played_out


@pytest.mark.parametrize("line", written(), ids=lambda line: f"game {line.split()[0]}")
def test_a_golden_game_ends_as_it_always_did(line):
    assert told(int(line.split()[0])) == line


def test_all_golden_games_are_written_down():
    assert [int(line.split()[0]) for line in written()] == list(GAMES)


def test_a_record_in_text_replays_to_the_same_facts():
    game = played_out(rulebook, GAMES[1])
    text = record_of(game, ("Ada", "Bo"), reveal=True).to_text()
    assert replay(read_record(text), rulebook).digest == game.digest
