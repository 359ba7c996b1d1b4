"""The ground under a map: paper, terrain and relief.

It is baked into a picture once (`python -m khalkhin.render.ground all`), with libraries that nobody needs to play.
`ground` gives that picture, or a plain drawing if the map is not the one that was baked.
"""

from khalkhin.render.ground.look import GroundLook, ground_look
from khalkhin.render.ground.picture import Ground, ground
from khalkhin.render.ground.plain import plain_ground

__all__ = ["Ground", "GroundLook", "ground", "ground_look", "plain_ground"]
