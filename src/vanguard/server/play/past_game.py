"""A game of an earlier version: shown as it was kept, with the reason why it cannot be played on."""

from __future__ import annotations

from typing import Any

from vanguard.server.play.seats import presence_of
from vanguard.server.storage.rows import StoredGame
from vanguard.server.wire.messages.happened import LogLine, StandingShown
from vanguard.server.wire.shown import ended, nobody_decides

NOT_KEPT = "; no picture of it was kept, only its answers"


class PastGame:
    """What is left of a game whose rules or content are gone: its last picture, and all its answers on disk."""

    def __init__(self, stored: StoredGame, picture: tuple[int, Any] | None, why: str) -> None:
        self.stored = stored
        self.why = why if picture is not None else why + NOT_KEPT
        self._at: int = 0 if picture is None else picture[0]
        self._picture: dict[str, Any] = _EMPTY if picture is None else picture[1]

    @property
    def steps(self) -> int:
        return self._at

    @property
    def title(self) -> str:
        return str(self._picture["title"] or self.stored.rulebook)

    def refusal(self) -> str:
        """Why nothing but looking is possible."""
        answers = int(self.stored.summary.get("steps", self._at))
        later = f"; it is shown as it stood after {self._at} of {answers} answers" if self._at < answers else ""
        return f"This game can only be looked at: {self.why}{later}."

    def _over(self) -> bool:
        return bool(self.stored.summary.get("over")) or self.stored.archive

    def _eyes(self, seat: int | None) -> Any:
        return self._picture["views"]["all" if seat is None else str(seat)]

    def lines(self, seats: tuple[int, ...]) -> list[LogLine]:
        return [line for line in self._picture["log"] if line["seen_by"] is None or line["seen_by"] in seats]

    def perspectives(self, seats: tuple[int, ...]) -> list[Any]:
        undo = {"possible": False, "free": False}
        return [
            {"seat": seat, "view": self._eyes(seat), "question": None, "undo": undo, "auto_pass": []}
            for seat in seats or (None,)
        ]

    def standing(self) -> StandingShown:
        """As it stood then; who conceded since conceded."""
        return ended(self._picture["standing"], self.stored.result)

    def welcome(self, seats: tuple[int, ...]) -> dict[str, Any]:
        stored = self.stored
        return {
            "type": "welcome",
            "game": stored.id,
            "rulebook": stored.rulebook,
            "title": self.title,
            "scenario": stored.setup["scenario"],
            "battlefield": stored.setup["battlefield"],
            "unit": self._picture["unit"],
            "seats": list(seats),
            "watching": not seats,
            "stamp": stored.stamp,
            "revision": self._at,
            "table": self._picture["table"],
            "cards": self._picture["cards"],
            "perspectives": self.perspectives(seats),
            "log": self.lines(seats),
            "standing": self.standing(),
            "deciding": nobody_decides(),
            "presence": presence_of(stored, set()),
            "watchers": 0,
            "proposals": [],
            "commitment": "",
            "dice_secret": (stored.dice_secret or None) if self._over() else None,
            "practice": stored.practice,
            "taken_back": len(stored.taken_back),
            "read_only": self.refusal(),
        }

    def outline(self, seats: tuple[int, ...]) -> dict[str, Any]:
        """Its replay has one position: the last."""
        return {
            "game": self.stored.id,
            "steps": 0,
            "marks": [{"step": 0, "label": self._picture["stage"]}],
            "log": [{**line, "step": 0} for line in self.lines(seats)],
            "table": self._picture["table"],
            "cards": self._picture["cards"],
            "rulebook": self.stored.rulebook,
            "title": self.title,
            "standing": self.standing(),
            "players": presence_of(self.stored, set()),
            "may_branch": False,
        }

    def position(self, seat: int | None) -> dict[str, Any]:
        return {
            "step": 0,
            "steps": 0,
            "stage": self._picture["stage"],
            "view": self._eyes(seat),
            "standing": self.standing(),
            "asked": nobody_decides(),
            "answer": None,
        }


_NOTHING: dict[str, Any] = {"models": [], "players": [], "markers": [], "panels": []}
_EMPTY: dict[str, Any] = {
    "title": "",
    "unit": "in",
    "stage": "",
    "table": {"kind": "measured", "unit": "in", "width": 1, "depth": 1, "parts": [], "zones": []},
    "cards": {},
    "log": [],
    "standing": {"scores": [0.0, 0.0], "over": False, "winner": None, "reason": "", "clause": "", "how": ""},
    "views": {"all": _NOTHING, "0": _NOTHING, "1": _NOTHING},
}
