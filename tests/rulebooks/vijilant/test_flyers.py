"""Flyers: the full flight, when it is made, what it ignores; landing and taking off."""

import pytest

from tests.rulebooks.vijilant.positions import at
from vanguard.core.questions import Place
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

FLYER = "blue Flyer a 35,10 north M=24\nred Squad z 65,65"


@proves("units.flyer.full-move", "units.flyer.move-is-free", "movement.measure-front")
def test_a_flight_is_the_full_move_from_front_to_front_and_free() -> None:
    """M 24, radius 2, centre (35,10), facing north: straight on its centre ends at (35,34); 18 cm are refused."""
    table = at(FLYER, active="a").play("fly", [[35, 34]])
    assert (table.at("a1"), table["a1"].base.facing) == ((35.0, 34.0), 90.0)
    assert table.battle.turn is not None
    assert table.battle.turn.points == 2
    for end in ([35, 28], [35, 35], [35, 33.8]):
        with pytest.raises(Refused) as why:
            at(FLYER, active="a").play("fly", [end])
        assert why.value.clause == "units.flyer.full-move"


@proves("units.flyer.full-move")
def test_the_direction_is_free_and_it_faces_the_way_it_flew() -> None:
    """Due east: the front goes from (35,12) to (58.916,10), 24 cm; the centre comes to (56.916,10)."""
    table = at(FLYER, active="a").play("fly", [[56.916, 10]])
    assert table["a1"].base.facing == 0.0
    with pytest.raises(Refused):
        at(FLYER, active="a").play("fly", [[45, 20], [35, 34]])


@proves("units.flyer.move-timing", "units.flyer.no-second-move")
def test_it_flies_once_a_turn_before_between_or_after_its_actions_and_must() -> None:
    drawn = FLYER + "\nred Squad b 35,25 H=9"
    table = at(drawn, active="a").play("shoot:light:b", dice="rifle 1")
    assert not table.can("move"), "no movement for action points"
    assert "done" not in table.keys
    assert "[units.flyer.full-move]" in table.why_not("done")
    table.play("fly", [[35, 34]])
    assert not table.can("fly")
    table.play("shoot:light:b", dice="rifle 1")
    assert table.asked.player == 1
    spent = at(drawn, active="a").play("shoot:light:b", dice="rifle 1").play("shoot:light:b", dice="rifle 1")
    assert spent.keys == ["fly"], "with all points spent the flight is still owed"


@proves("units.flyer.move-when-saved", "skip.save-a-card")
def test_a_saved_flyer_must_still_fly() -> None:
    table = at(FLYER + "\nred Squad y 60,60").play("save:a")
    assert table.asked.clause == "units.flyer.full-move"
    table.play([[35, 34]])
    assert table.asked.player == 1


@proves("units.flyer.move-when-saved")
def test_a_flyer_whose_card_is_not_played_or_forfeit_does_not_fly() -> None:
    table = at(FLYER.replace("M=24", "M=24 pinned")).play("forfeit:a")
    assert table.at("a1") == (35.0, 10.0)
    ended = at(FLYER).play("end", "end")
    assert ended.at("a1") == (35.0, 10.0)


@proves("units.flyer.stays-on-table")
def test_the_flight_ends_with_the_whole_base_on_the_table() -> None:
    drawn = "blue Flyer a 35,46 north M=24\nred Squad z 65,65"
    with pytest.raises(Refused) as why:
        at(drawn, active="a").play("fly", [[35, 70]])
    assert why.value.clause == "units.flyer.stays-on-table"
    assert at(drawn, active="a").play("fly").asked.candidates(), "some flight is always legal"


@proves("units.flyer.ignores-terrain")
def test_a_flyer_flies_over_everything_and_may_end_over_anything() -> None:
    pieces = "\nshard 35,20 r=4\ncontainer 33,37,27,29\nheap 30,40,22,26\nshardfall 30,40,14,16\nlocomotive 33,37,32,36"
    table = at(FLYER + pieces, active="a").play("fly", [[35, 34]])
    assert table.at("a1") == (35.0, 34.0), "no rolls, no cost, over the locomotive"


@proves("units.flyer.no-contact")
def test_a_flyer_may_not_end_in_another_flyer_but_over_a_squad() -> None:
    over = at(FLYER + "\nred Squad b 35,34", active="a").play("fly", [[35, 34]])
    assert over.at("a1") == (35.0, 34.0)
    with pytest.raises(Refused) as why:
        at(FLYER + "\nred Flyer b 36,36", active="a").play("fly", [[35, 34]])
    assert why.value.clause == "units.flyer.no-contact"


@proves("transport.landing-cost", "transport.landing-place")
def test_landing_costs_an_action_after_the_flight_and_taking_off_none() -> None:
    table = at(FLYER, active="a")
    assert "[transport.landing-cost]" in table.why_not("land")
    table.play("fly", [[35, 34]], "land")
    assert table.battle.turn is not None
    assert table.battle.turn.points == 1
    assert not table.unit("a").airborne
    landed = at(FLYER.replace("M=24", "M=24 landed"), active="a").play("fly", [[35, 34]])
    assert landed.unit("a").airborne
    assert landed.battle.turn is not None
    assert landed.battle.turn.points == 2


@proves("transport.landing-cost")
def test_a_landed_flyer_may_stay_down() -> None:
    table = at(FLYER.replace("M=24", "M=24 landed"), active="a").play("done")
    assert table.asked.player == 1
    assert table.at("a1") == (35.0, 10.0)


@proves("transport.landing-place")
@pytest.mark.parametrize(
    "piece", ["shard 35,36 r=2", "container 33,37,34,36.5", "locomotive 33,37,34,37", "carriage 30,40,32,37"]
)
def test_nobody_lands_on_glass_containers_or_bases(piece: str) -> None:
    table = at(FLYER + "\n" + piece, active="a").play("fly", [[35, 34]])
    assert "[transport.landing-place]" in table.why_not("land")
    taken = at(FLYER + "\nred Squad b 35,36.5", active="a").play("fly", [[35, 34]])
    assert "[transport.landing-place]" in taken.why_not("land")


@proves("systems.mobility")
def test_a_flyer_without_mobility_is_grounded_where_it_is() -> None:
    drawn = "blue Squad a 35,20\nred Flyer b 35,35 north D=1 H=6\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-40",)})
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    assert not table.unit("b").airborne
    assert (table.at("b1"), table["b1"].wounds) == ((35.0, 35.0), 1), "no damage from that"


@proves("systems.mobility", "transport.landing-place")
def test_a_grounded_flyer_over_glass_is_set_at_the_nearest_place_where_it_may_land() -> None:
    drawn = "blue Squad a 35,20\nred Flyer b 35,35 north D=1 H=6\nred Squad z 65,65\nshard 35,36 r=2"
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-40",)})
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    x, y = table.at("b1")
    assert ((x - 35) ** 2 + (y - 36) ** 2) ** 0.5 >= 2 + 2 * 0.866 - 0.01
    assert ((x - 35) ** 2 + (y - 35) ** 2) ** 0.5 < 4


@proves("systems.mobility")
def test_without_mobility_nobody_moves_pivots_rams_lands_or_takes_off() -> None:
    for card in ("Tank", "Skiff", "Strider"):
        drawn = f"blue {card} a 35,20 lost=mobility\nred Squad b 35,30\nred Squad z 65,65"
        table = at(drawn, active="a")
        for action in ("move", "ram", "land", "fly", "extra-move"):
            assert not table.can(action), (card, action)
    strider = "blue harrow a 35,20 lost=mobility\nred Squad b 35,23 H=9\nred Squad z 65,65"
    struck = at(strider, active="a").play("strike:b", dice="ripper-claw 3 3")
    assert struck["b1"].wounds == 8, "it may still strike where it stands"


@proves("units.flyer.full-move")
@pytest.mark.parametrize(("y", "legal"), [(33.9, True), (34.1, True), (33.88, False), (34.12, False)])
def test_a_flight_is_full_to_a_millimetre_and_no_worse(y: float, legal: bool) -> None:
    """From (35,10) north by 24 cm the centre ends at (35,34)."""
    table = at("blue Flyer a 35,10 north\nred Squad z 65,65", active="a").play("fly")
    place = table.asked
    assert isinstance(place, Place)
    assert place.where.is_legal(((35.0, y),)) is legal
