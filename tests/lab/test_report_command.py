"""khalkhin report: what it writes, what it says, and bad input."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from tests.lab.pages import parsed
from tests.lab.runs import carried_out, tiny
from tests.terminal.desk import Said, khalkhin


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "tiny"
    carried_out(path, tiny(3))
    return path


def told(*arguments: str | Path) -> str:
    """What is said to bad input: one sentence, and nothing else."""
    said: Said = khalkhin("report", *arguments)
    assert said.status == 2
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    return said.err.removeprefix("khalkhin: ").strip()


def test_a_page_and_its_numbers(run: Path, tmp_path: Path) -> None:
    page, sheets = tmp_path / "report.html", tmp_path / "deep" / "csv"
    said = khalkhin("report", run, "-o", page, "--csv", sheets)
    assert said.status == 0, said.err
    size = -(-page.stat().st_size // 1024)
    names = sorted(path.name for path in sheets.iterdir())
    assert said.lines == [f"{page}: 3 games, {size} KB.", f"{len(names)} CSV files in {sheets}."]
    assert parsed(page.read_text("utf-8")).one("head").one("title").text.endswith("Playtest report")
    assert {"summary.csv", "results.csv", "turns.csv", "hexes.csv", "combat.csv", "events.csv"} <= {*names}
    with (sheets / "summary.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["folder"], row["game"], row["games"]) == ("tiny", "tiny", "3")


def test_it_speaks_portuguese(run: Path, tmp_path: Path) -> None:
    said = khalkhin("report", run, "-o", tmp_path / "r.html", "--language", "pt")
    assert "3 partidas" in said.out
    assert "Relatório de testes" in (tmp_path / "r.html").read_text("utf-8")


def test_a_page_is_written_anew(run: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text("old")
    assert khalkhin("report", run, "-o", page).status == 0
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_the_tables_are_not_needed(run: Path, tmp_path: Path) -> None:
    """Whoever has no pyarrow, or stopped before the tables were written, gets a report too."""
    shutil.copytree(run, tmp_path / "run")
    for table in (tmp_path / "run").glob("*.parquet"):
        table.unlink()
    assert khalkhin("report", tmp_path / "run", "-o", tmp_path / "r.html").status == 0


def test_what_is_missing_is_named(run: Path) -> None:
    assert told("-o", "report.html") == "khalkhin report needs RUN; khalkhin report --help tells more."
    assert told(run) == "khalkhin report needs -o FILE; khalkhin report --help tells more."


def test_a_page_is_called_html(run: Path, tmp_path: Path) -> None:
    assert told(run, "-o", tmp_path / "r.pdf") == f'"{tmp_path / "r.pdf"}" is no page: its name has to end in .html.'


def test_a_folder_that_is_no_run(run: Path, tmp_path: Path) -> None:
    sentence = f"{tmp_path} is no folder of a run."
    assert told(tmp_path, "-o", tmp_path / "r.html") == sentence
    assert told(run, tmp_path, "-o", tmp_path / "r.html") == sentence
    assert told(tmp_path / "nowhere", "-o", tmp_path / "r.html") == f"{tmp_path / 'nowhere'} is no folder of a run."
    assert not (tmp_path / "r.html").exists()


def test_a_run_without_a_game(run: Path, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "run")
    for game in (tmp_path / "run" / "games").iterdir():
        game.unlink()
    sentence = f"{tmp_path / 'run'} has no finished game yet; khalkhin simulate plays them."
    assert told(tmp_path / "run", "-o", tmp_path / "r.html") == sentence


def test_runs_of_different_games(run: Path, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "run")
    heading = tmp_path / "run" / "run.json"
    heading.write_text(heading.read_text().replace('"game": "tiny"', '"game": "bkg"'))
    sentence = f"{tmp_path / 'run'} is a run of bkg; the first one is of tiny, and a report is on one game."
    assert told(run, tmp_path / "run", "-o", tmp_path / "r.html") == sentence


def test_a_scenario_that_is_gone(run: Path, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "run")
    heading = tmp_path / "run" / "run.json"
    heading.write_text(heading.read_text().replace('"raid"', '"rade"'))
    assert told(tmp_path / "run", "-o", tmp_path / "r.html").startswith('There is no scenario "rade"; there are: ')


def test_a_damaged_game_is_named(run: Path, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "run")
    game = tmp_path / "run" / "games" / "00002.json.gz"
    game.write_bytes(game.read_bytes()[:20])
    assert told(tmp_path / "run", "-o", tmp_path / "r.html").startswith(f"{game} is damaged")


def test_a_page_that_cannot_be_written(run: Path, tmp_path: Path) -> None:
    page = tmp_path / "nowhere" / "report.html"
    assert told(run, "-o", page) == f'"{page}" cannot be written: No such file or directory. Nothing was saved.'


def test_a_folder_for_numbers_that_is_a_file(run: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    said = khalkhin("report", run, "-o", tmp_path / "r.html", "--csv", file)
    assert said.status == 2
    assert said.err == f'khalkhin: "{file}" cannot be written: File exists. Nothing was saved.\n'
    assert not (tmp_path / "r.html").exists()
