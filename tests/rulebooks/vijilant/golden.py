"""Golden games: both missions, a campaign and a skirmish between bots, kept as records that must replay exactly.

`python -m tests.rulebooks.vijilant.golden` plays them anew and writes them; do that only after a change that is meant to
change how games go, and read what changed.
"""

from __future__ import annotations

from pathlib import Path

from vanguard.core.rulebook import Setup
from vanguard.rulebooks.vijilant import rulebook
from vanguard.rulebooks.vijilant.content.army_list import BOOK
from vanguard.testing.golden import GoldenGames

GAMES = {
    "depot-raid": ("depot-raid", "depot", "collective", "driftwake", "script", "random"),
    "heist-of-the-raiders": ("the-heist", "glasstrain", "collective", "driftwake", "script", "first"),
    "heist-of-the-collective": ("the-heist", "glasstrain", "driftwake", "collective", "script", "first"),
    "campaign": ("glasstrain", "depot", "driftwake", "collective", "script", "random"),
    "skirmish-by-chance": (
        "open-skirmish",
        "glasstrain",
        "collective-practice",
        "driftwake-practice",
        "random",
        "random",
    ),
    "depot-by-chance": ("depot-raid", "depot", "driftwake", "collective", "random", "random"),
}


def set_up(scenario: str, field: str, first: str, second: str, level: str, defender: str) -> tuple[Setup, str]:
    return Setup(scenario, field, (BOOK.whole(first), BOOK.whole(second)), {"defender": defender}), level


GOLDEN = GoldenGames(rulebook, Path(__file__).with_name("golden"), {name: set_up(*it) for name, it in GAMES.items()})


if __name__ == "__main__":
    GOLDEN.write()
