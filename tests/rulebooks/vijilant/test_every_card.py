"""One situation for each printed weapon that no other test fires as it is printed, worked out by hand from its card."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import FAR, heist
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("weapon.range-and-minimum", "hunker.bonus", "wounds.by-difference")
@pytest.mark.parametrize(("y", "open_to"), [(42.5, True), (42.52, False)])
def test_an_arc_carbine_reaches_a_hunkered_captain_at_20_cm(y: float, open_to: bool) -> None:
    """Dodge 3 + 1 against Skill 1: a 4 hits and a 3 does not; Power 3 against Toughness 1 is 2 of her 3 Health."""
    table = at(f"blue overseer a 20,20\nred captain b 20,{y} hunkered" + FAR, active="a")
    assert ("shoot:light:b" in table.keys) is open_to
    if open_to:
        assert table.play("shoot:light:b", dice="arc-carbine 4 3")["b1"].wounds == 2


@proves("cc.like-shooting", "armour.per-firing-model", "combat.no-automatic-results", "wounds.by-difference")
@pytest.mark.parametrize(("place", "taken"), [("35,38.75", 2), ("38.75,35", 4), ("35,31.25", 6)])
def test_a_shock_maul_breaks_a_bastion_by_the_side_it_stands_at(place: str, taken: int) -> None:
    """Skill 1 against Dodge 1: even a 1 hits. Power 5 against 4, 3 and 2: one, two and three of 6 Health for each of two."""
    table = at(f"blue overseer a {place}\nred bastion b 35,35 north systems=" + FAR, active="a")
    assert table.play("strike:b", dice="shock-maul 1 1")["b1"].wounds == taken


@proves("armour.side-zone", "armour.rear-zone", "wounds.power-beats-toughness")
@pytest.mark.parametrize(("y", "taken"), [(32.5, 0), (32.4, 4)])
def test_a_twin_repeater_hurts_a_gull_from_behind_the_line_of_its_tail(y: float, taken: int) -> None:
    """Power 2: nothing against the side's 2, one for each hit against the rear's 1. The line itself is side."""
    table = at(f"blue skiff a 45,{y}\nred gull b 35,35 north systems=" + FAR, active="a")
    assert table.play("shoot:light:b", dice="twin-repeater 4 4 5 4")["b1"].wounds == taken


@proves("heist.bumping", "hunker.bonus", "card.skill-can-be-negative")
@pytest.mark.parametrize(("face", "dead"), [(2, 0), (3, 1)])
def test_twin_hand_cannons_on_the_bumping_train(face: int, dead: int) -> None:
    """Skill 2 - 1 against a hunkered Dodge of 2 + 1: a 3 hits."""
    table = heist("blue captain a 20,33\nred cohort b 20,22 22.5,22 hunkered" + FAR, active="a")
    table.play("shoot:light:b", dice=f"twin-hand-cannons {face} 1")
    assert table.asked.clause == ("wounds.defender-allocates" if dead else "turn.action-menu")


@proves("combat.range.per-weapon", "wounds.power-beats-toughness", "wounds.mixed-power")
def test_a_bosun_12_cm_off_hurts_a_purifier_and_the_carbines_do_not() -> None:
    """Hand cannon (12 cm, Power 3) and two carbines (18 cm, Power 2) at Toughness 2: one wound of two."""
    drawn = "blue boarders a 20,20 22.5,20 25,20\nred purifiers b 20,34" + FAR
    table = at(drawn, active="a").play("shoot:light:b", dice="deck-carbine 3 4 / hand-cannon 3")
    assert table["b1"].wounds == 1


@proves("combat.range.per-weapon", "combat.number-of-attacks")
def test_only_the_scrapper_within_14_cm_throws_his_slug() -> None:
    """The first is 14 cm from the boarder, the second 14.2."""
    drawn = "blue scrappers a 20,20 22.4,20\nred boarders b 20,36" + FAR
    table = at(drawn, active="a").play("shoot:light:b", dice="slug-thrower 4")
    assert table.alive("b") == []


@proves("cc.up-to-three-strikes", "cc.coherent-models-attack", "cc.all-can-be-hit")
def test_three_strikes_of_crowbars_by_those_who_touch_nobody_too() -> None:
    """Two scrappers, one in contact: two dice against Dodge 2, three times; the crew behind the first may fall for him."""
    drawn = "blue scrappers a 20,20 20,18\nred mortar b 20,22 22.2,22 24.4,22" + FAR
    table = at(drawn, active="a")
    table.play("strike:b", {"b3": 1}, dice="crowbar 3 2")
    table.play("strike:b", {"b2": 1}, dice="crowbar 2 5")
    assert table.play("strike:b", dice="crowbar 1 4").alive("b") == []


@proves("systems.sensors", "armour.rear-zone", "units.flyer.sight-ignores-terrain", "units.flyer.no-cover")
@pytest.mark.parametrize(("face", "taken"), [(4, 0), (5, 1)])
def test_door_guns_without_sensors_at_a_shrike_behind_glass(face: int, taken: int) -> None:
    """A 5 counts 4 against Dodge 3, glass or not; from behind Power 2 beats 1."""
    drawn = "blue gull a 35,20 lost=sensors\nred shrike b 35,35 north systems=\nshard 35,28 r=3" + FAR
    table = at(drawn, active="a").play("shoot:light:b", dice=f"door-guns {face} 1 1 1")
    assert table["b1"].wounds == taken


@proves("goodshot.system-cannot-kill", "systems.visible", "wounds.system-counts-as-health", "goodshot.resolved-first")
def test_a_breaching_lance_from_behind_takes_the_cannon_and_four_of_the_tank() -> None:
    """Power 6 against the rear's 2: the 6 at the cannon costs one Health, the other shot four of six. Sensors look ahead."""
    table = at("blue skate a 35,20\nred bastion b 35,35 north" + FAR, active="a")
    table.play("shoot:light:b", dice="breaching-lance 6 2")
    assert table.keys == ["none", "b1", "b1:mobility", "b1:siege-cannon", "b1:sponson-repeater"]
    table.play("b1:siege-cannon", "plain")
    assert (table["b1"].wounds, table["b1"].lost) == (5, ("siege-cannon",))


@proves("units.flyer.sight-ignores-terrain", "transport.flyer-drop", "transport.unload-then-act", "cards.practice")
def test_a_lifter_shoots_past_cover_and_drops_its_troops_in_flight() -> None:
    """A squad behind and touching a container has nothing of it from above: a 3 hits. The troops then get out below it."""
    drawn = "blue lifter a 35,35 north\nblue Squad p inside=a n=2\nred Squad b 35,48 37.5,48\nred Squad c 5,65\ncontainer 33,40,44,46.95"
    table = at(drawn, active="a", round=2)
    table.play("shoot:light:b", {"b1": 1}, dice="nose-gun 3 2")
    assert table.alive("b") == ["b2"]
    table.play("fly", [[35, 57]], "done", "save:b", "play:p", "unload:a", [[35, 53.95]])
    assert table.alive("p") == ["p1", "p2"]
    assert table.unit("a").airborne and table.battle.turn is not None and table.battle.turn.points == 1
