"""What was probably meant by a word that is not known: for refusals and for faults of content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

FEW: Final = 8
"""So many known words are listed in a refusal; of more, only the one that was probably meant is named."""


def probably_meant(written: str, known: Iterable[str]) -> str:
    """The known word most like the written one, or an empty text."""
    by_folded = {word.casefold(): word for word in known}
    close = get_close_matches(written.casefold(), list(by_folded), n=1, cutoff=0.6)
    return by_folded[close[0]] if close else ""


def did_you_mean(written: str, known: Iterable[str]) -> str:
    """`; did you mean rifle?`, or an empty text: to be added to a refusal."""
    meant = probably_meant(written, known)
    return f"; did you mean {meant}?" if meant else ""


def meant_or_known(written: str, known: Sequence[str]) -> str:
    """The same, or else what there is, if that is not much."""
    listed = f"; known: {', '.join(known)}" if 0 < len(known) <= FEW else ""
    return did_you_mean(written, known) or listed
