"""The contract about secrets finds every kind of leak, and lets pass what does not leak."""

from __future__ import annotations

import pytest

from tests.kit.hands import LEAKS, Hands
from vanguard.testing.contracts.secrets import look_for_leaks


@pytest.mark.parametrize("seed", range(3))
def test_hidden_hands_and_decks_pass_where_nothing_leaks(seed: int) -> None:
    looked = look_for_leaks(Hands(), seed)
    assert looked.dealt["hand"] > 0
    assert looked.dealt["deck"] > 0
    assert looked.secret_draws > 0


@pytest.mark.parametrize("leak", LEAKS)
def test_every_kind_of_leak_is_found(leak: str) -> None:
    with pytest.raises(AssertionError):
        for number in range(6):
            look_for_leaks(Hands(leak), number)
