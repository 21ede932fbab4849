"""Mustering: Detachments with their relaxations, points, wargear, Warlord, Command points and the split."""

from collections.abc import Sequence

import pytest

from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.armies.roster_text import parse_roster, roster_text
from vanguard.core.armies.rosters import Roster, RosterEntry, points_of
from vanguard.rulebooks.fortyk_vanguard.content.army_list import (
    BOOK,
    Army,
    muster,
)
from vanguard.rulebooks.fortyk_vanguard.content.content import content


def roster(faction: str, *lines: str) -> Roster:
    """`roster("orks", "10 x Boyz: power klaw", ...)`; the first unit is the Warlord's unless a line says [leader]."""
    units = list(lines)
    if not any("[leader]" in line for line in units):
        for number, line in enumerate(units):
            head, colon, tail = line.partition(":")
            if "Detachment" not in head:
                units[number] = f"{head} [leader]{colon}{tail}"
                break
    text = f"A test ({BOOK.rulebook}, {faction})\n" + "\n".join([f"- {line}" for line in units])
    return parse_roster(text, lambda _: BOOK)


def clauses_against(list_: Roster, limit: int | None = None) -> list[str]:
    return [reason.clause for reason in BOOK.legality(list_, limit).reasons]


def legal(list_: Roster, limit: int | None = None) -> bool:
    return BOOK.legality(list_, limit).legal


def cost(list_: Roster) -> int:
    return points_of(list_, BOOK)


def names(army: Army) -> list[str]:
    return [model.name for model in army.models]


def model_named(army: Army, name: str) -> "Sequence[str]":
    """The weapons of a model."""
    return [weapon.key for model in army.models if model.name == name for weapon in model.profile.weapons]


# -- points -------------------------------------------------------------------------------------------------------------


@proves("vanguard.golden.points-costed", "core.army.points")
def test_models_and_wargear_are_paid_in_points_up_to_the_limit() -> None:
    squad = roster(
        "space-marines", "4 x Tactical Squad: power sword, plasma gun, missile launcher", "3 x assault-squad"
    )
    assert cost(squad) == 4 * 17 + 5 + 10 + 15 + 3 * 21
    assert legal(squad, 161)
    assert clauses_against(squad, 160) == ["vanguard.golden.points-costed"]


@proves("vanguard.detachment.understrength-pays-per-model")
@pytest.mark.parametrize(("men", "points"), [(1, 6), (4, 24), (9, 54), (10, 55)])
def test_an_understrength_infantry_squad_pays_for_each_man(men: int, points: int) -> None:
    assert cost(roster("astra-militarum", f"{men} x Infantry Squad")) == points


@proves("vanguard.detachment.understrength-pays-per-model")
def test_no_unit_has_more_models_than_its_datasheet_allows() -> None:
    assert legal(roster("orks", "30 x Boyz"), 299)
    assert clauses_against(roster("orks", "31 x Boyz"), 299) == ["vanguard.detachment.understrength-pays-per-model"]


def test_a_heavy_weapons_team_costs_what_its_two_men_cost_and_the_weapon() -> None:
    assert cost(roster("astra-militarum", "10 x Infantry Squad: mortar team, grenade launcher")) == 70
    small = roster("astra-militarum", "4 x Infantry Squad: mortar team")
    assert cost(small) == 4 * 6 + 10
    assert names(muster(small)) == ["Guard Sergeant", "Guardsman", "Heavy Weapons Team (mortar)"]


# -- Detachments ----------------------------------------------------------------------------------------------------------


@proves(
    "vanguard.detachment.understrength-battle-forged",
    "vanguard.detachment.understrength-fills-slot",
    "core.army.understrength",
    "core.army.patrol",
)
def test_one_understrength_unit_is_enough_for_the_troops_a_patrol_needs() -> None:
    three_boyz = roster("orks", "3 x Boyz", "5 x Stormboyz")
    assert legal(three_boyz, 200)
    assert muster(three_boyz).command_points == 3
    assert legal(roster("orks", "5 x Stormboyz", "1 x Boyz"), 200)


@proves("core.army.understrength-one-per-datasheet")
def test_an_army_has_one_understrength_unit_of_a_datasheet_besides_full_ones() -> None:
    assert clauses_against(roster("orks", "3 x Boyz", "3 x Boyz"), 200) == ["core.army.understrength-one-per-datasheet"]
    assert legal(roster("orks", "10 x Boyz", "3 x Boyz"), 200)
    assert legal(roster("orks", "3 x Boyz", "3 x Gretchin"), 200)


@proves("vanguard.detachment.hq-waived-under-300", "vanguard.detachment.hq-required-at-300")
def test_the_hq_is_needed_from_a_limit_of_300_points() -> None:
    boyz = roster("orks", "10 x Boyz")
    assert legal(boyz, 299)
    assert clauses_against(boyz, 300) == ["vanguard.detachment.hq-required-at-300"]
    assert legal(roster("orks", "10 x Boyz", "Warboss"), 300)
    assert legal(roster("orks", "10 x Boyz", "Warboss", "Weirdboy"), 299)
    assert not legal(roster("orks", "10 x Boyz", "Warboss", "Weirdboy", "Weirdboy"), 400)


@proves("vanguard.detachment.hq-waived-under-300")
def test_without_an_agreed_limit_the_cost_of_the_army_decides_about_the_hq() -> None:
    assert legal(roster("orks", "29 x Boyz: power klaw, big shoota, big shoota", "3 x Gretchin"))  # 296 points
    assert clauses_against(roster("orks", "30 x Boyz: power klaw, big shoota, big shoota", "3 x Gretchin")) == [
        "vanguard.detachment.hq-required-at-300"
    ]


@proves("vanguard.detachment.role-half-points", "core.army.vanguard-spearhead-outrider")
def test_half_of_the_points_in_a_role_meet_its_whole_requirement() -> None:
    two_dreads = roster("orks", "Spearhead Detachment", "Deff Dread", "Deff Dread", "2 x Stormboyz")
    assert legal(two_dreads, 200)
    one_dread = roster("orks", "Spearhead Detachment", "Deff Dread", "10 x Boyz")  # 56 of 146
    assert clauses_against(one_dread, 200) == ["vanguard.detachment.role-other-roles-still-required"]
    exactly_half = roster("orks", "Spearhead Detachment", "Deff Dread", "14 x Gretchin")  # 56 of 112
    assert cost(exactly_half) == 112
    assert legal(exactly_half, 200)
    just_less = roster("orks", "Spearhead Detachment", "Deff Dread", "15 x Gretchin")  # 56 of 116
    assert not legal(just_less, 200)


@proves("vanguard.detachment.role-half-points")
def test_half_points_are_measured_on_what_was_spent_and_work_for_the_hq_too() -> None:
    dear_boss = roster("orks", "Battalion Detachment", "Warboss: power klaw", "Weirdboy", "10 x Boyz", "2 x Gretchin")
    assert clauses_against(dear_boss, 400) == ["vanguard.detachment.role-other-roles-still-required"]  # Troops only
    one_boss = roster(
        "orks", "Battalion Detachment", "Warboss: power klaw", "3 x Boyz", "2 x Gretchin", "10 x Gretchin"
    )
    assert legal(one_boss, 400)  # 78 of 153 points are HQ: one is enough where two are needed


@proves("vanguard.detachment.role-other-roles-still-required")
def test_a_role_below_half_of_the_points_must_be_filled() -> None:
    no_troops = roster("astra-militarum", "3 x Bullgryns", "5 x Ratlings")
    assert clauses_against(no_troops, 200) == ["vanguard.detachment.role-other-roles-still-required"]


@proves("core.army.battalion", "vanguard.detachment.role-half-points")
def test_the_destroyer_cult_is_a_battalion_by_half_points_only() -> None:
    cult = content().armies["necrons-destroyers"]
    assert legal(cult.roster, 200)
    army = muster(cult.roster)
    assert (army.points, len(army.models), army.command_points) == (192, 8, 3)
    dearer = roster(
        "necrons", "Battalion Detachment", "2 x Immortals", "4 x Necron Warriors", "4 x Skorpekh Destroyers"
    )
    assert not legal(dearer, 300)


@proves("vanguard.detachment.rules-apply-to-all")
def test_the_most_units_of_a_role_stay_as_they_are() -> None:
    crowd = roster("orks", "10 x Boyz", "10 x Gretchin", "3 x Boyz", "3 x Gretchin")
    assert clauses_against(crowd, 200) == ["vanguard.detachment.rules-apply-to-all"]
    three = roster("orks", "10 x Boyz", "10 x Gretchin", "3 x Boyz")
    assert legal(three, 200)


@proves("muster.detachment-line", "core.army.battle-size")
def test_a_combat_patrol_has_one_detachment_and_is_a_patrol_unless_it_says_otherwise() -> None:
    assert muster(roster("orks", "10 x Boyz")).detachment.key == "patrol"
    two = roster("orks", "Spearhead Detachment", "Patrol Detachment", "3 x Deff Dread")
    assert "muster.detachment-line" in clauses_against(two, 400)
    assert "vanguard.golden.points-costed" in clauses_against(
        roster("orks", "30 x Boyz", "30 x Gretchin", "Warboss", "Weirdboy")
    )


@proves("core.army.detachment-cost", "core.army.battle-size")
def test_a_patrol_is_refunded_and_a_spearhead_is_not() -> None:
    assert muster(roster("orks", "10 x Boyz")).command_points == 3
    assert muster(content().armies["orks-dreads"].roster).command_points == 0


@proves("core.army.dedicated-transport")
def test_a_detachment_has_one_dedicated_transport_for_each_infantry_unit() -> None:
    assert legal(roster("orks", "3 x Boyz", "Trukk"), 200)
    assert clauses_against(roster("orks", "3 x Boyz", "Trukk", "Trukk"), 200) == ["core.army.dedicated-transport"]
    assert legal(roster("orks", "3 x Boyz", "3 x Gretchin", "Trukk", "Trukk"), 200)


@proves("core.army.battle-forged")
def test_all_units_of_an_army_are_of_one_faction() -> None:
    mixed = Roster(BOOK.rulebook, "orks", "Mixed", [RosterEntry("boyz", 10, leader=True), RosterEntry("captain")])
    assert clauses_against(mixed, 200) == ["core.army.battle-forged"]
    assert all(sheet.faction == "orks" for sheet in content().factions["orks"].datasheets.values())


# -- wargear --------------------------------------------------------------------------------------------------------------


@proves("vanguard.detachment.wargear-ignores-unit-size")
@pytest.mark.parametrize(("models", "cannons", "fine"), [(2, 1, True), (9, 1, True), (9, 2, False), (10, 2, True)])
def test_one_terminator_of_five_has_a_heavy_weapon_and_one_in_any_case(models: int, cannons: int, fine: bool) -> None:
    squad = roster("space-marines", f"{models} x Terminator Squad: {cannons} x assault cannon", "3 x Intercessor Squad")
    refused = "vanguard.detachment.wargear-ignores-unit-size" in clauses_against(squad, 500)
    assert refused is not fine


@proves("vanguard.detachment.wargear-ignores-unit-size")
def test_what_is_open_to_ten_models_is_open_to_three_once() -> None:
    assert legal(roster("space-marines", "3 x Tactical Squad: plasma gun, missile launcher"), 200)
    two_specials = roster("space-marines", "10 x Tactical Squad: plasma gun, flamer")
    assert clauses_against(two_specials, 250) == ["vanguard.detachment.wargear-ignores-unit-size"]
    assert legal(roster("orks", "3 x Boyz: rokkit launcha"), 200)
    assert not legal(roster("orks", "19 x Boyz: rokkit launcha, big shoota"), 250)
    assert legal(roster("orks", "20 x Boyz: rokkit launcha, big shoota"), 250)


@proves("muster.options-in-order")
def test_an_option_goes_to_the_next_model_that_still_has_what_it_replaces() -> None:
    squad = muster(roster("space-marines", "4 x Tactical Squad: missile launcher, plasma gun, power sword"))
    assert names(squad) == [
        "Tactical Sergeant (power sword)",
        "Tactical Marine (plasma gun)",
        "Tactical Marine (missile launcher)",
        "Tactical Marine",
    ]
    assert "boltgun" not in model_named(squad, "Tactical Marine (plasma gun)")
    assert "boltgun" in model_named(squad, "Tactical Sergeant (power sword)")
    too_few = roster("space-marines", "2 x Tactical Squad: plasma gun, missile launcher")
    assert clauses_against(too_few, 200) == ["muster.options-in-order"]


@proves("muster.squad-leader")
def test_an_understrength_unit_may_go_without_its_leader() -> None:
    assert names(muster(roster("space-marines", "2 x Terminator Squad"))) == ["Terminator Sergeant", "Terminator"]
    alone = roster("space-marines", "2 x Terminator Squad: without Terminator Sergeant", "3 x Intercessor Squad")
    assert names(muster(alone))[:2] == ["Terminator 1", "Terminator 2"]
    assert legal(alone, 200)
    full = roster("space-marines", "5 x Intercessor Squad: without Intercessor Sergeant")
    assert clauses_against(full, 200) == ["muster.squad-leader"]


@proves("muster.whole-unit-options")
def test_rifles_of_the_whole_unit_are_taken_by_everybody() -> None:
    army = muster(roster("space-marines", "5 x Intercessor Squad: stalker bolt rifles"))
    assert all([weapon.key for weapon in model.profile.weapons][-1] == "stalker-bolt-rifle" for model in army.models)
    both = roster("space-marines", "5 x Intercessor Squad: stalker bolt rifles, auto bolt rifles")
    assert clauses_against(both, 200) == ["vanguard.detachment.wargear-ignores-unit-size"]


def test_each_big_shoota_of_a_deff_dread_can_be_replaced() -> None:
    armed = roster("orks", "Spearhead Detachment", "Deff Dread: rokkit launcha, skorcha")
    weapons = [weapon.key for weapon in muster(armed).models[0].profile.weapons]
    assert weapons == ["dread-klaw", "dread-klaw-2", "rokkit-launcha", "skorcha"]
    third = roster("orks", "Spearhead Detachment", "Deff Dread: rokkit launcha, skorcha, kustom mega-blasta")
    assert clauses_against(third, 200) == ["muster.options-in-order"]


def test_a_brute_shield_replaces_the_slabshield_and_its_bonus() -> None:
    shields = muster(roster("astra-militarum", "2 x Bullgryns: brute shield", "3 x Infantry Squad"))
    bone_ead, bullgryn = shields.models[0].profile, shields.models[1].profile
    assert (bone_ead.save_bonus, bone_ead.invulnerable) == (2, 0)
    assert (bullgryn.save_bonus, bullgryn.invulnerable) == (0, 4)
    assert bullgryn.has("brute-shield")
    assert not bullgryn.has("slabshield")


@proves("muster.powers", "core.psychic.number-of-powers")
def test_a_psyker_knows_smite_and_two_powers_chosen_when_mustering() -> None:
    def known(line: str) -> list[str]:
        psyker = muster(roster("orks", line)).models[0].profile.psyker
        assert psyker is not None
        return [power.key for power in psyker.known]

    assert known("Weirdboy") == ["smite", "eadbanger", "fists-of-gork"]
    assert known("Weirdboy: Da Jump, Jabbin' Fingerz") == ["smite", "jabbin-fingerz", "da-jump"]
    assert clauses_against(roster("orks", "Weirdboy: Da Jump", "3 x Boyz"), 200) == ["muster.powers"]
    three = roster("orks", "Weirdboy: Da Jump, 'Eadbanger, Fists of Gork", "3 x Boyz")
    assert clauses_against(three, 200) == ["muster.powers"]


@proves("faction.cybork-body", "faction.quicksilver-veteran", "faction.mask-of-dread")
def test_upgrades_are_paid_for_by_those_who_may_have_them() -> None:
    assert muster(roster("orks", "Weirdboy: Cybork Body")).models[0].profile.ignore_wounds == 5
    assert cost(roster("orks", "Warboss: Cybork Body")) == 78
    veteran = muster(roster("space-marines", "2 x assault-squad: Quicksilver Veteran")).models
    assert [model.profile.has("fights-first") for model in veteran] == [True, False]
    assert cost(roster("necrons", "Overlord: Mask of Dread")) == 94
    leaderless = roster("space-marines", "2 x assault-squad: Quicksilver Veteran, without Assault Sergeant")
    assert "muster.options-in-order" in clauses_against(leaderless, 200)


# -- the Warlord and the split ----------------------------------------------------------------------------------------------


@proves("core.army.warlord", "muster.warlord-model")
def test_every_army_has_one_warlord_who_need_not_be_a_character() -> None:
    nobody = Roster(BOOK.rulebook, "orks", "Headless", [RosterEntry("boyz", 10)])
    assert clauses_against(nobody, 200) == ["core.army.warlord"]
    army = muster(roster("orks", "10 x Boyz"))
    assert [model.name for model in army.models if model.warlord] == ["Boss Nob"]
    necrons = muster(roster("necrons", "4 x Necron Warriors"))
    assert [model.name for model in necrons.models if model.warlord] == ["Warrior 1"]


@proves("vanguard.muster.split-units", "vanguard.muster.split-after-validation")
def test_every_model_becomes_a_unit_of_its_own_after_the_list_was_checked() -> None:
    squads = roster("space-marines", "5 x Intercessor Squad", "5 x Intercessor Squad", "Primaris Captain")
    assert legal(squads, 400)
    assert len(muster(squads).models) == 11
    thirty = roster("orks", "10 x Boyz", "10 x Boyz", "10 x Boyz", "Warboss")
    assert legal(thirty, 400)  # three units of Troops are allowed, and thirty models of them
    assert len({model.key for model in muster(thirty).models}) == 31


@proves("vanguard.muster.split-keeps-identity")
def test_a_split_model_keeps_name_role_keywords_abilities_and_wargear_of_its_unit() -> None:
    army = muster(roster("orks", "10 x Boyz: power klaw", "3 x Stormboyz"))
    nob, boy = army.models[0].profile, army.models[1].profile
    assert {model.profile.unit for model in army.models[:10]} == {"boyz"}
    assert (nob.role, nob.is_("MOB"), nob.has("objective-secured")) == ("troops", True, True)
    assert (nob.row(2).strength, nob.wounds, nob.leadership) == (5, 2, 7)
    assert (boy.row(1).strength, boy.wounds, boy.leadership) == (4, 1, 6)
    assert [model.unit_number for model in army.models] == [1] * 10 + [2] * 3


def test_a_list_says_everything_that_is_wrong_with_it_at_once() -> None:
    wrong = Roster(
        BOOK.rulebook, "orks", "Wrong", [RosterEntry("boyz", 31), RosterEntry("trukk"), RosterEntry("trukk")]
    )
    assert set(clauses_against(wrong, 300)) == {
        "core.army.warlord",
        "vanguard.golden.points-costed",
        "vanguard.detachment.understrength-pays-per-model",
        "vanguard.detachment.hq-required-at-300",
        "core.army.dedicated-transport",
    }
    assert BOOK.faults_of({"rulebook": BOOK.rulebook}) != []


def test_a_list_is_written_and_read_with_its_counts() -> None:
    dakka = content().armies["orks-dakka"].roster
    text = roster_text(dakka, BOOK)
    assert "- 15 x Boyz: big choppa, big shoota, 13 x shoota" in text
    assert parse_roster(text, lambda _: BOOK) == dakka
