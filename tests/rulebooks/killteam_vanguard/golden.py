"""Golden games: whole games between bots, kept as records that must replay exactly.

`python -m tests.rulebooks.killteam_vanguard.golden` plays them anew and writes them; do that only after a change that is
meant to change how games go, and read what changed.
"""

from __future__ import annotations

from pathlib import Path

from vanguard.bots.ladder import make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.records import record_of
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.killteam_vanguard import rulebook

PLACE = Path(__file__).with_name("golden")

GAMES = {
    "phalanx-against-firing-line": ("gather-intelligence", "relay-yard", "tomb-phalanx", "firing-line"),
    "slag-pack-against-silver-lance": ("cut-off-the-head", "broken-refinery", "slag-pack", "silver-lance"),
    "procession-against-seers-blades": ("crossfire", "terraced-shrine", "pyre-procession", "seers-blades"),
    "flayers-against-breach-party": ("gather-intelligence", "broken-refinery", "flayer-hunt", "breach-party"),
}


def played(name: str) -> Game:
    scenario, field, first, second = GAMES[name]
    rosters = {offer.key: offer.details["roster"] for offer in rulebook.armies()}
    setup = Setup(scenario, field, (rosters[first], rosters[second]))
    game = Game.new(rulebook, setup, KeyedDice(secret_from_seed(name)))
    bots = [make_bot(rulebook.name, "script", seat) for seat in (0, 1)]
    while game.question is not None:
        seat = game.deciders()[0]
        game.answer(bots[seat].answer(game, seat), seat=seat)
    return game


def main() -> None:
    PLACE.mkdir(exist_ok=True)
    for name in GAMES:
        record = record_of(played(name), ("script", "script"), reveal=True)
        (PLACE / f"{name}.txt").write_text(record.to_text(), encoding="utf-8")
        print(f"{name}: {record.result['reason']}")


if __name__ == "__main__":
    main()
