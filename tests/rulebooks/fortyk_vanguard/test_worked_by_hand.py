"""More situations worked out by hand from the book before the engine was asked: rules that meet, and exactly at their limits."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, game_at, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_by_hand import (
    AIM,
    after_losses,
    cast,
    charging,
    fighting,
    moving,
    shot,
)
from tests.rulebooks.fortyk_vanguard.test_muster import clauses_against, legal, roster
from vanguard import odds
from vanguard.core.content import ContentFaults
from vanguard.rulebooks.fortyk_vanguard.charge_phase import (
    begin_charge_phase,
    charge,
    next_to_intervene,
    why_not_charge,
    why_not_intervene,
)
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, next_to_fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import army_leadership, morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import end_movement, move_model, next_to_move
from vanguard.rulebooks.fortyk_vanguard.objectives import controlled
from vanguard.rulebooks.fortyk_vanguard.reinforcements import next_to_arrive
from vanguard.rulebooks.fortyk_vanguard.rounds import look_for_the_end
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot, why_not_now
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, EMBARKED, HEROICS, Effect
from vanguard.rulebooks.fortyk_vanguard.table.messages import MESSAGES

SLAYER = "claw: Melee, S 9, AP -5, D 3"

# -- muster -----------------------------------------------------------------------------------------------------------------------------


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


@proves("muster.options-in-order")
def test_the_staff_of_an_overlord_is_replaced_once() -> None:
    both = roster("necrons", "Overlord: warscythe, tachyon arrow and hyperphase glaive", "3 x Immortals")
    assert clauses_against(both, 200) == ["muster.options-in-order"]


@proves("core.army.dedicated-transport")
def test_a_warboss_is_an_infantry_unit_for_a_second_trukk() -> None:
    assert legal(roster("orks", "Warboss", "3 x Boyz", "Trukk", "Trukk"), 400)
    third = roster("orks", "Warboss", "3 x Boyz", "Trukk", "Trukk", "Trukk")
    assert clauses_against(third, 400) == ["core.army.dedicated-transport"]


@proves("vanguard.muster.split-after-validation", "vanguard.detachment.rules-apply-to-all")
def test_three_dreads_are_one_unit_of_heavy_support_or_three() -> None:
    assert legal(roster("orks", "10 x Boyz", "3 x Deff Dread"), 299)
    three = roster("orks", "10 x Boyz", "Deff Dread", "Deff Dread", "Deff Dread")
    assert clauses_against(three, 299) == ["vanguard.detachment.rules-apply-to-all"]


@proves("core.army.battle-size")
def test_there_is_no_brigade_in_a_combat_patrol() -> None:
    with pytest.raises(ContentFaults, match="Brigade"):
        roster("orks", "Brigade Detachment", "10 x Boyz")


# -- movement ---------------------------------------------------------------------------------------------------------------------------


@proves("faction.relentless-march", "core.terrain.difficult-ground")
def test_the_overlords_inch_and_the_two_of_a_crater() -> None:
    """5 + 1 - 2."""
    table = moving("blue necrons/overlord o 4,12\nblue necrons/warriors a 4,15\nred Man b 30,15\ncrater 6,10,7,20")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert question.read([[8, 15]])
    assert "core.terrain.difficult-ground" in refusal(question, [[8.01, 15]])


@proves("faction.relentless-march", "core.ability.aura")
@pytest.mark.parametrize(("y", "far"), [(7.583, 21), (7.57, 20)])
def test_the_overlords_inch_reaches_exactly_six_inches(y: float, far: float) -> None:
    """Bases of 40 and 32 mm: 6 + 0.787 + 0.63 between centres."""
    table = moving(f"blue necrons/overlord o 4,{y}\nblue necrons/warriors a 4,15\nred Man b 30,15")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert question.read([[4, far]])
    assert "core.move.normal" in refusal(question, [[4, far + 0.01]])


@proves("faction.full-throttle", "core.move.fly", "core.move.fly-end")
def test_full_throttle_over_a_ruin_into_the_back_of_the_enemy() -> None:
    """12 + 6, over a wall of 6" and two enemies; it lands more than an inch away."""
    table = moving(
        "blue orks/stormboyz a 4,15\nred Man b 12,15\nred Man c 14,15\nruin 7,10,11,20 wall=8,10,8.2,20\nred Man d 22,18.5"
    )
    question = table.ask(move_model, table["a"], answers=("advance",), dice="throttle 3")
    assert question.read([[22, 15]])
    assert "core.move.advance" in refusal(question, [[22.01, 15]])
    assert "core.move.fly-end" in refusal(question, [[16.12, 15]])


@proves("faction.full-throttle", "core.stratagem.command-re-roll")
def test_the_die_of_a_full_throttle_is_not_an_advance_roll() -> None:
    table = moving("blue orks/stormboyz a 4,15 W=2\nred Man b 30,15", cp=(3, 0))
    table.do(move_model, table["a"], answers=("advance", [[10, 15]]), dice="throttle 4")
    assert table["a"].wounds == 1


@proves("core.move.fly", "core.terrain.scaleable", "core.terrain.unstable-position")
def test_a_flyer_lands_on_a_container_for_nothing_and_never_on_a_barricade() -> None:
    table = moving("blue Man a 4,15 kw=FLY\nred Man b 30,15\ncontainer 8,13,12,17 height=5\nbarricade 3,18,5,18.4")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert question.read([[10, 15, 5]])
    assert "core.terrain.unstable-position" in refusal(question, [[4, 18.2]])


@proves("core.move.climb", "core.move.not-mid-climb")
def test_coming_down_from_a_container_costs_its_height() -> None:
    """2" down of 6: 4" along."""
    table = moving("blue Man a 10,15,2\nred Man b 30,15\ncontainer 8,13,12,17")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert question.read([[14, 15, 0]])
    assert refusal(question, [[14.02, 15, 0]])
    assert question.read([[10, 13.6, 2]])


@proves("core.profile.damage-table", "core.move.normal")
@pytest.mark.parametrize(("wounds", "move"), [(6, 12), (5, 8), (3, 8), (2, 6)])
def test_a_shot_up_trukk_moves_by_the_row_of_its_wounds(wounds: int, move: int) -> None:
    table = moving(f"blue orks/trukk a 4,15 wounds={wounds}\nred Man b 40,15")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert question.read([[4 + move, 15]])
    assert "core.move.normal" in refusal(question, [[4.01 + move, 15]])


@proves("core.concept.engagement-range", "core.move.options-when-engaged")
@pytest.mark.parametrize(("z", "engaged"), [(5, True), (5.01, False)])
def test_five_inches_above_is_engaged_and_a_hair_more_is_not(z: float, engaged: bool) -> None:
    table = moving(f"blue Man a 10,15\nred Man b 10,15.5,{z}\nruin 6,10,14,20 floor=6,15,14,20,{z}")
    assert ("fall-back" in available(table.ask(move_model, table["a"]))) is engaged


@proves("core.stratagem.desperate-breakout", "core.stratagem.cut-them-down", "core.move.fall-back")
def test_ringed_in_only_a_breakout_is_left_and_a_flyer_flies() -> None:
    places = ("11.5,15", "8.5,15", "10,16.5", "10,13.5", "11.2,16.2", "8.8,16.2", "11.2,13.8", "8.8,13.8")
    ring = "\n".join([f"red Man e{number} {place}" for number, place in enumerate(places)])
    table = moving(f"blue Man a 10,15\n{ring}", cp=(2, 0))
    question = table.ask(move_model, table["a"])
    assert available(question) == ["breakout", "stationary"]
    assert "core.move.fall-back" in why_not(question, "fall-back")
    poor = moving(f"blue Man a 10,15\n{ring}", cp=(1, 0))
    assert available(poor.ask(move_model, poor["a"])) == ["stationary"]
    flyer = moving(f"blue Man a 10,15 kw=FLY\n{ring}")
    assert "fall-back" in available(flyer.ask(move_model, flyer["a"]))


# -- reserves and transports ------------------------------------------------------------------------------------------------------------------


@proves("core.reinforcements.arrive", "core.terrain.unstable-position", "core.terrain.scaleable")
def test_where_terminators_may_arrive() -> None:
    """Bases of 40 mm and 1": 9 + 0.787 + 0.5 between centres is exactly 9" and not more."""
    table = at(
        "blue space-marines/terminators a reserve\nred Man b 10,15\nbarricade 30,10,32,10.4\nruin 34,10,40,20 floor=34,10,40,20,3",
        phase="reinforcements",
    )
    question = table.ask(next_to_arrive, answers=("a",))
    assert "core.reinforcements.arrive" in refusal(question, [[20.287, 15]])
    assert question.read([[20.3, 15]])
    assert "core.terrain.unstable-position" in refusal(question, [[31, 10.2]])
    assert question.read([[37, 15, 3]])
    assert question.read([[43, 15]]), "the enemy's zone is as good as any other place"


@proves("core.reinforcements.count-as-moved", "core.weapon.heavy", "faction.bolter-discipline")
def test_a_terminator_that_arrived_fires_bolters_twice_and_its_cannon_less_well() -> None:
    table = at("blue space-marines/terminators+cyclone-missile-launcher a 10,15 moved=arrived\nred Man b 33,15 W=9")
    krak = next(key for key in available(table.ask(shoot, "a")) if "krak" in key)
    table.do(shoot, "a", answers=("storm-bolter/storm-bolter>b", krak, "as-listed"), dice="hit 2 2 2 2 / hit 3 3")


@proves("core.transport.embark", "core.move.what-counts-as-moved")
def test_who_moves_nowhere_remained_stationary_and_does_not_embark() -> None:
    table = moving("blue orks/trukk t 10,15\nblue orks/boyz a 14,15\nred Man e 40,15")
    table.do(move_model, table["a"], answers=("normal", [[14, 15]]))
    assert not table["a"].aboard


@proves("core.transport.embark", "core.move.advance")
def test_an_advance_ends_aboard() -> None:
    """Exactly 3": the Trukk's disc of 1.675", the boy's 0.63"."""
    table = moving("blue orks/trukk t 10,15\nblue orks/boyz a 25,15\nred Man e 40,15")
    table.do(move_model, table["a"], answers=("advance", [[15.305, 15]], "t"), dice="advance 5")
    assert table["a"].fate == EMBARKED


@proves("core.transport.open-topped", "core.weapon.pistol-engaged", "core.weapon.grenade")
def test_passengers_of_a_trukk_in_combat_shoot_sluggas_at_whom_it_fights() -> None:
    table = at(
        "blue orks/trukk t 10,15\nblue orks/boyz p 0,0 in=t\nblue orks/boyz+shoota q 0,1 in=t\nred Man b 12.5,15\nred Man c 14.5,15"
    )
    question = table.ask(shoot, "p")
    assert available(question) == ["slugga/slugga>b", "hold-fire"]
    assert "core.weapon.pistol-engaged" in why_not(question, "slugga/slugga>c")
    assert "core.shoot.no-shooting-while-engaged" in why_not(question, "stikkbombs/stikkbombs>b")
    assert available(table.ask(shoot, "q")) == ["hold-fire"]


@proves("core.transport.open-topped", "core.shoot.big-guns-heavy-penalty")
def test_an_enemy_where_a_passenger_got_in_does_not_spoil_its_aim() -> None:
    """It shoots from its Trukk, far from where it last stood."""
    table = at("blue orks/trukk t 10,15\nblue orks/boyz+rokkit-launcha p 25,15 in=t\nred Man e 26,15\nred Man b 20,20")
    aim = "rokkit-launcha/rokkit-launcha>b"
    table.do(shoot, "p", answers=(aim,), dice="attacks 1 / hit 5 / wound 1")
    assert table.heard("hits", n=1)


@proves("core.transport.embarked-inert", "core.move.fall-back-restrictions", "core.weapon.heavy")
@pytest.mark.parametrize(("how", "dice"), [("stationary", "hit 5 / wound 1"), ("normal", "hit 5")])
def test_a_rokkit_from_a_trukk_that_moved_hits_less_well(how: str, dice: str) -> None:
    table = moving("blue orks/trukk t 10,15\nblue orks/boyz+rokkit-launcha p 0,0 in=t\nred Man b 30,15")
    table.do(move_model, table["t"], answers=("normal", [[12, 15]]) if how == "normal" else ("stationary",))
    end_movement(table.battle)
    table.do(shoot, "p", answers=("rokkit-launcha/rokkit-launcha>b",), dice=f"attacks 1 / {dice}")


@proves("core.transport.disembark", "core.weapon.heavy", "core.charge.eligible")
def test_who_got_out_may_advance_or_charge_like_anybody() -> None:
    table = moving("blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nblue orks/boyz c 0,1 in=t\nred Man e 24,15")
    table.do(next_to_move, answers=("a", [[13, 15]]))
    table.do(move_model, table["a"], answers=("advance", [[20, 15]]), dice="advance 2")
    table.do(next_to_move, answers=("c", [[13, 16.5]]))
    end_movement(table.battle)
    begin_charge_phase(table.battle)
    assert why_not_charge(table.battle, table["a"])[1] == "core.move.advance-restrictions"
    assert why_not_charge(table.battle, table["c"]) == ("", "")


@proves("core.transport.destroyed", "core.concept.no-setup-in-engagement", "core.transport.destroyed-restrictions")
def test_who_leaves_a_wreck_stands_clear_of_the_enemy_and_neither_charges_nor_intervenes() -> None:
    table = charging("blue orks/trukk t 10,15\nblue orks/warboss p 0,0 in=t\nred Man b 12.5,15\nred Man e 40,15")
    question = table.ask(destroy, "t", dice="explodes 1")
    assert "core.concept.no-setup-in-engagement" in refusal(question, [[12.5, 17.2]])
    table.do(destroy, "t", answers=([[10, 18]],), dice="explodes 1 / wreck 2")
    begin_charge_phase(table.battle)
    assert why_not_charge(table.battle, table["p"])[1] == "core.transport.destroyed-restrictions"
    assert why_not_intervene(table.battle, table["p"])[1] == "core.transport.destroyed-restrictions"


# -- psychic ------------------------------------------------------------------------------------------------------------------------------


@proves("core.psychic.perils", "core.psychic.test")
def test_two_ones_hurt_and_fail() -> None:
    table = at("blue space-marines/librarian a 4,15\nred Man b 10,15 W=3", phase="psychic")
    cast(table, "smite", dice="psychic 1 1 / perils 3")
    assert (table["a"].wounds, table["b"].wounds) == (3, 3)


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


@proves("core.psychic.same-power-once")
def test_both_armies_may_attempt_the_same_power_in_a_round() -> None:
    table = at(
        "blue orks/weirdboy a 10,15 powers=eadbanger\nred orks/weirdboy b 15,15 powers=eadbanger W=9", phase="psychic"
    )
    cast(table, "eadbanger", "no", dice="psychic 3 3 / bang 1")
    table.battle.turn = 1
    cast(table, "eadbanger", "no", dice="psychic 3 3 / bang 1", caster="b")


@proves("faction.psychic-barrier", "core.attack.save-natural-one")
@pytest.mark.parametrize(("face", "dead"), [(3, []), (2, ["b"])])
def test_a_barrier_makes_an_invulnerable_four_a_three(face: int, dead: list[str]) -> None:
    table = at("blue Man a 4,15\nred Man b 10,15 inv=4", weapons={"a": ('gun: 24" Assault 1, S 9, AP -5, D 1',)})
    table.battle.effects = (Effect("psychic-barrier", "b", 1, "psychic", 1),)
    table.do(shoot, "a", answers=(AIM,), dice=f"hit 6 / wound 6 / save {face}")
    assert table.dead == dead


@proves("core.attack.hit-modifier-cap", "faction.nightshroud", "faction.my-will-be-done")
@pytest.mark.parametrize("will", [True, False])
def test_two_worse_and_one_better_is_one_worse_like_two_worse(will: bool) -> None:
    """Advanced under a nightshroud: -2, capped; with My Will Be Done -1: BS 3+ needs a 4 either way."""
    table = at("blue Man a 4,15 moved=advanced\nred Man b 10,15")
    table.battle.effects = (Effect("nightshroud", "b", 1, "command", 1),)
    if will:
        table.battle.effects += (Effect("my-will-be-done", "a", 0, "command", 1),)
    table.do(shoot, "a", answers=(AIM,), dice="hit 3")


@proves("faction.terrifying-visions", "vanguard.morale.leadership-is-the-highest")
def test_visions_in_the_head_of_one_leave_the_army_its_second() -> None:
    table = at("blue Man a 4,15 Ld=9\nblue Man b 6,15 Ld=8\nred Man c 40,15", phase="morale")
    table.battle.effects = (Effect("terrifying-visions", "a", 1, "command", 1),)
    assert army_leadership(table.battle, 0) == 8


# -- shooting -----------------------------------------------------------------------------------------------------------------------------


@proves("core.shoot.number-of-attacks", "core.weapon.blast-maximum")
def test_a_cyclone_at_eleven_makes_twelve_attacks_without_a_roll() -> None:
    crowd = "\n".join([f"red Man b{i} {20 + i % 4 * 1.1},{14 + i // 4 * 1.1}" for i in range(11)])
    table = at(f"blue space-marines/terminators+cyclone-missile-launcher a 4,15\n{crowd}")
    frag = next(key for key in available(table.ask(shoot, "a")) if "frag" in key and key.endswith(">b5"))
    ones = " / ".join(["hit 1"] * 10)
    table.do(shoot, "a", answers=(frag, "hold-fire", "as-listed"), dice=f"hit 1 1 / {ones}")
    assert table.heard("blast-most", n=12, size=11)


@proves("vanguard.blast.cover-seen-from-initial-target", "core.attack.hit-modifier-cap", "core.weapon.heavy")
def test_moved_and_a_wood_between_the_blast_and_its_victim_is_one_worse() -> None:
    table = at(
        "blue Man a 4,15 moved=normal\nred Man b 14,15\nred Man c 14,17.9\nwoods 13,16.2,15,16.6",
        weapons={"a": ('gun: 36" Heavy 2, S 4, AP 0, D 1, blast',)},
    )
    table.do(shoot, "a", answers=(AIM, "as-listed"), dice="hit 4 / wound 1 / hit 4 / wound 1")


@proves("core.weapon.automatic-hits", "core.shoot.big-guns-heavy-penalty")
def test_a_heavy_flamer_in_combat_hits_all_the_same() -> None:
    table = at("blue astra-militarum/armoured-sentinel+heavy-flamer a 10,15\nred Man b 12.5,15 W=3")
    aim = next(key for key in available(table.ask(shoot, "a")) if "flamer" in key)
    table.do(shoot, "a", answers=(aim,), dice="attacks 2 / wound 1 1")


@proves("core.terrain.obstacle-cover", "core.terrain.light-cover")
@pytest.mark.parametrize(
    ("who", "place", "face", "dead"),
    [
        ("Man b", "18,15", 3, []),  # Sv 4+ behind a barricade 1.1" before it
        ("Man b", "18,15", 2, ["b"]),
        ("Man b", "19.9,15", 3, []),  # exactly 3" behind it
        ("Man b", "19.92,15", 3, ["b"]),
        ("Man b kw=VEHICLE not=INFANTRY", "18,15", 3, ["b"]),
        ("Man b kw=SWARM not=INFANTRY", "18,15", 3, []),
    ],
)
def test_how_near_a_barricade_covers_whom(who: str, place: str, face: int, dead: list[str]) -> None:
    kind, _, changes = who.partition(" b")
    table = at(f"blue Man a 4,15\nred {kind} b {place}{changes}\nbarricade 16,8,16.4,22")
    table.do(shoot, "a", answers=(AIM,), dice=f"hit 6 / wound 6 / save {face}")
    assert table.dead == dead


@proves("faction.slabshield", "core.terrain.light-cover", "core.attack.saving-throw")
def test_a_bullgryn_behind_slab_and_barricade() -> None:
    """4+ with +2 and +1 against AP -3 is 4+ again; a 1 fails whatever is added."""
    table = at(
        "blue Man a 4,15\nred astra-militarum/bullgryns b 18,15\nbarricade 16,8,16.4,22",
        weapons={"a": ('gun: 24" Assault 2, S 9, AP -3, D 1',)},
    )
    table.do(shoot, "a", answers=(AIM,), dice="hit 6 6 / wound 6 6 / save 4 3")
    assert table["b"].wounds == 2


@proves("weapon.mortal-wound-to-bearer", "core.shoot.big-guns-other-targets")
def test_a_mega_blasta_whose_attacks_are_lost_burns_nobody() -> None:
    table = at("blue orks/deff-dread+kustom-mega-blasta a 10,15\nred Man b 12.5,15\nred Man c 20,15")
    aim = next(key for key in available(table.ask(shoot, "a")) if "blasta" in key and key.endswith("c"))
    table.do(shoot, "a", answers=(aim, "hold-fire"), dice="attacks 3")
    assert table["a"].wounds == 8
    assert table.heard("attacks-lost", target="c")


@proves("core.weapon.grenade", "core.shoot.no-shooting-while-engaged", "core.move.advance-restrictions")
def test_no_grenade_is_thrown_in_combat_nor_after_an_advance() -> None:
    engaged = at("blue space-marines/intercessors a 10,15\nred Man b 11.5,15")
    clause = "core.shoot.no-shooting-while-engaged"
    assert clause in why_not(engaged.ask(shoot, "a"), "krak-grenades/krak-grenades>b")
    advanced = at("blue space-marines/captain a 10,15 moved=advanced\nred Man b 14,15")
    question = advanced.ask(shoot, "a")
    assert "core.move.advance-restrictions" in why_not(question, "krak-grenades/krak-grenades>b")
    assert "core.move.advance-restrictions" in why_not(question, "bolt-pistol/bolt-pistol>b")


@proves("faction.grinding-advance", "core.profile.damage-table")
@pytest.mark.parametrize(
    ("wounds", "far", "shots"), [(12, 4.99, 2), (12, 5, 1), (6, 3.49, 2), (6, 3.5, 1), (3, 1.99, 2), (3, 2, 1)]
)
def test_a_tank_grinds_forward_less_than_half_of_what_it_could(wounds: int, far: float, shots: int) -> None:
    table = moving(f"blue astra-militarum/leman-russ a 10,15 wounds={wounds}\nred Man b 40,15 W=9")
    table.do(move_model, table["a"], answers=("normal", [[10 + far, 15]]))
    aim = next(key for key in available(table.ask(shoot, "a")) if key.startswith("battle-cannon"))
    dice = "attacks 1 / attacks 1 / hit 1 / hit 1" if shots == 2 else "attacks 1 / hit 1"
    table.do(shoot, "a", answers=(aim,), dice=dice)


@proves("vanguard.look-out-sir.screen-size", "vanguard.look-out-sir.size-is-largest-measure")
def test_a_gretchin_does_not_screen_a_warboss_and_a_boy_does() -> None:
    """40 mm: 30 are enough, 25 are not."""
    drawn = "blue Man a 4,15\nred orks/warboss b 16,15\nred orks/{} s 14,15"
    small, large = at(drawn.format("gretchin")), at(drawn.format("boyz"))
    assert AIM in available(small.ask(shoot, "a"))
    assert "vanguard.look-out-sir.cannot-target" in why_not(large.ask(shoot, "a"), AIM)


@proves("core.terrain.obscuring-within", "core.terrain.obscuring", "core.psychic.smite")
def test_what_towers_is_seen_across_a_ruin_but_does_not_see_across_it() -> None:
    giant, man = (
        "blue Man a 4,15 W=18\nred Man b 24,15\nruin 10,5,14,25",
        "blue Man a 4,15\nred Man b 24,15 {}\nruin 10,5,14,25",
    )
    assert "not visible" in why_not(at(giant).ask(shoot, "a"), AIM)
    assert "not visible" in why_not(at(man.format("W=17")).ask(shoot, "a"), AIM)
    assert AIM in available(at(man.format("W=18")).ask(shoot, "a"))
    table = at(
        "blue space-marines/librarian a 4,15\nred Man b 18,15 W=18\nred Man c 17,18\nruin 10,5,14,25", phase="psychic"
    )
    cast(table, "smite", dice="psychic 4 4 / mortal 1")
    assert table["b"].wounds == 17, "the nearer one is hidden"


@proves("faction.smoke-launchers", "core.shoot.select")
def test_smoke_is_laid_instead_of_shooting_by_who_could_have_shot() -> None:
    drawn = "blue astra-militarum/armoured-sentinel a 10,15 moved={}\nred Man b 43,28"
    moved, advanced = at(drawn.format("normal")), at(drawn.format("advanced"))
    assert why_not_now(moved.battle, moved["a"]) == ("", "")
    assert why_not_now(advanced.battle, advanced["a"])[1] == "core.move.advance-restrictions"


# -- charges -------------------------------------------------------------------------------------------------------------------------------


@proves("core.charge.eligible", "core.charge.success")
@pytest.mark.parametrize(("dice", "reaches"), [("charge 6 5", True), ("charge 5 5", False)])
def test_twelve_inches_away_is_near_enough_to_try_and_needs_eleven(dice: str, reaches: bool) -> None:
    table = charging("blue Man a 4,15\nred Man b 17,15")
    table.do(charge, table["a"], answers=("b", [[15, 15]]) if reaches else ("b",), dice=dice)
    assert table["a"].did(CHARGED) is reaches
    beyond = charging("blue Man a 4,15\nred Man b 17.01,15")
    assert why_not_charge(beyond.battle, beyond["a"])[1] == "core.charge.eligible"


@proves("core.charge.success", "core.charge.failure")
def test_a_long_charge_fails_for_an_enemy_nobody_named() -> None:
    """c stands so near b that every place within an inch of b is within an inch of c."""
    table = charging(
        "blue Man a 4,15\nred Man b 10,15\nred Man c 8.9,15\nred Man d 10,16.05\nred Man e 10,13.95\nred Man f 11.1,15"
    )
    table.do(charge, table["a"], answers=("b", "no-more"), dice="charge 6 6")
    assert not table["a"].did(CHARGED)


@proves("core.heroic.eligible", "core.heroic.move")
@pytest.mark.parametrize(("x", "may"), [(14, True), (14.01, False)])
def test_a_hero_at_exactly_three_inches_may_intervene(x: float, may: bool) -> None:
    table = at(f"red Man b 10,15\nblue Man a {x},15 kw=CHARACTER", phase=HEROICS, turn=1)
    assert (why_not_intervene(table.battle, table["a"]) == ("", "")) is may
    if may:
        question = table.ask(next_to_intervene, answers=("a",))
        assert question.read([[11, 15]])
        assert "core.heroic.move" in refusal(question, [[14, 16]])


@proves("faction.sentinel-construct", "core.stratagem.fire-overwatch")
def test_two_constructs_and_the_target_itself_all_fire() -> None:
    table = charging(
        "blue Man a 4,15 W=9\nred Man b 12,15\nred necrons/doomstalker c 12,20\nred necrons/doomstalker d 12,10",
        cp=(0, 1),
    )
    high = table["c"].profile.weapon("doomsday-blaster").profiles[0].key
    volley = ("yes", f"doomsday-blaster/{high}>a", "keep", "hold-fire", "keep")
    answers = ("b", "no-more", *volley, *volley, "b", "gun/gun>a")
    table.do(charge, table["a"], answers=answers, dice="attacks 1 / hit 5 / attacks 1 / hit 5 / hit 5 / charge 1 1")


# -- fights --------------------------------------------------------------------------------------------------------------------------------


@proves("core.fight.charger-targets", "core.fight.pile-in")
def test_a_charger_that_piles_in_to_another_enemy_does_not_strike_it() -> None:
    table = fighting("blue Man a 8,15 did=charged A=2\nred Man b 9.5,15 W=9\nred Man c 9.5,16.6")
    table["a"].charge_targets = ("b",)
    table.do(fight, table["a"], answers=("yes", [[8.45, 15.2]], "no"), dice="hit 1 1")
    assert [event.values["target"] for event in table.events("hits")] == ["b"]


@proves("core.fight.new-eligible-units", "core.fight.consolidate")
def test_who_is_consolidated_into_may_strike_back_in_the_same_phase() -> None:
    table = fighting("blue Man a 8,15 did=charged\nred Man b 9.5,15\nred Man c 12,15", weapons={"a": (SLAYER,)})
    table["a"].charge_targets = ("b",)
    table.do(next_to_fight, answers=("no", "yes", [[10.5, 15]]), dice="hit 6 / wound 6")
    table.do(next_to_fight, answers=("no", "no"), dice="hit 1")
    assert [event.values["who"] for event in table.events("hits")] == ["a", "c"]


@proves("core.fight.eligible", "core.fight.sequence")
def test_a_charger_whose_target_is_gone_still_moves_to_the_next() -> None:
    table = fighting("blue Man a 8,15 did=charged\nred Man b 13,15")
    table["a"].charge_targets = ()
    table.do(next_to_fight, answers=("yes", [[10, 15]], "yes", [[11.9, 15]]))
    assert table["a"].base.x == 11.9


@proves("faction.mask-of-dread", "core.fight.first-and-last-cancel", "core.fight.alternate")
def test_a_dreaded_charger_fights_in_the_normal_group_after_the_other_player_began() -> None:
    table = fighting(
        "blue Man a 8,15 did=charged,last\nred Man b 9.5,15\nblue Man c 8,20 did=charged\nred Man d 9.5,20"
    )
    order = ["c", "b", "a", "d"]
    for who in order:
        table.do(next_to_fight, answers=("b", "no", "no") if who == "b" else ("no", "no"), dice="hit 1")
    assert [event.values["who"] for event in table.events("hits")] == order


@proves("core.fight.number-of-attacks", "core.profile.random-characteristics")
def test_a_trukk_with_four_wounds_left_rolls_for_its_attacks_and_adds_its_ball() -> None:
    """A D3 with Strength 5, and one attack with the ball, S +2."""
    table = fighting("blue orks/trukk+wreckin-ball a 10,15 wounds=4\nred Man b 12.5,15 W=9")
    dice = "melee 3 / hit 5 / wound 3 / save 4 / hit 5 1 / wound 2"
    table.do(fight, table["a"], answers=("no", "as-listed", "no"), dice=dice)
    assert table["b"].wounds == 7


@proves("faction.warboss", "core.attack.hit-modifier-cap", "core.terrain.set-to-defend")
def test_a_boss_and_a_defence_are_one_better_together() -> None:
    """WS 3+: a 2 hits with +1, and a 1 never does."""
    table = fighting("blue orks/warboss w 10,19\nblue orks/boyz a 10,15 did=defends\nred Man b 11.5,15 W=9")
    table.do(fight, table["a"], answers=("no", "no"), dice="hit 2 2 1 / wound 1 1")


# -- morale and the end ---------------------------------------------------------------------------------------------------------------------


@proves("vanguard.morale.army-half-strength", "vanguard.morale.double-losses-below-half")
@pytest.mark.parametrize(("starting", "face", "fails"), [(6, 4, False), (7, 2, True), (6, 5, True), (7, 1, False)])
def test_three_left_of_six_are_half_and_of_seven_fewer(starting: int, face: int, fails: bool) -> None:
    """Leadership 7, three lost: D6 + 3 with three of six left, D6 + 6 with three of seven."""
    rows = "blue Man a 2,5\nblue Man b 4,5\nblue Man c 6,5"
    table = after_losses(rows, 3, starting)
    answers, dice = (("a",), f"morale {face} / attrition 6 6") if fails else ((), f"morale {face}")
    table.do(morale_of, 0, answers=answers, dice=dice)
    assert bool(table.dead) is fails


@proves("vanguard.morale.trigger", "core.attack.supercharge", "vanguard.morale.battlefield-models-only")
def test_the_last_model_on_the_table_flees_and_the_passengers_army_lives() -> None:
    table = after_losses("blue Man a 2,5\nblue Man r reserve", 5, 7)
    table.do(morale_of, 0, dice="morale 6")
    assert table.dead == ["a"]


@proves("core.mission.objective-control", "core.mission.objective-secured", "core.transport.embarked-inert")
@pytest.mark.parametrize(
    ("rows", "holder"),
    [
        ("blue orks/boyz a 13,15\nred Man b 14.5,15\nred Man c 13,17", 0),
        ("blue orks/gretchin a 13,15\nred Man b 14.5,15\nred Man c 13,17", 1),
        (
            "blue orks/boyz a 13,15\nblue orks/gretchin d 13,13\nred space-marines/intercessors b 14.5,15\nred Man c 13,17",
            -1,
        ),
        ("blue orks/trukk t 13,15\nblue orks/boyz a 0,0 in=t\nred Man b 15.5,16\nred Man c 13,18", 1),
        ("blue orks/boyz a 13,19.417\nred Man b 40,3", 0),  # 3" from the disc of 40 mm: 3 + 0.787 + 0.63
        ("blue orks/boyz a 13,19.43\nred Man b 40,3", -1),
    ],
)
def test_who_holds_the_first_marker(rows: str, holder: int) -> None:
    """It lies at 13,15."""
    assert controlled(at(rows).battle)[0] == holder


# -- re-rolls that help nobody are not asked for ----------------------------------------------------------------------------------------------


def keep_if(asked: bool) -> tuple[str, ...]:
    return ("keep",) if asked else ()


@proves("core.stratagem.command-re-roll", "core.attack.excess-damage-lost", "core.attack.damage-reduction")
@pytest.mark.parametrize(
    ("target", "dice", "asked"),
    [
        ("Man b 12,15 W=9 wounds=3", "3", False),  # it takes all that is left
        ("Man b 12,15 W=9 wounds=3", "2", True),
        ("Man b 12,15 W=9 wounds=3 ignore=5", "3 / ignore 1 1 1", True),  # some might have been ignored
        ("space-marines/dreadnought b 12,15 wounds=3", "4 / explodes 1", False),  # one less
        ("space-marines/dreadnought b 12,15 wounds=3", "3", True),
    ],
)
def test_damage_that_is_enough_is_not_rolled_again(target: str, dice: str, asked: bool) -> None:
    gun = 'gun: 24" Assault 1, S 9, AP -5, D D6'
    shot(
        f"blue Man a 4,15\nred {target}", gun, dice=f"hit 6 / wound 6 / damage {dice}", answers=(AIM, *keep_if(asked)),
        cp=(1, 0),
    )  # fmt: skip


@proves("core.stratagem.command-re-roll", "core.attack.saving-throw")
@pytest.mark.parametrize(
    ("target", "dice", "asked"),
    [
        ("W=1", "1 2", False),  # one more saved leaves one too many
        ("W=1", "1 5", True),
        ("W=2", "1 2", True),
        ("W=3 wounds=1", "1 2", False),
        ("W=1 ignore=6", "1 2 / ignore 6 / ignore 1", True),
    ],
)
def test_a_save_that_cannot_help_is_not_rolled_again(target: str, dice: str, asked: bool) -> None:
    gun = 'gun: 24" Assault 2, S 9, AP 0, D 1'
    shot(
        f"blue Man a 4,15\nred Man b 12,15 {target}", gun, dice=f"hit 6 6 / wound 6 6 / save {dice}",
        answers=(AIM, *keep_if(asked)), cp=(0, 1),
    )  # fmt: skip


@proves("core.stratagem.command-re-roll", "core.psychic.test", "core.psychic.deny")
@pytest.mark.parametrize(
    ("power", "dice", "asked"),
    [
        ("smite", "4 4 / mortal 1", True),  # 11 would do more
        ("smite", "5 6 / mortal 1", False),
        ("withering-gaze", "4 4", False),
        ("withering-gaze", "2 3", True),
        ("withering-gaze", "6 6 / perils 1", True),
    ],
)
def test_a_psychic_test_is_rolled_again_where_that_could_help(power: str, dice: str, asked: bool) -> None:
    drawn = "blue space-marines/librarian a 4,15 powers=withering-gaze\nred Man b 10,15 W=9"
    cast(at(drawn, phase="psychic", cp=(1, 0)), power, *keep_if(asked), dice=f"psychic {dice}")


@proves("core.stratagem.command-re-roll", "core.psychic.deny")
def test_a_test_that_might_be_denied_may_be_rolled_again_to_be_harder_to_deny() -> None:
    drawn = "blue space-marines/librarian a 4,15\nred orks/weirdboy b 10,15"
    cast(at(drawn, phase="psychic", cp=(1, 0)), "smite", "keep", "no", dice="psychic 5 6 / mortal 1")


# -- the log ----------------------------------------------------------------------------------------------------------------------------------


@proves("vanguard.blast.initial-target", "vanguard.split-fire.initial-target")
@pytest.mark.parametrize(
    ("blast", "clause"), [(", blast", "vanguard.blast.initial-target"), ("", "vanguard.split-fire.initial-target")]
)
def test_the_log_names_the_rule_by_which_a_target_was_selected(blast: str, clause: str) -> None:
    table = shot("blue Man a 4,15\nred Man b 12,15", f'gun: 24" Assault 1, S 4, AP 0, D 1{blast}', dice="hit 1")
    assert [event.clause for event in table.events("aims")] == [clause]


@proves("core.attack.inflict-damage", "core.attack.damage-reduction")
@pytest.mark.parametrize(
    ("damage", "target", "dice", "told"),
    [
        ("D6", "Man b 12,15 W=9", " / damage 4", "Damage of gun: 4."),
        ("2", "Man b 12,15 W=9", "", ""),
        ("3", "space-marines/dreadnought b 14,15", "", "Damage of gun: 3, of which b suffers 2."),
        ("D3", "space-marines/dreadnought b 14,15", " / damage 6", "Damage of gun: 3, of which b suffers 2."),
        ("D3", "space-marines/dreadnought b 14,15", " / damage 1", "Damage of gun: 1."),
    ],
)
def test_the_log_says_what_damage_was_rolled_and_what_is_left_of_it(
    damage: str, target: str, dice: str, told: str
) -> None:
    gun = f'gun: 24" Assault 1, S 9, AP -5, D {damage}'
    table = shot(f"blue Man a 4,15\nred {target}", gun, dice=f"hit 6 / wound 6{dice}")
    events = [*table.events("damage"), *table.events("damage-reduced")]
    assert [event.sentence(MESSAGES) for event in events] == ([told] if told else [])


@proves("core.mission.army-destroyed-wins")
def test_the_log_says_whose_points_are_whose_at_the_end() -> None:
    table = at("blue Man a 2,2\nred Man b 40,29 +warlord")
    table.battle.points = (3, 7)
    table.do(destroy, "b")
    table.do(look_for_the_end)
    [end] = table.events("ends")
    assert end.sentence(MESSAGES) == "The battle ends, Bravo destroyed: Alpha win (Alpha 4 VP, Bravo 7 VP)."


@proves("faction.cowardly", "vanguard.morale.attrition-minus-one-below-half")
def test_the_log_says_what_makes_attrition_worse_for_whom() -> None:
    table = after_losses("blue orks/gretchin a 2,5\nblue Man b 4,5\nblue Man c 6,5", 9, 9)
    table.do(morale_of, 0, answers=("c",), dice="morale 6 / attrition 4 / attrition 3")
    shown = [event.dice for event in table.events("attrition")]
    assert [(dice.needed, [(it.amount, it.label) for it in dice.modifiers]) for dice in shown if dice] == [
        ("2+, with modifiers 4+", [(-1, "below half-strength"), (-1, "cowardly")]),
        ("2+, with modifiers 3+", [(-1, "below half-strength")]),
    ]


# -- chances by fractions ---------------------------------------------------------------------------------------------------------------------


def chance(table: Table, *answers: Any, of: int = 0) -> Any:
    """The chance that the last answer removes its target (or another of those it watches)."""
    game = game_at(table)
    for answer in answers[:-1]:
        game.answer(answer)
    return pytest.approx(odds.of(game, answers[-1]).chance_removed(of), abs=1e-9)


def some(one: Fraction, times: int) -> Fraction:
    """The chance that one of so many attacks does it."""
    return 1 - (1 - one) ** times


SIXTH, THIRD, HALF, TWO_THIRDS = Fraction(1, 6), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3)
BOLT = "bolt-rifle/bolt-rifle>b"


@proves("core.weapon.rapid-fire", "core.attack.wound-table", "core.attack.saving-throw", "faction.bolter-discipline")
def test_the_chance_of_bolts_at_a_boy() -> None:
    """3+ to hit, S 4 against T 5: 5+, no save at AP -1; twice at half range, or where the shooter stood still."""
    one = TWO_THIRDS * THIRD
    drawn = "blue space-marines/intercessors a 4,15 {}\nred orks/boyz b {},15"
    assert chance(at(drawn.format("moved=normal", 20.2)), "a", BOLT) == some(one, 2)
    assert chance(at(drawn.format("moved=normal", 20.3)), "a", BOLT) == one
    assert chance(at(drawn.format("", 30)), "a", BOLT) == some(one, 2)


@proves("faction.rites-of-battle", "core.dice.reroll-once", "core.attack.hit-modifier-cap")
def test_the_chance_of_bolts_beside_a_captain() -> None:
    """Ones are rolled again: 2/3 + 1/6 x 2/3. Behind a wood 4+: 1/2 + 1/6 x 1/2."""
    drawn = "blue space-marines/captain c 4,18\nblue space-marines/intercessors a 4,15\nred orks/boyz b 30,15\n{}"
    assert chance(at(drawn.format("")), "a", BOLT) == some(Fraction(7, 9) * THIRD, 2)
    wood = at(drawn.format("woods 15,5,18,25"))
    assert chance(wood, "a", BOLT) == some(Fraction(7, 12) * THIRD, 2)


@proves("core.attack.inflict-damage", "core.dice.d6-and-d3", "core.attack.damage-reduction")
def test_the_chance_of_random_damage() -> None:
    """A krak grenade: 3+, 3+, saved on 4+ of 3+, two wounds by a D3 of 2 or 3. A lascannon at a Dreadnought with three
    wounds left: 3+, 3+, saved on 6, a D6 of 4 or more less 1."""
    krak = at("blue space-marines/intercessors a 4,15\nred space-marines/intercessors b 10,15")
    assert chance(krak, "a", "krak-grenades/krak-grenades>b") == TWO_THIRDS * TWO_THIRDS * HALF * TWO_THIRDS
    laser = at("blue space-marines/tactical-squad+lascannon a 4,15\nred space-marines/dreadnought b 20,15 wounds=3")
    assert chance(laser, "a", "lascannon/lascannon>b") == TWO_THIRDS * TWO_THIRDS * Fraction(5, 6) * HALF


@proves("vanguard.split-fire.per-attack-effects-use-own-target", "core.attack.invulnerable-save")
@pytest.mark.parametrize(("x", "damage"), [(11.41, TWO_THIRDS), (11.5, THIRD)])
def test_the_chance_of_a_melta_at_an_overlord(x: float, damage: Fraction) -> None:
    """3+, 3+ against T 5, saved on 4+; five wounds by D6+2 at half range (bases of 32 and 40 mm), by a D6 beyond."""
    table = at(f"blue space-marines/tactical-squad+meltagun a 4,15\nred necrons/overlord b {x},15")
    assert chance(table, "a", "meltagun/meltagun>b") == TWO_THIRDS * TWO_THIRDS * HALF * damage


@proves("vanguard.blast.attack-count", "vanguard.blast.repeat-in-rounds")
def test_the_chance_of_a_frag_missile() -> None:
    """3+, 3+, saved on 5+. Alone a man gets every attack of the D6; beside another the odd ones."""
    launcher = "blue space-marines/tactical-squad+missile-launcher a 4,15\nred astra-militarum/infantry-squad b 20,15\n"
    one, frag = TWO_THIRDS**3, "missile-launcher/missile-launcher-frag>b"
    assert chance(at(launcher), "a", frag) == sum([some(one, count) for count in range(1, 7)]) / 6
    beside = at(f"{launcher}red astra-militarum/infantry-squad c 21.5,15")
    assert chance(beside, "a", frag) == sum([some(one, (count + 1) // 2) for count in range(1, 7)]) / 6


@proves("core.attack.extra-hits", "core.attack.mortal-wounds-in-addition")
def test_the_chance_of_sparks_and_of_snipers() -> None:
    """Tesla: three hits by a 6, one by 3 to 5, each wounds on 4+ past a save of 6. A sniper: a wound roll of 6 kills
    whatever is saved, 4 and 5 only past a save of 2+."""
    sparks = at("blue necrons/immortals+tesla-carbines a 4,15\nred orks/boyz b 15,15")
    kills = HALF * Fraction(5, 6)
    spared = THIRD + HALF * (1 - kills) + SIXTH * (1 - kills) ** 3
    assert chance(sparks, "a", "tesla-carbine/tesla-carbine>b") == 1 - spared**2
    sniper = at("blue astra-militarum/ratlings a 4,15\nred Man b 20,15 Sv=2")
    assert chance(sniper, "a", "sniper-rifle/sniper-rifle>b") == TWO_THIRDS * (THIRD * SIXTH + SIXTH)


@proves("core.shoot.big-guns-other-targets", "core.shoot.big-guns-heavy-penalty")
def test_the_chance_of_big_guns_in_combat() -> None:
    """At whom it fights 4+, 3+, saved on 5+, six times; at others none while an enemy is at hand, in one volley too."""
    table = at("blue space-marines/dreadnought a 10,15\nred Man b 12.5,15\nred Man c 20,15")
    cannon = "assault-cannon/assault-cannon>"
    assert chance(table, "a", f"{cannon}b") == some(HALF * TWO_THIRDS * TWO_THIRDS, 6)
    assert chance(table, "a", f"{cannon}c") == 0
    assert chance(table, "a", f"{cannon}c", "hold-fire") == 0


@proves("core.attack.automatic-wounds", "faction.shock-assault", "core.fight.number-of-attacks")
def test_the_chance_of_blows() -> None:
    """Four bites on 4+, a 6 wounds, else 5+, saved on 3+. A charging Marine: one, one for his sword, one for the shock."""
    bites = fighting(
        "blue necrons/scarab-swarms a 10,15\nblue Man x 30,5\nred space-marines/intercessors b 11.5,15 wounds=1\nred Man y 31,5",
        turn=1,
    )
    assert chance(bites, "a") == some((SIXTH + THIRD * THIRD) * THIRD, 4)
    charge_home = fighting(
        "blue space-marines/assault-squad a 10,15 did=charged\nblue Man x 30,5 did=charged\nred orks/boyz b 11.3,15\nred Man y 31,5"
    )
    assert chance(charge_home, "a") == some(TWO_THIRDS * THIRD, 3)


@proves("core.charge.roll", "faction.ere-we-go", "core.psychic.smite", "core.overwatch.only-natural-sixes")
def test_the_chance_of_a_charge_and_of_a_smite() -> None:
    """7": 21 of 36, for Orks twice. Three wounds: by a D3 after 5 to 10, by a D6 after 11 and 12."""
    assert chance(charging("blue Man a 4,15\nred Man b 13,15"), "a", "b") == Fraction(21, 36)
    orks = charging("blue orks/boyz a 4,15\nred Man b 13.13,15")
    assert chance(orks, "a", "b") == 1 - Fraction(15, 36) ** 2
    smite = at("blue space-marines/librarian a 4,15\nred Man b 13,15 W=3", phase="psychic")
    assert chance(smite, "a", "smite") == Fraction(27, 36) * THIRD + Fraction(3, 36) * TWO_THIRDS
