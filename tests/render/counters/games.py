"""The counter sheets of the games that are here."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from khalkhin.board.data import Row
from khalkhin.render.counter_look import Countersheet, read_countersheet

GAMES = Path(__file__).parents[3] / "src" / "khalkhin" / "games"
CODES = sorted(path.parent.parent.name for path in GAMES.glob("*/data/counter_look.toml"))


@cache
def sheet(game: str) -> Countersheet:
    return read_countersheet(game, GAMES / game / "data")


def words(game: str) -> Path:
    return GAMES / game / "words"


def counters(game: str) -> list[dict[str, str]]:
    """Those of the printed sheet."""
    return [plain(row) for row in sheet(game).printed]


def all_counters(game: str) -> list[dict[str, str]]:
    """Those that are not printed, too."""
    return [plain(row) for row in sheet(game).counters]


def markers(game: str) -> list[dict[str, str]]:
    return [plain(row) for row in sheet(game).markers]


def plain(row: Row) -> dict[str, str]:
    return dict(row.values)
