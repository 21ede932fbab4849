"""Sentences are made from a message and its values, and their words agree with the numbers."""

from __future__ import annotations

import pytest

from vanguard.core.telling.events import Event, counted


@pytest.mark.parametrize(
    ("tokens", "said"),
    [(0, "0 tokens are lost."), (1, "1 token is lost."), (12, "12 tokens are lost.")],
)
def test_words_of_a_message_agree_with_a_number(tokens: int, said: str) -> None:
    messages = {"lost": "{tokens} {tokens:token is|tokens are} lost."}
    assert Event("lost", {"tokens": tokens}).sentence(messages) == said


def test_a_sentence_begins_with_a_capital() -> None:
    assert Event("goes", {"who": "the scout"}).sentence({"goes": "{who} goes."}) == "The scout goes."


def test_things_are_counted_in_words() -> None:
    assert [counted(n, "hit") for n in (0, 1, 2)] == ["no hits", "1 hit", "2 hits"]
    assert counted(3, "die", "dice") == "3 dice"


def test_none_may_have_words_of_its_own() -> None:
    messages = {"hit": "{hits:no normal hits|1 normal hit|# normal hits}."}
    said = [Event("hit", {"hits": hits}).sentence(messages) for hits in (0, 1, 3)]
    assert said == ["No normal hits.", "1 normal hit.", "3 normal hits."]
