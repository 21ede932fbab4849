"""Orks: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, refusal
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    AIM,
    TWO_THIRDS,
    after_losses,
    cast,
    chance,
    charging,
    fighting,
    in_the_fight_phase,
    moving,
    some,
    under,
)
from vanguard.rulebooks.fortyk_vanguard.charge_phase import begin_charge_phase, charge, charge_distance, why_not_charge
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model
from vanguard.rulebooks.fortyk_vanguard.rounds import begin_turn
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot, why_not_now
from vanguard.rulebooks.fortyk_vanguard.special_rules import Cowardly, hit_modifiers
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, Effect


@proves("faction.ere-we-go", "core.stratagem.command-re-roll")
@pytest.mark.parametrize(
    ("who", "answers", "dice"),
    [
        ("orks/gretchin", ("re-roll",), "charge 1 2 / re-roll 6 5"),
        ("orks/boyz", ("re-roll",), "charge 1 2 / charge-again 6 5"),
    ],
)
def test_whoever_cannot_roll_a_charge_again_for_nothing_may_for_a_point(
    who: str, answers: tuple[str, ...], dice: str
) -> None:
    table = charging(f"blue {who} a 4,15\nred Man b 12,15", cp=(1, 0))
    assert table.do(charge_distance, table["a"], ("b",), answers=answers, dice=dice).allowance == 11
    proud = charging("blue orks/boyz a 4,15\nred Man b 12,15", cp=(1, 0))
    assert proud.do(charge_distance, proud["a"], ("b",), answers=("keep",), dice="charge 1 2") is None


@proves("faction.ere-we-go")
def test_a_charge_that_may_be_rolled_again_is_decided_with_its_dice_in_sight() -> None:
    table = charging("blue orks/boyz a 4,15\nred Man b 10,15")
    question = table.ask(charge, table["a"], answers=("b",), dice="charge 1 2")
    assert question.clause == "faction.ere-we-go"
    assert question.dice is not None
    assert question.dice.faces == (1, 2)


@proves("faction.dakka", "vanguard.split-fire.rapid-fire-uses-initial-target")
def test_two_big_shootas_count_their_shots_by_their_own_initial_targets() -> None:
    """18" is half of 36": five at b, three at c, none of which stands within 3" of the other."""
    table = at("blue orks/deff-dread a 4,15\nred Man b 23.68,15 W=9\nred Man c 23.7,20 W=9")
    answers = ("big-shoota/big-shoota>b", "big-shoota-2/big-shoota>c", "as-listed")
    table.do(shoot, "a", answers=answers, dice="hit 1 1 1 1 1 / hit 1 1 1")


@proves("faction.waaagh")
def test_a_waaagh_lasts_for_two_rounds_and_lets_them_run_and_charge_in_one() -> None:
    table = fighting("blue orks/boyz a 10,15\nred Man b 11.2,15 W=9", factions=("orks", "nobody"))
    under(table, Effect("waaagh", "", 0, "command", 2))
    battle = table.battle
    for amount in (2, 1, 0):
        effect = battle.army_effect("waaagh", 0)
        assert (effect.amount if effect is not None else 0) == amount
        attacks = 4 if amount else 3  # two, one for the choppa, one for the shouting
        battle.command_points = (0, 0)
        table.do(fight, table["a"], answers=("no", "no"), dice="hit" + " 1" * attacks)
        battle.turn = 1
        begin_turn(battle)
        battle.turn = 0
        begin_turn(battle)


@proves("faction.waaagh", "faction.full-throttle", "faction.ere-we-go", "core.charge.fly")
def test_a_stormboy_throttles_lives_and_charges_in_the_waaagh() -> None:
    """He advanced 18"; the charge of 3 is rolled again for nothing and comes to 9 over the head of another boy."""
    table = charging("blue orks/stormboyz a 10,15 moved=advanced\nblue Man f 13,15\nred Man b 19.1,15")
    under(table, Effect("waaagh", "", 0, "command", 2))
    table.do(charge, table["a"], answers=("b", "re-roll", [[17.9, 15]]), dice="charge 1 2 / charge-again 4 5")
    assert table["a"].did(CHARGED)


@proves("faction.waaagh", "weapon.extra-attacks", "faction.warboss")
def test_a_boss_in_the_waaagh_strikes_six_times_and_his_squig_twice() -> None:
    table = fighting("blue orks/warboss+attack-squig a 10,15\nred Man b 11.5,15 W=9")
    under(table, Effect("waaagh", "", 0, "command", 2))
    table.do(fight, table["a"], answers=("no", "as-listed", "no"), dice="hit 1 1 1 1 1 1 / hit 1 1")


@proves("faction.warboss", "weapon.hit-modifier")
def test_a_warboss_makes_up_for_an_unwieldy_klaw_but_not_from_inside_a_trukk() -> None:
    drawn = "blue orks/boyz/leader+power-klaw a 10,15\nred Man b 11.3,15 W=9\n{}"
    near = fighting(drawn.format("blue orks/warboss w 10,20"))
    near.do(fight, near["a"], answers=("no", "no"), dice="hit 3 3 3 / wound 1 1 1")
    aboard = fighting(drawn.format("blue orks/trukk t 10,20\nblue orks/warboss w 0,0 in=t"))
    aboard.do(fight, aboard["a"], answers=("no", "no"), dice="hit 3 3 3")


@proves("faction.warboss", "weapon.hit-modifier", "faction.waaagh", "core.fight.number-of-attacks")
def test_the_chance_of_a_klaw_in_the_waaagh() -> None:
    """A Boss Nob, A 3 and one more, WS 3+ less 1 for the klaw and 1 better for the boss; S 10 against T 4: 2+, no save."""
    table = fighting(
        "blue orks/boyz/leader+power-klaw a 10,15\nblue orks/warboss w 10,12\nblue Man x 30,5\nred Man b 11.2,15\nred Man y 31,5",
        turn=1,
        factions=("orks", "nobody"),
    )
    under(table, Effect("waaagh", "", 0, "command", 2))
    assert chance(table, "a") == some(TWO_THIRDS * Fraction(5, 6), 4)


@proves("faction.warboss")
@pytest.mark.parametrize(("keywords", "helped"), [("CORE", True), ("CHARACTER", True), ("VEHICLE", False)])
def test_a_warboss_helps_core_and_characters_alone(keywords: str, helped: bool) -> None:
    table = in_the_fight_phase(
        f"blue orks/warboss w 10,18\nblue Man a 10,15 kw={keywords}\nred Man b 11,15 W=9", factions=("orks", "nobody")
    )
    blow = table["a"].profile.melee[0].melee[0]
    told = [modifier.clause for modifier in hit_modifiers(table.battle, table["a"], table["b"], blow)]
    assert ("faction.warboss" in told) is helped


@proves("faction.warboss", "core.attack.hit-modifier-cap", "core.terrain.set-to-defend")
def test_a_boss_and_a_defence_are_one_better_together() -> None:
    """WS 3+: a 2 hits with +1, and a 1 never does."""
    table = fighting("blue orks/warboss w 10,19\nblue orks/boyz a 10,15 did=defends\nred Man b 11.5,15 W=9")
    table.do(fight, table["a"], answers=("no", "no"), dice="hit 2 2 1 / wound 1 1")


@proves(
    "faction.cowardly", "vanguard.morale.attrition-minus-one-below-half", "vanguard.morale.double-losses-below-half"
)
def test_gretchin_below_half_flee_on_a_three() -> None:
    rows = "\n".join([f"blue orks/gretchin {key} {x},5" for key, x in (("a", 2), ("b", 4), ("c", 6))])
    table = after_losses(rows, 5, 8)
    table.do(morale_of, 0, answers=("a", "b"), dice="morale 5 / attrition 3 4")
    assert table.dead == ["a", "b"]


@proves("faction.cowardly")
@pytest.mark.parametrize(("x", "modifier"), [(16.9, 0), (17.2, -1)])
def test_a_runtherd_steadies_only_those_within_six_inches(x: float, modifier: int) -> None:
    table = at(f"blue Man g 10,15 rules=cowardly\nblue Man r {x},15 kw=RUNTHERD\nred Man b 40,25")
    assert Cowardly().attrition_modifier(table.battle, table["g"]) == modifier


@proves("faction.cowardly", "vanguard.morale.attrition-minus-one-below-half")
def test_the_log_says_what_makes_attrition_worse_for_whom() -> None:
    table = after_losses("blue orks/gretchin a 2,5\nblue Man b 4,5\nblue Man c 6,5", 9, 9)
    table.do(morale_of, 0, answers=("c",), dice="morale 6 / attrition 4 / attrition 3")
    shown = [event.dice for event in table.events("attrition")]
    assert [(dice.needed, [(it.amount, it.label) for it in dice.modifiers]) for dice in shown if dice] == [
        ("2+, with modifiers 4+", [(-1, "below half-strength"), (-1, "cowardly")]),
        ("2+, with modifiers 3+", [(-1, "below half-strength")]),
    ]


@proves("faction.full-throttle", "core.move.fly", "core.move.fly-end")
def test_full_throttle_over_a_ruin_into_the_back_of_the_enemy() -> None:
    """12 + 6, over a wall of 6" and two enemies; it lands more than an inch away."""
    table = moving(
        "blue orks/stormboyz a 4,15\nred Man b 12,15\nred Man c 14,15\nruin 7,10,11,20 wall=8,10,8.2,20\nred Man d 22,18.5"
    )
    question = table.ask(move_model, table["a"], answers=("advance",), dice="throttle 3")
    assert question.read([[22, 15]])
    assert "core.move.advance" in refusal(question, [[22.01, 15]])
    assert "core.move.fly-end" in refusal(question, [[16.12, 15]])


@proves("faction.full-throttle", "core.stratagem.command-re-roll")
def test_the_die_of_a_full_throttle_is_not_an_advance_roll() -> None:
    table = moving("blue orks/stormboyz a 4,15 W=2\nred Man b 30,15", cp=(3, 0))
    table.do(move_model, table["a"], answers=("advance", [[10, 15]]), dice="throttle 4")
    assert table["a"].wounds == 1


@proves("faction.ramshackle", "core.profile.modify-characteristics", "faction.hallowed-fury")
@pytest.mark.parametrize(("fury", "left"), [(False, 9), (True, 8)])
def test_an_eviscerator_blessed_beyond_strength_seven_is_not_softened(fury: bool, left: int) -> None:
    """4 + 3 = 7 costs a Trukk 2 - 1; 4 + 1 + 3 = 8 costs it 2."""
    table = fighting("blue space-marines/assault-squad+eviscerator a 10,15\nred orks/trukk b 12.8,15")
    if fury:
        under(table, Effect("hallowed-fury", "a", 0, "psychic", 1))
    table.do(fight, table["a"], answers=("no", "no"), dice="hit 4 1 / wound 3" if fury else "hit 4 / wound 3")
    assert table["b"].wounds == left


@proves("faction.eadbanger")
@pytest.mark.parametrize(("bang", "left"), [("bang 4", 9), ("bang 5 / mortal 6", 3)])
def test_heads_bang_when_the_die_beats_toughness_seen_or_unseen(bang: str, left: int) -> None:
    table = at(
        "blue orks/weirdboy a 10,15 powers=eadbanger\nred Man b 15,15 W=9\ncontainer 12,5,13,25 height=5",
        phase="psychic",
    )
    cast(table, "eadbanger", dice=f"psychic 4 4 / {bang}")
    assert table["b"].wounds == left


@proves("faction.fists-of-gork", "core.visibility.true-line-of-sight")
@pytest.mark.parametrize(("dice", "amount"), [("psychic 5 5", 2), ("psychic 5 6", 3)])
def test_a_weirdboy_may_bless_his_own_fists(dice: str, amount: int) -> None:
    table = at("blue orks/weirdboy a 10,15 powers=fists-of-gork\nred Man b 15,15", phase="psychic")
    cast(table, "fists-of-gork", dice=dice)
    assert [(it.key, it.about, it.amount) for it in table.battle.effects] == [("fists-of-gork", "a", amount)]


@proves("faction.jabbin-fingerz", "core.weapon.heavy", "core.attack.hit-modifier-cap", "faction.take-aim")
def test_jabbed_moved_and_taking_aim_is_one_worse_and_ones_again() -> None:
    """BS 3+, -2 is -1: a 4 hits; the 1 is rolled again."""
    table = at(
        "blue Man a 4,15 moved=normal\nred Man b 12,15 W=9", weapons={"a": ('gun: 24" Heavy 2, S 4, AP 0, D 1',)}
    )
    under(table, Effect("jabbin-fingerz", "a", 1, "psychic", 1), Effect("take-aim", "a", 0, "charge"))
    table.do(shoot, "a", answers=(AIM,), dice="hit 1 3 / hit-again 4 / wound 1")
    assert table.heard("hits", n=1)


@proves("faction.da-jump", "core.move.repositioned", "core.move.advance-restrictions")
def test_who_advanced_and_was_made_to_jump_still_does_not_charge() -> None:
    table = at(
        "blue orks/weirdboy a 10,15 powers=da-jump\nblue orks/boyz c 10,18 moved=advanced\nred Man b 40,25",
        phase="psychic",
    )
    cast(table, "da-jump", [[30, 20]], dice="psychic 4 4")
    begin_charge_phase(table.battle)
    assert why_not_charge(table.battle, table["c"])[1] == "core.move.advance-restrictions"


@proves("faction.da-jump", "core.move.repositioned", "core.charge.eligible")
def test_who_jumps_out_of_combat_shoots_and_charges() -> None:
    rows = "blue orks/boyz m 12,18\nred Man b 13.5,18\nred Man c 30,15"
    table = at(f"blue orks/weirdboy a 10,15 powers=eadbanger,da-jump\n{rows}", phase="psychic")
    cast(table, "da-jump", [[21, 8]], dice="psychic 4 3")
    assert table["m"].has_moved
    assert why_not_now(table.battle, table["m"]) == ("", "")
    begin_charge_phase(table.battle)
    assert why_not_charge(table.battle, table["m"]) == ("", "")
