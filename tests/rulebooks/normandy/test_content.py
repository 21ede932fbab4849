"""Content files: everything wrong is refused at once and by name; everything shipped can be played."""

from pathlib import Path

import pytest

from vanguard.core.content import ContentFaults
from vanguard.rulebooks.normandy import rulebook
from vanguard.rulebooks.normandy.content.content import CONTENT, content, load_content


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
        ("units/usa.toml", 'keywords = ["Pinning"]', 'keywords = ["Pining"]', "unknown keyword 'Pining'"),
        ("units/usa.toml", '"Steady 3"', '"Stedy 3"', "unknown ability 'Stedy 3'"),
        ("units/usa.toml", '"Steady 3"', '"Steady"', "needs its distance in hexes"),
        ("units/usa.toml", "health = 4", "healht = 4", "unknown key 'healht'"),
        ("units/usa.toml", '"1-2" = "2 white"', '"1-2" = "2 green"', "dice are written like"),
        ("units/usa.toml", '"1-2" = "2 white"', '"2-1" = "2 white"', "from near to far"),
        ("units/usa.toml", "size = 2", "size = 3", "Infantry has size 2 and no armor"),
        ("units/germany.toml", "armor = 1", "size = 1", "has an armor in place of a size"),
        (
            "units/usa.toml",
            '"Call Airstrike"]',
            '"Steady 5"]',
            "'Steady 5' is a second ability of one kind, after 'Steady 3'",
        ),
        ("units/usa.toml", '"Dig In"', '"Dig In 2"', "Dig In takes no number"),
        ("units/usa.toml", '"Dig In"', '"Dig In, no landing roll"', "only Paratroop has a landing roll"),
        ("units/usa.toml", '["AP 2"]', '["AP 2", "AP 3"]', "'AP 3' is a second keyword of one kind"),
        (
            "units/usa.toml",
            'name = "Carbines"\naction_points = 1',
            'name = "Carbines"\naction_points = 0',
            "action_points",
        ),
        ("units/usa.toml", '"1-2" = "2 white"', '"0-2" = "2 white"', "a range begins at 1"),
        (
            "units/usa.toml",
            'name = "Coaxial MG"',
            'name = "37MM."',
            "'37MM.' is a second attack of one kind, after '37mm'",
        ),
        (
            "units/usa.toml",
            'health = 5\nabilities = ["Time on Target"]',
            'abilities = ["Time on Target"]\nattacks = []',
            "makes the first attack of its side, and there is none",
        ),
        ("tiles.toml", "==%==", "=====", "exactly one Strategic Point"),
        ("tiles.toml", "..=b.", "..=b", "five rows of five hexes"),
        ("tiles.toml", "..=b.", "..=b?", "unknown terrain sign"),
        ("battlefields.toml", '"4A"', '"44A"', "there is no tile face '44A'"),
        ("battlefields.toml", '"4A"', '"1B"', "tile 1 is used twice"),
        ("underdog.toml", "requisition = 4", "requisitions = 4", "unknown effect 'requisitions'"),
        ("weather.toml", "promotions = 2", 'promotions = "two"', "must be a whole number"),
        ("board.toml", "rounds = 10", "rounds = 0", "rounds"),
    ],
)
def test_a_fault_in_a_content_file_is_named(tmp_path, file, old, new, match):
    with pytest.raises(ContentFaults, match=match) as faults:
        load_content(changed(tmp_path, file, old, new))
    assert Path(file).name in str(faults.value)


def test_all_faults_of_a_file_are_reported_together(tmp_path):
    directory = changed(tmp_path, "units/usa.toml", "health = 4", "health = 0")
    text = (directory / "units/usa.toml").read_text(encoding="utf-8")
    (directory / "units/usa.toml").write_text(text.replace("move = 1", "move = 99"), encoding="utf-8")
    with pytest.raises(ContentFaults) as faults:
        load_content(directory)
    assert len(faults.value.faults) > 2


def test_at_least_three_named_battlefields_and_a_random_one_are_offered():
    offers = [offer.key for offer in rulebook.battlefields()]
    assert len(offers) >= 4
    assert offers[-1] == "random"
    seen = {rulebook.default_setup(i).battlefield for i in range(20)}
    assert seen == set(offers)
    factions = {rulebook.default_setup(i).armies[0]["faction"] for i in range(2)}
    assert factions == {"usa", "germany"}


def test_every_terrain_sign_of_the_legend_is_on_some_tile():
    from vanguard.rulebooks.normandy.ground import LEGEND

    assert set(LEGEND) == {sign for face in content().tiles.values() for row in face.rows for sign in row}
