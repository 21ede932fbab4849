"""The alterations of the book where they meet each other, a Stratagem or a destruction half-way; worked out by hand first."""

from __future__ import annotations

from fractions import Fraction
from math import cos, pi, sin

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_by_hand import AIM, after_losses, charging, fighting
from tests.rulebooks.fortyk_vanguard.test_worked_by_hand import chance
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.fight_phase import NORMAL, fight, group_of, is_eligible
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.rounds import play_on
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot

CANNON = 'cannon: 36" Heavy D6, S 9, AP -5, D 1, blast'
SURE = 'gun: 24" Assault 1, S 9, AP -5, D 1'
PLASMA = 'gun: 24" Assault 2, S 9, AP -5, D 1, destroys_bearer_on_one'
WALKER = "blue Man a 4,15 kw=VEHICLE not=INFANTRY base=60"
TRUKK = "blue orks/trukk t 10,15"


def attacked(table: Table, lost: bool = False) -> dict[str, int]:
    """How many attacks were made on whom, or were lost."""
    found: dict[str, int] = {}
    for event in table.events("attacks-lost" if lost else "hits"):
        target = str(event.values["target"])
        found[target] = found.get(target, 0) + int(event.values["n" if lost else "of"])
    return found


# -- big guns and whom they may hit -----------------------------------------------------------------------------------------------


@proves("vanguard.blast.vehicle-in-engagement", "vanguard.blast.victims")
def test_all_of_a_blast_is_lost_while_the_walker_is_in_combat_also_on_the_victim_it_is_in_combat_with() -> None:
    """Gap to v 0.42": engaged; to i 2.32": out of combat and out of the shooter's own Blast Range; v is 0.9" from i."""
    drawn = f"{WALKER}\nred Man v 6.1,15\nred Man i 8,15"
    table = at(drawn, weapons={"a": (CANNON,)})
    table.do(shoot, "a", answers=("cannon/cannon>i", "as-listed"), dice="attacks 4")
    assert attacked(table, lost=True) == {"i": 2, "v": 2}
    assert table.dead == []


@proves("vanguard.blast.vehicle-in-engagement", "vanguard.blast.allocate-before-rolling")
def test_once_its_combat_is_cleared_the_rest_of_the_blast_comes_down() -> None:
    """The gun fells v first; of the blast's two and two, those on v find nobody, those on i hit on a 3 again."""
    table = at(f"{WALKER}\nred Man v 6.1,15\nred Man i 8,15 W=3", weapons={"a": (CANNON, SURE)})
    answers = ("cannon/cannon>i", "gun/gun>v", "v", "gun")
    table.do(shoot, "a", answers=answers, dice="attacks 4 / hit 3 / wound 2 / hit 3 3 / wound 2 2")
    assert table.dead == ["v"]
    assert attacked(table, lost=True) == {"v": 2}
    assert table["i"].wounds == 1


@proves(
    "vanguard.split-fire.other-targets", "core.shoot.big-guns-other-targets", "core.shoot.big-guns-heavy-penalty",
    "vanguard.split-fire.resolution-order",
)  # fmt: skip
@pytest.mark.parametrize(
    ("first", "dice", "dead"),
    [("b", "hit 4 / wound 2 / hit 3 3 / wound 2 2", ["b", "c"]), ("c", "hit 4 / wound 2", ["b"])],
)
def test_one_weapon_split_into_and_out_of_combat_reaches_who_is_outside_only_afterwards(
    first: str, dice: str, dead: list[str]
) -> None:
    """b is 0.42" away, c 1.98" and exactly 2" from b. In combat 3+ is a 4; with b gone it is a 3 again."""
    table = at(f"{WALKER}\nred Man b 6.1,15\nred Man c 6.1,18", weapons={"a": ('gun: 24" Heavy 3, S 9, AP -5, D 1',)})
    table.do(shoot, "a", answers=(AIM, {"b": 1, "c": 2}, first), dice=dice)
    assert table.dead == dead


@proves("vanguard.blast.repeat-in-rounds", "faction.grinding-advance", "vanguard.blast.first-attack-on-initial-target")
def test_each_shot_of_a_tank_goes_round_for_itself() -> None:
    """Two shots of one attack: both are the initial target's, though the victim gets none."""
    table = at("blue astra-militarum/leman-russ a 6,15\nred Man i 20,15 W=9\nred Man v 22,15")
    table.do(shoot, "a", answers=("battle-cannon/battle-cannon>i",), dice="attacks 1 / attacks 1 / hit 1 / hit 1")
    assert attacked(table) == {"i": 2}


# -- look out, sir ------------------------------------------------------------------------------------------------------------------


@proves(
    "vanguard.look-out-sir.cannot-target", "vanguard.look-out-sir.screen-closer", "vanguard.split-fire.pistol-in-engagement"
)  # fmt: skip
@pytest.mark.parametrize(("x", "screened"), [(11.3, True), (11.9, False)])
def test_a_character_in_combat_with_the_shooter_is_screened_from_its_pistol_too(x: float, screened: bool) -> None:
    """Both within 1"; the character is 0.9" away, the other 0.3" (closer) or just as far."""
    table = at(
        f"blue Man a 10,15\nred Man b {x},15\nred Man c 10,16.9 kw=CHARACTER",
        weapons={"a": ('pistol: 12" Pistol 1, S 4, AP 0, D 1',)},
    )
    question = table.ask(shoot, "a")
    assert ("look-out-sir" in why_not(question, "pistol/pistol>c")) is screened
    assert why_not(question, "pistol/pistol>b") == ""


@proves("vanguard.look-out-sir.screen-visible", "core.shoot.no-targets-engaged-with-friends")
def test_a_screen_that_cannot_be_shot_for_its_combat_screens_all_the_same() -> None:
    """f fights b, who stands before c: neither can be shot; without f, b can."""
    drawn = "blue Man a 4,15\nblue Man f 14,16.9\nred Man b 14,15\nred Man c 16,15 kw=CHARACTER"
    question = at(drawn).ask(shoot, "a")
    assert "no-targets-engaged-with-friends" in why_not(question, "gun/gun>b")
    assert "look-out-sir" in why_not(question, "gun/gun>c")
    alone = at(drawn.replace("14,16.9", "4,20")).ask(shoot, "a")
    assert available(alone) == ["gun/gun>b", "hold-fire"]


@proves("vanguard.look-out-sir.checked-when-targets-are-selected", "core.transport.destroyed")
def test_a_boss_thrown_out_of_his_trukk_is_screened_or_not_for_the_next_shooter() -> None:
    """Out of the wreck at 10,18.5: the boy 1.3" before him screens him from below, not from the side."""
    table = at(
        "red orks/trukk t 10,15 wounds=1\nred orks/warboss w 0,0 in=t\nred orks/boyz s 10,20.2\n"
        "blue Man a 10,28\nblue Man d 2,17.5",
        turn=0,
    )
    table.do(destroy, "t", answers=([[10, 17.97]],), dice="explodes 1 / wreck 2")
    assert "look-out-sir" in why_not(table.ask(shoot, "a"), "gun/gun>w")
    assert why_not(table.ask(shoot, "d"), "gun/gun>w") == ""


# -- destroyed in the middle -----------------------------------------------------------------------------------------------------------


@proves("core.attack.supercharge", "core.shoot.lost-attacks", "core.attack.hit-roll")
@pytest.mark.parametrize(
    ("dice", "dead"),
    [
        ("hit 3 / wound 2", ["b"]),  # the second attack is lost, and with it its hit roll
        ("hit 2 / hit 1", ["a"]),
        ("hit 1 / hit 3 / wound 2", ["a", "b"]),
        ("hit 3 / wound 1 / hit 1", ["a"]),
    ],
)
def test_a_gunner_who_has_felled_his_target_runs_no_further_risk(dice: str, dead: list[str]) -> None:
    table = at("blue Man a 4,15\nblue Man x 2,2\nred Man b 12,15\nred Man y 40,25", weapons={"a": (PLASMA,)})
    table.do(shoot, "a", answers=(AIM,), dice=dice)
    assert table.dead == dead


@proves("core.attack.supercharge", "core.attack.hit-roll")
def test_the_chance_that_a_gunner_burns_at_a_man_he_may_fell_first() -> None:
    """A 1 first: 1/6. No 1 and b still alive, 5/6 less 2/3 x 5/6 = 5/18, then a 1: 5/108. Together 23/108, not 11/36."""
    table = at("blue Man a 4,15\nblue Man x 2,2\nred Man b 12,15\nred Man y 40,25", weapons={"a": (PLASMA,)})
    assert Fraction(23, 108) == chance(table, "a", AIM, of=1)


@proves("core.transport.destroyed", "core.transport.destroyed-roll")
def test_the_place_of_one_who_dies_in_the_wreck_helps_nobody_else_out() -> None:
    """A ring of enemies with one gap, 84 degrees wide: room for one boy, and the other is lost before any die is rolled."""
    angles = [2 * pi * (42 + 34.5 * i) / 360 for i in range(9)]
    rows = "\n".join(
        [f"red Man e{n} {10 + 4.3 * cos(it):.3f},{15 + 4.3 * sin(it):.3f} base=60" for n, it in enumerate(angles)]
    )
    table = at(f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nblue orks/boyz b 0,0 in=t\nblue Man x 2,2\n{rows}")
    table.do(destroy, "t", answers=([[13.17, 15]],), dice="explodes 1 / wreck 1")
    assert table.dead == ["t", "a", "b"]
    assert table.heard("no-room", who="b")


@proves("core.stratagem.emergency-disembarkation", "core.stratagem.once-per-phase", "core.ability.explodes")
def test_a_trukk_blown_up_by_another_is_left_before_it_and_by_the_one_emergency_there_is() -> None:
    """u dies of the explosion of t, whose own passenger gets out only afterwards: the Stratagem is used up by then, however many
    points are left."""
    rows = "blue orks/boyz p 0,0 in=t\nblue orks/trukk u 16,15 wounds=1\nblue orks/boyz q 0,0 in=u\nred Man e 40,25"
    table = at(f"{TRUKK}\n{rows}", cp=(3, 0))
    dice = "explodes 6 / mortal 1 / explodes 1 / wreck 3 / wreck 2"
    table.do(destroy, "t", answers=("yes", [[22, 15]], [[10, 18.5]]), dice=dice)
    assert table.dead == ["t", "u"]
    assert table.battle.command_points == (2, 0)


@proves("core.transport.destroyed", "core.fight.consolidate", "core.fight.new-eligible-units")
def test_who_is_thrown_out_before_the_feet_of_the_charger_fights_back_in_the_same_phase() -> None:
    """The passenger stands 2" off, is consolidated into (0.6"), and was not charged: one of the normal group."""
    table = fighting(
        "blue Man a 7.3,15 did=charged\nred orks/trukk t 10,15 wounds=1\nred orks/boyz p 0,0 in=t",
        weapons={"a": ("blade: Melee, S 9, AP -5, D 3",)},
    )
    dice = "hit 3 / wound 3 / explodes 1 / wreck 2"
    answers = ("no", [[9, 17.63]], "yes", [[8, 16.2]])
    table.do(fight, table["a"], answers=answers, dice=dice)
    assert table.dead == ["t"]
    assert is_eligible(table.battle, table["p"])
    assert group_of(table["p"]) == NORMAL


@proves("vanguard.blast.single-unit-for-counting", "core.transport.destroyed", "vanguard.blast.allocate-before-rolling")
def test_passengers_thrown_out_into_a_blast_are_not_caught_by_it() -> None:
    """Trukk and v are two models: of three attacks two are the Trukk's and one is v's, whoever gets out between them."""
    table = at(
        "blue Man a 10,28 BS=2\nred orks/trukk t 10,15 wounds=1\nred orks/boyz p 0,0 in=t\nred Man v 10,18.2",
        weapons={"a": (CANNON,)},
    )
    dice = "attacks 3 / hit 2 2 / wound 3 3 / explodes 1 / wreck 2 / hit 2 / wound 2"
    table.do(shoot, "a", answers=("cannon/cannon>t", "as-listed", [[10, 12]]), dice=dice)
    assert table.dead == ["t", "v"]
    assert attacked(table) == {"t": 2, "v": 1}


@proves("faction.reanimation-protocols", "vanguard.split-fire.unused-attacks-are-lost", "core.shoot.lost-attacks")
def test_a_warrior_gets_up_after_the_last_attack_and_what_was_aimed_at_it_is_lost() -> None:
    guns = (SURE, SURE.replace("gun", "bow"))
    table = at("blue Man a 4,15\nred necrons/warriors b 14,15\nred necrons/warriors c 30,25", weapons={"a": guns})
    table.do(shoot, "a", answers=(AIM, "bow/bow>b", "gun", "b"), dice="hit 3 / wound 2 / reanimation 5")
    assert attacked(table, lost=True) == {"b": 1}
    assert table.dead == []
    assert table.battle.destroyed_this_turn == (0, 0)


# -- morale ----------------------------------------------------------------------------------------------------------------------------


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


@proves(
    "core.stratagem.insane-bravery", "vanguard.morale.one-test-per-player", "vanguard.morale.active-player-tests-first"
)
def test_both_armies_may_be_insanely_brave_in_one_phase() -> None:
    table = at("blue Man a 4,15\nred Man b 40,15", phase="morale", cp=(2, 2), starting=(5, 5), turn=1)
    table.battle.destroyed_this_turn = (4, 4)
    table.do(play_on, answers=("yes", "yes"))
    assert table.dead == []
    assert [event.values["who"] for event in table.events("stratagem")] == ["Bravo", "Alpha"]
    assert table.battle.command_points[1] == 0


@proves("vanguard.morale.failed-one-flees", "vanguard.morale.attrition-minus-one-below-half")
def test_a_trukk_that_flees_takes_its_riders_out_of_the_half_that_is_left() -> None:
    """Four of seven are left, no doubling: 3 + 4 > 6. The Trukk flees with its two riders: one of seven, whose 2 counts as 1."""
    rows = f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nblue orks/boyz b 0,0 in=t\nblue orks/boyz c 2,2"
    table = after_losses(rows, 3, 7)
    table.do(morale_of, 0, answers=("t",), dice="morale 4 / attrition 2")
    assert table.dead == ["t", "a", "b", "c"]


# -- charges ---------------------------------------------------------------------------------------------------------------------------


@proves("core.charge.success", "core.terrain.difficult-ground")
@pytest.mark.parametrize(("dice", "reaches"), [("3 3", True), ("2 3", False)])
def test_a_charge_finds_the_one_way_between_two_craters(dice: str, reaches: bool) -> None:
    """Bases of 1" in a gap of 1.02". Straight at b are 5.04" and 2" for the crater: more than 6. Along the gap b is within 1"
    at 10.16, 5.16" away; the place must be met to a hundredth."""
    table = charging("blue Man a 5,15.39\nred Man b 12,14.6\ncrater 6,10,13,14.88\ncrater 6,15.9,13,18")
    if reaches:
        table.do(charge, table["a"], answers=("b", [[10.2, 15.39]]), dice=f"charge {dice}")
        assert table["a"].base.x == 10.2
    else:
        table.do(charge, table["a"], answers=("b",), dice=f"charge {dice}")
        assert table["a"].base.x == 5
