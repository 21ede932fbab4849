"""What the contracts may hold this rulebook to."""

from __future__ import annotations

from typing import Final

from vanguard.core.promises import Promises, WalkPrices
from vanguard.core.questions.urn import Uniform
from vanguard.core.rulebook import Trial
from vanguard.core.state import State
from vanguard.rulebooks.killteam_lite.odds.trials import ATTACKER, TARGET, duel, shot_trial
from vanguard.rulebooks.killteam_lite.profiles import Datacard, WeaponProfile
from vanguard.rulebooks.killteam_lite.state import Battle

POINTS: Final = (0, 0, 1, 1, 1, 2, 3)
"""More command points, more branches: with two and three a walk of every answer often takes too long."""


def unsettle(state: State, uniform: Uniform) -> None:
    """Wounds and command points drawn anew."""
    assert isinstance(state, Battle)
    state.command_points = (POINTS[uniform(len(POINTS))], POINTS[uniform(len(POINTS))])
    for operative in state.operatives:
        if operative.standing and uniform(10) < 7:
            operative.wounds = 1 + uniform(operative.card.wounds)


def nimble(state: State, mover: str) -> bool:
    assert isinstance(state, Battle)
    return state[mover].card.has("leaper")


def volley() -> Trial:
    """A rifle at a soldier who survives whatever comes."""
    rifle = WeaponProfile("rifle", "rifle", "Rifle", True, 5, 3, 3, 4, ())
    soldier = Datacard("soldier", "Soldier", 1, False, 6.0, 2, 4, 4, 0, 20, 32, 1.5, (rifle,), (), ())
    battle = duel(soldier, rifle, soldier)
    return shot_trial(battle, battle[ATTACKER], TARGET, rifle, False)


PROMISES: Final = Promises(
    activation="firefight.must-activate",
    games_per_second=(40, 250),
    compulsory=(
        "ap.not-cumulative",
        "combat.alternate",  # hits must be resolved by strikes and parries
        "combat.select-weapons",
        "initiative.simultaneous-effects",
        "invulnerable.instead-of-save",  # one save or the other
        "shooting.cover-die",  # to retain or to roll is no offer to be let go by
        "shooting.saves-spent",
        "special.duplicates",
    ),
    once_a_round="activated",
    picks_among=(
        "strategy.ploys.tactical-timing",
        "fusillade.distribute",
    ),  # who falls is near some, others are no targets
    walking=(WalkPrices(1.0, 1.0, 2.0), WalkPrices(0.0, 0.0, 2.0, 0.0)),
    nimble=nimble,
    unsettle=unsettle,
    points=("attacker_command_points", "target_command_points"),
    volley=volley,
)
