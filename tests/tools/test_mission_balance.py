"""One mission played many times: seats are swapped, and who defends goes with its army."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from mission_balance import arguments, count, setup_of  # noqa: E402 - a tool, found from the root

HEIST = ["vijilant", "--scenario", "the-heist", "--armies", "collective,driftwake", "--option", "defender=first"]


def test_whoever_defends_goes_on_defending_from_the_other_seat() -> None:
    wanted = arguments(HEIST)
    even, odd = setup_of(wanted, 2), setup_of(wanted, 3)
    assert even.options == {"defender": "first"}
    assert odd.options == {"defender": "second"}
    assert even.armies == (odd.armies[1], odd.armies[0])
    assert even.armies[0]["faction"] == "collective"
    assert (even.battlefield, odd.battlefield) == ("glasstrain", "glasstrain")


def test_every_game_is_counted_once() -> None:
    found = count(arguments([*HEIST, "--bots", "random", "--games", "2"]))
    assert sum(found.values()) == 2
    assert found["unfinished"] == 0
