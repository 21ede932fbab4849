"""The content files of every rulebook: all of them of a known kind, sound, with a schema, and one digest of it all."""

import shutil
from pathlib import Path

import pytest

from vanguard.core.content import Shelf, digest_of
from vanguard.core.rulebook import load_rulebook, registered


@pytest.mark.parametrize("name", sorted(registered()))
def test_every_content_file_is_of_a_kind_sound_and_has_a_schema(name: str) -> None:
    book = load_rulebook(name)
    directory = book.content_directory()
    shelf = Shelf(directory)
    kinds = book.content_kinds()
    assert {file for kind in kinds.values() for file in directory.parent.glob(kind.where)} == set(
        directory.rglob("*.toml")
    )
    for title, kind in kinds.items():
        assert shelf.read(kind)
        assert kind.schema(title)["$schema"]
    assert shelf.faults == []


@pytest.mark.parametrize("name", sorted(registered()))
def test_the_digest_of_the_content_changes_with_any_file(name: str, tmp_path: Path) -> None:
    book = load_rulebook(name)
    copied = tmp_path / "content"
    shutil.copytree(book.content_directory(), copied)
    assert digest_of(copied) == book.content_digest() != ""
    for file in copied.rglob("*.toml"):
        written = file.read_text(encoding="utf-8")
        file.write_text(f"{written}\n[something-new]\n", encoding="utf-8")
        assert digest_of(copied) != book.content_digest()
        file.write_text(f"# only a remark\n{written}", encoding="utf-8")
        assert digest_of(copied) == book.content_digest()
