"""Basic concepts: situations worked out from the book by hand."""

from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import AIM, BLAST, charging, duel, moving
from tests.rulebooks.fortyk_vanguard.test_terrain import sees
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.dice import roll_off
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, EMBARKED, ON_TABLE


@proves("core.concept.engagement-range", "core.charge.success")
def test_an_enemy_on_the_floor_above_is_reached_from_below() -> None:
    table = charging("blue Man a 4,15\nred Man b 8,15,3\nruin 6,10,12,20 floor=6,10,12,20,3")
    table.do(charge, table["a"], answers=("b", "neither", [[6, 15]]), dice="charge 1 1")
    assert table["a"].did(CHARGED)


@proves("core.concept.engagement-range", "core.move.options-when-engaged")
@pytest.mark.parametrize(("z", "engaged"), [(5, True), (5.01, False)])
def test_five_inches_above_is_engaged_and_a_hair_more_is_not(z: float, engaged: bool) -> None:
    table = moving(f"blue Man a 10,15\nred Man b 10,15.5,{z}\nruin 6,10,14,20 floor=6,15,14,20,{z}")
    assert ("fall-back" in available(table.ask(move_model, table["a"]))) is engaged


@proves("core.dice.reroll-once", "core.overwatch.only-natural-sixes", "faction.rites-of-battle")
def test_ones_of_overwatch_are_rolled_again_beside_a_captain() -> None:
    rows = "red space-marines/captain c 12,17\nred space-marines/intercessors b 10,15"
    table = charging(f"blue Man a 4,15\n{rows}", cp=(0, 1))
    answers = ("b", "no-more", "b", "bolt-rifle/bolt-rifle>a")
    table.do(charge, table["a"], answers=answers, dice="hit 1 5 / hit-again 6 / wound 1 / charge 1 1")


@proves("core.dice.roll-off")
def test_each_player_rolls_a_die_of_their_own_in_a_roll_off() -> None:
    table = at("blue Man a 4,15\nred Man b 40,25")
    procedure: Any = roll_off(table.battle, "who begins", "core.mission.first-turn")
    first = procedure.send(None)
    second = procedure.send((5,))
    assert (first.player, second.player) == (0, 1)
    with pytest.raises(StopIteration) as done:
        procedure.send((3,))
    assert done.value.value == 0


@proves("core.unit.destroyed", "faction.reanimation-protocols")
def test_only_who_falls_to_an_attack_waits_to_stand_up() -> None:
    table = at("blue necrons/immortals a 4,15\nblue necrons/immortals b 4,18\nblue Man c 4,21\nred Man e 30,15")
    for key, by_attack in (("a", True), ("b", False), ("c", True)):
        table.do(destroy, key, by_attack)
    assert table.battle.to_return == ("a",)


@proves("core.unit.destroyed", "core.transport.destroyed")
def test_the_end_of_a_transport_puts_its_passengers_out_and_that_of_another_model_nobody() -> None:
    table = at("blue orks/trukk t 10,15\nblue orks/boyz p 0,0 in=t\nblue orks/boyz q 20,25\nred Man e 40,15")
    table.do(destroy, "q")
    assert table["p"].fate == EMBARKED
    table.do(destroy, "t", answers=([[12, 17.5]],), dice="explodes 1 / wreck 3")
    assert (table["p"].fate, table["t"].alive) == (ON_TABLE, False)


@proves("core.unit.destroyed", "weapon.mortal-wound-to-bearer")
def test_a_bearer_with_one_wound_left_dies_of_its_own_weapon() -> None:
    table = duel('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wound_to_bearer_on_one', shooter="W=1")
    table.do(shoot, "a", answers=(AIM,), dice="hit 1")
    assert not table["a"].alive
    healthy = duel('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wound_to_bearer_on_one', shooter="W=2")
    healthy.do(shoot, "a", answers=(AIM,), dice="hit 1")
    assert (healthy["a"].alive, healthy["a"].wounds) == (True, 1)


@proves("core.visibility.true-line-of-sight", "vanguard.blast.victims-visible-to-initial-target")
def test_nobody_is_seen_or_caught_through_a_floor() -> None:
    ruin = "ruin 8,10,14,20 floor=8,10,14,20,{}"
    assert not sees(at(f"blue Man a 10,15\nred Man b 11.2,15,3\n{ruin.format(3)}"))
    assert sees(at(f"blue Man a 10,15,3\nred Man b 13,15,3\n{ruin.format(3)}"))
    table = at(
        f"blue Man a 4,25\nred Man v 11,15,1.9\nred Man b 11,16.5 W=9\n{ruin.format(1.9)}", weapons={"a": (BLAST,)}
    )
    table.do(shoot, "a", answers=(AIM,), dice="hit 1 1")  # 1.97" away, but under the planks
