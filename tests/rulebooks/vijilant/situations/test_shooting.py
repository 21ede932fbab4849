"""Shooting: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import APART, AXE, FAR, GUN, STRONG, chance, heist
from vanguard import odds
from vanguard.core.questions import Split
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")
HEAVY_GUN = "gun: Gun, P 6, Sr 1, R 0-60"


@proves("combat.sight.unit-shares", "weapon.indirect.no-sight")
def test_whoever_has_a_lobbed_weapon_out_of_range_is_told_of_the_range_and_not_of_sight() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,40\nstack 10,30,29,31" + FAR
    gun = at(drawn, active="a", weapons={"a": (GUN,)})
    assert "[combat.sight.unit-shares]" in gun.why_not("shoot:light:b")
    lob = at(drawn, active="a", weapons={"a": (GUN, "lob: Indirect, P 2, Sr 1, R 25-60")})
    assert "[weapon.range-and-minimum]" in lob.why_not("shoot:light:b")


@proves("combat.sight.unit-shares", "weapon.indirect.no-sight")
def test_who_sees_nobody_may_still_lob() -> None:
    drawn = f"blue Squad a 20,20\nred Squad b 20,40\n{APART}\nshard 20,30 r=4"
    gun = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40",)})
    assert not gun.can("shoot")
    lob = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40", "lob: Gun, Indirect, P 2, Sr 1, R 0-40")})
    assert lob.can("shoot")


@proves("combat.sight.base-to-base", "terrain.container.blocks-sight", "movement.top-of-container")
@pytest.mark.parametrize(("container", "seen"), [("5,35,28,30", True), ("5,35,30,32", False)])
def test_from_a_stack_one_sees_over_a_container_that_is_near_enough(container: str, seen: bool) -> None:
    """From 5 cm up at y 20 to the ground at y 40. The best line, y 21 to 41, is 2.75 high over y 30 and 2.25 over y 32."""
    drawn = f"blue Squad a 20,20\nstack 18,22,18.75,21.25\nred Squad b 20,40\ncontainer {container}" + FAR
    assert at(drawn, active="a").can("shoot") is seen


@proves("combat.to-hit", "wounds.by-difference", "armour.rear-zone")
def test_the_odds_of_two_lances_against_a_dropship() -> None:
    """Skill 1 against Dodge 3: two of three dice hit. From the front each takes 4 of 5 Health: both must hit; from behind one does."""
    front = chance("blue skate a 20,20 north\nred gull b 20,30 south airborne systems=", "shoot:light:b")
    assert front.chance_removed() == pytest.approx(4 / 9)
    rear = chance("blue skate a 20,20 north\nred gull b 20,30 north airborne systems=", "shoot:light:b")
    assert rear.chance_removed() == pytest.approx(8 / 9)


@proves("combat.to-hit", "combat.sequence", "cc.like-shooting")
def test_dice_are_rolled_in_the_name_of_the_attacker_and_told_by_shooting_or_close_combat() -> None:
    table = at(
        "blue Squad a 20,20\nred Squad b 20,22 H=9\nred Squad c 20,40 H=9" + FAR, active="a", weapons={"a": (GUN, AXE)}
    )
    table.play("shoot:light:c", dice="gun 5").play("move", [[20, 20]], "b", dice="axe 5")
    assert [event.clause for event in table.events("shoots")] == ["combat.sequence"]
    assert [event.clause for event in table.events("strikes")] == ["cc.like-shooting"]
    assert {event.clause for event in table.events("dice")} == {"combat.to-hit"}


@proves("combat.to-hit", "goodshot.natural-six")
def test_goodshots_are_taken_out_of_the_ordinary_hits() -> None:
    """Three dice, two hits, one of them a goodshot: one model dies of each."""
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30 x4 D=2\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 3, R 0-40",)},
    )
    table.play("shoot:light:b", "b4", {"b1": 1}, dice="gun 6 3 1")
    assert table.alive("b") == ["b2", "b3"]


@proves("combat.to-hit", "pin.trigger", "weapon.flame.pins")
def test_of_several_weapons_that_hit_the_one_that_must_pin_counts() -> None:
    weapons = {"a": ("torch: Flame, P 1, Sr 1, R 0-24", "gun: Gun, Pinning, P 1, Sr 1, R 0-24")}
    table = at(f"blue Squad a 20,20\nred Squad b 20,30 Mr=5 D=0\n{APART}", active="a", weapons=weapons)
    table.play("shoot:light:b", dice="torch 6 / gun 5 / pinning 1")
    assert table.unit("b").pinned >= 0
    assert table.events("pinned")[-1].clause == "weapon.flame.pins"
    gun = at(f"blue Squad a 20,20\nred Squad b 20,30 Mr=5 D=0\n{APART}", active="a", weapons={"a": weapons["a"][1:]})
    gun.play("shoot:light:b", "yes", dice="gun 5 / pinning 1")
    assert gun.events("pinned")[-1].clause == "pin.roll"


@proves("combat.no-automatic-results", "armour.side-zone", "weapon.heavy.others-join")
@pytest.mark.parametrize(("facing", "chance_of_it", "mean"), [("south", 0, 3), ("east", 1, 4)])
def test_the_odds_of_a_bastion_at_a_mule(facing: str, chance_of_it: float, mean: float) -> None:
    """Skill 1 against Dodge 1 never misses: 6 against 3 takes three of four, against 2 all of it; 3 against 3 is nothing."""
    found = chance(f"blue bastion a 20,20 north\nred mule b 20,40 {facing} systems=", "shoot:heavy:b")
    assert found.chance_removed() == pytest.approx(chance_of_it)
    assert found.mean_damage() == pytest.approx(mean)


@proves("combat.weakest-dodge", "weapon.indirect.no-sight")
def test_indirect_fire_reckons_with_the_unseen_too() -> None:
    """All of b are in the open to a shell, although b2 stands behind glass: Dodge 2, the hit may be given to either."""
    drawn = "blue Squad a 20,20\nred Squad b 20,40 25,40\nshard 27,30 r=3" + FAR
    table = at(drawn, active="a", weapons={"a": ("lob: Indirect, P 2, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice="lob 4")
    assert table.asked.clause == "wounds.defender-allocates"
    assert table.play({"b2": 1}).alive("b") == ["b1"]


@proves("armour.side-zone", "armour.per-firing-model", "wounds.by-difference")
def test_the_odds_of_two_guns_one_of_them_on_the_very_line_of_the_hull() -> None:
    """Five of six hit; two wounds from the front, three from the line, which is side: of Health 5 both are needed."""
    found = chance("blue Squad a 35,45 42,37.5\nred Tank b 35,35 north systems= H=5", "shoot:light:b", a=HEAVY_GUN)
    assert found.chance_removed() == pytest.approx(25 / 36)
    assert found.mean_damage() == pytest.approx(25 / 6)


@proves("armour.per-firing-model", "wounds.mixed-power", "wounds.by-difference")
def test_two_rifles_at_two_sides_of_a_truck_wound_each_by_its_own() -> None:
    """Truck north at 35,35, radius 2.25, T 3/2/1, P 3: at y 37.3 the front, nothing; at y 37.2 the side, one; at y 32.7 the rear, two."""
    drawn = "blue Squad a 50,37.3 52.5,37.2 50,32.7 52.5,34.9\nred Truck b 35,35 north H=20 systems=" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice="gun 2 / gun 2 2 / gun 2")
    assert table["b1"].wounds == 0 + 1 + 1 + 2


@proves("armour.per-firing-model", "armour.side-zone", "armour.front-zone", "armour.rear-zone")
def test_three_shooters_of_one_squad_strike_three_sides() -> None:
    """Tank at (35,35) north, T 4/3/2, radius 2.5: P 5 from y 37.6 is one wound, from 37.5 two, from 32.4 three."""
    drawn = "blue Squad a 50,37.6 52.5,37.5 50,32.4 52.5,35\nred Tank b 35,35 north H=20 systems=" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice="gun 2 / gun 2 2 / gun 2")
    assert table["b1"].wounds == 1 + 2 + 2 + 3


@proves("armour.per-firing-model", "cc.like-shooting", "cc.coherent-models-attack")
def test_in_close_combat_everybody_strikes_the_side_they_stand_at() -> None:
    """Tank at (20,30) north: a1 touches its rear (T 2), a2 stands beside it (T 3): with P 3 only a1's blow counts."""
    drawn = "blue Squad a 20,26.5 23.2,28\nred Tank b 20,30 north H=20 systems=" + FAR
    table = at(drawn, active="a", weapons={"a": ("axe: CC, P 3, Sr 1",)})
    table.play("strike:b", dice="axe 3 / axe 3")
    assert table["b1"].wounds == 1


@proves("wounds.power-beats-toughness", "wounds.one-model-per-shot")
def test_the_odds_of_many_strong_shots_at_few_models() -> None:
    """Three P 9 dice at two troopers, Dodge 2: both die if two of the three hit: 20/27."""
    found = chance("blue Squad a 20,20\nred Squad b 20,30 22.5,30", "shoot:light:b", a="gun: Gun, P 9, Sr 3, R 0-60")
    assert found.chance_removed() == pytest.approx(20 / 27)


@proves("wounds.by-difference", "armour.side-zone", "goodshot.on-large-model")
def test_the_odds_of_four_shots_at_the_side_of_a_worn_tank() -> None:
    """P 4 against 3: a wound each, Dodge 1; three of six Health are left: at least three of four hit."""
    found = chance(
        "blue Squad a 20,20\nred Tank b 35,20 north wounds=3 systems=", "shoot:light:b", a="gun: Gun, P 4, Sr 4, R 0-60"
    )
    p = 5 / 6
    assert found.chance_removed() == pytest.approx(p**4 + 4 * p**3 * (1 - p))


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


@proves("wounds.by-difference", "wounds.power-beats-toughness")
def test_hits_that_cannot_wound_are_told_of_the_unit_and_cost_nothing() -> None:
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30 x2 D=0 T=2\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 2, R 0-40",)},
    )
    table.play("shoot:light:b", dice="gun 5 5")
    assert table.alive("b") == ["b1", "b2"]
    [told] = table.events("harmless")
    assert told.about == ("b1",)


@proves("wounds.one-model-per-shot", "wounds.by-difference")
def test_a_strong_shot_takes_one_of_two_models_of_two_health() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x2 T=2 H=2" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 6, Sr 1, R 0-40",)})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5")
    assert (table.alive("b"), table["b2"].wounds) == (["b2"], 0)


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


@proves("wounds.defender-allocates")
def test_the_defender_is_asked_only_where_there_is_something_to_choose() -> None:
    gun = {"a": ("gun: Gun, P 2, Sr 2, R 0-40",)}
    alone = at(f"blue Squad a 20,20\nred Squad b 20,30 D=0 H=3\n{APART}", active="a", weapons=gun)
    alone.play("shoot:light:b", dice="gun 5 5")
    assert alone["b1"].wounds == 2
    swept = at(f"blue Squad a 20,20\nred Squad b 20,30 x2 D=0\n{APART}", active="a", weapons=gun)
    swept.play("shoot:light:b", dice="gun 5 5")
    assert swept.alive("b") == []
    two = at(f"blue Squad a 20,20\nred Squad b 20,30 x3 D=1\n{APART}", active="a", weapons=gun)
    two.play("shoot:light:b", dice="gun 5 1")
    assert isinstance(two.asked, Split)
    assert two.asked.player == 1
    assert "takes 1 hit of Power 2" in two.prompt
    two.play({"b3": 1})
    assert two.alive("b") == ["b1", "b2"]


@proves("wounds.mixed-power", "weapon.indirect.spotter", "weapon.blast.no-goodshot", "goodshot.nominate")
def test_a_mule_fires_rack_and_cab_gun_in_one_attack_and_the_rockets_are_given_first() -> None:
    drawn = "blue mule a 20,20 north\nred Squad b 20,40 x5" + FAR
    table = at(drawn, active="a").play("shoot:light:b", dice="rocket-rack 3 6 2 / cab-gun 3 6 2")
    assert (table.clause, table.prompt) == ("goodshot.nominate", "1 goodshot: at whom?"), "the rocket's 6 is none"
    table.play("none")
    assert "takes 2 hits of Power 4 (3 wounds each)" in table.prompt
    assert "takes 2 hits of Power 3 (2 wounds each)" in table.play({"b1": 1, "b2": 1}).prompt
    assert table.play({"b3": 1, "b5": 1}).alive("b") == ["b4"]


@proves("wounds.mixed-power", "weapon.heavy.others-join", "wounds.one-model-per-shot")
def test_the_odds_of_a_tube_and_a_rifle_at_a_man_of_two_health() -> None:
    """Dodge 2. The tube (P 6) kills alone by 2/3; else two rifle shots (P 2 against 1, a wound each) must both hit: 1/3 x 4/9."""
    drawn = "blue Squad a 20,20\nred Squad b 20,30 H=2"
    table = at(
        drawn + FAR, active="a", weapons={"a": ("tube: Gun, Heavy, P 6, Sr 1, R 4-24", "rifle: Gun, P 2, Sr 2, R 0-24")}
    )
    assert odds.of(table.game, "shoot:heavy:b").chance_removed() == pytest.approx(2 / 3 + 1 / 3 * 4 / 9)


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


@proves("wounds.system-or-wound", "wounds.system-counts-as-health")
def test_a_squad_has_no_systems_to_lose_and_a_machine_about_to_die_is_not_asked() -> None:
    gun = {"a": ("gun: Gun, P 4, Sr 1, R 0-40",)}
    squad = at(f"blue Squad a 20,20\nred Squad b 20,30 D=0 H=5\n{APART}", active="a", weapons=gun)
    squad.play("shoot:light:b", dice="gun 5")
    assert squad["b1"].wounds == 3
    strider = at(f"blue Squad a 20,20\nred Strider b 20,30 D=0 H=5 T=1\n{APART}", active="a", weapons=gun)
    strider.play("shoot:light:b", dice="gun 5")
    assert strider.asked.clause == "wounds.system-or-wound"
    assert strider.keys == ["plain", "mobility", "sensors", "rifle"]
    strider.play("sensors", "plain")
    assert (strider["b1"].lost, strider["b1"].wounds) == (("sensors",), 3)
    dying = at(f"blue Squad a 20,20\nred Strider b 20,30 D=0 H=3 T=1\n{APART}", active="a", weapons=gun)
    dying.play("shoot:light:b", dice="gun 5")
    assert dying.alive("b") == []
    blind = at(
        f"blue Squad a 20,20\nred Strider b 20,30 D=0 H=5 T=1 lost=mobility;sensors;rifle\n{APART}",
        active="a",
        weapons=gun,
    )
    blind.play("shoot:light:b", dice="gun 5")
    assert not blind.events("system-lost")


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


@proves("wounds.system-counts-as-health", "wounds.model-dies")
def test_a_tank_of_six_with_two_systems_and_three_wounds_dies_of_the_next() -> None:
    drawn = "blue Squad a 50,35\nred Tank b 35,35 north lost=mobility;sensors wounds=5" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 4, Sr 1, R 0-40",)})
    assert table.play("shoot:light:b", dice="gun 5").alive("b") == []


@proves("systems.visible", "wounds.system-or-wound")
def test_from_the_front_the_defender_cannot_give_up_a_system_at_the_rear() -> None:
    """A skiff facing the shooter: its mobility is behind, the repeater may go."""
    for facing, mobility in (("south", False), ("north", True)):
        drawn = f"blue Squad a 20,20\nred skiff b 20,30 {facing} D=0" + FAR
        table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-60",)})
        table.play("shoot:light:b", dice="gun 5")
        assert table.asked.clause == "wounds.system-or-wound"
        assert ("mobility" in table.keys) is mobility


@proves("systems.visible", "goodshot.must-be-visible")
@pytest.mark.parametrize(("wall", "named"), [("", True), ("locomotive 25.5,31,39,50", False)])
def test_whoever_stands_before_a_tank_and_does_not_see_it_sees_no_sensors(wall: str, named: bool) -> None:
    """a1 is in the front half, behind the locomotive; a2, who sees the tank, is behind its middle."""
    drawn = f"blue Squad a 24,44 24,30\nred Tank b 35,35 north H=20\n{wall}" + FAR
    table = at(drawn, active="a", weapons={"a": (HEAVY_GUN,)}).play("shoot:light:b", dice="gun 1 / gun 6")
    assert ("b1:sensors" in table.keys) is named
    assert "b1:rifle" in table.keys


@proves("systems.visible", "wounds.system-or-wound", "weapon.indirect.no-sight")
@pytest.mark.parametrize("wall", ["", "locomotive 10,15,20,50"])
def test_a_shell_that_nobody_sees_fall_takes_wounds_and_no_systems(wall: str) -> None:
    """Power 6 against the side's 3: three wounds, of which systems may be given up only to somebody who sees them."""
    drawn = f"blue Squad a 5,35\nred Tank b 35,35 north H=20\n{wall}" + FAR
    table = at(drawn, active="a", weapons={"a": ("mortar: Indirect, Blast, P 6, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice="mortar 6")
    assert (table.clause == "wounds.system-or-wound") is (not wall)
    if wall:
        assert (table["b1"].wounds, table["b1"].lost) == (3, ())


@proves("systems.visible", "command.attack-procedure")
def test_an_orbital_lance_takes_wounds_and_no_systems() -> None:
    """A command has no attacking model, and a system is lost only where one sees it."""
    table = at("blue Squad y 2,2\nred Tank b 35,35 north H=20 D=2" + FAR, hands=("orbital-lance", ""))
    table.play("play:orbital-lance", "b", dice="orbital-lance 6 1")
    assert (table["b1"].wounds, table["b1"].lost, table.decider) == (3, (), 1)


@proves("systems.mobility", "goodshot.system-cannot-kill", "units.flyer.no-contact", "cc.contact-needed")
def test_a_flyer_shot_down_by_a_goodshot_can_be_struck_by_the_same_squad() -> None:
    """A P 9 six at its mobility: one Health of three, grounded where it is. The axe (P 3) meets the front's 2: one more."""
    drawn = "blue Squad a 20,10 M=6\nred Flyer b 20,17 south systems=mobility" + FAR
    table = at(drawn, active="a", weapons={"a": (STRONG, "axe: CC, P 3, Sr 1")})
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    assert (table["b1"].wounds, table.unit("b").airborne) == (1, False)
    table.play("move", [[20, 14]], "b", dice="axe 5")
    assert table["b1"].wounds == 2


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


@proves("systems.mobility", "transport.landing-place")
@pytest.mark.parametrize(("card", "y"), [("Gull", 33.0), ("Flyer", 37.5)])
def test_over_the_deck_a_dropship_comes_down_on_it_and_a_flyer_beside_it(card: str, y: float) -> None:
    drawn = f"blue {card} g 25,33 north airborne D=0 H=9\nred Squad x 25,45\nred Squad w 5,60"
    table = heist(drawn, active="x", weapons={"x": ("gun: Gun, P 3, Sr 1, R 0-60",)})
    table.play("shoot:light:g", "g1:mobility", dice="gun 6")
    assert table.at("g1")[1] == pytest.approx(y, abs=0.05)


@proves("systems.mobility")
@pytest.mark.parametrize(("card", "grounded"), [("Skiff", True), ("Tank", False), ("Flyer", True), ("Gull", True)])
def test_who_hovers_or_flies_comes_down_without_mobility_and_others_stay(card: str, grounded: bool) -> None:
    table = at(
        f"blue Squad a 20,20\nred {card} b 20,30 D=0\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    assert "mobility" in table["b1"].lost
    told = [event.key for event in table.game.events if event.key.startswith("grounded")]
    assert bool(told) is grounded
    assert not table.unit("b").airborne


@proves("systems.mobility", "transport.landing-place")
@pytest.mark.parametrize(
    ("ground", "clause"), [("", "systems.mobility"), ("shard 20,30 r=3", "transport.landing-place")]
)
def test_whoever_comes_down_is_told_by_the_rule_that_says_where(ground: str, clause: str) -> None:
    table = at(
        f"blue Squad a 20,20\nred Flyer b 20,30 D=0\n{APART}\n{ground}",
        active="a",
        weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    [told] = [event for event in table.game.events if event.key.startswith("grounded")]
    assert told.clause == clause


@proves("systems.mobility", "transport.landing-cost")
def test_a_flyer_lands_with_its_mobility_and_not_without() -> None:
    whole = at(f"blue Flyer a 20,20 north\n{APART}", active="a").play("fly", [[20, 44]])
    assert whole.can("land")
    lame = at(f"blue Gull a 20,20 lost=mobility landed\n{APART}", active="a")
    assert not lame.can("land")


@proves("systems.sensors", "heist.bumping", "weapon.indirect.skill-penalty", "card.skill-can-be-negative")
def test_sensors_the_train_and_unspotted_shells_take_three_from_skill() -> None:
    """Skill 0: a 6 counts 3, no more than Dodge 2 behind a stack."""
    drawn = "blue Truck a 20,33 east lost=sensors\nblue Squad q 2,2\nred Squad b 20,60 D={} H=3\nstack 5,35,50,53"
    for dodge, wounds in ((2, 0), (1, 1)):
        table = heist(drawn.format(dodge), active="a", weapons={"a": ("lob: Indirect, P 2, Sr 1, R 0-60",)})
        table.play("shoot:light:b", dice="lob 6")
        assert table["b1"].wounds == wounds
