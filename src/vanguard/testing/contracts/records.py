"""Records of every rulebook replay exactly, anywhere, or are refused with the place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from vanguard.core.records import RecordFault, read_record, record_of, replay
from vanguard.core.rulebook import Rulebook
from vanguard.testing.random_play import advanced, played_out


def test_a_finished_game_replays_from_both_forms(rulebook: Rulebook, number: int) -> None:
    game = played_out(rulebook, number)
    record = record_of(game, ("Ada", "Bo"), reveal=True)
    for text in (record.to_json(), record.to_text()):
        again = read_record(text)
        assert again.plain() == record.plain()
        assert replay(again, rulebook).digest == game.digest


def test_a_game_saved_in_the_middle_plays_on_as_if_never_stopped(rulebook: Rulebook, number: int) -> None:
    game = advanced(rulebook, number, 30)
    again = replay(read_record(record_of(game).to_json()), rulebook)
    assert game.dice is not None
    again.resume_with(game.dice)
    if game.pending:
        return
    assert again.digest == game.digest
    for _ in range(12):
        if game.question is None:
            break
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        given = question.candidates()[-1]
        game.answer(given, seat=seat)
        again.answer(given, seat=seat)
        assert again.digest == game.digest


def test_the_commitment_is_there_from_the_start_and_the_secret_only_at_the_end(rulebook: Rulebook) -> None:
    game = advanced(rulebook, 0, 10)
    record = record_of(game)
    assert record.commitment
    assert record.secret == ""
    assert game.dice.secret not in record.to_json()  # type: ignore[union-attr]


def test_an_altered_die_is_found(rulebook: Rulebook) -> None:
    """In the first of some games in which a single die shows another face than one before it; some games never roll one."""
    seen: list[Any] = []
    for game in range(20):
        record = record_of(played_out(rulebook, game), reveal=True)
        for number, (seat, given) in enumerate(record.answers):
            if seat != -1 or len(given) != 1:
                continue
            others = [face for face in seen if face != given and type(face[0]) is type(given[0])]
            if not others:
                seen.append(given)
                continue
            record.answers[number] = (-1, others[-1])
            with pytest.raises(RecordFault, match=f"answer {number + 1}: the dice show"):
                replay(record, rulebook)
            return


def test_an_altered_answer_is_found(rulebook: Rulebook) -> None:
    record = record_of(played_out(rulebook, 0), reveal=True)
    number = next(i for i, (seat, given) in enumerate(record.answers) if seat >= 0 and isinstance(given, str))
    record.answers[number] = (record.answers[number][0], "no such answer")
    with pytest.raises(RecordFault, match=f"answer {number + 1}: "):
        replay(record, rulebook)


def test_a_record_of_another_version_content_or_rulebook_is_refused(rulebook: Rulebook) -> None:
    record = record_of(advanced(rulebook, 0, 5))
    for key in ("version", "content", "rulebook"):
        data = {**record.plain(), key: "other"}
        with pytest.raises(RecordFault, match=r"made with|is of"):
            replay(read_record(json.dumps(data)), rulebook)


def test_a_record_that_was_cut_short_is_refused(rulebook: Rulebook) -> None:
    record = record_of(advanced(rulebook, 0, 30))
    text, data = record.to_text(), record.to_json()
    with pytest.raises(RecordFault, match="cut short"):
        read_record("\n".join(text.splitlines()[:-3]))
    with pytest.raises(RecordFault, match="cut short"):
        read_record(data[: len(data) // 2])


def test_a_record_replays_in_another_process_under_another_hash_seed(rulebook: Rulebook, tmp_path: Path) -> None:
    game = played_out(rulebook, 1)
    path = tmp_path / "game.json"
    path.write_text(record_of(game, reveal=True).to_json(), encoding="utf-8")
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join(sys.path)}
    code = (
        "import sys; from pathlib import Path\n"
        "from vanguard.core.records import read_record, replay\n"
        "from vanguard.core.rulebook import load_rulebook\n"
        "record = read_record(Path(sys.argv[1]).read_text(encoding='utf-8'))\n"
        "print(replay(record, load_rulebook(record.rulebook)).digest)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, str(path)], env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == game.digest
