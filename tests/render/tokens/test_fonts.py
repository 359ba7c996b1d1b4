"""The fonts are here, small, with their licences, and their widths are those of the files."""

from __future__ import annotations

import base64
import re

import pytest

from khalkhin.render import fonts
from khalkhin.render.tokens import tokens

NEEDED = "ABCXYZabcxyzãçéíõúÁÂÇ0123456789.,:;!?()+-–—’“”½¼¾…±×−ōŌ°%/"


def test_the_families_of_the_look_are_here() -> None:
    assert {family for family, _, _ in fonts.cuts()} == {names[0] for names in tokens()["type"]["families"].values()}
    assert {fonts.SERIF, fonts.SMALL_CAPS, fonts.SANS, fonts.CONDENSED} == {cut[0] for cut in fonts.cuts()}


def test_every_size_of_the_scale_has_its_cut() -> None:
    families = tokens()["type"]["families"]
    for scale in tokens()["type"]["scale"].values():
        assert (families[scale["family"]][0], scale["weight"], "normal") in fonts.cuts()


@pytest.mark.parametrize("cut", fonts.cuts(), ids=lambda cut: f"{cut[0]}-{cut[1]}-{cut[2]}")
def test_a_cut_is_small_and_has_the_letters(cut: fonts.Cut) -> None:
    data = base64.b64decode(re.findall(r"base64,([^)]+)\)", fonts.face_css(True, only=[cut]))[0])
    assert data[:4] == b"wOF2"
    assert 10_000 < len(data) < 30_000
    family, weight, style = cut
    narrow, wide = (fonts.width(text, family, weight, 10, style) for text in ("i", "W"))
    assert 0 < narrow < wide
    for letter in NEEDED:
        assert fonts.width(letter, family, weight, 1000, style) not in (
            0,
            fonts.width("\u4e00", family, weight, 1000, style),
        )


def test_every_file_has_its_licence() -> None:
    for file in fonts.FOLDER.glob("*.woff2"):
        licence = fonts.FOLDER / f"{re.sub(r'-[0-9]+-[a-z]+$', '', file.stem)}-OFL.txt"
        assert "SIL Open Font License" in licence.read_text(encoding="utf-8")
    assert len(list(fonts.FOLDER.glob("*.woff2"))) == len(fonts.cuts())


def test_widths_add_up() -> None:
    one = fonts.width("2", fonts.CONDENSED, 800, 33)
    assert fonts.width("22", fonts.CONDENSED, 800, 33) == pytest.approx(2 * one)
    assert fonts.width("22", fonts.CONDENSED, 800, 66) == pytest.approx(4 * one)
    assert fonts.width("22", fonts.CONDENSED, 800, 33, spacing=1.5) == pytest.approx(2 * one + 3)
    assert fonts.width("", fonts.SANS, 400, 12) == 0
    assert fonts.width("Condensed", fonts.CONDENSED, 700, 10) < fonts.width("Condensed", fonts.SANS, 700, 10)


def test_a_text_is_made_to_fit() -> None:
    assert fonts.fit("12-10-6", fonts.CONDENSED, 800, 20, 500) == 20
    size = fonts.fit("12-10-6", fonts.CONDENSED, 800, 40, 50)
    assert fonts.width("12-10-6", fonts.CONDENSED, 800, size) == pytest.approx(50)


def test_heights() -> None:
    assert 0 < fonts.height(fonts.SERIF, 700, 10, what="small") < fonts.height(fonts.SERIF, 700, 10) < 10


def test_rules_name_the_files_or_hold_them() -> None:
    linked = fonts.face_css(False, base="/static/")
    assert linked.count("@font-face") == len(fonts.cuts())
    for file in re.findall(r"url\(/static/([^)]+)\)", linked):
        assert (fonts.FOLDER / file).is_file()
    assert "base64" not in linked
    two = fonts.face_css(
        True, only=[(fonts.SANS, 400, "normal"), (fonts.SERIF, 700, "normal"), (fonts.SANS, 400, "normal")]
    )
    assert two.count("@font-face") == two.count("base64") == 2


def test_what_is_not_here_is_named() -> None:
    with pytest.raises(ValueError, match="no font 'Arial' here: there are Alegreya"):
        fonts.width("a", "Arial", 400, 10)
    with pytest.raises(ValueError, match="Sofia Sans is not here in 900 normal: it is in 400-normal, 600-normal"):
        fonts.width("a", fonts.SANS, 900, 10)
