"""Trials solved by running the rules: equal to brute force, best choices found, probabilities complete."""

from __future__ import annotations

import itertools

import pytest

from tests.kit.duel import Duel, as_duel, rulebook, strike
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Trial
from vanguard.odds import of as odds_of
from vanguard.odds import of_trial
from vanguard.odds.sampling import sample, sampling_error


def ada_strikes(tokens: tuple[int, int], wounds: int = 6) -> Trial:
    duel = Duel(("Ada", "Bo"))
    duel.tokens = list(tokens)
    duel.wounds[1] = wounds
    return Trial("Ada strikes Bo", 0, duel, lambda state: strike(as_duel(state), 0), ("b",))


def damage(faces: tuple[int, int]) -> int:
    """A strike with one die on the head, written again for this test."""
    return sum(2 if face == 6 else 1 for face in faces if face >= 4) + (1 if faces[0] >= 4 else 0)


def test_without_choices_the_tree_equals_brute_force() -> None:
    odds = of_trial(rulebook, ada_strikes((0, 0)))
    brute: dict[int, float] = {}
    for faces in itertools.product(range(1, 7), repeat=2):
        brute[damage(faces)] = brute.get(damage(faces), 0.0) + 1 / 36
    assert odds.damage() == pytest.approx(brute)
    assert sum(odds.distribution.values()) == pytest.approx(1, abs=1e-9)
    assert odds.error == 0


@pytest.mark.parametrize("wounds", [1, 2, 3, 4])
def test_a_reroll_is_chosen_best_for_the_kill(wounds: int) -> None:
    """With one token: for each roll, keep or re-roll whichever die gives the best chance; checked by brute force."""
    best = 0.0
    for faces in itertools.product(range(1, 7), repeat=2):
        chances = [float(damage(faces) >= wounds)]
        for die in (0, 1):
            again = [(face, faces[1]) if die == 0 else (faces[0], face) for face in range(1, 7)]
            chances.append(sum(damage(one) >= wounds for one in again) / 6)
        best += max(chances) / 36
    assert of_trial(rulebook, ada_strikes((1, 0), wounds)).chance_removed() == pytest.approx(best)


def test_the_defender_plays_against_it() -> None:
    """A dodge that is free to take is taken: no damage at all."""
    odds = of_trial(rulebook, ada_strikes((0, 1)))
    assert odds.mean_damage() == 0
    assert {entry["prompt"] for entry in odds.best() if entry["seat"] == 1} == {"Step back and dodge?"}


def test_a_fixed_policy_replaces_the_best_choices() -> None:
    never = of_trial(rulebook, ada_strikes((1, 0)), policy=lambda question: question.candidates()[0])
    best = of_trial(rulebook, ada_strikes((1, 0)))
    assert never.mean_damage() < best.mean_damage()


def test_sampling_agrees_within_its_stated_error() -> None:
    trial = ada_strikes((0, 0), 2)
    exact = of_trial(rulebook, trial).chance_removed()
    sampled = sample(rulebook, trial, 20_000, seed=3)
    assert abs(sum(p for outcome, p in sampled.items() if outcome[0] == 0) - exact) < 2 * sampling_error(exact, 20_000)


def test_what_is_too_wide_is_sampled_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vanguard.odds.tree.MOST_RUNS", 5)
    odds = of_trial(rulebook, ada_strikes((0, 0)))
    assert odds.error > 0
    assert odds.plain()["exact"] is False


def test_the_plain_form_says_everything_a_table_needs() -> None:
    plain = of_trial(rulebook, ada_strikes((0, 0), 3)).plain()
    assert plain["kill"] == pytest.approx(sum(plain["models"][0]["exactly"][k] for k in ("3",)))
    assert plain["models"][0]["at_least"]["0"] == pytest.approx(1)
    assert sum(plain["models"][0]["left"].values()) == pytest.approx(1)


def test_an_option_that_starts_no_attack_is_refused() -> None:
    from vanguard.core.game import Game

    game = Game.new(rulebook, rulebook.default_setup(), None)
    with pytest.raises(Refused, match="starts no attack"):
        odds_of(game, "high")
