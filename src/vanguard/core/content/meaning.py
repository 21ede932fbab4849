"""What content means, whatever its comments and layout: kept with games, so that nothing is played on with other content."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


def meaning_of(directory: Path) -> dict[str, Any]:
    """All content below a directory as plain data by file: what it means, whatever its comments and layout."""
    return {
        file.relative_to(directory).as_posix(): _plain(tomllib.loads(file.read_text(encoding="utf-8")))
        for file in sorted(directory.rglob("*.toml"))
    }


def _plain(value: Any) -> Any:
    """TOML knows dates and not-a-number, JSON does not."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value if isinstance(value, str | int | float | bool) else str(value)


@cache
def digest_once(directory: Path) -> str:
    """The digest of content that does not change while the program runs: that of an installed rulebook."""
    return digest_of(directory) if directory.is_dir() else ""


def digest_of(directory: Path) -> str:
    """A short text that changes whenever the content means something else, and only then. The order of entries counts."""
    text = json.dumps(meaning_of(directory), ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def changed_entries(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What differs between two meanings, by file and entry, such as `factions/necrons.toml: necron-lord`."""
    found: list[str] = []
    for file in sorted({*then, *now}):
        before, after = then.get(file, {}), now.get(file, {})
        keys = [key for key in dict.fromkeys([*before, *after]) if before.get(key) != after.get(key)]
        found += [f"{file}: {key}" for key in keys]
    return found
