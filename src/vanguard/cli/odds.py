"""`vanguard odds`: exact chances of an attack, from the rules that would resolve it."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from vanguard.core.refusals import Refused


def odds(
    rulebook: Annotated[str, typer.Argument(help="Which rulebook, such as killteam_lite.")],
    wishes: Annotated[
        list[str] | None, typer.Argument(help="What attacks what, as name=value; none lists the names.")
    ] = None,
    grid: Annotated[str, typer.Option(help="Kill chance over two properties: cover=no,yes wounds=1,2,3")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> None:
    """The chances of an attack: removed, mean, at least and exactly so many wounds, and what is left of both sides."""
    from vanguard.core.rulebook import load_rulebook
    from vanguard.odds import of_trial

    book = load_rulebook(rulebook)
    if not wishes and not grid:
        _print_fields(book.trial_fields(), as_json)
        return
    wish = dict(_wish(word) for word in wishes or [])
    if grid:
        _print_grid(book, wish, [_axis(word) for word in grid.split()], as_json)
        return
    told = of_trial(book, book.trial(wish)).plain()
    if as_json:
        print(json.dumps(told))
    else:
        _print_odds(told)


def _wish(word: str) -> tuple[str, Any]:
    name, equals, value = word.partition("=")
    if not equals or not name:
        raise Refused(f"a property is given as name=value, not as {word!r:.60}")
    return name, _number(value)


def _number(text: str) -> Any:
    if text.lstrip("+-").isdigit():
        return int(text)
    return {"yes": True, "no": False, "true": True, "false": False}.get(text.lower(), text)


def _axis(word: str) -> tuple[str, list[Any]]:
    name, equals, values = word.partition("=")
    if not equals or not values:
        raise Refused(f"a side of the grid is given as name=value,value,…, not as {word!r:.60}")
    return name, [_number(value) for value in values.split(",")]


def _print_fields(fields: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(fields))
        return
    from rich.console import Console

    console = Console(highlight=False)
    for name, field in fields.get("properties", {}).items():
        console.print(f"[bold]{name}[/]  {field.get('description', '')}", soft_wrap=True)
        if "enum" in field:
            console.print(f"    {', '.join(str(value) for value in field['enum'])}", soft_wrap=True)


def _print_odds(told: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, width=100)
    console.print(f"[bold]{told['label']}[/]")
    sure = "exact" if told["exact"] else f"sampled, ± {told['error']:.2%}"
    console.print(f"removed {told['kill']:.2%}, mean damage {told['mean']:.3f}  ({sure})")
    for model in told["models"]:
        table = Table(title=f"{model['key']}: {model['wounds']} wounds", title_justify="left", box=None)
        for heading in ("wounds lost", "exactly", "at least", "left", ""):
            table.add_column(heading, justify="left" if not heading else "right")
        for lost, exactly in model["exactly"].items():
            bar = "█" * round(exactly * 40)
            left = str(model["wounds"] - int(lost))
            table.add_row(lost, f"{exactly:.2%}", f"{model['at_least'][lost]:.2%}", left, bar)
        console.print(table)
    for choice in told["best"][:1]:
        console.print(f"best answer to “{choice['prompt']}”: {choice['label']}")
    console.print(f"[dim]{told['aim']}[/]")


def _print_grid(book: Any, wish: dict[str, Any], axes: list[tuple[str, list[Any]]], as_json: bool) -> None:
    """Kill chance and mean damage over one or two properties."""
    from rich.console import Console
    from rich.table import Table

    from vanguard.odds import of_trial

    if not 1 <= len(axes) <= 2:
        raise Refused(f"a grid has one or two sides, not {len(axes)}")
    (down, down_values), (across, across_values) = axes[0], axes[1] if len(axes) == 2 else ("", [None])
    cells: list[list[dict[str, float]]] = []
    for row in down_values:
        line: list[dict[str, float]] = []
        for column in across_values:
            solved = of_trial(book, book.trial({**wish, down: row, **({across: column} if across else {})}))
            line.append({"kill": solved.chance_removed(), "mean": solved.mean_damage()})
        cells.append(line)
    if as_json:
        print(
            json.dumps(
                {
                    "down": down,
                    "down_values": down_values,
                    "across": across,
                    "across_values": across_values,
                    "cells": cells,
                }
            )
        )
        return
    table = Table(box=None)
    table.add_column(f"{down} \\ {across}" if across else down)
    for column in across_values:
        table.add_column("" if column is None else str(column), justify="right")
    for row, line in zip(down_values, cells, strict=True):
        table.add_row(str(row), *[f"{cell['kill']:.1%} ({cell['mean']:.2f})" for cell in line])
    console = Console(highlight=False)
    console.print("removed (mean damage)")
    console.print(table)
