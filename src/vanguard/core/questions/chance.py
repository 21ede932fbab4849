"""Questions to chance: dice, and what is drawn from a bag or a deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from vanguard.core.questions.asking import Given, Player, Question, unanswerable
from vanguard.core.questions.urn import Uniform
from vanguard.core.refusals import Refused

D6: tuple[int, ...] = (1, 2, 3, 4, 5, 6)


class Chance(Question[tuple[Any, ...]]):
    """A question to chance. `key` says which event it is, so that the same event meets the same dice in a paired game.

    `secret_to` names the only seat that may see the outcome (a card drawn into a hand); -1 shows it to everybody.
    """

    __slots__ = ("count", "key", "secret_to")
    kind: ClassVar[str] = "chance"

    def __init__(
        self, player: Player, count: int, key: str, clause: str, prompt: str = "", about: tuple[str, ...] = ()
    ) -> None:
        super().__init__(player, prompt or key, clause, about, True)
        self.count = count
        self.key = key
        self.secret_to = -1

    def outcome(self, uniform: Uniform) -> tuple[Any, ...]:
        """The outcome from a source of uniform whole numbers."""
        raise unanswerable(self)


class Roll(Chance):
    """Dice of any faces, numbers or symbols.

    `kinds` says which results differ for what follows: `kinds[i]` is the kind of face `i`, so that odds count a few cases
    instead of every sequence; kind 0 is a failure. Dice of a roll are interchangeable unless `ordered`.

    Exploding dice: every face in `again` grants one more die of the same roll, first the pool, then the dice it granted,
    and so on. With `enough`, granted dice come one by one and only while fewer than so many dice are no failure.
    """

    __slots__ = ("again", "enough", "faces", "kinds", "ordered")
    kind: ClassVar[str] = "roll"

    def __init__(
        self,
        player: Player,
        count: int,
        key: str,
        clause: str,
        faces: tuple[Any, ...] = D6,
        kinds: tuple[int, ...] | None = None,
        ordered: bool = False,
        again: tuple[Any, ...] = (),
        enough: int = 0,
        prompt: str = "",
        about: tuple[str, ...] = (),
    ) -> None:
        super().__init__(player, count, key, clause, prompt, about)
        self.faces = faces
        self.kinds = kinds
        self.ordered = ordered
        self.again = again
        self.enough = enough

    def outcome(self, uniform: Uniform) -> tuple[Any, ...]:
        faces = self.faces
        sides = len(faces)
        rolled = [faces[uniform(sides)] for _ in range(self.count)]
        while self.again:
            owed = self.owed(rolled)
            if not owed:
                break
            rolled += [faces[uniform(sides)] for _ in range(owed)]
        return tuple(rolled)

    def owed(self, rolled: Sequence[Any]) -> int:
        """How many more dice must be rolled at once after these: those granted and not yet rolled, if still wanted."""
        granted = self.count + len([face for face in rolled if face in self.again])
        owed = granted - len(rolled)
        if owed <= 0 or not self.enough:
            return owed
        return 1 if self.successes(rolled) < self.enough else 0

    def successes(self, rolled: Sequence[Any]) -> int:
        """How many dice are no failure."""
        kinds = self.kinds
        if kinds is None:
            return len(rolled)
        return len([face for face in rolled if kinds[self.faces.index(face)]])

    def read(self, given: Given) -> tuple[Given, tuple[Any, ...]]:
        if not isinstance(given, (list, tuple)):
            raise Refused(f"{self.key} rolls {self.count} dice, not {given!r:.80}", self.clause)
        for face in given:
            if isinstance(face, bool) or face not in self.faces:
                raise Refused(f"{self.key}: {face!r:.80} is no face of this die", self.clause)
        if not self._complete(given):
            more = " and those they grant" if self.again else ""
            raise Refused(f"{self.key} rolls {self.count} dice{more}, not {list(given)!r:.80}", self.clause)
        return list(given), tuple(given)

    def _complete(self, given: Sequence[Any]) -> bool:
        """Exactly the dice that had to be rolled, no granted one missing and none too many."""
        size = self.count
        while size < len(given) and self.again:
            owed = self.owed(given[:size])
            if not owed:
                return False
            size += owed
        return size == len(given) and self.owed(given) == 0


class Draw(Chance):
    """Some of the items of a bag or a deck, without replacement. The value holds the drawn items in drawing order."""

    __slots__ = ("items",)
    kind: ClassVar[str] = "draw"

    def __init__(
        self,
        player: Player,
        items: Sequence[str],
        key: str,
        clause: str,
        count: int = 1,
        secret_to: Player = -1,
        prompt: str = "",
    ) -> None:
        super().__init__(player, count, key, clause, prompt)
        self.items = tuple(items)
        self.secret_to = secret_to
        if not 0 <= count <= len(self.items):
            raise ValueError(f"{key}: cannot draw {count} of {len(self.items)}")

    def outcome(self, uniform: Uniform) -> tuple[Any, ...]:
        left = sorted(self.items)
        return tuple([left.pop(uniform(len(left))) for _ in range(self.count)])

    def read(self, given: Given) -> tuple[Given, tuple[Any, ...]]:
        if not isinstance(given, (list, tuple)) or len(given) != self.count:
            raise Refused(f"{self.key} draws {self.count}, not {given!r:.80}", self.clause)
        left = list(self.items)
        for item in given:
            if item not in left:
                raise Refused(f"{self.key}: {item!r:.80} is not there to be drawn", self.clause)
            left.remove(item)
        return list(given), tuple(given)
