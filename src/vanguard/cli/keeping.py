"""`vanguard backup`, `restore` and `doctor`: care for the games that a server keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vanguard.cli.serve import usual_data_directory

Data = Annotated[Path | None, typer.Option(help="Where games are kept (usually ~/.local/share/vanguard).")]


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")], data: Data = None
) -> None:
    """Copy all games into one file, also while a server plays them."""
    from vanguard.server.storage.backup import back_up, games_told

    number = back_up(data or usual_data_directory(), file)
    print(f"{file} has {games_told(number)}. It holds secrets of seats and dice: keep it where nobody else reads it.")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `vanguard backup` wrote.")],
    data: Data = None,
    replace: Annotated[bool, typer.Option("--replace", help="Move the games that are there aside.")] = False,
) -> None:
    """Put a backup in the place of the games; the server must be stopped."""
    from vanguard.server.storage.backup import games_told
    from vanguard.server.storage.backup import restore as put_back

    folder = data or usual_data_directory()
    number, before = put_back(file, folder, replace)
    print(f"{folder} has {games_told(number)} again.")
    if before is not None:
        print(f"What was there before is now {before}.")


def doctor(data: Data = None) -> int:
    """Look at the data folder, limits, versions and space, and say what to do. Ends with 1 if something is wrong."""
    from vanguard.core.rulebook import load_rulebook, registered
    from vanguard.server.storage.backup import findings

    versions: dict[str, tuple[str, str]] = {}
    wrong = 0
    for name in sorted(registered()):
        try:
            rulebook = load_rulebook(name)
            versions[name] = (rulebook.version, rulebook.content_digest())
        except Exception as fault:
            wrong += 1
            print(f"wrong  The rulebook {name} cannot be loaded: {fault}")
    for well, told in findings(data or usual_data_directory(), versions):
        wrong += not well
        print(f"{'ok   ' if well else 'wrong'}  {told}")
    return 1 if wrong else 0
