"""`vanguard check`: content, army lists, catalogues, whole rulebooks, and schemas for editors."""

import json
from pathlib import Path

import pytest

from vanguard.cli import main
from vanguard.core.clauses import catalogue_path
from vanguard.core.content import ContentFaults, Fault
from vanguard.core.rulebook import load_rulebook, registered

Capture = pytest.CaptureFixture[str]


def _told(arguments: list[str], capsys: Capture) -> list[str]:
    """The fault lines of a check that finds some; the last line counts them."""
    assert main(["check", *arguments]) == 1
    *faults, count = capsys.readouterr().err.splitlines()
    assert count == f"{len(faults)} fault{'s' if len(faults) > 1 else ''}"
    return faults


def test_a_whole_rulebook_is_sound(duelling: Path, capsys: Capture) -> None:
    assert main(["check", "duelling"]) == 0
    assert capsys.readouterr().out == "duelling: sound\n"


def test_lessons_are_checked_with_their_rulebook_and_alone(duelling: Path, capsys: Capture) -> None:
    lessons = duelling / "lessons.toml"
    lessons.write_text('[goal]\ntitle = "Goal"\ntext = ""\n', encoding="utf-8")
    assert _told(["duelling"], capsys)[0].startswith("lessons.toml: goal: text: ")
    assert _told([str(lessons)], capsys)[0].startswith("lessons.toml: goal: text: ")


def test_a_whole_rulebook_is_told_all_its_faults(duelling: Path, capsys: Capture) -> None:
    (duelling / "clauses.yaml").write_text("clauses:\n- {id: a, section: b}\n", encoding="utf-8")
    (duelling / "content" / "yards" / "cloister.toml").write_text("widht = 6\n", encoding="utf-8")
    (duelling / "content" / "duellists" / "french.toml").write_text("[maitre]\npoints = 0\n", encoding="utf-8")
    assert _told(["duelling"], capsys) == [
        "clauses.yaml: a: rule: is missing",
        "french.toml: maitre: name: is missing",
        "french.toml: maitre: points: is 0, but must be at least 1",
        "cloister.toml: name: is missing",
        "cloister.toml: width: is missing",
        "cloister.toml: unknown key 'widht'; this table has name, width (did you mean width?)",
    ]


def test_a_content_file_is_known_by_its_place(duelling: Path, capsys: Capture) -> None:
    file = duelling / "content" / "duellists" / "french.toml"
    assert main(["check", str(file)]) == 0
    file.write_text('[maitre]\nname = "Maitre"\npoints = 6\nrules = ["Ripost"]\n', encoding="utf-8")
    assert _told([str(file)], capsys) == [
        f"{file}: maitre: rules: there is no special rule 'Ripost' (did you mean Riposte?)"
    ]


def test_a_content_file_elsewhere_is_known_by_its_schema_line_or_as_told(
    duelling: Path, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "Yard"\nwidth = 4\n', encoding="utf-8")
    assert _told([str(file)], capsys) == [
        f"{file}: it is not clear whose content this is: name the rulebook with --rulebook"
    ]
    assert _told(["-r", "duelling", str(file)], capsys) == [
        f"{file}: it is not clear which content of duelling this is: name it with --kind (duellists, yards)"
    ]
    assert _told(["-r", "duelling", "-k", "yrads", str(file)], capsys) == [
        f"{file}: duelling has no content of the kind 'yrads'; did you mean yards? (it has duellists, yards)"
    ]
    assert main(["check", "-r", "duelling", "-k", "yards", str(file)]) == 0
    file.write_text('#:schema schemas/duelling/yards.schema.json\nname = "Yard"\nwidth = 4\n', encoding="utf-8")
    assert main(["check", str(file)]) == 0


def test_a_directory_is_checked_with_all_its_files(duelling: Path, tmp_path: Path, capsys: Capture) -> None:
    assert main(["check", str(duelling / "content")]) == 0
    assert _told([str(duelling / "content" / "nothing")], capsys) == [
        f"{duelling / 'content' / 'nothing'}: there is no such file or rulebook"
    ]
    empty = tmp_path / "empty"
    empty.mkdir()
    assert _told([str(empty)], capsys) == [f"{empty}: there is no content (*.toml) in this directory"]


OWN_WEAPONS = """#:schema killteam_lite/weapons.schema.json
[own-gun]
name = "own gun"
kind = "ranged"
A = 4
BS = "3+"
D = "3/4"
rules = ["Stun"]
"""
OWN_TEAM = """#:schema killteam_lite/teams.schema.json
[own-team]
name = "Own Team"
character = "one and all"

[[own-team.operatives]]
name = "Loner"
leader = true
M = 6
APL = 3
Df = 3
Sv = "3+"
W = 12
base = 32
weapons = ["own gun", "combat blade"]
"""


def test_files_that_are_checked_together_may_name_each_other(tmp_path: Path, capsys: Capture) -> None:
    """A team of one's own carries weapons of one's own, and those that come with the rulebook."""
    team, weapons = tmp_path / "team.toml", tmp_path / "weapons.toml"
    team.write_text(OWN_TEAM, encoding="utf-8")
    weapons.write_text(OWN_WEAPONS, encoding="utf-8")
    assert main(["check", str(team), str(weapons)]) == 0
    assert main(["check", str(tmp_path)]) == 0
    capsys.readouterr()
    assert _told([str(team)], capsys) == [
        f"{team}: own-team: Loner: weapons: there is no weapon 'own gun' (did you mean sonic-gun?)"
    ]
    weapons.write_text(OWN_WEAPONS.replace("Stun", "Stunn"), encoding="utf-8")
    assert _told([str(tmp_path)], capsys) == [
        f"{weapons}: own-gun: rules: there is no special rule 'Stunn' (did you mean Stun?)"
    ]


def test_schemas_are_written_for_editors(duelling: Path, tmp_path: Path, capsys: Capture) -> None:
    assert main(["check", "--schema", "duelling", str(tmp_path / "schemas")]) == 0
    schema = json.loads((tmp_path / "schemas" / "duelling" / "duellists.schema.json").read_text(encoding="utf-8"))
    assert schema["title"] == "Duelling: duellists"
    assert set(schema["$defs"]["Duellist"]["properties"]) == {"name", "points", "rules"}
    assert (tmp_path / "schemas" / "duelling" / "yards.schema.json").is_file()


def test_army_lists_are_checked_as_text_and_as_json(duelling: Path, tmp_path: Path, capsys: Capture) -> None:
    text = tmp_path / "list.txt"
    text.write_text("Solo (duelling, french)\n- Maitre\n", encoding="utf-8")
    plain = tmp_path / "list.json"
    plain.write_text(
        json.dumps({"rulebook": "duelling", "faction": "french", "entries": [{"unit": "maitre"}]}), encoding="utf-8"
    )
    assert main(["check", str(text), str(plain)]) == 0
    assert capsys.readouterr().out == f"{text}: legal, 6 points\n{plain}: legal, 6 points\n"
    text.write_text("Solo (duelling, french)\n- Maitr\n", encoding="utf-8")
    plain.write_text(
        json.dumps({"rulebook": "duelling", "faction": "french", "entries": [{"unit": "maitre", "count": 2}]}),
        encoding="utf-8",
    )
    assert _told([str(text), str(plain)], capsys) == [
        f"{text}: line 2: there is no unit 'Maitr' in this faction (did you mean Maitre?)",
        f"{plain}: the list costs 12 points, 2 over the 10 allowed [duel.strike]",
    ]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (b"{", "line 1: this is not valid JSON: Expecting property name enclosed in double quotes"),
        (b"\xff", "this is not UTF-8 text (byte 0)"),
        (b"Solo (dueling, french)", "there is no rulebook 'dueling'; did you mean duelling?"),
        (b'{"rulebook": "duelling", "faction": "english", "entries": []}', "there is no faction 'english'"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused(
    written: bytes, told: str, duelling: Path, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "list.json"
    file.write_bytes(written)
    [fault] = _told([str(file)], capsys)
    assert fault.startswith(f"{file}: {told}")


def test_nothing_to_check_is_refused(capsys: Capture) -> None:
    assert main(["check"]) == 2
    assert capsys.readouterr().err == "nothing to check: name files, or an installed rulebook\n"


@pytest.mark.parametrize("rulebook", sorted(registered()))
def test_what_our_rulebooks_ship_is_sound_and_every_file_has_its_kind_and_schema(
    rulebook: str, tmp_path: Path, capsys: Capture
) -> None:
    assert main(["check", rulebook]) == 0, capsys.readouterr().err
    package = catalogue_path(rulebook).parent
    assert main(["check", str(package / "content")]) == 0, capsys.readouterr().err
    assert main(["check", "--schema", rulebook, str(tmp_path)]) == 0
    assert {file.name.removesuffix(".schema.json") for file in (tmp_path / rulebook).iterdir()} == set(
        load_rulebook(rulebook).content_kinds()
    )


def test_a_fault_that_stops_others_from_being_read_is_told_once(
    duelling: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ready armies are made from content: while that has faults, they cannot be listed."""

    def armies(self: object) -> list[object]:
        raise ContentFaults([Fault("french.toml", "maitre", "name", "is missing")])

    monkeypatch.setattr(type(load_rulebook("duelling")), "armies", armies)
    (duelling / "content" / "duellists" / "french.toml").write_text("[maitre]\npoints = 1\n", encoding="utf-8")
    assert _told(["duelling"], capsys) == ["french.toml: maitre: name: is missing"]
