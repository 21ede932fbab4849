"""Four whole games between bots replay exactly: every answer legal, every die fair, every digest the same."""

from __future__ import annotations

from functools import cache

import pytest

from tests.rulebooks.killteam_vanguard.golden import GAMES, PLACE
from vanguard.core.game import Game
from vanguard.core.records import Record, read_record, replay
from vanguard.rulebooks.killteam_vanguard import rulebook


@cache
def record_named(name: str) -> Record:
    return read_record((PLACE / f"{name}.txt").read_text(encoding="utf-8"))


@cache
def replayed(name: str) -> Game:
    return replay(record_named(name), rulebook)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_golden_game_replays_to_the_same_end(name: str):
    record = record_named(name)
    game = replayed(name)
    assert game.over
    assert game.standing.plain() == record.result


def test_the_golden_games_use_every_faction_map_and_scenario():
    armies = {offer.key: offer.details["faction"] for offer in rulebook.armies()}
    used = list(GAMES.values())
    assert {armies[army] for setup in used for army in setup[2:]} == set(armies.values())
    assert {setup[0] for setup in used} == {offer.key for offer in rulebook.scenarios()}
    assert {setup[1] for setup in used} == {offer.key for offer in rulebook.battlefields()}


def test_the_golden_games_show_the_book_at_work():
    """Between them: shots, charges, recoveries, losses, fatigue, command points, scoring."""
    seen: set[str] = set()
    for name in GAMES:
        seen.update([event.key for event in replayed(name).events])
    assert {
        "action hit roll", "charge hit roll", "recovery passed", "recovery failed", "removed", "knocked down",
        "fatigued", "spent command points", "scored", "game over",
    } <= seen  # fmt: skip
