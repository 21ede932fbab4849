"""Odds of any answer in a game under way: split dice, dreadful charges, wails; and what starts no attack."""

from __future__ import annotations

from typing import Any

import pytest

from tests.odds.crowds import vanguard_crowd
from tests.rulebooks.killteam_vanguard.positions import battle_at
from vanguard import odds
from vanguard.core.game import Game
from vanguard.core.questions import Place, Split
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook
from vanguard.odds.sampling import sample, sampling_error
from vanguard.rulebooks.killteam_vanguard.odds import trials as vanguard
from vanguard.rulebooks.killteam_vanguard.state import ACTIVATION, Activation, Battle

REPEATER = {"attacker": "heavy-gunner", "weapon": "repeater", "target": "warden"}


def activated(wish: dict[str, Any], key: str = vanguard.ATTACKER) -> Game:
    """A game in which the model is to act, with the target and a comrade of the target's before it."""
    battle = vanguard_crowd(wish).state
    assert isinstance(battle, Battle)
    battle.step = ACTIVATION
    battle.activation = Activation(key, False, False, False)
    return Game.at(load_rulebook("killteam_vanguard"), battle, None)


def test_dice_split_over_two_targets_have_the_odds_of_that_split() -> None:
    game = activated(REPEATER)
    game.answer("attack")
    game.answer("repeater>target")
    assert isinstance(game.question, Split)
    before = game.digest
    most = game.question.total - 1
    found = odds.of(game, {"target": most, "bystander": 1})
    expected = odds.of_trial(game.rulebook, vanguard_crowd(REPEATER, (most, 1)))
    assert found.watched == ("target", "bystander", "attacker")
    assert found.chance_removed(0) == pytest.approx(expected.chance_removed(0), abs=1e-9)
    assert found.chance_removed(1) == pytest.approx(expected.chance_removed(2), abs=1e-9)
    assert sum(found.distribution.values()) == pytest.approx(1, abs=1e-9)
    assert game.digest == before


def test_split_blows_tell_what_the_attacker_loses_when_they_are_answered() -> None:
    game = activated({"attacker": "slag-brute", "weapon": "wrecking-maul", "target": "warden"})
    game.answer("attack")
    game.answer("wrecking-maul>target")
    found = odds.of(game, {"target": 2, "bystander": 1})
    assert found.watched == ("target", "bystander", "attacker")
    assert 0 < found.chance_removed(2) < 1
    assert "retaliate" in " ".join(entry["prompt"] for entry in found.best())


def test_an_option_that_leads_to_a_split_has_the_odds_of_all_dice_at_one() -> None:
    game = activated(REPEATER)
    game.answer("attack")
    alone = odds.of(game, "repeater>target")
    game.answer("repeater>target")
    assert isinstance(game.question, Split)
    all_at_one = odds.of(game, {"target": game.question.total})
    assert all_at_one.chance_removed() == pytest.approx(alone.chance_removed(), abs=1e-9)


def test_a_split_that_is_not_legal_is_refused() -> None:
    game = activated(REPEATER)
    game.answer("attack")
    game.answer("repeater>target")
    assert isinstance(game.question, Split)
    with pytest.raises(Refused, match=f"exactly {game.question.total}"):
        odds.of(game, {"target": 1})


def test_charging_a_dreadful_enemy_has_the_odds_of_daring() -> None:
    game = activated({"attacker": "rifleman", "weapon": "halden-rifle", "target": "flayed-one", "distance": 5})
    game.answer("charge")
    found = odds.of(game, "target")
    needed = load_rulebook("killteam_vanguard").trial({"what": "nerve", "target": "rifleman", "forced": True})
    assert found.fate == "dares not"
    assert found.chance_removed() == pytest.approx(odds.of_trial(game.rulebook, needed).chance_removed())
    assert 0 < found.chance_removed() < 1


def test_a_wail_has_the_odds_of_fatigue() -> None:
    battle = vanguard_crowd({"attacker": "howler", "weapon": "claws", "target": "rifleman", "distance": 0}).state
    assert isinstance(battle, Battle)
    game = Game.at(load_rulebook("killteam_vanguard"), battle, None)
    model = battle[vanguard.ATTACKER]
    wail = next(ability for ability in model.profile.abilities if ability.key == "wail")
    question = wail.on_activation(battle, model.key).send(None)
    found = game.rulebook.trials(battle, question)
    assert set(found) == {"target", "bystander"}
    assert found["target"].fate == "fatigued"
    assert 0 < odds.of_trial(game.rulebook, found["target"]).chance_removed() < 1


def test_a_plain_walk_starts_no_attack() -> None:
    game = activated(REPEATER)
    game.answer("walk")
    assert isinstance(game.question, Place)
    with pytest.raises(Refused, match="starts no attack"):
        odds.of(game, game.question.candidates()[0])


ON_A_LEDGE = """
    blue {card} w 13,11,{height}
    red  necron-warrior far 33,33
    piece platform {height}  12,8 18,14 {faces} {faces} {faces} {faces}
    cp {points} 0
    active w
"""


def on_a_ledge(card: str, height: float, faces: str = "sheer", points: int = 0) -> Game:
    text = ON_A_LEDGE.format(card=card, height=height, faces=faces, points=points)
    return Game.at(load_rulebook("killteam_vanguard"), battle_at(text), None)


@pytest.mark.parametrize(
    ("card", "height", "as_high_as"), [("rifleman", 4.5, 4), ("immortal", 4.5, 4), ("howler", 6, 6)]
)
def test_a_path_that_ends_in_a_fall_has_the_odds_of_that_fall(card: str, height: float, as_high_as: int) -> None:
    game = on_a_ledge(card, height)
    game.answer("walk")
    assert isinstance(game.question, Place)
    before = game.digest
    found = odds.of(game, [[10, 11]])
    fall = load_rulebook("killteam_vanguard").trial({"what": "fall", "target": card, "height": as_high_as})
    expected = odds.of_trial(game.rulebook, fall)
    assert found.watched == ("w",)
    assert 0 < found.mean_damage() == pytest.approx(expected.mean_damage(), abs=1e-9)
    assert found.wounds_left() == pytest.approx(expected.wounds_left(), abs=1e-9)
    assert sum(found.distribution.values()) == pytest.approx(1, abs=1e-9)
    assert game.digest == before


def test_whoever_falls_rolls_their_armor_again_as_long_as_it_helps() -> None:
    poor, rich = (on_a_ledge("immortal", 4.5, points=points) for points in (0, 2))
    for game in (poor, rich):
        game.answer("walk")
    without, with_points = (odds.of(game, [[10, 11]]) for game in (poor, rich))
    assert with_points.mean_damage() < without.mean_damage()


def test_a_path_along_the_ledge_starts_no_attack() -> None:
    game = on_a_ledge("rifleman", 4.5)
    game.answer("walk")
    with pytest.raises(Refused, match="starts no attack"):
        odds.of(game, [[15, 11]])


def test_dropping_rather_than_climbing_down_has_the_odds_of_the_fall() -> None:
    game = on_a_ledge("howler", 3, "climbable")
    game.answer("run")
    game.answer([[10, 11]])
    found = odds.of(game, "drop")
    fall = load_rulebook("killteam_vanguard").trial({"what": "fall", "target": "howler", "height": 3})
    assert found.wounds_left() == pytest.approx(odds.of_trial(game.rulebook, fall).wounds_left(), abs=1e-9)
    with pytest.raises(Refused, match="starts no attack"):
        odds.of(game, "climb")


def test_sampled_choices_are_nearly_the_best() -> None:
    """Each answer is tried a few times: far better than taking the first one, and close to the exact best."""
    rulebook = load_rulebook("killteam_vanguard")
    wish = {"attacker": "lancer", "weapon": "sun-lance", "target": "rifleman", "attacker_points": 2}
    exact = odds.of_trial(rulebook, rulebook.trial(wish)).chance_removed()
    keeping = odds.of_trial(rulebook, rulebook.trial(wish), lambda question: question.candidates()[0]).chance_removed()
    sampled = sample(rulebook, rulebook.trial(wish), 3_000, seed=5)
    found = sum(chance for outcome, chance in sampled.items() if outcome[0] <= 0)
    assert keeping + 0.02 < found <= exact + 2 * sampling_error(exact, 3_000)
