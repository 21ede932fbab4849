"""The base of every rulebook's state: what is on the table between and during procedures."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.telling.events import EVERYBODY, DiceShown, Event

SILENCE: Final[list[Event]] = []
"""A state whose `events` are this very list tells nothing: for simulation, and the thousands of tries behind exact odds."""


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
        if self.events is not SILENCE:
            self.events.append(Event(key, values, clause, about, dice, seen_by))

    def dice_on_the_table(self, player: int | None = None) -> DiceShown | None:
        """The dice of this player, or of anybody, that everybody saw fall last since the table was at rest: for a question
        about what comes of them. None where nobody listens."""
        for event in reversed(self.events):
            dice = event.dice
            if dice is not None and event.seen_by == EVERYBODY and (player is None or dice.player == player):
                return dice
        return None

    def dice_of_the_attack(self) -> DiceShown | None:
        """The dice that fell last, with all that the same player rolled right before them: weapons that fire together."""
        rolled: list[DiceShown] = []
        for event in reversed(self.events):
            if event.dice is None or (rolled and event.dice.player != rolled[0].player):
                break
            rolled.insert(0, event.dice)
        if len(rolled) < 2:
            return rolled[0] if rolled else None
        return DiceShown(
            ", ".join([dice.label for dice in rolled]),
            rolled[0].player,
            [face for dice in rolled for face in dice.faces],
            [mark for dice in rolled for mark in dice.marks],
            " / ".join(dict.fromkeys([dice.needed for dice in rolled])),
            [modifier for dice in rolled for modifier in dice.modifiers],
        )

    def copy(self) -> State:
        """An independent copy: mutable things copied, immutable profiles and terrain shared. Events are not copied."""
        raise TypeError(f"{type(self).__name__} has no copy")

    def facts(self) -> Any:
        """All facts as plain data (lists, dicts with text keys, numbers, texts), hidden ones included: for digests."""
        raise TypeError(f"{type(self).__name__} has no facts")

    @property
    def heard(self) -> bool:
        """Whether what is noted is kept: a note that takes work to put together is made only then."""
        return self.events is not SILENCE

    def position(self) -> Any:
        """All that can differ between two moments of an attack, as one hashable value; by default all facts."""
        return repr(self.facts())

    def position_without_points(self) -> Any:
        """The same without what can still be spent, if that is told by `purse`."""
        return self.position()

    def let_go(self) -> None:
        """Forget what was worked out for this game alone and can be worked out again: some have many games in memory."""

    def is_being_set_up(self) -> bool:
        """Before the first round: armies are chosen and put on the table."""
        return False

    # -- what can be spent ----------------------------------------------------------------------------------------------------

    def purse(self) -> tuple[int, ...]:
        """What each seat can still spend, in points; empty where nothing is paid for. Asking does not count as looking."""
        return ()

    def fill_purse(self, points: tuple[int, ...]) -> None:
        """As if this were all there is to spend; from now on nobody has looked."""

    def put_in_purse(self, seat: int, points: int) -> None:
        """So much is left to this seat; that does not count as looking either."""

    def seats_seen(self) -> int:
        """Whose points any rule has looked at, a bit for each seat: what happens is the same whatever the others can spend."""
        return 0

    def stage(self) -> str:
        """The stretch of the game, such as `round 3`, within which repeated events are counted for their dice."""
        return ""

    def stage_told(self) -> str:
        """The same as people are told it."""
        return self.stage()
