"""A battle of two units on an empty table, for attacks outside any game."""

from __future__ import annotations

from typing import Final

from vanguard.core.attacks.wishes import Wish
from vanguard.core.refusals import Refused
from vanguard.geometry.shapes import Base, Part
from vanguard.rulebooks.vijilant.battlefield import Battlefield
from vanguard.rulebooks.vijilant.profiles import CARRIAGE, COVER, BattleMap, Force, TerrainPiece, UnitCard
from vanguard.rulebooks.vijilant.setup import add_unit
from vanguard.rulebooks.vijilant.state import COMMAND, EMBARKED, IN_HAND, REMOVED, STANDING, UNIT, Battle, Card

MIDDLE: Final = 35.0
FACINGS: Final = {"front": 270.0, "side": 0.0, "rear": 90.0}


def wished_battle(wish: Wish, what: str) -> Battle:
    """Attacker and target on an open table, each unit's models in one place, a low wall before the target for cover."""
    from vanguard.rulebooks.vijilant.content.content import content

    units = content().units
    attacker = target = units[wish.text("target")]
    if what in ("attack", "ram", "crash"):
        wish.need("attacker")
        attacker = units[wish.text("attacker")]
    forces = tuple([Force(card.force, card.name, "", (card,), (), False) for card in (attacker, target)])
    cover = wish.whole("cover")
    battle = Battle(Battlefield(_map(cover, target)), content().missions["open-skirmish"], (forces[0], forces[1]))
    battle.round = 1
    add_unit(battle, 0, attacker, attacker is target)
    add_unit(battle, 1, target, attacker is target)
    for model in battle.models:
        battle.places[model.key] = model.index
    cards = [Card(i, unit.key, unit.name, unit.seat, UNIT, i) for i, unit in enumerate(battle.units)]
    if what == "command":
        wish.need("command")
        command = content().commands[wish.text("command")]
        cards.append(Card(len(cards), command.key, command.name, 0, COMMAND, -1, command))
    battle.cards = tuple(cards)
    battle.card_place = [IN_HAND] * len(cards)
    battle.card_flipped = [False] * len(cards)
    _arm(battle, wish)
    _stand(battle, wish, what)
    return battle


def _arm(battle: Battle, wish: Wish) -> None:
    """The wished support weapon, or the first; everybody has had a turn, so that the attack is told and nothing else."""
    for unit in battle.units:
        unit.deployed = True
        unit.had_turn = True
        support = [it for it in unit.card.support if it.key == wish.text("weapon")] or list(unit.card.support[:1])
        unit.weapons = (*unit.card.weapons, *support)


def _stand(battle: Battle, wish: Wish, what: str) -> None:
    attacker, target = battle.units
    reach = [it.farthest for it in attacker.weapons if it.key == wish.text("weapon")]
    distance = wish.amount("distance", 0.0 if reach == [0.0] or what == "ram" else 8.0)
    y = MIDDLE - distance - attacker.card.radius - target.card.radius
    _put(battle, 0, y, 90.0, wish.whole("models", attacker.card.count, attacker.card.count))
    _put(
        battle, 1, MIDDLE, FACINGS[wish.text("zone")], wish.whole("target_models", target.card.count, target.card.count)
    )
    battle.models[target.first].wounds = wish.whole("wounds", 0, target.card.health - 1)
    target.hunkered = 1 if wish.flag("hunkered") else 0
    for unit in battle.units:
        unit.airborne = unit.card.flyer or unit.card.vtol
    if what == "crash":
        if not attacker.card.capacity:
            raise Refused(f"{attacker.name} carries nobody", "transport.capacity")
        attacker.airborne = wish.flag("airborne") and attacker.airborne
        target.inside = attacker.index
        for model in battle.standing(target):
            model.fate = EMBARKED


def _put(battle: Battle, number: int, y: float, facing: float, count: int) -> None:
    unit = battle.units[number]
    for i, model in enumerate(battle.all_models(unit)):
        model.fate = STANDING if i < count else REMOVED
        base = model.base
        turned = facing if unit.card.faces else None
        model.base = Base(model.key, MIDDLE, y, base.radius, 0.0, base.height, base.body_radius, turned)


def _map(cover: int, target: UnitCard) -> BattleMap:
    """Nothing but a low wall before the target if it is to have cover: touched for +2, a little away for +1."""
    pieces: tuple[TerrainPiece, ...] = ()
    if cover:
        y1 = MIDDLE - target.radius - (0.05 if cover == 2 else 0.5)
        corners = [(MIDDLE - 8.0, y1 - 0.5), (MIDDLE + 8.0, y1 - 0.5), (MIDDLE + 8.0, y1), (MIDDLE - 8.0, y1)]
        part = Part("wall", corners, True, 0.0, 1.5, [COVER])
        pieces = (TerrainPiece("wall", "A low wall", CARRIAGE, "wall", part),)
    return BattleMap("what-if", "What if", "", 70.0, 70.0, pieces, (), None, None)
