"""Plays the same seeded games of every rulebook and prints one digest: `make digest`.

The digest covers every answer, die, log line and final position; a second one what odds say of attacks in games under way. They
must not depend on the process, on the hash seed, or on whether the engine is compiled; `--compare-with-plain` does all of it
again on the plain source and demands equality.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from vanguard.core import game as engine
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.rulebook import Rulebook, load_rulebook, registered
from vanguard.odds.answers import of_trial
from vanguard.testing.live_trials import trials_of_game

ROOT = Path(__file__).resolve().parents[1]
SOURCE = Path(engine.__file__).resolve().parents[2]
MOST_DECISIONS = 20_000


def played_out(rulebook: Rulebook, number: int, most_decisions: int) -> str:
    """The digest of one random game: of everything that was answered and told, and of where it ended."""
    game = Game.new(rulebook, rulebook.default_setup(number), KeyedDice(secret_from_seed(f"digest {number}")))
    chance = random.Random(f"digest {number}")
    for _ in range(most_decisions):
        if game.question is None:
            break
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None, "a decider is always asked something"
        candidates = question.candidates()
        game.answer(candidates[int(chance.random() * len(candidates))], seat=seat)
    answers = [[answer.seat, answer.given] for answer in game.answers]
    told = json.dumps([answers, game.log(0), game.log(1), game.digest, game.standing.plain()], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()


def digest_of(name: str, games: int, most_decisions: int) -> str:
    rulebook = load_rulebook(name)
    together = hashlib.sha256()
    for number in range(games):
        together.update(played_out(rulebook, number, most_decisions).encode())
    return together.hexdigest()[:24]


def odds_digest_of(name: str, attacks: int) -> str:
    """Of what odds say, to the last bit, of attacks of one game between bots."""
    rulebook = load_rulebook(name)
    said = [of_trial(rulebook, trial).plain() for trial in trials_of_game(rulebook, 0, attacks)]
    # 0 and 0.0 are the same chance: compiled, a whole number in the place of a float is one
    told = json.dumps(json.loads(json.dumps(said), parse_int=float), sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:24]


def digests(names: list[str], games: int, most_decisions: int, attacks: int) -> dict[str, str]:
    found = {name: digest_of(name, games, most_decisions) for name in names}
    if attacks:
        found |= {f"odds of {name}": odds_digest_of(name, attacks) for name in names}
    return found


def plain_digests(arguments: list[str]) -> dict[str, str]:
    """The digests of the same games on a copy of the source without anything compiled."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "src"
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static"))
        path = os.pathsep.join([str(copy), str(ROOT), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(
            [sys.executable, str(Path(__file__).resolve()), "--json", *arguments],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        sys.exit(f"The plain engine could not play the games:\n{done.stderr}")
    found: dict[str, str] = json.loads(done.stdout)["digests"]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebooks", nargs="*", help="only these (default: all installed)")
    parser.add_argument("--games", type=int, default=4, help="games per rulebook (default: 4)")
    parser.add_argument("--decisions", type=int, default=MOST_DECISIONS, help="stop each game after so many answers")
    parser.add_argument(
        "--attacks", type=int, default=12, help="attacks per rulebook whose odds are told (default: 12)"
    )
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")
    parser.add_argument(
        "--compare-with-plain", action="store_true", help="play on the plain source too; fail if it differs"
    )
    wanted = parser.parse_args()
    names = wanted.rulebooks or sorted(registered())
    compiled = not engine.__file__.endswith(".py")
    found = digests(names, wanted.games, wanted.decisions, wanted.attacks)
    if wanted.json:
        print(json.dumps({"compiled": compiled, "games": wanted.games, "digests": found}))
        return
    print(f"{wanted.games} games of each rulebook, {'compiled' if compiled else 'plain'}:")
    for name, digest in found.items():
        print(f"  {name:<28} {digest}")
    if wanted.compare_with_plain:
        sizes = ["--games", str(wanted.games), "--decisions", str(wanted.decisions), "--attacks", str(wanted.attacks)]
        plain = plain_digests([*sizes, *names])
        differing = [name for name, digest in found.items() if plain[name] != digest]
        if differing:
            sys.exit(f"The plain engine comes to something else for {', '.join(differing)}: this is a bug.")
        print("The plain engine plays the very same games and tells the very same odds.")


if __name__ == "__main__":
    main()
