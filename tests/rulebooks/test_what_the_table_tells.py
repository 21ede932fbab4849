"""Whoever looks at a table learns how the game is won, how it would stand if the round ended now, and who is who."""

from __future__ import annotations

import pytest

from tests.rulebooks.vijilant.positions import at as vijilant_at
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.testing.random_play import advanced


@pytest.mark.parametrize("name", sorted(registered()))
def test_the_mission_says_what_would_come_of_it_if_the_round_ended_now(name: str) -> None:
    rulebook = load_rulebook(name)
    game = advanced(rulebook, 0, 60)
    view = rulebook.view(game.state, None)
    assert view["mission"].get("now") or view["mission"]["outlook"]


def test_where_nothing_is_scored_it_is_told_who_would_win_and_why() -> None:
    """A raider that touched the goal as the last round ended, and still does, is about to win; after the last round nobody is."""
    drawn = "blue Squad a 35,41\nred Squad z 10,66"
    table = vijilant_at(drawn, mission="depot-raid", map="depot", defender=1)
    outlook = table.game.rulebook.view(table.battle, None)["mission"]["outlook"]
    assert outlook == "nobody would have won yet"
    table.play("end", "end")
    outlook = table.game.rulebook.view(table.battle, None)["mission"]["outlook"]
    assert outlook.startswith(f"{table.battle.side_name(0)} would win: ")
    late = vijilant_at(drawn.replace("35,41", "60,10"), mission="depot-raid", map="depot", defender=1, round=4)
    outlook = late.game.rulebook.view(late.battle, None)["mission"]["outlook"]
    assert outlook == f"{late.battle.side_name(1)} would win: the goal was not held"


def test_no_two_of_a_squad_wear_the_same_tag_and_the_squad_has_its_name() -> None:
    rulebook = load_rulebook("vijilant")
    view = rulebook.view(advanced(rulebook, 0, 120).state, None)
    squads = [model for model in view["models"] if model["group"]]
    worn = [(model["group"], model["look"], model["label"]) for model in squads]
    assert len(worn) > 20 and len(worn) == len(set(worn))
    for model in squads:
        member, unit = model["name"].split(", ")
        assert member.endswith(model["label"])
        assert {link["name"] for link in view["links"] if link["group"] == model["group"]} <= {unit}
