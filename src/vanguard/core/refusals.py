"""Refusals: what was asked for, the fact or limit that forbids it, and the clause that says so."""

from __future__ import annotations


class Refused(Exception):
    """An answer that the rules do not allow. The message is shown to players as it is: fact first, then the limit."""

    def __init__(self, message: str, clause: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.message} [{self.clause}]" if self.clause else self.message


class RuleFault(Exception):
    """A procedure broke one of the house rules, or failed while it ran. Always a bug of a rulebook, never of a player."""
