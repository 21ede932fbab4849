"""Wrecks, trains and landings where there is hardly any room."""

from math import cos, hypot, pi, sin

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from tests.rulebooks.vijilant.test_missions import heist
from tests.rulebooks.vijilant.test_more_worked_by_hand import FAR
from vanguard.rulebooks.vijilant.coherency import is_coherent
from vanguard.rulebooks.vijilant.train import may_start_aboard, on_deck
from vanguard.tabletop.squads import is_linked
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

STRONG = {"g": ("gun: Gun, P 9, Sr 1, R 0-60",)}


def circle(count: int, far: float, turned: float = 0.0) -> str:
    """So many places around (35,35)."""
    angles = [2.0 * pi * k / count + turned for k in range(count)]
    return " ".join(f"{35 + far * cos(it):.3f},{35 + far * sin(it):.3f}" for it in angles)


def wrecked(crowd: str, passengers: str) -> Table:
    """A truck, radius 2.25, in the middle of a crowd is shot by a tank that looks over their heads."""
    drawn = f"blue Tank g 35,10 north\nblue Squad a {crowd}\nred Truck t 35,35 north H=1 D=0 systems=\nred {passengers} inside=t"
    table = at(drawn + FAR, active="g", weapons=STRONG)
    return table.play("shoot:light:t", dice="gun 6")


def clear_of_everybody(table: Table, unit: str) -> bool:
    mine = [table[key] for key in table.alive(unit)]
    others = [it for it in table.battle.models if it.stands and it not in mine]
    pairs = [(one, it) for one in mine for it in others] + [(a, b) for a in mine for b in mine if a is not b]
    return all(
        hypot(a.base.x - b.base.x, a.base.y - b.base.y) >= a.base.radius + b.base.radius - 0.01 for a, b in pairs
    )


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
    table = at(drawn, active="g", weapons=STRONG).play("shoot:light:t", dice="gun 6")
    x, y = table.at("h1")
    assert hypot(x - 35, y - 35) == pytest.approx(3.85, abs=0.1)


CROWD = "38.82,41.19 37.1,31.33 31.19,37.86 30.87,33.71 32.18,30.52 38.28,35.59 33.5,39.64 40.28,32.37"


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


CROWDED_DECK = """
    red Gull v 27.4,33 east landed
    red Skiff s 4,33 east
    red Strider h 20.1,32.8
    red Squad q 12.4,33.7 16.8,32.8
    red Squad w waiting n=8
    blue Squad z 5,5
"""


@proves("heist.defender-starts-on-train", "coherency.three-cm")
def test_eight_start_aboard_one_by_one_between_those_who_stand_there() -> None:
    table = heist(CROWDED_DECK, offset=0.0)
    assert may_start_aboard(table.battle, table.unit("w")) == ""
    placing = on_deck(table.battle, table.unit("w"))
    assert placing is not None
    moved = placing.check(placing.propose()[0])
    bases = [table.battle.models[index].base.at(*points[-1][:2]) for index, points, _ in moved]
    assert len(bases) == 8 and is_linked(bases, 3.01)
    assert all(table.battle.battlefield.is_aboard(base) for base in bases)
