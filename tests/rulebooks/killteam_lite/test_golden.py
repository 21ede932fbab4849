"""Six whole games between bots replay exactly: every answer legal, every die fair, every digest the same."""

from __future__ import annotations

from tests.rulebooks.killteam_lite.golden import GAMES, GOLDEN
from vanguard.rulebooks.killteam_lite import rulebook
from vanguard.testing.golden import replays

test_a_golden_game_replays_to_the_same_end = replays(GOLDEN)


def test_the_golden_games_use_every_team_killzone_and_mission() -> None:
    used = list(GAMES.values())
    assert {team for game in used for team in game[2:4]} == {offer.key for offer in rulebook.armies()}
    assert {game[0] for game in used} == {offer.key for offer in rulebook.scenarios()}
    assert {game[1] for game in used} == {offer.key for offer in rulebook.battlefields()}


def test_the_golden_games_show_the_book_at_work() -> None:
    """Between them: shots, saves, combats, strikes and parries, ploys, overwatch, injuries and casualties."""
    assert {
        "set-up", "initiative", "ploy-used", "activated", "order-given", "normal-move", "charge", "dash", "shoots",
        "attack-dice", "defence-dice", "hits-saved", "fights", "strikes", "strikes-critically", "parries", "overwatch",
        "rerolled", "mortal-wounds", "injured", "incapacitated", "points-scored", "won",
    } <= GOLDEN.events  # fmt: skip
