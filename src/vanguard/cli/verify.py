"""`vanguard verify`: does a record replay exactly, and were its dice fair?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

MOST_BYTES = 16 * 1024 * 1024


def verify(
    files: Annotated[list[Path], typer.Argument(help="Records, in text or JSON form.")],
    log: Annotated[bool, typer.Option("--log", help="Tell the whole game in sentences.")] = False,
) -> int:
    """Replay records answer by answer and say whether they hold: every answer legal, every die as committed."""
    from vanguard.core.records import RecordFault, read_record, replay
    from vanguard.core.rulebook import load_rulebook

    wrong = 0
    for file in files:
        try:
            if file.stat().st_size > MOST_BYTES:
                raise RecordFault(f"larger than {MOST_BYTES} bytes")
            record = read_record(file.read_text(encoding="utf-8"))
            game = replay(record, load_rulebook(record.rulebook))
        except (RecordFault, UnicodeDecodeError) as fault:
            wrong += 1
            print(f"{file}: refused: {fault}")
            continue
        standing = game.standing
        how = record.ending or (standing.reason if standing.over else "not over yet")
        dice = "dice checked against the secret" if record.secret else "the secret is not revealed, dice not checked"
        print(f"{file}: holds: {record.rulebook} {record.version}, {len(record.answers)} answers, {dice}; {how}")
        if log:
            for line in game.log(None):
                print(f"  {line}")
    return 1 if wrong else 0
