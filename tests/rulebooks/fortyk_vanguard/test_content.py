"""What is printed: datasheets against the book, everything used by something, maps, ready armies, faults told together."""

import shutil
from collections.abc import Iterator
from math import hypot
from pathlib import Path

import pytest

from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.content import ContentFaults, digest_of
from vanguard.geometry.measuring import point_gap
from vanguard.rulebooks.fortyk_vanguard.content.army_list import BOOK, Army, muster, profile_of
from vanguard.rulebooks.fortyk_vanguard.content.content import CONTENT, content, load_content
from vanguard.rulebooks.fortyk_vanguard.profiles import (
    AREA,
    HILL,
    NO_CHARACTERISTIC,
    NO_SAVE,
    OBSTACLE,
    ROLES,
    TERRAIN_TRAITS,
    WEAPON_TYPES,
    ModelProfile,
    WeaponProfile,
)
from vanguard.rulebooks.fortyk_vanguard.rulebook import rulebook


def armies() -> list[Army]:
    return [muster(army.roster) for army in content().armies.values()]


def fielded() -> Iterator[ModelProfile]:
    for army in armies():
        for model in army.models:
            yield model.profile


def weapon_profiles_in_use() -> list[WeaponProfile]:
    return [profile for model in fielded() for weapon in model.weapons for profile in weapon.profiles]


# -- ready armies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(content().armies))
def test_a_ready_army_is_legal_at_its_limit_and_costs_what_its_summary_says(key: str) -> None:
    army = content().armies[key]
    found = BOOK.legality(army.roster, army.points_limit)
    assert found.sentences() == []
    assert army.summary.startswith(f"{found.points} points: ")


def test_every_faction_has_armies_of_both_sizes_and_one_of_our_own() -> None:
    for faction in content().factions:
        limits = sorted([army.points_limit for army in content().armies.values() if army.roster.faction == faction])
        assert len(limits) >= 4
        assert limits.count(200) >= 2
        assert limits.count(400) >= 2


def test_every_datasheet_and_every_power_is_in_some_army() -> None:
    used = {profile.unit for profile in fielded()}
    assert used == set(content().datasheets)
    powers = {power.key for profile in fielded() if profile.psyker is not None for power in profile.psyker.known}
    assert powers == set(content().powers)


def test_every_ability_and_every_weapon_type_is_in_some_army() -> None:
    assert {ability.key for profile in fielded() for ability in profile.abilities} == set(content().abilities)
    assert {profile.type for profile in weapon_profiles_in_use()} == set(WEAPON_TYPES)
    assert {profile.role for profile in fielded()} == set(ROLES)


def test_every_weapon_ability_is_carried_by_somebody() -> None:
    abilities = (
        "blast", "damage_at_half_range", "hit_modifier", "automatic_hits", "extra_hits_on_six", "automatic_wounds_on_six",
        "mortal_wounds_on_six", "extra_attacks", "only_extra_attacks", "ignores_look_out_sir", "ignores_visibility",
        "once_per_battle", "destroys_bearer_on_one", "mortal_wound_to_bearer_on_one", "only_if_stationary", "bolt",
        "lasgun", "grinding_advance",
    )  # fmt: skip
    carried = weapon_profiles_in_use()
    assert [ability for ability in abilities if not any(getattr(profile, ability) for profile in carried)] == []


def test_every_weapon_of_the_list_can_be_carried() -> None:
    offered = {key for sheet in content().datasheets.values() for option in sheet.options for key in option.weapons}
    for sheet in content().datasheets.values():
        for kind in (sheet.trooper, sheet.leader, sheet.team):
            offered.update(kind.weapons if kind is not None else ())
    assert offered == set(content().rack.weapons)


# -- datasheets -----------------------------------------------------------------------------------------------------------

LINES = {
    # M WS BS S T W A Ld Sv invulnerable base points
    ("space-marines", "captain", "trooper"): (6, 2, 2, 4, 4, 6, "5", 9, 3, 4, 40, 90),
    ("space-marines", "librarian", "trooper"): (6, 3, 3, 4, 4, 5, "4", 9, 3, 0, 40, 90),
    ("space-marines", "intercessors", "trooper"): (6, 3, 3, 4, 4, 2, "2", 7, 3, 0, 32, 21),
    ("space-marines", "intercessors", "leader"): (6, 3, 3, 4, 4, 2, "3", 8, 3, 0, 32, 21),
    ("space-marines", "tactical-squad", "trooper"): (6, 3, 3, 4, 4, 2, "1", 7, 3, 0, 32, 17),
    ("space-marines", "tactical-squad", "leader"): (6, 3, 3, 4, 4, 2, "2", 8, 3, 0, 32, 17),
    ("space-marines", "assault-squad", "trooper"): (12, 3, 3, 4, 4, 2, "1", 7, 3, 0, 32, 21),
    ("space-marines", "assault-squad", "leader"): (12, 3, 3, 4, 4, 2, "2", 8, 3, 0, 32, 21),
    ("space-marines", "terminators", "trooper"): (5, 3, 3, 4, 4, 3, "2", 8, 2, 5, 40, 42),
    ("space-marines", "terminators", "leader"): (5, 3, 3, 4, 4, 3, "3", 9, 2, 5, 40, 42),
    ("space-marines", "dreadnought", "trooper"): (6, 3, 3, 6, 7, 8, "4", 8, 3, 0, 60, 85),
    ("necrons", "overlord", "trooper"): (6, 2, 2, 5, 5, 5, "4", 10, 3, 4, 40, 79),
    ("necrons", "plasmancer", "trooper"): (5, 3, 3, 4, 4, 4, "1", 10, 4, 0, 40, 100),
    ("necrons", "warriors", "trooper"): (5, 3, 3, 4, 4, 1, "1", 10, 4, 0, 32, 16),
    ("necrons", "immortals", "trooper"): (5, 3, 3, 4, 5, 1, "2", 10, 3, 0, 32, 24),
    ("necrons", "skorpekh-destroyers", "trooper"): (8, 3, 3, 5, 5, 3, "3", 10, 3, 0, 50, 32),
    ("necrons", "scarab-swarms", "trooper"): (10, 4, NO_CHARACTERISTIC, 3, 3, 4, "4", 10, 6, 0, 40, 23),
    ("necrons", "doomstalker", "trooper"): (10, 4, 4, 6, 6, 12, "3", 10, 3, 4, 105, 150),
    ("orks", "warboss", "trooper"): (5, 2, 5, 6, 6, 6, "5", 8, 4, 5, 40, 68),
    ("orks", "weirdboy", "trooper"): (5, 3, 5, 5, 5, 5, "3", 6, 6, 0, 40, 85),
    ("orks", "boyz", "trooper"): (5, 3, 5, 4, 5, 1, "2", 6, 6, 0, 32, 9),
    ("orks", "boyz", "leader"): (5, 3, 5, 5, 5, 2, "3", 7, 6, 0, 32, 9),
    ("orks", "gretchin", "trooper"): (5, 5, 4, 2, 3, 1, "1", 4, NO_SAVE, 0, 25, 4),
    ("orks", "stormboyz", "trooper"): (12, 3, 5, 4, 5, 1, "2", 6, 6, 0, 32, 7),
    ("orks", "stormboyz", "leader"): (12, 3, 5, 5, 5, 2, "3", 7, 6, 0, 32, 7),
    ("orks", "deff-dread", "trooper"): (6, 3, 5, 5, 7, 8, "3", 7, 3, 0, 60, 56),
    ("orks", "trukk", "trooper"): (12, 5, 5, 6, 6, 10, "3", 6, 4, 0, 110, 55),
    ("astra-militarum", "company-commander", "trooper"): (6, 3, 3, 3, 3, 4, "3", 8, 5, 5, 25, 32),
    ("astra-militarum", "primaris-psyker", "trooper"): (6, 3, 3, 3, 3, 4, "3", 8, 5, 0, 25, 50),
    ("astra-militarum", "infantry-squad", "trooper"): (6, 4, 4, 3, 3, 1, "1", 6, 5, 0, 25, 6),
    ("astra-militarum", "infantry-squad", "leader"): (6, 4, 4, 3, 3, 1, "2", 7, 5, 0, 25, 6),
    ("astra-militarum", "infantry-squad", "team"): (6, 4, 4, 3, 3, 2, "2", 6, 5, 0, 60, 12),
    ("astra-militarum", "ratlings", "trooper"): (5, 5, 3, 2, 2, 1, "1", 5, 6, 0, 25, 8),
    ("astra-militarum", "bullgryns", "trooper"): (6, 3, 4, 5, 5, 3, "3", 7, 4, 0, 40, 35),
    ("astra-militarum", "bullgryns", "leader"): (6, 3, 4, 5, 5, 3, "4", 8, 4, 0, 40, 35),
    ("astra-militarum", "armoured-sentinel", "trooper"): (8, 4, 4, 5, 6, 6, "1", 7, 3, 0, 60, 22),
    ("astra-militarum", "leman-russ", "trooper"): (10, 6, 4, 7, 8, 12, "3", 7, 2, 0, 150, 85),
}


@proves("core.profile.characteristics", "core.concept.keywords")
@pytest.mark.parametrize("model", list(LINES), ids=lambda model: f"{model[1]} {model[2]}")
def test_a_datasheet_has_the_numbers_of_the_book(model: tuple[str, str, str]) -> None:
    profile = profile_of(*model)
    row = profile.row(profile.wounds)
    found = (
        row.move, row.weapon_skill, row.ballistic_skill, row.strength, profile.toughness, profile.wounds,
        row.attacks.text, profile.leadership, profile.save, profile.invulnerable, profile.base_mm, profile.points,
    )  # fmt: skip
    assert found == LINES[model]


def test_the_table_of_datasheets_is_whole() -> None:
    kinds = {
        (sheet.faction, sheet.key, kind.key)
        for sheet in content().datasheets.values()
        for kind in (sheet.trooper, sheet.leader, sheet.team)
        if kind is not None
    }
    assert kinds == set(LINES)


@proves("core.profile.damage-table")
@pytest.mark.parametrize(
    ("wounds", "move", "skill", "attacks"),
    [(12, 10, 4, "3"), (7, 10, 4, "3"), (6, 7, 5, "D3"), (4, 7, 5, "D3"), (3, 4, 6, "1"), (1, 4, 6, "1")],
)
def test_a_damaged_tank_uses_the_row_of_its_wounds_left(wounds: int, move: float, skill: int, attacks: str) -> None:
    row = profile_of("astra-militarum", "leman-russ", "trooper").row(wounds)
    assert (row.move, row.ballistic_skill, row.attacks.text) == (move, skill, attacks)


@proves("core.profile.damage-table")
def test_the_strength_of_a_trukk_and_the_skill_of_a_doomstalker_fall_with_their_wounds() -> None:
    trukk = profile_of("orks", "trukk", "trooper")
    assert [trukk.row(wounds).strength for wounds in (10, 6, 5, 3, 2)] == [6, 6, 5, 5, 4]
    stalker = profile_of("necrons", "doomstalker", "trooper")
    assert [stalker.row(wounds).weapon_skill for wounds in (12, 7, 6, 4, 3)] == [4, 4, 5, 5, 6]


@proves("core.profile.weapon-strength")
def test_a_melee_weapon_has_a_strength_of_its_own_or_works_on_its_bearers() -> None:
    def strength(weapon: str, bearer: int) -> int:
        return content().rack.weapons[weapon].profiles[0].strength.of(bearer)

    assert strength("power-fist", 4) == 8
    assert strength("big-choppa", 5) == 7
    assert strength("choppa", 4) == 4
    assert strength("attack-squig", 6) == 4


@proves(
    "vanguard.blast.range-two-inches",
    "vanguard.blast.range-one-inch-grenades",
    "vanguard.golden.later-overrides-earlier",
)
def test_blast_reaches_two_inches_and_one_for_grenades() -> None:
    def reach(weapon: str, profile: int = 0) -> float:
        return content().rack.weapons[weapon].profiles[profile].blast_range

    assert reach("plasma-cannon") == 2
    assert reach("frag-grenades") == reach("stikkbombs") == reach("frag-bombs") == 1
    assert reach("grenade-launcher") == 2  # its type is Assault
    assert reach("grenade-launcher", 1) == reach("krak-grenades") == 0


@proves("core.army.objective-secured")
def test_all_troops_but_gretchin_are_objective_secured() -> None:
    for sheet in content().datasheets.values():
        secured = "objective-secured" in [ability.rule for ability in sheet.abilities]
        assert secured is (sheet.role == "troops" and sheet.key != "gretchin"), sheet.name


def test_no_datasheet_is_an_aircraft_or_titanic() -> None:
    for profile in fielded():
        assert not profile.keywords & {"AIRCRAFT", "TITANIC"}


def test_two_of_a_weapon_are_two_weapons() -> None:
    dread = profile_of("orks", "deff-dread", "trooper")
    assert [weapon.key for weapon in dread.weapons] == ["big-shoota", "big-shoota-2", "dread-klaw", "dread-klaw-2"]
    assert {weapon.printed for weapon in dread.weapons} == {"big-shoota", "dread-klaw"}


# -- stratagems, mission ----------------------------------------------------------------------------------------------------


@proves("core.stratagem.cost")
def test_the_seven_stratagems_cost_what_the_book_says() -> None:
    assert {key: card.cost for key, card in content().stratagems.items()} == {
        "command-re-roll": 1,
        "cut-them-down": 1,
        "desperate-breakout": 2,
        "emergency-disembarkation": 1,
        "fire-overwatch": 1,
        "counter-offensive": 2,
        "insane-bravery": 2,
    }
    assert [key for key, card in content().stratagems.items() if card.once_per_battle] == ["insane-bravery"]


@proves("core.mission.zones")
def test_zones_lie_along_opposite_edges() -> None:
    large, small = content().sizes["large"], content().sizes["small"]
    assert large.zones == ((0, 0, 10, 30), (34, 0, 44, 30))
    assert large.zones[1][0] - large.zones[0][2] == 24
    assert small.zones == ((0, 0, 22, 7), (0, 23, 22, 30))


@proves("core.mission.objective-markers")
def test_the_fixed_markers_keep_the_distances_of_the_mission() -> None:
    radius = content().mission.marker_radius
    for size in content().sizes.values():
        slack = 0.0 if size.between_centres else radius
        assert len(size.markers) == 4
        for number, (x, y) in enumerate(size.markers):
            assert min(x, y, size.width - x, size.depth - y) - slack >= size.from_edge
            for other_x, other_y in size.markers[:number]:
                assert hypot(x - other_x, y - other_y) - 2 * slack >= size.from_marker


# -- maps -----------------------------------------------------------------------------------------------------------------


def test_there_are_six_maps_four_large_and_two_small() -> None:
    sizes = sorted([field.size.key for field in content().maps.values()])
    assert sizes == ["large"] * 4 + ["small"] * 2


@proves("core.terrain.agreed-before-battle", "core.terrain.typical-features")
@pytest.mark.parametrize("key", sorted(content().maps))
def test_a_map_has_every_trait_and_keeps_clear_of_the_markers(key: str) -> None:
    field = content().maps[key]
    assert 6 <= len(field.pieces) <= 10
    assert set().union(*[piece.traits for piece in field.pieces]) == set(TERRAIN_TRAITS)
    assert {piece.category for piece in field.pieces} >= {AREA, OBSTACLE}
    for x, y in field.size.markers:
        for piece in field.pieces:
            if piece.category != HILL:
                assert point_gap(piece.footprint, x, y) > 2.0, piece.name


@proves("core.terrain.typical-features", "core.terrain.hill")
def test_features_have_the_traits_of_their_kind() -> None:
    pieces = {piece.name: piece for field in content().maps.values() for piece in field.pieces}
    assert pieces["chapel ruin"].traits == {"scaleable", "breachable", "light-cover", "defensible", "obscuring"}
    assert pieces["orchard"].traits == {"dense-cover", "breachable", "defensible", "difficult-ground"}
    assert pieces["shell crater"].traits == {"light-cover", "difficult-ground"}
    assert pieces["barricade"].traits == {
        "defence-line", "light-cover", "heavy-cover", "defensible", "unstable-position", "difficult-ground",
    }  # fmt: skip
    assert pieces["supply container"].traits == {"light-cover", "scaleable", "exposed-position"}
    assert (pieces["bare hill"].category, pieces["bare hill"].traits) == (HILL, frozenset())


def test_heights_suit_the_traits_and_pieces_lie_apart() -> None:
    for field in content().maps.values():
        for piece in field.pieces:
            assert not piece.has("obscuring") or piece.height >= 5
            assert not piece.has("dense-cover") or piece.height >= 3
            for wall in piece.walls:
                assert wall.min_x >= piece.footprint.min_x
                assert wall.max_x <= piece.footprint.max_x
        names = [piece.key for piece in field.pieces]
        assert len(set(names)) == len(names)


# -- faults -----------------------------------------------------------------------------------------------------------------


def test_all_faults_of_all_files_are_told_together(tmp_path: Path) -> None:
    copy = tmp_path / "content"
    shutil.copytree(CONTENT, copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))

    def spoil(file: str, old: str, new: str) -> None:
        text = (copy / file).read_text(encoding="utf-8")
        assert old in text
        (copy / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    spoil("weapons.toml", 'type = "Grenade D6"', 'type = "Thrown D6"')
    spoil("factions/orks.toml", '"kustom-shoota", "slugga"', '"kustom-shoota", "slugger"')
    spoil("maps/refinery.toml", 'size = "large"', 'size = "huge"')
    spoil("armies/necrons.toml", 'faction = "necrons"', 'faction = "necron"')
    spoil("maps/hill-road.toml", 'kind = "hill"', 'kind = "hill"\ntraits = ["light-cover"]')
    with pytest.raises(ContentFaults) as caught:
        load_content(copy)
    told = "\n".join([str(fault) for fault in caught.value.faults])
    for words in ("Thrown D6", "slugger", "huge", "necron", "no traits"):
        assert words in told


def test_the_digest_changes_with_what_a_file_means_not_with_a_remark_in_it(tmp_path: Path) -> None:
    copy = tmp_path / "content"
    shutil.copytree(CONTENT, copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    assert digest_of(copy) == rulebook.content_digest()
    with (copy / "powers.toml").open("a", encoding="utf-8") as file:
        file.write("# a remark\n")
    assert digest_of(copy) == rulebook.content_digest()
    text = (copy / "powers.toml").read_text(encoding="utf-8")
    (copy / "powers.toml").write_text(text.replace('name = "', 'name = "Other ', 1), encoding="utf-8")
    assert digest_of(copy) != rulebook.content_digest()
