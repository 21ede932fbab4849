"""Deployment: how units enter when their card is first played, and what that leaves of their turn."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


def entering(card: str, *answers: Any, side: str = "blue", **more: Any) -> Table:
    card, _, changes = card.partition(" ")
    seat = 0 if side == "blue" else 1
    enemy = "red" if side == "blue" else "blue"
    drawn = f"{side} {card} a waiting {changes}\n{enemy} Squad z 35,45"
    return at(drawn, turn=seat, **more).play("play:a", *answers)


@proves("deploy.on-first-play", "deploy.is-the-turn", "deploy.costs-two-actions", "deploy.default-edge")
def test_a_unit_enters_from_its_own_edge_up_to_twice_its_move_and_that_is_its_turn() -> None:
    """Infantry M 7, base radius 1: enters at x = 20; its front may reach y = 14, centre y = 13."""
    table = entering("Squad M=7", [[20, 13]])
    assert table.at("a1") == (20.0, 13.0)
    assert table.asked.player == 1
    with pytest.raises(Refused):
        entering("Squad M=7", [[20, 13.1]])


@proves("deploy.default-edge")
def test_it_ends_wholly_on_the_table_and_obeys_the_rules_of_movement() -> None:
    with pytest.raises(Refused):
        entering("Squad M=7", [[20, 0.5]])
    shard = "blue Squad a waiting M=7\nred Squad z 35,45\nshard 20,6 r=3"
    with pytest.raises(Refused):
        at(shard).play("play:a", [[20, 0], [20, 6]])
    rough = "blue Squad a waiting M=7\nred Squad z 35,45\nheap 10,30,2,30"
    deep = at(rough).play("play:a")
    with pytest.raises(Refused):
        deep.play([[20, 9.1]])
    deep.play([[20, 7.5]])
    assert deep.at("a1") == (20.0, 7.5), "3 cm in the open (from y = -1), then 5.5 in the heap for 11"


@proves("deploy.default-edge")
def test_the_defenders_edge_is_the_far_one() -> None:
    """In a skirmish red comes from y = 70: M 7, centre no lower than y = 57."""
    table = entering("Squad M=7", [[20, 57]], side="red")
    assert table.at("a1") == (20.0, 57.0)
    with pytest.raises(Refused):
        entering("Squad M=7", [[20, 56.9]], side="red")


@proves("deploy.default-edge", "ponderous.straight-only")
def test_a_ponderous_unit_drives_straight_in() -> None:
    """M 8, radius 2.5: from the edge its front reaches y = 16, its centre 13.5, facing north."""
    table = entering("Tank", [[20, 13.5]])
    assert (table.at("a1"), table["a1"].base.facing) == ((20.0, 13.5), 90.0)
    with pytest.raises(Refused):
        entering("Tank", [[20, 13.6]])
    with pytest.raises(Refused):
        entering("Tank", [[20, 0], [24, 10]])


@proves("coherency.three-cm", "deploy.default-edge")
def test_a_squad_comes_in_in_coherency() -> None:
    table = entering("Squad n=5 M=7", [[30, 13]])
    battle = table.battle
    from vanguard.rulebooks.vijilant.coherency import is_coherent

    assert is_coherent(battle, table.unit("a"))
    assert all(1 <= battle.model(f"a{i}").base.y <= 13 for i in range(1, 6))


@proves("deploy.no-cc-on-double")
def test_a_unit_that_used_its_whole_turn_to_deploy_makes_no_cc_attack() -> None:
    drawn = "blue Squad a waiting M=7\nred Squad z 20,15 H=9\nred Squad y 60,60"
    table = at(drawn, weapons={"a": ("hooks: CC, P 2, Sr 1",)}).play("play:a", [[20, 13]])
    assert table.asked.player == 1
    assert table["z1"].wounds == 0


@proves("deploy.cheaper-entries", "deploy.no-cc-on-double")
def test_a_cheaper_entry_leaves_the_rest_of_the_turn() -> None:
    """The Captain (M 8, 3 points) comes in for one; two are left, and she may strike."""
    drawn = "blue captain a waiting\nred Squad z 20,13 H=9\nred Squad y 60,60"
    table = at(drawn).play("play:a", [[20, 6]])
    assert table.battle.turn is not None
    assert table.battle.turn.points == 2
    table.play("move", [[20, 10.75]], "z", dice="boarding-sabre 3 3 3")
    assert table["z1"].wounds == 6
    with pytest.raises(Refused):
        at(drawn).play("play:a", [[20, 6.9]])


@proves("deploy.cheaper-entries")
def test_the_skate_is_placed_touching_its_own_edge_for_nothing() -> None:
    table = entering("skate", [[20, 1.75, 90]])
    assert table.battle.turn is not None
    assert (table.at("a1"), table.battle.turn.points) == ((20.0, 1.75), 2)
    for y in (1.9, 1.6, 68.25):
        with pytest.raises(Refused):
            entering("skate", [[20, y]])


@proves("deploy.flyer", "units.flyer.full-move")
def test_a_flyer_enters_with_its_full_flight_as_that_turns_flight() -> None:
    """The Shrike, M 24, radius 2: over x = 30 straight in its front reaches y = 24, its centre 22; both points are left."""
    table = entering("shrike", [[30, 0], [30, 22]])
    assert table.battle.turn is not None
    assert (table.at("a1"), table.battle.turn.points) == ((30.0, 22.0), 2)
    assert not table.can("fly"), "once a turn"
    with pytest.raises(Refused):
        entering("shrike", [[30, 0], [30, 15]])


@proves("deploy.embarked", "transport.load-unload-cost")
def test_passengers_come_with_their_transport_and_can_only_be_saved_before() -> None:
    drawn = "blue Truck t waiting\nblue Squad a inside=t n=3\nred Squad z 35,60\nred Squad y 60,60"
    table = at(drawn)
    assert "play:a" not in table.keys
    assert "[deploy.embarked]" in table.why_not("play:a")
    assert "save:a" in table.keys
    table.play("play:t", [[20, 10]], "save:z")
    table.play("play:a", "unload:t", [[23.25, 10]])
    assert table.battle.turn is not None
    assert table.battle.turn.points == 1
    assert len(table.alive("a")) == 3


@proves("deploy.embarked")
def test_a_passenger_that_stays_inside_is_saved() -> None:
    drawn = "blue Truck t 20,20 north\nblue Squad a inside=t n=3\nred Squad z 35,60"
    table = at(drawn).play("save:a")
    assert table.unit("a").inside >= 0


@proves("deploy.default-edge", "deploy.cheaper-entries", "depot.attacker-deployment", "heist.attacker-deployment")
@pytest.mark.parametrize(
    ("card", "mission", "map", "way", "clause"),
    [
        ("scrappers", "depot-raid", "depot", "edge", "deploy.default-edge"),
        ("scrappers", "depot-raid", "depot", "short", "depot.attacker-deployment"),
        ("mule", "the-heist", "glasstrain", "short", "heist.attacker-deployment"),
        ("captain", "depot-raid", "depot", "short", "deploy.cheaper-entries"),
    ],
)
def test_whoever_comes_in_is_asked_and_told_by_the_rule_that_lets_it(
    card: str, mission: str, map: str, way: str, clause: str
) -> None:
    table = at(f"blue {card} a waiting\nred Squad b 25,60", mission=mission, map=map, defender=1).play("play:a", way)
    assert table.clause == clause
    table.play(lambda question: question.candidates()[0])
    assert [event.clause for key in ("moves", "drives") for event in table.events(key)] == [clause]
