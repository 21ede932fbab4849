"""Invitations: the seat of a friend is told of, taken, and offered again while nobody has taken it."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from vanguard.core.refusals import Refused
from vanguard.server.play.library import invitation_shown
from vanguard.server.play.live_game import LiveGame
from vanguard.server.play.past_game import PastGame
from vanguard.server.play.refusals import NotNow
from vanguard.server.play.seats import SIDES, WrongSecret, link_of, refuse_same_names
from vanguard.server.play.secrets_of_seats import fits, hash_of, new_secret, secret_from
from vanguard.server.storage import rows
from vanguard.server.storage.store import StorageFault
from vanguard.server.wire.messages.games import InvitationShown, Joined, SeatGiven
from vanguard.server.wire.text import fit_name

if TYPE_CHECKING:
    from vanguard.server.play.hub import Hub

log = logging.getLogger("vanguard.server")


class Invitations:
    """To the games of a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def join(self, game: str, invitation: str, name: str | None, key: str | None = None) -> Joined:
        """Take the seat an invitation is for. It makes a fresh secret, so that whoever sent the invitation has none.

        A browser that names a key of its own may ask again if the reply was lost: the same key gets the same secret.
        """
        live = await self._hub.game(game)
        if isinstance(live, PastGame):
            raise NotNow(live.refusal())
        async with live.lock:
            live.refuse_unusable()
            for seat, stored in enumerate(live.stored.seats):
                if not fits(invitation, stored.invitation_hash):
                    continue
                secret = new_secret() if key is None else secret_from(invitation, key)
                if not stored.secret_hash:
                    await self._sit_down(live, seat, secret, name)
                elif not fits(secret, stored.secret_hash):
                    break
                return {"game": game, "seat": seat, "secret": secret, "link": f"/g/{game}#seat={secret}"}
        raise WrongSecret("this invitation is not good here, or it has been taken already")

    async def shown(self, game: str, secrets: list[str]) -> InvitationShown:
        """What an invitation is to, and by whom; told to whoever has it, as long as the seat is free."""
        live = await self._hub.game(game)
        if isinstance(live, PastGame):
            raise NotNow(live.refusal())
        for seat, stored in enumerate(live.stored.seats):
            if not stored.secret_hash and any([fits(secret, stored.invitation_hash) for secret in secrets]):
                playing = live.playing
                host = live.name(1 - seat)
                named = host if host not in SIDES else ""
                return invitation_shown(game, playing.rulebook, playing.setup, seat, named)
        raise WrongSecret("this invitation is not good here, or it has been taken already")

    async def _sit_down(self, live: LiveGame, seat: int, secret: str, name: str | None) -> None:
        stored = live.stored
        before = stored.seats[seat]
        stored.seats[seat] = replace(before, secret_hash=hash_of(secret), name=fit_name(name) or before.name)
        try:
            refuse_same_names(stored.seats)
            await self._hub.store.write([rows.changing(stored)])
        except (Refused, StorageFault):
            stored.seats[seat] = before
            raise
        log.info("seat taken: game=%s seat=%d", stored.id, seat)
        live.tell_presence()

    async def renewed(self, game: str, secrets: list[str]) -> SeatGiven:
        """A fresh invitation for the seat that nobody has taken; the one sent before is void."""
        live, held = await self._hub.opened(game, secrets)
        async with live.lock:
            live.refuse_unusable()
            if not held:
                raise WrongSecret("only who plays a game can invite to it")
            for seat, stored in enumerate(live.stored.seats):
                if stored.kind == "friend" and not stored.secret_hash:
                    before, invitation = stored.invitation_hash, new_secret()
                    stored.invitation_hash = hash_of(invitation)
                    try:
                        await self._hub.store.write([rows.changing(live.stored)])
                    except StorageFault:
                        stored.invitation_hash = before
                        raise
                    given: SeatGiven = {
                        "seat": seat,
                        "kind": "friend",
                        "level": None,
                        "secret": None,
                        "invitation": invitation,
                        "link": None,
                    }
                    return {**given, "link": link_of(game, given)}
        raise NotNow("every seat of this game is taken")
