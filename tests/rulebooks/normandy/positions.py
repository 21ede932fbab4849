"""Positions for the Normandy tests: fields drawn as text, units put on hexes, one unit in the middle of its activation.

A picture has one line per row of hexes: the row's number, then a sign per hex, from column 0 or from the `column` given.
Odd rows lie half a hex further east, so they are drawn one blank further right:

    9    .  o  o  .
    10  .  o  1  o  .

A digit is a figure, `o` a hex that can be reached; whatever else the letters of the terrain legend mean.

Whole positions are drawn in the notation all rulebooks share (docs/positions.md):

    position = drawn('''
        blue us-riflemen   a 7,9 8,9  veteran pins=1   # side, card, key, the hexes of its figures, states
        red  de-grenadiers b 7,5      damage=1
        ground w 7,7 8,7                               # a letter of the terrain legend, and where
        minefield red 7,8                              # whose token, and where it lies
        vp 4 7
        active a points=1
    ''')

Blue is the south, red the north. Facts are `vp`, `command`, `requisition`, `strain`, `supply`, `bag`, `round`, `phase`, `weather`,
`active`, `underdog` (who has drawn which card), and the tokens `minefield`, `flak`, `gate` and `airstrike`.
"""

from __future__ import annotations

from typing import Any

from vanguard.core.dice import ScriptedDice
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Place
from vanguard.rulebooks.normandy import rulebook
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.ground import CELLS, HEXES, LEGEND, SIZE, Ground
from vanguard.rulebooks.normandy.profiles import FACTIONS
from vanguard.rulebooks.normandy.setup import start
from vanguard.rulebooks.normandy.state import GONE, Activation, Battle, Unit
from vanguard.rulebooks.normandy.units import give_color, place_card
from vanguard.testing.positions import Line, Position, between, lines_of, named, refuse_repeats

Cell = tuple[int, int]


def signs_of(picture: str, column: int = 0) -> dict[Cell, str]:
    """Every drawn sign by its hex."""
    found: dict[Cell, str] = {}
    for line in picture.strip().splitlines():
        row, *signs = line.split()
        for i, sign in enumerate(signs):
            found[column + i, int(row)] = sign
    return found


def marked(picture: str, column: int = 0) -> set[Cell]:
    """The hexes marked with `o`, alone or behind a terrain or figure sign: `bo` is bocage that can be reached."""
    return {cell for cell, sign in signs_of(picture, column).items() if "o" in sign}


def field(picture: str = "", column: int = 0) -> Ground:
    """Open field but for the terrain signs of the picture; signs that are no terrain (figures, marks) stay open field."""
    terrain = ["."] * HEXES
    for (c, r), sign in signs_of(picture, column).items():
        if sign[0] in "=hHbwv~TF*@^%&$":
            terrain[r * SIZE + c] = sign[0]
    return Ground(("drawn",), "".join(terrain))


def battle_on(ground: Ground | None = None, factions: tuple[str, str] = ("usa", "germany")) -> Battle:
    """The middle of an Activation Phase: seat 0 in the south, nobody on the table, an empty bag, 3 Command each."""
    battle = start(content(), ground if ground is not None else field(), factions, (0, 1))
    battle.units = {}
    battle.phase = "activation"
    for board in battle.boards:
        board.command = 3
    return battle


def put(battle: Battle, card: str, *places: Cell, **changes: Any) -> Unit:
    """A unit of this card on these hexes, or still undeployed if none are given; `veteran=True`, `pins=2` and so on."""
    printed = content().card(card)
    side = 0 if battle.boards[0].faction == printed.faction else 1
    unit = place_card(battle, side, printed)
    if places:
        unit.deployed = True
        hexes = [r * SIZE + c for c, r in places]
        unit.hexes = tuple(hexes + [GONE] * (printed.size - len(hexes)))
        give_color(battle, unit)
    if changes.pop("veteran", False):
        unit.veteran = True
        unit.face = printed.veteran
    for name, value in changes.items():
        assert hasattr(unit, name), name
        setattr(unit, name, value)
    return unit


def activate(battle: Battle, unit: Unit, points: int | None = None, spent: bool = False) -> Game:
    """The game at the question what this unit does next."""
    unit.activated = True
    battle.activation = Activation(unit.key, unit.face.action_points if points is None else points, spent)
    return Game.at(rulebook, battle, ScriptedDice([]))


def at(battle: Battle) -> Game:
    """The game from this resting state on."""
    return Game.at(rulebook, battle, None)


def the(game: Game, key: str) -> Unit:
    """A unit as it is now in a game."""
    battle = game.state
    assert isinstance(battle, Battle)
    return battle.units[key]


def state(game: Game) -> Battle:
    assert isinstance(game.state, Battle)
    return game.state


def places(game: Game, key: str) -> list[Cell]:
    """The hexes of a unit's figures as they stand now."""
    return [CELLS[hex] for hex in the(game, key).places()]


def ends(game: Game) -> set[Cell]:
    """The hexes the figure being moved may end in."""
    question = game.question
    assert isinstance(question, Place), question
    return {tuple(path[-1]) for path in question.candidates()}


def hexes(*around: Cell) -> list[int]:
    return [r * SIZE + c for c, r in around]


def option_keys(game: Game) -> list[str]:
    """All keys of the question asked now, greyed ones too."""
    question = game.question
    assert isinstance(question, Choose), question
    return [option.key for option in question.options]


def answered(game: Game, *answers: Any) -> Game:
    """The game after these answers, dice and draws included; it stops wherever it then asks."""
    for answer in answers:
        game.answer(answer)
    return game


# -- the shared notation ------------------------------------------------------------------------------------------------------

FLAGS = ("veteran", "activated", "undeployed")
HIDDEN = {"smoke": "smoke", "sandbag": "sandbag"}
BOARDS = ("vp", "command", "requisition", "strain", "supply")
TOKENS = ("minefield", "flak", "gate", "airstrike")
PHASES = ("plan", "recruit", "promote", "muster", "activation", "scoring")


class Drawn(Position[Battle]):
    """A game under test whose units have the short keys of their drawing."""

    def __init__(self, battle: Battle, keys: dict[str, str]) -> None:
        super().__init__(Game.at(rulebook, battle, None))
        self.named = keys

    def __getitem__(self, key: str) -> Unit:
        return self.battle.units[self.named[key]]


def drawn(text: str) -> Drawn:
    """The position described, resting at its first question."""
    signs = ["."] * HEXES
    models: list[tuple[Line, int, str]] = []
    facts: list[Line] = []
    for line in lines_of(text):
        if line.kind == "ground":
            _draw_ground(line, signs)
        elif line.is_model:
            models.append((line, line.side(), line.one_of("card", content().cards)))
        else:
            facts.append(line)
    refuse_repeats([line for line in facts if line.kind not in (*TOKENS, "underdog")])
    factions = _factions(models)
    battle = battle_on(Ground(("drawn",), "".join(signs)), factions)
    keys: dict[str, str] = {}
    for line, side, card in models:
        key = line.key(keys)
        keys[key] = _draw_unit(line, battle, side, card)
    for line in facts:
        _say(line, battle, keys)
        line.end()
    return Drawn(battle, keys)


def _factions(models: list[tuple[Line, int, str]]) -> tuple[str, str]:
    """Whom each side fights for, by the cards it has."""
    found = ["", ""]
    for line, side, card in models:
        faction = content().card(card).faction
        if found[1 - side] == faction or found[side] not in ("", faction):
            raise line.fault(f"“{card}” fights for the {FACTIONS[faction]}, not on both sides")
        found[side] = faction
    blue = found[0] or ("usa" if found[1] != "usa" else "germany")
    return blue, "germany" if blue == "usa" else "usa"


def _hex(line: Line) -> int:
    word = line.kind
    column, row = line.amounts("hex", 2)
    if column != int(column) or row != int(row) or not (0 <= column < SIZE and 0 <= row < SIZE):
        raise line.fault(f"“{word}” is no hex: column,row from 0 to {SIZE - 1} is")
    return int(row) * SIZE + int(column)


def _hexes(line: Line) -> list[int]:
    """At least one."""
    found = [_hex(line)] if not line.is_read else []
    while not line.is_read:
        found.append(_hex(line))
    if not found:
        raise line.fault("a hex is missing")
    return found


def _draw_ground(line: Line, signs: list[str]) -> None:
    line.word("ground")
    sign = line.one_of("terrain", LEGEND)
    for hex in _hexes(line):
        if signs[hex] != ".":
            raise line.fault(f"hex {CELLS[hex][0]},{CELLS[hex][1]} is drawn twice")
        signs[hex] = sign


def _draw_unit(line: Line, battle: Battle, side: int, card: str) -> str:
    hexes: list[int] = []
    while not line.is_read and "," in line.kind and "=" not in line.kind:
        hexes.append(_hex(line))
    printed = content().card(card)
    if len(hexes) > printed.size:
        raise line.fault(f"{printed.name} has {printed.size} figures, not {len(hexes)}")
    for hex in hexes:
        if hexes.count(hex) > 1 or hex in battle.occupants():
            raise line.fault(f"two figures stand in hex {CELLS[hex][0]},{CELLS[hex][1]}")
    states = line.states({"pins": between(0), "damage": between(0), "hidden": named(HIDDEN)}, FLAGS)
    if states.pop("undeployed", False) and hexes:
        raise line.fault("a unit has hexes, or is undeployed")
    health = (printed.veteran if "veteran" in states else printed.normal).health
    if states.get("damage", 0) >= health:
        raise line.fault(f"{health} damage removes a figure")
    return put(battle, card, *[CELLS[hex] for hex in hexes], **states).key


def _say(line: Line, battle: Battle, keys: dict[str, str]) -> None:
    what = line.one_of("fact", (*BOARDS, *TOKENS, "bag", "round", "phase", "weather", "underdog", "active"))
    if what in BOARDS:
        for board in battle.boards:
            setattr(board, what, line.whole("points"))
    elif what in TOKENS:
        _lay(line, battle, what)
    elif what == "weather":
        battle.weather = line.one_of("weather", battle.content.weathers)
    elif what == "underdog":
        board = battle.boards[line.side()]
        board.drawn = line.one_of("card", board.underdogs)
    elif what == "bag":
        battle.bag = (line.whole("tokens"), line.whole("tokens"))
    elif what == "round":
        battle.round = line.whole("round", 1, content().board.rounds)
    elif what == "phase":
        battle.phase = line.one_of("phase", PHASES)
    else:
        unit = battle.units[keys[line.one_of("unit", keys)]]
        states = line.states({"points": between(0)}, ("spent",))
        unit.activated = True
        points = states.get("points", unit.face.action_points)
        battle.activation = Activation(unit.key, points, "spent" in states)


def _lay(line: Line, battle: Battle, what: str) -> None:
    """Tokens of one side, one in each of these hexes."""
    owner = line.side()
    for hex in _hexes(line):
        token = (hex, owner)
        if token[0] in [place for place, _ in (*battle.mines, *battle.flaks, *battle.gates)] and what != "airstrike":
            raise line.fault(f"a token lies in hex {CELLS[hex][0]},{CELLS[hex][1]} already")
        if what == "minefield":
            battle.mines += (token,)
        elif what == "flak":
            battle.flaks += (token,)
        elif what == "gate":
            battle.gates += (token,)
        else:
            battle.airstrikes += (token,)
            battle.airstrikes_left -= 1
