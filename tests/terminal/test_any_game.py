"""The terminal knows no game: the tiny game with secret plans, interrupts and standing offers is played with it too."""

from __future__ import annotations

from pathlib import Path

import tests.tiny
from khalkhin.ai import players
from tests.terminal.desk import decisions, khalkhin

CODE = tests.tiny.Tiny.code


def test_two_people_plan_in_secret(tmp_path: Path) -> None:
    file = tmp_path / "game"
    typed = f"choices\nmap\nunits\nboxes\nscore\nsave {file}\n"
    said = khalkhin("play", CODE, "--as", "both", "--seed", "1", typed=typed)
    assert said.status == 0
    assert "unit" in said.after("choices")[0]
    assert len(said.after("map")) > 5
    assert decisions(file) == []


def test_the_computer_plays_it_to_the_end(tmp_path: Path) -> None:
    for seed in range(3):
        file = tmp_path / f"game-{seed}"
        said = khalkhin("play", CODE, "--as", "none", "--seed", str(seed), typed=f"score\nsave {file}\n")
        assert said.status == 0
        assert "wins" in said.out or "draw" in said.out
        assert khalkhin("verify", file).lines[-1] == "ok"
        assert khalkhin("replay", file, "--side", tests.tiny.Tiny.sides[0]).status == 0


def test_the_keyboard_passes_to_whoever_is_still_asked(tmp_path: Path) -> None:
    """Both sides are asked at once; one at a time sits at the keyboard."""
    first, second = tests.tiny.Tiny.sides
    said = khalkhin("play", CODE, "--as", "both", "--seed", "1", typed="turn\ncommit\nturn\n")
    assert f"-- {second.capitalize()}" in said.out or said.out.count("-- ") == 1
    assert first in said.out.lower()


def test_what_may_be_said_at_any_time_needs_its_verb() -> None:
    """A hex alone answers the prompt; it does not light a flare there."""
    typed = "0302\nwhy 0302\nchoices flare\nflare 0302\nlog 1\n"
    said = khalkhin("play", CODE, "--as", "both", "--seed", "1", typed=typed)
    assert len(said.after("0302")) == 1
    assert said.after("why 0302")[0].startswith("hex 0302: ")
    assert said.after("choices flare")[0].startswith("flare")
    assert said.after("flare 0302") != said.after("0302")
    assert "0302" in said.after("log 1")[0]


def test_random_games(tmp_path: Path) -> None:
    said = khalkhin("fuzz", CODE, "--games", "20", "--jobs", "1", "--out", tmp_path / "out")
    assert said.status == 0, said.out
    assert said.lines[-1].startswith(f"{CODE}: 20 games, ")
    assert players.names() == ["random", "greedy", "planner", "search"]
