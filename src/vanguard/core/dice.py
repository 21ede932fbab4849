"""Dice that nobody can foresee and anybody can check afterwards.

Every outcome is derived from the game's secret and the name of the event, never from the order of calls: the same event
meets the same dice in a paired game even after a different decision elsewhere. At the start only the commitment (a hash
of the secret) is published; at the end the secret, so that a whole record can be checked offline.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Protocol

from vanguard.core.questions import Chance
from vanguard.core.refusals import Refused, RuleFault

SECRET_BYTES = 32


class DiceSource(Protocol):
    """Whatever answers questions to chance. `event` is the full name of the event, unique within a game."""

    def outcome(self, chance: Chance, event: str) -> tuple[Any, ...]: ...


def secret_from_seed(seed: int | str) -> str:
    """A reproducible secret for simulations and tests; a live game takes its secret from the operating system."""
    return hashlib.blake2b(f"vanguard seed {seed}".encode(), digest_size=SECRET_BYTES).hexdigest()


def commitment_to(secret: str) -> str:
    """What is published at the start: it binds the secret without showing it."""
    return hashlib.sha256(f"vanguard dice {secret}".encode()).hexdigest()


class KeyedDice:
    """Outcomes from a keyed hash of the event's name: uniform by rejection, the same for the same secret and event."""

    __slots__ = ("_key", "secret")

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self._key = bytes.fromhex(secret)
        if len(self._key) != SECRET_BYTES:
            raise ValueError(f"a dice secret has {SECRET_BYTES} bytes, not {len(self._key)}")

    @property
    def commitment(self) -> str:
        return commitment_to(self.secret)

    def outcome(self, chance: Chance, event: str) -> tuple[Any, ...]:
        return chance.outcome(_Stream(self._key, event).uniform)


class _Stream:
    """Uniform whole numbers from the bytes of a keyed hash, extended block by block."""

    __slots__ = ("_at", "_block", "_bytes", "_event", "_key")

    def __init__(self, key: bytes, event: str) -> None:
        self._key = key
        self._event = event
        self._block = 0
        self._at = 0
        self._bytes = hashlib.blake2b(f"0|{event}".encode(), key=key, digest_size=64).digest()

    def _next_byte(self) -> int:
        if self._at == len(self._bytes):
            self._block += 1
            self._at = 0
            text = f"{self._block}|{self._event}".encode()
            self._bytes = hashlib.blake2b(text, key=self._key, digest_size=64).digest()
        byte = self._bytes[self._at]
        self._at += 1
        return byte

    def uniform(self, sides: int) -> int:
        """One of 0 … sides-1, each as likely as any other: values beyond the last whole multiple are thrown away."""
        if sides <= 256:
            limit = 256 - 256 % sides
            byte = self._next_byte()
            while byte >= limit:
                byte = self._next_byte()
            return byte % sides
        limit = 65536 - 65536 % sides
        value = self._next_byte() * 256 + self._next_byte()
        while value >= limit:
            value = self._next_byte() * 256 + self._next_byte()
        return value % sides


class ScriptedDice:
    """Dice for tests. Each entry names the roll it feeds and gives its faces: `[("hit", [5, 2]), ("armor", [6])]`.

    A name matches when it is the first word of the roll's key. A wrong name, a wrong count, an impossible face or a
    left-over die fails the test.
    """

    __slots__ = ("script", "used")

    def __init__(self, script: Sequence[tuple[str, Sequence[Any]]]) -> None:
        self.script = [(name, list(faces)) for name, faces in script]
        self.used = 0

    def outcome(self, chance: Chance, event: str) -> tuple[Any, ...]:
        if self.used == len(self.script):
            raise RuleFault(f"the script has no dice left for {chance.key!r} ({chance.count} wanted)")
        name, faces = self.script[self.used]
        if name != chance.key and name != chance.key.split(" ")[0]:
            raise RuleFault(f"the script expects {name!r} next, but the rules roll {chance.key!r}")
        try:
            value: tuple[Any, ...] = chance.read(faces)[1]
        except Refused as refusal:
            raise RuleFault(f"the script does not fit: {refusal.message}") from None
        self.used += 1
        return value

    def check_used_up(self) -> None:
        if self.used != len(self.script):
            raise RuleFault(f"never rolled: {self.script[self.used :]}")
