"""The battle: units and models, hands of cards, whose turn it is and how far it has come."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.state import State
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.vijilant.battlefield import Battlefield
from vanguard.rulebooks.vijilant.profiles import (
    MOBILITY,
    SENSORS,
    CommandCard,
    Force,
    Mission,
    ModelKind,
    UnitCard,
    Weapon,
)

# -- what becomes of models ---------------------------------------------------------------------------------------------

WAITING: Final = 0
"""Not yet on the table."""
STANDING: Final = 1
EMBARKED: Final = 2
CASUALTY: Final = 3
"""Killed in the attack under way, not yet removed: it may still take a Last Stand."""
REMOVED: Final = 4
FATES: Final[tuple[str, ...]] = ("waiting", "standing", "embarked", "casualty", "removed")

# -- what becomes of cards ----------------------------------------------------------------------------------------------

IN_HAND: Final = 0
FACE_UP: Final = 1
FACE_DOWN: Final = 2
SAVED: Final = 3
"""Tabled face up without being played (skip.save-a-card)."""

UNIT: Final = "unit"
COMMAND: Final = "command"
SKIP: Final = "skip"

# -- the stretches between rests ----------------------------------------------------------------------------------------

ROLES: Final = "roles"
SUBCARDS: Final = "subcards"
PASSENGERS: Final = "passengers"
TRAIN_SETUP: Final = "train"
CONTAINERS: Final = "containers"
ABOARD: Final = "aboard"
OPENING: Final = "opening"
CARDS: Final = "cards"
ACTIONS: Final = "actions"
ROUND_END: Final = "round end"
ENDED: Final = "ended"

PHASE_NAMES: Final = {
    ROLES: "Set up: who defends",
    SUBCARDS: "Set up: subcards",
    PASSENGERS: "Set up: passengers",
    TRAIN_SETUP: "Set up: the train",
    CONTAINERS: "Set up: containers on the train",
    ABOARD: "Set up: units on the train",
    OPENING: "Roll-off",
    CARDS: "A card is played",
    ACTIONS: "A unit acts",
    ROUND_END: "End of the round",
    ENDED: "Battle over",
}

DEPOT_RAID: Final = "depot-raid"
THE_HEIST: Final = "the-heist"
SKIRMISH: Final = "open-skirmish"

SIDES: Final[tuple[str, ...]] = ("blue", "red")
SOUTH: Final = 0
"""The attacker's edge, y = 0."""
NORTH: Final = 1
"""The defender's edge, y = 70."""


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Model:
    """One model: what kind, where it stands, its wounds and lost systems. The base is replaced, never changed."""

    __slots__ = ("base", "fate", "index", "key", "kind", "lost", "name", "unit", "wounds")

    def __init__(self, index: int, key: str, name: str, unit: int, kind: ModelKind, base: Base) -> None:
        self.index = index
        self.key = key
        self.name = name
        self.unit = unit
        self.kind = kind
        self.base = base
        self.fate = WAITING
        self.wounds = 0
        """Taken, not left."""
        self.lost: tuple[str, ...] = ()
        """Keys of destroyed systems."""

    def copy(self) -> Model:
        twin = Model.__new__(Model)
        twin.index = self.index
        twin.key = self.key
        twin.name = self.name
        twin.unit = self.unit
        twin.kind = self.kind
        twin.base = self.base
        twin.fate = self.fate
        twin.wounds = self.wounds
        twin.lost = self.lost
        return twin

    @property
    def stands(self) -> bool:
        """On the table and alive."""
        return self.fate == STANDING

    def facts(self) -> list[Any]:
        base = self.base
        return [self.key, base.x, base.y, base.elevation, base.facing, self.fate, self.wounds, list(self.lost)]

    def __repr__(self) -> str:
        return f"Model({self.key}, {FATES[self.fate]}, {self.wounds} wounds)"


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Unit:
    """One unit: its card and subcard, its models, and what lasts from turn to turn."""

    __slots__ = (
        "airborne", "card", "core", "deployed", "dodge_bonus", "first", "had_turn", "hunkered", "index", "inside", "key",
        "last", "morale_bonus", "move_bonus", "name", "on_deck", "pinned", "seat", "skill_bonus", "slowed", "support",
        "weapons",
    )  # fmt: skip

    def __init__(self, index: int, key: str, name: str, seat: int, card: UnitCard, first: int) -> None:
        self.index = index
        self.key = key
        self.name = name
        self.seat = seat
        self.card = card
        self.first = first
        self.last = first + card.count
        """Its models are those from `first` up to, not including, `last`."""
        self.support = ""
        self.weapons: tuple[Weapon, ...] = card.weapons
        """With the support subcard it carries."""
        self.deployed = False
        self.core = first
        """A model of the part that counts as in coherency when a squad is split into equally large ones."""
        self.inside = -1
        """The transport it rides in."""
        self.had_turn = False
        self.hunkered = 0
        """The round in which it hunkered down, 0 if it has not."""
        self.pinned = -1
        """How many turns its owner had begun when it was pinned; -1 if it is not."""
        self.airborne = False
        self.slowed = False
        """Has it slowed down to let troops get in?"""
        self.on_deck = False
        """A vehicle on wheels that started on the train and has not left it."""
        self.skill_bonus = 0
        self.move_bonus = 0
        self.dodge_bonus = 0
        self.morale_bonus = 0

    def copy(self) -> Unit:
        twin = Unit.__new__(Unit)
        twin.index = self.index
        twin.key = self.key
        twin.name = self.name
        twin.seat = self.seat
        twin.card = self.card
        twin.first = self.first
        twin.last = self.last
        twin.support = self.support
        twin.weapons = self.weapons
        twin.deployed = self.deployed
        twin.core = self.core
        twin.inside = self.inside
        twin.had_turn = self.had_turn
        twin.hunkered = self.hunkered
        twin.pinned = self.pinned
        twin.airborne = self.airborne
        twin.slowed = self.slowed
        twin.on_deck = self.on_deck
        twin.skill_bonus = self.skill_bonus
        twin.move_bonus = self.move_bonus
        twin.dodge_bonus = self.dodge_bonus
        twin.morale_bonus = self.morale_bonus
        return twin

    def facts(self) -> list[Any]:
        return [
            self.key, self.support, self.deployed, self.core, self.inside, self.had_turn, self.hunkered, self.pinned, self.airborne,
            self.slowed, self.on_deck, self.skill_bonus, self.move_bonus, self.dodge_bonus, self.morale_bonus,
        ]  # fmt: skip

    @property
    def flying(self) -> bool:
        """An airborne flyer: out of reach of whatever is on the ground."""
        return self.airborne and self.card.flyer

    def __repr__(self) -> str:
        return f"Unit({self.key})"


class Card:
    """A card in somebody's hand or on the table: what it stands for. Where it is stands in the battle."""

    __slots__ = ("command", "index", "key", "kind", "name", "seat", "unit")

    def __init__(
        self, index: int, key: str, name: str, seat: int, kind: str, unit: int = -1, command: CommandCard | None = None
    ) -> None:
        self.index: Final[int] = index
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.seat: Final[int] = seat
        self.kind: Final[str] = kind
        self.unit: Final[int] = unit
        self.command: Final[CommandCard | None] = command


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Turn:
    """What the turn under way remembers of the unit that acts."""

    __slots__ = (
        "extra_used", "facing", "flown", "nominated", "pivoted", "points", "rammed", "ramming", "regrouping", "struck",
        "unit", "used",
    )  # fmt: skip

    def __init__(self, unit: int, points: int) -> None:
        self.unit = unit
        self.points = points
        self.flown = False
        self.extra_used = False
        """Has it made the extra movement action that a CC weapon grants?"""
        self.struck = False
        """Has it made a CC attack?"""
        self.used: tuple[str, ...] = ()
        """Weapons and specials that may be used once per turn and were."""
        self.nominated: tuple[int, str] = (-1, "")
        """The model, and its system if one was chosen, that all goodshots of this turn must strike."""
        self.facing = 0.0
        """The facing with which the turn began: the line of a ponderous unit."""
        self.pivoted = False
        self.rammed: tuple[int, ...] = ()
        """Models that survived its ram: obstacles for the rest of the turn."""
        self.ramming = False
        """Is it on its way through others just now, and may be over a friend whom it only passes?"""
        self.regrouping = False
        """Out of coherency when it was activated, and not restored yet: nothing else is open to it."""

    def copy(self) -> Turn:
        twin = Turn.__new__(Turn)
        twin.unit = self.unit
        twin.points = self.points
        twin.flown = self.flown
        twin.extra_used = self.extra_used
        twin.struck = self.struck
        twin.used = self.used
        twin.nominated = self.nominated
        twin.facing = self.facing
        twin.pivoted = self.pivoted
        twin.rammed = self.rammed
        twin.ramming = self.ramming
        twin.regrouping = self.regrouping
        return twin

    def facts(self) -> list[Any]:
        return [
            self.unit, self.points, self.flown, self.extra_used, self.struck, list(self.used), list(self.nominated),
            self.facing, self.pivoted, list(self.rammed), self.regrouping,
        ]  # fmt: skip


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Battle(State):
    """The state of a game of Vijilant: one mission, or the second of a campaign with the result of the first."""

    __slots__ = (
        "agreed_defender", "battlefield", "campaign", "card_flipped", "card_place", "cards", "defender",
        "forces", "holders", "last_turn", "mission", "models", "opener", "out", "phase", "places",
        "reason", "reason_clause", "round", "setup_at", "supports", "turn", "turn_of", "turns_begun", "units",
        "winner", "won_before",
    )  # fmt: skip

    def __init__(self, battlefield: Battlefield, mission: Mission, forces: tuple[Force, Force]) -> None:
        super().__init__()
        self.battlefield = battlefield
        self.mission = mission
        self.forces = forces
        self.supports: tuple[dict[str, str], dict[str, str]] = ({}, {})
        """Support subcards already chosen in the army lists, by unit; shared by all copies."""
        self.campaign = False
        self.won_before = -1
        """Who won the first mission of the campaign."""
        self.agreed_defender = -1
        self.defender = -1
        self.phase = ROLES
        self.setup_at = 0
        """How far a stretch of the set-up has come."""
        self.round = 0
        self.opener = -1
        self.turn_of = -1
        """Who plays the next card, or whose card is being played."""
        self.last_turn = -1
        """Who took the last turn of the round; -1 if nobody has."""
        self.out: tuple[bool, bool] = (False, False)
        """Who has ended the round."""
        self.turns_begun: tuple[int, int] = (0, 0)
        self.turn: Turn | None = None
        self.units: list[Unit] = []
        self.models: list[Model] = []
        self.places: dict[str, int] = {}
        """Where each key stands in `models`; shared by all copies."""
        self.cards: tuple[Card, ...] = ()
        self.card_place: list[int] = []
        self.card_flipped: list[bool] = []
        """A flipped card is a skip card from then on: its unit is dead or it is spent."""
        self.holders: tuple[int, ...] = ()
        """Who touched the goal (models) or was aboard the train (units) when the last round ended."""
        self.reason = ""
        self.reason_clause = ""
        self.winner = -1

    def copy(self) -> Battle:
        twin = Battle.__new__(Battle)
        twin.events = []
        twin.battlefield = self.battlefield
        twin.mission = self.mission
        twin.forces = self.forces
        twin.supports = self.supports
        twin.campaign = self.campaign
        twin.won_before = self.won_before
        twin.agreed_defender = self.agreed_defender
        twin.defender = self.defender
        twin.phase = self.phase
        twin.setup_at = self.setup_at
        twin.round = self.round
        twin.opener = self.opener
        twin.turn_of = self.turn_of
        twin.last_turn = self.last_turn
        twin.out = self.out
        twin.turns_begun = self.turns_begun
        twin.turn = None if self.turn is None else self.turn.copy()
        twin.units = [unit.copy() for unit in self.units]
        twin.models = [model.copy() for model in self.models]
        twin.places = self.places
        twin.cards = self.cards
        twin.card_place = list(self.card_place)
        twin.card_flipped = list(self.card_flipped)
        twin.holders = self.holders
        twin.reason = self.reason
        twin.reason_clause = self.reason_clause
        twin.winner = self.winner
        return twin

    def facts(self) -> Any:
        return {
            "battlefield": self.battlefield.facts(),
            "mission": self.mission.key,
            "forces": [force.key for force in self.forces],
            "campaign": [self.campaign, self.won_before],
            "defender": [self.agreed_defender, self.defender],
            "phase": [self.phase, self.setup_at, self.round],
            "turns": [self.opener, self.turn_of, self.last_turn, list(self.out), list(self.turns_begun)],
            "turn": None if self.turn is None else self.turn.facts(),
            "units": [unit.facts() for unit in self.units],
            "models": [model.facts() for model in self.models],
            "cards": [[card.key for card in self.cards], list(self.card_place), list(self.card_flipped)],
            "holders": list(self.holders),
            "end": [self.reason, self.winner],
        }

    def position(self) -> Any:
        """What an attack can change."""
        return (
            tuple([
                (it.fate, it.wounds, it.lost, it.base.x, it.base.y, it.base.elevation, it.base.facing) for it in self.models
            ]),
            tuple([(it.pinned, it.had_turn, it.inside, it.hunkered, it.core) for it in self.units]),
            tuple(self.card_flipped),
            None if self.turn is None else (self.turn.nominated, self.turn.used, self.turn.struck),
        )  # fmt: skip

    def is_being_set_up(self) -> bool:
        return self.round == 0

    def stage(self) -> str:
        mission = f"{self.mission.key} " if self.campaign else ""
        return f"{mission}round {self.round}"

    def stage_told(self) -> str:
        mission = f"{self.mission.name}, " if self.campaign else ""
        return f"{mission}round {self.round}"

    # -- looking around ---------------------------------------------------------------------------------------------------

    @property
    def train_runs(self) -> bool:
        """Is this The Heist? In a skirmish on the same map the train stands still and bumps nobody."""
        return self.mission.key == THE_HEIST

    def model(self, key: str) -> Model:
        return self.models[self.places[key]]

    def unit_of(self, model: Model) -> Unit:
        return self.units[model.unit]

    def all_models(self, unit: Unit) -> list[Model]:
        return self.models[unit.first : unit.last]

    def standing(self, unit: Unit) -> list[Model]:
        """Its living models on the table."""
        return [model for model in self.models[unit.first : unit.last] if model.fate == STANDING]

    def living(self, unit: Unit) -> list[Model]:
        """Its living models, on the table or not."""
        return [model for model in self.models[unit.first : unit.last] if model.fate < CASUALTY]

    def is_alive(self, unit: Unit) -> bool:
        for model in self.models[unit.first : unit.last]:
            if model.fate < CASUALTY:
                return True
        return False

    def on_table(self, unit: Unit) -> bool:
        """Has it a living model on the table?"""
        for model in self.models[unit.first : unit.last]:
            if model.fate == STANDING:
                return True
        return False

    def keys(self, *units: Unit) -> tuple[str, ...]:
        """The keys of all models of some units that live, or of all where none does."""
        found: list[str] = []
        for unit in units:
            models = self.models[unit.first : unit.last]
            living = [model.key for model in models if model.fate < CASUALTY]
            found.extend(living or [model.key for model in models])
        return tuple(found)

    def units_of(self, seat: int) -> list[Unit]:
        return [unit for unit in self.units if unit.seat == seat]

    def units_on_table(self, seat: int) -> list[Unit]:
        return [unit for unit in self.units if unit.seat == seat and self.on_table(unit)]

    def passengers(self, transport: Unit) -> Unit | None:
        for unit in self.units:
            if unit.inside == transport.index and self.is_alive(unit):
                return unit
        return None

    def unit_card(self, unit: Unit) -> Card:
        for card in self.cards:
            if card.unit == unit.index:
                return card
        raise KeyError(unit.key)

    def is_skip(self, card: Card) -> bool:
        return card.kind == SKIP or self.card_flipped[card.index]

    def hand(self, seat: int) -> list[Card]:
        return [card for card in self.cards if card.seat == seat and self.card_place[card.index] == IN_HAND]

    def acts_again(self, unit: Unit) -> bool:
        """Can its card still be played in this mission?"""
        in_hand = self.card_place[self.unit_card(unit).index] == IN_HAND and not self.out[unit.seat]
        return in_hand or self.round < self.mission.rounds

    def edge_of(self, seat: int) -> int:
        """The defender's edge is y = 70, the attacker's y = 0; in a skirmish the first player takes the attacker's."""
        if self.defender < 0:
            return NORTH if seat == 1 else SOUTH
        return NORTH if seat == self.defender else SOUTH

    def side_name(self, seat: int) -> str:
        """What the log calls a player."""
        if self.forces[0] is self.forces[1]:
            return f"{SIDES[seat].capitalize()} ({self.forces[seat].name})"
        return self.forces[seat].name

    def has_lost(self, unit: Unit, kind: str) -> bool:
        """Has its large model lost a system of this kind (mobility, sensors)?"""
        if not unit.card.systems:
            return False
        model = self.models[unit.first]
        if not model.lost:
            return False
        for system in unit.card.systems:
            if system.kind == kind and system.key in model.lost:
                return True
        return False

    def is_immobile(self, unit: Unit) -> bool:
        return self.has_lost(unit, MOBILITY)

    def is_blinded(self, unit: Unit) -> bool:
        return self.has_lost(unit, SENSORS)

    def weapon_works(self, unit: Unit, weapon: Weapon) -> bool:
        """A destroyed weapon system cannot be used again."""
        lost = self.models[unit.first].lost
        if not lost:
            return True
        for system in unit.card.systems:
            if system.weapon == weapon.key and system.key in lost:
                return False
        return True

    def health_left(self, model: Model) -> int:
        return max(0, self.units[model.unit].card.health - model.wounds)

    def is_grounded(self, unit: Unit) -> bool:
        """Is it on land: a ground vehicle, a landed flyer or VTOL, a skimmer whose mobility is gone?"""
        if unit.card.skimmer:
            return self.is_immobile(unit)
        return not unit.airborne

    def gap(self, one: Model, other: Model) -> float:
        """Base edge to base edge in the plane; elevation never adds distance."""
        a, b = one.base, other.base
        dx, dy = a.x - b.x, a.y - b.y
        return max(0.0, float((dx * dx + dy * dy) ** 0.5) - a.radius - b.radius)
