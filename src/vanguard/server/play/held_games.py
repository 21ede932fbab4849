"""The games whose secrets a browser holds: listed, and what came of those against bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vanguard.core.refusals import Refused
from vanguard.server.play.seats import points_against_a_bot, presence_of, role_of
from vanguard.server.storage.rows import StoredGame
from vanguard.server.wire.messages.games import GameSummary, Held

if TYPE_CHECKING:
    from vanguard.server.play.hub import Hub


class HeldGames:
    """Among the games of a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def mine(self, held: list[Held]) -> list[GameSummary]:
        """The games that these secrets open, the latest first."""
        seats: dict[str, set[int]] = {}
        games: dict[str, StoredGame] = {}
        for entry in held:
            try:
                stored = games.get(entry.game) or self._hub.known(entry.game)
                seat = role_of(stored, entry.secret)
            except Refused:
                continue
            games[entry.game] = stored
            seats.setdefault(entry.game, set()).update(() if seat is None else (seat,))
        found = [self._summary(stored, sorted(seats[game])) for game, stored in games.items()]
        return sorted(found, key=lambda summary: -summary["touched"])

    def _summary(self, stored: StoredGame, seats: list[int]) -> GameSummary:
        told: dict[str, Any] = stored.summary
        live = self._hub.in_memory(stored.id)
        return {
            "game": stored.id,
            "rulebook": stored.rulebook,
            "title": self._title(stored.rulebook),
            "scenario": stored.setup["scenario"],
            "battlefield": stored.setup["battlefield"],
            "seats": seats,
            "players": presence_of(stored, set()) if live is None else live.presence(),
            "steps": told["steps"],
            "stage": told["stage"],
            "deciding": told["deciding"],
            "over": told["over"],
            "winner": told["winner"],
            "reason": told["reason"],
            "created": stored.created,
            "touched": stored.touched,
        }

    def _title(self, rulebook: str) -> str:
        try:
            return self._hub.library.get(rulebook).title
        except Refused:
            return rulebook

    def results_against_bots(self, rulebook: str, held: list[Held]) -> list[tuple[str, float]]:
        """What whoever holds these secrets came to against bots in this rulebook, the oldest first."""
        found: list[tuple[float, tuple[str, float]]] = []
        for entry in held:
            try:
                stored = self._hub.known(entry.game)
                seat = role_of(stored, entry.secret)
            except Refused:
                continue
            points = points_against_a_bot(stored, seat) if seat is not None and stored.rulebook == rulebook else None
            if points is not None:
                found.append((stored.touched, points))
        return [points for _, points in sorted(found)]
