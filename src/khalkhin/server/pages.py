"""The pages of the browser client and what they are made of."""

from __future__ import annotations

import hashlib
import mimetypes
import os
import re
from functools import cache, lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import khalkhin
from khalkhin.render import fonts, tokens
from khalkhin.server.http import Problem
from khalkhin.server.shelf import SCRIPT, STYLE, SVG, Page, page, send

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


_TEXTS = {".js": SCRIPT, ".css": STYLE, ".svg": SVG}
_COMMENTS = {
    ".js": re.compile(r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.MULTILINE),
    ".css": re.compile(r"/\*(?:[^*]|\*(?!/))*\*/"),
}
"""What only readers of the source need. In scripts those that have lines of their own, never within a template."""


def without_comments(text: str, ending: str) -> str:
    """A script or style with as many lines, for about two thirds of the bytes."""
    return _COMMENTS[ending].sub(lambda found: "\n" * found[0].count("\n"), text)


@lru_cache(512)
def _packed(path: str, changed: float) -> Page:
    ending = os.path.splitext(path)[1]
    text = Path(path).read_text("utf-8")
    return page(without_comments(text, ending) if ending in _COMMENTS else text, _TEXTS[ending])


class _Files(StaticFiles):
    """The client's own files: texts are packed once, and again when they have changed."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        path = os.fspath(full_path)
        if path.endswith(tuple(_TEXTS)):
            return send(Request(scope), _packed(path, stat_result.st_mtime))
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(REVALIDATE)
        return response


routes: list[BaseRoute] = [
    Route("/", lobby),
    Route("/table/{id}", table),
    Route("/analysis/{id}", analysis),
    Route("/web/tokens.css", tokens_css),
    Route("/web/fonts.css", fonts_css),
    Mount("/web/fonts", _Files(directory=fonts.FOLDER)),
    Mount("/web", _Files(directory=WEB, check_dir=False)),
]
