"""Two or three rules meeting in a way nobody had drawn yet: worked out by hand from the book, then played."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.test_missions import heist
from tests.rulebooks.vijilant.test_more_worked_by_hand import FAR, refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

GUN = "gun: Gun, P 6, Sr 1, R 0-60"


# -- systems that somebody sees ---------------------------------------------------------------------------------------------


@proves("systems.visible", "goodshot.must-be-visible")
@pytest.mark.parametrize(("wall", "named"), [("", True), ("locomotive 25.5,31,39,50", False)])
def test_whoever_stands_before_a_tank_and_does_not_see_it_sees_no_sensors(wall: str, named: bool) -> None:
    """a1 is in the front half, behind the locomotive; a2, who sees the tank, is behind its middle."""
    drawn = f"blue Squad a 24,44 24,30\nred Tank b 35,35 north H=20\n{wall}" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice="gun 1 / gun 6")
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


# -- getting out at a height ------------------------------------------------------------------------------------------------


@proves("transport.contact", "movement.top-of-container")
@pytest.mark.parametrize(("piece", "may"), [("carriage", True), ("container", True), ("stack", False)])
def test_troops_climb_out_of_a_truck_onto_what_is_not_higher_than_3_cm(piece: str, may: bool) -> None:
    """Base contact is what it is for getting in: up to 3 cm of height. On the stack of 5 cm nobody would touch the truck."""
    drawn = f"blue Truck t 20,20 north\nblue Squad p inside=t n=1\n{piece} 15,25,22.3,26" + FAR
    if may:
        assert at(drawn, active="p").play("unload:t", [[20, 23.3]]).at("p1") == (20, 23.3)
    else:
        assert refused(at(drawn, active="p"), "unload:t", [[20, 23.3]]) == "transport.contact"
        at(drawn, active="p").play("unload:t", [[20, 16.7]])


@proves("transport.contact", "units.skimmer.ignores-terrain-moving", "transport.flyer-drop")
@pytest.mark.parametrize(("card", "may"), [("Skiff", False), ("Gull", True)])
def test_from_over_a_locomotive_troops_are_dropped_by_who_flies_and_not_by_who_hovers(card: str, may: bool) -> None:
    """The locomotive is 4 cm high, and so is a skimmer over it; a dropship in the air drops them as if it were on the ground."""
    drawn = f"blue {card} t 20,33 north\nblue Squad p inside=t n=1\nlocomotive 16,24,30.5,35.5" + FAR
    table = at(drawn, active="p")
    assert ("unload:t" in table.keys) is may
    if may:
        assert table.play("unload:t", [[20, 36.5]]).at("p1") == (20, 36.5)
    else:
        assert "[transport.contact]" in table.why_not("unload:t")


@proves("transport.contact", "heist.aboard-definition")
def test_from_over_a_locomotive_a_skiff_sets_troops_down_on_the_deck_behind_it() -> None:
    """The deck is 1.5 cm high, the skiff 4: near enough."""
    drawn = "blue Skiff t 36.5,33 north\nblue Squad p inside=t n=1"
    table = heist(drawn + "\nred Squad z 5,60", active="p", offset=0.0)
    assert "unload:t" not in table.keys, "too far from the deck, and the ground is too low"
    over = heist(drawn.replace("36.5,33", "33.5,33") + "\nred Squad z 5,60", active="p", offset=0.0)
    assert over.play("unload:t", [[29.97, 33]])["p1"].base.elevation == 1.5


# -- the last deeds of those who lie under something ------------------------------------------------------------------------


@proves("last-stand.timing", "last-stand.one-action-limits")
@pytest.mark.parametrize(("end", "rams"), [(28, False), (31.7, False), (32, True)])
def test_a_truck_that_lies_under_a_tank_does_not_ram_it(end: float, rams: bool) -> None:
    """Radii 2.5 and 2.25: from 4.75 on it is free. It may shoot either way."""
    drawn = "blue Tank a 35,20 north M=14\nred Truck b 35,27 north systems= fresh" + FAR
    table = at(drawn, active="a").play("ram", [[35, end]])
    assert table.clause == "last-stand.when"
    assert table.can("ram") is rams
    assert table.can("shoot")


@proves("last-stand.one-action-limits", "transport.bail-out-order")
def test_a_shot_truck_still_rams_over_the_heads_of_those_who_got_out_of_it() -> None:
    """Its passengers stand in its footprint; they are no vehicle that it lies under."""
    drawn = "blue Tank a 35,20 north\nred Truck b 35,27 south H=1 systems= fresh\nred Squad p inside=b n=2" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice="gun 6")
    assert len(table.alive("p")) == 2
    assert table.can("ram")
