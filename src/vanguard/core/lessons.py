"""Lessons: what a newcomer is told at the table when something is first asked, in the words of the rulebook's author.

A rulebook keeps them in `lessons.toml` beside its catalogue, in the order in which they are told:

    [orders]
    title = "Engage or Conceal"
    text = "Whoever is on Conceal cannot be shot at from afar …"
    asked = ["firefight.order-may-change-later"]

`asked` names the clauses of the questions at which the lesson is told, once. A lesson without it is told at the first question
of all: what the game is about and how it is won. Lessons are no content: they change nothing that is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from vanguard.core.clauses import FILE_NAME, Catalogue, read_catalogue
from vanguard.core.content import ContentKind, Fault, Shelf, made_from, unknown
from vanguard.core.rulebook import Rulebook

LESSONS = "lessons.toml"
LONGEST_TEXT = 420
"""Characters: a lesson is read between two answers."""


class LessonEntry(BaseModel):
    """A lesson as it is written."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: str = Field(min_length=1, max_length=40)
    text: str = Field(min_length=1, max_length=LONGEST_TEXT)
    asked: list[str] = []


@dataclass(frozen=True, slots=True)
class Lesson:
    key: str
    title: str
    text: str
    asked: tuple[str, ...]
    """Clauses of the questions at which it is told; none for what is told before anything else."""

    def plain(self) -> dict[str, Any]:
        return {"key": self.key, "title": self.title, "text": self.text, "asked": list(self.asked)}


def lessons_of(rulebook: Rulebook) -> tuple[Lesson, ...]:
    """Those of this rulebook in the order in which they are told; none if it brings none."""
    return read_lessons(rulebook.content_directory().parent / LESSONS)


class Teacher:
    """Tells each lesson once, when it is first of use."""

    __slots__ = ("_untold",)

    def __init__(self, lessons: Iterable[Lesson]) -> None:
        self._untold = list(lessons)

    def tells(self, clause: str) -> list[Lesson]:
        """What is new at a question by this clause: the first time of all also what the game is about."""
        told = [lesson for lesson in self._untold if not lesson.asked or clause in lesson.asked]
        self._untold = [lesson for lesson in self._untold if lesson not in told]
        return told


@cache
def read_lessons(file: Path) -> tuple[Lesson, ...]:
    """The lessons in this file, whose catalogue lies beside it. Raises `ContentFaults` with everything that is wrong with them."""
    if not file.is_file():
        return ()
    catalogue = read_catalogue(file.parent / FILE_NAME)
    told_by: dict[str, str] = {}

    def check(key: str, entry: LessonEntry, shelf: Shelf) -> Iterator[Fault]:
        return _faults(key, entry, catalogue, told_by)

    shelf = Shelf(file.parent)
    kind = ContentKind(file.name, LessonEntry, check)
    entries = shelf.read(kind)
    shelf.refuse_faults()
    return tuple([made_from(entry, Lesson, key=key) for key, entry in entries.items()])


def _faults(key: str, entry: LessonEntry, catalogue: Catalogue, told_by: dict[str, str]) -> Iterator[Fault]:
    for clause in entry.asked:
        if clause not in catalogue:
            yield unknown(clause, catalogue.ids, "clause", field="asked")
        elif told_by.setdefault(clause, key) != key:
            yield Fault("", "", "asked", f"{clause} is told by the lesson {told_by[clause]} already")
