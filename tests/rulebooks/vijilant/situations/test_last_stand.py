"""Last stand: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import APART, AXE, FAR, GUN, HOOKS, LIGHT_GUN, RIFLE, STRONG, points
from vanguard.rulebooks.vijilant.state import REMOVED
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("last-stand.when")
def test_the_dead_who_can_do_nothing_are_asked_nothing() -> None:
    table = at("blue Squad a 20,20\nred Squad b 20,30 x2 fresh" + FAR, active="a", weapons={"a": (GUN,), "b": ()})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5")
    assert table.clause == "turn.action-menu"
    assert not table.events("last-stand")


@proves("last-stand.when", "last-stand.one-joint-action")
def test_a_last_stand_is_told_with_those_who_take_it() -> None:
    table = at(
        "blue Squad a 20,20 H=9\nred Squad b 20,30 x3 fresh" + FAR,
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 2, R 0-40",)},
    )
    table.play("shoot:light:b", {"b1": 1, "b3": 1}, dice="gun 5 5")
    assert (table.prompt, table.decider) == ("Killed: 2 of Squad b. Last Stand?", 1)
    table.play("shoot:light:a", dice="rifle 1 1")
    assert table.events("last-stand")[0].about == ("b1", "b3")


@proves("last-stand.when", "ramming.part-of-movement", "last-stand.chain")
def test_those_a_dying_truck_runs_down_are_removed_and_may_answer() -> None:
    drawn = "blue Squad a 20,20 26,20\nred Truck b 20,30 south H=1 systems= fresh\nblue Squad c 20,26 fresh\nred Squad d 30,26"
    table = at(drawn + FAR, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-40",), "b": ()})
    table.play("shoot:light:b", dice="gun 5 1").play("ram", [[20, 24]])
    assert (table.clause, table.decider) == ("last-stand.when", 0)
    table.play("nothing")
    assert table["c1"].fate == REMOVED


@proves("last-stand.timing", "cc.fire-into-melee", "ramming.killed-do-not-block")
@pytest.mark.parametrize(("end", "face", "hurt"), [(30, 2, 1), (30, 1, 0), (26, 5, 0), (26, 6, 1)])
def test_whoever_was_run_down_shoots_after_the_truck_and_under_it_only_on_sixes(end: int, face: int, hurt: int) -> None:
    """Dodge 1, T 1. Left behind, the dead shoot after it as usual; under its base they are in contact."""
    table = at("blue Truck a 35,20 north systems= T=1\nred Squad b 35,24 fresh" + FAR, active="a")
    table.play("ram", [[35, end]])
    assert table.asked.clause == "last-stand.when"
    assert table.play("shoot:light:a", dice=f"rifle {face}")["a1"].wounds == hurt


@proves("last-stand.timing", "last-stand.one-action-limits")
@pytest.mark.parametrize(("end", "rams"), [(28, False), (31.7, False), (32, True)])
def test_a_truck_that_lies_under_a_tank_does_not_ram_it(end: float, rams: bool) -> None:
    """Radii 2.5 and 2.25: from 4.75 on it is free. It may shoot either way."""
    drawn = "blue Tank a 35,20 north M=14\nred Truck b 35,27 north cc=5 systems= fresh" + FAR
    table = at(drawn, active="a", weapons={"b": ("gun: Gun, P 5, Sr 1, R 0-60",)}).play("ram", [[35, end]])
    assert table.clause == "last-stand.when"
    assert table.can("ram") is rams
    assert table.can("shoot")


@proves("last-stand.timing", "ramming.killed-do-not-block")
def test_those_run_down_answer_when_the_drive_is_over() -> None:
    drawn = "blue Truck a 20,20 north H=9 systems=\nred Squad b 20,25 20,28 fresh"
    table = at(drawn + FAR, active="a").play("ram", [[20, 30]])
    assert table.asked.clause == "last-stand.when"
    assert table.at("a1") == (20, 30)
    table.play("shoot:light:a", dice="rifle 6 / rifle 6")
    assert table["a1"].wounds == 1, "a melee still; Power 2 beats the rear from behind, not the side from under it"
    assert table.alive("b") == []


@proves("last-stand.had-turn", "deploy.is-the-turn")
def test_a_unit_shot_in_the_round_it_came_in_has_had_its_turn() -> None:
    drawn = "blue Squad a 20,20\nred Squad b waiting n=2\nred Squad z 65,65"
    table = at(drawn, turn=1, weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-60",)})
    table.play("play:b", {"path": [[20, 60]], "models": {"b2": [[22.5, 60]]}})
    table.play("play:a", "shoot:light:b", {"b1": 1}, dice="gun 5")
    assert table.asked.player == 0


@proves("last-stand.one-joint-action", "last-stand.timing", "cc.fire-into-melee")
@pytest.mark.parametrize(("face", "hurt"), [(5, 0), (6, 1)])
def test_two_squads_run_down_in_one_drive_each_have_their_last_stand(face: int, hurt: int) -> None:
    """c lies under the truck and still touches it: b behind it shoots into a melee. The rear has 1, the side c is at has 2."""
    drawn = "blue Truck a 35,20 north systems=\nred Squad b 35,24 fresh\nred Squad c 35,28 fresh" + FAR
    table = at(drawn, active="a", weapons={"c": ("rifle: Gun, P 3, Sr 1, R 0-24",)}).play("ram", [[35, 30]])
    assert (table.decider, table.clause, "b1" in table.prompt) == (1, "last-stand.when", True)
    table.play("shoot:light:a", dice=f"rifle {face}")
    assert (table.clause, "c1" in table.prompt) == ("last-stand.when", True)
    table.play("shoot:light:a", dice="rifle 5")
    assert table["a1"].wounds == hurt
    assert (table.alive("b"), table.alive("c")) == ([], [])


@proves("last-stand.one-joint-action", "weapon.team-firer", "last-stand.one-action-limits")
def test_dead_mortar_men_have_their_sidearms_alone() -> None:
    drawn = "blue Squad a 20,20 H=9\nred mortar b 20,29 x3 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 2, R 0-60",)})
    table.play("shoot:light:b", {"b1": 1, "b2": 1}, dice="gun 3 3")
    assert "shoot:heavy:a" not in table.keys
    table.play("shoot:light:a", dice="sidearm 3 3")
    assert table["a1"].wounds == 2


@proves("last-stand.one-joint-action", "last-stand.one-action-limits")
def test_the_dead_who_charge_strike_from_where_they_have_come_to() -> None:
    drawn = "blue Squad a 20,20 H=9\nred Squad b 20,25 x2 fresh M=6"
    table = at(drawn + FAR, active="a", weapons={"a": (GUN,), "b": (AXE,)})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5").play("charge", [[20, 22]], dice="axe 3")
    assert table.at("b1") == (20, 22)
    assert table.events("moves")[-1].clause == "last-stand.one-joint-action"


@proves("last-stand.one-action-limits", "cards.bomblets", "pin.attacker-asks")
def test_a_dying_shrike_drops_its_bomblets_on_those_who_shot_it() -> None:
    """Dodge 2: one of three hits; then the dead flyer's owner demands the test, and Morale 6 fails on a 3."""
    drawn = "blue Squad a 20,20 x3\nblue Squad y 5,5\nred shrike b 20,23 south systems= fresh" + FAR
    table = at(drawn, active="a", weapons={"a": (STRONG,)}).play("shoot:light:b", dice="gun 6 1 1")
    assert {"shoot:light:a", "shoot:bomblets:a"} <= set(table.keys)
    table.play("shoot:bomblets:a", dice="bomblets 3 2 1")
    assert (table.decider, table.clause) == (0, "wounds.defender-allocates")
    table.play({"a2": 1})
    assert (table.decider, table.clause) == (1, "pin.attacker-asks")
    table.play("yes", dice="pinning 3")
    assert table.unit("a").pinned >= 0
    assert table.alive("b") == []


@proves("last-stand.one-action-limits", "units.flyer.move-is-free")
def test_a_dying_flyer_shoots_and_neither_flies_nor_rams() -> None:
    drawn = "blue Squad a 20,10 H=9\nblue Flyer c 20,50\nred Flyer b 20,30 H=1 fresh systems=" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)}).play("shoot:light:b", dice="gun 5")
    assert table.asked.clause == "last-stand.when"
    assert not [key for key in table.keys if key.split(":")[0] in ("fly", "ram", "move", "charge", "land")]
    assert table.play("shoot:light:a", dice="rifle 3")["a1"].wounds == 1


@proves("last-stand.one-action-limits", "cards.quick-rack", "weapon.heavy.modified-by-card")
def test_a_dying_mule_fires_its_rack_for_the_one_action_it_has() -> None:
    drawn = "blue Squad a 20,10 H=9\nred mule b 20,35 south wounds=3 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)}).play("shoot:light:b", dice="gun 5")
    assert table.asked.clause == "last-stand.when"
    table.play("shoot:light:a", dice="rocket-rack 3 1 1")
    assert table["a1"].wounds == 3


@proves("last-stand.one-action-limits", "transport.bail-out-order")
def test_a_shot_truck_still_rams_over_the_heads_of_those_who_got_out_of_it() -> None:
    """Its passengers stand in its footprint; they are no vehicle that it lies under."""
    drawn = "blue Tank a 35,20 north\nred Truck b 35,27 south H=1 systems= fresh\nred Squad p inside=b n=2" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice="gun 6")
    assert len(table.alive("p")) == 2
    assert table.can("ram")


@proves("last-stand.coherency", "coherency.three-cm")
@pytest.mark.parametrize(("x", "offered"), [(27, True), (37, False)])
def test_the_dead_man_between_two_mates_may_charge_within_reach_of_one_of_them(x: float, offered: bool) -> None:
    """Without a2 its mates are 6 cm apart: at (26,23.2) it is 1.8 cm from a3. To strike at (37,25) it would leave both."""
    drawn = f"blue Squad k 24,30\nblue Squad e {x},25\nred Squad a 20,20 24,20 28,20 M=14 fresh" + FAR
    table = at(drawn, active="k", weapons={"k": (LIGHT_GUN,), "a": (HOOKS,)}).play("shoot:light:a", "a2", dice="gun 6")
    if not offered:
        assert table.clause == "coherency.who-is-out", "nothing to do for the dead"
        return
    table.play("charge", [[26, 23.2]], dice="hooks 3")
    assert table.alive("e") == []
    assert table.clause == "coherency.who-is-out"


@proves("last-stand.no-escape", "transport.load-unload-cost", "last-stand.when")
def test_the_dead_may_board_and_are_removed_from_the_truck() -> None:
    drawn = "blue Squad a 20,10\nred Truck t 20,33.3 south slowed\nred Squad b 20,30 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": (LIGHT_GUN,)}).play("shoot:light:b", dice="gun 3")
    assert table.asked.clause == "last-stand.when"
    boarding = [key for key in table.keys if key.startswith("load")]
    table.play(boarding[0] if boarding else "nothing")
    assert not table.battle.is_alive(table.unit("b"))
    assert table.battle.card_flipped[table.battle.unit_card(table.unit("b")).index]


@proves("last-stand.no-escape", "last-stand.when")
def test_the_dead_may_hunker_and_die_all_the_same() -> None:
    table = at("blue Squad a 20,20\nred Squad b 20,30 x2 fresh" + FAR, active="a", weapons={"a": (GUN,)})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5")
    if "hunker" in table.keys:
        table.play("hunker")
    else:
        table.play("nothing")
    assert table.alive("b") == ["b2"]
    assert not table.unit("b").hunkered


@proves("last-stand.chain", "transport.destroyed-on-land", "ramming.killed-do-not-block", "last-stand.had-turn")
@pytest.mark.parametrize(("toughness", "left"), [(1, ["p1", "p2"]), (0, [])])
def test_the_man_a_truck_ran_down_shoots_it_from_behind_and_its_passengers_get_out(
    toughness: int, left: list[str]
) -> None:
    """P 2 beats the rear's 1: its last Health. In its own turn the truck has no Last Stand; power 1 spares Toughness 1."""
    drawn = (
        f"blue Truck a 35,20 north systems= wounds=3\nblue Squad p inside=a n=2 T={toughness}\nred Squad b 35,24 fresh"
        + FAR
    )
    table = at(drawn, active="a").play("ram", [[35, 30]], "shoot:light:a", dice="rifle 2")
    assert table.alive("a") == []
    assert table.alive("p") == left
    assert table.asked.player == 1


@proves("last-stand.chain", "last-stand.had-turn", "turn.alternate")
def test_a_unit_killed_in_its_own_turn_by_a_last_stand_is_gone_and_the_turn_is_over() -> None:
    drawn = "blue Squad a 20,20\nblue Squad c 5,5\nred Squad b 20,30 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)})
    table.play("shoot:light:b", "shoot:light:a", dice="gun 5 / rifle 5")
    assert table.alive("a") == []
    assert (table.decider, table.clause) == (1, "turn.free-card-choice")


@proves("last-stand.chain", "pin.after-casualties", "weapon.flame.pins")
def test_the_flames_of_the_dead_pin_whoever_killed_them() -> None:
    """A purifier dies before its turn; its burner hits the shooters, who test at once and keep their other point."""
    drawn = "blue Squad a 20,20 22.5,20 T=5\nred purifiers b 20,27 wounds=1 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-60",)})
    table.play("shoot:light:b", "shoot:light:a", dice="gun 3 1 / purge-burner 3 1 / pinning 3")
    assert table.unit("a").pinned >= 0
    assert (table.asked.player, points(table)) == (0, 1)


@proves("last-stand.chain", "last-stand.when")
def test_three_fall_one_after_the_other_before_play_goes_on() -> None:
    drawn = "blue Squad a 20,20\nblue Squad c 24,20 fresh\nred Squad b 20,30 fresh\nred Squad e 24,30 fresh" + FAR
    table = at(drawn, active="a", weapons=dict.fromkeys("aceb", (RIFLE,)))
    table.play("shoot:light:b", "shoot:light:c", "shoot:light:e", dice="rifle 5 / rifle 5 / rifle 5")
    assert (table.decider, table.clause) == (1, "last-stand.when")
    table.play("shoot:light:a", dice="rifle 5")
    assert [table.alive(key) for key in "abce"] == [[], [], [], []]


@proves("damage.unit-dead-card-flips", "transport.passengers-inactive", "skip.counts-in-hand")
def test_a_wreck_flips_its_own_card_and_its_passengers() -> None:
    drawn = "blue Squad a 20,10\nred Skiff t 20,30 H=1 D=0 systems=\nred Squad p inside=t n=2\nred Squad w 60,60"
    table = at(drawn, weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)})
    table.play("play:a", "shoot:light:t", "nothing", "done", dice="gun 5")
    assert table.keys == ["play:w", "save:w", "skip", "end"]
    table.play("skip", "skip")


@proves("damage.unit-dead-card-flips")
def test_a_unit_that_is_dead_is_neither_pinned_nor_hunkered_nor_inside() -> None:
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30 D=0 pinned hunkered\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:b", dice="gun 5")
    unit = table.unit("b")
    assert (unit.pinned, unit.hunkered, unit.inside) == (-1, 0, -1)
    assert table.battle.card_flipped[table.battle.unit_card(unit).index]
