"""DAMAGE: wounds, injured, incapacitated and mortal wounds."""

import pytest

from tests.rulebooks.killteam_lite.positions import at, battle_at
from vanguard.rulebooks.killteam_lite.damage import lose_wounds, regain_wounds, remove_casualties, suffer_mortal_wounds
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import run

proves = proves_for("killteam_lite")


@proves("damage.injured-threshold")
@pytest.mark.parametrize(
    ("full", "left", "injured"), [(8, 4, False), (8, 3, True), (7, 4, False), (7, 3, True), (1, 1, False)]
)
def test_fewer_than_half_of_the_wounds_is_injured_and_exactly_half_is_not(full: int, left: int, injured: bool) -> None:
    battle = battle_at(f"blue Man a 4,11 W={full} wounds={left}\nred Man b 20,11")
    assert battle.is_injured(battle["a"]) == injured


@proves("damage.wounds", "damage.injured-threshold")
def test_damage_reduces_wounds_and_says_when_somebody_is_injured() -> None:
    battle = battle_at("blue Man a 4,11\nred Man b 20,11")
    assert battle["a"].wounds == 8
    run(lose_wounds(battle, "a", 3, "shooting.damage-normal"), [])
    assert battle["a"].wounds == 5
    run(lose_wounds(battle, "a", 2, "shooting.damage-normal"), [])
    assert [event.key for event in battle.events] == ["wounds-lost", "wounds-lost", "injured"]


@proves("damage.injured-at-once", "damage.injured-move")
def test_injury_takes_effect_at_once_even_in_the_same_activation() -> None:
    """W 8, M 6": the shooter's Hot weapon costs it 6 wounds; its Normal Move afterwards is limited to 4"."""
    table = at(
        "blue Man a 4,11 Engage\nred Man b 15,11 Engage Df=0",
        active="a",
        weapons={"a": ("gun: A 3, BS 3+, D 1/1, Hot",)},
    )
    table.play("shoot", "b", "normal-move", dice="attack 1 1 5")
    assert table["a"].wounds == 2
    assert 'up to 4"' in table.asked.prompt


@proves("damage.injured-at-once")
def test_injury_ends_when_wounds_are_restored_to_half() -> None:
    battle = battle_at("blue Man a 4,11 wounds=3\nred Man b 20,11")
    regain_wounds(battle, "a", 1, "damage.injured-at-once")
    assert not battle.is_injured(battle["a"])
    assert battle.movement_of(battle["a"]) == 6


@proves("damage.injured-skill")
def test_the_injured_shoot_worse() -> None:
    """BS 3+ becomes 4+; 6 still always hits."""
    table = at("blue Man a 4,11 Engage wounds=3\nred Man b 15,11 Engage Df=0", active="a")
    table.play("shoot", "b", dice="attack 3 3 4 6")
    assert table["b"].wounds == 8 - 3 - 4
    shown = table.events("attack-dice")[0].dice
    assert shown is not None
    assert [modifier.label for modifier in shown.modifiers] == ["injured"]


@proves("damage.incapacitated", "damage.incapacitated-removal-time")
def test_an_operative_at_no_wounds_is_removed() -> None:
    table = at("blue Man a 4,11 Engage\nred Man b 15,11 Engage Df=0 wounds=3\nred Man c 15,15 Engage", active="a")
    table.play("shoot", "b", dice="attack 5 1 1 1")
    assert not table["b"].in_play
    assert "B is incapacitated." in table.log


@proves("damage.mortal-wounds")
def test_mortal_wounds_are_applied_at_once_and_nothing_reduces_them() -> None:
    battle = battle_at("blue Man a 4,11 inv=2\nred Man b 20,11")
    run(suffer_mortal_wounds(battle, "a", 6, "hot.self-damage"), [])
    assert battle["a"].wounds == 2


@proves("game.lite-scope")
def test_nothing_of_the_larger_rulebook_is_in_force() -> None:
    """A friend beside the fighter lends no support, and a friend beside the target gives no Cover."""
    table = at("blue Man a 4,11 Engage\nblue Man a2 5.5,12.4 Engage\nred Man b 5.5,11 Engage blades=none", active="a")
    table.play("fight", dice="fight 2 2 2 3")
    assert table["b"].wounds == 5, "only the 3 hits: nobody improves WS 3+"


# -- the edges --------------------------------------------------------------------------------------------------------------


@proves("damage.injured-threshold", "damage.mortal-wounds")
def test_injury_is_told_once_when_it_begins_and_never_of_the_fallen() -> None:
    """W 8: 5 left, then 3 (injured now), then 1 (injured already), then 0 (incapacitated, not injured)."""
    battle = battle_at("blue Man a 4,11 W=8\nred Man b 20,11")
    for amount in (3, 2, 2, 1):
        run(lose_wounds(battle, "a", amount, "shooting.damage-normal"), [])
    assert [event.key for event in battle.events].count("injured") == 1
    assert battle.events[0].clause == "shooting.damage-normal"
    fresh = battle_at("blue Man a 4,11 W=8\nred Man b 20,11")
    run(suffer_mortal_wounds(fresh, "a", 8, "hot.self-damage"), [])
    assert [(event.key, event.clause) for event in fresh.events] == [("mortal-wounds", "hot.self-damage")], (
        "by whose rule"
    )
    last = battle_at("blue Man a 4,11 W=8\nred Man b 20,11")
    run(lose_wounds(last, "a", 7, "shooting.damage-normal"), [])
    assert [event.key for event in last.events] == ["wounds-lost", "injured"], "one wound left is injured"


@proves("damage.incapacitated", "damage.incapacitated-removal-time")
def test_whoever_is_removed_is_no_longer_ready_nor_shielded_and_shields_nobody() -> None:
    battle = battle_at("blue Man a 4,11 Engage\nblue Man c 4,14 Engage\nred Man b 20,11 Engage")
    battle["a"].wounds = 0
    battle["a"].shielded_by = "c"
    battle["c"].shielded_by = "a"
    assert battle["a"].ready
    run(remove_casualties(battle), [])
    assert (battle["a"].in_play, battle["a"].ready, battle["a"].shielded_by) == (False, False, "")
    assert battle["c"].shielded_by == "", "the veil falls with who held it"
