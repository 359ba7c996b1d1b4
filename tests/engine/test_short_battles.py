"""Short battles: scenarios that are played in a sector of the map."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import khalkhin
from khalkhin.board.data import DataError
from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.lab.fuzz.checks import Broken, always
from tests.tiny import Tiny
from tests.tiny.game import HERE

SECTOR = 'minutes = 20\n[sector]\nhexes = ["0101-0303", "0501-0502"]\n'


def with_sector(folder: Path, sector: str = SECTOR) -> Path:
    """Corrections by which a scenario of the tiny game is a short battle."""
    (folder / "scenarios").mkdir()
    text = (HERE / "data/scenarios/raid.toml").read_text()
    (folder / "scenarios/raid.toml").write_text(sector + text)
    return folder


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return khalkhin.new("tiny", "raid", seed=1, overrides=with_sector(tmp_path))


def test_what_lies_beyond_all_rectangles_is_out_of_play(match: Match) -> None:
    outside = {match.game.map.grid.name(h) for h in members(match.state.outside)}
    assert outside == {"0104", "0204", "0304", "0401", "0402", "0403", "0404", "0503", "0504"}
    assert khalkhin.new("tiny", "contact").state.outside == 0


def test_a_short_battle_says_how_long_it_takes_and_comes_after_the_scenarios_of_the_rulebook(match: Match) -> None:
    scenarios = match.game.scenarios
    assert list(scenarios) == ["contact", "raid"]
    assert [(one.short, one.minutes) for one in scenarios.values()] == [(False, None), (True, 20)]


def test_nobody_goes_out_of_the_sector_and_is_told_so(match: Match) -> None:
    match.play("unit", "RD-GUN", side="red")
    reason = match.why("hex", "0104", side="red")
    assert reason is not None
    assert (reason.key, reason.rule) == ("engine.outside", "")
    assert match.why("hex", "0203", side="red") is None


def test_random_play_stays_in_the_sector(match: Match) -> None:
    s = match.state
    for unit in members(sum(s.stack(hex_) for hex_ in members(s.outside))):
        s.put(unit, match.game.box("lost"))
    lot = random.Random(3)
    while not match.over:
        always(match)
        match.decide(lot.choice(list(match.choices())))


def test_the_fuzzer_finds_who_is_outside(match: Match) -> None:
    match.state.put(match.game.sheet.index["RD-PAT"], match.game.place_at("0404"))
    with pytest.raises(Broken, match="outside the sector"):
        always(match)


@pytest.mark.parametrize(
    ("sector", "field"),
    [
        ('minutes = 20\n[sector]\nhexes = "0101-0303"\n', "sector.hexes"),
        ('minutes = "long"\n[sector]\nhexes = ["0101-0303"]\n', "minutes"),
    ],
)
def test_a_broken_sector_is_named(tmp_path: Path, sector: str, field: str) -> None:
    with pytest.raises(DataError) as error:
        assert Tiny(with_sector(tmp_path, sector)).scenarios["raid"].minutes
    assert error.value.field == field
