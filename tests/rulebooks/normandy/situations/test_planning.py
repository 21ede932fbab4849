"""Planning: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.normandy.positions import answered, at, drawn
from tests.rulebooks.normandy.situations.sketches import STARS, chances, exactly
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


@proves("components.effect-token-limits", "ability.emplace-gate", "ability.emplace-flak88")
def test_flaks_and_gates_share_four_tokens() -> None:
    position = drawn("""
        red de-hq       h 7,1
        red de-pioneers p 3,3 4,3
        flak red 0,1 1,1
        gate red 0,3 1,3
        active p
    """)
    assert (
        position.why_not("emplace-gate") == "no Belgian Gate token is left in the pool [components.effect-token-limits]"
    )
    position = drawn("""
        red de-hq       h 7,1
        flak red 0,1 1,1
        gate red 0,3 1,3
        active h
    """)
    assert (
        position.why_not("emplace-flak-88") == "no Flak 88 token is left in the pool [components.effect-token-limits]"
    )


@proves("components.unit-card-copies", "recruit.condition-space")
def test_there_are_two_rangers_cards_for_three_infantry_spaces() -> None:
    position = drawn("""
        blue us-hq b 0,14
        red  de-hq h 0,0
        phase recruit
        requisition 20 0
        supply 3 1
    """)
    for plan, why in (
        ({"us-rangers": 3}, "Rangers .* takes 0 to 2, not 3"),
        ({"us-rangers": 2, "us-airborne": 2}, "no free Infantry space"),
    ):
        with pytest.raises(Refused, match=why):
            at(position.battle.copy()).answer(plan, seat=0)
    at(position.battle.copy()).answer({"us-rangers": 2, "us-airborne": 1}, seat=0)


@proves("units.veteran-side", "attack.single-number-range", "kw.ap")
def test_only_veterans_reach_a_tank_two_hexes_off_with_the_panzerfaust() -> None:
    for veteran, reason in (("", "no enemy unit at range 1 [attack.needs-one-figure]"), ("veteran", "")):
        position = drawn(f"""
            blue us-jumbo            b 7,9
            red  de-panzergrenadiers a 7,7 8,7 {veteran}
            active a
        """)
        option = "attack panzerfaust us-jumbo-a" if veteran else "attack panzerfaust"
        assert position.why_not(option) == reason
        if veteran:  # armor 4 - 3 = 1, two red dice
            assert chances(position, option) == exactly(_0="1/36", _1="4/36", _2="10/36", _3="12/36", _4="9/36")


@proves("supply.several-per-round", "supply.costs", "recruit.condition-requisition")
@pytest.mark.parametrize(
    ("requisition", "supply", "plan", "clause"),
    [
        (20, 2, {"supply": 2}, ""),  # 9 + 11
        (19, 2, {"supply": 2}, "recruit.condition-requisition"),
        (10, 1, {"supply": 1, "us-mg": 1}, ""),  # 6 + 4
        (10, 1, {"supply": 1, "us-halftrack": 1}, "recruit.condition-requisition"),  # 6 + 5
        (20, 3, {"supply": 1, "us-sherman": 1}, ""),  # 11 + 9
        (20, 3, {"us-sherman": 1}, "recruit.condition-supply"),
        (20, 4, {"us-sherman": 2}, "recruit.condition-space"),  # the second heavy space comes at level 5
        (20, 2, {"us-mortar": 2}, "recruit.condition-space"),
        (20, 4, {"us-mortar": 2}, ""),
        (20, 5, {"us-riflemen": 3, "us-mg": 2}, ""),
        (20, 5, {"us-riflemen": 3, "us-airborne": 1}, "recruit.condition-space"),
        (20, 5, {"us-halftrack": 2, "us-greyhound": 1}, "recruit.condition-space"),
    ],
)
def test_a_plan_is_weighed_by_price_level_and_space(
    requisition: int, supply: int, plan: dict[str, int], clause: str
) -> None:
    game = drawn(f"""
        blue us-hq h 7,13
        red  de-hq e 7,1
        requisition {requisition} 0
        supply {supply} 1
        phase recruit
    """).game
    if clause:
        with pytest.raises(Refused) as refusal:
            game.answer(plan, seat=0)
        assert refusal.value.clause == clause
    else:
        game.answer(plan, seat=0)


@proves("income.sector-values", "vp.score", "end.no-elimination")
def test_whoever_holds_all_nine_sectors_scores_twelve_and_earns_seventeen() -> None:
    position = drawn(f"""
        blue us-hq h 7,12
        ground * {STARS}
        bag 1 0
    """)
    position.battle.control = (0,) * 9
    position.play("us-hq-a", "pass", "atlantic-wall", "discard", dice="token usa / weather gale")
    assert position.battle.boards[0].vp == 12
    assert position.battle.boards[0].requisition == 17
    assert position.battle.boards[1].requisition == 0


@proves("recruit.condition-requisition", "supply.several-per-round", "requisition.cap-20")
@pytest.mark.parametrize(("unit", "refused"), [("us-mortar", False), ("us-rangers", True)])
def test_a_full_purse_pays_two_levels_and_five_more_and_not_six(unit: str, refused: bool) -> None:
    """6 and 9 for levels 2 and 3 leave 5 of 20: a mortar costs 5, Rangers cost 6."""
    game = drawn("""
        blue us-hq h 7,13
        red  de-hq e 7,1
        requisition 20 0
        phase recruit
    """).game
    plan = {"supply": 2, unit: 1}
    if refused:
        with pytest.raises(Refused, match="21 requisition; you have 20"):
            game.answer(plan, seat=0)
    else:
        game.answer(plan, seat=0)


@proves("recruit.condition-supply", "recruit.condition-requisition", "supply.costs")
def test_a_tiger_waits_for_level_five_and_a_full_purse_pays_the_level_or_the_tank() -> None:
    position = drawn("""
        red  de-hq h 0,0
        blue us-hq b 0,14
        phase recruit
        requisition 20 20
        supply 4 4
    """)
    for plan, why, clause in (
        ({"de-tiger": 1}, "needs supply level 5; yours is 4", "recruit.condition-supply"),
        ({"supply": 1, "de-tiger": 1}, "costs 27 requisition; you have 20", "recruit.condition-requisition"),
        ({"supply": 1, "de-puma": 1}, "costs 21 requisition", "recruit.condition-requisition"),
    ):
        with pytest.raises(Refused, match=why) as refusal:
            at(position.battle.copy()).answer(plan, seat=1)
        assert refusal.value.clause == clause
    game = at(position.battle.copy())
    game.answer({"supply": 1, "de-halftrack": 1}, seat=1)


@proves("promote.limit-by-weather", "weather.card.break-in-the-clouds", "promote.command-is-this-rounds")
def test_three_promotions_in_a_break_of_the_clouds_leave_no_command_for_a_truck() -> None:
    """Riflemen twice and the HQ: 3 Command and 6 requisition."""
    position = drawn("""
        blue us-hq       h 7,13
        blue us-riflemen r
        blue us-riflemen s
        red  de-hq       e 7,1
        requisition 6 0
        phase promote
        weather break-in-the-clouds
    """)
    answered(position.game, {"us-hq-a": 1, "us-riflemen-a": 1, "us-riflemen-b": 1})
    board = position.battle.boards[0]
    assert (board.requisition, board.command) == (0, 0)
    assert position.battle.bag == (4, 2), "one token more for each side"
    answered(position.game, ["usa"], "us-riflemen-a")
    assert position.why_not("transport") == "it costs 1 Command and you have 0 [transport.cost]"


@proves("promote.cost", "promote.limit-by-weather")
@pytest.mark.parametrize(("requisition", "command", "asked"), [(2, 1, True), (1, 1, False), (2, 0, False)])
def test_the_last_command_and_two_requisition_promote_riflemen(requisition: int, command: int, asked: bool) -> None:
    """Supply 1: one Command and two requisition, not one of them less. The HQ is a veteran already."""
    position = drawn(f"""
        blue us-hq       h 7,13 veteran
        blue us-riflemen a 7,9 8,9
        red  de-hq       e 7,1 veteran
        requisition {requisition} 0
        command {command} 0
        phase promote
        bag 0 0
    """)
    assert (position.clause == "promote.cost") is asked
    if asked:
        position.play({"us-riflemen-a": 1}, dice="token usa")
        assert position["a"].veteran
        assert (position.battle.boards[0].requisition, position.battle.boards[0].command) == (0, 0)
        assert position.clause == "activation.must-activate"
