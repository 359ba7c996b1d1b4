"""Data folders and an owner's corrections laid over them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import khalkhin
from khalkhin.board.data import DataError
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError, RecordError
from khalkhin.engine.folder import Folder
from tests.tiny import Tiny
from tests.tiny.game import HERE

DATA = HERE / "data"


def _corrected(folder: Path, name: str, old: str, new: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    text = (DATA / name).read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return folder


def test_a_correction_takes_effect_and_changes_the_version(tmp_path: Path) -> None:
    _corrected(tmp_path, "counters.csv", "red,RD,column,4", "red,RD,column,9")
    plain, corrected = Tiny(), Tiny(tmp_path)
    assert corrected.strength[corrected.sheet.index["RD-COL"]] == 9
    assert plain.strength[plain.sheet.index["RD-COL"]] == 4
    assert corrected.version != plain.version
    assert Tiny(tmp_path).version == corrected.version


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("charts.toml", "stacking = 3", "stacking = 2"),
        ("map.csv", "0101,plain", "0101,hill"),
        ("sides.csv", "0202,0302,ditch", "0202,0301,ditch"),
        ("map.toml", 'columns_from = "west"', 'columns_from = "east"'),
        ("scenarios/contact.toml", 'red = ["0101", "0102"', 'red = ["0102", "0101"'),
    ],
)
def test_every_file_can_be_corrected_and_counts_in_the_version(tmp_path: Path, name: str, old: str, new: str) -> None:
    assert Tiny(_corrected(tmp_path, name, old, new)).version != Tiny().version


def test_a_correction_that_says_the_same_changes_nothing(tmp_path: Path) -> None:
    shutil.copy(DATA / "charts.toml", tmp_path)
    assert Tiny(tmp_path).version == Tiny().version


def test_a_corrected_scenario_is_the_one_that_is_played(tmp_path: Path) -> None:
    _corrected(tmp_path, "scenarios/contact.toml", "default = 2", "default = 5")
    assert khalkhin.new("tiny", "contact", seed=1, overrides=tmp_path).state.options["turns"] == 5


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(KhalkhinError) as error:
        Folder(DATA, tmp_path / "none")
    assert error.value.reason.key == "data.no-folder"
    assert str(tmp_path / "none") in str(error.value)


def test_a_file_that_corrects_nothing_is_named_with_those_that_there_are(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "rade.toml").write_text("")
    with pytest.raises(KhalkhinError) as error:
        Folder(DATA, tmp_path)
    assert error.value.reason.key == "data.unknown-file"
    assert error.value.reason.params["file"] == str(tmp_path / "scenarios" / "rade.toml")
    assert "scenarios/raid.toml" in str(error.value)


def test_a_mistake_in_a_correction_is_named_by_the_corrected_file(tmp_path: Path) -> None:
    _corrected(tmp_path, "counters.csv", "red,RD,column,4", "red,RD,column,four")
    with pytest.raises(DataError) as error:
        Tiny(tmp_path)
    assert (error.value.file, error.value.line, error.value.field) == (str(tmp_path / "counters.csv"), 2, "strength")


def test_a_record_needs_the_data_it_was_played_with(tmp_path: Path) -> None:
    _corrected(tmp_path, "counters.csv", "red,RD,column,4", "red,RD,column,9")
    match = khalkhin.new("tiny", seed=1, overrides=tmp_path)
    match.play("commit", side="red")
    record = match.record()
    assert khalkhin.load(record, tmp_path).record() == record
    with pytest.raises(RecordError) as error:
        khalkhin.load(record)
    assert error.value.reason.key == "record.data"
    assert record.splitlines()[error.value.line - 1].startswith("data ")


def test_a_game_is_loaded_once_and_anew_when_it_is_registered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_LOADERS", dict(library._LOADERS))
    monkeypatch.setattr(library, "_LOADED", dict(library._LOADED))
    other, game = library.get("bkg"), library.get("tiny")
    assert library.get("tiny", None) is game
    assert khalkhin.new("tiny").game is game
    library.register("tiny", Tiny)
    assert library.get("tiny") is not game
    assert library.get("bkg") is other


def test_an_unknown_game_is_named_with_those_that_there_are() -> None:
    with pytest.raises(KhalkhinError) as error:
        khalkhin.new("chess")
    assert error.value.reason.key == "engine.unknown-game"
    assert "bkg" in str(error.value)


def test_a_default_that_a_correction_changes_is_named_in_the_record(tmp_path: Path) -> None:
    """Else the record would mean something else without the correction."""
    _corrected(tmp_path, "scenarios/contact.toml", "default = 2", "default = 5")
    assert Tiny(tmp_path).version == Tiny().version
    match = khalkhin.new("tiny", "contact", seed=1, overrides=tmp_path)
    assert "option turns 5" in match.record().splitlines()
    assert khalkhin.load(match.record()).state.options["turns"] == 5
    plain = khalkhin.new("tiny", "contact", seed=1).record()
    assert khalkhin.load(plain, tmp_path).state.options["turns"] == 2


def test_a_new_option_in_a_correction_changes_no_record(tmp_path: Path) -> None:
    match = khalkhin.new("tiny", "contact", seed=1)
    match.play("commit", side="red")
    new = "[options.night]\ndefault = false\n\n[options.turns]"
    _corrected(tmp_path, "scenarios/contact.toml", "[options.turns]", new)
    again = khalkhin.load(match.record(), tmp_path)
    assert again.state.options["night"] is False
    assert again.record() == match.record()
    chosen = khalkhin.new("tiny", "contact", seed=1, options={"night": True}, overrides=tmp_path)
    assert "option night true" in chosen.record().splitlines()
