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
MOST_AT_ONCE = 6
"""So many further weapons, say, are used on the same one."""


class Search:
    """What is looked for, and what has been found."""

    def __init__(
        self, seat: int, mover: str, target: str | None, to: list[float] | None, understood: tuple[str, ...] = ()
    ) -> None:
        self.seat = seat
        self.mover = mover
        self.understood = understood
        """Keys of options that only say who acts, which whoever dragged the piece knows: no label says it again."""
        self.target = target
        self.to = to
        self.left = MOST_LOOKS
        self.found: list[dict[str, Any]] = []
        self.refused: dict[str, Any] = {}
        """Why it cannot go there, where a way was asked for and found too long, say."""

    def follow(self, game: Game, answers: list[Given], labels: list[str]) -> None:
        question = game.question_for(self.seat)
        if isinstance(question, Place):
            self.place(game, question, answers, labels)
        elif isinstance(question, Split):
            self.split(question, answers, labels)
        elif isinstance(question, Choose) and len(answers) < DEPTH:
            self.choose(game, question, answers, labels)

    def place(self, game: Game, question: Place[Any], answers: list[Given], labels: list[str]) -> None:
        """A place for the piece: as near to the wish as it may get."""
        if self.to is None or question.mover != self.mover:
            return
        path, preview = nearest_to(question, self.to)
        if not path:
            self.refused = self.refused or preview
            return
        end = path[-1]
        away = hypot(end[0] - self.to[0], end[1] - self.to[1])
        given = [*answers, path, *self.places_of_its_unit(game, path)]
        self.found.append({"answers": given, "label": told(labels), "path": path, "preview": preview, "away": away})

    def places_of_its_unit(self, game: Game, path: list[list[float]]) -> list[Given]:
        """Where the rest of its unit is asked for next, they go along as they stood."""
        before = {piece["key"]: piece for piece in game.view(self.seat)["models"]}
        unit, start = before[self.mover].get("group"), place_of(before[self.mover])
        given: list[Given] = []
        if not unit or not start:
            return given
        later, answer = game.fork(), path
        while answer:
            later.answer(answer, seat=self.seat)
            question = later.question_for(self.seat)
            if not isinstance(question, Place) or before.get(question.mover, {}).get("group") != unit:
                break
            stood = place_of(before[question.mover]) or start
            answer, _ = nearest_to(question, [stood[i] + path[-1][i] - start[i] for i in (0, 1)])
            given += [answer] if answer else []
        return given

    def split(self, question: Split, answers: list[Given], labels: list[str]) -> None:
        """All of it at the one who is meant."""
        amounts = self.all_at_target(question)
        if amounts is not None:
            self.found.append({"answers": [*answers, amounts], "label": told(labels), "away": 0.0})

    def choose(self, game: Game, question: Choose[Any], answers: list[Given], labels: list[str]) -> None:
        for option in question.available:
            if option.declines or self.left <= 0:
                continue
            if self.target is not None and self.target in option.about:
                self.left -= 1
                self.on_target(game, question, option, answers, labels)
            elif self.concerns(question, option):
                self.left -= 1
                later = game.fork()
                try:
                    later.answer(option.key, seat=self.seat)
                except Refused:
                    continue
                words = [] if option.key in self.understood else [option.label]
                self.follow(later, [*answers, option.key], [*labels, *words])

    def on_target(
        self, game: Game, question: Choose[Any], option: Option[Any], answers: list[Given], labels: list[str]
    ) -> None:
        """It acts on the one who is meant: with this alone, and with whatever else it could do to it at once."""
        given, words = [*answers, option.key], [*labels, option.label]
        later = game.fork()
        try:
            later.answer(option.key, seat=self.seat)
        except Refused:
            return
        given += self.details(later)
        self.found.append({"answers": given, "label": told(words), "away": 0.0})
        more: list[str] = []
        while len(more) < MOST_AT_ONCE:
            following = later.question_for(self.seat)
            further = self.further(question, following)
            if further is None:
                break
            later.answer(further.key, seat=self.seat)
            given = [*given, further.key, *self.details(later)]
            more.append(further.label)
        if more:
            whole = f"{told(words)}, then {', '.join(more)}"
            self.found.append({"answers": given, "label": whole, "away": 0.0, "whole": True})

    def further(self, first: Choose[Any], question: Question[Any] | None) -> Option[Any] | None:
        """What else it could do to the one who is meant, asked of the same piece in the same breath."""
        if not isinstance(question, Choose) or question.about != first.about or self.mover not in question.about:
            return None
        for option in question.available:
            if self.target in option.about and not option.declines:
                return option
        return None

    def details(self, game: Game) -> list[Given]:
        """Where it is asked how much of it goes to the one who is meant: all of it; how it is reckoned: as suits it best."""
        question = game.question_for(self.seat)
        given: Given | None = None
        if isinstance(question, Split):
            given = self.all_at_target(question)
        elif isinstance(question, Choose) and {self.mover, self.target} <= set(question.about):
            if all(["modifier" in option.facts for option in question.available]):
                given = max(question.available, key=lambda option: option.facts["modifier"]).key
        if given is None:
            return []
        game.answer(given, seat=self.seat)
        return [given]

    def all_at_target(self, question: Split) -> dict[str, int] | None:
        for lot in question.lots:
            if lot.key == self.target:
                amounts = {lot.key: min(lot.at_most, question.total)}
                return amounts if question.weigh(amounts)["legal"] else None
        return None

    def concerns(self, question: Question[Any], option: Option[Any]) -> bool:
        """Is it about this piece, and about nobody else?"""
        if option.about:
            return self.mover in option.about
        return self.mover in question.about


def nearest_to(question: Place[Any], wish: list[float]) -> tuple[list[list[float]], dict[str, Any]]:
    """The legal path that ends nearest to a wish, and what it would come to; where there is none, why not."""
    try:
        path = question.snap([wish])
        preview = question.preview(path) if path else {}
    except Refused:
        return [], {}
    return (path if preview.get("legal") else []), preview


def place_of(piece: dict[str, Any]) -> list[float] | None:
    """Where a piece stands, if it is on the table: a hex or a point."""
    if not piece.get("on_table", True):
        return None
    return piece["at"] if piece.get("at") is not None else [piece["x"], piece["y"]]


def told(labels: list[str]) -> str:
    """All of it, so that ways that differ in their first step are not called the same."""
    return ", ".join(labels) or "Go there"


def ways(game: Game, seat: int, mover: str, target: str | None, to: list[float] | None) -> list[dict[str, Any]]:
    """The answers that would bring a piece there, or let it act on somebody: the nearest first."""
    units = [piece.get("group") for piece in game.view(seat)["models"] if piece["key"] == mover]
    return ways_of(game, Search(seat, mover, target, to, (mover, *[unit for unit in units if unit])))


def ways_of(game: Game, search: Search) -> list[dict[str, Any]]:
    search.follow(game.fork(), [], [])
    search.found = without_detours(search.found)
    search.found.sort(key=lambda way: (round(way["away"], 1), not way.get("whole", False), len(way["answers"])))
    told_ways: list[dict[str, Any]] = []
    wholes: list[list[str]] = []
    for way in search.found:
        if way.pop("whole", False):
            same = sorted([str(given) for given in way["answers"]])
            if same in wholes:
                continue  # the same weapons in another order
            wholes.append(same)
        del way["away"]
        told_ways.append(way)
    return told_ways[:MOST_WAYS]


def without_detours(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Moves whose answers contain those of another: whoever wants to do something else on the way can do it first."""
    deeds = [[given for given in way["answers"] if isinstance(given, str)] for way in found]

    def is_detour(way: dict[str, Any], deed: list[str]) -> bool:
        if "path" not in way or not deed:
            return False
        return any(
            [
                "path" in other and len(shorter) < len(deed) and shorter[-1:] == deed[-1:] and set(shorter) <= set(deed)
                for other, shorter in zip(found, deeds)
            ]
        )

    return [way for way, deed in zip(found, deeds) if not is_detour(way, deed)]


def ways_onto(game: Game, seat: int, target: str) -> list[dict[str, Any]]:
    """Whoever of one's own could act on somebody: the first way of each that this question lets one pick."""
    question = game.question_for(seat)
    if not isinstance(question, Choose):
        return []
    own = {piece["key"] for piece in game.view(seat)["models"] if piece["side"] == seat}
    asked = dict.fromkeys([key for option in question.available for key in option.about if key in own])
    found: list[dict[str, Any]] = []
    for mover in asked:
        found += ways_of(game, Search(seat, mover, target, None))[:1]
        if len(found) == MOST_WAYS:
            break
    return found
