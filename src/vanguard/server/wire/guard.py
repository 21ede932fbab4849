"""What keeps strangers out: headers, origins, host names, and limits that no human pace meets."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".localhost") or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def origin_is_ours(headers: Headers) -> bool:
    """A browser names the page's origin: it must be this very host. Other programs name none."""
    origin = headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc == headers.get("host", "")


class Guard:
    """Around the whole application: refuse foreign hosts and origins before anything else, add the headers to all replies."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...], requests: PaceByAddress) -> None:
        self.app = app
        self.names = names
        self.requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refusal(scope, headers)
        if refused is None:
            await self.app(scope, receive, self._with_headers(send) if scope["type"] == "http" else send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            status, why = refused
            await JSONResponse({"why": why}, status)(scope, receive, self._with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        if not host_is_ours(headers.get("host", ""), self.names):
            return 421, "this server is not known by that name; start it with --name to allow it"
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and not origin_is_ours(headers):
            return 403, "this request comes from a page of another origin"
        address = (scope.get("client") or ("",))[0]
        if scope["path"].startswith("/api") and not self.requests.allows(address):
            return 429, "too many requests; slow down"
        return None

    @staticmethod
    def _with_headers(send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        return sending
