"""Do the rules still play the same games under the same version? `python tools/golden_versions.py [--renew]`.

A few games of every rulebook, played by chance: all answers, dice and final positions as one digest. When they come out
differently, saved games and records of this version would too, so the version must change. See docs/versions.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from pathlib import Path

from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.rulebook import Rulebook, load_rulebook, registered

KEPT = Path(__file__).resolve().parents[1] / "tests" / "contracts" / "golden_versions.json"
GAMES = 3
MOST_DECISIONS = 250


def digest_of_games(rulebook: Rulebook) -> str:
    """Of what was answered, rolled and reached; nothing of how it was told."""
    together = hashlib.sha256()
    for number in range(GAMES):
        game = Game.new(rulebook, rulebook.default_setup(number), KeyedDice(secret_from_seed(f"golden {number}")))
        chance = random.Random(f"golden {number}")
        for _ in range(MOST_DECISIONS):
            if game.question is None:
                break
            seat = game.deciders()[0]
            question = game.question_for(seat)
            assert question is not None
            candidates = question.candidates()
            game.answer(candidates[int(chance.random() * len(candidates))], seat=seat)
        answers = [[answer.seat, answer.given] for answer in game.answers]
        together.update(json.dumps([answers, game.digest, list(game.standing.scores)], sort_keys=True).encode())
    return together.hexdigest()[:24]


def now(rulebook: Rulebook) -> dict[str, str]:
    return {
        "version": rulebook.version,
        "content": rulebook.content_digest(),
        "games": digest_of_games(rulebook),
    }


def kept() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}
    return found


def fault(name: str, then: dict[str, str] | None, today: dict[str, str]) -> str:
    """What is wrong with the version of a rulebook; empty if nothing is."""
    if then is None:
        return f"{name} is not among the golden versions yet: run python tools/golden_versions.py --renew"
    if today == then:
        return ""
    if today["version"] == then["version"] and today["content"] == then["content"]:
        return (
            f"{name} plays other games under the same version {today['version']}: its rules have changed observably. Raise its"
            " version, then run python tools/golden_versions.py --renew (docs/versions.md)"
        )
    return f"the version or content of {name} has changed: run python tools/golden_versions.py --renew"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true", help="keep what is played now, where the version allows it")
    wanted = parser.parse_args()
    then = kept()
    wrong = 0
    for name in sorted(registered()):
        today = now(load_rulebook(name))
        told = fault(name, then.get(name), today)
        if wanted.renew and "same version" not in told:
            then[name] = today
        elif told:
            wrong += 1
            print(told, file=sys.stderr)
    if wanted.renew:
        text = json.dumps({name: then[name] for name in sorted(then) if name in registered()}, indent=1)
        KEPT.write_text(text + "\n", encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
