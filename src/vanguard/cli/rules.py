"""`vanguard rules`: the catalogue of a rulebook, to be read and searched."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from vanguard.core.clauses import Catalogue, Clause, load_catalogue
from vanguard.core.refusals import Refused

_PARTS = (("rule", "Rule"), ("ruling", "Our ruling"), ("example", "Example"), ("choice", "Who chooses"))


def rules(
    rulebook: Annotated[str, typer.Argument(help="The rulebook, for example killteam_lite.")],
    clause: Annotated[str, typer.Argument(help="A clause, or the beginning of several: shoot, shoot.cover.")] = "",
    find: Annotated[str, typer.Option("--find", "-f", help="Only clauses with all these words.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> None:
    """Read the rules of a rulebook: all of them by chapter, one clause in full, or those with certain words."""
    catalogue = load_catalogue(rulebook)
    found = _asked_for(catalogue, clause, find)
    if as_json:
        print(json.dumps([each.plain() for each in found], indent=2, ensure_ascii=False))
        return
    console = Console(highlight=False)
    if clause or find:
        _print_in_full(console, found)
    else:
        _print_contents(console, catalogue)


def _asked_for(catalogue: Catalogue, clause: str, find: str) -> list[Clause]:
    found = catalogue.search(find) if find else list(catalogue.clauses)
    if find and not found:
        raise Refused(f"no clause of {catalogue.rulebook} has the words {find!r:.80}")
    if not clause:
        return found
    if clause in catalogue:
        return [each for each in found if each.id == clause]
    below = [each for each in found if each.id.startswith(clause.rstrip(".") + ".")]
    return below or [catalogue.get(clause)]


def _print_contents(console: Console, catalogue: Catalogue) -> None:
    console.print(f"[bold]{escape(catalogue.title)}[/] · {len(catalogue.ids)} clauses")
    section = ""
    for clause in catalogue.clauses:
        if clause.section != section:
            section = clause.section
            console.print(f"\n[bold]{escape(section)}[/]")
        console.print(f"  [cyan]{escape(clause.id)}[/]  {escape(_first_sentence(clause.rule))}", soft_wrap=True)
    console.print(f"\nA clause in full: vanguard rules {catalogue.rulebook} CLAUSE")


def _print_in_full(console: Console, clauses: list[Clause]) -> None:
    for number, clause in enumerate(clauses):
        if number:
            console.print()
        console.print(f"[bold cyan]{escape(clause.id)}[/]  [dim]{escape(clause.section)}[/]")
        for key, heading in _PARTS:
            text = getattr(clause, key)
            if text:
                console.print(Padding(f"[bold]{heading}.[/] {escape(text)}", (0, 0, 0, 2)))
        if clause.out_of_scope:
            console.print(Padding(f"[bold]Not enforced.[/] {escape(clause.out_of_scope)}", (0, 0, 0, 2)))


def _first_sentence(rule: str) -> str:
    sentence, stop, _ = rule.partition(". ")
    return sentence + "." if stop else sentence
