"""`vanguard rules` and `vanguard rulebooks`, on a rulebook that a third party installed."""

import json
from pathlib import Path

import pytest

from vanguard.cli import main


def test_the_rules_are_listed_by_chapter(duelling: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "duelling"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "The Art of Duelling · 3 clauses",
        "",
        "Striking",
        "  duel.strike  A strike hits on 4 or more.",
        "  duel.parry.once  One parry per strike.",
        "",
        "Needs",
        "  duel.swords  Bring a [long] sword.",
        "",
        "A clause in full: vanguard rules duelling CLAUSE",
    ]


def test_one_clause_is_shown_in_full(duelling: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "duelling", "duel.strike"]) == 0
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "duel.strike  Striking",
        "Rule. A strike hits on 4 or more. Nobody argues.",
        "Our ruling. Cocked dice again.",
        "Example. A 4 hits.",
    ]


def test_the_beginning_of_an_id_shows_all_below_it(duelling: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "duelling", "duel.parry"]) == 0
    told = capsys.readouterr().out
    assert "duel.parry.once" in told
    assert "Who chooses. The defender." in told
    assert "duel.strike" not in told


def test_clauses_are_found_by_their_words(duelling: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "duelling", "--find", "long sword"]) == 0
    told = capsys.readouterr().out
    assert "Not enforced. Software has no swords." in told
    assert "duel.strike" not in told


def test_programs_get_json(duelling: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "duelling", "duel.swords", "--json"]) == 0
    [clause] = json.loads(capsys.readouterr().out)
    assert clause["out_of_scope"] == "Software has no swords."


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["duelling", "duel.stirke"], "duelling has no clause 'duel.stirke'; did you mean duel.strike?"),
        (["duelling", "-f", "dragon"], "no clause of duelling has the words 'dragon'"),
        (["dueling"], "there is no rulebook 'dueling'; did you mean duelling?"),
    ],
)
def test_what_is_not_there_is_refused(
    arguments: list[str], told: str, duelling: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *arguments]) == 2
    assert capsys.readouterr().err.startswith(told)


def test_a_third_partys_rulebook_is_listed_beside_ours(duelling: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks", "--json"]) == 0
    books = {book["name"]: book for book in json.loads(capsys.readouterr().out)}
    assert books["duelling"]["version"] == "3"
    assert books["duelling"]["armies"] == ["solo"]
    assert "killteam_lite" in books


def test_a_rulebook_that_cannot_be_loaded_does_not_hide_the_others(
    duelling: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (duelling / "__init__.py").write_text("import no_such_module_anywhere\n", encoding="utf-8")
    assert main(["rulebooks", "--json"]) == 0
    books = {book["name"]: book for book in json.loads(capsys.readouterr().out)}
    assert "No module named 'no_such_module_anywhere'" in books["duelling"]["problem"]
    assert len(books) > 1
    assert main(["rulebooks"]) == 0
    assert "cannot be loaded: duelling is said to be at 'duelling:rulebook'" in " ".join(
        capsys.readouterr().out.split()
    )


def test_the_list_of_rulebooks_reads_well(duelling: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks"]) == 0
    assert "duelling" in capsys.readouterr().out
