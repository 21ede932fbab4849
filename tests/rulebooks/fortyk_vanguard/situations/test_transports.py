"""Transports: situations worked out from the book by hand."""

from math import cos, pi, sin
from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import FAR, RIDER, TRUKK, charging, fighting, moving, ring
from tests.rulebooks.fortyk_vanguard.test_mission import waiting
from vanguard.rulebooks.fortyk_vanguard.charge_phase import (
    begin_charge_phase,
    charge,
    next_to_intervene,
    why_not_charge,
    why_not_intervene,
)
from vanguard.rulebooks.fortyk_vanguard.command_phase import next_command
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.fight_phase import NORMAL, fight, group_of, is_eligible
from vanguard.rulebooks.fortyk_vanguard.movement_phase import begin_movement, end_movement, move_model, next_to_move
from vanguard.rulebooks.fortyk_vanguard.odds.trials import threats
from vanguard.rulebooks.fortyk_vanguard.setup import deploy_next
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot, why_not_now
from vanguard.rulebooks.fortyk_vanguard.special_rules import rerolls_hit_ones
from vanguard.rulebooks.fortyk_vanguard.state import EMBARKED, ON_TABLE, WAITING
from vanguard.rulebooks.fortyk_vanguard.transports import offer_to_embark


def ring_with_a_gap(tanks: int = 9) -> str:
    """Enemies round a Trukk at 10,15 that leave a gap of 84 degrees: room for one boy."""
    angles = [2 * pi * (42 + 34.5 * i) / 360 for i in range(tanks)]
    return "\n".join(
        [f"red Man e{n} {10 + 4.3 * cos(it):.3f},{15 + 4.3 * sin(it):.3f} base=60" for n, it in enumerate(angles)]
    )


ABOARD = "blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nblue orks/boyz/leader n 0,0 in=t\nblue Man x 2,2"
SURE_GUN = 'gun: 24" Assault 1, S 9, AP -5, D 3'


@proves("core.transport.capacity", "core.transport.start-embarked", "core.mission.deploy-alternately")
def test_the_thirteenth_boy_finds_no_seat_when_a_trukk_is_deployed() -> None:
    boyz = "\n".join([f"blue orks/boyz k{i} {1 + 1.5 * i},1" for i in range(13)])
    table = at(f"blue orks/trukk t 3,10\n{boyz}\nred Man z 40,29", phase="deployment")
    for model in table.battle.of(0):
        model.fate = WAITING
    table.battle.setter = 0
    table.do(deploy_next, answers=("t", [[3, 10]], *[f"k{i}" for i in range(12)]))
    assert len(table.battle.passengers("t")) == 12
    assert table["k12"].fate == WAITING


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


@proves("core.transport.embark", "core.transport.embark-limits", "core.transport.capacity")
def test_a_transport_that_takes_nobody_is_listed_with_the_reason() -> None:
    """Three Trukks within 3": one has room, one is full, an enemy stands at the third."""
    full = "\n".join([f"blue orks/boyz p{number} 0,0 in=u" for number in range(12)])
    drawn = f"blue orks/boyz a 17,15\nblue orks/trukk u 12,18\nblue orks/trukk v 12,12\nred Man e 9.5,12\n{full}"
    table = moving(f"{drawn}\nblue orks/trukk t 20,18")
    question = table.ask(move_model, table["a"], answers=("normal", [[16, 15]]))
    assert available(question) == ["stay", "t"]
    assert why_not(question, "u") == "u is full [core.transport.capacity]"
    at_v = "an enemy is within Engagement Range of v [core.transport.embark-limits]"
    assert why_not(question, "v") == at_v
    barred = moving(drawn)
    barred.do(move_model, barred["a"], answers=("normal", [[16, 15]]))  # nobody is asked, and the log says why
    assert [(event.clause, event.values["why"]) for event in barred.events("stays-outside")] == [
        ("core.transport.capacity", "u is full"),
        ("core.transport.embark-limits", "an enemy is within Engagement Range of v"),
    ]


@proves("core.transport.embark", "core.transport.embark-limits")
def test_who_fell_back_may_embark_and_who_got_out_is_not_told_that_it_may_not() -> None:
    table = moving("blue orks/trukk t 10,15\nblue orks/boyz a 15,15\nred Man e 16.9,15")
    table.do(move_model, table["a"], answers=("fall-back", [[14, 15]], "t"))
    assert table["a"].fate == EMBARKED
    out = moving("blue orks/trukk t 10,15\nblue orks/boyz a 15,15 did=disembarked\nred Man e 40,15")
    out.do(move_model, out["a"], answers=("normal", [[14, 15]]))
    assert not out.events("stays-outside")


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


@proves("core.transport.embark", "core.transport.capacity", "core.transport.embark-limits")
@pytest.mark.parametrize(
    ("aboard", "enemy", "asked"), [(11, "40,15", True), (12, "40,15", False), (11, "7.5,15", False)]
)
def test_the_last_place_is_taken_and_no_other_and_not_under_the_enemys_nose(
    aboard: int, enemy: str, asked: bool
) -> None:
    full = "\n".join([f"blue orks/boyz p{number} 0,0 in=t" for number in range(aboard)])
    drawn = f"blue orks/trukk t 10,15\n{full}\nblue orks/boyz a 17,15\nred Man e {enemy}"
    table = at(drawn, phase="movement")
    begin_movement(table.battle)
    answers: tuple[Any, ...] = ("normal", [[14, 15]], "t") if asked else ("normal", [[14, 15]])
    table.do(move_model, table["a"], answers=answers)
    assert (table["a"].fate == EMBARKED) is asked


@proves("core.transport.embark", "core.transport.embark-limits")
def test_who_got_out_in_this_phase_is_not_asked_to_get_in_again() -> None:
    for did, asked in (("", True), ("did=disembarked", False)):
        table = at(f"blue orks/trukk t 10,15\nblue orks/boyz a 14,15 {did}\nred Man e 40,15", phase="movement")
        table.do(offer_to_embark, table["a"], answers=("stay",) if asked else ())
        assert table["a"].fate == ON_TABLE


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


@proves("core.transport.embarked-inert", "core.move.what-counts-as-moved", "core.weapon.heavy")
def test_who_advanced_nowhere_into_a_trukk_that_drives_off_has_moved() -> None:
    table = moving("blue orks/boyz+rokkit-launcha a 4,15\nblue orks/trukk t 7,15\nred Man b 30,15")
    table.do(move_model, table["a"], answers=("advance", [[4, 15]], "t"), dice="advance 1")
    table.do(move_model, table["t"], answers=("normal", [[10, 15]]))
    end_movement(table.battle)
    table.do(shoot, "a", answers=("rokkit-launcha/rokkit-launcha>b",), dice="attacks 1 / hit 5")
    assert table.heard("hits", n=0)


@proves("core.transport.embarked-inert", "faction.rites-of-battle")
def test_no_aura_reaches_into_a_transport() -> None:
    """Where a passenger last stood, a captain stands now."""
    drawn = "blue orks/trukk t 20,15\nblue space-marines/intercessors p 4,4 in=t\nblue space-marines/captain c 4,6\nred Man b 30,15"
    table = at(drawn)
    assert not rerolls_hit_ones(table.battle, table["p"])


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


@proves("core.transport.embarked-inert", "core.move.fall-back-restrictions", "core.weapon.heavy")
@pytest.mark.parametrize(("how", "dice"), [("stationary", "hit 5 / wound 1"), ("normal", "hit 5")])
def test_a_rokkit_from_a_trukk_that_moved_hits_less_well(how: str, dice: str) -> None:
    table = moving("blue orks/trukk t 10,15\nblue orks/boyz+rokkit-launcha p 0,0 in=t\nred Man b 30,15")
    table.do(move_model, table["t"], answers=("normal", [[12, 15]]) if how == "normal" else ("stationary",))
    end_movement(table.battle)
    table.do(shoot, "p", answers=("rokkit-launcha/rokkit-launcha>b",), dice=f"attacks 1 / {dice}")


@proves("core.transport.disembark")
def test_a_passenger_for_whom_there_is_no_room_stays_aboard() -> None:
    table = moving(f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nblue Man c 2,2\n{ring(10, 4.3, 60)}")
    assert why_not(table.ask(next_to_move), "a") == "there is no room to get out [core.transport.disembark]"


@proves("core.transport.disembark")
def test_who_gets_out_has_not_moved_yet_but_counts_as_having_moved() -> None:
    table = at("blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t moved=stationary\nred Man e 40,15", phase="movement")
    begin_movement(table.battle)
    table.do(next_to_move, answers=("a", [[13, 15]]))
    assert table["a"].moved == 0
    assert table["a"].has_moved


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


@proves("core.transport.destroyed", "core.ability.explodes")
def test_who_leaves_a_wreck_is_not_reached_by_the_explosion_that_made_it() -> None:
    table = at(
        "blue orks/trukk a 10,15\nblue orks/trukk b 15,15 wounds=1\nblue orks/boyz/leader p 0,0 in=b\nred Man c 40,15"
    )
    table.do(destroy, "a", answers=([[15, 18.5]],), dice="explodes 6 / mortal 2 / explodes 1 / wreck 2")
    assert table.dead == ["a", "b"]
    assert table["p"].wounds == 2


@proves("core.transport.destroyed", "core.transport.destroyed-roll")
def test_the_place_of_one_who_dies_in_the_wreck_helps_nobody_else_out() -> None:
    """A ring of enemies with one gap, 84 degrees wide: room for one boy, and the other is lost before any die is rolled."""
    angles = [2 * pi * (42 + 34.5 * i) / 360 for i in range(9)]
    rows = "\n".join(
        [f"red Man e{n} {10 + 4.3 * cos(it):.3f},{15 + 4.3 * sin(it):.3f} base=60" for n, it in enumerate(angles)]
    )
    table = at(f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nblue orks/boyz b 0,0 in=t\nblue Man x 2,2\n{rows}")
    table.do(destroy, "t", answers=([[13.17, 15]],), dice="explodes 1 / wreck 1")
    assert table.dead == ["t", "a", "b"]
    assert table.heard("no-room", who="b")


@proves("core.transport.destroyed", "core.fight.consolidate", "core.fight.new-eligible-units")
def test_who_is_thrown_out_before_the_feet_of_the_charger_fights_back_in_the_same_phase() -> None:
    """The passenger stands 2" off, is consolidated into (0.6"), and was not charged: one of the normal group."""
    table = fighting(
        "blue Man a 7.3,15 did=charged\nred orks/trukk t 10,15 wounds=1\nred orks/boyz p 0,0 in=t",
        weapons={"a": ("blade: Melee, S 9, AP -5, D 3",)},
    )
    dice = "hit 3 / wound 3 / explodes 1 / wreck 2"
    answers = ("no", [[9, 17.63]], "yes", [[8, 16.2]])
    table.do(fight, table["a"], answers=answers, dice=dice)
    assert table.dead == ["t"]
    assert is_eligible(table.battle, table["p"])
    assert group_of(table["p"]) == NORMAL


@proves("core.transport.destroyed", "core.sequencing.during-a-turn")
def test_where_not_all_find_room_beside_a_wreck_their_owner_says_who_gets_out_first() -> None:
    table = at(f"{ABOARD}\n{ring_with_a_gap()}")
    question = table.ask(destroy, "t", dice="explodes 1")
    assert question.player == 0
    assert question.clause == "core.transport.destroyed"
    assert available(question) == ["a", "n"]
    table.do(destroy, "t", answers=("n", [[13.17, 15]]), dice="explodes 1 / wreck 2")
    assert table.dead == ["t", "a"]
    assert table.heard("no-room", who="a")


@proves("core.transport.destroyed")
def test_where_all_find_room_or_all_are_alike_nobody_is_asked_who_gets_out_first() -> None:
    table = at(f"{ABOARD}\nred Man e 30,15")
    table.do(destroy, "t", answers=([[10, 18.5]], [[10, 11.5]]), dice="explodes 1 / wreck 2 / wreck 2")
    assert table.dead == ["t"]
    alike = at(f"{ABOARD.replace('/leader', '')}\n{ring_with_a_gap()}")
    alike.do(destroy, "t", answers=([[13.17, 15]],), dice="explodes 1 / wreck 2")
    assert alike.dead == ["t", "n"]


@proves("core.transport.destroyed")
def test_a_full_trukk_in_the_open_is_left_without_a_question_of_order() -> None:
    boyz = "\n".join([f"blue orks/boyz b{n} 0,0 in=t" for n in range(10)])
    table = at(f"{ABOARD}\n{boyz}\nred Man e 30,15")
    assert table.ask(destroy, "t", dice="explodes 1").clause == "core.transport.destroyed"
    assert table.ask(destroy, "t", dice="explodes 1").prompt.startswith("Where does a get out")


@proves("core.transport.destroyed", "core.overwatch.range-and-sight", "core.transport.destroyed-restrictions")
def test_a_trukk_that_dies_charging_blows_up_and_is_left_and_rolls_no_charge() -> None:
    drawn = f"{RIDER.format(' wounds=1')}\n{FAR}\nred Man b 16,15 W=9"
    table = charging(drawn, weapons={"b": (SURE_GUN,)}, cp=(0, 1))
    dice = "hit 6 / wound 3 / explodes 6 / mortal 1 / wreck 2"
    table.do(charge, table["t"], answers=("b", "b", "gun/gun>t", [[10, 11.5]]), dice=dice)
    assert table.dead == ["t"]
    assert table["b"].wounds == 8
    assert why_not_charge(table.battle, table["p"])[0]


@proves("core.transport.destroyed", "core.concept.no-setup-in-engagement", "core.transport.destroyed-restrictions")
def test_who_leaves_a_wreck_stands_clear_of_the_enemy_and_neither_charges_nor_intervenes() -> None:
    table = charging("blue orks/trukk t 10,15\nblue orks/warboss p 0,0 in=t\nred Man b 12.5,15\nred Man e 40,15")
    question = table.ask(destroy, "t", dice="explodes 1")
    assert "core.concept.no-setup-in-engagement" in refusal(question, [[12.5, 17.2]])
    table.do(destroy, "t", answers=([[10, 18]],), dice="explodes 1 / wreck 2")
    begin_charge_phase(table.battle)
    assert why_not_charge(table.battle, table["p"])[1] == "core.transport.destroyed-restrictions"
    assert why_not_intervene(table.battle, table["p"])[1] == "core.transport.destroyed-restrictions"


@proves("core.transport.open-topped")
@pytest.mark.parametrize(("carrier", "count"), [("orks/trukk", 2), ("Man", 1)])
def test_who_looks_out_of_a_trukk_threatens_too(carrier: str, count: int) -> None:
    """Its own gun, and that of a passenger if it is open-topped; who stands inside anything else shoots nobody."""
    drawn = f"blue Man a 20,15\nred {carrier} t 10,15\nred Man p 0,0 in=t"
    assert len(threats(at(drawn).battle, "a", (18, 15))) == count


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
