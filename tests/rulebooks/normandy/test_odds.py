"""Chances come from the very procedure that will resolve the attack."""

import pytest

from tests.rulebooks.normandy.positions import activate, battle_on, field, hexes, put
from vanguard.core.refusals import Refused
from vanguard.odds import RiskMap, of_trial
from vanguard.odds import of as odds_of
from vanguard.rulebooks.normandy import rulebook
from vanguard.testing.scripts import keys


def test_four_white_dice_on_an_open_target_have_the_binomial_chances():
    """Each white die is a damage in 4 of 6 cases; Grenadiers have Health 3 and two figures."""
    battle = battle_on()
    shooter = put(battle, "us-riflemen", (7, 10), (8, 10))
    target = put(battle, "de-grenadiers", (7, 8), (8, 8))
    odds = odds_of(activate(battle, shooter), f"attack garands {target.key}")
    assert odds.watched == (target.key,)
    assert odds.start == (6,)
    p = 4 / 6
    expected = {
        0: (1 - p) ** 4,
        1: 4 * p * (1 - p) ** 3,
        2: 6 * p**2 * (1 - p) ** 2,
        3: 4 * p**3 * (1 - p),
        4: p**4,
    }
    assert odds.damage() == pytest.approx(expected)
    assert odds.chance_removed() == 0


def test_an_attack_that_pins_says_how_likely_its_target_is_left_and_pinned():
    """Two white dice through cover 2 hurt nobody, yet every Grenadier left is pinned; rifles pin nobody."""
    battle = battle_on()
    gun = put(battle, "de-grenadiers", (7, 8), (8, 8), pins=1)
    wish = {"attacker": "de-grenadiers", "weapon": "mg-burst", "target": "us-riflemen", "range": 2, "cover": 2}
    odds = of_trial(rulebook, rulebook.trial(wish))
    assert odds.mean_damage() == 0
    assert odds.chance_failed("pinned") == pytest.approx(1.0)
    shooter = put(battle, "us-riflemen", (7, 10), (8, 10))
    assert odds_of(activate(battle, shooter), f"attack garands {gun.key}").tests == ()


def test_an_attack_on_the_last_figure_with_a_reroll_solves_the_reroll_best():
    """One black die with Reroll 1 against 1 health left and no protection: 1 - (1/6)^2."""
    odds = of_trial(
        rulebook,
        rulebook.trial(
            {
                "attacker": "us-mortar",
                "veteran": True,
                "target": "de-mg42",
                "target_figures": 1,
                "wounds": 1,
                "range": 5,
            }
        ),
    )
    assert odds.chance_removed() == pytest.approx(1 - (1 / 6) ** 2)


def test_cover_and_hidden_lower_the_chances_and_a_hill_takes_cover_away():
    def mean(**wish):
        attack = {"attacker": "us-riflemen", "target": "de-grenadiers", "range": 2, **wish}
        return of_trial(rulebook, rulebook.trial(attack)).mean_damage()

    open_ground = mean()
    assert mean(hidden=True) == pytest.approx(mean(cover=1)) == pytest.approx(open_ground / 2)
    assert mean(cover=2) == 0
    assert mean(cover=1, hill=True) == pytest.approx(open_ground)
    assert mean(cover=3, range=1) == pytest.approx(open_ground)


def test_an_attack_that_needs_two_figures_removed_lets_the_owner_choose_without_changing_the_damage():
    odds = of_trial(
        rulebook, rulebook.trial({"attacker": "us-sherman", "target": "de-grenadiers", "weapon": "75mm-ap"})
    )
    assert odds.mean_damage() == pytest.approx(3.0)
    assert odds.start == (6,)


def test_every_card_can_be_tried_at_its_nearest_range():
    fields = rulebook.trial_fields()["properties"]
    cards = fields["attacker"]["enum"]
    assert len(cards) == 30
    for attacker in cards:
        enemy = "de-hq" if attacker.startswith("us-") else "us-hq"
        for veteran in (False, True):
            trial = rulebook.trial({"attacker": attacker, "target": enemy, "veteran": veteran})
            assert of_trial(rulebook, trial).mean_damage() > 0


@pytest.mark.parametrize(
    ("wish", "match"),
    [
        ({"attacker": "us-rifles", "target": "de-hq"}, "attacker: there is no 'us-rifles'; did you mean us-riflemen"),
        ({"attacker": "us-riflemen", "target": "de-hq", "range": 9}, "no dice at range 9"),
        ({"attacker": "us-riflemen", "target": "de-hq", "range": 2.5}, "whole number from 1 to 12"),
        ({"attacker": "us-riflemen", "target": "de-hq", "cover": -1}, "whole number from 0 to 9"),
        ({"attacker": "us-riflemen", "target": "de-hq", "weapon": "mg42"}, "no attack 'mg42'; it has garands"),
        ({"attacker": "us-riflemen", "target": "de-hq", "speed": 3}, "has no 'speed'"),
        ({"target": "de-hq"}, "attacker is missing"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_by_name(wish, match):
    with pytest.raises(Refused, match=match):
        rulebook.trial(wish)


def test_only_attacks_have_odds_and_each_available_one_has():
    battle = battle_on(field("8 . . . . . . . b"))
    put(battle, "us-hq", (1, 14))
    shooter = put(battle, "us-howitzer", (7, 12), veteran=True)
    put(battle, "de-grenadiers", (7, 8), (8, 8))
    put(battle, "de-hq", (7, 11))
    game = activate(battle, shooter)
    assert game.question is not None
    trials = rulebook.trials(game.state, game.question)
    assert sorted(trials) == ["attack 105mm de-grenadiers-a", "time-on-target de-grenadiers-a"]
    assert set(trials) <= set(keys(game))
    better = odds_of(game, "time-on-target de-grenadiers-a").mean_damage()
    assert better > odds_of(game, "attack 105mm de-grenadiers-a").mean_damage()


def test_risk_is_the_best_attack_of_any_enemy_on_a_unit_at_a_hex():
    """In the open at range 2 the Grenadiers hit hard; in the bocage half as hard; out of reach nobody does."""
    battle = battle_on(field("9 . . . . . . . b"))
    unit = put(battle, "us-hq", (7, 12))
    put(battle, "de-grenadiers", (7, 7), (8, 7))
    risks = RiskMap(rulebook, battle, unit.figures[0])
    here, covered, far = risks.at((6, 9)), risks.at((7, 9)), risks.at((7, 14))
    assert here.wounded > covered.wounded > 0
    assert far.threats == 0
    assert here.attack.startswith("Grenadiers, ")
    assert battle.units[unit.key].places() == hexes((7, 12)), "only imagined"
    pair = put(battle, "us-riflemen", (1, 12), (2, 12))
    assert RiskMap(rulebook, battle, pair.figures[1]).at((7, 9)).threats == 2, "rifles and a burst"
    with pytest.raises(Refused, match="nothing called"):
        rulebook.threats(battle, "nobody", (7, 7))
    with pytest.raises(Refused, match="off the battlefield"):
        rulebook.threats(battle, unit.key, (99, 7))
