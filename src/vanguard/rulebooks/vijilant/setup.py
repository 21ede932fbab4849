"""Before the first card: who defends, subcards, passengers, units on the train, equal hands, who opens."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Listing, Option, Roll
from vanguard.core.telling.events import DiceShown
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.vijilant.battlefield import Battlefield, slots_of
from vanguard.rulebooks.vijilant.deployment import set_up
from vanguard.rulebooks.vijilant.profiles import VEHICLE, Mission, UnitCard, Weapon
from vanguard.rulebooks.vijilant.state import (
    ABOARD,
    COMMAND,
    CONTAINERS,
    DEPOT_RAID,
    EMBARKED,
    IN_HAND,
    OPENING,
    PASSENGERS,
    ROLES,
    SIDES,
    SKIP,
    SKIRMISH,
    SUBCARDS,
    THE_HEIST,
    TRAIN_SETUP,
    UNIT,
    Battle,
    Card,
    Model,
    Unit,
)
from vanguard.rulebooks.vijilant.train import may_start_aboard, on_deck, place_container, set_up_train

NOBODY: Final = -1


# -- the forces -------------------------------------------------------------------------------------------------------------


def muster(battle: Battle) -> None:
    """All units, models and cards of both forces, fresh; the smaller hand gets skip cards until both are equal."""
    battle.units = []
    battle.models = []
    battle.places = {}
    cards: list[Card] = []
    most = max(battle.forces[0].hand, battle.forces[1].hand)
    for seat in (0, 1):
        force = battle.forces[seat]
        for unit_card in force.units:
            add_unit(battle, seat, unit_card, unit_card in battle.forces[1 - seat].units)
            unit = battle.units[-1]
            cards.append(Card(len(cards), unit.key, unit.name, seat, UNIT, unit.index))
        for command in force.commands:
            key = f"{SIDES[seat]}-{command.key}"
            cards.append(Card(len(cards), key, command.name, seat, COMMAND, -1, command))
        for number in range(most - force.hand):
            cards.append(Card(len(cards), f"{SIDES[seat]}-skip-{number + 1}", "Skip card", seat, SKIP))
    battle.cards = tuple(cards)
    battle.card_place = [IN_HAND] * len(cards)
    battle.card_flipped = [False] * len(cards)
    for model in battle.models:
        battle.places[model.key] = model.index


def add_unit(battle: Battle, seat: int, card: UnitCard, mirror: bool) -> None:
    """The unit of a card; where both sides have the card their units are told apart by side."""
    index = len(battle.units)
    first = len(battle.models)
    name = f"{SIDES[seat].capitalize()} {card.name}" if mirror else card.name
    key = f"{SIDES[seat]}-{card.key}"
    battle.units.append(Unit(index, key, name, seat, card, first))
    facing = 90.0 if card.faces else None
    counted: dict[str, int] = {}
    for kind in card.models:
        counted[kind.key] = counted.get(kind.key, 0) + 1
        alone = card.count == 1
        model_key = key if alone else f"{key}-{kind.key}-{counted[kind.key]}"
        model_name = name if alone else f"{kind.name} {counted[kind.key]}" if kind.count > 1 else kind.name
        if mirror and not alone:
            model_name = f"{SIDES[seat]} {model_name}"
        base = Base(model_key, 0.0, 0.0, kind.radius, 0.0, kind.height, kind.radius, facing)
        battle.models.append(Model(len(battle.models), model_key, model_name, index, kind, base))


def begin_mission(battle: Battle, mission: Mission, battlefield: Battlefield) -> None:
    """Everything is fresh; a campaign carries over only who won before."""
    battle.mission = mission
    battle.battlefield = battlefield
    battle.defender = -1
    battle.phase = ROLES
    battle.setup_at = 0
    battle.round = 0
    battle.opener = -1
    battle.turn_of = -1
    battle.last_turn = -1
    battle.out = (False, False)
    battle.turns_begun = (0, 0)
    battle.turn = None
    battle.holders = ()
    battle.reason = ""
    battle.reason_clause = ""
    battle.winner = -1
    muster(battle)
    battle.note("mission-begins", "campaign.order" if battle.campaign else "campaign.all-cards", mission=mission.name)


# -- who defends ------------------------------------------------------------------------------------------------------------


async def determine_roles(battle: Battle) -> None:
    """The mission names the defender, or the campaign, or a roll-off."""
    if battle.mission.key == SKIRMISH:
        battle.phase = SUBCARDS
        return
    clause = "depot.roles" if battle.mission.key == DEPOT_RAID else "heist.roles"
    named = [seat for seat in (0, 1) if battle.forces[seat].key == battle.mission.defender]
    if battle.won_before >= 0:
        battle.defender = battle.won_before
        clause = "campaign.carry-over"
    elif len(named) == 1:
        battle.defender = named[0]
    elif battle.agreed_defender >= 0:
        battle.defender = battle.agreed_defender
    else:
        battle.defender = await roll_off(battle, "defender", "campaign.winner")
        clause = "campaign.winner"
    battle.note("defender", clause, side=battle.side_name(battle.defender))
    battle.phase = SUBCARDS


async def roll_off(battle: Battle, key: str, clause: str) -> int:
    """Each rolls a D6, the higher wins; equal rolls are rolled again."""
    while True:
        rolled: list[int] = []
        for seat in (0, 1):
            [face] = await Roll(seat, 1, f"{key} {SIDES[seat]}", clause)
            shown = DiceShown("Roll-off", seat, [face])
            battle.note("roll-off", clause, (), shown, side=battle.side_name(seat), face=face)
            rolled.append(face)
        if rolled[0] != rolled[1]:
            return 0 if rolled[0] > rolled[1] else 1


# -- subcards and passengers ------------------------------------------------------------------------------------------------


def begin_step(battle: Battle, phase: str) -> None:
    """The next step of the set-up, from its first unit on."""
    battle.phase = phase
    battle.setup_at = 0


async def choose_subcards(battle: Battle) -> None:
    """A unit with support subcards carries exactly one of them; printed wargear is always carried."""
    order = [unit for seat in first_and_second(battle) for unit in battle.units_of(seat) if unit.card.support]
    if battle.setup_at >= len(order):
        begin_step(battle, PASSENGERS)
        return
    unit = order[battle.setup_at]
    wished = ""
    if battle.won_before == NOBODY:  # for the second mission of a campaign they are chosen anew
        wished = battle.supports[unit.seat].get(unit.card.key, "")
    if not wished:
        options = [Option(weapon.key, weapon.key, weapon.label) for weapon in unit.card.support]
        wished = await Choose(
            unit.seat, f"{unit.name} carries which subcard?", options, "weapon.subcards", battle.keys(unit)
        )
    attach(battle, unit, unit.card.weapon(wished))
    battle.setup_at += 1


def attach(battle: Battle, unit: Unit, weapon: Weapon) -> None:
    unit.support = weapon.key
    unit.weapons = (*unit.card.weapons, weapon)
    battle.note("subcard", "weapon.subcards", battle.keys(unit), unit=unit.name, weapon=weapon.name)


def first_and_second(battle: Battle) -> tuple[int, int]:
    return (0, 1) if battle.defender < 0 else (battle.defender, 1 - battle.defender)


async def choose_passengers(battle: Battle) -> None:
    """A unit may start the mission inside a friendly transport with room for it."""
    order = [unit for seat in first_and_second(battle) for unit in battle.units_of(seat) if unit.card.capacity]
    if battle.setup_at >= len(order):
        lay_out_train(battle)
        return
    transport = order[battle.setup_at]
    options: list[Option[int]] = [Option("nobody", NOBODY, "Nobody", declines=True), *riders(battle, transport)]
    index = await Choose(
        transport.seat, f"Who starts inside {transport.name}?", options, "deploy.embarked", battle.keys(transport)
    )
    if index != NOBODY:
        embark(battle, battle.units[index], transport)
    battle.setup_at += 1


def riders(battle: Battle, transport: Unit) -> list[Option[int]]:
    """The infantry there is room for, one unit for each transport."""
    return [
        Option(unit.key, unit.index, unit.name, "transport.capacity", about=battle.keys(unit))
        for unit in battle.units_of(transport.seat)
        if unit.card.infantry and unit.inside < 0 and unit.card.count <= transport.card.capacity
    ]


def embark(battle: Battle, unit: Unit, transport: Unit) -> None:
    unit.inside = transport.index
    unit.deployed = True
    for model in battle.all_models(unit):
        model.fate = EMBARKED
    battle.note("embarked", "deploy.embarked", battle.keys(unit, transport), unit=unit.name, transport=transport.name)


def lay_out_train(battle: Battle) -> None:
    """Where there is a train the defender of The Heist sets it up; for a skirmish it stands still."""
    begin_step(battle, TRAIN_SETUP if battle.mission.key == THE_HEIST else OPENING)
    if battle.mission.key == SKIRMISH and battle.battlefield.map.train is not None:
        lay_out_skirmish(battle)


def lay_out_skirmish(battle: Battle) -> None:
    """A skirmish on the train's map: the fixed shards and no containers."""
    map = battle.battlefield.map
    fixed = [draw.slots[number] for draw in map.draws for number in draw.fixed]
    battle.battlefield = Battlefield(map, tuple([slot for slot, piece in enumerate(slots_of(map)) if piece in fixed]))


class Starters(Listing[int]):
    """Nobody more, and the units that may be placed on the train; whether there is room is worked out one by one."""

    __slots__ = ("battle", "units")

    def __init__(self, battle: Battle) -> None:
        self.battle: Final[Battle] = battle
        self.units: Final[list[Unit]] = [unit for unit in battle.units_of(battle.defender) if not unit.deployed]

    def __len__(self) -> int:
        return 1 + len(self.units)

    def option(self, number: int) -> Option[int]:
        if not number:
            return Option("done", NOBODY, "No more units on the train", declines=True)
        battle, unit = self.battle, self.units[number - 1]
        why = may_start_aboard(battle, unit)
        return Option(unit.key, unit.index, unit.name, "heist.defender-starts-on-train", why, battle.keys(unit))


async def place_aboard(battle: Battle) -> None:
    """Before round 1 the defender may place any number of units on the train, free of action cost."""
    starters = Starters(battle)
    index = await Choose(battle.defender, "Who starts on the train?", starters, "heist.defender-starts-on-train")
    if index == NOBODY:
        battle.phase = OPENING
        return
    unit = battle.units[index]
    unit.on_deck = unit.card.type == VEHICLE
    placing = on_deck(battle, unit)
    assert placing is not None, "nobody is offered who has no room"
    await set_up(battle, unit, placing, "heist.defender-starts-on-train")


# -- who opens ----------------------------------------------------------------------------------------------------------------


async def open_battle(battle: Battle) -> None:
    """Round 1 is opened by the mission's defender or by a roll-off."""
    from vanguard.rulebooks.vijilant.turns import begin_round

    if battle.mission.roll_off:
        opener = await roll_off(battle, "roll-off", "start.roll-off")
    else:
        opener = battle.defender
    begin_round(battle, opener)


STEPS = {
    ROLES: determine_roles,
    SUBCARDS: choose_subcards,
    PASSENGERS: choose_passengers,
    TRAIN_SETUP: set_up_train,
    CONTAINERS: place_container,
    ABOARD: place_aboard,
    OPENING: open_battle,
}
