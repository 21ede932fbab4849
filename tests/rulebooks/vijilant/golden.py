"""Golden games: both missions, a campaign and a skirmish between bots, kept as records that must replay exactly.

`python -m tests.rulebooks.vijilant.golden` plays them anew and writes them; do that only after a change that is meant to
change how games go, and read what changed.
"""

from __future__ import annotations

from pathlib import Path

from vanguard.bots.ladder import make_bot
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.records import record_of
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.vijilant import rulebook
from vanguard.rulebooks.vijilant.content.army_list import whole_force

PLACE = Path(__file__).with_name("golden")

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


def played(name: str) -> Game:
    scenario, field, first, second, level, defender = GAMES[name]
    setup = Setup(scenario, field, (whole_force(first), whole_force(second)), {"defender": defender})
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
