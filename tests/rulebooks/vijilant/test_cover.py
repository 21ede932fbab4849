"""Cover: half a base behind a piece, nearer to the target, touching, in an area, shared by a squad."""

import random

import pytest

from tests.rulebooks.vijilant import slow_geometry
from tests.rulebooks.vijilant.positions import at, battle_at
from tests.rulebooks.vijilant.slow_geometry import Disc, Piece
from vanguard.rulebooks.vijilant.battlefield import Battlefield
from vanguard.rulebooks.vijilant.content.content import content
from vanguard.rulebooks.vijilant.cover import CoverOfUnit, cover_of
from vanguard.rulebooks.vijilant.line_of_sight import Looking
from vanguard.rulebooks.vijilant.profiles import AREA_COVER, CARRIAGE, COVER, IMPASSABLE, TRAIN
from vanguard.rulebooks.vijilant.state import Battle, Unit
from vanguard.rulebooks.vijilant.train import ALONG, container_piece
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


def unit(battle: Battle, key: str) -> Unit:
    return next(unit for unit in battle.units if unit.key == key)


def cover(drawn: str, attacker: str = "a1", target: str = "b1") -> int:
    """Between two models."""
    battle = battle_at(drawn)
    return cover_of(battle, battle.model(attacker), battle.model(target)).bonus


def squad_cover(drawn: str, attacker: str = "a", target: str = "b") -> dict[str, int]:
    """Of every visible model of a unit, shared as a squad shares it."""
    battle = battle_at(drawn)
    looking = Looking(battle, battle.standing(unit(battle, attacker)), unit(battle, target))
    visible = looking.visible()
    covered = CoverOfUnit(battle, looking, unit(battle, target), visible, [])
    return {model.key: covered.of(model).bonus for model in visible}


@proves("cover.bonus", "cover.touching")
@pytest.mark.parametrize(("y", "bonus"), [(27.0, 0), (24.0, 1), (22.1, 2), (22.0, 2), (22.11, 1)])
def test_a_model_behind_a_piece_has_1_and_2_if_it_touches_it(y: float, bonus: int) -> None:
    """Red is behind a carriage that ends at y = 21; at y 27 the piece is as near to blue at y = 12, and nearer does not count."""
    far = 12 if y < 27 else 14
    assert cover(f"blue Squad a 20,{far}\nred Squad b 20,{y}\ncarriage 15,25,19,21") == bonus


@proves("cover.half-base")
@pytest.mark.parametrize(("x", "bonus"), [(25.0, 1), (25.2, 0), (24.0, 1), (27.0, 0)])
def test_half_of_the_base_must_be_behind_the_piece(x: float, bonus: int) -> None:
    """Blue and red face each other due north; the piece ends at x = 25: at x = 25 exactly half of the base is behind it."""
    assert cover(f"blue Squad a {x},2\nred Squad b {x},24\ncarriage 15,25,19,21") == bonus


@proves("cover.closer-to-target")
def test_a_piece_as_near_to_the_attacker_as_to_the_target_gives_nothing() -> None:
    piece = "\ncarriage 15,25,19,21"
    assert cover("blue Squad a 20,16\nred Squad b 20,23.9" + piece) == 1
    assert cover("blue Squad a 20,16\nred Squad b 20,24" + piece) == 0, "2 cm on either side"
    assert cover("blue Squad a 20,16.5\nred Squad b 20,24" + piece) == 0


@proves("cover.touching")
def test_touching_a_piece_without_being_behind_it_gives_nothing() -> None:
    assert cover("blue Squad a 10,22\nred Squad b 20,22\ncarriage 15,25,19,21") == 0
    assert cover("blue Squad a 20,30\nred Squad b 20,22\ncarriage 15,25,19,21") == 0, "the piece is on the far side"


@proves("cover.best-piece-only")
def test_several_pieces_do_not_add_up() -> None:
    both = "blue Squad a 20,5\nred Squad b 20,26\ncarriage 15,25,16,18\ncarriage 15,25,20,25"
    assert cover(both) == 2
    assert cover("blue Squad a 20,5\nred Squad b 20,27\ncarriage 15,25,16,18\ncarriage 15,25,20,25") == 1


@proves("cover.in-area", "cover.closer-to-target")
def test_in_a_spoil_heap_one_is_covered_and_touching_from_every_side_but_not_from_within() -> None:
    heap = "\nheap 17,23,19,21"
    for place in ("20,5", "5,20", "35,20", "20,35"):
        assert cover(f"blue Squad a {place}\nred Squad b 20,20{heap}") == 2
    assert cover(f"blue Squad a 18,20\nred Squad b 22,20{heap}") == 0, "both stand in it"
    assert cover(f"blue Squad a 20,17.95\nred Squad b 20,20.5{heap}") == 0, "its attacker touches it"
    assert cover(f"blue Squad a 20,5\nred Squad b 20,23.5{heap}") == 1, "behind it, like behind any piece"
    assert cover(f"blue Squad a 20,5\nred Squad b 20,21.5{heap}") == 2, "centre outside, touching and behind"
    assert cover(f"blue Squad a 5,23.5\nred Squad b 20,21.5{heap}") == 0, "its centre is not in the heap"


@proves("terrain.container.blocks-sight", "cover.in-area")
def test_whoever_stands_on_a_container_has_no_cover_from_it() -> None:
    assert cover("blue Squad a 20,5\nred Squad b 20,20\ncontainer 18,22,18.75,21.25") == 0
    behind_stack = "blue Squad a 20,5\nred Squad b 20,20\ncontainer 18,22,18.75,21.25\nstack 17,23,16,18"
    assert cover(behind_stack) == 1, "but from a stack that reaches higher, a gap away"


@proves("terrain.glass-shard", "terrain.container.blocks-sight", "terrain.carriage.cover", "terrain.locomotive")
@pytest.mark.parametrize(
    "piece", ["shard 20,20 r=3", "container 17,20.6,19,21", "carriage 15,25,19,21", "locomotive 17,20.6,19,21"]
)
def test_every_piece_but_shardfall_gives_cover(piece: str) -> None:
    assert cover(f"blue Squad a 20,2\nred Squad b 20,24\n{piece}") == 1
    assert cover("blue Squad a 20,2\nred Squad b 20,24\nshardfall 15,25,19,21") == 0


@proves("units.flyer.sight-ignores-terrain", "units.flyer.no-cover")
def test_a_flyer_has_no_cover_and_neither_has_what_it_shoots_at() -> None:
    piece = "\ncarriage 15,25,19,21"
    assert cover("blue Squad a 20,5\nred Flyer b 20,23.5" + piece) == 0
    assert cover("blue Squad a 20,5\nred Flyer b 20,23.5 landed" + piece) == 0, "not even landed"
    assert cover("blue Flyer a 20,5\nred Squad b 20,22" + piece) == 0
    assert cover("blue Flyer a 20,5 landed\nred Squad b 20,22" + piece) == 2, "a landed one shoots from the ground"


@proves("units.vtol.uses-cover", "units.skimmer.uses-cover")
@pytest.mark.parametrize("card", ["Gull", "Skiff", "Tank"])
def test_vtols_and_skimmers_use_cover_like_other_vehicles(card: str) -> None:
    assert cover(f"blue Squad a 20,2\nred {card} b 20,23.5\ncarriage 15,25,19,21") == 2
    assert cover(f"blue Squad a 20,2\nred {card} b 20,24.5\ncarriage 15,25,19,21") == 1


@proves("cover.squad-shares")
def test_one_covered_model_covers_the_whole_visible_squad() -> None:
    """Ten models, nine in the open, one behind and touching a carriage: all have +2."""
    row = "red Squad b 20,22 22.5,24 x9"
    found = squad_cover(f"blue Squad a 20,2\n{row}\ncarriage 18,21,19,21")
    assert set(found.values()) == {2}
    assert len(found) == 10


@proves("cover.stray-excluded", "coherency.who-is-out")
def test_a_stray_model_does_not_share_the_cover() -> None:
    found = squad_cover("blue Squad a 20,2\nred Squad b 20,22 22.5,24 30,24\ncarriage 18,21,19,21")
    assert found == {"b1": 2, "b2": 2, "b3": 0}
    lone_in_cover = squad_cover("blue Squad a 20,2\nred Squad b 20,22 30,24 32.5,24\ncarriage 18,21,19,21")
    assert lone_in_cover == {"b1": 2, "b2": 0, "b3": 0}, "the stray keeps its own"


@proves("cover.squad-shares")
def test_a_model_nobody_sees_gives_no_cover() -> None:
    """The one behind the container is out of sight: its mates in the open have nothing from it."""
    found = squad_cover("blue Squad a 20,2\nred Squad b 20,22.3 23.5,22.3\ncontainer 17,21.5,19,21")
    assert found == {"b2": 0}


@proves("cover.which-attacker")
def test_cover_is_judged_from_the_nearest_attacker_that_sees_the_model() -> None:
    """a1 is nearest but the container hides red from it; of the others a2 is nearer and looks past the carriage."""
    pieces = "\ncarriage 18,22,19,21"
    assert squad_cover("blue Squad a 20,10 35,24\nred Squad b 20,24" + pieces) == {"b1": 1}, "a1 is nearer"
    assert squad_cover("blue Squad a 20,6 33,24\nred Squad b 20,24" + pieces) == {"b1": 0}, "a2 is nearer"
    hidden = pieces + "\ncontainer 16,24,14,15"
    assert squad_cover("blue Squad a 20,12.9 35,24\nred Squad b 20,24" + hidden) == {"b1": 0}, "a1 sees nothing"
    even = "blue Squad a 20,10 34,24\nred Squad b 20,24" + pieces
    assert squad_cover(even) == {"b1": 0}, "equally near: the one that leaves the smaller bonus"


@proves("cover.diagram")
def test_the_cases_of_the_diagram() -> None:
    """A: the piece is nearer the attacker. F: behind and apart. B: behind and touching. E: no line reaches it."""
    pieces = "\ncontainer 12,16,8,10\ncarriage 28,36,19,21\nshard 45,20 r=4"
    drawn = "blue Squad g 20,2\nblue Squad h 50,40\nred Squad {} {}" + pieces
    assert cover("blue Squad g 14,4\nred Squad a 14,20\ncontainer 13.2,16,8,10", "g1", "a1") == 0
    assert cover(drawn.format("f", "38,26"), "g1", "f1") == 1
    assert cover(drawn.format("b", "33.5,22.05"), "g1", "b1") == 2
    hidden = battle_at("blue Squad g 38,6\nblue Squad h 50,40\nred Squad e 47.5,26" + pieces)
    for viewer, seen in (("g", False), ("h", True)):
        assert Looking(hidden, hidden.standing(unit(hidden, viewer)), unit(hidden, "e")).sees_any() is seen


@proves("cover.half-base", "cover.closer-to-target", "cover.touching", "cover.in-area")
@pytest.mark.parametrize("name", ["depot", "glasstrain"])
def test_the_engine_finds_the_cover_that_twenty_lines_find(name: str) -> None:
    chance = random.Random(f"cover {name}")
    field = Battlefield(content().maps[name])
    giving = [piece for piece in field.pieces if piece.has(COVER)]
    on_train = [piece for piece in giving if piece.kind == CARRIAGE and piece.part.group == TRAIN]
    pieces = [Piece([list(p.part.points)], p.part.top, p.has(AREA_COVER)) for p in giving if p not in on_train]
    if on_train:
        pieces.append(Piece([list(p.part.points) for p in on_train], on_train[0].part.top))
    seen: set[int] = set()
    for _ in range(400):
        (ax, ay), (bx, by) = near_a_piece(field, chance), near_a_piece(field, chance)
        if abs(ax - bx) + abs(ay - by) < 3:
            continue
        battle = battle_at(f"blue Squad a {ax},{ay}\nred Squad b {bx},{by}", map=name)
        a, b = battle.model("a1"), battle.model("b1")
        expected = slow_geometry.cover(
            Disc(ax, ay, 1, a.base.elevation), Disc(bx, by, 1, b.base.elevation), pieces
        )  # fmt: skip
        assert cover_of(battle, a, b).bonus == expected, (ax, ay, bx, by)
        seen.add(expected)
    assert seen == {0, 1, 2}


def near_a_piece(field: Battlefield, chance: random.Random) -> tuple[float, float]:
    while True:
        part = chance.choice(field.pieces).part
        x = round(chance.uniform(part.min_x - 4, part.max_x + 4), 2)
        y = round(chance.uniform(part.min_y - 4, part.max_y + 4), 2)
        disc = Disc(x, y, 1)
        free = not any(p.has(IMPASSABLE) and Piece([list(p.part.points)], 1).gap(disc) <= 0 for p in field.pieces)
        if 1 <= x <= 69 and 1 <= y <= 69 and free:
            return x, y


@proves("cover.shoot-out")
def test_being_in_cover_does_not_hinder_the_own_shooting() -> None:
    """From behind a carriage, touching it, Dodge 2 is hit on a 3 as from the open."""
    drawn = "blue Squad a 20,22\nred Squad b 20,2\nred Squad z 65,65\ncarriage 15,25,19,20.95"
    assert cover(drawn, "b1", "a1") == 2
    table = at(drawn, active="a").play("shoot:light:b", dice="rifle 3")
    assert table.alive("b") == []


def test_cover_that_drives_on_with_the_train_is_what_a_new_table_would_have() -> None:
    """The seams between its carriages drive on, and a container that touches another."""
    field = Battlefield(content().maps["glasstrain"], (0, 3))
    for x in (3.0, 7.0):
        field = field.with_container(container_piece(field, ALONG, (x, 32.0)))
    field.cover_pieces()
    field = field.driven_on(10.0).driven_on(10.0)
    new = Battlefield(field.map, field.shards, field.containers, field.offset)
    assert drawn_cover(field) == drawn_cover(new)
    assert max([len(points) for _, _, points in drawn_cover(field)]) > 1, "pieces that touch are one"


def drawn_cover(field: Battlefield) -> list[tuple[str, bool, list[tuple[tuple[float, float], ...]]]]:
    """Every piece with the outlines of its parts."""
    return [(it.name, it.area, [part.points for part in it.merged.all_parts()]) for it in field.cover_pieces()]
