"""Weapons: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import (
    APART,
    AXE,
    FAR,
    GUN,
    HOOKS,
    chance,
    points,
    points_left,
    points_of_the_turn,
)
from tests.rulebooks.vijilant.test_set_up import SUBCARDS, battle_of, play, started
from vanguard.core.refusals import Refused
from vanguard.testing import scripts
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")
LOB = "lob: Indirect, P 2, Sr 1, R 0-60"


@proves("weapon.blast.no-goodshot", "goodshot.natural-six")
def test_in_one_volley_the_guns_sixes_are_aimed_and_the_grenades_are_not() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x4" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN, "bomb: Blast, P 2, Sr 2, R 0-40")})
    table.play("shoot:light:b", "b4", {"b1": 1, "b2": 1}, dice="gun 6 / bomb 6 6")
    assert table.alive("b") == ["b3"]


@proves("weapon.flame.pins", "pin.roll")
def test_the_odds_of_four_burners_at_a_strider() -> None:
    """Eight dice at Dodge 1, none of which wounds Toughness 3; with Morale 8 only a 1 fails."""
    found = chance("blue purifiers a 20,20 x4\nred harrow b 23,26 systems=", "shoot:light:b")
    assert found.mean_damage() == 0
    assert found.chance_failed("pinned") == pytest.approx((1 - (1 / 6) ** 8) / 6)


@proves("weapon.flame.pins", "cards.linked-minds", "pin.highest-morale", "pin.after-casualties")
@pytest.mark.parametrize(("y", "pinned"), [(30.25, False), (30.5, True)])
def test_linked_minds_reach_exactly_eight_from_who_is_left(y: float, pinned: bool) -> None:
    """8 cm between bases of 1 and 1.25: Morale 9 and a 1 is 10; beyond it 7 and a 1. The linesman who was nearer is dead."""
    drawn = f"blue cohort b 20,20 20,22.5\nblue overseer o 20,{y}\nred Squad x 30,20\nred Squad w 60,60"
    table = at(drawn, turn=1, weapons={"x": ("burner: Flame, P 2, Sr 1, R 0-60",)})
    table.play("play:x", "shoot:light:b", {"b2": 1}, "nothing", dice="burner 3 / pinning 1")
    assert table.alive("b") == ["b1"]
    assert (table.unit("b").pinned >= 0) is pinned


@proves("weapon.flame.pins", "pin.roll", "wounds.power-beats-toughness")
def test_the_odds_of_flames_that_cannot_hurt_and_may_pin() -> None:
    """Two dice, Dodge 1: five of six hit, 35/36 that one does; Morale 8 fails on a 1."""
    found = chance("blue Squad a 20,20\nred Strider b 20,27", "shoot:light:b", a="burner: Flame, P 2, Sr 2, R 0-8")
    assert found.chance_removed() == 0
    assert found.chance_failed("pinned") == pytest.approx(35 / 36 / 6)


@proves("weapon.flame.pins", "pin.after-casualties")
def test_the_odds_of_a_flame_that_kills_or_pins() -> None:
    """Two dice at two troopers, two of three hit: one hit (4/9) kills one and tests the other, Morale 6: pinned in half of that."""
    found = chance(
        "blue Squad a 20,20\nred Squad b 20,26 22.5,26", "shoot:light:b", a="burner: Flame, P 2, Sr 2, R 0-8"
    )
    assert found.chance_removed() == pytest.approx(4 / 9)
    assert found.chance_failed("pinned") == pytest.approx(2 / 9)


@proves("weapon.indirect.skill-penalty", "weapon.indirect.spotter")
def test_only_the_unspotted_shell_is_worse_the_gun_beside_it_is_not() -> None:
    """The target is out of sight of everybody: a lobbed 3 counts 2 against Dodge 2; nothing else of the unit reaches."""
    hidden = "blue Squad a 20,20\nred Squad b 20,40 D=2 H=9\nstack 10,30,29,31" + FAR
    for face, wounds in ((3, 0), (4, 1)):
        table = at(hidden, active="a", weapons={"a": (LOB,)}).play("shoot:light:b", dice=f"lob {face}")
        assert table["b1"].wounds == wounds
    seen = at("blue Squad a 20,20\nred Squad b 20,40 D=2 H=9" + FAR, active="a", weapons={"a": (GUN, LOB)})
    assert seen.play("shoot:light:b", dice="gun 3 / lob 3")["b1"].wounds == 2


@proves("weapon.indirect.skill-penalty", "goodshot.must-be-visible")
def test_indirect_fire_at_what_one_sees_is_aimed_and_without_penalty() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x2" + FAR
    table = at(drawn, active="a", weapons={"a": ("lob: Indirect, P 2, Sr 2, R 0-40",)})
    table.play("shoot:light:b", dice="lob 6 3")
    assert table.asked.clause == "goodshot.nominate"
    assert table.play("b2").alive("b") == []


@proves("weapon.indirect.spotter", "transport.passengers-inactive")
@pytest.mark.parametrize(
    ("spotter", "face", "dead"), [("inside=t", 3, False), ("inside=t", 4, True), ("30,40", 3, True)]
)
def test_a_passenger_spots_for_nobody(spotter: str, face: int, dead: bool) -> None:
    n = " n=1" if "inside" in spotter else ""
    drawn = (
        f"blue Squad a 20,10\nblue Truck t 60,10 north\nblue Squad s {spotter}{n}\nred Squad b 20,40\nlocomotive 5,69,22,24"
        + FAR
    )
    table = at(drawn, active="a", weapons={"a": ("mortar: Indirect, P 2, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice=f"mortar {face}")
    assert (table.alive("b") == []) is dead


@proves("weapon.indirect.spotter", "units.flyer.sight-ignores-terrain")
def test_a_flyer_in_the_air_spots_for_everybody_and_a_landed_one_like_anybody() -> None:
    drawn = "blue Squad a 20,10\nblue Flyer f 30,10 {}\nred Squad b 20,40\nlocomotive 5,60,22,24" + FAR
    weapons = {"a": ("mortar: Indirect, P 2, Sr 1, R 0-60",)}
    for state, dead in (("airborne", True), ("landed", False)):
        table = at(drawn.format(state), active="a", weapons=weapons).play("shoot:light:b", dice="mortar 3")
        assert (table.alive("b") == []) is dead


@proves("weapon.indirect.cover-still-counts", "cover.which-attacker")
def test_unseen_models_are_judged_each_from_whoever_lobs_nearest_to_it() -> None:
    """b1 and b2 are each behind a carriage from the thrower straight below: Dodge 3, without a spotter a 4 does not hit."""
    drawn = """
        blue Squad a 10,20 15,20 20,20 25,20 30,20
        red Squad b 10,40 30,40
        locomotive 0,45,26,28
        carriage 7,13,37,38
        carriage 29,33,37,38
    """
    weapons = {"a": ("mortar: Indirect, P 2, Sr 1, R 0-60",)}
    table = at(drawn + FAR, active="a", weapons=weapons).play("shoot:light:b", dice="mortar 4 4 4 4 4")
    assert table.alive("b") == ["b1", "b2"]
    assert at(drawn + FAR, active="a", weapons=weapons).play("shoot:light:b", dice="mortar 5 5 4 4 4").alive("b") == []


@proves("weapon.cc.in-movement-action")
def test_a_movement_action_of_no_length_is_told_as_staying() -> None:
    table = at("blue Squad a 20,20\nred Squad b 20,22 H=9" + FAR, active="a", weapons={"a": (HOOKS,)})
    table.play("move", [[20, 20]], "b", dice="hooks 3")
    assert "Squad a stays where it is." in table.log
    assert "moves 0.0 cm" not in table.log


@proves("weapon.cc.in-movement-action", "combat.which-weapons")
def test_a_shooting_action_uses_no_cc_weapon() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,22 H=9 D=5" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS,)})
    assert not table.can("shoot")


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


@proves("weapon.special", "weapon.heavy.two-actions", "weapon.flame.pins")
@pytest.mark.parametrize(
    ("kinds", "cost", "pins"),
    [("Gun", 1, False), ("Gun, Heavy", 2, False), ("Flame", 1, True), ("Gun, Pinning", 1, True)],
)
def test_the_kinds_of_a_weapon_say_what_it_costs_and_whether_it_pins(kinds: str, cost: int, pins: bool) -> None:
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30 D=6\n{APART}",
        active="a",
        weapons={"a": (f"it: {kinds}, P 2, Sr 1, R 0-40",)},
    )
    volley = "heavy" if cost == 2 else "light"
    table.play(f"shoot:{volley}:b", dice="it 1")
    left = 0 if table.battle.turn is None else points_of_the_turn(table)
    assert left == 2 - cost
    assert table.unit("a").weapons[0].pinning is pins


@proves("weapon.special", "weapon.blast.no-goodshot", "weapon.skill-modifier")
def test_a_weapon_is_printed_with_all_its_numbers_and_knows_what_its_kinds_mean() -> None:
    table = at(
        f"blue Squad a 20,20\n{APART}",
        weapons={
            "a": (
                "gun: Gun, P 2, Sr 1, R 0-24, Skill 1, Long 18",
                "bomb: Blast, P 2, Sr 1, R 0-24",
                "torch: Flame, P 2, Sr 1, R 0-24",
                "fist: CC, P 2, Sr 1, R 0-0",
                "lob: Gun, Indirect, P 2, Sr 1, R 0-24",
            )
        },
    )
    gun, bomb, torch, fist, lob = table.unit("a").weapons
    assert gun.line == "Gun, P 2, Sr 1, R 0-24, Skill +1, Long 18"
    assert bomb.line == "Blast, P 2, Sr 1, R 0-24"
    assert [it.goodshots for it in (gun, bomb, torch)] == [True, False, False]
    assert [it.needs_sight for it in (gun, fist, lob)] == [True, False, False]
    assert [it.pins_by_itself for it in (gun, torch)] == [False, True]


@proves("weapon.heavy.two-actions", "weapon.heavy.modified-by-card", "weapon.indirect.spotter")
def test_a_mule_drives_and_fires_its_rack_and_not_a_second_time() -> None:
    drawn = "blue mule a 20,10 north\nred Squad b 20,45 22.5,45" + FAR
    assert "shoot:light:b" in at(drawn, active="a").play("move", [[20, 15]]).keys, "one point is enough"
    table = at(drawn, active="a").play("shoot:light:b", dice="rocket-rack 1 1 1")
    assert points(table) == 1
    assert "shoot:light:b" not in table.keys


@proves("weapon.heavy.two-actions", "combat.which-weapons")
def test_whoever_picks_weapons_for_one_point_needs_no_heavy_one() -> None:
    weapons = {"a": ("mortar: Blast, Heavy, P 3, Sr 1, R 0-40", "rifle: Gun, P 2, Sr 1, R 0-24")}
    table = at("blue Squad a 20,20 22.5,20\nred Squad b 20,30 H=9" + FAR, active="a", weapons=weapons)
    table.play("pick:light:b", {"rifle": 1}, dice="rifle 5")
    assert (table["b1"].wounds, points_left(table)) == (1, 1)


@proves("weapon.heavy.two-actions", "combat.which-weapons")
def test_two_points_are_for_a_heavy_weapon_and_at_least_one_weapon_fires() -> None:
    table = at(
        f"blue Squad a 20,20 22.5,20\nred Squad b 20,30\n{APART}",
        active="a",
        weapons={"a": ("mortar: Blast, Heavy, P 3, Sr 1, R 0-40", "rifle: Gun, P 2, Sr 1, R 0-24")},
    )
    pick = next(key for key in table.keys if key.startswith("pick:heavy"))
    table.play(pick)
    for amounts, clause in (
        ({"mortar": 0, "rifle": 0}, "combat.which-weapons"),
        ({"mortar": 0, "rifle": 1}, "weapon.heavy.two-actions"),
    ):
        with pytest.raises(Refused) as why:
            table.game.answer(amounts)
        assert why.value.clause == clause
    table.play({"mortar": 1, "rifle": 0}, dice="mortar 1")
    assert table.asked.player == 1, "both points are spent"


@proves("weapon.heavy.others-join", "combat.range.per-weapon", "wounds.mixed-power")
def test_heavy_weapons_are_joined_by_the_rifles_in_reach_for_both_points() -> None:
    """P 6 and P 2 on a Strider of T 1: 5 wounds and 1. The second rifle is 12.2 cm off and stays silent at a range of 12."""
    drawn = "blue Squad a 20,20 22.5,20\nred Strider b 20,35 T=1 H=9 systems=" + FAR
    weapons = {"a": ("tube: Gun, Heavy, P 6, Sr 1, R 4-24", "rifle: Gun, P 2, Sr 1, R 0-12")}
    table = at(drawn, active="a", weapons=weapons).play("shoot:heavy:b", dice="tube 2 1 / rifle 2")
    assert table["b1"].wounds == 6
    assert table.asked.player == 1


@proves("weapon.subcards")
def test_after_the_subcards_every_transport_is_asked_for_from_the_first_on() -> None:
    game = play(started("depot-raid", "depot"), *SUBCARDS)
    assert "Ferry Skiff" in scripts.asked(game).prompt


@proves("weapon.subcards")
def test_the_subcard_that_is_chosen_is_carried_and_fired() -> None:
    game = play(started("depot-raid", "depot"), *SUBCARDS)
    carried = {unit.support: [weapon.key for weapon in unit.weapons] for unit in battle_of(game).units if unit.support}
    assert set(carried) == set(SUBCARDS)
    assert all(key in weapons for key, weapons in carried.items())


@proves("weapon.skill-modifier", "weapon.indirect.skill-penalty", "pin.trigger")
@pytest.mark.parametrize(("face", "hurt"), [(2, 0), (3, 2)])
def test_a_mortar_nobody_spots_for_aims_like_anybody(face: int, hurt: int) -> None:
    """Skill 1 of the weapon, less 1: Dodge 2 is beaten by a 3; 3 against 1 is two wounds."""
    drawn = "blue mortar a 20,10\nred Squad b 20,45 H=9\nlocomotive 2,69,25,27\nred Squad z 65,68"
    table = at(drawn, active="a").play("shoot:heavy:b", dice=f"sexton-mortar {face} 1 1")
    assert table["b1"].wounds == hurt
    assert (table.clause == "pin.attacker-asks") is bool(hurt)


@proves("weapon.skill-modifier", "cards.shared-purpose")
def test_skill_that_is_changed_by_nothing_is_told_as_it_is() -> None:
    table = at("blue Squad a 20,20 S=1\nred Squad b 20,30 H=9" + FAR, active="a", weapons={"a": (GUN,)})
    table.play("shoot:light:b", dice="gun 5")
    [event] = table.events("dice")
    assert event.dice is not None
    assert [(it.amount, it.clause) for it in event.dice.modifiers] == [(1, "card.skill-default"), (-2, "card.dodge")]


@proves("weapon.several-kinds", "wounds.mixed-power")
def test_the_odds_of_a_mule_at_one_purifier() -> None:
    """Rockets wound twice, the cab gun once; two of three hit: alive with no rocket and at most one bullet."""
    found = chance("blue mule a 20,10 north\nred purifiers b 20,30", "shoot:light:b")
    assert found.chance_removed() == pytest.approx(1 - (1 / 27) * (1 / 27 + 6 / 27))


@proves("weapon.dies-with-bearer")
def test_when_the_bearer_of_the_heavy_weapon_is_dead_the_others_fire_without_it() -> None:
    drawn = "card crew Squad: cannon: Gun, Heavy, P 3, Sr 1, R 0-40, of gunner; rifle: Gun, P 2, Sr 1, R 0-40\nblue crew a 20,20\nred Squad b 20,30"
    table = at(drawn + FAR, active="a")
    assert table.why_not("shoot:heavy:b") == "nobody is left to fire it [weapon.dies-with-bearer]"
    assert "shoot:light:b" in table.keys


@proves("weapon.dies-with-bearer", "weapon.team-firer")
def test_a_team_weapon_fires_one_salvo_however_many_are_left() -> None:
    drawn = (
        "card crew Squad: mortar: Blast, P 2, Sr 3, R 0-40, team\nblue crew a 20,20 22.5,20 25,20\nred Squad b 20,30 x4"
    )
    table = at(drawn + FAR, active="a").play("shoot:light:b", dice="mortar 1 1 1")
    assert points_left(table) == 1


@proves("weapon.team-firer", "weapon.range-and-minimum")
def test_a_mortar_too_near_for_one_of_its_crew_is_fired_by_another() -> None:
    """Minimum 15: the first stands 14.9 cm away, the third 15.6."""
    table = at("blue mortar a 20,20 x3\nred Squad b 20,36.9" + FAR, active="a")
    assert "shoot:heavy:b" in table.keys
    near = at("blue mortar a 20,20\nred Squad b 20,36.9" + FAR, active="a")
    assert "out of range: 14.9 cm" in near.why_not("shoot:heavy:b")


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
