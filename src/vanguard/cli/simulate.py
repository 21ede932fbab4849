"""`vanguard simulate`: many games between two bots, counted."""

from __future__ import annotations

import json
from typing import Annotated

import typer


def simulate(
    rulebook: Annotated[str, typer.Argument(help="Which rulebook, such as killteam_lite.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    bots: Annotated[str, typer.Option(help="The two bots by level, first and second seat.")] = "random,random",
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    scenario: Annotated[str, typer.Option(help="One scenario, such as a campaign; else all set-ups in turn.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> int:
    """Play many games between two bots and count how they end."""
    from vanguard.cli.progress import progress_bar, two_bots
    from vanguard.lab.simulation import simulate as run

    with progress_bar(f"{rulebook}: {bots}", quiet=as_json) as progress:
        told = run(rulebook, games, seed, two_bots(bots), jobs, progress, scenario)
    if as_json:
        print(json.dumps(told))
    else:
        results = told["results"]
        print(f"{told['games']} games of {rulebook} ({' against '.join(told['bots'])}) in {told['seconds']} s")
        print(f"  first seat won {results['first']}, second {results['second']}, drawn {results['draw']}")
        print(
            f"  {told['decisions']} decisions, {told['decisions_per_second']:,.0f} a second; {told['games_per_second']} games a second"
        )
        print(
            f"  refused {told['refused']}, crashed {told['crashed']}, stalled {told['stalled']}, bots' thinking failed {told['fell_back']}"
        )
        for problem in told["problems"]:
            print(f"  ! {problem}")
    return 1 if told["crashed"] or told["stalled"] else 0
