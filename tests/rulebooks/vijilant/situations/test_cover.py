"""Cover: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import FAR, GUN, LIGHT_GUN, chance
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("cover.half-base", "cover.bonus")
@pytest.mark.parametrize(
    ("under", "face", "dead"), [("stack 18,22,18.75,21.25", 3, True), ("", 3, False), ("", 4, True)]
)
def test_a_carriage_covers_from_the_ground_and_not_from_a_stack_that_looks_over_it(
    under: str, face: int, dead: bool
) -> None:
    """At y 26 the line from 5 cm up is 2 cm high, above the carriage's 1.5."""
    drawn = f"blue Squad a 20,20\n{under}\nred Squad b 20,30\ncarriage 10,30,25.5,26" + FAR
    assert (at(drawn, active="a").play("shoot:light:b", dice=f"rifle {face}").alive("b") == []) is dead


@proves("cover.half-base")
@pytest.mark.parametrize(("edge", "covered"), [("20", True), ("19.9", False)])
def test_half_a_base_is_enough_and_less_is_not(edge: str, covered: bool) -> None:
    drawn = f"blue Squad a 20,10\nred Squad b 20,30\ncarriage 10,{edge},25,27" + FAR
    assert (at(drawn, active="a").play("shoot:light:b", dice="rifle 3").alive("b") == ["b1"]) is covered


@proves("cover.touching", "cover.best-piece-only")
@pytest.mark.parametrize(("face", "hit"), [(3, False), (4, True)])
def test_behind_one_piece_and_touching_another_is_one(face: int, hit: bool) -> None:
    drawn = "blue Squad a 20,10\nred Squad b 20,40\ncarriage 15,25,30,33\ncontainer 21,25,39,41" + FAR
    table = at(drawn, active="a", weapons={"a": (LIGHT_GUN,)}).play("shoot:light:b", dice=f"gun {face}")
    assert (table.alive("b") == []) is hit


@proves("cover.touching", "hunker.stacks-with-cover", "combat.no-automatic-results")
@pytest.mark.parametrize(("skill", "chance_of_one"), [(0, 1 / 6), (1, 2 / 6), (-1, 0)])
def test_the_odds_at_a_hunkered_man_who_touches_a_carriage(skill: int, chance_of_one: float) -> None:
    """Dodge 5."""
    drawn = f"blue Squad a 20,10 S={skill}\nred Squad b 20,30 hunkered\ncarriage 15,25,26,28.95"
    found = chance(drawn, "shoot:light:b", a="gun: Gun, P 2, Sr 2, R 0-60")
    assert found.chance_removed() == pytest.approx(1 - (1 - chance_of_one) ** 2)


@proves("cover.closer-to-target")
@pytest.mark.parametrize(("rect", "dead"), [("10,30,19,21", True), ("10,30,19.5,21.5", False)])
def test_a_piece_in_the_middle_covers_nobody(rect: str, dead: bool) -> None:
    """8 cm from either base; half a centimetre nearer to the target it counts."""
    drawn = f"blue Squad a 20,10\nred Squad b 20,30\ncarriage {rect}" + FAR
    assert (at(drawn, active="a").play("shoot:light:b", dice="rifle 3").alive("b") == []) is dead


@proves("cover.closer-to-target", "cover.touching")
def test_a_container_touched_by_both_sides_covers_neither() -> None:
    """Both touch the container from opposite sides on a stack, seeing over it is out; at equal distance it gives nothing."""
    drawn = "blue Squad a 20,20 20,17\nred Squad b 20,26.5 D=2\ncarriage 15,25,21,25.5" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)})
    table.play("shoot:light:b", dice="gun 3 3")
    assert table.alive("b") == [], "equal distances do not count"


@proves("cover.squad-shares", "cover.half-base")
def test_a_squad_in_the_open_has_nothing_to_share_and_cover_that_is_shared_is_told_so() -> None:
    open_ = at("blue Squad a 20,20\nred Squad b 20,30 x2 H=9" + FAR, active="a", weapons={"a": (GUN,)})
    open_.play("shoot:light:b", dice="gun 1")
    [event] = open_.events("dice")
    assert event.dice is not None
    assert [it.clause for it in event.dice.modifiers] == ["card.dodge"]
    covered = at(
        "blue Squad a 20,20\nred Squad b 22.5,30 20,30 H=9\nheap 18,21.2,26,28" + FAR, active="a", weapons={"a": (GUN,)}
    )
    covered.play("shoot:light:b", dice="gun 1")
    [event] = covered.events("dice")
    assert event.dice is not None
    assert [(it.amount, it.clause) for it in event.dice.modifiers] == [(-2, "card.dodge"), (-1, "cover.squad-shares")]


@proves("cover.stray-excluded", "hunker.stacks-with-cover", "combat.weakest-dodge", "wounds.defender-allocates")
@pytest.mark.parametrize(("face", "hit"), [(3, False), (4, True)])
def test_a_hunkered_stray_sets_the_dodge_of_a_squad_behind_a_carriage(face: int, hit: bool) -> None:
    """b1 and b2 touch the carriage: 2 + 2 + 1. b3 is far off in the open: 2 + 1, and that counts for all; b1 may take the hit."""
    drawn = "blue Squad a 20,10\nred Squad b 20,30 22.5,30 40,30 hunkered\ncarriage 15,25,27,28.95" + FAR
    table = at(drawn, active="a", weapons={"a": (LIGHT_GUN,)}).play("shoot:light:b", dice=f"gun {face}")
    assert (table.asked.clause == "wounds.defender-allocates") is hit
    if hit:
        assert table.play({"b1": 1}).alive("b") == ["b2", "b3"]
        assert table.clause == "coherency.who-is-out"


@proves("cover.which-attacker")
@pytest.mark.parametrize(("y", "hit"), [(10, True), (10.5, False)])
def test_of_two_equally_near_the_one_that_leaves_less_cover_judges(y: float, hit: bool) -> None:
    """The container hides the left half of the target from a1 alone; half a centimetre nearer, a1 judges."""
    drawn = f"blue Squad a 15,{y} 25,10\nred Squad b 20,30\ncontainer 15,19.7,25,28" + FAR
    table = at(drawn, active="a", weapons={"a": (LIGHT_GUN,)}).play("shoot:light:b", dice="gun 3 1")
    assert (table.alive("b") == []) is hit


@proves("cover.which-attacker")
def test_the_nearest_who_sees_judges_cover_though_it_does_not_fire() -> None:
    """a2 stands beside the carriage and out of its own range: b has no cover from it, so a1's 3 hits."""
    drawn = (
        "blue Squad a 20,10 22.5,12 25,14 27.5,16 29,18.5 29,21.5 29,24.5\nred Squad b 20,30\ncarriage 15,24,26,27"
        + FAR
    )
    weapons = {"a": ("long: Gun, P 2, Sr 1, R 15-60",)}
    table = at(drawn, active="a", weapons=weapons).play("shoot:light:b", dice="long 3 1")
    assert table.alive("b") == []
    alone = at(drawn.replace(" 29,18.5 29,21.5 29,24.5", ""), active="a", weapons=weapons)
    assert alone.play("shoot:light:b", dice="long 3 1").alive("b") == ["b1"]


@proves("cover.best-piece-only")
def test_two_pieces_cover_no_better_than_the_better_one() -> None:
    """Behind a carriage and touching a second one: +2, not +3."""
    drawn = "blue Squad a 20,10\nred Squad b 20,30\ncarriage 15,25,24,25\ncarriage 15,25,28,28.95" + FAR
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 5").alive("b") == []
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 4").alive("b") == ["b1"]


@proves("cover.in-area")
@pytest.mark.parametrize(("y", "face", "dead"), [(29, 3, True), (28.85, 4, False), (28.85, 5, True)])
def test_a_heap_gives_nothing_against_who_touches_it(y: float, face: int, dead: bool) -> None:
    """b is in the heap from y 30 on. A base at y 29 touches it; one at 28.85 is 0.15 away."""
    drawn = f"blue Squad a 20,{y}\nred Squad b 20,33\nheap 15,25,30,36" + FAR
    assert (at(drawn, active="a").play("shoot:light:b", dice=f"rifle {face}").alive("b") == []) is dead


@proves("cover.in-area", "cover.touching")
@pytest.mark.parametrize(
    ("far", "face", "dead"), [("36.95", 4, False), ("36.95", 5, True), ("36.5", 3, False), ("36.5", 4, True)]
)
def test_behind_a_heap_it_is_like_any_cover(far: str, face: int, dead: bool) -> None:
    drawn = f"blue Squad a 20,15\nred Squad b 20,38\nheap 15,25,34,{far}" + FAR
    assert (at(drawn, active="a").play("shoot:light:b", dice=f"rifle {face}").alive("b") == []) is dead
