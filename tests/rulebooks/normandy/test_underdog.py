"""Underdog cards: who may play them, what each ability does."""

import pytest

from tests.rulebooks.normandy.positions import activate, answered, at, battle_on, ends, hexes, put, state, the
from vanguard.core.questions import Draw, Split, Together
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy.attacks import take_aim
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.underdog import ability_text
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import asked, keys, why_not

proves = proves_for("normandy")


def holding(card, behind, side=0, **board):
    """The start of a Planning Phase: this side holds the card and is so many VP behind."""
    battle = battle_on()
    battle.phase = "plan"
    put(battle, "us-hq", (7, 13))
    put(battle, "de-hq", (7, 1))
    battle.boards[1 - side].vp = behind
    battle.boards[side].drawn = card
    battle.boards[side].underdogs = tuple(key for key in battle.boards[side].underdogs if key != card)
    for name, value in board.items():
        setattr(battle.boards[side], name, value)
    return battle


def played(card, ability, behind, side=0):
    """The game after this ability was played and income gained."""
    return answered(at(holding(card, behind, side)), f"ability {ability}")


def to_activation(game):
    """Both recruit and promote nobody."""
    while isinstance(game.question, (Together, Split)):
        answered(game, {})
    return game


@proves("underdog.play-or-discard", "underdog.one-ability", "planning.step-order")
def test_a_taken_card_is_played_with_one_ability_or_discarded_before_income():
    game = at(holding("red-ball-express", 12))
    assert asked(game).player == 0
    assert keys(game) == ["ability 1", "ability 2", "ability 3", "discard"]
    assert state(game).boards[0].requisition == 0, "income comes later"
    answered(game, "discard")
    board = state(game).boards[0]
    assert (board.drawn, board.played, board.effects, board.strain) == ("", "", (), 5)
    assert "red-ball-express" not in board.underdogs, "a discarded card is gone"
    assert board.requisition == 10


@proves("underdog.vp-requirement")
def test_an_ability_needs_the_vp_deficit_at_the_moment_it_is_played():
    """9 against 17 is 8 behind: 6 is met, 9 is not."""
    game = at(holding("red-ball-express", 8))
    assert keys(game) == ["ability 1", "discard"]
    assert why_not(game, "ability 2") == "you are 8 VP behind; it takes 9 [underdog.vp-requirement]"


@proves("underdog.pay-strain", "strain.five-for-the-game", "strain.only-underdog")
def test_an_ability_costs_strain_and_one_that_cannot_be_paid_cannot_be_chosen():
    game = at(holding("red-ball-express", 12, strain=2))
    assert why_not(game, "ability 3") == "it costs 3 Strain; you have 2 [underdog.pay-strain]"
    answered(game, "ability 2")
    assert state(game).boards[0].strain == 0


@proves("underdog.discard-when-unplayable")
def test_a_card_nobody_qualifies_for_can_only_be_discarded():
    assert keys(at(holding("red-ball-express", 3))) == ["discard"]
    assert keys(at(holding("red-ball-express", 20, strain=0))) == ["discard"]


@proves("underdog.ability-needs-effect")
def test_an_ability_that_can_do_nothing_cannot_be_chosen():
    full = holding("red-ball-express", 12, supply=5)
    assert "no effect" in why_not(at(full), "ability 3")
    storm = holding("air-superiority", 12)
    storm.weather = "gale"
    assert "underdog.ability-needs-effect" in why_not(at(storm), "ability 2")
    spent = holding("air-superiority", 12)
    spent.airstrikes_left = 0
    assert "no effect" in why_not(at(spent), "ability 3")
    mined = holding("atlantic-wall", 12, 1)
    mined.mines = tuple((hex, 0) for hex in range(9))
    assert "no effect" in why_not(at(mined), "ability 1")
    assert why_not(at(mined), "ability 3") == "", "gates are left"
    calm = holding("hold-the-line", 12)
    assert "no effect" in why_not(at(calm), "ability 1")


# -- USA ------------------------------------------------------------------------------------------------------------------


@proves("underdog.card.red-ball-express")
def test_red_ball_express_gives_requisition_or_the_next_supply_level_at_once():
    assert state(played("red-ball-express", 1, 12)).boards[0].requisition == 14
    board = state(played("red-ball-express", 3, 12)).boards[0]
    assert (board.supply, board.requisition, board.strain) == (2, 10, 2)


@proves("underdog.card.red-ball-express", "recruit.free-units-need-space", "recruit.free-units-need-supply")
def test_red_ball_express_recruits_one_unit_free_of_charge_if_supply_and_a_space_allow_it():
    game = played("red-ball-express", 2, 12)
    question = game.question_for(0)
    assert isinstance(question, Split)
    assert "free us-halftrack" in [lot.key for lot in question.lots]
    assert "free us-sherman" not in [lot.key for lot in question.lots], "supply 4"
    with pytest.raises(Refused, match="needs supply level 2; yours is 1"):
        game.answer({"free us-halftrack": 1}, seat=0)
    with pytest.raises(Refused, match="no free Infantry space"):
        game.answer({"us-riflemen": 2, "free us-riflemen": 1}, seat=0)
    with pytest.raises(Refused, match="only one unit is free"):
        game.answer({"free us-mg": 1, "free us-riflemen": 1}, seat=0)
    for plan in question.candidates():
        question.read(plan)
    answered(game, {"supply": 1, "free us-halftrack": 1}, {})
    assert "us-halftrack-a" in state(game).units
    assert state(game).boards[0].requisition == 4


@proves("underdog.card.red-ball-express", "recruit.hq-again")
def test_a_destroyed_hq_may_be_the_free_unit_and_one_that_stands_may_not():
    game = played("red-ball-express", 2, 12)
    with pytest.raises(Refused, match="no free HQ space"):
        game.answer({"free us-hq": 1}, seat=0)
    battle = state(game).copy()
    del battle.units["us-hq-a"]
    game = answered(at(battle), {"free us-hq": 1}, {})
    assert "us-hq-a" in state(game).units
    assert state(game).boards[0].requisition == battle.boards[0].requisition


@proves("underdog.card.air-superiority")
def test_air_superiority_gives_two_extra_command_after_income():
    assert state(played("air-superiority", 1, 12)).boards[0].command == 5


@proves("underdog.card.air-superiority", "underdog.start-of-activation")
def test_air_superiority_places_airstrikes_anywhere_before_the_bag_is_filled():
    game = to_activation(played("air-superiority", 2, 12))
    assert state(game).bag == (0, 0)
    assert len(ends(game)) == 225
    answered(game, [[7, 1]])
    assert state(game).airstrikes == ((hexes((7, 1))[0], 0),)
    assert isinstance(game.question, Draw)
    twice = to_activation(played("air-superiority", 3, 12))
    answered(twice, "yes", [[7, 1]], "yes", [[7, 2]])
    assert len(state(twice).airstrikes) == 2
    once = to_activation(played("air-superiority", 3, 12))
    answered(once, "yes", [[7, 1]], "no")
    assert len(state(once).airstrikes) == 1


@proves("underdog.card.hold-the-line")
def test_hold_the_line_removes_all_pin_tokens_from_up_to_two_units():
    battle = holding("hold-the-line", 12)
    for i, pins in enumerate((3, 1, 2)):
        put(battle, "us-riflemen", (2 * i, 10), (2 * i + 1, 10), pins=pins)
    game = to_activation(answered(at(battle), "ability 1"))
    answered(game, "us-riflemen-a", "us-riflemen-c")
    pins = [the(game, f"us-riflemen-{letter}").pins for letter in "abc"]
    assert pins == [0, 1, 0]


@proves("underdog.card.hold-the-line")
def test_hold_the_line_takes_two_tokens_from_the_enemy_but_leaves_him_one():
    game = to_activation(played("hold-the-line", 2, 12))
    assert state(game).bag == (1, 1), "one HQ each; the penalty leaves at least one"


@proves("underdog.card.hold-the-line", "underdog.lasts-one-round")
def test_hold_the_line_raises_the_reroll_of_every_attack_by_one():
    battle = battle_on()
    battle.boards[0].effects = (("reroll", 1),)
    shooter = put(battle, "us-riflemen", (7, 10), (8, 10))
    put(battle, "de-hq", (7, 8))
    game = activate(battle, shooter)
    game.dice = None
    answered(game, "attack garands de-hq-a", ["blank", "blank", "dash", "dash"])
    question = asked(game)
    assert isinstance(question, Split)
    assert question.total == 1


# -- Germany --------------------------------------------------------------------------------------------------------------


@proves("underdog.card.reserves-forward")
def test_reserves_forward_gives_requisition_a_free_unit_or_a_free_promotion():
    assert state(played("reserves-forward", 1, 12, 1)).boards[1].requisition == 14
    game = played("reserves-forward", 2, 12, 1)
    answered(game, {}, {"free de-grenadiers": 1})
    assert state(game).boards[1].requisition == 10
    assert "de-grenadiers-a" in state(game).units


@proves("underdog.card.reserves-forward")
def test_the_free_promotion_costs_nothing_and_comes_on_top_of_the_weathers_number():
    battle = holding("reserves-forward", 12, 1)
    for i in range(3):
        put(battle, "de-grenadiers", (2 * i, 5), (2 * i + 1, 5))
    battle.boards[1].supply = 3
    game = answered(at(battle), "ability 3", {}, {})
    plan = {"de-grenadiers-a": 1, "de-grenadiers-b": 1, "de-grenadiers-c": 1}
    answered(game, {}, plan)
    board = state(game).boards[1]
    assert (board.requisition, board.command) == (10 - 4, 3 - 2)
    assert all(the(game, key).veteran for key in plan)
    told = [event.sentence(game.rulebook.messages) for event in game.events if event.key == "promoted"]
    assert sorted(told) == [
        "Grenadiers A is promoted to veteran free of charge.",
        "Grenadiers B is promoted to veteran for 2 requisition and 1 Command.",
        "Grenadiers C is promoted to veteran for 2 requisition and 1 Command.",
    ]


@proves("underdog.card.atlantic-wall", "token.placement-general")
def test_atlantic_wall_places_tokens_on_legal_hexes_of_controlled_sectors():
    game = to_activation(played("atlantic-wall", 1, 12, 1))
    answered(game, "yes")
    assert all(row < 5 for _, row in ends(game))
    assert (7, 1) not in ends(game), "the HQ stands there"
    with pytest.raises(Refused, match="not in a sector you control"):
        game.answer([[7, 7]])
    answered(game, [[7, 3]], "no")
    assert state(game).mines == ((hexes((7, 3))[0], 1),)


@proves("underdog.card.atlantic-wall")
def test_the_other_abilities_of_the_atlantic_wall_bring_a_flak_and_gates():
    game = to_activation(played("atlantic-wall", 2, 12, 1))
    answered(game, [[7, 3]], "yes", [[8, 3]])
    assert (len(state(game).flaks), len(state(game).gates)) == (1, 1)
    game = to_activation(played("atlantic-wall", 3, 12, 1))
    answered(game, "yes", [[1, 3]], "yes", [[2, 3]], "yes", [[3, 3]], "yes", [[4, 3]], "yes", [[5, 3]])
    assert (len(state(game).mines), len(state(game).gates)) == (3, 2)


@proves("underdog.card.counter-attack")
def test_counter_attack_makes_transports_free_but_the_hq_must_still_be_there():
    battle = battle_on()
    battle.boards[1].effects = (("free-transport", 1),)
    battle.boards[1].command = 0
    unit = put(battle, "de-grenadiers")
    assert "transport.hq-needed" in why_not(activate(battle, unit), "transport")
    put(battle, "de-hq", (7, 1))
    assert "transport" in keys(activate(battle, unit))


@proves("underdog.card.counter-attack")
def test_counter_attack_draws_one_own_token_first():
    game = to_activation(played("counter-attack", 2, 12, 1))
    assert asked(game).player == 1, "no draw was needed"
    assert state(game).bag == (1, 0)


@proves("underdog.card.counter-attack")
def test_counter_attack_adds_one_to_the_move_of_all_own_units():
    battle = battle_on()
    battle.boards[1].effects = (("move", 1),)
    unit = put(battle, "de-hq", (7, 7))
    game = activate(battle, unit)
    answered(game, "move")
    assert (7, 4) in ends(game)
    assert take_aim(battle, unit.places(), unit.face.attacks[0], put(battle, "us-hq", (7, 8)))[0] == (2, 0, 0)


@proves("round.phase-order", "underdog.play-or-discard")
@pytest.mark.parametrize("side", [0, 1])
def test_a_round_begins_with_the_card_of_whichever_side_has_taken_one(side):
    card = ("hold-the-line", "atlantic-wall")[side]
    game = at(holding(card, 12, side))
    assert asked(game).player == side
    assert [event.key for event in game.events] == ["round"]
    answered(game, "discard")
    assert state(game).boards[side].drawn == ""
    assert isinstance(game.question, Together), "then both recruit"


@proves("round.phase-order", "underdog.play-or-discard")
def test_both_sides_cards_are_played_one_after_the_other_and_nobody_is_asked_without_one():
    both = holding("hold-the-line", 12, 0)
    both.boards[1].drawn = "atlantic-wall"
    game = at(both)
    assert asked(game).player == 0
    answered(game, "discard")
    assert asked(game).player == 1
    answered(game, "discard")
    assert isinstance(game.question, Together)
    none = holding("hold-the-line", 12, 0)
    none.boards[0].drawn = ""
    assert isinstance(at(none).question, Together)


@proves("underdog.play-or-discard", "underdog.pay-strain")
def test_a_card_that_is_played_has_its_effect_and_one_that_is_discarded_has_none():
    played_board = state(played("red-ball-express", 1, 12)).boards[0]
    assert (played_board.drawn, played_board.requisition) == ("", 14)
    assert played_board.strain < 5
    discarded = state(answered(at(holding("red-ball-express", 12)), "discard")).boards[0]
    assert (discarded.drawn, discarded.requisition, discarded.strain) == ("", 10, 5)


def test_what_an_ability_gives_is_told_in_the_number_it_gives():
    told = [ability_text(it) for card in content().underdogs.values() for it in card.abilities]
    assert {"place 1 Airstrike", "place 2 Airstrikes", "place 1 Flak 88 and place up to 1 Belgian Gate"} <= set(told)
