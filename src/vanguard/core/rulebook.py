"""The rulebook protocol: all that generic code (server, bots, lab, odds, command line) may know of a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from vanguard.core.promises import Promises
from vanguard.core.questions import Given, Player, Question
from vanguard.core.refusals import Refused
from vanguard.core.state import State
from vanguard.core.suggestions import did_you_mean, meant_or_known

if TYPE_CHECKING:
    from pathlib import Path

    from vanguard.core.armies.rosters import RosterBook
    from vanguard.core.blunders import BlunderWatcher
    from vanguard.core.content import ContentKind
    from vanguard.core.minds import Mind
    from vanguard.core.telling.events import Event
    from vanguard.core.telling.pictures import Picture

Procedure = Coroutine[Question[Any], Any, None]
"""A running rule: it yields the questions it awaits."""


class Setup:
    """What two players agree before the game: scenario, map, an army each, and the options of the rulebook.

    Armies are rosters in plain form (see `core.armies.rosters`), so that a record is complete in itself.
    """

    __slots__ = ("armies", "battlefield", "options", "scenario")

    def __init__(
        self,
        scenario: str,
        battlefield: str,
        armies: tuple[Mapping[str, Any], Mapping[str, Any]],
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.scenario = scenario
        self.battlefield = battlefield
        self.armies = armies
        self.options: dict[str, str] = dict(options or {})

    def place_faults(
        self,
        scenarios: Iterable[str],
        battlefields: Iterable[str],
        words: tuple[str, str] = ("scenario", "battlefield"),
    ) -> list[str]:
        """A scenario or a battlefield that there is not, in the words of the book, with what was probably meant."""
        faults: list[str] = []
        for word, given, known in zip(words, (self.scenario, self.battlefield), (scenarios, battlefields), strict=True):
            names = list(known)
            if given not in names:
                told = meant_or_known(given, [name for name in names if name])
                faults.append(f"there is no {word} {given!r:.60}{told}")
        return faults

    def option_faults(self, known: Mapping[str, Iterable[str]]) -> list[str]:
        """Options that the rulebook does not know, and values that are none of those it knows."""
        faults = [
            f"there is no option {option!r:.60}; known: {', '.join(known)}"
            for option in self.options
            if option not in known
        ]
        for option, values in known.items():
            told = self.options.get(option)
            if told is not None and told not in values:
                faults.append(f"{option} is one of {', '.join(values)}, not {told!r:.60}")
        return faults

    def plain(self) -> dict[str, Any]:
        return {
            "scenario": self.scenario,
            "battlefield": self.battlefield,
            "armies": [dict(army) for army in self.armies],
            "options": self.options,
        }


class Standing:
    """How the game stands: the scores, and once it is over who won (None for a draw), why, and by which clause."""

    __slots__ = ("clause", "over", "reason", "scores", "winner")

    def __init__(
        self,
        scores: tuple[float, float],
        over: bool = False,
        winner: Player | None = None,
        reason: str = "",
        clause: str = "",
    ) -> None:
        self.scores: tuple[float, float] = (float(scores[0]), float(scores[1]))
        self.over = over
        self.winner = winner
        self.reason = reason
        self.clause = clause

    def plain(self) -> dict[str, Any]:
        return {
            "scores": list(self.scores),
            "over": self.over,
            "winner": self.winner,
            "reason": self.reason,
            "clause": self.clause,
        }


class Offer:
    """Something a player can pick on the start page: a scenario, a map or a ready army."""

    __slots__ = ("details", "key", "name", "summary")

    def __init__(self, key: str, name: str, summary: str, details: Mapping[str, Any] | None = None) -> None:
        self.key = key
        self.name = name
        self.summary = summary
        self.details: dict[str, Any] = dict(details or {})

    def plain(self) -> dict[str, Any]:
        return {"key": self.key, "name": self.name, "summary": self.summary, **self.details}


REMOVED: Final = "removed"
"""What it means that nothing is left of whoever is attacked."""


class Trial:
    """An attack, a fall or a test that could happen: enough to run just that procedure on copies of a state.

    `start(state)` gives the procedure on a copy of `state`; it must finish with the attack, retaliation included.
    `watched` are the models whose fate is asked for, the target first; two are the target and the attacker, unless they are
    `anybody`. A test counts something else than wounds: `count`
    gives it for each of the watched, and `fate` says in a word what it means when nothing is left of it.
    An attack may also end in tests of the target: `tests` names what failing each of them means, `held` counts 1 for each
    that the target has not failed.
    """

    __slots__ = (
        "anybody", "attacker", "count", "fate", "held", "label", "settled", "start", "state", "tests", "watched",
    )  # fmt: skip

    def __init__(
        self,
        label: str,
        attacker: Player,
        state: State,
        start: Callable[[State], Procedure],
        watched: tuple[str, ...],
        fate: str = REMOVED,
        count: Callable[[State], tuple[int, ...]] | None = None,
    ) -> None:
        self.anybody = False
        self.fate = fate
        self.count = count
        self.label = label
        self.attacker = attacker
        self.state = state
        self.start = start
        self.watched = watched
        self.settled: dict[str, Given] = {}
        """What the trial is about leaves nothing to choose here: questions of these clauses are answered so."""
        self.tests: tuple[str, ...] = ()
        self.held: Callable[[State], tuple[int, ...]] | None = None


class Begin:
    """Begins a procedure of the rules on a copy of a state: the `start` of a trial.

    `Begin(shoot_at, "b1", "r2", rifle)` begins `shoot_at(state, "b1", "r2", rifle)`.
    """

    __slots__ = ("particulars", "procedure")

    def __init__(self, procedure: Callable[..., Coroutine[Any, Any, Any]], *particulars: Any) -> None:
        self.procedure = procedure
        self.particulars = particulars

    def __call__(self, state: State) -> Procedure:
        return self.procedure(state, *self.particulars)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rulebook:
    """One game system. A package registers an instance named `rulebook` under the entry point group `vanguard.rulebooks`."""

    name: ClassVar[str] = ""
    version: ClassVar[str] = ""
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    """What kind of game it is, how long it takes, what table it wants: one line for the start page."""
    unit: ClassVar[str] = "in"
    """`in`, `cm` or `hex`."""

    # -- what can be played ---------------------------------------------------------------------------------------------

    def scenarios(self) -> Sequence[Offer]:
        return ()

    def battlefields(self, scenario: str = "") -> Sequence[Offer]:
        """The maps this scenario can be played on."""
        return ()

    def armies(self) -> Sequence[Offer]:
        """The ready armies; `details["roster"]` holds the plain roster, `details["faction"]` its faction."""
        return ()

    def default_setup(self, variant: int = 0) -> Setup:
        """A sensible set-up; different variants walk through armies, maps and scenarios for simulations."""
        raise TypeError(f"{self.name} has no default set-up")

    def content_directory(self) -> Path:
        """Where its content files lie: `content` beside the module of the rulebook."""
        import sys
        from pathlib import Path

        return Path(str(sys.modules[type(self).__module__].__file__)).parent / "content"

    def content_digest(self) -> str:
        """Changes whenever a profile, map or scenario means something else: a record made with other content is refused."""
        from vanguard.core.content import digest_once

        return digest_once(self.content_directory())

    def content_meaning(self) -> dict[str, Any]:
        """Its content as plain data by file (`core.content.meaning_of`), so that it can be kept with a game."""
        from vanguard.core.content import meaning_of

        directory = self.content_directory()
        return meaning_of(directory) if directory.is_dir() else {}

    def roster_book(self) -> RosterBook | None:
        """What can be mustered, for list builders and pasted lists; None if armies are not built from lists."""
        return None

    def roster_faults(self, roster: Mapping[str, Any]) -> list[str]:
        """Everything wrong with an army list, each fault a sentence with its clause; empty for a legal one."""
        book = self.roster_book()
        return [] if book is None else book.faults_of(roster)

    def content_kinds(self) -> Mapping[str, ContentKind[Any]]:
        """The kinds of its content files by name (`units`, `maps`, `scenarios`), for `vanguard check` and editors."""
        return {}

    # -- the rules --------------------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> State:
        """The first resting state. `Refused` if the set-up is not legal, naming every fault."""
        raise TypeError(f"{self.name} cannot start a game")

    def procedure(self, state: State) -> Procedure | None:
        """What comes next from a resting state, or None when the game is over."""
        raise TypeError(f"{self.name} has no procedure")

    def standing(self, state: State) -> Standing:
        raise TypeError(f"{self.name} has no standing")

    # -- what people see ---------------------------------------------------------------------------------------------------

    messages: ClassVar[Mapping[str, str]] = {}
    """Message key to English sentence with {values}; see `Event.sentence`."""

    pictures: ClassVar[Mapping[str, Picture]] = {}
    """Message key to what it looks like on the table; see `core.telling.pictures`. A key without one is told by its sentence alone."""

    def table(self, state: State) -> dict[str, Any]:
        """The unchanging scene: board, terrain, zones, hexes. Drawn once. See docs/protocol.md for the vocabulary."""
        return {}

    def scene_key(self, state: State) -> Any:
        """Something that differs whenever `table` does: what of the scene can change during play. By default all of it."""
        return self.table(state)

    open_table: ClassVar[bool] = False
    """Whether `view` is the same for every seat and for spectators: then it is made once for all of them."""

    def view(self, state: State, seat: Player | None) -> dict[str, Any]:
        """What this seat (None: a spectator) may see now, built by allow-list: models, markers, players, round, phase."""
        return {}

    def redeal(self, state: State, seat: Player | None, chance: Callable[[int], int]) -> tuple[str, ...]:
        """Deal again, in this very state, all that is hidden from this seat (None: a spectator): hands, face-down cards, decks.

        `chance(n)` gives a whole number below n. Returns what was dealt again, such as `("deck",)`; nothing where nothing is
        hidden. A bot thinks about such a state instead of the true one, and the contract tests demand that it looks the same.
        """
        return ()

    def cards(self, state: State) -> dict[str, Any]:
        """The printed card of every profile in play, by card key, as blocks of labelled lines."""
        return {}

    def sight(self, state: State, viewer: str, target: str) -> dict[str, Any]:
        """Can one model see another, explained: verdict, lines, blockers by name, cover, clause. Empty if it has none."""
        return {}

    def measure(self, state: State, start: Given, end: Given) -> dict[str, Any]:
        """The distance between two things (model or marker keys, or points) by this rulebook's measuring."""
        return {}

    # -- chances ------------------------------------------------------------------------------------------------------------

    def trials(self, state: State, question: Question[Any]) -> dict[str, Trial]:
        """The attacks and tests that the options of this question would start, by option key."""
        return {}

    def trial(self, wish: Mapping[str, Any]) -> Trial:
        """A free-standing attack by names and numbers (`weapon`, `attacker`, `target`, `cover`, `wounds` …)."""
        raise TypeError(f"{self.name} has no free-standing attacks")

    def trial_fields(self) -> dict[str, Any]:
        """The fields `trial` understands, as a JSON schema with the known weapons and targets as enums."""
        return {}

    def threats(self, state: State, model: str, at: tuple[float, ...]) -> list[Trial]:
        """The attacks that an enemy's next activation could make on this model if it stood at this point."""
        return []

    def tally(self, state: State) -> dict[str, int]:
        """Wounds left of every model by key, 0 for one that is out of play."""
        return {}

    # -- bots -----------------------------------------------------------------------------------------------------------------

    def promises(self) -> Promises:
        """What the contracts may hold this rulebook to, beyond what they ask of all."""
        return Promises()

    def mind(self) -> Mind | None:
        """How to play this game sensibly: script, sitter and value. None if there is none: then only `random` plays it."""
        return None

    def reasons(self) -> Mapping[str, str]:
        """What its bot goes by where it weighs the position, by the clause of the question: for people who ask why."""
        return {}

    def blunders(self) -> BlunderWatcher:
        """Counts what a person would laugh at in a bot's game, as far as this rulebook says what that is."""
        from vanguard.core.blunders import BlunderWatcher

        return BlunderWatcher()

    # -- recruiting, for those who weigh the cards against each other ----------------------------------------------------

    def recruitable(self) -> Mapping[str, str]:
        """The cards a side can recruit during a game, with their faction; empty where armies are mustered before it."""
        return {}

    def recruited(self, event: Event) -> str:
        """The card that this event brings into an army; empty for any other event."""
        return ""

    # -- conserved things, for the contract tests --------------------------------------------------------------------------

    def faults(self, state: State) -> list[str]:
        """Everything that must never be: overlapping bases, wounds out of bounds, lost tokens or cards. Empty when well."""
        return []


class Registration:
    """Where an installed rulebook is found: `module:object`. Nothing is imported until `load`."""

    __slots__ = ("name", "value")

    def __init__(self, name: str, value: str) -> None:
        self.name = name
        self.value = value

    def load(self) -> Rulebook:
        from importlib import import_module

        module, _, attribute = self.value.partition(":")
        try:
            rulebook: Rulebook = getattr(import_module(module), attribute)
        except (ImportError, AttributeError) as problem:
            told = f"{self.name} is said to be at {self.value!r:.80}: {problem}; is its folder in PYTHONPATH?"
            raise Refused(told) from problem
        return rulebook


_found: dict[str, Registration] = {}


def _installed() -> dict[str, Registration]:
    """Installed rulebooks, looked up once: reading the metadata of every package takes longer than a small game."""
    from importlib.metadata import entry_points

    if not _found:
        for entry in entry_points(group="vanguard.rulebooks"):
            _found[entry.name] = Registration(entry.name, entry.value)
    return _found


def registered() -> dict[str, Registration]:
    """All rulebooks by name: installed ones by entry point, a third party's too, and those of VANGUARD_RULEBOOKS.

    The variable (`name=package.module:object`, several separated by spaces) is for a rulebook under development.
    """
    import os

    found = dict(_installed())
    for word in os.environ.get("VANGUARD_RULEBOOKS", "").split():
        name, _, where = word.partition("=")
        found[name] = Registration(name, where)
    return found


def registration_of(name: str) -> Registration:
    """Where the installed rulebook of this name is found; an unknown name is refused with what was probably meant."""
    entries = registered()
    if name not in entries:
        hint = did_you_mean(name, entries)
        raise Refused(f"there is no rulebook {name!r:.60}{hint} (installed: {', '.join(sorted(entries))})")
    return entries[name]


def load_rulebook(name: str) -> Rulebook:
    """The installed rulebook of this name."""
    return registration_of(name).load()
