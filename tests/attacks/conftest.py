"""The server of the server tests, under attack."""

from tests.server.conftest import known_dice, patient_with_workers, settings, site

__all__ = ["known_dice", "patient_with_workers", "settings", "site"]
