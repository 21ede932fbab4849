"""Cards: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import APART, FAR, GUN, HOOKS, LIGHT_GUN, chance, heist, refused
from vanguard import odds
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")
BURNER = "burner: Flame, P 1, Sr 1, R 0-60"


@proves("weapon.range-and-minimum", "cc.locked-halves-movement")
def test_a_range_just_missed_reads_unlike_the_limit_and_a_locked_squad_is_told_half_its_move() -> None:
    drawn = "blue Squad a 10,10\nred Squad b 10,15.97\nred Strider c 13,10"
    table = at(drawn, active="a", weapons={"a": ("tube: Gun, P 6, Sr 1, R 4-24",)})
    assert table.why_not("shoot:light:b").startswith(
        "out of range: 3.97 cm to whoever can be hit, 4 to 24 cm are needed"
    )
    labels = {option.key: option.label for option in table.asked.options}
    assert labels["move"] == "Move 3 cm, locked in close combat"


@proves("weapon.range-and-minimum", "combat.range.per-weapon")
def test_the_nearest_model_that_can_be_hit_is_measured_for_the_minimum_too() -> None:
    """One of the squad 3 cm off keeps a weapon of minimum 4 silent; if it is hidden, the next one counts."""
    drawn = "blue Squad a 20,20\nred Squad b 20,25 20,30{}" + FAR
    weapons = {"a": ("tube: Gun, P 2, Sr 1, R 4-24",)}
    assert not at(drawn.format(""), active="a", weapons=weapons).can("shoot")
    hidden = "blue Squad a 20,20\nred Squad b 15,25 26,30\nlocomotive 8,18.9,22,23" + FAR
    table = at(hidden, active="a", weapons=weapons)
    assert table.can("shoot")


@proves("weapon.range-and-minimum", "combat.range.per-weapon")
@pytest.mark.parametrize(("y", "fires"), [(26.0, True), (25.9, False), (46.0, True), (46.1, False)])
def test_minimum_and_maximum_are_measured_from_edge_to_edge_and_both_count(y: float, fires: bool) -> None:
    """R 4-24 with bases of radius 1: middles 6 to 26 cm apart."""
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,{y}" + FAR, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 4-24",)}
    )
    assert table.can("shoot") is fires


@proves("skip.does-nothing")
def test_a_skip_card_is_told_and_nothing_else_happens() -> None:
    table = at(f"blue Squad a 20,20\n{APART}", hands=("skip", "")).play("skip")
    assert [event.key for event in table.game.events] == ["skips"]
    assert table.battle.turn is None
    assert not table.unit("a").had_turn
    assert table.asked.player == 1


@proves("skip.save-a-card", "cards.double-time", "round.end-sequence")
def test_double_time_spent_on_a_unit_that_is_then_saved_is_gone_in_the_next_round() -> None:
    drawn = "blue Squad a 20,20 M=6\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn, hands=("double-time", "")).play("play:double-time", "a", "save:x", "save:a", "save:w")
    table.play("play:a", "move")
    assert refused(table, [[26.1, 20]]) == "movement.up-to-m"
    table.play([[26, 20]])


@proves("skip.save-a-card", "units.flyer.move-when-saved")
def test_a_saved_flyer_flies_and_rams_nobody() -> None:
    table = at("blue Flyer a 20,20 north\nred Flyer b 20,34 south H=9" + FAR).play("save:a", [[20, 44]])
    assert (table.at("a1"), table["b1"].wounds) == ((20, 44), 0)


@proves("skip.save-a-card")
def test_a_saved_unit_on_the_ground_does_nothing_and_the_other_is_asked() -> None:
    table = at("blue Squad a 20,20\nblue Flyer f 40,20 landed" + FAR).play("save:f")
    assert (table.decider, table.at("f1")) == (1, (40, 20))


@proves("skip.save-a-card", "turn.free-card-choice")
def test_playing_and_saving_a_card_are_offered_by_their_own_rules() -> None:
    table = at(f"blue Squad a 20,20\n{APART}")
    assert table.option("play:a").clause == "turn.free-card-choice"
    assert table.option("save:a").clause == "skip.save-a-card"


@proves("cards.black-flag", "pin.after-casualties", "pin.highest-morale")
def test_the_flag_is_added_to_the_best_of_those_who_live() -> None:
    """Boarders near the Captain: 7 and 1 with the bosun, a 2 passes; 6 and 1 without him, a 2 pins."""
    for dead, pinned in (("a1", True), ("a2", False)):
        drawn = "blue boarders a 20,20 x4\nblue captain c 20,16\nred Squad x 20,30" + FAR
        table = at(drawn, active="x", weapons={"x": ("hook: Gun, Pinning, P 2, Sr 1, R 0-20",)})
        table.play("shoot:light:a", {dead: 1}, "yes", dice="hook 4 / pinning 2")
        assert (table.unit("a").pinned >= 0) is pinned


@proves("cards.dread-chorus", "los.enemy-models-block")
@pytest.mark.parametrize(("b", "why"), [("34.25,20", ""), ("34.27,20", "12 cm"), ("20,29", "out of sight")])
def test_the_chorus_is_sung_at_whom_she_sees_within_twelve(b: str, why: str) -> None:
    """From 1.25 and 1 cm of base to the hundredth that is given; and not past a truck."""
    table = at(f"blue overseer a 20,20\nred Truck c 20,24.5 south\nred Squad b {b}" + FAR, active="a")
    if why:
        assert why in table.why_not("special:dread-chorus:b")
    else:
        assert "special:dread-chorus:b" in table.keys


@proves("cards.dread-chorus", "pin.once-per-attack")
def test_whoever_the_chorus_cannot_be_sung_at_is_told_why() -> None:
    for enemy, why in (
        ("Flyer b 20,30", "is in the air"),
        ("Squad b 20,30 pinned", "is pinned already [pin.once-per-attack]"),
        ("Squad b 20,40", "no model within 12 cm"),
    ):
        table = at(f"blue overseer a 20,20\nred {enemy}\n{APART}", active="a")
        assert why in table.why_not("special:dread-chorus:b"), enemy


@proves("cards.chaff-pods", "heist.train-cover", "heist.aboard-definition", "combat.dodge-modifiers")
@pytest.mark.parametrize(("y", "face", "hit"), [(13, 5, False), (13, 6, True), (16, 4, False), (16, 5, True)])
def test_a_skate_over_the_deck_has_the_trains_cover_and_its_chaff(y: int, face: int, hit: bool) -> None:
    """Dodge 3, the train 1, chaff 1 beyond 15 cm: 17.25 and 14.25 from edge to edge."""
    drawn = f"blue Squad a 20,{y}\nred skate b 20,33 south T=1 H=9 systems=" + FAR
    table = heist(drawn, active="a")
    assert (table.play("shoot:light:b", dice=f"rifle {face}")["b1"].wounds == 1) is hit


@proves("cards.chaff-pods", "command.attack-procedure")
def test_chaff_does_nothing_against_a_command_card() -> None:
    """Dodge 3: a 4 hits from nowhere, as it would not from more than 15 cm away."""
    drawn = "blue Squad q 5,5\nred skate k 50,50 systems=" + FAR
    table = at(drawn, hands=("strafing-run", "")).play("play:strafing-run", "k", dice="strafing-run 4 3 1 1 1")
    assert table["k1"].wounds == 1


@proves("cards.chaff-pods", "combat.dodge-modifiers")
@pytest.mark.parametrize(("y", "face", "hit"), [(32.75, 4, True), (32.9, 4, False), (32.9, 5, True)])
def test_chaff_confuses_whoever_is_further_than_15_cm(y: float, face: int, hit: bool) -> None:
    """Skate, radius 1.75, Dodge 3: 15 cm from a trooper is 17.75 between the centres."""
    drawn = f"blue Squad a 20,15\nred skate b 20,{y} south T=1 systems=" + FAR
    assert (at(drawn, active="a").play("shoot:light:b", dice=f"rifle {face}")["b1"].wounds == 1) is hit


@proves("cards.long-range", "combat.dodge-modifiers", "combat.range.per-weapon")
def test_long_range_counts_for_each_rifle_by_itself() -> None:
    """Linesmen 17.9 and 18.1 cm off: a 3 of the near one hits Dodge 2, a 3 of the far one does not."""
    drawn = "blue cohort a 40,5 20,10.1 22,9.9\nred Hero b 20,30.25 D=2 T=0 H=9 radius=1.25\nred Squad z 65,65"
    table = at(drawn, active="a")
    gaps = [table.battle.gap(table[key], table["b1"]) for key in ("a2", "a3")]
    assert gaps[0] < 18 < gaps[1]
    table.play("shoot:light:b", dice="service-rifle 3 / service-rifle 3")
    assert table["b1"].wounds == 2


@proves("cards.long-range", "combat.number-of-attacks")
def test_the_odds_of_rifles_at_two_distances() -> None:
    """Two near (two of three hit) and two far (one of two): 7/3 on the average."""
    drawn = "blue cohort a 2,2 20,12 22.5,12 20,9 22.5,9\nred Squad b 20,30 x9"
    assert chance(drawn, "shoot:light:b").mean_damage() == pytest.approx(7 / 3)


@proves("cards.long-range")
def test_the_odds_of_two_rifles_one_of_them_a_hair_too_far() -> None:
    """At 18 cm two of three hit, at 18.2 one of two."""
    found = chance("blue cohort a 2,2 20,10 22.5,9.8\nred Squad b 20,30 x2", "shoot:light:b")
    assert found.chance_removed() == pytest.approx(1 / 3)
    assert found.mean_damage() == pytest.approx(7 / 6)


@proves("cards.long-range")
def test_a_weapon_without_a_long_range_has_none() -> None:
    table = at("blue Squad a 20,20\nred Squad b 20,55 D=2 H=9" + FAR, active="a", weapons={"a": (GUN,)})
    assert table.play("shoot:light:b", dice="gun 3")["b1"].wounds == 1


@proves("cards.long-range")
@pytest.mark.parametrize(("y", "modifiers"), [(38.0, []), (38.1, ["Long range"])])
def test_long_range_begins_beyond_the_printed_distance(y: float, modifiers: list[str]) -> None:
    """Two bases of radius 1: centres 18 cm apart are 16 cm."""
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,{y} D=1\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40, Long 16",)},
    )
    table.play("shoot:light:b", dice="gun 1")
    [event] = table.events("dice")
    assert event.dice is not None
    assert bool([it for it in event.dice.modifiers if it.clause == "cards.long-range"]) is bool(modifiers)


@proves("cards.long-range", "combat.dodge-modifiers")
def test_long_range_counts_for_the_dice_of_those_who_are_far_alone() -> None:
    """Edges 18 and 18.16 cm away, Long 18: a 3 hits from near and misses from far."""
    gun = {"a": ("gun: Gun, P 2, Sr 1, R 0-24, Long 18",)}
    drawn = "blue Squad a 20,20 22.5,20\nred Squad b 20,40 H=9" + FAR
    table = at(drawn, active="a", weapons=gun).play("shoot:light:b", dice="gun 3 / gun 3")
    assert table["b1"].wounds == 1


@proves("cards.orbital-lance", "command.attack-procedure")
def test_the_odds_of_an_orbital_lance_at_a_squad_in_cover() -> None:
    """Skill 1 against Dodge 2, no cover from above: five of six dice, one man each."""
    drawn = "blue Squad y 20,10\nred Squad b 20,40 x4 played\ncarriage 15,30,37,38.95" + FAR
    table = at(drawn, hands=("orbital-lance", "")).play("play:orbital-lance")
    found = odds.of(table.game, "b")
    assert found.mean_damage() == pytest.approx(5 / 3)


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


@proves("cards.orbital-lance", "cc.fire-into-melee", "command.side-armour", "weapon.blast.no-goodshot")
def test_an_orbital_lance_into_a_melee_needs_a_natural_6_and_strikes_the_side() -> None:
    """A tank (4/3/2) in contact with one of ours: a 5 and Skill 1 misses, a 6 hits for 6 - 3 wounds."""
    drawn = "blue Squad a 20,20\nred Tank x 20,23.5 north played systems= H=9"
    table = at(drawn, hands=("orbital-lance", "")).play("play:orbital-lance", "x", dice="orbital-lance 5 6")
    assert table["x1"].wounds == 3


@proves("cards.orbital-lance", "heist.train-cover", "hunker.stacks-with-cover")
@pytest.mark.parametrize(("face", "dead"), [(3, False), (4, True)])
def test_a_hunkered_squad_aboard_has_4_against_an_orbital_lance(face: int, dead: bool) -> None:
    """2, the train 1, hunkered 1; the lance has Skill 1."""
    table = heist("blue Squad y 2,2\nred Squad b 20,33 hunkered played\nred Squad x 60,66", hands=("orbital-lance", ""))
    table.play("play:orbital-lance", "b", dice=f"orbital-lance {face} 1")
    assert (table.alive("b") == []) is dead


@proves("cards.strafing-run", "command.side-armour", "cards.chaff-pods")
def test_the_odds_of_a_strafing_run_at_a_skate() -> None:
    """Five dice at Dodge 3, one wound each through the side; three of five at one half: 16 of 32."""
    table = at("blue Squad y 5,5\nred skate b 20,40 systems= played" + FAR, hands=("strafing-run", ""))
    table.play("play:strafing-run")
    assert odds.of(table.game, "b").chance_removed() == pytest.approx(1 / 2)


@proves("cards.strafing-run", "units.flyer.no-cover", "command.side-armour")
def test_a_strafing_run_at_a_flyer_over_a_melee_is_no_fire_into_it() -> None:
    """Dodge 4: 5s hit; P 3 against the side's 2: one wound each."""
    drawn = "blue Squad a 20,20\nred Squad b 20,22 played\nred Flyer x 20,23 played systems= H=9"
    table = at(drawn, hands=("strafing-run", "")).play("play:strafing-run", "x", dice="strafing-run 4 5 5 4 1")
    assert table["x1"].wounds == 2


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


@proves("cards.shared-purpose", "cards.linked-minds", "pin.roll")
def test_purpose_adds_to_the_morale_lent_by_the_overseer() -> None:
    """Morale 9 from her and 2: even a 1 gives 12; a trooper far off has 6 and 2, a 1 gives 9."""
    for place, pinned in (("20,24", False), ("60,20", True)):
        drawn = f"blue Squad a {place}\nblue overseer o 20,20\nred Squad x 35,40\nred Squad w 50,60"
        table = at(drawn, hands=("shared-purpose", ""), weapons={"x": (BURNER,)})
        table.play("play:shared-purpose", "a:morale", "play:x", "shoot:light:a", dice="burner 5 / pinning 1")
        assert (table.unit("a").pinned >= 0) is pinned


@proves("cards.shared-purpose", "turn.two-action-points")
def test_the_skill_of_shared_purpose_counts_for_every_die_of_the_turn() -> None:
    """Bastion, Skill 1 and 1, against Dodge 3: 2s hit, in both of two attacks."""
    drawn = "blue bastion a 20,20 north\nred Squad x 20,40 D=3 H=99 T=0 played\nred Squad w 50,60"
    table = at(drawn, hands=("shared-purpose", "")).play("play:shared-purpose", "a:skill", "save:w", "play:a")
    table.play("shoot:light:x", dice="sponson-repeater 2 1")
    assert table["x1"].wounds == 3
    table.play("shoot:light:x", dice="sponson-repeater 1 2")
    assert table["x1"].wounds == 6


@proves("cards.smoke-curtain", "hunker.stacks-with-cover", "cc.ignore-cover")
@pytest.mark.parametrize(("face", "hurt"), [(3, 0), (4, 1)])
def test_in_close_combat_smoke_and_heap_are_nothing_and_hunkering_is_one(face: int, hurt: int) -> None:
    drawn = "blue Squad b 20,20 H=9 hunkered played\nred Squad x 20,22\nred Squad w 60,60\nheap 15,25,15,20.5"
    table = at(drawn, hands=("smoke-curtain", ""), weapons={"x": (HOOKS,)})
    table.play("play:smoke-curtain", "b", "play:x", "strike:b", dice=f"hooks {face}")
    assert table["b1"].wounds == hurt


@proves("cards.smoke-curtain", "hunker.stacks-with-cover", "combat.no-automatic-results")
def test_cover_hunkering_and_smoke_together_are_more_than_a_6() -> None:
    """2 + 2 + 1 + 1 = 6: Skill 0 cannot hit at all, Skill 1 hits on a 6, which is a goodshot."""
    drawn = "blue Squad a 20,20 hunkered\nblue Squad y 2,2\nred Squad x 20,40 S={}\nred Squad w 60,60\ncarriage 15,25,21.05,24"
    for skill, dead in ((0, False), (1, True)):
        table = at(drawn.format(skill), hands=("smoke-curtain", ""), weapons={"x": (LIGHT_GUN,)})
        table.play("play:smoke-curtain", "a", "play:x", "shoot:light:a", *(("nothing",) if dead else ()), dice="gun 6")
        assert (table.alive("a") == []) is dead


@proves("cards.double-time", "transport.unload-then-act")
def test_whoever_rides_runs_faster_once_it_is_out() -> None:
    drawn = "blue Truck t 20,20 north played\nblue Squad a inside=t n=1" + FAR
    table = at(drawn, hands=("double-time", "skip skip"))
    table.play("play:double-time", "a", "skip", "play:a", "unload:t", [[20, 23.25]], "move")
    assert "moves up to 8 cm" in table.prompt
    assert table.play([[20, 31.25]]).at("a1") == (20, 31.25)


@proves("cards.double-time", "deploy.default-edge", "deploy.costs-two-actions")
def test_double_time_lengthens_a_deployment_by_four() -> None:
    """Twice 6 + 2: the front of the base 16 cm in, its centre 15."""
    drawn = "blue Squad a waiting n=1 M=6\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn, hands=("double-time", "")).play("play:double-time", "a", "save:x", "play:a")
    assert refused(table, [[20, 15.1]]) in ("deploy.default-edge", "movement.up-to-m")
    assert table.play([[20, 15]]).at("a1") == (20.0, 15.0)
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


@proves("cards.double-time", "units.flyer.move-when-saved", "units.flyer.full-move")
@pytest.mark.parametrize("how", ["play", "save"])
def test_a_flyer_in_double_time_flies_26_and_nothing_else_saved_or_not(how: str) -> None:
    drawn = "blue Flyer a 35,10 north\nred Squad z 60,60\nred Squad w 50,60"
    table = at(drawn, hands=("double-time", "")).play("play:double-time", "a", "save:z", f"{how}:a")
    if how == "play":
        table.play("fly")
    assert refused(table, [[35, 34]]) == "units.flyer.full-move"
    assert table.play([[35, 36]]).at("a1") == (35, 36)


@proves("cards.double-time", "deploy.cheaper-entries")
def test_a_skate_set_down_for_nothing_drives_16_in_double_time() -> None:
    drawn = "blue skate a waiting\nred Squad z 60,60\nred Squad w 50,60"
    table = at(drawn, hands=("double-time", "")).play("play:double-time", "a", "save:z", "play:a", [[20, 1.75, 90]])
    assert refused(table, "move", [[20, 17.8, 90]]) == "movement.up-to-m"
    assert table.play([[20, 17.75, 90]]).at("a1") == (20, 17.75)


@proves("cards.patch-kit", "systems.mobility", "units.vtol.airborne-or-landed")
def test_a_grounded_dropship_that_is_patched_takes_off_again() -> None:
    drawn = "blue gull t 20,20 north landed lost=mobility wounds=2\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn, hands=("patch-kit", "")).play("play:patch-kit", "t:mobility", "save:x")
    assert (table["t1"].lost, table["t1"].wounds, table.unit("t").airborne) == ((), 1, False)
    table.play("play:t", "move", [[20, 32]])
    assert table.unit("t").airborne


@proves("cards.grapple-down", "skip.save-is-final")
def test_a_unit_that_was_saved_may_be_grappled_down_and_has_had_its_turn() -> None:
    drawn = "blue Truck t 20,20 north played\nblue Squad a inside=t n=1" + FAR
    table = at(drawn, hands=("grapple-down", "skip skip"))
    table.play("save:a", "skip", "play:grapple-down", "a", [[20, 23.25]])
    assert table.alive("a") == ["a1"]
    assert table.unit("a").had_turn


@proves("cards.grapple-down", "last-stand.had-turn", "last-stand.when")
def test_a_unit_grappled_down_has_not_had_its_turn() -> None:
    """It may be shot before its card is played, and then stands and dies fighting."""
    drawn = "blue Gull t 20,20 north\nblue Squad a inside=t n=2\nblue Squad y 2,2\nred Squad x 35,20\nred Squad w 50,60"
    table = at(drawn, hands=("grapple-down", ""), weapons={"x": (LIGHT_GUN,)})
    table.play("play:grapple-down", "a", [[23.5, 20]], "play:x", "shoot:light:a", {"a1": 1}, dice="gun 5")
    assert (table.asked.clause, table.asked.player) == ("last-stand.when", 0)
