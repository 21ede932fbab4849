"""Combat: dice against the weakest Dodge, Power against Toughness, zones, goodshots, systems, who takes what."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

FACE_TO_FACE = "blue Squad a 20,20 {a}\nred Squad b 20,30 {b}\nred Squad z 65,65"


def gun(power: int = 2, spread: int = 1, more: str = "") -> str:
    return f"gun: Gun, P {power}, Sr {spread}, R 0-40{', ' + more if more else ''}"


def shot(weapon: str, dice: str, *answers: Any, a: str = "", b: str = "", target: str = "Squad", **more: Any) -> Table:
    """Blue's single model at (20,20) shoots red's at (20,30) with one weapon."""
    drawn = f"blue Squad a 20,20 {a}\nred {target} b 20,30 {b}\nred Squad z 65,65\n{more.pop('terrain', '')}"
    table = at(drawn, active="a", weapons={"a": (weapon,)}, **more)
    return table.play("shoot:light:b", *answers, dice=dice)


# -- to hit -----------------------------------------------------------------------------------------------------------------


@proves("combat.to-hit", "card.dodge", "card.skill-default")
@pytest.mark.parametrize(("face", "hits"), [(4, True), (3, False)])
def test_a_die_plus_skill_must_be_above_dodge(face: int, hits: bool) -> None:
    """Skill 1 against Dodge 4: a 4 gives 5 and hits, a 3 gives 4 and misses."""
    table = shot(gun(), f"gun {face}", a="S=1", b="D=4")
    assert (table.alive("b") == []) is hits


@proves("combat.no-automatic-results")
def test_a_6_does_not_hit_by_itself_and_a_1_does_not_miss_by_itself() -> None:
    """Skill 0 against Dodge 6: no die can hit. Skill 1 against Dodge 1: every die hits."""
    assert shot(gun(), "gun 6", b="D=6").alive("b") == ["b1"]
    assert shot(gun(), "gun 1", a="S=1", b="D=1").alive("b") == []


@proves("card.skill-can-be-negative")
def test_skill_may_fall_below_zero() -> None:
    """Skill 0 at sensors lost (-1) and indirect without a spotter (-1): a die of 6 counts 4."""
    drawn = "blue Strider a 20,20 lost=sensors\nred Squad b 20,40 D={}\nred Squad z 65,65\nshard 20,30 r=6"
    weapons = {"a": ("mortar: Indirect, P 2, Sr 1, R 0-60",)}
    for dodge, dead in ((3, True), (4, False)):
        table = at(drawn.format(dodge), active="a", weapons=weapons).play("shoot:light:b", dice="mortar 6")
        assert (table.alive("b") == []) is dead


@proves("combat.number-of-attacks", "weapon.spread", "combat.roll-together", "combat.which-weapons")
def test_every_weapon_rolls_its_spread() -> None:
    weapons = {"a": (gun(2, 3), "pistol: Gun, P 3, Sr 2, R 0-12")}
    table = at(FACE_TO_FACE.format(a="", b="H=9 T=0"), active="a", weapons=weapons)
    table.play("shoot:light:b", dice="gun 3 3 1 / pistol 3 1")
    assert table["b1"].wounds == 2 * 2 + 3


@proves("weapon.spread-surplus")
def test_a_spread_of_4_at_a_lone_tank_is_four_dice_at_the_tank() -> None:
    table = shot(gun(4, 4), "gun 5 5 5 1", target="Tank", b="north T=2 H=9 systems=")
    assert table["b1"].wounds == 3 * 2


@proves("weapon.range-and-minimum", "combat.range.per-weapon")
def test_a_weapon_fires_from_its_minimum_to_its_maximum_both_inclusive() -> None:
    """The gap between the bases at (20,20) and (20,30) is 8 cm."""
    for range, fires in (("8-20", True), ("0-8", True), ("8.1-20", False), ("0-7.9", False)):
        table = at(FACE_TO_FACE.format(a="", b=""), active="a", weapons={"a": (f"gun: Gun, P 2, Sr 1, R {range}",)})
        assert table.can("shoot") is fires, range


@proves("combat.range.per-weapon", "combat.sight.unit-shares")
def test_sight_is_shared_and_range_is_not() -> None:
    """a2 sees red, a1 does not; both shoot. a3 is out of range and does not."""
    drawn = """
        blue Squad a 20,20 24.5,20 24.5,16
        red Squad b 20,30 H=9 T=1
        red Squad z 65,65
        container 17,22,24,26
    """
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-10",)})
    table.play("shoot:light:b", dice="gun 5 5")
    assert table["b1"].wounds == 2


@proves("combat.one-target-per-action", "turn.any-order-and-repeat")
def test_a_second_action_may_attack_another_unit() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30\nred Squad c 25,30\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (gun(),)})
    table.play("shoot:light:b", dice="gun 5")
    table.play("shoot:light:c", dice="gun 5")
    assert table.alive("b") == table.alive("c") == []


@proves("combat.no-fire-arcs")
def test_weapons_fire_in_every_direction() -> None:
    table = at("blue Tank a 20,20 south\nred Squad b 20,30\nred Squad z 65,65", active="a")
    assert table.play("shoot:light:b", dice="rifle 5").alive("b") == []


# -- dodge ------------------------------------------------------------------------------------------------------------------


@proves("hunker.bonus", "hunker.stacks-with-cover", "combat.dodge-modifiers")
def test_cover_and_hunkering_add_up() -> None:
    """Infantry Dodge 2, touching cover (+2), hunkered (+1): Dodge 5; Skill 0 needs a 6."""
    cover = "carriage 15,25,26,28.95"
    for b, face, dead in (("hunkered", 5, False), ("hunkered", 6, True), ("", 5, True), ("", 4, False)):
        table = at(
            f"blue Squad a 20,10\nred Squad b 20,30 {b}\nred Squad z 65,65\n{cover}",
            active="a",
            weapons={"a": (gun(),)},
        )
        assert (table.play("shoot:light:b", dice=f"gun {face}").alive("b") == []) is dead


@proves("combat.weakest-dodge", "cover.stray-excluded", "wounds.defender-allocates")
def test_a_stray_in_the_open_makes_the_covered_squad_easy_to_hit_and_the_defender_still_picks() -> None:
    """b1 and b2 have Dodge 4 behind the carriage, the stray b3 has 2: everything hits on 3, and red gives it to b1."""
    drawn = """
        blue Squad a 20,10
        red Squad b 20,30 22.5,30 40,30
        red Squad z 65,65
        carriage 15,25,26,28.95
    """
    table = at(drawn, active="a", weapons={"a": (gun(),)})
    table.play("shoot:light:b", dice="gun 3")
    assert table.asked.clause == "wounds.defender-allocates"
    assert table.asked.player == 1
    assert table.play({"b1": 1}).alive("b") == ["b2", "b3"]
    assert table.clause == "coherency.who-is-out"


@proves("combat.weakest-dodge")
def test_models_out_of_sight_do_not_lower_the_dodge() -> None:
    """b2 stands in the open behind a stack, unseen: b1's cover counts."""
    drawn = """
        blue Squad a 20,10
        red Squad b 20,30 34,30
        red Squad z 65,65
        carriage 15,22,26,28.95
        shard 30,24 r=4
    """
    table = at(drawn, active="a", weapons={"a": (gun(),)})
    assert table.play("shoot:light:b", dice="gun 4").alive("b") == ["b1", "b2"]


@proves("units.flyer.sight-ignores-terrain", "hunker.stacks-with-cover", "cover.in-area")
@pytest.mark.parametrize(("flags", "dodge"), [("", 2), ("hunkered", 3)])
def test_a_flyers_targets_have_no_cover_but_hunkering_counts(flags: str, dodge: int) -> None:
    """A squad (Dodge 2) touching a container is shot by a flyer from the far side of it."""
    drawn = f"blue Flyer a 20,10\nred Squad b 20,30 {flags}\nred Squad z 65,65\ncontainer 15,25,26,28.95"
    for face in (dodge, dodge + 1):
        table = at(drawn, active="a", weapons={"a": (gun(),)})
        table.play("shoot:light:b", dice=f"gun {face}")
        assert (table.alive("b") == []) is (face > dodge)


@proves("cards.long-range", "combat.dodge-modifiers")
def test_beyond_long_range_the_target_dodges_better() -> None:
    """Long 18: at 18 cm Dodge 2 is hit on 3, at 18.1 cm on 4."""
    for y, face, dead in ((40, 3, True), (40.1, 3, False), (40.1, 4, True)):
        drawn = f"blue Squad a 20,20\nred Squad b 20,{y}\nred Squad z 65,65"
        table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-24, Long 18",)})
        assert (table.play("shoot:light:b", dice=f"gun {face}").alive("b") == []) is dead


@proves("cards.chaff-pods")
def test_chaff_pods_count_beyond_15_cm() -> None:
    """The Skate (Dodge 3, radius 1.75): at 15 cm a 4 hits, beyond it a 5 is needed."""
    for y, face, hurt in ((37.75, 4, True), (37.9, 4, False), (37.9, 5, True)):
        drawn = f"blue Squad a 20,20\nred skate b 20,{y} systems=\nred Squad z 65,65"
        table = at(drawn, active="a", weapons={"a": (gun(3),)})
        assert bool(table.play("shoot:light:b", dice=f"gun {face}")["b1"].wounds) is hurt


@proves("cards.ward-cloak")
def test_a_ward_cloak_adds_to_dodge_in_the_open_and_in_cover() -> None:
    for terrain, face, hurt in (("", 3, False), ("", 4, True), ("carriage 15,25,26,28.7", 5, False)):
        drawn = f"blue Squad a 20,10\nred overseer b 20,30\nred Squad z 65,65\n{terrain}"
        table = at(drawn, active="a", weapons={"a": (gun(3),)})
        assert bool(table.play("shoot:light:b", dice=f"gun {face}")["b1"].wounds) is hurt


# -- wounds -----------------------------------------------------------------------------------------------------------------


@proves("wounds.power-beats-toughness", "card.toughness", "weapon.power")
@pytest.mark.parametrize(("power", "dead"), [(2, False), (3, True)])
def test_power_must_be_above_toughness(power: int, dead: bool) -> None:
    """P 2 against T 2: no wound."""
    assert (shot(gun(power), "gun 5", b="T=2").alive("b") == []) is dead


@proves("wounds.by-difference", "wounds.model-dies")
@pytest.mark.parametrize(("toughness", "wounds"), [(4, 3), (2, 5), (7, 0), (6, 1)])
def test_a_hit_wounds_by_the_difference(toughness: int, wounds: int) -> None:
    """P 7 against T 4: 3 wounds. Against T 2: 5 wounds."""
    assert shot(gun(7), "gun 5", b=f"T={toughness} H=6")["b1"].wounds == wounds
    assert shot(gun(7), "gun 5", b="T=1 H=6").alive("b") == [], "6 wounds reach a Health of 6"


@proves("wounds.one-model-per-shot", "card.health-default")
def test_one_shot_never_kills_more_than_one_model() -> None:
    """One P 6 hit on a squad of T 2, Health 2 models: 4 wounds on one model, which dies; the other 2 are lost."""
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x3 T=2 H=2\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (gun(6),)}).play("shoot:light:b", dice="gun 5").play({"b2": 1})
    assert table.alive("b") == ["b1", "b3"]
    assert table["b1"].wounds == table["b3"].wounds == 0


@proves("wounds.defender-allocates")
def test_a_wounded_model_need_not_be_chosen_first_and_a_dead_one_cannot_be_chosen_again() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x3 T=1 H=2\nred Squad z 65,65"
    table = (
        at(drawn, active="a", weapons={"a": (gun(2, 3),)})
        .play("shoot:light:b", dice="gun 5 5 1")
        .play({"b1": 1, "b3": 1})
    )
    assert [table[key].wounds for key in ("b1", "b2", "b3")] == [1, 0, 1]
    again = table.play("shoot:light:b", dice="gun 5 5 1")
    with pytest.raises(Refused):
        again.play({"b1": 2})
    again.play({"b2": 2})
    assert table.alive("b") == ["b1", "b3"]


@proves("wounds.only-visible", "weapon.gun")
def test_a_gun_hits_only_models_that_are_seen_and_hits_left_over_are_lost() -> None:
    """Of three only b1 is in sight: three hits kill one."""
    drawn = """
        blue Squad a 20,10
        red Squad b 20,30 24,30 28,30
        red Squad z 65,65
        shard 24,20 r=4
        shard 30,24 r=3
    """
    table = at(drawn, active="a", weapons={"a": (gun(2, 3),)}).play("shoot:light:b", dice="gun 5 5 5")
    assert table.alive("b") == ["b2", "b3"]


@proves("wounds.mixed-power")
def test_the_strongest_hits_are_given_first() -> None:
    """P 5 and P 2 at two models of Health 2, Toughness 1: red first places the P 5, then the P 2."""
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x2 H=2\nred Squad z 65,65"
    weapons = {"a": (gun(2), "cannon: Gun, P 5, Sr 1, R 0-40")}
    table = at(drawn, active="a", weapons=weapons).play("shoot:light:b", dice="gun 5 / cannon 5")
    table.play({"b1": 1})
    assert table.alive("b") == ["b2"], "the P 5"
    assert table["b2"].wounds == 1, "and the P 2 has nobody else left"


# -- armour -----------------------------------------------------------------------------------------------------------------


@proves(
    "armour.front-zone",
    "armour.rear-zone",
    "armour.side-zone",
    "units.vehicle.armour-by-side",
    "units.vtol.counts-as-vehicle",
)
@pytest.mark.parametrize(
    ("place", "toughness"),
    [("50,37.5", 3), ("50,37.6", 4), ("20,32.4", 2), ("20,32.5", 3), ("35,60", 4), ("35,10", 2), ("60,35", 3)],
)
def test_the_zone_of_the_firing_models_centre_says_which_armour_is_struck(place: str, toughness: int) -> None:
    """Tank at (35,35), radius 2.5, facing north, T 4/3/2: the lines are y = 37.5 and y = 32.5; a line itself is side."""
    for card in ("Tank", "Gull", "Skiff"):
        drawn = f"blue Squad a {place}\nred {card} b 35,35 north T=4/3/2 D=1 H=9 systems=\nred Squad z 2,2"
        table = at(drawn, active="a", weapons={"a": (gun(7),)}).play("shoot:light:b", dice="gun 5")
        assert table["b1"].wounds == 7 - toughness


@proves("units.flyer.counts-as-vehicle", "armour.rear-zone")
def test_a_flyer_has_armour_by_side_too() -> None:
    drawn = "blue Squad a 35,20\nred Flyer b 35,35 north T=4/3/2 D=1 H=9 systems=\nred Squad z 2,2"
    table = at(drawn, active="a", weapons={"a": (gun(7),)}).play("shoot:light:b", dice="gun 5")
    assert table["b1"].wounds == 5


@proves("armour.per-firing-model")
def test_a_squad_that_straddles_the_line_strikes_two_zones() -> None:
    """a1 at y = 37.4 strikes the side, a2 at y = 39.9 the front: 4 + 3 wounds from two P 7 hits."""
    drawn = "blue Squad a 50,37.4 50,39.9\nred Tank b 35,35 north H=9 systems=\nred Squad z 2,2"
    table = at(drawn, active="a", weapons={"a": (gun(7),)}).play("shoot:light:b", dice="gun 5 / gun 5")
    assert table["b1"].wounds == 4 + 3


@proves("units.vehicle.armour-by-side")
def test_a_single_value_counts_on_all_sides() -> None:
    for place in ("35,60", "35,10", "60,35"):
        drawn = f"blue Squad a {place}\nred Tank b 35,35 north T=3 H=9 systems=\nred Squad z 2,2"
        table = at(drawn, active="a", weapons={"a": (gun(7),)}).play("shoot:light:b", dice="gun 5")
        assert table["b1"].wounds == 4


# -- goodshots --------------------------------------------------------------------------------------------------------------


def squad_shot(dice: str, *answers: Any, weapon: str = "", b: str = "", points: int | None = None) -> Table:
    drawn = f"blue Squad a 20,20\nred Squad b 20,30 x3 {b}\nred Squad c 30,30 x2\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (weapon or gun(2, 3),)}, points=points)
    return table.play("shoot:light:b", *answers, dice=dice)


@proves("goodshot.natural-six", "goodshot.nominate", "goodshot.resolved-first")
def test_natural_6s_that_hit_strike_whom_the_attacker_names_before_all_other_hits() -> None:
    table = squad_shot("gun 6 4 1")
    assert table.asked.clause == "goodshot.nominate"
    assert table.asked.player == 0
    assert table.asked.dice.faces == (6, 4, 1), "decided with the dice in sight"
    table.play("b3")
    assert table.asked.clause == "wounds.defender-allocates", "the 4 comes after it"
    assert table.asked.dice.faces == (6, 4, 1), "the defender sees them too"
    with pytest.raises(Refused):
        table.play({"b3": 1})
    assert table.play({"b1": 1}).alive("b") == ["b2"]


@proves("goodshot.nominate")
def test_6s_that_nobody_is_nominated_for_are_ordinary_hits() -> None:
    table = squad_shot("gun 6 1 1", "none")
    assert table.asked.clause == "wounds.defender-allocates"
    assert table.play({"b2": 1}).alive("b") == ["b1", "b3"]


@proves("goodshot.natural-six")
def test_a_6_that_misses_is_no_goodshot() -> None:
    assert squad_shot("gun 6 6 6", b="D=6").alive("b") == ["b1", "b2", "b3"]


@proves("goodshot.no-carry-on")
def test_goodshots_left_over_are_wasted() -> None:
    """Three goodshots (P 2) on one Health 1 trooper (T 1): one model dies, two shots are lost."""
    assert squad_shot("gun 6 6 6", "b2").alive("b") == ["b1", "b3"]


@proves("goodshot.one-model-per-turn")
def test_a_nomination_binds_the_whole_turn() -> None:
    """b2 (Health 3) is named in the first action: in the second only b2 can be named, and another unit's 6s are plain."""
    table = squad_shot("gun 6 1 1", "b2", b="H=3")
    table.play("shoot:light:b", dice="gun 6 1 1")
    assert table.keys == ["none", "b2"]
    assert table.play("b2")["b2"].wounds == 2
    other = squad_shot("gun 6 1 1", "b2", b="H=3").play("shoot:light:c", dice="gun 6 1 1")
    assert other.asked.clause == "wounds.defender-allocates"


@proves("goodshot.one-model-per-turn")
def test_when_the_nominated_model_is_dead_later_6s_are_ordinary_hits() -> None:
    table = squad_shot("gun 6 1 1", "b2").play("shoot:light:b", dice="gun 6 1 1")
    assert table.asked.clause == "wounds.defender-allocates"


@proves("goodshot.system-cannot-kill", "wounds.power-beats-toughness")
def test_nobody_is_asked_where_goodshots_go_that_can_hurt_nothing() -> None:
    """Power 2 does nothing to the front of a tank (4) nor to its systems, wherever it is aimed; Power 5 does."""
    drawn = "blue Squad a 35,20\nred Tank b 35,40 south\nred Squad z 65,65"
    weak = at(drawn, active="a", weapons={"a": (gun(2, 2),)}).play("shoot:light:b", dice="gun 6 6")
    assert weak.clause == "turn.action-menu"
    assert [event.values["power"] for event in weak.events("harmless")] == [2]
    strong = at(drawn, active="a", weapons={"a": (gun(5, 2),)}).play("shoot:light:b", dice="gun 6 6")
    assert strong.clause == "goodshot.nominate"


@proves("goodshot.must-be-visible", "wounds.only-visible")
def test_the_only_model_in_sight_takes_every_hit_without_a_nomination() -> None:
    """A container hides b2: whoever is named, 6s and 5s alike can only fall on b1."""
    drawn = "blue Squad a 20,20\nred Squad b 20,30 22.5,36\nred Squad z 65,65\ncontainer 20.6,27,31.5,34"
    table = at(drawn, active="a", weapons={"a": (gun(2, 2),)}).play("shoot:light:b", dice="gun 6 5")
    assert table.clause == "turn.action-menu"
    assert table.alive("b") == ["b2"]


@proves("goodshot.must-be-visible")
def test_a_model_out_of_sight_cannot_be_named() -> None:
    drawn = "blue Squad a 20,10\nred Squad b 20,30 22.5,30 28,30\nred Squad z 65,65\nshard 25,22 r=3"
    table = at(drawn, active="a", weapons={"a": (gun(),)}).play("shoot:light:b", dice="gun 6")
    assert table.keys == ["none", "b1", "b2"]


TANK = "blue Squad a {at}\nred Tank b 35,35 north H={health} T=3 {more}\nred Squad z 2,2"


def tank_shot(dice: str, *answers: Any, place: str = "60,35", health: int = 6, power: int = 7, more: str = "") -> Table:
    drawn = TANK.format(at=place, health=health, more=more)
    return at(drawn, active="a", weapons={"a": (gun(power),)}).play("shoot:light:b", *answers, dice=dice)


@proves("goodshot.system-cannot-kill", "wounds.system-counts-as-health", "systems.weapon")
def test_a_goodshot_at_a_system_costs_it_and_one_health_however_strong() -> None:
    """P 7 on the gun of a tank with T 3: gun gone, 1 wound, the other 3 are lost."""
    table = tank_shot("gun 6", "b1:rifle")
    assert table["b1"].lost == ("rifle",)
    assert table["b1"].wounds == 1
    last = tank_shot("gun 6", "b1:rifle", more="wounds=5")
    assert (last["b1"].lost, last["b1"].wounds, last.alive("b")) == (("rifle",), 5, ["b1"]), "not even the last Health"
    weak = tank_shot("gun 6", power=3)
    assert (weak["b1"].lost, weak["b1"].wounds) == ((), 0), "Power 3 does not beat Toughness 3"


@proves("goodshot.on-large-model")
def test_a_goodshot_at_the_whole_machine_wounds_by_the_full_difference() -> None:
    assert tank_shot("gun 6", "b1")["b1"].wounds == 4


@proves("goodshot.must-be-visible", "systems.visible")
def test_a_system_can_be_named_only_from_the_side_it_is_mounted_on() -> None:
    """Sensors are mounted in front: seen from (60,40), not from (60,30), nor from straight beside."""
    for place, seen in (("60,40", True), ("60,30", False), ("60,35", False)):
        table = at(TANK.format(at=place, health=6, more=""), active="a", weapons={"a": (gun(7),)})
        table.play("shoot:light:b", dice="gun 6")
        assert ("b1:sensors" in table.keys) is seen, place
        assert {"b1", "b1:mobility", "b1:rifle"} <= set(table.keys), "`any` is seen from everywhere"


@proves("systems.visible")
@pytest.mark.parametrize(("place", "seen"), [("10,35", "left"), ("60,35", "right")])
def test_left_and_right_mounts_are_seen_from_their_own_half(place: str, seen: str) -> None:
    """Facing north, left is west."""
    more = "systems=left-gun@left;right-gun@right"
    table = at(TANK.format(at=place, health=6, more=more), active="a", weapons={"a": (gun(7),)})
    table.play("shoot:light:b", dice="gun 6")
    assert [key for key in table.keys if ":" in key] == [f"b1:{seen}-gun"]


# -- systems ----------------------------------------------------------------------------------------------------------------


@proves("wounds.system-or-wound", "wounds.system-counts-as-health")
def test_each_wound_of_an_ordinary_hit_is_a_plain_one_or_a_system_as_the_defender_chooses() -> None:
    """P 5 against T 3: two wounds; red gives up the mobility for one and takes the other plain."""
    table = tank_shot("gun 5", power=5)
    assert table.asked.clause == "wounds.system-or-wound"
    assert table.asked.player == 1
    assert table.keys == ["plain", "mobility", "rifle"], "the sensors are not in view from the side"
    table.play("mobility").play("plain")
    assert (table["b1"].lost, table["b1"].wounds) == (("mobility",), 2)
    plain = tank_shot("gun 5", "plain", power=5)
    assert (plain["b1"].lost, plain["b1"].wounds) == ((), 2)


@proves("wounds.system-or-wound", "systems.mobility", "transport.destroyed-on-land")
@pytest.mark.parametrize(("target", "idle"), [("Tank", True), ("Skiff", False), ("Flyer", False), ("Gull", False)])
def test_only_who_is_off_the_ground_may_gain_by_losing_a_system(target: str, idle: bool) -> None:
    """Without mobility it comes down. Whatever else is lost is only missed: a table need not ask."""
    drawn = f"blue Squad a 20,20\nred {target} b 20,30 south H=9\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (gun(5),)}).play("shoot:light:b", dice="gun 5")
    assert table.clause == "wounds.system-or-wound"
    assert [table.option(key).idle for key in table.keys] == [False, idle, True, True]


@proves("wounds.power-beats-toughness", "weapon.flame.pins")
@pytest.mark.parametrize(
    ("weapon", "idle"),
    [(gun(4), True), (gun(5), False), ("burner: Flame, P 1, Sr 1, R 0-40", False)],
)
def test_a_shot_that_can_neither_wound_nor_pin_is_marked(weapon: str, idle: bool) -> None:
    table = at("blue Squad a 20,20\nred Tank b 20,40 south\nred Squad z 65,65", active="a", weapons={"a": (weapon,)})
    assert table.option("shoot:light:b").idle is idle


@proves("wounds.system-counts-as-health", "wounds.model-dies", "damage.markers")
def test_lost_systems_and_plain_wounds_add_up_to_death() -> None:
    """Health 6, two systems lost and three plain wounds: one Health left, and the next wound kills."""
    table = tank_shot("gun 5", power=4, more="wounds=5 lost=mobility;rifle")
    assert table.alive("b") == []
    alive = tank_shot("gun 5", "plain", power=4, more="wounds=4 lost=mobility")
    assert alive.battle.health_left(alive["b1"]) == 1


@proves("systems.sensors")
def test_without_sensors_skill_is_one_less() -> None:
    drawn = "blue Tank a 20,20 north S=1 {}\nred Squad b 20,35\nred Squad z 65,65"
    for more, face, dead in (("", 2, True), ("lost=sensors", 2, False), ("lost=sensors", 3, True)):
        table = at(drawn.format(more), active="a").play("shoot:light:b", dice=f"rifle {face}")
        assert (table.alive("b") == []) is dead


@proves("systems.weapon")
def test_a_destroyed_weapon_is_not_fired_again() -> None:
    table = at("blue Tank a 20,20 north lost=rifle\nred Squad b 20,35\nred Squad z 65,65", active="a")
    assert not table.can("shoot")


@proves("systems.mobility", "transport.landing-place")
def test_a_flyer_grounded_over_a_shard_comes_down_at_the_nearest_place_where_it_may() -> None:
    """Radius 2 over a hexagon whose side lies 2.6 cm from its middle at (20,29): 3.6 cm south, and the log says so."""
    drawn = "blue Squad a 20,20\nred Flyer b 20,28 north\nshard 20,29 r=3\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (gun(7),)}).play("shoot:light:b", "b1:mobility", dice="gun 6")
    x, y = table.at("b1")
    assert 3.55 <= ((x - 20) ** 2 + (y - 28) ** 2) ** 0.5 <= 3.7
    assert "set 3.6 cm away" in table.log


@proves("combat.which-weapons", "weapon.heavy.two-actions", "weapon.cc.in-movement-action")
def test_every_deed_in_the_menu_says_by_which_rule_it_may_be_done() -> None:
    weapons = ("gun: Gun, P 2, Sr 1, R 0-40", "tube: Gun, Heavy, P 6, Sr 1, R 0-40", "blade: CC, P 2, Sr 1")
    drawn = "blue Squad a 20,20\nred Squad b 20,22\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": weapons})
    assert all(table.option(key).clause for key in table.keys)
    cited = {key: table.option(key).clause for key in ("shoot:light:b", "shoot:heavy:b", "strike:b")}
    assert list(cited.values()) == ["combat.which-weapons", "weapon.heavy.two-actions", "weapon.cc.in-movement-action"]
