"""What a person would laugh at, counted over games of a bot against itself.

    python tools/blunders.py killteam_lite --bots script --games 100

One line for each kind of blunder: how often it happened, and how often it could have. What counts as one is below, a class for
each rulebook; moves that go nowhere are counted for all of them.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from typing import Any

from vanguard.bots import make_bot
from vanguard.core.events import Event
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Question
from vanguard.core.rulebook import load_rulebook
from vanguard.testing.random_play import new_game

A_STEP = 0.3
"""A shorter move, in the unit of the table, is none."""


class Watcher:
    """Looks at every answer before it is given, and at every event after it."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        self.chances: Counter[str] = Counter()

    def count(self, what: str, it_was: bool) -> None:
        self.chances[what] += 1
        self.found[what] += it_was

    def begins(self) -> None:
        """A game begins."""

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None: ...

    def sees(self, game: Game, event: Event) -> None: ...


class KillTeamVanguard(Watcher):
    """Charges that fall short, preparations for nothing, activations and re-activations without an action."""

    def begins(self) -> None:
        self.charging = self.prepared = self.again = False
        self.deeds = -1

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        if question.clause == "charge.attack":
            self.charging = False
        elif question.clause in ("turn.activate-or-pass", "cp.follow-up", "turn.declare-finished"):
            self._ends()
            self.again = str(given).startswith(("again ", "reactivate "))
        elif question.clause == "activation.budget" and isinstance(question, Choose):
            if self.charging:
                self.found["charges that do not reach"] += 1
                self.charging = False
            self.deeds = max(self.deeds, 0) + (given != "done")
            if given in ("aim", "focus", "steady"):
                self.prepared = True
            elif given == "attack":
                self.count("aimed or focused without an attack", False)
                self.prepared = False
            elif given == "charge":
                self.charging = True
                self.count("charges that do not reach", False)

    def _ends(self) -> None:
        if self.deeds >= 0:
            self.count(
                "re-activations that do nothing" if self.again else "activations that do nothing", self.deeds == 0
            )
        if self.prepared:
            self.count("aimed or focused without an attack", True)
        self.deeds = -1
        self.prepared = False

    def sees(self, game: Game, event: Event) -> None:
        if event.key == "moves":
            self.count("moves of less than 0.3", float(event.values["cost"]) < A_STEP)
        elif event.key == "blast declared":
            state: Any = game.state
            sides = {state[key].side for key in event.about if key in state.index}
            self.count("own models in the blast", len(sides) == 1)


class KillTeamLite(Watcher):
    """Charges with the last action point, own models in the blast."""

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        if question.clause == "firefight.one-action-at-a-time" and isinstance(question, Choose):
            state: Any = game.state
            if given == "charge":
                self.count("charges with nothing left to fight with", state.action_points < 2)
            elif given == "pass":
                other = [option.key for option in question.available if option.key in ("shoot", "fight")]
                self.count("passes with a shot or a fight at hand", bool(other))

    def sees(self, game: Game, event: Event) -> None:
        if event.key in ("normal-move", "dash"):
            self.count("moves of less than 0.3", float(event.values["cost"]) < A_STEP)


class Normandy(Watcher):
    """Supply in the last Round, units that walk in circles, action points left with an enemy in sight."""

    def begins(self) -> None:
        self.places: dict[str, list[list[int]]] = {}

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        state: Any = game.state
        if question.clause == "recruit.spend" and state.round >= state.content.board.rounds:
            self.count("supply in the last Round", bool(given.get("supply")))
        elif question.clause == "activation.must-activate":
            self.places = {}
        elif question.clause == "ap.spend-freely" and isinstance(question, Choose):
            unit = state.units[state.activation.unit]
            attacks = [option.key for option in question.available if option.key.startswith("attack ")]
            if given == "pass":
                self.count("passes with somebody to shoot at", bool(attacks))
            if str(given).startswith("move"):
                self.places.setdefault(unit.key, []).append(sorted(unit.hexes))

    def sees(self, game: Game, event: Event) -> None:
        state: Any = game.state
        if event.key == "moved":
            pieces = event.values["pieces"]
            self.count("moves that go nowhere", not pieces)
            key = str(pieces[0]).partition(".")[0] if pieces else ""
            unit = state.units.get(key)
            been = self.places.get(key, [])
            if unit is not None and been:
                self.count("moves back to where it was", sorted(unit.hexes) in been)
        elif event.key == "destroyed":
            self.count("headquarters lost, of all lost units", "-hq" in str(event.values["pieces"][0]))


class FortykVanguard(Watcher):
    """Successes rolled again, one chance in six bought, charges that can hardly reach."""

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        if question.clause == "core.stratagem.command-re-roll" and isinstance(question, Choose):
            option = question.option(str(given))
            needed = option.facts.get("needed", 0)
            if needed and question.dice is not None:
                self.count("tests that succeeded rolled again", sum(question.dice.faces) >= needed)
            elif "better_faces" in option.facts:
                self.count("rolled again for one face of six", option.facts["better_faces"] < 2)

    def sees(self, game: Game, event: Event) -> None:
        if event.key in ("normal-move", "advance"):
            self.count("moves of less than 0.3", float(event.values["cost"]) < A_STEP)
        elif event.key == "charge-fails":
            self.count("charges that do not reach", True)
        elif event.key == "charge-move":
            self.count("charges that do not reach", False)


class Vijilant(Watcher):
    """Shots that cannot hurt, turns without an action."""

    def begins(self) -> None:
        self.first = True

    def answers(self, game: Game, seat: int, question: Question[Any], given: Given) -> None:
        if question.clause == "turn.free-card-choice":
            self.first = True
        elif question.clause == "turn.action-menu" and isinstance(question, Choose):
            if self.first:
                shots = [option for option in question.available if option.key.startswith(("shoot:", "strike:"))]
                self.count("turns without an action, with somebody to attack", given == "done" and bool(shots))
            self.first = False

    def sees(self, game: Game, event: Event) -> None:
        if event.key in ("moves", "drives"):
            self.count("moves of less than 0.3", float(event.values["cost"]) < A_STEP)
        elif event.key == "dice":
            self.count("volleys whose hits do nothing", False)
        elif event.key == "harmless":
            self.found["volleys whose hits do nothing"] += 1


WATCHERS: dict[str, Callable[[], Watcher]] = {
    "killteam_vanguard": KillTeamVanguard,
    "killteam_lite": KillTeamLite,
    "normandy": Normandy,
    "fortyk_vanguard": FortykVanguard,
    "vijilant": Vijilant,
}


def watch(rulebook: str, level: str, games: int, first: int) -> Watcher:
    """So many games of this level against itself, looked at."""
    watcher = WATCHERS[rulebook]()
    for number in range(first, first + games):
        game = new_game(load_rulebook(rulebook), number)
        bots = [make_bot(rulebook, level, 2 * number + seat) for seat in (0, 1)]
        seen = len(game.events)
        watcher.begins()
        while game.question is not None:
            seat = game.deciders()[0]
            question = game.question_for(seat)
            assert question is not None
            given = bots[seat].answer(game, seat)
            watcher.answers(game, seat, question, given)
            game.answer(given, seat=seat)
            fresh = game.events_from(seen)
            seen += len(fresh)
            for event in fresh:
                watcher.sees(game, event)
    return watcher


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook", choices=sorted(WATCHERS))
    parser.add_argument("--bots", default="script")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    watcher = watch(wanted.rulebook, wanted.bots, wanted.games, wanted.seed)
    for what, chances in sorted(watcher.chances.items()):
        print(f"{what}: {watcher.found[what]} of {chances}")


if __name__ == "__main__":
    main()
