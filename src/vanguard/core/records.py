"""Records: a game as its set-up plus the answers, dice included. A record replays exactly, anywhere, or is refused.

Two forms carry the same facts: JSON for programs and a text that people can read, line by line one answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from vanguard.core.chapters import BOTH, CHANCE
from vanguard.core.dice import KeyedDice, commitment_to
from vanguard.core.game import Game
from vanguard.core.questions import Chance, Given, Together
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Rulebook, Setup

FORMAT = "vanguard-record 1"
DIGEST_EVERY = 25
MOST_ANSWERS = 100_000
SEAT_WORDS = {0: "first", 1: "second", CHANCE: "dice", BOTH: "both"}
WORD_SEATS = {word: seat for seat, word in SEAT_WORDS.items()}


class RecordFault(Refused):
    """A record that cannot be trusted: altered, cut short, or made with other rules. Says where."""


class Record:
    """Rulebook and version, content digest, set-up, seats, answers, digests at intervals, result."""

    __slots__ = (
        "answers",
        "commitment",
        "content",
        "digests",
        "ending",
        "practice",
        "result",
        "rulebook",
        "seats",
        "secret",
        "setup",
        "taken_back",
        "version",
    )

    def __init__(self, rulebook: str, version: str, content: str, setup: Setup) -> None:
        self.rulebook = rulebook
        self.version = version
        self.content = content
        self.setup = setup
        self.seats: tuple[str, str] = ("First", "Second")
        self.commitment = ""
        self.secret = ""
        """Revealed only when the game is over; with it the dice of the whole record can be checked."""
        self.answers: list[tuple[int, Given]] = []
        self.digests: dict[int, str] = {}
        """Digest of the game after so many answers: at intervals, and always after the last."""
        self.result: dict[str, Any] = {}
        self.ending = ""
        """How the game ended outside the rules, one of `ENDINGS`; normally empty."""
        self.practice = False
        """Played for practice against a bot: undo went back over dice and reveals."""
        self.taken_back: list[dict[str, Any]] = []
        """What was taken back so: after how many answers (`to`), and the answers that stood there."""

    # -- plain and text forms -------------------------------------------------------------------------------------------

    def plain(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "rulebook": self.rulebook,
            "version": self.version,
            "content": self.content,
            "setup": self.setup.plain(),
            "seats": list(self.seats),
            "commitment": self.commitment,
            "secret": self.secret,
            "answers": [[seat, given] for seat, given in self.answers],
            "digests": {str(at): digest for at, digest in sorted(self.digests.items())},
            "result": self.result,
            "ending": self.ending,
            **({"practice": True, "taken_back": self.taken_back} if self.practice else {}),
        }

    def to_json(self) -> str:
        return json.dumps(self.plain(), ensure_ascii=False, allow_nan=False, indent=1)

    def to_text(self) -> str:
        """One line per answer: its number, who gave it and the answer; digests stand on lines of their own."""
        lines = [FORMAT]
        head = self.plain()
        for key in [key for key in (*HEAD_KEYS, *PRACTICE_KEYS) if key in head]:
            lines.append(f"{key}: {json.dumps(head[key], ensure_ascii=False, allow_nan=False)}")
        lines.append("")
        for number, (seat, given) in enumerate(self.answers, 1):
            lines.append(f"{number} {SEAT_WORDS[seat]} {given_to_text(given)}")
            if number in self.digests:
                lines.append(f"= {self.digests[number]}")
        lines.append(f"end {len(self.answers)}")
        return "\n".join(lines) + "\n"


HEAD_KEYS = ("rulebook", "version", "content", "setup", "seats", "commitment", "secret", "result", "ending")
PRACTICE_KEYS = ("practice", "taken_back")
CONCEDED = ("conceded by first", "conceded by second")
DRAW_AGREED = "draw agreed"
ENDINGS = ("", *CONCEDED, DRAW_AGREED)
MOST_TAKEN_BACK = 2_000


def given_to_text(given: Given) -> str:
    """A plain answer as the word people type: keys as they are, anything else as compact JSON."""
    if isinstance(given, str) and given and given[0] not in '[{"' and given == given.strip() and "\n" not in given:
        return given
    return json.dumps(given, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def given_from_text(text: str) -> Given:
    if text[:1] in ("[", "{", '"'):
        return json.loads(text)
    return text


# -- reading ---------------------------------------------------------------------------------------------------------------


def read_record(text: str) -> Record:
    """A record from either form; `RecordFault` says what is wrong and where."""
    if text.lstrip()[:1] == "{":
        try:
            data = json.loads(text)
        except ValueError as fault:
            raise RecordFault(f"the record is cut short or not JSON: {fault}") from None
        return _from_plain(data)
    return _from_text(text)


def _from_text(text: str) -> Record:
    lines = text.splitlines()
    if not lines or lines[0].strip() != FORMAT:
        raise RecordFault(f"line 1: a record begins with “{FORMAT}”")
    data: dict[str, Any] = {"format": FORMAT, "answers": [], "digests": {}}
    ended = False
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        if ended:
            raise RecordFault(f"line {number}: text after the end of the record")
        try:
            ended = _read_line(line, data)
        except (ValueError, KeyError, IndexError):
            raise RecordFault(f"line {number}: cannot be read: {line:.80}") from None
    if not ended:
        raise RecordFault(f"line {len(lines)}: the record is cut short, its end line is missing")
    return _from_plain(data)


def _read_line(line: str, data: dict[str, Any]) -> bool:
    """Take one line into the plain form; True for the end line."""
    first, _, rest = line.partition(" ")
    if first.endswith(":") and (first[:-1] in HEAD_KEYS or first[:-1] in PRACTICE_KEYS):
        data[first[:-1]] = json.loads(rest)
    elif first == "=":
        data["digests"][str(len(data["answers"]))] = rest.strip()
    elif first == "end":
        if int(rest) != len(data["answers"]):
            raise ValueError(rest)
        return True
    else:
        if int(first) != len(data["answers"]) + 1:
            raise ValueError(first)
        seat, _, given = rest.partition(" ")
        data["answers"].append([WORD_SEATS[seat], given_from_text(given)])
    return False


def _from_plain(data: Any) -> Record:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordFault(f"this is no record of the format “{FORMAT}”")
    missing = [key for key in (*HEAD_KEYS, "answers", "digests") if key not in data]
    if missing:
        raise RecordFault(f"the record has no {', '.join(missing)}")
    unknown = sorted(set(data) - {*HEAD_KEYS, *PRACTICE_KEYS, "answers", "digests", "format"})
    if unknown:
        raise RecordFault(f"the record has unknown parts: {', '.join(unknown)}")
    record = Record(
        _text(data, "rulebook"), _text(data, "version"), _text(data, "content"), setup_from_plain(data["setup"])
    )
    seats = data["seats"]
    if not isinstance(seats, list) or len(seats) != 2 or not all(isinstance(seat, str) for seat in seats):
        raise RecordFault("seats: two names are wanted")
    record.seats = (seats[0], seats[1])
    record.commitment = _text(data, "commitment")
    record.secret = _text(data, "secret")
    record.ending = _ending(_text(data, "ending"), record.seats)
    record.practice = data.get("practice", False) is True
    record.taken_back = _taken_back(data.get("taken_back", []))
    if not isinstance(data["result"], dict):
        raise RecordFault("result: a table is wanted")
    record.result = data["result"]
    record.answers = _answers(data["answers"])
    record.digests = _digests(data["digests"], len(record.answers))
    return record


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise RecordFault(f"{key}: a text is wanted, not {value!r:.60}")
    return value


def _ending(told: str, seats: tuple[str, str]) -> str:
    """One of `ENDINGS`. Records made before those were fixed name the seat that conceded by its name."""
    if told in ENDINGS:
        return told
    if told == "a draw was agreed":
        return DRAW_AGREED
    conceding = [seat for seat, name in enumerate(seats) if told == f"{name} concedes"]
    if len(conceding) != 1:
        raise RecordFault(f"ending: {told!r:.60} is none of {', '.join(ENDINGS[1:])}")
    return CONCEDED[conceding[0]]


def _taken_back(data: Any) -> list[dict[str, Any]]:
    if not isinstance(data, list) or len(data) > MOST_TAKEN_BACK:
        raise RecordFault(f"taken_back: a list of at most {MOST_TAKEN_BACK} is wanted")
    for one in data:
        if not isinstance(one, dict) or set(one) != {"to", "answers"} or not isinstance(one["to"], int):
            raise RecordFault(f"taken_back: {one!r:.60} does not say from which step which answers were taken back")
        _answers(one["answers"])
    return data


def _answers(data: Any) -> list[tuple[int, Given]]:
    if not isinstance(data, list) or len(data) > MOST_ANSWERS:
        raise RecordFault(f"answers: a list of at most {MOST_ANSWERS} is wanted")
    answers: list[tuple[int, Given]] = []
    for number, answer in enumerate(data, 1):
        if not isinstance(answer, list) or len(answer) != 2 or answer[0] not in list(SEAT_WORDS):
            raise RecordFault(f"answer {number}: a seat and an answer are wanted, not {answer!r:.60}")
        answers.append((answer[0], answer[1]))
    return answers


def _digests(data: Any, answers: int) -> dict[int, str]:
    if not isinstance(data, dict):
        raise RecordFault("digests: a table is wanted")
    digests: dict[int, str] = {}
    for at, digest in data.items():
        if not str(at).isdigit() or int(at) > answers or not isinstance(digest, str):
            raise RecordFault(f"digests: {at!r:.20} is no step of this record")
        digests[int(at)] = digest
    if answers not in digests:
        raise RecordFault(f"answer {answers}: the record is cut short, the digest after its last answer is missing")
    return digests


def setup_from_plain(data: Any) -> Setup:
    """A set-up from its plain form, every part checked for its kind; what the parts mean is the rulebook's to check."""
    if not isinstance(data, dict):
        raise RecordFault(f"setup: a table is wanted, not {data!r:.60}")
    unknown = sorted(set(data) - {"scenario", "battlefield", "armies", "options"})
    if unknown:
        raise RecordFault(f"setup: unknown parts: {', '.join(unknown)}")
    armies = data.get("armies")
    if not isinstance(armies, list) or len(armies) != 2 or not all(isinstance(army, dict) for army in armies):
        raise RecordFault("setup: two armies are wanted")
    options = data.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise RecordFault("setup: options are texts by name")
    for key in ("scenario", "battlefield"):
        if not isinstance(data.get(key), str):
            raise RecordFault(f"setup: {key} is a text")
    return Setup(data["scenario"], data["battlefield"], (armies[0], armies[1]), options)


# -- making and replaying --------------------------------------------------------------------------------------------------


def record_of(game: Game, seats: Sequence[str] = ("First", "Second"), reveal: bool = False) -> Record:
    """The record of a game so far. The secret goes in only if `reveal`: when the game is over."""
    setup = game.setup
    if setup is None:
        raise RecordFault("a game that was started from a bare position has no record")
    answers = [(answer.seat, answer.given) for answer in game.answers]
    record = record_of_answers(game.rulebook, setup, answers, seats)
    dice = game.dice
    if isinstance(dice, KeyedDice):
        record.commitment = dice.commitment
        record.secret = dice.secret if reveal else ""
    return record


def record_of_answers(
    rulebook: Rulebook, setup: Setup, answers: list[tuple[int, Given]], seats: Sequence[str]
) -> Record:
    """The record of a game that came to be by these answers."""
    record = Record(rulebook.name, rulebook.version, rulebook.content_digest(), setup)
    record.seats = (seats[0], seats[1])
    record.answers = answers
    again = Game.new(rulebook, setup, None)
    for number, (seat, given) in enumerate(answers, 1):
        give_recorded(again, seat, given)
        if number % DIGEST_EVERY == 0:
            record.digests[number] = again.digest
    record.digests[len(answers)] = again.digest
    record.result = again.standing.plain()
    return record


def give_recorded(game: Game, seat: int, given: Given) -> None:
    """Give one recorded answer to a game without dice, whoever it came from."""
    question = game.question
    if question is None:
        raise Refused("the game is already over")
    if (seat == CHANCE) != isinstance(question, Chance) or (seat == BOTH) != isinstance(question, Together):
        raise Refused(f"{SEAT_WORDS[seat]} cannot answer “{question.prompt}”", question.clause)
    if isinstance(question, Together):
        if not isinstance(given, list) or len(given) != len(question.parts):
            raise Refused(f"both answers are wanted, not {given!r:.60}", question.clause)
        for part, part_given in zip(question.parts, given, strict=True):
            game.answer(part_given, seat=part.player)
    else:
        game.answer(given, seat=None if seat == CHANCE else seat)


def replay(record: Record, rulebook: Rulebook) -> Game:
    """The game of a record, every answer checked on the way.

    The returned game has no dice; `resume_with` gives it some to play on.
    """
    refuse_other_version(record, rulebook)
    game = Game.new(rulebook, record.setup, None)
    try:
        dice = KeyedDice(record.secret) if record.secret else None
    except ValueError as fault:
        raise RecordFault(f"secret: {fault}") from None
    if dice is not None and commitment_to(record.secret) != record.commitment:
        raise RecordFault("the secret does not fit the commitment published at the start")
    for number, (seat, given) in enumerate(record.answers, 1):
        if dice is not None and seat == CHANCE and isinstance(game.question, Chance):
            fair = list(dice.outcome(game.question, game.chance_event()))
            if fair != given:
                raise RecordFault(f"answer {number}: the dice show {given!r:.60}, the secret gives {fair}")
        try:
            give_recorded(game, seat, given)
        except Refused as refusal:
            raise RecordFault(f"answer {number}: {refusal.message}", refusal.clause) from None
        if number in record.digests and game.digest != record.digests[number]:
            raise RecordFault(f"answer {number}: the game does not stand as recorded (digests differ)")
    _refuse_other_result(record, game)
    return game


def refuse_other_version(record: Record, rulebook: Rulebook) -> None:
    if record.rulebook != rulebook.name:
        raise RecordFault(f"the record is of {record.rulebook!r:.60}, not of {rulebook.name}")
    if record.version != rulebook.version:
        raise RecordFault(f"made with {rulebook.name} {record.version:.40}; this is {rulebook.version}")
    if record.content != rulebook.content_digest():
        raise RecordFault(f"made with other content of {rulebook.name} (units, maps or scenarios have changed since)")


def _refuse_other_result(record: Record, game: Game) -> None:
    if record.ending and game.over:
        raise RecordFault(f"ending: the game was over by the rules, so it cannot have been {record.ending}")
    if record.result != game.standing.plain():
        raise RecordFault(
            f"result: the record says {json.dumps(record.result)}, the game gives {json.dumps(game.standing.plain())}"
        )
