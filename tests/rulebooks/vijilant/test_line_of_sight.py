"""Who sees whom: base to base, past terrain, past enemies; drawn, and against a second slow working out."""

import random

import pytest

from tests.rulebooks.vijilant import slow_geometry
from tests.rulebooks.vijilant.positions import battle_at
from tests.rulebooks.vijilant.slow_geometry import Disc, Piece
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.vijilant.battlefield import Battlefield
from vanguard.rulebooks.vijilant.content.content import content
from vanguard.rulebooks.vijilant.line_of_sight import Looking, is_spotted, unit_sees
from vanguard.rulebooks.vijilant.profiles import BLOCKS_SIGHT, IMPASSABLE
from vanguard.rulebooks.vijilant.state import Battle, Unit
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


def unit(battle: Battle, key: str) -> Unit:
    return next(unit for unit in battle.units if unit.key == key)


def sees(drawn: str, viewer: str = "a", target: str = "b") -> bool:
    battle = battle_at(drawn)
    return unit_sees(battle, unit(battle, viewer), unit(battle, target))


def visible(drawn: str, viewer: str = "a", target: str = "b") -> list[str]:
    battle = battle_at(drawn)
    looking = Looking(battle, battle.standing(unit(battle, viewer)), unit(battle, target))
    return [model.key for model in looking.visible()]


@proves("combat.sight.base-to-base")
def test_a_line_from_some_part_of_one_base_to_some_part_of_the_other_is_enough() -> None:
    """Blue's base pokes out past a container 4 cm long by a quarter of a centimetre."""
    assert not sees("blue Squad a 20,10\nred Squad b 20,30\ncontainer 18,22,19,21")
    assert sees("blue Squad a 21.25,10\nred Squad b 21.25,30\ncontainer 18,22,19,21")
    assert not sees("blue Squad a 20.5,10\nred Squad b 20.5,30\ncontainer 18,22,19,21")


@proves(
    "terrain.glass-shard", "terrain.container.blocks-sight", "terrain.locomotive", "terrain.carriage.no-sight-block"
)
@pytest.mark.parametrize(
    ("piece", "blocks"),
    [
        ("shard 20,20 r=3", True), ("container 17,23,19,21", True), ("stack 17,23,19,21", True),
        ("locomotive 17,23,18,22", True), ("carriage 15,25,18,22", False), ("heap 17,23,19,21", False),
        ("shardfall 17,23,19,21", False),
    ],
)  # fmt: skip
def test_glass_containers_and_the_locomotive_block_sight_and_a_carriage_does_not(piece: str, blocks: bool) -> None:
    assert sees(f"blue Squad a 20,10\nred Squad b 20,30\n{piece}") is not blocks


@proves("terrain.container.blocks-sight")
def test_whoever_stands_on_a_container_sees_past_it_and_is_seen() -> None:
    """The container underfoot does not block; another one as high does not either, a stack does."""
    on_top = "blue Squad a 20,20\nred Squad b 20,30\ncontainer 18,22,18.75,21.25"
    assert sees(on_top)
    assert sees(on_top, "b", "a")
    assert not sees(on_top + "\nstack 17,23,25,26"), "from 2.5 down to 0 no line passes over 5 cm"
    assert not sees(on_top + "\ncontainer 17,23,25,26"), "the line falls below 2.5 at once"
    level = "blue Squad a 20,20\nred Squad b 20,40\ncontainer 18,22,18.75,21.25\ncontainer 18,22,38.75,41.25"
    assert sees(level + "\ncontainer 17,23,29,31"), "a line at 2.5 grazes the top of a container between"
    assert not sees(level + "\nstack 17,23,29,31")


@proves("los.enemy-models-block")
def test_enemies_of_the_viewer_hide_what_is_behind_them_and_friends_do_not() -> None:
    behind = "blue Squad a 20,10\nred Squad b 20,30\n{} {} c 20,20"
    assert not sees(behind.format("red", "Strider"))
    assert sees(behind.format("blue", "Strider")), "friends never block"
    assert not sees(behind.format("red", "Squad") + "\nred Squad d 18.01,20\nred Squad e 21.99,20")
    assert visible("blue Squad a 20,10\nred Squad b 20,20 20,23 20,26") == ["b1", "b2", "b3"], "mates do not hide mates"


@proves("los.infantry-do-not-screen-vehicles")
@pytest.mark.parametrize(
    ("target", "seen"), [("Tank", True), ("Skiff", True), ("Gull", True), ("Strider", True), ("Squad", False)]
)
def test_infantry_do_not_hide_vehicles_and_walking_machines(target: str, seen: bool) -> None:
    screen = "red Hero c 20,20 radius=4"
    assert sees(f"blue Squad a 20,10\nred {target} b 20,30\n{screen}") is seen


@proves("los.infantry-do-not-screen-vehicles", "units.infantry-definition")
def test_a_hero_is_infantry_and_a_walking_machine_is_not() -> None:
    """A hero does not hide a tank; a walking machine hides an infantryman and a small tank alike."""
    assert sees("blue Squad a 20,10\nred Tank b 20,30\nred Hero c 20,20 radius=4")
    assert not sees("blue Squad a 20,10\nred Tank b 20,30\nred Strider c 20,20 radius=4")
    assert not sees("blue Squad a 20,10\nred Tank b 20,30\nred Skiff c 20,20 radius=4")


@proves("units.flyer.sight-ignores-terrain", "units.flyer.no-contact")
def test_nothing_blocks_sight_to_or_from_an_airborne_flyer_and_it_hides_nobody() -> None:
    wall = "\nshard 20,20 r=6"
    assert sees("blue Squad a 20,10\nred Flyer b 20,30" + wall)
    assert sees("blue Flyer a 20,10\nred Squad b 20,30" + wall)
    assert not sees("blue Squad a 20,10\nred Flyer b 20,30 landed" + wall), "a landed one is a ground vehicle"
    assert sees("blue Squad a 20,10\nred Squad b 20,30\nred Flyer c 20,20 radius=4")


@proves("units.vtol.uses-cover", "units.vtol.airborne-or-landed")
@pytest.mark.parametrize("state", ["airborne", "landed"])
def test_terrain_blocks_sight_to_a_vtol_in_the_air_and_landed(state: str) -> None:
    assert not sees(f"blue Squad a 20,10\nred Gull b 20,30 {state}\nshard 20,20 r=4")


@proves("weapon.indirect.spotter")
def test_any_friendly_model_on_the_table_spots_and_passengers_do_not() -> None:
    """The container hides red from the gunner; a friend at the side sees it, one inside a truck does not."""
    hidden = "blue Squad a 20,10\nred Squad b 20,30\ncontainer 15,25,19,21\n"
    for more, spotted in (
        ("", False),
        ("blue Squad c 60,30", True),
        ("blue Truck t 20,5\nblue Squad c inside=t", False),
        ("blue Flyer f 40,5", True),
        ("blue Squad c waiting", False),
    ):
        battle = battle_at(hidden + more)
        assert is_spotted(battle, 0, unit(battle, "b")) is spotted


@proves("combat.sight.base-to-base")
@pytest.mark.parametrize("name", ["depot", "glasstrain"])
def test_the_engine_sees_what_289_lines_see(name: str) -> None:
    chance = random.Random(f"sight {name}")
    field = Battlefield(content().maps[name], () if name == "depot" else (0, 2, 3, 5, 8, 10, 12, 14))
    blocking = [Piece([list(p.part.points)], p.part.top) for p in field.pieces if p.has(BLOCKS_SIGHT)]
    outcomes: set[bool] = set()
    for _ in range(250):
        viewer, target = placed(field, chance), placed(field, chance)
        bodies = [placed(field, chance)] if chance.random() < 0.5 else []
        expected = slow_geometry.sees(viewer, target, blocking, bodies)
        outcomes.add(expected)
        bases = [Base("v", *plain(viewer)), Base("t", *plain(target))]
        seen = field.sees(bases[0], bases[1], [Base("c", *plain(body)) for body in bodies])
        assert seen is expected, (plain(viewer), plain(target), [plain(body) for body in bodies])
    assert outcomes == {True, False}


def placed(field: Battlefield, chance: random.Random) -> Disc:
    """Somewhere a base may stand."""
    radius = chance.choice((1.0, 1.25, 2.5))
    while True:
        x, y = chance.uniform(radius, 70 - radius), chance.uniform(radius, 70 - radius)
        disc = Disc(x, y, radius, field.elevation_at(x, y), 2.0)
        if not any(p.has(IMPASSABLE) and Piece([list(p.part.points)], 1).gap(disc) <= 0 for p in field.pieces):
            return disc


def plain(disc: Disc) -> tuple[float, float, float, float, float]:
    return (disc.x, disc.y, disc.radius, disc.elevation, disc.height)
