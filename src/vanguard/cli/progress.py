"""A progress bar on anything that takes more than a second; silent when the output is not a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(what: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A function to be told (done, of) while the bar is shown on standard error."""
    console = Console(stderr=True, quiet=quiet)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


def two_bots(text: str) -> tuple[str, str]:
    """`planner,script` as a pair; one name stands for both."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if len(names) == 1:
        names *= 2
    if len(names) != 2:
        from vanguard.core.refusals import Refused

        raise Refused(f"two bots are wanted, such as script,random, not {text!r:.60}")
    return names[0], names[1]


def several(text: str) -> list[str]:
    """`a,b,c` as a list; empty for nothing."""
    return [name.strip() for name in text.split(",") if name.strip()]
