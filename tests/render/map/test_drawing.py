"""The drawing as a whole: layers, sheet, weight, languages."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from khalkhin.board.data import table
from khalkhin.engine.words import dictionary
from khalkhin.render.map import LAYERS, draw_map, map_ground, map_words
from tests.render.map.maps import GAMES, NAMES, SVG, drawn, parts, texts

pytestmark = pytest.mark.xdist_group("maps")

every_map = pytest.mark.parametrize("name", NAMES)


@every_map
def test_layers_are_there_in_order(name: str) -> None:
    ids = [group.get("id") for group in drawn(name).root.iter(f"{SVG}g") if group.get("id")]
    assert ids == list(LAYERS)
    for layer in LAYERS:
        assert len(drawn(name).layer(layer)) > 0, layer


@every_map
def test_nothing_that_is_slow_to_pan(name: str) -> None:
    text = drawn(name).text
    for word in ("<filter", "filter=", "blend", "<foreignObject", "<mask"):
        assert word not in text, word


@every_map
def test_weight(name: str) -> None:
    assert len(gzip.compress(drawn(name).text.encode())) < 700 * 1024


@every_map
def test_ids_are_used_once_and_every_reference_has_its_target(name: str) -> None:
    root = drawn(name).root
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {element.get("href", "#")[1:] for element in root.iter() if element.get("href", "").startswith("#")}
    used |= {element.get("clip-path", "")[5:-1] for element in root.iter() if element.get("clip-path")}
    assert used
    assert used <= set(ids)


def test_the_same_data_give_the_same_drawing() -> None:
    """Also in another process, where sets and hashes fall out differently."""
    program = "import sys; from tests.render.map.maps import drawn; sys.stdout.buffer.write(drawn('bkg').text.encode())"
    found = [
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert found[0] == found[1] == drawn("bkg").text.encode()


def test_without_its_frame_a_map_is_just_its_layers() -> None:
    sheet, look, words = parts("bkg")
    text = draw_map(sheet, look, ground_href="ground.webp", words=words, embed_fonts=False, framed=False)
    root = ElementTree.fromstring(text)
    layout = drawn("bkg").canvas.layout
    assert root.get("viewBox") == f"0 0 {layout.width:g} {layout.height:.2f}"
    assert [child.get("id") for child in root if child.tag == f"{SVG}g"] == list(LAYERS)
    assert words(look.sheet.title) not in texts(root)
    image = root.find(f".//{SVG}image")
    assert image is not None
    assert image.get("href") == "ground.webp"
    assert (float(image.get("width", "")), float(image.get("height", ""))) == pytest.approx(
        (layout.width, layout.height), abs=0.01
    )


def test_letters_come_along_when_asked() -> None:
    sheet, look, words = parts("bkg")
    inside = draw_map(sheet, look, ground_href=None, words=words, embed_fonts=True, framed=False)
    assert "data:font/woff2;base64," in inside
    assert "data:font" not in drawn("bkg").text


@every_map
def test_the_baked_ground_is_that_of_the_map(name: str) -> None:
    sheet, look, _ = parts(name)
    assert map_ground(sheet, look).file is not None


@every_map
def test_the_sheet_has_all_its_parts(name: str) -> None:
    drawing = drawn(name)
    said = texts(drawing.root)
    look, words = drawing.look.sheet, drawing.words
    for key in (look.title, look.subtitle, look.note):
        assert words(key) in said
        assert words(key) != key
    assert words(look.scale).upper() in said
    classes = {element.get("class") for element in drawing.root.iter() if element.get("class")}
    assert {"scale-bar", "north", "terrain-key"} <= classes
    assert ("track" in classes) == (drawing.look.track is not None)
    for mark in look.bar:
        assert str(mark) in said


@every_map
def test_the_key_does_not_run_into_the_scale_bar(name: str) -> None:
    drawing = drawn(name)
    bar = drawing.root.find(f".//{SVG}g[@class='scale-bar']/{SVG}rect")
    assert bar is not None
    names = [
        text
        for group in drawing.root.iter(f"{SVG}g")
        if group.get("class") == "key"
        for text in group.iter(f"{SVG}text")
    ]
    outside = [
        text
        for text in names
        if float(text.get("x", "")) > float(bar.get("x", "")) - 40 and not text.get("text-anchor")
    ]
    assert not outside


def test_the_turn_track_says_what_the_rules_say() -> None:
    """Air points and reinforcements are data of the rules; the sheet only shows them."""
    data = GAMES / "bkg" / "data"
    charts, scenario = table(data / "charts.toml"), table(data / "scenarios" / "august-1939.toml")
    track = drawn("bkg").look.track
    assert track is not None
    turns = scenario.table("turns")
    assert [space.label for space in track.spaces] == [str(n) for n in range(turns["first"], turns["last"] + 1)]
    for space in track.spaces:
        (air,) = [row for row in charts.table("air")["turns"] if row["first"] <= int(space.label) <= row["last"]]
        assert dict(space.chips) == {"SU": str(air["soviet"]), "JP": str(air["japan"])}
        due = [row for row in scenario["reinforcements"] if row["turn"] == int(space.label)]
        assert sorted(space.flags) == sorted(row["counters"][0].split("-")[0] for row in due)


def test_the_key_says_what_the_charts_say() -> None:
    charts, words = table(GAMES / "bkg" / "data" / "charts.toml"), drawn("bkg").words
    for terrain, row in charts.table("terrain").items():
        if row["cost"]:
            assert words(f"key.{terrain}").startswith(f"{row['cost']['mtz'] // 2} MP")
        if row["columns"]:
            assert f"{row['columns']} left" in words(f"key.{terrain}")
        assert ("no armour" in words(f"key.{terrain}")) == (row["forbidden"] == ["ARM", "CVM"])


@every_map
def test_both_languages_have_the_same_keys(name: str) -> None:
    folder = GAMES / name / "words" / "map"
    english, portuguese = (dictionary(folder, language) for language in ("en", "pt"))
    assert list(english) == list(portuguese)
    look = parts(name)[1]
    used = {look.sheet.title, look.sheet.subtitle, look.sheet.scale, look.sheet.note, "key.title"}
    used |= {key for entry in look.key for key in (entry.name, entry.text) if key} | {area.name for area in look.areas}
    if look.track:
        used |= {look.track.title, look.track.note, *(space.note for space in look.track.spaces)}
    assert set(english) <= used
    for language in ("en", "pt"):
        words = map_words(GAMES / name / "words", language)
        assert not [key for key in used if "." in words(key).split(" ")[0] and words(key) == key]


def test_a_sheet_in_portuguese() -> None:
    sheet, look, _ = parts("pbn")
    words = map_words(GAMES / "pbn" / "words", "pt")
    text = draw_map(sheet, look, ground_href=None, words=words, embed_fonts=False, framed=True)
    assert ">Dunas<" in text
    assert ">Dunes<" not in text
