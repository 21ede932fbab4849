"""Two or three rules meeting in a way nobody had drawn yet: worked out by hand from the book, then played."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.test_missions import depot, heist, rounds_over
from tests.rulebooks.vijilant.test_more_worked_by_hand import FAR, chance, refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

GUN = "gun: Gun, P 6, Sr 1, R 0-60"
RIFLE = "rifle: Gun, P 2, Sr 1, R 0-60"
HOOK = "hook: Gun, Pinning, P 2, Sr 1, R 0-20"


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


# -- what a hit is that finds nobody, and who is still there to be tested ----------------------------------------------------


@proves("pin.trigger", "wounds.only-visible", "pin.once-per-attack")
def test_a_hook_that_hits_when_nobody_in_sight_is_left_still_pins_those_behind_the_wall() -> None:
    """The rifle's hit kills the only one to be seen, the hook's is lost on nobody; the unit has been hit all the same."""
    drawn = "blue Squad a 20,10\nred Squad b 17,30 21.9,30\nlocomotive 18.1,30,20,26\nred Squad w 60,60"
    table = at(drawn, active="a", weapons={"a": (RIFLE, HOOK)}).play("shoot:light:b", dice="rifle 5 / hook 5")
    assert table.alive("b") == ["b2"]
    assert table.clause == "pin.attacker-asks"
    table.play("yes", dice="pinning 3")
    assert table.unit("b").pinned >= 0


@proves("pin.attacker-asks", "pin.trigger")
def test_the_bullet_that_hits_does_not_pin_where_the_hook_beside_it_misses() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (RIFLE, HOOK)}).play("shoot:light:b", dice="rifle 5 / hook 1")
    assert table.clause != "pin.attacker-asks"


@proves("depot.attacker-wiped-out", "last-stand.not-for-objectives", "last-stand.when")
def test_the_last_raider_shoots_back_and_has_lost_all_the_same() -> None:
    """He kills the last who shot at him; then no living unit of the attacker is left."""
    drawn = "blue Squad a 35,20\nred Squad z 35,30\nred Squad y 10,66"
    table = depot(drawn, turn=1, weapons={"z": (RIFLE,), "a": (RIFLE,)}).play("play:z", "shoot:light:a", dice="rifle 5")
    table.play("shoot:light:z", dice="rifle 5")
    assert table.alive("z") == []
    assert (table.game.standing.winner, table.game.standing.clause) == (1, "depot.attacker-wiped-out")


@proves("last-stand.chain", "last-stand.when")
def test_three_fall_one_after_the_other_before_play_goes_on() -> None:
    drawn = "blue Squad a 20,20\nblue Squad c 24,20 fresh\nred Squad b 20,30 fresh\nred Squad e 24,30 fresh" + FAR
    table = at(drawn, active="a", weapons=dict.fromkeys("aceb", (RIFLE,)))
    table.play("shoot:light:b", "shoot:light:c", "shoot:light:e", dice="rifle 5 / rifle 5 / rifle 5")
    assert (table.decider, table.clause) == (1, "last-stand.when")
    table.play("shoot:light:a", dice="rifle 5")
    assert [table.alive(key) for key in "abce"] == [[], [], [], []]


# -- moving -----------------------------------------------------------------------------------------------------------------


@proves("cc.locked-halves-movement", "ponderous.pivot-last", "movement.measure-front")
@pytest.mark.parametrize(("facing", "may"), [(0, True), (270, False)])
def test_a_locked_tank_turns_a_quarter_and_no_half(facing: int, may: bool) -> None:
    """Its front goes 3.5 cm for a quarter and 5 for a half, both double: 7.1 and 10 of 8."""
    drawn = "blue Tank a 35,20 north\nred Squad b 38.5,20" + FAR
    if may:
        assert at(drawn, active="a").play("move", [[35, 20, facing]])["a1"].base.facing == facing
    else:
        assert refused(at(drawn, active="a"), "move", [[35, 20, facing]]) == "movement.measure-front"


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


@proves("heist.defender-starts-on-train", "ramming.straight-line", "movement.rough")
def test_a_truck_on_the_deck_rams_over_half_its_move() -> None:
    drawn = "red Truck a 15,33 east started-aboard\nblue Squad b 19.5,33\nblue Squad y 2,2"
    assert refused(heist(drawn, active="a"), "ram", [[20.2, 33]]) == "movement.up-to-m"
    table = heist(drawn, active="a").play("ram", [[20, 33]])
    assert (table.alive("b"), table.at("a1")) == ([], (20, 33))


@proves("movement.dangerous", "transport.destroyed-on-land", "transport.no-last-stand")
@pytest.mark.parametrize(("toughness", "left"), [(0, 0), (1, 2)])
def test_a_truck_that_shards_finish_off_in_its_own_turn_spills_its_troops(toughness: int, left: int) -> None:
    drawn = f"blue Truck t 20,20 north H=1\nblue Squad p inside=t n=2 T={toughness}\nshardfall 10,30,24,26" + FAR
    table = at(drawn, active="t").play("move", [[20, 28]], dice="danger 1")
    assert (table.alive("t"), len(table.alive("p")), table.decider) == ([], left, 1)


# -- the train --------------------------------------------------------------------------------------------------------------


@proves("heist.train-moves", "transport.ground-must-slow-to-pick-up")
def test_a_truck_that_has_slowed_on_the_deck_is_still_slow_when_the_train_has_carried_it() -> None:
    """It has not driven: troops that ride beside it get in."""
    drawn = "red Truck t 20,33 north slowed started-aboard\nred Squad p 16.7,33\nblue Squad a 5,5"
    table = rounds_over(heist(drawn)).play("save:a", "play:p", "load:t")
    assert table.unit("p").inside == table.unit("t").index


@proves("transport.bail-out-order", "heist.aboard-definition")
def test_those_who_fall_out_of_a_dropship_over_the_deck_are_aboard() -> None:
    drawn = "blue Gull t 20,33 north H=1 D=0 airborne\nblue Squad p inside=t n=2 T=2 H=2\nblue Squad y 5,5\nred Squad x 20,45"
    table = heist(drawn, active="x", weapons={"x": ("gun: Gun, P 9, Sr 1, R 0-60",)}).play(
        "shoot:light:t", dice="gun 5"
    )
    assert [table[key].base.elevation for key in table.alive("p")] == [1.5, 1.5]


@proves("systems.mobility", "transport.landing-place")
@pytest.mark.parametrize(("card", "y"), [("Gull", 33.0), ("Flyer", 37.5)])
def test_over_the_deck_a_dropship_comes_down_on_it_and_a_flyer_beside_it(card: str, y: float) -> None:
    drawn = f"blue {card} g 25,33 north airborne D=0 H=9\nred Squad x 25,45\nred Squad w 5,60"
    table = heist(drawn, active="x", weapons={"x": ("gun: Gun, P 3, Sr 1, R 0-60",)})
    table.play("shoot:light:g", "g1:mobility", dice="gun 6")
    assert table.at("g1")[1] == pytest.approx(y, abs=0.05)


# -- chances, reckoned by hand ----------------------------------------------------------------------------------------------


@proves("armour.side-zone", "armour.per-firing-model", "wounds.by-difference")
def test_the_odds_of_two_guns_one_of_them_on_the_very_line_of_the_hull() -> None:
    """Five of six hit; two wounds from the front, three from the line, which is side: of Health 5 both are needed."""
    found = chance("blue Squad a 35,45 42,37.5\nred Tank b 35,35 north systems= H=5", "shoot:light:b", a=GUN)
    assert found.chance_removed() == pytest.approx(25 / 36)
    assert found.mean_damage() == pytest.approx(25 / 6)


@proves("weapon.several-kinds", "wounds.mixed-power")
def test_the_odds_of_a_mule_at_one_purifier() -> None:
    """Rockets wound twice, the cab gun once; two of three hit: alive with no rocket and at most one bullet."""
    found = chance("blue mule a 20,10 north\nred purifiers b 20,30", "shoot:light:b")
    assert found.chance_removed() == pytest.approx(1 - (1 / 27) * (1 / 27 + 6 / 27))


@proves("cards.long-range")
def test_the_odds_of_two_rifles_one_of_them_a_hair_too_far() -> None:
    """At 18 cm two of three hit, at 18.2 one of two."""
    found = chance("blue cohort a 2,2 20,10 22.5,9.8\nred Squad b 20,30 x2", "shoot:light:b")
    assert found.chance_removed() == pytest.approx(1 / 3)
    assert found.mean_damage() == pytest.approx(7 / 6)
