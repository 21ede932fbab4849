"""The state: units with their figures, the two army boards, tokens on the battlefield, the bag and the activation in progress."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.state import State
from vanguard.rulebooks.normandy.ground import DISTANCE, Ground, shown
from vanguard.rulebooks.normandy.profiles import CardSide, Content, UnitCard

GONE: Final[int] = -1
"""In place of a figure's hex: removed, or not on the battlefield yet."""
COMING: Final[int] = -2
"""In place of a figure's hex: about to come in, while its unit deploys."""

SOUTH: Final[int] = 0
NORTH: Final[int] = 1
BY_TRANSPORT: Final[int] = 1
BY_PARATROOP: Final[int] = 2


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Unit:
    """A recruited unit card and its figures. `hexes` has one entry per figure of the full unit, GONE where there is none."""

    __slots__ = (
        "about", "activated", "arrived", "card", "color", "damage", "deployed", "face", "figures", "hexes", "hidden",
        "key", "pins", "side", "title", "veteran",
    )  # fmt: skip

    def __init__(self, key: str, side: int, card: UnitCard, title: str) -> None:
        self.key = key
        self.side = side
        self.card = card
        self.title = title
        self.face: CardSide = card.normal
        self.veteran = False
        self.deployed = False
        self.hexes: tuple[int, ...] = (GONE,) * card.size
        self.pins = 0
        self.damage = 0
        self.hidden = ""
        """The token on the card that makes the unit Hidden: `smoke`, `sandbag` or none."""
        self.activated = False
        self.arrived = 0
        """How it came this round, where that forbids something: BY_TRANSPORT, BY_PARATROOP or 0."""
        self.color = ""
        self.figures: tuple[str, ...] = (
            (key,) if card.size == 1 else tuple([f"{key}.{i + 1}" for i in range(card.size)])
        )
        self.about: tuple[str, ...] = self.figures if card.size == 1 else (key, *self.figures)

    def copy(self) -> Unit:
        twin = Unit.__new__(Unit)
        twin.key = self.key
        twin.side = self.side
        twin.card = self.card
        twin.title = self.title
        twin.face = self.face
        twin.veteran = self.veteran
        twin.deployed = self.deployed
        twin.hexes = self.hexes
        twin.pins = self.pins
        twin.damage = self.damage
        twin.hidden = self.hidden
        twin.activated = self.activated
        twin.arrived = self.arrived
        twin.color = self.color
        twin.figures = self.figures
        twin.about = self.about
        return twin

    @property
    def mechanized(self) -> bool:
        return self.card.mechanized

    def places(self) -> list[int]:
        """The hexes of the figures that stand on the battlefield."""
        return [hex for hex in self.hexes if hex >= 0]

    def standing(self) -> list[int]:
        """The numbers of the figures that are left, counted from 0."""
        if not self.deployed:
            return list(range(len(self.hexes)))
        return [i for i, hex in enumerate(self.hexes) if hex != GONE]

    def placed(self) -> list[int]:
        """The numbers of the figures on the battlefield, also of a unit that is just being deployed."""
        return [i for i, hex in enumerate(self.hexes) if hex >= 0]

    def health_left(self) -> int:
        return self.face.health * len(self.standing()) - self.damage

    def facts(self) -> list[Any]:
        return [
            self.key, self.side, self.card.key, self.veteran, self.deployed, list(self.hexes), self.pins, self.damage,
            self.hidden, self.activated, self.arrived, self.color,
        ]  # fmt: skip


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class ArmyBoard:
    """One player's army board, cards and dial."""

    __slots__ = (
        "command", "drawn", "effects", "faction", "played", "requisition", "strain", "supply", "underdogs", "vp",
    )  # fmt: skip

    def __init__(self, faction: str) -> None:
        self.faction = faction
        self.requisition = 0
        self.supply = 1
        self.command = 0
        self.strain = 0
        self.vp = 0
        self.underdogs: tuple[str, ...] = ()
        self.drawn = ""
        """The Underdog card to be played or discarded in the next Planning Phase."""
        self.played = ""
        """The Underdog card played this round."""
        self.effects: tuple[tuple[str, int], ...] = ()
        """What the played Underdog ability gives this round, by name and amount."""

    def copy(self) -> ArmyBoard:
        twin = ArmyBoard.__new__(ArmyBoard)
        twin.faction = self.faction
        twin.requisition = self.requisition
        twin.supply = self.supply
        twin.command = self.command
        twin.strain = self.strain
        twin.vp = self.vp
        twin.underdogs = self.underdogs
        twin.drawn = self.drawn
        twin.played = self.played
        twin.effects = self.effects
        return twin

    def effect(self, name: str) -> int:
        """The amount of an Underdog effect in force, 0 if it is not."""
        for known, amount in self.effects:
            if known == name:
                return amount
        return 0

    def facts(self) -> list[Any]:
        return [
            self.faction, self.requisition, self.supply, self.command, self.strain, self.vp, list(self.underdogs),
            self.drawn, self.played, [list(effect) for effect in self.effects],
        ]  # fmt: skip


class Activation:
    """The activation in progress: immutable, replaced at every step."""

    __slots__ = ("commands", "points", "roads", "spent", "unit")

    def __init__(
        self,
        unit: str,
        points: int,
        spent: bool = False,
        commands: tuple[str, ...] = (),
        roads: tuple[str, ...] = (),
    ) -> None:
        self.unit: Final = unit
        self.points: Final = points
        self.spent: Final = spent
        """Whether any action point has been spent."""
        self.commands: Final = commands
        """The command actions used, by name."""
        self.roads: Final = roads
        """The vehicles that have used the road bonus."""

    def facts(self) -> list[Any]:
        return [self.unit, self.points, self.spent, list(self.commands), list(self.roads)]


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Battle(State):
    """Everything on the table. `edges[seat]` is SOUTH for the blue player and NORTH for the red one."""

    __slots__ = (
        "activation", "airstrikes", "airstrikes_left", "bag", "boards", "content", "control", "edges", "first_token", "flaks",
        "gates", "ground", "mines", "phase", "round", "units", "weather", "weather_deck", "weather_tokens",
    )  # fmt: skip

    def __init__(
        self, content: Content, ground: Ground | None, boards: tuple[ArmyBoard, ArmyBoard], edges: tuple[int, int]
    ) -> None:
        super().__init__()
        self.content = content
        self.ground: Ground | None = ground
        self.boards = boards
        self.edges = edges
        self.round = 1
        self.phase = "setup"
        self.units: dict[str, Unit] = {}
        self.control: tuple[int, ...] = (-1,) * 9
        """Who controls each sector, -1 while it is neutral."""
        self.weather = content.first_weather
        self.weather_deck: tuple[str, ...] = tuple([key for key in content.weathers if key != content.first_weather])
        """The cards of the face-down deck; their order is decided when one is drawn."""
        self.weather_tokens: tuple[int, ...] = content.board.weather_tokens
        """The VP tokens left, the active one first."""
        self.bag: tuple[int, int] = (0, 0)
        self.first_token = -1
        """Whose token counts as the first one drawn, -1 for nobody's."""
        self.mines: tuple[tuple[int, int], ...] = ()
        self.flaks: tuple[tuple[int, int], ...] = ()
        self.gates: tuple[tuple[int, int], ...] = ()
        self.airstrikes: tuple[tuple[int, int], ...] = ()
        """Minefield, Flak 88, Belgian Gate and Airstrike tokens as (hex, who placed it), in order of placement."""
        self.airstrikes_left = content.board.airstrikes
        self.activation: Activation | None = None

    def copy(self) -> Battle:
        twin = Battle.__new__(Battle)
        twin.events = []
        twin.content = self.content
        twin.ground = self.ground
        twin.boards = (self.boards[0].copy(), self.boards[1].copy())
        twin.edges = self.edges
        twin.round = self.round
        twin.phase = self.phase
        twin.units = {key: unit.copy() for key, unit in self.units.items()}
        twin.control = self.control
        twin.weather = self.weather
        twin.weather_deck = self.weather_deck
        twin.weather_tokens = self.weather_tokens
        twin.bag = self.bag
        twin.first_token = self.first_token
        twin.mines = self.mines
        twin.flaks = self.flaks
        twin.gates = self.gates
        twin.airstrikes = self.airstrikes
        twin.airstrikes_left = self.airstrikes_left
        twin.activation = self.activation
        return twin

    def is_being_set_up(self) -> bool:
        return self.round == 0

    def stage(self) -> str:
        return f"round {self.round}"

    def facts(self) -> Any:
        return {
            "tiles": list(self.ground.tiles) if self.ground is not None else [],
            "edges": list(self.edges),
            "round": self.round,
            "phase": self.phase,
            "boards": [board.facts() for board in self.boards],
            "units": [unit.facts() for unit in self.units.values()],
            "control": list(self.control),
            "weather": [self.weather, list(self.weather_deck), list(self.weather_tokens)],
            "bag": [*self.bag, self.first_token],
            "tokens": [
                [list(token) for token in tokens] for tokens in (self.mines, self.flaks, self.gates, self.airstrikes)
            ],
            "airstrikes_left": self.airstrikes_left,
            "activation": self.activation.facts() if self.activation is not None else None,
        }

    # -- looking around -----------------------------------------------------------------------------------------------------

    def field(self) -> Ground:
        """The laid out battlefield."""
        assert self.ground is not None, "the tiles have not been laid out yet"
        return self.ground

    def units_of(self, side: int) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.side == side]

    def deployed_of(self, side: int) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.side == side and unit.deployed]

    def holds_figure(self, hex: int) -> bool:
        for unit in self.units.values():
            if hex in unit.hexes:
                return True
        return False

    def occupants(self) -> dict[int, Unit]:
        """Which unit has a figure in a hex."""
        found: dict[int, Unit] = {}
        for unit in self.units.values():
            if unit.deployed:
                for hex in unit.hexes:
                    if hex >= 0:
                        found[hex] = unit
        return found

    def headquarters(self, side: int) -> Unit | None:
        """The player's HQ if it is on the battlefield."""
        for unit in self.units.values():
            if unit.side == side and unit.card.type == "HQ" and unit.deployed:
                return unit
        return None

    def is_hidden(self, unit: Unit) -> bool:
        """Hidden by a token, by an innate ability, or by a fortification that holds one of its figures."""
        if unit.hidden or unit.face.camouflage:
            return True
        if unit.card.mechanized:
            return False
        fortified = self.field().fortified
        for hex in unit.hexes:
            if hex >= 0 and fortified[hex]:
                return True
        return False

    def two_sided_left(self) -> int:
        """Minefield/Sandbag tokens left in the pool."""
        sandbags = sum([unit.hidden == "sandbag" for unit in self.units.values()])
        return self.content.board.minefield_or_sandbag - len(self.mines) - sandbags

    def flak_or_gate_left(self) -> int:
        return self.content.board.flak_or_gate - len(self.flaks) - len(self.gates)


def range_between(a: Unit, b: Unit) -> int:
    """The shortest distance from any figure of one unit to any figure of the other."""
    best = 99
    for here in a.hexes:
        if here >= 0:
            row = DISTANCE[here]
            for there in b.hexes:
                if there >= 0 and row[there] < best:
                    best = row[there]
    return best


def range_to(unit: Unit, hex: int) -> int:
    """The shortest distance from any figure of the unit to a hex."""
    row = DISTANCE[hex]
    return min([row[here] for here in unit.hexes if here >= 0])


def token_at(tokens: tuple[tuple[int, int], ...], hex: int) -> int:
    """Who placed the token in a hex, -1 if there is none."""
    for place, owner in tokens:
        if place == hex:
            return owner
    return -1


def without(tokens: tuple[tuple[int, int], ...], hex: int) -> tuple[tuple[int, int], ...]:
    return tuple([token for token in tokens if token[0] != hex])


def marker_key(kind: str, hex: int) -> str:
    return f"{kind} {shown(hex)}"
