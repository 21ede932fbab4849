"""Cover: half a base behind a piece, touching it, in it, and who in a squad shares it."""

from __future__ import annotations

from math import hypot
from typing import Final

from vanguard.geometry.cover import across, behind_count
from vanguard.rulebooks.vijilant.battlefield import CONTACT, CoverPiece
from vanguard.rulebooks.vijilant.coherency import in_coherency
from vanguard.rulebooks.vijilant.line_of_sight import Looking
from vanguard.rulebooks.vijilant.state import Battle, Model, Unit

ACROSS: Final = 20
HALF: Final = 10
COVER: Final = 1
TOUCHING: Final = 1


class Covered:
    """How much cover, from which piece, by which clause."""

    __slots__ = ("bonus", "clause", "piece")

    def __init__(self, bonus: int, piece: str, clause: str) -> None:
        self.bonus: Final[int] = bonus
        self.piece: Final[str] = piece
        self.clause: Final[str] = clause


OPEN: Final = Covered(0, "", "")


def cover_of(battle: Battle, attacker: Model, target: Model) -> Covered:
    """The best single piece between an attacker and a model."""
    if battle.units[attacker.unit].flying or battle.units[target.unit].card.flyer:
        return OPEN  # shot from above, or in the air: terrain gives nothing
    best = OPEN
    for piece in battle.battlefield.cover_pieces():
        found = _cover_from(piece, attacker, target)
        if found.bonus > best.bonus:
            best = found
    return best


def _cover_from(piece: CoverPiece, attacker: Model, target: Model) -> Covered:
    a, b = attacker.base, target.base
    if _out_of_the_way(piece, a.x, a.y, b.x, b.y, b.radius):
        return OPEN
    if piece.under(b):
        if piece.area and piece.gap(a) > CONTACT:
            return Covered(COVER + TOUCHING, piece.name, "cover.in-area")
        return OPEN
    if piece.under(a):
        return OPEN
    to_target = piece.gap(b)
    if to_target >= piece.gap(a):
        return OPEN
    length = hypot(b.x - a.x, b.y - a.y)
    if length == 0.0:
        return OPEN
    ux, uy = (b.x - a.x) / length, (b.y - a.y) / length
    points = [(x, y, b.elevation) for x, y in across(b, ACROSS, ux, uy)]
    if behind_count(piece.screens, (a.x, a.y, a.elevation), points) < HALF:
        return OPEN
    if to_target <= CONTACT:
        return Covered(COVER + TOUCHING, piece.name, "cover.touching")
    return Covered(COVER, piece.name, "cover.half-base")


def _out_of_the_way(piece: CoverPiece, ax: float, ay: float, bx: float, by: float, radius: float) -> bool:
    """Does the box of the piece miss the box of all lines?"""
    for part in piece.merged.parts:
        if (
            part.min_x <= max(ax, bx + radius)
            and part.max_x >= min(ax, bx - radius)
            and part.min_y <= max(ay, by + radius)
            and part.max_y >= min(ay, by - radius)
        ):
            return False
    return True


class CoverOfUnit:
    """The cover of every visible model of a unit against an attacking unit, shared as a squad shares it."""

    __slots__ = ("_alone", "_shared", "battle", "lobbing", "looking", "target", "visible")

    def __init__(
        self, battle: Battle, looking: Looking, target: Unit, visible: list[Model], lobbing: list[Model]
    ) -> None:
        self.battle: Final[Battle] = battle
        self.looking: Final[Looking] = looking
        self.target: Final[Unit] = target
        self.visible: Final[list[Model]] = visible
        """Those that count: for Indirect fire and command cards all of them."""
        self.lobbing: Final[list[Model]] = lobbing
        """Who fires Indirect weapons: the nearest of them judges a model that the unit does not see."""
        self._alone: dict[int, Covered] = {}
        self._shared: Covered | None = None

    def of(self, model: Model) -> Covered:
        shared = self._shared
        if shared is None:
            shared = self._shared = self._best_shared()
        alone = self.alone(model)
        if shared.bonus <= alone.bonus:
            return alone
        return shared if model in in_coherency(self.battle, self.target) else alone

    def _best_shared(self) -> Covered:
        """The best cover among the visible models in coherency; all of them have it."""
        best = OPEN
        together = in_coherency(self.battle, self.target)
        for model in self.visible:
            if model in together:
                covered = self.alone(model)
                if covered.bonus > best.bonus:
                    best = covered
        if best.bonus:
            best = Covered(best.bonus, best.piece, "cover.squad-shares")
        return best

    def alone(self, model: Model) -> Covered:
        """Judged from the nearest attacking model that sees it; of two equally near, the one that leaves less."""
        known = self._alone.get(model.index)
        if known is None:
            known = self._judged(model)
            self._alone[model.index] = known
        return known

    def _judged(self, model: Model) -> Covered:
        seeing = self.looking.nearest_seeing(model)
        if not seeing and self.lobbing:
            seeing = [min(self.lobbing, key=lambda it: (self.battle.gap(it, model), it.index))]
        best: Covered | None = None
        for attacker in seeing:
            covered = cover_of(self.battle, attacker, model)
            if best is None or covered.bonus < best.bonus:
                best = covered
        found = OPEN if best is None else best
        return _with_train(self.battle, model, found)


def _with_train(battle: Battle, model: Model, covered: Covered) -> Covered:
    """The moving train gives +1 to whoever is aboard, also against attacks without a position; it adds to no other cover."""
    if covered.bonus == 0 and battle.train_runs and is_aboard(battle, model):
        return Covered(COVER, "the train", "heist.train-cover")
    return covered


def is_aboard(battle: Battle, model: Model) -> bool:
    """Its whole base is on the deck; airborne VTOLs and flyers are not aboard."""
    if battle.battlefield.deck is None:
        return False
    unit = battle.units[model.unit]
    if unit.airborne and (unit.card.flyer or unit.card.vtol):
        return False
    return battle.battlefield.is_aboard(model.base)


def unit_aboard(battle: Battle, unit: Unit) -> bool:
    """At least one of its living models is aboard."""
    if battle.battlefield.deck is None:
        return False
    for model in battle.standing(unit):
        if is_aboard(battle, model):
            return True
    return False
