"""Golden games: whole games between bots, kept as records that must replay exactly.

`python -m tests.rulebooks.killteam_lite.golden` plays them anew and writes them; do that only after a change that is meant
to change how games go, and read what changed.
"""

from __future__ import annotations

from pathlib import Path

from vanguard.core.rulebook import Setup
from vanguard.rulebooks.killteam_lite import rulebook
from vanguard.testing.golden import GoldenGames

GAMES = {
    "line-against-wardens": ("hold", "broken-street", "ashfield-line", "bastion-wardens", "script"),
    "runners-against-brood": ("relic", "gantry-yard", "veil-runners", "maw-brood", "script"),
    "brood-against-line": ("break-through", "ash-foundry", "maw-brood", "ashfield-line", "script"),
    "wardens-against-runners": ("sabotage", "cistern", "bastion-wardens", "veil-runners", "script"),
    "brood-against-wardens": ("decapitation", "signal-station", "maw-brood", "bastion-wardens", "random"),
    "runners-against-line": ("none", "rail-cut", "veil-runners", "ashfield-line", "random"),
}


def set_up(scenario: str, field: str, first: str, second: str, level: str) -> tuple[Setup, str]:
    return Setup(scenario, field, ({"team": first}, {"team": second})), level


GOLDEN = GoldenGames(rulebook, Path(__file__).with_name("golden"), {name: set_up(*it) for name, it in GAMES.items()})


if __name__ == "__main__":
    GOLDEN.write()
