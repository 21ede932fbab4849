"""Amounts over lots: dice over targets, damage over figures, money over purchases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from vanguard.core.questions.asking import Given, Player, Question
from vanguard.core.questions.urn import Uniform
from vanguard.core.refusals import Refused


class Lot:
    """One target of a `Split`: its key, a label and how much it may and must get.

    Where dice are picked, `dice` are the places of those it stands for among the dice of the question. `clause` is the one
    behind its limits, where it is not that of the question; `about` are the models it stands for, `card` is the printed
    card of what is bought with it.
    """

    __slots__ = ("about", "at_least", "at_most", "card", "clause", "dice", "key", "label")

    def __init__(
        self,
        key: str,
        label: str = "",
        at_most: int = 1_000,
        at_least: int = 0,
        dice: tuple[int, ...] = (),
        clause: str = "",
        about: tuple[str, ...] = (),
        card: str = "",
    ) -> None:
        self.key = key
        self.label = label or key
        self.at_most = at_most
        self.at_least = at_least
        self.dice = dice
        self.clause = clause
        self.about = about
        self.card = card


def bounded_amount(amount: Any, lot: Lot) -> int:
    """A wished amount within what its lot takes; what is no whole number counts as nothing."""
    if isinstance(amount, bool) or not isinstance(amount, int):
        return lot.at_least
    return max(lot.at_least, min(lot.at_most, amount))


class Split(Question[tuple[int, ...]]):
    """Amounts over lots: dice over targets, damage over figures, money over purchases.

    The amounts must add up to `total` (or at most to it, if `up_to`); `check` may forbid some splits for other reasons.
    The value has one amount per lot, in the lots' order. `tell` says of amounts, legal or not, what they come to, where
    that is more than their sum: what a purchase costs. `usual` are amounts, in plain form, that odds take to be given: a
    convention, where there are too many ways to try them all. What follows `is_attack` if it is one attack, and nothing
    that matters comes after it in the same step. It `is_purchase` if one plays on with what is taken here: nobody should
    take nothing unawares. `out_of_reach` says of a lot, by its number, why nothing can be given to it whatever else is
    given, for a table that need not offer it.
    """

    __slots__ = (
        "_check", "_propose", "_tell", "is_attack", "is_purchase", "lots", "out_of_reach", "total", "up_to", "usual",
    )  # fmt: skip
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
        self.usual: dict[str, int] | None = None
        self.is_attack = False
        self.is_purchase = False
        self.out_of_reach: Callable[[int], str] | None = None
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
