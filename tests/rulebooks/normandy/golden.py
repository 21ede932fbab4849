"""Golden games: seeded random games whose every fact at the end is known.

A change of rules or content that is meant to change games is followed by writing them anew:

    python -m tests.rulebooks.normandy.golden
"""

from pathlib import Path

from vanguard.rulebooks.normandy import rulebook
from vanguard.testing.random_play import played_out

FILE = Path(__file__).with_name("golden_games.txt")
GAMES = (0, 3, 5, 9, 14, 17)


def told(number: int) -> str:
    """One game in a line: number, digest of all facts, answers, rounds, scores, how it ended."""
    game = played_out(rulebook, number)
    standing = game.standing
    scores = "-".join(f"{score:g}" for score in standing.scores)
    return f"{number} {game.digest} {game.revision} answers, {scores}, winner {standing.winner}: {standing.reason}"


def written() -> list[str]:
    return FILE.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    FILE.write_text("".join(f"{told(number)}\n" for number in GAMES), encoding="utf-8")
