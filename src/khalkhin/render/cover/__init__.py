"""The picture on a game's box: a piece of its map that fades towards the title, and two of its counters.

It is baked into a picture once (`python -m khalkhin.render.cover`), for the whole map is heavy.
"""

from khalkhin.render.cover.baked import baked_cover
from khalkhin.render.cover.draw import draw_cover
from khalkhin.render.cover.look import CoverLook, cover_look

__all__ = ["CoverLook", "baked_cover", "cover_look", "draw_cover"]
