"""The other half of a rule: whom it leaves alone, what comes after it, and what is not asked where nothing can be chosen."""

from math import cos, pi, radians, sin
from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_by_hand import cast, charging, fighting
from tests.rulebooks.fortyk_vanguard.test_mission import waiting
from vanguard.core.attacks.courses import Course
from vanguard.core.attacks.undertakings import Settled
from vanguard.core.questions import Choose
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup
from vanguard.rulebooks.fortyk_vanguard.attacks import Damage, HitRoll, SaveRoll, WoundRoll
from vanguard.rulebooks.fortyk_vanguard.charge_phase import (
    charge,
    charge_distance,
    fire_overwatch,
    next_to_charge,
    next_to_intervene,
    why_not_charge,
)
from vanguard.rulebooks.fortyk_vanguard.command_phase import begin_command_phase
from vanguard.rulebooks.fortyk_vanguard.damage import destroy, suffer_mortal_wounds
from vanguard.rulebooks.fortyk_vanguard.engagement import is_engaged
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, why_not_fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import (
    begin_movement,
    move_after_shooting,
    move_model,
    next_to_move,
)
from vanguard.rulebooks.fortyk_vanguard.objectives import capture_and_control
from vanguard.rulebooks.fortyk_vanguard.profiles import WeaponProfile
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import why_not_manifest
from vanguard.rulebooks.fortyk_vanguard.reanimation import stand_up
from vanguard.rulebooks.fortyk_vanguard.reinforcements import next_to_arrive, why_not_arrive
from vanguard.rulebooks.fortyk_vanguard.rounds import begin_phase, end_battle
from vanguard.rulebooks.fortyk_vanguard.setup import deploy_next, place_marker
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import aimed, allocate, resolve, shoot, why_not_now
from vanguard.rulebooks.fortyk_vanguard.state import DESTROYED, FELL_BACK, ON_TABLE, Battle, Effect
from vanguard.rulebooks.fortyk_vanguard.targets import Shooter
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import start_of_fights

WEIRDBOY = "blue orks/weirdboy a 10,15"


def moving(drawn: str, **more: Any) -> Table:
    table = at(drawn, phase="movement", **more)
    begin_movement(table.battle)
    return table


TRUKK = "blue orks/trukk t 10,15"


def ring(count: int, apart: float, base: int, x: float = 10, y: float = 15) -> str:
    """Enemies all round a place."""
    turns = [2 * pi * i / count for i in range(count)]
    places = [(x + apart * cos(turn), y + apart * sin(turn)) for turn in turns]
    return "\n".join([f"red Man e{i} {places[i][0]:.3f},{places[i][1]:.3f} base={base}" for i in range(count)])


def gun_of(table: Table) -> WeaponProfile:
    """The first profile of the first gun of a."""
    return table["a"].profile.ranged[0].ranged[0]


# -- set-up and objectives ------------------------------------------------------------------------------------------------------------


@proves("core.transport.start-embarked")
def test_nobody_is_asked_who_rides_where_nobody_could() -> None:
    table = waiting("blue orks/trukk t 5,5\nred orks/boyz e 30,5", "deployment")
    table.battle.setter = 0
    table.do(deploy_next, answers=("t", [[5, 15]]))
    assert table["t"].fate == ON_TABLE


@proves("core.transport.start-embarked")
def test_like_models_are_one_choice_when_a_transport_is_filled() -> None:
    table = waiting(
        "blue orks/trukk t 5,5\nblue orks/boyz a 9,5\nblue orks/boyz b 11,5\nblue orks/gretchin g 13,5\nred Man e 30,5",
        "deployment",
    )
    table.battle.setter = 0
    question = table.ask(deploy_next, answers=("t", [[5, 15]]))
    assert available(question) == ["done", "a", "g"]


@proves("core.transport.start-embarked", "core.transport.capacity")
def test_who_cannot_ride_is_not_offered_a_place_when_the_transport_is_set_up() -> None:
    table = waiting(f"{TRUKK}\nblue orks/boyz a 9,5\nblue orks/deff-dread d 13,5\nred orks/boyz e 30,5", "deployment")
    table.battle.setter = 0
    assert available(table.ask(deploy_next, answers=("t", [[5, 15]]))) == ["done", "a"]


@proves("core.reinforcements.arrive")
def test_reserves_find_no_place_where_the_enemy_is_everywhere() -> None:
    """On the small table nobody can keep 9" away from these twelve."""
    rows = [f"red Man e{x}{y} {x},{y}" for x in (4, 11, 18) for y in (4, 11, 19, 26)]
    table = at("\n".join(["blue Man a reserve", *rows]), phase="reinforcements", size="small")
    assert why_not_arrive(table.battle, table["a"])[1] == "core.reinforcements.arrive"
    fewer = at("\n".join(["blue Man a reserve", *rows[:3]]), phase="reinforcements", size="small")
    assert why_not_arrive(fewer.battle, fewer["a"]) == ("", "")


@proves("core.reinforcements.arrive")
def test_only_the_reserves_of_who_has_the_turn_arrive() -> None:
    table = at("blue Man a 4,4\nred Man r reserve\nred Man b 40,25", phase="reinforcements")
    assert table.do(next_to_arrive) is False
    table.battle.turn = 1
    assert available(table.ask(next_to_arrive)) == ["r", "end-phase"]


@proves("core.mission.objective-markers")
def test_a_marker_dragged_along_a_way_lies_at_its_end() -> None:
    table = waiting("blue Man a 5,5\nred Man b 30,5", "markers")
    table.battle.setter = 0
    table.do(place_marker, answers=([[1, 1], [10, 10], [22, 15]],))
    assert table.battle.markers == ((22, 15),)


@proves("core.mission.objective-markers")
@pytest.mark.parametrize(("third", "over"), [((33, 15), True), ((37, 22), False)])
def test_markers_that_leave_no_room_for_a_fourth_are_all_there_are(third: tuple[int, int], over: bool) -> None:
    table = waiting("blue Man a 5,5\nred Man b 30,5", "markers")
    table.battle.setter = 0
    table.battle.markers = ((11, 15), (22, 15))
    table.do(place_marker, answers=([list(third)],))
    assert len(table.battle.markers) == 3
    assert (table.battle.phase == "zones") is over


@proves("core.mission.objective-control", "core.mission.capture-and-control")
@pytest.mark.parametrize(("marker", "points"), [((20, 15), (1, 0)), ((30, 15), (0, 0))])
def test_who_is_in_range_of_one_marker_is_not_asked_and_holds_that_one(
    marker: tuple[int, int], points: tuple[int, int]
) -> None:
    table = at("blue Man a 17,15\nred Man b 40,5", phase="command")
    table.battle.markers = (marker,)
    table.do(capture_and_control)
    assert table.battle.points == points


# -- movement -------------------------------------------------------------------------------------------------------------------------


@proves("core.move.each-unit-once")
def test_the_phase_is_over_when_everybody_was_selected_or_the_player_ends_it() -> None:
    table = moving("blue Man a 4,15\nblue Man c 4,20\nred Man b 30,15")
    assert table.do(next_to_move, answers=("a", "stationary")) is True
    assert table.do(next_to_move, answers=("end-phase",)) is False
    assert table.do(next_to_move, answers=("c", "stationary")) is True
    assert table.do(next_to_move) is False


@proves("core.move.each-unit-once", "core.transport.disembark")
def test_a_passenger_is_selected_before_its_transport_moves_or_not_at_all() -> None:
    table = moving("blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nblue Man c 4,4\nred Man b 40,15")
    assert available(table.ask(next_to_move)) == ["t", "a", "c", "end-phase"]
    out = moving("blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nred Man b 40,15")
    out.do(next_to_move, answers=("a", [[13, 15]]))
    assert (out["a"].fate, out["a"].base.centre) == (ON_TABLE, (13, 15))
    table.do(move_model, table["t"], answers=("normal", [[12, 15]]))
    assert why_not(table.ask(next_to_move), "a") == "its transport has moved [core.transport.disembark]"


@proves("core.round.phases", "core.transport.disembark")
def test_the_movement_phase_begins_by_letting_out_who_is_aboard() -> None:
    table = at("blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nred Man b 40,15", phase="command")
    begin_phase(table.battle, "movement")
    assert available(table.ask(next_to_move)) == ["t", "a", "end-phase"]


@proves("faction.shoot-sharp-and-scarper", "core.move.fall-back")
def test_a_ratling_hemmed_in_by_enemies_is_not_asked_to_scarper() -> None:
    table = at(f"blue astra-militarum/ratlings a 10,15\n{ring(6, 1.7, 40)}")
    table.do(move_after_shooting, table["a"])
    assert table["a"].base.centre == (10, 15)


@proves("core.transport.disembark")
def test_a_passenger_for_whom_there_is_no_room_stays_aboard() -> None:
    table = moving(f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nblue Man c 2,2\n{ring(10, 4.3, 60)}")
    assert why_not(table.ask(next_to_move), "a") == "there is no room to get out [core.transport.disembark]"


@proves("core.transport.embark")
@pytest.mark.parametrize(
    "who",
    ["orks/deff-dread a 17,15", "orks/boyz a 17,15\nblue orks/boyz c 13,18", "Man a 17,15\nred orks/trukk u 20,20"],
)
def test_nobody_is_asked_to_embark_in_what_does_not_carry_it(who: str) -> None:
    near = "red Man e 40,15" if "boyz" in who else f"{TRUKK}\nred Man e 40,15"
    table = moving(f"blue {who}\n{near}")
    table.do(move_model, table["a"], answers=("normal", [[15, 15.5]]))
    assert table["a"].fate == ON_TABLE
    assert not table.events("stays-outside")


@proves("core.transport.embark", "core.transport.capacity")
@pytest.mark.parametrize("order", ["tu", "ut"])
def test_one_transport_with_room_is_enough_to_be_asked(order: str) -> None:
    full = "\n".join([f"blue orks/boyz p{number} 0,0 in=u" for number in range(12)])
    trukks = {"t": "blue orks/trukk t 10,15", "u": "blue orks/trukk u 10,20"}
    table = moving(f"{trukks[order[0]]}\n{trukks[order[1]]}\n{full}\nblue orks/boyz a 17,17\nred Man e 40,15")
    question = table.ask(move_model, table["a"], answers=("normal", [[14, 17]]))
    assert available(question) == ["stay", "t"]


@proves("core.stratagem.desperate-breakout", "core.move.fall-back-restrictions")
def test_breaking_out_is_a_fall_back() -> None:
    table = moving("blue Man a 4,15\nred Man b 5.5,15", cp=(2, 0))
    table.do(move_model, table["a"], answers=("breakout", [[4, 10]]), dice="breakout 2")
    assert table["a"].moved == FELL_BACK


@proves("core.stratagem.desperate-breakout", "core.stratagem.cut-them-down")
def test_who_is_cut_down_while_breaking_out_goes_nowhere() -> None:
    table = moving("blue Man a 4,15\nblue Man c 4,25\nred Man b 5.5,15", cp=(2, 1))
    table.do(move_model, table["a"], answers=("breakout", "yes"), dice="breakout 2 / cut 6")
    assert table.dead == ["a"]
    assert not table.events("desperate-breakout") + table.events("caught")


@proves("core.round.phases", "faction.take-aim")
@pytest.mark.parametrize(("phase", "lasts"), [("psychic", True), ("charge", False)])
def test_an_order_ends_when_the_phase_it_lasts_to_begins(phase: str, lasts: bool) -> None:
    table = at("blue Man a 4,15\nred Man b 30,15", phase="shooting")
    table.battle.effects = (Effect("take-aim", "a", 0, "charge"),)
    begin_phase(table.battle, phase)
    assert bool(table.battle.effects) is lasts


@proves("core.move.fly-end", "core.move.fly")
def test_a_flyer_passes_through_engagement_range_and_lands_where_somebody_fell() -> None:
    table = moving("blue Man a 4,15 kw=FLY M=12\nred Man b 8,15\nred Man c 12,15\nblue Man d 12,20")
    table["c"].fate = DESTROYED
    table.do(move_model, table["a"], answers=("normal", [[12, 15]]))
    assert table["a"].base.centre == (12, 15)


@proves("core.terrain.scaleable", "core.move.not-mid-climb")
@pytest.mark.parametrize(
    ("piece", "clause"),
    [
        ("container 6,13,9,17", "core.terrain.scaleable"),
        ("ruin 6,13,10,17 wall=7.4,13,7.6,17", "core.move.not-mid-climb"),
    ],
)
def test_a_vehicle_ends_neither_on_a_block_nor_in_a_wall_and_is_told_by_which_rule(piece: str, clause: str) -> None:
    table = moving(f"blue Man a 4,15 M=12 kw=VEHICLE not=INFANTRY\nred Man b 40,15\n{piece}")
    assert clause in refusal(table.ask(move_model, table["a"], answers=("normal",)), [[7.5, 15]])


@proves("core.round.phases", "core.stratagem.once-per-phase")
@pytest.mark.parametrize(
    ("phase", "used"),
    [("charge", ()), ("heroic interventions", ("command-re-roll",)), ("reinforcements", ("command-re-roll",))],
)
def test_stratagems_are_free_again_in_another_phase_but_not_in_its_second_step(
    phase: str, used: tuple[str, ...]
) -> None:
    table = at("blue Man a 4,15\nred Man b 30,15", phase="shooting")
    table.battle.stratagems_used = (("command-re-roll",), ())
    begin_phase(table.battle, phase)
    assert table.battle.stratagems_used[0] == used


# -- destruction ----------------------------------------------------------------------------------------------------------------------


@proves("core.unit.destroyed", "faction.reanimation-protocols")
def test_only_who_falls_to_an_attack_waits_to_stand_up() -> None:
    table = at("blue necrons/immortals a 4,15\nblue necrons/immortals b 4,18\nblue Man c 4,21\nred Man e 30,15")
    for key, by_attack in (("a", True), ("b", False), ("c", True)):
        table.do(destroy, key, by_attack)
    assert table.battle.to_return == ("a",)


@proves("core.attack.mortal-wounds", "core.unit.destroyed")
def test_who_has_no_wounds_left_suffers_no_more() -> None:
    table = at("blue Man a 4,15\nred Man b 30,15")
    table["a"].wounds = 0  # it is about to be removed
    table.do(suffer_mortal_wounds, "a", 1, "core.attack.mortal-wounds")
    assert not table.battle.events


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


@proves("core.mission.slay-the-warlord")
def test_whoever_else_was_slain_is_worth_nothing() -> None:
    table = at("blue Man a 4,4 +warlord\nblue Man c 4,8\nred Man b 40,28 +warlord")
    table["c"].fate = DESTROYED
    table.do(end_battle)
    assert table.battle.points == (0, 0)


@proves("vanguard.morale.failed-one-flees", "vanguard.morale.combat-attrition-army-wide")
def test_after_the_first_has_fled_every_one_makes_another_flee() -> None:
    table = at("blue Man a 2,5\nblue Man b 4,5\nblue Man c 6,5\nred Man e 40,25", phase="morale", starting=(6, 1))
    table.battle.destroyed_this_turn = (3, 0)
    table.do(morale_of, 0, answers=("a", "c"), dice="morale 6 / attrition 1 6")
    assert table.dead == ["a", "c"]


@proves("faction.living-metal")
def test_flesh_does_not_mend_itself_and_the_enemys_metal_waits_for_its_turn() -> None:
    rows = "blue Man a 4,15 W=3 wounds=1\nblue necrons/overlord o 8,15 wounds=1\nred necrons/overlord p 30,15 wounds=1"
    table = at(rows, phase="command")
    begin_command_phase(table.battle)
    assert [table[key].wounds for key in "aop"] == [1, 2, 1]


@proves("faction.living-lightning")
def test_lightning_costs_one_wound() -> None:
    table = fighting("blue necrons/plasmancer p 10,15\nred Man b 15,15 W=3")
    table.do(start_of_fights, dice="lightning 4")
    assert table["b"].wounds == 2


@proves("core.attack.inflict-damage", "core.attack.ignore-wounds")
def test_wounds_are_ignored_attack_by_attack_until_the_model_is_gone() -> None:
    """Two attacks of Damage 3 at two wounds: the first takes them, the second is lost with its dice."""
    gun = ('gun: 24" Assault 2, S 8, AP -5, D 3',)
    table = at("blue Man a 4,15\nred Man b 14,15 W=2 ignore=5", weapons={"a": gun})
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 6 6 / wound 6 6 / ignore 1 1 6")
    assert table.dead == ["b"]


@proves("core.attack.mortal-wounds-in-addition")
@pytest.mark.parametrize(("wounds", "dead"), [(1, ["b"]), (2, [])])
def test_the_mortal_wound_of_a_six_takes_the_last_wound_too(wounds: int, dead: list[str]) -> None:
    gun = ('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wounds_on_six=1',)
    table = at(f"blue Man a 4,15\nred Man b 14,15 W={wounds} Sv=2", weapons={"a": gun})
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 6 / wound 6 / save 6")
    assert table.dead == dead


@proves("core.attack.mortal-wounds-in-addition", "faction.reanimation-protocols")
def test_a_necron_that_falls_to_the_mortal_wound_of_a_shot_was_shot() -> None:
    gun = ('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wounds_on_six=1',)
    table = at("blue Man a 4,15\nred necrons/immortals b 14,15", weapons={"a": gun})
    table.do(shoot, "a", answers=("gun/gun>b", "b"), dice="hit 6 / wound 6 / save 6 / reanimation 5")
    assert table["b"].fate == ON_TABLE


@proves("core.attack.mortal-wounds-in-addition")
def test_nothing_is_added_to_damage_that_was_enough() -> None:
    gun = ('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wounds_on_six=1',)
    table = at("blue Man a 4,15\nred Man b 14,15", weapons={"a": gun})
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 6 / wound 6 / save 1")
    assert table.dead == ["b"]
    assert not table.events("mortal")


# -- psychic --------------------------------------------------------------------------------------------------------------------------


@proves("core.psychic.deny", "faction.psychic-hood")
@pytest.mark.parametrize(("deny", "denied"), [("4 3", False), ("4 4", True)])
def test_with_a_hood_a_deny_roll_as_high_as_the_test_is_enough(deny: str, denied: bool) -> None:
    """The test comes to 8: with one more, 8 is 9 and 7 is 8."""
    table = at(f"{WEIRDBOY}\nred Man b 13,15 W=9\nred space-marines/librarian p 20,15", phase="psychic")
    cast(table, "smite", "p", dice=f"psychic 4 4 / deny {deny}" + ("" if denied else " / mortal 1"))
    assert (table["b"].wounds == 9) is denied


@proves("core.psychic.deny", "faction.psychic-hood", "core.stratagem.command-re-roll")
@pytest.mark.parametrize(("deny", "asked"), [("4 3", True), ("4 4", False)])
def test_a_deny_roll_that_fails_may_be_rolled_again_and_one_that_denies_is_left(deny: str, asked: bool) -> None:
    table = at(f"{WEIRDBOY}\nred Man b 13,15 W=9\nred space-marines/librarian p 20,15", phase="psychic", cp=(0, 1))
    answers = ("p", "re-roll") if asked else ("p",)
    cast(table, "smite", *answers, dice=f"psychic 4 4 / deny {deny}" + (" / re-roll 4 4" if asked else ""))
    assert table["b"].wounds == 9


@proves("core.psychic.same-power-once", "core.psychic.number-of-powers")
def test_why_a_psyker_is_passed_over() -> None:
    rows = "blue orks/weirdboy a 10,15 powers=eadbanger\nred Man b {},15"
    near = at(rows.format(15), phase="psychic")
    near.battle.powers_attempted = (("smite a",), ())
    assert why_not_manifest(near.battle, near["a"]) == ("", "")
    near.battle.powers_attempted = (("smite a", "eadbanger"), ())
    assert why_not_manifest(near.battle, near["a"])[1] == "core.psychic.same-power-once"
    far = at(rows.format(40), phase="psychic")
    assert why_not_manifest(far.battle, far["a"])[1] == "core.psychic.number-of-powers"


@proves("core.psychic.test", "core.psychic.number-of-powers", "core.psychic.same-power-once")
def test_a_test_that_fails_was_an_attempt() -> None:
    table = at(f"{WEIRDBOY}\nred Man b 13,15", phase="psychic")
    cast(table, "smite", dice="psychic 1 2")
    assert table["a"].powers_tried == 1
    assert table.battle.powers_attempted == (("smite a",), ())
    assert table.battle.smites == (1, 0)


@proves("core.psychic.test", "core.psychic.perils", "core.psychic.perils-death")
@pytest.mark.parametrize(("wounds", "dice", "left"), [(1, "perils 2", 12), (4, "perils 2 / mortal 6", 6)])
def test_a_double_six_is_a_power_for_who_survives_it(wounds: int, dice: str, left: int) -> None:
    """12 would be a D6 of wounds; the six of that die."""
    table = at(f"blue orks/weirdboy a 10,15 wounds={wounds}\nred Man b 24,15 W=12", phase="psychic")
    cast(table, "smite", dice=f"psychic 6 6 / {dice}")
    assert table["b"].wounds == left


@proves("faction.hallowed-fury")
def test_a_strong_test_makes_no_other_blessing_stronger() -> None:
    table = at("blue space-marines/librarian a 10,15 powers=hallowed-fury\nred Man b 30,15", phase="psychic")
    cast(table, "hallowed-fury", dice="psychic 6 5")
    assert [(it.key, it.amount) for it in table.battle.effects] == [("hallowed-fury", 1)]


# -- charges, Overwatch, fights ---------------------------------------------------------------------------------------------------------


@proves("core.charge.declare-targets", "core.charge.eligible")
def test_whom_everybody_has_left_since_the_phase_began_has_nobody_to_charge() -> None:
    table = charging("blue Man a 4,15\nred Man b 14,15\nred Man c 40,15")
    assert why_not_charge(table.battle, table["a"]) == ("", "")
    table["b"].fate = DESTROYED
    assert why_not_charge(table.battle, table["a"])[1] == "core.charge.declare-targets"


@proves("core.charge.declare-targets", "core.charge.each-unit-once")
def test_a_charge_once_declared_stays_declared_though_it_fails() -> None:
    table = charging("blue Man a 4,15\nblue Man d 4,18\nred Man b 10,15")
    table.do(charge, table["a"], answers=("b",), dice="charge 1 1")
    assert table["a"].charge_targets == ("b",)
    assert "core.charge.each-unit-once" in why_not(table.ask(next_to_charge), "a")


@proves("core.heroic.eligible")
def test_heroes_intervene_one_after_the_other_until_the_player_has_enough() -> None:
    rows = "blue Man a 10,15\nred Man h 13,15 kw=CHARACTER\nred Man i 10,18 kw=CHARACTER"
    table = at(rows, phase="heroic interventions")
    assert table.do(next_to_intervene, answers=("h", [[12, 15]])) is True
    assert table.do(next_to_intervene, answers=("end-phase",)) is False


@proves("faction.ere-we-go", "core.stratagem.command-re-roll")
@pytest.mark.parametrize(
    ("who", "answers", "dice"),
    [
        ("orks/gretchin", ("re-roll",), "charge 1 2 / re-roll 6 5"),
        ("orks/boyz", ("re-roll",), "charge 1 2 / charge-again 6 5"),
    ],
)
def test_whoever_cannot_roll_a_charge_again_for_nothing_may_for_a_point(
    who: str, answers: tuple[str, ...], dice: str
) -> None:
    table = charging(f"blue {who} a 4,15\nred Man b 12,15", cp=(1, 0))
    assert table.do(charge_distance, table["a"], ("b",), answers=answers, dice=dice).allowance == 11
    proud = charging("blue orks/boyz a 4,15\nred Man b 12,15", cp=(1, 0))
    assert proud.do(charge_distance, proud["a"], ("b",), answers=("keep",), dice="charge 1 2") is None


@proves("core.overwatch.range-and-sight")
def test_in_overwatch_too_one_weapon_may_be_enough() -> None:
    guns = ('gun: 24" Assault 1, S 4, AP 0, D 1', 'bow: 24" Assault 1, S 4, AP 0, D 1')
    table = charging("blue Man a 4,15\nred Man b 10,15", weapons={"b": guns})
    table.do(fire_overwatch, table["b"], table["a"], answers=("bow/bow>a", "hold-fire"), dice="hit 5")
    assert [event.values["weapon"] for event in table.events("hits")] == ["bow"]


@proves("core.fight.number-of-attacks", "core.stratagem.command-re-roll")
def test_a_random_number_of_blows_may_be_rolled_again() -> None:
    table = fighting("blue Man a 10,15 A=D3\nred Man b 11,15", cp=(1, 0))
    table.do(fight, table["a"], answers=("re-roll",), dice="melee 1 / re-roll 5 / hit 1 1 1")


@proves("core.fight.chargers-first", "core.fight.eligible")
def test_who_waits_for_chargers_is_told_so_and_who_fights_nobody_that() -> None:
    table = fighting("blue Man a 4,15\nblue Man c 20,15\nred Man b 5,15")
    assert why_not_fight(table.battle, table["a"])[1] == "core.fight.chargers-first"
    assert why_not_fight(table.battle, table["c"])[1] == "core.fight.eligible"


@proves("core.charge.each-unit-once")
def test_the_charge_phase_goes_on_after_a_charge() -> None:
    table = charging("blue Man a 4,15\nblue Man d 4,20\nred Man b 10,15")
    assert table.do(next_to_charge, answers=("a", "b"), dice="charge 1 1") is True
    assert table.do(next_to_charge, answers=("end-phase",)) is False


@proves("faction.mask-of-dread")
def test_a_mask_that_nobody_is_near_enough_to_see_is_not_asked_about() -> None:
    table = fighting("blue necrons/overlord+mask-of-dread o 10,15\nred Man b 14.5,15")
    table.do(start_of_fights)
    assert not table.battle.events


# -- shooting -------------------------------------------------------------------------------------------------------------------------


@proves("faction.bolter-discipline")
def test_bolter_discipline_is_for_bolters_and_not_for_plasma() -> None:
    table = at("blue space-marines/tactical-squad+plasma-gun a 4,15 moved=stationary\nred Man b 20,15")
    aim = next(key for key in available(table.ask(shoot, "a")) if "plasma" in key)
    table.do(shoot, "a", answers=(aim,), dice="hit 1")


@proves("core.shoot.target-must-be-visible-and-in-range", "core.move.advance-restrictions")
def test_who_cannot_shoot_is_told_what_bars_its_weapons_or_that_there_is_no_target() -> None:
    heavy = {"a": ('gun: 24" Heavy 1, S 4, AP 0, D 1',)}
    ran = at("blue Man a 4,15 moved=advanced\nred Man b 14,15", weapons=heavy)
    assert why_not_now(ran.battle, ran["a"])[1] == "core.move.advance-restrictions"
    far = at("blue Man a 4,15\nred Man b 40,15", weapons=heavy)
    assert why_not_now(far.battle, far["a"])[1] == "core.shoot.target-must-be-visible-and-in-range"


@proves("core.shoot.no-shooting-while-engaged", "core.shoot.big-guns-may-shoot")
@pytest.mark.parametrize(("who", "clause"), [("kw=VEHICLE", ""), ("", "core.shoot.no-shooting-while-engaged")])
def test_in_combat_a_vehicle_shoots_what_a_man_does_not(who: str, clause: str) -> None:
    table = at(f"blue Man a 4,15 {who}\nred Man b 5.5,15")
    assert why_not_now(table.battle, table["a"])[1] == clause


@proves("core.shoot.target-must-be-visible-and-in-range", "vanguard.blast.indirect-initial-target")
def test_behind_a_wall_only_what_needs_no_sight_finds_its_target() -> None:
    guns = ('gun: 36" Heavy 1, S 4, AP 0, D 1', 'mortar: 36" Heavy 1, S 4, AP 0, D 1, blast, ignores_visibility')
    table = at("blue Man a 4,15\nred Man b 14,15\ncontainer 8,5,9,25 height=5", weapons={"a": guns})
    assert available(table.ask(shoot, "a")) == ["mortar/mortar>b", "hold-fire"]


@proves("core.weapon.one-use")
def test_a_weapon_with_one_rocket_keeps_its_other_shots() -> None:
    launcher = 'launcher rocket: 24" Heavy 1, S 8, AP 0, D 1, once_per_battle | slug: 24" Heavy 1, S 4, AP 0, D 1'
    table = at("blue Man a 4,15\nred Man b 14,15", weapons={"a": (launcher,)})
    table["a"].used_up = ("launcher",)
    assert available(table.ask(shoot, "a")) == ["launcher/launcher-slug>b", "hold-fire"]


@proves("core.weapon.blast-minimum-three")
@pytest.mark.parametrize(("face", "raised"), [(1, True), (2, True), (3, False), (4, False)])
def test_only_fewer_than_three_attacks_on_six_models_become_three(face: int, raised: bool) -> None:
    rows = [f"red Man b{i} {14 + i % 3 * 1.1},{15 + i // 3 * 1.1}" for i in range(6)]
    cannon = ('gun: 36" Heavy D6, S 4, AP 0, D 1, blast',)
    table = at("\n".join(["blue Man a 4,15", *rows]), weapons={"a": cannon})
    group = table.do(
        lambda battle: allocate(battle, Shooter(battle, battle["a"]), "gun", gun_of(table), battle["b1"]),
        answers=({f"b{i}": 1 if i in (0, 2, 3)[: max(face, 3) - 1] else 0 for i in (0, 2, 3, 4, 5)},),
        dice=f"attacks {face}",
    )
    assert sum([it.count for it in group]) == max(face, 3)
    assert bool(table.events("blast-least")) is raised


@proves("core.attack.hit-roll", "core.dice.unmodified-result")
@pytest.mark.parametrize(
    ("more", "dice", "counted"),
    [
        ("", "hit 1 2 3 6", (2, 0, False)),
        (", extra_hits_on_six=2", "hit 1 2 3 6", (4, 0, False)),
        (", automatic_wounds_on_six", "hit 1 3 6 6", (1, 2, False)),
        (", destroys_bearer_on_one", "hit 1 1 3 6", (2, 0, True)),
        (", mortal_wound_to_bearer_on_one", "hit 1 2 3 6", (2, 0, True)),
    ],
)
@pytest.mark.parametrize("captain", [False, True])
def test_what_a_hit_roll_counts(more: str, dice: str, counted: tuple[int, int, bool], captain: bool) -> None:
    """Hits, sixes that wound by themselves, and ones where they matter; under a captain's eyes ones are twos by then."""
    who = "blue space-marines/captain c 4,18\nblue Man a 4,15 kw=CORE" if captain else "blue Man a 4,15 kw=CORE"
    table = at(f"{who}\nred Man b 14,15", weapons={"a": (f'gun: 24" Assault 4, S 4, AP 0, D 1{more}',)})
    shooter = Shooter(table.battle, table["a"])
    group = aimed(shooter, "gun", gun_of(table), table["b"], 4, shooter.base).made_now(table.battle)
    ones = dice.count("1")
    again = f" / hit-again {' '.join(['2'] * ones)}" if captain else ""
    assert table.do(what_hits, group, dice=dice + again) == (*counted[:2], not captain and counted[2])


async def what_hits(battle: Battle, group: AttackGroup) -> tuple[int, int, bool]:
    """Dice for wounds, wounds without one, and whether the weapon will harm its bearer."""
    counted, sure = 0, 0
    course = Course(HitRoll(group, group.count))
    while not isinstance(course.todo[0], (WoundRoll, SaveRoll, Damage)):
        asked = course.asks(battle)
        if asked is None:
            await course.act(battle)
        else:
            course.answered(battle, asked.value if isinstance(asked, Settled) else await asked)
    wounds = course.todo[0]
    if isinstance(wounds, WoundRoll):
        counted, sure = wounds.count, wounds.besides
    return counted, sure, bool(battle.overheated)


@proves("vanguard.split-fire.resolution-order", "core.attack.supercharge")
@pytest.mark.parametrize(
    ("dice", "dead"),
    [("hit 1 / hit 6 / wound 6", ["a", "c"]), ("hit 2 / hit 6 / wound 6", ["c"]), ("hit 2 / hit 1", ["a"])],
)
def test_a_weapon_burns_its_bearer_after_the_last_of_its_targets(dice: str, dead: list[str]) -> None:
    plasma = ('gun: 24" Assault 2, S 9, AP -5, D 1, destroys_bearer_on_one',)
    table = at(
        "blue Man a 4,15\nblue Man d 2,2\nred Man b 14,15\nred Man c 14,17\nred Man e 40,25", weapons={"a": plasma}
    )
    table.do(shoot, "a", answers=("gun/gun>b", {"b": 1, "c": 1}, "b"), dice=dice)
    assert table.dead == dead


@proves("core.shoot.resolve-target-by-target")
def test_two_like_weapons_are_one_choice_when_their_order_is_asked() -> None:
    guns = ('gun: 24" Assault 1, S 4, AP 0, D 1', 'bow: 24" Assault 1, S 5, AP 0, D 1')
    table = at("blue Man a 4,15\nred Man b 14,15\nred Man c 14,19", weapons={"a": guns})
    gun, bow = [weapon.ranged[0] for weapon in table["a"].profile.ranged]
    shooter = Shooter(table.battle, table["a"])
    groups = [aimed(shooter, key, it, table["b"], 1, shooter.base) for key, it in (("g", gun), ("h", gun), ("w", bow))]
    question = table.ask(lambda battle: resolve(battle, battle["a"], groups))
    assert available(question) == ["as-listed", "gun", "bow"]


@proves("faction.my-will-be-done")
@pytest.mark.parametrize(("key", "n"), [("my-will-be-done", 1), ("psychic-barrier", 0)])
def test_the_overlords_will_and_no_other_effect_makes_a_two_hit(key: str, n: int) -> None:
    table = at("blue necrons/warriors a 4,15\nred Man b 14,15", weapons={"a": ('gun: 24" Assault 1, S 4, AP 0, D 1',)})
    table.battle.effects = (Effect(key, "a", 0, "command"),)
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 2 / wound 1" if n else "hit 2")
    assert table.heard("hits", n=n)


@proves("core.stratagem.command-re-roll")
def test_a_re_roll_says_how_many_faces_would_be_better() -> None:
    table = at("blue Man a 4,15 BS=4\nred Man b 14,15", cp=(1, 0))
    question = table.ask(shoot, "a", answers=("gun/gun>b",), dice="hit 2")
    assert isinstance(question, Choose)
    assert question.option("re-roll-2").facts == {"better_faces": 3}


@proves("core.attack.wound-table", "core.stratagem.command-re-roll")
@pytest.mark.parametrize(("face", "asked"), [(3, True), (4, False)])
def test_a_wound_roll_that_fails_may_be_rolled_again_and_one_that_wounds_not(face: int, asked: bool) -> None:
    table = at("blue Man a 4,15\nred Man b 14,15 Sv=2", cp=(1, 0))
    answers = ("gun/gun>b", "keep") if asked else ("gun/gun>b",)
    table.do(shoot, "a", answers=answers, dice=f"hit 3 / wound {face}" + ("" if asked else " / save 6"))


@proves("core.attack.wound-table", "core.stratagem.command-re-roll")
@pytest.mark.parametrize(("face", "asked"), [(5, True), (6, False)])
def test_where_a_six_does_more_a_five_may_be_rolled_again_and_a_six_not(face: int, asked: bool) -> None:
    gun = {"a": ('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wounds_on_six=1',)}
    table = at("blue Man a 4,15\nred Man b 14,15 W=9 Sv=2", weapons=gun, cp=(1, 0))
    answers = ("gun/gun>b", "keep") if asked else ("gun/gun>b",)
    table.do(shoot, "a", answers=answers, dice=f"hit 3 / wound {face} / save 6")


@proves("core.stratagem.command-re-roll")
def test_of_like_dice_the_first_is_the_one_rolled_again() -> None:
    table = at("blue Man a 4,15\nred Man b 14,15", weapons={"a": ('gun: 24" Assault 3, S 4, AP 0, D 1',)}, cp=(1, 0))
    question = table.ask(shoot, "a", answers=("gun/gun>b",), dice="hit 2 1 6")
    assert available(question) == ["keep", "re-roll-2"]
