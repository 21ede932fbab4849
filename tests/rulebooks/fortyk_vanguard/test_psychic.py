"""The Psychic phase: selecting PSYKERS, Psychic tests, Perils, Deny the Witch, Smite and every other power."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.rulebook import load_rulebook
from vanguard.odds import Odds, of_trial
from vanguard.rulebooks.fortyk_vanguard.command_phase import end_effects
from vanguard.rulebooks.fortyk_vanguard.odds.trials import power_trial
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import (
    begin_psychic_phase,
    manifest,
    next_to_manifest,
    why_not_manifest,
)
from vanguard.rulebooks.fortyk_vanguard.state import REPOSITIONED

WEIRDBOY = "blue orks/weirdboy a 10,15"


def phase(drawn: str, **more: object) -> Table:
    return at(drawn, phase="psychic", **more)  # type: ignore[arg-type]


def cast(table: Table, power: str, *answers: object, dice: str, caster: str = "a") -> Table:
    psyker = table[caster].profile.psyker
    assert psyker is not None
    [chosen] = [known for known in psyker.known if known.key == power]
    table.do(manifest, table[caster], chosen, answers=answers, dice=dice)
    return table


# -- who, what, how often -------------------------------------------------------------------------------------------------------------


@proves("core.psychic.select")
def test_who_fell_back_manifests_nothing_but_who_advanced_or_fights_does() -> None:
    fell = phase(f"{WEIRDBOY} moved=fell-back\nred Man b 20,15")
    assert "core.psychic.select" in why_not_manifest(fell.battle, fell["a"])
    ran = phase(f"{WEIRDBOY} moved=advanced\nred Man b 11.5,15")
    assert why_not_manifest(ran.battle, ran["a"]) == ("", "")


@proves("core.psychic.select", "core.psychic.number-of-powers")
def test_a_psyker_attempts_as_many_powers_as_it_may_and_only_those_it_knows() -> None:
    librarian = phase("blue space-marines/librarian a 10,15 powers=withering-gaze,hallowed-fury\nred Man b 20,15 W=9")
    question = librarian.ask(next_to_manifest, answers=("a",))
    assert available(question) == ["done", "smite", "withering-gaze", "hallowed-fury"]
    answers = ("a", "smite", "hallowed-fury")
    librarian.do(next_to_manifest, answers=answers, dice="psychic 1 2 / psychic 1 2")  # two, and no third is asked
    weirdboy = phase(f"{WEIRDBOY} powers=eadbanger,da-jump\nred Man b 20,15")
    weirdboy.do(next_to_manifest, answers=("a", "smite"), dice="psychic 1 2")
    assert weirdboy.do(next_to_manifest) is False


@proves("core.psychic.same-power-once")
def test_one_army_attempts_a_power_once_a_round_and_one_psyker_smite_once() -> None:
    table = phase(
        f"{WEIRDBOY} powers=eadbanger,da-jump\nblue orks/weirdboy c 10,18 powers=eadbanger,da-jump\nred Man b 20,15 T=9"
    )
    table.do(next_to_manifest, answers=("a", "eadbanger"), dice="psychic 1 2")
    question = table.ask(next_to_manifest, answers=("c",))
    assert "core.psychic.same-power-once" in why_not(question, "eadbanger")
    assert why_not(question, "smite") == ""
    twice = phase("blue space-marines/librarian a 10,15\nred Man b 20,15")
    question = twice.ask(next_to_manifest, answers=("a", "smite"), dice="psychic 1 2")
    assert "core.psychic.same-power-once" in why_not(question, "smite")


# -- the test -------------------------------------------------------------------------------------------------------------------------


@proves("core.psychic.test")
@pytest.mark.parametrize(("dice", "hurt"), [("psychic 2 3 / mortal 1", 1), ("psychic 1 3", 0)])
def test_a_power_is_manifested_by_its_warp_charge(dice: str, hurt: int) -> None:
    table = cast(phase(f"{WEIRDBOY}\nred Man b 20,15 W=9"), "smite", dice=dice)
    assert table["b"].wounds == 9 - hurt


@proves("core.psychic.smite-gets-harder")
def test_the_second_smite_of_a_phase_needs_six() -> None:
    table = phase(f"{WEIRDBOY}\nblue orks/weirdboy c 10,18\nred Man b 20,15 W=9")
    cast(table, "smite", dice="psychic 1 2")
    cast(table, "smite", dice="psychic 2 3", caster="c")
    assert table["b"].wounds == 9
    again = phase(f"{WEIRDBOY}\nblue orks/weirdboy c 10,18\nred Man b 20,15 W=9")
    cast(again, "smite", dice="psychic 1 2")
    cast(again, "smite", dice="psychic 3 3 / mortal 2", caster="c")
    assert again["b"].wounds == 8


@proves("core.psychic.smite", "core.concept.closest-tie", "vanguard.look-out-sir.ranged-attacks-only")
def test_smite_strikes_the_closest_visible_enemy_screened_or_not() -> None:
    table = phase(
        f"""
        {WEIRDBOY}
        red Man b 14,15 W=9
        red Man c 10,21 W=9
        red Man d 10,19 W=9 kw=CHARACTER
        red Man e 20,20 W=9
        container 11.5,12,12.5,18 height=4
        """
    )
    cast(table, "smite", dice="psychic 3 3 / mortal 6")
    assert (table["b"].wounds, table["c"].wounds, table["d"].wounds) == (9, 9, 6)
    tie = phase(f"{WEIRDBOY}\nred Man b 14,15 W=9\nred Man c 6,15 W=9")
    cast(tie, "smite", "c", dice="psychic 3 3 / mortal 1")
    assert tie["c"].wounds == 8


@proves("core.psychic.smite")
def test_a_test_of_eleven_smites_with_a_d6_and_excess_is_lost() -> None:
    table = cast(phase(f"{WEIRDBOY}\nred Man b 20,15 W=9\nred Man c 21.1,15"), "smite", dice="psychic 5 6 / mortal 5")
    assert table["b"].wounds == 4
    small = cast(phase(f"{WEIRDBOY}\nred Man b 20,15\nred Man c 21.1,15"), "smite", dice="psychic 5 6 / mortal 5")
    assert small.dead == ["b"]


# -- perils and denying ---------------------------------------------------------------------------------------------------------------


@proves("core.psychic.perils")
def test_a_double_six_wounds_the_psyker_and_the_power_stands() -> None:
    table = cast(phase(f"{WEIRDBOY}\nred Man b 20,15 W=9"), "smite", dice="psychic 6 6 / perils 3 / mortal 4")
    assert (table["a"].wounds, table["b"].wounds) == (3, 5)
    ones = cast(phase(f"{WEIRDBOY}\nred Man b 20,15 W=9"), "smite", dice="psychic 1 1 / perils 1")
    assert (ones["a"].wounds, ones["b"].wounds) == (4, 9)


@proves("core.psychic.perils-death", "vanguard.muster.unit-effects-touch-one-model")
def test_a_psyker_killed_by_perils_hurts_everybody_within_six_inches_and_fails() -> None:
    table = phase(f"{WEIRDBOY} wounds=1\nblue Man f 12,15 W=5\nred Man b 16,15 W=5\nred Man c 19,15 W=5")
    cast(table, "smite", dice="psychic 6 6 / perils 1 / mortal 1 / mortal 6")
    assert table.dead == ["a"]
    assert [table[key].wounds for key in "fbc"] == [4, 2, 5]


DENIER = "red astra-militarum/primaris-psyker p {x},15"


@proves("core.psychic.deny")
@pytest.mark.parametrize(("dice", "denied"), [("deny 4 4", False), ("deny 4 5", True)])
def test_a_deny_roll_must_beat_the_psychic_test(dice: str, denied: bool) -> None:
    table = phase(f"{WEIRDBOY}\nred Man b 20,15 W=9\n{DENIER.format(x=24)}")
    [smite] = [known for known in table["a"].profile.psyker.known if known.key == "smite"]
    assert "b" in table.ask(manifest, table["a"], smite, dice="psychic 4 4").about, "whom it would harm"
    cast(table, "smite", "p", dice=f"psychic 4 4 / {dice}" + ("" if denied else " / mortal 1"))
    assert (table["b"].wounds == 9) is denied


@proves("core.psychic.deny")
def test_only_psykers_within_twenty_four_inches_deny_and_they_need_not() -> None:
    far = phase(f"{WEIRDBOY}\nred Man b 20,15 W=9\n{DENIER.format(x=36)}")
    cast(far, "smite", dice="psychic 4 4 / mortal 1")
    near = phase(f"{WEIRDBOY}\nred Man b 20,15 W=9\n{DENIER.format(x=24)}")
    cast(near, "smite", "no", dice="psychic 4 4 / mortal 1")


@proves("core.psychic.deny-once")
def test_a_psyker_denies_once_a_phase_and_a_power_is_denied_once() -> None:
    table = phase(f"{WEIRDBOY}\nblue orks/weirdboy c 10,18\nred Man b 20,15 W=9\n{DENIER.format(x=24)}")
    cast(table, "smite", "p", dice="psychic 4 4 / deny 1 1 / mortal 1")
    cast(table, "smite", dice="psychic 4 4 / mortal 1", caster="c")  # nobody is left to deny it


@proves("faction.psychic-hood")
@pytest.mark.parametrize(("x", "denied"), [(20, True), (25, False)])
def test_a_psychic_hood_helps_against_a_psyker_within_twelve_inches(x: float, denied: bool) -> None:
    table = phase(f"{WEIRDBOY}\nred Man b 13,15 W=9\nred space-marines/librarian p {x},15")
    cast(table, "smite", "p", dice="psychic 4 4 / deny 4 4" + ("" if denied else " / mortal 1"))
    assert (table["b"].wounds == 9) is denied


@proves("core.stratagem.command-re-roll", "core.dice.reroll-sum")
def test_psychic_tests_and_deny_rolls_can_be_rolled_again() -> None:
    table = phase(f"{WEIRDBOY}\nred Man b 20,15 W=9\n{DENIER.format(x=24)}", cp=(1, 1))
    dice = "psychic 1 2 / re-roll 4 4 / deny 1 2 / re-roll 6 6"
    cast(table, "smite", "re-roll", "p", "re-roll", dice=dice)
    assert table["b"].wounds == 9
    assert table.battle.command_points == (0, 0)


@proves("core.psychic.test", "core.psychic.deny", "core.psychic.smite")
def test_the_odds_of_smite_are_exact_also_with_somebody_to_deny_it_and_points_on_both_sides() -> None:
    sums = {total: 6 - abs(7 - total) for total in range(2, 13)}
    expected = sum([sums[t] / 36 * sum([sums[d] / 36 for d in sums if d <= t]) for t in sums if t >= 5])
    drawn = f"{WEIRDBOY}\nred Man b 20,15 W=1\n{DENIER.format(x=24)}"
    assert of_smite(phase(drawn)).chance_removed() == pytest.approx(expected)
    for cp in ((1, 0), (0, 1), (1, 1)):
        rich = of_smite(phase(drawn.replace("W=1", "W=4"), cp=cp))
        assert rich.error == 0.0, cp
    assert (
        of_smite(phase(drawn, cp=(1, 0))).chance_removed()
        > expected
        > of_smite(phase(drawn, cp=(0, 1))).chance_removed()
    )


def of_smite(table: Table) -> Odds:
    trial = power_trial(table.battle, "a", "smite")
    assert trial is not None
    return of_trial(load_rulebook("fortyk_vanguard"), trial)


@proves("core.psychic.number-of-powers", "core.psychic.deny-once")
def test_attempts_are_counted_anew_every_psychic_phase() -> None:
    table = phase(f"{WEIRDBOY}\nred astra-militarum/primaris-psyker p 24,15")
    table["a"].powers_tried = 1
    table["p"].denies_tried = 1
    table.battle.smites = (2, 0)
    begin_psychic_phase(table.battle)
    assert (table["a"].powers_tried, table["p"].denies_tried, table.battle.smites) == (0, 0, (0, 0))


@proves("core.stratagem.command-re-roll")
def test_a_double_six_may_be_rolled_again_before_it_brings_perils() -> None:
    drawn = f"{WEIRDBOY} wounds=1\nred Man b 20,15 W=9"
    kept = cast(phase(drawn, cp=(1, 0)), "smite", "keep", dice="psychic 6 6 / perils 1")
    assert kept.dead == ["a"]
    again = cast(phase(drawn, cp=(1, 0)), "smite", "re-roll", dice="psychic 6 6 / re-roll 4 3 / mortal 1")
    assert again.dead == []
    assert (again.battle.command_points, again["b"].wounds) == ((0, 0), 8)


# -- the powers -------------------------------------------------------------------------------------------------------------------------


@proves("faction.eadbanger")
@pytest.mark.parametrize(("face", "hurt"), [(5, True), (4, False)])
def test_eadbanger_needs_more_than_the_toughness_of_its_target(face: int, hurt: bool) -> None:
    table = phase(f"{WEIRDBOY} powers=eadbanger,da-jump\nred Man b 20,15 W=9 T=4")
    cast(table, "eadbanger", dice=f"psychic 3 3 / bang {face}" + (" / mortal 5" if hurt else ""))
    assert table["b"].wounds == (4 if hurt else 9)


@proves("faction.fists-of-gork")
@pytest.mark.parametrize(("test", "amount"), [("3 3", 2), ("5 6", 3)])
def test_fists_of_gork_strengthen_a_visible_character(test: str, amount: int) -> None:
    table = phase(
        f"{WEIRDBOY} powers=eadbanger,fists-of-gork\nblue orks/warboss w 10,20\nblue Man m 10,22\nred Man b 40,15"
    )
    cast(table, "fists-of-gork", "w", dice=f"psychic {test}")
    effect = table.battle.effect_on("fists-of-gork", "w")
    assert effect is not None
    assert effect.amount == amount


@proves("faction.da-jump", "core.move.repositioned")
def test_da_jump_sets_a_core_model_up_again_nine_inches_from_enemies() -> None:
    drawn = f"{WEIRDBOY} powers=eadbanger,da-jump\nblue orks/boyz c 12,20\nred Man b 30,15"
    psyker = phase(drawn)["a"].profile.psyker
    assert psyker is not None
    table = phase(drawn)
    question = table.ask(manifest, table["a"], psyker.known[2], dice="psychic 4 4")
    assert "faction.da-jump" in refusal(question, [[21, 15]])
    table = phase(drawn)
    cast(table, "da-jump", [[19, 15]], dice="psychic 4 4")
    assert table["c"].base.centre == (19, 15)
    assert table["c"].did(REPOSITIONED)
    assert table["c"].has_moved


@proves("faction.jabbin-fingerz", "faction.withering-gaze")
def test_a_curse_needs_sight_and_lasts_until_the_casters_next_psychic_phase() -> None:
    table = phase(
        f"{WEIRDBOY} powers=eadbanger,jabbin-fingerz\nred Man b 20,15\nred Man c 20,20\ncontainer 14,12,15,16 height=4"
    )
    cast(table, "jabbin-fingerz", dice="psychic 3 3")
    assert table.battle.effect_on("jabbin-fingerz", "b") is None
    assert table.battle.effect_on("jabbin-fingerz", "c") is not None
    table.battle.turn = 1
    end_effects(table.battle, "psychic")
    assert table.battle.effect_on("jabbin-fingerz", "c") is not None
    table.battle.turn = 0
    end_effects(table.battle, "psychic")
    assert table.battle.effect_on("jabbin-fingerz", "c") is None
    gaze = phase("blue space-marines/librarian a 10,15 powers=withering-gaze,hallowed-fury\nred Man b 20,15")
    cast(gaze, "withering-gaze", dice="psychic 3 3")
    assert gaze.battle.effect_on("withering-gaze", "b") is not None


@proves("faction.hallowed-fury")
def test_hallowed_fury_is_for_core_models_and_characters() -> None:
    drawn = "blue space-marines/librarian a 10,15 powers=withering-gaze,hallowed-fury\nblue Man m 10,18\nblue Man c 10,20 kw=CORE\nred Man b 40,15"
    table = phase(drawn)
    cast(table, "hallowed-fury", "c", dice="psychic 3 3")
    assert table.battle.effect_on("hallowed-fury", "c") is not None


@proves(
    "faction.psychic-barrier", "faction.nightshroud", "faction.terrifying-visions", "faction.mental-fortitude",
)  # fmt: skip
@pytest.mark.parametrize(
    ("power", "test", "on", "until"),
    [
        ("psychic-barrier", "3 3", "f", "psychic"),
        ("nightshroud", "3 3", "f", "command"),
        ("terrifying-visions", "3 4", "b", "command"),
        ("mental-fortitude", "1 3", "f", "psychic"),
    ],
)
def test_powers_of_the_guard_last_as_long_as_they_say(power: str, test: str, on: str, until: str) -> None:
    other = "nightshroud" if power != "nightshroud" else "psychic-barrier"
    table = phase(
        f"blue astra-militarum/primaris-psyker a 10,15 powers={power},{other}\nblue Man f 12,15\nred Man b 20,15"
    )
    cast(table, power, *([on] if on == "f" else []), dice=f"psychic {test}")
    effect = table.battle.effect_on(power, on)
    assert effect is not None
    assert effect.until == until
    short = phase(
        f"blue astra-militarum/primaris-psyker a 10,15 powers={power},{other}\nblue Man f 12,15\nred Man b 20,15"
    )
    less = test[:-1] + str(int(test[-1]) - 1)
    cast(short, power, dice=f"psychic {less}")
    assert short.battle.effects == ()
