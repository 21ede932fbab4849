"""Content files: what is accepted, and how every fault is told."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

import pytest
from pydantic import BaseModel, ConfigDict, Field, field_validator

from vanguard.core.content import (
    ContentFaults,
    ContentKind,
    Fault,
    Shelf,
    content_files,
    made_from,
    schema_of_file,
    unknown,
    write_schemas,
)
from vanguard.core.suggestions import probably_meant

Entry = TypeVar("Entry", bound=BaseModel)


class Attack(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: str
    kind: Literal["melee", "ranged"]
    damage: int = Field(ge=1, le=6)


class Unit(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: str
    points: int = Field(gt=0)
    attacks: list[Attack] = []
    rules: list[str] = []
    mount: Attack | None = None

    @field_validator("name")
    @classmethod
    def _named(cls, name: str) -> str:
        if not name.strip():
            raise ValueError("a unit has a name")
        return name


LORD = """
[necron-lord]
name = "Necron Lord"
points = 25
rules = ["Living Metal"]

[[necron-lord.attacks]]
name = "Staff of Light"
kind = "melee"
damage = 1
"""


def _content(directory: Path, **files: str) -> Path:
    for name, text in files.items():
        (directory / f"{name}.toml").write_text(text, encoding="utf-8")
    return directory


def load_entries(directory: Path, model: type[Entry], files: str = "*.toml") -> dict[str, Entry]:
    shelf = Shelf(directory)
    kind = ContentKind(f"content/{files}", model)
    shelf.read_all({"entries": kind})
    return shelf.read(kind)


def _faults(directory: Path, **files: str) -> list[str]:
    with pytest.raises(ContentFaults) as refused:
        load_entries(_content(directory, **files), Unit)
    return str(refused.value).splitlines()


def test_entries_of_all_files_of_a_directory_are_loaded_in_order(tmp_path: Path) -> None:
    units = load_entries(_content(tmp_path, b=LORD, a='[scarab]\nname = "Scarab"\npoints = 5\n'), Unit)
    assert list(units) == ["scarab", "necron-lord"]
    assert units["necron-lord"].attacks[0].name == "Staff of Light"


def test_a_single_file_can_be_loaded(tmp_path: Path) -> None:
    assert list(load_entries(_content(tmp_path, a=LORD, b="[broken"), Unit, "a.toml")) == ["necron-lord"]


def test_an_unknown_key_is_refused_with_the_key_that_was_meant(tmp_path: Path) -> None:
    assert _faults(tmp_path, units='[lord]\nname = "Lord"\npoints = 5\npoint = 3\n') == [
        "units.toml: lord: unknown key 'point'; this table has name, points, attacks, rules, mount (did you mean points?)"
    ]


def test_an_unknown_key_deep_inside_names_its_table_and_the_keys_there(tmp_path: Path) -> None:
    text = LORD + 'damge = 2\n[necron-lord.mount]\nname = "Barge"\nkind = "melee"\ndamage = 1\nspeed = 9\n'
    assert _faults(tmp_path, units=text) == [
        "units.toml: Necron Lord [necron-lord]: attacks[1]: unknown key 'damge'; this table has name, kind, damage"
        " (did you mean damage?)",
        "units.toml: Necron Lord [necron-lord]: mount: unknown key 'speed'; this table has name, kind, damage",
    ]


class Band(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: str
    cards: dict[str, Unit]


def test_an_unknown_key_of_a_named_table_names_the_keys_there(tmp_path: Path) -> None:
    (tmp_path / "bands.toml").write_text(
        '[first]\nname = "First"\n[first.cards.lord]\nname = "Lord"\npoints = 5\npoint = 3\n', encoding="utf-8"
    )
    with pytest.raises(ContentFaults) as refused:
        load_entries(tmp_path, Band)
    assert str(refused.value) == (
        "bands.toml: first: cards.lord: unknown key 'point'; this table has name, points, attacks, rules, mount"
        " (did you mean points?)"
    )


def test_the_faults_of_all_files_are_told_together(tmp_path: Path) -> None:
    told = _faults(
        tmp_path,
        a='[x]\nname = "X"\npoints = 0\n',
        b='[y]\npoints = "many"\n',
        c="[z\n",
        d='[x]\nname = "X again"\npoints = 1\n',
        e='name = "Stray"\n',
    )
    assert told == [
        "a.toml: x: points: is 0, but must be more than 0",
        "b.toml: y: name: is missing",
        "b.toml: y: points: must be a whole number, not 'many'",
        "c.toml: this is not valid TOML: Expected ']' at the end of a table declaration (at line 1, column 3)",
        "d.toml: x: this id is already used in a.toml",
        "e.toml: name: stands outside any entry: write it below the [heading] of one",
    ]


def test_a_word_that_is_not_listed_is_told_with_the_list(tmp_path: Path) -> None:
    assert _faults(tmp_path, units=LORD.replace('"melee"', '"meele"')) == [
        "units.toml: Necron Lord [necron-lord]: attacks[1].kind: must be one of melee, ranged, not 'meele'"
        " (did you mean melee?)"
    ]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("damage = 7", "attacks[1].damage: is 7, but must be at most 6"),
        ("damage = 0", "attacks[1].damage: is 0, but must be at least 1"),
        ("damage = 1.5", "attacks[1].damage: must be a whole number, not 1.5"),
        ("damage = nan", "attacks[1].damage: must be a whole number, not nan"),
        ("damage = true", "attacks[1].damage: must be a whole number, not True"),
    ],
)
def test_impossible_numbers_are_refused_with_the_limit(tmp_path: Path, written: str, told: str) -> None:
    [fault] = _faults(tmp_path, units=LORD.replace("damage = 1", written))
    assert fault.endswith(told)


def test_a_validator_of_the_rulebook_speaks_in_its_own_words(tmp_path: Path) -> None:
    assert _faults(tmp_path, units='[lord]\nname = " "\npoints = 5\n')[0].endswith("name: a unit has a name")


def test_the_check_of_the_rulebook_adds_what_the_model_cannot_see(tmp_path: Path) -> None:
    def known_rules(key: str, unit: Unit, shelf: Shelf) -> Iterator[Fault]:
        for rule in unit.rules:
            if rule not in ("Living Metal", "Lethal 5+"):
                yield unknown(rule, ["Living Metal", "Lethal 5+"], "special rule", field="rules")

    units = ContentKind("content/*.toml", Unit, known_rules)
    _content(tmp_path, a=LORD)
    assert Shelf(tmp_path).read(units)
    _content(tmp_path, a=LORD.replace("Living Metal", "Livin Metal"), b='[other]\nname = "Other"\n')
    shelf = Shelf(tmp_path)
    assert list(shelf.read(units)) == ["necron-lord"] and shelf.keys(units) == ["necron-lord", "other"]
    with pytest.raises(ContentFaults) as refused:
        shelf.refuse_faults()
    assert str(refused.value).splitlines() == [
        "a.toml: necron-lord: rules: there is no special rule 'Livin Metal' (did you mean Living Metal?)",
        "b.toml: other: points: is missing",
    ]


def test_a_file_that_is_one_entry_is_loaded_by_itself(tmp_path: Path) -> None:
    _content(tmp_path, good='name = "Scarab"\npoints = 5\n', bad='name = "Scarab"\npints = 5\n')
    assert Shelf(tmp_path).only(ContentKind("content/good.toml", Unit, one_entry=True)).points == 5
    with pytest.raises(ContentFaults) as refused:
        Shelf(tmp_path).only(ContentKind("content/bad.toml", Unit, one_entry=True))
    assert "(did you mean points?)" in str(refused.value)


class Squad(BaseModel):
    model_config = ConfigDict(extra="forbid")

    unit: str


def test_what_another_file_holds_is_looked_up_on_the_shelf_and_all_faults_are_told_together(tmp_path: Path) -> None:
    def known_units(key: str, squad: Squad, shelf: Shelf) -> Iterator[Fault]:
        if squad.unit not in shelf.keys(units):
            yield unknown(squad.unit, shelf.keys(units), "unit", field="unit")

    units = ContentKind("content/units.toml", Unit)
    squads = ContentKind("content/squads.toml", Squad, known_units)
    lines = '[first]\nunit = "necron-lord"\n[second]\nunit = "necron-lort"\n[third]\nunit = "halfling"\n'
    _content(tmp_path, units=LORD + '[halfling]\nname = "Halfling"\n', squads=lines)
    shelf = Shelf(tmp_path)
    assert list(shelf.read(squads)) == ["first", "second", "third"]
    with pytest.raises(ContentFaults) as refused:
        shelf.refuse_faults()
    assert sorted(str(refused.value).splitlines()) == [
        "squads.toml: second: unit: there is no unit 'necron-lort' (did you mean necron-lord?)",
        "units.toml: halfling: points: is missing",
    ], "naming an entry that is faulty itself is no second fault"


def test_a_file_that_a_kind_names_must_be_there(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    assert shelf.read(ContentKind("content/units.toml", Unit)) == {}
    with pytest.raises(ContentFaults, match="there is no such file or directory"):
        shelf.refuse_faults()


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ContentFaults, match="not UTF-8 text"):
        load_entries(tmp_path, Unit)


def test_a_path_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentFaults, match="there is no such file or directory"):
        content_files([tmp_path / "nowhere"])


def test_what_was_meant_ignores_capitals_and_gives_up_on_strangers() -> None:
    assert probably_meant("lethal 5+", ["Lethal 5+", "Blast"]) == "Lethal 5+"
    assert probably_meant("zzz", ["Lethal 5+", "Blast"]) == ""


def test_the_schema_lets_an_editor_know_every_key(tmp_path: Path) -> None:
    [file] = write_schemas({"units": schema_of_file(Unit, "Units")}, tmp_path / "schemas")
    schema = json.loads(file.read_text(encoding="utf-8"))
    assert file.name == "units.schema.json"
    assert schema["additionalProperties"] == {"$ref": "#/$defs/Unit"}
    assert set(schema["$defs"]["Unit"]["properties"]) == {"name", "points", "attacks", "rules", "mount"}
    assert schema["$defs"]["Unit"]["additionalProperties"] is False
    assert schema["$defs"]["Attack"]["properties"]["kind"]["enum"] == ["melee", "ranged"]


def test_the_schema_of_a_single_entry_is_the_entry(tmp_path: Path) -> None:
    assert "points" in schema_of_file(Unit, "A unit", one_entry=True)["properties"]


@dataclass(frozen=True, eq=False)
class PrintedWeapon:
    key: str
    name: str
    rules: tuple[str, ...]
    dice: int
    heavy: bool = False


class WrittenWeapon(BaseModel):
    name: str
    rules: list[str]
    D: int


def test_a_printed_thing_takes_over_what_its_entry_calls_alike() -> None:
    made = made_from(WrittenWeapon(name="Rifle", rules=["Rending"], D=2), PrintedWeapon, key="rifle", dice=2)
    assert (made.key, made.name, made.rules, made.dice, made.heavy) == ("rifle", "Rifle", ("Rending",), 2, False)


def test_a_printed_thing_that_nobody_tells_all_of_is_refused() -> None:
    with pytest.raises(TypeError, match="dice"):
        made_from(WrittenWeapon(name="Rifle", rules=[], D=2), PrintedWeapon, key="rifle")
