"""Resources and sectors: what a sector token gives whom, requisition and its cap, supply levels."""

from __future__ import annotations

from vanguard.rulebooks.normandy.profiles import SectorToken
from vanguard.rulebooks.normandy.state import Battle
from vanguard.rulebooks.normandy.units import side_name


def sector_token(battle: Battle, sector: int, side: int) -> SectorToken:
    """What a sector gives this player: home, middle or enemy home; left, center or right as he faces the enemy."""
    line, place = sector // 3, sector % 3
    faces_north = battle.edges[side] == 0
    seen = place if faces_north else 2 - place
    board = battle.content.board
    if line == 1:
        return board.middle[seen]
    at_home = (line == 2) == faces_north
    if at_home:
        return board.own_home[seen]
    return board.enemy_home[2 - seen]


def controlled(battle: Battle, side: int) -> list[int]:
    return [sector for sector in range(9) if battle.control[sector] == side]


def income_of(battle: Battle, side: int) -> int:
    return sum([sector_token(battle, sector, side).requisition for sector in controlled(battle, side)])


def gain_requisition(battle: Battle, side: int, amount: int, clause: str) -> None:
    """Requisition is capped when it is gained; the rest is lost at once."""
    board = battle.boards[side]
    cap = battle.content.board.requisition_cap
    lost = max(0, board.requisition + amount - cap)
    board.requisition += amount - lost
    battle.note(
        "income-capped" if lost else "income",
        clause="requisition.cap-20" if lost else clause,
        side=side_name(battle, side),
        amount=amount,
        total=board.requisition,
        lost=lost,
    )


def raise_supply(battle: Battle, side: int, price: int) -> None:
    board = battle.boards[side]
    board.requisition -= price
    board.supply += 1
    battle.note("supply", clause="supply.unlock-spaces", side=side_name(battle, side), level=board.supply, price=price)


def free_spaces(battle: Battle, side: int, supply: int) -> list[int]:
    """Free unit card spaces of each type on this player's board at a supply level."""
    spaces = list(battle.content.board.spaces[supply].values())
    for unit in battle.units.values():
        if unit.side == side:
            spaces[unit.card.space] -= 1
    return spaces
