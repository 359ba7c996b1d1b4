"""khalkhin as a process of its own: in pipes, interrupted, and at a terminal with a person in front of it."""

from __future__ import annotations

import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path

from khalkhin import __version__

COMMAND = [sys.executable, "-m", "khalkhin"]
PATIENCE = 300.0
"""Seconds after which a process that says nothing is taken to hang."""


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    return {**kept, "LC_ALL": "C.UTF-8", "TERM": "xterm", **more}


def heed_ctrl_c() -> None:
    """Whoever runs the tests in the background has them ignore Ctrl-C, and all that they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_module_and_pipe(tmp_path: Path) -> None:
    file = tmp_path / "game"
    done = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=True, env=environment())
    assert done.stdout == f"khalkhin {__version__}\n"
    orders = f"auto\ndone\n601/1 0406\nmap 0406\nsave {file}\nquit\n"
    done = subprocess.run(
        [*COMMAND, "play", "bkg"], input=orders, capture_output=True, text=True, check=True, env=environment()
    )
    assert "\x1b" not in done.stdout
    assert done.stderr == ""
    done = subprocess.run([*COMMAND, "verify", file], capture_output=True, text=True, check=True, env=environment())
    assert done.stdout.endswith("ok\n")
    done = subprocess.run([*COMMAND, "verify", "x"], capture_output=True, text=True, check=False, env=environment())
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [*COMMAND, "charts", "bkg"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 0


def test_a_game_whose_reader_goes_away_is_not_rescued(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "bkg", "--as", "both"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        cwd=tmp_path,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"map\n" * 20)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 0
    assert not list(tmp_path.iterdir())


def test_ctrl_c_ends_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "bkg"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(PYTHONUNBUFFERED="1"),
        preexec_fn=heed_ctrl_c,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"Batalha")
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read() == b""


class Seat:
    """Somebody in front of a terminal of 100 columns and 40 lines."""

    def __init__(self, *arguments: str, cwd: Path) -> None:
        self.master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))

        def sit_down() -> None:
            heed_ctrl_c()
            os.login_tty(slave)

        self.process = subprocess.Popen([*COMMAND, *arguments], env=environment(), cwd=cwd, preexec_fn=sit_down)
        os.close(slave)
        self.unread = ""

    def until(self, text: str) -> str:
        """Everything that is written up to and including a text."""
        end = time.monotonic() + PATIENCE
        while text not in self.unread:
            assert time.monotonic() < end, f"no {text!r} in {self.unread!r}"
            if select.select([self.master], [], [], 0.2)[0]:
                self.unread += os.read(self.master, 65536).decode()
        seen, self.unread = self.unread.split(text, 1)
        return seen + text

    def type(self, line: str, then: str = "\n> ") -> str:
        """Type a line; what is written between it and the next prompt."""
        os.write(self.master, line.encode() + b"\n")
        self.until(f"{line}\r\n")
        return self.until(then)

    def leaves(self, press: bytes = b"") -> int:
        """The exit status, once the process has gone; what it still writes is read so that it can go.

        A key is pressed every second until then: one that comes while the line editor makes ready can be lost.
        """
        end = time.monotonic() + PATIENCE
        pressed = 0.0
        while self.process.poll() is None and time.monotonic() < end:
            if press and time.monotonic() - pressed > 1:
                os.write(self.master, press)
                pressed = time.monotonic()
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    os.read(self.master, 65536)
                except OSError:
                    break
        status = self.process.wait(PATIENCE)  # hanging up earlier would end the process in another way
        os.close(self.master)
        return status


CLEAR = "\x1b[2J"


def test_at_a_terminal(tmp_path: Path) -> None:
    seat = Seat("play", "bkg", "--seed", "1", cwd=tmp_path)
    seat.until("Press Enter to begin. ")
    assert "type: UNIT HEX" in seat.type("")
    seat.type("auto")
    screen = seat.type("done")
    assert "\x1b[1;36m+" in screen
    assert "\x1b[1;31mj3" in screen
    assert len(screen.splitlines()) == 40
    assert CLEAR not in screen + seat.type("look 0813") + seat.type("601/1 0406"), "what was looked up stays"
    assert "1 decision" not in seat.type("undo")
    seat.type("quit", then="back goes on: ")
    seat.type("back", then="> ")
    seat.type("quit", then="back goes on: ")
    os.write(seat.master, b"kept.record\n")
    assert seat.leaves() == 0
    assert (tmp_path / "kept.record").read_text().startswith("khalkhin 2\n")


def test_leaving_without_saving(tmp_path: Path) -> None:
    seat = Seat("play", "bkg", cwd=tmp_path)
    seat.until("Press Enter to begin. ")
    seat.type("")
    seat.type("auto")
    os.write(seat.master, b"\x04")
    seat.until("back goes on: ")
    os.write(seat.master, b"\n")
    assert seat.leaves() == 0
    assert list(tmp_path.iterdir()) == []


def test_a_curtain_falls_between_two_people(tmp_path: Path) -> None:
    seat = Seat("play", "bkg", "--as", "both", "--seed", "1", cwd=tmp_path)
    seat.until("begin. ")
    for line in ("", "auto", "done"):
        seat.type(line)
    assert "have not moved. End anyway?" in seat.type("done")
    seat.type("done")
    curtain = seat.type("done", then="nobody else looks. ")
    assert "Japanese player: press Enter" in curtain
    assert curtain.split(CLEAR)[-1].count("\n") == 0
    japanese = seat.type("")
    assert "J3" in japanese
    assert "s4" in japanese
    assert "\x1b[3J" in curtain, "what was scrolled away is cleared too"
    assert seat.leaves(press=b"\x03") == 130


def test_replay_at_a_terminal(tmp_path: Path) -> None:
    orders = "auto\ndone\n601/1 0406\ndone\nsave game\n"
    play = [*COMMAND, "play", "bkg"]
    subprocess.run(play, input=orders, text=True, stdout=subprocess.PIPE, check=True, env=environment(), cwd=tmp_path)
    seat = Seat("replay", "game", cwd=tmp_path)
    seat.until("0/5> ")
    seat.type("", then="1/5> ")
    assert "1 Soviet unit moves" in seat.type("4", then="5/5> ")
    assert "wide river" in seat.type("map", then="5/5> ")
    seat.type("back", then="4/5> ")
    os.write(seat.master, b"quit\n")
    assert seat.leaves() == 0
