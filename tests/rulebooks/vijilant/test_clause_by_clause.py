"""The book once more from the first clause to the last: situations nobody had set, worked out by hand before the engine was asked."""

from math import sqrt
from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from tests.rulebooks.vijilant.test_missions import heist, rounds_over
from tests.rulebooks.vijilant.test_more_worked_by_hand import FAR, GUN, HOOKS, chance, refused
from vanguard import odds
from vanguard.core.rulebook import load_rulebook
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

STRONG = "gun: Gun, P 9, Sr 1, R 0-60"


def faults(table: Table) -> list[str]:
    """What must never be; a drawing has no equal hands."""
    return [it for it in load_rulebook("vijilant").faults(table.battle) if "hands" not in it]


# -- units ------------------------------------------------------------------------------------------------------------------


@proves("units.flyer.full-move", "units.flyer.move-timing")
@pytest.mark.parametrize(("x", "why"), [(56.917, ""), (57.2, "units.flyer.full-move"), (56.6, "units.flyer.full-move")])
def test_a_flight_to_the_side_is_measured_from_the_old_front(x: float, why: str) -> None:
    """From (35,12) to the new front (x + 2, 10) are 24 cm: x = 33 + the root of 572."""
    assert 33 + sqrt(572) == pytest.approx(56.917, abs=0.001)
    table = at("blue Flyer a 35,10 north" + FAR, active="a")
    if why:
        assert refused(table, "fly", [[x, 10]]) == why
    else:
        assert table.play("fly", [[x, 10]]).at("a1") == (x, 10)
        assert table["a1"].base.facing == 0


@proves("units.flyer.move-when-saved", "transport.landing-cost")
@pytest.mark.parametrize(("how", "asked"), [("landed", 1), ("airborne", 0)])
def test_a_saved_flyer_that_has_landed_stays_down(how: str, asked: int) -> None:
    table = at(f"blue Flyer a 35,10 north {how}\nblue Squad y 5,5" + FAR).play("save:a")
    assert table.decider == asked


@proves("ponderous.pivot-last", "ramming.part-of-movement")
def test_a_tank_that_has_pivoted_does_not_ram_either() -> None:
    table = at("blue Tank a 35,20 north\nred Squad b 42,20" + FAR, active="a")
    table.play("move", [[35, 20, 0]])
    assert "[ramming.part-of-movement]" in table.why_not("ram")


# -- movement ---------------------------------------------------------------------------------------------------------------


@proves("transport.landing-place")
@pytest.mark.parametrize(
    ("ground", "may"),
    [("heap 15,25,15,25", True), ("carriage 15,25,17.5,22.5", True), ("carriage 15,25,16.5,21.5", False),
     ("container 18,22,18,21", False), ("shardfall 15,25,15,25", True)],
)  # fmt: skip
def test_a_dropship_lands_on_a_heap_and_on_a_whole_deck_and_not_on_its_edge(ground: str, may: bool) -> None:
    table = at(f"blue Gull a 20,20 north airborne\n{ground}" + FAR, active="a")
    assert ("land" in table.keys) is may
    if not may:
        assert "[transport.landing-place]" in table.why_not("land")


@proves("terrain.carriage.crossing", "movement.rough", "movement.top-of-container")
@pytest.mark.parametrize(
    ("y", "why"), [(22.5, "movement.top-of-container"), (23, ""), (24, ""), (24.1, "movement.up-to-m")]
)
def test_onto_a_carriage_two_in_the_open_and_two_that_cost_four(y: float, why: str) -> None:
    table = at("blue Squad a 20,20\ncarriage 15,25,22,27" + FAR, active="a")
    if why:
        assert refused(table, "move", [[20, y]]) == why
    else:
        assert table.play("move", [[20, y]])["a1"].base.elevation == 1.5


@proves("movement.measure-front", "movement.facing")
@pytest.mark.parametrize(
    ("x", "facing", "why"), [(27.4, 0, ""), (28, 0, "movement.measure-front"), (30, 90, ""), (30.1, 90, "movement.up-to-m")]
)  # fmt: skip
def test_a_truck_that_drives_east_pays_for_turning_east(x: float, facing: int, why: str) -> None:
    """Its front goes from (20,22.25) to (x + 2.25, 20): 9.9 cm for 7.4, 10.5 for 8. Sideways, still facing north, it is 10."""
    table = at("blue Truck a 20,20 north" + FAR, active="a")
    if why:
        assert refused(table, "move", [[x, 20, facing]]) == why
    else:
        assert table.play("move", [[x, 20, facing]]).at("a1") == (x, 20)


# -- ramming ----------------------------------------------------------------------------------------------------------------


@proves("ramming.part-of-movement", "movement.through-models", "ramming.automatic-hit")
def test_a_hovering_ram_does_not_slip_through_whom_it_meets_too_high_or_too_low() -> None:
    """Over the stack the skiff is 5 cm up when it meets the man at its foot: he is not struck, and nobody passes through him."""
    foot = "blue Skiff a 28,40 east\nstack 33,37,38.75,41.25\nred Squad b 36,42.25" + FAR
    assert refused(at(foot, active="a"), "ram", [[38, 40]]) == "movement.through-models"
    assert at(foot, active="a").play("ram", [[33, 40]]).at("a1") == (33, 40), "before it meets him"
    top = "blue Skiff a 28,40 east\n{} 33,37,38,42\nred Squad b 35,40" + FAR
    assert "[ramming.part-of-movement]" in at(top.format("stack"), active="a").why_not("ram")
    assert at(top.format("container"), active="a").play("ram", [[38, 40]]).alive("b") == [], "2.5 cm up is within reach"


@proves("ramming.altitude")
@pytest.mark.parametrize(("y", "offered"), [(36.1, False), (35.9, True)])
def test_a_ram_in_flight_is_offered_where_a_flyer_can_be_met(y: float, offered: bool) -> None:
    """From (35,8) north the centre goes 24 cm to (35,32): bases of 2 cm meet up to (35,36)."""
    table = at(f"blue Flyer a 35,8 north\nred Flyer b 35,{y} south systems=" + FAR, active="a")
    assert ("fly-ram" in table.keys) is offered
    if offered:
        table.play("fly-ram", lambda question: question.candidates()[0])
        assert table["b1"].wounds == 2, "Power 4 against the front's 2"
        assert table.at("a1") == (35, 31.9)
    else:
        assert "[ramming.altitude]" in table.why_not("fly-ram")


@proves("last-stand.one-joint-action", "last-stand.timing", "cc.fire-into-melee")
@pytest.mark.parametrize(("face", "hurt"), [(5, 0), (6, 1)])
def test_two_squads_run_down_in_one_drive_each_have_their_last_stand(face: int, hurt: int) -> None:
    """c lies under the truck and still touches it: b behind it shoots into a melee. The rear has 1, the side c is at has 2."""
    drawn = "blue Truck a 35,20 north systems=\nred Squad b 35,24 fresh\nred Squad c 35,28 fresh" + FAR
    table = at(drawn, active="a").play("ram", [[35, 30]])
    assert (table.decider, table.clause, "b1" in table.prompt) == (1, "last-stand.when", True)
    table.play("shoot:light:a", dice=f"rifle {face}")
    assert (table.clause, "c1" in table.prompt) == ("last-stand.when", True)
    table.play("shoot:light:a", dice="rifle 6")
    assert table["a1"].wounds == hurt
    assert (table.alive("b"), table.alive("c")) == ([], [])


@proves("ramming.power", "ramming.survivor-blocks")
def test_a_skiff_is_stopped_by_the_first_purifier() -> None:
    """Power 3 against 2: one of two Health. It stops where the centres are 3.5 apart."""
    table = at("blue skiff a 20,20 north\nred purifiers b 20,30 x4" + FAR, active="a").play("ram", [[20, 34]])
    assert table.at("a1") == (20, 26.5)
    assert [table[f"b{n}"].wounds for n in (1, 2)] == [1, 0]


# -- weapons and combat -----------------------------------------------------------------------------------------------------


@proves("wounds.mixed-power", "weapon.indirect.spotter", "weapon.blast.no-goodshot", "goodshot.nominate")
def test_a_mule_fires_rack_and_cab_gun_in_one_attack_and_the_rockets_are_given_first() -> None:
    drawn = "blue mule a 20,20 north\nred Squad b 20,40 x5" + FAR
    table = at(drawn, active="a").play("shoot:light:b", dice="rocket-rack 3 6 2 / cab-gun 3 6 2")
    assert (table.clause, table.prompt) == ("goodshot.nominate", "1 goodshot: at whom?"), "the rocket's 6 is none"
    table.play("none")
    assert "takes 2 hits of Power 4 (3 wounds each)" in table.prompt
    assert "takes 2 hits of Power 3 (2 wounds each)" in table.play({"b1": 1, "b2": 1}).prompt
    assert table.play({"b3": 1, "b5": 1}).alive("b") == ["b4"]


@proves("goodshot.resolved-first", "goodshot.no-carry-on", "wounds.mixed-power")
def test_of_aimed_shots_the_strongest_strikes_first_and_the_rest_is_wasted() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x2 H=3" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN, "cannon: Gun, P 4, Sr 1, R 0-60")})
    table.play("shoot:light:b", "b1", dice="gun 6 / cannon 6")
    assert table.alive("b") == ["b2"]
    assert "goodshot.no-carry-on" in table.clauses


@proves("goodshot.system-cannot-kill", "armour.per-firing-model")
@pytest.mark.parametrize("places", ["40,37.4 42.2,37.7", "42.2,37.7 40,37.4"])
def test_aimed_at_a_system_from_two_zones_the_one_that_beats_its_armour_takes_it(places: str) -> None:
    """The front line is at y = 37.5: Power 4 does nothing to 4 and breaks the rifle behind 3."""
    drawn = f"blue Squad a {places}\nred Tank b 35,35 north" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 4, Sr 1, R 0-60",)})
    table.play("shoot:light:b", "b1:rifle", dice="gun 6 / gun 6")
    assert (table["b1"].lost, table["b1"].wounds) == (("rifle",), 1)


@proves("last-stand.one-action-limits", "cards.bomblets", "pin.attacker-asks")
def test_a_dying_shrike_drops_its_bomblets_on_those_who_shot_it() -> None:
    """Dodge 2: one of three hits; then the dead flyer's owner demands the test, and Morale 6 fails on a 3."""
    drawn = "blue Squad a 20,20 x3\nblue Squad y 5,5\nred shrike b 20,23 south systems= fresh" + FAR
    table = at(drawn, active="a", weapons={"a": (STRONG,)}).play("shoot:light:b", dice="gun 6 1 1")
    assert {"shoot:light:a", "shoot:bomblets:a"} <= set(table.keys)
    table.play("shoot:bomblets:a", dice="bomblets 3 2 1")
    assert (table.decider, table.clause) == (0, "wounds.defender-allocates")
    table.play({"a2": 1})
    assert (table.decider, table.clause) == (1, "pin.attacker-asks")
    table.play("yes", dice="pinning 3")
    assert table.unit("a").pinned >= 0
    assert table.alive("b") == []


@proves("cc.fire-into-melee", "units.flyer.sight-ignores-terrain")
@pytest.mark.parametrize(("face", "hurt"), [(5, 0), (6, 1)])
def test_from_the_air_too_a_melee_is_hit_on_sixes_alone(face: int, hurt: int) -> None:
    drawn = "blue Flyer a 30,30 north\nblue Squad f 20,20\nred Squad b 20,22 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice=f"gun {face}")
    assert table["b1"].wounds == hurt


@proves("weapon.skill-modifier", "weapon.indirect.skill-penalty", "pin.trigger")
@pytest.mark.parametrize(("face", "hurt"), [(2, 0), (3, 2)])
def test_a_mortar_nobody_spots_for_aims_like_anybody(face: int, hurt: int) -> None:
    """Skill 1 of the weapon, less 1: Dodge 2 is beaten by a 3; 3 against 1 is two wounds."""
    drawn = "blue mortar a 20,10\nred Squad b 20,45 H=9\nlocomotive 2,69,25,27\nred Squad z 65,68"
    table = at(drawn, active="a").play("shoot:heavy:b", dice=f"sexton-mortar {face} 1 1")
    assert table["b1"].wounds == hurt
    assert (table.clause == "pin.attacker-asks") is bool(hurt)


@proves("cards.dread-chorus", "los.enemy-models-block")
@pytest.mark.parametrize(("b", "why"), [("34.25,20", ""), ("34.27,20", "12 cm"), ("20,29", "out of sight")])
def test_the_chorus_is_sung_at_whom_she_sees_within_twelve(b: str, why: str) -> None:
    """From 1.25 and 1 cm of base to the hundredth that is given; and not past a truck."""
    table = at(f"blue overseer a 20,20\nred Truck c 20,24.5 south\nred Squad b {b}" + FAR, active="a")
    if why:
        assert why in table.why_not("special:dread-chorus:b")
    else:
        assert "special:dread-chorus:b" in table.keys


@proves("last-stand.coherency", "coherency.three-cm")
@pytest.mark.parametrize(("x", "offered"), [(27, True), (37, False)])
def test_the_dead_man_between_two_mates_may_charge_within_reach_of_one_of_them(x: float, offered: bool) -> None:
    """Without a2 its mates are 6 cm apart: at (26,23.2) it is 1.8 cm from a3. To strike at (37,25) it would leave both."""
    drawn = f"blue Squad k 24,30\nblue Squad e {x},25\nred Squad a 20,20 24,20 28,20 M=14 fresh" + FAR
    table = at(drawn, active="k", weapons={"k": (GUN,), "a": (HOOKS,)}).play("shoot:light:a", "a2", dice="gun 6")
    if not offered:
        assert table.clause == "coherency.who-is-out", "nothing to do for the dead"
        return
    table.play("charge", [[26, 23.2]], dice="hooks 3")
    assert table.alive("e") == []
    assert table.clause == "coherency.who-is-out"


# -- cover ------------------------------------------------------------------------------------------------------------------


@proves("cover.touching", "cover.best-piece-only")
@pytest.mark.parametrize(("face", "hit"), [(3, False), (4, True)])
def test_behind_one_piece_and_touching_another_is_one(face: int, hit: bool) -> None:
    drawn = "blue Squad a 20,10\nred Squad b 20,40\ncarriage 15,25,30,33\ncontainer 21,25,39,41" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice=f"gun {face}")
    assert (table.alive("b") == []) is hit


@proves("cover.which-attacker")
@pytest.mark.parametrize(("y", "hit"), [(10, True), (10.5, False)])
def test_of_two_equally_near_the_one_that_leaves_less_cover_judges(y: float, hit: bool) -> None:
    """The container hides the left half of the target from a1 alone; half a centimetre nearer, a1 judges."""
    drawn = f"blue Squad a 15,{y} 25,10\nred Squad b 20,30\ncontainer 15,19.7,25,28" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice="gun 3 1")
    assert (table.alive("b") == []) is hit


# -- commands ---------------------------------------------------------------------------------------------------------------


@proves("cards.shared-purpose")
def test_purpose_reaches_whoever_is_still_to_come_with_skill_alone() -> None:
    drawn = "blue Squad a 20,20\nblue Squad p 30,20 played\nblue Squad w waiting n=1" + FAR
    table = at(drawn, hands=("shared-purpose", "")).play("play:shared-purpose")
    assert sorted(table.keys) == ["a:morale", "a:skill", "p:morale", "w:skill"]


@proves("cards.shared-purpose", "pin.roll")
@pytest.mark.parametrize(("face", "pinned"), [(1, True), (2, False)])
def test_with_purpose_morale_6_passes_on_a_two(face: int, pinned: bool) -> None:
    drawn = "blue Squad b 20,30 x2 played\nblue Squad w 5,5\nred Squad a 20,20\nred Squad z 65,65"
    table = at(drawn, hands=("shared-purpose", ""), weapons={"a": ("burner: Flame, P 1, Sr 1, R 0-30",)})
    table.play("play:shared-purpose", "b:morale", "play:a", "shoot:light:b", dice=f"burner 6 / pinning {face}")
    assert (table.unit("b").pinned >= 0) is pinned


@proves("cards.double-time", "transport.unload-then-act")
def test_whoever_rides_runs_faster_once_it_is_out() -> None:
    drawn = "blue Truck t 20,20 north played\nblue Squad a inside=t n=1" + FAR
    table = at(drawn, hands=("double-time", "skip skip"))
    table.play("play:double-time", "a", "skip", "play:a", "unload:t", [[20, 23.25]], "move")
    assert "moves up to 8 cm" in table.prompt
    assert table.play([[20, 31.25]]).at("a1") == (20, 31.25)


@proves("cards.grapple-down", "skip.save-is-final")
def test_a_unit_that_was_saved_may_be_grappled_down_and_has_had_its_turn() -> None:
    drawn = "blue Truck t 20,20 north played\nblue Squad a inside=t n=1" + FAR
    table = at(drawn, hands=("grapple-down", "skip skip"))
    table.play("save:a", "skip", "play:grapple-down", "a", [[20, 23.25]])
    assert table.alive("a") == ["a1"]
    assert table.unit("a").had_turn


# -- coherency --------------------------------------------------------------------------------------------------------------


@proves("coherency.must-restore", "coherency.cannot-restore", "weapon.cc.in-movement-action")
@pytest.mark.parametrize("action", ["move", "regroup"])
def test_a_squad_still_split_does_not_strike_whom_it_comes_in_contact_with(action: str) -> None:
    """a1 comes beside b on its way, but the gap is still 16 cm: nothing else before the squad is whole or has tested."""
    drawn = "blue Squad a 20,20 22.5,20 20,50\nred Squad b 17.98,26" + FAR
    table = at(drawn, weapons={"a": (HOOKS,)}).play("play:a", action)
    if action == "move":
        table.play(lambda question: question.candidates()[0])
    assert table.at("a1") == pytest.approx((20, 26), abs=0.01)
    assert (table.clause, sorted(table.keys)) == ("turn.action-menu", ["move", "regroup"])


@proves("coherency.must-restore", "weapon.cc.in-movement-action")
@pytest.mark.parametrize("action", ["move", "regroup"])
def test_a_squad_that_has_closed_up_beside_an_enemy_may_strike_with_that_move(action: str) -> None:
    """Twelve apart: each part comes on until the gap is 3; a1 is in contact then, and closing up is a movement action."""
    drawn = "blue Squad a 20,20 20,34\nred Squad b 17.98,24.3" + FAR
    table = at(drawn, weapons={"a": (HOOKS,)}).play("play:a")
    table.play(action)
    if action == "move":
        table.play(lambda question: question.candidates()[0])
    assert (table.clause, table.keys) == ("weapon.cc.in-movement-action", ["no", "b"])


# -- coming in --------------------------------------------------------------------------------------------------------------


@proves("deploy.default-edge", "deploy.flyer", "movement.on-table")
@pytest.mark.parametrize(
    ("card", "path", "why"),
    [
        ("Squad", [[-3, 0], [3, 5]], "deploy.default-edge"),
        ("Squad", [[0, 0], [3, 5]], ""),
        ("Squad", [[70.1, 0], [66, 5]], "deploy.default-edge"),
        ("Squad", [[5, 0], [-2, 2], [3, 5]], "movement.on-table"),
        ("Squad", [[5, 0], [2, 2], [3, 5]], ""),
        ("Truck", [[-3, 0], [3, 5]], "deploy.default-edge"),
        ("Truck", [[5, 0], [1, 4], [4, 7]], "movement.on-table"),
        ("Skiff", [[72, 0], [66, 5]], "deploy.default-edge"),
        ("Flyer", [[-10, 0], [6.527, 14.527]], "deploy.flyer"),
        ("Flyer", [[10, 0], [26.527, 14.527]], ""),
        ("Squad", [[0.2, 6], [1.5, 6]], "movement.on-table"),
        ("Truck", [[0.5, 6], [2.5, 6]], "movement.on-table"),
        ("Squad", [[1, 6], [1.5, 6]], ""),
        ("Squad", [[3, 0.5], [1.5, 6]], ""),
    ],
)
def test_whoever_comes_in_comes_over_its_own_edge_and_stays_on_the_table(card: str, path: Any, why: str) -> None:
    """Aslant at 45 degrees a flyer's centre goes on for the root of 2, and of 574, less 2: 16.527 each way."""
    table = at(f"blue {card} a waiting n=1\nblue Squad y 5,60" + FAR, round=1)
    if why:
        assert refused(table, "play:a", path) == why
    else:
        assert table.play("play:a", path).at("a1") == tuple(path[-1])


@proves("deploy.default-edge")
@pytest.mark.parametrize(("y", "why"), [(59, ""), (58.9, "movement.up-to-m"), (8, "movement.up-to-m")])
def test_the_second_player_comes_from_the_far_edge(y: float, why: str) -> None:
    """Twice 6: from 71 with the base outside to 59."""
    table = at("red Squad a waiting n=1\nred Squad w 60,60\nblue Squad z 5,5", turn=1, round=1)
    if why:
        assert refused(table, "play:a", [[35, y]]) == why
    else:
        assert table.play("play:a", [[35, y]]).at("a1") == (35, y)


# -- the train --------------------------------------------------------------------------------------------------------------


@proves("heist.train-pushes", "heist.aboard-definition")
@pytest.mark.parametrize("x", [45, 41])
def test_a_skimmer_over_the_locomotive_or_the_gap_is_not_aboard_and_is_pushed_aside(x: int) -> None:
    """In round 2 the deck ends at 41 and the locomotive runs to 49.5; 10 cm on the deck is under the skate, who is not on it."""
    table = heist(f"blue skate a {x},32.5\nred Squad z 10,66").play("end", "end")
    assert table.at("a1") == (x, 28.75)
    assert table["a1"].base.elevation == 0
    assert table.battle.holders == ()


@proves("heist.train-pushes", "heist.aboard-definition")
def test_in_the_middle_over_the_locomotive_its_owner_says_to_which_side() -> None:
    table = heist("blue skate a 45,33\nred Squad z 10,66").play("end", "end")
    assert (table.decider, table.clause) == (0, "heist.train-pushes")
    assert table.play("north").at("a1") == (45, 37.25)


@proves("heist.train-pushes", "units.vtol.airborne-or-landed")
def test_a_vtol_in_the_air_has_the_height_of_what_the_train_brings_under_it() -> None:
    drawn = "blue Gull g 55,33 airborne\nblue Gull h 13,33 airborne\nred Squad z 10,66"
    table = heist(drawn)
    assert [table[key].base.elevation for key in ("g1", "h1")] == [0, 1.5]
    rounds_over(table)
    assert [table.at(key) for key in ("g1", "h1")] == [(55, 33), (13, 33)]
    assert [table[key].base.elevation for key in ("g1", "h1")] == [4, 0], "over the locomotive; over the ground"


@proves("heist.train-pushes", "heist.aboard-definition")
def test_a_skimmer_that_hangs_over_the_edge_of_the_deck_is_left_behind_over_the_ground() -> None:
    """Its middle is over the deck but not its whole base: the train drives away under it, to x 20."""
    table = heist("blue skate a 13,31.5\nred Squad z 10,66")
    assert table["a1"].base.elevation == 1.5
    rounds_over(table)
    assert table.at("a1") == (13, 31.5)
    assert table["a1"].base.elevation == 0


@proves("heist.train-pushes", "heist.train-moves")
def test_nobody_aboard_is_carried_into_a_vtol_in_the_air() -> None:
    """The rider comes to (40,33): the dropship makes room, to the nearest place 3.5 cm off."""
    table = rounds_over(heist("blue Squad a 30,33\nred Gull g 40,33 airborne\nred Squad z 10,66"))
    assert table.at("a1") == (40, 33)
    x, y = table.at("g1")
    assert sqrt((x - 40) ** 2 + (y - 33) ** 2) == pytest.approx(3.5, abs=0.1)
    assert faults(table) == []


# -- chances ----------------------------------------------------------------------------------------------------------------


@proves("combat.no-automatic-results", "armour.side-zone", "weapon.heavy.others-join")
@pytest.mark.parametrize(("facing", "chance_of_it", "mean"), [("south", 0, 3), ("east", 1, 4)])
def test_the_odds_of_a_bastion_at_a_mule(facing: str, chance_of_it: float, mean: float) -> None:
    """Skill 1 against Dodge 1 never misses: 6 against 3 takes three of four, against 2 all of it; 3 against 3 is nothing."""
    found = chance(f"blue bastion a 20,20 north\nred mule b 20,40 {facing} systems=", "shoot:heavy:b")
    assert found.chance_removed() == pytest.approx(chance_of_it)
    assert found.mean_damage() == pytest.approx(mean)


@proves("weapon.flame.pins", "pin.roll")
def test_the_odds_of_four_burners_at_a_strider() -> None:
    """Eight dice at Dodge 1, none of which wounds Toughness 3; with Morale 8 only a 1 fails."""
    found = chance("blue purifiers a 20,20 x4\nred harrow b 23,26 systems=", "shoot:light:b")
    assert found.mean_damage() == 0
    assert found.chance_failed("pinned") == pytest.approx((1 - (1 / 6) ** 8) / 6)


@proves("cards.strafing-run", "command.side-armour", "cards.chaff-pods")
def test_the_odds_of_a_strafing_run_at_a_skate() -> None:
    """Five dice at Dodge 3, one wound each through the side; three of five at one half: 16 of 32."""
    table = at("blue Squad y 5,5\nred skate b 20,40 systems= played" + FAR, hands=("strafing-run", ""))
    table.play("play:strafing-run")
    assert odds.of(table.game, "b").chance_removed() == pytest.approx(1 / 2)


@proves("cards.orbital-lance", "command.attack-procedure")
def test_the_odds_of_an_orbital_lance_at_a_squad_in_cover() -> None:
    """Skill 1 against Dodge 2, no cover from above: five of six dice, one man each."""
    drawn = "blue Squad y 20,10\nred Squad b 20,40 x4 played\ncarriage 15,30,37,38.95" + FAR
    table = at(drawn, hands=("orbital-lance", "")).play("play:orbital-lance")
    found = odds.of(table.game, "b")
    assert found.mean_damage() == pytest.approx(5 / 3)


@proves("cc.like-shooting", "wounds.power-beats-toughness")
def test_the_odds_of_sabres_and_of_hooks() -> None:
    """Skill 2 against Dodge 2 never misses: three men. Hooks of Power 2 do nothing to Toughness 2."""
    sabre = chance("blue captain a 20,20\nred cohort b 20,22.25 x5", "strike:b")
    assert sabre.mean_damage() == pytest.approx(3)
    hooks = chance("blue Squad a 20,20 x3\nred purifiers b 20,22 x2 hunkered", "strike:b", a=HOOKS)
    assert hooks.mean_damage() == 0
