"""The lines that explain sight agree with the verdict: who sees has a line that nothing blocks."""

from __future__ import annotations

import pytest

from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook
from vanguard.testing.random_play import advanced


@pytest.mark.parametrize("steps", [60, 110])
def test_who_sees_has_a_line_that_nothing_blocks(rulebook: Rulebook, steps: int) -> None:
    for number in range(3):
        game = advanced(rulebook, number, steps)
        models = [model for model in game.view(None).get("models", ()) if model.get("on_table")]
        for viewer in models:
            for target in models:
                if viewer["side"] == target["side"]:
                    continue
                try:
                    sight = rulebook.sight(game.state, viewer["key"], target["key"])
                except Refused:
                    continue
                if not sight.get("lines") or not sight["sees"]:
                    continue
                free = [line for line in sight["lines"] if not line["blocked_by"]]
                told = f"game {number} after {steps}: {viewer['key']} and {target['key']}: {sight['summary']}"
                assert free, told
