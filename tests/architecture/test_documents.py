"""The documents tell the truth: links lead somewhere, commands exist, example lists can be played."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, shown, text_of, tracked_files
from vanguard.cli.commands import COMMANDS
from vanguard.core.armies.roster_text import parse_roster
from vanguard.core.armies.rosters import RosterBook, legality
from vanguard.core.rulebook import load_rulebook

DOCUMENTS = [file for file in tracked_files() if file.suffix == ".md"]
TARGETS = set(re.findall(r"^([a-z-]+):", text_of(ROOT / "Makefile"), re.MULTILINE))


def _book_of(rulebook: str) -> RosterBook:
    book = load_rulebook(rulebook).roster_book()
    assert book is not None
    return book


def _example_lists() -> list[str]:
    """Blocks that begin with `Name (rulebook, faction)` and go on with entries."""
    pattern = re.compile(r"^ *```\n(?P<list> *[^\n]+ \(\w+, \w+\)\n(?: *- [^\n]+\n)+) *```", re.MULTILINE)
    return [found["list"] for document in DOCUMENTS for found in pattern.finditer(text_of(document))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=shown)
def test_every_link_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text_of(document))
    assert [link for link in links if "://" not in link and not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=shown)
def test_every_command_exists(document: Path) -> None:
    text = text_of(document)
    said = re.findall(r"`(?:\.venv/bin/)?vanguard ([a-z]+)", text) + re.findall(
        r"^(?:\.venv/bin/)?vanguard ([a-z]+)", text, re.M
    )
    assert [name for name in said if name not in COMMANDS] == []
    made = re.findall(r"`make ([a-z-]+)", text) + re.findall(r"^make ([a-z-]+)", text, re.M)
    assert [name for name in made if name not in TARGETS] == []


PAGES_ABOUT_CODE = [file for file in DOCUMENTS if file.parent.name == "docs" and file.stem != "hosting"]
"""The page on hosting speaks of other programs; decisions speak of what was."""


@cache
def _words_of_the_code() -> set[str]:
    code = [file for file in tracked_files() if file.suffix in (".py", ".ts", ".svelte", ".toml", ".yaml")]
    return {word for file in code for word in re.findall(r"\w+", f"{file.stem} {text_of(file)}")}


@pytest.mark.parametrize("document", PAGES_ABOUT_CODE, ids=shown)
def test_whatever_a_page_calls_by_its_name_is_in_the_code(document: Path) -> None:
    said = re.findall(r"[A-Za-z_]\w+", " ".join(re.findall(r"`([^`\n]+)`", text_of(document))))
    names = {word for word in said if "_" in word or re.match(r"[A-Z][a-z]+[A-Z]", word)}
    assert sorted(names - _words_of_the_code()) == []


def test_the_documents_show_army_lists() -> None:
    assert len(_example_lists()) >= 2


@pytest.mark.parametrize("text", _example_lists())
def test_every_example_list_is_legal(text: str) -> None:
    roster = parse_roster(text, _book_of)
    assert legality(roster, _book_of(roster.rulebook)).sentences() == []


def test_the_page_on_research_runs_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", text_of(ROOT / "docs" / "research.md"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 3
    known: dict[str, object] = {}
    for block in blocks:
        exec(block, known)
    ended, *tried, chances = capsys.readouterr().out.splitlines()
    assert ended.startswith("(") and len(tried) >= 2
    assert 0.0 < float(chances.split()[0]) < 1.0
