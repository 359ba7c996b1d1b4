"""The pages of the browser client and what they are made of."""

from __future__ import annotations

import hashlib
import mimetypes
from functools import cache
from pathlib import Path

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

import khalkhin
from khalkhin.render import fonts, tokens
from khalkhin.server.http import Problem

WEB = Path(khalkhin.__file__).parent / "web"
# What files are is no matter of the machine they are on: a browser runs no script that is called something else.
for _kind, _ending in (
    ("text/javascript", ".js"),
    ("text/css", ".css"),
    ("image/svg+xml", ".svg"),
    ("image/webp", ".webp"),
    ("font/woff2", ".woff2"),
    ("application/manifest+json", ".webmanifest"),
):
    mimetypes.add_type(_kind, _ending)

REVALIDATE = {"cache-control": "no-cache"}
"""Kept by the browser, but asked about every time: after an update nobody plays with half of the old client."""


def _page(name: str) -> Response:
    path = WEB / name
    if not path.is_file():
        raise Problem(404, "server.no-client")
    return FileResponse(path, media_type="text/html; charset=utf-8", headers=REVALIDATE)


async def lobby(request: Request) -> Response:
    return _page("lobby.html")


async def table(request: Request) -> Response:
    """The page is the same for every table: what is on it comes by the socket."""
    return _page("table.html")


async def analysis(request: Request) -> Response:
    """The same for every game that is over: the page asks for the rest."""
    return _page("analysis.html")


async def tokens_css(request: Request) -> Response:
    return _text(request, _tokens(), "text/css")


@cache
def _tokens() -> str:
    return tokens.css()


async def fonts_css(request: Request) -> Response:
    return _text(request, _fonts(), "text/css")


@cache
def _fonts() -> str:
    return fonts.face_css(embed=False)


def _text(request: Request, text: str, kind: str) -> Response:
    """A text that is always the same, or the news that the browser has it already."""
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'
    headers = {**REVALIDATE, "etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=kind, headers=headers)


class _Files(StaticFiles):
    """The client's own files."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response: Response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers.update(REVALIDATE)
        return response


routes: list[BaseRoute] = [
    Route("/", lobby),
    Route("/table/{id}", table),
    Route("/analysis/{id}", analysis),
    Route("/web/tokens.css", tokens_css),
    Route("/web/fonts.css", fonts_css),
    Mount("/web/fonts", _Files(directory=fonts.FOLDER)),
    Mount("/web", _Files(directory=WEB, check_dir=False), middleware=[Middleware(GZipMiddleware, minimum_size=1000)]),
]
