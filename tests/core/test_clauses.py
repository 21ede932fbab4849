"""The catalogue: loading it, finding a clause, and what is refused."""

from pathlib import Path

import pytest

from vanguard.core.clauses import Catalogue, catalogue_path, load_catalogue, read_catalogue
from vanguard.core.content import ContentFaults
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook, registered
from vanguard.testing.proves import proven_clauses, proves_for

DUEL = """
rulebook: duel
title: A duel
clauses:
- id: duel.strike
  section: Striking
  rule: The striker rolls one die and hits on 4 or more.
  ruling: A die that is cocked is rolled again.
- id: duel.parry
  section: Striking
  rule: The other may parry once.
  choice: The defender, before the die is rolled.
- id: duel.swords
  section: What you need
  rule: Each player has a sword.
  out_of_scope: Swords are not part of the software.
"""


@pytest.fixture
def duel(tmp_path: Path) -> Catalogue:
    return read_catalogue(_file(tmp_path, DUEL))


def _file(directory: Path, text: str) -> Path:
    file = directory / "clauses.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def _faults(directory: Path, text: str) -> list[str]:
    with pytest.raises(ContentFaults) as refused:
        read_catalogue(_file(directory, text))
    return [str(fault) for fault in refused.value.faults]


def test_clauses_keep_the_order_of_the_book(duel: Catalogue) -> None:
    assert duel.ids == ("duel.strike", "duel.parry", "duel.swords")
    assert (duel.rulebook, duel.title) == ("duel", "A duel")


def test_a_clause_has_its_rule_ruling_and_choice(duel: Catalogue) -> None:
    assert duel.get("duel.strike").ruling == "A die that is cocked is rolled again."
    assert duel.get("duel.parry").plain() == {
        "id": "duel.parry",
        "section": "Striking",
        "rule": "The other may parry once.",
        "choice": "The defender, before the die is rolled.",
    }


def test_an_unknown_clause_is_refused_with_what_was_probably_meant(duel: Catalogue) -> None:
    with pytest.raises(Refused, match=r"duel has no clause 'duel.stike'; did you mean duel\.strike\?"):
        duel.get("duel.stike")


def test_a_clause_under_the_wrong_chapter_is_found_by_its_last_word(duel: Catalogue) -> None:
    assert duel.meant_by("close-combat.actions.parry") == "duel.parry"


def test_a_search_finds_words_anywhere_and_puts_ids_first(duel: Catalogue) -> None:
    assert [clause.id for clause in duel.search("PARRY")] == ["duel.parry"]
    assert [clause.id for clause in duel.search("die rolled")] == ["duel.strike", "duel.parry"]
    assert [clause.id for clause in duel.search("sword")] == ["duel.swords"]
    assert duel.search("dragon") == []


def test_a_clause_out_of_scope_says_why(duel: Catalogue) -> None:
    assert [(clause.id, clause.out_of_scope) for clause in duel.out_of_scope] == [
        ("duel.swords", "Swords are not part of the software.")
    ]


def test_all_faults_of_a_catalogue_are_told_together(tmp_path: Path) -> None:
    text = """
claus: []
clauses:
- {id: a.b, section: S, rule: R, rulling: x}
- {id: a.c, section: S}
- {id: a.d, section: S, rule: 3}
- {id: a.e, section: S, rule: R, out_of_scope: ''}
- {id: a.f, section: S, rule: R}
- {id: a.f, section: S, rule: R}
- nothing
"""
    assert _faults(tmp_path, text) == [
        "clauses.yaml: unknown part 'claus' (did you mean clauses?)",
        "clauses.yaml: a.b: rulling: unknown key (did you mean ruling?)",
        "clauses.yaml: a.c: rule: is missing",
        "clauses.yaml: a.d: rule: must be text, not 3",
        "clauses.yaml: a.e: out_of_scope: must be text, not ''",
        "clauses.yaml: a.f: id: is used twice",
        "clauses.yaml: clause 7: must be a table with id, section and rule",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a catalogue is a table"),
        ("title: x", "clauses: there are none"),
        ("clauses: [", "not valid YAML"),
    ],
)
def test_a_file_that_is_no_catalogue_is_refused(tmp_path: Path, text: str, told: str) -> None:
    assert told in " ".join(_faults(tmp_path, text))


def test_a_missing_catalogue_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(ContentFaults, match=r"clauses.yaml: cannot be read"):
        read_catalogue(tmp_path / "clauses.yaml")


def test_an_unknown_rulebook_is_refused_with_what_was_probably_meant() -> None:
    with pytest.raises(Refused, match=r"no rulebook 'kilteam_lite'; did you mean killteam_lite\?"):
        catalogue_path("kilteam_lite")


@pytest.mark.parametrize("rulebook", sorted(registered()))
def test_every_installed_rulebook_ships_a_sound_catalogue(rulebook: str) -> None:
    catalogue = load_catalogue(rulebook)
    assert catalogue.rulebook == rulebook
    assert len(catalogue.ids) > 200


# -- @proves ------------------------------------------------------------------------------------------------------------


def test_proving_an_unknown_clause_fails_with_what_was_probably_meant(tmp_path: Path) -> None:
    proves = proves_for("duel", _file(tmp_path, DUEL))
    with pytest.raises(Refused, match=r"did you mean duel\.parry\?"):
        proves("duel.strike", "duel.pary")


def test_a_clause_out_of_scope_cannot_be_proven(tmp_path: Path) -> None:
    proves = proves_for("duel", _file(tmp_path, DUEL))
    with pytest.raises(ValueError, match="Swords are not part of the software"):
        proves("duel.swords")


def test_proving_nothing_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least one clause"):
        proves_for("duel", _file(tmp_path, DUEL))()


def test_only_tests_that_run_prove_a_clause(pytester: pytest.Pytester, tmp_path: Path) -> None:
    catalogue = _file(tmp_path, DUEL)
    pytester.makeini("[pytest]\nmarkers =\n  proves: clauses")
    file = pytester.makepyfile(
        f"""
        from pathlib import Path
        import pytest
        from vanguard.testing.proves import proves_for
        proves = proves_for("duel", Path({str(catalogue)!r}))

        @proves("duel.strike")
        @pytest.mark.parametrize("face", [4, 5])
        def test_a_strike(face): pass

        @pytest.mark.skip
        @proves("duel.parry")
        def test_a_parry(): pass
        """
    )
    items, _ = pytester.inline_genitems(str(file))
    assert proven_clauses(items) == {"duel": {"duel.strike"}}


def test_a_rulebook_that_is_no_longer_there_has_no_clauses_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VANGUARD_RULEBOOKS", "duel=tests.kit.duel:rulebook")
    assert load_catalogue("duel").clauses
    monkeypatch.delenv("VANGUARD_RULEBOOKS")
    with pytest.raises(Refused, match="there is no rulebook 'duel'"):
        load_catalogue("duel")


@pytest.mark.parametrize(
    ("place", "told"), [("no_such_package.rules:rulebook", "No module named"), ("json:rulebook", "no attribute")]
)
def test_a_rulebook_that_is_not_where_it_is_said_to_be_is_refused(
    place: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VANGUARD_RULEBOOKS", f"gone={place}")
    with pytest.raises(Refused, match=rf"gone is said to be at '{place}': .*{told}.*PYTHONPATH"):
        load_rulebook("gone")


def test_the_catalogue_of_a_rulebook_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VANGUARD_RULEBOOKS", "gone=no_such_package.rules:rulebook")
    with pytest.raises(Refused, match=r"no_such_package\.rules, which is not installed"):
        load_catalogue("gone")
