"""`vanguard play --text`: a whole game at the terminal, against a bot or two at one screen."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.lessons import Teacher, lessons_of
from vanguard.core.questions import Choose, Given, Option, Place, Question, Split
from vanguard.core.questions.notation import completions, given_from_typed, typed_from_given
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import REMOVED, Rulebook, Setup, load_rulebook
from vanguard.core.setups import ArmyWish, setup_wanted
from vanguard.core.telling.events import EVERYBODY, DiceShown, Event

if TYPE_CHECKING:
    from vanguard.core.clauses import Catalogue

HELP = """Type an answer, or one of:
  (number)        the option of this number       ?, help         this help
  options, o      the answers again               why TEXT        the clause that is cited, or matches TEXT
  map, m          the table drawn in letters      table, t        the models and where they stand
  log             the whole log                   odds            the chances of every attack offered now
  sight A B       can A see B                     measure A B     the distance from A to B
  auto            let a bot answer this one       auto setup      let a bot answer until the battle begins
  undo, u         take back the last answer       save FILE       save the record of the game
  quit, q         leave the game
Options: type the key or the beginning of it.  Places: 12.5,3 or several points.  Splits: name=2 other=1.
Tab completes answers, commands and the names of models."""

MOST_CLOSED = 3
"""So many of the answers that are closed for one reason are named."""

WIPE = "\033[2J\033[3J\033[H"
"""What empties a terminal, the lines scrolled away included."""

COMMANDS = (
    "auto",
    "auto setup",
    "help",
    "log",
    "map",
    "measure ",
    "odds",
    "options",
    "quit",
    "save ",
    "sight ",
    "table",
    "undo",
    "why ",
)


def play(
    rulebook: Annotated[str, typer.Argument(help="Which rulebook, such as killteam_vanguard.")],
    text: Annotated[bool, typer.Option("--text", help="Play at this terminal.")] = False,
    bot: Annotated[str, typer.Option(help="Level of the other seat's bot; empty for two at one screen.")] = "script",
    seat: Annotated[int, typer.Option(min=0, max=1, help="Which seat you take.")] = 0,
    seed: Annotated[int | None, typer.Option(help="Play with the dice of this seed.")] = None,
    scenario: Annotated[str, typer.Option(help="Which scenario; `vanguard rulebooks NAME` lists them.")] = "",
    battlefield: Annotated[str, typer.Option("--map", help="Which map of the scenario.")] = "",
    army: Annotated[str, typer.Option(help="Your army: a ready one, or a file with a list.")] = "",
    against: Annotated[str, typer.Option(help="The other army, likewise.")] = "",
    variant: Annotated[int, typer.Option(min=0, help="Which of the rulebook's set-ups, for what is not named.")] = 0,
    teach: Annotated[bool, typer.Option("--teach", help="Be told what is new to you when it is first asked.")] = False,
    record: Annotated[
        Path | None, typer.Option(help="Save the record here at the end, for `vanguard verify` and to share.")
    ] = None,
) -> None:
    """Play a whole game at the terminal by typed commands; without --text, `vanguard serve` opens the table."""
    if not text:
        raise Refused("say --text to play at the terminal, or use `vanguard serve --open` for the table in the browser")
    book = load_rulebook(rulebook)
    secret = secrets.token_hex(32) if seed is None else secret_from_seed(seed)
    bots = {} if not bot else {1 - seat: _bot(book.name, bot, seed or 0)}
    if record is not None and not record.parent.is_dir():
        raise Refused(f"there is no folder {record.parent} to save the record in")
    mine, theirs = _army(book, army), _army(book, against)
    armies = [mine, theirs] if seat == 0 else [theirs, mine]
    table = TextTable(book, setup_wanted(book, scenario, battlefield, armies, None, variant), KeyedDice(secret), bots)
    if teach:
        table.teacher = Teacher(lessons_of(book))
    table.run()
    if record is not None:
        table.save(record)


def _army(book: Rulebook, named: str) -> ArmyWish:
    """A ready army by its name, or the list in a file."""
    if not named or named in [offer.key for offer in book.armies()] or not Path(named).is_file():
        return named or None
    from vanguard.cli.check import read_roster

    return read_roster(Path(named)).plain()


def _bot(rulebook: str, level: str, seed: int) -> Any:
    from vanguard.bots import budget_for_people, levels, make_bot

    known = levels(rulebook)
    return make_bot(rulebook, level if level in known or level != "script" else known[-1], seed, budget_for_people())


class TextTable:
    """One game in the terminal: shows what happened, asks, takes typed answers."""

    def __init__(self, rulebook: Rulebook, setup: Setup, dice: KeyedDice, bots: dict[int, Any]) -> None:
        self.rulebook = rulebook
        self.game = Game.new(rulebook, setup, dice)
        self.dice = dice
        self.bots = bots
        self.told = 0
        self.leaving = False
        self.teacher = Teacher(())

    def run(self) -> None:
        print(f"{self.rulebook.title}. Dice commitment {self.dice.commitment[:16]}…  Type ? for help.")
        _use_completion(self)
        while self.game.question is not None and not self.leaving:
            self._tell()
            seat = self.game.deciders()[0]
            if seat in self.bots:
                self.game.answer(self.bots[seat].answer(self.game, seat), seat=seat)
            else:
                self._ask(seat)
        self._tell()
        standing = self.game.standing
        if standing.over:
            winner = "a draw" if standing.winner is None else f"{self._name(standing.winner)} won"
            scores = ", ".join([f"{self._name(seat)} {standing.scores[seat]:g}" for seat in (0, 1)])
            print(f"\nThe game is over: {winner}, {standing.reason} ({scores})")

    def _name(self, seat: int) -> str:
        players = self.game.view(None).get("players", [])
        return str(players[seat]["name"]) if len(players) > seat else f"Seat {seat}"

    def _people(self) -> list[int]:
        return [seat for seat in (0, 1) if seat not in self.bots]

    def _tell(self) -> None:
        """The events since last time, as far as a person at this terminal may read them."""
        events = self.game.events
        people = self._people()
        reader = people[0] if len(people) == 1 else EVERYBODY
        for event in events[min(self.told, len(events)) :]:
            if event.seen_by in (EVERYBODY, reader):
                print(f"  {self._sentence(event)}")
        self.told = len(events)

    def _sentence(self, event: Event) -> str:
        text = event.sentence(self.rulebook.messages)
        if event.dice is not None:
            text += f"  {_dice_in_words(event.dice)}"
        return f"{text}  ({event.clause})" if event.clause else text

    # -- asking -----------------------------------------------------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        question = self.game.question_for(seat)
        assert question is not None
        self._show(question, seat)
        while not self.leaving:
            try:
                typed = input("> ").strip()
            except EOFError:
                self.leaving = True
                return
            try:
                if not typed or self._command(typed, question, seat):
                    if self.game.question_for(seat) is not question:
                        return
                    continue
                self.game.answer(given_from_typed(question, typed), seat=seat)
                self._cover(seat)
                return
            except Refused as refusal:
                print(f"  No: {refusal}")
            except OSError as problem:  # a file that cannot be written must not end the game
                print(f"  No: {problem.strerror}: {problem.filename}")

    def _cover(self, seat: int) -> None:
        """Two at one screen: a secret answer is wiped off it before the other one looks."""
        if seat in self.game.pending and len(self._people()) == 2:
            print(WIPE if sys.stdout.isatty() else "", end="")
            print(f"  {self._name(seat)} has answered in secret; now {self._name(1 - seat)}.")

    def _show(self, question: Question[Any], seat: int) -> None:
        for lesson in self.teacher.tells(question.clause):
            print(f"\n{fill(f'* {lesson.title}. {lesson.text}', 100, subsequent_indent='  ')}")
        print(f"\n{self._name(seat)}: {question.prompt}  ({question.clause})")
        for dice in (question.dice, question.against):
            if dice is not None:
                print(f"   {_dice_in_words(dice)}")
        if isinstance(question, Choose):
            _show_options(question.options, lambda does: self._catalogue().in_words(does))
        elif isinstance(question, Split):
            print(f"   split {'up to ' if question.up_to else ''}{question.total}, for example {_example(question)}")
            for lot in question.lots:
                most = min(lot.at_most, question.total)
                told = "" if lot.label == lot.key else f": {lot.label}"
                print(f"  {lot.at_least}–{most}  {lot.key}{told}" if most else f"   –   {lot.key}{told}")
        elif isinstance(question, Place):
            sample = "; ".join(typed_from_given(given) for given in question.candidates()[:6])
            print(f"   a point or a path, for example {sample}")

    def _command(self, typed: str, question: Question[Any], seat: int) -> bool:
        """Carry out a command of the terminal; False if it is an answer."""
        word, _, rest = typed.partition(" ")
        plain = {
            "?": self._help,
            "h": self._help,
            "help": self._help,
            "log": self._log,
            "m": self._map,
            "map": self._map,
            "odds": self._odds,
            "t": self._table,
            "table": self._table,
        }
        if typed in plain:
            plain[typed]()
        elif typed in ("u", "undo"):
            self._undo(seat)
        elif typed in ("o", "options"):
            self._show(question, seat)
        elif typed in ("q", "quit"):
            self.leaving = True
        elif typed == "auto":
            self._answer_by_bot(seat)
        elif typed == "auto setup":
            self._set_up(seat)
        elif word == "why":
            self._why(rest or question.clause)
        elif word == "save" and rest:
            self.save(Path(rest))
        elif word in ("sight", "measure") and len(rest.split()) == 2:
            self._look(word, rest)
        else:
            return False
        return True

    def _answer_by_bot(self, seat: int) -> None:
        self.game.answer(_bot(self.rulebook.name, "script", 1).answer(self.game, seat), seat=seat)
        self._cover(seat)

    def _set_up(self, seat: int) -> None:
        """A bot sets this seat's army up; another person's questions are left to that person."""
        if not self.game.state.is_being_set_up():
            raise Refused("the battle has begun: there is nothing left to set up")
        while self.game.state.is_being_set_up() and self.game.question is not None:
            asked = self.game.deciders()[0]
            if asked != seat and asked not in self.bots:
                break
            if asked == seat:
                self._answer_by_bot(seat)
            else:
                self.game.answer(self.bots[asked].answer(self.game, asked), seat=asked)

    def _odds(self) -> None:
        """The chances of whatever the question offers that starts an attack."""
        from vanguard import odds

        offered = odds.options_with_odds(self.game)
        for key in offered:
            found = odds.of(self.game, key)
            about = "" if not found.error else f" (give or take {found.error:.1%})"
            more = "".join([f", {test} {found.chance_failed(test):.1%}" for test in found.tests])
            if len(found.watched) > 1 and found.mean_damage(1):
                more += f", {found.mean_damage(1):.2f} wounds back"
            lost = f", {found.mean_damage():.2f} wounds on average" if found.fate == REMOVED else ""
            print(f"  {key}: {found.fate} {found.chance_removed():.1%}{about}{lost}{more}")
        if not offered:
            print("  Nothing that is offered now starts an attack.")

    def _map(self) -> None:
        from vanguard.cli.text_map import text_map

        seat = self._people()[0] if self._people() else None
        table = self.rulebook.table(self.game.state)
        for line in text_map(table, self.game.view(seat)) if table else ["  This rulebook draws no table."]:
            print(line)

    def _help(self) -> None:
        print(HELP)

    def _log(self) -> None:
        self.told = 0
        self._tell()

    def _undo(self, seat: int) -> None:
        """Take back the last answer a person gave; a bot's answers since go with it, dice and reveals stay."""
        self.game.undo(seat=seat if self.bots else None)
        self.told = len(self.game.events)
        print("  Taken back.")

    def _table(self) -> None:
        view = self.game.view(self._people()[0] if self._people() else None)
        print(f"  {view.get('round_name', 'Round')} {view.get('round')}, {view.get('phase')}")
        for player in view.get("players", []):
            resources = ", ".join(f"{item['label']} {item['value']}" for item in player["resources"])
            score = f"score {player['score']}; " if "score" in player else ""
            print(f"  {player['name']}: {score}{resources}")
        models = view.get("models", [])
        key, name = (max([len(model[what]) for model in models], default=0) for what in ("key", "name"))
        for model in models:
            place = model.get("at") or [model.get("x"), model.get("y")]
            status = ", ".join(item["label"] for item in model["status"])
            where = (
                f"{place[0]:g},{place[1]:g}"
                if model.get("on_table", True) and place[0] is not None
                else "off the table"
            )
            print(
                f"    {model['key']:<{key}}  {model['name']:<{name}}  {where:<14} {model['wounds']}/{model['max_wounds']}  {status}"
            )

    def _catalogue(self) -> Catalogue:
        from vanguard.core.clauses import catalogue_or_empty

        return catalogue_or_empty(self.rulebook.name, self.rulebook.title)

    def _why(self, text: str) -> None:
        catalogue = self._catalogue()
        if text in catalogue.ids:
            clause = catalogue.get(text)
            print(f"  {clause.id}: {clause.rule}" + (f"\n  Ruling: {clause.ruling}" if clause.ruling else ""))
            return
        found = list(catalogue.search(text))
        for clause in found[:5]:
            print(f"  {clause.id}: {clause.rule}")
        if not found:
            print(f"  No rule of {self.rulebook.title} has the words {text!r:.60}.")

    def save(self, path: Path) -> None:
        from vanguard.core.records import record_of

        record = record_of(self.game, reveal=self.game.over)
        path.write_text(record.to_json() if path.suffix == ".json" else record.to_text(), encoding="utf-8")
        print(f"  Saved to {path}.")

    def _look(self, word: str, rest: str) -> None:
        first, second = [_thing(typed) for typed in rest.split()]
        if word == "measure":
            print(f"  {self.rulebook.measure(self.game.state, first, second).get('text', 'That cannot be measured.')}")
        elif isinstance(first, str) and isinstance(second, str):
            seen = self.rulebook.sight(self.game.state, first, second)
            print(f"  {seen.get('summary', 'This rulebook has no lines of sight.')}")
        else:
            raise Refused("sight is asked from one model to another, by their names in the first column of `table`")

    def completions(self, line: str) -> list[str]:
        """What could be typed in place of the last word of this line."""
        deciders = self.game.deciders()
        question = self.game.question_for(deciders[0]) if deciders else None
        before, _, text = line.rpartition(" ")
        if before.split(" ")[0] in ("sight", "measure"):
            return [m["key"] for m in self.game.view(deciders[0])["models"] if m["key"].startswith(text)]
        fitting = completions(question, text) if question is not None else []
        return fitting + [word for word in COMMANDS if text and not before and word.startswith(text)]


def _thing(typed: str) -> Given:
    """A model's key, or a point such as 12.5,3."""
    try:
        return [float(number) for number in typed.split(",")] if "," in typed else typed
    except ValueError:
        return typed


def _dice_in_words(dice: DiceShown) -> str:
    """Faces with their marks, what they needed, and what changed it: [Hit roll 6✓ 2· needs 3+, -1 dense cover]."""
    faces = " ".join(
        f"{face}{'✓' if mark not in ('miss', 'fail', 'failed', '') else '·'}" if mark else str(face)
        for face, mark in zip(dice.faces, dice.marks or ("",) * len(dice.faces), strict=False)
    )
    changes = "".join(f", {m.amount:+d} {m.label}" for m in dice.modifiers)
    return f"[{dice.label} {faces}{' needs ' + dice.needed if dice.needed else ''}{changes}]"


def _show_options(options: Sequence[Option[Any]], in_words: Callable[[str], str] = str) -> None:
    """The open ones by number, with what they do; the closed ones where they stand, those of one reason in a row together."""
    told = ""
    for reason, alike in groupby(enumerate(options, 1), key=lambda numbered: _reason(numbered[1])):
        if reason:
            labels = [option.label for _, option in alike]
            rest = len(labels) - MOST_CLOSED
            shown = labels if rest <= 1 else [*labels[:MOST_CLOSED], f"{rest} more"]
            print(f"   –  {', '.join(shown)}: {reason}")
            continue
        for number, option in alike:
            print(f"  {number:2}  {option.key if option.key == option.label else f'{option.key}: {option.label}'}")
            if option.does and option.does != told:
                told = option.does
                print(f"      {in_words(told)}")


def _reason(option: Option[Any]) -> str:
    return f"{option.why_not} ({option.clause})" if option.why_not else ""


def _example(question: Split) -> str:
    return typed_from_given(question.candidates()[-1]) or "nothing at all: {}"


def _use_completion(table: TextTable) -> None:
    """Tab completes answers where the terminal can (readline)."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        fitting = table.completions(readline.get_line_buffer()[: readline.get_endidx()])
        return fitting[state] if state < len(fitting) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
