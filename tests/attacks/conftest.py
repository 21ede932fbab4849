"""The server of the server tests, under attack."""

from tests.server.conftest import known_dice, settings, site

__all__ = ["known_dice", "settings", "site"]
