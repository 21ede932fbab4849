"""The battle: everything on and beside the battlefield between two actions of models."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.state import State
from vanguard.geometry.shapes import Base, Point
from vanguard.rulebooks.fortyk_vanguard.battlefield import Battlefield
from vanguard.rulebooks.fortyk_vanguard.profiles import DamageRow, Mission, ModelProfile, Stratagem

SIDES: Final[tuple[str, ...]] = ("blue", "red")

# where a model is
WAITING: Final = 0
RESERVE: Final = 1
EMBARKED: Final = 2
ON_TABLE: Final = 3
DESTROYED: Final = 4
FATES: Final[tuple[str, ...]] = ("not deployed", "in reserve", "embarked", "on the battlefield", "destroyed")

# how it moved this turn
NOT_MOVED: Final = 0
STATIONARY: Final = 1
NORMAL_MOVE: Final = 2
ADVANCED: Final = 3
FELL_BACK: Final = 4
ARRIVED: Final = 5
MOVES: Final[tuple[str, ...]] = (
    "not moved", "remained stationary", "made a normal move", "advanced", "fell back", "arrived",
)  # fmt: skip

# what else a model did or suffered this turn
SELECTED_TO_MOVE: Final = 1
DISEMBARKED: Final = 2
LEFT_A_WRECK: Final = 4
BROKE_OUT: Final = 8
REPOSITIONED: Final = 16
SHOT: Final = 32
DECLARED_CHARGE: Final = 64
CHARGED: Final = 128
WAS_CHARGED: Final = 256
INTERVENED: Final = 512
FOUGHT: Final = 1024
HOLDS_STEADY: Final = 2048
SET_TO_DEFEND: Final = 4096
ORDERED: Final = 8192
MOVED_SLOWLY: Final = 16384
MANIFESTED: Final = 32768
STARTED_ABOARD: Final = 65536
FIGHTS_LAST: Final = 131072
NEAR_AN_ENEMY: Final = 262144
ADVANCED_NOWHERE: Final = 524288
FELL_IN_COMBAT: Final = 1048576
FLAGS: Final[tuple[str, ...]] = (
    "selected to move", "disembarked", "left a wreck", "broke out", "repositioned", "shot", "declared a charge", "charged",
    "was charged", "intervened heroically", "fought", "holds steady", "set to defend", "under orders", "moved slowly",
    "manifested", "started aboard", "fights last", "near an enemy", "advanced 0 inches", "fell in combat",
)  # fmt: skip

# the stretches between rests, in the order of the battle
MARKERS: Final = "markers"
ZONES: Final = "zones"
DEPLOYMENT: Final = "deployment"
FIRST_TURN: Final = "first turn"
COMMAND: Final = "command"
MOVEMENT: Final = "movement"
REINFORCEMENTS: Final = "reinforcements"
PSYCHIC: Final = "psychic"
SHOOTING: Final = "shooting"
CHARGE: Final = "charge"
HEROICS: Final = "heroic interventions"
FIGHT: Final = "fight"
MORALE: Final = "morale"
ENDED: Final = "ended"
PHASE_NAMES: Final = {
    MARKERS: "Set-up: objective markers",
    ZONES: "Set-up: deployment zones",
    DEPLOYMENT: "Set-up: deployment",
    FIRST_TURN: "Set-up: first turn",
    COMMAND: "Command phase",
    MOVEMENT: "Movement phase",
    REINFORCEMENTS: "Movement phase: reinforcements",
    PSYCHIC: "Psychic phase",
    SHOOTING: "Shooting phase",
    CHARGE: "Charge phase",
    HEROICS: "Charge phase: heroic interventions",
    FIGHT: "Fight phase",
    MORALE: "Morale phase",
    ENDED: "Battle over",
}


class Effect:
    """Something that lasts: a psychic power, an order, smoke. It ends when its owner's phase `until` begins.

    `about` is the model it is on, "" for the whole army of its owner; `amount` is the number in it.
    """

    __slots__ = ("about", "amount", "key", "owner", "sum", "until")

    def __init__(self, key: str, about: str, owner: int, until: str, amount: int = 0) -> None:
        self.key: Final[str] = key
        self.about: Final[str] = about
        self.owner: Final[int] = owner
        self.until: Final[str] = until
        self.amount: Final[int] = amount
        self.sum: Final[tuple[str, str, int, str, int]] = (key, about, owner, until, amount)
        """All of it."""

    def facts(self) -> list[Any]:
        return list(self.sum)


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Model:
    """One model, which is a unit of its own: profile, place, wounds and what it did this turn. Bases are replaced."""

    __slots__ = (
        "key", "name", "label", "seat", "profile", "warlord", "base", "fate", "wounds", "moved", "flags", "aboard",
        "charge_targets", "used_up", "powers_tried", "denies_tried", "orders_given",
    )  # fmt: skip

    def __init__(self, key: str, name: str, seat: int, profile: ModelProfile, warlord: bool, label: str = "") -> None:
        self.key = key
        self.name = name
        self.label = label
        self.seat = seat
        self.profile = profile
        self.warlord = warlord
        self.base = Base(key, 0.0, 0.0, profile.radius, 0.0, profile.height)
        self.fate = WAITING
        self.wounds = profile.wounds
        self.moved = NOT_MOVED
        self.flags = 0
        self.aboard = ""
        """The TRANSPORT it is embarked in."""
        self.charge_targets: tuple[str, ...] = ()
        """The models it declared its charge of this turn against."""
        self.used_up: tuple[str, ...] = ()
        """Weapons and abilities that it can use once per battle, used."""
        self.powers_tried = 0
        self.denies_tried = 0
        self.orders_given = 0

    def copy(self) -> Model:
        twin = Model.__new__(Model)
        twin.key = self.key
        twin.name = self.name
        twin.label = self.label
        twin.seat = self.seat
        twin.profile = self.profile
        twin.warlord = self.warlord
        twin.base = self.base
        twin.fate = self.fate
        twin.wounds = self.wounds
        twin.moved = self.moved
        twin.flags = self.flags
        twin.aboard = self.aboard
        twin.charge_targets = self.charge_targets
        twin.used_up = self.used_up
        twin.powers_tried = self.powers_tried
        twin.denies_tried = self.denies_tried
        twin.orders_given = self.orders_given
        return twin

    @property
    def on_table(self) -> bool:
        return self.fate == ON_TABLE

    @property
    def alive(self) -> bool:
        """Not destroyed, wherever it is."""
        return self.fate != DESTROYED

    @property
    def row(self) -> DamageRow:
        return self.profile.row(self.wounds)

    @property
    def has_moved(self) -> bool:
        """Counts as having moved this turn: a move of more than 0", an arrival or disembarking."""
        if self.flags & (DISEMBARKED | LEFT_A_WRECK | REPOSITIONED):
            return True
        if self.moved == ADVANCED:
            return not self.flags & ADVANCED_NOWHERE
        return self.moved >= NORMAL_MOVE

    @property
    def is_below_half_strength(self) -> bool:
        """Outside the Morale phase: fewer than half of its Wounds left."""
        return self.wounds * 2 < self.profile.wounds

    def did(self, flag: int) -> bool:
        return bool(self.flags & flag)

    def facts(self) -> list[Any]:
        base = self.base
        return [
            self.key, self.profile.key, self.warlord, base.x, base.y, base.elevation, self.fate, self.wounds, self.moved,
            self.flags, self.aboard, list(self.charge_targets), list(self.used_up),
            [self.powers_tried, self.denies_tried, self.orders_given],
        ]  # fmt: skip

    def __repr__(self) -> str:
        return f"Model({self.key}, {FATES[self.fate]}, {self.wounds} wounds)"


class Side:
    """One player's army as it was mustered. Never changed."""

    __slots__ = ("command_points", "faction", "key", "name", "starting_models")

    def __init__(self, key: str, name: str, faction: str, starting_models: int, command_points: int) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.faction: Final[str] = faction
        self.starting_models: Final[int] = starting_models
        """Models at the end of Muster Armies: what half-strength is measured against."""
        self.command_points: Final[int] = command_points


Pair = tuple[int, int]
NOBODY_YET: Final[tuple[int, int, int]] = (-1, -1, -1)
Names = tuple[str, ...]


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Battle(State):
    """The state of a game of 40k Vanguard."""

    __slots__ = (
        "field", "mission", "stratagems", "sides", "quick_markers", "phase", "round", "turn", "first", "setter",
        "zones", "markers", "models", "places", "command_points", "points", "destroyed_this_turn", "stratagems_used",
        "bravery_used", "powers_attempted", "smites", "effects", "to_return", "pools", "overheated", "fight_turns", "step",
        "counter", "reason", "reason_clause", "winner",
    )  # fmt: skip

    def __init__(
        self, field: Battlefield, mission: Mission, stratagems: dict[str, Stratagem], sides: tuple[Side, Side]
    ) -> None:
        super().__init__()
        self.field = field
        self.mission = mission
        self.stratagems = stratagems
        self.sides = sides
        self.quick_markers = False
        """Do markers lie where the map has them, instead of being placed in turn?"""
        self.phase = MARKERS
        self.round = 0
        self.turn = 0
        """Whose turn it is."""
        self.first = 0
        """Who has the first turn of every round."""
        self.setter = -1
        """Who places the next marker or deploys the next model."""
        self.zones: Pair = (-1, -1)
        """The number of each player's deployment zone."""
        self.markers: tuple[Point, ...] = ()
        self.models: list[Model] = []
        self.places: dict[str, int] = {}
        """Where each key stands in `models`; shared by all copies."""
        self.command_points: Pair = (sides[0].command_points, sides[1].command_points)
        self.points: Pair = (0, 0)
        self.destroyed_this_turn: Pair = (0, 0)
        self.stratagems_used: tuple[Names, Names] = ((), ())
        """Stratagems each player used this phase."""
        self.bravery_used: Pair = (0, 0)
        """Stratagems that can be used once per battle, used."""
        self.powers_attempted: tuple[Names, Names] = ((), ())
        """Powers attempted this battle round; an attempt at Smite with the model that made it."""
        self.smites: Pair = (0, 0)
        """Attempts at Smite this phase."""
        self.effects: tuple[Effect, ...] = ()
        self.to_return: tuple[str, ...] = ()
        """Models destroyed by attacks this phase that their Reanimation Protocols may bring back."""
        self.pools: tuple[tuple[int, str, int], ...] = ()
        """Reanimation dice this phase: player, Unit Name, how many."""
        self.overheated: Names = ()
        """Weapons of the model whose attacks are being resolved that will harm it when they are."""
        self.fight_turns: tuple[int, int, int] = NOBODY_YET
        """Who selects the next model in each group of the Fight phase; -1 for one that has not begun."""
        self.step = 0
        """What of the phase is done: phases count their own steps."""
        self.counter = -1
        """Who may use Counter-Offensive now, because an enemy has just fought; -1 for nobody."""
        self.reason = ""
        self.reason_clause = ""
        self.winner = -1

    def copy(self) -> Battle:
        twin = Battle.__new__(Battle)
        twin.events = []
        twin.field = self.field
        twin.mission = self.mission
        twin.stratagems = self.stratagems
        twin.sides = self.sides
        twin.quick_markers = self.quick_markers
        twin.phase = self.phase
        twin.round = self.round
        twin.turn = self.turn
        twin.first = self.first
        twin.setter = self.setter
        twin.zones = self.zones
        twin.markers = self.markers
        twin.models = [model.copy() for model in self.models]
        twin.places = self.places
        twin.command_points = self.command_points
        twin.points = self.points
        twin.destroyed_this_turn = self.destroyed_this_turn
        twin.stratagems_used = self.stratagems_used
        twin.bravery_used = self.bravery_used
        twin.powers_attempted = self.powers_attempted
        twin.smites = self.smites
        twin.effects = self.effects
        twin.to_return = self.to_return
        twin.pools = self.pools
        twin.overheated = self.overheated
        twin.fight_turns = self.fight_turns
        twin.step = self.step
        twin.counter = self.counter
        twin.reason = self.reason
        twin.reason_clause = self.reason_clause
        twin.winner = self.winner
        return twin

    def facts(self) -> Any:
        return {
            "map": self.field.map.key,
            "armies": [side.key for side in self.sides],
            "quick markers": self.quick_markers,
            "phase": [self.phase, self.round, self.turn, self.first, self.setter, self.step],
            "zones": list(self.zones),
            "markers": [list(marker) for marker in self.markers],
            "models": [model.facts() for model in self.models],
            "command points": list(self.command_points),
            "points": list(self.points),
            "destroyed this turn": list(self.destroyed_this_turn),
            "stratagems": [[list(used) for used in self.stratagems_used], list(self.bravery_used)],
            "powers": [[list(tried) for tried in self.powers_attempted], list(self.smites)],
            "effects": [effect.facts() for effect in self.effects],
            "reanimation": [list(self.to_return), [list(pool) for pool in self.pools]],
            "fight": [list(self.fight_turns), self.counter],
            "end": [self.reason, self.winner],
        }

    def position(self) -> Any:
        """What an attack or a power can change: wounds, who is where, Command points, what was used, who returns."""
        return (
            self.command_points, self.stratagems_used, self.bravery_used, self.destroyed_this_turn, self.to_return, self.pools,
            self.overheated, self.powers_attempted, self.smites, tuple([effect.sum for effect in self.effects]),
            tuple([
                (
                    it.wounds, it.fate, it.flags, it.used_up, it.aboard, it.moved, it.charge_targets, it.denies_tried, it.powers_tried,
                    it.base.x, it.base.y, it.base.elevation,
                )
                for it in self.models
            ]),
        )  # fmt: skip

    def is_being_set_up(self) -> bool:
        return self.round == 0

    def stage(self) -> str:
        return f"round {self.round}, turn {self.turn}"

    def stage_told(self) -> str:
        return f"round {self.round}, turn of {self.army_name(self.turn)}"

    # -- looking around ---------------------------------------------------------------------------------------------------

    def __getitem__(self, key: str) -> Model:
        return self.models[self.places[key]]

    def sees(self, viewer: Base, target: Model) -> bool:
        """Is a model visible from a base (core.visibility.true-line-of-sight, core.terrain.obscuring)?"""
        return self.field.sees(viewer, target.base, target.profile.towers)

    def of(self, seat: int) -> list[Model]:
        """The models of a player on the battlefield, in the order of the army."""
        return [model for model in self.models if model.seat == seat and model.fate == ON_TABLE]

    def enemies_of(self, seat: int) -> list[Model]:
        return [model for model in self.models if model.seat != seat and model.fate == ON_TABLE]

    def survivors(self, seat: int) -> int:
        """Models not destroyed, in reserve and embarked ones included."""
        return len([model for model in self.models if model.seat == seat and model.fate != DESTROYED])

    def destroyed_armies(self) -> list[int]:
        """The players none of whose models is left: the battle is over (core.mission.battle-ends)."""
        return [seat for seat in (0, 1) if not self.survivors(seat)]

    def passengers(self, transport: str) -> list[Model]:
        return [model for model in self.models if model.aboard == transport and model.fate == EMBARKED]

    def army_name(self, seat: int) -> str:
        """What the log calls a player."""
        if self.sides[0].name == self.sides[1].name:
            return f"the {SIDES[seat]} {self.sides[seat].name}"
        return self.sides[seat].name

    def zone(self, seat: int) -> tuple[float, float, float, float]:
        return self.field.map.size.zones[self.zones[seat]]

    # -- effects ------------------------------------------------------------------------------------------------------------

    def effect_on(self, key: str, model: str) -> Effect | None:
        for effect in self.effects:
            if effect.key == key and effect.about == model:
                return effect
        return None

    def army_effect(self, key: str, seat: int) -> Effect | None:
        for effect in self.effects:
            if effect.key == key and effect.owner == seat and not effect.about:
                return effect
        return None


def other(seat: int) -> int:
    return 1 - seat
