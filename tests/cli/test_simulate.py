"""khalkhin simulate: progress, summary, bad input, and whatever can happen to a command that runs all night."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from khalkhin.lab.folder import TABLES, RunFolder
from tests.lab.runs import carried_out, corrected, rows, tiny, without_clocks
from tests.terminal.desk import Said, Terminal, khalkhin

ORDER = ["simulate", "tiny", "raid", "--red", "random", "--blue", "random", "--evaluations", "4"]
MANY = 100
PATIENCE = 300.0
"""Seconds after which a process is taken to hang: a busy machine is slow, and no more than that."""


def simulate(folder: Path, *more: str) -> Said:
    return khalkhin(*ORDER, "--games", "6", "--jobs", "1", "--out", folder, *more)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of many games that nothing happened to."""
    path = tmp_path_factory.mktemp("runs") / "undisturbed"
    carried_out(path, tiny(MANY))
    return path


# -- what is told ------------------------------------------------------------------------------------------------------


def test_progress_and_summary(tmp_path: Path) -> None:
    said = simulate(tmp_path / "run")
    assert said.status == 0, said.err
    found = rows(tmp_path / "run")["games"]
    won, drawn = (sum(row["winner"] == winner for row in found) for winner in ("red", ""))
    assert said.lines[0] == "tiny raid: 6 games, Red: random, Blue: random, seed 1"
    assert said.lines[1].startswith(f"Red won, drew and lost {won}-{drawn}-{6 - won - drawn}: ")
    assert said.lines[1].endswith(f"{sum(row['margin'] for row in found) / 6:+.1f} points ahead on average")
    assert said.lines[-1] == f"Tables and records are in {tmp_path / 'run'}."
    told = said.err.splitlines()
    assert told[0] == "6 games are to be played."
    last = r"6/6 games, \d+ an hour, 0 min 0 s left; Red \d+\.\d % \(\d+\.\d-\d+\.\d %\)"
    assert re.fullmatch(last, told[-1])


def test_a_terminal_has_one_line_that_renews_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from khalkhin.cli import simulate as package
    from khalkhin.lab.run import processes

    monkeypatch.setattr("khalkhin.cli.progress.OFTEN", 0.0)
    out, screen = Terminal(), Terminal()
    assert package.simulate(tiny(3), tmp_path / "run", processes(1), "en", out, screen) == 0
    _, *lines, after = screen.getvalue().split("\r\x1b[K")
    assert [line.split(" ")[0] for line in lines] == ["1/3", "2/3", "3/3"]
    assert after == ""
    assert "\n" not in "".join(lines)


def test_the_same_command_goes_on(tmp_path: Path) -> None:
    first = simulate(tmp_path / "run")
    again = simulate(tmp_path / "run")
    assert again.out == first.out
    assert again.err == f"6 games are in {tmp_path / 'run'} already.\n"
    more = simulate(tmp_path / "run", "--games", "7")
    assert more.err.startswith(f"6 games are in {tmp_path / 'run'} already.\n1 game is to be played.\n")


def test_a_run_has_a_folder_of_its_own_where_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = khalkhin(*ORDER, "--games", "1", "--jobs", "1")
    assert said.lines[-1] == f"Tables and records are in {Path('runs', 'tiny-raid')}."
    assert RunFolder(tmp_path / "runs" / "tiny-raid").numbers() == [1]


def test_options_and_corrections_are_played_with(tmp_path: Path) -> None:
    said = simulate(tmp_path / "run", "--option", "turns=2", "--option", "open_strengths", "--seed", "3")
    assert said.status == 0
    heading = RunFolder(tmp_path / "run").heading
    assert heading["options"] == {"open_strengths": True, "turns": 2, "weather": "clear"}
    assert {row["turns"] for row in rows(tmp_path / "run")["games"]} == {2}
    assert {row["seed"] // 1_000_000 for row in rows(tmp_path / "run")["games"]} == {3}


def test_records_of_a_run_can_be_verified_and_replayed(tmp_path: Path) -> None:
    simulate(tmp_path / "run")
    record = tmp_path / "run" / "records" / "00002.record.gz"
    said = khalkhin("verify", record)
    assert said.status == 0
    assert said.lines[-1] == "ok"
    assert khalkhin("replay", record, typed="quit\n").status == 0
    record.write_bytes(record.read_bytes()[:-20])
    said = khalkhin("verify", record)
    assert said.status == 2
    assert said.err == f'khalkhin: "{record}" is not a text file, so it is no record.\n'


def test_games_that_break_off_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("khalkhin.lab.play.play_one", breaks)
    said = simulate(tmp_path / "run")
    assert said.status == 1
    folder = tmp_path / "run" / "broken"
    told = f"6 games broke off by a fault of the program; what went wrong is in {folder}."
    assert said.err.splitlines()[-1] == told


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "khalkhin simulate needs GAME"),
        (["chess"], 'There is no game "chess"'),
        (["sn"], "sn has several scenarios; name one of them: anti-comintern, "),
        (["bkg", "winter"], 'There is no scenario "winter"'),
        (["bkg", "--soviet", "god"], 'There is no player "god"; there are: random, greedy, planner, search'),
        (["bkg", "--red", "greedy"], "khalkhin simulate"),
        (["bkg", "--option", "fog"], 'There is no option "fog"'),
        (["bkg", "--option", "open_strengths=perhaps"], "The option open_strengths takes true or false"),
        (["bkg", "--games", "0"], '--games takes a whole number from 1 on, not "0".'),
        (["bkg", "--jobs", "none"], '--jobs takes a whole number from 1 on, not "none".'),
        (["bkg", "--data-override", "nowhere"], "nowhere"),
        (["bkg", "--engine", "steam"], "There is no engine steam; there is: ray."),
        (["bkg", "--address", "127.0.0.1:1"], "--address is the address of a Ray cluster; it goes with --engine ray."),
    ],
)
def test_bad_input(arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = khalkhin("simulate", *arguments)
    assert said.status == 2
    assert sentence in said.err
    assert said.err.startswith("khalkhin: ")
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_correction_that_fails_is_told_with_its_place(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "charts.toml").write_text("[march\n")
    said = khalkhin("simulate", "bkg", "--data-override", own, "--out", tmp_path / "run")
    assert said.status == 2
    assert str(own / "charts.toml") in said.err
    assert said.err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_package_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without("ray", monkeypatch)
    said = simulate(tmp_path / "run", "--engine", "ray")
    assert said.status == 2
    assert said.err == "khalkhin: This needs ray: pip install 'khalkhin[ray]'\n"
    assert not (tmp_path / "run").exists()


def test_without_pyarrow_the_tables_are_lines_of_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain install plays, too, and the rows are the same; with pyarrow the same command makes Parquet of them."""
    with monkeypatch.context() as plain:
        without("pyarrow", plain)
        said = simulate(tmp_path / "run")
    assert said.status == 0, said.err
    tables = {name: tmp_path / "run" / f"{name}.jsonl" for name in TABLES}
    found = {name: list(map(json.loads, path.read_text("utf-8").splitlines())) for name, path in tables.items()}
    assert not list(tmp_path.glob("run/*.parquet"))
    assert simulate(tmp_path / "run").status == 0
    assert not list(tmp_path.glob("run/*.jsonl")), "tables of an earlier time would tell something else"
    assert {name: list(map(without_clocks, some)) for name, some in found.items()} == rows(tmp_path / "run")
    with monkeypatch.context() as plain:
        without("pyarrow", plain)
        assert simulate(tmp_path / "run").status == 0
    assert not list(tmp_path.glob("run/*.parquet"))


def without(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a package were not installed."""
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)


@pytest.mark.parametrize("command", ["simulate", "compare"])
def test_an_unknown_game_is_named_also_where_sides_are(command: str) -> None:
    said = khalkhin(command, "chess", "--white", "random")
    assert said.status == 2
    assert said.err.startswith('khalkhin: There is no game "chess"; there are: ')


def test_a_set_up_is_tried_before_anything_is_played(tmp_path: Path) -> None:
    own = corrected(tmp_path / "odd", "scenarios/raid.toml", lambda text: text.replace("RD-GUN", "RD-GONE"))
    said = simulate(tmp_path / "run", "--data-override", str(own))
    assert (said.status, said.out) == (2, "")
    where = f"{own / 'scenarios' / 'raid.toml'}, line 2, field 'setup'"
    assert said.err == f"khalkhin: {where}: with this data the scenario cannot be set up: 'RD-GONE'.\n"
    assert not (tmp_path / "run").exists()


# -- whatever can happen in a night ------------------------------------------------------------------------------------


@contextmanager
def running(folder: Path, jobs: int = 2) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own, once some games are over."""
    command = [sys.executable, "-m", "tests.lab.command", *ORDER, "--games", str(MANY)]
    with subprocess.Popen(
        [*command, "--jobs", str(jobs), "--out", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": "C"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        try:
            eventually(lambda: len(list(folder.glob("games/*.json.gz"))) >= 5)
            yield process
        finally:
            process.kill()


def eventually(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def finished(folder: Path) -> Said:
    return khalkhin(*ORDER, "--games", str(MANY), "--jobs", "1", "--out", folder)


def test_a_command_that_was_killed_goes_on_to_the_same_end(undisturbed: Path, tmp_path: Path) -> None:
    with running(tmp_path / "run") as process:
        workers = children(process.pid)
        process.kill()
        process.wait()
        done = RunFolder(tmp_path / "run").numbers()
        # Workers whose command is gone leave, too.
        eventually(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    assert len(workers) == 2
    assert 5 <= len(done) < MANY
    said = finished(tmp_path / "run")
    assert said.status == 0
    assert said.err.startswith(f"{len(done)} games are in ")
    assert rows(tmp_path / "run") == rows(undisturbed)


def test_a_worker_that_was_killed_is_told_and_nothing_is_lost(undisturbed: Path, tmp_path: Path) -> None:
    with running(tmp_path / "run") as process:
        os.kill(children(process.pid)[0], signal.SIGKILL)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert err.splitlines()[-1] == (
        "khalkhin: A process that played was ended from outside. All games that were over are kept; "
        "the same command goes on."
    )
    assert "Traceback" not in err
    done = RunFolder(tmp_path / "run").numbers()
    assert [row["number"] for row in rows(tmp_path / "run")["games"]] == done
    assert finished(tmp_path / "run").status == 0
    assert rows(tmp_path / "run") == rows(undisturbed)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_over_and_tells_how_to_go_on(jobs: int, undisturbed: Path, tmp_path: Path) -> None:
    with running(tmp_path / "run", jobs) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    done = RunFolder(tmp_path / "run").numbers()
    assert f"Stopped. {len(done)} of {MANY} games are kept in {tmp_path / 'run'}; the same command goes on" in err
    assert "Traceback" not in err
    assert out.startswith(f"tiny raid: {len(done)} games, ")
    assert [row["number"] for row in rows(tmp_path / "run")["games"]] == done
    assert finished(tmp_path / "run").status == 0
    assert rows(tmp_path / "run") == rows(undisturbed)


SMALL_DISK = """
mount -t tmpfs -o size=200k none "$1" || exit 99
small="$1"; kept="$2"; shift 2
"$@" --out "$small/run"; status=$?
cp -r "$small/run" "$kept"
exit $status
"""
"""A command on a disk of 200 kB; what is on it afterwards is copied."""


def test_a_full_disk_is_told_and_nothing_is_lost(undisturbed: Path, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    command = [sys.executable, "-m", "tests.lab.command", *ORDER, "--games", str(MANY), "--jobs", "1"]
    apart = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", SMALL_DISK, "sh"]
    try:
        said = subprocess.run(
            [*apart, str(tmp_path / "disk"), str(tmp_path / "run"), *command],
            capture_output=True,
            text=True,
            env={**os.environ, "LC_ALL": "C"},
        )
    except FileNotFoundError:
        pytest.skip("there is no unshare, which makes a small disk without being root")
    if said.returncode == 99 or "unshare failed" in said.stderr:
        pytest.skip(f"no small disk can be made here: {said.stderr.strip()}")
    assert said.returncode == 2, said.stderr
    last = said.stderr.splitlines()[-1]
    assert last.startswith(f"khalkhin: {tmp_path / 'disk' / 'run'}")
    assert last.endswith(
        "cannot be written: No space left on device. All games that were over are kept; the same command goes on."
    )
    assert "Traceback" not in said.stderr
    assert 5 <= len(RunFolder(tmp_path / "run").numbers()) < MANY
    assert finished(tmp_path / "run").status == 0
    assert rows(tmp_path / "run") == rows(undisturbed)
