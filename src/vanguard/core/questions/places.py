"""Where to: a point or a path on the table, and the object that says all a table and bots ask about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from vanguard.core.questions.asking import Given, Player, Question
from vanguard.core.questions.paths import Path, read_path
from vanguard.core.questions.urn import Uniform, Urn, nothing_will_do
from vanguard.core.refusals import Refused

T = TypeVar("T")
V = TypeVar("V")


@mypyc_attr(allow_interpreted_subclasses=True)
class WhereTo(Generic[T]):
    """Somebody about to move, or something about to be put somewhere: whatever a `Place` asks, made from its rule.

    A rule says two things: `check`, what a path comes to or why it is refused, and `aims`, the paths worth trying, legal or
    not. The rest follows from these, and is said again only where it can be said better.
    """

    __slots__ = ("_aims",)
    on: ClassVar[str] = "table"
    draws_area: ClassVar[bool] = False
    """Is there an `area` to draw?"""

    def __init__(self) -> None:
        self._aims: list[Path] | None = None

    def check(self, path: Path) -> T:
        """The value the rule wants; `Refused` if it may not be."""
        raise TypeError(f"{type(self).__name__} does not say where it may be")

    def aims(self) -> list[Path]:
        """Paths worth trying; need not be legal. Asked for once."""
        return []

    def moved_key(self) -> str:
        """The key of the model being placed or moved, empty for a marker or a bare point."""
        return ""

    def ask(
        self, player: Player, prompt: str, clause: str, about: tuple[str, ...] = (), reveals: bool = False
    ) -> Place[T]:
        """The question; the rule receives what `check` made of the answer."""
        return self.ask_for(self.check, player, prompt, clause, about, reveals)

    def ask_for(
        self,
        made_of: Callable[[Path], V],
        player: Player,
        prompt: str,
        clause: str,
        about: tuple[str, ...] = (),
        reveals: bool = False,
        way: str = "",
    ) -> Place[V]:
        """The same question, where the rule wants something else made of the answer."""
        return Place(player, prompt, clause, self, made_of, about, reveals, way)

    # -- for people -------------------------------------------------------------------------------------------------------

    def shown(self, path: Path) -> dict[str, Any]:
        """What is to be seen of a path, legal or not: its cost, what it provokes."""
        return {}

    def preview(self, path: Path) -> dict[str, Any]:
        """What is to be seen of a path, whether it is legal, and why not."""
        shown = self.shown(path)
        try:
            self.check(path)
        except Refused as refusal:
            return {**shown, "legal": False, "why": refusal.message, "clause": refusal.clause}
        return {**shown, "legal": True}

    def area(self) -> list[list[tuple[float, float]]]:
        """Polygons of the reachable region."""
        return []

    def snap(self, path: Path) -> Path:
        """About the nearest legal path to a wish."""
        return path

    # -- for bots ---------------------------------------------------------------------------------------------------------

    def count(self) -> int:
        """How many paths are thought of; each is worked out by itself, and need not be legal."""
        return len(self._aimed())

    def proposal(self, number: int) -> Path:
        """One of the paths thought of as a legal one, or nothing."""
        return self.tried(self._aimed()[number])

    def _aimed(self) -> list[Path]:
        aims = self._aims
        if aims is None:
            aims = self._aims = self.aims()
        return aims

    def tried(self, aim: Path) -> Path:
        """An aim as a legal path, or nothing."""
        return aim if self.is_legal(aim) else ()

    def is_legal(self, path: Path) -> bool:
        try:
            self.check(path)
        except Refused:
            return False
        return True

    def last_resort(self) -> Iterable[Path]:
        """Legal paths that are looked for only where none of those thought of is legal."""
        return ()

    def legal_aims(self) -> Iterator[Path]:
        """The paths thought of, as far as they are legal, each once; those of last resort where none is."""
        seen: set[Path] = set()
        for number in range(self.count()):
            path = self.proposal(number)
            if path and path not in seen:
                seen.add(path)
                yield path
        if not seen:
            yield from self.last_resort()

    def proposals(self) -> Iterator[Path]:
        """A sample of legal paths, in a fixed order; none is worked out before it is asked for."""
        return self.legal_aims()

    def propose(self) -> list[Path]:
        return list(self.proposals())

    def sample(self, uniform: Uniform) -> Path:
        """One of the proposals, each as likely as any other: drawn until one is legal."""
        count = self.count()
        urn = Urn(count, uniform)
        for _ in range(count):
            path = self.proposal(urn.draw())
            if path:
                return path
        rest = list(self.last_resort())
        if not rest:
            raise nothing_will_do()
        return rest[uniform(len(rest))]

    def is_possible(self) -> bool:
        """Is any path legal? Every one that is thought of is tried."""
        for _ in self.proposals():
            return True
        return False


class Place(Question[T]):
    """A point or a path on the table: checked, not listed. `where` says all there is to ask about it; `made_of` turns a path
    into the value the rule wants, or refuses it.
    """

    __slots__ = ("_made_of", "mover", "on", "way", "where")
    kind: ClassVar[str] = "place"

    def __init__(
        self,
        player: Player,
        prompt: str,
        clause: str,
        where: WhereTo[Any],
        made_of: Callable[[Path], T],
        about: tuple[str, ...] = (),
        reveals: bool = False,
        way: str = "",
    ) -> None:
        super().__init__(player, prompt, clause, about, reveals)
        self.where = where
        self._made_of = made_of
        self.mover: str = where.moved_key()
        """The key of the model being placed or moved, empty for a marker or a bare point."""
        self.on: str = where.on
        """`table` for free measure, `hexes` for a hex map."""
        self.way = way
        """Which of its ways to move this is, as the rulebook calls it, where the clause does not tell."""

    def read(self, given: Given) -> tuple[Given, T]:
        path = read_path(given, self.clause)
        return as_given(path), self._made_of(path)

    def candidates(self) -> list[Given]:
        return [as_given(path) for path in self.where.propose()]

    def examples(self, most: int) -> list[Given]:
        """The first of its candidates, for people; no more are worked out."""
        return [as_given(path) for path in islice(self.where.proposals(), most)]

    def draw(self, uniform: Uniform) -> Given:
        return as_given(self.where.sample(uniform))

    @property
    def has_area(self) -> bool:
        return self.where.draws_area

    def area(self) -> list[list[tuple[float, float]]]:
        """Polygons of the reachable region, empty where the rulebook gives none."""
        return self.where.area()

    def preview(self, given: Given) -> dict[str, Any]:
        """What this path would cost and provoke: at least `legal`, and `why` and `clause` when it is not."""
        return self.where.preview(read_path(given, self.clause))

    def snap(self, given: Given) -> Given:
        """The furthest legal path toward the wished one; the wish itself where the rulebook has no snapping."""
        return as_given(self.where.snap(read_path(given, self.clause)))


def as_given(path: Path) -> Given:
    """A path as records and messages have it."""
    return [list(point) for point in path]
