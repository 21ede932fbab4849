"""How to play Vanguard: Normandy: men on foot to the Strategic Points, guns where the enemy comes, the bag does the rest."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from vanguard.core.game import Game
from vanguard.core.minds import RankingMind, final_value
from vanguard.core.questions import Choose, Given, Option, Place, Player, Question, Split
from vanguard.rulebooks.normandy.attacks import shield_of, take_aim
from vanguard.rulebooks.normandy.ground import DISTANCE, SIZE
from vanguard.rulebooks.normandy.profiles import Attack, UnitCard
from vanguard.rulebooks.normandy.resources import sector_token
from vanguard.rulebooks.normandy.state import Battle, Unit
from vanguard.rulebooks.normandy.symbols import MEAN

FAR: Final[int] = 99
VP_OF_REQUISITION: Final[float] = 0.12
"""What a point of requisition is worth in victory points."""


ABOUT_THE_SAME: Final[float] = 1.5
"""Requisition by which purchases may differ and still be as good as each other."""


def battle_of(game: Game) -> Battle:
    state = game.state
    assert isinstance(state, Battle)
    return state


# -- estimates ---------------------------------------------------------------------------------------------------------------


def mean_damage(battle: Battle, shooters: list[int], unit: Unit, attack: Attack, target: Unit) -> float:
    """Damage of an attack on average, by the target's real protection."""
    dice, pairs = take_aim(battle, shooters, attack, target)
    if not pairs:
        return 0.0
    means = MEAN[shield_of(battle, unit, attack, target, pairs[0])]
    return dice[0] * means[0] + dice[1] * means[1] + dice[2] * means[2]


def worth(unit: Unit) -> float:
    """A unit in requisition, by what is left of it."""
    full = unit.face.health * len(unit.hexes)
    share = unit.health_left() / full if full else 0.0
    return (unit.card.cost + (3 if unit.veteran else 0) + (3 if unit.card.type == "HQ" else 0)) * (0.35 + 0.65 * share)


def attack_value(battle: Battle, unit: Unit, attack: Attack, target: Unit, shooters: list[int]) -> float:
    """Requisition an attack takes on average; a unit on or near a Strategic Point counts more."""
    damage = mean_damage(battle, shooters, unit, attack, target)
    share = min(1.0, damage / max(1, target.health_left()))
    value = share * worth(target) + (0.8 if attack.pinning else 0.35) * min(1.0, damage)
    stars = battle.field().stars
    if not target.mechanized and any(hex in stars for hex in target.places()):
        value *= 1.35
    return value


def best_attack(battle: Battle, unit: Unit) -> float:
    """What its best attack from where it stands is worth; nothing where it can hurt nobody."""
    if not unit.deployed:
        return 0.0
    best = 0.0
    places = unit.places()
    for attack in unit.face.attacks:
        for enemy in battle.deployed_of(1 - unit.side):
            best = max(best, attack_value(battle, unit, attack, enemy, places))
    return best


def star_value(battle: Battle, sector: int, side: int) -> float:
    """What taking or keeping a sector brings each round to this side and costs the other."""
    own, theirs = sector_token(battle, sector, side), sector_token(battle, sector, 1 - side)
    value = own.vp + VP_OF_REQUISITION * 3 * own.requisition
    if battle.control[sector] == 1 - side:
        value += 0.7 * theirs.vp + VP_OF_REQUISITION * 2 * theirs.requisition
    return value


def goals_of(battle: Battle, side: int) -> dict[str, int]:
    """The sector each unit on foot goes for: those not yet controlled first, threatened ones next, the nearest pairs."""
    keys = sorted([unit.key for unit in battle.units.values() if unit.side == side and takes_ground(battle, unit)])
    values = [2.2 * pull_of(battle, sector, side) for sector in range(9)]
    costs = [costs_of(battle, battle.units[key], values) for key in keys]
    goals: dict[str, int] = {}
    waiting = list(range(len(keys)))
    sectors = list(range(9))
    while waiting and sectors:
        lowest = NEVER
        who, where = waiting[0], sectors[0]
        for i in waiting:
            row = costs[i]
            for sector in sectors:
                if row[sector] < lowest:
                    lowest, who, where = row[sector], i, sector
        goals[keys[who]] = where
        waiting.remove(who)
        sectors.remove(where)
    return goals


NEVER: Final[float] = 1e9
BARRED_NEAR: Final[int] = 2
"""Hexes from a goal on which somebody stands within which a unit stays where it is."""
ENOUGH_MEN: Final[int] = 3
"""With so many other units on foot headquarters and guns leave Strategic Points to them."""


def is_barred(battle: Battle, unit: Unit, goal: int) -> bool:
    """Does another unit stand on its goal?"""
    there = battle.occupants().get(goal)
    return there is not None and there.key != unit.key


def takes_ground(battle: Battle, unit: Unit) -> bool:
    """Men on foot take Strategic Points; guns that have to be set up only if there is hardly anybody else, and a headquarters
    only after them."""
    if unit.mechanized:
        return False
    if unit.card.type == "HQ":
        return (
            len([one for one in battle.units_of(unit.side) if not one.mechanized and one.card.type != "HQ"])
            < ENOUGH_MEN
        )
    return not has_to_be_set_up(unit) or len([one for one in battle.units_of(unit.side) if is_light(one)]) < ENOUGH_MEN


def is_light(unit: Unit) -> bool:
    """Men on foot who can go somewhere and shoot in one activation, and give no orders."""
    return not unit.mechanized and unit.card.type != "HQ" and not has_to_be_set_up(unit)


def has_to_be_set_up(unit: Unit) -> bool:
    """Whoever has only shots that take all its action points fires where it began its activation."""
    return all([attack.action_points >= unit.face.action_points for attack in unit.face.attacks])


def stands_off(battle: Battle, unit: Unit) -> bool:
    """Vehicles and guns go where they have a target, and no nearer."""
    return unit.card.type == "Artillery" or (unit.card.type != "HQ" and not takes_ground(battle, unit))


def pull_of(battle: Battle, sector: int, side: int) -> float:
    """How much a sector draws this side's men: one of its own hardly, unless enemies on foot are near."""
    value = star_value(battle, sector, side)
    if battle.control[sector] != side:
        return value
    row = DISTANCE[battle.field().stars[sector]]
    for enemy in battle.units.values():
        if enemy.side != side and not enemy.mechanized:
            for hex in enemy.hexes:
                if hex >= 0 and row[hex] <= 3:
                    return value * 0.7
    return value * 0.1


def costs_of(battle: Battle, unit: Unit, values: list[float]) -> list[float]:
    """What going for each sector costs a unit: the way, less what the sector is worth."""
    stars = battle.field().stars
    return [way(battle, unit, stars[sector]) * 0.55 - values[sector] for sector in range(9)]


def way(battle: Battle, unit: Unit, hex: int) -> float:
    """Hexes from a unit to a hex; one that is not deployed comes over its own edge."""
    distances = DISTANCE[hex]
    nearest = FAR
    for here in unit.hexes:
        if here >= 0 and distances[here] < nearest:
            nearest = distances[here]
    if nearest < FAR:
        return float(nearest)
    row = hex // SIZE
    return float(SIZE - 1 - row if battle.edges[unit.side] == 0 else row) + 1.5


def goal_hex(battle: Battle, unit: Unit) -> int:
    """Where a unit wants to be: its Strategic Point, or for vehicles and guns the nearest worthwhile enemy."""
    sector = goals_of(battle, unit.side).get(unit.key)
    if sector is not None:
        return battle.field().stars[sector]
    if unit.card.type == "HQ":
        return behind_the_lines(battle, unit)
    targets = [hex for enemy in battle.deployed_of(1 - unit.side) for hex in enemy.places()]
    if not targets:
        return battle.field().stars[4]
    return min(targets, key=lambda hex: way(battle, unit, hex))


def behind_the_lines(battle: Battle, unit: Unit) -> int:
    """The place of the friend on foot that is farthest from the enemy: orders are given from there."""
    friends = [
        hex
        for friend in battle.deployed_of(unit.side)
        if friend.key != unit.key and not friend.mechanized
        for hex in friend.places()
    ]
    enemies = [hex for enemy in battle.deployed_of(1 - unit.side) for hex in enemy.places()]
    if not friends:
        return battle.field().stars[7 if battle.edges[unit.side] == 0 else 1]
    if not enemies:
        return friends[0]
    return max(friends, key=lambda hex: min([DISTANCE[hex][enemy] for enemy in enemies]))


def hex_of(point: Given) -> int:
    return int(point[1]) * SIZE + int(point[0])


# -- the mind ----------------------------------------------------------------------------------------------------------------


class NormandyMind(RankingMind):
    """Script, sitter and value for Vanguard: Normandy."""

    opponent: ClassVar[str] = "planner"
    slips: ClassVar[Mapping[str, float]] = {"novice": 0.64, "learner": 0.52, "casual": 0.38, "regular": 0.18}
    worth_trying: ClassVar[Mapping[str, int]] = {
        "activation.must-activate": 4,
        "ap.spend-freely": 5,
        "move.distance": 5,
        "deploy.is-move-action": 4,
        "transport.six-hexes": 4,
        "activation.deploy-first": 3,
    }

    def sitter(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> Given:
        """Walks to its Strategic Points and stays there; never attacks."""
        battle = battle_of(game)
        if question.clause == "ap.spend-freely" and battle.activation is not None:
            unit = battle.units[battle.activation.unit]
            sector = goals_of(battle, seat).get(unit.key)
            keys = question.candidates()
            if sector is not None and battle.field().stars[sector] not in unit.places() and "move" in keys:
                return "move"
            return "pass"
        return self.script(game, seat, question, chance)

    def looked_far_enough(self, game: Game, start: Game, seat: Player) -> bool:
        """The Round is over: only then it shows what the enemy's replies have cost and who holds what."""
        return game.at_rest and battle_of(game).round != battle_of(start).round

    # -- value ---------------------------------------------------------------------------------------------------------------

    def value(self, game: Game, seat: Player) -> float:
        battle = battle_of(game)
        standing = game.standing
        if standing.over:
            return final_value(standing, seat, 15.0)
        difference = standing.scores[seat] - standing.scores[1 - seat]
        rounds_to_come = max(1.0, battle.content.board.rounds - battle.round + 1.0)
        value = difference
        for side, sign in ((seat, 1.0), (1 - seat, -1.0)):
            value += sign * self._side_value(battle, side, rounds_to_come)
        return value

    def _side_value(self, battle: Battle, side: int, rounds_to_come: float) -> float:
        holders = self._holders(battle)
        value = 0.0
        for sector in range(9):
            holder = holders[sector]
            if holder == side:
                token = sector_token(battle, sector, side)
                value += (token.vp + VP_OF_REQUISITION * token.requisition) * min(4.0, rounds_to_come) * 0.75
        goals = goals_of(battle, side)
        for unit in battle.units_of(side):
            if unit.deployed:
                value += VP_OF_REQUISITION * worth(unit) * (1.0 - 0.08 * min(4, unit.pins))
            sector = goals.get(unit.key, -1)
            if sector >= 0:
                star = battle.field().stars[sector]
                value += 0.35 * star_value(battle, sector, side) * max(0.0, 1.0 - way(battle, unit, star) / 12.0)
        return value + 0.05 * battle.boards[side].requisition + 0.15 * battle.boards[side].command

    def _holders(self, battle: Battle) -> list[int]:
        """Who would control each sector if the round were scored now."""
        occupied = battle.occupants()
        holders = list(battle.control)
        for sector in range(9):
            unit = occupied.get(battle.field().stars[sector])
            if unit is not None and not unit.mechanized and not unit.pins:
                holders[sector] = unit.side
        return holders

    # -- ranking -------------------------------------------------------------------------------------------------------------

    def ranked(self, game: Game, seat: Player, question: Question[Any], chance: random.Random) -> list[Given]:
        """All answers worth a thought, best first by the script's own judgement."""
        battle = battle_of(game)
        if isinstance(question, Split):
            return self._splits(battle, seat, question, chance)
        if isinstance(question, Place):
            return self._places(battle, seat, question)
        if not isinstance(question, Choose):
            return question.candidates()
        if question.clause == "activation.must-activate":
            return self._units(battle, seat, question)
        if question.clause == "ap.spend-freely":
            return self._deeds(battle, seat, question)
        keys = [option.key for option in question.available]
        for wanted in ("paratroop", "transport", "deploy", "ability 1", "yes"):
            if wanted in keys and (wanted != "transport" or battle.boards[seat].command > 1):
                return [wanted, *[key for key in keys if key != wanted]]
        return keys

    def _splits(self, battle: Battle, seat: Player, question: Split, chance: random.Random) -> list[Given]:
        if question.clause == "promote.cost":
            return [given for given in question.candidates() if given][:1] if chance.random() < 0.5 else [{}]
        if question.clause != "recruit.spend":
            return question.candidates()
        cards = {card.key: card for card in battle.content.of_faction[battle.boards[seat].faction]}
        on_foot = len([unit for unit in battle.units_of(seat) if not unit.mechanized])
        has_headquarters = any(unit.card.type == "HQ" for unit in battle.units_of(seat))

        def worth_of(given: dict[str, int]) -> float:
            total = 0.0
            infantry = on_foot
            for key, amount in given.items():
                if key == "supply":
                    left = battle.content.board.rounds - battle.round
                    total += amount * (4.0 if battle.round <= 3 else 1.0 if left else -9.0)
                    continue
                card = cards[key.removeprefix("free ")]
                for _ in range(amount):
                    total += self._card_worth(card, infantry, has_headquarters)
                    infantry += 0 if card.mechanized else 1
            return total

        # Purchases that are worth about the same are drawn by the bot's own seed, so that two games differ.
        leaning = [(worth_of(given) + ABOUT_THE_SAME * chance.random(), given) for given in question.candidates()]
        return [given for _, given in sorted(leaning, key=lambda pair: -pair[0])]

    def _card_worth(self, card: UnitCard, on_foot: int, has_headquarters: bool) -> float:
        """Cards in requisition, men on foot above that until every sector can have some."""
        if card.type == "HQ":
            return card.cost + (0.0 if has_headquarters else 4.0)
        if card.mechanized:
            return card.cost + 0.5
        return card.cost + (2.5 if on_foot < 6 else 0.5)

    def _units(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        """Who can hurt somebody first, then who can still reach a Strategic Point; badly pinned ones rally."""
        goals = goals_of(battle, seat)

        def urgency(option: Option[Any]) -> float:
            key, rallies = option.value
            unit = battle.units[key]
            best = best_attack(battle, unit)
            sector = goals.get(key, -1)
            reach = way(battle, unit, battle.field().stars[sector]) if sector >= 0 else 99.0
            value = best + (3.0 if 0 < reach <= unit.face.move * unit.face.action_points else 0.0)
            if not unit.deployed:
                value += 1.5
            if unit.pins:
                value = value * 0.5 + 1.0 if not rallies else 1.2 * unit.pins
            return value

        return [option.key for option in sorted(question.available, key=lambda option: -urgency(option))]

    def _deeds(self, battle: Battle, seat: Player, question: Choose[Any]) -> list[Given]:
        assert battle.activation is not None
        unit = battle.units[battle.activation.unit]
        goal = goal_hex(battle, unit)
        there = goal in unit.places()
        points = battle.activation.points
        scored: list[tuple[float, str]] = []
        for option in question.available:
            kind, what, target = option.value
            if kind in ("attack", "flak"):
                attack = self._attack(battle, unit, kind, what)
                value = attack_value(battle, unit, attack, battle.units[target], unit.places())
                scored.append((self.boldness * value / max(1, attack.action_points) + 0.5, option.key))
            elif kind == "move":
                value = self.ambition * self._move_value(battle, unit, goal, there, points)
                scored.append((value - (0.01 if option.key != "move" else 0.0), option.key))
            elif kind == "ability":
                scored.append((1.1, option.key))
            elif kind == "withdraw":
                scored.append((-9.0, option.key))
            else:
                scored.append((0.4, option.key))
        return [key for _, key in sorted(scored, key=lambda pair: (-pair[0], pair[1]))]

    def _attack(self, battle: Battle, unit: Unit, kind: str, key: str) -> Attack:
        if kind == "flak":
            return battle.content.board.flak_attack
        return unit.face.attack(key)

    def _move_value(self, battle: Battle, unit: Unit, goal: int, there: bool, points: int) -> float:
        """On foot: to the Strategic Point while it can be reached. Vehicles and guns: until they have a target."""
        if there:
            return 0.0
        distance = way(battle, unit, goal)
        if distance <= BARRED_NEAR and is_barred(battle, unit, goal):
            return 0.2  # whoever stands there must go first: walking around him does nothing
        if stands_off(battle, unit):
            return 0.2 if best_attack(battle, unit) > 0 else 1.5
        if distance <= unit.face.move * points:
            return 4.0
        return 2.0 if distance > unit.face.move else 1.0

    def _places(self, battle: Battle, seat: Player, question: Place[Any]) -> list[Given]:
        """Hexes nearest to the goal; in cover, if two are alike. Tokens go near the enemy or in his way."""
        candidates = question.candidates()
        movers = [battle.units[key] for key in question.about if key in battle.units]
        if not movers:
            enemies = [hex for unit in battle.deployed_of(1 - seat) for hex in unit.places()]
            if not enemies:
                return candidates
            return sorted(candidates, key=lambda given: min([DISTANCE[hex_of(given[-1])][hex] for hex in enemies]))
        [unit] = movers
        goal = goal_hex(battle, unit)
        cover = battle.field().cover
        stand_off = 1 if unit.card.type == "HQ" and not takes_ground(battle, unit) else 0
        if stands_off(battle, unit):
            stand_off = max([attack.farthest for attack in unit.face.attacks], default=2) - 1

        def cost(given: Given) -> float:
            hex = hex_of(given[-1])
            return abs(DISTANCE[hex][goal] - min(stand_off, 4)) - (0.3 if cover[hex] else 0.0)

        return sorted(candidates, key=cost)


mind = NormandyMind()
