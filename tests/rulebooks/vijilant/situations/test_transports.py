"""Transports: situations worked out from the book by hand."""

from math import cos, hypot, pi, radians, sin, sqrt

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from tests.rulebooks.vijilant.situations.sketches import (
    APART,
    FAR,
    HOOKS,
    heist,
    points_left,
    points_of_the_turn,
    refusal,
    refused,
    told,
)
from tests.rulebooks.vijilant.test_missions import rounds_over
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.coherency import is_coherent
from vanguard.rulebooks.vijilant.rulebook import _model_faults
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")
STRONGEST = {"g": ("gun: Gun, P 9, Sr 1, R 0-60",)}


def circle(count: int, far: float, turned: float = 0.0) -> str:
    """So many places around (35,35)."""
    angles = [2.0 * pi * k / count + turned for k in range(count)]
    return " ".join(f"{35 + far * cos(it):.3f},{35 + far * sin(it):.3f}" for it in angles)


def wrecked(crowd: str, passengers: str) -> Table:
    """A truck, radius 2.25, in the middle of a crowd is shot by a tank that looks over their heads."""
    drawn = f"blue Tank g 35,10 north\nblue Squad a {crowd}\nred Truck t 35,35 north H=1 D=0 systems=\nred {passengers} inside=t"
    table = at(drawn + FAR, active="g", weapons=STRONGEST)
    return table.play("shoot:light:t", dice="gun 6")


def clear_of_everybody(table: Table, unit: str) -> bool:
    mine = [table[key] for key in table.alive(unit)]
    others = [it for it in table.battle.models if it.stands and it not in mine]
    pairs = [(one, it) for one in mine for it in others] + [(a, b) for a in mine for b in mine if a is not b]
    return all(
        hypot(a.base.x - b.base.x, a.base.y - b.base.y) >= a.base.radius + b.base.radius - 0.01 for a, b in pairs
    )


CROWD = "38.82,41.19 37.1,31.33 31.19,37.86 30.87,33.71 32.18,30.52 38.28,35.59 33.5,39.64 40.28,32.37"


@proves("transport.load-unload-cost", "cc.leaving-is-free")
def test_a_squad_in_contact_with_an_enemy_may_get_in() -> None:
    drawn = "blue Truck t 20,20 north slowed\nblue Squad a 23.25,20\nred Squad b 25.25,20" + FAR
    table = at(drawn, active="a").play("load:t")
    assert table.unit("a").inside == table.unit("t").index


@proves("transport.load-unload-cost", "transport.passengers-inactive")
def test_whoever_gets_in_is_off_the_table() -> None:
    table = at("blue Truck t 20,20 slowed\nblue Squad a 20,23.25" + FAR, active="a").play("load:t")
    assert (table.alive("a"), table.unit("a").inside) == ([], table.unit("t").index)


@proves("transport.load-unload-cost", "transport.contact")
def test_getting_out_costs_a_point_and_needs_one() -> None:
    drawn = f"blue Truck t 20,20\nblue Squad a inside=t n=2\n{APART}"
    table = at(drawn, active="a")
    assert "unload:t" in table.keys
    table.play("unload:t", {"path": [[20, 23.3]], "models": {"a2": [[22.2, 23.3]]}})
    assert points_of_the_turn(table) == 1
    assert table.unit("a").deployed
    assert table.unit("a").inside == -1
    none = at(drawn, active="a", points=0)
    assert none.asked.player == 1 or "[transport.load-unload-cost]" in none.why_not("unload:t")


@proves("transport.load-unload-cost", "transport.own-turns")
def test_a_squad_may_get_in_and_out_again_in_one_turn() -> None:
    table = at("blue Truck t 20,20 slowed\nblue Squad a 20,23.25" + FAR, active="a").play("load:t")
    assert points_left(table) == 1
    table.play("unload:t", [[20, 16.75]])
    assert table.at("a1") == (20, 16.75)


@proves("transport.no-cost-for-transport", "transport.passengers-inactive")
def test_passengers_ride_and_get_out_where_the_truck_has_gone() -> None:
    drawn = "blue Truck t 20,20 north slowed\nblue Squad a 20,23.25\nred Squad y 65,60" + FAR
    table = at(drawn).play("play:a", "load:t", "done", "save:z")
    table.play("play:t", "move", [[30, 20, 90]], "done", "end")
    assert table.battle.round == 3
    if table.asked.player == 1:
        table.play("end")
    table.play("play:a", "unload:t", [[30, 23.25]])
    assert table.at("a1") == (30, 23.25)
    assert points_left(table) == 1


@proves("transport.contact", "transport.unload-then-act")
@pytest.mark.parametrize(("gap", "room"), [(74, True), (72, True), (70.6, True), (70.3, False)])
def test_troops_squeeze_out_of_a_truck_through_the_one_gap_between_their_friends(gap: float, room: bool) -> None:
    """Friends stand all around, 3.25 cm from its middle. A man a tenth further out, still in contact, is 2 cm from both of his
    neighbours when they are 70.48 degrees apart: cos(35.24) = (3.25 x 3.25 + 3.35 x 3.35 - 4) / (2 x 3.25 x 3.35).
    """
    for turn in range(0, 360, 47):
        angles = [turn + gap / 2 + i * (360 - gap) / 7 for i in range(8)]
        places = [(35 + 3.25 * cos(radians(angle)), 35 + 3.25 * sin(radians(angle))) for angle in angles]
        friends = "\n".join([f"blue Squad f{i} {x:.4f},{y:.4f}" for i, (x, y) in enumerate(places)])
        table = at(f"blue Truck t 35,35 north\nblue Squad p inside=t n=1\n{friends}" + FAR, active="p")
        assert ("unload:t" in table.keys) is room, turn


@proves("transport.contact", "movement.top-of-container")
@pytest.mark.parametrize(("piece", "may"), [("carriage", True), ("container", True), ("stack", False)])
def test_troops_climb_out_of_a_truck_onto_what_is_not_higher_than_3_cm(piece: str, may: bool) -> None:
    """Base contact is what it is for getting in: up to 3 cm of height. On the stack of 5 cm nobody would touch the truck."""
    drawn = f"blue Truck t 20,20 north\nblue Squad p inside=t n=1\n{piece} 15,25,22.3,26" + FAR
    if may:
        assert at(drawn, active="p").play("unload:t", [[20, 23.3]]).at("p1") == (20, 23.3)
    else:
        assert refused(at(drawn, active="p"), "unload:t", [[20, 23.3]]) == "transport.contact"
        at(drawn, active="p").play("unload:t", [[20, 16.7]])


@proves("transport.contact", "units.skimmer.ignores-terrain-moving", "transport.flyer-drop")
@pytest.mark.parametrize(("card", "may"), [("Skiff", False), ("Gull", True)])
def test_from_over_a_locomotive_troops_are_dropped_by_who_flies_and_not_by_who_hovers(card: str, may: bool) -> None:
    """The locomotive is 4 cm high, and so is a skimmer over it; a dropship in the air drops them as if it were on the ground."""
    drawn = f"blue {card} t 20,33 north\nblue Squad p inside=t n=1\nlocomotive 16,24,30.5,35.5" + FAR
    table = at(drawn, active="p")
    assert ("unload:t" in table.keys) is may
    if may:
        assert table.play("unload:t", [[20, 36.5]]).at("p1") == (20, 36.5)
    else:
        assert "[transport.contact]" in table.why_not("unload:t")


@proves("transport.contact", "heist.aboard-definition")
def test_from_over_a_locomotive_a_skiff_sets_troops_down_on_the_deck_behind_it() -> None:
    """The deck is 1.5 cm high, the skiff 4: near enough."""
    drawn = "blue Skiff t 36.5,33 north\nblue Squad p inside=t n=1"
    table = heist(drawn + "\nred Squad z 5,60", active="p", offset=0.0)
    assert "unload:t" not in table.keys, "too far from the deck, and the ground is too low"
    over = heist(drawn.replace("36.5,33", "33.5,33") + "\nred Squad z 5,60", active="p", offset=0.0)
    assert over.play("unload:t", [[29.97, 33]])["p1"].base.elevation == 1.5


@proves("transport.contact")
def test_whoever_gets_out_has_the_place_to_itself_and_everybody_is_asked_for_once() -> None:
    drawn = "blue Truck t 20,20 north\nblue Squad a inside=t n=3" + FAR
    table = at(drawn, active="a").play("unload:t")
    assert (table.clause, table.asked.followers) == ("transport.contact", ("a2", "a3"))  # type: ignore[attr-defined]
    assert refusal(table, {"path": [[20, 23]], "models": {}}) == "transport.contact", "that would be inside the truck"
    table.play({"path": [[20, 23.3]], "models": {"a2": [[22.2, 23.3]], "a3": [[17.8, 23.3]]}})
    assert [table.at(key) for key in ("a1", "a2", "a3")] == [(20, 23.3), (22.2, 23.3), (17.8, 23.3)]


@proves("transport.contact")
@pytest.mark.parametrize("y", [20.0, 21.5, 22.9])
def test_nobody_is_dropped_under_a_flyer(y: float) -> None:
    """Its base counts as if it were on the ground: radius 2 and 1 are 3 cm apart at least."""
    table = at("blue Flyer t 20,20 north\nblue Squad a inside=t n=1" + FAR, active="a").play("unload:t")
    with pytest.raises(Refused, match="overlap") as why:
        table.play([[20, y]])
    assert why.value.clause == "transport.contact"
    assert table.play([[20, 23]]).at("a1") == (20, 23)


@proves("transport.contact", "coherency.three-cm")
def test_a_squad_that_is_split_does_not_get_in_though_everybody_is_near() -> None:
    """On two sides of the truck, each within 3 cm of it and 6.5 cm from each other."""
    table = at("blue Truck t 20,20 north slowed\nblue Squad a 20,23.25 20,16.75" + FAR, active="a")
    assert "[transport.contact]" in table.why_not("load:t")


@proves("transport.contact", "coherency.three-cm")
def test_a_squad_that_is_not_together_does_not_get_in() -> None:
    whole = at(f"blue Truck t 20,20 slowed\nblue Squad a 20,23.25 22.2,23.25\n{APART}", active="a")
    assert "load:t" in whole.keys
    far = at(f"blue Truck t 20,20 slowed\nblue Squad a 20,23.25 20,28.2\n{APART}", active="a")
    assert "load:t" not in far.keys


@proves("transport.contact", "transport.load-unload-cost")
def test_eight_get_out_between_enemies_where_no_row_of_them_fits() -> None:
    table = at(
        f"red Truck t 35,35 north\nred Squad p inside=t n=8\nblue Squad b {CROWD}\nshard 29,36.95 r=3",
        active="p",
    )
    table.play("unload:t", lambda question: question.candidates()[0])
    assert len(table.alive("p")) == 8
    assert clear_of_everybody(table, "p")
    assert is_coherent(table.battle, table.unit("p"))
    gaps = [table.battle.gap(table[key], table["t1"]) for key in table.alive("p")]
    assert min(gaps) <= 0.1 and max(gaps) <= 3.01


@proves("transport.unload-then-act", "cc.extra-movement-action")
@pytest.mark.parametrize(("x", "reached"), [(39.25, True), (39.5, False)])
def test_a_squad_gets_out_runs_and_strikes_with_the_extra_move(x: float, reached: bool) -> None:
    """Out at x = 23.25, 7 and 7 more: 37.25, contact with whoever stands 2 cm further."""
    drawn = f"blue Truck t 20,20 north\nblue Squad a inside=t n=1 M=7\nred Squad b {x},20" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("unload:t", [[23.25, 20]]).play("move", [[30.25, 20]])
    assert (table.asked.player == 0) is reached
    if reached:
        assert table.play("extra-move", [[37.25, 20]], dice="hooks 3").alive("b") == []


@proves("transport.unload-then-act", "transport.contact", "cc.up-to-three-strikes")
def test_a_squad_dropped_into_contact_strikes_twice() -> None:
    """One point to get out, one for a blow where it stands, and the extra movement action for another."""
    drawn = "blue Gull t 20,20 north\nblue Squad a inside=t n=1\nred Squad b 25.5,20 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("unload:t", [[23.5, 20]])
    table.play("strike:b", dice="hooks 3").play("strike:b", dice="hooks 3")
    assert table["b1"].wounds == 2
    assert table.asked.player == 1


@proves("transport.flyer-drop", "heist.aboard-definition", "heist.win-attacker")
def test_troops_dropped_onto_the_deck_by_a_hovering_vtol_are_aboard_and_the_vtol_is_not() -> None:
    drawn = "blue Gull g 25,33 airborne\nblue Squad a inside=g n=3\nred Squad z 60,60"
    table = heist(drawn).play("play:a", "unload:g", [[21.45, 33]], "done")
    assert [table[key].base.elevation for key in table.alive("a")] == [1.5, 1.5, 1.5]
    table.play("end", "end")
    assert table.at("g1") == (25.0, 33.0), "it stays where it is while the train drives on under it"
    assert table.at("a1") == (31.45, 33.0)
    assert rounds_over(table).game.standing.winner == 0


@proves("transport.flyer-drop", "transport.contact", "units.flyer.no-contact")
def test_troops_dropped_by_a_flyer_in_the_air_stand_at_its_base_and_are_locked_with_nobody() -> None:
    drawn = "blue Flyer t 20,20 north\nblue Squad p inside=t n=2 M=6\nred Flyer e 26,20" + FAR
    table = at(drawn, active="p").play("unload:t", [[23, 20]]).play("move", [[23, 26]])
    assert table.at("p1") == (23.0, 26.0)


@proves("transport.landing-cost")
def test_a_landed_flyer_takes_off_with_its_flight_and_one_in_the_air_does_not() -> None:
    landed = at("blue Flyer a 20,20 north landed" + FAR, active="a").play("fly", [[20, 44]])
    assert landed.unit("a").airborne
    assert told(landed).count("takes-off") == 1
    flying = at("blue Flyer a 20,20 north" + FAR, active="a").play("fly", [[20, 44]])
    assert told(flying).count("takes-off") == 0


@proves("transport.landing-cost", "transport.load-unload-cost")
def test_landing_on_a_deck_is_at_its_height_and_slowing_is_not_landing() -> None:
    table = at("blue Gull a 20,20 airborne\ncarriage 15,25,17,23" + FAR, active="a").play("land")
    assert table["a1"].base.elevation == 1.5
    assert (table.unit("a").airborne, table.unit("a").slowed, points_left(table)) == (False, False, 1)
    truck = at("blue Truck a 20,20" + FAR, active="a").play("slow")
    assert (truck.unit("a").slowed, points_left(truck)) == (True, 1)


@proves("transport.landing-place")
@pytest.mark.parametrize(
    ("ground", "may"),
    [("heap 15,25,15,25", True), ("carriage 15,25,17.5,22.5", True), ("carriage 15,25,16.5,21.5", False),
     ("container 18,22,18,21", False), ("shardfall 15,25,15,25", True)],
)  # fmt: skip
def test_a_dropship_lands_on_a_heap_and_on_a_whole_deck_and_not_on_its_edge(ground: str, may: bool) -> None:
    table = at(f"blue Gull a 20,20 north airborne\n{ground}" + FAR, active="a")
    assert ("land" in table.keys) is may
    if not may:
        assert "[transport.landing-place]" in table.why_not("land")


@proves("transport.ground-must-slow-to-pick-up", "transport.own-turns")
def test_a_truck_that_has_slowed_and_then_moved_picks_nobody_up() -> None:
    table = at("blue Truck t 20,16 north\nblue Squad a 20,23.25" + FAR).play("play:t", "slow", "move", [[20, 20]])
    table.play("save:z").play("play:a")
    assert "load:t" not in table.keys


@proves("transport.ground-must-slow-to-pick-up", "units.vtol.airborne-or-landed")
@pytest.mark.parametrize(("card", "state"), [("Truck", "slowed"), ("Skiff", "slowed"), ("Gull", "landed")])
def test_whoever_drives_out_and_back_has_moved_and_picks_nobody_up(card: str, state: str) -> None:
    table = at(f"blue {card} t 20,20 north {state}\nblue Squad a 20,{20 + {'Truck': 3.25}.get(card, 3.5)}" + FAR)
    table.play("play:t", "move", [[20, 19], [20, 20, 90]], "done", "save:z", "play:a")
    assert "load:t" not in table.keys
    stays = at(f"blue {card} t 20,20 north {state}\nblue Squad a 20,{20 + {'Truck': 3.25}.get(card, 3.5)}" + FAR)
    stays.play("play:t", "done", "save:z", "play:a")
    assert "load:t" in stays.keys


@proves("transport.skimmer-is-airborne", "transport.destroyed-airborne", "transport.destroyed-on-land")
@pytest.mark.parametrize(
    ("card", "state", "left"),
    [
        ("Skiff", "", 0), ("Skiff", "slowed", 0), ("Skiff", "lost=mobility", 2), ("Gull", "airborne", 0),
        ("Gull", "landed", 2), ("Truck", "", 2), ("Flyer", "airborne", 0), ("Flyer", "landed", 2),
    ],
)  # fmt: skip
def test_troops_of_toughness_1_survive_a_wreck_on_the_ground_alone(card: str, state: str, left: int) -> None:
    drawn = f"blue Squad a 20,10\nred {card} t 20,30 H=1 D=0 {state}\nred Squad p inside=t n=2" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)})
    table.play("shoot:light:t", dice="gun 5")
    assert len(table.alive("p")) == left


@proves("transport.destroyed-on-land", "transport.destroyed-airborne")
@pytest.mark.parametrize(
    ("card", "clause"), [("Truck", "transport.destroyed-on-land"), ("Skiff", "transport.destroyed-airborne")]
)
def test_what_passengers_suffer_is_told_by_where_their_transport_was(card: str, clause: str) -> None:
    table = at(
        f"red {card} t 20,30 D=0 T=0 H=1\nred Squad a inside=t n=2 T=0\nblue Squad s 20,20\n{APART}",
        active="s",
        weapons={"s": ("gun: Gun, P 5, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:t", dice="gun 5")
    assert clause in [event.clause for event in table.game.events]
    other = {"transport.destroyed-on-land", "transport.destroyed-airborne"} - {clause}
    assert not other & {event.clause for event in table.game.events}


@proves("transport.destroyed-on-land", "units.vtol.airborne-or-landed")
@pytest.mark.parametrize(("state", "left"), [("landed", 2), ("airborne", 0)])
def test_a_landed_dropship_spares_what_an_airborne_one_kills(state: str, left: int) -> None:
    drawn = f"blue Squad a 20,20\nred Gull t 20,32 {state} H=1 systems=\nred Squad b inside=t n=2 T=1"
    table = at(drawn + FAR, active="a", weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-40",)})
    table.play("shoot:light:t", dice="gun 5")
    assert len(table.alive("b")) == left


@proves("transport.no-last-stand", "transport.bail-out-order", "last-stand.when")
def test_the_wrecks_last_stand_comes_when_its_passengers_are_dead_or_out() -> None:
    """Both are fresh: the passengers (T 1) of a skimmer die without a word, then the skiff shoots."""
    drawn = "blue Squad a 20,10 H=9\nred Skiff t 20,30 H=1 D=0 fresh systems=\nred Squad p inside=t n=2 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)})
    table.play("shoot:light:t", dice="gun 5")
    assert table.asked.clause == "last-stand.when"
    assert not table.battle.is_alive(table.unit("p"))
    table.play("shoot:light:a", dice="rifle 3")
    assert table["a1"].wounds == 1
    assert table.asked.player == 0, "nobody else is asked"


@proves("transport.no-last-stand", "transport.destroyed-airborne", "last-stand.when")
def test_fresh_passengers_of_a_crash_die_without_a_last_stand_and_the_pilot_has_one() -> None:
    drawn = "blue Squad a 20,20 H=9\nred Skiff t 20,32 H=1 systems= fresh\nred Squad b inside=t n=3 T=1 fresh"
    table = at(drawn + FAR, active="a", weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-40",)})
    table.play("shoot:light:t", dice="gun 5")
    assert table.alive("b") == []
    assert (table.asked.player, table.asked.clause) == (1, "last-stand.when")
    assert not table.play("nothing").alive("t")


@proves("transport.bail-out-order")
def test_who_survives_a_wreck_and_finds_no_place_on_the_whole_table_is_lost_with_it() -> None:
    """Glass all over the table but for the clearing of a truck (radius 2.25): of four models of radius 1.2 one or two find room."""
    glass = "\n".join([f"shard {x},{y} r=8" for x in range(5, 70, 10) for y in range(5, 70, 10) if (x, y) != (35, 35)])
    gun = {"f": ("gun: Gun, P 9, Sr 1, R 0-70",)}
    drawn = (
        "blue Truck t 34.5,34.5 wounds=3\nblue Squad p inside=t n=4 radius=1.2\nblue Squad q waiting\nred Flyer f 60,10"
    )
    table = at(f"{glass}\n{drawn}", active="f", weapons=gun)
    table.play("shoot:light:t", dice="gun 5")
    assert 1 <= len(table.alive("p")) < 4
    assert _model_faults(table.battle) == []
    assert table.asked.prompt.startswith("Flyer f: 1 point left")


@proves("transport.bail-out-order", "transport.destroyed-on-land", "ramming.killed-do-not-block")
@pytest.mark.parametrize(("toughness", "left"), [(1, 2), (0, 0)])
def test_passengers_of_a_truck_that_is_run_down_get_out_when_the_drive_is_over(toughness: int, left: int) -> None:
    drawn = f"blue Tank a 35,20 north M=12\nred Truck b 35,27 north systems=\nred Squad p inside=b n=2 T={toughness}"
    table = at(drawn + FAR, active="a").play("ram", [[35, 32]])
    assert table.at("a1") == (35.0, 32.0)
    assert len(table.alive("p")) == left
    for key in table.alive("p"):
        assert table.battle.gap(table[key], table["a1"]) >= 0.0
        x, y = table.at(key)
        assert sqrt((x - 35) ** 2 + (y - 32) ** 2) >= 3.49


@proves("transport.bail-out-order", "heist.aboard-definition")
def test_those_who_fall_out_of_a_dropship_over_the_deck_are_aboard() -> None:
    drawn = "blue Gull t 20,33 north H=1 D=0 airborne\nblue Squad p inside=t n=2 T=2 H=2\nblue Squad y 5,5\nred Squad x 20,45"
    table = heist(drawn, active="x", weapons={"x": ("gun: Gun, P 9, Sr 1, R 0-60",)}).play(
        "shoot:light:t", dice="gun 5"
    )
    assert [table[key].base.elevation for key in table.alive("p")] == [1.5, 1.5]


@proves("transport.bail-out-order")
def test_survivors_of_a_wreck_stand_side_by_side_clear_of_everybody() -> None:
    drawn = "red Truck t 20,30 D=0 T=0 H=1 systems=\nred Squad a inside=t n=8\nred Squad y 20,33.3\nblue Squad s 20,20"
    table = at(drawn + FAR, active="s", weapons={"s": ("gun: Gun, P 5, Sr 1, R 0-40",)}).play(
        "shoot:light:t", dice="gun 5"
    )
    places = [table.at(key) for key in [*table.alive("a"), "y1"]]
    assert len(places) == 9
    apart = [((x - u) ** 2 + (y - v) ** 2) ** 0.5 for i, (x, y) in enumerate(places) for u, v in places[:i]]
    assert min(apart) >= 1.99
    assert places[0] == (20, 30), "in its footprint"
    assert max((x - 20) ** 2 + (y - 30) ** 2 for x, y in places[:8]) <= 4.5**2
    assert is_coherent(table.battle, table.unit("a"))


@proves("transport.bail-out-order", "transport.destroyed-on-land", "coherency.three-cm")
@pytest.mark.parametrize("around", [3, 5, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("count", [2, 8])
def test_survivors_of_a_wreck_with_enemies_all_around_find_a_place_together(around: int, count: int) -> None:
    """Ten close the ring: one or two might stay within it, eight stand together outside."""
    table = wrecked(circle(around, 3.26), f"Squad p n={count}")
    assert len(table.alive("p")) == count
    assert clear_of_everybody(table, "p")
    assert is_coherent(table.battle, table.unit("p"))


@proves("transport.bail-out-order")
def test_a_lone_survivor_stands_as_near_to_the_wreck_as_there_is_room() -> None:
    """A flyer is shot down over glass (radius 3, its flat sides 2.598 from the middle): the hero of 1.25 stands 3.85 from there."""
    drawn = "blue Tank g 35,10 north\nred Flyer t 35,35 H=1 D=0 systems=\nred Hero h inside=t\nshard 35,35 r=3" + FAR
    table = at(drawn, active="g", weapons=STRONGEST).play("shoot:light:t", dice="gun 6")
    x, y = table.at("h1")
    assert hypot(x - 35, y - 35) == pytest.approx(3.85, abs=0.1)
