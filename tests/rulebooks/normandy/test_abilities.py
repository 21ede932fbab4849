"""Ability actions, innate abilities and command actions."""

import pytest

from tests.rulebooks.normandy.positions import (
    activate,
    battle_on,
    ends,
    field,
    hexes,
    option_keys,
    places,
    put,
    state,
    the,
)
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy.attacks import protection, take_aim
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.special_rules import ACTIONS
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import keys, play, why_not

proves = proves_for("normandy")


@proves("ability.steady", "ability.perform", "ability.range", "ability.friendly-only")
def test_steady_removes_a_pin_token_from_a_friend_within_three_or_from_the_hq_itself():
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 10), pins=1)
    near = put(battle, "us-riflemen", (7, 7), (7, 6), pins=2)
    far = put(battle, "us-mg", (7, 5), (7, 4), pins=1)
    put(battle, "us-mortar", (8, 10))
    put(battle, "de-hq", (6, 10), pins=1)
    game = activate(battle, boss)
    offered = [key for key in keys(game) if key.startswith("steady")]
    assert offered == [f"steady {boss.key}", f"steady {near.key}"]
    play(game, f"steady {near.key}")
    assert the(game, near.key).pins == 1
    now = state(game).activation
    assert now is not None
    assert now.points == 1
    veteran = battle_on()
    boss = put(veteran, "us-hq", (7, 10), veteran=True)
    far = put(veteran, "us-mg", (7, 5), (7, 4), pins=1)
    assert f"steady {far.key}" in keys(activate(veteran, boss))


@proves("ability.move-out", "command-action.cost")
def test_move_out_orders_an_unpinned_friend_within_four_for_one_command_and_one_point():
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12))
    unit = put(battle, "us-riflemen", (7, 8), (8, 8), activated=True)
    put(battle, "us-mg", (7, 11), (8, 11), pins=1)
    put(battle, "us-mortar", (7, 6))
    put(battle, "us-airborne", (5, 12), (5, 11), arrived=2)
    game = activate(battle, boss)
    assert [key for key in keys(game) if key.startswith("move-out")] == [f"move-out {unit.key}"]
    [order] = [it for it in game.question.options if it.key == f"move-out {unit.key}"]
    assert order.label == f"Move Out: {unit.title} (costs 1 Command)"
    play(game, f"move-out {unit.key}", f"{unit.key}.2", [[8, 6]], [[7, 7]])
    assert places(game, unit.key) == [(7, 7), (8, 6)]
    assert state(game).boards[0].command == 2
    now = state(game).activation
    assert now is not None
    assert now.points == 1


@proves("command-action.once-per-activation", "command-action.affected-once")
def test_each_command_action_is_used_once_per_activation_but_different_ones_may_follow():
    """Move Out, then Call Airstrike is allowed; Move Out twice is not, even on another unit."""
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12), veteran=True)
    put(battle, "us-riflemen", (7, 9), (8, 9))
    put(battle, "us-mortar", (4, 12))
    game = activate(battle, boss)
    play(game, "move-out us-mortar-a", [[4, 11]])
    assert why_not(game, "move-out") == "already used in this activation [command-action.once-per-activation]"
    play(game, "call-airstrike", [[7, 6]])
    assert [key for key in keys(game) if key.startswith(("move-out", "call"))] == []


@proves("command-action.cost")
def test_a_command_action_that_cannot_be_paid_is_refused():
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12))
    battle.boards[0].command = 1
    game = activate(battle, boss)
    assert why_not(game, "call-airstrike") == "costs 2 Command; 1 left [command-action.cost]"


@proves("ability.call-airstrike", "token.airstrike-place")
def test_call_airstrike_marks_any_hex_within_eight_of_the_hq():
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12))
    put(battle, "de-hq", (7, 5))
    game = play(activate(battle, boss), "call-airstrike")
    assert (7, 5) in ends(game)
    assert (7, 4) in ends(game)
    assert (7, 3) not in ends(game)
    with pytest.raises(Refused, match="hex 7,3 is not within 8 of Company HQ"):
        game.answer([[7, 3]])
    play(game, [[7, 5]])
    assert state(game).airstrikes == ((hexes((7, 5))[0], 0),)
    assert state(game).airstrikes_left == 2
    assert state(game).boards[0].command == 1


@proves("ability.call-airstrike", "weather.card.break-in-the-clouds", "weather.card.gale")
def test_the_weather_makes_airstrikes_cheaper_or_impossible():
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12))
    battle.weather = "break-in-the-clouds"
    game = play(activate(battle, boss), "call-airstrike", [[7, 5]])
    assert state(game).boards[0].command == 2
    battle = battle_on()
    battle.weather = "gale"
    assert (
        why_not(activate(battle, put(battle, "us-hq", (7, 12))), "call-airstrike")
        == "no Airstrike in a Gale [weather.card.gale]"
    )


@proves("ability.dig-in", "token.sandbag", "hidden.sources", "components.effect-token-limits")
def test_dig_in_puts_one_sandbag_token_on_the_card():
    battle = battle_on()
    unit = put(battle, "us-riflemen", (7, 12), (8, 12), veteran=True)
    game = play(activate(battle, unit), f"dig-in {unit.key}")
    assert the(game, unit.key).hidden == "sandbag"
    assert state(game).is_hidden(the(game, unit.key))
    assert state(game).two_sided_left() == 8
    assert "Hidden by a token already" in why_not(game, "dig-in")
    play(game, "move", [[7, 11]], [[8, 12]])
    assert state(game).two_sided_left() == 9, "moving gives the token back"


@proves("components.effect-token-limits")
def test_five_minefields_and_four_sandbags_leave_none_to_dig_in_with():
    battle = battle_on()
    battle.mines = tuple((hex, 0) for hex in range(5))
    for card, place in (("us-mg", (1, 5)), ("us-sniper", (4, 5)), ("us-hq", (7, 5)), ("us-mortar", (9, 5))):
        put(battle, card, place, hidden="sandbag")
    unit = put(battle, "us-riflemen", (7, 12), (8, 12), veteran=True)
    reason = "no Sandbag token is left in the pool [components.effect-token-limits]"
    assert why_not(activate(battle, unit), "dig-in") == reason


@proves("ability.sandbags")
def test_sandbags_hide_the_unit_itself_or_a_neighbour_on_foot():
    battle = battle_on()
    unit = put(battle, "us-engineers", (7, 12), (8, 12))
    put(battle, "us-mortar", (6, 12))
    put(battle, "us-halftrack", (9, 12))
    put(battle, "us-hq", (3, 12))
    game = activate(battle, unit)
    assert [key for key in keys(game) if key.startswith("sandbags")] == [f"sandbags {unit.key}", "sandbags us-mortar-a"]
    play(game, "sandbags us-mortar-a")
    assert the(game, "us-mortar-a").hidden == "sandbag"


@proves("ability.smoke", "token.smoke")
def test_smoke_hides_a_friend_within_the_printed_distance():
    battle = battle_on()
    unit = put(battle, "us-mortar", (7, 12))
    put(battle, "us-sherman", (7, 6))
    put(battle, "us-riflemen", (7, 4), (7, 5))
    put(battle, "us-hq", (8, 12), hidden="smoke")
    game = activate(battle, unit)
    assert [key for key in keys(game) if key.startswith("smoke")] == ["smoke us-mortar-a", "smoke us-sherman-a"]
    play(game, "smoke us-sherman-a")
    assert the(game, "us-sherman-a").hidden == "smoke"
    assert state(game).two_sided_left() == 9, "no Sandbag token is used"


@proves("ability.smoke-barrage")
def test_smoke_barrage_hides_up_to_three_different_units_within_eight():
    battle = battle_on()
    put(battle, "de-hq", (7, 0))
    unit = put(battle, "de-nebelwerfer", (7, 1), veteran=True)
    for i, card in enumerate(("de-grenadiers", "de-mg42", "de-panzer4")):
        put(battle, card, (3 * i + 2, 5))
    put(battle, "de-granatwerfer", (7, 14))
    game = play(activate(battle, unit), "smoke-barrage")
    assert "done" not in keys(game), "at least one"
    play(game, "de-hq-a")
    assert keys(game) == ["de-nebelwerfer-a", "de-grenadiers-a", "de-mg42-a", "de-panzer4-a", "done"]
    play(game, "de-mg42-a", "de-panzer4-a")
    hidden = [unit.key for unit in state(game).units.values() if unit.hidden]
    assert hidden == ["de-hq-a", "de-mg42-a", "de-panzer4-a"]
    assert state(game).boards[1].command == 2


@proves("ability.lay-mines", "token.placement-general")
def test_mines_are_laid_on_a_legal_hex_beside_the_unit():
    """8,11 is water, 7,11 the Strategic Point, 6,12 holds a mortar, 8,13 a gate: only the rest is open."""
    battle = battle_on(field("11 . . . . . . . * ~"))
    put(battle, "us-hq", (1, 14))
    unit = put(battle, "us-engineers", (7, 12))
    put(battle, "us-mortar", (6, 12))
    battle.gates = ((hexes((7, 13))[0], 0),)
    game = play(activate(battle, unit), "lay-mines")
    assert ends(game) == {(6, 11), (8, 12), (6, 13)}
    for place, why in (((7, 12), "holds a figure"), ((7, 11), "Strategic Point"), ((7, 13), "already holds a token")):
        with pytest.raises(Refused, match=why):
            game.answer([list(place)])
    play(game, [[6, 11]])
    assert state(game).mines == ((hexes((6, 11))[0], 0),)
    assert state(game).boards[0].command == 2


@proves("ability.lay-mines")
def test_veteran_pioneers_lay_up_to_two_minefields_with_one_action():
    battle = battle_on()
    put(battle, "de-hq", (7, 0))
    unit = put(battle, "de-pioneers", (7, 5), (8, 5), veteran=True)
    game = play(activate(battle, unit), "lay-mines", [[7, 6]], "yes", [[8, 6]])
    assert len(state(game).mines) == 2
    assert state(game).boards[1].command == 2
    battle = battle_on()
    put(battle, "de-hq", (7, 0))
    unit = put(battle, "de-pioneers", (7, 5), (8, 5), veteran=True)
    game = play(activate(battle, unit), "lay-mines", [[7, 6]], "no")
    assert len(state(game).mines) == 1


@proves("components.effect-token-limits", "ability.lay-mines")
def test_no_mines_are_laid_once_the_pool_is_empty():
    battle = battle_on()
    put(battle, "us-hq", (1, 14))
    battle.mines = tuple((hex, 1) for hex in range(9))
    game = activate(battle, put(battle, "us-engineers", (7, 12), (8, 12)))
    assert "no Minefield token is left" in why_not(game, "lay-mines")


@proves("ability.emplace-gate", "token.belgian-gate")
def test_a_belgian_gate_gives_cover_and_bars_vehicles_but_nobody_on_foot():
    battle = battle_on()
    unit = put(battle, "de-pioneers", (7, 5), (8, 5))
    game = play(activate(battle, unit), "emplace-gate", [[7, 6]])
    battle = state(game)
    assert battle.gates == ((hexes((7, 6))[0], 1),)
    tank = put(battle, "us-sherman", (7, 8))
    moving = play(activate(battle, tank), "move")
    assert (7, 6) not in ends(moving)
    with pytest.raises(Refused, match="a Belgian Gate bars hex 7,6 to vehicles") as refusal:
        moving.answer([[7, 6]])
    assert refusal.value.clause == "token.belgian-gate"
    walker = put(battle, "us-hq", (6, 7))
    assert (7, 6) in ends(play(activate(battle, walker), "move"))
    target = put(battle, "de-hq", (7, 6))
    attack = tank.face.attacks[0]
    _, pairs = take_aim(battle, tank.places(), attack, target)
    assert protection(battle, tank, attack, target, pairs[0]).cover == 1


@proves("token.belgian-gate")
def test_a_gate_in_a_covering_hex_gives_no_more_cover():
    battle = battle_on(field("7 . . . . . . . b"))
    battle.gates = ((hexes((7, 7))[0], 1),)
    tank, target = put(battle, "us-sherman", (7, 10)), put(battle, "de-hq", (7, 7))
    attack = tank.face.attacks[0]
    assert protection(battle, tank, attack, target, take_aim(battle, tank.places(), attack, target)[1][0]).cover == 1


@proves("ability.emplace-flak88", "token.flak88-use")
def test_a_flak_88_is_emplaced_near_the_hq_and_served_by_a_figure_on_foot_in_its_hex():
    """2 Command + 1 point within 3 hexes; then 2 points, AP 3, range 2-10, 2 red dice for the figure in that hex only."""
    battle = battle_on()
    boss = put(battle, "de-hq", (7, 3), veteran=True)
    game = play(activate(battle, boss), "emplace-flak-88")
    assert (7, 6) in ends(game)
    assert (7, 7) not in ends(game)
    play(game, [[7, 5]])
    assert state(game).boards[1].command == 1
    battle = state(game)
    crew = put(battle, "de-grenadiers", (7, 5), (7, 6))
    target = put(battle, "us-sherman", (7, 13))
    game = activate(battle, crew)
    assert "attack flak-88 us-sherman-a" in keys(game)
    play(game, "attack flak-88 us-sherman-a", dice="attack-red burst+burst dash+plus")
    assert the(game, target.key).damage == 4
    battle = state(game)
    battle.phase = "activation"
    other = put(battle, "de-mg42", (9, 5), (9, 6))
    assert not [key for key in option_keys(activate(battle, other)) if "flak" in key]
    near = put(battle, "us-hq", (7, 4))
    assert "attack flak-88 us-hq-a" not in option_keys(activate(battle, battle.units[crew.key])), near.title


@proves("ability.time-on-target", "kw.reroll")
def test_time_on_target_fires_the_howitzer_with_reroll_three():
    battle = battle_on()
    put(battle, "us-hq", (1, 14))
    gun = put(battle, "us-howitzer", (7, 12), veteran=True)
    target = put(battle, "de-panzer4", (7, 5))
    battle.bag = (1, 0)
    dice = "attack-black blank / attack-red blank / reroll-black burst / reroll-red burst / token usa"
    game = play(activate(battle, gun), f"time-on-target {target.key}", {"black blank": 1, "red blank": 1}, dice=dice)
    assert the(game, target.key).damage == 2
    assert the(game, target.key).pins == 1
    assert state(game).boards[0].command == 2
    assert state(game).activation is None, "it costs both points"


@proves("ability.ammo-drop")
def test_ammo_drop_removes_a_pin_token_from_another_unit_beside_it():
    battle = battle_on()
    unit = put(battle, "us-halftrack", (7, 12), veteran=True, pins=1)
    put(battle, "us-riflemen", (8, 12), (9, 12), pins=1)
    put(battle, "us-mortar", (4, 12), pins=1)
    game = activate(battle, unit)
    assert [key for key in keys(game) if key.startswith("ammo")] == ["ammo-drop us-riflemen-a"]
    play(game, "ammo-drop us-riflemen-a")
    assert the(game, "us-riflemen-a").pins == 0


@proves("token.demolition")
def test_demolition_removes_any_token_in_or_beside_its_hexes_without_setting_it_off():
    battle = battle_on()
    unit = put(battle, "us-engineers", (7, 12), (8, 12))
    battle.mines = ((hexes((7, 11))[0], 1), (hexes((1, 1))[0], 1))
    battle.gates = ((hexes((9, 12))[0], 1),)
    battle.flaks = ((hexes((8, 13))[0], 0),)
    game = activate(battle, unit)
    offered = [key for key in keys(game) if key.startswith("demolition")]
    assert offered == ["demolition minefield 7,11", "demolition belgian-gate 9,12", "demolition flak-88 8,13"]
    play(game, "demolition minefield 7,11")
    assert state(game).mines == ((hexes((1, 1))[0], 1),)
    assert the(game, unit.key).pins == 0
    assert state(game).two_sided_left() == 8


@proves("ability.camouflage", "innate.always-on")
def test_camouflage_hides_a_unit_before_it_has_ever_acted():
    battle = battle_on()
    assert battle.is_hidden(put(battle, "us-sniper", (7, 10), (8, 10)))
    assert not battle.is_hidden(put(battle, "de-pak40", (7, 1)))
    assert battle.is_hidden(put(battle, "de-pak40", (9, 1), veteran=True))


@proves("ability.side-skirts")
def test_side_skirts_take_one_off_armor_penetration_but_not_off_the_range_one_reduction():
    battle = battle_on()
    shooter = put(battle, "us-sherman", (7, 10))
    target = put(battle, "de-panzer4", (7, 7), veteran=True)
    attack = shooter.face.attacks[0]
    assert attack.armor_penetration == 2
    pair = take_aim(battle, shooter.places(), attack, target)[1][0]
    assert protection(battle, shooter, attack, target, pair).armor == 3 - 1
    target.hexes = tuple(hexes((7, 9)))
    pair = take_aim(battle, shooter.places(), attack, target)[1][0]
    assert protection(battle, shooter, attack, target, pair).armor == 3 - 1 - 1
    machine_gun = shooter.face.attacks[2]
    assert protection(battle, shooter, machine_gun, target, pair).armor == 3 - 1


def test_every_ability_and_keyword_of_the_rules_is_on_some_card():
    printed = {
        ability.key
        for card in content().cards.values()
        for side in (card.normal, card.veteran)
        for ability in side.abilities
    }
    assert printed == {*ACTIONS, "paratroop", "steadfast", "camouflage", "recon", "side-skirts"}
    words = {
        word.split(" ")[0]
        for card in content().cards.values()
        for side in (card.normal, card.veteran)
        for attack in side.attacks
        for word in attack.keywords
    }
    assert words == {"Blast", "Indirect", "AP", "Pinning", "Precise", "Reroll", "Ignores"}


@proves("ability.range")
def test_the_distance_of_an_ability_is_that_of_the_nearest_figures_and_one_more_is_too_far():
    """Steady reaches 3 hexes: the second figure of the pinned unit stands 3 away, then 4."""
    for away, reached in ((3, True), (4, False)):
        battle = battle_on()
        boss = put(battle, "us-hq", (7, 14))
        put(battle, "us-mg", (6, 13), pins=1)
        unit = put(battle, "us-riflemen", (7, 14 - away - 1), (7, 14 - away), pins=1)
        game = activate(battle, boss)
        assert (f"steady {unit.key}" in keys(game)) is reached
        if not reached:
            assert why_not(game, f"steady {unit.key}") == "4 hexes away, it reaches 3 [ability.range]"


@proves("ability.range", "ability.move-out", "ability.friendly-only")
def test_who_moves_others_out_is_listed_itself_with_the_reason_and_no_enemy_is_listed_at_all():
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12))
    put(battle, "us-mg", (6, 12), (6, 13))
    put(battle, "de-hq", (8, 12))
    game = activate(battle, boss)
    assert why_not(game, "move-out us-hq-a") == "it helps others only [ability.move-out]"
    assert not [key for key in option_keys(game) if key.startswith("move-out de-")]


@proves("command-action.cost")
@pytest.mark.parametrize(("command", "offered"), [(0, False), (1, True)])
def test_a_command_action_takes_its_last_point_of_command(command, offered):
    battle = battle_on()
    boss = put(battle, "us-hq", (7, 12))
    put(battle, "us-mortar", (4, 12))
    battle.boards[0].command = command
    game = activate(battle, boss)
    assert ("move-out us-mortar-a" in keys(game)) is offered
    if offered:
        play(game, "move-out us-mortar-a", [[4, 11]])
        assert state(game).boards[0].command == 0
    else:
        assert why_not(game, "move-out") == "costs 1 Command; 0 left [command-action.cost]"
