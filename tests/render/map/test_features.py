"""All that the data of a map say is on its picture, where it belongs."""

from __future__ import annotations

from collections import Counter
from math import hypot

import pytest

from khalkhin.board.hexset import members
from khalkhin.render.map.curves import nearest
from khalkhin.render.map.frontiers import frontiers
from khalkhin.render.map.key import key_entry
from khalkhin.render.map.marks import objectives
from khalkhin.render.map.rivers import rivers
from khalkhin.render.map.water import shores
from khalkhin.render.map.ways import ways
from khalkhin.render.tokens import tokens
from tests.render.map.maps import NAMES, SVG, data_of, distance, drawn, inside, lines, paths, texts

pytestmark = pytest.mark.xdist_group("maps")

every_map = pytest.mark.parametrize("name", NAMES)


@every_map
def test_every_river_hexside_lies_on_its_river(name: str) -> None:
    drawing = drawn(name)
    case = drawing.layer("rivers").findall(f"{SVG}g[@class='case']/{SVG}g")
    for feature, look in drawing.look.rivers.items():
        groups = [group for group in case if group.get("data-river") == feature]
        pairs = drawing.sheet.pairs(feature)
        assert pairs
        assert sum(int(group.get("data-sides", "")) for group in groups) == len(pairs)
        shown = [line for group in groups for path in paths(group) for line in lines(data_of(path))]
        for pair in pairs:
            away = distance(shown, drawing.canvas.crossing(pair))
            assert away < drawing.canvas.r(look.width / 2 + 0.03), (feature, pair)


@every_map
def test_wide_rivers_have_bank_case_and_fill_and_taper_where_they_begin(name: str) -> None:
    drawing = drawn(name)
    layers = [group.get("class") for group in drawing.layer("rivers").findall(f"{SVG}g")]
    assert layers == ["bank", "case", "fill"]
    tips = [path for path in paths(drawing.layer("rivers"), stroke="none") if "z" in data_of(path)]
    free = sum(sum(river.tapers) for river in rivers(drawing.canvas))
    assert free <= len(tips) <= 2 * free


@every_map
def test_rivers_join(name: str) -> None:
    """An end that does not taper lies on another river, on a shore, or beyond the edge of the map."""
    canvas = drawn(name).canvas
    every = rivers(canvas)
    joints = 0
    for river in every:
        for end in (0, -1):
            x, y = river.curve[end]
            if river.tapers[end]:
                continue
            others = [other.curve for other in every if other is not river]
            on_river = any(nearest(curve, (x, y))[0] < 0.01 for curve in others)
            on_shore = any(nearest([*shore, shore[0]], (x, y))[0] < 0.01 for shore in shores(canvas))
            beyond = not (0 < x < canvas.layout.width and 0 < y < canvas.layout.height)
            assert on_river or on_shore or beyond, (river.feature, river.name, river.pairs[end])
            joints += on_river
    assert joints


@every_map
def test_every_link_lies_on_its_way(name: str) -> None:
    drawing = drawn(name)
    for feature, look in drawing.look.ways.items():
        shown = paths(drawing.layer("ways"), data_way=feature)
        pairs = drawing.sheet.pairs(feature)
        assert pairs
        assert sum(int(path.get("data-links", 0)) for path in shown) == len(pairs)
        all_lines = [line for path in shown for line in lines(data_of(path))]
        for pair in pairs:
            away = distance(all_lines, drawing.canvas.crossing(pair))
            assert away < drawing.canvas.r(0.2 if look.beside else 0.03), (feature, pair)


@every_map
def test_ways_go_straight_through_settlements(name: str) -> None:
    canvas = drawn(name).canvas
    marked = {
        h
        for place in canvas.look.places
        if place.mark in ("hamlet", "village", "town", "city")
        for h in place.match.hexes(canvas.sheet)
    }
    passed = 0
    for way in ways(canvas):
        for h in marked & {h for pair in way.pairs for h in pair}:
            away = nearest(way.curve, canvas.layout.centre(h))[0]
            assert away < (canvas.r(0.12) if way.look.beside else 0.01), (way.feature, h)
            passed += 1
    assert passed


@pytest.mark.parametrize("name", ["bkg", "pbn"])
def test_ways_leave_the_map_where_the_notes_say_so(name: str) -> None:
    canvas = drawn(name).canvas
    notes = canvas.sheet.field("notes")
    noted = {
        (h, feature)
        for h, note in notes.items()
        for feature in canvas.look.ways
        if f"{feature} leads off the map" in note
    }
    layout = canvas.layout
    leaving = [
        way
        for way in ways(canvas)
        for x, y in (way.curve[0], way.curve[-1])
        if not (0 < x < layout.width and 0 < y < layout.height)
    ]
    assert len(leaving) == len(noted) > 0
    assert Counter(way.feature for way in leaving) == Counter(feature for _, feature in noted)


@every_map
def test_every_bridge_carries_its_way(name: str) -> None:
    drawing = drawn(name)
    pairs = [pair for feature in drawing.look.bridges for pair in drawing.sheet.pairs(feature)]
    groups = drawing.layer("bridges").findall(f"{SVG}g[@class='bridge']")
    assert len(groups) == len(pairs) > 0
    for pair, group in zip(pairs, groups, strict=True):
        crossing = [f for f in drawing.look.ways if drawing.sheet.has_side(f, *pair)]
        over = group.findall(f"{SVG}path")
        assert bool(over) == bool(crossing), pair
        for path in over:
            assert distance(lines(data_of(path)), drawing.canvas.crossing(pair)) < drawing.canvas.r(0.2)


@every_map
def test_every_border_side_is_drawn(name: str) -> None:
    drawing = drawn(name)
    canvas = drawing.canvas
    for feature, look in drawing.look.frontiers.items():
        stretches = [f for f in frontiers(canvas) if f.feature == feature]
        pairs = drawing.sheet.pairs(feature)
        assert sorted(pair for f in stretches for pair in f.pairs) == pairs
        dry = [
            p
            for p in pairs
            if look.style == "dots" or not any(drawing.sheet.has_side(f, *p) for f in drawing.look.rivers)
        ]
        shown = paths(drawing.layer("border"), data_border=feature)
        assert sum(int(path.get("data-sides", 0)) for path in shown) == len(dry) > 0
        all_lines = [line for path in shown for line in lines(data_of(path))]
        for pair in dry:
            assert distance(all_lines, canvas.crossing(pair)) < canvas.r(0.03), pair


@pytest.mark.parametrize("name", ["kgw", "sn"])
def test_every_state_has_its_band_on_its_own_side(name: str) -> None:
    drawing = drawn(name)
    canvas, states = drawing.canvas, drawing.sheet.field("country")
    bands = paths(drawing.layer("frontiers"))
    shown = {
        state: [line for path in bands if path.get("data-state") == state for line in lines(data_of(path))]
        for state in set(states.values())
    }
    for feature in drawing.look.frontiers:
        for a, b in drawing.sheet.pairs(feature):
            (mx, my) = canvas.crossing((a, b))
            for h in (a, b):
                if states.get(h) in tokens()["countryBand"]:
                    (cx, cy) = canvas.layout.centre(h)
                    size = hypot(cx - mx, cy - my) / canvas.r(0.12)
                    own = (mx + (cx - mx) / size, my + (cy - my) / size)
                    other = (mx - (cx - mx) / size, my - (cy - my) / size)
                    assert distance(shown[states[h]], own) < distance(shown[states[h]], other), (h, a, b)


def test_the_disputed_area_is_hatched() -> None:
    drawing = drawn("kgw")
    hatch = paths(drawing.layer("frontiers"), **{"class": "disputed"})
    assert [path.get("data-hexes") for path in hatch] == ["2"]
    clip = drawing.root.find(f".//{SVG}clipPath[@id='disputed-clip']/{SVG}path")
    assert clip is not None
    shape = lines(data_of(clip))
    disputed = {h for h in members(drawing.sheet.grid.all) if inside(shape, drawing.canvas.layout.centre(h))}
    assert {drawing.sheet.grid.name(h) for h in disputed} == {"2312", "2313"}


@every_map
def test_standing_water_covers_its_hexes_and_no_others(name: str) -> None:
    drawing = drawn(name)
    path = next(p for p in paths(drawing.layer("water")) if p.get("id") == "shore")
    shape = lines(data_of(path))
    ponds = set(drawing.look.pond.hexes(drawing.sheet)) if drawing.look.pond else set()
    wet = {h for h in members(drawing.sheet.grid.all) if inside(shape, drawing.canvas.layout.centre(h))}
    assert wet == set(members(drawing.canvas.lakes)) | ponds
    assert wet


@every_map
def test_grid_and_numbers(name: str) -> None:
    drawing = drawn(name)
    grid = drawing.sheet.grid
    outer = sum(grid.step(h, d) is None for h in members(grid.all) for d in range(6))
    (path,) = paths(drawing.layer("grid"))
    assert data_of(path).count("M") == (6 * len(grid.names) + outer) // 2
    assert sorted(texts(drawing.layer("numbers"))) == sorted(grid.names)
    for text in drawing.layer("numbers").iter(f"{SVG}text"):
        x, y = drawing.canvas.layout.centre(grid.at(text.text or ""))
        assert abs(float(text.get("x", "")) - x) < 0.1
        assert -0.87 * drawing.canvas.radius < float(text.get("y", "")) - y < -0.5 * drawing.canvas.radius


@every_map
def test_every_place_has_its_sign_and_name(name: str) -> None:
    drawing = drawn(name)
    grid = drawing.sheet.grid
    shown = {
        text.get("data-hex"): " ".join("".join(line.itertext()) for line in text.findall(f"{SVG}tspan"))
        for text in drawing.layer("names").iter(f"{SVG}text")
        if text.get("data-hex")
    }
    assert {h: said.replace("- ", "-") for h, said in shown.items()} == {
        grid.name(h): said for h, said in drawing.sheet.names.items()
    }
    signs = {
        group.get("data-hex")
        for group in drawing.layer("marks").iter(f"{SVG}g")
        if group.get("class", "").startswith("mark ")
    }
    first = {
        h: next(place.mark for place in drawing.look.places if h in place.match.hexes(drawing.sheet))
        for h in drawing.sheet.names
    }
    wanted = {grid.name(h) for h, mark in first.items() if mark != "none"}
    wanted |= {grid.name(h) for mark in drawing.look.marks for h in mark.match.hexes(drawing.sheet)}
    assert signs == wanted


@pytest.mark.parametrize(("name", "hexes"), [("bkg", 6), ("kgw", 12), ("pbn", 9), ("sn", 0)])
def test_objectives(name: str, hexes: int) -> None:
    drawing = drawn(name)
    insets = drawing.layer("marks").findall(f"{SVG}g[@class='objective']")
    assert len(insets) == hexes
    column = drawing.sheet.field("objective")
    assert {group.get("data-hex") for group in insets} == {drawing.sheet.grid.name(h) for h in column}
    lozenges = drawing.layer("marks").findall(f"{SVG}g[@class='points']")
    points = {drawing.sheet.grid.name(h): said for h, said, _ in objectives(drawing.canvas) if said}
    assert {group.get("data-hex"): texts(group)[0] for group in lozenges} == points


def test_the_points_of_objectives_are_those_of_the_map() -> None:
    drawing = drawn("bkg")
    assert {h: said for h, said, _ in objectives(drawing.canvas)} == drawing.sheet.field("objective")


@every_map
def test_heights_ports_and_aerodromes(name: str) -> None:
    drawing = drawn(name)
    marks = drawing.layer("marks")
    count = Counter(group.get("class") for group in marks.iter(f"{SVG}g"))
    for column, word, mark in (("aerodrome", None, "aerodrome"), ("class", "port", "port")):
        if column in drawing.sheet.columns:
            values = drawing.sheet.field(column).values()
            assert count[f"mark {mark}"] == sum(word is None or word in value.split(";") for value in values)
    if "height" in drawing.sheet.columns:
        said = {*texts(marks), *(part for text in texts(drawing.layer("names")) for part in text.split())}
        assert set(drawing.sheet.field("height").values()) <= said


@every_map
def test_every_river_with_room_has_its_name(name: str) -> None:
    drawing = drawn(name)
    shown = {"".join(path.itertext()) for path in drawing.layer("names").iter(f"{SVG}textPath")}
    long = Counter[str]()
    for feature, look in drawing.look.rivers.items():
        for a, b in drawing.sheet.pairs(feature):
            long[look.name or drawing.sheet.side_name(feature, a, b).split(" (")[0]] += 1
    missing = {river for river, sides in long.items() if river and sides >= 14} - shown
    assert not missing


@every_map
def test_the_key_shows_every_terrain_and_feature(name: str) -> None:
    drawing = drawn(name)
    shown = {group.get("data-key") for group in drawing.root.iter(f"{SVG}g") if group.get("class") == "key"}
    wanted = {f"terrain {word}" for word in drawing.sheet.terrain}
    wanted |= {f"river {word}" for word in drawing.look.rivers} | {f"way {word}" for word in drawing.look.ways}
    wanted |= {f"frontier {word}" for word in drawing.look.frontiers}
    assert wanted <= shown
    for entry in drawing.look.key:
        assert drawing.words(entry.name) not in ("", entry.name), entry


def test_a_key_entry_says_what_a_terrain_does() -> None:
    drawing = drawn("bkg")
    entry = next(entry for entry in drawing.look.key if entry.what == "mountain")
    shown = key_entry(drawing.canvas, entry, drawing.words, 0.0, 0.0, 0)
    assert ">3 MP · no armour<" in shown
    assert ">defence 3 left<" in shown
