"""Positions of this game in the shared notation.

blue captain a 4,5 wounds=2
red  rifle   b 9,5 done
points 1 0
active a
"""

from __future__ import annotations

from skirmish import rulebook
from skirmish.battlefield import TOLERANCE
from skirmish.content.content import field, figures
from skirmish.state import IN_PLAY, Battle, Figure

from vanguard.core.game import Game
from vanguard.testing.positions import Line, Position, lines_of, refuse_doubles, refuse_overlaps


def at(drawn: str) -> Position[Battle]:
    """The battle as drawn, in round 1 (or as said), at the next activation of the side whose turn it is."""
    lines = lines_of(drawn)
    fielded = [_figure(line) for line in lines if line.is_model]
    refuse_doubles([figure.key for figure in fielded])
    refuse_overlaps([figure.base for figure in fielded], TOLERANCE)
    battle = Battle(field(), fielded)
    battle.round = 1
    for line in lines:
        if not line.is_read:
            _say(battle, line)
    return Position(Game.at(rulebook, battle, None))


def _figure(line: Line) -> Figure:
    side = line.side()
    card = line.one_of("figure", figures())
    key = line.word("a key")
    x, y, _ = line.place()
    figure = Figure(key, key, side, figures()[card])
    figure.base = figure.base.at(x, y)
    figure.fate = IN_PLAY
    states = line.states({"wounds": int}, ("done",))
    figure.wounds = states.get("wounds", figure.wounds)
    figure.activated = "done" in states
    return figure


def _say(battle: Battle, line: Line) -> None:
    what = line.one_of("fact", ("points", "round", "turn"))
    if what == "points":
        battle.points = [line.whole("points"), line.whole("points")]
    elif what == "round":
        battle.round = line.whole("round")
    else:
        battle.turn = line.side()
    line.end()
