"""Who may talk to the server: whoever has its token, under its own name, from its own pages.

It listens on this machine only, but other users, and every page in the browser, can reach that.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: The parameter of the first address; a cookie takes its place.
TOKEN = "token"
#: Pages may use what this server sends, and nothing else; no other page may frame them.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types judge-drawing",
    )
)
#: A report brings its own policy, which names the hash of its script.
POLICY_OF_REPORTS = "frame-ancestors 'none'"
REPORTS = ("/runs/", "/answers/")
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
_SAFE = frozenset({"GET", "HEAD"})


class Access(Struct, frozen=True):
    """The secret and the port of one server."""

    token: str
    port: int

    @property
    def names(self) -> frozenset[str]:
        """What ``Host`` may be: a name that an attacker points at this machine is none of them."""
        return frozenset(f"{name}:{self.port}" for name in ("127.0.0.1", "localhost"))

    @property
    def cookie(self) -> str:
        """Cookies of one machine are shared by all ports."""
        return f"judge-{self.port}"

    def knows(self, token: str) -> bool:
        """Whether it is the token; takes as long for any other."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    def refusal(self, method: str, headers: Mapping[str, str]) -> tuple[int, str] | None:
        """Status and message for a request from elsewhere."""
        if headers.get("host", "") not in self.names:
            return 421, "wrong Host: open the address that judge serve has printed"
        origin = headers.get("origin")
        if origin is not None and origin.removeprefix("http://") not in self.names:
            return 403, "this request comes from another site"
        if method not in _SAFE and headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return 403, "this request comes from another site"
        return None


class Guard:
    """The application behind the checks; adds the headers that protect its pages."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headed = _with_headers(send, scope["path"])
        early = self._early(scope)
        await (early or self._app)(scope, receive, headed)

    def _early(self, scope: Scope) -> Response | None:
        """What is answered in the place of the application."""
        headers, access = Headers(scope=scope), self._access
        if refused := access.refusal(scope["method"], headers):
            return PlainTextResponse(refused[1] + "\n", refused[0])
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        if TOKEN in dict(query):
            return self._welcome(scope["path"], query)
        cookie = cookie_parser(headers.get("cookie", "")).get(access.cookie, "")
        if not access.knows(cookie):
            return PlainTextResponse("open the address that judge serve has printed\n", 403)
        return None

    def _welcome(self, path: str, query: list[tuple[str, str]]) -> Response:
        """A cookie for the token, and the same address without it."""
        access = self._access
        if not access.knows(dict(query)[TOKEN]):
            return PlainTextResponse("wrong token: judge serve makes a new one each time\n", 403)
        rest = urlencode([(name, value) for name, value in query if name != TOKEN])
        where = "/" + path.lstrip("/") + (f"?{rest}" if rest else "")
        answer = RedirectResponse(where, 303)
        answer.set_cookie(access.cookie, access.token, httponly=True, samesite="strict")
        return answer


def _with_headers(send: Send, path: str) -> Callable[[Message], Awaitable[None]]:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            policy = POLICY_OF_REPORTS if path.startswith(REPORTS) else POLICY
            headers["content-security-policy"] = policy
        await send(message)

    return sent
