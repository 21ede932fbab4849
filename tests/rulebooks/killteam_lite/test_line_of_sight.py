"""ENGAGEMENT RANGE, LINE OF SIGHT, VISIBLE, OBSCURED and COVER."""

import random
from math import inf

import pytest

from tests.rulebooks.killteam_lite.positions import at, battle_at
from vanguard.core.refusals import Refused
from vanguard.geometry.cover import Fan
from vanguard.geometry.measuring import gap
from vanguard.geometry.screens import prism_entry
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.killteam_lite import rulebook
from vanguard.rulebooks.killteam_lite.content.content import content
from vanguard.rulebooks.killteam_lite.killzone import Exposure, Killzone, barricade_at, start_points
from vanguard.rulebooks.killteam_lite.line_of_sight import (
    engaged_enemies,
    in_line_of_sight,
    is_engaged,
    is_visible,
    sightline,
)
from vanguard.rulebooks.killteam_lite.state import Battle
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def pair(a: str, b: str, *terrain: str) -> Battle:
    """Blue a and red b where they are told, among terrain."""
    return battle_at("\n".join([f"blue Man a {a}", f"red Man b {b}", *terrain]))


def sees(battle: Battle, viewer: str = "a", target: str = "b") -> bool:
    return is_visible(battle, battle[viewer], battle[target])


def obscured(battle: Battle, viewer: str = "a", target: str = "b") -> bool:
    line = sightline(battle, battle[viewer], battle[target])
    return line.visible and not line.clear


def in_cover(battle: Battle, viewer: str = "a", target: str = "b") -> bool:
    line = sightline(battle, battle[viewer], battle[target])
    return line.visible and line.clear and not line.open


# -- engagement range ---------------------------------------------------------------------------------------------------


@proves("engagement.definition", "engagement.mutual", "setup.gauges")
def test_bases_one_inch_apart_in_the_open_engage_each_other() -> None:
    """1.0" apart: yes, both of them. 1.1" apart: no."""
    near = pair("4,11", "6,11")
    assert is_engaged(near, near["a"])
    assert is_engaged(near, near["b"])
    far = pair("4,11", "6.1,11")
    assert not is_engaged(far, far["a"])


@proves("engagement.needs-visibility")
def test_a_solid_wall_ends_engagement_range_and_both_may_move_and_shoot() -> None:
    """0.5" apart with a solid 3" wall between 1.5" tall operatives."""
    table = at("blue Man a 4,11 Engage\nred Man b 5.5,11 Engage\nred Man c 4,18 Engage\nwall 4.6,8,4.9,14", active="a")
    assert not is_engaged(table.battle, table["a"])
    assert "normal-move" in table.keys
    assert "shoot" in table.keys


@proves("engagement.mutual", "visible.not-mutual")
def test_engagement_is_mutual_even_if_only_one_sees_the_other() -> None:
    """A tall one looks over a wall at the head of a small one, who sees no part of the tall body through its own gap."""
    battle = pair("4,11 height=2.5", "5.5,11 height=1.2", "wall 4.6,5,4.9,17 top=1.5")
    assert sees(battle, "a", "b") or sees(battle, "b", "a")
    assert is_engaged(battle, battle["a"])
    assert is_engaged(battle, battle["b"])


@proves("engagement.enemies-only")
def test_friends_never_engage_each_other() -> None:
    battle = battle_at("blue Man a 4,11\nblue Man a2 5.2,11\nred Man b 20,11")
    assert engaged_enemies(battle, battle["a"]) == []


@proves("engagement.ignores-order", "order.conceal.harder-to-target")
def test_orders_cover_and_obscured_play_no_part_in_engagement_range() -> None:
    battle = pair("4,11", "5.9,11 Conceal", "low 4.6,8,4.9,14")
    assert is_engaged(battle, battle["a"])


# -- visible ----------------------------------------------------------------------------------------------------------------


@proves("visible.definition", "visible.blocked-by-solid-terrain")
def test_a_line_from_the_head_to_any_part_of_the_body_will_do() -> None:
    assert sees(pair("4,11", "12,11"))
    assert not sees(pair("4,11", "12,11", "wall 8,5,8.25,17"))
    assert sees(pair("4,11", "12,11", "wall 8,11.2,8.25,17")), "one side of the body shows"
    assert sees(pair("4,11", "12,11", "low 8,5,8.5,17")), "over a low wall the head shows"
    assert sees(pair("4,11", "12,11", "open 8,5,8.25,17")), "an open front never obstructs"


@proves("visible.definition")
def test_the_base_of_the_target_is_no_part_of_it_and_its_height_counts() -> None:
    """Under a wall that hangs from 0.2" up, only what is lower could show: a base is not seen, and from low down nor is a body."""
    slit = "wall 8,5,8.25,17 bottom=0.05 top=5"
    assert not sees(pair("4,11", "12,11", slit)), "what shows through the slit is the base alone"
    assert sees(pair("4,11", "12,11", "wall 8,5,8.25,17 bottom=0.9 top=5")), "the feet are part of it"
    wall = "wall 11.2,5,11.4,17 top=2"
    assert not sees(pair("4,11", "12,11", wall))
    assert sees(pair("4,11", "12,11 height=2.5", wall)), "a taller one shows its head"
    assert sees(pair("4,11 height=12", "12,11", wall)), "and a tall one looks down over the wall"


@proves("visible.blocked-by-solid-terrain")
def test_insignificant_terrain_never_obstructs() -> None:
    battle = pair("4,11", "12,11", "bump 5,5,11,17")
    assert sees(battle)
    assert not in_cover(battle)


@proves("visible.own-level-obstructs")
def test_nobody_sees_through_the_floor_under_their_feet() -> None:
    """From the middle of a roof nobody below its edge is seen; from the edge they are."""
    level = "level 4,6,12,16"
    assert not sees(pair("5,11,3", "13,11", level))
    assert sees(pair("11.5,11,3", "16,11", level))


@proves("visible.own-level-obstructs", "visible.blocked-by-solid-terrain", "shooting.no-valid-target")
def test_a_floor_parts_those_who_stand_exactly_above_each_other() -> None:
    """On a gantry 3" up and right below it: neither sees the other, and the table says so over lines it shows as blocked."""
    gantry = "level 4,10,16,12 bottom=2.5"
    table = at(f"blue Man a 10,11,3 Engage\nred Man b 10,11 Engage\n{gantry}", active="a")
    for viewer, target in ("ab", "ba"):
        assert not sees(table.battle, viewer, target)
        assert rulebook.sight(table.battle, viewer, target)["summary"] == f"{target} is not Visible"
    assert "no valid target" in table.why_not("shoot")
    assert sees(pair("10,11,3", "10,11", "open 4,10,16,12 bottom=2.5")), "an open grating hides nobody"
    assert sees(pair("10,12,3", "10,12", gantry)), "where it ends it hides nobody: a line along an edge is free"


@proves("visible.operatives-do-not-block", "cover.only-terrain")
def test_other_operatives_neither_obstruct_nor_give_cover() -> None:
    battle = battle_at("blue Man a 4,11\nblue Man f 8,11\nred Man b 12,11\nred Man g 10.7,11")
    assert sees(battle)
    assert not in_cover(battle)


@proves("visible.not-mutual", "los.roles")
def test_visible_is_directional() -> None:
    """Under a beam close to b the feet of b show, but from the head of b the beam hides all of a."""
    battle = pair("4,11", "14,11", "wall 11.9,5,12.1,17 bottom=1 top=2.5")
    assert sees(battle, "a", "b")
    assert not sees(battle, "b", "a")


@proves("visible.no-facing")
def test_operatives_see_all_round() -> None:
    battle = battle_at("blue Man a 15,11\nred Man e 20,11\nred Man w 10,11\nred Man n 15,16\nred Man s 15,6")
    assert [sees(battle, "a", key) for key in "ewns"] == [True] * 4


# -- obscured ---------------------------------------------------------------------------------------------------------------


@proves("obscured.definition", "obscured.large", "obscured.near-terrain-does-not-obscure")
def test_large_terrain_more_than_two_inches_from_the_target_obscures_it() -> None:
    """A 3" tall open front whose nearest part is 2.1" from the target's base: Obscured. At 2.0": not."""
    assert obscured(pair("4,11", "14,11", "open 11.15,5,11.4,17"))
    assert not obscured(pair("4,11", "14,11", "open 11.25,5,11.5,17"))
    assert not obscured(pair("4,11", "14,11", "low 9,5,9.5,17")), '1" is not taller than 1.5"'
    assert not obscured(pair("4,11", "14,11", "open 9,5,9.25,17 top=1.5")), "equal height is not large"
    assert obscured(pair("4,11", "14,11", "open 9,5,9.25,17 top=1.6"))


@proves("obscured.large")
def test_raised_positions_count_for_what_is_large() -> None:
    """Up on a level of 3" the top of the target is at 4.5": a front 4" tall is not large."""
    level = "level 12,6,18,16"
    assert not obscured(pair("4,11 height=4", "14,11,3", "open 9,5,9.25,17 top=4", level))
    assert obscured(pair("4,11 height=4", "14,11,3", "open 9,5,9.25,17 top=5", level))


@proves("obscured.peering")
def test_a_shooter_peers_round_large_terrain_within_an_inch() -> None:
    """Base 0.5" from the front, target far behind it: not Obscured by the ignored part, but the rest still obscures."""
    assert not obscured(pair("4,11", "14,11", "open 5,10,5.25,12"))
    assert obscured(pair("4,11", "14,11", "open 6.6,10,6.85,12"))
    assert obscured(pair("4,11", "14,11", "open 5,10,7,12")), 'a deep piece is ignored only as far as 1"'


@proves("obscured.any-order", "los.engage-target", "los.conceal-target", "los.uses-targets-order")
def test_line_of_sight_asks_for_visible_not_obscured_and_for_conceal_not_in_cover() -> None:
    cases = [
        ("14,11 Engage", (), True),
        ("14,11 Conceal", (), True),
        ("14,11 Engage", ("low 12.6,5,13.1,17",), True),
        ("14,11 Conceal", ("low 12.6,5,13.1,17",), False),
        ("14,11 Engage", ("open 9,5,9.25,17",), False),
        ("14,11 Conceal", ("open 9,5,9.25,17",), False),
        ("14,11 Engage", ("wall 9,5,9.25,17",), False),
    ]
    for target, terrain, expected in cases:
        for own_order in ("Engage", "Conceal"):
            battle = pair(f"4,11 {own_order}", target, *terrain)
            assert in_line_of_sight(battle, battle["a"], battle["b"]) == expected, (target, terrain, own_order)


@proves("obscured.one-piece-is-enough")
def test_one_obscuring_piece_among_several_is_enough() -> None:
    assert obscured(pair("4,11", "14,11", "open 12.9,5,13.1,17", "open 9,5,9.25,17"))


# -- cover --------------------------------------------------------------------------------------------------------------------


@proves("cover.definition", "cover.intervening", "cover.intervening-only")
def test_intervening_terrain_within_an_inch_of_the_target_gives_cover() -> None:
    """A barricade 0.4" from the target: in Cover. 1.1" away: not. Behind or beside the target: not."""
    assert in_cover(pair("4,11", "14,11", "low 12.6,9,13.1,13"))
    assert not in_cover(pair("4,11", "14,11", "low 11.9,9,12.39,13"))
    assert not in_cover(pair("4,11", "14,11", "low 14.7,9,15.2,13"))
    assert not in_cover(pair("4,11", "14,11", "low 13,12.2,15,12.7"))


@proves("cover.definition")
@pytest.mark.parametrize(("edge", "covered"), [(12.5, True), (12.499, True), (12.48, False)])
def test_terrain_one_inch_from_the_base_gives_cover_and_a_hair_further_does_not(edge: float, covered: bool) -> None:
    """The base of b reaches to 13.5: the near side of the wall is 1.0", 1.001" and 1.02" away."""
    assert in_cover(pair("4,11", "14,11", f"low 12,9,{edge},13")) is covered
    assert in_cover(pair("4,11", "14,11", f"open 12,9,{edge},13 top=0.5")) is covered, "whatever its height"


@proves("cover.intervening")
def test_the_attacker_looks_from_the_point_of_its_base_that_suits_it_best() -> None:
    """A low wall that covers the target from the centre but not from the rim gives no Cover."""
    assert not in_cover(pair("4,11", "14,11", "low 13,11.45,13.4,13"))
    assert in_cover(pair("4,11", "14,11", "low 13,10.9,13.4,13"))


@proves("cover.too-close")
def test_a_target_within_two_inches_of_the_looker_is_never_in_cover() -> None:
    """Shooter 2.0" away: no Cover. 2.1" away: Cover if terrain intervenes."""
    assert not in_cover(pair("4,11", "7,11", "low 5.7,9,6.1,13"))
    assert in_cover(pair("4,11", "7.1,11", "low 5.7,9,6.1,13"))


@proves("cover.large-terrain-also-gives-cover", "obscured.near-terrain-does-not-obscure")
def test_large_terrain_near_the_target_gives_cover_and_does_not_obscure() -> None:
    battle = pair("4,11", "14,11", "open 12.8,5,13.1,17")
    assert in_cover(battle)
    assert not obscured(battle)


@proves("order.conceal.harder-to-target", "order.persists", "los.conceal-target")
def test_a_concealed_operative_in_cover_cannot_be_targeted_until_it_shows_itself() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 14,11 {}\nlow 12.6,9,13.1,13"
    assert "no valid target" in at(drawn.format("Conceal"), active="a").why_not("shoot")
    assert "shoot" in at(drawn.format("Engage"), active="a").keys


# -- explained ----------------------------------------------------------------------------------------------------------------


@proves("setup.measure-any-time", "game.open-information")
def test_sight_and_distance_are_explained_at_any_moment_to_anybody() -> None:
    battle = pair("4,11", "14,11 Conceal", "low 12.6,9,13.1,13")
    told = rulebook.sight(battle, "a", "b")
    assert told["sees"] is False
    assert told["clause"] == "los.conceal-target"
    assert told["cover"]["in"] is True
    assert "low 1" in told["cover"]["why"]
    assert rulebook.measure(battle, "a", "b") == {
        "distance": 9.0,
        "text": '9.0"',
        "from": [4.5, 11.0],
        "to": [13.5, 11.0],
    }
    assert rulebook.measure(battle, "a", [4, 20])["distance"] == 8.5
    walled = rulebook.sight(pair("4,11", "14,11", "wall 8,5,8.25,17"), "a", "b")
    assert walled["summary"] == "b is not Visible"
    assert {line["blocked_by"] for line in walled["lines"]} == {"wall 1"}
    with pytest.raises(Refused, match="no operative"):
        rulebook.sight(battle, "a", "nobody")


# -- the short cuts -----------------------------------------------------------------------------------------------------------


def by_the_letter(killzone: Killzone, viewer: Base, target: Base) -> tuple[bool, bool]:
    """Obscured and Cover from every start point, without any of the engine's short cuts."""
    between = killzone.between(viewer, target)
    close = gap(viewer, target) <= 2.001
    clear = False
    for start in start_points(viewer):
        fan = Fan(start, target)
        beyond = [
            fan.gap_to_section_beyond(s, viewer.x, viewer.y, viewer.radius + 1.0)
            for s in between
            if s.top > target.head + 0.001
        ]
        if any(2.001 < left < inf for left in beyond):
            continue
        if close or not any(fan.gap_to_section(screen) <= 1.001 for screen in between):
            return True, True
        clear = True
    return clear, False


def two_places(chance: random.Random, levels: tuple[float, ...]) -> tuple[Base, Base]:
    """Two bases anywhere and at any height; one in three stands exactly above the other, or in line with it."""
    x, y = round(chance.uniform(1, 29), 3), round(chance.uniform(1, 21), 3)
    there = (round(chance.uniform(1, 29), 3), round(chance.uniform(1, 21), 3))
    there = chance.choice([(x, y), (x, there[1]), there, there])
    heights = [0.0, *levels]
    viewer = Base("viewer", x, y, chance.choice([0.49, 0.63, 0.79]), chance.choice(heights), chance.choice([1.2, 1.5]))
    return viewer, Base("target", *there, 0.55, chance.choice(heights), chance.choice([1.2, 1.5, 2.5]))


def free_line(killzone: Killzone, viewer: Base, target: Base) -> bool:
    """Is one of the lines free, each tried against everything solid there is?"""
    look = killzone.screens.look(viewer, target)
    solid = killzone.screens.screens
    return any(
        all(prism_entry(screen, *eye, *mark, killzone.screens.graze) < 0.0 for screen in solid)
        for eye in look.eyes()
        for mark in look.marks()
    )


@proves("visible.definition", "visible.blocked-by-solid-terrain")
@pytest.mark.parametrize("key", list(content().killzones))
def test_who_sees_whom_is_what_the_lines_say_also_straight_up_and_down(key: str) -> None:
    chance = random.Random(f"{key} seen")
    verdicts = set()
    for _ in range(150):
        killzone = Killzone(content().killzones[key])
        viewer, target = two_places(chance, killzone.levels or (3.0,))
        seen = free_line(killzone, viewer, target)
        above = (viewer.x, viewer.y) == (target.x, target.y)
        verdicts.add((seen, above))
        assert killzone.sees(viewer, target) == seen, (viewer, target)
    assert {seen for seen, above in verdicts if not above} == {True, False}
    assert (True, True) in verdicts


@proves("cover.intervening", "obscured.definition", "obscured.peering")
@pytest.mark.parametrize("key", list(content().killzones))
def test_short_cuts_change_no_verdict_on_any_killzone(key: str) -> None:
    killzone = Killzone(content().killzones[key])
    chance = random.Random(key)
    verdicts = set()
    for _ in range(80):
        viewer, target = two_places(chance, killzone.levels)
        exposure = Exposure(killzone, viewer, target)
        verdict = (exposure.clear, exposure.open)
        verdicts.add(verdict)
        assert verdict == by_the_letter(killzone, viewer, target), (viewer, target)
    assert len(verdicts) >= 2


@proves("los.conceal-target")
def test_a_concealed_operative_in_the_open_is_a_target_like_any_other() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Man b 14,11 Conceal\nred Man c 14,18 Conceal\nlow 12.6,16,13.1,20", active="a"
    )
    table.play("shoot")
    assert table.keys == ["b"]
    assert table.why_not("c") == "in Cover with a Conceal order [los.conceal-target]"


@proves("visible.definition", "shooting.select-target")
def test_of_two_enemies_the_one_behind_a_wall_is_no_target() -> None:
    table = at("blue Man a 4,11 Engage\nred Man b 14,11 Engage\nred Man c 14,18 Engage\nwall 12,16,12.5,20", active="a")
    table.play("shoot")
    assert table.keys == ["b"]
    assert table.why_not("c") == "not Visible [visible.definition]"


def test_what_was_seen_past_a_games_own_barricades_is_let_go_of_and_what_was_seen_on_the_map_is_kept() -> None:
    battle = pair("5,5", "9,5")
    bare = battle.killzone
    assert not bare.barricades
    with_one = bare.with_barricade(barricade_at(1, 20.0, 20.0, 0.0))
    for zone in (bare, with_one):
        battle.killzone = zone
        assert sightline(battle, battle["a"], battle["b"]).visible
        battle.let_go()
        assert bool(zone.sightlines.verdicts) == (zone is bare)
        assert sightline(battle, battle["a"], battle["b"]).visible, "worked out again"
