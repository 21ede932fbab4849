"""Ramming: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import APART, FAR, refusal, refused, told
from vanguard.rulebooks.vijilant.rulebook import _model_faults
from vanguard.rulebooks.vijilant.state import REMOVED
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("ramming.who", "movement.through-models")
def test_a_ram_does_not_end_on_a_friend() -> None:
    drawn = "blue Truck a 20,20 north\nred Squad b 20,25\nblue Squad f 20,30"
    table = at(drawn + FAR, active="a").play("ram")
    assert refusal(table, [[20, 29]]) == "movement.through-models"


@proves("ramming.part-of-movement", "movement.through-models", "ramming.automatic-hit")
def test_a_hovering_ram_does_not_slip_through_whom_it_meets_too_high_or_too_low() -> None:
    """Over the stack the skiff is 5 cm up when it meets the man at its foot: he is not struck, and nobody passes through him."""
    foot = "blue Skiff a 28,40 east\nstack 33,37,38.75,41.25\nred Squad b 36,42.25" + FAR
    assert refused(at(foot, active="a"), "ram", [[38, 40]]) == "movement.through-models"
    assert at(foot, active="a").play("ram", [[33, 40]]).at("a1") == (33, 40), "before it meets him"
    top = "blue Skiff a 28,40 east\n{} 33,37,38,42\nred Squad b 35,40" + FAR
    assert "[ramming.part-of-movement]" in at(top.format("stack"), active="a").why_not("ram")
    assert at(top.format("container"), active="a").play("ram", [[38, 40]]).alive("b") == [], "2.5 cm up is within reach"


@proves("ramming.part-of-movement", "movement.dangerous", "ramming.killed-do-not-block")
def test_a_truck_that_rams_through_shards_rolls_when_its_way_is_done() -> None:
    """b dies on the way; then the shards cost the truck a wound whatever its armour."""
    drawn = "blue Truck a 35,20 north systems=\nred Squad b 35,25\nshardfall 30,40,23,24" + FAR
    table = at(drawn, active="a").play("ram", [[35, 29]], dice="danger 1")
    assert table.alive("b") == []
    assert (table.at("a1"), table["a1"].wounds) == ((35.0, 29.0), 1)


@proves("ramming.part-of-movement", "ramming.killed-do-not-block")
def test_those_who_are_run_down_are_removed_when_the_drive_is_over() -> None:
    table = at("blue Truck a 20,20 north M=12\nred Squad b 20,25 20,28" + FAR, active="a").play("ram", [[20, 31]])
    assert [table[key].fate for key in ("b1", "b2")] == [REMOVED, REMOVED]
    assert table.battle.card_flipped[table.battle.unit_card(table.unit("b")).index]
    assert table.at("a1") == (20, 31)


@proves("ramming.part-of-movement", "ramming.survivor-blocks")
def test_a_stopped_ram_aslant_is_told_with_the_way_it_went() -> None:
    """3 to 4: from (20,20) the contact is at (26,28), 10 cm on."""
    table = at("blue Truck a 20,20 north M=20\nred Strider b 28.55,31.4 T=9 systems=" + FAR, active="a")
    table.play("ram", [[29, 32]])
    assert table.at("a1") == (26, 28)
    assert table.events("drives")[0].values["cost"] == "10.5", "from front to front"


@proves("ramming.part-of-movement", "ramming.survivor-blocks", "movement.through-models")
def test_a_ram_that_is_stopped_in_the_middle_of_a_friend_stands_short_of_it() -> None:
    """Contact would be at y = 23.75, on a friend at y = 24: its base allows 20.75 at most."""
    table = at("blue Truck a 20,20 north\nblue Squad f 20,24\nred Strider b 20,28 T=9 systems=" + FAR, active="a")
    table.play("ram", [[20, 28]])
    assert 20.6 <= table.at("a1")[1] <= 20.76


@proves("ramming.part-of-movement", "ramming.survivor-blocks")
def test_a_ram_that_is_stopped_has_used_no_more_than_it_drove() -> None:
    table = at(f"blue Truck a 20,20 north\nred Strider b 20,30 H=9 T=3 D=0\n{APART}", active="a")
    table.play("ram", [[20, 30]], "plain")
    [told] = table.events("drives")
    assert float(told.values["cost"]) == pytest.approx(30 - 2.0 - 2.25 - 20, abs=0.1)
    assert table.at("a1")[1] == pytest.approx(30 - 2.0 - 2.25, abs=0.05)


@proves("ramming.part-of-movement", "movement.dangerous")
def test_a_ram_over_shards_is_as_dangerous_as_any_drive() -> None:
    table = at(f"blue Truck a 20,20 north\nred Squad b 20,29 D=0\n{APART}\nshardfall 15,25,23,25", active="a")
    table.play("ram", [[20, 30]], dice="danger 2")
    assert table.alive("b") == []


@proves("ramming.automatic-hit")
@pytest.mark.parametrize(("place", "struck"), [("38.25,20", False), ("38.2,21", True), ("38.25,19", False)])
def test_a_model_touched_at_the_start_is_struck_only_if_the_truck_comes_nearer(place: str, struck: bool) -> None:
    """Radius 2.25 and 1. At 3.25 beside it, it drives away from it; 3.2 beside its way and ahead it is struck."""
    table = at(f"blue Truck a 35,20 north\nred Squad b {place}" + FAR, active="a").play("ram", [[35, 25]])
    assert (table.alive("b") == []) is struck


@proves("ramming.automatic-hit")
def test_a_model_on_a_stack_is_not_run_down() -> None:
    drawn = "blue Skiff a 20,20 north\nred Squad b 20,26\nred Squad c 30,20\nstack 18,22,25,27"
    table = at(drawn + FAR, active="a")
    if table.can("ram"):
        table.play("ram", [[20, 22.4]])
    assert table.alive("b") == ["b1"]


@proves("ramming.power", "ramming.survivor-blocks")
def test_a_skiff_is_stopped_by_the_first_purifier() -> None:
    """Power 3 against 2: one of two Health. It stops where the centres are 3.5 apart."""
    table = at("blue skiff a 20,20 north\nred purifiers b 20,30 x4" + FAR, active="a").play("ram", [[20, 34]])
    assert table.at("a1") == (20, 26.5)
    assert [table[f"b{n}"].wounds for n in (1, 2)] == [1, 0]


@proves("ramming.power")
def test_a_ram_of_equal_power_is_told_as_harmless() -> None:
    table = at("blue Truck a 20,20 north cc=3\nred Strider b 20,28 T=3" + FAR, active="a").play("ram", [[20, 28]])
    assert told(table).count("ram-harmless") == 1
    assert not table.events("wounded")


@proves("ramming.power", "ramming.survivor-blocks")
def test_a_ram_by_one_point_is_one_wound_and_by_none_is_none() -> None:
    for toughness, wounds in ((3, 1), (4, 0)):
        table = at(f"blue Truck a 20,20 north\nred Strider b 20,30 H=9 T={toughness} D=0\n{APART}", active="a")
        table.play("ram", [[20, 30]], *(["plain"] if wounds else []))
        assert table["b1"].wounds == wounds


@proves("ramming.power", "ramming.survivor-blocks")
def test_a_ram_that_does_no_harm_is_stopped_all_the_same() -> None:
    table = at("blue Truck a 20,20 north cc=3\nred Strider b 20,28 T=3 systems=" + FAR, active="a")
    table.play("ram", [[20, 30]])
    assert (table["b1"].wounds, table.at("a1")) == (0, (20, 23.75))


@proves(
    "ramming.armour-zone", "transport.destroyed-airborne", "units.vtol.airborne-or-landed", "ramming.survivor-blocks"
)
@pytest.mark.parametrize(
    ("gull", "end", "crew"),
    [
        ("north airborne", (35, 32), []),  # from behind: 5 - 1 = 4 of 4, and the crew falls with power 2
        ("north landed", (35, 32), ["p1", "p2"]),  # the same on the ground: power 1
        ("south airborne", (35, 23), None),  # from the front: 3 of 4, it blocks 5 cm off
    ],
)
def test_a_tank_runs_down_a_dropship_hovering_or_landed(
    gull: str, end: tuple[int, int], crew: list[str] | None
) -> None:
    drawn = f"blue Tank a 35,20 north M=12\nred Gull b 35,28 {gull} systems=\nred Squad p inside=b n=2" + FAR
    table = at(drawn, active="a").play("ram", [[35, 32]])
    assert table.at("a1") == end
    if crew is None:
        assert table["b1"].wounds == 3
        assert table.unit("p").inside == table.unit("b").index
    else:
        assert table.alive("p") == crew


@proves("ramming.armour-zone", "ramming.power", "ramming.killed-do-not-block")
@pytest.mark.parametrize(("facing", "wounds", "end"), [("north", 4, 28.0), ("south", 2, 22.25), ("east", 3, 22.25)])
def test_a_rammed_truck_is_struck_where_the_tank_comes_from(facing: str, wounds: int, end: float) -> None:
    """CC power 5 against 3/2/1, Health 4: from behind it dies and the tank drives on."""
    table = at(f"blue Tank a 35,20 north\nred Truck b 35,27 {facing} systems=" + FAR, active="a")
    table.play("ram", [[35, 28]])
    assert table.at("a1") == (35.0, end)
    assert (table.alive("b") == []) is (wounds == 4)
    if wounds < 4:
        assert table["b1"].wounds == wounds


@proves("ramming.survivor-blocks", "movement.top-of-container", "heist.defender-starts-on-train")
def test_a_vehicle_stopped_by_whom_it_rams_while_driving_off_the_deck_stays_on_it() -> None:
    """The deck ends at y = 30.5. A truck (radius 2.25) meets a strider (radius 2) at (20,26) with its centre at y = 30.25, half
    off the deck, where nobody may end: it stays aboard, with its centre at 32.75 or more, and may still drive along the deck."""
    table = at(
        """
        blue Truck t 20,33 south started-aboard
        red Strider s 20,26 H=9
        """,
        active="t",
        mission="the-heist",
        map="glasstrain",
        defender=0,
    )
    table.play("ram", [[20, 26.5]], "plain")
    assert table["s1"].wounds == 1
    x, y = table.at("t1")
    assert (x, table["t1"].base.elevation) == (20.0, 1.5)
    assert 32.74 <= y <= 32.85
    table.play("move", [[24, 33]])
    assert table.at("t1") == (24.0, 33.0)


@proves("ramming.survivor-blocks", "movement.through-models")
def test_a_skimmer_stopped_over_a_friend_it_passed_on_an_earlier_leg_goes_back_along_that_leg() -> None:
    """It turns over its friend at (20,20) and meets a strider with the centres 4.5 apart, at (20,21.5): on the whole second leg it
    is over its friend (3.5 apart is clear), on the first it is clear up to x = 16.5."""
    table = at(
        """
        blue Skiff s 12,20 east
        blue Squad f 20,20
        red Strider z 20,26 H=9
        """,
        active="s",
    )
    table.play("ram", [[20, 20], [20, 23.6]])
    x, y = table.at("s1")
    assert (y, table["z1"].wounds) == (20.0, 0)
    assert 16.49 <= x <= 16.51
    assert _model_faults(table.battle) == []


@proves("ramming.survivor-blocks", "ramming.infantry-usually-die")
def test_a_hero_who_survives_a_ram_stops_the_truck() -> None:
    """Power 4 against Toughness 2 is two wounds of three."""
    table = at("blue Truck a 35,20 north\nred Hero b 35,26" + FAR, active="a").play("ram", [[35, 29]])
    assert (table["b1"].wounds, table.at("a1")) == (2, (35.0, 22.5))


@proves("ramming.survivor-blocks", "ramming.automatic-hit")
def test_two_touched_at_once_are_both_struck_and_either_may_stop_it() -> None:
    drawn = "blue Truck a 20,20 north\nred Squad b 18.7,26\nred Squad c 21.3,26 H=9"
    table = at(drawn + FAR, active="a").play("ram", [[20, 29]])
    assert table.alive("b") == []
    assert table["c1"].wounds == 3
    assert len(table.events("ram-stopped")) == 1


@proves("ramming.block-lasts-turn")
def test_after_a_block_the_truck_may_drive_round_but_not_ram_the_same_model() -> None:
    drawn = "blue Truck a 20,20 north M=12\nred Strider b 20,28 T=9 systems="
    table = at(drawn + FAR, active="a").play("ram", [[20, 28]])
    table.play("move", [[15, 23.75, 90]])
    assert table["b1"].wounds == 0


@proves("ramming.no-cc-bonus")
def test_ramming_earns_no_extra_movement() -> None:
    table = at("blue Truck a 20,20 north\nred Squad b 20,25\nred Squad c 20,38" + FAR, active="a")
    table.play("ram", [[20, 28]]).play("ram", [[20, 38]])
    assert (table.alive("b"), table.alive("c")) == ([], [])
    assert table.asked.player == 1


@proves("ramming.altitude")
@pytest.mark.parametrize(("y", "offered"), [(36.1, False), (35.9, True)])
def test_a_ram_in_flight_is_offered_where_a_flyer_can_be_met(y: float, offered: bool) -> None:
    """From (35,8) north the centre goes 24 cm to (35,32): bases of 2 cm meet up to (35,36)."""
    table = at(f"blue Flyer a 35,8 north\nred Flyer b 35,{y} south systems=" + FAR, active="a")
    assert ("fly-ram" in table.keys) is offered
    if offered:
        table.play("fly-ram", lambda question: question.candidates()[0])
        assert table["b1"].wounds == 2, "Power 4 against the front's 2"
        assert table.at("a1") == (35, 31.9)
    else:
        assert "[ramming.altitude]" in table.why_not("fly-ram")


@proves("ramming.altitude", "units.flyer.no-contact")
def test_a_flyer_stopped_by_whom_it_rams_while_over_a_friend_ends_just_short_of_the_friend() -> None:
    """M 24 north from (35,10). The enemy at (35,30) stops it with the centres 4 apart, at (35,26); there it would overlap its
    friend at (37,24), so it stays behind: centres at least 4 apart leave it south of 24 - sqrt(16 - 4) = 20.54."""
    table = at(
        """
        blue Flyer a 35,10 north cc=3
        blue Flyer b 37,24
        red Flyer z 35,30 H=9
        """,
        active="a",
    )
    table.play("fly-ram", [[35, 34]], "plain")
    assert table["z1"].wounds == 1
    x, y = table.at("a1")
    assert x == 35.0
    assert 20.53 <= y <= 20.55
    assert _model_faults(table.battle) == []


@proves("ramming.altitude", "ramming.automatic-hit", "movement.top-of-container")
@pytest.mark.parametrize(("piece", "struck"), [("container", True), ("stack", False)])
def test_a_tank_strikes_who_stands_at_the_rim_of_a_container_and_not_of_a_stack(piece: str, struck: bool) -> None:
    """The tank stops at the container's wall, y 42 - 2.5; the trooper's centre is 3.5 from it."""
    table = at(f"blue Tank a 35,32 north\nred Squad b 35,43\n{piece} 33,37,42,44.5" + FAR, active="a")
    assert ("ram" in table.keys) is struck
    if struck:
        assert table.play("ram", [[35, 39.5]]).alive("b") == []


@proves("ramming.altitude")
def test_a_flyer_that_survives_ends_the_flight_there_and_those_beside_the_way_are_not_struck() -> None:
    """Radius 2 each: contact at 4 cm. The one at x = 24.1 is passed; friends are not rammed."""
    drawn = "blue Flyer a 20,20 north\nblue Flyer f 20,26 north\nred Flyer b 20,34 south H=9 systems=\nred Flyer c 24.1,30 H=9"
    table = at(drawn + FAR, active="a").play("fly-ram", [[20, 44]])
    assert table.at("a1") == (20, 30)
    assert (table["b1"].wounds, table["c1"].wounds, table["f1"].wounds) == (2, 0, 0)
    assert [event.clause for event in table.events("flies")] == ["ramming.altitude"]
