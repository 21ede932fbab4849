"""A rulebook whose package has the usual anatomy: whatever generic code asks for lies where it lies in every other.

    content/content.py     KINDS, the kinds of its content files
    content/army_list.py   BOOK, what can be mustered
    table/view.py          table, view, cards, sight, measure; long cards have a table/cards.py of their own
    odds/trials.py         ATTEMPTS, trial, trial_fields, threats
    bot/mind.py            mind
    bot/reasons.py         GOES_BY, what the bot goes by, in words
    bot/blunders.py        Blunders, what a person would laugh at
    promises.py            PROMISES

A part is imported when it is first asked for: a game is played without its odds, a rule is shown without its content. A
rulebook gives the rest: what can be played, `new`, `procedure`, `standing`, `tally` and `faults`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

from vanguard.core.promises import Promises
from vanguard.core.questions import Choose, Given, Player, Question
from vanguard.core.rulebook import Rulebook, Trial
from vanguard.core.state import State

if TYPE_CHECKING:
    from vanguard.core.armies.rosters import RosterBook
    from vanguard.core.blunders import BlunderWatcher
    from vanguard.core.content import ContentKind
    from vanguard.core.minds import Mind

_parts: dict[str, Any] = {}


def part_of(package: str, part: str) -> Any:
    """A module of a rulebook's package, such as `table.view`; None if it has none."""
    name = f"{package}.{part}"
    if name not in _parts:
        outer = name.rpartition(".")[0]
        there = find_spec(outer) is not None and find_spec(name) is not None
        _parts[name] = import_module(name) if there else None
    return _parts[name]


Maker = Callable[..., Trial | None]
"""Makes the trial of an attempt from the state and the particulars of the attempt; None if there is nothing to count."""


def attempted(state: State, question: Question[Any], makers: Mapping[str, Maker]) -> dict[str, Trial]:
    """The attacks and tests that the options of a question would start, by option key: each option says it itself."""
    found: dict[str, Trial] = {}
    if isinstance(question, Choose):
        for option in question.available:
            if option.attempt:
                trial = makers[option.attempt[0]](state, *option.attempt[1:])
                if trial is not None:
                    found[option.key] = trial
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class PackagedRulebook(Rulebook):
    """What it is asked for beyond the rules is found in the parts of its package; what it does not have answers nothing."""

    def find(self, part: str, name: str) -> Any:
        """What a part of this rulebook's package calls by this name; None if there is no such part or it has no such thing."""
        return getattr(part_of(type(self).__module__.rpartition(".")[0], part), name, None)

    # -- what can be played ---------------------------------------------------------------------------------------------

    def content_kinds(self) -> Mapping[str, ContentKind[Any]]:
        kinds: Mapping[str, ContentKind[Any]] = self.find("content.content", "KINDS") or {}
        return kinds

    def roster_book(self) -> RosterBook | None:
        book: RosterBook | None = self.find("content.army_list", "BOOK")
        return book

    # -- what people see ------------------------------------------------------------------------------------------------

    def table(self, state: State) -> dict[str, Any]:
        scene: dict[str, Any] = self.find("table.view", "table")(state)
        return scene

    def view(self, state: State, seat: Player | None) -> dict[str, Any]:
        """Where everything lies open the view is the same for all; a rulebook with secrets overrides this."""
        seen: dict[str, Any] = self.find("table.view", "view")(state)
        return seen

    def cards(self, state: State) -> dict[str, Any]:
        cards = self.find("table.view", "cards") or self.find("table.cards", "cards")
        printed: dict[str, Any] = {} if cards is None else cards(state)
        return printed

    def sight(self, state: State, viewer: str, target: str) -> dict[str, Any]:
        sight = self.find("table.view", "sight")
        explained: dict[str, Any] = {} if sight is None else sight(state, viewer, target)
        return explained

    def measure(self, state: State, start: Given, end: Given) -> dict[str, Any]:
        measure = self.find("table.view", "measure")
        measured: dict[str, Any] = {} if measure is None else measure(state, start, end)
        return measured

    # -- chances --------------------------------------------------------------------------------------------------------

    def trials(self, state: State, question: Question[Any]) -> dict[str, Trial]:
        """What the options attempt."""
        return attempted(state, question, self.find("odds.trials", "ATTEMPTS") or {})

    def trial(self, wish: Mapping[str, Any]) -> Trial:
        trial = self.find("odds.trials", "trial")
        wished: Trial = super().trial(wish) if trial is None else trial(wish)
        return wished

    def trial_fields(self) -> dict[str, Any]:
        trial_fields = self.find("odds.trials", "trial_fields")
        fields: dict[str, Any] = {} if trial_fields is None else trial_fields()
        return fields

    def threats(self, state: State, model: str, at: tuple[float, ...]) -> list[Trial]:
        threats = self.find("odds.trials", "threats")
        found: list[Trial] = [] if threats is None else threats(state, model, at)
        return found

    # -- bots -----------------------------------------------------------------------------------------------------------

    def mind(self) -> Mind | None:
        mind: Mind | None = self.find("bot.mind", "mind")
        return mind

    def reasons(self) -> Mapping[str, str]:
        reasons: Mapping[str, str] = self.find("bot.reasons", "GOES_BY") or {}
        return reasons

    def blunders(self) -> BlunderWatcher:
        watcher = self.find("bot.blunders", "Blunders")
        watching: BlunderWatcher = super().blunders() if watcher is None else watcher()
        return watching

    def promises(self) -> Promises:
        promises: Promises = self.find("promises", "PROMISES") or Promises()
        return promises
