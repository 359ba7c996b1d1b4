"""Records that were written before there were editions open, and can be played on."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import khalkhin
from khalkhin.engine import library
from khalkhin.engine.errors import RecordError
from khalkhin.engine.match import Match
from khalkhin.engine.record import read_header, replay_as_far
from tests.records.shelf import FORMAT_1, format_1
from tests.terminal.desk import khalkhin as command

CODES = ("bkg", "kgw", "pbn", "sn")


def _played_on(match: Match, decisions: int = 12) -> Match:
    rng = random.Random(1)
    for _ in range(decisions):
        if match.over:
            break
        match.decide(rng.choice(list(match.choices())))
    return match


@pytest.mark.parametrize("name", FORMAT_1)
def test_it_opens_and_is_played_on(name: str) -> None:
    """Whole, or as far as today's rules allow; and what comes of it is a record of today."""
    text = format_1(name)
    found = replay_as_far(text, library.get(read_header(text).game))
    assert (found.header.format, found.edition, found.today) == (1, 1, False)
    match = found.match
    if found.stopped is None:
        written = [line.partition(" ")[2] for line in text.splitlines()]
        assert match.length == sum(line.partition(" ")[0] in match.game.sides for line in written)
        assert khalkhin.load(text).record() == match.record()
    else:
        assert text.splitlines()[found.stopped.line - 1].endswith(f" {found.rest[0]}")
        with pytest.raises(RecordError) as error:
            khalkhin.load(text)
        assert error.value.match is not None
        assert error.value.match.state == match.state
    began = match.length
    again = replay_as_far(_played_on(match).record(), match.game)
    assert again.today
    assert again.stopped is None
    assert again.match.state == match.state
    assert [(e.after, e.number) for e in again.match.editions] == [(0, 1), (began, match.game.editions.now)]
    assert again.match.record() == match.record()


@pytest.mark.parametrize("code", CODES)
def test_of_every_game_one_opens_whole(code: str) -> None:
    found = [replay_as_far(format_1(name), library.get(code)) for name in FORMAT_1 if name.startswith(code)]
    assert any(one.stopped is None for one in found)


@pytest.mark.parametrize("code", CODES)
def test_the_command_line_opens_it(code: str, tmp_path: Path) -> None:
    file = tmp_path / "old"
    file.write_text(format_1(f"{code}-begun"))
    said = command("verify", file)
    assert f"edition: 1 of the rules; today's is {library.get(code).editions.now}" in said.lines
    shown = command("replay", file)
    assert shown.status == 0
    assert (shown.lines[-1] == "End of the record.") is (said.status == 0)
