"""The base of every rulebook's state: what is on the table between and during procedures."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from vanguard.core.events import EVERYBODY, DiceShown, Event


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Everything that outlives an activation. Rulebooks subclass it with `__slots__` and a hand-written `copy`.

    Facts change only in atoms: small functions that change a fact and `note` its event in one place.
    """

    __slots__ = ("events",)

    def __init__(self) -> None:
        self.events: list[Event] = []
        """What happened since the last rest; the game moves it into its log. `copy` starts with an empty list."""

    def note(
        self,
        key: str,
        clause: str = "",
        about: tuple[str, ...] = (),
        dice: DiceShown | None = None,
        seen_by: int = EVERYBODY,
        **values: Any,
    ) -> None:
        """Record what an atom has just done; `key` is one of the rulebook's messages."""
        self.events.append(Event(key, values, clause, about, dice, seen_by))

    def copy(self) -> State:
        """An independent copy: mutable things copied, immutable profiles and terrain shared. Events are not copied."""
        raise TypeError(f"{type(self).__name__} has no copy")

    def facts(self) -> Any:
        """All facts as plain data (lists, dicts with text keys, numbers, texts), hidden ones included: for digests."""
        raise TypeError(f"{type(self).__name__} has no facts")

    def stage(self) -> str:
        """The stretch of the game, such as `round 3`, within which repeated events are counted for their dice."""
        return ""
