"""A battle of two units on an empty table, for attacks outside any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vanguard.core.refusals import Refused
from vanguard.geometry.shapes import Base, Part
from vanguard.rulebooks.vijilant.battlefield import Battlefield
from vanguard.rulebooks.vijilant.profiles import CARRIAGE, COVER, BattleMap, Force, TerrainPiece, UnitCard
from vanguard.rulebooks.vijilant.setup import add_unit
from vanguard.rulebooks.vijilant.state import COMMAND, EMBARKED, IN_HAND, REMOVED, STANDING, UNIT, Battle, Card

MIDDLE: Final = 35.0
FACINGS: Final = {"front": 270.0, "side": 0.0, "rear": 90.0}
CLAUSE: Final = "combat.sequence"


def wished_battle(wish: Mapping[str, Any], what: str) -> Battle:
    """Attacker and target on an open table, each unit's models in one place, a low wall before the target for cover."""
    from vanguard.rulebooks.vijilant.content.content import content

    target = _card(wish, "target")
    attacker = _card(wish, "attacker") if what in ("attack", "ram", "crash") else target
    forces = tuple([Force(card.force, card.name, "", (card,), (), False) for card in (attacker, target)])
    cover = _number(wish, "cover", 0, 0, 2)
    battle = Battle(Battlefield(_map(cover, target)), content().missions["open-skirmish"], (forces[0], forces[1]))
    battle.round = 1
    add_unit(battle, 0, attacker, attacker is target)
    add_unit(battle, 1, target, attacker is target)
    for model in battle.models:
        battle.places[model.key] = model.index
    cards = [Card(i, unit.key, unit.name, unit.seat, UNIT, i) for i, unit in enumerate(battle.units)]
    if what == "command":
        command = content().commands.get(str(wish.get("command", "")))
        if command is None or command.weapon is None:
            known = ", ".join([it.key for it in content().commands.values() if it.weapon is not None])
            raise Refused(f"command is one of {known}, not {wish.get('command')!r:.60}", "command.attack-procedure")
        cards.append(Card(len(cards), command.key, command.name, 0, COMMAND, -1, command))
    battle.cards = tuple(cards)
    battle.card_place = [IN_HAND] * len(cards)
    battle.card_flipped = [False] * len(cards)
    _arm(battle, wish)
    _stand(battle, wish, what)
    return battle


def _arm(battle: Battle, wish: Mapping[str, Any]) -> None:
    """The wished support weapon, or the first; everybody has had a turn, so that the attack is told and nothing else."""
    for unit in battle.units:
        unit.deployed = True
        unit.had_turn = True
        support = [it for it in unit.card.support if it.key == wish.get("weapon")] or list(unit.card.support[:1])
        unit.weapons = (*unit.card.weapons, *support)


def _stand(battle: Battle, wish: Mapping[str, Any], what: str) -> None:
    attacker, target = battle.units
    distance = wish.get("distance")
    reach = [it.farthest for it in attacker.weapons if it.key == wish.get("weapon")]
    usual = 0.0 if reach == [0.0] or what == "ram" else 8.0
    if distance is None:
        distance = usual
    if isinstance(distance, bool) or not isinstance(distance, (int, float)) or not 0 <= distance <= 60:
        raise Refused(f"distance is a number from 0 to 60, not {distance!r:.60}", CLAUSE)
    zone = wish.get("zone", "front")
    if zone not in FACINGS:
        raise Refused(f"zone is one of {', '.join(FACINGS)}, not {zone!r:.60}", "armour.side-zone")
    y = MIDDLE - float(distance) - attacker.card.radius - target.card.radius
    _put(battle, 0, y, 90.0, _number(wish, "models", attacker.card.count, 1, attacker.card.count))
    _put(battle, 1, MIDDLE, FACINGS[zone], _number(wish, "target_models", target.card.count, 1, target.card.count))
    battle.models[target.first].wounds = _number(wish, "wounds", 0, 0, target.card.health - 1)
    target.hunkered = 1 if wish.get("hunkered") else 0
    for unit in battle.units:
        unit.airborne = unit.card.flyer or unit.card.vtol
    if what == "crash":
        if not attacker.card.capacity:
            raise Refused(f"{attacker.name} carries nobody", "transport.capacity")
        attacker.airborne = bool(wish.get("airborne", True)) and attacker.airborne
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


def _card(wish: Mapping[str, Any], field: str) -> UnitCard:
    from vanguard.rulebooks.vijilant.content.content import content

    key = wish.get(field)
    card = content().units.get(key) if isinstance(key, str) else None
    if card is None:
        raise Refused(f"{field} is one of {', '.join(content().units)}, not {key!r:.60}", CLAUSE)
    return card


def _number(wish: Mapping[str, Any], field: str, default: int, least: int, most: int) -> int:
    value = wish.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refused(f"{field} is a whole number from {least} to {most}, not {value!r:.60}", CLAUSE)
    return value
