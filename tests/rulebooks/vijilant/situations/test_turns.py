"""Turns: situations worked out from the book by hand."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import APART, FAR, depot, points_left, refusal, refused, told
from tests.rulebooks.vijilant.test_set_up import SUBCARDS, battle_of, play, started
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.coherency import is_coherent
from vanguard.rulebooks.vijilant.deployment import TOUCHING
from vanguard.rulebooks.vijilant.rulebook import _model_faults
from vanguard.rulebooks.vijilant.state import EMBARKED
from vanguard.rulebooks.vijilant.turns import expire
from vanguard.testing import scripts
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


def line_up(apart: float, count: int, first: float = 2.5, y: float = 1.5) -> str:
    return " ".join([f"{first + apart * k:g},{y:g}" for k in range(count)])


@proves("start.later-rounds-opener", "skip.does-nothing")
def test_a_skip_card_is_a_turn_and_so_is_a_saved_one() -> None:
    """Red plays its last card as a skip after blue has ended: red took the last turn, so blue opens."""
    drawn = "blue Squad a 20,20\nred Squad x 60,60"
    for way in ("skip", "save:x"):
        table = at(drawn, hands=("", "skip"), turn=1)
        rest = "save:x" if way == "skip" else "skip"
        table.play(way, "end", rest)
        assert (table.battle.round, table.asked.player) == (3, 0), way


@proves("start.later-rounds-opener", "round.other-plays-on")
def test_whoever_is_left_alone_may_end_as_well_and_the_last_turn_taken_decides() -> None:
    """Blue a, red x, blue b, red ends, blue ends with a card in hand: blue took the last turn, red opens."""
    drawn = "blue Squad a 20,20\nblue Squad b 30,20\nblue Squad c 40,20\nred Squad x 60,60\nred Squad y 50,60\nred Squad w 40,60"
    table = at(drawn).play("save:a", "save:x", "save:b", "end", "end")
    assert (table.battle.round, table.asked.player) == (3, 1)


@proves("start.later-rounds-opener")
@pytest.mark.parametrize("opener", [0, 1])
def test_a_round_without_a_turn_is_followed_by_one_with_the_same_opener(opener: int) -> None:
    table = at("blue Squad a 20,20" + FAR, turn=opener).play("end", "end")
    assert (table.battle.round, table.asked.player) == (3, opener)


@proves("start.later-rounds-opener", "round.end-early")
def test_whoever_lets_the_other_play_on_alone_opens_the_next_round() -> None:
    """Blue ends at once, red plays both cards: red took the last turn."""
    table = at("blue Squad a 20,20\nred Squad y 60,60" + FAR).play("end", "save:y", "save:z")
    assert (table.battle.round, table.asked.player) == (3, 0)


@proves("start.later-rounds-opener", "skip.does-nothing")
def test_a_skip_card_is_a_turn_and_the_last_of_it_hands_the_opening_over() -> None:
    table = at("blue Squad a 20,20" + FAR, hands=("skip", ""), turn=1)
    table.play("save:z", "save:a", "skip")
    assert (table.battle.round, table.asked.player) == (3, 1)


@proves("turn.two-action-points", "weapon.heavy.two-actions")
def test_a_volley_that_is_too_dear_is_refused_by_the_rule_that_makes_it_dear() -> None:
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30\n{APART}",
        active="a",
        points=1,
        weapons={"a": ("mortar: Blast, Heavy, P 3, Sr 1, R 0-40", "rifle: Gun, P 2, Sr 1, R 0-24")},
    )
    assert table.why_not("shoot:heavy:b") == "costs 2 action points, 1 left [weapon.heavy.two-actions]"
    assert "shoot:light:b" in table.keys


@proves("turn.two-action-points", "weapon.heavy.two-actions")
@pytest.mark.parametrize(("points_", "heavy"), [(1, False), (2, True), (3, True)])
def test_action_points_on_the_card_decide_how_much_is_done_and_whether_the_heavy_weapon_fires(
    points_: int, heavy: bool
) -> None:
    drawn = f"card gunners Squad AP{points_}: cannon: Gun, Heavy, P 3, Sr 1, R 0-40\nblue gunners a 20,20\nred Squad b 20,30"
    table = at(drawn + FAR).play("play:a")
    assert points_left(table) == points_
    assert ("shoot:heavy:b" in table.keys) is heavy
    if heavy:
        table.play("shoot:heavy:b", dice="cannon 1")
        assert points_left(table) == points_ - 2


@proves("turn.action-menu", "turn.two-action-points")
def test_a_turn_goes_on_until_its_points_are_spent() -> None:
    table = at("blue Squad a 20,20" + FAR, active="a")
    assert (table.clause, table.prompt) == ("turn.action-menu", "Squad a: 2 points left")
    table.play("move", [[20, 22]])
    assert (table.clause, table.prompt) == ("turn.action-menu", "Squad a: 1 point left")
    assert table.play("hunker").decider == 1


@proves("turn.action-menu", "turn.two-action-points")
def test_a_unit_that_dies_in_its_own_turn_does_nothing_more() -> None:
    """It runs into shards: on a 1 the only model is gone and so is its turn."""
    table = at(f"blue Squad a 20,20\nblue Squad b 40,20\n{APART}\nshardfall 18,22,22,26", active="a")
    table.play("move", [[20, 24]], dice="danger 1")
    assert table.alive("a") == []
    assert table.asked.player == 1


@proves("turn.action-menu")
def test_a_turn_may_end_with_points_left_and_goes_to_the_other() -> None:
    table = at(f"blue Squad a 20,20\n{APART}", active="a").play("done")
    assert table.battle.turn is None
    assert table.asked.player == 1


@proves("turn.any-order-and-repeat", "combat.one-target-per-action")
def test_shooting_moving_and_shooting_with_three_points() -> None:
    drawn = "blue Hero a 20,20 AP=3\nred Squad b 20,30 H=9\nred Squad c 30,20 H=9"
    table = at(drawn + FAR, active="a").play("shoot:light:b", dice="rifle 5")
    table.play("move", [[20, 22]]).play("shoot:light:c", dice="rifle 5")
    assert (table["b1"].wounds, table["c1"].wounds) == (1, 1)
    assert table.asked.player == 1


@proves("deploy.cheaper-entries", "deploy.default-edge", "depot.attacker-deployment")
def test_every_way_in_that_has_no_room_says_so() -> None:
    """Enemies shoulder to shoulder along the edge: nobody comes in on the ground, in whatever way. Where they stand in a second
    row, 3 cm deep, there is no place deeper than the edge, but still one at the edge."""
    shut = at(f"red Squad a {line_up(2.05, 34, 1.0, 1.0)}\nblue skate t waiting", mission="depot-raid", defender=1)
    assert "play:t" not in shut.keys
    behind = at(f"red Squad a {line_up(2.05, 34, 1.0, 5.6)}\nblue skate t waiting", mission="depot-raid", defender=1)
    behind.play("play:t")
    assert set(behind.keys) == {"touching edge", "short", "edge"}
    behind.play("short", [[35, 2.5]])
    assert behind.at("t1") == (35.0, 2.5)


@proves("deploy.cheaper-entries")
@pytest.mark.parametrize(("y", "may"), [(68.25, True), (68.15, True), (68.1, False), (1.75, False)])
def test_whoever_comes_from_the_far_edge_is_set_up_touching_that_one(y: float, may: bool) -> None:
    table = at("blue Squad b 60,30\nred skate a waiting", turn=1).play("play:a")
    if may:
        assert table.play([[20, y]]).at("a1") == (20, y)
        assert points_left(table) == 2
    else:
        assert refusal(table, [[20, y]]) == "deploy.cheaper-entries"
    assert table.asked.candidates() if not may else True, "places are proposed"


@proves("deploy.cheaper-entries", "deploy.flyer")
def test_whoever_is_set_up_touching_the_edge_pays_what_its_card_says() -> None:
    table = at(f"blue skate a waiting\nblue Squad b 30,30\n{APART}").play("play:a")
    assert table.asked.clause == "deploy.cheaper-entries"
    option = table.unit("a").card.deployment
    assert (option.way, option.action_points) == (TOUCHING, 0)


@proves("deploy.default-edge", "deploy.flyer", "movement.on-table")
@pytest.mark.parametrize(
    ("card", "path", "why"),
    [
        ("Squad", [[-3, 0], [3, 5]], "deploy.default-edge"),
        ("Squad", [[0, 0], [3, 5]], ""),
        ("Squad", [[70.1, 0], [66, 5]], "deploy.default-edge"),
        ("Squad", [[5, 0], [-2, 2], [3, 5]], "movement.on-table"),
        ("Squad", [[5, 0], [2, 2], [3, 5]], ""),
        ("Truck", [[-3, 0], [3, 5]], "deploy.default-edge"),
        ("Truck", [[5, 0], [1, 4], [4, 7]], "movement.on-table"),
        ("Skiff", [[72, 0], [66, 5]], "deploy.default-edge"),
        ("Flyer", [[-10, 0], [6.527, 14.527]], "deploy.flyer"),
        ("Flyer", [[10, 0], [26.527, 14.527]], ""),
        ("Squad", [[0.2, 6], [1.5, 6]], "movement.on-table"),
        ("Truck", [[0.5, 6], [2.5, 6]], "movement.on-table"),
        ("Squad", [[1, 6], [1.5, 6]], ""),
        ("Squad", [[3, 0.5], [1.5, 6]], ""),
    ],
)
def test_whoever_comes_in_comes_over_its_own_edge_and_stays_on_the_table(card: str, path: Any, why: str) -> None:
    """Aslant at 45 degrees a flyer's centre goes on for the root of 2, and of 574, less 2: 16.527 each way."""
    table = at(f"blue {card} a waiting n=1\nblue Squad y 5,60" + FAR, round=1)
    if why:
        assert refused(table, "play:a", path) == why
    else:
        assert table.play("play:a", path).at("a1") == tuple(path[-1])


@proves("deploy.default-edge")
@pytest.mark.parametrize(("y", "why"), [(59, ""), (58.9, "movement.up-to-m"), (8, "movement.up-to-m")])
def test_the_second_player_comes_from_the_far_edge(y: float, why: str) -> None:
    """Twice 6: from 71 with the base outside to 59."""
    table = at("red Squad a waiting n=1\nred Squad w 60,60\nblue Squad z 5,5", turn=1, round=1)
    if why:
        assert refused(table, "play:a", [[35, y]]) == why
    else:
        assert table.play("play:a", [[35, y]]).at("a1") == (35, y)


@proves("deploy.default-edge", "movement.through-models", "skip.save-a-card")
def test_whoever_finds_no_room_at_its_edge_cannot_be_deployed_and_is_saved() -> None:
    """Fourteen enemies 5 cm apart leave gaps of 3 cm: wide enough for infantry (2 cm), too narrow for a truck (4.5 cm)."""
    table = at(
        f"""
        red Squad a {line_up(5, 14)}
        blue Truck t waiting
        blue Squad s waiting n=4
        blue Flyer f waiting
        """
    )
    assert [key for key in table.keys if key[:4] in ("play", "save")] == [
        "save:t", "play:s", "save:s", "play:f", "save:f",
    ]  # fmt: skip
    assert table.why_not("play:t") == "there is no room for it to come onto the table [deploy.default-edge]"
    table.play("save:t")
    assert table.asked.player == 1


@proves("deploy.default-edge")
def test_a_gap_just_wide_enough_lets_a_vehicle_in() -> None:
    """The gap between the eighth and the ninth enemy is 4.55 cm wide; a truck is 4.5 cm wide."""
    table = at(
        f"""
        red Squad a {line_up(5, 8)} {line_up(5, 5, 44.05)}
        blue Truck t waiting
        """
    )
    table.play("play:t")
    assert len(table.asked.candidates()) == 1
    table.play(table.asked.candidates()[0])
    assert 40.75 <= table.at("t1")[0] <= 40.8


@proves("deploy.default-edge", "movement.through-models")
def test_a_squad_comes_in_between_its_friends_where_no_formation_does() -> None:
    """Friends 3.2 cm apart all over the strip: between any four of them there is room for one base, so the squad stands one
    beside the other, in coherency."""
    friends = " ".join([f"{1 + 3.2 * i:g},{1 + 3.2 * k:g}" for i in range(22) for k in range(5)])
    table = at(f"blue Squad f {friends} played\nblue Squad s waiting n=10\nred Squad z 60,60")
    table.play("play:s")
    [given] = table.asked.candidates()
    table.play(given)
    assert len(table.alive("s")) == 10
    assert is_coherent(table.battle, table.unit("s"))
    assert _model_faults(table.battle) == []


@proves("deploy.default-edge", "movement.measure-front")
def test_a_truck_drives_in_and_turns_at_the_end_of_its_way() -> None:
    """M 10, radius 2.25: centre at most 20 - 2.25 from the edge, and there it may face east."""
    drawn = "blue Truck a waiting\nred Squad z 35,60"
    table = at(drawn).play("play:a", [[20, 17.75, 0]])
    assert (table.at("a1"), table["a1"].base.facing) == ((20.0, 17.75), 0.0)
    with pytest.raises(Refused):
        at(drawn).play("play:a", [[20, 17.8]])


@proves("deploy.default-edge")
@pytest.mark.parametrize(("card", "far"), [("Squad", 12), ("Truck", 20)])
def test_the_first_point_outside_names_the_place_of_entry(card: str, far: int) -> None:
    """Straight in from x = 20 the front reaches twice the Move; slantwise to x = 24 that is a little too far."""
    radius = 1.0 if card == "Squad" else 2.25
    drawn = f"blue {card} a waiting n=1\nblue Squad b 60,30" + FAR
    table = at(drawn).play("play:a", [[20, -5], [20, far - radius]])
    assert table.at("a1") == (20, far - radius)
    assert refusal(at(drawn).play("play:a"), [[20, -5], [24, far - radius]]) in (
        "movement.up-to-m",
        "movement.measure-front",
    )
    assert refusal(at(drawn).play("play:a"), [[20, -5]])
    again = at(drawn).play("play:a", [[20, 3], [20, far - radius]])
    assert again.at("a1") == (20, far - radius), "a point inside is part of the way"


@proves("deploy.default-edge", "deploy.on-first-play")
def test_a_squad_that_comes_in_is_asked_for_once_and_stands_on_the_table() -> None:
    table = at("blue Squad a waiting n=3\nblue Squad b 60,30" + FAR).play("play:a")
    assert table.asked.followers == ("a2", "a3")  # type: ignore[attr-defined]
    table.play([[20, 10]])
    assert len(table.alive("a")) == 3
    assert is_coherent(table.battle, table.unit("a"))


@proves("deploy.default-edge", "deploy.costs-two-actions")
def test_coming_in_costs_two_points_of_however_many_there_are() -> None:
    table = at("blue Hero a waiting AP=3\nblue Squad b 60,30" + FAR).play("play:a", [[20, 10]])
    assert points_left(table) == 1


@proves("deploy.default-edge", "deploy.cheaper-entries")
def test_whoever_has_an_entry_of_its_own_is_not_asked_for_another() -> None:
    table = at("blue captain a waiting\nblue Squad b 60,30" + FAR).play("play:a", [[20, 4]])
    card = table.unit("a").card
    assert points_left(table) == card.action_points - card.deployment.action_points


@proves("deploy.default-edge", "depot.defender-zone")
def test_in_the_depot_a_defender_without_an_entry_of_its_own_is_set_up_in_the_zone_alone() -> None:
    table = depot("blue Squad a 2,2\nred Squad z waiting n=1", turn=1).play("play:z")
    assert table.clause == "depot.defender-zone"


@proves("deploy.default-edge", "movement.on-table")
@pytest.mark.parametrize("way", [[[20, -0.5]], [[20, 0.5]], [[0.5, 6]]])
def test_whoever_comes_in_ends_wholly_on_the_table(way: Any) -> None:
    table = at("blue Squad a waiting n=1\nblue Squad b 60,30" + FAR).play("play:a")
    assert refusal(table, way) == "movement.on-table"


@proves("deploy.default-edge", "movement.dangerous")
@pytest.mark.parametrize(("card", "rolls"), [("Truck", True), ("Skiff", False)])
def test_a_vehicle_that_drives_in_over_shards_rolls_and_one_that_hovers_does_not(card: str, rolls: bool) -> None:
    table = at(f"blue {card} a waiting\nblue Squad b 60,30\n{APART}\nshardfall 15,25,4,12").play("play:a")
    table.play([[20, 2.6], [20, 14]], dice="danger 2" if rolls else "")
    assert table.at("a1") == (20, 14)


@proves("deploy.default-edge", "deploy.on-first-play")
@pytest.mark.parametrize(("card", "way"), [("Squad", {"path": [[20, 5]], "models": {}}), ("Truck", [[20, 3], [20, 9]])])
def test_whoever_has_come_in_stands_on_the_table(card: str, way: Any) -> None:
    table = at(f"blue {card} a waiting n=1\nblue Squad b 60,30\n{APART}").play("play:a").play(way)
    assert table.unit("a").deployed
    assert table.alive("a") == ["a1"]
    assert table.asked.player == 1, "that was its turn"


@proves("deploy.flyer", "units.flyer.full-move")
def test_a_flight_onto_the_table_has_an_entry_and_an_end_and_no_more() -> None:
    table = at("blue Flyer a waiting\nblue Squad b 60,30" + FAR).play("play:a")
    assert refusal(table, [[20, 0], [20, 10], [20, 22]]) == "deploy.flyer"
    assert table.play([[20, 0], [20, 22]]).at("a1") == (20, 22)
    assert table.unit("a").airborne
    assert not table.events("takes-off"), "it comes in flying"


@proves("deploy.flyer")
def test_a_flight_in_may_be_slantwise_and_is_drawn_from_the_edge_it_came_over() -> None:
    """30 degrees off straight: 24 cm from front (20,0) to front."""
    table = at("blue Flyer a waiting\nblue Squad b 60,30" + FAR).play("play:a", [[20, 0], [31.856, 18.534]])
    assert (table.at("a1"), table.alive("a"), table.unit("a").deployed) == ((31.856, 18.534), ["a1"], True)
    assert tuple(table.events("flies")[0].values["path"][0]) == (20, 0)
    north = at("blue Squad b 60,30\nred Flyer a waiting", turn=1).play("play:a", [[20, 70], [20, 48]])
    assert north.events("flies")[0].values["path"][0][1] == 70
    assert north.events("flies")[0].clause == "deploy.flyer"


@proves("deploy.embarked")
def test_a_unit_on_foot_is_not_kept_back_by_a_transport_it_is_not_in() -> None:
    table = at("red Squad z 65,65\nblue Squad a 20,20\nblue Truck t waiting")
    assert {"play:a", "play:t"} <= set(table.keys)


@proves("deploy.embarked", "transport.capacity")
def test_the_first_unit_of_a_side_may_ride_too_and_counts_as_deployed() -> None:
    game = play(started("depot-raid", "depot"), *SUBCARDS, "blue-col-overseer")
    unit = battle_of(game).units[0]
    assert unit.deployed
    assert unit.inside >= 0
    assert battle_of(game).models[unit.first].fate == EMBARKED
    assert [event.key for event in game.events].count("embarked") == 1


@proves("deploy.embarked", "transport.capacity")
def test_every_transport_is_asked_for_in_turn_and_then_the_mission_goes_on() -> None:
    game = play(started("depot-raid", "depot"), *SUBCARDS)
    asked = 0
    while scripts.asked(game).clause == "deploy.embarked":
        asked += 1
        play(game, "nobody")
    transports = [unit for unit in battle_of(game).units if unit.card.capacity]
    assert asked == len(transports)
    assert battle_of(game).round == 1
    assert battle_of(game).setup_at == 0


@proves("deploy.embarked")
def test_only_who_rides_in_something_off_the_table_must_wait_for_it() -> None:
    table = at(f"blue Squad free waiting n=1\nblue Truck t waiting\nblue Squad a inside=t n=1\n{APART}")
    assert "play:free" in table.keys
    assert "[deploy.embarked]" in table.why_not("play:a")
    assert "save:a" in table.keys
    there = at(f"blue Truck t 20,20\nblue Squad a inside=t n=1\n{APART}")
    assert "play:a" in there.keys


@proves("turn.finish-face-down", "command.reuse-on-card")
@pytest.mark.parametrize(("card", "target", "spent"), [("smoke-curtain", "a", 1), ("double-time", "a", 0)])
def test_only_a_single_use_card_is_told_as_spent(card: str, target: str, spent: int) -> None:
    table = at("blue Squad a 20,20" + FAR, hands=(card, "skip")).play(f"play:{card}", target)
    assert told(table).count("spent") == spent


@proves("round.end-sequence", "start.later-rounds-opener")
@pytest.mark.parametrize(("first", "cards"), [(1, ("save:z", "save:a")), (0, ("save:a", "save:z"))])
def test_the_opener_is_remembered_through_rounds_without_a_turn(first: int, cards: tuple[str, str]) -> None:
    """The other takes the last turn of round 1, so the first opens round 2; nobody plays, so they open round 3 too."""
    table = at("blue Squad a 20,20" + FAR, round=1, turn=first).play(*cards)
    assert (table.battle.round, table.decider) == (2, first)
    table.play("end", "end")
    assert (table.battle.round, table.decider) == (3, first)
    table.play("end", "end")
    assert (table.battle.round, table.decider) == (4, first)


@proves("round.end-sequence", "round.end-early")
def test_in_the_next_round_both_play_again_with_all_their_cards() -> None:
    table = at("blue Squad a 20,20\nblue Squad b 30,20" + FAR).play("play:a", "done", "end", "end")
    assert table.battle.out == (False, False)
    table.play("save:z")
    assert {"play:a", "play:b"} <= set(table.keys)
    assert not table.unit("a").had_turn


@proves("round.end-sequence", "hunker.expires")
def test_a_new_round_is_one_higher_and_everything_that_lasts_a_round_is_over() -> None:
    table = at(f"blue Squad a 20,20\n{APART}")
    unit = table.unit("a")
    unit.skill_bonus = unit.dodge_bonus = unit.morale_bonus = 2
    unit.move_bonus = 3.0
    expire(table.battle, unit)
    assert (unit.skill_bonus, unit.move_bonus, unit.dodge_bonus, unit.morale_bonus) == (0, 0, 0, 0)
    later = at(f"blue Squad a 20,20\n{APART}", round=2).play("end").play("end")
    assert later.battle.round == 3
    assert later.battle.turn_of in (0, 1)
