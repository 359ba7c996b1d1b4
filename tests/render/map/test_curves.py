"""Chains of edges, and curves along them."""

from __future__ import annotations

import itertools
from math import hypot

import pytest

from khalkhin.render.map.curves import (
    Edge,
    Wander,
    aside,
    bend,
    beyond,
    chains,
    cut,
    joined,
    length,
    nearest,
    path_of,
    smoothed,
    spaced,
    within,
)
from tests.render.map.maps import lines

LINE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]


def edges(*points: tuple[float, float], tag: str = "river") -> list[Edge]:
    return [Edge(a, b, (n, n + 1), (tag,)) for n, (a, b) in enumerate(itertools.pairwise(points))]


def test_edges_are_joined_whatever_their_order_and_direction() -> None:
    a, b, c = edges((0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (30.0, 5.0))
    (chain,) = chains([c, Edge(b.b, b.a, b.pair, b.tag), a])
    assert sorted((chain.nodes[0], chain.nodes[-1])) == [(0.0, 0.0), (30.0, 5.0)]
    assert len(chain.edges) == 3
    assert not chain.closed


def test_a_tributary_ends_where_the_river_of_one_name_goes_on() -> None:
    main = edges((0.0, 0.0), (10.0, 0.0), (15.0, 9.0), tag="main")
    side = [Edge((10.0, 0.0), (20.0, 0.0), (7, 8), ("side",))]
    found = chains(main + side)
    assert sorted(len(chain.edges) for chain in found) == [1, 2]


def test_chains_stop_where_they_are_told_to() -> None:
    row = edges((0.0, 0.0), (10.0, 0.0), (20.0, 0.0))
    assert len(chains(row)) == 1
    assert len(chains(row, stop=lambda at: at == (10.0, 0.0))) == 2


def test_a_ring_is_closed() -> None:
    (ring,) = chains(edges((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 0.0)))
    assert ring.closed


def test_bends_touch_the_middles_and_keep_the_ends() -> None:
    parts = bend(LINE)
    assert parts[0][0] == LINE[0]
    assert parts[-1][-1] == LINE[-1]
    assert parts[0][-1] == parts[1][0]
    curve = joined(parts)
    assert nearest(curve, (5.0, 0.0))[0] == 0
    assert nearest(curve, (10.0, 5.0))[0] == 0
    assert nearest(curve, (10.0, 0.0))[0] > 1


def test_wandering_hangs_on_the_place_alone_and_goes_no_further_than_it_may() -> None:
    field, same = Wander("a", 2.0, 18.0), Wander("a", 2.0, 18.0)
    points = [(x * 3.7, x * 1.3) for x in range(60)]
    assert field.curve(points) == same.curve(list(reversed(points)))[::-1]
    assert field.curve(points) != Wander("b", 2.0, 18.0).curve(points)
    away = [hypot(x - px, y - py) for (x, y), (px, py) in zip(points, field.curve(points), strict=True)]
    assert 0.5 < max(away) <= 2.0 * 2**0.5
    assert field.point((5.0, 5.0), 0.0) == (5.0, 5.0)


def test_measuring_and_cutting() -> None:
    assert length(LINE) == 20
    assert cut(LINE, 5.0, 12.0) == [(5.0, 0.0), (10.0, 0.0), (10.0, 2.0)]
    even = spaced(LINE, 4.0)
    assert len(even) == 6
    assert even[0] == LINE[0]
    assert even[-1] == LINE[-1]
    assert nearest(LINE, (5.0, 3.0)) == (3.0, (5.0, 0.0))
    assert beyond((0.0, 0.0), (3.0, 4.0), 5.0) == pytest.approx((6.0, 8.0))
    assert all(hypot(x - 10, y) <= 4 for x, y in within(LINE, (10.0, 0.0), 4.0))


def test_aside_is_to_the_right_with_y_downward() -> None:
    assert aside([(0.0, 0.0), (10.0, 0.0)], 2.0) == [(0.0, 2.0), (10.0, 2.0)]
    assert aside([(0.0, 0.0), (10.0, 0.0)], [1.0, -1.0]) == [(0.0, 1.0), (10.0, -1.0)]


def test_smoothing_shortens() -> None:
    zigzag = [(float(x), float(x % 2) * 5) for x in range(20)]
    assert length(smoothed(zigzag, 20)) < length(zigzag) / 2


def test_path_data_begin_and_end_where_the_curve_does() -> None:
    curve = [(0.333, 0.0), (4.0, 3.0), (8.0, -3.0), (12.5, 1.25)]
    (shown,) = lines(path_of(curve))
    assert shown[0] == pytest.approx(curve[0], abs=0.051)
    assert shown[-1] == pytest.approx(curve[-1], abs=0.051)
    (loop,) = lines(path_of(curve, close=True))
    assert loop[0] == pytest.approx(loop[-1], abs=0.05)
