"""BEGIN THE BATTLE, INITIATIVE PHASE, STRATEGY PHASE and COMMAND RE-ROLL."""

from typing import Any

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from tests.rulebooks.killteam_lite.test_shooting import shot
from vanguard.rulebooks.killteam_lite.command_points import usable
from vanguard.rulebooks.killteam_lite.damage import remove_casualties
from vanguard.rulebooks.killteam_lite.state import INITIATIVE, STRATEGY
from vanguard.rulebooks.killteam_lite.turning_points import end_turning_point
from vanguard.testing.proves import proves_for
from vanguard.testing.scripts import run

proves = proves_for("killteam_lite")

DUEL = "blue Man a 4,11 Engage\nred Man b 20,11 Engage"


def initiative(turning_point: int = 1, had: int = -1) -> Table:
    """About to begin a Turning Point."""
    battle = battle_at(DUEL, turning_point=turning_point - 1, cp=(2, 2))
    battle.phase = INITIATIVE
    battle.initiative = had
    return Table(battle)


def strategy(drawn: str = "", cp: tuple[int, int] = (3, 3), first: int = 0) -> Table:
    battle = battle_at(drawn or "blue Trooper a 4,11 Engage\nred Warden b 20,11 Engage", cp=cp, turn=first)
    battle.phase = STRATEGY
    return Table(battle)


@proves("initiative.ready-all", "initiative.roll", "battle.phase-order")
def test_a_turning_point_readies_everybody_and_rolls_for_the_initiative() -> None:
    battle = battle_at("blue Man a 4,11 done\nred Man b 20,11 done", turning_point=1, cp=(2, 2))
    battle.phase = INITIATIVE
    battle["a"].overwatched = True
    table = Table(battle).play(dice="initiative 5 / initiative 2")
    assert (table["a"].ready, table["b"].ready, table["a"].overwatched) == (True, True, False)
    assert (table.asked.player, table.keys) == (0, ["self", "opponent"])


@proves("initiative.high-roll-decides", "firefight.initiative-first")
def test_the_high_roller_may_give_the_initiative_away() -> None:
    """Alpha 5, Bravo 2: Alpha may name Bravo."""
    table = initiative().play(dice="initiative 5 / initiative 2").play("opponent")
    assert table.battle.initiative == 1
    assert table.asked.clause == "firefight.must-activate"
    assert table.asked.player == 1


@proves("initiative.tie-first-turning-point")
def test_a_tie_in_the_first_turning_point_is_rolled_again() -> None:
    """4-4, then 1-1, then 3-6: the player with 6 decides."""
    table = initiative()
    table.play(dice="initiative 4 / initiative 4 / initiative 1 / initiative 1 / initiative 3 / initiative 6")
    assert table.asked.player == 1


@proves("initiative.tie-later", "initiative.tie-uses-who-had-it")
def test_a_later_tie_goes_to_whoever_lacked_the_initiative() -> None:
    """Alpha won the first roll but gave it to Bravo; a tie now goes to Alpha, and nobody decides anything."""
    table = initiative().play(dice="initiative 5 / initiative 2").play("opponent")
    assert table.battle.initiative == 1
    later = initiative(2, had=1).play(dice="initiative 3 / initiative 3")
    assert later.battle.initiative == 0
    assert later.asked.clause == "firefight.must-activate"


@proves("initiative.no-command-reroll", "command-reroll.only-attack-and-defence-dice")
def test_initiative_dice_cannot_be_rerolled() -> None:
    table = initiative().play(dice="initiative 5 / initiative 2")
    assert table.asked.clause == "initiative.high-roll-decides", "no re-roll is offered although both have CP"


@proves("strategy.cp.gain", "strategy.cp.start")
def test_both_gain_a_command_point_in_every_strategy_phase_the_first_included() -> None:
    """First ploy decision of Turning Point 1: both players have 3CP."""
    table = initiative().play(dice="initiative 5 / initiative 2").play("self")
    assert table.battle.command_points == (3, 3)


@proves("strategy.cp.carry-over")
def test_unspent_command_points_stay() -> None:
    battle = battle_at(DUEL, turning_point=2, cp=(7, 0))
    battle.phase = INITIATIVE
    table = Table(battle).play(dice="initiative 5 / initiative 2").play("self")
    assert table.battle.command_points == (8, 1)


@proves(
    "strategy.ploys.alternate",
    "strategy.ploys.pass-is-not-final",
    "strategy.ploys.end",
    "strategy.ploys.strategic-only-in-phase",
)
def test_players_take_turns_until_both_pass_in_a_row() -> None:
    """Pass, ploy, pass, pass: the phase ends after the last pass; who passed may still use a ploy in between."""
    table = strategy()
    assert (table.asked.player, table.keys) == (0, ["dig-in", "marked-rounds", "pass"])
    table.play("pass")
    assert table.asked.player == 1
    table.play("hold-fast")
    assert (table.asked.player, "dig-in" in table.keys) == (0, True)
    table.play("pass", "pass")
    assert table.battle.phase == "firefight"
    assert "dig-in" not in table.keys, "Strategic Ploys are used only in the Strategy phase"


@proves("strategy.ploys.must-afford", "strategy.ploys.once-per-turning-point", "game.open-information")
def test_a_ploy_is_paid_for_and_used_once_per_turning_point() -> None:
    table = strategy(cp=(2, 1)).play("dig-in")
    assert table.battle.command_points == (1, 1)
    assert "costs 2 CP, you have 1 [strategy.ploys.must-afford]" in table.why_not("killing-light")
    table.play("hold-fast")
    assert "[strategy.ploys.once-per-turning-point]" in table.why_not("dig-in")


@proves("strategy.ploys.once-per-turning-point", "strategy.ploys.duration")
def test_a_ploy_ends_with_the_turning_point_and_is_available_again_in_the_next() -> None:
    table = strategy("blue Trooper a 4,11 done\nred Warden b 20,11 done", cp=(3, 3)).play("dig-in", "pass")
    assert table.battle.ploy_in_force(0, "dig-in") is not None
    table.play("pass", dice="initiative 5 / initiative 2")
    table.play("self")
    assert table.battle.turning_point == 3
    assert table.battle.ploys_in_force == ()
    assert "dig-in" in table.keys


@proves("strategy.ploys.effect-immediate")
def test_a_strategic_ploy_is_in_force_before_the_other_players_turn() -> None:
    table = strategy().play("dig-in")
    assert table.asked.player == 1
    assert table.battle.ploy_in_force(0, "dig-in") is not None


@proves("strategy.ploys.alternate")
def test_a_player_who_can_use_nothing_passes_without_being_asked() -> None:
    table = strategy(cp=(0, 0))
    assert table.battle.phase == "firefight"


@proves("strategy.ploys.tactical-timing")
def test_a_tactical_ploy_is_offered_at_its_moment_only_and_only_to_its_team() -> None:
    table = strategy("blue Needler a 4,11 Engage\nred Warden b 20,11 Engage")
    assert "vanish" not in table.keys
    assert usable(table.battle, 0, "vanish") is not None
    assert usable(table.battle, 1, "vanish") is None


# -- command re-roll ----------------------------------------------------------------------------------------------------


@proves("command-reroll.effect", "dice.reroll-stands", "command-reroll.window")
def test_command_reroll_rolls_one_die_again_and_the_new_result_stands() -> None:
    table = shot("gun: A 2, BS 3+, D 3/4", "Df=0", "attack 3 2", cp=(1, 0))
    assert table.keys == ["command-2", "command-3", "keep"]
    assert table.events("rerolled") == []
    table.play("command-3", dice="reroll 1")
    assert table["b"].wounds == 8, "worse than before, but it stands"
    assert table.battle.command_points == (0, 0)
    assert [event.clause for event in table.events("rerolled")] == ["dice.reroll-stands"]


@proves("command-reroll.repeatable", "command-reroll.only-attack-and-defence-dice")
def test_command_reroll_may_be_repeated_on_different_dice_of_one_roll() -> None:
    """2CP, defence dice 2 and 3 against Sv 4+: pay 1CP to re-roll the 2, pay 1CP to re-roll the 3."""
    table = shot("gun: A 1, BS 3+, D 3/4", "Df=2", "attack 5 / defence 2 3", cp=(0, 2))
    assert table.asked.player == 1
    table.play("command-2", dice="reroll 1")
    assert table.keys == ["command-3", "keep"]
    table.play("command-3", dice="reroll 4")
    assert table.battle.command_points == (0, 0)
    assert table.keys[0] == "discard-0c-1n"


@proves("command-reroll.not-a-retained-die")
def test_a_retained_cover_die_cannot_be_rerolled() -> None:
    table = shot("gun: A 2, BS 3+, D 3/4", "Df=2", "attack 5 5", cover=True, cp=(0, 1))
    table.play("retain-1", dice="defence 2")
    assert table.keys == ["command-2", "keep"]
    alone = shot("gun: A 1, BS 3+, D 3/4", "Df=1", "attack 5", "retain-1", cover=True, cp=(0, 1))
    assert alone.asked.clause == "shooting.saves-spent", "nothing was rolled, nothing can be re-rolled"


@proves("dice.reroll-once", "command-reroll.effect")
def test_after_every_die_has_been_rerolled_no_more_is_offered() -> None:
    table = shot("gun: A 1, BS 3+, D 3/4", "Df=0", "attack 2", cp=(3, 0)).play("command-2", dice="reroll 2")
    assert table.battle.command_points == (2, 0)
    assert table["b"].wounds == 8


# -- the end --------------------------------------------------------------------------------------------------------------


@proves("battle.four-turning-points", "firefight.end-of-turning-point", "battle.winner-default")
def test_the_battle_ends_after_four_turning_points() -> None:
    """Nobody fell: both scores are 0, a draw."""
    table = at("blue Man a 4,11 done\nred Man b 20,11 Conceal", active="b", turning_point=4).play("pass")
    assert table.game.over
    assert table.game.standing.winner is None
    assert table.game.standing.clause == "battle.winner-default"
    assert table.events("drawn")[0].clause == "battle.four-turning-points"


@proves("battle.winner-default")
def test_without_a_mission_the_share_of_enemy_wounds_decides() -> None:
    """Alpha incapacitated W 8 and 8 of 64: 0.25. Bravo one W 12 of 60: 0.20. Alpha wins."""
    blue = "".join([f"blue Man a{i} 1,{2 + 2 * i} done W=12\n" for i in range(5)])
    red = "".join([f"red Man b{i} 28,{2 + 2 * i} done W=8\n" for i in range(8)])
    battle = battle_at(blue + red, turning_point=4)
    for key in ("b0", "b1", "a0"):
        battle[key].wounds = 0
        battle[key].fate = 2
    table = Table(battle)
    assert table.game.standing.scores == (0.25, 0.2)
    assert table.game.standing.winner == 0


@proves("battle.early-end-default")
def test_without_a_mission_the_battle_ends_when_a_side_is_wiped_out() -> None:
    """A shot incapacitates the last enemy and the backlash the last friend: a draw."""
    table = at(
        "blue Man a 4,11 Engage wounds=3\nred Man b 10,11 Engage Df=0 wounds=1",
        active="a",
        turning_point=1,
        weapons={"a": ("gun: A 2, BS 3+, D 1/1, Hot",)},
    )
    table.play("shoot", "b", dice="attack 5 1")
    assert table.game.over
    assert table.game.standing.scores == (1.0, 1.0)
    assert table.game.standing.winner is None


@proves("battle.winner-by-mission", "battle.early-end-default")
def test_with_a_mission_the_survivors_play_on_and_points_decide() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Man b 10,11 Engage Df=0 wounds=1", active="a", turning_point=3, mission="hold"
    )
    table.play("shoot", "b", dice="attack 5 5 5 5")
    assert not table["b"].in_play
    assert not table.game.over
    table.play("pass", dice="initiative 4 / initiative 2")
    table.play("self", "a", "engage", "pass")
    assert table.game.over
    assert table.game.standing.winner == 0


@proves("initiative.simultaneous-effects", "strategy.ploys.tactical-timing")
def test_the_player_with_the_initiative_orders_effects_of_both_sides() -> None:
    """Both sides have a casualty that may thrash once more; red has the initiative and puts its own first."""
    battle = battle_at(
        """
        blue Hunter a 4,11 Engage W=10
        red  Hunter b 5.8,11 Engage W=10
        red  Hunter b2 4,12.8 Engage W=10
        blue Hunter a2 5.8,9.2 Engage W=10
        """,
        cp=(1, 1),
        turn=1,
    )
    battle["a"].wounds = 0
    battle["b"].wounds = 0
    run(remove_casualties(battle), ["red-first", "a2", "b2"])
    assert (battle["a2"].wounds, battle["b2"].wounds) == (8, 8)
    assert battle.command_points == (0, 0)


# -- the edges --------------------------------------------------------------------------------------------------------------


@proves("initiative.simultaneous-effects", "strategy.ploys.tactical-timing")
def test_whoever_has_the_initiative_is_asked_and_either_side_may_be_put_first() -> None:
    """Blue's a and red's b fall beside enemies; a2 and b2 suffer from whoever thrashes, in the order chosen."""
    drawn = """
        blue Hunter a 4,11 Engage W=10
        red  Hunter b 5.8,11 Engage W=10
        red  Hunter b2 4,12.8 Engage W=10
        blue Hunter a2 5.8,9.2 Engage W=10
        """
    for seat in (0, 1):
        for answer, order in (("blue-first", ["a", "b"]), ("red-first", ["b", "a"])):
            battle = battle_at(drawn, cp=(0, 0), turn=seat)
            battle.command_points = (1, 1)
            battle.initiative = seat
            battle["a"].wounds = battle["b"].wounds = 0
            answers: list[Any] = [answer, "no", "no"]
            run(remove_casualties(battle), answers)
            gone = [event.about[0] for event in battle.events if event.key == "incapacitated"]
            assert gone == order


@proves("initiative.simultaneous-effects")
def test_nobody_is_asked_for_an_order_when_only_one_side_has_an_effect() -> None:
    for cp in ((1, 0), (0, 1), (0, 0)):
        battle = battle_at(
            "blue Hunter a 4,11 Engage W=10\nred Hunter b 5.8,11 Engage W=10\nred Hunter b2 4,12.8 Engage W=10\n"
            "blue Hunter a2 5.8,9.2 Engage W=10",
            cp=cp,
        )
        battle["a"].wounds = battle["b"].wounds = 0
        run(remove_casualties(battle), ["no"] * sum(cp))
        assert not battle["a"].in_play
        assert not battle["b"].in_play


@proves("battle.early-end-default", "battle.winner-default")
@pytest.mark.parametrize("gone", [0, 1])
def test_without_a_mission_either_side_wiped_out_ends_the_battle_and_nobody_else_does(gone: int) -> None:
    drawn = "blue Man a 4,11 Engage\nblue Man a2 4,4 Engage\nred Man b 20,11 Engage\nred Man b2 20,4 Engage"
    table = at(drawn, active="a", turning_point=1)
    assert not table.play("pass").game.over, "all are there"
    battle = battle_at(drawn, active="a" if gone == 1 else "b", turn=1 - gone, turning_point=1)
    for key in ("a", "a2") if gone == 0 else ("b", "b2"):
        battle[key].wounds, battle[key].fate = 0, 2
    ended = Table(battle).play("pass")
    assert ended.game.over
    assert ended.game.standing.winner == 1 - gone
    one = battle_at(drawn, active="a", turning_point=1)
    one["b"].wounds, one["b"].fate = 0, 2
    assert not Table(one).play("pass").game.over, "one of two is left"


@proves("initiative.tie-first-turning-point", "initiative.high-roll-decides", "initiative.roll")
@pytest.mark.parametrize(("dice", "decider"), [("initiative 6 / initiative 1", 0), ("initiative 1 / initiative 6", 1)])
def test_either_player_may_roll_higher(dice: str, decider: int) -> None:
    assert initiative().play(dice=dice).asked.player == decider
    tied = initiative().play(dice=f"initiative 3 / initiative 3 / {dice}")
    assert tied.asked.player == decider


@proves("battle.four-turning-points", "battle.winner-by-mission")
def test_what_a_mission_pays_at_the_end_of_the_battle_is_paid_before_it_is_decided() -> None:
    """The relic is carried (2 points) and home (3 more) at the end of the fourth Turning Point."""
    battle = battle_at("blue Man a 4,11 done\nred Man b 20,11 done", mission="relic", turning_point=4)
    battle.carrier = "a"
    end_turning_point(battle)
    assert battle.points == (5, 0)


@proves("battle.early-end-default")
def test_without_a_mission_the_battle_goes_on_while_both_sides_have_somebody_left() -> None:
    """The first of two enemies falls to the last action point: the shooter is done, and it is the other one's turn."""
    table = at(
        "blue Man a 4,11 Engage\nred Man b 10,11 Engage Df=0 wounds=1\nred Man c 20,20 Engage", active="a", points=1
    )
    table.play("shoot", "b", dice="attack 5 1 1 1")
    assert not table["b"].in_play
    assert not table.game.over
    assert (table.battle.active, table["a"].ready) == ("", False)
    assert (table.asked.player, table.keys) == (1, ["c"])


@proves("initiative.simultaneous-effects")
def test_both_sides_casualties_leave_once_in_the_order_chosen_by_blue_with_the_initiative() -> None:
    drawn = """
        blue Hunter a 4,11 Engage W=10
        red  Hunter b 5.8,11 Engage W=10
        red  Hunter b2 4,12.8 Engage W=10
        blue Hunter a2 5.8,9.2 Engage W=10
        """
    battle = battle_at(drawn, cp=(1, 1), turn=0)
    battle["a"].wounds = battle["b"].wounds = 0
    removing: Any = remove_casualties(battle)
    assert removing.send(None).player == 0
    removing.close()
    run(remove_casualties(battle), ["red-first", "a2", "no"])
    assert [event.about[0] for event in battle.events if event.key == "incapacitated"] == ["b", "a"]
    assert [battle[key].in_play for key in ("a", "b")] == [False, False]
    assert (battle["a2"].wounds, battle["b2"].wounds) == (8, 10)


@proves("initiative.tie-first-turning-point", "initiative.roll")
def test_each_player_rolls_a_die_of_their_own_in_every_roll_of_a_tie() -> None:
    table = initiative().play(dice="initiative 4 / initiative 4 / initiative 3 / initiative 6")
    rolled = [(event.dice.player, event.dice.faces) for event in table.events("initiative-roll") if event.dice]
    assert rolled == [(0, (4,)), (1, (4,)), (0, (3,)), (1, (6,))]
    assert table.clause == "initiative.high-roll-decides"


@proves("overwatch.one-per-turn", "overwatch.eligible")
def test_nobody_is_asked_for_an_overwatch_that_nobody_can_make() -> None:
    """Blue has nobody ready and nothing to shoot at: it is red's turn again at once."""
    table = at("blue Man a 4,11 Conceal done\nred Man b 20,11 Engage\nred Man c 20,15 Engage", turn=1)
    table.play("b", "engage", "pass")
    assert (table.asked.player, table.keys) == (1, ["c"])


@proves("command-reroll.window", "dice.reroll-stands")
def test_the_dice_are_read_out_before_a_reroll_and_only_what_is_rolled_again_is_told_as_such() -> None:
    table = shot("gun: A 4, BS 3+, D 1/1", "Df=0 W=20", "attack 2 5 1 6", cp=(2, 0))
    assert table.prompt == "Re-roll? You rolled 6 5 2 1"
    assert not table.events("rerolled"), "nothing has been rolled again yet"
    table.play("command-1", "keep", dice="reroll 4")
    [told] = table.events("rerolled")
    assert (told.values["before"], told.values["after"]) == ("1", "4")
    assert table["b"].wounds == 20 - 3


@proves("initiative.tie-later", "initiative.tie-first-turning-point")
def test_a_tie_is_rolled_again_only_while_nobody_has_had_the_initiative() -> None:
    first = initiative().play(dice="initiative 4 / initiative 4 / initiative 5 / initiative 2")
    assert len(first.events("initiative-roll")) == 4
    assert first.clause == "initiative.high-roll-decides"
    for had in (0, 1):
        later = initiative(2, had).play(dice="initiative 4 / initiative 4")
        assert len(later.events("initiative-roll")) == 2
        assert later.battle.initiative == 1 - had


@proves("battle.early-end-default")
def test_with_a_mission_the_last_action_point_ends_the_activation_as_ever() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Man b 10,11 Engage Df=0 wounds=1\nblue Man c 4,18 Engage",
        active="a",
        points=1,
        mission="hold",
    )
    table.play("shoot", "b", dice="attack 5 1 1 1")
    assert not table.game.over
    assert (table.battle.active, table["a"].ready) == ("", False)
