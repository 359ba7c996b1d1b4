"""A map to stand inside a page: no letters of its own, and ids that no other drawing of the page has."""

from __future__ import annotations

import re

from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.map.draw import draw_map
from khalkhin.render.map.look import MapLook, Words

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_NAMED = re.compile(r' id="')
_CALLED = re.compile(r'( href="|url\()#')


def inline_map(sheet: MapSheet, look: MapLook, words: Words, ground_href: str, prefix: str = "map-") -> str:
    """The map without its frame. Its layers have the ids of `LAYERS` after the prefix, and so has what they refer to.

    A page that is served under a strict policy has its letters from a style sheet and takes no `<style>`.
    """
    drawn = draw_map(sheet, look, ground_href=ground_href, words=words, embed_fonts=False, framed=False)
    return prefixed(_STYLE.sub("", drawn, count=1), prefix)


def prefixed(drawing: str, prefix: str) -> str:
    """A drawing with a prefix before each of its ids and wherever it refers to one."""
    return _CALLED.sub(rf"\1#{prefix}", _NAMED.sub(f' id="{prefix}', drawing))
