"""The end of a round: airstrikes, undeployed units, sector control, victory points, weather; and the end of the game."""

from __future__ import annotations

from vanguard.core.questions import Draw
from vanguard.core.rulebook import Standing
from vanguard.rulebooks.normandy.activation import passes_pinning_test
from vanguard.rulebooks.normandy.ground import SECTOR_NAMES
from vanguard.rulebooks.normandy.resources import controlled, sector_token
from vanguard.rulebooks.normandy.state import Battle, Unit
from vanguard.rulebooks.normandy.tokens import resolve_airstrikes
from vanguard.rulebooks.normandy.underdog import behind, take_underdog_card
from vanguard.rulebooks.normandy.units import destroy, side_name


async def end_activation_phase(battle: Battle) -> None:
    """The bag is empty: airstrikes come down, then units that never deployed are destroyed."""
    await resolve_airstrikes(battle)
    for unit in [unit for unit in battle.units.values() if not unit.deployed]:
        destroy(battle, unit, "never-deployed", "deploy.same-round")
    battle.phase = "scoring"


async def score(battle: Battle) -> None:
    await check_sector_control(battle)
    gain_victory_points(battle)
    if game_is_over(battle):
        battle.phase = "over"
        end = standing(battle)
        winner = "nobody wins" if end.winner is None else f"{side_name(battle, end.winner)} wins"
        battle.note("over", clause=end.clause, winner=winner, reason=end.reason)
        return
    await check_weather(battle)
    next_round(battle)


async def check_sector_control(battle: Battle) -> None:
    """Figures on foot take the Strategic Points they stand on; pinned ones must pass a Pinning Test."""
    for sector, unit in takers(battle):
        if unit.pins and not await passes_pinning_test(battle, unit.key, "control.pinned-test"):
            continue
        take_control(battle, sector, unit.side)


def takers(battle: Battle) -> list[tuple[int, Unit]]:
    """Whoever stands on foot on a Strategic Point of a sector that is not yet its side's."""
    occupied = battle.occupants()
    found: list[tuple[int, Unit]] = []
    for sector in range(9):
        unit = occupied.get(battle.field().stars[sector])
        if unit is not None and not unit.card.mechanized and battle.control[sector] != unit.side:
            found.append((sector, unit))
    return found


def take_control(battle: Battle, sector: int, side: int) -> None:
    battle.control = tuple([side if i == sector else owner for i, owner in enumerate(battle.control)])
    name = SECTOR_NAMES[sector]
    battle.note(
        "sector-taken", clause="control.capture", about=(f"sector {name}",), side=side_name(battle, side), sector=name
    )


def gain_victory_points(battle: Battle) -> None:
    for side in (0, 1):
        gained = sum([sector_token(battle, sector, side).vp for sector in controlled(battle, side)])
        board = battle.boards[side]
        board.vp += gained
        battle.note(
            "scored",
            clause="vp.score",
            side=side_name(battle, side),
            gained=gained,
            total=board.vp,
            seat=side,
            amount=gained,
        )


def game_is_over(battle: Battle) -> bool:
    limit = battle.content.board.victory_points
    return max(battle.boards[0].vp, battle.boards[1].vp) >= limit or battle.round >= battle.content.board.rounds


async def check_weather(battle: Battle) -> None:
    """At most one new card per Scoring Phase; whoever is then far enough behind takes an Underdog card."""
    best = max(battle.boards[0].vp, battle.boards[1].vp)
    if not battle.weather_tokens or best < battle.weather_tokens[0]:
        return
    [key] = await Draw(-1, battle.weather_deck, "weather", "weather.trigger")
    battle.weather = key
    battle.weather_deck = tuple([other for other in battle.weather_deck if other != key])
    battle.weather_tokens = battle.weather_tokens[1:]
    card = battle.content.weathers[key]
    battle.note("weather", clause=card.clause, card=card.name, text=card.text)
    for side in (0, 1):
        if behind(battle, side) >= battle.content.board.underdog_lead and battle.boards[side].underdogs:
            await take_underdog_card(battle, side)


def next_round(battle: Battle) -> None:
    """Played Underdog cards and their effects leave the game; every unit may act again."""
    for board in battle.boards:
        board.played = ""
        board.effects = ()
    for unit in battle.units.values():
        unit.activated = False
        unit.arrived = 0
    battle.round += 1
    battle.phase = "plan"


# -- the end --------------------------------------------------------------------------------------------------------------


def standing(battle: Battle) -> Standing:
    first, second = battle.boards
    scores = (float(first.vp), float(second.vp))
    if battle.phase != "over":
        return Standing(scores)
    contests = [
        (first.vp, second.vp, "victory points", "end.winner"),
        (len(controlled(battle, 0)), len(controlled(battle, 1)), "sectors", "end.tie-break"),
        (first.strain, second.strain, "unspent Strain", "end.tie-break"),
        (first.requisition, second.requisition, "requisition", "end.tie-break"),
    ]
    for mine, theirs, what, clause in contests:
        if mine != theirs:
            winner = 0 if mine > theirs else 1
            reason = f"{max(mine, theirs)} {what} against {min(mine, theirs)}"
            return Standing(scores, True, winner, reason, clause)
    return Standing(scores, True, None, "everything is equal", "end.tie-break")
