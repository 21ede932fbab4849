"""Where to: a point or a path on the table, and the object that says all a table and bots ask about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from vanguard.core.asking import Given, Player, Question
from vanguard.core.paths import Path, read_path
from vanguard.core.refusals import Refused
from vanguard.core.urn import Uniform, Urn, nothing_will_do

T = TypeVar("T")
V = TypeVar("V")


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

    def examples(self, most: int) -> list[Given]:
        """A few of its candidates, for people."""
        return self.candidates()[:most]

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
        return Place(
            player, prompt, clause, made_of, self.propose, self.moved_key(), self.area if self.draws_area else None,
            self.preview, self.snap, self.on, about, reveals, self.sample, way,
        )  # fmt: skip

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

    def propose(self) -> list[Path]:
        """A sample of legal paths, in a fixed order."""
        found = [path for path in [self.proposal(number) for number in range(self.count())] if path]
        return found or list(self.last_resort())

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
        for number in range(self.count()):
            if self.proposal(number):
                return True
        for _ in self.last_resort():
            return True
        return False
