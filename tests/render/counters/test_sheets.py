"""Counter sheets: every counter of every game is on its sheet, with the figures of the data, and nothing overflows."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import pytest

from khalkhin.engine.words import dictionary, languages
from khalkhin.render.counter_look import faces, marker_faces
from khalkhin.render.counters import FRAME_X, SYMBOL_AND_FACTORS, CounterFace, counter
from khalkhin.render.countersheet import WIDTH, countersheet, sections
from khalkhin.render.symbols import LINE
from khalkhin.render.symbols import WIDTH as FRAME_WIDTH
from tests.render.counters.drawing import NS, inside, parse, texts
from tests.render.counters.games import CODES, counters, markers, sheet, words

SIZES = {"bkg": 128, "kgw": 176, "pbn": 228, "sn": 228}


def all_faces(game: str) -> list[CounterFace]:
    found = sheet(game)
    return [
        face
        for back in (False, True)
        for face in faces(found.counters, found.look, back) + marker_faces(found.markers, found.look, back)
    ]


def test_all_four_games_are_here() -> None:
    assert sorted(SIZES) == CODES


@pytest.mark.parametrize("game", CODES)
def test_every_counter_is_on_its_sheet_once(game: str) -> None:
    drawing = countersheet(sheet(game), words(game))
    drawn = re.findall(r'data-id="([^"]+)"', drawing)
    assert len(drawn) == SIZES[game]
    assert Counter(drawn) == Counter(row["id"] for row in counters(game) + markers(game))
    assert re.findall(r'data-id="([^"]+)"', countersheet(sheet(game), words(game), back=True)) == drawn


@pytest.mark.parametrize("game", CODES)
def test_a_sheet_is_the_same_every_time(game: str) -> None:
    assert countersheet(sheet(game), words(game)) == countersheet(sheet(game), words(game))


@pytest.mark.parametrize("game", CODES)
def test_counters_keep_clear_of_each_other_and_of_the_edge(game: str) -> None:
    drawing = parse(countersheet(sheet(game), words(game), embed=False))
    height = float(drawing[0].get("height", "0"))
    places = []
    for group in drawing.iter(f"{NS}g"):
        if len(group) and group[0].get("class") == "counter":
            found = re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform", ""))
            assert found
            places.append((float(found[1]), float(found[2])))
    assert len(set(places)) == SIZES[game]
    assert all(50 <= x <= WIDTH - 150 and 100 <= y <= height - 150 for x, y in places)
    rows: dict[float, list[float]] = {}
    for x, y in places:
        rows.setdefault(y, []).append(x)
    for found_x in rows.values():
        ordered = sorted(found_x)
        assert all(b - a >= 111.9 for a, b in itertools.pairwise(ordered))
    tops = sorted(rows)
    assert all(b - a >= 130 for a, b in itertools.pairwise(tops))


def test_figures_and_designations_are_those_of_the_data() -> None:
    """A few of each game, as the rulebooks or the specification have them."""
    expected = {
        "bkg": {
            "SU-602-1": {"II", "602", "82", "2-3-5"},
            "JP-23RCM": {"III", "23", "2-2-8"},
            "MN-6A": {"II", "6", "1-1-4", "4"},
            "SU-NKVD": {"II", "NKVD", "2-3-5"},
        },
        "kgw": {
            "RA-36": {"XX", "36", "14+", "6"},
            "RA-57ART": {"III", "57", "(2)±5"},
            "CX-2IMB": {"X", "2", "IMB", "4-4"},
            "RA-AIR-1": {"6"},
            "JA-TRAIN": {"II", "KA", "4"},
            "RA-ZHUKOV": {"ZHUKOV", "1-8"},
        },
        "pbn": {
            "SU-11A": {"X", "11", "12-8-14"},
            "SU-COG": {"XXX", "COG", "(3)-1-12", "4", "HQ"},
            "SU-B018-1": {"II", "0-1-8"},
            "JP-CM-BANZAI": {"Banzai!"},
        },
        "sn": {
            "SU-30MC": {"XXX", "30", "12-10-6"},
            "JP-AIR-1": {"4", "AIR"},
            "SU-SUP-1": {"0-1-4", "2"},
            "JP-CV-1": {"(2)"},
        },
    }
    for game, some in expected.items():
        found = {face.id: face for face in faces(sheet(game).counters, sheet(game).look)}
        for name, figures in some.items():
            shown = {text.content for text in texts(parse(counter(found[name]))) if text.content}
            assert shown == figures, name


@pytest.mark.parametrize("game", CODES)
def test_every_figure_of_the_data_is_on_its_counter(game: str) -> None:
    """Attack, defence, movement (or combat and movement) of every unit stand on it, in this order."""
    columns = {"kgw": ("combat", "movement")}.get(game, ("attack", "defence", "movement"))
    drawn = {face.id: face for face in faces(sheet(game).counters, sheet(game).look)}
    checked = 0
    for row in counters(game):
        values = [row[column] for column in columns]
        if all(value.isdecimal() for value in values) and row["type"] != "headquarters":
            assert re.findall(r"\d+", drawn[row["id"]].factors) == values, row["id"]
            checked += 1
    assert checked > 100


@pytest.mark.parametrize("game", CODES)
@pytest.mark.parametrize("detail", [SYMBOL_AND_FACTORS, 3])
def test_no_text_leaves_its_counter(game: str, detail: int) -> None:
    for face in all_faces(game):
        for text in texts(parse(counter(face, detail))):
            assert inside(text, face.look.corner, face.look.corner_size), (face.id, text)


@pytest.mark.parametrize("game", CODES)
def test_designations_leave_the_frame_free_and_can_be_read(game: str) -> None:
    left_edge, right_edge = FRAME_X - LINE / 2, FRAME_X + FRAME_WIDTH + LINE / 2
    for face in all_faces(game):
        if face.marker:
            continue
        for text in texts(parse(counter(face))):
            if text.content in (face.left, face.right) and text.content != face.factors and text.bottom < 65:
                assert text.right <= left_edge or text.left >= right_edge, (face.id, text)
                assert text.size >= 7, (face.id, text)


@pytest.mark.parametrize("game", CODES)
@pytest.mark.parametrize("language", languages())
def test_every_section_and_group_has_words(game: str, language: str) -> None:
    found = list(sections(sheet(game), words(game), language))
    known = {row["nation"] for row in counters(game)}
    assert len(found) == len(known) + bool(markers(game))
    assert not {section.title for section in found} & known - {"Manchukuo"}
    for section in found:
        assert section.title
        for group in section.groups:
            assert not re.match(r"(type|arrives|sheet|nat)\.", group.caption), group.caption
            assert group.caption or not section.nation


@pytest.mark.parametrize("game", [code for code in CODES if code != "bkg"])
def test_languages_have_the_same_words(game: str) -> None:
    books = [dictionary(words(game), language).keys() for language in languages()]
    assert all(book == books[0] for book in books)
    types = {f"type.{name}" for name in sheet(game).look.types}
    assert types == {key for key in books[0] if key.startswith("type.")}


def test_fonts_are_inside_only_where_asked() -> None:
    assert "base64" in countersheet(sheet("bkg"), words("bkg"))
    assert "base64" not in countersheet(sheet("bkg"), words("bkg"), embed=False)
