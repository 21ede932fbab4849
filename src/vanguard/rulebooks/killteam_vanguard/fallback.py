"""Fallback!: the forced retreat of a model that failed its nerve test."""

from __future__ import annotations

from vanguard.rulebooks.killteam_vanguard.state import Battle


async def fall_back(battle: Battle, key: str) -> None:
    """Toward its own table edge as directly and as far as possible."""
    battle.note("falls back", "fallback.move", (key,), model=battle[key].name)
