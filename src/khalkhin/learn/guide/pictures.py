"""The pictures of a guide: positions of its examples, counters, and one counter taken apart."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from khalkhin.board.hexset import members
from khalkhin.learn.guide.book import Guide
from khalkhin.learn.guide.examples import Played
from khalkhin.learn.guide.plan import PicturePlan
from khalkhin.learn.guide.prose import PICTURE, BadProse, Figure
from khalkhin.render.anatomy_picture import draw_anatomy
from khalkhin.render.counter_look import read_countersheet
from khalkhin.render.counters import CounterFace
from khalkhin.render.layout import Layout
from khalkhin.render.map import draw_map, map_look, map_words
from khalkhin.render.position import Pieces, draw_row
from khalkhin.render.window import MapCutter, Marks, draw_window

DRAWN = (PICTURE, "counters", "anatomy")
"""The kinds of figures that are pictures."""


class Pictures:
    """Draws the pictures of one guide. `ground` is where a reader finds the ground of the map: None for plain paper."""

    def __init__(self, guide: Guide, ground: str | None = None) -> None:
        self.guide = guide
        self._ground = ground
        self._count = 0

    def draw(self, figure: Figure) -> str:
        """A picture as SVG. It takes its letters from the page it stands in."""
        if figure.kind == PICTURE:
            return self._window(self.guide.examples[figure.name])
        if figure.kind == "counters":
            return draw_row([self._face(name) for name in figure.name.split()], self.guide.language)
        if figure.kind == "anatomy":
            return draw_anatomy(self._face(figure.name), self.guide.language)
        raise BadProse(f"{figure.kind!r} is no picture")

    def _face(self, name: str) -> CounterFace:
        unit, _, side = name.partition("/")
        if unit not in self.guide.game.sheet.index:
            raise BadProse(f"there is no counter {unit!r}")
        return self._pieces.face({"id": unit, "is": ["flipped"] if side == "back" else []})

    @cached_property
    def _layout(self) -> Layout:
        return Layout(self.guide.game.map.grid)

    @cached_property
    def _pieces(self) -> Pieces:
        game = self.guide.game
        return Pieces(read_countersheet(game.code, game.folder), game.words, self.guide.language)

    @cached_property
    def _cutter(self) -> MapCutter:
        game = self.guide.game
        drawn = draw_map(
            game.map,
            map_look(game.code, self.guide.look),
            ground_href=self._ground,
            words=map_words(game.words, self.guide.language),
            embed_fonts=False,
            framed=False,
        )
        return MapCutter(drawn, self._layout)

    def _window(self, played: Played) -> str:
        self._count += 1
        plan, grid = played.example.picture, self.guide.game.map.grid
        marks = Marks(
            hexes=[grid.at(name) for name in plan.lights],
            targets=[grid.at(name) for name in plan.targets],
            ways=[[grid.at(name) for name in way] for way in plan.ways],
            labels={grid.at(name): said for name, said in _labels(played, plan).items()},
        )
        seen = played.match.view(plan.seen)
        prefix = f"p{self._count}-"
        return draw_window(self._cutter, seen, self._pieces, self._shown(played), marks, prefix, self.guide.language)

    def _shown(self, played: Played) -> list[int]:
        """The hexes of a picture: those that its plan says, else those round what its position places."""
        plan, grid = played.example.picture, self.guide.game.map.grid
        if plan.show:
            return [grid.at(name) for name in plan.show]
        situation = played.example.situation
        named = () if situation is None else situation.counters
        placed = sum(1 << grid.at(name) for name in {*named} if name in grid.names)
        if not placed:
            raise BadProse(f"the picture of {played.example.name!r} shows no hex")
        return list(members(grid.within(placed, 1)))


def _labels(played: Played, plan: PicturePlan) -> Mapping[str, str]:
    """What stands in hexes: what the plan says, and the points left where the units in hand can go."""
    left = played.scene.detail("left") if plan.reach else None
    return {**{hex_: str(points) for hex_, points in (left or {}).items()}, **plan.labels}
