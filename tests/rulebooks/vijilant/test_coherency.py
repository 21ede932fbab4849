"""Coherency: 3 cm from model to model, one body, and what a squad must do that has been torn apart."""

import pytest

from tests.rulebooks.vijilant.positions import Table, at, battle_at
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.coherency import in_coherency, is_coherent
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("coherency.three-cm")
@pytest.mark.parametrize(
    ("places", "linked"),
    [
        ("20,20 25,20", True),  # 3 cm from edge to edge
        ("20,20 25.02,20", False),
        ("20,20", True),  # a lone model
        ("20,20 25,20 30,20 35,20", True),  # a chain
        ("20,20 22,20 30,20 32,20", False),  # two pairs are not one body, though each has a mate within 3 cm
    ],
)
def test_models_within_3_cm_are_linked_and_all_of_them_form_one_group(places: str, linked: bool) -> None:
    battle = battle_at(f"blue Squad a {places}\nred Squad b 50,50")
    assert is_coherent(battle, battle.units[0]) is linked


@proves("coherency.who-is-out")
def test_the_largest_linked_group_is_in_coherency() -> None:
    battle = battle_at("blue Squad a 20,20 40,20 42.5,20 45,20 60,20\nred Squad b 50,50")
    assert [model.key for model in in_coherency(battle, battle.units[0])] == ["a2", "a3", "a4"]


# -- restoring it -----------------------------------------------------------------------------------------------------------------


def split(places: str, **more: str) -> Table:
    return at(f"blue Squad a {places} M=6 {more.get('a', '')}\nred Squad z 65,65\n{more.get('terrain', '')}").play(
        "play:a"
    )


@proves("coherency.must-restore")
def test_a_squad_out_of_coherency_must_first_close_up() -> None:
    """10 cm apart: 6 with each part closes it; until then nothing else is open."""
    table = split("20,20 32,20")
    assert set(table.keys) <= {"regroup", "move"}
    table.play("regroup")
    assert is_coherent(table.battle, table.unit("a"))
    assert table.battle.turn is not None
    assert table.battle.turn.points == 1
    assert table.can("shoot") or "hunker" in table.keys, "the other point is free"


@proves("coherency.must-restore", "coherency.cannot-restore")
def test_a_move_that_closes_up_less_than_it_could_is_refused() -> None:
    table = split("10,20 40,20").play("move")
    with pytest.raises(Refused) as why:
        table.play({"path": [[12, 20]], "models": {"a2": [[40, 20]]}})
    assert why.value.clause in ("coherency.must-restore", "coherency.cannot-restore")


@proves("coherency.cannot-restore", "pin.roll")
@pytest.mark.parametrize(("face", "passed"), [(4, True), (3, False)])
def test_a_squad_that_cannot_close_the_gap_comes_as_close_as_it_can_and_then_tests(face: int, passed: bool) -> None:
    """38 cm apart: two actions of 6 from either side leave 14. Morale 6: a 4 passes, a 3 pins and ends the turn."""
    table = split("10,20 50,20").play("regroup").play("regroup", dice=f"pinning {face}")
    gap = table.battle.gap(table["a1"], table["a2"])
    assert 13.5 <= gap <= 14.5
    assert (table.unit("a").pinned < 0) is passed
    assert table.asked.player == 1, "no points are left either way"


@proves("coherency.cannot-restore")
def test_a_squad_that_is_blocked_tests_at_once() -> None:
    """Walls all around both of them: nothing can be closed; after a passed test the points are free."""
    table = at(f"blue Squad a 25,40 30,20 M=6\nred Squad z 65,65\n{walled_in(25, 40)}\n{walled_in(30, 20)}")
    table.play("play:a", dice="pinning 5")
    assert table.battle.turn is not None
    assert table.battle.turn.points == 2
    assert table.can("hunker")


def walled_in(x: float, y: float) -> str:
    """Four pieces that leave no room around a base."""
    near, far = 1.01, 4.0
    sides = (
        (x - far, x - near, y - far, y + far), (x + near, x + far, y - far, y + far),
        (x - near, x + near, y - far, y - near), (x - near, x + near, y + near, y + far),
    )  # fmt: skip
    return "\n".join(["locomotive " + ",".join([f"{side:g}" for side in rect]) for rect in sides])


@proves("coherency.who-is-out")
def test_of_equally_large_parts_the_owner_names_the_one_that_counts() -> None:
    """Red shoots the middle out of a squad of three: its owner says which of the two left is the squad."""
    drawn = "blue Squad a 20,20 23,20 26,20\nred Squad z 23,40\nblue Squad y 2,2"
    table = at(drawn, active="z", weapons={"z": ("gun: Gun, P 2, Sr 1, R 0-40",)})
    table.play("shoot:light:a", {"a2": 1}, dice="gun 5")
    assert (table.asked.clause, table.asked.player) == ("coherency.who-is-out", 0)
    table.play("a3")
    assert [model.key for model in in_coherency(table.battle, table.unit("a"))] == ["a3"]


@proves("coherency.cannot-restore", "coherency.must-restore")
@pytest.mark.parametrize(("far", "moved"), [(20.0, 2.5), (16.0, 0.5), (21.0, 3.0)])
def test_both_parts_close_up_until_the_gap_is_three_and_no_further(far: float, moved: float) -> None:
    """Bases of 1 cm, centres 10 (6, 11) apart: each goes half of what the gap is more than 3."""
    table = at(f"blue Squad a 10,20 {far},20 M=6\nred Squad z 65,65").play("play:a", "regroup")
    assert table.at("a1") == pytest.approx((10 + moved, 20), abs=0.02)
    assert table.at("a2") == pytest.approx((far - moved, 20), abs=0.02)
