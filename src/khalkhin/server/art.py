"""Map, ground, counters and cover of every game, for pages to draw with."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from khalkhin.render.counter_look import in_language
from khalkhin.render.cover import baked_cover, draw_cover
from khalkhin.render.map import draw_map, map_ground
from khalkhin.render.map.inline import inline_map
from khalkhin.render.sprite import sprite
from khalkhin.server.boxes import Box, opened
from khalkhin.server.http import Problem, language_of
from khalkhin.server.shelf import SVG, WEBP, Page, Shelf, page, send

SHELF = Shelf()
SCALES = (1, 2)
AN_HOUR = "public, max-age=3600"
"""How long a picture is kept without asking: it changes with a new version of the program only."""


def ground_address(code: str, scale: int = 1) -> str:
    return f"/api/games/{code}/ground@{scale}.webp"


def cover_address(box: Box, language: str) -> str:
    """The baked cover, which is small; the drawing where there is none."""
    baked = baked_cover(box.code, language)
    return f"/api/games/{box.code}/cover.{'svg' if baked is None else 'webp'}?lang={language}"


# -- drawings ----------------------------------------------------------------------------------------------------------


def draw_inline_map(box: Box, language: str) -> str:
    return inline_map(box.map, box.look, box.say(language), ground_address(box.code))


def draw_counters(box: Box, language: str) -> str:
    hidden = {label: box.hidden(label) for label in box.labels}
    flags = {side: box.nation_look(box.nation_of(side)) for side in box.sides}
    faces = (
        (in_language(front, box.words, language), in_language(back, box.words, language)) for front, back in box.faces
    )
    return sprite(faces, hidden, flags, language)


def draw_whole_cover(box: Box, language: str) -> str:
    """The cover with all it needs inside: a page shows it as a picture, which may not fetch anything."""
    below = map_ground(box.map, box.look)
    map_ = draw_map(
        box.map,
        box.look,
        ground_href="" if below.file is None else below.data_uri(),
        words=box.say(language),
        embed_fonts=True,
        framed=False,
    )
    fronts = {front.id: front for front, _ in box.faces}
    return draw_cover(map_, box.cover, [fronts[name] for name in box.cover.counters])


# -- endpoints ---------------------------------------------------------------------------------------------------------


async def _drawn(request: Request, what: str, draw: Callable[[Box, str], str]) -> Response:
    box, language = opened(request), language_of(request)
    return send(request, await SHELF.get((what, box, language), lambda: page(draw(box, language), SVG)))


async def map_svg(request: Request) -> Response:
    return await _drawn(request, "map", draw_inline_map)


async def counters_svg(request: Request) -> Response:
    return await _drawn(request, "counters", draw_counters)


async def cover_svg(request: Request) -> Response:
    return await _drawn(request, "cover", draw_whole_cover)


async def cover_webp(request: Request) -> Response:
    box, language = opened(request), language_of(request)

    def make() -> Page:
        baked = baked_cover(box.code, language)
        if baked is None:
            raise Problem(404, "server.no-picture", game=box.code)
        return page(baked.read_bytes(), WEBP)

    return send(request, await SHELF.get(("baked cover", box, language), make), AN_HOUR)


async def ground_webp(request: Request) -> Response:
    box, scale = opened(request), request.path_params["scale"]
    if scale not in SCALES:
        raise Problem(404, "server.no-scale", scale=scale, known=", ".join(map(str, SCALES)))

    def make() -> Page:
        below = map_ground(box.map, box.look, scale)
        if below.file is None:
            raise Problem(404, "server.no-picture", game=box.code)
        return page(below.file.read_bytes(), WEBP)

    return send(request, await SHELF.get(("ground", box, scale), make), AN_HOUR)


routes = [
    Route("/api/games/{code}/map.svg", map_svg),
    Route("/api/games/{code}/counters.svg", counters_svg),
    Route("/api/games/{code}/cover.svg", cover_svg),
    Route("/api/games/{code}/cover.webp", cover_webp),
    Route("/api/games/{code}/ground@{scale:whole}.webp", ground_webp),
]
