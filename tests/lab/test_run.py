"""Runs: the same whoever plays them and however often they are stopped, and nothing that was over is lost."""

from __future__ import annotations

import gzip
import json
import shutil
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.record import replay
from khalkhin.engine.words import plain
from khalkhin.lab import play as playing
from khalkhin.lab import request as requests
from khalkhin.lab.folder import HEADING, TABLES, RunFolder
from khalkhin.lab.play import Played
from khalkhin.lab.request import RunRequest, Task
from khalkhin.lab.rows import CLOCKS, read_table, write_tables
from khalkhin.lab.run import missing, play, processes
from tests.lab.runs import carried_out, rows, tiny, tiny_processes


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of six games that nothing happened to."""
    path = tmp_path_factory.mktemp("runs") / "undisturbed"
    carried_out(path, tiny())
    return path


def refused(path: Path, request: RunRequest) -> str:
    with pytest.raises(KhalkhinError) as told:
        RunFolder.opened(path, request)
    return plain(told.value.reason, told.value.game, "en")


# -- the same whoever plays it -----------------------------------------------------------------------------------------


def test_two_processes_play_what_one_plays(undisturbed: Path, tmp_path: Path) -> None:
    assert carried_out(tmp_path / "two", tiny(), tiny_processes(2)) == rows(undisturbed)


def test_a_real_game_is_the_same_in_another_process(tmp_path: Path) -> None:
    request = RunRequest.of("bkg", games=2, levels={"soviet": "random", "japan": "random"})
    two = carried_out(tmp_path, request, processes(2))
    again = playing.play_one(request, request.task(2))
    found = next(row for row in two["games"] if row["number"] == 2)
    assert found == {name: value for name, value in again.row.items() if not name.startswith(CLOCKS)}


@pytest.mark.parametrize("at", [1, 4])
def test_a_run_that_was_stopped_goes_on_to_the_same_end(at: int, undisturbed: Path, tmp_path: Path) -> None:
    request = tiny()
    with RunFolder.opened(tmp_path / "run", request) as folder:
        played = play(folder, request, processes(1))
        assert [one.number for one in islice(played, at)] == list(range(1, at + 1))
        played.close()
        assert [task.number for task in missing(folder, request)] == list(range(at + 1, 7))
    assert carried_out(tmp_path / "run", request) == rows(undisturbed)


def test_a_run_can_grow(undisturbed: Path, tmp_path: Path) -> None:
    few = carried_out(tmp_path / "run", tiny(2))
    assert [row["number"] for row in few["games"]] == [1, 2]
    assert carried_out(tmp_path / "run", tiny(6)) == rows(undisturbed)


def test_a_game_cut_off_between_its_record_and_its_rows_is_played_again(undisturbed: Path, tmp_path: Path) -> None:
    path = tmp_path / "run"
    shutil.copytree(undisturbed, path)
    (path / "games" / "00003.json.gz").unlink()
    (path / "games" / ".00003.json.gz.77.part").write_bytes(b"half")
    assert [task.number for task in missing(RunFolder(path), tiny())] == [3]
    assert carried_out(path, tiny()) == rows(undisturbed)


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_records_can_be_played_again(undisturbed: Path) -> None:
    for row in rows(undisturbed)["games"]:
        record = gzip.decompress(RunFolder(undisturbed).record(row["number"]).read_bytes()).decode()
        assert replay(record, library.get("tiny")).state.digest() == row["digest"]


def test_tables_have_every_row_and_columns_of_their_kind(undisturbed: Path) -> None:
    found = list(RunFolder(undisturbed).games())
    for name in TABLES:
        table = read_table(undisturbed, name)
        assert table.num_rows == sum(len(game[name]) for game in found) > 0
        assert not [column for column in table.column_names if str(table.schema.field(column).type) == "null"]
    kinds = {field.name: str(field.type) for field in read_table(undisturbed, "turns").schema}
    assert (kinds["turn"], kinds["seconds_red"], kinds["held_red"]) == ("int64", "double", "list<element: string>")
    kinds = {field.name: str(field.type) for field in read_table(undisturbed, "combats").schema}
    assert (kinds["dice"], kinds["total"], kinds["attack"]) == ("string", "int64", "double")


def test_tables_of_many_games_are_written_bit_by_bit(
    undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("khalkhin.lab.rows.AT_ONCE", 2)
    path = tmp_path / "run"
    shutil.copytree(undisturbed, path)
    for table in path.glob("*.parquet"):
        table.unlink()
    write_tables(RunFolder(path))
    assert rows(path) == rows(undisturbed)


def test_a_run_without_a_game_has_no_tables(tmp_path: Path) -> None:
    with RunFolder.opened(tmp_path / "run", tiny()) as folder:
        write_tables(folder)
    with pytest.raises(KhalkhinError) as told:
        read_table(folder.path, "games")
    assert plain(told.value.reason, None, "en").endswith("has no tables yet; khalkhin simulate makes them.")


# -- other folders -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"seed": 2}, "the seed 1, not 2"),
        ({"evaluations": 5}, "the number of playouts 4, not 5"),
        ({"levels": {"red": "greedy", "blue": "random"}}, "the players red=random, not red=greedy"),
        ({"options": {"turns": 3}}, "the options turns=4, not turns=3"),
    ],
)
def test_another_order_needs_another_folder(other: dict[str, Any], sentence: str, undisturbed: Path) -> None:
    told = refused(undisturbed, tiny(**other))
    assert told == f"{undisturbed} was begun with {sentence}; --out names another folder."


def test_another_scenario_or_game_needs_another_folder(undisturbed: Path) -> None:
    assert "the scenario raid, not contact" in refused(undisturbed, RunRequest.of("tiny", "contact"))
    assert "the game tiny, not bkg" in refused(undisturbed, RunRequest.of("bkg"))


def test_another_version_needs_another_folder(undisturbed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = RunFolder(undisturbed).heading["program"]
    monkeypatch.setattr(requests, "program", lambda game: "0123456789abcdef")
    assert f"the program version {found}, not 0123456789abcdef" in refused(undisturbed, tiny())


def test_a_folder_of_another_format_is_refused(undisturbed: Path, tmp_path: Path) -> None:
    shutil.copytree(undisturbed, tmp_path / "run")
    heading = tmp_path / "run" / HEADING
    heading.write_text(json.dumps({**json.loads(heading.read_text()), "format": 99}))
    sentence = f"{tmp_path / 'run'} is a run of the format 99, not 1, of another version of Khalkhin."
    assert refused(tmp_path / "run", tiny()) == sentence
    with pytest.raises(KhalkhinError) as told:  # whoever only reads it is told, too
        RunFolder(tmp_path / "run")
    assert plain(told.value.reason, None, "en") == sentence


def test_a_folder_that_is_none_of_a_run_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters").write_text("dear aunt")
    assert refused(tmp_path, tiny()) == f"{tmp_path} is no folder of a run."
    assert refused(tmp_path / "letters", tiny()) == f"{tmp_path / 'letters'} is no folder of a run."
    assert [path.name for path in tmp_path.iterdir()] == ["letters"]


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 1'])
def test_a_damaged_heading_is_told(content: str, tmp_path: Path) -> None:
    (tmp_path / HEADING).write_text(content)
    told = refused(tmp_path, tiny())
    assert told.startswith(f"{tmp_path / HEADING} is damaged")
    assert "delete" not in told  # without it nothing in the folder could be gone on with


@pytest.mark.parametrize("begun", [["games"], ["games", "records"], ["games", "records", "data-override"]])
def test_a_folder_that_was_cut_off_at_its_beginning_is_begun_again(
    begun: list[str], undisturbed: Path, tmp_path: Path
) -> None:
    for name in begun:
        (tmp_path / "run" / name).mkdir(parents=True)
    assert carried_out(tmp_path / "run", tiny()) == rows(undisturbed)


def test_games_without_a_heading_are_left_alone(undisturbed: Path, tmp_path: Path) -> None:
    shutil.copytree(undisturbed / "games", tmp_path / "run" / "games")
    assert refused(tmp_path / "run", tiny()) == f"{tmp_path / 'run'} is no folder of a run."


@pytest.mark.parametrize("name", ["copy of 00001.json.gz", "1.json.gz", "²1.json.gz"])
def test_what_somebody_puts_beside_the_games_is_no_game(name: str, undisturbed: Path, tmp_path: Path) -> None:
    path = tmp_path / "run"
    shutil.copytree(undisturbed, path)
    shutil.copy(path / "games" / "00001.json.gz", path / "games" / name)
    assert carried_out(path, tiny()) == rows(undisturbed)


def packed(content: bytes) -> bytes:
    """Compressed, with no time in it: tests have the same names in every process."""
    return gzip.compress(content, mtime=0)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"rubbish",
        packed(b"[]"),
        packed(b'{"number": 9}'),
        packed(b'{"number": 2}'),
        packed(b'{"number": 2, "games": [], "turns": [], "combats": [], "rules": [], "events": [], "faults": {}}'),
        packed(b"much that is here and there")[:10] + b"\xff" * 30,
    ],
    ids=["nothing", "rubbish", "a list", "another number", "no tables", "no rows", "cut and gone on"],
)
def test_a_damaged_game_is_told_and_can_be_played_again(content: bytes, undisturbed: Path, tmp_path: Path) -> None:
    path = tmp_path / "run"
    shutil.copytree(undisturbed, path)
    file = path / "games" / "00002.json.gz"
    file.write_bytes(content)
    with pytest.raises(KhalkhinError) as told:
        write_tables(RunFolder(path))
    assert plain(told.value.reason, None, "en").startswith(f"{file} is damaged; delete it")
    file.unlink()
    assert carried_out(path, tiny()) == rows(undisturbed)


# -- corrections to the data -------------------------------------------------------------------------------------------


def corrected(folder: Path, points: int) -> Path:
    """A folder in which the village is worth so many points."""
    charts = (library.get("tiny").folder / "charts.toml").read_text()
    assert "village = 3\n" in charts
    folder.mkdir()
    (folder / "charts.toml").write_text(charts.replace("village = 3\n", f"village = {points}\n"))
    return folder


def test_a_run_keeps_the_corrections_it_is_played_with(undisturbed: Path, tmp_path: Path) -> None:
    own = corrected(tmp_path / "own", 30)
    request = tiny(overrides=own)
    found = carried_out(tmp_path / "run", request, tiny_processes(2))
    assert max(abs(row["margin"]) for row in found["games"]) >= 20
    assert max(abs(row["margin"]) for row in rows(undisturbed)["games"]) < 20
    folder = RunFolder(tmp_path / "run")
    assert folder.overrides is not None
    assert "village = 30\n" in (folder.overrides / "charts.toml").read_text()
    shutil.rmtree(own)
    with RunFolder.opened(tmp_path / "run", tiny(7, overrides=folder.overrides)) as again:
        assert [task.number for task in missing(again, tiny(7))] == [7]


def test_a_folder_without_a_correction_can_be_played_with(undisturbed: Path, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    assert carried_out(tmp_path / "run", tiny(overrides=tmp_path / "own")) == rows(undisturbed)


def test_changed_corrections_need_another_folder(tmp_path: Path) -> None:
    RunFolder.opened(tmp_path / "run", tiny(overrides=corrected(tmp_path / "own", 30))).close()
    other = tiny(overrides=corrected(tmp_path / "other", 4))
    assert "was begun with the data version" in refused(tmp_path / "run", other)


# -- two at a time -----------------------------------------------------------------------------------------------------


def test_a_folder_that_is_open_is_refused_until_it_is_closed(tmp_path: Path) -> None:
    with RunFolder.opened(tmp_path / "run", tiny()) as folder:
        sentence = refused(tmp_path / "run", tiny())
        assert sentence.startswith(f"{tmp_path / 'run'} is in use by another run")
        assert RunFolder(tmp_path / "run").numbers() == []  # whoever only reads may
    RunFolder.opened(folder.path, tiny()).close()


def test_a_refused_folder_is_not_kept_locked(undisturbed: Path) -> None:
    for _ in range(2):
        assert "the seed 1, not 2" in refused(undisturbed, tiny(seed=2))
    RunFolder.opened(undisturbed, tiny()).close()


# -- games that break off ----------------------------------------------------------------------------------------------


def test_a_game_that_breaks_off_stops_no_other(
    undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = playing.play_one

    def third_breaks(request: RunRequest, task: Task) -> Played:
        if task.number == 3:
            raise ZeroDivisionError("by nothing")
        return whole(request, task)

    monkeypatch.setattr(playing, "play_one", third_breaks)
    path = tmp_path / "run"
    found = carried_out(path, tiny())
    assert [row["number"] for row in found["games"]] == [1, 2, 4, 5, 6]
    fault = path / "broken" / "00003.txt"
    assert fault.read_text().endswith("ZeroDivisionError: by nothing\n")
    monkeypatch.undo()
    assert carried_out(path, tiny()) == rows(undisturbed)
    assert not fault.exists()
