"""Bake the ground of maps: python -m khalkhin.render.ground GAME..., or all of them."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from khalkhin.board.data import DataError, table
from khalkhin.board.mapsheet import load_map
from khalkhin.render.ground.look import ground_look
from khalkhin.render.layout import Layout

GAMES = Path(__file__).parents[2] / "games"


def games() -> dict[str, Path]:
    """The data folders of all games whose maps have a look, by the name of the game."""
    return {folder.parent.name: folder for folder in sorted(GAMES.glob("*/data")) if (folder / "look.toml").is_file()}


def main(arguments: list[str] | None = None) -> int:
    known = games()
    parser = argparse.ArgumentParser(prog="python -m khalkhin.render.ground", description=__doc__)
    parser.add_argument("game", nargs="+", choices=[*known, "all"], help="whose map to bake")
    wanted = parser.parse_args(arguments).game
    try:
        from khalkhin.render.ground.bake.checks import FaultyGround
        from khalkhin.render.ground.bake.write import bake
    except ModuleNotFoundError as error:
        print(f"Baking needs {error.name}: install khalkhin[bake].", file=sys.stderr)
        return 2
    for name, folder in known.items():
        if name not in wanted and "all" not in wanted:
            continue
        began = time.monotonic()
        try:
            sheet, look = load_map(folder), ground_look(name, table(folder / "look.toml"))
            pictures = bake(sheet, Layout(sheet.grid), look)
        except (DataError, FaultyGround) as error:
            print(error, file=sys.stderr)
            return 2
        for picture in pictures:
            size = picture.file.stat().st_size / 1024
            print(f"{name}: {picture.file.name}, {picture.width} x {picture.height}, {size:.0f} KB")
        print(f"{name}: {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
