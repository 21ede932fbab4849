"""The battle: everything on and beside the killzone between two actions."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.attacks.purses import StateWithPurses
from vanguard.geometry.shapes import Base, Point
from vanguard.rulebooks.killteam_lite.killzone import Killzone
from vanguard.rulebooks.killteam_lite.profiles import Datacard, KillTeam, MissionCard

ENGAGE: Final = "Engage"
CONCEAL: Final = "Conceal"

WAITING: Final = 0
IN_PLAY: Final = 1
INCAPACITATED: Final = 2
EXITED: Final = 3
FATES: Final[tuple[str, ...]] = ("waiting", "in play", "incapacitated", "exited")

SIDES: Final[tuple[str, ...]] = ("blue", "red")
TURNING_POINTS: Final = 4
STARTING_COMMAND_POINTS: Final = 2

# The stretches between rests, in the order of the battle.
ROLES: Final = "roles"
BARRICADES: Final = "barricades"
OPERATIVES: Final = "operatives"
INITIATIVE: Final = "initiative"
STRATEGY: Final = "strategy"
FIREFIGHT: Final = "firefight"
ACTIVATION: Final = "activation"
ENDED: Final = "ended"

PHASE_NAMES: Final = {
    ROLES: "Set up",
    BARRICADES: "Set up: barricades",
    OPERATIVES: "Set up: operatives",
    INITIATIVE: "Initiative phase",
    STRATEGY: "Strategy phase",
    FIREFIGHT: "Firefight phase",
    ACTIVATION: "Firefight phase",
    ENDED: "Battle over",
}


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Operative:
    """One model: its datacard, where it stands, its wounds, order and tokens. The base is replaced, never changed."""

    __slots__ = (
        "key", "name", "label", "seat", "card", "base", "fate", "wounds", "order", "ready", "overwatched", "apl_change",
        "used_up", "shielded_by",
    )  # fmt: skip

    def __init__(self, key: str, name: str, seat: int, card: Datacard, base: Base, label: str = "") -> None:
        self.key = key
        self.name = name
        self.label = label
        """What stands on its token: its number among its like, if its name has one."""
        self.seat = seat
        self.card = card
        self.base = base
        self.fate = WAITING
        self.wounds = card.wounds
        self.order = CONCEAL
        self.ready = False
        self.overwatched = False
        """Has it made its Overwatch of this Turning Point?"""
        self.apl_change = 0
        """The sum of the changes in force; it counts as at least -1 and at most +1."""
        self.used_up: tuple[str, ...] = ()
        """Limited weapons it has used this battle."""
        self.shielded_by = ""
        """The Seer whose Veil Shield protects it."""

    def copy(self) -> Operative:
        twin = Operative.__new__(Operative)
        twin.key = self.key
        twin.name = self.name
        twin.label = self.label
        twin.seat = self.seat
        twin.card = self.card
        twin.base = self.base
        twin.fate = self.fate
        twin.wounds = self.wounds
        twin.order = self.order
        twin.ready = self.ready
        twin.overwatched = self.overwatched
        twin.apl_change = self.apl_change
        twin.used_up = self.used_up
        twin.shielded_by = self.shielded_by
        return twin

    @property
    def in_play(self) -> bool:
        return self.fate == IN_PLAY

    @property
    def standing(self) -> bool:
        """In the killzone and not incapacitated; a casualty of a shooting action lies there until the action is over."""
        return self.fate == IN_PLAY and self.wounds > 0

    @property
    def apl(self) -> int:
        """The current APL: all changes added up count as at least -1 and at most +1."""
        return self.card.apl + max(-1, min(1, self.apl_change))

    @property
    def has_lost_half(self) -> bool:
        """Fewer than half of its starting wounds left; exactly half is not injured."""
        return self.wounds * 2 < self.card.wounds

    def facts(self) -> list[Any]:
        base = self.base
        return [
            self.key, self.card.key, base.x, base.y, base.elevation, self.fate, self.wounds, self.order, self.ready,
            self.overwatched, self.apl_change, list(self.used_up), self.shielded_by,
        ]  # fmt: skip

    def __repr__(self) -> str:
        return f"Operative({self.key}, {FATES[self.fate]}, {self.wounds} wounds)"


class PloyInForce:
    """A Strategic Ploy until the end of the Turning Point; `about` names the operative it was used on, if any."""

    __slots__ = ("about", "ploy", "seat")

    def __init__(self, seat: int, ploy: str, about: str = "") -> None:
        self.seat = seat
        self.ploy = ploy
        self.about = about


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Battle(StateWithPurses):
    """The state of a game of Kill Team Lite."""

    __slots__ = (
        "killzone", "mission", "teams", "agreed_defender", "phase", "turning_point", "defender", "edges", "barricades",
        "initiative", "had_initiative", "ploys_used", "ploys_in_force", "turn", "passes",
        "active", "action_points", "performed", "activation_marks", "in_hand", "overwatching", "held", "operatives", "places", "points",
        "relic", "relic_level", "carrier", "destroyed", "reason", "reason_clause", "winner",
    )  # fmt: skip

    def __init__(self, killzone: Killzone, mission: MissionCard, teams: tuple[KillTeam, KillTeam]) -> None:
        super().__init__((STARTING_COMMAND_POINTS, STARTING_COMMAND_POINTS))
        self.killzone = killzone
        self.mission = mission
        self.teams = teams
        self.agreed_defender = -1
        self.phase = ROLES
        self.turning_point = 0
        self.defender = -1
        """The Defender of the set-up; nothing to do with who defends in an attack."""
        self.edges: tuple[str, str] = ("", "")
        """The killzone edge of each seat."""
        self.barricades = 0
        self.initiative = -1
        self.had_initiative = -1
        """Who had the initiative in the previous Turning Point."""
        self.ploys_used: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self.ploys_in_force: tuple[PloyInForce, ...] = ()
        self.turn = -1
        self.passes = 0
        self.active = ""
        self.action_points = 0
        self.performed: tuple[str, ...] = ()
        """The actions performed in this activation."""
        self.activation_marks: tuple[str, ...] = ()
        """What else this activation remembers: a Heavy weapon shot, a Pounce, a Counterblow."""
        self.in_hand = ""
        """The weapon profile selected for the shooting action under way."""
        self.overwatching = False
        self.held: tuple[str, ...] = ()
        """Operatives that can lose no more wounds until the action is over."""
        self.operatives: list[Operative] = []
        self.places: dict[str, int] = {}
        """Where each key stands in `operatives`; shared by all copies."""
        self.points: tuple[int, int] = (0, 0)
        self.relic: Point = (0.0, 0.0)
        self.relic_level = 0.0
        """The elevation at which it lies: its carrier may fall on a platform."""
        self.carrier = ""
        self.destroyed: tuple[str, ...] = ()
        self.reason = ""
        self.reason_clause = ""
        self.winner = -1

    def copy(self) -> Battle:
        twin = Battle.__new__(Battle)
        twin.events = []
        twin.killzone = self.killzone
        twin.mission = self.mission
        twin.teams = self.teams
        twin.agreed_defender = self.agreed_defender
        twin.phase = self.phase
        twin.turning_point = self.turning_point
        twin.defender = self.defender
        twin.edges = self.edges
        twin.barricades = self.barricades
        twin.initiative = self.initiative
        twin.had_initiative = self.had_initiative
        twin._points = self._points
        twin._seats_seen = 0
        twin.ploys_used = self.ploys_used
        twin.ploys_in_force = self.ploys_in_force
        twin.turn = self.turn
        twin.passes = self.passes
        twin.active = self.active
        twin.action_points = self.action_points
        twin.performed = self.performed
        twin.activation_marks = self.activation_marks
        twin.in_hand = self.in_hand
        twin.overwatching = self.overwatching
        twin.held = self.held
        twin.operatives = [operative.copy() for operative in self.operatives]
        twin.places = self.places
        twin.points = self.points
        twin.relic = self.relic
        twin.relic_level = self.relic_level
        twin.carrier = self.carrier
        twin.destroyed = self.destroyed
        twin.reason = self.reason
        twin.reason_clause = self.reason_clause
        twin.winner = self.winner
        return twin

    def facts(self) -> Any:
        return {
            "killzone": self.killzone.map_key,
            "barricades": [[list(point) for point in part.points] for part in self.killzone.barricades],
            "mission": self.mission.key,
            "teams": [team.key for team in self.teams],
            "agreed defender": self.agreed_defender,
            "phase": self.phase,
            "turning point": self.turning_point,
            "defender": self.defender,
            "edges": list(self.edges),
            "initiative": [self.initiative, self.had_initiative],
            "command points": list(self.command_points),
            "ploys used": [list(used) for used in self.ploys_used],
            "ploys in force": [[ploy.seat, ploy.ploy, ploy.about] for ploy in self.ploys_in_force],
            "turn": [self.turn, self.passes],
            "activation": [self.active, self.action_points, list(self.performed), list(self.activation_marks)],
            "shooting": [self.in_hand, self.overwatching, list(self.held)],
            "operatives": [operative.facts() for operative in self.operatives],
            "points": list(self.points),
            "mission pieces": [[*self.relic, self.relic_level], self.carrier, list(self.destroyed)],
            "end": [self.reason, self.winner],
        }

    def position_without_points(self) -> Any:
        """What an attack can change but for Command Points: wounds, who is in play, shields, APL and ploys."""
        return (
            self.ploys_used, self.held,
            tuple([(it.wounds, it.fate, it.apl_change, it.shielded_by) for it in self.operatives]),
        )  # fmt: skip

    def let_go(self) -> None:
        self.killzone.let_go()

    def is_being_set_up(self) -> bool:
        return self.turning_point == 0

    def stage(self) -> str:
        return f"turning point {self.turning_point}"

    # -- looking around ---------------------------------------------------------------------------------------------------

    def operative(self, key: str) -> Operative:
        return self.operatives[self.places[key]]

    def name_of(self, key: str) -> str:
        """An operative by its name; anything else is called what it is called."""
        at = self.places.get(key)
        return key if at is None else self.operatives[at].name

    def __getitem__(self, key: str) -> Operative:
        return self.operatives[self.places[key]]

    def of(self, seat: int) -> list[Operative]:
        """The operatives of a player in the killzone, in the order of the kill team."""
        return [operative for operative in self.operatives if operative.seat == seat and operative.fate == IN_PLAY]

    def enemies_of(self, seat: int) -> list[Operative]:
        return [operative for operative in self.operatives if operative.seat != seat and operative.fate == IN_PLAY]

    def in_play(self) -> list[Operative]:
        return [operative for operative in self.operatives if operative.fate == IN_PLAY]

    def has_ready(self, seat: int) -> bool:
        for operative in self.operatives:
            if operative.ready and operative.seat == seat and operative.fate == IN_PLAY:
                return True
        return False

    def team_name(self, seat: int) -> str:
        """What the log calls a player."""
        if self.teams[0] is self.teams[1]:
            return f"the {SIDES[seat]} {self.teams[seat].name}"
        return f"the {self.teams[seat].name}"

    def ploy_in_force(self, seat: int, ploy: str) -> PloyInForce | None:
        for in_force in self.ploys_in_force:
            if in_force.ploy == ploy and in_force.seat == seat:
                return in_force
        return None

    def is_injured(self, operative: Operative) -> bool:
        """Does it suffer the effects of being injured?"""
        return operative.has_lost_half and self.ploy_in_force(operative.seat, "hold-fast") is None

    def movement_of(self, operative: Operative) -> float:
        """The M characteristic, less 2\" while injured."""
        if not self.is_injured(operative):
            return operative.card.movement
        return max(0.0, operative.card.movement - 2.0)


def other(seat: int) -> int:
    return 1 - seat
