"""Risk: for a model at a point, what the best next enemy activation can do to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from vanguard.core.questions import Chance, Roll
from vanguard.core.rulebook import Rulebook, Trial
from vanguard.core.state import SILENCE, State
from vanguard.odds.answers import Odds, of_trial
from vanguard.odds.outcomes import outcome_of

Point = tuple[float, ...]
MOST_QUESTIONS = 12


class Risk:
    """The worst an enemy can do next: chances of being wounded and of being removed, and by which attack."""

    __slots__ = ("at", "attack", "removed", "threats", "wounded")

    def __init__(self, at: Point) -> None:
        self.at = at
        self.removed = 0.0
        self.wounded = 0.0
        self.attack = ""
        self.threats = 0

    def plain(self) -> dict[str, Any]:
        return {
            "at": list(self.at),
            "removed": self.removed,
            "wounded": self.wounded,
            "attack": self.attack,
            "threats": self.threats,
        }


class RiskMap:
    """Risks of one model over many points. Attacks that are alike but for who makes them are solved once."""

    def __init__(self, rulebook: Rulebook, state: State, model: str) -> None:
        self._rulebook = rulebook
        self._state = state
        self._model = model
        self._solved: dict[tuple[Any, ...], Odds] = {}

    def at(self, point: Point) -> Risk:
        risk = Risk(point)
        for trial in self._rulebook.threats(self._state, self._model, point):
            odds = self._odds(trial)
            wounded = 1.0 - odds.damage().get(0, 0.0)
            risk.threats += 1
            if (odds.chance_removed(), wounded) > (risk.removed, risk.wounded):
                risk.removed, risk.wounded, risk.attack = odds.chance_removed(), wounded, trial.label
        return risk

    def _odds(self, trial: Trial) -> Odds:
        """Trials with one label whose questions are alike all along are the same attack under the same modifiers."""
        key = (trial.label, outcome_of(self._rulebook, trial, trial.state), *questions_of(trial))
        found = self._solved.get(key)
        if found is None:
            found = self._solved[key] = of_trial(self._rulebook, trial)
        return found

    def over(self, points: Iterable[Point]) -> Iterator[Risk]:
        for point in points:
            yield self.at(point)


def questions_of(trial: Trial) -> list[tuple[Any, ...]]:
    """What the trial asks if every die succeeds and everybody gives the first answer: dice, kinds of faces, answers.

    Modifiers show in the kinds and numbers of dice, whatever a label may leave out.
    """
    state = trial.state.copy()
    state.events = SILENCE
    procedure = trial.start(state)
    asked: list[tuple[Any, ...]] = []
    value: Any = None
    try:
        while len(asked) < MOST_QUESTIONS:
            question = procedure.send(value)
            if isinstance(question, Roll):
                asked.append((question.clause, question.count, question.kinds, question.enough))
                value = (best_face(question),) * question.count
            elif isinstance(question, Chance):
                asked.append((question.clause, question.count))
                value = question.outcome(_lowest)
            else:
                candidates = question.candidates()
                asked.append((question.clause, question.player, len(candidates)))
                value = question.read(candidates[0])[1]
    except StopIteration:
        pass
    return asked


def best_face(roll: Roll) -> Any:
    """A face of the highest kind that grants no further die."""
    kinds = roll.kinds if roll.kinds is not None else tuple(range(len(roll.faces)))
    plain = [i for i, face in enumerate(roll.faces) if face not in roll.again]
    return roll.faces[max(plain, key=lambda i: kinds[i])]


def _lowest(_: int) -> int:
    return 0


def coarse_first(polygons: Sequence[Sequence[Sequence[float]]], step: float) -> list[Point]:
    """Points inside these polygons on a grid, every fourth first and the finer ones after: to colour while refining.

    A polygon of one point is a hex: it is taken as it is.
    """
    hexes: list[Point] = [tuple(polygon[0]) for polygon in polygons if len(polygon) == 1]
    polygons = [polygon for polygon in polygons if len(polygon) > 2]
    if not polygons:
        return hexes
    xs = [point[0] for polygon in polygons for point in polygon]
    ys = [point[1] for polygon in polygons for point in polygon]
    columns = int((max(xs) - min(xs)) / step) + 1
    rows = int((max(ys) - min(ys)) / step) + 1
    found: list[tuple[int, Point]] = []
    for row in range(rows):
        for column in range(columns):
            x, y = round(min(xs) + column * step, 3), round(min(ys) + row * step, 3)
            if any(_inside(x, y, polygon) for polygon in polygons):
                fineness = 0 if row % 4 == 0 and column % 4 == 0 else 1 if row % 2 == 0 and column % 2 == 0 else 2
                found.append((fineness, (x, y)))
    return hexes + [point for _, point in sorted(found, key=lambda entry: entry[0])]


def _inside(x: float, y: float, polygon: Sequence[Sequence[float]]) -> bool:
    inside = False
    for i, point in enumerate(polygon):
        x1, y1, x2, y2 = polygon[i - 1][0], polygon[i - 1][1], point[0], point[1]
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
