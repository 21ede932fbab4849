"""What the pages for authors show is true: units are in the content as shown, and named modules exist."""

from __future__ import annotations

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from vanguard.core.rulebook import load_rulebook

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SHOWN = re.findall(
    r"`(?P<file>content/[a-z/-]+\.toml)`.*?```toml\n(?P<text>.*?)```",
    (DOCS / "add-a-unit.md").read_text("utf-8"),
    re.DOTALL,
)


def holds(shown: Any, written: Any) -> bool:
    """Is everything shown so written? Of lists of tables, each shown one among the written."""
    if isinstance(shown, dict):
        return isinstance(written, dict) and all(key in written and holds(shown[key], written[key]) for key in shown)
    if isinstance(shown, list) and shown and isinstance(shown[0], dict):
        return all(any(holds(one, other) for other in written) for one in shown)
    return bool(shown == written)


@pytest.mark.parametrize(("file", "text"), SHOWN)
def test_a_unit_shown_to_authors_is_written_so(file: str, text: str) -> None:
    files = [tomllib.loads(path.read_text("utf-8")) for path in (ROOT / "src/vanguard/rulebooks").glob(f"*/{file}")]
    assert any(holds(tomllib.loads(text), written) for written in files), file


def with_no_more_than(shown: Any, written: Any) -> Any:
    """A file in which the entry that is shown has nothing but what is shown."""
    if isinstance(shown, dict) and len(shown) == 1:
        [(key, inner)] = shown.items()
        return {**written, key: with_no_more_than(inner, written[key])}
    return shown


@pytest.mark.parametrize(("file", "text"), SHOWN)
def test_a_unit_shown_to_authors_has_all_that_its_file_needs(file: str, text: str) -> None:
    [path] = (ROOT / "src/vanguard/rulebooks").glob(f"*/{file}")
    rulebook = load_rulebook(path.relative_to(ROOT / "src/vanguard/rulebooks").parts[0])
    [kind] = [kind for kind in rulebook.content_kinds().values() if path.match(kind.where)]
    shown = tomllib.loads(text)
    table = with_no_more_than(shown, tomllib.loads(path.read_text("utf-8")))
    for entry in [table] if kind.one_entry else [table[key] for key in shown]:
        kind.model.model_validate(entry)


def test_a_unit_of_every_rulebook_is_shown() -> None:
    assert len(SHOWN) == 5


@pytest.mark.parametrize("page", ["add-a-rulebook.md", "positions.md"])
def test_modules_and_files_named_to_authors_exist(page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    for name in re.findall(r"`(vanguard(?:\.[a-z_]+)+)`", text):
        assert find_spec(name) or find_spec(name.rpartition(".")[0]), name
    for place in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (DOCS / place).exists(), place
    for place in re.findall(r"`((?:tabletop|core)/[a-z_]+)(?:\.py)?`", text):
        assert (ROOT / "src/vanguard" / f"{place}.py").exists(), place
