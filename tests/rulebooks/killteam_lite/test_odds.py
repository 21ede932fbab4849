"""Odds solved situation by situation, ploys and command points included, against the same attacks walked as play does."""

from __future__ import annotations

from random import Random

import pytest

from tests.rulebooks.killteam_lite.positions import at
from vanguard.core.rulebook import Trial
from vanguard.odds.answers import of_trial, options_with_odds
from vanguard.odds.tree import Tree
from vanguard.rulebooks.killteam_lite import rulebook
from vanguard.rulebooks.killteam_lite.odds.trials import fight_trial
from vanguard.rulebooks.killteam_lite.state import Battle
from vanguard.testing.live_trials import Comparison

FIGHT = "fight"
SHOT = "shoot"

Attack = tuple[str, str, tuple[int, int], dict[str, tuple[str, ...]]]
"""What is chosen, the drawn position, the command points of both sides, and weapons."""

SMALL: dict[str, tuple[str, ...]] = {"a": ("blade: A 2, WS 3+, D 3/4",), "b": ("blade: A 2, WS 3+, D 3/5",)}
STUNS: dict[str, tuple[str, ...]] = {"a": ("blade: A 3, WS 4+, D 3/4, Stun",), "b": ("blade: A 3, WS 3+, D 3/4",)}
BALANCED: dict[str, tuple[str, ...]] = {
    "a": ("blade: A 2, WS 4+, D 3/4",),
    "b": ("blade: A 2, WS 3+, D 4/5, Balanced",),
}

TOGETHER = "blue {} a 10,11 Engage wounds={}\nred {} b 11.6,11 Engage wounds={}"
MEDICS = "\nblue Medic m 9,13 Engage\nred Medic n 12,13 Engage"

COMBATS: dict[str, Attack] = {
    "last blow of the target": (FIGHT, TOGETHER.format("Man", 6, "Warden", 5), (0, 1), SMALL),
    "last blow of either": (FIGHT, TOGETHER.format("Warden", 4, "Sentinel", 5), (1, 1), SMALL),
    "last blow or a re-roll": (FIGHT, TOGETHER.format("Warden", 3, "Man", 5), (2, 1), SMALL),
    "last blow against a stunning weapon": (FIGHT, TOGETHER.format("Man", 5, "Warden", 6), (1, 1), STUNS),
    "death throes of the target": (FIGHT, TOGETHER.format("Man", 3, "Spitter", 5), (1, 1), SMALL),
    "death throes of the attacker": (FIGHT, TOGETHER.format("Spitter", 3, "Man", 5), (1, 1), SMALL),
    "it may harm to strike the attacker down": (FIGHT, TOGETHER.format("Crusher", 4, "Duellist", 2), (1, 1), BALANCED),
    "it may serve the attacker to be struck down": (
        FIGHT,
        TOGETHER.format("Tyrant", 3, "Spitter", 4),
        (1, 1),
        {"a": ("blade: A 3, WS 4+, D 1/2, Balanced",), "b": ("blade: A 2, WS 4+, D 3/3",)},
    ),
    "death throes of either": (FIGHT, TOGETHER.format("Spitter", 4, "Crusher", 4), (1, 1), SMALL),
    "death throes with others near": (
        FIGHT,
        TOGETHER.format("Spitter", 4, "Man", 4) + "\nred Man c 10,12.1 Engage",
        (1, 0),
        SMALL,
    ),
    "last blow against death throes": (FIGHT, TOGETHER.format("Warden", 4, "Spitter", 4), (1, 1), SMALL),
    "hold on of the target": (FIGHT, TOGETHER.format("Man", 5, "Trooper", 5) + MEDICS, (0, 1), SMALL),
    "hold on of the attacker": (FIGHT, TOGETHER.format("Trooper", 5, "Man", 5) + MEDICS, (2, 0), SMALL),
    "hold on of either": (FIGHT, TOGETHER.format("Trooper", 4, "Sergeant", 5) + MEDICS, (1, 1), SMALL),
    "hold on against last blow": (FIGHT, TOGETHER.format("Trooper", 3, "Warden", 3) + MEDICS, (1, 1), SMALL),
    "hold on against death throes": (FIGHT, TOGETHER.format("Trooper", 2, "Spitter", 3) + MEDICS, (1, 1), SMALL),
    "a reaper among others that withstand it": (
        FIGHT,
        TOGETHER.format("Man", 4, "Spitter", 5) + "\nred Spitter c 10,12.1 Engage wounds=3",
        (0, 1),
        {"a": ("blade: A 2, WS 3+, D 3/4, Reap 1",), "b": ("blade: A 2, WS 3+, D 3/4",)},
    ),
    "a reaper among others": (
        FIGHT,
        TOGETHER.format("Warden", 4, "Man", 5) + "\nred Man c 10,12.2 Engage",
        (1, 0),
        {"a": ("blade: A 2, WS 3+, D 3/4, Reap 1",), "b": ("blade: A 2, WS 3+, D 3/4",)},
    ),
}


def blades(one: str, two: str) -> dict[str, tuple[str, ...]]:
    return {"a": (f"blade: {one}",), "b": (f"blade: {two}",)}


POINTS: dict[str, Attack] = {
    "two points each": (FIGHT, TOGETHER.format("Man", 6, "Man", 5), (2, 2), SMALL),
    "two points against none": (
        FIGHT,
        TOGETHER.format("Man", 6, "Man", 7),
        (2, 0),
        blades("A 3, WS 4+, D 3/5", "A 2, WS 3+, D 3/4"),
    ),
    "none against two points": (
        FIGHT,
        TOGETHER.format("Man", 7, "Man", 6),
        (0, 2),
        blades("A 2, WS 3+, D 3/4", "A 3, WS 4+, D 2/5"),
    ),
    "a ceaseless blade": (
        FIGHT,
        TOGETHER.format("Man", 5, "Man", 6),
        (1, 1),
        blades("A 2, WS 3+, D 3/4, Ceaseless", "A 2, WS 3+, D 3/4"),
    ),
    "a ceaseless answer": (
        FIGHT,
        TOGETHER.format("Man", 6, "Man", 5),
        (1, 1),
        blades("A 2, WS 3+, D 3/4", "A 2, WS 4+, D 3/5, Ceaseless"),
    ),
    "a relentless blade": (
        FIGHT,
        TOGETHER.format("Man", 5, "Man", 7),
        (1, 1),
        blades("A 2, WS 3+, D 4/6, Relentless", "A 2, WS 3+, D 3/4"),
    ),
    "a relentless answer": (
        FIGHT,
        TOGETHER.format("Man", 7, "Man", 5),
        (1, 1),
        blades("A 2, WS 3+, D 3/4", "A 2, WS 3+, D 4/6, Relentless"),
    ),
    "a balanced and rending blade": (
        FIGHT,
        TOGETHER.format("Man", 5, "Man", 7),
        (1, 1),
        blades("A 2, WS 3+, D 3/5, Balanced, Rending", "A 2, WS 3+, D 3/4, Brutal"),
    ),
}


def gun(rules: str, damage: str = "3/4", dice: int = 3) -> dict[str, tuple[str, ...]]:
    return {"a": (f"gun: A {dice}, BS 3+, D {damage}{', ' if rules else ''}{rules}",)}


APART = "blue {} a 4,11 Engage wounds={}\nred {} b 12,11 Engage wounds={}"

SHOTS: dict[str, Attack] = {
    "mortal wounds": (SHOT, APART.format("Man", 8, "Man", 6), (1, 1), gun("MW3", "3/3")),
    "a critical hit that does less but mortal wounds": (
        SHOT,
        APART.format("Man", 8, "Man", 7),
        (1, 1),
        gun("MW3", "5/4"),
    ),
    "a critical hit that does less": (SHOT, APART.format("Man", 8, "Man", 7), (1, 1), gun("", "5/4")),
    "piercing by critical hits": (SHOT, APART.format("Man", 8, "Man", 6), (1, 1), gun("P1, Lethal 5+")),
    "piercing beside armour piercing": (SHOT, APART.format("Man", 8, "Man", 6), (1, 1), gun("P2, AP1")),
    "rending": (SHOT, APART.format("Man", 8, "Man", 6), (1, 1), gun("Rending", "3/5")),
    "rending and mortal wounds": (SHOT, APART.format("Man", 8, "Man", 8), (1, 0), gun("Rending, MW1, Stun", "3/5")),
    "hot": (SHOT, APART.format("Man", 4, "Man", 6), (1, 1), gun("Hot, AP1", "4/5")),
    "hot at a target as good as gone": (SHOT, APART.format("Man", 3, "Man", 1), (2, 0), gun("Hot, AP2", "4/5")),
    "hot with a medic": (SHOT, APART.format("Trooper", 3, "Man", 5) + "\nblue Medic m 4,13 Engage", (1, 1), gun("Hot")),
    "splash": (SHOT, APART.format("Man", 8, "Man", 6) + "\nred Man c 12,12.5 Engage wounds=1", (1, 1), gun("Splash 1")),
    "hold on": (SHOT, APART.format("Man", 8, "Trooper", 5) + "\nred Medic m 12,13 Engage", (1, 2), gun("")),
    "hold on against mortal wounds": (
        SHOT,
        APART.format("Man", 8, "Trooper", 5) + "\nred Medic m 12,13 Engage",
        (1, 1),
        gun("MW2", "3/3"),
    ),
    "hold on beside a splash": (
        SHOT,
        APART.format("Man", 8, "Trooper", 4) + "\nred Medic m 12,13.5 Engage\nred Trooper c 13.5,11 Engage wounds=1",
        (0, 1),
        gun("Splash 1"),
    ),
    "cover and an invulnerable save": (
        SHOT,
        APART.format("Man", 8, "Shield-bearer", 6) + "\nlow 10.8,9,11.2,13",
        (1, 1),
        gun("AP1"),
    ),
    "a torrent that could go on": (
        SHOT,
        APART.format("Man", 8, "Man", 6) + "\nred Man c 12,12.5 Engage",
        (1, 0),
        gun("Torrent 2", dice=2),
    ),
    "a relentless gun": (SHOT, APART.format("Man", 8, "Man", 6), (1, 1), gun("Relentless")),
    "a ceaseless gun": (SHOT, APART.format("Man", 8, "Man", 6), (1, 1), gun("Ceaseless, Balanced")),
}


def trial_of(attack: Attack) -> Trial:
    chosen, drawn, points, weapons = attack
    table = at(drawn, active="a", cp=points, weapons=weapons)
    return options_with_odds(table.game)[chosen]


@pytest.mark.parametrize("kind", [*COMBATS, *POINTS, *SHOTS])
def test_what_is_told_ahead_is_what_play_comes_to(kind: str) -> None:
    """Every case of every roll and every answer walked as play asks for it. Of equally good choices another may be taken."""
    attack = {**COMBATS, **POINTS, **SHOTS}[kind]
    quick = Tree(rulebook, trial_of(attack))
    told = quick.solve()
    assert quick.runs == 1, "it was walked, not solved"
    assert sum(told.values()) == pytest.approx(1.0, abs=1e-9)
    slow = Tree(rulebook, trial_of(attack), patience=100)
    slow.short_cuts = False
    assert slow.aim.value(told) == pytest.approx(slow.aim.value(slow.solve()), abs=1e-9)


def test_others_that_may_fall_and_thrash_are_not_left_out() -> None:
    """What the reaped do may change the combat."""
    reaping = {"a": ("blade: A 2, WS 3+, D 3/4, Reap 1",), "b": ("blade: A 2, WS 3+, D 3/4",)}
    drawn = TOGETHER.format("Man", 4, "Spitter", 5) + "\nred Spitter c 10,12.1 Engage wounds=1"
    quick = Tree(rulebook, trial_of((FIGHT, drawn, (0, 1), reaping)))
    told = quick.solve()
    slow = Tree(rulebook, trial_of((FIGHT, drawn, (0, 1), reaping)), patience=100)
    slow.short_cuts = False
    assert slow.aim.value(told) == pytest.approx(slow.aim.value(slow.solve()), abs=1e-9)


SPITTER = "blue Spitter a 10,11 Engage wounds={}\nred Thornback b 11.6,11 Engage wounds={}\n"

REGRETTED: dict[str, Attack] = {
    "a bystander that would thrash at the reaper": (
        FIGHT, SPITTER.format(4, 2) + "blue Hunter c 11.6,12.6 Engage wounds=1", (1, 1), {},
    ),
    "the same with other wounds": (FIGHT, SPITTER.format(2, 4) + "blue Hunter c 11.6,12.6 Engage wounds=1", (1, 1), {}),
    "a balanced reaper that can pay": (
        FIGHT,
        "blue Thornback a 10,11 Engage wounds=2\nred Tyrant b 11.6,11 Engage wounds=5\n"
        "red Thornback c 11.6,12.6 Engage wounds=1",
        (1, 0),
        {"a": ("blade: A 3, WS 3+, D 3/4, Balanced, Reap 2",), "b": ("blade: A 2, WS 4+, D 2/1, Rending, Reap 1",)},
    ),
    "a rending reaper that had better not": (
        FIGHT,
        "blue Warden a 10,11 Engage wounds=2\nred Hunter b 11.6,11 Engage wounds=4\n"
        "blue Trooper c 11.6,12.6 Engage wounds=4\nred Spitter d 10,12.6 Engage wounds=1",
        (0, 2),
        {"a": ("blade: A 2, WS 4+, D 1/1, Rending, Reap 1",), "b": ("blade: A 2, WS 4+, D 4/3, Stun",)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", REGRETTED)
def test_a_hit_that_its_owner_may_regret_is_not_taken_for_granted(kind: str) -> None:
    trial = trial_of(REGRETTED[kind])
    slow = Tree(rulebook, trial, patience=100)
    slow.short_cuts = False
    odds = of_trial(rulebook, trial)
    assert not odds.error
    assert slow.aim.value(odds.distribution) == pytest.approx(slow.aim.value(slow.solve()), abs=1e-9)


def test_the_odds_against_a_reaper_beside_a_brood_are_those_worked_out_by_hand() -> None:
    one, other = [of_trial(rulebook, trial_of(attack)).chance_removed() for attack in list(REGRETTED.values())[:2]]
    assert (one, other) == (pytest.approx(0.8889, abs=1e-4), pytest.approx(0.6924, abs=1e-4))


CARDS = ("Man", "Spitter", "Thornback", "Crusher", "Warden", "Trooper", "Medic", "Tyrant")
MELEE_RULES = ("", "Rending", "Reap 1", "Reap 2", "Balanced", "Ceaseless", "Relentless", "Brutal", "Stun, Rending")
PLACES = ("10,11", "11.6,11", "11.6,12.6", "10,12.6")


def drawn_combat(dice: Random) -> Attack:
    """Two fighters with drawn weapons and up to two bystanders of either side, all of them worn down."""
    blades: dict[str, tuple[str, ...]] = {}
    lines = []
    for i in range(dice.choice([2, 3, 3, 4])):
        side = ("blue", "red")[i] if i < 2 else dice.choice(["blue", "red"])
        lines.append(f"{side} {dice.choice(CARDS)} {'abcd'[i]} {PLACES[i]} Engage wounds={dice.randint(1, 5)}")
    for key in "ab":
        damage = dice.randint(1, 4)
        rules = dice.choice(MELEE_RULES)
        critical = max(1, damage + dice.choice([-1, 0, 1, 2]))
        blade = f"blade: A {dice.choice([1, 2])}, WS {dice.choice([3, 4])}+, D {damage}/{critical}"
        blades[key] = (f"{blade}, {rules}" if rules else blade,)
    return FIGHT, "\n".join(lines), (dice.choice([0, 1, 1, 2]), dice.choice([0, 1, 1, 2])), blades


@pytest.mark.parametrize("number", range(24))
def test_drawn_combats_are_told_as_they_are_walked(number: int) -> None:
    attack = drawn_combat(Random(f"combat {number}"))
    comparison = Comparison(most_runs=2_000)
    comparison.compare(rulebook, trial_of(attack))
    assert not comparison.wrong, attack


def advice(attack: Attack) -> set[tuple[int, str, str]]:
    tree = Tree(rulebook, trial_of(attack))
    tree.solve()
    return {(seat, prompt, label) for seat, prompt, _, label in tree.advice}


def test_ploys_are_advised_in_the_words_of_play() -> None:
    bare = APART.format("Man", 8, "Trooper", "1 Df=0") + "\nred Medic m 12,13 Engage"
    held = advice((SHOT, bare, (0, 1), gun("")))
    assert (1, "b has no wounds left. Use Hold On!?", "Hold On! (1 CP): b keeps 1 wound") in held


def test_dice_are_kept_where_rolling_them_again_changes_nothing() -> None:
    told = advice((SHOT, APART.format("Man", 8, "Man", 1), (1, 0), gun("No Cover", dice=1)))
    assert (0, "Re-roll? You rolled 6", "Keep these dice") in told
    assert (0, "Re-roll? You rolled 1", "Command Re-roll (1 CP): re-roll a 1") in told
    sure = advice((SHOT, APART.format("Man", 8, "Man", "1 Df=0"), (1, 0), gun("", dice=1)))
    assert (0, "Re-roll? You rolled 3", "Keep these dice") in sure


def test_a_combat_is_not_taken_for_an_earlier_one_of_equal_fighters() -> None:
    """What was once worked out of an exchange of blows serves anybody's: whoever strikes now loses and deals the wounds."""
    wish = {"weapon": "claws", "target": "veil-runners/needler"}
    first = of_trial(rulebook, rulebook.trial(wish)).distribution
    trial = rulebook.trial(wish)
    battle = trial.state
    assert isinstance(battle, Battle)
    keys = {it.key: f"other-{it.key}" for it in battle.operatives}
    for operative in battle.operatives:
        operative.key = keys[operative.key]
    battle.places = {keys[key]: place for key, place in battle.places.items()}
    again = fight_trial(battle, battle.operatives[0], battle.operatives[1].key)
    assert of_trial(rulebook, again).distribution == pytest.approx(first)
