"""The Movement phase: Normal Moves, Advances, Falling Back, climbing, flying, difficult ground, reinforcements."""

from math import cos, pi, sin

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.questions import Place
from vanguard.rulebooks.fortyk_vanguard.engagement import would_be_engaged
from vanguard.rulebooks.fortyk_vanguard.movement_phase import end_movement, move_model, next_to_move
from vanguard.rulebooks.fortyk_vanguard.reinforcements import next_to_arrive
from vanguard.rulebooks.fortyk_vanguard.state import (
    ADVANCED,
    ARRIVED,
    FELL_BACK,
    MOVED_SLOWLY,
    ON_TABLE,
    STATIONARY,
)
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import harbingers

Spot = tuple[float, ...]


def asked(table: Table, how: str = "normal", dice: str = "", key: str = "a") -> Place[object]:
    question = table.ask(move_model, table[key], answers=(how,), dice=dice)
    assert isinstance(question, Place)
    return question


def can_reach(table: Table, *path: Spot, how: str = "normal", dice: str = "") -> bool:
    question = asked(table, how, dice)
    try:
        question.read([list(spot) for spot in path])
    except Exception as refused:
        assert type(refused).__name__ == "Refused"
        return False
    return True


def objection(table: Table, *path: Spot, how: str = "normal", dice: str = "") -> str:
    return refusal(asked(table, how, dice), [list(spot) for spot in path])


def walk(table: Table, how: str, *path: Spot, dice: str = "", **more: tuple[str, ...]) -> Table:
    answers = (how, *more.get("before", ()), [list(spot) for spot in path], *more.get("after", ()))
    table.do(move_model, table["a"], answers=answers, dice=dice)
    return table


# -- choosing -----------------------------------------------------------------------------------------------------------------------


@proves("core.move.each-unit-once", "vanguard.muster.unit-means-model")
def test_models_move_one_at_a_time_each_once_in_any_order() -> None:
    table = at("blue Man a 4,15\nblue Man b 4,18\nred Man e 30,15", phase="movement")
    assert available(table.ask(next_to_move)) == ["a", "b", "end-phase"]
    table.do(next_to_move, answers=("b", "normal", [[6, 18]]))
    assert available(table.ask(next_to_move)) == ["a", "end-phase"]


@proves("core.move.options-when-free", "core.move.options-when-engaged")
def test_a_free_model_moves_advances_or_stays_and_one_in_combat_falls_back_or_stays() -> None:
    free = at("blue Man a 4,15\nred Man e 30,15", phase="movement")
    assert available(free.ask(move_model, free["a"])) == ["normal", "advance", "stationary"]
    engaged = at("blue Man a 4,15\nred Man e 5.9,15", phase="movement")
    assert available(engaged.ask(move_model, engaged["a"])) == ["fall-back", "stationary"]


@proves("core.move.remain-stationary", "core.move.what-counts-as-moved")
def test_who_is_not_selected_or_moves_nowhere_remained_stationary() -> None:
    table = at("blue Man a 4,15\nblue Man b 4,18\nred Man e 30,15", phase="movement")
    walk(table, "normal", (4, 15))
    assert table["a"].moved == STATIONARY
    end_movement(table.battle)
    assert table["b"].moved == STATIONARY
    assert not table["a"].has_moved


# -- how far ------------------------------------------------------------------------------------------------------------------------


@proves("core.move.normal", "core.move.path")
def test_a_normal_move_is_as_long_as_its_path() -> None:
    table = at("blue Man a 4,15\nred Man e 30,15", phase="movement")
    assert can_reach(table, (10, 15))
    assert "core.move.normal" in objection(table, (10.1, 15))
    assert not can_reach(table, (8, 15), (8, 17.5))  # 4" and 2.5" round the corner
    assert can_reach(table, (8, 15), (8, 17))


@proves("core.move.path")
def test_nobody_moves_through_other_models_friend_or_enemy() -> None:
    wall = "\n".join([f"blue Man f{number} 6,{y}" for number, y in enumerate((12.2, 13.25, 14.3, 15.35, 16.4, 17.45))])
    table = at(f"blue Man a 4,15\n{wall}\nred Man e 30,15", phase="movement")
    assert "core.move.path" in objection(table, (9, 15))
    assert "core.move.path" in objection(table, (6.3, 15.35))  # nor onto them


@proves("core.concept.battlefield-edge")
def test_no_part_of_a_base_leaves_the_table() -> None:
    table = at("blue Man a 2,15\nred Man e 30,15", phase="movement")
    assert can_reach(table, (0.5, 15))
    assert "core.concept.battlefield-edge" in objection(table, (0.4, 15))


@proves("core.move.normal", "core.concept.engagement-range")
def test_a_normal_move_never_comes_within_engagement_range() -> None:
    table = at("blue Man a 4,15\nred Man e 8,15", phase="movement")
    assert can_reach(table, (5.99, 15))
    assert "core.move.normal" in objection(table, (6, 15))
    assert not can_reach(table, (4, 16.9), (8.5, 16.9))  # on the way past it either
    assert can_reach(table, (4, 17.01), (7.9, 17.01))


@proves("core.move.advance", "faction.relentless-march")
def test_an_advance_adds_a_die_and_an_overlord_an_inch() -> None:
    table = at("blue Man a 4,15\nred Man e 40,15", phase="movement")
    assert can_reach(table, (14, 15), how="advance", dice="advance 4")
    table = at("blue Man a 4,15\nred Man e 40,15", phase="movement")
    assert not can_reach(table, (14.1, 15), how="advance", dice="advance 4")
    core = "blue Man a 4,15 kw=CORE\nblue necrons/overlord o 4,18\nred Man e 40,15"
    assert can_reach(at(core, phase="movement"), (11, 15))
    far = "blue Man a 4,15 kw=CORE\nblue necrons/overlord o 4,24\nred Man e 40,15"
    assert not can_reach(at(far, phase="movement"), (11, 15))
    walk(at(core, phase="movement"), "advance", (12, 15), dice="advance 1")


@proves("core.move.advance", "core.stratagem.command-re-roll")
def test_an_advance_is_noted_and_its_die_can_be_rolled_again() -> None:
    table = at("blue Man a 4,15\nred Man e 40,15", phase="movement", cp=(1, 0))
    walk(table, "advance", (14, 15), dice="advance 1 / re-roll 4", before=("re-roll",))
    assert table["a"].moved == ADVANCED
    assert table.battle.command_points == (0, 0)


@proves("faction.full-throttle")
def test_stormboyz_advance_six_inches_at_a_risk() -> None:
    safe = at("blue orks/stormboyz a 4,15\nred Man e 40,15", phase="movement")
    walk(safe, "advance", (22, 15), dice="throttle 3")
    assert safe["a"].base.centre == (22, 15)
    burnt = at("blue orks/stormboyz a 4,15\nblue Man b 4,18\nred Man e 40,15", phase="movement")
    burnt.do(move_model, burnt["a"], answers=("advance",), dice="throttle 4")
    assert burnt.dead == ["a"]


@proves("faction.grinding-advance")
def test_a_tank_that_moved_less_than_half_its_move_moved_slowly() -> None:
    slow = at("blue astra-militarum/leman-russ a 8,15\nred Man e 40,15", phase="movement")
    walk(slow, "normal", (12.9, 15))
    assert slow["a"].did(MOVED_SLOWLY)
    half = at("blue astra-militarum/leman-russ a 8,15\nred Man e 40,15", phase="movement")
    walk(half, "normal", (13, 15))
    assert not half["a"].did(MOVED_SLOWLY)


@proves("faction.grinding-advance", "core.terrain.difficult-ground")
def test_difficult_ground_shortens_a_move_and_does_not_lengthen_it() -> None:
    drawn = "blue astra-militarum/leman-russ a 10,15\nred Man b 40,15\ncrater 13,12,14,18"
    slow = walk(at(drawn, phase="movement"), "normal", (14, 15))
    assert slow["a"].did(MOVED_SLOWLY)  # 4" of its 10"
    assert slow.heard("normal-move", cost="4")
    refused = objection(at(drawn, phase="movement"), (18.01, 15))
    assert 'Difficult Ground takes 2" off: the move costs 8.01", the limit is 8"' in refused
    assert "core.terrain.difficult-ground" in refused


# -- falling back ---------------------------------------------------------------------------------------------------------------------


@proves("core.move.fall-back")
def test_falling_back_passes_through_engagement_range_but_ends_outside() -> None:
    table = at("blue Man a 4,15\nred Man e 5.6,15\nred Man g 5.6,17.9", phase="movement")
    assert can_reach(table, (4, 20.5), how="fall-back")
    assert "core.move.fall-back" in objection(table, (4, 19), how="fall-back")
    walk(table, "fall-back", (4, 10))
    assert table["a"].moved == FELL_BACK


@proves("core.move.fall-back")
def test_a_way_out_between_two_rings_of_enemies_is_found() -> None:
    """Enemies stand in all eight directions, twice; between the directions, 6" away, nobody is near."""
    rings = [
        f"red Man r{i}{far:g} {20 + far * cos(i * pi / 4):.3f},{15 + far * sin(i * pi / 4):.3f}"
        for far in (3.3, 6.0)
        for i in range(8)
    ]
    table = at("\n".join(["blue Man a 20,15", "red Man b 21.5,15", *rings]), phase="movement")
    assert why_not(table.ask(move_model, table["a"]), "fall-back") == ""
    assert asked(table, "fall-back").candidates()


@proves("core.move.fall-back", "core.move.fly", "core.move.fly-end")
def test_a_flyer_in_a_corner_finds_a_place_to_fall_back_to() -> None:
    enemies = "red Man b 3.6,2\nred Man c 14,2\nred Man d 8,12.4"
    table = at(f"blue space-marines/assault-squad a 2,2\n{enemies}", phase="movement")
    assert why_not(table.ask(move_model, table["a"]), "fall-back") == ""
    places = asked(table, "fall-back").candidates()
    assert places
    for place in places:
        assert not would_be_engaged(table.battle, 0, table["a"].base.at(place[-1][0], place[-1][1], 0))


@proves("core.move.fall-back")
def test_who_cannot_get_out_cannot_fall_back() -> None:
    ring = "\n".join(
        [f"red Man e{number} {x},{y}" for number, (x, y) in enumerate([(5.5, 15), (4, 16.5), (2.5, 15), (4, 13.5)])]
    )
    table = at(f"blue Man a 4,15 M=2\n{ring}", phase="movement")
    assert "core.move.fall-back" in why_not(table.ask(move_model, table["a"]), "fall-back")


@proves("core.stratagem.cut-them-down")
def test_the_enemy_may_cut_down_who_falls_back() -> None:
    table = at("blue Man a 4,15 W=3\nred Man e 5.6,15\nred Man g 4,16.6\nred Man h 20,15", phase="movement", cp=(0, 1))
    question = table.ask(move_model, table["a"], answers=("fall-back",))
    cut = table.odds(question, "yes")
    assert cut.mean_damage() == pytest.approx(2 / 6), "two enemies, a wound for each 6"
    walk(table, "fall-back", (4, 10), before=("yes",), dice="cut 6 5")
    assert table["a"].wounds == 2
    assert table.battle.command_points == (0, 0)
    lucky = at("blue Man a 4,15 W=3\nred Man e 5.6,15", phase="movement", cp=(0, 1))
    walk(lucky, "fall-back", (4, 10), before=("yes",), dice="cut 5")
    assert lucky["a"].wounds == 3
    assert lucky.events("mortal") == []


@proves("core.stratagem.desperate-breakout")
def test_a_desperate_breakout_crosses_enemies_or_dies() -> None:
    ring = "\n".join(
        [f"red Man e{number} {x},{y}" for number, (x, y) in enumerate([(5.3, 15), (4, 16.3), (2.7, 15), (4, 13.7)])]
    )
    drawn = f"blue Man a 4,15\nblue Man f 30,20\n{ring}"
    out = at(drawn, phase="movement", cp=(2, 0))
    walk(out, "breakout", (10, 15), dice="breakout 2")
    assert out["a"].base.centre == (10, 15)
    assert out.battle.command_points == (0, 0)
    dead = at(drawn, phase="movement", cp=(2, 0))
    dead.do(move_model, dead["a"], answers=("breakout",), dice="breakout 1")
    assert dead.dead == ["a"]
    assert dead.battle.destroyed_this_turn == (1, 0)
    caught = at(drawn, phase="movement", cp=(2, 0))
    walk(caught, "breakout", (6.9, 15), dice="breakout 2")
    assert caught.dead == ["a"]  # it ended within Engagement Range
    poor = at(drawn, phase="movement", cp=(1, 0))
    assert "costs 2 CP" in why_not(poor.ask(move_model, poor["a"]), "breakout")


# -- terrain --------------------------------------------------------------------------------------------------------------------------


@proves("core.move.low-terrain")
def test_terrain_of_an_inch_is_walked_over() -> None:
    table = at("blue Man a 4,15\nred Man e 40,15\nhill 6,10,8,20 height=1", phase="movement")
    assert can_reach(table, (10, 15))


@proves("core.move.climb")
def test_higher_terrain_is_climbed_up_and_down() -> None:
    table = at(
        "blue Man a 4,15\nred Man e 40,15\nbarricade 4.6,5,4.8,25 height=2 traits=unstable-position", phase="movement"
    )
    assert can_reach(table, (6, 15))  # 2" along, 2" up and 2" down
    assert "core.move" in objection(table, (6.1, 15))


@proves("core.move.not-mid-climb")
def test_nobody_stays_halfway_up() -> None:
    table = at("blue Man a 4,15\nred Man e 40,15\ncontainer 6,10,7,20 height=3", phase="movement")
    assert "core.move" in objection(table, (6.2, 15))


@proves("core.terrain.scaleable")
def test_infantry_stands_on_a_container_and_a_vehicle_does_not() -> None:
    table = at("blue Man a 4,15\nred Man e 40,15\ncontainer 6,12,9,18", phase="movement")
    assert can_reach(table, (7, 15, 2))
    vehicle = at("blue Man a 4,15 kw=VEHICLE not=INFANTRY\nred Man e 40,15\ncontainer 6,12,9,18", phase="movement")
    assert not can_reach(vehicle, (7, 15, 2))


@proves("core.terrain.unstable-position")
def test_nobody_stops_on_a_barricade() -> None:
    table = at("blue Man a 4,15\nred Man e 40,15\nbarricade 6,12,6.4,18", phase="movement")
    assert "core.terrain.unstable-position" in objection(table, (6.2, 15))
    assert can_reach(table, (7, 15))


@proves("core.terrain.breachable")
def test_infantry_walks_through_the_walls_of_a_ruin_and_a_vehicle_does_not() -> None:
    drawn = "blue Man a 4,15 {who}\nred Man e 40,15\nruin 6,10,12,20 wall=6,10,6.2,20"
    assert can_reach(at(drawn.format(who=""), phase="movement"), (9, 15))
    assert can_reach(at(drawn.format(who="kw=SWARM not=INFANTRY"), phase="movement"), (9, 15))
    assert not can_reach(at(drawn.format(who="kw=VEHICLE not=INFANTRY"), phase="movement"), (9, 15))


@proves("core.terrain.difficult-ground")
def test_difficult_ground_takes_two_inches_once() -> None:
    drawn = "blue Man a 4,15 {who}\nred Man e 40,15\ncrater 6,10,8,20\ncrater 9,10,9.5,20"
    table = at(drawn.format(who=""), phase="movement")
    assert can_reach(table, (8, 15))
    assert "core.terrain.difficult-ground" in objection(table, (8.1, 15))
    advance = at(drawn.format(who=""), phase="movement")
    assert can_reach(advance, (11, 15), how="advance", dice="advance 3")  # 6 + 3 - 2, two features crossed
    flyer = at(drawn.format(who="kw=FLY"), phase="movement")
    assert can_reach(flyer, (10, 15))


@proves("core.terrain.difficult-ground")
def test_who_is_dragged_too_far_over_difficult_ground_goes_as_far_as_it_may() -> None:
    """Into it as far as the shorter move goes, or past it where that is nearer to the wish."""
    into = asked(at("blue Man a 4,15\nred Man e 40,15\ncrater 6,10,20,20", phase="movement"))
    assert into.snap([[9.5, 15]])[-1][:2] == pytest.approx([8, 15], abs=0.02)
    past = asked(at("blue Man a 4,15\nred Man e 40,15\ncrater 6,8,9,14.5", phase="movement"))
    end = past.snap([[9.5, 14.5]])[-1]
    assert past.preview([end])["legal"]
    assert end[0] > 8.5, "around the crater"


@proves("core.move.fly", "core.move.fly-end")
def test_flyers_cross_models_and_terrain_but_do_not_end_on_them() -> None:
    drawn = "blue Man a 4,15 kw=FLY\nblue Man f 6,15\nred Man e 9,18\ncontainer 5,10,6,20 height=4"
    table = at(drawn, phase="movement")
    assert can_reach(table, (10, 15))
    assert "core.move.fly-end" in objection(table, (6.5, 15))
    assert "core.move.fly-end" in objection(table, (8, 16.4))
    enemy = at("blue Man a 4,15 kw=FLY\nred Man e 7,15", phase="movement")
    assert can_reach(enemy, (10, 15))  # through Engagement Range and over the enemy


# -- reinforcements -------------------------------------------------------------------------------------------------------------------


@proves("core.reinforcements.arrive", "core.reinforcements.count-as-moved", "faction.deep-strike")
def test_reserves_arrive_more_than_nine_inches_from_every_enemy() -> None:
    table = at("blue Man a reserve\nred Man e 20,15", phase="reinforcements")
    question = table.ask(next_to_arrive, answers=("a",))
    assert refusal(question, [[10, 15]])  # exactly 9"
    table.do(next_to_arrive, answers=("a", [[9.98, 15]]))
    assert (table["a"].fate, table["a"].moved, table["a"].has_moved) == (ON_TABLE, ARRIVED, True)


@proves("core.reinforcements.not-in-round-one")
def test_nobody_arrives_in_the_first_battle_round() -> None:
    table = at("blue Man a reserve\nred Man e 20,15", phase="reinforcements", round_=1)
    assert table.do(next_to_arrive) is False


@proves("core.reinforcements.arrive")
def test_reserves_may_wait() -> None:
    table = at("blue Man a reserve\nblue Man b reserve\nred Man e 20,15", phase="reinforcements")
    assert table.do(next_to_arrive, answers=("end-phase",)) is False


# -- abilities ------------------------------------------------------------------------------------------------------------------------


@proves("faction.harbinger-of-destruction")
@pytest.mark.parametrize(("moved", "struck"), [("moved=normal", True), ("moved=fell-back", False)])
def test_a_plasmancer_strikes_the_closest_visible_enemy_after_moving(moved: str, struck: bool) -> None:
    table = at(
        f"""
        blue necrons/plasmancer a 4,15 {moved}
        red  Man b 9,15 W=5
        red  Man c 12,19 W=5
        red  Man d 20,15 W=5
        container 6,13,7,16 height=4
        """,
        phase="reinforcements",
    )
    table.do(harbingers, dice="harbinger 4 3 6" if struck else "")
    assert table["c"].wounds == (3 if struck else 5)  # b is hidden
