"""A line in which nobody waits long for another: one job of each person in turn, and within a rank only."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")

SOMEBODY_WAITS, NOBODY_WAITS = 0, 1
"""The ranks: what a person waits for comes before what only goes on, such as two bots that are watched."""
MOST_OF_ONE = 40
"""Jobs of one person that may stand in a line."""


class LineFull(Exception):
    """This person has enough jobs in the line."""


class FairLine(Generic[T]):
    """Jobs by person, taken in turns."""

    def __init__(self) -> None:
        self._ranks: tuple[OrderedDict[str, deque[T]], ...] = (OrderedDict(), OrderedDict())
        self._served: str | None = None
        """Whose job was taken last, until it is done."""
        self._changed = threading.Condition()
        self._closed = False

    def put(self, job: T, person: str, rank: int = SOMEBODY_WAITS) -> None:
        with self._changed:
            theirs = self._ranks[rank].setdefault(person, deque())
            if len(theirs) >= MOST_OF_ONE:
                raise LineFull(f"{MOST_OF_ONE} jobs wait already")
            theirs.append(job)
            self._changed.notify()

    def take(self) -> T | None:
        """The next job, when there is one; None when the line is closed."""
        with self._changed:
            while True:
                for waiting in self._ranks:
                    if waiting:
                        return self._first_of(waiting)
                if self._closed:
                    return None
                self._changed.wait()

    def done(self) -> None:
        """The job that was taken is done."""
        with self._changed:
            self._served = None

    def _first_of(self, waiting: OrderedDict[str, deque[T]]) -> T:
        person, theirs = next(iter(waiting.items()))
        self._served = person
        job = theirs.popleft()
        if theirs:
            waiting.move_to_end(person)
        else:
            del waiting[person]
        return job

    def has(self, person: str) -> bool:
        """Whether a job of this person waits or is being done."""
        with self._changed:
            return person == self._served or any([person in waiting for waiting in self._ranks])

    def __len__(self) -> int:
        """How many jobs wait or are being done."""
        with self._changed:
            waiting = sum([len(theirs) for waiting in self._ranks for theirs in waiting.values()])
            return waiting + (self._served is not None)

    def close(self) -> list[T]:
        """No more jobs; those that still wait are given back."""
        with self._changed:
            left = [job for waiting in self._ranks for theirs in waiting.values() for job in theirs]
            for waiting in self._ranks:
                waiting.clear()
            self._closed = True
            self._changed.notify_all()
        return left
