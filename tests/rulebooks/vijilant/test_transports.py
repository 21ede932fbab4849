"""Transports: getting in and out, landing and slowing down, capacity, and what a wreck does to its passengers."""

from math import cos, radians, sin
from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

BESIDE = "blue {card} t 20,20 north {t}\nblue Squad a {at} {a}\nred Squad z 65,65"


def boarding(
    card: str, t: str = "", place: str = "23.25,20 22.95,22 22.95,18", a: str = "", points: int | None = None
) -> Table:
    return at(BESIDE.format(card=card, t=t, at=place, a=a), active="a", points=points)


# -- getting in -----------------------------------------------------------------------------------------------------------------


@proves("transport.load-unload-cost", "transport.no-cost-for-transport", "transport.ground-must-slow-to-pick-up")
def test_a_squad_gets_into_a_truck_that_has_slowed_down_for_one_action() -> None:
    table = boarding("Truck", "slowed").play("load:t")
    assert table.unit("a").inside == table.unit("t").index
    assert table.alive("a") == []
    assert table.battle.turn is None or table.battle.turn.points == 1
    moving = boarding("Truck")
    assert "[transport.ground-must-slow-to-pick-up]" in moving.why_not("load:t")


@proves("transport.ground-must-slow-to-pick-up", "transport.own-turns")
def test_slowing_is_an_action_of_the_transport_and_lasts_until_it_moves() -> None:
    """Truck's turn: move, slow; later the squad loads. Had it moved twice, loading would be refused."""
    drawn = "blue Truck t 20,10 north\nblue Squad a 23.25,20 22.95,22 22.95,18\nred Squad z 65,65\nred Squad y 60,60"
    table = at(drawn).play("play:t", "move", [[20, 20]], "slow")
    assert table.unit("t").slowed
    table.play("save:z", "play:a", "load:t")
    assert table.unit("a").inside >= 0
    twice = at(drawn).play("play:t", "move", [[20, 12]], "move", [[20, 20]], "save:z", "play:a")
    assert "[transport.ground-must-slow-to-pick-up]" in twice.why_not("load:t")
    away = at(drawn.replace("north", "north slowed"), active="t").play("move", [[20, 20]])
    assert not away.unit("t").slowed, "driving off costs nothing"


@proves("transport.ground-must-slow-to-pick-up")
def test_a_skimming_transport_must_slow_too() -> None:
    assert "[transport.ground-must-slow-to-pick-up]" in boarding("Skiff", place="23.5,20 x2").why_not("load:t")
    assert boarding("Skiff", "slowed", "23.5,20 x2").can("load")


@proves("transport.flyer-must-land-to-pick-up", "units.vtol.airborne-or-landed")
@pytest.mark.parametrize(("card", "place"), [("Gull", "23.5,20 x2"), ("Flyer", "23,20 x2")])
def test_a_flyer_or_vtol_must_be_landed_for_troops_to_get_in(card: str, place: str) -> None:
    assert "[transport.flyer-must-land-to-pick-up]" in boarding(card, "airborne", place).why_not("load:t")
    assert boarding(card, "landed", place).play("load:t").unit("a").inside >= 0


@proves("units.vtol.airborne-or-landed", "transport.landing-cost", "transport.landing-place", "units.vtol.crosses-all")
def test_a_vtol_lands_for_an_action_and_takes_off_free_with_its_next_move() -> None:
    table = at("blue Gull t 20,20 north\nred Squad z 65,65", active="t").play("land")
    assert table.battle.turn is not None
    assert (table.unit("t").airborne, table.battle.turn.points) == (False, 1)
    table.play("move", [[20, 25]])
    assert table.unit("t").airborne
    deck = at("blue Gull t 20,20 north\nred Squad z 65,65\ncarriage 15,25,17.5,22.5", active="t").play("land")
    assert not deck.unit("t").airborne, "a carriage deck that holds its whole base"
    edge = at("blue Gull t 20,21 north\nred Squad z 65,65\ncarriage 15,25,17.5,22.5", active="t")
    assert "[transport.landing-place]" in edge.why_not("land")


@proves("transport.contact")
def test_one_model_touches_and_everybody_is_within_3_cm_of_the_transport() -> None:
    """The truck's edge is at x = 22.25: the third model at x = 28.25 is 5 cm away."""
    assert boarding("Truck", "slowed", "23.25,20 25.25,20").can("load")
    assert "[transport.contact]" in boarding("Truck", "slowed", "23.25,20 25.75,20 28.25,20").why_not("load:t")
    assert "[transport.contact]" in boarding("Truck", "slowed", "23.5,20 25.75,20").why_not("load:t")


@proves("transport.capacity", "depot.vtol-transport", "units.infantry-definition", "units.hero-is-walker")
def test_a_transport_takes_one_infantry_unit_of_up_to_ten() -> None:
    ring = "23.25,20 22.95,22 22.95,18 25.3,19 25.3,21 25.1,17 25.1,23 22.2,16 22.2,24 20,16.7"
    assert boarding("Truck", "slowed", ring).can("load")
    assert "[transport.capacity]" in boarding("Truck", "slowed", ring + " 20,23.3").why_not("load:t")
    taken = at(BESIDE.format(card="Truck", t="slowed", at="23.25,20", a="") + "\nblue Hero h inside=t", active="a")
    assert "[transport.capacity]" in taken.why_not("load:t")
    hero = at("blue Truck t 20,20 north slowed\nblue Hero a 23.5,20\nred Squad z 65,65", active="a")
    assert hero.can("load"), "a hero alone counts as one"
    strider = at("blue Truck t 20,20 north slowed\nblue Strider a 24.25,20\nred Squad z 65,65", active="a")
    assert not strider.can("load"), "walking machines cannot ride"


# -- getting out ----------------------------------------------------------------------------------------------------------------


def aboard(card: str, t: str = "", n: int = 3, active: str = "a") -> Table:
    drawn = f"blue {card} t 20,20 north {t}\nblue Squad a inside=t n={n} M=6\nred Squad z 65,65"
    return at(drawn, active=active)


@proves("transport.load-unload-cost", "transport.unload-then-act", "transport.ground-drop-free", "transport.contact")
def test_troops_get_out_of_a_moving_transport_for_one_action_and_act_on() -> None:
    table = aboard("Truck").play("unload:t", [[23.25, 20]])
    assert len(table.alive("a")) == 3
    carrier = table["t1"]
    gaps = [table.battle.gap(table[key], carrier) for key in table.alive("a")]
    assert min(gaps) <= 0.1
    assert max(gaps) <= 3.01
    assert table.battle.turn is not None
    assert table.battle.turn.points == 1
    table.play("move", [[26, 20]])


@proves("transport.contact")
def test_nobody_gets_out_further_than_in_contact() -> None:
    for place in ([[23.5, 20]], [[30, 20]]):
        with pytest.raises(Refused) as why:
            aboard("Truck", n=1).play("unload:t", place)
        assert why.value.clause == "transport.contact"


@proves("transport.contact")
def test_a_unit_that_cannot_be_placed_cannot_unload() -> None:
    walls = "\nlocomotive 10,17.7,10,30\nlocomotive 22.3,30,10,30\nlocomotive 17.7,22.3,22.3,30\nlocomotive 17.7,22.3,10,17.7"
    drawn = "blue Truck t 20,20 north\nblue Squad a inside=t n=3\nred Squad z 65,65" + walls
    table = at(drawn, active="a")
    assert not table.can("unload")
    assert "[transport.contact]" in table.why_not("unload:t")


@proves("transport.flyer-drop")
@pytest.mark.parametrize(("card", "place"), [("Gull", [[23.5, 20]]), ("Flyer", [[23.0, 20]])])
def test_a_flyer_or_vtol_need_not_land_to_drop_troops(card: str, place: Any) -> None:
    table = aboard(card, "airborne").play("unload:t", place)
    assert len(table.alive("a")) == 3


@proves("transport.passengers-inactive")
def test_passengers_are_off_the_table() -> None:
    """They can neither shoot nor be shot at."""
    inside = aboard("Truck")
    assert not inside.can("shoot")
    drawn = "blue Truck t 20,20 north\nblue Squad a inside=t n=3\nred Squad z 20,30"
    table = at(drawn, active="z")
    assert "shoot:light:t" in table.keys
    assert "shoot:light:a" not in table.keys


# -- wrecks -----------------------------------------------------------------------------------------------------------------------


def wrecked(card: str, flags: str, toughness: int, health: int = 1, n: int = 4, more: str = "") -> Table:
    """Red destroys blue's transport; the passengers have not had their turn."""
    drawn = (
        f"blue {card} t 20,20 north H=1 T=1 D=0 {flags} fresh systems= {more}\n"
        f"blue Squad a inside=t n={n} T={toughness} H={health} fresh\nred Squad z 20,40"
    )
    table = at(drawn, active="z", weapons={"z": ("gun: Gun, P 3, Sr 1, R 0-40",), "t": ()})
    return table.play("shoot:light:t", dice="gun 5")


@proves("transport.destroyed-airborne", "transport.skimmer-is-airborne", "transport.no-last-stand")
@pytest.mark.parametrize(
    ("card", "flags"), [("Gull", "airborne"), ("Skiff", ""), ("Skiff", "slowed"), ("Flyer", "airborne")]
)
def test_a_transport_destroyed_in_the_air_hits_everybody_inside_with_power_2(card: str, flags: str) -> None:
    """Ten T 1 troops: all ten die. Four T 2, Health 2 troops: no wounds."""
    assert wrecked(card, flags, 1, n=10).alive("a") == []
    tough = wrecked(card, flags, 2, 2)
    assert tough.alive("a") == ["a1", "a2", "a3", "a4"]
    assert [tough[key].wounds for key in tough.alive("a")] == [0, 0, 0, 0]
    assert tough.asked.clause != "last-stand.when"


@proves("transport.destroyed-on-land", "transport.no-last-stand")
@pytest.mark.parametrize(("card", "flags"), [("Truck", ""), ("Gull", "landed"), ("Flyer", "landed")])
def test_one_destroyed_on_the_ground_hits_with_power_1(card: str, flags: str) -> None:
    """T 1 troops all survive (1 does not beat 1); T 0 troops all die."""
    assert len(wrecked(card, flags, 1).alive("a")) == 4
    assert wrecked(card, flags, 0).alive("a") == []


@proves("transport.destroyed-on-land", "card.toughness")
@pytest.mark.parametrize(("passengers", "alive"), [("scrappers", 0), ("boarders", 10)])
def test_scrappers_die_in_the_wreck_of_a_mule_and_boarders_get_out(passengers: str, alive: int) -> None:
    """As they are printed: Toughness 0 and 1 against Power 1."""
    drawn = f"blue mule t 20,20 south H=1 fresh systems=\nblue {passengers} a inside=t fresh\nred Squad z 20,40"
    table = at(drawn, active="z", weapons={"z": ("gun: Gun, P 4, Sr 1, R 0-40",), "t": ()})
    assert len(table.play("shoot:light:t", dice="gun 5").alive("a")) == alive


@proves("transport.skimmer-is-airborne", "systems.mobility")
def test_a_skimmer_grounded_by_lost_mobility_is_on_land() -> None:
    drawn = (
        "blue Skiff t 20,20 north H=3 wounds=2 T=1 D=0 lost=mobility\nblue Squad a inside=t n=4 T=1\nred Squad z 20,40"
    )
    table = at(drawn, active="z", weapons={"z": ("gun: Gun, P 3, Sr 1, R 0-40",), "t": ()})
    table.play("shoot:light:t", dice="gun 5")
    assert len(table.alive("a")) == 4


@proves("transport.bail-out-order", "coherency.three-cm")
def test_survivors_stand_where_the_transport_was_in_coherency_and_still_have_their_card() -> None:
    from vanguard.rulebooks.vijilant.coherency import is_coherent

    table = wrecked("Truck", "", 1, n=6)
    assert is_coherent(table.battle, table.unit("a"))
    places = [table.at(key) for key in table.alive("a")]
    assert all((x - 20) ** 2 + (y - 20) ** 2 <= 5**2 for x, y in places)
    assert table.unit("a").inside < 0
    assert not table.unit("a").had_turn


@proves("transport.bail-out-order")
def test_passengers_are_hit_before_the_transports_own_last_stand() -> None:
    """The dying truck still fires; by then its passengers stand on the table (or are dead)."""
    drawn = "blue Truck t 20,20 north H=1 T=1 D=0 fresh systems=\nblue Squad a inside=t n=2 T=0\nred Squad z 20,40 H=9"
    table = at(drawn, active="z", weapons={"z": ("gun: Gun, P 3, Sr 1, R 0-40",)})
    table.play("shoot:light:t", dice="gun 5")
    assert table.asked.clause == "last-stand.when"
    assert table.alive("a") == []
    table.play("shoot:light:z", dice="rifle 5")
    assert table["z1"].wounds == 1


@proves("damage.unit-dead-card-flips")
def test_passengers_who_all_die_flip_their_card() -> None:
    table = wrecked("Truck", "", 0)
    battle = table.battle
    assert battle.card_flipped[battle.unit_card(table.unit("a")).index]
    assert battle.card_flipped[battle.unit_card(table.unit("t")).index]


@proves("transport.contact")
@pytest.mark.parametrize(("first", "room"), [(50.4, True), (46.0, False)])
def test_whoever_is_surrounded_gets_out_through_the_one_gap_there_is(first: float, room: bool) -> None:
    """Nine enemies around a truck leave a hero of radius 1.25 one place, at 11.25 degrees; a little closer, they leave none."""
    step = (382.5 - 2 * first) / 8
    ring = [radians(first + step * k) for k in range(9)]
    places = " ".join([f"{35 + 3.3 * cos(angle):.3f},{35 + 3.3 * sin(angle):.3f}" for angle in ring])
    table = at(f"blue Truck t 35,35 north\nblue Hero h inside=t\nred Squad s {places}").play("play:h")
    assert (table.why_not("unload:t") == "") is room
    if not room:
        assert table.why_not("unload:t") == "there is no room beside Truck t [transport.contact]"


@proves("hunker.expires", "transport.passengers-inactive")
def test_a_squad_that_hunkered_and_got_in_is_still_hunkered_when_it_is_set_down() -> None:
    """Its card has not been played again: with Dodge 2 + 1 a 3 misses and a 4 hits."""
    drawn = "blue Truck t 20,20 slowed played\nblue Squad a 20,23.25\nred Squad z 30,23\nred Squad w 60,60"
    for face, alive in ((3, ["a1"]), (4, [])):
        table = at(drawn, hands=("grapple-down", "")).play("play:a", "hunker", "load:t", "save:w")
        table.play("play:grapple-down", "a", [[20, 23.25]], "play:z", "shoot:light:a", dice=f"rifle {face}")
        assert table.alive("a") == alive


@proves("transport.contact")
def test_a_place_just_too_far_from_the_transport_reads_unlike_the_limit() -> None:
    table = at("blue Truck t 20,20\nblue Squad a inside=t n=2\nred Squad z 65,65", active="a").play("unload:t")
    with pytest.raises(Refused, match=r"it would be 3\.03 cm from Truck t"):
        table.play({"path": [[20, 23.25]], "models": {"a2": [[20, 26.28]]}})
