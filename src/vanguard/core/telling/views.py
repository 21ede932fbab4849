"""What people see of any game, whatever lies on its table: players, panels, missions and printed cards.

These are pieces of `Rulebook.view` and `Rulebook.cards` in the vocabulary of docs/protocol.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

Stat = tuple[str, str, str]
"""A characteristic of a card: its short name, its value, and the clause behind it."""
CardLine = tuple[str, str, str]
"""A weapon, ability or rule on a card: its name, its text, and the clause behind it."""
NO_NAMES: Final[Mapping[str, str]] = {}


def player_view(
    seat: int, name: str, faction: str, score: float | None, resources: Mapping[str, Any], notes: Sequence[str] = ()
) -> dict[str, Any]:
    """A player: what the log calls them, what they have scored (None where nothing is scored in this game), what they can
    spend, and what is special about them now."""
    shown = {
        "seat": seat,
        "name": name,
        "faction": faction,
        "resources": [{"label": label, "value": value} for label, value in resources.items()],
        "notes": list(notes),
    }
    if score is not None:
        shown["score"] = score
    return shown


def panel_view(title: str, side: int | None, lines: Iterable[tuple[str, Any, str]]) -> dict[str, Any]:
    """A list beside the table: labels with a value and a detail each."""
    told = [{"label": label, "value": value, "detail": detail} for label, value, detail in lines]
    return {"title": title, "side": side, "lines": told}


def mission_view(name: str, text: str, clause: str, lines: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """What is fought over. A rulebook adds what would come of it if the round ended at once: `now`, what each side would
    score, or, where nothing is scored, `outlook`, who would win."""
    told = [{"label": label, "value": value} for label, value in lines]
    return {"name": name, "text": text, "clause": clause, "lines": told}


def outlook_view(winner: str, why: str) -> str:
    """Who would win if the round ended at once, and why; no winner if that is a draw, no reason if play goes on."""
    return f"{winner or 'nobody'} would win: {why}" if why else "nobody would have won yet"


def card_view(
    name: str,
    type: str,
    points: int | None,
    stats: Iterable[Stat],
    blocks: Iterable[tuple[str, Sequence[CardLine]]],
    names: Mapping[str, str] = NO_NAMES,
    letters: Sequence[CardLine] = (),
) -> dict[str, Any]:
    """A printed card: its characteristics, and under their titles the lines of its blocks; empty ones are left out.

    `names` says what the short names of its characteristics stand for, `letters` those in its lines."""
    card: dict[str, Any] = {
        "name": name,
        "type": type,
        "points": points,
        "stats": [_stat(*stat, names) for stat in stats],
        "blocks": [{"title": title, "lines": [_line(*line) for line in lines]} for title, lines in blocks if lines],
    }
    if letters:
        card["letters"] = [_line(*line) for line in letters]
    return card


def _stat(label: str, value: str, clause: str, names: Mapping[str, str]) -> dict[str, str]:
    shown = {"label": label, "value": value, "clause": clause}
    return {**shown, "name": names[label]} if label in names else shown


def _line(name: str, text: str, clause: str) -> dict[str, str]:
    return {"name": name, "text": text, "clause": clause}
