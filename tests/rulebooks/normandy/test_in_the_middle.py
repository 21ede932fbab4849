"""Something happens in the middle of something else: whoever falls, is pinned or runs out while an action, a landing, an airstrike or a
plan is still going on. Each outcome was worked out from the book first.
"""

from __future__ import annotations

import pytest

from tests.rulebooks.normandy.positions import Drawn, drawn, ends
from vanguard.core.questions import Choose, Split
from vanguard.rulebooks.normandy import rulebook
from vanguard.testing.proves import proves_for

proves = proves_for("normandy")


def figures(position: Drawn, key: str) -> list[tuple[int, int]]:
    """Where the figures of a unit stand."""
    return [(hex % 15, hex // 15) for hex in position[key].places()]


def standing(position: Drawn) -> set[str]:
    return set(position.battle.units)


# -- nothing is asked that can change nothing -----------------------------------------------------------------------------


@proves("kw.reroll", "protection.three-immune", "kw.pinning")
@pytest.mark.parametrize(
    ("attacker", "attack", "target", "dice"),
    [
        ("red de-mg42 a 7,8 veteran", "mg42", "blue us-sherman b 7,5", "attack-white plus plus plus"),  # armor 3
        ("red de-mg42 a 7,8 veteran", "mg42", "blue us-riflemen b 6,5 7,5", "attack-white plus plus plus"),  # cover 2
    ],
)
def test_no_reroll_is_offered_against_what_stops_every_face(attacker: str, attack: str, target: str, dice: str) -> None:
    """White dice show dashes and pluses: from protection 2 on none of them counts, the Pin token does."""
    position = drawn(f"""
        {attacker}
        {target}
        ground w 6,7 7,7 6,6 7,6 8,6 6,5 7,5
        active a
    """)
    position.play(f"attack {attack} {position['b'].key}", dice=dice)
    assert position["b"].pins == 1
    assert position["b"].damage == 0


@proves("kw.reroll", "underdog.card.hold-the-line")
def test_a_reroll_is_offered_while_one_color_of_the_pool_can_still_do_harm() -> None:
    """Rangers beside each other at range 2: the white dice come to nothing in cover 2, a burst of the black ones does not."""
    position = drawn("""
        blue us-rangers    a 7,8
        red  de-grenadiers b 6,6
        ground w 6,7 6,6
        active a
    """)
    position.play("attack assault-weapons de-grenadiers-a", dice="attack-white plus / attack-black plus")
    assert isinstance(position.asked, Split)
    position.play({"black plus": 1}, dice="reroll-black burst")
    assert position["b"].damage == 1


@proves("attack.tie-attacker-chooses", "hidden.with-protection")
def test_of_two_figures_of_a_hidden_unit_one_in_cover_1_nobody_asks_which() -> None:
    """Hidden takes the dashes anyway, and cover 1 takes nothing else."""
    position = drawn("""
        blue us-riflemen   a 7,8
        red  de-grenadiers b 6,6 7,6 hidden=smoke
        ground w 6,6
        active a
    """)
    position.play("attack garands de-grenadiers-a", dice="attack-white plus dash")
    assert position["b"].damage == 1


@proves("attack.tie-attacker-chooses", "protection.matrix")
@pytest.mark.parametrize(("card", "attack", "asked"), [("us-riflemen", "garands", False), ("us-sniper", "", True)])
def test_cover_2_or_3_is_no_choice_for_white_dice_and_one_for_black_ones(card: str, attack: str, asked: bool) -> None:
    """A pair a mine has parted, three hexes off: three covering hexes on the way to one man, two to the other."""
    position = drawn(f"""
        blue {card}        a 7,9
        red  de-grenadiers b 6,6 9,6
        ground w 7,8 6,7 6,6 8,8 8,7
        active a
    """)
    [option] = [key for key in position.keys if key.startswith(f"attack {attack}")]
    position.play(option, dice="" if asked else "attack-white plus")
    assert (position.clause == "attack.tie-attacker-chooses") is asked


# -- mines in the middle of a landing, a transport, a move ----------------------------------------------------------------


@proves("ability.paratroop-placement", "token.minefield-trigger", "ability.paratroop-landing")
def test_airborne_that_land_on_two_mines_set_off_both_and_roll_for_whoever_is_left() -> None:
    """Health 3: dash-plus and plus are 3, the man on the second mine is taken away; it goes off all the same; one die lands."""
    position = drawn("""
        blue us-airborne a
        red  de-hq       b 1,1
        minefield red 7,5 8,5
        active a
    """)
    dice = "attack-black dash+plus plus / attack-black blank dash / landing blank"
    position.play("paratroop", [[7, 5]], [[8, 5]], "us-airborne-a.2", dice=dice)
    assert figures(position, "a") == [(7, 5)]
    assert (position["a"].damage, position["a"].pins) == (1, 3)
    assert position.battle.mines == ()
    assert position.battle.activation is not None and position.battle.activation.points == 1


@proves("ap.destroyed-mid-activation", "ability.paratroop-landing", "activation.dead-token")
def test_airborne_destroyed_by_the_mine_they_land_on_roll_for_no_landing_and_leave_the_second_mine() -> None:
    """burst-burst does not exist on black: with 3 damage on a unit of one man's worth (damage 2), 4 are needed: dash-plus twice."""
    position = drawn("""
        blue us-airborne a damage=2
        blue us-hq       h 7,13 activated
        red  de-hq       b 1,1
        minefield red 7,5 8,5
        bag 1 0
        active a
    """)
    position.play("paratroop", [[7, 5]], [[8, 5]], dice="attack-black dash+plus dash+plus / token usa")
    assert standing(position) == {"us-hq-a", "de-hq-a"}
    assert len(position.battle.mines) == 1
    assert position.battle.round == 2


CAUSEWAY = " ".join([f"{column},14" for column in range(15) if column != 7])
"""Water everywhere on the southern backline but for one hex."""


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


@proves("ap.destroyed-mid-activation", "token.minefield-trigger")
def test_a_unit_destroyed_under_its_first_man_sends_no_second_one() -> None:
    position = drawn("""
        blue us-riflemen a damage=2
        red  de-hq       e 7,1
        minefield red 7,14 8,14
        active a
    """)
    position.play("deploy", [[7, 14]], dice="attack-black dash+plus dash+plus")
    assert standing(position) == {"de-hq-a"}
    assert len(position.battle.mines) == 1
    assert position.battle.round == 2


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


@proves("ability.move-out", "ap.destroyed-mid-activation", "activation.tokens-not-removed")
def test_whoever_dies_on_an_ordered_move_ends_nobody_elses_activation_and_leaves_its_token() -> None:
    position = drawn("""
        blue us-hq     h 7,12
        blue us-mortar m 7,10 damage=2
        minefield red 7,9
        bag 1 0
        active h
    """)
    position.play("move-out us-mortar-a", [[7, 9]], dice="attack-black dash+plus dash+plus")
    assert standing(position) == {"us-hq-a"}
    assert position.battle.activation is not None and position.battle.activation.points == 1
    assert position.why_not("move-out") == "already used in this activation [command-action.once-per-activation]"
    position.play("pass", dice="token usa")
    assert position.battle.round == 2


@proves("token.flak88-capture", "token.minefield-resolution")
def test_a_man_at_the_flak_who_falls_for_his_comrades_mine_takes_it_not() -> None:
    """He is not there any more when the Move action ends."""
    position = drawn("""
        blue us-riflemen a 7,10 8,10
        flak red 7,9
        minefield red 8,9
        active a
    """)
    dice = "attack-black dash+plus plus"
    position.play("move", [[7, 9]], [[8, 9]], "us-riflemen-a.1", dice=dice)
    assert figures(position, "a") == [(8, 9)]
    assert len(position.battle.flaks) == 1


@proves("pin.ap-fixed-at-start", "control.pinned-test", "token.minefield-resolution")
def test_who_is_pinned_on_the_way_to_a_point_acts_on_and_is_tested_when_the_sector_is_counted() -> None:
    position = drawn("""
        blue us-mortar m 7,9
        ground * 7,7
        minefield red 7,8
        active m
    """)
    position.play("move", [[7, 8]], dice="attack-black blank blank")
    assert position["m"].pins == 1
    position.play("move", [[7, 7]], dice="pinning plus")
    assert position.battle.control[4] == -1
    assert position.battle.round == 2


@proves("end.no-elimination", "activation.dead-token", "ap.destroyed-mid-activation")
def test_a_side_whose_last_unit_dies_in_its_own_move_goes_on_with_the_next_round() -> None:
    position = drawn("""
        blue us-hq h 7,10 damage=3
        red  de-hq e 1,1 activated
        minefield red 7,9
        bag 2 1
        active h
    """)
    dice = "attack-black plus blank / token usa / token germany / token usa"
    position.play("move", [[7, 9]], dice=dice)
    assert standing(position) == {"de-hq-a"}
    assert (position.battle.round, position.battle.phase) == (2, "recruit")
    position.play({"us-hq": 1}, {})
    assert "us-hq-a" in standing(position)


# -- airstrikes -----------------------------------------------------------------------------------------------------------


@proves("token.airstrike-resolve", "damage.remove-figure")
def test_a_second_airstrike_finds_only_whoever_the_first_has_left_there() -> None:
    """The owner gives up the man under both: his comrade stands outside the second one."""
    position = drawn("""
        red  de-grenadiers b 7,7 8,7
        red  de-hq         e 1,1
        airstrike blue 8,7 6,7
        active e points=1
    """)
    position.play("pass", "de-grenadiers-a.1", dice="attack-black dash+plus plus")
    assert figures(position, "b") == [(8, 7)]
    assert position["b"].pins == 1
    assert position.battle.round == 2


@proves("token.airstrike-resolve", "control.capture", "damage.hq-destroyed", "transport.hq-needed")
def test_an_hq_that_an_airstrike_takes_off_a_point_takes_no_sector_and_leaves_no_transport() -> None:
    position = drawn("""
        blue us-hq h 7,7 damage=2
        red  de-hq e 1,1
        ground * 7,7
        airstrike blue 7,7
        active e points=1
    """)
    position.play("pass", dice="attack-black plus plus")
    assert standing(position) == {"de-hq-a"}
    assert position.battle.control[4] == -1
    position.play({"us-riflemen": 1}, {}, {}, {}, dice="token usa")
    position.play("us-riflemen-a")
    assert position.why_not("transport") == "the HQ is not on the battlefield [transport.hq-needed]"


# -- in the middle of an attack -------------------------------------------------------------------------------------------


@proves("token.flak88-use", "damage.remove-figure")
@pytest.mark.parametrize(("falls", "fires"), [(1, False), (2, True)])
def test_when_the_man_at_the_flak_falls_his_comrade_beside_it_does_not_fire_it(falls: int, fires: bool) -> None:
    position = drawn("""
        blue us-riflemen   a 7,9
        red  de-grenadiers b 7,7 8,7 damage=2
        flak red 7,7
        bag 0 1
        active a points=1
    """)
    dice = "attack-white plus blank / token germany"
    position.play("attack garands de-grenadiers-a", f"de-grenadiers-a.{falls}", "de-grenadiers-a", dice=dice)
    assert ("attack flak-88 us-riflemen-a" in position.keys) is fires


@proves("damage.destroyed-loses-tokens", "token.sandbag", "components.effect-token-limits")
def test_the_sandbags_of_a_unit_that_fell_can_be_laid_again_at_once() -> None:
    """Nine tokens: eight mines and the dead man's sandbag; his killer digs in with it."""
    position = drawn("""
        blue us-riflemen   a 7,8 8,8 veteran
        red  de-grenadiers b 7,7 damage=2 hidden=sandbag
        minefield blue 0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0
        active a
    """)
    assert "no Sandbag token is left" in position.why_not("dig-in")
    position.play("attack garands de-grenadiers-a", {}, dice="attack-white plus blank blank blank")
    assert position["a"].hidden == ""
    position.play("dig-in us-riflemen-a")
    assert position["a"].hidden == "sandbag"


@proves("ability.lay-mines", "components.effect-token-limits")
def test_veteran_pioneers_with_the_last_token_are_not_asked_for_a_second_mine() -> None:
    position = drawn("""
        red de-hq       h 7,1
        red de-pioneers p 7,7 8,7 veteran
        minefield red 0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0
        active p
    """)
    position.play("lay-mines", [[7, 8]])
    assert isinstance(position.asked, Choose)
    assert "pass" in position.keys
    assert position.battle.two_sided_left() == 0


@proves("command-action.once-per-activation")
def test_two_units_of_one_card_each_have_their_own_barrage() -> None:
    position = drawn("""
        red de-hq          h 7,1
        red de-nebelwerfer n 7,3 veteran
        red de-nebelwerfer o 9,3 veteran
        bag 0 1
        active n
    """)
    position.play("smoke-barrage", "de-nebelwerfer-a", "done", "pass", dice="token germany")
    position.play("de-nebelwerfer-b", "smoke-barrage", "de-nebelwerfer-b", "done")
    assert (position["n"].hidden, position["o"].hidden, position["h"].hidden) == ("smoke", "smoke", "")
    assert position.battle.boards[1].command == 1


# -- Underdog abilities that would come to nothing ------------------------------------------------------------------------


def held_by_red(position: Drawn, sectors: tuple[int, ...]) -> Drawn:
    """The same position asked anew, with these sectors red and all others blue."""
    battle = position.battle.copy()
    battle.control = tuple([1 if sector in sectors else 0 for sector in range(9)])
    return Drawn(battle, position.named)


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


# -- what the table shows meanwhile ---------------------------------------------------------------------------------------


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


@proves("token.flak88-use")
@pytest.mark.parametrize(("crew", "threats"), [("5,5 5,4", 1), ("5,4", 0)])
def test_the_risk_at_a_hex_counts_the_flak_of_whoever_serves_it(crew: str, threats: int) -> None:
    """Eight hexes away from Grenadiers, whose rifles and bursts reach four."""
    position = drawn(f"""
        blue us-hq         h 7,13
        red  de-grenadiers b {crew}
        flak red 5,5
    """)
    assert len(rulebook.threats(position.battle, "us-hq-a", (7, 13))) == threats
