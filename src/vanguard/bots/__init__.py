"""Players that answer questions: one ladder of levels for every rulebook."""

from vanguard.bots.ladder import Bot, Opponent, levels, make_bot, opponents

__all__ = ["Bot", "Opponent", "levels", "make_bot", "opponents"]
