"""Upgrades: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    AIM,
    HALF,
    SIXTH,
    TWO_THIRDS,
    chance,
    fighting,
    shot,
)
from tests.rulebooks.fortyk_vanguard.test_muster import roster
from vanguard.core.content import ContentFaults
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup
from vanguard.rulebooks.fortyk_vanguard.attacks import save_needed
from vanguard.rulebooks.fortyk_vanguard.fight_phase import next_to_fight
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import start_of_fights


@proves(
    "faction.quicksilver-veteran", "faction.mask-of-dread", "core.fight.first-and-last-cancel", "core.fight.alternate"
)
def test_a_quick_veteran_in_dread_waits_for_the_normal_group() -> None:
    """Blue's turn, nobody charged: unmasked he strikes first of all; in dread the other player begins with whom he likes."""
    drawn = (
        "blue necrons/overlord o 10,15\nred space-marines/assault-squad/leader+quicksilver-veteran s 12,15{}\n"
        "red Man d 10,16.6"
    )
    quick = fighting(drawn.format(""))
    quick.do(next_to_fight, answers=("no", "no"), dice="hit 1 1 1")
    assert [event.values["who"] for event in quick.events("hits")] == ["s"]
    dread = fighting(drawn.format(" did=last"))
    assert set(available(dread.ask(next_to_fight))) == {"s", "d"}


@proves("faction.quicksilver-veteran", "faction.cybork-body", "faction.mask-of-dread")
@pytest.mark.parametrize(
    ("faction", "unit"),
    [
        ("space-marines", "5 x Tactical Squad: Quicksilver Veteran"),
        ("orks", "10 x Boyz: Cybork Body"),
        ("orks", "5 x Stormboyz: big choppa"),
        ("necrons", "Plasmancer: Mask of Dread"),
    ],
)
def test_what_a_datasheet_does_not_offer_is_refused_by_name(faction: str, unit: str) -> None:
    with pytest.raises(ContentFaults, match="has no option"):
        roster(faction, unit)


@proves("faction.mask-of-dread")
def test_a_mask_that_nobody_is_near_enough_to_see_is_not_asked_about() -> None:
    table = fighting("blue necrons/overlord+mask-of-dread o 10,15\nred Man b 14.5,15")
    table.do(start_of_fights)
    assert not table.battle.events


@proves("faction.mask-of-dread", "core.fight.first-and-last-cancel", "core.fight.alternate")
def test_a_dreaded_charger_fights_in_the_normal_group_after_the_other_player_began() -> None:
    table = fighting(
        "blue Man a 8,15 did=charged,last\nred Man b 9.5,15\nblue Man c 8,20 did=charged\nred Man d 9.5,20"
    )
    order = ["c", "b", "a", "d"]
    for who in order:
        table.do(next_to_fight, answers=("b", "no", "no") if who == "b" else ("no", "no"), dice="hit 1")
    assert [event.values["who"] for event in table.events("hits")] == order


@proves("faction.diminutive", "core.profile.dash", "core.attack.saving-throw")
@pytest.mark.parametrize(("face", "dead"), [(5, []), (4, ["b"])])
def test_a_gretchin_in_a_crater_saves_on_five(face: int, dead: list[str]) -> None:
    """7+ with one for the cover and one for being small."""
    table = shot("blue Man a 4,15\nred orks/gretchin b 10,15\ncrater 9,14,11,16", dice=f"hit 6 / wound 6 / save {face}")
    assert table.dead == dead


@proves("faction.diminutive")
def test_only_the_small_hide_better_in_cover_and_only_from_shots() -> None:
    table = at("blue Man a 4,15\nred orks/gretchin g 10,15\nred Man b 10,19")
    gun, blade = table["a"].profile.ranged[0].ranged[0], table["a"].profile.melee[0].melee[0]
    for key, profile, told in (("g", gun, True), ("b", gun, False), ("g", blade, False)):
        group = AttackGroup(table["a"], "gun", profile, key, 1)
        group.covered = True
        clauses = [modifier.clause for modifier in save_needed(table.battle, table[key], group)[1]]
        assert ("faction.diminutive" in clauses) is told


@proves("faction.cybork-body", "core.attack.mortal-wounds-in-addition", "core.attack.ignore-wounds")
@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ("save 4 / ignore 5", 6),  # the bullet is saved, its mortal wound ignored
        ("save 4 / ignore 4", 5),
        ("save 3 / ignore 5 / ignore 1", 5),  # one die for the bullet, one for the mortal wound
        ("save 3 / ignore 4 / ignore 4", 4),
    ],
)
def test_a_cybork_boss_ignores_bullet_and_mortal_wound_one_by_one(dice: str, left: int) -> None:
    table = at("blue Man a 4,15\nred orks/warboss+cybork-body b 20,15",
               weapons={"a": ('gun: 36" Heavy 1, S 4, AP 0, D 1, ignores_look_out_sir, mortal_wounds_on_six=1',)})  # fmt: skip
    table.do(shoot, "a", answers=(AIM,), dice=f"hit 6 / wound 6 / {dice}")
    assert table["b"].wounds == left


@proves("faction.cybork-body", "core.attack.mortal-wounds-in-addition", "core.attack.ignore-wounds")
def test_the_chance_of_a_sniper_at_a_cybork_boss_on_his_last_wound() -> None:
    """3+; a 5 wounds past a save of 4+ and one die of 5+; a 6 leaves 2/3 when saved and 8/9 when not: 10/81."""
    table = at("blue astra-militarum/ratlings a 4,15\nred orks/warboss+cybork-body b 20,15 wounds=1")
    five, six = HALF * TWO_THIRDS, HALF * Fraction(8, 9) + HALF * TWO_THIRDS
    assert TWO_THIRDS * (SIXTH * five + SIXTH * six) == Fraction(10, 81)
    assert chance(table, "a", "sniper-rifle/sniper-rifle>b") == Fraction(10, 81)
