"""Terrain: who has cover from what, Dense Cover, Obscuring features, Defensible terrain and Defence Lines."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.rulebooks.fortyk_vanguard.charge_phase import defend, fire_overwatch, overwatch
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import HOLDS_STEADY, SET_TO_DEFEND
from vanguard.rulebooks.fortyk_vanguard.terrain import (
    has_heavy_cover,
    has_light_cover,
    is_behind_dense_cover,
    is_defended,
)


def covered(table: Table, shooter: str = "a", target: str = "b") -> bool:
    return has_light_cover(table.battle, table[shooter].base, table[target])


def dense(table: Table) -> bool:
    return is_behind_dense_cover(table.battle, table["a"].base, table["b"])


def sees(table: Table, viewer: str = "a", target: str = "b") -> bool:
    return table.battle.field.sees(table[viewer].base, table[target].base)


# -- cover ------------------------------------------------------------------------------------------------------------------------


@proves("core.terrain.area-cover", "core.terrain.light-cover")
@pytest.mark.parametrize(
    ("who", "safe"),
    [("", True), ("kw=SWARM not=INFANTRY", True), ("kw=BEASTS not=INFANTRY", True), ("kw=VEHICLE not=INFANTRY", False)],
)
def test_infantry_beasts_and_swarms_have_cover_within_area_terrain(who: str, safe: bool) -> None:
    assert covered(at(f"blue Man a 4,15\nred Man b 10,15 {who}\ncrater 9,14,11,16")) is safe


@proves("core.terrain.area-cover")
@pytest.mark.parametrize(("x", "inside"), [(11.4, True), (11.6, False)])
def test_any_part_of_the_base_within_the_footprint_is_enough(x: float, inside: bool) -> None:
    assert covered(at(f"blue Man a 4,15\nred Man b {x},15\ncrater 9,14,11,16")) is inside


@proves("core.terrain.obstacle-cover")
@pytest.mark.parametrize(
    ("b", "safe"),
    [("10,15", True), ("10.8,15", True), ("11,15", False), ("8.2,20.5", False), ("10,18", True)],
)
def test_an_obstacle_covers_those_within_three_inches_behind_it(b: str, safe: bool) -> None:
    table = at(f"blue Man a 4,15\nred Man b {b}\nbarricade 7,13,7.4,18")
    assert covered(table) is safe


@proves("core.terrain.obstacle-cover")
def test_there_is_no_cover_if_one_point_of_the_attacker_reaches_all_of_the_base() -> None:
    end = "blue Man a 4,{y}\nred Man b 9,16\nbarricade 7,10,7.4,15.2"
    assert covered(at(end.format(y=14)))
    assert not covered(at(end.format(y=16.5)))


@proves("core.terrain.no-cover-without-trait", "core.terrain.hill")
def test_woods_and_hills_give_no_bonus_to_saves() -> None:
    assert not covered(at("blue Man a 4,15\nred Man b 10,15\nwoods 9,14,11,16"))
    assert not covered(at("blue Man a 4,15\nred Man b 10,15\nhill 7,12,7.5,18 height=0.9"))


@proves("core.terrain.cover-not-cumulative")
def test_two_features_give_cover_once() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15 Sv=5\ncrater 9,14,11,16\nbarricade 7.5,13,7.9,17\nruin 9,13,11,17")
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 6 / wound 6 / save 3")
    assert table.dead == ["b"]  # 3 + 1 is short of 5


@proves("core.terrain.light-cover")
def test_light_cover_helps_against_ranged_attacks_only() -> None:
    table = at("blue Man a 9,15\nred Man b 10.5,15\ncrater 10,14,11,16")
    table.do(fight, table["a"], answers=("no",), dice="hit 6 / wound 6 / save 3")
    assert table.dead == ["b"]


@proves("core.terrain.heavy-cover")
@pytest.mark.parametrize(("charged", "safe"), [("", True), ("did=charged", False)])
def test_heavy_cover_helps_in_melee_unless_the_attacker_charged(charged: str, safe: bool) -> None:
    table = at(f"blue Man a 9,15 {charged}\nred Man b 10.9,15\nbarricade 9.8,13,10.1,17")
    assert has_heavy_cover(table.battle, table["a"], table["b"]) is safe


@proves("core.terrain.exposed-position")
def test_nobody_on_top_of_a_container_has_cover_from_it() -> None:
    on_top = at("blue Man a 4,15\nred Man b 10,15,2\ncontainer 9,13,12,17")
    assert not covered(on_top)
    behind = at("blue Man a 4,15\nred Man b 13,15\ncontainer 9,13,12,17")
    assert covered(behind)


# -- dense cover ------------------------------------------------------------------------------------------------------------------


@proves("core.terrain.dense-cover")
def test_woods_between_make_a_target_harder_to_hit_whatever_its_keywords() -> None:
    assert dense(at("blue Man a 4,15\nred Man b 16,15\nwoods 8,10,12,20"))
    assert dense(at("blue Man a 4,15\nred Man b 16,15 kw=VEHICLE not=INFANTRY W=17\nwoods 8,10,12,20"))
    assert not dense(at("blue Man a 4,15\nred Man b 16,15 kw=VEHICLE not=INFANTRY W=18\nwoods 8,10,12,20"))
    assert not dense(at("blue Man a 4,15\nred Man b 16,15\nwoods 8,16.6,12,20"))
    table = at("blue Man a 4,15\nred Man b 16,15\nwoods 8,10,12,20")
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 3")
    assert table.heard("hits", n=0)


@proves("core.terrain.dense-cover")
def test_a_target_at_the_edge_is_clear_if_one_point_of_the_attacker_sees_all_of_it() -> None:
    assert not dense(at("blue Man a 4,15\nred Man b 16,15.2\nwoods 8,15.6,12,20"))
    assert dense(at("blue Man a 4,15\nred Man b 16,16.2\nwoods 8,15.6,12,20"))


@proves("core.terrain.dense-cover")
def test_a_target_in_the_woods_is_harder_to_hit_from_outside() -> None:
    assert dense(at("blue Man a 4,15\nred Man b 10,15\nwoods 8,10,12,20"))


@proves("core.terrain.dense-cover")
def test_two_woods_are_missed_by_lines_from_one_single_point_or_not_at_all() -> None:
    assert dense(at("blue Man a 4,15\nred Man b 24,15\nwoods 8,10,12,20\nwoods 15,10,18,20"))
    lane = "blue Man a 4,15\nred Man b 24,15.2\nwoods 8,15.5,12,20\nwoods 15,10,18,{top}"
    assert not dense(at(lane.format(top=14.7)))  # both touch the lane, and the middle of a sees past both
    assert dense(at(lane.format(top=15.1)))


@proves("core.terrain.dense-cover-own-feature")
def test_shooting_out_of_ones_own_woods_is_not_harder() -> None:
    assert not dense(at("blue Man a 9,15\nred Man b 16,15\nwoods 8,10,12,20"))
    assert dense(at("blue Man a 9,15\nred Man b 22,15\nwoods 8,10,12,20\nwoods 15,10,18,20"))
    near = "blue Man a 4,15\nred Man b 16,15\nbarricade {x},10,{y},20 traits=dense-cover height=3"
    assert not dense(at(near.format(x=7.4, y=8)))  # within 3" of such an obstacle
    assert dense(at(near.format(x=7.6, y=8)))


# -- obscuring --------------------------------------------------------------------------------------------------------------------


@proves("core.terrain.obscuring")
def test_a_ruin_between_hides_a_model_whatever_its_gaps() -> None:
    assert not sees(at("blue Man a 4,15\nred Man b 16,15\nruin 8,10,12,20"))
    assert sees(at("blue Man a 4,15\nred Man b 16,15\nruin 8,15.2,12,20"))  # a line past its corner
    assert not sees(at("blue Man a 4,15\nred Man b 16,15 height=7\nruin 8,10,12,20"))  # over it does not help
    assert sees(at("blue Man a 4,15\nred Man b 16,15\nruin 8,10,12,20 traits=light-cover height=6"))


@proves("core.terrain.obscuring-within")
def test_models_within_a_ruin_see_and_are_seen() -> None:
    table = at("blue Man a 9,15\nred Man b 16,15\nruin 8,10,12,20")
    assert sees(table, "a", "b")
    assert sees(table, "b", "a")
    walled = at("blue Man a 9,15\nred Man b 16,15\nruin 8,10,12,20 wall=11.7,10,12,20")
    assert not sees(walled)  # its walls are solid all the same


@proves("core.visibility.true-line-of-sight")
def test_a_model_on_an_upper_floor_sees_over_low_walls() -> None:
    low = at("blue Man a 4,15\nred Man b 12,15\ncontainer 7,10,8,20 height=3")
    assert not sees(low)
    high = at("blue Man a 4,15,3\nred Man b 12,15\ncontainer 7,10,8,20 height=3")
    assert sees(high)


# -- defensible -------------------------------------------------------------------------------------------------------------------


@proves("core.terrain.defensible")
@pytest.mark.parametrize(
    ("who", "terrain", "defended"),
    [
        ("", "woods 9,14,12,16", True),
        ("", "crater 9,14,12,16", False),
        ("kw=SWARM not=INFANTRY", "woods 9,14,12,16", False),
        ("", "barricade 8,13,8.4,17", True),
        ("", "barricade 12,13,12.4,17", False),
        ("", "barricade 6,13,6.4,17", False),
    ],
)
def test_infantry_in_defensible_terrain_or_behind_such_an_obstacle_may_answer_a_charge(
    who: str, terrain: str, defended: bool
) -> None:
    table = at(f"blue Man a 4,15\nred Man b 10,15 {who}\n{terrain}", phase="charge")
    assert is_defended(table.battle, table["b"], table["a"]) is defended


@proves("core.terrain.defensible", "core.terrain.hold-steady")
def test_holding_steady_overwatch_hits_on_five_or_six() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15\nwoods 9,14,12,16", phase="charge")
    table.do(defend, table["a"], ("b",), answers=("hold-steady",))
    assert table["b"].did(HOLDS_STEADY)
    table.do(fire_overwatch, table["b"], table["a"], answers=("gun/gun>a",), dice="hit 5 / wound 1")
    assert table.heard("hits", n=1)
    plain = at("blue Man a 4,15\nred Man b 10,15", phase="charge")
    plain.do(fire_overwatch, plain["b"], plain["a"], answers=("gun/gun>a",), dice="hit 5")
    assert plain.heard("hits", n=0)


@proves("core.terrain.set-to-defend")
def test_set_to_defend_gives_up_overwatch_for_a_better_blow() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15\nwoods 9,14,12,16", phase="charge", cp=(0, 1))
    table.do(defend, table["a"], ("b",), answers=("set-to-defend",))
    assert table["b"].did(SET_TO_DEFEND)
    table.do(overwatch, table["a"], ("b",))  # nothing is asked: it cannot fire
    blow = at("blue Man a 8.6,15\nred Man b 10.1,15 did=defends", phase="fight", turn=1)
    blow.do(fight, blow["b"], answers=("no", "no"), dice="hit 2 / wound 1")
    assert blow.heard("hits", n=1)  # 2 + 1 hits on 3+


@proves("core.terrain.defensible")
def test_nobody_who_is_in_combat_already_takes_up_a_defence() -> None:
    table = at("blue Man a 4,15\nblue Man f 11.5,15\nred Man b 10,15\nwoods 9,14,12,16", phase="charge")
    table.do(defend, table["a"], ("b",))


@proves("core.terrain.defence-line")
def test_models_fight_across_a_barricade_at_two_inches() -> None:
    table = at("blue Man a 8.5,15 did=charged\nred Man b 10.9,15\nbarricade 9,13,9.4,17", phase="fight")
    table["a"].charge_targets = ("b",)
    assert available_targets(table) == ["b"]
    apart = at("blue Man a 8.5,15\nred Man b 10.9,15", phase="fight")
    assert available_targets(apart) == []


def available_targets(table: Table) -> list[str]:
    from vanguard.rulebooks.fortyk_vanguard.fight_phase import legal_targets

    return [model.key for model in legal_targets(table.battle, table["a"])]


@proves("core.terrain.defence-line")
def test_a_model_in_combat_keeps_its_blows_across_a_barricade() -> None:
    table = at(
        "blue Man a 8.5,15 A=2\nred Man b 10.9,15\nred Man c 8.5,16.5\nbarricade 9,13,9.4,17",
        phase="fight",
    )
    answers = ({"blade>b": 1, "blade>c": 1}, "as-listed", "no")
    table.do(fight, table["a"], answers=("no", *answers), dice="hit 1 / hit 1")
    assert table.events("attacks-lost") == []


def test_the_options_of_a_shooter_name_what_hides_a_target() -> None:
    table = at("blue Man a 4,15\nred Man b 16,15\nred Man c 10,25\nruin 8,10,12,20")
    question = table.ask(shoot, "a")
    assert "not visible" in why_not(question, "gun/gun>b")
    assert "gun/gun>c" in available(question)
