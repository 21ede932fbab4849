"""Players that answer questions: one ladder of levels for every rulebook."""

from vanguard.bots.ladder import Bot, levels, make_bot

__all__ = ["Bot", "levels", "make_bot"]
