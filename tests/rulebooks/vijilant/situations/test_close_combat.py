"""Close combat: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import (
    AXE,
    FAR,
    GUN,
    HOOKS,
    LIGHT_GUN,
    chance,
    heist,
    points,
    refusal,
    refused,
)
from tests.rulebooks.vijilant.test_missions import rounds_over
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("cc.like-shooting", "wounds.power-beats-toughness")
def test_the_odds_of_sabres_and_of_hooks() -> None:
    """Skill 2 against Dodge 2 never misses: three men. Hooks of Power 2 do nothing to Toughness 2."""
    sabre = chance("blue captain a 20,20\nred cohort b 20,22.25 x5", "strike:b")
    assert sabre.mean_damage() == pytest.approx(3)
    hooks = chance("blue Squad a 20,20 x3\nred purifiers b 20,22 x2 hunkered", "strike:b", a=HOOKS)
    assert hooks.mean_damage() == 0


@proves("cc.contact-needed", "movement.top-of-container", "cc.locked")
@pytest.mark.parametrize(("piece", "struck"), [("container", True), ("stack", False)])
def test_a_blade_reaches_the_rim_of_a_container_and_not_of_a_stack(piece: str, struck: bool) -> None:
    """b stands on it, a tenth from the edge of a's base; 2.5 cm up are within 3, 5 cm are not."""
    drawn = f"blue Squad a 20,17.7\nred Squad b 20,19.8\n{piece} 18,22,18.75,21.25" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS,)})
    assert ("strike:b" in table.keys) is struck


@proves("cc.contact-needed", "heist.train-moves", "cc.locked")
def test_whoever_stands_beside_the_train_fights_those_at_its_edge_until_it_carries_them_off() -> None:
    drawn = "blue Squad a 20,29.5\nred Squad b 20,31.5 H=3\nred Squad z 60,60"
    table = heist(drawn, active="a", weapons={"a": (AXE,)}).play("move", [[20, 29.5]], "b", dice="axe 3")
    assert table["b1"].wounds == 1, "no cover of the train in close combat"
    left = rounds_over(heist(drawn))
    assert (left.at("a1"), left.at("b1")) == ((20.0, 29.5), (30.0, 31.5))


@proves("cc.ignore-cover", "cover.in-area", "hunker.stacks-with-cover", "cards.ward-cloak")
def test_a_hunkered_overseer_in_a_heap_has_3_in_close_combat_and_6_from_afar() -> None:
    """Dodge 2: hunkered 3 against blades; cloak 1 and heap 2 more against guns: Skill 0 cannot hit."""
    near = "blue Squad a 20,20\nred overseer b 20,22.25 hunkered\nheap 15,25,21.1,30" + FAR
    weapons = {"a": ("axe: CC, P 3, Sr 1",)}
    assert at(near, active="a", weapons=weapons).play("strike:b", dice="axe 3")["b1"].wounds == 0
    assert at(near, active="a", weapons=weapons).play("strike:b", dice="axe 4")["b1"].wounds == 1
    far = near.replace("20,20", "20,10")
    table = at(far, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-60",)})
    assert table.play("shoot:light:b", dice="gun 6")["b1"].wounds == 0


@proves("cc.extra-movement-action", "turn.any-order-and-repeat")
def test_strike_down_one_shoot_another_and_withdraw_with_the_extra_move() -> None:
    """The enemy in contact is dead, so the whole Move of 6 is there for it."""
    drawn = "blue Squad a 20,20 M=6\nred Squad b 20,22\nred Squad c 40,20" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS, "rifle: Gun, P 2, Sr 1, R 0-24")})
    table.play("move", [[20, 20]], "b", dice="hooks 3").play("shoot:light:c", dice="rifle 3")
    assert points(table) == 0
    assert table.play("extra-move", [[20, 14]]).at("a1") == (20.0, 14.0)
    assert table.asked.player == 1


@proves("cc.extra-movement-action")
def test_the_extra_move_may_come_before_the_points() -> None:
    drawn = "blue Squad a 20,20 M=6\nred Squad b 20,27" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS, "rifle: Gun, P 2, Sr 1, R 0-24")})
    table.play("extra-move", [[20, 25]], dice="hooks 3")
    assert points(table) == 2
    assert "extra-move" not in table.keys


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


@proves("cc.up-to-three-strikes", "turn.two-action-points")
def test_the_captain_strikes_four_times() -> None:
    """Three points and the extra movement action; Skill 2 against Dodge 2: a 1 is enough, P 3 against T 1 two wounds."""
    table = at("blue captain a 20,20\nred Squad b 20,22.25 H=30" + FAR, active="a")
    for _ in range(4):
        table.play("strike:b", dice="boarding-sabre 1 1 1")
    assert table["b1"].wounds == 4 * 3 * 2
    assert table.asked.player == 1


@proves("cc.up-to-three-strikes", "turn.two-action-points")
def test_three_points_are_four_strikes() -> None:
    drawn = "blue Hero a 20,20 AP=3\nred Squad b 20,22.25 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": ("axe: CC, P 2, Sr 1",)})
    for way in ("move", "move", "move", "extra-move"):
        table.play(way, [[20, 20]], "b", dice="axe 5")
    assert table["b1"].wounds == 4
    assert table.asked.player == 1


@proves("cc.locked", "units.flyer.no-contact", "cc.fire-into-melee")
def test_a_friendly_flyer_overhead_makes_no_melee() -> None:
    drawn = "blue Squad a 20,10\nblue Flyer f 20,30\nred Squad b 20,32 H=3" + FAR
    assert at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice="gun 3")["b1"].wounds == 1


@proves("cc.locked", "cc.fire-into-melee")
def test_two_enemies_side_by_side_and_only_the_one_in_contact_is_in_the_melee() -> None:
    drawn = "blue Squad f 20,20\nred Squad b 20,22 H=9\nred Squad c 20,24 H=9\nblue Squad a 40,24" + FAR
    assert at(drawn, active="a").play("shoot:light:c", dice="rifle 3")["c1"].wounds == 1
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 5")["b1"].wounds == 0


@proves("cc.locked-halves-movement", "movement.rough")
def test_out_of_a_melee_through_a_heap_is_halved_once() -> None:
    drawn = "blue Squad a 20,20 M=6\nred Squad b 20,22\nheap 15,25,10,21" + FAR
    table = at(drawn, active="a").play("move")
    assert refused(table, [[20, 16.9]]) == "cc.locked-halves-movement"
    assert table.play([[20, 17]]).at("a1") == (20.0, 17.0)


@proves("cc.locked-halves-movement", "units.skimmer.ignores-terrain-moving", "units.vtol.crosses-all")
@pytest.mark.parametrize("card", ["Skiff", "Gull"])
def test_who_hovers_leaves_a_melee_at_full_speed(card: str) -> None:
    table = at(f"blue {card} a 20,20 north M=12\nred Squad b 20,16.5" + FAR, active="a").play("move", [[20, 32]])
    assert table.at("a1") == (20.0, 32.0)


@proves("cc.locked-halves-movement", "ramming.part-of-movement")
def test_a_locked_vehicle_rams_over_half_its_move() -> None:
    table = at("blue Truck a 35,20 north M=10\nred Squad q 35,16.75\nred Squad b 35,30" + FAR, active="a").play("ram")
    with pytest.raises(Refused, match="allowance is 5 cm"):
        table.play([[35, 27]])


@proves("cc.locked-halves-movement", "movement.measure-front")
def test_a_locked_truck_pays_double_for_its_way_and_for_the_way_of_its_front() -> None:
    """M 10, in contact ahead: 5 back. Turning round the front goes 4.5, so half a centimetre of way is left."""
    drawn = "blue Truck a 20,20 north\nred Squad b 20,23.25" + FAR
    assert at(drawn, active="a").play("move", [[20, 15, 90]]).at("a1") == (20.0, 15.0)
    assert refused(at(drawn, active="a"), "move", [[20, 14.9, 90]]) == "cc.locked-halves-movement"
    assert at(drawn, active="a").play("move", [[20, 19.5, 270]]).at("a1") == (20.0, 19.5)
    assert refused(at(drawn, active="a"), "move", [[20, 19.4, 270]]) in (
        "cc.locked-halves-movement",
        "movement.measure-front",
    )


@proves("cc.locked-halves-movement", "ponderous.pivot-last", "movement.measure-front")
@pytest.mark.parametrize(("facing", "may"), [(0, True), (270, False)])
def test_a_locked_tank_turns_a_quarter_and_no_half(facing: int, may: bool) -> None:
    """Its front goes 3.5 cm for a quarter and 5 for a half, both double: 7.1 and 10 of 8."""
    drawn = "blue Tank a 35,20 north\nred Squad b 38.5,20" + FAR
    if may:
        assert at(drawn, active="a").play("move", [[35, 20, facing]])["a1"].base.facing == facing
    else:
        assert refused(at(drawn, active="a"), "move", [[35, 20, facing]]) == "movement.measure-front"


@proves("cc.locked-halves-movement", "movement.up-to-m")
@pytest.mark.parametrize(("card", "y", "half"), [("Squad", 22, "3"), ("Truck", 23.25, "5")])
def test_whoever_is_locked_is_told_why_it_moves_half(card: str, y: float, half: str) -> None:
    table = at(f"blue {card} a 20,20\nred Squad b 20,{y}" + FAR, active="a").play("move")
    assert table.prompt == f"{card} a moves up to {half} cm, half its Move: it is locked in close combat"
    assert refusal(table, [[20, 8]]) == "cc.locked-halves-movement"
    assert refusal(table, [[20, 26]]) == "movement.through-models", "that is another matter"
    free = at(f"blue {card} a 20,20" + FAR, active="a").play("move")
    assert refusal(free, [[20, 45]]) == "movement.up-to-m", "and so is that"


@proves("cc.locked-halves-movement", "cc.leaving-is-free")
@pytest.mark.parametrize(("y", "may"), [(16.5, True), (16.4, False)])
def test_a_squad_that_breaks_away_goes_half_its_move(y: float, may: bool) -> None:
    table = at("blue Squad a 20,20 M=7\nred Squad b 20,22" + FAR, active="a").play("move")
    if may:
        assert table.play([[20, y]]).at("a1") == (20, y)
    else:
        assert refusal(table, [[20, y]]) == "cc.locked-halves-movement"


@proves("cc.fire-into-melee", "units.flyer.sight-ignores-terrain")
@pytest.mark.parametrize(("face", "hurt"), [(5, 0), (6, 1)])
def test_from_the_air_too_a_melee_is_hit_on_sixes_alone(face: int, hurt: int) -> None:
    drawn = "blue Flyer a 30,30 north\nblue Squad f 20,20\nred Squad b 20,22 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (LIGHT_GUN,)}).play("shoot:light:b", dice=f"gun {face}")
    assert table["b1"].wounds == hurt


@proves("cc.fire-into-melee", "systems.sensors", "combat.no-automatic-results")
@pytest.mark.parametrize(("dodge", "hurt"), [(4, 1), (5, 0)])
def test_a_blind_walker_firing_into_a_melee_needs_a_six_that_beats_the_dodge(dodge: int, hurt: int) -> None:
    """Without sensors a 6 counts 5."""
    drawn = f"blue Strider a 40,22 lost=sensors\nblue Squad f 20,20\nred Squad b 20,22 D={dodge} H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (LIGHT_GUN,)}).play("shoot:light:b", dice="gun 6")
    assert table["b1"].wounds == hurt


@proves("cc.fire-into-melee", "cc.locked")
def test_when_those_in_contact_are_dead_the_rest_is_shot_at_as_usual() -> None:
    """b1 is struck down; b2 touches nobody, so a 3 hits it and a 6 is a goodshot again."""
    drawn = "blue Squad a 20,20\nred Squad b 20,22 20,24.5" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS, "rifle: Gun, P 2, Sr 1, R 0-24")})
    table.play("strike:b", {"b1": 1}, dice="hooks 3").play("shoot:light:b", dice="rifle 3")
    assert table.alive("b") == []


@proves("cc.fire-into-melee", "combat.roll-together")
def test_the_odds_of_firing_into_a_melee() -> None:
    found = chance(
        "blue Squad a 40,22\nblue Squad f 20,20\nred Squad b 20,22", "shoot:light:b", a="gun: Gun, P 2, Sr 3, R 0-60"
    )
    assert found.chance_removed() == pytest.approx(1 - (5 / 6) ** 3)


@proves("cc.fire-into-melee", "combat.to-hit")
def test_dice_into_a_melee_are_told_by_that_rule() -> None:
    table = at("blue Squad a 20,20\nblue Squad f 20,32\nred Squad b 20,34" + FAR, active="a", weapons={"a": (GUN,)})
    table.play("shoot:light:b", dice="gun 5")
    [event] = table.events("dice")
    assert event.clause == "cc.fire-into-melee"
    assert event.dice is not None
    assert event.dice.needed == "6, into the melee"


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
