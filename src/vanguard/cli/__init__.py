"""The `vanguard` command. A command is a function in a module of this package and a line in `COMMANDS`.

Only the module of the command that is asked for is imported, so that `vanguard --help` answers at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import typer

from vanguard.cli.commands import COMMANDS
from vanguard.core.content import ContentFaults
from vanguard.core.refusals import Refused

DEBUG = "VANGUARD_DEBUG"
MISUSED, CRASHED, INTERRUPTED = 2, 1, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. Whatever goes wrong is told in a clear line, never a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = application(_chosen(given))(given, prog_name="vanguard", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except typer.TyperException as misuse:
        return _complain(_with_usage(misuse), MISUSED)
    except ContentFaults as refused:
        return _complain(str(refused), MISUSED)
    except Refused as refused:
        return _complain(str(refused), MISUSED)
    except BrokenPipeError:
        # The reader (`head`, a pager) has seen enough; what is still buffered goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return _complain("Stopped.", INTERRUPTED)
    except OSError as broken:
        if os.environ.get(DEBUG):
            raise
        place = f": {broken.filename}" if broken.filename else ""
        return _complain(f"{broken.strerror or broken}{place}", MISUSED)
    except Exception as bug:
        if os.environ.get(DEBUG):
            raise
        told = " ".join(str(bug).split())
        return _complain(
            f"This should not have happened: {type(bug).__name__}: {told} (set {DEBUG}=1 to see where)", CRASHED
        )


def application(chosen: str = "") -> typer.Typer:
    """All commands with their one-line help; only the chosen one is imported."""
    app = typer.Typer(
        name="vanguard",
        help="Vanguard: a rules-enforcing tabletop for skirmish wargames.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
    )
    app.callback()(_no_options)
    for name, (place, told) in COMMANDS.items():
        if name != chosen:
            app.command(name, help=told)(_not_loaded)
            continue
        command = _load(place)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
    return app


def _no_options() -> None:
    """Without options of its own; it keeps `vanguard COMMAND` the form even while there is one command only."""


def _not_loaded() -> None:
    """Stands for a command that was not asked for."""


def _load(place: str) -> Callable[..., Any] | typer.Typer:
    module, _, name = place.partition(":")
    loaded: Callable[..., Any] | typer.Typer = getattr(import_module(module), name)
    return loaded


def _chosen(arguments: Sequence[str]) -> str:
    return next((argument for argument in arguments if not argument.startswith("-")), "")


def _with_usage(misuse: typer.TyperException) -> str:
    told = misuse.format_message() if hasattr(misuse, "format_message") else str(misuse)
    context = getattr(misuse, "ctx", None)
    if context is None:
        return told
    return f"{told.rstrip('.?')}{'?' if '?' in told else '.'} Try '{context.command_path} --help'."


def _complain(told: str, code: int) -> int:
    if told:
        print(told, file=sys.stderr)
    return code
