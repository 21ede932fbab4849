"""Before one's battle begins: a piece that was set up is put somewhere else, and everything else stays as it was.

That is an undo as far as the answer that placed it, and the same answers once more; it is free where such an undo is.
"""

from __future__ import annotations

from vanguard.core.chapters import CHANCE
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


def set_up_after(playing: Playing, step: int) -> int:
    """Where the answers end that are given again after a piece was put elsewhere: from there on the battle begins anew."""
    steps = playing.steps
    end = step + 1
    while end < len(steps) and (steps[end - 1].stage == shown.SET_UP or steps[end].seat == CHANCE):
        end += 1
    return end


def rearranged(playing: Playing, seat: int, mover: str, given: Given) -> int:
    """Put a piece elsewhere: the step it was placed at. `Refused` changes nothing."""
    step = playing.set_up[mover][1]
    old, pending = list(playing.steps), playing.game.pending
    placed = PlayedStep(seat, given, False, old[step].reveals, old[step].stage)
    try:
        playing.start_over([*old[:step], placed, *old[step + 1 : set_up_after(playing, step)]], {})
    except Refused:
        playing.start_over(old, pending)
        raise
    playing.throw_dice()
    return step
