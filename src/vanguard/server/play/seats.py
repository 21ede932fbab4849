"""Who sits where: what opens a seat, what is told of it, and how it is given out."""

from __future__ import annotations

from typing import Any

from vanguard.core.refusals import Refused
from vanguard.server.play.bot_seats import default_level, levels_of
from vanguard.server.play.secrets_of_seats import fits, hash_of, new_secret
from vanguard.server.storage.rows import StoredGame, StoredSeat
from vanguard.server.wire.messages import SeatGiven, SeatPresence, SeatWanted
from vanguard.server.wire.text import fit_name

SIDES = ("First", "Second")


class WrongSecret(Refused):
    """The secret does not open this game."""


def role_of(stored: StoredGame, secret: str) -> int | None:
    """The seat this secret opens, None for the spectators'; `WrongSecret` if it opens nothing."""
    for seat, sitting in enumerate(stored.seats):
        if fits(secret, sitting.secret_hash):
            return seat
    if fits(secret, stored.watch_hash):
        return None
    raise WrongSecret("this secret does not open this game")


def seats_wanted(rulebook: str, wanted: list[SeatWanted]) -> tuple[list[StoredSeat], list[SeatGiven]]:
    """Who sits where, as it is stored and as it is told once to whoever makes the game."""
    stored: list[StoredSeat] = []
    given: list[SeatGiven] = []
    for number, wish in enumerate(wanted):
        level = None
        if wish.kind == "bot":
            level = wish.level or default_level(rulebook)
            if level not in levels_of(rulebook):
                raise Refused(f"there is no bot {level!r:.40}; there is: {', '.join(levels_of(rulebook))}")
        secret = new_secret() if wish.kind == "human" else None
        invitation = new_secret() if wish.kind == "friend" else None
        name = f"Bot ({level})" if wish.kind == "bot" else fit_name(wish.name) or SIDES[number]
        stored.append(
            StoredSeat(
                wish.kind,
                name,
                level,
                hash_of(secret) if secret else "",
                hash_of(invitation) if invitation else "",
            )
        )
        given.append(
            {
                "seat": number,
                "kind": wish.kind,
                "level": level,
                "secret": secret,
                "invitation": invitation,
                "link": None,
            }
        )
    refuse_same_names(stored)
    return stored, given


def against_a_bot(seats: list[StoredSeat]) -> bool:
    """One person and one bot."""
    return len([seat for seat in seats if seat.kind == "bot"]) == 1


def refuse_same_names(seats: list[StoredSeat]) -> None:
    """Nobody sits down under the other's name, nor as the other side; two bots of one level may."""
    names = [seat.name.casefold() for seat in seats]
    if names[0] == names[1] and any(seat.kind != "bot" for seat in seats):
        raise Refused(f"somebody is called {seats[0].name!r:.60} here already")
    for seat, name in enumerate(names):
        if name == SIDES[1 - seat].casefold() and seats[seat].kind != "bot":
            raise Refused(f"{seats[seat].name!r:.60} is the other side's name; please choose another")


def link_of(game: str, seat: SeatGiven) -> str | None:
    if seat["secret"]:
        return f"/g/{game}#seat={seat['secret']}"
    if seat["invitation"]:
        return f"/g/{game}#join={seat['invitation']}"
    return None


def presence_of(stored: StoredGame, online: set[int]) -> list[SeatPresence]:
    found: list[SeatPresence] = []
    for number, seat in enumerate(stored.seats):
        kind: Any = seat.kind
        found.append(
            {
                "seat": number,
                "kind": kind,
                "name": seat.name or SIDES[number],
                "level": seat.level,
                "joined": kind != "friend" or bool(seat.secret_hash),
                "online": kind == "bot" or number in online,
            }
        )
    return found
