"""The server of the server tests, under attack."""

from tests.server.conftest import known_luck, patience, settings, site

__all__ = ["known_luck", "patience", "settings", "site"]
