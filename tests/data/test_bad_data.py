"""Bad data is refused when it is loaded, with file, line and field: one value broken at a time, in every game."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from khalkhin.board.data import DataError
from khalkhin.engine import library
from khalkhin.engine.folder import Folder
from khalkhin.engine.rehearsal import rehearse
from tests.data.breaking import Broken, broken_files

ENTRIES, CELLS = 10, 1
"""How many entries of a TOML file are broken, and cells of each column of a CSV file."""
GAMES = ["bkg", "kgw", "pbn", "sn"]


def check(code: str, folder: Path) -> None:
    """Load a game with corrections; what its shape does not refuse, what reads the data has to."""
    game = library.get(code)
    assert game.shape is not None
    game.shape.check(Folder(game.folder.base, folder))
    library.get(code, folder)


def complaint(code: str, broken: Broken, folder: Path) -> str:
    """What is wrong with how a broken file is refused; empty if nothing is."""
    path = folder / broken.name
    path.parent.mkdir(exist_ok=True)
    path.write_text(broken.text, "utf-8")
    try:
        check(code, folder)
    except DataError as error:
        if error.file != str(path):
            return "" if broken.line is None else f"another file is named: {error}"
        if error.field is None or (error.line is None and broken.what != "missing"):
            return f"neither line nor field: {error}"
        if broken.line is not None and error.line != broken.line:
            return f"another line is named: {error}"
        if broken.field is not None and not error.field.startswith(broken.field):
            return f"another field is named: {error}"
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        path.unlink()
    return "it is not refused"


@pytest.mark.parametrize("code", GAMES)
def test_whatever_is_broken_is_refused_by_file_line_and_field(code: str, tmp_path: Path) -> None:
    game, rng = library.get(code), random.Random(1939)
    assert game.shape is not None
    files = {name: game.folder / name for name in game.folder.files() if game.shape.of(name) is not None}
    shapes = {name: shape for name in files if (shape := game.shape.of(name)) is not None}
    found = []
    for broken in broken_files(shapes, files, ENTRIES, CELLS, rng):
        if broken.name.endswith(".toml") and not _well_formed(broken.text):
            continue
        if said := complaint(code, broken, tmp_path):
            found.append(f"{broken.name}:{broken.line} {broken.field} {broken.what}: {said}")
    assert not found, "\n".join(found)


def _well_formed(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


@pytest.mark.parametrize("code", GAMES)
def test_every_file_that_decides_play_has_a_shape(code: str) -> None:
    game = library.get(code)
    assert game.shape is not None
    seen = {"provenance.csv", "editions.toml", "look.toml", "counter_look.toml"}
    told = {name for name in game.folder.files() if name.startswith(("rules.", "rulings."))}
    assert {name for name in game.folder.files() if game.shape.of(name) is None} == seen | told


def test_of_every_division_it_is_told_what_it_is_made_of(tmp_path: Path) -> None:
    """kgw 17.1  A regiment that is called a division, or a division with other factors, is refused."""
    text = (library.get("kgw").folder / "counters.csv").read_text("utf-8")
    for old, new in (("infantry,XX,57,,non,12", "infantry,XX,57,,non,11"), ("infantry,III,24,36", "infantry,XX,24,36")):
        assert old in text
        (tmp_path / "counters.csv").write_text(text.replace(old, new, 1), "utf-8")
        with pytest.raises(DataError, match="do not tell what such a division is made of") as error:
            library.get("kgw", tmp_path)
        line = next(n for n, line in enumerate(text.splitlines(), 1) if old in line)
        assert (error.value.line, error.value.field) == (line, "size")


ODD = [
    ("bkg", "scenarios/august-1939.toml", 'hex = "0908"', 'hex = "1322"', "both sides are set up in 1322"),
    ("bkg", "scenarios/august-1939.toml", '"JP-72-1", "JP-72-2"', '"JP-72-1"', "'JP-72-2' is neither set up"),
    ("bkg", "charts.toml", '"1-2", "1-1", "2-1"', '"1-2", "even", "2-1"', "stands where"),
    ("bkg", "charts.toml", "limit = 4", "limit = 2", "and 2 may be there"),
    ("bkg", "charts.toml", "forbidden = []", 'forbidden = ["INF"]', "may not be in"),
    ("bkg", "counters.csv", ",ART,II,13 RArt,23,1,1,4,4,", ",ART,II,13 RArt,23,1,1,4,,", "has no range"),
    (
        "bkg",
        "charts.toml",
        "cost = { non_mtz = 2, mtz = 1, mtn = 2 }",
        "cost = { non_mtz = 2, mtz = 0, mtn = 2 }",
        "0 is not",
    ),
    ("kgw", "charts.toml", "trail = [1, 2]", "trail = [1, 0]", "0 is not between 1 and 99"),
    ("kgw", "charts.toml", "per_aerodrome = 2", "per_aerodrome = 0", "no place left in its area"),
    ("kgw", "charts.toml", "divisions = 3", "divisions = 0", "no place left in its area"),
    ("pbn", "charts.toml", "parts = [[2, 2, 12], [1", "parts = [[2, 2, 10], [1", "not as many such battalions"),
    ("pbn", "scenarios/heights.toml", 'hex = "1810"', 'hex = "1413"', "1413 is set up twice"),
    ("pbn", "scenarios/heights.toml", '["0805-2318"]', '["0805-9918"]', "'9918' is not in column hex"),
    ("kgw", "scenarios/bain-tsagan.toml", "minutes = 30\n", "", "it says nothing without minutes"),
    ("sn", "charts.toml", "parts = { infantry_division = 3 }", "parts = {}", "fewer entries than 1"),
    ("sn", "scenarios/nomonhan.toml", "units = { cavalry_corps = 2, fort = 1 }", "units = {}", "fewer entries than 1"),
    ("sn", "charts.toml", 'MJ = ["Mengjiang", "MPR", "Manchukuo"]', 'MJ = ["MPR"]', "the scenario cannot be set up"),
]
"""Values of the right kind that do not go with the others: a game would break on them later."""


@pytest.mark.parametrize(("code", "name", "old", "new", "message"), ODD)
def test_data_that_do_not_go_together_are_refused_before_play(
    code: str, name: str, old: str, new: str, message: str, tmp_path: Path
) -> None:
    text = (library.get(code).folder / name).read_text("utf-8-sig")
    assert old in text
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError, match=message) as error:
        library.get(code, tmp_path)
    assert error.value.line is not None
    assert error.value.field


@pytest.mark.parametrize("code", GAMES)
def test_the_data_as_they_are_can_be_set_up(code: str) -> None:
    rehearse(library.get(code))


def test_a_cost_in_odd_parts_of_a_point_can_be_shown(tmp_path: Path) -> None:
    """pbn counts in twelfths: the book prints quarters, thirds and halves, a correction may say others."""
    text = (library.get("pbn").folder / "charts.toml").read_text("utf-8")
    (tmp_path / "charts.toml").write_text(text.replace("mech = 24\n", "mech = 25\n", 1), "utf-8")
    cells = [cell.value for chart in library.get("pbn", tmp_path).chart_list() for row in chart.rows for cell in row]
    assert "2 1/12" in cells


def test_a_value_without_a_tag_is_refused(tmp_path: Path) -> None:
    rows = (library.get("kgw").folder / "counters.csv").read_text("utf-8").splitlines()
    at = rows[0].split(",").index("prov_cost")
    number = next(n for n, row in enumerate(rows) if row.split(",")[at] == "reconstructed")
    cells = rows[number].split(",")
    cells[at] = ""
    (tmp_path / "counters.csv").write_text(
        "\n".join([*rows[:number], ",".join(cells), *rows[number + 1 :], ""]), "utf-8"
    )
    with pytest.raises(DataError, match="has no tag") as error:
        library.get("kgw", tmp_path)
    assert (error.value.line, error.value.field) == (number + 1, "prov_cost")
