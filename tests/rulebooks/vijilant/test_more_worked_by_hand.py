"""More situations worked out by hand from the book: boundaries, and two or three rules meeting."""

from math import sqrt
from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard import odds
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

FAR = "\nred Squad z 65,65"
GUN = "gun: Gun, P 2, Sr 1, R 0-60"
HOOKS = "hooks: CC, P 2, Sr 1"
BURNER = "burner: Flame, P 1, Sr 1, R 0-60"


def points(table: Table) -> int:
    """The action points left in the turn that is being played."""
    assert table.battle.turn is not None
    return table.battle.turn.points


def refused(table: Table, *answers: Any) -> str:
    """The clause by which the last of these answers is refused."""
    *before, last = answers
    table.play(*before)
    with pytest.raises(Refused) as why:
        table.play(last)
    return why.value.clause


# -- cards, pins and rounds -------------------------------------------------------------------------------------------------


@proves("pin.carries-over", "pin.expires", "round.end-early")
def test_ending_the_round_is_no_turn_and_lifts_no_pin() -> None:
    table = at("blue Squad a 20,20 pinned\nblue Squad b 30,20\nred Squad x 60,60").play("end", "end")
    assert (table.battle.round, table.asked.player) == (3, 0)
    assert "[pin.not-next]" in table.why_not("play:a")
    table.play("save:b", "save:x")
    assert "play:a" in table.keys


@proves("pin.not-next", "damage.dead-card-in-hand-playable", "skip.kinds")
def test_a_pinned_unit_that_dies_leaves_a_skip_card_that_may_be_played_next() -> None:
    drawn = "blue Squad a 20,20 pinned\nblue Squad b 5,5\nred Squad x 20,40\nred Squad w 60,60"
    table = at(drawn, turn=1, weapons={"x": (GUN,)})
    table.play("play:x", "shoot:light:a", "nothing", "done", dice="gun 5")
    assert table.asked.player == 0
    assert "skip" in table.keys


@proves("pin.last-card-forfeit", "skip.kinds")
def test_a_dead_mates_card_in_hand_is_played_first_and_the_pinned_unit_acts_afterwards() -> None:
    drawn = "blue Squad a 20,20 pinned\nblue Squad b\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn)
    assert table.keys == ["skip", "end"]
    table.play("skip", "save:x")
    assert "play:a" in table.keys


@proves("pin.last-card-forfeit", "command.text-rules")
def test_a_command_that_can_only_be_saved_still_keeps_a_pinned_unit_from_being_forfeit() -> None:
    """Patch Kit has nobody to mend: it is saved, and the pinned unit acts after that."""
    drawn = "blue Squad a 20,20 pinned\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn, hands=("patch-kit", ""))
    assert table.keys == ["save:patch-kit", "end"]
    table.play("save:patch-kit", "save:x")
    assert "play:a" in table.keys


@proves("pin.last-card-forfeit", "deploy.embarked")
def test_a_passenger_that_waits_off_the_table_is_a_card_that_can_be_saved() -> None:
    drawn = "blue Squad a 20,20 pinned\nblue Truck t waiting played\nblue Squad p inside=t\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn)
    assert table.keys == ["save:p", "end"]


@proves("pin.all-remaining-pinned", "hunker.expires", "last-stand.had-turn")
def test_of_two_pinned_the_forfeited_one_has_had_its_turn_and_the_other_may_still_stand_and_die_fighting() -> None:
    drawn = (
        "blue Squad a 20,20 pinned hunkered\nblue Squad b 30,20 pinned hunkered\nred Squad x 25,40\nred Squad w 50,60"
    )
    table = at(drawn, weapons={"x": ("gun: Gun, P 2, Sr 1, R 0-60, Skill 2",)}).play("forfeit:a")
    assert (table.unit("a").hunkered, table.unit("b").hunkered) == (0, 1)
    table.play("play:x", "shoot:light:a", dice="gun 4")
    assert table.alive("a") == []
    table.play("shoot:light:b", dice="gun 4")
    assert table.asked.clause == "last-stand.when"


@proves("start.later-rounds-opener", "skip.does-nothing")
def test_a_skip_card_is_a_turn_and_so_is_a_saved_one() -> None:
    """Red plays its last card as a skip after blue has ended: red took the last turn, so blue opens."""
    drawn = "blue Squad a 20,20\nred Squad x 60,60"
    for way in ("skip", "save:x"):
        table = at(drawn, hands=("", "skip"), turn=1)
        rest = "save:x" if way == "skip" else "skip"
        table.play(way, "end", rest)
        assert (table.battle.round, table.asked.player) == (3, 0), way


@proves("start.later-rounds-opener", "round.other-plays-on")
def test_whoever_is_left_alone_may_end_as_well_and_the_last_turn_taken_decides() -> None:
    """Blue a, red x, blue b, red ends, blue ends with a card in hand: blue took the last turn, red opens."""
    drawn = "blue Squad a 20,20\nblue Squad b 30,20\nblue Squad c 40,20\nred Squad x 60,60\nred Squad y 50,60\nred Squad w 40,60"
    table = at(drawn).play("save:a", "save:x", "save:b", "end", "end")
    assert (table.battle.round, table.asked.player) == (3, 1)


@proves("skip.save-a-card", "cards.double-time", "round.end-sequence")
def test_double_time_spent_on_a_unit_that_is_then_saved_is_gone_in_the_next_round() -> None:
    drawn = "blue Squad a 20,20 M=6\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn, hands=("double-time", "")).play("play:double-time", "a", "save:x", "save:a", "save:w")
    table.play("play:a", "move")
    assert refused(table, [[26.1, 20]]) == "movement.up-to-m"
    table.play([[26, 20]])


@proves("cards.shared-purpose", "cards.linked-minds", "pin.roll")
def test_purpose_adds_to_the_morale_lent_by_the_overseer() -> None:
    """Morale 9 from her and 2: even a 1 gives 12; a trooper far off has 6 and 2, a 1 gives 9."""
    for place, pinned in (("20,24", False), ("60,20", True)):
        drawn = f"blue Squad a {place}\nblue overseer o 20,20\nred Squad x 35,40\nred Squad w 50,60"
        table = at(drawn, hands=("shared-purpose", ""), weapons={"x": (BURNER,)})
        table.play("play:shared-purpose", "a:morale", "play:x", "shoot:light:a", dice="burner 5 / pinning 1")
        assert (table.unit("a").pinned >= 0) is pinned


@proves("cards.black-flag", "pin.after-casualties", "pin.highest-morale")
def test_the_flag_is_added_to_the_best_of_those_who_live() -> None:
    """Boarders near the Captain: 7 and 1 with the bosun, a 2 passes; 6 and 1 without him, a 2 pins."""
    for dead, pinned in (("a1", True), ("a2", False)):
        drawn = "blue boarders a 20,20 x4\nblue captain c 20,16\nred Squad x 20,30" + FAR
        table = at(drawn, active="x", weapons={"x": ("hook: Gun, Pinning, P 2, Sr 1, R 0-20",)})
        table.play("shoot:light:a", {dead: 1}, "yes", dice="hook 4 / pinning 2")
        assert (table.unit("a").pinned >= 0) is pinned


@proves("cards.smoke-curtain", "hunker.stacks-with-cover", "combat.no-automatic-results")
def test_cover_hunkering_and_smoke_together_are_more_than_a_6() -> None:
    """2 + 2 + 1 + 1 = 6: Skill 0 cannot hit at all, Skill 1 hits on a 6, which is a goodshot."""
    drawn = "blue Squad a 20,20 hunkered\nblue Squad y 2,2\nred Squad x 20,40 S={}\nred Squad w 60,60\ncarriage 15,25,21.05,24"
    for skill, dead in ((0, False), (1, True)):
        table = at(drawn.format(skill), hands=("smoke-curtain", ""), weapons={"x": (GUN,)})
        table.play("play:smoke-curtain", "a", "play:x", "shoot:light:a", *(("nothing",) if dead else ()), dice="gun 6")
        assert (table.alive("a") == []) is dead


@proves("cards.orbital-lance", "cc.fire-into-melee", "command.side-armour", "weapon.blast.no-goodshot")
def test_an_orbital_lance_into_a_melee_needs_a_natural_6_and_strikes_the_side() -> None:
    """A tank (4/3/2) in contact with one of ours: a 5 and Skill 1 misses, a 6 hits for 6 - 3 wounds."""
    drawn = "blue Squad a 20,20\nred Tank x 20,23.5 north played systems= H=9"
    table = at(drawn, hands=("orbital-lance", "")).play("play:orbital-lance", "x", dice="orbital-lance 5 6")
    assert table["x1"].wounds == 3


@proves("cards.strafing-run", "units.flyer.no-cover", "command.side-armour")
def test_a_strafing_run_at_a_flyer_over_a_melee_is_no_fire_into_it() -> None:
    """Dodge 4: 5s hit; P 3 against the side's 2: one wound each."""
    drawn = "blue Squad a 20,20\nred Squad b 20,22 played\nred Flyer x 20,23 played systems= H=9"
    table = at(drawn, hands=("strafing-run", "")).play("play:strafing-run", "x", dice="strafing-run 4 5 5 4 1")
    assert table["x1"].wounds == 2


@proves("cards.patch-kit", "systems.mobility", "units.vtol.airborne-or-landed")
def test_a_grounded_dropship_that_is_patched_takes_off_again() -> None:
    drawn = "blue gull t 20,20 north landed lost=mobility wounds=2\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn, hands=("patch-kit", "")).play("play:patch-kit", "t:mobility", "save:x")
    assert (table["t1"].lost, table["t1"].wounds, table.unit("t").airborne) == ((), 1, False)
    table.play("play:t", "move", [[20, 32]])
    assert table.unit("t").airborne


@proves("cards.grapple-down", "last-stand.had-turn", "last-stand.when")
def test_a_unit_grappled_down_has_not_had_its_turn() -> None:
    """It may be shot before its card is played, and then stands and dies fighting."""
    drawn = "blue Gull t 20,20 north\nblue Squad a inside=t n=2\nblue Squad y 2,2\nred Squad x 35,20\nred Squad w 50,60"
    table = at(drawn, hands=("grapple-down", ""), weapons={"x": (GUN,)})
    table.play("play:grapple-down", "a", [[23.5, 20]], "play:x", "shoot:light:a", {"a1": 1}, dice="gun 5")
    assert (table.asked.clause, table.asked.player) == ("last-stand.when", 0)


@proves("cards.shared-purpose", "turn.two-action-points")
def test_the_skill_of_shared_purpose_counts_for_every_die_of_the_turn() -> None:
    """Bastion, Skill 1 and 1, against Dodge 3: 2s hit, in both of two attacks."""
    drawn = "blue bastion a 20,20 north\nred Squad x 20,40 D=3 H=99 T=0 played\nred Squad w 50,60"
    table = at(drawn, hands=("shared-purpose", "")).play("play:shared-purpose", "a:skill", "save:w", "play:a")
    table.play("shoot:light:x", dice="sponson-repeater 2 1")
    assert table["x1"].wounds == 3
    table.play("shoot:light:x", dice="sponson-repeater 1 2")
    assert table["x1"].wounds == 6


@proves("hunker.expires", "round.no-obligation")
def test_a_marker_set_in_round_2_holds_in_round_3_until_its_unit_is_played() -> None:
    drawn = "blue Squad a 20,20\nblue Squad b 30,20\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn).play("play:a", "hunker", "done", "save:x", "save:b", "save:w")
    assert table.battle.round == 3
    assert table.unit("a").hunkered
    table.play("save:b", "save:x")
    assert table.unit("a").hunkered
    table.play("save:a")
    assert not table.unit("a").hunkered


# -- movement ---------------------------------------------------------------------------------------------------------------


@proves("movement.measure-front", "movement.facing")
def test_a_quarter_turn_costs_what_the_front_travels() -> None:
    """Truck, radius 2.25, M 10: to drive east facing east, (x + 2.25)² + 2.25² may be 100 at most: x is 7.49. Sideways it is 10."""
    drawn = "blue Truck a 35,20 north" + FAR
    assert at(drawn, active="a").play("move", [[42.49, 20, 0]]).at("a1") == (42.49, 20.0)
    assert refused(at(drawn, active="a"), "move", [[42.53, 20, 0]]) == "movement.measure-front"
    assert at(drawn, active="a").play("move", [[45, 20, 90]])["a1"].base.facing == 90.0


@proves("ponderous.pivot-last", "movement.measure-front")
def test_a_tank_turns_round_after_driving_on_but_hardly_after_backing() -> None:
    """Radius 2.5, M 8: 8 forward and about costs 3 by the front; 3 back and about costs 8; 3.1 back is too much."""
    drawn = "blue Tank a 35,20 north" + FAR
    assert at(drawn, active="a").play("move", [[35, 28, 270]])["a1"].base.facing == 270.0
    assert at(drawn, active="a").play("move", [[35, 17, 270]]).at("a1") == (35.0, 17.0)
    assert refused(at(drawn, active="a"), "move", [[35, 16.9, 270]]) == "movement.measure-front"


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


@proves("units.skimmer.ignores-terrain-moving", "terrain.locomotive")
def test_a_skiff_stops_over_a_locomotive_at_its_height() -> None:
    table = at("blue Skiff a 20,20 north\nlocomotive 17,23,28,36" + FAR, active="a").play("move", [[20, 32]])
    assert (table.at("a1"), table["a1"].base.elevation) == ((20.0, 32.0), 4.0)


@proves("movement.top-of-container", "movement.rough")
def test_a_strider_crosses_a_container_it_cannot_stand_on() -> None:
    """8 cm of which 2.5 rough: 10.5 of its Move; with a Move of 10 it would not get across."""
    drawn = "blue Strider a 20,15 M={}\ncontainer 5,35,18,20.5" + FAR
    assert at(drawn.format(10.5), active="a").play("move", [[20, 23]]).at("a1") == (20.0, 23.0)
    assert refused(at(drawn.format(10), active="a"), "move", [[20, 23]]) == "movement.up-to-m"
    assert refused(at(drawn.format(12), active="a"), "move", [[20, 19.25]]) == "movement.top-of-container"


@proves("movement.through-models", "units.vtol.crosses-all")
@pytest.mark.parametrize("card", ["Skiff", "Gull"])
def test_who_hovers_low_does_not_pass_through_enemies_but_through_friends(card: str) -> None:
    for side, passes in (("red", False), ("blue", True)):
        drawn = f"blue {card} a 20,20 north\n{side} Squad b 20,25" + FAR
        if passes:
            assert at(drawn, active="a").play("move", [[20, 30]]).at("a1") == (20.0, 30.0)
        else:
            assert refused(at(drawn, active="a"), "move", [[20, 30]]) == "movement.through-models"


@proves("movement.dangerous", "weapon.cc.in-movement-action")
def test_shards_are_rolled_for_before_the_blow_and_the_dead_do_not_strike() -> None:
    """a1 runs over the shards into contact and dies of a 1; a2 went round and, alone, is not in contact."""
    drawn = "blue Squad a 20,20 23,20\nred Squad b 20,27 H=9\nshardfall 19,21,22,23" + FAR
    way = {"path": [[20, 25]], "models": {"a2": [[23, 25]]}}
    dead = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("move", way, dice="danger 1")
    assert (dead.alive("a"), dead["b1"].wounds) == (["a2"], 0)
    assert "strike:b" not in dead.keys
    alive = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("move", way, "b", dice="danger 2 / hooks 3 3")
    assert alive["b1"].wounds == 2


@proves("movement.dangerous", "wounds.model-dies")
def test_the_wound_of_shards_ignores_toughness_and_is_one() -> None:
    drawn = "blue purifiers a 20,20 22.5,20\nshardfall 15,30,22,23" + FAR
    table = at(drawn, active="a").play("move", [[20, 25]], dice="danger 1 1")
    assert [table["a1"].wounds, table["a2"].wounds] == [1, 1]


# -- ramming ----------------------------------------------------------------------------------------------------------------


@proves("ramming.altitude", "ramming.automatic-hit", "movement.top-of-container")
@pytest.mark.parametrize(("piece", "struck"), [("container", True), ("stack", False)])
def test_a_tank_strikes_who_stands_at_the_rim_of_a_container_and_not_of_a_stack(piece: str, struck: bool) -> None:
    """The tank stops at the container's wall, y 42 - 2.5; the trooper's centre is 3.5 from it."""
    table = at(f"blue Tank a 35,32 north\nred Squad b 35,43\n{piece} 33,37,42,44.5" + FAR, active="a")
    assert ("ram" in table.keys) is struck
    if struck:
        assert table.play("ram", [[35, 39.5]]).alive("b") == []


@proves("ponderous.straight-only", "ramming.part-of-movement")
def test_a_tank_rams_backwards_too() -> None:
    table = at("blue Tank a 35,30 north\nred Squad b 35,25" + FAR, active="a").play("ram", [[35, 22]])
    assert (table.alive("b"), table.at("a1")) == ([], (35.0, 22.0))


@proves("ramming.automatic-hit")
@pytest.mark.parametrize(("place", "struck"), [("38.25,20", False), ("38.2,21", True), ("38.25,19", False)])
def test_a_model_touched_at_the_start_is_struck_only_if_the_truck_comes_nearer(place: str, struck: bool) -> None:
    """Radius 2.25 and 1. At 3.25 beside it, it drives away from it; 3.2 beside its way and ahead it is struck."""
    table = at(f"blue Truck a 35,20 north\nred Squad b {place}" + FAR, active="a").play("ram", [[35, 25]])
    assert (table.alive("b") == []) is struck


@proves("ramming.armour-zone", "ramming.power", "ramming.killed-do-not-block")
@pytest.mark.parametrize(("facing", "wounds", "end"), [("north", 4, 28.0), ("south", 2, 22.25), ("east", 3, 22.25)])
def test_a_rammed_truck_is_struck_where_the_tank_comes_from(facing: str, wounds: int, end: float) -> None:
    """CC power 5 against 3/2/1, Health 4: from behind it dies and the tank drives on."""
    table = at(f"blue Tank a 35,20 north\nred Truck b 35,27 {facing} systems=" + FAR, active="a")
    table.play("ram", [[35, 28]])
    assert table.at("a1") == (35.0, end)
    assert (table.alive("b") == []) is (wounds == 4)
    if wounds < 4:
        assert table["b1"].wounds == wounds


@proves("last-stand.timing", "cc.fire-into-melee", "ramming.killed-do-not-block")
@pytest.mark.parametrize(("end", "face", "hurt"), [(30, 2, 1), (30, 1, 0), (26, 5, 0), (26, 6, 1)])
def test_whoever_was_run_down_shoots_after_the_truck_and_under_it_only_on_sixes(end: int, face: int, hurt: int) -> None:
    """Dodge 1, T 1. Left behind, the dead shoot after it as usual; under its base they are in contact."""
    table = at("blue Truck a 35,20 north systems= T=1\nred Squad b 35,24 fresh" + FAR, active="a")
    table.play("ram", [[35, end]])
    assert table.asked.clause == "last-stand.when"
    assert table.play("shoot:light:a", dice=f"rifle {face}")["a1"].wounds == hurt


@proves("transport.bail-out-order", "transport.destroyed-on-land", "ramming.killed-do-not-block")
@pytest.mark.parametrize(("toughness", "left"), [(1, 2), (0, 0)])
def test_passengers_of_a_truck_that_is_run_down_get_out_when_the_drive_is_over(toughness: int, left: int) -> None:
    drawn = f"blue Tank a 35,20 north M=12\nred Truck b 35,27 north systems=\nred Squad p inside=b n=2 T={toughness}"
    table = at(drawn + FAR, active="a").play("ram", [[35, 32]])
    assert table.at("a1") == (35.0, 32.0)
    assert len(table.alive("p")) == left
    for key in table.alive("p"):
        assert table.battle.gap(table[key], table["a1"]) >= 0.0
        x, y = table.at(key)
        assert sqrt((x - 35) ** 2 + (y - 32) ** 2) >= 3.49


# -- flyers -----------------------------------------------------------------------------------------------------------------


@proves("units.flyer.no-cover", "units.flyer.sight-ignores-terrain")
def test_a_landed_flyer_has_no_cover_but_can_be_hidden() -> None:
    """Dodge 4, touching a carriage between: a 5 hits. Behind wide glass it is not seen; in the air it is."""
    drawn = "blue Squad a 20,10\nred Flyer b 20,30 landed systems= T=1\ncarriage 15,25,25,27.95" + FAR
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 5")["b1"].wounds == 1
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 4")["b1"].wounds == 0
    hidden = "blue Squad a 20,10\nred Flyer b 20,30 {}\nlocomotive 10,30,20,24" + FAR
    assert not at(hidden.format("landed"), active="a").can("shoot")
    assert at(hidden.format("airborne"), active="a").can("shoot")


@proves("units.flyer.sight-ignores-terrain", "cover.touching")
def test_only_from_the_air_a_flyer_shoots_past_cover() -> None:
    """A squad touching a carriage, Dodge 2: from the air a 3 hits, from the ground a 4 misses."""
    drawn = "blue Flyer a 20,10 {}\nred Squad b 20,30\ncarriage 15,25,25,28.95" + FAR
    assert at(drawn.format("airborne"), active="a").play("shoot:light:b", dice="rifle 3").alive("b") == []
    assert at(drawn.format("landed"), active="a").play("shoot:light:b", dice="rifle 4").alive("b") == ["b1"]
    assert at(drawn.format("landed"), active="a").play("shoot:light:b", dice="rifle 5").alive("b") == []


@proves("weapon.indirect.spotter", "units.flyer.sight-ignores-terrain")
def test_a_flyer_in_the_air_spots_for_everybody_and_a_landed_one_like_anybody() -> None:
    drawn = "blue Squad a 20,10\nblue Flyer f 30,10 {}\nred Squad b 20,40\nlocomotive 5,60,22,24" + FAR
    weapons = {"a": ("mortar: Indirect, P 2, Sr 1, R 0-60",)}
    for state, dead in (("airborne", True), ("landed", False)):
        table = at(drawn.format(state), active="a", weapons=weapons).play("shoot:light:b", dice="mortar 3")
        assert (table.alive("b") == []) is dead


@proves("last-stand.one-action-limits", "units.flyer.move-is-free")
def test_a_dying_flyer_shoots_and_neither_flies_nor_rams() -> None:
    drawn = "blue Squad a 20,10 H=9\nblue Flyer c 20,50\nred Flyer b 20,30 H=1 fresh systems=" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)}).play("shoot:light:b", dice="gun 5")
    assert table.asked.clause == "last-stand.when"
    assert not [key for key in table.keys if key.split(":")[0] in ("fly", "ram", "move", "charge", "land")]
    assert table.play("shoot:light:a", dice="rifle 3")["a1"].wounds == 1


@proves("transport.flyer-drop", "transport.contact", "units.flyer.no-contact")
def test_troops_dropped_by_a_flyer_in_the_air_stand_at_its_base_and_are_locked_with_nobody() -> None:
    drawn = "blue Flyer t 20,20 north\nblue Squad p inside=t n=2 M=6\nred Flyer e 26,20" + FAR
    table = at(drawn, active="p").play("unload:t", [[23, 20]]).play("move", [[23, 26]])
    assert table.at("p1") == (23.0, 26.0)


# -- transports -------------------------------------------------------------------------------------------------------------


@proves("transport.load-unload-cost", "cc.leaving-is-free")
def test_a_squad_in_contact_with_an_enemy_may_get_in() -> None:
    drawn = "blue Truck t 20,20 north slowed\nblue Squad a 23.25,20\nred Squad b 25.25,20" + FAR
    table = at(drawn, active="a").play("load:t")
    assert table.unit("a").inside == table.unit("t").index


@proves("transport.unload-then-act", "cc.extra-movement-action")
@pytest.mark.parametrize(("x", "reached"), [(39.25, True), (39.5, False)])
def test_a_squad_gets_out_runs_and_strikes_with_the_extra_move(x: float, reached: bool) -> None:
    """Out at x = 23.25, 7 and 7 more: 37.25, contact with whoever stands 2 cm further."""
    drawn = f"blue Truck t 20,20 north\nblue Squad a inside=t n=1 M=7\nred Squad b {x},20" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("unload:t", [[23.25, 20]]).play("move", [[30.25, 20]])
    assert (table.asked.player == 0) is reached
    if reached:
        assert table.play("extra-move", [[37.25, 20]], dice="hooks 3").alive("b") == []


@proves("transport.skimmer-is-airborne", "transport.destroyed-airborne", "transport.destroyed-on-land")
@pytest.mark.parametrize(
    ("card", "state", "left"),
    [
        ("Skiff", "", 0), ("Skiff", "slowed", 0), ("Skiff", "lost=mobility", 2), ("Gull", "airborne", 0),
        ("Gull", "landed", 2), ("Truck", "", 2), ("Flyer", "airborne", 0), ("Flyer", "landed", 2),
    ],
)  # fmt: skip
def test_troops_of_toughness_1_survive_a_wreck_on_the_ground_alone(card: str, state: str, left: int) -> None:
    drawn = f"blue Squad a 20,10\nred {card} t 20,30 H=1 D=0 {state}\nred Squad p inside=t n=2" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)})
    table.play("shoot:light:t", dice="gun 5")
    assert len(table.alive("p")) == left


@proves("transport.no-last-stand", "transport.bail-out-order", "last-stand.when")
def test_the_wrecks_last_stand_comes_when_its_passengers_are_dead_or_out() -> None:
    """Both are fresh: the passengers (T 1) of a skimmer die without a word, then the skiff shoots."""
    drawn = "blue Squad a 20,10 H=9\nred Skiff t 20,30 H=1 D=0 fresh systems=\nred Squad p inside=t n=2 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)})
    table.play("shoot:light:t", dice="gun 5")
    assert table.asked.clause == "last-stand.when"
    assert not table.battle.is_alive(table.unit("p"))
    table.play("shoot:light:a", dice="rifle 3")
    assert table["a1"].wounds == 1
    assert table.asked.player == 0, "nobody else is asked"


@proves("damage.unit-dead-card-flips", "transport.passengers-inactive", "skip.counts-in-hand")
def test_a_wreck_flips_its_own_card_and_its_passengers() -> None:
    drawn = "blue Squad a 20,10\nred Skiff t 20,30 H=1 D=0 systems=\nred Squad p inside=t n=2\nred Squad w 60,60"
    table = at(drawn, weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)})
    table.play("play:a", "shoot:light:t", "nothing", "done", dice="gun 5")
    assert table.keys == ["play:w", "save:w", "skip", "end"]
    table.play("skip", "skip")


@proves("depot.attacker-wiped-out", "transport.destroyed-on-land", "transport.destroyed-airborne")
@pytest.mark.parametrize(("state", "over"), [("airborne", True), ("landed", False)])
def test_an_attack_lives_on_in_the_last_passengers(state: str, over: bool) -> None:
    drawn = f"blue Gull t 35,20 {state} H=1 D=0 systems= T=1\nblue Squad p inside=t n=2\nred Squad x 28,20"
    table = at(drawn, active="x", mission="depot-raid", map="depot", defender=1)
    table.play("shoot:light:t", dice="rifle 5")
    assert (table.game.question is None) is over


# -- sight and cover --------------------------------------------------------------------------------------------------------


@proves("combat.sight.base-to-base", "terrain.container.blocks-sight", "movement.top-of-container")
@pytest.mark.parametrize(("container", "seen"), [("5,35,28,30", True), ("5,35,30,32", False)])
def test_from_a_stack_one_sees_over_a_container_that_is_near_enough(container: str, seen: bool) -> None:
    """From 5 cm up at y 20 to the ground at y 40. The best line, y 21 to 41, is 2.75 high over y 30 and 2.25 over y 32."""
    drawn = f"blue Squad a 20,20\nstack 18,22,18.75,21.25\nred Squad b 20,40\ncontainer {container}" + FAR
    assert at(drawn, active="a").can("shoot") is seen


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


@proves("terrain.container.blocks-sight", "cover.touching", "movement.top-of-container")
def test_whoever_stands_on_a_container_is_not_covered_by_it() -> None:
    drawn = "blue Squad a 20,10\nred Squad b 20,30\ncontainer 18,22,28.75,31.25" + FAR
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 3").alive("b") == []


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


@proves("cover.closer-to-target")
@pytest.mark.parametrize(("rect", "dead"), [("10,30,19,21", True), ("10,30,19.5,21.5", False)])
def test_a_piece_in_the_middle_covers_nobody(rect: str, dead: bool) -> None:
    """8 cm from either base; half a centimetre nearer to the target it counts."""
    drawn = f"blue Squad a 20,10\nred Squad b 20,30\ncarriage {rect}" + FAR
    assert (at(drawn, active="a").play("shoot:light:b", dice="rifle 3").alive("b") == []) is dead


@proves("cover.half-base")
@pytest.mark.parametrize(("edge", "covered"), [("20", True), ("19.9", False)])
def test_half_a_base_is_enough_and_less_is_not(edge: str, covered: bool) -> None:
    drawn = f"blue Squad a 20,10\nred Squad b 20,30\ncarriage 10,{edge},25,27" + FAR
    assert (at(drawn, active="a").play("shoot:light:b", dice="rifle 3").alive("b") == ["b1"]) is covered


@proves("cover.best-piece-only")
def test_two_pieces_cover_no_better_than_the_better_one() -> None:
    """Behind a carriage and touching a second one: +2, not +3."""
    drawn = "blue Squad a 20,10\nred Squad b 20,30\ncarriage 15,25,24,25\ncarriage 15,25,28,28.95" + FAR
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 5").alive("b") == []
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 4").alive("b") == ["b1"]


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


@proves("los.enemy-models-block", "los.infantry-do-not-screen-vehicles", "units.infantry-definition")
@pytest.mark.parametrize(
    ("front", "behind", "seen"),
    [
        ("red Tank f 20,30", "Squad b 20,34", False),
        ("red Strider f 20,30", "Squad b 20,34", False),
        ("red Strider f 20,30 radius=2.5", "Truck b 20,36 radius=1", False),
        ("red Hero f 20,30 radius=3", "Truck b 20,36 radius=1", True),
        ("red Squad f 20,30 radius=3", "Strider b 20,36 radius=1", True),
        ("red Squad f 20,30 radius=3", "Skiff b 20,36 radius=1", True),
        ("red Squad f 20,30 radius=3", "Flyer b 20,36 radius=1 landed", True),
        ("red Squad f 20,30 radius=3", "Squad b 20,36", False),
        ("red Squad f 20,30 radius=3", "Hero b 20,36 radius=1", False),
        ("red Tank f 20,30", "Flyer b 20,36 radius=1", True),
        ("red Flyer f 20,30 radius=3", "Squad b 20,36", True),
        ("blue Tank f 20,30", "Squad b 20,34", True),
    ],
)
def test_who_screens_whom(front: str, behind: str, seen: bool) -> None:
    table = at(f"blue Squad a 20,20\n{front}\nred {behind}" + FAR, active="a")
    assert ("shoot:light:b" in table.keys) is seen


@proves("los.enemy-models-block", "transport.passengers-inactive")
def test_models_of_the_target_itself_do_not_screen_each_other() -> None:
    """Two in a row: either may be given the hit."""
    table = at("blue Squad a 20,20\nred Squad b 20,30 20,32" + FAR, active="a").play("shoot:light:b", dice="rifle 3")
    assert table.asked.clause == "wounds.defender-allocates"
    assert table.play({"b2": 1}).alive("b") == ["b1"]


# -- shooting ---------------------------------------------------------------------------------------------------------------


@proves("cards.long-range", "combat.dodge-modifiers", "combat.range.per-weapon")
def test_long_range_counts_for_each_rifle_by_itself() -> None:
    """Linesmen 17.9 and 18.1 cm off: a 3 of the near one hits Dodge 2, a 3 of the far one does not."""
    drawn = "blue cohort a 40,5 20,10.1 22,9.9\nred Hero b 20,30.25 D=2 T=0 H=9 radius=1.25\nred Squad z 65,65"
    table = at(drawn, active="a")
    gaps = [table.battle.gap(table[key], table["b1"]) for key in ("a2", "a3")]
    assert gaps[0] < 18 < gaps[1]
    table.play("shoot:light:b", dice="service-rifle 3 / service-rifle 3")
    assert table["b1"].wounds == 2


@proves("cards.chaff-pods", "combat.dodge-modifiers")
@pytest.mark.parametrize(("y", "face", "hit"), [(32.75, 4, True), (32.9, 4, False), (32.9, 5, True)])
def test_chaff_confuses_whoever_is_further_than_15_cm(y: float, face: int, hit: bool) -> None:
    """Skate, radius 1.75, Dodge 3: 15 cm from a trooper is 17.75 between the centres."""
    drawn = f"blue Squad a 20,15\nred skate b 20,{y} south T=1 systems=" + FAR
    assert (at(drawn, active="a").play("shoot:light:b", dice=f"rifle {face}")["b1"].wounds == 1) is hit


@proves("weapon.range-and-minimum", "combat.range.per-weapon")
def test_the_nearest_model_that_can_be_hit_is_measured_for_the_minimum_too() -> None:
    """One of the squad 3 cm off keeps a weapon of minimum 4 silent; if it is hidden, the next one counts."""
    drawn = "blue Squad a 20,20\nred Squad b 20,25 20,30{}" + FAR
    weapons = {"a": ("tube: Gun, P 2, Sr 1, R 4-24",)}
    assert not at(drawn.format(""), active="a", weapons=weapons).can("shoot")
    hidden = "blue Squad a 20,20\nred Squad b 15,25 26,30\nlocomotive 8,18.9,22,23" + FAR
    table = at(hidden, active="a", weapons=weapons)
    assert table.can("shoot")


@proves("armour.per-firing-model", "armour.side-zone", "armour.front-zone", "armour.rear-zone")
def test_three_shooters_of_one_squad_strike_three_sides() -> None:
    """Tank at (35,35) north, T 4/3/2, radius 2.5: P 5 from y 37.6 is one wound, from 37.5 two, from 32.4 three."""
    drawn = "blue Squad a 50,37.6 52.5,37.5 50,32.4 52.5,35\nred Tank b 35,35 north H=20 systems=" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice="gun 2 / gun 2 2 / gun 2")
    assert table["b1"].wounds == 1 + 2 + 2 + 3


@proves("systems.visible", "wounds.system-or-wound")
def test_from_the_front_the_defender_cannot_give_up_a_system_at_the_rear() -> None:
    """A skiff facing the shooter: its mobility is behind, the repeater may go."""
    for facing, mobility in (("south", False), ("north", True)):
        drawn = f"blue Squad a 20,20\nred skiff b 20,30 {facing} D=0" + FAR
        table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-60",)})
        table.play("shoot:light:b", dice="gun 5")
        assert table.asked.clause == "wounds.system-or-wound"
        assert ("mobility" in table.keys) is mobility


@proves("wounds.system-or-wound", "systems.mobility", "systems.sensors", "systems.weapon")
def test_what_a_lost_system_costs_is_told_before_it_is_given_up_or_aimed_at() -> None:
    """One wound, or two: the words fit the number."""
    for power, which in ((4, "it"), (5, "one of them")):
        table = at(
            "blue Squad a 20,20\nred Tank b 20,30 south H=9 T=3 D=2" + FAR,
            active="a",
            weapons={"a": (f"gun: Gun, P {power}, Sr 1, R 0-60",)},
        )
        table.play("shoot:light:b", dice="gun 5")
        lost = {option.key: (option.label, option.does) for option in table.asked.available if option.key != "plain"}
        assert lost["mobility"] == (f"Lose the Mobility with {which}", "systems.mobility")
        assert {does for _, does in lost.values()} == {"systems.mobility", "systems.sensors", "systems.weapon"}
    aimed = at(
        "blue Squad a 20,20\nred Tank b 20,30 south H=9 T=3 D=2" + FAR,
        active="a",
        weapons={"a": ("gun: Gun, P 4, Sr 1, R 0-60",)},
    )
    aimed.play("shoot:light:b", dice="gun 6")
    assert aimed.asked.option("b1:mobility").does == "systems.mobility"


@proves("goodshot.one-model-per-turn", "goodshot.nominate")
def test_when_the_named_system_is_gone_the_sixes_of_the_second_action_are_ordinary_hits() -> None:
    drawn = "blue Squad a 20,20\nred Strider b 20,30" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 4, Sr 1, R 0-60",)})
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    assert table["b1"].lost == ("mobility",)
    table.play("shoot:light:b", dice="gun 6")
    assert (table.asked.clause, table.asked.player) == ("wounds.system-or-wound", 1)


@proves("goodshot.natural-six", "weapon.blast.no-goodshot", "wounds.mixed-power")
def test_of_a_launcher_and_rifles_only_the_rifles_sixes_are_aimed() -> None:
    """Two 6s of a rifle each and one of the launcher: the rifles' go to b2, the launcher's where red likes."""
    drawn = "blue Squad a 20,20 22.5,20\nred Squad b 20,30 x3" + FAR
    weapons = {"a": ("rifle: Gun, P 2, Sr 1, R 0-60", "bombs: Blast, P 2, Sr 1, R 0-60")}
    table = at(drawn, active="a", weapons=weapons).play("shoot:light:b", dice="rifle 6 1 / bombs 6 1")
    assert table.asked.clause == "goodshot.nominate"
    table.play("b2")
    assert (table.asked.clause, table.asked.player) == ("wounds.defender-allocates", 1)
    assert table.play({"b3": 1}).alive("b") == ["b1"]


@proves("wounds.defender-allocates", "damage.markers", "wounds.by-difference")
def test_the_defender_may_spread_wounds_over_models_that_bear_them() -> None:
    """Four hits of P 3 on purifiers (T 2, Health 2): one wound each and nobody dies; of P 4 every hit kills."""
    drawn = "blue Squad a 20,20\nred purifiers b 20,30 x4" + FAR
    spread = {"b1": 1, "b2": 1, "b3": 1, "b4": 1}
    light = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 4, R 0-60",)})
    light.play("shoot:light:b", spread, dice="gun 3 3 3 3")
    assert len(light.alive("b")) == 4
    heavy = at(drawn, active="a", weapons={"a": ("gun: Gun, P 4, Sr 4, R 0-60",)})
    assert heavy.play("shoot:light:b", dice="gun 3 3 3 3").alive("b") == []


@proves("last-stand.one-action-limits", "cards.quick-rack", "weapon.heavy.modified-by-card")
def test_a_dying_mule_fires_its_rack_for_the_one_action_it_has() -> None:
    drawn = "blue Squad a 20,10 H=9\nred mule b 20,35 south wounds=3 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)}).play("shoot:light:b", dice="gun 5")
    assert table.asked.clause == "last-stand.when"
    table.play("shoot:light:a", dice="rocket-rack 3 1 1")
    assert table["a1"].wounds == 3


@proves("last-stand.one-joint-action", "weapon.team-firer", "last-stand.one-action-limits")
def test_dead_mortar_men_have_their_sidearms_alone() -> None:
    drawn = "blue Squad a 20,20 H=9\nred mortar b 20,29 x3 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 2, R 0-60",)})
    table.play("shoot:light:b", {"b1": 1, "b2": 1}, dice="gun 3 3")
    assert "shoot:heavy:a" not in table.keys
    table.play("shoot:light:a", dice="sidearm 3 3")
    assert table["a1"].wounds == 2


@proves("goodshot.natural-six", "goodshot.resolved-first", "wounds.one-model-per-shot")
def test_aimed_shots_are_first_and_those_that_are_left_fall_on_the_rest() -> None:
    """Two 6s named at b1 (one is wasted) and one more hit: of two models both die."""
    drawn = "blue Squad a 20,20\nred Squad b 20,30 22.5,30" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 3, R 0-60",)})
    table.play("shoot:light:b", "b1", dice="gun 6 6 3")
    assert table.alive("b") == []


@proves("goodshot.nominate", "wounds.power-beats-toughness")
def test_goodshots_that_cannot_wound_are_told_once() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 22.5,30 T=2" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 3, R 0-60",)})
    table.play("shoot:light:b", "b1", dice="gun 6 6 6")
    assert table.log.count("Power 2 does not beat Toughness 2") == 1


@proves("goodshot.must-be-visible", "wounds.only-visible")
def test_a_hidden_model_can_be_neither_named_nor_given_a_hit() -> None:
    drawn = (
        "blue Squad a 20,20\nred Squad b 20,30 22.5,30 27,36\nlocomotive 22,26,31.5,33.5\nlocomotive 24,30,30.6,32"
        + FAR
    )
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice="gun 6")
    assert "b3" not in table.keys


# -- close combat -----------------------------------------------------------------------------------------------------------


@proves("cc.up-to-three-strikes", "turn.two-action-points")
def test_the_captain_strikes_four_times() -> None:
    """Three points and the extra movement action; Skill 2 against Dodge 2: a 1 is enough, P 3 against T 1 two wounds."""
    table = at("blue captain a 20,20\nred Squad b 20,22.25 H=30" + FAR, active="a")
    for _ in range(4):
        table.play("strike:b", dice="boarding-sabre 1 1 1")
    assert table["b1"].wounds == 4 * 3 * 2
    assert table.asked.player == 1


@proves("cc.extra-movement-action", "turn.any-order-and-repeat")
def test_strike_down_one_shoot_another_and_withdraw_with_the_extra_move() -> None:
    """The enemy in contact is dead, so the whole Move of 6 is there for it."""
    drawn = "blue Squad a 20,20 M=6\nred Squad b 20,22\nred Squad c 40,20" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS, "rifle: Gun, P 2, Sr 1, R 0-24")})
    table.play("move", [[20, 20]], "b", dice="hooks 3").play("shoot:light:c", dice="rifle 3")
    assert points(table) == 0
    assert table.play("extra-move", [[20, 14]]).at("a1") == (20.0, 14.0)
    assert table.asked.player == 1


@proves("weapon.cc.in-movement-action")
def test_a_movement_action_of_no_length_is_told_as_staying() -> None:
    table = at("blue Squad a 20,20\nred Squad b 20,22 H=9" + FAR, active="a", weapons={"a": (HOOKS,)})
    table.play("move", [[20, 20]], "b", dice="hooks 3")
    assert "Squad a stays where it is." in table.log
    assert "moves 0.0 cm" not in table.log


@proves("cc.extra-movement-action")
def test_the_extra_move_may_come_before_the_points() -> None:
    drawn = "blue Squad a 20,20 M=6\nred Squad b 20,27" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS, "rifle: Gun, P 2, Sr 1, R 0-24")})
    table.play("extra-move", [[20, 25]], dice="hooks 3")
    assert points(table) == 2
    assert "extra-move" not in table.keys


@proves("armour.per-firing-model", "cc.like-shooting", "cc.coherent-models-attack")
def test_in_close_combat_everybody_strikes_the_side_they_stand_at() -> None:
    """Tank at (20,30) north: a1 touches its rear (T 2), a2 stands beside it (T 3): with P 3 only a1's blow counts."""
    drawn = "blue Squad a 20,26.5 23.2,28\nred Tank b 20,30 north H=20 systems=" + FAR
    table = at(drawn, active="a", weapons={"a": ("axe: CC, P 3, Sr 1",)})
    table.play("strike:b", dice="axe 3 / axe 3")
    assert table["b1"].wounds == 1


@proves("units.vtol.airborne-or-landed", "weapon.cc.contact", "units.flyer.no-contact")
@pytest.mark.parametrize(
    ("card", "y", "may"),
    [("Gull b {} airborne", 23.5, True), ("Flyer b {}", 23, False), ("Flyer b {} landed", 23, True)],
)
def test_a_hovering_vtol_can_be_struck_and_a_flyer_cannot(card: str, y: float, may: bool) -> None:
    drawn = f"blue Squad a 20,20\nred {card.format(f'20,{y}')}" + FAR
    assert at(drawn, active="a", weapons={"a": (HOOKS,)}).can("strike") is may


@proves("cc.fire-into-melee", "cc.locked")
def test_when_those_in_contact_are_dead_the_rest_is_shot_at_as_usual() -> None:
    """b1 is struck down; b2 touches nobody, so a 3 hits it and a 6 is a goodshot again."""
    drawn = "blue Squad a 20,20\nred Squad b 20,22 20,24.5" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS, "rifle: Gun, P 2, Sr 1, R 0-24")})
    table.play("strike:b", {"b1": 1}, dice="hooks 3").play("shoot:light:b", dice="rifle 3")
    assert table.alive("b") == []


@proves("weapon.cc.in-movement-action", "combat.which-weapons")
def test_a_shooting_action_uses_no_cc_weapon() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,22 H=9 D=5" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS,)})
    assert not table.can("shoot")


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


@proves("cc.locked", "cc.fire-into-melee")
def test_two_enemies_side_by_side_and_only_the_one_in_contact_is_in_the_melee() -> None:
    drawn = "blue Squad f 20,20\nred Squad b 20,22 H=9\nred Squad c 20,24 H=9\nblue Squad a 40,24" + FAR
    assert at(drawn, active="a").play("shoot:light:c", dice="rifle 3")["c1"].wounds == 1
    assert at(drawn, active="a").play("shoot:light:b", dice="rifle 5")["b1"].wounds == 0


# -- coherency --------------------------------------------------------------------------------------------------------------


@proves("coherency.must-restore", "coherency.cannot-restore", "movement.impassable")
def test_a_squad_split_by_glass_closes_up_around_it() -> None:
    """10 cm apart with a shard between: 6 cm around it from either side are enough, and nobody tests."""
    drawn = "blue Squad a 20,20 20,32 M=6\nshard 20,26 r=2" + FAR
    table = at(drawn).play("play:a", "regroup")
    assert table.battle.gap(table["a1"], table["a2"]) <= 3.01
    assert points(table) == 1
    assert "hunker" in table.keys


@proves("coherency.must-restore")
def test_a_squad_with_a_low_wall_between_need_not_go_around_it() -> None:
    """Up to the wall on either side leaves 2.8 cm: that is coherency, whatever stands between."""
    drawn = "blue Squad a 20,20 20,32 M=6\nlocomotive 18,22,25,27" + FAR
    table = at(drawn).play("play:a", "regroup")
    assert (table.at("a1")[0], table.at("a2")[0]) == (20.0, 20.0)
    assert points(table) == 1


@proves("coherency.must-restore", "transport.contact", "hunker.cost")
def test_a_split_squad_may_neither_get_in_nor_hunker_before_it_has_closed_up() -> None:
    drawn = "blue Truck t 20,20 north slowed\nblue Squad a 23.25,20 20,30 M=6" + FAR
    table = at(drawn).play("play:a")
    assert "[coherency.must-restore]" in table.why_not("load:t")
    assert "[coherency.must-restore]" in table.why_not("hunker")


# -- deployment -------------------------------------------------------------------------------------------------------------


@proves("deploy.default-edge", "movement.measure-front")
def test_a_truck_drives_in_and_turns_at_the_end_of_its_way() -> None:
    """M 10, radius 2.25: centre at most 20 - 2.25 from the edge, and there it may face east."""
    drawn = "blue Truck a waiting\nred Squad z 35,60"
    table = at(drawn).play("play:a", [[20, 17.75, 0]])
    assert (table.at("a1"), table["a1"].base.facing) == ((20.0, 17.75), 0.0)
    with pytest.raises(Refused):
        at(drawn).play("play:a", [[20, 17.8]])


@proves("depot.attacker-deployment", "cc.extra-movement-action", "deploy.no-cc-on-double")
def test_boarders_enter_with_one_action_run_and_strike_from_the_edge() -> None:
    """M 8: centre at y 7, then 15, then up to 23 with the extra action; contact with whoever is at y 25."""
    drawn = "blue Squad a waiting M=8\nred Squad b 45,25 H=9\nred Squad z 10,66"
    table = at(drawn, mission="depot-raid", map="depot", defender=1, weapons={"a": (HOOKS,)})
    table.play("play:a", "short", [[45, 7]]).play("move", [[45, 15]]).play("extra-move", [[45, 23]], dice="hooks 3")
    assert table["b1"].wounds == 1
    double = at(drawn, mission="depot-raid", map="depot", defender=1, weapons={"a": (HOOKS,)})
    double.play("play:a", "edge", [[45, 15]])
    assert double.asked.player == 1


@proves("skirmish.set-up", "deploy.costs-two-actions", "depot.attacker-deployment")
def test_in_a_skirmish_nobody_enters_with_one_action() -> None:
    table = at("blue Squad a waiting M=7\nred Squad z 35,60").play("play:a", [[20, 13]])
    assert table.asked.player == 1


@proves("depot.attacker-deployment", "deploy.embarked", "depot.vtol-transport")
def test_the_dropship_comes_in_and_its_crew_jumps_out_in_the_same_round() -> None:
    drawn = "blue gull t waiting\nblue boarders p inside=t\nred Squad x 35,60\nred Squad w 30,60"
    table = at(drawn, mission="depot-raid", map="depot", defender=1)
    table.play("play:t", "edge", [[55, 21.5]], "save:x", "play:p", "unload:t", [[55, 25]])
    assert len(table.alive("p")) == 10
    assert points(table) == 1


@proves("ponderous.straight-only", "depot.attacker-deployment", "deploy.default-edge")
def test_a_tank_enters_with_one_action_and_goes_on_along_the_same_line() -> None:
    """M 8, radius 2.5: to y 5.5, then to 13.5; not aside."""
    drawn = "blue Tank a waiting\nred Squad z 35,60"
    table = at(drawn, mission="depot-raid", map="depot", defender=1).play("play:a", "short", [[45, 5.5]])
    assert points(table) == 1
    assert refused(table, "move", [[46, 13]]) == "ponderous.straight-only"
    assert table.play([[45, 13.5]]).at("a1") == (45.0, 13.5)


# -- missions ---------------------------------------------------------------------------------------------------------------


def depot(drawn: str, **more: Any) -> Table:
    return at(drawn, mission="depot-raid", map="depot", defender=1, **more)


def heist(drawn: str, offset: float = 10.0, **more: Any) -> Table:
    """In round 2 the deck lies from x = 10 to 41, y = 30.5 to 35.5."""
    return at(drawn, mission="the-heist", map="glasstrain", defender=1, offset=offset, **more)


@proves("depot.win-attacker", "units.vtol.airborne-or-landed", "units.flyer.no-contact")
@pytest.mark.parametrize(
    ("unit", "wins"),
    [("Gull a 35,39.5 airborne", True), ("Gull a 35,43.25 airborne", True), ("Skiff a 35,39.45", True),
     ("Skiff a 35,39.3", False), ("Flyer a 35,43", False), ("Flyer a 35,40 landed", True)],
)  # fmt: skip
def test_who_hovers_touches_the_goal_and_who_flies_does_not(unit: str, wins: bool) -> None:
    table = depot(f"blue {unit}\nblue Squad y 2,2\nred Squad z 10,66").play("end", "end").play("end", "end")
    assert (table.game.question is None) is wins


@proves("depot.win-attacker")
def test_whoever_leaves_the_goal_and_comes_back_in_the_same_round_has_held_it() -> None:
    """Contact is looked at when rounds end."""
    table = depot("blue Squad a 35,41 M=6\nred Squad z 10,66").play("end", "end")
    table.play("play:a", "move", [[35, 39]]).play("move", [[35, 41]]).play("end")
    assert table.game.standing.winner == 0


@proves("depot.win-attacker", "depot.win-defender")
def test_the_ends_of_the_third_and_the_fourth_round_are_enough() -> None:
    table = depot("blue Squad a 35,41\nred Squad z 10,66", round=3).play("end", "end").play("end", "end")
    assert (table.game.standing.winner, table.game.standing.clause) == (0, "depot.win-attacker")


@proves("heist.bumping", "weapon.indirect.skill-penalty", "weapon.skill-modifier", "card.skill-can-be-negative")
@pytest.mark.parametrize(("face", "dead"), [(3, False), (4, True)])
def test_a_mortar_on_the_train_that_nobody_spots_for(face: int, dead: bool) -> None:
    """Skill 0, its own +1, the train -1, no spotter -1: Dodge 2 is hit on a 4."""
    drawn = "blue mortar a 20,33\nred Squad b 20,60\nred Squad z 65,65\nlocomotive 2,60,45,47"
    table = heist(drawn, active="a").play("shoot:heavy:b", dice=f"sexton-mortar {face} 1 1")
    assert (table.alive("b") == []) is dead


@proves("heist.bumping", "last-stand.one-joint-action")
def test_the_dead_of_a_unit_aboard_shoot_as_badly_as_the_living() -> None:
    drawn = "blue Squad a 20,20 H=9\nred Squad b 20,33 fresh" + FAR
    for face, hurt in ((3, 0), (4, 1)):
        table = heist(drawn, active="a").play("shoot:light:b", "shoot:light:a", dice=f"rifle 4 / rifle {face}")
        assert table["a1"].wounds == hurt


@proves("heist.bumping", "last-stand.one-joint-action")
def test_the_dead_aboard_are_bumped_though_the_rest_of_their_squad_is_on_the_ground() -> None:
    """b1 dies on the deck and shoots at Skill -1: a 3 misses; b2 dies beside the train while b1 lives aboard: the same."""
    drawn = "blue Squad a 20,20 H=9\nred Squad b 20,32 20,29 fresh" + FAR
    for dead in ("b1", "b2"):
        table = heist(drawn, active="a")
        table.play("shoot:light:b", {dead: 1}, "shoot:light:a", dice="rifle 4 / rifle 3")
        assert table["a1"].wounds == 0, dead


@proves("heist.train-cover", "cover.squad-shares", "command.attack-procedure")
@pytest.mark.parametrize(("second", "face", "hit"), [("20,29", 3, False), ("20,29", 4, True), ("40,20", 3, True)])
def test_a_squad_half_aboard_shares_the_trains_cover_against_a_command_too(second: str, face: int, hit: bool) -> None:
    """A stray far from the train has none of it and makes all of them easy to hit."""
    table = heist(f"blue Squad y 2,2\nred Squad b 20,32 {second} played\nred Squad x 60,66", hands=("strafing-run", ""))
    table.play("play:strafing-run", "b", dice=f"strafing-run {face} 1 1 1 1")
    assert (table.asked.clause == "wounds.defender-allocates") is hit


@proves("weapon.indirect.cover-still-counts", "cover.which-attacker")
def test_unseen_models_are_judged_each_from_whoever_lobs_nearest_to_it() -> None:
    """b1 and b2 are each behind a carriage from the thrower straight below: Dodge 3, without a spotter a 4 does not hit."""
    drawn = """
        blue Squad a 10,20 15,20 20,20 25,20 30,20
        red Squad b 10,40 30,40
        locomotive 0,45,26,28
        carriage 7,13,37,38
        carriage 29,33,37,38
    """
    weapons = {"a": ("mortar: Indirect, P 2, Sr 1, R 0-60",)}
    table = at(drawn + FAR, active="a", weapons=weapons).play("shoot:light:b", dice="mortar 4 4 4 4 4")
    assert table.alive("b") == ["b1", "b2"]
    assert at(drawn + FAR, active="a", weapons=weapons).play("shoot:light:b", dice="mortar 5 5 4 4 4").alive("b") == []


@proves("units.flyer.no-contact", "ramming.altitude")
def test_a_flight_that_rams_may_not_end_in_a_friend_in_the_air_either() -> None:
    drawn = "blue Flyer a 35,10 north M=24\nred Flyer b 35,20 H=1 systems=\nblue Flyer f {}" + FAR
    assert refused(at(drawn.format("36,36"), active="a"), "fly-ram", [[35, 34]]) == "units.flyer.no-contact"
    assert at(drawn.format("60,36"), active="a").play("fly-ram", [[35, 34]]).alive("b") == []


@proves("heist.aboard-definition", "heist.train-cover", "heist.bumping")
@pytest.mark.parametrize(("state", "dodge"), [("airborne", 3), ("landed", 4)])
def test_a_dropship_over_the_deck_is_aboard_only_when_it_has_landed(state: str, dodge: int) -> None:
    drawn = f"blue Squad a 20,20\nred Gull b 20,33 {state} T=1 H=9 systems=" + FAR
    assert heist(drawn, active="a").play("shoot:light:b", dice=f"rifle {dodge}")["b1"].wounds == 0
    assert heist(drawn, active="a").play("shoot:light:b", dice=f"rifle {dodge + 1}")["b1"].wounds == 1
    shooting = heist(f"blue Squad a 20,20 H=9\nred Gull b 20,33 {state}" + FAR, active="b")
    shooting.play("shoot:light:a", dice="rifle 3")
    assert shooting["a1"].wounds == (1 if state == "airborne" else 0)


@proves("heist.train-cover", "cover.stray-excluded", "combat.weakest-dodge")
@pytest.mark.parametrize(("second", "face", "hit"), [("20,37.2", 3, False), ("20,37.2", 4, True), ("40,45", 3, True)])
def test_of_a_squad_half_aboard_those_near_share_the_trains_cover_and_a_stray_does_not(
    second: str, face: int, hit: bool
) -> None:
    drawn = f"blue Squad a 30,50\nred Squad b 20,34 {second}" + FAR
    table = heist(drawn, active="a").play("shoot:light:b", dice=f"rifle {face}")
    assert (table.asked.clause == "wounds.defender-allocates") is hit


@proves("heist.train-pushes", "heist.aboard-definition")
def test_the_train_pushes_a_skimmer_and_a_landed_vtol_out_of_its_way() -> None:
    """The locomotive comes from x 39.5 to 49.5, y 30.5 to 35.5: 2.5 beside it is y 28 or 38."""
    drawn = "blue Skiff a 45,31 north\nred Gull b 46,36 north landed\nred Squad z 10,66"
    table = heist(drawn, offset=0.0, round=1).play("end", "end")
    assert (table.at("a1"), table.at("b1")) == ((45.0, 28.0), (46.0, 38.0))


@proves("heist.win-attacker", "transport.passengers-inactive", "units.skimmer.ignores-terrain-moving")
def test_a_skimmer_holds_the_train_and_those_inside_it_do_not_count_for_themselves() -> None:
    table = heist("blue Skiff t 20,33\nblue Squad p inside=t n=3\nred Squad z 10,66").play("end", "end")
    assert [table.battle.units[index].key for index in table.battle.holders] == ["t"]
    table.play("end", "end")
    assert table.game.standing.winner == 0


@proves("heist.defender-others", "deploy.default-edge")
def test_a_defender_of_the_train_comes_in_from_its_own_edge() -> None:
    drawn = "blue Squad a 2,2\nred Squad b waiting M=7"
    table = heist(drawn, turn=1, offset=0.0, round=1).play("play:b", [[20, 57]])
    assert table.at("b1") == (20.0, 57.0)
    assert table.asked.player == 0, "with both actions: one is for the attacker alone"


# -- odds -------------------------------------------------------------------------------------------------------------------


def chance(drawn: str, option: str, **weapons: str) -> odds.Odds:
    table = at(drawn + FAR, active="a", weapons={key: (text,) for key, text in weapons.items()})
    return odds.of(table.game, option)


@proves("combat.to-hit", "wounds.by-difference", "armour.rear-zone")
def test_the_odds_of_two_lances_against_a_dropship() -> None:
    """Skill 1 against Dodge 3: two of three dice hit. From the front each takes 4 of 5 Health: both must hit; from behind one does."""
    front = chance("blue skate a 20,20 north\nred gull b 20,30 south airborne systems=", "shoot:light:b")
    assert front.chance_removed() == pytest.approx(4 / 9)
    rear = chance("blue skate a 20,20 north\nred gull b 20,30 north airborne systems=", "shoot:light:b")
    assert rear.chance_removed() == pytest.approx(8 / 9)


@proves("cards.long-range", "combat.number-of-attacks")
def test_the_odds_of_rifles_at_two_distances() -> None:
    """Two near (two of three hit) and two far (one of two): 7/3 on the average."""
    drawn = "blue cohort a 2,2 20,12 22.5,12 20,9 22.5,9\nred Squad b 20,30 x9"
    assert chance(drawn, "shoot:light:b").mean_damage() == pytest.approx(7 / 3)


@proves("cc.fire-into-melee", "combat.roll-together")
def test_the_odds_of_firing_into_a_melee() -> None:
    found = chance(
        "blue Squad a 40,22\nblue Squad f 20,20\nred Squad b 20,22", "shoot:light:b", a="gun: Gun, P 2, Sr 3, R 0-60"
    )
    assert found.chance_removed() == pytest.approx(1 - (5 / 6) ** 3)


@proves("wounds.power-beats-toughness", "wounds.one-model-per-shot")
def test_the_odds_of_many_strong_shots_at_few_models() -> None:
    """Three P 9 dice at two troopers, Dodge 2: both die if two of the three hit: 20/27."""
    found = chance("blue Squad a 20,20\nred Squad b 20,30 22.5,30", "shoot:light:b", a="gun: Gun, P 9, Sr 3, R 0-60")
    assert found.chance_removed() == pytest.approx(20 / 27)


@proves("weapon.flame.pins", "pin.after-casualties")
def test_the_odds_of_a_flame_that_kills_or_pins() -> None:
    """Two dice at two troopers, two of three hit: one hit (4/9) kills one and tests the other, Morale 6: pinned in half of that."""
    found = chance(
        "blue Squad a 20,20\nred Squad b 20,26 22.5,26", "shoot:light:b", a="burner: Flame, P 2, Sr 2, R 0-8"
    )
    assert found.chance_removed() == pytest.approx(4 / 9)
    assert found.chance_failed("pinned") == pytest.approx(2 / 9)


# -- three rules at once ----------------------------------------------------------------------------------------------------


@proves("transport.unload-then-act", "transport.contact", "cc.up-to-three-strikes")
def test_a_squad_dropped_into_contact_strikes_twice() -> None:
    """One point to get out, one for a blow where it stands, and the extra movement action for another."""
    drawn = "blue Gull t 20,20 north\nblue Squad a inside=t n=1\nred Squad b 25.5,20 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("unload:t", [[23.5, 20]])
    table.play("strike:b", dice="hooks 3").play("strike:b", dice="hooks 3")
    assert table["b1"].wounds == 2
    assert table.asked.player == 1


@proves("cards.double-time", "cc.locked-halves-movement", "ponderous.both-actions-same-line")
def test_double_time_is_added_before_a_move_is_halved_and_counts_for_both_actions_of_a_tank() -> None:
    """M 6 and 2, locked: 4 cm. A tank, M 8 and 2: twice 10 on its line."""
    locked = "blue Squad a 20,20 M=6\nred Squad b 20,22\nred Squad w 50,60"
    table = at(locked, hands=("double-time", "")).play("play:double-time", "a", "save:w", "play:a", "move")
    assert refused(table, [[20, 15.9]]) == "cc.locked-halves-movement"
    assert table.play([[20, 16]]).at("a1") == (20.0, 16.0)
    tank = "blue Tank a 20,20 north\nred Squad x 50,50\nred Squad w 50,60"
    driven = at(tank, hands=("double-time", "")).play("play:double-time", "a", "save:w", "play:a")
    assert driven.play("move", [[20, 30]]).play("move", [[20, 40]]).at("a1") == (20.0, 40.0)


@proves("cards.orbital-lance", "heist.train-cover", "hunker.stacks-with-cover")
@pytest.mark.parametrize(("face", "dead"), [(3, False), (4, True)])
def test_a_hunkered_squad_aboard_has_4_against_an_orbital_lance(face: int, dead: bool) -> None:
    """2, the train 1, hunkered 1; the lance has Skill 1."""
    table = heist("blue Squad y 2,2\nred Squad b 20,33 hunkered played\nred Squad x 60,66", hands=("orbital-lance", ""))
    table.play("play:orbital-lance", "b", dice=f"orbital-lance {face} 1")
    assert (table.alive("b") == []) is dead


@proves("heist.aboard-definition", "heist.train-moves")
def test_whoever_stands_across_a_coupling_is_aboard_and_carried_on() -> None:
    table = heist("blue Squad a 20.25,33\nred Squad z 10,66").play("end", "end")
    assert (table.at("a1"), table.battle.holders) == ((30.25, 33.0), (0,))


@proves("weapon.heavy.others-join", "combat.range.per-weapon", "wounds.mixed-power")
def test_heavy_weapons_are_joined_by_the_rifles_in_reach_for_both_points() -> None:
    """P 6 and P 2 on a Strider of T 1: 5 wounds and 1. The second rifle is 12.2 cm off and stays silent at a range of 12."""
    drawn = "blue Squad a 20,20 22.5,20\nred Strider b 20,35 T=1 H=9 systems=" + FAR
    weapons = {"a": ("tube: Gun, Heavy, P 6, Sr 1, R 4-24", "rifle: Gun, P 2, Sr 1, R 0-12")}
    table = at(drawn, active="a", weapons=weapons).play("shoot:heavy:b", dice="tube 2 1 / rifle 2")
    assert table["b1"].wounds == 6
    assert table.asked.player == 1


@proves("last-stand.chain", "pin.after-casualties", "weapon.flame.pins")
def test_the_flames_of_the_dead_pin_whoever_killed_them() -> None:
    """A purifier dies before its turn; its burner hits the shooters, who test at once and keep their other point."""
    drawn = "blue Squad a 20,20 22.5,20 T=5\nred purifiers b 20,27 wounds=1 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-60",)})
    table.play("shoot:light:b", "shoot:light:a", dice="gun 3 1 / purge-burner 3 1 / pinning 3")
    assert table.unit("a").pinned >= 0
    assert (table.asked.player, points(table)) == (0, 1)


@proves(
    "units.flyer.move-timing", "transport.landing-cost", "transport.flyer-must-land-to-pick-up", "transport.own-turns"
)
def test_a_flyer_flies_lands_and_is_boarded_by_another_card_of_the_same_round() -> None:
    drawn = "blue Flyer t 35,10 north M=24\nblue Squad a 35,37\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn).play("play:t", "fly", [[35, 34]], "land", "done", "save:x", "play:a", "load:t")
    assert table.unit("a").inside == table.unit("t").index
