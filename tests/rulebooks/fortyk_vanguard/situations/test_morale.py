"""Morale: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import AIM, TRUKK, after_losses
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.rounds import end_battle
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import DESTROYED, ON_TABLE


@proves("vanguard.morale.trigger", "vanguard.morale.double-losses-below-half", "core.transport.destroyed-roll")
def test_a_trukk_and_those_who_die_in_its_wreck_are_losses_of_one_turn() -> None:
    """Five models; Trukk and two riders gone: two of five are fewer than half, 3 x 2 = 6 against Leadership 6: only a 1 passes."""
    rows = f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nblue orks/boyz b 0,0 in=t\nblue orks/boyz c 2,2\nblue orks/boyz d 4,2"
    table = at(f"{rows}\nred Man e 40,25", phase="morale")
    table.do(destroy, "t", answers=([[10, 18.5]], [[10, 11.5]]), dice="explodes 1 / wreck 1 / wreck 1")
    assert table.battle.destroyed_this_turn == (3, 0)
    failed = Table(table.battle.copy())
    failed.do(morale_of, 0, answers=("c",), dice="morale 2 / attrition 6")
    assert failed.dead == ["t", "a", "b", "c"]
    table.do(morale_of, 0, dice="morale 1")
    assert table.dead == ["t", "a", "b"]


@proves("vanguard.morale.trigger", "faction.reanimation-protocols", "vanguard.morale.army-half-strength")
def test_who_stood_up_again_is_neither_a_loss_nor_missing() -> None:
    """Two of four fell, one is back: one loss, three left, nothing doubled; nobody of Leadership 5 fails but on 5 and 6."""
    rows = "\n".join(
        [f"red necrons/warriors {key} {x},15 Ld=5" for key, x in (("b", 14), ("c", 16), ("d", 18), ("e", 20))]
    )
    table = at(f"blue Man a 4,15\n{rows}", weapons={"a": ('gun: 24" Assault 2, S 9, AP -5, D 1',)})
    dice = "hit 3 / wound 2 / hit 3 / wound 2 / reanimation 5 / reanimation 2"
    table.do(shoot, "a", answers=(AIM, {"b": 1, "c": 1}, "as-listed", "b"), dice=dice)
    table.do(morale_of, 1, dice="morale 4")
    assert table.dead == ["c"]
    assert table.heard("morale-passed", n=5)


@proves("vanguard.morale.trigger", "vanguard.morale.battlefield-models-only")
def test_an_army_that_waits_in_reserve_alone_takes_no_test() -> None:
    table = at("blue Man a 2,2\nred Man b reserve\nred Man c 42,2", phase="morale")
    table["c"].fate = DESTROYED
    table.battle.destroyed_this_turn = (0, 1)
    table.do(morale_of, 1)


@proves("vanguard.morale.trigger", "core.attack.supercharge", "vanguard.morale.battlefield-models-only")
def test_the_last_model_on_the_table_flees_and_the_passengers_army_lives() -> None:
    table = after_losses("blue Man a 2,5\nblue Man r reserve", 5, 7)
    table.do(morale_of, 0, dice="morale 6")
    assert table.dead == ["a"]


@proves(
    "vanguard.morale.army-half-strength",
    "vanguard.morale.battlefield-models-only",
    "vanguard.morale.attrition-minus-one-below-half",
)
def test_a_passenger_keeps_the_army_at_half_strength_until_the_first_one_flees() -> None:
    """Seven began, three on the table and one aboard are left: four are not below half, so 5 + 2 is tested on the Trukk's and
    Boyz' 6. After the first has fled three are, and a 2 makes one more flee; no die is rolled for the passenger."""
    table = after_losses(
        "blue orks/trukk t 10,15\nblue orks/boyz a 4,5\nblue orks/boyz b 6,5\nblue orks/boyz c 0,0 in=t", 2, 7
    )
    table.do(morale_of, 0, answers=("a", "b"), dice="morale 5 / attrition 2 3")
    assert table.dead == ["a", "b"]


@proves("vanguard.morale.army-half-strength", "vanguard.morale.double-losses-below-half")
@pytest.mark.parametrize(("starting", "face", "fails"), [(6, 4, False), (7, 2, True), (6, 5, True), (7, 1, False)])
def test_three_left_of_six_are_half_and_of_seven_fewer(starting: int, face: int, fails: bool) -> None:
    """Leadership 7, three lost: D6 + 3 with three of six left, D6 + 6 with three of seven."""
    rows = "blue Man a 2,5\nblue Man b 4,5\nblue Man c 6,5"
    table = after_losses(rows, 3, starting)
    answers, dice = (("a",), f"morale {face} / attrition 6 6") if fails else ((), f"morale {face}")
    table.do(morale_of, 0, answers=answers, dice=dice)
    assert bool(table.dead) is fails


@proves("vanguard.morale.failed-one-flees", "vanguard.morale.attrition-minus-one-below-half")
def test_a_trukk_that_flees_takes_its_riders_out_of_the_half_that_is_left() -> None:
    """Four of seven are left, no doubling: 3 + 4 > 6. The Trukk flees with its two riders: one of seven, whose 2 counts as 1."""
    rows = f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nblue orks/boyz b 0,0 in=t\nblue orks/boyz c 2,2"
    table = after_losses(rows, 3, 7)
    table.do(morale_of, 0, answers=("t",), dice="morale 4 / attrition 2")
    assert table.dead == ["t", "a", "b", "c"]


@proves("vanguard.morale.failed-one-flees", "vanguard.morale.combat-attrition-army-wide")
def test_after_the_first_has_fled_every_one_makes_another_flee() -> None:
    table = at("blue Man a 2,5\nblue Man b 4,5\nblue Man c 6,5\nred Man e 40,25", phase="morale", starting=(6, 1))
    table.battle.destroyed_this_turn = (3, 0)
    table.do(morale_of, 0, answers=("a", "c"), dice="morale 6 / attrition 1 6")
    assert table.dead == ["a", "c"]


@proves("vanguard.morale.fled-models-are-destroyed")
def test_who_rides_in_a_transport_that_flees_is_gone_with_it() -> None:
    table = after_losses("blue orks/trukk t 10,15\nblue orks/boyz p 0,0 in=t\nblue Man c 2,5", 6, 9)
    table.do(morale_of, 0, answers=("t",), dice="morale 6 / attrition 6")
    assert table.dead == ["t", "p"]
    assert table["c"].fate == ON_TABLE
    assert not table.events("explodes") + table.events("burns-out"), "a flight triggers nothing"


@proves("vanguard.morale.fled-models-are-destroyed", "core.mission.slay-the-warlord", "core.army.warlord")
def test_a_warlord_of_the_rank_and_file_that_flees_is_slain() -> None:
    table = after_losses("blue Man a 4,4 +warlord\nblue Man b 6,4", 3, 8)
    table.do(morale_of, 0, answers=("a",), dice="morale 6 / attrition 6")
    table.do(end_battle)
    assert table.battle.points == (0, 1)


@proves("vanguard.morale.double-losses-below-half", "vanguard.morale.leadership-is-the-highest")
@pytest.mark.parametrize(("nob", "passes"), [("leader", True), ("trooper", False)])
def test_doubled_losses_are_borne_by_the_best_head_on_the_table(nob: str, passes: bool) -> None:
    """Three left of nine, two lost: a 3 + 4 is passed on a Nob's 7 and failed on a Boy's 6."""
    table = after_losses(f"blue orks/boyz/{nob} a 4,5\nblue orks/boyz b 6,5\nblue orks/boyz c 8,5", 2, 9)
    answers, dice = ((), "morale 3") if passes else (("c",), "morale 3 / attrition 3 3")
    table.do(morale_of, 0, answers=answers, dice=dice)
    assert table.dead == ([] if passes else ["c"])
