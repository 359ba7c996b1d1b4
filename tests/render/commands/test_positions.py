"""khalkhin draw: a position as a side may see it, and nothing that it may not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from khalkhin import new as khalkhin_new
from khalkhin.engine import library
from khalkhin.engine.match import Match
from khalkhin.engine.record import replay
from khalkhin.engine.view import View, view
from khalkhin.render.counters import ALL, SYMBOL, SYMBOL_AND_FACTORS
from khalkhin.render.position import detail_at
from khalkhin.render.printed import Printed
from khalkhin.terminal.drawing import drawing
from tests.bkg.positions import board
from tests.render.commands.pictures import counters, of_class, png_size, short_record, size_of, tree, words_in
from tests.terminal.desk import khalkhin

pytestmark = pytest.mark.xdist_group("positions")

SIDES = ("soviet", "japan", None)


@pytest.fixture(autouse=True)
def _one_map_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Below every position lies the same map, which test_printed looks at: it is drawn once."""
    monkeypatch.setattr(Printed, "map", lambda printed, *how, **more: _map(printed.game, *how, **more))


@cache
def _map(game: str, language: str, scale: int, framed: bool) -> str:
    return DRAWN(Printed(game), language, scale, framed)


DRAWN = Printed.map


@pytest.fixture
def record(tmp_path: Path) -> Path:
    (tmp_path / "game.txt").write_text(short_record(), "utf-8")
    return tmp_path / "game.txt"


def drawn(match: Match, side: str | None) -> str:
    number = None if side is None else match.side_number(side)
    return drawing(view(match.state, number), match.game, "en", None)


def of_view(seen: View) -> Iterator[dict[str, Any]]:
    for found in seen["places"].values():
        yield from found


@pytest.mark.parametrize("side", SIDES)
def test_every_counter_of_the_view_is_drawn_or_counted(side: str | None, record: Path, tmp_path: Path) -> None:
    told = ["--side", side] if side else []
    assert khalkhin("draw", record, *told, "-o", tmp_path / "position.svg").status == 0
    root = tree(tmp_path / "position.svg")
    match = replay(short_record(), library.get("bkg"))
    seen = match.view(side)
    hexes = {name: found for name, found in seen["places"].items() if name in match.game.map.grid.names}
    places = {node.get("data-place"): node for node in of_class(root, "place")}
    assert set(hexes) <= set(places)
    for name, found in hexes.items():
        shown = [node for node in counters(places[name]) if not of_class(node, "marker")]
        assert [node.get("data-id") for node in shown] == [one.get("id") for one in found[:3]][::-1]
        badges = [words_in(node) for node in of_class(places[name], "badge")]
        assert badges == ([[str(len(found))]] if len(found) > 1 else [])
    (boxes,) = of_class(root, "boxes")
    off = [one.get("id") for name, found in seen["places"].items() if name not in hexes for one in found]
    assert sorted(map(str, off)) == sorted(str(node.get("data-id")) for node in counters(boxes))


def test_what_is_in_no_game_comes_last() -> None:
    drawing = drawn(khalkhin_new("pbn", seed=1), "soviet")
    order = [drawing.index(f">{caption}<") for caption in ("Tamsag", "Reserve", "Marker pool", "Not in play")]
    assert order == sorted(order)


@pytest.mark.parametrize("side", SIDES)
def test_the_drawing_names_nobody_whom_the_view_does_not_name(side: str | None) -> None:
    match = replay(short_record(), library.get("bkg"))
    named = {one["id"] for one in of_view(match.view(side)) if "id" in one}
    unnamed = [unit for unit in match.game.sheet.ids if unit not in named]
    assert unnamed
    drawing = drawn(match, side)
    assert not set(re.findall(r'data-id="([^"]+)"', drawing)) - named


@pytest.mark.parametrize("one", [["JP-64-1", "JP-64-2"], ["JP-26-1", "MC-8RC"]])
@pytest.mark.parametrize("other", [["JP-13A-1", "JP-27-3"], ["JP-72-1", "JP-3RT"]])
def test_what_is_hidden_changes_not_a_byte(one: list[str], other: list[str]) -> None:
    # Two stacks change places, but for their nations, and losses are other ones' losses.
    other = [other[0], "MC-9RC"] if "MC-8RC" in one else other
    first = board({"0613": ["SU-149-1"], "1310": one, "1315": other}, flipped=[one[0]])
    second = board({"0613": ["SU-149-1"], "1310": other, "1315": one}, flipped=[other[0]])
    assert drawn(first, "soviet") == drawn(second, "soviet")
    assert drawn(first, None) == drawn(second, None)
    assert drawn(first, "japan") != drawn(second, "japan")


def test_a_hidden_counter_shows_its_nation_and_no_figures() -> None:
    match = board({"0613": ["SU-149-1"], "1310": ["JP-64-1"], "1312": ["MC-8RC"]})
    drawing = drawn(match, "soviet")
    shown = {where: re.findall(rf'data-place="{where}".*?</g></g></g>', drawing)[0] for where in ("1310", "1312")}
    assert not any("<text" in found or "<title" in found for found in shown.values())
    assert shown["1310"] != shown["1312"]


def test_flipped_and_moved_counters_look_it() -> None:
    match = board({"0613": ["SU-149-1"], "0615": ["SU-24-1"], "1310": ["JP-64-1"]}, flipped=["SU-149-1"])
    assert "1½-2-8" in drawn(match, "soviet")
    assert 'state-moved"' not in drawn(match, "soviet")
    match.play("unit", "SU-24-1")
    match.play("hex", "0614")
    match.play("done")
    assert 'state-moved"' in drawn(match, "soviet")
    assert 'state-moved"' not in drawn(match, "japan")


def test_objectives_fly_the_flag_of_their_holder() -> None:
    match = board({"0613": ["SU-149-1"], "1310": ["JP-64-1"]})
    drawing = drawn(match, None)
    assert len(re.findall("flag-held-soviet", drawing)) == 5
    assert len(re.findall("flag-held-japan", drawing)) == 1


def test_the_title_tells_turn_phase_and_reader(record: Path, tmp_path: Path) -> None:
    khalkhin("draw", record, "--side", "japan", "-o", tmp_path / "position.svg")
    heading = " ".join(words_in(tree(tmp_path / "position.svg")))
    for part in ("Batalha de Khalkhin Gol", "Turn 1 of 12", "Soviet movement phase", "Japanese player"):
        assert part in heading


def test_turn_and_decision_choose_the_position(record: Path, tmp_path: Path) -> None:
    pictures = {}
    for name, told in {"last": [], "first": ["--decision", "0"], "turn": ["--turn", "20"]}.items():
        assert khalkhin("draw", record, "--side", "soviet", *told, "-o", tmp_path / f"{name}.svg").status == 0
        pictures[name] = (tmp_path / f"{name}.svg").read_bytes()
    assert pictures["first"] == pictures["turn"] != pictures["last"]


def test_a_position_as_png(record: Path, tmp_path: Path) -> None:
    khalkhin("draw", record, "-o", tmp_path / "position.svg")
    assert khalkhin("draw", record, "-o", tmp_path / "position.png").status == 0
    assert png_size((tmp_path / "position.png").read_bytes()) == size_of(tree(tmp_path / "position.svg"))


def test_small_counters_show_less() -> None:
    assert [detail_at(pixels) for pixels in (52, 51.9, 30, 29.9)] == [
        ALL,
        SYMBOL_AND_FACTORS,
        SYMBOL_AND_FACTORS,
        SYMBOL,
    ]
