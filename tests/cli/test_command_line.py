"""The `vanguard` command: help, mistakes, and commands that are loaded only when asked for."""

import subprocess
import sys
from importlib import import_module

import pytest

import vanguard.cli
from vanguard.cli import main
from vanguard.cli.commands import COMMANDS
from vanguard.core.content import ContentFaults, Fault
from vanguard.core.refusals import Refused


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_is_where_the_table_says_and_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module, _, function = COMMANDS[name][0].partition(":")
    assert callable(getattr(import_module(module), function))
    assert main([name, "--help"]) == 0
    assert f"vanguard {name}" in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    assert all(name in told for name in COMMANDS)


def test_help_imports_nothing_heavy() -> None:
    """What makes a command line slow to answer: validation, the server, YAML, and every other command."""
    script = (
        "import sys; from vanguard.cli import main; main(['--help']);"
        "heavy = {'pydantic', 'yaml', 'fastapi', 'uvicorn', 'numpy', 'asyncio'} & set(sys.modules);"
        "commands = [name for name in sys.modules if name.startswith('vanguard.cli.') and name != 'vanguard.cli.commands'];"
        "sys.exit(f'{heavy} {commands}' if heavy or commands else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_the_package_can_be_run_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "vanguard"], capture_output=True, text=True, timeout=60, check=False)
    assert "Usage" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["ruls"], "No such command 'ruls'. Did you mean 'rules', 'rulebooks'? Try 'vanguard --help'."),
        (["rules"], "Missing argument 'rulebook'. Try 'vanguard rules --help'."),
        (["rules", "duel", "--fnd", "x"], "No such option: --fnd"),
        (["--version-of-what"], "No such option: --version-of-what"),
    ],
)
def test_a_mistyped_command_is_one_clear_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(told)
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("problem", "code", "told"),
    [
        (Refused("the die is cast", "dice.cast"), 2, "the die is cast [dice.cast]\n"),
        (
            ContentFaults([Fault("a.toml", "x", "", "wrong"), Fault("b.toml", "", "", "worse")]),
            2,
            "a.toml: x: wrong\nb.toml: worse\n",
        ),
        (FileNotFoundError(2, "No such file or directory", "lost.json"), 2, "No such file or directory: lost.json\n"),
        (KeyboardInterrupt(), 130, "Stopped.\n"),
        (
            ZeroDivisionError("division\nby zero"),
            1,
            "This should not have happened: ZeroDivisionError: division by zero (set VANGUARD_DEBUG=1 to see where)\n",
        ),
    ],
)
def test_whatever_goes_wrong_is_told_without_a_traceback(
    problem: BaseException,
    code: int,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fails() -> None:
        raise problem

    monkeypatch.delenv("VANGUARD_DEBUG", raising=False)
    monkeypatch.setattr(vanguard.cli, "_load", lambda place: fails)
    assert main(["rulebooks"]) == code
    said = capsys.readouterr().err
    assert said == told or code == 130


def test_the_traceback_is_there_for_whoever_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise ZeroDivisionError

    monkeypatch.setenv("VANGUARD_DEBUG", "1")
    monkeypatch.setattr(vanguard.cli, "_load", lambda place: fails)
    with pytest.raises(ZeroDivisionError):
        main(["rulebooks"])
