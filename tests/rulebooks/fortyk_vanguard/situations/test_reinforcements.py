"""Reinforcements: situations worked out from the book by hand."""

from math import sqrt

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.rulebooks.fortyk_vanguard.reinforcements import next_to_arrive, why_not_arrive
from vanguard.rulebooks.fortyk_vanguard.rounds import end_battle
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import ON_TABLE


@proves("core.reinforcements.arrive", "core.concept.measuring")
def test_nine_inches_from_an_enemy_above_are_fewer_on_the_ground() -> None:
    """3" below it 8.49" in plan are 9.004"; 8.48" are 8.995", and on a level with it 9" are too near."""
    table = at(
        "blue space-marines/terminators t reserve\nblue Man x 1,1\nred Man b 20,15,3\nruin 18,13,22,17 floor=18,13,22,17,3",
        phase="reinforcements",
    )
    spot = table.ask(next_to_arrive, answers=("t",))
    reach = 20 + 0.5 + 20 / 25.4
    assert spot.read([[reach + 8.49, 15]])
    assert "core.reinforcements.arrive" in refusal(spot, [[reach + 8.48, 15]])


@proves("core.reinforcements.arrive", "core.concept.measuring")
def test_nine_inches_from_reserve_are_measured_down_from_a_container() -> None:
    """2" up: 8.775" across are 9"."""
    table = at("blue Man a reserve\nred Man e 20,15\ncontainer 8,13,12,17", phase="reinforcements")
    question = table.ask(next_to_arrive, answers=("a",))
    x = 20 - 1 - sqrt(81 - 4)
    assert refusal(question, [[round(x + 0.01, 3), 15, 2]])
    assert question.read([[round(x - 0.02, 3), 15, 2]])


@proves("core.reinforcements.arrive")
def test_reserves_find_no_place_where_the_enemy_is_everywhere() -> None:
    """On the small table nobody can keep 9" away from these twelve."""
    rows = [f"red Man e{x}{y} {x},{y}" for x in (4, 11, 18) for y in (4, 11, 19, 26)]
    table = at("\n".join(["blue Man a reserve", *rows]), phase="reinforcements", size="small")
    assert why_not_arrive(table.battle, table["a"])[1] == "core.reinforcements.arrive"
    fewer = at("\n".join(["blue Man a reserve", *rows[:3]]), phase="reinforcements", size="small")
    assert why_not_arrive(fewer.battle, fewer["a"]) == ("", "")


@proves("core.reinforcements.arrive")
def test_who_stands_on_the_table_is_listed_as_not_in_reserve() -> None:
    table = at("blue Man a reserve\nblue Man c 4,4\nred Man b 40,25", phase="reinforcements")
    assert why_not(table.ask(next_to_arrive), "c") == "it is not in reserve [core.reinforcements.arrive]"


@proves("core.reinforcements.arrive")
def test_only_the_reserves_of_who_has_the_turn_arrive() -> None:
    table = at("blue Man a 4,4\nred Man r reserve\nred Man b 40,25", phase="reinforcements")
    assert table.do(next_to_arrive) is False
    table.battle.turn = 1
    assert available(table.ask(next_to_arrive)) == ["r", "end-phase"]


@proves("core.reinforcements.arrive", "core.reinforcements.not-in-round-one")
def test_nobody_is_asked_for_reinforcements_in_the_first_round_or_without_any() -> None:
    first = at("blue Man a reserve\nblue Man c 4,4\nred Man b 40,25", phase="reinforcements", round_=1)
    assert first.do(next_to_arrive) is False
    none = at("blue Man c 4,4\nred Man b 40,25", phase="reinforcements", round_=3)
    assert none.do(next_to_arrive) is False
    second = at("blue Man a reserve\nblue Man c 4,4\nred Man b 40,25", phase="reinforcements", round_=2)
    assert second.do(next_to_arrive, answers=("a", [[10, 10]])) is True
    assert second["a"].fate == ON_TABLE


@proves("core.reinforcements.arrive", "core.terrain.unstable-position", "core.terrain.scaleable")
def test_where_terminators_may_arrive() -> None:
    """Bases of 40 mm and 1": 9 + 0.787 + 0.5 between centres is exactly 9" and not more."""
    table = at(
        "blue space-marines/terminators a reserve\nred Man b 10,15\nbarricade 30,10,32,10.4\nruin 34,10,40,20 floor=34,10,40,20,3",
        phase="reinforcements",
    )
    question = table.ask(next_to_arrive, answers=("a",))
    assert "core.reinforcements.arrive" in refusal(question, [[20.287, 15]])
    assert question.read([[20.3, 15]])
    assert "core.terrain.unstable-position" in refusal(question, [[31, 10.2]])
    assert question.read([[37, 15, 3]])
    assert question.read([[43, 15]]), "the enemy's zone is as good as any other place"


@proves("core.reinforcements.count-as-moved", "core.weapon.heavy", "faction.bolter-discipline")
def test_a_terminator_that_arrived_fires_bolters_twice_and_its_cannon_less_well() -> None:
    table = at("blue space-marines/terminators+cyclone-missile-launcher a 10,15 moved=arrived\nred Man b 33,15 W=9")
    krak = next(key for key in available(table.ask(shoot, "a")) if "krak" in key)
    table.do(shoot, "a", answers=("storm-bolter/storm-bolter>b", krak, "as-listed"), dice="hit 2 2 2 2 / hit 3 3")


@proves("core.reinforcements.not-in-round-one")
@pytest.mark.parametrize(("number", "clause"), [(1, "core.reinforcements.not-in-round-one"), (2, "")])
def test_reserves_arrive_from_the_second_round_on(number: int, clause: str) -> None:
    table = at("blue Man a reserve\nblue Man c 4,4\nred Man b 40,25", phase="reinforcements", round_=number)
    assert why_not_arrive(table.battle, table["a"])[1] == clause


@proves("core.reinforcements.never-arrived", "core.mission.army-destroyed-wins")
def test_an_army_of_which_only_reserves_are_left_at_the_end_is_destroyed() -> None:
    table = at("blue Man r reserve\nred Man b 40,29")
    table.battle.points = (9, 0)
    table.do(end_battle)
    assert table.battle.winner == 1
