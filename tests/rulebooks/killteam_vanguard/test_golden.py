"""Four whole games between bots replay exactly: every answer legal, every die fair, every digest the same."""

from __future__ import annotations

from tests.rulebooks.killteam_vanguard.golden import GAMES, GOLDEN
from vanguard.rulebooks.killteam_vanguard import rulebook
from vanguard.testing.golden import replays

test_a_golden_game_replays_to_the_same_end = replays(GOLDEN)


def test_the_golden_games_use_every_faction_map_and_scenario():
    armies = {offer.key: offer.details["faction"] for offer in rulebook.armies()}
    used = list(GAMES.values())
    assert {armies[army] for setup in used for army in setup[2:]} == set(armies.values())
    assert {setup[0] for setup in used} == {offer.key for offer in rulebook.scenarios()}
    assert {setup[1] for setup in used} == {offer.key for offer in rulebook.battlefields()}


def test_the_golden_games_show_the_book_at_work():
    """Between them: shots, charges, recoveries, losses, fatigue, command points, scoring."""
    assert {
        "action hit roll", "charge hit roll", "recovery passed", "recovery failed", "removed", "knocked down",
        "fatigued", "spent command points", "scored", "game over",
    } <= GOLDEN.events  # fmt: skip
