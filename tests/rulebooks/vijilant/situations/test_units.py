"""Units: situations worked out from the book by hand."""

from math import sqrt

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import APART, FAR, HOOKS, points_of_the_turn, refusal, refused
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.state import REMOVED
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("units.flyer.sight-ignores-terrain", "cover.touching")
def test_only_from_the_air_a_flyer_shoots_past_cover() -> None:
    """A squad touching a carriage, Dodge 2: from the air a 3 hits, from the ground a 4 misses."""
    drawn = "blue Flyer a 20,10 {}\nred Squad b 20,30\ncarriage 15,25,25,28.95" + FAR
    assert at(drawn.format("airborne"), active="a").play("shoot:light:b", dice="rifle 3").alive("b") == []
    assert at(drawn.format("landed"), active="a").play("shoot:light:b", dice="rifle 4").alive("b") == ["b1"]
    assert at(drawn.format("landed"), active="a").play("shoot:light:b", dice="rifle 5").alive("b") == []


@proves("units.flyer.full-move", "units.flyer.move-timing")
@pytest.mark.parametrize(("x", "why"), [(56.917, ""), (57.2, "units.flyer.full-move"), (56.6, "units.flyer.full-move")])
def test_a_flight_to_the_side_is_measured_from_the_old_front(x: float, why: str) -> None:
    """From (35,12) to the new front (x + 2, 10) are 24 cm: x = 33 + the root of 572."""
    assert 33 + sqrt(572) == pytest.approx(56.917, abs=0.001)
    table = at("blue Flyer a 35,10 north" + FAR, active="a")
    if why:
        assert refused(table, "fly", [[x, 10]]) == why
    else:
        assert table.play("fly", [[x, 10]]).at("a1") == (x, 10)
        assert table["a1"].base.facing == 0


@proves("units.flyer.full-move", "ramming.altitude")
def test_a_flyer_rammed_down_is_removed_and_the_rammer_flies_on() -> None:
    table = at("blue Flyer a 20,20 north\nred Flyer b 20,34 south H=1 systems=" + FAR, active="a")
    table.play("fly-ram", [[20, 44]])
    assert (table["b1"].fate, table.at("a1")) == (REMOVED, (20, 44))


@proves("units.flyer.full-move")
def test_a_flight_is_one_point_a_full_move_away() -> None:
    table = at("blue Flyer a 20,20 north" + FAR, active="a").play("fly")
    for way in ([[20, 30], [20, 44]], [[20, 44], [20, 30]], [[20, 20]], [[20, 43.8]], [[20, 44.2]]):
        assert refusal(table, way) == "units.flyer.full-move"
    assert table.play([[20, 43.95]]).at("a1") == (20, 43.95)


@proves("units.flyer.full-move", "units.flyer.stays-on-table", "units.flyer.no-contact")
def test_a_full_flight_must_also_end_where_a_flyer_may_be() -> None:
    drawn = "blue Flyer a 20,20 south\nred Flyer b 44,20" + FAR
    assert refusal(at(drawn, active="a").play("fly"), [[20, -4]]) == "units.flyer.stays-on-table"
    east = drawn.replace("south", "east")
    assert refusal(at(east, active="a").play("fly"), [[44, 20]]) == "units.flyer.no-contact"


@proves("units.flyer.full-move", "transport.landing-cost")
def test_a_flight_is_flown_once_and_ends_where_it_was_flown_to() -> None:
    table = at(f"blue Flyer a 20,20 north\n{APART}", active="a")
    table.play("fly", [[20, 44]])
    assert table.at("a1") == (20, 44)
    assert table.battle.turn is not None
    assert table.battle.turn.flown
    assert not table.can("fly")
    assert points_of_the_turn(table) == 2, "it is free"


@proves("units.flyer.full-move")
def test_a_flyer_cannot_end_its_turn_without_its_flight() -> None:
    table = at(f"blue Flyer a 20,20 north\n{APART}", active="a")
    assert table.why_not("done").endswith("[units.flyer.full-move]")
    table.play("fly", [[20, 44]])
    assert "done" in table.keys


@proves(
    "units.flyer.move-timing", "transport.landing-cost", "transport.flyer-must-land-to-pick-up", "transport.own-turns"
)
def test_a_flyer_flies_lands_and_is_boarded_by_another_card_of_the_same_round() -> None:
    drawn = "blue Flyer t 35,10 north M=24\nblue Squad a 35,37\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn).play("play:t", "fly", [[35, 34]], "land", "done", "save:x", "play:a", "load:t")
    assert table.unit("a").inside == table.unit("t").index


@proves("units.flyer.move-when-saved", "transport.landing-cost")
@pytest.mark.parametrize(("how", "asked"), [("landed", 1), ("airborne", 0)])
def test_a_saved_flyer_that_has_landed_stays_down(how: str, asked: int) -> None:
    table = at(f"blue Flyer a 35,10 north {how}\nblue Squad y 5,5" + FAR).play("save:a")
    assert table.decider == asked


@proves("units.flyer.stays-on-table", "units.flyer.full-move")
def test_a_flyer_that_finds_no_end_for_its_full_flight_owes_none() -> None:
    """From (35,35) no place on the table has its front 60 cm away: the turn may end without a flight, and a saved card too."""
    far = "blue Flyer f 35,35 M=60\nred Squad z 60,60\nred Squad y 65,60"
    table = at(far, active="f")
    assert table.why_not("fly") == "no flight of its full Move ends clear and on the table [units.flyer.stays-on-table]"
    table.play("done")
    assert table.asked.player == 1
    saved = at(far).play("save:f")
    assert (saved.at("f1"), saved.asked.player) == ((35.0, 35.0), 1)


@proves("units.flyer.stays-on-table")
@pytest.mark.parametrize(
    ("start", "end"), [("46,35 east", [70, 35]), ("24,35 west", [0, 35]), ("35,24 south", [35, 0])]
)
def test_no_flight_ends_over_any_edge(start: str, end: list[float]) -> None:
    table = at(f"blue Flyer a {start} M=24\n{APART}", active="a").play("fly")
    with pytest.raises(Refused) as why:
        table.play([end])
    assert why.value.clause == "units.flyer.stays-on-table"


@proves("units.flyer.no-contact", "ramming.altitude")
def test_a_flight_that_rams_may_not_end_in_a_friend_in_the_air_either() -> None:
    drawn = "blue Flyer a 35,10 north M=24\nred Flyer b 35,20 H=1 systems=\nblue Flyer f {}" + FAR
    assert refused(at(drawn.format("36,36"), active="a"), "fly-ram", [[35, 34]]) == "units.flyer.no-contact"
    assert at(drawn.format("60,36"), active="a").play("fly-ram", [[35, 34]]).alive("b") == []


@proves("units.vtol.airborne-or-landed", "weapon.cc.contact", "units.flyer.no-contact")
@pytest.mark.parametrize(
    ("card", "y", "may"),
    [("Gull b {} airborne", 23.5, True), ("Flyer b {}", 23, False), ("Flyer b {} landed", 23, True)],
)
def test_a_hovering_vtol_can_be_struck_and_a_flyer_cannot(card: str, y: float, may: bool) -> None:
    drawn = f"blue Squad a 20,20\nred {card.format(f'20,{y}')}" + FAR
    assert at(drawn, active="a", weapons={"a": (HOOKS,)}).can("strike") is may


@proves("units.vtol.airborne-or-landed")
def test_a_vtol_in_the_air_does_not_take_off_again() -> None:
    table = at("blue Gull a 20,20 airborne" + FAR, active="a").play("move", [[20, 26]])
    assert not table.events("takes-off")


@proves("units.vtol.airborne-or-landed")
@pytest.mark.parametrize(("card", "takes_off"), [("Gull", True), ("Truck", False), ("Skiff", False)])
def test_a_landed_vtol_takes_off_when_it_moves_and_nobody_else_does(card: str, takes_off: bool) -> None:
    table = at(f"blue {card} a 20,20 landed\n{APART}", active="a").play("move", [[20, 26]])
    assert len(table.events("takes-off")) == (1 if takes_off else 0)
    assert table.unit("a").airborne is takes_off
    assert table.at("a1") == (20, 26)


@proves("units.vtol.airborne-or-landed")
def test_a_landed_vtol_that_stays_where_it_is_stays_down() -> None:
    table = at(f"blue Gull a 20,20 landed north\n{APART}", active="a").play("move", [[20, 20]])
    assert not table.events("takes-off")
    assert not table.unit("a").airborne
