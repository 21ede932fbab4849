"""Golden games: whole games between bots, kept as records that must replay exactly.

`python -m tests.rulebooks.fortyk_vanguard.golden` plays them anew and writes them; do that only after a change that is
meant to change how games go, and read what changed.
"""

from __future__ import annotations

from pathlib import Path

from vanguard.bots.ladder import make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.records import record_of
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.content.content import content

PLACE = Path(__file__).with_name("golden")

GAMES = {
    "captain-against-warboss": ("chapel-quarter", "marines-captain", "orks-warboss", "fixed", "script"),
    "phalanx-against-line": ("refinery", "necrons-phalanx", "guard-line", "placed", "script"),
    "waaagh-against-dynasty": ("hill-road", "orks-waaagh", "necrons-dynasty", "fixed", "script"),
    "armour-against-iron-brothers": ("broken-avenue", "guard-armour", "marines-iron-brothers", "placed", "script"),
    "dreads-against-strike-force": ("cloister-yard", "orks-dreads", "marines-strike-force", "fixed", "random"),
    "storm-against-brawlers": ("pump-station", "necrons-storm", "guard-brawlers", "placed", "random"),
}


def played(name: str) -> Game:
    field, first, second, markers, level = GAMES[name]
    rosters = [content().armies[key].roster.plain() for key in (first, second)]
    setup = Setup("only-war", field, (rosters[0], rosters[1]), {"markers": markers})
    game = Game.new(rulebook, setup, KeyedDice(secret_from_seed(name)))
    bots = [make_bot(rulebook.name, level, seat) for seat in (0, 1)]
    while game.question is not None:
        seat = game.deciders()[0]
        game.answer(bots[seat].answer(game, seat), seat=seat)
    return game


def main() -> None:
    PLACE.mkdir(exist_ok=True)
    for name in GAMES:
        level = GAMES[name][4]
        record = record_of(played(name), (level, level), reveal=True)
        (PLACE / f"{name}.txt").write_text(record.to_text(), encoding="utf-8")
        print(f"{name}: {record.result['reason']}")


if __name__ == "__main__":
    main()
