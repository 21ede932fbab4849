"""Exact chances agree with playing the attack out, for every kind of attack of every rulebook.

`VANGUARD_FUZZ_CASES=100000` plays each kind that often; a quick run plays fewer. Choices are made by one fixed policy on both
sides of the comparison; that the best choices are found is tested by brute force elsewhere.
"""

from __future__ import annotations

import os
from math import sqrt
from typing import Any

import pytest

from tests.odds.crowds import CROWDS, LITE_WITH_POINTS, WITH_POINTS, crowd, forty_crowd
from tests.odds.drawn import DRAWN
from vanguard.core.questions import Question
from vanguard.core.rulebook import Rulebook, Trial, load_rulebook, registered
from vanguard.odds import of_trial
from vanguard.odds.outcomes import Distribution
from vanguard.odds.sampling import sample
from vanguard.odds.tree import Policy, Tree
from vanguard.testing.full_walk import CLOSE, FullWalk

PLAYED = int(os.environ.get("VANGUARD_FUZZ_CASES", "600"))
SIGMAS = 5.0

KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "a plain shot": ("killteam_lite", {"weapon": "repeater", "target": "veil-runners/resonator"}),
    "a shot at a target in cover": (
        "killteam_lite",
        {"weapon": "void-charge", "target": "ashfield-line/rocketeer", "cover": True},
    ),
    "a shot with command re-rolls": (
        "killteam_lite",
        {
            "weapon": "void-charge",
            "target": "ashfield-line/rocketeer",
            "attacker_command_points": 1,
            "target_command_points": 1,
        },
    ),
    "an overwatch": (
        "killteam_lite",
        {"weapon": "repeater", "target": "ashfield-line/rocketeer", "overwatch": True},
    ),
    "a combat": ("killteam_lite", {"weapon": "combat-blade", "target": "ashfield-line/rocketeer"}),
    "a combat with rending and a free re-roll": (
        "killteam_lite",
        {"weapon": "chain-blade", "target": "veil-runners/duellist"},
    ),
    "an exploding shot": (
        "killteam_vanguard",
        {"attacker": "heavy-gunner", "weapon": "repeater", "target": "warden-captain"},
    ),
    "a mortal shot": ("killteam_vanguard", {"attacker": "seer", "weapon": "mind-spike", "target": "slag-brute"}),
    "a shot with re-rolls": (
        "killteam_vanguard",
        {"attacker": "lancer", "weapon": "sun-lance", "target": "bulwark", "attacker_points": 1, "target_points": 1},
    ),
    "a melee attack with retaliation": (
        "killteam_vanguard",
        {"attacker": "leaper", "weapon": "twin-blades", "target": "warden-captain"},
    ),
    "a charge attack": (
        "killteam_vanguard",
        {"attacker": "bulwark", "weapon": "impact-hammer", "target": "slag-brute", "way": "charge"},
    ),
    "a disengaging attack": (
        "killteam_vanguard",
        {"attacker": "howler", "weapon": "claws", "target": "warden", "way": "disengaging"},
    ),
    "an attack with white dice": ("normandy", {"attacker": "us-riflemen", "target": "de-grenadiers", "cover": 1}),
    "an attack with a reroll": ("normandy", {"attacker": "us-rangers", "target": "us-bazooka"}),
    "a fall": ("killteam_vanguard", {"what": "fall", "target": "slag-brute", "height": 5}),
    "a burning model": ("killteam_vanguard", {"what": "fire", "target": "rifleman"}),
    "a poisoned model": ("killteam_vanguard", {"what": "toxin", "target": "rifleman"}),
    "a nerve test": ("killteam_vanguard", {"what": "nerve", "target": "rifleman"}),
    "a minefield": ("normandy", {"what": "minefield", "target": "us-riflemen"}),
    "an airstrike": ("normandy", {"what": "airstrike", "target": "de-grenadiers", "hidden": True}),
    "a pinning test": ("normandy", {"what": "pinning", "target": "us-riflemen", "pins": 3}),
    "an attack on armor": ("normandy", {"attacker": "us-bazooka", "target": "us-jumbo"}),
    "a burst at a tank's rear": (
        "vijilant",
        {"attacker": "dri-mule", "weapon": "cab-gun", "target": "col-bastion", "distance": 10, "zone": "rear"},
    ),
    "a blast at a squad behind cover": (
        "vijilant",
        {
            "attacker": "dri-boarders",
            "weapon": "scatter-bombs",
            "target": "col-cohort",
            "target_models": 5,
            "distance": 8,
            "cover": 1,
        },
    ),
    "blades against hooks": (
        "vijilant",
        {"attacker": "col-cohort", "weapon": "prefects-blade", "target": "dri-boarders", "target_models": 3},
    ),
    "an orbital lance": ("vijilant", {"what": "command", "command": "orbital-lance", "target": "dri-mule"}),
    "a pinning test of a squad": ("vijilant", {"what": "pinning", "target": "dri-scrappers"}),
    "a nerve test that an enemy demands": (
        "killteam_vanguard",
        {"what": "nerve", "target": "rifleman", "forced": True},
    ),
    "a combat with a stunning weapon": ("killteam_lite", {"weapon": "hammer", "target": "bastion-wardens/breaker"}),
    "a shot with a hot weapon": (
        "killteam_lite",
        {"weapon": "overload-caster-overcharge", "target": "veil-runners/seer"},
    ),
    "a shot with mortal wounds": ("killteam_lite", {"weapon": "fusion-torch", "target": "maw-brood/tyrant"}),
    "a rapid volley": ("fortyk_vanguard", {"weapon": "bolt-rifle", "target": "boyz", "range": 10}),
    "a cannon of many shots": ("fortyk_vanguard", {"weapon": "battle-cannon", "target": "deff-dread"}),
    "flames that hit by themselves": ("fortyk_vanguard", {"weapon": "flamer", "target": "gretchin", "cover": True}),
    "a weapon that may burn its bearer": (
        "fortyk_vanguard",
        {"weapon": "plasma-gun-supercharge", "target": "terminators", "range": 10},
    ),
    "sixes that hit more often": ("fortyk_vanguard", {"weapon": "tesla-carbine", "target": "intercessors"}),
    "sixes that wound mortally": ("fortyk_vanguard", {"weapon": "sniper-rifle", "target": "captain", "dense": True}),
    "bites that wound by themselves": ("fortyk_vanguard", {"weapon": "feeder-mandibles", "target": "infantry-squad"}),
    "blows at one who may stand up again": (
        "fortyk_vanguard",
        {"weapon": "power-klaw", "target": "immortals", "charged": True},
    ),
    "heat at half range": ("fortyk_vanguard", {"weapon": "multi-melta", "target": "leman-russ", "range": 10}),
    "a weapon at a hill's foot": (
        "normandy",
        {"attacker": "de-mg42", "target": "us-riflemen", "hill": True, "cover": 1},
    ),
    "veterans at veterans, some of them fallen": (
        "normandy",
        {
            "attacker": "us-airborne",
            "target": "de-fallschirmjaeger",
            "veteran": True,
            "target_veteran": True,
            "figures": 2,
            "target_figures": 2,
        },
    ),
    "a shot at the hidden": ("normandy", {"attacker": "us-sniper", "target": "de-mg42", "hidden": True}),
    "a shell among foot": ("normandy", {"attacker": "us-mortar", "target": "de-grenadiers"}),
    "flames": ("normandy", {"attacker": "de-pioneers", "weapon": "flammenwerfer", "target": "us-mg", "cover": 1}),
    "a gun at a damaged tank": ("normandy", {"attacker": "de-pak40", "target": "us-sherman", "wounds": 1}),
    "a tank at a tank": ("normandy", {"attacker": "de-tiger", "weapon": "8.8cm-ap", "target": "us-jumbo"}),
    "an airstrike on a tank": ("normandy", {"what": "airstrike", "target": "de-panzer4"}),
    "a ram": ("vijilant", {"what": "ram", "attacker": "dri-mule", "target": "col-skiff"}),
    "a strafing run": ("vijilant", {"what": "command", "command": "strafing-run", "target": "col-cohort"}),
    "a burner that pins": (
        "vijilant",
        {"attacker": "col-purifiers", "weapon": "purge-burner", "target": "dri-scrappers"},
    ),
    "a push": ("killteam_vanguard", {"attacker": "slag-brute", "weapon": "wrecking-maul", "target": "warden"}),
}


def first_answer(question: Question[Any]) -> Any:
    return question.candidates()[0]


def last_answer(question: Question[Any]) -> Any:
    """Wastes saves, re-rolls what is good, retaliates: so that these ways are walked too."""
    return question.candidates()[-1]


def trial_of(kind: str) -> tuple[Rulebook, Trial]:
    if kind in CROWDS or kind in DRAWN:
        name, make = (CROWDS if kind in CROWDS else DRAWN)[kind]
        return load_rulebook(name), make()
    name, wish = KINDS[kind]
    rulebook = load_rulebook(name)
    return rulebook, rulebook.trial(wish)


def test_every_rulebook_is_played() -> None:
    assert {name for name, _ in KINDS.values()} == set(registered())


@pytest.mark.parametrize("policy", [first_answer, last_answer])
@pytest.mark.parametrize("kind", [*KINDS, *CROWDS, *DRAWN])
def test_exact_chances_agree_with_playing_it_out(kind: str, policy: Policy) -> None:
    rulebook, trial = trial_of(kind)
    exact = of_trial(rulebook, trial, policy)
    assert exact.error == 0
    assert abs(sum(exact.distribution.values()) + exact.remainder - 1) < 1e-12
    assert exact.remainder < 1e-9
    played = sample(rulebook, trial, PLAYED, policy, seed=11)
    for outcome in {*exact.distribution, *played}:
        chance = exact.distribution.get(outcome, 0.0)
        slack = SIGMAS * sqrt(max(chance * (1 - chance), 1.0 / PLAYED) / PLAYED)
        assert abs(played.get(outcome, 0.0) - chance) <= slack, f"{outcome}: {chance} by odds, {played.get(outcome)}"


@pytest.mark.parametrize("kind", [*KINDS, *CROWDS, *DRAWN])
def test_best_choices_of_both_sides_add_up_to_one_and_are_advised(kind: str) -> None:
    rulebook, trial = trial_of(kind)
    odds = of_trial(rulebook, trial)
    assert odds.error == 0, "it had to be sampled"
    assert 0 <= odds.remainder < 1e-9
    assert abs(sum(odds.distribution.values()) - 1) < 1e-9
    told = [(entry["seat"], entry["prompt"], entry["label"]) for entry in odds.best(1000)]
    assert len(told) == len(set(told)), "the same advice twice"
    assert all(0 < entry["chance"] <= 1 + 1e-9 for entry in odds.best(1000))


WITH_REROLLS: list[dict[str, Any]] = [
    {"attacker": "lancer", "weapon": "sun-lance", "target": "bulwark", "attacker_points": 1, "target_points": 2},
    {"attacker": "warden", "weapon": "pulse-carbine", "target": "slag-brute", "target_points": 2},
    {"attacker": "warden", "weapon": "pulse-carbine", "target": "seer", "target_points": 1},
]
RETALIATING: list[dict[str, Any]] = [
    {"attacker": "seer", "weapon": "rod", "target": "cinder-hound"},
    {"attacker": "scout", "weapon": "bayonet", "target": "rifleman", "attacker_points": 1, "target_points": 1},
]
LITE: list[dict[str, Any]] = [
    {"weapon": "small-claws", "target": "bastion-wardens/shield-bearer"},
    {"weapon": "hammer", "target": "ashfield-line/sergeant", "target_wounds": 7},
    {"weapon": "chain-blade", "target": "ashfield-line/trooper"},
    {"weapon": "crusher-claws", "target": "veil-runners/seer", "target_wounds": 6},
    {"weapon": "bayonet", "target": "maw-brood/hunter", "target_wounds": 5, "attacker_wounds": 4},
    {"weapon": "duelling-blade", "target": "veil-runners/needler", "target_wounds": 6},
    {"weapon": "tyrant-claws", "target": "ashfield-line/trooper", "target_wounds": 5},
    {
        "weapon": "small-claws",
        "target": "veil-runners/needler",
        "attacker_command_points": 1,
        "target_command_points": 1,
        "target_wounds": 6,
    },
    {"weapon": "crusher-claws", "target": "bastion-wardens/bombardier", "attacker_command_points": 2},
    {"weapon": "crusher-claws", "target": "bastion-wardens/bombardier", "target_command_points": 2, "target_wounds": 6},
    {"weapon": "duelling-blade", "target": "ashfield-line/trooper", "attacker_command_points": 1, "target_wounds": 5},
    {"weapon": "claws", "target": "ashfield-line/trooper", "attacker_command_points": 1, "target_wounds": 3},
    {"weapon": "sonic-gun", "target": "veil-runners/needler", "attacker_command_points": 1, "target_wounds": 6},
    {"weapon": "shotgun", "target": "maw-brood/tyrant", "attacker_command_points": 2, "target_command_points": 1},
    {"weapon": "tyrant-claws", "target": "ashfield-line/trooper", "target_command_points": 1, "target_wounds": 4},
    {
        "weapon": "claws",
        "target": "veil-runners/needler",
        "attacker_command_points": 1,
        "target_command_points": 1,
        "target_wounds": 4,
    },
    {"weapon": "sonic-gun", "target": "veil-runners/seer"},
    {"weapon": "overload-caster-overcharge", "target": "veil-runners/seer", "attacker_command_points": 1},
    {"weapon": "thorn-launcher", "target": "maw-brood/tyrant", "cover": True},
    {"weapon": "fusion-torch", "target": "maw-brood/tyrant", "target_wounds": 9},
]
SHORT_CUTS = [("killteam_vanguard", wish) for wish in WITH_REROLLS + RETALIATING] + [
    ("killteam_lite", wish) for wish in LITE
]


@pytest.mark.parametrize(("name", "wish"), SHORT_CUTS)
def test_nothing_is_lost_by_short_cuts(name: str, wish: dict[str, Any]) -> None:
    """The same with every case of every roll and every answer walked; where branches meet what follows is remembered."""
    rulebook = load_rulebook(name)
    quick = of_trial(rulebook, rulebook.trial(wish)).distribution
    slow = walked(rulebook, rulebook.trial(wish))
    for outcome in {*quick, *slow}:
        assert quick.get(outcome, 0.0) == pytest.approx(slow.get(outcome, 0.0), abs=1e-8)


def walked(rulebook: Rulebook, trial: Trial) -> Distribution:
    tree = Tree(rulebook, trial, patience=100)
    tree.short_cuts = False
    return tree.solve()


@pytest.mark.parametrize("kind", WITH_POINTS)
def test_nothing_is_lost_by_counting_dice_that_may_be_rolled_again(kind: str) -> None:
    """Of several models each is left with the same; choices that are equal within 3e-9 may differ."""
    rulebook = load_rulebook("killteam_vanguard")
    trial = WITH_POINTS[kind]()
    odds = of_trial(rulebook, trial)
    slow = walked(rulebook, trial)
    for outcome in {*odds.distribution, *slow}:
        assert odds.distribution.get(outcome, 0.0) == pytest.approx(slow.get(outcome, 0.0), abs=5e-8)
    assert any(outcome[2] < odds.start[2] for outcome in slow), "the bystander is never touched"


@pytest.mark.parametrize("wish", WITH_REROLLS)
def test_nothing_is_lost_by_remembering_what_follows(wish: dict[str, Any]) -> None:
    """The same with nothing remembered at all, up to what is too unlikely to be walked in this way."""
    rulebook = load_rulebook("killteam_vanguard")
    quick = of_trial(rulebook, rulebook.trial(wish)).distribution
    slow = Tree(rulebook, rulebook.trial(wish), too_unlikely=1e-5, short_cuts=False, patience=100).solve()
    left_out = 1.0 - sum(slow.values())
    assert left_out < 0.01
    for outcome in {*quick, *slow}:
        assert quick.get(outcome, 0.0) == pytest.approx(slow.get(outcome, 0.0), abs=left_out)


@pytest.mark.parametrize("kind", LITE_WITH_POINTS)
def test_nothing_is_lost_where_one_attack_follows_another(kind: str) -> None:
    """Both sides reach as much; of choices that are equally good another may be taken."""
    rulebook = load_rulebook("killteam_lite")
    trial = LITE_WITH_POINTS[kind]()
    odds = of_trial(rulebook, trial)
    tree = Tree(rulebook, trial, patience=100)
    tree.short_cuts = False
    slow = tree.solve()
    assert tree.aim.value(odds.distribution) == pytest.approx(tree.aim.value(slow), abs=1e-8)
    assert any(outcome[-1] < odds.start[-1] for outcome in slow), "the bystander is never touched"


@pytest.mark.parametrize("kind", [kind for kind in CROWDS if CROWDS[kind][0] == "fortyk_vanguard"])
def test_a_blast_comes_to_what_walking_every_answer_comes_to(kind: str) -> None:
    rulebook, trial = crowd(kind)
    odds = of_trial(rulebook, trial)
    assert len(trial.watched) == 3 and not odds.error
    walk = FullWalk(rulebook, trial, 20_000)
    assert walk.aim.value(odds.distribution) == pytest.approx(walk.value(), abs=CLOSE)


@pytest.mark.parametrize("points", [0, 1])
def test_a_blast_at_six_is_not_too_wide(points: int) -> None:
    rulebook = load_rulebook("fortyk_vanguard")
    odds = of_trial(rulebook, forty_crowd({"weapon": "mortar", "target": "boyz"}, points, 5))
    assert len(odds.watched) == 6 and not odds.error and abs(sum(odds.distribution.values()) - 1) < 1e-9


def test_the_order_of_targets_makes_no_difference_to_the_first_if_nothing_explodes() -> None:
    """That is what a trial before the attack is declared is about: the targets as listed."""
    rulebook = load_rulebook("fortyk_vanguard")
    trial = forty_crowd({"weapon": "mortar", "target": "boyz"}, 1)
    as_listed = of_trial(rulebook, trial)
    trial.settled = {}
    in_any = of_trial(rulebook, trial)
    assert in_any.chance_removed() == pytest.approx(as_listed.chance_removed(), abs=1e-9)
    assert sum([in_any.mean_damage(i) for i in (1, 2)]) > sum([as_listed.mean_damage(i) for i in (1, 2)])
