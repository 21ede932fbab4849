"""Several pieces are dragged together: one plan for each, every way legal and priced by the rules, one after the other.

Nothing here knows a rule: the questions the game would ask for each piece are followed on a copy of the game.
"""

from __future__ import annotations

from math import hypot
from typing import Any

from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given
from vanguard.core.refusals import Refused
from vanguard.server.wire.shown import passing_key
from vanguard.server.workers.ways import Search

MOST_OFFERS = 3
"""So many offers that a move opens (to embark, say) are let go by, so that the next piece can move."""
SAME_PLACE = 0.05
"""In table units: who would move less does not move."""
NO_WAY = "there is no room for it that way"
NOT_ASKED = "it is not asked to move now"
SOMEBODY_ELSE = "somebody else decides before it can move"


class Group:
    """The pieces of one seat that move by the same vector, those ahead first, so that they make room."""

    def __init__(self, game: Game, seat: int, movers: list[str], by: list[float]) -> None:
        self.game = game
        self.seat = seat
        self.by = by
        models = game.rulebook.view(game.state, seat)["models"]
        self.places = {
            model["key"]: (float(model["x"]), float(model["y"]))
            for model in models
            if model["key"] in movers and model["side"] == seat and model.get("on_table", True) and "x" in model
        }
        self.stay = [
            {"key": key, "why": "it is not on the table", "clause": ""}
            for key in dict.fromkeys(movers)
            if key not in self.places
        ]
        for key in [*self.places]:
            reason = self._reason_to_stay(key)
            if reason:
                self.stay.append({"key": key, **reason})
        stay = [one["key"] for one in self.stay]
        self.order = sorted([key for key in self.places if key not in stay], key=lambda key: (-self._ahead(key), key))

    def _ahead(self, key: str) -> float:
        return self.places[key][0] * self.by[0] + self.places[key][1] * self.by[1]

    def planned(self, share: float = 1.0) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Who goes where if all go this share of the way; and who cannot, with the reason."""
        game = self.game.fork()
        moves: list[dict[str, Any]] = []
        cannot: list[dict[str, Any]] = list(self.stay)
        for key in self.order:
            if game.question_for(self.seat) is None:
                cannot.append({"key": key, "why": SOMEBODY_ELSE, "clause": ""})
                continue
            start = self.places[key]
            to = [start[0] + self.by[0] * share, start[1] + self.by[1] * share]
            move = self._move(game, key, to)
            if "why" in move:
                cannot.append(move)
                continue
            move["answers"] += self._played(game, move["answers"])
            moves.append(move)
        return moves, cannot

    def _move(self, game: Game, key: str, to: list[float]) -> dict[str, Any]:
        """The best way of one piece, or why it has none."""
        search = Search(self.seat, key, None, to)
        search.follow(game.fork(), [], [])
        if not search.found:
            why = search.refused
            return {"key": key, "why": why.get("why", NO_WAY), "clause": why.get("clause", "")}
        best = min(search.found, key=lambda way: (way["away"], len(way["answers"])))
        end, start = best["path"][-1], self.places[key]
        if hypot(end[0] - start[0], end[1] - start[1]) < SAME_PLACE:
            return {"key": key, "why": NO_WAY, "clause": best["preview"].get("clause", "")}
        return {
            "key": key,
            "answers": best["answers"],
            "path": best["path"],
            "preview": best["preview"],
            "short": round(best["away"], 3),
        }

    def _reason_to_stay(self, key: str) -> dict[str, str]:
        """Why a piece cannot be moved at all now, as the question at hand says; nothing for one that can."""
        question = self.game.question_for(self.seat)
        if isinstance(question, Choose):
            if key in question.about or any(key in it.about and not it.declines for it in question.available):
                return {}
            for option in question.options:
                if option.why_not and option.about == (key,):
                    return {"why": option.why_not, "clause": option.clause or question.clause}
        return {"why": NOT_ASKED, "clause": "" if question is None else question.clause}

    def _played(self, game: Game, answers: list[Given]) -> list[Given]:
        """Play a piece's answers on the copy; offers that its move opens are let go by, and told as further answers."""
        for given in answers:
            game.answer(given, seat=self.seat)
        declined: list[Given] = []
        while len(declined) < MOST_OFFERS:
            question = game.question_for(self.seat)
            key = None if question is None else passing_key(question)
            if key is None or not isinstance(question, Choose) or self._selects(question):
                break
            try:
                game.answer(key, seat=self.seat)
            except Refused:
                break
            declined.append(key)
        return declined

    def _selects(self, question: Choose[Any]) -> bool:
        """Is this where the next piece is selected: can somebody of the group be picked by an option of its own?"""
        return any(it.about and it.about[0] in self.places and not it.declines for it in question.options)

    def common_share(self, moves: list[dict[str, Any]]) -> float:
        """The share of the way that everybody who moves can go."""
        length = self.by[0] ** 2 + self.by[1] ** 2
        shares = [1.0]
        for move in moves:
            end, start = move["path"][-1], self.places[move["key"]]
            shares.append(((end[0] - start[0]) * self.by[0] + (end[1] - start[1]) * self.by[1]) / length)
        return max(0.0, min(shares))


def group_moves(game: Game, seat: int, movers: list[str], by: list[float], together: bool) -> dict[str, Any]:
    """A plan for each piece of a group; `together`: nobody goes further than all can, so that the formation is kept."""
    if hypot(by[0], by[1]) < SAME_PLACE:
        raise Refused("a group that does not move keeps its place")
    group = Group(game, seat, movers, by)
    moves, cannot = group.planned()
    share = group.common_share(moves)
    if together and share < 1.0 - 1e-6:
        moves, cannot = group.planned(share)
    return {"moves": moves, "cannot": cannot, "share": round(share if together else 1.0, 4)}
