"""Baking: a ground that does not show its map is refused, and the same map gives the same picture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from khalkhin.board.hexset import members
from khalkhin.render.ground.__main__ import games, main
from khalkhin.render.ground.bake.checks import FaultyGround, check
from khalkhin.render.ground.bake.lattice import Lattice, dice
from khalkhin.render.ground.bake.paint import ink, paint, plan
from khalkhin.render.ground.bake.strokes import Strokes
from khalkhin.render.ground.rivers import reaches
from tests.render.ground.maps import NAMES, game, small


def test_a_ground_that_shows_its_map_is_accepted(tmp_path: Path) -> None:
    """Of the games' own maps `make maps` asks the same before it writes them."""
    drawn = small(tmp_path)
    made = plan(*drawn)
    check(*drawn, made, 2.0)
    assert 0.01 < (ink(made, 2.0) > 0).mean() < 0.6
    contours, hachures, dunes, stipple, grass, dashes, reeds = (len(strokes.all()) for _, strokes in made.inks)
    assert min(contours, hachures, dunes, stipple, grass, dashes, reeds, len(made.trees)) > 0


def test_ink_on_a_river_is_refused(tmp_path: Path) -> None:
    drawn = small(tmp_path)
    made, blot = plan(*drawn), Strokes()
    course = np.array(reaches(*drawn)[0].points)
    blot.add(course[:1] - 9.0, course[:1] + 9.0, 4.0, 4.0, 1.0)
    with pytest.raises(FaultyGround, match="there is ink on the river beside these hexes: 0"):
        check(*drawn, replace(made, inks=(*made.inks, ((0.0, 0.0, 0.0), blot))))


def test_a_hex_that_shows_another_terrain_is_refused(tmp_path: Path) -> None:
    """In its middle, or in more than a part of it that may be overgrown."""
    drawn = small(tmp_path)
    made = plan(*drawn)
    names = [drawn.sheet.grid.name(h) for h in members(drawn.sheet.grid.all)]
    sand = names.index("0501")
    own = made.areas.hex.copy()
    x, y = made.areas.centres[sand]
    radius = made.layout.radius
    for share in (0.3, 0.8):
        points = made.areas.lattice.points()
        near = np.hypot(points[0] - x, points[1] - y) if share < 0.5 else np.where(own == sand, radius / 2, np.inf)
        made.areas.hex[:] = own
        made.areas.hex[(near < share * radius) & (own == sand)] = names.index("0101")
        with pytest.raises(FaultyGround, match=r"do not show their terrain: 0501$"):
            check(*drawn, made)


def test_edges_are_grown_and_no_hex_is_a_plain_hexagon(tmp_path: Path) -> None:
    areas = plan(*small(tmp_path)).areas
    words = sorted({cover.terrain for cover in areas.covers})
    own = np.array([words.index(cover.terrain) for cover in areas.covers])
    belongs = areas.straight([float(k) for k in range(len(own))]).astype(np.int64)
    astray = areas.terrain(words) != own[belongs]
    assert 0.01 < astray.mean() < 0.1


def test_trees_stand_in_the_wood_from_north_to_south(tmp_path: Path) -> None:
    drawn = small(tmp_path)
    made = plan(*drawn)
    x, y, _ = made.trees.T
    assert (np.diff(y) >= 0).all()
    assert (made.areas.lattice.sample(made.areas.textured("forest"), x, y) > 0.5).all()


def test_the_same_map_gives_the_same_picture(tmp_path: Path) -> None:
    first, second = (paint(plan(*small(tmp_path / folder)), 1.0) for folder in "ab")
    assert first.tobytes() == second.tobytes()
    other = paint(plan(*small(tmp_path / "c", {"0301": "hill"})), 1.0)
    assert first.tobytes() != other.tobytes()


def test_a_picture_at_twice_the_scale_is_the_same_ground(tmp_path: Path) -> None:
    made = plan(*small(tmp_path))
    one, two = paint(made, 1.0).astype(float), paint(made, 2.0).astype(float)
    height, width = one.shape[0] // 2 * 2, one.shape[1] // 2 * 2
    halved = two[: 2 * height, : 2 * width].reshape(height, 2, width, 2, 3).mean(axis=(1, 3))
    assert np.abs(halved - one[:height, :width]).mean() < 3


def test_light_falls_from_the_north_west(tmp_path: Path) -> None:
    made = plan(*small(tmp_path))
    sheet, layout = made.areas.lattice.layout.grid, made.areas.lattice.layout
    x, y = layout.centre(sheet.at("0203"))
    away = 0.4 * layout.radius
    lit, dark = (
        made.areas.lattice.sample(made.shade, np.array([x + k * away]), np.array([y + k * away]))[0] for k in (-1, 1)
    )
    assert lit > 0.05
    assert dark < -0.05


def test_noise_has_unit_variance_at_every_size() -> None:
    lattice = Lattice(game("sn").layout)
    for size in (0.05, 0.3, 1.0):
        assert lattice.noise(dice("test", f"{size}"), size).std() == pytest.approx(1, abs=0.15)


@pytest.mark.parametrize("width", [0.4, 1.0, 3.0])
def test_a_stroke_with_round_ends_lays_down_as_much_ink_as_it_covers(width: float) -> None:
    strokes = Strokes()
    strokes.add(np.array([[10.0, 10.3]]), np.array([[50.0, 10.3]]), width, width, 1.0)
    assert strokes.ink((60, 20), 1.0).sum() == pytest.approx(40 * width + np.pi * width**2 / 4, rel=0.04)


def test_strokes_that_cross_do_not_clot_and_those_off_the_picture_are_not_seen() -> None:
    strokes = Strokes()
    strokes.add(np.array([[0.0, 10.0]]), np.array([[20.0, 10.0]]), 2.0, 2.0, 0.5)
    strokes.add(np.array([[10.0, 0.0]]), np.array([[10.0, 20.0]]), 2.0, 2.0, 0.5)
    strokes.add(np.array([[-9.0, -9.0]]), np.array([[-5.0, 40.0]]), 2.0, 2.0, 1.0)
    assert strokes.ink((20, 20), 1.0).max() == pytest.approx(0.5)


def test_every_game_with_a_look_can_be_baked() -> None:
    assert tuple(games()) == NAMES


def test_an_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["chess"])
    assert "'chess'" in capsys.readouterr().err
