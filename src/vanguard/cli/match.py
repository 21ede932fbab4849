"""`vanguard match` and `vanguard ladder`: which bot is stronger, and how sure that is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer


def match(
    rulebook: Annotated[str, typer.Argument(help="Which rulebook, such as killteam_lite.")],
    bots: Annotated[
        str,
        typer.Option(
            help="The two bots by level, or your own as package.module:maker; the win rate is the first one's."
        ),
    ] = "script,random",
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of games with seats swapped.")] = 100,
    armies: Annotated[str, typer.Option(help="Only these ready armies, separated by commas.")] = "",
    maps: Annotated[str, typer.Option(help="Only these maps, separated by commas.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    file: Annotated[Path | None, typer.Option(help="Append results to this file, and resume it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> int:
    """Play pairs of games with the same map, armies and dice and the seats swapped; draws count half."""
    from vanguard.cli.progress import progress_bar, several, two_bots
    from vanguard.lab.matches import MatchPlan, run_match

    plan = MatchPlan(rulebook, two_bots(bots), pairs, seed, several(armies), several(maps))
    with progress_bar(f"{rulebook}: {bots}", quiet=as_json) as progress:
        told = run_match(plan, jobs, file, progress)
    if as_json:
        print(json.dumps(told))
    else:
        _print_match(told)
    return 1 if told["crashed"] or told["stalled"] else 0


def _print_match(told: dict[str, Any]) -> None:
    first, second = told["bots"]
    print(f"{told['rulebook']}: {first} against {second}, {told['games']} games in {told['seconds']} s")
    print(f"  {first} won {told['wins']}, drew {told['draws']}, lost {told['losses']}")
    print(f"  win rate {told['win_rate']:.1%} (95 % interval {told['low']:.1%} to {told['high']:.1%})")
    print(
        f"  first seat {told['first_player']:.1%}; {told['decisions_per_game']} decisions a game, {told['decisions_per_second']:,.0f} a second"
    )
    print(
        f"  refused {told['refused']}, crashed {told['crashed']}, stalled {told['stalled']}, "
        f"bots' thinking failed {told['fell_back']}, unfinished {told['unfinished']}{', stopped early' if told['interrupted'] else ''}"
    )
    for problem in told["problems"]:
        print(f"  ! {problem}")
    for what in ("army", "map"):
        rows = told["armies_table"] if what == "army" else told["maps_table"]
        for row in rows:
            kind = "" if what == "army" else " (first seat)"
            print(
                f"    {row[what]:<32} {row['win_rate']:6.1%}  {row['low']:.1%}–{row['high']:.1%}  {row['games']} games{kind}"
            )


def ladder(
    rulebook: Annotated[str, typer.Argument(help="Which rulebook, such as killteam_lite.")],
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of games per pairing of rungs.")] = 50,
    levels: Annotated[str, typer.Option(help="Only these levels, separated by commas.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
) -> None:
    """Play the rungs of the ladder against each other and print ratings (random stands at 1000)."""
    from vanguard.bots import levels as known_levels
    from vanguard.cli.progress import progress_bar, several
    from vanguard.lab.matches import MatchPlan, run_match
    from vanguard.lab.statistics import ratings

    rungs = several(levels) or known_levels(rulebook)
    points: dict[tuple[str, str], tuple[float, int]] = {}
    matches: list[dict[str, Any]] = []
    for i, stronger in enumerate(rungs):
        for weaker in rungs[:i]:
            with progress_bar(f"{stronger} against {weaker}", quiet=as_json) as progress:
                told = run_match(MatchPlan(rulebook, (stronger, weaker), pairs, seed), jobs, None, progress)
            points[stronger, weaker] = (told["wins"] + told["draws"] / 2, told["games"])
            matches.append(told)
    rated = ratings(points, rungs[0])
    if as_json:
        print(json.dumps({"rulebook": rulebook, "ratings": rated, "matches": matches}))
        return
    for name in sorted(rated, key=lambda name: -rated[name]):
        print(f"  {name:<12} {rated[name]:6.0f}")
    for told in matches:
        print(
            f"  {told['bots'][0]} – {told['bots'][1]}: {told['win_rate']:.1%} ({told['low']:.1%} to {told['high']:.1%}), {told['games']} games"
        )
