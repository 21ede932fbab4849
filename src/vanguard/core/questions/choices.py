"""Choosing one of some options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from vanguard.core.questions.asking import Given, Player, Question
from vanguard.core.questions.options import Listing, Option
from vanguard.core.questions.urn import Uniform, Urn
from vanguard.core.refusals import Refused

T = TypeVar("T")

Options = Sequence[Option[T]] | Callable[[], Sequence[Option[T]]] | Listing[T]


class Choose(Question[T]):
    """One of some listed options. Pass a function instead of a list when listing needs work such as sight checks, or a
    `Listing` when each option can be worked out by itself.

    `usual` is the option that odds take to be chosen: a convention, not a claim that it is the best. What follows `is_attack` if it
    is one attack whatever is chosen, so that the answers can be weighed against each other by what it comes to.
    """

    __slots__ = ("_drawn", "_listed", "_options", "is_attack", "usual")
    kind: ClassVar[str] = "choose"

    def __init__(
        self,
        player: Player,
        prompt: str,
        options: Options[T],
        clause: str,
        about: tuple[str, ...] = (),
        reveals: bool = False,
    ) -> None:
        super().__init__(player, prompt, clause, about, reveals)
        self._options: Options[T] = options
        self._listed: Sequence[Option[T]] | None = None
        self._drawn: Option[T] | None = None
        self.usual: Option[T] | None = None
        self.is_attack = False

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
