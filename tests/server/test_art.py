"""Map, counters and covers: drawings that a page under a strict policy can take in, and that say all they have to."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from khalkhin.engine.words import languages
from khalkhin.render.cover import baked_cover
from khalkhin.render.cover.baked import INDEX, CoverDrawing
from khalkhin.render.ground.baked import ASSETS
from khalkhin.render.map.draw import LAYERS
from khalkhin.render.markers import MARKERS
from khalkhin.render.states import STATES
from khalkhin.server import art
from khalkhin.server.boxes import box
from tests.server.asker import Asker, asking

pytestmark = pytest.mark.xdist_group("art")

GAMES = ("bkg", "kgw", "pbn", "sn", "tiny")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    with asking(tmp_path_factory.mktemp("art")) as found:
        yield found


def _drawing(asker: Asker, path: str) -> ET.Element:
    answer = asker.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    return ET.fromstring(answer.text)


def _ids(drawing: ET.Element) -> list[str]:
    return [element.attrib["id"] for element in drawing.iter() if "id" in element.attrib]


def _strict(drawing: ET.Element) -> None:
    """Nothing that the policy of the pages forbids, and nothing that refers to nothing."""
    known = set(_ids(drawing))
    assert len(known) == len(_ids(drawing)), "an id is there twice"
    for element in drawing.iter():
        assert element.tag not in (f"{SVG}style", f"{SVG}script"), element.tag
        assert "style" not in element.attrib
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            for called in re.findall(r"url\(#([^)]+)\)", value):
                assert called in known
            if name.endswith("href") and value.startswith("#"):
                assert value[1:] in known


@pytest.mark.parametrize("game", GAMES)
def test_a_map_can_stand_in_a_page(asker: Asker, game: str) -> None:
    drawing = _drawing(asker, f"/api/games/{game}/map.svg")
    _strict(drawing)
    assert all(name.startswith("map-") for name in _ids(drawing))
    assert [g.attrib["id"] for g in drawing.findall(f"{SVG}g")] == [f"map-{layer}" for layer in LAYERS]
    layout = box(game).layout
    size = [float(number) for number in drawing.attrib["viewBox"].split()]
    assert size == pytest.approx([0, 0, layout.width, layout.height], abs=0.01)


@pytest.mark.parametrize("game", ["bkg", "sn"])
def test_the_ground_of_a_map_is_where_the_map_says(asker: Asker, game: str) -> None:
    drawing = _drawing(asker, f"/api/games/{game}/map.svg")
    (image,) = drawing.iter(f"{SVG}image")
    picture = asker.get(image.attrib["href"])
    assert picture.headers["content-type"] == "image/webp"
    finer = asker.get(image.attrib["href"].replace("@1", "@2"))
    for found in (picture, finer):
        assert (found.content[:4], found.content[8:12]) == (b"RIFF", b"WEBP")
    assert len(finer.content) > len(picture.content)


def test_a_map_without_a_baked_ground_brings_its_own(asker: Asker) -> None:
    drawing = _drawing(asker, "/api/games/tiny/map.svg")
    assert not list(drawing.iter(f"{SVG}image"))
    assert asker.refusal("/api/games/tiny/ground@1.webp") == (404, "server.no-picture")
    assert asker.refusal("/api/games/bkg/ground@3.webp") == (404, "server.no-scale")


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_symbol_for_everything_a_view_can_show(asker: Asker, game: str) -> None:
    drawing = _drawing(asker, f"/api/games/{game}/counters.svg")
    _strict(drawing)
    found = box(game)
    symbols = {element.attrib["id"]: element for element in drawing.findall(f"{SVG}symbol")}
    wanted = {f"u-{row.text('id')}{back}" for row in found.counters for back in ("", "-b")}
    wanted |= {f"n-{label}" for label in found.labels} | {f"f-{side}" for side in found.sides}
    wanted |= {f"m-{kind}" for kind in MARKERS} | {f"s-{state}{end}" for state in STATES for end in ("", "-clipped")}
    assert set(symbols) == wanted
    assert all(symbol.attrib["viewBox"] == "0 0 100 100" for symbol in symbols.values())


def test_what_is_hidden_is_not_in_the_symbol_of_a_nation(asker: Asker) -> None:
    drawing = _drawing(asker, "/api/games/bkg/counters.svg")
    hidden = next(s for s in drawing.findall(f"{SVG}symbol") if s.attrib["id"] == "n-JP")
    assert not [element for element in hidden.iter() if element.tag.endswith(("text", "title"))]


def test_a_counter_shows_its_figures_in_groups_that_can_be_hidden(asker: Asker) -> None:
    drawing = _drawing(asker, "/api/games/bkg/counters.svg")
    front = next(s for s in drawing.findall(f"{SVG}symbol") if s.attrib["id"] == "u-SU-601-1")
    said = {
        group.attrib["class"]: [text.text for text in group.iter(f"{SVG}text")]
        for group in front.iter(f"{SVG}g")
        if group.attrib.get("class", "").startswith("counter-")
    }
    assert said["counter-figures"] == ["2-3-5"]
    assert "601" in said["counter-note"]


def test_drawings_speak_the_language(asker: Asker) -> None:
    english, portuguese = (asker.get(f"/api/games/bkg/counters.svg?lang={lang}").text for lang in ("en", "pt"))
    assert ">WINTER<" in english
    assert ">WINTER<" not in portuguese


def test_drawings_are_small_on_the_way(asker: Asker) -> None:
    for name, most in (("map.svg", 60_000), ("counters.svg", 30_000), ("cover.webp", 90_000)):
        assert int(asker.get(f"/api/games/bkg/{name}").headers["content-length"]) < most


# -- covers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["bkg", "kgw", "pbn", "sn"])
def test_the_baked_covers_are_those_of_the_data(asker: Asker, game: str) -> None:
    """Whoever changes a look bakes anew: python -m khalkhin.render.cover."""
    found = box(game)
    marks = json.loads((ASSETS / game / INDEX).read_text(encoding="utf-8"))
    for language in languages():
        baked = baked_cover(game, language)
        assert baked is not None
        mark = CoverDrawing(game, found.folder.base, found.words, language).mark()
        assert mark == marks[language]["mark"], f"the cover of {game} in {language} would be drawn otherwise now"
        assert asker.get(f"/api/games/{game}/cover.webp?lang={language}").content == baked.read_bytes()


def test_the_shelf_names_the_small_picture_or_the_drawing(asker: Asker) -> None:
    shelf = {entry["code"]: entry["cover"]["picture"] for entry in asker.data("/api/games?lang=pt")["games"]}
    assert shelf["bkg"] == "/api/games/bkg/cover.webp?lang=pt"
    assert shelf["tiny"] == "/api/games/tiny/cover.svg?lang=pt"
    assert asker.refusal("/api/games/tiny/cover.webp") == (404, "server.no-picture")


def test_a_drawn_cover_has_a_piece_of_the_map_and_two_counters() -> None:
    found = box("bkg")
    drawing = ET.fromstring(art.draw_whole_cover(found, "en"))
    x, y, width, height = found.cover.crop
    (piece,) = drawing.findall(f"{SVG}svg")
    assert [float(number) for number in piece.attrib["viewBox"].split()] == [x, y, width, height]
    assert [float(number) for number in drawing.attrib["viewBox"].split()] == [0, 0, width, height]
    counters = [g for g in drawing.iter(f"{SVG}g") if g.attrib.get("class") == "counter"]
    assert [g.attrib["data-id"] for g in reversed(counters)] == list(found.cover.counters)
    # As a picture it may fetch nothing: the ground is inside.
    (image,) = drawing.iter(f"{SVG}image")
    assert image.attrib["href"].startswith("data:image/webp")
