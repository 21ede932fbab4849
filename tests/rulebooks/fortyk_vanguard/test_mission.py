"""The battle: set-up, Command phases, objective markers, rounds and turns, the end and who wins."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.questions import Choose
from vanguard.rulebooks.fortyk_vanguard.command_phase import begin_command_phase, end_effects, next_command
from vanguard.rulebooks.fortyk_vanguard.dice import roll_off
from vanguard.rulebooks.fortyk_vanguard.objectives import capture_and_control, controlled
from vanguard.rulebooks.fortyk_vanguard.rounds import ORDER, begin_turn, end_battle, end_phase, look_for_the_end
from vanguard.rulebooks.fortyk_vanguard.setup import choose_zones, deploy_next, determine_first_turn, place_marker
from vanguard.rulebooks.fortyk_vanguard.state import (
    EMBARKED,
    ENDED,
    ON_TABLE,
    RESERVE,
    SHOT,
    WAITING,
    Effect,
)
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import next_order


def waiting(drawn: str, phase: str, size: str = "large") -> Table:
    """A battle before it begins: nobody deployed, no markers."""
    table = at(drawn, phase=phase, round_=0, size=size)
    for model in table.battle.models:
        model.fate = WAITING
    table.battle.markers = ()
    table.battle.setter = -1
    return table


# -- set-up -------------------------------------------------------------------------------------------------------------------------


@proves("core.dice.roll-off")
def test_a_roll_off_is_rolled_again_until_somebody_is_higher() -> None:
    table = at("blue Man a 5,5\nred Man b 30,5", cp=(3, 3))
    assert (
        table.do(
            roll_off, "who begins", "core.mission.first-turn", dice="roll-off 3 / roll-off 3 / roll-off 2 / roll-off 5"
        )
        == 1
    )


@proves("core.mission.objective-markers", "core.mission.sequence")
def test_players_alternate_placing_four_markers_away_from_edges_and_each_other() -> None:
    table = waiting("blue Man a 5,5\nred Man b 30,5", "markers")
    first = table.ask(place_marker, dice="roll-off 2 / roll-off 4")
    assert first.player == 1
    assert "core.mission.objective-markers" in refusal(first, [[6.7, 15]])  # its disc would lie 5.9" from the edge
    table.do(place_marker, answers=([[6.8, 15]],), dice="roll-off 2 / roll-off 4")
    second = table.ask(place_marker)
    assert second.player == 0
    assert "core.mission.objective-markers" in refusal(second, [[17.3, 15]])  # 8.9" between the discs
    table.do(place_marker, answers=([[17.4, 15]],))
    table.do(place_marker, answers=([[28, 15]],))
    table.do(place_marker, answers=([[37, 9]],))
    assert len(table.battle.markers) == 4
    assert table.battle.phase == "zones"


@proves("core.mission.objective-markers", "core.concept.within")
def test_a_marker_at_exactly_the_distance_is_within_it_and_refused() -> None:
    table = waiting("blue Man a 5,5\nred Man b 30,5", "markers")
    first = table.ask(place_marker, dice="roll-off 2 / roll-off 4")
    disc = 20 / 25.4
    assert 'it would lie 6" from a table edge, more than 6" is needed' in refusal(first, [[6 + disc, 15]])
    table.do(place_marker, answers=([[6 + disc + 0.01, 15]],), dice="roll-off 2 / roll-off 4")
    x = table.battle.markers[0][0]
    second = table.ask(place_marker)
    assert 'it would lie 9" from marker 1, more than 9" is needed' in refusal(second, [[x + 2 * disc + 9, 15]])
    assert 'it would lie 0" from marker 1' in refusal(second, [[x + disc, 15]])  # they overlap
    assert second.read([[x + 2 * disc + 9.01, 15]])


@proves("core.mission.objective-markers")
def test_on_the_small_table_distances_are_between_centres() -> None:
    table = waiting("blue Man a 5,5\nred Man b 15,5", "markers", size="small")
    table.do(place_marker, answers=([[4, 4]],), dice="roll-off 6 / roll-off 1")
    question = table.ask(place_marker)
    assert refusal(question, [[11.9, 4]])
    assert question.read([[12, 4]])


@proves("core.mission.deployment-zone-choice", "core.mission.deploy-alternately")
def test_the_winner_chooses_a_zone_and_the_other_player_deploys_first() -> None:
    table = waiting("blue Man a 5,5\nred Man b 30,5", "zones")
    table.do(choose_zones, answers=("zone-2",), dice="roll-off 5 / roll-off 2")
    assert table.battle.zones == (1, 0)
    question = table.ask(deploy_next)
    assert question.player == 1


@proves("vanguard.muster.deploy-one-model-at-a-time", "core.mission.deploy-alternately")
def test_models_are_deployed_one_by_one_wholly_within_the_zone() -> None:
    table = waiting("blue Man a 5,5\nblue Man c 7,5\nblue Man d 9,5\nred Man b 30,5 W=2", "deployment")
    table.battle.setter = 0
    question = table.ask(deploy_next, answers=("a",))
    assert "core.mission.deploy-alternately" in refusal(question, [[9.6, 15]])
    table.do(deploy_next, answers=("a", [[9.5, 15]]))
    assert table["a"].fate == ON_TABLE
    table.do(deploy_next, answers=("b", [[40, 15]]))
    table.do(deploy_next, answers=("c", [[5, 15]]))
    assert table.ask(deploy_next).player == 0  # the other player has nobody left


@proves("core.reinforcements.declare", "faction.deep-strike")
def test_who_can_may_be_put_in_reserve_instead_of_being_deployed() -> None:
    table = waiting("blue space-marines/terminators a 5,5\nred Man b 30,5", "deployment")
    table.battle.setter = 0
    table.do(deploy_next, answers=("a/reserve",))
    assert table["a"].fate == RESERVE
    plain = waiting("blue Man a 5,5\nred Man b 30,5", "deployment")
    plain.battle.setter = 0
    question = plain.ask(deploy_next)
    assert not isinstance(question, Choose) or "a/reserve" not in available(question)


@proves("core.transport.start-embarked")
def test_passengers_begin_aboard_when_their_transport_is_set_up() -> None:
    table = waiting(
        "blue orks/trukk t 5,5\nblue orks/boyz a 9,5\nblue orks/gretchin g 11,5\nred Man b 30,5", "deployment"
    )
    table.battle.setter = 0
    table.do(deploy_next, answers=("t", [[5, 15]], "a", "done"))
    assert (table["a"].fate, table["g"].fate) == (EMBARKED, WAITING)


@proves("core.mission.first-turn")
def test_the_winner_of_a_roll_off_decides_who_has_the_first_turn() -> None:
    table = waiting("blue Man a 5,5\nred Man b 30,5", "first turn")
    table.do(determine_first_turn, answers=("second",), dice="roll-off 6 / roll-off 1")
    assert table.battle.first == 1


# -- rounds and turns ---------------------------------------------------------------------------------------------------------------


@proves("core.round.phases")
def test_a_turn_has_seven_phases_in_order() -> None:
    main = [phase for phase in ORDER if phase not in ("reinforcements", "heroic interventions")]
    assert main == ["command", "movement", "psychic", "shooting", "charge", "fight", "morale"]


@proves("core.round.two-turns")
def test_both_players_take_a_turn_and_the_same_one_begins_every_round() -> None:
    table = at("blue Man a 5,5\nred Man b 30,5", phase="morale", turn=1, round_=1)
    table.battle.first = 1
    table.do(end_phase)
    assert (table.battle.turn, table.battle.round, table.battle.phase) == (0, 1, "command")
    table.battle.phase = "morale"
    table.do(end_phase)
    assert (table.battle.turn, table.battle.round) == (1, 2)


@proves("core.round.two-turns", "vanguard.morale.trigger")
def test_losses_and_deeds_are_forgotten_every_turn() -> None:
    table = at("blue Man a 5,5 moved=advanced did=shot\nred Man b 30,5 moved=advanced")
    table.battle.destroyed_this_turn = (2, 1)
    begin_turn(table.battle)
    assert table.battle.destroyed_this_turn == (0, 0)
    assert not table["a"].did(SHOT)
    assert not table["b"].has_moved


@proves("core.command.battle-forged-cp", "vanguard.detachment.understrength-battle-forged")
def test_the_active_player_gains_a_command_point() -> None:
    table = at("blue Man a 5,5\nred Man b 30,5", phase="command", cp=(2, 2))
    begin_command_phase(table.battle)
    assert table.battle.command_points == (3, 2)


@proves("faction.living-metal")
def test_living_metal_regains_a_wound_at_the_start_of_its_own_command_phase() -> None:
    table = at(
        "blue necrons/overlord a 5,5 wounds=2\nblue necrons/warriors w 8,5\nred necrons/overlord b 30,5 wounds=2",
        phase="command",
    )
    begin_command_phase(table.battle)
    assert (table["a"].wounds, table["b"].wounds) == (3, 2)


@proves("faction.my-will-be-done", "core.command.abilities", "core.command.mission-scoring-last")
def test_an_overlord_chooses_a_core_model_within_nine_inches_before_the_mission_scores() -> None:
    table = at(
        """
        blue necrons/overlord a 13,15
        blue necrons/warriors w 13,17
        blue necrons/warriors x 24,17
        blue necrons/scarab-swarms s 15,15
        red  Man b 40,5
        """,
        phase="command",
    )
    assert available(table.ask(next_command)) == ["a/my-will-be-done>w", "done"]
    table.do(next_command, answers=("a/my-will-be-done>w",))
    assert table.battle.effect_on("my-will-be-done", "w") is not None
    assert table.battle.points == (0, 0)
    assert table.do(next_command) is False
    assert table.battle.points == (1, 0)
    table.battle.turn = 0
    end_effects(table.battle, "command")
    assert table.battle.effects == ()


@proves("faction.waaagh")
def test_a_waaagh_is_called_once_by_a_warboss_who_is_the_warlord() -> None:
    table = at("blue orks/warboss a 5,5 +warlord\nred Man b 40,5", phase="command")
    table.do(next_command, answers=("waaagh",))
    effect = table.battle.army_effect("waaagh", 0)
    assert effect is not None
    assert table.do(next_command) is False  # not a second time
    end_effects(table.battle, "command")
    assert table.battle.army_effect("waaagh", 0) is not None  # the second round
    end_effects(table.battle, "command")
    assert table.battle.army_effect("waaagh", 0) is None
    other = at("blue orks/warboss a 5,5\nblue orks/boyz c 8,5 +warlord\nred Man b 40,5", phase="command")
    assert other.do(next_command) is False


# -- orders -------------------------------------------------------------------------------------------------------------------------


@proves("faction.voice-of-command")
def test_an_officer_gives_two_orders_that_carry_to_those_near() -> None:
    table = at(
        """
        blue astra-militarum/company-commander o 10,15
        blue Man a 14,15
        blue Man c 20,15
        blue Man d 14,22.1
        blue Man v 14,17 kw=VEHICLE not=INFANTRY
        red  Man b 40,5
        """
    )
    keys = available(table.ask(next_order))
    assert "o/take-aim>a" in keys
    assert "o/take-aim>c" not in keys  # 8.6" away
    assert "o/take-aim>v" not in keys
    table.do(next_order, answers=("o/first-rank>a",))
    assert [table.battle.effect_on("first-rank", key) is not None for key in "acdov"] == [
        True,
        True,
        False,
        False,
        False,
    ]
    again = available(table.ask(next_order))
    assert "o/take-aim>a" not in again  # one order a turn
    table.do(next_order, answers=("o/take-aim>o",))
    assert table.do(next_order) is False  # both orders are given


@proves("faction.take-aim", "faction.first-rank-fire", "faction.forwards-for-the-emperor")
def test_orders_end_with_the_shooting_phase() -> None:
    table = at("blue astra-militarum/company-commander o 10,15\nblue Man a 14,15\nred Man b 40,5")
    table.do(next_order, answers=("o/take-aim>a",))
    table.do(end_phase)
    assert table.battle.phase == "charge"
    assert table.battle.effect_on("take-aim", "a") is None


# -- objective markers --------------------------------------------------------------------------------------------------------------


@proves("core.mission.objective-range")
@pytest.mark.parametrize(("place", "held"), [("17.28,15", 0), ("17.3,15", -1), ("13,15,5", 0), ("13,15,5.1", -1)])
def test_range_of_a_marker_is_three_inches_across_and_five_up(place: str, held: int) -> None:
    table = at(f"blue Man a {place}\nred Man b 40,5")
    assert controlled(table.battle)[0] == held  # the disc has a radius of 0.79", the base of 0.5"


@proves("core.mission.objective-control")
def test_the_majority_controls_a_marker() -> None:
    assert controlled(at("blue Man a 13,17\nred Man b 13,13").battle)[0] == -1
    assert controlled(at("blue Man a 13,17\nblue Man c 12,17.5\nred Man b 13,13").battle)[0] == 0


@proves("core.mission.objective-secured")
def test_objective_secured_beats_numbers_and_numbers_decide_between_equals() -> None:
    secured = "rules=objective-secured"
    one = at(f"blue Man a 13,17 {secured}\nred Man b 13,13\nred Man c 14.5,13")
    assert controlled(one.battle)[0] == 0
    both = at(f"blue Man a 13,17 {secured}\nred Man b 13,13\nred Man c 14.5,13 {secured}")
    assert controlled(both.battle)[0] == 1


@proves("core.mission.capture-and-control", "core.command.mission-scoring-last")
def test_a_player_scores_a_point_for_each_marker_at_the_end_of_its_command_phase() -> None:
    table = at("blue Man a 13,17\nblue Man c 22,9\nblue Man d 22,25\nred Man b 31,17", phase="command")
    table.do(capture_and_control)
    assert table.battle.points == (3, 0)


@proves("core.mission.objective-control")
def test_a_model_in_range_of_two_markers_counts_for_the_one_its_owner_says() -> None:
    table = at("blue Man a 17,15\nred Man b 40,5", phase="command")
    table.battle.markers = ((14, 15), (20, 15))
    question = table.ask(capture_and_control)
    assert sorted(available(question)) == ["marker-1", "marker-2"]
    table.do(capture_and_control, answers=("marker-2",))
    assert table.battle.points == (1, 0)


# -- the end --------------------------------------------------------------------------------------------------------------------------


@proves("core.mission.battle-ends")
def test_the_battle_ends_after_five_rounds() -> None:
    table = at("blue Man a 2,2\nred Man b 42,2", phase="morale", turn=1, round_=5)
    table.battle.first = 0
    table.do(end_phase)
    assert table.battle.phase == ENDED
    assert table.battle.winner == -1


@proves("core.mission.battle-ends", "core.mission.army-destroyed-wins")
def test_a_destroyed_army_loses_whatever_the_points() -> None:
    table = at("blue Man a 2,2\nred Man b 42,2")
    table.battle.points = (0, 9)
    table["b"].fate = 4
    table.do(look_for_the_end)
    assert (table.battle.phase, table.battle.winner) == (ENDED, 0)


@proves("core.mission.battle-ends")
def test_reserves_and_passengers_keep_an_army_alive() -> None:
    table = at("blue Man a 2,2\nred Man b reserve")
    table.do(look_for_the_end)
    assert table.battle.phase != ENDED


@proves("core.reinforcements.never-arrived", "core.mission.army-destroyed-wins")
def test_who_is_still_in_reserve_at_the_end_counts_as_destroyed() -> None:
    table = at("blue Man a 2,2\nred Man b reserve +warlord\nred Man c 42,2", phase="morale", turn=1, round_=5)
    table.do(end_battle)
    assert table.dead == ["b"]
    assert table.battle.points == (1, 0)  # the Warlord is slain
    alone = at("blue Man a 2,2\nred Man b reserve", phase="morale", turn=1, round_=5)
    alone.battle.points = (0, 9)
    alone.do(end_battle)
    assert alone.battle.winner == 0


@proves("core.mission.end-bonus", "core.mission.slay-the-warlord")
def test_more_markers_and_a_slain_warlord_score_one_each_at_the_end() -> None:
    table = at("blue Man a 13,17\nred Man b 42,2\nred Man w 42,5 +warlord")
    table["w"].fate = 4
    table.do(end_battle)
    assert table.battle.points == (2, 0)
    assert table.battle.winner == 0


@proves("core.mission.victor")
def test_more_points_win_and_equal_points_are_a_draw() -> None:
    table = at("blue Man a 2,2\nred Man b 42,2")
    table.battle.points = (4, 5)
    table.do(end_battle)
    assert table.battle.winner == 1
    draw = at("blue Man a 2,2\nred Man b 42,2")
    draw.battle.points = (5, 5)
    draw.do(end_battle)
    assert draw.battle.winner == -1


# -- effects --------------------------------------------------------------------------------------------------------------------------


@proves("faction.smoke-launchers", "faction.nightshroud")
def test_effects_end_when_their_owners_phase_begins() -> None:
    table = at("blue Man a 2,2\nred Man b 42,2")
    table.battle.effects = (Effect("smoke-launchers", "a", 0, "shooting"), Effect("nightshroud", "b", 1, "command"))
    end_effects(table.battle, "shooting")
    assert [effect.key for effect in table.battle.effects] == ["nightshroud"]
    end_effects(table.battle, "command")
    assert len(table.battle.effects) == 1  # it is not its owner's turn
