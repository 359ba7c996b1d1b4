"""Answers that are the same for everybody: made once in a thread beside, kept packed, sent again only when changed."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

JSON = "application/json"
HTML = "text/html"
SVG = "image/svg+xml"
WEBP = "image/webp"
SCRIPT = "text/javascript"
STYLE = "text/css"
_PACKS = (JSON, HTML, SVG, SCRIPT, STYLE)
"""What gets smaller when it is packed."""


@dataclass(frozen=True)
class Page:
    """A body, the same packed, and the mark by which a reader knows that nothing has changed."""

    body: bytes
    media: str
    packed: bytes | None
    etag: str


def page(body: bytes | str | Any, media: str = JSON, effort: int = 9) -> Page:
    """A page of bytes, of a text, or of plain data as JSON. Less effort packs what is sent once a little worse."""
    if media == JSON:
        body = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    raw = body.encode() if isinstance(body, str) else body
    packed = gzip.compress(raw, effort, mtime=0) if media in _PACKS else None
    return Page(raw, media, packed, f'"{hashlib.sha256(raw).hexdigest()[:20]}"')


class Shelf:
    """Pages by key. Whoever asks first has it made, in a thread; whoever asks meanwhile waits for the same one."""

    def __init__(self) -> None:
        self._pages: dict[Hashable, Future[Page]] = {}

    async def get(self, key: Hashable, make: Callable[[], Page]) -> Page:
        if key not in self._pages:
            self._pages[key] = _makers().submit(make)
        making = self._pages[key]
        try:
            # A reader who goes away does not take the page away from the others.
            return await asyncio.shield(asyncio.wrap_future(making))
        except Exception:
            self._pages.pop(key, None)  # what could not be made may be asked for again
            raise


@cache
def _makers() -> ThreadPoolExecutor:
    """Drawing is work for the processor: more threads would not draw faster."""
    return ThreadPoolExecutor(1, "shelf")


def send(request: Request, found: Page, cache: str = "no-cache") -> Response:
    """The page as this reader can take it; nothing but a nod if he has it already."""
    headers = {"ETag": found.etag, "Cache-Control": cache, "Vary": "Accept-Encoding, Accept-Language"}
    if _has(request, found.etag):
        return Response(status_code=304, headers=headers)
    if found.packed is not None and _unpacks(request):
        return Response(found.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=found.media)
    return Response(found.body, headers=headers, media_type=found.media)


def _has(request: Request, etag: str) -> bool:
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    return etag in known or "*" in known


def _unpacks(request: Request) -> bool:
    for said in request.headers.get("accept-encoding", "").split(","):
        name, _, quality = said.replace(" ", "").partition(";q=")
        if name in ("gzip", "*"):
            return quality not in ("0", "0.0", "0.00", "0.000")
    return False
