"""Whole games between bots replay exactly: every answer legal, every die fair, every digest the same."""

from __future__ import annotations

from tests.rulebooks.vijilant.golden import GAMES, GOLDEN
from vanguard.rulebooks.vijilant import rulebook
from vanguard.testing.golden import replays

test_a_golden_game_replays_to_the_same_end = replays(GOLDEN)


def test_the_golden_games_use_every_mission_map_and_force() -> None:
    used = list(GAMES.values())
    assert {game[0] for game in used} == {offer.key for offer in rulebook.scenarios()}
    assert {game[1] for game in used} == {offer.key for offer in rulebook.battlefields()}
    assert {force for game in used for force in game[2:4]} == {offer.key for offer in rulebook.armies()}


def test_the_golden_games_show_the_book_at_work() -> None:
    """Between them: cards of every kind, every way to move, shots, strikes, rams, pins, Last Stands, transports, the train."""
    assert {
        "mission-begins", "defender", "subcard", "embarked", "train-direction", "container-placed", "round", "plays",
        "saves", "skips", "command-played", "spent", "deploys", "moves", "drives", "flies", "shoots", "dice", "strikes",
        "rams", "wounded", "killed", "unit-dead", "pinned", "last-stand", "hunkers", "unloads", "train-moves", "won",
    } <= GOLDEN.events  # fmt: skip
