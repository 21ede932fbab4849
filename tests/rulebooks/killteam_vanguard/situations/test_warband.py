"""Warband: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_vanguard.positions import at
from tests.rulebooks.killteam_vanguard.situations.sketches import drawn, drawn_plain, fielded, lord
from vanguard.rulebooks.killteam_vanguard.content.content_models import OptionEntry
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


@proves("warband.options", "card.weapon-line-format")
def test_who_gives_up_a_staff_gives_up_both_of_its_attacks() -> None:
    blade = OptionEntry(name="Blade", points=2, attack='Blade [MELEE] (0", 4D6, 3+, AP0, D1)', instead_of="Staff")
    assert [weapon.name for weapon in fielded(lord(blade), ["Blade"]).weapons] == ["Blade"]
    assert [weapon.key for weapon in fielded(lord(blade), []).weapons] == ["staff-melee", "staff-ranged"]


@proves("warband.leader-scenario")
@pytest.mark.parametrize(("y", "points"), [(18.63, 0), (18.64, 3)])
def test_a_leader_on_the_middle_line_by_a_hair_is_not_wholly_beyond(y: float, points: int) -> None:
    game = at(f"""
        scenario cut-off-the-head
        blue rifles-captain* a 10,{y}   activated
        red rifleman t 30,30   activated
        round 6
        rounds 6
        finished blue red
        turn blue
    """)
    assert game.game.over
    assert game.battle.victory_points == [points, 0]


@proves("warband.leader-scenario", "gather.capture.standing")
def test_a_leader_who_lies_beside_the_counter_still_makes_a_friends_capture_worth_three() -> None:
    scene = "scenario cut-off-the-head\nblue gunner* l 18,17.2 down, activated\nblue gunner a 18,18.9 activated"
    game = drawn_plain(scene + "\nred archer t 30,30 activated\nfinished blue red\nstep end phase")
    assert game.battle.victory_points == [3, 0]


@proves("warband.leader-scenario", "blast.who-is-caught")
def test_a_bomb_that_takes_both_leaders_pays_both_sides() -> None:
    scene = "scenario cut-off-the-head\nblue bomber* a 10,10 wounds 1\nblue fencer b 30,3\nred archer* x 12.5,10 wounds 1\nred archer u 30,30\nactive a"
    game = drawn(scene).play("attack", "bomb>x", dice="hit 3 1 / armor 1 / recovery 1 / hit 4 1 / armor 1 / recovery 1")
    assert game.battle.victory_points == [5, 5]
