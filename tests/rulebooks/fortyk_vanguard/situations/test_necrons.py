"""Necrons: situations worked out from the book by hand."""

from fractions import Fraction
from math import cos, radians, sin

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, refusal
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    AIM,
    HALF,
    KILLER,
    SIXTH,
    SURE,
    SURE_AXE,
    TESLA,
    THIRD,
    TWO_THIRDS,
    attacked,
    chance,
    charging,
    fighting,
    moving,
    some,
    under,
)
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge
from vanguard.rulebooks.fortyk_vanguard.command_phase import begin_command_phase
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.engagement import is_engaged
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, is_eligible
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model
from vanguard.rulebooks.fortyk_vanguard.reanimation import stand_up
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, DESTROYED, ON_TABLE, WAITING, Effect
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import harbingers, start_of_fights

AXE = "axe: Melee, S 9, AP -5, D 9"


@proves("faction.living-metal")
def test_flesh_does_not_mend_itself_and_the_enemys_metal_waits_for_its_turn() -> None:
    rows = "blue Man a 4,15 W=3 wounds=1\nblue necrons/overlord o 8,15 wounds=1\nred necrons/overlord p 30,15 wounds=1"
    table = at(rows, phase="command")
    begin_command_phase(table.battle)
    assert [table[key].wounds for key in "aop"] == [1, 2, 1]


@proves("faction.living-metal")
def test_living_metal_mends_only_those_on_the_battlefield() -> None:
    table = at(
        "blue necrons/overlord a 10,15 wounds=1\nblue necrons/overlord c 14,15 wounds=1\nred Man b 40,25",
        phase="command",
    )
    table["c"].fate = WAITING
    begin_command_phase(table.battle)
    assert (table["a"].wounds, table["c"].wounds) == (2, 1)


@proves("faction.living-metal", "core.command.battle-forged-cp")
def test_the_command_phase_begins_with_a_point_and_living_metal() -> None:
    table = at("blue necrons/overlord a 10,15 wounds=1\nred Man b 40,25", phase="command", cp=(2, 2))
    begin_command_phase(table.battle)
    assert table.battle.command_points == (3, 2)
    assert table["a"].wounds == 2


@proves("faction.reanimation-protocols", "core.charge.overwatch-window")
def test_a_necron_shot_down_in_overwatch_gets_up_and_charges_on() -> None:
    table = charging("blue necrons/immortals a 4,15\nred Man b 10,15", weapons={"b": (KILLER,)}, cp=(0, 1))
    answers = ("b", "b", "gun/gun>a", "a", [[8.5, 15]])
    table.do(charge, table["a"], answers=answers, dice="hit 6 / wound 6 / reanimation 5 / charge 6 5")
    assert table["a"].did(CHARGED)


@proves("faction.reanimation-protocols", "vanguard.split-fire.unused-attacks-are-lost", "core.shoot.lost-attacks")
def test_a_warrior_gets_up_after_the_last_attack_and_what_was_aimed_at_it_is_lost() -> None:
    guns = (SURE, SURE.replace("gun", "bow"))
    table = at("blue Man a 4,15\nred necrons/warriors b 14,15\nred necrons/warriors c 30,25", weapons={"a": guns})
    table.do(shoot, "a", answers=(AIM, "bow/bow>b", "gun", "b"), dice="hit 3 / wound 2 / reanimation 5")
    assert attacked(table, lost=True) == {"b": 1}
    assert table.dead == []
    assert table.battle.destroyed_this_turn == (0, 0)


@proves("faction.reanimation-protocols", "faction.their-number-is-legion")
@pytest.mark.parametrize(("who", "back"), [("warriors", Fraction(7, 18)), ("immortals", THIRD)])
def test_the_chance_that_a_necron_is_gone_for_good(who: str, back: Fraction) -> None:
    """3+, sure to wound but on a 1, no save; a Warrior stands up on 5+ with ones again: 1/3 + 1/6 x 1/3."""
    gun = 'gun: 24" Assault 1, S 10, AP -5, D 1'
    table = at(f"blue Man a 4,15\nred necrons/{who} b 12,15", weapons={"a": (gun,)})
    assert chance(table, "a", AIM) == TWO_THIRDS * Fraction(5, 6) * (1 - back)


@proves("faction.reanimation-protocols", "faction.reanimation-place", "core.fight.eligible")
def test_a_destroyer_struck_down_stands_up_and_strikes_back() -> None:
    rows = "red necrons/skorpekh-destroyers b 12,15 wounds=1\nred Man z 40,2"
    table = fighting(f"blue Man a 10,15 did=charged\n{rows}", weapons={"a": (SURE_AXE,)})
    table.do(fight, table["a"], answers=("no", "b", "no"), dice="hit 3 / wound 3 / reanimation 5 5 5")
    assert table["b"].wounds == 3
    assert is_eligible(table.battle, table["b"])


@proves("faction.reanimation-protocols")
def test_a_pool_brings_back_nobody_of_the_other_player() -> None:
    killer = ('gun: 24" Assault 1, S 9, AP -5, D 3',)
    table = at(
        "blue necrons/immortals a 4,15\nblue necrons/immortals c 4,18\nred necrons/immortals b 14,15",
        weapons={"a": killer},
    )
    table.battle.to_return = ("c",)
    table["c"].fate = DESTROYED
    question = table.ask(shoot, "a", answers=("gun/gun>b",), dice="hit 6 / wound 6 / reanimation 5")
    assert available(question) == ["b", "nobody"]


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


@proves("faction.reanimation-place", "core.concept.measuring")
@pytest.mark.parametrize(("hole", "stands"), [(1.262, (12.93, 15.34)), (1.25, None), (2.0, (12.93, 15.34))])
def test_a_fallen_immortal_finds_the_one_place_that_just_fits(hole: float, stands: tuple[float, float] | None) -> None:
    """Barricades all round but for a square 2.9" away, which holds a base of 32 mm: 1.26 inches."""
    x, y = 12.3, 14.71
    around = f"""
        barricade 4,5,{x},26
        barricade {x + hole},5,22,26
        barricade {x},{y + hole},{x + hole},26
        barricade {x},5,{x + hole},{y}
    """
    table = at(f"blue Man a 40,4\nred necrons/immortals b 14,27\n{around}")
    table["b"].fate = DESTROYED
    table["b"].base = table["b"].base.at(10, 15, 0)
    stand_up(table.battle, table["b"])
    place = table["b"].base.centre
    assert (place == stands) if stands else not (5 < place[1] < 26 and 4 < place[0] < 22)


@proves("faction.reanimation-place")
def test_it_stands_up_in_contact_with_whoever_has_taken_its_place() -> None:
    """A friend stands 0.3" beside where it fell: 1.13" lie between the centres of two bases in contact."""
    table = at("blue Man a 40,4\nred necrons/immortals b 14,27\nred Man c 10.3,15")
    table["b"].fate = DESTROYED
    table["b"].base = table["b"].base.at(10, 15, 0)
    stand_up(table.battle, table["b"])
    assert table["b"].base.centre == pytest.approx((9.17, 15), abs=0.002)


@proves("faction.reanimation-place", "core.terrain.difficult-ground")
def test_who_fell_in_a_crater_stands_up_in_it() -> None:
    table = at("blue Man a 4,4\nred necrons/immortals b 14,15\ncrater 12,13,16,17")
    table["b"].fate = DESTROYED
    stand_up(table.battle, table["b"])
    assert table["b"].base.centre == (14, 15)


@proves("faction.reanimation-place")
def test_whose_place_is_taken_stands_up_out_of_engagement_range() -> None:
    """A friend stands where it fell and others all round but on the enemy's side."""
    turns = [radians(degrees) for degrees in (0, 50, -50, 100, -100)]
    friends = [f"red Man f{i} {14 + 1.9 * cos(turns[i]):.3f},{15 + 1.9 * sin(turns[i]):.3f}" for i in range(5)]
    table = at("\n".join(["blue Man a 10.8,15", "red necrons/immortals b 14,27", "red Man c 14,15", *friends]))
    table["b"].fate = DESTROYED
    table["b"].base = table["b"].base.at(14, 15, 0)
    stand_up(table.battle, table["b"])
    assert table["b"].fate == ON_TABLE
    assert not is_engaged(table.battle, table["b"])


@proves("faction.reanimation-place")
def test_who_fell_in_combat_stands_up_in_combat() -> None:
    table = at("blue Man a 12.5,15\nred necrons/immortals b 14,15")
    table.do(destroy, "b", True)
    stand_up(table.battle, table["b"])
    assert table["b"].base.centre == (14, 15)
    assert is_engaged(table.battle, table["b"])


@proves("faction.reanimation-place")
def test_who_fell_on_a_floor_that_is_full_stands_up_on_the_ground() -> None:
    rows = (
        "blue Man a 4,4\nred necrons/immortals b 14,27\nred Man c 14,15,3\nruin 12,13,16,17 floor=13.4,14.4,14.6,15.6,3"
    )
    table = at(rows)
    table["b"].fate = DESTROYED
    table["b"].base = table["b"].base.at(14, 15, 3)
    stand_up(table.battle, table["b"])
    assert (table["b"].fate, table["b"].base.elevation) == (ON_TABLE, 0)


@proves("faction.reanimation-place")
def test_who_finds_no_room_anywhere_stays_down() -> None:
    table = at("blue Man a 22,15 base=2000\nred necrons/immortals b reserve")
    table["b"].fate = DESTROYED
    table["b"].base = table["b"].base.at(22, 15, 0)
    stand_up(table.battle, table["b"])
    assert table["b"].fate == DESTROYED


@proves("faction.reanimation-place", "faction.reanimation-not-destroyed")
@pytest.mark.parametrize("seat", [0, 1])
def test_only_its_own_army_counts_one_loss_less(seat: int) -> None:
    table = at("blue necrons/immortals a 4,15\nred necrons/immortals b 14,15")
    key = "ab"[seat]
    table[key].fate = DESTROYED
    table.battle.destroyed_this_turn = (3, 5)
    stand_up(table.battle, table[key])
    assert table.battle.destroyed_this_turn == ((2, 5) if seat == 0 else (3, 4))


@proves("faction.reanimation-place")
def test_who_stands_up_again_no_longer_counts_as_lost_and_stands_clear_of_others() -> None:
    table = at("blue necrons/warriors a 10,15\nblue Man c 20,15\nred Man b 40,25")
    table.do(destroy, "a")
    assert table.battle.destroyed_this_turn == (1, 0)
    table["c"].base = table["c"].base.at(10, 15)
    stand_up(table.battle, table["a"])
    assert table.battle.destroyed_this_turn == (0, 0)
    assert table["a"].wounds == table["a"].profile.wounds
    assert gap(table["a"].base, table["c"].base) >= -0.001


@proves("faction.reanimation-place")
def test_who_stands_up_is_no_longer_among_the_fallen_and_the_others_are() -> None:
    table = at("blue necrons/warriors a 10,15\nblue necrons/warriors c 14,15\nred Man b 40,25")
    for key in ("a", "c"):
        table.do(destroy, key, True)
    assert table.battle.to_return == ("a", "c")
    stand_up(table.battle, table["a"])
    assert table.battle.to_return == ("c",)
    assert table["a"].base.centre == (10, 15)


@proves("faction.their-number-is-legion")
def test_the_log_shows_the_dice_that_count() -> None:
    killer = ('gun: 24" Assault 1, S 9, AP -5, D 9',)
    table = at("blue Man a 4,15\nred necrons/warriors b 14,15 W=3", weapons={"a": killer})
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 6 / wound 6 / reanimation 1 2 6 / reanimation-again 3")
    [told] = table.events("reanimation")
    assert told.dice is not None
    assert sorted(told.dice.faces) == [2, 3, 6]


@proves("faction.their-number-is-legion", "faction.reanimation-protocols")
@pytest.mark.parametrize("face", [2, 4])
def test_a_warrior_that_rolled_no_one_rolls_nothing_again(face: int) -> None:
    killer = ('gun: 24" Assault 1, S 9, AP -5, D 9',)
    table = at("blue Man a 4,15\nred necrons/warriors b 14,15", weapons={"a": killer})
    table.do(shoot, "a", answers=("gun/gun>b",), dice=f"hit 6 / wound 6 / reanimation {face}")
    assert table.dead == ["b"]


@proves("faction.their-number-is-legion", "faction.reanimation-protocols")
def test_an_immortal_does_not_roll_its_ones_again() -> None:
    killer = ('gun: 24" Assault 1, S 9, AP -5, D 9',)
    table = at("blue Man a 4,15\nred necrons/immortals b 14,15", weapons={"a": killer})
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 6 / wound 6 / reanimation 1")
    assert table.dead == ["b"]


@proves("faction.my-will-be-done", "core.overwatch.only-natural-sixes", "core.attack.extra-hits")
def test_the_overlords_will_makes_no_five_hit_in_overwatch_and_a_six_still_sparks() -> None:
    table = charging("blue Man a 4,15 W=9\nred necrons/immortals+tesla-carbines b 10,15", cp=(0, 1))
    under(table, Effect("my-will-be-done", "b", 1, "command", 1))
    table.do(charge, table["a"], answers=("b", "b", f"{TESLA}a"), dice="hit 5 6 / wound 1 1 1 / charge 1 1")
    assert table["a"].wounds == 9


@proves("faction.my-will-be-done", "core.attack.extra-hits", "core.attack.hit-extremes")
def test_the_chance_of_sparks_by_the_overlords_will() -> None:
    """2 to 5 hit once, a 6 three times, a 1 never; each hit wounds on 4+ past a save of 6."""
    table = at("blue necrons/immortals+tesla-carbines a 4,15\nred orks/boyz b 15,15")
    under(table, Effect("my-will-be-done", "a", 0, "command", 1))
    miss = 1 - HALF * Fraction(5, 6)
    spared = SIXTH + TWO_THIRDS * miss + SIXTH * miss**3
    assert chance(table, "a", f"{TESLA}b") == 1 - spared**2


@proves("faction.my-will-be-done")
@pytest.mark.parametrize(("key", "n"), [("my-will-be-done", 1), ("psychic-barrier", 0)])
def test_the_overlords_will_and_no_other_effect_makes_a_two_hit(key: str, n: int) -> None:
    table = at("blue necrons/warriors a 4,15\nred Man b 14,15", weapons={"a": ('gun: 24" Assault 1, S 4, AP 0, D 1',)})
    table.battle.effects = (Effect(key, "a", 0, "command"),)
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 2 / wound 1" if n else "hit 2")
    assert table.heard("hits", n=n)


@proves("faction.relentless-march", "core.move.fall-back")
def test_the_overlord_hurries_nobody_who_falls_back() -> None:
    drawn = "blue necrons/overlord o 4,12\nblue necrons/warriors a 4,15\nred Man b {},15"
    falls = moving(drawn.format(5.7))
    question = falls.ask(move_model, falls["a"], answers=("fall-back",))
    assert question.read([[4, 20]])
    assert "core.move.fall-back" in refusal(question, [[4, 20.01]])
    walks = moving(drawn.format(30))
    assert walks.ask(move_model, walks["a"], answers=("normal",)).read([[4, 21]])


@proves("faction.relentless-march", "core.move.advance", "core.terrain.difficult-ground")
def test_a_warrior_advances_under_its_lord_through_a_crater() -> None:
    """5 + 1 + 4 - 2."""
    table = moving("blue necrons/overlord o 4,12\nblue necrons/warriors a 4,15\nred Man b 30,15\ncrater 6,10,7,20")
    question = table.ask(move_model, table["a"], answers=("advance",), dice="advance 4")
    assert question.read([[12, 15]])
    assert "core.terrain.difficult-ground" in refusal(question, [[12.01, 15]])


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


@proves("faction.harbinger-of-destruction", "core.terrain.obscuring", "core.concept.within")
@pytest.mark.parametrize(("x", "struck"), [(29.28, "b"), (29.3, "")])
def test_a_harbinger_strikes_the_closest_it_sees_within_twenty_four_inches(x: float, struck: str) -> None:
    """Bases of 40 mm and 1": 24 + 1.287. The nearer one stands behind a ruin."""
    table = at(f"blue necrons/plasmancer a 4,15\nred Man b {x},15 W=9\nred Man c 12,25 W=9\nruin 6,18,14,22")
    table.do(harbingers, dice="harbinger 4 3 6" if struck else "")
    assert (table["b"].wounds, table["c"].wounds) == ((7, 9) if struck else (9, 9))


@proves("faction.harbinger-of-destruction", "core.stratagem.emergency-disembarkation", "core.ability.explodes")
def test_a_harbinger_that_fells_a_trukk_is_hurt_by_it_and_its_riders_leave_in_an_emergency() -> None:
    drawn = "blue necrons/plasmancer a 4,15 moved=normal\nred orks/trukk t 10,15 wounds=1\nred orks/boyz p 0,0 in=t"
    table = at(f"{drawn}\nred Man z 40,2", phase="reinforcements", cp=(0, 1))
    dice = "harbinger 4 1 1 / explodes 6 / mortal 1 / wreck 3"
    table.do(harbingers, answers=("yes", [[14, 15]]), dice=dice)
    assert table.dead == ["t"]
    assert table["a"].wounds == 3


@proves("faction.living-lightning", "core.ability.explodes")
def test_lightning_does_not_look_for_whom_the_explosion_it_set_off_has_destroyed() -> None:
    table = fighting("blue necrons/plasmancer p 10,15\nred orks/deff-dread b 15,15 wounds=1\nred Man c 15,18")
    table.do(start_of_fights, dice="lightning 4 / explodes 6 / mortal 1")
    assert table.dead == ["b", "c"]


@proves("faction.living-lightning")
def test_lightning_costs_one_wound() -> None:
    table = fighting("blue necrons/plasmancer p 10,15\nred Man b 15,15 W=3")
    table.do(start_of_fights, dice="lightning 4")
    assert table["b"].wounds == 2


@proves("faction.hardwired-for-destruction", "faction.my-will-be-done", "weapon.extra-attacks")
def test_the_chance_of_a_destroyers_blows_by_the_overlords_will() -> None:
    """Four blows: 2+ and ones again are 35/36; 4+, no save."""
    table = fighting(
        "blue necrons/skorpekh-destroyers a 10,15\nblue Man x 30,5\nred orks/boyz b 11.9,15\nred Man y 31,5", turn=1
    )
    under(table, Effect("my-will-be-done", "a", 0, "command", 1))
    assert chance(table, "a") == some(Fraction(35, 36) * HALF, 4)


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
