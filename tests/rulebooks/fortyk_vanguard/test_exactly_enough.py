"""The one place, the one way, the last bit of room: what is possible only just is possible; worked out by hand first."""

from __future__ import annotations

from math import acos, atan2, cos, hypot, pi, sin, sqrt

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_by_hand import charging
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge
from vanguard.rulebooks.fortyk_vanguard.damage import destroy

WALKER = "kw=VEHICLE not=INFANTRY"

# -- charges past solid terrain ------------------------------------------------------------------------------------------------


@proves("core.charge.success", "core.terrain.scaleable")
@pytest.mark.parametrize(("dice", "reaches"), [("3 3", True), ("2 3", False)])
def test_a_charge_finds_the_slot_between_two_containers(dice: str, reaches: bool) -> None:
    """A base of 1" in a slot of 1.02", which ends at 11; b stands beside its mouth, 0.81" to the north of its middle: within
    reach (2" from centre to centre) from 10.47 on, so 5.47" of way are needed, and there is no place but in the slot."""
    table = charging(
        f"blue Man a 5,15.39 {WALKER}\nred Man b 12.3,16.2\ncontainer 6,10,11,14.88\ncontainer 6,15.9,11,18"
    )
    if reaches:
        table.do(charge, table["a"], answers=("b", [[10.6, 15.39]]), dice=f"charge {dice}")
        assert table["a"].base.x == 10.6
    else:
        table.do(charge, table["a"], answers=("b",), dice=f"charge {dice}")
        assert table["a"].base.x == 5


def way_round(corner: tuple[float, float], start: tuple[float, float], goal: tuple[float, float]) -> float:
    """How far the middle of a base of 1" goes round a corner until another one is within reach: straight, an arc, straight."""

    def tangent(point: tuple[float, float]) -> tuple[float, float, float]:
        away = hypot(point[0] - corner[0], point[1] - corner[1])
        return sqrt(away * away - 0.25), acos(0.5 / away), atan2(point[1] - corner[1], point[0] - corner[0])

    first, here, begins = tangent(start)
    last, there, ends = tangent(goal)
    return first + 0.5 * ((ends - begins) % (2 * pi) - here - there) + last - 2.0


def so_far_up(x: float, far: float) -> float:
    """The y at which a target is exactly so far away, round the corner."""
    low, high = 14.5, 26.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if way_round((8, 13.6), (6, 13), (x, middle)) < far else (low, middle)
    return round(low, 3)


@proves("core.charge.success", "core.charge.terrain", "core.move.path")
@pytest.mark.parametrize("roll", [5, 6, 7])
@pytest.mark.parametrize("x", [8.6, 9.4, 11.0])
def test_a_charge_round_a_corner_reaches_with_hardly_anything_to_spare(x: float, roll: int) -> None:
    """A fiftieth of an inch; an inch less is too little."""
    drawn = f"blue Man a 6,13 {WALKER}\nred Man b {x},{so_far_up(x, roll - 0.02)}\ncontainer 5,13.6,8,22 height=3"
    table = charging(drawn)
    assert table.ask(charge, table["a"], answers=("b",), dice=f"charge 1 {roll - 1}").clause == "core.charge.success"
    short = charging(drawn)
    short.do(charge, short["a"], answers=("b",), dice=f"charge 1 {roll - 2}")
    assert short["a"].base.x == 6


# -- the last places beside a wreck ------------------------------------------------------------------------------------------------


def ring_with_a_gap(tanks: int = 9) -> str:
    """Enemies round a Trukk at 10,15 that leave a gap of 84 degrees: room for one boy."""
    angles = [2 * pi * (42 + 34.5 * i) / 360 for i in range(tanks)]
    return "\n".join(
        [f"red Man e{n} {10 + 4.3 * cos(it):.3f},{15 + 4.3 * sin(it):.3f} base=60" for n, it in enumerate(angles)]
    )


ABOARD = "blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nblue orks/boyz/leader n 0,0 in=t\nblue Man x 2,2"


@proves("core.transport.destroyed", "core.sequencing.during-a-turn")
def test_where_not_all_find_room_beside_a_wreck_their_owner_says_who_gets_out_first() -> None:
    table = at(f"{ABOARD}\n{ring_with_a_gap()}")
    question = table.ask(destroy, "t", dice="explodes 1")
    assert question.player == 0
    assert question.clause == "core.transport.destroyed"
    assert available(question) == ["a", "n"]
    table.do(destroy, "t", answers=("n", [[13.17, 15]]), dice="explodes 1 / wreck 2")
    assert table.dead == ["t", "a"]
    assert table.heard("no-room", who="a")


@proves("core.transport.destroyed")
def test_where_all_find_room_or_all_are_alike_nobody_is_asked_who_gets_out_first() -> None:
    table = at(f"{ABOARD}\nred Man e 30,15")
    table.do(destroy, "t", answers=([[10, 18.5]], [[10, 11.5]]), dice="explodes 1 / wreck 2 / wreck 2")
    assert table.dead == ["t"]
    alike = at(f"{ABOARD.replace('/leader', '')}\n{ring_with_a_gap()}")
    alike.do(destroy, "t", answers=([[13.17, 15]],), dice="explodes 1 / wreck 2")
    assert alike.dead == ["t", "n"]


@proves("core.transport.destroyed")
def test_a_full_trukk_in_the_open_is_left_without_a_question_of_order() -> None:
    boyz = "\n".join([f"blue orks/boyz b{n} 0,0 in=t" for n in range(10)])
    table = at(f"{ABOARD}\n{boyz}\nred Man e 30,15")
    assert table.ask(destroy, "t", dice="explodes 1").clause == "core.transport.destroyed"
    assert table.ask(destroy, "t", dice="explodes 1").prompt.startswith("Where does a get out")
