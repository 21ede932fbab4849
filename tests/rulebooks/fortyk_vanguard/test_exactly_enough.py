"""The one place, the one way, the last bit of room: what is possible only just is possible; worked out by hand first."""

from __future__ import annotations

from math import acos, atan2, cos, hypot, pi, sin, sqrt

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_by_hand import charging
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model

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


def way_round(
    corner: tuple[float, float], start: tuple[float, float], goal: tuple[float, float], apart: float = 0.5
) -> float:
    """How far the middle of a base of 1" goes, so far apart from what it turns round, until another one is within reach:
    straight, an arc, straight."""

    def tangent(point: tuple[float, float]) -> tuple[float, float, float]:
        away = hypot(point[0] - corner[0], point[1] - corner[1])
        return sqrt(away * away - apart * apart), acos(apart / away), atan2(point[1] - corner[1], point[0] - corner[0])

    first, here, begins = tangent(start)
    last, there, ends = tangent(goal)
    return first + apart * ((ends - begins) % (2 * pi) - here - there) + last - 2.0


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


@proves("core.charge.success", "core.move.path", "core.concept.engagement-range")
@pytest.mark.parametrize("roll", [5, 6, 7])
@pytest.mark.parametrize(("side", "apart"), [("blue", 1.75), ("red", 2.75)])
def test_a_charge_round_a_base_reaches_with_hardly_anything_to_spare(side: str, apart: float, roll: int) -> None:
    """Round a base of 2.5": a friend's with its rim alone, that of an enemy not charged with another inch. 2" up, then an arc of
    so many radians, then straight at b who is 2" farther out; 2" short of him it is enough. A container shuts the other side."""
    out = apart + 2.0
    last = sqrt(out * out - apart * apart) - 2.0
    angle = (roll - 0.02 - 2.0 - last) / apart + acos(apart / out)
    drawn = f"""
        blue Man a {10 + apart},13
        {side} Man m 10,15 base=63.5
        red Man b {10 + out * cos(angle):.3f},{15 + out * sin(angle):.3f}
        container 9.9,0,10.1,13.7 height=12
    """
    declared = ("b",) if side == "blue" else ("b", "no-more")
    table = charging(drawn)
    assert table.ask(charge, table["a"], answers=declared, dice=f"charge 1 {roll - 1}").clause == "core.charge.success"
    short = charging(drawn)
    short.do(charge, short["a"], answers=declared, dice=f"charge 1 {roll - 2}")
    assert short["a"].base.y == 13


# -- other moves beside solid terrain ------------------------------------------------------------------------------------------


@proves("core.move.fall-back", "core.terrain.scaleable")
@pytest.mark.parametrize(("end", "has_room"), [(12.4, True), (12.52, False)])
def test_who_falls_back_finds_the_end_of_a_passage(end: float, has_room: bool) -> None:
    """A passage as wide as the base that ends at 12.4, so a base of 1" goes no farther than 12.9; out of the reach of b it is from 12.999 on."""
    table = at(
        f"""
        blue Man a 10,13.6 {WALKER}
        red Man b 10,15
        container 5,5,9.5,20
        container 10.5,5,15,20
        container 9.5,5,10.5,{end}
        """,
        phase="movement",
    )
    question = table.ask(move_model, table["a"])
    assert ("fall-back" in available(question)) == has_room
    if has_room:
        table.do(move_model, table["a"], answers=("fall-back", [[10, 12.95]]))
        assert table["a"].base.y == 12.95


@proves("core.fight.pile-in", "core.terrain.scaleable")
def test_who_piles_in_finds_the_way_along_a_passage() -> None:
    """b is 0.9" away behind a wall, to the right and ahead; along the passage, just as wide as the base, one comes closer."""
    drawn = f"""
        blue Man a 10,15 {WALKER}
        red Man b 11.593,16.035
        container 9,10,9.5,18
        container 10.5,10,11.09,18
    """
    table = at(f"{drawn}\ncontainer 9.5,16,10.5,18", phase="fight")
    assert table.ask(fight, table["a"]).clause == "core.fight.pile-in"
    assert table.ask(fight, table["a"], answers=("yes",)).read([[10, 15.4]])
    shut = at(f"{drawn}\ncontainer 9.5,15.5,10.5,18", phase="fight")
    shut.do(fight, shut["a"], dice="hit 1")
    assert shut["a"].base.y == 15


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
