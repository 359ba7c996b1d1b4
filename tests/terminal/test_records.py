"""khalkhin verify and khalkhin replay: a record is proven line by line, and watched from one side's eyes."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

import pytest

import khalkhin as api
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.replay import Replay
from tests.terminal.desk import Terminal, khalkhin, play

ORDERS = "601/1 0406\ndone\ndone\nstrike 0813 6\ncommit\ndone\nJP-26-1 0906\ndone\ndone\ndone\n15/1 0102\ndone\n"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first turn of a game, and a move of the second: with a roll of dice, and both sides moving."""
    file = tmp_path_factory.mktemp("records") / "game"
    said = play(f"{ORDERS}save {file}\n")
    assert said.lines[-1].startswith("Saved")
    return file


def marked(lines: list[str]) -> str:
    """Lines with their marks worked out again, as somebody would who wants to cheat."""
    running = hashlib.sha256()
    out, body = [], False
    for line in lines:
        running.update(line.encode() + b"\n")
        out.append(f"{running.hexdigest()[:6]} {line}" if body else line)
        body = body or line == "--"
    return "\n".join(out) + "\n"


def unmarked(text: str) -> list[str]:
    lines = text.splitlines()
    head = lines.index("--") + 1
    return lines[:head] + [line.split(" ", 1)[1] for line in lines[head:]]


# -- verify ------------------------------------------------------------------------------------------------------------


def test_verify_tells_what_it_checked(record: Path) -> None:
    said = khalkhin("verify", record)
    assert said.status == 0
    text = record.read_text()
    assert said.lines[0] == f"{record}: bkg, scenario august-1939"
    assert f"lines: {len(text.splitlines())}, each tied to those above it" in said.lines
    assert "dice: 1 roll derived again from the practice seed 1" in said.lines
    assert "turns: 1 position equal to the recorded hash" in said.lines
    assert "commitment: the dice are those promised at the start" in said.lines
    assert said.lines[-1] == "ok"


def test_verify_of_secret_dice(tmp_path: Path) -> None:
    file = tmp_path / "game"
    assert khalkhin("play", "bkg", typed=f"save {file}\n").status == 0
    assert "dice: 0 rolls derived again from the secret" in khalkhin("verify", file).lines


def test_every_changed_line_is_named(record: Path, tmp_path: Path) -> None:
    lines = record.read_text().splitlines()
    for number in range(1, len(lines) + 1):
        changed = lines[:]
        changed[number - 1] += "x"
        bad = tmp_path / "bad"
        bad.write_text("\n".join(changed) + "\n")
        said = khalkhin("verify", bad)
        assert said.status != 0, lines[number - 1]
        if number > lines.index("--") + 1:
            assert said.status == 1
            assert f"Line {number}" in said.out


def test_every_missing_line_is_noticed_even_if_the_marks_are_right(record: Path, tmp_path: Path) -> None:
    lines = unmarked(record.read_text())
    assert marked(lines) == record.read_text()
    for number in range(1, len(lines) + 1):
        bad = tmp_path / "bad"
        bad.write_text(marked(lines[: number - 1] + lines[number:]))
        assert khalkhin("verify", bad).status != 0, lines[number - 1]


@pytest.mark.parametrize(
    ("old", "new", "noticed"),
    [
        ("soviet hex 0406", "soviet hex 2715", "soviet hex 0406"),
        ("soviet hex 0406", "soviet hex 0405", "turn 21"),
        ("turn 21", "turn 22", "turn 21"),
    ],
)
def test_what_is_changed_with_right_marks_is_noticed(
    record: Path, tmp_path: Path, old: str, new: str, noticed: str
) -> None:
    lines = unmarked(record.read_text())
    number = next(n for n, line in enumerate(lines, start=1) if line.startswith(noticed))
    bad = tmp_path / "bad"
    bad.write_text(marked([line.replace(old, new) for line in lines]))
    said = khalkhin("verify", bad)
    assert said.status == 1
    assert f"Line {number}" in said.out


def test_verify_speaks_portuguese(record: Path) -> None:
    said = khalkhin("verify", record, "--language", "pt")
    assert "dados: 1 lance derivado de novo da semente de treino 1" in said.lines


# -- replay ------------------------------------------------------------------------------------------------------------


def test_replay_tells_the_game_as_sentences(record: Path) -> None:
    said = khalkhin("replay", record)
    assert said.status == 0
    text = "\n".join(line.strip() for line in said.lines)
    assert "1 Soviet unit moves: 0305 → 0406." in text
    assert "I/601 Rgt" not in text
    assert "21 August 1939." in text
    assert said.lines[-1] == "End of the record."


def test_replay_from_a_sides_eyes(record: Path) -> None:
    soviet = khalkhin("replay", record, "--side", "soviet").out
    assert "soviet unit SU-601-1" in soviet
    assert "I/601 Rgt moves: 0305 → 0406." in soviet
    assert "japan unit" not in soviet
    assert "1 Japanese unit moves: 0806 → 0906." in soviet
    assert "I/26 Rgt moves: 0806 → 0906." in khalkhin("replay", record, "--side", "japan").out
    assert khalkhin("replay", record, "--side", "germany").status == 2


def test_replay_from_a_turn(record: Path) -> None:
    said = khalkhin("replay", record, "--from", "21")
    assert "21 August" in said.lines[0]
    assert "0305 → 0406" not in said.out
    assert khalkhin("replay", record, "--from", "20").out.count("→") == khalkhin("replay", record).out.count("→")
    said = khalkhin("replay", record, "--from", "25")
    assert said.err == "khalkhin: Turn 25 does not begin in this record; turns: 20, 21.\n"


def test_replay_at_a_speed(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    assert khalkhin("replay", record, "--speed", "4").out == khalkhin("replay", record).out
    assert set(slept) == {0.25}
    assert len(slept) == len(api.load(record.read_text()).decisions)


class Hand:
    """Somebody at the keyboard."""

    interactive = True

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def read(self, prompt: str) -> str | None:
        return self.lines.pop(0) if self.lines else None

    def where(self) -> None:
        return None


def stepped(record: Path, *lines: str, side: str | None = None) -> tuple[Replay, str]:
    out = io.StringIO()
    replay = Replay(api.load(record.read_text()), side, Paper(out), Hand(*lines), "en")
    assert replay.run() == 0
    return replay, out.getvalue()


def test_replay_step_by_step(record: Path) -> None:
    count = len(api.load(record.read_text()).decisions)
    assert stepped(record, "", "")[0].done == 2
    assert stepped(record, "3", "")[0].done == 4
    assert stepped(record, "3", "back")[0].done == 2
    assert stepped(record, "turn", "")[0].turns[21] + 1 == stepped(record, "turn", "")[0].done
    assert stepped(record, "turn", "turn")[0].done == count
    assert stepped(record, "", "quit", "")[0].done == 1
    assert "This is the beginning." in stepped(record, "back")[1]
    assert "End of the record." in stepped(record, "999", "")[1]
    assert '"dance now" is no command here' in stepped(record, "dance now")[1]
    assert stepped(record, "5")[1].count("1 Soviet unit moves: 0305 → 0406.") == 1
    assert stepped(record, "5", "back", "")[1].count("1 Soviet unit moves: 0305 → 0406.") == 2


def test_replay_shows_the_board(record: Path) -> None:
    text = stepped(record, "6", "map", "zoom", "map", "look 0406", "boxes", "score", "log", "look 99")[1]
    assert "0406  Open\n  On the Mongolian side of the border\n  1 Soviet" in text
    assert "S1 " in text or "S1." in text
    assert "Reinforcements due" in text
    assert "Soviet player: 25 points" in text
    assert '"look 99" is no command here' in text
    own = stepped(record, "6", "look 0406", side="soviet")[1]
    assert "601/1    I/601 Rgt" in own


def test_replay_of_a_finished_game_tells_the_result(tmp_path: Path) -> None:
    file = tmp_path / "game"
    play(f"concede\nsave {file}\n")
    assert "Japanese player wins: the other side concedes." in khalkhin("replay", file).lines


def test_a_terminal_gets_a_map_that_fits(record: Path) -> None:
    out = Terminal()
    Replay(api.load(record.read_text()), None, Paper(out, {"TERM": "xterm"}), Hand("map"), "en").run()
    assert "\x1b[34m" in out.getvalue()
