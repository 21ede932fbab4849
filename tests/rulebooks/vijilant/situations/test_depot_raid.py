"""Depot raid: situations worked out from the book by hand."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import FAR, HOOKS, RIFLE, depot, points, told
from tests.rulebooks.vijilant.test_missions import rounds_over
from tests.rulebooks.vijilant.test_set_up import SUBCARDS, battle_of, play, started
from vanguard.rulebooks.vijilant.missions import check_round_end
from vanguard.rulebooks.vijilant.setup import riders
from vanguard.rulebooks.vijilant.state import OPENING
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("transport.capacity")
@pytest.mark.parametrize(("room", "riding"), [(3, ["a"]), (2, [])])
def test_only_who_fits_may_start_inside(room: int, riding: list[str]) -> None:
    table = at(f"blue Truck t waiting carries={room}\nblue Squad a waiting n=3\nblue Squad r inside=t n=1" + FAR)
    assert [option.key for option in riders(table.battle, table.unit("t"))] == riding


@proves("transport.capacity")
def test_a_full_transport_takes_no_second_unit_not_even_a_hero() -> None:
    drawn = "blue Truck t 20,20 slowed\nblue Squad b inside=t n=1\nblue Hero a 20,23.5"
    assert "load:t" not in at(drawn + FAR, active="a").keys


@proves("depot.roles", "heist.roles")
def test_the_defender_is_told_by_the_rule_of_the_mission() -> None:
    depot = started("depot-raid", "depot")
    assert [event.clause for event in depot.events if event.key == "defender"] == ["depot.roles"]
    heist = started("the-heist", "glasstrain", defender="first")
    assert [event.clause for event in heist.events if event.key == "defender"] == ["heist.roles"]


@proves("depot.defender-zone")
def test_the_phase_after_the_passengers_is_the_opening_where_there_is_no_train() -> None:
    game = play(started("depot-raid", "depot"), *SUBCARDS, "nobody", "nobody")
    assert battle_of(game).phase != OPENING
    play(game, "nobody")
    assert battle_of(game).round == 1


@proves("depot.defender-zone", "depot.defender-deploys-by-card", "deploy.flyer")
def test_in_the_depot_the_defender_is_set_up_in_the_zone_at_the_price_of_the_card_and_flyers_fly_in() -> None:
    def ways(drawn: str, defender: int) -> list[tuple[Any, ...]]:
        table = at(f"blue Squad a 2,2\n{drawn}", mission="depot-raid", map="depot", defender=defender, turn=1)
        table.play("play:z")
        if table.asked.clause != "deploy.on-first-play":
            return [("only", table.asked.clause)]
        return [option.value for option in table.asked.options]  # type: ignore[attr-defined]

    assert ("zone", 1, 0) in ways("red mortar z waiting", 1)
    assert ("zone", 2, 0) in ways("red captain z waiting", 1)
    assert [way[0] for way in ways("red captain z waiting", 0)].count("zone") == 0
    assert ways("red Flyer z waiting", 1) == [("only", "deploy.flyer")]


@proves("depot.attacker-deployment", "cc.extra-movement-action", "deploy.no-cc-on-double")
def test_boarders_enter_with_one_action_run_and_strike_from_the_edge() -> None:
    """M 8: centre at y 7, then 15, then up to 23 with the extra action; contact with whoever is at y 25."""
    drawn = "blue Squad a waiting M=8\nred Squad b 45,25 H=9\nred Squad z 10,66"
    table = at(drawn, mission="depot-raid", map="depot", defender=1, weapons={"a": (HOOKS,)})
    table.play("play:a", "short", [[45, 7]]).play("move", [[45, 15]]).play("extra-move", [[45, 23]], dice="hooks 3")
    assert table["b1"].wounds == 1
    double = at(drawn, mission="depot-raid", map="depot", defender=1, weapons={"a": (HOOKS,)})
    double.play("play:a", "edge", [[45, 15]])
    assert double.asked.player == 1


@proves("depot.attacker-deployment", "deploy.embarked", "depot.vtol-transport")
def test_the_dropship_comes_in_and_its_crew_jumps_out_in_the_same_round() -> None:
    drawn = "blue gull t waiting\nblue boarders p inside=t\nred Squad x 35,60\nred Squad w 30,60"
    table = at(drawn, mission="depot-raid", map="depot", defender=1)
    table.play("play:t", "edge", [[55, 21.5]], "save:x", "play:p", "unload:t", [[55, 25]])
    assert len(table.alive("p")) == 10
    assert points(table) == 1


@proves("depot.attacker-deployment", "deploy.default-edge")
def test_an_attacker_in_the_depot_moves_in_with_one_action_or_two() -> None:
    table = at(
        "blue Squad a 10,10\nblue Squad a2 20,10\nred Squad b waiting n=2 M=6",
        mission="depot-raid",
        map="depot",
        defender=0,
        turn=1,
    )
    table.play("play:b")
    options = {option.key: (option.clause, option.value[1:]) for option in table.asked.options}  # type: ignore[attr-defined]
    assert options == {"short": ("depot.attacker-deployment", (1, 1)), "edge": ("deploy.default-edge", (2, 2))}


@proves("depot.win-attacker", "units.vtol.airborne-or-landed", "units.flyer.no-contact")
@pytest.mark.parametrize(
    ("unit", "wins"),
    [("Gull a 35,39.5 airborne", True), ("Gull a 35,43.25 airborne", True), ("Skiff a 35,39.45", True),
     ("Skiff a 35,39.3", False), ("Flyer a 35,43", False), ("Flyer a 35,40 landed", True)],
)  # fmt: skip
def test_who_hovers_touches_the_goal_and_who_flies_does_not(unit: str, wins: bool) -> None:
    table = depot(f"blue {unit}\nblue Squad y 2,2\nred Squad z 10,66").play("end", "end").play("end", "end")
    assert (table.game.question is None) is wins


@proves("depot.win-attacker")
def test_whoever_leaves_the_goal_and_comes_back_in_the_same_round_has_held_it() -> None:
    """Contact is looked at when rounds end."""
    table = depot("blue Squad a 35,41 M=6\nred Squad z 10,66").play("end", "end")
    table.play("play:a", "move", [[35, 39]]).play("move", [[35, 41]]).play("end")
    assert table.game.standing.winner == 0


@proves("depot.win-attacker", "depot.win-defender")
def test_the_ends_of_the_third_and_the_fourth_round_are_enough() -> None:
    table = depot("blue Squad a 35,41\nred Squad z 10,66", round=3).play("end", "end").play("end", "end")
    assert (table.game.standing.winner, table.game.standing.clause) == (0, "depot.win-attacker")


@proves("depot.win-attacker", "heist.win-attacker")
def test_who_holds_the_goal_or_the_train_is_told_by_the_rule_of_the_mission() -> None:
    depot = at("blue Squad a 10,10\nred Squad b 30,30\ngoal 29,31,31.1,33", mission="depot-raid", defender=0)
    check_round_end(depot.battle)
    assert [event.clause for event in depot.battle.events if event.key == "goal-touched"] == ["depot.win-attacker"]
    assert depot.battle.phase != "ended"


@proves("depot.win-attacker")
def test_a_model_that_leaves_the_goal_and_comes_back_within_the_round_has_touched_it_at_both_ends() -> None:
    table = rounds_over(depot("blue Squad a 35,41 M=6\nred Squad z 10,66"))
    table.play("play:a", "move", [[35, 40]], "move", [[35, 41]], "end")
    assert (table.game.standing.over, table.game.standing.winner) == (True, 0)


@proves("depot.win-attacker")
def test_a_defender_at_the_goal_wins_the_attacker_nothing() -> None:
    table = rounds_over(depot("blue Squad a 2,2\nred Squad z 35,41"), 2)
    assert table.game.question is not None


@proves("depot.attacker-wiped-out", "transport.destroyed-on-land", "transport.destroyed-airborne")
@pytest.mark.parametrize(("state", "over"), [("airborne", True), ("landed", False)])
def test_an_attack_lives_on_in_the_last_passengers(state: str, over: bool) -> None:
    drawn = f"blue Gull t 35,20 {state} H=1 D=0 systems= T=1\nblue Squad p inside=t n=2\nred Squad x 28,20"
    table = at(drawn, active="x", mission="depot-raid", map="depot", defender=1)
    table.play("shoot:light:t", dice="rifle 5")
    assert (table.game.question is None) is over


@proves("depot.attacker-wiped-out", "last-stand.not-for-objectives", "last-stand.when")
def test_the_last_raider_shoots_back_and_has_lost_all_the_same() -> None:
    """He kills the last who shot at him; then no living unit of the attacker is left."""
    drawn = "blue Squad a 35,20\nred Squad z 35,30\nred Squad y 10,66"
    table = depot(drawn, turn=1, weapons={"z": (RIFLE,), "a": (RIFLE,)}).play("play:z", "shoot:light:a", dice="rifle 5")
    table.play("shoot:light:z", dice="rifle 5")
    assert table.alive("z") == []
    assert (table.game.standing.winner, table.game.standing.clause) == (1, "depot.attacker-wiped-out")


@proves("skirmish.set-up", "deploy.costs-two-actions", "depot.attacker-deployment")
def test_in_a_skirmish_nobody_enters_with_one_action() -> None:
    table = at("blue Squad a waiting M=7\nred Squad z 35,60").play("play:a", [[20, 13]])
    assert table.asked.player == 1


@proves("skirmish.winner")
def test_a_draw_is_told_as_one() -> None:
    table = rounds_over(at("blue Squad a 20,20" + FAR, round=4))
    assert (table.game.standing.winner, table.game.standing.clause) == (None, "skirmish.winner")
    assert told(table)[-1] == "drawn"


@proves("skirmish.winner")
def test_a_transport_with_its_passengers_is_one_unit_on_the_table() -> None:
    table = rounds_over(at("blue Truck t 20,20\nblue Squad a inside=t n=2\nred Squad z 65,65", round=4))
    assert table.game.standing.over
    assert table.game.standing.winner is None
