"""Charge: situations worked out from the book by hand."""

from fractions import Fraction
from math import acos, atan2, cos, hypot, pi, sin, sqrt
from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, game_at, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    KILLER,
    THIRD,
    TWO_THIRDS,
    VEHICLE,
    chance,
    charging,
)
from vanguard import odds
from vanguard.core.questions import Chance
from vanguard.rulebooks.fortyk_vanguard.charge_phase import (
    charge,
    charge_distance,
    fire_overwatch,
    next_to_charge,
    next_to_intervene,
    why_not_charge,
    why_not_intervene,
)
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, DESTROYED, HEROICS


def next_question(table: Table, rule: Any, *given: Any, answers: tuple[Any, ...]) -> str:
    """What is asked after these answers, or what is rolled first."""
    waiting, procedure, value = list(answers), rule(table.battle, *given), None
    while True:
        question = procedure.send(value)
        if isinstance(question, Chance) or not waiting:
            procedure.close()
            return question.prompt
        value = question.read(waiting.pop(0))[1]


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


@proves("core.charge.eligible", "core.charge.declare-targets", "core.concept.within")
@pytest.mark.parametrize(("x", "near"), [(15.9, True), (16.0, False)])
def test_twelve_inches_to_charge_are_measured_up_to_a_floor_too(x: float, near: bool) -> None:
    """5" higher: 10.9" in plan are 11.99", 11" are 12.08"."""
    table = charging(f"blue Man a 4,15\nred Man b {x},15,5\nruin 14,13,18,17 height=8 floor=14,13,18,17,5")
    assert (why_not_charge(table.battle, table["a"])[0] == "") is near


@proves("core.charge.eligible", "core.charge.success")
@pytest.mark.parametrize(("dice", "reaches"), [("charge 6 5", True), ("charge 5 5", False)])
def test_twelve_inches_away_is_near_enough_to_try_and_needs_eleven(dice: str, reaches: bool) -> None:
    table = charging("blue Man a 4,15\nred Man b 17,15")
    table.do(charge, table["a"], answers=("b", [[15, 15]]) if reaches else ("b",), dice=dice)
    assert table["a"].did(CHARGED) is reaches
    beyond = charging("blue Man a 4,15\nred Man b 17.01,15")
    assert why_not_charge(beyond.battle, beyond["a"])[1] == "core.charge.eligible"


@proves("core.charge.each-unit-once")
def test_the_charge_phase_goes_on_after_a_charge() -> None:
    table = charging("blue Man a 4,15\nblue Man d 4,20\nred Man b 10,15")
    assert table.do(next_to_charge, answers=("a", "b"), dice="charge 1 1") is True
    assert table.do(next_to_charge, answers=("end-phase",)) is False


@proves("core.charge.each-unit-once")
def test_a_player_may_end_the_charge_phase() -> None:
    table = charging("blue Man a 4,15\nred Man b 10,15")
    assert table.do(next_to_charge, answers=("end-phase",)) is False
    assert not table.events("declares")


@proves("core.charge.each-unit-once", "core.charge.failure")
def test_a_charge_is_declared_once_and_fails_when_nobody_is_left_to_reach() -> None:
    table = charging("blue Man a 4,15\nblue Man c 4,19\nred Man b 10,15\nred Man d 12,19")
    table["b"].fate = DESTROYED
    assert table.do(charge_distance, table["a"], ("b",), dice="charge 6 6") is None
    assert table.battle.events[-1].clause == "core.charge.failure"
    table.do(next_to_charge, answers=("c", "d"), dice="charge 1 1")
    assert why_not_charge(table.battle, table["c"]) == ("it has declared its charge", "core.charge.each-unit-once")


@proves("core.charge.declare-targets", "core.terrain.defence-line")
@pytest.mark.parametrize(
    ("enemies", "chosen", "asked"),
    [
        ("b 10,15\nred Man c 10,19", "b", True),  # 3" apart: a base of 1" between them is an inch from each
        ("b 10,15\nred Man c 10,19.01", "b", False),
        ("b 10,15\nred Man c 10,18,5\nruin 9,17.4,12,20 floor=9,17.4,12,20,5", "b", True),  # on the floor above
        ("b 10,14.6\nred Man c 10,19.6\nbarricade 9,16,11,16.4", "b", True),  # b is struck across the barricade
        ("b 10,14.6\nred Man c 10,19.7\nbarricade 9,16,11,16.4", "b", False),
        ("b 10,13\nred Man c 10,15\nred Man d 10,17.1", "bc", False),  # near the second, not the first
        ("b 10,15\nred Man c 10,13\nred Man d 10,17.1", "bc", False),  # near the first, not the second
        ("b 10,15\nred Man c 10,13.5\nred Man d 10,16.5", "bc", True),
    ],
)
def test_another_target_is_asked_for_where_one_place_could_reach_it_and_all_the_others(
    enemies: str, chosen: str, asked: bool
) -> None:
    table = charging(f"blue Man a 6,15\nred Man {enemies}")
    question = next_question(table, charge, table["a"], answers=tuple(chosen))
    assert ("whom else" in question) is asked, question


@proves("core.charge.declare-targets", "core.charge.eligible")
def test_whom_everybody_has_left_since_the_phase_began_has_nobody_to_charge() -> None:
    table = charging("blue Man a 4,15\nred Man b 14,15\nred Man c 40,15")
    assert why_not_charge(table.battle, table["a"]) == ("", "")
    table["b"].fate = DESTROYED
    assert why_not_charge(table.battle, table["a"])[1] == "core.charge.declare-targets"


@proves("core.charge.declare-targets", "core.charge.each-unit-once")
def test_a_charge_once_declared_stays_declared_though_it_fails() -> None:
    table = charging("blue Man a 4,15\nblue Man d 4,18\nred Man b 10,15")
    table.do(charge, table["a"], answers=("b",), dice="charge 1 1")
    assert table["a"].charge_targets == ("b",)
    assert "core.charge.each-unit-once" in why_not(table.ask(next_to_charge), "a")


@proves("core.charge.declare-targets", "core.charge.overwatch-window")
def test_a_charger_shot_dead_in_overwatch_rolls_no_charge() -> None:
    table = charging("blue Man a 4,15 Sv=7\nblue Man c 4,25\nred Man b 10,15", cp=(0, 2))
    table.do(charge, table["a"], answers=("b", "b", "gun/gun>a"), dice="hit 6 / wound 6")
    assert not table["a"].alive
    assert not table.events("charge-roll")
    missed = charging("blue Man a 4,15 Sv=7\nblue Man c 4,25\nred Man b 10,15", cp=(0, 2))
    missed.do(charge, missed["a"], answers=("b", "b", "gun/gun>a", "keep"), dice="hit 5 / charge 1 1")
    assert missed.heard("charge-roll", n=2)


@proves("core.charge.declare-targets")
def test_a_second_target_is_optional_and_a_first_is_not() -> None:
    table = charging("blue Man a 4,15\nred Man b 10,15\nred Man c 10,17\nred Man d 30,15")
    first = table.ask(charge, table["a"])
    assert available(first) == ["b", "c"]
    assert "more than 12" in why_not(first, "d")
    second = table.ask(charge, table["a"], answers=("b",))
    assert available(second) == ["no-more", "c"]
    assert "a target already" in why_not(second, "b")
    table.do(charge, table["a"], answers=("b", "no-more"), dice="charge 1 1")
    assert table["a"].charge_targets == ("b",)


@proves("core.charge.declare-targets")
def test_a_second_target_is_asked_for_only_where_one_model_could_reach_both() -> None:
    apart = charging("blue Man a 10,15\nred Man b 16,15\nred Man c 4,15")
    apart.do(charge, apart["a"], answers=("b",), dice="charge 1 1")
    assert apart["a"].charge_targets == ("b",)
    close = charging("blue Man a 10,15\nred Man b 16,15\nred Man c 16,17")
    assert "c" in available(close.ask(charge, close["a"], answers=("b",)))


@proves("core.charge.roll", "faction.ere-we-go", "core.psychic.smite", "core.overwatch.only-natural-sixes")
def test_the_chance_of_a_charge_and_of_a_smite() -> None:
    """7": 21 of 36, for Orks twice. Three wounds: by a D3 after 5 to 10, by a D6 after 11 and 12."""
    assert chance(charging("blue Man a 4,15\nred Man b 13,15"), "a", "b") == Fraction(21, 36)
    orks = charging("blue orks/boyz a 4,15\nred Man b 13.13,15")
    assert chance(orks, "a", "b") == 1 - Fraction(15, 36) ** 2
    smite = at("blue space-marines/librarian a 4,15\nred Man b 13,15 W=3", phase="psychic")
    assert chance(smite, "a", "smite") == Fraction(27, 36) * THIRD + Fraction(3, 36) * TWO_THIRDS


@proves("core.charge.success", "core.terrain.difficult-ground")
@pytest.mark.parametrize(("dice", "reaches"), [("3 3", True), ("2 3", False)])
def test_a_charge_finds_the_one_way_between_two_craters(dice: str, reaches: bool) -> None:
    """Bases of 1" in a gap of 1.02". Straight at b are 5.04" and 2" for the crater: more than 6. Along the gap b is within 1"
    at 10.16, 5.16" away; the place must be met to a hundredth."""
    table = charging("blue Man a 5,15.39\nred Man b 12,14.6\ncrater 6,10,13,14.88\ncrater 6,15.9,13,18")
    if reaches:
        table.do(charge, table["a"], answers=("b", [[10.2, 15.39]]), dice=f"charge {dice}")
        assert table["a"].base.x == 10.2
    else:
        table.do(charge, table["a"], answers=("b",), dice=f"charge {dice}")
        assert table["a"].base.x == 5


@proves("core.charge.success", "core.terrain.scaleable")
@pytest.mark.parametrize(("dice", "reaches"), [("3 3", True), ("2 3", False)])
def test_a_charge_finds_the_slot_between_two_containers(dice: str, reaches: bool) -> None:
    """A base of 1" in a slot of 1.02", which ends at 11; b stands beside its mouth, 0.81" to the north of its middle: within
    reach (2" from centre to centre) from 10.47 on, so 5.47" of way are needed, and there is no place but in the slot."""
    table = charging(
        f"blue Man a 5,15.39 {VEHICLE}\nred Man b 12.3,16.2\ncontainer 6,10,11,14.88\ncontainer 6,15.9,11,18"
    )
    if reaches:
        table.do(charge, table["a"], answers=("b", [[10.6, 15.39]]), dice=f"charge {dice}")
        assert table["a"].base.x == 10.6
    else:
        table.do(charge, table["a"], answers=("b",), dice=f"charge {dice}")
        assert table["a"].base.x == 5


@proves("core.charge.success", "core.charge.terrain", "core.move.path")
@pytest.mark.parametrize("roll", [5, 6, 7])
@pytest.mark.parametrize("x", [8.6, 9.4, 11.0])
def test_a_charge_round_a_corner_reaches_with_hardly_anything_to_spare(x: float, roll: int) -> None:
    """A fiftieth of an inch; an inch less is too little."""
    drawn = f"blue Man a 6,13 {VEHICLE}\nred Man b {x},{so_far_up(x, roll - 0.02)}\ncontainer 5,13.6,8,22 height=3"
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


@proves("core.charge.success", "core.concept.engagement-range", "core.terrain.breachable")
@pytest.mark.parametrize(("height", "needed"), [(3, 3), (5, 3)])
def test_a_charge_through_a_wall_ends_below_whom_it_reaches(height: int, needed: int) -> None:
    """From 5 to 7.8 or so: the wall is no hindrance, and neither is a floor 3" or exactly 5" up."""
    ruin = f"ruin 7,12,13,18 wall=7,12,7.25,18 floor=7.25,12,13,18,{height} height=8"
    table = charging(f"blue Man a 5,15\nred Man b 9.6,15,{height}\n{ruin}")
    table.do(charge, table["a"], answers=("b", "neither", [[7.8, 15]]), dice=f"charge 1 {needed - 1}")


@proves("core.charge.success", "core.charge.failure")
def test_a_long_charge_fails_for_an_enemy_nobody_named() -> None:
    """c stands so near b that every place within an inch of b is within an inch of c."""
    table = charging(
        "blue Man a 4,15\nred Man b 10,15\nred Man c 8.9,15\nred Man d 10,16.05\nred Man e 10,13.95\nred Man f 11.1,15"
    )
    table.do(charge, table["a"], answers=("b", "no-more"), dice="charge 6 6")
    assert not table["a"].did(CHARGED)


@proves("core.charge.failure", "core.charge.success")
@pytest.mark.parametrize(("dice", "fails"), [("charge 2 1", True), ("charge 2 2", False)])
def test_a_charge_fails_only_when_the_roll_does_not_reach(dice: str, fails: bool) -> None:
    """5 inches apart: one inch of Engagement Range, so 4 are needed."""
    table = charging("blue Man a 4,15\nred Man b 10,15")
    answers: tuple[Any, ...] = ("b",) if fails else ("b", [[8, 15]])
    table.do(charge, table["a"], answers=answers, dice=dice)
    assert len(table.events("charge-fails")) == (1 if fails else 0)
    assert table["a"].did(CHARGED) is not fails


@proves("core.charge.terrain", "core.charge.success", "core.charge.fly")
@pytest.mark.parametrize("who", ["", "kw=FLY"])
@pytest.mark.parametrize(("dice", "reaches"), [("charge 5 4", False), ("charge 5 5", True)])
def test_a_charge_over_a_wall_reaches_with_exactly_enough(who: str, dice: str, reaches: bool) -> None:
    """6" to the enemy's Engagement Range, 2" up and 2" down."""
    table = charging(f"blue Man a 4,15 {who}\nred Man b 12,15\ncontainer 6,5,7,25 height=2")
    table.do(charge, table["a"], answers=("b", [[10, 15]]) if reaches else ("b",), dice=dice)
    assert table["a"].did(CHARGED) is reaches


@proves("core.charge.terrain", "core.terrain.difficult-ground")
@pytest.mark.parametrize(("dice", "reaches"), [("charge 4 3", False), ("charge 4 4", True)])
def test_a_crater_costs_a_charge_two_inches(dice: str, reaches: bool) -> None:
    table = charging("blue Man a 4,15\nred Man b 12,15\ncrater 6,3,8,27")
    table.do(charge, table["a"], answers=("b", [[10, 15]]) if reaches else ("b",), dice=dice)
    assert table["a"].did(CHARGED) is reaches


@proves("core.overwatch.needs-a-rule", "core.transport.embarked-inert")
def test_the_crew_of_a_charged_trukk_fires_and_its_passengers_do_not() -> None:
    table = charging("blue Man a 4,15\nred orks/trukk t 10,15\nred orks/boyz p 0,0 in=t", cp=(0, 1))
    assert available(table.ask(charge, table["a"], answers=("t",))) == ["no", "t"]


@proves("core.overwatch.only-natural-sixes")
def test_the_odds_of_a_volley_in_overwatch_know_that_only_sixes_hit() -> None:
    guns = (KILLER, 'bow: 24" Assault 1, S 4, AP 0, D 1')
    game = game_at(charging("blue Man a 4,15\nred Man b 10,15", weapons={"b": guns}, cp=(0, 1)))
    for answer in ("a", "b", "b", "gun/gun>a"):
        game.answer(answer)
    assert odds.of(game, "hold-fire").chance_removed() == pytest.approx(5 / 36)


@proves("core.overwatch.range-and-sight")
def test_in_overwatch_too_one_weapon_may_be_enough() -> None:
    guns = ('gun: 24" Assault 1, S 4, AP 0, D 1', 'bow: 24" Assault 1, S 4, AP 0, D 1')
    table = charging("blue Man a 4,15\nred Man b 10,15", weapons={"b": guns})
    table.do(fire_overwatch, table["b"], table["a"], answers=("bow/bow>a", "hold-fire"), dice="hit 5")
    assert [event.values["weapon"] for event in table.events("hits")] == ["bow"]


@proves("core.overwatch.range-and-sight", "faction.sentinel-construct")
def test_a_sentinel_fires_the_profile_of_those_who_stood_still_and_others_may_choose() -> None:
    beam = 'beam high: 24" Heavy 1, S 8, AP 0, D 1, only_if_stationary | low: 24" Heavy 1, S 4, AP 0, D 1'
    table = at("blue Man a 4,15\nred Man b 10,15", weapons={"b": (beam,)})
    low, high = "beam/beam-low>a", "beam/beam-high>a"
    assert sorted(available(table.ask(fire_overwatch, table["b"], table["a"]))) == [
        high,
        low,
        "hold-fire",
    ]
    sentinel = table.ask(fire_overwatch, table["b"], table["a"], True)
    assert high in available(sentinel)
    assert low not in available(sentinel)


@proves("core.heroic.eligible")
def test_heroes_intervene_one_after_the_other_until_the_player_has_enough() -> None:
    rows = "blue Man a 10,15\nred Man h 13,15 kw=CHARACTER\nred Man i 10,18 kw=CHARACTER"
    table = at(rows, phase="heroic interventions")
    assert table.do(next_to_intervene, answers=("h", [[12, 15]])) is True
    assert table.do(next_to_intervene, answers=("end-phase",)) is False


@proves("core.heroic.eligible", "core.heroic.move")
@pytest.mark.parametrize(("x", "may"), [(14, True), (14.01, False)])
def test_a_hero_at_exactly_three_inches_may_intervene(x: float, may: bool) -> None:
    table = at(f"red Man b 10,15\nblue Man a {x},15 kw=CHARACTER", phase=HEROICS, turn=1)
    assert (why_not_intervene(table.battle, table["a"]) == ("", "")) is may
    if may:
        question = table.ask(next_to_intervene, answers=("a",))
        assert question.read([[11, 15]])
        assert "core.heroic.move" in refusal(question, [[14, 16]])
