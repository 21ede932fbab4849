"""Ramming: a straight drive through enemies, automatic hits by CC power, survivors that block."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


def rammed(drawn: str, *path: Any, answers: tuple[Any, ...] = (), dice: str = "", **more: Any) -> Table:
    table = at(drawn + "\nred Squad z 65,65", active="a", **more)
    return table.play("ram", [list(point) for point in path], *answers, dice=dice)


@proves(
    "ramming.who", "ramming.part-of-movement", "ramming.automatic-hit", "ramming.power", "ramming.infantry-usually-die"
)
@pytest.mark.parametrize("card", ["Tank", "Truck", "Skiff", "Gull"])
def test_a_vehicle_runs_down_infantry_without_a_roll(card: str) -> None:
    table = rammed(f"blue {card} a 35,20 north\nred Squad b 35,25 hunkered D=6", (35, 28))
    assert table.alive("b") == []
    assert table.at("a1") == (35.0, 28.0)
    assert table.battle.turn is not None
    assert table.battle.turn.points == 1, "it costs the movement action, nothing more"


@proves("ramming.who")
def test_walkers_cannot_ram() -> None:
    for card in ("Strider", "Squad", "Hero"):
        table = at(f"blue {card} a 35,20\nred Squad b 35,25\nred Squad z 65,65", active="a")
        assert "ram" not in table.keys


@proves("ramming.part-of-movement", "movement.through-models")
def test_a_movement_not_declared_a_ram_strikes_nobody() -> None:
    table = at("blue Truck a 35,20 north\nred Squad b 35,25\nred Squad z 65,65", active="a")
    table.play("move", [[35, 21.75]])
    assert table.alive("b") == ["b1"]


@proves("ramming.power", "ramming.survivor-blocks", "wounds.by-difference")
def test_a_survivor_stops_the_vehicle_in_contact() -> None:
    """Tank (radius 2.5, M 8) north from (35,20); a machine (radius 2, T 3, Health 5) at (35,30): stop at (35,25.5), 2 wounds."""
    table = rammed("blue Tank a 35,20 north\nred Strider b 35,30 systems=", (35, 28))
    assert table.at("a1") == (35.0, 25.5)
    assert table["b1"].wounds == 2
    [driven] = table.events("drives")  # seen to drive up to the survivor
    assert tuple(driven.values["path"][-1]) == (35.0, 25.5)


@proves("ramming.power")
def test_cc_power_5_puts_4_wounds_on_a_trooper_who_dies_of_them_or_not() -> None:
    assert rammed("blue Tank a 35,20 north\nred Squad b 35,25 H=4", (35, 28)).alive("b") == []
    tough = rammed("blue Tank a 35,20 north\nred Squad b 35,25 H=5", (35, 28))
    assert (tough["b1"].wounds, tough.alive("b")) == (4, ["b1"])
    assert tough.at("a1") == (35.0, 21.5), "a survivor blocks, infantry or not"


@proves("ramming.killed-do-not-block", "ramming.automatic-hit")
def test_the_dead_do_not_block_and_squad_mates_beside_the_path_neither() -> None:
    drawn = "blue Tank a 35,20 north M=12\nred Squad b 35,25 35,28 39,28"
    table = rammed(drawn, (35, 31))
    assert table.alive("b") == ["b3"]
    assert table.at("a1") == (35.0, 31.0)


@proves("ramming.automatic-hit")
def test_a_model_passed_with_a_gap_is_not_struck() -> None:
    """Radius 2.5 and 1: centres 3.5 apart touch, 3.51 do not."""
    assert rammed("blue Tank a 35,20 north\nred Squad b 38.5,24 35,27", (35, 27)).alive("b") == []
    assert rammed("blue Tank a 35,20 north\nred Squad b 38.51,24 35,27", (35, 27)).alive("b") == ["b1"]


@proves("ramming.block-lasts-turn")
def test_a_survivor_blocks_for_the_rest_of_the_turn_and_is_not_rammed_twice() -> None:
    table = rammed("blue Tank a 35,20 north\nred Strider b 35,30 H=9 systems=", (35, 28))
    assert "ram" not in table.keys or table.play("ram").asked.clause
    table = rammed("blue Tank a 35,20 north\nred Strider b 35,30 H=9 systems=", (35, 28))
    table.play("move")
    with pytest.raises(Refused):
        table.play([[35, 26]])
    table.play([[35, 21.5]])
    assert table["b1"].wounds == 2
    assert table.at("a1") == (35.0, 21.5), "it may back off"


@proves("ramming.struck-model-takes-it", "wounds.system-or-wound")
def test_the_struck_model_takes_the_wounds_itself() -> None:
    """b2 is struck, not b1; and a machine's owner chooses between wounds and systems."""
    table = rammed("blue Tank a 35,20 north\nred Squad b 45,25 35,25", (35, 28))
    assert table.alive("b") == ["b1"]
    machine = rammed("blue Tank a 35,20 north\nred Strider b 35,30", (35, 28))
    assert machine.asked.clause == "wounds.system-or-wound"
    assert machine.asked.player == 1
    machine.play("mobility").play("plain")
    assert (machine["b1"].lost, machine["b1"].wounds) == (("mobility",), 2)


@proves("ramming.armour-zone")
@pytest.mark.parametrize(("facing", "wounds"), [("south", 1), ("north", 3), ("east", 2)])
def test_a_struck_vehicle_uses_the_zone_the_rammer_comes_from(facing: str, wounds: int) -> None:
    """T 4/3/2 against CC power 5: front 1, side 2, rear 3 wounds. The rammer comes from the south."""
    table = rammed(f"blue Tank a 35,20 north\nred Tank b 35,29 {facing} systems=", (35, 28))
    assert table["b1"].wounds == wounds


@proves("ramming.straight-line")
def test_from_the_first_contact_on_a_ram_goes_straight() -> None:
    drawn = "blue Truck a 35,20 north M=20\nred Squad b 35,25 39,30"
    table = at(drawn + "\nred Squad z 65,65", active="a").play("ram")
    with pytest.raises(Refused) as why:
        table.play([[35, 25], [39, 30]])
    assert why.value.clause == "ramming.straight-line"
    bent = at("blue Truck a 30,20 north M=20\nred Squad b 38,26\nred Squad z 65,65", active="a")
    assert bent.play("ram", [[30, 26], [40, 26]]).alive("b") == [], "before it, it may turn"


@proves("ramming.own-ram-harmless", "ramming.no-cc-bonus")
def test_a_ram_hurts_nobody_aboard_and_earns_no_extra_movement() -> None:
    table = rammed("blue Tank a 35,20 north M=4\nred Strider b 35,28 H=9 systems=", (35, 24))
    assert table["a1"].wounds == 0
    table.play("done")
    assert table.asked.player == 1


@proves("ramming.altitude", "units.flyer.counts-as-vehicle")
def test_flyers_and_the_ground_do_not_ram_each_other_but_flyers_do() -> None:
    """The other flyer (T 2, Health 9) is met 4 cm before its centre and survives: the flight ends there."""
    ground = at("blue Tank a 35,20 north\nred Flyer b 35,27\nred Squad z 65,65", active="a")
    assert "ram" not in ground.keys
    landed = rammed("blue Tank a 35,20 north\nred Flyer b 35,28 south landed H=9 systems=", (35, 28))
    assert landed["b1"].wounds == 3
    below = at("blue Flyer a 35,10 north\nred Squad b 35,25\nred Squad z 65,65", active="a")
    assert "ram" not in below.keys
    air = at("blue Flyer a 35,10 north M=24\nred Flyer b 35,28 south H=9 systems=\nred Squad z 65,65", active="a")
    air.play("fly-ram", [[35, 34]])
    assert air["b1"].wounds == 2
    assert air.at("a1") == (35.0, 24.0)


@proves("ramming.altitude", "ramming.power")
def test_a_flyer_is_struck_in_the_zone_where_it_is_met_not_where_the_flight_began() -> None:
    """From 3.5 cm beside its middle the flight begins before its front (T 4) and meets its side (T 3): power 4, one wound."""
    drawn = "blue Flyer a 31.5,8 north M=40\nred Flyer b 35,28 south T=4/3/2 H=9 systems=\nred Squad z 65,65"
    air = at(drawn, active="a").play("fly-ram", [[31.5, 48]])
    assert air["b1"].wounds == 1


@proves("ramming.survivor-blocks")
def test_a_survivor_is_not_rammed_again_in_the_same_turn() -> None:
    table = at("blue Truck a 35,20 north M=20\nred Strider b 35,30 T=9 systems=\nred Squad z 65,65", active="a")
    table.play("ram", [[35, 28]])
    assert table.at("a1") == (35.0, 25.75)
    assert table.why_not("ram") == "no enemy in its way within reach [ramming.part-of-movement]"


@proves("last-stand.timing", "ramming.killed-do-not-block", "cc.fire-into-melee")
def test_last_stands_come_when_the_ramming_movement_has_ended() -> None:
    """Two are run over; when the vehicle has come to rest they fire together, once. The one under it still touches it, so
    that only 6s hit."""
    drawn = "blue Tank a 35,20 north M=12 H=9 T=1 systems=\nred Squad b 35,25 35,28 40,28 fresh"
    table = at(drawn + "\nred Squad z 65,65", active="a").play("ram", [[35, 31]])
    assert table.asked.clause == "last-stand.when"
    assert table.asked.player == 1
    table.play("shoot:light:a", dice="rifle 5 6")
    assert table["a1"].wounds == 1
    assert table.alive("b") == ["b3"]


# -- whom it can be declared against ----------------------------------------------------------------------------------------


@proves("ramming.part-of-movement", "ponderous.straight-only")
@pytest.mark.parametrize(("x", "struck"), [(38.0, True), (38.45, True), (38.6, False)])
def test_a_ponderous_vehicle_strikes_with_the_edge_of_its_base_too(x: float, struck: bool) -> None:
    """Radius 2.5 and 1.0: on its line north from x = 35 it touches whoever stands less than 3.5 cm to the side."""
    table = at(f"blue Tank a 35,20 north\nred Squad b {x},26\nred Squad z 65,65", active="a")
    assert ("ram" in table.keys) is struck
    if struck:
        assert table.play("ram", [[35, 28]]).alive("b") == []
    else:
        assert "[ramming.part-of-movement]" in table.why_not("ram")


@proves("ramming.automatic-hit", "movement.up-to-m")
@pytest.mark.parametrize(("y", "reached"), [(32.5, True), (32.52, False)])
def test_an_enemy_exactly_as_far_off_as_it_moves_is_struck_at_the_end_of_the_drive(y: float, reached: bool) -> None:
    """M 8, radii 2.5 and 2: contact after 8 cm if the centres are 12.5 apart."""
    table = at(f"blue Tank a 35,20 north\nred Strider b 35,{y} systems=\nred Squad z 65,65", active="a")
    assert ("ram" in table.keys) is reached
    if reached:
        assert table.play("ram", [[35, 28]])["b1"].wounds == 2


@proves("ramming.straight-line", "ramming.part-of-movement")
def test_a_vehicle_may_drive_around_something_and_then_ram() -> None:
    """A container stands between truck and squad: no straight line meets anybody, a drive around it does."""
    drawn = "blue Truck a 35,20 north M=12\nred Squad b 35,27\ncontainer 34.5,35.5,23,24\nred Squad z 65,65"
    table = at(drawn, active="a")
    assert "ram" in table.keys
    table.play("ram")
    table.play(table.asked.candidates()[0])
    assert table.alive("b") == []


@proves("ramming.block-lasts-turn")
def test_whoever_survived_a_ram_is_said_to_have_stopped_the_vehicle() -> None:
    drawn = "blue Truck a 35,20 north\nred Strider b 35,30 systems=\nred Squad c 31.6,25.75\nred Squad z 65,65"
    table = at(drawn, active="a").play("ram", [[35, 29]]).play("ram")
    with pytest.raises(Refused, match="neither be passed nor rammed again") as why:
        table.play([[35, 28]])
    assert why.value.clause == "ramming.block-lasts-turn"


@proves("ramming.survivor-blocks", "units.skimmer.ignores-terrain-moving")
def test_a_skimmer_that_is_stopped_over_glass_stands_short_of_it() -> None:
    """In contact at (29,20) it would be 0.7 cm in the shard, whose corner is at (27.75,21.835): it stands at x 26.05."""
    drawn = "blue Skiff a 20,20 east\nred Tank b 34,20 west systems=\nred Squad z 60,60\nblue Squad y 5,60\nshard 29,24 r=2.5"
    x, y = at(drawn, active="a").play("ram", [[32, 20]]).at("a1")
    assert 26.04 < x <= 26.07 and y == 20
