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
    grid: Annotated[str, typer.Option(help="Kill chance over one or two properties: 'cover=no,yes wounds=1,2,3'")] = "",
    choices: Annotated[
        str,
        typer.Option(
            help="Who decides inside the attack: best (both sides their best) or first (always the first answer)."
        ),
    ] = "best",
    as_json: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> None:
    """The chances of an attack: removed, mean, at least and exactly so many wounds, and what is left of both sides."""
    from vanguard.core.rulebook import load_rulebook
    from vanguard.odds import of_trial

    book = load_rulebook(rulebook)
    fields = book.trial_fields()
    if not wishes and not grid:
        _print_fields(rulebook, fields, as_json)
        return
    if choices not in POLICIES:
        raise Refused(f"--choices is {' or '.join(POLICIES)}, not {choices!r:.40}")
    policy = POLICIES[choices]
    wish = dict(_wish(word) for word in wishes or [])
    if grid:
        axes = [_axis(word) for word in grid.split()]
        _print_grid(book, wish, axes, policy, as_json)
        return
    told = of_trial(book, book.trial(wish), policy).plain()
    if as_json:
        print(json.dumps(told))
    else:
        _print_odds(told)


def _first(question: Any) -> Any:
    return question.candidates()[0]


POLICIES: dict[str, Any] = {"best": None, "first": _first}


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


def _print_fields(rulebook: str, fields: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(fields))
        return
    from rich.console import Console

    console = Console(highlight=False)
    required = fields.get("required", [])
    for name, field in fields.get("properties", {}).items():
        told = field.get("description") or field.get("title") or ""
        limits = _limits(field)
        needed = " [bold](needed)[/]" if name in required else ""
        console.print(f"[bold]{name}[/]  {told}{limits}{needed}", soft_wrap=True)
        if "enum" in field:
            console.print(f"    {', '.join(str(value) for value in field['enum'])}", soft_wrap=True)
    example = " ".join([f"{name}={fields['properties'][name]['enum'][0]}" for name in required])
    console.print(f"[dim]For example: vanguard odds {rulebook} {example}[/]", soft_wrap=True)


def _limits(field: dict[str, Any]) -> str:
    if field.get("type") == "boolean":
        return ": yes or no"
    if "minimum" in field and "maximum" in field:
        return f": {field['minimum']} to {field['maximum']}"
    return f": {field['minimum']} or more" if "minimum" in field else ""


def _print_odds(told: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    from vanguard.core.rulebook import REMOVED

    console = Console(highlight=False, width=100)
    console.print(f"[bold]{told['label']}[/]")
    sure = "exact" if told["exact"] else f"sampled, ± {told['error']:.2%}"
    if told["fate"] != REMOVED:
        console.print(f"{told['fate']} {told['kill']:.2%}  ({sure})")
        return
    console.print(f"{told['fate']} {told['kill']:.2%}, mean damage {told['mean']:.3f}  ({sure})")
    for model in told["models"]:
        if model["wounds"] <= 0 or (len(model["exactly"]) == 1 and model is not told["models"][0]):
            continue
        title = f"{model['key']}: {model['wounds']} left before, {told['fate']} {model['removed']:.2%}"
        table = Table(title=title, title_justify="left", title_style="bold", box=None)
        for heading in ("lost", "exactly", "at least", "left", ""):
            table.add_column(heading, justify="left" if not heading else "right")
        for lost, exactly in model["exactly"].items():
            bar = "█" * round(exactly * 40)
            left = str(model["wounds"] - int(lost))
            table.add_row(lost, f"{exactly:.2%}", f"{model['at_least'][lost]:.2%}", left, bar)
        console.print(table)
    for test, chance in told["tests"].items():
        console.print(f"{test} {chance:.2%}")
    _print_advice(console, told)
    console.print(f"[dim]{told['aim']}[/]")


def _print_advice(console: Any, told: dict[str, Any]) -> None:
    """The best first decision of each side, the likeliest situations first."""
    for seat, who in ((told["attacker"], "attacker"), (1 - told["attacker"], "defender")):
        advice = [entry for entry in told["best"] if entry["seat"] == seat and entry["chance"] >= 0.001]
        if advice:
            console.print(f"best for the {who}:")
        for entry in advice[:5]:
            prompt = f"“{entry['prompt']}” " if entry["prompt"] else ""
            console.print(f"  {entry['chance']:>6.1%}  {prompt}{entry['label']}", soft_wrap=True)


def _print_grid(book: Any, wish: dict[str, Any], axes: list[tuple[str, list[Any]]], policy: Any, as_json: bool) -> None:
    """Kill chance and mean damage over one or two properties."""
    from rich.console import Console
    from rich.table import Table

    if not 1 <= len(axes) <= 2:
        raise Refused(f"a grid has one or two sides, not {len(axes)}")
    (down, down_values), (across, across_values) = axes[0], axes[1] if len(axes) == 2 else ("", [None])
    cells = [
        [_cell(book, {**wish, down: row, **({across: column} if across else {})}, policy) for column in across_values]
        for row in down_values
    ]
    if as_json:
        sides = {"down": down, "down_values": down_values, "across": across, "across_values": across_values}
        print(json.dumps({**sides, "cells": cells}))
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


def _cell(book: Any, wish: dict[str, Any], policy: Any) -> dict[str, float]:
    from vanguard.odds import of_trial

    solved = of_trial(book, book.trial(wish), policy)
    return {"kill": solved.chance_removed(), "mean": solved.mean_damage()}
