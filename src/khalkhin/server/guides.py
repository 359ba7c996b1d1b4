"""The guide of a game as a page: how it is played, with pictures, made by the engine when somebody asks first."""

from __future__ import annotations

import re
from html import escape

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from khalkhin.learn.guide.book import guide_of
from khalkhin.learn.guide.html import html
from khalkhin.server.art import ground_address
from khalkhin.server.boxes import Box, opened
from khalkhin.server.http import Problem, language_of
from khalkhin.server.pages import WEB, with_modules
from khalkhin.server.shelf import HTML, Page, Shelf, page, send

SHELF = Shelf()
_GAP = re.compile(r"\{\{(\w+)\}\}")


async def guide(request: Request) -> Response:
    """The guide in the language that the address asks for, else in that of the browser."""
    box, language = opened(request), language_of(request)
    return send(request, await SHELF.get((box, language), lambda: _laid(box, language)))


def _laid(box: Box, language: str) -> Page:
    """The page: the shell of the client with the guide in it."""
    game = box.game
    found = None if game is None else guide_of(game, language)
    if game is None or found is None:
        raise Problem(404, "guide.none", game=box.code)
    content = {
        "language": language,
        "game": game.code,
        "title": escape(found.title),
        "guide": html(found, ground_address(game.code)),
    }
    shell = with_modules((WEB / "guide.html").read_text("utf-8"))
    return page(_GAP.sub(lambda gap: content[gap[1]], shell), HTML)


routes = [Route("/guide/{code}", guide)]
