"""`vanguard rulebooks`: what can be played here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.markup import escape

from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Offer, Rulebook, load_rulebook, registered


def rulebooks(
    name: Annotated[str, typer.Argument(help="One of them, with everything that can be picked.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> None:
    """The installed rulebooks: name, version, what kind of game it is, and what can be picked."""
    books = [load_rulebook(name)] if name else [_loaded(known) for known in sorted(registered())]
    if as_json:
        print(json.dumps([_plain(book) for book in books], indent=2, ensure_ascii=False))
        return
    from rich.console import Console

    console = Console(highlight=False)
    for book in books:
        if isinstance(book, Broken):
            console.print(f"[bold]{book.name}[/]\n  cannot be loaded: {escape(book.problem)}", soft_wrap=True)
            continue
        offered = (
            _counted(len(book.armies()), "army", "armies"),
            _counted(len(book.battlefields()), "map", "maps"),
            _counted(len(book.scenarios()), "scenario", "scenarios"),
        )
        console.print(f"[bold]{book.name}[/] {book.version} · {escape(book.title)}")
        console.print(f"  {escape(book.summary)}\n  {', '.join(offered)}", soft_wrap=True)
        if name:
            for title, offers in _to_pick(book):
                console.print(f"\n{title}")
                for offer in offers:
                    console.print(f"  [bold]{escape(offer.key)}[/]  {escape(offer.name)}", soft_wrap=True)


def _to_pick(book: Rulebook) -> list[tuple[str, Sequence[Offer]]]:
    """What `vanguard play` takes by name."""
    found: list[tuple[str, Sequence[Offer]]] = [("Scenarios (--scenario)", book.scenarios())]
    for scenario in book.scenarios():
        found.append((f"Maps of {scenario.name} (--map)", book.battlefields(scenario.key)))
    return [*found, ("Armies (--army, --against)", book.armies())]


def _counted(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


class Broken:
    """An installed rulebook that cannot be loaded; it must not hide the others."""

    def __init__(self, name: str, problem: str) -> None:
        self.name = name
        self.problem = problem


def _loaded(name: str) -> Rulebook | Broken:
    try:
        return load_rulebook(name)
    except Refused as refusal:
        return Broken(name, str(refusal))
    except Exception as problem:  # a third party's package may fail in any way
        return Broken(name, f"{type(problem).__name__}: {problem}")


def _plain(book: Rulebook | Broken) -> dict[str, Any]:
    if isinstance(book, Broken):
        return {"name": book.name, "problem": book.problem}
    return {
        "name": book.name,
        "version": book.version,
        "title": book.title,
        "summary": book.summary,
        "unit": book.unit,
        "scenarios": [offer.key for offer in book.scenarios()],
        "battlefields": [offer.key for offer in book.battlefields()],
        "armies": [offer.key for offer in book.armies()],
    }
