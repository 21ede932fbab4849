"""An access key for a closed circle: whoever comes is asked for it once, and the browser remembers.

The page that asks has no script. It is sent to its own address, so that the secret in a friend's link survives.
"""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from vanguard.server.wire.guard import CONTENT_SECURITY_POLICY, PaceByAddress, same_house

COOKIE = "vanguard_key"
A_YEAR = 365 * 24 * 3600
TRIES_AT_ONCE, TRIES_PER_SECOND = 20, 0.1
OPEN = ("/api/health",)
"""What a watchdog may ask without a key."""

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Vanguard</title></head>
<body><main><h1>Vanguard</h1><p>This table is for a closed circle. Whoever invited you knows the key.</p>{wrong}
<form method="post"><label>Key <input type="password" name="key" autofocus autocomplete="current-password"></label>
<button>Enter</button></form></main></body></html>
"""
WRONG = '<p role="alert"><strong>That is not the key.</strong></p>'


class AccessKey:
    """Around the application: without the key there is only the page that asks for it."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self.app = app
        self._key = key.encode()
        self._token = hashlib.sha256(b"vanguard access " + self._key).hexdigest()
        self._tries = PaceByAddress(TRIES_AT_ONCE, TRIES_PER_SECOND)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"] in OPEN or self._is_known(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await (await self._asking(scope, receive))(scope, receive, send)

    def _is_known(self, scope: Scope) -> bool:
        cookies = cookie_parser(Headers(scope=scope).get("cookie", ""))
        return hmac.compare_digest(cookies.get(COOKIE, "").encode(), self._token.encode())

    async def _asking(self, scope: Scope, receive: Receive) -> Response:
        if scope["path"].startswith("/api"):
            return JSONResponse({"why": "this table is for a closed circle: open its page and enter the key"}, 401)
        if scope["method"] != "POST":
            return self._page("", 401)
        if not self._tries.allows(same_house((scope.get("client") or ("",))[0])):
            return self._page("", 429)
        form = parse_qs((await Request(scope, receive).body()).decode(errors="replace"))
        given = form.get("key", [""])[0].strip().encode()
        if not hmac.compare_digest(given, self._key):
            return self._page(WRONG, 401)
        query = scope["query_string"].decode("latin-1")
        # One slash only: two would lead to another host.
        entered = RedirectResponse("/" + scope["path"].lstrip("/\\") + (f"?{query}" if query else ""), 303)
        secure = scope["scheme"] == "https" or Headers(scope=scope).get("x-forwarded-proto") == "https"
        entered.set_cookie(COOKIE, self._token, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)
        return entered

    @staticmethod
    def _page(wrong: str, status: int) -> Response:
        policy = CONTENT_SECURITY_POLICY.replace("form-action 'none'", "form-action 'self'")
        headers = {
            "Content-Security-Policy": policy,
            "Cache-Control": "no-store",
            "Referrer-Policy": "same-origin",  # else a browser does not say where the form comes from, and it is refused
        }
        return HTMLResponse(PAGE.format(wrong=wrong), status, headers=headers)
