"""Command Points and what they buy: paying for ploys, once each per Turning Point."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.killteam_lite.profiles import PloyCard
from vanguard.rulebooks.killteam_lite.state import SIDES, Battle, PloyInForce

COMMAND_REROLL_COST: Final = 1


def gain_command_point(battle: Battle, seat: int) -> None:
    points = battle.points_of(seat) + 1
    battle.put_in_purse(seat, points)
    battle.note("command-point-gained", "strategy.cp.gain", team=battle.team_name(seat), points=points)


def pay(battle: Battle, seat: int, cost: int) -> None:
    battle.put_in_purse(seat, battle.points_of(seat) - cost)


def why_not_use(battle: Battle, seat: int, card: PloyCard) -> tuple[str, str]:
    """Why a ploy cannot be paid for now, and the clause; empty texts if it can."""
    if card.key in battle.ploys_used[seat]:
        return "already used this Turning Point", "strategy.ploys.once-per-turning-point"
    have = battle.points_of(seat)
    if card.cost > have:
        return f"costs {card.cost} CP, you have {have}", "strategy.ploys.must-afford"
    return "", ""


def usable(battle: Battle, seat: int, key: str) -> PloyCard | None:
    """The ploy of this player's team, if it is one of theirs and can be paid for now."""
    card = battle.teams[seat].ploy(key)
    if card is None or why_not_use(battle, seat, card)[0]:
        return None
    return card


def use_ploy(battle: Battle, seat: int, card: PloyCard, about: tuple[str, ...] = ()) -> None:
    """Pay for a ploy and remember that it was used this Turning Point; the cost is paid before the effect."""
    pay(battle, seat, card.cost)
    used = (*battle.ploys_used[seat], card.key)
    battle.ploys_used = (used, battle.ploys_used[1]) if seat == 0 else (battle.ploys_used[0], used)
    clause = "strategy.ploys.effect-immediate" if card.strategic else "strategy.ploys.tactical-timing"
    battle.note("ploy-used", clause, about, team=battle.team_name(seat), ploy=card.name, cost=card.cost)


def put_in_force(battle: Battle, seat: int, card: PloyCard, about: str = "") -> None:
    """A Strategic Ploy lasts until the end of the Turning Point."""
    battle.ploys_in_force = (*battle.ploys_in_force, PloyInForce(seat, card.key, about))


def whose_comes_first(battle: Battle, prompt: str) -> Choose[int]:
    """Both players have an effect to resolve at this moment: the player with the initiative orders them."""
    options = [Option(f"{SIDES[seat]}-first", seat, f"{battle.team_name(seat)} first") for seat in (0, 1)]
    return Choose(max(0, battle.initiative), prompt, options, "initiative.simultaneous-effects")
