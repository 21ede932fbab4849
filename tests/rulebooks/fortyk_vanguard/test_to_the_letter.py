"""Rules to the letter: the limits, the clauses told and the other halves that the chapters' own tests leave open."""

from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import MOVED, Table, at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.dice import ScriptedDice
from vanguard.core.questions import Chance, Split
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup
from vanguard.geometry.measuring import gap
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup
from vanguard.rulebooks.fortyk_vanguard.attacks import save_needed
from vanguard.rulebooks.fortyk_vanguard.charge_phase import (
    begin_charge_phase,
    charge,
    charge_distance,
    fire_overwatch,
    next_to_charge,
    why_not_charge,
)
from vanguard.rulebooks.fortyk_vanguard.command_phase import begin_command_phase, next_command
from vanguard.rulebooks.fortyk_vanguard.damage import destroy, suffer_mortal_wounds
from vanguard.rulebooks.fortyk_vanguard.dice import roll_off
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, next_to_fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import (
    begin_movement,
    move_after_shooting,
    move_model,
    next_to_move,
)
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import manifest, next_to_manifest, why_not_manifest
from vanguard.rulebooks.fortyk_vanguard.reanimation import stand_up
from vanguard.rulebooks.fortyk_vanguard.reinforcements import next_to_arrive, why_not_arrive
from vanguard.rulebooks.fortyk_vanguard.rounds import begin_phase, begin_turn, end_battle, end_phase, look_for_the_end
from vanguard.rulebooks.fortyk_vanguard.rulebook import MARKER_WAYS
from vanguard.rulebooks.fortyk_vanguard.setup import choose_zones, deploy_next, place_marker
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import next_to_shoot, shoot
from vanguard.rulebooks.fortyk_vanguard.special_rules import AvalancheOfMuscle, Cowardly, PsychicHood, hit_modifiers
from vanguard.rulebooks.fortyk_vanguard.state import (
    CHARGED,
    DEPLOYMENT,
    DESTROYED,
    EMBARKED,
    FOUGHT,
    HEROICS,
    ON_TABLE,
    ORDERED,
    RESERVE,
    WAITING,
    Effect,
)
from vanguard.rulebooks.fortyk_vanguard.targets import why_not_shoot
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import next_order
from vanguard.rulebooks.fortyk_vanguard.transports import offer_to_embark
from vanguard.testing import scripts

AIM = "gun/gun>b"


def rolls(table: Table, rule: Any, *given: Any, answers: tuple[Any, ...] = (), dice: str = "") -> list[tuple[str, str]]:
    """What was rolled, each roll by its first word and its clause."""
    script = ScriptedDice(scripts.dice_script(dice))
    waiting, procedure, value = list(answers), rule(table.battle, *given), None
    found: list[tuple[str, str]] = []
    while True:
        try:
            question = procedure.send(value)
        except StopIteration:
            script.check_used_up()
            assert not waiting, f"never asked for: {waiting}"
            return found
        if isinstance(question, Chance):
            found.append((question.key.split()[0], question.clause))
            value = script.outcome(question, question.key)
        else:
            value = question.read(waiting.pop(0))[1]


def duel(gun: str = 'gun: 24" Assault 1, S 4, AP 0, D 1', shooter: str = "", target: str = "", **more: Any) -> Table:
    return at(f"blue Man a 4,15 {shooter}\nred Man b 10,15 {target}", weapons={"a": (gun,)}, **more)


# -- attacks --------------------------------------------------------------------------------------------------------------------


@proves("core.attack.hit-roll", "core.overwatch.only-natural-sixes")
def test_a_hit_roll_is_rolled_by_its_own_rule_and_in_overwatch_by_that_of_overwatch() -> None:
    shot = rolls(duel(), shoot, "a", answers=(AIM,), dice="hit 1")
    assert shot == [("hit", "core.attack.hit-roll")]
    table = duel()
    watch = rolls(table, fire_overwatch, table["a"], table["b"], answers=(AIM,), dice="hit 5")
    assert watch == [("hit", "core.overwatch.only-natural-sixes")]


@proves("core.attack.mortal-wounds")
@pytest.mark.parametrize(("amount", "left"), [(0, 3), (1, 2), (2, 1), (5, 0)])
def test_every_mortal_wound_counts_even_a_single_one(amount: int, left: int) -> None:
    table = duel(target="W=3")
    table.do(suffer_mortal_wounds, "b", amount, "core.attack.mortal-wounds")
    assert table["b"].wounds == left
    assert len(table.events("mortal")) == (1 if amount else 0)


@proves("core.attack.mortal-wounds-in-addition", "core.attack.extra-hits", "core.attack.wound-table")
def test_extra_hits_are_rolled_with_the_others_and_each_six_to_wound_adds_its_mortal_wound() -> None:
    """A six to hit is three hits: with the other one four wound rolls, two of them sixes."""
    gun = 'gun: 24" Assault 2, S 4, AP 0, D 1, extra_hits_on_six=2, mortal_wounds_on_six=1'
    table = duel(gun, target="W=9 Sv=2")
    table.do(shoot, "a", answers=(AIM,), dice="hit 6 3 / wound 6 6 4 1 / save 6 6 6")
    assert table["b"].wounds == 7
    assert table.heard("mortal", n=2)


@proves("core.attack.mortal-wounds-in-addition", "core.attack.automatic-wounds")
def test_automatic_wounds_alone_add_no_mortal_wounds() -> None:
    gun = 'gun: 24" Assault 1, S 4, AP 0, D 1, automatic_wounds_on_six, mortal_wounds_on_six=1'
    table = duel(gun, target="W=9 Sv=7")
    table.do(shoot, "a", answers=(AIM,), dice="hit 6")
    assert table["b"].wounds == 8
    assert not table.events("mortal")


@proves("core.attack.wound-table", "core.stratagem.command-re-roll")
def test_a_wound_that_might_have_been_a_six_can_be_rolled_again_only_where_a_six_does_more() -> None:
    plain = duel(cp=(1, 0), target="W=9 Sv=2")
    plain.do(shoot, "a", answers=(AIM, "keep"), dice="hit 1")  # a miss could have been a hit
    better = duel('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wounds_on_six=1', cp=(1, 0), target="W=9 Sv=2")
    question = better.ask(shoot, "a", answers=(AIM,), dice="hit 3 / wound 4")
    assert available(question) == ["keep", "re-roll-4"]
    enough = duel(cp=(1, 0), target="W=9 Sv=2")
    enough.do(shoot, "a", answers=(AIM,), dice="hit 3 / wound 4 / save 6")  # nobody is asked


@proves("core.terrain.dense-cover", "core.weapon.assault")
def test_behind_dense_cover_a_standing_shooter_has_that_modifier_and_no_other() -> None:
    drawn = "blue Man a 4,15 {}\nred Man b 14,15\nwoods 8,13,10,17"
    for moved, told in (("", ["dense cover"]), ("moved=advanced", ["Advanced", "dense cover"])):
        table = at(drawn.format(moved))
        table.do(shoot, "a", answers=(AIM,), dice="hit 1")
        [event] = table.events("hits")
        assert event.dice is not None
        assert [modifier.label for modifier in event.dice.modifiers] == told


# -- shooting -----------------------------------------------------------------------------------------------------------------


@proves("core.shoot.no-shooting-while-engaged")
def test_who_is_free_shoots_any_weapon_and_who_is_engaged_only_pistols() -> None:
    guns = {"a": ('gun: 24" Assault 1, S 4, AP 0, D 1', 'pistol: 12" Pistol 1, S 4, AP 0, D 1')}
    free = at("blue Man a 4,15\nred Man b 10,15", weapons=guns)
    assert available(free.ask(shoot, "a")) == ["gun/gun>b", "pistol/pistol>b", "hold-fire"]
    caught = at("blue Man a 4,15\nred Man b 5.5,15", weapons=guns)
    question = caught.ask(shoot, "a")
    assert available(question) == ["pistol/pistol>b", "hold-fire"]
    assert "[core.shoot.no-shooting-while-engaged]" in why_not(question, "gun/gun>b")


@proves("core.move.fall-back-restrictions", "core.psychic.select")
def test_who_broke_out_neither_shoots_nor_manifests() -> None:
    table = at("blue Man a 4,15 did=broke-out\nblue orks/weirdboy w 4,20 did=broke-out\nred Man b 10,15")
    assert why_not_shoot(table.battle, table["a"])[1] == "core.move.fall-back-restrictions"
    assert why_not_manifest(table.battle, table["w"]) == ("it Fell Back this turn", "core.psychic.select")
    free = at("blue Man a 4,15\nblue orks/weirdboy w 4,20\nred Man b 10,15")
    assert why_not_shoot(free.battle, free["a"]) == ("", "")
    assert why_not_manifest(free.battle, free["w"]) == ("", "")


@proves("core.move.advance-restrictions", "faction.forwards-for-the-emperor")
def test_forwards_for_the_emperor_lets_other_weapons_than_assault_shoot_after_an_advance() -> None:
    guns = {"a": ('gun: 24" Heavy 1, S 4, AP 0, D 1',)}
    for ordered in (False, True):
        table = at("blue Man a 4,15 moved=advanced\nred Man b 10,15", weapons=guns)
        if ordered:
            table.battle.effects = (Effect("forwards", "a", 0, "charge"),)
        question = table.ask(shoot, "a")
        assert ("gun/gun>b" in available(question)) is ordered
        if not ordered:
            assert "[core.move.advance-restrictions]" in why_not(question, "gun/gun>b")


@proves("core.weapon.pistol-or-others", "core.shoot.declare-all-targets-first")
def test_the_first_weapon_and_further_ones_are_asked_for_by_their_own_rules() -> None:
    guns = {"a": ('gun: 24" Assault 1, S 4, AP 0, D 1', 'rifle: 24" Assault 1, S 4, AP 0, D 1')}
    table = at("blue Man a 4,15\nred Man b 10,15", weapons=guns)
    assert table.ask(shoot, "a").clause == "core.shoot.declare-all-targets-first"
    assert table.ask(shoot, "a", answers=(AIM,)).clause == "core.weapon.pistol-or-others"


@proves("weapon.only-if-stationary", "core.overwatch.range-and-sight")
def test_a_weapon_for_those_who_stood_still_is_shot_in_overwatch_even_after_a_move() -> None:
    guns = {"a": ('gun: 24" Heavy 1, S 4, AP 0, D 1, only_if_stationary',)}
    table = at("blue Man a 4,15 moved=normal\nred Man b 10,15", weapons=guns)
    assert "[weapon.only-if-stationary]" in why_not(table.ask(shoot, "a"), AIM)
    table.do(fire_overwatch, table["a"], table["b"], answers=(AIM,), dice="hit 5")


@proves("faction.voice-of-command")
def test_an_officer_may_keep_his_orders_to_himself() -> None:
    table = at("blue astra-militarum/company-commander o 4,15\nblue Man a 6,15\nred Man b 20,15")
    assert "done" in available(table.ask(next_order))
    assert table.do(next_order, answers=("done",)) is False
    assert not table.battle.effects
    assert not table["o"].orders_given


@proves("core.stratagem.command-re-roll")
def test_no_better_result_no_question() -> None:
    table = duel(cp=(1, 0), target="W=9 Sv=2")
    table.do(shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 6")


# -- charges ------------------------------------------------------------------------------------------------------------------


def charging(drawn: str, **more: Any) -> Table:
    table = at(drawn, phase="charge", **more)
    begin_charge_phase(table.battle)
    return table


@proves("core.charge.declare-targets", "core.charge.overwatch-window")
def test_a_charger_shot_dead_in_overwatch_rolls_no_charge() -> None:
    table = charging("blue Man a 4,15 Sv=7\nblue Man c 4,25\nred Man b 10,15", cp=(0, 2))
    table.do(charge, table["a"], answers=("b", "b", "gun/gun>a"), dice="hit 6 / wound 6")
    assert not table["a"].alive
    assert not table.events("charge-roll")
    missed = charging("blue Man a 4,15 Sv=7\nblue Man c 4,25\nred Man b 10,15", cp=(0, 2))
    missed.do(charge, missed["a"], answers=("b", "b", "gun/gun>a", "keep"), dice="hit 5 / charge 1 1")
    assert missed.heard("charge-roll", n=2)


@proves("core.charge.declare-targets")
def test_a_second_target_is_optional_and_a_first_is_not() -> None:
    table = charging("blue Man a 4,15\nred Man b 10,15\nred Man c 10,17\nred Man d 30,15")
    first = table.ask(charge, table["a"])
    assert available(first) == ["b", "c"]
    assert "more than 12" in why_not(first, "d")
    second = table.ask(charge, table["a"], answers=("b",))
    assert available(second) == ["no-more", "c"]
    assert "a target already" in why_not(second, "b")
    table.do(charge, table["a"], answers=("b", "no-more"), dice="charge 1 1")
    assert table["a"].charge_targets == ("b",)


@proves("core.charge.each-unit-once")
def test_a_player_may_end_the_charge_phase() -> None:
    table = charging("blue Man a 4,15\nred Man b 10,15")
    assert table.do(next_to_charge, answers=("end-phase",)) is False
    assert not table.events("declares")


@proves("core.charge.failure", "core.charge.success")
@pytest.mark.parametrize(("dice", "fails"), [("charge 2 1", True), ("charge 2 2", False)])
def test_a_charge_fails_only_when_the_roll_does_not_reach(dice: str, fails: bool) -> None:
    """5 inches apart: one inch of Engagement Range, so 4 are needed."""
    table = charging("blue Man a 4,15\nred Man b 10,15")
    answers: tuple[Any, ...] = ("b",) if fails else ("b", [[8, 15]])
    table.do(charge, table["a"], answers=answers, dice=dice)
    assert len(table.events("charge-fails")) == (1 if fails else 0)
    assert table["a"].did(CHARGED) is not fails


# -- fights -------------------------------------------------------------------------------------------------------------------


def fighting(drawn: str, **more: Any) -> Table:
    table = at(drawn, phase="fight", **more)
    return table


@proves("core.fight.consolidate", "core.fight.pile-in")
def test_piling_in_and_consolidating_are_asked_for_by_their_own_rules() -> None:
    table = fighting("blue Man a 10,15\nred Man b 11.8,15 W=5\nred Man c 14.5,15")
    assert table.ask(fight, table["a"]).clause == "core.fight.pile-in"
    assert table.ask(fight, table["a"], answers=("no",), dice="hit 1").clause == "core.fight.consolidate"


@proves("core.fight.eligible")
def test_whoever_does_not_fight_now_is_listed_with_the_reason() -> None:
    table = fighting(
        """
        blue Man a 10,4 did=charged
        blue Man b 10,8 did=charged
        blue Man c 10,12
        blue Man d 10,16 did=fought
        blue Man e 30,15
        red  Man f 11,4
        red  Man g 11,8
        red  Man h 11,12
        red  Man i 11,16
        """
    )
    for key in ("a", "b"):
        table[key].charge_targets = ("f", "g")
    question = table.ask(next_to_fight)
    assert available(question) == ["a", "b"]
    assert why_not(question, "c") == "others fight first [core.fight.chargers-first]"
    assert why_not(question, "d") == "it has fought [core.fight.eligible]"
    assert why_not(question, "e") == "not in combat [core.fight.eligible]"


@proves("core.fight.number-of-attacks")
def test_extra_attacks_go_to_their_weapon_and_the_others_anywhere() -> None:
    blades = {"a": ("claw: Melee, S User, AP 0, D 1, extra_attacks=1", "blade: Melee, S User, AP 0, D 1")}
    table = fighting("blue Man a 10,15 A=2\nred Man b 11,15 W=5", weapons=blades)
    question = table.ask(fight, table["a"])
    assert isinstance(question, Split)
    assert question.total == 3
    assert "1 attacks must be made with claw, not 0" in refusal(question, {"claw>b": 0, "blade>b": 3})
    for claws in (1, 2, 3):
        question.read({"claw>b": claws, "blade>b": 3 - claws})


@proves("core.stratagem.counter-offensive")
@pytest.mark.parametrize("turn", [0, 1])
def test_either_player_may_counter_with_those_who_are_in_combat_and_only_once(turn: int) -> None:
    drawn = """
        blue Man a 10,4{}
        blue Man b 10,8{}
        blue Man x 30,4
        red  Man c 11,4{}
        red  Man d 11,8{}
        red  Man y 30,15
        """
    charged = " did=charged"
    mine = ("a", "b", "c", "d") if turn == 0 else ("c", "d", "a", "b")
    table = fighting(
        drawn.format(*([charged, charged, "", ""] if turn == 0 else ["", "", charged, charged])), turn=turn, cp=(4, 4)
    )
    for key in mine[:2]:
        table[key].charge_targets = mine[2:]
    table.battle.stratagems_used = (("command-re-roll",), ("command-re-roll",))
    table.do(next_to_fight, answers=(mine[0],), dice="hit 1")
    question = table.ask(next_to_fight)
    assert question.player == 1 - turn
    assert available(question) == ["no", mine[2], mine[3]], "not who stands apart"
    table.do(next_to_fight, answers=("no",), dice="hit 1")
    fought = [event.values["who"] for event in table.events("hits")]
    assert fought == [mine[0], mine[1]], "who declines is not asked again before the next has fought"


# -- psychic ------------------------------------------------------------------------------------------------------------------


def cast(table: Table, power: str, *answers: Any, dice: str, caster: str = "a") -> Table:
    psyker = table[caster].profile.psyker
    assert psyker is not None
    table.do(manifest, table[caster], next(it for it in psyker.known if it.key == power), answers=answers, dice=dice)
    return table


@proves("core.psychic.deny", "core.psychic.deny-once")
def test_a_psyker_denies_as_often_as_its_datasheet_allows() -> None:
    table = at("blue orks/weirdboy a 10,15\nred orks/weirdboy d 20,15\nred Man b 14,15 W=9", phase="psychic")
    cast(table, "smite", "d", dice="psychic 3 3 / deny 4 3")
    assert table["b"].wounds == 9, "7 beats 6"
    assert table["d"].denies_tried == 1
    cast(table, "smite", dice="psychic 3 3 / mortal 4")
    assert table["b"].wounds == 7, "it has tried once already"


@proves("core.psychic.number-of-powers")
def test_a_psyker_may_stop_before_its_last_power() -> None:
    table = at("blue orks/weirdboy a 10,15\nred Man b 14,15 W=9", phase="psychic")
    assert table.do(next_to_manifest, answers=("a", "done")) is True
    assert not table.events("psychic-test")
    assert table.do(next_to_manifest) is False


@proves("core.psychic.smite")
def test_smite_is_told_by_its_own_rule_and_other_powers_by_theirs() -> None:
    table = at("blue orks/weirdboy a 10,15 powers=eadbanger\nred Man b 14,15 W=9", phase="psychic")
    cast(table, "smite", dice="psychic 3 3 / mortal 4")
    cast(table, "eadbanger", dice="psychic 6 5 / bang 1")
    assert [event.clause for event in table.events("manifests")] == ["core.psychic.smite", "faction.eadbanger"]


@proves("core.psychic.test", "core.psychic.perils", "core.stratagem.command-re-roll")
def test_a_psychic_test_may_be_rolled_again_a_double_six_for_its_perils() -> None:
    for dice in ("psychic 5 5", "psychic 6 6", "psychic 1 1", "psychic 2 1"):
        table = at("blue orks/weirdboy a 10,15 W=9\nred Man b 14,15 W=9", phase="psychic", cp=(1, 0))
        psyker = table["a"].profile.psyker
        assert psyker is not None
        question = table.ask(manifest, table["a"], psyker.known[0], dice=dice)
        assert question.clause == "core.stratagem.command-re-roll"


# -- movement -----------------------------------------------------------------------------------------------------------------


@proves("core.move.advance", "faction.full-throttle")
@pytest.mark.parametrize(("face", "hurt"), [(3, 0), (4, 1), (6, 1)])
def test_full_throttle_costs_one_wound_on_four_or_more(face: int, hurt: int) -> None:
    table = at("blue orks/stormboyz a 10,15 W=9\nred Man b 40,25", phase="movement")
    begin_movement(table.battle)
    assert table["a"].profile.has("full-throttle")
    table.do(move_model, table["a"], answers=("advance", [[11, 15]]), dice=f"throttle {face}")
    assert table["a"].wounds == 9 - hurt


@proves("core.move.options-when-engaged", "core.move.options-when-free")
def test_how_a_model_moves_is_asked_by_the_rule_for_its_place() -> None:
    free = at("blue Man a 4,15\nred Man b 10,15", phase="movement")
    assert free.ask(move_model, free["a"]).clause == "core.move.options-when-free"
    caught = at("blue Man a 4,15\nred Man b 5.5,15", phase="movement")
    assert caught.ask(move_model, caught["a"]).clause == "core.move.options-when-engaged"


@proves("core.reinforcements.not-in-round-one")
@pytest.mark.parametrize(("number", "clause"), [(1, "core.reinforcements.not-in-round-one"), (2, "")])
def test_reserves_arrive_from_the_second_round_on(number: int, clause: str) -> None:
    table = at("blue Man a reserve\nblue Man c 4,4\nred Man b 40,25", phase="reinforcements", round_=number)
    assert why_not_arrive(table.battle, table["a"])[1] == clause


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


# -- command, rounds, mission ---------------------------------------------------------------------------------------------------


@proves("core.command.abilities", "faction.waaagh")
def test_the_waaagh_is_called_in_the_command_phase_once() -> None:
    table = at("blue orks/warboss a 10,15 +warlord\nred Man b 40,25", phase="command")
    assert available(table.ask(next_command)) == ["waaagh", "done"]
    assert table.do(next_command, answers=("waaagh",)) is True
    assert table.do(next_command) is False
    assert table.battle.army_effect("waaagh", 0) is not None


@proves("faction.living-metal")
def test_living_metal_mends_only_those_on_the_battlefield() -> None:
    table = at(
        "blue necrons/overlord a 10,15 wounds=1\nblue necrons/overlord c 14,15 wounds=1\nred Man b 40,25",
        phase="command",
    )
    table["c"].fate = WAITING
    begin_command_phase(table.battle)
    assert (table["a"].wounds, table["c"].wounds) == (2, 1)


@proves("core.round.two-turns")
def test_a_new_turn_gives_orders_anew() -> None:
    table = at("blue Man a 4,15 did=shot\nred Man b 40,25")
    table["a"].orders_given = 2
    begin_turn(table.battle)
    assert (table["a"].orders_given, table["a"].flags) == (0, 0)


@proves("core.mission.deployment-zone-choice")
@pytest.mark.parametrize(("dice", "winner"), [("roll-off 5 / roll-off 2", 0), ("roll-off 2 / roll-off 5", 1)])
def test_when_the_zones_are_chosen_the_loser_deploys_first(dice: str, winner: int) -> None:
    table = at("blue Man a 4,15\nred Man b 40,25", phase="zones", round_=0)
    assert table.ask(choose_zones, dice=dice).player == winner
    table.do(choose_zones, answers=("zone-2",), dice=dice)
    assert table.battle.zones[winner] == 1
    assert (table.battle.phase, table.battle.setter) == (DEPLOYMENT, 1 - winner)


@proves("core.mission.end-bonus")
@pytest.mark.parametrize(("holder", "points"), [(0, (1, 0)), (1, (0, 1)), (-1, (0, 0))])
def test_who_holds_more_markers_at_the_end_scores_one_more(holder: int, points: tuple[int, int]) -> None:
    table = at("blue Man a 4,4\nred Man b 40,26")
    x, y = table.battle.markers[0]
    if holder >= 0:
        key = ("a", "b")[holder]
        table[key].base = table[key].base.at(x, y)
    table.battle.reason, table.battle.reason_clause = "over", "core.mission.battle-ends"
    table.do(end_battle)
    assert table.battle.points == points


@proves("core.mission.sequence")
def test_a_battle_that_cannot_be_set_up_is_refused_with_every_fault() -> None:
    good = rulebook.default_setup()
    wrong = Setup("conquest", "the-moon", good.armies, {"markers": "nowhere"})
    with pytest.raises(Refused) as refused:
        rulebook.new(wrong)
    for words in ("there is no mission 'conquest'", "there is no battlefield 'the-moon'", "nowhere"):
        assert words in str(refused.value)
    assert refused.value.clause == "core.mission.sequence"
    battle: Any = rulebook.new(good)
    assert len(battle.models) == sum(side.starting_models for side in battle.sides) > 0
    assert battle[battle.models[0].key] is battle.models[0]


@proves("core.unit.destroyed", "core.transport.destroyed")
def test_the_end_of_a_transport_puts_its_passengers_out_and_that_of_another_model_nobody() -> None:
    table = at("blue orks/trukk t 10,15\nblue orks/boyz p 0,0 in=t\nblue orks/boyz q 20,25\nred Man e 40,15")
    table.do(destroy, "q")
    assert table["p"].fate == EMBARKED
    table.do(destroy, "t", answers=([[12, 17.5]],), dice="explodes 1 / wreck 3")
    assert (table["p"].fate, table["t"].alive) == (ON_TABLE, False)


# -- who rolls, who is asked, who is left --------------------------------------------------------------------------------------


@proves("core.dice.roll-off")
def test_each_player_rolls_a_die_of_their_own_in_a_roll_off() -> None:
    table = at("blue Man a 4,15\nred Man b 40,25")
    procedure: Any = roll_off(table.battle, "who begins", "core.mission.first-turn")
    first = procedure.send(None)
    second = procedure.send((5,))
    assert (first.player, second.player) == (0, 1)
    with pytest.raises(StopIteration) as done:
        procedure.send((3,))
    assert done.value.value == 0


@proves("core.fight.number-of-attacks")
@pytest.mark.parametrize(("attacks", "made"), [(0, 1), (1, 1), (2, 2)])
def test_a_model_makes_as_many_attacks_as_it_has_and_at_least_one(attacks: int, made: int) -> None:
    table = fighting(f"blue Man a 10,15 A={attacks}\nred Man b 11,15 W=5")
    table.do(fight, table["a"], dice="hit" + " 1" * made)
    assert table.heard("hits", of=made)


@proves("core.fight.number-of-attacks", "core.fight.weapons")
def test_a_weapon_that_only_adds_attacks_makes_those_and_no_more() -> None:
    blades = {
        "a": ("horns: Melee, S User, AP 0, D 1, extra_attacks=1, only_extra_attacks", "axe: Melee, S User, AP 0, D 1")
    }
    table = fighting("blue Man a 10,15 A=2\nred Man b 11,15 W=5\nred Man c 10,16 W=5", weapons=blades)
    question = table.ask(fight, table["a"])
    question.read({"horns>b": 1, "horns>c": 0, "axe>b": 2, "axe>c": 0})
    assert "no more than 1 attacks" in refusal(question, {"horns>b": 2, "horns>c": 0, "axe>b": 1, "axe>c": 0})


@proves("core.mission.army-destroyed-wins", "core.mission.victor")
@pytest.mark.parametrize(
    ("fallen", "clause", "winner"),
    [
        ("b", "core.mission.army-destroyed-wins", 0),
        ("a", "core.mission.army-destroyed-wins", 1),
        ("ab", "core.mission.victor", -1),
    ],
)
def test_an_army_destroyed_loses_at_once_and_two_are_judged_by_their_points(
    fallen: str, clause: str, winner: int
) -> None:
    table = at("blue Man a 4,4\nred Man b 40,26")
    for key in fallen:
        table[key].fate, table[key].wounds = DESTROYED, 0
    table.do(look_for_the_end)
    assert (table.battle.phase, table.battle.reason_clause, table.battle.winner) == ("ended", clause, winner)


@proves("core.mission.battle-ends", "core.round.phases", "faction.harbinger-of-destruction")
def test_a_turn_goes_through_its_phases_to_the_other_players_and_after_the_last_round_the_battle_ends() -> None:
    """Harbingers strike when reinforcements have come, no sooner and no later; nobody else is in reach of anybody."""
    table = at("blue Man a 4,4 rules=harbinger-of-destruction\nred Man b 22,4 W=9", phase="command", round_=1)
    table.battle.first = 0
    rounds = table.battle.mission.rounds
    begin_turn(table.battle)
    seen: list[tuple[int, int, str]] = []
    while table.battle.phase != "ended":
        at_rest = (table.battle.round, table.battle.turn, table.battle.phase)
        seen.append(at_rest)
        hit = "harbinger 4 1 1" if at_rest[1:] == (0, "reinforcements") else ""
        table.do(end_phase, dice=hit)
    turn = ["command", "movement", "reinforcements", "psychic", "shooting", "charge", HEROICS, "fight", "morale"]
    assert seen == [(number, seat, phase) for number in range(1, rounds + 1) for seat in (0, 1) for phase in turn]
    assert table["b"].wounds == 9 - rounds
    assert table.battle.reason_clause == "core.mission.battle-ends"


@proves("core.mission.objective-markers")
def test_a_marker_lies_where_it_was_put() -> None:
    table = at("blue Man a 4,4\nred Man b 40,26", phase="markers", round_=0)
    table.battle.markers = ()
    table.battle.setter = 0
    table.battle.quick_markers = False
    table.do(place_marker, answers=([[12, 20]],))
    assert table.battle.markers == ((12, 20),)
    assert table.battle.setter == 1


@proves("core.mission.deployment-zone-choice")
def test_both_zones_may_be_chosen() -> None:
    table = at("blue Man a 4,15\nred Man b 40,25", phase="zones", round_=0)
    assert available(table.ask(choose_zones, dice="roll-off 5 / roll-off 2")) == ["zone-1", "zone-2"]
    table.do(choose_zones, answers=("zone-1",), dice="roll-off 5 / roll-off 2")
    assert table.battle.zones == (0, 1)


@proves("core.mission.deploy-alternately", "core.transport.start-embarked")
def test_a_transport_is_filled_to_the_last_place_when_it_is_set_up() -> None:
    boyz = "\n".join([f"blue orks/boyz p{number} 2,{2 * number + 1}" for number in range(14)])
    table = at(f"blue orks/trukk t 10,15\n{boyz}\nred Man b 40,25", phase="deployment", round_=0)
    for model in table.battle.models:
        model.fate = WAITING
    table.battle.setter = 0
    x1, y1, x2, y2 = table.battle.zone(0)
    spot = [[(x1 + x2) / 2, (y1 + y2) / 2]]
    aboard = tuple([f"p{number}" for number in range(12)])
    table.do(deploy_next, answers=("t", spot, *aboard))
    assert len(table.battle.passengers("t")) == 12
    assert [model.key for model in table.battle.models if model.fate == WAITING] == ["p12", "p13", "b"]


@proves("core.move.advance", "faction.full-throttle")
def test_who_burns_out_at_full_throttle_goes_nowhere() -> None:
    table = at("blue orks/stormboyz a 10,15 W=1\nblue Man c 4,4\nred Man b 40,25", phase="movement")
    begin_movement(table.battle)
    table.do(move_model, table["a"], answers=("advance",), dice="throttle 4")
    assert not table["a"].alive


@proves("core.move.each-unit-once", "core.shoot.select")
def test_who_has_moved_or_shot_is_listed_with_that_reason() -> None:
    table = at("blue Man a 10,15\nblue Man c 10,19\nred Man b 20,15", phase="movement")
    begin_movement(table.battle)
    table.do(next_to_move, answers=("a", "normal", [[11, 15]]))
    question = table.ask(next_to_move)
    assert available(question) == ["c", "end-phase"]
    assert why_not(question, "a") == "already moved [core.move.each-unit-once]"
    table.do(next_to_shoot, answers=("a", AIM), dice="hit 1")
    question = table.ask(next_to_shoot)
    assert available(question) == ["c", "end-phase"]
    assert why_not(question, "a") == "it has shot [core.shoot.select]"


@proves("core.shoot.target-must-be-visible-and-in-range")
def test_only_who_has_somebody_to_shoot_at_is_asked() -> None:
    table = at("blue Man a 10,15\nblue Man far 1,1\nred Man b 30,15")
    question = table.ask(next_to_shoot)
    assert available(question) == ["a", "end-phase"]
    assert "[core.shoot.target-must-be-visible-and-in-range]" in why_not(question, "far")


@proves("core.profile.dash", "core.shoot.select")
def test_who_has_no_gun_or_no_skill_cannot_shoot() -> None:
    table = at(
        "blue Man a 10,15\nblue Man c 10,19 BS=0\nred Man b 20,15", weapons={"a": ("blade: Melee, S User, AP 0, D 1",)}
    )
    for key in ("a", "c"):
        assert why_not_shoot(table.battle, table[key]) == ("it has no ranged weapon", "core.profile.dash")


@proves("core.overwatch.range-and-sight", "faction.sentinel-construct")
def test_a_sentinel_fires_the_profile_of_those_who_stood_still_and_others_may_choose() -> None:
    beam = 'beam high: 24" Heavy 1, S 8, AP 0, D 1, only_if_stationary | low: 24" Heavy 1, S 4, AP 0, D 1'
    table = at("blue Man a 4,15\nred Man b 10,15", weapons={"b": (beam,)})
    low, high = "beam/beam-low>a", "beam/beam-high>a"
    assert sorted(available(table.ask(fire_overwatch, table["b"], table["a"]))) == [
        high,
        low,
        "hold-fire",
    ]
    sentinel = table.ask(fire_overwatch, table["b"], table["a"], True)
    assert high in available(sentinel)
    assert low not in available(sentinel)


@proves("core.psychic.smite", "core.psychic.number-of-powers")
def test_powers_last_until_the_phase_they_say() -> None:
    table = at(
        "blue orks/weirdboy a 10,15 powers=fists-of-gork\nblue orks/warboss w 12,15\nred Man b 18,15", phase="psychic"
    )
    cast(table, "fists-of-gork", *(("w",) if table["a"].profile.is_("CHARACTER") else ()), dice="psychic 6 4")
    [effect] = table.battle.effects
    assert effect.until == "psychic"


@proves("core.round.phases")
def test_the_fight_phase_begins_with_nobodys_turn_and_every_phase_with_its_first_step() -> None:
    table = at("blue Man a 4,4\nred Man b 40,26", phase=HEROICS)
    table.battle.fight_turns, table.battle.counter, table.battle.step = (0, 1, 0), 1, 1
    begin_phase(table.battle, "morale")
    assert (table.battle.fight_turns, table.battle.counter, table.battle.step) == ((0, 1, 0), 1, 0)
    table.battle.step = 1
    begin_phase(table.battle, "fight")
    assert (table.battle.fight_turns, table.battle.counter, table.battle.step) == ((-1, -1, -1), -1, 0)


@proves("core.round.two-turns")
def test_whom_a_model_charged_is_forgotten_with_the_turn() -> None:
    table = at("blue Man a 4,15 did=charged\nred Man b 40,25")
    table["a"].charge_targets = ("b",)
    begin_turn(table.battle)
    assert table["a"].charge_targets == ()
    assert not table["a"].did(CHARGED)


@proves("core.shoot.number-of-attacks", "core.stratagem.command-re-roll")
def test_a_random_number_of_attacks_may_be_rolled_again() -> None:
    table = duel('gun: 24" Heavy D6, S 4, AP 0, D 1', target="W=9", cp=(1, 0))
    question = table.ask(shoot, "a", answers=(AIM,), dice="attacks 2")
    assert question.clause == "core.stratagem.command-re-roll"
    table.do(shoot, "a", answers=(AIM, "re-roll"), dice="attacks 2 / re-roll 3 / hit 1 1 1")


@proves("core.shoot.resolve-target-by-target")
def test_the_order_declared_may_stand() -> None:
    guns = {"a": ('gun: 24" Assault 1, S 4, AP 0, D 1', 'rifle: 24" Assault 1, S 4, AP 0, D 1')}
    for answer, order in (("as-listed", ["gun", "rifle"]), ("rifle", ["rifle", "gun"])):
        table = at("blue Man a 4,15\nred Man b 10,15 W=9", weapons=guns)
        table.do(shoot, "a", answers=(AIM, "rifle/rifle>b", answer), dice="hit 1 / hit 1")
        assert [event.values["weapon"] for event in table.events("hits")] == order


@proves("core.stratagem.counter-offensive")
def test_nobody_is_asked_for_a_counter_that_nobody_could_make() -> None:
    table = fighting(
        "blue Man a 10,4 did=charged\nblue Man b 10,8 did=charged\nred Man c 11,4 did=last\nred Man d 11,8 did=last",
        cp=(0, 4),
    )
    for key in ("a", "b"):
        table[key].charge_targets = ("c", "d")
    table.battle.stratagems_used = ((), ("command-re-roll",))
    table.do(next_to_fight, answers=("a",), dice="hit 1")
    table.do(next_to_fight, dice="hit 1")
    assert [event.values["who"] for event in table.events("hits")] == ["a", "b"]


@proves("core.stratagem.cut-them-down")
@pytest.mark.parametrize(("points", "asked"), [(0, False), (1, True)])
def test_cutting_down_is_offered_to_who_can_pay(points: int, asked: bool) -> None:
    table = at("blue Man a 10,15\nred Man b 11.5,15", phase="movement", cp=(0, points))
    begin_movement(table.battle)
    answers: tuple[Any, ...] = ("fall-back", "no", [[6, 15]]) if asked else ("fall-back", [[6, 15]])
    table.do(move_model, table["a"], answers=answers)
    assert table["a"].base.x == 6


@proves("faction.avalanche-of-muscle")
def test_the_avalanche_rolls_once_in_a_turn() -> None:
    table = fighting("blue astra-militarum/bullgryns a 10,15 did=charged\nred Man b 11.5,15 W=9")
    rule = AvalancheOfMuscle()
    assert rule.more_attacks(table.battle, table["a"]) == 1
    table["a"].flags |= FOUGHT
    assert rule.more_attacks(table.battle, table["a"]) == 0
    table["a"].flags = 0
    assert rule.more_attacks(table.battle, table["a"]) == 0


@proves("faction.cowardly")
@pytest.mark.parametrize(("x", "modifier"), [(16.9, 0), (17.2, -1)])
def test_a_runtherd_steadies_only_those_within_six_inches(x: float, modifier: int) -> None:
    table = at(f"blue Man g 10,15 rules=cowardly\nblue Man r {x},15 kw=RUNTHERD\nred Man b 40,25")
    assert Cowardly().attrition_modifier(table.battle, table["g"]) == modifier


@proves("faction.shoot-sharp-and-scarper")
@pytest.mark.parametrize(("enemy", "moved"), [("20,15", "normal"), ("11.5,15", "fell-back")])
def test_a_scarper_counts_as_the_move_it_is(enemy: str, moved: str) -> None:
    table = at(f"blue Man a 10,15 rules=shoot-sharp-and-scarper\nred Man b {enemy}")
    table.do(move_after_shooting, table["a"], answers=("yes", [[6, 15]]))
    assert table["a"].moved == MOVED[moved]


@proves("faction.voice-of-command")
def test_an_order_is_counted_and_reaches_each_who_hears_it_once() -> None:
    table = at(
        "blue astra-militarum/company-commander o 4,15\nblue Man a 6,15\nblue Man c 8,15\nblue Man far 30,15\nred Man b 40,25"
    )
    orders = table["o"].profile.ability("voice-of-command").number
    table.do(next_order, answers=("o/take-aim>a",))
    assert table["o"].orders_given == 1
    assert sorted([effect.about for effect in table.battle.effects]) == ["a", "c"]
    assert table.heard("order", n=2)
    assert orders >= 1


# -- more limits --------------------------------------------------------------------------------------------------------------


@proves("core.ability.explodes")
@pytest.mark.parametrize(("face", "hurt"), [(5, 0), (6, 1)])
def test_an_explosion_hurts_those_who_stand_near_and_are_there(face: int, hurt: int) -> None:
    """A Trukk bursts on its number; who is in reserve or already gone is not near anything."""
    table = at("blue orks/trukk t 10,15\nblue Man a 13,15 W=9\nblue Man gone 10,18.5 W=9\nred Man far 40,15")
    explosion = table["t"].profile.explosion
    assert explosion is not None
    table["gone"].fate = RESERVE
    rolled = explosion.roll - 1 + (1 if hurt else 0)
    more = " / mortal 3" if hurt and explosion.mortal_wounds.dice else ""
    table.do(destroy, "t", dice=f"explodes {rolled}{more}")
    assert (table["a"].wounds < 9) is bool(hurt)
    assert table["gone"].wounds == 9
    [told] = [event for event in table.battle.events if event.key in ("explodes", "burns-out")]
    assert told.dice is not None
    assert told.dice.marks == (("hit" if hurt else "miss"),)
    assert face


@proves("core.attack.inflict-damage")
def test_a_melta_does_its_other_damage_within_half_range_and_saves_cost_nothing() -> None:
    gun = 'gun: 12" Assault 1, S 8, AP 0, D 1, damage_at_half_range=D3+1'
    for x, left, more in ((9, 6, " / damage 3"), (12, 8, "")):
        table = at(f"blue Man a 4,15\nred Man b {x},15 W=9 Sv=6", weapons={"a": (gun,)})
        table.do(shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 1" + more)
        assert table["b"].wounds == left
    saved = at("blue Man a 4,15\nred Man b 9,15 W=9 Sv=6", weapons={"a": (gun,)})
    saved.do(shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 6")
    assert saved["b"].wounds == 9
    assert not saved.events("loses")


@proves("core.attack.invulnerable-save", "core.attack.saving-throw")
def test_a_saving_throw_is_rolled_by_the_rule_of_the_save_that_is_used() -> None:
    armour = rolls(duel(target="Sv=3 W=9"), shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 3")
    assert armour[-1] == ("save", "core.attack.saving-throw")
    field = rolls(duel(target="Sv=6 inv=4 W=9"), shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 4")
    assert field[-1] == ("save", "core.attack.invulnerable-save")


@proves("core.fight.lost-attacks", "core.shoot.lost-attacks")
def test_lost_blows_and_lost_shots_are_told_by_their_own_rules() -> None:
    blades = {"a": ("axe: Melee, S User, AP 0, D 1", "pick: Melee, S User, AP 0, D 1")}
    blows = fighting("blue Man a 10,15 A=2\nred Man b 11,15 Sv=7\nred Man c 30,15", weapons=blades)
    blows.do(fight, blows["a"], answers=({"axe>b": 1, "pick>b": 1}, "as-listed", "no"), dice="hit 6 / wound 6")
    assert [event.clause for event in blows.events("attacks-lost")] == ["core.fight.lost-attacks"]
    guns = {"a": ('gun: 24" Assault 1, S 4, AP 0, D 1', 'rifle: 24" Assault 1, S 4, AP 0, D 1')}
    shots = at("blue Man a 4,15\nred Man b 10,15 Sv=7\nred Man c 40,25", weapons=guns)
    shots.do(shoot, "a", answers=(AIM, "rifle/rifle>b", "as-listed"), dice="hit 6 / wound 6")
    assert [event.clause for event in shots.events("attacks-lost")] == ["core.shoot.lost-attacks"]


@proves("core.fight.number-of-attacks")
def test_abilities_add_attacks_to_the_characteristic() -> None:
    table = fighting("blue Man a 10,15 A=2 rules=shock-assault did=charged\nred Man b 11,15 W=9")
    table["a"].charge_targets = ("b",)
    table.do(fight, table["a"], dice="hit 1 1 1")
    assert table.heard("hits", of=3)


@proves("core.mission.battle-ends", "core.psychic.same-power-once")
def test_a_new_round_lets_every_power_be_tried_again_and_the_second_turn_of_a_round_does_not() -> None:
    table = at("blue Man a 4,4\nred Man b 40,26", phase="morale", round_=1)
    table.battle.first = 0
    table.battle.powers_attempted = (("eadbanger",), ("da-jump",))
    table.do(end_phase)
    assert table.battle.powers_attempted == (("eadbanger",), ("da-jump",))
    table.battle.phase = "morale"
    table.do(end_phase)
    assert (table.battle.round, table.battle.powers_attempted) == (2, ((), ()))


@proves("core.mission.objective-markers")
def test_markers_may_lie_where_the_map_has_them() -> None:
    table = at("blue Man a 4,4\nred Man b 40,26", phase="markers", round_=0)
    table.battle.markers = ()
    table.battle.quick_markers = True
    table.do(place_marker)
    assert table.battle.markers == table.battle.field.map.size.markers
    assert table.battle.phase == "zones"


@proves("core.move.advance-restrictions")
def test_dakka_weapons_shoot_after_an_advance_like_assault_weapons() -> None:
    for kind, able in (("Dakka 3/2", True), ("Assault 2", True), ("Heavy 2", False), ("Rapid Fire 1", False)):
        table = at(
            "blue Man a 4,15 moved=advanced\nred Man b 10,15", weapons={"a": (f'gun: 24" {kind}, S 4, AP 0, D 1',)}
        )
        assert (AIM in available(table.ask(shoot, "a"))) is able, kind


@proves("core.move.fall-back-restrictions", "core.charge.eligible")
def test_who_broke_out_does_not_charge() -> None:
    table = charging("blue Man a 4,15 did=broke-out\nblue Man c 4,19\nred Man b 10,15")
    assert why_not_charge(table.battle, table["a"])[1] == "core.move.fall-back-restrictions"
    assert why_not_charge(table.battle, table["c"]) == ("", "")


@proves("core.psychic.number-of-powers", "core.psychic.perils-death")
def test_a_psyker_that_perils_destroy_tries_no_second_power() -> None:
    table = at(
        "blue space-marines/librarian a 10,15 W=1 powers=withering-gaze,hallowed-fury\nblue Man c 30,25\nred Man b 20,15",
        phase="psychic",
    )
    assert table.do(next_to_manifest, answers=("a", "smite"), dice="psychic 1 1 / perils 6") is True
    assert not table["a"].alive


@proves("core.psychic.select")
def test_who_is_no_psyker_is_told_so() -> None:
    table = at("blue Man a 10,15\nblue orks/weirdboy w 14,15\nred Man b 20,15", phase="psychic")
    assert why_not_manifest(table.battle, table["a"]) == ("not a PSYKER", "core.psychic.select")


@proves("core.psychic.smite", "faction.fists-of-gork")
@pytest.mark.parametrize(("dice", "amount"), [("psychic 6 4", 2), ("psychic 6 5", 3)])
def test_fists_of_gork_add_three_with_a_strong_test(dice: str, amount: int) -> None:
    table = at(
        "blue orks/weirdboy a 10,15 powers=fists-of-gork\nblue orks/warboss w 12,15\nred Man b 18,15", phase="psychic"
    )
    cast(table, "fists-of-gork", "w", dice=dice)
    assert [(effect.about, effect.amount) for effect in table.battle.effects] == [("w", amount)]


@proves("core.reinforcements.arrive", "core.reinforcements.not-in-round-one")
def test_nobody_is_asked_for_reinforcements_in_the_first_round_or_without_any() -> None:
    first = at("blue Man a reserve\nblue Man c 4,4\nred Man b 40,25", phase="reinforcements", round_=1)
    assert first.do(next_to_arrive) is False
    none = at("blue Man c 4,4\nred Man b 40,25", phase="reinforcements", round_=3)
    assert none.do(next_to_arrive) is False
    second = at("blue Man a reserve\nblue Man c 4,4\nred Man b 40,25", phase="reinforcements", round_=2)
    assert second.do(next_to_arrive, answers=("a", [[10, 10]])) is True
    assert second["a"].fate == ON_TABLE


@proves("core.round.phases", "core.psychic.deny-once")
def test_a_psychic_phase_counts_powers_and_denials_anew() -> None:
    table = at("blue orks/weirdboy a 10,15\nred orks/weirdboy b 20,15")
    table["a"].powers_tried, table["b"].denies_tried, table.battle.smites = 1, 1, (2, 1)
    begin_phase(table.battle, "psychic")
    assert (table["a"].powers_tried, table["b"].denies_tried, table.battle.smites) == (0, 0, (0, 0))


@proves("core.shoot.target-must-be-visible-and-in-range", "faction.smoke-launchers")
def test_who_can_lay_smoke_may_be_chosen_without_a_target_and_who_fell_back_may_not() -> None:
    table = at("blue Man a 1,1 rules=smoke-launchers\nblue Man c 1,4\nred Man b 40,25")
    assert available(table.ask(next_to_shoot)) == ["a", "end-phase"]
    fell = at("blue Man a 1,1 rules=smoke-launchers moved=fell-back\nblue Man c 20,15\nred Man b 40,15")
    assert available(fell.ask(next_to_shoot)) == ["c", "end-phase"]


@proves("core.stratagem.counter-offensive")
def test_there_is_nothing_to_counter_when_no_enemy_is_left_to_fight() -> None:
    table = fighting("blue Man a 10,4 did=charged\nred Man c 11,4\nred Man d 10,5", cp=(0, 4))
    table["a"].charge_targets = ("c", "d")
    table.battle.stratagems_used = ((), ("command-re-roll",))
    table.do(next_to_fight, answers=({"blade>c": 1, "blade>d": 0},), dice="hit 1")
    question = table.ask(next_to_fight)
    assert question.clause == "core.fight.alternate"


@proves("core.terrain.heavy-cover", "core.terrain.light-cover")
def test_cover_from_shots_and_from_blows_is_told_by_its_own_rule() -> None:
    for rule, ranged in (("core.terrain.light-cover", True), ("core.terrain.heavy-cover", False)):
        table = at("blue Man a 4,15\nred Man b 10,15 W=9")
        profile = table["a"].profile.ranged[0].ranged[0] if ranged else table["a"].profile.melee[0].melee[0]
        group = AttackGroup(table["a"], "gun", profile, "b", 1)
        group.covered = True
        assert [modifier.clause for modifier in save_needed(table.battle, table["b"], group)[1]] == [rule]


@proves("core.transport.embark", "core.transport.embark-limits")
def test_who_got_out_in_this_phase_is_not_asked_to_get_in_again() -> None:
    for did, asked in (("", True), ("did=disembarked", False)):
        table = at(f"blue orks/trukk t 10,15\nblue orks/boyz a 14,15 {did}\nred Man e 40,15", phase="movement")
        table.do(offer_to_embark, table["a"], answers=("stay",) if asked else ())
        assert table["a"].fate == ON_TABLE


@proves("core.unit.destroyed", "weapon.mortal-wound-to-bearer")
def test_a_bearer_with_one_wound_left_dies_of_its_own_weapon() -> None:
    table = duel('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wound_to_bearer_on_one', shooter="W=1")
    table.do(shoot, "a", answers=(AIM,), dice="hit 1")
    assert not table["a"].alive
    healthy = duel('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wound_to_bearer_on_one', shooter="W=2")
    healthy.do(shoot, "a", answers=(AIM,), dice="hit 1")
    assert (healthy["a"].alive, healthy["a"].wounds) == (True, 1)


@proves("faction.ere-we-go")
def test_a_charge_that_may_be_rolled_again_is_decided_with_its_dice_in_sight() -> None:
    table = charging("blue orks/boyz a 4,15\nred Man b 10,15")
    question = table.ask(charge, table["a"], answers=("b",), dice="charge 1 2")
    assert question.clause == "faction.ere-we-go"
    assert question.dice is not None
    assert question.dice.faces == (1, 2)


@proves("faction.psychic-barrier")
def test_the_barrier_is_told_with_an_invulnerable_save_only_where_there_is_one() -> None:
    for warded, told in ((False, []), (True, ["faction.psychic-barrier"])):
        table = duel(target="Sv=7 inv=5 W=9")
        if warded:
            table.battle.effects = (Effect("psychic-barrier", "b", 1, "psychic"),)
        group = AttackGroup(table["a"], "gun", table["a"].profile.ranged[0].ranged[0], "b", 1)
        needed, modifiers, invulnerable = save_needed(table.battle, table["b"], group)
        assert invulnerable
        assert needed == (4 if warded else 5)
        assert [modifier.clause for modifier in modifiers] == told


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


@proves("faction.warboss")
@pytest.mark.parametrize(("keywords", "helped"), [("CORE", True), ("CHARACTER", True), ("VEHICLE", False)])
def test_a_warboss_helps_core_and_characters_alone(keywords: str, helped: bool) -> None:
    table = fighting(
        f"blue orks/warboss w 10,18\nblue Man a 10,15 kw={keywords}\nred Man b 11,15 W=9", factions=("orks", "nobody")
    )
    blow = table["a"].profile.melee[0].melee[0]
    told = [modifier.clause for modifier in hit_modifiers(table.battle, table["a"], table["b"], blow)]
    assert ("faction.warboss" in told) is helped


# -- the rest of what was left open ---------------------------------------------------------------------------------------------


@proves("core.attack.mortal-wounds")
def test_who_is_not_on_the_battlefield_suffers_no_mortal_wounds() -> None:
    table = duel(target="W=3")
    table["b"].fate = RESERVE
    table.do(suffer_mortal_wounds, "b", 2, "core.attack.mortal-wounds")
    assert table["b"].wounds == 3
    assert not table.events("mortal")


@proves("core.charge.each-unit-once", "core.charge.failure")
def test_a_charge_is_declared_once_and_fails_when_nobody_is_left_to_reach() -> None:
    table = charging("blue Man a 4,15\nblue Man c 4,19\nred Man b 10,15\nred Man d 12,19")
    table["b"].fate = DESTROYED
    assert table.do(charge_distance, table["a"], ("b",), dice="charge 6 6") is None
    assert table.battle.events[-1].clause == "core.charge.failure"
    table.do(next_to_charge, answers=("c", "d"), dice="charge 1 1")
    assert why_not_charge(table.battle, table["c"]) == ("it has declared its charge", "core.charge.each-unit-once")


@proves("core.mission.deployment-zone-choice")
@pytest.mark.parametrize(
    ("dice", "zone", "zones"),
    [
        ("roll-off 5 / roll-off 2", "zone-1", (0, 1)),
        ("roll-off 5 / roll-off 2", "zone-2", (1, 0)),
        ("roll-off 2 / roll-off 5", "zone-1", (1, 0)),
        ("roll-off 2 / roll-off 5", "zone-2", (0, 1)),
    ],
)
def test_the_other_zone_is_the_other_players(dice: str, zone: str, zones: tuple[int, int]) -> None:
    table = at("blue Man a 4,15\nred Man b 40,25", phase="zones", round_=0)
    table.do(choose_zones, answers=(zone,), dice=dice)
    assert table.battle.zones == zones


@proves("core.move.advance-restrictions")
@pytest.mark.parametrize("kind", ["Heavy 2", "Rapid Fire 1", "Assault 2"])
def test_who_did_not_advance_shoots_any_weapon(kind: str) -> None:
    table = at("blue Man a 4,15\nred Man b 10,15", weapons={"a": (f'gun: 24" {kind}, S 4, AP 0, D 1',)})
    assert AIM in available(table.ask(shoot, "a"))


@proves("core.psychic.number-of-powers")
def test_the_power_that_is_chosen_is_the_one_attempted() -> None:
    table = at("blue orks/weirdboy a 10,15 powers=eadbanger\nred Man b 14,15 W=9", phase="psychic")
    table.do(next_to_manifest, answers=("a", "eadbanger"), dice="psychic 1 2")
    assert table.battle.powers_attempted[0] == ("eadbanger",)
    smite = at("blue orks/weirdboy a 10,15 powers=eadbanger\nred Man b 14,15 W=9", phase="psychic")
    smite.do(next_to_manifest, answers=("a", "smite"), dice="psychic 1 2")
    assert smite.battle.powers_attempted[0] == ("smite a",)


@proves("core.shoot.select")
def test_a_player_may_end_the_shooting_phase() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15")
    assert table.do(next_to_shoot, answers=("end-phase",)) is False
    assert not table.events("hits")


@proves("core.stratagem.command-re-roll", "core.dice.reroll-once")
def test_a_die_that_an_order_rolled_again_is_not_among_those_for_a_point() -> None:
    table = duel('gun: 24" Assault 2, S 4, AP 0, D 1', cp=(1, 0), target="W=9")
    table.battle.effects = (Effect("take-aim", "a", 0, "charge"),)
    question = table.ask(shoot, "a", answers=(AIM,), dice="hit 1 2 / hit-again 2")
    assert [option.dice for option in question.options if option.key.startswith("re-roll")] == [(1,)]  # type: ignore[attr-defined]


@proves("core.stratagem.desperate-breakout")
def test_who_broke_out_does_not_fight() -> None:
    table = fighting(
        "blue Man a 10,4\nblue Man b 10,8\nblue Man c 10,12 did=broke-out\nred Man d 11,4\nred Man e 11,8\nred Man f 11,12",
        turn=1,
    )
    question = table.ask(next_to_fight)
    assert available(question) == ["a", "b"]
    assert why_not(question, "c").endswith("[core.stratagem.desperate-breakout]")


@proves("core.stratagem.insane-bravery", "vanguard.morale.normal-test")
@pytest.mark.parametrize(("leadership", "asked"), [(7, False), (6, True)])
def test_bravery_is_not_asked_for_where_no_die_could_fail(leadership: int, asked: bool) -> None:
    """One model lost of many: a 6 makes 7."""
    table = at(
        f"blue Man a 4,15 Ld={leadership}\nblue Man c 4,19 Ld={leadership}\nred Man b 40,15",
        phase="morale",
        cp=(2, 0),
        starting=(3, 1),
    )
    table.battle.destroyed_this_turn = (1, 0)
    table.do(morale_of, 0, answers=("no",) if asked else (), dice="morale 1")
    assert len(table.events("morale-passed")) == 1


@proves("core.transport.disembark")
def test_who_gets_out_has_not_moved_yet_but_counts_as_having_moved() -> None:
    table = at("blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t moved=stationary\nred Man e 40,15", phase="movement")
    begin_movement(table.battle)
    table.do(next_to_move, answers=("a", [[13, 15]]))
    assert table["a"].moved == 0
    assert table["a"].has_moved


@proves("faction.diminutive")
def test_only_the_small_hide_better_in_cover_and_only_from_shots() -> None:
    table = at("blue Man a 4,15\nred orks/gretchin g 10,15\nred Man b 10,19")
    gun, blade = table["a"].profile.ranged[0].ranged[0], table["a"].profile.melee[0].melee[0]
    for key, profile, told in (("g", gun, True), ("b", gun, False), ("g", blade, False)):
        group = AttackGroup(table["a"], "gun", profile, key, 1)
        group.covered = True
        clauses = [modifier.clause for modifier in save_needed(table.battle, table[key], group)[1]]
        assert ("faction.diminutive" in clauses) is told


@proves("faction.living-metal", "core.command.battle-forged-cp")
def test_the_command_phase_begins_with_a_point_and_living_metal() -> None:
    table = at("blue necrons/overlord a 10,15 wounds=1\nred Man b 40,25", phase="command", cp=(2, 2))
    begin_command_phase(table.battle)
    assert table.battle.command_points == (3, 2)
    assert table["a"].wounds == 2


@proves("faction.reanimation-place")
def test_who_stands_up_is_no_longer_among_the_fallen_and_the_others_are() -> None:
    table = at("blue necrons/warriors a 10,15\nblue necrons/warriors c 14,15\nred Man b 40,25")
    for key in ("a", "c"):
        table.do(destroy, key, True)
    assert table.battle.to_return == ("a", "c")
    stand_up(table.battle, table["a"])
    assert table.battle.to_return == ("c",)
    assert table["a"].base.centre == (10, 15)


@proves("vanguard.blast.shooter-counts-as-friend", "core.transport.open-topped")
@pytest.mark.parametrize(("beyond", "able"), [(-0.05, False), (0.05, True)])
def test_a_passenger_does_not_blast_whoever_is_too_near_its_transport(beyond: float, able: bool) -> None:
    table = at(
        "blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nred Man b 30,15",
        weapons={"a": ('gun: 24" Assault D6, S 8, AP 0, D 1, blast',)},
    )
    reach = table["a"].profile.ranged[0].ranged[0].blast_range
    apart = table["t"].base.radius + table["b"].base.radius + reach + beyond
    table["b"].base = table["b"].base.at(round(10 + apart, 3), 15)
    question = table.ask(shoot, "a")
    assert (AIM in available(question)) is able
    if not able:
        assert why_not(question, AIM).endswith("[vanguard.blast.shooter-counts-as-friend]")


@proves("core.mission.sequence")
def test_without_a_word_on_markers_the_usual_way_is_taken() -> None:
    good = rulebook.default_setup()
    battle: Any = rulebook.new(Setup(good.scenario, good.battlefield, good.armies, {}))
    assert battle.quick_markers is (MARKER_WAYS[0] == "fixed")


@proves("core.move.fly-end", "core.move.normal")
def test_a_flyer_may_move_less_than_its_own_base() -> None:
    table = at("blue Man a 10,15 kw=FLY\nred Man b 40,15", phase="movement")
    begin_movement(table.battle)
    table.do(move_model, table["a"], answers=("normal", [[10.3, 15]]))
    assert table["a"].base.x == 10.3


@proves("core.charge.declare-targets")
def test_a_second_target_is_asked_for_only_where_one_model_could_reach_both() -> None:
    apart = charging("blue Man a 10,15\nred Man b 16,15\nred Man c 4,15")
    apart.do(charge, apart["a"], answers=("b",), dice="charge 1 1")
    assert apart["a"].charge_targets == ("b",)
    close = charging("blue Man a 10,15\nred Man b 16,15\nred Man c 16,17")
    assert "c" in available(close.ask(charge, close["a"], answers=("b",)))


@proves("core.mission.slay-the-warlord")
@pytest.mark.parametrize(("slain", "points"), [("", (0, 0)), ("b", (1, 0)), ("a", (0, 1))])
def test_a_warlord_that_lives_is_worth_nothing(slain: str, points: tuple[int, int]) -> None:
    table = at("blue Man a 4,4 +warlord\nblue Man c 4,8\nred Man b 40,26 +warlord\nred Man d 40,22")
    if slain:
        table[slain].fate, table[slain].wounds = DESTROYED, 0
    table.battle.reason, table.battle.reason_clause = "over", "core.mission.battle-ends"
    table.do(end_battle)
    assert table.battle.points == points


@proves("core.psychic.test", "core.psychic.deny")
def test_a_power_that_is_denied_does_nothing() -> None:
    table = at("blue orks/weirdboy a 10,15\nred orks/weirdboy d 20,15\nred Man b 14,15 W=9", phase="psychic")
    cast(table, "smite", "d", dice="psychic 3 3 / deny 6 3")
    assert table["b"].wounds == 9
    assert not table.events("manifests")


@proves("core.shoot.number-of-attacks")
def test_only_a_random_number_of_attacks_is_told() -> None:
    fixed = duel('gun: 24" Assault 2, S 4, AP 0, D 1')
    fixed.do(shoot, "a", answers=(AIM,), dice="hit 1 1")
    assert not fixed.events("attacks")
    rolled = duel('gun: 24" Assault D6, S 4, AP 0, D 1')
    rolled.do(shoot, "a", answers=(AIM,), dice="attacks 2 / hit 1 1")
    assert rolled.heard("attacks", n=2)


@proves("core.shoot.select")
def test_the_phase_goes_on_while_somebody_shoots() -> None:
    table = at("blue Man a 4,15\nblue Man c 4,19\nred Man b 10,15")
    assert table.do(next_to_shoot, answers=("a", AIM), dice="hit 1") is True
    assert available(table.ask(next_to_shoot)) == ["c", "end-phase"]


@proves("core.stratagem.command-re-roll")
def test_dice_that_come_to_the_same_are_one_choice() -> None:
    table = duel('gun: 24" Assault 3, S 4, AP 0, D 1', cp=(1, 0), target="W=9")
    question = table.ask(shoot, "a", answers=(AIM,), dice="hit 2 2 1")
    assert len(available(question)) == 2


@proves("faction.shock-assault", "faction.psychic-hood")
def test_an_ability_whose_moment_has_not_come_adds_nothing_and_takes_nothing() -> None:
    table = fighting("blue Man a 10,15 A=2 rules=shock-assault\nred Man b 11,15 W=9")
    table.do(fight, table["a"], dice="hit 1 1")
    assert table.heard("hits", of=2)
    far = at("blue space-marines/librarian a 10,15\nred orks/weirdboy b 30,15", phase="psychic")
    near = at("blue space-marines/librarian a 10,15\nred orks/weirdboy b 18,15", phase="psychic")
    assert [PsychicHood().deny_bonus(it.battle, it["a"], it["b"]) for it in (far, near)] == [0, 1]


@proves("faction.voice-of-command")
def test_who_has_an_order_hears_no_second_one() -> None:
    table = at("blue astra-militarum/company-commander o 4,15\nblue Man a 6,15\nblue Man c 8,15\nred Man b 40,25")
    table["c"].flags |= ORDERED
    table.do(next_order, answers=("o/take-aim>a",))
    assert [effect.about for effect in table.battle.effects] == ["a"]


@proves("core.mission.battle-ends")
def test_the_end_of_the_last_round_is_the_reason_told() -> None:
    table = at("blue Man a 4,4\nred Man b 40,26", phase="morale", round_=1)
    table.battle.first, table.battle.turn, table.battle.round = 0, 1, table.battle.mission.rounds
    table.do(end_phase)
    assert table.battle.phase == "ended"
    assert "rounds are over" in table.battle.reason
