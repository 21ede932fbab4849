"""Deploying: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.normandy.positions import drawn, ends
from tests.rulebooks.normandy.situations.sketches import figures, standing
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy import rulebook
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")
CAUSEWAY = " ".join([f"{column},14" for column in range(15) if column != 7])
"""Water everywhere on the southern backline but for one hex."""


@proves("deploy.same-round")
def test_who_never_deployed_falls_nowhere_on_the_field() -> None:
    position = drawn("""
        blue us-riflemen r
        red  de-hq       e 7,1
        active r
    """)
    position.play("pass")
    [event] = position.events("never-deployed")
    assert event.values["paths"] == []


@proves("deploy.is-move-action", "token.minefield-trigger", "deploy.all-figures")
@pytest.mark.parametrize(
    ("dice", "falls", "open_to_the_second"),
    [
        ("attack-black plus blank", [], {(6, 13), (7, 13)}),  # past his comrade, who lives
        ("attack-black dash+plus plus", ["us-riflemen-a.1"], {(7, 14), (6, 13), (7, 13)}),  # in his place as well
        ("attack-black dash+plus plus", ["us-riflemen-a.2"], set()),  # the owner gives up the one outside
    ],
)
def test_a_mine_goes_off_under_the_first_who_deploys_before_the_second_comes_in(
    dice: str, falls: list[str], open_to_the_second: set[tuple[int, int]]
) -> None:
    """The only way in is mined. Riflemen, Move 2: entry and one hex more."""
    position = drawn(f"""
        blue us-riflemen a
        red  de-hq       e 7,1
        ground ~ {CAUSEWAY}
        minefield red 7,14
        active a
    """)
    position.play("deploy", [[7, 14]], *falls, dice=dice)
    assert position["a"].pins == 1
    assert position.battle.mines == ()
    if open_to_the_second:
        assert ends(position.game) == open_to_the_second
        position.play([[7, 13]])
    assert (7, 14) in figures(position, "a") or falls == ["us-riflemen-a.1"]
    assert len(position.events("figure-lost-outside")) == falls.count("us-riflemen-a.2")
    assert len(figures(position, "a")) == 2 - len(falls)
    assert position.battle.activation is not None and position.battle.activation.points == 1
    assert "move" in position.keys


@proves("deploy.entry-hex", "deploy.all-figures", "move.through-friends")
def test_a_pair_comes_in_through_the_only_free_corner_of_its_backline() -> None:
    """All but the corner is water: the first man must go on to make room, the second ends in the corner."""
    water = " ".join([f"{column},14" for column in range(14)])
    position = drawn(f"""
        blue us-riflemen a
        red  de-hq       e 7,1
        ground ~ {water}
        active a
    """)
    position.play("deploy")
    first = ends(position.game)
    assert first == {(14, 14), (13, 13), (14, 13)}
    position.play([[14, 13]])
    assert ends(position.game) == {(14, 14), (13, 13)}


@proves("deploy.entry-hex", "token.belgian-gate")
def test_a_gate_on_the_backline_lets_men_in_and_keeps_tanks_out() -> None:
    for card, enters in (("us-sherman", False), ("us-mortar", True)):
        position = drawn(f"""
            blue {card} a
            gate red 7,14
            active a
        """)
        position.play("deploy")
        assert ((7, 14) in ends(position.game)) is enters


@proves("deploy.entry-hex", "token.minefield-trigger")
def test_a_mine_on_the_backline_goes_off_under_whoever_enters_there() -> None:
    position = drawn("""
        blue us-hq     h 1,13
        blue us-mortar m
        minefield red 7,14
        active m
    """)
    position.play("deploy", [[7, 14]], dice="attack-black plus dash+plus")
    assert (position["m"].damage, position["m"].pins) == (2, 1)
    assert position.battle.activation is not None
    assert position.battle.activation.points == 1


@proves("deploy.all-figures")
def test_the_first_man_of_a_pair_that_deploys_is_seen_while_the_second_is_placed() -> None:
    position = drawn("""
        blue us-riflemen r
        red  de-hq       e 7,1
        active r
    """)
    position.play("deploy", [[7, 14]])
    shown = [model["at"] for model in rulebook.view(position.battle, 0)["models"] if model["side"] == 0]
    assert shown == [[7, 14]]
    assert position.clause == "deploy.is-move-action"


@proves("deploy.all-figures", "token.belgian-gate")
def test_a_tank_is_not_offered_to_deploy_where_only_a_gate_is_free() -> None:
    """Ponds along the whole backline but one hex, and there is a gate in it: a mortar gets in, a tank does not."""
    ponds = " ".join([f"{column},14" for column in range(15) if column != 7])
    for card, reason in (
        ("us-mortar", ""),
        ("us-sherman", "there is no room for all its figures [deploy.all-figures]"),
    ):
        position = drawn(f"""
            blue {card} a
            ground ~ {ponds}
            gate red 7,14
            active a
        """)
        assert position.why_not("deploy") == reason


@proves("deploy.all-figures", "token.minefield-trigger", "units.coherency-forced-break")
def test_a_pair_does_not_deploy_onto_a_mine_that_leaves_the_second_man_outside() -> None:
    """One dry hex of the backline, mined by the enemy, and water behind it: it holds one figure."""
    ponds = " ".join([f"{column},14" for column in range(15) if column != 7]) + " 6,13 7,13"
    position = drawn(f"""
        blue us-hq       h 1,10
        blue us-riflemen a
        ground ~ {ponds}
        minefield red 7,14
        active a
    """)
    assert position.why_not("deploy") == "there is no room for all its figures [deploy.all-figures]"
    assert position.why_not("transport") == "there is no room for all its figures [deploy.all-figures]"


@proves("transport.cost", "transport.ends-activation", "damage.unit-destroyed")
def test_a_gun_that_dies_on_a_mine_on_its_truck_has_cost_its_command() -> None:
    position = drawn("""
        blue us-hq     h 1,13
        blue us-mortar m damage=2
        minefield red 7,12
        bag 1 0
        active m
    """)
    dice = "attack-black dash+plus dash+plus / token usa"
    position.play("transport", [[7, 12]], dice=dice)
    assert "us-mortar-a" not in standing(position)
    assert position.battle.boards[0].command == 2
    assert position.keys == ["us-hq-a"]


@proves("transport.hq-needed", "transport.ends-activation")
def test_the_hq_rides_first_and_only_then_may_others() -> None:
    position = drawn("""
        blue us-hq       h
        blue us-riflemen r
        bag 3 0
    """)
    position.play("us-riflemen-a", dice="token usa")
    assert position.why_not("transport") == "the HQ is not on the battlefield [transport.hq-needed]"
    position = drawn("""
        blue us-hq       h
        blue us-riflemen r
        bag 2 0
    """)
    position.play("us-hq-a", "transport", [[7, 9]], "us-riflemen-a", dice="token usa / token usa")
    assert position.why_not("transport") == ""
    assert position.battle.boards[0].command == 2


@proves("transport.six-hexes", "deploy.is-move-action")
def test_a_transport_from_the_middle_of_the_backline_ends_five_rows_up_at_most() -> None:
    position = drawn("""
        blue us-hq     h 1,13
        blue us-mortar m
        bag 1 0
        active m
    """)
    position.play("transport")
    assert {row for _, row in ends(position.game)} == set(range(9, 15))
    with pytest.raises(Refused) as refusal:
        position.play([[7, 8]])
    assert refusal.value.clause == "transport.six-hexes"
    position.play([[7, 9]], dice="token usa")
    assert figures(position, "m") == [(7, 9)]
    assert position.battle.boards[0].command == 2
    assert position.clause == "activation.must-activate"


@proves("transport.ends-activation", "token.minefield-trigger", "transport.six-hexes")
def test_a_truck_on_a_mine_stops_there_and_its_unit_is_done() -> None:
    position = drawn("""
        blue us-hq     h 1,13 activated
        blue us-mortar m
        minefield red 7,12
        bag 0 0
        active m
    """)
    position.play("transport", [[7, 12]], dice="attack-black dash dash+plus")
    assert figures(position, "m") == [(7, 12)]
    assert (position["m"].damage, position["m"].pins) == (1, 1), "its armor removes the dashes"
    assert position.battle.round == 2


@proves("transport.no-more-actions", "ability.move-out", "ability.ammo-drop")
def test_a_transported_unit_is_moved_by_nobody_this_round_but_may_be_calmed() -> None:
    position = drawn("""
        blue us-hq        h 7,11
        blue us-halftrack t 5,9 veteran
        blue us-riflemen  r
        bag 3 0
    """)
    dice = "token usa / token usa"
    position.play("us-riflemen-a", "transport", [[7, 9]], [[6, 9]], "us-hq-a", dice=dice)
    assert "transport.no-more-actions" in position.why_not("move-out us-riflemen-a")
    position["r"].pins = 1
    position.play("pass", "us-halftrack-a", dice="token usa")
    assert position.why_not("ammo-drop us-riflemen-a") == ""


@proves("transport.no-more-actions", "round.phase-order")
def test_in_the_next_round_a_transported_unit_may_be_moved_out() -> None:
    position = drawn("""
        blue us-hq       h 7,12
        blue us-riflemen r
        bag 2 0
    """)
    position.play("us-riflemen-a", "transport", [[7, 9]], [[8, 9]], "us-hq-a", "pass", dice="token usa / token usa")
    assert position.battle.round == 2
    position.play({}, {}, {}, "us-hq-a", dice="token usa")
    assert position.why_not("move-out us-riflemen-a") == ""
