"""The drawings of a box: map, counters and cover as SVG for pages, in one language."""

from __future__ import annotations

from khalkhin.render.map import map_ground
from khalkhin.render.map.inline import inline_map
from khalkhin.render.sprite import sprite
from khalkhin.server.boxes import Box


def ground_address(code: str, scale: int = 1) -> str:
    return f"/api/games/{code}/ground@{scale}.webp"


def draw_inline_map(box: Box, language: str) -> str:
    return inline_map(box.map, box.look, box.say(language), ground_address(box.code))


def ground_picture(box: Box, scale: int) -> bytes | None:
    """The baked ground; None for a map whose ground is part of its drawing."""
    below = map_ground(box.map, box.look, scale)
    return None if below.file is None else below.file.read_bytes()


def draw_counters(box: Box, language: str) -> str:
    hidden = {nation: box.hidden(nation) for nation in box.nations}
    flags = {side: box.nation_look(box.nation_of(side)) for side in box.sides}
    return sprite(box.faces, hidden, flags, language)
