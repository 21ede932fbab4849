"""The notation of positions refuses nonsense by line and word, and never takes one thing for another."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at as fortyk_at
from tests.rulebooks.killteam_lite.positions import at as lite_at
from tests.rulebooks.killteam_vanguard.positions import at as vanguard_at
from tests.rulebooks.normandy.positions import drawn as normandy_at
from tests.rulebooks.vijilant.positions import at as vijilant_at
from vanguard.rulebooks.normandy.ground import SIZE
from vanguard.testing.positions import BadPosition, lines_of


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        (
            "blue Man a 4,11 Concel",
            "line 1, “blue Man a 4,11 Concel”: “Concel” is unknown here; “Conceal” was probably meant",
        ),
        ("\nblue Man a 4;11", "line 2, “blue Man a 4;11”: “4;11” is no place"),
        ("blue Man a 4", "“4” is no place: x,y or x,y,z is"),
        ("blue Man a", "a place is missing"),
        ("blue Mann a 4,11", "there is no datacard Mann"),
        ("blue Man a 4,11 wounds=3 wounds=4", "“wounds” is said twice"),
        ("blue Man a 4,11 Engage Conceal", "it has one order"),
        ("blue Man a 4,11 wounds=many", "“many” is no wounds"),
        ("tree 1,1,2,2", "“tree” is no terrain; known: wall, open, low, roof, level, bump"),
        ("wall 1,1,2", "“1,1,2” is no rectangle: 4 numbers are needed"),
        ("blue Man a 4,11\nred Man a 9,11", "two things are called “a”"),
        ("blue Man a 4,11\nred Man b 4.5,11", "“a” and “b” overlap: their centres are 0.500 apart, 1.000 is needed"),
    ],
)
def test_nonsense_is_refused_by_line_and_word(drawn: str, told: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        lite_at(drawn)
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ("blue rifleman a 4,11 sleepy", "“sleepy” is unknown here; known: wounds, down"),
        ("blue rifelman a 4,11", "there is no card 'rifelman'"),
        ("blue rifleman a 4,11\nactive b", "line 2, “active b”: “b” is no model; known: a"),
        ("piece wods 3 1,1 4,4", "“wods” is no terrain; “woods” was probably meant"),
        ("piece platform 3 1,1 4,4 smooth", "“smooth” is no kind of edge"),
        ("blue rifleman a 4,11\ncp 2", "points is missing"),
        ("blue rifleman a 4,11\ncp 2 0 1", "“1” is left over"),
        ("card own SP5 AR9+: Knife [MELEE] (1D6, 4+, AP0, D1)", "“9+” is no AR"),
        ("card own SP5 SP6: Knife [MELEE] (1D6, 4+, AP0, D1)", "“SP” is said twice"),
        ("card own XP5: Knife [MELEE] (1D6, 4+, AP0, D1)", "“XP5” is unknown here"),
        ("card own base 33: Knife [MELEE] (1D6, 4+, AP0, D1)", "“33” is no base: 25, 32, 40, 50, 60 millimetres are"),
        ("card own SP5: Knife [SHARP] (1D6)", "“Knife [SHARP] (1D6)” is no attack"),
        ("blue rifleman a 4,11 down: Knife", "“Knife” is left over"),
        ("blue rifleman a 4,11\nscenario nowhere", "“nowhere” is no scenario"),
    ],
)
def test_the_same_holds_for_every_rulebook_that_reads_it(drawn: str, told: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        vanguard_at(drawn)
    assert told in str(refusal.value)


def test_values_may_be_written_both_ways_and_remarks_say_nothing() -> None:
    [line] = lines_of("\n  # nobody else\n  blue Man a 4,11,3 wounds 3, done  # tired\n")
    assert (line.number, line.side(), line.word("card"), line.word("key")) == (3, 0, "Man", "a")
    assert line.place() == (4.0, 11.0, 3.0)
    assert line.states({"wounds": int}, ("done",)) == {"wounds": 3, "done": True}
    line.end()


def test_a_card_of_a_tests_own_is_known_in_its_position_alone() -> None:
    own = """
        card gunner SP5 AR3+ WN2 NE5+ base 25: Gun [RANGED] (24", 3D6, 3+, AP1, D1); Knife [MELEE] (1D6, 4+, AP0, D2)
        blue gunner a 10,10
        red  rifleman b 20,10
    """
    profile = vanguard_at(own)["a"].profile
    assert (profile.speed, profile.armor, profile.wounds, profile.nerve) == (5.0, 3, 2, 5)
    assert [weapon.line() for weapon in profile.weapons] == [
        'Gun [RANGED] (24", 3D6, 3+, AP1, D1)',
        'Knife [MELEE] (0", 1D6, 4+, AP0, D2)',
    ]
    with pytest.raises(BadPosition, match="there is no card 'gunner'"):
        vanguard_at("blue gunner a 10,10")


def test_every_measured_rulebook_reads_cards_of_a_tests_own() -> None:
    lite = lite_at("""
        card Sniper M5 APL3 Sv3+ W10 base 32: long gun: A 4, BS 2+, D 3/5, Heavy; knife: A 3, WS 4+, D 2/3
        blue Sniper a 4,11 Conceal
        red  Man    b 20,11
    """)
    card = lite["a"].card
    assert (card.name, card.movement, card.apl, card.save, card.wounds, card.defence) == ("Sniper", 5.0, 3, 3, 10, 3)
    assert [(it.name, it.attacks, it.skill) for it in (*card.ranged, *card.melee)] == [
        ("long gun", 4, 2),
        ("knife", 3, 4),
    ]
    fortyk = fortyk_at("""
        card Gunner M5 BS2+ T5 W3 A2 Sv3+ base 40: cannon: 36" Heavy 2, S 7, AP -2, D D3; blade: Melee, S User, AP 0, D 1
        blue Gunner a 4,15 wounds=2
        red  Man    b 20,15
    """)
    profile = fortyk["a"].profile
    assert (profile.name, profile.toughness, profile.wounds, profile.save, profile.row(3).move) == (
        "Gunner",
        5,
        3,
        3,
        5.0,
    )
    assert [weapon.key for weapon in profile.weapons] == ["cannon", "blade"]
    assert fortyk["a"].wounds == 2
    vijilant = vijilant_at("""
        card guards Squad M7 D3 T2 Mr9: rifle: Gun, P 3, R 0-18
        blue guards a 10,10 x3
        red  Squad  b 30,10
    """)
    unit = vijilant.unit("a")
    assert (unit.card.name, unit.card.move, unit.card.dodge, unit.card.toughness.at("front")) == ("Guards", 7.0, 3, 2)
    assert [(weapon.name, weapon.power) for weapon in unit.card.weapons] == [("rifle", 3)]
    assert vijilant.unit("b").card.dodge == 2


@pytest.mark.parametrize(
    ("at", "drawn", "told"),
    [
        (lite_at, "card Own M5 M6: gun: A 4, BS 3+, D 3/4", "“M” is said twice"),
        (lite_at, "card Own Sv9+: gun: A 4, BS 3+, D 3/4", "“9+” is no Sv"),
        (lite_at, "card Own M5: gun: A 4", "“gun: A 4” is no weapon"),
        (lite_at, "card Own M5: gun: A 4, BS 3+, D 3/4, Mighty 5", "is no weapon"),
        (lite_at, "card Own M5: gun: A 4, BS 3+, D 3/4\nblue Won a 4,11", "there is no datacard Won"),
        (fortyk_at, "card Own XS5: blade: Melee, S User, AP 0, D 1", "“XS5” is unknown here"),
        (fortyk_at, "card Own A many: blade: Melee, S User, AP 0, D 1", "“many” is no A"),
        (fortyk_at, "card Own M5: blade: Sharp, S User, AP 0, D 1", "is no weapon"),
        (fortyk_at, "blue Mann a 4,15", "“Mann” is no model"),
        (fortyk_at, "blue orks/boyz/nobody a 4,15", "“orks/boyz/nobody” is no model"),
        (fortyk_at, "blue Man a 4,15 moved=flying", "“flying” is no moved"),
        (vijilant_at, "card own Squid M5", "“Squid” is no plain card; “Squad” was probably meant"),
        (vijilant_at, "card own Squad M5 Tough 3", "“ough” is no T"),
        (vijilant_at, "card own Squad M5: rifle: Gun, R far", "is no weapon"),
    ],
)
def test_cards_and_models_that_cannot_be_are_refused_in_all_of_them(at: Any, drawn: str, told: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        at(drawn)
    assert told in str(refusal.value)


def test_normandy_is_drawn_in_the_same_notation() -> None:
    drawn = normandy_at("""
        blue us-riflemen a 7,9 8,9  veteran pins=1
        red  de-grenadiers b 7,5    damage=1
        ground w 7,7 8,7
        vp 4 7
        command 2 1
        round 3
        active a points=1
    """)
    assert [board.vp for board in drawn.battle.boards] == [4, 7]
    assert [board.command for board in drawn.battle.boards] == [2, 1]
    assert (drawn.battle.round, drawn.battle.phase) == (3, "activation")
    assert (drawn["a"].veteran, drawn["a"].pins, drawn["b"].damage) == (True, 1, 1)
    assert drawn.battle.field().cover[7 * SIZE + 7] == 1
    assert drawn.decider == 0
    assert drawn.battle.activation is not None
    assert drawn.battle.activation.unit == drawn["a"].key


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ("blue us-riflemen a 7,9 tired", "“tired” is unknown here"),
        ("\nblue us-rifelmen a 7,9", "line 2, “blue us-rifelmen a 7,9”: “us-rifelmen” is no card"),
        ("blue us-riflemen a 7.5,9", "“7.5,9” is no hex"),
        ("blue us-riflemen a 7,99", "“7,99” is no hex"),
        ("blue us-riflemen a 7,9 8,9 9,9", "has 2 figures, not 3"),
        ("blue us-riflemen a 7,9\nred us-riflemen b 7,5", "“us-riflemen” fights for the USA, not on both sides"),
        ("blue us-riflemen a 7,9\nred de-grenadiers b 7,9", "two figures stand in hex 7,9"),
        ("blue us-riflemen a 7,9\nred de-grenadiers a 7,5", "two things are called “a”"),
        ("vp 3", "points is missing"),
        ("vp 3 5 6", "“6” is left over"),
        ("phase tea", "“tea” is no phase"),
        ("active z", "“z” is no unit"),
        ("ground q 7,9", "“q” is no terrain"),
        ("mood 3", "“mood” is no fact"),
    ],
)
def test_normandy_refuses_nonsense_by_line_and_word(drawn: str, told: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        normandy_at(drawn)
    assert told in str(refusal.value)
