"""The Planning Phase: income, recruiting and supply in secret, promotions."""

import pytest

from tests.rulebooks.normandy.positions import answered, at, battle_on, put, state, the
from vanguard.core.game import Game
from vanguard.core.questions import Draw, Split, Together
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy import rulebook
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.resources import free_spaces, gain_requisition, income_of
from vanguard.rulebooks.normandy.units import promote
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import asked

proves = proves_for("normandy")


def planning(requisition=(10, 10), supply=(1, 1), phase="recruit", deployed_hq=False):
    """The Recruit step, with both HQ cards on the boards."""
    battle = battle_on()
    for side, card in enumerate(("us-hq", "de-hq")):
        battle.boards[side].requisition = requisition[side]
        battle.boards[side].supply = supply[side]
        put(battle, card, *([(7, 14 * (1 - side))] if deployed_hq else []))
    battle.phase = phase
    return battle


def refused(battle, plan, match, clause):
    with pytest.raises(Refused, match=match) as refusal:
        at(battle).answer(plan, seat=0)
    assert refusal.value.clause == clause


# -- income ---------------------------------------------------------------------------------------------------------------


@proves(
    "income.requisition-from-sectors",
    "income.first-round",
    "income.command",
    "command.three-per-round",
    "planning.step-order",
)
def test_the_first_income_is_ten_requisition_from_the_home_sectors_and_three_command():
    game = Game.new(rulebook, rulebook.default_setup(), None)
    for board in state(game).boards:
        assert (board.requisition, board.command) == (10, 3)
    assert isinstance(game.question, Together), "then both recruit"


@proves("income.requisition-from-sectors", "control.rewards")
def test_a_controlled_middle_center_adds_two_and_neutral_sectors_nothing():
    battle = battle_on()
    assert income_of(battle, 0) == 10
    battle.control = (1, 1, 1, -1, 0, -1, 0, 0, 0)
    assert income_of(battle, 0) == 12


@proves("requisition.cap-20", "requisition.cap-applies-before-spending", "requisition.cumulative")
def test_requisition_carries_over_but_is_capped_at_twenty_when_it_is_gained():
    """14 and an income of 10 give 20; 4 are lost before anything can be bought."""
    battle = planning((14, 3), phase="plan")
    game = at(battle)
    assert [board.requisition for board in state(game).boards] == [20, 13]
    assert "4 are lost" in game.log(None)[1]
    with pytest.raises(Refused, match="you have 20"):
        game.answer({"supply": 2, "us-riflemen": 2}, seat=0)


@proves("command.no-carry-over")
def test_unspent_command_is_lost_and_reset_to_three():
    battle = planning(phase="plan")
    battle.boards[0].command = 2
    assert state(at(battle)).boards[0].command == 3


@proves("requisition.cap-20")
def test_the_cap_holds_for_every_gain():
    battle = battle_on()
    battle.boards[0].requisition = 18
    gain_requisition(battle, 0, 4, "requisition.cap-20")
    assert battle.boards[0].requisition == 20


# -- recruiting -----------------------------------------------------------------------------------------------------------


@proves(
    "recruit.spend", "recruit.reveal-simultaneous", "recruit.secret", "recruit.not-on-table-yet", "requisition.spent-on"
)
def test_both_plans_are_carried_out_together_once_both_are_in():
    game = at(planning())
    assert isinstance(game.question, Together)
    game.answer({"us-riflemen": 1, "us-mg": 1}, seat=0)
    assert list(state(game).units) == ["us-hq-a", "de-hq-a"], "nothing shows before the other plan is in"
    assert state(game).boards[0].requisition == 10
    game.answer({}, seat=1)
    assert list(state(game).units) == ["us-hq-a", "de-hq-a", "us-riflemen-a", "us-mg-a"]
    assert state(game).boards[0].requisition == 2
    assert not the(game, "us-mg-a").deployed


@proves("recruit.condition-requisition")
def test_a_plan_that_costs_too_much_is_refused():
    refused(planning((5, 0)), {"us-riflemen": 2}, "costs 8 requisition; you have 5", "recruit.condition-requisition")


@proves("recruit.condition-supply", "supply.unlock-units")
def test_a_unit_needs_its_supply_level():
    refused(planning((20, 0)), {"us-sniper": 1}, "needs supply level 2; yours is 1", "recruit.condition-supply")


@proves("recruit.condition-space", "supply.unlock-spaces")
def test_a_third_riflemen_card_has_no_space_at_level_one_even_with_twenty_requisition():
    refused(planning((20, 0)), {"us-riflemen": 3}, "no free Infantry space", "recruit.condition-space")
    game = at(planning((20, 0), (3, 1)))
    game.answer({"us-riflemen": 3}, seat=0)


@proves("supply.unlock-immediate", "supply.costs", "supply.unlock-spaces", "supply.not-spent")
def test_a_level_bought_unlocks_its_units_and_spaces_for_the_same_step():
    """12 requisition at level 1: 6 for level 2 and 5 for a half-track on the new space leave 1."""
    game = answered(at(planning((12, 0))), {"supply": 1, "us-halftrack": 1}, {})
    board = state(game).boards[0]
    assert (board.requisition, board.supply) == (1, 2)
    assert "us-halftrack-a" in state(game).units


@proves("supply.costs", "supply.in-order", "supply.several-per-round", "supply.five-levels")
def test_several_levels_may_be_bought_at_once_in_order_for_the_sum_of_their_prices():
    """From level 1 to 3: 6 + 9 = 15; all four levels would be 40."""
    game = answered(at(planning((20, 0))), {"supply": 2}, {})
    board = state(game).boards[0]
    assert (board.requisition, board.supply) == (5, 3)
    battle = planning((20, 20), (4, 5))
    question = asked(at(battle))
    assert isinstance(question, Together)
    first, second = question.part_of(0), question.part_of(1)
    assert isinstance(first, Split)
    assert isinstance(second, Split)
    assert [part.lots[0].at_most for part in (first, second)] == [1, 0]
    assert state(answered(at(battle), {"supply": 1}, {})).boards[0].requisition == 6


@proves("supply.never-lost", "strain.only-underdog")
def test_recruiting_and_losing_units_changes_neither_supply_nor_strain():
    game = answered(at(planning((12, 0))), {"supply": 1, "us-halftrack": 1}, {})
    board = state(game).boards[0]
    del state(game).units["us-halftrack-a"]
    assert (board.supply, board.strain) == (2, 5)


@proves("components.unit-card-copies")
def test_only_as_many_copies_of_a_card_as_exist_can_be_on_the_board():
    battle = planning((20, 20), (5, 5))
    put(battle, "us-jumbo", (3, 3))
    with pytest.raises(Refused, match=r"M4A3E2 Jumbo \(Heavy Vehicle, supply 5, 12 requisition\) takes 0 to 0"):
        at(battle).answer({"us-jumbo": 1}, seat=0)


@proves("recruit.hq-again")
def test_a_lost_hq_can_be_recruited_again_for_its_cost():
    battle = planning((4, 0))
    del battle.units["us-hq-a"]
    game = answered(at(battle), {"us-hq": 1}, {})
    assert "us-hq-a" in state(game).units
    assert state(game).boards[0].requisition == 0


def test_every_proposed_plan_is_legal_and_there_is_always_one():
    for requisition in (0, 3, 10, 17, 20):
        for supply in (1, 2, 3, 4, 5):
            game = at(planning((requisition, requisition), (supply, supply)))
            question = game.question_for(0)
            assert isinstance(question, Split)
            plans = question.candidates()
            assert {} in plans
            for plan in plans:
                question.read(plan)
            if requisition >= 10:
                assert len(plans) > 3


# -- promoting ------------------------------------------------------------------------------------------------------------


@proves(
    "promote.cost",
    "promote.command-is-this-rounds",
    "command.promotion-without-hq",
    "promote.after-recruit",
    "units.veteran-side",
)
def test_a_promotion_costs_one_command_and_twice_the_supply_level_and_needs_no_hq():
    """A Sherman (supply 4): 1 Command and 8 requisition; Riflemen: 1 Command and 2. Neither is deployed."""
    battle = planning((10, 0), (4, 1), "promote")
    put(battle, "us-sherman")
    put(battle, "us-riflemen")
    game = answered(at(battle), {"us-sherman-a": 1, "us-riflemen-a": 1})
    board = state(game).boards[0]
    assert (board.requisition, board.command) == (0, 1)
    assert the(game, "us-sherman-a").veteran
    assert the(game, "us-sherman-a").face.health == 7


@proves("promote.limit-by-weather")
def test_the_weather_card_limits_the_promotions_of_each_player():
    battle = planning((20, 0), (2, 1), "promote")
    battle.weather = "gale"
    put(battle, "us-riflemen")
    with pytest.raises(Refused, match="at most 1"):
        at(battle).answer({"us-riflemen-a": 1, "us-hq-a": 1})


@proves("promote.once-per-unit", "units.veteran-side")
def test_a_veteran_cannot_be_promoted_again():
    battle = planning((20, 0), (1, 1), "promote")
    put(battle, "us-riflemen", veteran=True)
    question = asked(at(battle))
    assert isinstance(question, Split)
    assert [lot.key for lot in question.lots] == ["us-hq-a"]


@proves("promote.simultaneous")
def test_promotions_are_chosen_in_secret_where_both_can_promote():
    game = at(planning((10, 10), phase="promote"))
    assert isinstance(game.question, Together)
    game.answer({"us-hq-a": 1}, seat=0)
    assert not the(game, "us-hq-a").veteran
    game.answer({}, seat=1)
    assert the(game, "us-hq-a").veteran
    alone = at(planning((10, 0), phase="promote"))
    assert asked(alone).player == 0, "the other side could promote nobody"


@proves("units.veteran-keeps-state")
def test_promotion_changes_nothing_but_the_side_of_the_card():
    battle = planning((10, 0), phase="promote")
    unit = put(battle, "us-riflemen", (7, 10), pins=2, damage=1, hidden="smoke", activated=False)
    before = (unit.hexes, unit.pins, unit.damage, unit.hidden, unit.color)
    game = answered(at(battle), {unit.key: 1})
    after = the(game, unit.key)
    assert (after.hexes, after.pins, after.damage, after.hidden, after.color) == before
    assert after.veteran
    assert len(after.places()) == 1, "a lost figure is not replaced"


@proves("promote.cost")
def test_promotions_that_cannot_be_paid_are_refused():
    battle = planning((3, 0), phase="promote")
    put(battle, "us-riflemen")
    with pytest.raises(Refused, match="costs 4 requisition; you have 3"):
        at(battle).answer({"us-riflemen-a": 1, "us-hq-a": 1})
    battle = planning((20, 0), phase="promote")
    put(battle, "us-riflemen")
    battle.boards[0].command = 1
    with pytest.raises(Refused, match="costs 2 Command; you have 1"):
        at(battle).answer({"us-riflemen-a": 1, "us-hq-a": 1})


@proves("supply.costs", "recruit.condition-requisition")
def test_each_level_has_its_own_price_and_a_point_less_is_refused():
    """6, 9, 11 and 14 requisition from level to level."""
    for level, price in ((1, 6), (2, 9), (3, 11), (4, 14)):
        game = answered(at(planning((price, 0), (level, 1))), {"supply": 1}, {})
        assert (state(game).boards[0].requisition, state(game).boards[0].supply) == (0, level + 1)
        refused(planning((price - 1, 0), (level, 1)), {"supply": 1}, f"costs {price}", "recruit.condition-requisition")


@proves("units.veteran-side", "units.card-is-the-rules")
def test_a_promoted_unit_has_its_veteran_side_and_nothing_else():
    battle = planning((20, 20))
    unit = put(battle, "us-riflemen", (7, 10), (8, 10))
    assert unit.face is unit.card.normal
    assert (unit.face.attacks, unit.face.abilities) == (unit.card.normal.attacks, unit.card.normal.abilities)
    promote(battle, unit, 2, 1)
    assert unit.face is unit.card.veteran
    assert unit.veteran
    assert battle.units[unit.key].copy().face is unit.card.veteran
    assert unit.face is not unit.card.normal


# -- the edges ------------------------------------------------------------------------------------------------------------


@proves("recruit.secret", "recruit.reveal-simultaneous", "planning.step-order")
def test_both_sides_plans_are_carried_out_and_promotions_come_next():
    game = answered(at(planning((10, 10))), {"us-riflemen": 1}, {"de-grenadiers": 1})
    assert {"us-riflemen-a", "de-grenadiers-a"} <= set(state(game).units)
    assert state(game).phase == "promote"
    assert "Promote" in asked(game).prompt


@proves("promote.simultaneous", "planning.step-order")
def test_whoever_can_promote_is_asked_alone_or_together_and_then_the_units_muster():
    """Promoting an HQ costs 2: with 10 each both plan, with none on one side the other plans alone."""
    both = answered(at(planning((10, 10), phase="promote")), {"us-hq-a": 1}, {"de-hq-a": 1})
    assert [the(both, key).veteran for key in ("us-hq-a", "de-hq-a")] == [True, True]
    for purses, seat, key in (((10, 0), 0, "us-hq-a"), ((0, 10), 1, "de-hq-a")):
        game = at(planning(purses, phase="promote"))
        assert not isinstance(game.question, Together)
        assert asked(game).player == seat
        answered(game, {key: 1})
        assert [unit.key for unit in state(game).units.values() if unit.veteran] == [key]
    nobody = at(planning((0, 0), phase="promote"))
    assert isinstance(nobody.question, Draw), "nobody can promote: the bag is filled and drawn from"
    for game in (both, nobody):
        assert state(game).phase == "activation"


@proves("promote.cost")
def test_a_promotion_may_take_the_last_requisition_and_the_last_command():
    battle = planning((4, 0), phase="promote")
    put(battle, "us-riflemen")
    battle.boards[0].command = 2
    game = answered(at(battle), {"us-riflemen-a": 1, "us-hq-a": 1})
    assert (state(game).boards[0].requisition, state(game).boards[0].command) == (0, 0)
    assert the(game, "us-hq-a").veteran


@proves("components.unit-card-copies", "recruit.free-units-need-space")
def test_a_free_unit_counts_among_the_copies_of_its_card():
    """One Jumbo exists: bought or free, not both."""
    battle = planning((20, 0), (5, 1))
    battle.boards[0].effects = (("free-unit", 5),)
    question = at(battle).question_for(0)
    assert isinstance(question, Split)
    twins = [
        lot.key for lot in question.lots if lot.at_most == 1 and f"free {lot.key}" in {it.key for it in question.lots}
    ]
    assert twins, "some card has a single copy that could be free"
    for key in twins:
        space = content().card(key).space
        if free_spaces(battle, 0, 5)[space] > 1:
            refused(battle, {key: 1, f"free {key}": 1}, "no further copy", "components.unit-card-copies")
    game = answered(at(battle), {twins[-1]: 1}, {})
    assert f"{twins[-1]}-a" in state(game).units


@proves("recruit.spend")
def test_a_plan_may_buy_as_many_units_and_levels_as_there_are_at_most():
    battle = planning((20, 20))
    question = at(battle).question_for(0)
    assert isinstance(question, Split)
    assert question.total == 12 + 4, "twelve tokens, so twelve cards, and four levels"


@proves("promote.simultaneous")
def test_each_side_carries_out_its_own_promotions():
    game = at(planning((10, 10), phase="promote"))
    game.answer({}, seat=0)
    game.answer({"de-hq-a": 1}, seat=1)
    assert not the(game, "us-hq-a").veteran
    assert the(game, "de-hq-a").veteran


@proves("promote.cost")
def test_fewer_units_than_could_be_promoted_may_be_promoted_and_only_they_are_paid_for():
    battle = planning((10, 0), phase="promote")
    put(battle, "us-riflemen")
    game = answered(at(battle), {"us-riflemen-a": 1})
    board = state(game).boards[0]
    assert (board.requisition, board.command) == (8, 2)
    assert not the(game, "us-hq-a").veteran


@proves("recruit.condition-supply")
def test_the_supply_level_of_the_card_is_enough():
    game = at(planning((20, 0), (2, 1)))
    game.answer({"us-sniper": 1}, seat=0)
    game.answer({}, seat=1)
    assert "us-sniper-a" in state(game).units
