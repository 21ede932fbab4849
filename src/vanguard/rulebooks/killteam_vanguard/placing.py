"""Where a model may stand, whatever the way there: levels, free spots, what is in the way."""

from __future__ import annotations

from vanguard.core.thousandths import thousandth
from vanguard.geometry.movement.ground import Mover
from vanguard.geometry.movement.paths import Objection
from vanguard.geometry.movement.surroundings import Surroundings
from vanguard.geometry.shapes import Point3
from vanguard.rulebooks.killteam_vanguard.state import Battle, Model
from vanguard.tabletop.standing import nearest_free_spot, standing_on_table


def level_at(battle: Battle, x: float, y: float) -> float:
    """The elevation of the highest platform under a point; 0 on the ground."""
    return battle.field.grounds[""].platform_level(x, y)


def standing(battle: Battle, model: Model) -> Surroundings:
    """Everything on the table that could keep the model from standing somewhere."""
    return standing_on_table(battle.field.grounds[""], Mover(model, 0.0, battle.everybody()))


def spot_objection(battle: Battle, model: Model, x: float, y: float, z: float) -> Objection | None:
    """Why the model may not stand at a point; None if it may."""
    x, y = thousandth(x), thousandth(y)
    mover = Mover(model.at(x, y, z), 0.0, battle.everybody())
    return Surroundings(battle.field.grounds[""], mover, 0.0, strict=True).standing_fault(x, y, z)


def free_spot_near(battle: Battle, model: Model, place: Point3) -> Point3:
    """The nearest spot on that level where the model may stand; the place itself should there be none."""
    mover = Mover(model, 0.0, battle.everybody())
    return nearest_free_spot(battle.field.grounds[""], mover, place) or place
