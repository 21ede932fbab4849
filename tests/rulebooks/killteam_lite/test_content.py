"""The content content: everything can be fielded, every rule is used, and faults are told together."""

from pathlib import Path

import pytest

from vanguard.core.content import ContentFaults
from vanguard.rulebooks.killteam_lite import rulebook
from vanguard.rulebooks.killteam_lite.content.content import CONTENT, Content, content
from vanguard.rulebooks.killteam_lite.killzone import DEPTH, TRAITS, WIDTH, Killzone
from vanguard.rulebooks.killteam_lite.special_rules import SPECIAL_RULES
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def test_there_are_four_teams_six_missions_and_six_killzones() -> None:
    printed = content()
    assert list(printed.teams) == ["ashfield-line", "bastion-wardens", "veil-runners", "maw-brood"]
    assert len(printed.missions) == 6
    assert len(printed.killzones) == 6
    assert [team.size for team in printed.teams.values()] == [13, 6, 8, 8]


def test_every_special_rule_of_weapons_is_on_weapons_of_at_least_two_teams() -> None:
    users: dict[str, set[str]] = {name: set() for name in SPECIAL_RULES}
    for team in content().teams.values():
        for card in team.datacards:
            for profile in (*card.ranged, *card.melee):
                for rule in profile.rules:
                    users[rule.name].add(team.key)
            if card.invulnerable:
                users["Invulnerable Save"].add(team.key)
            if any(ability.psychic for ability in card.abilities):
                users["Psychic Action"].add(team.key)
    lonely = {name: teams for name, teams in users.items() if len(teams) < 2}
    assert list(lonely) == ["Psychic Action"], "a label on actions, not a rule of weapons"


def test_every_weapon_ability_and_ploy_belongs_to_somebody() -> None:
    printed = content()
    cards = [card for team in printed.teams.values() for card in team.datacards]
    carried = {profile.weapon for card in cards for profile in (*card.ranged, *card.melee)}
    assert carried == set(printed.weapons)
    assert {ability.key for card in cards for ability in card.abilities} == set(printed.abilities)
    for team in printed.teams.values():
        assert sorted([ploy.strategic for ploy in team.ploys]) == [False, False, True, True]
        assert sum([card.leader for card in team.datacards]) == 1
        assert all(card.melee for card in team.datacards)


@proves("setup.killzone-size")
def test_killzones_measure_thirty_by_twenty_two_and_use_every_trait() -> None:
    used: set[str] = set()
    for drawn in content().killzones.values():
        killzone = Killzone(drawn)
        assert (killzone.table.width, killzone.table.depth) == (WIDTH, DEPTH) == (30.0, 22.0)
        features = {part.group for part in drawn.parts}
        assert len(drawn.parts) >= 12
        assert len(features) >= 6
        for part in drawn.parts:
            used |= part.traits
        turned = {(round(WIDTH - part.max_x, 3), round(DEPTH - part.max_y, 3)) for part in drawn.parts}
        assert turned == {(part.min_x, part.min_y) for part in drawn.parts}, f"{drawn.name} is fair to both sides"
    assert used == set(TRAITS)


@proves("setup.dice-supply")
def test_an_attack_with_more_than_ten_dice_rolls_them_all() -> None:
    from tests.rulebooks.killteam_lite.test_shooting import shot

    table = shot("gun: A 12, BS 3+, D 1/1", "Df=0 W=20", "attack 5 5 5 5 5 5 5 5 5 5 5 5")
    assert table["b"].wounds == 8


def test_every_variant_of_the_default_set_up_can_begin() -> None:
    seen = set()
    for variant in range(40):
        setup = rulebook.default_setup(variant)
        rulebook.new(setup)
        seen.add((setup.scenario, setup.battlefield))
        assert [offer.key for offer in rulebook.battlefields(setup.scenario)].count(setup.battlefield) == 1
    assert {scenario for scenario, _ in seen} == set(content().missions)
    assert {field for _, field in seen} == set(content().killzones)


def copy_of_content(target: Path) -> Path:
    for file in CONTENT.glob("*.toml"):
        (target / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    return target


@pytest.mark.parametrize(
    ("file", "before", "after", "told"),
    [
        ("weapons.toml", '"Rending"', '"Rendin"', "did you mean Rending"),
        (
            "weapons.toml",
            '["Heavy", "Barrage", "Indirect"]',
            '["Heavy", "Barrage", "Heavy"]',
            "Heavy stands there twice",
        ),
        ("weapons.toml", '"Unwieldy"', '"Unwieldy 2"', "Unwieldy is printed without a number"),
        ("weapons.toml", '"Splash 1"', '"Splash"', "Splash is printed with a number behind it"),
        ("weapons.toml", '"Rending"', '"Invulnerable Save 4+"', "a datacard has it in its rules"),
        ("weapons.toml", '"Rending"', '"Psychic Action"', "an ability says psychic = true"),
        ("teams.toml", '["Invulnerable Save 4+"]', '["Silent"]', "Silent is a rule of weapons, not of a datacard"),
        ("teams.toml", 'name = "Medic"', 'name = "Burner"', "Burner stands there twice"),
        ("teams.toml", '["heavy pistol", "hammer"]', '["hammer", "hammer"]', "Shield-bearer: weapons"),
        ("teams.toml", '["Mind Spike", "Veil Shield"]', '["Mind Spike", "Mind Spike"]', "Seer: abilities"),
        ("ploys.toml", 'lends = ["P1"]', 'lends = ["Invulnerable Save 4+"]', "a datacard has it in its rules"),
        ("weapons.toml", 'D = "3/4"', 'D = "three"', "D"),
        ("weapons.toml", "A = 4", "A = 0", "A"),
        ("weapons.toml", 'rules = ["Stun"]', 'rulez = ["Stun"]', "unknown key"),
        ("teams.toml", '"shock rifle"', '"shok rifle"', "there is no weapon"),
        ("teams.toml", "leader = true", "leader = false", "exactly one leader"),
        ("teams.toml", '"Move It!"', '"Move Them!"', "there is no ability"),
        ("ploys.toml", 'team = "Ashfield Line"', 'team = "Ashfield"', "there is no kill team"),
        ("ploys.toml", "[dig-in]", "[dig-out]", "did you mean dig-in"),
        ("missions.toml", "[hold]", "[holt]", "did you mean hold"),
        ("missions.toml", "markers = [[15, 11]]", "markers = []", "the relic lies at one marker, not at 0"),
        ("missions.toml", "markers = [[15, 4], [15, 11], [15, 18]]", "markers = []", "there is no marker to hold"),
        ("missions.toml", "west_devices = [[4, 5], [4, 17]]", "any_edge = true", "sides are west and east"),
        ("killzones.toml", "rect = [6, 3, 6.25, 7]", "rect = [6, 3, 36.25, 7]", "not a rectangle inside"),
        ("killzones.toml", '["solid"], twice', '["solid", "open"], twice', "either solid or open"),
        ("abilities.toml", "[leaper]", "[leeper]", "did you mean leaper"),
    ],
)
def test_wrong_content_is_refused_with_file_entry_and_what_was_meant(
    tmp_path: Path, file: str, before: str, after: str, told: str
) -> None:
    copied = copy_of_content(tmp_path)
    text = (copied / file).read_text(encoding="utf-8")
    assert before in text
    (copied / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(ContentFaults) as faults:
        Content(copied)
    assert told in str(faults.value)
    assert file in str(faults.value) or "team" in str(faults.value)
