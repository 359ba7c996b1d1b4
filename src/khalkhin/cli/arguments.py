"""Reading what follows a command."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game


class Parser(argparse.ArgumentParser):
    """Reads arguments; every complaint is one sentence from the translation files."""

    def __init__(self, command: str) -> None:
        super().__init__(prog=f"khalkhin {command}", add_help=False, allow_abbrev=False)
        self.command = command
        self.needed: list[str] = []
        self.seated = False
        self.add_argument("--language")

    def needs(self, name: str) -> None:
        """An argument that must be there."""
        self.needed.append(name)
        self.add_argument(name, nargs="?")

    def seats(self) -> None:
        """An option for each side of the game, whichever it is: who plays it."""
        self.seated = True

    def data(self) -> None:
        """An owner's corrections to the game's data."""
        self.add_argument("--data-override", type=Path, dest="overrides")

    def picture(self) -> None:
        """A picture to write."""
        self.add_argument("-o", "--out")
        self.number("--scale", 1, 1)
        self.data()

    def number(self, option: str, least: int, default: int | None = None) -> None:
        """A whole number that is not too small."""

        def read(text: str) -> int:
            if not re.fullmatch(r"-?[0-9]{1,40}", text) or int(text) < least:
                raise KhalkhinError("cli.no-number", option=option, least=least, text=text[:40])
            return int(text)

        self.add_argument(
            option, type=read, default=default, dest=option.strip("-").replace("-", "_").replace("from", "first")
        )

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """What was typed, or a complaint about it."""
        game = next((word for word in words if word in library.codes()), None)
        if self.seated and game is not None:
            for side in library.get(game).sides:
                self.add_argument(f"--{side}", dest=f"seat_{side}")
        found, more = self.parse_known_args(words)
        if self.seated and found.game is not None:
            library.get(found.game)  # an unknown one is what is wrong, not the options for its sides
        if more:
            raise KhalkhinError("cli.too-much", command=self.command, text=" ".join(more))
        for name in self.needed:
            if getattr(found, name) is None:
                raise KhalkhinError("cli.missing", command=self.command, what=name.upper())
        return found

    def error(self, message: str) -> NoReturn:
        raise KhalkhinError("cli.bad-usage", command=self.command, problem=message)


def read_options(given: Sequence[str] | None, game: Game[Any], scenario: str | None) -> dict[str, Any]:
    """--option NAME is true, --option NAME=VALUE has a value, read as the kind of thing its default is."""
    name = scenario or next(iter(game.scenarios))
    defaults = game.scenarios[name].options if name in game.scenarios else {}
    out: dict[str, Any] = {}
    for text in given or ():
        option, equals, value = text.partition("=")
        out[option] = _read_option(value, defaults.get(option)) if equals else True
    return out


def _read_option(text: str, default: Any) -> Any:
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(text.lower(), text)
    return int(text) if isinstance(default, int) and text.lstrip("-").isdigit() else text


def processes(jobs: int | None) -> int:
    """How many processes work: those asked for, else one for each core."""
    return jobs or os.cpu_count() or 1
