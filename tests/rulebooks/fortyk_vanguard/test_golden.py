"""Six whole games between bots replay exactly: every answer legal, every die fair, every digest the same."""

from __future__ import annotations

from tests.rulebooks.fortyk_vanguard.golden import GAMES, GOLDEN
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.content.content import content
from vanguard.testing.golden import replays

test_a_golden_game_replays_to_the_same_end = replays(GOLDEN)


def test_the_golden_games_use_every_faction_twice_and_every_battlefield() -> None:
    used = list(GAMES.values())
    factions = [content().armies[key].roster.faction for game in used for key in game[1:3]]
    assert all(factions.count(faction) >= 2 for faction in content().factions)
    assert {game[0] for game in used} == {offer.key for offer in rulebook.battlefields()}


def test_the_golden_games_show_the_book_at_work() -> None:
    """Between them: every phase, attacks and saves, blasts, charges, flight, powers, Stratagems, reanimation, scoring."""
    assert {
        "roll-off", "marker", "zones", "deployed", "reserve", "first-turn", "turn", "phase", "command-point", "scores",
        "normal-move", "advances", "arrives", "psychic-test", "manifests", "aims", "hits", "wound-rolls", "saves",
        "wounds", "blast", "declares", "charge-roll", "charge-move", "charge-fails", "pile-in", "consolidation",
        "destroyed", "reanimation", "stands-up", "morale-passed", "morale-failed", "flees", "attrition", "stratagem",
        "ends",
    } <= GOLDEN.events  # fmt: skip
