"""Reanimation Protocols: dice for those destroyed by attacks, a pool for each Unit Name, standing up again."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.rulebooks.fortyk_vanguard.damage import suffer_mortal_wounds
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight
from vanguard.rulebooks.fortyk_vanguard.reanimation import forget_the_fallen, pool_of
from vanguard.rulebooks.fortyk_vanguard.rounds import look_for_the_end
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import ENDED, ON_TABLE, SHOT

KILL = "hit 6 / wound 6"
AIM = "gun/gun>b"


def shot(
    row: str, dice: str, *answers: object, rows: str = "", gun: str = 'gun: 24" Assault 1, S 9, AP -5, D 9'
) -> Table:
    table = at(f"blue Man a 4,15\nred {row}\n{rows}", weapons={"a": (gun,)})
    table.do(shoot, "a", answers=(AIM, *answers), dice=f"{KILL} / {dice}")
    return table


@proves("faction.reanimation-protocols", "vanguard.muster.rules-needing-several-models")
@pytest.mark.parametrize(("face", "returns"), [(5, True), (4, False)])
def test_an_immortal_stands_up_on_a_five(face: int, returns: bool) -> None:
    table = shot("necrons/immortals b 14,15", f"reanimation {face}", *(["b"] if returns else []))
    assert (table["b"].fate == ON_TABLE) is returns
    assert table.battle.destroyed_this_turn == ((0, 0) if returns else (0, 1))


@proves("faction.their-number-is-legion")
def test_warriors_roll_their_ones_again() -> None:
    table = shot("necrons/warriors b 14,15", "reanimation 1 / reanimation-again 5", "b")
    assert table["b"].fate == ON_TABLE
    again = shot("necrons/warriors b 14,15", "reanimation 1 / reanimation-again 1")
    assert again.dead == ["b"]


@proves("faction.reanimation-protocols")
def test_a_destroyer_rolls_three_dice_and_needs_three_successes() -> None:
    table = shot("necrons/skorpekh-destroyers b 14,15", "reanimation 5 6 4")
    assert table.dead == ["b"]
    assert pool_of(table.battle, 1, "skorpekh-destroyers") == 2
    whole = shot("necrons/skorpekh-destroyers b 14,15", "reanimation 5 6 5", "b")
    assert whole["b"].wounds == 3


@proves("faction.reanimation-protocols")
def test_a_pool_is_shared_by_models_of_one_unit_name_and_empties_with_the_phase() -> None:
    table = shot(
        "necrons/skorpekh-destroyers b 14,15",
        "reanimation 5 6 4",
        rows="red necrons/skorpekh-destroyers c 14,19\nblue Man d 4,19",
    )
    table["a"].flags &= ~SHOT
    answers = ("gun/gun>c", "c")
    table.do(shoot, "a", answers=answers, dice=f"{KILL} / reanimation 5 1 1")
    assert table["c"].fate == ON_TABLE  # two dice of the first and one of the second
    forget_the_fallen(table.battle)
    assert (table.battle.pools, table.battle.to_return) == ((), ())


@proves("faction.reanimation-protocols")
def test_the_owner_chooses_who_returns_and_may_decline() -> None:
    table = at(
        "blue Man a 4,15\nred necrons/immortals b 14,15\nred necrons/immortals c 14,17",
        weapons={"a": ('gun: 24" Assault 2, S 9, AP -5, D 1',)},
    )
    dice = f"{KILL} / {KILL} / reanimation 5 / reanimation 1"
    question = table.ask(shoot, "a", answers=(AIM, {"b": 1, "c": 1}, "as-listed"), dice=dice)
    assert available(question) == ["b", "c", "nobody"]
    table.do(shoot, "a", answers=(AIM, {"b": 1, "c": 1}, "as-listed", "nobody"), dice=dice)
    assert table.dead == ["b", "c"]


@proves("faction.reanimation-protocols")
def test_only_those_destroyed_by_attacks_roll_and_only_necrons() -> None:
    table = at("blue Man a 4,15\nred necrons/immortals b 14,15\nred Man c 14,17")
    table.do(suffer_mortal_wounds, "b", 3, "core.psychic.smite")
    assert table.dead == ["b"]
    assert table.battle.to_return == ()
    fought = at(
        "blue Man a 10,15 S=9\nred necrons/immortals b 11.13,15",
        phase="fight",
        weapons={"a": ("axe: Melee, S User, AP -5, D 1",)},
    )
    fought.do(fight, fought["a"], answers=("b",), dice=f"{KILL} / reanimation 6")
    assert fought["b"].fate == ON_TABLE


@proves("faction.reanimation-place")
def test_it_returns_where_it_stood_or_as_near_as_possible_with_full_wounds_and_its_deeds() -> None:
    table = shot("necrons/skorpekh-destroyers b 14,15 wounds=1 did=shot", "reanimation 5 5 5", "b")
    assert table["b"].base.centre == (14, 15)
    assert table["b"].wounds == 3
    assert table["b"].did(SHOT)


@proves("faction.reanimation-not-destroyed", "core.mission.battle-ends")
def test_the_last_necron_may_stand_up_before_the_army_counts_as_destroyed() -> None:
    table = shot("necrons/warriors b 14,15", "reanimation 5", "b")
    table.do(look_for_the_end)
    assert table.battle.phase != ENDED
    assert table.battle.survivors(1) == 1


@proves("faction.their-number-is-legion")
def test_only_the_ones_are_rolled_again_and_the_other_dice_stay() -> None:
    table = shot("necrons/warriors b 14,15 W=2", "reanimation 1 5 / reanimation-again 2")
    assert pool_of(table.battle, 1, "warriors") == 1


@proves("faction.reanimation-protocols")
def test_each_unit_name_has_a_pool_of_its_own() -> None:
    table = at(
        "blue Man a 4,15\nred necrons/immortals b 14,15 W=2\nred necrons/skorpekh-destroyers c 14,18",
        weapons={"a": ('gun: 24" Assault 2, S 12, AP -5, D 9',)},
    )
    answers = (AIM, {"b": 1, "c": 1}, "as-listed")
    table.do(shoot, "a", answers=answers, dice=f"{KILL} / {KILL} / reanimation 5 1 / reanimation 6 6 1")
    assert pool_of(table.battle, 1, "immortals") == 1
    assert pool_of(table.battle, 1, "skorpekh-destroyers") == 2


@proves("faction.reanimation-protocols")
def test_who_got_no_dice_is_forgotten_at_the_end_of_the_phase_too() -> None:
    table = shot("necrons/immortals b 14,15", "reanimation 1")
    assert table.battle.to_return == ("b",)
    forget_the_fallen(table.battle)
    assert table.battle.to_return == ()
