"""The Morale phase: the army as one unit, one test, flight, attrition die by die."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.rulebooks.fortyk_vanguard.morale_phase import army_leadership, is_below_half, morale_of, must_test
from vanguard.rulebooks.fortyk_vanguard.rounds import play_on
from vanguard.rulebooks.fortyk_vanguard.state import EMBARKED, ENDED, RESERVE, Effect


def army(alive: int, starting: int, lost: int, leadership: int = 7, rows: str = "", cp: int = 0) -> Table:
    """So many blue men of a starting number, after losses this turn."""
    men = "\n".join([f"blue Man m{number} {2 + number},5 Ld={leadership}" for number in range(1, alive + 1)])
    table = at(f"{men}\n{rows}\nred Man e 40,25", phase="morale", starting=(starting, 1), cp=(cp, 0))
    table.battle.destroyed_this_turn = (lost, 0)
    return table


def test_of(table: Table, *answers: str, dice: str = "") -> Table:
    table.do(morale_of, 0, answers=answers, dice=dice)
    return table


test_of.__test__ = False  # type: ignore[attr-defined]


# -- the test -----------------------------------------------------------------------------------------------------------------------


@proves("vanguard.morale.trigger")
def test_a_player_tests_who_lost_a_model_this_turn_and_still_has_one() -> None:
    table = army(3, 5, 1)
    assert must_test(table.battle, 0)
    assert not must_test(table.battle, 1)
    assert not must_test(army(3, 5, 0).battle, 0)
    gone = at("blue Man a reserve\nred Man e 40,25", phase="morale")
    gone.battle.destroyed_this_turn = (2, 0)
    assert not must_test(gone.battle, 0)


@proves("vanguard.morale.one-test-per-player", "core.morale.test", "vanguard.morale.army-is-one-unit")
def test_losses_all_over_the_table_are_one_test() -> None:
    table = test_of(army(8, 10, 2), dice="morale 5")
    assert len(table.events("morale-passed")) == 1


@proves("vanguard.morale.active-player-tests-first", "core.morale.order")
def test_the_player_whose_turn_it_is_tests_first() -> None:
    table = at("blue Man a 5,5\nblue Man b 6.5,5\nred Man e 40,25\nred Man f 38,25", phase="morale", turn=1)
    table.battle.destroyed_this_turn = (1, 1)
    table.battle.first = 0
    table.do(play_on, dice="morale 1 / morale 1")
    assert [event.values["who"] for event in table.events("morale-passed")] == ["Bravo", "Alpha"]


@proves("vanguard.morale.leadership-is-the-highest", "faction.terrifying-visions")
def test_the_army_tests_on_its_highest_leadership() -> None:
    drawn = "blue orks/boyz a 5,5\nblue orks/boyz/leader b 7,5\n{boss}\nred Man e 40,25"
    with_boss = at(drawn.format(boss="blue orks/warboss c 9,5"), phase="morale")
    assert army_leadership(with_boss.battle, 0) == 8
    assert army_leadership(at(drawn.format(boss=""), phase="morale").battle, 0) == 7
    with_boss.battle.effects = (Effect("terrifying-visions", "c", 1, "command", 1),)
    assert army_leadership(with_boss.battle, 0) == 7  # the boss has 6 now, the Nob 7


@proves("vanguard.morale.battlefield-models-only")
def test_reserves_and_passengers_lend_no_leadership_and_take_no_dice() -> None:
    table = at(
        """
        blue orks/trukk t 10,15
        blue orks/warboss w 0,0 in=t
        blue orks/boyz a 5,5
        blue Man r reserve Ld=10
        red  Man e 40,25
        """,
        phase="morale",
        starting=(5, 1),
    )
    assert (table["w"].fate, table["r"].fate) == (EMBARKED, RESERVE)
    assert army_leadership(table.battle, 0) == 6
    table.battle.destroyed_this_turn = (1, 0)
    test_of(table, "a", dice="morale 6 / attrition 2")  # one die: for the trukk
    assert table.dead == ["a"]


@proves("vanguard.morale.normal-test")
@pytest.mark.parametrize(("face", "passed"), [(5, True), (6, False)])
def test_two_losses_on_leadership_seven_fail_on_a_six_only(face: int, passed: bool) -> None:
    table = army(8, 10, 2)
    test_of(
        table, *([] if passed else ["m1"]), dice=f"morale {face}" + ("" if passed else " / attrition 2 2 2 2 2 2 2")
    )
    assert bool(table.events("morale-passed")) is passed
    assert len(table.dead) == (0 if passed else 1)


@proves("vanguard.morale.natural-one-passes")
def test_an_unmodified_one_passes_whatever_the_total() -> None:
    table = test_of(army(3, 10, 7, leadership=4), dice="morale 1")
    assert table.dead == []


@proves("vanguard.morale.passed-test")
def test_a_passed_test_changes_nothing() -> None:
    table = army(8, 10, 1)
    before = table.battle.facts()
    test_of(table, dice="morale 2")
    assert table.battle.facts() == before


# -- half-strength ------------------------------------------------------------------------------------------------------------------


@proves("vanguard.morale.army-half-strength", "core.unit.half-strength", "core.unit.starting-strength")
@pytest.mark.parametrize(("start", "alive", "below"), [(7, 3, True), (7, 4, False), (10, 4, True), (10, 5, False)])
def test_below_half_strength_is_fewer_than_half_of_the_models_mustered(start: int, alive: int, below: bool) -> None:
    assert is_below_half(army(alive, start, 1).battle, 0) is below


@proves("vanguard.morale.army-half-strength")
def test_reserves_and_passengers_count_as_survivors() -> None:
    rows = "blue Man r reserve\nblue orks/trukk t 20,15\nblue Man p 0,0 in=t"
    assert not is_below_half(army(2, 10, 1, rows=rows).battle, 0)


@proves(
    "vanguard.muster.half-strength-of-one-model", "vanguard.muster.starting-strength-one", "core.unit.half-strength"
)
@pytest.mark.parametrize(("wounds", "of", "below"), [(3, 6, False), (2, 6, True), (1, 1, False), (2, 5, True)])
def test_outside_morale_one_model_is_below_half_by_its_wounds(wounds: int, of: int, below: bool) -> None:
    assert at(f"blue Man a 5,5 W={of} wounds={wounds}")["a"].is_below_half_strength is below


@proves("vanguard.morale.double-losses-below-half")
def test_losses_count_twice_below_half_strength_and_the_die_once() -> None:
    table = test_of(army(4, 9, 3, leadership=8), "m1", dice="morale 3 / attrition 3 3 3")
    assert table.events("morale-failed")  # 3 + 6 = 9 > 8
    half = test_of(army(5, 10, 3, leadership=8), dice="morale 3")  # exactly half is not below: 3 + 3
    assert half.events("morale-passed")


# -- flight -------------------------------------------------------------------------------------------------------------------------


@proves("vanguard.morale.failed-one-flees", "core.morale.failed")
def test_the_owner_chooses_who_flees() -> None:
    table = army(8, 10, 6)
    question = table.ask(morale_of, 0, dice="morale 6")
    assert available(question) == [f"m{number}" for number in range(1, 9)]


@proves("vanguard.morale.combat-attrition-army-wide", "core.morale.combat-attrition")
def test_each_one_makes_another_model_flee_whom_the_owner_chooses() -> None:
    table = test_of(army(8, 10, 6), "m8", "m1", "m2", dice="morale 6 / attrition 1 2 3 1 2 2 2")
    assert table.dead == ["m1", "m2", "m8"]


@proves("vanguard.morale.attrition-minus-one-below-half")
def test_half_strength_is_read_again_after_the_first_has_fled() -> None:
    table = test_of(army(4, 8, 3), "m1", "m2", "m3", dice="morale 6 / attrition 2 1 3")
    assert table.dead == ["m1", "m2", "m3"]  # 4 of 8 is not below half at the test, 3 of 8 is when the dice are rolled
    above = test_of(army(5, 8, 3), "m1", dice="morale 6 / attrition 2 2 2 3")
    assert above.dead == ["m1"]


@proves("vanguard.morale.attrition-abilities-by-model", "faction.cowardly", "faction.and-they-shall-know-no-fear")
def test_abilities_change_only_the_dice_of_their_own_models() -> None:
    rows = "blue orks/gretchin g 20,5\nblue space-marines/intercessors s 22,5"
    table = army(1, 10, 6, rows=rows)
    # below half, the Gretchin fled: the man has -1, the marine nothing; the worse dice are rolled first
    test_of(table, "g", "s", dice="morale 6 / attrition 2 / attrition 2")
    assert table.dead == ["g", "s"]  # a 2 is too little for the man, and enough for the marine
    lone = at("blue orks/gretchin g 20,5\nblue orks/gretchin h 22,5\nred Man e 40,25", phase="morale", starting=(3, 1))
    lone.battle.destroyed_this_turn = (4, 0)
    test_of(lone, "g", dice="morale 6 / attrition 3")  # below half and Cowardly: 3 - 2 is 1
    assert lone.dead == ["g", "h"]


@proves("core.dice.modifier-order", "core.profile.modify-characteristics")
def test_dice_are_modified_no_lower_than_one_and_leadership_neither() -> None:
    rows = "blue orks/gretchin g 20,5\nblue orks/gretchin h 22,5"
    table = army(0, 10, 6, rows=rows)
    test_of(table, "g", dice="morale 6 / attrition 1")  # 1 - 2 counts as 1: one model flees, not more
    assert table.dead == ["g", "h"]
    low = at("blue Man a 5,5 Ld=2\nred Man e 40,25", phase="morale")
    low.battle.effects = (Effect("terrifying-visions", "a", 1, "command", 1),)
    assert army_leadership(low.battle, 0) == 1


@proves("faction.mental-fortitude", "vanguard.morale.insane-bravery-covers-the-army")
def test_a_power_exempts_one_model_and_does_not_pass_the_test_for_the_army() -> None:
    table = army(3, 4, 6)
    table.battle.effects = (Effect("mental-fortitude", "m2", 0, "psychic", 1),)
    question = table.ask(morale_of, 0, dice="morale 6")
    assert available(question) == ["m1", "m3"]
    test_of(table, "m1", dice="morale 6 / attrition 3")  # one die only, for m3
    assert table.dead == ["m1"]


@proves("vanguard.morale.fled-models-are-destroyed")
def test_fled_models_count_as_destroyed_but_trigger_nothing() -> None:
    table = at(
        "blue orks/deff-dread d 10,10 Ld=2\nblue necrons/warriors n 10.5,14 Ld=2 +warlord\nred Man e 11,12",
        phase="morale",
        starting=(4, 1),
    )
    table.battle.destroyed_this_turn = (2, 0)
    test_of(table, "d", dice="morale 6 / attrition 1")  # no explosion, no reanimation
    assert table.dead == ["d", "n"]
    assert table["e"].wounds == 1
    assert table.battle.to_return == ()


@proves("core.mission.battle-ends", "vanguard.morale.active-player-tests-first")
def test_the_battle_is_over_when_the_last_model_flees_and_the_other_player_does_not_test() -> None:
    table = at("blue Man a 2,2 Ld=2\nred Man b 40,28 Ld=2 +warlord", phase="morale", starting=(4, 4))
    table.battle.destroyed_this_turn = (3, 3)
    table.do(play_on, dice="morale 6")
    assert table.dead == ["a"]
    assert (table.battle.phase, table.battle.winner) == (ENDED, 1)
    assert not table.heard("turn")


@proves("vanguard.morale.no-coherency-removal", "vanguard.muster.coherency-never-checked")
def test_nobody_is_removed_for_standing_alone() -> None:
    table = at("blue Man a 2,2\nblue Man b 40,28\nred Man e 20,15", phase="morale")
    table.battle.destroyed_this_turn = (1, 0)
    table.do(play_on, dice="morale 1")
    assert table.dead == []


@proves("core.stratagem.insane-bravery", "vanguard.morale.insane-bravery-covers-the-army")
def test_insane_bravery_passes_the_armys_test_once_per_battle() -> None:
    table = army(3, 10, 2, cp=4)
    question = table.ask(morale_of, 0)
    risk = table.odds(question, "no")
    assert (risk.fate, risk.chance_removed()) == ("fails", pytest.approx(1 / 2)), (
        "Leadership 7, twice 2 lost: 4 and more"
    )
    table = army(3, 10, 6, cp=4)
    test_of(table, "yes")
    assert table.dead == []
    assert table.battle.command_points == (2, 0)
    declined = test_of(army(3, 10, 6, cp=2), "no", "m1", dice="morale 6 / attrition 6 6")
    assert declined.dead == ["m1"]
    assert declined.battle.command_points == (2, 0)
    table.battle.stratagems_used = ((), ())
    table.battle.destroyed_this_turn = (6, 0)
    test_of(table, "m1", "m2", dice="morale 6 / attrition 1 1")  # it is not offered again
    assert len(table.dead) == 3


@proves("core.stratagem.command-re-roll")
def test_morale_and_attrition_dice_cannot_be_rolled_again() -> None:
    table = army(8, 10, 6, cp=1)
    test_of(table, "m1", "m2", dice="morale 6 / attrition 1 2 2 2 2 2 2")
    assert table.battle.command_points == (1, 0)
