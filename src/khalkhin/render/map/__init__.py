"""Maps: what lies on the ground, in layers of vectors, and the printed sheet around them.

`draw_map` draws a whole map; `map_look` reads how, `map_words` in which language, `map_ground` finds its ground.
"""

from khalkhin.render.map.draw import LAYERS, draw_map, map_ground
from khalkhin.render.map.look import MapLook, Words, map_look
from khalkhin.render.map.words import map_words

__all__ = ["LAYERS", "MapLook", "Words", "draw_map", "map_ground", "map_look", "map_words"]
