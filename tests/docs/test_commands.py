"""The page of the command line has every command with its help."""

from __future__ import annotations

from tools.docs import commands


def test_every_command_is_told_with_its_options() -> None:
    told = commands.page()
    assert {"serve", "play", "replay", "simulate", "rules"} <= {*commands.commands()}
    assert [line for line in told.splitlines() if line.startswith("## ")] == [
        f"## khalkhin {command}" for command in commands.commands()
    ]
    assert "--against PLAYER" in told
