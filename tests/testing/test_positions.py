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


A_MAN = "blue Man a 4,11"


@pytest.mark.parametrize(
    ("drawn", "beside", "told"),
    [
        ("blue Man a 4,11 W=abc", {}, "line 1, “blue Man a 4,11 W=abc”: “abc” is no W (a whole number from 1 on is)"),
        ("blue Man a 4,11 Sv=9", {}, "“9” is no Sv (1 to 7 is)"),
        ("blue Man a 4,11 wounds=99", {}, "it has 8 wounds at most"),
        ("blue Man a 4,11 wounds=0", {}, "“0” is no wounds"),
        ("blue Man a nan,11", {}, "“nan” is no place (a number such as 2.5 is)"),
        ("blue Man a 400,11", {}, "“400,11” lies off the table of 30 by 22"),
        ("blue Man a 4,11,-2", {}, "“4,11,-2” lies under the table"),
        ("blue Man a 4,11 Engage=no", {}, "“Engage” takes no value"),
        ("blue Man a 4,11 guns=all", {}, "“all” is no guns (none are)"),
        ("card Man M5", {}, "two things are called “Man”"),
        ("card X M5\ncard X M6", {}, "line 2, “card X M6”: two things are called “X”"),
        ("card X M-5", {}, "“-5” is no M (more than 0 is)"),
        ("wall 7,9,6,13", {}, "“7,9,6,13” is no rectangle"),
        ("wall 1,2,3,4 bottom=9", {}, "line 1, “wall 1,2,3,4 bottom=9”: wall 1: its top 3 lies below its bottom 9"),
        ("", {}, "nothing is drawn"),
        (A_MAN, {"active": "b"}, "“b” is no operative; known: a"),
        (A_MAN, {"mission": "chess"}, "“chess” is no mission"),
        (A_MAN, {"weapons": {"b": ("gun: A 4, BS 3+, D 3/4",)}}, "“b” is no operative"),
        (A_MAN, {"weapons": {"a": ("gun: A",)}}, "line 1, “blue Man a 4,11”: A, BS or WS, and D are needed"),
        (A_MAN, {"teams": ("nobody", "")}, "“nobody” is no kill team"),
        (A_MAN, {"edges": ("up", "down")}, "“up” is no edge"),
        (A_MAN, {"cp": (-1, 0)}, "-1 is no number of points"),
        (A_MAN, {"turning_point": 9}, "9 is no turning point: 0 to 4 is"),
        (A_MAN, {"turn": 5}, "5 is no seat"),
    ],
)
def test_kill_team_lite_takes_nothing_that_cannot_be(drawn: str, beside: dict[str, Any], told: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        lite_at(drawn, **beside)
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ("blue rifleman a 4,11 wounds 99", "“99” is no wounds (1 to 1 is)"),
        ("blue rifleman a 400,11", "“400,11” lies off the table of 36 by 36"),
        ("blue rifleman a inf,11", "“inf” is no place"),
        ("blue rifleman+wings a 4,11", "rifleman has no such options: ['wings']"),
        ("blue rifleman** a 4,11", "there is no card 'rifleman*'"),
        ("blue rifleman a 4,11 removed waiting", "it is in one place"),
        ("blue rifleman a 4,11 down=1", "“down” takes no value"),
        ("blue rifleman a 4,11\nround -3", "line 2, “round -3”: “-3” is no round"),
        ("blue rifleman a 4,11\ncp -3 0", "“-3” is no points"),
        ("blue rifleman a 4,11\ncp 2 0\ncp 3 0", "line 3, “cp 3 0”: “cp” is said twice"),
        ("blue rifleman a 4,11\nstep lunch", "“lunch” is no step"),
        ("blue rifleman a 4,11\nzones 4 5", "“4” is no zone"),
        ("blue rifleman a 4,11\nbroken", "side is missing"),
        ("blue rifleman a 4,11 removed\nactive a", "line 2, “active a”: “a” is no model"),
        ("piece platform -3 1,1 4,4", "“-3” is no height: at least 0 is"),
        ("piece platform 3 4,4 1,1", "corners go from south-west to north-east"),
        ("piece platform 3 1,1 4,4 sheer ladder east 1-x", "“x” is no end (a number such as 2.5 is)"),
        ("piece platform 3 1,1 4,4 window 1-2", "no price is given for edges of kind ''"),
        ("piece platform 3 30,30 50,50 sheer sheer sheer sheer", "lies off the table of 36 by 36"),
        ("card own SP5", "it has no attack"),
        ("card rifleman SP5: Knife [MELEE] (1D6, 4+, AP0, D1)", "two things are called “rifleman”"),
        ("card own WN0: Knife [MELEE] (1D6, 4+, AP0, D1)", "“0” is no WN"),
    ],
)
def test_kill_team_vanguard_takes_nothing_that_cannot_be(drawn: str, told: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        vanguard_at(drawn)
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("drawn", "beside", "told"),
    [
        ("blue Man a 4,15 W=abc", {}, "line 1, “blue Man a 4,15 W=abc”: “abc” is no W"),
        ("blue Man a 4,15 A=many", {}, "“many” is no A (2, D6 or 2D3+1 is)"),
        ("blue Man a 4,15 wounds=99", {}, "it has 1 wounds at most"),
        ("blue Man a 4,15 in=truck", {}, "there is no transport “truck”"),
        ("blue Man a 4,15 rules=flying_high", {}, "“flying high” is no ability"),
        ("blue Man a 4,15 kw=CHARACTR", {}, "“CHARACTR” is no keyword; “CHARACTER” was probably meant"),
        ("blue Man a 4,15 did=danced", {}, "“danced” is no did (shot, charged,"),
        ("blue Man a 4,15 powers=smite", {}, "“powers” means nothing here"),
        ("blue Man a 4,15 base=0", {}, "“0” is no base (more than 0 is)"),
        ("blue Man a 400,15", {}, "“400,15” lies off the table of 44 by 30"),
        ("blue orks/boyz+wings a 4,15", {}, "it has no option “wings”"),
        ("ruin 7,9,12,14 wall=7,9", {}, "“7,9” is no wall (4 or 5 numbers are)"),
        ("ruin 7,9,12,14 floor=8,10,10,12", {}, "“8,10,10,12” is no floor (5 numbers are)"),
        ("ruin 7,9,12,14 traits=soft", {}, "line 1, “ruin 7,9,12,14 traits=soft”: traits.0: Input should be"),
        ("ruin 12,9,7,14", {}, "“12,9,7,14” is no rectangle"),
        ("card X M5\ncard X M6", {}, "line 2, “card X M6”: two things are called “X”"),
        ('card X: gun: 24" Assault 1, S 4, AP 0, D 1, blat', {}, "blat: Extra inputs are not permitted"),
        ("blue Man a 4,15", {"phase": "lunch"}, "“lunch” is no phase"),
        ("blue Man a 4,15", {"size": "huge"}, "“huge” is no size; known: large, small"),
        ("blue Man a 4,15", {"weapons": {"b": ()}}, "“b” is no model"),
        ("blue Man a 4,15", {"weapons": {"a": ("gun: 24",)}}, "line 1, “blue Man a 4,15”: type: Value error"),
        ("blue Man a 4,15", {"factions": ("nobdy", "nobody")}, "“nobdy” is no faction; “nobody” was probably meant"),
    ],
)
def test_40k_takes_nothing_that_cannot_be(drawn: str, beside: dict[str, Any], told: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        fortyk_at(drawn, **beside)
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ("blue us-riflemen a 7,9 pins=-1", "“-1” is no pins"),
        ("blue us-riflemen a 7,9 damage=99", "3 damage removes a figure"),
        ("blue us-riflemen a 7,9 hidden=bush", "“bush” is no hidden (smoke, sandbag are)"),
        ("blue us-riflemen a 7,9 undeployed", "a unit has hexes, or is undeployed"),
        ("blue us-riflemen a 7,9\nactive a points=-5", "“-5” is no points"),
        ("blue us-riflemen a 7,9\nactive a\nactive a", "line 3, “active a”: “active” is said twice"),
        ("ground w", "a hex is missing"),
        ("ground w 7,7\nground h 7,7", "line 2, “ground h 7,7”: hex 7,7 is drawn twice"),
        ("minefield red", "a hex is missing"),
        ("minefield red 7,8 7,8", "a token lies in hex 7,8 already"),
        ("vp -4 3", "“-4” is no points"),
        ("vp 4 7\nvp 3 2", "“vp” is said twice"),
        ("round 99", "“99” is no round (1 to 10 is)"),
        ("bag -1 2", "“-1” is no tokens"),
    ],
)
def test_normandy_takes_nothing_that_cannot_be(drawn: str, told: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        normandy_at(drawn)
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("drawn", "beside", "told"),
    [
        ("blue Squad a 10,10 x0", {}, "“x0” is no row from there on the table"),
        ("blue Squad a 10,10 x99", {}, "“x99” is no row from there on the table"),
        ("blue Squad a 10,10 T=1/2", {}, "“1/2” is no T (3 or 4/3/2 is)"),
        ("blue Squad a 10,10 wounds=99", {}, "a model that stands has taken 0 wounds at most"),
        ("blue scrappers a n=4", {}, "its card says how many models it has: n is for plain cards"),
        ("blue Squad a 10,10 lost=legs", {}, "it has no system “legs”"),
        ("blue Squad a 10,10 inside=t", {}, "line 1, “blue Squad a 10,10 inside=t”: there is no transport “t”"),
        ("blue Squad a 10,10 inside=a", {}, "there is no transport “a”"),
        ("blue Squad a 100,10", {}, "“100,10” lies off the table of 70 by 70"),
        ("blue Tank a 10,10 north south", {}, "it is one of east, north, west, south"),
        ("blue Gull a 10,10 airborne landed", {}, "it is one of airborne, landed"),
        ("blue Tank a 10,10 systems=mobility@under", {}, "any, front, left, right, rear are mounts"),
        ("blue Squad a 10,10 n=3", {}, "n is for a unit without any"),
        ("container 37,33,42,44", {}, "a rectangle is x from, x to, y from, y to"),
        ("shard 35,13 r=-2", {}, "“-2” is no r (more than 0 is)"),
        ("card Squad Squad M9", {}, "two things are called “Squad”"),
        ("blue Squad a 10,10", {"active": "b"}, "“b” is no unit"),
        ("blue Squad a 10,10", {"weapons": {"b": ()}}, "“b” is no unit"),
        ("blue Squad a 10,10", {"mission": "chess"}, "“chess” is no mission"),
        ("blue Squad a 10,10", {"hands": ("skp", "")}, "“skp” is no card; “skip” was probably meant"),
    ],
)
def test_vijilant_takes_nothing_that_cannot_be(drawn: str, beside: dict[str, Any], told: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        vijilant_at(drawn, **beside)
    assert told in str(refusal.value)
