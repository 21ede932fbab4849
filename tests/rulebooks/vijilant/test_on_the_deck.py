"""A vehicle that started on the train: along the deck and off it, never back onto it."""

from __future__ import annotations

import pytest

from tests.rulebooks.vijilant.test_set_up import ON_TRAIN, battle_of, play
from tests.rulebooks.vijilant.test_set_up import heist as heist_set_up
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


@proves("units.skimmer.ignores-terrain-moving", "heist.defender-starts-on-train")
def test_a_skimmer_that_started_on_the_train_may_leave_it_and_come_back_over_it() -> None:
    """Off the deck (y 35.5) and back over it, 4.6 and 5.0 cm: what binds a vehicle to the deck is nothing to who hovers."""
    game = play(heist_set_up(*ON_TRAIN), "blue-col-skiff", [[8, 33]], "done", dice="roll-off 5 / roll-off 2")
    play(game, "play:blue-col-skiff", "move", [[8, 37.6], [10, 33]])
    assert battle_of(game).model("blue-col-skiff").base.centre == (10.0, 33.0)
