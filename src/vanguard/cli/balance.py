"""`vanguard balance`: how even the factions of a rulebook are, and how sure that is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer


def balance(
    rulebook: Annotated[str, typer.Argument(help="Which rulebook, such as normandy.")],
    bots: Annotated[str, typer.Option(help="The level of the bot that plays both sides.")] = "script",
    games: Annotated[int, typer.Option(min=1, help="How many games; they come in pairs with seats swapped.")] = 100,
    armies: Annotated[str, typer.Option(help="Only these ready armies, separated by commas.")] = "",
    maps: Annotated[str, typer.Option(help="Only these maps, separated by commas.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    file: Annotated[Path | None, typer.Option(help="Append results to this file, and resume it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> int:
    """Play every faction against every other, both ways round on the same map and dice; draws count half."""
    from vanguard.cli.progress import progress_bar, several
    from vanguard.lab.balance import BalancePlan, measure_balance

    plan = BalancePlan(rulebook, bots, games, seed, several(armies), several(maps))
    with progress_bar(f"{rulebook}: balance by {bots}", quiet=as_json) as progress:
        told = measure_balance(plan, jobs, file, progress)
    if as_json:
        print(json.dumps(told))
    else:
        _print_balance(told)
    return 1 if told["crashed"] or told["stalled"] else 0


def _print_balance(told: dict[str, Any]) -> None:
    print(
        f"{told['balance']}: {told['games']} games of {told['bot']} against itself in {told['seconds']} s, "
        f"{told['draws']} drawn{', stopped early' if told['interrupted'] else ''}"
    )
    _print_rates("Factions", "faction", told["factions"])
    if len(told["pairings"]) > 1:
        named = [{**row, "pairing": f"{row['faction']} – {row['against']}"} for row in told["pairings"]]
        _print_rates("Pairings (the first named)", "pairing", named)
    _print_rates("Armies", "army", told["armies_table"])
    if told["first_seat"] is not None:
        _print_rates("First seat", "seat", [{**told["first_seat"], "seat": "on all maps"}])
        _print_rates("", "map", told["maps_table"])
    if told["first_mover"] is not None:
        _print_rates("Who acts first", "mover", [{**told["first_mover"], "mover": "whichever its seat"}])
    _print_drama(told["drama"])
    _print_recruits(told["recruits"], told["games"])
    print(
        f"  refused {told['refused']}, crashed {told['crashed']}, stalled {told['stalled']}, "
        f"bots' thinking failed {told['fell_back']}, unfinished {told['unfinished']}; "
        f"{told['decisions_per_game']} decisions a game, {told['decisions_per_second']:,.0f} a second"
    )
    for problem in told["problems"]:
        print(f"  ! {problem}")


def _print_rates(title: str, what: str, rows: list[dict[str, Any]]) -> None:
    if rows and title:
        print(f"  {title}: win rate, 95 % interval")
    for row in rows:
        print(
            f"    {row[what]:<32} {row['win_rate']:6.1%}  {row['low']:.1%} to {row['high']:.1%}  {row['games']} games"
        )


def _print_drama(told: dict[str, float] | None) -> None:
    if told is None:
        return
    print(
        f"  Close games {told['close']:.1%}; the lead changed {told['lead_changes']:.2f} times a game; led at half-time "
        f"{told['led_at_half_time']:.1%}, settled by then {told['settled_at_half_time']:.1%}; "
        f"the loser scored nothing in {told['loser_scored_nothing']:.1%}"
    )


def _print_recruits(rows: list[dict[str, Any]], games: int) -> None:
    if not rows or not games:
        return
    print("  Recruited: times in all, games it was recruited in")
    for row in sorted(rows, key=lambda row: (row["faction"], -row["times"], row["card"])):
        print(f"    {row['faction']:<12} {row['card']:<28} {row['times']:5}  {row['games'] / games:6.1%}")
