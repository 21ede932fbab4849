"""Golden games: whole games between bots, kept as records that must replay exactly.

`python -m tests.rulebooks.fortyk_vanguard.golden` plays them anew and writes them; do that only after a change that is
meant to change how games go, and read what changed.
"""

from __future__ import annotations

from pathlib import Path

from vanguard.core.rulebook import Setup
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.content.content import content
from vanguard.testing.golden import GoldenGames

GAMES = {
    "captain-against-warboss": ("chapel-quarter", "marines-captain", "orks-warboss", "fixed", "script"),
    "phalanx-against-line": ("refinery", "necrons-phalanx", "guard-line", "placed", "script"),
    "waaagh-against-dynasty": ("hill-road", "orks-waaagh", "necrons-dynasty", "fixed", "script"),
    "armour-against-iron-brothers": ("broken-avenue", "guard-armour", "marines-iron-brothers", "placed", "script"),
    "dreads-against-strike-force": ("cloister-yard", "orks-dreads", "marines-strike-force", "fixed", "random"),
    "storm-against-brawlers": ("pump-station", "necrons-storm", "guard-brawlers", "placed", "random"),
}


def set_up(field: str, first: str, second: str, markers: str, level: str) -> tuple[Setup, str]:
    rosters = [content().armies[key].roster.plain() for key in (first, second)]
    return Setup("only-war", field, (rosters[0], rosters[1]), {"markers": markers}), level


GOLDEN = GoldenGames(rulebook, Path(__file__).with_name("golden"), {name: set_up(*it) for name, it in GAMES.items()})


if __name__ == "__main__":
    GOLDEN.write()
