"""What is on the table: models with their counters, the two players' pools, the round, and the activation going on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.attacks.purses import StateWithPurses
from vanguard.core.refusals import Refused
from vanguard.geometry.measuring import gap
from vanguard.geometry.shapes import Base

if TYPE_CHECKING:
    from vanguard.rulebooks.killteam_vanguard.battlefield import Battlefield
    from vanguard.rulebooks.killteam_vanguard.profiles import Profile
    from vanguard.rulebooks.killteam_vanguard.scenarios import Scenario

TOLERANCE: Final = 0.01
"""The one tolerance: within n is n + 0.01 at most, contact is 0.01 at most, overlap is more than 0.01."""

# The steps between which the game rests, in the order of the book.
SIDES_ROLL: Final = "deployment roll-off"
DEPLOY: Final = "deployment"
FIRST_TURN_ROLL: Final = "first-turn roll-off"
START_PHASE: Final = "start phase"
TURN: Final = "turn"
ACTIVATION: Final = "activation"
AFTER_ACTIVATION: Final = "after activation"
END_PHASE: Final = "end phase"
SCORING: Final = "scoring"
GAME_OVER: Final = "game over"

WAITING: Final = 0
IN_PLAY: Final = 1
REMOVED: Final = 2

COLOURS: Final = ("Blue", "Red")


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Model(Base):
    """A model of a warband: where it stands, its wounds and its counters."""

    __slots__ = (
        "profile", "side", "name", "label", "place", "wounds", "activated", "fatigued", "knocked_down", "toxin", "fire",
        "charms_used", "repaired",
    )  # fmt: skip

    def __init__(self, key: str, profile: Profile, side: int, name: str, label: str) -> None:
        super().__init__(key, 0.0, 0.0, profile.radius, 0.0, profile.height, profile.body_radius)
        self.profile: Profile = profile
        self.side: int = side
        self.name: str = name
        self.label: str = label
        self.place: int = WAITING
        self.wounds: int = profile.wounds
        self.activated: bool = False
        self.fatigued: bool = False
        self.knocked_down: bool = False
        self.toxin: bool = False
        self.fire: bool = False
        self.charms_used: tuple[str, ...] = ()
        """The abilities whose once-per-Round re-roll is spent (Lucky Charm, Foresight)."""
        self.repaired: bool = False

    def copy(self) -> Model:
        twin: Model = Model.__new__(Model)
        twin.key = self.key
        twin.x = self.x
        twin.y = self.y
        twin.radius = self.radius
        twin.elevation = self.elevation
        twin.height = self.height
        twin.body_radius = self.body_radius
        twin.facing = None
        twin.profile = self.profile
        twin.side = self.side
        twin.name = self.name
        twin.label = self.label
        twin.place = self.place
        twin.wounds = self.wounds
        twin.activated = self.activated
        twin.fatigued = self.fatigued
        twin.knocked_down = self.knocked_down
        twin.toxin = self.toxin
        twin.fire = self.fire
        twin.charms_used = self.charms_used
        twin.repaired = self.repaired
        return twin

    @property
    def in_play(self) -> bool:
        return self.place == IN_PLAY

    @property
    def standing(self) -> bool:
        return not self.knocked_down

    @property
    def reach(self) -> float:
        """Its engagement range, negative without a melee attack."""
        return self.profile.reach

    def facts(self) -> list[Any]:
        return [
            self.key, self.profile.key, self.side, self.place, self.x, self.y, self.elevation, self.wounds,
            self.activated, self.fatigued, self.knocked_down, self.toxin, self.fire, list(self.charms_used),
            self.repaired,
        ]  # fmt: skip


def fielded(key: str, profile: Profile, side: int, name: str, label: str) -> Model:
    """A model of a warband, not deployed yet. Compiled, only compiled code may call the class itself."""
    return Model(key, profile, side, name, label)


class Activation:
    """The activation going on: what the active model has done in it and what it still may do."""

    __slots__ = (
        "model", "again", "began_fatigued", "must_stand", "actions", "longs", "shorts", "fatigue_used", "aimed",
        "focused", "steady", "moved", "frightened_of", "fell_back",
    )  # fmt: skip

    def __init__(self, model: str, again: bool, began_fatigued: bool, must_stand: bool) -> None:
        self.model: str = model
        self.again: bool = again
        """A re-activation."""
        self.began_fatigued: bool = began_fatigued
        self.must_stand: bool = must_stand
        self.actions: tuple[str, ...] = ()
        self.longs: int = 0
        self.shorts: int = 0
        self.fatigue_used: bool = False
        self.aimed: bool = False
        self.focused: bool = False
        self.steady: bool = False
        self.moved: bool = False
        """It performed a movement action."""
        self.frightened_of: tuple[str, ...] = ()
        """Models it may not charge in this activation after a failed nerve test."""
        self.fell_back: bool = False

    def copy(self) -> Activation:
        twin = Activation(self.model, self.again, self.began_fatigued, self.must_stand)
        twin.actions = self.actions
        twin.longs = self.longs
        twin.shorts = self.shorts
        twin.fatigue_used = self.fatigue_used
        twin.aimed = self.aimed
        twin.focused = self.focused
        twin.steady = self.steady
        twin.moved = self.moved
        twin.frightened_of = self.frightened_of
        twin.fell_back = self.fell_back
        return twin

    @property
    def one_short_action_only(self) -> bool:
        return self.again or self.began_fatigued

    def sum(self) -> tuple[Any, ...]:
        """All of it."""
        return (
            self.model, self.again, self.began_fatigued, self.must_stand, self.actions, self.longs, self.shorts,
            self.fatigue_used, self.aimed, self.focused, self.steady, self.moved, self.frightened_of, self.fell_back,
        )  # fmt: skip

    def facts(self) -> list[Any]:
        return [list(it) if isinstance(it, tuple) else it for it in self.sum()]


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Battle(StateWithPurses):
    """One game of Kill Team Vanguard."""

    __slots__ = (
        "field", "scenario", "models", "index", "step", "round", "rounds", "turn_player", "first_player", "zones",
        "pass_tokens", "finished", "broken", "starting_models", "victory_points", "activation",
        "earlier_active", "leader_bounty_paid", "reason", "seen", "exposed",
    )  # fmt: skip

    def __init__(self, field: Battlefield, scenario: Scenario, models: list[Model]) -> None:
        super().__init__((0, 0))
        self.field: Battlefield = field
        self.scenario: Scenario = scenario
        self.models: list[Model] = models
        self.index: dict[str, int] = {model.key: i for i, model in enumerate(models)}
        self.step: str = SIDES_ROLL
        self.round: int = 0
        self.rounds: int = scenario.rounds
        self.turn_player: int = 0
        self.first_player: int = 0
        self.zones: list[int] = [0, 1]
        """Which side of the table each seat has: 0 for the scenario's first zone (south), 1 for its second."""
        self.pass_tokens: list[int] = [0, 0]
        self.finished: list[int] = []
        """The seats that are finished this Round, in the order of declaring."""
        self.broken: list[bool] = [False, False]
        self.starting_models: tuple[int, int] = (
            len([model for model in models if model.side == 0]),
            len([model for model in models if model.side == 1]),
        )
        self.victory_points: list[int] = [0, 0]
        self.activation: Activation | None = None
        self.earlier_active: str = ""
        """The model whose activation a Follow Up followed, or may follow; empty at the start of a Turn."""
        self.leader_bounty_paid: list[bool] = [False, False]
        """Has this seat's leader been removed (its opponent scores for that once per game)?"""
        self.reason: str = ""
        self.seen: dict[tuple[str, str], bool] = {}
        self.exposed: dict[tuple[str, str], int] = {}
        """Verdicts on sight, kept until something on the table changes."""

    def copy(self) -> Battle:
        twin: Battle = Battle.__new__(Battle)
        twin.events = []
        twin.field = self.field
        twin.scenario = self.scenario
        twin.models = [model.copy() for model in self.models]
        twin.index = self.index
        twin.step = self.step
        twin.round = self.round
        twin.rounds = self.rounds
        twin.turn_player = self.turn_player
        twin.first_player = self.first_player
        twin.zones = self.zones[:]
        twin._points = self._points
        twin._seats_seen = 0
        twin.pass_tokens = self.pass_tokens[:]
        twin.finished = self.finished[:]
        twin.broken = self.broken[:]
        twin.starting_models = self.starting_models
        twin.victory_points = self.victory_points[:]
        activation = self.activation
        twin.activation = None if activation is None else activation.copy()
        twin.earlier_active = self.earlier_active
        twin.leader_bounty_paid = self.leader_bounty_paid[:]
        twin.reason = self.reason
        twin.seen = self.seen.copy()
        twin.exposed = self.exposed.copy()
        return twin

    def position_without_points(self) -> Any:
        """What an attack can change but for command points: wounds, counters, where models stand, what the active one may still do."""
        activation = self.activation
        return (
            None if activation is None else activation.sum(),
            tuple([
                (it.wounds, it.place, it.knocked_down, it.fatigued, it.charms_used, it.toxin, it.fire, it.x, it.y)
                for it in self.models
            ]),
        )  # fmt: skip

    def is_being_set_up(self) -> bool:
        return self.round == 0

    def stage(self) -> str:
        return f"round {self.round}"

    def facts(self) -> Any:
        activation = self.activation
        return {
            "field": self.field.key,
            "scenario": self.scenario.key,
            "models": [model.facts() for model in self.models],
            "step": self.step,
            "round": self.round,
            "rounds": self.rounds,
            "turn": self.turn_player,
            "first": self.first_player,
            "zones": self.zones,
            "command points": list(self.command_points),
            "pass tokens": self.pass_tokens,
            "finished": self.finished,
            "broken": self.broken,
            "victory points": self.victory_points,
            "activation": None if activation is None else activation.facts(),
            "earlier active": self.earlier_active,
            "bounty": self.leader_bounty_paid,
            "reason": self.reason,
        }

    def forget_sight(self) -> None:
        """Something changed place or height: what was known of sight no longer holds."""
        if self.seen:
            self.seen = {}
        if self.exposed:
            self.exposed = {}

    # -- who is there -----------------------------------------------------------------------------------------------------

    def __getitem__(self, key: str) -> Model:
        return self.models[self.index[key]]

    def name_of(self, key: str) -> str:
        """A model by its name; anything else is called what it is called."""
        at = self.index.get(key)
        return key if at is None else self.models[at].name

    def find(self, key: str) -> Model:
        """The model of that key; an unknown one is refused by name."""
        found = self.index.get(key)
        if found is None:
            raise Refused(f"there is no model {key!r:.60}")
        return self.models[found]

    def of_side(self, side: int) -> list[Model]:
        """The side's models in play, in the order of its list."""
        return [model for model in self.models if model.side == side and model.place == IN_PLAY]

    def enemies_of(self, model: Model) -> list[Model]:
        side = model.side
        return [other for other in self.models if other.side != side and other.place == IN_PLAY]

    def friends_of(self, model: Model) -> list[Model]:
        """The other models of its side in play."""
        side = model.side
        return [other for other in self.models if other.side == side and other.place == IN_PLAY and other is not model]

    def everybody(self) -> list[Model]:
        return [model for model in self.models if model.place == IN_PLAY]

    def leader_of(self, side: int) -> Model | None:
        for model in self.models:
            if model.side == side and model.profile.leader:
                return model
        return None

    def has_models(self, side: int) -> bool:
        for model in self.models:
            if model.side == side and model.place == IN_PLAY:
                return True
        return False

    def active_model(self) -> Model | None:
        activation = self.activation
        return None if activation is None else self[activation.model]

    def is_falling_back(self, model: Model) -> bool:
        """No special abilities may be used on it in this activation."""
        activation = self.activation
        return activation is not None and activation.fell_back and activation.model == model.key

    def colour(self, side: int) -> str:
        return COLOURS[side]


def battle_on(field: Battlefield, scenario: Scenario, models: list[Model]) -> Battle:
    """A battle before its deployment. Compiled, only compiled code may call the class itself."""
    return Battle(field, scenario, models)


def within(a: Base, b: Base, limit: float) -> bool:
    """Is the gap between the two bases at most the limit?"""
    return gap(a, b) <= limit + TOLERANCE


def plain_number(value: float) -> str:
    """`6`, `4.5`: a number as a card prints it."""
    whole = int(value)
    return str(whole) if whole == value else f"{value:g}"
