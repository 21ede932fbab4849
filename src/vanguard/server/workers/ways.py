"""From a gesture to answers: a piece is dragged somewhere, or onto somebody. Which answers, one after the other, would do that?

Nothing here knows a rule: the questions the game would ask are followed, and those that lead there are told.
"""

from __future__ import annotations

from math import hypot
from typing import Any

from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Option, Place, Question, Split
from vanguard.core.refusals import Refused

DEPTH = 4
"""So many answers lead to a deed at most: who acts, what it does, with what, and where or at whom."""
MOST_LOOKS = 60
"""So many answers are tried at most."""
MOST_WAYS = 8


class Search:
    """What is looked for, and what has been found."""

    def __init__(self, seat: int, mover: str, target: str | None, to: list[float] | None) -> None:
        self.seat = seat
        self.mover = mover
        self.target = target
        self.to = to
        self.left = MOST_LOOKS
        self.found: list[dict[str, Any]] = []

    def follow(self, game: Game, answers: list[Given], labels: list[str]) -> None:
        question = game.question_for(self.seat)
        if isinstance(question, Place):
            self.place(question, answers, labels)
        elif isinstance(question, Split):
            self.split(question, answers, labels)
        elif isinstance(question, Choose) and len(answers) < DEPTH:
            self.choose(game, question, answers, labels)

    def place(self, question: Place[Any], answers: list[Given], labels: list[str]) -> None:
        """A place for the piece: as near to the wish as it may get."""
        if self.to is None or question.mover != self.mover:
            return
        try:
            path = question.snap([self.to])
            preview = question.preview(path) if path else {}
        except Refused:
            return
        if not path or not preview.get("legal"):
            return
        end = path[-1]
        away = hypot(end[0] - self.to[0], end[1] - self.to[1])
        self.found.append(
            {"answers": [*answers, path], "label": told(labels), "path": path, "preview": preview, "away": away}
        )

    def split(self, question: Split, answers: list[Given], labels: list[str]) -> None:
        """All of it at the one who is meant."""
        if self.target is None or self.target not in [lot.key for lot in question.lots]:
            return
        lot = next(lot for lot in question.lots if lot.key == self.target)
        amounts: Given = {self.target: min(lot.at_most, question.total)}
        try:
            question.read(amounts)
        except Refused:
            return
        self.found.append({"answers": [*answers, amounts], "label": told(labels), "away": 0.0})

    def choose(self, game: Game, question: Choose[Any], answers: list[Given], labels: list[str]) -> None:
        for option in question.available:
            if option.declines or self.left <= 0:
                continue
            if self.target is not None and self.target in option.about:
                label = told([*labels, option.label])
                self.found.append({"answers": [*answers, option.key], "label": label, "away": 0.0})
            elif self.concerns(question, option):
                self.left -= 1
                later = game.fork()
                try:
                    later.answer(option.key, seat=self.seat)
                except Refused:
                    continue
                self.follow(later, [*answers, option.key], [*labels, option.label])

    def concerns(self, question: Question[Any], option: Option[Any]) -> bool:
        """Is it about this piece, and about nobody else?"""
        if option.about:
            return self.mover in option.about
        return self.mover in question.about


def told(labels: list[str]) -> str:
    return ", ".join(labels[-2:]) or "Go there"


def ways(game: Game, seat: int, mover: str, target: str | None, to: list[float] | None) -> list[dict[str, Any]]:
    """The answers that would bring a piece there, or let it act on somebody: the nearest first."""
    search = Search(seat, mover, target, to)
    search.follow(game.fork(), [], [])
    search.found.sort(key=lambda way: (way["away"], len(way["answers"])))
    return [{key: value for key, value in way.items() if key != "away"} for way in search.found[:MOST_WAYS]]
