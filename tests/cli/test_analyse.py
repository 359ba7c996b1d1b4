"""khalkhin analyse: what decided a saved game, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import khalkhin as api
from khalkhin.ai.players.random_player import Habits, RandomPlayer
from tests.terminal.desk import khalkhin


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match, player = api.new("bkg", seed=11), RandomPlayer(5, Habits(finish=0.9, patient=False))
    while not match.over:
        match.play(*player.decide(match.view(match.game.sides[match.prompts()[0].side])))
    file = tmp_path_factory.mktemp("analyse") / "game"
    file.write_text(match.record(), "utf-8")
    return file


def test_it_tells_chances_dice_and_decisions(record: Path) -> None:
    said = khalkhin("analyse", record, "--seconds", "1")
    assert said.status == 0
    assert said.lines[0] == "Chance of winning as each turn began"
    assert said.lines[1].split() == ["Turn", "Soviet", "player", "Japanese", "player"]
    turns = [line.split() for line in said.lines[2 : said.lines.index("")]]
    assert [row[0] for row in turns] == [*map(str, range(20, 32)), "End"]
    assert {row[1] for row in turns[-1:]} <= {"0%", "50%", "100%"}
    for side in ("Soviet player", "Japanese player"):
        assert any(line.startswith(f"{side}: ") and "than could be expected" in line for line in said.lines)
        assert any(line.startswith(f"{side}: ") and "decision" in line for line in said.lines)


def test_it_tells_the_same_as_json(record: Path) -> None:
    said = khalkhin("analyse", record, "--seconds", "0", "--json")
    data = json.loads("\n".join(said.lines))
    assert data["sides"] == ["soviet", "japan"]
    assert data["points"][0]["turn"] == 20
    assert data["lessons"] == {"soviet": [], "japan": []}


def test_in_portuguese(record: Path) -> None:
    said = khalkhin("analyse", record, "--seconds", "0", "--language", "pt")
    assert said.lines[0] == "Chance de vitória no início de cada turno"
    assert not [line for line in said.lines if "cli." in line or "{" in line]


def test_a_game_that_is_not_over_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "running"
    file.write_text(api.new("bkg", seed=1).record(), "utf-8")
    said = khalkhin("analyse", file)
    assert said.status == 2
    assert "not over" in said.err
