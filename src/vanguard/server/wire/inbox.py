"""A queue for one reader. Thousands of sockets have two each, so it is a list and no more."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """What was put in comes out in that order; whoever reads waits if there is nothing."""

    __slots__ = ("_items", "_waiting")

    def __init__(self) -> None:
        self._items: list[T] = []
        self._waiting: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._items)

    def empty(self) -> bool:
        return not self._items

    def put_nowait(self, item: T) -> None:
        self._items.append(item)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def get_nowait(self) -> T:
        return self._items.pop(0)

    async def get(self) -> T:
        """The next; one that is not waited for any longer stays in."""
        while not self._items:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._items.pop(0)
