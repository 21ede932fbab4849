"""Six whole games between bots replay exactly: every answer legal, every die fair, every digest the same."""

from __future__ import annotations

import pytest

from tests.rulebooks.fortyk_vanguard.golden import GAMES, PLACE
from vanguard.core.game import Game
from vanguard.core.records import read_record, replay
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.content.content import content


def replayed(name: str) -> Game:
    return replay(read_record((PLACE / f"{name}.txt").read_text(encoding="utf-8")), rulebook)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_golden_game_replays_to_the_same_end(name: str) -> None:
    record = read_record((PLACE / f"{name}.txt").read_text(encoding="utf-8"))
    game = replayed(name)
    assert game.over
    assert game.standing.plain() == record.result


def test_the_golden_games_use_every_faction_twice_and_every_battlefield() -> None:
    used = list(GAMES.values())
    factions = [content().armies[key].roster.faction for game in used for key in game[1:3]]
    assert all(factions.count(faction) >= 2 for faction in content().factions)
    assert {game[0] for game in used} == {offer.key for offer in rulebook.battlefields()}


def test_the_golden_games_show_the_book_at_work() -> None:
    """Between them: every phase, attacks and saves, blasts, charges, flight, powers, Stratagems, reanimation, scoring."""
    seen: set[str] = set()
    for name in GAMES:
        seen.update([event.key for event in replayed(name).events])
    assert {
        "roll-off", "marker", "zones", "deployed", "reserve", "first-turn", "turn", "phase", "command-point", "scores",
        "normal-move", "advances", "arrives", "psychic-test", "manifests", "aims", "hits", "wound-rolls", "saves",
        "wounds", "blast", "declares", "charge-roll", "charge-move", "charge-fails", "pile-in", "consolidation",
        "destroyed", "reanimation", "stands-up", "morale-passed", "morale-failed", "flees", "attrition", "stratagem",
        "ends",
    } <= seen, sorted(seen)  # fmt: skip
