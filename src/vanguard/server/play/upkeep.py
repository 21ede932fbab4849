"""How many games are kept, of whom, and which go first when there are too many.

Nobody's games are pushed out by another's: each kind has a number of its own, so that empty games never cost a played one, and
of a kind those go first whose maker has most of them. A maker's own number of unfinished games has a limit too.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from vanguard.core.refusals import Refused
from vanguard.server.storage import rows
from vanguard.server.storage.rows import Statement
from vanguard.server.storage.store import StorageFault, Store

log = logging.getLogger("vanguard.server")

DAY = 24 * 3600.0
MESSAGE_IDS_DAYS = 7.0
"""How long a browser may take to repeat what was not acknowledged."""
TIDY_EVERY = 100
"""How many games are made until the disk is tidied again; it is tidied at the start too."""


class TooMany(Refused):
    """Beyond what one maker may have here."""


@dataclass(frozen=True)
class Keeping:
    """What a host keeps. Numbers are of games; beyond them the longest untouched of whoever has most go."""

    finished: int = 5_000
    unfinished: int = 5_000
    """Games that somebody has played."""
    empty: int = 1_000
    """Games in which nobody has answered yet."""
    records: int = 500
    of_one_maker: int = 300
    """Unfinished games that were made from one address."""
    days: float = 0.0
    """Games untouched for so many days go, finished or not; 0: never."""
    empty_days: float = 30.0

    def numbers(self) -> dict[str, int]:
        # Empty games first, so that a host who lowers all numbers loses nothing played before them.
        return {
            "empty": self.empty,
            "records": self.records,
            "finished": self.finished,
            "unfinished": self.unfinished,
        }


def keeping_from(wishes: list[str]) -> Keeping:
    """What a host wants kept, as `finished=1000` and the like."""
    known = {name: type(value) for name, value in vars(Keeping()).items()}
    wanted: dict[str, Any] = {}
    for wish in wishes:
        name, _, number = wish.partition("=")
        try:
            wanted[name] = known[name](number)
        except (KeyError, ValueError):
            raise Refused(f"{wish!r:.60} cannot be kept to; say a number of {', '.join(known)}") from None
        if wanted[name] < 0:
            raise Refused(f"{wish!r:.60}: fewer than none cannot be kept")
    return Keeping(**wanted)


def maker_of(address: str) -> str:
    """Whose quota a game counts against; the address itself is nobody's business later."""
    return hashlib.sha256(f"vanguard maker {address}".encode()).hexdigest()[:16] if address else ""


class Upkeep:
    """Tidies the disk. `delete` deletes a game at which nobody is and says whether it did."""

    def __init__(self, store: Store, keeping: Keeping, delete: Callable[[str], Awaitable[bool]]) -> None:
        self.store = store
        self.keeping = keeping
        self._delete = delete
        self._made = 0

    async def make_room(self, maker: str) -> None:
        """For one more game of this maker: one of its own that nobody played goes, or it is refused."""
        if not maker:
            return
        every, _ = self.store.count_of(maker)
        if every < self.keeping.of_one_maker:
            return
        for game in self.store.oldest_empty_of(maker)[:20]:
            if await self._delete(game):
                return
        raise TooMany(f"you have {every} unfinished games here; finish or delete some before you make another")

    async def one_more(self) -> None:
        self._made += 1
        if self._made % TIDY_EVERY == 0:
            await self.tidy()

    async def tidy(self) -> None:
        """Delete what is beyond the numbers, never a game at which somebody is, and give the room back to the disk."""
        gone = 0
        for game in self._overdue():
            gone += await self._delete(game)
        now = time.time()
        housekeeping: list[Statement] = [rows.forgetting_messages(now - MESSAGE_IDS_DAYS * DAY)]
        if gone:
            log.info("games deleted because there were too many: %d", gone)
            housekeeping.append(rows.dropping_unused_contents())
        try:
            await self.store.write(housekeeping, shrink=bool(gone))
        except StorageFault as fault:
            log.error("the disk could not be tidied: %s", fault)

    def _overdue(self) -> list[str]:
        keeping, now = self.keeping, time.time()
        found: dict[str, None] = {}
        for kind, number in keeping.numbers().items():
            found.update(dict.fromkeys(self.store.overdue(kind, number)))
            days = keeping.empty_days if kind == "empty" else keeping.days
            if days:
                found.update(dict.fromkeys(self.store.untouched_since(kind, now - days * DAY)))
        return list(found)
