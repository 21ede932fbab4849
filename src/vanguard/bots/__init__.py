"""Players that answer questions: one ladder of levels for every rulebook."""

from vanguard.bots.ladder import Bot, Opponent, levels, make_bot, opponents
from vanguard.bots.search import Budget, budget_for_people

__all__ = ["Bot", "Budget", "Opponent", "budget_for_people", "levels", "make_bot", "opponents"]
