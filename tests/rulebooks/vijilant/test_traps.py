"""The traps at the end of the catalogue, one test each: where a hasty reading of the book goes wrong."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.test_missions import depot, heist, rounds_over
from tests.rulebooks.vijilant.test_transports import wrecked
from tests.rulebooks.vijilant.test_turns import THREE, played
from vanguard.core.clauses import load_catalogue
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

GUN = "gun: Gun, P {}, Sr {}, R 0-40"


def test_every_trap_of_the_catalogue_has_its_test_here() -> None:
    traps = load_catalogue("vijilant").notes["traps"]
    tests = sorted([name for name in globals() if name.startswith("test_trap_")])
    assert [name.split("_")[2] for name in tests] == [f"{number:02}" for number in range(1, len(traps) + 1)]
    assert len(traps) == 25


@proves("combat.to-hit", "wounds.power-beats-toughness", "transport.destroyed-on-land", "transport.destroyed-airborne")
def test_trap_01_hits_and_wounds_are_strictly_above() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 D={} T={}\nred Squad z 65,65"
    for dodge, toughness, face, dead in ((4, 1, 4, False), (4, 1, 5, True), (2, 2, 6, False), (2, 1, 5, True)):
        table = at(drawn.format(dodge, toughness), active="a", weapons={"a": (GUN.format(2, 1),)})
        assert (table.play("shoot:light:b", dice=f"gun {face}").alive("b") == []) is dead
    assert len(wrecked("Truck", "", 1).alive("a")) == 4, "Power 1 does nothing to T 1"
    assert wrecked("Gull", "airborne", 1).alive("a") == [], "Power 2 kills them"


@proves("combat.no-automatic-results")
def test_trap_02_a_natural_6_is_no_automatic_hit() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 D=6\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (GUN.format(2, 1),)}).play("shoot:light:b", dice="gun 6")
    assert table.alive("b") == ["b1"]


@proves("goodshot.one-model-per-turn")
def test_trap_03_goodshots_bind_the_whole_turn() -> None:
    drawn = "blue Squad a 20,20\nred Tank b 20,35 south D=0 T=3 H=20\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (GUN.format(7, 1),)})
    table.play("shoot:light:b", "b1:rifle", dice="gun 6").play("shoot:light:b", dice="gun 6")
    assert table.asked.clause == "wounds.system-or-wound", "the rifle is gone: an ordinary hit, for red to take"
    other = at(drawn, active="a", weapons={"a": (GUN.format(7, 1),)})
    other.play("shoot:light:b", "b1", dice="gun 6").play("shoot:light:b", dice="gun 6")
    assert other.keys == ["none", "b1"], "the same model, not one of its systems"


@proves("goodshot.no-carry-on")
def test_trap_04_left_over_goodshots_are_wasted() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x3\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (GUN.format(2, 3),)}).play("shoot:light:b", "b2", dice="gun 6 6 6")
    assert table.alive("b") == ["b1", "b3"]


@proves("goodshot.system-cannot-kill")
def test_trap_05_a_goodshot_at_a_system_takes_one_health_and_never_kills() -> None:
    drawn = "blue Squad a 20,20\nred Tank b 20,35 south D=0 T=3 wounds={}\nred Squad z 65,65"
    for wounds, after in ((0, 1), (5, 5)):
        table = at(drawn.format(wounds), active="a", weapons={"a": (GUN.format(9, 1),)})
        table.play("shoot:light:b", "b1:mobility", dice="gun 6")
        assert (table["b1"].lost, table["b1"].wounds, table.alive("b")) == (("mobility",), after, ["b1"])


@proves(
    "weapon.blast.no-goodshot", "cc.fire-into-melee-no-goodshot", "goodshot.must-be-visible", "command.attack-procedure"
)
def test_trap_06_blasts_melees_unseen_fire_and_commands_have_no_goodshots() -> None:
    squad = "blue Squad a 20,20\nred Squad b 20,{} 22.5,{}\nred Squad z 65,65"
    for drawn, weapon in (
        (squad.format(30, 30), "gun: Blast, P 2, Sr 1, R 0-40"),
        (squad.format(22, 22), GUN.format(2, 1)),
        (squad.format(40, 40) + "\nlocomotive 10,33,29,31", "gun: Gun, Indirect, P 2, Sr 1, R 0-40"),
    ):
        table = at(drawn, active="a", weapons={"a": (weapon,)}).play("shoot:light:b", dice="gun 6")
        assert table.asked.clause == "wounds.defender-allocates", weapon
    command = at(squad.format(40, 40), hands=("strafing-run", "")).play(
        "play:strafing-run", "b", dice="strafing-run 6 1 1 1 1"
    )
    assert command.asked.clause == "wounds.defender-allocates"


@proves("combat.weakest-dodge", "cover.stray-excluded", "wounds.defender-allocates")
def test_trap_07_the_weakest_dodge_sets_the_number_and_the_defender_picks_the_dead() -> None:
    drawn = "blue Squad a 20,10\nred Squad b 20,30 22.5,30 40,30\nred Squad z 65,65\ncarriage 15,25,26,28.95"
    table = at(drawn, active="a", weapons={"a": (GUN.format(2, 1),)}).play("shoot:light:b", dice="gun 3")
    assert table.play({"b1": 1}).alive("b") == ["b2", "b3"]
    assert table.asked.clause == "coherency.who-is-out"


@proves("cover.squad-shares", "cover.closer-to-target", "cover.touching")
def test_trap_08_one_covered_model_covers_the_squad_if_the_piece_is_nearer_to_it() -> None:
    """Touching cover: Dodge 4. With blue as near to the piece: Dodge 2. Touching the side of it: Dodge 2."""
    squad = "red Squad b 20,30 22.5,32 25,32 27.5,32\nred Squad z 65,65\ncarriage 18.5,21.5,26,28.95"
    for attacker, dodge in (("20,10", 4), ("20,25", 2), ("5,30", 2)):
        for face in (dodge, dodge + 1):
            table = at(f"blue Squad a {attacker}\n{squad}", active="a", weapons={"a": (GUN.format(2, 1),)})
            table.play("shoot:light:b", dice=f"gun {face}")
            assert (table.asked.clause == "wounds.defender-allocates") is (face > dodge), (attacker, face)


@proves("hunker.stacks-with-cover", "hunker.expires")
def test_trap_09_hunkering_is_not_cover_and_ends_when_the_card_is_played_even_saved() -> None:
    close = at("blue Squad a 20,20\nred Squad b 20,22 hunkered\nred Squad z 65,65", active="a", weapons={"a": ("hooks: CC, P 2, Sr 1",)})  # fmt: skip
    assert close.play("strike:b", dice="hooks 3").alive("b") == ["b1"]
    air = at("blue Flyer a 20,20\nred Squad b 20,30 hunkered\nred Squad z 65,65", active="a")
    assert air.play("shoot:light:b", dice="rifle 3").alive("b") == ["b1"]
    assert not at(THREE.replace("20,20", "20,20 hunkered")).play("save:a").unit("a").hunkered


@proves("pin.not-next", "pin.expires", "pin.carries-over", "pin.last-card-forfeit")
def test_trap_10_a_pin_bars_only_the_next_turn() -> None:
    table = at(THREE.replace("20,20", "20,20 pinned"))
    assert "play:a" not in table.keys
    assert "play:a" in played(table, "b", "x").keys
    over = at(THREE.replace("20,20", "20,20 pinned")).play("end", "end")
    assert "play:a" not in over.keys, "it carries over into the next round"
    assert at("blue Squad a 20,20 pinned\nred Squad x 20,60").keys == ["forfeit:a", "end"]


@proves("pin.trigger", "pin.after-casualties", "pin.highest-morale", "weapon.flame.pins", "pin.attacker-asks")
def test_trap_11_a_pin_test_follows_hits_after_casualties_with_the_best_surviving_morale() -> None:
    """The Prefect (Morale 7) dies: 3 + 6 is not enough. A Flame hit that wounds nobody forces the test all the same."""
    drawn = "blue Squad a 20,20\nred cohort b 20,30 x3\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, Pinning, P 2, Sr 1, R 0-40",)})
    table.play("shoot:light:b", {"b1": 1}, "yes", dice="gun 5 / pinning 3")
    assert table.unit("b").pinned >= 0
    flame = at(drawn, active="a", weapons={"a": ("gun: Flame, P 1, Sr 1, R 0-40",)})
    flame.play("shoot:light:b", dice="gun 5 / pinning 2")
    assert len(flame.alive("b")) == 3
    assert flame.unit("b").pinned >= 0


@proves("last-stand.had-turn", "last-stand.timing", "last-stand.one-action-limits")
def test_trap_12_last_stand_depends_on_the_card_and_fires_no_two_point_weapon() -> None:
    drawn = "blue Squad a 20,20 H=9\nred Squad b 20,30 x2 {}\nred Squad z 65,65"
    weapons = {
        "a": (GUN.format(2, 1),),
        "b": ("cannon: Gun, Heavy, P 7, Sr 1, R 0-40", "rifle: Gun, P 2, Sr 1, R 0-40"),
    }
    fresh = at(drawn.format("fresh"), active="a", weapons=weapons).play("shoot:light:b", {"b1": 1}, dice="gun 5")
    assert fresh.keys == ["nothing", "shoot:light:a"]
    spent = at(drawn.format("played"), active="a", weapons=weapons).play("shoot:light:b", {"b1": 1}, dice="gun 5")
    assert spent.asked.clause != "last-stand.when"


@proves("damage.unit-dead-card-flips", "skip.counts-in-hand", "damage.dead-card-in-hand-playable")
def test_trap_13_dead_units_do_not_cost_turns() -> None:
    table = at(THREE, weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-60",)})
    table.play("play:a", "shoot:light:x", "done", dice="gun 5").play("skip")
    played(table, "b", "y", "c", "z")
    assert table.battle.round == 3, "three turns each"


@proves("skip.save-a-card", "units.flyer.move-when-saved", "round.end-early")
def test_trap_14_saving_is_not_ending_the_round_and_a_saved_flyer_flies() -> None:
    table = at("blue Flyer a 35,10 north M=24\nblue Squad b 2,2\nred Squad z 65,65\nred Squad y 60,60")
    table.play("save:a", [[35, 34]], "save:z")
    assert table.asked.player == 0
    assert table.at("a1") == (35.0, 34.0)


@proves("units.flyer.no-cover", "units.flyer.sight-ignores-terrain", "heist.train-cover", "hunker.stacks-with-cover")
def test_trap_15_flyers_and_their_targets_have_no_cover_but_the_trains_and_hunkering_count() -> None:
    """On the moving train, hunkered, beside a locomotive: Dodge 2 + 1 + 1 against a flyer."""
    for face, dead in ((4, False), (5, True)):
        table = heist("blue Flyer a 45,20\nred Squad z 39.9,33 hunkered\nred Squad y 60,66", active="a")
        assert (table.play("shoot:light:z", dice=f"rifle {face}").alive("z") == []) is dead


@proves("ponderous.both-actions-same-line", "ponderous.pivot-last")
def test_trap_16_a_ponderous_unit_keeps_to_the_line_of_its_turns_start() -> None:
    table = at("blue Tank a 35,20 north M=8\nred Squad z 65,65", active="a").play("move", [[35, 24]], "move")
    with pytest.raises(Refused):
        table.play([[39, 24]])
    table.play([[35, 27, 90]])


@proves("movement.measure-front")
def test_trap_17_turning_round_costs_distance_and_reversing_does_not() -> None:
    truck = "blue Truck a 35,20 north M=10\nred Squad z 65,65"
    assert at(truck, active="a").play("move", [[35, 10, 90]]).at("a1") == (35.0, 10.0)
    with pytest.raises(Refused):
        at(truck, active="a").play("move", [[35, 10, 270]])


@proves(
    "ramming.automatic-hit", "ramming.killed-do-not-block", "ramming.survivor-blocks", "ramming.struck-model-takes-it"
)
def test_trap_18_a_ram_hits_without_a_roll_drives_over_the_dead_and_stops_at_a_survivor() -> None:
    drawn = "blue Tank a 35,20 north M=16\nred Squad b 35,24 45,24\nred Strider c 35,32 systems=\nred Squad z 65,65"
    table = at(drawn, active="a").play("ram", [[35, 36]])
    assert table.alive("b") == ["b2"]
    assert table["c1"].wounds == 2
    assert table.at("a1") == (35.0, 27.5)


@proves("transport.ground-must-slow-to-pick-up", "transport.ground-drop-free", "transport.flyer-drop")
def test_trap_19_loading_needs_a_stop_and_unloading_does_not() -> None:
    out = at("blue Truck t 20,20 north\nblue Squad a inside=t n=2\nred Squad z 65,65", active="a")
    assert out.can("unload")
    into = at("blue Truck t 20,20 north\nblue Squad a 23.25,20\nred Squad z 65,65", active="a")
    assert not into.can("load")


@proves("transport.bail-out-order", "transport.no-last-stand", "transport.skimmer-is-airborne")
def test_trap_20_passengers_are_hit_first_and_without_a_last_stand_and_skimmers_are_airborne() -> None:
    assert wrecked("Skiff", "slowed", 1).alive("a") == []
    assert len(wrecked("Gull", "landed", 1).alive("a")) == 4


@proves("weapon.cc.in-movement-action", "cc.extra-movement-action", "cc.locked-halves-movement")
def test_trap_21_two_moves_and_the_extra_one_with_the_attack() -> None:
    drawn = "blue Squad a 20,20 M=6\nred Squad b 20,38.5\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("hooks: CC, P 2, Sr 1",)})
    table.play("move", [[20, 26]], "move", [[20, 32]], "extra-move", [[20, 36.5]], dice="hooks 3")
    assert table.alive("b") == []
    locked = at("blue Squad a 20,20 M=6\nred Squad b 20,22\nred Squad z 65,65\nheap 15,25,10,21", active="a")
    assert locked.play("move", [[20, 17]]).at("a1") == (20.0, 17.0), "halved once"


@proves("deploy.no-cc-on-double", "depot.attacker-deployment")
def test_trap_22_a_double_entry_leaves_no_cc_and_a_single_one_does() -> None:
    drawn = "blue Squad a waiting M=7\nred Squad z 45,15 H=9\nred Squad y 45,8 H=9"
    weapons = {"a": ("hooks: CC, P 2, Sr 1",)}
    double = depot(drawn, weapons=weapons).play("play:a", "edge", [[43, 8]])
    assert double.asked.player == 1
    single = depot(drawn, weapons=weapons).play("play:a", "short", [[45, 6]])
    single.play("strike:y", dice="hooks 3")
    assert single["y1"].wounds == 1


@proves("command.side-armour", "armour.per-firing-model", "armour.side-zone")
def test_trap_23_commands_strike_the_side_and_the_line_itself_is_side() -> None:
    drawn = "blue Squad a 50,{}\nred Tank b 35,35 north H=9 systems=\nred Squad z 2,2"
    for y, toughness in ((37.5, 3), (37.6, 4), (32.5, 3), (32.4, 2)):
        table = at(drawn.format(y), active="a", weapons={"a": (GUN.format(5, 1),)}).play("shoot:light:b", dice="gun 5")
        assert table["b1"].wounds == 5 - toughness
    command = at(drawn.format(60), hands=("strafing-run orbital-lance", ""))
    command.play("play:orbital-lance", "b", dice="orbital-lance 5 1")
    assert command["b1"].wounds == 2 * 3


@proves("round.end-sequence", "depot.win-attacker", "heist.win-attacker")
def test_trap_24_win_checks_come_before_the_train_moves() -> None:
    """The unit is aboard at two round ends running; it has won before the train drives on again."""
    table = rounds_over(heist("blue Squad a 20,33\nred Squad z 10,66"), 2)
    assert table.game.standing.winner == 0
    assert table.battle.battlefield.offset == 20.0, "10 at the start, 10 after the first of the two"


@proves("start.later-rounds-opener", "round.end-early")
def test_trap_25_the_next_opener_did_not_take_the_last_turn() -> None:
    table = at(THREE)
    played(table, "a").play("end")
    played(table, "b", "c")
    assert (table.battle.round, table.asked.player) == (3, 1)
