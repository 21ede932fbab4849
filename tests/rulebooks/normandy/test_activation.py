"""The bag, activations, action points, pinned units, Rally and Withdraw."""

import pytest

from tests.rulebooks.normandy.positions import activate, answered, at, battle_on, option_keys, put, state, the
from vanguard.core.questions import Choose, Draw
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy.activation import Actions, rallied, tokens_for
from vanguard.rulebooks.normandy.state import Activation
from vanguard.rulebooks.normandy.units import pin
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import asked, keys, play, why_not

proves = proves_for("normandy")


# -- the bag --------------------------------------------------------------------------------------------------------------


@proves("activation.fill-bag")
def test_the_bag_gets_one_token_per_unit_card_deployed_or_not():
    battle = battle_on()
    put(battle, "us-hq", (7, 14))
    put(battle, "us-riflemen")
    put(battle, "us-riflemen")
    battle.phase = "muster"
    game = at(battle)
    assert state(game).bag == (3, 0)
    assert isinstance(game.question, Draw)


def board_of(battle, count):
    """So many unit cards of the USA, as far as the copies of the cards go."""
    for card in battle.content.of_faction["usa"]:
        for _ in range(card.copies):
            if len(battle.units_of(0)) < count:
                put(battle, card.key)


@proves("activation.fill-bag-modifiers", "components.faction-tokens-limit")
def test_bonuses_and_penalties_are_added_up_before_the_limits_apply():
    """12 cards and +1: 12. 12 cards, +1 and -2: 11."""
    battle = battle_on()
    board_of(battle, 12)
    battle.weather = "break-in-the-clouds"
    assert tokens_for(battle, 0) == 12
    battle.boards[1].effects = (("fewer-tokens", 2),)
    assert tokens_for(battle, 0) == 11


@proves("activation.fill-bag-modifiers", "weather.card.gale")
def test_a_gale_takes_a_token_but_leaves_one_to_whoever_has_a_unit():
    battle = battle_on()
    battle.weather = "gale"
    assert tokens_for(battle, 0) == 0
    board_of(battle, 1)
    assert tokens_for(battle, 0) == 1
    board_of(battle, 4)
    assert tokens_for(battle, 0) == 3


@proves("activation.draw", "activation.must-activate", "activation.mark", "ap.once-per-round")
def test_a_drawn_tokens_owner_activates_one_of_his_units_that_has_not_acted():
    battle = battle_on()
    put(battle, "us-hq", (7, 14))
    put(battle, "us-riflemen", (1, 14), (2, 14))
    put(battle, "de-hq", (7, 0))
    battle.bag = (2, 1)
    game = at(battle)
    question = asked(game)
    assert isinstance(question, Draw)
    assert sorted(question.items) == ["germany", "usa", "usa"]
    answered(game, ["usa"])
    assert asked(game).player == 0
    assert keys(game) == ["us-hq-a", "us-riflemen-a"]
    answered(game, "us-hq-a", "pass", ["usa"])
    assert keys(game) == ["us-riflemen-a"], "the HQ has acted"


@proves("activation.repeat-until-empty", "activation.dead-token", "activation.tokens-not-removed")
def test_tokens_of_destroyed_units_stay_in_the_bag_and_are_discarded_when_nobody_is_left():
    battle = battle_on()
    put(battle, "us-hq", (7, 14))
    put(battle, "de-hq", (7, 0))
    battle.bag = (2, 1)
    game = answered(at(battle), ["usa"], "us-hq-a", "pass", ["usa"])
    assert state(game).bag == (0, 1)
    assert "A token of the USA is drawn and discarded: no unit is left to act." in game.log(None)
    answered(game, ["germany"], "de-hq-a", "pass")
    assert state(game).round == 2, "the bag is empty: the phase is over"


@proves("activation.fewer-tokens-than-units")
def test_with_fewer_tokens_than_units_the_undeployed_ones_left_out_are_destroyed():
    battle = battle_on()
    put(battle, "us-hq", (7, 14))
    put(battle, "us-riflemen")
    battle.bag = (1, 0)
    game = answered(at(battle), ["usa"], "us-hq-a", "pass")
    assert "us-riflemen-a" not in state(game).units
    assert "us-hq-a" in state(game).units


# -- action points --------------------------------------------------------------------------------------------------------


@proves("ap.total", "ap.spend-freely", "ap.end")
def test_a_unit_spends_none_some_or_all_of_its_points_and_the_rest_is_lost():
    battle = battle_on()
    unit = put(battle, "us-greyhound", (7, 10), veteran=True)
    put(battle, "us-hq", (1, 14))
    battle.bag = (2, 0)
    game = answered(at(battle), ["usa"], unit.key)
    assert asked(game).prompt == "M8 Greyhound A: 3 action points left"
    answered(game, "move", [[7, 9]])
    assert asked(game).prompt == "M8 Greyhound A: 2 action points left"
    answered(game, "pass")
    assert state(game).activation is None
    assert isinstance(game.question, Draw)


@proves("ap.end", "ability.paratroop-placement")
@pytest.mark.parametrize(("enemy", "dice", "acts"), [((1, 1), " / token germany", "de-hq-a"), ((7, 7), "", "pass")])
def test_an_activation_ends_by_itself_when_nothing_is_left_to_do_with_its_points(enemy, dice, acts):
    """Airborne that have landed move no more: with nobody in range they could only pass."""
    battle = battle_on()
    unit = put(battle, "us-airborne")
    put(battle, "de-hq", enemy)
    battle.bag = (0, 1)
    game = play(activate(battle, unit), "paratroop", [[7, 5]], [[8, 5]], dice=f"landing plus plus{dice}")
    assert acts in keys(game)


@proves("ap.repeat-actions", "ap.end")
def test_the_same_action_may_be_repeated_until_the_points_are_gone():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 10), (8, 10))
    put(battle, "de-hq", (7, 8))
    attack = "attack garands de-hq-a"
    battle.bag = (0, 1)
    four = "attack-white blank blank blank blank"
    game = play(activate(battle, unit), attack, attack, dice=f"{four} / {four} / token germany")
    assert state(game).activation is None


@proves("ap.cost-must-be-covered")
def test_an_action_that_costs_more_than_is_left_cannot_be_taken():
    """1 point left: a 2-point machine-gun attack is refused."""
    battle = battle_on()
    unit = put(battle, "us-mg", (7, 10), (8, 10))
    put(battle, "de-hq", (7, 8))
    game = activate(battle, unit, 1, spent=True)
    assert why_not(game, "attack m1919") == "costs 2 action points; 1 left [ap.cost-must-be-covered]"
    with pytest.raises(Refused, match="costs 2 action points; 1 left"):
        game.answer("attack m1919")


@proves("ap.once-per-round")
def test_a_free_move_granted_by_another_unit_is_no_activation():
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12))
    unit = put(battle, "us-riflemen", (7, 11), (8, 11))
    game = play(activate(battle, boss), f"move-out {unit.key}", f"{unit.key}.1", [[7, 10]], [[8, 10]])
    assert not the(game, unit.key).activated


# -- pinned units ---------------------------------------------------------------------------------------------------------


@proves(
    "pin.definition",
    "pin.ap-minus-one",
    "pin.test-before-acting",
    "pin.test-dice",
    "pin.test-pass",
    "pin.test-keeps-tokens",
)
def test_a_pinned_unit_tests_one_white_die_per_token_and_then_acts_with_one_point_less():
    """3 Pin tokens, 2 points: three dice without a plus, then 1 point; the tokens stay."""
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 10), (8, 10), pins=3)
    battle.bag = (1, 0)
    game = answered(at(battle), ["usa"], unit.key, ["dash", "blank", "dash"])
    now = state(game).activation
    assert now is not None
    assert now.points == 1
    assert the(game, unit.key).pins == 3


@proves("pin.test-fail", "pin.test-keeps-tokens", "pin.test-dice")
def test_any_plus_fails_the_pinning_test_and_ends_the_activation():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 10), (8, 10), pins=2)
    put(battle, "us-hq", (1, 14))
    battle.bag = (2, 0)
    game = answered(at(battle), ["usa"], unit.key, ["dash", "plus"], ["usa"])
    assert keys(game) == ["us-hq-a"]
    assert the(game, unit.key).activated
    assert the(game, unit.key).pins == 2


@proves("pin.ap-fixed-at-start")
def test_pin_tokens_gained_during_an_activation_do_not_change_its_points():
    battle = battle_on()
    unit = put(battle, "us-sherman", (7, 10))
    battle.mines = ((9 * 15 + 7, 1),)
    game = play(activate(battle, unit), "move", [[7, 9]], dice="attack-black blank blank")
    assert the(game, unit.key).pins == 1
    now = state(game).activation
    assert now is not None
    assert now.points == 1


@proves("pin.zero-ap-unit")
def test_a_unit_without_points_may_still_withdraw_or_do_nothing():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 10), (8, 10))
    game = activate(battle, unit, 0)
    assert keys(game) == ["withdraw", "pass"]


@proves("ability.steadfast")
def test_a_steadfast_unit_rolls_one_die_fewer_and_with_none_left_it_passes():
    battle = battle_on()
    unit = put(battle, "us-rangers", (7, 10), (8, 10), pins=1)
    battle.bag = (1, 0)
    game = answered(at(battle), ["usa"], unit.key)
    assert state(game).activation is not None
    twice = battle_on()
    put(twice, "us-rangers", (7, 10), (8, 10), pins=2)
    twice.bag = (1, 0)
    game = answered(at(twice), ["usa"], "us-rangers-a", ["dash"])
    assert state(game).activation is not None


# -- rally ----------------------------------------------------------------------------------------------------------------


@proves("rally.instead-of-activation", "rally.no-pinning-test", "rally.ends-activation", "rally.roll")
def test_a_rally_replaces_the_activation_without_a_test():
    """3 Pin tokens; blank, dash and plus: 2 + 1 = 3 removed."""
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 10), (8, 10), pins=3)
    put(battle, "us-hq", (1, 14))
    battle.bag = (2, 0)
    game = answered(at(battle), ["usa"])
    assert keys(game) == [unit.key, f"rally {unit.key}", "us-hq-a"]
    answered(game, f"rally {unit.key}", ["blank", "dash", "plus"], ["usa"])
    assert the(game, unit.key).pins == 0
    assert keys(game) == ["us-hq-a"]


@proves("rally.roll", "rally.minimum-one")
def test_a_rally_removes_one_per_die_that_is_not_blank_and_one_more():
    """4 tokens with three blanks and a dash: 2 removed. Two blanks on 2 tokens: 1 removed."""
    assert rallied(4, ("blank", "blank", "blank", "dash")) == 2
    assert rallied(2, ("blank", "blank")) == 1
    assert rallied(3, ("blank", "dash", "plus")) == 3
    assert rallied(1, ("plus",)) == 1


@proves("rally.needs-pin")
def test_only_deployed_units_with_a_pin_token_can_rally():
    battle = battle_on()
    put(battle, "us-hq", (1, 14))
    put(battle, "us-riflemen")
    battle.bag = (2, 0)
    game = answered(at(battle), ["usa"])
    assert option_keys(game) == ["us-hq-a", "us-riflemen-a"]


@proves("ability.steadfast", "rally.roll")
def test_steadfast_does_not_change_a_rally():
    battle = battle_on()
    put(battle, "us-rangers", (7, 10), (8, 10), pins=2)
    battle.bag = (1, 1)
    put(battle, "de-hq", (7, 0))
    game = answered(at(battle), ["usa"], "rally us-rangers-a", ["blank", "blank"], ["germany"])
    assert the(game, "us-rangers-a").pins == 1


# -- withdraw -------------------------------------------------------------------------------------------------------------


@proves("withdraw.effect", "withdraw.before-ap")
def test_withdraw_destroys_the_unit_and_is_possible_only_before_a_point_is_spent():
    battle = battle_on()
    unit = put(battle, "us-greyhound", (7, 10))
    put(battle, "de-hq", (7, 0))
    battle.bag = (0, 1)
    game = activate(battle, unit)
    assert "withdraw" in keys(game)
    play(game, "move", [[7, 9]])
    assert why_not(game, "withdraw") == "it has already spent action points [withdraw.before-ap]"
    game.undo()
    game.undo()
    play(game, "withdraw", dice="token germany")
    assert unit.key not in state(game).units


@proves("withdraw.pinned-must-test")
def test_a_pinned_unit_must_pass_its_test_before_it_can_withdraw():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 10), (8, 10), pins=1)
    battle.bag = (1, 0)
    game = answered(at(battle), ["usa"])
    assert not [key for key in keys(game) if "withdraw" in key]
    answered(game, unit.key, ["blank"])
    assert "withdraw" in keys(game)


@proves("withdraw.deployed-only")
def test_a_unit_off_the_battlefield_cannot_withdraw():
    battle = battle_on()
    game = activate(battle, put(battle, "us-riflemen"))
    assert "withdraw" not in option_keys(game)


@proves("pin.definition")
@pytest.mark.parametrize("pins", [0, 1, 9])
def test_one_token_pins_and_any_number_may_lie_on_a_unit(pins: int):
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 10), (8, 10))
    for _ in range(pins):
        pin(battle, unit, "kw.pinning")
    assert unit.pins == pins
    battle.bag = (1, 0)
    game = answered(at(battle), ["usa"])
    assert ("rally us-riflemen-a" in keys(game)) is (pins > 0)
    label = next(option.label for option in game.question.options if option.key == unit.key)
    assert ("Pinning Test" in label) is (pins > 0)


@proves("activation.draw")
def test_each_draw_takes_one_token_of_its_side_out_of_the_bag():
    for faction, left in (("usa", (1, 1)), ("germany", (2, 0))):
        battle = battle_on()
        put(battle, "us-hq", (7, 12))
        put(battle, "de-hq", (7, 2))
        battle.bag = (2, 1)
        game = answered(at(battle), [faction])
        assert state(game).bag == left
        assert list(game.deciders()) == [0 if faction == "usa" else 1]


@proves("ap.cost-must-be-covered")
def test_one_point_moves_and_none_does_not_and_no_ability_is_bought_on_credit():
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12))
    put(battle, "us-mg", (6, 12), (6, 13), pins=1)
    assert {"move", "steady us-mg-a"} <= set(keys(activate(battle, boss, 1)))
    broke = activate(battle.copy(), boss, 0)
    assert "no action point left" in why_not(broke, "move")
    assert why_not(broke, "steady") == "costs 1 action point; 0 left [ap.cost-must-be-covered]"


# -- the edges ------------------------------------------------------------------------------------------------------------


@proves("activation.draw", "underdog.card.counter-attack")
@pytest.mark.parametrize("side", [0, 1])
def test_a_token_taken_first_needs_no_draw_and_the_next_is_drawn_by_chance(side):
    battle = battle_on()
    mine, theirs = (put(battle, "us-hq", (7, 14)), put(battle, "de-hq", (7, 0)))[:: 1 if side == 0 else -1]
    battle.boards[side].effects = (("first-token", 1),)
    battle.phase = "muster"
    game = at(battle)
    assert asked(game).player == side
    assert keys(game) == [mine.key]
    answered(game, mine.key, "pass")
    question = asked(game)
    assert isinstance(question, Draw)
    assert (question.player, question.items) == (-1, (state(game).boards[1 - side].faction,))
    answered(game, [state(game).boards[1 - side].faction])
    assert keys(game) == [theirs.key]


@proves("underdog.card.counter-attack", "activation.draw")
def test_who_has_no_token_in_the_bag_takes_none_first():
    battle = battle_on()
    put(battle, "us-hq", (7, 14))
    battle.boards[1].effects = (("first-token", 1),)
    battle.phase = "muster"
    game = at(battle)
    assert isinstance(game.question, Draw)
    assert state(game).bag == (1, 0)


@proves("ap.spend-freely")
def test_only_a_unit_that_did_nothing_at_all_is_said_to_pass():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 10), (8, 10))
    put(battle, "us-hq", (1, 14))
    battle.bag = (1, 0)
    for spent, told in ((False, 1), (True, 0)):
        game = play(activate(battle.copy(), unit.copy(), 1, spent=spent), "pass", dice="token usa")
        assert [event.key for event in game.events].count("passes") == told


@proves("ap.cost-must-be-covered", "ap.total")
def test_one_point_is_enough_for_a_move_or_to_deploy_and_none_is_not():
    battle = battle_on()
    inside, outside = put(battle, "us-riflemen", (7, 10), (8, 10)), put(battle, "us-mg")
    for unit, key in ((inside, "move"), (outside, "deploy")):
        assert key in keys(activate(battle, unit, 1))
        assert why_not(activate(battle, unit, 0), key) == "no action point left [ap.cost-must-be-covered]"


@proves("ap.cost-must-be-covered", "attack.needs-one-figure")
def test_an_attack_whose_price_is_just_covered_fails_for_lack_of_a_target_not_of_points():
    battle = battle_on()
    unit = put(battle, "us-mg", (7, 10), (8, 10))
    assert "attack.needs-one-figure" in why_not(activate(battle, unit, 2), "attack m1919")
    assert "ap.cost-must-be-covered" in why_not(activate(battle, unit, 1), "attack m1919")


@proves("command-action.cost")
def test_spent_command_is_told_and_what_is_free_is_not():
    battle = battle_on()
    put(battle, "us-hq", (0, 14))
    unit = put(battle, "us-mortar")
    for effects, told, left in (((), [(2, "transport.cost")], 2), ((("free-transport", 1),), [], 3)):
        trial = battle.copy()
        trial.boards[0].effects = effects
        trial.bag = (1, 0)
        game = play(activate(trial, trial.units[unit.key]), "transport", [[7, 9]], dice="token usa")
        spent = [(event.values["left"], event.clause) for event in game.events if event.key == "command-spent"]
        assert spent == told
        assert state(game).boards[0].command == left


@proves("withdraw.effect", "move.cost", "ap.end")
def test_each_thing_a_unit_may_do_stands_under_its_own_clause():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 10), (8, 10))
    put(battle, "de-hq", (7, 8))
    question = asked(activate(battle, unit))
    assert isinstance(question, Choose)
    listed = {option.key: option.clause for option in question.options}
    assert listed == {
        "move": "move.cost",
        "move figure 2 first": "move.cost",
        "attack garands de-hq-a": "attack.from-card",
        "withdraw": "withdraw.effect",
        "pass": "ap.end",
    }
    for key, clause in listed.items():
        fresh = asked(activate(battle, unit))
        assert isinstance(fresh, Choose)
        assert fresh.option(key).clause == clause, "asked for by itself"
    actions = Actions(battle, unit, Activation(unit.key, 2))
    assert {actions.option(i).key: actions.option(i).clause for i in range(len(actions))} == listed
