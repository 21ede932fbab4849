"""Muster: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_muster import clauses_against, cost, legal, names, roster
from vanguard.core.content import ContentFaults
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.content.army_list import BOOK, muster
from vanguard.rulebooks.fortyk_vanguard.content.content import content
from vanguard.rulebooks.fortyk_vanguard.setup import deploy_next
from vanguard.rulebooks.fortyk_vanguard.state import Battle
from vanguard.rulebooks.fortyk_vanguard.table.cards import cards


@proves(
    "vanguard.detachment.understrength-pays-per-model",
    "vanguard.detachment.wargear-ignores-unit-size",
    "muster.options-in-order",
)
@pytest.mark.parametrize(
    ("faction", "unit", "fine", "points"),
    [
        ("orks", "1 x Boyz: power klaw", True, 19),  # the one model is the Boss Nob
        ("orks", "1 x Boyz: without Boss Nob, power klaw", False, 19),
        ("orks", "1 x Boyz: without Boss Nob, rokkit launcha", True, 19),
        ("orks", "1 x Boyz: rokkit launcha", False, 19),
        ("orks", "10 x Boyz: 10 x shoota", True, 90),
        ("orks", "10 x Boyz: power klaw, 10 x shoota", False, 100),  # who gave his choppa away has none to give
        ("orks", "30 x Boyz: 2 x rokkit launcha, big shoota", True, 295),
        ("orks", "29 x Boyz: 2 x rokkit launcha, big shoota", False, 286),
        ("orks", "3 x Deff Dread: 6 x rokkit launcha", True, 228),
        ("orks", "3 x Deff Dread: 7 x rokkit launcha", False, 238),
        ("orks", "2 x Trukk", False, 110),
        ("astra-militarum", "2 x Infantry Squad: without Guard Sergeant, mortar team", True, 22),
        ("astra-militarum", "2 x Infantry Squad: mortar team", False, 22),  # one man beside the Sergeant
        ("astra-militarum", "3 x Infantry Squad: mortar team, flamer", False, 33),
        ("astra-militarum", "4 x Infantry Squad: mortar team, flamer", True, 39),
        ("astra-militarum", "Armoured Sentinel: 2 x hunter-killer missile", False, 32),
        ("astra-militarum", "3 x Armoured Sentinel: 3 x hunter-killer missile, 3 x lascannon", True, 111),
        ("astra-militarum", "3 x Bullgryns: 3 x brute shield, 3 x bullgryn maul", True, 105),
        ("space-marines", "Dreadnought: multi-melta, twin lascannon", False, 105),
        ("space-marines", "1 x assault-squad: eviscerator", False, 31),  # the one model is the Sergeant
    ],
)
def test_what_the_models_of_a_small_unit_may_carry(faction: str, unit: str, fine: bool, points: int) -> None:
    """With every other requirement met: half of the points, or a squad of Troops beside it, and no HQ below 300."""
    list_ = roster(faction, unit)
    about_the_unit = ("wargear-ignores-unit-size", "options-in-order", "understrength-pays-per-model")
    against = [clause for clause in clauses_against(list_, 299) if clause.endswith(about_the_unit)]
    assert (not against) is fine, against
    assert cost(list_) == points


@proves("vanguard.detachment.understrength-pays-per-model", "muster.options-in-order", "muster.squad-leader")
@pytest.mark.parametrize(
    ("unit", "models"),
    [
        ("1 x Infantry Squad: mortar team", []),
        ("2 x Infantry Squad: mortar team", []),
        ("2 x Infantry Squad: without Guard Sergeant, mortar team", ["Heavy Weapons Team (mortar)"]),
        ("3 x Infantry Squad: mortar team", ["Guard Sergeant", "Heavy Weapons Team (mortar)"]),
    ],
)
def test_a_team_takes_two_men_who_lead_nobody(unit: str, models: list[str]) -> None:
    squad = roster("astra-militarum", unit)
    assert legal(squad, 200) is bool(models)
    if models:
        assert names(muster(squad)) == models


@proves("vanguard.detachment.wargear-ignores-unit-size")
@pytest.mark.parametrize(
    ("faction", "unit", "fine"),
    [
        ("space-marines", "5 x Terminator Squad: assault cannon, cyclone missile launcher", False),
        ("space-marines", "10 x Terminator Squad: assault cannon, cyclone missile launcher", True),
        ("space-marines", "1 x Terminator Squad: without Terminator Sergeant, cyclone missile launcher", True),
        ("necrons", "1 x Skorpekh Destroyers: hyperphase reap-blade", True),
        ("necrons", "5 x Skorpekh Destroyers: 2 x hyperphase reap-blade", False),
        ("necrons", "6 x Skorpekh Destroyers: 2 x hyperphase reap-blade", True),
        ("space-marines", "9 x assault-squad: 2 x eviscerator", False),
        ("space-marines", "10 x assault-squad: 2 x eviscerator", True),
        ("astra-militarum", "10 x Infantry Squad: flamer, meltagun", False),
        ("astra-militarum", "10 x Infantry Squad: mortar team, autocannon team", False),
        ("astra-militarum", "4 x Infantry Squad: flamer, mortar team", True),
    ],
)
def test_how_often_an_option_is_open_to_a_unit(faction: str, unit: str, fine: bool) -> None:
    against = clauses_against(roster(faction, unit), 500)
    assert ("vanguard.detachment.wargear-ignores-unit-size" in against) is not fine, against


@proves("vanguard.detachment.hq-waived-under-300", "vanguard.detachment.hq-required-at-300")
@pytest.mark.parametrize(("gretchin", "points"), [(12, 296), (13, 300)])
def test_where_no_limit_is_agreed_the_dearer_army_says_whether_the_other_needs_an_hq(
    gretchin: int, points: int
) -> None:
    cheap = roster("orks", "24 x Boyz: power klaw")
    dear = roster("orks", "Warboss", "20 x Boyz", f"{gretchin} x Gretchin")
    assert cost(dear) == points
    setup = Setup("only-war", "hill-road", (cheap.plain(), dear.plain()))
    if points < 300:
        assert [cost(it) for it in rulebook.legal_rosters(setup)] == [226, 296]
    else:
        with pytest.raises(Refused, match="this list has 0 for 0 of 226 points"):
            rulebook.legal_rosters(setup)


@proves("vanguard.detachment.role-half-points", "core.army.vanguard-spearhead-outrider")
@pytest.mark.parametrize(("gretchin", "fine"), [(14, True), (15, False)])
def test_exactly_half_of_the_points_fulfils_a_role(gretchin: int, fine: bool) -> None:
    """A Deff Dread costs 56, a Gretchin 4."""
    assert legal(roster("orks", "Spearhead Detachment", "1 x Deff Dread", f"{gretchin} x Gretchin"), 200) is fine


@proves("vanguard.detachment.role-half-points", "vanguard.detachment.role-other-roles-still-required")
def test_half_of_the_points_in_one_hq_fulfils_that_role_and_no_other() -> None:
    battalion = roster("space-marines", "Battalion Detachment", "1 x Primaris Captain", "1 x Tactical Squad")
    assert clauses_against(battalion, 400) == ["vanguard.detachment.role-other-roles-still-required"]


@proves("vanguard.muster.split-units", "vanguard.muster.starting-strength-one", "muster.warlord-model")
def test_a_squad_with_a_team_leaves_nine_models_and_the_sergeant_is_the_warlord() -> None:
    army = muster(roster("astra-militarum", "10 x Infantry Squad: autocannon team, meltagun"))
    assert len(army.models) == 9
    assert [it.name for it in army.models if it.warlord] == ["Guard Sergeant"]
    assert names(army)[1] == "Guardsman (meltagun)"
    assert army.models[-1].profile.wounds == 2


@proves("vanguard.muster.split-after-validation", "vanguard.detachment.rules-apply-to-all")
def test_three_dreads_are_one_unit_of_heavy_support_or_three() -> None:
    assert legal(roster("orks", "10 x Boyz", "3 x Deff Dread"), 299)
    three = roster("orks", "10 x Boyz", "Deff Dread", "Deff Dread", "Deff Dread")
    assert clauses_against(three, 299) == ["vanguard.detachment.rules-apply-to-all"]


@proves("core.army.battle-size")
def test_there_is_no_brigade_in_a_combat_patrol() -> None:
    with pytest.raises(ContentFaults, match="Brigade"):
        roster("orks", "Brigade Detachment", "10 x Boyz")


@proves("core.army.vanguard-spearhead-outrider", "vanguard.detachment.role-half-points", "core.army.patrol")
@pytest.mark.parametrize(
    ("lines", "against"),
    [
        (("Outrider Detachment", "10 x Stormboyz", "7 x Boyz"), []),  # 70 of 133: more than half in one unit
        (("Outrider Detachment", "10 x Stormboyz", "8 x Boyz"), ["role-other-roles-still-required"]),  # 70 of 142
        (("Vanguard Detachment", "3 x Boyz"), ["role-other-roles-still-required"]),  # Orks have no Elites here
        (("Battalion Detachment", "3 x Boyz", "3 x Gretchin"), []),  # all points are Troops
        (("Battalion Detachment", "Warboss", "Weirdboy", "10 x Boyz", "3 x Boyz"), ["role-other-roles-still-required"]),
        (
            ("Battalion Detachment", "Warboss", "10 x Boyz", "3 x Boyz", "3 x Gretchin"),
            [],
        ),  # HQ below 300, Troops 132 of 217
    ],
)
def test_which_roles_a_detachment_still_needs_below_300_points(lines: tuple[str, ...], against: list[str]) -> None:
    found = clauses_against(roster("orks", *lines), 299)
    assert [clause.rpartition(".")[2] for clause in found] == against


@proves("core.army.vanguard-spearhead-outrider", "core.army.detachment-cost", "vanguard.detachment.hq-waived-under-300")
def test_an_outrider_of_three_mobs_starts_without_a_command_point() -> None:
    outrider = roster("orks", "Outrider Detachment", "5 x Stormboyz", "6 x Stormboyz", "7 x Stormboyz")
    assert legal(outrider, 299)
    assert not legal(outrider, 300)
    assert muster(outrider).command_points == 0


@proves("core.army.dedicated-transport")
def test_a_warboss_is_an_infantry_unit_for_a_second_trukk() -> None:
    assert legal(roster("orks", "Warboss", "3 x Boyz", "Trukk", "Trukk"), 400)
    third = roster("orks", "Warboss", "3 x Boyz", "Trukk", "Trukk", "Trukk")
    assert clauses_against(third, 400) == ["core.army.dedicated-transport"]


@proves("muster.options-in-order")
def test_the_staff_of_an_overlord_is_replaced_once() -> None:
    both = roster("necrons", "Overlord: warscythe, tachyon arrow and hyperphase glaive", "3 x Immortals")
    assert clauses_against(both, 200) == ["muster.options-in-order"]


@proves("muster.powers", "core.army.warlord")
def test_a_power_named_twice_is_one_and_a_detachment_leads_nobody() -> None:
    twice = roster("orks", "Weirdboy: Da Jump, Da Jump", "3 x Boyz")
    assert "muster.powers" in clauses_against(twice, 200)
    with pytest.raises(ContentFaults, match="0"):
        roster("orks", "0 x Boyz")
    led = roster("orks", "Patrol Detachment [leader]", "10 x Boyz")
    assert "core.army.warlord" in clauses_against(led, 200)


@proves("muster.powers", "vanguard.muster.deploy-one-model-at-a-time")
def test_psykers_of_other_powers_have_cards_of_their_own_and_are_deployed_by_choice() -> None:
    two = roster("orks", "Weirdboy: Da Jump, Jabbin' Fingerz", "Weirdboy: 'Eadbanger, Fists of Gork", "3 x Boyz")
    setup = Setup("only-war", "hill-road", (two.plain(), roster("orks", "10 x Boyz").plain()), {"markers": "fixed"})
    battle = rulebook.new(setup)
    assert isinstance(battle, Battle)
    known = [it.profile.psyker.known for it in battle.models if it.profile.psyker is not None]
    assert [[power.key for power in powers] for powers in known] == [
        ["smite", "jabbin-fingerz", "da-jump"],
        ["smite", "eadbanger", "fists-of-gork"],
    ]
    assert len(cards(battle)) == 4
    battle.phase, battle.setter, battle.zones = "deployment", 0, (0, 1)
    assert [key for key in available(Table(battle).ask(deploy_next)) if "weirdboy" in key] == [
        "blue-weirdboy-1",
        "blue-weirdboy-2",
    ]


@pytest.mark.parametrize(
    ("armies", "names"),
    [
        (("orks-mob", "orks-warboss"), ["Blue Boy 1", "Red Boy 1"]),  # different lists of one faction
        (("orks-mob", "guard-line"), ["Boy 1"]),
    ],
)
def test_no_two_models_of_a_battle_have_the_same_name(armies: tuple[str, str], names: list[str]) -> None:
    battle = rulebook.new(Setup("only-war", "refinery", tuple(content().armies[key].roster.plain() for key in armies)))
    assert isinstance(battle, Battle)
    found = [model.name for model in battle.models]
    assert len(set(found)) == len(found)
    assert [name for name in found if name.endswith("Boy 1")] == names


@pytest.mark.parametrize(
    ("squad", "told"),
    [
        (
            "1 x Infantry Squad: mortar team, without Guard Sergeant",
            "1 model of Infantry Squad has no two men for a team",
        ),
        (
            "2 x Infantry Squad: mortar team",
            "2 models of Infantry Squad have no two men for a team besides Guard Sergeant",
        ),
    ],
)
def test_a_team_without_its_two_men_is_one_fault(squad: str, told: str) -> None:
    faults = BOOK.legality(roster("astra-militarum", squad), 200).sentences()
    assert faults == [f"{told} [muster.options-in-order]"]
