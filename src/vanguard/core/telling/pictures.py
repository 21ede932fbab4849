"""Pictures: what an event looks like on a table, told as data beside its sentence.

A rulebook names the picture of each of its message keys in `Rulebook.pictures`. The rest is in the event itself:
`about` begins with who does it (all of `about` but `whom`, where the values name one), and the values may hold

- `path` (places, the first one where it starts), or `paths`: one for each of those it is about;
- `pieces`: keys of those who do it, where `about` names more than the pieces on the table (a unit and its figures);
- `whom`: keys of those it is done to;
- `amount` and `left`: how much was lost, regained or scored, and what is left or reached;
- `seat`: which player it is about; `round`: which round begins or ends.
"""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.telling.events import Event

RANGED: Final = "ranged"
MELEE: Final = "melee"
HELP: Final = "help"


class Picture:
    """What the events of one message key look like: a kind, and for some kinds which state or which way."""

    __slots__ = ("kind", "state", "way")

    def __init__(self, kind: str, state: str = "", way: str = "") -> None:
        self.kind = kind
        self.state = state
        """Of `gain` and `lose`: the key under which the view shows this state of a piece."""
        self.way = way
        """Of `attack`: `ranged` or `melee`, where the event itself does not say (value `way`)."""


MOVE: Final = Picture("move")
"""It goes along its path."""
PLACE: Final = Picture("place")
"""It appears at the end of its path: set up, landed, put back."""
SHOOT: Final = Picture("attack", way=RANGED)
FIGHT: Final = Picture("attack", way=MELEE)
ATTACK: Final = Picture("attack")
"""Who attacks whom; the event says by which `way`."""
AID: Final = Picture("attack", way=HELP)
"""Who does some good to whom."""
HARM: Final = Picture("harm")
HEAL: Final = Picture("heal")
FALL: Final = Picture("fall")
"""A casualty: it leaves the table and leaves a mark."""
LEAVE: Final = Picture("leave")
"""Off the table, alive."""
ACT: Final = Picture("act")
"""Its turn begins."""
SCORE: Final = Picture("score")
STAGE: Final = Picture("stage")
"""A round, a turning point, a phase begins or ends."""
REVEAL: Final = Picture("reveal")
"""A card or a token is turned over."""


def gains(state: str) -> Picture:
    return Picture("gain", state)


def loses(state: str) -> Picture:
    return Picture("lose", state)


def plain_picture(event: Event, picture: Picture) -> dict[str, Any]:
    """The picture of an event as plain data; what does not apply is left out."""
    values = event.values
    whom = list(values.get("whom", ()))
    pieces = values.get("pieces")
    who = [key for key in event.about if key not in whom] if pieces is None else list(pieces)
    if picture.kind == "attack" and not whom:
        who, whom = who[:1], who[1:]
    shown: dict[str, Any] = {"kind": picture.kind, "who": who}
    if whom:
        shown["whom"] = whom
    if picture.state:
        shown["state"] = picture.state
    way = values.get("way", picture.way)
    if way:
        shown["way"] = way
    paths = values.get("paths")
    if paths is None and "path" in values:
        paths = (values["path"],)
    if paths is not None:
        shown["paths"] = [[[float(point[0]), float(point[1])] for point in path] for path in paths]
    for name in ("amount", "left", "seat", "round"):
        value = values.get(name)
        if isinstance(value, int):
            shown[name] = value
    return shown
