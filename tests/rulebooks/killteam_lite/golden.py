"""Golden games: whole games between bots, kept as records that must replay exactly.

`python -m tests.rulebooks.killteam_lite.golden` plays them anew and writes them; do that only after a change that is meant
to change how games go, and read what changed.
"""

from __future__ import annotations

from pathlib import Path

from vanguard.bots.ladder import make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.records import record_of
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.killteam_lite import rulebook

PLACE = Path(__file__).with_name("golden")

GAMES = {
    "line-against-wardens": ("hold", "broken-street", "ashfield-line", "bastion-wardens", "script"),
    "runners-against-brood": ("relic", "gantry-yard", "veil-runners", "maw-brood", "script"),
    "brood-against-line": ("break-through", "ash-foundry", "maw-brood", "ashfield-line", "script"),
    "wardens-against-runners": ("sabotage", "cistern", "bastion-wardens", "veil-runners", "script"),
    "brood-against-wardens": ("decapitation", "signal-station", "maw-brood", "bastion-wardens", "random"),
    "runners-against-line": ("none", "rail-cut", "veil-runners", "ashfield-line", "random"),
}


def played(name: str) -> Game:
    scenario, field, first, second, level = GAMES[name]
    setup = Setup(scenario, field, ({"team": first}, {"team": second}))
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
