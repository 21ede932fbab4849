"""Who sits where: what opens a seat, what is told of it, and how it is given out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vanguard.core.refusals import Refused
from vanguard.server.play.bot_seats import name_of, seated_level
from vanguard.server.play.secrets_of_seats import fits, hash_of, new_secret
from vanguard.server.storage.rows import StoredGame, StoredSeat
from vanguard.server.wire.messages.games import SeatGiven, SeatWanted
from vanguard.server.wire.messages.table import SeatPresence
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


def seats_wanted(
    rulebook: str, wanted: list[SeatWanted], results: Sequence[tuple[str, float]] = ()
) -> tuple[list[StoredSeat], list[SeatGiven]]:
    """Who sits where, as it is stored and as it is told once to whoever makes the game.

    `results` are the maker's against bots so far, for a bot that is to be about as strong.
    """
    stored: list[StoredSeat] = []
    given: list[SeatGiven] = []
    for number, wish in enumerate(wanted):
        level = None
        if wish.kind == "bot":
            level = seated_level(rulebook, wish.level, results)
        secret = new_secret() if wish.kind == "human" else None
        invitation = new_secret() if wish.kind == "friend" else None
        name = name_of(level) if level is not None else fit_name(wish.name) or SIDES[number]
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


def points_against_a_bot(stored: StoredGame, seat: int) -> tuple[str, float] | None:
    """The bot's level and the points this seat took from it; nothing if the game is not over or was against nobody such."""
    other = stored.seats[1 - seat]
    if not stored.summary["over"] or stored.seats[seat].kind == "bot" or other.kind != "bot" or not other.level:
        return None
    winner = stored.summary["winner"]
    return other.level, 0.5 if winner is None else float(winner == seat)


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
                "name": f"{SIDES[number]} player" if seat.name in ("", *SIDES) else seat.name,
                "level": seat.level,
                "joined": kind != "friend" or bool(seat.secret_hash),
                "online": kind == "bot" or number in online,
            }
        )
    return found
