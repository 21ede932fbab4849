"""The traps at the end of the catalogue, one test each: what is easily got wrong."""

from __future__ import annotations

import pytest

from tests.rulebooks.normandy.positions import (
    Cell,
    activate,
    answered,
    at,
    battle_on,
    ends,
    field,
    hexes,
    places,
    put,
    state,
    the,
)
from tests.rulebooks.normandy.test_activation import board_of
from tests.rulebooks.normandy.test_attacks import shoot, weapon
from tests.rulebooks.normandy.test_planning import planning
from tests.rulebooks.normandy.test_scoring import STARS, scoring
from tests.rulebooks.normandy.test_underdog import holding, to_activation
from vanguard.core.clauses import load_catalogue
from vanguard.core.game import Game
from vanguard.core.questions import Draw, Split, Together
from vanguard.core.refusals import Refused
from vanguard.rulebooks.normandy.ground import DISTANCE
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import asked, keys, play, why_not

proves = proves_for("normandy")


def points(game: Game) -> int:
    """Action points left to the unit that is acting."""
    now = state(game).activation
    assert now is not None, "nobody is acting"
    return now.points


def damage_of(game: Game, attack: str, target: str, dice: str) -> int:
    """The damage tokens on the target after this attack."""
    return the(play(game, f"attack {attack} {target}", dice=dice), target).damage


def test_every_trap_of_the_catalogue_has_its_test_here():
    traps = load_catalogue("normandy").notes["traps"]
    numbers = sorted(name.split("_")[2] for name in globals() if name.startswith("test_trap_"))
    assert len(traps) == 25
    assert numbers == [f"{number:02}" for number in range(1, len(traps) + 1)]


@proves("attack.profile", "armor.ap-reduces", "kw.ap", "ap.cost-must-be-covered")
def test_trap_01_a_bazooka_pierces_two_armor_for_one_action_point_and_a_two_point_machine_gun_pierces_none():
    battle = battle_on()
    bazooka = put(battle, "us-bazooka", (7, 10))
    put(battle, "de-panzer4", (7, 8))
    game = activate(battle, bazooka)
    assert damage_of(game, "bazooka", "de-panzer4-a", "attack-red plus+plus") == 2, "armor 3 - 2: pluses stay"
    assert points(game) == 1
    battle = battle_on()
    gun = put(battle, "us-mg", (7, 10))
    put(battle, "de-halftrack", (7, 8))
    assert "costs 2 action points; 1 left" in why_not(activate(battle, gun, 1), "attack m1919")
    game = activate(battle, gun, 3)
    assert damage_of(game, "m1919", "de-halftrack-a", "attack-white dash dash plus") == 1, "armor 1 removes the dashes"
    assert points(game) == 1


def pinned(card: str, pins: int, **changes: bool) -> Game:
    """The draw of the first of two tokens: a pinned unit and the HQ have not acted."""
    battle = battle_on()
    put(battle, card, (7, 10), pins=pins, **changes)
    put(battle, "us-hq", (1, 14))
    battle.bag = (2, 0)
    return at(battle)


@proves("rally.roll", "rally.minimum-one", "rally.no-pinning-test", "rally.ends-activation")
@pytest.mark.parametrize(("faces", "left"), [("blank dash plus blank", 1), ("blank blank blank blank", 3)])
def test_trap_02_a_rally_removes_one_more_than_its_symbols_without_a_test_and_uses_the_activation(
    faces: str, left: int
):
    game = play(pinned("us-riflemen", 4), "rally us-riflemen-a", dice=f"token usa / rally {faces} / token usa")
    assert the(game, "us-riflemen-a").pins == left
    assert keys(game) == ["us-hq-a"]


@proves("pin.ap-minus-one", "pin.test-dice", "pin.test-keeps-tokens")
def test_trap_03_three_pin_tokens_cost_one_point_in_all_and_are_three_dice_that_remove_nothing():
    car = "us-greyhound-a"
    passed = play(pinned("us-greyhound", 3, veteran=True), car, dice="token usa / pinning blank dash blank")
    assert points(passed) == 3 - 1
    assert the(passed, car).pins == 3
    failed = play(pinned("us-greyhound", 3), car, dice="token usa / pinning blank plus blank / token usa")
    assert the(failed, car).pins == 3


@proves("pin.test-pass", "pin.test-fail", "rally.roll")
def test_trap_04_dashes_pass_a_pinning_test_but_count_in_a_rally_and_one_plus_fails_the_test():
    unit = "us-riflemen-a"
    tested = play(pinned("us-riflemen", 3), unit, dice="token usa / pinning dash dash dash")
    assert points(tested) == 1
    rallied = play(pinned("us-riflemen", 3), f"rally {unit}", dice="token usa / rally dash dash blank / token usa")
    assert the(rallied, unit).pins == 0
    failed = play(pinned("us-riflemen", 3), unit, dice="token usa / pinning blank blank plus / token usa")
    assert keys(failed) == ["us-hq-a"], "its activation is over"


BOCAGE = "8 . . . . . . . b"
HILL = f"{BOCAGE}\n10 . . . . . . . h"
HEDGES = "7 . . . . . . . b\n8 . . . . . . . b\n9 . . . . . . . b"


@proves(
    "protection.highest-only", "armor.ap-reduces", "range1.armor", "range1.ignores-cover", "kw.indirect", "feature.hill"
)
@pytest.mark.parametrize(
    ("picture", "shooter", "here", "attack", "target", "there", "dice", "damage"),
    [
        pytest.param(
            BOCAGE, "us-sherman", (7, 10), "75mm-he", "de-puma", (7, 8), "attack-black burst", 1, id="2 and 1 are not 3"
        ),
        pytest.param(
            BOCAGE, "us-sherman", (7, 10), "75mm-ap", "de-puma", (7, 8), "attack-red dash+plus plus+plus", 3,
            id="AP 2 leaves cover 1",
        ),
        pytest.param(
            HILL, "us-sherman", (7, 10), "75mm-he", "de-puma", (7, 8), "attack-black plus", 0,
            id="a hill leaves armor 2",
        ),
        pytest.param(
            HILL, "us-sherman", (7, 10), "75mm-ap", "de-puma", (7, 8), "attack-red dash+plus blank", 2,
            id="AP 2 and a hill leave nothing",
        ),
        pytest.param(
            BOCAGE, "us-sherman", (7, 9), "75mm-ap", "de-panzer4", (7, 8), "attack-red dash+plus blank", 2,
            id="range 1 lowers armor and ignores cover",
        ),
        pytest.param(
            BOCAGE, "us-sherman", (7, 9), "75mm-he", "de-panzer4", (7, 8), "attack-black plus", 0,
            id="range 1 leaves armor 2",
        ),
        pytest.param(
            HEDGES, "us-mortar", (7, 11), "81mm-he", "de-pak40", (7, 7), "attack-black dash+plus", 1,
            id="Indirect leaves armor 1",
        ),
    ],
)  # fmt: skip
def test_trap_05_the_higher_of_armor_and_cover_counts_after_each_has_been_lowered_by_its_own(
    picture: str, shooter: str, here: Cell, attack: str, target: str, there: Cell, dice: str, damage: int
):
    battle = battle_on(field(picture))
    unit, enemy = put(battle, shooter, here), put(battle, target, there)
    assert damage_of(activate(battle, unit), attack, enemy.key, dice) == damage


@proves("hidden.effect", "hidden.with-protection", "range1.hidden-stays", "kw.indirect", "kw.ignores-hidden")
@pytest.mark.parametrize(
    ("picture", "shooter", "here", "attack", "dice", "damage"),
    [
        pytest.param("", "us-sherman", (7, 10), "75mm-ap", "attack-red dash+plus blank", 1, id="AP"),
        pytest.param("", "us-riflemen", (7, 9), "garands", "attack-white dash plus", 1, id="range 1"),
        pytest.param("", "us-mortar", (7, 11), "81mm-he", "attack-black dash+plus", 1, id="Indirect"),
        pytest.param(BOCAGE, "us-riflemen", (7, 10), "garands", "attack-white dash plus", 1, id="with cover 1, not 2"),
        pytest.param("", "us-sniper", (7, 10), "scoped-rifle", "attack-black dash+plus", 2, id="Ignores Hidden"),
    ],
)
def test_trap_06_hidden_is_not_protection_one_and_only_ignores_hidden_removes_it(
    picture: str, shooter: str, here: Cell, attack: str, dice: str, damage: int
):
    battle = battle_on(field(picture))
    unit, enemy = put(battle, shooter, here), put(battle, "de-grenadiers", (7, 8), hidden="smoke")
    assert damage_of(activate(battle, unit), attack, enemy.key, dice) == damage


@proves("protection.symbol-by-symbol", "attack.damage-per-symbol")
@pytest.mark.parametrize(
    ("picture", "face", "damage"),
    [
        ("", "dash+plus", 2),
        (BOCAGE, "dash+plus", 1),
        (BOCAGE, "plus+burst", 2),
        (f"{BOCAGE}\n9 . . . . . . b b", "plus+burst", 1),
        (f"{BOCAGE}\n9 . . . . . . b b", "plus+plus", 0),
    ],
)
def test_trap_07_a_double_face_may_lose_one_symbol_and_keep_the_other(picture: str, face: str, damage: int):
    battle = battle_on(field(picture))
    gun, enemy = put(battle, "us-at-gun", (7, 10)), put(battle, "de-grenadiers", (7, 8))
    assert damage_of(activate(battle, gun), "57mm", enemy.key, f"attack-red {face}") == damage


@proves(
    "attack.range-per-figure", "cover.closest-pair-only", "range1.whole-attack", "feature.hill-reference-figure",
    "attack.reference-pair",
)  # fmt: skip
@pytest.mark.parametrize(
    ("picture", "near", "target", "damage"),
    [
        pytest.param("8 . . . . . . . . b b", (7, 10), "de-hq", 3, id="only the far one fires through"),
        pytest.param("9 . . . . . . b b", (7, 10), "de-hq", 1, id="only the near one fires through"),
        pytest.param(BOCAGE, (7, 9), "de-halftrack", 3, id="one figure beside the target"),
        pytest.param(HILL, (7, 10), "de-hq", 3, id="the near one on a hill"),
        pytest.param(
            "8 . . . . . . . b . . h", (7, 10), "de-hq", 1, id="the far one on a hill"
        ),
    ],
)  # fmt: skip
def test_trap_08_each_figure_has_its_own_bracket_but_the_closest_pair_decides_protection_for_all_dice(
    picture: str, near: Cell, target: str, damage: int
):
    """Garands: 2 white dice from the near figure and 1 from the one at 10,8, three hexes away."""
    battle = battle_on(field(picture))
    unit, enemy = put(battle, "us-riflemen", near, (10, 8)), put(battle, target, (7, 8))
    assert damage_of(activate(battle, unit), "garands", enemy.key, "attack-white dash dash plus") == damage


@proves("attack.reference-pair", "attack.out-of-range-figure", "attack.needs-one-figure")
def test_trap_09_a_figure_inside_the_minimum_range_adds_no_dice_and_makes_no_attack_from_range_one():
    battle = battle_on(field(BOCAGE))
    sniper = put(battle, "us-sniper", (7, 9), (7, 10))
    put(battle, "de-grenadiers", (7, 8))
    game = activate(battle, sniper)
    assert damage_of(game, "scoped-rifle", "de-grenadiers-a", "attack-black dash+plus") == 1, "cover 1 from range 2"
    mortar = put(battle, "us-mortar", (7, 10))
    assert "no enemy unit at range 3 to 7" in why_not(activate(battle, mortar), "attack 81mm-he")


@proves("cover.own-hex", "cover.intervening", "cover.line-definition", "attack.tie-attacker-chooses")
def test_trap_10_the_attackers_hex_never_covers_the_targets_does_and_ties_go_to_the_attacker():
    for picture, there, damage, why in (
        ("10 . . . . . . . w", (7, 7), 1, "a wood around the attacker"),
        ("7 . . . . . . . b", (7, 7), 0, "bocage around the target"),
        ("7 . . . . . . . b\n9 . . . . . . . b", (7, 6), 1, "along hex sides, and one of the two rows is open"),
        ("7 . . . . . . . b\n9 . . . . . . b .", (7, 6), 0, "bocage in each of the two rows"),
    ):
        battle = battle_on(field(picture))
        unit, enemy = put(battle, "us-riflemen", (7, 10)), put(battle, "de-grenadiers", there)
        assert damage_of(activate(battle, unit), "garands", enemy.key, "attack-white dash") == damage, why
    battle = battle_on(field("8 . . . . . . . b ."))
    unit, enemy = put(battle, "us-hq", (7, 10)), put(battle, "de-grenadiers", (7, 8), (8, 8))
    tied = play(activate(battle, unit), f"attack carbines {enemy.key}")
    assert asked(tied).player == 0, "of two equally close figures the attacker may take the one in the open"
    assert the(play(tied, "7,10>8,8", dice="attack-white dash dash"), enemy.key).damage == 2


@proves("kw.blast", "kw.blast-counts-all", "kw.reroll-whole-pool")
def test_trap_11_blast_counts_the_figures_before_casualties_for_each_attacker_and_reroll_is_for_the_whole_pool():
    battle = battle_on()
    mortar = put(battle, "us-mortar", (7, 11), veteran=True)
    enemy = put(battle, "de-grenadiers", (7, 7), (8, 7), damage=2)
    game = play(activate(battle, mortar), f"attack 81mm-he {enemy.key}", dice="attack-black plus blank")
    question = asked(game)
    assert isinstance(question, Split)
    assert question.total == 1, "not one for each of the two figures"
    play(game, {"black blank": 1}, f"{enemy.key}.1", dice="reroll-black plus")
    assert (len(places(game, enemy.key)), the(game, enemy.key).damage) == (1, 1), "the first plus removed no die"
    battle = battle_on()
    pair = put(battle, "us-riflemen", (6, 10), (8, 10))
    enemy = put(battle, "de-grenadiers", (7, 8), (7, 7))
    four = "attack-black plus blank blank blank"
    hit = shoot(battle, pair, weapon("Blast", "Reroll 1", dice=(0, 1, 0)), enemy, [{}], four)
    assert hit is not None
    assert hit.damage == 1


@proves("kw.precise", "kw.precise-excess-lost", "damage.tokens-kept")
def test_trap_12_precise_discards_old_tokens_too_once_a_figure_is_removed():
    """1 token and 2 damage on Health 2: 1 would remain, and does after an attack that is not Precise."""
    for shooter, attack, face, left in (
        ("us-sniper", "scoped-rifle", "plus+plus", 0),
        ("us-at-gun", "57mm", "plus+plus", 1),
    ):
        battle = battle_on()
        unit = put(battle, shooter, (7, 10), veteran=shooter == "us-sniper")
        enemy = put(battle, "de-mg42", (7, 8), (8, 8), damage=1)
        game = play(activate(battle, unit), f"attack {attack} {enemy.key}", f"{enemy.key}.1", dice=f"attack-red {face}")
        assert (len(places(game, enemy.key)), the(game, enemy.key).damage) == (1, left)
    battle = battle_on()
    unit = put(battle, "us-sniper", (7, 10), (8, 10), veteran=True)
    enemy = put(battle, "de-mg42", (7, 8), (8, 8), damage=1)
    dice = "attack-red burst+burst burst+burst"
    game = play(activate(battle, unit), f"attack scoped-rifle {enemy.key}", f"{enemy.key}.1", dice=dice)
    assert places(game, enemy.key) == [(8, 8)], "4 damage and a token would be enough for both"


@proves("damage.remove-figure", "control.capture")
def test_trap_13_the_owner_keeps_the_figure_on_the_strategic_point_and_takes_the_sector():
    battle = battle_on(field(STARS))
    unit = put(battle, "us-riflemen", (7, 9), (8, 9))
    enemy = put(battle, "de-grenadiers", (7, 7), (7, 6))
    dice = "attack-white dash dash plus blank"
    game = play(activate(battle, unit, 1), f"attack garands {enemy.key}", dice=dice)
    assert asked(game).player == 1
    assert keys(game) == [f"{enemy.key}.1", f"{enemy.key}.2"]
    play(game, f"{enemy.key}.2")
    assert places(game, enemy.key) == [(7, 7)], "though the attackers are closer to it"
    assert state(game).control[4] == 1


@proves("hidden.lost-on-move", "hidden.innate-stays", "hidden.fortification-stays", "ability.move-out")
@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize(
    ("card", "ground", "still_hidden"),
    [("us-mortar", "", False), ("us-sniper", "", True), ("us-mortar", "9 . . . . . . . T\n10 . . . . . . . T", True)],
)
def test_trap_14_any_move_loses_hidden_from_tokens_but_neither_camouflage_nor_a_trench(
    ordered: bool, card: str, ground: str, still_hidden: bool
):
    battle = battle_on(field(ground))
    unit = put(battle, card, (7, 10), hidden="smoke")
    boss = put(battle, "us-hq", (7, 12))
    if ordered:
        game = play(activate(battle, boss), f"move-out {unit.key}", [[7, 9]])
    else:
        game = play(activate(battle, unit), "move", [[7, 9]])
    assert places(game, unit.key) == [(7, 9)]
    assert the(game, unit.key).hidden == ""
    assert state(game).is_hidden(the(game, unit.key)) is still_hidden


@proves("setup.hq-on-board", "command.promotion-without-hq", "transport.hq-needed", "command-action.hq-deployed")
def test_trap_15_until_the_hq_has_deployed_others_have_no_transports_and_command_actions_but_promotions():
    battle = battle_on()
    boss, engineers = put(battle, "us-hq"), put(battle, "us-engineers", (1, 13), (2, 13))
    put(battle, "us-riflemen")
    put(battle, "us-riflemen")
    battle.boards[0].requisition = 4
    battle.phase = "promote"
    game = answered(at(battle), {engineers.key: 1}, ["usa"], engineers.key)
    assert the(game, engineers.key).veteran
    assert "the HQ is not on the battlefield" in why_not(game, "lay-mines")
    answered(game, "pass", ["usa"], "us-riflemen-a")
    assert "the HQ is not on the battlefield" in why_not(game, "transport")
    answered(game, "deploy", [[13, 14]], [[14, 14]], "pass", ["usa"], boss.key, "transport", [[7, 9]])
    assert places(game, boss.key) == [(7, 9)]
    answered(game, ["usa"], "us-riflemen-b", "transport", [[3, 9]], [[4, 9]])
    assert places(game, "us-riflemen-b") == [(3, 9), (4, 9)]


@proves("deploy.is-move-action", "deploy.backline", "transport.six-hexes")
@pytest.mark.parametrize(
    ("card", "way", "last_row"),
    [("us-mortar", "deploy", 14), ("us-halftrack", "deploy", 11), ("us-hq", "transport", 9)],
)
def test_trap_16_the_backline_hex_is_the_first_of_the_move_value_and_of_the_six_of_a_transport(
    card: str, way: str, last_row: int
):
    battle = battle_on()
    game = play(activate(battle, put(battle, card)), way)
    assert min(row for _, row in ends(game)) == last_row
    with pytest.raises(Refused, match=f"7,{last_row - 1} is {15 - last_row + 1} away"):
        game.answer([[7, last_row - 1]])


@proves("transport.no-more-actions", "transport.ends-activation", "ability.paratroop-placement", "ability.move-out")
def test_trap_17_nobody_moves_a_unit_that_came_by_transport_or_paratroop_this_round_but_the_landed_may_shoot():
    battle = battle_on()
    boss, rifles, airborne = put(battle, "us-hq", (7, 12)), put(battle, "us-riflemen"), put(battle, "us-airborne")
    put(battle, "us-mg", (6, 12), (6, 13))
    put(battle, "de-hq", (9, 7))
    battle.bag = (4, 0)
    game = answered(at(battle), ["usa"], rifles.key, "transport", [[7, 10]], [[8, 10]])
    assert state(game).activation is None
    answered(game, ["usa"], airborne.key, "paratroop", [[7, 9]], [[8, 9]], ["plus", "plus"])
    assert "landed by Paratroop" in why_not(game, "move")
    answered(game, "attack thompsons de-hq-a", ["blank"] * 4, ["usa"], boss.key)
    assert [key for key in keys(game) if key.startswith("move-out")] == ["move-out us-mg-a"]
    answered(game, "pass", ["usa"], "us-mg-a", "pass")
    answered(to_activation(game), ["usa"], boss.key)
    moved = [key for key in keys(game) if key.startswith("move-out")]
    assert moved == ["move-out us-riflemen-a", "move-out us-airborne-a", "move-out us-mg-a"], "a round later it is over"


@proves(
    "activation.tokens-not-removed", "activation.dead-token", "activation.fewer-tokens-than-units",
    "activation.fill-bag-modifiers", "components.faction-tokens-limit",
)  # fmt: skip
def test_trap_18_tokens_outlive_their_units_too_few_kill_the_undeployed_and_limits_come_after_the_sum():
    battle = battle_on()
    rifles = put(battle, "us-riflemen", (7, 10))
    put(battle, "de-hq", (7, 0))
    put(battle, "de-mg42", (7, 8))
    battle.phase = "muster"
    game = answered(at(battle), ["usa"], rifles.key, "attack garands de-mg42-a", ["plus", "plus"], "pass")
    assert "de-mg42-a" not in state(game).units
    assert state(game).bag == (0, 2)
    answered(game, ["germany"], "de-hq-a", "pass")
    assert isinstance(game.question, Draw), "the second token is still to be drawn"
    answered(game, ["germany"])
    assert "token-discarded" in [event.key for event in game.events]
    assert state(game).round == 2
    windy = battle_on()
    windy.weather, windy.phase = "gale", "muster"
    boss, waiting = put(windy, "us-hq", (7, 14)), put(windy, "us-riflemen")
    game = answered(at(windy), ["usa"], boss.key, "pass")
    assert boss.key in state(game).units
    assert waiting.key not in state(game).units
    full = battle_on()
    board_of(full, 12)
    full.weather, full.phase = "break-in-the-clouds", "muster"
    full.boards[1].effects = (("fewer-tokens", 2),)
    assert state(at(full)).bag[0] == 11, "12 + 1 - 2, not 12 - 2"


@proves("control.only-in-scoring", "control.persists", "control.mechanized-cannot", "control.pinned-test")
def test_trap_19_control_is_taken_in_the_scoring_phase_only_stays_behind_and_is_nothing_for_vehicles():
    battle = battle_on(field(STARS))
    boss = put(battle, "us-hq", (7, 6))
    put(battle, "us-sherman", (2, 7))
    put(battle, "us-mg", (12, 2), pins=1)
    battle.control = (1, 1, 1, -1, -1, -1, 0, 0, 0)
    battle.bag = (1, 0)
    game = answered(at(battle), ["usa"], boss.key, "move", [[7, 7]])
    assert state(game).control[4] == -1
    answered(game, "pass", ["plus"])
    assert state(game).control == (1, 1, 1, -1, 0, -1, 0, 0, 0), "neither the tank nor the pinned team took a sector"
    answered(to_activation(game), ["usa"], boss.key, "move", [[7, 6]], "pass")
    assert places(game, boss.key) == [(7, 6)]
    for unit, ending in (("us-sherman-a", ["pass"]), ("us-mg-a", [["plus"]])):
        answered(game, ["usa"], unit, *ending)
    answered(game, ["plus"])
    assert state(game).round == 3
    assert state(game).control[4] == 0
    assert [event.key for event in game.events].count("sector-taken") == 1


@proves("vp.uses-new-control", "control.token-location", "control.rewards", "income.requisition-from-sectors")
def test_trap_20_a_captured_home_sector_scores_at_once_pays_next_round_and_is_worth_something_else():
    """Red's home center is worth 4 requisition and 1 VP to red, 1 requisition and 3 VP to blue."""
    battle = scoring()
    put(battle, "us-riflemen", (7, 2), (8, 2))
    game = at(battle)
    assert [board.vp for board in state(game).boards] == [1 + 3, 0]
    assert [board.requisition for board in state(game).boards] == [3 + 4 + 3 + 1, 3 + 3]
    said = [event.key for event in game.events]
    assert said == ["sector-taken", "scored", "scored", "round", "income", "income"]
    back = scoring()
    back.control = (1, 0, 1, -1, -1, -1, 0, 0, 0)
    put(back, "de-grenadiers", (7, 2), (8, 2))
    game = at(back)
    assert [board.vp for board in state(game).boards] == [1, 1]
    assert [board.requisition for board in state(game).boards] == [10, 10], "at home again"


@proves("weather.once-per-scoring", "underdog.draw-condition", "underdog.no-weather-no-card")
def test_trap_21_one_weather_card_per_scoring_phase_and_an_underdog_card_takes_new_weather_and_six_behind():
    jumped = answered(at(scoring((21, 21))), ["gale"])
    assert isinstance(jumped.question, Together), "22 reaches the tokens 8, 15 and 22, yet one card is revealed"
    assert state(jumped).weather_tokens == (15, 22)
    dry = at(scoring((6, 0)))
    assert isinstance(dry.question, Together), "6 behind without new weather"
    assert state(dry).boards[1].drawn == ""
    close = answered(at(scoring((14, 9))), ["gale"])
    assert isinstance(close.question, Together), "new weather and 5 behind"
    far = answered(at(scoring((14, 8))), ["gale"])
    assert (asked(far).clause, asked(far).player) == ("underdog.draw-choice", 1)


@proves("underdog.vp-requirement", "underdog.pay-strain", "underdog.draw-choice")
def test_trap_22_a_card_may_be_drawn_whose_abilities_are_out_of_reach_and_is_measured_when_it_is_played():
    battle = scoring((14, 8))
    battle.boards[1].strain = 1
    game = answered(at(battle), ["gale"])
    assert keys(game) == ["reserves-forward", "atlantic-wall", "counter-attack"]
    answered(game, "counter-attack")
    assert keys(game) == ["ability 1", "discard"]
    assert "you are 6 VP behind; it takes 9" in why_not(game, "ability 2")
    for leader, strain, usable in (
        (17, 5, ["ability 1", "ability 2"]),
        (13, 5, []),
        (20, 2, ["ability 1", "ability 2"]),
    ):
        later = state(game).copy()
        later.boards[0].vp, later.boards[1].vp, later.boards[1].strain = leader, 8, strain
        assert keys(at(later)) == [*usable, "discard"]


@proves("requisition.cap-20", "requisition.cap-applies-before-spending", "command.no-carry-over", "income.command")
def test_trap_23_requisition_over_twenty_is_lost_before_it_can_be_spent_and_command_is_set_to_three():
    battle = planning((14, 3), phase="plan")
    battle.boards[0].command = 2
    game = at(battle)
    board = state(game).boards[0]
    assert (board.requisition, board.command) == (20, 3)
    with pytest.raises(Refused, match="costs 21 requisition; you have 20"):
        game.answer({"supply": 2, "us-rangers": 1}, seat=0)
    gift = holding("red-ball-express", 12, requisition=17)
    game = answered(at(gift), "ability 1")
    assert state(game).boards[0].requisition == 20
    richer = holding("air-superiority", 12)
    game = to_activation(answered(at(richer), "ability 1"))
    assert state(game).boards[0].command == 5
    answered(game, ["usa"], "us-hq-a", "pass", ["germany"], "de-hq-a", "pass")
    answered(game, ["gale"], "hold-the-line", "discard")
    assert state(game).round == 2
    assert state(game).boards[0].command == 3


@proves("supply.unlock-immediate", "recruit.secret", "recruit.reveal-simultaneous")
def test_trap_24_bought_supply_unlocks_units_and_spaces_at_once_and_the_other_player_sees_none_of_it():
    game = at(planning((12, 12)))
    with pytest.raises(Refused, match="needs supply level 2"):
        game.answer({"us-halftrack": 1}, seat=0)
    before = (game.view(1), game.view(None), game.log(1), game.log(None))
    game.answer({"supply": 1, "us-halftrack": 1}, seat=0)
    assert (game.view(1), game.view(None), game.log(1), game.log(None)) == before
    assert (state(game).boards[0].requisition, state(game).boards[0].supply) == (12, 1)
    game.answer({}, seat=1)
    assert (state(game).boards[0].requisition, state(game).boards[0].supply) == (12 - 6 - 5, 2)
    assert "us-halftrack-a" in state(game).units


def fifth_hexes(picture: str, start: Cell = (0, 12), *friends: Cell, gate: Cell | None = None) -> set[Cell]:
    """Where a half-track (Move 4) can get to that is five hexes away."""
    battle = battle_on(field(picture))
    car = put(battle, "us-halftrack", start)
    for place in friends:
        put(battle, "us-hq", place)
    if gate is not None:
        battle.gates = (*battle.gates, (hexes(gate)[0], 0))
    return beyond(play(activate(battle, car), "move"), start)


def beyond(game: Game, start: Cell, allowance: int = 4) -> set[Cell]:
    [here] = hexes(start)
    return {cell for cell in ends(game) if DISTANCE[here][hexes(cell)[0]] > allowance}


@proves(
    "feature.road-bonus", "feature.road-entirely", "feature.road-once", "feature.road-extra-hex-anywhere",
    "token.belgian-gate",
)  # fmt: skip
def test_trap_25_only_a_vehicle_that_kept_to_the_road_goes_one_hex_further_once_and_nowhere_it_could_not_go():
    road = "12 = = = = = . ."
    around = {(5, 12), (4, 11), (4, 13)}
    assert fifth_hexes(road) == around, "off the road too"
    assert fifth_hexes("12 . = = = = = .") == set(), "it does not start on the road"
    assert fifth_hexes("12 = = . = = = .") == set(), "one hex of the way is field"
    assert fifth_hexes(f"{road}\n11 . . . . ~") == around - {(4, 11)}
    assert fifth_hexes(road, (0, 12), (5, 12)) == around - {(5, 12)}
    assert fifth_hexes(road, gate=(4, 13)) == around - {(4, 13)}
    battle = battle_on(field(road))
    walkers = put(battle, "us-rangers", (0, 12))
    assert beyond(play(activate(battle, walkers), "move"), (0, 12), 3) == set()
    battle = battle_on(field("12" + " =" * 15))
    car = put(battle, "us-halftrack", (0, 12))
    game = play(activate(battle, car), "move", [[5, 12]], "move")
    assert beyond(game, (5, 12)) == set(), "once per activation"
