"""What keeps strangers out: headers, origins, host names, sizes, and limits that no human pace meets."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vanguard.core.refusals import Refused
from vanguard.server.wire.text import refuse_at_the_door, unfit

log = logging.getLogger("vanguard.server")

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Pace:
    """So many at once, so many a second after that."""

    __slots__ = ("_left", "_seen", "burst", "per_second")

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left = burst
        self._seen = time.monotonic()

    def allows(self) -> bool:
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._seen) * self.per_second)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class PaceByAddress:
    """A pace for every address, the longest unseen forgotten."""

    def __init__(self, burst: float, per_second: float, most: int = 10_000) -> None:
        self._burst = burst
        self._per_second = per_second
        self._most = most
        self._paces: OrderedDict[str, Pace] = OrderedDict()

    def allows(self, address: str) -> bool:
        pace = self._paces.pop(address, None) or Pace(self._burst, self._per_second)
        self._paces[address] = pace
        while len(self._paces) > self._most:
            self._paces.popitem(last=False)
        return pace.allows()


def host_is_ours(host: str, names: Iterable[str]) -> bool:
    """Numeric addresses, localhost and the names we were told: another name that leads here is somebody's trick."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if name == "localhost" or name.endswith(".localhost") or name in names:
            return True
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def origin_is_ours(headers: Headers) -> bool:
    """A browser names the page's origin: it must be this very host. Other programs name none."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:
        return False


# -- who asks -------------------------------------------------------------------------------------------------------------

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def networks(named: Iterable[str]) -> tuple[Network, ...]:
    """The proxies a host named, by address or network."""
    try:
        return tuple([ipaddress.ip_network(name, strict=False) for name in named])
    except ValueError as fault:
        raise Refused(f"a proxy is named by its address, such as 127.0.0.1 or 10.0.0.0/8: {fault}") from None


def among(address: str, proxies: tuple[Network, ...]) -> bool:
    """Whether this address is one of these proxies."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in proxies)


def asking_address(client: str, forwarded: str, proxies: tuple[Network, ...]) -> str:
    """Whose request it is: what a proxy says counts only if the host has named that proxy."""
    if not among(client, proxies):
        return client
    for hop in reversed([hop.strip() for hop in forwarded.split(",")]):
        try:
            address = str(ipaddress.ip_address(hop.strip("[]")))
        except ValueError:
            break
        if not among(address, proxies):
            return address
    return client


def same_house(address: str) -> str:
    """What counts as one asker: an IPv4 address, or the network that a house with IPv6 has to itself."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


# -- around the application -----------------------------------------------------------------------------------------------

MOST_PATH_BYTES = 1000
MOST_BODY_BYTES = 64 * 1024
MOST_BYTES_IN_AN_UPLOAD = 1024 * 1024
UPLOADS = "/api/records"
BODY_SECONDS = 20.0


class _NotTaken(Exception):
    """A request that is turned away: its status and the reason."""

    def __init__(self, status: int, why: str) -> None:
        self.status = status
        self.why = why


class Guard:
    """Around the whole application: whatever comes in is of this host, of a size and in a text that can be read; whatever goes
    out has the headers, faults of our own too.
    """

    def __init__(
        self, app: ASGIApp, names: tuple[str, ...], requests: PaceByAddress, proxies: tuple[Network, ...] = ()
    ) -> None:
        self.app = app
        self.names = names
        self.requests = requests
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self._look_at(scope)
        except _NotTaken as refused:
            await self._turn_away(scope, receive, send, refused)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._answer(scope, receive, _Reply(send))

    async def _answer(self, scope: Scope, receive: Receive, reply: _Reply) -> None:
        try:
            if scope["method"] not in ("GET", "HEAD"):
                receive = await _body_at_once(scope, receive)
            await self.app(scope, receive, reply)
        except _NotTaken as refused:
            await self._turn_away(scope, receive, reply, refused)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if not reply.started:
                fault = _NotTaken(500, "this failed on the server; its log says why")
                await self._turn_away(scope, receive, reply, fault)

    @staticmethod
    async def _turn_away(scope: Scope, receive: Receive, send: Send, refused: _NotTaken) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        # What is still on its way of the request is not waited for.
        reply = JSONResponse({"why": refused.why}, refused.status, headers={"Connection": "close"})
        await reply(scope, receive, send if isinstance(send, _Reply) else _Reply(send))

    def _look_at(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if not host_is_ours(headers.get("host", ""), self.names):
            raise _NotTaken(421, "this server is not known by that name; start it with --name to allow it")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and not origin_is_ours(headers):
            raise _NotTaken(403, "this request comes from a page of another origin")
        address = (scope.get("client") or ("", 0))[0]
        address = asking_address(address, headers.get("x-forwarded-for", ""), self.proxies)
        scope["client"] = (address, 0)
        if scope["path"].startswith("/api") and not self.requests.allows(same_house(address)):
            raise _NotTaken(429, "too many requests; slow down")
        if len(scope["path"]) + len(scope["query_string"]) > MOST_PATH_BYTES:
            raise _NotTaken(414, "there is no address as long as this")
        if unfit(scope["path"], one_line=True) or "%00" in scope["query_string"].decode("latin-1"):
            raise _NotTaken(400, "this address has a character that cannot be shown")


async def _body_at_once(scope: Scope, receive: Receive) -> Receive:
    """The whole body, read up to its limit and looked through, as if it had come in one piece."""
    most = MOST_BYTES_IN_AN_UPLOAD if scope["path"] == UPLOADS else MOST_BODY_BYTES
    too_large = _NotTaken(413, f"at most {most // 1024} KiB are read here")
    length = Headers(scope=scope).get("content-length", "0")
    if not length.isdigit() or int(length[:12]) > most:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _NotTaken(400, "the request broke off")
                body += message.get("body", b"")
                if len(body) > most:
                    raise too_large
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        raise _NotTaken(408, "this request was not finished in time") from None
    try:
        refuse_at_the_door(body.decode())
    except UnicodeDecodeError:
        raise _NotTaken(422, "what is sent here is UTF-8 text") from None
    except Refused as refusal:
        raise _NotTaken(422, refusal.message) from None
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def received() -> Message:
        return whole.pop() if whole else await receive()

    return received


class _Reply:
    """Sends a reply with the headers, and knows whether it has begun."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)
