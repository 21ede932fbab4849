"""The catalogue from its first clause to its last, a situation each for what had none: mustering, moving, shooting. Outcomes are by hand."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, game_at, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_by_hand import AIM, charging, fighting, moving
from tests.rulebooks.fortyk_vanguard.test_combined_by_hand import under
from tests.rulebooks.fortyk_vanguard.test_muster import clauses_against, cost, names, roster
from vanguard.core.content import ContentFaults
from vanguard.core.questions import Split
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge, why_not_charge
from vanguard.rulebooks.fortyk_vanguard.content.army_list import muster
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, next_to_fight
from vanguard.rulebooks.fortyk_vanguard.movement_phase import end_movement, move_model
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import closest_visible
from vanguard.rulebooks.fortyk_vanguard.reinforcements import next_to_arrive
from vanguard.rulebooks.fortyk_vanguard.setup import deploy_next
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot, why_not_now
from vanguard.rulebooks.fortyk_vanguard.state import FOUGHT, STATIONARY, Battle, Effect
from vanguard.rulebooks.fortyk_vanguard.table.cards import cards
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import harbingers, next_order, start_of_fights
from vanguard.testing.scripts import play

# -- detachments ------------------------------------------------------------------------------------------------------------------------


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
        ("orks", "3 x Deff Dread: 6 x rokkit launcha", True, 240),
        ("orks", "3 x Deff Dread: 7 x rokkit launcha", False, 250),
        ("orks", "2 x Trukk", False, 110),
        ("astra-militarum", "2 x Infantry Squad: without Guard Sergeant, mortar team", True, 22),
        ("astra-militarum", "2 x Infantry Squad: mortar team", False, 22),  # one man beside the Sergeant
        ("astra-militarum", "3 x Infantry Squad: mortar team, flamer", False, 33),
        ("astra-militarum", "4 x Infantry Squad: mortar team, flamer", True, 39),
        ("astra-militarum", "Armoured Sentinel: 2 x hunter-killer missile", False, 32),
        ("astra-militarum", "3 x Armoured Sentinel: 3 x hunter-killer missile, 3 x lascannon", True, 111),
        ("astra-militarum", "3 x Bullgryns: 3 x brute shield, 3 x bullgryn maul", True, 90),
        ("space-marines", "Dreadnought: multi-melta, twin lascannon", False, 135),
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


@proves("muster.powers", "core.army.warlord")
def test_a_power_named_twice_is_one_and_a_detachment_leads_nobody() -> None:
    twice = roster("orks", "Weirdboy: Da Jump, Da Jump", "3 x Boyz")
    assert "muster.powers" in clauses_against(twice, 200)
    with pytest.raises(ContentFaults, match="0"):
        roster("orks", "0 x Boyz")
    led = roster("orks", "Patrol Detachment [leader]", "10 x Boyz")
    assert "core.army.warlord" in clauses_against(led, 200)


@proves("vanguard.muster.split-units", "vanguard.muster.starting-strength-one", "muster.warlord-model")
def test_a_squad_with_a_team_leaves_nine_models_and_the_sergeant_is_the_warlord() -> None:
    army = muster(roster("astra-militarum", "10 x Infantry Squad: autocannon team, meltagun"))
    assert len(army.models) == 9
    assert [it.name for it in army.models if it.warlord] == ["Guard Sergeant"]
    assert names(army)[1] == "Guardsman (meltagun)"
    assert army.models[-1].profile.wounds == 2


# -- what a model is at this moment -------------------------------------------------------------------------------------------------------

TANK = (
    "blue astra-militarum/leman-russ+heavy-bolter a 10,15 wounds={}\nred space-marines/dreadnought d 16,15 wounds=1\n"
)
BOLTER_AND_CANNON = ("heavy-bolter/heavy-bolter>d", "battle-cannon/battle-cannon>e", "as-listed")


@proves("core.profile.damage-table", "core.ability.explodes", "vanguard.split-fire.resolution-order")
@pytest.mark.parametrize(("wounds", "hits"), [(8, 1), (7, 0)])
def test_a_tank_that_an_explosion_hurts_shoots_the_rest_of_its_volley_by_its_new_row(wounds: int, hits: int) -> None:
    """With 7 wounds left BS 4+; the Dreadnought 3" away takes one of them, and with 6 a 4 misses."""
    table = at(TANK.format(wounds) + "red Man e 30,15 W=9", weapons={})
    first = "attacks 1 / attacks 1 / hit 4 1 1 / wound 5 / save 1 / explodes 6"
    rest = "hit 4 3 / wound 1" if hits else "hit 4 / hit 4"
    shots = "hit 4 / wound 1 / hit 3" if hits else rest
    table.do(shoot, "a", answers=BOLTER_AND_CANNON, dice=f"{first} / {shots}")
    assert table["a"].wounds == wounds - 1
    assert table.heard("hits", target="e", n=hits)


@proves("core.profile.damage-table", "core.profile.weapon-strength")
def test_the_strength_of_a_trukk_falls_while_it_fights() -> None:
    """Its ball of S 6 + 2 takes the Dreadnought, whose explosion costs it the last wound of its row: S 5 against T 3 wounds on
    3+, where S 6 would on 2+."""
    drawn = "blue orks/trukk+wreckin-ball a 10,15 wounds=6\nred space-marines/dreadnought d 13.5,15 wounds=1\n"
    table = fighting(drawn + "red Man b 7.5,15 T=3 W=9")
    answers = ("no", {"wreckin-ball>d": 1, "close-combat-weapon>b": 3}, "as-listed", "no")
    dice = "hit 5 / wound 3 / save 1 / explodes 6 / hit 5 5 5 / wound 2 2 3 / save 1"
    table.do(fight, table["a"], answers=answers, dice=dice)
    assert (table["a"].wounds, table["b"].wounds) == (5, 8)


@proves("core.ability.aura", "faction.warboss", "core.ability.explodes")
@pytest.mark.parametrize(("wounds", "hits"), [(2, 1), (1, 0)])
def test_a_boy_hits_no_better_for_a_boss_that_has_just_died_beside_him(wounds: int, hits: int) -> None:
    """WS 3+: a 2 hits in the aura. The explosion of the walker he cuts down takes a wound from the boss, and from him too."""
    drawn = f"blue orks/boyz a 10,15 W=3\nblue orks/warboss w 10,12 wounds={wounds}\n"
    table = fighting(drawn + "red space-marines/dreadnought d 12.3,15 wounds=1\nred Man b 8.8,15 W=9", cp=(0, 0))
    dice = f"hit 2 2 / wound 6 6 / save 1 1 / explodes 6 / hit 2{' / wound 1' if hits else ''}"
    table.do(fight, table["a"], answers=("no", {"choppa>d": 2, "choppa>b": 1}, "as-listed", "no"), dice=dice)
    assert table.heard("hits", target="b", n=hits)


@proves("faction.harbinger-of-destruction", "core.unit.destroyed")
def test_a_plasmancer_that_dies_of_what_the_other_struck_strikes_nobody() -> None:
    """Both would strike the walker; the first destroys it, and its explosion the second."""
    table = at(
        "blue necrons/plasmancer a 10,10\nblue necrons/plasmancer b 20,12 wounds=1\n"
        "red space-marines/dreadnought d 20,15 wounds=1\nred Man e 30,28",
        phase="reinforcements",
    )
    table.do(harbingers, dice="harbinger 4 1 1 / explodes 6")
    assert table.dead == ["b", "d"]


# -- movement ---------------------------------------------------------------------------------------------------------------------------

LANE = "\n".join([f"red Man u{i} {0.5 + 1.5 * i},18.15\nred Man d{i} {0.5 + 1.5 * i},11.85" for i in range(6)])
"""Men on both sides of a lane, so near that a tank in it is engaged as far as x 10.2."""


@proves("core.move.fall-back", "core.stratagem.cut-them-down", "core.profile.damage-table")
def test_a_tank_cut_down_to_a_slower_row_may_no_longer_get_away() -> None:
    """Out of the lane are 7.8"; with 7 wounds M is 10", with 6 it is 7": it stays, and counts as having stayed."""
    drawn = f"blue astra-militarum/leman-russ a 2.4,15 wounds=7\n{LANE}"
    free = moving(drawn, cp=(0, 1))
    free.do(move_model, free["a"], answers=("fall-back", "no", [[10.5, 15]]))
    assert free["a"].base.x == 10.5
    slowed = moving(drawn, cp=(0, 1))
    slowed.do(move_model, slowed["a"], answers=("fall-back", "yes"), dice="cut 6 1 1 1 1 1")
    assert (slowed["a"].base.x, slowed["a"].moved) == (2.4, STATIONARY)
    assert slowed.heard("cannot-fall-back", who="a")


@proves("core.move.what-counts-as-moved", "core.weapon.heavy", "faction.forwards-for-the-emperor")
@pytest.mark.parametrize(("x", "hits"), [(4, 1), (4.5, 0)])
def test_an_advance_of_nothing_is_no_movement_for_a_heavy_weapon(x: float, hits: int) -> None:
    """BS 4+, and a 4: Heavy takes one from who has moved, which an Advance of 0" is not."""
    table = moving("blue astra-militarum/infantry-squad/team+autocannon-team a 4,15\nred Man b 20,15 W=9")
    table.do(move_model, table["a"], answers=("advance", [[x, 15]]), dice="advance 3")
    assert why_not_now(table.battle, table["a"])[1] == "core.move.advance-restrictions"
    under(table, Effect("forwards", "a", 0, "charge"))
    shots = "hit 4 3 / wound 1" if hits else "hit 4 3"
    table.do(shoot, "a", answers=("autocannon/autocannon>b", "hold-fire"), dice=shots)
    assert table.heard("hits", n=hits)


@proves("core.transport.embarked-inert", "core.move.what-counts-as-moved", "core.weapon.heavy")
def test_who_advanced_nowhere_into_a_trukk_that_drives_off_has_moved() -> None:
    table = moving("blue orks/boyz+rokkit-launcha a 4,15\nblue orks/trukk t 7,15\nred Man b 30,15")
    table.do(move_model, table["a"], answers=("advance", [[4, 15]], "t"), dice="advance 1")
    table.do(move_model, table["t"], answers=("normal", [[10, 15]]))
    end_movement(table.battle)
    table.do(shoot, "a", answers=("rokkit-launcha/rokkit-launcha>b",), dice="attacks 1 / hit 5")
    assert table.heard("hits", n=0)


@proves("core.stratagem.desperate-breakout", "faction.voice-of-command", "faction.mask-of-dread")
def test_who_broke_out_gives_no_orders_and_frightens_nobody_this_turn() -> None:
    squad = "blue astra-militarum/infantry-squad g 12,15\nred Man b 30,15"
    officer = "blue astra-militarum/company-commander c 10,15"
    assert "c/take-aim>g" in available(at(f"{officer} moved=fell-back\n{squad}").ask(next_order))
    broken = at(f"{officer} moved=fell-back did=broke-out\n{squad}")
    assert broken.do(next_order) is False
    masked = "blue necrons/overlord+mask-of-dread a 10,15{}\nred Man b 13,15"
    assert "b" in available(fighting(masked.format("")).ask(start_of_fights))
    fighting(masked.format(" did=broke-out")).do(start_of_fights)


# -- heights: every distance is slant, but for Engagement Range and its like --------------------------------------------------------------

TOWER = "ruin {} height=6 floor={}"


@proves("vanguard.split-fire.measured-edge-to-edge", "core.concept.measuring")
@pytest.mark.parametrize(("y", "near"), [(17.6, True), (17.7, False)])
def test_the_three_inches_of_split_fire_are_measured_up_to_a_floor_too(y: float, near: bool) -> None:
    """2.5" higher: a gap of 1.6" in plan is 2.97" away, one of 1.7" is 3.02"."""
    drawn = (
        f"blue Man a 4,15\nred Man b 12,15\nred Man c 12,{y},2.5\nruin 10,16.8,14,20 height=6 floor=10,16.8,14,20,2.5"
    )
    table = at(drawn, weapons={"a": ('gun: 24" Assault 2, S 4, AP 0, D 1',)})
    dice = "" if near else "hit 1 1"
    if near:
        question = table.ask(shoot, "a", answers=(AIM,))
        assert isinstance(question, Split)
        assert [lot.key for lot in question.lots] == ["b", "c"]
    else:
        table.do(shoot, "a", answers=(AIM,), dice=dice)


@proves("core.charge.eligible", "core.charge.declare-targets", "core.concept.within")
@pytest.mark.parametrize(("x", "near"), [(15.9, True), (16.0, False)])
def test_twelve_inches_to_charge_are_measured_up_to_a_floor_too(x: float, near: bool) -> None:
    """5" higher: 10.9" in plan are 11.99", 11" are 12.08"."""
    table = charging(f"blue Man a 4,15\nred Man b {x},15,5\nruin 14,13,18,17 height=8 floor=14,13,18,17,5")
    assert (why_not_charge(table.battle, table["a"])[0] == "") is near


@proves("core.reinforcements.arrive", "core.concept.measuring")
def test_nine_inches_from_an_enemy_above_are_fewer_on_the_ground() -> None:
    """3" below it 8.49" in plan are 9.004"; 8.48" are 8.995", and on a level with it 9" are too near."""
    table = at(
        "blue space-marines/terminators t reserve\nblue Man x 1,1\nred Man b 20,15,3\nruin 18,13,22,17 floor=18,13,22,17,3",
        phase="reinforcements",
    )
    spot = table.ask(next_to_arrive, answers=("t",))
    reach = 20 + 0.5 + 20 / 25.4
    assert spot.read([[reach + 8.49, 15]])
    assert "core.reinforcements.arrive" in refusal(spot, [[reach + 8.48, 15]])


@proves("vanguard.look-out-sir.screen-closer", "vanguard.look-out-sir.screen-within-two-inches")
def test_a_screen_on_a_floor_above_is_not_closer_only_because_it_is_closer_in_plan() -> None:
    """2" above and half an inch nearer in plan: sqrt(8.5² + 2²) is 8.73" to the Captain's 9". Nearer the other way: no screen."""
    drawn = (
        "blue Man a 4,15\nred Man c 14,15 kw=CHARACTER\nred Man s {},16.1,{}\nruin 11,15.6,16,18 floor=11,15.6,16,18,{}"
    )
    assert why_not(at(drawn.format(13.5, 1.5, 1.5)).ask(shoot, "a"), "gun/gun>c")
    assert not why_not(at(drawn.format(13.9, 1.5, 1.5)).ask(shoot, "a"), "gun/gun>c")


@proves("core.ability.aura", "faction.relentless-march")
@pytest.mark.parametrize(("x", "far"), [(15.3, 6), (15.5, 5)])
def test_an_aura_reaches_down_from_a_floor_as_far_as_it_does_on_a_level(x: float, far: int) -> None:
    """4" below: within 6" up to 4.47" in plan, from bases of 40 and 32 mm."""
    overlord = "blue necrons/overlord o 9.5,15,4\nruin 7,12,11,18 floor=7,12,11,18,4\nred Man b 40,15"
    table = moving(f"blue necrons/warriors a {x},15\n{overlord}")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert f'up to {far}"' in question.prompt


@proves("core.psychic.smite", "core.concept.closest-tie")
def test_smite_finds_the_closest_on_the_slant() -> None:
    """Above in plan 5", but 5" higher it is 7.07" away; on the ground 7"."""
    drawn = "blue space-marines/librarian a 4,15\nred Man b 10.287,15,5\nred Man c 4,23.287\nruin 9,13,11.5,16 height=9 floor=9,13,11.5,16,5"
    table = at(drawn, phase="psychic")
    assert [it.key for it in closest_visible(table.battle, table["a"], 18)] == ["c"]


# -- who fights next --------------------------------------------------------------------------------------------------------------------


@proves("core.fight.alternate", "core.fight.new-eligible-units", "core.fight.fights-first")
def test_the_normal_group_goes_on_where_a_veteran_drawn_into_combat_interrupted_it() -> None:
    """Blue's turn. Red begins the normal group with b, who consolidates up to the veteran v; v fights first. In the normal
    group red has selected and blue has not: blue is next, not red again."""
    table = fighting(
        "blue Man a 11.5,15 W=9\nblue Man v 10.9,17 W=9 rules=fights-first\nblue Man x 20,5 W=9\n"
        "red Man b 10,15 W=9\nred Man y 21.5,5 W=9"
    )
    table.do(next_to_fight, answers=("b", "no", "yes", [[10.3, 15.15]]), dice="hit 1")
    table.do(next_to_fight, answers=("no", "no"), dice="hit 1")
    assert table["v"].did(FOUGHT)
    question = table.ask(next_to_fight)
    assert (question.player, available(question)) == (0, ["a", "x"])


@proves("core.terrain.defence-line", "core.charge.success")
def test_a_charge_across_a_barricade_ends_at_that_barricade_and_not_at_another_one() -> None:
    """b stands 0.2" behind the first; at x 9.7 the charger touches only the second, which is 1.37" from b."""
    table = charging("blue Man a 3,15\nred Man b 12,15\nbarricade 10.9,14,11.3,16\nbarricade 9.2,13.6,10.2,14.495")
    question = table.ask(charge, table["a"], answers=("b", "neither"), dice="charge 5 4")
    assert "core.charge.success" in refusal(question, [[9.7, 15]])
    assert question.read([[10.39, 15]])


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


@proves("core.mission.battle-ends", "core.psychic.number-of-powers", "faction.shoot-sharp-and-scarper")
def test_nobody_is_asked_anything_more_when_the_last_enemy_is_gone() -> None:
    """Neither for the second power of a Librarian whose Smite destroyed it, nor whether a Ratling that shot it scarpers, nor
    which of two chargers fights first after lightning."""
    smite = game_at(
        at("blue space-marines/librarian a 4,15\nblue Man c 4,20 kw=CORE\nred Man b 12,15", phase="psychic")
    )
    play(smite, "a", "smite", dice="psychic 4 4 / mortal 5")
    assert (smite.question, rulebook.standing(smite.state).winner) == (None, 0)
    sniper = game_at(at("blue astra-militarum/ratlings a 4,15\nblue Man c 4,20\nred Man b 12,15"))
    play(sniper, "a", "sniper-rifle/sniper-rifle>b", dice="hit 6 / wound 6 / save 6")
    assert (sniper.question, rulebook.standing(sniper.state).winner) == (None, 0)
    storm = at(
        """
        blue necrons/plasmancer p 10,15
        blue necrons/scarab-swarms s 12,15 did=charged
        blue necrons/scarab-swarms t 12,18 did=charged
        red  Man b 12,16.5
        """,
        phase="fight",
    )
    lightning = play(game_at(storm), dice="lightning 4")
    assert (lightning.question, rulebook.standing(lightning.state).winner) == (None, 0)
