"""The pages of the browser client and what they are made of."""

from __future__ import annotations

import hashlib
import mimetypes
import os
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import khalkhin
from khalkhin.render import fonts, tokens
from khalkhin.server.http import Problem
from khalkhin.server.shelf import HTML, SCRIPT, STYLE, SVG, Page, page, send

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


_SCRIPT = re.compile(r'<script type="module" src="/web/([^"]+)"></script>')
_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"(\.[^"]+)";', re.MULTILINE)
"""Those at the head of a module; what is imported later is fetched when it is wanted."""


def modules(main: Path) -> Iterator[Path]:
    """All modules that one cannot begin without, itself first."""
    found = [main]
    for module in found:
        yield module
        named = [(module.parent / name).resolve() for name in _IMPORT.findall(module.read_text("utf-8"))]
        found += [path for path in dict.fromkeys(named) if path not in found]


def with_modules(markup: str) -> str:
    """A page that names every module of its script: a browser fetches them at once, not one import after the other."""

    def named(script: re.Match[str]) -> str:
        _, *others = modules((WEB / script[1]).resolve())
        links = (f'<link rel="modulepreload" href="/web/{path.relative_to(WEB).as_posix()}">' for path in others)
        return "\n".join((script[0], *links))

    return _SCRIPT.sub(named, markup)


@lru_cache(8)
def _laid(path: Path, changed: float) -> Page:
    return page(with_modules(path.read_text("utf-8")), HTML)


def _page(request: Request, name: str) -> Response:
    path = WEB / name
    if not path.is_file():
        raise Problem(404, "server.no-client")
    changed = max(one.stat().st_mtime for one in (path, *WEB.rglob("*.js")))
    return send(request, _laid(path, changed))


async def lobby(request: Request) -> Response:
    """The lobby; the page with the lessons is one of its pages."""
    return _page(request, "lobby.html")


async def table(request: Request) -> Response:
    """The same for every table and every lesson: what is on it comes by the socket."""
    return _page(request, "table.html")


async def analysis(request: Request) -> Response:
    """The same for every game that is over: the page asks for the rest."""
    return _page(request, "analysis.html")


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
    Route("/learn", lobby),
    Route("/learn/{game}", lobby),
    Route("/learn/{game}/{lesson}", table),
    Route("/table/{id}", table),
    Route("/analysis/{id}", analysis),
    Route("/web/tokens.css", tokens_css),
    Route("/web/fonts.css", fonts_css),
    Mount("/web/fonts", _Files(directory=fonts.FOLDER)),
    Mount("/web", _Files(directory=WEB, check_dir=False)),
]
