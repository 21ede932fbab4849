"""Two or three rules at a time, worked out by hand from the book before the engine was asked; and their chances as fractions."""

from math import cos, radians, sin

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.test_more_worked_by_hand import FAR, GUN, HOOKS, chance, heist, points, refused
from vanguard import odds
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

STRONG = "gun: Gun, P 9, Sr 1, R 0-60"


# -- Dodge from several sides at once ---------------------------------------------------------------------------------------


@proves("cover.stray-excluded", "hunker.stacks-with-cover", "combat.weakest-dodge", "wounds.defender-allocates")
@pytest.mark.parametrize(("face", "hit"), [(3, False), (4, True)])
def test_a_hunkered_stray_sets_the_dodge_of_a_squad_behind_a_carriage(face: int, hit: bool) -> None:
    """b1 and b2 touch the carriage: 2 + 2 + 1. b3 is far off in the open: 2 + 1, and that counts for all; b1 may take the hit."""
    drawn = "blue Squad a 20,10\nred Squad b 20,30 22.5,30 40,30 hunkered\ncarriage 15,25,27,28.95" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice=f"gun {face}")
    assert (table.asked.clause == "wounds.defender-allocates") is hit
    if hit:
        assert table.play({"b1": 1}).alive("b") == ["b2", "b3"]
        assert table.clause == "coherency.who-is-out"


@proves("cards.smoke-curtain", "hunker.stacks-with-cover", "cc.ignore-cover")
@pytest.mark.parametrize(("face", "hurt"), [(3, 0), (4, 1)])
def test_in_close_combat_smoke_and_heap_are_nothing_and_hunkering_is_one(face: int, hurt: int) -> None:
    drawn = "blue Squad b 20,20 H=9 hunkered played\nred Squad x 20,22\nred Squad w 60,60\nheap 15,25,15,20.5"
    table = at(drawn, hands=("smoke-curtain", ""), weapons={"x": (HOOKS,)})
    table.play("play:smoke-curtain", "b", "play:x", "strike:b", dice=f"hooks {face}")
    assert table["b1"].wounds == hurt


@proves("cards.chaff-pods", "heist.train-cover", "heist.aboard-definition", "combat.dodge-modifiers")
@pytest.mark.parametrize(("y", "face", "hit"), [(13, 5, False), (13, 6, True), (16, 4, False), (16, 5, True)])
def test_a_skate_over_the_deck_has_the_trains_cover_and_its_chaff(y: int, face: int, hit: bool) -> None:
    """Dodge 3, the train 1, chaff 1 beyond 15 cm: 17.25 and 14.25 from edge to edge."""
    drawn = f"blue Squad a 20,{y}\nred skate b 20,33 south T=1 H=9 systems=" + FAR
    table = heist(drawn, active="a")
    assert (table.play("shoot:light:b", dice=f"rifle {face}")["b1"].wounds == 1) is hit


@proves("cc.fire-into-melee", "systems.sensors", "combat.no-automatic-results")
@pytest.mark.parametrize(("dodge", "hurt"), [(4, 1), (5, 0)])
def test_a_blind_walker_firing_into_a_melee_needs_a_six_that_beats_the_dodge(dodge: int, hurt: int) -> None:
    """Without sensors a 6 counts 5."""
    drawn = f"blue Strider a 40,22 lost=sensors\nblue Squad f 20,20\nred Squad b 20,22 D={dodge} H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice="gun 6")
    assert table["b1"].wounds == hurt


@proves("weapon.indirect.spotter", "transport.passengers-inactive")
@pytest.mark.parametrize(
    ("spotter", "face", "dead"), [("inside=t", 3, False), ("inside=t", 4, True), ("30,40", 3, True)]
)
def test_a_passenger_spots_for_nobody(spotter: str, face: int, dead: bool) -> None:
    n = " n=1" if "inside" in spotter else ""
    drawn = (
        f"blue Squad a 20,10\nblue Truck t 60,10 north\nblue Squad s {spotter}{n}\nred Squad b 20,40\nlocomotive 5,69,22,24"
        + FAR
    )
    table = at(drawn, active="a", weapons={"a": ("mortar: Indirect, P 2, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice=f"mortar {face}")
    assert (table.alive("b") == []) is dead


# -- wrecks, rams and Last Stands -------------------------------------------------------------------------------------------


@proves("last-stand.chain", "transport.destroyed-on-land", "ramming.killed-do-not-block", "last-stand.had-turn")
@pytest.mark.parametrize(("toughness", "left"), [(1, ["p1", "p2"]), (0, [])])
def test_the_man_a_truck_ran_down_shoots_it_from_behind_and_its_passengers_get_out(
    toughness: int, left: list[str]
) -> None:
    """P 2 beats the rear's 1: its last Health. In its own turn the truck has no Last Stand; power 1 spares Toughness 1."""
    drawn = (
        f"blue Truck a 35,20 north systems= wounds=3\nblue Squad p inside=a n=2 T={toughness}\nred Squad b 35,24 fresh"
        + FAR
    )
    table = at(drawn, active="a").play("ram", [[35, 30]], "shoot:light:a", dice="rifle 2")
    assert table.alive("a") == []
    assert table.alive("p") == left
    assert table.asked.player == 1


@proves(
    "ramming.armour-zone", "transport.destroyed-airborne", "units.vtol.airborne-or-landed", "ramming.survivor-blocks"
)
@pytest.mark.parametrize(
    ("gull", "end", "crew"),
    [
        ("north airborne", (35, 32), []),  # from behind: 5 - 1 = 4 of 4, and the crew falls with power 2
        ("north landed", (35, 32), ["p1", "p2"]),  # the same on the ground: power 1
        ("south airborne", (35, 23), None),  # from the front: 3 of 4, it blocks 5 cm off
    ],
)
def test_a_tank_runs_down_a_dropship_hovering_or_landed(
    gull: str, end: tuple[int, int], crew: list[str] | None
) -> None:
    drawn = f"blue Tank a 35,20 north M=12\nred Gull b 35,28 {gull} systems=\nred Squad p inside=b n=2" + FAR
    table = at(drawn, active="a").play("ram", [[35, 32]])
    assert table.at("a1") == end
    if crew is None:
        assert table["b1"].wounds == 3
        assert table.unit("p").inside == table.unit("b").index
    else:
        assert table.alive("p") == crew


@proves("cards.orbital-lance", "command.side-armour", "transport.destroyed-on-land", "transport.no-last-stand")
def test_an_orbital_lance_breaks_a_truck_by_its_side_and_its_troops_walk_away() -> None:
    """P 6 against 2: four of four. Dodge 1 and Skill 1: even a 1 hits. Nobody has had a turn: the truck alone stands its last."""
    drawn = "blue Squad y 20,20 H=9\nred Truck t 20,40 south systems=\nred Squad p inside=t n=3\nred Squad w 60,60"
    table = at(drawn, hands=("orbital-lance", "")).play("play:orbital-lance", "t", dice="orbital-lance 1 1")
    assert table.asked.clause == "last-stand.when"
    assert table.alive("p") == ["p1", "p2", "p3"], "out before the truck shoots"
    table.play("shoot:light:y", dice="rifle 3")
    assert table["y1"].wounds == 1
    assert "play:p" in table.keys


@proves("ramming.part-of-movement", "movement.dangerous", "ramming.killed-do-not-block")
def test_a_truck_that_rams_through_shards_rolls_when_its_way_is_done() -> None:
    """b dies on the way; then the shards cost the truck a wound whatever its armour."""
    drawn = "blue Truck a 35,20 north systems=\nred Squad b 35,25\nshardfall 30,40,23,24" + FAR
    table = at(drawn, active="a").play("ram", [[35, 29]], dice="danger 1")
    assert table.alive("b") == []
    assert (table.at("a1"), table["a1"].wounds) == ((35.0, 29.0), 1)


@proves("last-stand.no-escape", "transport.load-unload-cost", "last-stand.when")
def test_the_dead_may_board_and_are_removed_from_the_truck() -> None:
    drawn = "blue Squad a 20,10\nred Truck t 20,33.3 south slowed\nred Squad b 20,30 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice="gun 3")
    assert table.asked.clause == "last-stand.when"
    boarding = [key for key in table.keys if key.startswith("load")]
    table.play(boarding[0] if boarding else "nothing")
    assert not table.battle.is_alive(table.unit("b"))
    assert table.battle.card_flipped[table.battle.unit_card(table.unit("b")).index]


@proves("systems.mobility", "goodshot.system-cannot-kill", "units.flyer.no-contact", "cc.contact-needed")
def test_a_flyer_shot_down_by_a_goodshot_can_be_struck_by_the_same_squad() -> None:
    """A P 9 six at its mobility: one Health of three, grounded where it is. The axe (P 3) meets the front's 2: one more."""
    drawn = "blue Squad a 20,10 M=6\nred Flyer b 20,17 south systems=mobility" + FAR
    table = at(drawn, active="a", weapons={"a": (STRONG, "axe: CC, P 3, Sr 1")})
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    assert (table["b1"].wounds, table.unit("b").airborne) == (1, False)
    table.play("move", [[20, 14]], "b", dice="axe 5")
    assert table["b1"].wounds == 2


@proves("goodshot.one-model-per-turn", "cc.goodshot", "goodshot.no-carry-on")
def test_a_model_named_by_a_bullet_is_the_one_the_blades_sixes_must_strike_too() -> None:
    """The first six names b2, which lives; the second can only fall on b2 again, and the named model's owner is not asked."""
    drawn = "blue Squad a 20,20\nred Squad b 20,22 22.5,22 T=1 H=3" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("strike:b", "b2", dice="hooks 6")
    assert table["b2"].wounds == 1
    table.play("strike:b", dice="hooks 6")
    assert "b2" in table.keys
    assert "b1" not in table.keys
    table.play("b2")
    assert (table["b1"].wounds, table["b2"].wounds) == (0, 2)


# -- cards, pins and movement -----------------------------------------------------------------------------------------------


@proves("pin.not-next", "transport.own-turns", "pin.expires", "transport.no-cost-for-transport")
def test_troops_leave_a_pinned_truck_and_free_it_by_that() -> None:
    drawn = "blue Truck t 20,20 north pinned\nblue Squad p inside=t n=2\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn)
    assert "[pin.not-next]" in table.why_not("play:t")
    table.play("play:p", "unload:t", [[23.25, 20]], "done", "save:x")
    assert "play:t" in table.keys


@proves("transport.contact", "transport.unload-then-act")
@pytest.mark.parametrize(("gap", "room"), [(74, True), (72, True), (70.6, True), (70.3, False)])
def test_troops_squeeze_out_of_a_truck_through_the_one_gap_between_their_friends(gap: float, room: bool) -> None:
    """Friends stand all around, 3.25 cm from its middle. A man a tenth further out, still in contact, is 2 cm from both of his
    neighbours when they are 70.48 degrees apart: cos(35.24) = (3.25 x 3.25 + 3.35 x 3.35 - 4) / (2 x 3.25 x 3.35).
    """
    for turn in range(0, 360, 47):
        angles = [turn + gap / 2 + i * (360 - gap) / 7 for i in range(8)]
        places = [(35 + 3.25 * cos(radians(angle)), 35 + 3.25 * sin(radians(angle))) for angle in angles]
        friends = "\n".join([f"blue Squad f{i} {x:.4f},{y:.4f}" for i, (x, y) in enumerate(places)])
        table = at(f"blue Truck t 35,35 north\nblue Squad p inside=t n=1\n{friends}" + FAR, active="p")
        assert ("unload:t" in table.keys) is room, turn


@proves("pin.last-card-forfeit", "units.flyer.move-when-saved")
def test_a_pinned_flyer_that_is_forfeit_does_not_fly_and_a_saved_one_does() -> None:
    drawn = "blue Flyer f 35,10 north M=24{}\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn.format(" pinned"))
    assert table.keys == ["forfeit:f", "end"]
    assert table.play("forfeit:f").at("f1") == (35.0, 10.0)
    saved = at(drawn.format("")).play("save:f", [[35, 34]])
    assert saved.at("f1") == (35.0, 34.0)


@proves("cards.double-time", "deploy.default-edge", "deploy.costs-two-actions")
def test_double_time_lengthens_a_deployment_by_four() -> None:
    """Twice 6 + 2: the front of the base 16 cm in, its centre 15."""
    drawn = "blue Squad a waiting n=1 M=6\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn, hands=("double-time", "")).play("play:double-time", "a", "save:x", "play:a")
    assert refused(table, [[20, 15.1]]) in ("deploy.default-edge", "movement.up-to-m")
    assert table.play([[20, 15]]).at("a1") == (20.0, 15.0)
    assert table.asked.player == 1


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


@proves("cc.contact-needed", "movement.top-of-container", "cc.locked")
@pytest.mark.parametrize(("piece", "struck"), [("container", True), ("stack", False)])
def test_a_blade_reaches_the_rim_of_a_container_and_not_of_a_stack(piece: str, struck: bool) -> None:
    """b stands on it, a tenth from the edge of a's base; 2.5 cm up are within 3, 5 cm are not."""
    drawn = f"blue Squad a 20,17.7\nred Squad b 20,19.8\n{piece} 18,22,18.75,21.25" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS,)})
    assert ("strike:b" in table.keys) is struck


@proves("weapon.heavy.two-actions", "weapon.heavy.modified-by-card", "weapon.indirect.spotter")
def test_a_mule_drives_and_fires_its_rack_and_not_a_second_time() -> None:
    drawn = "blue mule a 20,10 north\nred Squad b 20,45 22.5,45" + FAR
    assert "shoot:light:b" in at(drawn, active="a").play("move", [[20, 15]]).keys, "one point is enough"
    table = at(drawn, active="a").play("shoot:light:b", dice="rocket-rack 1 1 1")
    assert points(table) == 1
    assert "shoot:light:b" not in table.keys


@proves("weapon.flame.pins", "cards.linked-minds", "pin.highest-morale", "pin.after-casualties")
@pytest.mark.parametrize(("y", "pinned"), [(30.25, False), (30.5, True)])
def test_linked_minds_reach_exactly_eight_from_who_is_left(y: float, pinned: bool) -> None:
    """8 cm between bases of 1 and 1.25: Morale 9 and a 1 is 10; beyond it 7 and a 1. The linesman who was nearer is dead."""
    drawn = f"blue cohort b 20,20 20,22.5\nblue overseer o 20,{y}\nred Squad x 30,20\nred Squad w 60,60"
    table = at(drawn, turn=1, weapons={"x": ("burner: Flame, P 2, Sr 1, R 0-60",)})
    table.play("play:x", "shoot:light:b", {"b2": 1}, "nothing", dice="burner 3 / pinning 1")
    assert table.alive("b") == ["b1"]
    assert (table.unit("b").pinned >= 0) is pinned


@proves("hunker.expires", "hunker.cost", "round.end-sequence")
def test_a_marker_is_gone_when_its_unit_was_not_played_for_a_round() -> None:
    """Hunkered in round 2, left in hand in round 3: in round 4 it is up again."""
    drawn = "blue Squad a 20,20\nblue Squad c 5,5\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn).play("play:a", "hunker", "done", "end", "end")
    assert (table.battle.round, table.unit("a").hunkered > 0) == (3, True)
    table.play("end", "end")
    assert (table.battle.round, table.unit("a").hunkered) == (4, 0)


@proves("armour.per-firing-model", "wounds.mixed-power", "wounds.by-difference")
def test_two_rifles_at_two_sides_of_a_truck_wound_each_by_its_own() -> None:
    """Truck north at 35,35, radius 2.25, T 3/2/1, P 3: at y 37.3 the front, nothing; at y 37.2 the side, one; at y 32.7 the rear, two."""
    drawn = "blue Squad a 50,37.3 52.5,37.2 50,32.7 52.5,34.9\nred Truck b 35,35 north H=20 systems=" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice="gun 2 / gun 2 2 / gun 2")
    assert table["b1"].wounds == 0 + 1 + 1 + 2


# -- chances by fractions ---------------------------------------------------------------------------------------------------


@proves("weapon.flame.pins", "pin.roll", "wounds.power-beats-toughness")
def test_the_odds_of_flames_that_cannot_hurt_and_may_pin() -> None:
    """Two dice, Dodge 1: five of six hit, 35/36 that one does; Morale 8 fails on a 1."""
    found = chance("blue Squad a 20,20\nred Strider b 20,27", "shoot:light:b", a="burner: Flame, P 2, Sr 2, R 0-8")
    assert found.chance_removed() == 0
    assert found.chance_failed("pinned") == pytest.approx(35 / 36 / 6)


@proves("wounds.by-difference", "armour.side-zone", "goodshot.on-large-model")
def test_the_odds_of_four_shots_at_the_side_of_a_worn_tank() -> None:
    """P 4 against 3: a wound each, Dodge 1; three of six Health are left: at least three of four hit."""
    found = chance(
        "blue Squad a 20,20\nred Tank b 35,20 north wounds=3 systems=", "shoot:light:b", a="gun: Gun, P 4, Sr 4, R 0-60"
    )
    p = 5 / 6
    assert found.chance_removed() == pytest.approx(p**4 + 4 * p**3 * (1 - p))


@proves("cover.touching", "hunker.stacks-with-cover", "combat.no-automatic-results")
@pytest.mark.parametrize(("skill", "chance_of_one"), [(0, 1 / 6), (1, 2 / 6), (-1, 0)])
def test_the_odds_at_a_hunkered_man_who_touches_a_carriage(skill: int, chance_of_one: float) -> None:
    """Dodge 5."""
    drawn = f"blue Squad a 20,10 S={skill}\nred Squad b 20,30 hunkered\ncarriage 15,25,26,28.95"
    found = chance(drawn, "shoot:light:b", a="gun: Gun, P 2, Sr 2, R 0-60")
    assert found.chance_removed() == pytest.approx(1 - (1 - chance_of_one) ** 2)


@proves("heist.bumping", "heist.train-cover", "combat.number-of-attacks")
def test_the_odds_of_a_strike_team_against_a_team_on_the_next_carriage() -> None:
    """Both aboard: Skill -1 against 3: a 5 or 6; three dice at one man."""
    table = heist(
        "blue Squad a 15,33\nred Squad b 30,33\nred Squad z 65,65",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 3, R 0-60",)},
    )
    assert odds.of(table.game, "shoot:light:b").chance_removed() == pytest.approx(1 - (4 / 6) ** 3)


@proves("wounds.mixed-power", "weapon.heavy.others-join", "wounds.one-model-per-shot")
def test_the_odds_of_a_tube_and_a_rifle_at_a_man_of_two_health() -> None:
    """Dodge 2. The tube (P 6) kills alone by 2/3; else two rifle shots (P 2 against 1, a wound each) must both hit: 1/3 x 4/9."""
    drawn = "blue Squad a 20,20\nred Squad b 20,30 H=2"
    table = at(
        drawn + FAR, active="a", weapons={"a": ("tube: Gun, Heavy, P 6, Sr 1, R 4-24", "rifle: Gun, P 2, Sr 2, R 0-24")}
    )
    assert odds.of(table.game, "shoot:heavy:b").chance_removed() == pytest.approx(2 / 3 + 1 / 3 * 4 / 9)
