"""More situations worked out by hand from the book: what happens between two halves of something else, and what is not asked."""

from __future__ import annotations

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_by_hand import AIM, cast, charging, fighting, moving, shot
from tests.rulebooks.fortyk_vanguard.test_worked_by_hand import keep_if
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge
from vanguard.rulebooks.fortyk_vanguard.engagement import is_engaged
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model

SNIPER = 'gun: 36" Heavy 1, S 4, AP 0, D 1, mortal_wounds_on_six=1'
AXE = "axe: Melee, S 9, AP -5, D 9"
BURNING = 'gun: 24" Assault 1, S 4, AP 0, D 1, destroys_bearer_on_one'

# -- what cannot help is not asked -------------------------------------------------------------------------------------------------


@proves("core.stratagem.command-re-roll", "weapon.sniper", "core.attack.mortal-wounds-in-addition")
@pytest.mark.parametrize(
    ("target", "dice", "asked"),
    [
        ("W=1", "6 / save 1", False),  # the mortal wound takes what is left, saved or not
        ("W=3 wounds=1", "6 / save 1", False),
        ("W=1", "5 / save 1", True),
        ("W=2", "6 / save 1", True),
        ("W=1 ignore=5", "6 / save 1 / ignore 6 / ignore 1", True),
    ],
)
def test_a_save_is_not_rolled_again_from_which_the_mortal_wound_kills_anyway(
    target: str, dice: str, asked: bool
) -> None:
    answers = (AIM, *keep_if(asked))
    shot(f"blue Man a 4,15\nred Man b 12,15 {target}", SNIPER, dice=f"hit 6 / wound {dice}", answers=answers, cp=(0, 1))


@proves("core.stratagem.command-re-roll", "core.psychic.smite")
@pytest.mark.parametrize(
    ("target", "asked"), [("W=1", False), ("W=4 wounds=1", False), ("W=2", True), ("W=1 ignore=5", True)]
)
def test_a_smite_that_kills_anyway_is_not_tested_again_to_be_stronger(target: str, asked: bool) -> None:
    ignored = " / ignore 1" if "ignore" in target else ""
    table = at(f"blue space-marines/librarian a 4,15\nred Man b 12,15 {target}", phase="psychic", cp=(1, 0))
    cast(table, "smite", *keep_if(asked), dice=f"psychic 3 4 / mortal 2{ignored}")


@proves("core.psychic.deny", "faction.psychic-hood")
@pytest.mark.parametrize(("x", "asked"), [(20, False), (12, True)])
def test_a_power_that_no_roll_could_deny_is_not_asked_about(x: int, asked: bool) -> None:
    """Twelve with its Perils survived: thirteen would be needed, which only a hood could reach."""
    drawn = f"blue orks/weirdboy a 4,15\nred space-marines/librarian b {x},15\nred Man c 9,18"
    table = at(drawn, phase="psychic")
    cast(table, "smite", *(("no",) if asked else ()), dice="psychic 6 6 / perils 1 / mortal 6")
    assert table.dead == ["c"]


# -- into and out of a wreck ---------------------------------------------------------------------------------------------------


@proves("core.transport.embark-limits", "core.transport.destroyed")
def test_who_is_thrown_out_of_one_trukk_does_not_get_into_another_in_the_same_phase() -> None:
    drawn = """
        blue orks/trukk t 10,15 wounds=1
        blue orks/boyz p 0,0 in=t
        blue orks/trukk u 18,15
        red  Man b 10,17.7
    """
    table = moving(drawn, cp=(0, 1))
    dice = "cut 6 / explodes 1 / wreck 6"
    table.do(move_model, table["t"], answers=("fall-back", "yes", [[12.5, 13.2]]), dice=dice)
    table.do(move_model, table["p"], answers=("normal", [[14.5, 13.4]]))
    assert table["p"].on_table


# -- standing up ------------------------------------------------------------------------------------------------------------------


@proves("faction.reanimation-place", "core.terrain.defence-line", "core.fight.consolidate")
def test_who_fell_across_a_barricade_stands_up_out_of_combat_though_its_slayer_has_come_closer() -> None:
    """1.45" apart it was struck, not engaged. Two dice lie in the pool; when the other falls there are enough."""
    drawn = """
        blue Man a 9.9,15 A=1
        blue Man d 10,20 A=1
        red  necrons/skorpekh-destroyers b 12.834,15
        red  necrons/skorpekh-destroyers c 12.3,20
        barricade 10.9,13,11.1,16.5
    """
    table = fighting(drawn, weapons={"a": (AXE,), "d": (AXE,)})
    assert not is_engaged(table.battle, table["b"])
    answers = ("no", "yes", [[10.39, 15]])
    dice = "hit 6 / wound 6 / reanimation 5 5 1"
    table.do(fight, table["a"], answers=answers, dice=dice)
    assert table.dead == ["b"]
    table.do(fight, table["d"], answers=("no", "b", "no"), dice="hit 6 / wound 6 / reanimation 5 1 1")
    assert table.dead == ["c"]
    assert not is_engaged(table.battle, table["b"])


# -- when the battle is over -------------------------------------------------------------------------------------------------------


@proves("core.mission.battle-ends", "core.attack.supercharge", "core.charge.roll")
def test_no_charge_is_rolled_for_when_overwatch_has_burnt_the_last_enemy() -> None:
    table = charging("blue Man a 4,15\nred Man b 10,15", weapons={"b": (BURNING,)}, cp=(0, 1))
    table.do(charge, table["a"], answers=("b", "b", "gun/gun>a"), dice="hit 1")
    assert table.dead == ["b"]
