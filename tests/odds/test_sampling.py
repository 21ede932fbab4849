"""What is too wide to be enumerated is played out: the stated error covers what the exact answer is off by."""

from __future__ import annotations

from typing import Any

import pytest

from vanguard.core.rulebook import load_rulebook
from vanguard.odds import of_trial
from vanguard.odds.answers import sampled
from vanguard.odds.sampling import Sampler

WITH_POINTS: list[tuple[str, dict[str, Any]]] = [
    (
        "killteam_vanguard",
        {
            "attacker": "warden",
            "weapon": "combat-blade",
            "target": "rifleman",
            "attacker_points": 3,
            "target_points": 3,
        },
    ),
    (
        "killteam_vanguard",
        {"attacker": "lancer", "weapon": "sun-lance", "target": "bulwark", "attacker_points": 4, "target_points": 2},
    ),
    (
        "killteam_vanguard",
        {"attacker": "rifles-captain", "weapon": "sabre", "target": "choir-zealot", "target_points": 5},
    ),
    (
        "killteam_lite",
        {"weapon": "crusher-claws", "target": "bastion-wardens/bombardier", "attacker_command_points": 2},
    ),
]


@pytest.mark.parametrize(("name", "wish"), WITH_POINTS)
def test_the_stated_error_covers_dice_and_choices(name: str, wish: dict[str, Any]) -> None:
    rulebook = load_rulebook(name)
    exact = of_trial(rulebook, rulebook.trial(wish))
    assert exact.error == 0
    played = sampled(rulebook, rulebook.trial(wish), exact.start, None)
    assert 0 < played.error < 0.5
    assert abs(played.chance_removed() - exact.chance_removed()) <= played.error


def test_a_passive_side_declines_whatever_it_can() -> None:
    rulebook = load_rulebook("killteam_vanguard")
    wish = {"attacker": "warden", "weapon": "pulse-carbine", "target": "rifleman"}
    poor = of_trial(rulebook, rulebook.trial(wish)).chance_removed()
    trial = rulebook.trial({**wish, "target_points": 4})
    rich = of_trial(rulebook, trial).chance_removed()
    passive = Sampler(rulebook, trial, None, 1, passive=1).sample(2_000)
    removed = sum(chance for outcome, chance in passive.items() if outcome[0] <= 0)
    assert rich < poor - 0.08
    assert removed == pytest.approx(poor, abs=0.035)
