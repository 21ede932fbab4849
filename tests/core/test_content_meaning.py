"""What content means: remarks and layout change nothing, everything else does."""

from __future__ import annotations

from pathlib import Path

import pytest

from vanguard.core.content import changed_entries, digest_of, meaning_of
from vanguard.core.rulebook import load_rulebook, registered

LORD = '[lord]\nname = "Lord"\npoints = 25\nspeed = 4.5\n'


def written(directory: Path, text: str, name: str = "units.toml") -> Path:
    directory.mkdir(exist_ok=True)
    (directory / name).write_text(text, encoding="utf-8")
    return directory


@pytest.mark.parametrize(
    "same",
    [
        "# a remark\n" + LORD,
        LORD.replace("points = 25", "points   =  25   # cheap"),
        LORD.replace("\n", "\r\n"),
        LORD.replace('"Lord"', "'Lord'"),
        LORD + "\n\n\n",
    ],
)
def test_remarks_and_layout_mean_nothing(tmp_path: Path, same: str) -> None:
    assert digest_of(written(tmp_path / "a", LORD)) == digest_of(written(tmp_path / "b", same))


@pytest.mark.parametrize(
    "other",
    [
        LORD.replace("25", "26"),
        LORD.replace("[lord]", "[lady]"),
        LORD.replace("speed = 4.5", ""),
        LORD + '[guard]\nname = "Guard"\n',
        '[guard]\nname = "Guard"\n' + LORD,
    ],
)
def test_everything_else_does(tmp_path: Path, other: str) -> None:
    assert digest_of(written(tmp_path / "a", LORD)) != digest_of(written(tmp_path / "b", other))


def test_the_order_of_entries_means_something(tmp_path: Path) -> None:
    guard = '[guard]\nname = "Guard"\n'
    assert digest_of(written(tmp_path / "a", LORD + guard)) != digest_of(written(tmp_path / "b", guard + LORD))


def test_what_changed_is_named_by_file_and_entry(tmp_path: Path) -> None:
    then = meaning_of(written(tmp_path / "a", LORD + "[guard]\npoints = 5\n"))
    now = meaning_of(written(written(tmp_path / "b", LORD.replace("25", "30")), "[map]\nwide = 1\n", "map.toml"))
    assert changed_entries(then, now) == ["map.toml: map", "units.toml: lord", "units.toml: guard"]
    assert changed_entries(then, then) == []


@pytest.mark.parametrize("name", sorted(registered()))
def test_every_rulebook_can_give_the_meaning_of_its_content(name: str) -> None:
    rulebook = load_rulebook(name)
    assert rulebook.content_meaning()
    assert rulebook.content_digest()
