"""A referee beside the table: it reads the log of a game with the book in its hand and objects to whatever the book does not allow.

It calls no rule of the engine. Cards, terrain and figures are read off the table, ranges and cover are those of `slow_attacks`,
and the rest is worked out here: the bag, who may act, action points, ways and where they end, dice pools and protection, damage,
purses, spaces on the army boards, sectors and victory points.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from tests.rulebooks import refereed
from tests.rulebooks.normandy.slow_attacks import ASIDE, COVERING, HILLS, Cell, apart, between
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Question
from vanguard.core.telling.events import Event

SYMBOLS = {"blank": "", "dash": "-", "plus": "+", "burst": "*"}
PRICES = {2: 6, 3: 9, 4: 11, 5: 14}
SPACES: dict[int, dict[str, int]] = {
    1: {"HQ": 1, "Infantry": 2, "Specialist": 1},
    2: {"Artillery": 1, "Light Vehicle": 1},
    3: {"Infantry": 1, "Specialist": 1},
    4: {"Heavy Vehicle": 1, "Artillery": 1},
    5: {"Heavy Vehicle": 1, "Light Vehicle": 1},
}
"""What each supply level adds."""
HOME, MIDDLE, ENEMY = ((3, 0), (4, 1), (3, 0)), ((1, 1), (2, 2), (1, 1)), ((1, 2), (1, 3), (1, 2))
"""Requisition and victory points of a line of sectors, left, center and right."""
NOBODY = -1
FEET = ("HQ", "Specialist", "Infantry", "Artillery")
DEAR = {"time-on-target": 2}
"""Abilities that cost more than one action point."""


def cell_of(number: int) -> Cell:
    return (number % 15, number // 15)


class Referee(refereed.Referee):
    """Follows one game, answer by answer; `objections` is what it would stop the game for."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.table: dict[str, Any] = {}
        """Every unit as the referee sees it now: off the table before every answer, and by the log from there."""
        self.stood: dict[str, tuple[int, ...]] = {}
        """Where the figures of each unit stood when the game was last at rest, and where the log has taken them since."""
        self.signs: dict[Cell, str] = {}
        self.weather = ""
        self.effects: list[dict[str, int]] = [{}, {}]
        """What each side's Underdog card does this round."""
        self.round = 0
        self.bag = [0, 0]
        self.acted: set[str] = set()
        self.requisition = [0, 0]
        self.supply = [1, 1]
        self.points: int | None = None
        """Action points left of the unit that acts."""
        self.active = ""
        self.scores = [0, 0]
        self.control: list[int] = []
        """Whose each sector is, from the north-west."""
        self.attack: dict[str, Any] = {}
        """The attack the log tells of: who, whom, and the protections that would be right."""
        self.owed_pin = ""
        """Whom a Pinning attack has been made at."""
        self.rallied = 0

    # -- what is on the table ---------------------------------------------------------------------------------------------

    def look(self) -> None:
        state = self.game.state
        self.table = {key: unit.copy() for key, unit in state.units.items()}
        self.weather = state.weather
        self.effects = [dict(board.effects) for board in state.boards]
        if not self.signs:
            self.signs = {cell_of(i): sign for i, sign in enumerate(state.field().signs)}
            north, south = (1, 0) if state.edges[0] == 0 else (0, 1)
            self.control = [north] * 3 + [NOBODY] * 3 + [south] * 3

    def judge_log(self) -> None:
        units = self.game.state.units
        for key, told in self.table.items():
            right = key not in units or told.pins == units[key].pins
            self.demand(None, right, f"{key} has other Pin tokens without a word")
        if self.game.at_rest:  # figures are told of when all of their unit stand
            for key, hexes in self.stood.items():
                right = key not in units or hexes == units[key].hexes
                self.demand(None, right, f"{key} stands elsewhere without a word")
            self.stood = {key: unit.hexes for key, unit in units.items()}

    def when(self) -> str:
        return f"round {self.round}"

    def side_of(self, event: Event) -> int:
        usa = event.values.get("side") == "the USA"
        return 0 if usa == (self.game.state.boards[0].faction == "usa") else 1

    def unit_of(self, event: Event) -> Any:
        return next((unit for unit in self.table.values() if unit.title == event.values["unit"]), None)

    def cells(self, unit: Any) -> list[Cell]:
        return [cell_of(number) for number in unit.hexes if number >= 0]

    def gates(self) -> list[Cell]:
        return [cell_of(number) for number, _ in self.game.state.gates]

    # -- an answer ----------------------------------------------------------------------------------------------------------

    def hear(self, question: Question[Any], given: Given) -> None:
        if question.clause == "activation.must-activate":
            self._activate(str(given))
        elif question.clause in ("ap.spend-freely", "activation.deploy-first") and self.points is not None:
            self._spend(str(given))

    def _activate(self, given: str) -> None:
        """One action point less for whoever is pinned; who rallies has none."""
        key = given.removeprefix("rally ")
        unit = self.table[key]
        self.demand(None, key not in self.acted, f"{key} acts twice")
        self.acted.add(key)
        self.active = key
        self.points = None if given.startswith("rally ") else max(0, unit.face.action_points - (unit.pins > 0))

    def _spend(self, given: str) -> None:
        assert self.points is not None
        unit = self.table[self.active]
        words = given.split()
        cost = 1
        if words[0] in ("pass", "withdraw", "transport"):
            cost = 0
        elif words[0] == "attack":
            attacks = [*unit.face.attacks, self.game.state.content.board.flak_attack]
            cost = next(it.action_points for it in attacks if it.key == words[1])
        else:
            cost = DEAR.get(words[0], 1)
        self.points -= cost
        self.demand(None, self.points >= 0, f"{self.active} spends more points than it has")

    def judge_table(self) -> None:
        state = self.game.state
        question = self.game.question
        if question is not None and question.clause == "ap.spend-freely" and state.activation is not None:
            told = state.activation.points
            self.demand(None, told == self.points, f"{told} action points where {self.points} are left")
        figures = Counter([cell for unit in self.table.values() for cell in self.cells(unit)])
        self.demand(None, all(count == 1 for count in figures.values()), "two figures in one hex")
        self.demand(None, not any(self.signs[cell] == "~" for cell in figures), "a figure in the water")
        for unit in self.table.values():
            self.demand(None, 0 <= unit.damage < unit.face.health, f"{unit.key} bears {unit.damage} damage")
        for side in (0, 1):
            board = state.boards[side]
            self.demand(
                None,
                board.requisition == self.requisition[side],
                f"requisition {board.requisition}, owed {self.requisition}",
            )
            self.demand(None, board.supply == self.supply[side], "another supply level")
            self.demand(None, board.vp == self.scores[side], "other victory points")
            self.demand(None, 0 <= board.command <= 5 and 0 <= board.strain <= 5, "Command or Strain")
            self._judge_board(side)

    def _judge_board(self, side: int) -> None:
        spaces: Counter[str] = Counter()
        for level in range(1, self.supply[side] + 1):
            spaces.update(SPACES[level])
        units = Counter([unit.card.type for unit in self.table.values() if unit.side == side])
        self.demand(None, not units - spaces, f"no space for {units - spaces}")

    # -- what is offered ------------------------------------------------------------------------------------------------------

    def judge_offer(self, question: Question[Any]) -> None:
        """What may be chosen is exactly what the book allows; abilities are not judged here."""
        if question.clause == "activation.must-activate":
            mine = [unit for unit in self.table.values() if unit.side == question.player and unit.key not in self.acted]
            allowed = {unit.key for unit in mine} | {f"rally {it.key}" for it in mine if it.pins and it.deployed}
            offered = self._offered(question)
        elif question.clause == "ap.spend-freely" and self.points is not None:
            allowed = set(self._attacks())
            offered = {key for key in self._offered(question) if key.startswith("attack ")}
        else:
            return
        self.demand(None, offered == allowed, f"{question.prompt}: {offered ^ allowed}")

    @staticmethod
    def _offered(question: Question[Any]) -> set[str]:
        assert isinstance(question, Choose)
        return {option.key for option in question.options if option.available}

    def _attacks(self) -> list[str]:
        assert self.points is not None
        unit = self.table[self.active]
        enemies = [it for it in self.table.values() if it.side != unit.side and it.deployed]
        wanted = [(attack, self.cells(unit)) for attack in unit.face.attacks]
        crew = self._crew(unit)
        if crew:
            wanted.append((self.game.state.content.board.flak_attack, crew))
        return [
            f"attack {attack.key} {enemy.key}"
            for attack, shooters in wanted
            for enemy in enemies
            if attack.action_points <= self.points and self._aim(attack, shooters, enemy)[1]
        ]

    def _crew(self, unit: Any) -> list[Cell]:
        own = [cell_of(number) for number, side in self.game.state.flaks if side == unit.side]
        return [cell for cell in self.cells(unit) if cell in own] if unit.card.type in FEET else []

    def _aim(self, attack: Any, shooters: list[Cell], target: Any) -> tuple[list[int], list[tuple[Cell, Cell]]]:
        """The dice by color, and the closest pairs of figures among those that add dice."""
        pool = [0, 0, 0]
        pairs: list[tuple[int, Cell, Cell]] = []
        cells = self.cells(target)
        for shooter in shooters:
            nearest = min([apart(shooter, cell) for cell in cells])
            if self.weather == "ground-fog" and nearest > 4:
                continue
            for low, high, dice in attack.brackets:
                if low <= nearest <= high:
                    pool = [a + b * (len(cells) if "Blast" in attack.keywords else 1) for a, b in zip(pool, dice)]
                    pairs += [(nearest, shooter, cell) for cell in cells if apart(shooter, cell) == nearest]
        closest = min([pair[0] for pair in pairs], default=0)
        return pool, [(here, there) for far, here, there in pairs if far == closest]

    # -- reading the log ----------------------------------------------------------------------------------------------------

    def read_event(self, event: Event) -> None:
        key, values = event.key, event.values
        if key == "round":
            self.round += 1
            self.acted = set()
        elif key in ("income", "income-capped"):
            self._income(event, self.side_of(event))
        elif key == "supply":
            side = self.side_of(event)
            self.supply[side] += 1
            fine = values["price"] in (0, PRICES[self.supply[side]])
            self.demand(event, fine and values["level"] == self.supply[side], "another price or level")
            self.requisition[side] -= values["price"]
        elif key in ("recruited", "recruited-free"):
            self._recruit(event, self.side_of(event))
        elif key == "promoted":
            unit = self.game.state.units.get(event.about[0]) or self.unit_of(event)
            if unit is not None:
                self.demand(event, values["price"] in (0, 2 * unit.card.supply), "another price")
                self.requisition[unit.side] -= values["price"]
        elif key == "bag":
            self._fill_bag(event, self.side_of(event))
        elif key in ("token-drawn", "token-discarded"):
            self._draw(event, self.side_of(event))
        elif key == "pinned":
            self._pin(event)
        elif key == "unpinned":
            unit = self.unit_of(event)
            unit.pins -= values["count"]
            self.demand(
                event, event.clause != "rally.roll" or values["count"] == self.rallied, f"{self.rallied} are owed"
            )
            self.demand(event, values["pins"] == unit.pins >= 0, "another number of Pin tokens")
        elif key in ("pinning-failed", "pinning-passed"):
            unit = self.unit_of(event)
            fine = len(event.dice.faces) == unit.pins - unit.face.steadfast
            self.demand(event, fine and ("plus" in event.dice.faces) == (key == "pinning-failed"), "the dice")
        elif key == "rallies":
            unit = self.unit_of(event)
            self.demand(event, len(event.dice.faces) == unit.pins, "another number of dice")
            self.rallied = min(unit.pins, 1 + len([face for face in event.dice.faces if face != "blank"]))
        elif key in ("moved", "deployed", "deployed-by-transport", "landed"):
            self._move(event)
        elif key == "figure-lost":
            unit = self.unit_of(event)
            unit.hexes = tuple(
                [-1 if figure in event.about else it for figure, it in zip(unit.figures, unit.hexes, strict=True)]
            )
            self.stood[unit.key] = unit.hexes
        elif key == "attacks":
            self._attack(event)
        elif key == "rolled":
            self._rolled(event)
        elif key in ("destroyed", "withdrawn", "never-deployed"):
            self.table = {it.key: it for it in self.table.values() if it.title != values["unit"]}
        elif key == "weather":
            self.weather = self.game.state.weather
        elif key == "sector-taken":
            self._take(event, self.side_of(event))
        elif key == "scored":
            self._score(event, values["seat"])

    def _tokens(self, side: int) -> list[tuple[int, int]]:
        """Requisition and victory points of the sectors a side controls, as it faces the enemy."""
        found = []
        state = self.game.state
        for sector, owner in enumerate(self.control):
            line, place = divmod(sector, 3)
            south = state.edges[side] == 0
            seen = place if south else 2 - place
            row = MIDDLE if line == 1 else HOME if (line == 2) == south else ENEMY
            if owner == side:
                found.append(row[seen])
        return found

    def _income(self, event: Event, side: int) -> None:
        owed = sum([requisition for requisition, _ in self._tokens(side)])
        if event.clause == "income.requisition-from-sectors" or event.key == "income-capped":
            self.demand(event, event.values["amount"] in (owed, 4), f"{owed} are owed")
        self.requisition[side] = min(20, self.requisition[side] + event.values["amount"])
        self.demand(event, event.values["total"] == self.requisition[side], f"{self.requisition[side]} are there")

    def _recruit(self, event: Event, side: int) -> None:
        card = self.game.state.content.cards[event.values["card"]]
        self.requisition[side] -= event.values["price"]
        self.demand(event, event.values["price"] in (0, card.cost), "another price")
        self.demand(event, card.supply <= self.supply[side], "its supply level is not reached")
        self.demand(event, self.requisition[side] >= 0, "more requisition than there is")
        unit = self.game.state.units[event.about[0]]
        self.table[unit.key] = unit.copy()

    def _fill_bag(self, event: Event, side: int) -> None:
        state = self.game.state
        cards = len([unit for unit in self.table.values() if unit.side == side])
        fewer = state.boards[1 - side].effect("fewer-tokens")
        weather = {"gale": -1, "break-in-the-clouds": 1}.get(self.weather, 0)
        owed = min(12, cards + weather - fewer)
        owed = max(owed, 1 if cards and (fewer or weather < 0) else 0) if cards else 0
        self.demand(event, event.values["tokens"] == owed, f"{owed} are owed")
        self.bag[side] = owed

    def _draw(self, event: Event, side: int) -> None:
        self.bag[side] -= 1
        self.demand(event, self.bag[side] >= 0, "no such token is in the bag")
        waiting = [it.key for it in self.table.values() if it.side == side and it.key not in self.acted]
        self.demand(event, bool(waiting) == (event.key == "token-drawn"), f"{waiting} have not acted")

    def _pin(self, event: Event) -> None:
        unit = self.unit_of(event)
        unit.pins += 1
        self.demand(event, event.values["pins"] == unit.pins, f"{unit.pins} Pin tokens")
        if event.clause == "kw.pinning":
            self.demand(event, self.owed_pin == unit.key, "no Pinning attack was made at it")
            self.owed_pin = ""

    # -- ways ---------------------------------------------------------------------------------------------------------------

    def _move(self, event: Event) -> None:
        """Hex by hex over land, around enemies, no further than the unit may; it ends alone in its hex and together."""
        unit = self.unit_of(event)
        unit.deployed = True
        enemies = {cell for it in self.table.values() if it.side != unit.side for cell in self.cells(it)}
        friends = {
            cell for it in self.table.values() if it.side == unit.side and it is not unit for cell in self.cells(it)
        }
        speed = unit.face.move + self.effects[unit.side].get("move", 0)
        if self.weather == "driving-rain" and unit.card.type not in FEET:
            speed = max(1, speed - 1)
        for piece, path in zip(event.values["pieces"], event.values["paths"]):
            way = [tuple(cell) for cell in path]
            figure = unit.figures.index(piece)
            unit.hexes = tuple([way[-1][1] * 15 + way[-1][0] if i == figure else it for i, it in enumerate(unit.hexes)])
            self.stood[unit.key] = unit.hexes
            self.demand(event, way[-1] not in friends | enemies, f"{way[-1]} is not free")
            if event.key != "moved":
                continue
            self.demand(event, all(apart(a, b) == 1 for a, b in pairwise(way)), "a step over two hexes")
            self.demand(event, not enemies & set(way[1:]), "through an enemy")
            self.demand(event, not any(self.signs[cell] == "~" for cell in way), "through water")
            steps = len(way) - 1
            road = unit.card.type not in FEET and all(self.signs[cell] in "=%$" for cell in way[:-1])
            self.demand(event, steps <= speed or (road and steps == speed + 1), f"{steps} hexes of {speed}")
            if unit.card.type not in FEET:
                self.demand(event, not set(self.gates()) & set(way[1:]), "a vehicle through a gate")
        mined = any(it.key == "mine-goes-off" for it in self.game.events_from(max(0, self.read - 12)))
        cells = self.cells(unit)
        if len(cells) == 2 and not mined and event.key != "deployed":
            self.demand(event, apart(*cells) == 1, "its figures are apart")
        if event.key == "landed":
            for cell in cells:
                lonely = all(apart(cell, enemy) > 1 for enemy in enemies)
                self.demand(event, lonely and self.signs[cell] not in "~*@^%&$", f"lands at {cell}")
        unit.hidden = "" if event.key == "moved" else unit.hidden

    # -- attacks ------------------------------------------------------------------------------------------------------------

    def _attack(self, event: Event) -> None:
        unit = self.unit_of(event)
        target = next(it for it in self.table.values() if it.title == event.values["target"])
        attacks = [*unit.face.attacks, self.game.state.content.board.flak_attack]
        attack = next((it for it in attacks if it.name == event.values["attack"]), unit.face.attacks[0])
        flak = attack is self.game.state.content.board.flak_attack
        pool, pairs = self._aim(attack, self._crew(unit) if flak else self.cells(unit), target)
        told = [0, 0, 0]
        for part in event.values["pool"].replace(" and", ",").split(","):
            count, color = part.split()[:2]
            told[("white", "black", "red").index(color)] = int(count)
        self.demand(event, told == pool, f"{pool} dice are owed")
        self.demand(event, bool(pairs) and event.values["range"] == apart(*pairs[0]), "another range")
        shields = {self._protection(attack, target, here, there) for here, there in pairs}
        words = event.values["protection"].split(",")[0]
        shown = 0 if words == "no protection" else int(words.split()[1])
        self.demand(event, shown in shields, f"protection is one of {shields}")
        seen = "Ignores Hidden" in attack.keywords or unit.face.recon
        hidden = self._is_hidden(target) and not seen
        self.demand(event, hidden == event.values["protection"].endswith("Hidden"), "Hidden or not")
        self.attack = {"shield": shown, "hidden": hidden}
        self.owed_pin = target.key if "Pinning" in attack.keywords else ""

    def _is_hidden(self, unit: Any) -> bool:
        dug_in = unit.card.type in FEET and any(self.signs[cell] in "TF&" for cell in self.cells(unit))
        return bool(unit.hidden) or unit.face.camouflage or dug_in

    def _protection(self, attack: Any, target: Any, here: Cell, there: Cell) -> int:
        piercing = next((int(word.split()[1]) for word in attack.keywords if word.startswith("AP ")), 0)
        armor = max(0, target.face.armor - max(0, piercing - target.face.side_skirts) - (apart(here, there) == 1))
        if apart(here, there) == 1 or "Indirect" in attack.keywords:
            return armor
        covering = {cell for cell, sign in self.signs.items() if sign in COVERING} | set(self.gates())
        rows = [len([cell for cell in between(here, there, side) if cell in covering]) for side in (ASIDE, -ASIDE)]
        cover = min(rows) + (there in covering) - (self.signs[here] in HILLS)
        return max(armor, cover, 0)

    def _rolled(self, event: Event) -> None:
        """Every symbol that is left is one damage."""
        if not self.attack:
            return
        stopped = set("-+*"[: self.attack["shield"]]) | ({"-"} if self.attack["hidden"] else set())
        left = 0
        for face in event.values["faces"].split(", "):
            left += len(
                [word for word in face.split("+") if SYMBOLS[word.strip()] and SYMBOLS[word.strip()] not in stopped]
            )
        self.demand(event, event.values["damage"] == left, f"{left} damage is owed")
        self.attack = {}

    # -- scoring ------------------------------------------------------------------------------------------------------------

    def _take(self, event: Event, side: int) -> None:
        names = ["north-west", "north", "north-east", "west", "center", "east", "south-west", "south", "south-east"]
        sector = names.index(event.values["sector"])
        stars = [
            cell for cell, sign in self.signs.items() if sign in "*@^%&$" and cell[1] // 5 * 3 + cell[0] // 5 == sector
        ]
        there = [it for it in self.table.values() if stars[0] in self.cells(it)]
        fine = bool(there) and there[0].side == side and there[0].card.type in FEET
        self.demand(event, fine, "nobody on foot stands there")
        self.control[sector] = side

    def _score(self, event: Event, side: int) -> None:
        owed = sum([vp for _, vp in self._tokens(side)])
        self.demand(event, event.values["gained"] == owed, f"{owed} are owed")
        self.scores[side] += owed
