"""The two kinds of questions a rule puts: to a player (Choose, Place, Split, Together) and to chance (Roll, Draw).

A question is an awaitable value. Whoever drives the game answers it: a person, a bot, a test script, a replay, an odds
enumerator. An answer has two forms: the *given* form is plain JSON data and goes into records and messages; the *value*
is what the awaiting rule receives. Values are immutable and never refer into the state, so that a fork may replay them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from vanguard.core.events import DiceShown
from vanguard.core.options import Listing as Listing
from vanguard.core.options import Option as Option
from vanguard.core.options import among as among
from vanguard.core.options import yes_or_no as yes_or_no
from vanguard.core.paths import Path as Path
from vanguard.core.paths import read_path
from vanguard.core.refusals import Refused, RuleFault
from vanguard.core.urn import Uniform as Uniform
from vanguard.core.urn import Urn

Player = int
Given = Any
"""The plain JSON form of an answer: a text key, a list of points, amounts per lot, faces."""

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")

D6: tuple[int, ...] = (1, 2, 3, 4, 5, 6)


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(Generic[T]):
    """What all questions share: who decides, the prompt for people, the clause that grants it."""

    __slots__ = ("about", "against", "clause", "dice", "player", "prompt", "reveals", "under_way")
    kind: ClassVar[str] = "question"

    def __init__(
        self, player: Player, prompt: str, clause: str, about: tuple[str, ...] = (), reveals: bool = False
    ) -> None:
        self.player = player
        self.prompt = prompt
        self.clause = clause
        self.about = about
        self.reveals = reveals
        """True if answering shows something hidden to the other player: undo stops here as it stops at a die."""
        self.dice: DiceShown | None = None
        """The dice on the table that this is about, for people to look at; set by rules where somebody may look."""
        self.against: DiceShown | None = None
        """The dice of the other side that they are set against, where both have rolled."""
        self.under_way: Any = None
        """The undertaking that asks it, and what it is unfolding; see `core.undertakings`."""

    def __await__(self) -> Generator[Question[Any], Any, T]:
        value: T = yield self
        return value

    def read(self, given: Given) -> tuple[Given, T]:
        """The answer in its plain form, tidied, and the value the rule receives; `Refused` if it is not legal."""
        raise unanswerable(self)

    def candidates(self) -> list[Given]:
        """A finite, sensible sample of legal answers in plain form; everything, where that is finite and small."""
        return []

    def draw(self, uniform: Uniform) -> Given:
        """One of the candidates, each as likely as any other; where it can, without working out the rest."""
        candidates = self.candidates()
        return candidates[uniform(self._at_least_one(len(candidates)))]

    def _at_least_one(self, count: int) -> int:
        if not count:
            raise RuleFault(f"“{self.prompt}” has no possible answer")
        return count


def unanswerable(question: Question[Any]) -> Exception:
    return TypeError(f"{type(question).__name__} cannot be answered directly")


Options = Sequence[Option[T]] | Callable[[], Sequence[Option[T]]] | Listing[T]


class Choose(Question[T]):
    """One of some listed options. Pass a function instead of a list when listing needs work such as sight checks, or a
    `Listing` when each option can be worked out by itself.

    `obvious` is an option that serves its chooser at least as well as any other, with its label in general words: odds try
    no other. `worthwhile` are options one of which serves its chooser at least as well as any other.
    """

    __slots__ = ("_drawn", "_listed", "_options", "obvious", "worthwhile")
    kind: ClassVar[str] = "choose"

    def __init__(
        self,
        player: Player,
        prompt: str,
        options: Options[T],
        clause: str,
        about: tuple[str, ...] = (),
        reveals: bool = False,
        obvious: Option[T] | None = None,
    ) -> None:
        super().__init__(player, prompt, clause, about, reveals)
        self._options: Options[T] = options
        self._listed: Sequence[Option[T]] | None = None
        self._drawn: Option[T] | None = None
        self.obvious = obvious
        self.worthwhile: Sequence[Option[T]] = ()

    @property
    def options(self) -> Sequence[Option[T]]:
        """All options, the unavailable ones with their reason; listed on first use."""
        listed = self._listed
        if listed is None:
            source: Any = self._options
            if isinstance(source, Listing):
                listed = source.all()
            else:
                listed = source() if callable(source) else source
            self._listed = listed
        return listed

    @property
    def available(self) -> list[Option[T]]:
        return [option for option in self.options if not option.why_not]

    def option(self, key: str) -> Option[T]:
        drawn = self._drawn
        if drawn is not None and drawn.key == key:
            return drawn
        source = self._options
        if self._listed is None and isinstance(source, Listing):
            alone = source.named(key)
            if alone is not None:
                return alone
        for option in self.options:
            if option.key == key:
                return option
        known = ", ".join(option.key for option in self.available[:12])
        raise Refused(f"{key!r:.80} is not one of the answers to “{self.prompt}”; possible: {known}", self.clause)

    def read(self, given: Given) -> tuple[Given, T]:
        if not isinstance(given, str):
            raise Refused(f"“{self.prompt}” is answered by one of its keys, not by {given!r:.80}", self.clause)
        option = self.option(given)
        if option.why_not:
            raise Refused(f"{option.label}: {option.why_not}", option.clause or self.clause)
        return option.key, option.value

    def candidates(self) -> list[Given]:
        return [option.key for option in self.options if not option.why_not]

    def draw(self, uniform: Uniform) -> Given:
        source = self._options
        if self._listed is None and isinstance(source, Listing):
            return self._drawn_from(source, uniform)
        available = self.available
        return available[uniform(self._at_least_one(len(available)))].key

    def _drawn_from(self, listing: Listing[T], uniform: Uniform) -> Given:
        """Drawing until one is available makes every available option equally likely, and leaves most unexamined."""
        urn = Urn(self._at_least_one(len(listing)), uniform)
        option = listing.option(urn.draw())
        while option.why_not:
            option = listing.option(urn.draw())
        self._drawn = option
        return option.key


class Place(Question[T]):
    """A point or a path on the table: checked, not listed.

    `check` turns a path into the value the rule wants or raises `Refused`; `propose` gives a sample of legal paths for
    bots; `area` the reachable region as polygons to draw; `preview` what a path would cost and provoke, itemised, legal or
    not; `snap` the furthest legal path toward a wish. `sample` draws one of the proposed paths, each as likely as any
    other, where that takes less than proposing them all.
    """

    __slots__ = ("_area", "_check", "_preview", "_propose", "_sample", "_snap", "mover", "on", "way")
    kind: ClassVar[str] = "place"

    def __init__(
        self,
        player: Player,
        prompt: str,
        clause: str,
        check: Callable[[Path], T],
        propose: Callable[[], list[Path]],
        mover: str = "",
        area: Callable[[], list[list[tuple[float, float]]]] | None = None,
        preview: Callable[[Path], dict[str, Any]] | None = None,
        snap: Callable[[Path], Path] | None = None,
        on: str = "table",
        about: tuple[str, ...] = (),
        reveals: bool = False,
        sample: Callable[[Uniform], Path] | None = None,
        way: str = "",
    ) -> None:
        super().__init__(player, prompt, clause, about, reveals)
        self._check = check
        self._propose = propose
        self._sample = sample
        self._area = area
        self._preview = preview
        self._snap = snap
        self.mover = mover
        """The key of the model being placed or moved, empty for a marker or a bare point."""
        self.on = on
        """`table` for free measure, `hexes` for a hex map."""
        self.way = way
        """Which of its ways to move this is, as the rulebook calls it, where the clause does not tell."""

    def read(self, given: Given) -> tuple[Given, T]:
        path = read_path(given, self.clause)
        return [list(point) for point in path], self._check(path)

    def candidates(self) -> list[Given]:
        return [[list(point) for point in path] for path in self._propose()]

    def draw(self, uniform: Uniform) -> Given:
        if self._sample is not None:
            path = self._sample(uniform)
        else:
            paths = self._propose()
            path = paths[uniform(self._at_least_one(len(paths)))]
        return [list(point) for point in path]

    def area(self) -> list[list[tuple[float, float]]]:
        """Polygons of the reachable region, empty where the rulebook gives none."""
        return self._area() if self._area is not None else []

    def preview(self, given: Given) -> dict[str, Any]:
        """What this path would cost and provoke: at least `legal`, and `why` and `clause` when it is not."""
        path = read_path(given, self.clause)
        if self._preview is not None:
            return self._preview(path)
        try:
            self._check(path)
        except Refused as refusal:
            return {"legal": False, "why": refusal.message, "clause": refusal.clause}
        return {"legal": True}

    def snap(self, given: Given) -> Given:
        """The furthest legal path toward the wished one; the wish itself where the rulebook has no snapping."""
        path = read_path(given, self.clause)
        if self._snap is not None:
            path = self._snap(path)
        return [list(point) for point in path]


class Lot:
    """One target of a `Split`: its key, a label and how much it may and must get.

    Where dice are picked, `dice` are the places of those it stands for among the dice of the question. `clause` is the one
    behind its limits, where it is not that of the question.
    """

    __slots__ = ("at_least", "at_most", "clause", "dice", "key", "label")

    def __init__(
        self,
        key: str,
        label: str = "",
        at_most: int = 1_000,
        at_least: int = 0,
        dice: tuple[int, ...] = (),
        clause: str = "",
    ) -> None:
        self.key = key
        self.label = label or key
        self.at_most = at_most
        self.at_least = at_least
        self.dice = dice
        self.clause = clause


def bounded_amount(amount: Any, lot: Lot) -> int:
    """A wished amount within what its lot takes; what is no whole number counts as nothing."""
    if isinstance(amount, bool) or not isinstance(amount, int):
        return lot.at_least
    return max(lot.at_least, min(lot.at_most, amount))


class Split(Question[tuple[int, ...]]):
    """Amounts over lots: dice over targets, damage over figures, money over purchases.

    The amounts must add up to `total` (or at most to it, if `up_to`); `check` may forbid some splits for other reasons.
    The value has one amount per lot, in the lots' order. `tell` says of amounts, legal or not, what they come to, where
    that is more than their sum: what a purchase costs. `obvious` are amounts that serve a chooser who is after one lot at
    least as well as any other, in plain form: odds try no other. What follows `is_attack` if it is one attack, and nothing
    that matters comes after it in the same step. It `is_purchase` if one plays on with what is taken here: nobody should
    take nothing unawares.
    """

    __slots__ = ("_check", "_propose", "_tell", "is_attack", "is_purchase", "lots", "obvious", "total", "up_to")
    kind: ClassVar[str] = "split"

    def __init__(
        self,
        player: Player,
        prompt: str,
        total: int,
        lots: Sequence[Lot],
        clause: str,
        up_to: bool = False,
        check: Callable[[tuple[int, ...]], None] | None = None,
        propose: Callable[[], list[tuple[int, ...]]] | None = None,
        about: tuple[str, ...] = (),
        reveals: bool = False,
        tell: Callable[[tuple[int, ...]], str] | None = None,
    ) -> None:
        super().__init__(player, prompt, clause, about, reveals)
        self._tell = tell
        self.obvious: dict[str, int] | None = None
        self.is_attack = False
        self.is_purchase = False
        self.total = total
        self.lots = lots
        self.up_to = up_to
        self._check = check
        self._propose = propose

    def read(self, given: Given) -> tuple[Given, tuple[int, ...]]:
        if not isinstance(given, dict):
            raise Refused(f"“{self.prompt}” is answered by amounts per lot, not by {given!r:.80}", self.clause)
        for key, amount in given.items():
            if not self._has_lot(key):
                raise Refused(f"{key!r:.80} is not one of {', '.join(lot.key for lot in self.lots)}", self.clause)
            if isinstance(amount, bool) or not isinstance(amount, int):
                raise Refused(f"{key} gets a whole number, not {amount!r:.80}", self.clause)
        amounts = tuple([int(given.get(lot.key, 0)) for lot in self.lots])
        self._refuse_unfit(amounts)
        return self.given(amounts), amounts

    def _has_lot(self, key: Any) -> bool:
        for lot in self.lots:
            if lot.key == key:
                return True
        return False

    def weigh(self, given: Given) -> dict[str, Any]:
        """Whether these amounts would be taken, or why not, and what they come to; nothing is answered."""
        told = ""
        try:
            if self._tell is not None and isinstance(given, dict):
                told = self._tell(tuple([bounded_amount(given.get(lot.key, 0), lot) for lot in self.lots]))
            self.read(given)
        except Refused as refusal:
            return {"legal": False, "why": refusal.message, "clause": refusal.clause, "told": told}
        return {"legal": True, "why": "", "clause": "", "told": told}

    def _refuse_unfit(self, amounts: tuple[int, ...]) -> None:
        for lot, amount in zip(self.lots, amounts, strict=True):
            if not lot.at_least <= amount <= lot.at_most:
                words = f"{lot.label} takes {lot.at_least} to {lot.at_most}, not {amount}"
                raise Refused(words, lot.clause or self.clause)
        together = sum(amounts)
        if together > self.total or (together < self.total and not self.up_to):
            limit = f"at most {self.total}" if self.up_to else f"exactly {self.total}"
            raise Refused(f"{limit} to split over all; this gives {together}", self.clause)
        if self._check is not None:
            self._check(amounts)

    def candidates(self) -> list[Given]:
        return [self.given(split) for split in self._splits()]

    def draw(self, uniform: Uniform) -> Given:
        splits = self._splits()
        return self.given(splits[uniform(self._at_least_one(len(splits)))])

    def _splits(self) -> list[tuple[int, ...]]:
        return self._propose() if self._propose is not None else self._plain_splits()

    def every_split(self, most: int) -> list[tuple[int, ...]] | None:
        """All amounts that may be given, not only a sample of them; None if there are more than so many."""
        found: list[tuple[int, ...]] = []
        begun: list[tuple[int, ...]] = [()]
        while begun:
            amounts = begun.pop()
            lots, left = self.lots[len(amounts) :], self.total - sum(amounts)
            if not lots:
                if self._fits(amounts):
                    found.append(amounts)
                if len(found) > most:
                    return None
                continue
            needed = sum([lot.at_least for lot in lots[1:]])
            fits = sum([lot.at_most for lot in lots[1:]])
            least = lots[0].at_least if self.up_to else max(lots[0].at_least, left - fits)
            begun += [(*amounts, amount) for amount in range(least, min(lots[0].at_most, left - needed) + 1)]
        return found

    def given(self, split: tuple[int, ...]) -> Given:
        """These amounts as an answer."""
        return {lot.key: n for lot, n in zip(self.lots, split, strict=True) if n}

    def _plain_splits(self) -> list[tuple[int, ...]]:
        """Everything on each single lot as far as it goes, and one even spread; only the legal ones."""
        found: list[tuple[int, ...]] = []
        for first in range(len(self.lots)):
            order = [first] + [i for i in range(len(self.lots)) if i != first]
            self._keep_legal(self._filled(order, self.total), found)
        self._keep_legal(self._filled(list(range(len(self.lots))), max(1, self.total // max(1, len(self.lots)))), found)
        if self.up_to:
            self._keep_legal(tuple([lot.at_least for lot in self.lots]), found)
        return found

    def _filled(self, order: list[int], share: int) -> tuple[int, ...]:
        amounts = [lot.at_least for lot in self.lots]
        left = self.total - sum(amounts)
        for limit in (share, self.total):
            for i in order:
                extra = max(0, min(limit - amounts[i], self.lots[i].at_most - amounts[i], left))
                amounts[i] += extra
                left -= extra
        return tuple(amounts)

    def _keep_legal(self, amounts: tuple[int, ...], found: list[tuple[int, ...]]) -> None:
        if amounts not in found and self._fits(amounts):
            found.append(amounts)

    def _fits(self, amounts: tuple[int, ...]) -> bool:
        try:
            self._refuse_unfit(amounts)
        except Refused:
            return False
        return True


class Together(Question[tuple[A, B]]):
    """Both players answer in secret; the rule receives both answers at once, and only then does anybody see them."""

    __slots__ = ("parts",)
    kind: ClassVar[str] = "together"

    def __init__(self, first: Question[A], second: Question[B], prompt: str, clause: str) -> None:
        super().__init__(-1, prompt, clause, (), True)
        self.parts: tuple[Question[A], Question[B]] = (first, second)

    def part_of(self, seat: Player) -> Question[Any]:
        for part in self.parts:
            if part.player == seat:
                return part
        raise Refused(f"seat {seat} has nothing to decide now", self.clause)


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

    `alike` merges outcomes further: those it gives the same value make no difference for what follows; rolls with the same
    dice and the same `alike_by` are merged in the same way.
    """

    __slots__ = ("again", "alike", "alike_by", "enough", "faces", "kinds", "ordered")
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
        alike: Callable[[tuple[Any, ...]], Any] | None = None,
    ) -> None:
        super().__init__(player, count, key, clause, prompt, about)
        self.alike = alike
        self.alike_by: Any = None
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
