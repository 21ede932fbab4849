"""What takes long to find out is found out once: kept by all that decides it, so that no game depends on what is remembered."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def remember(memory: dict[K, V], key: K, value: V, most: int) -> V:
    """Keep what was found; where so much is kept already, all of it is forgotten first."""
    if len(memory) >= most:
        memory.clear()
    memory[key] = value
    return value
