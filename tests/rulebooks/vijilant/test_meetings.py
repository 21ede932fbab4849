"""Where two rules meet: pins and Last Stands, goodshots and close combat, the train and contact, transports and lost systems."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.test_missions import heist, rounds_over
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

GUN = "gun: Gun, P 2, Sr 1, R 0-40"
HOOK = "hook: Gun, Pinning, P 2, Sr 1, R 0-40"
AXE = "axe: CC, P 2, Sr 1"
FAR = "\nred Squad z 65,65"


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


@proves("pin.carries-over", "last-stand.chain")
def test_pinned_in_the_turn_of_its_owners_last_card_it_cannot_open_the_next_round() -> None:
    drawn = "blue Squad a 20,20 H=9\nblue Squad c 5,5 played\nred Squad b 20,30 x2 fresh"
    table = at(drawn, active="a", weapons={"a": (GUN,), "b": (HOOK,)})
    table.play("shoot:light:b", {"b1": 1}, "shoot:light:a", "yes", "done", "save:b", dice="gun 5 / hook 5 / pinning 1")
    assert (table.battle.round, table.decider) == (3, 0)
    assert "[pin.not-next]" in table.why_not("play:a")
    assert "play:c" in table.keys


@proves("last-stand.chain", "last-stand.had-turn", "turn.alternate")
def test_a_unit_killed_in_its_own_turn_by_a_last_stand_is_gone_and_the_turn_is_over() -> None:
    drawn = "blue Squad a 20,20\nblue Squad c 5,5\nred Squad b 20,30 fresh" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)})
    table.play("shoot:light:b", "shoot:light:a", dice="gun 5 / rifle 5")
    assert table.alive("a") == []
    assert (table.decider, table.clause) == (1, "turn.free-card-choice")


@proves("goodshot.one-model-per-turn", "cc.goodshot")
def test_a_nomination_made_in_shooting_binds_the_close_combat_of_the_same_turn() -> None:
    drawn = "blue Squad a 20,20 M=6\nred Squad b 20,25 22.5,25 25,25 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN, AXE)}).play("shoot:light:b", "b2", dice="gun 6")
    table.play("move", [[20, 23]], "b", dice="axe 6")
    assert table.keys == ["none", "b2"]


@proves("cards.chaff-pods", "command.attack-procedure")
def test_chaff_does_nothing_against_a_command_card() -> None:
    """Dodge 3: a 4 hits from nowhere, as it would not from more than 15 cm away."""
    drawn = "blue Squad q 5,5\nred skate k 50,50 systems=" + FAR
    table = at(drawn, hands=("strafing-run", "")).play("play:strafing-run", "k", dice="strafing-run 4 3 1 1 1")
    assert table["k1"].wounds == 1


@proves("transport.flyer-drop", "heist.aboard-definition", "heist.win-attacker")
def test_troops_dropped_onto_the_deck_by_a_hovering_vtol_are_aboard_and_the_vtol_is_not() -> None:
    drawn = "blue Gull g 25,33 airborne\nblue Squad a inside=g n=3\nred Squad z 60,60"
    table = heist(drawn).play("play:a", "unload:g", [[21.45, 33]], "done")
    assert [table[key].base.elevation for key in table.alive("a")] == [1.5, 1.5, 1.5]
    table.play("end", "end")
    assert table.at("g1") == (25.0, 33.0), "it stays where it is while the train drives on under it"
    assert table.at("a1") == (31.45, 33.0)
    assert rounds_over(table).game.standing.winner == 0


@proves("cc.contact-needed", "heist.train-moves", "cc.locked")
def test_whoever_stands_beside_the_train_fights_those_at_its_edge_until_it_carries_them_off() -> None:
    drawn = "blue Squad a 20,29.5\nred Squad b 20,31.5 H=3\nred Squad z 60,60"
    table = heist(drawn, active="a", weapons={"a": (AXE,)}).play("move", [[20, 29.5]], "b", dice="axe 3")
    assert table["b1"].wounds == 1, "no cover of the train in close combat"
    left = rounds_over(heist(drawn))
    assert (left.at("a1"), left.at("b1")) == ((20.0, 29.5), (30.0, 31.5))


@proves("weapon.team-firer", "weapon.range-and-minimum")
def test_a_mortar_too_near_for_one_of_its_crew_is_fired_by_another() -> None:
    """Minimum 15: the first stands 14.9 cm away, the third 15.6."""
    table = at("blue mortar a 20,20 x3\nred Squad b 20,36.9" + FAR, active="a")
    assert "shoot:heavy:b" in table.keys
    near = at("blue mortar a 20,20\nred Squad b 20,36.9" + FAR, active="a")
    assert "out of range: 14.9 cm" in near.why_not("shoot:heavy:b")


@proves("cc.locked-halves-movement", "ramming.part-of-movement")
def test_a_locked_vehicle_rams_over_half_its_move() -> None:
    table = at("blue Truck a 35,20 north M=10\nred Squad q 35,16.75\nred Squad b 35,30" + FAR, active="a").play("ram")
    with pytest.raises(Refused, match="allowance is 5 cm"):
        table.play([[35, 27]])


@proves("cc.locked", "units.flyer.no-contact", "cc.fire-into-melee")
def test_a_friendly_flyer_overhead_makes_no_melee() -> None:
    drawn = "blue Squad a 20,10\nblue Flyer f 20,30\nred Squad b 20,32 H=3" + FAR
    assert at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice="gun 3")["b1"].wounds == 1


@proves("systems.mobility", "transport.destroyed-on-land", "goodshot.nominate")
def test_a_vtol_shot_down_in_two_steps_spares_its_passengers() -> None:
    """Grounded by a goodshot at its mobility it is on land when it is destroyed: Power 1 instead of 2."""
    drawn = "blue Squad a 20,20\nred Gull g 20,30 airborne systems=mobility wounds=2\nred Squad p inside=g n=3" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 7, Sr 1, R 0-40",)})
    table.play("shoot:light:g", "g1:mobility", dice="gun 6").play("shoot:light:g", dice="gun 5")
    assert len(table.alive("p")) == 3
    at_once = at(drawn, active="a", weapons={"a": ("gun: Gun, P 7, Sr 1, R 0-40",)})
    assert at_once.play("shoot:light:g", dice="gun 5").alive("p") == []


@proves("systems.mobility", "cc.up-to-three-strikes")
def test_a_machine_that_cannot_move_still_strikes_three_times() -> None:
    drawn = "blue Strider a 20,20 lost=mobility\nred Squad b 20,23 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (AXE,)})
    for _ in range(3):
        assert "[systems.mobility]" in table.why_not("move")
        table.play("strike:b", dice="axe 3")
    assert (table["b1"].wounds, table.decider) == (3, 1)


@proves("hunker.stacks-with-cover", "combat.no-automatic-results", "cover.touching")
def test_a_captain_hunkered_behind_cover_cannot_be_hit_without_skill() -> None:
    """Dodge 3, +2 for the cover she touches, +1 for hunkering: a natural 6 is not above 6."""
    drawn = "blue Squad a 20,10 S={}\nred captain b 20,30 hunkered\ncarriage 15,25,26,28.7" + FAR
    for skill, wounds in ((0, 0), (1, 1)):
        table = at(drawn.format(skill), active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice="gun 6")
        assert table["b1"].wounds == wounds


@proves("ramming.survivor-blocks", "ramming.infantry-usually-die")
def test_a_hero_who_survives_a_ram_stops_the_truck() -> None:
    """Power 4 against Toughness 2 is two wounds of three."""
    table = at("blue Truck a 35,20 north\nred Hero b 35,26" + FAR, active="a").play("ram", [[35, 29]])
    assert (table["b1"].wounds, table.at("a1")) == (2, (35.0, 22.5))
