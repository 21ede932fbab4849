"""Underdog: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.normandy.positions import Drawn, at, drawn, ends, state
from vanguard.core.questions import Split
from vanguard.rulebooks.normandy.tokens import none_left
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


def nothing_bought(position: Drawn) -> Drawn:
    """Past recruiting and promoting, for either side that is asked."""
    while position.clause in ("recruit.secret", "promote.simultaneous", "promote.cost"):
        position.play({})
    return position


def held_by_red(position: Drawn, sectors: tuple[int, ...]) -> Drawn:
    """The same position asked anew, with these sectors red and all others blue."""
    battle = position.battle.copy()
    battle.control = tuple([1 if sector in sectors else 0 for sector in range(9)])
    return Drawn(battle, position.named)


FULL_BOARD = [
    "de-grenadiers", "de-grenadiers", "de-fallschirmjaeger", "de-mg42", "de-sniper", "de-pak40", "de-granatwerfer", "de-puma",
    "de-halftrack",
]  # fmt: skip
"""With the HQ every space but those of the heavy vehicles."""


@proves("underdog.ability-needs-effect", "underdog.card.atlantic-wall")
@pytest.mark.parametrize(("held", "offered"), [((), False), ((1,), True)])
def test_who_controls_no_sector_has_nowhere_to_build_an_atlantic_wall(held: tuple[int, ...], offered: bool) -> None:
    position = drawn("""
        blue us-hq h 7,13
        red  de-hq e 7,1
        vp 12 0
        underdog red atlantic-wall
        phase plan
    """)
    position = held_by_red(position, held)
    for ability in ("ability 1", "ability 2", "ability 3"):
        assert (ability in position.keys) is offered
        if not offered:
            assert position.why_not(ability) == "it can have no effect now [underdog.ability-needs-effect]"


@proves("underdog.ability-needs-effect", "recruit.free-units-need-space", "supply.unlock-immediate")
@pytest.mark.parametrize(
    ("requisition", "home", "offered"),
    [
        (5, (), False),  # level 2, whose spaces alone are free, costs 6
        (6, (), True),
        (2, (0,), False),  # and the income of a home sector, 3, comes before it is bought
        (3, (0,), True),
    ],
)
def test_a_free_unit_is_refused_to_who_cannot_pay_for_the_space_it_needs(
    requisition: int, home: tuple[int, ...], offered: bool
) -> None:
    position = drawn(f"""
        blue us-hq         h 7,13
        red  de-hq         e 7,1
        red  de-grenadiers a 3,1 4,1
        red  de-grenadiers b 9,1 10,1
        red  de-mg42       m 5,2 6,2
        requisition 0 {requisition}
        vp 9 0
        underdog red reserves-forward
        phase plan
    """)
    position = held_by_red(position, home)
    assert ("ability 2" in position.keys) is offered


@proves("underdog.ability-needs-effect", "underdog.card.reserves-forward")
@pytest.mark.parametrize(("requisition", "offered"), [(2, False), (3, True)])
def test_a_free_promotion_is_refused_to_veterans_who_can_pay_for_no_recruit(requisition: int, offered: bool) -> None:
    """Grenadiers, the cheapest there are, cost 3."""
    position = drawn(f"""
        blue us-hq h 7,13
        red  de-hq e 7,1 veteran
        requisition 0 {requisition}
        vp 12 0
        underdog red reserves-forward
        phase plan
    """)
    position = held_by_red(position, ())
    assert ("ability 3" in position.keys) is offered


@proves("underdog.ability-needs-effect", "requisition.cap-20")
@pytest.mark.parametrize(("requisition", "offered", "after"), [(20, False, 20), (19, True, 20), (5, True, 19)])
def test_four_requisition_are_refused_to_a_full_purse(requisition: int, offered: bool, after: int) -> None:
    """20 cannot grow; 19 can; 5 + 4 and an income of 10 are 19."""
    position = drawn(f"""
        blue us-hq h 7,13
        red  de-hq e 7,1
        requisition {requisition} 0
        vp 0 6
        underdog blue red-ball-express
        phase plan
    """)
    assert ("ability 1" in position.keys) is offered
    position.play("ability 1" if offered else "discard")
    assert position.battle.boards[0].requisition == after


@proves("underdog.ability-needs-effect", "recruit.free-units-need-space")
@pytest.mark.parametrize(("cards", "offered"), [(FULL_BOARD, False), (FULL_BOARD[1:], True), ([], True)])
def test_a_free_unit_is_refused_to_a_board_that_has_no_space_for_one(cards: list[str], offered: bool) -> None:
    """A unit of supply 2 or lower is no heavy vehicle; spaces of levels that can still be bought count as well."""
    board = """
        blue us-hq h 7,13
        red  de-hq e 7,1
        vp 12 0
        supply 1 5
        underdog red reserves-forward
        phase plan
    """
    position = drawn(board + "\n".join([f"red {card} u{i}" for i, card in enumerate(cards)]))
    assert ("ability 2" in position.keys) is offered
    if not offered:
        assert position.why_not("ability 2") == "it can have no effect now [underdog.ability-needs-effect]"


@proves("underdog.ability-needs-effect", "underdog.card.reserves-forward")
@pytest.mark.parametrize(("tigers", "offered"), [("veteran", False), ("", True)])
def test_a_free_promotion_is_refused_where_all_are_veterans_and_nobody_can_join(tigers: str, offered: bool) -> None:
    board = f"""
        blue us-hq    h 7,13
        red  de-hq    e 7,1 veteran
        red  de-tiger t {tigers}
        vp 12 0
        underdog red reserves-forward
        phase plan
    """
    cards = [*FULL_BOARD, "de-panzer4"]
    position = drawn(board + "\n".join([f"red {card} u{i} veteran" for i, card in enumerate(cards)]))
    assert ("ability 3" in position.keys) is offered


@proves("underdog.card.red-ball-express", "supply.unlock-immediate", "recruit.condition-supply")
def test_the_fifth_level_of_a_red_ball_express_brings_the_jumbo_in_the_same_round() -> None:
    position = drawn("""
        blue us-hq h 0,14
        red  de-hq b 0,0
        ground * 2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12
        underdog blue red-ball-express
        vp 0 12
        requisition 2 0
        supply 4 1
        phase plan
    """)
    position.play("ability 3", {"us-jumbo": 1}, {})
    board = position.battle.boards[0]
    assert (board.supply, board.requisition, board.strain) == (5, 2 + 10 - 12, 2)
    assert "us-jumbo-a" in position.battle.units


@proves("underdog.card.air-superiority", "components.effect-token-limits", "ability.call-airstrike")
def test_two_strikes_of_an_underdog_card_leave_one_for_the_headquarters() -> None:
    position = drawn("""
        blue us-hq h 0,14 veteran
        red  de-hq b 0,0
        ground * 2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12
        underdog blue air-superiority
        vp 0 12
        weather break-in-the-clouds
        phase plan
    """)
    position.play("ability 3")
    nothing_bought(position).play("yes", [[14, 0]], "yes", [[14, 1]], "us-hq-a", dice="token usa")
    assert position.battle.airstrikes_left == 1
    position.play("call-airstrike", [[7, 14]])
    assert position.battle.airstrikes_left == 0
    assert none_left(position.battle, "airstrike") == "no Airstrike token is left in the pool"
    position.play("pass", dice="token usa / token germany")
    assert position.clause == "activation.must-activate"


@proves("underdog.card.air-superiority", "promote.limit-by-weather", "weather.card.break-in-the-clouds")
def test_air_superiority_pays_three_promotions_and_a_cheap_airstrike() -> None:
    position = drawn("""
        blue us-hq       h 7,13
        blue us-riflemen r 3,13 4,13
        blue us-riflemen s 10,13 11,13
        red  de-hq       e 7,1
        vp 0 6
        weather break-in-the-clouds
        underdog blue air-superiority
        phase plan
    """)
    board = position.play("ability 1").battle.boards[0]
    assert (board.command, board.strain) == (5, 4)
    position.play({}, {}, {"us-hq-a": 1, "us-riflemen-a": 1, "us-riflemen-b": 1}, {}, dice="token usa")
    assert position.battle.boards[0].command == 2
    position.play("us-hq-a", "call-airstrike", [[7, 9]])
    assert position.battle.boards[0].command == 1


@proves("underdog.card.hold-the-line", "weather.card.break-in-the-clouds", "activation.fill-bag-modifiers")
def test_two_tokens_fewer_and_one_more_leave_one_of_two_cards() -> None:
    position = drawn("""
        blue us-hq        h 0,14
        red  de-hq        b 0,0
        red  de-halftrack c 3,0
        ground * 2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12
        underdog blue hold-the-line
        vp 0 9
        weather break-in-the-clouds
        phase plan
    """)
    position.play("ability 2", {}, {}, {}, {}, dice="token usa")
    assert position.clause == "activation.must-activate"
    told = [event.values["tokens"] for event in position.game.events if event.key == "bag"]
    assert told == [2, 1], "1 card and 1; 2 cards, 1 and 2 fewer"


@proves("underdog.card.hold-the-line", "ability.time-on-target", "kw.reroll-whole-pool")
def test_hold_the_line_raises_time_on_target_to_four_dice() -> None:
    """Blast on two figures: 2 black and 2 red, all of which may be rolled again."""
    position = drawn("""
        blue us-hq         h 1,14
        blue us-howitzer   a 7,12 veteran
        red  de-grenadiers b 7,6 7,7
        bag 1 0
        active a
    """)
    position.battle.boards[0].effects = (("reroll", 1),)
    dice = "attack-black blank blank / attack-red blank blank / reroll-black blank plus / reroll-red blank blank / token usa"
    position.play("time-on-target de-grenadiers-a", {"black blank": 2, "red blank": 2}, dice=dice)
    assert (position["b"].damage, position["b"].pins) == (1, 1)
    assert position.battle.boards[0].command == 2
    assert position.clause == "activation.must-activate"


@proves("underdog.card.reserves-forward", "promote.cost", "promote.limit-by-weather")
def test_a_free_promotion_pays_for_the_tiger_and_the_grenadiers_pay_for_themselves() -> None:
    position = drawn("""
        red  de-hq         h 0,0 veteran
        red  de-tiger      t 5,0
        red  de-grenadiers g 7,0 8,0
        blue us-hq         b 0,14 veteran
        phase promote
        weather ground-fog
        requisition 0 2
        command 0 1
    """)
    position.battle.boards[1].effects = (("free-promotion", 1),)
    game = at(position.battle)
    assert isinstance(game.question, Split)
    game.answer({"de-tiger-a": 1, "de-grenadiers-a": 1}, seat=1)
    assert state(game).boards[1].requisition == state(game).boards[1].command == 0
    assert all([unit.veteran for unit in state(game).units.values()])


@proves("underdog.card.atlantic-wall", "components.effect-token-limits")
def test_the_last_shared_token_becomes_the_flak_and_no_gate_is_asked_for() -> None:
    position = drawn("""
        red  de-hq h 0,0
        blue us-hq b 0,14
        ground * 2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12
        gate red 5,5 6,5 7,5
        underdog red atlantic-wall
        vp 9 0
        phase plan
    """)
    position.play("ability 2")
    nothing_bought(position).play([[3, 3]], dice="token usa")
    assert [token[0] for token in position.battle.flaks] == [3 + 3 * 15]
    assert len(position.battle.gates) == 3
    assert position.clause == "activation.must-activate"


@proves("underdog.card.atlantic-wall", "underdog.start-of-activation")
def test_the_flak_of_the_atlantic_wall_may_stand_in_any_sector_the_side_controls() -> None:
    """Germany lost its home left and holds the middle center."""
    position = drawn("""
        blue us-hq h 7,13
        red  de-hq e 7,1
        vp 9 0
        underdog red atlantic-wall
        phase plan
    """)
    position.battle.control = (1, 1, 0, -1, 1, -1, 0, 0, 0)
    position.play("ability 2", {}, {}, {}, {})
    allowed = ends(position.game)
    assert (7, 7) in allowed
    assert not [cell for cell in allowed if cell[0] >= 10 or cell[1] >= 10]
    assert {(c // 5, r // 5) for c, r in allowed} == {(0, 0), (1, 0), (1, 1)}


@proves("underdog.card.counter-attack", "deploy.is-move-action", "transport.six-hexes")
def test_a_counter_attack_brings_a_gun_two_hexes_in_and_a_truck_no_further() -> None:
    for way, row in (("deploy", 1), ("transport", 5)):
        position = drawn("""
            red de-hq          h 0,0
            red de-nebelwerfer n
            active n
        """)
        position.battle.boards[1].effects = (("move", 1),)
        position.play(way)
        assert max([place[1] for place in ends(position.game)]) == row


@proves("underdog.card.counter-attack", "weather.card.gale", "activation.fill-bag-modifiers")
def test_the_only_token_a_gale_leaves_is_the_one_that_is_drawn_first() -> None:
    position = drawn("""
        red  de-hq        h 0,0
        red  de-halftrack c 3,0
        blue us-hq        b 0,14
        ground * 2,2 7,2 12,2 2,7 7,7 12,7 2,12 7,12 12,12
        underdog red counter-attack
        vp 9 0
        weather gale
        phase plan
    """)
    position.play("ability 2")
    nothing_bought(position)
    assert position.asked.player == 1
    assert position.battle.bag == (1, 0)
    position.play("de-halftrack-a", "pass", dice="token usa")
    assert position.battle.bag == (0, 0), "the headquarters has no token left"
    assert position.clause == "activation.must-activate"


@proves("underdog.card.counter-attack", "deploy.is-move-action", "weather.card.driving-rain")
@pytest.mark.parametrize(("card", "weather", "effect", "rows"), [("de-granatwerfer", "all-clear", 1, 2), ("de-puma", "driving-rain", 0, 4), ("de-tiger", "driving-rain", 0, 1)])  # fmt: skip
def test_the_move_value_of_a_deployment_is_the_one_of_the_day(card: str, weather: str, effect: int, rows: int) -> None:
    position = drawn(f"""
        red {card} a
        weather {weather}
        active a
    """)
    position.battle.boards[1].effects = (("move", effect),) if effect else ()
    position.play("deploy")
    assert {row for _, row in ends(position.game)} == set(range(rows))
