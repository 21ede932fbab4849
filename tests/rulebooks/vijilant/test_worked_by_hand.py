"""Situations worked out on paper from the book alone, then played."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from tests.rulebooks.vijilant.test_missions import depot, heist, rounds_over
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

FAR = "\nred Squad z 65,65"
GUN = "gun: Gun, P 2, Sr 1, R 0-40"


def points(table: Table) -> int:
    return 0 if table.battle.turn is None else table.battle.turn.points


def refusal(table: Table, *answers: Any) -> str:
    with pytest.raises(Refused) as why:
        table.play(*answers)
    return why.value.clause


# -- cards, turns, rounds -----------------------------------------------------------------------------------------------------


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


@proves("pin.not-next", "pin.expires", "skip.does-nothing")
def test_a_skip_card_played_frees_every_pinned_unit_of_that_player_and_none_of_the_other() -> None:
    drawn = "blue Squad a 20,20 pinned\nblue Squad b 30,20 pinned\nred Squad y 60,60 pinned" + FAR
    table = at(drawn, hands=("skip", ""))
    assert not {"play:a", "save:a", "play:b", "save:b"} & set(table.keys)
    table.play("skip")
    assert not {"play:y", "save:y"} & set(table.keys)
    table.play("save:z")
    assert {"play:a", "save:a", "play:b", "save:b"} <= set(table.keys)


@proves("pin.all-remaining-pinned", "pin.last-card-forfeit", "hunker.expires")
def test_a_forfeited_card_costs_the_hunker_marker_and_the_others_are_free() -> None:
    drawn = "blue Squad a 20,20 pinned hunkered\nblue Squad b 30,20 pinned" + FAR + "\nred Squad y 60,50"
    table = at(drawn)
    assert {"forfeit:a", "forfeit:b", "end"} == set(table.keys)
    table.play("forfeit:a")
    assert not table.unit("a").hunkered
    table.play("save:z")
    assert "play:b" in table.keys


@proves("turn.two-action-points", "weapon.heavy.two-actions")
@pytest.mark.parametrize(("points_", "heavy"), [(1, False), (2, True), (3, True)])
def test_action_points_on_the_card_decide_how_much_is_done_and_whether_the_heavy_weapon_fires(
    points_: int, heavy: bool
) -> None:
    drawn = f"card gunners Squad AP{points_}: cannon: Gun, Heavy, P 3, Sr 1, R 0-40\nblue gunners a 20,20\nred Squad b 20,30"
    table = at(drawn + FAR).play("play:a")
    assert points(table) == points_
    assert ("shoot:heavy:b" in table.keys) is heavy
    if heavy:
        table.play("shoot:heavy:b", dice="cannon 1")
        assert points(table) == points_ - 2


@proves("turn.any-order-and-repeat", "combat.one-target-per-action")
def test_shooting_moving_and_shooting_with_three_points() -> None:
    drawn = "blue Hero a 20,20 AP=3\nred Squad b 20,30 H=9\nred Squad c 30,20 H=9"
    table = at(drawn + FAR, active="a").play("shoot:light:b", dice="rifle 5")
    table.play("move", [[20, 22]]).play("shoot:light:c", dice="rifle 5")
    assert (table["b1"].wounds, table["c1"].wounds) == (1, 1)
    assert table.asked.player == 1


# -- movement -----------------------------------------------------------------------------------------------------------------


@proves("movement.rough", "terrain.container.crossing", "movement.top-of-container")
def test_a_walker_ends_2_cm_inside_a_container_after_3_cm_of_open_ground() -> None:
    """M 7: 3 cm outside, the 4 left carry its middle 2 cm in, its whole base on top."""
    drawn = "blue Squad a 20,20 M=7\ncontainer 18,22,23,27"
    table = at(drawn + FAR, active="a").play("move", [[20, 25]])
    assert (table.at("a1"), table["a1"].base.elevation) == ((20, 25), 2.5)
    assert refusal(at(drawn + FAR, active="a").play("move"), [[20, 25.1]]) == "movement.up-to-m"


@proves("movement.top-of-container", "movement.rough")
@pytest.mark.parametrize(("move", "may"), [(12.5, True), (12.4, False)])
def test_a_strider_crosses_a_container_it_is_too_large_to_stand_on(move: float, may: bool) -> None:
    """10 cm in all, 2.5 of them over the container."""
    table = at(f"blue Strider a 20,20 M={move}\ncontainer 10,30,24,26.5" + FAR, active="a").play("move")
    if may:
        assert table.play([[20, 30]]).at("a1") == (20, 30)
    else:
        assert refusal(table, [[20, 30]]) == "movement.up-to-m"
    assert (
        refusal(at("blue Strider a 20,20 M=30\ncontainer 10,30,24,26.5" + FAR, active="a").play("move"), [[20, 25.25]])
        == "movement.top-of-container"
    )


@proves("movement.top-of-container")
def test_a_hero_of_two_and_a_half_fits_on_a_container_of_two_and_a_half() -> None:
    table = at("blue Hero a 20,20 M=20\ncontainer 18,22,24,26.5" + FAR, active="a").play("move", [[20, 25.25]])
    assert table["a1"].base.elevation == 2.5
    assert (
        refusal(at("blue Hero a 20,20 M=20\ncontainer 18,22,24,26.5" + FAR, active="a").play("move"), [[20, 25.4]])
        == "movement.top-of-container"
    )


@proves("movement.rough", "units.vehicle.slowed-by-terrain")
def test_a_truck_across_a_heap_pays_double_inside_only() -> None:
    """M 10: 2 cm to the edge, 3 inside (6), 2 beyond: 10 for 7 cm."""
    drawn = "blue Truck a 20,20 north M=10\nheap 10,30,22,25"
    assert at(drawn + FAR, active="a").play("move", [[20, 27]]).at("a1") == (20, 27)
    assert refusal(at(drawn + FAR, active="a").play("move"), [[20, 27.1]]) == "movement.up-to-m"


@proves("movement.dangerous")
def test_whoever_starts_in_shards_and_leaves_them_rolls_and_the_wound_ignores_toughness() -> None:
    table = at("blue Hero a 20,20 T=9 H=3\nshardfall 15,25,15,21" + FAR, active="a")
    table.play("move", [[20, 26]], dice="danger 1")
    assert table["a1"].wounds == 1
    table.play("move", [[20, 28]])
    assert table["a1"].wounds == 1, "outside there is nothing to roll for"


@proves("movement.dangerous")
@pytest.mark.parametrize("card", ["Hero", "Truck"])
def test_whoever_goes_into_shards_and_back_to_where_it_came_from_has_moved_in_them(card: str) -> None:
    table = at(f"blue {card} a 20,20 M=10 H=3\nshardfall 15,25,22,26" + FAR, active="a")
    table.play("move", [[20, 24], [20, 20]], dice="danger 1")
    assert (table.at("a1"), table["a1"].wounds) == ((20, 20), 1)


@proves("movement.dangerous", "weapon.cc.in-movement-action", "last-stand.had-turn")
def test_a_charge_through_shards_loses_its_dead_before_they_strike() -> None:
    drawn = "blue Squad a 20,20 22.5,20\nred Squad b 20,26 H=9\nshardfall 15,30,21,22"
    table = at(drawn + FAR, active="a", weapons={"a": ("hooks: CC, P 2, Sr 1",)})
    table.play("move", {"path": [[20, 24]], "models": {"a2": [[21.9, 25.3]]}}, "b", dice="danger 1 4 / hooks 3")
    assert table.alive("a") == ["a2"]
    assert table["b1"].wounds == 1


@proves("ponderous.both-actions-same-line", "ponderous.pivot-last")
def test_a_tank_that_has_pivoted_shoots_but_does_not_drive_any_more() -> None:
    table = at("blue Tank a 35,20 north M=8\nred Squad b 45,20 H=3" + FAR, active="a")
    table.play("move", [[35, 22, 0]]).play("shoot:light:b", dice="rifle 5")
    assert table["b1"].wounds == 1


@proves("movement.through-models", "units.skimmer.ignores-terrain-moving")
@pytest.mark.parametrize("card", ["Skiff", "Gull"])
def test_hovering_low_is_not_passing_through_enemies_but_through_friends(card: str) -> None:
    enemy = at(f"blue {card} a 20,20 north\nred Squad b 20,25" + FAR, active="a").play("move")
    assert refusal(enemy, [[20, 30]]) == "movement.through-models"
    friend = at(f"blue {card} a 20,20 north\nblue Squad b 20,25" + FAR, active="a").play("move", [[20, 30]])
    assert friend.at("a1") == (20, 30)
    over = at(f"blue {card} a 20,20 north\nblue Squad b 20,25" + FAR, active="a").play("move")
    assert refusal(over, [[20, 26]]) == "movement.through-models"


@proves("movement.facing", "movement.measure-front")
def test_a_truck_drives_out_and_back_and_has_used_its_way_not_its_gain() -> None:
    """Five north and five south is ten, though it ends where it began."""
    there = at("blue Truck a 20,20 north M=10" + FAR, active="a").play("move", [[20, 25], [20, 20]])
    assert there.at("a1") == (20, 20)
    assert (
        refusal(at("blue Truck a 20,20 north M=9.9" + FAR, active="a").play("move"), [[20, 25], [20, 20]])
        == "movement.up-to-m"
    )


# -- coherency ----------------------------------------------------------------------------------------------------------------


@proves("coherency.three-cm", "coherency.moves-must-keep-it")
@pytest.mark.parametrize(("x", "may"), [(25.0, True), (25.2, False)])
def test_two_models_may_end_3_cm_apart_edge_to_edge_and_no_further(x: float, may: bool) -> None:
    table = at("blue Squad a 20,20 22.5,20" + FAR, active="a").play("move")
    way = {"path": [[20, 20]], "models": {"a2": [[x, 20]]}}
    if may:
        assert table.play(way).at("a2") == (x, 20)
    else:
        assert refusal(table, way) == "coherency.moves-must-keep-it"


@proves("coherency.must-restore", "coherency.who-is-out")
def test_a_squad_split_by_a_death_may_do_nothing_but_close_up() -> None:
    """a2 in the middle died: 8 cm lie between the others. They may neither shoot nor hunker."""
    table = at("blue Squad a 20,20 30,20 M=6\nred Squad b 25,30" + FAR).play("play:a")
    if table.asked.clause == "coherency.who-is-out":
        table.play("a1")
    assert not table.can("shoot")
    assert "hunker" not in table.keys
    table.play("regroup")
    assert points(table) == 1
    assert table.can("shoot")


# -- shooting -----------------------------------------------------------------------------------------------------------------


@proves("cards.long-range", "combat.dodge-modifiers")
def test_long_range_counts_for_the_dice_of_those_who_are_far_alone() -> None:
    """Edges 18 and 18.16 cm away, Long 18: a 3 hits from near and misses from far."""
    gun = {"a": ("gun: Gun, P 2, Sr 1, R 0-24, Long 18",)}
    drawn = "blue Squad a 20,20 22.5,20\nred Squad b 20,40 H=9" + FAR
    table = at(drawn, active="a", weapons=gun).play("shoot:light:b", dice="gun 3 / gun 3")
    assert table["b1"].wounds == 1


@proves("combat.weakest-dodge", "weapon.indirect.no-sight")
def test_indirect_fire_reckons_with_the_unseen_too() -> None:
    """All of b are in the open to a shell, although b2 stands behind glass: Dodge 2, the hit may be given to either."""
    drawn = "blue Squad a 20,20\nred Squad b 20,40 25,40\nshard 27,30 r=3" + FAR
    table = at(drawn, active="a", weapons={"a": ("lob: Indirect, P 2, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice="lob 4")
    assert table.asked.clause == "wounds.defender-allocates"
    assert table.play({"b2": 1}).alive("b") == ["b1"]


@proves("goodshot.system-cannot-kill", "wounds.power-beats-toughness")
def test_a_goodshot_at_a_system_behind_too_much_armour_does_nothing() -> None:
    drawn = "blue Squad a 35,50\nred Tank b 35,35 north" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 4, Sr 1, R 0-40",)})
    table.play("shoot:light:b", dice="gun 6")
    if table.asked.clause == "goodshot.nominate":
        table.play("b1:mobility")
    assert (table["b1"].lost, table["b1"].wounds) == ((), 0)


@proves("goodshot.one-model-per-turn")
def test_when_the_named_system_is_gone_later_sixes_are_ordinary_hits() -> None:
    drawn = "blue Squad a 35,20\nred Tank b 35,35 north H=9" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-40",)})
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    table.play("shoot:light:b", dice="gun 6")
    assert table.asked.clause == "wounds.system-or-wound"
    assert table.asked.player == 1


@proves("goodshot.one-model-per-turn", "goodshot.nominate", "combat.one-target-per-action")
def test_a_second_unit_in_the_same_turn_takes_sixes_as_ordinary_hits() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x2 H=3\nred Squad c 30,20 x2 H=3" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", "b1", dice="gun 6")
    table.play("shoot:light:c", dice="gun 6")
    assert (table.asked.player, table.asked.clause) == (1, "wounds.defender-allocates")


@proves("weapon.blast.no-goodshot", "goodshot.natural-six")
def test_in_one_volley_the_guns_sixes_are_aimed_and_the_grenades_are_not() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x4" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN, "bomb: Blast, P 2, Sr 2, R 0-40")})
    table.play("shoot:light:b", "b4", {"b1": 1, "b2": 1}, dice="gun 6 / bomb 6 6")
    assert table.alive("b") == ["b3"]


@proves("weapon.indirect.skill-penalty", "goodshot.must-be-visible")
def test_indirect_fire_at_what_one_sees_is_aimed_and_without_penalty() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x2" + FAR
    table = at(drawn, active="a", weapons={"a": ("lob: Indirect, P 2, Sr 2, R 0-40",)})
    table.play("shoot:light:b", dice="lob 6 3")
    assert table.asked.clause == "goodshot.nominate"
    assert table.play("b2").alive("b") == []


@proves("cc.fire-into-melee", "card.skill-can-be-negative")
@pytest.mark.parametrize(("dodge", "dead"), [(4, True), (5, False)])
def test_a_six_into_a_melee_must_still_beat_the_dodge(dodge: int, dead: bool) -> None:
    """Skill -1: a 6 counts 5."""
    drawn = f"blue Squad a 20,20 S=-1\nblue Squad f 20,32\nred Squad b 20,34 D={dodge}" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)})
    table.play("shoot:light:b", dice="gun 6")
    assert (table.alive("b") == []) is dead


@proves("cc.fire-into-melee", "cc.no-friendly-casualties")
def test_fives_into_a_melee_hit_nobody_at_all() -> None:
    drawn = "blue Squad a 20,20 S=3\nblue Squad f 20,32\nred Squad b 20,34 D=0" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 3, R 0-40",)})
    table.play("shoot:light:b", dice="gun 5 5 4")
    assert (table.alive("b"), table.alive("f")) == (["b1"], ["f1"])


@proves("wounds.one-model-per-shot", "wounds.by-difference")
def test_a_strong_shot_takes_one_of_two_models_of_two_health() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x2 T=2 H=2" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 6, Sr 1, R 0-40",)})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5")
    assert (table.alive("b"), table["b2"].wounds) == (["b2"], 0)


@proves("wounds.system-counts-as-health", "wounds.model-dies")
def test_a_tank_of_six_with_two_systems_and_three_wounds_dies_of_the_next() -> None:
    drawn = "blue Squad a 50,35\nred Tank b 35,35 north lost=mobility;sensors wounds=5" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 4, Sr 1, R 0-40",)})
    assert table.play("shoot:light:b", dice="gun 5").alive("b") == []


@proves("weapon.range-and-minimum", "combat.range.per-weapon")
@pytest.mark.parametrize(("y", "fires"), [(26.0, True), (25.9, False), (46.0, True), (46.1, False)])
def test_minimum_and_maximum_are_measured_from_edge_to_edge_and_both_count(y: float, fires: bool) -> None:
    """R 4-24 with bases of radius 1: middles 6 to 26 cm apart."""
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,{y}" + FAR, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 4-24",)}
    )
    assert table.can("shoot") is fires


@proves("cover.closer-to-target", "cover.touching")
def test_a_container_touched_by_both_sides_covers_neither() -> None:
    """Both touch the container from opposite sides on a stack, seeing over it is out; at equal distance it gives nothing."""
    drawn = "blue Squad a 20,20 20,17\nred Squad b 20,26.5 D=2\ncarriage 15,25,21,25.5" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)})
    table.play("shoot:light:b", dice="gun 3 3")
    assert table.alive("b") == [], "equal distances do not count"


@proves("terrain.carriage.cover", "terrain.carriage.no-sight-block")
@pytest.mark.parametrize(("y", "dodge"), [(31.5, 4), (33.0, 3)])
def test_behind_a_carriage_one_is_seen_and_covered(y: float, dodge: int) -> None:
    drawn = f"blue Squad a 20,20\nred Squad b 20,{y} D=2\ncarriage 15,25,25.5,30.5" + FAR
    low = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice=f"gun {dodge}")
    assert low.alive("b") == ["b1"]
    high = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice=f"gun {dodge + 1}")
    assert high.alive("b") == []


@proves("los.enemy-models-block", "los.infantry-do-not-screen-vehicles")
def test_a_truck_hides_a_squad_and_a_squad_does_not_hide_a_truck() -> None:
    hidden = at("blue Squad a 20,20\nred Truck t 20,26\nred Squad b 20,30" + FAR, active="a", weapons={"a": (GUN,)})
    assert not any(key.endswith(":b") for key in hidden.keys)
    shown = at("blue Squad a 20,20\nred Squad t 20,26\nred Truck b 20,30" + FAR, active="a", weapons={"a": (GUN,)})
    assert any(key.endswith(":b") for key in shown.keys)


@proves("weapon.dies-with-bearer", "weapon.team-firer")
def test_a_team_weapon_fires_one_salvo_however_many_are_left() -> None:
    drawn = (
        "card crew Squad: mortar: Blast, P 2, Sr 3, R 0-40, team\nblue crew a 20,20 22.5,20 25,20\nred Squad b 20,30 x4"
    )
    table = at(drawn + FAR, active="a").play("shoot:light:b", dice="mortar 1 1 1")
    assert points(table) == 1


@proves("systems.sensors", "heist.bumping", "weapon.indirect.skill-penalty", "card.skill-can-be-negative")
def test_sensors_the_train_and_unspotted_shells_take_three_from_skill() -> None:
    """Skill 0: a 6 counts 3, no more than Dodge 2 behind a stack."""
    drawn = "blue Truck a 20,33 east lost=sensors\nblue Squad q 2,2\nred Squad b 20,60 D={} H=3\nstack 5,35,50,53"
    for dodge, wounds in ((2, 0), (1, 1)):
        table = heist(drawn.format(dodge), active="a", weapons={"a": ("lob: Indirect, P 2, Sr 1, R 0-60",)})
        table.play("shoot:light:b", dice="lob 6")
        assert table["b1"].wounds == wounds


# -- last stand, pinning, hunkering -------------------------------------------------------------------------------------------


@proves("last-stand.no-escape", "last-stand.when")
def test_the_dead_may_hunker_and_die_all_the_same() -> None:
    table = at("blue Squad a 20,20\nred Squad b 20,30 x2 fresh" + FAR, active="a", weapons={"a": (GUN,)})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5")
    if "hunker" in table.keys:
        table.play("hunker")
    else:
        table.play("nothing")
    assert table.alive("b") == ["b2"]
    assert not table.unit("b").hunkered


@proves("last-stand.had-turn", "deploy.is-the-turn")
def test_a_unit_shot_in_the_round_it_came_in_has_had_its_turn() -> None:
    drawn = "blue Squad a 20,20\nred Squad b waiting n=2\nred Squad z 65,65"
    table = at(drawn, turn=1, weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-60",)})
    table.play("play:b", {"path": [[20, 60]], "models": {"b2": [[22.5, 60]]}})
    table.play("play:a", "shoot:light:b", {"b1": 1}, dice="gun 5")
    assert table.asked.player == 0


@proves("last-stand.timing", "ramming.killed-do-not-block")
def test_those_run_down_answer_when_the_drive_is_over() -> None:
    drawn = "blue Truck a 20,20 north H=9 systems=\nred Squad b 20,25 20,28 fresh"
    table = at(drawn + FAR, active="a").play("ram", [[20, 30]])
    assert table.asked.clause == "last-stand.when"
    assert table.at("a1") == (20, 30)
    table.play("shoot:light:a", dice="rifle 6 / rifle 6")
    assert table["a1"].wounds == 1, "a melee still; Power 2 beats the rear from behind, not the side from under it"
    assert table.alive("b") == []


@proves("transport.no-last-stand", "transport.destroyed-airborne", "last-stand.when")
def test_fresh_passengers_of_a_crash_die_without_a_last_stand_and_the_pilot_has_one() -> None:
    drawn = "blue Squad a 20,20 H=9\nred Skiff t 20,32 H=1 systems= fresh\nred Squad b inside=t n=3 T=1 fresh"
    table = at(drawn + FAR, active="a", weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-40",)})
    table.play("shoot:light:t", dice="gun 5")
    assert table.alive("b") == []
    assert (table.asked.player, table.asked.clause) == (1, "last-stand.when")
    assert not table.play("nothing").alive("t")


@proves("pin.attacker-asks", "pin.once-per-attack")
def test_an_attacker_who_does_not_ask_has_not_asked_and_may_in_the_next_action() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 H=9 Mr=6" + FAR
    table = at(drawn, active="a", weapons={"a": ("hook: Gun, Pinning, P 2, Sr 1, R 0-40",)})
    table.play("shoot:light:b", "no", dice="hook 5")
    assert table.unit("b").pinned < 0
    table.play("shoot:light:b", "yes", dice="hook 5 / pinning 3")
    assert table.unit("b").pinned >= 0, "6 + 3 is below 10"


@proves("pin.roll", "pin.highest-morale")
@pytest.mark.parametrize(("morale", "face", "pinned"), [(4, 6, False), (4, 5, True), (9, 1, False), (3, 6, True)])
def test_ten_passes_a_pinning_test(morale: int, face: int, pinned: bool) -> None:
    drawn = f"blue Squad a 20,20\nred Squad b 20,30 H=9 Mr={morale}" + FAR
    table = at(drawn, active="a", weapons={"a": ("hook: Gun, Pinning, P 2, Sr 1, R 0-40",)})
    table.play("shoot:light:b", "yes", dice=f"hook 5 / pinning {face}")
    assert (table.unit("b").pinned >= 0) is pinned


@proves("hunker.bonus", "hunker.stacks-with-cover")
def test_hunkered_behind_and_touching_a_heap_only_a_six_hits() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,31.2 D=2 hunkered x1\nheap 15,25,25,30.2".replace(" x1", "") + FAR
    for face, dead in ((5, False), (6, True)):
        table = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice=f"gun {face}")
        assert (table.alive("b") == []) is dead


# -- close combat -------------------------------------------------------------------------------------------------------------


@proves("cc.up-to-three-strikes", "turn.two-action-points")
def test_three_points_are_four_strikes() -> None:
    drawn = "blue Hero a 20,20 AP=3\nred Squad b 20,22.25 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": ("axe: CC, P 2, Sr 1",)})
    for way in ("move", "move", "move", "extra-move"):
        table.play(way, [[20, 20]], "b", dice="axe 5")
    assert table["b1"].wounds == 4
    assert table.asked.player == 1


@proves("cc.extra-movement-action", "turn.any-order-and-repeat")
def test_strike_shoot_and_strike_again_with_the_extra_action() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,22 H=9\nred Squad c 40,20 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": ("axe: CC, P 2, Sr 1", GUN)})
    table.play("move", [[20, 20]], "b", dice="axe 5").play("shoot:light:c", dice="gun 5")
    table.play("extra-move", [[20, 20]], "b", dice="axe 5")
    assert (table["b1"].wounds, table["c1"].wounds) == (2, 1)


@proves("cc.extra-movement-action")
def test_shooting_with_both_points_leaves_the_extra_action_only_with_a_strike() -> None:
    """In contact it may strike with the extra action alone; out of reach it gets none."""
    for y, extra in ((22, True), (40, False)):
        drawn = f"blue Squad a 20,20 M=6\nred Squad b 20,{y} H=9\nred Squad c 40,20 H=9" + FAR
        table = at(drawn, active="a", weapons={"a": ("axe: CC, P 2, Sr 1", GUN)})
        table.play("shoot:light:c", dice="gun 1").play("shoot:light:c", dice="gun 1")
        assert (table.asked.player == 0 and "extra-move" in table.keys) is extra


@proves("cc.locked-halves-movement", "cc.leaving-is-free")
@pytest.mark.parametrize(("y", "may"), [(16.5, True), (16.4, False)])
def test_a_squad_that_breaks_away_goes_half_its_move(y: float, may: bool) -> None:
    table = at("blue Squad a 20,20 M=7\nred Squad b 20,22" + FAR, active="a").play("move")
    if may:
        assert table.play([[20, y]]).at("a1") == (20, y)
    else:
        assert refusal(table, [[20, y]]) == "cc.locked-halves-movement"


# -- ramming ------------------------------------------------------------------------------------------------------------------


@proves("ramming.power", "ramming.survivor-blocks")
def test_a_ram_that_does_no_harm_is_stopped_all_the_same() -> None:
    table = at("blue Truck a 20,20 north cc=3\nred Strider b 20,28 T=3 systems=" + FAR, active="a")
    table.play("ram", [[20, 30]])
    assert (table["b1"].wounds, table.at("a1")) == (0, (20, 23.75))


@proves("ramming.block-lasts-turn")
def test_after_a_block_the_truck_may_drive_round_but_not_ram_the_same_model() -> None:
    drawn = "blue Truck a 20,20 north M=12\nred Strider b 20,28 T=9 systems="
    table = at(drawn + FAR, active="a").play("ram", [[20, 28]])
    table.play("move", [[15, 23.75, 90]])
    assert table["b1"].wounds == 0


@proves("ramming.who", "movement.through-models")
def test_a_ram_does_not_end_on_a_friend() -> None:
    drawn = "blue Truck a 20,20 north\nred Squad b 20,25\nblue Squad f 20,30"
    table = at(drawn + FAR, active="a").play("ram")
    assert refusal(table, [[20, 29]]) == "movement.through-models"


@proves("ramming.automatic-hit")
def test_a_model_on_a_stack_is_not_run_down() -> None:
    drawn = "blue Skiff a 20,20 north\nred Squad b 20,26\nred Squad c 30,20\nstack 18,22,25,27"
    table = at(drawn + FAR, active="a")
    if table.can("ram"):
        table.play("ram", [[20, 22.4]])
    assert table.alive("b") == ["b1"]


@proves("ramming.no-cc-bonus")
def test_ramming_earns_no_extra_movement() -> None:
    table = at("blue Truck a 20,20 north\nred Squad b 20,25\nred Squad c 20,38" + FAR, active="a")
    table.play("ram", [[20, 28]]).play("ram", [[20, 38]])
    assert (table.alive("b"), table.alive("c")) == ([], [])
    assert table.asked.player == 1


# -- transports ---------------------------------------------------------------------------------------------------------------


@proves("transport.load-unload-cost", "transport.own-turns")
def test_a_squad_may_get_in_and_out_again_in_one_turn() -> None:
    table = at("blue Truck t 20,20 slowed\nblue Squad a 20,23.25" + FAR, active="a").play("load:t")
    assert points(table) == 1
    table.play("unload:t", [[20, 16.75]])
    assert table.at("a1") == (20, 16.75)


@proves("transport.ground-must-slow-to-pick-up", "transport.own-turns")
def test_a_truck_that_has_slowed_and_then_moved_picks_nobody_up() -> None:
    table = at("blue Truck t 20,16 north\nblue Squad a 20,23.25" + FAR).play("play:t", "slow", "move", [[20, 20]])
    table.play("save:z").play("play:a")
    assert "load:t" not in table.keys


@proves("transport.ground-must-slow-to-pick-up", "units.vtol.airborne-or-landed")
@pytest.mark.parametrize(("card", "state"), [("Truck", "slowed"), ("Skiff", "slowed"), ("Gull", "landed")])
def test_whoever_drives_out_and_back_has_moved_and_picks_nobody_up(card: str, state: str) -> None:
    table = at(f"blue {card} t 20,20 north {state}\nblue Squad a 20,{20 + {'Truck': 3.25}.get(card, 3.5)}" + FAR)
    table.play("play:t", "move", [[20, 19], [20, 20, 90]], "done", "save:z", "play:a")
    assert "load:t" not in table.keys
    stays = at(f"blue {card} t 20,20 north {state}\nblue Squad a 20,{20 + {'Truck': 3.25}.get(card, 3.5)}" + FAR)
    stays.play("play:t", "done", "save:z", "play:a")
    assert "load:t" in stays.keys


@proves("transport.no-cost-for-transport", "transport.passengers-inactive")
def test_passengers_ride_and_get_out_where_the_truck_has_gone() -> None:
    drawn = "blue Truck t 20,20 north slowed\nblue Squad a 20,23.25\nred Squad y 65,60" + FAR
    table = at(drawn).play("play:a", "load:t", "done", "save:z")
    table.play("play:t", "move", [[30, 20, 90]], "done", "end")
    assert table.battle.round == 3
    if table.asked.player == 1:
        table.play("end")
    table.play("play:a", "unload:t", [[30, 23.25]])
    assert table.at("a1") == (30, 23.25)
    assert points(table) == 1


@proves("transport.capacity")
def test_a_full_transport_takes_no_second_unit_not_even_a_hero() -> None:
    drawn = "blue Truck t 20,20 slowed\nblue Squad b inside=t n=1\nblue Hero a 20,23.5"
    assert "load:t" not in at(drawn + FAR, active="a").keys


@proves("transport.destroyed-on-land", "units.vtol.airborne-or-landed")
@pytest.mark.parametrize(("state", "left"), [("landed", 2), ("airborne", 0)])
def test_a_landed_dropship_spares_what_an_airborne_one_kills(state: str, left: int) -> None:
    drawn = f"blue Squad a 20,20\nred Gull t 20,32 {state} H=1 systems=\nred Squad b inside=t n=2 T=1"
    table = at(drawn + FAR, active="a", weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-40",)})
    table.play("shoot:light:t", dice="gun 5")
    assert len(table.alive("b")) == left


# -- missions -----------------------------------------------------------------------------------------------------------------


@proves("depot.win-attacker")
def test_a_model_that_leaves_the_goal_and_comes_back_within_the_round_has_touched_it_at_both_ends() -> None:
    table = rounds_over(depot("blue Squad a 35,41 M=6\nred Squad z 10,66"))
    table.play("play:a", "move", [[35, 40]], "move", [[35, 41]], "end")
    assert (table.game.standing.over, table.game.standing.winner) == (True, 0)


@proves("depot.win-attacker")
def test_a_defender_at_the_goal_wins_the_attacker_nothing() -> None:
    table = rounds_over(depot("blue Squad a 2,2\nred Squad z 35,41"), 2)
    assert table.game.question is not None


@proves("heist.train-moves", "heist.train-start")
def test_a_train_to_the_left_carries_its_passengers_to_the_left() -> None:
    from vanguard.rulebooks.vijilant.battlefield import Battlefield
    from vanguard.rulebooks.vijilant.content.content import content

    table = at("blue Squad a 50,33\nred Squad z 10,66", mission="the-heist", map="glasstrain", defender=1, round=1)
    table.battle.battlefield = Battlefield(content().maps["glasstrain"].mirrored(), (), (), 0.0)
    table["a1"].base = table["a1"].base.at(50, 33, 1.5)
    rounds_over(table)
    assert table.at("a1") == (40, 33)
    assert table.battle.battlefield.piece("L").part.min_x == 20.5


@proves("heist.bumping")
@pytest.mark.parametrize(("places", "dodge", "wounds"), [("20,33 20,28.9", 2, 0), ("20,28.9 22.5,28.9", 2, 2)])
def test_one_model_aboard_costs_the_whole_squad_its_aim(places: str, dodge: int, wounds: int) -> None:
    drawn = f"blue Squad a {places}\nred Squad b 20,20 D={dodge} H=9\nred Squad z 10,66"
    table = heist(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice="gun 3 3")
    assert table["b1"].wounds == wounds


@proves("heist.train-cover", "cc.ignore-cover")
def test_aboard_and_hunkered_against_a_command_both_count() -> None:
    drawn = "blue Squad q 2,2\nred Squad b 20,33 D=2 hunkered\nred Squad z 10,66"
    table = heist(drawn, hands=("strafing-run", "skip"))
    key = next((k for k in table.keys if k.startswith("play:") and "straf" in k), "")
    assert key
    table.play(key, "b", dice="strafing-run 4 4 4 4 4")
    assert table.alive("b") == ["b1"]


@proves("heist.win-attacker")
def test_a_unit_that_gets_off_and_on_again_before_the_end_of_the_round_has_held_the_train() -> None:
    table = rounds_over(heist("blue Squad a 15,31.5 M=20\nred Squad z 10,66"))
    assert table.at("a1") == (25, 31.5)
    table.play("play:a", "move", [[25, 29]], "move", [[25, 31.5]], "end")
    assert table.game.standing.winner == 0


@proves("skirmish.winner")
def test_a_transport_with_its_passengers_is_one_unit_on_the_table() -> None:
    table = rounds_over(at("blue Truck t 20,20\nblue Squad a inside=t n=2\nred Squad z 65,65", round=4))
    assert table.game.standing.over
    assert table.game.standing.winner is None
