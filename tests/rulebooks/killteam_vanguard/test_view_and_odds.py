"""What people see and ask: the scene, cards, sight and distances explained, previews, odds, threats."""

from __future__ import annotations

import json

import pytest

from tests.rulebooks.killteam_vanguard.positions import at, profile_of
from vanguard import odds
from vanguard.core.game import Game
from vanguard.core.questions import Place
from vanguard.core.refusals import Refused
from vanguard.odds.answers import of_trial
from vanguard.rulebooks.killteam_vanguard import rulebook
from vanguard.server.workers import insights
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")

SCENE = """
    blue rifleman a 10,10
    red  rifleman t 20,10
    piece obstacle 1  19.508,7 19.508,13
    active a
"""


@proves("terrain.agree-types", "base.defines-position")
def test_the_scene_and_the_view_are_plain_data_that_name_every_piece_and_its_type():
    battle = rulebook.new(rulebook.default_setup(0))
    scene = json.loads(json.dumps(rulebook.table(battle), allow_nan=False))
    assert (scene["kind"], scene["unit"], scene["width"], scene["depth"]) == ("measured", "in", 36, 36)
    assert all(part["notes"] and part["kind"] and part["label"] for part in scene["parts"])
    view = json.loads(json.dumps(rulebook.view(battle, None), allow_nan=False))
    cards = rulebook.cards(battle)
    assert {model["card"] for model in view["models"]} == set(cards)
    assert len({model["key"] for model in view["models"]}) == len(view["models"])
    assert len({model["name"] for model in view["models"]}) == len(view["models"])


def test_models_of_the_same_faction_on_both_sides_have_different_names():
    army = rulebook.armies()[0].details["roster"]
    setup = rulebook.default_setup(0)
    setup.armies = (army, army)
    names = [model["name"] for model in rulebook.view(rulebook.new(setup), 0)["models"]]
    assert len(set(names)) == len(names)


@proves("los.obscured", "ranged.modifier.cover")
def test_sight_is_explained_with_lines_blockers_and_cover():
    game = at(SCENE)
    told = rulebook.sight(game.battle, "a", "t")
    assert told["sees"]
    assert told["obscured"]
    assert told["cover"]["in"]
    assert "obstacle 1" in told["cover"]["why"]
    assert {line["blocked_by"] for line in told["lines"]} == {None, "obstacle 1"}
    with pytest.raises(Refused, match="no model 'x'"):
        rulebook.sight(game.battle, "a", "x")


@proves("measure.premeasure", "measure.base-to-base", "measure.inches")
def test_any_distance_may_be_measured_at_any_time_between_models_counters_and_points():
    game = at(SCENE)
    before = game.game.digest
    assert rulebook.measure(game.battle, "a", "t")["distance"] == pytest.approx(10 - 2 * 0.492)
    assert rulebook.measure(game.battle, "a", "o1")["distance"] == pytest.approx(5**0.5 - 0.992, abs=0.001)
    assert rulebook.measure(game.battle, [0, 0], [3, 4])["distance"] == 5
    assert game.game.digest == before
    for bad in ("nobody", [1], [float("inf"), 0], None, {"x": 1}):
        with pytest.raises(Refused):
            rulebook.measure(game.battle, "a", bad)


@proves("move.path-measured", "engage.leaving-provokes", "disengage.provokes")
def test_a_preview_itemises_the_cost_and_names_whom_the_path_provokes():
    game = at("""
        blue rifleman a 10,10
        red  choir-zealot+hooked-spear s 10.984,10
        piece woods 3  5,8 8,12
        active a
    """)
    game.play("walk")
    question = game.game.question
    assert isinstance(question, Place)
    shown = question.preview([[7, 10]])
    assert shown["legal"]
    assert sum(item["amount"] for item in shown["items"]) == pytest.approx(shown["cost"]) == pytest.approx(4.0)
    assert [told["clause"] for told in shown["provokes"]] == ["disengage.provokes"]
    assert question.snap([[2, 10]]) != [[2, 10]]
    assert question.area()
    too_far = question.preview([[2, 10]])
    assert not too_far["legal"]
    assert too_far["clause"] == "move.path-measured"


def chain(needed: int, modifier: int, longest: int = 16) -> list[float]:
    """Chances of 0, 1, 2 ... successes of one exploding die, worked out apart from the rules."""
    plain = len([face for face in (2, 3, 4, 5) if face + modifier >= needed]) / 6
    fail = 5 / 6 - plain
    return [fail] + [(1 / 6) ** (n - 1) * plain + (1 / 6) ** n * fail for n in range(1, longest)]


def together(one: list[float], dice: int) -> list[float]:
    total = [1.0]
    for _ in range(dice):
        total = [
            sum(total[i] * one[n - i] for i in range(len(total)) if 0 <= n - i < len(one))
            for n in range(len(total) + len(one) - 1)
        ]
    return total


def chance_removed(dice: int, hit: int, to_hit: int, armor: int, piercing: int, damage: int, wounds: int) -> float:
    """Hits, saves by exploding armor dice, excess wounds against the recovery roll: the book in a few lines."""
    removed = 0.0
    for hits, chance in enumerate(together(chain(hit, to_hit), dice)):
        saves = together(chain(armor, -piercing), hits)
        for saved, one in enumerate(saves):
            suffered = max(0, hits - saved) * damage
            if suffered >= wounds:
                passes = len([face for face in (2, 3, 4, 5) if face - (suffered - wounds) >= 4]) + 1
                removed += chance * one * (1 - passes / 6)
    return removed


@pytest.mark.parametrize(
    ("attacker", "weapon", "target", "wish", "to_hit", "to_armor"),
    [
        ("necron-warrior", "gauss-flayer", "shieldbearer", {}, 0, 0),
        ("marksman", "long-rifle", "immortal", {"aim": True}, 1, 0),
        ("rifleman", "halden-rifle", "ash-gunner", {"cover": True}, -1, 1),
    ],
)
@proves("stat.hit", "stat.attack-dice", "attack.hit-roll", "dice.exploding-six", "attack.recovery.excess-modifier")
def test_odds_agree_with_an_independent_calculation(
    attacker: str, weapon: str, target: str, wish: dict[str, bool], to_hit: int, to_armor: int
):
    line = profile_of(attacker).weapon(weapon)
    struck = profile_of(target)
    assert line is not None
    odds = of_trial(rulebook, rulebook.trial({"attacker": attacker, "weapon": weapon, "target": target, **wish}))
    assert sum(odds.damage().values()) == pytest.approx(1.0, abs=1e-6)
    assert odds.chance_removed() == pytest.approx(
        chance_removed(
            line.dice, line.hit, to_hit, struck.armor, line.ap - to_armor, line.damage, struck.wounds
        ),
        abs=1e-6,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"attacker": "necron-lrd", "weapon": "x", "target": "warden"}, "did you mean necron-lord"),
        ({"attacker": "necron-lord", "weapon": "bayonet", "target": "warden"}, "has no attack"),
        ({"attacker": "necron-lord", "weapon": "staff-of-light-ranged", "target": "warden", "distance": 13}, "0 to 12"),
        (
            {"attacker": "necron-lord", "weapon": "staff-of-light-ranged", "target": "warden", "wounds": 9},
            "from 1 to 2",
        ),
        (
            {"attacker": "necron-lord", "weapon": "staff-of-light-ranged", "target": "warden", "covr": True},
            "did you mean cover",
        ),
        (
            {"attacker": "necron-lord", "weapon": "staff-of-light-ranged", "target": "warden", "way": "charge"},
            "ranged attack",
        ),
        (
            {"attacker": "necron-lord", "weapon": "staff-of-light-ranged", "target": "warden", "distance": 0},
            "it is engaged",
        ),
    ],
)
def test_a_wish_for_odds_that_cannot_be_is_refused_by_name(wish: dict[str, object], told: str):
    with pytest.raises(Refused, match=told):
        rulebook.trial(wish)


@proves("attack.choose-weapon")
def test_the_attack_question_offers_a_trial_for_every_available_option():
    game = at(SCENE)
    game.play("attack")
    question = game.game.question
    assert question is not None
    trials = rulebook.trials(game.battle, question)
    assert list(trials) == question.candidates()
    assert trials["halden-rifle>t"].watched == ("t", "a")


@proves("card.special-abilities.cp-cost", "attack.split.modifiers-per-target")
def test_what_is_bought_before_the_hit_roll_says_what_it_gains():
    """The odds of the attack are those of the better answer."""
    game = at("""
        blue rifleman a 10,10
        red  rifleman t 19,10
        cp 1 0
        active a
    """).play("attack")
    attack = odds.of(game.game, "halden-rifle>t").chance_removed()
    told = insights.odds(game.play("halden-rifle>t").game, 0, None)
    assert told["compared"]
    chances = {one["option"]: one["outcomes"][0]["chance"] for one in told["odds"]}
    assert chances["yes"] > chances["no"] > 0
    assert max(chances.values()) == pytest.approx(attack)


@proves("melee.modifier.charge")
def test_the_bonus_of_a_charge_says_which_of_the_two_serves_better():
    game = at("""
        blue flayed-one w 10,10
        red  necron-warrior t 19,10
        active w
    """).play("charge", "t", [[17.74, 10]])
    attack = odds.of(game.game, "flayer-claws").chance_removed()
    told = insights.odds(game.play("flayer-claws").game, 0, None)["odds"]
    assert [one["option"] for one in told] == ["hit", "ap"]
    assert max([one["outcomes"][0]["chance"] for one in told]) == pytest.approx(attack)


@proves("action.charge", "action.aim")
def test_threats_are_the_shots_and_charges_of_the_next_enemy_activation():
    game = at("""
        blue rifleman a 10,10
        red  flayed-one f 17,10
        red  necron-warrior w 10,20
        red  necron-warrior hidden 30,30
        piece blocking 4  22,22 24,24
    """)
    labels = [trial.label for trial in rulebook.threats(game.battle, "a", (10, 10))]
    assert any("Flayer Claws" in label and "charging" in label for label in labels)
    assert any("Gauss Flayer" in label and "aimed" in label for label in labels)
    far = [trial.label for trial in rulebook.threats(game.battle, "a", (1, 1))]
    assert not any("charging" in label for label in far)


def test_a_mid_game_state_copies_to_an_equal_and_independent_one():
    game = at(SCENE)
    twin = game.battle.copy()
    assert twin.facts() == game.battle.facts()
    twin["a"].x = 1.0
    assert game["a"].x == 10


def test_a_fork_in_the_middle_of_an_attack_goes_on_alike():
    game = at(SCENE)
    game.play("attack")
    fork: Game = game.game.fork()
    fork.answer("halden-rifle>t")
    fork.answer([5, 5])
    fork.answer([4, 4])
    game.play("halden-rifle>t", dice="hit 5 5 / armor 4 4")
    assert fork.digest == game.game.digest


def test_in_the_end_phase_nobody_interrupts_anybody() -> None:
    beginning = "blue rifleman a 10,10 fatigued activated\nred necron-warrior t 30,30 activated\n"
    for step, whose in (("step end phase\nfinished blue red\ncp 2 0\n", None), ("", 0)):
        assert rulebook.view(at(beginning + step).battle, 0)["active"] == whose
