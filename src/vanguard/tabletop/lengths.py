"""Lengths as players read them, in the unit of their table."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.shapes import Table

INCHES: Final = "in"
CENTIMETRES: Final = "cm"


def told_length(length: float, table: Table, digits: int = 2) -> str:
    """`6"`, `5.25"`, `15 cm`: rounded, without needless zeros."""
    number = f"{round(length, digits):g}"
    return f'{number}"' if table.unit == INCHES else f"{number} {table.unit}"
