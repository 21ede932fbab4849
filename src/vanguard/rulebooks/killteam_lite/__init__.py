"""Kill Team: Lite Rules (2021 edition)."""

from vanguard.rulebooks.killteam_lite.rulebook import rulebook

__all__ = ["rulebook"]
