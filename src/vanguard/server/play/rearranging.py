"""Before one's battle begins: a piece that was set up is put somewhere else, and everything else stays as it was.

That is an undo as far as the answer that placed it, and the same answers once more; it is free where such an undo is.
"""

from __future__ import annotations

from vanguard.core.game import CHANCE
from vanguard.core.questions import Given
from vanguard.core.refusals import Refused
from vanguard.server.play.playing import PlayedStep, Playing
from vanguard.server.wire import shown


def movable(playing: Playing, seat: int, held: tuple[int, ...]) -> list[str]:
    """The pieces of a seat that were set up and may still be put elsewhere."""
    if playing.over or seat in playing.first_in_battle or playing.game.pending:
        return []
    placed = {key: step for key, (by, step) in playing.set_up.items() if by == seat}
    other = playing.stored.seats[1 - seat]
    if 1 - seat in held or (other.kind == "bot" and playing.stored.practice):
        first = playing.stored.base
    else:
        first = last_of_others(playing, seat)
    return sorted([key for key, step in placed.items() if step >= first])


def last_of_others(playing: Playing, seat: int) -> int:
    """The step from which on nobody but this seat has answered, and no die was rolled."""
    for number, step in playing.steps.backward():
        if number < playing.stored.base or step.seat != seat:
            return number + 1
    return playing.stored.base


def rearranged(playing: Playing, seat: int, mover: str, given: Given) -> int:
    """Put a piece elsewhere: the step it was placed at. `Refused` changes nothing."""
    step = playing.set_up[mover][1]
    old, pending = list(playing.steps), playing.game.pending
    kept = [*old[:step], PlayedStep(seat, given, False, old[step].reveals, old[step].stage)]
    stage = old[step].stage
    for later in old[step + 1 :]:
        if stage != shown.SET_UP and later.seat != CHANCE:
            break  # the battle begins anew
        kept.append(later)
        stage = later.stage
    try:
        playing.start_over(kept, {})
    except Refused as refusal:
        playing.start_over(old, pending)
        raise Refused(
            f"it cannot stand there: what was done after it would not be possible ({refusal.message})"
        ) from None
    playing.throw_dice()
    return step
