"""Who wins one mission: two ready armies, seats swapped every other game, the same bot on both sides.

    python tools/mission_balance.py vijilant --scenario the-heist --armies collective,driftwake --option defender=first

An option that names a seat (`first`, `second`) goes with its army when the seats are swapped: `defender=first` makes the army
named first the defender in every game. `vanguard balance` plays all missions in turn; this plays just one.
"""

import argparse
import sys
from collections import Counter

from vanguard.core.rulebook import Setup, load_rulebook
from vanguard.lab.playing import play_game
from vanguard.lab.statistics import wilson

OTHER_SEAT = {"first": "second", "second": "first"}


def setup_of(wanted: argparse.Namespace, number: int) -> Setup:
    """The game of this number: odd ones with the seats swapped."""
    rulebook = load_rulebook(wanted.rulebook)
    rosters = {offer.key: offer.details["roster"] for offer in rulebook.armies()}
    armies = [rosters[key] for key in wanted.armies.split(",")]
    options = dict(option.split("=", 1) for option in wanted.option)
    if number % 2:
        armies.reverse()
        options = {key: OTHER_SEAT.get(value, value) for key, value in options.items()}
    fields = [offer.key for offer in rulebook.battlefields(wanted.scenario)]
    return Setup(wanted.scenario, wanted.map or fields[number // 2 % len(fields)], (armies[0], armies[1]), options)


def count(wanted: argparse.Namespace) -> Counter[str]:
    """Games won by the army named first, by the other, drawn and not finished."""
    found: Counter[str] = Counter()
    rulebook = load_rulebook(wanted.rulebook)
    for number in range(wanted.seed, wanted.seed + wanted.games):
        played = play_game(
            rulebook, setup_of(wanted, number), (wanted.bots, wanted.bots), f"mission {number}", (number, number + 7)
        )
        if not played.finished:
            found["unfinished"] += 1
            print(f"game {number}: {played.problem}", file=sys.stderr)
        elif played.winner is None:
            found["drawn"] += 1
        else:
            found["first" if (played.winner == 0) != bool(number % 2) else "second"] += 1
    return found


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook")
    parser.add_argument("--scenario", required=True)
    parser.add_argument("--map", default="", help="one map; else those of the mission in turn")
    parser.add_argument("--armies", required=True, help="two ready armies")
    parser.add_argument("--option", action="append", default=[], help="an option of the set-up, such as defender=first")
    parser.add_argument("--bots", default="script")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(given)


def main() -> None:
    wanted = arguments()
    found = count(wanted)
    games = sum(found.values()) - found["unfinished"]
    points = found["first"] + 0.5 * found["drawn"]
    low, high = wilson(points, games)
    first = wanted.armies.split(",")[0]
    print(
        f"{wanted.rulebook}, {wanted.scenario} {' '.join(wanted.option)}: {first} {100 * points / games:.1f} % "
        f"({100 * low:.1f} to {100 * high:.1f} %) of {games} games; {found['drawn']} drawn, {found['unfinished']} unfinished"
    )


if __name__ == "__main__":
    main()
