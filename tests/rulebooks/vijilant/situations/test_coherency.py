"""Coherency: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import (
    APART,
    FAR,
    GUN,
    HOOKS,
    points,
    points_left,
    points_of_the_turn,
    refusal,
)
from tests.rulebooks.vijilant.test_coherency import walled_in
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.coherency import in_coherency, is_coherent
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("coherency.three-cm", "coherency.moves-must-keep-it")
@pytest.mark.parametrize(("x", "may"), [(25.0, True), (25.2, False)])
def test_two_models_may_end_3_cm_apart_edge_to_edge_and_no_further(x: float, may: bool) -> None:
    table = at("blue Squad a 20,20 22.5,20" + FAR, active="a").play("move")
    way = {"path": [[20, 20]], "models": {"a2": [[x, 20]]}}
    if may:
        assert table.play(way).at("a2") == (x, 20)
    else:
        assert refusal(table, way) == "coherency.moves-must-keep-it"


@proves("coherency.moves-must-keep-it")
def test_whoever_would_leave_the_squad_is_named() -> None:
    table = at(f"blue Squad a 20,20 22.5,20 25,20\n{APART}", active="a").play("move")
    with pytest.raises(Refused) as why:
        table.play({"path": [[20, 20]], "models": {"a2": [[22.5, 20]], "a3": [[30.5, 20]]}})
    assert why.value.clause == "coherency.moves-must-keep-it"
    assert "a3 would be more than 3 cm from its squad" in str(why.value)


@proves("coherency.who-is-out")
def test_of_parts_of_different_size_nobody_is_asked() -> None:
    """a3 dies: a1 and a2 are left on one side, a4 and a5 alone on two others."""
    drawn = "blue Squad q 20,40\nred Squad a 20,20 22.5,20 26.5,20 31,20 26.5,15.5 26.5,24.5"
    table = at(drawn + FAR, active="q", weapons={"q": (GUN,)}).play("shoot:light:a", {"a3": 1}, dice="gun 5")
    assert table.clause == "turn.action-menu"
    assert [model.key for model in in_coherency(table.battle, table.unit("a"))] == ["a1", "a2"]


@proves("coherency.who-is-out")
def test_a_squad_that_is_whole_after_its_losses_names_nothing() -> None:
    drawn = "blue Squad q 20,40\nred Squad a 20,20 22.5,20 25,20"
    table = at(drawn + FAR, active="q", weapons={"q": (GUN,)}).play("shoot:light:a", {"a3": 1}, dice="gun 5")
    assert table.clause == "turn.action-menu"


@proves("coherency.must-restore", "coherency.cannot-restore", "weapon.cc.in-movement-action")
@pytest.mark.parametrize("action", ["move", "regroup"])
def test_a_squad_still_split_does_not_strike_whom_it_comes_in_contact_with(action: str) -> None:
    """a1 comes beside b on its way, but the gap is still 16 cm: nothing else before the squad is whole or has tested."""
    drawn = "blue Squad a 20,20 22.5,20 20,50\nred Squad b 17.98,26" + FAR
    table = at(drawn, weapons={"a": (HOOKS,)}).play("play:a", action)
    if action == "move":
        table.play(lambda question: question.candidates()[0])
    assert table.at("a1") == pytest.approx((20, 26), abs=0.01)
    assert (table.clause, sorted(table.keys)) == ("turn.action-menu", ["move", "regroup"])


@proves("coherency.must-restore", "weapon.cc.in-movement-action")
@pytest.mark.parametrize("action", ["move", "regroup"])
def test_a_squad_that_has_closed_up_beside_an_enemy_may_strike_with_that_move(action: str) -> None:
    """Twelve apart: each part comes on until the gap is 3; a1 is in contact then, and closing up is a movement action."""
    drawn = "blue Squad a 20,20 20,34\nred Squad b 17.98,24.3" + FAR
    table = at(drawn, weapons={"a": (HOOKS,)}).play("play:a")
    table.play(action)
    if action == "move":
        table.play(lambda question: question.candidates()[0])
    assert (table.clause, table.keys) == ("weapon.cc.in-movement-action", ["no", "b"])


@proves("coherency.must-restore", "coherency.cannot-restore", "movement.impassable")
def test_a_squad_split_by_glass_closes_up_around_it() -> None:
    """10 cm apart with a shard between: 6 cm around it from either side are enough, and nobody tests."""
    drawn = "blue Squad a 20,20 20,32 M=6\nshard 20,26 r=2" + FAR
    table = at(drawn).play("play:a", "regroup")
    assert table.battle.gap(table["a1"], table["a2"]) <= 3.01
    assert points(table) == 1
    assert "hunker" in table.keys


@proves("coherency.must-restore")
def test_a_squad_with_a_low_wall_between_need_not_go_around_it() -> None:
    """Up to the wall on either side leaves 2.8 cm: that is coherency, whatever stands between."""
    drawn = "blue Squad a 20,20 20,32 M=6\nlocomotive 18,22,25,27" + FAR
    table = at(drawn).play("play:a", "regroup")
    assert (table.at("a1")[0], table.at("a2")[0]) == (20.0, 20.0)
    assert points(table) == 1


@proves("coherency.must-restore", "transport.contact", "hunker.cost")
def test_a_split_squad_may_neither_get_in_nor_hunker_before_it_has_closed_up() -> None:
    drawn = "blue Truck t 20,20 north slowed\nblue Squad a 23.25,20 20,30 M=6" + FAR
    table = at(drawn).play("play:a")
    assert "[coherency.must-restore]" in table.why_not("load:t")
    assert "[coherency.must-restore]" in table.why_not("hunker")


@proves("coherency.must-restore")
def test_a_squad_that_can_be_whole_again_may_not_end_its_move_split() -> None:
    """10 cm apart with Move 6: 4 cm from either side would do."""
    table = at("blue Squad a 20,20 32,20 M=6" + FAR).play("play:a", "move")
    assert refusal(table, {"path": [[21, 20]], "models": {"a2": [[31, 20]]}}) == "coherency.must-restore"
    table.play({"path": [[24, 20]], "models": {"a2": [[28, 20]]}})
    assert is_coherent(table.battle, table.unit("a"))


@proves("coherency.must-restore", "coherency.cannot-restore")
def test_a_squad_too_far_apart_may_come_as_close_as_it_can_by_hand() -> None:
    """38 cm apart with Move 6: 26 are left after the first action, a little more than that is refused."""
    table = at("blue Squad a 10,20 50,20 M=6" + FAR).play("play:a", "move")
    assert refusal(table, {"path": [[15.8, 20]], "models": {"a2": [[44, 20]]}}) == "coherency.must-restore"
    table.play({"path": [[16, 20]], "models": {"a2": [[44, 20]]}})
    assert (table.at("a1"), table.at("a2"), points_left(table)) == ((16, 20), (44, 20), 1)


@proves("coherency.must-restore", "movement.dangerous")
def test_closing_up_costs_a_point_and_the_dangers_on_its_way() -> None:
    table = at(f"blue Squad a 20,20 34,20 M=6\n{APART}\nshardfall 23,32,18,22").play("play:a")
    table.play("regroup", dice="danger 2 2")
    assert points_of_the_turn(table) == 1
    assert table.unit("a").pinned < 0


@proves("coherency.must-restore", "coherency.who-is-out")
def test_a_squad_split_by_a_death_may_do_nothing_but_close_up() -> None:
    """a2 in the middle died: 8 cm lie between the others. They may neither shoot nor hunker."""
    table = at("blue Squad a 20,20 30,20 M=6\nred Squad b 25,30" + FAR).play("play:a")
    if table.asked.clause == "coherency.who-is-out":
        table.play("a1")
    assert not table.can("shoot")
    assert "hunker" not in table.keys
    table.play("regroup")
    assert points_left(table) == 1
    assert table.can("shoot")


@proves("coherency.cannot-restore", "coherency.must-restore", "turn.action-menu")
def test_after_a_passed_test_a_split_squad_moves_as_it_likes_and_tests_no_more() -> None:
    """a1 is walled in; a2 is far off and its way is blocked by a wall, so nothing can be closed."""
    drawn = f"blue Squad a 25,40 30,20 M=6\n{walled_in(25, 40)}\nlocomotive 26,34,21.01,25\nlocomotive 25,28,15,25\nlocomotive 32,35,15,25"
    table = at(drawn + FAR).play("play:a", dice="pinning 5")
    assert points_left(table) == 2
    table.play("move", {"path": [[25, 40]], "models": {"a2": [[30, 16]]}})
    assert table.at("a2") == (30, 16)
    assert points_left(table) == 1
