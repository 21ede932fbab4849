"""The small print: exact limits, what is left as it was, and the clause by which each thing is asked, told or refused."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from tests.rulebooks.vijilant.test_coherency import walled_in
from tests.rulebooks.vijilant.test_missions import depot, heist, rounds_over
from tests.rulebooks.vijilant.test_set_up import ON_TRAIN, SUBCARDS, battle_of, play, started
from tests.rulebooks.vijilant.test_set_up import heist as heist_set_up
from tests.rulebooks.vijilant.test_worked_by_hand import FAR, GUN, points, refusal
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.coherency import in_coherency, is_coherent
from vanguard.rulebooks.vijilant.setup import riders
from vanguard.rulebooks.vijilant.state import CONTAINERS, EMBARKED, OPENING, REMOVED, TRAIN_SETUP
from vanguard.testing import scripts
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

LOB = "lob: Indirect, P 2, Sr 1, R 0-60"
AXE = "axe: CC, P 2, Sr 1"
HOOK = "hook: Gun, Pinning, P 2, Sr 1, R 0-40"


def told(table: Table) -> list[str]:
    return [event.key for event in table.game.events]


# -- cards, turns, rounds -----------------------------------------------------------------------------------------------------


@proves("round.end-sequence", "start.later-rounds-opener")
@pytest.mark.parametrize(("first", "cards"), [(1, ("save:z", "save:a")), (0, ("save:a", "save:z"))])
def test_the_opener_is_remembered_through_rounds_without_a_turn(first: int, cards: tuple[str, str]) -> None:
    """The other takes the last turn of round 1, so the first opens round 2; nobody plays, so they open round 3 too."""
    table = at("blue Squad a 20,20" + FAR, round=1, turn=first).play(*cards)
    assert (table.battle.round, table.decider) == (2, first)
    table.play("end", "end")
    assert (table.battle.round, table.decider) == (3, first)
    table.play("end", "end")
    assert (table.battle.round, table.decider) == (4, first)


@proves("round.end-sequence", "round.end-early")
def test_in_the_next_round_both_play_again_with_all_their_cards() -> None:
    table = at("blue Squad a 20,20\nblue Squad b 30,20" + FAR).play("play:a", "done", "end", "end")
    assert table.battle.out == (False, False)
    table.play("save:z")
    assert {"play:a", "play:b"} <= set(table.keys)
    assert not table.unit("a").had_turn


@proves("turn.finish-face-down", "command.reuse-on-card")
@pytest.mark.parametrize(("card", "target", "spent"), [("smoke-curtain", "a", 1), ("double-time", "a", 0)])
def test_only_a_single_use_card_is_told_as_spent(card: str, target: str, spent: int) -> None:
    table = at("blue Squad a 20,20" + FAR, hands=(card, "skip")).play(f"play:{card}", target)
    assert told(table).count("spent") == spent


@proves("skip.save-a-card", "units.flyer.move-when-saved")
def test_a_saved_flyer_flies_and_rams_nobody() -> None:
    table = at("blue Flyer a 20,20 north\nred Flyer b 20,34 south H=9" + FAR).play("save:a", [[20, 44]])
    assert (table.at("a1"), table["b1"].wounds) == ((20, 44), 0)


@proves("skip.save-a-card")
def test_a_saved_unit_on_the_ground_does_nothing_and_the_other_is_asked() -> None:
    table = at("blue Squad a 20,20\nblue Flyer f 40,20 landed" + FAR).play("save:f")
    assert (table.decider, table.at("f1")) == (1, (40, 20))


@proves("turn.action-menu", "turn.two-action-points")
def test_a_turn_goes_on_until_its_points_are_spent() -> None:
    table = at("blue Squad a 20,20" + FAR, active="a")
    assert (table.clause, table.prompt) == ("turn.action-menu", "Squad a: 2 points left")
    table.play("move", [[20, 22]])
    assert (table.clause, table.prompt) == ("turn.action-menu", "Squad a: 1 point left")
    assert table.play("hunker").decider == 1


# -- movement -----------------------------------------------------------------------------------------------------------------


@proves("movement.up-to-m", "cc.extra-movement-action")
def test_a_move_and_the_extra_move_are_asked_for_by_their_own_rules() -> None:
    table = at("blue Squad a 20,20 M=6\nred Squad b 20,34" + FAR, active="a", weapons={"a": (AXE,)}).play("move")
    assert (table.clause, table.prompt) == ("movement.up-to-m", "Squad a moves up to 6 cm")
    table.play([[20, 24]], "move", [[20, 28]], "extra-move")
    assert (table.clause, table.prompt) == ("cc.extra-movement-action", "Squad a moves up to 6 cm into contact")


@proves("cc.locked-halves-movement", "movement.up-to-m")
@pytest.mark.parametrize(("card", "y", "half"), [("Squad", 22, "3"), ("Truck", 23.25, "5")])
def test_whoever_is_locked_is_told_why_it_moves_half(card: str, y: float, half: str) -> None:
    table = at(f"blue {card} a 20,20\nred Squad b 20,{y}" + FAR, active="a").play("move")
    assert table.prompt == f"{card} a moves up to {half} cm, half its Move: it is locked in close combat"
    assert refusal(table, [[20, 8]]) == "cc.locked-halves-movement"
    assert refusal(table, [[20, 26]]) == "movement.through-models", "that is another matter"
    free = at(f"blue {card} a 20,20" + FAR, active="a").play("move")
    assert refusal(free, [[20, 45]]) == "movement.up-to-m", "and so is that"


@proves("movement.dangerous", "movement.up-to-m", "deploy.default-edge")
@pytest.mark.parametrize("card", ["Squad", "Truck"])
def test_whoever_walks_or_drives_in_or_on_through_shards_rolls(card: str) -> None:
    table = at(f"blue {card} a waiting n=1 M=8 H=3\nshardfall 10,30,5,7\nshardfall 10,30,16,17" + FAR)
    table.play("play:a", [[20, 12]], dice="danger 1").play("save:z")
    assert table["a1"].wounds == 1
    assert table.battle.round == 3
    table.play("play:a" if table.decider == 0 else "save:z")
    if table.decider == 0 and table.clause != "turn.action-menu":
        table.play("play:a")
    table.play("move", [[20, 19]], dice="danger 1")
    assert table["a1"].wounds == 2


@proves("movement.dangerous")
def test_whoever_dies_of_shards_is_removed_and_its_card_flipped() -> None:
    table = at("blue Squad a 20,20\nblue Squad b 40,20\nshardfall 15,25,21,23" + FAR, active="a")
    table.play("move", [[20, 25]], dice="danger 1")
    assert table["a1"].fate == REMOVED
    assert table.battle.card_flipped[table.battle.unit_card(table.unit("a")).index]
    assert table.events("dangers")[0].dice is not None


@proves("ponderous.pivot-last")
def test_a_tank_that_has_pivoted_may_stay_where_it_is_and_nothing_else() -> None:
    table = at("blue Tank a 35,20 north M=8" + FAR, active="a").play("move", [[35, 22, 0]], "move")
    assert refusal(table, [[35, 23]]) == "ponderous.pivot-last"
    assert refusal(table, [[35, 22, 90]]) == "ponderous.pivot-last"
    table.play([[35, 22]])
    assert (table.at("a1"), table["a1"].base.facing) == ((35, 22), 0.0)


@proves("ponderous.pivot-last")
def test_a_tank_that_has_not_pivoted_drives_on_and_pivots_then() -> None:
    table = at("blue Tank a 35,20 north M=8" + FAR, active="a").play("move", [[35, 24]], "move", [[35, 26, 0]])
    assert (table.at("a1"), table["a1"].base.facing) == ((35, 26), 0.0)


@proves("ponderous.straight-only", "ponderous.pivot-last", "deploy.default-edge")
def test_a_tank_that_drives_in_has_no_turn_behind_it() -> None:
    table = at("blue Tank a waiting\nblue Squad b 60,30" + FAR).play("play:a", [[20, 8]])
    assert table.at("a1") == (20, 8)
    assert refusal(at("blue Tank a waiting\nblue Squad b 60,30" + FAR).play("play:a"), [[20, 2.6], [24, 8]]) == (
        "ponderous.straight-only"
    )


@proves("heist.defender-starts-on-train")
def test_only_a_vehicle_that_started_aboard_is_kept_from_coming_back_and_one_that_left_is_off_for_good() -> None:
    drawn = "blue Truck a 26,33 north M=60 started-aboard\nred Squad z 10,66"
    assert refusal(heist(drawn, active="a").play("move"), [[26, 40], [26, 33]]) == "heist.defender-starts-on-train"
    along = heist(drawn, active="a").play("move", [[30, 33], [20, 33], [20, 40]])
    assert not along.unit("a").on_deck
    assert refusal(along.play("move"), [[20, 33]]) == "units.vehicle.barred-by-terrain"
    skiff = heist("blue Skiff a 26,33 north M=60\nred Squad z 10,66", active="a")
    assert skiff.play("move", [[26, 40], [26, 33]]).at("a1") == (26, 33), "whoever hovers comes and goes"
    ground = at("blue Truck a 26,33 north started-aboard" + FAR, active="a").play("move", [[26, 40]])
    assert ground.at("a1") == (26, 40), "where there is no train there is nothing to come back to"


@proves("heist.defender-starts-on-train")
def test_a_way_that_grazes_off_the_deck_and_on_again_is_refused_however_it_is_cut() -> None:
    drawn = "blue Truck a 26,33 north M=90 started-aboard\nred Squad z 10,66"
    for way in ([[26, 38], [22, 38], [22, 33]], [[26, 38], [26, 28]], [[20, 33], [20, 38], [16, 33]]):
        assert refusal(heist(drawn, active="a").play("move"), way) == "heist.defender-starts-on-train"


# -- coherency ----------------------------------------------------------------------------------------------------------------


@proves("coherency.cannot-restore", "coherency.must-restore", "turn.action-menu")
def test_after_a_passed_test_a_split_squad_moves_as_it_likes_and_tests_no_more() -> None:
    """a1 is walled in; a2 is far off and its way is blocked by a wall, so nothing can be closed."""
    drawn = f"blue Squad a 25,40 30,20 M=6\n{walled_in(25, 40)}\nlocomotive 26,34,21.01,25\nlocomotive 25,28,15,25\nlocomotive 32,35,15,25"
    table = at(drawn + FAR).play("play:a", dice="pinning 5")
    assert points(table) == 2
    table.play("move", {"path": [[25, 40]], "models": {"a2": [[30, 16]]}})
    assert table.at("a2") == (30, 16)
    assert points(table) == 1


@proves("coherency.must-restore")
def test_a_squad_that_can_be_whole_again_may_not_end_its_move_split() -> None:
    """10 cm apart with Move 6: 4 cm from either side would do."""
    table = at("blue Squad a 20,20 32,20 M=6" + FAR).play("play:a", "move")
    assert refusal(table, {"path": [[21, 20]], "models": {"a2": [[31, 20]]}}) == "coherency.must-restore"
    table.play({"path": [[24, 20]], "models": {"a2": [[28, 20]]}})
    assert is_coherent(table.battle, table.unit("a"))


@proves("coherency.must-restore", "coherency.cannot-restore")
def test_a_squad_too_far_apart_may_come_as_close_as_it_can_by_hand() -> None:
    """38 cm apart with Move 6: 26 are left after the first action, a little more than that is refused."""
    table = at("blue Squad a 10,20 50,20 M=6" + FAR).play("play:a", "move")
    assert refusal(table, {"path": [[15.8, 20]], "models": {"a2": [[44, 20]]}}) == "coherency.must-restore"
    table.play({"path": [[16, 20]], "models": {"a2": [[44, 20]]}})
    assert (table.at("a1"), table.at("a2"), points(table)) == ((16, 20), (44, 20), 1)


@proves("coherency.who-is-out")
def test_of_parts_of_different_size_nobody_is_asked() -> None:
    """a3 dies: a1 and a2 are left on one side, a4 and a5 alone on two others."""
    drawn = "blue Squad q 20,40\nred Squad a 20,20 22.5,20 26.5,20 31,20 26.5,15.5 26.5,24.5"
    table = at(drawn + FAR, active="q", weapons={"q": (GUN,)}).play("shoot:light:a", {"a3": 1}, dice="gun 5")
    assert table.clause == "turn.action-menu"
    assert [model.key for model in in_coherency(table.battle, table.unit("a"))] == ["a1", "a2"]


@proves("coherency.who-is-out")
def test_a_squad_that_is_whole_after_its_losses_names_nothing() -> None:
    drawn = "blue Squad q 20,40\nred Squad a 20,20 22.5,20 25,20"
    table = at(drawn + FAR, active="q", weapons={"q": (GUN,)}).play("shoot:light:a", {"a3": 1}, dice="gun 5")
    assert table.clause == "turn.action-menu"


# -- shooting -----------------------------------------------------------------------------------------------------------------


@proves("combat.to-hit", "combat.sequence", "cc.like-shooting")
def test_dice_are_rolled_in_the_name_of_the_attacker_and_told_by_shooting_or_close_combat() -> None:
    table = at(
        "blue Squad a 20,20\nred Squad b 20,22 H=9\nred Squad c 20,40 H=9" + FAR, active="a", weapons={"a": (GUN, AXE)}
    )
    table.play("shoot:light:c", dice="gun 5").play("move", [[20, 20]], "b", dice="axe 5")
    assert [event.clause for event in table.events("shoots")] == ["combat.sequence"]
    assert [event.clause for event in table.events("strikes")] == ["cc.like-shooting"]
    assert {event.clause for event in table.events("dice")} == {"combat.to-hit"}


@proves("cc.fire-into-melee", "combat.to-hit")
def test_dice_into_a_melee_are_told_by_that_rule() -> None:
    table = at("blue Squad a 20,20\nblue Squad f 20,32\nred Squad b 20,34" + FAR, active="a", weapons={"a": (GUN,)})
    table.play("shoot:light:b", dice="gun 5")
    [event] = table.events("dice")
    assert event.clause == "cc.fire-into-melee"
    assert event.dice is not None
    assert event.dice.needed == "6, into the melee"


@proves("weapon.indirect.skill-penalty", "weapon.indirect.spotter")
def test_only_the_unspotted_shell_is_worse_the_gun_beside_it_is_not() -> None:
    """The target is out of sight of everybody: a lobbed 3 counts 2 against Dodge 2; nothing else of the unit reaches."""
    hidden = "blue Squad a 20,20\nred Squad b 20,40 D=2 H=9\nstack 10,30,29,31" + FAR
    for face, wounds in ((3, 0), (4, 1)):
        table = at(hidden, active="a", weapons={"a": (LOB,)}).play("shoot:light:b", dice=f"lob {face}")
        assert table["b1"].wounds == wounds
    seen = at("blue Squad a 20,20\nred Squad b 20,40 D=2 H=9" + FAR, active="a", weapons={"a": (GUN, LOB)})
    assert seen.play("shoot:light:b", dice="gun 3 / lob 3")["b1"].wounds == 2


@proves("cards.long-range")
def test_a_weapon_without_a_long_range_has_none() -> None:
    table = at("blue Squad a 20,20\nred Squad b 20,55 D=2 H=9" + FAR, active="a", weapons={"a": (GUN,)})
    assert table.play("shoot:light:b", dice="gun 3")["b1"].wounds == 1


@proves("units.vtol.airborne-or-landed")
def test_a_vtol_in_the_air_does_not_take_off_again() -> None:
    table = at("blue Gull a 20,20 airborne" + FAR, active="a").play("move", [[20, 26]])
    assert not table.events("takes-off")


@proves("weapon.skill-modifier", "cards.shared-purpose")
def test_skill_that_is_changed_by_nothing_is_told_as_it_is() -> None:
    table = at("blue Squad a 20,20 S=1\nred Squad b 20,30 H=9" + FAR, active="a", weapons={"a": (GUN,)})
    table.play("shoot:light:b", dice="gun 5")
    [event] = table.events("dice")
    assert event.dice is not None
    assert [(it.amount, it.clause) for it in event.dice.modifiers] == [(1, "card.skill-default"), (-2, "card.dodge")]


@proves("goodshot.nominate")
@pytest.mark.parametrize(("faces", "words"), [("6", "1 goodshot"), ("6 6", "2 goodshots")])
def test_whoever_aims_is_asked_for_as_many_as_there_are_and_it_is_told(faces: str, words: str) -> None:
    spread = len(faces.split())
    gun = f"gun: Gun, P 2, Sr {spread}, R 0-40"
    table = at("blue Squad a 20,20\nred Squad b 20,30 x3 H=3" + FAR, active="a", weapons={"a": (gun,)})
    table.play("shoot:light:b", dice=f"gun {faces}")
    assert (table.decider, table.prompt) == (0, f"{words}: at whom?")
    assert table.asked.dice is not None, "with the dice in view"
    table.play("b2")
    assert f"{words} at Squad b2." in table.log


@proves("goodshot.nominate", "goodshot.one-model-per-turn")
def test_a_nomination_of_a_last_stand_does_not_bind_the_turn_it_interrupts() -> None:
    """The dead of b name a2; that is no nomination of blue's turn, and none of theirs beyond this attack."""
    drawn = "blue Squad a 20,20 x2 H=9\nred Squad b 20,30 x3 fresh"
    table = at(drawn + FAR, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40",)})
    table.play("shoot:light:b", "none", {"b1": 1}, dice="gun 6 1")
    table.play("shoot:light:a", "a2", dice="rifle 6")
    assert table.battle.turn is not None
    assert table.battle.turn.nominated == (-1, "")


@proves("wounds.by-difference", "wounds.system-or-wound", "wounds.defender-allocates")
def test_a_squad_loses_models_in_one_line_and_a_machine_is_asked_for_its_systems() -> None:
    gun = {"a": ("gun: Gun, P 3, Sr 2, R 0-40",)}
    squad = at("blue Squad a 20,20\nred Squad b 20,30 x3" + FAR, active="a", weapons=gun)
    squad.play("shoot:light:b", dice="gun 5 5")
    assert squad.asked.dice is not None, "whoever allocates sees the dice"
    squad.play({"b1": 1, "b2": 1})
    [event] = squad.events("killed")
    assert event.about == ("b1", "b2")
    machine = at("blue Squad a 20,20\nred Strider b 20,30 T=1" + FAR, active="a", weapons=gun)
    machine.play("shoot:light:b", dice="gun 5 5")
    assert (machine.clause, machine.decider) == ("wounds.system-or-wound", 1)
    assert machine.asked.dice is not None


@proves("wounds.system-counts-as-health", "wounds.system-or-wound")
def test_when_every_wound_was_a_system_nothing_more_is_asked() -> None:
    gun = {"a": ("gun: Gun, P 3, Sr 1, R 0-40",)}
    table = at("blue Squad a 20,20\nred Strider b 20,30 T=1 H=9" + FAR, active="a", weapons=gun)
    table.play("shoot:light:b", "mobility", "sensors", dice="gun 5")
    assert (table["b1"].lost, table["b1"].wounds) == (("mobility", "sensors"), 2)
    assert table.clause == "turn.action-menu"
    bare = at(
        "blue Squad a 20,20\nred Strider b 20,30 T=1 H=9 lost=mobility;sensors;rifle" + FAR, active="a", weapons=gun
    )
    bare.play("shoot:light:b", dice="gun 5")
    assert (bare["b1"].wounds, bare.clause) == (2, "turn.action-menu"), "there is no system left to lose"


@proves("pin.roll", "weapon.flame.pins")
@pytest.mark.parametrize(
    ("weapon", "answers", "clause"),
    [(HOOK, ("yes",), "pin.roll"), ("hook: Flame, P 2, Sr 1, R 0-40", (), "weapon.flame.pins")],
)
def test_a_pinning_test_is_taken_by_the_rule_that_calls_for_it(
    weapon: str, answers: tuple[str, ...], clause: str
) -> None:
    table = at("blue Squad a 20,20\nred Squad b 20,30 H=9 Mr=6" + FAR, active="a", weapons={"a": (weapon,)})
    table.play("shoot:light:b", *answers, dice="hook 5 / pinning 6")
    assert table.events("pin-passed")[0].clause == clause


@proves("weapon.special", "combat.which-weapons")
def test_a_weapon_that_fires_once_a_turn_says_so_and_a_lost_one_is_not_there() -> None:
    drawn = "blue Truck a 20,20 lost=\nred Squad b 20,30 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": ("bomb: Blast, P 2, Sr 1, R 0-40, once, alone", GUN)})
    table.play("shoot:bomb:b", dice="bomb 1")
    assert table.why_not("shoot:bomb:b") == "the bomb fires once per turn [weapon.special]"
    assert "shoot:light:b" in table.keys
    single = at(drawn, active="a", weapons={"a": ("rack: Gun, P 2, Sr 1, R 0-40, once",)}).play(
        "shoot:light:b", dice="rack 1"
    )
    assert single.why_not("shoot:light:b") == "the rack fires once per turn [weapon.special]"
    both = at(drawn, active="a", points=3, weapons={"a": ("bomb: Blast, P 2, Sr 1, R 0-40, once, alone", "rack: Gun, P 2, Sr 1, R 0-40, once")})  # fmt: skip
    both.play("shoot:bomb:b", dice="bomb 1").play("shoot:light:b", dice="rack 1")
    assert both.why_not("shoot:light:b") == "the rack fires once per turn [weapon.special]"
    assert both.why_not("shoot:bomb:b") == "the bomb fires once per turn [weapon.special]"


@proves("weapon.special")
def test_a_printed_weapon_is_refused_by_what_its_card_says() -> None:
    table = at("blue shrike a 20,20 north\nred Squad b 20,24 H=9 D=9 Mr=9" + FAR, active="a", points=3)
    weapon = table.unit("a").card.weapon("bomblets")
    table.play("shoot:bomblets:b", dice=f"bomblets {' '.join(['1'] * weapon.spread)}")
    assert weapon.clause
    assert table.why_not("shoot:bomblets:b") == f"the Bomblets fires once per turn [{weapon.clause}]"


@proves("weapon.heavy.two-actions", "combat.which-weapons")
def test_whoever_picks_weapons_for_one_point_needs_no_heavy_one() -> None:
    weapons = {"a": ("mortar: Blast, Heavy, P 3, Sr 1, R 0-40", "rifle: Gun, P 2, Sr 1, R 0-24")}
    table = at("blue Squad a 20,20 22.5,20\nred Squad b 20,30 H=9" + FAR, active="a", weapons=weapons)
    table.play("pick:light:b", {"rifle": 1}, dice="rifle 5")
    assert (table["b1"].wounds, points(table)) == (1, 1)


@proves("weapon.dies-with-bearer")
def test_when_the_bearer_of_the_heavy_weapon_is_dead_the_others_fire_without_it() -> None:
    drawn = "card crew Squad: cannon: Gun, Heavy, P 3, Sr 1, R 0-40, of gunner; rifle: Gun, P 2, Sr 1, R 0-40\nblue crew a 20,20\nred Squad b 20,30"
    table = at(drawn + FAR, active="a")
    assert table.why_not("shoot:heavy:b") == "nobody is left to fire it [weapon.dies-with-bearer]"
    assert "shoot:light:b" in table.keys


@proves("combat.sight.unit-shares", "weapon.indirect.no-sight")
def test_whoever_has_a_lobbed_weapon_out_of_range_is_told_of_the_range_and_not_of_sight() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,40\nstack 10,30,29,31" + FAR
    gun = at(drawn, active="a", weapons={"a": (GUN,)})
    assert "[combat.sight.unit-shares]" in gun.why_not("shoot:light:b")
    lob = at(drawn, active="a", weapons={"a": (GUN, "lob: Indirect, P 2, Sr 1, R 25-60")})
    assert "[weapon.range-and-minimum]" in lob.why_not("shoot:light:b")


@proves("weapon.team-firer")
@pytest.mark.parametrize(("reach", "asked"), [(10, True), (8, False)])
def test_whoever_may_fire_the_team_weapon_is_asked_for_if_there_is_a_choice(reach: int, asked: bool) -> None:
    """a1's edge is 8 cm from the target, a2's 8.3."""
    drawn = f"card crew Squad: mortar: Gun, P 2, Sr 1, R 0-{reach}, team; rifle: Gun, P 2, Sr 1, R 0-40\nblue crew a 20,20 22.5,20\nred Squad b 20,30 H=9"
    table = at(drawn + FAR, active="a").play(
        "pick:light:b", {"mortar": 1, "rifle": 0}, dice="" if asked else "mortar 5"
    )
    if asked:
        assert (table.clause, table.keys) == ("weapon.team-firer", ["a1", "a2"])
        table.play("a2", dice="mortar 5")
    assert table["b1"].wounds == 1


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


@proves("hunker.bonus", "turn.action-menu")
def test_a_hunkered_unit_may_still_do_everything_else() -> None:
    table = at("blue Squad a 20,20\nred Squad b 20,30" + FAR, active="a").play("hunker")
    assert {"move", "shoot:light:b", "done"} <= set(table.keys)


@proves("pin.once-per-attack", "cards.dread-chorus")
@pytest.mark.parametrize(("gap", "may"), [(12.0, True), (12.1, False)])
def test_the_chorus_is_heard_as_far_as_it_reaches(gap: float, may: bool) -> None:
    """Bases of 1.25 and 1."""
    table = at(f"blue overseer a 20,20\nred Squad b 20,{22.25 + gap:g}" + FAR, active="a")
    assert ("special:dread-chorus:b" in table.keys) is may
    hidden = at(f"blue overseer a 20,20\nred Squad b 20,{22.25 + gap:g} 26,20\nstack 5,35,25,27" + FAR, active="a")
    assert "special:dread-chorus:b" in hidden.keys, "the one in sight is near"


# -- last stand ---------------------------------------------------------------------------------------------------------------


@proves("last-stand.when")
def test_the_dead_who_can_do_nothing_are_asked_nothing() -> None:
    table = at("blue Squad a 20,20\nred Squad b 20,30 x2 fresh" + FAR, active="a", weapons={"a": (GUN,), "b": ()})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5")
    assert table.clause == "turn.action-menu"
    assert not table.events("last-stand")


@proves("last-stand.when", "last-stand.one-joint-action")
def test_a_last_stand_is_told_with_those_who_take_it() -> None:
    table = at(
        "blue Squad a 20,20 H=9\nred Squad b 20,30 x3 fresh" + FAR,
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 2, R 0-40",)},
    )
    table.play("shoot:light:b", {"b1": 1, "b3": 1}, dice="gun 5 5")
    assert (table.prompt, table.decider) == ("Killed: 2 of Squad b. Last Stand?", 1)
    table.play("shoot:light:a", dice="rifle 1 1")
    assert table.events("last-stand")[0].about == ("b1", "b3")


@proves("last-stand.when", "ramming.part-of-movement", "last-stand.chain")
def test_those_a_dying_truck_runs_down_are_removed_and_may_answer() -> None:
    drawn = "blue Squad a 20,20 26,20\nred Truck b 20,30 south H=1 systems= fresh\nblue Squad c 20,26 fresh\nred Squad d 30,26"
    table = at(drawn + FAR, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-40",), "b": ()})
    table.play("shoot:light:b", dice="gun 5 1").play("ram", [[20, 24]])
    assert (table.clause, table.decider) == ("last-stand.when", 0)
    table.play("nothing")
    assert table["c1"].fate == REMOVED


# -- close combat -------------------------------------------------------------------------------------------------------------


@proves("weapon.cc.in-movement-action")
def test_whoever_is_in_contact_may_decline_to_strike_or_choose_whom_first_units_included() -> None:
    drawn = "red Squad b 20,22 H=9\nred Squad c 22,20 H=9\nblue Squad a 20,20" + FAR
    table = at(drawn, active="a", weapons={"a": (AXE,)}).play("move", [[20, 20]])
    assert table.keys == ["no", "b", "c"]
    assert at(drawn, active="a", weapons={"a": (AXE,)}).play("move", [[20, 20]], "no")["c1"].wounds == 0
    assert table.play("b", dice="axe 5")["b1"].wounds == 1


@proves("weapon.cc.in-movement-action", "cc.extra-movement-action")
def test_an_extra_move_between_two_enemies_still_asks_which() -> None:
    drawn = "blue Squad a 20,20 M=6\nred Squad b 20,35.5 H=9\nred Squad c 22,33.8 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (AXE,)}).play("move", [[20, 25]], "move", [[20, 30]])
    table.play("extra-move", [[20, 33.5]])
    assert set(table.keys) == {"b", "c"}, "it must strike one of them"
    assert table.play("c", dice="axe 5")["c1"].wounds == 1


# -- ramming ------------------------------------------------------------------------------------------------------------------


@proves("ramming.part-of-movement", "ramming.killed-do-not-block")
def test_those_who_are_run_down_are_removed_when_the_drive_is_over() -> None:
    table = at("blue Truck a 20,20 north M=12\nred Squad b 20,25 20,28" + FAR, active="a").play("ram", [[20, 31]])
    assert [table[key].fate for key in ("b1", "b2")] == [REMOVED, REMOVED]
    assert table.battle.card_flipped[table.battle.unit_card(table.unit("b")).index]
    assert table.at("a1") == (20, 31)


@proves("ramming.part-of-movement", "ramming.survivor-blocks")
def test_a_stopped_ram_aslant_is_told_with_the_way_it_went() -> None:
    """3 to 4: from (20,20) the contact is at (26,28), 10 cm on."""
    table = at("blue Truck a 20,20 north M=20\nred Strider b 28.55,31.4 T=9 systems=" + FAR, active="a")
    table.play("ram", [[29, 32]])
    assert table.at("a1") == (26, 28)
    assert table.events("drives")[0].values["cost"] == "10.5", "from front to front"


@proves("ramming.part-of-movement", "ramming.survivor-blocks", "movement.through-models")
def test_a_ram_that_is_stopped_in_the_middle_of_a_friend_stands_short_of_it() -> None:
    """Contact would be at y = 23.75, on a friend at y = 24: its base allows 20.75 at most."""
    table = at("blue Truck a 20,20 north\nblue Squad f 20,24\nred Strider b 20,28 T=9 systems=" + FAR, active="a")
    table.play("ram", [[20, 28]])
    assert 20.6 <= table.at("a1")[1] <= 20.76


@proves("ramming.survivor-blocks", "ramming.automatic-hit")
def test_two_touched_at_once_are_both_struck_and_either_may_stop_it() -> None:
    drawn = "blue Truck a 20,20 north\nred Squad b 18.7,26\nred Squad c 21.3,26 H=9"
    table = at(drawn + FAR, active="a").play("ram", [[20, 29]])
    assert table.alive("b") == []
    assert table["c1"].wounds == 3
    assert len(table.events("ram-stopped")) == 1


@proves("ramming.power")
def test_a_ram_of_equal_power_is_told_as_harmless() -> None:
    table = at("blue Truck a 20,20 north cc=3\nred Strider b 20,28 T=3" + FAR, active="a").play("ram", [[20, 28]])
    assert told(table).count("ram-harmless") == 1
    assert not table.events("wounded")


@proves("units.flyer.full-move", "ramming.altitude")
def test_a_flyer_rammed_down_is_removed_and_the_rammer_flies_on() -> None:
    table = at("blue Flyer a 20,20 north\nred Flyer b 20,34 south H=1 systems=" + FAR, active="a")
    table.play("fly-ram", [[20, 44]])
    assert (table["b1"].fate, table.at("a1")) == (REMOVED, (20, 44))


@proves("ramming.altitude")
def test_a_flyer_that_survives_ends_the_flight_there_and_those_beside_the_way_are_not_struck() -> None:
    """Radius 2 each: contact at 4 cm. The one at x = 24.1 is passed; friends are not rammed."""
    drawn = "blue Flyer a 20,20 north\nblue Flyer f 20,26 north\nred Flyer b 20,34 south H=9 systems=\nred Flyer c 24.1,30 H=9"
    table = at(drawn + FAR, active="a").play("fly-ram", [[20, 44]])
    assert table.at("a1") == (20, 30)
    assert (table["b1"].wounds, table["c1"].wounds, table["f1"].wounds) == (2, 0, 0)
    assert [event.clause for event in table.events("flies")] == ["ramming.altitude"]


@proves("units.flyer.full-move")
def test_a_flight_is_one_point_a_full_move_away() -> None:
    table = at("blue Flyer a 20,20 north" + FAR, active="a").play("fly")
    for way in ([[20, 30], [20, 44]], [[20, 44], [20, 30]], [[20, 20]], [[20, 43.8]], [[20, 44.2]]):
        assert refusal(table, way) == "units.flyer.full-move"
    assert table.play([[20, 43.95]]).at("a1") == (20, 43.95)


@proves("transport.landing-cost")
def test_a_landed_flyer_takes_off_with_its_flight_and_one_in_the_air_does_not() -> None:
    landed = at("blue Flyer a 20,20 north landed" + FAR, active="a").play("fly", [[20, 44]])
    assert landed.unit("a").airborne
    assert told(landed).count("takes-off") == 1
    flying = at("blue Flyer a 20,20 north" + FAR, active="a").play("fly", [[20, 44]])
    assert told(flying).count("takes-off") == 0


@proves("transport.landing-cost", "transport.load-unload-cost")
def test_landing_on_a_deck_is_at_its_height_and_slowing_is_not_landing() -> None:
    table = at("blue Gull a 20,20 airborne\ncarriage 15,25,17,23" + FAR, active="a").play("land")
    assert table["a1"].base.elevation == 1.5
    assert (table.unit("a").airborne, table.unit("a").slowed, points(table)) == (False, False, 1)
    truck = at("blue Truck a 20,20" + FAR, active="a").play("slow")
    assert (truck.unit("a").slowed, points(truck)) == (True, 1)


# -- transports ---------------------------------------------------------------------------------------------------------------


@proves("transport.load-unload-cost", "transport.passengers-inactive")
def test_whoever_gets_in_is_off_the_table_and_hunkered_no_more() -> None:
    table = at("blue Truck t 20,20 slowed\nblue Squad a 20,23.25 hunkered" + FAR, active="a").play("load:t")
    unit = table.unit("a")
    assert (table.alive("a"), unit.hunkered, unit.inside) == ([], 0, table.unit("t").index)


@proves("transport.contact")
def test_whoever_gets_out_has_the_place_to_itself_and_everybody_is_asked_for_once() -> None:
    drawn = "blue Truck t 20,20 north\nblue Squad a inside=t n=3" + FAR
    table = at(drawn, active="a").play("unload:t")
    assert (table.clause, table.asked.followers) == ("transport.contact", ("a2", "a3"))  # type: ignore[attr-defined]
    assert refusal(table, {"path": [[20, 23]], "models": {}}) == "transport.contact", "that would be inside the truck"
    table.play({"path": [[20, 23.3]], "models": {"a2": [[22.2, 23.3]], "a3": [[17.8, 23.3]]}})
    assert [table.at(key) for key in ("a1", "a2", "a3")] == [(20, 23.3), (22.2, 23.3), (17.8, 23.3)]


@proves("transport.contact")
@pytest.mark.parametrize("y", [20.0, 21.5, 22.9])
def test_nobody_is_dropped_under_a_flyer(y: float) -> None:
    """Its base counts as if it were on the ground: radius 2 and 1 are 3 cm apart at least."""
    table = at("blue Flyer t 20,20 north\nblue Squad a inside=t n=1" + FAR, active="a").play("unload:t")
    with pytest.raises(Refused, match="overlap") as why:
        table.play([[20, y]])
    assert why.value.clause == "transport.contact"
    assert table.play([[20, 23]]).at("a1") == (20, 23)


@proves("transport.bail-out-order")
def test_survivors_of_a_wreck_stand_side_by_side_clear_of_everybody() -> None:
    drawn = "red Truck t 20,30 D=0 T=0 H=1 systems=\nred Squad a inside=t n=8\nred Squad y 20,33.3\nblue Squad s 20,20"
    table = at(drawn + FAR, active="s", weapons={"s": ("gun: Gun, P 5, Sr 1, R 0-40",)}).play(
        "shoot:light:t", dice="gun 5"
    )
    places = [table.at(key) for key in [*table.alive("a"), "y1"]]
    assert len(places) == 9
    apart = [((x - u) ** 2 + (y - v) ** 2) ** 0.5 for i, (x, y) in enumerate(places) for u, v in places[:i]]
    assert min(apart) >= 1.99
    assert places[0] == (20, 30), "in its footprint"
    assert max((x - 20) ** 2 + (y - 30) ** 2 for x, y in places[:8]) <= 4.5**2
    assert is_coherent(table.battle, table.unit("a"))


# -- coming in ----------------------------------------------------------------------------------------------------------------


@proves("deploy.default-edge")
@pytest.mark.parametrize(("card", "far"), [("Squad", 12), ("Truck", 20)])
def test_the_first_point_outside_names_the_place_of_entry(card: str, far: int) -> None:
    """Straight in from x = 20 the front reaches twice the Move; slantwise to x = 24 that is a little too far."""
    radius = 1.0 if card == "Squad" else 2.25
    drawn = f"blue {card} a waiting n=1\nblue Squad b 60,30" + FAR
    table = at(drawn).play("play:a", [[20, -5], [20, far - radius]])
    assert table.at("a1") == (20, far - radius)
    assert refusal(at(drawn).play("play:a"), [[20, -5], [24, far - radius]]) in (
        "movement.up-to-m",
        "movement.measure-front",
    )
    assert refusal(at(drawn).play("play:a"), [[20, -5]])
    again = at(drawn).play("play:a", [[20, 3], [20, far - radius]])
    assert again.at("a1") == (20, far - radius), "a point inside is part of the way"


@proves("deploy.default-edge", "deploy.on-first-play")
def test_a_squad_that_comes_in_is_asked_for_once_and_stands_on_the_table() -> None:
    table = at("blue Squad a waiting n=3\nblue Squad b 60,30" + FAR).play("play:a")
    assert table.asked.followers == ("a2", "a3")  # type: ignore[attr-defined]
    table.play([[20, 10]])
    assert len(table.alive("a")) == 3
    assert is_coherent(table.battle, table.unit("a"))


@proves("deploy.default-edge", "deploy.costs-two-actions")
def test_coming_in_costs_two_points_of_however_many_there_are() -> None:
    table = at("blue Hero a waiting AP=3\nblue Squad b 60,30" + FAR).play("play:a", [[20, 10]])
    assert points(table) == 1


@proves("deploy.default-edge", "deploy.cheaper-entries")
def test_whoever_has_an_entry_of_its_own_is_not_asked_for_another() -> None:
    table = at("blue captain a waiting\nblue Squad b 60,30" + FAR).play("play:a", [[20, 4]])
    card = table.unit("a").card
    assert points(table) == card.action_points - card.deployment.action_points


@proves("deploy.cheaper-entries")
@pytest.mark.parametrize(("y", "may"), [(68.25, True), (68.15, True), (68.1, False), (1.75, False)])
def test_whoever_comes_from_the_far_edge_is_set_up_touching_that_one(y: float, may: bool) -> None:
    table = at("blue Squad b 60,30\nred skate a waiting", turn=1).play("play:a")
    if may:
        assert table.play([[20, y]]).at("a1") == (20, y)
        assert points(table) == 2
    else:
        assert refusal(table, [[20, y]]) == "deploy.cheaper-entries"
    assert table.asked.candidates() if not may else True, "places are proposed"


@proves("deploy.flyer", "units.flyer.full-move")
def test_a_flight_onto_the_table_has_an_entry_and_an_end_and_no_more() -> None:
    table = at("blue Flyer a waiting\nblue Squad b 60,30" + FAR).play("play:a")
    assert refusal(table, [[20, 0], [20, 10], [20, 22]]) == "deploy.flyer"
    assert table.play([[20, 0], [20, 22]]).at("a1") == (20, 22)
    assert table.unit("a").airborne
    assert not table.events("takes-off"), "it comes in flying"


@proves("deploy.flyer")
def test_a_flight_in_may_be_slantwise_and_is_drawn_from_the_edge_it_came_over() -> None:
    """30 degrees off straight: 24 cm from front (20,0) to front."""
    table = at("blue Flyer a waiting\nblue Squad b 60,30" + FAR).play("play:a", [[20, 0], [31.856, 18.534]])
    assert (table.at("a1"), table.alive("a"), table.unit("a").deployed) == ((31.856, 18.534), ["a1"], True)
    assert tuple(table.events("flies")[0].values["path"][0]) == (20, 0)
    north = at("blue Squad b 60,30\nred Flyer a waiting", turn=1).play("play:a", [[20, 70], [20, 48]])
    assert north.events("flies")[0].values["path"][0][1] == 70
    assert north.events("flies")[0].clause == "deploy.flyer"


@proves("transport.contact", "coherency.three-cm")
def test_a_squad_that_is_split_does_not_get_in_though_everybody_is_near() -> None:
    """On two sides of the truck, each within 3 cm of it and 6.5 cm from each other."""
    table = at("blue Truck t 20,20 north slowed\nblue Squad a 20,23.25 20,16.75" + FAR, active="a")
    assert "[transport.contact]" in table.why_not("load:t")


@proves("last-stand.one-joint-action", "last-stand.one-action-limits")
def test_the_dead_who_charge_strike_from_where_they_have_come_to() -> None:
    drawn = "blue Squad a 20,20 H=9\nred Squad b 20,25 x2 fresh M=6"
    table = at(drawn + FAR, active="a", weapons={"a": (GUN,), "b": (AXE,)})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5").play("charge", [[20, 22]], dice="axe 3")
    assert table.at("b1") == (20, 22)
    assert table.events("moves")[-1].clause == "last-stand.one-joint-action"


@proves("heist.attacker-deployment", "depot.attacker-deployment")
def test_the_short_entry_is_offered_by_the_rule_of_its_mission() -> None:
    for table, clause in (
        (depot("blue Squad a waiting n=1\nred Squad z 35,60"), "depot.attacker-deployment"),
        (heist("blue Squad a waiting n=1\nred Squad z 35,60"), "heist.attacker-deployment"),
    ):
        assert table.play("play:a").option("short").clause == clause


@proves("deploy.default-edge", "depot.defender-zone")
def test_in_the_depot_a_defender_without_an_entry_of_its_own_is_set_up_in_the_zone_alone() -> None:
    table = depot("blue Squad a 2,2\nred Squad z waiting n=1", turn=1).play("play:z")
    assert table.clause == "depot.defender-zone"


@proves("units.flyer.full-move", "units.flyer.stays-on-table", "units.flyer.no-contact")
def test_a_full_flight_must_also_end_where_a_flyer_may_be() -> None:
    drawn = "blue Flyer a 20,20 south\nred Flyer b 44,20" + FAR
    assert refusal(at(drawn, active="a").play("fly"), [[20, -4]]) == "units.flyer.stays-on-table"
    east = drawn.replace("south", "east")
    assert refusal(at(east, active="a").play("fly"), [[44, 20]]) == "units.flyer.no-contact"


@proves("deploy.embarked")
def test_a_unit_on_foot_is_not_kept_back_by_a_transport_it_is_not_in() -> None:
    table = at("red Squad z 65,65\nblue Squad a 20,20\nblue Truck t waiting")
    assert {"play:a", "play:t"} <= set(table.keys)


@proves("deploy.embarked", "transport.capacity")
def test_the_first_unit_of_a_side_may_ride_too_and_counts_as_deployed() -> None:
    game = play(started("depot-raid", "depot"), *SUBCARDS, "blue-col-overseer")
    unit = battle_of(game).units[0]
    assert unit.deployed
    assert unit.inside >= 0
    assert battle_of(game).models[unit.first].fate == EMBARKED
    assert [event.key for event in game.events].count("embarked") == 1


@proves("transport.capacity")
@pytest.mark.parametrize(("room", "riding"), [(3, ["a"]), (2, [])])
def test_only_who_fits_may_start_inside(room: int, riding: list[str]) -> None:
    table = at(f"blue Truck t waiting carries={room}\nblue Squad a waiting n=3\nblue Squad r inside=t n=1" + FAR)
    assert [option.key for option in riders(table.battle, table.unit("t"))] == riding


@proves("weapon.subcards")
def test_after_the_subcards_every_transport_is_asked_for_from_the_first_on() -> None:
    game = play(started("depot-raid", "depot"), *SUBCARDS)
    assert "Ferry Skiff" in scripts.asked(game).prompt


# -- missions -----------------------------------------------------------------------------------------------------------------


@proves("campaign.winner", "depot.win-defender")
def test_who_won_why_and_by_which_rule_is_kept() -> None:
    table = rounds_over(depot("blue Squad a 2,2\nred Squad z 10,66", round=4))
    standing = table.game.standing
    assert (standing.over, standing.winner, standing.clause) == (True, 1, "depot.win-defender")
    assert standing.reason == "the goal was not held"


@proves("skirmish.winner")
def test_a_draw_is_told_as_one() -> None:
    table = rounds_over(at("blue Squad a 20,20" + FAR, round=4))
    assert (table.game.standing.winner, table.game.standing.clause) == (None, "skirmish.winner")
    assert told(table)[-1] == "drawn"


@proves("heist.train-start", "heist.shards-random")
def test_the_train_is_set_up_in_three_steps() -> None:
    game = started("the-heist", "glasstrain", defender="first")
    play(game, *SUBCARDS, "nobody", "nobody", "nobody")
    assert battle_of(game).phase == TRAIN_SETUP
    assert scripts.asked(game).clause == "heist.train-start"
    shards = "shards south-2 south-5 south-7 south-8 south-10 / shards north-2 north-4 north-6"
    play(game, "left", dice=shards)
    battle = battle_of(game)
    assert battle.phase == CONTAINERS
    keys = {piece.key for piece in battle.battlefield.pieces if piece.kind == "glass shard"}
    assert keys == {"south-2", "south-5", "south-7", "south-8", "south-10", "north-2", "north-4", "north-6"}
    assert scripts.asked(game).clause == "heist.containers-on-train"
    assert "right to left" in "\n".join(game.log(None))


@proves("heist.containers-on-train")
def test_one_container_is_enough_and_when_there_is_no_room_nobody_is_asked() -> None:
    game = heist_set_up()
    assert "done" not in scripts.keys(game)
    play(game, "along", [[2, 31.75]])
    assert "done" in scripts.keys(game)
    assert scripts.asked(game).prompt == "Containers on the train: 1 of 6"
    play(game, "along")
    for place in ([[-500, 33]], [[500, 33]], [[5, -500]], [[5, 500]]):
        with pytest.raises(Refused) as why:
            play(game, place)
        assert why.value.clause == "heist.containers-on-train"


@proves("heist.defender-starts-on-train")
def test_the_first_unit_of_the_defender_may_start_aboard_on_a_container_and_a_vehicle_not() -> None:
    game = play(heist_set_up(*ON_TRAIN), "blue-col-overseer", [[2, 31.75]])
    overseer = battle_of(game).units[0]
    assert battle_of(game).models[overseer.first].base.elevation == 4.0
    assert not overseer.on_deck, "the deck is no ground of its own for whoever walks"
    play(game, "blue-col-skiff")
    with pytest.raises(Refused, match="in the way"):
        play(game, [[4.5, 33]])
    play(game, [[8, 33]], "done", dice="roll-off 5 / roll-off 2")
    assert battle_of(game).round == 1


@proves("heist.train-moves")
def test_the_dead_stay_where_they_fell_and_only_those_aboard_are_carried() -> None:
    drawn = "blue Squad a 20,33 22.5,33\nblue Squad w waiting\nred Squad z 10,66"
    table = heist(drawn, offset=0.0, round=1)
    table["a2"].fate = REMOVED
    rounds_over(table)
    assert (table.at("a1"), table.at("a2")) == ((30, 33), (22.5, 33))
    [event] = table.events("train-moves")
    assert event.about == ("a1",)


@proves("heist.train-cover")
def test_beside_the_train_there_is_no_cover_from_it() -> None:
    for y, dead in ((33, False), (20, True)):
        table = heist(f"blue Squad q 2,2\nred Squad b 20,{y} D=2\nred Squad z 10,66", hands=("strafing-run", "skip"))
        table.play("play:strafing-run", "b", dice="strafing-run 3 1 1 1 1")
        assert (table.alive("b") == []) is dead
        assert (table.asked.clause == "last-stand.when") is dead


@proves("heist.train-pushes")
@pytest.mark.parametrize(("y", "side"), [(32.99, 29.5), (33.02, 36.5)])
def test_the_nearer_side_is_taken_without_a_question(y: float, side: float) -> None:
    table = rounds_over(heist(f"blue Squad a 45,{y}\nred Squad z 10,66", offset=0.0, round=1))
    assert table.at("a1") == (45, side)


@proves("heist.train-pushes")
def test_a_squad_is_kept_together_by_the_shortest_way_for_that() -> None:
    """a2's place beside the train is taken by a truck. The nearest clear one, to the right of it, is out of a1's reach; to the
    left of a1 is the next; all to the north would be further."""
    drawn = "blue Squad a 43,31 45.5,31.3\nblue Truck t 46.8,28.2 east\nred Squad z 10,66\nlocomotive 38,45.6,20,28.4"
    table = rounds_over(heist(drawn, offset=0.0, round=1))
    assert is_coherent(table.battle, table.unit("a"))
    assert table.at("a1") == (43, 29.5)
    x, y = table.at("a2")
    assert 40.5 <= x <= 41.1
    assert y <= 29.51


@proves("heist.train-pushes")
def test_a_squad_in_coherency_on_its_shortest_ways_goes_nowhere_else() -> None:
    """Two are nearer to the south and two to the north; standing around the front they stay linked by those not pushed."""
    drawn = "blue Squad a 45,31 47.5,31 50.6,31 50.6,33 50.6,35 47.5,35\nred Squad z 10,66"
    table = rounds_over(heist(drawn, offset=0.0, round=1))
    assert is_coherent(table.battle, table.unit("a"))
    assert [table.at(key) for key in ("a1", "a2")] == [(45, 29.5), (47.5, 29.5)]


@proves("heist.train-pushes")
def test_a_squad_that_was_split_is_not_brought_together_by_the_train() -> None:
    table = rounds_over(heist("blue Squad a 52,31 57.6,31\nred Squad z 10,66"))
    assert [table.at(key) for key in table.alive("a")] == [(52, 29.5), (57.6, 29.5)]


@proves("heist.train-pushes")
def test_whoever_cannot_be_kept_together_goes_the_shortest_way() -> None:
    """Glass keeps everything near the south side but a1's own place, and more of it the north side."""
    walls = "\n".join([f"locomotive 40,43.9,{y}\nlocomotive 46.1,56,{y}" for y in ("24,29.6", "36.4,42")])
    drawn = f"blue Squad a 45,31 47.5,31\nred Squad z 10,66\n{walls}\nlocomotive 43.9,46.1,36.4,42\nlocomotive 43.9,46.1,24,28.4"
    table = rounds_over(heist(drawn, offset=0.0, round=1))
    assert table.at("a1") == (45, 29.5)
    x, y = table.at("a2")
    assert (x, y) != (47.5, 31)
    assert not 29.51 < y < 36.49


@proves("heist.train-pushes")
def test_nobody_is_pushed_into_glass() -> None:
    table = rounds_over(heist("blue Squad a 45,31\nred Squad z 10,66\nshard 45,27.5 r=2", offset=0.0, round=1))
    x, y = table.at("a1")
    assert not 29.51 < y < 36.49
    assert ((x - 45) ** 2 + (y - 27.5) ** 2) ** 0.5 > 2.7
    skiff = rounds_over(heist("blue Skiff a 45,31 north\nred Squad z 10,66\nshard 45,26 r=2", offset=0.0, round=1))
    x, y = skiff.at("a1")
    assert ((x - 45) ** 2 + (y - 26) ** 2) ** 0.5 > 4.1, "nor over it"


@proves("depot.defender-zone")
def test_the_phase_after_the_passengers_is_the_opening_where_there_is_no_train() -> None:
    game = play(started("depot-raid", "depot"), *SUBCARDS, "nobody", "nobody")
    assert battle_of(game).phase != OPENING
    play(game, "nobody")
    assert battle_of(game).round == 1


@proves("deploy.default-edge", "movement.on-table")
@pytest.mark.parametrize("way", [[[20, -0.5]], [[20, 0.5]], [[0.5, 6]]])
def test_whoever_comes_in_ends_wholly_on_the_table(way: Any) -> None:
    table = at("blue Squad a waiting n=1\nblue Squad b 60,30" + FAR).play("play:a")
    assert refusal(table, way) == "movement.on-table"
