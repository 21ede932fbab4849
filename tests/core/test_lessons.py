"""Lessons: told in their order, once each, with all faults of a file at once."""

from pathlib import Path

import pytest

from vanguard.core.content import ContentFaults
from vanguard.core.lessons import LONGEST_TEXT, Teacher, lessons_of, read_lessons
from vanguard.core.rulebook import load_rulebook, registered

CATALOGUE = """
rulebook: dice
title: Dice
clauses:
  - {id: roll.again, section: Dice, rule: A die may be rolled again.}
  - {id: roll.once, section: Dice, rule: Once.}
"""


def _lessons(directory: Path, text: str) -> Path:
    (directory / "clauses.yaml").write_text(CATALOGUE, encoding="utf-8")
    file = directory / "lessons.toml"
    file.write_text(text, encoding="utf-8")
    return file


def _faults(directory: Path, text: str) -> list[str]:
    with pytest.raises(ContentFaults) as refused:
        read_lessons(_lessons(directory, text))
    return str(refused.value).splitlines()


def test_lessons_are_read_in_the_order_in_which_they_are_written(tmp_path: Path) -> None:
    written = (
        '[goal]\ntitle = "Goal"\ntext = "Win."\n[again]\ntitle = "Again"\ntext = "Roll."\nasked = ["roll.again"]\n'
    )
    goal, again = read_lessons(_lessons(tmp_path, written))
    assert (goal.key, goal.title, goal.text, goal.asked) == ("goal", "Goal", "Win.", ())
    assert (again.key, again.asked) == ("again", ("roll.again",))


def test_a_rulebook_without_lessons_has_none(tmp_path: Path) -> None:
    assert read_lessons(tmp_path / "lessons.toml") == ()


def test_a_clause_that_the_catalogue_does_not_have_is_a_fault_with_the_one_that_was_meant(tmp_path: Path) -> None:
    assert _faults(tmp_path, '[again]\ntitle = "Again"\ntext = "Roll."\nasked = ["roll.agian"]\n') == [
        "lessons.toml: again: asked: there is no clause 'roll.agian' (did you mean roll.again?)"
    ]


def test_a_question_has_one_lesson_and_lessons_are_short_and_all_faults_are_told_at_once(tmp_path: Path) -> None:
    written = (
        '[a]\ntitle = "A"\ntext = "A."\nasked = ["roll.once"]\n[b]\ntitle = "B"\ntext = "B."\nasked = ["roll.once"]\n'
    )
    long = f'[c]\ntitle = "C"\ntext = "{"x" * (LONGEST_TEXT + 1)}"\n'
    told_twice, too_long = _faults(tmp_path, written + long)
    assert told_twice == "lessons.toml: b: asked: roll.once is told by the lesson a already"
    assert too_long.startswith("lessons.toml: c: text: ") and str(LONGEST_TEXT) in too_long


@pytest.mark.parametrize("name", sorted(registered()))
def test_every_rulebook_begins_with_how_it_is_won(name: str) -> None:
    lessons = lessons_of(load_rulebook(name))
    assert [lesson.key for lesson in lessons if not lesson.asked] == ["goal"]
    assert lessons[0].key == "goal"
    assert len({lesson.title for lesson in lessons}) == len(lessons)


def test_a_lesson_is_told_once_and_what_the_game_is_about_before_the_first(tmp_path: Path) -> None:
    written = (
        '[goal]\ntitle = "Goal"\ntext = "Win."\n[again]\ntitle = "Again"\ntext = "Roll."\nasked = ["roll.again"]\n'
    )
    teacher = Teacher(read_lessons(_lessons(tmp_path, written)))
    told = [[lesson.key for lesson in teacher.tells(clause)] for clause in ("roll.once", "roll.again", "roll.again")]
    assert told == [["goal"], ["again"], []]
