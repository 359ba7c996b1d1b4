"""Where the ground believes rivers to be."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

from khalkhin.board.hexset import members
from khalkhin.render.ground.rivers import reaches
from tests.render.ground.maps import NAMES, game, small


@pytest.mark.parametrize("name", NAMES)
def test_rivers_run_over_the_middle_of_every_hexside_they_lie_on(name: str) -> None:
    sheet, layout, look = game(name)
    ends = {(round(x, 3), round(y, 3)) for r in reaches(sheet, layout, look) for x, y in (r.points[0], r.points[-1])}
    for feature in look.rivers:
        for a, b in sheet.pairs(feature):
            x, y = layout.middle(a, sheet.grid.direction(a, b))
            assert (round(x, 3), round(y, 3)) in ends, (feature, sheet.grid.name(a), sheet.grid.name(b))


@pytest.mark.parametrize("name", NAMES)
def test_rivers_stay_near_their_hexsides_until_they_leave_the_map(name: str) -> None:
    sheet, layout, look = game(name)
    middles = [layout.middle(a, sheet.grid.direction(a, b)) for f in look.rivers for a, b in sheet.pairs(f)]
    # The frame is a little wider than the hexes.
    inner = [h for h in members(sheet.grid.all) if not sheet.grid.exits(h)]
    west, east = (f(layout.centre(h)[0] for h in inner) for f in (min, max))
    north, south = (f(layout.centre(h)[1] for h in inner) for f in (min, max))
    for reach in reaches(sheet, layout, look)[::7]:
        x, y = reach.points[len(reach.points) // 2]
        if west < x < east and north < y < south:
            assert min(hypot(x - mx, y - my) for mx, my in middles) < 0.5 * layout.radius


def test_a_river_leaves_the_map_where_it_ends_at_the_edge(tmp_path: Path) -> None:
    sheet, layout, look = small(tmp_path)
    found = reaches(sheet, layout, look)
    assert min(y for r in found for _, y in r.points) < 0
    assert {r.width for r in found} == {look.rivers["river"] * layout.radius}
