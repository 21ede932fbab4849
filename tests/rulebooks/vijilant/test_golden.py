"""Whole games between bots replay exactly: every answer legal, every die fair, every digest the same."""

from __future__ import annotations

import pytest

from tests.rulebooks.vijilant.golden import GAMES, PLACE
from vanguard.core.game import Game
from vanguard.core.records import read_record, replay
from vanguard.rulebooks.vijilant import rulebook


def replayed(name: str) -> Game:
    return replay(read_record((PLACE / f"{name}.txt").read_text(encoding="utf-8")), rulebook)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_golden_game_replays_to_the_same_end(name: str) -> None:
    record = read_record((PLACE / f"{name}.txt").read_text(encoding="utf-8"))
    game = replayed(name)
    assert game.over
    assert game.standing.plain() == record.result


def test_the_golden_games_use_every_mission_map_and_force() -> None:
    used = list(GAMES.values())
    assert {game[0] for game in used} == {offer.key for offer in rulebook.scenarios()}
    assert {game[1] for game in used} == {offer.key for offer in rulebook.battlefields()}
    assert {force for game in used for force in game[2:4]} == {offer.key for offer in rulebook.armies()}


def test_the_golden_games_show_the_book_at_work() -> None:
    """Between them: cards of every kind, every way to move, shots, strikes, rams, pins, Last Stands, transports, the train."""
    seen: set[str] = set()
    for name in GAMES:
        seen.update([event.key for event in replayed(name).events])
    assert {
        "mission-begins", "defender", "subcard", "embarked", "train-direction", "container-placed", "round", "plays",
        "saves", "skips", "command-played", "spent", "deploys", "moves", "drives", "flies", "shoots", "dice", "strikes",
        "rams", "wounded", "killed", "unit-dead", "pinned", "last-stand", "hunkers", "unloads", "train-moves", "won",
    } <= seen  # fmt: skip
