"""Bad data is refused when it is loaded, with file, line and field: one value broken at a time, in every game."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from khalkhin.board.data import DataError
from khalkhin.engine import library
from khalkhin.engine.folder import Folder
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
