"""Cards as the catalogue gave them, and by name every number in which the cards that are played differ from them."""

import pytest

from vanguard.rulebooks.vijilant.content.content import content
from vanguard.rulebooks.vijilant.profiles import TerrainPiece, UnitCard, Weapon
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

GIVEN = """
col-overseer: Walker, hero: M7 S1 D2 T2 H3 AP2
    models: 1 overseer r1.25 Mr9
    enters: edge for 2 AP
    Arc carbine [Gun] P3 Sr2 R0-20 1 AP
    Shock maul [CC] P5 Sr2 1 AP
    Dread chorus: action 12 cm
    Linked minds: aura 8 cm
    Ward cloak: Dodge +1 beyond 0 cm
col-cohort: Walker, infantry squad: M6 S0 D2 T1 H1 AP2
    models: 1 prefect r1 Mr7, 8 linesman r1 Mr6, 1 support r1 Mr6
    enters: edge for 2 AP
    Service rifle [Gun] P2 Sr1 R0-24 long 18 1 AP (linesman)
    Arc pistol [Gun] P2 Sr1 R0-12 1 AP (prefect)
    Prefect's blade [CC] P2 Sr2 1 AP (prefect)
    subcard Thump launcher [Blast] P2 Sr3 R4-20 1 AP (support)
    subcard Breach tube [Gun Heavy] P6 Sr1 R4-24 2 AP (support)
col-purifiers: Walker, infantry squad: M6 S0 D2 T2 H2 AP2
    models: 4 purifier r1 Mr7
    enters: edge for 2 AP
    Purge burner [Flame] P3 Sr2 R0-8 1 AP
col-mortar: Walker, infantry squad: M5 S0 D2 T1 H1 AP2
    models: 3 crew r1 Mr6
    enters: edge for 1 AP, in a zone too
    Sexton mortar [Indirect Blast Heavy Pinning] P3 Sr5 R15-60 Skill +1 2 AP (team)
    Sidearm [Gun] P2 Sr1 R0-10 1 AP
col-bastion: Vehicle, machine: M8 S1 D1 T4/3/2 H6 AP2 ram 5 ponderous
    models: 1 tank r2.5 Mr8
    enters: edge for 2 AP
    Siege cannon [Gun Heavy] P7 Sr1 R6-60 2 AP
    Sponson repeater [Gun] P3 Sr4 R0-24 1 AP
    systems: Mobility any, Sensors front, Siege cannon any, Sponson repeater any
col-shrike: Flyer, machine: M24 S0 D4 T2/2/1 H3 AP2 ram 4
    models: 1 interceptor r2 Mr8
    enters: flight for 0 AP
    Rotary gun [Gun] P3 Sr3 R0-20 1 AP
    Bomblets [Blast Pinning] P3 Sr3 R0-4 1 AP (once alone)
    systems: Mobility rear, Sensors front, Rotary gun any
col-skiff: Skimmer, machine: M12 S0 D3 T2/2/1 H3 AP2 ram 3 carries 10
    models: 1 skiff r2.5 Mr7
    enters: edge for 2 AP
    Twin repeater [Gun] P2 Sr4 R0-20 1 AP
    systems: Mobility rear, Twin repeater any
dri-captain: Walker, hero: M8 S2 D3 T1 H3 AP3
    models: 1 captain r1.25 Mr8
    enters: edge for 1 AP
    Twin hand cannons [Gun] P3 Sr2 R0-14 1 AP
    Boarding sabre [CC] P3 Sr3 1 AP
    Black flag: aura 8 cm
dri-boarders: Walker, infantry squad: M7 S0 D2 T1 H1 AP2
    models: 1 bosun r1 Mr7, 8 boarder r1 Mr6, 1 support r1 Mr6
    enters: edge for 2 AP
    Deck carbine [Gun] P2 Sr1 R0-18 1 AP (boarder)
    Hand cannon [Gun] P3 Sr1 R0-12 1 AP (bosun)
    Boarding hooks [CC] P2 Sr1 1 AP
    subcard Scatter bombs [Blast] P2 Sr3 R0-10 1 AP (support)
    subcard Hook gun [Gun Pinning] P3 Sr2 R0-14 1 AP (support)
dri-scrappers: Walker, infantry squad: M7 S0 D2 T0 H1 AP2
    models: 8 scrapper r1 Mr5
    enters: edge for 2 AP
    Slug thrower [Gun] P2 Sr1 R0-14 1 AP
    Crowbar [CC] P2 Sr1 1 AP
dri-harrow: Walker, machine: M7 S1 D1 T3 H5 AP2
    models: 1 strider r2 Mr8
    enters: edge for 2 AP
    Ripper claw [CC] P5 Sr2 1 AP
    Furnace projector [Flame] P2 Sr4 R0-10 1 AP
    systems: Mobility any, Ripper claw any, Furnace projector any
dri-gull: VTOL, machine: M12 S0 D3 T2/2/1 H4 AP2 ram 3 carries 10
    models: 1 dropship r2.5 Mr7
    enters: edge for 2 AP
    Door guns [Gun] P2 Sr4 R0-20 1 AP
    systems: Mobility any, Sensors front, Door guns any
dri-skate: Skimmer, machine: M14 S1 D3 T2/2/1 H2 AP2 ram 3
    models: 1 skate r1.75 Mr7
    enters: touching edge for 0 AP
    Breaching lance [Gun] P6 Sr1 R0-24 1 AP
    Chaff pods: Dodge +1 beyond 15 cm
    systems: Mobility rear, Breaching lance front
dri-mule: Vehicle, machine: M10 S0 D1 T3/2/1 H4 AP2 ram 4 carries 10
    models: 1 truck r2.25 Mr7
    enters: edge for 2 AP
    Rocket rack [Indirect Blast Heavy] P4 Sr3 R12-45 1 AP (once)
    Cab gun [Gun] P3 Sr3 R0-20 1 AP
    systems: Mobility any, Rocket rack rear, Cab gun front
courier-lifter: Flyer, machine: M22 S0 D3 T2/2/1 H4 AP2 ram 3 carries 10
    models: 1 lifter r2 Mr7
    enters: flight for 0 AP
    Nose gun [Gun] P2 Sr2 R0-16 1 AP
"""

OURS = {
    "col-overseer: Walker, hero: M7 S1 D2 T2 H3 AP2": "col-overseer: Walker, hero: M8 S1 D2 T2 H3 AP2",
    "col-cohort: Walker, infantry squad: M6 S0 D2 T1 H1 AP2": "col-cohort: Walker, infantry squad: M8 S0 D2 T1 H1 AP2",
    "col-purifiers: Walker, infantry squad: M6 S0 D2 T2 H2 AP2": "col-purifiers: Walker, infantry squad: M8 S0 D2 T2 H2 AP2",
    "Sexton mortar [Indirect Blast Heavy Pinning] P3 Sr5 R15-60 Skill +1 2 AP (team)": "Sexton mortar [Indirect Blast Heavy Pinning] P3 Sr3 R15-60 Skill +1 2 AP (team)",
    "Siege cannon [Gun Heavy] P7 Sr1 R6-60 2 AP": "Siege cannon [Gun Heavy] P6 Sr1 R6-60 2 AP",
    "Sponson repeater [Gun] P3 Sr4 R0-24 1 AP": "Sponson repeater [Gun] P3 Sr2 R0-24 1 AP",
    "col-shrike: Flyer, machine: M24 S0 D4 T2/2/1 H3 AP2 ram 4": "col-shrike: Flyer, machine: M24 S0 D3 T2/2/1 H3 AP2 ram 4",
    "col-skiff: Skimmer, machine: M12 S0 D3 T2/2/1 H3 AP2 ram 3 carries 10": "col-skiff: Skimmer, machine: M14 S0 D4 T2/2/1 H4 AP2 ram 3 carries 10",
    "dri-boarders: Walker, infantry squad: M7 S0 D2 T1 H1 AP2": "dri-boarders: Walker, infantry squad: M8 S0 D3 T1 H1 AP2",
    "dri-scrappers: Walker, infantry squad: M7 S0 D2 T0 H1 AP2": "dri-scrappers: Walker, infantry squad: M9 S0 D3 T0 H1 AP2",
    "dri-harrow: Walker, machine: M7 S1 D1 T3 H5 AP2": "dri-harrow: Walker, machine: M8 S1 D1 T3 H7 AP2",
    "dri-gull: VTOL, machine: M12 S0 D3 T2/2/1 H4 AP2 ram 3 carries 10": "dri-gull: VTOL, machine: M12 S0 D3 T2/2/1 H5 AP2 ram 3 carries 10",
    "dri-skate: Skimmer, machine: M14 S1 D3 T2/2/1 H2 AP2 ram 3": "dri-skate: Skimmer, machine: M14 S1 D3 T2/2/1 H3 AP2 ram 3",
    "Breaching lance [Gun] P6 Sr1 R0-24 1 AP": "Breaching lance [Gun] P6 Sr2 R0-24 1 AP",
}
"""What is given, and what is played instead. With the given numbers the Collective won 39 of 40 Depot Raids and 37 of 40 Heists that it
defended, script against script; points that could make up for it there are none."""

DEPOT = """
A1 container 21,25,36.5,39 to 2.5
A2 container 26,30,36.5,39 to 5
A3 container 40,44,36.5,39 to 5
A4 container 45,49,36.5,39 to 2.5
B1 container 23,27,42,44.5 to 2.5
GOAL container 33,37,42,44.5 to 2.5 goal
B2 container 43,47,42,44.5 to 2.5
C1 container 21,25,47.5,50 to 5
C2 container 28,32,47.5,50 to 2.5
C3 container 38,42,47.5,50 to 2.5
C4 container 45,49,47.5,50 to 5
T1 carriage 4,14,34,39 to 1.5
T2 carriage 56,66,38,43 to 1.5
T3 carriage 57,62,50,60 to 1.5
L locomotive 7,12,46,54 to 4
G1 glass shard 9,11 r3 to 10
G2 glass shard 22,19 r2.5 to 10
G3 glass shard 35,13 r3 to 10
G4 glass shard 49,20 r2.5 to 10
G5 glass shard 62,11 r3 to 10
G6 glass shard 14,26 r2 to 10
G7 glass shard 40,28 r2 to 10
G8 glass shard 16,61 r2.5 to 10
G9 glass shard 46,58 r2 to 10
G10 glass shard 65,47 r2 to 10
R1 spoil heap 2,8,20,25 to 1
R2 spoil heap 60,67,22,27 to 1
D1 shardfall 27,33,22,26 to 0
D2 shardfall 52,58,27,31 to 0
"""
"""Rectangles from x to x and from y to y, or the centre of a hexagon and its circumradius; then how high it stands."""


def printed(weapon: Weapon) -> str:
    """`Breach tube [Gun Heavy] P6 Sr1 R4-24 (support)`"""
    reach = "" if weapon.cc else f" R{weapon.nearest:g}-{weapon.farthest:g}"
    skill = f" Skill {weapon.skill_mod:+d}" if weapon.skill_mod else ""
    long = f" long {weapon.long:g}" if weapon.long else ""
    cost = f" {weapon.action_points} AP" if weapon.action_points else ""
    words = " ".join(
        ["once" if weapon.once_per_turn else "", "alone" if weapon.alone else "", "team" if weapon.team else ""]
    ).split()
    bearers = [" (" + " ".join([*weapon.bearers, *words]) + ")"] if weapon.bearers or words else [""]
    return f"{weapon.name} [{' '.join(weapon.kinds)}] P{weapon.power} Sr{weapon.spread}{reach}{skill}{long}{cost}{bearers[0]}"


def played(card: UnitCard) -> list[str]:
    """What the card says, in lines."""
    ram = f" ram {card.cc_power}" if card.cc_power else ""
    more = f"{' ponderous' if card.ponderous else ''}{f' carries {card.capacity}' if card.capacity else ''}"
    entry = card.deployment
    found = [
        f"{card.key}: {card.type}, {card.role}: M{card.move:g} S{card.skill} D{card.dodge} T{card.toughness.printed} "
        f"H{card.health} AP{card.action_points}{ram}{more}",
        "models: " + ", ".join([f"{kind.count} {kind.key} r{kind.radius:g} Mr{kind.morale}" for kind in card.kinds]),
        f"enters: {entry.way} for {entry.action_points} AP{', in a zone too' if entry.zone else ''}",
        *[printed(weapon) for weapon in card.weapons],
        *[f"subcard {printed(weapon)}" for weapon in card.support],
        *[f"{special.name}: {'aura' if special.aura else 'action'} {special.reach:g} cm" for special in card.specials],
        *[f"{worn.name}: Dodge {worn.dodge:+d} beyond {worn.beyond:g} cm" for worn in card.wargear],
    ]
    if card.systems:
        found.append("systems: " + ", ".join([f"{system.name} {system.mount}" for system in card.systems]))
    return found


def given() -> dict[str, list[str]]:
    cards: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in GIVEN.strip().splitlines():
        if line.startswith(" "):
            lines.append(line.strip())
        else:
            lines = cards[line.partition(":")[0]] = [line]
    return cards


@proves("card.move", "card.dodge", "card.toughness", "card.morale")
@pytest.mark.parametrize("key", list(given()))
def test_a_card_is_played_as_it_was_given_but_for_the_numbers_named(key: str) -> None:
    assert played(content().units[key]) == [OURS.get(line, line) for line in given()[key]]


def test_no_card_is_left_out_and_no_difference_is_named_twice_or_in_vain() -> None:
    assert list(content().units) == list(given())
    lines = [line for card in given().values() for line in card]
    assert [line for line in OURS if lines.count(line) != 1 or OURS[line] == line] == []


def laid(piece: TerrainPiece) -> str:
    part = piece.part
    if piece.kind == "glass shard":
        x, y = (part.min_x + part.max_x) / 2, (part.min_y + part.max_y) / 2
        shape = f"{x:g},{y:g} r{(part.max_x - part.min_x) / 2:g}"
    else:
        shape = f"{part.min_x:g},{part.max_x:g},{part.min_y:g},{part.max_y:g}"
    return f"{piece.key} {piece.kind} {shape} to {part.top:g}{' goal' if piece.goal else ''}"


def test_the_depot_lies_as_it_was_given() -> None:
    assert [laid(piece) for piece in content().maps["depot"].pieces] == DEPOT.strip().splitlines()


SLOTS = {
    "south": [(8, 10), (20, 18), (32, 9), (44, 19), (57, 10), (10, 24), (26, 25), (42, 8), (52, 25), (64, 21)],
    "north": [(10, 46), (24, 56), (36, 44), (48, 58), (60, 47), (65, 62)],
}
TRAIN = """
K3 carriage 0,10,30.5,35.5 to 1.5
K3-K2 carriage 10,10.5,30.5,35.5 to 1.5
K2 carriage 10.5,20.5,30.5,35.5 to 1.5
K2-K1 carriage 20.5,21,30.5,35.5 to 1.5
K1 carriage 21,31,30.5,35.5 to 1.5
L locomotive 31.5,39.5,30.5,35.5 to 4
"""


@proves("heist.train-start")
def test_the_train_stands_and_shards_may_grow_where_they_were_given() -> None:
    plain = content().maps["glasstrain"]
    assert plain.train is not None
    assert [laid(piece) for piece in plain.train.pieces] == TRAIN.strip().splitlines()
    slots = [[laid(slot) for slot in draw.slots] for draw in plain.draws]
    for found, centres in zip(slots, SLOTS.values(), strict=True):
        assert [line.split("glass shard ")[1] for line in found] == [f"{x},{y} r2.5 to 10" for x, y in centres]
