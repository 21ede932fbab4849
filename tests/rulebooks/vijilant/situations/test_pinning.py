"""Pinning: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import APART, FAR, GUN, LIGHT_GUN, RIFLE
from vanguard.rulebooks.vijilant.pinning import lift_pins
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")
HOOK = "hook: Gun, Pinning, P 2, Sr 1, R 0-40"
LONG_HOOK = "hook: Gun, Pinning, P 2, Sr 1, R 0-20"


@proves("pin.trigger", "wounds.only-visible", "pin.once-per-attack")
def test_a_hook_that_hits_when_nobody_in_sight_is_left_still_pins_those_behind_the_wall() -> None:
    """The rifle's hit kills the only one to be seen, the hook's is lost on nobody; the unit has been hit all the same."""
    drawn = "blue Squad a 20,10\nred Squad b 17,30 21.9,30\nlocomotive 18.1,30,20,26\nred Squad w 60,60"
    table = at(drawn, active="a", weapons={"a": (RIFLE, LONG_HOOK)}).play("shoot:light:b", dice="rifle 5 / hook 5")
    assert table.alive("b") == ["b2"]
    assert table.clause == "pin.attacker-asks"
    table.play("yes", dice="pinning 3")
    assert table.unit("b").pinned >= 0


@proves("pin.attacker-asks", "pin.trigger")
def test_the_bullet_that_hits_does_not_pin_where_the_hook_beside_it_misses() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (RIFLE, LONG_HOOK)}).play("shoot:light:b", dice="rifle 5 / hook 1")
    assert table.clause != "pin.attacker-asks"


@proves("pin.attacker-asks", "pin.once-per-attack")
def test_an_attacker_who_does_not_ask_has_not_asked_and_may_in_the_next_action() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 H=9 Mr=6" + FAR
    table = at(drawn, active="a", weapons={"a": ("hook: Gun, Pinning, P 2, Sr 1, R 0-40",)})
    table.play("shoot:light:b", "no", dice="hook 5")
    assert table.unit("b").pinned < 0
    table.play("shoot:light:b", "yes", dice="hook 5 / pinning 3")
    assert table.unit("b").pinned >= 0, "6 + 3 is below 10"


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


@proves("pin.roll", "pin.highest-morale")
@pytest.mark.parametrize(("morale", "face", "pinned"), [(4, 6, False), (4, 5, True), (8, 1, True), (3, 6, True)])
def test_ten_passes_a_pinning_test(morale: int, face: int, pinned: bool) -> None:
    drawn = f"blue Squad a 20,20\nred Squad b 20,30 H=9 Mr={morale}" + FAR
    table = at(drawn, active="a", weapons={"a": ("hook: Gun, Pinning, P 2, Sr 1, R 0-40",)})
    table.play("shoot:light:b", "yes", dice=f"hook 5 / pinning {face}")
    assert (table.unit("b").pinned >= 0) is pinned


@proves("pin.once-per-attack", "cards.dread-chorus")
@pytest.mark.parametrize(("gap", "may"), [(12.0, True), (12.1, False)])
def test_the_chorus_is_heard_as_far_as_it_reaches(gap: float, may: bool) -> None:
    """Bases of 1.25 and 1."""
    table = at(f"blue overseer a 20,20\nred Squad b 20,{22.25 + gap:g}" + FAR, active="a")
    assert ("special:dread-chorus:b" in table.keys) is may
    hidden = at(f"blue overseer a 20,20\nred Squad b 20,{22.25 + gap:g} 26,20\nstack 5,35,25,27" + FAR, active="a")
    assert "special:dread-chorus:b" in hidden.keys, "the one in sight is near"


@proves("pin.not-next", "transport.own-turns", "pin.expires", "transport.no-cost-for-transport")
def test_troops_leave_a_pinned_truck_and_free_it_by_that() -> None:
    drawn = "blue Truck t 20,20 north pinned\nblue Squad p inside=t n=2\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn)
    assert "[pin.not-next]" in table.why_not("play:t")
    table.play("play:p", "unload:t", [[23.25, 20]], "done", "save:x")
    assert "play:t" in table.keys


@proves("pin.not-next", "pin.expires", "last-stand.chain", "pin.out-of-turn")
def test_a_unit_pinned_by_a_last_stand_goes_on_with_its_turn_and_stays_pinned_until_another_card_is_played() -> None:
    drawn = "blue Squad a 20,20 H=9\nblue Squad c 5,5\nred Squad b 20,30 x2 fresh\nred Squad z 60,60"
    table = at(drawn, active="a", weapons={"a": (GUN,), "b": (HOOK,)})
    table.play("shoot:light:b", {"b1": 1}, "shoot:light:a", "yes", dice="gun 5 / hook 5 / pinning 1")
    assert (table.decider, table.clause) == (0, "turn.action-menu")
    table.play("done", "save:z")
    assert table.unit("a").pinned >= 0, "its own turn does not lift the pin"
    table.play("play:c", "done")
    assert table.unit("a").pinned < 0


@proves("pin.not-next", "damage.dead-card-in-hand-playable", "skip.kinds")
def test_a_pinned_unit_that_dies_leaves_a_skip_card_that_may_be_played_next() -> None:
    drawn = "blue Squad a 20,20 pinned\nblue Squad b 5,5\nred Squad x 20,40\nred Squad w 60,60"
    table = at(drawn, turn=1, weapons={"x": (LIGHT_GUN,)})
    table.play("play:x", "shoot:light:a", "nothing", "done", dice="gun 5")
    assert table.asked.player == 0
    assert "skip" in table.keys


@proves("pin.not-next", "pin.expires", "skip.does-nothing")
def test_a_skip_card_played_frees_every_pinned_unit_of_that_player_and_none_of_the_other() -> None:
    drawn = "blue Squad a 20,20 pinned\nblue Squad b 30,20 pinned\nred Squad y 60,60 pinned" + FAR
    table = at(drawn, hands=("skip", ""))
    assert not {"play:a", "save:a", "play:b", "save:b"} & set(table.keys)
    table.play("skip")
    assert not {"play:y", "save:y"} & set(table.keys)
    table.play("save:z")
    assert {"play:a", "save:a", "play:b", "save:b"} <= set(table.keys)


@proves("pin.expires")
def test_a_pin_ends_with_the_owners_next_turn_and_not_before() -> None:
    table = at(f"blue Squad a 20,20 pinned\nblue Squad b 30,20\n{APART}")
    lift_pins(table.battle, 0)
    assert table.unit("a").pinned == 0, "no turn has been taken since"
    table.play("play:b", "done")
    assert table.unit("a").pinned == -1
    assert [event.about for event in table.events("pin-lifted")] == [("a1",)]


@proves("pin.last-card-forfeit", "units.flyer.move-when-saved")
def test_a_pinned_flyer_that_is_forfeit_does_not_fly_and_a_saved_one_does() -> None:
    drawn = "blue Flyer f 35,10 north M=24{}\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn.format(" pinned"))
    assert table.keys == ["forfeit:f", "end"]
    assert table.play("forfeit:f").at("f1") == (35.0, 10.0)
    saved = at(drawn.format("")).play("save:f", [[35, 34]])
    assert saved.at("f1") == (35.0, 34.0)


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


@proves("pin.all-remaining-pinned", "pin.last-card-forfeit", "hunker.expires")
def test_a_forfeited_card_costs_the_hunker_marker_and_the_others_are_free() -> None:
    drawn = "blue Squad a 20,20 pinned hunkered\nblue Squad b 30,20 pinned" + FAR + "\nred Squad y 60,50"
    table = at(drawn)
    assert {"forfeit:a", "forfeit:b", "end"} == set(table.keys)
    table.play("forfeit:a")
    assert not table.unit("a").hunkered
    table.play("save:z")
    assert "play:b" in table.keys


@proves("pin.carries-over", "last-stand.chain")
def test_pinned_in_the_turn_of_its_owners_last_card_it_cannot_open_the_next_round() -> None:
    drawn = "blue Squad a 20,20 H=9\nblue Squad c 5,5 played\nred Squad b 20,30 x2 fresh"
    table = at(drawn, active="a", weapons={"a": (GUN,), "b": (HOOK,)})
    table.play("shoot:light:b", {"b1": 1}, "shoot:light:a", "yes", "done", "save:b", dice="gun 5 / hook 5 / pinning 1")
    assert (table.battle.round, table.decider) == (3, 0)
    assert "[pin.not-next]" in table.why_not("play:a")
    assert "play:c" in table.keys


@proves("pin.carries-over", "pin.expires", "round.end-early")
def test_ending_the_round_is_no_turn_and_lifts_no_pin() -> None:
    table = at("blue Squad a 20,20 pinned\nblue Squad b 30,20\nred Squad x 60,60").play("end", "end")
    assert (table.battle.round, table.asked.player) == (3, 0)
    assert "[pin.not-next]" in table.why_not("play:a")
    table.play("save:b", "save:x")
    assert "play:a" in table.keys


@proves("hunker.bonus", "turn.action-menu")
def test_a_hunkered_unit_may_still_do_everything_else() -> None:
    table = at("blue Squad a 20,20\nred Squad b 20,30" + FAR, active="a").play("hunker")
    assert {"move", "shoot:light:b", "done"} <= set(table.keys)


@proves("hunker.bonus")
def test_hunkering_again_in_a_later_round_is_allowed_and_in_the_same_one_is_not() -> None:
    table = at(f"blue Squad a 20,20\n{APART}", active="a").play("hunker")
    assert table.why_not("hunker") == "hunkering twice gives no more [hunker.bonus]"
    later = at(f"blue Squad a 20,20 hunkered\n{APART}", active="a", round=2)
    assert "hunker" in later.keys


@proves("hunker.bonus", "hunker.stacks-with-cover")
def test_hunkered_behind_and_touching_a_heap_only_a_six_hits() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,31.2 D=2 hunkered x1\nheap 15,25,25,30.2".replace(" x1", "") + FAR
    for face, dead in ((5, False), (6, True)):
        table = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice=f"gun {face}")
        assert (table.alive("b") == []) is dead


@proves("hunker.stacks-with-cover", "combat.no-automatic-results", "cover.touching")
def test_a_captain_hunkered_behind_cover_cannot_be_hit_without_skill() -> None:
    """Dodge 3, +2 for the cover she touches, +1 for hunkering: a natural 6 is not above 6."""
    drawn = "blue Squad a 20,10 S={}\nred captain b 20,30 hunkered\ncarriage 15,25,26,28.7" + FAR
    for skill, wounds in ((0, 0), (1, 1)):
        table = at(drawn.format(skill), active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice="gun 6")
        assert table["b1"].wounds == wounds


@proves("hunker.expires", "hunker.cost", "round.end-sequence")
def test_a_marker_is_gone_when_its_unit_was_not_played_for_a_round() -> None:
    """Hunkered in round 2, left in hand in round 3: in round 4 it is up again."""
    drawn = "blue Squad a 20,20\nblue Squad c 5,5\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn).play("play:a", "hunker", "done", "end", "end")
    assert (table.battle.round, table.unit("a").hunkered > 0) == (3, True)
    table.play("end", "end")
    assert (table.battle.round, table.unit("a").hunkered) == (4, 0)


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
