"""In front of everything: who may ask (host, origin, how often), and the headers that every answer carries."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from khalkhin.server.http import Problem, language_of, refusal
from khalkhin.server.limits import Buckets, client_of
from khalkhin.server.measures import Measures
from khalkhin.server.settings import Settings

POLICY = (
    "default-src 'none'; "
    "script-src 'self'; "
    "style-src 'self'; "
    "img-src 'self' data: blob:; "
    "font-src 'self'; "
    "connect-src 'self'; "
    "manifest-src 'self'; "
    "base-uri 'none'; "
    "form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
LOOPBACK = ("localhost", "127.0.0.1", "::1")
MAKING = ("/api/tables", "/api/records", "/api/lessons", "/api/battles")
READING = ("GET", "HEAD", "OPTIONS")


class Guard:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, settings: Settings, measures: Measures) -> None:
        self._app = app
        self._measures = measures
        limits = settings.limits
        self._buckets = Buckets(limits.address_rate, limits.address_burst)
        self._tables = Buckets(limits.tables_rate, limits.tables_burst)
        self._limits = limits
        self._sockets: Counter[str] = Counter()
        self._hosts = _hosts(settings) if is_loopback(settings.host) else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        problem = self._problem(scope)
        guarded = _Headed(send, scope["path"], self._measures)
        if problem is None and scope["type"] == "websocket":
            await self._socket(scope, receive, guarded)
        elif problem is None:
            await self._app(scope, receive, guarded)
        else:
            answer = refusal(problem, language_of(HTTPConnection(scope)))
            if problem.status == 429:
                answer.headers["retry-after"] = str(problem.reason.params["seconds"])
            await _refuse(answer, scope, receive, guarded)

    def _problem(self, scope: Scope) -> Problem | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._hosts is not None and _name(host) not in self._hosts:
            return Problem(421, "server.unknown-host", host=host[:80])
        origin = headers.get("origin")
        acting = scope["type"] == "websocket" or scope["method"] not in READING
        # Compared with the host that was asked for: a page of another site cannot choose that.
        if acting and origin is not None and _place(origin) != host.lower():
            return Problem(403, "server.other-origin", origin=origin[:80])
        return self._too_often(scope)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket, counted as long as it is open."""
        address = client_of(scope)
        self._sockets[address] += 1
        self._measures.sockets += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._measures.sockets -= 1
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _too_often(self, scope: Scope) -> Problem | None:
        address = client_of(scope)
        if scope["type"] == "websocket":
            full = self._sockets.total() >= self._limits.sockets
            if full or self._sockets[address] >= self._limits.sockets_each:
                return Problem(503, "server.too-many-sockets")
        wait = self._buckets.take(address)
        if not wait and scope["path"] in MAKING and scope["type"] == "http" and scope["method"] == "POST":
            wait = self._tables.take(address)
        return Problem(429, "server.too-often", seconds=math.ceil(wait)) if wait else None


class _Headed:
    """A way to send that puts our headers on every answer, and counts it."""

    def __init__(self, send: Send, path: str, measures: Measures) -> None:
        self._send = send
        self._path = path
        self._measures = measures
        self._began = time.monotonic()

    async def __call__(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self._measures.answered(message["status"], time.monotonic() - self._began)
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            if self._path.startswith("/api/"):
                headers.setdefault("cache-control", "no-store")
                headers.add_vary_header("Authorization, Accept-Language")
        await self._send(message)


async def _refuse(answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await receive()
        await send({"type": "websocket.close", "code": 1008})
    else:
        await answer(scope, receive, send)


def _address(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else ""


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _hosts(settings: Settings) -> frozenset[str]:
    names: Iterable[str] = (*LOOPBACK, settings.host, *settings.hosts)
    return frozenset(name.lower() for name in names)


def _place(origin: str) -> str:
    """Host and port of an origin."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _name(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
