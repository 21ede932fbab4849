"""Rules that meet at odd moments: aboard, aloft, out of turn, half-way through a destruction; worked out by hand first."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, refusal
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_by_hand import AIM, after_losses, cast, charging, fighting, moving
from tests.rulebooks.fortyk_vanguard.test_muster import legal, names, roster
from tests.rulebooks.fortyk_vanguard.test_terrain import sees
from tests.rulebooks.fortyk_vanguard.test_worked_by_hand import HALF, SIXTH, THIRD, TWO_THIRDS, chance, some
from vanguard.core.questions import Choose
from vanguard.core.rulebook import load_rulebook
from vanguard.odds import of_trial
from vanguard.rulebooks.fortyk_vanguard.charge_phase import (
    begin_charge_phase,
    charge,
    next_to_intervene,
    why_not_charge,
)
from vanguard.rulebooks.fortyk_vanguard.command_phase import next_command
from vanguard.rulebooks.fortyk_vanguard.content.army_list import muster
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, is_eligible
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import end_movement, move_model
from vanguard.rulebooks.fortyk_vanguard.objectives import controlled
from vanguard.rulebooks.fortyk_vanguard.odds.trials import deny_trial
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import Denial, known_powers
from vanguard.rulebooks.fortyk_vanguard.reinforcements import next_to_arrive
from vanguard.rulebooks.fortyk_vanguard.rounds import end_battle, end_phase
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot, why_not_now
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, DESTROYED
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import harbingers

SURE = 'gun: 24" Assault 1, S 9, AP -5, D 3'
BLAST = 'gun: 24" Heavy 2, S 4, AP 0, D 1, blast'
AXE = "axe: Melee, S 9, AP -5, D 3"
FAR = "blue Man z 40,2"
RIDER = "blue orks/trukk t 10,15{}\nblue orks/boyz p 0,0 in=t"
BLASTA = "kustom-mega-blasta/kustom-mega-blasta"

# -- powers ---------------------------------------------------------------------------------------------------------------------


@proves("faction.psychic-hood", "core.psychic.deny", "core.concept.within")
@pytest.mark.parametrize(("x", "denied"), [(23.57, True), (23.59, False)])
def test_a_hood_helps_at_exactly_twelve_inches(x: float, denied: bool) -> None:
    """Two bases of 40 mm: 1.57" of the way are theirs. 8 + 1 beats 8."""
    drawn = f"blue orks/weirdboy a 10,15\nred space-marines/librarian d {x},15\nred Man b 14,15 W=9"
    table = at(drawn, phase="psychic")
    cast(table, "smite", "d", dice="psychic 4 4 / deny 4 4" + ("" if denied else " / mortal 1"))
    assert (table["b"].wounds == 9) is denied


@proves("core.psychic.perils", "core.attack.ignore-wounds", "faction.cybork-body")
def test_perils_are_ignored_wound_by_wound() -> None:
    table = at("blue orks/weirdboy+cybork-body a 10,15\nred Man b 14,15 W=9", phase="psychic")
    cast(table, "smite", dice="psychic 6 6 / perils 5 / ignore 5 2 6 / mortal 3")
    assert (table["a"].wounds, table["b"].wounds) == (4, 6)


@proves("core.psychic.perils-death", "core.transport.destroyed", "core.sequencing.during-a-turn")
def test_a_mind_that_bursts_takes_a_trukk_along_and_the_boy_gets_out_between() -> None:
    """The Trukk is left before the enemy's dice fall; the boy inside was no unit near and rolls for the wreck alone."""
    drawn = f"blue orks/weirdboy a 10,19 wounds=2\n{RIDER.format(' wounds=1')}\n{FAR}\nred Man b 14,19 W=9"
    table = at(drawn, phase="psychic")
    dice = "psychic 1 1 / perils 5 / mortal 1 / explodes 1 / wreck 2 / mortal 5"
    cast(table, "smite", [[10, 11.5]], dice=dice)
    assert table.dead == ["a", "t"]
    assert (table["b"].wounds, table["p"].wounds) == (6, 1)


@proves("faction.da-jump", "core.move.repositioned", "core.charge.eligible")
def test_who_jumps_out_of_combat_shoots_and_charges() -> None:
    rows = "blue orks/boyz m 12,18\nred Man b 13.5,18\nred Man c 30,15"
    table = at(f"blue orks/weirdboy a 10,15 powers=eadbanger,da-jump\n{rows}", phase="psychic")
    cast(table, "da-jump", [[21, 8]], dice="psychic 4 3")
    assert table["m"].has_moved
    assert why_not_now(table.battle, table["m"]) == ("", "")
    begin_charge_phase(table.battle)
    assert why_not_charge(table.battle, table["m"]) == ("", "")


# -- transports and those aboard --------------------------------------------------------------------------------------------------


@proves("core.transport.embarked-inert", "core.move.fall-back-restrictions")
def test_who_rides_in_a_trukk_that_falls_back_does_not_shoot() -> None:
    table = moving(f"{RIDER.format('')}\nred Man e 12.9,15")
    table.do(move_model, table["t"], answers=("fall-back", [[5, 15]]))
    end_movement(table.battle)
    assert why_not_now(table.battle, table["p"])[1] == "core.move.fall-back-restrictions"


@proves("core.transport.embarked-inert", "faction.dakka")
def test_shootas_aboard_a_trukk_that_advanced_hit_less_well() -> None:
    rows = "blue orks/trukk t 10,15 moved=advanced\nblue orks/boyz+shoota a 0,0 in=t moved=advanced"
    table = at(f"{rows}\nred Man b 18,15 Sv=7 W=9")
    table.do(shoot, "a", answers=("shoota/shoota>b",), dice="hit 5 6 5 / wound 1")
    assert table.heard("hits", n=1, of=3)


@proves("core.transport.embarked-inert", "faction.warboss", "faction.waaagh", "core.heroic.eligible")
def test_a_boss_aboard_helps_calls_and_rescues_nobody() -> None:
    boss = "{0} orks/trukk t 10,15\n{0} orks/warboss w 0,0 in=t{1}\n"
    table = fighting(f"{boss.format('blue', '')}blue orks/boyz a 10,18\nred Man b 11.5,18 W=9")
    table.do(fight, table["a"], answers=("no", "no"), dice="hit 2 2 2")
    calling = at(f"{boss.format('blue', ' +warlord')}red Man b 40,15", phase="command")
    assert calling.do(next_command) is False
    assert charging(f"{boss.format('red', '')}blue Man a 13,15").do(next_to_intervene) is False


@proves("core.mission.objective-secured", "core.transport.embarked-inert")
def test_who_is_aboard_secures_no_marker() -> None:
    """A Trukk against two men: the boy inside has Objective Secured and counts for nothing."""
    table = at("blue orks/trukk t 13,18\nblue orks/boyz p 0,0 in=t\nred Man a 13,12\nred Man b 12,13")
    assert controlled(table.battle)[0] == 1


@proves("core.overwatch.needs-a-rule", "core.transport.embarked-inert")
def test_the_crew_of_a_charged_trukk_fires_and_its_passengers_do_not() -> None:
    table = charging("blue Man a 4,15\nred orks/trukk t 10,15\nred orks/boyz p 0,0 in=t", cp=(0, 1))
    assert available(table.ask(charge, table["a"], answers=("t",))) == ["no", "t"]


@proves("core.transport.destroyed", "core.overwatch.range-and-sight", "core.transport.destroyed-restrictions")
def test_a_trukk_that_dies_charging_blows_up_and_is_left_and_rolls_no_charge() -> None:
    drawn = f"{RIDER.format(' wounds=1')}\n{FAR}\nred Man b 16,15 W=9"
    table = charging(drawn, weapons={"b": (SURE,)}, cp=(0, 1))
    dice = "hit 6 / wound 3 / explodes 6 / mortal 1 / wreck 2"
    table.do(charge, table["t"], answers=("b", "b", "gun/gun>t", [[10, 11.5]]), dice=dice)
    assert table.dead == ["t"]
    assert table["b"].wounds == 8
    assert why_not_charge(table.battle, table["p"])[0]


@proves("core.stratagem.cut-them-down", "core.transport.destroyed", "core.ability.explodes")
def test_a_trukk_cut_down_explodes_in_the_face_of_who_cut_it() -> None:
    table = moving(f"{RIDER.format(' wounds=1')}\n{FAR}\nred Man e 12.9,15 W=5", cp=(0, 1))
    answers = ("fall-back", "yes", [[7, 15]])
    table.do(move_model, table["t"], answers=answers, dice="cut 6 / explodes 6 / mortal 1 / wreck 2")
    assert table.dead == ["t"]
    assert (table["e"].wounds, table["p"].base.x) == (4, 7)


@proves("core.stratagem.desperate-breakout", "core.transport.destroyed-roll")
def test_a_trukk_that_breaks_out_on_a_one_is_a_wreck_like_any_other() -> None:
    table = moving(f"{RIDER.format('')}\n{FAR}\nred Man e 12.9,15 W=9", cp=(2, 0))
    answers = ("breakout", [[7, 15]])
    table.do(move_model, table["t"], answers=answers, dice="breakout 1 / explodes 6 / mortal 3 / wreck 1")
    assert table.dead == ["t", "p"]
    assert table["e"].wounds == 7


@proves("faction.harbinger-of-destruction", "core.stratagem.emergency-disembarkation", "core.ability.explodes")
def test_a_harbinger_that_fells_a_trukk_is_hurt_by_it_and_its_riders_leave_in_an_emergency() -> None:
    drawn = "blue necrons/plasmancer a 4,15 moved=normal\nred orks/trukk t 10,15 wounds=1\nred orks/boyz p 0,0 in=t"
    table = at(f"{drawn}\nred Man z 40,2", phase="reinforcements", cp=(0, 1))
    dice = "harbinger 4 1 1 / explodes 6 / mortal 1 / wreck 3"
    table.do(harbingers, answers=("yes", [[14, 15]]), dice=dice)
    assert table.dead == ["t"]
    assert table["a"].wounds == 3


# -- charges out of the ordinary --------------------------------------------------------------------------------------------------


@proves("core.dice.reroll-once", "core.overwatch.only-natural-sixes", "faction.rites-of-battle")
def test_ones_of_overwatch_are_rolled_again_beside_a_captain() -> None:
    rows = "red space-marines/captain c 12,17\nred space-marines/intercessors b 10,15"
    table = charging(f"blue Man a 4,15\n{rows}", cp=(0, 1))
    answers = ("b", "no-more", "b", "bolt-rifle/bolt-rifle>a")
    table.do(charge, table["a"], answers=answers, dice="hit 1 5 / hit-again 6 / wound 1 / charge 1 1")


@proves("faction.grinding-advance", "core.overwatch.needs-a-rule")
def test_a_tank_that_stands_still_fires_once_in_overwatch() -> None:
    table = charging("blue Man a 4,15 W=99\nred astra-militarum/leman-russ b 14,15", cp=(0, 1))
    answers = ("b", "b", "battle-cannon/battle-cannon>a")
    table.do(charge, table["a"], answers=answers, dice="attacks 1 / hit 5 / charge 1 1")


@proves("vanguard.blast.overwatch-hits-charger-only", "core.stratagem.fire-overwatch")
def test_nobody_is_asked_for_overwatch_whose_one_blast_would_reach_a_friend() -> None:
    drawn = "blue Man a 4,15\nred Man b 10,15\nred Man f 6.9,15"
    table = charging(drawn, weapons={"b": (BLAST,)}, cp=(0, 1))
    table.do(charge, table["a"], answers=("b", "no-more"), dice="charge 1 1")


@proves("core.terrain.set-to-defend", "core.terrain.hold-steady", "core.stratagem.once-per-phase")
@pytest.mark.parametrize("stance", ["set-to-defend", "hold-steady"])
def test_a_stance_once_taken_is_kept_against_the_next_charger(stance: str) -> None:
    table = charging("blue Man a 4,15\nblue Man c 4,18\nred Man b 10,15\nwoods 9,14,12,16", cp=(0, 1))
    fires = ("b", "gun/gun>a") if stance == "hold-steady" else ()
    dice = ("hit 4 / " if fires else "") + "charge 1 1"
    table.do(charge, table["a"], answers=("b", stance, *fires), dice=dice)
    table.do(charge, table["c"], answers=("b",), dice="charge 1 1")


@proves("weapon.mortal-wound-to-bearer", "core.charge.success", "core.ability.explodes")
def test_a_charge_goes_on_at_the_other_target_when_one_dies_of_its_own_overwatch() -> None:
    drawn = (
        "blue Man a 4,15 W=99\nred orks/deff-dread+kustom-mega-blasta b 9,15 wounds=1\nred Man c 9,17.2\nred Man z 40,2"
    )
    table = charging(drawn, cp=(0, 1))
    answers = ("b", "c", "b", f"{BLASTA}>a", "hold-fire", [[8, 17]])
    table.do(charge, table["a"], answers=answers, dice="attacks 1 / hit 1 / explodes 1 / charge 2 3")
    assert table.dead == ["b"]
    assert table["a"].did(CHARGED)


@proves("core.terrain.difficult-ground", "core.heroic.move")
def test_a_hero_is_not_slowed_by_a_crater() -> None:
    table = charging("blue Man a 10,15\nred Man h 14,15 kw=CHARACTER\ncrater 11.3,10,13,20")
    table.do(next_to_intervene, answers=("h", [[11.2, 15]]))


@proves("core.charge.success", "core.concept.engagement-range", "core.terrain.breachable")
@pytest.mark.parametrize(("height", "needed"), [(3, 3), (5, 3)])
def test_a_charge_through_a_wall_ends_below_whom_it_reaches(height: int, needed: int) -> None:
    """From 5 to 7.8 or so: the wall is no hindrance, and neither is a floor 3" or exactly 5" up."""
    ruin = f"ruin 7,12,13,18 wall=7,12,7.25,18 floor=7.25,12,13,18,{height} height=8"
    table = charging(f"blue Man a 5,15\nred Man b 9.6,15,{height}\n{ruin}")
    table.do(charge, table["a"], answers=("b", "neither", [[7.8, 15]]), dice=f"charge 1 {needed - 1}")


# -- shots ----------------------------------------------------------------------------------------------------------------------------


@proves("weapon.mortal-wound-to-bearer", "core.ability.explodes")
def test_a_dread_on_its_last_wound_blows_itself_up_with_its_blasta() -> None:
    table = at(f"blue orks/deff-dread+kustom-mega-blasta a 4,15 wounds=1\n{FAR}\nred Man b 14,15 W=9")
    table.do(shoot, "a", answers=(f"{BLASTA}>b", "hold-fire"), dice="attacks 1 / hit 1 / explodes 1")
    assert table.dead == ["a"]


@proves("vanguard.blast.no-friends-in-blast-range", "core.concept.measuring")
@pytest.mark.parametrize(("height", "open_to_it"), [(3.0, True), (1.2, False)])
def test_a_friend_on_the_floor_above_is_near_on_the_slant(height: float, open_to_it: bool) -> None:
    """1.5" across: 3" up are 3.4" away, 1.2" up are 1.9"."""
    ruin = f"ruin 8,10,14,20 floor=8,10,14,20,{height}"
    table = at(f"blue Man a 4,25\nblue Man f 11,15,{height}\nred Man b 11,17.5\n{ruin}", weapons={"a": (BLAST,)})
    assert (AIM in available(table.ask(shoot, "a"))) is open_to_it


@proves("core.visibility.true-line-of-sight", "vanguard.blast.victims-visible-to-initial-target")
def test_nobody_is_seen_or_caught_through_a_floor() -> None:
    ruin = "ruin 8,10,14,20 floor=8,10,14,20,{}"
    assert not sees(at(f"blue Man a 10,15\nred Man b 11.2,15,3\n{ruin.format(3)}"))
    assert sees(at(f"blue Man a 10,15,3\nred Man b 13,15,3\n{ruin.format(3)}"))
    table = at(
        f"blue Man a 4,25\nred Man v 11,15,1.9\nred Man b 11,16.5 W=9\n{ruin.format(1.9)}", weapons={"a": (BLAST,)}
    )
    table.do(shoot, "a", answers=(AIM,), dice="hit 1 1")  # 1.97" away, but under the planks


@proves("faction.shoot-sharp-and-scarper", "core.charge.eligible", "core.move.climb")
def test_a_ratling_scarpers_onto_a_container_or_up_to_whom_it_then_charges() -> None:
    aim = "sniper-rifle/sniper-rifle>b"
    table = at("blue astra-militarum/ratlings a 4,15\nred Man b 4,25\ncontainer 5,13,9,17")
    table.do(shoot, "a", answers=(aim, "yes", [[6, 15, 2]]), dice="hit 1")
    assert table["a"].base.elevation == 2
    near = at("blue astra-militarum/ratlings a 4,15\nred Man b 12,15")
    near.do(shoot, "a", answers=(aim, "yes", [[6, 15]]), dice="hit 1")
    begin_charge_phase(near.battle)
    assert why_not_charge(near.battle, near["a"]) == ("", "")


@proves("faction.reanimation-protocols", "faction.reanimation-place", "core.fight.eligible")
def test_a_destroyer_struck_down_stands_up_and_strikes_back() -> None:
    rows = "red necrons/skorpekh-destroyers b 12,15 wounds=1\nred Man z 40,2"
    table = fighting(f"blue Man a 10,15 did=charged\n{rows}", weapons={"a": (AXE,)})
    table.do(fight, table["a"], answers=("no", "b", "no"), dice="hit 3 / wound 3 / reanimation 5 5 5")
    assert table["b"].wounds == 3
    assert is_eligible(table.battle, table["b"])


@proves("core.ability.explodes", "core.fight.sequence")
def test_who_fells_a_walker_on_his_last_wound_dies_in_its_explosion_and_consolidates_no_more() -> None:
    rows = "red astra-militarum/armoured-sentinel b 12.2,15 wounds=1\nred Man z 40,2"
    table = fighting(f"blue Man a 10,15 did=charged\n{rows}", weapons={"a": (AXE,)})
    table.do(fight, table["a"], answers=("no",), dice="hit 3 / wound 3 / explodes 6")
    assert table.dead == ["a", "b"]


# -- moves ------------------------------------------------------------------------------------------------------------------------------


@proves("core.terrain.scaleable", "core.terrain.breachable", "core.move.fly", "core.move.climb")
@pytest.mark.parametrize(
    ("who", "reached", "too_far"),
    [("", (8.0, 15, 3), (8.1, 15, 3)), ("kw=FLY,VEHICLE not=INFANTRY", (11.0, 15, 3), (11.1, 15, 3))],
)
def test_onto_a_floor_through_its_wall_or_through_the_air(
    who: str, reached: tuple[float, ...], too_far: tuple[float, ...]
) -> None:
    """6": 3 along and 3 up, the wall is nothing; in the air 6 along."""
    ruin = "ruin 7,12,13,18 wall=7,12,7.25,18 floor=7.25,12,13,18,3\nred Man e 40,25"
    table = moving(f"blue Man a 5,15 {who}\n{ruin}")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert question.read([list(reached)])
    assert refusal(question, [list(too_far)])


@proves("core.terrain.difficult-ground", "core.move.fall-back")
def test_falling_back_over_a_crater_is_slow_too() -> None:
    table = moving("blue Man a 4,15\nred Man e 2.5,15\ncrater 4.6,13,9,17")
    question = table.ask(move_model, table["a"], answers=("fall-back",))
    assert question.read([[8, 15]])
    assert "core.terrain.difficult-ground" in refusal(question, [[8.02, 15]])


@proves("core.reinforcements.arrive", "core.concept.measuring")
def test_nine_inches_from_reserve_are_measured_down_from_a_container() -> None:
    """2" up: 8.775" across are 9"."""
    table = at("blue Man a reserve\nred Man e 20,15\ncontainer 8,13,12,17", phase="reinforcements")
    question = table.ask(next_to_arrive, answers=("a",))
    x = 20 - 1 - sqrt(81 - 4)
    assert refusal(question, [[round(x + 0.01, 3), 15, 2]])
    assert question.read([[round(x - 0.02, 3), 15, 2]])


# -- morale and the end ---------------------------------------------------------------------------------------------------------------


@proves("vanguard.morale.trigger", "vanguard.morale.battlefield-models-only")
def test_an_army_that_waits_in_reserve_alone_takes_no_test() -> None:
    table = at("blue Man a 2,2\nred Man b reserve\nred Man c 42,2", phase="morale")
    table["c"].fate = DESTROYED
    table.battle.destroyed_this_turn = (0, 1)
    table.do(morale_of, 1)


@proves("vanguard.morale.fled-models-are-destroyed", "core.mission.slay-the-warlord", "core.army.warlord")
def test_a_warlord_of_the_rank_and_file_that_flees_is_slain() -> None:
    table = after_losses("blue Man a 4,4 +warlord\nblue Man b 6,4", 3, 8)
    table.do(morale_of, 0, answers=("a",), dice="morale 6 / attrition 6")
    table.do(end_battle)
    assert table.battle.points == (0, 1)


@proves("core.mission.end-bonus", "core.mission.objective-control")
def test_at_the_end_too_a_model_says_for_which_marker_it_counts() -> None:
    """One each if it says the first, both theirs or nobody's if it says the second."""
    table = at("blue Man a 17,15\nred Man b 40,5\nred Man c 20,12", phase="morale", turn=1, round_=5)
    table.battle.markers = ((14, 15), (20, 15))
    table.battle.first = 0
    table.do(end_phase, answers=("marker-1",))
    assert table.battle.points == (0, 0)


# -- muster ---------------------------------------------------------------------------------------------------------------------------


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


@proves("core.army.vanguard-spearhead-outrider", "core.army.detachment-cost", "vanguard.detachment.hq-waived-under-300")
def test_an_outrider_of_three_mobs_starts_without_a_command_point() -> None:
    outrider = roster("orks", "Outrider Detachment", "5 x Stormboyz", "6 x Stormboyz", "7 x Stormboyz")
    assert legal(outrider, 299)
    assert not legal(outrider, 300)
    assert muster(outrider).command_points == 0


# -- chances --------------------------------------------------------------------------------------------------------------------------

Y = "red Man y 40,2"


@proves("core.weapon.rapid-fire", "core.attack.supercharge")
def test_the_chance_of_a_supercharge_at_a_marine() -> None:
    """3+, S 8 against T 4: 2+, AP -3 leaves 3+ a 6; two shots within 12", each enough."""
    one = TWO_THIRDS * Fraction(5, 6) * Fraction(5, 6)
    table = at(f"blue space-marines/tactical-squad+plasma-gun a 4,15\nred space-marines/intercessors b 15,15\n{Y}")
    assert some(one, 2) == chance(table, "a", "plasma-gun/plasma-gun-supercharge>b")


@proves("core.weapon.heavy", "faction.slabshield")
def test_the_chance_of_a_heavy_bolter_on_the_move_at_a_slabshield() -> None:
    """3+ is 4+; S 5 against T 5: 4+; 4+ with 2 more is 2+, with AP -1 it is 3+; 2 Damage are the 2 wounds left."""
    drawn = "blue space-marines/tactical-squad+heavy-bolter a 4,15 moved=normal"
    table = at(f"{drawn}\nred astra-militarum/bullgryns b 24,15 wounds=2\n{Y}")
    assert some(HALF * HALF * THIRD, 3) == chance(table, "a", "heavy-bolter/heavy-bolter>b")


@proves("weapon.sniper", "faction.diminutive", "core.terrain.light-cover")
def test_the_chance_of_a_sniper_at_a_gretchin_in_a_crater() -> None:
    """3+; S 4 against T 3: on 3, 4 and 5 it saves on 5+ (7 - 1 - 1), on a 6 the mortal wound does it anyway."""
    one = TWO_THIRDS * (HALF * TWO_THIRDS + SIXTH)
    table = at(f"blue astra-militarum/ratlings a 4,15\nred orks/gretchin b 20,15\n{Y}\ncrater 19,13,21,17")
    assert one == chance(table, "a", "sniper-rifle/sniper-rifle>b")


@proves("core.shoot.number-of-attacks", "core.weapon.automatic-hits")
@pytest.mark.parametrize(
    ("gunner", "target", "aim", "one"),
    [
        ("space-marines/tactical-squad+flamer", "orks/boyz b 12,15", "flamer/flamer>b", Fraction(5, 18)),
        (
            "astra-militarum/infantry-squad/team+mortar-team", "astra-militarum/infantry-squad b 30,15",
            "mortar/mortar>b", Fraction(2, 9),
        ),
    ],
)  # fmt: skip
def test_the_chance_of_a_random_number_of_attacks(gunner: str, target: str, aim: str, one: Fraction) -> None:
    """Each number as likely as any other. Flames: 5+ and no save on 6+. Mortar: 4+, 3+, no save on 5+."""
    table = at(f"blue {gunner} a 4,15\nred {target}\n{Y}")
    assert sum([some(one, number) for number in range(1, 7)]) / 6 == chance(table, "a", aim)


@proves("faction.bolter-discipline", "faction.their-number-is-legion")
def test_the_chance_of_a_terminator_at_a_warrior_that_may_get_up() -> None:
    """Four bolts at 20": 3+, 4+, no save on 4+. It gets up on 5+, a 1 once again: 1/3 + 1/18."""
    table = at(f"blue space-marines/terminators a 4,15 moved=arrived\nred necrons/warriors b 24,15\n{Y}")
    stays = 1 - (THIRD + SIXTH * THIRD)
    assert some(TWO_THIRDS * HALF * HALF, 4) * stays == chance(table, "a", "storm-bolter/storm-bolter>b")


@proves("core.psychic.deny", "core.psychic.test", "faction.eadbanger")
def test_the_chance_of_powers_denied_and_not() -> None:
    """'Eadbanger: 30 of 36 for 5, then 4+ against T 3. Smite: each test of 5 or more, unless a deny roll is higher."""
    weirdboy = "blue orks/weirdboy a 10,15 powers=eadbanger,da-jump\n"
    bang = at(f"{weirdboy}red astra-militarum/company-commander b 14,15 wounds=1\n{Y}", phase="psychic")
    assert Fraction(30, 36) * HALF == chance(bang, "a", "eadbanger")
    ways = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
    lands = sum([ways[it] * (1 - sum([ways[deny] for deny in ways if deny > it])) for it in range(5, 13)])
    smite = at(f"{weirdboy}red Man b 14,15\nred orks/weirdboy d 20,15", phase="psychic")
    assert lands == chance(smite, "a", "smite")


@proves("core.psychic.deny", "faction.psychic-hood")
@pytest.mark.parametrize(("denier", "better"), [("orks/weirdboy", 10), ("space-marines/librarian", 15)])
def test_whoever_may_deny_is_told_the_chance(denier: str, better: int) -> None:
    """More than 8 on two dice: 10 of 36; with a hood within 12" 8 is enough: 15 of 36."""
    table = at(f"blue orks/weirdboy a 10,15\nred Man b 13,15 W=9\nred {denier} p 20,15", phase="psychic")
    trial = deny_trial(table.battle, "p", "a", "smite", 8)
    assert of_trial(load_rulebook("fortyk_vanguard"), trial).chance_removed() == pytest.approx(better / 36)
    question = Denial("a", next(it for it in known_powers(table["a"]) if it.key == "smite"), 8).asks(table.battle)
    assert isinstance(question, Choose)
    assert [option.attempt for option in question.available] == [(), ("deny", "p", "a", "smite", 8)]
