"""Lengths as players read them, in the unit of their table."""

from __future__ import annotations

from vanguard.geometry.measuring import told_beside
from vanguard.geometry.shapes import Table


def told_length(length: float, table: Table, digits: int = 2) -> str:
    """`6"`, `5.25"`, `15 cm`: rounded, without needless zeros."""
    return f"{round(length, digits):g}{table.mark}"


def told_length_beside(length: float, limit: float, table: Table, digits: int = 2) -> str:
    """A length that breaks a limit, so that it never reads like the limit itself."""
    return f"{told_beside(length, limit, digits)}{table.mark}"
