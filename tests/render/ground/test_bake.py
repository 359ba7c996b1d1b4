"""Baking: every hex keeps its terrain, ink stays out of the water, and the same map gives the same picture."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from khalkhin.render.ground.__main__ import games, main
from khalkhin.render.ground.bake.lattice import Lattice, dice
from khalkhin.render.ground.bake.paint import PaintPlan, ink, paint, plan
from khalkhin.render.ground.bake.strokes import Strokes
from khalkhin.render.ground.rivers import reaches
from tests.render.ground.maps import NAMES, Drawn, game, small


@cache
def _plan(name: str) -> PaintPlan:
    return plan(*game(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_middle_and_most_of_every_hex_has_its_terrain(name: str) -> None:
    areas = _plan(name).areas
    words = sorted({cover.terrain for cover in areas.covers})
    own = np.array([words.index(cover.terrain) for cover in areas.covers])
    found = areas.terrain(words)
    x, y = areas.centres.T
    assert (found[areas.lattice.cell(x, y)] == own).all()
    belongs = areas.straight([float(k) for k in range(len(own))]).astype(np.int64)
    right = np.bincount(belongs.ravel(), (found == own[belongs]).ravel()) / np.bincount(belongs.ravel())
    assert right.min() > 0.6


def test_edges_are_grown_and_no_hex_is_a_plain_hexagon() -> None:
    areas = _plan("kgw").areas
    words = sorted({cover.terrain for cover in areas.covers})
    own = np.array([words.index(cover.terrain) for cover in areas.covers])
    belongs = areas.straight([float(k) for k in range(len(own))]).astype(np.int64)
    astray = areas.terrain(words) != own[belongs]
    assert 0.01 < astray.mean() < 0.1


@pytest.mark.parametrize("name", NAMES)
def test_no_ink_lies_on_a_river(name: str) -> None:
    _assert_dry(game(name), _plan(name), 1.0)


def test_no_ink_of_any_texture_lies_on_a_river(tmp_path: Path) -> None:
    drawn = small(tmp_path)
    made = plan(*drawn)
    _assert_dry(drawn, made, 2.0)
    contours, hachures, dunes, stipple, grass, dashes, reeds = (len(strokes.all()) for _, strokes in made.inks)
    assert min(contours, hachures, dunes, stipple, grass, dashes, reeds, len(made.trees)) > 0


def _assert_dry(drawn: Drawn, made: PaintPlan, scale: float) -> None:
    """No pixel within the width of any river has ink."""
    sheet, layout, look = drawn
    mask = ink(made, scale)
    assert 0.01 < (mask > 0).mean() < 0.6
    for reach in reaches(sheet, layout, look):
        middle = np.array(reach.points)
        for turn in np.linspace(0, 2 * np.pi, 8, endpoint=False):
            column, row = ((middle + reach.width / 2 * np.array([np.cos(turn), np.sin(turn)])) * scale).astype(int).T
            seen = (row >= 0) & (row < mask.shape[0]) & (column >= 0) & (column < mask.shape[1])
            assert not mask[row[seen], column[seen]].any()


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
