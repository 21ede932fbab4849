"""Positions drawn in a few words, and games played from them by script: one notation for all measured rulebooks.

    position = at('''
        blue Man   a  4,11    Engage           # side, card, key, place, then states
        red  Man   b  10,11,3 Conceal wounds=3
        low  7,9,7.5,13                        # terrain
        card gunner SP5 AR4+: Gun (24", 3D6); Knife (1D6)      # a card of the test's own, for this position alone
        cp 2 0                                 # how the battle stands
        active a
    ''')
    position.play("shoot", "b", dice="attack 6 4 2 1 / defence 5 1 1")

A rulebook reads the lines with `lines_of`; what they mean is its own business, how they are written is shared: a place is
`x,y` or `x,y,z`; states are words (`done`), or a name and its value (`wounds=3` or `wounds 3`), parted by blanks or commas; a
`#` begins a remark. Whatever cannot be read is refused with its line and its word: nothing is taken for something else.
See docs/positions.md.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import hypot, inf, isfinite
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from vanguard.core.game import Game
from vanguard.core.questions import Choose, Option, Question
from vanguard.core.refusals import Refused
from vanguard.core.suggestions import probably_meant
from vanguard.core.telling.events import DiceShown, Event
from vanguard.geometry.measuring import overlapping
from vanguard.geometry.shapes import Base
from vanguard.testing import scripts

SIDES = ("blue", "red")

Reader = Callable[[str], Any]
S = TypeVar("S")


class BadPosition(AssertionError):
    """A position that says nothing sensible: the line, the word, and what was expected."""


def number(word: str) -> float:
    """Any number that can be measured."""
    try:
        read = float(word)
    except ValueError:
        read = inf
    if not isfinite(read):
        raise ValueError("a number such as 2.5 is")
    return read


def size(word: str) -> float:
    """How large or how far something is."""
    read = number(word)
    if read <= 0.0:
        raise ValueError("more than 0 is")
    return read


def between(least: int, most: int | None = None) -> Reader:
    """Reads a whole number that is neither less nor more than this: `wounds=3` of a model that has 8."""

    def read(word: str) -> int:
        found = int(word) if word.removeprefix("-").isdecimal() else None
        if found is None or found < least or (most is not None and found > most):
            raise ValueError(f"a whole number from {least} on is" if most is None else f"{least} to {most} is")
        return found

    return read


def named(things: Mapping[str, Any]) -> Reader:
    """Reads what goes by one of these names."""

    def read(word: str) -> Any:
        if word not in things:
            raise ValueError(f"{', '.join(things)} are")
        return things[word]

    return read


def said_by(wrong: Exception) -> str:
    """What an error says, in one line: a checked model tells all its faults at once."""
    if isinstance(wrong, ValidationError):
        return "; ".join(f"{'.'.join(map(str, it['loc']))}: {it['msg']}" for it in wrong.errors())
    return str(wrong)


class Line:
    """One line of a drawn position, read word by word from the left."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        said, _, behind = text.partition(": ")
        self._left = said.replace(", ", " ").split()
        self._behind = [part.strip() for part in behind.split(";") if part.strip()]

    def fault(self, what: str) -> BadPosition:
        return BadPosition(f"line {self.number}, “{self.text}”: {what}")

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Whatever goes wrong while things are made of this line is told with it."""
        try:
            yield
        except BadPosition:
            raise
        except (ValueError, KeyError, IndexError, AssertionError, Refused) as wrong:
            raise self.fault(said_by(wrong)) from None

    @property
    def kind(self) -> str:
        """The first word, not taken yet."""
        return self._left[0]

    @property
    def is_model(self) -> bool:
        return self.kind in SIDES

    @property
    def is_read(self) -> bool:
        return not self._left

    def word(self, what: str) -> str:
        """The next word; `what` it should be is said if there is none."""
        if not self._left:
            raise self.fault(f"{what} is missing")
        return self._left.pop(0)

    def one_of(self, what: str, known: Iterable[str]) -> str:
        word = self.word(what)
        names = list(known)
        if word not in names:
            raise self.fault(f"“{word}” is no {what}{meant(word, names)}")
        return word

    def key(self, taken: Container[str]) -> str:
        """The next word as the key of something new."""
        key = self.word("a key")
        if key in taken:
            raise self.fault(f"two things are called “{key}”")
        return key

    def side(self) -> int:
        return SIDES.index(self.one_of("side", SIDES))

    def amount(self, what: str, least: float = 0.0) -> float:
        found: float = self.read(number, self.word(what), what)
        if found < least:
            raise self.fault(f"“{found:g}” is no {what}: at least {least:g} is")
        return found

    def whole(self, what: str, least: int = 0, most: int | None = None) -> int:
        found: int = self.read(between(least, most), self.word(what), what)
        return found

    def amounts(self, what: str, count: int) -> list[float]:
        """Numbers parted by commas, exactly so many of them."""
        word = self.word(what)
        numbers = [self.read(number, written, what) for written in word.split(",")]
        if len(numbers) != count:
            raise self.fault(f"“{word}” is no {what}: {count} numbers are needed, such as {','.join('1234'[:count])}")
        return numbers

    def rectangle(self) -> tuple[float, float, float, float]:
        """`x1,y1,x2,y2`, from its south-west corner to its north-east one."""
        x1, y1, x2, y2 = self.amounts("rectangle", 4)
        if x1 >= x2 or y1 >= y2:
            raise self.fault(
                f"“{x1:g},{y1:g},{x2:g},{y2:g}” is no rectangle: x1,y1,x2,y2 go from south-west to north-east"
            )
        return x1, y1, x2, y2

    def place(self, width: float = inf, depth: float = inf) -> tuple[float, float, float]:
        """`x,y` or `x,y,z` on a table of this size."""
        word = self.word("a place")
        numbers = [self.read(number, written, "place") for written in word.split(",")]
        if len(numbers) not in (2, 3):
            raise self.fault(f"“{word}” is no place: x,y or x,y,z is")
        x, y, z = numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else 0.0
        if not (0.0 <= x <= width and 0.0 <= y <= depth):
            raise self.fault(f"“{word}” lies off the table of {width:g} by {depth:g}")
        if z < 0.0:
            raise self.fault(f"“{word}” lies under the table")
        return x, y, z

    def states(self, values: Mapping[str, Reader], flags: Sequence[str] = ()) -> dict[str, Any]:
        """The rest of the line: flags, each True, and values by their names; none twice, none unknown."""
        found: dict[str, Any] = {}
        self._refuse_what_is_behind()
        while self._left:
            name, equals, written = self.word("a state").rstrip(",").partition("=")
            if name in found:
                raise self.fault(f"“{name}” is said twice")
            if name in values:
                found[name] = self.read(values[name], written if equals else self.word(f"the value of {name}"), name)
            elif name in flags and equals:
                raise self.fault(f"“{name}” takes no value")
            elif name in flags:
                found[name] = True
            else:
                raise self.fault(f"“{name}” is unknown here{meant(name, [*values, *flags])}")
        return found

    def printed(self, names: Mapping[str, Reader]) -> dict[str, Any]:
        """Numbers as a card prints them, up to the colon: `SP5 AR4+ WN2 base 32`; none twice, none unknown."""
        found: dict[str, Any] = {}
        while self._left:
            word = self.word("a number")
            name = next((name for name in sorted(names, key=len, reverse=True) if word.startswith(name)), "")
            if not name:
                raise self.fault(f"“{word}” is unknown here{meant(word, list(names))}")
            if name in found:
                raise self.fault(f"“{name}” is said twice")
            found[name] = self.read(names[name], word[len(name) :] or self.word(f"the value of {name}"), name)
        return found

    def card(
        self, numbers: Mapping[str, Reader], what: str, reader: Reader, taken: Container[str] = ()
    ) -> tuple[str, dict[str, Any], list[Any]]:
        """A card of the test's own, as `card gunner SP5 AR4+: Gun …; Knife …`: its key, its numbers, and its weapons."""
        self.word("card")
        key = self.key(taken)
        return key, self.printed(numbers), self.parts(what, reader)

    def parts(self, what: str, reader: Reader) -> list[Any]:
        """What stands behind the colon, parted by semicolons, each read by `reader`."""
        found = [self.read(reader, part, what) for part in self._behind]
        self._behind = []
        return found

    def made(self, reader: Callable[[str], S], written: Iterable[str]) -> tuple[S, ...]:
        """What is given beside the drawing for what this line is about, such as weapons; it is blamed for what is wrong with it."""
        with self.blamed():
            return tuple([reader(text) for text in written])

    def refuse_more(self, what: str, given: int, most: int) -> None:
        """Nobody has more than their card says."""
        if given > most:
            raise self.fault(f"it has {most} {what} at most")

    def end(self) -> None:
        """Nothing may be left over."""
        if self._left:
            raise self.fault(f"“{' '.join(self._left)}” is left over")
        self._refuse_what_is_behind()

    def _refuse_what_is_behind(self) -> None:
        if self._behind:
            raise self.fault(f"“{'; '.join(self._behind)}” is left over")

    def read(self, reader: Reader, word: str, what: str) -> Any:
        """A part of a word that has been taken, read by itself."""
        try:
            return reader(word)
        except (ValueError, KeyError, IndexError, AssertionError) as wrong:
            raise self.fault(f"“{word}” is no {what} ({said_by(wrong)})") from None


def target_number(word: str) -> int:
    """`4+` needs a 4."""
    if word[1:] != "+" or word[0] not in "23456":
        raise ValueError("2+ to 6+ are")
    return int(word[0])


def meant(word: str, names: Sequence[str]) -> str:
    """`; “Conceal” was probably meant` or the names that are known."""
    near = probably_meant(word, names)
    return f"; “{near}” was probably meant" if near else f"; known: {', '.join(names)}"


def known(what: str, word: str, names: Iterable[str]) -> str:
    """A word given beside the drawing, such as whose activation it is, if there is such a thing."""
    listed = list(names)
    if word not in listed:
        raise BadPosition(f"“{word}” is no {what}{meant(word, listed)}")
    return word


def within(what: str, given: int, least: int, most: int) -> int:
    """A number given beside the drawing, if it can be."""
    if not least <= given <= most:
        raise BadPosition(f"{given} is no {what}: {least} to {most} is")
    return given


def lines_of(text: str) -> list[Line]:
    """The lines that say something."""
    found: list[Line] = []
    for at, raw in enumerate(text.splitlines(), start=1):
        said = raw.partition("#")[0].strip()
        if said:
            found.append(Line(at, said))
    if not found:
        raise BadPosition("nothing is drawn")
    return found


def refuse_overlaps(drawn: Sequence[tuple[Line, Base]], tolerance: float, level_gap: float = 0.1) -> None:
    """No two bases may stand in each other on one level."""
    for i, (_, base) in enumerate(drawn):
        for line, other in drawn[i + 1 :]:
            if abs(base.elevation - other.elevation) < level_gap and overlapping(base, other, tolerance):
                apart, needed = hypot(base.x - other.x, base.y - other.y), base.radius + other.radius
                raise line.fault(
                    f"“{base.key}” and “{other.key}” overlap: their centres are {apart:.3f} apart, {needed:.3f} is needed"
                )


def refuse_repeats(facts: Iterable[Line]) -> None:
    """A fact of the whole battle, such as `cp 2 0`, is said once."""
    said: set[str] = set()
    for line in facts:
        if line.kind in said:
            raise line.fault(f"“{line.kind}” is said twice")
        said.add(line.kind)


played: list[Position[Any]] = []
"""The positions of the test under way (`vanguard.testing.pending`)."""


class Position(Generic[S]):
    """A game under test: its state, the question asked, the log, and scripted play."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.stopped_at = ""
        """The question in the middle of a rule at which scripted play ended, as long as nobody has looked at it."""
        played.append(self)

    @property
    def game(self) -> Game:
        """Whoever takes the game may look at its question."""
        self.stopped_at = ""
        return self._game

    @property
    def battle(self) -> S:
        state: Any = self._game.state
        return state  # type: ignore[no-any-return]

    def play(self, *answers: Any, dice: str = "") -> Any:
        """Give these answers in order, rolling these dice; nothing may be left over or missing."""
        self.stopped_at = ""
        scripts.play(self._game, *answers, dice=dice)
        question = self._game.question
        pending = question is not None and not self._game.at_rest
        self.stopped_at = f"{question.prompt} [{question.clause}]" if question is not None and pending else ""
        return self

    @property
    def asked(self) -> Question[Any]:
        return scripts.asked(self.game)

    @property
    def prompt(self) -> str:
        return self.asked.prompt

    @property
    def clause(self) -> str:
        return self.asked.clause

    @property
    def decider(self) -> int:
        return self.asked.player

    @property
    def keys(self) -> list[str]:
        return scripts.keys(self.game)

    @property
    def options(self) -> list[str]:
        return self.keys

    def option(self, key: str) -> Option[Any]:
        question = self.asked
        assert isinstance(question, Choose), f"{question.prompt!r} lists no options"
        return question.option(key)

    def why_not(self, key: str) -> str:
        """Why this option is not available, with its clause; empty if it is available."""
        return scripts.why_not(self.game, key)

    def events(self, key: str) -> list[Event]:
        """What has happened under this message key."""
        return [event for event in self._game.events if event.key == key]

    @property
    def clauses(self) -> list[str]:
        """The clauses cited by the log so far."""
        return [event.clause for event in self._game.events]

    def dice(self, label: str) -> DiceShown:
        """The last roll with this label that the log shows."""
        shown = [event.dice for event in self._game.events if event.dice is not None and event.dice.label == label]
        assert shown, f"no {label} was shown"
        return shown[-1]

    def modifiers(self, label: str) -> dict[str, int]:
        return {modifier.label: modifier.amount for modifier in self.dice(label).modifiers}
