"""What a person would laugh at, counted over games of a bot against itself.

    python tools/blunders.py killteam_lite --bots script --games 100

One line for each kind of blunder: how often it happened, and how often it could have. What counts as one is in the
`bot/blunders.py` of each rulebook.
"""

import argparse

from vanguard.bots import make_bot
from vanguard.core.blunders import BlunderWatcher
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.testing.random_play import new_game


def watch(rulebook: str, level: str, games: int, first: int, *others: BlunderWatcher) -> BlunderWatcher:
    """So many games of this level against itself, looked at by the rulebook's watcher and others."""
    rules = load_rulebook(rulebook)
    watchers = [rules.blunders(), *others]
    for number in range(first, first + games):
        game = new_game(rules, number)
        bots = [make_bot(rulebook, level, 2 * number + seat) for seat in (0, 1)]
        seen = len(game.events)
        for watcher in watchers:
            watcher.begins()
        while game.question is not None:
            seat = game.deciders()[0]
            question = game.question_for(seat)
            assert question is not None
            given = bots[seat].answer(game, seat)
            for watcher in watchers:
                watcher.answers(game, seat, question, given)
            game.answer(given, seat=seat)
            fresh = game.events_from(seen)
            seen += len(fresh)
            for event in fresh:
                for watcher in watchers:
                    watcher.sees(game, event)
    return watchers[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook", choices=sorted(registered()))
    parser.add_argument("--bots", default="script")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    watcher = watch(wanted.rulebook, wanted.bots, wanted.games, wanted.seed)
    for what, chances in sorted(watcher.chances.items()):
        print(f"{what}: {watcher.found[what]} of {chances}")


if __name__ == "__main__":
    main()
