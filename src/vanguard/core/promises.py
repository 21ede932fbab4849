"""What a rulebook says about itself, so that contracts can hold it to its word without knowing it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from vanguard.core.questions.urn import Uniform
from vanguard.core.state import State

if TYPE_CHECKING:
    from vanguard.core.rulebook import Trial


class WalkPrices:
    """What a walk over hindrances costs: for every inch climbed, up a ladder, and for a crossing.

    `rounded_to` is the multiple to which heights are rounded: up when climbing, down when dropping; 0 for never.
    """

    __slots__ = ("climb", "crossing", "ladder", "rounded_to")

    def __init__(self, climb: float, ladder: float, rounded_to: float = 0.0, crossing: float = 2.0) -> None:
        self.climb = climb
        self.ladder = ladder
        self.rounded_to = rounded_to
        self.crossing = crossing


class Promises:
    """All optional: what a rulebook does not say is not held against it.

    - `compulsory`: clauses that ask somebody, during the other side's activation, what must be answered one way or the
      other; whatever else interrupts can be declined. None if the rulebook has no say in this.
    - `hidden`: what it keeps face down, by the names `Rulebook.redeal` gives them.
    - `once_a_round`: the key of an event that may happen to each model once a round.
    - `walking`: what a walk costs the usual model, and then whoever moves better than the usual: `nimble` says, by its
      key, who does.
    - `hinders`: of the parts shown, those that hinder a mover (by its key), with their traits in the words of the slow walk
      (impassable, traversable, standable, difficult, obstacle, wall), where they are not shown so.
    - `picks_among`: clauses of questions that pick among a few models to which something is happening; any other question
      that picks a model lists all of its side, those that cannot be picked with the reason. None if it has no say in this.
    - `activation`: the clause of the question an activation begins with, by which bots' thinking is timed.
    - `games_per_second`: random games a second that one core plays, plain and compiled.
    - `points`: the fields of a free-standing attack that hold the points of either side, with which its odds are timed.
    - `volley`: a free-standing attack of five dice that hit on 3+ (3 damage, 4 for a six) against four saves on 4+, of which a
      six cancels any hit and two others a six, where a rulebook has such attacks: timed beside another library's odds.
    - `unsettle`: draws wounds and points of a position anew, for odds to be tried on more than games come to.
    """

    __slots__ = (
        "activation", "compulsory", "games_per_second", "hidden", "hinders", "nimble", "once_a_round", "picks_among", "points",
        "unsettle", "volley", "walking",
    )  # fmt: skip

    def __init__(
        self,
        compulsory: Sequence[str] | None = None,
        hidden: Sequence[str] = (),
        once_a_round: str = "",
        walking: Sequence[WalkPrices] = (),
        nimble: Callable[[State, str], bool] | None = None,
        hinders: Callable[[State, str, list[dict[str, Any]]], list[dict[str, Any]]] | None = None,
        unsettle: Callable[[State, Uniform], None] | None = None,
        picks_among: Sequence[str] | None = None,
        activation: str = "",
        games_per_second: tuple[float, float] | None = None,
        points: Sequence[str] = (),
        volley: Callable[[], Trial] | None = None,
    ) -> None:
        self.compulsory = compulsory
        self.hidden = hidden
        self.once_a_round = once_a_round
        self.walking = walking
        self.nimble = nimble
        self.hinders = hinders
        self.unsettle = unsettle
        self.activation = activation
        self.games_per_second = games_per_second
        self.picks_among = picks_among
        self.points = points
        self.volley = volley
