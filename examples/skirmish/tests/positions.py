"""Positions of this game in the shared notation.

blue captain a 4,5 wounds=2
red  rifle   b 9,5 done
points 1 0
round 2
turn red
"""

from __future__ import annotations

from collections.abc import Container

from skirmish import rulebook
from skirmish.battlefield import TOLERANCE
from skirmish.content.content import field, figures
from skirmish.state import IN_PLAY, ROUNDS, Battle, Figure

from vanguard.core.game import Game
from vanguard.testing.positions import Line, Position, between, lines_of, refuse_overlaps, refuse_repeats


def at(drawn: str) -> Position[Battle]:
    """The battle as drawn, in round 1 (or as said), at the next activation of the side whose turn it is."""
    fielded: dict[str, tuple[Line, Figure]] = {}
    facts: list[Line] = []
    for line in lines_of(drawn):
        if line.is_model:
            figure = _figure(line, fielded)
            fielded[figure.key] = (line, figure)
        else:
            facts.append(line)
    refuse_overlaps([(line, figure.base) for line, figure in fielded.values()], TOLERANCE)
    refuse_repeats(facts)
    battle = Battle(field(), [figure for _, figure in fielded.values()])
    battle.round = 1
    for line in facts:
        _say(battle, line)
    return Position(Game.at(rulebook, battle, None))


def _figure(line: Line, taken: Container[str]) -> Figure:
    side = line.side()
    card = line.one_of("figure", figures())
    key = line.key(taken)
    x, y, _ = line.place(field().table.width, field().table.depth)
    figure = Figure(key, key, side, figures()[card])
    figure.base = figure.base.at(x, y)
    figure.fate = IN_PLAY
    states = line.states({"wounds": between(1, figure.wounds)}, ("done",))
    figure.wounds = states.get("wounds", figure.wounds)
    figure.activated = "done" in states
    return figure


def _say(battle: Battle, line: Line) -> None:
    what = line.one_of("fact", ("points", "round", "turn"))
    if what == "points":
        battle.points = [line.whole("points"), line.whole("points")]
    elif what == "round":
        battle.round = line.whole("round", 1, ROUNDS)
    else:
        battle.turn = line.side()
    line.end()
