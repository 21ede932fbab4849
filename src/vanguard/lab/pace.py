"""How fast this machine is at the moment: a fixed piece of plain Python, timed beside the figures of `make bench`.

The limits of the benches that are times were set on one machine. Each is multiplied by what this piece takes now and divided
by what it took there: a slow day is not a broken promise, and a fast one hides nothing. The piece uses nothing of the engine,
so that what the engine gains or loses does not move it, and is compiled with it, so that compiled figures have its twin.
"""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

Found = TypeVar("Found")

REFERENCE: Final = {"plain": 2.89, "compiled": 1.15}
"""Milliseconds of the piece on the machine of the limits: docs/architecture.md says which and when."""
ROUNDS: Final = 7
"""The best of so many is a reading."""
FEW_ROUNDS: Final = 3
BETWEEN_READINGS: Final = 0.4
"""Of whoever reads all along: a fiftieth of a processor."""
WALKERS: Final = 60
STEPS: Final = 60


class Walker:
    """Something small that is copied and changed, as models are."""

    __slots__ = ("name", "steps", "x", "y")

    def __init__(self, name: str, x: float, y: float, steps: int) -> None:
        self.name = name
        self.x = x
        self.y = y
        self.steps = steps

    def copy(self) -> Walker:
        return Walker(self.name, self.x, self.y, self.steps)

    def step(self, draw: int) -> None:
        self.x += 0.5 * (draw % 5 - 2)
        self.y += 0.25 * (draw % 7 - 3)
        self.steps += 1


def piece() -> int:
    """What rules are made of: small objects copied, floats compared, chances gathered in a dictionary, lists sorted.

    Never to be changed without measuring `REFERENCE` again.
    """
    walkers = [Walker(f"w{i}", float(i % 8), float(i // 8), 0) for i in range(WALKERS)]
    seen: dict[tuple[int, int], float] = {}
    draw = 1
    for _ in range(STEPS):
        walkers = [walker.copy() for walker in walkers]
        for walker in walkers:
            draw = (draw * 1103 + 12345) % 65536
            walker.step(draw)
            if walker.x * walker.x + walker.y * walker.y > 400.0:
                walker.x, walker.y = 0.0, 0.0
            where = (int(walker.x), int(walker.y))
            seen[where] = seen.get(where, 0.0) + 1.0 / (1.0 + walker.steps)
        walkers.sort(key=by_place)
    return len(seen) + len([walker for walker in walkers if walker.x > 0.0])


def by_place(walker: Walker) -> tuple[float, float]:
    return (walker.x, walker.y)


class Pace:
    """What the yardstick took beside some figures, and what it took where their limits were set, in milliseconds."""

    __slots__ = ("reference", "yardstick")

    def __init__(self, yardstick: float, reference: float) -> None:
        self.yardstick = yardstick
        self.reference = reference

    def most(self, limit: float) -> float:
        """A time that was promised there, as it is owed here."""
        return limit * self.yardstick / self.reference

    def least(self, limit: float) -> float:
        """How much was promised in a second there, as it is owed here."""
        return limit * self.reference / self.yardstick

    def words(self, limit: float) -> str:
        """Of a scaled limit: what it was before, and by what it is scaled."""
        return f"{limit:,g} at yardstick {self.reference:.2f}, now {self.yardstick:.2f} ms"


def kept_in_time(took: float, limit: float | None, pace: Pace) -> tuple[bool, str]:
    """Was what was promised kept, scaled by the pace? And the words for it; none where nothing is promised."""
    if limit is None:
        return True, ""
    owed = pace.most(limit)
    return took <= owed, f"{'kept' if took <= owed else 'MISSED'} (at most {owed:.4g}: {pace.words(limit)})"


def form() -> str:
    """In which form this piece is here: compiled or plain."""
    return "plain" if str(sys.modules[__name__].__file__).endswith(".py") else "compiled"


def reading(rounds: int = ROUNDS) -> float:
    """Milliseconds of processor time of the piece, the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect(0)
        gc.disable()
        start = time.process_time()
        piece()
        best = min(best, time.process_time() - start)
        gc.enable()
    return 1000.0 * best


def beside(measure: Callable[[], Found], read: Callable[[], float] = reading) -> tuple[Found, Pace]:
    """What is measured, and the pace: the mean of a reading before it and one after it."""
    before = read()
    found = measure()
    return found, Pace((before + read()) / 2.0, REFERENCE[form()])


class AllAlong:
    """The pace while something takes long: the median of what a process beside it reads again and again.

    The processors of a shared machine slow down and speed up by half within seconds; a reading before and one after say little
    about the time between.
    """

    def __init__(self) -> None:
        command = [sys.executable, "-c", f"from {__name__} import tell_readings; tell_readings()"]
        self._telling: Any = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def pace(self) -> Pace:
        """Of the time since it began; it ends here."""
        self._telling.terminate()
        told = self._telling.communicate()[0].split()
        return Pace(statistics.median([float(one) for one in told] or [reading()]), REFERENCE[form()])


def tell_readings() -> None:
    """Prints a reading now and then, until it is ended."""
    while True:
        print(f"{reading(FEW_ROUNDS):.3f}", flush=True)
        time.sleep(BETWEEN_READINGS)
