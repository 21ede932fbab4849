"""Asynchronous code in tests, whatever the thread of the test is doing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, in a loop and a thread of its own.

    A browser test leaves its loop running in the main thread, where `asyncio.run` then fails: what a test does must not
    depend on which tests ran before it.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
