"""Psychic: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    FAR,
    HALF,
    RIDER,
    THIRD,
    Y,
    cast,
    chance,
)
from vanguard.core.questions import Choose
from vanguard.core.rulebook import load_rulebook
from vanguard.odds import of_trial
from vanguard.rulebooks.fortyk_vanguard.odds.trials import deny_trial
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import (
    Denial,
    begin_psychic_phase,
    closest_visible,
    known_powers,
    manifest,
    next_to_manifest,
    why_not_manifest,
)

LIBRARIAN = "blue space-marines/librarian a 10,15"
WEIRDBOY = "blue orks/weirdboy a 10,15"


@proves("core.psychic.select")
def test_who_is_no_psyker_is_told_so() -> None:
    table = at("blue Man a 10,15\nblue orks/weirdboy w 14,15\nred Man b 20,15", phase="psychic")
    assert why_not_manifest(table.battle, table["a"]) == ("not a PSYKER", "core.psychic.select")


@proves("core.psychic.number-of-powers")
def test_a_psyker_may_stop_before_its_last_power() -> None:
    table = at("blue orks/weirdboy a 10,15\nred Man b 14,15 W=9", phase="psychic")
    assert table.do(next_to_manifest, answers=("a", "done")) is True
    assert not table.events("psychic-test")
    assert table.do(next_to_manifest) is False


@proves("core.psychic.number-of-powers", "core.psychic.perils-death")
def test_a_psyker_that_perils_destroy_tries_no_second_power() -> None:
    table = at(
        "blue space-marines/librarian a 10,15 W=1 powers=withering-gaze,hallowed-fury\nblue Man c 30,25\nred Man b 20,15",
        phase="psychic",
    )
    assert table.do(next_to_manifest, answers=("a", "smite"), dice="psychic 1 1 / perils 6") is True
    assert not table["a"].alive


@proves("core.psychic.number-of-powers")
def test_the_power_that_is_chosen_is_the_one_attempted() -> None:
    table = at("blue orks/weirdboy a 10,15 powers=eadbanger\nred Man b 14,15 W=9", phase="psychic")
    table.do(next_to_manifest, answers=("a", "eadbanger"), dice="psychic 1 2")
    assert table.battle.powers_attempted[0] == ("eadbanger",)
    smite = at("blue orks/weirdboy a 10,15 powers=eadbanger\nred Man b 14,15 W=9", phase="psychic")
    smite.do(next_to_manifest, answers=("a", "smite"), dice="psychic 1 2")
    assert smite.battle.powers_attempted[0] == ("smite a",)


@proves("core.psychic.same-power-once", "core.psychic.number-of-powers")
def test_why_a_psyker_is_passed_over() -> None:
    rows = "blue orks/weirdboy a 10,15 powers=eadbanger\nred Man b {},15"
    near = at(rows.format(15), phase="psychic")
    near.battle.powers_attempted = (("smite a",), ())
    assert why_not_manifest(near.battle, near["a"]) == ("", "")
    near.battle.powers_attempted = (("smite a", "eadbanger"), ())
    assert why_not_manifest(near.battle, near["a"])[1] == "core.psychic.same-power-once"
    far = at(rows.format(40), phase="psychic")
    assert why_not_manifest(far.battle, far["a"])[1] == "core.psychic.number-of-powers"


@proves("core.psychic.same-power-once")
def test_both_armies_may_attempt_the_same_power_in_a_round() -> None:
    table = at(
        "blue orks/weirdboy a 10,15 powers=eadbanger\nred orks/weirdboy b 15,15 powers=eadbanger W=9", phase="psychic"
    )
    cast(table, "eadbanger", "no", dice="psychic 3 3 / bang 1")
    table.battle.turn = 1
    cast(table, "eadbanger", "no", dice="psychic 3 3 / bang 1", caster="b")


@proves("core.psychic.test", "core.psychic.number-of-powers", "core.psychic.same-power-once")
def test_a_test_that_fails_was_an_attempt() -> None:
    table = at(f"{WEIRDBOY}\nred Man b 13,15", phase="psychic")
    cast(table, "smite", dice="psychic 1 2")
    assert table["a"].powers_tried == 1
    assert table.battle.powers_attempted == (("smite a",), ())
    assert table.battle.smites == (1, 0)


@proves("core.psychic.test", "core.psychic.perils", "core.psychic.perils-death")
@pytest.mark.parametrize(("wounds", "dice", "left"), [(1, "perils 2", 12), (4, "perils 2 / mortal 6", 6)])
def test_a_double_six_is_a_power_for_who_survives_it(wounds: int, dice: str, left: int) -> None:
    """12 would be a D6 of wounds; the six of that die."""
    table = at(f"blue orks/weirdboy a 10,15 wounds={wounds}\nred Man b 24,15 W=12", phase="psychic")
    cast(table, "smite", dice=f"psychic 6 6 / {dice}")
    assert table["b"].wounds == left


@proves("core.psychic.test", "core.psychic.perils", "core.stratagem.command-re-roll")
def test_a_psychic_test_may_be_rolled_again_a_double_six_for_its_perils() -> None:
    for dice in ("psychic 5 5", "psychic 6 6", "psychic 1 1", "psychic 2 1"):
        table = at("blue orks/weirdboy a 10,15 W=9\nred Man b 14,15 W=9", phase="psychic", cp=(1, 0))
        psyker = table["a"].profile.psyker
        assert psyker is not None
        question = table.ask(manifest, table["a"], psyker.known[0], dice=dice)
        assert question.clause == "core.stratagem.command-re-roll"


@proves("core.psychic.test", "core.psychic.deny")
def test_a_power_that_is_denied_does_nothing() -> None:
    table = at("blue orks/weirdboy a 10,15\nred orks/weirdboy d 20,15\nred Man b 14,15 W=9", phase="psychic")
    cast(table, "smite", "d", dice="psychic 3 3 / deny 6 3")
    assert table["b"].wounds == 9
    assert not table.events("manifests")


@proves("core.psychic.perils", "core.psychic.perils-death", "core.psychic.smite")
@pytest.mark.parametrize(
    ("x", "wounds", "chances"),
    [
        (13, 5, 30),  # 5 or more
        (13, 1, 29),  # a double 6 kills the caster, and the power is lost
        (9, 1, 31),  # but within 6" whoever stands there dies with him, of a double 1 too
    ],
)
def test_the_chance_of_a_smite_by_a_librarian_on_his_last_wound(x: float, wounds: int, chances: int) -> None:
    table = at(f"blue space-marines/librarian a 4,15 wounds={wounds}\nred Man b {x},15", phase="psychic")
    assert chance(table, "a", "smite") == Fraction(chances, 36)


@proves("core.psychic.perils", "core.attack.ignore-wounds", "faction.cybork-body")
def test_perils_are_ignored_wound_by_wound() -> None:
    table = at("blue orks/weirdboy+cybork-body a 10,15\nred Man b 14,15 W=9", phase="psychic")
    cast(table, "smite", dice="psychic 6 6 / perils 5 / ignore 5 2 6 / mortal 3")
    assert (table["a"].wounds, table["b"].wounds) == (4, 6)


@proves("core.psychic.perils", "core.psychic.test")
def test_two_ones_hurt_and_fail() -> None:
    table = at("blue space-marines/librarian a 4,15\nred Man b 10,15 W=3", phase="psychic")
    cast(table, "smite", dice="psychic 1 1 / perils 3")
    assert (table["a"].wounds, table["b"].wounds) == (3, 3)


@proves("core.psychic.perils-death", "core.transport.embarked-inert", "core.sequencing.during-a-turn")
def test_the_death_of_a_psyker_reaches_friend_and_enemy_but_no_passengers() -> None:
    table = at(
        """
        red  Man b 10,18 W=5
        red  Man c 10,25 W=5
        blue orks/weirdboy a 10,15 wounds=1
        blue orks/trukk t 14,15
        blue orks/boyz p 0,0 in=t
        """,
        phase="psychic",
    )
    cast(table, "smite", dice="psychic 6 6 / perils 1 / mortal 2 / mortal 3")
    assert [event.values["who"] for event in table.events("mortal")] == ["t", "b"]
    assert [table[key].wounds for key in "tbcp"] == [9, 3, 5, 1]


@proves("core.psychic.perils-death", "core.transport.destroyed", "core.sequencing.during-a-turn")
def test_a_mind_that_bursts_takes_a_trukk_along_and_the_boy_gets_out_between() -> None:
    """The Trukk is left before the enemy's dice fall; the boy inside was no unit near and rolls for the wreck alone."""
    drawn = f"blue orks/weirdboy a 10,19 wounds=2\n{RIDER.format(' wounds=1')}\n{FAR}\nred Man b 14,19 W=9"
    table = at(drawn, phase="psychic")
    dice = "psychic 1 1 / perils 5 / mortal 1 / explodes 1 / wreck 2 / mortal 5"
    cast(table, "smite", [[10, 11.5]], dice=dice)
    assert table.dead == ["a", "t"]
    assert (table["b"].wounds, table["p"].wounds) == (6, 1)


@proves("core.psychic.deny", "core.transport.embarked-inert")
def test_a_passenger_denies_nothing() -> None:
    table = at(f"{LIBRARIAN}\nred orks/trukk t 20,15\nred orks/weirdboy d 0,0 in=t", phase="psychic")
    cast(table, "smite", dice="psychic 4 4 / mortal 1")


@proves("core.psychic.deny", "faction.psychic-hood")
@pytest.mark.parametrize(("x", "asked"), [(20, False), (12, True)])
def test_a_power_that_no_roll_could_deny_is_not_asked_about(x: int, asked: bool) -> None:
    """Twelve with its Perils survived: thirteen would be needed, which only a hood could reach."""
    drawn = f"blue orks/weirdboy a 4,15\nred space-marines/librarian b {x},15\nred Man c 9,18"
    table = at(drawn, phase="psychic")
    cast(table, "smite", *(("no",) if asked else ()), dice="psychic 6 6 / perils 1 / mortal 6")
    assert table.dead == ["c"]


@proves("core.psychic.deny", "core.psychic.test", "faction.eadbanger")
def test_the_chance_of_powers_denied_and_not() -> None:
    """'Eadbanger: 30 of 36 for 5, then 4+ against T 3. Smite: each test of 5 or more, unless a deny roll is higher."""
    weirdboy = "blue orks/weirdboy a 10,15 powers=eadbanger,da-jump\n"
    bang = at(f"{weirdboy}red astra-militarum/company-commander b 14,15 wounds=1\n{Y}", phase="psychic")
    assert Fraction(30, 36) * HALF == chance(bang, "a", "eadbanger")
    ways = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
    lands = sum([ways[it] * (1 - sum([ways[deny] for deny in ways if deny > it])) for it in range(5, 13)])
    smite = at(f"{weirdboy}red Man b 14,15\nred orks/weirdboy d 20,15", phase="psychic")
    assert lands == chance(smite, "a", "smite")


@proves("core.psychic.deny", "faction.psychic-hood")
@pytest.mark.parametrize(("denier", "better"), [("orks/weirdboy", 10), ("space-marines/librarian", 15)])
def test_whoever_may_deny_is_told_the_chance(denier: str, better: int) -> None:
    """More than 8 on two dice: 10 of 36; with a hood within 12" 8 is enough: 15 of 36."""
    table = at(f"blue orks/weirdboy a 10,15\nred Man b 13,15 W=9\nred {denier} p 20,15", phase="psychic")
    trial = deny_trial(table.battle, "p", "a", "smite", 8)
    assert of_trial(load_rulebook("fortyk_vanguard"), trial).chance_removed() == pytest.approx(better / 36)
    question = Denial("a", next(it for it in known_powers(table["a"]) if it.key == "smite"), 8).asks(table.battle)
    assert isinstance(question, Choose)
    assert [option.attempt for option in question.available] == [(), ("deny", "p", "a", "smite", 8)]


@proves("core.psychic.deny", "faction.psychic-hood")
@pytest.mark.parametrize(("deny", "denied"), [("4 3", False), ("4 4", True)])
def test_with_a_hood_a_deny_roll_as_high_as_the_test_is_enough(deny: str, denied: bool) -> None:
    """The test comes to 8: with one more, 8 is 9 and 7 is 8."""
    table = at(f"{WEIRDBOY}\nred Man b 13,15 W=9\nred space-marines/librarian p 20,15", phase="psychic")
    cast(table, "smite", "p", dice=f"psychic 4 4 / deny {deny}" + ("" if denied else " / mortal 1"))
    assert (table["b"].wounds == 9) is denied


@proves("core.psychic.deny", "faction.psychic-hood", "core.stratagem.command-re-roll")
@pytest.mark.parametrize(("deny", "asked"), [("4 3", True), ("4 4", False)])
def test_a_deny_roll_that_fails_may_be_rolled_again_and_one_that_denies_is_left(deny: str, asked: bool) -> None:
    table = at(f"{WEIRDBOY}\nred Man b 13,15 W=9\nred space-marines/librarian p 20,15", phase="psychic", cp=(0, 1))
    answers = ("p", "re-roll") if asked else ("p",)
    cast(table, "smite", *answers, dice=f"psychic 4 4 / deny {deny}" + (" / re-roll 4 4" if asked else ""))
    assert table["b"].wounds == 9


@proves("core.psychic.deny", "core.psychic.deny-once")
def test_a_psyker_denies_as_often_as_its_datasheet_allows() -> None:
    table = at("blue orks/weirdboy a 10,15\nred orks/weirdboy d 20,15\nred Man b 14,15 W=9", phase="psychic")
    cast(table, "smite", "d", dice="psychic 3 3 / deny 4 3")
    assert table["b"].wounds == 9, "7 beats 6"
    assert table["d"].denies_tried == 1
    cast(table, "smite", dice="psychic 3 3 / mortal 4")
    assert table["b"].wounds == 7, "it has tried once already"


@proves("core.psychic.deny", "core.concept.within")
@pytest.mark.parametrize(("x", "asked"), [(29.57, True), (29.6, False)])
def test_a_psyker_denies_at_exactly_twenty_four_inches(x: float, asked: bool) -> None:
    """Bases of 40 mm: 24 + 1.575 between centres."""
    table = at(f"blue space-marines/librarian a 4,15\nred orks/weirdboy d {x},15\nred Man b 10,15 W=3", phase="psychic")
    if asked:
        cast(table, "smite", "d", dice="psychic 4 4 / deny 4 4 / mortal 1")  # 8 does not beat 8
    else:
        cast(table, "smite", dice="psychic 4 4 / mortal 1")
    assert table["b"].wounds == 2


@proves("core.psychic.smite", "core.concept.closest-tie")
def test_of_two_equally_close_enemies_the_psyker_picks_one_and_a_hidden_one_is_none() -> None:
    table = at(f"{LIBRARIAN}\nred Man b 15,15\nred Man c 5,15", phase="psychic")
    psyker = table["a"].profile.psyker
    assert psyker is not None
    assert available(table.ask(manifest, table["a"], psyker.known[0], dice="psychic 4 4")) == ["b", "c"]
    wall = at(f"{LIBRARIAN}\nred Man b 15,15 W=9\nred Man c 5,15 W=9\ncontainer 12,12,13,18 height=5", phase="psychic")
    cast(wall, "smite", dice="psychic 4 4 / mortal 6")
    assert (wall["b"].wounds, wall["c"].wounds) == (9, 6)


@proves("core.psychic.smite", "core.concept.closest-tie")
def test_smite_finds_the_closest_on_the_slant() -> None:
    """Above in plan 5", but 5" higher it is 7.07" away; on the ground 7"."""
    drawn = "blue space-marines/librarian a 4,15\nred Man b 10.287,15,5\nred Man c 4,23.287\nruin 9,13,11.5,16 height=9 floor=9,13,11.5,16,5"
    table = at(drawn, phase="psychic")
    assert [it.key for it in closest_visible(table.battle, table["a"], 18)] == ["c"]


@proves("core.psychic.smite", "faction.cybork-body", "core.attack.ignore-wounds")
def test_the_chance_of_a_smite_at_a_cybork_boss_on_his_last_wound() -> None:
    """Each mortal wound is ignored on 5+: 68/81 by a D3 after 5 to 10, 2005/2187 by a D6 after 11 and 12."""
    table = at("blue space-marines/librarian a 4,15\nred orks/warboss+cybork-body b 13,15 wounds=1", phase="psychic")
    few = sum([1 - THIRD**n for n in (1, 2, 3)]) / 3
    many = sum([1 - THIRD**n for n in range(1, 7)]) / 6
    assert (few, many) == (Fraction(68, 81), Fraction(2005, 2187))
    assert chance(table, "a", "smite") == Fraction(27, 36) * few + Fraction(3, 36) * many


@proves("core.psychic.smite")
def test_smite_is_told_by_its_own_rule_and_other_powers_by_theirs() -> None:
    table = at("blue orks/weirdboy a 10,15 powers=eadbanger\nred Man b 14,15 W=9", phase="psychic")
    cast(table, "smite", dice="psychic 3 3 / mortal 4")
    cast(table, "eadbanger", dice="psychic 6 5 / bang 1")
    assert [event.clause for event in table.events("manifests")] == ["core.psychic.smite", "faction.eadbanger"]


@proves("core.psychic.smite", "core.psychic.number-of-powers")
def test_powers_last_until_the_phase_they_say() -> None:
    table = at(
        "blue orks/weirdboy a 10,15 powers=fists-of-gork\nblue orks/warboss w 12,15\nred Man b 18,15", phase="psychic"
    )
    cast(table, "fists-of-gork", *(("w",) if table["a"].profile.is_("CHARACTER") else ()), dice="psychic 6 4")
    [effect] = table.battle.effects
    assert effect.until == "psychic"


@proves("core.psychic.smite", "faction.fists-of-gork")
@pytest.mark.parametrize(("dice", "amount"), [("psychic 6 4", 2), ("psychic 6 5", 3)])
def test_fists_of_gork_add_three_with_a_strong_test(dice: str, amount: int) -> None:
    table = at(
        "blue orks/weirdboy a 10,15 powers=fists-of-gork\nblue orks/warboss w 12,15\nred Man b 18,15", phase="psychic"
    )
    cast(table, "fists-of-gork", "w", dice=dice)
    assert [(effect.about, effect.amount) for effect in table.battle.effects] == [("w", amount)]


@proves("core.psychic.smite-gets-harder")
def test_a_smite_that_failed_makes_the_next_one_harder_too() -> None:
    table = at("blue orks/weirdboy a 10,15\nblue orks/weirdboy c 10,18\nred Man b 15,15 W=9", phase="psychic")
    begin_psychic_phase(table.battle)
    table.do(next_to_manifest, answers=("a", "smite"), dice="psychic 1 2")
    table.do(next_to_manifest, answers=("c", "smite"), dice="psychic 3 2")  # 6 are needed now
    assert table["b"].wounds == 9
