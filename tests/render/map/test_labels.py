"""Names keep away from each other and from counters."""

from __future__ import annotations

from itertools import combinations

import pytest

from khalkhin.board.hexset import members
from khalkhin.render import fonts
from khalkhin.render.map.labels import HARD, Measured, Room, Type, overlap, parts
from khalkhin.render.map.names import Names, counter_square, names
from khalkhin.render.map.words import map_words
from tests.render.map.maps import GAMES, NAMES, drawn

pytestmark = pytest.mark.xdist_group("maps")

every_map = pytest.mark.parametrize("name", NAMES)
_FOUND: dict[str, Names] = {}


def found(name: str) -> Names:
    if name not in _FOUND:
        _FOUND[name] = names(drawn(name).canvas, drawn(name).words)
    return _FOUND[name]


@every_map
def test_names_of_places_do_not_overlap(name: str) -> None:
    for a, b in combinations(found(name).places, 2):
        assert not overlap(a.label.box, b.label.box), (a.label.lines, b.label.lines)


@every_map
def test_names_of_places_lie_outside_every_counter(name: str) -> None:
    canvas = drawn(name).canvas
    squares = [counter_square(canvas, h) for h in members(canvas.sheet.grid.all)]
    for place in found(name).places:
        assert not any(overlap(place.label.box, square) for square in squares), place.label.lines


@every_map
def test_names_of_places_are_as_wide_as_their_letters_and_stay_on_the_map(name: str) -> None:
    layout = drawn(name).canvas.layout
    for place in found(name).places:
        label = place.label
        left, top, right, bottom = label.box
        style = "italic" if label.type.italic else "normal"
        plain = [line for line in label.lines if not any(letter.isdigit() for letter in line)]
        for line in plain:
            wide = fonts.width(line, fonts.SERIF, label.type.weight, label.type.size, style)
            assert wide <= right - left + 0.01
        assert 0 < left < right < layout.width
        assert 0 < top < bottom < layout.height


@every_map
def test_names_stand_by_their_hexes(name: str) -> None:
    canvas = drawn(name).canvas
    for place in found(name).places:
        x, y = canvas.layout.centre(place.hex)
        left, top, right, bottom = place.label.box
        assert max(left - x, x - right, top - y, y - bottom) < canvas.r(1.3), place.label.lines


@every_map
def test_names_of_rivers_keep_off_names_of_places(name: str) -> None:
    boxes = [place.label.box for place in found(name).places]
    for river in found(name).rivers:
        for letter in river.boxes():
            assert not any(overlap(letter, box) for box in boxes), river.text


@every_map
def test_most_names_stay_large_enough_to_read(name: str) -> None:
    canvas = drawn(name).canvas
    sizes = sorted(place.label.type.size for place in found(name).places)
    assert sizes[0] >= canvas.r(0.17)
    assert sizes[len(sizes) // 4] >= canvas.r(0.23)


@pytest.mark.parametrize("name", ["bkg", "kgw"])
def test_other_languages_find_room_too(name: str) -> None:
    words = map_words(GAMES / name / "words", "pt")
    portuguese = names(drawn(name).canvas, words)
    assert len(portuguese.places) == len(found(name).places)


def test_room_adds_up_what_is_covered() -> None:
    room = Room((0.0, 0.0, 100.0, 100.0), 10.0)
    room.take((10.0, 10.0, 20.0, 20.0), 2.0)
    room.take((30.0, 10.0, 40.0, 20.0), HARD)
    assert room.cost((15.0, 15.0, 25.0, 25.0)) == pytest.approx(50.0)
    assert room.cost((50.0, 50.0, 60.0, 60.0)) == 0
    assert room.cost((35.0, 15.0, 45.0, 25.0)) == HARD
    assert room.cost((-1.0, 5.0, 5.0, 8.0)) == HARD


def test_figures_are_measured_in_their_own_font() -> None:
    assert parts("Hill 744") == ["Hill ", "744"]
    plain = Type(10.0, 700)
    wide = fonts.width("Hill ", fonts.SERIF, 700, 10.0) + fonts.width("744", fonts.CONDENSED, 700, 10.0)
    assert plain.width("Hill 744") == pytest.approx(wide)


def test_a_label_of_two_lines_is_one_box() -> None:
    label = Measured(("Remizov", "Height"), Type(10.0, 700)).at(50.0, 20.0)
    left, top, right, bottom = label.box
    assert (left + right) / 2 == 50
    assert top == 20
    assert label.baselines[0] < label.baselines[1] < bottom
