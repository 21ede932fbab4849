"""Secrets that open a seat: unguessable, shown once, stored only as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

SECRET_BYTES = 24
GAME_ID_BYTES = 9


def new_secret() -> str:
    """192 random bits as text for a link."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_game_id() -> str:
    return secrets.token_urlsafe(GAME_ID_BYTES)


def hash_of(secret: str) -> str:
    """What is stored. The secret has full entropy, so one plain hash cannot be searched backwards."""
    return hashlib.sha256(f"vanguard seat {secret}".encode()).hexdigest()


def fits(secret: str, stored_hash: str) -> bool:
    return bool(stored_hash) and hmac.compare_digest(hash_of(secret), stored_hash)


def secret_from(invitation: str, key: str) -> str:
    """A seat's secret from an invitation and a key that only the invited browser knows: the same for the same two."""
    mixed = hmac.new(key.encode(), f"vanguard join {invitation}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(mixed[:SECRET_BYTES]).decode()
