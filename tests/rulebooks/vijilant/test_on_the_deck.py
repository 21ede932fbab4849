"""A vehicle that started on the train: along the deck and off it, never back onto it."""

from __future__ import annotations

import pytest

from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook
from vanguard.rulebooks.vijilant.driving import Drive, drive
from vanguard.rulebooks.vijilant.movement import stand
from vanguard.rulebooks.vijilant.state import STANDING, THE_HEIST, Battle, Unit
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


def truck_on_deck() -> tuple[Battle, Unit]:
    """The Mule facing north in the middle of the carriage behind the locomotive."""
    rulebook = load_rulebook("vijilant")
    battle = rulebook.new(rulebook.default_setup(1))
    assert isinstance(battle, Battle) and battle.mission.key == THE_HEIST
    unit = next(unit for unit in battle.units if unit.card.key == "dri-mule")
    unit.deployed = unit.on_deck = True
    model = battle.models[unit.first]
    model.fate = STANDING
    stand(battle, model, 26.0, 33.0, 90.0)
    return battle, unit


def driving(battle: Battle, unit: Unit, allowance: float = 30.0) -> Drive:
    return Drive(battle, unit, battle.models[unit.first], None, allowance, False, False)


@proves("heist.defender-starts-on-train", "movement.rough")
def test_the_deck_is_rough_for_a_vehicle_that_started_on_it() -> None:
    battle, unit = truck_on_deck()
    points, _, used = driving(battle, unit).check(((22.0, 33.0),))
    assert points[-1] == (22.0, 33.0)
    assert used == pytest.approx(8.0)


@proves("heist.defender-starts-on-train")
def test_a_vehicle_may_drive_off_the_train_but_not_back_onto_it() -> None:
    battle, unit = truck_on_deck()
    with pytest.raises(Refused, match="back onto the train") as why:
        driving(battle, unit, 60.0).check(((26.0, 40.0), (26.0, 33.0)))
    assert why.value.clause == "heist.defender-starts-on-train"
    drive(battle, unit, driving(battle, unit).check(((26.0, 40.0),)), "movement.facing")
    assert not unit.on_deck
    with pytest.raises(Refused) as closed:
        driving(battle, unit).check(((26.0, 33.0),))
    assert closed.value.clause == "units.vehicle.barred-by-terrain"
