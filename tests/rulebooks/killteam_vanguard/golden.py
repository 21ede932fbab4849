"""Golden games: whole games between bots, kept as records that must replay exactly.

`python -m tests.rulebooks.killteam_vanguard.golden` plays them anew and writes them; do that only after a change that is
meant to change how games go, and read what changed.
"""

from __future__ import annotations

from pathlib import Path

from vanguard.core.rulebook import Setup
from vanguard.rulebooks.killteam_vanguard import rulebook
from vanguard.testing.golden import GoldenGames

GAMES = {
    "phalanx-against-firing-line": ("gather-intelligence", "relay-yard", "tomb-phalanx", "firing-line"),
    "slag-pack-against-silver-lance": ("cut-off-the-head", "broken-refinery", "slag-pack", "silver-lance"),
    "procession-against-seers-blades": ("crossfire", "terraced-shrine", "pyre-procession", "seers-blades"),
    "flayers-against-breach-party": ("gather-intelligence", "broken-refinery", "flayer-hunt", "breach-party"),
}


def set_up(scenario: str, field: str, first: str, second: str) -> tuple[Setup, str]:
    rosters = {offer.key: offer.details["roster"] for offer in rulebook.armies()}
    return Setup(scenario, field, (rosters[first], rosters[second])), "script"


GOLDEN = GoldenGames(rulebook, Path(__file__).with_name("golden"), {name: set_up(*it) for name, it in GAMES.items()})


if __name__ == "__main__":
    GOLDEN.write()
