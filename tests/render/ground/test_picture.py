"""The shipped pictures: fresh, of the right size, legible under hex numbers, and replaced when the map is another."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from khalkhin.board.hexset import members
from khalkhin.render.ground import ground
from khalkhin.render.ground.bake.write import bake
from khalkhin.render.ground.baked import ASSETS, fingerprint, painted_by, pictures
from khalkhin.render.tokens import tokens
from tests.render.ground.maps import NAMES, game, small


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_picture_was_baked_from_the_shipped_map(name: str) -> None:
    """If this fails, a map or its look has changed: run `make maps` and commit the pictures."""
    sheet, layout, look = game(name)
    found = pictures(name, fingerprint(sheet, layout, look))
    assert sorted(found) == [1, 2]
    for scale, picture in found.items():
        assert (picture.width, picture.height) == (round(layout.width * scale), round(layout.height * scale))
        with Image.open(picture.file) as image:
            assert (image.format, image.size) == ("WEBP", (picture.width, picture.height))


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_picture_was_painted_by_the_shipped_code(name: str) -> None:
    """Painting all maps takes a minute, so the tests do not do it: `make maps` does, and checks what it has painted."""
    by = json.loads((ASSETS / name / "ground.json").read_text(encoding="utf-8"))["code"]
    assert by == painted_by(), "the code that paints grounds has changed: run `make maps`, look, commit the pictures"


def test_all_pictures_together_are_small() -> None:
    assert sum(file.stat().st_size for file in ASSETS.glob("*/*.webp")) < 6_000_000


@pytest.mark.parametrize("name", NAMES)
def test_hex_numbers_can_be_read_on_the_darkest_ground(name: str) -> None:
    sheet, layout, look = game(name)
    file = ground(sheet, layout, look).file
    assert file is not None
    with Image.open(file) as image:
        picture = np.asarray(image.convert("RGB"))
    code = look.ink["hexNumber"]
    ink = float(_luminance(np.array([int(code[k : k + 2], 16) for k in (1, 3, 5)], dtype=np.float64)))
    size, baseline = (tokens()["map"]["hexNumber"][k] * layout.radius for k in ("size", "baseline"))
    for h in members(sheet.grid.all):
        x, y = layout.centre(h)
        top, bottom = int(y + baseline - 0.75 * size), int(y + baseline)
        behind = _luminance(picture[top:bottom, int(x - size) : int(x + size)].astype(np.float64)).mean()
        assert (behind + 0.05) / (ink + 0.05) >= 4.5, sheet.grid.name(h)


def _luminance(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    """Relative luminance as WCAG 2 defines it."""
    share = rgb / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def test_the_picture_covers_the_sheet_and_lies_where_the_caller_says() -> None:
    sheet, layout, look = game("bkg")
    found = ground(sheet, layout, look, 2)
    assert found.file is not None
    image = ElementTree.fromstring(found.svg("/maps/bkg.webp"))
    assert (image.tag, image.attrib["href"]) == ("image", "/maps/bkg.webp")
    assert (float(image.attrib["x"]), float(image.attrib["y"])) == (0, 0)
    assert float(image.attrib["width"]) == pytest.approx(layout.width, abs=0.01)
    assert float(image.attrib["height"]) == pytest.approx(layout.height, abs=0.01)
    assert found.svg().count("ground@2.webp") == 1
    assert found.data_uri().startswith("data:image/webp;base64,UklGR")


def test_an_unknown_scale_is_named() -> None:
    with pytest.raises(ValueError, match="no ground at scale 3: there is 1, 2"):
        ground(*game("bkg"), scale=3)


def test_a_changed_map_gets_a_drawing_until_it_is_baked(tmp_path: Path) -> None:
    baked, assets = small(tmp_path / "old"), tmp_path / "assets"
    assert ground(*baked, assets=assets).file is None
    bake(*baked, assets=assets)
    assert ground(*baked, assets=assets).file == assets / "kgw" / "ground@1.webp"
    other = ground(*small(tmp_path / "new", {"0301": "hill"}), assets=assets)
    assert other.file is None
    assert other.svg("anything").startswith("<svg")
    with pytest.raises(ValueError, match="no picture"):
        other.data_uri()


def test_the_fingerprint_sees_what_is_drawn_and_nothing_else(tmp_path: Path) -> None:
    same = fingerprint(*small(tmp_path / "a"))
    assert fingerprint(*small(tmp_path / "b")) == same
    # A name on the plain changes nothing; the name of a height makes a peak.
    assert fingerprint(*small(tmp_path / "c", names={"0101": "Camp"})) == same
    assert fingerprint(*small(tmp_path / "d", names={"0203": ""})) != same
    assert fingerprint(*small(tmp_path / "e", {"0101": "fen"})) != same


def test_showing_a_ground_needs_no_heavy_library() -> None:
    heavy = ("numpy", "scipy", "PIL", "contourpy")
    code = f"import sys, khalkhin.render.ground; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
