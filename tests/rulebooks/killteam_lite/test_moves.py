"""NORMAL MOVE, CHARGE, FALL BACK and DASH: allowances, paths, terrain and what rules what out."""

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at
from vanguard.core.questions import Place
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def alone(drawn: str = "", x: float = 4.0, man: str = "", **more: object) -> Table:
    """One blue operative at (x, 11) with an enemy far away."""
    return at(f"blue Man a {x},11 Engage {man}\nred Man far 28,20 Engage\n{drawn}", active="a", **more)  # type: ignore[arg-type]


def refused(table: Table, action: str, path: list[list[float]], why: str) -> None:
    """The path is refused for this reason, and nothing has changed."""
    table.play(action)
    before = table.game.digest
    with pytest.raises(Refused, match=why):
        table.play(path)
    assert table.game.digest == before


# -- allowance and path -----------------------------------------------------------------------------------------------


@proves("move.allowance", "normal-move.distance", "charge.distance", "fall-back.distance", "dash.distance")
def test_every_move_has_its_allowance() -> None:
    """M 6: Normal Move and Fall Back 6", Charge 8", Dash 3"."""
    refused(alone(), "normal-move", [[10.1, 11]], 'costs 6.1", the allowance is 6" .move.allowance')
    assert alone().play("normal-move", [[10, 11]])["a"].base.x == 10
    refused(alone(), "dash", [[7.1, 11]], "move.allowance")
    assert alone().play("dash", [[7, 11]])["a"].base.x == 7
    charge = "blue Man a 4,11 Engage\nred Man b {},11 Engage"
    assert at(charge.format(14), active="a").play("charge", [[12, 11]])["a"].base.x == 12
    refused(at(charge.format(14), active="a"), "charge", [[12.1, 11]], "move.allowance")
    back = "blue Man a 10,11 Engage\nred Man b 11.5,11 Engage"
    assert at(back, active="a").play("fall-back", [[4, 11]])["a"].base.x == 4
    refused(at(back, active="a"), "fall-back", [[3.9, 11]], "move.allowance")


@proves("move.allowance")
def test_a_move_may_be_of_no_distance_at_all() -> None:
    table = alone().play("normal-move", [[4, 11]])
    assert table["a"].base.x == 4
    assert table.battle.performed == ("normal-move",)


@proves("move.path")
def test_the_length_of_the_path_counts_not_the_distance_covered() -> None:
    """3" forward and 3" to the side uses 6"."""
    assert alone().play("normal-move", [[7, 11], [7, 14]])["a"].base.y == 14
    refused(alone(), "normal-move", [[7, 11], [7, 14.1]], "6.1")


@proves("move.end-position", "setup.killzone-size")
def test_a_move_ends_inside_the_killzone_clear_of_bases_and_terrain() -> None:
    refused(alone(x=3.0), "normal-move", [[0.4, 11]], "leave the table")
    refused(alone("blue Man a2 8,11 Engage"), "normal-move", [[4, 12], [7.5, 12], [7.5, 11.5]], "a2")
    refused(alone("low 7,9,7.5,13"), "normal-move", [[7, 11]], "end on low 1")


@proves("move.not-through-bases", "engagement.enemies-only")
def test_no_base_passes_through_another_not_even_a_friends() -> None:
    """Two friendly bases with a 0.8" gap: a 1" base cannot pass between them; touching is allowed."""
    gate = "blue Man u 7,11.9 Engage\nblue Man d 7,10.1 Engage"
    refused(alone(gate), "normal-move", [[5, 11], [9, 11]], "move.not-through-bases")
    wide = "blue Man u 7,12 Engage\nblue Man d 7,10 Engage"
    assert alone(wide).play("normal-move", [[5, 11], [9, 11]])["a"].base.x == 9


@proves("move.terrain-blocks")
def test_walls_block_and_low_terrain_costs_two_inches() -> None:
    """M 6": crossing one barricade allows a path of 4"; 4.1" is refused. A Dash cannot cross it."""
    refused(alone("wall 7,5,7.25,17"), "normal-move", [[7.5, 11], [9, 11]], "wall 1 is in the way .move.terrain-blocks")
    low = "low 5,9,5.5,13"
    assert alone(low).play("normal-move", [[8, 11]])["a"].base.x == 8
    refused(alone(low), "normal-move", [[8.1, 11]], "costs 6.1")
    refused(alone(low, x=4.5), "dash", [[6, 11]], 'costs 3.5", the allowance is 3"')
    twice = alone("low 5,9,5.5,13\nlow 8,9,8.5,13", man="M=9")
    assert twice.play("normal-move", [[9.0, 11]])["a"].base.x == 9
    refused(alone("low 5,9,5.5,13\nlow 8,9,8.5,13", man="M=9"), "normal-move", [[9.1, 11]], "costs 9.1")


@proves("move.terrain-blocks")
def test_what_fits_under_an_overhead_part_moves_freely() -> None:
    assert alone("roof 5,9,9,13").play("normal-move", [[7, 11]])["a"].base.x == 7
    refused(alone("roof 5,9,9,13", man="height=2.6"), "normal-move", [[7, 11]], "roof 1")


@proves("move.terrain-blocks")
def test_the_preview_itemises_the_cost_and_a_single_point_finds_its_own_way() -> None:
    table = alone("low 5,9,5.5,13").play("normal-move")
    question = table.asked
    assert isinstance(question, Place)
    shown = question.preview([[7, 11]])
    assert shown["legal"]
    assert [item["amount"] for item in shown["items"]] == [3, 2]
    assert question.preview([[9.5, 11]])["why"] == 'the move costs 7.5", the allowance is 6"'
    around = alone("wall 6,10,6.25,12").play("normal-move", [[8, 11]])
    assert around["a"].base.x == 8, "round the corner of the wall"
    assert question.area(), "there is an area to draw"
    assert question.snap([[20, 11]])[-1][0] == pytest.approx(8.0, abs=0.11)


@proves("move.climb-and-drop")
def test_climbing_costs_the_height_rounded_up_and_dropping_rounded_down() -> None:
    """Height 3": climbing costs 4", dropping 2". M 6": 0.5" to the wall, 4" up, 1.0" inwards is 5.5"."""
    level = "level 5,8,9,14"
    up = alone(level).play("normal-move")
    question = up.asked
    assert isinstance(question, Place)
    assert question.preview([[4.5, 11, 3], [5.5, 11]])["cost"] == 5.5
    up.play([[4.5, 11, 3], [5.5, 11]])
    assert (up["a"].base.x, up["a"].base.elevation) == (5.5, 3)
    down = at(f"blue Man a 8,11,3 Engage\nred Man far 28,20 Engage\n{level}", active="a").play("normal-move")
    question = down.asked
    assert isinstance(question, Place)
    assert question.preview([[9.5, 11, 0], [11, 11]])["cost"] == 5
    with pytest.raises(Refused):
        down.play([[9.2, 11]])
    down.play([[9.5, 11, 0], [11, 11]])
    assert down["a"].base.elevation == 0
    refused(alone(level, x=4.5), "dash", [[4.5, 11, 3], [5.5, 11]], "move.allowance")


@proves("move.climb-and-drop")
def test_a_point_on_a_level_may_be_given_without_its_elevation() -> None:
    table = alone("level 5,8,9,14").play("normal-move", [[5.6, 11]])
    assert table["a"].base.elevation == 3


@proves("move.injured-allowance", "damage.injured-move", "dash.ignores-m")
def test_the_injured_move_two_inches_less_but_dash_as_far_as_ever() -> None:
    """M 6" injured: Normal Move 4", Fall Back 4", Charge 6", Dash 3"."""
    refused(alone(man="wounds=3"), "normal-move", [[8.1, 11]], "allowance is 4")
    assert alone(man="wounds=3").play("dash", [[7, 11]])["a"].base.x == 7
    charge = at("blue Man a 4,11 Engage wounds=3\nred Man b 12,11 Engage", active="a")
    assert charge.play("charge", [[10, 11]])["a"].base.x == 10
    back = at("blue Man a 10,11 Engage wounds=3\nred Man b 11.5,11 Engage", active="a")
    refused(back, "fall-back", [[5.9, 11]], "allowance is 4")
    assert alone(man="wounds=1 M=1").play("normal-move", [[4, 11]])["a"].base.x == 4, "never below 0"


# -- normal move --------------------------------------------------------------------------------------------------------


@proves("normal-move.avoids-engagement", "dash.avoids-engagement")
def test_no_point_of_a_normal_move_or_dash_may_be_within_engagement_range() -> None:
    """Start and end are clear, but halfway the bases are 0.9" apart and visible: the path is refused."""
    drawn = "blue Man a 4,11 Engage\nred Man b 6,12.9 Engage"
    refused(at(drawn, active="a"), "normal-move", [[4, 11], [9, 11]], "normal-move.avoids-engagement")
    refused(at(drawn, active="a"), "dash", [[4, 11], [7, 11]], "dash.avoids-engagement")
    assert at(drawn, active="a").play("normal-move", [[9, 11]])["a"].base.x == 9, "a single point goes round"
    behind = drawn + "\nwall 3,11.6,10,11.9"
    walled = at(behind, active="a").play("normal-move", [[4, 11], [9, 11]])
    assert walled["a"].base.x == 9, "through a solid wall nobody is engaged"


@proves(
    "normal-move.not-while-engaged", "dash.not-while-engaged", "charge.not-while-engaged", "shoot.not-while-engaged"
)
def test_an_engaged_operative_can_neither_move_nor_dash_nor_charge_nor_shoot() -> None:
    table = at("blue Man a 4,11 Engage\nred Man b 5.5,11 Engage\nred Man c 12,11 Engage", active="a")
    for action in ("normal-move", "dash", "charge", "shoot"):
        assert f"[{action}.not-while-engaged]" in table.why_not(action)
    assert table.keys == ["fall-back", "fight", "pass"]


@proves("normal-move.not-with-charge-or-fall-back", "fall-back.not-with-normal-move-or-charge", "charge.not-with-other-moves",
        "dash.not-with-charge", "dash.with-normal-move", "fall-back.with-dash")  # fmt: skip
def test_moves_rule_each_other_out_in_either_order() -> None:
    """Charge goes with no other move; Fall Back and Dash go together, and so do Normal Move and Dash."""
    excluded = {
        "charge": {"normal-move", "dash", "fall-back"},
        "normal-move": {"charge", "fall-back"},
        "fall-back": {"normal-move", "charge"},
        "dash": {"charge"},
    }
    for done, barred in excluded.items():
        table = at("blue Man a 4,11 Engage APL=4\nred Man b 20,11 Engage", active="a")
        table.battle.performed = (done,)
        for move in ("normal-move", "charge", "fall-back", "dash"):
            told = table.why_not(move)
            assert ("not in the same activation" in told) == (move in barred), (done, move, told)


@proves("charge.not-with-other-moves", "shoot.any-time", "fight.action")
def test_after_a_fight_that_frees_it_a_charger_may_shoot_but_not_dash() -> None:
    """APL 3: Charge, Fight (the only engaged enemy is incapacitated), Shoot is legal; Dash is refused."""
    table = at(
        "blue Man a 4,11 Engage APL=3\nred Man b 10,11 Engage wounds=1 blades=none\nred Man c 20,11 Engage Df=0",
        active="a",
    )
    table.play("charge", [[8.5, 11]], "fight", dice="fight 5 1 1 1")
    assert table.why_not("dash") == "not in the same activation as Charge [dash.not-with-charge]"
    table.play("shoot", "c", dice="attack 5 1 1 1")
    assert table["c"].wounds == 5


# -- charge -------------------------------------------------------------------------------------------------------------


@proves("charge.must-finish-engaged", "engagement.definition")
def test_a_charge_must_end_within_engagement_range() -> None:
    """Ending exactly 1.0" away and visible is legal; ending 1.1" away is refused."""
    drawn = "blue Man a 4,11 Engage\nred Man b 10,11 Engage"
    assert at(drawn, active="a").play("charge", [[8, 11]])["a"].base.x == 8
    refused(at(drawn, active="a"), "charge", [[7.9, 11]], "must end within Engagement Range")
    far = at("blue Man a 4,11 Engage\nred Man b 15,11 Engage", active="a")
    assert far.why_not("charge") == "no enemy operative can be reached [charge.must-finish-engaged]"


@proves("charge.may-enter-engagement", "charge.no-target-declared")
def test_a_charge_may_pass_one_enemy_to_reach_others_and_end_engaged_with_several() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 7,12.4 Engage\nred Man c 11,11 Engage\nred Man d 9.5,9.4 Engage"
    table = at(drawn, active="a")
    table.play("charge", [[9.5, 11]])
    table.play("fight")
    assert table.keys == ["c", "d"]


@proves("charge.keeps-other-move-rules", "charge.no-target-declared")
def test_a_charge_keeps_to_the_other_rules_of_movement() -> None:
    """It pays for low walls, stops at bases and may go round a corner to somebody it did not see."""
    low = "blue Man a 4,11 Engage\nred Man b 12,11 Engage\nlow 6,9,6.5,13"
    refused(at(low, active="a"), "charge", [[4, 11], [10.5, 11]], 'costs 8.5", the allowance is 8"')
    refused(at("blue Man a 4,11 Engage\nblue Man f 6,11 Engage\nred Man b 10,11 Engage", active="a"), "charge",
            [[4, 11], [8.5, 11]], "not-through-bases")  # fmt: skip
    corner = at("blue Man a 4,11 Engage\nred Man b 8,11 Engage\nwall 6,10,6.25,22", active="a")
    assert "no valid target" in corner.why_not("shoot")
    assert "charge" in corner.keys


@proves("charge.must-finish-engaged")
def test_a_wall_between_ends_no_charge_engaged() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 7,11 Engage\nwall 5.8,0,6,22"
    assert "[charge.must-finish-engaged]" in at(drawn, active="a").why_not("charge")


# -- fall back ----------------------------------------------------------------------------------------------------------


@proves("fall-back.cost", "firefight.spend-ap")
def test_falling_back_costs_two_action_points() -> None:
    """One Stun pins an APL 2 operative: with 1 AP it cannot Fall Back."""
    drawn = "blue Man a 4,11 Engage {}\nred Man b 5.5,11 Engage"
    assert (
        at(drawn.format("apl_change=-1"), active="a").why_not("fall-back") == "costs 2 AP, 1 left [firefight.spend-ap]"
    )
    table = at(drawn.format(""), active="a").play("fall-back", [[1, 11]])
    assert table.battle.active == ""


@proves("fall-back.only-while-engaged", "fight.only-while-engaged")
def test_only_the_engaged_fall_back_or_fight() -> None:
    table = alone()
    assert "[fall-back.only-while-engaged]" in table.why_not("fall-back")
    assert "[fight.only-while-engaged]" in table.why_not("fight")


@proves("fall-back.through-engagement", "fall-back.must-finish-free")
def test_falling_back_may_pass_enemies_but_not_end_near_one() -> None:
    drawn = "blue Man a 6,11 Engage\nred Man b 7.5,11 Engage\nred Man c 3,12.5 Engage"
    refused(at(drawn, active="a"), "fall-back", [[3.9, 11]], "fall-back.must-finish-free")
    assert at(drawn, active="a").play("fall-back", [[1, 10.8]])["a"].base.x == 1
    ring = "\n".join(
        [f"red Man r{i} {x},{y} Engage" for i, (x, y) in enumerate([(1.4, 0.5), (0.35, 1.75), (1.36, 1.51)])]
    )
    pinned = at(f"blue Man a 0.5,0.5 Engage base=20\n{ring}", active="a")
    assert pinned.why_not("fall-back") == "there is no way out of Engagement Range [fall-back.must-finish-free]"


@proves("fall-back.with-dash", "fall-back.cost")
def test_fall_back_then_dash_is_legal() -> None:
    """APL 3: Fall Back (2AP) then Dash (1AP)."""
    table = at("blue Man a 10,11 Engage APL=3\nred Man b 11.5,11 Engage", active="a")
    table.play("fall-back", [[6, 11]], "dash", [[3, 11]])
    assert table["a"].base.x == 3


@proves("charge.distance")
def test_an_enemy_straight_overhead_is_no_end_of_a_straight_charge_and_breaks_nothing() -> None:
    """On a gantry exactly above the charger there is no direction to charge in; the list of actions still stands."""
    from vanguard.rulebooks.killteam_lite.moves import CHARGE, MoveInHand

    table = at("blue Man a 10,11 Engage\nred Man b 20,11 Engage", active="a")
    enemy = table["b"]
    enemy.base = enemy.base.at(10.0, 11.0, 2.75)
    assert not MoveInHand(table.battle, "a", CHARGE).charge_straight(enemy)
