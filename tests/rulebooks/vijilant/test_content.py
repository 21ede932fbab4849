"""Content files: everything wrong is refused at once and by name; every card, rule and trait that exists is used."""

from pathlib import Path
from typing import get_args

import pytest

from tests.rulebooks.vijilant.positions import at
from vanguard.core.content import ContentFaults
from vanguard.rulebooks.vijilant.content import content_models as models
from vanguard.rulebooks.vijilant.content.content import CONTENT, content, load_content
from vanguard.rulebooks.vijilant.profiles import (
    CARRIAGE,
    CONTAINER,
    SHARD,
    TRAIN,
    BattleMap,
    TerrainPiece,
)
from vanguard.rulebooks.vijilant.special_rules import effect_of
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


def copied(tmp_path: Path) -> Path:
    for file in CONTENT.rglob("*.toml"):
        place = tmp_path / file.relative_to(CONTENT)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def changed(tmp_path: Path, file: str, old: str, new: str) -> Path:
    directory = copied(tmp_path)
    text = (directory / file).read_text(encoding="utf-8")
    assert old in text
    (directory / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return directory


@pytest.mark.parametrize(
    ("file", "old", "new", "match"),
    [
        ("units/collective.toml", 'kinds = ["Flame"]', 'kinds = ["Flames"]', "must be one of Gun, Blast, Flame"),
        ("units/collective.toml", 'kinds = ["Flame"]', "kinds = []", "a weapon names its kinds, each once"),
        ("units/collective.toml", 'kinds = ["Flame"]', 'kinds = ["Flame", "Flame"]', "names its kinds, each once"),
        ("units/collective.toml", "range = [4, 20]", "range = [20, 4]", "runs from near to far, not from 20 to 4"),
        ("units/collective.toml", "long = 18", "long = 28", "Long 28 lies outside the range 0 to 24"),
        ("units/collective.toml", "power = 5, spread = 2 }", "power = 5, spread = 2, range = [0, 3] }", "in contact"),
        ("units/collective.toml", "team = true", 'team = true, bearers = ["crew"]', "names no bearers"),
        ("units/collective.toml", 'range = [0, 10] }', "range = [0, 10], action_points = 2 }", "only a Heavy weapon"),
        ("units/collective.toml", 'bearers = ["linesman"]', 'bearers = ["rifleman"]', "borne by rifleman"),
        ("units/collective.toml", 'system = "Siege cannon"', 'system = "Siege gun"', "no weapon Siege gun"),
        ("units/collective.toml", 'system = "sensors"', 'system = "mobility"', "a system is named twice"),
        ("units/collective.toml", "ponderous = true", "ponderus = true", "unknown key 'ponderus'"),
        ("units/collective.toml", "cc_power = 5\n", "", "a Vehicle needs a CC power to ram with"),
        ("units/collective.toml", "toughness = 2\n", "toughness = { front = 2, side = 2, rear = 1 }\n", "one Toughness"),
        ("units/collective.toml", "morale = 9\n", "morale = 9\ncc_power = 2\n", "a Walker cannot ram"),
        ("units/collective.toml", "morale = 9\n", "morale = 9\ntransport = 10\n", "neither ponderous nor a transport"),
        ("units/collective.toml", 'type = "Vehicle"\nrole = "machine"', 'type = "Vehicle"\nrole = "hero"', "is a machine"),
        ("units/collective.toml", 'kind = "overseer", ', 'kind = "overseer", count = 2, ', "a hero is one model, not 2"),
        ("units/collective.toml", "radius = 2.0, ", "", "has no usual size: give its radius"),
        ("units/collective.toml", 'way = "flight", ', "", "a Flyer enters with its flight"),
        ("units/driftwake.toml", 'way = "touching edge"', 'way = "flight"', "only a Flyer enters with a flight"),
        ("units/collective.toml", 'kind = "prefect", ', 'kind = "linesman", ', "the kinds of its models, each once"),
        ("units/collective.toml", "Sponson repeater", "Siege cannon", "two weapons have one name"),
        ("units/collective.toml", 'rule = "ward-cloak"', 'rule = "cloak"', "must be one of ward-cloak, chaff-pods"),
        ("commands.toml", "single_use = true", 'single_use = "once"', "single_use"),
        ("commands.toml", "[double-time]", "[double-tyme]", r"no rule of a command card 'double-tyme' \(did you mean"),
        ("units/driftwake.toml", 'name = "Scrapper Mob"', 'name = "Scrapper Mob"\nsystems = [{ system = "mobility", mount = "any" }]', "a squad has none"),
        ("units/driftwake.toml", "move = 8\n", "move = 1\n", "comes 1 cm in and its base is 2.5 cm wide: it could never enter"),
        ("units/collective.toml", 'kind = "purifier", count = 4, ', 'kind = "purifier", count = 20, radius = 4.0, ', "20 models cannot all"),
        ("units/collective.toml", 'kind = "action"', 'kind = "aura"', "dread-chorus is an action, not an aura"),
        ("units/driftwake.toml", "morale = 1, ", "", "a black flag adds to Morale"),
        ("units/driftwake.toml", "beyond = 15, ", "", "say beyond which"),
        ("units/driftwake.toml", 'system = "Ripper claw", mount = "any"', 'system = "Ripper claw", mount = "left"', "has no facing"),
        ("forces.toml", '"col-cohort"', '"col-chort"', r"there is no unit card 'col-chort' \(did you mean col-cohort\?\)"),
        ("forces.toml", '"orbital-lance"', '"smoke-curtain"', "smoke-curtain is named twice"),
        ("forces.toml", '"patch-kit"', '"patch"', "there is no command card 'patch'"),
        ("missions.toml", '"glasstrain"]', '"glastrain"]', r"there is no map 'glastrain' \(did you mean glasstrain\?\)"),
        ("missions.toml", 'defender = "collective"', 'defender = "nobody"', "there is no force 'nobody'"),
        ("terrain.toml", '"blocks sight"', '"blocks view"', "must be one of impassable"),
        ("maps/depot.toml", 'key = "A1"', 'key = "A2"', "two pieces are called A2"),
        ("maps/depot.toml", "rect = [21, 25, 36.5, 39]", "rect = [25, 21, 36.5, 39]", "the smaller number first"),
        ("maps/depot.toml", "centre = [9, 11], ", "", "either a rect or a centre"),
        ("maps/glasstrain.toml", "fixed = [1, 3, 5]", "fixed = [1, 3, 3]", "names 3 different slots of 6"),
    ],
)  # fmt: skip
def test_a_fault_in_a_content_file_is_named(tmp_path: Path, file: str, old: str, new: str, match: str) -> None:
    with pytest.raises(ContentFaults, match=match) as faults:
        load_content(changed(tmp_path, file, old, new))
    assert Path(file).name in str(faults.value)


def test_the_faults_of_all_files_are_told_together(tmp_path: Path) -> None:
    directory = changed(tmp_path, "units/collective.toml", "dodge = 2", "dodge = 99")
    for file, old, new in (
        ("units/driftwake.toml", "move = 8", "move = 0"),
        ("commands.toml", "single_use = true", "single_us = true"),
        ("maps/depot.toml", "goal = true", "gaol = true"),
    ):
        text = (directory / file).read_text(encoding="utf-8")
        (directory / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentFaults) as faults:
        load_content(directory)
    files = [fault.file for fault in faults.value.faults]
    assert files == ["collective.toml", "driftwake.toml", "commands.toml", "depot.toml"]


def test_a_command_card_of_ones_own_fires_the_weapon_it_prints(tmp_path: Path) -> None:
    directory = changed(tmp_path, "commands.toml", "[strafing-run]", "[gun-pass]")
    forces = (directory / "forces.toml").read_text(encoding="utf-8")
    (directory / "forces.toml").write_text(forces.replace('"strafing-run"', '"gun-pass"'), encoding="utf-8")
    card = load_content(directory).commands["gun-pass"]
    assert card.clause == "command.attack-procedure"
    table = at("red Squad z 60,60 x3\nblue Squad a 10,10", turn=0)
    options = effect_of(card).options(table.battle, 0, card)
    assert [option.key for option in options] == ["z"]


# -- everything there is, is used -------------------------------------------------------------------------------------


def test_every_card_belongs_to_a_force() -> None:
    forces = content().forces.values()
    assert {card.key for force in forces for card in force.units} == set(content().units)
    assert {card.key for force in forces for card in force.commands} == set(content().commands)
    assert {card.force for card in content().units.values()} == {"collective", "driftwake", "collective-practice"}


@proves("units.type-on-card", "weapon.subcards")
def test_every_type_kind_system_mount_and_special_rule_is_on_some_card() -> None:
    cards = content().units.values()
    weapons = [weapon for card in cards for weapon in (*card.weapons, *card.support)]
    assert {card.type for card in cards} == set(get_args(models.UnitType))
    assert {kind for weapon in weapons for kind in weapon.kinds} == set(get_args(models.WeaponKind))
    assert {system.kind for card in cards for system in card.systems} == {"mobility", "sensors", "weapon"}
    assert {system.mount for card in cards for system in card.systems} == set(get_args(models.Mount)) - {
        "left",
        "right",
    }
    assert {special.key for card in cards for special in card.specials} == set(get_args(models.SpecialKey))
    assert {wargear.key for card in cards for wargear in card.wargear} == set(get_args(models.WargearKey))
    assert {card.deployment.way for card in cards} == {"edge", "touching edge", "flight"}
    assert {card.deployment.action_points for card in cards} == {0, 1, 2}


def test_every_way_a_card_can_differ_occurs() -> None:
    cards = content().units
    weapons = [weapon for card in cards.values() for weapon in (*card.weapons, *card.support)]
    assert [card.key for card in cards.values() if card.ponderous] == ["col-bastion"]
    assert {card.type for card in cards.values() if card.capacity} == {"Skimmer", "VTOL", "Vehicle", "Flyer"}
    assert [card.key for card in cards.values() if card.action_points != 2] == ["dri-captain"]
    assert [weapon.key for weapon in weapons if weapon.heavy and weapon.action_points == 1] == ["rocket-rack"]
    assert [weapon.key for weapon in weapons if weapon.team] == ["sexton-mortar"]
    assert [weapon.key for weapon in weapons if weapon.alone] == ["bomblets"]
    assert [weapon.key for weapon in weapons if weapon.long] == ["service-rifle"]
    assert [weapon.key for weapon in weapons if weapon.skill_mod] == ["sexton-mortar"]
    assert {card.key for card in cards.values() if card.support} == {"col-cohort", "dri-boarders"}
    assert {card.single_use for card in content().commands.values()} == {True, False}


@proves("movement.terrain-traits-stated")
def test_every_terrain_trait_lies_on_some_map() -> None:
    pieces = [piece for it in content().maps.values() for piece in all_pieces(it)]
    assert {trait for piece in pieces for trait in piece.part.traits} == set(get_args(models.TerrainTrait))
    assert {piece.kind for piece in pieces} == set(get_args(models.TerrainKind)) == set(content().terrain_texts)


@proves("movement.terrain-traits-stated", "depot.goal")
def test_every_piece_on_the_table_says_what_it_does() -> None:
    table = at("blue Squad a 5,5\nred Squad b 60,60\ncontainer 20,24,20,22.5\ngoal 30,34,20,22.5\nshard 40,20 r=2")
    told = [part["notes"] for part in table.game.rulebook.table(table.battle)["parts"]]
    crossed, glass = content().terrain_texts["container"], content().terrain_texts["glass shard"]
    assert "Walkers cross it" in crossed
    assert told == [crossed, f"The goal. {crossed}", glass]


def all_pieces(map: BattleMap) -> list[TerrainPiece]:
    train = map.train.pieces if map.train is not None else ()
    return [*map.pieces, *train, *[slot for draw in map.draws for slot in draw.slots]]


# -- what is printed --------------------------------------------------------------------------------------------------


@proves("campaign.all-cards")
def test_seven_units_and_three_or_four_commands_make_a_force() -> None:
    forces = content().forces
    assert (len(forces["collective"].units), forces["collective"].hand) == (7, 10)
    assert (len(forces["driftwake"].units), forces["driftwake"].hand) == (7, 11)
    assert [key for key, force in forces.items() if force.practice] == ["collective-practice", "driftwake-practice"]
    assert forces["driftwake-practice"].units[-1].key == "courier-lifter"


@proves("weapon.heavy.modified-by-card")
def test_a_heavy_weapon_costs_two_actions_unless_its_card_says_otherwise() -> None:
    units = content().units
    assert units["col-bastion"].weapon("siege-cannon").action_points == 2
    assert units["col-bastion"].weapon("sponson-repeater").action_points == 1
    assert units["dri-mule"].weapon("rocket-rack").action_points == 1
    assert units["dri-mule"].weapon("rocket-rack").once_per_turn


def test_blast_and_flame_have_no_goodshots_and_only_indirect_and_cc_do_without_sight() -> None:
    units = content().units
    weapons = {weapon.key: weapon for card in units.values() for weapon in (*card.weapons, *card.support)}
    assert {key for key, it in weapons.items() if not it.goodshots} == {
        "thump-launcher", "purge-burner", "sexton-mortar", "bomblets", "scatter-bombs", "furnace-projector", "rocket-rack",
    }  # fmt: skip
    assert {key for key, it in weapons.items() if not it.needs_sight and not it.cc} == {"sexton-mortar", "rocket-rack"}
    assert {key for key, it in weapons.items() if it.pinning} == {
        "sexton-mortar", "bomblets", "hook-gun", "purge-burner", "furnace-projector",
    }  # fmt: skip
    assert {key for key, it in weapons.items() if it.pins_by_itself} == {"purge-burner", "furnace-projector"}


def test_the_models_of_a_squad_differ_in_morale_and_weapons() -> None:
    cohort = content().units["col-cohort"]
    assert [kind.morale for kind in cohort.models] == [7, *[6] * 9]
    assert [kind.key for kind in cohort.models if cohort.weapon("service-rifle").borne_by(kind.key)] == ["linesman"] * 8
    assert [kind.key for kind in cohort.models if cohort.weapon("breach-tube").borne_by(kind.key)] == ["support"]
    boarders = content().units["dri-boarders"]
    assert all(boarders.weapon("boarding-hooks").borne_by(kind.key) for kind in boarders.models)


def test_bases_have_the_sizes_of_their_kind() -> None:
    radii = {card.key: (card.models[0].radius, card.models[0].height) for card in content().units.values()}
    assert radii == {
        "col-overseer": (1.25, 2.5), "col-cohort": (1.0, 2.0), "col-purifiers": (1.0, 2.0), "col-mortar": (1.0, 2.0),
        "col-bastion": (2.5, 4.0), "col-shrike": (2.0, 4.0), "col-skiff": (2.5, 4.0), "dri-captain": (1.25, 2.5),
        "dri-boarders": (1.0, 2.0), "dri-scrappers": (1.0, 2.0), "dri-harrow": (2.0, 4.0), "dri-gull": (2.5, 4.0),
        "dri-skate": (1.75, 4.0), "dri-mule": (2.25, 4.0), "courier-lifter": (2.0, 4.0),
    }  # fmt: skip


def test_armour_is_read_by_the_zone_an_attack_comes_from() -> None:
    bastion = content().units["col-bastion"].toughness
    assert (bastion.at("front"), bastion.at("side"), bastion.at("rear"), bastion.printed) == (4, 3, 2, "4/3/2")
    harrow = content().units["dri-harrow"].toughness
    assert (harrow.at("front"), harrow.at("rear"), harrow.printed) == (3, 3, "3")


@proves("depot.terrain-layout", "depot.goal")
def test_the_depot_has_its_goal_and_more_glass_on_the_attackers_half() -> None:
    depot = content().maps["depot"]
    assert depot.goal is not None
    assert depot.goal.part.points == ((33.0, 42.0), (37.0, 42.0), (37.0, 44.5), (33.0, 44.5))
    shards = [piece.part for piece in depot.pieces if piece.kind == SHARD]
    assert len([part for part in shards if part.max_y < 35]) == 7
    assert len(shards) == 10
    assert not any(piece.part.group == TRAIN for piece in depot.pieces)
    containers = [piece for piece in depot.pieces if piece.kind == CONTAINER]
    assert sorted({piece.part.top for piece in containers}) == [2.5, 5.0]
    assert min([piece.part.min_y for piece in containers]) > 35


def test_a_shard_is_a_hexagon_with_a_corner_due_east() -> None:
    shard = next(piece for piece in content().maps["depot"].pieces if piece.key == "G1")
    assert shard.part.points[0] == (12.0, 11.0)
    assert len(shard.part.points) == 6
    assert shard.part.points[1] == (10.5, 13.598)


@proves("heist.shards-random")
def test_no_shard_slot_lies_in_the_path_of_the_train() -> None:
    plain = content().maps["glasstrain"]
    for map in (plain, plain.mirrored()):
        for draw in map.draws:
            assert all(slot.part.max_y < 29.5 or slot.part.min_y > 36.5 for slot in draw.slots)
    assert [(len(draw.slots), draw.count, draw.fixed) for draw in plain.draws] == [
        (10, 5, (0, 2, 3, 5, 8)), (6, 3, (0, 2, 4)),
    ]  # fmt: skip


@proves("heist.train-start")
def test_the_train_runs_either_way_and_ends_on_the_table() -> None:
    plain = content().maps["glasstrain"]
    for map, rear, front in ((plain, 0.0, 39.5), (plain.mirrored(), 70.0, 30.5)):
        train = map.train
        assert train is not None
        outer = [x for piece in train.pieces for x, _ in piece.part.points]
        assert {rear, front} == {min(outer), max(outer)}
        last = front + 3 * train.advance * train.direction
        assert 0 <= last <= map.width
        assert {piece.part.group for piece in train.pieces} == {TRAIN}
        decks = [piece.part for piece in train.pieces if piece.kind == CARRIAGE]
        assert (min([part.min_x for part in decks]), max([part.max_x for part in decks])) == train.deck[:2]
    assert plain.mirrored().mirrored().train is not None
    assert [slot.part.points for slot in plain.mirrored().mirrored().draws[0].slots] == [
        slot.part.points for slot in plain.draws[0].slots
    ]


def test_pieces_of_a_map_do_not_overlap() -> None:
    from shapely import Polygon

    for map in content().maps.values():
        parts = [Polygon(piece.part.points) for piece in all_pieces(map)]
        for i, part in enumerate(parts):
            assert all(part.intersection(other).area < 1e-6 for other in parts[i + 1 :])
