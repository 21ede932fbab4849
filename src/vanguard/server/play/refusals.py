"""Why a game is not to be had: there is none, or not now."""

from __future__ import annotations

from vanguard.core.refusals import Refused


class NoSuchGame(Refused):
    """There is no game of this id, or it is none of the asker's business: told in the same words."""


class NotNow(Refused):
    """Allowed, but not at this point of the game."""
